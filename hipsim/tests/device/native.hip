// SPDX-License-Identifier: Apache-2.0
// A native module as packages write them: hipcub behind a C interface, and a
// launch of a kernel template.
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>

#include <new>

#define ENTRY extern "C" int
using Count = long long;
static hipStream_t stream_of(void* s) { return static_cast<hipStream_t>(s); }

template <class T>
__global__ void scale(T* x, T factor, int n) {
  __shared__ T copy;
  if (threadIdx.x == 0) copy = factor;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * copy;
}

ENTRY scale_f32(float* x, float factor, int n, void* stream) {
  scale<float><<<dim3((n + 255) / 256), dim3(256), 0, stream_of(stream)>>>(x, factor, n);
  return hipGetLastError();
}
ENTRY sort_pairs(void* temp, size_t* bytes, const unsigned* keys, unsigned* sorted,
                 const Count* values, Count* moved, Count n, int descending, void* stream) try {
  return descending ? hipcub::DeviceRadixSort::SortPairsDescending(
                          temp, *bytes, keys, sorted, values, moved, n, 0, 32, stream_of(stream))
                    : hipcub::DeviceRadixSort::SortPairs(temp, *bytes, keys, sorted, values, moved,
                                                         n, 0, 32, stream_of(stream));
} catch (const std::bad_alloc&) {
  return hipErrorOutOfMemory;
}
ENTRY sort_doubles(void* temp, size_t* bytes, const double* keys, double* sorted, Count n,
                   void* stream) {
  return hipcub::DeviceRadixSort::SortKeys(temp, *bytes, keys, sorted, n, 0, 64,
                                           stream_of(stream));
}
ENTRY sort_segments(void* temp, size_t* bytes, const unsigned* keys, unsigned* sorted,
                    const Count* values, Count* moved, Count n, Count segments,
                    const int* offsets, void* stream) {
  return hipcub::DeviceSegmentedSort::StableSortPairs(temp, *bytes, keys, sorted, values, moved, n,
                                                      segments, offsets, offsets + 1,
                                                      stream_of(stream));
}
ENTRY select_flagged(void* temp, size_t* bytes, const float* in, const bool* flags, float* out,
                     Count* selected, Count n, void* stream) {
  return hipcub::DeviceSelect::Flagged(temp, *bytes, in, flags, out, selected, n,
                                       stream_of(stream));
}
ENTRY select_indices(void* temp, size_t* bytes, const bool* flags, Count* out, Count* selected,
                     Count n, void* stream) {
  return hipcub::DeviceSelect::Flagged(temp, *bytes, hipcub::CountingInputIterator<Count>(0),
                                       flags, out, selected, n, stream_of(stream));
}
ENTRY running_sum(void* temp, size_t* bytes, const Count* in, Count* out, Count n, int exclusive,
                  void* stream) {
  return exclusive
             ? hipcub::DeviceScan::ExclusiveSum(temp, *bytes, in, out, n, stream_of(stream))
             : hipcub::DeviceScan::InclusiveSum(temp, *bytes, in, out, n, stream_of(stream));
}
ENTRY largest(void* temp, size_t* bytes, const Count* in, Count* out, Count n, void* stream) {
  return hipcub::DeviceReduce::Max(temp, *bytes, in, out, n, stream_of(stream));
}
