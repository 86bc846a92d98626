// SPDX-License-Identifier: Apache-2.0
// Counts of live resources and of calls, and failures on demand.
#pragma once
#include <hip/hip_runtime_api.h>

#include <string>

namespace hipsim {

enum class Count {
  live_device, live_device_bytes, live_pinned, live_managed, live_streams, live_events,
  live_modules,
  allocations, frees, copies, memsets, launches, synchronizations, compilations,
  size
};

void count(Count what, long long change = 1);
// Every counter as "name value" lines.
std::string counters_text();

// Where a failure can be asked for.
enum class Site {
  allocation, free, host_allocation, host_free, copy, launch, event, stream, synchronize, module,
  size
};

// The status the program under test asked this call to fail with, or success.
hipError_t injected(Site site);

// "site@3" fails the third call from now, "site%3" every third; "=719" sets the
// status. Several are separated by commas. Replaces what was set; an empty text
// clears it. False if the text is not understood.
bool set_failures(const std::string& text);

}  // namespace hipsim
