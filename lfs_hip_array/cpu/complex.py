# SPDX-License-Identifier: Apache-2.0
"""Complex functions whose NumPy twins miss special cases or digits.

==========  =======================================================================
acosh       Some builds of NumPy give 0 + NaN j for 0 + NaN j (real part must be
            NaN, imaginary part pi/2).
expm1       NumPy multiplies exp(a) by sin(b) unguarded: inf * 0, inf * NaN and
            overflow of exp(a) alone give NaN; and -0 + 0j has a real part of +0.
log1p       NumPy computes log(hypot(1 + a, b)): no digit is left near 0.
reciprocal  NumPy gives NaN + NaN j for 1 / 0, unlike its own divide.
sign        NumPy gives +-1 or +-1j for a NaN beside an infinity.
tan, tanh   The zero beside +-1 has the sign of the finite part, not of sin(2b).
==========  =======================================================================
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .blockwise import blockwise

Array: TypeAlias = NDArray[Any]

# Above this real part exp(a) alone may overflow where exp(a) * sin(b) does not.
_EXP_LIMIT = {8: 88.0, 16: 709.0}


def _patch(result: Array, lanes: NDArray[np.bool_], values: Array) -> Array:
    """Write the corrected values into some lanes of the result (0-d too)."""
    result[lanes] = values
    return result


def acosh(x: Array, /, out: Array | None = None) -> Array:
    """Return the inverse hyperbolic cosine."""
    if x.dtype.kind != "c":
        return np.arccosh(x, out=out)
    lanes = np.isnan(x.imag) & (x.real == 0)
    result = np.asarray(np.arccosh(x, out=out))
    if lanes.any():
        _patch(result, lanes, np.array(complex(np.nan, np.pi / 2), x.dtype))
    return result


def expm1(x: Array, /, out: Array | None = None) -> Array:
    """Return exp(x) - 1, accurate near 0."""
    if x.dtype.kind != "c":
        return np.expm1(x, out=out)
    lanes = ~(np.isfinite(x) & (x.real < _EXP_LIMIT[x.dtype.itemsize]))
    values = np.exp(x[lanes])
    values.real -= 1
    result = np.asarray(np.expm1(x, out=out))
    result.real += 0.0  # -0.0 becomes +0.0
    return _patch(result, lanes, values) if values.size else result


def tanh(x: Array, /, out: Array | None = None) -> Array:
    """Return the hyperbolic tangent."""
    if x.dtype.kind != "c":
        return np.tanh(x, out=out)
    lanes = np.isinf(x.real) & np.isfinite(x.imag)
    zeros = np.copysign(0.0, x.imag[lanes])
    result = np.asarray(np.tanh(x, out=out))
    if zeros.size:
        result.imag[lanes] = zeros
    return result


def tan(x: Array, /, out: Array | None = None) -> Array:
    """Return the tangent."""
    if x.dtype.kind != "c":
        return np.tan(x, out=out)
    lanes = np.isinf(x.imag) & np.isfinite(x.real)
    zeros = np.copysign(0.0, x.real[lanes])
    result = np.asarray(np.tan(x, out=out))
    if zeros.size:
        result.real[lanes] = zeros
    return result


def sign(x: Array, /, out: Array | None = None) -> Array:
    """Return -1, 0 or 1; x / |x| for complex; NaN for NaN."""
    if x.dtype.kind != "c":
        return np.sign(x, out=out)
    lanes = np.isnan(x)
    result = np.asarray(np.sign(x, out=out))
    if lanes.any():
        _patch(result, lanes, np.array(complex(np.nan, np.nan), x.dtype))
    return result


def reciprocal(x: Array, /, out: Array | None = None) -> Array:
    """Return 1 / x."""
    if x.dtype.kind != "c":
        return np.reciprocal(x, out=out)
    return np.divide(1.0, x, out=out)


def real(x: Array, /, out: Array | None = None) -> Array:
    """Return a copy of the real component; of real values themselves."""
    if out is None:
        return x.real.copy()
    np.copyto(out, x.real)
    return out


def imag(x: Array, /, out: Array | None = None) -> Array:
    """Return a copy of the imaginary component; 0 for real values."""
    if out is None:
        return np.array(x.imag)
    np.copyto(out, x.imag)
    return out


# --- log1p -------------------------------------------------------------------------


def _to_complex128(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype(np.complex128)


def _log1p(x: Array) -> Array:
    value = x.copy()
    value.real += 1.0
    np.log(value, out=value)
    # Far from 0 (in both senses) log(1 + x) is right as it is, and so is its imaginary part.
    near = np.flatnonzero((np.abs(x.real) < 2) & (np.abs(x.imag) < 2))
    if near.size:
        excess = _squared_modulus_less_one(x.real[near], x.imag[near])
        right = np.flatnonzero(excess > -0.5)
        value.real[near[right]] = 0.5 * np.log1p(excess[right])
    return value


_log1p_blocks = blockwise(_log1p, _to_complex128)


def log1p(x: Array, /, out: Array | None = None) -> Array:
    """Return log(1 + x), accurate near 0 and on the circle where abs(1 + x) is 1."""
    if x.dtype.kind != "c":
        return np.log1p(x, out=out)
    return _log1p_blocks(x, out=out)


def _two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """Return a * b as an unevaluated sum of two floats (Dekker 1971, Veltkamp's splitting)."""
    factor = 134217729.0  # 2**27 + 1
    product = a * b
    high_a = factor * a
    high_a -= high_a - a
    high_b = factor * b
    high_b -= high_b - b
    low_a, low_b = a - high_a, b - high_b
    error = ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b
    return product, error


def _two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """Return a + b as an unevaluated sum of two floats (Knuth, TAOCP 4.2.2)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _squared_modulus_less_one(a: Array, b: Array) -> Array:
    """Return |1 + a + bj|**2 - 1 = 2a + a*a + b*b to full precision, in double-double."""
    square_a, error_a = _two_product(a, a)
    square_b, error_b = _two_product(b, b)
    total, error_1 = _two_sum(2 * a, square_b)
    total, error_2 = _two_sum(total, square_a)
    return np.asarray(total + (error_1 + error_2 + error_a + error_b))
