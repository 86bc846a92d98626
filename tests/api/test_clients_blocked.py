# SPDX-License-Identifier: Apache-2.0
"""Dask and xarray over tensors: what is computed is a tensor, of the right values."""

import operator

import dask.array as da
import numpy as np
import pytest
import xarray as xr

RNG = np.random.default_rng(3)
A = RNG.normal(size=(6, 8))
N = np.where(A > 0.8, np.nan, A)
I = RNG.integers(0, 5, size=12)


@pytest.fixture(autouse=True, scope="module")
def _known_to_dask():
    """What a user does once for `dask_array * tensor`; NumPy counts come with Dask's means."""
    import lfs_hip_array

    da.register_chunk_type(lfs_hip_array.Tensor)
    with lfs_hip_array.host_copies():
        yield


def same(xp, found, want, rtol=1e-12):
    assert isinstance(found, xp.Tensor), type(found)
    want = np.asarray(want)
    assert (found.dtype, found.shape) == (want.dtype, want.shape)
    np.testing.assert_allclose(found.to_numpy(), want, rtol=rtol, atol=1e-13)


def blocked(x, chunks=(3, 4)):
    """A Dask array of blocks of `x`."""
    return da.from_array(x, chunks=chunks)


# --- Dask ----------------------------------------------------------------------------------------
REDUCTIONS = [
    *("sum", "prod", "mean", "std", "var", "min", "max", "any", "all", "argmin", "argmax"),
    *("nansum", "nanprod", "nanmean", "nanmin", "nanmax", "nanstd", "nanvar"),
]


@pytest.mark.parametrize("axis", [None, 0, 1])
@pytest.mark.parametrize("name", REDUCTIONS)
def test_dask_reduction(xp, name, axis):
    host = N if name.startswith("nan") else A
    found = getattr(da, name)(blocked(xp.asarray(host)), axis=axis).compute()
    same(xp, found, getattr(np, name)(host, axis=axis), 1e-11)


DASK = {
    "cumsum": lambda d: d.cumsum(0),
    "cumprod": lambda d: d.cumprod(1),
    "ddof": lambda d: d.std(axis=0, ddof=1),
    "keepdims": lambda d: d.mean(axis=0, keepdims=True),
    "scalar right": lambda d: d * 2 + 1,
    "scalar left": lambda d: 2 - d,
    "NumPy scalar": lambda d: np.float64(2) * d,
    "ufunc": lambda d: np.exp(np.sin(d)),
    "maximum": lambda d: np.maximum(d, 0.0),
    "divmod": lambda d: divmod(d, 2.0)[1],
    "transpose": lambda d: d.T,
    "matmul": lambda d: d.T @ d,
    "dot": lambda d: d.dot(d.T),
    "slice": lambda d: d[1:4, ::2],
    "list": lambda d: d[[0, 2]],
    "negative step": lambda d: d[::-1],
    "new axis": lambda d: d[:, None, :],
    "reshape": lambda d: (
        d.reshape(48) if isinstance(d, np.ndarray) else d.rechunk((3, 8)).reshape(48)
    ),
    "astype": lambda d: d.astype("float32"),
    "clip": lambda d: d.clip(-0.5, 0.5),
    "round": lambda d: d.round(2),
}
#: By name of the function, called on Dask's module with blocks and on NumPy.
BOTH = {
    "where": lambda m, d: m.where(d > 0, d, 0.0),
    "concatenate": lambda m, d: m.concatenate([d, d], axis=1),
    "stack": lambda m, d: m.stack([d, d]),
    "vstack": lambda m, d: m.vstack([d, d]),
    "hstack": lambda m, d: m.hstack([d, d]),
    "block": lambda m, d: m.block([[d, d]]),
    "tensordot": lambda m, d: m.tensordot(d, d, axes=((1,), (1,))),
    "einsum": lambda m, d: m.einsum("ij,kj->ik", d, d),
    "broadcast_to": lambda m, d: m.broadcast_to(d, (2, 6, 8)),
    "take": lambda m, d: m.take(d, [0, 1], axis=1),
    "roll": lambda m, d: m.roll(d, 1, axis=0),
    "flip": lambda m, d: m.flip(d, 0),
    "zeros_like": lambda m, d: m.zeros_like(d),
    "ones_like": lambda m, d: m.ones_like(d),
    "full_like": lambda m, d: m.full_like(d, 3),
    "diff": lambda m, d: m.diff(d, axis=0),
    "pad": lambda m, d: m.pad(d, 1, mode="constant"),
    "tile": lambda m, d: m.tile(d, (2, 1)),
    "repeat": lambda m, d: m.repeat(d, 2, axis=0),
    "outer": lambda m, d: m.outer(d[0], d[1]),
    "gradient": lambda m, d: m.gradient(d, axis=0),
    "median": lambda m, d: m.median(d, axis=0),
    "quantile": lambda m, d: m.quantile(d, 0.5, axis=1),
    "ptp": lambda m, d: m.ptp(d, axis=0),
    "isclose": lambda m, d: m.isclose(d, d + 1e-9),
    "isin": lambda m, d: m.isin(d, [d[0, 0] if isinstance(d, np.ndarray) else A[0, 0]]),
    "angle": lambda m, d: m.angle(d),
    "tril": lambda m, d: m.tril(d),
    "count_nonzero": lambda m, d: m.asarray(m.count_nonzero(d > 0, axis=0)),
    "norm": lambda m, d: m.linalg.norm(d),
}


@pytest.mark.parametrize("name", DASK)
def test_dask(xp, name):
    same(xp, DASK[name](blocked(xp.asarray(A))).compute(), DASK[name](A))


@pytest.mark.parametrize("name", BOTH)
def test_dask_function(xp, name):
    same(xp, BOTH[name](da, blocked(xp.asarray(A))).compute(), BOTH[name](np, A))


def test_dask_linear_algebra(xp):
    tall = blocked(xp.asarray(A), (3, 8))
    q, r = da.linalg.qr(blocked(xp.asarray(A.T), (4, 6)))
    same(xp, (q @ r).compute(), A.T)
    same(xp, da.linalg.svd(blocked(xp.asarray(A.T), (4, 6)))[1].compute(), np.linalg.svd(A.T)[1])
    same(xp, da.fft.fft(tall).compute(), np.fft.fft(A))


def test_dask_counts_and_sets(xp):
    x = blocked(xp.asarray(I), 5)
    same(xp, da.bincount(x, minlength=6).compute(), np.bincount(I, minlength=6))
    same(xp, da.unique(x).compute(), np.unique(I))
    counts, edges = da.histogram(blocked(xp.asarray(A)), bins=4, range=(-2, 2))
    same(xp, counts.compute(), np.histogram(A, 4, (-2, 2))[0])
    np.testing.assert_allclose(np.asarray(edges), np.linspace(-2, 2, 5))
    same(xp, da.topk(blocked(xp.asarray(A)), 2, axis=0).compute(), np.sort(A, 0)[::-1][:2])
    mask = blocked(xp.asarray(A))
    same(xp, mask[mask > 0].compute().sum(), A[A > 0].sum())


def test_dask_maps_over_blocks(xp):
    d = blocked(xp.asarray(A))
    same(xp, d.map_blocks(lambda b: b * 2).compute(), A * 2)
    same(xp, d.map_overlap(lambda b: b + 1, depth=1, boundary="reflect").compute(), A + 1)
    same(xp, d.rechunk((2, 2)).compute(), A)
    same(xp, da.coarsen(np.sum, d, {0: 2}).compute(), A.reshape(3, 2, 8).sum(1))
    assert isinstance(d._meta, xp.Tensor)
    assert d.dtype == xp.float64
    assert repr(d).startswith("dask.array<")


def test_dask_beside_tensors(xp):
    x = xp.asarray(A)
    d = blocked(x)
    for f in (operator.add, operator.mul, operator.sub, np.multiply):
        for pair in ((d, x), (x, d)):
            mixed = f(*pair)
            assert isinstance(mixed, da.Array)
            same(xp, mixed.compute(), f(A, A))
    same(xp, (x.T @ d).compute(), A.T @ A)
    assert isinstance(np.concatenate([x, d]), da.Array)


def test_dask_names_arrays_by_value(xp):
    x = xp.asarray(A)
    assert da.from_array(x, chunks=3).name == da.from_array(x.copy(), chunks=3).name
    assert da.from_array(x, chunks=3).name != da.from_array(x + 1, chunks=3).name


# --- xarray --------------------------------------------------------------------------------------
def table(x):
    return xr.DataArray(x, dims=("x", "y"))


XARRAY_REDUCTIONS = [
    *("sum", "mean", "std", "var", "min", "max", "prod", "median", "any", "all", "count"),
    *("argmax", "argmin", "cumsum", "cumprod"),
]


@pytest.mark.parametrize("skipna", [None, False])
@pytest.mark.parametrize("name", XARRAY_REDUCTIONS)
def test_xarray_reduction(xp, name, skipna):
    if skipna is not None and name in ("any", "all", "count"):
        pytest.skip("has no skipna")
    options = {} if skipna is None else {"skipna": skipna}
    host = A if name in ("argmax", "argmin") else N
    want = getattr(table(host), name)("x", **options)
    same(xp, getattr(table(xp.asarray(host)), name)("x", **options).data, want.data)


XARRAY = {
    "scalar": lambda a: 1 + a * 2,
    "NumPy scalar": lambda a: np.float32(2) * a,
    "ufunc": lambda a: np.sin(a),
    "arrays": lambda a: a * a.isel(x=0),
    "isel": lambda a: a.isel(x=[0, 1], y=slice(1, None)),
    "transpose": lambda a: a.transpose("y", "x"),
    "where": lambda a: a.where(a > 0),
    "where other": lambda a: a.where(a > 0, 0.0),
    "dot": lambda a: xr.dot(a, a, dim="y"),
    "concat": lambda a: xr.concat([a, a], "x"),
    "astype": lambda a: a.astype("float32"),
    "roll": lambda a: a.roll(x=1),
    "shift": lambda a: a.shift(x=1),
    "pad": lambda a: a.pad(x=1),
    "fillna": lambda a: a.where(a > 0).fillna(0.0),
    "isnull": lambda a: a.where(a > 0).isnull(),
    "stack": lambda a: a.stack(z=("x", "y")),
    "unstack": lambda a: a.isel(x=0),
    "clip": lambda a: a.clip(0, 1),
    "quantile": lambda a: a.quantile([0.25, 0.5], "x"),
    "diff": lambda a: a.diff("x"),
    "coarsen": lambda a: a.coarsen(x=2).sum(),
    "zeros_like": lambda a: xr.zeros_like(a),
    "full_like": lambda a: xr.full_like(a, 2.0),
    "groupby": lambda a: a.assign_coords(k=("x", [0, 0, 1, 1, 2, 2])).groupby("k").mean(),
    "expand_dims": lambda a: a.expand_dims("k"),
    "squeeze": lambda a: a.isel(x=slice(0, 1)).squeeze(),
    "sortby": lambda a: a.assign_coords(x=[5, 3, 1, 0, 2, 4]).sortby("x"),
    "weighted": lambda a: a.weighted(abs(a.isel(y=0, drop=True))).mean("x"),
    "dataset": lambda a: xr.Dataset({"v": a}).mean("x").v,
    "broadcast": lambda a: xr.broadcast(a.isel(x=0), a)[0],
}


@pytest.mark.parametrize("name", XARRAY)
def test_xarray(xp, name):
    same(xp, XARRAY[name](table(xp.asarray(A))).data, XARRAY[name](table(A)).data)


def test_xarray_beside_tensors(xp):
    x = xp.asarray(A)
    for found in (table(x) + x, x + table(x), np.add(x, table(x))):
        assert isinstance(found, xr.DataArray)
        same(xp, found.data, 2 * A)


def test_xarray_to_numpy_and_repr(xp):
    a = table(xp.asarray(A))
    assert type(a.to_numpy()) is np.ndarray
    np.testing.assert_array_equal(a.to_numpy(), A)
    assert a.identical(a.copy())
    assert not a.identical(a + 1)
    assert "Tensor([[" in repr(a)
    assert a.nbytes == A.nbytes


def test_xarray_over_dask(xp):
    same(xp, table(xp.asarray(A)).chunk({"x": 3}).mean("x").compute().data, A.mean(0))
