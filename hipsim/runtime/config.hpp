// SPDX-License-Identifier: Apache-2.0
// What the environment asks for. Read once, at the first call into the runtime.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace hipsim {

struct Arch {
  const char* name;
  const char* product;
  int major, minor;
  int wave;
  int compute_units;
};

enum class FreePolicy {
  wait,   // hipFree waits for the device, as ROCm does
  strict  // hipFree does not wait: queued work that uses the memory is reported
};

struct Config {
  const Arch* arch;                       // HIPSIM_ARCH
  int devices;                            // HIPSIM_DEVICES
  std::size_t memory;                     // HIPSIM_MEMORY, bytes per device
  bool late;                              // HIPSIM_LATE
  bool shuffle;                           // HIPSIM_SHUFFLE is set
  std::uint64_t seed;                     // its value
  bool race_check;                        // HIPSIM_RACE
  bool host_guard;                        // HIPSIM_HOST_GUARD
  FreePolicy free_policy;                 // HIPSIM_FREE
  std::size_t fill_limit;                 // HIPSIM_FILL: larger allocations are not filled
  double time_limit;                      // HIPSIM_TIMEOUT, seconds per kernel
  bool verbose;                           // HIPSIM_LOG
  std::string fail;                       // HIPSIM_FAIL
};

const Config& config();

}  // namespace hipsim
