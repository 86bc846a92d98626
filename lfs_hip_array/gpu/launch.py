# SPDX-License-Identifier: Apache-2.0
"""From a plan to one launch: the argument block, the grid, the driver call.

A kernel takes one block of 64-bit words, so a launch is one ctypes array and
one driver call, whatever the operands.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
from cupy_backends.cuda.api import driver

from .._dtypes import DType
from .._views import Shape
from . import compile, render
from .expression import Body
from .layout import BLOCK, MAX_GRID, Plan

#: The driver call; its arguments are copied before it returns.
submit = driver.launchKernel
_addressof = ctypes.addressof
_MASK = (1 << 64) - 1


class Kernel(NamedTuple):
    """A loaded kernel and the type of its argument block."""

    handle: int
    block: type[ctypes.Array[ctypes.c_uint64]]


_kernels: dict[tuple[Any, ...], Kernel] = {}


def kernel(body: Body, plan: Plan, device: int) -> Kernel:
    """Return the kernel of a structure on a device, compiled at first use."""
    key = (body, plan.structure, device)
    found = _kernels.get(key)
    if found is None:
        text = render.source(body, plan)
        handle = compile.load(text, render.kernel_name(body, plan), device)
        block = ctypes.c_uint64 * render.words(body, plan).total
        found = _kernels[key] = Kernel(handle, block)
    return found


@lru_cache(maxsize=4096)
def divisor(n: int, wide: bool) -> tuple[int, int]:
    """Return the two words with which a kernel divides by n: see ``divide_by``."""
    if wide:
        return n, 0
    shift = (n - 1).bit_length()
    multiplier = ((1 << 32) * ((1 << shift) - n)) // n + 1
    return n | multiplier << 32, shift


@lru_cache(maxsize=4096)
def layout_words(plan: Plan) -> tuple[tuple[int, ...], int]:
    """Return the words of a layout, from the count on, and the number of blocks."""
    if plan.case == "contig":
        n = plan.shape[0]
        return (n,), _grid(-(-(n // plan.vector or 1) // BLOCK))
    if plan.case == "tile":
        return _tile_words(plan)
    shape: Shape = (*plan.shape[:-1], plan.shape[-1] // plan.vector)
    items = prod(shape)
    words = [items]
    for n in shape[1:]:
        words += divisor(n, plan.wide)
    read = render.axes_read(plan)
    for strides in plan.strides:
        words += [s & _MASK for s in strides[:read]]
    return tuple(words), _grid(-(-items // BLOCK))


def _tile_words(plan: Plan) -> tuple[tuple[int, ...], int]:
    *outer, p, q = plan.shape
    tiles_p, tiles_q = -(-p // plan.tile), -(-q // plan.tile)
    tiles = tiles_p * tiles_q * prod(outer)
    words = [tiles, p, q, tiles_p, tiles_q]
    for n in outer[1:]:
        words += divisor(n, plan.wide)
    for strides in plan.strides:
        words += [s & _MASK for s in strides]
    return tuple(words), _grid(tiles)


def _grid(blocks: int) -> int:
    """Return the blocks to launch: with 64-bit counts kernels take several items in turn."""
    return min(blocks, MAX_GRID * 2)


def scalar_words(value: Any, dtype: DType) -> Sequence[int]:
    """Return a scalar's bits, once converted, as words."""
    return bits(np.asarray(value, dtype))


def bits(value: Any) -> Sequence[int]:
    """Return the bits of a NumPy scalar as words."""
    data = value.tobytes()
    if len(data) == 16:
        return int.from_bytes(data[:8], "little"), int.from_bytes(data[8:], "little")
    return (int.from_bytes(data, "little"),)


def launch(
    found: Kernel, plan: Plan, pointers: Sequence[int], scalars: Sequence[int], stream: int
) -> None:
    """Submit one launch. The driver copies the arguments before it returns."""
    tail, blocks = layout_words(plan)
    block = found.block(*pointers, *scalars, *tail)
    arguments = ctypes.c_void_p(_addressof(block))
    submit(found.handle, blocks, 1, 1, BLOCK, 1, 1, 0, stream, _addressof(arguments), 0)
