# SPDX-License-Identifier: Apache-2.0
"""Pointwise functions that neither the standard nor NumPy has.

Called like ufuncs, ``f(*operands, out=None)``; `out` may be an operand.
float16 is computed in float32 and rounded once.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import specfun
from .blockwise import at_least_float32, blockwise

Array: TypeAlias = NDArray[Any]
Operand: TypeAlias = "Array | complex"

_SQRT_2_OVER_PI = math.sqrt(2.0 / math.pi)
# x * sigmoid(x) and x * Phi(x) are -0.0 here in every dtype, as they are at -inf
# (where the formula would be inf * 0).
_FLOOR = -2000.0


def _widen(x: Array) -> Array:
    """Return the operand to compute with: float16 as float32."""
    return x.astype(np.float32) if x.dtype.itemsize == 2 else x


def _store(result: Array, x: Array, out: Array | None) -> Array:
    """Return the result in x's dtype, or in `out`."""
    if out is None:
        return np.asarray(result).astype(x.dtype, copy=False)
    if out is not result:
        np.copyto(out, result, casting="same_kind")
    return out


def _target(x: Array, out: Array | None) -> Array | None:
    """Return where a last ufunc may write: `out`, unless the work was widened."""
    return None if x.dtype.itemsize == 2 else out


def rsqrt(x: Array, /, out: Array | None = None) -> Array:
    """Return 1 / sqrt(x): inf at 0 (with its sign), NaN below."""
    root = np.sqrt(_widen(x))
    return _store(np.divide(1.0, root, out=_target(x, out)), x, out)


def frac(x: Array, /, out: Array | None = None) -> Array:
    """Return x - trunc(x) with the sign of x, zeros too; NaN for infinities."""
    if x.dtype.kind in "biu":
        result = np.zeros_like(x)
    else:
        result = np.subtract(x, np.trunc(x))
        result = np.copysign(result, x, out=out)
    return _store(result, x, out)


def fmod(x1: Operand, x2: Operand, /, out: Array | None = None) -> Array:
    """Return the remainder of truncated division, as C's fmod; integers by zero give 0."""
    return np.fmod(x1, x2, out=out)


def _lerp(x1: Array, x2: Array, weight: Array) -> Array:
    late = weight >= 0.5
    value = (x2 - x1) * np.subtract(weight, late)
    # Adding 0 * x would be cheaper, but not right for infinities.
    return np.asarray(value + np.where(late, x2, x1))


_lerp_blocks = blockwise(_lerp, at_least_float32)


def lerp(x1: Operand, x2: Operand, weight: Operand, /, out: Array | None = None) -> Array:
    """Return x1 + weight * (x2 - x1); exactly x2 at weight 1.

    From weight 0.5 up it is computed from x2 down, as
    ``x2 + (weight - 1) * (x2 - x1)``.
    """
    return _lerp_blocks(x1, x2, weight, out=out)


# --- activations ----------------------------------------------------------------


def _sigmoid(x: Array) -> Array:
    total = np.abs(x)
    np.negative(total, out=total)
    np.exp(total, out=total)
    total += 1.0
    # exp(min(x, 0)) is 1 or exp(-|x|); a second exp is cheaper than a choice per lane.
    part = np.minimum(x, 0.0)
    np.exp(part, out=part)
    part /= total
    return np.asarray(part)


def _silu(x: Array) -> Array:
    x = np.maximum(x, _FLOOR)
    x *= _sigmoid(x)
    return x


def _gelu(x: Array) -> Array:
    x = np.maximum(x, _FLOOR)
    x *= specfun.ndtr(x)
    return x


def _gelu_tanh(x: Array) -> Array:
    x = np.maximum(x, _FLOOR)
    inner = x * x
    inner *= 0.044715
    inner += 1.0
    inner *= x
    inner *= 2 * _SQRT_2_OVER_PI
    x *= _sigmoid(inner)
    return x


_sigmoid_blocks = blockwise(_sigmoid, at_least_float32)
_silu_blocks = blockwise(_silu, at_least_float32)
_gelu_blocks = blockwise(_gelu, at_least_float32)
_gelu_tanh_blocks = blockwise(_gelu_tanh, at_least_float32)


def sigmoid(x: Array, /, out: Array | None = None) -> Array:
    """Return 1 / (1 + exp(-x)) without overflow, keeping digits in both tails."""
    return _sigmoid_blocks(x, out=out)


def silu(x: Array, /, out: Array | None = None) -> Array:
    """Return x * sigmoid(x); -0.0 at -inf."""
    return _silu_blocks(x, out=out)


def gelu(x: Array, /, out: Array | None = None) -> Array:
    """Return x * Phi(x), with the normal distribution function Phi; -0.0 at -inf."""
    return _gelu_blocks(x, out=out)


def gelu_tanh(x: Array, /, out: Array | None = None) -> Array:
    """Return 0.5 * x * (1 + tanh(u)) with u = sqrt(2 / pi) * (x + 0.044715 * x**3).

    Computed as x * sigmoid(2 * u), the same number, which keeps digits in the
    negative tail.
    """
    return _gelu_tanh_blocks(x, out=out)


def relu(x: Array, /, out: Array | None = None) -> Array:
    """Return max(x, 0): +0.0 for -0.0, NaN for NaN."""
    result: Array = np.maximum(x, 0, out=out)
    if x.dtype.kind == "f":
        # NumPy may return either zero; adding +0.0 turns only -0.0 into +0.0.
        result = np.add(result, 0, out=out)
    return result


# --- comparison and repair ----------------------------------------------------------


def isclose(
    x1: Operand,
    x2: Operand,
    rtol: Operand = 1e-5,
    atol: Operand = 1e-8,
    equal_nan: Operand = False,
    /,
    out: Array | None = None,
) -> Array:
    """Return |x1 - x2| <= atol + rtol * |x2|, equal infinities included.

    NaN is close to NaN if `equal_nan`. The difference of integers is exact.
    """
    dtype = np.result_type(x1, x2)
    first, second = np.asarray(x1, dtype), np.asarray(x2, dtype)
    if dtype.kind == "b":
        return isclose(first.view("u1"), second.view("u1"), rtol, atol, out=out)
    if dtype.kind in "iu":
        # Modulo 2**n the difference of the larger and the smaller is right as unsigned.
        larger = np.maximum(first, second)
        larger -= np.minimum(first, second)
        distance = np.asarray(larger).view(f"u{dtype.itemsize}").astype(np.float64)
        second = second.astype(np.float64)
    else:
        distance = np.abs(np.subtract(first, second, dtype=np.promote_types(dtype, np.float32)))
    close = np.asarray(distance <= atol + rtol * np.abs(second))
    if dtype.kind in "fc":
        close &= np.isfinite(second)
        close |= first == second
        if equal_nan:
            close |= np.isnan(first) & np.isnan(second)
    if out is None:
        return close
    np.copyto(out, close)
    return out


def nan_to_num(
    x: Array,
    nan: Operand = 0.0,
    posinf: Operand | None = None,
    neginf: Operand | None = None,
    /,
    out: Array | None = None,
) -> Array:
    """Return x with NaN and infinities replaced, in each component.

    `posinf` and `neginf` are by default the largest and the smallest finite number.
    """
    result = np.empty_like(x) if out is None else out
    if x.dtype.kind in "biu" or np.isfinite(x).all():
        if result is not x:
            np.copyto(result, x)
        return result
    if x.dtype.kind == "c":
        nan_to_num(x.real, nan, posinf, neginf, out=result.real)
        nan_to_num(x.imag, nan, posinf, neginf, out=result.imag)
        return result
    info = np.finfo(x.dtype)
    isnan, above, below = np.isnan(x), x == np.inf, x == -np.inf
    if result is not x:
        np.copyto(result, x)
    np.copyto(result, nan, where=isnan, casting="same_kind")
    np.copyto(result, info.max if posinf is None else posinf, where=above, casting="same_kind")
    np.copyto(result, info.min if neginf is None else neginf, where=below, casting="same_kind")
    return result
