// SPDX-License-Identifier: Apache-2.0
// Barriers and fences. The default arguments carry the call's source line:
// threads that wait at barriers of different lines are reported as divergent.
#pragma once
#include <hipsim/abi.h>

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

// Memory is sequentially consistent here: a missing fence cannot show. What a
// fence does is let other threads of the block run, so that a loop that polls a
// flag in shared memory ends.
inline void __threadfence() { hipsim_yield(); }
inline void __threadfence_block() { hipsim_yield(); }
inline void __threadfence_system() { hipsim_yield(); }
inline void __nanosleep(unsigned) { hipsim_yield(); }

inline long long clock64() { return static_cast<long long>(hipsim_clock()); }
// clock() is the C library's, which has the same name and type in effect.
inline long long wall_clock64() { return clock64(); }

inline void __trap() { hipsim_raise(hipsim::Fault::trap, "__trap()"); }

#define __builtin_amdgcn_s_barrier() __syncthreads()
#define __builtin_amdgcn_s_sleep(n) hipsim_yield()
#define __builtin_amdgcn_fence(order, scope) hipsim_yield()
#define __builtin_amdgcn_s_memtime() hipsim_clock()
#define __builtin_amdgcn_s_memrealtime() hipsim_clock()
