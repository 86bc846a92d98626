// SPDX-License-Identifier: Apache-2.0
// State of the block that is being executed; one block at a time.
#pragma once
#include <hipsim/abi.h>

#include <deque>
#include <string>
#include <vector>

#include "block.hpp"
#include "fiber.hpp"
#include "race.hpp"
#include "shared.hpp"

namespace hipsim {

enum class State { fresh, ready, at_wave, at_block, done };

struct Thread {
  std::uint32_t index[3];
  std::uint32_t linear;
  std::uint32_t lane;
  State state;
  Fiber* fiber;
  SourceLine site;       // where it waits
  WaveOp op;
  int predicate;   // what it brought
  unsigned char value[wave_value_bytes];
  std::uint32_t wave_epoch;
};

struct BlockState {
  const Launch* launch = nullptr;
  Current* current = nullptr;  // the module's copy of the indices
  unsigned wave_size = 64;
  unsigned count = 0;  // threads of the block
  unsigned live = 0;
  unsigned started = 0;
  hipError_t failure = hipSuccess;

  std::vector<Thread> threads;
  std::vector<unsigned> order;
  Wave* const waves = reinterpret_cast<Wave*>(region_base + control_offset);
  std::deque<Thread*> ready;
  BlockVote vote{};

  Thread* running = nullptr;
  Fiber* fiber = nullptr;      // the one running
  bool idle_fiber = false;     // it came back without a thread
  void* scheduler = nullptr;   // saved stack pointer of the scheduler
  FiberPool fibers;
  RaceChecker races;
  SharedMemory shared;

  void prepare(const Launch& launch);
  void begin();
  void end();
};

extern BlockState block;

std::string where();
// Reports, and leaves the kernel. Only from inside a device thread.
[[noreturn]] void fail_kernel(hipError_t status, const std::string& text);
[[noreturn]] void abandon_fiber();
// In a signal handler: the interrupted kernel is left when the handler returns.
void resume_in_scheduler(void* context);

}  // namespace hipsim
