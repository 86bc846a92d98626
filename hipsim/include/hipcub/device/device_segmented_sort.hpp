// SPDX-License-Identifier: Apache-2.0
// The device's unstable forms may return any order of equal keys; these are
// stable too, so a program that needs stability must ask for it by name to be
// right elsewhere.
#pragma once
#include <hipcub/detail/sort.hpp>

namespace hipcub {

struct DeviceSegmentedSort {
#define HIPSIM_SEGMENTED_SORT(name, is_descending)                                              \
  template <class K, class V, class Begin, class End>                                           \
  static hipError_t name##Pairs##is_descending(                                                 \
      void* temporary, std::size_t& bytes, const K* keys_in, K* keys_out, const V* values_in,   \
      V* values_out, std::int64_t n, std::int64_t segments, Begin begins, End ends,             \
      hipStream_t stream = nullptr) {                                                           \
    return detail::segmented_sort(                                                              \
        "DeviceSegmentedSort::" #name "Pairs" #is_descending, temporary, bytes, keys_in,        \
        keys_out, values_in, values_out, static_cast<std::size_t>(n),                           \
        static_cast<std::size_t>(segments), begins, ends,                                       \
        {0, detail::all_bits<K>, sizeof(#is_descending) > 1}, stream);                          \
  }                                                                                             \
  template <class K, class Begin, class End>                                                    \
  static hipError_t name##Keys##is_descending(                                                  \
      void* temporary, std::size_t& bytes, const K* keys_in, K* keys_out, std::int64_t n,       \
      std::int64_t segments, Begin begins, End ends, hipStream_t stream = nullptr) {            \
    return detail::segmented_sort<K, NullType>(                                                 \
        "DeviceSegmentedSort::" #name "Keys" #is_descending, temporary, bytes, keys_in,         \
        keys_out, nullptr, nullptr, static_cast<std::size_t>(n),                                \
        static_cast<std::size_t>(segments), begins, ends,                                       \
        {0, detail::all_bits<K>, sizeof(#is_descending) > 1}, stream);                          \
  }
  HIPSIM_SEGMENTED_SORT(Sort, )
  HIPSIM_SEGMENTED_SORT(Sort, Descending)
  HIPSIM_SEGMENTED_SORT(StableSort, )
  HIPSIM_SEGMENTED_SORT(StableSort, Descending)
#undef HIPSIM_SEGMENTED_SORT
};

}  // namespace hipcub
