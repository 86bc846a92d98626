# SPDX-License-Identifier: Apache-2.0
"""Padding, with NumPy's modes."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from . import _dtypes as dt
from ._apply import convert
from ._checks import require_choice, require_tensor
from ._creation import empty, full
from ._elementwise import clip, floor, where
from ._elementwise import round as round_
from ._indexing import take
from ._manipulation import broadcast_to, concat, flip, reshape
from ._order_statistics import median
from ._ranges import arange
from ._statistical import max as max_
from ._statistical import mean
from ._statistical import min as min_
from ._tensor import Tensor

_STATISTICS: dict[str, Any] = {"maximum": max_, "minimum": min_, "mean": mean, "median": median}
_MODES = (
    "constant", "edge", "empty", "linear_ramp", "reflect", "symmetric", "wrap", *_STATISTICS,
)  # fmt: skip


def pad(
    x: Tensor,
    pad_width: Any,
    /,
    mode: str = "constant",
    *,
    constant_values: Any = 0,
    end_values: Any = 0,
    stat_length: Any = None,
    reflect_type: str = "even",
) -> Tensor:
    """Surround a tensor with constants, or with values made from its own.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    pad_width : int, (before, after), one such pair for each axis, or a dict of axis to widths
        How many elements to add; not negative. Axes that a dict lacks stay as they are.
    mode : str
        "constant"; "empty" (unspecified values); "edge"; "linear_ramp" (from the
        edge to `end_values`); "maximum", "mean", "median" or "minimum" of the
        `stat_length` elements next to the edge; "reflect" (the edge once),
        "symmetric" (the edge twice) or "wrap".
    constant_values, end_values : scalar, (before, after), or a pair for each axis
        For "constant" and for "linear_ramp". Default 0.
    stat_length : int, (before, after), a pair for each axis, or None
        None (the default) takes the whole axis.
    reflect_type : {"even", "odd"}
        Odd: mirrored about the value at the edge too.

    Returns
    -------
    Tensor
        Of the dtype of `x`, always new. Integers round means and medians.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, the widths are not integers, a constant is of a kind that
        the dtype of `x` does not hold, or the mode does not take that dtype.
    ValueError
        If a width is negative, the pairs are not one for each axis, `mode` or
        `reflect_type` is none of these, an axis is empty in a mode that needs an element,
        or `stat_length` is less than 1.
    OverflowError
        If an integer constant does not fit into the dtype of `x`.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.pad(xp.asarray([1, 2, 3], device="cpu"), (2, 1), mode="reflect")
    Tensor([3, 2, 1, 2, 3, 2], dtype=int64, device='cpu')
    """
    require_tensor("pad", x)
    require_choice("pad", "mode", mode, _MODES)
    require_choice("pad", "reflect_type", reflect_type, ("even", "odd"))
    if isinstance(pad_width, dict):
        pad_width = _by_axis(pad_width, x.ndim)
    widths = _pairs("pad_width", pad_width, x.ndim)
    if not builtins.all(isinstance(w, (int, np.integer)) for pair in widths for w in pair):
        raise TypeError(f"pad: pad_width must be integers, got {pad_width!r}")
    if builtins.any(w < 0 for pair in widths for w in pair):
        raise ValueError(f"pad: pad_width must not be negative, got {pad_width}")
    values = _pairs("end_values", end_values, x.ndim)
    lengths = _pairs("stat_length", stat_length, x.ndim)
    if mode in ("constant", "empty"):
        return _filled(x, widths, mode, _pairs("constant_values", constant_values, x.ndim))
    if not builtins.any(w for pair in widths for w in pair):
        return x.copy()  # not the tensor itself: the result may be written to
    for axis, (before, after) in enumerate(widths):
        if not before and not after:
            continue
        if x.shape[axis] == 0:
            raise ValueError(f"pad: axis {axis} is empty: mode {mode!r} has nothing to repeat")
        if mode == "linear_ramp":
            x = _ramp(x, axis, before, after, values[axis])
        elif mode in _STATISTICS:
            x = _statistic(x, axis, before, after, lengths[axis], mode)
        else:
            x = _looked_up(x, axis, before, after, mode, reflect_type == "odd")
    return x


def _by_axis(widths: dict[int, Any], ndim: int) -> list[Any]:
    pairs: list[Any] = [(0, 0)] * ndim
    for axis, width in widths.items():
        pairs[axis] = (width, width) if isinstance(width, (int, np.integer)) else width
    return pairs


def _pairs(name: str, value: Any, ndim: int) -> list[tuple[Any, Any]]:
    """Return a pair for each axis from a scalar, a pair, or pairs."""
    try:
        spread = np.broadcast_to(np.asarray(value, dtype=object), (ndim, 2))
    except ValueError:
        pairs = len(value)
        raise ValueError(f"pad: {pairs} pairs in {name} for {ndim} dimensions") from None
    return [(before, after) for before, after in spread]


def _filled(
    x: Tensor, widths: list[tuple[Any, Any]], mode: str, values: list[tuple[Any, Any]]
) -> Tensor:
    """Pad with constants; later axes win in the corners, as in NumPy."""
    shape = tuple(n + b + a for n, (b, a) in zip(x.shape, widths, strict=True))
    inner = tuple(slice(b, b + n) for n, (b, _) in zip(x.shape, widths, strict=True))
    if mode == "empty":
        result = empty(shape, dtype=x.dtype, device=x.device)
    elif len({*(v for pair in values for v in pair)}) <= 1:
        value = values[0][0] if values else 0
        result = full(shape, value, dtype=x.dtype, device=x.device)
    else:
        result = full(shape, values[-1][0], dtype=x.dtype, device=x.device)
        for axis, ((before, after), (low, high)) in enumerate(zip(widths, values, strict=True)):
            lead = tuple(slice(None) for _ in range(axis))
            tail = inner[axis + 1 :]
            result[(*lead, slice(0, before), *tail)] = low
            result[(*lead, slice(shape[axis] - after, None), *tail)] = high
    result[inner] = x
    return result


def _slice(x: Tensor, axis: int, start: int | None, stop: int | None) -> Tensor:
    return x[(slice(None),) * axis + (slice(start, stop),)]


def _spread(x: Tensor, axis: int, count: int) -> Tensor:
    """Repeat a part of length 1 along an axis."""
    return broadcast_to(x, (*x.shape[:axis], count, *x.shape[axis + 1 :]))


def _ramp(x: Tensor, axis: int, before: int, after: int, ends: tuple[Any, Any]) -> Tensor:
    def ramp(edge: Tensor, end: Any, count: int) -> Tensor:
        wide = edge if edge.dtype.kind in "fc" else convert(edge, dt.float64)
        steps = reshape(
            convert(arange(count, device=x.device), dt.real_part(wide.dtype)),
            (-1, *(1,) * (x.ndim - 1 - axis)),
        )
        line = (wide - end) * (steps / builtins.max(count, 1)) + end
        return convert(floor(line) if x.dtype.kind in "iu" else line, x.dtype)

    left = ramp(_slice(x, axis, 0, 1), ends[0], before)
    right = flip(ramp(_slice(x, axis, -1, None), ends[1], after), axis=axis)
    return concat([left, x, right], axis=axis)


def _statistic(
    x: Tensor, axis: int, before: int, after: int, lengths: tuple[Any, Any], mode: str
) -> Tensor:
    def statistic(part: Tensor, count: int) -> Tensor:
        found = _STATISTICS[mode](part, axis=axis, keepdims=True)
        if x.dtype.kind in "iu" and found.dtype.kind == "f":
            found = round_(found)
        return _spread(convert(found, x.dtype), axis, count)

    n = x.shape[axis]
    low, high = (n if k is None else builtins.min(int(k), n) for k in lengths)
    if low < 1 or high < 1:
        raise ValueError("pad: stat_length of 0 yields no value for padding")
    left = statistic(_slice(x, axis, 0, low), before)
    right = statistic(_slice(x, axis, n - high, None), after)
    return concat([left, x, right], axis=axis)


def _looked_up(
    x: Tensor, axis: int, before: int, after: int, mode: str, odd: builtins.bool
) -> Tensor:
    """Look every place of the padded axis up in the axis."""
    n = x.shape[axis]
    places = arange(-before, n + after, device=x.device)
    if mode == "edge" or (n == 1 and mode != "wrap"):
        return take(x, clip(places, 0, n - 1), axis=axis)
    if mode == "wrap":
        return take(x, places % n, axis=axis)
    period = 2 * n - 2 if mode == "reflect" else 2 * n
    turns, within = places // period, places % period
    mirrored = within >= n
    within = where(mirrored, (period if mode == "reflect" else period - 1) - within, within)
    found = take(x, within, axis=axis)
    if not odd:
        return found
    # Each mirror turns values about the edge; each turn adds twice the rise of the axis.
    column = (-1, *(1,) * (x.ndim - 1 - axis))
    first, last = _slice(x, axis, 0, 1), _slice(x, axis, -1, None)
    found = where(reshape(mirrored, column), 2 * last - found, found)
    return found + reshape(convert(turns, x.dtype), column) * (2 * (last - first))
