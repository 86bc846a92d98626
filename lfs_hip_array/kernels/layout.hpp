// SPDX-License-Identifier: Apache-2.0
// How kernels find their elements: the argument block, division by what is
// constant during a launch, and moves of several neighbours at once.
#pragma once
#include "types.hpp"

namespace lfs {

// All arguments of a kernel, as 64-bit words; the rendered text says which is
// which. One block is written by the host and passed as it is.
template <int N>
struct arguments {
  uint64 word[N];
};

template <class T>
LFS_FN T scalar_argument(const uint64* word) {
  if constexpr (sizeof(T) == 16) {
    union {
      uint64 from[2];
      T to;
    } u;
    u.from[0] = word[0];
    u.from[1] = word[1];
    return u.to;
  } else if constexpr (sizeof(T) == 8) {
    return bits_as<T>(word[0]);
  } else if constexpr (sizeof(T) == 4) {
    return bits_as<T>(static_cast<uint32>(word[0]));
  } else if constexpr (sizeof(T) == 2) {
    return bits_as<T>(static_cast<uint16>(word[0]));
  } else if constexpr (is_bool<T>) {
    return word[0] != 0;
  } else {
    return static_cast<T>(word[0]);
  }
}

// --- division by a constant of the launch --------------------------------------------
// Numerators below 2**31 by a multiplication (Granlund and Montgomery 1994):
// word[0] holds the divisor and, above it, the multiplier; word[1] the shift.
// With 64-bit counts word[0] is the divisor.
struct quotient32 {
  uint32 quotient, rest;
};
LFS_FN quotient32 divide_by(uint32 x, const uint64* word) {
  const uint32 divisor = static_cast<uint32>(word[0]);
  const uint64 multiplier = word[0] >> 32;
  const uint32 high = static_cast<uint32>(x * multiplier >> 32);
  const uint32 q = (high + x) >> static_cast<uint32>(word[1]);
  return {q, x - q * divisor};
}
struct quotient64 {
  int64 quotient, rest;
};
LFS_FN quotient64 divide_by(int64 x, const uint64* word) {
  const int64 divisor = static_cast<int64>(word[0]);
  return {x / divisor, x % divisor};
}

// --- several neighbours at once ----------------------------------------------------------
// The widest access is 16 bytes: longer vectors are several of them.
template <int BYTES>
struct alignas(BYTES) chunk {
  unsigned char byte[BYTES];
};
template <>
struct alignas(16) chunk<16> {
  uint64 a, b;
};
template <>
struct chunk<8> {
  uint64 a;
};
template <>
struct chunk<4> {
  uint32 a;
};
template <>
struct chunk<2> {
  uint16 a;
};

template <class T, int N>
struct packed {
  static constexpr int bytes = sizeof(T) * N;
  static constexpr int width = bytes < 16 ? bytes : 16;
  static constexpr int count = bytes / width;
  union {
    chunk<width> part[count];
    T v[N];
  };
  LFS_FN packed() {}
};

template <class T, int N>
LFS_FN packed<T, N> load(const T* from) {
  packed<T, N> x;
  LFS_UNROLL
  for (int i = 0; i < x.count; ++i)
    x.part[i] = reinterpret_cast<const chunk<packed<T, N>::width>*>(from)[i];
  return x;
}
template <class T, int N>
LFS_FN void store(T* to, const packed<T, N>& x) {
  LFS_UNROLL
  for (int i = 0; i < x.count; ++i)
    reinterpret_cast<chunk<packed<T, N>::width>*>(to)[i] = x.part[i];
}

}  // namespace lfs
