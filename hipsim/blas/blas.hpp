// SPDX-License-Identifier: Apache-2.0
// hipBLAS on the host's OpenBLAS: what the files of this folder share.
#pragma once
#include <hipsim/device_work.h>

#include <complex>
#include <cstdint>

namespace hipsim::blas {

// Values as in hipBLAS.
enum Status {
  success = 0, not_initialized = 1, invalid_value = 3, execution_failed = 5, internal_error = 6,
  not_supported = 7, invalid_enum = 10
};
enum Operation { op_n = 111, op_t = 112, op_c = 113 };
enum PointerMode { host_pointers = 0, device_pointers = 1 };
enum DataType {
  real_32f = 0, real_64f = 1, real_16f = 2, complex_32f = 4, complex_64f = 5, real_16bf = 14
};

using c32 = std::complex<float>;
using c64 = std::complex<double>;
using Size = std::int64_t;

struct Handle {
  hipStream_t stream = nullptr;
  PointerMode mode = host_pointers;
};

// cblas_?gemm and friends of the OpenBLAS that NumPy brings, or the system's.
// Null if there is none. Sizes are passed as 64-bit integers: a library with
// 32-bit ones reads the low half of the same register or stack slot.
void* openblas(const char* name);

// The first failure of a chain of range checks.
class Checks {
 public:
  explicit Checks(const char* what) : what_(what) {}
  // A column-major matrix of the given leading dimension.
  template <class T>
  Checks& matrix(const char* role, const T* p, Size rows, Size columns, Size ld, bool write) {
    return range(role, p, rows && columns ? ((columns - 1) * ld + rows) * sizeof(T) : 0, write);
  }
  template <class T>
  Checks& vector(const char* role, const T* p, Size n, Size increment, bool write) {
    const Size step = increment < 0 ? -increment : increment;
    return range(role, p, n > 0 ? ((n - 1) * step + 1) * sizeof(T) : 0, write);
  }
  hipError_t status() const { return status_; }

 private:
  Checks& range(const char* role, const void* p, std::size_t bytes, bool write) {
    if (status_ == hipSuccess && bytes)
      status_ = hipsim_check_range(what_, role, p, bytes, write);
    return *this;
  }
  const char* what_;
  hipError_t status_ = hipSuccess;
};

// Scalars given by pointer: read now from the host, or when the work runs from
// the device.
template <class T>
class Scalar {
 public:
  Scalar(const Handle* h, const T* p)
      : pointer_(h->mode == device_pointers ? p : nullptr),
        value_(h->mode == device_pointers || !p ? T{} : *p) {}
  T get() const { return pointer_ ? *pointer_ : value_; }

 private:
  const T* pointer_;
  T value_;
};

template <class F>
Status enqueue(const Handle* h, const char* what, F&& work) {
  return submit(h->stream, what, std::forward<F>(work)) == hipSuccess ? success : execution_failed;
}

inline bool valid(int op) { return op == op_n || op == op_t || op == op_c; }

template <class T>
T conjugate(T v) {
  return v;
}
inline c32 conjugate(c32 v) { return std::conj(v); }
inline c64 conjugate(c64 v) { return std::conj(v); }

}  // namespace hipsim::blas
