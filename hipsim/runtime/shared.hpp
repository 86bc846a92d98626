// SPDX-License-Identifier: Apache-2.0
// The shared memory of the running block.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hipsim {

struct SharedVariable {
  const void* key;
  std::uintptr_t base;
  std::size_t bytes;
  std::string name;
};

class SharedMemory {
 public:
  void prepare(unsigned dynamic_bytes);
  void begin_block();
  // Storage of a static variable; laid out when the block first reaches its
  // declaration. 0 when the device's shared memory does not suffice.
  std::uintptr_t variable(const void* key, std::size_t bytes, std::size_t align,
                          const char* name);
  std::string describe(std::uintptr_t p) const;
  std::size_t used() const { return dynamic_ + static_; }

 private:
  std::vector<SharedVariable> variables_;
  std::size_t dynamic_ = 0, static_ = 0;
  std::uintptr_t next_ = 0;
};

}  // namespace hipsim
