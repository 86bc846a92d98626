# SPDX-License-Identifier: Apache-2.0
"""Waves that a SIMD holds at once, from a kernel's registers and shared memory.

Numbers are those of the architectures' ISA manuals: vector registers of a SIMD
(for each lane), how many are given out at a time, and the most waves.
"""

from __future__ import annotations

BLOCK = 256
LDS = 64 * 1024
_SIMDS = {True: 4, False: 2}  # of one compute unit: gfx9, and RDNA

#: prefix -> (registers, granule, most waves); longer prefixes first.
_SIMD = {
    "gfx90a": (512, 8, 8),
    "gfx94": (512, 8, 8),
    "gfx95": (512, 8, 8),
    "gfx90": (256, 4, 10),
    "gfx103": (1024, 8, 16),
    "gfx1100": (1536, 24, 16),
    "gfx1101": (1536, 24, 16),
    "gfx1151": (1536, 24, 16),
    "gfx11": (1024, 16, 16),
    "gfx120": (1536, 24, 16),
}


def waves(target: str, registers: int, lds: int) -> int:
    """Return the waves of a SIMD, blocks of 256 threads."""
    total, granule, most = next(v for k, v in _SIMD.items() if target.startswith(k))
    used = -(-max(registers, 1) // granule) * granule
    by_registers = total // used
    if not lds:
        return min(most, by_registers)
    wave64 = target.startswith("gfx9")
    waves_of_block = BLOCK // (64 if wave64 else 32)
    by_lds = (LDS // lds) * waves_of_block // _SIMDS[wave64]
    return min(most, by_registers, max(1, by_lds))
