// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <cstdarg>
#include <cstdio>
#include <map>
#include <mutex>

#include "config.hpp"

namespace hipsim {
namespace {

// Not destroyed: the summary at exit reads them after static destructors ran.
std::mutex& mutex = *new std::mutex;
std::vector<std::string>& reports = *new std::vector<std::string>;
unsigned long long total = 0;
thread_local bool busy = false;
std::map<std::string, unsigned long long>& unsupported =
    *new std::map<std::string, unsigned long long>;

}  // namespace

std::string format(const char* pattern, ...) {
  va_list arguments;
  va_start(arguments, pattern);
  char buffer[1024];
  std::vsnprintf(buffer, sizeof buffer, pattern, arguments);
  va_end(arguments);
  return buffer;
}

bool reporting() { return busy; }

void report(const std::string& text) {
  std::lock_guard<std::mutex> lock(mutex);
  busy = true;
  std::fprintf(stderr, "hipsim: %s\n", text.c_str());
  reports.push_back(text);
  ++total;
  busy = false;
}

std::vector<std::string> take_reports() {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<std::string> taken;
  taken.swap(reports);
  return taken;
}

unsigned long long report_count() {
  std::lock_guard<std::mutex> lock(mutex);
  return total;
}

void note_unsupported(const char* function) {
  std::lock_guard<std::mutex> lock(mutex);
  if (unsupported[function]++ == 0 && config().verbose)
    std::fprintf(stderr, "hipsim: %s is not supported\n", function);
}

std::string unsupported_summary() {
  std::lock_guard<std::mutex> lock(mutex);
  std::string text;
  for (const auto& [name, count] : unsupported) text += format("%s %llu\n", name.c_str(), count);
  return text;
}

}  // namespace hipsim

extern "C" void hipsim_unsupported(const char* function) { hipsim::note_unsupported(function); }
