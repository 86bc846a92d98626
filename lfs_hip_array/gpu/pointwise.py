# SPDX-License-Identifier: Apache-2.0
"""Pointwise evaluation: one kernel for a chain, a copy, a fill or a ramp."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from .._dtypes import DType
from .._views import Shape, broadcast_strides, contiguous_strides, memory_order
from . import launch, render
from .array import GpuArray, contiguous_array, overlap, same_layout
from .context import Context
from .expression import Body, Bound, conversion
from .layout import MAX_WORDS, Operand, Plan, plan


def evaluate(context: Context, bound: Bound, shape: Shape, out: GpuArray | None) -> list[GpuArray]:
    """Compute a chain; the first output goes into `out` if given, others are new."""
    return evaluate_planned(context, bound, shape, out)[0]


def evaluate_planned(
    context: Context, bound: Bound, shape: Shape, out: GpuArray | None
) -> tuple[list[GpuArray], Plan | None]:
    """Compute a chain; also return its plan, if the same launch would do again."""
    body, arrays, scalars = bound
    strides = [broadcast_strides(x.shape, x.strides, shape) for x in arrays]
    order = axis_order(shape, strides)
    outputs = [
        out if i == 0 and out is not None else empty(context, shape, dtype, order)
        for i, dtype in enumerate(body.output_dtypes)
    ]
    made = None
    if prod(shape):
        made = run(context, body, shape, outputs, arrays, strides, order, scalars)
    return outputs, made


def axis_order(shape: Shape, strides: Sequence[Shape]) -> tuple[int, ...] | None:
    """Return the axes from slow to fast as the first full-size input has them, or None.

    None stands for row-major order.
    """
    for steps in strides:
        if all(s != 0 or n == 1 for n, s in zip(shape, steps, strict=True)):
            order = memory_order(shape, steps)
            return None if order == tuple(range(len(shape))) else order
    return None


def empty(
    context: Context, shape: Shape, dtype: DType, order: tuple[int, ...] | None = None
) -> GpuArray:
    """Return new memory, its axes in `order` from slow to fast."""
    size = prod(shape)
    buffer = context.allocate(max(1, size * dtype.itemsize))
    if order is None:
        return contiguous_array(buffer, int(buffer.ptr), shape, dtype)
    inner = contiguous_strides(tuple(shape[i] for i in order), dtype.itemsize)
    strides = [0] * len(shape)
    for place, axis in enumerate(order):
        strides[axis] = inner[place]
    return GpuArray(buffer, int(buffer.ptr), shape, tuple(strides), dtype, size)


def run(
    context: Context,
    body: Body,
    shape: Shape,
    outputs: Sequence[GpuArray],
    arrays: Sequence[GpuArray],
    strides: Sequence[Shape],
    order: tuple[int, ...] | None,
    scalars: Sequence[Any],
) -> Plan | None:
    """Launch the kernel of a body over existing outputs.

    Returns the plan, or None where operands had to be gathered first.
    """
    context.activate()
    made = _planned(shape, outputs, arrays, strides, order)
    again = True
    if render.words(body, made).total > MAX_WORDS:
        # More strides than a launch can carry: gather what is scattered first.
        again = False
        arrays = [gathered(context, x, shape) for x in arrays]
        strides = [broadcast_strides(x.shape, x.strides, shape) for x in arrays]
        made = _planned(shape, outputs, arrays, strides, order)
    found = launch.kernel(body, made, context.index)
    pointers = [x.pointer for x in outputs] + [x.pointer for x in arrays]
    words: list[int] = []
    for value, dtype in zip(scalars, body.scalars, strict=True):
        words += launch.scalar_words(value, dtype)
    launch.launch(found, made, pointers, words, context.stream.ptr)
    return made if again else None


def _planned(
    shape: Shape,
    outputs: Sequence[GpuArray],
    arrays: Sequence[GpuArray],
    strides: Sequence[Shape],
    order: tuple[int, ...] | None,
) -> Plan:
    steps = [*(x.strides for x in outputs), *strides]
    if order is not None:
        shape = tuple(shape[i] for i in order)
        steps = [tuple(st[i] for i in order) for st in steps]
    operands = [
        Operand(x.pointer, st, x.dtype.itemsize)
        for x, st in zip((*outputs, *arrays), steps, strict=True)
    ]
    return plan(shape, operands, len(outputs))


def gathered(context: Context, x: GpuArray, shape: Shape) -> GpuArray:
    """Return a contiguous copy of a scattered operand, broadcast where it is not small."""
    if x.size <= 1 or (x.shape == shape and x.contiguous()):
        return x
    result = empty(context, x.shape, x.dtype)
    copy(context, result, x)
    if x.shape == shape:
        return result
    full = empty(context, shape, x.dtype)
    copy(context, full, result)
    return full


def copy(context: Context, target: GpuArray, source: GpuArray) -> None:
    """Copy with conversion and broadcast; what overlaps is copied aside first."""
    if not target.size:
        return
    if overlap(target, source):
        if same_layout(target, source):
            return
        aside = empty(context, source.shape, source.dtype)
        copy(context, aside, source)
        source = aside
    body = conversion(source.dtype, target.dtype)
    steps = broadcast_strides(source.shape, source.strides, target.shape)
    order = axis_order(target.shape, [target.strides])
    run(context, body, target.shape, [target], [source], [steps], order, [])
