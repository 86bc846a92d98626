// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hipcub/detail/sort.hpp>

namespace hipcub {

struct DeviceSegmentedRadixSort {
#define HIPSIM_SEGMENTED_RADIX_SORT(direction, is_descending)                                   \
  template <class K, class V, class Begin, class End>                                           \
  static hipError_t SortPairs##direction(                                                       \
      void* temporary, std::size_t& bytes, const K* keys_in, K* keys_out, const V* values_in,   \
      V* values_out, std::int64_t n, std::int64_t segments, Begin begins, End ends,             \
      int begin_bit = 0, int end_bit = detail::all_bits<K>, hipStream_t stream = nullptr) {     \
    return detail::segmented_sort(                                                              \
        "DeviceSegmentedRadixSort::SortPairs" #direction, temporary, bytes, keys_in, keys_out,  \
        values_in, values_out, static_cast<std::size_t>(n), static_cast<std::size_t>(segments), \
        begins, ends, {begin_bit, end_bit, is_descending}, stream);                             \
  }                                                                                             \
  template <class K, class Begin, class End>                                                    \
  static hipError_t SortKeys##direction(                                                        \
      void* temporary, std::size_t& bytes, const K* keys_in, K* keys_out, std::int64_t n,       \
      std::int64_t segments, Begin begins, End ends, int begin_bit = 0,                         \
      int end_bit = detail::all_bits<K>, hipStream_t stream = nullptr) {                        \
    return detail::segmented_sort<K, NullType>(                                                 \
        "DeviceSegmentedRadixSort::SortKeys" #direction, temporary, bytes, keys_in, keys_out,   \
        nullptr, nullptr, static_cast<std::size_t>(n), static_cast<std::size_t>(segments),      \
        begins, ends, {begin_bit, end_bit, is_descending}, stream);                             \
  }
  HIPSIM_SEGMENTED_RADIX_SORT(, false)
  HIPSIM_SEGMENTED_RADIX_SORT(Descending, true)
#undef HIPSIM_SEGMENTED_RADIX_SORT
};

}  // namespace hipcub
