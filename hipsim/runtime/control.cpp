// SPDX-License-Identifier: Apache-2.0
// What tests and the report at exit use; python/hipsim wraps it.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "api.hpp"

namespace hipsim {
namespace {

// As much as fits, always terminated; the return value is the full length.
std::size_t put(const std::string& text, char* buffer, std::size_t size) {
  if (buffer && size) {
    const std::size_t n = text.size() < size ? text.size() : size - 1;
    std::memcpy(buffer, text.data(), n);
    buffer[n] = 0;
  }
  return text.size();
}

}  // namespace
}  // namespace hipsim

using namespace hipsim;

extern "C" {

std::size_t hipsim_counters(char* buffer, std::size_t size) {
  return put(counters_text(), buffer, size);
}
std::size_t hipsim_unsupported_calls(char* buffer, std::size_t size) {
  return put(unsupported_summary(), buffer, size);
}
// Takes the reports kept so far, one per line, and forgets them.
std::size_t hipsim_take_reports(char* buffer, std::size_t size) {
  std::string text;
  for (const std::string& r : take_reports()) text += r + "\n";
  return put(text, buffer, size);
}
int hipsim_set_failures(const char* text) { return set_failures(text ? text : "") ? 0 : -1; }
std::size_t hipsim_pending() { return Engine::instance().pending(); }
void hipsim_count_compilation() { count(Count::compilations); }
const char* hipsim_arch() { return config().arch->name; }

}  // extern "C"

namespace {

// HIPSIM_REPORT names a file; each process that used the runtime appends to it.
struct AtExit {
  ~AtExit() {
    const char* path = std::getenv("HIPSIM_REPORT");
    if (!path || !*path) return;
    if (std::FILE* f = std::fopen(path, "a")) {
      std::fprintf(f, "[counters]\n%sreports %llu\n[unsupported]\n%s", counters_text().c_str(),
                   report_count(), unsupported_summary().c_str());
      std::fclose(f);
    }
  }
} at_exit;

}  // namespace
