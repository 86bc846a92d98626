# SPDX-License-Identifier: Apache-2.0
"""Source text to loaded kernel: one memo, one disk cache, one lock.

CuPy compiles (`cupy.cuda.compiler.compile_using_nvrtc`: NVRTC or hiprtc) and
its cache folder holds the binaries; not `cupy.RawModule`, which always adds the
option to flush subnormal numbers to zero.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any

import cupy
from cupy.cuda import compiler, function
from cupy_backends.cuda.api import runtime
from cupy_backends.cuda.libs import nvrtc

from .sources import bundle

_lock = threading.Lock()
_modules: dict[tuple[str, int], Any] = {}

#: No fused multiply-add: fused and unfused chains give the same bits.
_OPTIONS = (
    ("-std=c++17", "-ffp-contract=off", "-O3")
    if runtime.is_hip
    else ("-std=c++17", "--fmad=false", "--extra-device-vectorization")
)


class CompileError(RuntimeError):
    """A kernel that does not compile: the compiler's log and the numbered source."""


@lru_cache(maxsize=16)
def target(device: int) -> str:
    """Return what a device's binaries are for: ``gfx942:sramecc+:xnack-``, or ``90``."""
    if runtime.is_hip:
        name: bytes = cupy.cuda.runtime.getDeviceProperties(device)["gcnArchName"]
        return name.decode()
    return str(cupy.cuda.Device(device).compute_capability)


def load(text: str, name: str, device: int) -> int:
    """Return the handle of kernel `name` in the module of this text on a device.

    The device must be the current one. Compiled once for each target, here and
    on disk; loaded once on each device.
    """
    key = (text, device)
    with _lock:
        module = _modules.get(key)
        if module is None:
            module = function.Module()
            module.load(binary(text, target(device)))
            _modules[key] = module
        return int(module.get_function(name).ptr)


def binary(text: str, arch: str) -> bytes:
    """Return compiled code, from the disk cache if it is there."""
    full = bundle(text)
    version = nvrtc.getVersion()
    key = hashlib.sha256(repr((arch, version, _OPTIONS, full)).encode()).hexdigest()
    path = _cache_folder() / f"lfs_hip_array-{key[:40]}.bin"
    try:
        return path.read_bytes()
    except OSError:
        code = _compile(full, arch)
        _keep(path, code)
        return code


def _cache_folder() -> Path:
    """Return CuPy's cache folder."""
    wanted = os.environ.get("CUPY_CACHE_DIR")
    return Path(wanted) if wanted else Path.home() / ".cupy" / "kernel_cache"


def _compile(full: str, arch: str) -> bytes:
    try:
        code, _ = compiler.compile_using_nvrtc(
            full, _OPTIONS, None if runtime.is_hip else arch, "kernel.cu"
        )
    except compiler.CompileException as error:
        lines = full.splitlines()
        numbered = "\n".join(f"{i:5d}  {line}" for i, line in enumerate(lines, 1))
        raise CompileError(
            f"a kernel does not compile for {arch}:\n{error}\n--- source ---\n{numbered}"
        ) from None
    return bytes(code)


def _keep(path: Path, code: bytes) -> None:
    """Write a cache file at once, so that other processes never read half of one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".lfs_hip_array-")
        with os.fdopen(handle, "wb") as file:
            file.write(code)
        Path(name).replace(path)
    except OSError:
        return  # a read-only or full disk: compiled again next time
