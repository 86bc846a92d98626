# SPDX-License-Identifier: Apache-2.0
"""NumPy's ufuncs where they miss the standard, corrected; and those NumPy lacks.

Every function is called like a ufunc, ``f(*operands, out=None)``, with
ndarrays of any strides (or one Python scalar, weakly typed) and an `out` of
the result dtype that may be one of the operands. The caller silences
floating-point warnings. Results are the same bits whether an array is
computed whole or block by block.

A correction reads its operands before anything is written, costs at most one
cheap pass over ordinary values, and touches only the lanes concerned. Why each
function is here:

=============  ====================================================================
floor_divide   NumPy gives NaN for inf // finite and -1 for 1 // -inf; the standard
               asks for the quotient's own infinity and signed zero.
maximum,       NumPy picks either zero when both operands are zero; here
minimum, clip  -0.0 < +0.0.
pow            NumPy raises for negative integer exponents (a wait on a device); and
               for exponents -1, 0.5 and 2 its results depend on the memory order,
               newer releases give wrong ones for (-inf)**0.5 and (-0.0)**0.5.
round          NumPy's rint turns integers into floats.
nextafter      float16, older releases: from one zero to the other did not move.
positive,      NumPy refuses bool, or computes it as int8.
square, conj,
ceil, floor,
trunc
real, imag     Not ufuncs in NumPy.
acosh, expm1,  Complex special cases; see `complex.py`.
log1p, sign,
reciprocal,
tan, tanh
=============  ====================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .complex import acosh, expm1, imag, log1p, real, reciprocal, sign, tan, tanh
from .extras import (
    fmod,
    frac,
    gelu,
    gelu_tanh,
    isclose,
    lerp,
    nan_to_num,
    relu,
    rsqrt,
    sigmoid,
    silu,
)

Array: TypeAlias = NDArray[Any]
Operand: TypeAlias = "Array | complex"

__all__ = [
    "acosh",
    "ceil",
    "clip",
    "conj",
    "expm1",
    "floor",
    "floor_divide",
    "fmod",
    "frac",
    "gelu",
    "gelu_tanh",
    "imag",
    "isclose",
    "lerp",
    "log1p",
    "maximum",
    "minimum",
    "nan_to_num",
    "nextafter",
    "positive",
    "pow",
    "real",
    "reciprocal",
    "relu",
    "round",
    "rsqrt",
    "sigmoid",
    "sign",
    "silu",
    "square",
    "tan",
    "tanh",
    "trunc",
]


def _dtype(x1: Operand, x2: Operand) -> np.dtype[Any]:
    """Return the dtype two operands are computed in (a Python scalar is weak)."""
    if isinstance(x1, np.ndarray) and isinstance(x2, np.ndarray) and x1.dtype == x2.dtype:
        return x1.dtype
    return np.result_type(x1, x2)


def _store(result: Array, out: Array | None) -> Array:
    """Return the result, copied to `out` if there is one."""
    if out is None:
        return result
    np.copyto(out, result)
    return out


def _all_finite(x: Operand) -> bool:
    return bool(np.isfinite(x).all())


# --- division ------------------------------------------------------------------


def floor_divide(x1: Operand, x2: Operand, /, out: Array | None = None) -> Array:
    """Return floor(x1 / x2); where an operand is infinite, the quotient x1 / x2 itself."""
    if _dtype(x1, x2).kind != "f" or (_all_finite(x1) and _all_finite(x2)):
        return np.floor_divide(x1, x2, out=out)
    infinite = np.isinf(x1) | np.isinf(x2)
    result = np.asarray(np.floor_divide(x1, x2))
    np.divide(x1, x2, out=result, where=infinite)
    return _store(result, out)


def _root(x: Array, out: Array | None = None) -> Array:
    """Return x**0.5, which is sqrt(x) but for -0.0 and -inf."""
    below = np.equal(x, -np.inf)
    result = np.asarray(np.sqrt(x, out=out))
    result += 0.0
    if below.any():
        result[below] = np.inf
    return result


# Powers that have a function of their own, which NumPy uses or not by how the
# exponents lie in memory (and for 0.5 with wrong results at -0.0 and -inf).
_SHORT_POWERS: dict[float, Callable[..., Array]] = {
    2.0: np.square,
    -1.0: np.reciprocal,
    0.5: _root,
}


def _short_lanes(x2: Array) -> dict[float, NDArray[np.bool_]]:
    """Return where the exponents are one of those with a function of their own."""
    if x2.size <= 64 and _SHORT_POWERS.keys().isdisjoint(x2.ravel().tolist()):
        return {}  # quicker to call, slower per element
    lanes = {exponent: np.equal(x2, exponent) for exponent in _SHORT_POWERS}
    return {exponent: mask for exponent, mask in lanes.items() if mask.any()}


def _float_power(x1: Operand, x2: Operand, dtype: np.dtype[Any], out: Array | None) -> Array:
    """Return x1**x2 for float32 and float64, whatever the memory order the same bits."""
    if not isinstance(x2, np.ndarray) or (x2.size == 1 and x2.ndim <= np.ndim(x1)):
        function = _SHORT_POWERS.get(x2.item() if isinstance(x2, np.ndarray) else float(x2.real))
        if function is None:
            return np.power(x1, x2, out=out)
        return function(np.asarray(x1, dtype), out=out)
    lanes = _short_lanes(x2)
    if not lanes:
        return np.power(x1, x2, out=out)
    result = np.asarray(np.power(x1, x2))
    for exponent, mask in lanes.items():
        np.copyto(result, _SHORT_POWERS[exponent](np.asarray(x1, dtype)), where=mask)
    return _store(result, out)


def pow(x1: Operand, x2: Operand, /, out: Array | None = None) -> Array:
    """Return x1**x2, exact and wrapping for integers.

    An integer to a negative power is truncated: 1 and -1 keep their power,
    everything else gives 0 (0 too, as integer division by zero does).
    """
    dtype = _dtype(x1, x2)
    if dtype.kind == "f" and dtype.itemsize > 2:
        return _float_power(x1, x2, dtype, out)
    if dtype.kind != "i" or not (np.asarray(x2) < 0).any():
        return np.power(x1, x2, out=out)
    base, exponent = np.asarray(x1, dtype), np.asarray(x2, dtype)
    negative = exponent < 0
    base = np.where(negative & ((base > 1) | (base < -1)), dtype.type(0), base)
    # 2 and 3 stand for any even and odd exponent: the bases left are -1, 0 and 1.
    exponent = np.where(negative, (exponent & 1) | 2, exponent)
    result: Array = np.power(base, exponent, out=out)
    return result


# --- order ---------------------------------------------------------------------


def _signs(x: Operand, dtype: np.dtype[Any]) -> NDArray[np.signedinteger[Any]]:
    """Return the operand's bits as integers, whose sign is the sign bit."""
    return np.asarray(x, dtype).view(f"i{dtype.itemsize}")


def _has_zero(x: Operand) -> bool:
    if not isinstance(x, np.ndarray):
        return not x
    if x.size > 512:
        return bool(np.equal(x, 0).any())
    return bool(np.count_nonzero(x) != x.size)  # quicker to call, slower per element


def maximum(x1: Operand, x2: Operand, /, out: Array | None = None) -> Array:
    """Return the larger of x1 and x2: NaN wins, and +0.0 over -0.0."""
    dtype = _dtype(x1, x2)
    if not isinstance(x2, np.ndarray):
        x1, x2 = x2, x1
    result: Array
    if dtype.kind != "f" or not _has_zero(x1):
        return np.maximum(x1, x2, out=out)
    if not isinstance(x1, np.ndarray) and not np.signbit(x1):
        result = np.maximum(x1, x2, out=out)
        return np.add(result, x1, out=out)
    # Adding -0.0 changes nothing, adding +0.0 only turns -0.0 into +0.0: add the
    # zero that is negative where both operands are. No branch, so no cost per lane.
    zero = _signs(x1, dtype) & _signs(x2, dtype)
    zero &= np.iinfo(zero.dtype).min
    result = np.maximum(x1, x2, out=out)
    result = np.add(result, zero.view(dtype), out=out)
    return result


def minimum(x1: Operand, x2: Operand, /, out: Array | None = None) -> Array:
    """Return the smaller of x1 and x2: NaN wins, and -0.0 over +0.0."""
    dtype = _dtype(x1, x2)
    if not isinstance(x2, np.ndarray):
        x1, x2 = x2, x1
    if dtype.kind != "f" or not _has_zero(x1):
        return np.minimum(x1, x2, out=out)
    # As in maximum, on -min(x1, x2) = max(-x1, -x2).
    zero = ~(_signs(x1, dtype) | _signs(x2, dtype))
    zero &= np.iinfo(zero.dtype).min
    result: Array = np.subtract(zero.view(dtype), np.minimum(x1, x2))
    return np.negative(result, out=out)


def clip(
    x: Array,
    lo: Operand | None = None,
    hi: Operand | None = None,
    /,
    out: Array | None = None,
) -> Array:
    """Return minimum(maximum(x, lo), hi); None leaves a side open."""
    if hi is None:
        return positive(x, out=out) if lo is None else maximum(x, lo, out=out)
    if lo is None:
        return minimum(x, hi, out=out)
    # The first step writes no `out` that may be the memory of `hi`.
    above = maximum(x, lo, out=None if isinstance(hi, np.ndarray) else out)
    return minimum(above, hi, out=out)


def nextafter(x1: Operand, x2: Operand, /, out: Array | None = None) -> Array:
    """Return the next value after x1 towards x2; x2 itself where they are equal."""
    if _dtype(x1, x2).itemsize != 2:
        return np.nextafter(x1, x2, out=out)
    result = np.asarray(np.nextafter(x1, x2))
    np.copyto(result, x2, where=np.equal(x1, x2))
    return _store(result, out)


# --- integers and bool stay as they are --------------------------------------------


def _copy(x: Array, out: Array | None) -> Array:
    if out is None:
        return x.copy()
    if out is not x:
        np.copyto(out, x)
    return out


def positive(x: Array, /, out: Array | None = None) -> Array:
    """Return a copy of x."""
    return _copy(x, out)


def conj(x: Array, /, out: Array | None = None) -> Array:
    """Return the complex conjugate; a copy of real values."""
    if x.dtype.kind != "c":
        return _copy(x, out)
    return np.conjugate(x, out=out)


def square(x: Array, /, out: Array | None = None) -> Array:
    """Return x * x (of bool: itself)."""
    if x.dtype.kind == "b":
        return _copy(x, out)
    return np.square(x, out=out)


def round(x: Array, /, out: Array | None = None) -> Array:
    """Return the nearest integer, halves to even, component by component."""
    if x.dtype.kind in "biu":
        return _copy(x, out)
    return np.rint(x, out=out)


def floor(x: Array, /, out: Array | None = None) -> Array:
    """Return the largest integer not above x."""
    if x.dtype.kind in "biu":
        return _copy(x, out)
    return np.floor(x, out=out)


def ceil(x: Array, /, out: Array | None = None) -> Array:
    """Return the smallest integer not below x."""
    if x.dtype.kind in "biu":
        return _copy(x, out)
    return np.ceil(x, out=out)


def trunc(x: Array, /, out: Array | None = None) -> Array:
    """Return x without its fraction."""
    if x.dtype.kind in "biu":
        return _copy(x, out)
    return np.trunc(x, out=out)
