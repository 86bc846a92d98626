# SPDX-License-Identifier: Apache-2.0
"""From operands to a value: the one path that every pointwise call takes.

Small operands are computed at once; large ones become a pending node.
Functions here know the fields of `Tensor`; nothing else does but `_tensor`.
"""

from __future__ import annotations

from typing import Any
from weakref import ref

import numpy as np

from . import _expression
from ._checks import broadcast_error, device_mismatch, operand_error
from ._dtypes import SCALAR_TYPES, DType, is_supported
from ._expression import Node, Storage, settle, settle_into, storage_of
from ._ops import Plan, Record, cast, scalar_maker
from ._tensor import Tensor, wrap
from ._verbs import Device
from ._views import Shape, broadcast_shapes

_KNOWN = (*SCALAR_TYPES, np.generic)


def apply1(record: Record, x: Any) -> Tensor:
    """Apply a record of one operand."""
    if x.__class__ is Tensor:
        a = x._array
        if a is not None:
            device = x._device
            if a.size <= device.eager_size:
                try:
                    function = device.functions[record, a.dtype]
                except KeyError:
                    function = device.function(record, (a.dtype,))
                return wrap(function(a), device)
    return _apply_any(record, (x,))


def operate(record: Record, x1: Any, x2: Any) -> Tensor:
    """Apply a record of two operands; `NotImplemented` for operands of unknown types."""
    if x1.__class__ is Tensor:
        a, device, kind = x1._array, x1._device, x2.__class__
        if kind is Tensor:
            b = x2._array
            if a is not None and b is not None and device is x2._device:
                small = device.eager_size
                if a.size <= small and b.size <= small:
                    try:
                        function = device.functions[record, a.dtype, b.dtype]
                    except KeyError:
                        function = device.function(record, (a.dtype, b.dtype))
                    try:
                        return wrap(function(a, b), device)
                    except ValueError:
                        raise broadcast_error(record.name, (a.shape, b.shape)) from None
        elif kind in _SCALARS:
            if a is not None and a.size <= device.eager_size:
                try:
                    function = device.functions[record, a.dtype, kind]
                except KeyError:
                    function = device.function(record, (a.dtype, kind))
                return wrap(function(a, x2), device)
        elif not isinstance(x2, _KNOWN):
            return NotImplemented  # type: ignore[no-any-return]
    elif not (_known(x1) and _known(x2)):
        return NotImplemented  # type: ignore[no-any-return]
    return apply(record, x1, x2)


def apply2(record: Record, x1: Any, x2: Any) -> Tensor:
    """Apply a record of two operands, at least one of them a Tensor."""
    result = operate(record, x1, x2)
    if result is NotImplemented:
        raise operand_error(record.name, x2 if _known(x1) else x1)
    return result


def _known(x: Any) -> bool:
    """Whether an operator takes `x` (other types may know how to take a Tensor)."""
    return x.__class__ is Tensor or isinstance(x, _KNOWN)


def apply(record: Record, *xs: Any) -> Tensor:
    """Apply a record to any mix of tensors, Python scalars and NumPy scalars."""
    device: Any = None
    key: list[Any] = [record]
    operands: list[Any] = []
    for x in xs:
        kind = x.__class__
        if kind is Tensor:
            a = x._array
            if device is None:
                device = x._device
            if a is None or x._device is not device or a.size > device.eager_size:
                break
            key.append(a.dtype)
            operands.append(a)
        elif kind in _SCALARS:
            key.append(kind)
            operands.append(x)
        else:
            break
    else:
        if device is not None:
            return _apply_now(record, tuple(key), operands, device)
    return _apply_any(record, xs)


_SCALARS = frozenset(SCALAR_TYPES)


def _apply_now(record: Record, key: tuple[Any, ...], operands: list[Any], device: Device) -> Tensor:
    """Compute small operands at once."""
    function = device.functions.get(key)
    if function is None:
        function = device.function(record, key[1:])
    try:
        return wrap(function(*operands), device)
    except ValueError:
        shapes = tuple(a.shape for a in operands if hasattr(a, "shape"))
        raise broadcast_error(record.name, shapes) from None


def _apply_any(record: Record, xs: tuple[Any, ...]) -> Tensor:
    """Apply a record to operands of which some are large, pending or unusual."""
    tensors, device = _tensors(record.name, xs)
    if any(x is not t for x, t in zip(xs, tensors, strict=True)):
        return apply(record, *tensors)
    plan = record.plan(tuple(x.dtype if x.__class__ is Tensor else x.__class__ for x in xs))
    shape = _common_shape(record.name, xs)
    return pending(record, plan, xs, shape, device)


def pending(
    record: Record, plan: Plan, xs: tuple[Any, ...], shape: Shape, device: Device
) -> Tensor:
    """Return a tensor whose value is not computed yet (or is, where it must be)."""
    node, now = _node(record, plan, xs, shape, device)
    if now or not _expression.fusion_enabled():
        return wrap(settle(node), device)
    result = wrap(None, device)
    result._node = node
    node.holder = ref(result)
    return result


def _node(
    record: Record, plan: Plan, xs: tuple[Any, ...], shape: Shape, device: Device
) -> tuple[Node, bool]:
    """Build a node and note it where it reads; say whether it must be evaluated now."""
    operands: list[Any] = []
    storages: list[Storage] = []
    for x, dtype in zip(xs, plan.operands, strict=True):
        if x.__class__ is not Tensor:
            operands.append(scalar_operand(record.name, x, dtype))
            continue
        owner: Any = x._node if x._array is None else None
        if owner is None or owner.array is not None:
            operands.append(x._settled())
            owner = x
        else:
            operands.append(owner)
        storages.append(_storage_of(owner))
    node = Node(record, plan, operands, shape, device)
    for storage in storages:
        storage.note(node)
    return node, any(storage.shared for storage in storages)


def _storage_of(owner: Any) -> Storage:
    """Return the storage of a tensor (or of a pending node), made at its first use."""
    return storage_of(owner, "storage" if owner.__class__ is Node else "_storage")


def operate_in_place(record: Record, x: Tensor, other: Any) -> Tensor:
    """Apply an in-place operator; `NotImplemented` for operands of unknown types."""
    other = beside(x, other)
    if not _known(other):
        return NotImplemented  # type: ignore[no-any-return]
    return apply_in_place(record, x, other)


def beside(x: Tensor, other: Any) -> Any:
    """Return an ndarray as a tensor on the device of `x`, anything else as it is.

    An in-place operator that left an ndarray to NumPy would get a new tensor from
    it, and the views of `x` would not see the result.
    """
    if type(other) is not np.ndarray:
        return other
    from ._numpy_table import lift

    return lift(other, x._device)


def apply_in_place(record: Record, x: Tensor, other: Any) -> Tensor:
    """Compute ``x op other`` into `x`: same shape, a dtype of its kind (or one that fits it)."""
    tensors, device = _tensors(record.name, (x, other))
    other = tensors[1]
    name = f"in-place {record.name}"
    plan = record.plan((x.dtype, other.dtype if other.__class__ is Tensor else other.__class__))
    if not np.can_cast(plan.result, x.dtype, "same_kind"):
        raise TypeError(f"{name}: the result dtype {plan.result} does not fit into {x.dtype}")
    shape = _common_shape(name, tensors)
    if shape != x.shape:
        raise ValueError(f"{name}: a result of shape {shape} does not fit into shape {x.shape}")
    storage = x._storage
    if x._array is None or storage is None or not storage.aliased:
        # Nobody else sees this memory: the name may as well get a new value.
        if x._array is not None and not device.writable(x._array):
            raise ValueError(f"{name}: the destination is read-only (copy it first)")
        result = apply2(record, x, other)
        if plan.result != x.dtype:
            result = convert(result, x.dtype)
        node = result._node
        x._array, x._node, x._storage = result._array, node, result._storage
        if node is not None:
            node.holder = ref(x)
        return x
    if plan.result != x.dtype:  # narrowed within its kind, as in NumPy
        x[...] = apply2(record, x, other)
        return x
    if x.size <= device.eager_size and (other.__class__ is not Tensor or other._array is not None):
        result = apply2(record, x, other)._settled()
        device.copy(x._writable(name), result)
        return x
    target = x._writable(name)
    node, _ = _node(record, plan, (x, other), shape, device)
    settle_into(node, target)
    return x


def convert(x: Tensor, dtype: DType) -> Tensor:
    """Return a new tensor of another dtype (values as C would convert them)."""
    if x.dtype.kind == "c" and dtype.kind != "c" and dtype.kind != "b":
        raise TypeError(
            f"astype: {x.dtype} does not convert to {dtype} (take real(x), imag(x) or abs(x))"
        )
    return apply1(cast(x.dtype, dtype), x)


def convert_if(x: Tensor, dtype: DType) -> Tensor:
    """Return `x` itself where it has the dtype, else converted."""
    return x if x.dtype == dtype else convert(x, dtype)


def scalar_operand(operation: str, value: Any, dtype: DType) -> Any:
    """Return a Python scalar as a NumPy scalar of `dtype`, or raise `OverflowError`."""
    return scalar_maker(operation, dtype)(value)


def _tensors(operation: str, xs: tuple[Any, ...]) -> tuple[tuple[Any, ...], Device]:
    """Check the operands and their device; bring unusual scalars to usual types.

    NumPy scalars become tensors (they are strongly typed), subclasses of
    Python's scalar types become those.
    """
    device: Any = None
    for x in xs:
        if x.__class__ is Tensor:
            if device is None:
                device = x._device
            elif x._device is not device:
                raise device_mismatch(operation, device.name, x._device.name)
        elif not isinstance(x, _KNOWN):
            raise operand_error(operation, x)
    if device is None:
        raise operand_error(operation, xs[0])
    return tuple(_usual(operation, x, device) for x in xs), device


def _usual(operation: str, x: Any, device: Device) -> Any:
    if x.__class__ is Tensor or x.__class__ in _SCALARS:
        return x
    if isinstance(x, np.generic):
        if not is_supported(x.dtype):
            raise operand_error(operation, x)
        return wrap(device.from_host(np.asarray(x), copy=True), device)
    base: Any = next(kind for kind in SCALAR_TYPES if isinstance(x, kind))
    return base(x)


def _common_shape(operation: str, xs: tuple[Any, ...]) -> Shape:
    shapes = [x.shape for x in xs if x.__class__ is Tensor]
    shape = broadcast_shapes(*shapes)
    if shape is None:
        raise broadcast_error(operation, tuple(shapes))
    return shape
