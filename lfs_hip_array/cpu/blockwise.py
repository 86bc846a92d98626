# SPDX-License-Identifier: Apache-2.0
"""Turns a function of float64 blocks into a function of arrays, and polynomials."""

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


def blockwise(kernel: Callable[..., Block]) -> Callable[..., Array]:
    """Return a ufunc-like function that applies `kernel` to blocks of its operands.

    The kernel takes one-dimensional float64 arrays, which it may not write,
    and returns a new one. Integers give float64.
    """

    @wraps(kernel)
    def function(*operands: Any, out: Array | None = None) -> Array:
        dtype = np.result_type(*operands) if len(operands) > 1 else np.asarray(operands[0]).dtype
        if dtype.kind != "f":
            dtype = np.dtype(np.float64)
        arrays = [np.asarray(x) for x in operands]
        shape = np.broadcast_shapes(*(x.shape for x in arrays))
        result = np.empty(shape, dtype) if out is None else out
        flat = result.reshape(-1) if result.flags.c_contiguous else np.empty(result.size, dtype)
        inputs = [x if x.size == 1 else np.broadcast_to(x, shape).reshape(-1) for x in arrays]
        for start in range(0, flat.size, SIZE):
            part = slice(start, start + SIZE)
            blocks = [
                x.reshape(1).astype(np.float64)
                if x.size == 1
                else x[part].astype(np.float64, copy=False)
                for x in inputs
            ]
            flat[part] = kernel(*blocks)
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
