# SPDX-License-Identifier: Apache-2.0
"""What one GPU owns: its stream, its memory, and how both are given back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cupy
from cupy.cuda import memory
from cupy_backends.cuda.api import runtime

from .._errors import DeferredError


class Context:
    """Stream and memory of one GPU; created once for each.

    The stream is CuPy's default stream of the device: work of CuPy, and of
    libraries that follow it, is in order with ours. `on_stream` moves the
    calling thread to another one.
    """

    def __init__(self, index: int) -> None:
        self.index = index
        self.device = cupy.cuda.Device(index)
        self._several = runtime.getDeviceCount() > 1
        self._local = threading.local()
        self._null = cupy.cuda.Stream.null
        self._closed = False

    # --- device and stream ---------------------------------------------------------
    def activate(self) -> None:
        """Make this GPU the calling thread's current one."""
        if self._several and runtime.getDevice() != self.index:
            runtime.setDevice(self.index)

    @property
    def stream(self) -> Any:
        """The CuPy stream that the calling thread submits to."""
        return getattr(self._local, "stream", self._null)

    @contextmanager
    def on_stream(self, stream: Any) -> Iterator[None]:
        """Submit this thread's work to another CuPy stream.

        Work before, inside and after is in order: the streams wait for each other.
        """
        self.activate()
        before = self.stream
        stream.wait_event(before.record())
        self._local.stream = stream
        try:
            with stream:
                yield
        finally:
            self._local.stream = before
            before.wait_event(stream.record())

    def synchronize(self) -> None:
        """Wait for all work of this thread's stream."""
        self.activate()
        try:
            self.stream.synchronize()
        except runtime.CUDARuntimeError as error:
            raise DeferredError(f"gpu:{self.index}: {error}") from error

    # --- memory -------------------------------------------------------------------------
    def allocate(self, nbytes: int) -> Any:
        """Return a CuPy memory pointer.

        Out of memory, the caches are trimmed once; if that does not help, a
        `MemoryError` says what was asked for and what there is.
        """
        if self._closed:
            raise RuntimeError(f"gpu:{self.index}: the context is closed")
        self.activate()
        try:
            return memory.alloc(nbytes)
        except memory.OutOfMemoryError:
            self.trim()
        try:
            return memory.alloc(nbytes)
        except memory.OutOfMemoryError as error:
            info = self.memory_info()
            raise MemoryError(
                f"gpu:{self.index}: {nbytes} bytes asked for, {info['used']} in use, "
                f"{info['free']} free of {info['total']}"
            ) from error

    def trim(self) -> None:
        """Give unused memory back to the system."""
        self.synchronize()
        cupy.get_default_memory_pool().free_all_blocks()
        cupy.get_default_pinned_memory_pool().free_all_blocks()

    def close(self) -> None:
        """Wait for all work, give unused memory back and refuse further allocation."""
        self.trim()
        self._closed = True

    def memory_info(self) -> dict[str, int]:
        """Return bytes: in use and cached by the pool, free and total on the device."""
        self.activate()
        pool = cupy.get_default_memory_pool()
        free, total = runtime.memGetInfo()
        return {
            "used": pool.used_bytes(),
            "cached": pool.free_bytes(),
            "free": free,
            "total": total,
        }
