// SPDX-License-Identifier: Apache-2.0
// What differs between compilers, in one place. The kernels are compiled by
// hipcc, hiprtc, NVRTC, nvcc, by a simulator of HIP, and (functors only, for
// tests) by any C++17 host compiler. The run-time compilers have no standard
// headers, so none is used on a device.
#pragma once

#if defined(__HIPCC__) || defined(__HIP__)
#define LFS_HIP 1
#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif
#elif defined(__CUDACC__)
#define LFS_CUDA 1
#else
#define LFS_HOST 1
#include <math.h>
#endif

#if defined(LFS_HOST)
#define LFS_FN inline
#else
#define LFS_FN __device__ inline
#endif

// A constant table: nvcc wants it in device memory to take its address.
#if defined(LFS_CUDA)
#define LFS_TABLE __device__
#define LFS_UNROLL _Pragma("unroll")
#elif defined(LFS_HIP) && defined(__clang__)
#define LFS_TABLE __device__
#define LFS_UNROLL _Pragma("unroll")
#else
#define LFS_TABLE
#define LFS_UNROLL
#endif

namespace lfs {

using int8 = signed char;
using uint8 = unsigned char;
using uint16 = unsigned short;
using uint32 = unsigned int;
using int64 = long long;
using uint64 = unsigned long long;

// --- bits of floating-point numbers --------------------------------------------
// Through a union, which every compiler here defines; there is no std::bit_cast.
template <class To, class From>
LFS_FN To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "same size");
  union {
    From from;
    To to;
  } u;
  u.from = from;
  return u.to;
}

LFS_FN uint32 to_bits(float x) { return bits_as<uint32>(x); }
LFS_FN uint64 to_bits(double x) { return bits_as<uint64>(x); }
LFS_FN float from_bits(uint32 x) { return bits_as<float>(x); }
LFS_FN double from_bits(uint64 x) { return bits_as<double>(x); }

// --- constants -------------------------------------------------------------------
template <class T>
struct limits;
template <>
struct limits<float> {
  LFS_FN static float inf() { return from_bits(0x7f800000u); }
  LFS_FN static float nan() { return from_bits(0x7fc00000u); }
  LFS_FN static float max() { return from_bits(0x7f7fffffu); }
  // Above this exp(x) alone may overflow where exp(x) * sin(y) does not.
  LFS_FN static float exp_limit() { return 88.0f; }
};
template <>
struct limits<double> {
  LFS_FN static double inf() { return from_bits(0x7ff0000000000000ull); }
  LFS_FN static double nan() { return from_bits(0x7ff8000000000000ull); }
  LFS_FN static double max() { return from_bits(0x7fefffffffffffffull); }
  LFS_FN static double exp_limit() { return 709.0; }
};

// --- the C library's functions, as overloads ------------------------------------------
// float never passes through double, and the names of the operations stay free.
namespace math {

#define LFS_MATH1(name)                                   \
  LFS_FN float name(float x) { return ::name##f(x); }     \
  LFS_FN double name(double x) { return ::name(x); }
#define LFS_MATH2(name)                                                \
  LFS_FN float name(float x, float y) { return ::name##f(x, y); }      \
  LFS_FN double name(double x, double y) { return ::name(x, y); }

LFS_MATH1(exp)
LFS_MATH1(exp2)
LFS_MATH1(expm1)
LFS_MATH1(log)
LFS_MATH1(log1p)
LFS_MATH1(log2)
LFS_MATH1(log10)
LFS_MATH1(sqrt)
LFS_MATH1(cbrt)
LFS_MATH1(sin)
LFS_MATH1(cos)
LFS_MATH1(tan)
LFS_MATH1(asin)
LFS_MATH1(acos)
LFS_MATH1(atan)
LFS_MATH1(sinh)
LFS_MATH1(cosh)
LFS_MATH1(tanh)
LFS_MATH1(asinh)
LFS_MATH1(acosh)
LFS_MATH1(atanh)
LFS_MATH1(floor)
LFS_MATH1(ceil)
LFS_MATH1(trunc)
LFS_MATH1(rint)
LFS_MATH1(erf)
LFS_MATH1(erfc)
LFS_MATH2(atan2)
LFS_MATH2(hypot)
LFS_MATH2(pow)
LFS_MATH2(fmod)
LFS_MATH2(copysign)
#undef LFS_MATH1
#undef LFS_MATH2

LFS_FN float abs(float x) { return ::fabsf(x); }
LFS_FN double abs(double x) { return ::fabs(x); }
LFS_FN float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
LFS_FN double fma(double x, double y, double z) { return ::fma(x, y, z); }

// Predicates by comparison and by bits: isnan and its like are macros for some
// compilers and functions for others.
template <class T>
LFS_FN bool is_nan(T x) {
  return x != x;
}
template <class T>
LFS_FN bool is_inf(T x) {
  return abs(x) == limits<T>::inf();
}
template <class T>
LFS_FN bool is_finite(T x) {
  return abs(x) < limits<T>::inf();
}
LFS_FN bool sign_bit(float x) { return to_bits(x) >> 31; }
LFS_FN bool sign_bit(double x) { return to_bits(x) >> 63; }

}  // namespace math
}  // namespace lfs
