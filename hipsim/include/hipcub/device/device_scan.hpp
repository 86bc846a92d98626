// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hipcub/detail/work.hpp>

namespace hipcub {

struct DeviceScan {
  template <class In, class Out, class Op, class T, class N>
  static hipError_t ExclusiveScan(void* temporary, std::size_t& bytes, In in, Out out, Op op,
                                  T initial, N n, hipStream_t stream = nullptr) {
    return scan("DeviceScan::ExclusiveScan", temporary, bytes, in, out,
                static_cast<std::size_t>(n), stream, [=](std::size_t size) mutable {
      T sum = initial;
      for (std::size_t i = 0; i < size; ++i) {
        const T next = op(sum, in[i]);  // before the store: in and out may be one
        out[i] = sum;
        sum = next;
      }
    });
  }

  template <class In, class Out, class Op, class N>
  static hipError_t InclusiveScan(void* temporary, std::size_t& bytes, In in, Out out, Op op,
                                  N n, hipStream_t stream = nullptr) {
    using T = detail::ValueOf<In>;
    return scan("DeviceScan::InclusiveScan", temporary, bytes, in, out,
                static_cast<std::size_t>(n), stream, [=](std::size_t size) mutable {
      if (size == 0) return;
      T sum = in[0];
      out[0] = sum;
      for (std::size_t i = 1; i < size; ++i) {
        sum = op(sum, static_cast<T>(in[i]));
        out[i] = sum;
      }
    });
  }

  template <class In, class Out, class N>
  static hipError_t ExclusiveSum(void* temporary, std::size_t& bytes, In in, Out out, N n,
                                 hipStream_t stream = nullptr) {
    return ExclusiveScan(temporary, bytes, in, out, Sum{}, detail::ValueOf<In>{}, n, stream);
  }
  template <class In, class Out, class N>
  static hipError_t InclusiveSum(void* temporary, std::size_t& bytes, In in, Out out, N n,
                                 hipStream_t stream = nullptr) {
    return InclusiveScan(temporary, bytes, in, out, Sum{}, n, stream);
  }

  // A new scan starts wherever the key differs from the one before.
  template <class Keys, class In, class Out, class Op, class N, class Equal = Equality>
  static hipError_t InclusiveScanByKey(void* temporary, std::size_t& bytes, Keys keys, In in,
                                       Out out, Op op, N n, Equal equal = Equal{},
                                       hipStream_t stream = nullptr) {
    using T = detail::ValueOf<In>;
    const auto size = static_cast<std::size_t>(n);
    return scan("DeviceScan::InclusiveScanByKey", temporary, bytes, in, out, size, stream,
                [=](std::size_t count) mutable {
      T sum{};
      for (std::size_t i = 0; i < count; ++i) {
        const bool first = i == 0 || !equal(keys[i - 1], keys[i]);
        sum = first ? static_cast<T>(in[i]) : static_cast<T>(op(sum, static_cast<T>(in[i])));
        out[i] = sum;
      }
    });
  }
  template <class Keys, class In, class Out, class N, class Equal = Equality>
  static hipError_t InclusiveSumByKey(void* temporary, std::size_t& bytes, Keys keys, In in,
                                      Out out, N n, Equal equal = Equal{},
                                      hipStream_t stream = nullptr) {
    return InclusiveScanByKey(temporary, bytes, keys, in, out, Sum{}, n, equal, stream);
  }

 private:
  template <class In, class Out, class Body>
  static hipError_t scan(const char* what, void* temporary, std::size_t& bytes, In in, Out out,
                         std::size_t n, hipStream_t stream, Body body) {
    return detail::run(what, temporary, bytes, n / 64, stream, [=]() mutable -> hipError_t {
      detail::Ranges r(what);
      r.in("input", in, n).out("output", out, n);
      if (r.status() != hipSuccess) return r.status();
      body(n);
      return hipSuccess;
    });
  }
};

}  // namespace hipcub
