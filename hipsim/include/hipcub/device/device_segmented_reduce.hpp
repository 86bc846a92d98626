// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hipcub/detail/work.hpp>

namespace hipcub {

struct DeviceSegmentedReduce {
  template <class In, class Out, class Begin, class End, class Op, class T>
  static hipError_t Reduce(void* temporary, std::size_t& bytes, In in, Out out,
                           std::int64_t segments, Begin begins, End ends, Op op, T initial,
                           hipStream_t stream = nullptr) {
    const char* what = "DeviceSegmentedReduce::Reduce";
    const auto n = static_cast<std::size_t>(segments);
    return detail::run(what, temporary, bytes, n, stream, [=]() mutable -> hipError_t {
      detail::Ranges r(what);
      r.in("segment begins", begins, n).in("segment ends", ends, n).out("output", out, n);
      if (r.status() != hipSuccess) return r.status();
      for (std::size_t s = 0; s < n; ++s) {
        const auto first = static_cast<std::size_t>(begins[s]);
        const auto last = static_cast<std::size_t>(ends[s]);
        if (last > first)
          if (const hipError_t e = detail::check(what, "input", in + first, last - first, false))
            return e;
        T value = initial;
        for (std::size_t i = first; i < last; ++i) value = op(value, in[i]);
        out[s] = value;
      }
      return hipSuccess;
    });
  }
  template <class In, class Out, class Begin, class End>
  static hipError_t Sum(void* temporary, std::size_t& bytes, In in, Out out,
                        std::int64_t segments, Begin begins, End ends,
                        hipStream_t stream = nullptr) {
    return Reduce(temporary, bytes, in, out, segments, begins, ends, hipcub::Sum{},
                  detail::ValueOf<Out>{}, stream);
  }
};

}  // namespace hipcub
