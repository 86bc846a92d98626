// SPDX-License-Identifier: Apache-2.0
// Ends kernels that run longer than HIPSIM_TIMEOUT.
#pragma once

namespace hipsim {

// Called by the executor, for itself.
void start_watchdog();

// While it exists, the executor's kernel may run for so many seconds.
class Overtime {
 public:
  explicit Overtime(double seconds);
  ~Overtime();
  Overtime(const Overtime&) = delete;
  Overtime& operator=(const Overtime&) = delete;
};

}  // namespace hipsim
