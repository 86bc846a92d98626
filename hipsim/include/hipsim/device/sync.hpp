// SPDX-License-Identifier: Apache-2.0
// Barriers and fences. The default arguments carry the call's source line:
// threads that wait at barriers of different lines are reported as divergent.
#pragma once
#include <hipsim/abi.h>

#include <ctime>

#define HIPSIM_SITE const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()

inline void __syncthreads(HIPSIM_SITE) { hipsim_block_barrier(file, line, 0, nullptr); }

inline int __syncthreads_count(int predicate, HIPSIM_SITE) {
  hipsim::BlockVote vote;
  hipsim_block_barrier(file, line, predicate, &vote);
  return static_cast<int>(vote.nonzero);
}
inline int __syncthreads_and(int predicate, HIPSIM_SITE) {
  hipsim::BlockVote vote;
  hipsim_block_barrier(file, line, predicate, &vote);
  return vote.nonzero == vote.threads;
}
inline int __syncthreads_or(int predicate, HIPSIM_SITE) {
  hipsim::BlockVote vote;
  hipsim_block_barrier(file, line, predicate, &vote);
  return vote.nonzero != 0;
}

// Memory is sequentially consistent here: a missing fence cannot show. The
// lanes of an AMD wave run in lock step, and programs rely on a fence as the
// point at which all of them have done what precedes it (CuPy defines
// __syncwarp that way). So a fence lets the lanes of the wave catch up.
inline void __threadfence_block(HIPSIM_SITE) {
  hipsim_wave(hipsim::WaveOp::barrier, nullptr, 0, file, line);
}
inline void __threadfence(HIPSIM_SITE) { __threadfence_block(file, line); }
inline void __threadfence_system(HIPSIM_SITE) { __threadfence_block(file, line); }

// Gives the other threads of the block a turn, so that a loop that polls ends.
inline void __nanosleep(unsigned) { hipsim_yield(); }

// Nanoseconds, near enough to a device's cycles for loops that wait by them. The
// C library's clock() counts microseconds and cannot be redeclared.
inline long long clock64() { return static_cast<long long>(hipsim_clock()); }
#define clock() clock64()
inline long long wall_clock64() { return clock64(); }

inline void __trap() { hipsim_raise(hipsim::Fault::trap, "__trap()"); }

#define __builtin_amdgcn_s_barrier() __syncthreads()
#define __builtin_amdgcn_s_sleep(n) hipsim_yield()
#define __builtin_amdgcn_fence(order, scope) __threadfence_block()
#define __builtin_amdgcn_s_memtime() hipsim_clock()
#define __builtin_amdgcn_s_memrealtime() hipsim_clock()
