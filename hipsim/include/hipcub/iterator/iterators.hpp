// SPDX-License-Identifier: Apache-2.0
// Iterators that compute what they are read for.
#pragma once
#include <cstddef>
#include <iterator>

namespace hipcub {
namespace detail {

// Position arithmetic; Derived gives at(offset).
template <class Derived, class T>
class InputIterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T*;
  using reference = T;

  T operator[](difference_type n) const { return self().at(offset_ + n); }
  T operator*() const { return self().at(offset_); }
  Derived operator+(difference_type n) const {
    Derived moved = self();
    moved.offset_ += n;
    return moved;
  }
  Derived& operator++() {
    ++offset_;
    return static_cast<Derived&>(*this);
  }

 protected:
  difference_type offset_ = 0;

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace detail

template <class T>
class CountingInputIterator : public detail::InputIterator<CountingInputIterator<T>, T> {
 public:
  explicit CountingInputIterator(T first) : first_(first) {}
  T at(std::ptrdiff_t n) const { return static_cast<T>(first_ + static_cast<T>(n)); }

 private:
  T first_;
};

template <class T>
class ConstantInputIterator : public detail::InputIterator<ConstantInputIterator<T>, T> {
 public:
  explicit ConstantInputIterator(T value) : value_(value) {}
  T at(std::ptrdiff_t) const { return value_; }

 private:
  T value_;
};

template <class T, class Function, class Base>
class TransformInputIterator
    : public detail::InputIterator<TransformInputIterator<T, Function, Base>, T> {
 public:
  TransformInputIterator(Base base, Function function) : base_(base), function_(function) {}
  T at(std::ptrdiff_t n) const { return function_(base_[n]); }

 private:
  Base base_;
  Function function_;
};

}  // namespace hipcub
