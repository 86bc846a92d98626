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
    require_kind,
    require_tensor,
    shape_of,
)
from ._checks import index as check_index
from ._devices import get_device
from ._dtypes import SCALAR_TYPES, DType, Scalar, shown
from ._tensor import Tensor, wrap
from ._verbs import Device


def empty(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of unspecified values.

    Parameters
    ----------
    shape : int or tuple of int
        Lengths of the axes, none negative.
    dtype : dtype, optional
        Default float64.
    device : str or Device, optional
        Default: the default device.

    Returns
    -------
    Tensor
        Of shape `shape`.

    Raises
    ------
    TypeError
        If a length is not an integer, or the dtype is not supported.
    ValueError
        If a length is negative, the shape has more than 32 axes or 2**63 elements or
        more, or there is no such device.
    MemoryError
        If the device has not the memory.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.empty((2, 3), device="cpu").shape
    (2, 3)
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
        Lengths of the axes, none negative.
    fill_value : bool, int, float, complex or 0-d Tensor
        The value.
    dtype : dtype, optional
        Default: bool, int64, float64 or complex128 by the kind of the scalar, or the
        tensor's dtype.
    device : str or Device, optional
        Default: the default device.

    Returns
    -------
    Tensor
        Of shape `shape`.

    Raises
    ------
    TypeError
        If `fill_value` is not a scalar, is complex where the dtype is not, or is a
        Python float that is no integer where the dtype is an integer one.
    OverflowError
        For a Python integer that does not fit the dtype.
    ValueError
        If a length is negative, the shape is too large, or there is no such device.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.full((2, 2), 7, dtype=xp.int8, device="cpu")
    Tensor([[7, 7],
            [7, 7]], dtype=int8, device='cpu')
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
    """Return a tensor of zeros.

    Parameters
    ----------
    shape : int or tuple of int
        Lengths of the axes, none negative.
    dtype : dtype, optional
        Default float64.
    device : str or Device, optional
        Default: the default device.

    Returns
    -------
    Tensor
        Of shape `shape`.

    Raises
    ------
    TypeError
        If a length is not an integer, or the dtype is not supported.
    ValueError
        If a length is negative, the shape is too large, or there is no such device.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.zeros(3, device="cpu")
    Tensor([0., 0., 0.], dtype=float64, device='cpu')
    """
    found = dtype_or("zeros", dtype, dt.DEFAULT_FLOAT)
    return _full("zeros", shape_of("zeros", shape), 0, found, get_device(device))


def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of ones.

    Parameters
    ----------
    shape : int or tuple of int
        Lengths of the axes, none negative.
    dtype : dtype, optional
        Default float64.
    device : str or Device, optional
        Default: the default device.

    Returns
    -------
    Tensor
        Of shape `shape`.

    Raises
    ------
    TypeError
        If a length is not an integer, or the dtype is not supported.
    ValueError
        If a length is negative, the shape is too large, or there is no such device.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.ones(3, dtype=xp.int32, device="cpu")
    Tensor([1, 1, 1], dtype=int32, device='cpu')
    """
    found = dtype_or("ones", dtype, dt.DEFAULT_FLOAT)
    return _full("ones", shape_of("ones", shape), 1, found, get_device(device))


def empty_like(x: Tensor, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of unspecified values with the shape of `x`.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    dtype : dtype, optional
        Default: that of `x`.
    device : str or Device, optional
        Default: that of `x`.

    Returns
    -------
    Tensor
        Of the shape of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or the dtype is not supported.
    ValueError
        If there is no such device.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.empty_like(xp.zeros((2, 3), device="cpu")).shape
    (2, 3)
    """
    require_tensor("empty_like", x)
    return empty(x.shape, dtype=dtype_or("empty_like", dtype, x.dtype), device=_like(x, device))


def zeros_like(x: Tensor, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of zeros with the shape of `x`.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    dtype : dtype, optional
        Default: that of `x`.
    device : str or Device, optional
        Default: that of `x`.

    Returns
    -------
    Tensor
        Of the shape of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or the dtype is not supported.
    ValueError
        If there is no such device.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.zeros_like(xp.asarray([1, 2], device="cpu"))
    Tensor([0, 0], dtype=int64, device='cpu')
    """
    require_tensor("zeros_like", x)
    return zeros(x.shape, dtype=dtype_or("zeros_like", dtype, x.dtype), device=_like(x, device))


def ones_like(x: Tensor, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of ones with the shape of `x`.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    dtype : dtype, optional
        Default: that of `x`.
    device : str or Device, optional
        Default: that of `x`.

    Returns
    -------
    Tensor
        Of the shape of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or the dtype is not supported.
    ValueError
        If there is no such device.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.ones_like(xp.asarray([1.5, 2.5], device="cpu"))
    Tensor([1., 1.], dtype=float64, device='cpu')
    """
    require_tensor("ones_like", x)
    return ones(x.shape, dtype=dtype_or("ones_like", dtype, x.dtype), device=_like(x, device))


def full_like(x: Tensor, /, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of `fill_value` with the shape of `x`.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    fill_value : bool, int, float, complex or 0-d Tensor
        The value.
    dtype : dtype, optional
        Default: that of `x`.
    device : str or Device, optional
        Default: that of `x`.

    Returns
    -------
    Tensor
        Of the shape of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `fill_value` is not a scalar that converts to the
        dtype (as for `full`).
    OverflowError
        For a Python integer that does not fit the dtype.
    ValueError
        If there is no such device.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.full_like(xp.zeros(2, device="cpu"), 0.5)
    Tensor([0.5, 0.5], dtype=float64, device='cpu')
    """
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
        First value; the end, if `stop` is not given (the first is then 0).
    stop : int or float, optional
        The end, which is left out.
    step : int or float
        Distance between neighbours, not 0; default 1.
    dtype : dtype, optional
        Integer or real floating point. Default: int64 if all three numbers are
        integers, else float64.
    device : str or Device, optional
        Default: the default device.

    Returns
    -------
    Tensor
        Of one axis, of length ``max(0, ceil((stop - start) / step))``.

    Raises
    ------
    TypeError
        If a number is not real, or the dtype is bool or complex.
    ValueError
        If `step` is 0, a number is not finite, there are too many values, or no such
        device.
    OverflowError
        If the first or last value does not fit an integer dtype, or a number float64.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.arange(1, 10, 3, device="cpu")
    Tensor([1, 4, 7], dtype=int64, device='cpu')
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
    count = builtins.max(0, -((start - stop) // step) if whole else _steps(start, stop, step))
    if found.kind in "iu" and count:
        from ._apply import scalar_operand

        start, step = int(start), int(step)
        scalar_operand("arange", start, found)
        scalar_operand("arange", start + (count - 1) * step, found)
    elif count:
        start, step = _as_float("arange", start), _as_float("arange", step)
    where = get_device(device)
    (count,) = shape_of("arange", (count,))
    return wrap(where.arange(start, step, count, found), where)


def _steps(start: float, stop: float, step: float) -> int:
    """Return how many steps lead from `start` to `stop`, at least one of them a float."""
    steps = (_as_float("arange", stop) - _as_float("arange", start)) / _as_float("arange", step)
    if not isfinite(steps):
        raise ValueError(f"arange: {start} to {stop} by {step} is too many values")
    return ceil(steps)


def _as_float(operation: str, value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        raise OverflowError(f"{operation}: {shown(value)} does not fit float64") from None


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
        The ends.
    num : int
        How many values; not negative.
    dtype : dtype, optional
        Numeric; default float64, or complex128 for complex ends. For integer dtypes
        values are truncated; out of range they are unspecified.
    device : str or Device, optional
        Default: the default device.
    endpoint : bool
        Whether `stop` is the last value.

    Returns
    -------
    Tensor
        Of shape ``(num,)``.

    Raises
    ------
    TypeError
        If an end is not a number, `num` is not an integer, or the dtype is bool, or is
        real and an end complex.
    ValueError
        If `num` is negative, or there is no such device.
    OverflowError
        If an end does not fit float64.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linspace(0, 1, 5, device="cpu")
    Tensor([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float64, device='cpu')
    """
    num = check_index("linspace", "num", num)
    if num < 0:
        raise ValueError(f"linspace: num must not be negative, got {num}")
    start, stop = (_number("linspace", v, (int, float, complex)) for v in (start, stop))
    is_complex = isinstance(start, complex) or isinstance(stop, complex)
    if not is_complex:
        for end in (start, stop):
            _as_float("linspace", end)
    default = dt.DEFAULT_COMPLEX if is_complex else dt.DEFAULT_FLOAT
    found = dtype_or("linspace", dtype, default)
    require_kind("linspace", found, "c" if is_complex else "iufc")
    where = get_device(device)
    return wrap(where.linspace(start, stop, num, found, builtins.bool(endpoint)), where)
