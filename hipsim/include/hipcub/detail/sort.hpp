// SPDX-License-Identifier: Apache-2.0
// Stable sorting by a range of key bits.
#pragma once
#include <hipcub/detail/work.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace hipcub {

// Two buffers that an algorithm may alternate between; `selector` says which
// holds the result.
template <class T>
struct DoubleBuffer {
  T* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;

  DoubleBuffer() = default;
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

// Tag for a sort without values.
struct NullType {};

namespace detail {

template <std::size_t>
struct Bits;
template <>
struct Bits<1> { using type = std::uint8_t; };
template <>
struct Bits<2> { using type = std::uint16_t; };
template <>
struct Bits<4> { using type = std::uint32_t; };
template <>
struct Bits<8> { using type = std::uint64_t; };

// An unsigned number in the order of the key. Anything but a built-in integer
// counts as floating point: sign and magnitude, with -0 taken as +0.
template <class K>
typename Bits<sizeof(K)>::type ordered_bits(const K& key) {
  using U = typename Bits<sizeof(K)>::type;
  constexpr U sign = static_cast<U>(U{1} << (8 * sizeof(K) - 1));
  U bits;
  std::memcpy(&bits, &key, sizeof bits);
  if (std::is_integral<K>::value)
    return std::is_signed<K>::value ? static_cast<U>(bits ^ sign) : bits;
  if (bits == sign) bits = 0;
  return static_cast<U>(bits & sign ? ~bits : bits | sign);
}

struct BitRange {
  int begin, end;
  bool descending;
};

// Indices of [first, last) in sorted order.
template <class K>
std::vector<std::size_t> sorted_order(const K* keys, std::size_t n, BitRange range) {
  using U = typename Bits<sizeof(K)>::type;
  const int width = range.end - range.begin;
  const U mask = width >= static_cast<int>(8 * sizeof(K)) ? static_cast<U>(~U{0})
                                                          : static_cast<U>((U{1} << width) - 1);
  std::vector<U> bits(n);
  for (std::size_t i = 0; i < n; ++i)
    bits[i] = width <= 0 ? U{0} : static_cast<U>(ordered_bits(keys[i]) >> range.begin & mask);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return range.descending ? bits[b] < bits[a] : bits[a] < bits[b];
  });
  return order;
}

template <class T>
void gather(const T* in, T* out, const std::vector<std::size_t>& order) {
  // Through a copy: for a double buffer both may be the same memory.
  std::vector<T> moved(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) moved[i] = in[order[i]];
  std::copy(moved.begin(), moved.end(), out);
}

template <class K, class V>
void sort_range(const K* keys_in, K* keys_out, const V* values_in, V* values_out, std::size_t n,
                BitRange range) {
  const auto order = sorted_order(keys_in, n, range);
  gather(keys_in, keys_out, order);
  if constexpr (!std::is_same<V, NullType>::value) gather(values_in, values_out, order);
}

template <class K, class V>
hipError_t check_sort(const char* what, const K* keys_in, K* keys_out, const V* values_in,
                      V* values_out, std::size_t n) {
  Ranges r(what);
  r.in("keys", keys_in, n).out("sorted keys", keys_out, n);
  if constexpr (!std::is_same<V, NullType>::value)
    r.in("values", values_in, n).out("sorted values", values_out, n);
  return r.status();
}

// Room the device needs for one more copy of everything.
template <class K, class V>
std::size_t sort_storage(std::size_t n) {
  return n * (sizeof(K) + (std::is_same<V, NullType>::value ? 0 : sizeof(V)));
}

template <class K, class V>
hipError_t sort(const char* what, void* temporary, std::size_t& bytes, const K* keys_in,
                K* keys_out, const V* values_in, V* values_out, std::size_t n, BitRange range,
                hipStream_t stream) {
  if (range.begin < 0 || range.end > static_cast<int>(8 * sizeof(K)) || range.begin > range.end)
    return hipErrorInvalidValue;
  return run(what, temporary, bytes, sort_storage<K, V>(n), stream, [=]() -> hipError_t {
    if (const hipError_t e = check_sort(what, keys_in, keys_out, values_in, values_out, n))
      return e;
    sort_range(keys_in, keys_out, values_in, values_out, n, range);
    return hipSuccess;
  });
}

template <class K, class V, class Begin, class End>
hipError_t segmented_sort(const char* what, void* temporary, std::size_t& bytes,
                          const K* keys_in, K* keys_out, const V* values_in, V* values_out,
                          std::size_t n, std::size_t segments, Begin begins, End ends,
                          BitRange range, hipStream_t stream) {
  return run(what, temporary, bytes, sort_storage<K, V>(n), stream, [=]() -> hipError_t {
    Ranges r(what);
    r.in("segment begins", begins, segments).in("segment ends", ends, segments);
    if (r.status() != hipSuccess) return r.status();
    if (const hipError_t e = check_sort(what, keys_in, keys_out, values_in, values_out, n))
      return e;
    for (std::size_t s = 0; s < segments; ++s) {
      const auto first = static_cast<std::size_t>(begins[s]);
      const auto last = static_cast<std::size_t>(ends[s]);
      if (last <= first) continue;
      // A segment outside the array would be a stray access on the device.
      if (last > n) {
        if (const hipError_t e = check_sort(what, keys_in + first, keys_out + first,
                                            values_in + first, values_out + first, last - first))
          return e;
      }
      sort_range(keys_in + first, keys_out + first, values_in + first, values_out + first,
                 last - first, range);
    }
    return hipSuccess;
  });
}

template <class K>
constexpr int all_bits = static_cast<int>(8 * sizeof(K));

}  // namespace detail
}  // namespace hipcub
