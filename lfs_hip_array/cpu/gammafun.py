# SPDX-License-Identifier: Apache-2.0
"""The gamma function, its logarithm and its logarithm's derivative.

On [1, 2] by polynomials in t = 2x - 3, the Chebyshev expansions (computed with
60 digits) of gamma(x), of log(gamma(x)) / ((x - 1) (x - 2)) and of
digamma(x) / (x - root), so that relative precision holds at the zeros. Up to
10 by recurrence, beyond by Stirling's series, below 0 by reflection
(Abramowitz and Stegun 6.1.15, 6.1.17, 6.1.40, 6.3.5, 6.3.7, 6.3.18).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .blockwise import Block, blockwise, polynomial

_Kernel: TypeAlias = Callable[[Block], Block]

_FAR = 10.0
# B(2k) / (2k (2k - 1)) and B(2k) / 2k of Stirling's series, highest first.
_STIRLING = (1 / 156, -691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12)
_STIRLING_DIGAMMA = (1 / 12, -691 / 32760, 1 / 132, -1 / 240, 1 / 252, -1 / 120, 1 / 12)
_HALF_LOG_2PI = 0.91893853320467274178
_SQRT_2PI = 2.50662827463100050242
# The positive zero of digamma, in two parts.
_ROOT = 1.4616321449683622
_ROOT_LOW = 9.549995429965697e-17
_LOG_GAMMA = (
    -3.803618166622364e-12,
    1.1586115295157278e-11,
    -1.5395748006420787e-11,
    5.0258222095609345e-11,
    -2.0874620693971093e-10,
    6.566403819263112e-10,
    -2.016947955623982e-09,
    6.430260727636965e-09,
    -2.0621027431854287e-08,
    6.623878077265301e-08,
    -2.1386323384115519e-07,
    6.948428064186312e-07,
    -2.2742474102383936e-06,
    7.511391855641883e-06,
    -2.5094328668947195e-05,
    8.510090373499432e-05,
    -0.0002945507015196472,
    0.0010498186644547402,
    -0.003913560937626182,
    0.015727850268641094,
    -0.07297994795715304,
    0.4831289505409809,
)
_GAMMA = (
    -1.4638348885682684e-11,
    4.265918684193356e-11,
    -4.014703919780222e-11,
    1.2766019342198785e-10,
    -6.135264478698891e-10,
    1.8224856202885499e-09,
    -5.1195862785237635e-09,
    1.5383437137601306e-08,
    -4.647752736990225e-08,
    1.393836052045693e-07,
    -4.178087483704399e-07,
    1.2528146115226586e-06,
    -3.7549903559493654e-06,
    1.1252464319176403e-05,
    -3.363758331914599e-05,
    0.00010092814881772948,
    -0.0002968901216342163,
    0.0009157859972898092,
    -0.0024225953843625588,
    0.009040334940280947,
    -0.013411850570596785,
    0.10370336342207546,
    0.01616919872444251,
    0.886226925452758,
)
_DIGAMMA = (
    2.918622732168261e-11,
    -8.50550766013261e-11,
    8.734528429142953e-11,
    -2.7580994814377e-10,
    1.2469984616707403e-09,
    -3.7083753242807277e-09,
    1.0527692435026686e-08,
    -3.162911147408454e-08,
    9.543298288278275e-08,
    -2.863161166883193e-07,
    8.589060721930695e-07,
    -2.578093954045772e-06,
    7.741234508636364e-06,
    -2.3258242519113285e-05,
    6.995018825112794e-05,
    -0.00021074841138175561,
    0.0006368880303865817,
    -0.0019350666648613071,
    0.005936795278301761,
    -0.018550615381735008,
    0.06013562106019684,
    -0.2118137106407303,
    0.9510558760318328,
)


def _reduce(x: Block) -> tuple[Block, Block, Block]:
    """Return u in [0, 1], the product of (u + 1) ... (x - 1), and the sum of their reciprocals.

    1 + u is x less an integer; for x below 1, u is x itself: 1 + u is x + 1.
    """
    steps = np.maximum(np.floor(x), 1.0)
    u = np.where(x < 1.0, x, x - steps)
    product, reciprocals = np.ones_like(x), np.zeros_like(x)
    for j in range(1, int(_FAR) - 1):
        more = np.flatnonzero(steps > j)
        if not more.size:
            break
        factor = u[more] + float(j)
        product[more] *= factor
        reciprocals[more] += 1.0 / factor
    return u, product, reciprocals


def sin_pi(x: Block) -> Block:
    """Return sin(pi x), exactly 0 at integers."""
    whole = np.rint(x)
    value = np.sin(math.pi * (x - whole))
    half = 0.5 * whole
    half -= np.floor(half)  # 1/2 for odd integers
    value *= 1.0 - 4.0 * half
    return value


def _by_lanes(x: Block, far: NDArray[np.bool_], near_value: _Kernel, far_value: _Kernel) -> Block:
    """Return near_value(x) or, on the lanes `far`, far_value(x)."""
    if not far.any():
        return near_value(x)
    value = np.empty_like(x)
    for mask, kernel in ((far, far_value), (~far, near_value)):
        lanes = np.flatnonzero(mask)
        value[lanes] = kernel(x[lanes])
    return value


# --- log gamma ---------------------------------------------------------------------


def _stirling(x: Block) -> Block:
    """Return Stirling's series log(gamma(x)) - (x - 1/2) log(x) + x - log(2 pi) / 2."""
    inverse = 1.0 / x
    return polynomial(inverse * inverse, _STIRLING) * inverse


def _log_gamma_far(x: Block) -> Block:
    value = _stirling(x)
    value += _HALF_LOG_2PI - 0.5
    value += (x - 0.5) * (np.log(x) - 1.0)
    return value


def _log_gamma_near(x: Block) -> Block:
    u, product, _ = _reduce(x)
    value = polynomial(2.0 * u - 1.0, _LOG_GAMMA)
    value *= u * (u - 1.0)
    value += np.where(x < 1.0, -np.log(x), np.log(product))
    return value


def _log_gamma_positive(x: Block) -> Block:
    return _by_lanes(x, x >= _FAR, _log_gamma_near, _log_gamma_far)


@blockwise
def gammaln(x: Block) -> Block:
    """Return log(abs(gamma(x))): inf at 0, at negative integers and at both infinities."""
    value = _log_gamma_positive(np.abs(x))
    below = x < 0
    if below.any():
        y = -x[below]
        part = np.log(math.pi / (y * np.abs(sin_pi(y)))) - value[below]
        part[np.rint(y) == y] = np.inf
        value[below] = part
    value[np.isinf(x)] = np.inf
    return value


# --- gamma -------------------------------------------------------------------------


def _gamma_near(x: Block) -> Block:
    """Return gamma(x) for 0 <= x < 10."""
    u, product, _ = _reduce(x)
    value = polynomial(2.0 * u - 1.0, _GAMMA)
    value *= product
    np.divide(value, x, out=value, where=x < 1.0)
    return value


def _gamma_after(x: Block) -> Block:
    """Return gamma(1 + x) = x * gamma(x) for 0 <= x < 10."""
    u, product, _ = _reduce(x)
    value = polynomial(2.0 * u - 1.0, _GAMMA)
    value *= product
    np.multiply(value, x, out=value, where=x >= 1.0)
    return value


def _stirling_factors(x: Block) -> tuple[Block, Block]:
    """Return a and b with gamma(x) = a * a * b, a not overflowing where gamma(x) does not."""
    return np.power(x, 0.5 * x - 0.25), _SQRT_2PI * np.exp(_stirling(x)) * np.exp(-x)


def _gamma_far(x: Block) -> Block:
    root, rest = _stirling_factors(np.minimum(x, 200.0))
    return root * rest * root


def _gamma_negative(x: Block) -> Block:
    y = -x
    sine = sin_pi(y)
    value = np.empty_like(x)
    far = y >= _FAR
    near = ~far
    value[near] = -math.pi / (sine[near] * _gamma_after(y[near]))
    root, rest = _stirling_factors(np.minimum(y[far], 200.0))
    value[far] = -math.pi / (y[far] * sine[far] * rest) / root / root
    value[sine == 0] = np.nan
    return value


@blockwise
def gamma(x: Block) -> Block:
    """Return the gamma function: inf at +0, -inf at -0, NaN at negative integers and -inf."""
    value = _by_lanes(np.abs(x), np.abs(x) >= _FAR, _gamma_near, _gamma_far)
    np.copysign(value, x, out=value, where=x == 0)
    below = x < 0
    if below.any():
        value[below] = _gamma_negative(x[below])
    return value


# --- digamma -----------------------------------------------------------------------


def _digamma_far(x: Block) -> Block:
    inverse = 1.0 / x
    square = inverse * inverse
    value = np.log(x)
    value -= 0.5 * inverse
    value -= polynomial(square, _STIRLING_DIGAMMA) * square
    return value


def _digamma_near(x: Block) -> Block:
    """Return digamma(x) for 1 <= x < 10, digamma(1 + x) for 0 <= x < 1."""
    u, _, reciprocals = _reduce(x)
    value = polynomial(2.0 * u - 1.0, _DIGAMMA)
    value *= (u - (_ROOT - 1.0)) - _ROOT_LOW
    value += reciprocals
    return value


@blockwise
def digamma(x: Block) -> Block:
    """Return the derivative of log(gamma(x)): -inf at +0, inf at -0, NaN at negative integers."""
    size = np.abs(x)
    value = _by_lanes(size, size >= _FAR, _digamma_near, _digamma_far)
    below = x < 0
    np.subtract(value, 1.0 / x, out=value, where=(x < 1.0) & ~below)
    if below.any():
        y = -x[below]
        distance = y - np.rint(y)
        part = value[below] + math.pi / np.tan(math.pi * distance)
        np.add(part, 1.0 / y, out=part, where=y >= 1.0)
        part[(distance == 0) | np.isinf(y)] = np.nan
        value[below] = part
    return value
