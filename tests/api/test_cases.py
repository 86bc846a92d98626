# SPDX-License-Identifier: Apache-2.0
"""What users of other array libraries tripped on: arithmetic, reductions, matrices, random.

Each test carries the identifier of its case; the whole kind is tested, not
only the reproduction. test_cases_order.py has indexing, sorting and exchange.
"""

import math
import operator

import numpy as np
import pytest
import standard

INTEGERS = standard.INTEGER
SIGNED = [d for d in INTEGERS if d[0] == "i"]
REAL_FLOAT = ["float16", "float32", "float64"]
# Around block sizes of the cpu device, warps, and launch shapes of kernels.
SIZES = [1, 2, 31, 33, 63, 65, 127, 129, 255, 257, 511, 513, 1023, 1025, 4097, 65537, 300001]


def wrapped(value, dtype):
    """A Python integer modulo 2**n, as the dtype holds it."""
    info = np.iinfo(dtype)
    return (value - int(info.min)) % 2**info.bits + int(info.min)


def ints(x):
    """The values of a tensor as a list."""
    return x.to_numpy().tolist()


# --- P: pointwise ------------------------------------------------------------------


def test_p01_integer_pow_is_exact(xp):
    x = xp.asarray([123456789, 3]) ** xp.asarray([2, 39])
    assert ints(x) == [15241578750190521, 4052555153018976267]
    assert ints(xp.asarray([117] * 10, dtype=xp.int32) ** xp.asarray([1] * 10, dtype=xp.int32)) == (
        [117] * 10
    )


@pytest.mark.parametrize("dtype", INTEGERS)
def test_p01_every_base_and_exponent(xp, dtype):
    info = np.iinfo(dtype)
    bases = [0, 1, 2, 3, 7, 11, int(info.max), int(info.max) - 1, int(info.min), int(info.min) // 2]
    pairs = [(b, e) for b in bases for e in (0, 1, 2, 3, 5, 7, 31, 62)]
    x, e = (xp.asarray(column, dtype=getattr(xp, dtype)) for column in zip(*pairs, strict=True))
    want = [wrapped(pow(b, k, 2**info.bits), dtype) for b, k in pairs]
    assert ints(x**e) == want
    assert ints(xp.pow(x, 3)) == [wrapped(b**3, dtype) for b, _ in pairs]


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("name", ["add", "subtract", "multiply"])
def test_p01_integer_arithmetic_keeps_every_bit_and_wraps(xp, name, dtype):
    info = np.iinfo(dtype)
    values = [0, 1, 2, 5, int(info.max), int(info.max) - 1, int(info.min), int(info.min) // 2 + 1]
    pairs = [(a, b) for a in values for b in values]
    a, b = (xp.asarray(column, dtype=getattr(xp, dtype)) for column in zip(*pairs, strict=True))
    plain = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul}[name]
    assert ints(getattr(xp, name)(a, b)) == [wrapped(plain(p, q), dtype) for p, q in pairs]


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("name", ["floor_divide", "remainder"])
def test_integer_division_by_zero_is_0_and_the_rest_is_pythons(xp, name, dtype):
    info = np.iinfo(dtype)
    values = [0, 1, 2, 7, int(info.max), int(info.min), int(info.min) + 1]
    values += [-1, -2, -7] if info.min else []
    pairs = [(a, b) for a in values for b in values]
    a, b = (xp.asarray(column, dtype=getattr(xp, dtype)) for column in zip(*pairs, strict=True))
    plain = operator.floordiv if name == "floor_divide" else operator.mod
    want = [wrapped(plain(p, q), dtype) if q else 0 for p, q in pairs]
    assert ints(getattr(xp, name)(a, b)) == want


def test_integer_comparisons_are_by_value(xp):
    big = xp.asarray([2**63 - 1, -1, 2**53 + 1], dtype=xp.int64)
    large = xp.asarray([2**63, 2**64 - 1, 2**53], dtype=xp.uint64)
    assert ints(big == large) == [False, False, False]
    assert ints(big < large) == [True, True, False]
    assert ints(big >= large) == [False, False, True]
    near = xp.asarray([2**53, 2**53 + 1], dtype=xp.int64)
    assert ints(near == (2**53 + 1)) == [False, True]


def bits(x):
    """Values and sign bits, so that -0.0 differs from 0.0."""
    host = x.to_numpy()
    return [(v, bool(s)) for v, s in zip(host.tolist(), np.signbit(host).tolist(), strict=True)]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_p03_remainder_has_the_sign_of_the_divisor(xp, dtype):
    kind = getattr(xp, dtype)
    x1 = xp.asarray([-1.0, 2.0, 3.0, -3.0, 3.0, -3.0, 0.0, -0.0, -0.0, 0.0], dtype=kind)
    x2 = xp.asarray([1.0, -1.0, xp.inf, xp.inf, -xp.inf, -xp.inf, 2.0, 2.0, -2.0, -2.0], dtype=kind)
    want = [(0.0, False), (0.0, True), (3.0, False), (math.inf, False), (-math.inf, True)]
    want += [(-3.0, True), (0.0, False), (0.0, False), (0.0, True), (0.0, True)]
    assert bits(xp.remainder(x1, x2)) == want
    assert bits(x1 % x2) == want


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_p03_remainder_is_pythons_percent(xp, dtype):
    rng = np.random.default_rng(1)
    whole = rng.integers(-20, 21, 2000) / 4
    step = rng.choice([-3.0, -1.0, -0.75, -0.5, 0.5, 0.75, 1.0, 3.0], 2000)
    x1, x2 = (xp.asarray(v.astype(dtype)) for v in (whole, step))
    got = bits(xp.remainder(x1, x2))
    want = [p % q for p, q in zip(whole.tolist(), step.tolist(), strict=True)]
    assert got == [(w, math.copysign(1, w) < 0) for w in want]
    assert all(bool(s) == (q < 0) for (_, s), q in zip(got, step.tolist(), strict=True))


@pytest.mark.parametrize("one", standard.DTYPES)
@pytest.mark.parametrize("two", standard.DTYPES)
def test_p08_promotion_depends_on_dtypes_alone(xp, one, two):
    a, b = getattr(xp, one), getattr(xp, two)
    wide = xp.result_type(a, b)
    shapes = [(), (1,), (2, 0), (3,)]
    for left, right in ((s, t) for s in shapes for t in ((), (1,))):
        x, y = xp.ones(left, dtype=a), xp.ones(right, dtype=b)
        assert (x + y).dtype == (y + x).dtype == wide
        assert xp.where(xp.ones((), dtype=xp.bool), x, y).dtype == wide


def test_p08_reproductions(xp):
    assert (xp.ones(1, dtype=xp.int8) + xp.ones((), dtype=xp.int32)).dtype == xp.int32
    x = xp.ones(1, dtype=xp.float32) * xp.asarray(2.0, dtype=xp.float64)
    assert x.dtype == xp.float64


@pytest.mark.parametrize("dtype", ["int8", "float32", "complex64", "uint64", "float16"])
def test_p08_python_scalars_are_weak(xp, dtype):
    x = xp.ones(3, dtype=getattr(xp, dtype))
    assert (x + 1).dtype == (1 + x).dtype == x.dtype
    if "int" not in dtype:
        assert (x * 2.5).dtype == (2.5 * x).dtype == x.dtype


@pytest.mark.parametrize("dtype", INTEGERS)
def test_p10_right_shift_is_floor_division(xp, dtype):
    info = np.iinfo(dtype)
    values = [0, 1, 2, 77, int(info.max), int(info.min)] + ([-1, -2, -77] if info.min else [])
    pairs = [(v, n) for v in values for n in range(info.bits)]
    x, n = (xp.asarray(column, dtype=getattr(xp, dtype)) for column in zip(*pairs, strict=True))
    assert ints(x >> n) == [v >> k for v, k in pairs]
    assert ints(x << n) == [wrapped(v << k, dtype) for v, k in pairs]
    assert ints(x >> 1) == [v >> 1 for v, _ in pairs]


# --- I, R: reductions ----------------------------------------------------------------


def test_i02_reproductions(xp):
    total = xp.sum(xp.full((300,), 100, dtype=xp.int8))
    assert (int(total), total.dtype) == (30000, xp.int64)
    product = xp.prod(xp.full((5,), 200, dtype=xp.uint8))
    assert (int(product), product.dtype) == (320000000000, xp.uint64)


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("name", ["sum", "prod", "cumulative_sum", "cumulative_prod"])
def test_i02_narrow_integers_accumulate_in_64_bits(xp, name, dtype):
    top = min(int(np.iinfo(dtype).max), 2**31 - 1)
    wide = xp.uint64 if dtype[0] == "u" else xp.int64
    count = 2 if "prod" in name else 300
    x = xp.full((count, 2), top, dtype=getattr(xp, dtype))
    got = getattr(xp, name)(x, axis=0)
    last = ints(got)[-1] if "cumulative" in name else ints(got)
    assert got.dtype == wide
    assert last == [top * top if "prod" in name else top * count] * 2


def test_i02_a_given_dtype_is_the_accumulator(xp):
    x = xp.full((1000,), 100, dtype=xp.int8)
    assert float(xp.sum(x, dtype=xp.float64)) == 100000.0
    assert xp.sum(x, dtype=xp.int16).dtype == xp.int16
    assert int(xp.sum(x, dtype=xp.int8)) == wrapped(100000, "int8")


def test_i03_float16_sums_do_not_saturate(xp):
    assert float(xp.sum(xp.ones(20000, dtype=xp.float16))) == 20000.0
    assert float(xp.mean(xp.full((100000,), 2.0, dtype=xp.float16))) == 2.0


@pytest.mark.parametrize("size", SIZES)
def test_i03_float16_by_size(xp, size):
    x = xp.full((size, 2), 0.25, dtype=xp.float16)
    total = xp.sum(x, axis=0)
    assert total.dtype == xp.float16
    if size <= 2**17:
        assert ints(total) == [float(np.float16(size / 4))] * 2
    assert ints(xp.mean(x, axis=0)) == [0.25, 0.25]
    assert ints(xp.std(x, axis=0)) == [0.0, 0.0]


def test_r02_reproduction(xp):
    a = xp.asarray([3.0, xp.nan, 1.0, 5.0])
    assert math.isnan(float(xp.max(a)))
    assert math.isnan(float(xp.min(a)))
    assert (int(xp.argmax(a)), int(xp.argmin(a))) == (1, 1)


@pytest.mark.parametrize("dtype", REAL_FLOAT)
@pytest.mark.parametrize("size", SIZES[:-2])
def test_r02_one_nan_anywhere_is_found(xp, size, dtype):
    for at in sorted({0, size // 2, size - 1, max(size - 2, 0)}):
        host = (np.arange(size) % 7).astype(dtype)
        host[at] = np.nan
        host[-1 if at == 0 else at] = np.nan  # a second one, later
        x = xp.asarray(host)
        assert math.isnan(float(xp.max(x)))
        assert math.isnan(float(xp.min(x)))
        assert int(xp.argmax(x)) == int(xp.argmin(x)) == at
        two = xp.stack([x, xp.zeros_like(x)], axis=1)
        assert ints(xp.argmax(two, axis=0)) == [at, 0]


@pytest.mark.parametrize("dtype", ["int8", "uint64", "float16", "float64"])
def test_r02_the_first_extreme_is_returned(xp, dtype):
    x = xp.asarray([1, 3, 3, 0, 0, 3], dtype=getattr(xp, dtype))
    assert (int(xp.argmax(x)), int(xp.argmin(x))) == (1, 3)


@pytest.mark.parametrize("dtype", [*standard.DTYPES, "float16"])
@pytest.mark.parametrize(("shape", "axis"), [((3, 0), 1), ((0, 3), 0), ((0,), 0), ((2, 0, 3), 1)])
def test_r04_an_empty_axis_gives_the_identity(xp, dtype, shape, axis):
    x = xp.ones(shape, dtype=getattr(xp, dtype))
    left = math.prod(n for k, n in enumerate(shape) if k != axis)
    assert np.ravel(ints(xp.sum(x, axis=axis))).tolist() == [0] * left
    assert np.ravel(ints(xp.prod(x, axis=axis))).tolist() == [1] * left
    assert np.ravel(ints(xp.all(x, axis=axis))).tolist() == [True] * left
    assert np.ravel(ints(xp.any(x, axis=axis))).tolist() == [False] * left
    assert np.ravel(ints(xp.count_nonzero(x, axis=axis))).tolist() == [0] * left


def test_r05_variance_does_not_cancel(xp):
    x = xp.asarray([1e9, 1e9 + 1, 1e9 + 2])
    assert float(xp.var(x)) == pytest.approx(2 / 3, rel=1e-12)
    spread = float(xp.std(xp.full((1000,), 16777.216, dtype=xp.float32)))
    assert 0 <= spread <= 16777.216 * 2**-23


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("offset", [0.0, 1e4, 1e6])
@pytest.mark.parametrize("size", [2, 65, 1025, 70001])
def test_r05_variance_far_from_zero(xp, dtype, offset, size):
    host = (np.arange(size) % 5 + offset).astype(dtype)
    x = xp.asarray(host)
    for correction in (0, 1):
        want = np.var(host.astype(np.longdouble), ddof=correction)
        got = xp.var(x, correction=correction)
        assert got.dtype == x.dtype
        assert float(got) == pytest.approx(float(want), rel=1e-4 if dtype == "float32" else 1e-9)
        assert float(xp.std(x, correction=correction)) == pytest.approx(math.sqrt(want), rel=1e-4)
    rows = xp.stack([x, x * 0 + 3], axis=0)
    assert ints(xp.var(rows, axis=1))[1] == 0.0


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_float_sums_lose_no_more_than_a_tree_does(xp, dtype):
    size = 2**20 + 3
    x = xp.full((size,), 0.1, dtype=getattr(xp, dtype))
    want = size * float(np.asarray(0.1, dtype))
    eps = float(np.finfo(dtype).eps)
    assert float(xp.sum(x)) == pytest.approx(want, rel=40 * eps)
    assert float(xp.sum(xp.stack([x, x], axis=1), axis=0)[1]) == pytest.approx(want, rel=40 * eps)


# --- C: scans --------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [*standard.NUMERIC, "float16"])
@pytest.mark.parametrize("size", [n for n in SIZES if n <= 1025])
def test_c01_scans_at_every_length(xp, dtype, size):
    kind = getattr(xp, dtype)
    zeros = xp.cumulative_sum(xp.zeros(size, dtype=kind))
    assert not zeros.to_numpy().any()
    host = (np.arange(size) % 3).astype(dtype)
    wide = {"i": "int64", "u": "uint64"}.get(np.dtype(dtype).kind, dtype)
    want = np.cumsum(np.arange(size) % 3)  # at most 1025: exact in every dtype
    got = xp.cumulative_sum(xp.asarray(host))
    assert str(got.dtype) == wide
    np.testing.assert_array_equal(got.to_numpy(), want)
    with_first = xp.cumulative_sum(xp.asarray(host), include_initial=True)
    assert with_first.shape == (size + 1,)
    assert ints(with_first)[0] == 0


def test_c01_reproduction(xp):
    assert ints(xp.cumulative_sum(xp.asarray([0, 0]))) == [0, 0]


# --- M: matrices -------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [*standard.NUMERIC, "float16"])
def test_m02_operands_that_are_not_contiguous(xp, dtype):
    m = xp.astype(xp.reshape(xp.arange(16) % 5, (4, 4)), getattr(xp, dtype))
    host = m.to_numpy()
    pairs = [
        (lambda x: x[0:3, 0:3], lambda x: x[0:3, 3:4]),
        (lambda x: x[::2, ::-1], lambda x: x.T[:, 1:3]),
        (lambda x: x.T, lambda x: x[::-1, ::-1]),
        (lambda x: x[1:, ::2], lambda x: x[::2, :1]),
        (lambda x: x[:, :], lambda x: x[0, :]),
        (lambda x: x[::-1, 0], lambda x: x[:, ::3]),
    ]
    for left, right in pairs:
        wide = np.complex128 if "complex" in dtype else np.float64
        want = left(host).astype(wide) @ right(host).astype(wide)
        got = left(m) @ right(m)
        assert got.dtype == m.dtype
        np.testing.assert_array_equal(got.to_numpy(), want)
    batch = xp.broadcast_to(m, (3, 4, 4))
    np.testing.assert_array_equal((batch @ m.T).to_numpy()[2], (m @ m.T).to_numpy())


def test_m05_reproduction(xp):
    a, b = (xp.asarray([[v]], dtype=xp.float32) for v in (512695.0, 512804.0))
    assert ints(xp.spatial.cdist(a, b)) == [[109.0]]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("p", [0, 1, 2, 2.5, 3, math.inf])
def test_m05_distances_by_differences(xp, dtype, p):
    rng = np.random.default_rng(5)
    host = (rng.integers(0, 9, (2, 37, 3)) + 2**19).astype(dtype)
    x = xp.asarray(host)
    d = xp.spatial.cdist(x, x, p)
    assert (d.dtype, d.shape) == (x.dtype, (2, 37, 37))
    assert ints(xp.linalg.diagonal(d)) == [[0.0] * 37] * 2
    delta = np.abs(host[:, :, None] - host[:, None]).astype("float64")
    if p == 0:
        want = (delta != 0).sum(-1)
    elif p == math.inf:
        want = delta.max(-1)
    else:
        want = (delta**p).sum(-1) ** (1 / p)
    np.testing.assert_allclose(d.to_numpy(), want, rtol=1e-6)


# --- G: random ----------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_g01_uniform_stays_below_its_upper_bound(xp, dtype):
    generator = xp.random.Generator(7)
    low, high, total, count = 1.0, 0.0, 0.0, 2**22
    for _ in range(4):
        x = generator.uniform(count, dtype=getattr(xp, dtype))
        low, high = min(low, float(xp.min(x))), max(high, float(xp.max(x)))
        total += float(xp.mean(xp.astype(x, xp.float64)))
    assert 0.0 <= low < high < 1.0
    assert abs(total / 4 - 0.5) < 5 * math.sqrt(1 / 12 / (4 * count))


@pytest.mark.parametrize(("low", "high"), [(-1.0, 1.0), (1.0, math.nextafter(1.0, 2)), (5e8, 6e8)])
def test_g01_uniform_between_other_bounds(xp, low, high):
    x = xp.random.Generator(3).uniform(100001, low=low, high=high)
    assert float(xp.min(x)) >= low
    assert float(xp.max(x)) < high


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", [(3, 3), (1,), (0,), (), (5, 0), (7,), (2, 2), (1025,)])
def test_g02_normals_of_odd_sizes(xp, shape, dtype):
    x = xp.random.Generator(1).normal(shape, dtype=getattr(xp, dtype))
    assert (x.shape, str(x.dtype)) == (shape, dtype)
    host = x.to_numpy().ravel()
    assert np.isfinite(host).all()
    assert len(set(host.tolist())) == host.size


def test_g02_spread_of_normals(xp):
    x = xp.random.Generator(11).normal((99999,))
    assert float(xp.std(x)) == pytest.approx(1.0, rel=0.02)
    assert float(xp.mean(x)) == pytest.approx(0.0, abs=5 / math.sqrt(99999))
    shifted = xp.random.Generator(11).normal((99999,), mean=3.0, std=2.0)
    np.testing.assert_allclose(shifted.to_numpy(), x.to_numpy() * 2 + 3, rtol=1e-12, atol=1e-12)


# --- Python integers at the edges of 64 bits -----------------------------------------------


def test_lists_of_large_integers_keep_every_digit(xp):
    top = 2**64 - 1
    assert ints(xp.asarray([1, top], dtype=xp.uint64)) == [1, top]
    assert ints(xp.asarray([1, 2**63])) == [1, 2**63]
    assert ints(xp.asarray([[2**63 - 1], [-(2**63)]])) == [[2**63 - 1], [-(2**63)]]
    assert xp.asarray([1.0, 2**63]).dtype == xp.float64


@pytest.mark.parametrize("values", [[-1, 2**63], [1, 2**64], 2**64, -(2**63) - 1, [[0, 10**30]]])
@pytest.mark.parametrize("dtype", [None, "int64", "uint64", "int8"])
def test_integers_that_fit_nowhere_overflow(xp, values, dtype):
    with pytest.raises(OverflowError):
        xp.asarray(values, dtype=dtype and getattr(xp, dtype))
