# SPDX-License-Identifier: Apache-2.0
"""Creation functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _dtypes as dt
from ._apply import convert
from ._asarray import asarray
from ._checks import (
    dtype_or,
    operand_error,
    require_tensor,
    shape_of,
)
from ._devices import get_device
from ._dtypes import SCALAR_TYPES, DType, Scalar
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
