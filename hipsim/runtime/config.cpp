// SPDX-License-Identifier: Apache-2.0
#include "config.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hipsim/abi.h>

namespace hipsim {
namespace {

const Arch archs[] = {
    {"gfx906", "AMD Instinct MI50", 9, 0, 64, 60},
    {"gfx908", "AMD Instinct MI100", 9, 0, 64, 120},
    {"gfx90a", "AMD Instinct MI210", 9, 0, 64, 104},
    {"gfx942", "AMD Instinct MI300X", 9, 4, 64, 304},
    {"gfx950", "AMD Instinct MI350X", 9, 5, 64, 256},
    {"gfx1030", "AMD Radeon RX 6900 XT", 10, 3, 32, 80},
    {"gfx1100", "AMD Radeon RX 7900 XTX", 11, 0, 32, 96},
    {"gfx1101", "AMD Radeon RX 7800 XT", 11, 0, 32, 60},
    {"gfx1102", "AMD Radeon RX 7600", 11, 0, 32, 32},
    {"gfx1150", "AMD Radeon 890M", 11, 5, 32, 16},
    {"gfx1151", "AMD Radeon 8060S", 11, 5, 32, 40},
    {"gfx1200", "AMD Radeon RX 9060 XT", 12, 0, 32, 32},
    {"gfx1201", "AMD Radeon RX 9070 XT", 12, 0, 32, 64},
};

// A wrong setting would make a test run prove something else than it says:
// it ends the process.
[[noreturn]] void refuse(const char* name, const char* value, const char* expected) {
  std::fprintf(stderr, "hipsim: %s=%s: expected %s\n", name, value, expected);
  std::exit(2);
}

const char* text(const char* name, const char* fallback) {
  const char* value = std::getenv(name);
  return value && *value ? value : fallback;
}

bool flag(const char* name, bool fallback) {
  const char* value = text(name, fallback ? "1" : "0");
  if (!std::strcmp(value, "1")) return true;
  if (!std::strcmp(value, "0")) return false;
  refuse(name, value, "0 or 1");
}

std::uint64_t number(const char* name, const char* fallback) {
  const char* value = text(name, fallback);
  char* end = nullptr;
  const std::uint64_t n = std::strtoull(value, &end, 0);
  if (end == value || *end) refuse(name, value, "an integer");
  return n;
}

std::size_t bytes(const char* name, const char* fallback) {
  const char* value = text(name, fallback);
  char* end = nullptr;
  double n = std::strtod(value, &end);
  if (end == value) refuse(name, value, "a size such as 512M or 2G");
  for (const char* units = "KMGT"; *units; ++units) {
    n *= 1024;
    if (*end == *units) return ++end, *end ? 0 : static_cast<std::size_t>(n);
  }
  if (*end) refuse(name, value, "a size such as 512M or 2G");
  return static_cast<std::size_t>(std::strtod(value, nullptr));
}

Config read() {
  Config c{};
  const char* arch = text("HIPSIM_ARCH", "gfx942");
  for (const Arch& a : archs)
    if (!std::strcmp(a.name, arch)) c.arch = &a;
  if (!c.arch) refuse("HIPSIM_ARCH", arch, "an AMD target such as gfx942 or gfx1100");
  c.devices = static_cast<int>(number("HIPSIM_DEVICES", "1"));
  if (c.devices < 0 || c.devices > static_cast<int>(max_devices))
    refuse("HIPSIM_DEVICES", text("HIPSIM_DEVICES", ""), "0 to 8");
  c.memory = bytes("HIPSIM_MEMORY", "8G");
  if (c.memory < (std::size_t{1} << 20) || c.memory > device_arena / 2)
    refuse("HIPSIM_MEMORY", text("HIPSIM_MEMORY", ""), "1M to 32G");
  c.late = flag("HIPSIM_LATE", false);
  c.shuffle = std::getenv("HIPSIM_SHUFFLE") && *std::getenv("HIPSIM_SHUFFLE");
  c.seed = number("HIPSIM_SHUFFLE", "0");
  c.race_check = flag("HIPSIM_RACE", true);
  c.host_guard = flag("HIPSIM_HOST_GUARD", true);
  c.fill_limit = bytes("HIPSIM_FILL", "64M");
  c.time_limit = static_cast<double>(number("HIPSIM_TIMEOUT", "120"));
  c.verbose = flag("HIPSIM_LOG", false);
  c.fail = text("HIPSIM_FAIL", "");
  const char* policy = text("HIPSIM_FREE", "wait");
  if (!std::strcmp(policy, "strict")) c.free_policy = FreePolicy::strict;
  else if (!std::strcmp(policy, "wait")) c.free_policy = FreePolicy::wait;
  else refuse("HIPSIM_FREE", policy, "wait or strict");
  return c;
}

}  // namespace

const Config& config() {
  static const Config instance = read();
  return instance;
}

}  // namespace hipsim
