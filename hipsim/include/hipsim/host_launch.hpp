// SPDX-License-Identifier: Apache-2.0
// Launches from host code: what the hipcc stand-in turns <<<>>> into.
#pragma once
#include <hip/hip_runtime_api.h>
#include <hipsim/device/launch.hpp>

extern "C" hipError_t hipsim_launch_linked(const hipsim::Module* table, const hipsim::Entry* entry,
                                           const unsigned* grid, const unsigned* block,
                                           size_t shared_bytes, hipStream_t stream,
                                           void** arguments);

// This source's table; the driver appends its definition.
static const hipsim::Module* hipsim_source_module();

namespace hipsim {

template <class... P>
struct BoundKernel {
  void (*kernel)(P...);
  dim3 grid, block;
  size_t shared_bytes;
  hipStream_t stream;

  // Taking the parameters by the kernel's own types converts the arguments as
  // a call would. The status is left for hipGetLastError.
  void operator()(P... arguments) const {
    const Entry mine = entry(nullptr, kernel);
    void* addresses[sizeof...(P) + 1] = {
        const_cast<void*>(static_cast<const volatile void*>(&arguments))..., nullptr};
    const unsigned g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
    (void)hipsim_launch_linked(hipsim_source_module(), &mine, g, b, shared_bytes, stream,
                               addresses);
  }
};

template <class... P>
BoundKernel<P...> bind(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared_bytes = 0,
                       hipStream_t stream = nullptr) {
  return {kernel, grid, block, shared_bytes, stream};
}

}  // namespace hipsim

#define hipLaunchKernelGGL(kernel, grid, block, shared_bytes, stream, ...) \
  ::hipsim::bind(&kernel, grid, block, shared_bytes, stream)(__VA_ARGS__)
