// SPDX-License-Identifier: Apache-2.0
// What a compiled kernel module and the runtime agree on. Both sides include
// this file; the revision below is checked when a module is loaded, so that a
// stale object from a cache is refused instead of misread.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hipsim {

constexpr unsigned abi_revision = 1;

// ---------------------------------------------------------------------------
// The address map. Everything a kernel may touch lies in one reserved region
// at a fixed address, so that "is this address legal" is one subtraction, one
// compare and one byte of shadow. The fixed address keeps the test in the
// compiled kernel free of loads.
constexpr std::uintptr_t region_base = 0x100000000000;
constexpr std::uintptr_t region_size = std::uintptr_t{1} << 40;
constexpr std::uintptr_t shadow_base = 0x0f0000000000;  // region_size / 8 bytes

constexpr std::uintptr_t gib = std::uintptr_t{1} << 30;
constexpr std::uintptr_t pinned_offset = 0;
constexpr std::uintptr_t pinned_size = 64 * gib;
constexpr std::uintptr_t stack_offset = 64 * gib;
constexpr std::uintptr_t stack_size = 4 * gib;
constexpr std::uintptr_t shared_offset = 68 * gib;
constexpr std::uintptr_t shared_size = std::uintptr_t{1} << 20;
// What the scheduler lets kernels read: the snapshots of waves.
constexpr std::uintptr_t control_offset = 69 * gib;
constexpr std::uintptr_t control_size = std::uintptr_t{1} << 20;
constexpr std::uintptr_t device_offset = 128 * gib;
constexpr std::uintptr_t device_arena = 64 * gib;  // per device
constexpr unsigned max_devices = 8;

// Dynamic shared memory starts at a constant address; static variables are
// laid out from the middle of the shared arena.
constexpr std::uintptr_t dynamic_shared = region_base + shared_offset;
constexpr std::uintptr_t static_shared = dynamic_shared + shared_size / 2;

// Shadow byte of an 8-byte granule. Untouched shadow is zero and zero means
// "no byte may be accessed", so memory nobody handed out is illegal by default.
enum Shadow : std::uint8_t {
  shadow_none = 0,         // never handed out
  shadow_all = 8,          // 1..8: so many leading bytes are addressable
  shadow_shared = 9,       // addressable, and checked for races
  shadow_redzone = 0xfa,   // after the end of an allocation
  shadow_freed = 0xfd,     // freed and not handed out again yet
};

// ---------------------------------------------------------------------------
// Kernel entries

struct Argument {
  std::uint32_t size;
  std::uint32_t align;
};

struct Entry {
  const char* alias;       // name expression, or null for the symbol's own name
  const void* address;     // the kernel, or the variable
  void (*invoke)(const void* kernel, void* const* arguments);  // null: a variable
  const Argument* arguments;
  std::uint32_t argument_count;
  std::uint32_t max_threads;  // from __launch_bounds__, 0 if none
  std::uint64_t variable_size;
};

// What the running thread sees as its indices. One copy per module; the
// scheduler rewrites `thread` and the fields after it at every switch.
struct Current {
  std::uint32_t grid_dim[3];
  std::uint32_t block_dim[3];
  std::uint32_t block[3];
  std::uint32_t thread[3];
  std::uint32_t linear_thread;  // within the block, x fastest
  std::uint32_t lane;           // within the wave
  std::uint32_t dynamic_shared_bytes;
};

struct Module {
  std::uint32_t abi;
  std::uint32_t wave_size;
  const char* arch;
  Current* current;
  const Entry* entries;
  std::uint32_t entry_count;
};

// ---------------------------------------------------------------------------
// Collective operations

constexpr unsigned wave_value_bytes = 16;

// Snapshot of a wave at a converged operation: valid for the calling thread
// until it next waits for others.
struct Wave {
  std::uint64_t active;                      // lanes that take part
  std::uint64_t nonzero;                     // of those, lanes whose value is not 0
  unsigned char value[64][wave_value_bytes];  // what each active lane brought
};

// Operations of different kind on one source line never meet.
enum class WaveOp : std::uint32_t { shuffle, vote, barrier };

struct SourceLine {
  const char* file;
  std::uint32_t line;
};

struct BlockVote {
  std::uint32_t nonzero;  // threads that brought a non-zero predicate
  std::uint32_t threads;  // threads that arrived
};

enum class Fault : std::uint32_t { assertion, trap };

}  // namespace hipsim

// Implemented by the runtime (libamdhip64); called by compiled kernels.
extern "C" {
// One shadow byte said no, or the address is outside the region: decide.
void hipsim_access(std::uintptr_t address, std::size_t bytes, int is_write);
void hipsim_block_barrier(const char* file, std::uint32_t line, int predicate,
                          hipsim::BlockVote* vote);
const hipsim::Wave* hipsim_wave(hipsim::WaveOp op, const void* value, std::size_t bytes,
                                const char* file, std::uint32_t line);
void* hipsim_shared_variable(const void* key, std::size_t bytes, std::size_t align,
                             const char* name);
void hipsim_yield();
[[noreturn]] void hipsim_raise(hipsim::Fault kind, const char* text);
std::uint64_t hipsim_clock();
}
