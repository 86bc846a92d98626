# SPDX-License-Identifier: Apache-2.0
"""Special functions against 40-digit references, and at the ends of their domains.

The references (operands, then the value, of 40-digit arithmetic by mpmath
rounded to float64) are in ``specfun_reference.json``.
"""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from lfs_hip_array.cpu import blockwise, specfun

REFERENCE = json.loads((Path(__file__).parent / "specfun_reference.json").read_text())

#: Largest error in float64, in units of the last place of the right value.
BOUND = {
    "digamma": 4,
    "entr": 2,
    "erf": 3,
    "erfc": 6,
    "expit": 3,
    "gamma": 5,
    "gammaln": 4,
    "i0": 5,
    "i0e": 4,
    "i1": 4,
    "i1e": 4,
    "kl_div": 8,
    "log_ndtr": 6,
    "logit": 2,
    "ndtr": 6,
    "ndtri": 6,
    "rel_entr": 3,
    "sinc": 3,
    "xlog1py": 2,
    "xlogy": 2,
}
#: Below zero these have zeros nobody reaches with relative precision: there, and for
#: values below 1, the bound is on the error over the unit of 1.
ABSOLUTE_BELOW_ZERO = {"digamma": 16, "gammaln": 8}

inf, nan = math.inf, math.nan


def columns(name):
    *operands, want = np.array(REFERENCE[name]).T
    return operands, want


def error(got, want, dtype):
    """Return |got - want| in units of the last place of `want`."""
    with np.errstate(over="ignore", under="ignore"):
        unit = np.spacing(np.abs(want).astype(dtype)).astype(np.float64)
    return np.abs(got.astype(np.float64) - want) / unit


def test_every_function_has_a_reference():
    assert sorted(REFERENCE) == sorted(BOUND) == sorted(specfun.__all__)


@pytest.mark.parametrize("name", BOUND)
def test_float64(name):
    operands, want = columns(name)
    with np.errstate(all="ignore"):
        got = getattr(specfun, name)(*operands)
    units = error(got, want, np.float64)
    if name in ABSOLUTE_BELOW_ZERO:
        near_zero = (operands[0] < 0) & (np.abs(want) < 1)
        absolute = np.abs(got - want)[near_zero] / np.spacing(1.0)
        assert np.all(absolute <= ABSOLUTE_BELOW_ZERO[name])
        units = np.where(near_zero, 0, units)
        units[operands[0] < 0] /= 2  # two terms of opposite sign
    assert units.max() <= BOUND[name], operands[0][units.argmax()]


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("name", BOUND)
def test_narrow_floats_are_rounded_once(name, dtype):
    operands, want = columns(name)
    with np.errstate(over="ignore"):
        exact = np.all([x.astype(np.float32) == x for x in operands], axis=0)
    assert exact.sum() >= 20
    operands = [x[exact].astype(np.float32) for x in operands]
    with np.errstate(all="ignore"):
        if dtype == "float32":
            got = getattr(specfun, name)(*operands)
            want = want[exact]
            normal = (np.abs(want) > 1e-37) & (np.abs(want) < 3e38)
            assert error(got, want, np.float32)[normal].max() <= 0.500001
        else:
            operands = [x.astype(np.float16) for x in operands]
            wide = getattr(specfun, name)(*(x.astype(np.float64) for x in operands))
            got = getattr(specfun, name)(*operands)
            np.testing.assert_array_equal(got, wide.astype(np.float16))
    assert got.dtype == dtype


#: (operand, value) where the sign of a zero counts.
EDGES = {
    "digamma": [(0.0, -inf), (-0.0, inf), (-1.0, nan), (-7.0, nan), (inf, inf), (-inf, nan)],
    "entr": [(0.0, 0.0), (-0.0, 0.0), (1.0, -0.0), (-1.0, -inf), (inf, -inf), (-inf, -inf)],
    "erf": [(0.0, 0.0), (-0.0, -0.0), (inf, 1.0), (-inf, -1.0), (1e300, 1.0), (5e-324, 5e-324)],
    "erfc": [(0.0, 1.0), (-0.0, 1.0), (inf, 0.0), (-inf, 2.0), (-1e300, 2.0), (1e300, 0.0)],
    "expit": [(0.0, 0.5), (inf, 1.0), (-inf, 0.0), (1e300, 1.0), (-1e300, 0.0)],
    "gamma": [
        *((float(n), float(math.factorial(n - 1))) for n in range(1, 19)),
        *[(0.0, inf), (-0.0, -inf), (-1.0, nan), (-7.0, nan), (inf, inf), (-inf, nan)],
        *[(172.0, inf), (-184.5, -0.0), (-183.5, 0.0), (-1e-320, -inf)],
    ],
    "gammaln": [(0.0, inf), (-0.0, inf), (-1.0, inf), (inf, inf), (-inf, inf)],
    "i0": [(0.0, 1.0), (-0.0, 1.0), (inf, inf), (-inf, inf)],
    "i0e": [(0.0, 1.0), (inf, 0.0), (-inf, 0.0)],
    "i1": [(0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, -inf)],
    "i1e": [(0.0, 0.0), (-0.0, -0.0), (inf, 0.0), (-inf, -0.0)],
    "log_ndtr": [(inf, -0.0), (-inf, -inf), (1e300, -0.0)],
    "logit": [(0.0, -inf), (-0.0, -inf), (0.5, 0.0), (1.0, inf), (-0.1, nan), (1.1, nan)],
    "ndtr": [(0.0, 0.5), (inf, 1.0), (-inf, 0.0), (1e300, 1.0), (-1e300, 0.0)],
    "ndtri": [(0.0, -inf), (-0.0, -inf), (0.5, 0.0), (1.0, inf), (-0.1, nan), (1.1, nan)],
    "sinc": [(0.0, 1.0), (-0.0, 1.0), (1.0, 0.0), (2.0, 0.0), (-1.0, 0.0), (1e15, 0.0)],
}
EDGES2 = {
    "xlogy": {(0.0, 0.0): 0.0, (0.0, inf): 0.0, (0.0, -1.0): 0.0, (1.0, 0.0): -inf},
    "xlog1py": {(0.0, -1.0): 0.0, (0.0, inf): 0.0, (1.0, -1.0): -inf, (2.0, 0.0): 0.0},
    "rel_entr": {
        (0.0, 0.0): 0.0,
        (0.0, 2.0): 0.0,
        (1.0, 0.0): inf,
        (-1.0, 1.0): inf,
        (1e-300, 1e300): 1e-300 * (math.log(1e-300) - math.log(1e300)),
    },
    "kl_div": {
        (0.0, 0.0): 0.0,
        (0.0, 2.0): 2.0,
        (1.0, 0.0): inf,
        (1.0, -1.0): inf,
        (3.0, 3.0): 0.0,
    },
}


@pytest.mark.parametrize("name", EDGES)
def test_edges(name):
    x, want = np.array([*EDGES[name], (nan, nan)]).T
    with np.errstate(all="ignore"):
        got = getattr(specfun, name)(x)
    np.testing.assert_allclose(got, want, rtol=1e-15)
    zero = want == 0
    np.testing.assert_array_equal(np.signbit(got)[zero], np.signbit(want)[zero])


@pytest.mark.parametrize("name", EDGES2)
def test_edges_of_two_operands(name):
    x, y = np.array(list(EDGES2[name])).T
    with np.errstate(all="ignore"):
        got = getattr(specfun, name)(x, y)
        undefined = getattr(specfun, name)(np.array([nan, 0.0, nan]), np.array([1.0, nan, nan]))
    np.testing.assert_allclose(got, list(EDGES2[name].values()), rtol=1e-15)
    assert np.isnan(undefined).all()


@pytest.mark.parametrize("name", BOUND)
def test_blocks_layouts_and_aliases_give_the_same_bits(name):
    operands, _ = columns(name)
    count = blockwise.SIZE + 77
    operands = [np.resize(x, count) for x in operands]
    fn = getattr(specfun, name)
    with np.errstate(all="ignore"):
        whole = fn(*operands)
        pieces = np.concatenate(
            [fn(*(x[i : i + 700] for x in operands)) for i in range(0, count, 700)]
        )
        one_by_one = np.array([fn(*(x[i : i + 1] for x in operands))[0] for i in range(100)])
        reverse = fn(*(x[::-1].copy()[::-1] for x in operands))
        strided = fn(*(np.repeat(x, 2)[::2] for x in operands))
        out = np.empty((2, count))[:, ::-1]
        fn(*(np.broadcast_to(x, (2, count)) for x in operands), out=out)
        own = [x.copy() for x in operands]
        fn(*own, out=own[0])
    for other in (pieces, reverse, strided, out[0], out[1], own[0]):
        np.testing.assert_array_equal(other, whole)
    np.testing.assert_array_equal(one_by_one, whole[:100])


def test_shapes_and_dtypes():
    assert specfun.erf(np.array(0.5)).shape == ()
    assert specfun.erf(np.empty((0, 3))).shape == (0, 3)
    assert specfun.erf(np.array([1, 2])).dtype == np.float64
    x = np.linspace(0.5, 1, 6).reshape(2, 3)
    np.testing.assert_array_equal(specfun.xlogy(x, 2.0), specfun.xlogy(x, np.full((2, 3), 2.0)))
    np.testing.assert_array_equal(
        specfun.xlogy(2.0, x[:, :1] + 1), specfun.xlogy(2.0, x + 1)[:, :1]
    )
    assert specfun.xlogy(x[:1], x[:, :1] + 1).shape == (2, 3)
    assert specfun.xlogy(x.astype(np.float32), 2.0).dtype == np.float32


@pytest.mark.parametrize(
    ("name", "oracle"),
    [("erf", math.erf), ("erfc", math.erfc), ("gamma", math.gamma), ("gammaln", math.lgamma)],
)
def test_against_the_standard_library(name, oracle):
    x = np.linspace(-20, 20, 4001) + 1e-3
    want = np.array([oracle(v) for v in x])
    np.testing.assert_allclose(getattr(specfun, name)(x), want, rtol=2e-15, atol=2e-15)
