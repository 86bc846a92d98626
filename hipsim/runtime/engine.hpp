// SPDX-License-Identifier: Apache-2.0
// Streams as in-order queues, and the one thread that executes them.
//
// All device work of the process runs on one executor thread, one operation at
// a time. That keeps runs reproducible and makes plain memory operations
// atomic; concurrency between streams shows as the order in which operations
// are taken, which HIPSIM_SHUFFLE varies.
#pragma once
#include <hip/hip_runtime_api.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace hipsim {

struct Stream;

// One recording of an event. An event that is recorded again gets a new one;
// operations that wait hold on to the one they saw.
struct Record {
  std::shared_ptr<Stream> stream;
  std::uint64_t sequence = 0;
  double milliseconds = 0;
};

struct Operation {
  std::uint64_t sequence = 0;  // order of submission over all streams
  std::string what;
  std::function<hipError_t()> run;
  std::shared_ptr<Record> waits_for;  // may not start before this is done
};

struct Stream {
  int device = 0;
  unsigned flags = 0;
  int priority = 0;
  bool legacy = false;  // the null stream, ordered with all blocking streams of its device
  std::deque<Operation> queue;
  std::uint64_t submitted = 0;  // sequence of the newest operation
  std::uint64_t completed = 0;
  std::uint64_t demanded = 0;   // in late mode: execute up to here
  bool blocking() const { return !legacy && !(flags & hipStreamNonBlocking); }
};

class Engine {
 public:
  static Engine& instance();

  std::shared_ptr<Stream> create_stream(int device, unsigned flags, int priority);
  void destroy_stream(const std::shared_ptr<Stream>& stream);
  // The stream of a handle; null for an unknown one. Handles 0 and 1 are the
  // current device's null stream, 2 the calling thread's own.
  std::shared_ptr<Stream> stream(hipStream_t handle, int device);

  std::uint64_t submit(const std::shared_ptr<Stream>& stream, std::string what,
                       std::function<hipError_t()> run,
                       std::shared_ptr<Record> waits_for = nullptr);
  std::shared_ptr<Record> record(const std::shared_ptr<Stream>& stream);

  // Each returns the first failure that device work has had since the last
  // report, and forgets it.
  hipError_t wait(const std::shared_ptr<Stream>& stream);
  hipError_t wait(const std::shared_ptr<Record>& record);
  hipError_t wait_device(int device);
  hipError_t query(const std::shared_ptr<Stream>& stream);
  hipError_t query(const std::shared_ptr<Record>& record);

  std::size_t pending();
  // A random number from the shuffle seed; only called on the executor.
  std::mt19937_64& random() { return random_; }

 private:
  Engine();
  void execute();
  Operation* next(Stream** owner);
  bool runnable(const Stream& stream, const Operation& operation) const;
  void spread_demand();
  void wait_until(std::unique_lock<std::mutex>& lock, const std::function<bool()>& done);
  hipError_t take_failure();
  void ensure_executor();

  std::mutex mutex_;
  std::condition_variable work_, progress_;
  std::vector<std::shared_ptr<Stream>> streams_;
  std::vector<std::shared_ptr<Stream>> null_streams_;
  std::uint64_t sequence_ = 0;
  hipError_t failure_ = hipSuccess;
  bool executing_ = false;
  std::mt19937_64 random_;
};

}  // namespace hipsim
