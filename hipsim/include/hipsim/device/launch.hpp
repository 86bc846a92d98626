// SPDX-License-Identifier: Apache-2.0
// From a list of argument addresses to a call of the kernel.
#pragma once
#include <cstddef>
#include <hipsim/abi.h>
#include <hipsim/device/checks.hpp>
#include <hipsim/device/index.hpp>
#include <type_traits>
#include <utility>

namespace hipsim {

// Unchecked: it reads the launch's own record, which lies in host memory.
template <class... A, std::size_t... I>
HIPSIM_UNCHECKED void call(void (*kernel)(A...), void* const* arguments, std::index_sequence<I...>) {
  // Each thread gets its own copy of a by-value argument, as on the device.
  kernel(*static_cast<typename std::remove_reference<A>::type*>(arguments[I])...);
}

template <class... A>
struct Caller {
  static void invoke(const void* kernel, void* const* arguments) {
    call(reinterpret_cast<void (*)(A...)>(const_cast<void*>(kernel)), arguments,
         std::index_sequence_for<A...>{});
  }
  // One more than needed: a kernel without arguments still has an array.
  static constexpr Argument arguments[sizeof...(A) + 1] = {
      {static_cast<std::uint32_t>(sizeof(A)), static_cast<std::uint32_t>(alignof(A))}..., {0, 0}};
};

template <class... A>
constexpr Entry entry(const char* alias, void (*kernel)(A...), std::uint32_t max_threads = 0) {
  return {alias,
          reinterpret_cast<const void*>(kernel),
          &Caller<A...>::invoke,
          Caller<A...>::arguments,
          sizeof...(A),
          max_threads,
          0};
}

template <class T>
constexpr typename std::enable_if<!std::is_function<T>::value, Entry>::type entry(
    const char* alias, T* variable, std::uint32_t = 0) {
  return {alias, reinterpret_cast<const void*>(variable), nullptr, nullptr, 0, 0, sizeof(T)};
}

// For the table of the module, which the driver appends (compiler/rewrite.py).
constexpr unsigned module_wave_size = HIPSIM_WAVE_SIZE;
constexpr const char* module_arch = HIPSIM_ARCH;

}  // namespace hipsim
