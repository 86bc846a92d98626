# SPDX-License-Identifier: Apache-2.0
"""Random draws on NumPy memory: Philox 4x32-10, block by block.

Element i of a draw is a pure function of (key, offset, i), so the work may be
cut anywhere and shared between threads without changing a bit. The layout of
the stream is described in docs/random.md; the numbers are in `_philox`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np

from .. import _philox
from .._dtypes import DType
from .._philox import MASK32, MASK64
from .philox import (
    CHUNK,
    HALF,
    MASK,
    Array,
    Scratch,
    blocks,
    interleave,
    pairs_at,
    pairs_from,
    words_at,
    words_of,
)
from .pointwise import quiet_work, run_parallel, thread_count

#: Fills rows of shape (blocks, elements per block), given the first block's number.
Fill: TypeAlias = Callable[[Array, int, Scratch], None]

#: Blocks from which threads are worth their start.
_THREADED = 1 << 18


# --- the drive: chunks, threads, tail ------------------------------------------------------


def _cuts(first: int, count: int, step: int) -> list[tuple[int, int]]:
    """Cut rows 0 … count, the blocks from `first`, so that no piece passes a 2**32nd block."""
    cuts, start = [], 0
    while start < count:
        stop = start + min(step, count - start, (1 << 32) - (first + start & MASK32))
        cuts.append((start, stop))
        start = stop
    return cuts


def _fill_rows(rows: Array, first: int, fill: Fill) -> None:
    """Fill every row, chunk by chunk; the chunks of a big draw are shared by threads.

    Those are larger, since every NumPy call takes the interpreter lock once.
    """

    def work(shared: Iterator[tuple[int, int]]) -> None:
        scratch = Scratch()
        for start, stop in shared:
            fill(rows[start:stop], first + start, scratch)

    count = rows.shape[0]
    if count >= _THREADED and thread_count() > 1:
        run_parallel(work, _cuts(first, count, 2 * CHUNK))
    else:
        quiet_work(work, iter(_cuts(first, count, CHUNK)))


def _run(out: Array, each: int, offset: int, fill: Fill) -> None:
    """Fill the C-contiguous `out` with `each` elements per block, from block `offset`.

    Whole blocks are written in place; only the last, partial one is made aside.
    """
    flat = out.reshape(-1)
    whole = flat.size // each
    _fill_rows(flat[: whole * each].reshape(whole, each), offset, fill)
    if rest := flat.size - whole * each:
        last = np.empty((1, each), out.dtype)
        _fill_rows(last, offset + whole, fill)
        flat[whole * each :] = last[0, :rest]


# --- floats --------------------------------------------------------------------------------


def _unit32(rows: Array, number: int, key: int, scratch: Scratch) -> None:
    """Fill rows (n, 4) of float32 with the upper 24 bits of each word, times 2**-24."""
    words = scratch.array("words", rows.shape, np.uint32)
    interleave(blocks(number, len(rows), key, scratch), words, scratch)
    np.right_shift(words, np.uint32(8), out=words)
    np.copyto(rows, words.view(np.int32), casting="unsafe")  # exact: 24 bits
    np.multiply(rows, np.float32(2.0**-24), out=rows)


def _unit64(rows: Array, number: int, key: int, scratch: Scratch) -> None:
    """Fill rows (n, 2) of float64 with the upper 53 bits of each word pair, times 2**-53."""
    pairs = blocks(number, len(rows), key, scratch)
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
    lower = np.invert(top, out=scratch.array("lower", shape, form.int))
    np.bitwise_and(exponent, lower, out=exponent)
    m = scratch.array("m", shape, form.float)
    np.bitwise_and(t.view(form.int), form.int((1 << form.mantissa) - 1), out=m.view(form.int))
    np.bitwise_or(m.view(form.int), form.int(form.half), out=m.view(form.int))
    np.subtract(form.float(1), m, out=m)
    np.multiply(t, form.float(2.0**-form.bits), out=t)
    d = m  # 1 - u where u >= 1/2, else 1 - m: chosen bit by bit, faster than with a mask
    np.bitwise_xor(m.view(form.int), t.view(form.int), out=lower)
    np.bitwise_and(lower, top, out=lower)
    np.bitwise_xor(d.view(form.int), lower, out=d.view(form.int))

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
    pairs = blocks(number, count, key, scratch)
    if form.bits == 64:
        return pairs[:1], pairs[1:]
    radius = scratch.array("radius32", pairs.shape, np.uint32)
    angle = scratch.array("angle32", pairs.shape, np.uint32)
    np.copyto(angle, pairs, casting="unsafe")  # the lower halves
    np.right_shift(pairs, HALF, out=pairs)
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

    _run(out, 4 if form.bits == 32 else 2, offset, fill)


def exponential(key: int, offset: int, out: Array) -> None:
    """Fill `out` (float64) with standard exponential values, -ln u of the normal transform."""
    form = _FORMATS[8]

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        value = _minus_two_log(blocks(number, len(rows), key, scratch), form, scratch)
        np.multiply(value[0], 0.5, out=rows[:, 0])
        np.multiply(value[1], 0.5, out=rows[:, 1])

    _run(out, 2, offset, fill)


# --- bits, booleans, integers --------------------------------------------------------------


def bits64(key: int, offset: int, out: Array) -> None:
    """Fill `out` (uint64) with the word pairs of each block, the first word uppermost."""

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        pairs = blocks(number, len(rows), key, scratch)
        np.copyto(rows[:, 0], pairs[0])
        np.copyto(rows[:, 1], pairs[1])

    _run(out, 2, offset, fill)


def bernoulli(key: int, offset: int, out: Array, p: float = 0.5) -> None:
    """Fill `out` (bool) with True at probability p, to 64 bits.

    A word below the threshold's upper word is True; an equal one is decided by
    the same word of the block with counter word 3 = 1 and the lower word.
    """
    upper, lower = _philox.bernoulli_threshold(p)
    if upper == 1 << 32:
        out.fill(True)
        return
    limit = np.uint32(upper)

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        words = scratch.array("words", rows.shape, np.uint32)
        interleave(blocks(number, len(rows), key, scratch), words, scratch)
        np.less(words, limit, out=rows)
        if lower:
            equal = np.equal(words, limit, out=scratch.array("equal", rows.shape, np.bool_))
            if equal.any():
                row, lane = np.nonzero(equal)
                again = words_at(row, number, key, 1)[lane, np.arange(row.size)]
                rows[row, lane] = again < np.uint64(lower)

    _run(out, 4, offset, fill)


def _scaled32(words: Array, span: int, upper: Array, scratch: Scratch) -> tuple[Array, Array]:
    """Return upper and lower 32 bits of word * span, span up to 2**32; uses `words` up."""
    np.multiply(words, np.uint64(span), out=words)
    np.right_shift(words, HALF, out=upper)
    return upper, np.bitwise_and(words, MASK, out=words)


def _scaled64(words: Array, span: int, upper: Array, scratch: Scratch) -> tuple[Array, Array]:
    """Return upper and lower 64 bits of word * span, span below 2**64; uses `words` up."""
    s0, s1 = np.uint64(span & MASK32), np.uint64(span >> 32)
    w0, w1, part = scratch.array("halves", (3, *words.shape), np.uint64)
    np.bitwise_and(words, MASK, out=w0)
    np.right_shift(words, HALF, out=w1)
    np.multiply(w0, s0, out=upper)
    np.right_shift(upper, HALF, out=upper)
    np.multiply(w1, s0, out=part)
    np.add(upper, part, out=upper)  # the middle sum; below 2**64
    np.multiply(w0, s1, out=w0)
    np.bitwise_and(upper, MASK, out=part)
    np.add(w0, part, out=w0)
    np.right_shift(w0, HALF, out=w0)
    np.right_shift(upper, HALF, out=upper)
    np.add(upper, w0, out=upper)
    np.multiply(w1, s1, out=w1)
    np.add(upper, w1, out=upper)
    return upper, np.multiply(words, np.uint64(span), out=words)


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
    rejected = np.less(low_part, limit, out=scratch.array("rejected", values.shape, np.bool_))
    attempt = 1
    while 8 * np.count_nonzero(rejected) > rejected.size:
        counter = _philox.counter_of(key, number, attempt)
        words = pairs_from(counter, values.shape[1], key & MASK64, scratch)
        if narrow:
            words = words_of(words, low_part)
        upper = scratch.array("redrawn", values.shape, np.uint64)
        value, low = scaled(words, span, upper, scratch)
        np.copyto(values, value, where=rejected)
        still = np.less(low, limit, out=scratch.array("still", values.shape, np.bool_))
        np.logical_and(rejected, still, out=rejected)
        attempt += 1
    chosen = np.flatnonzero(rejected)
    lane, row = np.divmod(chosen, values.shape[1])
    while row.size:
        if narrow:
            words = words_at(row, number, key, attempt)
        else:
            words = pairs_at(row.astype(np.uint64) + np.uint64(number), key, attempt)
        picked = words[lane, np.arange(row.size)]
        value, low = scaled(picked, span, np.empty_like(picked), Scratch())
        values[lane, row] = value
        again = np.flatnonzero(low < limit)
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
        words = blocks(number, len(rows), key, scratch)
        if not wide:
            words = words_of(words, scratch.array("lanes", (4, len(rows)), np.uint64))
        if span == 1 << 64:
            values = words
        else:
            upper = scratch.array("scaled", words.shape, np.uint64)
            values, low_part = (_scaled64 if wide else _scaled32)(words, span, upper, scratch)
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
