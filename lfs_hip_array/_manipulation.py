# SPDX-License-Identifier: Apache-2.0
"""Manipulation functions: views where strides allow, else copies planned as layouts."""

from __future__ import annotations

import builtins
from typing import Any

from . import _dtypes as dt
from ._checks import broadcast_error, require_same_device, require_tensor, shape_of
from ._expression import DeviceArray
from ._tensor import Tensor, wrap
from ._views import broadcast_shapes as common_shape
from ._views import normalize_axes, normalize_axis, resolve_shape


def broadcast_shapes(*shapes: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """Return the shape that shapes broadcast to; an unknown length is None.

    Parameters
    ----------
    *shapes : tuple of int or None
        Lengths of axes; None for a length that is not known.

    Returns
    -------
    tuple of int or None
        None where an unknown length is not fixed by another operand; () for no shapes.

    Raises
    ------
    TypeError
        If an argument is not a tuple or list.
    ValueError
        For shapes that do not broadcast.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.broadcast_shapes((2, 1), (3,)), xp.broadcast_shapes((None, 1), (4,))
    ((2, 3), (None, 4))
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
        Of any dtype.
    shape : int or tuple of int
        The shape of the result.

    Returns
    -------
    Tensor
        A view of the dtype of `x`; writing to it is a ValueError.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or a length is not an integer.
    ValueError
        If `x` does not broadcast to that shape.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.broadcast_to(xp.asarray([1, 2], device="cpu"), (2, 2))
    Tensor([[1, 2],
            [1, 2]], dtype=int64, device='cpu')
    """
    require_tensor("broadcast_to", x)
    wanted = shape_of("broadcast_to", shape)
    if common_shape(x.shape, wanted) != wanted:
        raise ValueError(f"broadcast_to: shape {x.shape} does not broadcast to {wanted}")
    return x._view(x.device.broadcast(x._settled(), wanted))


def broadcast_arrays(*arrays: Tensor) -> tuple[Tensor, ...]:
    """Return read-only views of all tensors with their common shape.

    Parameters
    ----------
    *arrays : Tensor
        Of any dtypes.

    Returns
    -------
    tuple of Tensor
        A view for each, of its own dtype; () for no tensors.

    Raises
    ------
    TypeError
        If an argument is not a Tensor.
    ValueError
        For shapes that do not broadcast.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x, y = xp.zeros((2, 1), device="cpu"), xp.zeros(3, device="cpu")
    >>> [z.shape for z in xp.broadcast_arrays(x, y)]
    [(2, 3), (2, 3)]
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
        Of one shape but for `axis`, on one device. A Tensor stands for its slices along
        its first axis.
    axis : int or None
        The axis; default the first. None joins them flattened.

    Returns
    -------
    Tensor
        A copy, of the promoted dtype.

    Raises
    ------
    TypeError
        If `arrays` is no such sequence.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``), as it is for 0-d tensors.
    ValueError
        If there are no tensors, their shapes differ outside `axis`, or they are on two
        devices.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.concat([xp.asarray([1, 2], device="cpu"), xp.asarray([0.5], device="cpu")])
    Tensor([1. , 2. , 0.5], dtype=float64, device='cpu')
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
        Of one shape, on one device.
    axis : int
        Place of the new axis in the result; default the first.

    Returns
    -------
    Tensor
        A copy, of the promoted dtype, with one axis more.

    Raises
    ------
    TypeError
        If `arrays` is no such sequence.
    IndexError
        If `axis` is out of range of the result (NumPy's ``AxisError``).
    ValueError
        If there are no tensors, their shapes differ, or they are on two devices.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x, y = xp.asarray([1, 2], device="cpu"), xp.asarray([3, 4], device="cpu")
    >>> xp.stack([x, y], axis=1)
    Tensor([[1, 3],
            [2, 4]], dtype=int64, device='cpu')
    """
    parts, _ = _joined("stack", arrays)
    for x in parts:
        if x.shape != parts[0].shape:
            raise ValueError(f"stack: shapes {parts[0].shape} and {x.shape} differ")
    place = normalize_axis(axis, parts[0].ndim + 1, "stack")
    return concat([expand_dims(x, place) for x in parts], axis=place)


def unstack(x: Tensor, /, *, axis: int = 0) -> tuple[Tensor, ...]:
    """Return the slices along an axis (views).

    Parameters
    ----------
    x : Tensor
        Of any dtype and at least one dimension.
    axis : int
        The axis; default the first.

    Returns
    -------
    tuple of Tensor
        As many as `x` is long along `axis`, each without that axis.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``), as it is without dimensions.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> a, b = xp.unstack(xp.asarray([[1, 2], [3, 4]], device="cpu"), axis=1)
    >>> a.tolist(), b.tolist()
    ([1, 3], [2, 4])
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
        Of any dtype.
    axis : int or tuple of int
        Places in the result.

    Returns
    -------
    Tensor
        A view of the dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `axis` is not an integer.
    IndexError
        If `axis` is out of range of the result (NumPy's ``AxisError``).
    ValueError
        If `axis` names a place twice.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.expand_dims(xp.zeros(3, device="cpu"), (0, -1)).shape
    (1, 3, 1)
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
        Of any dtype.
    axis : int, tuple of int or None
        The axes to remove; None is all axes, which then must all be of length 1.

    Returns
    -------
    Tensor
        A view of the dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.
    ValueError
        If an axis is not of length 1, or is named twice.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.squeeze(xp.zeros((1, 3, 1), device="cpu"), 0).shape
    (3, 1)
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
        Of any dtype.
    axis : int, tuple of int or None
        The axes to reverse; None (the default) reverses all.

    Returns
    -------
    Tensor
        A view of the shape and dtype of `x`.

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
    >>> xp.flip(xp.asarray([1, 2, 3], device="cpu"))
    Tensor([3, 2, 1], dtype=int64, device='cpu')
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
        Of any dtype.
    axes : tuple of int
        A permutation of all axes.

    Returns
    -------
    Tensor
        A view whose axis ``i`` is the axis ``axes[i]`` of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `axes` is not a sequence of integers.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axes` does not name every axis once.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.permute_dims(xp.zeros((2, 3, 4), device="cpu"), (2, 0, 1)).shape
    (4, 2, 3)
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
        Of any dtype.
    source, destination : int or tuple of int
        Where the axes are, and where they go; of equal length.

    Returns
    -------
    Tensor
        A view of the dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or an axis is not an integer.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If the lengths differ, or an axis is named twice.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.moveaxis(xp.zeros((2, 3, 4), device="cpu"), 0, -1).shape
    (3, 4, 2)
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
        Of any dtype.
    shape : int or tuple of int
        One length may be -1: what is left.
    copy : bool, optional
        True always copies, False never (a ValueError if it must), None only if needed.

    Returns
    -------
    Tensor
        Of the dtype of `x`, in row-major order of the elements.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or a length is not an integer.
    ValueError
        If the shape does not hold as many elements, has two -1 or another negative
        length, or ``copy=False`` where a copy is needed.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.reshape(xp.arange(4, device="cpu"), (2, -1))
    Tensor([[0, 1],
            [2, 3]], dtype=int64, device='cpu')
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
