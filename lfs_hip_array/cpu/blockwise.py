# SPDX-License-Identifier: Apache-2.0
"""Turns a function of blocks into a function of arrays; polynomials on blocks.

Temporaries of a small block are reused from cache. Those of a large array are
new memory at every step, which costs more than the arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Block: TypeAlias = NDArray[np.float64]

#: Elements worked on at once: temporaries of 8 bytes each stay in cache.
SIZE = 1 << 13


def to_float64(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Compute in float64, whatever the result's dtype."""
    return np.dtype(np.float64)


def at_least_float32(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Compute in the result's dtype, float16 in float32."""
    return np.promote_types(dtype, np.float32)


def blockwise(
    kernel: Callable[..., Array],
    work: Callable[[np.dtype[Any]], np.dtype[Any]] = to_float64,
) -> Callable[..., Array]:
    """Return a ufunc-like function that applies `kernel` to blocks of its operands.

    The kernel takes one-dimensional contiguous arrays of the dtype `work`
    gives, which it may not write, and returns a new one (or a shape-(1,) one
    if all operands have one element). Integers give float64.
    """

    @wraps(kernel)
    def function(*operands: Any, out: Array | None = None) -> Array:
        dtype = np.result_type(*operands) if len(operands) > 1 else np.asarray(operands[0]).dtype
        if dtype.kind not in "fc":
            dtype = np.dtype(np.float64)
        inner = work(dtype)
        if len(operands) == 1 and out is None and np.size(operands[0]) <= SIZE:
            x = np.asarray(operands[0])
            value = kernel(np.ascontiguousarray(x, inner).reshape(-1))
            return value.reshape(x.shape).astype(dtype, copy=False)
        arrays = [np.asarray(x) for x in operands]
        shape = np.broadcast_shapes(*(x.shape for x in arrays))
        result = np.empty(shape, dtype) if out is None else out
        flat = result.reshape(-1) if result.flags.c_contiguous else np.empty(result.size, dtype)
        inputs = [
            x.reshape(1) if x.size == 1 else np.broadcast_to(x, shape).reshape(-1) for x in arrays
        ]
        for start in range(0, flat.size, SIZE):
            part = slice(start, start + SIZE)
            # Contiguous: NumPy's loops for negative strides may round differently.
            flat[part] = kernel(
                *(np.ascontiguousarray(x if x.size == 1 else x[part], inner) for x in inputs)
            )
        if not result.flags.c_contiguous:
            np.copyto(result, flat.reshape(shape))
        return result

    return function


def polynomial(x: Block, coefficients: Sequence[float]) -> Block:
    """Return the polynomial's value, coefficients from the highest power down (Horner)."""
    first, second, *rest = coefficients
    value = x * first
    value += second
    for c in rest:
        value *= x
        value += c
    return value


def monic(x: Block, coefficients: Sequence[float]) -> Block:
    """Return the value of the polynomial whose highest coefficient, 1, is left out."""
    first, *rest = coefficients
    value = x + first
    for c in rest:
        value *= x
        value += c
    return value


def chebyshev(x: Block, coefficients: Sequence[float]) -> Block:
    """Return sum(c[k] * T_k(x)) for x in [-1, 1], by Clenshaw's recurrence."""
    twice = x + x
    ahead = np.full_like(x, coefficients[-1])
    beyond = np.zeros_like(x)
    for c in coefficients[-2:0:-1]:
        # ahead, beyond = twice * ahead - beyond + c, ahead
        np.subtract(twice * ahead, beyond, out=beyond)
        beyond += c
        ahead, beyond = beyond, ahead
    value = x * ahead
    value -= beyond
    value += coefficients[0]
    return value
