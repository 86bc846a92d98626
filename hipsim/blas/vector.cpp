// SPDX-License-Identifier: Apache-2.0
// Level 1 and 2 functions that CuPy's dot, outer and cublas module call, and
// the two matrix helpers geam and dgmm. Written out: they are short, and the
// order of summation is theirs alone.
#include <algorithm>
#include <cmath>

#include "blas.hpp"

namespace hipsim::blas {
namespace {

// BLAS walks a vector with a negative increment from its end.
template <class T>
T* start(T* p, Size n, Size increment) {
  return increment < 0 ? p - (n - 1) * increment : p;
}

// Results go where the pointer mode says: a host result is complete on return.
template <class R, class F>
Status result(const char* what, Handle* h, R* out, F&& compute) {
  if (!h) return not_initialized;
  if (!out) return invalid_value;
  const bool host = h->mode == host_pointers;
  const Status status = enqueue(h, what, [=]() -> hipError_t {
    R value{};
    if (const hipError_t e = compute(&value)) return e;
    if (!host)
      if (const hipError_t e = hipsim_check_range(what, "the result", out, sizeof(R), 1)) return e;
    *out = value;
    return hipSuccess;
  });
  if (status == success && host && hipStreamSynchronize(h->stream) != hipSuccess)
    return execution_failed;
  return status;
}

template <class T>
Status dot(const char* what, Handle* h, Size n, const T* x, Size ix, const T* y, Size iy, T* out,
           bool conjugated) {
  return result(what, h, out, [=](T* value) {
    Checks c(what);
    c.vector("x", x, n, ix, false).vector("y", y, n, iy, false);
    if (c.status() != hipSuccess) return c.status();
    const T *px = start(x, n, ix), *py = start(y, n, iy);
    for (Size i = 0; i < n; ++i) *value += (conjugated ? conjugate(px[i * ix]) : px[i * ix]) * py[i * iy];
    return hipSuccess;
  });
}

template <class T, class R>
Status norm(const char* what, Handle* h, Size n, const T* x, Size ix, R* out) {
  return result(what, h, out, [=](R* value) {
    Checks c(what);
    c.vector("x", x, n, ix, false);
    if (c.status() != hipSuccess) return c.status();
    for (Size i = 0; i < n; ++i) *value = std::hypot(*value, static_cast<R>(std::abs(x[i * ix])));
    return hipSuccess;
  });
}

// |re| + |im|, as BLAS defines the magnitude for asum and amax.
template <class T>
T magnitude(T v) {
  return std::abs(v);
}
template <class R>
R magnitude(std::complex<R> v) {
  return std::abs(v.real()) + std::abs(v.imag());
}

template <class T, class R>
Status asum(const char* what, Handle* h, Size n, const T* x, Size ix, R* out) {
  return result(what, h, out, [=](R* value) {
    Checks c(what);
    c.vector("x", x, n, ix, false);
    if (c.status() != hipSuccess) return c.status();
    for (Size i = 0; i < n; ++i) *value += magnitude(x[i * ix]);
    return hipSuccess;
  });
}

// 1-based index of the first extreme; 0 for an empty vector.
template <class T>
Status extreme(const char* what, Handle* h, Size n, const T* x, Size ix, int* out, bool largest) {
  return result(what, h, out, [=](int* value) {
    Checks c(what);
    c.vector("x", x, n, ix, false);
    if (c.status() != hipSuccess) return c.status();
    for (Size i = 0; i < n; ++i) {
      const auto here = magnitude(x[i * ix]);
      const auto best = *value ? magnitude(x[(*value - 1) * ix]) : here;
      if (!*value || (largest ? here > best : here < best)) *value = static_cast<int>(i + 1);
    }
    return hipSuccess;
  });
}

template <class T>
Status axpy(const char* what, Handle* h, Size n, const T* alpha, const T* x, Size ix, T* y,
            Size iy) {
  if (!h) return not_initialized;
  const Scalar<T> a(h, alpha);
  return enqueue(h, what, [=] {
    Checks c(what);
    c.vector("x", x, n, ix, false).vector("y", y, n, iy, true);
    if (c.status() != hipSuccess) return c.status();
    const T* px = start(x, n, ix);
    T* py = start(y, n, iy);
    for (Size i = 0; i < n; ++i) py[i * iy] += a.get() * px[i * ix];
    return hipSuccess;
  });
}

template <class A, class T>
Status scal(const char* what, Handle* h, Size n, const A* alpha, T* x, Size ix) {
  if (!h) return not_initialized;
  const Scalar<A> a(h, alpha);
  return enqueue(h, what, [=] {
    Checks c(what);
    c.vector("x", x, n, ix, true);
    if (c.status() != hipSuccess) return c.status();
    for (Size i = 0; i < n; ++i) x[i * ix] *= a.get();
    return hipSuccess;
  });
}

template <class T>
Status gemv(const char* what, Handle* h, int op, Size m, Size n, const T* alpha, const T* a,
            Size lda, const T* x, Size ix, const T* beta, T* y, Size iy) {
  if (!h) return not_initialized;
  if (!valid(op)) return invalid_enum;
  if (m < 0 || n < 0 || lda < std::max<Size>(1, m) || !ix || !iy) return invalid_value;
  const Scalar<T> al(h, alpha), be(h, beta);
  return enqueue(h, what, [=] {
    const Size rows = op == op_n ? m : n, inner = op == op_n ? n : m;
    Checks c(what);
    c.matrix("A", a, m, n, lda, false).vector("x", x, inner, ix, false).vector("y", y, rows, iy, true);
    if (c.status() != hipSuccess) return c.status();
    const T* px = start(x, inner, ix);
    T* py = start(y, rows, iy);
    for (Size i = 0; i < rows; ++i) {
      T sum{};
      for (Size j = 0; j < inner; ++j) {
        const T v = op == op_n ? a[j * lda + i] : a[i * lda + j];
        sum += (op == op_c ? conjugate(v) : v) * px[j * ix];
      }
      const T old = be.get() == T(0) ? T(0) : be.get() * py[i * iy];
      py[i * iy] = al.get() * sum + old;
    }
    return hipSuccess;
  });
}

template <class T>
Status ger(const char* what, Handle* h, Size m, Size n, const T* alpha, const T* x, Size ix,
           const T* y, Size iy, T* a, Size lda, bool conjugated) {
  if (!h) return not_initialized;
  if (m < 0 || n < 0 || lda < std::max<Size>(1, m) || !ix || !iy) return invalid_value;
  const Scalar<T> al(h, alpha);
  return enqueue(h, what, [=] {
    Checks c(what);
    c.matrix("A", a, m, n, lda, true).vector("x", x, m, ix, false).vector("y", y, n, iy, false);
    if (c.status() != hipSuccess) return c.status();
    const T *px = start(x, m, ix), *py = start(y, n, iy);
    for (Size j = 0; j < n; ++j)
      for (Size i = 0; i < m; ++i)
        a[j * lda + i] += al.get() * px[i * ix] * (conjugated ? conjugate(py[j * iy]) : py[j * iy]);
    return hipSuccess;
  });
}

template <class T>
T element(int op, const T* a, Size ld, Size i, Size j) {
  if (op == op_n) return a[j * ld + i];
  return op == op_t ? a[i * ld + j] : conjugate(a[i * ld + j]);
}

template <class T>
Status geam(const char* what, Handle* h, int ta, int tb, Size m, Size n, const T* alpha,
            const T* a, Size lda, const T* beta, const T* b, Size ldb, T* out, Size ldc) {
  if (!h) return not_initialized;
  if (!valid(ta) || !valid(tb)) return invalid_enum;
  const Scalar<T> al(h, alpha), be(h, beta);
  return enqueue(h, what, [=] {
    // An operand whose factor is 0 is not read, and may be null.
    const T fa = al.get(), fb = be.get();
    Checks c(what);
    if (fa != T(0)) c.matrix("A", a, ta == op_n ? m : n, ta == op_n ? n : m, lda, false);
    if (fb != T(0)) c.matrix("B", b, tb == op_n ? m : n, tb == op_n ? n : m, ldb, false);
    c.matrix("C", out, m, n, ldc, true);
    if (c.status() != hipSuccess) return c.status();
    for (Size j = 0; j < n; ++j)
      for (Size i = 0; i < m; ++i) {
        const T va = fa == T(0) ? T(0) : fa * element(ta, a, lda, i, j);
        const T vb = fb == T(0) ? T(0) : fb * element(tb, b, ldb, i, j);
        out[j * ldc + i] = va + vb;
      }
    return hipSuccess;
  });
}

constexpr int side_left = 141, side_right = 142;

template <class T>
Status dgmm(const char* what, Handle* h, int side, Size m, Size n, const T* a, Size lda,
            const T* x, Size ix, T* out, Size ldc) {
  if (!h) return not_initialized;
  if (side != side_left && side != side_right) return invalid_enum;
  return enqueue(h, what, [=] {
    const Size length = side == side_left ? m : n;
    Checks c(what);
    c.matrix("A", a, m, n, lda, false).vector("x", x, length, ix, false).matrix("C", out, m, n, ldc, true);
    if (c.status() != hipSuccess) return c.status();
    const T* px = start(x, length, ix);
    for (Size j = 0; j < n; ++j)
      for (Size i = 0; i < m; ++i)
        out[j * ldc + i] = a[j * lda + i] * px[(side == side_left ? i : j) * ix];
    return hipSuccess;
  });
}

}  // namespace
}  // namespace hipsim::blas

using namespace hipsim::blas;

#define NAME(letter, f) "hipblas" #letter #f
#define HIPSIM_COMMON(letter, T)                                                                \
  int hipblas##letter##axpy(Handle* h, int n, const T* a, const T* x, int ix, T* y, int iy) {   \
    return axpy<T>(NAME(letter, axpy), h, n, a, x, ix, y, iy);                                  \
  }                                                                                             \
  int hipblas##letter##scal(Handle* h, int n, const T* a, T* x, int ix) {                       \
    return scal<T, T>(NAME(letter, scal), h, n, a, x, ix);                                      \
  }                                                                                             \
  int hipblas##letter##gemv(Handle* h, int op, int m, int n, const T* alpha, const T* a,        \
                            int lda, const T* x, int ix, const T* beta, T* y, int iy) {         \
    return gemv<T>(NAME(letter, gemv), h, op, m, n, alpha, a, lda, x, ix, beta, y, iy);         \
  }                                                                                             \
  int hipblas##letter##geam(Handle* h, int ta, int tb, int m, int n, const T* alpha,            \
                            const T* a, int lda, const T* beta, const T* b, int ldb, T* c,      \
                            int ldc) {                                                          \
    return geam<T>(NAME(letter, geam), h, ta, tb, m, n, alpha, a, lda, beta, b, ldb, c, ldc);   \
  }                                                                                             \
  int hipblas##letter##dgmm(Handle* h, int side, int m, int n, const T* a, int lda,             \
                            const T* x, int ix, T* c, int ldc) {                                \
    return dgmm<T>(NAME(letter, dgmm), h, side, m, n, a, lda, x, ix, c, ldc);                   \
  }
#define HIPSIM_DOT(name, T, conjugated)                                                         \
  int hipblas##name(Handle* h, int n, const T* x, int ix, const T* y, int iy, T* out) {         \
    return dot<T>("hipblas" #name, h, n, x, ix, y, iy, out, conjugated);                        \
  }
#define HIPSIM_GER(name, T, conjugated)                                                         \
  int hipblas##name(Handle* h, int m, int n, const T* alpha, const T* x, int ix, const T* y,    \
                    int iy, T* a, int lda) {                                                    \
    return ger<T>("hipblas" #name, h, m, n, alpha, x, ix, y, iy, a, lda, conjugated);           \
  }
#define HIPSIM_NORMS(nrm, sum, T, R)                                                            \
  int hipblas##nrm(Handle* h, int n, const T* x, int ix, R* out) {                              \
    return norm<T, R>("hipblas" #nrm, h, n, x, ix, out);                                        \
  }                                                                                             \
  int hipblas##sum(Handle* h, int n, const T* x, int ix, R* out) {                              \
    return asum<T, R>("hipblas" #sum, h, n, x, ix, out);                                        \
  }
#define HIPSIM_EXTREMES(letter, T)                                                              \
  int hipblasI##letter##amax(Handle* h, int n, const T* x, int ix, int* out) {                  \
    return extreme<T>("hipblasI" #letter "amax", h, n, x, ix, out, true);                       \
  }                                                                                             \
  int hipblasI##letter##amin(Handle* h, int n, const T* x, int ix, int* out) {                  \
    return extreme<T>("hipblasI" #letter "amin", h, n, x, ix, out, false);                      \
  }

extern "C" {

HIPSIM_COMMON(S, float)
HIPSIM_COMMON(D, double)
HIPSIM_COMMON(C, c32)
HIPSIM_COMMON(Z, c64)
HIPSIM_DOT(Sdot, float, false)
HIPSIM_DOT(Ddot, double, false)
HIPSIM_DOT(Cdotu, c32, false)
HIPSIM_DOT(Cdotc, c32, true)
HIPSIM_DOT(Zdotu, c64, false)
HIPSIM_DOT(Zdotc, c64, true)
HIPSIM_GER(Sger, float, false)
HIPSIM_GER(Dger, double, false)
HIPSIM_GER(Cgeru, c32, false)
HIPSIM_GER(Cgerc, c32, true)
HIPSIM_GER(Zgeru, c64, false)
HIPSIM_GER(Zgerc, c64, true)
HIPSIM_NORMS(Snrm2, Sasum, float, float)
HIPSIM_NORMS(Dnrm2, Dasum, double, double)
HIPSIM_NORMS(Scnrm2, Scasum, c32, float)
HIPSIM_NORMS(Dznrm2, Dzasum, c64, double)
HIPSIM_EXTREMES(s, float)
HIPSIM_EXTREMES(d, double)
HIPSIM_EXTREMES(c, c32)
HIPSIM_EXTREMES(z, c64)
int hipblasCsscal(Handle* h, int n, const float* a, c32* x, int ix) {
  return scal<float, c32>("hipblasCsscal", h, n, a, x, ix);
}
int hipblasZdscal(Handle* h, int n, const double* a, c64* x, int ix) {
  return scal<double, c64>("hipblasZdscal", h, n, a, x, ix);
}

}  // extern "C"
