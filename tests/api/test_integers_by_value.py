# SPDX-License-Identifier: Apache-2.0
"""uint64 beside signed integers: compared by value, though their promoted dtype is float64."""

import bisect

import numpy as np
import pytest

TOP = 2**63
UNSIGNED = [0, 1, 127, 2**53, 2**53 + 1, TOP - 1, TOP, 2 * TOP - 1]
SIGNED = {
    "int8": [-128, -1, 0, 1, 126, 127],
    "int64": [-TOP, -1, 0, 1, 2**53, 2**53 + 1, 2**53 + 2, TOP - 2, TOP - 1],
}
each_pair = pytest.mark.parametrize(
    ("a", "b"),
    [pair for name in SIGNED for pair in ((name, "uint64"), ("uint64", name))],
)


def values_of(dtype):
    return SIGNED.get(dtype, UNSIGNED)


def tensor(xp, dtype):
    return xp.asarray(np.asarray(values_of(dtype), dtype))


@each_pair
@pytest.mark.parametrize("side", ["left", "right"])
def test_searchsorted(xp, a, b, side):
    found = xp.searchsorted(tensor(xp, a), tensor(xp, b), side=side)
    place = {"left": bisect.bisect_left, "right": bisect.bisect_right}[side]
    assert found.dtype == xp.int64
    assert found.tolist() == [place(values_of(a), v) for v in values_of(b)]
    turned = xp.searchsorted(
        xp.flip(tensor(xp, a)), tensor(xp, b), side=side,
        sorter=xp.flip(xp.arange(len(values_of(a)))),
    )  # fmt: skip
    assert turned.tolist() == found.tolist()


@each_pair
@pytest.mark.parametrize("invert", [False, True])
def test_isin(xp, a, b, invert):
    found = xp.isin(tensor(xp, a), tensor(xp, b), invert=invert)
    assert found.dtype == xp.bool
    assert found.tolist() == [(v in values_of(b)) != invert for v in values_of(a)]
    nothing = xp.isin(tensor(xp, a), tensor(xp, b)[:0], invert=invert)
    assert nothing.tolist() == [invert] * len(values_of(a))


@each_pair
def test_comparisons(xp, a, b):
    x, y = tensor(xp, a)[:, None], tensor(xp, b)[None, :]
    for name, want in {
        "equal": lambda v, w: v == w,
        "not_equal": lambda v, w: v != w,
        "less": lambda v, w: v < w,
        "less_equal": lambda v, w: v <= w,
        "greater": lambda v, w: v > w,
        "greater_equal": lambda v, w: v >= w,
    }.items():
        expected = [[want(v, w) for w in values_of(b)] for v in values_of(a)]
        assert getattr(xp, name)(x, y).tolist() == expected
