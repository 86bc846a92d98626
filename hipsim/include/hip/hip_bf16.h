// SPDX-License-Identifier: Apache-2.0
// __hip_bfloat16: the upper half of a float, rounded to nearest even. gcc 12
// has no such type, so it is done by hand.
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>

struct __hip_bfloat16_raw {
  unsigned short x;
};

struct __hip_bfloat16 {
  unsigned short bits;

  __hip_bfloat16() = default;
  __hip_bfloat16(const __hip_bfloat16_raw& v) : bits(v.x) {}
  template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
  __hip_bfloat16(T v) : bits(round(static_cast<float>(v))) {}

  operator float() const {
    const std::uint32_t u = static_cast<std::uint32_t>(bits) << 16;
    float f;
    std::memcpy(&f, &u, sizeof f);
    return f;
  }
  operator __hip_bfloat16_raw() const { return {bits}; }

  __hip_bfloat16& operator+=(__hip_bfloat16 b) { return *this = float(*this) + float(b); }
  __hip_bfloat16& operator-=(__hip_bfloat16 b) { return *this = float(*this) - float(b); }
  __hip_bfloat16& operator*=(__hip_bfloat16 b) { return *this = float(*this) * float(b); }
  __hip_bfloat16& operator/=(__hip_bfloat16 b) { return *this = float(*this) / float(b); }

 private:
  static unsigned short round(float f) {
    std::uint32_t u;
    std::memcpy(&u, &f, sizeof u);
    // A NaN keeps its sign and stays quiet; adding the rounding bias could
    // carry it into infinity.
    if ((u & 0x7fffffffu) > 0x7f800000u) return static_cast<unsigned short>((u >> 16) | 0x40);
    u += 0x7fffu + ((u >> 16) & 1);
    return static_cast<unsigned short>(u >> 16);
  }
};

inline __hip_bfloat16 operator+(__hip_bfloat16 a, __hip_bfloat16 b) { return a += b; }
inline __hip_bfloat16 operator-(__hip_bfloat16 a, __hip_bfloat16 b) { return a -= b; }
inline __hip_bfloat16 operator*(__hip_bfloat16 a, __hip_bfloat16 b) { return a *= b; }
inline __hip_bfloat16 operator/(__hip_bfloat16 a, __hip_bfloat16 b) { return a /= b; }
inline __hip_bfloat16 operator-(__hip_bfloat16 a) {
  a.bits ^= 0x8000;
  return a;
}

inline __hip_bfloat16 __float2bfloat16(float v) { return __hip_bfloat16(v); }
inline float __bfloat162float(__hip_bfloat16 v) { return float(v); }
inline unsigned short __bfloat16_as_ushort(__hip_bfloat16 v) { return v.bits; }
inline __hip_bfloat16 __ushort_as_bfloat16(unsigned short v) {
  return __hip_bfloat16(__hip_bfloat16_raw{v});
}
inline bool __hisnan(__hip_bfloat16 v) { return (v.bits & 0x7fff) > 0x7f80; }
inline int __hisinf(__hip_bfloat16 v) {
  return v.bits == 0x7f80 ? 1 : v.bits == 0xff80 ? -1 : 0;
}
