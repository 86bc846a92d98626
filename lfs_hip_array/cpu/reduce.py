# SPDX-License-Identifier: Apache-2.0
"""Reductions and scans on NumPy, blocked so that float sums stay accurate.

Float sums are pairwise inside a block and pairwise over blocks: the error
grows with the logarithm of the length along every axis (NumPy adds row after
row where the reduced axis is not the innermost). The blocks depend on shape
and layout alone, so the bits do not depend on threads or fusion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._dtypes import ALL, DType, accumulator, float16, float32
from .._expression import Program, settle
from .._views import memory_order
from .chain import Chain, blocks_of
from .pointwise import BLOCK, quiet, run_parallel

#: Rows added one after another before partial sums are combined pairwise.
ROWS = 256

_UFUNCS: dict[str, np.ufunc] = {
    "sum": np.add,
    "prod": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
    "all": np.logical_and,
    "any": np.logical_or,
}

_Axes = tuple[int, ...]

#: Reductions that NumPy does as wanted, in the result dtype: (kind, dtype, result dtype).
_FAST: dict[tuple[str, DType, DType], Callable[..., Any]] = {
    (kind, dtype, accumulator(dtype)): _UFUNCS[kind].reduce
    for kind in ("sum", "prod")
    for dtype in ALL.values()
    if dtype != float16
}


def _mean_of_all(x: NDArray[Any], axis: None, dtype: DType) -> Any:
    return np.true_divide(_UFUNCS["sum"].reduce(x, axis, dtype), x.size, dtype=dtype)


_FAST.update(
    {("mean", d, d): _mean_of_all for d in ALL.values() if d.itemsize > 2 and d.kind == "f"}
)


def reduce(
    kind: str,
    source: Program | NDArray[Any],
    axes: _Axes,
    keepdims: bool,
    dtype: DType,
    **options: Any,
) -> NDArray[Any]:
    """Reduce over `axes`; see `Device.reduce`."""
    if source.__class__ is np.ndarray and not keepdims and source.size <= BLOCK:
        # Most calls: one NumPy reduction of a small contiguous array.
        fast = _FAST.get((kind, source.dtype, dtype))
        if fast is not None and len(axes) == source.ndim and source.flags.c_contiguous:
            value = quiet(fast, source, None, dtype)
            return value if value.__class__ is np.ndarray else np.asarray(value)
    if kind in _UFUNCS or kind in ("mean", "count_nonzero"):
        result = _simple(kind, source, axes, dtype)
    else:
        array = settle(source.root) if isinstance(source, Program) else source
        with np.errstate(all="ignore"):  # the steps call `quiet` themselves
            result = np.asarray(_COMPOSED[kind](array, axes, dtype, **options))
    if result.dtype != dtype:
        result = np.asarray(quiet(result.astype, dtype))
    if keepdims:
        shape = source.shape
        result = result.reshape(tuple(1 if i in axes else n for i, n in enumerate(shape)))
    return result


def _working(dtype: DType) -> DType:
    """Return the dtype that sums are carried in."""
    return float32 if dtype == float16 else dtype


def _simple(kind: str, source: Program | NDArray[Any], axes: _Axes, dtype: DType) -> NDArray[Any]:
    if kind == "mean":
        work = _working(dtype)
        count = prod(source.shape[i] for i in axes)
        total = _simple("sum", source, axes, work)
        return np.asarray(quiet(np.true_divide, total, count, dtype=work))
    work = _working(dtype) if kind in ("sum", "prod") else dtype
    ndim = len(source.shape)
    if source.size > BLOCK and len(axes) == ndim:
        return _flat(kind, source, work)
    if isinstance(source, Program):
        if axes == tuple(range(ndim - len(axes), ndim)) and source.size > BLOCK:
            by_rows = _rows(kind, source, axes, work)
            if by_rows is not None:
                return by_rows
        array: NDArray[Any] = settle(source.root)
    else:
        array = source
    return _long_axes(kind, array, axes, work)


def _plain(kind: str, x: NDArray[Any], axes: _Axes, work: DType) -> NDArray[Any]:
    """Reduce with one NumPy call."""
    if kind == "count_nonzero":
        found = np.count_nonzero(x, axis=axes) if axes else x != 0
        return np.asarray(found, np.int64)
    ufunc = _UFUNCS[kind]
    axis = None if len(axes) == x.ndim else axes
    if kind in ("sum", "prod"):
        return np.asarray(quiet(ufunc.reduce, x, axis=axis, dtype=work))
    result = np.asarray(quiet(ufunc.reduce, x, axis=axis))
    if kind in ("max", "min") and x.dtype.kind == "f":
        result = _zero_signs(kind, x, axes, result)
    return result


def _zero_signs(kind: str, x: NDArray[Any], axes: _Axes, result: NDArray[Any]) -> NDArray[Any]:
    """Give zero extremes their sign: -0.0 < +0.0, whatever order NumPy met them in."""
    zero = result == 0
    if not zero.any():
        return result
    positive = np.logical_and(x == 0, np.signbit(x) == (kind == "min"))
    wins = np.any(positive, axis=axes)
    first, second = (0.0, -0.0) if kind == "max" else (-0.0, 0.0)
    result = np.where(zero, np.where(wins, first, second).astype(x.dtype), result)
    return np.asarray(result)


def _combine(kind: str, partials: NDArray[Any], work: DType) -> NDArray[Any]:
    """Reduce partial results over their first axis."""
    name = "sum" if kind == "count_nonzero" else kind
    return _long_axes(name, partials, (0,), work)


# --- everything at once -------------------------------------------------------------
def _flat(kind: str, source: Program | NDArray[Any], work: DType) -> NDArray[Any]:
    """Reduce all elements, block by block over threads."""
    read, shape = _reader(source)
    blocks = list(blocks_of(shape))
    partials = np.empty(len(blocks), work)

    def run(items: Iterator[tuple[int, Any]]) -> None:
        block_of = read()
        for i, block in items:
            values = block_of(block)
            partials[i] = _plain(kind, values, tuple(range(values.ndim)), work)

    run_parallel(run, list(enumerate(blocks)))
    return _combine(kind, partials, work)


def _reader(
    source: Program | NDArray[Any],
) -> tuple[Callable[[], Callable[[Any], NDArray[Any]]], tuple[int, ...]]:
    """Return what makes a thread's block reader, and the shape that blocks cut.

    Axes are taken from slow to fast in memory. They are not merged: the blocks
    must be the same whether a chain is read or its stored result.
    """
    if isinstance(source, Program):
        chain = Chain(source)
        axes = chain.order()
        inputs = [x.transpose(axes) for x in chain.inputs]

        def start() -> Callable[[Any], NDArray[Any]]:
            bound = chain.bind()
            return lambda block: bound.evaluate([x[block] for x in inputs], ())

        return start, tuple(chain.shape[i] for i in axes)
    array = source.transpose(memory_order(source.shape, source.strides))
    return lambda: array.__getitem__, array.shape


# --- rows -----------------------------------------------------------------------------
def _rows(kind: str, program: Program, axes: _Axes, work: DType) -> NDArray[Any] | None:
    """Reduce the last axes of a pending chain without storing it; None if rows are long."""
    shape = program.shape
    lead = len(shape) - len(axes)
    length = prod(shape[lead:])
    if length > BLOCK or length == 0 or 0 in shape or lead == 0:
        return None
    chain = Chain(program)
    if chain.order() != tuple(range(len(shape))):  # stored, it would lie in another order
        return None
    result = np.empty(shape[:lead], work)

    def run(blocks: Iterator[Any]) -> None:
        bound = chain.bind()
        for block in blocks:
            values = bound.evaluate([x[block] for x in chain.inputs], ())
            last = tuple(range(values.ndim - len(axes), values.ndim))
            result[block] = _long_axes(kind, values, last, work)

    blocks = list(blocks_of(shape[:lead], max(1, BLOCK // length)))
    run_parallel(run, blocks)
    return result


# --- long axes -------------------------------------------------------------------------
def _long_axes(kind: str, x: NDArray[Any], axes: _Axes, work: DType) -> NDArray[Any]:
    """Reduce with NumPy, in chunks where it would add many rows one after another."""
    whole = len(axes) == x.ndim and x.flags.c_contiguous  # one pairwise run for NumPy
    if kind not in ("sum", "prod") or work.kind not in "fc" or whole or not axes:
        return _plain(kind, x, axes, work)
    slow = [i for i in axes if x.shape[i] > ROWS and not _pairwise(x, axes, i)]
    if not slow:
        return _plain(kind, x, axes, work)
    axis = max(slow, key=lambda i: x.shape[i])
    count = -(-x.shape[axis] // ROWS)
    kept = tuple(n for i, n in enumerate(x.shape) if i not in axes)
    partials = np.empty((count, *kept), work)
    lead = (slice(None),) * axis

    def run(items: Iterator[int]) -> None:
        for i in items:
            chunk = x[(*lead, slice(i * ROWS, (i + 1) * ROWS))]
            partials[i] = _long_axes(kind, chunk, axes, work)

    if x.size > BLOCK:
        run_parallel(run, range(count))
    else:
        quiet(run, iter(range(count)))
    return _long_axes(kind, partials, (0,), work)


def _pairwise(x: NDArray[Any], axes: _Axes, axis: int) -> bool:
    """Whether NumPy's inner loop runs along `axis` (its pairwise sum applies there)."""
    steps = [(abs(s), -i) for i, (n, s) in enumerate(zip(x.shape, x.strides, strict=True)) if n > 1]
    return bool(steps) and -min(steps)[1] == axis


# --- composed ---------------------------------------------------------------------------
def _sum(x: NDArray[Any], axes: _Axes, work: DType, keepdims: bool = False) -> NDArray[Any]:
    return reduce("sum", x, axes, keepdims, work)


def _var(x: NDArray[Any], axes: _Axes, dtype: DType, *, correction: float = 0.0) -> NDArray[Any]:
    """Two passes with the rounding of the mean taken out (Chan, Golub, LeVeque 1983)."""
    count = prod(x.shape[i] for i in axes)
    work = _working(x.dtype)
    mean = reduce("mean", x, axes, True, work)
    off = np.subtract(x, mean, dtype=work)
    squares = off.real**2 + off.imag**2 if work.kind == "c" else off * off
    total = _sum(squares, axes, squares.dtype)
    drift = _sum(off, axes, work)
    drift_squared = np.square(np.abs(drift)) if work.kind == "c" else drift * drift
    total = np.maximum(total - drift_squared / count, 0)
    free = count - correction
    if free <= 0:
        return np.full(total.shape, np.nan, total.dtype)
    return np.asarray(total / free)


def _logsumexp(x: NDArray[Any], axes: _Axes, dtype: DType) -> NDArray[Any]:
    work = _working(dtype)
    top = reduce("max", x.astype(work, copy=False), axes, True, work)
    shift = np.where(np.isfinite(top), top, 0).astype(work)
    total = _sum(np.exp(np.subtract(x, shift, dtype=work)), axes, work, keepdims=True)
    return np.asarray((np.log(total) + shift).reshape(total.squeeze(axes).shape))


def _nan_sum(x: NDArray[Any], axes: _Axes, dtype: DType) -> NDArray[Any]:
    return _sum(np.where(np.isnan(x), np.zeros((), x.dtype), x), axes, _working(dtype))


def _nan_prod(x: NDArray[Any], axes: _Axes, dtype: DType) -> NDArray[Any]:
    return reduce("prod", np.where(np.isnan(x), np.ones((), x.dtype), x), axes, False, dtype)


def _nan_extreme(kind: str) -> Callable[..., NDArray[Any]]:
    def run(x: NDArray[Any], axes: _Axes, dtype: DType) -> NDArray[Any]:
        if dtype.kind != "f":
            return reduce(kind, x, axes, False, dtype)
        missing = np.isnan(x)
        neutral = np.asarray(-np.inf if kind == "max" else np.inf, dtype)
        found = reduce(kind, np.where(missing, neutral, x), axes, False, dtype)
        nothing = np.all(missing, axis=axes)
        return np.asarray(np.where(nothing, np.asarray(np.nan, dtype), found))

    return run


_COMPOSED: dict[str, Callable[..., NDArray[Any]]] = {
    "var": _var,
    "logsumexp": _logsumexp,
    "nansum": _nan_sum,
    "nanprod": _nan_prod,
    "nanmax": _nan_extreme("max"),
    "nanmin": _nan_extreme("min"),
}


# --- indices and scans ------------------------------------------------------------------
def arg_reduce(kind: str, x: NDArray[Any], axis: int | None, keepdims: bool) -> NDArray[Any]:
    """Return the index of the first extreme, and of the first NaN if there is one."""
    function: Callable[..., Any] = np.argmax if kind == "argmax" else np.argmin
    return np.asarray(function(x, axis=axis, keepdims=keepdims), np.int64)


def scan(
    kind: str, x: NDArray[Any], axis: int, dtype: DType, include_initial: bool
) -> NDArray[Any]:
    """Return the cumulative sum or product along `axis`."""
    shape = list(x.shape)
    extra = 1 if include_initial else 0
    shape[axis] += extra
    work = _working(dtype)
    result = np.empty(shape, work)
    lead = (slice(None),) * axis
    if include_initial:
        result[(*lead, slice(0, 1))] = 0 if kind == "sum" else 1
    ufunc = np.add if kind == "sum" else np.multiply
    body = result[(*lead, slice(extra, None))]
    quiet(ufunc.accumulate, x, axis=axis, dtype=work, out=body)
    return result if work == dtype else result.astype(dtype)
