// SPDX-License-Identifier: Apache-2.0
#include "fiber.hpp"

#include <hipsim/abi.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>

#include "memory.hpp"

asm(R"(
.text
.globl hipsim_switch
.hidden hipsim_switch
.type hipsim_switch, @function
hipsim_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size hipsim_switch, .-hipsim_switch
)");

namespace hipsim {
namespace {
constexpr std::size_t guard_bytes = 4096;
constexpr std::size_t slot_bytes = FiberPool::stack_bytes + guard_bytes;
}  // namespace

Fiber* FiberPool::take(void (*entry)()) {
  Fiber* fiber;
  if (!idle_.empty()) {
    fiber = idle_.back();
    idle_.pop_back();
  } else {
    const std::uintptr_t slot = region_base + stack_offset + made_ * slot_bytes;
    if ((made_ + 1) * slot_bytes > stack_size) std::abort();
    ++made_;
    fiber = new Fiber{reinterpret_cast<char*>(slot + guard_bytes), nullptr};
    mprotect(fiber->stack, stack_bytes, PROT_READ | PROT_WRITE);
    set_shadow(slot + guard_bytes, stack_bytes, shadow_all);
  }
  // At the entry of a function the stack pointer is 8 below a multiple of 16.
  void** top = reinterpret_cast<void**>(fiber->stack + stack_bytes) - 1;
  *top = nullptr;  // the entry never returns
  *--top = reinterpret_cast<void*>(entry);
  for (int i = 0; i < 6; ++i) *--top = nullptr;
  fiber->saved = top;
  return fiber;
}

bool in_stack_guard(std::size_t address) {
  const std::uintptr_t offset = address - region_base - stack_offset;
  return offset < stack_size && offset % slot_bytes < guard_bytes;
}

}  // namespace hipsim
