// SPDX-License-Identifier: Apache-2.0
// The element types, what kind each is, and conversion between all of them.
#pragma once
#include "half.hpp"
#include "portable.hpp"

namespace lfs {

// Aligned as a whole, so that one element is one memory access.
template <class T>
struct alignas(2 * sizeof(T)) complex_of {
  T re, im;
};
using complex64 = complex_of<float>;
using complex128 = complex_of<double>;

enum kind_t { BOOL, SIGNED, UNSIGNED, FLOAT, HALF, COMPLEX };

// kind: what the type is. wide: the unsigned type its arithmetic wraps in, at
// least 32 bits wide (narrower ones would be promoted to int, which overflows).
template <class T>
struct type_of;
#define LFS_TYPE(T, K, WIDE)             \
  template <>                            \
  struct type_of<T> {                    \
    static constexpr kind_t kind = K;    \
    using wide = WIDE;                   \
  };
LFS_TYPE(bool, BOOL, uint32)
LFS_TYPE(int8, SIGNED, uint32)
LFS_TYPE(short, SIGNED, uint32)
LFS_TYPE(int, SIGNED, uint32)
LFS_TYPE(int64, SIGNED, uint64)
LFS_TYPE(uint8, UNSIGNED, uint32)
LFS_TYPE(uint16, UNSIGNED, uint32)
LFS_TYPE(uint32, UNSIGNED, uint32)
LFS_TYPE(uint64, UNSIGNED, uint64)
LFS_TYPE(half, HALF, void)
LFS_TYPE(float, FLOAT, void)
LFS_TYPE(double, FLOAT, void)
LFS_TYPE(complex64, COMPLEX, void)
LFS_TYPE(complex128, COMPLEX, void)
#undef LFS_TYPE

template <class T>
constexpr bool is_bool = type_of<T>::kind == BOOL;
template <class T>
constexpr bool is_signed = type_of<T>::kind == SIGNED;
template <class T>
constexpr bool is_half = type_of<T>::kind == HALF;
template <class T>
constexpr bool is_float = type_of<T>::kind == FLOAT;  // float or double, not half
template <class T>
constexpr bool is_complex = type_of<T>::kind == COMPLEX;
template <class T>
constexpr bool is_integer = type_of<T>::kind == SIGNED || type_of<T>::kind == UNSIGNED;
template <class T, class U>
constexpr bool same = false;
template <class T>
constexpr bool same<T, T> = true;

// --- conversion -----------------------------------------------------------------
// Float to integer truncates; out of range the value is unspecified, but narrow
// integers wrap while a 32-bit (or, for 32 unsigned bits, a 64-bit) one fits.
template <class To, class From>
LFS_FN To float_to_integer(From x) {
  if constexpr (sizeof(To) < 4)
    return static_cast<To>(static_cast<int>(x));
  else if constexpr (same<To, uint32>)
    return static_cast<To>(static_cast<int64>(x));
  else if constexpr (same<To, uint64>)
    return x < 0 ? static_cast<To>(static_cast<int64>(x)) : static_cast<To>(x);
  else
    return static_cast<To>(x);
}

template <class To, class From>
LFS_FN To cast(From x) {
  if constexpr (same<To, From>) {
    return x;
  } else if constexpr (is_complex<From>) {
    if constexpr (is_bool<To>) return x.re != 0 || x.im != 0;
    else if constexpr (is_complex<To>) return To{cast<decltype(To::re)>(x.re), cast<decltype(To::re)>(x.im)};
    else return cast<To>(x.re);  // not reached from Python, which refuses it
  } else if constexpr (is_complex<To>) {
    return To{cast<decltype(To::re)>(x), 0};
  } else if constexpr (is_half<From>) {
    return cast<To>(static_cast<float>(x));
  } else if constexpr (is_half<To>) {
    if constexpr (same<From, double>) return half(x);
    else return half(static_cast<float>(x));  // integers: exact up to half's range
  } else if constexpr (is_bool<To>) {
    return x != 0;
  } else if constexpr (is_float<From> && is_integer<To>) {
    return float_to_integer<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

}  // namespace lfs
