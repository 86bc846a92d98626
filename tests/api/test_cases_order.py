# SPDX-License-Identifier: Apache-2.0
"""What users of other array libraries tripped on: indexing, sorting and exchange.

Each test carries the identifier of its case; the whole kind is tested, not
only the reproduction. test_cases.py has arithmetic and reductions.
"""

import subprocess
import sys

import numpy as np
import pytest
import standard

REAL = [*standard.REAL, "float16"]
ALL = [*standard.DTYPES, "float16"]
UNSIGNED_OF = {2: "uint16", 4: "uint32", 8: "uint64"}
SIZES = [1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 514, 1023]
SIZES += [1024, 1025, 2047, 2048, 2049, 4095, 4097, 65535, 65537]
# Sizes at which sorts of other libraries change their algorithm.
SORT_SIZES = [1, 2, 3, 16, 17, 33, 64, 65, 99, 100, 101, 128, 129, 512, 1025, 2304, 2305, 3071]
SORT_SIZES += [3072, 3073, 8191, 8192, 8193, 40001]


def values(dtype, size, seed=0):
    """Random values of a dtype, many of them equal."""
    return np.random.default_rng(seed).integers(0, 50, size).astype(dtype)


# --- X: indexing -------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_x01_masks_at_every_size(xp, size):
    x = xp.zeros(size)
    m = xp.arange(size) % 2 == 0
    x[m] = 1.0
    assert float(xp.sum(x)) == (size + 1) // 2
    assert x[m].shape == ((size + 1) // 2,)
    x[~m] = xp.asarray(2.0)
    assert float(xp.sum(x)) == (size + 1) // 2 + 2 * (size // 2)


@pytest.mark.parametrize("dtype", ALL)
@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 1.0])
def test_x01_masks_of_every_dtype(xp, dtype, share):
    host = values(dtype, (67, 31))
    mask = np.random.default_rng(2).random(host.shape) < share
    x, m = xp.asarray(host, copy=True), xp.asarray(mask)
    np.testing.assert_array_equal(x[m].to_numpy(), host[mask])
    np.testing.assert_array_equal(xp.masked_select(x, m).to_numpy(), host[mask])
    np.testing.assert_array_equal(
        xp.masked_select(x, m, count=int(mask.sum())).to_numpy(), host[mask]
    )
    np.testing.assert_array_equal(x.T[m.T].to_numpy(), host.T[mask.T])
    source = values(dtype, mask.size, seed=3)
    want = host.copy()
    want[mask] = source[: mask.sum()]
    y = xp.asarray(host, copy=True)
    assert xp.masked_scatter(y, m, xp.asarray(source)) is y
    np.testing.assert_array_equal(y.to_numpy(), want)
    z = xp.asarray(host, copy=True)
    assert xp.masked_fill(z, m, 1) is z
    np.testing.assert_array_equal(z.to_numpy(), np.where(mask, np.asarray(1, dtype), host))


@pytest.mark.parametrize("bad", [[4, 4], [-5], [0, 100], [2**40]])
def test_x05_indices_out_of_range_are_an_error(xp, bad):
    x = xp.asarray([1, 2, 3, 4])
    index = xp.asarray(bad)
    readers = {
        "take": lambda: xp.take(x, index),
        "getitem": lambda: x[index],
        "gather": lambda: xp.gather(x, 0, index),
        "index_select": lambda: xp.index_select(x, 0, index),
        "take_along_axis": lambda: xp.take_along_axis(x, index),
        "index_fill": lambda: xp.index_fill(xp.asarray(x, copy=True), 0, index, 0),
    }
    for name, read in readers.items():
        with pytest.raises(IndexError, match="out of range"):
            float(xp.sum(read()))
        assert float(xp.sum(x)) == 10.0, name


def test_x07_indexing_a_zero_length_array(xp):
    z = xp.zeros(0)
    with pytest.raises(IndexError):
        xp.take(z, xp.asarray([0])).to_numpy()
    assert float(xp.sum(xp.ones(3))) == 3.0
    assert z[::-1].shape == (0,)
    assert xp.take(z, xp.asarray([], dtype=xp.int64)).shape == (0,)


@pytest.mark.parametrize("dtype", ALL)
@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 4)])
def test_x07_views_and_indices_of_empty_arrays(xp, dtype, shape):
    x = xp.zeros(shape, dtype=getattr(xp, dtype))
    assert xp.flip(x).shape == shape
    assert x[..., ::-1].shape == shape
    assert x[..., ::-2].shape == np.zeros(shape)[..., ::-2].shape
    none = xp.asarray([], dtype=xp.int64)
    assert xp.take(x, none, axis=0).shape == (0, *shape[1:])
    assert x[xp.zeros(shape, dtype=xp.bool)].shape == (0,)
    x[..., ::-1] = 0
    xp.index_copy(x, 0, none, xp.zeros((0, *shape[1:]), dtype=x.dtype))
    if dtype != "bool":
        xp.index_add(x, 0, none, xp.zeros((0, *shape[1:]), dtype=x.dtype))
    if "complex" not in dtype:
        assert xp.sort(x, axis=-1).shape == shape


def test_x09_reproductions(xp):
    x = xp.arange(100000)
    x[1:] = x[:-1]
    assert x.to_numpy().tolist() == [0, *range(99999)]
    y = xp.arange(6)
    y[...] = y[::-1]
    assert y.to_numpy().tolist() == [5, 4, 3, 2, 1, 0]


OVERLAPS = {
    "up": (lambda x: x[1:], lambda x: x[:-1]),
    "down": (lambda x: x[:-1], lambda x: x[1:]),
    "reverse": (lambda x: x[...], lambda x: x[::-1]),
    "stride": (lambda x: x[: x.shape[0] // 2], lambda x: x[: x.shape[0] // 2 * 2 : 2]),
    "rows": (lambda x: x[2:, ...], lambda x: x[:-2, ...]),
}


@pytest.mark.parametrize("dtype", ["int8", "float32", "complex128"])
@pytest.mark.parametrize("size", [4, 33, 1025, 70001])
@pytest.mark.parametrize("name", OVERLAPS)
def test_x09_overlapping_copies(xp, name, size, dtype):
    to, fro = OVERLAPS[name]
    host = np.arange(size * 2).reshape(size, 2).astype(dtype)
    want = host.copy()
    to(want)[...] = fro(host)
    x = xp.asarray(host, copy=True)
    to(x)[...] = fro(x)
    np.testing.assert_array_equal(x.to_numpy(), want)
    y = xp.asarray(host, copy=True)
    target, source = to(y), fro(y)
    target += source
    want = host.copy()
    to(want)[...] = to(host) + fro(host)
    np.testing.assert_array_equal(y.to_numpy(), want)


def test_x09_transposed_square(xp):
    host = np.arange(300 * 300.0).reshape(300, 300)
    x = xp.asarray(host, copy=True)
    x[...] = x.T
    np.testing.assert_array_equal(x.to_numpy(), host.T)


def test_x11_reproductions(xp):
    x = xp.index_add(xp.zeros(3), 0, xp.asarray([0, 0, 1, -1]), xp.asarray([1.0, 1.0, 1.0, 5.0]))
    assert x.to_numpy().tolist() == [2, 1, 5]
    many = xp.index_add(xp.zeros(3), 0, xp.arange(300000) % 3, xp.ones(300000))
    assert many.to_numpy().tolist() == [100000] * 3


@pytest.mark.parametrize("deterministic", [False, True])
@pytest.mark.parametrize("dtype", [*standard.NUMERIC, "float16"])
def test_x11_duplicates_are_summed_in_every_dtype(xp, dtype, deterministic):
    kind = getattr(xp, dtype)
    rng = np.random.default_rng(9)
    index = rng.integers(-5, 5, 1000)
    source = rng.integers(0, 2, (1000, 3))
    want = np.zeros((5, 3), dtype=np.int64)
    np.add.at(want, index, source)
    x = xp.zeros((5, 3), dtype=kind)
    source = xp.astype(xp.asarray(source), kind)
    xp.index_add(x, 0, xp.asarray(index), source, deterministic=deterministic)
    wrap = want.astype(dtype)  # int8 wraps
    np.testing.assert_array_equal(x.to_numpy(), wrap)
    put = xp.zeros((5, 3), dtype=kind)
    xp.index_put(put, (xp.asarray(index),), source, accumulate=True)
    np.testing.assert_array_equal(put.to_numpy(), wrap)
    whole = xp.int64
    minus, ones = xp.zeros((3, 5), dtype=whole), xp.ones((3, 2), dtype=whole)
    xp.index_add(minus, 1, xp.asarray([1, 1]), ones, alpha=-2)
    assert minus.to_numpy().tolist() == [[0, -4, 0, 0, 0]] * 3


@pytest.mark.parametrize("dtype", ["int8", "float32", "complex128"])
def test_x11_the_last_duplicate_of_a_copy_wins(xp, dtype):
    index = np.random.default_rng(4).integers(0, 7, 5000)
    source = np.arange(5000).astype(dtype)
    want = np.zeros(7, dtype)
    for at, value in zip(index, source, strict=True):
        want[at] = value
    x = xp.zeros(7, dtype=getattr(xp, dtype))
    assert xp.index_copy(x, 0, xp.asarray(index), xp.asarray(source)) is x
    np.testing.assert_array_equal(x.to_numpy(), want)


# --- S: sorting ------------------------------------------------------------------------------


def raw(x):
    """The bit patterns of a floating-point array."""
    return x.view(UNSIGNED_OF[x.itemsize])


def special(dtype, size, seed=0):
    """Zeros of both signs, infinities, NaNs of several payloads and signs, a few numbers."""
    rng = np.random.default_rng(seed)
    bits = UNSIGNED_OF[np.dtype(dtype).itemsize]
    quiet = raw(np.asarray([np.nan], dtype))[0]
    sign = np.asarray(1, bits) << np.asarray(np.dtype(dtype).itemsize * 8 - 1, bits)
    nans = np.asarray([quiet, quiet | 1, quiet | 5, quiet | sign, quiet | sign | 3], bits)
    plain = np.asarray([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, 2.5], dtype)
    return rng.choice(np.concatenate([raw(plain), nans]), size).view(dtype)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("size", [1, 7, 16, 17, 100, 1025, 3073, 9001])
def test_s03_bits_are_kept_and_equals_keep_their_order(xp, size, dtype, descending):
    host = special(dtype, size)
    x = xp.asarray(host)
    ordered = xp.sort(x, descending=descending).to_numpy()
    order = xp.argsort(x, descending=descending).to_numpy()
    assert sorted(raw(ordered).tolist()) == sorted(raw(host).tolist())
    assert raw(host[order]).tolist() == raw(ordered).tolist()
    assert sorted(order.tolist()) == list(range(size))
    nans = int(np.isnan(host).sum())
    if descending:
        last, numbers = ordered[:nans], ordered[nans:]
        assert (numbers[1:] <= numbers[:-1]).all()
    else:
        numbers, last = ordered[: size - nans], ordered[size - nans :]
        assert (numbers[1:] >= numbers[:-1]).all()
    assert np.isnan(last).all()
    before, after = ordered[:-1], ordered[1:]
    same = (before == after) | (np.isnan(before) & np.isnan(after))
    assert (order[1:] > order[:-1])[same].all()
    both = xp.sort_with_indices(x, descending=descending)
    assert raw(both[0].to_numpy()).tolist() == raw(ordered).tolist()
    assert both[1].to_numpy().tolist() == order.tolist()


@pytest.mark.parametrize("size", SORT_SIZES)
def test_s05_argsort_of_equals_is_the_identity(xp, size):
    for dtype in ("int64", "uint8", "float32"):
        x = xp.full(size, 10, dtype=getattr(xp, dtype))
        assert xp.argsort(x).to_numpy().tolist() == list(range(size))
        assert xp.argsort(x, descending=True).to_numpy().tolist() == list(range(size))


@pytest.mark.parametrize("dtype", REAL)
@pytest.mark.parametrize("size", [2, 33, 100, 257, 2305, 8193])
def test_s05_stable_in_every_dtype(xp, size, dtype):
    host = values(dtype, size)
    x = xp.asarray(host)
    order = np.argsort(host, kind="stable")
    got = xp.argsort(x)
    assert got.dtype == xp.int64
    np.testing.assert_array_equal(got.to_numpy(), order)
    falling = np.argsort(-host.astype("float64"), kind="stable")
    np.testing.assert_array_equal(xp.argsort(x, descending=True).to_numpy(), falling)
    rows = xp.stack([x, xp.flip(x)], axis=1)
    np.testing.assert_array_equal(xp.argsort(rows, axis=0).to_numpy()[:, 0], order)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "bool"])
@pytest.mark.parametrize("size", [4, 99, 100, 101, 257, 4096])
def test_s08_narrow_keys(xp, size, dtype):
    host = np.random.default_rng(1).integers(0, 256, size).astype(dtype)
    x = xp.asarray(host)
    np.testing.assert_array_equal(xp.sort(x).to_numpy(), np.sort(host))
    np.testing.assert_array_equal(xp.sort(x, descending=True).to_numpy(), np.sort(host)[::-1])


def test_s08_reproduction(xp):
    x = xp.sort(xp.asarray([True, False, True, False]))
    assert x.to_numpy().tolist() == [False, False, True, True]


@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_sorting_keeps_64_bits(xp, dtype):
    top = int(np.iinfo(dtype).max)
    host = np.asarray([top, top - 1, top - 2, 2**53 + 1, 2**53, 0], dtype)
    assert xp.sort(xp.asarray(host)).to_numpy().tolist() == sorted(host.tolist())
    best, where = xp.topk(xp.asarray(host), 2)
    assert best.to_numpy().tolist() == [top, top - 1]
    assert where.to_numpy().tolist() == [0, 1]


@pytest.mark.parametrize("dtype", REAL)
@pytest.mark.parametrize("largest", [True, False])
def test_topk_is_the_head_of_the_sort(xp, dtype, largest):
    host = values(dtype, (5, 300))
    x = xp.asarray(host)
    best, where = xp.topk(x, 7, axis=1, largest=largest)
    want = np.sort(host, axis=1)
    want = want[:, ::-1][:, :7] if largest else want[:, :7]
    np.testing.assert_array_equal(best.to_numpy(), want)
    np.testing.assert_array_equal(np.take_along_axis(host, where.to_numpy(), 1), want)


# --- D: exchange ---------------------------------------------------------------------------

CHILD = """
import numpy, lfs_hip_array as xp
x = xp.from_dlpack(numpy.arange(8.0)[::-1])
assert x.to_numpy().tolist() == list(range(7, -1, -1))
y = xp.reshape(xp.arange(120), (10, 12))[::2, ::-2]
assert (xp.from_dlpack(y).to_numpy() == y.to_numpy()).all()
assert (numpy.from_dlpack(y) == numpy.arange(120).reshape(10, 12)[::2, ::-2]).all()
print("done")
"""


def test_d01_negative_strides_in_a_child_process():
    command = [sys.executable, "-W", "error", "-c", CHILD]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "done"), done.stderr


VIEWS = {
    "whole": lambda x: x,
    "offset": lambda x: x[3:, 5:],
    "steps": lambda x: x[::2, ::3],
    "reversed": lambda x: x[::-1, ::-1],
    "transposed": lambda x: x.T,
    "mixed": lambda x: x[::2, ::-2].T,
    "row": lambda x: x[4, ...],
    "0-d": lambda x: x[4, 5, ...],
    "empty": lambda x: x[5:5, ...],
}


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("dtype", ALL)
def test_d01_d03_views_of_every_dtype_both_ways(xp, device, dtype, name):
    host = values(dtype, (10, 12))
    back = xp.from_dlpack(VIEWS[name](host), device=device)
    assert str(back.dtype) == dtype
    np.testing.assert_array_equal(back.to_numpy(), VIEWS[name](host))
    x = VIEWS[name](xp.asarray(host))
    again = xp.from_dlpack(x)
    assert (again.dtype, again.shape) == (x.dtype, x.shape)
    np.testing.assert_array_equal(again.to_numpy(), VIEWS[name](host))
    there = np.from_dlpack(x.to_device("cpu"))
    assert there.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(there, VIEWS[name](host))
