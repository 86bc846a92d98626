# SPDX-License-Identifier: Apache-2.0
"""Control of the simulator from a test: counters, reports, failures on demand.

Only available in a process that ``hipsim/run`` started.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
from collections.abc import Iterator

__all__ = [
    "active",
    "arch",
    "counters",
    "exact_allocations",
    "failing",
    "pending",
    "set_failures",
    "take_reports",
    "unsupported_calls",
]


@functools.cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL("libamdhip64.so.7")
    for name in ("hipsim_counters", "hipsim_unsupported_calls", "hipsim_take_reports"):
        function = getattr(library, name)
        function.restype = ctypes.c_size_t
        function.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    library.hipsim_set_failures.argtypes = [ctypes.c_char_p]
    library.hipsim_pending.restype = ctypes.c_size_t
    library.hipsim_arch.restype = ctypes.c_char_p
    library.hipFreeAsync.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    library.hipMallocAsync.argtypes = [
        ctypes.POINTER(ctypes.c_void_p),
        ctypes.c_size_t,
        ctypes.c_void_p,
    ]
    return library


def _text(name: str) -> str:
    buffer = ctypes.create_string_buffer(1 << 20)
    getattr(_library(), name)(buffer, len(buffer))
    return buffer.value.decode(errors="replace")


def active() -> bool:
    """Whether this process runs on simulated devices."""
    try:
        return hasattr(_library(), "hipsim_arch")
    except OSError:
        return False


def arch() -> str:
    """The simulated target, for example ``gfx942``."""
    name: bytes = _library().hipsim_arch()
    return name.decode()


def counters() -> dict[str, int]:
    """Live resources (``live.*``) and numbers of calls so far."""
    lines = _text("hipsim_counters").splitlines()
    return {name: int(value) for name, value in (line.split() for line in lines)}


def unsupported_calls() -> dict[str, int]:
    """How often each function without an implementation was called."""
    lines = _text("hipsim_unsupported_calls").splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines)
    return {name: int(count) for name, count in pairs}


def take_reports() -> list[str]:
    """Defects reported since the last call, oldest first."""
    return _text("hipsim_take_reports").splitlines()


def pending() -> int:
    """Operations that are queued and not finished, over all streams."""
    return int(_library().hipsim_pending())


def set_failures(specification: str) -> None:
    """Replace the failures on demand; an empty text clears them.

    ``"allocation@3"`` fails the third allocation from now, ``"launch%5"`` every
    fifth launch, ``"copy@1=719"`` with status 719. Sites: allocation, free,
    host_allocation, host_free, copy, launch, event, stream, synchronize, module.
    """
    if _library().hipsim_set_failures(specification.encode()):
        raise ValueError(f"not a failure specification: {specification!r}")


@contextlib.contextmanager
def failing(specification: str) -> Iterator[None]:
    """`set_failures` for the length of a ``with`` block."""
    set_failures(specification)
    try:
        yield
    finally:
        set_failures("")


def exact_allocations() -> None:
    """Give every CuPy array memory of its own.

    CuPy's pool rounds sizes up to 512 bytes and keeps freed memory, which hides
    small overruns and late uses from any tool below it. The allocator set here
    asks the runtime for the exact size, and frees in the order of the stream on
    which the memory was allocated, as the pool would hand it out again.
    """
    import cupy

    streams: dict[int, int] = {}

    def allocate(size: int, device: int) -> int:
        pointer = ctypes.c_void_p()
        stream = cupy.cuda.get_current_stream().ptr
        status = _library().hipMallocAsync(ctypes.byref(pointer), size, stream)
        if status:
            raise cupy.cuda.runtime.CUDARuntimeError(status)
        address = pointer.value or 0
        streams[address] = stream
        return address

    def free(address: int, device: int) -> None:
        stream = streams.pop(address, 0)
        # A stream that was destroyed has run all it had.
        if _library().hipFreeAsync(address, stream):
            _library().hipFreeAsync(address, None)

    cupy.cuda.set_allocator(cupy.cuda.PythonFunctionAllocator(allocate, free).malloc)
