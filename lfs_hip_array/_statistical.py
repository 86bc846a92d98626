# SPDX-License-Identifier: Apache-2.0
"""Statistical functions: reductions and scans."""

from __future__ import annotations

import builtins
from math import prod as product
from typing import Any

from . import _dtypes as dt
from . import _ops as ops
from ._apply import apply1, convert
from ._checks import dtype_or, real_dtype, require_tensor
from ._dtypes import DType
from ._tensor import Tensor, wrap
from ._views import normalize_axes, normalize_axis

_ALL_AXES = tuple(tuple(range(n)) for n in range(65))


def _reduce(
    kind: str,
    x: Tensor,
    axis: Any,
    keepdims: builtins.bool,
    dtype: DType,
    **options: Any,
) -> Tensor:
    device, source = x._device, x._source()
    ndim = len(source.shape)
    axes = _ALL_AXES[ndim] if axis is None else normalize_axes(axis, ndim, kind)
    return wrap(device.reduce(kind, source, axes, keepdims, dtype, **options), device)


def _require_elements(operation: str, x: Tensor, axis: Any) -> None:
    axes = normalize_axes(axis, x.ndim, operation)
    if product(x.shape[i] for i in axes) == 0:
        raise ValueError(
            f"{operation}: no elements along axis {axis} of shape {x.shape}, and no identity"
        )


def sum(
    x: Tensor, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False
) -> Tensor:
    """Return the sum of elements.

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
        0 over no elements. Float sums are blocked (the error grows with the logarithm of
        the length); float16 is carried in float32.

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
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.sum(xp.full((300,), 100, dtype=xp.int8, device="cpu"))
    Tensor(30000, dtype=int64, device='cpu')
    """
    require_tensor("sum", x)
    return _accumulated("sum", x, axis, dtype, keepdims)


def _accumulated(kind: str, x: Tensor, axis: Any, dtype: Any, keepdims: builtins.bool) -> Tensor:
    if dtype is None:
        return _reduce(kind, x, axis, keepdims, dt.accumulator(x.dtype))
    found = _sum_dtype(kind, x, dtype)
    return _reduce(kind, _converted(x, found), axis, keepdims, found)


def _sum_dtype(operation: str, x: Tensor, dtype: Any) -> DType:
    found = dtype_or(operation, dtype, x.dtype)
    if x.dtype.kind == "c" and found.kind != "c":
        raise TypeError(f"{operation}: complex values do not sum as {found}")
    return found


def _converted(x: Tensor, dtype: DType) -> Tensor:
    """Return `x` in a dtype that the reduction's own conversion would get wrong."""
    return convert(x, dtype) if x.dtype.kind in "fc" and dtype.kind not in "fc" else x


def prod(
    x: Tensor, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False
) -> Tensor:
    """Return the product of elements.

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
        1 over no elements.

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
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.prod(xp.asarray([[1, 2], [3, 4]], device="cpu"), axis=0)
    Tensor([3, 8], dtype=int64, device='cpu')
    """
    require_tensor("prod", x)
    return _accumulated("prod", x, axis, dtype, keepdims)


def _extreme(kind: str, x: Tensor, axis: Any, keepdims: builtins.bool) -> Tensor:
    require_tensor(kind, x)
    real_dtype(kind, x.dtype)
    _require_elements(kind, x, axis)
    return _reduce(kind, x, axis, keepdims, x.dtype)


def max(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the largest element; NaN wins, and -0.0 < +0.0.

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
        Of the dtype of `x`.

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
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.max(xp.asarray([[1, 5], [7, 2]], device="cpu"), axis=1)
    Tensor([5, 7], dtype=int64, device='cpu')
    """
    return _extreme("max", x, axis, keepdims)


def min(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the smallest element; NaN wins, and -0.0 < +0.0.

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
        Of the dtype of `x`.

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
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.min(xp.asarray([[1, 5], [7, 2]], device="cpu"), axis=1)
    Tensor([1, 2], dtype=int64, device='cpu')
    """
    return _extreme("min", x, axis, keepdims)


def mean(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the arithmetic mean.

    Parameters
    ----------
    x : Tensor
        Of any dtype; integers and bool are averaged as float64.
    axis : int, tuple of int or None
        Axes to reduce; None (the default) is all of them, () none.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        Of the floating-point dtype of `x`, else float64. NaN over no elements.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axis` names an axis twice.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.mean(xp.asarray([1, 2], device="cpu"))
    Tensor(1.5, dtype=float64, device='cpu')
    """
    require_tensor("mean", x)
    dtype = dt.DEFAULT_FLOAT if x.dtype.kind in "biu" else x.dtype
    return _reduce("mean", x, axis, keepdims, dtype)


def var(
    x: Tensor,
    /,
    *,
    axis: Any = None,
    correction: float = 0.0,
    keepdims: builtins.bool = False,
    ddof: float | None = None,
) -> Tensor:
    """Return the variance.

    Parameters
    ----------
    x : Tensor
        Integers and bool are computed as float64; complex by the modulus of differences.
    axis : int, tuple of int or None
        Axes to reduce; None (the default) is all of them, () none.
    correction : float
        The divisor is ``N - correction``; default 0.
    keepdims : bool
        Keep the reduced axes with length 1.
    ddof : float, optional
        NumPy's name for `correction`; it wins if both are given.

    Returns
    -------
    Tensor
        Of the real dtype; NaN where ``N <= correction``. Two passes: constant
        input gives 0, however large it is.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `correction` is not a Python number.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axis` names an axis twice.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.var(xp.asarray([1.0, 2.0, 3.0], device="cpu"), correction=1)
    Tensor(1., dtype=float64, device='cpu')
    """
    return _variance("var", x, axis, correction if ddof is None else ddof, keepdims)


def _variance(
    operation: str, x: Tensor, axis: Any, correction: float, keepdims: builtins.bool
) -> Tensor:
    require_tensor(operation, x)
    if not isinstance(correction, (int, float)):
        raise TypeError(f"{operation}: correction must be a number, got {correction!r}")
    if x.dtype.kind in "biu":
        x = convert(x, dt.DEFAULT_FLOAT)
    dtype = dt.real_part(x.dtype)
    return _reduce("var", x, axis, keepdims, dtype, correction=float(correction))


def std(
    x: Tensor,
    /,
    *,
    axis: Any = None,
    correction: float = 0.0,
    keepdims: builtins.bool = False,
    ddof: float | None = None,
) -> Tensor:
    """Return the standard deviation: the root of `var`.

    Parameters
    ----------
    x : Tensor
        Integers and bool are computed as float64; complex as `var` does.
    axis : int, tuple of int or None
        Axes to reduce; None (the default) is all of them, () none.
    correction : float
        The divisor is ``N - correction``; default 0.
    keepdims : bool
        Keep the reduced axes with length 1.
    ddof : float, optional
        NumPy's name for `correction`; it wins if both are given.

    Returns
    -------
    Tensor
        Of the real dtype; NaN where ``N <= correction``.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `correction` is not a Python number.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axis` names an axis twice.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.std(xp.asarray([1.0, 3.0, 5.0], device="cpu"), correction=1)
    Tensor(2., dtype=float64, device='cpu')
    """
    found = correction if ddof is None else ddof
    return apply1(ops.SQRT, _variance("std", x, axis, found, keepdims))


def _cumulative(
    operation: str, kind: str, x: Tensor, axis: int | None, dtype: Any, initial: builtins.bool
) -> Tensor:
    require_tensor(operation, x)
    if axis is None:
        if x.ndim != 1:
            raise ValueError(f"{operation}: axis is required for {x.ndim} dimensions")
        axis = 0
    axis = normalize_axis(axis, x.ndim, operation)
    found = dt.accumulator(x.dtype) if dtype is None else _sum_dtype(operation, x, dtype)
    x = _converted(x, found)
    device = x.device
    return wrap(device.scan(kind, x._settled(), axis, found, builtins.bool(initial)), device)


def cumulative_sum(
    x: Tensor,
    /,
    *,
    axis: int | None = None,
    dtype: Any = None,
    include_initial: builtins.bool = False,
) -> Tensor:
    """Return running sums along an axis.

    Parameters
    ----------
    x : Tensor
        Of any dtype; bool counts as integers.
    axis : int, optional
        May be left out for one dimension only.
    dtype : dtype, optional
        Default: int64 or uint64 for integers and bool, else that of `x`.
    include_initial : bool
        Start with a 0: the axis is one longer.

    Returns
    -------
    Tensor
        Of the shape of `x`, but for the longer axis of `include_initial`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `x` is complex and `dtype` is not.
    ValueError
        If `axis` is left out and `x` has not one dimension.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.cumulative_sum(xp.asarray([1, 2, 3], device="cpu"), include_initial=True)
    Tensor([0, 1, 3, 6], dtype=int64, device='cpu')
    """
    return _cumulative("cumulative_sum", "sum", x, axis, dtype, include_initial)


def cumulative_prod(
    x: Tensor,
    /,
    *,
    axis: int | None = None,
    dtype: Any = None,
    include_initial: builtins.bool = False,
) -> Tensor:
    """Return running products along an axis.

    Parameters
    ----------
    x : Tensor
        Of any dtype; bool counts as integers.
    axis : int, optional
        May be left out for one dimension only.
    dtype : dtype, optional
        Default: int64 or uint64 for integers and bool, else that of `x`.
    include_initial : bool
        Start with a 1: the axis is one longer.

    Returns
    -------
    Tensor
        Of the shape of `x`, but for the longer axis of `include_initial`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `x` is complex and `dtype` is not.
    ValueError
        If `axis` is left out and `x` has not one dimension.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.cumulative_prod(xp.asarray([2, 3, 4], device="cpu"))
    Tensor([ 2,  6, 24], dtype=int64, device='cpu')
    """
    return _cumulative("cumulative_prod", "prod", x, axis, dtype, include_initial)


# --- what the standard lacks ---------------------------------------------------------
def logsumexp(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return ``log(sum(exp(x)))`` without overflow.

    Parameters
    ----------
    x : Tensor
        Of a real dtype; integers and bool are computed as float64.
    axis : int, tuple of int or None
        Axes to reduce; None (the default) is all of them, () none.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        Of the floating-point dtype of `x`, else float64; -inf over no elements.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is complex.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axis` names an axis twice.

    Notes
    -----
    Source: torch's and SciPy's functions of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.logsumexp(xp.asarray([1000.0, 1000.0], device="cpu"))
    Tensor(1000.69314718, dtype=float64, device='cpu')
    """
    from ._creation import full

    require_tensor("logsumexp", x)
    real_dtype("logsumexp", x.dtype)
    if x.dtype.kind in "biu":
        x = convert(x, dt.DEFAULT_FLOAT)
    axes = normalize_axes(axis, x.ndim, "logsumexp")
    if product(x.shape[i] for i in axes) == 0:
        shape = tuple(
            1 if i in axes else n for i, n in enumerate(x.shape) if keepdims or i not in axes
        )
        return full(shape, float("-inf"), dtype=x.dtype, device=x.device)
    return _reduce("logsumexp", x, axis, keepdims, x.dtype)


def norm(
    x: Tensor, /, *, ord: Any = 2, axis: Any = None, keepdims: builtins.bool = False
) -> Tensor:
    """Return a vector norm: `linalg.vector_norm` under a short name.

    Parameters
    ----------
    x : Tensor
        Of any dtype; integers and bool are computed as float64.
    ord : int or float
        2 (the default), 1, 0 (counts what is not 0), inf, -inf, or any p:
        ``sum(abs(x)**p)**(1/p)``.
    axis : int, tuple of int or None
        None (the default) takes all elements as one vector, also of a matrix.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        Of the real dtype.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `ord` is not a Python number.
    ValueError
        Over no elements for ``ord=-inf``, or if `axis` names an axis twice.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: the standard's ``linalg.vector_norm``; the name is torch's.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.norm(xp.asarray([3.0, -4.0], device="cpu"))
    Tensor(5., dtype=float64, device='cpu')
    """
    from .linalg import vector_norm

    return vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)
