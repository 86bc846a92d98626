# SPDX-License-Identifier: Apache-2.0
"""Pending pointwise expressions, shared by all devices.

A pointwise call on large operands makes a `Node` instead of computing: the
dtype, the shape and every error are settled when it is built, the values when
they are read. A chain of nodes is then evaluated in one pass by the device.

Three rules keep this invisible:

* Limits. A node never stands for more than `MAX_OPERATIONS` operations or
  `MAX_INPUTS` inputs; a pending operand of another shape is settled first.
* Aliasing. Every node is noted in the `Storage` of each tensor it reads.
  A write to a storage first settles the nodes that read it. A view of a
  pending tensor settles it, so a pending value never has aliases.
* Memory that others can write to (DLPack, buffer protocol, `__array__`) is
  never captured: an expression that reads it is evaluated at once.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Container, Iterator, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ._dtypes import DType
from ._ops import Plan, Record
from ._views import Shape

if TYPE_CHECKING:
    from ._verbs import Device

#: An array in a device's own memory: ndarray on cpu.
DeviceArray: TypeAlias = Any
#: An operand of a node: pending node, device array, or NumPy scalar of the operand dtype.
Operand: TypeAlias = Any

MAX_OPERATIONS = 48
MAX_INPUTS = 14
#: Nodes noted in one storage before finished ones are dropped from its list.
_PRUNE_AT = 64

_lock = threading.RLock()
#: Guards who owns a `Storage` and the lists of readers; never held while anything is computed.
_notes = threading.RLock()


def _renew_locks() -> None:
    """Replace the locks: a thread that held one does not live on in a forked process."""
    global _lock, _notes
    _lock, _notes = threading.RLock(), threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_locks)


def fusion_enabled() -> bool:
    """Whether pointwise chains are evaluated together.

    Returns
    -------
    bool
        What `set_fusion` set last; before that, what ``LFS_HIP_FUSION`` says (default
        on). Raises nothing.

    Notes
    -----
    Source: this package's fusion; the standard has no word for it.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> before = xp.set_fusion(True)
    >>> xp.fusion_enabled()
    True
    >>> after = xp.set_fusion(before)
    """
    return _fusion


def set_fusion(enabled: bool) -> bool:
    """Turn fusion on or off for this process; return the earlier setting.

    Parameters
    ----------
    enabled : bool
        Whether pointwise chains are evaluated together.

    Returns
    -------
    bool
        The setting until now. Raises nothing.

    Notes
    -----
    Source: this package's fusion; the standard has no word for it.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> before = xp.set_fusion(False)
    >>> xp.set_fusion(before)
    False
    """
    global _fusion
    before, _fusion = _fusion, enabled
    return before


_fusion = os.environ.get("LFS_HIP_FUSION", "1").strip().lower() not in ("0", "off", "false", "no")


class Storage:
    """What is known of a piece of memory that may have several users.

    Attributes
    ----------
    readers : list of weakref.ref
        Pending nodes that read this memory.
    aliased : bool
        More than one tensor shows this memory.
    shared : bool
        Code outside the package can write to this memory.
    """

    __slots__ = ("aliased", "readers", "shared")

    def __init__(self, *, shared: bool = False) -> None:
        self.readers: list[weakref.ref[Node]] = []
        self.aliased = shared
        self.shared = shared

    def note(self, node: Node) -> None:
        """Remember that `node` reads this memory."""
        with _notes:
            readers = self.readers
            if len(readers) >= _PRUNE_AT:
                readers[:] = [r for r in readers if (n := r()) is not None and n.array is None]
            readers.append(weakref.ref(node))

    def settle_readers(self) -> None:
        """Evaluate every pending node that reads this memory (before a write to it)."""
        if self.readers:
            with _lock:
                with _notes:
                    readers, self.readers = self.readers, []
                for reader in readers:
                    # The end of a chain first: parts that nothing else uses are then gone.
                    while (node := reader()) is not None and node.array is None:
                        node = node.last_user()
                        settle(node)


def storage_of(owner: Any, name: str) -> Storage:
    """Return the storage that a tensor or a node keeps as `name`, made at its first use.

    It is made once, whatever the threads: a reader noted in a second one would be missed
    by the next write.
    """
    storage: Storage | None = getattr(owner, name)
    if storage is None:
        with _notes:
            storage = getattr(owner, name)
            if storage is None:
                storage = Storage()
                setattr(owner, name, storage)
    return storage


class Node:
    """A pending pointwise result: a record applied to operands.

    Attributes
    ----------
    record, operands, plan
        What is computed: `operands` become `plan.operands` dtypes.
    shape, dtype
        Of the result; known when built.
    operations, inputs : int
        Upper bounds for the chain that ends here.
    storage : Storage or None
        Nodes that read this one: noted here until a tensor shows the values,
        whose storage it then becomes.
    holder : weakref.ref or None
        The tensor whose value this is.
    visits : int
        How often the value was computed inside another's evaluation.
    array
        The device array, once evaluated.
    """

    __slots__ = (
        "__weakref__",
        "array",
        "device",
        "dtype",
        "holder",
        "inputs",
        "operands",
        "operations",
        "plan",
        "record",
        "shape",
        "storage",
        "visits",
    )

    def __init__(
        self, record: Record, plan: Plan, operands: Sequence[Operand], shape: Shape, device: Device
    ) -> None:
        self.record = record
        self.plan = plan
        self.shape = shape
        self.dtype: DType = plan.result
        self.device = device
        self.visits = 0
        self.array: DeviceArray | None = None
        self.storage: Storage | None = None
        self.holder: weakref.ref[Any] | None = None
        self.operands: tuple[Operand, ...] = ()
        self.operations: int = 1
        self.inputs: int = 0
        self._link(operands)

    def _link(self, operands: Sequence[Operand]) -> None:
        """Take the operands, settling those that would break a limit."""
        pending = [
            x for x in dict.fromkeys(o for o in operands if type(o) is Node) if x.array is None
        ]
        for node in pending:
            if node.shape != self.shape:
                settle(node)
        pending = sorted((n for n in pending if n.array is None), key=lambda n: n.operations)
        while pending and (
            1 + sum(n.operations for n in pending) > MAX_OPERATIONS
            or len(operands) + sum(n.inputs for n in pending) > MAX_INPUTS
        ):
            settle(pending.pop())
        self.operations = 1 + sum(n.operations for n in pending)
        settled = tuple(o.array if type(o) is Node and o.array is not None else o for o in operands)
        self.inputs = sum(n.inputs for n in pending) + sum(type(o) is not Node for o in settled)
        self.operands = settled

    def users(self) -> Iterator[Node]:
        """Iterate over the pending nodes that read this one."""
        for reader in () if self.storage is None else tuple(self.storage.readers):
            user = reader()
            if user is not None and user.array is None:
                yield user

    def last_user(self) -> Node:
        """Return the end of a chain of pending nodes that starts here."""
        node = self
        while (user := next(node.users(), None)) is not None:
            node = user
        return node

    def needed_outside(self, nodes: Container[Node]) -> bool:
        """Whether a tensor, or a pending node other than `nodes`, may ask for the value."""
        held = self.holder is not None and self.holder() is not None
        return held or any(user not in nodes for user in self.users())


class Program:
    """What a device evaluates at once: a snapshot of a chain, safe from other threads.

    Attributes
    ----------
    order : list of Node
        Every node to compute, operands before users; the last one is the root.
    operands : list of tuple
        The operands of each: nodes of this program, device arrays, or NumPy scalars.
    outputs : list of Node
        Those whose values are stored, the root first: the root, and nodes that
        were computed inside another evaluation before and may be asked for again.
    root : Node
    shape, dtype
        Of the root.
    """

    __slots__ = ("operands", "order", "outputs", "root")

    def __init__(self, root: Node) -> None:
        self.root = root
        self.order: list[Node] = []
        self.operands: list[tuple[Operand, ...]] = []
        with _lock:  # a node that another thread settles loses its operands
            self._collect(root)
        inner = set(self.order)
        again = (n for n in self.order if n.visits and n is not root)
        self.outputs = [root, *(n for n in again if n.needed_outside(inner))]
        for node in self.order:
            node.visits += 1

    @property
    def shape(self) -> Shape:
        """Shape of the root."""
        return self.root.shape

    @property
    def dtype(self) -> DType:
        """Dtype of the root."""
        return self.root.dtype

    @property
    def size(self) -> int:
        """Number of elements of the root."""
        return prod(self.root.shape)

    def _collect(self, root: Node) -> None:
        seen: set[Node] = set()
        stack: list[tuple[Node, tuple[Operand, ...] | None]] = [(root, None)]
        while stack:
            node, operands = stack.pop()
            if operands is not None:
                self.order.append(node)
                self.operands.append(operands)
                continue
            if node in seen:
                continue
            seen.add(node)
            operands = tuple(
                o.array if type(o) is Node and o.array is not None else o for o in node.operands
            )
            stack.append((node, operands))
            stack.extend((o, None) for o in operands if type(o) is Node and o not in seen)

    def inputs(self) -> list[DeviceArray]:
        """Return the device arrays that are read, each once."""
        found = {
            id(x): x
            for operands in self.operands
            for x in operands
            if type(x) is not Node and not isinstance(x, np.generic)
        }
        return list(found.values())

    def finish(self, arrays: Sequence[DeviceArray]) -> None:
        """Store the results and let go of the operands."""
        with _lock:
            for node, array in zip(self.outputs, arrays, strict=True):
                if node.array is None:  # else another thread was first
                    node.array = array
                    node.operands = ()


def settle(node: Node) -> DeviceArray:
    """Return the node's values, evaluating its chain if needed."""
    if node.array is None:
        with _lock:
            if node.array is None:
                program = Program(node)
                program.finish(node.device.evaluate(program, None))
    return node.array


def settle_into(node: Node, out: DeviceArray) -> None:
    """Evaluate a pending node into existing memory of its shape and dtype.

    Operands that overlap `out` in another layout are safe: the value is then
    computed aside and copied.
    """
    with _lock:
        if node.array is None:
            program = Program(node)
            if all(node.device.can_write_over(x, out) for x in program.inputs()):
                program.finish(node.device.evaluate(program, out))
                return
            program.finish(node.device.evaluate(program, None))
        node.device.copy(out, node.array)


def source(node: Node) -> Program | DeviceArray:
    """Return what a reduction may read: a program that stores nothing, or values.

    A value that was computed inside another evaluation before is stored now,
    so that several reductions of it do not compute it again and again.
    """
    with _lock:
        if node.array is None and not node.visits:
            program = Program(node)
            again = program.outputs[1:]
            if again:
                for inner in again:
                    settle(inner)
                node.visits = 0
                program = Program(node)
            program.outputs = []
            return program
        return settle(node)
