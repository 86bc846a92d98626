// SPDX-License-Identifier: Apache-2.0
// Device and pinned memory: who owns which addresses, what may be accessed.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace hipsim {

enum class MemoryKind { device, pinned, managed };

struct Allocation {
  std::uintptr_t base;
  std::size_t bytes;
  MemoryKind kind;
  int device;
};

// Hands out page ranges of one arena. The search starts after the last range
// handed out, so a freed range stays unused for as long as the arena allows and
// late accesses to it are still recognised.
class PageRanges {
 public:
  PageRanges(std::uintptr_t base, std::size_t bytes);
  std::uintptr_t take(std::size_t bytes);  // 0 if there is none
  void give(std::uintptr_t base, std::size_t bytes);
  std::uintptr_t high_water() const { return high_water_; }

 private:
  std::map<std::uintptr_t, std::size_t> free_;
  std::uintptr_t base_, cursor_, high_water_;
};

class Memory {
 public:
  static Memory& instance();

  // 0 when the device has too little left.
  std::uintptr_t allocate(MemoryKind kind, int device, std::size_t bytes);
  // False if `p` is not the start of a live allocation.
  bool release(std::uintptr_t p);

  bool find(std::uintptr_t p, Allocation* out) const;
  bool starts_at(std::uintptr_t p, Allocation* out) const;
  std::size_t used(int device) const;
  // Whether [p, p + bytes) may be accessed by a device.
  bool accessible(std::uintptr_t p, std::size_t bytes) const;
  std::string describe(std::uintptr_t p) const;

  // Images of loaded modules: their variables may be copied to and from.
  void add_image(std::uintptr_t first, std::uintptr_t last);
  void remove_image(std::uintptr_t first);
  bool in_image(std::uintptr_t p) const;

  // Device memory is inaccessible to the process except while at least one
  // DeviceAccess exists.
  void open();
  void close();

 private:
  Memory();
  void protect(bool open);

  mutable std::recursive_mutex mutex_;
  std::map<std::uintptr_t, Allocation> live_;
  std::map<std::uintptr_t, Allocation> dead_;  // for messages; bounded
  std::map<std::uintptr_t, PageRanges> arenas_;
  std::map<std::uintptr_t, std::uintptr_t> images_;
  std::size_t used_[8] = {};
  int open_ = 0;
};

class DeviceAccess {
 public:
  DeviceAccess() { Memory::instance().open(); }
  ~DeviceAccess() { Memory::instance().close(); }
  DeviceAccess(const DeviceAccess&) = delete;
  DeviceAccess& operator=(const DeviceAccess&) = delete;
};

bool in_device_memory(std::uintptr_t p, int* device = nullptr);
bool in_pinned_memory(std::uintptr_t p);
void set_shadow(std::uintptr_t p, std::size_t bytes, std::uint8_t value);

}  // namespace hipsim
