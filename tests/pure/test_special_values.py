# SPDX-License-Identifier: Apache-2.0
"""Every special case of the standard, against what computes a record on NumPy."""

from itertools import product

import numpy as np
import pytest
from special_values import COMPLEX, CONJUGATE, EVEN, ODD, REAL, REAL2, ROTATED, SETS, agrees, rows

from lfs_hip_array._ops import RECORDS
from lfs_hip_array.cpu.pointwise import twin

TOLERANCE = {"float16": 2e-3, "float32": 1e-6, "float64": 1e-14}
TOLERANCE |= {"complex64": 1e-6, "complex128": 1e-14}
REAL_DTYPES = ["float16", "float32", "float64"]
COMPLEX_DTYPES = ["complex64", "complex128"]
# One element takes NumPy's scalar loops, more take its vector loops and their tails.
LENGTHS = [1, 37]


def function(name, dtype):
    record = RECORDS[name]
    plan = record.plan((np.dtype(dtype),) * record.arity)
    return twin(record, plan), plan.result


def assert_same_bits(got, want):
    """Compare bit by bit, but for the sign and payload of NaN."""
    np.testing.assert_array_equal(got, want)
    if got.dtype.kind == "c":
        assert_same_bits(got.real, want.real)
        assert_same_bits(got.imag, want.imag)
    elif got.dtype.kind == "f":
        ordinary = ~np.isnan(want)
        np.testing.assert_array_equal(np.signbit(got)[ordinary], np.signbit(want)[ordinary])


def evaluate(name, operands):
    """Evaluate three ways, check that they agree, and return the values."""
    fn, result = function(name, operands[0].dtype)
    with np.errstate(all="ignore"):
        plain = np.asarray(fn(*operands))
        out = np.empty(plain.shape, result)
        fn(*operands, out=out)
        own = [x.copy() for x in operands]
        if result == own[0].dtype:
            fn(*own, out=own[0])
            assert_same_bits(own[0], out)
    assert plain.dtype == result
    assert_same_bits(out, plain)
    return plain


def real_cases(table, dtype):
    """Yield one row with its operands as arrays of all its numbers."""
    for left, right in rows(table):
        points = np.array(list(product(*(SETS[token] for token in left))), dtype)
        yield " ".join(left), right, list(points.T)


def check_real(name, table, dtype, length):
    for left, right, operands in real_cases(table, dtype):
        for i in range(len(operands[0])):
            values = [np.full(length, x[i]) for x in operands]
            for got in evaluate(name, values)[[0, -1]]:
                point = [x[0] for x in values]
                assert agrees(right, got, point, TOLERANCE[dtype]), (name, left, right, point, got)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("dtype", REAL_DTYPES)
@pytest.mark.parametrize("name", REAL)
def test_real_one_operand(name, dtype, length):
    check_real(name, REAL[name], dtype, length)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("dtype", REAL_DTYPES)
@pytest.mark.parametrize("name", REAL2)
def test_real_two_operands(name, dtype, length):
    check_real(name, REAL2[name], dtype, length)


def complex_array(a, b, dtype):
    z = np.empty(np.shape(a), dtype)
    z.real, z.imag = a, b
    return z


def symmetries(name):
    """Yield (sign of a, sign of b, sign of the real part, sign of the imaginary part)."""
    yield 1, 1, 1, 1
    if name in CONJUGATE:
        yield 1, -1, 1, -1
    if name in ODD:
        yield -1, -1, -1, -1
        yield -1, 1, -1, 1
    if name in EVEN:
        yield -1, -1, 1, 1
        yield -1, 1, 1, -1


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("dtype", COMPLEX_DTYPES)
@pytest.mark.parametrize("name", COMPLEX)
def test_complex(name, dtype, length):
    tolerance = TOLERANCE[dtype]
    for left, right in rows(COMPLEX[name]):
        for a, b in product(*(SETS[token] for token in left)):
            for sign_a, sign_b, sign_re, sign_im in symmetries(name):
                z = complex_array(np.full(length, sign_a * a), sign_b * b, dtype)
                for got in evaluate(name, [z])[[0, -1]]:
                    where = (name, left, right, z[0], got)
                    assert agrees(right[:1], got.real * sign_re, (a, b), tolerance), where
                    if len(right) > 1:
                        assert agrees(right[1:], got.imag * sign_im, (a, b), tolerance), where


@pytest.mark.parametrize("dtype", COMPLEX_DTYPES)
@pytest.mark.parametrize("name", ROTATED)
def test_complex_by_rotation(name, dtype):
    points = np.array(list(product(SETS["*"], SETS["*"])))
    a, b = points.T
    got = evaluate(name, [complex_array(a, b, dtype)])
    base = evaluate(ROTATED[name], [complex_array(-b, a, dtype)])
    want = base if name == "cos" else complex_array(base.imag, -base.real, dtype)
    beside_nan = np.isnan(got)
    for component in ("real", "imag"):
        x, y = getattr(got, component), getattr(want, component)
        np.testing.assert_allclose(np.abs(x), np.abs(y), rtol=TOLERANCE[dtype], atol=1e-15)
        # The sign of a zero or an infinity beside NaN is left open.
        signed = ~beside_nan & ((np.abs(y) > 1e-15) | (y == 0))
        np.testing.assert_array_equal(np.signbit(x)[signed], np.signbit(y)[signed])


@pytest.mark.parametrize("dtype", COMPLEX_DTYPES)
@pytest.mark.parametrize("name", ["log2", "log10"])
def test_complex_change_of_base(name, dtype):
    points = np.array(list(product(SETS["*"], SETS["*"])))
    z = complex_array(*points.T, dtype)
    want = evaluate("log", [z])
    factor = want.real.dtype.type(1 / np.log({"log2": 2, "log10": 10}[name]))
    got = evaluate(name, [z])
    np.testing.assert_allclose(got.real, want.real * factor, rtol=4 * TOLERANCE[dtype])
    np.testing.assert_allclose(got.imag, want.imag * factor, rtol=4 * TOLERANCE[dtype])
    np.testing.assert_array_equal(np.signbit(got.imag), np.signbit(want.imag))


def test_complex_sums_follow_the_real_rules():
    zeros = [complex(a, b) for a in (0.0, -0.0) for b in (0.0, -0.0)]
    x, y = (np.array(v) for v in zip(*product(zeros, zeros), strict=True))
    for name, operation in (("add", np.add), ("subtract", np.subtract)):
        got = evaluate(name, [x, y])
        for component in ("real", "imag"):
            want = operation(getattr(x, component), getattr(y, component))
            np.testing.assert_array_equal(np.signbit(getattr(got, component)), np.signbit(want))


@pytest.mark.parametrize("dtype", REAL_DTYPES + COMPLEX_DTYPES)
@pytest.mark.parametrize("name", ["isfinite", "isinf", "isnan"])
def test_predicates(name, dtype):
    want = {
        "isfinite": lambda v: np.abs(v) < np.inf,
        "isinf": lambda v: np.abs(v) == np.inf,
        "isnan": lambda v: v != v,
    }[name]
    x = np.array(SETS["*"])
    if dtype in REAL_DTYPES:
        np.testing.assert_array_equal(evaluate(name, [x.astype(dtype)]), want(x))
        return
    a, b = np.array(list(product(x, x))).T
    both = want(a) & want(b) if name == "isfinite" else want(a) | want(b)
    np.testing.assert_array_equal(evaluate(name, [complex_array(a, b, dtype)]), both)


@pytest.mark.parametrize("dtype", REAL_DTYPES)
def test_signbit_and_comparisons(dtype):
    x = np.array([*SETS["*"], -np.nan], dtype)
    want = [str(float(v)).startswith("-") for v in x[:-1]] + [True]
    np.testing.assert_array_equal(evaluate("signbit", [x]), want)
    a, b = (v.ravel() for v in np.meshgrid(x, x))
    for name, operation in (
        ("equal", lambda p, q: p == q),
        ("not_equal", lambda p, q: p != q),
        ("less", lambda p, q: p < q),
        ("less_equal", lambda p, q: p <= q),
        ("greater", lambda p, q: p > q),
        ("greater_equal", lambda p, q: p >= q),
    ):
        want = [operation(float(p), float(q)) for p, q in zip(a, b, strict=True)]
        np.testing.assert_array_equal(evaluate(name, [a, b]), want)


@pytest.mark.parametrize("dtype", REAL_DTYPES)
def test_clip(dtype):
    x, lo, hi = (
        np.array(v, dtype)
        for v in zip(
            *product(SETS["*"], [-0.0, 0.0, -1.0, np.nan], [0.0, 2.0, np.nan]), strict=True
        )
    )
    fn, _ = function("clip", dtype)
    want = evaluate("minimum", [evaluate("maximum", [x, lo]), hi])
    for out in (None, np.empty_like(x), lo.copy(), hi.copy()):
        assert_same_bits(fn(x, lo, hi, out=out), want)
    own = lo.copy()
    assert_same_bits(fn(x, own, hi, out=own), want)
    own = hi.copy()
    assert_same_bits(fn(x, lo, own, out=own), want)
    assert_same_bits(fn(x, None, None), x)
    np.testing.assert_array_equal(fn(x, lo, None), evaluate("maximum", [x, lo]))
    np.testing.assert_array_equal(fn(x, None, hi), evaluate("minimum", [x, hi]))
    zeros = np.array([-0.0, 0.0], dtype)
    assert not np.signbit(fn(zeros, 0.0, 1.0)).any()
    np.testing.assert_array_equal(np.signbit(fn(zeros, -1.0, 0.0)), [True, False])
