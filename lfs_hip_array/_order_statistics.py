# SPDX-License-Identifier: Apache-2.0
"""Quantiles, medians, and places of extremes beside NaN."""

from __future__ import annotations

import builtins
from typing import Any

from . import _dtypes as dt
from ._apply import convert
from ._asarray import asarray
from ._checks import require_choice, require_kind, require_tensor
from ._creation import full, full_like
from ._elementwise import ceil, clip, floor, isnan, lerp, logical_not, maximum, minimum, where
from ._elementwise import round as round_
from ._indexing import take_along_axis
from ._manipulation import expand_dims, moveaxis, permute_dims, reshape
from ._searching import argmax, argmin, count_nonzero
from ._sorting import sort
from ._statistical import max as max_
from ._statistical import min as min_
from ._tensor import Tensor
from ._utility import all as all_
from ._utility import any as any_
from ._views import normalize_axes


def _rows(operation: str, x: Tensor, axis: Any) -> tuple[Tensor, tuple[int, ...]]:
    """Return the reduced axes merged into a last one, in floating point."""
    require_tensor(operation, x)
    require_kind(operation, x.dtype, "biuf")
    if x.dtype.kind in "biu":
        x = convert(x, dt.DEFAULT_FLOAT)
    axes = normalize_axes(axis, x.ndim, operation)
    kept = [i for i in range(x.ndim) if i not in axes]
    moved = permute_dims(x, (*kept, *axes))
    size = 1
    for i in axes:
        size *= x.shape[i]
    return reshape(moved, (*(x.shape[i] for i in kept), size)), axes


def _with_dims(x: Tensor, axes: tuple[int, ...], keepdims: builtins.bool) -> Tensor:
    return expand_dims(x, axes) if keepdims and axes else x


def quantile(
    x: Tensor,
    q: Any,
    /,
    *,
    axis: Any = None,
    method: str = "linear",
    keepdims: builtins.bool = False,
) -> Tensor:
    """Return quantiles; NaN where a NaN is among the elements.

    Parameters
    ----------
    x : Tensor
        Of a real dtype; integers are computed as float64.
    q : float, sequence or Tensor
        Probabilities in [0, 1]; their axes come first in the result.
    axis : int, tuple of int or None
        None (the default) takes all elements.
    method : str
        Where between two elements a quantile lies. Those of Hyndman and Fan
        (The American Statistician 50, 1996): "inverted_cdf",
        "averaged_inverted_cdf", "closest_observation",
        "interpolated_inverted_cdf", "hazen", "weibull", "linear",
        "median_unbiased", "normal_unbiased"; and "lower", "higher",
        "midpoint", "nearest".
    keepdims : bool
        Keep reduced axes with length 1.

    Returns
    -------
    Tensor
        Of the axes of `q`, then those kept of `x`, and the dtype of `x`; float64 for
        integers and bool.

    Raises
    ------
    TypeError
        If `x` is not a Tensor of a real dtype or bool.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `q` is outside [0, 1], there are no elements, or there is no such method.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.quantile(xp.arange(5, device="cpu"), [0.25, 0.6])
    Tensor([1. , 2.4], dtype=float64, device='cpu')
    """
    return _quantile("quantile", x, q, axis, method, keepdims, skip_nan=False)


def nanquantile(
    x: Tensor,
    q: Any,
    /,
    *,
    axis: Any = None,
    method: str = "linear",
    keepdims: builtins.bool = False,
) -> Tensor:
    """Return quantiles of elements that are not NaN; NaN where all are."""
    return _quantile("nanquantile", x, q, axis, method, keepdims, skip_nan=True)


def _quantile(
    operation: str,
    x: Tensor,
    q: Any,
    axis: Any,
    method: str,
    keepdims: builtins.bool,
    *,
    skip_nan: builtins.bool,
) -> Tensor:
    require_choice(operation, "method", method, _METHODS)
    rows, axes = _rows(operation, x, axis)
    if rows.shape[-1] == 0:
        raise ValueError(f"{operation}: no elements along axis {axis} of shape {x.shape}")
    levels = asarray(q, dtype=dt.float64, device=x.device)
    if not builtins.bool(all_((levels >= 0) & (levels <= 1))):
        raise ValueError(f"{operation}: q must be within 0 and 1")
    ordered = sort(rows)  # NaNs last
    missing = count_nonzero(isnan(ordered), axis=-1, keepdims=True)
    count = rows.shape[-1] - missing if skip_nan else full_like(missing, rows.shape[-1])
    found = _between(ordered, count, reshape(levels, (-1,)), method)
    lost = count == 0 if skip_nan else missing > 0
    found = where(lost, float("nan"), found)
    found = reshape(moveaxis(found, -1, 0), (*levels.shape, *found.shape[:-1]))
    if not keepdims or not axes:
        return found
    return expand_dims(found, tuple(levels.ndim + a for a in axes))


def _between(ordered: Tensor, count: Tensor, levels: Tensor, method: str) -> Tensor:
    """Return values at `levels` of the first `count` elements of sorted rows."""
    last = maximum(convert(count, dt.float64), 1.0) - 1
    place = _place(last + 1, levels, method)
    low = clip(floor(place), 0.0, None)
    low = minimum(low, last)
    high = minimum(clip(floor(place) + 1, 0.0, None), last)
    a = take_along_axis(ordered, convert(low, dt.int64), axis=-1)
    b = take_along_axis(ordered, convert(high, dt.int64), axis=-1)
    weight = convert(_weight(place - floor(place), method), ordered.dtype)
    # Ends exactly, so that infinities stay what they are.
    return where(weight == 0, a, where(weight == 1, b, where(a == b, a, lerp(a, b, weight))))


#: Method -> (alpha, beta) of its place ``n q + alpha + q (1 - alpha - beta) - 1``.
_PLOTTING = {
    "averaged_inverted_cdf": (0.0, 1.0),
    "hazen": (0.5, 0.5),
    "interpolated_inverted_cdf": (0.0, 1.0),
    "inverted_cdf": (0.0, 1.0),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 3 / 8),
    "weibull": (0.0, 0.0),
}
_METHODS = (
    *_PLOTTING,
    "closest_observation",
    "linear",
    "lower",
    "higher",
    "midpoint",
    "nearest",
)


def _place(n: Tensor, q: Tensor, method: str) -> Tensor:
    """Return where a quantile lies among `n` sorted elements, counted from 0."""
    if method == "closest_observation":
        place = n * q - 1.5
        even = (place == floor(place)) & (floor(place) % 2 == 1)
        return floor(place) + where(even, 0.0, 1.0)
    if method in _PLOTTING:
        alpha, beta = _PLOTTING[method]
        return n * q + (alpha + q * (1 - alpha - beta)) - 1
    place = (n - 1) * q
    if method == "lower":
        return floor(place)
    if method == "higher":
        return ceil(place)
    if method == "midpoint":
        return (floor(place) + ceil(place)) * 0.5
    return round_(place) if method == "nearest" else place


def _weight(fraction: Tensor, method: str) -> Tensor:
    """Return the weight of the upper of the two elements beside a place."""
    if method == "averaged_inverted_cdf":
        return where(fraction == 0, 0.5, 1.0)
    if method == "inverted_cdf":
        return where(fraction == 0, 0.0, 1.0)
    return fraction


def percentile(
    x: Tensor,
    q: Any,
    /,
    *,
    axis: Any = None,
    method: str = "linear",
    keepdims: builtins.bool = False,
) -> Tensor:
    """Return percentiles: `quantile` with q in [0, 100].

    Parameters
    ----------
    x : Tensor
        Of a real dtype; integers are computed as float64.
    q : float, sequence or Tensor
        Percentages in [0, 100]; their axes come first in the result.
    axis : int, tuple of int or None
        None takes all elements.
    method : str
        As for `quantile`.
    keepdims : bool
        Keep reduced axes with length 1.

    Returns
    -------
    Tensor
        Floating point; NaN where a NaN is among the elements.

    Raises
    ------
    TypeError
        If `x` is not a Tensor of a real dtype.
    ValueError
        If `q` is outside [0, 100], there are no elements, or there is no such method.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.percentile(xp.asarray([1.0, 2.0, 3.0], device="cpu"), 50)
    Tensor(2., dtype=float64, device='cpu')
    """
    return quantile(x, _hundredths("percentile", x, q), axis=axis, method=method, keepdims=keepdims)


def nanpercentile(
    x: Tensor,
    q: Any,
    /,
    *,
    axis: Any = None,
    method: str = "linear",
    keepdims: builtins.bool = False,
) -> Tensor:
    """Return percentiles of elements that are not NaN: `nanquantile` with q in [0, 100]."""
    levels = _hundredths("nanpercentile", x, q)
    return nanquantile(x, levels, axis=axis, method=method, keepdims=keepdims)


def _hundredths(operation: str, x: Tensor, q: Any) -> Tensor:
    require_tensor(operation, x)
    levels = asarray(q, dtype=dt.float64, device=x.device)
    if not builtins.bool(all_((levels >= 0) & (levels <= 100))):
        raise ValueError(f"{operation}: q must be within 0 and 100")
    return levels / 100


def median(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the median: the mean of the two middle elements; NaN where there is one.

    Parameters
    ----------
    x : Tensor
        Of a real dtype; integers are computed as float64.
    axis : int, tuple of int or None
        None takes all elements.
    keepdims : bool
        Keep reduced axes with length 1.

    Returns
    -------
    Tensor
        Floating point; NaN over no elements.

    Raises
    ------
    TypeError
        If `x` is not a Tensor of a real dtype.
    IndexError
        If an axis is out of range.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.median(xp.asarray([3.0, 1.0, 2.0, 4.0], device="cpu"))
    Tensor(2.5, dtype=float64, device='cpu')
    """
    rows, axes = _rows("median", x, axis)
    n = rows.shape[-1]
    if n == 0:
        shape = rows.shape[:-1]
        return _with_dims(
            full(shape, float("nan"), dtype=rows.dtype, device=x.device), axes, keepdims
        )
    ordered = sort(rows)
    middle = _halfway(ordered[..., (n - 1) // 2], ordered[..., n // 2])
    middle = where(isnan(ordered[..., -1]), float("nan"), middle)
    return _with_dims(middle, axes, keepdims)


def _halfway(a: Tensor, b: Tensor) -> Tensor:
    """Return the mean of two values; infinities of one sign stay what they are."""
    return where(a == b, a, a * 0.5 + b * 0.5)


def nanmedian(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the median of elements that are not NaN; NaN where all are.

    Parameters
    ----------
    x : Tensor
        Of a real dtype; integers are computed as float64.
    axis : int, tuple of int or None
        None takes all elements.
    keepdims : bool
        Keep reduced axes with length 1.

    Returns
    -------
    Tensor
        Floating point; NaN over no elements.

    Raises
    ------
    TypeError
        If `x` is not a Tensor of a real dtype.
    IndexError
        If an axis is out of range.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.nanmedian(xp.asarray([3.0, xp.nan, 1.0], device="cpu"))
    Tensor(2., dtype=float64, device='cpu')
    """
    rows, axes = _rows("nanmedian", x, axis)
    if rows.shape[-1] == 0:
        return median(x, axis=axis, keepdims=keepdims)
    ordered = sort(rows)
    count = count_nonzero(logical_not(isnan(rows)), axis=-1, keepdims=True)
    low = take_along_axis(ordered, maximum(count - 1, 0) // 2, axis=-1)
    high = take_along_axis(ordered, clip(count // 2, 0, rows.shape[-1] - 1), axis=-1)
    middle = where(count == 0, float("nan"), _halfway(low, high))[..., 0]
    return _with_dims(middle, axes, keepdims)


def _nan_arg(operation: str, x: Tensor, axis: int | None, keepdims: builtins.bool) -> Tensor:
    require_tensor(operation, x)
    require_kind(operation, x.dtype, "biuf")
    function = argmax if operation == "nanargmax" else argmin
    if x.dtype.kind != "f":
        return function(x, axis=axis, keepdims=keepdims)
    missing = isnan(x)
    if builtins.bool(any_(all_(missing, axis=axis))):
        raise ValueError(f"{operation}: all elements along axis {axis} are NaN")
    limit = float("-inf") if operation == "nanargmax" else float("inf")
    best = (max_ if operation == "nanargmax" else min_)(
        where(missing, limit, x), axis=axis, keepdims=True
    )
    return argmax(x == best, axis=axis, keepdims=keepdims)


def nanargmax(x: Tensor, /, *, axis: int | None = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the index of the first largest element that is not NaN.

    Parameters
    ----------
    x : Tensor
        Of a real dtype.
    axis : int or None
        None takes the flattened tensor.
    keepdims : bool
        Keep the reduced axis with length 1.

    Returns
    -------
    Tensor
        Of dtype int64.

    Raises
    ------
    TypeError
        If `x` is not a Tensor of a real dtype.
    ValueError
        Over no elements, or where all are NaN.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.nanargmax(xp.asarray([xp.nan, 1.0, 2.0], device="cpu"))
    Tensor(2, dtype=int64, device='cpu')
    """
    return _nan_arg("nanargmax", x, axis, keepdims)


def nanargmin(x: Tensor, /, *, axis: int | None = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the index of the first smallest element that is not NaN.

    Parameters
    ----------
    x : Tensor
        Of a real dtype.
    axis : int or None
        None takes the flattened tensor.
    keepdims : bool
        Keep the reduced axis with length 1.

    Returns
    -------
    Tensor
        Of dtype int64.

    Raises
    ------
    TypeError
        If `x` is not a Tensor of a real dtype.
    ValueError
        Over no elements, or where all are NaN.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.nanargmin(xp.asarray([xp.nan, 1.0, 2.0], device="cpu"))
    Tensor(1, dtype=int64, device='cpu')
    """
    return _nan_arg("nanargmin", x, axis, keepdims)
