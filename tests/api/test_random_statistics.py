# SPDX-License-Identifier: Apache-2.0
"""What draws of `random.Generator` are like, on every device.

Limits are five standard deviations, or what is said next to them; seeds are
fixed, so a pass stays a pass.
"""

import math
from itertools import pairwise

import numpy as np
import pytest

from lfs_hip_array.random import Generator


@pytest.fixture
def rng(device):
    return Generator(20251201, device=device)


def host(x):
    return np.array(x.to_numpy())


# --- G01, G02 --------------------------------------------------------------------------------


def test_uniform_never_reaches_one_in_2_to_the_26_draws(rng):
    """Case G01."""
    count, total = 1 << 22, 0.0
    for _ in range(16):
        x = host(rng.uniform(count, dtype="float32"))
        assert x.dtype == np.float32
        assert x.min() >= 0.0
        assert x.max() < 1.0
        total += float(x.sum(dtype=np.float64))
    n = 16 * count
    assert abs(total / n - 0.5) < 5 * math.sqrt(1 / 12 / n)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_normal_of_odd_sizes(rng, dtype):
    """Case G02."""
    for shape in ((3, 3), (1,), (0,), (5,), (99_999,)):
        x = host(rng.normal(shape, dtype=dtype))
        assert x.shape == shape
        assert np.isfinite(x).all()
        assert np.unique(x).size > 0.99 * x.size - 1
    assert abs(x.std() - 1) < 0.02


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    ("low", "high"), [(0.0, 1.0), (1.0, 1.0000002), (-1.0, 0.0), (100.0, 101.0), (-1e30, 1e30)]
)
def test_uniform_never_returns_high(rng, dtype, low, high):
    x = host(rng.uniform(200_001, low=low, high=high, dtype=dtype))
    kind = np.dtype(dtype).type
    assert x.min() >= kind(low)
    assert x.max() < kind(high)


def test_uniform_between_neighbours_gives_the_lower_one(rng):
    high = float(np.nextafter(np.float32(3), np.float32(4)))
    x = host(rng.uniform(1000, low=3.0, high=high, dtype="float32"))
    assert set(x.tolist()) == {3.0}


# --- statistics ------------------------------------------------------------------------------


def chi_square_excess(counts, expected):
    """Standard deviations by which chi-square is off its mean (dof large)."""
    counts, expected = np.asarray(counts, float), np.asarray(expected, float)
    dof = counts.size - 1
    return (((counts - expected) ** 2 / expected).sum() - dof) / math.sqrt(2 * dof)


def kolmogorov_smirnov(x, cdf):
    """sqrt(n) D; below 1.95 but for one case in 1000."""
    x = np.sort(np.asarray(x, np.float64))
    at, n = cdf(x), x.size
    steps = np.arange(n + 1) / n
    return math.sqrt(n) * max((steps[1:] - at).max(), (at - steps[:-1]).max())


def normal_cdf(x):
    return np.array([0.5 * math.erfc(-v / math.sqrt(2)) for v in x])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_uniform_is_uniform(rng, dtype):
    x = host(rng.uniform(1 << 20, dtype=dtype)).astype(np.float64)
    counts = np.bincount((x * 1024).astype(int), minlength=1024)
    assert abs(chi_square_excess(counts, np.full(1024, x.size / 1024))) < 5
    assert kolmogorov_smirnov(x, lambda v: v) < 1.95
    low_bits = (x * 2**24).astype(np.int64) % 256
    assert abs(chi_square_excess(np.bincount(low_bits), np.full(256, x.size / 256))) < 5
    assert abs(x.var() - 1 / 12) < 5 * math.sqrt(1 / 180 / x.size)
    pairs = (x[::2] * 32).astype(int) * 32 + (x[1::2] * 32).astype(int)
    assert abs(chi_square_excess(np.bincount(pairs), np.full(1024, x.size / 2048))) < 5


@pytest.mark.parametrize("lag", [1, 2, 3, 4, 8, 1024, 4096])
def test_draws_are_not_correlated_in_series(rng, lag):
    x = host(rng.uniform(1 << 18)) - 0.5
    y = host(rng.normal(1 << 18, dtype="float32")).astype(np.float64)
    for values, variance in ((x, 1 / 12), (y, 1.0)):
        found = np.mean(values[:-lag] * values[lag:]) / variance
        assert abs(found) < 5 / math.sqrt(values.size - lag)
    # Neither are the magnitudes: a pair of normals shares its radius, not its size.
    squares = y**2 - 1
    assert abs(np.mean(squares[:-lag] * squares[lag:]) / 2) < 5 / math.sqrt(y.size - lag) * 2


def test_birthday_spacings(rng):
    """Marsaglia: 4096 birthdays in 2**32 days leave Poisson(4) equal spacings."""
    rounds, birthdays = 256, 4096
    days = np.sort(host(rng.integers(2**32, shape=(rounds, birthdays))), axis=1)
    spacings = np.sort(np.diff(days, axis=1), axis=1)
    equal = int((np.diff(spacings, axis=1) == 0).sum())
    expected = rounds * birthdays**3 / 2**34
    assert abs(equal - expected) < 5 * math.sqrt(expected)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_normal_is_normal(rng, dtype):
    n = 1 << 20
    x = host(rng.normal(n, dtype=dtype)).astype(np.float64)
    # mean, variance, third and fourth moments, with the deviations of their estimates
    for power, expected, variance in ((1, 0, 1), (2, 1, 2), (3, 0, 15), (4, 3, 96)):
        assert abs(np.mean(x**power) - expected) < 5 * math.sqrt(variance / n)
    assert kolmogorov_smirnov(x[:20_000], normal_cdf) < 1.95
    for limit in (1.0, 2.0, 3.0, 4.0):
        tail = math.erfc(limit / math.sqrt(2))
        for side in (x > limit, x < -limit):
            assert abs(side.sum() - n * tail / 2) < 5 * math.sqrt(n * tail / 2)
    assert 4.2 < np.abs(x).max() < 6.8


def test_normal_takes_mean_and_std(rng):
    x = host(rng.normal(100_000, mean=-3.0, std=0.25))
    assert abs(x.mean() + 3) < 5 * 0.25 / math.sqrt(x.size)
    assert abs(x.std() - 0.25) < 5 * 0.25 / math.sqrt(2 * x.size)
    assert set(host(rng.normal(5, mean=2.5, std=0.0)).tolist()) == {2.5}


@pytest.mark.parametrize("p", [0.0, 1.0, 0.5, 0.1, 1e-3, 1 - 1e-3])
def test_bernoulli_has_its_rate(rng, p):
    n = 1 << 18
    hits = int(host(rng.bernoulli(n, p=p)).sum())
    assert abs(hits - n * p) <= 5 * math.sqrt(n * p * (1 - p))


@pytest.mark.parametrize(
    ("low", "high", "buckets"),
    [
        (0, 3 * 2**30, 3),
        (0, 3 * 2**30, 192),
        (-(2**31), 2**31 - 1, 256),
        (0, 3 * 2**60, 3),
        (0, 3 * 2**60, 192),
        (-(2**62), 2**62 + 2**61, 5),
        (-(2**63), 2**63, 256),
        (0, 7, 7),
        (10, 1010, 1000),
        (0, 2**32 + 2**31, 3),
    ],
)
def test_integers_are_unbiased(rng, low, high, buckets):
    n = 300_000
    x = host(rng.integers(low, high, n))
    assert low <= int(x.min())
    assert int(x.max()) < high
    span = high - low
    edges = [low + span * i // buckets for i in range(1, buckets)]
    counts = np.bincount(np.searchsorted(edges, x, side="right"), minlength=buckets)
    ends = [low, *edges, high]
    expected = [n * (b - a) / span for a, b in pairwise(ends)]
    assert chi_square_excess(counts, expected) < 5
    parity = int((x & 1).sum())
    share = sum((low + i) & 1 for i in range(span)) / span if span < 2000 else 0.5
    assert abs(parity - n * share) < 5 * math.sqrt(n * share * (1 - share))


def test_integers_reach_both_ends(rng):
    assert set(host(rng.integers(-2, 3, 1000)).tolist()) == {-2, -1, 0, 1, 2}
    assert set(host(rng.integers(1, 6, 1000, endpoint=True)).tolist()) == {1, 2, 3, 4, 5, 6}
    assert set(host(rng.integers(2**63 - 2, 2**63, 100)).tolist()) == {2**63 - 2, 2**63 - 1}
    assert set(host(rng.integers(-(2**31), -(2**31) + 1, 9, dtype="int32")).tolist()) == {-(2**31)}
