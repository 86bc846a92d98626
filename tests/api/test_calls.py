# SPDX-License-Identifier: Apache-2.0
"""Ways of calling that users expect: names of parameters, infinite bounds, ``in``; distances."""

import numpy as np
import pytest

INF = float("inf")


def test_cdist_takes_p_by_name(xp):
    a, b = xp.asarray([[0.0, 0.0]]), xp.asarray([[3.0, 4.0]])
    assert xp.spatial.cdist(a, b, p=1).tolist() == [[7.0]]
    assert xp.spatial.cdist(a, b, float("inf")).tolist() == [[4.0]]


def test_clip_of_integers_by_infinities(xp):
    x = xp.asarray([1, 2])
    for low, high in ((-INF, INF), (None, INF), (-INF, None)):
        kept = xp.clip(x, low, high)
        assert (kept.dtype, kept.tolist()) == (xp.int64, [1, 2])
    assert xp.clip(x, INF, None).tolist() == [INF, INF]
    assert xp.clip(x, None, -INF).tolist() == [-INF, -INF]
    assert xp.clip(x, 0, -INF).tolist() == [-INF, -INF]


def test_what_is_not_a_number_is_in_no_tensor(xp):
    x = xp.arange(3)
    assert 2 in x
    assert 5 not in x
    assert None not in x
    assert "a" not in x


@pytest.mark.parametrize(("m", "n"), [(3, 9000), (9000, 3), (70, 130)])
def test_cdist_in_blocks(xp, m, n):
    rng = np.random.default_rng(7)
    a, b = rng.integers(-9, 9, (m, 40)).astype(float), rng.integers(-9, 9, (n, 40)).astype(float)
    want = np.array([np.abs(row - b).sum(axis=1) for row in a])
    np.testing.assert_array_equal(
        xp.spatial.cdist(xp.asarray(a), xp.asarray(b), 1).to_numpy(), want
    )


def test_ends_given_as_tensors_and_numpys_scalars(xp):
    zero, three = xp.asarray(0), xp.asarray(3.0)
    assert xp.arange(zero, np.int64(3)).dtype == xp.int64
    assert xp.arange(zero, three, np.float32(0.5)).tolist() == [0.0, 0.5, 1.0, 1.5, 2.0, 2.5]
    assert xp.linspace(zero, three, 4).tolist() == [0.0, 1.0, 2.0, 3.0]
    found = xp.linspace(xp.asarray(1j), np.float64(0), 2)
    assert (found.dtype, found.tolist()) == (xp.complex128, [1j, 0j])


def test_linear_takes_the_bias_by_name(xp):
    x, weight = xp.asarray([[1.0, -2.0]]), xp.asarray([[1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    bias = xp.asarray([0.5, 5.0, -3.0])
    for found in (xp.nn.linear(x, weight, bias), xp.nn.linear(x, weight, bias=bias)):
        assert found.tolist() == [[-0.5, 3.0, -2.0]]
    found = xp.nn.linear(x, weight, bias=bias, activation="relu")
    assert found.tolist() == [[0.0, 3.0, 0.0]]


def test_linear_says_what_does_not_fit(xp):
    x, weight = xp.ones((2, 3)), xp.ones((4, 3))
    for call, fact in (
        (lambda: xp.nn.linear(x, weight, activation="tanh"), "activation.*relu.*tanh"),
        (lambda: xp.nn.linear(x, weight, xp.ones(3)), r"bias.*\(3,\).*4"),
        (lambda: xp.nn.linear(x, xp.ones((4, 2))), r"\(2, 3\).*\(4, 2\)"),
    ):
        with pytest.raises(ValueError, match=f"linear: .*{fact}"):
            call()
