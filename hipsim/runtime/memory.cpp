// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include <hipsim/abi.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "config.hpp"
#include "report.hpp"

namespace hipsim {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t remembered_frees = 512;
// Fresh memory holds this byte: zeros would hide a read of uninitialised data.
constexpr int fresh_byte = 0xcb;

std::size_t round_up(std::size_t n) { return (n + page - 1) / page * page; }

std::uint8_t* shadow(std::uintptr_t p) {
  return reinterpret_cast<std::uint8_t*>(shadow_base + ((p - region_base) >> 3));
}

void map_fixed(std::uintptr_t base, std::size_t bytes, int protection) {
  void* p = mmap(reinterpret_cast<void*>(base), bytes, protection,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p == reinterpret_cast<void*>(base)) return;
  std::fprintf(stderr,
               "hipsim: cannot reserve %zu GiB of address space at %#lx (%s); an address space "
               "limit (ulimit -v) must allow 1.2 TiB, nothing of it is resident\n",
               static_cast<std::size_t>(bytes >> 30), static_cast<unsigned long>(base),
               std::strerror(errno));
  std::abort();
}

std::uintptr_t arena_of(std::uintptr_t p) {
  const std::uintptr_t offset = p - region_base;
  if (offset < pinned_size) return region_base + pinned_offset;
  if (offset < device_offset || offset >= device_offset + max_devices * device_arena) return 0;
  return region_base + device_offset + (offset - device_offset) / device_arena * device_arena;
}

}  // namespace

bool in_device_memory(std::uintptr_t p, int* device) {
  const std::uintptr_t offset = p - region_base - device_offset;
  if (offset >= max_devices * device_arena) return false;
  if (device) *device = static_cast<int>(offset / device_arena);
  return true;
}

bool in_pinned_memory(std::uintptr_t p) { return p - region_base - pinned_offset < pinned_size; }

void set_shadow(std::uintptr_t p, std::size_t bytes, std::uint8_t value) {
  if (bytes) std::memset(shadow(p), value, (bytes + 7) / 8);
}

PageRanges::PageRanges(std::uintptr_t base, std::size_t bytes)
    : base_(base), cursor_(base), high_water_(base) {
  free_[base] = bytes;
}

std::uintptr_t PageRanges::take(std::size_t bytes) {
  const auto cut = [&](std::map<std::uintptr_t, std::size_t>::iterator range,
                       std::uintptr_t at) {
    const std::uintptr_t start = range->first, end = start + range->second;
    free_.erase(range);
    if (start < at) free_[start] = at - start;
    if (at + bytes < end) free_[at + bytes] = end - at - bytes;
    cursor_ = at + bytes;
    if (cursor_ > high_water_) high_water_ = cursor_;
    return at;
  };
  for (int pass = 0; pass < 2; ++pass) {
    auto range = free_.lower_bound(cursor_);
    if (range != free_.begin()) {
      const auto before = std::prev(range);  // may contain the cursor
      const std::uintptr_t end = before->first + before->second;
      if (end > cursor_ && end - cursor_ >= bytes) return cut(before, cursor_);
    }
    for (; range != free_.end(); ++range)
      if (range->second >= bytes) return cut(range, range->first);
    cursor_ = base_;
  }
  return 0;
}

void PageRanges::give(std::uintptr_t base, std::size_t bytes) {
  auto next = free_.lower_bound(base);
  if (next != free_.end() && next->first == base + bytes) {
    bytes += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == base) {
      before->second += bytes;
      return;
    }
  }
  free_[base] = bytes;
}

Memory& Memory::instance() {
  // Never destroyed: the wheel's own destructors free memory at exit.
  static Memory* const memory = new Memory;
  return *memory;
}

Memory::Memory() {
  map_fixed(region_base, region_size, PROT_NONE);
  map_fixed(shadow_base, region_size / 8, PROT_READ | PROT_WRITE);
  const auto expose = [](std::uintptr_t offset, std::size_t bytes) {
    mprotect(reinterpret_cast<void*>(region_base + offset), bytes, PROT_READ | PROT_WRITE);
  };
  expose(pinned_offset, pinned_size);
  expose(shared_offset, shared_size);
  expose(control_offset, control_size);
  set_shadow(region_base + control_offset, control_size, shadow_all);
  arenas_.emplace(region_base + pinned_offset,
                  PageRanges(region_base + pinned_offset, pinned_size));
  for (int d = 0; d < config().devices; ++d) {
    const std::uintptr_t base = region_base + device_offset + d * device_arena;
    arenas_.emplace(base, PageRanges(base, device_arena));
  }
}

std::uintptr_t Memory::allocate(MemoryKind kind, int device, std::size_t bytes) {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  const std::size_t pages = round_up(bytes);
  const bool counted = kind != MemoryKind::pinned;
  if (pages < bytes) return 0;
  if (counted && (pages > config().memory || used_[device] > config().memory - pages)) return 0;
  const std::uintptr_t arena = kind == MemoryKind::device
                                   ? region_base + device_offset + device * device_arena
                                   : region_base + pinned_offset;
  PageRanges& ranges = arenas_.at(arena);
  const std::uintptr_t before = ranges.high_water();
  // One page more than asked for is never accessible: the red zone.
  const std::uintptr_t p = ranges.take(pages + page);
  if (!p) return 0;
  if (kind == MemoryKind::device && ranges.high_water() > before && (open_ || !config().host_guard))
    mprotect(reinterpret_cast<void*>(before), ranges.high_water() - before,
             PROT_READ | PROT_WRITE);
  set_shadow(p, pages + page, shadow_redzone);
  set_shadow(p, bytes / 8 * 8, shadow_all);
  if (bytes % 8) *shadow(p + bytes) = static_cast<std::uint8_t>(bytes % 8);
  live_[p] = {p, bytes, kind, device};
  if (counted) used_[device] += pages;
  if (bytes <= config().fill_limit) {
    DeviceAccess access;
    std::memset(reinterpret_cast<void*>(p), fresh_byte, bytes);
  }
  return p;
}

bool Memory::release(std::uintptr_t p) {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  const auto found = live_.find(p);
  if (found == live_.end()) return false;
  const Allocation a = found->second;
  const std::size_t pages = round_up(a.bytes);
  set_shadow(p, pages, shadow_freed);
  if (a.kind != MemoryKind::pinned) used_[a.device] -= pages;
  // The physical pages go back now, the addresses much later.
  madvise(reinterpret_cast<void*>(p), pages, MADV_DONTNEED);
  arenas_.at(arena_of(p)).give(p, pages + page);
  live_.erase(found);
  dead_[p] = a;
  if (dead_.size() > remembered_frees) dead_.erase(dead_.begin());
  return true;
}

bool Memory::find(std::uintptr_t p, Allocation* out) const {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  auto at = live_.upper_bound(p);
  if (at == live_.begin()) return false;
  --at;
  if (p - at->first >= at->second.bytes && p != at->first) return false;
  *out = at->second;
  return true;
}

bool Memory::starts_at(std::uintptr_t p, Allocation* out) const {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  const auto at = live_.find(p);
  if (at == live_.end()) return false;
  *out = at->second;
  return true;
}

std::size_t Memory::used(int device) const {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  return used_[device];
}

bool Memory::accessible(std::uintptr_t p, std::size_t bytes) const {
  if (bytes == 0) return true;
  if (p - region_base >= region_size || bytes > region_size - (p - region_base)) return false;
  const std::uint8_t* first = shadow(p);
  const std::uint8_t* last = shadow(p + bytes - 1);
  for (const std::uint8_t* s = first; s < last; ++s)
    if (*s != shadow_all && *s != shadow_shared) return false;
  const unsigned need = static_cast<unsigned>((p + bytes - 1) & 7) + 1;
  return *last == shadow_shared || (*last <= shadow_all && need <= *last);
}

std::string Memory::describe(std::uintptr_t p) const {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  const auto words = [](const Allocation& a) {
    const char* kind = a.kind == MemoryKind::device   ? "device memory"
                       : a.kind == MemoryKind::pinned ? "pinned memory"
                                                      : "managed memory";
    std::string text = format("%zu bytes of %s at %#lx", a.bytes, kind,
                              static_cast<unsigned long>(a.base));
    if (a.kind == MemoryKind::device) text += format(" (device %d)", a.device);
    return text;
  };
  if (p - region_base >= region_size) return "host memory that is not pinned";
  auto at = live_.upper_bound(p);
  if (at != live_.begin()) {
    const Allocation& a = std::prev(at)->second;
    if (p - a.base < a.bytes)
      return *shadow(p) == shadow_freed ? format("inside freed %s", words(a).c_str())
                                        : format("inside %s", words(a).c_str());
    if (p - a.base < round_up(a.bytes) + page)
      return format("%zu bytes past the end of %s", static_cast<std::size_t>(p - a.base - a.bytes),
                    words(a).c_str());
  }
  auto gone = dead_.upper_bound(p);
  if (gone != dead_.begin()) {
    const Allocation& a = std::prev(gone)->second;
    if (p - a.base < a.bytes) return format("inside freed %s", words(a).c_str());
  }
  if (at != live_.end() && at->first - p <= page)
    return format("%zu bytes before %s", static_cast<std::size_t>(at->first - p),
                  words(at->second).c_str());
  return "memory that was never allocated";
}

void Memory::add_image(std::uintptr_t first, std::uintptr_t last) {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  images_[first] = last;
}

void Memory::remove_image(std::uintptr_t first) {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  images_.erase(first);
}

bool Memory::in_image(std::uintptr_t p) const {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  auto at = images_.upper_bound(p);
  return at != images_.begin() && p < std::prev(at)->second;
}

void Memory::protect(bool open) {
  if (!config().host_guard) return;
  for (const auto& [base, ranges] : arenas_) {
    if (!in_device_memory(base) || ranges.high_water() == base) continue;
    mprotect(reinterpret_cast<void*>(base), ranges.high_water() - base,
             open ? PROT_READ | PROT_WRITE : PROT_NONE);
  }
}

void Memory::open() {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  if (open_++ == 0) protect(true);
}

void Memory::close() {
  std::lock_guard<std::recursive_mutex> lock(mutex_);
  if (--open_ == 0) protect(false);
}

}  // namespace hipsim
