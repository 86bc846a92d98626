// SPDX-License-Identifier: Apache-2.0
#include "counters.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

#include "config.hpp"
#include "report.hpp"

namespace hipsim {
namespace {

const char* const count_names[] = {
    "live.device", "live.device_bytes", "live.pinned", "live.managed", "live.streams",
    "live.events", "live.modules",
    "allocations", "frees", "copies", "memsets", "launches", "synchronizations", "compilations"};
static_assert(sizeof count_names / sizeof *count_names == static_cast<int>(Count::size), "");

const char* const site_names[] = {"allocation", "free", "host_allocation", "host_free", "copy",
                                  "launch", "event", "stream", "synchronize", "module"};
static_assert(sizeof site_names / sizeof *site_names == static_cast<int>(Site::size), "");

// What a real runtime would most likely say at that place.
const hipError_t default_status[] = {
    hipErrorOutOfMemory, hipErrorInvalidValue, hipErrorOutOfMemory, hipErrorInvalidValue,
    hipErrorUnknown, hipErrorLaunchFailure, hipErrorUnknown, hipErrorUnknown,
    hipErrorLaunchFailure, hipErrorSharedObjectInitFailed};

std::atomic<long long> counters[static_cast<int>(Count::size)];

struct Failure {
  Site site;
  unsigned long long every, calls;
  bool repeat;
  hipError_t status;
};

std::mutex mutex;
std::vector<Failure> failures;
std::once_flag from_environment;

bool parse_one(const std::string& text, Failure* f) {
  const std::size_t at = text.find_first_of("@%");
  if (at == std::string::npos) return false;
  int site = -1;
  for (int i = 0; i < static_cast<int>(Site::size); ++i)
    if (text.compare(0, at, site_names[i]) == 0) site = i;
  char* end = nullptr;
  const unsigned long long n = std::strtoull(text.c_str() + at + 1, &end, 10);
  if (site < 0 || n == 0) return false;
  *f = {static_cast<Site>(site), n, 0, text[at] == '%', default_status[site]};
  if (*end == '=') f->status = static_cast<hipError_t>(std::strtol(end + 1, &end, 10));
  return *end == 0 && f->status != hipSuccess;
}

}  // namespace

void count(Count what, long long change) { counters[static_cast<int>(what)] += change; }

std::string counters_text() {
  std::string text;
  for (int i = 0; i < static_cast<int>(Count::size); ++i)
    text += format("%s %lld\n", count_names[i], counters[i].load());
  return text;
}

bool set_failures(const std::string& text) {
  std::vector<Failure> parsed;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    Failure f;
    if (!parse_one(text.substr(at, end - at), &f)) return false;
    parsed.push_back(f);
    at = end + 1;
  }
  std::lock_guard<std::mutex> lock(mutex);
  failures = parsed;
  return true;
}

hipError_t injected(Site site) {
  std::call_once(from_environment, [] {
    if (!config().fail.empty() && !set_failures(config().fail)) {
      std::fprintf(stderr, "hipsim: HIPSIM_FAIL=%s is not understood\n", config().fail.c_str());
      std::exit(2);
    }
  });
  std::lock_guard<std::mutex> lock(mutex);
  for (Failure& f : failures) {
    if (f.site != site) continue;
    ++f.calls;
    if (f.repeat ? f.calls % f.every == 0 : f.calls == f.every) return f.status;
  }
  return hipSuccess;
}

}  // namespace hipsim
