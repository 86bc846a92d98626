# SPDX-License-Identifier: Apache-2.0
"""The error function and the normal distribution.

Sources: W. J. Cody, "Rational Chebyshev approximations for the error
function", Math. Comp. 23 (1969) 631-637, with the coefficients of his CALERF;
M. J. Wichura, "Algorithm AS 241: the percentage points of the normal
distribution", Applied Statistics 37 (1988) 477-484 (PPND16).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .blockwise import Block, blockwise, monic, polynomial

_SQRT_HALF = math.sqrt(0.5)
_INV_SQRT_PI = 1.0 / math.sqrt(math.pi)

# erf(x) = x * A(x*x) / B(x*x) up to 0.46875.
_SMALL = 0.46875
_A = (
    1.85777706184603153e-1,
    3.16112374387056560e0,
    1.13864154151050156e2,
    3.77485237685302021e2,
    3.20937758913846947e3,
)
_B = (2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3)
# exp(x*x) * erfc(x) = C(x) / D(x) from there up to 4.
_C = (
    2.15311535474403846e-8,
    5.64188496988670089e-1,
    8.88314979438837594e0,
    6.61191906371416295e1,
    2.98635138197400131e2,
    8.81952221241769090e2,
    1.71204761263407058e3,
    2.05107837782607147e3,
    1.23033935479799725e3,
)
_D = (
    1.57449261107098347e1,
    1.17693950891312499e2,
    5.37181101862009858e2,
    1.62138957456669019e3,
    3.29079923573345963e3,
    4.36261909014324716e3,
    3.43936767414372164e3,
    1.23033935480374942e3,
)
# (1 / sqrt(pi) - z * P(z) / Q(z)) / x with z = 1 / x**2 beyond 4.
_P = (
    1.63153871373020978e-2,
    3.05326634961232344e-1,
    3.60344899949804439e-1,
    1.25781726111229246e-1,
    1.60837851487422766e-2,
    6.58749161529837803e-4,
)
_Q = (
    2.56852019228982242e0,
    1.87295284992346725e0,
    5.27905102951428412e-1,
    6.05183413124413191e-2,
    2.33520497626869185e-3,
)


def _erf_small(x: Block) -> Block:
    """Return erf(x) for abs(x) <= 0.46875."""
    square = x * x
    value = polynomial(square, _A)
    value /= monic(square, _B)
    value *= x
    return value


def _erfcx(y: Block) -> Block:
    """Return exp(y*y) * erfc(y) for y >= 0.46875 (smaller y count as that)."""
    middle = np.clip(y, _SMALL, 4.0)
    value = polynomial(middle, _C)
    value /= monic(middle, _D)
    far = np.flatnonzero(y > 4.0)
    if far.size:
        tail = y[far]
        z = 1.0 / (tail * tail)
        part = polynomial(z, _P)
        part /= monic(z, _Q)
        part *= z
        value[far] = (_INV_SQRT_PI - part) / tail
    return value


def _exp_minus_square(y: Block, scale: float = 1.0) -> Block:
    """Return exp(-scale * y*y) for y >= 0, in two factors: y*y rounded would cost digits."""
    y = np.minimum(y, 64.0)
    # The upper half of the digits of y, whose square is exact.
    high = (y.view(np.int64) & -(1 << 27)).view(np.float64)
    rest = y - high
    y += high
    rest *= y
    rest *= -scale
    high *= high
    high *= -scale
    np.exp(high, out=high)
    high *= np.exp(rest, out=rest)
    return high


@blockwise
def erf(x: Block) -> Block:
    """Return the error function 2 / sqrt(pi) * integral of exp(-t*t) from 0 to x."""
    size = np.abs(x)
    small = np.flatnonzero(size <= _SMALL)
    if small.size == x.size:
        return _erf_small(x)
    value = -size * size
    np.exp(value, out=value)  # at most half of the result: no need of more digits
    value *= _erfcx(size)
    np.subtract(1.0, value, out=value)
    np.copysign(value, x, out=value)
    value[small] = _erf_small(x[small])
    return value


@blockwise
def erfc(x: Block) -> Block:
    """Return 1 - erf(x), to full relative precision for large x."""
    size = np.abs(x)
    small = np.flatnonzero(size <= _SMALL)
    value = _exp_minus_square(size)
    value *= _erfcx(size)
    _complement(value, x < 0, 2.0)
    value[small] = 1.0 - _erf_small(x[small])
    return value


def _complement(value: Block, lanes: NDArray[np.bool_], total: float) -> None:
    """Replace value by total - value on some lanes, without a branch per lane."""
    step = lanes.astype(np.float64)
    value *= 1.0 - 2.0 * step
    step *= total
    value += step


def _upper_tail(x: Block) -> Block:
    """Return the normal distribution's upper tail beyond abs(x), for abs(x) >= 0.66."""
    size = np.abs(x)
    value = _exp_minus_square(size, 0.5)
    size *= _SQRT_HALF
    value *= _erfcx(size)
    value *= 0.5
    return value


def _ndtr(x: Block) -> Block:
    value = _upper_tail(x)
    _complement(value, x > 0, 1.0)
    small = np.flatnonzero(np.abs(x) <= _SMALL / _SQRT_HALF)
    value[small] = 0.5 + 0.5 * _erf_small(x[small] * _SQRT_HALF)
    return value


@blockwise
def ndtr(x: Block) -> Block:
    """Return the normal distribution function, to full relative precision for small values."""
    return _ndtr(x)


@blockwise
def log_ndtr(x: Block) -> Block:
    """Return log(ndtr(x)), also where ndtr(x) underflows or rounds to 1."""
    value = np.empty_like(x)
    low = np.flatnonzero(x < -1.0)
    part = x[low]
    value[low] = np.log(0.5 * _erfcx(part * -_SQRT_HALF)) - 0.5 * part * part
    high = np.flatnonzero(~(x < -1.0))
    value[high] = np.log1p(-_ndtr(-x[high]))
    return value


# --- inverse -------------------------------------------------------------------------

_CENTRE_N = (
    2.5090809287301226727e3,
    3.3430575583588128105e4,
    6.7265770927008700853e4,
    4.5921953931549871457e4,
    1.3731693765509461125e4,
    1.9715909503065514427e3,
    1.3314166789178437745e2,
    3.3871328727963666080e0,
)
_CENTRE_D = (
    5.2264952788528545610e3,
    2.8729085735721942674e4,
    3.9307895800092710610e4,
    2.1213794301586595867e4,
    5.3941960214247511077e3,
    6.8718700749205790830e2,
    4.2313330701600911252e1,
    1.0,
)
_NEAR_N = (
    7.74545014278341407640e-4,
    2.27238449892691845833e-2,
    2.41780725177450611770e-1,
    1.27045825245236838258e0,
    3.64784832476320460504e0,
    5.76949722146069140550e0,
    4.63033784615654529590e0,
    1.42343711074968357734e0,
)
_NEAR_D = (
    1.05075007164441684324e-9,
    5.47593808499534494600e-4,
    1.51986665636164571966e-2,
    1.48103976427480074590e-1,
    6.89767334985100004550e-1,
    1.67638483018380384940e0,
    2.05319162663775882187e0,
    1.0,
)
_FAR_N = (
    2.01033439929228813265e-7,
    2.71155556874348757815e-5,
    1.24266094738807843860e-3,
    2.65321895265761230930e-2,
    2.96560571828504891230e-1,
    1.78482653991729133580e0,
    5.46378491116411436990e0,
    6.65790464350110377720e0,
)
_FAR_D = (
    2.04426310338993978564e-15,
    1.42151175831644588870e-7,
    1.84631831751005468180e-5,
    7.86869131145613259100e-4,
    1.48753612908506148525e-2,
    1.36929880922735805310e-1,
    5.99832206555887937690e-1,
    1.0,
)


@blockwise
def ndtri(p: Block) -> Block:
    """Return the x with ndtr(x) == p; -inf at 0, inf at 1, NaN outside."""
    centred = p - 0.5
    inner = np.clip(centred, -0.425, 0.425)
    r = 0.180625 - inner * inner
    value = inner * polynomial(r, _CENTRE_N)
    value /= polynomial(r, _CENTRE_D)
    outer = np.flatnonzero(~(np.abs(centred) <= 0.425))
    if outer.size:
        q = p[outer]
        r = np.sqrt(-np.log(np.minimum(q, 1.0 - q)))
        near, far = r - 1.6, np.flatnonzero(r > 5.0)
        part = polynomial(near, _NEAR_N)
        part /= polynomial(near, _NEAR_D)
        if far.size:
            far_r = r[far] - 5.0
            part[far] = polynomial(far_r, _FAR_N) / polynomial(far_r, _FAR_D)
        part[np.isinf(r)] = np.inf
        value[outer] = np.copysign(part, q - 0.5)
    return value
