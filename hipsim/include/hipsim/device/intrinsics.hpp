// SPDX-License-Identifier: Apache-2.0
// Integer and bit intrinsics, conversions, and cached loads.
#pragma once
#include <cstdint>
#include <cstring>
#include <math.h>

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
inline int __clzll(long long x) {
  return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}
// __ffs is also a macro-free name of 64-bit masks in HIP: both widths exist.
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffs(unsigned x) { return __builtin_ffs(static_cast<int>(x)); }
inline int __ffs(long long x) { return __builtin_ffsll(x); }
inline int __ffs(unsigned long long x) { return __builtin_ffsll(static_cast<long long>(x)); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline int __ffsll(unsigned long long x) { return __builtin_ffsll(static_cast<long long>(x)); }

inline unsigned long long __brevll(unsigned long long x) {
  x = (x >> 1 & 0x5555555555555555ull) | (x & 0x5555555555555555ull) << 1;
  x = (x >> 2 & 0x3333333333333333ull) | (x & 0x3333333333333333ull) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0full) | (x & 0x0f0f0f0f0f0f0f0full) << 4;
  return __builtin_bswap64(x);
}
inline unsigned __brev(unsigned x) { return static_cast<unsigned>(__brevll(x) >> 32); }

inline int __mul24(int a, int b) {
  const auto low = [](int v) { return static_cast<int>(static_cast<unsigned>(v) << 8) >> 8; };
  return static_cast<int>(static_cast<unsigned>(low(a)) * static_cast<unsigned>(low(b)));
}
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
inline int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline unsigned __sad(int a, int b, unsigned c) {
  return (a > b ? static_cast<unsigned>(a) - static_cast<unsigned>(b)
                : static_cast<unsigned>(b) - static_cast<unsigned>(a)) + c;
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
inline int __hadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b) >> 1);
}
inline int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (shift & 31));
}
// Bytes of two words by the selector's nibbles.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long both = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i)
    result |= static_cast<unsigned>(both >> (8 * (selector >> (4 * i) & 7)) & 0xff) << (8 * i);
  return result;
}

#define HIPSIM_BIT_CAST(name, From, To)  \
  inline To name(From value) {           \
    To result;                           \
    std::memcpy(&result, &value, sizeof result); \
    return result;                       \
  }
HIPSIM_BIT_CAST(__float_as_int, float, int)
HIPSIM_BIT_CAST(__float_as_uint, float, unsigned)
HIPSIM_BIT_CAST(__int_as_float, int, float)
HIPSIM_BIT_CAST(__uint_as_float, unsigned, float)
HIPSIM_BIT_CAST(__double_as_longlong, double, long long)
HIPSIM_BIT_CAST(__longlong_as_double, long long, double)
#undef HIPSIM_BIT_CAST
inline int __double2hiint(double v) { return static_cast<int>(__double_as_longlong(v) >> 32); }
inline int __double2loint(double v) { return static_cast<int>(__double_as_longlong(v)); }
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(
      static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 |
      static_cast<unsigned>(low)));
}

// The device's conversions saturate; the host's are undefined out of range.
namespace hipsim {
template <class I, class F>
inline I saturating(F v) {
  if (v != v) return 0;
  // 2^n is exact in both float types, unlike the integer's maximum.
  const F end = static_cast<F>(ldexp(1.0, std::numeric_limits<I>::digits));
  if (v >= end) return std::numeric_limits<I>::max();
  if (v <= static_cast<F>(std::numeric_limits<I>::min())) return std::numeric_limits<I>::min();
  return static_cast<I>(v);
}
}  // namespace hipsim
#define HIPSIM_CONVERT(from, F, to, I)                                              \
  inline I __##from##2##to##_rz(F v) { return hipsim::saturating<I>(trunc(v)); }     \
  inline I __##from##2##to##_rn(F v) { return hipsim::saturating<I>(nearbyint(v)); } \
  inline I __##from##2##to##_ru(F v) { return hipsim::saturating<I>(ceil(v)); }      \
  inline I __##from##2##to##_rd(F v) { return hipsim::saturating<I>(floor(v)); }
HIPSIM_CONVERT(float, float, int, int)
HIPSIM_CONVERT(float, float, uint, unsigned)
HIPSIM_CONVERT(float, float, ll, long long)
HIPSIM_CONVERT(float, float, ull, unsigned long long)
HIPSIM_CONVERT(double, double, int, int)
HIPSIM_CONVERT(double, double, uint, unsigned)
HIPSIM_CONVERT(double, double, ll, long long)
HIPSIM_CONVERT(double, double, ull, unsigned long long)
#undef HIPSIM_CONVERT
inline float __int2float_rn(int v) { return static_cast<float>(v); }
inline float __uint2float_rn(unsigned v) { return static_cast<float>(v); }
inline float __ll2float_rn(long long v) { return static_cast<float>(v); }
inline float __ull2float_rn(unsigned long long v) { return static_cast<float>(v); }
inline double __int2double_rn(int v) { return v; }
inline double __uint2double_rn(unsigned v) { return v; }
inline double __ll2double_rn(long long v) { return static_cast<double>(v); }
inline double __ull2double_rn(unsigned long long v) { return static_cast<double>(v); }
inline float __double2float_rn(double v) { return static_cast<float>(v); }

template <class T>
inline T __ldg(const T* p) {
  return *p;
}
template <class T>
inline T __builtin_nontemporal_load(const T* p) {
  return *p;
}
template <class T, class U>
inline void __builtin_nontemporal_store(U value, T* p) {
  *p = static_cast<T>(value);
}
