// SPDX-License-Identifier: Apache-2.0
// The two-call protocol of temporary storage, range checks, and queueing: what
// every algorithm shares.
#pragma once
#include <hipsim/device_work.h>

#include <cstring>
#include <functional>
#include <iterator>
#include <type_traits>
#include <vector>

namespace hipcub {

template <class Key, class Value>
struct KeyValuePair {
  using key_type = Key;
  using value_type = Value;
  Key key;
  Value value;
};

struct Equality {
  template <class A, class B>
  constexpr bool operator()(const A& a, const B& b) const {
    return a == b;
  }
};
struct Sum {
  template <class A, class B>
  constexpr auto operator()(const A& a, const B& b) const {
    return a + b;
  }
};
struct Max {
  template <class T>
  constexpr T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T>
  constexpr T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};

namespace detail {

template <class Iterator>
using ValueOf = typename std::iterator_traits<Iterator>::value_type;

// Pointers are checked over the whole range an algorithm will touch. Other
// iterators compute their values, or carry pointers this cannot see.
template <class T>
hipError_t check(const char* what, const char* role, T* p, std::size_t n, bool write) {
  return n ? hipsim_check_range(what, role, p, n * sizeof(T), write) : hipSuccess;
}
template <class Iterator>
typename std::enable_if<!std::is_pointer<Iterator>::value, hipError_t>::type check(
    const char*, const char*, const Iterator&, std::size_t, bool) {
  return hipSuccess;
}

// Ranges that an algorithm touches, checked one after another.
class Ranges {
 public:
  explicit Ranges(const char* what) : what_(what) {}
  template <class Iterator>
  Ranges& in(const char* role, Iterator it, std::size_t n) {
    if (status_ == hipSuccess) status_ = check(what_, role, it, n, false);
    return *this;
  }
  template <class Iterator>
  Ranges& out(const char* role, Iterator it, std::size_t n) {
    if (status_ == hipSuccess) status_ = check(what_, role, it, n, true);
    return *this;
  }
  hipError_t status() const { return status_; }

 private:
  const char* what_;
  hipError_t status_ = hipSuccess;
};

// First call: says how much storage is wanted. Second call: queues `work`. The
// storage is not needed here; it is filled, so that a program which lets it
// overlap live data notices.
template <class F>
hipError_t run(const char* what, void* temporary, std::size_t& bytes, std::size_t wanted,
               hipStream_t stream, F&& work) {
  wanted = (wanted + 255) / 256 * 256 + 256;
  if (!temporary) {
    bytes = wanted;
    return hipSuccess;
  }
  if (bytes < wanted) return hipErrorInvalidValue;
  return hipsim::submit(stream, what,
                        [=, work = std::forward<F>(work)]() mutable -> hipError_t {
    if (const hipError_t e =
            hipsim_check_range(what, "temporary storage", temporary, wanted, 1))
      return e;
    std::memset(temporary, 0xcb, wanted);
    return work();
  });
}

}  // namespace detail
}  // namespace hipcub
