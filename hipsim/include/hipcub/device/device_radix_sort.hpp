// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hipcub/detail/sort.hpp>

namespace hipcub {

struct DeviceRadixSort {
#define HIPSIM_RADIX_SORT(direction, is_descending)                                             \
  template <class K, class V, class N>                                                          \
  static hipError_t SortPairs##direction(                                                       \
      void* temporary, std::size_t& bytes, const K* keys_in, K* keys_out, const V* values_in,   \
      V* values_out, N n, int begin_bit = 0, int end_bit = detail::all_bits<K>,                 \
      hipStream_t stream = nullptr) {                                                           \
    return detail::sort("DeviceRadixSort::SortPairs" #direction, temporary, bytes, keys_in,     \
                        keys_out, values_in, values_out, static_cast<std::size_t>(n),           \
                        {begin_bit, end_bit, is_descending}, stream);                           \
  }                                                                                             \
  template <class K, class N>                                                                   \
  static hipError_t SortKeys##direction(                                                        \
      void* temporary, std::size_t& bytes, const K* keys_in, K* keys_out, N n,                  \
      int begin_bit = 0, int end_bit = detail::all_bits<K>, hipStream_t stream = nullptr) {     \
    return detail::sort<K, NullType>("DeviceRadixSort::SortKeys" #direction, temporary, bytes,  \
                                     keys_in, keys_out, nullptr, nullptr,                       \
                                     static_cast<std::size_t>(n),                               \
                                     {begin_bit, end_bit, is_descending}, stream);              \
  }                                                                                             \
  template <class K, class V, class N>                                                          \
  static hipError_t SortPairs##direction(                                                       \
      void* temporary, std::size_t& bytes, DoubleBuffer<K>& keys, DoubleBuffer<V>& values, N n, \
      int begin_bit = 0, int end_bit = detail::all_bits<K>, hipStream_t stream = nullptr) {     \
    const hipError_t status = SortPairs##direction(                                             \
        temporary, bytes, static_cast<const K*>(keys.Current()), keys.Alternate(),              \
        static_cast<const V*>(values.Current()), values.Alternate(), n, begin_bit, end_bit,     \
        stream);                                                                                \
    if (temporary && status == hipSuccess) keys.selector ^= 1, values.selector ^= 1;            \
    return status;                                                                              \
  }                                                                                             \
  template <class K, class N>                                                                   \
  static hipError_t SortKeys##direction(                                                        \
      void* temporary, std::size_t& bytes, DoubleBuffer<K>& keys, N n, int begin_bit = 0,       \
      int end_bit = detail::all_bits<K>, hipStream_t stream = nullptr) {                        \
    const hipError_t status =                                                                   \
        SortKeys##direction(temporary, bytes, static_cast<const K*>(keys.Current()),            \
                            keys.Alternate(), n, begin_bit, end_bit, stream);                   \
    if (temporary && status == hipSuccess) keys.selector ^= 1;                                  \
    return status;                                                                              \
  }
  HIPSIM_RADIX_SORT(, false)
  HIPSIM_RADIX_SORT(Descending, true)
#undef HIPSIM_RADIX_SORT
};

}  // namespace hipcub
