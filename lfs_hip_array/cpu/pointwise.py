# SPDX-License-Identifier: Apache-2.0
"""Pointwise evaluation on NumPy: whole arrays when small, block by block when large.

A chain is evaluated over blocks that stay in cache: each operation of the
chain reads and writes small buffers, and only the inputs and the result touch
main memory. Blocks are spread over threads, since NumPy lets go of the
interpreter lock. Every block computes the same bits as the whole would.
"""

from __future__ import annotations

import contextvars
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._dtypes import DType
from .._expression import Node, Program
from .._ops import Plan, Record, scalar_maker
from .._views import Shape, collapse, memory_order
from . import specfun, ufuncs

#: Elements in one block: a few operands of 8 bytes fit the second-level cache.
BLOCK = 1 << 15

_Block = tuple[Any, ...]

_context = contextvars.copy_context()
_context.run(np.seterr, all="ignore")
_run = _context.run


def quiet(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a NumPy function without floating-point warnings.

    NumPy keeps its error state in a context variable: running in a context
    where it is set costs a tenth of entering `numpy.errstate`. A context can be
    entered once at a time; whoever finds it in use takes the slower way.
    """
    try:
        return _run(function, *args, **kwargs)
    except RuntimeError:
        with np.errstate(all="ignore"):
            return function(*args, **kwargs)


def thread_count() -> int:
    """Return the number of threads for large operations (``LFS_HIP_THREADS``)."""
    wanted = os.environ.get("LFS_HIP_THREADS")
    if wanted:
        return max(1, int(wanted))
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(thread_count(), thread_name_prefix="lfs_hip_array")


def _forget_pool() -> None:
    _pool.cache_clear()


if hasattr(os, "register_at_fork"):  # the threads do not survive a fork
    os.register_at_fork(after_in_child=_forget_pool)


def run_parallel(work: Callable[[Iterator[Any]], None], items: Sequence[Any]) -> None:
    """Let threads take `items` one by one; `work` is called with the shared iterator."""
    threads = min(thread_count(), len(items))
    shared = iter(items)
    if threads <= 1:
        quiet_work(work, shared)
        return
    futures = [_pool().submit(quiet_work, work, shared) for _ in range(threads - 1)]
    try:
        quiet_work(work, shared)
    finally:
        for future in futures:
            future.result()


def quiet_work(work: Callable[[Iterator[Any]], None], shared: Iterator[Any]) -> None:
    """Run a worker without floating-point warnings."""
    with np.errstate(all="ignore"):
        work(shared)


# --- functions -----------------------------------------------------------------------
def twin(record: Record, plan: Plan) -> Callable[..., NDArray[Any]]:
    """Return the NumPy function of a record: a corrected one where there is one.

    It takes operands of the plan's dtypes and an optional `out`.
    """
    if record.name == "astype":
        target = plan.result
        return lambda x, out=None: _convert(x, target, out)
    rooms: tuple[dict[str, Any], ...] = (_own, ufuncs.__dict__, specfun.__dict__)
    for room in rooms:
        if record.name in room:
            found: Callable[..., NDArray[Any]] = room[record.name]
            return found
    plain: Callable[..., NDArray[Any]] = getattr(np, record.numpy)
    return plain


def _convert(x: NDArray[Any], dtype: DType, out: NDArray[Any] | None) -> NDArray[Any]:
    if out is None:
        return x.astype(dtype)
    np.copyto(out, x, casting="unsafe")
    return out


def _where(
    condition: NDArray[Any], x1: Any, x2: Any, out: NDArray[Any] | None = None
) -> NDArray[Any]:
    if out is None:
        return np.asarray(np.where(condition, x1, x2))
    if np.may_share_memory(out, x1) or np.may_share_memory(out, condition):
        out[...] = np.where(condition, x1, x2)
        return out
    if out is not x2:
        np.copyto(out, x2)
    np.copyto(out, x1, where=condition)
    return out


def _store(value: NDArray[Any], out: NDArray[Any] | None) -> NDArray[Any]:
    if out is None:
        return value.copy()
    np.copyto(out, value)
    return out


def _real(x: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    return _store(np.real(x), out)


def _imag(x: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    return _store(np.imag(x), out)


def _conj(x: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    return np.conjugate(x, out=out) if x.dtype.kind == "c" else _store(x, out)


def _positive(x: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    return _store(x, out)


def _square(x: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    return np.logical_and(x, x, out=out) if x.dtype.kind == "b" else np.square(x, out=out)


_own: dict[str, Callable[..., NDArray[Any]]] = {
    "where": _where,
    "real": _real,
    "imag": _imag,
    "conj": _conj,
    "positive": _positive,
    "square": _square,
}


def function_for(record: Record, keys: tuple[Any, ...]) -> Callable[..., NDArray[Any]]:
    """Return what computes a record at once for operands of these dtypes or scalar types."""
    plan = record.plan(keys)
    fn = twin(record, plan)
    casts = [_cast(record.name, k, d) for k, d in zip(keys, plan.operands, strict=True)]
    probe = quiet(fn, *(np.ones((), d) for d in plan.operands))
    if probe.dtype != plan.result:
        fn = _with_result(fn, plan.result)
    if not any(casts) and len(keys) == 1:
        return _direct1(fn)
    if len(keys) == 2 and casts[0] is None:
        return _direct2(fn) if casts[1] is None else _right_cast(fn, casts[1])

    def general(*operands: Any) -> NDArray[Any]:
        ready = [x if c is None else c(x) for x, c in zip(operands, casts, strict=True)]
        return np.asarray(quiet(fn, *ready))

    return general


def _cast(operation: str, key: Any, dtype: DType) -> Callable[[Any], Any] | None:
    """Return what makes an operand of the planned dtype, or None if it is one."""
    if isinstance(key, type):
        return scalar_maker(operation, dtype)
    return None if key == dtype else lambda x: x.astype(dtype)


def _with_result(fn: Callable[..., Any], dtype: DType) -> Callable[..., Any]:
    return lambda *operands: np.asarray(fn(*operands)).astype(dtype)


# The three forms of nearly all calls, without loops and argument tuples.
def _direct1(fn: Callable[..., Any]) -> Callable[..., NDArray[Any]]:
    def direct1(x: NDArray[Any]) -> NDArray[Any]:
        try:
            value = _run(fn, x)
        except RuntimeError:
            value = quiet(fn, x)
        return value if value.__class__ is np.ndarray else np.asarray(value)

    return direct1


def _direct2(fn: Callable[..., Any]) -> Callable[..., NDArray[Any]]:
    def direct2(x1: NDArray[Any], x2: NDArray[Any]) -> NDArray[Any]:
        try:
            value = _run(fn, x1, x2)
        except RuntimeError:
            value = quiet(fn, x1, x2)
        return value if value.__class__ is np.ndarray else np.asarray(value)

    return direct2


def _right_cast(fn: Callable[..., Any], cast: Callable[[Any], Any]) -> Callable[..., NDArray[Any]]:
    def direct(x1: NDArray[Any], x2: Any) -> NDArray[Any]:
        try:
            value = _run(fn, x1, cast(x2))
        except RuntimeError:
            value = quiet(fn, x1, cast(x2))
        return value if value.__class__ is np.ndarray else np.asarray(value)

    return direct


# --- blocks ----------------------------------------------------------------------------
class _Instruction:
    """One operation of a compiled chain, on registers."""

    __slots__ = ("casts", "fn", "operands", "result", "target")

    def __init__(
        self,
        fn: Callable[..., Any],
        operands: list[tuple[str, Any]],
        casts: list[DType | None],
        result: DType,
        target: int,
    ) -> None:
        self.fn = fn
        self.operands = operands
        self.casts = casts
        self.result = result
        self.target = target


class Chain:
    """A program compiled for block-wise evaluation.

    Attributes
    ----------
    inputs : list of ndarray
        Arrays that are read, broadcast to `shape`.
    shape : tuple of int
        Shape of every result.
    """

    def __init__(self, program: Program) -> None:
        self.shape: Shape = program.order[-1].shape
        self.inputs: list[NDArray[Any]] = []
        self._known: dict[int, int] = {}
        self.instructions: list[_Instruction] = []
        registers = {id(node): i for i, node in enumerate(program.order)}
        for i, node in enumerate(program.order):
            self.instructions.append(self._instruction(node, i, registers))
        self._place_registers(program)

    def _instruction(self, node: Node, target: int, registers: dict[int, int]) -> _Instruction:
        operands: list[tuple[str, Any]] = []
        casts: list[DType | None] = []
        for operand, dtype in zip(node.operands, node.plan.operands, strict=True):
            if type(operand) is Node and operand.array is None:
                operands.append(("register", registers[id(operand)]))
                have = operand.dtype
            else:
                value: Any = operand.array if type(operand) is Node else operand
                have = value.dtype
                if isinstance(value, np.generic):
                    operands.append(("scalar", value))
                else:
                    operands.append(("input", self._input(value)))
            casts.append(None if have == dtype else dtype)
        return _Instruction(twin(node.record, node.plan), operands, casts, node.plan.result, target)

    def _input(self, array: NDArray[Any]) -> int:
        index = self._known.get(id(array))
        if index is None:
            index = self._known[id(array)] = len(self.inputs)
            self.inputs.append(np.broadcast_to(array, self.shape))
        return index

    def _place_registers(self, program: Program) -> None:
        """Give every register a scratch buffer, reused once its last reader is done."""
        stored = {id(node) for node in program.outputs}
        kept = {i for i, node in enumerate(program.order) if id(node) in stored}
        last: dict[int, int] = {}
        for instruction in self.instructions:
            for kind, index in instruction.operands:
                if kind == "register":
                    last[index] = instruction.target
        free: dict[int, list[int]] = {}
        self.buffers: list[int] = []  # bytes of an element
        self.buffer_of: dict[int, int] = {}
        for instruction in self.instructions:
            if instruction.target not in kept:
                size = instruction.result.itemsize
                pool = free.setdefault(size, [])
                if not pool:
                    self.buffers.append(size)
                    pool.append(len(self.buffers) - 1)
                self.buffer_of[instruction.target] = pool.pop()
            done = {i for k, i in instruction.operands if k == "register"}
            for index in done:
                if last[index] == instruction.target and index in self.buffer_of:
                    size = self.instructions[index].result.itemsize
                    free.setdefault(size, []).append(self.buffer_of[index])

    def order(self) -> tuple[int, ...]:
        """Return the axes from slow to fast, as the first full-size input has them."""
        for x in self.inputs:
            if x.size and all(s != 0 or n == 1 for n, s in zip(x.shape, x.strides, strict=True)):
                return memory_order(x.shape, x.strides)
        return tuple(range(len(self.shape)))

    def run(self, results: dict[int, NDArray[Any]]) -> None:
        """Evaluate into `results`, by register."""
        axes = self.order()
        inputs = [x.transpose(axes) for x in self.inputs]
        outputs = {i: x.transpose(axes) for i, x in results.items()}
        inputs, flat = _flatten(inputs, list(outputs.values()))
        outputs = dict(zip(outputs, flat, strict=True))

        def work(blocks: Iterator[_Block]) -> None:
            scratch = self.scratch()
            for block in blocks:
                self.block(
                    [x[block] for x in inputs], {i: x[block] for i, x in outputs.items()}, scratch
                )

        shape = flat[0].shape if flat else self.shape
        run_parallel(work, list(blocks_of(shape)))

    def scratch(self) -> list[NDArray[Any]]:
        """Return the buffers of one thread."""
        return [np.empty(BLOCK * size, np.uint8) for size in self.buffers]

    def block(
        self,
        inputs: Sequence[NDArray[Any]],
        outputs: dict[int, NDArray[Any]],
        scratch: Sequence[NDArray[Any]],
    ) -> NDArray[Any]:
        """Evaluate one block; returns the last result."""
        values: dict[int, NDArray[Any]] = {}
        shape = inputs[0].shape if inputs else next(iter(outputs.values())).shape
        count = prod(shape)
        value: NDArray[Any] = np.empty(0)
        for step in self.instructions:
            operands: list[Any] = []
            for (kind, x), cast in zip(step.operands, step.casts, strict=True):
                operand = values[x] if kind == "register" else inputs[x] if kind == "input" else x
                operands.append(operand if cast is None else operand.astype(cast))
            out = outputs.get(step.target)
            if out is None:
                size = count * step.result.itemsize
                buffer = scratch[self.buffer_of[step.target]]
                out = buffer[:size].view(step.result).reshape(shape)
            step.fn(*operands, out=out)
            values[step.target] = value = out
        return value


def _flatten(
    inputs: list[NDArray[Any]], outputs: list[NDArray[Any]]
) -> tuple[list[NDArray[Any]], list[NDArray[Any]]]:
    """Merge axes that all arrays walk as one."""
    arrays = inputs + outputs
    if not arrays or 0 in arrays[0].shape:
        return inputs, outputs
    shape, strides = collapse(arrays[0].shape, [x.strides for x in arrays])
    merged = [_strided(x, shape, s) for x, s in zip(arrays, strides, strict=True)]
    return merged[: len(inputs)], merged[len(inputs) :]


def _strided(x: NDArray[Any], shape: Shape, strides: Shape) -> NDArray[Any]:
    return np.lib.stride_tricks.as_strided(x, shape, strides, writeable=x.flags.writeable)


def blocks_of(shape: Shape, size: int = BLOCK) -> Iterator[_Block]:
    """Yield index tuples that cut `shape` into blocks of at most `size` elements."""
    if 0 in shape:
        return
    inner, axis = 1, len(shape)
    while axis and inner * shape[axis - 1] <= size:
        axis -= 1
        inner *= shape[axis]
    if axis == 0:
        yield (Ellipsis,)
        return
    axis -= 1
    step = max(1, size // inner)
    for outer in product(*(range(n) for n in shape[:axis])):
        for start in range(0, shape[axis], step):
            yield (*outer, slice(start, start + step), Ellipsis)


def evaluate(program: Program, out: NDArray[Any] | None) -> list[NDArray[Any]]:
    """Evaluate a program; the first output goes into `out` if given."""
    chain = Chain(program)
    index = {id(node): i for i, node in enumerate(program.order)}
    results: list[NDArray[Any]] = []
    for node in program.outputs:
        if out is not None and not results:
            results.append(out)
        else:
            results.append(_empty_ordered(node.shape, node.dtype, chain.order()))
    chain.run({index[id(n)]: x for n, x in zip(program.outputs, results, strict=True)})
    return results


def _empty_ordered(shape: Shape, dtype: DType, order: tuple[int, ...]) -> NDArray[Any]:
    """Return new memory whose axes lie in `order`, slowest first."""
    memory = np.empty(tuple(shape[i] for i in order), dtype)
    return memory.transpose(np.argsort(order))
