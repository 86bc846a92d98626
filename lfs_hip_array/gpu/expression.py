# SPDX-License-Identifier: Apache-2.0
"""A pending chain in canonical form: what is computed, apart from whose memory it reads.

Two chains of the same operations on the same dtypes have equal `Body.key`,
whatever their sizes and scalar values, and share one kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from .._dtypes import DType
from .._expression import Node, Program

#: Where a value comes from: ("input" | "scalar" | "value", place), or ("index", 0),
#: the position of the element in row-major order as int64.
Source: TypeAlias = "tuple[str, int]"


class Instruction(NamedTuple):
    """One operation: `name` of operands, each first converted to its dtype.

    `astype` converts its one operand to `result`.
    """

    name: str
    operands: tuple[Source, ...]
    dtypes: tuple[DType, ...]
    result: DType


class Body(NamedTuple):
    """A chain of instructions; the result of each is the value of its place."""

    code: tuple[Instruction, ...]
    inputs: tuple[DType, ...]
    scalars: tuple[DType, ...]
    outputs: tuple[int, ...]  #: values that are stored

    def dtype_of(self, source: Source) -> DType:
        """Return the dtype of a source."""
        kind, place = source
        if kind == "value":
            return self.code[place].result
        if kind == "index":
            return np.dtype(np.int64)
        return (self.inputs if kind == "input" else self.scalars)[place]

    @property
    def output_dtypes(self) -> tuple[DType, ...]:
        """Dtypes of the stored values."""
        return tuple(self.code[i].result for i in self.outputs)


class Bound(NamedTuple):
    """A body with what it reads in this evaluation."""

    body: Body
    arrays: list[Any]
    scalars: list[Any]  #: NumPy scalars


def canonical(program: Program) -> Bound:
    """Return a program's body, its distinct inputs and its scalars in order of first use."""
    code: list[Instruction] = []
    arrays: list[Any] = []
    scalars: list[Any] = []
    places: dict[int, int] = {}
    values: dict[int, int] = {}
    for node, operands in zip(program.order, program.operands, strict=True):
        sources: list[Source] = []
        for operand in operands:
            if type(operand) is Node:
                sources.append(("value", values[id(operand)]))
            elif isinstance(operand, np.generic):
                sources.append(("scalar", len(scalars)))
                scalars.append(operand)
            else:
                place = places.get(id(operand))
                if place is None:
                    place = places[id(operand)] = len(arrays)
                    arrays.append(operand)
                sources.append(("input", place))
        values[id(node)] = len(code)
        record = node.record
        code.append(Instruction(record.name, tuple(sources), node.plan.operands, node.plan.result))
    body = Body(
        tuple(code),
        tuple(x.dtype for x in arrays),
        tuple(x.dtype for x in scalars),
        tuple(values[id(node)] for node in program.outputs),
    )
    return Bound(body, arrays, scalars)


def conversion(source: DType, target: DType) -> Body:
    """Return the body that copies with conversion."""
    return Body((Instruction("astype", (("input", 0),), (source,), target),), (source,), (), (0,))


def constant(dtype: DType) -> Body:
    """Return the body that stores one scalar argument."""
    return Body((Instruction("astype", (("scalar", 0),), (dtype,), dtype),), (), (dtype,), (0,))


class Builder:
    """Makes bodies that compute from the element's index: creation functions."""

    def __init__(self) -> None:
        self.code: list[Instruction] = []
        self.scalars: list[Any] = []

    def scalar(self, value: Any, dtype: DType) -> tuple[Source, DType]:
        """Return a scalar argument as an operand."""
        self.scalars.append(dtype.type(value))
        return ("scalar", len(self.scalars) - 1), dtype

    def index(self) -> tuple[Source, DType]:
        """Return the element's index as an operand."""
        return ("index", 0), np.dtype(np.int64)

    def cast(self, x: tuple[Source, DType], dtype: DType) -> tuple[Source, DType]:
        """Return an operand converted."""
        return self.apply("astype", [x], dtype)

    def apply(
        self, name: str, operands: Sequence[tuple[Source, DType]], result: DType
    ) -> tuple[Source, DType]:
        """Return the result of an operation on operands of these dtypes."""
        self.code.append(
            Instruction(name, tuple(s for s, _ in operands), tuple(d for _, d in operands), result)
        )
        return ("value", len(self.code) - 1), result

    def finish(self) -> Bound:
        """Return what stores the last value."""
        dtypes = tuple(x.dtype for x in self.scalars)
        return Bound(Body(tuple(self.code), (), dtypes, (len(self.code) - 1,)), [], self.scalars)
