// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hipcub/detail/work.hpp>

namespace hipcub {

struct DeviceSelect {
  template <class In, class Flags, class Out, class Count, class N>
  static hipError_t Flagged(void* temporary, std::size_t& bytes, In in, Flags flags, Out out,
                            Count selected, N n, hipStream_t stream = nullptr) {
    const auto size = static_cast<std::size_t>(n);
    return select("DeviceSelect::Flagged", temporary, bytes, in, out, selected, size, stream,
                  [=] { return detail::check("DeviceSelect::Flagged", "flags", flags, size, false); },
                  [=](std::size_t i) { return static_cast<bool>(flags[i]); });
  }

  template <class In, class Out, class Count, class N, class Predicate>
  static hipError_t If(void* temporary, std::size_t& bytes, In in, Out out, Count selected, N n,
                       Predicate predicate, hipStream_t stream = nullptr) {
    return select("DeviceSelect::If", temporary, bytes, in, out, selected,
                  static_cast<std::size_t>(n), stream, [] { return hipSuccess; },
                  [=](std::size_t i) mutable { return static_cast<bool>(predicate(in[i])); });
  }

  template <class In, class Flags, class Out, class Count, class N, class Predicate>
  static hipError_t FlaggedIf(void* temporary, std::size_t& bytes, In in, Flags flags, Out out,
                              Count selected, N n, Predicate predicate,
                              hipStream_t stream = nullptr) {
    const auto size = static_cast<std::size_t>(n);
    return select("DeviceSelect::FlaggedIf", temporary, bytes, in, out, selected, size, stream,
                  [=] { return detail::check("DeviceSelect::FlaggedIf", "flags", flags, size, false); },
                  [=](std::size_t i) mutable { return static_cast<bool>(predicate(flags[i])); });
  }

  template <class In, class Out, class Count, class N>
  static hipError_t Unique(void* temporary, std::size_t& bytes, In in, Out out, Count selected,
                           N n, hipStream_t stream = nullptr) {
    return select("DeviceSelect::Unique", temporary, bytes, in, out, selected,
                  static_cast<std::size_t>(n), stream, [] { return hipSuccess; },
                  [=](std::size_t i) { return i == 0 || !(in[i - 1] == in[i]); });
  }

 private:
  template <class In, class Out, class Count, class Check, class Keep>
  static hipError_t select(const char* what, void* temporary, std::size_t& bytes, In in, Out out,
                           Count selected, std::size_t n, hipStream_t stream, Check check,
                           Keep keep) {
    return detail::run(what, temporary, bytes, n / 8, stream, [=]() mutable -> hipError_t {
      detail::Ranges r(what);
      r.in("input", in, n).out("count", selected, 1);
      if (r.status() != hipSuccess) return r.status();
      if (const hipError_t e = check()) return e;
      // The output need only hold what is selected, so that is what is checked.
      std::size_t kept = 0;
      for (std::size_t i = 0; i < n; ++i) kept += keep(i);
      if (const hipError_t e = detail::check(what, "output", out, kept, true)) return e;
      std::size_t at = 0;
      for (std::size_t i = 0; i < n; ++i)
        if (keep(i)) out[at++] = in[i];
      *selected = static_cast<detail::ValueOf<Count>>(kept);
      return hipSuccess;
    });
  }
};

}  // namespace hipcub
