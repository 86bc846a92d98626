# SPDX-License-Identifier: Apache-2.0
"""The device language: indices, shared memory, waves, atomics, half, math."""

import cupy
import numpy as np
import pytest

WAVE = cupy.cuda.runtime.getDeviceProperties(0)["warpSize"]

SOURCE = r"""
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
extern "C" __global__ void where_am_i(int* out) {
  int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[block * (blockDim.x * blockDim.y * blockDim.z) + thread] =
      blockIdx.x + 10 * blockIdx.y + 100 * blockIdx.z +
      1000 * (threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z);
}
extern "C" __global__ void block_sum(const float* x, float* out) {
  extern __shared__ float s[];
  s[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
extern "C" __global__ void wave_sum(const float* x, float* out) {
  float v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down(v, d);
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}
extern "C" __global__ void block_scan(const int* x, int* out) {
  __shared__ int totals[64];
  int lane = threadIdx.x % warpSize, wave = threadIdx.x / warpSize;
  int v = x[threadIdx.x];
  for (int d = 1; d < warpSize; d <<= 1) {
    int other = __shfl_up(v, d);
    if (lane >= d) v += other;
  }
  if (lane == warpSize - 1) totals[wave] = v;
  __syncthreads();
  for (int w = 0; w < wave; ++w) v += totals[w];
  out[threadIdx.x] = v;
}
extern "C" __global__ void votes(unsigned long long* out) {
  unsigned long long odd = __ballot(threadIdx.x & 1);
  int all = __all(threadIdx.x < 1000), any = __any(threadIdx.x == 3);
  if (threadIdx.x == 0) { out[0] = odd; out[1] = all; out[2] = any; }
  if (threadIdx.x < 5) {  // a divergent branch: only its lanes take part
    unsigned long long here = __activemask();
    if (threadIdx.x == 0) out[3] = here;
  }
}
extern "C" __global__ void shuffles(int* out) {
  int t = threadIdx.x;
  out[t] = __shfl(t, 5);
  out[blockDim.x + t] = __shfl_xor(t, 3);
  out[2 * blockDim.x + t] = __shfl_up(t, 2, 8);
  out[3 * blockDim.x + t] = __shfl_sync(~0ull, t, 1, 16);
}
extern "C" __global__ void loop_exits(int* out) {
  int rounds = threadIdx.x % 4, sum = 0;
  for (int i = 0; i < rounds; ++i)
    sum += __popcll(__ballot(1));   // fewer lanes each round
  out[threadIdx.x] = sum + 1000 * __popcll(__ballot(1));  // all meet again
}
extern "C" __global__ void atomics(int* i, unsigned* u, unsigned long long* l, float* f,
                                   double* d) {
  atomicAdd(i, -1);
  atomicMax(u, threadIdx.x);
  atomicAdd(l, 1ull << 33);
  atomicAdd(f, 0.5f);
  atomicAdd(d, 0.25);
  unsigned old = u[1], seen;
  do { seen = old; old = atomicCAS(&u[1], seen, seen + 2); } while (old != seen);
  atomicInc(&u[2], 9);
}
extern "C" __global__ void counts(int* out) {
  out[threadIdx.x] = __syncthreads_count(threadIdx.x < 7);
  out[threadIdx.x] += 100 * __syncthreads_or(threadIdx.x == 2) +
                      1000 * __syncthreads_and(threadIdx.x < 2000);
}
"""


@pytest.fixture(scope="module")
def kernels():
    return cupy.RawModule(code=SOURCE)


def launch(kernels, name, grid, block, *arguments, shared=0):
    kernels.get_function(name)(grid, block, arguments, shared_mem=shared)


def test_saxpy(kernels):
    x = np.arange(1000, dtype=np.float32)
    d, y = cupy.asarray(x), cupy.ones(1000, np.float32)
    launch(kernels, "saxpy", (8,), (128,), np.float32(2), d, y, np.int32(1000))
    np.testing.assert_array_equal(y.get(), 2 * x + 1)


def test_indices_in_three_dimensions(kernels):
    out = cupy.zeros(2 * 3 * 4 * 5 * 2 * 3, np.int32)
    launch(kernels, "where_am_i", (2, 3, 4), (5, 2, 3), out)
    expected = [
        bx + 10 * by + 100 * bz + 1000 * (tx + 10 * ty + 100 * tz)
        for bz in range(4)
        for by in range(3)
        for bx in range(2)
        for tz in range(3)
        for ty in range(2)
        for tx in range(5)
    ]
    np.testing.assert_array_equal(out.get(), expected)


def test_shared_memory_reduction(kernels):
    x = np.arange(1024, dtype=np.float32)
    out = cupy.zeros(4, np.float32)
    launch(kernels, "block_sum", (4,), (256,), cupy.asarray(x), out, shared=1024)
    np.testing.assert_array_equal(out.get(), x.reshape(4, 256).sum(1))


def test_shuffle_reduction(kernels):
    x = np.arange(256, dtype=np.float32)
    out = cupy.zeros(256 // WAVE, np.float32)
    launch(kernels, "wave_sum", (1,), (256,), cupy.asarray(x), out)
    np.testing.assert_array_equal(out.get(), x.reshape(-1, WAVE).sum(1))


def test_block_scan(kernels):
    x = np.arange(512, dtype=np.int32)
    out = cupy.zeros(512, np.int32)
    launch(kernels, "block_scan", (1,), (512,), cupy.asarray(x), out)
    np.testing.assert_array_equal(out.get(), np.cumsum(x))


def test_votes_and_active_lanes(kernels):
    out = cupy.zeros(4, np.uint64)
    launch(kernels, "votes", (1,), (WAVE,), out)
    odd = sum(1 << i for i in range(1, WAVE, 2))
    assert [int(v) for v in out.get()] == [odd, 1, 1, 0b11111]


def test_shuffles(kernels):
    out = cupy.zeros(4 * WAVE, np.int32)
    launch(kernels, "shuffles", (1,), (WAVE,), out)
    t = np.arange(WAVE)
    got = out.get().reshape(4, WAVE)
    np.testing.assert_array_equal(got[0], np.full(WAVE, 5))
    np.testing.assert_array_equal(got[1], t ^ 3)
    np.testing.assert_array_equal(got[2], np.where(t % 8 < 2, t, t - 2))
    np.testing.assert_array_equal(got[3], t // 16 * 16 + 1)


def test_lanes_that_leave_a_loop_early_meet_the_others_after_it(kernels):
    out = cupy.zeros(WAVE, np.int32)
    launch(kernels, "loop_exits", (1,), (WAVE,), out)
    active = [WAVE * 3 // 4, WAVE // 2, WAVE // 4]  # lanes in rounds 0, 1, 2
    expected = [sum(active[: t % 4]) + 1000 * WAVE for t in range(WAVE)]
    np.testing.assert_array_equal(out.get(), expected)


def test_atomics(kernels):
    i, u = cupy.zeros(1, np.int32), cupy.zeros(3, np.uint32)
    l, f, d = cupy.zeros(1, np.uint64), cupy.zeros(1, np.float32), cupy.zeros(1, np.float64)
    launch(kernels, "atomics", (2,), (100,), i, u, l, f, d)
    assert i[0] == -200
    assert u.get().tolist() == [99, 400, 0]  # 200 increments modulo 10
    assert int(l[0]) == 200 << 33
    assert (f[0], d[0]) == (100, 50)


def test_barriers_with_votes(kernels):
    out = cupy.zeros(100, np.int32)
    launch(kernels, "counts", (1,), (100,), out)
    np.testing.assert_array_equal(out.get(), np.full(100, 1107))


def test_half_rounds_after_every_operation():
    k = cupy.RawKernel(
        r"""
        #include <hip/hip_fp16.h>
        extern "C" __global__ void h(const __half* a, const __half* b, __half* out) {
          int i = threadIdx.x;
          out[3 * i] = a[i] * b[i] + a[i];
          out[3 * i + 1] = __hfma(a[i], b[i], a[i]);
          out[3 * i + 2] = __float2half(1.0f / __half2float(b[i]));
        }""",
        "h",
    )
    rng = np.random.default_rng(3)
    a, b = (rng.uniform(0.1, 9, 64).astype(np.float16) for _ in range(2))
    out = cupy.zeros(192, np.float16)
    k((1,), (64,), (cupy.asarray(a), cupy.asarray(b), out))
    got = out.get().reshape(64, 3)
    np.testing.assert_array_equal(got[:, 0], a * b + a)
    exact = a.astype(np.float64) * b + a
    np.testing.assert_array_equal(got[:, 1], exact.astype(np.float16))
    np.testing.assert_array_equal(got[:, 2], (1 / b.astype(np.float32)).astype(np.float16))


@pytest.mark.parametrize(
    ("expression", "x", "expected"),
    [
        ("rsqrt(x)", 4.0, 0.5),
        ("erfinv(x)", 0.5, 0.47693627620446987),
        ("erfcinv(x)", 1e-10, 4.572824967389486),
        ("normcdfinv(x)", 0.975, 1.959963984540054),
        ("erfcx(x)", 30.0, 0.018795888861416751),
        ("sinpi(x)", 1.5, -1.0),
        ("cospi(x)", 1.0, -1.0),
        ("exp10(x)", 3.0, 1000.0),
        ("cyl_bessel_i0(x)", 2.0, 2.2795853023360673),
        ("(double)__umulhi(0x80000000u, (unsigned)x)", 6.0, 3.0),
        ("(double)__clz((int)x)", 1.0, 31.0),
        ("(double)__brev((unsigned)x)", 1.0, 2147483648.0),
        ("(double)__float2int_rz(1e20f * (float)x)", 1.0, 2147483647.0),
        ("max(x, 7)", 3.0, 7.0),
        ("(double)(clock() <= clock64() && clock() > 0)", 0.0, 1.0),
        ("(double)__float_as_int((float)x)", 1.0, float(0x3F800000)),
    ],
)
def test_math(expression, x, expected):
    k = cupy.RawKernel(
        f'extern "C" __global__ void f(double x, double* out) {{ out[0] = {expression}; }}', "f"
    )
    out = cupy.zeros(1)
    k((1,), (1,), (float(x), out))
    np.testing.assert_allclose(out.get()[0], expected, rtol=1e-14)


def test_wave_size_of_the_architecture():
    k = cupy.RawKernel('extern "C" __global__ void w(int* o) { *o = warpSize; }', "w")
    out = cupy.zeros(1, np.int32)
    k((1,), (1,), (out,))
    assert out[0] == WAVE
