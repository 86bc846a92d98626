# SPDX-License-Identifier: Apache-2.0
"""Sorting, selection, gather and scatter on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .pointwise import quiet

_Array = NDArray[Any]


# --- sorts -------------------------------------------------------------------------
def sort(x: _Array, axis: int, descending: bool, want: str) -> tuple[_Array | None, _Array | None]:
    """Sort stably; descending is the stable sort of the reversed axis, reversed.

    NumPy's stable sort moves values unchanged, so NaN payloads and zero signs
    survive; NaNs compare as one value above all others.
    """
    source = np.flip(x, axis) if descending else x
    if want == "values":
        values = np.sort(source, axis=axis, kind="stable")
        return (np.flip(values, axis).copy() if descending else values), None
    indices = np.argsort(source, axis=axis, kind="stable").astype(np.int64, copy=False)
    if descending:
        indices = x.shape[axis] - 1 - np.flip(indices, axis)
    chosen = np.take_along_axis(x, indices, axis) if want == "both" else None
    return chosen, np.ascontiguousarray(indices).reshape(x.shape)


def topk(x: _Array, k: int, axis: int, largest: bool) -> tuple[_Array, _Array]:
    """Return the first k of the stable order."""
    _, indices = sort(x, axis, largest, "indices")
    assert indices is not None
    first = np.take(indices, np.arange(k), axis=axis)
    return np.take_along_axis(x, first, axis), first


def searchsorted(x: _Array, values: _Array, side: str, sorter: _Array | None) -> _Array:
    """Return insertion points as int64."""
    found = np.searchsorted(x, values, side=side, sorter=sorter)  # type: ignore[call-overload]
    return np.asarray(found, np.int64)


# --- selection ------------------------------------------------------------------------
def nonzero(x: _Array) -> tuple[_Array, ...]:
    """Return the coordinates of nonzero elements."""
    return tuple(np.asarray(i, np.int64) for i in np.nonzero(x))


def masked_select(x: _Array, mask: _Array, count: int | None) -> _Array:
    """Return the elements where `mask` holds."""
    result = x[mask]
    if count is not None and count != result.shape[0]:
        raise ValueError(f"masked_select: count={count}, but the mask selects {result.shape[0]}")
    return result


def masked_scatter(target: _Array, mask: _Array, source: _Array) -> None:
    """Write successive source elements where `mask` holds."""
    need = int(np.count_nonzero(mask))
    if source.size < need:
        raise IndexError(
            f"masked_scatter: the mask selects {need} elements, the source has {source.size}"
        )
    target[mask] = source[:need]


# --- gather -----------------------------------------------------------------------------
def take(x: _Array, indices: _Array, axis: int, operation: str) -> _Array:
    """Return slices along `axis`."""
    check_range(operation, indices, x.shape[axis], axis)
    if x.shape[axis] == 0:  # NumPy refuses even an empty selection
        shape = x.shape[:axis] + indices.shape + x.shape[axis + 1 :]
        return np.empty(shape, x.dtype)
    return np.asarray(np.take(x, indices, axis=axis))


def take_along_axis(x: _Array, indices: _Array, axis: int, operation: str) -> _Array:
    """Return elements by an index for each."""
    check_range(operation, indices, x.shape[axis], axis)
    return np.take_along_axis(x, indices, axis)


def check_range(operation: str, indices: _Array, length: int, axis: int) -> None:
    """Raise `IndexError` naming the first index outside [-length, length)."""
    if indices.size == 0:
        return
    low, high = int(indices.min()), int(indices.max())
    if low >= -length and high < length:
        return
    bad = np.logical_or(indices < -length, indices >= length)
    first = int(np.flatnonzero(bad)[0])
    value = int(indices.reshape(-1)[first])
    allowed = f"use {-length} to {length - 1}" if length else "the axis is empty"
    raise IndexError(
        f"{operation}: index {value} (at position {first}) is out of range for axis {axis} "
        f"of length {length} ({allowed})"
    )


def check_key(operation: str, x: _Array, key: tuple[Any, ...]) -> None:
    """Check every integer array of an index against its axis."""
    axis = 0
    for part in key:
        if part is None:
            continue
        if isinstance(part, np.ndarray) and part.dtype.kind == "b":
            axis += part.ndim
            continue
        if isinstance(part, np.ndarray):
            check_range(operation, part, x.shape[axis], axis)
        axis += 1


def gather(x: _Array, key: tuple[Any, ...]) -> _Array:
    """Index with arrays mixed with basic keys."""
    check_key("indexing", x, key)
    try:
        return np.asarray(x[key])
    except IndexError as error:  # masks and index arrays of counts that do not broadcast
        raise IndexError(f"indexing: {error}") from None


def scatter(
    target: _Array, key: tuple[Any, ...], source: _Array, mode: str, operation: str
) -> None:
    """Write to ``target[key]``; the last of duplicates wins, or all are added."""
    check_key(operation, target, key)
    if np.may_share_memory(target, source):
        source = source.copy()
    # NumPy walks index arrays in the order of their memory: make that the row-major one.
    key = tuple(np.ascontiguousarray(p) if _many_axes(p) else p for p in key)
    try:
        if mode == "add":
            quiet(np.add.at, target, key, source)
        else:
            quiet(target.__setitem__, key, source)
    except (IndexError, ValueError) as error:  # what only the count of a mask's elements shows
        raise type(error)(f"{operation}: {error}") from None


def _many_axes(part: Any) -> bool:
    return isinstance(part, np.ndarray) and part.ndim > 1 and part.dtype.kind != "b"


def scatter_along_axis(
    target: _Array, indices: _Array, source: _Array, axis: int, mode: str
) -> None:
    """Write elements by an index for each along `axis`."""
    check_range("scatter", indices, target.shape[axis], axis)
    grids: list[Any] = list(np.ogrid[tuple(slice(n) for n in indices.shape)])
    grids[axis] = indices
    scatter(target, tuple(grids), source, mode, "scatter")
