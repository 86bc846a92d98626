# SPDX-License-Identifier: Apache-2.0
"""Modified Bessel functions of the first kind, orders 0 and 1.

Up to 8 by the power series (Abramowitz and Stegun 9.6.10), all of whose terms
are positive. Beyond, sqrt(x) exp(-x) I(x) by Chebyshev expansions in
16 / x - 1, computed with 60 digits, in the form of C. W. Clenshaw, "Chebyshev
series for mathematical functions", NPL Mathematical Tables 5 (1962).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from .blockwise import Block, blockwise, chebyshev, polynomial

_FAR = 8.0
# In powers of x*x / 4, highest first; for order 1 a factor x / 2 is left out.
_I0_NEAR = tuple(1.0 / math.factorial(k) ** 2 for k in range(24, -1, -1))
_I1_NEAR = tuple(1.0 / (math.factorial(k) * math.factorial(k + 1)) for k in range(24, -1, -1))
_I0_FAR = (
    0.4022452055070544,
    0.0033691164782556943,
    6.889758346916825e-05,
    2.8913705208347567e-06,
    2.0489185894690638e-07,
    2.266668990498178e-08,
    3.3962320257083865e-09,
    4.94060238822497e-10,
    1.1889147107846439e-11,
    -3.1499165279632416e-11,
    -1.3215811840447713e-11,
    -1.7941785315068062e-12,
    7.180124451383666e-13,
    3.8527783827421426e-13,
    1.54008621752141e-14,
    -4.150569347287222e-14,
    -9.554846698828307e-15,
    3.8116806693526224e-15,
    1.7725601330565263e-15,
    -3.425485619677219e-16,
    -2.8276239805165836e-16,
    3.461222867697461e-17,
    4.46562142029676e-17,
    -4.830504485944182e-18,
    -7.233180487874754e-18,
)
_I1_FAR = (
    0.38928811750914005,
    -0.009761097491361469,
    -0.00011058893876262371,
    -3.882564808877691e-06,
    -2.512236237870209e-07,
    -2.6314688468895196e-08,
    -3.835380385964237e-09,
    -5.589743462196584e-10,
    -1.8974958123505413e-11,
    3.2526035830154884e-11,
    1.4125807436613782e-11,
    2.0356285441470896e-12,
    -7.198551776245908e-13,
    -4.0835511110921974e-13,
    -2.1015418427726643e-14,
    4.272440016711951e-14,
    1.0420276984128802e-14,
    -3.8144030724370075e-15,
    -1.8803547755107825e-15,
    3.3082023109209285e-16,
    2.96262899764595e-16,
    -3.209525921993424e-17,
    -4.6503053684893586e-17,
    4.414348323071708e-18,
    7.517296310842105e-18,
    -9.314178867326884e-19,
    -1.242193275194891e-18,
)


def _near(x: Block, order: int) -> Block:
    """Return I(x) for 0 <= x <= 8."""
    half = 0.5 * x
    value = polynomial(half * half, _I1_NEAR if order else _I0_NEAR)
    if order:
        value *= half
    return value


def _far(x: Block, order: int) -> Block:
    """Return exp(-x) * I(x) for x > 8."""
    series: Sequence[float] = _I1_FAR if order else _I0_FAR
    return chebyshev(16.0 / x - 1.0, series) / np.sqrt(x)


def _plain(x: Block, order: int) -> Block:
    """Return I(abs(x))."""
    size = np.abs(x)
    value = _near(np.minimum(size, _FAR), order)
    beyond = np.flatnonzero(size > _FAR)
    if beyond.size:
        part = size[beyond]
        half = np.exp(0.5 * part)  # exp(x) alone overflows before I(x) does
        value[beyond] = np.where(np.isinf(part), np.inf, half * _far(part, order) * half)
    return value


def _scaled(x: Block, order: int) -> Block:
    """Return exp(-abs(x)) * I(abs(x))."""
    size = np.abs(x)
    inner = np.minimum(size, _FAR)
    value = _near(inner, order)
    value *= np.exp(-inner)
    beyond = np.flatnonzero(size > _FAR)
    if beyond.size:
        value[beyond] = _far(size[beyond], order)
    return value


@blockwise
def i0(x: Block) -> Block:
    """Return the modified Bessel function of order 0."""
    return _plain(x, 0)


@blockwise
def i0e(x: Block) -> Block:
    """Return exp(-abs(x)) * i0(x)."""
    return _scaled(x, 0)


@blockwise
def i1(x: Block) -> Block:
    """Return the modified Bessel function of order 1."""
    value = _plain(x, 1)
    return np.copysign(value, x, out=value)


@blockwise
def i1e(x: Block) -> Block:
    """Return exp(-abs(x)) * i1(x)."""
    value = _scaled(x, 1)
    return np.copysign(value, x, out=value)
