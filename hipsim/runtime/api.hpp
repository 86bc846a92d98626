// SPDX-License-Identifier: Apache-2.0
// Shared by the files that define the HIP functions.
#pragma once
#include <hip/hip_runtime_api.h>

#include "config.hpp"
#include "counters.hpp"
#include "engine.hpp"
#include "memory.hpp"
#include "report.hpp"

namespace hipsim {

// Remembers a failure for hipGetLastError and passes it through.
hipError_t done(hipError_t status);
int current_device();
bool valid_device(int device);

// A function that CuPy links to and hipsim has no model of.
hipError_t not_supported(const char* function);

// How the handles that programs hold map to the objects behind them.
struct Event {
  unsigned flags = 0;
  std::shared_ptr<Record> record;  // of the latest hipEventRecord
};

}  // namespace hipsim
