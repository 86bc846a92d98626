// SPDX-License-Identifier: Apache-2.0
// Complex arithmetic and functions, with the special cases of C's Annex G that
// the Array API standard takes over. Functions on the complex plane are written
// for double: complex64 is computed in double and rounded once, which costs
// less than the careful forms that float would need near cuts and zeros.
//
// Sources: W. Kahan, "Branch cuts for complex elementary functions", in The
// State of the Art in Numerical Analysis (1987); C11 Annex G.6.
#pragma once
#include "types.hpp"

namespace lfs {

// --- arithmetic --------------------------------------------------------------------
template <class T>
LFS_FN complex_of<T> operator+(complex_of<T> x, complex_of<T> y) {
  return {x.re + y.re, x.im + y.im};
}
template <class T>
LFS_FN complex_of<T> operator-(complex_of<T> x, complex_of<T> y) {
  return {x.re - y.re, x.im - y.im};
}
template <class T>
LFS_FN complex_of<T> operator-(complex_of<T> x) {
  return {-x.re, -x.im};
}
template <class T>
LFS_FN complex_of<T> operator*(complex_of<T> x, complex_of<T> y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
template <class T>
LFS_FN bool operator==(complex_of<T> x, complex_of<T> y) {
  return x.re == y.re && x.im == y.im;
}
template <class T>
LFS_FN bool operator!=(complex_of<T> x, complex_of<T> y) {
  return !(x == y);
}
// Smith's division: scaled by the larger component of the divisor.
template <class T>
LFS_FN complex_of<T> operator/(complex_of<T> x, complex_of<T> y) {
  const T size_re = math::abs(y.re), size_im = math::abs(y.im);
  if (size_re >= size_im) {
    if (size_re == 0 && size_im == 0) return {x.re / size_re, x.im / size_re};
    const T ratio = y.im / y.re, scale = T(1) / (y.re + y.im * ratio);
    return {(x.re + x.im * ratio) * scale, (x.im - x.re * ratio) * scale};
  }
  const T ratio = y.re / y.im, scale = T(1) / (y.im + y.re * ratio);
  return {(x.re * ratio + x.im) * scale, (x.im * ratio - x.re) * scale};
}

template <class T>
LFS_FN bool complex_is_nan(complex_of<T> z) {
  return math::is_nan(z.re) || math::is_nan(z.im);
}
template <class T>
LFS_FN bool complex_is_finite(complex_of<T> z) {
  return math::is_finite(z.re) && math::is_finite(z.im);
}
template <class T>
LFS_FN bool complex_is_inf(complex_of<T> z) {
  return math::is_inf(z.re) || math::is_inf(z.im);
}
template <class T>
LFS_FN T complex_abs(complex_of<T> z) {
  return math::hypot(z.re, z.im);
}
template <class T>
LFS_FN complex_of<T> swapped(complex_of<T> z) {
  return {z.im, z.re};
}

template <class T>
LFS_FN complex_of<T> complex_sign(complex_of<T> z) {
  if (complex_is_nan(z)) return {limits<T>::nan(), limits<T>::nan()};
  const bool inf_re = math::is_inf(z.re), inf_im = math::is_inf(z.im);
  if (inf_re && inf_im) return {limits<T>::nan(), limits<T>::nan()};
  if (inf_re) return {math::copysign(T(1), z.re), 0};
  if (inf_im) return {0, math::copysign(T(1), z.im)};
  const T size = complex_abs(z);
  if (size == 0) return {0, 0};
  return {z.re / size, z.im / size};
}

// --- square root ------------------------------------------------------------------
LFS_FN complex128 complex_sqrt(complex128 z) {
  double a = z.re, b = z.im;
  if (a == 0 && b == 0) return {0, b};
  if (math::is_inf(b)) return {limits<double>::inf(), b};
  if (math::is_nan(a)) return {a, a};
  if (math::is_inf(a)) {
    if (a < 0) return {math::abs(b - b), math::copysign(limits<double>::inf(), b)};
    return {a, math::copysign(b - b, b)};
  }
  if (math::is_nan(b)) return {b, b};
  // Scaled by powers of four so that neither the sum nor its parts over- or underflow.
  double scale = 1;
  const double size = math::abs(a) > math::abs(b) ? math::abs(a) : math::abs(b);
  if (size > 4e307) {
    a *= 0.25, b *= 0.25, scale = 2;
  } else if (size < 1e-290) {
    a *= 0x1p108, b *= 0x1p108, scale = 0x1p-54;
  }
  const double root = math::sqrt((math::abs(a) + math::hypot(a, b)) * 0.5);
  const double other = b / (2 * root);
  if (a >= 0) return {root * scale, other * scale};
  return {math::abs(other) * scale, math::copysign(root, b) * scale};
}

// --- logarithms ---------------------------------------------------------------------
// |a + bi|**2 - 1 in double-double, which keeps digits on the unit circle. From
// exact products and sums (Knuth, TAOCP 4.2.2); `low` is a's low part.
LFS_FN double squared_modulus_less_one(double a, double low, double b) {
  const double aa = a * a, aa_error = math::fma(a, a, -aa);
  const double bb = b * b, bb_error = math::fma(b, b, -bb);
  const bool a_first = aa >= bb;
  const double big = a_first ? aa : bb, small = a_first ? bb : aa;
  const double s = big - 1, part = s - big;
  const double s_error = (big - (s - part)) + (-1 - part);
  const double t = s + small, part2 = t - s;
  const double t_error = (s - (t - part2)) + (small - part2);
  return t + (s_error + t_error + aa_error + bb_error + 2 * a * low);
}

// log|(a + low) + bi|
LFS_FN double log_modulus(double a, double low, double b) {
  const double size_a = math::abs(a), size_b = math::abs(b);
  if (size_a < 2 && size_b < 2) {
    const double excess = squared_modulus_less_one(a, low, b);
    if (excess > -0.5) return 0.5 * math::log1p(excess);
  }
  const double size = math::hypot(a, b);
  if (size == limits<double>::inf() && math::is_finite(a) && math::is_finite(b))
    return math::log(math::hypot(a * 0.5, b * 0.5)) + 0.69314718055994530942;
  if (size < 1e-300 && size > 0)  // hypot of subnormals has few digits
    return math::log(math::hypot(a * 0x1p200, b * 0x1p200)) - 200 * 0.69314718055994530942;
  return math::log(size);
}

LFS_FN complex128 complex_log(complex128 z) {
  return {log_modulus(z.re, 0, z.im), math::atan2(z.im, z.re)};
}
LFS_FN complex128 complex_log1p(complex128 z) {
  const double a = 1 + z.re, part = a - 1;
  const double low = math::is_finite(a) ? (1 - (a - part)) + (z.re - part) : 0;
  double re = log_modulus(a, low, z.im);
  // Near 0 the sum 2a + a*a + b*b is formed as such: 1 + a has lost a's last digits.
  if (math::abs(z.re) < 0.5 && math::abs(z.im) < 0.5) {
    const double bb = z.im * z.im, bb_error = math::fma(z.im, z.im, -bb);
    const double aa = z.re * z.re, aa_error = math::fma(z.re, z.re, -aa);
    const double twice = 2 * z.re, s = twice + bb, p = s - twice;
    const double s_error = (twice - (s - p)) + (bb - p);
    const double t = s + aa, q = t - s;
    const double t_error = (s - (t - q)) + (aa - q);
    re = 0.5 * math::log1p(t + (s_error + t_error + aa_error + bb_error));
  }
  return {re, math::atan2(z.im, a)};
}

// --- exponential and hyperbolic ---------------------------------------------------------
// e**a * (cos(b), sin(b)) * scale, where e**a alone may overflow.
LFS_FN complex128 exp_cis(double a, double b, double scale) {
  const double c = math::cos(b), s = math::sin(b);
  if (a < limits<double>::exp_limit()) {
    const double e = math::exp(a) * scale;
    return {e * c, e * s};
  }
  const double root = math::exp(0.5 * a);
  return {scale * root * c * root, scale * root * s * root};
}

LFS_FN complex128 complex_exp(complex128 z) {
  if (z.im == 0) return {math::exp(z.re), z.im};
  if (math::is_finite(z.im)) return exp_cis(z.re, z.im, 1);
  if (z.re == -limits<double>::inf()) return {0, math::copysign(0.0, z.im)};
  if (z.re == limits<double>::inf()) return {z.re, limits<double>::nan()};
  return {limits<double>::nan(), limits<double>::nan()};
}

LFS_FN complex128 complex_expm1(complex128 z) {
  if (!(complex_is_finite(z) && z.re < limits<double>::exp_limit())) {
    const complex128 e = complex_exp(z);
    return {e.re - 1, e.im};
  }
  const double half_sine = math::sin(0.5 * z.im);
  const double re = math::expm1(z.re) * math::cos(z.im) - 2 * half_sine * half_sine;
  return {re + 0.0, z.im == 0 ? z.im : math::exp(z.re) * math::sin(z.im)};
}

LFS_FN complex128 complex_sinh(complex128 z) {
  const double a = z.re, b = z.im, nan = limits<double>::nan();
  if (b == 0) return {math::sinh(a), b};
  if (!math::is_finite(b)) {
    if (a == 0) return {a, nan};
    return {math::is_inf(a) ? a : nan, nan};
  }
  if (a == 0) return {a * math::cos(b), math::sin(b)};
  if (math::abs(a) < 700) return {math::sinh(a) * math::cos(b), math::cosh(a) * math::sin(b)};
  if (math::is_nan(a)) return {nan, nan};
  const complex128 e = exp_cis(math::abs(a), b, 0.5);
  return {math::copysign(1.0, a) * e.re, e.im};
}

LFS_FN complex128 complex_cosh(complex128 z) {
  const double a = z.re, b = z.im, nan = limits<double>::nan();
  if (b == 0) {
    const double zero = math::sign_bit(a) != math::sign_bit(b) ? -0.0 : 0.0;
    return {math::cosh(a), zero};
  }
  if (!math::is_finite(b)) {
    if (a == 0) return {nan, 0};
    return {math::is_inf(a) ? limits<double>::inf() : nan, nan};
  }
  if (math::abs(a) < 700) return {math::cosh(a) * math::cos(b), math::sinh(a) * math::sin(b)};
  if (math::is_nan(a)) return {nan, nan};
  const complex128 e = exp_cis(math::abs(a), b, 0.5);
  return {e.re, math::copysign(1.0, a) * e.im};
}

LFS_FN complex128 complex_tanh(complex128 z) {
  const double a = z.re, b = z.im, nan = limits<double>::nan();
  if (math::is_inf(a)) return {math::copysign(1.0, a), math::copysign(0.0, b)};
  if (b == 0) return {math::tanh(a), b};
  if (!math::is_finite(b)) return {a == 0 ? a : nan, nan};
  if (math::is_nan(a)) return {nan, nan};
  if (math::abs(a) > 22) {
    const double e = math::exp(-math::abs(a));
    return {math::copysign(1.0, a), 4 * math::sin(b) * math::cos(b) * e * e};
  }
  const double t = math::tan(b), beta = 1 + t * t, s = math::sinh(a);
  const double rho = math::sqrt(1 + s * s), below = 1 + beta * s * s;
  return {beta * rho * s / below, t / below};
}

// --- inverse functions -------------------------------------------------------------------
// Finite operands: Kahan's forms. 1 - z and 1 + z lose nothing that matters near
// the branch points, and each product below adds terms of one sign.
struct unit_roots {
  complex128 less, more;  // sqrt(1 - z), sqrt(1 + z)
  LFS_FN explicit unit_roots(complex128 z)
      : less(complex_sqrt({1 - z.re, -z.im})), more(complex_sqrt({1 + z.re, z.im})) {}
};

LFS_FN complex128 complex_asin(complex128 z) {
  const double a = z.re, b = z.im, nan = limits<double>::nan();
  if (complex_is_nan(z)) {
    if (math::is_inf(b)) return {nan, b};
    if (math::is_inf(a)) return {nan, a};
    return {a == 0 ? a : nan, nan};
  }
  if (complex_is_inf(z))
    return {math::atan2(a, math::abs(b)), math::copysign(limits<double>::inf(), b)};
  const unit_roots r(z);
  const double re = math::atan2(a, r.less.re * r.more.re - r.less.im * r.more.im);
  return {re, math::asinh(r.less.re * r.more.im - r.less.im * r.more.re)};
}

LFS_FN complex128 complex_acos(complex128 z) {
  const double a = z.re, b = z.im, nan = limits<double>::nan();
  if (complex_is_nan(z)) {
    if (math::is_inf(b)) return {nan, -b};
    if (math::is_inf(a)) return {nan, a};
    return {a == 0 ? 1.57079632679489661923 : nan, nan};
  }
  if (complex_is_inf(z))
    return {math::atan2(math::abs(b), a), math::copysign(limits<double>::inf(), -b)};
  const unit_roots r(z);
  const double re = 2 * math::atan2(r.less.re, r.more.re);
  return {re, math::asinh(r.more.re * r.less.im - r.more.im * r.less.re)};
}

LFS_FN complex128 complex_acosh(complex128 z) {
  const complex128 w = complex_acos(z);
  return {math::abs(w.im), math::copysign(w.re, z.im)};
}
LFS_FN complex128 complex_asinh(complex128 z) { return swapped(complex_asin(swapped(z))); }

LFS_FN complex128 complex_atanh(complex128 z) {
  const double a = z.re, b = z.im, nan = limits<double>::nan();
  const double quarter_turn = math::copysign(1.57079632679489661923, b);
  if (complex_is_nan(z)) {
    if (math::is_inf(b)) return {math::copysign(0.0, a), quarter_turn};
    if (math::is_inf(a)) return {math::copysign(0.0, a), nan};
    return {a == 0 ? a : nan, nan};
  }
  if (complex_is_inf(z)) return {math::copysign(0.0, a), quarter_turn};
  const double x = math::abs(a), y = math::abs(b);
  if (x > 1e150 || y > 1e150) {  // the real part of 1 / z; squares would overflow
    const double re = x >= y ? 1 / (x + y * (y / x)) : x / y / (y + x * (x / y));
    return {math::copysign(re, a), quarter_turn};
  }
  double re;
  if (x == 1 && y < 1e-150)  // the square of y would underflow
    re = y == 0 ? limits<double>::inf() : 0.5 * (0.69314718055994530942 - math::log(y));
  else
    re = 0.25 * math::log1p(4 * x / ((1 - x) * (1 - x) + y * y));
  return {math::copysign(re, a), 0.5 * math::atan2(2 * b, (1 - x) * (1 + x) - y * y)};
}

LFS_FN complex128 complex_sin(complex128 z) { return swapped(complex_sinh(swapped(z))); }
LFS_FN complex128 complex_cos(complex128 z) { return complex_cosh({-z.im, z.re}); }
LFS_FN complex128 complex_tan(complex128 z) { return swapped(complex_tanh(swapped(z))); }
LFS_FN complex128 complex_atan(complex128 z) { return swapped(complex_atanh(swapped(z))); }

LFS_FN complex128 complex_log2(complex128 z) {
  const complex128 w = complex_log(z);
  return {w.re * 1.44269504088896340736, w.im * 1.44269504088896340736};
}
LFS_FN complex128 complex_log10(complex128 z) {
  const complex128 w = complex_log(z);
  return {w.re * 0.43429448190325182765, w.im * 0.43429448190325182765};
}

// --- power ---------------------------------------------------------------------------------
LFS_FN complex128 complex_pow(complex128 x, complex128 y) {
  if (y.re == 0 && y.im == 0) return {1, 0};
  if (x.re == 0 && x.im == 0) {
    if (y.re > 0) return {0, 0};
    return {limits<double>::nan(), limits<double>::nan()};
  }
  // Small integers by multiplication, to more digits than exp(y * log(x)) has.
  if (y.im == 0 && math::abs(y.re) < 100 && y.re == math::trunc(y.re)) {
    int n = static_cast<int>(math::abs(y.re));
    complex128 power = {1, 0}, square = x;
    for (bool first = true;; square = square * square) {
      if (n & 1) {
        power = first ? square : power * square;
        first = false;
      }
      if ((n >>= 1) == 0) break;
    }
    return y.re < 0 ? complex128{1, 0} / power : power;
  }
  return complex_exp(y * complex_log(x));
}

// --- complex64: in double, rounded once ---------------------------------------------------------
#define LFS_IN_DOUBLE(name)                                                     \
  LFS_FN complex64 name(complex64 z) {                                          \
    const complex128 w = name(complex128{z.re, z.im});                          \
    return {static_cast<float>(w.re), static_cast<float>(w.im)};                \
  }
LFS_IN_DOUBLE(complex_sqrt)
LFS_IN_DOUBLE(complex_log)
LFS_IN_DOUBLE(complex_log1p)
LFS_IN_DOUBLE(complex_log2)
LFS_IN_DOUBLE(complex_log10)
LFS_IN_DOUBLE(complex_exp)
LFS_IN_DOUBLE(complex_expm1)
LFS_IN_DOUBLE(complex_sin)
LFS_IN_DOUBLE(complex_cos)
LFS_IN_DOUBLE(complex_tan)
LFS_IN_DOUBLE(complex_sinh)
LFS_IN_DOUBLE(complex_cosh)
LFS_IN_DOUBLE(complex_tanh)
LFS_IN_DOUBLE(complex_asin)
LFS_IN_DOUBLE(complex_acos)
LFS_IN_DOUBLE(complex_atan)
LFS_IN_DOUBLE(complex_asinh)
LFS_IN_DOUBLE(complex_acosh)
LFS_IN_DOUBLE(complex_atanh)
#undef LFS_IN_DOUBLE
LFS_FN complex64 complex_pow(complex64 x, complex64 y) {
  const complex128 w = complex_pow(complex128{x.re, x.im}, complex128{y.re, y.im});
  return {static_cast<float>(w.re), static_cast<float>(w.im)};
}

}  // namespace lfs
