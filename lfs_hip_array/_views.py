# SPDX-License-Identifier: Apache-2.0
"""Shape, stride and offset algebra: pure functions on tuples of integers.

Strides are in bytes, as NumPy's. Nothing here touches memory, so a device
without NumPy memory plans its views with it and tests need no device.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import prod
from typing import TypeAlias

from ._dtypes import shown

Shape: TypeAlias = tuple[int, ...]

MAX_DIMS = 32
#: Elements that an index of 64 bits reaches.
MAX_SIZE = 2**63 - 1


def normalize_axis(axis: int, ndim: int, operation: str) -> int:
    """Return `axis` counted from the front, or raise `IndexError`."""
    try:
        index = operator.index(axis)
    except TypeError:
        raise TypeError(f"{operation}: axis must be an integer, got {axis!r}") from None
    if not -ndim <= index < ndim:
        allowed = f"use {-ndim} to {ndim - 1}" if ndim else "a 0-d tensor has no axes"
        raise axis_error(
            operation, f"axis {shown(index)} is out of range for {ndim} dimensions", allowed
        )
    return index + ndim if index < 0 else index


def axis_error(operation: str, problem: str, hint: str) -> IndexError:
    """Return the error for a bad axis (NumPy's own type: an IndexError and a ValueError)."""
    from numpy.exceptions import AxisError

    return AxisError(f"{operation}: {problem} ({hint})")


def normalize_axes(axis: int | Sequence[int] | None, ndim: int, operation: str) -> tuple[int, ...]:
    """Return sorted, distinct axes counted from the front; `None` means every axis."""
    if axis is None:
        return tuple(range(ndim))
    if isinstance(axis, (tuple, list)):
        axes = tuple(normalize_axis(a, ndim, operation) for a in axis)
        if len(set(axes)) != len(axes):
            raise ValueError(f"{operation}: axis {tuple(axis)} names an axis twice")
        return tuple(sorted(axes))
    return (normalize_axis(axis, ndim, operation),)  # type: ignore[arg-type]


def broadcast_shapes(*shapes: Shape) -> Shape | None:
    """Return the common shape, or None where the shapes do not broadcast."""
    first = shapes[0]
    if all(shape == first for shape in shapes[1:]):
        return first
    ndim = max(map(len, shapes))
    result = [1] * ndim
    for shape in shapes:
        for i, n in enumerate(shape, ndim - len(shape)):
            if n != 1:
                if result[i] not in (1, n):
                    return None
                result[i] = n
    return tuple(result)


def broadcast_strides(shape: Shape, strides: Shape, target: Shape) -> Shape:
    """Return the strides of `shape` seen as `target`: 0 along every broadcast axis."""
    lead = len(target) - len(shape)
    return (0,) * lead + tuple(
        0 if n == 1 and m != 1 else s for n, s, m in zip(shape, strides, target[lead:], strict=True)
    )


def contiguous_strides(shape: Shape, itemsize: int) -> Shape:
    """Return the C-order strides of `shape`."""
    strides = [itemsize] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        strides[i] = strides[i + 1] * max(shape[i + 1], 1)
    return tuple(strides)


def is_contiguous(shape: Shape, strides: Shape, itemsize: int) -> bool:
    """Whether the layout is C-contiguous (axes of length 1 do not matter)."""
    expected = itemsize
    for n, s in zip(reversed(shape), reversed(strides), strict=True):
        if n == 0:
            return True
        if n != 1:
            if s != expected:
                return False
            expected *= n
    return True


def resolve_shape(shape: Iterable[int], size: int, operation: str = "reshape") -> Shape:
    """Replace one -1 in `shape` by what `size` elements need, or raise `ValueError`."""
    try:
        wanted = tuple(operator.index(n) for n in shape)
    except TypeError:
        raise TypeError(f"{operation}: shape must be a tuple of integers, got {shape!r}") from None
    if wanted.count(-1) > 1 or any(n < -1 for n in wanted):
        raise ValueError(f"{operation}: shape {wanted} may hold one -1 and no other negative")
    known = prod(n for n in wanted if n != -1)
    if -1 in wanted:
        if known == 0 or size % known:
            raise ValueError(
                f"{operation}: {size} elements do not fit shape {wanted}: "
                f"the others multiply to {known}"
            )
        return tuple(size // known if n == -1 else n for n in wanted)
    if known != size:
        raise ValueError(
            f"{operation}: shape {wanted} needs {known} elements, the tensor has {size}"
        )
    return wanted


def reshape_strides(shape: Shape, strides: Shape, new: Shape, itemsize: int) -> Shape | None:
    """Return strides that show the same elements as `new`, or None where only a copy can.

    Axes are matched in groups of equal element count; a group that is
    contiguous within itself can be split or merged.
    """
    if prod(shape) == 0:
        return contiguous_strides(new, itemsize)
    old = [(n, s) for n, s in zip(shape, strides, strict=True) if n != 1]
    result: list[int] = []
    i = j = 0
    while j < len(new):
        if i == len(old):  # only axes of length 1 are left
            result.append(itemsize)
            j += 1
            continue
        group, have, want = [old[i]], old[i][0], new[j]
        first = j
        i, j = i + 1, j + 1
        while have != want:
            if want < have:
                want *= new[j]
                j += 1
            else:
                group.append(old[i])
                have *= old[i][0]
                i += 1
        for (_, s), (n, t) in pairwise(group):
            if s != n * t:
                return None
        step = group[-1][1]
        part: list[int] = []
        for n in reversed(new[first:j]):
            part.append(step)
            step *= n
        result.extend(reversed(part))
    return tuple(result)


def slice_axis(n: int, stride: int, key: slice, operation: str) -> tuple[int, int, int]:
    """Return (byte offset, length, stride) of one axis after `key`."""
    try:
        start, stop, step = key.indices(n)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{operation}: {key}: {error}") from None
    length = len(range(start, stop, step))
    return (start * stride if length else 0), length, step * stride


def collapse(shape: Shape, strides: Sequence[Shape]) -> tuple[Shape, list[Shape]]:
    """Merge neighbouring axes that every operand walks as one; drop axes of length 1."""
    kept: list[int] = []
    steps: list[list[int]] = [[] for _ in strides]
    for axis, n in enumerate(shape):
        if n == 1:
            continue
        if kept and all(st and st[-1] == s[axis] * n for st, s in zip(steps, strides, strict=True)):
            kept[-1] *= n
            for st, s in zip(steps, strides, strict=True):
                st[-1] = s[axis]
        else:
            kept.append(n)
            for st, s in zip(steps, strides, strict=True):
                st.append(s[axis])
    return tuple(kept), [tuple(st) for st in steps]


def span(shape: Shape, strides: Shape, itemsize: int) -> tuple[int, int]:
    """Return the byte range [low, high) that a layout touches, relative to its first element."""
    if prod(shape) == 0:
        return 0, 0
    reach = [(n - 1) * s for n, s in zip(shape, strides, strict=True)]
    return sum(r for r in reach if r < 0), sum(r for r in reach if r > 0) + itemsize


def memory_order(shape: Shape, strides: Shape) -> tuple[int, ...]:
    """Return the axes from the slowest to the fastest in memory (stable for ties)."""
    return tuple(sorted(range(len(shape)), key=lambda i: -abs(strides[i]) if shape[i] > 1 else 0))
