// SPDX-License-Identifier: Apache-2.0
// __half and __half2. Arithmetic is done by the compiler's _Float16, which
// rounds after every operation, as the device does.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

struct __half_raw {
  union {
    _Float16 data;
    unsigned short x;
  };
};

struct __half {
  _Float16 data;

  __half() = default;
  __half(_Float16 v) : data(v) {}
  __half(const __half_raw& v) : data(v.data) {}
  template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
  __half(T v) : data(static_cast<_Float16>(v)) {}

  operator _Float16() const { return data; }
  operator __half_raw() const {
    __half_raw r;
    r.data = data;
    return r;
  }
  operator float() const { return static_cast<float>(data); }
  template <class T, class = typename std::enable_if<
                         std::is_arithmetic<T>::value && !std::is_same<T, float>::value>::type>
  explicit operator T() const {
    return static_cast<T>(static_cast<float>(data));
  }

  __half& operator+=(__half b) { return data = data + b.data, *this; }
  __half& operator-=(__half b) { return data = data - b.data, *this; }
  __half& operator*=(__half b) { return data = data * b.data, *this; }
  __half& operator/=(__half b) { return data = data / b.data, *this; }
  __half& operator++() { return *this += __half(1); }
  __half& operator--() { return *this -= __half(1); }
  __half operator-() const { return __half(static_cast<_Float16>(-data)); }
  __half operator+() const { return *this; }
};

inline __half operator+(__half a, __half b) { return a += b; }
inline __half operator-(__half a, __half b) { return a -= b; }
inline __half operator*(__half a, __half b) { return a *= b; }
inline __half operator/(__half a, __half b) { return a /= b; }
inline bool operator==(__half a, __half b) { return a.data == b.data; }
inline bool operator!=(__half a, __half b) { return a.data != b.data; }
inline bool operator<(__half a, __half b) { return a.data < b.data; }
inline bool operator<=(__half a, __half b) { return a.data <= b.data; }
inline bool operator>(__half a, __half b) { return a.data > b.data; }
inline bool operator>=(__half a, __half b) { return a.data >= b.data; }

using half = __half;

// Conversions -----------------------------------------------------------
inline __half __float2half(float v) { return __half(v); }
inline __half __float2half_rn(float v) { return __half(v); }
inline __half __double2half(double v) { return __half(v); }
inline float __half2float(__half v) { return static_cast<float>(v.data); }
inline __half __int2half_rn(int v) { return __half(static_cast<float>(v)); }
inline __half __uint2half_rn(unsigned v) { return __half(static_cast<float>(v)); }
inline __half __ll2half_rn(long long v) { return __half(static_cast<float>(v)); }
inline __half __ull2half_rn(unsigned long long v) { return __half(static_cast<float>(v)); }
inline int __half2int_rn(__half v) { return static_cast<int>(std::nearbyint(__half2float(v))); }
inline int __half2int_rz(__half v) { return static_cast<int>(__half2float(v)); }
inline unsigned short __half_as_ushort(__half v) {
  unsigned short r;
  std::memcpy(&r, &v, sizeof r);
  return r;
}
inline short __half_as_short(__half v) { return static_cast<short>(__half_as_ushort(v)); }
inline __half __ushort_as_half(unsigned short v) {
  __half r;
  std::memcpy(static_cast<void*>(&r), &v, sizeof r);
  return r;
}
inline __half __short_as_half(short v) {
  return __ushort_as_half(static_cast<unsigned short>(v));
}

// Arithmetic ------------------------------------------------------------
inline __half __hadd(__half a, __half b) { return a + b; }
inline __half __hsub(__half a, __half b) { return a - b; }
inline __half __hmul(__half a, __half b) { return a * b; }
inline __half __hdiv(__half a, __half b) { return a / b; }
inline __half __hneg(__half a) { return -a; }
inline __half __habs(__half a) {
  return __ushort_as_half(static_cast<unsigned short>(__half_as_ushort(a) & 0x7fff));
}
// In double the product is exact and the sum is rounded once to 53 bits, which
// leaves the final rounding to half the only one that can be seen.
inline __half __hfma(__half a, __half b, __half c) {
  return __half(static_cast<double>(__half2float(a)) * __half2float(b) + __half2float(c));
}
inline __half __hmax(__half a, __half b) {
  return __half(std::fmax(__half2float(a), __half2float(b)));
}
inline __half __hmin(__half a, __half b) {
  return __half(std::fmin(__half2float(a), __half2float(b)));
}

// Comparison ------------------------------------------------------------
inline bool __heq(__half a, __half b) { return a == b; }
inline bool __hne(__half a, __half b) { return a < b || a > b; }
inline bool __hlt(__half a, __half b) { return a < b; }
inline bool __hle(__half a, __half b) { return a <= b; }
inline bool __hgt(__half a, __half b) { return a > b; }
inline bool __hge(__half a, __half b) { return a >= b; }
inline bool __hisnan(__half a) { return (__half_as_ushort(a) & 0x7fff) > 0x7c00; }
inline int __hisinf(__half a) {
  const unsigned short bits = __half_as_ushort(a);
  return bits == 0x7c00 ? 1 : bits == 0xfc00 ? -1 : 0;
}

// Functions: computed in float and rounded once.
#define HIPSIM_HALF_FUNCTION(name, f) \
  inline __half name(__half a) { return __half(f(__half2float(a))); }
HIPSIM_HALF_FUNCTION(hceil, std::ceil)
HIPSIM_HALF_FUNCTION(hfloor, std::floor)
HIPSIM_HALF_FUNCTION(htrunc, std::trunc)
HIPSIM_HALF_FUNCTION(hrint, std::nearbyint)
HIPSIM_HALF_FUNCTION(hsin, std::sin)
HIPSIM_HALF_FUNCTION(hcos, std::cos)
HIPSIM_HALF_FUNCTION(hexp, std::exp)
HIPSIM_HALF_FUNCTION(hexp2, std::exp2)
HIPSIM_HALF_FUNCTION(hlog, std::log)
HIPSIM_HALF_FUNCTION(hlog2, std::log2)
HIPSIM_HALF_FUNCTION(hlog10, std::log10)
HIPSIM_HALF_FUNCTION(hsqrt, std::sqrt)
#undef HIPSIM_HALF_FUNCTION
inline __half hrsqrt(__half a) { return __half(1.0f / std::sqrt(__half2float(a))); }
inline __half hrcp(__half a) { return __half(1.0f / __half2float(a)); }

// Pairs -----------------------------------------------------------------
struct alignas(4) __half2 {
  __half x, y;
  __half2() = default;
  __half2(__half a, __half b) : x(a), y(b) {}
};
using half2 = __half2;
inline __half2 make_half2(__half a, __half b) { return {a, b}; }
inline __half2 __halves2half2(__half a, __half b) { return {a, b}; }
inline __half2 __half2half2(__half a) { return {a, a}; }
inline __half2 __float2half2_rn(float a) { return {__half(a), __half(a)}; }
inline __half2 __floats2half2_rn(float a, float b) { return {__half(a), __half(b)}; }
inline __half __low2half(__half2 a) { return a.x; }
inline __half __high2half(__half2 a) { return a.y; }
inline float __low2float(__half2 a) { return __half2float(a.x); }
inline float __high2float(__half2 a) { return __half2float(a.y); }
inline __half2 __hadd2(__half2 a, __half2 b) { return {a.x + b.x, a.y + b.y}; }
inline __half2 __hsub2(__half2 a, __half2 b) { return {a.x - b.x, a.y - b.y}; }
inline __half2 __hmul2(__half2 a, __half2 b) { return {a.x * b.x, a.y * b.y}; }
inline __half2 __h2div(__half2 a, __half2 b) { return {a.x / b.x, a.y / b.y}; }
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
