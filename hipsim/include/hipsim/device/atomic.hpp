// SPDX-License-Identifier: Apache-2.0
// Atomics. All device code runs on one host thread and threads of a block
// switch only inside collective operations, so a plain read-modify-write is
// atomic. The address is checked like any other access; it is not entered in
// the race checker, because two atomics never race.
#pragma once
#include <hip/hip_fp16.h>
#include <hipsim/device/checks.hpp>

namespace hipsim {

template <class T, class F>
HIPSIM_UNCHECKED inline T exchange_with(T* address, F&& f) {
  check_object(address, 1);
  const T old = *address;
  *address = f(old);
  return old;
}

}  // namespace hipsim

#define HIPSIM_ATOMIC_SCOPES(type, name, parameters, arguments)                             \
  inline type name##_system parameters { return name arguments; }                           \
  inline type name##_block parameters { return name arguments; }

#define HIPSIM_ATOMIC(name, type, expression)                                               \
  HIPSIM_UNCHECKED inline type name(type* address, type value) {                            \
    return hipsim::exchange_with(address, [&](type old) HIPSIM_UNCHECKED {                  \
      (void)old;                                                                            \
      return static_cast<type>(expression);                                                 \
    });                                                                                     \
  }                                                                                         \
  HIPSIM_ATOMIC_SCOPES(type, name, (type * address, type value), (address, value))

#define HIPSIM_ATOMIC_INTEGERS(name, expression)    \
  HIPSIM_ATOMIC(name, int, expression)              \
  HIPSIM_ATOMIC(name, unsigned, expression)         \
  HIPSIM_ATOMIC(name, unsigned long, expression)    \
  HIPSIM_ATOMIC(name, unsigned long long, expression)

// Unsigned arithmetic wraps; int is added as unsigned for the same reason.
HIPSIM_ATOMIC(atomicAdd, int, static_cast<unsigned>(old) + static_cast<unsigned>(value))
HIPSIM_ATOMIC(atomicAdd, unsigned, old + value)
HIPSIM_ATOMIC(atomicAdd, unsigned long, old + value)
HIPSIM_ATOMIC(atomicAdd, unsigned long long, old + value)
HIPSIM_ATOMIC(atomicAdd, float, old + value)
HIPSIM_ATOMIC(atomicAdd, double, old + value)
HIPSIM_ATOMIC(atomicSub, int, static_cast<unsigned>(old) - static_cast<unsigned>(value))
HIPSIM_ATOMIC(atomicSub, unsigned, old - value)
HIPSIM_ATOMIC(atomicSub, unsigned long, old - value)
HIPSIM_ATOMIC(atomicSub, unsigned long long, old - value)
HIPSIM_ATOMIC(atomicSub, float, old - value)
HIPSIM_ATOMIC(atomicSub, double, old - value)
HIPSIM_ATOMIC_INTEGERS(atomicExch, value)
HIPSIM_ATOMIC(atomicExch, float, value)
HIPSIM_ATOMIC(atomicExch, double, value)
HIPSIM_ATOMIC_INTEGERS(atomicMin, old < value ? old : value)
HIPSIM_ATOMIC(atomicMin, long long, old < value ? old : value)
HIPSIM_ATOMIC(atomicMin, float, __builtin_fminf(old, value))
HIPSIM_ATOMIC(atomicMin, double, __builtin_fmin(old, value))
HIPSIM_ATOMIC_INTEGERS(atomicMax, old < value ? value : old)
HIPSIM_ATOMIC(atomicMax, long long, old < value ? value : old)
HIPSIM_ATOMIC(atomicMax, float, __builtin_fmaxf(old, value))
HIPSIM_ATOMIC(atomicMax, double, __builtin_fmax(old, value))
HIPSIM_ATOMIC_INTEGERS(atomicAnd, old & value)
HIPSIM_ATOMIC_INTEGERS(atomicOr, old | value)
HIPSIM_ATOMIC_INTEGERS(atomicXor, old ^ value)
HIPSIM_ATOMIC(atomicInc, unsigned, old >= value ? 0u : old + 1)
HIPSIM_ATOMIC(atomicDec, unsigned, old == 0 || old > value ? value : old - 1)
#undef HIPSIM_ATOMIC_INTEGERS

// Compare and swap compares bits, so that a NaN equals itself.
#define HIPSIM_ATOMIC_CAS(type)                                                             \
  HIPSIM_UNCHECKED inline type atomicCAS(type* address, type compare, type value) {         \
    return hipsim::exchange_with(address, [&](type old) HIPSIM_UNCHECKED {                  \
      return __builtin_memcmp(&old, &compare, sizeof(type)) == 0 ? value : old;             \
    });                                                                                     \
  }                                                                                         \
  HIPSIM_ATOMIC_SCOPES(type, atomicCAS, (type * address, type compare, type value),         \
                       (address, compare, value))
HIPSIM_ATOMIC_CAS(int)
HIPSIM_ATOMIC_CAS(unsigned)
HIPSIM_ATOMIC_CAS(unsigned short)
HIPSIM_ATOMIC_CAS(unsigned long)
HIPSIM_ATOMIC_CAS(unsigned long long)
HIPSIM_ATOMIC_CAS(float)
HIPSIM_ATOMIC_CAS(double)
#undef HIPSIM_ATOMIC_CAS
#undef HIPSIM_ATOMIC
#undef HIPSIM_ATOMIC_SCOPES

inline float unsafeAtomicAdd(float* address, float value) { return atomicAdd(address, value); }
inline double unsafeAtomicAdd(double* address, double value) { return atomicAdd(address, value); }
inline float safeAtomicAdd(float* address, float value) { return atomicAdd(address, value); }
inline double safeAtomicAdd(double* address, double value) { return atomicAdd(address, value); }
HIPSIM_UNCHECKED inline __half2 unsafeAtomicAdd(__half2* address, __half2 value) {
  return hipsim::exchange_with(
      address, [&](__half2 old) HIPSIM_UNCHECKED { return __hadd2(old, value); });
}
