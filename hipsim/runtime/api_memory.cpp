// SPDX-License-Identifier: Apache-2.0
// Allocation, copies and fills.
#include <cstring>
#include <vector>

#include "api.hpp"

namespace hipsim {
namespace {

enum class Place { device, variable, pinned, pageable };

Place place(const void* p) {
  const auto a = reinterpret_cast<std::uintptr_t>(p);
  if (in_device_memory(a)) return Place::device;
  if (in_pinned_memory(a)) return Place::pinned;
  return Memory::instance().in_image(a) ? Place::variable : Place::pageable;
}

std::uintptr_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

// False, with a report, if device or pinned memory at `p` does not hold `bytes`.
bool range_ok(const char* function, const char* role, const void* p, std::size_t bytes) {
  const Place at = place(p);
  if (at == Place::pageable || at == Place::variable || Memory::instance().accessible(address(p), bytes)) return true;
  std::size_t good = 0;
  while (good < bytes && Memory::instance().accessible(address(p) + good, 1)) ++good;
  report(format("%s of %zu bytes: the %s at %#lx is bad from byte %zu: %s", function, bytes, role,
                static_cast<unsigned long>(address(p)), good,
                Memory::instance().describe(address(p) + good).c_str()));
  return false;
}

// Device memory must be what the direction says. Managed and pinned memory and
// variables of a module may stand on either side.
bool direction_ok(const void* dst, const void* src, hipMemcpyKind kind) {
  const bool to_device = kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice;
  const bool from_device = kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice;
  if (kind == hipMemcpyDefault) return true;
  if (to_device && place(dst) == Place::pageable) return false;
  if (!to_device && place(dst) == Place::device) return false;
  if (from_device && place(src) == Place::pageable) return false;
  return from_device || place(src) != Place::device;
}

hipError_t move_bytes(const char* function, void* dst, const void* src, std::size_t bytes) {
  // Checked again when it runs: the memory may be gone by now.
  if (!range_ok(function, "destination", dst, bytes) || !range_ok(function, "source", src, bytes))
    return hipErrorIllegalAddress;
  DeviceAccess access;
  std::memmove(dst, src, bytes);
  return hipSuccess;
}

hipError_t copy(const char* function, void* dst, const void* src, std::size_t bytes,
                hipMemcpyKind kind, hipStream_t handle, bool asynchronous) {
  count(Count::copies);
  if (const hipError_t e = injected(Site::copy)) return e;
  if (bytes == 0) return hipSuccess;
  if (!dst || !src) return hipErrorInvalidValue;
  if (!direction_ok(dst, src, kind)) {
    report(format("%s: direction %d does not match where the buffers are: destination %#lx is %s, "
                  "source %#lx is %s", function, kind, static_cast<unsigned long>(address(dst)),
                  Memory::instance().describe(address(dst)).c_str(),
                  static_cast<unsigned long>(address(src)),
                  Memory::instance().describe(address(src)).c_str()));
    return hipErrorInvalidMemcpyDirection;
  }
  if (!range_ok(function, "destination", dst, bytes) || !range_ok(function, "source", src, bytes))
    return hipErrorInvalidValue;
  Engine& engine = Engine::instance();
  const auto stream = engine.stream(handle, current_device());
  if (!stream) return hipErrorInvalidHandle;
  if (place(src) == Place::pageable && asynchronous) {
    // The runtime takes the bytes before the call returns; the caller may
    // change them at once.
    auto staged = std::make_shared<std::vector<char>>(static_cast<const char*>(src),
                                                      static_cast<const char*>(src) + bytes);
    engine.submit(stream, function, [=] {
      return move_bytes(function, dst, staged->data(), bytes);
    });
  } else {
    engine.submit(stream, function, [=] { return move_bytes(function, dst, src, bytes); });
  }
  // A copy to pageable memory is finished when the call returns, asynchronous
  // or not; between devices' memories nothing waits.
  const bool inside = place(dst) == Place::device && place(src) == Place::device;
  const bool waits = place(dst) == Place::pageable || (!asynchronous && !inside);
  return waits ? engine.wait(stream) : hipSuccess;
}

hipError_t fill(const char* function, void* dst, int value, std::size_t bytes,
                hipStream_t handle) {
  count(Count::memsets);
  if (const hipError_t e = injected(Site::copy)) return e;
  if (bytes == 0) return hipSuccess;
  if (!dst || place(dst) == Place::pageable || !range_ok(function, "destination", dst, bytes))
    return hipErrorInvalidValue;
  Engine& engine = Engine::instance();
  const auto stream = engine.stream(handle, current_device());
  if (!stream) return hipErrorInvalidHandle;
  engine.submit(stream, function, [=] {
    if (!range_ok(function, "destination", dst, bytes)) return hipErrorIllegalAddress;
    DeviceAccess access;
    std::memset(dst, value, bytes);
    return hipSuccess;
  });
  return hipSuccess;
}

hipError_t allocate(void** ptr, std::size_t bytes, MemoryKind kind, Site site, Count live) {
  if (!ptr) return hipErrorInvalidValue;
  *ptr = nullptr;
  if (!valid_device(current_device())) return hipErrorNoDevice;
  count(Count::allocations);
  if (const hipError_t e = injected(site)) return e;
  if (bytes == 0) return hipSuccess;
  *ptr = reinterpret_cast<void*>(Memory::instance().allocate(kind, current_device(), bytes));
  if (!*ptr) return hipErrorOutOfMemory;
  count(live);
  if (kind == MemoryKind::device) count(Count::live_device_bytes, static_cast<long long>(bytes));
  return hipSuccess;
}

void forget(const Allocation& a) {
  Memory::instance().release(a.base);
  if (a.kind == MemoryKind::device)
    count(Count::live_device_bytes, -static_cast<long long>(a.bytes));
  count(a.kind == MemoryKind::device   ? Count::live_device
        : a.kind == MemoryKind::pinned ? Count::live_pinned
                                       : Count::live_managed, -1);
}

hipError_t release(const char* function, void* ptr, Site site, bool host) {
  if (!ptr) return hipSuccess;
  count(Count::frees);
  // A failed free keeps the memory: the caller still owns it.
  if (const hipError_t e = injected(site)) return e;
  Allocation a;
  if (!Memory::instance().starts_at(address(ptr), &a) || (a.kind == MemoryKind::pinned) != host) {
    report(format("%s of %#lx, which is no live allocation of that kind: %s", function,
                  static_cast<unsigned long>(address(ptr)),
                  Memory::instance().describe(address(ptr)).c_str()));
    return hipErrorInvalidValue;
  }
  hipError_t status = hipSuccess;
  if (config().free_policy == FreePolicy::wait) status = Engine::instance().wait_device(a.device);
  forget(a);
  return status;
}

}  // namespace
}  // namespace hipsim

using namespace hipsim;

extern "C" {

hipError_t hipMalloc(void** ptr, size_t bytes) {
  return done(allocate(ptr, bytes, MemoryKind::device, Site::allocation, Count::live_device));
}
hipError_t hipFree(void* ptr) { return done(release("hipFree", ptr, Site::free, false)); }

hipError_t hipHostMalloc(void** ptr, size_t bytes, unsigned) {
  return done(allocate(ptr, bytes, MemoryKind::pinned, Site::host_allocation, Count::live_pinned));
}
hipError_t hipHostFree(void* ptr) {
  return done(release("hipHostFree", ptr, Site::host_free, true));
}
hipError_t hipMallocManaged(void** ptr, size_t bytes, unsigned) {
  return done(allocate(ptr, bytes, MemoryKind::managed, Site::allocation, Count::live_managed));
}

// The allocation itself is immediate; what is ordered in the stream is the
// point from which the memory may no longer be used.
hipError_t hipMallocAsync(void** ptr, size_t bytes, hipStream_t handle) {
  if (!Engine::instance().stream(handle, current_device())) return done(hipErrorInvalidHandle);
  return hipMalloc(ptr, bytes);
}
hipError_t hipFreeAsync(void* ptr, hipStream_t handle) {
  if (!ptr) return hipSuccess;
  count(Count::frees);
  if (const hipError_t e = injected(Site::free)) return done(e);
  const auto stream = Engine::instance().stream(handle, current_device());
  if (!stream) return done(hipErrorInvalidHandle);
  Allocation a;
  if (!Memory::instance().starts_at(address(ptr), &a)) return done(hipErrorInvalidValue);
  Engine::instance().submit(stream, "hipFreeAsync", [a] {
    forget(a);
    return hipSuccess;
  });
  return hipSuccess;
}

hipError_t hipMemGetInfo(size_t* free, size_t* total) {
  if (!free || !total) return done(hipErrorInvalidValue);
  *total = config().memory;
  *free = config().memory - Memory::instance().used(current_device());
  return hipSuccess;
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t* out, const void* ptr) {
  if (!out) return done(hipErrorInvalidValue);
  Allocation a;
  *out = {hipMemoryTypeUnregistered, -2, nullptr, nullptr, 0, 0};
  // Since ROCm 6 ordinary host memory is an answer and not an error.
  if (!Memory::instance().find(address(ptr), &a)) return hipSuccess;
  void* p = const_cast<void*>(ptr);
  out->device = a.device;
  out->devicePointer = p;
  if (a.kind == MemoryKind::device) {
    out->type = hipMemoryTypeDevice;
  } else {
    out->type = a.kind == MemoryKind::managed ? hipMemoryTypeManaged : hipMemoryTypeHost;
    out->hostPointer = p;
    out->isManaged = a.kind == MemoryKind::managed;
  }
  return hipSuccess;
}

hipError_t hipMemcpy(void* dst, const void* src, size_t bytes, hipMemcpyKind kind) {
  return done(copy("hipMemcpy", dst, src, bytes, kind, nullptr, false));
}
hipError_t hipMemcpyAsync(void* dst, const void* src, size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream) {
  return done(copy("hipMemcpyAsync", dst, src, bytes, kind, stream, true));
}
hipError_t hipMemcpyPeer(void* dst, int dst_device, const void* src, int src_device,
                         size_t bytes) {
  if (!valid_device(dst_device) || !valid_device(src_device)) return done(hipErrorInvalidDevice);
  return done(copy("hipMemcpyPeer", dst, src, bytes, hipMemcpyDeviceToDevice, nullptr, false));
}
hipError_t hipMemcpyPeerAsync(void* dst, int dst_device, const void* src, int src_device,
                              size_t bytes, hipStream_t stream) {
  if (!valid_device(dst_device) || !valid_device(src_device)) return done(hipErrorInvalidDevice);
  return done(
      copy("hipMemcpyPeerAsync", dst, src, bytes, hipMemcpyDeviceToDevice, stream, true));
}
hipError_t hipMemset(void* dst, int value, size_t bytes) {
  return done(fill("hipMemset", dst, value, bytes, nullptr));
}
hipError_t hipMemsetAsync(void* dst, int value, size_t bytes, hipStream_t stream) {
  return done(fill("hipMemsetAsync", dst, value, bytes, stream));
}
hipError_t hipMemAdvise(const void* ptr, size_t bytes, int, int) {
  return done(Memory::instance().accessible(address(ptr), bytes) ? hipSuccess
                                                                 : hipErrorInvalidValue);
}
hipError_t hipMemPrefetchAsync(const void* ptr, size_t bytes, int, hipStream_t) {
  return done(Memory::instance().accessible(address(ptr), bytes) ? hipSuccess
                                                                 : hipErrorInvalidValue);
}

}  // extern "C"
