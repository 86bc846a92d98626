# SPDX-License-Identifier: Apache-2.0
"""Reductions that leave out NaNs, under NumPy's names."""

from __future__ import annotations

import builtins
from typing import Any

from . import _dtypes as dt
from ._apply import convert
from ._checks import dtype_or, require_kind, require_tensor
from ._elementwise import isnan, logical_not
from ._searching import count_nonzero
from ._statistical import _extreme, _reduce, _sum_dtype, mean, prod, sum
from ._tensor import Tensor


def nanmax(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the largest element that is not NaN.

    Parameters
    ----------
    x : Tensor
        Of a real dtype or bool.
    axis : int, tuple of int or None
        Axes to reduce; None (the default) is all of them, () none.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        Of the dtype of `x`; NaN where all elements are.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is complex.
    ValueError
        Over no elements, or if `axis` names an axis twice.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.nanmax(xp.asarray([1.0, xp.nan, 3.0], device="cpu"))
    Tensor(3., dtype=float64, device='cpu')
    """
    return _extreme("nanmax", x, axis, keepdims)


def nanmin(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the smallest element that is not NaN.

    Parameters
    ----------
    x : Tensor
        Of a real dtype or bool.
    axis : int, tuple of int or None
        Axes to reduce; None (the default) is all of them, () none.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        Of the dtype of `x`; NaN where all elements are.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is complex.
    ValueError
        Over no elements, or if `axis` names an axis twice.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.nanmin(xp.asarray([1.0, xp.nan, 3.0], device="cpu"))
    Tensor(1., dtype=float64, device='cpu')
    """
    return _extreme("nanmin", x, axis, keepdims)


def nansum(
    x: Tensor, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False
) -> Tensor:
    """Return the sum of elements that are not NaN.

    Parameters
    ----------
    x : Tensor
        Of any dtype; bool counts as integers.
    axis : int, tuple of int or None
        Axes to reduce; None (the default) is all of them, () none.
    dtype : dtype, optional
        Default: int64 or uint64 for integers and bool, else that of `x`.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        0 where all elements are NaN, and over no elements.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `x` is complex and `dtype` is not.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axis` names an axis twice.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.nansum(xp.asarray([1.0, xp.nan, 3.0], device="cpu"))
    Tensor(4., dtype=float64, device='cpu')
    """
    require_tensor("nansum", x)
    if x.dtype.kind not in "fc":
        return sum(x, axis=axis, dtype=dtype, keepdims=keepdims)
    return _reduce("nansum", x, axis, keepdims, _sum_dtype("nansum", x, dtype))


def nanprod(
    x: Tensor, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False
) -> Tensor:
    """Return the product of elements that are not NaN.

    Parameters
    ----------
    x : Tensor
        Of any dtype; bool counts as integers.
    axis : int, tuple of int or None
        Axes to reduce; None (the default) is all of them, () none.
    dtype : dtype, optional
        Default: int64 or uint64 for integers and bool, else that of `x`.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        1 where all elements are NaN, and over no elements.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `x` is complex and `dtype` is not.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axis` names an axis twice.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.nanprod(xp.asarray([2.0, xp.nan, 3.0], device="cpu"))
    Tensor(6., dtype=float64, device='cpu')
    """
    require_tensor("nanprod", x)
    if x.dtype.kind not in "fc":
        return prod(x, axis=axis, dtype=dtype, keepdims=keepdims)
    return _reduce("nanprod", x, axis, keepdims, _sum_dtype("nanprod", x, dtype))


def nanmean(
    x: Tensor, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False
) -> Tensor:
    """Return the mean of elements that are not NaN.

    Parameters
    ----------
    x : Tensor
        Integers and bool are averaged as float64; float16 is carried in float32.
    axis : int, tuple of int or None
        Axes to reduce; None (the default) is all of them, () none.
    dtype : dtype, optional
        Floating point: what to convert to first.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        Of the floating-point dtype of `x` (or `dtype`), else float64. NaN where all
        elements are, and over no elements.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, `dtype` is not floating point, or is real and `x` complex.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axis` names an axis twice.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.nanmean(xp.asarray([1.0, xp.nan, 3.0], device="cpu"))
    Tensor(2., dtype=float64, device='cpu')
    """
    require_tensor("nanmean", x)
    if dtype is not None:
        found = dtype_or("nanmean", dtype, x.dtype)
        require_kind("nanmean", found, "fc")
        x = convert(x, found)
    if x.dtype.kind not in "fc":
        return mean(x, axis=axis, keepdims=keepdims)
    if x.dtype == dt.float16:
        wide = nanmean(x, axis=axis, dtype=dt.float32, keepdims=keepdims)
        return convert(wide, dt.float16)
    count = count_nonzero(logical_not(isnan(x)), axis=axis, keepdims=keepdims)
    total = nansum(x, axis=axis, keepdims=keepdims)
    return total / convert(count, dt.real_part(x.dtype))
