# SPDX-License-Identifier: Apache-2.0
"""Statistical functions: reductions and scans."""

from __future__ import annotations

import builtins
from math import prod as product
from typing import Any

from . import _dtypes as dt
from . import _ops as ops
from ._apply import apply1
from ._checks import dtype_or, real_dtype, require_kind, require_tensor
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
        None sums all.
    dtype : dtype, optional
        Default: int64 or uint64 for small integers, else that of `x`.
    keepdims : bool
        Keep summed axes with length 1.

    Returns
    -------
    Tensor
        0 over an empty axis. Float sums are blocked: the error grows with the
        logarithm of the length. float16 is carried in float32.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.sum(xp.full((300,), 100, dtype=xp.int8, device="cpu"))
    Tensor(30000, dtype=int64, device='cpu')

    Notes
    -----
    Source: Python Array API standard 2025.12.
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
    from ._apply import convert

    return convert(x, dtype) if x.dtype.kind in "fc" and dtype.kind not in "fc" else x


def prod(
    x: Tensor, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False
) -> Tensor:
    """Return the product of elements; parameters as `sum`. 1 over an empty axis."""
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
        Of a real dtype.
    axis : int, tuple of int or None
    keepdims : bool

    Returns
    -------
    Tensor
        Of the dtype of `x`.

    Raises
    ------
    ValueError
        Over no elements.
    """
    return _extreme("max", x, axis, keepdims)


def min(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the smallest element; parameters and errors as `max`."""
    return _extreme("min", x, axis, keepdims)


def mean(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the arithmetic mean.

    Parameters
    ----------
    x : Tensor
        Integers and bool are averaged as float64.
    axis : int, tuple of int or None
    keepdims : bool

    Returns
    -------
    Tensor
        NaN over no elements.
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
        Integers are computed as float64; complex gives the variance of the modulus.
    axis : int, tuple of int or None
    correction : float
        The divisor is ``N - correction``.
    keepdims : bool
    ddof : float, optional
        NumPy's name for `correction`.

    Returns
    -------
    Tensor
        Of the real dtype; NaN where ``N <= correction``. Two passes: constant
        input gives 0, however large it is.
    """
    return _variance("var", x, axis, correction if ddof is None else ddof, keepdims)


def _variance(
    operation: str, x: Tensor, axis: Any, correction: float, keepdims: builtins.bool
) -> Tensor:
    from ._apply import convert

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
    """Return the standard deviation: the root of `var`, with its parameters."""
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
    axis : int, optional
        May be left out for one dimension only.
    dtype : dtype, optional
        Default as `sum`.
    include_initial : bool
        Start with a 0: the axis is one longer.

    Returns
    -------
    Tensor
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
    """Return running products along an axis; parameters as `cumulative_sum` (start with a 1)."""
    return _cumulative("cumulative_prod", "prod", x, axis, dtype, include_initial)


# --- what the standard lacks ---------------------------------------------------------
def logsumexp(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return ``log(sum(exp(x)))`` without overflow; -inf over no elements.

    Parameters
    ----------
    x : Tensor
        Of a real dtype; integers are computed as float64.
    axis : int, tuple of int or None
    keepdims : bool

    Returns
    -------
    Tensor
    """
    from ._apply import convert
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
    """Return a vector norm: `linalg.vector_norm` with NumPy's short name."""
    from .linalg import vector_norm

    return vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)


def _nan_extreme(kind: str, x: Tensor, axis: Any, keepdims: builtins.bool) -> Tensor:
    require_tensor(kind, x)
    real_dtype(kind, x.dtype)
    _require_elements(kind, x, axis)
    return _reduce(kind, x, axis, keepdims, x.dtype)


def nanmax(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the largest element that is not NaN; NaN where all are."""
    return _nan_extreme("nanmax", x, axis, keepdims)


def nanmin(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the smallest element that is not NaN; NaN where all are."""
    return _nan_extreme("nanmin", x, axis, keepdims)


def nansum(
    x: Tensor, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False
) -> Tensor:
    """Return the sum of elements that are not NaN."""
    require_tensor("nansum", x)
    if x.dtype.kind not in "fc":
        return sum(x, axis=axis, dtype=dtype, keepdims=keepdims)
    return _reduce("nansum", x, axis, keepdims, _sum_dtype("nansum", x, dtype))


def nanprod(
    x: Tensor, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False
) -> Tensor:
    """Return the product of elements that are not NaN."""
    require_tensor("nanprod", x)
    if x.dtype.kind not in "fc":
        return prod(x, axis=axis, dtype=dtype, keepdims=keepdims)
    return _reduce("nanprod", x, axis, keepdims, _sum_dtype("nanprod", x, dtype))


def nanmean(
    x: Tensor, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False
) -> Tensor:
    """Return the mean of elements that are not NaN; NaN where all are.

    Parameters
    ----------
    x : Tensor
        Integers and bool are averaged as float64; float16 is carried in float32.
    axis : int, tuple of int or None
    dtype : dtype, optional
        Floating point: what to convert to first.
    keepdims : bool

    Returns
    -------
    Tensor
    """
    from ._apply import convert
    from ._elementwise import isnan, logical_not
    from ._searching import count_nonzero

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
