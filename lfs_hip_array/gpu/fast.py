# SPDX-License-Identifier: Apache-2.0
"""The fast path: a chain that was launched before on the same layouts is launched again.

What a launch needs beside pointers and scalars is kept for each signature: the
operations by identity, and every operand's dtype, shape, strides and alignment.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

from .._dtypes import DType
from .._expression import Node, Program
from .._views import Shape
from . import launch, pointwise
from .array import GpuArray
from .context import Context
from .expression import canonical
from .layout import ACCESS, BLOCK

_MAX_KEPT = 8192
_launch = launch.submit
_addressof = ctypes.addressof


class Ready(NamedTuple):
    """A launch but for its pointers and scalars."""

    handle: int
    block: type[ctypes.Array[ctypes.c_uint64]]
    tail: tuple[int, ...]
    blocks: int
    outputs: tuple[tuple[Shape, Shape, DType, int, int], ...]  #: …, size, bytes
    held: object  #: what the signature names by identity stays alive


class Memo:
    """The launches of one device."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._kept: dict[tuple[Any, ...], Ready] = {}

    def evaluate(self, program: Program, out: GpuArray | None) -> list[GpuArray]:
        """Evaluate a program; the first output goes into `out` if given."""
        key, arrays, scalars = _signature(program, out)
        ready = self._kept.get(key)
        if ready is None:
            return self._first(key, program, out)
        context = self._context
        context.activate()
        results: list[GpuArray] = [] if out is None else [out]
        for shape, strides, dtype, size, nbytes in ready.outputs[len(results) :]:
            buffer = context.allocate(nbytes)
            results.append(GpuArray(buffer, buffer.ptr, shape, strides, dtype, size))
        words = [x.pointer for x in results]
        words += [x.pointer for x in arrays]
        for value in scalars:
            words += launch.bits(value)
        block = ready.block(*words, *ready.tail)
        arguments = ctypes.c_void_p(_addressof(block))
        _launch(
            ready.handle, ready.blocks, 1, 1, BLOCK, 1, 1, 0, context.stream.ptr,
            _addressof(arguments), 0,
        )  # fmt: skip
        return results

    def _first(
        self, key: tuple[Any, ...], program: Program, out: GpuArray | None
    ) -> list[GpuArray]:
        bound = canonical(program)
        results, made = pointwise.evaluate_planned(self._context, bound, program.shape, out)
        same_dtypes = all(
            s.dtype == d for s, d in zip(bound.scalars, bound.body.scalars, strict=True)
        )
        if made is not None and same_dtypes:
            if len(self._kept) >= _MAX_KEPT:
                self._kept.clear()
            found = launch.kernel(bound.body, made, self._context.index)
            tail, blocks = launch.layout_words(made)
            outputs = tuple(
                (x.shape, x.strides, x.dtype, x.size, max(1, x.nbytes)) for x in results
            )
            held = [(node.record, node.plan) for node in program.order]
            self._kept[key] = Ready(found.handle, found.block, tail, blocks, outputs, held)
        return results


def _signature(
    program: Program, out: GpuArray | None
) -> tuple[tuple[Any, ...], list[GpuArray], list[Any]]:
    """Return the key of a program's launch, its distinct inputs and its scalars."""
    key: list[Any] = [program.root.shape]
    arrays: list[GpuArray] = []
    scalars: list[Any] = []
    places: dict[int, int] = {}
    values: dict[int, int] = {}
    for node, operands in zip(program.order, program.operands, strict=True):
        key += (id(node.record), id(node.plan))
        for x in operands:
            if x.__class__ is GpuArray:
                place = places.get(id(x))
                if place is None:
                    place = places[id(x)] = len(arrays)
                    arrays.append(x)
                    key += (x.dtype.num, x.shape, x.strides, x.pointer % ACCESS)
                key.append(place)
            elif x.__class__ is Node:
                key.append(-1 - values[id(x)])
            else:
                key.append(x.dtype)
                scalars.append(x)
        values[id(node)] = len(values)
    if len(program.outputs) > 1:
        key += [values[id(node)] for node in program.outputs]
    if out is not None:
        key += ("out", out.strides, out.pointer % ACCESS)
    return tuple(key), arrays, scalars
