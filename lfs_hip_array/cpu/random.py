# SPDX-License-Identifier: Apache-2.0
"""Random draws on NumPy memory: Philox 4x32-10, block by block.

Element i of a draw is a pure function of (key, offset, i), so the work may be
cut anywhere and shared between threads without changing a bit. The layout of
the stream is described in docs/random.md; the numbers are in `_philox`.

Inside, four words per block are kept as two arrays of shape (2, n):
`even` holds words 0 and 2 and `odd` holds words 1 and 3, each 32-bit word in
a 64-bit lane. They exist only for the blocks at hand, so that they stay in
the cache whatever the size of the draw.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from math import prod
from typing import Any, TypeAlias

import numpy as np

from .. import _philox
from .._dtypes import DType
from .._philox import MASK32, MASK64, MULTIPLIERS, ROUNDS, WEYL

Array: TypeAlias = "np.ndarray[Any, Any]"
#: Fills rows of shape (blocks, elements per block), given the first block's number.
Fill: TypeAlias = "Callable[[Array, int, Scratch], None]"

#: Blocks made at a time: 0.8 MiB of scratch for the rounds.
CHUNK = 1 << 14
#: Blocks from which two threads are worth their start.
_THREADED = 1 << 17
_THREADS = min(8, os.cpu_count() or 1)

_M = np.array([[MULTIPLIERS[0]], [MULTIPLIERS[1]]], np.uint64)
_MASK = np.uint64(MASK32)
_32 = np.uint64(32)


class Scratch:
    """Reusable work arrays of one thread, by name: each at most CHUNK blocks long."""

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


def _mix(even: Array, odd: Array, product: Array, key: int, start: int) -> None:
    """Run the rounds from number `start` in place; `odd` ends with dirty upper halves."""
    k0, k1 = key & MASK32, key >> 32
    keys = np.array(
        [[(k0 + r * WEYL[0]) & MASK32, (k1 + r * WEYL[1]) & MASK32] for r in range(ROUNDS)],
        np.uint64,
    )
    for r in range(start, ROUNDS):
        np.multiply(even, _M, out=product)
        np.right_shift(product[::-1], _32, out=even)
        np.bitwise_xor(even, odd, out=even)
        np.bitwise_xor(even, keys[r][:, None], out=even)
        if r < ROUNDS - 1:
            np.bitwise_and(product[::-1], _MASK, out=odd)
        else:
            np.copyto(odd, product[::-1])


def _planes(counter: int, count: int, key: int, scratch: Scratch) -> tuple[Array, Array]:
    """Return (even, odd) of `count` blocks from `counter`; word 0 must not wrap.

    The upper halves of `odd`'s lanes are not cleared.
    """
    even = scratch.array("even", (2, count), np.uint64)
    odd = scratch.array("odd", (2, count), np.uint64)
    product = scratch.array("product", (2, count), np.uint64)
    word0 = counter & MASK32
    np.copyto(even[0], np.arange(word0, word0 + count, dtype=np.uint64))
    even[1] = (counter >> 64) & MASK32
    odd[0] = (counter >> 32) & MASK32
    odd[1] = counter >> 96
    _mix(even, odd, product, key & MASK64, 0)
    return even, odd


def _planes_at(index: Array, key: int, word3: int) -> tuple[Array, Array]:
    """Return (even, odd), upper halves clear, of the generator's blocks `index` (uint64)."""
    even = np.empty((2, index.size), np.uint64)
    odd = np.empty_like(even)
    even[0], odd[0] = index & _MASK, index >> _32
    even[1], odd[1] = key >> 64, word3
    _mix(even, odd, np.empty_like(even), key & MASK64, 0)
    np.bitwise_and(odd, _MASK, out=odd)
    return even, odd


def _interleave(even: Array, odd: Array, words: Array) -> None:
    """Write the words in order into `words`, uint32 of shape (n, 4)."""
    low, high = (even, odd) if sys.byteorder == "little" else (odd, even)
    pairs = words.view(np.uint64)
    if sys.byteorder == "big":
        np.bitwise_and(low, _MASK, out=low)
    np.left_shift(high, _32, out=high)
    np.bitwise_or(low[0], high[0], out=pairs[:, 0])
    np.bitwise_or(low[1], high[1], out=pairs[:, 1])


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
        _interleave(*_planes(counter, count, key, scratch), words[done : done + count])
        done += count
    return words


# --- the drive: chunks, threads, tail ------------------------------------------------------


def _fill_range(rows: Array, first: int, fill: Fill, start: int, stop: int) -> None:
    """Fill rows[start:stop], the blocks from `first`, in pieces that stay in the cache."""
    scratch = Scratch()
    while start < stop:
        number = first + start
        count = min(CHUNK, stop - start, (1 << 32) - (number & MASK32))
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
            _fill_range(rows, first, fill, start, stop)
        except BaseException as failure:
            failures.append(failure)

    threads = [
        threading.Thread(target=work, args=part, daemon=True)
        for part in zip(cuts[1:-1], cuts[2:], strict=True)
    ]
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


def _words64(even: Array, odd: Array) -> Array:
    """Return (2, n) 64-bit words: words 0 and 1, words 2 and 3, the first one lowest."""
    np.left_shift(odd, _32, out=odd)
    return np.bitwise_or(even, odd, out=odd)


def _unit32(rows: Array, number: int, key: int, scratch: Scratch) -> None:
    """Fill rows (n, 4) of float32 with the upper 24 bits of each word, times 2**-24."""
    even, odd = _planes(_philox.counter_of(key, number), len(rows), key, scratch)
    words = scratch.array("words", rows.shape, np.uint32)
    _interleave(even, odd, words)
    np.right_shift(words, np.uint32(8), out=words)
    np.copyto(rows, words.view(np.int32), casting="unsafe")  # exact: 24 bits
    np.multiply(rows, np.float32(2.0**-24), out=rows)


def _unit64(rows: Array, number: int, key: int, scratch: Scratch) -> None:
    """Fill rows (n, 2) of float64 with the upper 53 bits of each word pair, times 2**-53."""
    even, odd = _planes(_philox.counter_of(key, number), len(rows), key, scratch)
    words = _words64(even, odd)
    np.right_shift(words, np.uint64(11), out=words)
    np.multiply(words[0].view(np.int64), 2.0**-53, out=rows[:, 0])
    np.multiply(words[1].view(np.int64), 2.0**-53, out=rows[:, 1])


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
    """Return (radius words, angle words), a row for each pair of the block."""
    even, odd = _planes(_philox.counter_of(key, number), count, key, scratch)
    if form.bits == 64:
        words = _words64(even, odd)
        return words[:1], words[1:]
    radius = scratch.array("radius32", even.shape, np.uint32)
    angle = scratch.array("angle32", odd.shape, np.uint32)
    np.copyto(radius, even, casting="unsafe")
    np.copyto(angle, odd, casting="unsafe")
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
        even, odd = _planes(_philox.counter_of(key, number), len(rows), key, scratch)
        value = _minus_two_log(_words64(even, odd), form, scratch)
        np.multiply(value[0], 0.5, out=rows[:, 0])
        np.multiply(value[1], 0.5, out=rows[:, 1])

    _run(out, 2, offset, fill)


# --- bits, booleans, integers --------------------------------------------------------------


def bits64(key: int, offset: int, out: Array) -> None:
    """Fill `out` (uint64) with 64-bit words: words 0 and 1, then 2 and 3, of each block."""

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        even, odd = _planes(_philox.counter_of(key, number), len(rows), key, scratch)
        np.copyto(rows, _words64(even, odd).T)

    _run(out, 2, offset, fill)


def bernoulli(key: int, offset: int, out: Array, p: float = 0.5) -> None:
    """Fill `out` (bool) with True at probability p, to 64 bits.

    A word below the threshold's upper word is True; an equal one is decided by
    the same word of the block with counter word 3 = 1 and the lower word.
    """
    upper, lower = _philox.bernoulli_threshold(p)

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        even, odd = _planes(_philox.counter_of(key, number), len(rows), key, scratch)
        np.bitwise_and(odd, _MASK, out=odd)
        for parity, words in enumerate((even, odd)):
            np.less(words[0], np.uint64(upper), out=rows[:, parity])
            np.less(words[1], np.uint64(upper), out=rows[:, parity + 2])
            if lower:
                pair, row = np.nonzero(words == np.uint64(upper))
                if row.size:
                    again = _planes_at(row.astype(np.uint64) + np.uint64(number), key, 1)[parity]
                    rows[row, 2 * pair + parity] = again[pair, np.arange(row.size)] < lower

    _run(out, 4, offset, fill)


def _scaled32(words: Array, span: int) -> tuple[Array, Array]:
    """Return upper and lower 32 bits of word * span, span up to 2**32."""
    product = words * np.uint64(span)
    return product >> _32, product & _MASK


def _scaled64(words: Array, span: int) -> tuple[Array, Array]:
    """Return upper and lower 64 bits of word * span, span up to 2**64."""
    if span == 1 << 64:
        return words, np.zeros_like(words)
    s0, s1 = np.uint64(span & MASK32), np.uint64(span >> 32)
    w0, w1 = words & _MASK, words >> _32
    middle = w1 * s0 + (w0 * s0 >> _32)
    other = w0 * s1 + (middle & _MASK)
    return w1 * s1 + (middle >> _32) + (other >> _32), words * np.uint64(span)


def _redraw(values: Array, low_part: Array, number: int, key: int, span: int, wide: bool) -> None:
    """Replace rejected values: the same word of the block with counter word 3 = 1, 2, …

    `values` and `low_part` are (rows, n): row r is word r (narrow: 0, 2, 1, 3 as even, odd
    planes) of each block, or word pair r (wide).
    """
    limit = np.uint64(_philox.rejection_threshold(span, 64 if wide else 32))
    row, column = np.nonzero(low_part < limit)
    attempt = 1
    while row.size:
        even, odd = _planes_at(column.astype(np.uint64) + np.uint64(number), key, attempt)
        words = _words64(even, odd) if wide else np.concatenate((even, odd))
        scaled = _scaled64 if wide else _scaled32
        value, low = scaled(words[row, np.arange(row.size)], span)
        values[row, column] = value
        again = np.nonzero(low < limit)
        row, column, attempt = row[again], column[again], attempt + 1


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
    columns = (0, 1) if wide else (0, 2, 1, 3)

    def fill(rows: Array, number: int, scratch: Scratch) -> None:
        even, odd = _planes(_philox.counter_of(key, number), len(rows), key, scratch)
        if wide:
            words = _words64(even, odd)
        else:
            words = scratch.array("all", (4, len(rows)), np.uint64)
            np.copyto(words[:2], even)
            np.bitwise_and(odd, _MASK, out=words[2:])
        values, low_part = (_scaled64 if wide else _scaled32)(words, span)
        if _philox.rejection_threshold(span, bits):
            _redraw(values, low_part, number, key, span, wide)
        for source, target in enumerate(columns):
            np.copyto(rows[:, target], values[source], casting="unsafe")
        if low:
            np.add(rows, base, out=rows)

    _run(out, len(columns), offset, fill)


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
