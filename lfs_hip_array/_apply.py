# SPDX-License-Identifier: Apache-2.0
"""From operands to a value: the one path that every pointwise call takes.

Small operands are computed at once; large ones become a pending node.
Functions here know the fields of `Tensor`; nothing else does but `_tensor`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _expression
from ._checks import broadcast_error, device_mismatch, operand_error
from ._dtypes import SCALAR_TYPES, DType, is_supported
from ._expression import DeviceArray, Node, Storage, settle, settle_into
from ._ops import Plan, Record, cast
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
                function = device.functions.get((record, a.dtype))
                if function is None:
                    function = device.function(record, (a.dtype,))
                return wrap(function(a), device)
    return apply(record, x)


def operate(record: Record, x1: Any, x2: Any) -> Tensor:
    """Apply a record of two operands; `NotImplemented` for operands of unknown types."""
    if x1.__class__ is Tensor and x2.__class__ is Tensor:
        a, b, device = x1._array, x2._array, x1._device
        if a is not None and b is not None and device is x2._device:
            small = device.eager_size
            if a.size <= small and b.size <= small:
                function = device.functions.get((record, a.dtype, b.dtype))
                if function is None:
                    function = device.function(record, (a.dtype, b.dtype))
                try:
                    return wrap(function(a, b), device)
                except ValueError:
                    raise broadcast_error(record.name, (a.shape, b.shape)) from None
    elif not (_known(x1) and _known(x2)):
        return NotImplemented  # type: ignore[return-value]
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
    tensors, device = _tensors(record.name, xs)
    keys = tuple(
        x.dtype if x.__class__ is Tensor else _scalar_key(record.name, x, xs) for x in tensors
    )
    plan = record.plan(keys)
    shape = _common_shape(record.name, tensors)
    small = device.eager_size
    if not any(
        t.__class__ is Tensor and (t._array is None or t._array.size > small) for t in tensors
    ):
        operands = [
            t._array if t.__class__ is Tensor else scalar_operand(record.name, t, d)
            for t, d in zip(tensors, plan.operands, strict=True)
        ]
        function = device.function(record, tuple(o.dtype for o in operands))
        return wrap(function(*operands), device)
    return pending(record, plan, tensors, shape, device)


def pending(
    record: Record, plan: Plan, xs: tuple[Any, ...], shape: Shape, device: Device
) -> Tensor:
    """Return a tensor whose value is not computed yet (or is, where it must be)."""
    node, now = _node(record, plan, xs, shape, device)
    result = Tensor.__new__(Tensor)
    result._device = device
    result._storage = None
    result._array = None
    result._node = node
    if now or not _expression.fusion_enabled():
        result._array = settle(node)
        result._node = None
    return result


def _node(
    record: Record, plan: Plan, xs: tuple[Any, ...], shape: Shape, device: Device
) -> tuple[Node, bool]:
    """Build a node and note it where it reads; say whether it must be evaluated now."""
    operands: list[Any] = []
    storages: list[Storage] = []
    shared = False
    for x, dtype in zip(xs, plan.operands, strict=True):
        if x.__class__ is not Tensor:
            operands.append(scalar_operand(record.name, x, dtype))
            continue
        if x._array is None and x._node.array is not None:
            x._array, x._node = x._node.array, None
        if x._array is None:
            operands.append(x._node)
            continue
        storage = x._storage
        if storage is None:
            storage = x._storage = Storage()
        shared = shared or storage.shared
        storages.append(storage)
        operands.append(x._array)
    node = Node(record, plan, operands, shape, device)
    for storage in storages:
        storage.note(node)
    return node, shared


def operate_in_place(record: Record, x: Tensor, other: Any) -> Tensor:
    """Apply an in-place operator; `NotImplemented` for operands of unknown types."""
    if not _known(other):
        return NotImplemented  # type: ignore[return-value]
    return apply_in_place(record, x, other)


def apply_in_place(record: Record, x: Tensor, other: Any) -> Tensor:
    """Compute ``x op other`` into `x`: same shape, a dtype that converts back safely."""
    tensors, device = _tensors(record.name, (x, other))
    other = tensors[1]
    name = f"in-place {record.name}"
    key = other.dtype if other.__class__ is Tensor else _scalar_key(name, other, (x, other))
    plan = record.plan((x.dtype, key))
    if plan.result != x.dtype:
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
        x._array, x._node, x._storage = result._array, result._node, result._storage
        return x
    target = x._writable(name)
    node, _ = _node(record, plan, (x, other), shape, device)
    settle_into(node, target)
    return x


def convert(x: Tensor, dtype: DType) -> Tensor:
    """Return a new tensor of another dtype (values as C would convert them)."""
    if x.dtype.kind == "c" and dtype.kind != "c" and dtype.kind != "b":
        raise TypeError(
            f"astype: complex values do not convert to {dtype}: take real(x), imag(x) or abs(x)"
        )
    return apply1(cast(x.dtype, dtype), x)


def scalar_operand(operation: str, value: Any, dtype: DType) -> Any:
    """Return a Python scalar as a NumPy scalar of `dtype`, or raise `OverflowError`."""
    try:
        with np.errstate(over="ignore"):
            return dtype.type(value)
    except OverflowError:
        raise OverflowError(
            f"{operation}: Python integer {value} is out of range for {dtype}{_limits(dtype)}"
        ) from None


def _limits(dtype: DType) -> str:
    if dtype.kind not in "iu":
        return ""
    info = np.iinfo(dtype)
    return f" ({info.min} to {info.max})"


def _scalar_key(operation: str, x: Any, xs: tuple[Any, ...]) -> type:
    kind = type(x)
    if kind in SCALAR_TYPES:
        return kind
    for base in SCALAR_TYPES:
        if isinstance(x, base):
            return base
    raise operand_error(operation, x)


def _tensors(operation: str, xs: tuple[Any, ...]) -> tuple[tuple[Any, ...], Device]:
    """Check that the tensors share a device; NumPy scalars become tensors on it."""
    device = None
    generic = False
    for x in xs:
        if x.__class__ is Tensor:
            if device is None:
                device = x._device
            elif x._device is not device:
                raise device_mismatch(operation, device.name, x._device.name)
        elif isinstance(x, np.generic):
            generic = True
    if device is None:
        raise operand_error(operation, next((x for x in xs if type(x) not in SCALAR_TYPES), xs[0]))
    if generic:
        xs = tuple(_from_generic(operation, x, device) for x in xs)
    return xs, device


def _from_generic(operation: str, x: Any, device: Device) -> Any:
    if not isinstance(x, np.generic):
        return x
    if not is_supported(x.dtype):
        raise operand_error(operation, x)
    return wrap(device.from_host(np.asarray(x), copy=True), device)


def _common_shape(operation: str, xs: tuple[Any, ...]) -> Shape:
    shapes = [x.shape for x in xs if x.__class__ is Tensor]
    shape = broadcast_shapes(*shapes)
    if shape is None:
        raise broadcast_error(operation, tuple(shapes))
    return shape


def array_of(x: Tensor) -> DeviceArray:
    """Return the settled device array of a tensor."""
    return x._settled()
