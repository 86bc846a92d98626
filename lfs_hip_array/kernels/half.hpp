// SPDX-License-Identifier: Apache-2.0
// float16 as storage: 16 bits, converted to float32 to compute and rounded
// back once, to nearest even. Not the vendors' half type: the run-time
// compilers differ in whether and where they declare one.
#pragma once
#include "portable.hpp"

namespace lfs {

#if defined(LFS_HIP)

LFS_FN float half_to_float(uint16 bits) { return static_cast<float>(bits_as<_Float16>(bits)); }
LFS_FN uint16 half_bits(float x) { return bits_as<uint16>(static_cast<_Float16>(x)); }
LFS_FN uint16 half_bits(double x) { return bits_as<uint16>(static_cast<_Float16>(x)); }

#elif defined(LFS_CUDA)

LFS_FN float half_to_float(uint16 bits) {
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
  return x;
}
LFS_FN uint16 half_bits(float x) {
  uint16 bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  return bits;
}
LFS_FN uint16 half_bits(double x) {
  uint16 bits;
  asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(x));
  return bits;
}

#else

LFS_FN float half_to_float(uint16 bits) {
  const uint32 sign = static_cast<uint32>(bits & 0x8000u) << 16;
  const uint32 rest = bits & 0x7fffu;
  if (rest >= 0x7c00u) return from_bits(sign | 0x7f800000u | (rest & 0x3ffu) << 13);
  // Scaled by 2**112 the exponents of both formats agree, subnormals included.
  return from_bits(to_bits(from_bits(rest << 13) * from_bits(0x77800000u)) | sign);
}
LFS_FN uint16 half_bits(double x) {
  const uint64 bits = to_bits(x);
  const uint16 sign = static_cast<uint16>(bits >> 48 & 0x8000u);
  const double size = math::abs(x);
  if (size != size) return static_cast<uint16>(sign | 0x7e00u);
  if (size >= 65520.0) return static_cast<uint16>(sign | 0x7c00u);
  if (size < 6.103515625e-05)  // subnormal: a whole number of 2**-24
    return static_cast<uint16>(sign | static_cast<uint16>(math::rint(size * 16777216.0)));
  const uint64 low = to_bits(size) - (static_cast<uint64>(1023 - 15) << 52);
  const uint64 half_unit = (1ull << 41) - 1 + (low >> 42 & 1);
  return static_cast<uint16>(sign | static_cast<uint16>((low + half_unit) >> 42));
}
LFS_FN uint16 half_bits(float x) { return half_bits(static_cast<double>(x)); }

#endif

struct half {
  uint16 bits;

  half() = default;
  LFS_FN explicit half(float x) : bits(half_bits(x)) {}
  LFS_FN explicit half(double x) : bits(half_bits(x)) {}
  LFS_FN explicit operator float() const { return half_to_float(bits); }
};

}  // namespace lfs
