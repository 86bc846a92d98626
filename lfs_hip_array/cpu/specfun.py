# SPDX-License-Identifier: Apache-2.0
"""Special functions on NumPy, vectorised.

float32 and float16 are computed in float64 and rounded once; float64 comes
within the bounds that ``tests/pure/test_specfun.py`` states and measures.
Functions are called like ufuncs, ``f(*operands, out=None)``, work on blocks
whose temporaries stay in cache, and read a block of their operands before
they write that block of an `out` in the same memory.
"""

from __future__ import annotations

import math

import numpy as np

from .bessel import i0, i0e, i1, i1e
from .blockwise import Block, blockwise, polynomial
from .errorfun import erf, erfc, log_ndtr, ndtr, ndtri
from .gammafun import digamma, gamma, gammaln, sin_pi

__all__ = [
    "digamma",
    "entr",
    "erf",
    "erfc",
    "expit",
    "gamma",
    "gammaln",
    "i0",
    "i0e",
    "i1",
    "i1e",
    "kl_div",
    "log_ndtr",
    "logit",
    "ndtr",
    "ndtri",
    "rel_entr",
    "sinc",
    "xlog1py",
    "xlogy",
]


@blockwise
def expit(x: Block) -> Block:
    """Return 1 / (1 + exp(-x)), to full relative precision for small values."""
    total = np.exp(-np.abs(x))
    total += 1.0
    # exp(min(x, 0)) is 1 or exp(-|x|); a second exp is cheaper than a choice per lane.
    value = np.exp(np.minimum(x, 0.0))
    value /= total
    return value


@blockwise
def logit(p: Block) -> Block:
    """Return log(p / (1 - p)): -inf at 0, inf at 1, NaN outside."""
    # About 1/2 the logarithms cancel: 2 * atanh(2p - 1) is the same function.
    centred = p - 0.5
    middle = np.flatnonzero(np.abs(centred) <= 0.25)
    value = np.log(p)
    value -= np.log1p(-p)
    value[middle] = 2.0 * np.arctanh(2.0 * centred[middle])
    return value


@blockwise
def xlogy(x: Block, y: Block) -> Block:
    """Return x * log(y), 0 where x is 0 and y is not NaN."""
    value = x * np.log(y)
    np.copyto(value, 0.0, where=(x == 0) & ~np.isnan(y))
    return np.asarray(value)


@blockwise
def xlog1py(x: Block, y: Block) -> Block:
    """Return x * log(1 + y), 0 where x is 0 and y is not NaN."""
    value = x * np.log1p(y)
    np.copyto(value, 0.0, where=(x == 0) & ~np.isnan(y))
    return np.asarray(value)


@blockwise
def entr(x: Block) -> Block:
    """Return -x * log(x): 0 at 0, -inf below."""
    value = -x * np.log(x)
    np.copyto(value, 0.0, where=x == 0)
    np.copyto(value, -np.inf, where=x < 0)
    return np.asarray(value)


# (1 + d) log(1 + d) - d = d*d * (1/2 - d/6 + d*d/12 - ...), highest power first.
_KL_SERIES = tuple((-1.0) ** k / (k * (k - 1)) for k in range(36, 1, -1))


def _relative_entropy(x: Block, y: Block) -> Block:
    """Return x * log(x / y) for positive x and y, without loss where x is close to y."""
    ratio = x / y
    value = x * np.log(ratio)
    close = np.flatnonzero((ratio > 0.5) & (ratio < 2.0))
    value[close] = (x * np.log1p((x - y) / y))[close]
    extreme = np.flatnonzero((ratio < 1e-300) | np.isinf(ratio))
    if extreme.size:
        value[extreme] = (x * (np.log(x) - np.log(y)))[extreme]
    return value


def _outside(value: Block, x: Block, y: Block, at_zero: Block | float) -> Block:
    """Write the values for x = 0 and outside the domain x >= 0, y >= 0."""
    np.copyto(value, at_zero, where=(x == 0) & (y >= 0))
    np.copyto(value, np.inf, where=(x < 0) | (y < 0) | ((x > 0) & (y == 0)))
    np.copyto(value, np.nan, where=np.isnan(x) | np.isnan(y))
    return value


@blockwise
def rel_entr(x: Block, y: Block) -> Block:
    """Return x * log(x / y): 0 where x is 0 and y >= 0, inf outside x >= 0, y >= 0."""
    return _outside(_relative_entropy(x, y), x, y, 0.0)


@blockwise
def kl_div(x: Block, y: Block) -> Block:
    """Return x * log(x / y) - x + y: y where x is 0, inf outside x >= 0, y >= 0."""
    value = _relative_entropy(x, y)
    value += y - x
    distance = (x - y) / y
    close = np.flatnonzero(np.abs(distance) < 0.4)
    if close.size:
        d = distance[close]
        value[close] = np.broadcast_to(y, value.shape)[close] * d * d * polynomial(d, _KL_SERIES)
    np.copyto(value, np.inf, where=np.isinf(x) ^ np.isinf(y))
    return _outside(value, x, y, y)


@blockwise
def sinc(x: Block) -> Block:
    """Return sin(pi x) / (pi x): 1 at 0, and exactly 0 at every other integer."""
    size = np.abs(x)
    value = sin_pi(size)
    value += 0.0  # no -0.0
    value /= math.pi * size
    value[size == 0] = 1.0
    return value
