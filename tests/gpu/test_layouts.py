# SPDX-License-Identifier: Apache-2.0
"""Every layout case against NumPy: views in, copies out, chains, ramps, large sizes."""

import numpy as np
import pytest

import lfs_hip_array as xp
from lfs_hip_array._errors import UnsupportedError

DTYPES = ["bool", "int8", "uint16", "float16", "float32", "float64", "complex128"]
SIZES = [(1,), (7,), (1003,), (256, 256), (33, 70), (5, 64, 48), (3, 4, 5, 6)]


def values(shape, dtype):
    rng = np.random.default_rng(len(shape))
    return (rng.standard_normal(shape) * 20).astype(dtype)


def views(x):
    """Yield views of an array, by functions that work on tensors and ndarrays."""
    yield "plain", x
    yield "flipped", x[..., ::-1]
    yield "stepped", x[..., ::2]
    yield "offset", x[1:] if x.shape[0] > 1 else x
    if x.ndim > 1:
        axes = tuple(range(x.ndim))[::-1]
        transpose = getattr(x, "transpose", None)
        yield "transposed", transpose(axes) if transpose else xp.permute_dims(x, axes)
        yield "row", x[:1]
        yield "column", x[..., :1]
        yield "swapped", x.swapaxes(0, 1) if hasattr(x, "swapaxes") else xp.moveaxis(x, 0, 1)


def host(tensor):
    return tensor.device.to_host(tensor._settled())


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SIZES)
def test_views_are_read_and_written(gpu, shape, dtype):
    h = values(shape, dtype)
    t = xp.asarray(h, device=gpu)
    for (label, a), (_, b) in zip(views(h), views(t), strict=True):
        np.testing.assert_array_equal(host(b), a, err_msg=label)
        copied = xp.asarray(h, device=gpu)
        target = gpu.empty(a.shape, a.dtype)
        gpu.copy(target, b._settled())
        np.testing.assert_array_equal(gpu.to_host(target), a, err_msg=label)
        want = h.copy()
        places = dict(views(want))
        tensors = dict(views(copied))
        places[label][...] = 1
        tensors[label][...] = 1
        np.testing.assert_array_equal(host(copied), want, err_msg=label)


@pytest.mark.parametrize("dtype", ["uint8", "float16", "float32", "float64", "complex128"])
@pytest.mark.parametrize("shape", SIZES)
def test_pairs_of_views(gpu, shape, dtype):
    h, g = values(shape, dtype), values(shape, dtype)[::-1]
    pairs = list(zip(views(h), views(xp.asarray(h, device=gpu)), strict=True))
    others = list(zip(views(g), views(xp.asarray(g.copy(), device=gpu)), strict=True))
    for (label, a), (_, x) in pairs:
        for (other, b), (_, y) in others:
            try:
                want = a + b
            except ValueError:
                continue
            np.testing.assert_array_equal(host(x + y), want, err_msg=f"{label} {other}")


def test_chain_is_one_kernel_and_right(gpu):
    h = values((1000, 33), "float32")
    x = xp.asarray(h, device=gpu)
    got = host(xp.where(x > 0, x * 2 + 1, xp.negative(x)) - x)
    want = np.where(h > 0, h * np.float32(2) + np.float32(1), -h) - h
    np.testing.assert_array_equal(got, want)


def test_overlapping_copies(gpu):
    x = xp.asarray(np.arange(100000), device=gpu)
    x[1:] = x[:-1]
    np.testing.assert_array_equal(host(x), np.r_[0, np.arange(99999)])
    y = xp.asarray(np.arange(6), device=gpu)
    y[...] = y[::-1]
    np.testing.assert_array_equal(host(y), np.arange(6)[::-1])


def test_subnormals_are_kept(gpu):
    h = np.array([1e-40, -1e-42, 1e-45], np.float32)
    np.testing.assert_array_equal(host(xp.asarray(h, device=gpu) * 1.0), h)


@pytest.mark.parametrize("dtype", ["int8", "int64", "float32", "float64", "complex64"])
def test_ramps(gpu, dtype):
    d = np.dtype(dtype)
    if d.kind != "c":
        want = xp.arange(3, 50, 2, dtype=d, device="cpu").to_numpy()
        np.testing.assert_array_equal(host(xp.arange(3, 50, 2, dtype=d, device=gpu)), want)
    for n, endpoint in ((0, True), (1, True), (2, False), (7, True), (50, False)):
        want = gpu_linspace(xp, "cpu", n, d, endpoint).to_numpy()
        np.testing.assert_array_equal(host(gpu_linspace(xp, gpu, n, d, endpoint)), want)


def gpu_linspace(namespace, device, n, dtype, endpoint):
    if dtype.kind in "iu":
        x = namespace.linspace(
            -3.0, 90.0, n, dtype=np.dtype("f8"), device=device, endpoint=endpoint
        )
        return x.astype(dtype)
    return namespace.linspace(-3.0, 90.0, n, dtype=dtype, device=device, endpoint=endpoint)


def test_many_axes(gpu):
    h = np.arange(2.0**16).reshape((2,) * 16)
    x = xp.asarray(h, device=gpu)
    axes = tuple(np.random.default_rng(1).permutation(16).tolist())
    target = gpu.empty(h.shape, h.dtype)
    gpu.copy(target, xp.permute_dims(x, axes)._settled())
    np.testing.assert_array_equal(gpu.to_host(target), h.transpose(axes))


def test_verbs_to_come_say_so(gpu):
    x = xp.asarray(np.arange(4.0), device=gpu)
    for call in (xp.sum, xp.argmax, xp.sort, xp.nonzero, xp.cumulative_sum, xp.unique_values):
        with pytest.raises(UnsupportedError, match=r"float64.*gpu:0"):
            call(x)


def test_more_than_2_to_31_elements(gpu):
    n = (1 << 31) + 12345
    if gpu.context.memory_info()["free"] < 16 << 30:
        pytest.skip("needs 16 GiB of GPU memory")
    x = xp.zeros((n,), dtype=np.uint8, device=gpu)
    x[-5:] = 7
    y = x + 3
    assert host(y[-6:]).tolist() == [3, 10, 10, 10, 10, 10]
    backwards = gpu.empty((n,), y.dtype)
    gpu.copy(backwards, y[::-1]._settled())
    assert gpu.to_host(gpu.index(backwards, (slice(0, 6),))).tolist() == [10] * 5 + [3]
