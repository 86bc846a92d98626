# SPDX-License-Identifier: Apache-2.0
"""Ramps as chains of the element's index: the same operations as on the cpu device."""

from __future__ import annotations

from typing import Any

from .. import _dtypes as dt
from .._dtypes import DType
from .expression import Bound, Builder


def arange(start: Any, step: Any, dtype: DType) -> Bound:
    """Return the chain ``start + i * step``; integers exact modulo 2**64."""
    b = Builder()
    inner = dt.uint64 if dtype.kind in "iu" else dt.float64
    if inner == dt.uint64:
        start, step = int(start) % 2**64, int(step) % 2**64
    else:
        start, step = float(start), float(step)
    index = b.cast(b.index(), inner)
    product = b.apply("multiply", [index, b.scalar(step, inner)], inner)
    b.cast(b.apply("add", [product, b.scalar(start, inner)], inner), dtype)
    return b.finish()


def linspace(start: Any, stop: Any, count: int, dtype: DType, endpoint: bool) -> Bound:
    """Return the chain of evenly spaced values that hits both ends exactly."""
    b = Builder()
    inner = dt.complex128 if dtype.kind == "c" else dt.float64
    start, stop = inner.type(start), inner.type(stop)
    parts = count - 1 if endpoint else count
    step = (stop - start) / parts if parts > 0 else inner.type(float("nan"))
    index = b.cast(b.index(), inner)
    if step != 0:
        value = b.apply("multiply", [index, b.scalar(step, inner)], inner)
    else:  # the step underflows: the fraction first
        fraction = b.apply("divide", [index, b.scalar(max(parts, 1), inner)], inner)
        value = b.apply("multiply", [fraction, b.scalar(stop - start, inner)], inner)
    value = b.apply("add", [value, b.scalar(start, inner)], inner)
    if endpoint and count > 1:
        last = b.apply("equal", [b.index(), b.scalar(count - 1, dt.int64)], dt.bool)
        value = b.apply("where", [last, b.scalar(stop, inner), value], inner)
    elif count == 1:
        value = b.apply("positive", [b.scalar(start, inner)], inner)
    if dtype.kind in "iu":
        value = b.apply("floor", [value], inner)
    b.cast(value, dtype)
    return b.finish()
