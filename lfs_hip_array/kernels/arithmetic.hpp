// SPDX-License-Identifier: Apache-2.0
// Functors of arithmetic, order, rounding, bits and selection; each is called
// as its record. float16 is computed in float32. Integers are exact and wrap:
// their arithmetic is done unsigned, where wrapping is defined.
#pragma once
#include "types.hpp"

namespace lfs {
namespace op {

// Unsigned arithmetic of T, at least 32 bits wide.
template <class T>
using wide = typename type_of<T>::wide;

// The float16 form of a functor: in float32, rounded once.
#define LFS_HALF1                                                   \
  LFS_FN half operator()(half x) const {                            \
    return half((*this)(static_cast<float>(x)));                    \
  }
#define LFS_HALF2                                                          \
  LFS_FN half operator()(half x, half y) const {                           \
    return half((*this)(static_cast<float>(x), static_cast<float>(y)));    \
  }

// --- sums and products -----------------------------------------------------------
struct add {
  LFS_HALF2
  LFS_FN bool operator()(bool x, bool y) const { return x || y; }
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if constexpr (is_integer<T>) return static_cast<T>(wide<T>(x) + wide<T>(y));
    else return x + y;
  }
};
struct subtract {
  LFS_HALF2
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if constexpr (is_integer<T>) return static_cast<T>(wide<T>(x) - wide<T>(y));
    else return x - y;
  }
};
struct multiply {
  LFS_HALF2
  LFS_FN bool operator()(bool x, bool y) const { return x && y; }
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if constexpr (is_integer<T>) return static_cast<T>(wide<T>(x) * wide<T>(y));
    else return x * y;
  }
};
struct divide {
  LFS_HALF2
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    return x / y;
  }
};
struct negative {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    if constexpr (is_integer<T>) return static_cast<T>(wide<T>(0) - wide<T>(x));
    else return -x;
  }
};
struct positive {
  template <class T>
  LFS_FN T operator()(T x) const {
    return x;
  }
};
struct square {
  LFS_FN bool operator()(bool x) const { return x; }
  template <class T>
  LFS_FN T operator()(T x) const {
    return multiply{}(x, x);
  }
};
struct reciprocal {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    if constexpr (is_complex<T>) return T{1, 0} / x;
    else return T(1) / x;
  }
};
struct abs {
  LFS_HALF1
  LFS_FN bool operator()(bool x) const { return x; }
  template <class T>
  LFS_FN T operator()(complex_of<T> x) const {
    return complex_abs(x);
  }
  template <class T>
  LFS_FN T operator()(T x) const {
    if constexpr (is_float<T>) return math::abs(x);
    else return x < 0 ? negative{}(x) : x;
  }
};
struct sign {
  LFS_HALF1
  template <class T>
  LFS_FN complex_of<T> operator()(complex_of<T> x) const {
    return complex_sign(x);
  }
  template <class T>
  LFS_FN T operator()(T x) const {
    if constexpr (is_float<T>)
      if (math::is_nan(x)) return x;
    return x > 0 ? T(1) : x < 0 ? T(-1) : T(0);
  }
};

// --- division with remainder --------------------------------------------------------
// Floats as Python's divmod: the remainder has the divisor's sign, zeros too.
template <class T>
LFS_FN T float_remainder(T x, T y) {
  const T rest = math::fmod(x, y);
  if (rest == 0) return math::copysign(T(0), y);
  return (y < 0) != (rest < 0) ? rest + y : rest;
}
template <class T>
LFS_FN T float_floor_divide(T x, T y) {
  // By zero, and where an operand is infinite: the quotient itself.
  if (y == 0 || math::is_inf(x) || math::is_inf(y)) return x / y;
  T rest = math::fmod(x, y);
  T quotient = (x - rest) / y;
  if (rest != 0 && (y < 0) != (rest < 0)) quotient -= 1;
  if (quotient == 0) return math::copysign(T(0), x / y);
  const T whole = math::floor(quotient);
  return quotient - whole > T(0.5) ? whole + 1 : whole;
}

struct floor_divide {
  LFS_HALF2
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if constexpr (is_float<T>) {
      return float_floor_divide(x, y);
    } else {
      if (y == 0) return 0;
      if constexpr (is_signed<T>) {
        if (y == -1) return negative{}(x);  // the smallest integer wraps
        const T quotient = static_cast<T>(x / y);
        return static_cast<T>(quotient - (x % y != 0 && (x < 0) != (y < 0)));
      } else {
        return static_cast<T>(x / y);
      }
    }
  }
};
struct remainder {
  LFS_HALF2
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if constexpr (is_float<T>) {
      return float_remainder(x, y);
    } else {
      if (y == 0) return 0;
      if constexpr (is_signed<T>) {
        if (y == -1) return 0;
        const T rest = static_cast<T>(x % y);
        return rest != 0 && (rest < 0) != (y < 0) ? static_cast<T>(rest + y) : rest;
      } else {
        return static_cast<T>(x % y);
      }
    }
  }
};
struct fmod {
  LFS_HALF2
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if constexpr (is_float<T>) {
      return math::fmod(x, y);
    } else {
      if (y == 0) return 0;
      if constexpr (is_signed<T>)
        if (y == -1) return 0;
      return static_cast<T>(x % y);
    }
  }
};

// --- power ----------------------------------------------------------------------------
struct pow {
  LFS_HALF2
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if constexpr (is_complex<T>) return complex_pow(x, y);
    else if constexpr (is_float<T>) return math::pow(x, y);
    else return integer(x, y);
  }

 private:
  // Exact and wrapping; 1 and -1 keep negative powers, others truncate to 0.
  template <class T>
  LFS_FN static T integer(T x, T y) {
    if constexpr (is_signed<T>) {
      if (y < 0) return x == 1 ? T(1) : x == -1 ? ((y & 1) ? T(-1) : T(1)) : T(0);
    }
    wide<T> base = wide<T>(x), result = 1;
    for (wide<T> n = wide<T>(y); n; n >>= 1) {
      if (n & 1) result *= base;
      base *= base;
    }
    return static_cast<T>(result);
  }
};

// --- order ----------------------------------------------------------------------------
// NaN wins, and -0.0 < +0.0.
struct maximum {
  LFS_HALF2
  LFS_FN bool operator()(bool x, bool y) const { return x || y; }
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if constexpr (is_float<T>) {
      if (math::is_nan(x)) return x;
      if (x == y) return math::sign_bit(x) ? y : x;
      return x < y || math::is_nan(y) ? y : x;
    } else {
      return x < y ? y : x;
    }
  }
};
struct minimum {
  LFS_HALF2
  LFS_FN bool operator()(bool x, bool y) const { return x && y; }
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if constexpr (is_float<T>) {
      if (math::is_nan(x)) return x;
      if (x == y) return math::sign_bit(x) ? x : y;
      return y < x || math::is_nan(y) ? y : x;
    } else {
      return y < x ? y : x;
    }
  }
};
struct clip {
  template <class T>
  LFS_FN T operator()(T x, T low, T high) const {
    return minimum{}(maximum{}(x, low), high);
  }
};
struct relu {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    if constexpr (is_float<T>)
      if (math::is_nan(x)) return x;
    return x > 0 ? x : T(0);
  }
};

// --- rounding --------------------------------------------------------------------------
#define LFS_ROUNDING(name, function)                        \
  struct name {                                             \
    LFS_HALF1                                               \
    template <class T>                                      \
    LFS_FN T operator()(T x) const {                        \
      if constexpr (is_complex<T>)                          \
        return T{math::function(x.re), math::function(x.im)}; \
      else if constexpr (is_float<T>)                       \
        return math::function(x);                           \
      else                                                  \
        return x;                                           \
    }                                                       \
  };
LFS_ROUNDING(ceil, ceil)
LFS_ROUNDING(floor, floor)
LFS_ROUNDING(trunc, trunc)
LFS_ROUNDING(round, rint)
#undef LFS_ROUNDING

struct frac {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    return math::copysign(x - math::trunc(x), x);
  }
};
struct copysign {
  LFS_FN half operator()(half x, half y) const {  // by bits: conversion may drop a NaN's sign
    half result;
    result.bits = static_cast<uint16>((x.bits & 0x7fff) | (y.bits & 0x8000));
    return result;
  }
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    return math::copysign(x, y);
  }
};

// The next bit pattern: one more away from zero, one less towards it.
template <class Bits>
LFS_FN Bits next_bits(Bits x, bool grow, bool up, Bits sign) {
  if ((x & ~sign) == 0) return up ? Bits(1) : Bits(sign | 1);
  return grow ? Bits(x + 1) : Bits(x - 1);
}
struct nextafter {
  LFS_FN half operator()(half x, half y) const {
    const float a = static_cast<float>(x), b = static_cast<float>(y);
    if (math::is_nan(a)) return x;
    if (math::is_nan(b) || a == b) return y;
    half result;
    result.bits = next_bits<uint16>(x.bits, (a < b) == (a > 0), a < b, 0x8000);
    return result;
  }
  LFS_FN float operator()(float x, float y) const { return of(x, y, 0x80000000u); }
  LFS_FN double operator()(double x, double y) const { return of(x, y, 0x8000000000000000ull); }

 private:
  template <class T, class Bits>
  LFS_FN static T of(T x, T y, Bits sign) {
    if (math::is_nan(x)) return x;
    if (math::is_nan(y) || x == y) return y;
    return from_bits(next_bits(to_bits(x), (x < y) == (x > 0), x < y, sign));
  }
};

// --- complex components -------------------------------------------------------------------
struct conj {
  template <class T>
  LFS_FN T operator()(T x) const {
    if constexpr (is_complex<T>) return T{x.re, -x.im};
    else return x;
  }
};
struct real {
  template <class T>
  LFS_FN T operator()(complex_of<T> x) const {
    return x.re;
  }
  template <class T>
  LFS_FN T operator()(T x) const {
    return x;
  }
};
struct imag {
  template <class T>
  LFS_FN T operator()(complex_of<T> x) const {
    return x.im;
  }
  template <class T>
  LFS_FN T operator()(T) const {
    return cast<T>(false);
  }
};

// --- comparison ------------------------------------------------------------------------------
// By value: int64 beside uint64 keeps all 64 bits of both.
struct equal {
  LFS_FN bool operator()(half x, half y) const { return float(x) == float(y); }
  LFS_FN bool operator()(int64 x, uint64 y) const { return x >= 0 && uint64(x) == y; }
  LFS_FN bool operator()(uint64 x, int64 y) const { return (*this)(y, x); }
  template <class T>
  LFS_FN bool operator()(T x, T y) const {
    return x == y;
  }
};
struct less {
  LFS_FN bool operator()(half x, half y) const { return float(x) < float(y); }
  LFS_FN bool operator()(int64 x, uint64 y) const { return x < 0 || uint64(x) < y; }
  LFS_FN bool operator()(uint64 x, int64 y) const { return y > 0 && x < uint64(y); }
  template <class T>
  LFS_FN bool operator()(T x, T y) const {
    return x < y;
  }
};
struct less_equal {
  LFS_FN bool operator()(half x, half y) const { return float(x) <= float(y); }
  LFS_FN bool operator()(int64 x, uint64 y) const { return x < 0 || uint64(x) <= y; }
  LFS_FN bool operator()(uint64 x, int64 y) const { return y >= 0 && x <= uint64(y); }
  template <class T>
  LFS_FN bool operator()(T x, T y) const {
    return x <= y;
  }
};
struct not_equal {
  template <class T, class U>
  LFS_FN bool operator()(T x, U y) const {
    return !equal{}(x, y);
  }
};
struct greater {
  template <class T, class U>
  LFS_FN bool operator()(T x, U y) const {
    return less{}(y, x);
  }
};
struct greater_equal {
  template <class T, class U>
  LFS_FN bool operator()(T x, U y) const {
    return less_equal{}(y, x);
  }
};

// --- predicates and logic ------------------------------------------------------------------------
#define LFS_PREDICATE(name, function, complex_function, of_integer)            \
  struct name {                                                                \
    template <class T>                                                         \
    LFS_FN bool operator()(T x) const {                                        \
      if constexpr (is_complex<T>) return complex_function(x);                 \
      else if constexpr (is_half<T>) return math::function(float(x));          \
      else if constexpr (is_float<T>) return math::function(x);                \
      else return of_integer;                                                  \
    }                                                                          \
  };
LFS_PREDICATE(isfinite, is_finite, complex_is_finite, true)
LFS_PREDICATE(isinf, is_inf, complex_is_inf, false)
LFS_PREDICATE(isnan, is_nan, complex_is_nan, false)
#undef LFS_PREDICATE

struct signbit {
  LFS_FN bool operator()(half x) const { return x.bits >> 15; }
  template <class T>
  LFS_FN bool operator()(T x) const {
    return math::sign_bit(x);
  }
};
struct logical_and {
  LFS_FN bool operator()(bool x, bool y) const { return x && y; }
};
struct logical_or {
  LFS_FN bool operator()(bool x, bool y) const { return x || y; }
};
struct logical_xor {
  LFS_FN bool operator()(bool x, bool y) const { return x != y; }
};
struct logical_not {
  LFS_FN bool operator()(bool x) const { return !x; }
};

// --- bits ---------------------------------------------------------------------------------------
struct bitwise_and {
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    return static_cast<T>(x & y);
  }
};
struct bitwise_or {
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    return static_cast<T>(x | y);
  }
};
struct bitwise_xor {
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    return static_cast<T>(x ^ y);
  }
};
struct bitwise_invert {
  LFS_FN bool operator()(bool x) const { return !x; }
  template <class T>
  LFS_FN T operator()(T x) const {
    return static_cast<T>(~x);
  }
};
// Shifts by the width or more, and by negative counts, shift everything out.
struct bitwise_left_shift {
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if (wide<T>(y) >= 8 * sizeof(T)) return 0;
    return static_cast<T>(wide<T>(x) << wide<T>(y));
  }
};
struct bitwise_right_shift {
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if (wide<T>(y) >= 8 * sizeof(T)) return x < 0 ? T(-1) : T(0);
    return static_cast<T>(x >> y);
  }
};

// --- selection -----------------------------------------------------------------------------------
struct where {
  template <class T>
  LFS_FN T operator()(bool condition, T x, T y) const {
    return condition ? x : y;
  }
};

struct isclose {
  template <class T>
  LFS_FN bool operator()(T x, T y, double rtol, double atol, double equal_nan) const {
    if constexpr (is_half<T>) {
      return (*this)(float(x), float(y), rtol, atol, equal_nan);
    } else if constexpr (is_complex<T>) {
      if (x == y) return true;
      if (complex_is_nan(x) && complex_is_nan(y)) return equal_nan != 0;
      return complex_is_finite(y) &&
             double(complex_abs(x - y)) <= atol + rtol * double(complex_abs(y));
    } else if constexpr (is_float<T>) {
      if (x == y) return true;
      if (math::is_nan(x) && math::is_nan(y)) return equal_nan != 0;
      return math::is_finite(y) &&
             double(math::abs(x - y)) <= atol + rtol * double(math::abs(y));
    } else if constexpr (is_bool<T>) {
      return double(x != y) <= atol + rtol * double(y);
    } else {
      // Modulo 2**n the larger less the smaller is right as unsigned.
      const uint64 distance = x > y ? uint64(x) - uint64(y) : uint64(y) - uint64(x);
      return double(distance) <= atol + rtol * math::abs(double(y));
    }
  }
};

struct nan_to_num {
  template <class T>
  LFS_FN T operator()(T x, double nan) const {
    if constexpr (is_half<T>) {
      return (*this)(x, nan, 65504.0, -65504.0);
    } else if constexpr (is_complex<T>) {
      return T{(*this)(x.re, nan), (*this)(x.im, nan)};
    } else if constexpr (is_float<T>) {
      return (*this)(x, nan, double(limits<T>::max()), -double(limits<T>::max()));
    } else {
      return x;
    }
  }
  template <class T>
  LFS_FN T operator()(T x, double nan, double posinf, double neginf) const {
    if constexpr (is_half<T>) {
      const float value = float(x);
      if (math::is_nan(value)) return half(nan);
      if (!math::is_inf(value)) return x;
      return half(value > 0 ? posinf : neginf);
    } else if constexpr (is_complex<T>) {
      return T{(*this)(x.re, nan, posinf, neginf), (*this)(x.im, nan, posinf, neginf)};
    } else if constexpr (is_float<T>) {
      if (math::is_nan(x)) return T(nan);
      if (!math::is_inf(x)) return x;
      return T(x > 0 ? posinf : neginf);
    } else {
      return x;
    }
  }
};

}  // namespace op
}  // namespace lfs
