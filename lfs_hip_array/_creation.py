# SPDX-License-Identifier: Apache-2.0
"""Creation functions."""

from __future__ import annotations

import builtins
from math import ceil, isfinite
from typing import Any

import numpy as np

from . import _dtypes as dt
from ._apply import convert
from ._asarray import asarray
from ._checks import (
    dtype_or,
    operand_error,
    require_choice,
    require_kind,
    require_ndim,
    require_tensor,
    shape_of,
)
from ._checks import index as check_index
from ._devices import get_device
from ._dtypes import SCALAR_TYPES, DType, Scalar
from ._tensor import Tensor, wrap
from ._verbs import Device


def empty(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of unspecified values.

    Parameters
    ----------
    shape : int or tuple of int
    dtype : dtype, optional
        Default float64.
    device : str or Device, optional

    Returns
    -------
    Tensor
    """
    where = get_device(device)
    return wrap(
        where.empty(shape_of("empty", shape), dtype_or("empty", dtype, dt.DEFAULT_FLOAT)), where
    )


def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor with every element `fill_value`.

    Parameters
    ----------
    shape : int or tuple of int
    fill_value : Python scalar or 0-d Tensor
    dtype : dtype, optional
        Default: the default dtype of the scalar's kind, or the tensor's dtype.
    device : str or Device, optional

    Returns
    -------
    Tensor

    Raises
    ------
    OverflowError
        For a Python integer that does not fit the dtype.
    """
    return _full("full", shape_of("full", shape), fill_value, dtype, get_device(device))


def _full(operation: str, shape: Any, value: Any, dtype: Any, device: Device) -> Tensor:
    from ._apply import scalar_operand

    if value.__class__ is Tensor or isinstance(value, (np.ndarray, np.generic)):
        source = asarray(value, device=device)
        found = dtype_or(operation, dtype, source.dtype)
        result = device.empty(shape, found)
        device.copy(result, device.broadcast(convert(source, found)._settled(), shape))
        return wrap(result, device)
    if not isinstance(value, SCALAR_TYPES):
        raise TypeError(f"{operation}: fill_value must be a scalar, got {type(value).__name__}")
    found = dtype_or(operation, dtype, dt.scalar_dtype(type(value)))
    _check_scalar_kind(operation, value, found)
    result = device.empty(shape, found)
    device.fill(result, scalar_operand(operation, value, found))
    return wrap(result, device)


def _check_scalar_kind(operation: str, value: Scalar, dtype: DType) -> None:
    if isinstance(value, complex) and dtype.kind not in "cb":
        raise TypeError(f"{operation}: complex {value} does not convert to {dtype}")
    if isinstance(value, float) and dtype.kind in "iu" and not value.is_integer():
        raise TypeError(f"{operation}: {value} is not an integer, and dtype is {dtype}")


def zeros(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of zeros (default dtype float64)."""
    found = dtype_or("zeros", dtype, dt.DEFAULT_FLOAT)
    return _full("zeros", shape_of("zeros", shape), 0, found, get_device(device))


def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of ones (default dtype float64)."""
    found = dtype_or("ones", dtype, dt.DEFAULT_FLOAT)
    return _full("ones", shape_of("ones", shape), 1, found, get_device(device))


def empty_like(x: Tensor, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of unspecified values with the shape, dtype and device of `x`."""
    require_tensor("empty_like", x)
    return empty(x.shape, dtype=dtype_or("empty_like", dtype, x.dtype), device=_like(x, device))


def zeros_like(x: Tensor, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of zeros with the shape, dtype and device of `x`."""
    require_tensor("zeros_like", x)
    return zeros(x.shape, dtype=dtype_or("zeros_like", dtype, x.dtype), device=_like(x, device))


def ones_like(x: Tensor, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of ones with the shape, dtype and device of `x`."""
    require_tensor("ones_like", x)
    return ones(x.shape, dtype=dtype_or("ones_like", dtype, x.dtype), device=_like(x, device))


def full_like(x: Tensor, /, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of `fill_value` with the shape, dtype and device of `x`."""
    require_tensor("full_like", x)
    found = dtype_or("full_like", dtype, x.dtype)
    return _full("full_like", x.shape, fill_value, found, get_device(_like(x, device)))


def tensor_beside(operation: str, value: Any, x: Any) -> Tensor:
    """Return an operand that may be a scalar as a tensor of the dtype it has next to `x`."""
    if value.__class__ is Tensor:
        return value
    if isinstance(value, np.generic):
        return asarray(value, device=x.device)
    if not isinstance(value, SCALAR_TYPES):
        raise operand_error(operation, value)
    kind = next(t for t in SCALAR_TYPES if isinstance(value, t))
    return full((), value, dtype=dt.promote(x.dtype, kind), device=x.device)


def _like(x: Tensor, device: Any) -> Any:
    return x.device if device is None else device


def arange(
    start: Any,
    /,
    stop: Any = None,
    step: Any = 1,
    *,
    dtype: Any = None,
    device: Any = None,
) -> Tensor:
    """Return evenly spaced values in [start, stop), as ``start + i * step``.

    Parameters
    ----------
    start : int or float
        First value; the end, if `stop` is not given.
    stop : int or float, optional
    step : int or float
        Not 0.
    dtype : dtype, optional
        Default: int64 for integers, else float64.
    device : str or Device, optional

    Returns
    -------
    Tensor
        Of one axis, of length ``ceil((stop - start) / step)``.
    """
    if stop is None:
        start, stop = 0, start
    start, stop, step = (_number("arange", v) for v in (start, stop, step))
    if not builtins.all(isinstance(v, int) or isfinite(v) for v in (start, stop, step)):
        raise ValueError(f"arange: needs finite numbers, got {start}, {stop} and step {step}")
    if step == 0:
        raise ValueError("arange: step must not be 0")
    whole = builtins.all(isinstance(v, int) for v in (start, stop, step))
    found = dtype_or("arange", dtype, dt.DEFAULT_INT if whole else dt.DEFAULT_FLOAT)
    require_kind("arange", found, "iuf")
    count = builtins.max(0, -((start - stop) // step) if whole else ceil((stop - start) / step))
    if found.kind in "iu" and count:
        from ._apply import scalar_operand

        start, step = int(start), int(step)
        scalar_operand("arange", start, found)
        scalar_operand("arange", start + (count - 1) * step, found)
    where = get_device(device)
    (count,) = shape_of("arange", (count,))
    return wrap(where.arange(start, step, count, found), where)


def _number(operation: str, value: Any, kinds: Any = (int, float)) -> Any:
    if isinstance(value, kinds):
        return value
    if isinstance(value, (np.generic, Tensor)) and getattr(value, "ndim", 0) == 0:
        found = value.item()
        if isinstance(found, kinds):
            return found
    raise TypeError(f"{operation}: expected a Python number, got {type(value).__name__}")


def linspace(
    start: Any,
    stop: Any,
    /,
    num: int,
    *,
    dtype: Any = None,
    device: Any = None,
    endpoint: builtins.bool = True,
) -> Tensor:
    """Return `num` evenly spaced values from `start` to `stop`.

    Parameters
    ----------
    start, stop : int, float, complex or 0-d Tensor
    num : int
        Not negative.
    dtype : dtype, optional
        Numeric; default float64, or complex128 for complex ends. Integers are truncated.
    device : str or Device, optional
    endpoint : bool
        Whether `stop` is the last value.

    Returns
    -------
    Tensor
        Of shape ``(num,)``.
    """
    num = check_index("linspace", "num", num)
    if num < 0:
        raise ValueError(f"linspace: num must not be negative, got {num}")
    start, stop = (_number("linspace", v, (int, float, complex)) for v in (start, stop))
    is_complex = isinstance(start, complex) or isinstance(stop, complex)
    default = dt.DEFAULT_COMPLEX if is_complex else dt.DEFAULT_FLOAT
    found = dtype_or("linspace", dtype, default)
    require_kind("linspace", found, "c" if is_complex else "iufc")
    where = get_device(device)
    return wrap(where.linspace(start, stop, num, found, builtins.bool(endpoint)), where)


def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: Any = None,
    device: Any = None,
) -> Tensor:
    """Return a matrix with ones on the k-th diagonal and zeros elsewhere.

    Parameters
    ----------
    n_rows, n_cols : int
        Shape; square if `n_cols` is not given.
    k : int
        0 the main diagonal, positive above, negative below.
    dtype : dtype, optional
        Default float64.
    device : str or Device, optional

    Returns
    -------
    Tensor
        Of shape ``(n_rows, n_cols)``.
    """
    n_cols = n_rows if n_cols is None else n_cols
    x = zeros((n_rows, n_cols), dtype=dtype, device=device)
    k = check_index("eye", "k", k)
    if -n_rows < k < n_cols:
        x.device.fill(x.device.diagonal(x._settled(), k), 1)
    return x


def _triangle(operation: str, x: Tensor, k: int, lower: builtins.bool) -> Tensor:
    from ._elementwise import greater_equal, where

    require_tensor(operation, x)
    require_ndim(operation, x, 2)
    k = check_index(operation, "k", k)
    k = builtins.max(-x.shape[-2], builtins.min(k, x.shape[-1]))  # beyond it, the same
    rows = arange(x.shape[-2], device=x.device)[:, None]
    columns = arange(x.shape[-1], device=x.device)[None, :]
    keep = greater_equal(rows + k, columns) if lower else greater_equal(columns, rows + k)
    zero: Scalar = False if x.dtype.kind == "b" else 0
    return where(keep, x, zero)


def tril(x: Tensor, /, *, k: int = 0) -> Tensor:
    """Return the lower triangles of matrices: zeros above the k-th diagonal."""
    return _triangle("tril", x, k, True)


def triu(x: Tensor, /, *, k: int = 0) -> Tensor:
    """Return the upper triangles of matrices: zeros below the k-th diagonal."""
    return _triangle("triu", x, k, False)


def meshgrid(*arrays: Tensor, indexing: str = "xy") -> tuple[Tensor, ...]:
    """Return coordinate matrices of 1-d coordinate vectors.

    Parameters
    ----------
    *arrays : Tensor
        Of one axis (or none) and one dtype.
    indexing : {"xy", "ij"}
        Cartesian (the first two axes swapped) or matrix order.

    Returns
    -------
    tuple of Tensor
        Copies of shape ``(len(x2), len(x1), …)`` or ``(len(x1), len(x2), …)``.
    """
    from ._manipulation import broadcast_arrays, reshape

    require_tensor("meshgrid", *arrays)
    require_choice("meshgrid", "indexing", indexing, ("xy", "ij"))
    for x in arrays:
        if x.ndim > 1:
            raise ValueError(f"meshgrid: needs tensors of at most one axis, got shape {x.shape}")
    n = len(arrays)
    spread = [
        reshape(x, tuple(-1 if j == i else 1 for j in range(n))) for i, x in enumerate(arrays)
    ]
    if indexing == "xy" and n > 1:
        spread = [_swap_first(x) for x in spread]
    return tuple(asarray(x, copy=True) for x in broadcast_arrays(*spread))


def _swap_first(x: Tensor) -> Tensor:
    from ._manipulation import permute_dims

    return permute_dims(x, (1, 0, *range(2, x.ndim)))
