# SPDX-License-Identifier: Apache-2.0
"""Manipulation functions that always copy: rolled, repeated, tiled, and many at once."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

from . import _dtypes as dt
from ._apply import convert
from ._checks import index as check_index
from ._checks import require_kind, require_same_device, require_tensor, shape_of
from ._manipulation import broadcast_to, reshape
from ._tensor import Tensor, wrap
from ._views import broadcast_shapes as common_shape
from ._views import normalize_axis


def roll(x: Tensor, /, shift: Any, *, axis: Any = None) -> Tensor:
    """Shift elements along axes; those that leave one end enter at the other.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    shift : int or tuple of int
        Towards higher indices if positive.
    axis : int, tuple of int or None
        None rolls the flattened tensor. A tuple goes with a tuple of shifts, or with one
        shift for all.

    Returns
    -------
    Tensor
        A copy of the same shape and dtype.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, a shift is not an integer, or shifts are a tuple and
        `axis` is None.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If the numbers of shifts and axes differ.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.roll(xp.asarray([1, 2, 3], device="cpu"), 1)
    Tensor([3, 1, 2], dtype=int64, device='cpu')
    """
    require_tensor("roll", x)
    if axis is None:
        if isinstance(shift, (tuple, list)):
            raise TypeError("roll: a tuple of shifts needs a tuple of axes")
        return reshape(roll(reshape(x, (-1,)), shift, axis=0), x.shape)
    axes = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    shifts = tuple(shift) if isinstance(shift, (tuple, list)) else (shift,) * len(axes)
    if len(shifts) != len(axes):
        raise ValueError(f"roll: {len(shifts)} shifts and {len(axes)} axes")
    total = [0] * x.ndim
    for s, a in zip(shifts, axes, strict=True):
        total[normalize_axis(a, x.ndim, "roll")] += check_index("roll", "shift", s)
    return _rolled(x, total)


def _rolled(x: Tensor, shifts: Sequence[int]) -> Tensor:
    """Copy the pieces on both sides of every axis's cut to their places."""
    pieces: list[tuple[tuple[slice, ...], tuple[slice, ...]]] = [((), ())]
    for n, s in zip(x.shape, shifts, strict=True):
        cut = s % n if n else 0
        halves = [(slice(cut, None), slice(0, n - cut))]
        if cut:
            halves.append((slice(0, cut), slice(n - cut, None)))
        pieces = [((*t, a), (*f, b)) for t, f in pieces for a, b in halves]
    device, array = x.device, x._settled()
    result = device.empty(x.shape, x.dtype)
    device.copy_batch([(device.index(result, t), device.index(array, f)) for t, f in pieces])
    return wrap(result, device)


def repeat(x: Tensor, repeats: Any, /, *, axis: int | None = None) -> Tensor:
    """Repeat every element along an axis.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    repeats : int, Tensor or sequence of int
        Not negative; a 1-d Tensor or sequence gives a count for each index along `axis`.
    axis : int or None
        None (the default) repeats the flattened tensor.

    Returns
    -------
    Tensor
        A copy of the dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `repeats` does not hold integers.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).
    ValueError
        If a count is negative, or their number is neither 1 nor the length of `axis`.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([1, 2, 3], device="cpu")
    >>> xp.repeat(x, xp.asarray([2, 0, 1], device="cpu"))
    Tensor([1, 1, 3], dtype=int64, device='cpu')
    """
    require_tensor("repeat", x)
    if axis is None:
        x, axis = reshape(x, (-1,)), 0
    axis = normalize_axis(axis, x.ndim, "repeat")
    if repeats.__class__ is Tensor or isinstance(repeats, (tuple, list)):
        return _repeat_counts(x, repeats, axis)
    count = check_index("repeat", "repeats", repeats)
    if count < 0:
        raise ValueError(f"repeat: repeats must not be negative, got {count}")
    key = ((slice(None),) * (axis + 1)) + (None,)
    wide = (*x.shape[: axis + 1], count, *x.shape[axis + 1 :])
    shape = (*x.shape[:axis], x.shape[axis] * count, *x.shape[axis + 1 :])
    return _spread("repeat", x, key, wide, shape)


def _spread(operation: str, x: Tensor, key: tuple[Any, ...], wide: Any, shape: Any) -> Tensor:
    """Copy `x` with the new axes of `key` broadcast to `wide`, and merge them into `shape`.

    The arrays between may have more axes than tensors may.
    """
    shape_of(operation, shape)
    device = x.device
    result = device.empty(wide, x.dtype)
    device.copy(result, device.broadcast(device.index(x._settled(), key), wide))
    return wrap(device.reshape(result, shape), device)


def _materialised(x: Tensor) -> Tensor:
    result = x.device.empty(x.shape, x.dtype)
    x.device.copy(result, x._settled())
    return wrap(result, x.device)


def _repeat_counts(x: Tensor, repeats: Any, axis: int) -> Tensor:
    """Repeat by a count for each index: find each output's source among the running totals."""
    from ._asarray import asarray
    from ._indexing import take
    from ._ranges import arange
    from ._searching import searchsorted
    from ._statistical import cumulative_sum
    from ._statistical import min as smallest

    counts = asarray(repeats, device=x.device)
    require_kind("repeat", counts.dtype, "iu")
    n = x.shape[axis]
    if counts.ndim > 1 or counts.size not in (1, n):
        raise ValueError(
            f"repeat: repeats of shape {counts.shape} do not match axis {axis} of length {n}"
        )
    counts = broadcast_to(reshape(convert(counts, dt.int64), (-1,)), (n,))
    if n and int(smallest(counts)) < 0:
        raise ValueError("repeat: repeats must not be negative")
    ends = cumulative_sum(counts)
    total = int(ends[-1]) if n else 0
    return take(x, searchsorted(ends, arange(total, device=x.device), side="right"), axis=axis)


def tile(x: Tensor, repetitions: Any, /) -> Tensor:
    """Repeat a tensor as a whole along axes.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    repetitions : int or tuple of int
        For the last axes, none negative; missing axes on either side count as 1.

    Returns
    -------
    Tensor
        A copy of the dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or a count is not an integer.
    ValueError
        If a count is negative, or the result too large.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.tile(xp.asarray([1, 2], device="cpu"), (2, 2))
    Tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]], dtype=int64, device='cpu')
    """
    require_tensor("tile", x)
    counts = shape_of("tile", repetitions)
    ndim = builtins.max(x.ndim, len(counts))
    counts = (1,) * (ndim - len(counts)) + counts
    shape = (1,) * (ndim - x.ndim) + x.shape
    wide = tuple(k for c, n in zip(counts, shape, strict=True) for k in (c, n))
    result = tuple(c * n for c, n in zip(counts, shape, strict=True))
    return _spread("tile", reshape(x, shape), (None, slice(None)) * ndim, wide, result)


def copy_layouts(pairs: Any) -> None:
    """Copy many tensors into views in one submission, validated whole first.

    Parameters
    ----------
    pairs : sequence of (target, source)
        Tensors of one device; each source broadcasts to its target's shape and
        is converted to its dtype. A source that overlaps any target is read first.

    Raises
    ------
    TypeError
        If a target or source is not a Tensor, or a source is complex and its target real.
    ValueError
        If a source does not broadcast, a target is read-only, or the tensors are on two
        devices. Nothing is written then, and the message names the pair.

    Notes
    -----
    Source: this package's own; it does what ``target[...] = source`` does, for each pair.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.zeros(4, device="cpu")
    >>> xp.copy_layouts([(x[:2], xp.ones(2, device="cpu")), (x[3:], xp.full(1, 5.0, device="cpu"))])
    >>> x
    Tensor([1., 1., 0., 5.], dtype=float64, device='cpu')
    """
    checked: list[tuple[Tensor, Tensor]] = []
    for i, (target, source) in enumerate(pairs):
        name = f"copy_layouts: pair {i}"
        require_tensor(name, target, source)
        require_same_device(name, target, source, *(t for t, _ in checked[:1]))
        if common_shape(source.shape, target.shape) != target.shape:
            raise ValueError(
                f"{name}: source shape {source.shape} does not broadcast to {target.shape}"
            )
        if source.dtype.kind == "c" and target.dtype.kind not in "cb":
            raise TypeError(f"{name}: complex values do not convert to {target.dtype}")
        if not target.device.writable(target._settled()):
            raise ValueError(f"{name}: the destination is read-only")
        checked.append((target, source))
    if not checked:
        return
    device = checked[0][0].device
    targets = [target._writable("copy_layouts") for target, _ in checked]
    sources = []
    for (_, source), own in zip(checked, targets, strict=True):
        array = source._settled()
        # Only its own target may be the very same layout: another is written first. (With an
        # axis more a layout is another one, which may be written only if nothing is shared.)
        if not builtins.all(
            device.can_write_over(array, t if t is own else device.index(t, (None,)))
            for t in targets
        ):
            array = _materialised(source)._settled()
        sources.append(array)
    device.copy_batch(list(zip(targets, sources, strict=True)))
