# SPDX-License-Identifier: Apache-2.0
"""Kernels that CuPy generates: code that was not written for the simulator."""

import cupy
import numpy as np
import pytest


def test_wheel_believes_it_runs_on_rocm():
    assert cupy.cuda.runtime.is_hip
    assert cupy.cuda.runtime.runtimeGetVersion() // 10_000_000 == 7


@pytest.mark.parametrize(
    "dtype", [np.bool_, np.int8, np.uint64, np.float16, np.float64, np.complex64]
)
def test_arithmetic_and_sum(dtype):
    x = (np.arange(300) % 7).astype(dtype)
    d = cupy.asarray(x)
    np.testing.assert_array_equal((d + d).get(), x + x)
    np.testing.assert_array_equal(d.sum().get(), x.sum())


def test_elementwise_kernel():
    k = cupy.ElementwiseKernel("T x, T y", "T z", "z = x * y + i", "muladd")
    x = np.arange(10, dtype=np.int64)
    np.testing.assert_array_equal(k(cupy.asarray(x), cupy.asarray(x)).get(), x * x + x)


def test_reduction_kernel_over_an_axis():
    k = cupy.ReductionKernel("T x", "T y", "x * x", "a + b", "y = a", "0", "sumsq")
    x = np.arange(600, dtype=np.float64).reshape(3, 200)
    np.testing.assert_array_equal(k(cupy.asarray(x), axis=1).get(), (x * x).sum(1))


def test_complex_functions():
    x = np.array([1 + 2j, -0.5j, 3])
    np.testing.assert_allclose(cupy.exp(cupy.asarray(x)).get(), np.exp(x), rtol=1e-14)


def test_strided_and_broadcast_operands():
    x = np.arange(24.0).reshape(4, 6)
    d = cupy.asarray(x)
    np.testing.assert_array_equal((d[::2, ::-1] + d[:1, :]).get(), x[::2, ::-1] + x[:1, :])


def test_take_and_scatter_add():
    x = cupy.zeros(4)
    cupy.add.at(x, cupy.array([0, 1, 1, 3]), 1.0)
    assert x.get().tolist() == [1, 2, 0, 1]
    assert cupy.take(x, cupy.array([3, 1])).get().tolist() == [1, 2]


def test_fusion():
    @cupy.fuse()
    def f(x, y):
        return cupy.sqrt(x * x + y * y)

    x = np.array([3.0, 5.0])
    y = np.array([4.0, 12.0])
    np.testing.assert_array_equal(f(cupy.asarray(x), cupy.asarray(y)).get(), [5, 13])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.complex64, np.complex128])
def test_matmul_goes_through_hipblas(dtype):
    rng = np.random.default_rng(5)
    a, b = rng.standard_normal((2, 5, 7)), rng.standard_normal((2, 7, 3))
    if np.dtype(dtype).kind == "c":
        a = a + 1j * rng.standard_normal(a.shape)
    a, b = a.astype(dtype), b.astype(dtype)
    tolerance = 4e-3 if dtype is np.float16 else 1e-5
    got = cupy.asarray(a) @ cupy.asarray(b)
    np.testing.assert_allclose(got.get(), a @ b, rtol=tolerance, atol=tolerance)
    one = cupy.asarray(a[0].T.copy()).T @ cupy.asarray(b[0])
    np.testing.assert_allclose(one.get(), a[0] @ b[0], rtol=tolerance, atol=tolerance)
