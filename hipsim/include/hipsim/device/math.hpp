// SPDX-License-Identifier: Apache-2.0
// The math functions that HIP has beyond the C library's, and min/max/abs as
// overloads in the global namespace. What the C library has comes from <math.h>.
#pragma once
#include <math.h>
#include <stdlib.h>
#include <limits>
#include <type_traits>

// min and max: exact overloads first, so that two equal types never convert.
#define HIPSIM_MIN_MAX(T)                                        \
  constexpr T min(T a, T b) { return b < a ? b : a; }            \
  constexpr T max(T a, T b) { return a < b ? b : a; }
HIPSIM_MIN_MAX(int)
HIPSIM_MIN_MAX(unsigned)
HIPSIM_MIN_MAX(long)
HIPSIM_MIN_MAX(unsigned long)
HIPSIM_MIN_MAX(long long)
HIPSIM_MIN_MAX(unsigned long long)
#undef HIPSIM_MIN_MAX
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline double min(double a, double b) { return fmin(a, b); }
inline double max(double a, double b) { return fmax(a, b); }

namespace hipsim {
template <class A, class B>
using CommonArithmetic =
    typename std::enable_if<std::is_arithmetic<A>::value && std::is_arithmetic<B>::value,
                            typename std::common_type<A, B>::type>::type;
}
template <class A, class B>
inline hipsim::CommonArithmetic<A, B> min(A a, B b) {
  using T = hipsim::CommonArithmetic<A, B>;
  const T x = static_cast<T>(a), y = static_cast<T>(b);
  return y < x ? y : x;
}
template <class A, class B>
inline hipsim::CommonArithmetic<A, B> max(A a, B b) {
  using T = hipsim::CommonArithmetic<A, B>;
  const T x = static_cast<T>(a), y = static_cast<T>(b);
  return x < y ? y : x;
}

// Functions of double, with the float form computed in double and rounded once.
#define HIPSIM_FUNCTION_1(name, expression)                                                  \
  inline double name(double x) { return expression; }                                        \
  inline float name##f(float v) { return static_cast<float>(name(static_cast<double>(v))); } \
  inline float name(float v) { return name##f(v); }

namespace hipsim {

constexpr double pi = 3.14159265358979323846;

// sin(pi x) with the argument reduced exactly first.
inline double sin_pi(double x) {
  if (!isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
  const double r = fmod(fabs(x), 2.0);
  double s;
  if (r <= 0.25) s = sin(pi * r);
  else if (r <= 0.75) s = cos(pi * (0.5 - r));
  else if (r <= 1.25) s = sin(pi * (1.0 - r));
  else if (r <= 1.75) s = -cos(pi * (1.5 - r));
  else s = sin(pi * (r - 2.0));
  return copysign(1.0, x) * s;
}
inline double cos_pi(double x) {
  if (!isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
  const double r = fmod(fabs(x), 2.0);
  if (r <= 0.25) return cos(pi * r);
  if (r <= 0.75) return sin(pi * (0.5 - r));
  if (r <= 1.25) return -cos(pi * (1.0 - r));
  if (r <= 1.75) return sin(pi * (r - 1.5));
  return cos(pi * (2.0 - r));
}

// exp(x*x) * erfc(x). Above 26 the product under- and overflows; there the
// asymptotic series has reached full precision.
inline double erfc_scaled(double x) {
  if (x < 26.0) return exp(x * x) * erfc(x);
  double term = 1.0, sum = 1.0;
  for (int k = 1; k < 12; ++k) {
    term *= -(2 * k - 1) / (2.0 * x * x);
    sum += term;
  }
  return sum / (x * 1.77245385090551602730);
}

// Inverse of erfc on (0, 2): a rough start, then Halley's iteration, whose
// third-order convergence reaches double precision in a few steps.
inline double erfc_inverse(double y) {
  if (!(y >= 0.0 && y <= 2.0)) return std::numeric_limits<double>::quiet_NaN();
  if (y == 0.0) return std::numeric_limits<double>::infinity();
  if (y == 2.0) return -std::numeric_limits<double>::infinity();
  if (y > 1.0) return -erfc_inverse(2.0 - y);
  const double t = sqrt(-2.0 * log(y / 2.0));
  double x = 0.70710678118654752440 *
             (t - (2.30753 + t * 0.27061) / (1.0 + t * (0.99229 + t * 0.04481)));
  for (int i = 0; i < 4; ++i) {
    const double error = erfc(x) - y;
    const double slope = 1.12837916709551257390 * exp(-x * x);
    if (slope == 0.0) break;
    x += error / (slope - x * error);
  }
  return x;
}
// Near 0 erfc_inverse(1 - y) would lose y's low bits: iterate on erf itself.
inline double erf_inverse(double y) {
  if (!(y >= -1.0 && y <= 1.0)) return std::numeric_limits<double>::quiet_NaN();
  if (fabs(y) > 0.5) return copysign(erfc_inverse(1.0 - fabs(y)), y);
  double x = y * 0.88622692545275801365;
  for (int i = 0; i < 4; ++i) {
    const double error = erf(x) - y;
    const double slope = 1.12837916709551257390 * exp(-x * x);
    x -= error / (slope + x * error);
  }
  return x;
}

}  // namespace hipsim

HIPSIM_FUNCTION_1(rsqrt, 1.0 / sqrt(x))
HIPSIM_FUNCTION_1(rcbrt, 1.0 / cbrt(x))
HIPSIM_FUNCTION_1(sinpi, hipsim::sin_pi(x))
HIPSIM_FUNCTION_1(cospi, hipsim::cos_pi(x))
HIPSIM_FUNCTION_1(erfcx, hipsim::erfc_scaled(x))
HIPSIM_FUNCTION_1(erfinv, hipsim::erf_inverse(x))
HIPSIM_FUNCTION_1(erfcinv, hipsim::erfc_inverse(x))
HIPSIM_FUNCTION_1(normcdf, 0.5 * erfc(-x * 0.70710678118654752440))
HIPSIM_FUNCTION_1(normcdfinv, -1.41421356237309504880 * hipsim::erfc_inverse(2.0 * x))
#undef HIPSIM_FUNCTION_1

// exp10 and the Bessel functions are in glibc for double and float under the
// C names; HIP also overloads the plain name for float.
inline float exp10(float x) { return exp10f(x); }
inline float j0(float x) { return j0f(x); }
inline float j1(float x) { return j1f(x); }
inline float jn(int n, float x) { return jnf(n, x); }
inline float y0(float x) { return y0f(x); }
inline float y1(float x) { return y1f(x); }
inline float yn(int n, float x) { return ynf(n, x); }

namespace hipsim {
// Power series of the modified Bessel functions; every term is positive, so
// nothing cancels, and exp(|x|) bounds the number of terms.
inline double bessel_i(int order, double x) {
  const double q = x * x / 4.0;
  double term = order == 0 ? 1.0 : x / 2.0, sum = term;
  for (int k = 1; k < 2000 && term != 0.0; ++k) {
    term *= q / (static_cast<double>(k) * (k + order));
    if (sum + term == sum) break;
    sum += term;
  }
  return sum;
}
}  // namespace hipsim
inline double cyl_bessel_i0(double x) { return hipsim::bessel_i(0, x); }
inline double cyl_bessel_i1(double x) { return hipsim::bessel_i(1, x); }
inline float cyl_bessel_i0f(float x) { return static_cast<float>(hipsim::bessel_i(0, x)); }
inline float cyl_bessel_i1f(float x) { return static_cast<float>(hipsim::bessel_i(1, x)); }

inline void sincos(float x, float* s, float* c) { sincosf(x, s, c); }
inline void sincospi(double x, double* s, double* c) {
  *s = hipsim::sin_pi(x);
  *c = hipsim::cos_pi(x);
}
inline void sincospif(float x, float* s, float* c) {
  *s = sinpif(x);
  *c = cospif(x);
}
inline double rhypot(double a, double b) { return 1.0 / hypot(a, b); }
inline float rhypotf(float a, float b) { return 1.0f / hypotf(a, b); }
inline double norm3d(double a, double b, double c) { return hypot(hypot(a, b), c); }
inline float norm3df(float a, float b, float c) {
  return static_cast<float>(norm3d(a, b, c));
}
inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
inline float saturate(float x) { return __saturatef(x); }

// The fast forms are less exact on a device; here they are the full functions,
// so code must not rely on their extra accuracy.
inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __tanf(float x) { return tanf(x); }
inline void __sincosf(float x, float* s, float* c) { sincosf(x, s, c); }
inline float __expf(float x) { return expf(x); }
inline float __exp10f(float x) { return exp10f(x); }
inline float __logf(float x) { return logf(x); }
inline float __log2f(float x) { return log2f(x); }
inline float __log10f(float x) { return log10f(x); }
inline float __powf(float x, float y) { return powf(x, y); }
inline float __fdividef(float x, float y) { return x / y; }
inline float fdividef(float x, float y) { return x / y; }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __frsqrt_rn(float x) { return rsqrtf(x); }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dsub_rn(double a, double b) { return a - b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline double __dsqrt_rn(double a) { return sqrt(a); }
inline double __drcp_rn(double a) { return 1.0 / a; }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
