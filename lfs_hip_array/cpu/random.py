# SPDX-License-Identifier: Apache-2.0
"""Random draws on NumPy memory: Philox 4x32-10, block by block.

Element i of a draw is a pure function of (key, offset, i), so the work may be
cut anywhere and shared between threads without changing a bit. The layout of
the stream is described in docs/random.md; the numbers are in `_philox`.

Inside, the four words of n blocks are an array of shape (2, n) of word pairs,
w0 << 32 | w1 and w2 << 32 | w3. It exists only for the blocks at hand, so that
it stays in the cache whatever the size of the draw.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from itertools import pairwise
from math import prod
from typing import Any, TypeAlias

import numpy as np

from .. import _philox
from .._dtypes import DType
from .._philox import MASK32, MASK64, MULTIPLIERS, ROUNDS, WEYL

Array: TypeAlias = "np.ndarray[Any, Any]"
#: Fills rows of shape (blocks, elements per block), given the first block's number.
Fill: TypeAlias = "Callable[[Array, int, Scratch], None]"

#: Blocks made at a time: 1 MiB for the rounds. With threads twice as many, since every
#: NumPy call takes the interpreter lock once.
CHUNK = 1 << 15
#: Blocks from which threads are worth their start.
_THREADED = 1 << 18
_THREADS = min(8, os.cpu_count() or 1)

_MASK = np.array(MASK32, np.uint64)
_32 = np.array(32, np.uint64)
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
            held = self._arrays[name] = np.empty(size, dtype)  # type: ignore[call-overload]
        return held[:size].reshape(shape)


# --- words ---------------------------------------------------------------------------------


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
        np.right_shift(front, _32, out=p0)
        np.multiply(p0, _M0, out=p0)
        np.right_shift(back, _32, out=p1)
        np.multiply(p1, _M1, out=p1)
        np.left_shift(front, _32, out=front)
        np.bitwise_xor(front, p1, out=front)
        np.bitwise_xor(front, np.uint64(k0), out=front)
        np.left_shift(back, _32, out=back)
        np.bitwise_xor(back, p0, out=back)
        np.bitwise_xor(back, np.uint64(k1), out=back)


def _pairs(counter: int, count: int, key: int, scratch: Scratch) -> Array:
    """Return the word pairs, shape (2, count), of blocks from `counter`; word 0 must not wrap.

    Only word 0 of the counter varies, so the first three rounds are short:
    what is the same for every block is a Python integer there.
    """
    pairs = scratch.array("pairs", (2, count), np.uint64)
    front, back = pairs
    p0, p1 = scratch.array("products", (2, count), np.uint64)
    keys = _key_halves(key)
    c0, c1, c2, c3 = ((counter >> shift) & MASK32 for shift in (0, 32, 64, 96))

    np.multiply(np.arange(c0, c0 + count, dtype=np.uint64), _M0, out=back)
    np.bitwise_xor(back, np.uint64(c3 << 32 ^ keys[0][1]), out=back)
    same = MULTIPLIERS[1] * c2 ^ c1 << 32 ^ keys[0][0]  # front, for every block

    np.right_shift(back, _32, out=p1)
    np.multiply(p1, _M1, out=p1)
    np.bitwise_xor(p1, np.uint64((same & MASK32) << 32 ^ keys[1][0]), out=front)
    product = MULTIPLIERS[0] * (same >> 32)
    np.bitwise_and(back, _MASK, out=p1)
    np.bitwise_xor(p1, np.uint64((product ^ keys[1][1]) >> 32), out=p1)  # word 2

    np.right_shift(front, _32, out=back)
    np.multiply(back, _M0, out=back)
    np.bitwise_xor(back, np.uint64((product & MASK32) << 32 ^ keys[2][1]), out=back)
    np.multiply(p1, _M1, out=p1)
    np.left_shift(front, _32, out=front)
    np.bitwise_xor(front, p1, out=front)
    np.bitwise_xor(front, np.uint64(keys[2][0]), out=front)

    _rounds(front, back, p0, p1, keys[3:])
    return pairs


def _blocks(number: int, count: int, key: int, scratch: Scratch) -> Array:
    """Return the word pairs of a generator's blocks from `number`."""
    return _pairs(_philox.counter_of(key, number), count, key & MASK64, scratch)


def _pairs_at(index: Array, key: int, word3: int) -> Array:
    """Return the word pairs, shape (2, n), of a generator's blocks `index` (uint64)."""
    pairs = np.empty((2, index.size), np.uint64)
    np.bitwise_or(index << _32, index >> _32, out=pairs[0])
    pairs[1] = (key >> 64) << 32 | word3
    _rounds(pairs[0], pairs[1], np.empty_like(index), np.empty_like(index), _key_halves(key))
    return pairs


def _words(pairs: Array, out: Array) -> Array:
    """Write the four words of each block, in 64-bit lanes, into `out` of shape (4, n)."""
    for pair in range(2):
        np.right_shift(pairs[pair], _32, out=out[2 * pair])
        np.bitwise_and(pairs[pair], _MASK, out=out[2 * pair + 1])
    return out


def _interleave(pairs: Array, words: Array) -> None:
    """Write the words in order into `words`, uint32 of shape (n, 4); uses `pairs` up."""
    target = words.view(np.uint64)
    for pair in range(2):
        if sys.byteorder == "little":
            upper = pairs[pair] >> _32
            np.left_shift(pairs[pair], _32, out=pairs[pair])
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
        _interleave(_pairs(counter, count, key, scratch), words[done : done + count])
        done += count
    return words


# --- the drive: chunks, threads, tail ------------------------------------------------------


def _fill_range(
    rows: Array, first: int, fill: Fill, start: int, stop: int, chunk: int = CHUNK
) -> None:
    """Fill rows[start:stop] in chunks; row 0 is block `first`."""
    scratch = Scratch()
    while start < stop:
        number = first + start
        count = min(chunk, stop - start, (1 << 32) - (number & MASK32))
        fill(rows[start : start + count], number, scratch)
        start += count


def _fill_rows(rows: Array, first: int, fill: Fill) -> None:
    """Fill every row; big draws are cut into one contiguous part per thread."""
    count = rows.shape[0]
    if count < _THREADED or _THREADS == 1:
        _fill_range(rows, first, fill, 0, count)
        return
    cuts = [count * part // _THREADS for part in range(_THREADS + 1)]
    failures: list[BaseException] = []

    def work(start: int, stop: int) -> None:
        try:
            _fill_range(rows, first, fill, start, stop, 2 * CHUNK)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=part, daemon=True) for part in pairwise(cuts[1:])]
    for thread in threads:
        thread.start()
    work(cuts[0], cuts[1])
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def _run(out: Array, each: int, offset: int, fill: Fill) -> None:
    """Fill the C-contiguous `out` with `each` elements per block, from block `offset`.

    Whole blocks are written in place; only the last, partial one is made aside.
    """
    flat = out.reshape(-1)
    whole = flat.size // each
    _fill_rows(flat[: whole * each].reshape(whole, each), offset, fill)
    if rest := flat.size - whole * each:
        last = np.empty((1, each), out.dtype)
        fill(last, offset + whole, Scratch())
        flat[whole * each :] = last[0, :rest]


# --- floats --------------------------------------------------------------------------------


def _unit32(rows: Array, number: int, key: int, scratch: Scratch) -> None:
    """Fill rows (n, 4) of float32 with the upper 24 bits of each word, times 2**-24."""
    words = scratch.array("words", rows.shape, np.uint32)
    _interleave(_blocks(number, len(rows), key, scratch), words)
    np.right_shift(words, np.uint32(8), out=words)
    np.copyto(rows, words.view(np.int32), casting="unsafe")  # exact: 24 bits
    np.multiply(rows, np.float32(2.0**-24), out=rows)


def _unit64(rows: Array, number: int, key: int, scratch: Scratch) -> None:
    """Fill rows (n, 2) of float64 with the upper 53 bits of each word pair, times 2**-53."""
    pairs = _blocks(number, len(rows), key, scratch)
    np.right_shift(pairs, np.uint64(11), out=pairs)
    np.multiply(pairs[0].view(np.int64), 2.0**-53, out=rows[:, 0])
    np.multiply(pairs[1].view(np.int64), 2.0**-53, out=rows[:, 1])


def uniform(key: int, offset: int, out: Array, low: float = 0.0, high: float = 1.0) -> None:
    """Fill `out` with uniform values in [low, high).

    Parameters
    ----------
    key, offset : int
        The generator's 96-bit key and the number of its first block.
    out : numpy.ndarray
        float32 or float64, C-contiguous; every element is written.
    low, high : float
        Bounds, rounded to the dtype; `high` itself is never returned.
    """
    first, span, last = _philox.uniform_bounds(low, high, out.dtype)
    unit = _unit32 if out.dtype == np.float32 else _unit64
    plain = first == 0 and span == 1

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        unit(rows, number, key, scratch)
        if not plain:
            with np.errstate(under="ignore"):
                np.multiply(rows, span, out=rows)
                np.add(rows, first, out=rows)
            np.minimum(rows, last, out=rows)

    _run(out, 4 if out.dtype == np.float32 else 2, offset, fill)


def _horner(x: Array, coefficients: tuple[float, ...], out: Array) -> Array:
    """Evaluate a polynomial, lowest coefficient first: one product and one sum per step."""
    kind = x.dtype.type
    np.multiply(x, kind(coefficients[-1]), out=out)
    np.add(out, kind(coefficients[-2]), out=out)
    for coefficient in coefficients[-3::-1]:
        np.multiply(out, x, out=out)
        np.add(out, kind(coefficient), out=out)
    return out


class _Format:
    """One float format with the unsigned words as wide as it: the transform's numbers."""

    __slots__ = ("bias", "bits", "float", "half", "int", "mantissa", "name", "uint")

    def __init__(self, name: str, bits: int, mantissa: int) -> None:
        self.name, self.bits, self.mantissa = name, bits, mantissa
        self.float = np.dtype(name).type
        self.int = np.dtype(f"int{bits}").type
        self.uint = np.dtype(f"uint{bits}").type
        self.bias = (1 << (bits - mantissa - 2)) - 2  # m in [1/2, 1) times 2**(exponent - bias)
        self.half = int(np.array(0.5, name).view(self.int))


_FORMATS = {4: _Format("float32", 32, 23), 8: _Format("float64", 64, 52)}


def _minus_two_log(words: Array, form: _Format, scratch: Scratch) -> Array:
    """Return -2 ln u for whole words: u = (word + 1/2) / 2**bits, to its last half ulp.

    `words` (unsigned, as wide as the float) is used up. Docs: "The normal transform".
    """
    signed = words.view(form.int)
    shape = words.shape
    top = scratch.array("top", shape, form.int)
    np.right_shift(signed, form.int(form.bits - 1), out=top)  # -1 where u >= 1/2
    np.bitwise_xor(signed, top, out=signed)
    t = scratch.array("t", shape, form.float)
    np.copyto(t, signed, casting="unsafe")
    np.add(t, form.float(0.5), out=t)

    exponent = signed
    np.right_shift(t.view(form.int), form.int(form.mantissa), out=exponent)
    np.subtract(form.int(form.bias + form.bits), exponent, out=exponent)
    np.bitwise_and(exponent, ~top, out=exponent)
    m = scratch.array("m", shape, form.float)
    np.bitwise_and(t.view(form.int), form.int((1 << form.mantissa) - 1), out=m.view(form.int))
    np.bitwise_or(m.view(form.int), form.int(form.half), out=m.view(form.int))
    np.subtract(form.float(1), m, out=m)
    np.multiply(t, form.float(2.0**-form.bits), out=t)
    d = m  # 1 - u where u >= 1/2, else 1 - m
    np.copyto(d, t, where=top.view(form.int) != 0)

    value = _horner(d, _philox.LOG[form.name], t)
    np.multiply(value, d, out=value)
    np.copyto(d, exponent, casting="unsafe")
    np.multiply(d, form.float(_philox.TWO_LN2[form.name]), out=d)
    return np.add(d, value, out=value)


def _circle(words: Array, form: _Format, scratch: Scratch) -> tuple[Array, Array]:
    """Return a point of the unit circle for each word (used up): two signs, swap, angle."""
    shape = words.shape
    y = scratch.array("y", shape, form.float)
    angle = scratch.array("angle", shape, form.uint)
    np.bitwise_and(words, form.uint((1 << (form.bits - 3)) - 1), out=angle)
    np.copyto(y, angle.view(form.int), casting="unsafe")
    np.add(y, form.float(0.5), out=y)
    np.multiply(y, form.float(2.0 ** (1 - form.bits)), out=y)
    z = scratch.array("z", shape, form.float)
    np.multiply(y, y, out=z)
    sine = _horner(z, _philox.SIN[form.name], scratch.array("sine", shape, form.float))
    np.multiply(sine, y, out=sine)
    cosine = _horner(z, _philox.COS[form.name], y)
    np.multiply(cosine, z, out=cosine)
    np.add(cosine, form.float(1), out=cosine)

    first, second = cosine.view(form.uint), sine.view(form.uint)
    sign = form.uint(1 << (form.bits - 1))
    swap = angle.view(form.int)
    np.left_shift(words.view(form.int), form.int(2), out=swap)
    np.right_shift(swap, form.int(form.bits - 1), out=swap)  # -1 where bit 29 (61) is set
    swap_bits = swap.view(form.uint)
    difference = z.view(form.uint)
    np.bitwise_xor(first, second, out=difference)
    np.bitwise_and(difference, swap_bits, out=difference)
    np.bitwise_xor(first, difference, out=first)
    np.bitwise_xor(second, difference, out=second)
    np.bitwise_and(words, sign, out=difference)
    np.bitwise_xor(first, difference, out=first)
    np.left_shift(words, form.uint(1), out=difference)
    np.bitwise_and(difference, sign, out=difference)
    np.bitwise_xor(second, difference, out=second)
    return cosine, sine


def _normal_words(
    number: int, count: int, key: int, form: _Format, scratch: Scratch
) -> tuple[Array, Array]:
    """Return (radius words, angle words), a row for each pair of normals of a block."""
    pairs = _blocks(number, count, key, scratch)
    if form.bits == 64:
        return pairs[:1], pairs[1:]
    radius = scratch.array("radius32", pairs.shape, np.uint32)
    angle = scratch.array("angle32", pairs.shape, np.uint32)
    np.copyto(angle, pairs, casting="unsafe")  # the lower halves
    np.right_shift(pairs, _32, out=pairs)
    np.copyto(radius, pairs, casting="unsafe")
    return radius, angle


def normal(key: int, offset: int, out: Array, mean: float = 0.0, std: float = 1.0) -> None:
    """Fill `out` with normal values by Box-Muller on fixed pairs (2p, 2p + 1).

    Parameters
    ----------
    key, offset : int
        The generator's 96-bit key and the number of its first block.
    out : numpy.ndarray
        float32 or float64, C-contiguous; every element is written.
    mean, std : float
        Rounded to the dtype; the result is std * x, rounded, plus mean, rounded.
    """
    form = _FORMATS[out.dtype.itemsize]
    centre, scale = form.float(mean), form.float(std)

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        radius_words, angle_words = _normal_words(number, len(rows), key, form, scratch)
        radius = _minus_two_log(radius_words, form, scratch)
        np.sqrt(radius, out=radius)
        first, second = _circle(angle_words, form, scratch)
        for pair in range(rows.shape[1] // 2):
            np.multiply(radius[pair], first[pair], out=rows[:, 2 * pair])
            np.multiply(radius[pair], second[pair], out=rows[:, 2 * pair + 1])
        if scale != 1:
            np.multiply(rows, scale, out=rows)
        if centre != 0:
            np.add(rows, centre, out=rows)

    with np.errstate(over="ignore", under="ignore"):
        _run(out, 4 if form.bits == 32 else 2, offset, fill)


def exponential(key: int, offset: int, out: Array) -> None:
    """Fill `out` (float64) with standard exponential values, -ln u of the normal transform."""
    form = _FORMATS[8]

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        value = _minus_two_log(_blocks(number, len(rows), key, scratch), form, scratch)
        np.multiply(value[0], 0.5, out=rows[:, 0])
        np.multiply(value[1], 0.5, out=rows[:, 1])

    _run(out, 2, offset, fill)


# --- bits, booleans, integers --------------------------------------------------------------


def bits64(key: int, offset: int, out: Array) -> None:
    """Fill `out` (uint64) with the word pairs of each block, the first word uppermost."""

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        pairs = _blocks(number, len(rows), key, scratch)
        np.copyto(rows[:, 0], pairs[0])
        np.copyto(rows[:, 1], pairs[1])

    _run(out, 2, offset, fill)


def bernoulli(key: int, offset: int, out: Array, p: float = 0.5) -> None:
    """Fill `out` (bool) with True at probability p, to 64 bits.

    A word below the threshold's upper word is True; an equal one is decided by
    the same word of the block with counter word 3 = 1 and the lower word.
    """
    upper, lower = _philox.bernoulli_threshold(p)

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        pairs = _blocks(number, len(rows), key, scratch)
        words = _words(pairs, scratch.array("lanes", (4, len(rows)), np.uint64))
        for lane in range(4):
            np.less(words[lane], np.uint64(upper), out=rows[:, lane])
        if lower:
            lane_of, row = np.nonzero(words == np.uint64(upper))
            again = _words_at(row, number, key, 1)[lane_of, np.arange(row.size)]
            rows[row, lane_of] = again < np.uint64(lower)

    _run(out, 4, offset, fill)


def _words_at(row: Array, number: int, key: int, word3: int) -> Array:
    """Return the words (4, n) of blocks `number + row` under another counter word 3."""
    pairs = _pairs_at(row.astype(np.uint64) + np.uint64(number), key, word3)
    return _words(pairs, np.empty((4, row.size), np.uint64))


def _scaled32(words: Array, span: int) -> tuple[Array, Array]:
    """Return upper and lower 32 bits of word * span, span up to 2**32; uses `words` up."""
    np.multiply(words, np.uint64(span), out=words)
    upper = words >> _32
    return upper, np.bitwise_and(words, _MASK, out=words)


def _scaled64(words: Array, span: int) -> tuple[Array, Array]:
    """Return upper and lower 64 bits of word * span, span below 2**64."""
    s0, s1 = np.uint64(span & MASK32), np.uint64(span >> 32)
    w0, w1 = words & _MASK, words >> _32
    middle = w1 * s0 + (w0 * s0 >> _32)
    other = w0 * s1 + (middle & _MASK)
    return w1 * s1 + (middle >> _32) + (other >> _32), words * np.uint64(span)


def _redraw(
    values: Array, low_part: Array, number: int, key: int, span: int, scratch: Scratch
) -> None:
    """Replace rejected values: the same word of the block with counter word 3 = 1, 2, …

    `values` and `low_part` are (4, n) of words or (2, n) of word pairs. While many are
    rejected whole chunks are made again, afterwards only the blocks concerned.
    """
    narrow = len(values) == 4
    scaled = _scaled32 if narrow else _scaled64
    limit = np.uint64(_philox.rejection_threshold(span, 32 if narrow else 64))
    rejected = low_part < limit
    attempt = 1
    while 16 * np.count_nonzero(rejected) > rejected.size:
        counter = _philox.counter_of(key, number, attempt)
        words = _pairs(counter, values.shape[1], key & MASK64, scratch)
        if narrow:
            words = _words(words, scratch.array("lanes", values.shape, np.uint64))
        value, low = scaled(words, span)
        np.copyto(values, value, where=rejected)
        np.logical_and(rejected, low < limit, out=rejected)
        attempt += 1
    lane, row = np.nonzero(rejected)
    while row.size:
        if narrow:
            words = _words_at(row, number, key, attempt)
        else:
            words = _pairs_at(row.astype(np.uint64) + np.uint64(number), key, attempt)
        value, low = scaled(words[lane, np.arange(row.size)], span)
        values[lane, row] = value
        again = np.nonzero(low < limit)
        lane, row, attempt = lane[again], row[again], attempt + 1


def integers(key: int, offset: int, out: Array, low: int, high: int) -> None:
    """Fill `out` with integers of [low, high), every one equally likely.

    Parameters
    ----------
    key, offset : int
        The generator's 96-bit key and the number of its first block.
    out : numpy.ndarray
        int32 or int64, C-contiguous; every element is written.
    low, high : int
        Bounds within the dtype (`high` up to its maximum plus 1), low < high.

    Notes
    -----
    The upper half of word * (high - low); products with a lower half below
    2**bits mod (high - low) are drawn again (Lemire, "Fast random integer
    generation in an interval", 2019). 32-bit words up to a span of 2**32.
    """
    span = high - low
    wide = span > 1 << 32
    bits = 64 if wide else 32
    base = out.dtype.type(low)

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        words = _blocks(number, len(rows), key, scratch)
        if not wide:
            words = _words(words, scratch.array("lanes", (4, len(rows)), np.uint64))
        if span == 1 << 64:
            values = words
        else:
            values, low_part = (_scaled64 if wide else _scaled32)(words, span)
            if _philox.rejection_threshold(span, bits):
                _redraw(values, low_part, number, key, span, scratch)
        for lane, value in enumerate(values):
            np.copyto(rows[:, lane], value, casting="unsafe")
        if low:
            np.add(rows, base, out=rows)

    _run(out, 2 if wide else 4, offset, fill)


def permutation(key: int, offset: int, out: Array) -> None:
    """Fill `out` (int64, shape (n,)) with the stable argsort of n 64-bit words.

    Equal words (probability n**2 / 2**65) keep their order, so the result is
    a permutation always, and the same one on every device.
    """
    keys = np.empty(out.size, np.uint64)
    bits64(key, offset, keys)
    order = np.argsort(keys)  # the fast, unstable one
    ranked = keys[order]
    if np.any(ranked[1:] == ranked[:-1]):
        order = np.argsort(keys, kind="stable")
    np.copyto(out, order)


_KINDS: dict[str, Callable[..., None]] = {
    "uniform": uniform,
    "normal": normal,
    "exponential": exponential,
    "bernoulli": bernoulli,
    "integers": integers,
    "bits64": bits64,
    "permutation": permutation,
}


def draw(
    kind: str, key: int, offset: int, shape: tuple[int, ...], dtype: DType, **params: Any
) -> Array:
    """Return a new array of random values: the cpu device's `random` verb.

    Parameters
    ----------
    kind : str
        "uniform" (low, high), "normal" (mean, std), "exponential", "bernoulli" (p),
        "integers" (low, high), "bits64" or "permutation".
    key, offset : int
        The generator's 96-bit key and the number of the draw's first block;
        `_philox.blocks` says how many it takes.
    shape : tuple of int
        Shape of the result.
    dtype : numpy.dtype
        float32 or float64; bool; int32 or int64; uint64; int64 in turn.
    **params
        The kind's parameters, checked by the caller.

    Returns
    -------
    numpy.ndarray
        C-contiguous, of this shape and dtype.
    """
    out: Array = np.empty(shape, dtype)
    _KINDS[kind](key, offset, out, **params)
    return out
