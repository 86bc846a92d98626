# SPDX-License-Identifier: Apache-2.0
"""Finds a clang that compiles HIP without ROCm, and the device libraries it links."""

from __future__ import annotations

import glob
import shutil
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

#: Contract 7.
TARGETS = [
    "gfx906",
    "gfx908",
    "gfx90a",
    "gfx942",
    "gfx950",
    "gfx1030",
    "gfx1100",
    "gfx1101",
    "gfx1102",
    "gfx1150",
    "gfx1151",
    "gfx1200",
    "gfx1201",
]
_BITCODE = (
    "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode",
    "/usr/lib/llvm-*/lib/clang/*/amdgcn/bitcode",
    "/usr/lib/llvm-*/lib/clang/*/lib/amdgcn/bitcode",
    "/usr/lib/clang/*/amdgcn/bitcode",
    "/opt/rocm*/amdgcn/bitcode",
)
_ALWAYS = [
    "ocml",
    "ockl",
    "oclc_daz_opt_off",
    "oclc_unsafe_math_off",
    "oclc_finite_only_off",
    "oclc_correctly_rounded_sqrt_on",
]
PACKAGES = "clang-19 lld-19 llvm-19 rocm-device-libs libamdhip64-dev"


class ToolchainMissing(Exception):
    """Something is not installed; the message says what to install."""


@dataclass(frozen=True)
class Toolchain:
    """The programs and folders of one compiler."""

    clang: str
    readelf: str
    bitcode: Path
    version: str

    def targets(self) -> list[str]:
        """Return the targets of the contract that this compiler knows."""
        return [t for t in TARGETS if self._knows(t)]

    def _knows(self, target: str) -> bool:
        command = [self.clang, "--target=amdgcn-amd-amdhsa", f"-mcpu={target}", "-nogpulib"]
        command += ["-x", "c++", "-fsyntax-only", "/dev/null"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def command(self, target: str, source: Path, output: Path) -> list[str]:
        """Return the command that compiles one source for one target."""
        wave = "on" if wave_size(target) == 64 else "off"
        libraries = [*_ALWAYS, f"oclc_wavefrontsize64_{wave}", "oclc_abi_version_500"]
        paths = [self.bitcode / f"{name}.bc" for name in libraries]
        paths.append(self.isa_library(target))
        if (self.bitcode / "hip.bc").exists():  # newer releases have none
            paths.insert(0, self.bitcode / "hip.bc")
        linked = [
            x for p in paths for x in ("-Xclang", "-mlink-builtin-bitcode", "-Xclang", str(p))
        ]
        return [
            self.clang, "-x", "hip", f"--offload-arch={target}", "--cuda-device-only",
            "--no-gpu-bundle-output", "--rocm-path=/usr", "-nogpulib", "-O3", "-std=c++17",
            "-ffp-contract=off", "-mcode-object-version=5", "-Werror", "-Wall",
            "-Wno-unused-function", "-c", str(source), "-o", str(output), *linked,
        ]  # fmt: skip

    def isa_library(self, target: str) -> Path:
        """Return the library of this target, or of the nearest older one of its family."""
        wanted = target.removeprefix("gfx")
        exact = self.bitcode / f"oclc_isa_version_{wanted}.bc"
        if exact.exists():
            return exact
        family = wanted[:-2]
        names = [Path(p).stem.removeprefix("oclc_isa_version_")
                 for p in glob.glob(str(self.bitcode / "oclc_isa_version_*.bc"))]  # fmt: skip
        same = sorted(n for n in names if n[:-2] == family and n < wanted)
        older = sorted((n for n in names if len(n) == 4), key=int)
        name = same[-1] if same else older[-1]
        return self.bitcode / f"oclc_isa_version_{name}.bc"


def wave_size(target: str) -> int:
    """Return the lanes of a wave that kernels are compiled for."""
    return 64 if target.startswith("gfx9") else 32


@lru_cache(maxsize=1)
def find() -> Toolchain:
    """Return the newest complete toolchain, or raise `ToolchainMissing`."""
    bitcode = next(
        (Path(p) for pattern in _BITCODE for p in sorted(glob.glob(pattern), reverse=True)), None
    )
    for number in range(25, 16, -1):
        clang, readelf = f"clang++-{number}", f"llvm-readelf-{number}"
        if shutil.which(clang) and shutil.which(readelf) and bitcode:
            done = subprocess.run([clang, "--version"], capture_output=True, text=True, check=True)
            return Toolchain(clang, readelf, bitcode, done.stdout.splitlines()[0])
    raise ToolchainMissing(f"no clang with AMD's device libraries: apt-get install {PACKAGES}")
