# SPDX-License-Identifier: Apache-2.0
"""Views: other layouts on the same memory, found with the shared algebra."""

from __future__ import annotations

from math import prod
from typing import Any

from .._views import Shape, broadcast_strides, reshape_strides, slice_axis
from .array import GpuArray


def index(array: GpuArray, key: tuple[Any, ...]) -> GpuArray:
    """Return the view of integers (checked), slices and None; Ellipsis last or absent."""
    offset, axis = 0, 0
    shape: list[int] = []
    strides: list[int] = []
    for item in key:
        if item is None:
            shape.append(1)
            strides.append(0)
            continue
        if item is Ellipsis:
            break
        n, stride = array.shape[axis], array.strides[axis]
        axis += 1
        if isinstance(item, slice):
            step, length, new = slice_axis(n, stride, item, "indexing")
            offset += step
            shape.append(length)
            strides.append(new)
        else:
            place = int(item)
            if not -n <= place < n:
                raise IndexError(
                    f"index {place} is out of bounds for axis {axis - 1} with size {n}"
                )
            offset += (place + n if place < 0 else place) * stride
    rest = array.shape[axis:]
    view = (*shape, *rest)
    if 0 in view:
        offset = 0  # an empty view points nowhere outside
    return array.view(offset, view, (*strides, *array.strides[axis:]))


def permute(array: GpuArray, axes: tuple[int, ...]) -> GpuArray:
    """Return the view with its axes in another order."""
    return array.view(0, tuple(array.shape[i] for i in axes), tuple(array.strides[i] for i in axes))


def broadcast(array: GpuArray, shape: Shape) -> GpuArray:
    """Return the read-only view with stride 0 along broadcast axes."""
    strides = broadcast_strides(array.shape, array.strides, shape)
    return array.view(0, shape, strides, readonly=True)


def reshape(array: GpuArray, shape: Shape) -> GpuArray | None:
    """Return the view of another shape, or None where only a copy can."""
    strides = reshape_strides(array.shape, array.strides, shape, array.itemsize)
    return None if strides is None else array.view(0, shape, strides)


def diagonal(array: GpuArray, offset: int) -> GpuArray:
    """Return the view of the diagonals of the last two axes, as a last axis."""
    *outer, rows, columns = array.shape
    *steps, row, column = array.strides
    length = max(0, min(rows + min(offset, 0), columns - max(offset, 0)))
    start = (max(offset, 0) * column - min(offset, 0) * row) if length else 0
    shape = (*outer, length)
    return array.view(start if prod(shape) else 0, shape, (*steps, row + column))
