// SPDX-License-Identifier: Apache-2.0
#include "shared.hpp"

#include <hipsim/abi.h>

#include <cstring>

#include "block_state.hpp"
#include "config.hpp"
#include "memory.hpp"
#include "report.hpp"

namespace hipsim {
namespace {

constexpr std::size_t gap = 64;  // between variables; never addressable
constexpr int fresh_byte = 0xcb;

// Whole granules are marked for the race checker. The rest of the last granule
// stays addressable to the byte, and unchecked.
void open_range(std::uintptr_t p, std::size_t bytes) {
  set_shadow(p, bytes / 8 * 8, config().race_check ? shadow_shared : shadow_all);
  if (bytes % 8) set_shadow(p + bytes / 8 * 8, 1, static_cast<std::uint8_t>(bytes % 8));
  std::memset(reinterpret_cast<void*>(p), fresh_byte, bytes);
}

}  // namespace

void SharedMemory::prepare(unsigned dynamic_bytes) {
  set_shadow(dynamic_shared, shared_size / 2, shadow_redzone);
  dynamic_ = dynamic_bytes;
}

void SharedMemory::begin_block() {
  open_range(dynamic_shared, dynamic_);
  if (next_) set_shadow(static_shared, next_ - static_shared, shadow_redzone);
  variables_.clear();
  static_ = 0;
  next_ = static_shared;
}

std::uintptr_t SharedMemory::variable(const void* key, std::size_t bytes, std::size_t align,
                                      const char* name) {
  for (const SharedVariable& v : variables_)
    if (v.key == key) return v.base;
  const std::uintptr_t a = align < 16 ? 16 : align;
  const std::uintptr_t base = (next_ + a - 1) / a * a;
  static_ += (bytes + 15) / 16 * 16;
  if (used() > shared_memory_limit) return 0;
  next_ = base + (bytes + gap + 15) / 16 * 16;
  open_range(base, bytes);
  variables_.push_back({key, base, bytes, name});
  return base;
}

std::string SharedMemory::describe(std::uintptr_t p) const {
  for (const SharedVariable& v : variables_)
    if (p >= v.base && p < v.base + v.bytes + gap) {
      if (p < v.base + v.bytes)
        return format("byte %zu of shared variable %s", static_cast<std::size_t>(p - v.base),
                      v.name.c_str());
      return format("%zu bytes past the end of shared variable %s (%zu bytes)",
                    static_cast<std::size_t>(p - v.base - v.bytes), v.name.c_str(), v.bytes);
    }
  if (p >= dynamic_shared && p < static_shared) {
    if (p - dynamic_shared < dynamic_)
      return format("byte %zu of dynamic shared memory",
                    static_cast<std::size_t>(p - dynamic_shared));
    return format("%zu bytes past the end of dynamic shared memory (%zu bytes)",
                  static_cast<std::size_t>(p - dynamic_shared - dynamic_), dynamic_);
  }
  return "shared memory that no variable occupies";
}

}  // namespace hipsim

using namespace hipsim;

extern "C" void* hipsim_shared_variable(const void* key, std::size_t bytes, std::size_t align,
                                        const char* name) {
  const std::uintptr_t p = block.shared.variable(key, bytes, align, name);
  if (!p)
    fail_kernel(hipErrorLaunchOutOfResources,
                format("shared variable %s brings the block to %zu bytes of shared memory; the "
                       "device has %u", name, block.shared.used(), shared_memory_limit));
  return reinterpret_cast<void*>(p);
}
