// SPDX-License-Identifier: Apache-2.0
#include <hipsim/device_work.h>

#include "api.hpp"

using namespace hipsim;

extern "C" hipError_t hipsim_submit(hipStream_t handle, const char* what,
                                    hipError_t (*run)(void*), void* data) {
  count(Count::launches);
  if (const hipError_t e = injected(Site::launch)) return done(e);
  const auto stream = Engine::instance().stream(handle, current_device());
  if (!stream) return done(hipErrorInvalidHandle);
  Engine::instance().submit(stream, what, [=] {
    DeviceAccess access;
    return run(data);
  });
  return hipSuccess;
}

extern "C" hipError_t hipsim_check_range(const char* what, const char* role, const void* p,
                                         size_t bytes, int is_write) {
  const auto at = reinterpret_cast<std::uintptr_t>(p);
  if (Memory::instance().accessible(at, bytes) || Memory::instance().in_image(at))
    return hipSuccess;
  std::size_t good = 0;
  while (good < bytes && Memory::instance().accessible(at + good, 1)) ++good;
  report(format("%s %s %zu bytes of %s at %#lx, bad from byte %zu: %s", what,
                is_write ? "writes" : "reads", bytes, role, static_cast<unsigned long>(at), good,
                Memory::instance().describe(at + good).c_str()));
  return hipErrorIllegalAddress;
}
