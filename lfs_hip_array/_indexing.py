# SPDX-License-Identifier: Apache-2.0
"""Indexing for reading and writing, and the gather family."""

from __future__ import annotations

import builtins
import operator
from typing import Any

import numpy as np

from . import _dtypes as dt
from ._apply import convert, scalar_operand
from ._checks import require_same_device, require_tensor
from ._dtypes import SCALAR_TYPES
from ._elementwise import minimum
from ._expression import DeviceArray
from ._tensor import Tensor, wrap
from ._views import broadcast_shapes, normalize_axis

_BASIC = (slice, type(None), type(Ellipsis))
#: What a normalized key holds besides device arrays.
_PLAIN = frozenset({int, *_BASIC})


# --- keys -------------------------------------------------------------------------
def _normalized(x: Tensor, key: Any) -> tuple[tuple[Any, ...], builtins.bool]:
    """Return a key of full length without Ellipsis, and whether it has arrays.

    Parts are integers, slices, None and device arrays (int64 or bool).
    """
    if key.__class__ is Tensor and key._device is x._device:
        quick = _one_tensor(x, key)
        if quick is not None:
            return quick, True
    parts = list(key) if isinstance(key, tuple) else [key]
    parts = [_part(x, p) for p in parts]
    used = builtins.sum(_axes_of(p) for p in parts)
    dots = [i for i, p in enumerate(parts) if p is Ellipsis]
    if len(dots) > 1:
        raise IndexError("indexing: an index may hold one Ellipsis (...)")
    if used > x.ndim:
        raise IndexError(f"indexing: {used} indices for {x.ndim} dimensions of shape {x.shape}")
    fill = [slice(None)] * (x.ndim - used)
    if dots:
        parts[dots[0] : dots[0] + 1] = fill
    else:
        parts += fill
    arrays = _check_parts(x, parts)
    return tuple(parts), arrays


def _one_tensor(x: Tensor, key: Tensor) -> tuple[Any, ...] | None:
    """Return the key that is one mask of all elements, or one index of the first axis."""
    ndim = x.ndim
    if key.dtype == dt.bool:
        return (key._settled(),) if ndim and key.shape == x.shape else None
    if key.dtype == dt.int64 and ndim:
        return (key._settled(), *((slice(None),) * (ndim - 1)))
    return None


def _axes_of(part: Any) -> int:
    if part is None or part is Ellipsis:
        return 0
    if _is_array(part) and part.dtype.kind == "b":
        return int(part.ndim)
    return 1


def _is_array(part: Any) -> builtins.bool:
    return part.__class__ not in _PLAIN


def _part(x: Tensor, part: Any) -> Any:
    """Return one part of an index as an int, slice, None, Ellipsis or device array."""
    if isinstance(part, _BASIC):
        return part
    if isinstance(part, (builtins.bool, np.bool_)):
        return x.device.from_host(np.asarray(part, dtype=np.bool_), copy=True)
    if part.__class__ is not Tensor:
        if isinstance(part, (np.ndarray, list)):
            from ._asarray import asarray

            part = asarray(part, device=x.device)
            if part.size == 0 and part.dtype.kind == "f":
                part = convert(part, dt.int64)  # an empty list
        else:
            try:
                return operator.index(part)
            except TypeError:
                raise IndexError(
                    f"indexing: {part!r} is not an index (use integers, slices, ..., None, "
                    "or integer or bool tensors)"
                ) from None
    require_same_device("indexing", x, part)
    if part.dtype.kind not in "iub":
        raise IndexError(
            f"indexing: an index tensor must have an integer or bool dtype, got {part.dtype}"
        )
    return part._settled() if part.dtype.kind == "b" else _places(part)


def _places(index: Tensor) -> DeviceArray:
    """Return an integer tensor as an int64 device array; what does not fit is out of range."""
    if index.dtype == dt.uint64:
        index = minimum(index, int(np.iinfo(np.int64).max))
    return (index if index.dtype == dt.int64 else convert(index, dt.int64))._settled()


def _check_parts(x: Tensor, parts: list[Any]) -> builtins.bool:
    """Check integers, slices and mask shapes against the axes; say if there are arrays."""
    axis = 0
    arrays = False
    shapes: list[tuple[int, ...]] = []
    for i, part in enumerate(parts):
        if part is None:
            continue
        if _is_array(part):
            arrays = True
            if part.dtype.kind == "b":
                expected = x.shape[axis : axis + part.ndim]
                # The standard lets a mask be of length 0 along any axis: it selects nothing.
                if len(expected) != part.ndim or any(
                    m not in (0, n) for m, n in zip(part.shape, expected, strict=True)
                ):
                    raise IndexError(
                        f"indexing: a bool mask of shape {tuple(part.shape)} does not match "
                        f"axes {axis} to {axis + part.ndim - 1} of shape {x.shape}"
                    )
                axis += part.ndim
            else:
                shapes.append(tuple(part.shape))
                axis += 1
            continue
        n = x.shape[axis]
        if isinstance(part, int):
            if not -n <= part < n:
                allowed = f"use {-n} to {n - 1}" if n else "the axis is empty"
                raise IndexError(
                    f"indexing: index {dt.shown(part)} is out of range for axis {axis} "
                    f"of length {n} ({allowed})"
                )
            parts[i] = part + n if part < 0 else part
        else:
            _check_slice(part)
        axis += 1
    if shapes and broadcast_shapes(*shapes) is None:
        raise IndexError(
            f"indexing: index tensors of shapes {' and '.join(map(str, shapes))} do not broadcast"
        )
    return arrays


def _check_slice(part: slice) -> None:
    try:
        part.indices(0)
    except ValueError:
        raise ValueError("indexing: a slice step must not be 0") from None
    except TypeError:
        raise TypeError(f"indexing: slice bounds must be integers or None, got {part}") from None


def _is_full_mask(x: Tensor, key: tuple[Any, ...]) -> builtins.bool:
    return (
        len(key) == 1
        and _is_array(key[0])
        and key[0].dtype.kind == "b"
        and tuple(key[0].shape) == x.shape
    )


def getitem(x: Tensor, key: Any) -> Tensor:
    """Return ``x[key]``: a view for basic keys, else a new tensor."""
    parts, arrays = _normalized(x, key)
    device = x.device
    if not arrays:
        return x._view(device.index(x._settled(), parts))
    if x.ndim and _is_full_mask(x, parts):
        return wrap(device.masked_select(x._settled(), parts[0], None), device)
    return wrap(device.gather(x._settled(), parts), device)


def setitem(x: Tensor, key: Any, value: Any, operation: str = "assignment") -> None:
    """Write ``x[key] = value``, converted and broadcast; nothing is written on an error."""
    parts, arrays = _normalized(x, key)
    device = x.device
    if not arrays:
        view = device.index(x._settled(), parts)
        if (
            value.__class__ is Tensor
            and value._array is not None
            and value._device is device
            and device.is_same_layout(value._array, view)
        ):
            x._writable("assignment")
            return  # ``x[key] += y`` ends with the assignment of the view to itself
        source = _value(x, value)
        _check_fits(tuple(view.shape), source)
        target = device.index(x._writable("assignment"), parts)
        if isinstance(source, np.generic):
            device.fill(target, source)
        else:
            device.copy(target, _trimmed(source, target.ndim))
        return
    source = _value(x, value)
    target = x._writable("assignment")
    source = _array_of(x, source)
    _check_gathered(x, parts, tuple(source.shape))
    device.scatter(target, parts, source, "set", operation)


def _array_of(x: Tensor, value: Any) -> DeviceArray:
    """Return an assigned value (of `_value`) as a device array of the dtype of `x`."""
    if isinstance(value, np.generic):
        return x.device.from_host(np.asarray(value), copy=True)
    if value.dtype == x.dtype:
        return value
    converted = x.device.empty(tuple(value.shape), x.dtype)
    x.device.copy(converted, value)
    return converted


def _trimmed(source: DeviceArray, ndim: int) -> DeviceArray:
    """Drop leading axes of length 1 that the target lacks."""
    while source.ndim > ndim:
        source = source[0]
    return source


def _value(x: Tensor, value: Any) -> Any:
    """Return an assigned value as a NumPy scalar or a device array."""
    if isinstance(value, SCALAR_TYPES) and not isinstance(value, np.generic):
        if isinstance(value, complex) and x.dtype.kind not in "cb":
            raise TypeError(f"assignment: complex {value} does not convert to {x.dtype}")
        return scalar_operand("assignment", value, x.dtype)
    if value.__class__ is not Tensor:
        from ._asarray import asarray

        value = asarray(value, device=x.device)
    require_same_device("assignment", x, value)
    if value.dtype.kind == "c" and x.dtype.kind not in "cb":
        raise TypeError(f"assignment: {value.dtype} values do not convert to {x.dtype}")
    return value._settled()


def _check_fits(shape: tuple[int, ...], source: Any) -> None:
    if isinstance(source, np.generic):
        return
    have = tuple(source.shape)
    while len(have) > len(shape) and have[0] == 1:
        have = have[1:]
    if broadcast_shapes(have, shape) != shape:
        raise ValueError(
            f"assignment: a value of shape {tuple(source.shape)} does not broadcast to the "
            f"selected shape {shape}"
        )


def _check_gathered(x: Tensor, parts: tuple[Any, ...], have: tuple[int, ...]) -> None:
    """Check a value's shape against the shape that an index with arrays selects."""
    shape = gathered_shape(x.shape, parts)
    if shape is None:  # a mask: its count is known to the device only
        return
    while len(have) > len(shape) and have[0] == 1:
        have = have[1:]
    if broadcast_shapes(have, shape) != shape:
        raise ValueError(
            f"assignment: a value of shape {have} does not broadcast to the selected shape {shape}"
        )


def gathered_shape(shape: tuple[int, ...], parts: tuple[Any, ...]) -> tuple[int, ...] | None:
    """Return the shape of an index with integer arrays; None if it holds a mask.

    Integers and arrays broadcast together; their axes stand where the first
    of them stood if they are neighbours, else in front (NumPy's rule).
    """
    advanced = [i for i, p in enumerate(parts) if _is_array(p) or isinstance(p, int)]
    arrays = [p for p in parts if _is_array(p)]
    if builtins.any(p.dtype.kind == "b" for p in arrays):
        return None
    common = broadcast_shapes(*(tuple(p.shape) for p in arrays)) or ()
    basic: list[tuple[int, int]] = []  # (place, length)
    axis = 0
    for place, part in enumerate(parts):
        if part is None:
            basic.append((place, 1))
            continue
        if isinstance(part, slice):
            basic.append((place, len(range(*part.indices(shape[axis])))))
        axis += 1
    together = advanced == list(range(advanced[0], advanced[-1] + 1))
    start = advanced[0] if together else 0
    front = tuple(n for place, n in basic if place < start)
    return front + common + tuple(n for place, n in basic if place >= start)


# --- gather family -------------------------------------------------------------------
def _indices(operation: str, x: Tensor, indices: Any) -> DeviceArray:
    require_tensor(operation, x)
    if indices.__class__ is not Tensor:
        from ._asarray import asarray

        indices = asarray(indices, device=x.device)
    require_same_device(operation, x, indices)
    if indices.dtype.kind not in "iu":
        raise TypeError(f"{operation}: indices must have an integer dtype, got {indices.dtype}")
    return _places(indices)


def take(x: Tensor, indices: Any, /, *, axis: int | None = None) -> Tensor:
    """Return slices of `x` along an axis.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    indices : Tensor
        Integers of any rank (a sequence of integers is made one); negative ones count
        from the end. Their axes replace `axis` in the result.
    axis : int, optional
        May be left out for one dimension only.

    Returns
    -------
    Tensor
        Of the dtype of `x`, of shape ``x.shape[:axis] + indices.shape + x.shape[axis + 1:]``.

    Raises
    ------
    IndexError
        For an index out of range: at the call on cpu, at the next sync point
        (as `DeferredIndexError`) on a GPU. Also if `axis` is out of range.
    TypeError
        If `x` is not a Tensor, or `indices` are not integers.
    ValueError
        If `axis` is left out and `x` has not one dimension, or the tensors are on two
        devices.

    Notes
    -----
    Source: Python Array API standard 2025.12; indices of more than one axis as in NumPy.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.take(xp.asarray([10, 20, 30], device="cpu"), xp.asarray([2, -3], device="cpu"))
    Tensor([30, 10], dtype=int64, device='cpu')
    """
    array = _indices("take", x, indices)
    if axis is None:
        if x.ndim != 1:
            raise ValueError(f"take: axis is required for {x.ndim} dimensions")
        axis = 0
    axis = normalize_axis(axis, x.ndim, "take")
    return wrap(x.device.take(x._settled(), array, axis, "take"), x.device)


def take_along_axis(x: Tensor, indices: Any, /, *, axis: int = -1) -> Tensor:
    """Return elements along an axis by an index for each.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    indices : Tensor
        Integers, of the rank of `x`; the axes other than `axis` broadcast. Negative
        ones count from the end.
    axis : int
        The axis that the indices count along; default the last.

    Returns
    -------
    Tensor
        Of the dtype of `x` and the broadcast shape, with the length of `indices` along
        `axis`.

    Raises
    ------
    IndexError
        For an index out of range: at the call on cpu, at the next sync point
        (as `DeferredIndexError`) on a GPU. Also if `axis` is out of range.
    TypeError
        If `x` is not a Tensor, or `indices` are not integers.
    ValueError
        If the ranks differ, the shapes do not broadcast outside `axis`, or the tensors
        are on two devices.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([[3, 1, 2], [6, 5, 4]], device="cpu")
    >>> xp.take_along_axis(x, xp.argsort(x))
    Tensor([[1, 2, 3],
            [4, 5, 6]], dtype=int64, device='cpu')
    """
    return _take_along_axis("take_along_axis", x, indices, axis)


def _take_along_axis(operation: str, x: Tensor, indices: Any, axis: int) -> Tensor:
    array = _indices(operation, x, indices)
    axis = normalize_axis(axis, x.ndim, operation)
    source, array = _aligned(operation, x, array, axis)
    return wrap(x.device.take_along_axis(source, array, axis, operation), x.device)


def _aligned(
    operation: str, x: Tensor, indices: DeviceArray, axis: int
) -> tuple[DeviceArray, DeviceArray]:
    """Broadcast both against each other outside `axis`."""
    shape = tuple(indices.shape)
    rest = (
        broadcast_shapes(x.shape[:axis] + x.shape[axis + 1 :], shape[:axis] + shape[axis + 1 :])
        if len(shape) == x.ndim
        else None
    )
    if rest is None:
        raise ValueError(
            f"{operation}: indices of shape {shape} do not match shape {x.shape} outside "
            f"axis {axis}"
        )
    wide_x = (*rest[:axis], x.shape[axis], *rest[axis:])
    wide_i = (*rest[:axis], shape[axis], *rest[axis:])
    device = x.device
    return device.broadcast(x._settled(), wide_x), device.broadcast(indices, wide_i)


def gather(x: Tensor, axis: int, index: Any, /) -> Tensor:
    """Return elements along an axis by an index for each: `take_along_axis` with torch's order.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    axis : int
        The axis that the indices count along.
    index : Tensor
        Integers, of the rank of `x`; the axes other than `axis` broadcast. Negative
        ones count from the end.

    Returns
    -------
    Tensor
        Of the dtype of `x` and the broadcast shape, with the length of `index` along
        `axis`.

    Raises
    ------
    IndexError
        For an index out of range: at the call on cpu, at the next sync point
        (as `DeferredIndexError`) on a GPU. Also if `axis` is out of range.
    TypeError
        If `x` is not a Tensor, or `index` holds no integers.
    ValueError
        If the ranks differ, the shapes do not broadcast outside `axis`, or the tensors
        are on two devices.

    Notes
    -----
    Source: torch's function of this name, which does not broadcast.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([[1, 2], [3, 4]], device="cpu")
    >>> xp.gather(x, 1, xp.asarray([[1], [0]], device="cpu"))
    Tensor([[2],
            [3]], dtype=int64, device='cpu')
    """
    return _take_along_axis("gather", x, index, axis)


def index_select(x: Tensor, axis: int, index: Any, /) -> Tensor:
    """Return slices along an axis at indices: `take` with torch's order.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    axis : int
        The axis that the indices count along.
    index : Tensor
        Integers, of one axis; negative ones count from the end.

    Returns
    -------
    Tensor
        Of the dtype of `x`, with ``len(index)`` along `axis`.

    Raises
    ------
    IndexError
        For an index out of range: at the call on cpu, at the next sync point
        (as `DeferredIndexError`) on a GPU. Also if `axis` is out of range.
    TypeError
        If `x` is not a Tensor, or `index` holds no integers.
    ValueError
        If `index` has not one axis, or the tensors are on two devices.

    Notes
    -----
    Source: torch's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([[1, 2], [3, 4]], device="cpu")
    >>> xp.index_select(x, 1, xp.asarray([1, 1], device="cpu"))
    Tensor([[2, 2],
            [4, 4]], dtype=int64, device='cpu')
    """
    array = _indices("index_select", x, index)
    if array.ndim != 1:
        raise ValueError(f"index_select: index must have one axis, got shape {array.shape}")
    axis = normalize_axis(axis, x.ndim, "index_select")
    return wrap(x.device.take(x._settled(), array, axis, "index_select"), x.device)
