// SPDX-License-Identifier: Apache-2.0
// Decides about accesses that the one-byte test in the kernel did not pass, and
// turns faulting instructions into reports.
#include <hipsim/abi.h>
#include <signal.h>
#include <ucontext.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "block_state.hpp"
#include "memory.hpp"
#include "module.hpp"
#include "report.hpp"

namespace hipsim {
namespace {

bool in_shared_memory(std::uintptr_t p) {
  return p - region_base - shared_offset < shared_size;
}

std::string describe(std::uintptr_t p) {
  if (p < 4096) return "a null pointer";
  return in_shared_memory(p) ? block.shared.describe(p) : Memory::instance().describe(p);
}

void check_race(std::uintptr_t p, std::size_t bytes, bool is_write) {
  const Thread& t = *block.running;
  const Accessor by{t.linear, t.linear / block.wave_size, t.wave_epoch};
  // One byte stands for a word: threads share memory by elements. Larger
  // objects are entered word by word.
  for (std::size_t at = 0; at < bytes; at += 4) {
    const int other = block.races.access(p + at - region_base - shared_offset, by, is_write);
    if (other < 0) continue;
    const Thread& o = block.threads[other];
    fail_kernel(hipErrorLaunchFailure,
                format("race: %s of %s, which thread (%u,%u,%u) %s since the last barrier",
                       is_write ? "write" : "read", block.shared.describe(p + at).c_str(),
                       o.index[0], o.index[1], o.index[2], is_write ? "read" : "wrote"));
  }
}

struct sigaction previous_segv, previous_fpe;
char signal_stack[64 * 1024];
char last_stack[16 * 1024];

// Resumed into by a handler, on a stack of its own: the fiber's may be full.
void leave_kernel() { abandon_fiber(); }

}  // namespace

void resume_in_scheduler(void* context) {
  auto* uc = static_cast<ucontext_t*>(context);
  uc->uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(&leave_kernel);
  const auto top = reinterpret_cast<std::uintptr_t>(last_stack + sizeof last_stack) & ~15ul;
  uc->uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(top - 8);
}

namespace {

// Not from a kernel: say what is known, and let the next handler decide.
void pass_on(int number, siginfo_t* info, void* context, const struct sigaction& previous) {
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(number);
  } else {
    signal(number, SIG_DFL);
  }
}

void on_segv(int number, siginfo_t* info, void* context) {
  const auto p = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (reporting()) return pass_on(number, info, context, previous_segv);
  if (is_executor() && block.running) {
    report(where() + ": " +
           (in_stack_guard(p) ? std::string("stack overflow")
                              : format("fault at %#lx: %s", p, describe(p).c_str())));
    block.failure = hipErrorIllegalAddress;
    resume_in_scheduler(context);
    return;
  }
  if (in_device_memory(p))
    report(format("host code touched %#lx: %s", p, describe(p).c_str()));
  pass_on(number, info, context, previous_segv);
}

void on_fpe(int number, siginfo_t* info, void* context) {
  if (is_executor() && block.running) {
    report(where() + ": integer division by zero, or of the smallest integer by -1");
    block.failure = hipErrorLaunchFailure;
    resume_in_scheduler(context);
    return;
  }
  pass_on(number, info, context, previous_fpe);
}

}  // namespace

void install_signal_handlers() {
  if (is_executor()) {
    stack_t stack{};
    stack.ss_sp = signal_stack;
    stack.ss_size = sizeof signal_stack;
    sigaltstack(&stack, nullptr);
  }
  static bool installed = false;
  if (installed) return;
  installed = true;
  struct sigaction action {};
  // SA_NODEFER: the handler is left without returning to the fault, again and again.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  action.sa_sigaction = on_segv;
  sigaction(SIGSEGV, &action, &previous_segv);
  action.sa_sigaction = on_fpe;
  sigaction(SIGFPE, &action, &previous_fpe);
}

}  // namespace hipsim

using namespace hipsim;

extern "C" void hipsim_access(std::uintptr_t p, std::size_t bytes, int is_write) {
  // Host code of a module compiled as one source with its kernels.
  if (!is_executor() || !block.running) return;
  if (block.launch->module->contains(p) || block.launch->holds(p)) return;
  if (Memory::instance().accessible(p, bytes)) {
    if (in_shared_memory(p)) check_race(p, bytes, is_write != 0);
    return;
  }
  // Name the first byte that is wrong, not the start of the access.
  std::uintptr_t bad = p;
  while (bad + 1 < p + bytes && Memory::instance().accessible(bad, 1)) ++bad;
  fail_kernel(hipErrorIllegalAddress, format("%s of %zu bytes at %#lx: %s",
                                             is_write ? "write" : "read", bytes,
                                             static_cast<unsigned long>(p),
                                             describe(bad).c_str()));
}
