// SPDX-License-Identifier: Apache-2.0
// The scheduler of a block's threads.
//
// A fiber runs one thread after another for as long as none of them waits, so
// a kernel without collective operations costs one stack and a loop. A thread
// that waits keeps its fiber, and another fiber carries on with the threads
// that have not started. When nobody can run, whoever waits is released: first
// the waves, then the block.
#include "block.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>

#include "block_state.hpp"
#include "config.hpp"
#include "engine.hpp"
#include "memory.hpp"
#include "module.hpp"
#include "report.hpp"
#include "watchdog.hpp"

namespace hipsim {

BlockState block;
thread_local bool executor_thread = false;

bool is_executor() { return executor_thread; }

void become_executor() {
  executor_thread = true;
  install_signal_handlers();
  start_watchdog();
}

std::string where() {
  const Thread& t = *block.running;
  const unsigned* b = block.current->block;
  return format("kernel %s, block (%u,%u,%u), thread (%u,%u,%u)",
                block.launch->kernel->name.c_str(), b[0], b[1], b[2], t.index[0], t.index[1],
                t.index[2]);
}

[[noreturn]] void fail_kernel(hipError_t status, const std::string& text) {
  report(where() + ": " + text);
  block.failure = status;
  abandon_fiber();
}

void abandon_fiber() {
  void* ignored;
  hipsim_switch(&ignored, block.scheduler);
  __builtin_unreachable();
}

namespace {

void enter(Thread& t) {
  block.running = &t;
  Current& c = *block.current;
  std::memcpy(c.thread, t.index, sizeof c.thread);
  c.linear_thread = t.linear;
  c.lane = t.lane;
}

void to_scheduler(Fiber* self) { hipsim_switch(&self->saved, block.scheduler); }

// Body of every fiber: run threads until none is left to start.
void fiber_main() {
  while (block.started < block.count) {
    Thread& t = block.threads[block.order[block.started++]];
    t.fiber = block.fiber;
    t.state = State::ready;
    enter(t);
    const Launch& launch = *block.launch;
    launch.kernel->entry->invoke(launch.kernel->entry->address, launch.arguments.data());
    t.state = State::done;
    --block.live;
    if (!block.ready.empty()) break;
  }
  block.idle_fiber = true;
  to_scheduler(block.fiber);
  __builtin_unreachable();
}

void resume(Fiber* fiber) {
  block.fiber = fiber;
  block.idle_fiber = false;
  hipsim_switch(&block.scheduler, fiber->saved);
  if (block.idle_fiber) block.fibers.give(fiber);
}

// A thread gives up its turn and is resumed later in `state` ready.
void suspend(Thread& t, State state) {
  t.state = state;
  to_scheduler(t.fiber);
}

bool same_site(const Thread& a, const Thread& b) {
  return a.site.line == b.site.line && a.op == b.op &&
         (a.site.file == b.site.file || !std::strcmp(a.site.file, b.site.file));
}

void make_ready(Thread& t) {
  t.state = State::ready;
  block.ready.push_back(&t);
}

// Releases one group of a wave: the lanes that wait at the operation that comes
// first in the source. Lanes that left a loop early wait further down, and are
// met there by the others.
bool release_wave(unsigned first, unsigned end, Wave& wave) {
  Thread* leader = nullptr;
  for (unsigned i = first; i < end; ++i) {
    Thread& t = block.threads[i];
    if (t.state == State::at_wave && (!leader || t.site.line < leader->site.line)) leader = &t;
  }
  if (!leader) return false;
  wave.active = wave.nonzero = 0;
  for (unsigned i = first; i < end; ++i) {
    Thread& t = block.threads[i];
    if (t.state != State::at_wave || !same_site(t, *leader)) continue;
    const std::uint64_t bit = std::uint64_t{1} << (i - first);
    wave.active |= bit;
    if (t.predicate) wave.nonzero |= bit;
    std::memcpy(wave.value[i - first], t.value, wave_value_bytes);
    ++t.wave_epoch;
    make_ready(t);
  }
  return true;
}

void release_block() {
  Thread* first = nullptr;
  BlockVote vote{};
  for (Thread& t : block.threads) {
    if (t.state == State::done) continue;
    if (!first) first = &t;
    if (!same_site(t, *first)) {
      block.running = &t;
      report(where() + format(": divergent barrier: this thread waits at %s:%u, thread (%u,%u,%u) "
                              "at %s:%u", t.site.file, t.site.line, first->index[0],
                              first->index[1], first->index[2], first->site.file,
                              first->site.line));
      block.failure = hipErrorLaunchFailure;
      return;
    }
    ++vote.threads;
    vote.nonzero += t.predicate != 0;
  }
  block.vote = vote;
  block.races.next_epoch();
  for (Thread& t : block.threads)
    if (t.state == State::at_block) make_ready(t);
}

void release_waiting() {
  bool released = false;
  const unsigned wave = block.wave_size;
  for (unsigned first = 0; first < block.count; first += wave)
    released |= release_wave(first, std::min(first + wave, block.count), block.waves[first / wave]);
  if (!released) release_block();
}

Thread* take_ready() {
  if (block.ready.empty()) return nullptr;
  if (config().shuffle)
    std::swap(block.ready.front(),
              block.ready[Engine::instance().random()() % block.ready.size()]);
  Thread* t = block.ready.front();
  block.ready.pop_front();
  return t;
}

void run_block() {
  block.begin();
  if (config().shuffle)
    std::shuffle(block.order.begin(), block.order.begin() + block.count,
                 Engine::instance().random());
  while (block.live && block.failure == hipSuccess) {
    if (block.started < block.count) {
      resume(block.fibers.take(fiber_main));
    } else if (Thread* t = take_ready()) {
      enter(*t);
      resume(t->fiber);
    } else {
      release_waiting();
    }
  }
  block.end();
}

}  // namespace

void BlockState::prepare(const Launch& l) {
  launch = &l;
  current = l.module->table->current;
  wave_size = l.module->table->wave_size;
  count = l.block[0] * l.block[1] * l.block[2];
  threads.assign(count, Thread{});
  order.resize(count);
  std::memcpy(current->grid_dim, l.grid, sizeof current->grid_dim);
  std::memcpy(current->block_dim, l.block, sizeof current->block_dim);
  current->dynamic_shared_bytes = l.dynamic_shared;
  failure = hipSuccess;
  for (unsigned i = 0; i < count; ++i) {
    Thread& t = threads[i];
    t.index[0] = i % l.block[0];
    t.index[1] = i / l.block[0] % l.block[1];
    t.index[2] = i / l.block[0] / l.block[1];
    t.linear = i;
    t.lane = i % wave_size;
  }
  shared.prepare(l.dynamic_shared);
}

void BlockState::begin() {
  live = count;
  started = 0;
  ready.clear();
  for (unsigned i = 0; i < count; ++i) {
    order[i] = i;
    threads[i].state = State::fresh;
    threads[i].wave_epoch = 0;
  }
  races.next_epoch();
  shared.begin_block();
}

// After a failure, threads are left in the middle of their calls: their stacks
// are simply used again. Device code has no destructors that matter.
void BlockState::end() {
  if (failure == hipSuccess) return;
  for (Thread& t : threads)
    if (t.state != State::fresh && t.state != State::done) fibers.give(t.fiber);
}

hipError_t run_grid(const Launch& launch) {
  DeviceAccess access;
  block.prepare(launch);
  unsigned* b = block.current->block;
  const std::uint64_t x = launch.grid[0], y = launch.grid[1];
  const std::uint64_t blocks = x * y * launch.grid[2];
  // An odd stride visits every block once in an order that is not the natural one.
  std::uint64_t start = 0, stride = 1;
  if (config().shuffle && blocks > 1) {
    start = Engine::instance().random()() % blocks;
    do stride = Engine::instance().random()() % blocks | 1;
    while (std::__gcd(stride, blocks) != 1);
  }
  Overtime overtime(config().time_limit);
  for (std::uint64_t i = 0; i < blocks && block.failure == hipSuccess; ++i) {
    const std::uint64_t n = (start + i * stride) % blocks;
    b[0] = static_cast<unsigned>(n % x);
    b[1] = static_cast<unsigned>(n / x % y);
    b[2] = static_cast<unsigned>(n / x / y);
    run_block();
  }
  block.running = nullptr;
  return block.failure;
}

}  // namespace hipsim

using namespace hipsim;

extern "C" void hipsim_block_barrier(const char* file, std::uint32_t line, int predicate,
                                     BlockVote* vote) {
  Thread& t = *block.running;
  t.site = {file, line};
  t.op = WaveOp::barrier;
  t.predicate = predicate;
  suspend(t, State::at_block);
  if (vote) *vote = block.vote;
}

extern "C" const Wave* hipsim_wave(WaveOp op, const void* value, std::size_t bytes,
                                   const char* file, std::uint32_t line) {
  Thread& t = *block.running;
  t.site = {file, line};
  t.op = op;
  std::memset(t.value, 0, sizeof t.value);
  if (bytes) std::memcpy(t.value, value, bytes);
  t.predicate = 0;
  for (std::size_t i = 0; i < bytes; ++i) t.predicate |= t.value[i];
  suspend(t, State::at_wave);
  return &block.waves[t.linear / block.wave_size];
}

extern "C" void hipsim_yield() {
  if (!executor_thread || !block.running || block.count == 1) return;
  Thread& t = *block.running;
  block.ready.push_back(&t);
  suspend(t, State::ready);
}

extern "C" void hipsim_raise(Fault kind, const char* text) {
  if (!executor_thread) {
    std::fprintf(stderr, "hipsim: %s in host code\n", text);
    std::abort();
  }
  fail_kernel(kind == Fault::assertion ? hipErrorAssert : hipErrorLaunchFailure, text);
}

extern "C" std::uint64_t hipsim_clock() {
  return static_cast<std::uint64_t>(
      std::chrono::steady_clock::now().time_since_epoch().count());
}
