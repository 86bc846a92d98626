# SPDX-License-Identifier: Apache-2.0
"""Which way a kernel walks its operands: decided from shapes and strides alone.

A launch is planned before any text is made. Axes that all operands walk as one
are merged; what is left is one of four cases:

========  ==================================================================
contig    one axis; every operand has unit stride, or is one element
rows      the last axis has unit stride or stride 0 in every operand
strided   anything else, one element a thread
tile      the output runs along one axis, some inputs along another: both
          sides touch memory in order, through shared memory
========  ==================================================================

Strides here count elements. Offsets and counts are 32-bit where they fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, prod
from typing import NamedTuple

from .._views import Shape, collapse

#: Threads of a block, in every case.
BLOCK = 256
#: Bytes of one access, at most.
ACCESS = 16
#: Blocks of a launch with 64-bit counts; threads then take several elements in turn.
MAX_GRID = 1 << 22
#: Words of 8 bytes in the argument block: 4 KiB is what every target accepts.
MAX_WORDS = 500
#: Bytes of shared memory that a tile kernel uses at most (every target has 64 KiB,
#: or 48 KiB without asking).
MAX_SHARED = 48 * 1024
#: Bytes up to which the tile has 64 rows: more would leave too few blocks on a unit.
LARGE_TILE = 17 * 1024
#: Axes shorter than this are not worth a tile.
MIN_TILE_AXIS = 16
_INDEX_LIMIT = (1 << 31) - 1

UNIT, ZERO, ANY = "u", "z", "s"


class Operand(NamedTuple):
    """One array as a plan sees it."""

    address: int
    strides: Shape  #: bytes
    itemsize: int


class Plan(NamedTuple):
    """How to walk: what shapes the text of the kernel, then what only its arguments say."""

    case: str  #: contig, rows, strided or tile
    wide: bool  #: 64-bit offsets and counts
    ndim: int  #: axes after merging
    vector: int  #: elements a thread moves at once
    inner: str  #: for each operand how it walks the last axis: UNIT, ZERO or ANY
    tile: int  #: side of a tile
    shape: Shape  #: merged; for a tile outer axes first, then the two of the tile
    strides: tuple[Shape, ...]  #: elements, for each operand

    @property
    def structure(self) -> tuple[object, ...]:
        """What the text of the kernel depends on."""
        return self[:6]


def _reach(shape: Shape, strides: Shape) -> int:
    """Return the largest distance in elements between two elements."""
    return sum((n - 1) * abs(s) for n, s in zip(shape, strides, strict=True))


def vector_length(itemsizes: Sequence[int]) -> int:
    """Return how many elements make full accesses for the narrowest operand.

    Wide operands beside a narrow one take several accesses; registers limit how many.
    """
    narrow, wide = min(itemsizes), max(itemsizes)
    return max(1, min(ACCESS // narrow, 2 * ACCESS // wide))


def _aligned_vector(
    length: int, inner: str, row: int, operands: Sequence[Operand], outer: Sequence[Shape]
) -> int:
    """Return the longest vector, at most `length`, to which rows and addresses are aligned."""
    while length > 1:
        fits = row % length == 0 and all(
            how == ZERO
            or (
                x.address % min(ACCESS, length * x.itemsize) == 0
                and gcd(*steps, length) % length == 0
            )
            for how, x, steps in zip(inner, operands, outer, strict=True)
        )
        if fits:
            return length
        length //= 2
    return 1


def plan(shape: Shape, operands: Sequence[Operand], outputs: int) -> Plan:
    """Return the plan for operands (outputs first) that all have this shape, none empty."""
    merged, strides = collapse(shape, [x.strides for x in operands])
    if not merged:
        merged, strides = (1,), [(0,)] * len(operands)
    steps = [tuple(s // x.itemsize for s in st) for st, x in zip(strides, operands, strict=True)]
    wide = prod(merged) > _INDEX_LIMIT or any(_reach(merged, st) > _INDEX_LIMIT for st in steps)
    inner = "".join({1: UNIT, 0: ZERO}.get(st[-1], ANY) for st in steps)
    if merged == (1,):
        inner = UNIT * len(operands)
    length = vector_length([x.itemsize for x in operands])
    if ANY not in inner and ZERO not in inner[:outputs]:
        if len(merged) == 1:
            aligned = all(
                how == ZERO or x.address % min(ACCESS, length * x.itemsize) == 0
                for how, x in zip(inner, operands, strict=True)
            )
            vector = length if aligned else 1
            return Plan("contig", wide, 1, vector, inner, 0, merged, tuple(steps))
        vector = _aligned_vector(length, inner, merged[-1], operands, [st[:-1] for st in steps])
        return Plan("rows", wide, len(merged), vector, inner, 0, merged, tuple(steps))
    tiled = _tile(merged, steps, operands, outputs, wide)
    if tiled is not None:
        return tiled
    return Plan("strided", wide, len(merged), 1, inner, 0, merged, tuple(steps))


def _tile(
    shape: Shape,
    steps: Sequence[Shape],
    operands: Sequence[Operand],
    outputs: int,
    wide: bool,
) -> Plan | None:
    """Return the plan by tiles, where the inputs' unit axis is another one than the outputs'."""
    across = _unit_axis(shape, steps[:outputs], every=True)
    if across is None:
        return None
    others = [st for st in steps[outputs:] if st[across] not in (0, 1)]
    along = _unit_axis(shape, others, every=True) if others else None
    if along is None or min(shape[across], shape[along]) < MIN_TILE_AXIS:
        return None
    moved = "".join("t" if i >= outputs and st[across] not in (0, 1) else ANY
                    for i, st in enumerate(steps))  # fmt: skip
    shared = sum(x.itemsize for x, how in zip(operands, moved, strict=True) if how == "t")
    side = 64 if 64 * 65 * shared <= LARGE_TILE else 32
    if side * (side + 1) * shared > MAX_SHARED:
        return None
    order = [*(i for i in range(len(shape)) if i not in (across, along)), along, across]
    return Plan(
        "tile", wide, len(shape), 1, moved, side,
        tuple(shape[i] for i in order), tuple(tuple(st[i] for i in order) for st in steps),
    )  # fmt: skip


def _unit_axis(shape: Shape, steps: Sequence[Shape], *, every: bool) -> int | None:
    """Return the axis along which all these operands have unit stride."""
    for axis in range(len(shape) - 1, -1, -1):
        if shape[axis] > 1 and all(st[axis] == 1 for st in steps):
            return axis
    return None
