# SPDX-License-Identifier: Apache-2.0
"""NumPy's ufuncs and functions called on tensors: ours answer, or a `TypeError`."""

import numpy as np
import pytest

RNG = np.random.default_rng(5)
REAL = RNG.normal(size=(3, 4))
SMALL = RNG.uniform(-0.9, 0.9, size=(3, 4))
POSITIVE = np.abs(REAL) + 0.5
WHOLE = RNG.integers(-9, 9, size=(3, 4))
NATURAL = np.abs(WHOLE) + 1
TRUTH = REAL > 0
COMPLEX = REAL + 1j * SMALL
SPOILT = np.where(REAL > 1, np.nan, REAL)
SQUARE = RNG.normal(size=(3, 3))


def words(text):
    """The words of a text."""
    return text.split()


UFUNCS = {name: f for name, f in vars(np).items() if isinstance(f, np.ufunc)}
#: Names that are one ufunc.
ALIASES = {name for name, f in UFUNCS.items() if f.__name__ != name}
UNARY = {
    **dict.fromkeys(words("absolute negative positive sign square conjugate exp exp2 expm1"), REAL),
    **dict.fromkeys(words("sin cos tan sinh cosh tanh arctan arcsinh fabs cbrt"), REAL),
    **dict.fromkeys(words("degrees radians deg2rad rad2deg ceil floor trunc rint signbit"), REAL),
    **dict.fromkeys(words("isfinite isinf isnan reciprocal logical_not"), REAL),
    **dict.fromkeys(words("arcsin arccos arctanh log1p"), SMALL),
    **dict.fromkeys(words("sqrt log log2 log10"), POSITIVE),
    "arccosh": POSITIVE + 1,
    "invert": WHOLE,
}
BINARY = {
    **dict.fromkeys(words("add subtract multiply divide maximum minimum fmax fmin"), (REAL, SMALL)),
    **dict.fromkeys(words("arctan2 hypot copysign nextafter logaddexp logaddexp2"), (REAL, SMALL)),
    **dict.fromkeys(words("equal not_equal less less_equal greater"), (REAL, SMALL)),
    **dict.fromkeys(words("greater_equal logical_and logical_or logical_xor"), (REAL, SMALL)),
    **dict.fromkeys(words("floor_divide remainder fmod heaviside"), (REAL, POSITIVE)),
    **dict.fromkeys(words("power float_power"), (POSITIVE, REAL)),
    **dict.fromkeys(words("bitwise_and bitwise_or bitwise_xor"), (WHOLE, NATURAL)),
    **dict.fromkeys(words("left_shift right_shift"), (NATURAL, NATURAL)),
    "matmul": (REAL, REAL.T),
    "vecdot": (COMPLEX, REAL),
    "matvec": (REAL, REAL[0]),
    "vecmat": (COMPLEX[:, 0], REAL),
}
SEVERAL = {"divmod": (REAL, POSITIVE), "modf": (REAL,)}
WITHOUT = {"bitwise_count", "frexp", "gcd", "isnat", "lcm", "ldexp", "spacing"}
WITHOUT |= {name for name in UFUNCS if name.startswith("_")}


def same(xp, found, want, rtol=1e-14):
    """Assert a tensor of the values, dtype and shape of an ndarray (or several)."""
    if isinstance(want, (tuple, list)):
        assert len(found) == len(want)
        for f, w in zip(found, want, strict=True):
            same(xp, f, w, rtol)
        return
    assert isinstance(found, xp.Tensor), type(found)
    want = np.asarray(want)
    assert (found.dtype, found.shape) == (want.dtype, want.shape)
    np.testing.assert_allclose(found.to_numpy(), want, rtol=rtol, atol=1e-15)


# --- ufuncs ----------------------------------------------------------------------------------
def test_every_ufunc_is_covered():
    assert set(UFUNCS) - ALIASES == {*UNARY, *BINARY, *SEVERAL, *WITHOUT} & set(UFUNCS)


@pytest.mark.parametrize("name", UNARY)
def test_unary(xp, name):
    ufunc = UFUNCS[name]
    same(xp, ufunc(xp.asarray(UNARY[name])), ufunc(UNARY[name]))


@pytest.mark.parametrize("name", [n for n in BINARY if n in UFUNCS])
def test_binary(xp, device, name):
    ufunc = UFUNCS[name]
    a, b = BINARY[name]
    want = ufunc(a, b)
    same(xp, ufunc(xp.asarray(a), xp.asarray(b)), want)
    if device == "cpu":  # ndarrays are memory of this device
        same(xp, ufunc(a, xp.asarray(b)), want)
        same(xp, ufunc(xp.asarray(a), b), want)


@pytest.mark.parametrize("name", SEVERAL)
def test_several_results(xp, name):
    ufunc, inputs = UFUNCS[name], SEVERAL[name]
    want = ufunc(*inputs)
    same(xp, ufunc(*map(xp.asarray, inputs)), want)
    out = tuple(xp.zeros((3, 4)) for _ in want)
    found = ufunc(*map(xp.asarray, inputs), out=out)
    assert all(f is o for f, o in zip(found, out, strict=True))
    same(xp, out, want)


@pytest.mark.parametrize("name", sorted(WITHOUT & set(UFUNCS)))
def test_ufunc_without_counterpart(xp, name):
    ufunc = UFUNCS[name]
    with pytest.raises(TypeError, match=rf"numpy\.{name} has no counterpart .*to_numpy\(\)"):
        ufunc(*[xp.asarray(NATURAL)] * ufunc.nin)


def test_ufunc_of_another_library(xp):
    doubled = np.frompyfunc(lambda x: 2 * x, 1, 1)
    with pytest.raises(TypeError, match="no counterpart"):
        doubled(xp.asarray(REAL))


@pytest.mark.parametrize("name", ["logical_and", "logical_or", "logical_xor"])
def test_logic_on_numbers(xp, name):
    a, b = WHOLE % 2, TRUTH
    ufunc = UFUNCS[name]
    same(xp, ufunc(xp.asarray(a), xp.asarray(b)), ufunc(a, b))
    same(xp, ufunc(xp.asarray(a), 3), ufunc(a, 3))
    same(xp, ufunc(False, xp.asarray(a)), ufunc(False, a))
    same(xp, np.logical_not(xp.asarray(a)), np.logical_not(a))


def test_fmax_and_fmin_skip_nan(xp):
    a, b = np.array([1.0, np.nan, 3.0, np.nan]), np.array([2.0, 5.0, np.nan, np.nan])
    for ufunc in (np.fmax, np.fmin):
        same(xp, ufunc(xp.asarray(a), xp.asarray(b)), ufunc(a, b))
        same(xp, ufunc(xp.asarray(a), 2.0), ufunc(a, 2.0))
        same(xp, ufunc(0.5, xp.asarray(WHOLE)), ufunc(0.5, WHOLE))
        same(xp, ufunc(1, xp.asarray(WHOLE)), ufunc(1, WHOLE))


def test_special_values_of_composed_ufuncs(xp):
    x = np.array([-np.inf, -2.5, -0.0, 0.0, 1.75, np.inf, np.nan])
    same(xp, np.modf(xp.asarray(x)), np.modf(x))
    assert np.signbit(np.modf(xp.asarray(x))[0].to_numpy()).tolist()[:5] == [1, 1, 1, 0, 0]
    same(xp, np.heaviside(xp.asarray(x), 0.5), np.heaviside(x, 0.5))
    same(xp, np.fabs(xp.asarray(WHOLE)), np.fabs(WHOLE))
    same(xp, np.float_power(xp.asarray(NATURAL), 2), np.float_power(NATURAL, 2))
    same(
        xp,
        np.float_power(xp.asarray(np.float32([2, 3])), 0.5),
        np.float_power(np.float32([2, 3]), 0.5),
    )
    same(xp, np.rint(xp.asarray(np.array([0.5, 1.5, -2.5]))), np.rint(np.array([0.5, 1.5, -2.5])))


SCALARS = [np.float32(2), np.float64(2), np.int8(2), np.int64(2), np.uint8(2), np.complex64(2)]
OPERATORS = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "power": lambda a, b: a**b,
    "equal": lambda a, b: a == b,
    "not_equal": lambda a, b: a != b,
}
REAL_OPERATORS = {
    "floor_divide": lambda a, b: a // b,
    "remainder": lambda a, b: a % b,
    "less": lambda a, b: a < b,
    "greater_equal": lambda a, b: a >= b,
}


@pytest.mark.parametrize("dtype", ["float32", "float64", "int16", "complex64"])
@pytest.mark.parametrize("scalar", SCALARS, ids=lambda s: type(s).__name__)
def test_numpy_scalars_are_strongly_typed_on_either_side(xp, scalar, dtype):
    host = NATURAL.astype(dtype)
    x = xp.asarray(host)
    operators = dict(OPERATORS)
    if "c" not in (host.dtype.kind, scalar.dtype.kind):
        operators |= REAL_OPERATORS
    for name, f in operators.items():
        ufunc = UFUNCS[name]  # NumPy's own operators took shortcuts for some powers
        same(xp, f(scalar, x), ufunc(scalar, host), rtol=2e-6)
        same(xp, f(x, scalar), ufunc(host, scalar), rtol=2e-6)
        same(xp, ufunc(scalar, x), ufunc(scalar, host), rtol=2e-6)


def test_scalar_of_numpy_beside_a_narrower_tensor(xp):
    assert (np.float64(2) * xp.ones(2, dtype=xp.float32)).dtype == xp.float64
    assert (2.0 * xp.ones(2, dtype=xp.float32)).dtype == xp.float32
    assert isinstance(np.float32(2) * xp.ones(2), xp.Tensor)
    assert isinstance(np.bool_(True) & xp.asarray([True]), xp.Tensor)
    assert divmod(np.int64(7), xp.asarray([2]))[0].tolist() == [3]


def test_numpy_scalar_of_a_foreign_dtype(xp):
    for scalar in (np.longdouble(2), np.datetime64("2020-01-01"), np.str_("a")):
        with pytest.raises(TypeError):
            np.add(scalar, xp.ones(2))


def test_ndarray_operators_on_cpu(xp, device):
    x = xp.asarray(REAL)
    if device != "cpu":
        with pytest.raises(TypeError, match="ndarray"):
            REAL + x
        return
    same(xp, REAL + x, 2 * REAL)
    same(xp, x - REAL, 0 * REAL)
    same(xp, REAL @ xp.asarray(REAL.T), REAL @ REAL.T)
    same(xp, REAL[:1] < x, REAL[:1] < REAL)


def test_unknown_operands_are_refused(xp):
    x = xp.asarray(REAL)
    for other in ("text", None, [1.0], object(), np.ma.masked_array([1.0, 2, 3, 4], [0, 1, 0, 0])):
        with pytest.raises(TypeError):
            np.add(x, other)


class Foreign:
    """Another library's array that knows how to take a tensor."""

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return f"foreign {ufunc.__name__}"

    def __radd__(self, other):
        return "foreign radd"


def test_operators_leave_unknown_types_to_the_other_side(xp):
    x = xp.asarray(REAL)
    assert x + Foreign() == "foreign radd"
    assert np.multiply(x, Foreign()) == "foreign multiply"
    for name in ("__add__", "__radd__", "__lt__", "__iadd__", "__matmul__", "__divmod__"):
        assert getattr(x, name)(Foreign()) is NotImplemented


# --- arguments of ufuncs -------------------------------------------------------------------------
def test_out(xp):
    x, out = xp.asarray(REAL), xp.zeros((3, 4))
    view = out[:]
    assert np.add(x, 1, out=out) is out
    same(xp, view, REAL + 1)
    assert np.multiply(out, 2, out) is out
    same(xp, view, 2 * REAL + 2)
    narrow = xp.zeros((3, 4), dtype=xp.float32)
    np.add(x, x, out=narrow)
    same(xp, narrow, (REAL + REAL).astype(np.float32))


def test_out_that_does_not_fit(xp):
    x = xp.asarray(REAL)
    with pytest.raises(TypeError, match="float64 result does not fit into int64"):
        np.add(x, 1, out=xp.zeros((3, 4), dtype=xp.int64))
    with pytest.raises(ValueError, match="shape"):
        np.add(x, 1, out=xp.zeros((4,)))
    host = np.zeros((3, 4))
    with pytest.raises(TypeError, match="out is a ndarray"):
        np.add(x, 1, out=host)
    assert not host.any()


def test_where_and_out(xp):
    x, out = xp.asarray(REAL), xp.full((3, 4), -1.0)
    np.sqrt(xp.abs(x), out=out, where=xp.asarray(TRUTH))
    same(xp, out, np.where(TRUTH, np.sqrt(np.abs(REAL)), -1.0))
    with pytest.raises(TypeError, match="where needs out"):
        np.sqrt(x, where=xp.asarray(TRUTH))


def test_dtype(xp):
    x = xp.asarray(WHOLE)
    same(xp, np.add(x, 1, dtype=np.float32), np.add(WHOLE, 1, dtype=np.float32))
    same(xp, np.multiply(x, x, dtype="complex64"), np.multiply(WHOLE, WHOLE, dtype="complex64"))
    with pytest.raises(TypeError, match="float64 does not convert to dtype=int64 safely"):
        np.add(xp.asarray(REAL), 1, dtype=np.int64)


def test_arguments_without_counterpart(xp):
    x = xp.asarray(REAL)
    with pytest.raises(TypeError, match="signature"):
        np.add(x, 1, signature="dd->d")
    same(xp, np.add(x, 1, casting="same_kind", order="K", subok=True), REAL + 1)


REDUCTIONS = [np.add, np.multiply, np.maximum, np.minimum, np.logical_and, np.logical_or]


@pytest.mark.parametrize("ufunc", REDUCTIONS, ids=lambda f: f.__name__)
def test_reduce(xp, ufunc):
    for host in (REAL, WHOLE.astype("int8"), TRUTH):
        if host.dtype == bool and ufunc in (np.maximum, np.minimum):
            continue
        x = xp.asarray(host)
        same(xp, ufunc.reduce(x), ufunc.reduce(host), 1e-13)
        for axis in (0, 1, -1, None, (0, 1)):
            same(xp, ufunc.reduce(x, axis=axis), ufunc.reduce(host, axis=axis), 1e-13)
            want = ufunc.reduce(host, axis=axis, keepdims=True)
            same(xp, ufunc.reduce(x, axis=axis, keepdims=True), want, 1e-13)


def test_reduce_with_dtype_out_and_initial(xp):
    x = xp.asarray(REAL)
    same(xp, np.add.reduce(x, dtype=np.float32), np.add.reduce(REAL.astype("f4")), 1e-6)
    out = xp.zeros(4)
    assert np.add.reduce(x, out=out) is out
    same(xp, out, REAL.sum(0), 1e-13)
    with pytest.raises(TypeError, match="initial"):
        np.add.reduce(x, initial=5.0)
    with pytest.raises(TypeError, match=r"numpy\.subtract\.reduce has no counterpart"):
        np.subtract.reduce(x)


def test_accumulate(xp):
    x = xp.asarray(REAL)
    same(xp, np.add.accumulate(x), np.add.accumulate(REAL), 1e-13)
    same(xp, np.multiply.accumulate(x, axis=1), np.multiply.accumulate(REAL, axis=1), 1e-13)
    with pytest.raises(TypeError, match=r"numpy\.maximum\.accumulate has no counterpart"):
        np.maximum.accumulate(x)


def test_outer(xp):
    a, b = REAL, SMALL[0]
    same(xp, np.multiply.outer(xp.asarray(a), xp.asarray(b)), np.multiply.outer(a, b))
    same(xp, np.subtract.outer(xp.asarray(a), 2.0), np.subtract.outer(a, 2.0))
    same(xp, np.subtract.outer(2.0, xp.asarray(a)), np.subtract.outer(2.0, a))


@pytest.mark.parametrize("method", ["at", "reduceat"])
def test_methods_without_counterpart(xp, method):
    x = xp.asarray(REAL)
    with pytest.raises(TypeError, match=rf"numpy\.add\.{method} has no counterpart"):
        getattr(np.add, method)(x, np.array([0, 1]), *([1.0] if method == "at" else []))
