# SPDX-License-Identifier: Apache-2.0
"""The host compiler as a HIP compiler: flags, precompiled header, cache folders."""

from __future__ import annotations

import fcntl
import functools
import hashlib
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
HEADER = INCLUDE / "hipsim" / "device" / "device.hpp"
LIBRARIES = ROOT / "build" / "lib"

WAVE32 = ("gfx10", "gfx11", "gfx12")

# The out-of-line form of the compiler's address instrumentation: a call before
# each access, to functions that checks.hpp defines. The stack is a kernel's
# own, and globals are a module's own, so neither is padded.
CHECKS = (
    "-fsanitize=kernel-address",
    "--param=asan-stack=0",
    "--param=asan-globals=0",
    "--param=asan-instrumentation-with-call-threshold=0",
)
FLAGS = (
    "-O1",
    "-fPIC",
    "-pipe",
    "-fno-exceptions",
    "-fno-rtti",
    # Unique symbols would keep an unloaded module in memory.
    "-fno-gnu-unique",
    # Kernels reinterpret memory freely; the device compiler tolerates more of it.
    "-fno-strict-aliasing",
    "-fno-math-errno",
    "-Wno-attributes",
    "-Wno-unknown-pragmas",
)


def compiler() -> str:
    """The C++ compiler: ``HIPSIM_CXX`` or g++."""
    return os.environ.get("HIPSIM_CXX") or "g++"


def cache_folder() -> Path:
    """Where compiled kernels and precompiled headers are kept."""
    folder = os.environ.get("HIPSIM_CACHE_DIR")
    return Path(folder) if folder else Path.home() / ".cache" / "hipsim"


def default_arch() -> str:
    """The simulated device's target."""
    return os.environ.get("HIPSIM_ARCH") or "gfx942"


def wave_size(arch: str) -> int:
    """Lanes of a wave on `arch`."""
    return 32 if arch.startswith(WAVE32) else 64


def arch_macros(arch: str, *, hiprtc: bool) -> list[str]:
    """What a HIP compiler predefines for `arch`."""
    family = "GFX" + arch[3:-2].upper()
    macros = [
        f"-DHIPSIM_WAVE_SIZE={wave_size(arch)}",
        f'-DHIPSIM_ARCH="{arch}"',
        "-D__HIPSIM__=1",
        "-D__HIP__=1",
        "-D__HIPCC__=1",
        "-D__HIP_PLATFORM_AMD__=1",
        "-D__HIP_DEVICE_COMPILE__=1",
        "-D__AMDGCN__=1",
        "-D__AMDGPU__=1",
        f"-D__AMDGCN_WAVEFRONT_SIZE__={wave_size(arch)}",
        f"-D__{arch}__=1",
        f"-D__{family}__=1",
    ]
    return [*macros, "-D__HIPCC_RTC__=1"] if hiprtc else macros


def digest(*parts: object) -> str:
    """Hash of the parts, in order."""
    h = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        h.update(len(data).to_bytes(8, "little"))
        h.update(data)
    return h.hexdigest()[:40]


@functools.cache
def identity() -> str:
    """Changes when the compiler or a file of hipsim that shapes its output does."""
    version = subprocess.run(
        [compiler(), "-dumpfullversion", "-dumpmachine"], capture_output=True, text=True, check=True
    ).stdout
    files = sorted(p for p in INCLUDE.rglob("*") if p.is_file())
    files += sorted((ROOT / "compiler").glob("*.py"))
    return digest(compiler(), version, *(p.read_bytes() for p in files))


def quick_identity() -> str:
    """Like `identity` without starting a process: by size and time of the files."""
    files = [p for p in INCLUDE.rglob("*") if p.is_file()]
    files += list((ROOT / "compiler").glob("*.py"))
    stamps = sorted((str(p), p.stat().st_mtime_ns, p.stat().st_size) for p in files)
    return digest(compiler(), stamps)


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a compiler step; the caller looks at the status."""
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)


def write_atomically(path: Path, data: bytes) -> None:
    """Readers see the old content or the new, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(data)
    temporary.replace(path)


def precompiled_header(arch: str, standard: str, flags: list[str], *, hiprtc: bool) -> Path:
    """A header to include first, compiled once per target, standard and flags."""
    command = [standard, *FLAGS, *CHECKS, *flags, *arch_macros(arch, hiprtc=hiprtc)]
    folder = cache_folder() / "pch" / digest(identity(), command)
    header = folder / "device.hpp"
    compiled = folder / "device.hpp.gch"
    if compiled.exists():
        return header
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not compiled.exists():
            header.write_text("#include <hip/hip_runtime.h>\n")
            temporary = folder / f"{os.getpid()}.gch"
            done = run(
                [
                    compiler(),
                    *command,
                    f"-I{INCLUDE}",
                    "-x",
                    "c++-header",
                    str(header),
                    "-o",
                    str(temporary),
                ]
            )
            if done.returncode:
                raise RuntimeError(f"precompiling {HEADER} failed:\n{done.stderr}")
            temporary.replace(compiled)
    return header
