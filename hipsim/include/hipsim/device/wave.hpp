// SPDX-License-Identifier: Apache-2.0
// Shuffles, ballots and votes. All of them are one primitive: every lane
// brings a value, waits, and sees what the lanes that arrived with it brought.
#pragma once
#include <cstring>
#include <hipsim/abi.h>
#include <hipsim/device/index.hpp>
#include <hipsim/device/sync.hpp>

#ifndef HIPSIM_WAVE_SIZE
#error "HIPSIM_WAVE_SIZE is set by the compiler driver (32 or 64)"
#endif

constexpr int warpSize = HIPSIM_WAVE_SIZE;

namespace hipsim {

template <class T>
inline T shuffle(T value, unsigned source, const char* file, unsigned line) {
  static_assert(std::is_trivially_copyable<T>::value, "a shuffled value is copied bit by bit");
  T result = value;
  for (std::size_t at = 0; at < sizeof(T); at += wave_value_bytes) {
    const std::size_t n = sizeof(T) - at < wave_value_bytes ? sizeof(T) - at : wave_value_bytes;
    const Wave* wave = hipsim_wave(WaveOp::shuffle, reinterpret_cast<const char*>(&value) + at, n,
                                   file, line);
    // A lane that is not there gives an unspecified value on the device; here
    // it is always the same odd bit pattern, so that using it shows.
    if (source < HIPSIM_WAVE_SIZE && (wave->active >> source & 1))
      std::memcpy(reinterpret_cast<char*>(&result) + at, wave->value[source], n);
    else
      std::memset(reinterpret_cast<char*>(&result) + at, 0xcb, n);
  }
  return result;
}

inline unsigned lane() { return current.lane; }
// First lane of the group of `width` lanes that the caller is in.
inline unsigned group(int width) { return lane() & ~static_cast<unsigned>(width - 1); }

inline const Wave* vote(int predicate, const char* file, unsigned line) {
  return hipsim_wave(WaveOp::vote, &predicate, sizeof predicate, file, line);
}

}  // namespace hipsim

template <class T>
inline T __shfl(T v, int source, int width = HIPSIM_WAVE_SIZE, HIPSIM_SITE) {
  const unsigned lane = hipsim::group(width) + (static_cast<unsigned>(source) & (width - 1));
  return hipsim::shuffle(v, lane, file, line);
}
template <class T>
inline T __shfl_up(T v, unsigned delta, int width = HIPSIM_WAVE_SIZE, HIPSIM_SITE) {
  const unsigned self = hipsim::lane();
  return hipsim::shuffle(v, self - hipsim::group(width) < delta ? self : self - delta, file, line);
}
template <class T>
inline T __shfl_down(T v, unsigned delta, int width = HIPSIM_WAVE_SIZE, HIPSIM_SITE) {
  const unsigned self = hipsim::lane();
  const unsigned end = hipsim::group(width) + width;
  return hipsim::shuffle(v, self + delta >= end ? self : self + delta, file, line);
}
template <class T>
inline T __shfl_xor(T v, int mask, int width = HIPSIM_WAVE_SIZE, HIPSIM_SITE) {
  const unsigned self = hipsim::lane();
  const unsigned other = self ^ static_cast<unsigned>(mask);
  return hipsim::shuffle(v, other >= hipsim::group(width) + width ? self : other, file, line);
}

inline unsigned long long __ballot(int predicate, HIPSIM_SITE) {
  return hipsim::vote(predicate, file, line)->nonzero;
}
inline int __any(int predicate, HIPSIM_SITE) {
  return hipsim::vote(predicate, file, line)->nonzero != 0;
}
inline int __all(int predicate, HIPSIM_SITE) {
  const hipsim::Wave* wave = hipsim::vote(predicate, file, line);
  return wave->nonzero == wave->active;
}
inline unsigned long long __activemask(HIPSIM_SITE) {
  return hipsim::vote(1, file, line)->active;
}
inline unsigned __lane_id() { return hipsim::lane(); }

// The *_sync forms of HIP take 64-bit masks at either wave size.
namespace hipsim {
template <class M>
inline void require_wide_mask(M) {
  static_assert(std::is_integral<M>::value && sizeof(M) == 8, "the mask must be a 64-bit integer");
}
}  // namespace hipsim

template <class M, class T>
inline T __shfl_sync(M mask, T v, int source, int width = HIPSIM_WAVE_SIZE, HIPSIM_SITE) {
  hipsim::require_wide_mask(mask);
  return __shfl(v, source, width, file, line);
}
template <class M, class T>
inline T __shfl_up_sync(M mask, T v, unsigned delta, int width = HIPSIM_WAVE_SIZE, HIPSIM_SITE) {
  hipsim::require_wide_mask(mask);
  return __shfl_up(v, delta, width, file, line);
}
template <class M, class T>
inline T __shfl_down_sync(M mask, T v, unsigned delta, int width = HIPSIM_WAVE_SIZE,
                          HIPSIM_SITE) {
  hipsim::require_wide_mask(mask);
  return __shfl_down(v, delta, width, file, line);
}
template <class M, class T>
inline T __shfl_xor_sync(M mask, T v, int lanes, int width = HIPSIM_WAVE_SIZE, HIPSIM_SITE) {
  hipsim::require_wide_mask(mask);
  return __shfl_xor(v, lanes, width, file, line);
}
template <class M>
inline unsigned long long __ballot_sync(M mask, int predicate, HIPSIM_SITE) {
  hipsim::require_wide_mask(mask);
  return __ballot(predicate, file, line) & mask;
}
template <class M>
inline int __any_sync(M mask, int predicate, HIPSIM_SITE) {
  return __ballot_sync(mask, predicate, file, line) != 0;
}
template <class M>
inline int __all_sync(M mask, int predicate, HIPSIM_SITE) {
  hipsim::require_wide_mask(mask);
  const hipsim::Wave* wave = hipsim::vote(predicate, file, line);
  return (wave->nonzero & mask) == (wave->active & mask);
}
template <class M = unsigned long long>
inline void __syncwarp(M = ~M{}, HIPSIM_SITE) {
  hipsim_wave(hipsim::WaveOp::barrier, nullptr, 0, file, line);
}

template <class M, class T>
inline unsigned long long __match_any_sync(M mask, T value, HIPSIM_SITE) {
  hipsim::require_wide_mask(mask);
  static_assert(sizeof(T) <= hipsim::wave_value_bytes, "");
  const hipsim::Wave* wave = hipsim_wave(hipsim::WaveOp::shuffle, &value, sizeof value, file, line);
  unsigned long long same = 0;
  for (unsigned i = 0; i < HIPSIM_WAVE_SIZE; ++i)
    if ((wave->active >> i & 1) && std::memcmp(wave->value[i], &value, sizeof value) == 0)
      same |= 1ull << i;
  return same & mask;
}

// The compiler builtins that portable HIP code is known to use.
inline unsigned hipsim_mbcnt_lo(unsigned mask, unsigned add) {
  const unsigned lane = hipsim::lane();
  return add + __builtin_popcount(mask & (lane >= 32 ? ~0u : (1u << lane) - 1));
}
inline unsigned hipsim_mbcnt_hi(unsigned mask, unsigned add) {
  const unsigned lane = hipsim::lane();
  return lane < 32 ? add : add + __builtin_popcount(mask & ((1u << (lane - 32)) - 1));
}
template <class T>
inline T hipsim_readfirstlane(T v, HIPSIM_SITE) {
  const hipsim::Wave* wave = hipsim_wave(hipsim::WaveOp::shuffle, &v, sizeof v, file, line);
  std::memcpy(&v, wave->value[__builtin_ctzll(wave->active)], sizeof v);
  return v;
}
#define __builtin_amdgcn_mbcnt_lo(mask, add) hipsim_mbcnt_lo(mask, add)
#define __builtin_amdgcn_mbcnt_hi(mask, add) hipsim_mbcnt_hi(mask, add)
#define __builtin_amdgcn_readfirstlane(v) hipsim_readfirstlane(static_cast<int>(v))
#define __builtin_amdgcn_readlane(v, lane) __shfl(static_cast<int>(v), lane)
#define __builtin_amdgcn_ds_bpermute(address, v) \
  __shfl(static_cast<int>(v), static_cast<int>((address) >> 2))
#define __builtin_amdgcn_wavefrontsize() HIPSIM_WAVE_SIZE
#define __builtin_amdgcn_wave_barrier() __syncwarp()
#define __builtin_amdgcn_ballot_w64(p) __ballot(p)
#define __builtin_amdgcn_ballot_w32(p) static_cast<unsigned>(__ballot(p))
