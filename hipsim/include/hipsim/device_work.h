/* SPDX-License-Identifier: Apache-2.0
 * For libraries that do device work with host code (hipblas, hipcub): queue it
 * on a stream, and check what it is about to touch. */
#pragma once
#include <hip/hip_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif
/* Calls run(data) on the executor, in stream order, with device memory open. */
hipError_t hipsim_submit(hipStream_t stream, const char* what, hipError_t (*run)(void*),
                         void* data);
/* hipSuccess if device work may touch the range; otherwise reports it. */
hipError_t hipsim_check_range(const char* what, const char* role, const void* p, size_t bytes,
                              int is_write);
#ifdef __cplusplus
}

#include <memory>
#include <utility>

namespace hipsim {

/* Queues a callable that returns hipError_t. */
template <class F>
hipError_t submit(hipStream_t stream, const char* what, F&& work) {
  using Work = typename std::decay<F>::type;
  auto* copy = new Work(std::forward<F>(work));
  const hipError_t status = hipsim_submit(
      stream, what,
      [](void* data) {
        std::unique_ptr<Work> owned(static_cast<Work*>(data));
        return (*owned)();
      },
      copy);
  if (status != hipSuccess) delete copy;
  return status;
}

}  // namespace hipsim
#endif
