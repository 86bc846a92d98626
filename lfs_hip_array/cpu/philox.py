# SPDX-License-Identifier: Apache-2.0
"""Philox 4x32-10 vectorised on NumPy: the words of many blocks at a time.

The four words of n blocks are an array of shape (2, n) of word pairs,
w0 << 32 | w1 and w2 << 32 | w3, one 64-bit number each: a round is then ten
passes over n numbers, without any part taken out or put back.
"""

from __future__ import annotations

import sys
from math import prod
from typing import Any, TypeAlias

import numpy as np

from .. import _philox
from .._philox import MASK32, MASK64, MULTIPLIERS, ROUNDS, WEYL

Array: TypeAlias = "np.ndarray[Any, Any]"

#: Blocks made at a time: 1 MiB for the rounds.
CHUNK = 1 << 15

MASK = np.array(MASK32, np.uint64)
HALF = np.array(32, np.uint64)
_M0, _M1 = (np.array(multiplier, np.uint64) for multiplier in MULTIPLIERS)


class Scratch:
    """Reusable work arrays of one thread, by name, for one chunk of blocks."""

    __slots__ = ("_arrays",)

    def __init__(self) -> None:
        self._arrays: dict[str, Array] = {}

    def array(self, name: str, shape: tuple[int, ...], dtype: object) -> Array:
        """Return an uninitialised array of this shape, over the same memory every time."""
        size = prod(shape)
        held = self._arrays.get(name)
        if held is None or held.size < size:
            held = self._arrays[name] = np.empty(size, dtype)
        return held[:size].reshape(shape)

    def ramp(self, count: int) -> Array:
        """Return 0, 1, 2, … as uint64, not to be written to."""
        held = self._arrays.get("ramp")
        if held is None or held.size < count:
            held = self._arrays["ramp"] = np.arange(count, dtype=np.uint64)
        return held[:count]


def _key_halves(key: int) -> list[tuple[int, int]]:
    """Return the key words of every round, in the upper half of 64 bits."""
    k0, k1 = key & MASK32, (key >> 32) & MASK32
    return [
        ((k0 + r * WEYL[0] & MASK32) << 32, (k1 + r * WEYL[1] & MASK32) << 32)
        for r in range(ROUNDS)
    ]


def _rounds(front: Array, back: Array, p0: Array, p1: Array, keys: list[tuple[int, int]]) -> None:
    """Run one round for each pair of `keys` in place, in pairs of words.

    With front = w0 << 32 | w1 and back = w2 << 32 | w3 a round is
    front' = M1 * w2 ^ (w1 ^ k0) << 32 and back' = M0 * w0 ^ (w3 ^ k1) << 32.
    """
    for k0, k1 in keys:
        np.right_shift(front, HALF, out=p0)
        np.multiply(p0, _M0, out=p0)
        np.right_shift(back, HALF, out=p1)
        np.multiply(p1, _M1, out=p1)
        np.left_shift(front, HALF, out=front)
        np.bitwise_xor(front, p1, out=front)
        np.bitwise_xor(front, np.uint64(k0), out=front)
        np.left_shift(back, HALF, out=back)
        np.bitwise_xor(back, p0, out=back)
        np.bitwise_xor(back, np.uint64(k1), out=back)


def pairs_from(counter: int, count: int, key: int, scratch: Scratch) -> Array:
    """Return the word pairs, shape (2, count), of blocks from `counter`; word 0 must not wrap.

    Only word 0 of the counter varies, so the first three rounds are short:
    what is the same for every block is a Python integer there.
    """
    pairs = scratch.array("pairs", (2, count), np.uint64)
    front, back = pairs
    p0, p1 = scratch.array("products", (2, count), np.uint64)
    keys = _key_halves(key)
    c0, c1, c2, c3 = ((counter >> shift) & MASK32 for shift in (0, 32, 64, 96))

    np.add(scratch.ramp(count), np.uint64(c0), out=back)
    np.multiply(back, _M0, out=back)
    np.bitwise_xor(back, np.uint64(c3 << 32 ^ keys[0][1]), out=back)
    same = MULTIPLIERS[1] * c2 ^ c1 << 32 ^ keys[0][0]  # front, for every block

    np.right_shift(back, HALF, out=p1)
    np.multiply(p1, _M1, out=p1)
    np.bitwise_xor(p1, np.uint64((same & MASK32) << 32 ^ keys[1][0]), out=front)
    product = MULTIPLIERS[0] * (same >> 32)
    np.bitwise_and(back, MASK, out=p1)
    np.bitwise_xor(p1, np.uint64((product ^ keys[1][1]) >> 32), out=p1)  # word 2

    np.right_shift(front, HALF, out=back)
    np.multiply(back, _M0, out=back)
    np.bitwise_xor(back, np.uint64((product & MASK32) << 32 ^ keys[2][1]), out=back)
    np.multiply(p1, _M1, out=p1)
    np.left_shift(front, HALF, out=front)
    np.bitwise_xor(front, p1, out=front)
    np.bitwise_xor(front, np.uint64(keys[2][0]), out=front)

    _rounds(front, back, p0, p1, keys[3:])
    return pairs


def blocks(number: int, count: int, key: int, scratch: Scratch) -> Array:
    """Return the word pairs of a generator's blocks from `number`."""
    return pairs_from(_philox.counter_of(key, number), count, key & MASK64, scratch)


def pairs_at(index: Array, key: int, word3: int) -> Array:
    """Return the word pairs, shape (2, n), of a generator's blocks `index` (uint64)."""
    pairs = np.empty((2, index.size), np.uint64)
    np.bitwise_or(index << HALF, index >> HALF, out=pairs[0])
    pairs[1] = (key >> 64) << 32 | word3
    _rounds(pairs[0], pairs[1], np.empty_like(index), np.empty_like(index), _key_halves(key))
    return pairs


def words_of(pairs: Array, out: Array) -> Array:
    """Write the four words of each block, in 64-bit lanes, into `out` of shape (4, n)."""
    for pair in range(2):
        np.right_shift(pairs[pair], HALF, out=out[2 * pair])
        np.bitwise_and(pairs[pair], MASK, out=out[2 * pair + 1])
    return out


def interleave(pairs: Array, words: Array, scratch: Scratch) -> None:
    """Write the words in order into `words`, uint32 of shape (n, 4); uses `pairs` up."""
    target = words.view(np.uint64)
    upper = scratch.array("upper", (len(words),), np.uint64)
    for pair in range(2):
        if sys.byteorder == "little":
            upper = np.right_shift(pairs[pair], HALF, out=upper)
            np.left_shift(pairs[pair], HALF, out=pairs[pair])
            np.bitwise_or(pairs[pair], upper, out=target[:, pair])
        else:
            np.copyto(target[:, pair], pairs[pair])


def philox4x32(counter_start: int, n_blocks: int, key: int) -> Array:
    """Return the words of consecutive Philox 4x32-10 blocks.

    Parameters
    ----------
    counter_start : int
        Counter of the first block, 128 bits, word 0 lowest; it wraps at 2**128.
    n_blocks : int
        Number of blocks.
    key : int
        64 bits, word 0 lowest.

    Returns
    -------
    numpy.ndarray
        uint32, shape (n_blocks, 4).

    Examples
    --------
    >>> [hex(word) for word in philox4x32(0, 1, 0)[0].tolist()]
    ['0x6627e8d5', '0xe169c58d', '0xbc57ac4c', '0x9b00dbd8']
    """
    words = np.empty((n_blocks, 4), np.uint32)
    scratch = Scratch()
    done = 0
    while done < n_blocks:
        counter = (counter_start + done) % (1 << 128)
        count = min(CHUNK, n_blocks - done, (1 << 32) - (counter & MASK32))
        interleave(pairs_from(counter, count, key, scratch), words[done : done + count], scratch)
        done += count
    return words


def words_at(row: Array, number: int, key: int, word3: int) -> Array:
    """Return the words (4, n) of blocks `number + row` under another counter word 3."""
    pairs = pairs_at(row.astype(np.uint64) + np.uint64(number), key, word3)
    return words_of(pairs, np.empty((4, row.size), np.uint64))
