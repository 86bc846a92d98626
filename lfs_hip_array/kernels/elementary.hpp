// SPDX-License-Identifier: Apache-2.0
// Functors of the elementary functions and what is built from them: exponents,
// logarithms, trigonometry, activations.
#pragma once
#include "arithmetic.hpp"
#include "types.hpp"

namespace lfs {
namespace op {

// A function of the C library that has a complex form (found when it is used,
// so that real kernels need no complex header).
#define LFS_FUNCTION(name)                                           \
  struct name {                                                      \
    LFS_HALF1                                                        \
    template <class T>                                               \
    LFS_FN complex_of<T> operator()(complex_of<T> x) const {         \
      return complex_##name(x);                                      \
    }                                                                \
    LFS_FN float operator()(float x) const { return math::name(x); } \
    LFS_FN double operator()(double x) const { return math::name(x); } \
  };
LFS_FUNCTION(exp)
LFS_FUNCTION(expm1)
LFS_FUNCTION(log)
LFS_FUNCTION(log1p)
LFS_FUNCTION(log2)
LFS_FUNCTION(log10)
LFS_FUNCTION(sqrt)
LFS_FUNCTION(sin)
LFS_FUNCTION(cos)
LFS_FUNCTION(tan)
LFS_FUNCTION(asin)
LFS_FUNCTION(acos)
LFS_FUNCTION(atan)
LFS_FUNCTION(sinh)
LFS_FUNCTION(cosh)
LFS_FUNCTION(tanh)
LFS_FUNCTION(asinh)
LFS_FUNCTION(acosh)
LFS_FUNCTION(atanh)
#undef LFS_FUNCTION

#define LFS_REAL_FUNCTION(name)                                        \
  struct name {                                                        \
    LFS_HALF1                                                          \
    LFS_FN float operator()(float x) const { return math::name(x); }   \
    LFS_FN double operator()(double x) const { return math::name(x); } \
  };
LFS_REAL_FUNCTION(exp2)
LFS_REAL_FUNCTION(cbrt)
LFS_REAL_FUNCTION(erf)
LFS_REAL_FUNCTION(erfc)
#undef LFS_REAL_FUNCTION

#define LFS_REAL_FUNCTION2(name)                                                   \
  struct name {                                                                    \
    LFS_HALF2                                                                      \
    LFS_FN float operator()(float x, float y) const { return math::name(x, y); }   \
    LFS_FN double operator()(double x, double y) const { return math::name(x, y); } \
  };
LFS_REAL_FUNCTION2(atan2)
LFS_REAL_FUNCTION2(hypot)
#undef LFS_REAL_FUNCTION2

struct rsqrt {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    return T(1) / math::sqrt(x);  // rounded twice, but within an ulp on every target
  }
};
struct logaddexp {
  LFS_HALF2
  template <class T>
  LFS_FN T operator()(T x, T y) const {
    if (x == y) return x + T(0.69314718055994530942);  // infinities too
    const T distance = x - y;
    if (distance > 0) return x + math::log1p(math::exp(-distance));
    if (distance <= 0) return y + math::log1p(math::exp(distance));
    return distance;  // NaN
  }
};
struct deg2rad {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    return x * T(0.017453292519943295769);
  }
};
struct rad2deg {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    return x * T(57.295779513082320877);
  }
};

// Exactly y at weight 1: from 1/2 up it is computed from y down.
struct lerp {
  LFS_FN half operator()(half x, half y, half weight) const {
    return half((*this)(float(x), float(y), float(weight)));
  }
  template <class T>
  LFS_FN T operator()(T x, T y, T weight) const {
    const bool late = weight >= T(0.5);
    return (y - x) * (late ? weight - 1 : weight) + (late ? y : x);
  }
};

// --- activations ------------------------------------------------------------------
// No overflow, and digits in both tails.
struct sigmoid {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    const T part = math::exp(-math::abs(x));
    return (x < 0 ? part : T(1)) / (T(1) + part);
  }
};

// Below this x * sigmoid(x) and x * Phi(x) are -0.0 in every dtype, as they
// are at -inf, where the formula would be inf * 0.
template <class T>
LFS_FN T from_floor(T x) {
  return x < T(-2000) ? T(-2000) : x;
}
struct silu {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    const T bounded = from_floor(x);
    return bounded * sigmoid{}(bounded);
  }
};
struct gelu_tanh {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    const T bounded = from_floor(x);
    const T inner = bounded * (T(1) + bounded * bounded * T(0.044715));
    return bounded * sigmoid{}(inner * T(1.59576912160573071176));  // 2 sqrt(2 / pi)
  }
};

// The normal distribution's upper tail beyond x >= 0: erfc(x / sqrt(2)) / 2. The
// rounding of x / sqrt(2) would cost x**2 ulps; what it lost is made good by the
// first term of the series.
template <class T>
LFS_FN T normal_tail(T x) {
  const double root_half = 0.70710678118654752440;
  const T high = T(root_half), low = T(root_half - double(high));
  const T t = x * high;
  const T lost = math::fma(x, high, -t) +
                 x * (same<T, double> ? T(-4.8336466567264566e-17) : low);
  const T tail = math::erfc(t) * T(0.5);
  // erfc'(t) = -2 exp(-t*t) / sqrt(pi), about -2 t erfc(t) for large t.
  return t > T(1) && t < T(40) ? tail - tail * (2 * t * lost) : tail;
}
struct ndtr {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    if (math::abs(x) < T(0.5)) return T(0.5) + T(0.5) * math::erf(x * T(0.70710678118654752440));
    if (math::is_nan(x)) return x;
    const T tail = normal_tail(math::abs(x));
    return x < 0 ? tail : T(1) - tail;
  }
};
struct gelu {
  LFS_HALF1
  template <class T>
  LFS_FN T operator()(T x) const {
    const T bounded = from_floor(x);
    return bounded * ndtr{}(bounded);
  }
};

}  // namespace op
}  // namespace lfs
