# SPDX-License-Identifier: Apache-2.0
"""Planted defects inside a kernel: each must be found and named."""

import cupy
import numpy as np
import pytest

import hipsim

SOURCE = r"""
extern "C" __global__ void store_past_end(float* x, int n) {
  if (threadIdx.x <= n) x[threadIdx.x] = 1;
}
extern "C" __global__ void read_past_end(const float* x, float* y, int n) {
  if (threadIdx.x < n) y[threadIdx.x] = x[threadIdx.x + 1];
}
extern "C" __global__ void byte_past_odd_end(char* x, int n) { x[n] = 1; }
extern "C" __global__ void atomic_past_end(int* x, int n) { atomicAdd(&x[n], 1); }
extern "C" __global__ void reverse(float* y) {
  __shared__ float s[128];
  s[threadIdx.x] = threadIdx.x;
#ifndef DEFECT
  __syncthreads();
#endif
  y[threadIdx.x] = s[127 - threadIdx.x];
}
extern "C" __global__ void shared_past_end(float* y) {
  __shared__ float s[16];
  s[threadIdx.x] = 1;
  y[threadIdx.x] = s[threadIdx.x];
}
extern "C" __global__ void dynamic_past_end(float* y) {
  extern __shared__ float d[];
  d[threadIdx.x] = 1;
  y[threadIdx.x] = d[threadIdx.x];
}
extern "C" __global__ void too_much_shared(float* y) {
  __shared__ float s[20000];
  s[threadIdx.x] = 1;
  y[threadIdx.x] = s[threadIdx.x];
}
extern "C" __global__ void divergent(float* y) {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
  y[threadIdx.x] = 1;
}
extern "C" __global__ void totals_of_warps_of_32(const float* x, float* y) {
  float v = x[threadIdx.x];
  for (int d = 1; d < 32; d <<= 1) {
    float other = __shfl_up(v, d);
    if (threadIdx.x % 32 >= d) v += other;
  }
  y[threadIdx.x] = __shfl(v, 31);  // the last lane, if a warp has 32
}
extern "C" __global__ void host_pointer(float* y, const float* h) { *y = *h; }
extern "C" __global__ void null_pointer(float* y) { *y = *(float*)(long)(threadIdx.y); }
extern "C" __global__ void asserts(int n) { assert(n < 3); }
extern "C" __global__ void traps() { __trap(); }
extern "C" __global__ void divides(int* x, int d) { x[0] = 7 / d; }
extern "C" __global__ void recurses(int* x, int n) {
  volatile char frame[1024];
  frame[n % 1024] = 1;
  if (n > 0) recurses(x, n - 1);
  x[0] = frame[n % 1024];
}
extern "C" __global__ void fine(float* y) { *y = 3; }
"""


@pytest.fixture(autouse=True)
def exact():
    """Arrays of their exact size, and no report left over from elsewhere."""
    old = cupy.cuda.get_allocator()
    hipsim.exact_allocations()
    hipsim.take_reports()
    yield
    cupy.cuda.set_allocator(old)
    assert hipsim.take_reports() == []


@pytest.fixture(scope="module")
def kernels():
    return cupy.RawModule(code=SOURCE)


def found(kernels, name, block, *arguments, error="hipErrorIllegalAddress", shared=0, grid=(1,)):
    """The one report of a launch that must fail."""
    kernels.get_function(name)(grid, block, arguments, shared_mem=shared)
    with pytest.raises(cupy.cuda.runtime.CUDARuntimeError, match=error):
        cupy.cuda.Device().synchronize()
    (report,) = hipsim.take_reports()
    return report


def test_off_by_one_store(kernels):
    r = found(kernels, "store_past_end", (128,), cupy.zeros(100, np.float32), np.int32(100))
    assert "kernel store_past_end, block (0,0,0), thread (100,0,0): write of 4 bytes at 0x" in r
    assert "0 bytes past the end of 400 bytes of device memory" in r


def test_read_past_the_end(kernels):
    x, y = cupy.zeros(100, np.float32), cupy.zeros(100, np.float32)
    r = found(kernels, "read_past_end", (128,), x, y, np.int32(100))
    assert "thread (99,0,0): read of 4 bytes" in r
    assert "past the end of 400 bytes" in r


def test_store_past_the_end_of_an_odd_size(kernels):
    r = found(kernels, "byte_past_odd_end", (1,), cupy.zeros(13, np.int8), np.int32(13))
    assert "0 bytes past the end of 13 bytes" in r


def test_atomic_past_the_end(kernels):
    r = found(kernels, "atomic_past_end", (1,), cupy.zeros(8, np.int32), np.int32(8))
    assert "write of 4 bytes" in r


def test_missing_barrier():
    y = cupy.zeros(128, np.float32)
    bad = cupy.RawModule(code=SOURCE, options=("-DDEFECT",))
    r = found(bad, "reverse", (128,), y, error="hipErrorLaunchFailure")
    assert "race: write of byte 256 of shared variable s" in r
    assert "thread (63,0,0) read since the last barrier" in r


def test_same_kernel_with_its_barrier(kernels):
    y = cupy.zeros(128, np.float32)
    kernels.get_function("reverse")((1,), (128,), (y,))
    np.testing.assert_array_equal(y.get(), np.arange(128)[::-1])


def test_kernel_that_assumes_warps_of_32(kernels):
    y = cupy.zeros(64, np.float32)
    kernels.get_function("totals_of_warps_of_32")((1,), (64,), (cupy.arange(64, dtype="f4"), y))
    low, high = sum(range(32)), sum(range(32, 64))
    if cupy.cuda.runtime.getDeviceProperties(0)["warpSize"] == 32:
        assert y.get().tolist() == [low] * 32 + [high] * 32
    else:
        assert y.get().tolist() == [low] * 64  # wrong, as on the device


def test_shared_memory_past_the_end(kernels):
    r = found(kernels, "shared_past_end", (17,), cupy.zeros(17, np.float32))
    assert "thread (16,0,0)" in r
    assert "0 bytes past the end of shared variable s (64 bytes)" in r


def test_dynamic_shared_memory_past_the_end(kernels):
    r = found(kernels, "dynamic_past_end", (17,), cupy.zeros(17, np.float32), shared=64)
    assert "past the end of dynamic shared memory (64 bytes)" in r


def test_more_shared_memory_than_the_device_has(kernels):
    r = found(
        kernels,
        "too_much_shared",
        (1,),
        cupy.zeros(1, np.float32),
        error="hipErrorLaunchOutOfResources",
    )
    assert "shared variable s brings the block to 80000 bytes" in r


def test_divergent_barrier(kernels):
    r = found(
        kernels, "divergent", (64,), cupy.zeros(64, np.float32), error="hipErrorLaunchFailure"
    )
    assert "divergent barrier" in r


def test_host_memory_in_a_kernel(kernels):
    h = np.zeros(4, np.float32)
    r = found(kernels, "host_pointer", (1,), cupy.zeros(1, np.float32), np.intp(h.ctypes.data))
    assert "host memory that is not pinned" in r


def test_pinned_memory_in_a_kernel(kernels):
    p = cupy.cuda.alloc_pinned_memory(4)
    np.frombuffer(p, np.float32, 1)[:] = 5
    y = cupy.zeros(1, np.float32)
    kernels.get_function("host_pointer")((1,), (1,), (y, np.intp(p.ptr)))
    assert y[0] == 5


def test_null_pointer(kernels):
    assert "a null pointer" in found(kernels, "null_pointer", (1,), cupy.zeros(1, np.float32))


def test_assert(kernels):
    r = found(kernels, "asserts", (1,), np.int32(3), error="hipErrorAssert")
    assert "assert(n < 3) at " in r


def test_trap(kernels):
    assert "__trap()" in found(kernels, "traps", (1,), error="hipErrorLaunchFailure")


def test_division_by_zero(kernels):
    r = found(
        kernels,
        "divides",
        (1,),
        cupy.zeros(1, np.int32),
        np.int32(0),
        error="hipErrorLaunchFailure",
    )
    assert "integer division by zero" in r


def test_stack_overflow(kernels):
    r = found(kernels, "recurses", (1,), cupy.zeros(1, np.int32), np.int32(100_000))
    assert "stack overflow" in r


def test_freed_memory(kernels):
    x = cupy.zeros(1, np.float32)
    address = x.data.ptr
    del x
    cupy.cuda.Device().synchronize()
    r = found(kernels, "fine", (1,), np.intp(address))
    assert "inside freed 4 bytes of device memory" in r


def test_device_works_after_a_fault(kernels):
    found(kernels, "traps", (64,), error="hipErrorLaunchFailure")
    y = cupy.zeros(1, np.float32)
    kernels.get_function("fine")((1,), (1,), (y,))
    assert y[0] == 3


@pytest.mark.parametrize(("grid", "block"), [((1,), (1025,)), ((1 << 23,), (1024,))])
def test_launch_shapes_that_no_device_takes(kernels, grid, block):
    with pytest.raises(cupy.cuda.driver.CUDADriverError, match="hipErrorInvalidConfiguration"):
        kernels.get_function("traps")(grid, block, ())
    assert len(hipsim.take_reports()) == 1


def test_copy_past_the_end():
    x = cupy.zeros(10, np.float32)
    h = np.zeros(11, np.float32)
    with pytest.raises(cupy.cuda.runtime.CUDARuntimeError, match="hipErrorInvalidValue"):
        cupy.cuda.runtime.memcpy(h.ctypes.data, x.data.ptr, 44, 2)
    assert "bad from byte 40" in hipsim.take_reports()[0]


def test_copy_in_the_wrong_direction():
    x, h = cupy.zeros(1), np.zeros(1)
    with pytest.raises(cupy.cuda.runtime.CUDARuntimeError, match="InvalidMemcpyDirection"):
        cupy.cuda.runtime.memcpy(x.data.ptr, h.ctypes.data, 8, 2)
    assert "direction 2 does not match" in hipsim.take_reports()[0]


def test_double_free():
    p = cupy.cuda.runtime.malloc(64)
    cupy.cuda.runtime.free(p)
    with pytest.raises(cupy.cuda.runtime.CUDARuntimeError, match="hipErrorInvalidValue"):
        cupy.cuda.runtime.free(p)
    assert "no live allocation" in hipsim.take_reports()[0]
