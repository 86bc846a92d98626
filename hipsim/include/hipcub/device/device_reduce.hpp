// SPDX-License-Identifier: Apache-2.0
// Sums run from first to last; a device adds in another order, so floating
// point results differ in the last bits.
#pragma once
#include <hipcub/detail/work.hpp>

#include <limits>

namespace hipcub {

struct DeviceReduce {
  template <class In, class Out, class N, class Op, class T>
  static hipError_t Reduce(void* temporary, std::size_t& bytes, In in, Out out, N n, Op op,
                           T initial, hipStream_t stream = nullptr) {
    const auto size = static_cast<std::size_t>(n);
    return fold("DeviceReduce::Reduce", temporary, bytes, in, out, size, stream,
                [=]() mutable {
      T value = initial;
      for (std::size_t i = 0; i < size; ++i) value = op(value, in[i]);
      *out = value;
    });
  }
  template <class In, class Out, class N>
  static hipError_t Sum(void* temporary, std::size_t& bytes, In in, Out out, N n,
                        hipStream_t stream = nullptr) {
    return Reduce(temporary, bytes, in, out, n, hipcub::Sum{}, detail::ValueOf<Out>{}, stream);
  }
  template <class In, class Out, class N>
  static hipError_t Max(void* temporary, std::size_t& bytes, In in, Out out, N n,
                        hipStream_t stream = nullptr) {
    using T = detail::ValueOf<In>;
    return Reduce(temporary, bytes, in, out, n, hipcub::Max{}, std::numeric_limits<T>::lowest(),
                  stream);
  }
  template <class In, class Out, class N>
  static hipError_t Min(void* temporary, std::size_t& bytes, In in, Out out, N n,
                        hipStream_t stream = nullptr) {
    using T = detail::ValueOf<In>;
    return Reduce(temporary, bytes, in, out, n, hipcub::Min{}, std::numeric_limits<T>::max(),
                  stream);
  }
  template <class In, class Out, class N>
  static hipError_t ArgMax(void* temporary, std::size_t& bytes, In in, Out out, N n,
                           hipStream_t stream = nullptr) {
    return arg("DeviceReduce::ArgMax", temporary, bytes, in, out, static_cast<std::size_t>(n),
               stream, [](const auto& a, const auto& b) { return b < a; });
  }
  template <class In, class Out, class N>
  static hipError_t ArgMin(void* temporary, std::size_t& bytes, In in, Out out, N n,
                           hipStream_t stream = nullptr) {
    return arg("DeviceReduce::ArgMin", temporary, bytes, in, out, static_cast<std::size_t>(n),
               stream, [](const auto& a, const auto& b) { return a < b; });
  }

 private:
  template <class In, class Out, class Body>
  static hipError_t fold(const char* what, void* temporary, std::size_t& bytes, In in, Out out,
                         std::size_t n, hipStream_t stream, Body body) {
    return detail::run(what, temporary, bytes, n / 64, stream, [=]() mutable -> hipError_t {
      detail::Ranges r(what);
      r.in("input", in, n).out("result", out, 1);
      if (r.status() != hipSuccess) return r.status();
      body();
      return hipSuccess;
    });
  }
  // The first extreme wins.
  template <class In, class Out, class Better>
  static hipError_t arg(const char* what, void* temporary, std::size_t& bytes, In in, Out out,
                        std::size_t n, hipStream_t stream, Better better) {
    return fold(what, temporary, bytes, in, out, n, stream, [=]() mutable {
      std::size_t best = 0;
      for (std::size_t i = 1; i < n; ++i)
        if (better(in[i], in[best])) best = i;
      if (n == 0) return;
      out->key = static_cast<decltype(out->key)>(best);
      out->value = in[best];
    });
  }
};

}  // namespace hipcub
