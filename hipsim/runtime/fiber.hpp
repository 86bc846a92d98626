// SPDX-License-Identifier: Apache-2.0
// Stacks for device threads, and the switch between them. Written by hand
// because the C library's swapcontext makes a system call per switch.
#pragma once
#include <cstddef>
#include <vector>

// Saves the callee-saved registers and the stack pointer in *save, and resumes
// what was saved at `load`.
extern "C" void hipsim_switch(void** save, void* load);

namespace hipsim {

struct Fiber {
  char* stack;      // lowest usable address
  void* saved;      // stack pointer while not running
};

class FiberPool {
 public:
  // A fiber that starts in `entry` when it is first switched to.
  Fiber* take(void (*entry)());
  void give(Fiber* fiber) { idle_.push_back(fiber); }

  static constexpr std::size_t stack_bytes = 256 * 1024;

 private:
  std::vector<Fiber*> idle_;
  std::size_t made_ = 0;
};

// Whether an address lies in the guard page below some stack.
bool in_stack_guard(std::size_t address);

}  // namespace hipsim
