// SPDX-License-Identifier: Apache-2.0
// Finds accesses to shared memory that no barrier orders. For every byte the
// checker keeps who wrote and who read it since the last block barrier.
#pragma once
#include <cstdint>

namespace hipsim {

struct Accessor {
  std::uint32_t thread;      // linear index in the block
  std::uint32_t wave;
  std::uint32_t wave_epoch;  // counts the wave's collective operations
};

class RaceChecker {
 public:
  // All accesses so far are ordered before all later ones.
  void next_epoch() { ++epoch_; }
  // The other thread of a conflict, or -1. Two writes are not a conflict:
  // threads that store the same value are common and harmless.
  int access(std::uintptr_t offset, const Accessor& by, bool is_write);

 private:
  std::uint32_t epoch_ = 1;
};

}  // namespace hipsim
