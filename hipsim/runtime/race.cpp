// SPDX-License-Identifier: Apache-2.0
#include "race.hpp"

#include <hipsim/abi.h>

namespace hipsim {
namespace {

constexpr std::uint16_t many = 0xffff;

struct Cell {
  std::uint32_t epoch;
  std::uint32_t writer_epoch, reader_epoch;  // wave epochs
  std::uint16_t writer, reader;              // thread + 1, 0 for none
  std::uint16_t writer_wave, reader_wave;    // reader_wave is `many` for several
};

// Zero pages until touched.
Cell cells[shared_size];

// Within a wave, a collective operation orders what was before it.
bool ordered(std::uint16_t wave, std::uint32_t epoch, const Accessor& by) {
  return wave == by.wave && epoch < by.wave_epoch;
}

}  // namespace

int RaceChecker::access(std::uintptr_t offset, const Accessor& by, bool is_write) {
  Cell& c = cells[offset];
  if (c.epoch != epoch_) c = {epoch_, 0, 0, 0, 0, 0, 0};
  const std::uint16_t self = static_cast<std::uint16_t>(by.thread + 1);
  const std::uint16_t wave = static_cast<std::uint16_t>(by.wave);
  if (is_write) {
    if (c.reader && c.reader != self && !ordered(c.reader_wave, c.reader_epoch, by))
      return c.reader == many ? c.writer == 0 ? 0 : c.writer - 1 : c.reader - 1;
    c.writer = self;
    c.writer_wave = wave;
    c.writer_epoch = by.wave_epoch;
    return -1;
  }
  if (c.writer && c.writer != self && !ordered(c.writer_wave, c.writer_epoch, by))
    return c.writer - 1;
  // Earlier readers of this wave that a collective operation has ordered no
  // longer matter to a write of this wave, so the newest epoch may stand for all.
  c.reader_wave = c.reader == 0 || c.reader_wave == wave ? wave : many;
  c.reader = c.reader == 0 || c.reader == self ? self : many;
  c.reader_epoch = by.wave_epoch;
  return -1;
}

}  // namespace hipsim
