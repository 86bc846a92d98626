# SPDX-License-Identifier: Apache-2.0
"""Functions beyond the standard, with NumPy's and SciPy's names, against NumPy."""

import warnings

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

REAL = ["float16", "float32", "float64"]
INTEGER = ["int8", "uint8", "int32", "int64", "uint64"]
TOLERANCE = {"float16": 2e-3, "float32": 3e-6, "float64": 1e-13, "complex64": 3e-6}
NAN, INF = float("nan"), float("inf")


def check(xp, found, want, rtol=None, dtype=None):
    """Assert a tensor of the values and shape, and the dtype, of an ndarray."""
    assert isinstance(found, xp.Tensor), type(found)
    want = np.asarray(want)
    assert found.shape == want.shape
    assert found.dtype == (want.dtype if dtype is None else dtype)
    rtol = TOLERANCE.get(str(found.dtype), 1e-13) if rtol is None else rtol
    np.testing.assert_allclose(found.to_numpy(), want, rtol=rtol, atol=rtol)


def quietly(function, *args, **kwargs):
    """Call NumPy, whose warnings of empty slices and NaN are not the subject."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return function(*args, **kwargs)


def each(test, *strategies, examples=8):
    """Run a test over drawn arguments (inside, so that parametrised runs stay apart)."""
    settings(max_examples=examples)(given(*strategies)(test))()


def arrays(dtype, least=1, most=6, nan=False, min_dims=1, max_dims=3):
    """Small arrays; floating-point ones with infinities, and NaN if wanted."""
    kind = np.dtype(dtype).kind
    if kind == "f":
        numbers = st.sampled_from([0.0, -0.0, 1.5, -2.25, 3.0, 1e3, -7.5, 0.125])
        extreme = [INF, -INF] + ([NAN] if nan else [])
        elements = st.one_of(numbers, numbers, st.sampled_from(extreme) if nan else numbers)
    else:
        elements = st.integers(0 if kind == "u" else -50, 50)
    shapes = hnp.array_shapes(min_dims=min_dims, max_dims=max_dims, min_side=least, max_side=most)
    return hnp.arrays(dtype, shapes, elements=elements)


def an_axis(data, host, several=True):
    """None, an axis, or several."""
    options = [st.none(), st.integers(-host.ndim, host.ndim - 1)]
    if several:
        options.append(st.sets(st.integers(0, host.ndim - 1), min_size=1).map(tuple))
    return data.draw(st.one_of(options))


def as_dtype(host, dtype):
    """Convert; what an integer cannot hold becomes a small number first."""
    if np.dtype(dtype).kind in "biu":
        host = np.nan_to_num(host, nan=0, posinf=5, neginf=-5)
        host = np.clip(host, 0 if np.dtype(dtype).kind == "u" else -100, 100)
    return host.astype(dtype)


# --- order statistics ------------------------------------------------------------------------
METHODS = [
    *("inverted_cdf", "averaged_inverted_cdf", "closest_observation", "hazen", "weibull"),
    *("interpolated_inverted_cdf", "linear", "median_unbiased", "normal_unbiased"),
    *("lower", "higher", "midpoint", "nearest"),
]
LEVELS = st.sampled_from([0.0, 0.25, 0.5, 1.0, 1 / 3, 0.1, 0.75, 0.9])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_quantile(xp, method, dtype):
    def run(data, host, q):
        axis = an_axis(data, host)
        keepdims = data.draw(st.booleans())
        x = xp.asarray(host)
        # In float64, so that places between elements are the same.
        wide = host.astype("float64")
        want = quietly(np.quantile, wide, q, axis=axis, method=method, keepdims=keepdims)
        kind = dtype if dtype.startswith("f") else "float64"
        options = {"axis": axis, "method": method, "keepdims": keepdims}
        check(xp, xp.quantile(x, q, **options), want, dtype=kind)
        percents = np.asarray(q) * 100 if isinstance(q, list) else q * 100
        want = quietly(np.percentile, wide, percents, axis=axis, method=method, keepdims=keepdims)
        check(xp, xp.percentile(x, percents, **options), want, dtype=kind)

    each(run, st.data(), arrays(dtype), st.one_of(LEVELS, st.lists(LEVELS, min_size=1, max_size=3)))


@pytest.mark.parametrize("method", METHODS)
def test_nanquantile(xp, method):
    def run(data, host, q):
        axis = an_axis(data, host)
        finite = np.where(np.isinf(host), 4.0, host)  # NumPy makes NaN of inf - inf
        want = quietly(np.nanquantile, finite, q, axis=axis, method=method)
        found = np.nanquantile(xp.asarray(finite), q, axis=axis, method=method)
        check(xp, found, want)
        skipped = quietly(np.quantile, finite, q, axis=axis, method=method)
        check(xp, xp.quantile(xp.asarray(finite), q, axis=axis, method=method), skipped)

    each(run, st.data(), arrays("float64", nan=True), LEVELS)


def test_quantile_keeps_infinities(xp):
    x = xp.asarray([-INF, 1.0, 2.0, INF])
    assert xp.quantile(x, [0.0, 1.0]).tolist() == [-INF, INF]
    assert xp.quantile(xp.asarray([INF, INF, INF]), 0.5).item() == INF
    assert xp.median(xp.asarray([INF, INF])).item() == INF
    assert np.isnan(xp.median(xp.asarray([-INF, INF])).item())


def test_quantile_with_tensor_levels(xp):
    host = np.arange(10.0)
    levels = np.array([[0.1, 0.2], [0.3, 0.4]])
    check(xp, xp.quantile(xp.asarray(host), xp.asarray(levels)), np.quantile(host, levels))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda xp: xp.quantile(xp.ones(3), 1.5), ValueError, "q must be within 0 and 1"),
        (lambda xp: xp.quantile(xp.ones(3), [NAN]), ValueError, "q must be within 0 and 1"),
        (lambda xp: xp.percentile(xp.ones(3), 101), ValueError, "q must be within 0 and 100"),
        (lambda xp: xp.quantile(xp.ones(3), 0.5, method="no"), ValueError, "method.*'hazen'.*'no'"),
        (lambda xp: xp.quantile(xp.ones((2, 0)), 0.5, axis=1), ValueError, "no elements"),
        (lambda xp: xp.median(xp.ones(3, dtype=xp.complex64)), TypeError, "median.*complex64"),
        (lambda xp: xp.median([1, 2]), TypeError, "median: expected a Tensor, got list"),
        (lambda xp: xp.median(xp.ones(3), axis=1), (ValueError, IndexError), "axis"),
    ],
)
def test_order_statistics_refuse(xp, call, error, message):
    with pytest.raises(error, match=message):
        call(xp)


@pytest.mark.parametrize("dtype", [*REAL, *INTEGER, "bool"])
@pytest.mark.parametrize("name", ["median", "nanmedian"])
def test_median(xp, name, dtype):
    def run(data, host):
        host = np.where(np.isinf(host), host.dtype.type(4), host)
        axis, keepdims = an_axis(data, host), data.draw(st.booleans())
        wide = host.astype("float64")
        want = quietly(getattr(np, name), wide, axis=axis, keepdims=keepdims)
        found = getattr(xp, name)(xp.asarray(host), axis=axis, keepdims=keepdims)
        check(xp, found, want, dtype=dtype if dtype in REAL else "float64")

    shape = hnp.array_shapes(max_dims=3, max_side=6)
    each(run, st.data(), hnp.arrays(dtype, shape) if dtype == "bool" else arrays(dtype, nan=True))


def test_median_over_nothing_is_nan(xp):
    assert xp.median(xp.zeros((2, 0)), axis=1).tolist() == pytest.approx([NAN, NAN], nan_ok=True)
    assert np.isnan(xp.nanmedian(xp.zeros(0)).item())
    assert xp.median(xp.zeros((2, 0, 3)), axis=(0, 1), keepdims=True).shape == (1, 1, 3)


# --- reductions that skip NaN -------------------------------------------------------------------
@pytest.mark.parametrize("dtype", [*REAL, "int32", "uint8", "complex64"])
@pytest.mark.parametrize("name", ["nansum", "nanprod", "nanmean", "nanmax", "nanmin"])
def test_nan_reduction(xp, name, dtype):
    if dtype == "complex64" and name in ("nanmax", "nanmin"):
        with pytest.raises(TypeError, match="complex64"):
            getattr(xp, name)(xp.ones(2, dtype=xp.complex64))
        return

    def run(data, host):
        host = as_dtype(np.where(np.isinf(host), 1.0, np.clip(host, -3, 3)), dtype)
        axis, keepdims = an_axis(data, host), data.draw(st.booleans())
        kind = {"f": "float64", "c": "complex128"}.get(host.dtype.kind, dtype)
        want = quietly(getattr(np, name), host.astype(kind), axis=axis, keepdims=keepdims)
        found = getattr(xp, name)(xp.asarray(host), axis=axis, keepdims=keepdims)
        if name == "nanmean":
            result = "float64" if dtype in ("int32", "uint8") else dtype
        else:
            result = dtype if host.dtype.kind in "fc" else want.dtype
        check(xp, found, want, dtype=result)

    each(run, st.data(), arrays("float64", nan=True))


def test_nan_reductions_of_nothing_but_nan(xp):
    x = xp.asarray([[NAN, NAN], [1.0, NAN]])
    expected = {"nansum": [0, 1], "nanprod": [1, 1]}
    expected |= {n: [NAN, 1] for n in ("nanmean", "nanmax", "nanmin", "nanmedian")}
    for name, want in expected.items():
        found = getattr(xp, name)(x, axis=1).tolist()
        assert found == pytest.approx(want, nan_ok=True), name


def test_nanmean_of_float16_does_not_overflow(xp):
    x = xp.full((100_000,), 2.0, dtype=xp.float16)
    x[0] = NAN
    assert xp.nanmean(x).item() == 2.0
    assert xp.nanmean(x).dtype == xp.float16
    assert xp.nanmean(x, dtype=xp.float64).dtype == xp.float64
    with pytest.raises(TypeError, match=r"nanmean.*int64"):
        xp.nanmean(x, dtype=xp.int64)


@pytest.mark.parametrize("name", ["nansum", "nanprod", "nanmean", "nanmax", "nanmin", "logsumexp"])
def test_nan_reductions_refuse_what_is_no_tensor(xp, name):
    with pytest.raises(TypeError, match=rf"{name}: expected a Tensor, got list"):
        getattr(xp, name)([1.0])


@pytest.mark.parametrize("dtype", [*REAL, "int32", "bool"])
@pytest.mark.parametrize("name", ["nanargmax", "nanargmin"])
def test_nan_arguments(xp, name, dtype):
    def run(data, host):
        # NumPy may name a NaN where the best of the others is an infinity.
        host = as_dtype(np.where(np.isinf(host), 6.0, host), dtype)
        axis, keepdims = an_axis(data, host, several=False), data.draw(st.booleans())
        x = xp.asarray(host)
        try:
            want = quietly(getattr(np, name), host, axis=axis, keepdims=keepdims)
        except ValueError:
            with pytest.raises(ValueError, match=f"{name}: all elements along axis"):
                getattr(xp, name)(x, axis=axis, keepdims=keepdims)
            return
        check(xp, getattr(xp, name)(x, axis=axis, keepdims=keepdims), want)

    each(run, st.data(), arrays("float64", nan=True), examples=30)


def test_nan_arguments_beside_infinities(xp):
    assert xp.nanargmax(xp.asarray([NAN, -INF])).item() == 1
    assert xp.nanargmin(xp.asarray([NAN, INF, INF])).item() == 1


@pytest.mark.parametrize("dtype", [*REAL, "int32"])
def test_logsumexp(xp, dtype):
    def run(data, host):
        axis, keepdims = an_axis(data, host), data.draw(st.booleans())
        wide = host.astype("float64")
        found = xp.logsumexp(xp.asarray(host), axis=axis, keepdims=keepdims)
        top = quietly(np.max, wide, axis=axis, keepdims=True)
        base = np.where(np.isfinite(top), top, 0)
        direct = quietly(
            lambda: np.log(np.sum(np.exp(wide - base), axis=axis, keepdims=True)) + base
        )
        if not keepdims:
            direct = direct.reshape(found.shape)
        check(xp, found, direct, dtype=dtype if dtype in REAL else "float64")

    each(run, st.data(), arrays("float64", nan=True).map(lambda h: as_dtype(h, dtype)))


def test_logsumexp_of_extremes(xp):
    table = [([1000.0, 1000.0], 1000 + np.log(2)), ([-1000.0, -1000.0], -1000 + np.log(2)),
             ([-INF, -INF], -INF), ([INF, 1.0], INF), ([INF, -INF], INF), ([NAN, INF], NAN),
             ([], -INF)]  # fmt: skip
    for values, want in table:
        found = xp.logsumexp(xp.asarray(values, dtype=xp.float64)).item()
        assert found == pytest.approx(want, nan_ok=True)
    assert xp.logsumexp(xp.zeros((2, 0, 3)), axis=1, keepdims=True).shape == (2, 1, 3)


@pytest.mark.parametrize("order", [0, 1, 2, 3, 0.5, INF, -INF, -1])
def test_norm(xp, order):
    host = np.random.default_rng(1).normal(size=(3, 4, 2)) + 0.1
    for axis in (0, -1):
        want = np.linalg.norm(host, ord=order, axis=axis)
        check(xp, xp.norm(xp.asarray(host), ord=order, axis=axis), want)
        check(xp, xp.norm(xp.asarray(host), ord=order, axis=axis, keepdims=True),
              np.expand_dims(want, axis))  # fmt: skip
    check(xp, xp.norm(xp.asarray(host), ord=order), np.linalg.norm(host.ravel(), ord=order))


# --- counting and running ------------------------------------------------------------------------
@pytest.mark.parametrize("dtype", ["uint8", "int16", "int64", "uint64"])
def test_bincount(xp, dtype):
    def run(host, length, seed):
        host = np.abs(host).astype(dtype)
        weights = np.random.default_rng(seed).normal(size=host.size)
        x = xp.asarray(host)
        plain = host.astype("int64")
        check(xp, xp.bincount(x), np.bincount(plain))
        check(xp, xp.bincount(x, minlength=length), np.bincount(plain, minlength=length))
        for w in (weights, plain):
            sums = xp.bincount(x, weights=xp.asarray(w))
            check(xp, sums, np.bincount(plain, w), dtype="float64")

    each(run, arrays("int64", least=0, max_dims=1), st.integers(0, 60), st.integers(0, 9))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda xp: xp.bincount(xp.asarray([-1])), ValueError, "negative"),
        (lambda xp: xp.bincount(xp.asarray([1.0])), TypeError, "bincount.*float64"),
        (lambda xp: xp.bincount(xp.asarray([[1]])), ValueError, r"one axis.*\(1, 1\)"),
        (
            lambda xp: xp.bincount(xp.asarray([1]), weights=xp.ones(2)),
            ValueError,
            r"weights of shape \(2,\)",
        ),
    ],
)
def test_bincount_refuses(xp, call, error, message):
    with pytest.raises(error, match=message):
        call(xp)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "uint16", "bool", "complex64"])
@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_running(xp, name, dtype):
    def run(data, host):
        host = (np.nan_to_num(host, posinf=1, neginf=1) % 3).astype(dtype)
        axis = an_axis(data, host, several=False)
        want = getattr(np, name)(host, axis)
        rtol = 1e-5 if dtype in ("float32", "complex64") else 1e-13
        check(xp, getattr(xp, name)(xp.asarray(host), axis), want, rtol)
        check(xp, getattr(xp, name)(xp.asarray(host), axis, dtype=xp.complex128),
              getattr(np, name)(host, axis, dtype="complex128"), rtol)  # fmt: skip

    each(run, st.data(), arrays("float64"))


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "complex128"])
def test_gradient(xp, dtype, order):
    def run(data, host):
        host = (host * (1 + 2j) if dtype == "complex128" else host).astype(dtype)
        axis = an_axis(data, host, several=False)
        count = host.ndim if axis is None else 1
        kinds = data.draw(
            st.lists(st.sampled_from(["scalar", "uneven", "even"]), min_size=count, max_size=count)
        )
        used = range(host.ndim) if axis is None else [axis]
        spacing = []
        for a, kind in zip(used, kinds, strict=True):
            n = host.shape[a]
            steps = {
                "scalar": 0.5,
                "even": np.arange(n) * 2.0,
                "uneven": np.cumsum(np.arange(1.0, n + 1)),
            }
            spacing.append(steps[kind])
        for given_spacing in ((), (2.0,), tuple(spacing)):
            want = np.gradient(host, *given_spacing, axis=axis, edge_order=order)
            ours = [xp.asarray(s) if isinstance(s, np.ndarray) else s for s in given_spacing]
            found = xp.gradient(xp.asarray(host), *ours, axis=axis, edge_order=order)
            want, found = (w if isinstance(w, tuple) else (w,) for w in (want, found))
            assert len(found) == len(want)
            for f, w in zip(found, want, strict=True):
                check(xp, f, w, 1e-4 if dtype == "float32" else 1e-12)

    each(run, st.data(), arrays("float64", least=3))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda xp: xp.gradient(xp.ones(1)), "at least 2 long"),
        (lambda xp: xp.gradient(xp.ones(2), edge_order=2), "at least 3 long"),
        (lambda xp: xp.gradient(xp.ones((3, 3)), 1.0, 2.0, 3.0), "3 spacings for 2 axes"),
        (lambda xp: xp.gradient(xp.ones(3), xp.ones((2, 2))), r"one axis.*\(2, 2\)"),
        (lambda xp: xp.gradient(xp.ones(4), xp.asarray([0.0, 1, 3])), "3 coordinates.*length 4"),
        (lambda xp: xp.gradient(xp.ones(3), edge_order=3), "edge_order must be one of 1, 2"),
    ],
)
def test_gradient_refuses(xp, call, message):
    with pytest.raises(ValueError, match=message):
        call(xp)


# --- padding -----------------------------------------------------------------------------------
def pairs(data, ndim, values):
    """A scalar, a pair, or a pair for each axis."""
    return data.draw(
        st.one_of(values, st.tuples(values, values), st.tuples(*[st.tuples(values, values)] * ndim))
    )


MODES = [
    *("constant", "edge", "linear_ramp", "maximum", "mean", "median", "minimum"),
    *("reflect", "symmetric", "wrap"),
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dtype", ["float64", "float32", "int32", "uint8", "complex64"])
def test_pad(xp, mode, dtype):
    if dtype == "complex64" and mode in ("maximum", "minimum", "median"):
        pytest.skip("complex numbers have no order")

    def run(data, host):
        host = host.astype(dtype)
        width = pairs(data, host.ndim, st.integers(0, 9))
        options = {}
        if mode == "constant":
            options["constant_values"] = pairs(data, host.ndim, st.integers(0, 9))
        elif mode == "linear_ramp":
            options["end_values"] = pairs(data, host.ndim, st.integers(0, 9))
        elif mode in ("reflect", "symmetric"):
            options["reflect_type"] = data.draw(st.sampled_from(["even", "odd"]))
        elif mode in ("maximum", "mean", "median", "minimum"):
            options["stat_length"] = pairs(data, host.ndim, st.integers(1, 4))
        want = np.pad(host, width, mode, **options)
        check(xp, xp.pad(xp.asarray(host), width, mode, **options), want)
        if mode not in ("constant", "linear_ramp"):
            check(xp, xp.pad(xp.asarray(host), width, mode), np.pad(host, width, mode))

    each(run, st.data(), arrays("uint8", most=4), examples=12)


def test_pad_empty_and_by_axis(xp):
    host = np.arange(6.0).reshape(2, 3)
    found = xp.pad(xp.asarray(host), ((1, 2), (0, 1)), "empty")
    assert found.shape == (5, 4)
    check(xp, found[1:3, :3], host)
    check(xp, xp.pad(xp.asarray(host), {-1: 2}, "edge"), np.pad(host, ((0, 0), (2, 2)), "edge"))
    check(xp, xp.pad(xp.asarray(host), {0: (1, 0)}), np.pad(host, ((1, 0), (0, 0))))
    check(xp, xp.pad(xp.zeros((0, 2)), 1), np.pad(np.zeros((0, 2)), 1))
    check(xp, xp.pad(xp.asarray([True, False]), 1, "wrap"), np.pad([True, False], 1, "wrap"))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda xp: xp.pad(xp.ones(2), -1), ValueError, "must not be negative"),
        (lambda xp: xp.pad(xp.ones(2), 1.5), TypeError, "pad_width must be integers"),
        (lambda xp: xp.pad(xp.ones((2, 2)), [1, 2, 3]), ValueError, "3 pairs in pad_width"),
        (lambda xp: xp.pad(xp.ones(0), 1, "edge"), ValueError, "axis 0 is empty.*'edge'"),
        (lambda xp: xp.pad(xp.ones(2), 1, "mirror"), ValueError, "mode must be one of.*'mirror'"),
        (lambda xp: xp.pad(xp.ones(2), 1, "mean", stat_length=0), ValueError, "stat_length of 0"),
        (lambda xp: xp.pad([1, 2], 1), TypeError, "expected a Tensor, got list"),
    ],
)
def test_pad_refuses(xp, call, error, message):
    with pytest.raises(error, match=message):
        call(xp)


# --- shapes, ranges, comparison ----------------------------------------------------------------
@pytest.mark.parametrize("k", [-2, -1, 0, 1, 3])
def test_diag(xp, k):
    for host in (
        np.arange(12).reshape(3, 4),
        np.arange(12.0).reshape(4, 3),
        np.arange(3),
        np.zeros(0),
    ):
        check(xp, xp.diag(xp.asarray(host), k), np.diag(host, k))
    x = xp.asarray(np.eye(3))
    xp.diag(x)[...] = 5.0  # a copy
    check(xp, x, np.eye(3))
    with pytest.raises(ValueError, match=r"diag: needs one or two axes, got shape \(1, 1, 1\)"):
        xp.diag(xp.ones((1, 1, 1)))


def test_joining(xp):
    a, b = np.arange(3.0), np.arange(6.0).reshape(2, 3)
    x, y = xp.asarray(a), xp.asarray(b)
    check(xp, xp.vstack([x, y]), np.vstack([a, b]))
    check(xp, xp.hstack([y, y]), np.hstack([b, b]))
    check(xp, xp.hstack([x, x, xp.asarray(2.0)]), np.hstack([a, a, 2.0]))
    check(xp, xp.concatenate([y, y], 1), np.concatenate([b, b], 1))
    check(xp, xp.concatenate([y, x], axis=None), np.concatenate([b, a], axis=None))
    check(xp, xp.transpose(y), b.T)
    check(xp, xp.transpose(xp.ones((2, 3, 4)), (1, 2, 0)), np.ones((3, 4, 2)))


def test_logspace(xp, device):
    check(xp, xp.logspace(0, 3, 4), np.logspace(0, 3, 4))
    check(xp, xp.logspace(-1.5, 2, 7, endpoint=False, base=2.0),
          np.logspace(-1.5, 2, 7, endpoint=False, base=2.0))  # fmt: skip
    check(xp, xp.logspace(0, 2), np.logspace(0, 2))
    check(xp, xp.logspace(0, 2, 3, dtype=xp.float32), np.logspace(0, 2, 3, dtype="float32"))
    check(xp, xp.logspace(0, 2, 3, dtype=xp.int64), np.logspace(0, 2, 3, dtype="int64"))
    assert str(xp.logspace(0, 1, device=device).device) == device


def test_array_equal_and_allclose(xp):
    x = xp.asarray([1.0, NAN])
    assert xp.array_equal(x, x) is False
    assert xp.array_equal(x, x, equal_nan=True) is True
    assert xp.array_equal(x, xp.ones(3)) is False
    assert xp.array_equal(xp.asarray([1, 2]), xp.asarray([1.0, 2.0])) is True
    assert xp.array_equal(xp.ones(0), xp.ones(0)) is True
    y = xp.asarray([1.0, 2.0])
    assert xp.allclose(y, y + 1e-9) is True
    assert xp.allclose(y, y + 1e-3) is False
    assert xp.allclose(y, y + 1e-3, atol=0.1) is True
    assert xp.allclose(x, x) is False
    assert xp.allclose(x, x, equal_nan=True) is True


def test_cross_is_at_the_top_too(xp):
    a, b = np.eye(3), np.arange(9.0).reshape(3, 3)
    check(xp, xp.cross(xp.asarray(a), xp.asarray(b)), np.cross(a, b))
    assert xp.cross is xp.linalg.cross


# --- einsum ------------------------------------------------------------------------------------
SIZES = dict(zip("abcdef", (2, 3, 1, 4, 2, 3), strict=True))


@st.composite
def contractions(draw):
    """An equation with its operands: repeated, lone, shared and batch letters."""
    letters = st.text(alphabet="abcdef", min_size=0, max_size=3)
    inputs = draw(st.lists(letters, min_size=1, max_size=4))
    known = sorted(set("".join(inputs)))
    output = draw(st.permutations(known)) if known else []
    output = "".join(output[: draw(st.integers(0, len(known)))])
    implicit = draw(st.booleans())
    return inputs, ",".join(inputs) + ("" if implicit else f"->{output}")


@pytest.mark.parametrize("dtype", ["float64", "int64", "complex128", "float32"])
def test_einsum(xp, dtype):
    def run(made):
        inputs, equation = made
        rng = np.random.default_rng(len(equation))
        operands = [
            rng.integers(-4, 5, size=[SIZES[c] for c in part]).astype(dtype) for part in inputs
        ]
        want = np.einsum(equation, *operands)
        check(xp, xp.einsum(equation, *map(xp.asarray, operands)), want)
        check(xp, xp.einsum(equation, *map(xp.asarray, operands), optimize="greedy"), want)

    each(example((["aa"], "aa->a"))(run), contractions(), examples=30)


@pytest.mark.parametrize(
    "equation",
    ["ij,jk", "ij->ji", "ii", "ii->i", "bij,bjk->bik", "ij,ij->", "...i,...i->...", "i...->...",
     "ij,jk,kl->il", "bi,bj->bij", "ij->", "iij->j"],
)  # fmt: skip
def test_einsum_forms(xp, equation):
    sizes = {"i": 3, "j": 4, "k": 2, "l": 3, "b": 2}
    if "ij,jk" not in equation and ",j" not in equation:
        sizes["j"] = 4
    parts = equation.split("->")[0].split(",")
    rng = np.random.default_rng(3)
    operands = []
    for part in parts:
        lead = [2, 3] if "..." in part else []
        named = [sizes[c] for c in part.replace("...", "")]
        operands.append(rng.normal(size=named + lead if part.endswith("...") else lead + named))
    check(xp, xp.einsum(equation, *map(xp.asarray, operands)), np.einsum(equation, *operands))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda xp: xp.einsum("ij,jk", xp.ones((2, 3))), ValueError, "einsum"),
        (lambda xp: xp.einsum("ij", xp.ones(2)), ValueError, "einsum"),
        (lambda xp: xp.einsum("i,i", xp.ones(2), xp.ones(3)), ValueError, "einsum"),
        (lambda xp: xp.einsum("i->j", xp.ones(2)), ValueError, "einsum"),
        (lambda xp: xp.einsum("i", [1.0]), TypeError, "einsum: expected a Tensor, got list"),
        (lambda xp: xp.einsum(3, xp.ones(2)), TypeError, "subscripts must be a string, got int"),
    ],
)
def test_einsum_refuses(xp, call, error, message):
    with pytest.raises(error, match=message):
        call(xp)


def test_einsum_without_opt_einsum(xp, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "opt_einsum", None)
    with pytest.raises(ImportError, match="pip install opt_einsum"):
        xp.einsum("i->", xp.ones(2))
