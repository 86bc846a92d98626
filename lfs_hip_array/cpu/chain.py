# SPDX-License-Identifier: Apache-2.0
"""Evaluation of pending chains block by block.

A chain is evaluated over blocks that stay in cache: each operation reads and
writes small buffers, and only the inputs and the result touch main memory.
Blocks are spread over threads, since NumPy lets go of the interpreter lock.
Every block computes the same bits as the whole would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._dtypes import DType
from .._expression import Node, Program
from .._ops import Plan, cast
from .._views import Shape, collapse, memory_order
from . import memory
from .pointwise import BLOCK, run_parallel, twin

_Array = NDArray[Any]
#: An index tuple that cuts one block out of an array.
Block = tuple[Any, ...]


class _Instruction(NamedTuple):
    """One operation of a compiled chain: its result is the register of its place.

    `operands` are ("register", place), ("input", index) or ("scalar", value).
    """

    function: Callable[..., Any]
    operands: list[tuple[str, Any]]
    result: DType


class _Step(NamedTuple):
    """One operation bound to the buffers of a thread.

    `inputs` and `outputs` say which of `arguments` change from block to block:
    (place, index). `out` is a scratch buffer; where it is None, the result goes
    to the output of index `stored`.
    """

    function: Callable[..., Any]
    arguments: list[Any]
    inputs: list[tuple[int, int]]
    outputs: list[tuple[int, int]]
    out: _Array | None
    stored: int


class Chain:
    """A program compiled for block-wise evaluation.

    Attributes
    ----------
    shape : tuple of int
        Shape of every result.
    inputs : list of ndarray
        Arrays that are read, broadcast to `shape`.
    outputs : list of int
        Registers that are stored.
    """

    def __init__(self, program: Program) -> None:
        self.shape: Shape = program.order[-1].shape
        self.inputs: list[_Array] = []
        self._known: dict[int, int] = {}
        self._instructions: list[_Instruction] = []
        registers: dict[int, int] = {}
        for node, sources in zip(program.order, program.operands, strict=True):
            operands = [
                self._operand(operand, dtype, registers)
                for operand, dtype in zip(sources, node.plan.operands, strict=True)
            ]
            function = twin(node.record, node.plan)
            registers[id(node)] = self._append(function, operands, node.plan.result)
        self.outputs = [registers[id(node)] for node in program.outputs]
        self._buffer_of = self._place()

    def _append(
        self, function: Callable[..., Any], operands: list[tuple[str, Any]], result: DType
    ) -> int:
        self._instructions.append(_Instruction(function, operands, result))
        return len(self._instructions) - 1

    def _operand(self, operand: Any, dtype: DType, registers: dict[int, int]) -> tuple[str, Any]:
        """Return where an operand is found, converted to `dtype` if need be."""
        if type(operand) is Node:
            found: tuple[str, Any] = ("register", registers[id(operand)])
        elif isinstance(operand, np.generic):
            return ("scalar", operand.astype(dtype))
        else:
            found = ("input", self._input(operand))
        if operand.dtype == dtype:
            return found
        function = twin(cast(operand.dtype, dtype), Plan((operand.dtype,), dtype))
        return ("register", self._append(function, [found], dtype))

    def _input(self, array: _Array) -> int:
        index = self._known.get(id(array))
        if index is None:
            index = self._known[id(array)] = len(self.inputs)
            self.inputs.append(np.broadcast_to(array, self.shape))
        return index

    def _place(self) -> dict[int, tuple[int, DType]]:
        """Give every register a scratch buffer, reused once its last reader runs.

        A result may go into the buffer of an operand of its own dtype: every
        function here can work in place.
        """
        last = {
            value: place
            for place, step in enumerate(self._instructions)
            for kind, value in step.operands
            if kind == "register"
        }
        free: dict[DType, list[int]] = {}
        count = 0
        buffer_of: dict[int, tuple[int, DType]] = {}
        for place, step in enumerate(self._instructions):
            for value in {v for k, v in step.operands if k == "register"}:
                if last[value] == place and value in buffer_of:
                    buffer, dtype = buffer_of[value]
                    free.setdefault(dtype, []).append(buffer)
            if place not in self.outputs:
                pool = free.setdefault(step.result, [])
                if not pool:
                    pool.append(count)
                    count += 1
                buffer_of[place] = (pool.pop(), step.result)
        return buffer_of

    def order(self) -> tuple[int, ...]:
        """Return the axes from slow to fast, as the first full-size input has them."""
        for x in self.inputs:
            if x.size and all(s != 0 or n == 1 for n, s in zip(x.shape, x.strides, strict=True)):
                return memory_order(x.shape, x.strides)
        return tuple(range(len(self.shape)))

    def bind(self) -> Bound:
        """Return the chain with buffers of its own, for one thread."""
        return Bound(self._instructions, self._buffer_of, self.outputs)

    def run(self, results: Sequence[_Array]) -> None:
        """Evaluate into `results`, in the order of `outputs`."""
        axes = self.order()
        arrays = [x.transpose(axes) for x in (*self.inputs, *results)]
        shape, arrays = _merged(arrays)
        inputs, outputs = arrays[: len(self.inputs)], arrays[len(self.inputs) :]

        def work(blocks: Iterator[Block]) -> None:
            bound = self.bind()
            for block in blocks:
                bound.evaluate([x[block] for x in inputs], [x[block] for x in outputs])

        run_parallel(work, list(blocks_of(shape)))


class Bound:
    """A chain bound to the scratch buffers of one thread."""

    def __init__(
        self,
        instructions: list[_Instruction],
        buffer_of: dict[int, tuple[int, DType]],
        outputs: list[int],
    ) -> None:
        self._instructions = instructions
        self._buffer_of = buffer_of
        self._outputs = outputs
        self._memory: dict[int, _Array] = {}
        self._steps: dict[Shape, list[_Step]] = {}

    def evaluate(self, inputs: Sequence[_Array], outputs: Sequence[_Array]) -> _Array:
        """Evaluate one block; returns the last result, in scratch memory if not an output."""
        shape = inputs[0].shape if inputs else outputs[0].shape
        steps = self._steps.get(shape)
        if steps is None:
            steps = self._steps[shape] = self._bind(shape)
        out: Any = None
        for function, arguments, changing, stored, scratch, index in steps:
            for place, source in changing:
                arguments[place] = inputs[source]
            for place, source in stored:
                arguments[place] = outputs[source]
            out = outputs[index] if scratch is None else scratch
            function(*arguments, out=out)
        result: _Array = out
        return result

    def _bind(self, shape: Shape) -> list[_Step]:
        return [self._step(place, step, shape) for place, step in enumerate(self._instructions)]

    def _step(self, place: int, step: _Instruction, shape: Shape) -> _Step:
        arguments: list[Any] = [value for _, value in step.operands]
        changing: list[tuple[int, int]] = []
        stored: list[tuple[int, int]] = []
        for position, (kind, value) in enumerate(step.operands):
            if kind == "input":
                changing.append((position, value))
            elif kind == "register" and value in self._outputs:
                stored.append((position, self._outputs.index(value)))
            elif kind == "register":
                arguments[position] = self._buffer(value, shape)
        if place in self._outputs:
            target = self._outputs.index(place)
            return _Step(step.function, arguments, changing, stored, None, target)
        return _Step(step.function, arguments, changing, stored, self._buffer(place, shape), -1)

    def _buffer(self, register: int, shape: Shape) -> _Array:
        index, dtype = self._buffer_of[register]
        scratch = self._memory.get(index)
        if scratch is None:
            scratch = self._memory[index] = np.empty(BLOCK, dtype)
        return scratch[: prod(shape)].reshape(shape)


def _merged(arrays: list[_Array]) -> tuple[Shape, list[_Array]]:
    """Merge axes that all arrays walk as one."""
    shape = arrays[0].shape
    if 0 in shape:
        return shape, arrays
    merged, strides = collapse(shape, [x.strides for x in arrays])
    as_strided = np.lib.stride_tricks.as_strided
    return merged, [
        as_strided(x, merged, s, writeable=x.flags.writeable)
        for x, s in zip(arrays, strides, strict=True)
    ]


def blocks_of(shape: Shape, size: int = BLOCK) -> Iterator[Block]:
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
    if inner == 1 and step > 2 and shape[axis] % step == 1:
        step -= 1  # NumPy takes another path, to other bits, for one complex element in place
    for outer in product(*(range(n) for n in shape[:axis])):
        for start in range(0, shape[axis], step):
            yield (*outer, slice(start, start + step), Ellipsis)


def evaluate(program: Program, out: _Array | None) -> list[_Array]:
    """Evaluate a program; the first output goes into `out` if given."""
    chain = Chain(program)
    order = chain.order()
    results = [_empty_ordered(node.shape, node.dtype, order) for node in program.outputs[1:]]
    first = program.outputs[0]
    results.insert(0, _empty_ordered(first.shape, first.dtype, order) if out is None else out)
    chain.run(results)
    return results


def _empty_ordered(shape: Shape, dtype: DType, order: tuple[int, ...]) -> _Array:
    """Return new memory whose axes lie in `order`, slowest first."""
    return memory.empty(tuple(shape[i] for i in order), dtype).transpose(np.argsort(order))
