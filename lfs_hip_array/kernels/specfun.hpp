// SPDX-License-Identifier: Apache-2.0
// Special functions, in double for every dtype and rounded once. The same
// expansions as on the cpu device, from the same sources:
// W. J. Cody, "Rational Chebyshev approximations for the error function",
// Math. Comp. 23 (1969); M. J. Wichura, "Algorithm AS 241", Applied Statistics
// 37 (1988); Abramowitz and Stegun 6.1.15, 6.1.17, 6.1.40, 6.3.5, 6.3.7,
// 6.3.18 and 9.6.10; C. W. Clenshaw, NPL Mathematical Tables 5 (1962).
#pragma once
#include "elementary.hpp"
#include "specfun_tables.hpp"
#include "types.hpp"

namespace lfs {
namespace special {

constexpr double PI = 3.14159265358979323846;

// Coefficients from the highest power down (Horner). Unrolled: the tables then
// become immediates instead of memory accesses.
template <int N>
LFS_FN double polynomial(double x, const double (&c)[N]) {
  double value = c[0];
  LFS_UNROLL
  for (int i = 1; i < N; ++i) value = value * x + c[i];
  return value;
}
// sum(c[k] * T_k(x)) by Clenshaw's recurrence.
template <int N>
LFS_FN double chebyshev(double x, const double (&c)[N]) {
  double ahead = c[N - 1], beyond = 0;
  LFS_UNROLL
  for (int i = N - 2; i > 0; --i) {
    const double next = 2 * x * ahead - beyond + c[i];
    beyond = ahead;
    ahead = next;
  }
  return x * ahead - beyond + c[0];
}

// sin(pi x), exactly 0 at integers.
LFS_FN double sin_pi(double x) {
  const double whole = math::rint(x);
  const double half = 0.5 * whole;
  const double value = math::sin(PI * (x - whole));
  return half == math::floor(half) ? value : -value;
}

// --- the normal distribution ------------------------------------------------------
// exp(y*y) * erfc(y) for y >= 0.46875.
LFS_FN double scaled_erfc(double y) {
  if (y <= 4) return polynomial(y, ERFCX_C) / polynomial(y, ERFCX_D);
  const double z = 1 / (y * y);
  const double part = z * polynomial(z, ERFCX_P) / polynomial(z, ERFCX_Q);
  return (0.56418958354775628695 - part) / y;
}
LFS_FN double log_ndtr(double x) {
  if (x < -1) return math::log(0.5 * scaled_erfc(x * -0.70710678118654752440)) - 0.5 * x * x;
  return math::log1p(-op::ndtr{}(-x));
}
LFS_FN double ndtri(double p) {
  const double centred = p - 0.5;
  if (math::abs(centred) <= 0.425) {
    const double r = 0.180625 - centred * centred;
    return centred * polynomial(r, CENTRE_N) / polynomial(r, CENTRE_D);
  }
  const double outer = p < 1 - p ? p : 1 - p;
  const double r = math::sqrt(-math::log(outer));
  double value;
  if (math::is_inf(r)) value = r;
  else if (r > 5) value = polynomial(r - 5, FAR_N) / polynomial(r - 5, FAR_D);
  else value = polynomial(r - 1.6, NEAR_N) / polynomial(r - 1.6, NEAR_D);
  return math::copysign(value, centred);
}

// --- the gamma function -------------------------------------------------------------
// On [1, 2] by polynomials in t = 2x - 3, up to 10 by recurrence, beyond by
// Stirling's series, below 0 by reflection.
struct reduced {
  double u, product, reciprocals;

  // u in [0, 1], the product of (u + 1) ... (x - 1), and the sum of their
  // reciprocals; for x below 1, u is x itself: 1 + u is x + 1.
  LFS_FN explicit reduced(double x) : u(x), product(1), reciprocals(0) {
    const int steps = static_cast<int>(x);
    if (steps >= 1) u = x - steps;
    for (int j = 1; j < steps; ++j) {
      product *= u + j;
      reciprocals += 1 / (u + j);
    }
  }
};

LFS_FN double stirling(double x) {
  const double inverse = 1 / x;
  return polynomial(inverse * inverse, STIRLING) * inverse;
}
LFS_FN double log_gamma_positive(double x) {
  if (!(x < 10)) {
    return stirling(x) + (0.91893853320467274178 - 0.5) + (x - 0.5) * (math::log(x) - 1);
  }
  const reduced r(x);
  const double value = polynomial(2 * r.u - 1, LOG_GAMMA) * (r.u * (r.u - 1));
  return value + (x < 1 ? -math::log(x) : math::log(r.product));
}
LFS_FN double gammaln(double x) {
  if (math::is_inf(x)) return limits<double>::inf();
  if (!(x < 0)) return log_gamma_positive(math::abs(x));
  const double y = -x;
  if (math::rint(y) == y) return limits<double>::inf();
  return math::log(PI / (y * math::abs(sin_pi(y)))) - log_gamma_positive(y);
}

// gamma(x) is root * root * rest beyond 10; root does not overflow where it does not.
struct stirling_factors {
  double root, rest;
  LFS_FN explicit stirling_factors(double wanted) {
    const double x = wanted > 200 ? 200.0 : wanted;
    root = math::pow(x, 0.5 * x - 0.25);
    rest = 2.50662827463100050242 * math::exp(stirling(x)) * math::exp(-x);
  }
};
LFS_FN double gamma_negative(double x) {
  const double y = -x, sine = sin_pi(y);
  if (sine == 0 || math::is_inf(x)) return limits<double>::nan();
  if (y >= 10) {
    const stirling_factors f(y);
    return -PI / (y * sine * f.rest) / f.root / f.root;
  }
  const reduced r(y);
  const double after = polynomial(2 * r.u - 1, GAMMA) * r.product * (y < 1 ? 1 : y);
  return -PI / (sine * after);
}
LFS_FN double gamma(double x) {
  if (x < 0) return gamma_negative(x);
  if (x == 0) return 1 / x;
  if (!(x < 10)) {
    if (math::is_nan(x)) return x;
    const stirling_factors f(x);
    return f.root * f.rest * f.root;
  }
  const reduced r(x);
  const double value = polynomial(2 * r.u - 1, GAMMA) * r.product;
  return x < 1 ? value / x : value;
}

LFS_FN double digamma_positive(double x) {
  if (!(x < 10)) {
    const double inverse = 1 / x, square = inverse * inverse;
    return math::log(x) - 0.5 * inverse - polynomial(square, STIRLING_DIGAMMA) * square;
  }
  // digamma(x), or digamma(1 + x) for x below 1; its zero is taken off in two parts.
  const reduced r(x);
  const double from_root = (r.u - (1.4616321449683622 - 1)) - 9.549995429965697e-17;
  return polynomial(2 * r.u - 1, DIGAMMA) * from_root + r.reciprocals;
}
LFS_FN double digamma(double x) {
  const double size = math::abs(x), value = digamma_positive(size);
  if (!(x < 0)) return x < 1 ? value - 1 / x : value;
  const double distance = size - math::rint(size);
  if (distance == 0 || math::is_inf(x)) return limits<double>::nan();
  const double reflected = value + PI / math::tan(PI * distance);
  return size >= 1 ? reflected + 1 / size : reflected;
}

// --- logarithms times numbers ----------------------------------------------------------
LFS_FN double logit(double p) {
  // About 1/2 the logarithms cancel: 2 atanh(2p - 1) is the same function.
  if (math::abs(p - 0.5) <= 0.25) return 2 * math::atanh(2 * (p - 0.5));
  return math::log(p) - math::log1p(-p);
}
LFS_FN double entr(double x) {
  if (x == 0) return 0;
  return x < 0 ? -limits<double>::inf() : -x * math::log(x);
}
LFS_FN double xlogy(double x, double y) {
  return x == 0 && !math::is_nan(y) ? 0 : x * math::log(y);
}
LFS_FN double xlog1py(double x, double y) {
  return x == 0 && !math::is_nan(y) ? 0 : x * math::log1p(y);
}
// x * log(x / y) for positive x and y, without loss where x is close to y.
LFS_FN double relative_entropy(double x, double y) {
  const double ratio = x / y;
  if (ratio > 0.5 && ratio < 2) return x * math::log1p((x - y) / y);
  if (ratio < 1e-300 || math::is_inf(ratio)) return x * (math::log(x) - math::log(y));
  return x * math::log(ratio);
}
// Whether (x, y) has a value by definition, at x = 0 or outside x >= 0, y >= 0.
LFS_FN bool entropy_edge(double x, double y, double at_zero, double& value) {
  if (math::is_nan(x) || math::is_nan(y)) value = limits<double>::nan();
  else if (x < 0 || y < 0 || (x > 0 && y == 0)) value = limits<double>::inf();
  else if (x == 0) value = at_zero;
  else return false;
  return true;
}
LFS_FN double rel_entr(double x, double y) {
  double value;
  return entropy_edge(x, y, 0, value) ? value : relative_entropy(x, y);
}
LFS_FN double kl_div(double x, double y) {
  double value;
  if (entropy_edge(x, y, y, value)) return value;
  if (math::is_inf(x) != math::is_inf(y)) return limits<double>::inf();
  const double d = (x - y) / y;  // (1 + d) log(1 + d) - d as a series near 0
  if (math::abs(d) < 0.4) return y * d * d * polynomial(d, KL_SERIES);
  return relative_entropy(x, y) + (y - x);
}

// --- Bessel functions ------------------------------------------------------------------
// Up to 8 by the power series in x*x / 4; beyond, sqrt(x) exp(-x) I(x) by
// Chebyshev expansions in 16 / x - 1.
template <int ORDER>
LFS_FN double bessel_near(double x) {
  const double half = 0.5 * x;
  if (ORDER == 0) return polynomial(half * half, I0_NEAR);
  return polynomial(half * half, I1_NEAR) * half;
}
template <int ORDER>
LFS_FN double bessel_far(double x) {
  const double t = 16 / x - 1;
  return (ORDER == 0 ? chebyshev(t, I0_FAR) : chebyshev(t, I1_FAR)) / math::sqrt(x);
}
template <int ORDER>
LFS_FN double bessel(double x) {
  const double size = math::abs(x);
  double value;
  if (!(size > 8)) value = bessel_near<ORDER>(size);
  else if (math::is_inf(size)) value = size;
  else {
    const double root = math::exp(0.5 * size);  // exp(x) overflows before I(x) does
    value = root * bessel_far<ORDER>(size) * root;
  }
  return ORDER == 0 ? value : math::copysign(value, x);
}
template <int ORDER>
LFS_FN double bessel_scaled(double x) {
  const double size = math::abs(x);
  const double value =
      size > 8 ? bessel_far<ORDER>(size) : bessel_near<ORDER>(size) * math::exp(-size);
  return ORDER == 0 ? value : math::copysign(value, x);
}

LFS_FN double sinc(double x) {
  const double size = math::abs(x);
  return size == 0 ? 1 : (sin_pi(size) + 0.0) / (PI * size);
}

}  // namespace special

namespace op {

#define LFS_SPECIAL(name, function)                                                  \
  struct name {                                                                      \
    LFS_FN half operator()(half x) const { return half(function(double(float(x)))); } \
    LFS_FN float operator()(float x) const { return float(function(double(x))); }    \
    LFS_FN double operator()(double x) const { return function(x); }                 \
  };
#define LFS_SPECIAL2(name, function)                                                         \
  struct name {                                                                              \
    LFS_FN half operator()(half x, half y) const {                                           \
      return half(function(double(float(x)), double(float(y))));                             \
    }                                                                                        \
    LFS_FN float operator()(float x, float y) const {                                        \
      return float(function(double(x), double(y)));                                          \
    }                                                                                        \
    LFS_FN double operator()(double x, double y) const { return function(x, y); }            \
  };
LFS_SPECIAL(gamma, special::gamma)
LFS_SPECIAL(gammaln, special::gammaln)
LFS_SPECIAL(digamma, special::digamma)
LFS_SPECIAL(logit, special::logit)
LFS_SPECIAL(log_ndtr, special::log_ndtr)
LFS_SPECIAL(ndtri, special::ndtri)
LFS_SPECIAL(entr, special::entr)
LFS_SPECIAL(sinc, special::sinc)
LFS_SPECIAL(i0, special::bessel<0>)
LFS_SPECIAL(i1, special::bessel<1>)
LFS_SPECIAL(i0e, special::bessel_scaled<0>)
LFS_SPECIAL(i1e, special::bessel_scaled<1>)
LFS_SPECIAL2(xlogy, special::xlogy)
LFS_SPECIAL2(xlog1py, special::xlog1py)
LFS_SPECIAL2(rel_entr, special::rel_entr)
LFS_SPECIAL2(kl_div, special::kl_div)
#undef LFS_SPECIAL
#undef LFS_SPECIAL2

}  // namespace op
}  // namespace lfs
