# SPDX-License-Identifier: Apache-2.0
"""Array libraries that have never heard of the package, given our tensors."""

import inspect

import array_api_compat as compat
import array_api_extra as xpx
import numpy as np
import pytest

RNG = np.random.default_rng(11)
A = RNG.normal(size=(4, 6))
B = RNG.normal(size=(4, 6))
N = np.where(A > 0.5, np.nan, A)
I = np.array([3, 1, 3, 0, 2])


def same(xp, found, want, rtol=1e-12):
    """Assert a tensor (or several) of the values, dtype and shape of ndarrays."""
    if isinstance(want, (tuple, list)):
        assert len(found) == len(want)
        for f, w in zip(found, want, strict=True):
            same(xp, f, w, rtol)
        return
    assert isinstance(found, xp.Tensor), type(found)
    want = np.asarray(want)
    assert (found.dtype, found.shape) == (want.dtype, want.shape)
    np.testing.assert_allclose(found.to_numpy(), want, rtol=rtol, atol=1e-13)


# --- array-api-compat ------------------------------------------------------------------------
def test_compat_knows_an_array_api_object(xp, device):
    x = xp.asarray(A)
    assert compat.is_array_api_obj(x)
    others = "numpy cupy torch jax dask ndonnx pydata_sparse"
    assert not any(getattr(compat, f"is_{name}_array")(x) for name in others.split())
    assert not any(
        getattr(compat, f"is_{name}_namespace")(xp) for name in f"{others} array_api_strict".split()
    )
    assert not compat.is_lazy_array(x)
    assert not compat.is_lazy_array(x + 1)
    assert compat.is_writeable_array(x)
    assert compat.array_namespace(x, x, 1.0, None) is xp
    assert compat.array_namespace(x, api_version="2024.12") is xp
    assert (compat.size(x), compat.size(xp.zeros((0, 3)))) == (24, 0)
    assert str(compat.device(x)) == device
    assert compat.to_device(x, device) is x


@pytest.mark.parametrize("shape", [(3,), (0,), (), (2, 0, 3), (1, 1)])
@pytest.mark.parametrize("dtype", ["bool", "int8", "float64", "complex64"])
def test_compat_does_not_take_a_tensor_for_lazy(xp, shape, dtype):
    """It evaluates `bool(any(x))` and takes any exception for laziness."""
    assert not compat.is_lazy_array(xp.zeros(shape, dtype=getattr(xp, dtype)))


def test_compat_refuses_a_mix_of_namespaces(xp):
    with pytest.raises(TypeError, match="Multiple namespaces"):
        compat.array_namespace(xp.ones(2), np.ones(2))


def test_names_of_modules_match_no_other_library(xp):
    """Clients look for "numpy", "cupy" and "jax" in the names of a type's modules."""
    modules = {c.__module__ for c in xp.Tensor.__mro__[:-1]} | {type(xp.zeros(1).device).__module__}
    modules |= {xp.__name__, xp.zeros(1).__array_namespace__().__name__}
    functions = (getattr(xp, name) for name in xp.__all__)
    modules |= {f.__module__ for f in functions if inspect.isfunction(f)}
    assert len(modules) > 10
    assert not [m for m in modules if any(bad in m for bad in ("cupy", "numpy", "jax", "torch"))]


def test_attributes_that_clients_look_for(xp):
    x = xp.asarray(A)
    assert hash(xp) == hash(xp.zeros(1).__array_namespace__())
    assert not hasattr(x, "values")
    assert isinstance(xp.float32, np.dtype)
    assert (x.dtype.kind, x.dtype.itemsize, str(x.dtype)) == ("f", 8, "float64")
    assert {xp.float32: 1}[np.dtype("float32")] == 1
    info = xp.__array_namespace_info__()
    assert info.dtypes(kind="real floating", device=x.device)["float64"] == xp.float64


# --- looser than the standard, where NumPy code expects it -------------------------------------
def test_numpy_code_on_tensors(xp):
    i, f = xp.asarray([1, 2, 3]), xp.asarray([0.5, 1.5, 2.5])
    same(xp, i + f, np.array([1.5, 3.5, 5.5]))
    same(xp, xp.full(2, xp.asarray(3)), np.full(2, 3))
    same(xp, xp.full(2, np.float32(3)), np.full(2, np.float32(3)))
    x = xp.asarray(A.copy())
    x[xp.asarray([0, 2])] = 1.0
    x[[1, 3], [0, 1]] = xp.asarray([7.0, 8.0])
    want = A.copy()
    want[[0, 2]] = 1.0
    want[[1, 3], [0, 1]] = [7.0, 8.0]
    same(xp, x, want)
    same(xp, x[np.array([1, 0])], want[[1, 0]])
    same(xp, x[np.int64(1)], want[1])
    same(xp, x[:, np.array([True, False] * 3)], want[:, ::2])
    same(xp, xp.stack([row * 2 for row in x]), want * 2)
    assert (float(x[0, 0]), int(i[1]), len(x), bool(i[0])) == (1.0, 2, 4, True)
    j = xp.asarray([1, 2], dtype=xp.int32)
    j += xp.asarray([1, 2])  # NumPy narrows within a kind
    same(xp, j, np.array([2, 4], dtype="int32"))
    with pytest.raises(TypeError, match="float64 does not fit into int32"):
        j += xp.asarray([0.5, 0.5])


def test_in_place_narrowing_writes_through_views(xp):
    for view in (True, False):
        x = xp.asarray([1.0, 2.0], dtype=xp.float32)
        seen = x[:] if view else None
        x *= xp.asarray([2.0, 3.0])
        same(xp, x, np.array([2.0, 6.0], dtype="float32"))
        if view:
            same(xp, seen, np.array([2.0, 6.0], dtype="float32"))


# --- array-api-extra -----------------------------------------------------------------------------
def masked_multiply(of):
    x = of(A.copy())
    return xpx.at(x, x > 0).multiply(3.0)


EXTRA = {
    "angle": lambda of: xpx.angle(of(A + 1j * B), deg=True),
    "apply_where": lambda of: xpx.apply_where(of(A) > 0, of(A), lambda x: x**0.5, lambda x: -x),
    "apply_where fill": lambda of: xpx.apply_where(
        of(A) > 0, (of(A), of(B)), lambda x, y: x / y, fill_value=-1.0
    ),
    "argpartition": lambda of: xpx.argpartition(of(A), 2, axis=1)[..., 2],
    "at set": lambda of: xpx.at(of(A.copy()), (slice(0, 2),)).set(5.0),
    "at add": lambda of: xpx.at(of(A.copy()))[1:3].add(2.0),
    "at multiply": masked_multiply,
    "at min": lambda of: xpx.at(of(A.copy()))[:, 1].min(0.0, copy=False),
    "at max": lambda of: xpx.at(of(A.copy()))[0].max(0.0, copy=True),
    "at divide": lambda of: xpx.at(of(A.copy()))[0].divide(2.0),
    "at power": lambda of: xpx.at(of(A.copy()))[0].power(2),
    "at subtract": lambda of: xpx.at(of(A.copy()))[..., 0].subtract(of(B[:, 0])),
    "atleast_nd": lambda of: xpx.atleast_nd(of(I), ndim=3),
    "cov": lambda of: xpx.cov(of(A)),
    "create_diagonal": lambda of: xpx.create_diagonal(of(I), offset=1),
    "deg2rad": lambda of: xpx.deg2rad(of(A)),
    "rad2deg": lambda of: xpx.rad2deg(of(A)),
    "isclose": lambda of: xpx.isclose(of(A), of(A + 1e-9)),
    "isin": lambda of: xpx.isin(of(I), of(I[:2]), invert=True),
    "kron": lambda of: xpx.kron(of(A), of(B[:2, :2])),
    "lazy_apply": lambda of: xpx.lazy_apply(lambda x: x * 2, of(A)),
    "nan_to_num": lambda of: xpx.nan_to_num(of(N), fill_value=2.0),
    "nanmax": lambda of: xpx.nanmax(of(N), axis=1),
    "nanmean": lambda of: xpx.nanmean(of(N), axis=0),
    "nanmin": lambda of: xpx.nanmin(of(N)),
    "nansum": lambda of: xpx.nansum(of(N), axis=(0, 1)),
    "nunique": lambda of: of(np.asarray(int(xpx.nunique(of(I))))),
    "one_hot": lambda of: xpx.one_hot(of(I), 5),
    "pad": lambda of: xpx.pad(of(A), [(1, 2), (0, 1)], constant_values=3.0),
    "partition": lambda of: xpx.partition(of(A), 2, axis=0)[2],
    "searchsorted": lambda of: xpx.searchsorted(of(np.sort(A)), of(B), side="right"),
    "setdiff1d": lambda of: xpx.setdiff1d(of(I), of(I[:2])),
    "sinc": lambda of: xpx.sinc(of(A)),
    "union1d": lambda of: xpx.union1d(of(I), of(I + 2)),
    "unravel_index": lambda of: xpx.unravel_index(of(I), (2, 3)),
}
INDICES = {
    "diag_indices": lambda xp: xpx.diag_indices(3, ndim=2, xp=xp),
    "tril_indices": lambda xp: xpx.tril_indices(3, offset=-1, xp=xp),
    "triu_indices": lambda xp: xpx.triu_indices(3, xp=xp),
    "default_dtype": lambda xp: xp.zeros(1, dtype=xpx.default_dtype(xp)),
}
#: Deprecated in favour of the standard's functions, and not about arrays.
NOT_CALLED = {"broadcast_shapes", "expand_dims", "testing"}


def test_every_function_of_array_api_extra_is_called():
    public = {name for name in xpx.__all__ if not name.startswith("_")}
    called = {name.split()[0] for name in EXTRA} | set(INDICES)
    assert public - called - NOT_CALLED == set()


@pytest.mark.parametrize("name", EXTRA)
def test_array_api_extra(xp, name):
    same(xp, EXTRA[name](xp.asarray), EXTRA[name](lambda host: host))


@pytest.mark.parametrize("name", INDICES)
def test_array_api_extra_creates(xp, name):
    same(xp, INDICES[name](xp), INDICES[name](np))


# --- einops and opt_einsum -----------------------------------------------------------------------
EINOPS = {
    "rearrange": lambda e, x: e.rearrange(x, "a (b c) -> b a c", c=2),
    "transpose": lambda e, x: e.rearrange(x, "a b -> b a"),
    "mean": lambda e, x: e.reduce(x, "a (b c) -> a b", "mean", c=3),
    "max": lambda e, x: e.reduce(x, "a b -> b", "max"),
    "sum": lambda e, x: e.reduce(x, "a b ->", "sum"),
    "prod": lambda e, x: e.reduce(x, "a b -> a 1", "prod"),
    "repeat": lambda e, x: e.repeat(x, "a b -> a k b", k=2),
    "pack": lambda e, x: e.pack([x, x], "* b")[0],
    "unpack": lambda e, x: e.unpack(x, [(1,), (3,)], "* b")[1],
}


@pytest.mark.parametrize("name", EINOPS)
def test_einops(xp, name):
    import einops
    from einops import array_api

    same(xp, EINOPS[name](array_api, xp.asarray(A)), EINOPS[name](einops, A))


def test_einops_as_numpy(xp, device):
    from einops import array_api

    if device == "cpu":
        np.testing.assert_array_equal(array_api.asnumpy(xp.asarray(A)), A)
    with xp.host_copies():
        np.testing.assert_array_equal(array_api.asnumpy(xp.asarray(A)), A)


@pytest.mark.parametrize(
    "equation",
    ["ij,kj->ik", "ij,kj,kl->il", "ij,ij->ij", "ij,ij->", "ij->ji", "ij,kj->", "ij,ik->ijk"],
)
@pytest.mark.parametrize("backend", ["auto", "lfs_hip_array"])
def test_opt_einsum(xp, equation, backend):
    import opt_einsum

    operands = [A, B, B][: equation.count(",") + 1]
    found = opt_einsum.contract(equation, *map(xp.asarray, operands), backend=backend)
    same(xp, found, np.einsum(equation, *operands))


def test_opt_einsum_expression(xp):
    import opt_einsum

    expression = opt_einsum.contract_expression("ij,kj->ik", A.shape, B.shape)
    same(xp, expression(xp.asarray(A), xp.asarray(B)), A @ B.T)


# --- pandas --------------------------------------------------------------------------------------
def test_pandas_takes_numbers_not_objects(xp, device):
    import pandas as pd

    x = xp.asarray(A)
    if device != "cpu":
        with pytest.raises(TypeError, match="to_numpy"):
            pd.DataFrame(x)
    with xp.host_copies():
        frame = pd.DataFrame(x)
        assert (frame.dtypes == "float64").all()
        np.testing.assert_array_equal(frame.to_numpy(), A)
        assert pd.Series(x[0]).dtype == np.float64
        assert pd.Index(xp.arange(3)).dtype == np.int64
        assert pd.DataFrame({"a": x[0]}).assign(b=x[1]).dtypes.tolist() == [np.float64] * 2
        series = pd.Series(A[0])
        for found in (series * x[0], x[0] * series):
            assert isinstance(found, pd.Series)
            np.testing.assert_array_equal(found.to_numpy(), A[0] ** 2)


def test_matplotlib_and_others_call_to_numpy_or_iterate(xp):
    x = xp.asarray(A[0])
    np.testing.assert_array_equal(x.to_numpy(), A[0])
    np.testing.assert_array_equal([float(v) for v in x], A[0])
    assert [f"{v:.3f}" for v in x] == [f"{v:.3f}" for v in A[0]]
    assert sum(x.tolist()) == sum(A[0].tolist())


# --- NumPy's own helpers -----------------------------------------------------------------------
def test_numpys_assertions_take_tensors(xp):
    x = xp.asarray(A)
    with xp.host_copies():
        np.testing.assert_allclose(x, A)
        np.testing.assert_allclose(A, x)
        np.testing.assert_array_equal(x, x)
        np.testing.assert_array_less(x, x + 1)
        with pytest.raises(AssertionError, match="Mismatched elements: 24 / 24"):
            np.testing.assert_allclose(x, A + 1)
        assert x == pytest.approx(A)


def test_memory_of_numpy_takes_tensors(xp):
    x = xp.asarray(A)
    with xp.host_copies():
        host = np.zeros((4, 6))
        host[1:3] = x[1:3]
        np.testing.assert_array_equal(host[1:3], A[1:3])
        assert np.asarray([x, x]).shape == (2, 4, 6)
        assert host[xp.asarray([0, 1])].shape == (2, 6)
        np.testing.assert_array_equal(np.ma.masked_invalid(x).data, A)


def test_joblib(xp, tmp_path):
    import joblib

    x = xp.asarray(A)
    joblib.dump({"x": x}, tmp_path / "x.joblib")
    same(xp, joblib.load(tmp_path / "x.joblib")["x"], A)
    assert joblib.hash(x) == joblib.hash(x.copy()) != joblib.hash(x + 1)


# --- names --------------------------------------------------------------------------------------
FUNCTIONS = [
    *("median", "quantile", "bincount", "einsum", "pad", "cumsum", "cumprod", "gradient", "cross"),
    *("diag", "logspace", "nansum", "nanmean", "nanmin", "nanmax", "nanprod", "nanargmin"),
    *("nanargmax", "nanmedian", "concatenate", "transpose", "tensordot", "special"),
]
SPECIAL = ["erf", "gammaln", "expit", "logit", "xlogy", "ndtr", "logsumexp"]
METHODS = [
    *("reshape", "sum", "mean", "min", "max", "astype", "copy", "transpose", "squeeze", "item"),
    *("tolist", "to_numpy", "__format__", "__array__", "__array_ufunc__", "__array_function__"),
]


def test_names_that_clients_look_for(xp):
    assert [n for n in FUNCTIONS if n not in xp.__all__ or not hasattr(xp, n)] == []
    assert [n for n in SPECIAL if not hasattr(xp.special, n)] == []
    assert [n for n in METHODS if not callable(getattr(xp.Tensor, n, None))] == []
    same(xp, xp.std(xp.asarray(A), axis=0, ddof=1), np.std(A, axis=0, ddof=1))
    same(xp, xp.var(xp.asarray(A), ddof=2), np.var(A, ddof=2))
    assert not hasattr(xp.Tensor, "std")  # NumPy's spelling only through its own function
    same(xp, np.std(xp.asarray(A), axis=0, ddof=1), np.std(A, axis=0, ddof=1))
