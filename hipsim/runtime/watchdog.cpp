// SPDX-License-Identifier: Apache-2.0
#include "watchdog.hpp"

#include <pthread.h>
#include <signal.h>
#include <ucontext.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "block_state.hpp"
#include "config.hpp"
#include "module.hpp"
#include "report.hpp"

namespace hipsim {
namespace {

using Clock = std::chrono::steady_clock;
std::atomic<Clock::rep> deadline{0};  // 0: nothing runs

int overtime_signal() { return SIGRTMAX - 3; }

bool over() {
  const Clock::rep at = deadline;
  return at && Clock::now().time_since_epoch().count() > at;
}

// The kernel can only be left from its own code: the runtime or the C library
// might hold a lock. The watchdog asks again until it meets it there.
void on_overtime(int, siginfo_t*, void* context) {
  if (!is_executor() || !block.running || !over()) return;
  const auto* uc = static_cast<ucontext_t*>(context);
  if (!block.launch->module->contains(
          static_cast<std::uintptr_t>(uc->uc_mcontext.gregs[REG_RIP])))
    return;
  deadline = 0;
  report(where() + format(": stopped after %g s (HIPSIM_TIMEOUT)", config().time_limit));
  block.failure = hipErrorLaunchTimeOut;
  resume_in_scheduler(context);
}

}  // namespace

void start_watchdog() {
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER;
  action.sa_sigaction = on_overtime;
  sigaction(overtime_signal(), &action, nullptr);
  std::thread([executor = pthread_self()] {
    for (;;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(over() ? 5 : 200));
      if (over()) pthread_kill(executor, overtime_signal());
    }
  }).detach();
}

Overtime::Overtime(double seconds) {
  const auto span = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(seconds));
  deadline = (Clock::now() + span).time_since_epoch().count();
}

Overtime::~Overtime() { deadline = 0; }

}  // namespace hipsim
