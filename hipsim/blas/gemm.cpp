// SPDX-License-Identifier: Apache-2.0
// Matrix products: plain, batched, strided, and with 16-bit storage.
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

#include <vector>

#include "blas.hpp"

namespace hipsim::blas {
namespace {

constexpr int column_major = 102;

// cblas takes real scalars by value and complex ones by pointer.
template <class T>
bool host_gemm(int ta, int tb, Size m, Size n, Size k, T alpha, const T* a, Size lda, const T* b,
               Size ldb, T beta, T* c, Size ldc) {
  const char* name = sizeof(T) == 4 ? "cblas_sgemm" : "cblas_dgemm";
  using F = void (*)(int, int, int, Size, Size, Size, T, const T*, Size, const T*, Size, T, T*,
                     Size);
  const auto f = reinterpret_cast<F>(openblas(name));
  if (f) f(column_major, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  return f != nullptr;
}
template <class R>
bool host_gemm(int ta, int tb, Size m, Size n, Size k, std::complex<R> alpha,
               const std::complex<R>* a, Size lda, const std::complex<R>* b, Size ldb,
               std::complex<R> beta, std::complex<R>* c, Size ldc) {
  const char* name = sizeof(R) == 4 ? "cblas_cgemm" : "cblas_zgemm";
  using F = void (*)(int, int, int, Size, Size, Size, const void*, const void*, Size, const void*,
                     Size, const void*, void*, Size);
  const auto f = reinterpret_cast<F>(openblas(name));
  if (f) f(column_major, ta, tb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc);
  return f != nullptr;
}

struct Shape {
  int ta, tb;
  Size m, n, k, lda, ldb, ldc;
  Size a_rows() const { return ta == op_n ? m : k; }
  Size a_columns() const { return ta == op_n ? k : m; }
  Size b_rows() const { return tb == op_n ? k : n; }
  Size b_columns() const { return tb == op_n ? n : k; }
};

Status check(const Handle* h, const Shape& s) {
  if (!h) return not_initialized;
  if (!valid(s.ta) || !valid(s.tb)) return invalid_enum;
  if (s.m < 0 || s.n < 0 || s.k < 0 || s.lda < std::max<Size>(1, s.a_rows()) ||
      s.ldb < std::max<Size>(1, s.b_rows()) || s.ldc < std::max<Size>(1, s.m))
    return invalid_value;
  return success;
}

// In and out types S, arithmetic in T. A copy per operand: products in tests are small.
template <class S, class T>
std::vector<T> widened(const S* p, Size rows, Size columns, Size ld) {
  std::vector<T> out(static_cast<std::size_t>(rows * columns));
  for (Size j = 0; j < columns; ++j)
    for (Size i = 0; i < rows; ++i) out[j * rows + i] = static_cast<T>(p[j * ld + i]);
  return out;
}

template <class S, class T>
bool product(const Shape& s, T alpha, const S* a, const S* b, T beta, S* c) {
  if constexpr (std::is_same<S, T>::value) {
    return host_gemm(s.ta, s.tb, s.m, s.n, s.k, alpha, a, s.lda, b, s.ldb, beta, c, s.ldc);
  } else {
    const auto wa = widened<S, T>(a, s.a_rows(), s.a_columns(), s.lda);
    const auto wb = widened<S, T>(b, s.b_rows(), s.b_columns(), s.ldb);
    // beta 0 means C is not read: what it holds, even NaN, must not count.
    std::vector<T> wc(static_cast<std::size_t>(s.m * s.n));
    if (beta != T(0)) wc = widened<S, T>(c, s.m, s.n, s.ldc);
    if (!host_gemm(s.ta, s.tb, s.m, s.n, s.k, alpha, wa.data(), std::max<Size>(1, s.a_rows()),
                   wb.data(), std::max<Size>(1, s.b_rows()), beta, wc.data(),
                   std::max<Size>(1, s.m)))
      return false;
    for (Size j = 0; j < s.n; ++j)
      for (Size i = 0; i < s.m; ++i) c[j * s.ldc + i] = S(wc[j * s.m + i]);
    return true;
  }
}

template <class S, class T>
hipError_t one(const char* what, const Shape& s, T alpha, const S* a, const S* b, T beta, S* c) {
  if (s.m == 0 || s.n == 0) return hipSuccess;
  Checks checks(what);
  if (s.k) {
    checks.matrix("A", a, s.a_rows(), s.a_columns(), s.lda, false)
        .matrix("B", b, s.b_rows(), s.b_columns(), s.ldb, false);
  }
  checks.matrix("C", c, s.m, s.n, s.ldc, true);
  if (checks.status() != hipSuccess) return checks.status();
  return product(s, alpha, a, b, beta, c) ? hipSuccess : hipErrorUnknown;
}

template <class S, class T>
Status strided(const char* what, const Handle* h, const Shape& s, const T* alpha, const S* a,
               Size stride_a, const S* b, Size stride_b, const T* beta, S* c, Size stride_c,
               int batch) {
  if (const Status bad = check(h, s)) return bad;
  if (batch < 0 || !alpha || !beta) return invalid_value;
  const Scalar<T> al(h, alpha), be(h, beta);
  return enqueue(h, what, [=] {
    for (int i = 0; i < batch; ++i)
      if (const hipError_t e = one<S, T>(what, s, al.get(), a + i * stride_a, b + i * stride_b,
                                         be.get(), c + i * stride_c))
        return e;
    return hipSuccess;
  });
}

template <class T>
Status batched(const char* what, const Handle* h, const Shape& s, const T* alpha,
               const T* const* a, const T* const* b, const T* beta, T* const* c, int batch) {
  if (const Status bad = check(h, s)) return bad;
  if (batch < 0 || !alpha || !beta) return invalid_value;
  const Scalar<T> al(h, alpha), be(h, beta);
  return enqueue(h, what, [=] {
    Checks lists(what);
    lists.vector("list of A", a, batch, 1, false)
        .vector("list of B", b, batch, 1, false)
        .vector("list of C", c, batch, 1, false);
    if (lists.status() != hipSuccess) return lists.status();
    for (int i = 0; i < batch; ++i)
      if (const hipError_t e = one<T, T>(what, s, al.get(), a[i], b[i], be.get(), c[i])) return e;
    return hipSuccess;
  });
}

// All three matrices of one type; half and bfloat16 with float arithmetic.
Status typed(const char* what, const Handle* h, const Shape& s, const void* alpha, const void* a,
             int type_a, Size stride_a, const void* b, int type_b, Size stride_b,
             const void* beta, void* c, int type_c, Size stride_c, int batch) {
  if (type_a != type_b || type_a != type_c) return not_supported;
  const auto go = [&](auto storage, auto scalar) {
    using S = decltype(storage);
    using T = decltype(scalar);
    return strided<S, T>(what, h, s, static_cast<const T*>(alpha), static_cast<const S*>(a),
                         stride_a, static_cast<const S*>(b), stride_b,
                         static_cast<const T*>(beta), static_cast<S*>(c), stride_c, batch);
  };
  switch (type_a) {
    case real_32f: return go(float{}, float{});
    case real_64f: return go(double{}, double{});
    case complex_32f: return go(c32{}, c32{});
    case complex_64f: return go(c64{}, c64{});
    case real_16f: return go(__half{}, float{});
    case real_16bf: return go(__hip_bfloat16{}, float{});
    default: return not_supported;
  }
}

}  // namespace
}  // namespace hipsim::blas

using namespace hipsim::blas;

#define HIPSIM_GEMM(letter, T)                                                                 \
  int hipblas##letter##gemm(Handle* h, int ta, int tb, int m, int n, int k, const T* alpha,    \
                            const T* a, int lda, const T* b, int ldb, const T* beta, T* c,     \
                            int ldc) {                                                         \
    return strided<T, T>("hipblas" #letter "gemm", h, {ta, tb, m, n, k, lda, ldb, ldc}, alpha, \
                         a, 0, b, 0, beta, c, 0, 1);                                           \
  }                                                                                            \
  int hipblas##letter##gemmStridedBatched(                                                     \
      Handle* h, int ta, int tb, int m, int n, int k, const T* alpha, const T* a, int lda,     \
      long long sa, const T* b, int ldb, long long sb, const T* beta, T* c, int ldc,           \
      long long sc, int batch) {                                                               \
    return strided<T, T>("hipblas" #letter "gemmStridedBatched", h,                            \
                         {ta, tb, m, n, k, lda, ldb, ldc}, alpha, a, sa, b, sb, beta, c, sc,   \
                         batch);                                                               \
  }                                                                                            \
  int hipblas##letter##gemmBatched(Handle* h, int ta, int tb, int m, int n, int k,             \
                                   const T* alpha, const T* const* a, int lda,                 \
                                   const T* const* b, int ldb, const T* beta, T* const* c,     \
                                   int ldc, int batch) {                                       \
    return batched<T>("hipblas" #letter "gemmBatched", h, {ta, tb, m, n, k, lda, ldb, ldc},    \
                      alpha, a, b, beta, c, batch);                                            \
  }

extern "C" {

HIPSIM_GEMM(S, float)
HIPSIM_GEMM(D, double)
HIPSIM_GEMM(C, c32)
HIPSIM_GEMM(Z, c64)

int hipblasGemmEx(Handle* h, int ta, int tb, int m, int n, int k, const void* alpha,
                  const void* a, int type_a, int lda, const void* b, int type_b, int ldb,
                  const void* beta, void* c, int type_c, int ldc, int, int) {
  return typed("hipblasGemmEx", h, {ta, tb, m, n, k, lda, ldb, ldc}, alpha, a, type_a, 0, b,
               type_b, 0, beta, c, type_c, 0, 1);
}
int hipblasGemmStridedBatchedEx(Handle* h, int ta, int tb, int m, int n, int k,
                                const void* alpha, const void* a, int type_a, int lda,
                                long long sa, const void* b, int type_b, int ldb, long long sb,
                                const void* beta, void* c, int type_c, int ldc, long long sc,
                                int batch, int, int) {
  return typed("hipblasGemmStridedBatchedEx", h, {ta, tb, m, n, k, lda, ldb, ldc}, alpha, a,
               type_a, sa, b, type_b, sb, beta, c, type_c, sc, batch);
}

}  // extern "C"
