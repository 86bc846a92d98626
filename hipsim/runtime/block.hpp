// SPDX-License-Identifier: Apache-2.0
// Executes the threads of one block after another.
#pragma once
#include <hip/hip_runtime_api.h>
#include <hipsim/abi.h>

#include <memory>
#include <string>
#include <vector>

namespace hipsim {

struct LoadedModule;

struct Kernel {
  std::string name;
  const Entry* entry;
  LoadedModule* module;
};

struct Launch {
  std::shared_ptr<LoadedModule> module;  // stays loaded until the kernel has run
  const Kernel* kernel;
  unsigned grid[3], block[3];
  unsigned dynamic_shared;
  std::vector<unsigned char> storage;  // copies of the arguments
  std::vector<void*> arguments;

  // An argument with a copy constructor is read by compiled, checked code.
  bool holds(std::uintptr_t p) const {
    return p - reinterpret_cast<std::uintptr_t>(storage.data()) < storage.size();
  }
};

constexpr unsigned shared_memory_limit = 64 * 1024;

// Runs the whole grid on the calling (executor) thread.
hipError_t run_grid(const Launch& launch);

// Marks the calling thread as the one that runs device code, and lets it
// survive faults of kernels.
void become_executor();
bool is_executor();
// Installs the handlers for faulting instructions; safe to call repeatedly.
void install_signal_handlers();

}  // namespace hipsim
