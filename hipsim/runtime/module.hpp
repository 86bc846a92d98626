// SPDX-License-Identifier: Apache-2.0
// Compiled kernels: shared objects with a table of entries.
#pragma once
#include <hipsim/abi.h>

#include <map>
#include <memory>
#include <string>

#include "block.hpp"

namespace hipsim {

struct LoadedModule {
  const Module* table = nullptr;
  void* handle = nullptr;  // null for a module that is part of a loaded library
  std::uintptr_t first = 0, last = 0;  // addresses of its image
  std::map<std::string, Kernel> kernels;
  std::map<std::string, const Entry*> variables;

  LoadedModule() = default;
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;

  ~LoadedModule();
  // Code, constants and __device__ variables of the module itself.
  bool contains(std::uintptr_t p) const { return p >= first && p < last; }
};

// Null with a reason in *why.
std::shared_ptr<LoadedModule> load_module(const void* image, std::size_t bytes, std::string* why);
// The module that a library linked with its kernels carries; one per table.
std::shared_ptr<LoadedModule> linked_module(const Module* table);
// The record of a kernel that such a library launches; kept for good.
const Kernel& linked_kernel(LoadedModule& module, const Entry& entry);
// A __device__ or __constant__ variable by name expression or symbol.
bool find_variable(const LoadedModule& module, const char* name, void** address,
                   std::size_t* bytes);
// Size of the ELF file that starts at `image`, 0 if there is none.
std::size_t image_size(const void* image);

// Common to every way to launch: checks the shape, copies the arguments, queues.
hipError_t launch(const std::shared_ptr<LoadedModule>& module, const Kernel& kernel,
                  const unsigned grid[3], const unsigned block[3], unsigned shared_bytes,
                  hipStream_t stream, void** arguments, void** extra);

}  // namespace hipsim
