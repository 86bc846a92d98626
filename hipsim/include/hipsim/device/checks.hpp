// SPDX-License-Identifier: Apache-2.0
// Access checks. Kernels are compiled with the compiler's address
// instrumentation in its out-of-line form: before each load or store of the
// kernel, one of the functions below is called with the address. They live in
// the kernel's own module so that the call is direct.
#pragma once
#include <hipsim/abi.h>

#define HIPSIM_UNCHECKED __attribute__((no_sanitize("kernel-address")))

namespace hipsim {

HIPSIM_UNCHECKED inline bool granule_open(std::uintptr_t offset) {
  return *reinterpret_cast<const volatile std::uint8_t*>(shadow_base + (offset >> 3)) ==
         shadow_all;
}

// At most 8 bytes: both ends lie in fully addressable granules, or the runtime decides.
HIPSIM_UNCHECKED inline void check(std::uintptr_t p, std::size_t bytes, int is_write) {
  const std::uintptr_t offset = p - region_base;
  if (__builtin_expect(offset < region_size && granule_open(offset) &&
                           (bytes <= 1 || granule_open(offset + bytes - 1)),
                       1))
    return;
  hipsim_access(p, bytes, is_write);
}

template <class T>
HIPSIM_UNCHECKED inline void check_object(const T* p, int is_write) {
  if (sizeof(T) <= 8)
    check(reinterpret_cast<std::uintptr_t>(p), sizeof(T), is_write);
  else
    hipsim_access(reinterpret_cast<std::uintptr_t>(p), sizeof(T), is_write);
}

}  // namespace hipsim

// The names are the compiler's. Weak and hidden: one copy per module, however
// many sources it is linked from.
#define HIPSIM_HOOK extern "C" __attribute__((weak, visibility("hidden"), used)) HIPSIM_UNCHECKED
#define HIPSIM_SIZED_HOOKS(n)                                                               \
  HIPSIM_HOOK void __asan_load##n##_noabort(std::uintptr_t p) { hipsim::check(p, n, 0); }   \
  HIPSIM_HOOK void __asan_store##n##_noabort(std::uintptr_t p) { hipsim::check(p, n, 1); }
HIPSIM_SIZED_HOOKS(1)
HIPSIM_SIZED_HOOKS(2)
HIPSIM_SIZED_HOOKS(4)
HIPSIM_SIZED_HOOKS(8)
#undef HIPSIM_SIZED_HOOKS
HIPSIM_HOOK void __asan_load16_noabort(std::uintptr_t p) {
  hipsim::check(p, 8, 0);
  hipsim::check(p + 8, 8, 0);
}
HIPSIM_HOOK void __asan_store16_noabort(std::uintptr_t p) {
  hipsim::check(p, 8, 1);
  hipsim::check(p + 8, 8, 1);
}
HIPSIM_HOOK void __asan_loadN_noabort(std::uintptr_t p, std::size_t n) {
  if (n) hipsim_access(p, n, 0);
}
HIPSIM_HOOK void __asan_storeN_noabort(std::uintptr_t p, std::size_t n) {
  if (n) hipsim_access(p, n, 1);
}
// Emitted around initialisers and calls that do not return; nothing to do.
HIPSIM_HOOK void __asan_handle_no_return() {}
HIPSIM_HOOK void __asan_before_dynamic_init(const char*) {}
HIPSIM_HOOK void __asan_after_dynamic_init() {}
#undef HIPSIM_HOOK
