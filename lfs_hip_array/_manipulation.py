# SPDX-License-Identifier: Apache-2.0
"""Manipulation functions: views where strides allow, else copies planned as layouts."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

from . import _dtypes as dt
from ._apply import convert
from ._checks import broadcast_error, require_kind, require_same_device, require_tensor, shape_of
from ._checks import index as check_index
from ._expression import DeviceArray
from ._tensor import Tensor, wrap
from ._views import broadcast_shapes as common_shape
from ._views import normalize_axes, normalize_axis, resolve_shape


def broadcast_shapes(*shapes: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """Return the shape that shapes broadcast to; an unknown length is None.

    Parameters
    ----------
    *shapes : tuple of int or None

    Returns
    -------
    tuple of int or None
        None where an unknown length is not fixed by another operand.

    Raises
    ------
    ValueError
        For shapes that do not broadcast.
    """
    if not shapes:
        return ()
    for shape in shapes:
        if not isinstance(shape, (tuple, list)):
            raise TypeError(f"broadcast_shapes: expected tuples, got {shape!r}")
    ndim = builtins.max(len(s) for s in shapes)
    result: list[int | None] = [1] * ndim
    for shape in shapes:
        for i, n in enumerate(shape, ndim - len(shape)):
            have = result[i]
            if n is None:
                result[i] = None if have in (1, None) else have
            elif n != 1:
                if have not in (1, None, n):
                    raise broadcast_error("broadcast_shapes", shapes)  # type: ignore[arg-type]
                result[i] = n
    return tuple(result)


def broadcast_to(x: Tensor, /, shape: Any) -> Tensor:
    """Return a read-only view of `x` broadcast to `shape`.

    Parameters
    ----------
    x : Tensor
    shape : tuple of int

    Returns
    -------
    Tensor

    Raises
    ------
    ValueError
        If `x` does not broadcast to that shape.
    """
    require_tensor("broadcast_to", x)
    wanted = shape_of("broadcast_to", shape)
    if common_shape(x.shape, wanted) != wanted:
        raise ValueError(f"broadcast_to: shape {x.shape} does not broadcast to {wanted}")
    return x._view(x.device.broadcast(x._settled(), wanted))


def broadcast_arrays(*arrays: Tensor) -> tuple[Tensor, ...]:
    """Return views of all tensors with their common shape.

    Parameters
    ----------
    *arrays : Tensor

    Returns
    -------
    tuple of Tensor
    """
    require_tensor("broadcast_arrays", *arrays)
    if not arrays:
        return ()
    shape = common_shape(*(x.shape for x in arrays))
    if shape is None:
        raise broadcast_error("broadcast_arrays", tuple(x.shape for x in arrays))
    return tuple(broadcast_to(x, shape) for x in arrays)


def _joined(operation: str, arrays: Any) -> tuple[list[Tensor], Any]:
    if not isinstance(arrays, (tuple, list)):
        if getattr(arrays, "ndim", 0) and arrays.__class__ is Tensor:
            arrays = list(arrays)
        else:
            raise TypeError(f"{operation}: expected a list or tuple of tensors")
    if not arrays:
        raise ValueError(f"{operation}: needs at least one tensor")
    require_tensor(operation, *arrays)
    require_same_device(operation, *arrays)
    return list(arrays), dt.promote(*(x.dtype for x in arrays))


def concat(arrays: Any, /, *, axis: int | None = 0) -> Tensor:
    """Join tensors along an existing axis.

    Parameters
    ----------
    arrays : list or tuple of Tensor
        Of one shape but for `axis`.
    axis : int or None
        None joins them flattened.

    Returns
    -------
    Tensor
        Of the promoted dtype.

    Raises
    ------
    ValueError
        For shapes that do not fit.
    """
    parts, dtype = _joined("concat", arrays)
    if axis is None:
        parts = [reshape(x, (-1,)) for x in parts]
        axis = 0
    first = parts[0].shape
    axis = normalize_axis(axis, len(first), "concat")
    for x in parts:
        if x.ndim != len(first) or x.shape[:axis] + x.shape[axis + 1 :] != (
            first[:axis] + first[axis + 1 :]
        ):
            raise ValueError(f"concat: shapes {first} and {x.shape} differ outside axis {axis}")
    total = builtins.sum(x.shape[axis] for x in parts)
    device = parts[0].device
    result = device.empty((*first[:axis], total, *first[axis + 1 :]), dtype)
    pairs: list[tuple[DeviceArray, DeviceArray]] = []
    start = 0
    for x in parts:
        stop = start + x.shape[axis]
        key = (slice(None),) * axis + (slice(start, stop),)
        pairs.append((device.index(result, key), x._settled()))
        start = stop
    device.copy_batch(pairs)
    return wrap(result, device)


def stack(arrays: Any, /, *, axis: int = 0) -> Tensor:
    """Join tensors of one shape along a new axis.

    Parameters
    ----------
    arrays : list or tuple of Tensor
    axis : int
        Place of the new axis in the result.

    Returns
    -------
    Tensor
        Of the promoted dtype.
    """
    parts, _ = _joined("stack", arrays)
    for x in parts:
        if x.shape != parts[0].shape:
            raise ValueError(f"stack: shapes {parts[0].shape} and {x.shape} differ")
    place = normalize_axis(axis, parts[0].ndim + 1, "stack")
    return concat([expand_dims(x, place) for x in parts], axis=place)


def unstack(x: Tensor, /, *, axis: int = 0) -> tuple[Tensor, ...]:
    """Return the views along an axis.

    Parameters
    ----------
    x : Tensor
    axis : int

    Returns
    -------
    tuple of Tensor
        As many as `x` is long along `axis`, each without that axis.
    """
    require_tensor("unstack", x)
    axis = normalize_axis(axis, x.ndim, "unstack")
    lead = (slice(None),) * axis
    array = x._settled()
    return tuple(x._view(x.device.index(array, (*lead, i))) for i in range(x.shape[axis]))


def expand_dims(x: Tensor, /, axis: Any) -> Tensor:
    """Insert axes of length 1 (a view).

    Parameters
    ----------
    x : Tensor
    axis : int or tuple of int
        Places in the result.

    Returns
    -------
    Tensor
    """
    require_tensor("expand_dims", x)
    count = len(axis) if isinstance(axis, (tuple, list)) else 1
    places = normalize_axes(axis, x.ndim + count, "expand_dims")
    key = tuple(None if i in places else slice(None) for i in range(x.ndim + count))
    return x._view(x.device.index(x._settled(), key))


def squeeze(x: Tensor, /, axis: Any) -> Tensor:
    """Remove axes of length 1 (a view).

    Parameters
    ----------
    x : Tensor
    axis : int or tuple of int

    Returns
    -------
    Tensor

    Raises
    ------
    ValueError
        If an axis is not of length 1.
    """
    require_tensor("squeeze", x)
    axes = normalize_axes(axis, x.ndim, "squeeze")
    for i in axes:
        if x.shape[i] != 1:
            raise ValueError(f"squeeze: axis {i} of shape {x.shape} is not of length 1")
    key = tuple(0 if i in axes else slice(None) for i in range(x.ndim))
    return x._view(x.device.index(x._settled(), key))


def flip(x: Tensor, /, *, axis: Any = None) -> Tensor:
    """Reverse axes (a view).

    Parameters
    ----------
    x : Tensor
    axis : int, tuple of int or None
        None reverses all.

    Returns
    -------
    Tensor
    """
    require_tensor("flip", x)
    axes = normalize_axes(axis, x.ndim, "flip")
    key = tuple(slice(None, None, -1) if i in axes else slice(None) for i in range(x.ndim))
    return x._view(x.device.index(x._settled(), key))


def permute_dims(x: Tensor, /, axes: Any) -> Tensor:
    """Reorder axes (a view).

    Parameters
    ----------
    x : Tensor
    axes : tuple of int
        A permutation of all axes.

    Returns
    -------
    Tensor
    """
    require_tensor("permute_dims", x)
    order = tuple(normalize_axis(a, x.ndim, "permute_dims") for a in axes)
    if sorted(order) != list(range(x.ndim)):
        raise ValueError(f"permute_dims: axes {tuple(axes)} do not name {x.ndim} axes once each")
    return x._view(x.device.permute(x._settled(), order))


def moveaxis(x: Tensor, source: Any, destination: Any, /) -> Tensor:
    """Move axes to new places (a view); the others keep their order.

    Parameters
    ----------
    x : Tensor
    source, destination : int or tuple of int
        Of equal length.

    Returns
    -------
    Tensor
    """
    require_tensor("moveaxis", x)
    sources = source if isinstance(source, (tuple, list)) else (source,)
    targets = destination if isinstance(destination, (tuple, list)) else (destination,)
    if len(sources) != len(targets):
        raise ValueError(f"moveaxis: {len(sources)} source axes and {len(targets)} destinations")
    normalize_axes(tuple(sources), x.ndim, "moveaxis")
    normalize_axes(tuple(targets), x.ndim, "moveaxis")
    place = {
        normalize_axis(t, x.ndim, "moveaxis"): normalize_axis(s, x.ndim, "moveaxis")
        for s, t in zip(sources, targets, strict=True)
    }
    rest = iter(i for i in range(x.ndim) if i not in place.values())
    return permute_dims(x, tuple(place[i] if i in place else next(rest) for i in range(x.ndim)))


def reshape(x: Tensor, /, shape: Any, *, copy: builtins.bool | None = None) -> Tensor:
    """Return the elements in another shape: a view where strides allow.

    Parameters
    ----------
    x : Tensor
    shape : tuple of int
        One length may be -1: what is left.
    copy : bool, optional
        True always copies, False never (a ValueError if it must), None only if needed.

    Returns
    -------
    Tensor
        In row-major order of the elements.
    """
    require_tensor("reshape", x)
    wanted = resolve_shape(shape if isinstance(shape, (tuple, list)) else (shape,), x.size)
    shape_of("reshape", wanted)  # the limits of every shape
    array, device = x._settled(), x.device
    if not copy:
        view = device.reshape(array, wanted)
        if view is not None:
            return x._view(view)
        if copy is False:
            raise ValueError(
                f"reshape: {x.shape} with strides {x.strides} to {wanted} needs a copy, "
                "and copy=False"
            )
    result = device.empty(x.shape, x.dtype)
    device.copy(result, array)
    found = device.reshape(result, wanted)
    if found is None:  # an empty one, whose other axes multiply to more bytes than there are
        raise ValueError(f"reshape: shape {wanted} of {x.dtype} is too large")
    return wrap(found, device)


def roll(x: Tensor, /, shift: Any, *, axis: Any = None) -> Tensor:
    """Shift elements along axes; those that leave one end enter at the other.

    Parameters
    ----------
    x : Tensor
    shift : int or tuple of int
        Towards higher indices if positive.
    axis : int, tuple of int or None
        None rolls the flattened tensor. A tuple goes with a tuple of shifts.

    Returns
    -------
    Tensor
        A copy of the same shape.
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
    repeats : int or Tensor
        Non-negative; a Tensor gives a count for each index along `axis`.
    axis : int or None
        None repeats the flattened tensor.

    Returns
    -------
    Tensor
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
    from ._creation import arange
    from ._indexing import take
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
    repetitions : tuple of int
        For the last axes; missing axes on either side count as 1.

    Returns
    -------
    Tensor
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
    TypeError, ValueError
        Before anything is written, naming the pair.
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
