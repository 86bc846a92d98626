// SPDX-License-Identifier: Apache-2.0
#include "engine.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "block.hpp"
#include "config.hpp"
#include "memory.hpp"
#include "report.hpp"

namespace hipsim {
namespace {

double now_milliseconds() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Engine& Engine::instance() {
  // Never destroyed: the executor may still run when static destructors do.
  static Engine* const engine = new Engine;
  return *engine;
}

Engine::Engine() : random_(config().seed) {
  for (int d = 0; d < config().devices; ++d) {
    auto s = std::make_shared<Stream>();
    s->device = d;
    s->legacy = true;
    null_streams_.push_back(s);
    streams_.push_back(s);
  }
}

void Engine::ensure_executor() {
  if (executing_) return;
  executing_ = true;
  // Detached: it lives as long as the process.
  std::thread([this] { execute(); }).detach();
}

std::shared_ptr<Stream> Engine::create_stream(int device, unsigned flags, int priority) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto s = std::make_shared<Stream>();
  s->device = device;
  s->flags = flags;
  s->priority = priority;
  streams_.push_back(s);
  return s;
}

// Work that is still queued is executed first.
void Engine::destroy_stream(const std::shared_ptr<Stream>& stream) {
  std::unique_lock<std::mutex> lock(mutex_);
  stream->demanded = stream->submitted;
  wait_until(lock, [&] { return stream->completed >= stream->submitted; });
  streams_.erase(std::remove(streams_.begin(), streams_.end(), stream), streams_.end());
}

std::shared_ptr<Stream> Engine::stream(hipStream_t handle, int device) {
  if (handle == nullptr || handle == hipStreamLegacy) return null_streams_.at(device);
  if (handle == hipStreamPerThread) {
    thread_local std::map<int, std::shared_ptr<Stream>> own;
    auto& s = own[device];
    if (!s) s = create_stream(device, hipStreamDefault, 0);
    return s;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& s : streams_)
    if (reinterpret_cast<hipStream_t>(s.get()) == handle) return s;
  return nullptr;
}

std::uint64_t Engine::submit(const std::shared_ptr<Stream>& stream, std::string what,
                             std::function<hipError_t()> run,
                             std::shared_ptr<Record> waits_for) {
  std::lock_guard<std::mutex> lock(mutex_);
  ensure_executor();
  stream->submitted = ++sequence_;
  stream->queue.push_back({sequence_, std::move(what), std::move(run), std::move(waits_for)});
  if (!config().late) work_.notify_one();
  return sequence_;
}

std::shared_ptr<Record> Engine::record(const std::shared_ptr<Stream>& stream) {
  auto record = std::make_shared<Record>();
  record->stream = stream;
  // The fields are written under the engine's lock when the operation ends.
  record->sequence = submit(stream, "event record", [record] {
    record->milliseconds = now_milliseconds();
    return hipSuccess;
  });
  return record;
}

// Legacy ordering: the null stream and the blocking streams of a device wait
// for what the other side had submitted before.
bool Engine::runnable(const Stream& stream, const Operation& operation) const {
  if (operation.waits_for) {
    const Record& r = *operation.waits_for;
    if (r.stream->completed < r.sequence) return false;
  }
  if (!stream.legacy && !stream.blocking()) return true;
  for (const auto& other : streams_) {
    if (other.get() == &stream || other->device != stream.device || other->queue.empty()) continue;
    const bool ordered = stream.legacy ? other->blocking() : other->legacy;
    if (ordered && other->queue.front().sequence < operation.sequence) return false;
  }
  return true;
}

// In late mode only what a waiting host needs is executed: the demanded part
// of a stream, and what that part waits for.
void Engine::spread_demand() {
  for (bool changed = true; changed;) {
    changed = false;
    const auto demand = [&](Stream& s, std::uint64_t sequence) {
      if (s.demanded >= sequence) return;
      s.demanded = sequence;
      changed = true;
    };
    for (const auto& s : streams_) {
      for (const Operation& op : s->queue) {
        if (op.sequence > s->demanded) break;
        if (op.waits_for) demand(*op.waits_for->stream, op.waits_for->sequence);
        if (!s->legacy && !s->blocking()) continue;
        for (const auto& other : streams_) {
          const bool ordered = other->device == s->device &&
                               (s->legacy ? other->blocking() : other->legacy);
          if (!ordered) continue;
          std::uint64_t last = 0;
          for (const Operation& earlier : other->queue)
            if (earlier.sequence < op.sequence) last = earlier.sequence;
          demand(*other, last);
        }
      }
    }
  }
}

Operation* Engine::next(Stream** owner) {
  if (config().late) spread_demand();
  std::vector<Stream*> ready;
  for (const auto& s : streams_) {
    if (s->queue.empty()) continue;
    if (config().late && s->queue.front().sequence > s->demanded) continue;
    if (runnable(*s, s->queue.front())) ready.push_back(s.get());
  }
  if (ready.empty()) return nullptr;
  Stream* pick = ready.front();
  if (config().shuffle) {
    pick = ready[random_() % ready.size()];
  } else {
    for (Stream* s : ready)
      if (s->queue.front().sequence < pick->queue.front().sequence) pick = s;
  }
  *owner = pick;
  return &pick->queue.front();
}

void Engine::execute() {
  become_executor();
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    Stream* stream = nullptr;
    Operation* operation = next(&stream);
    if (!operation) {
      work_.wait(lock);
      continue;
    }
    // The deque keeps references to its elements valid while others are added.
    lock.unlock();
    hipError_t status = hipSuccess;
    if (operation->run) status = operation->run();
    lock.lock();
    if (status != hipSuccess && failure_ == hipSuccess) failure_ = status;
    stream->completed = operation->sequence;
    // The operation may own the last reference to something whose destructor
    // calls back into the runtime.
    Operation finished = std::move(*operation);
    stream->queue.pop_front();
    progress_.notify_all();
    lock.unlock();
    finished = {};
    lock.lock();
  }
}

void Engine::wait_until(std::unique_lock<std::mutex>& lock, const std::function<bool()>& done) {
  work_.notify_one();
  progress_.wait(lock, done);
}

hipError_t Engine::take_failure() {
  const hipError_t status = failure_;
  failure_ = hipSuccess;
  return status;
}

hipError_t Engine::wait(const std::shared_ptr<Stream>& stream) {
  std::unique_lock<std::mutex> lock(mutex_);
  const std::uint64_t target = stream->submitted;
  stream->demanded = std::max(stream->demanded, target);
  std::vector<std::pair<std::shared_ptr<Stream>, std::uint64_t>> also;
  // Waiting for the null stream is waiting for what it is ordered after.
  if (stream->legacy)
    for (const auto& s : streams_)
      if (s->device == stream->device && s->blocking()) {
        also.emplace_back(s, s->submitted);
        s->demanded = std::max(s->demanded, s->submitted);
      }
  wait_until(lock, [&] {
    if (stream->completed < target) return false;
    for (const auto& [s, sequence] : also)
      if (s->completed < sequence) return false;
    return true;
  });
  return take_failure();
}

hipError_t Engine::wait(const std::shared_ptr<Record>& record) {
  std::unique_lock<std::mutex> lock(mutex_);
  Stream& s = *record->stream;
  s.demanded = std::max(s.demanded, record->sequence);
  wait_until(lock, [&] { return s.completed >= record->sequence; });
  return take_failure();
}

hipError_t Engine::wait_device(int device) {
  std::unique_lock<std::mutex> lock(mutex_);
  std::vector<std::pair<std::shared_ptr<Stream>, std::uint64_t>> targets;
  for (const auto& s : streams_)
    if (s->device == device) {
      targets.emplace_back(s, s->submitted);
      s->demanded = std::max(s->demanded, s->submitted);
    }
  wait_until(lock, [&] {
    for (const auto& [s, sequence] : targets)
      if (s->completed < sequence) return false;
    return true;
  });
  return take_failure();
}

// A poll says "not ready" and then lets the work proceed, so that a loop of
// polls ends in late mode too.
hipError_t Engine::query(const std::shared_ptr<Stream>& stream) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (stream->completed >= stream->submitted) return take_failure();
  stream->demanded = std::max(stream->demanded, stream->submitted);
  work_.notify_one();
  return hipErrorNotReady;
}

hipError_t Engine::query(const std::shared_ptr<Record>& record) {
  std::lock_guard<std::mutex> lock(mutex_);
  Stream& s = *record->stream;
  if (s.completed >= record->sequence) return take_failure();
  s.demanded = std::max(s.demanded, record->sequence);
  work_.notify_one();
  return hipErrorNotReady;
}

std::size_t Engine::pending() {
  std::lock_guard<std::mutex> lock(mutex_);
  std::size_t n = 0;
  for (const auto& s : streams_) n += s->queue.size();
  return n;
}

}  // namespace hipsim
