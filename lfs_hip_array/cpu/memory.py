# SPDX-License-Identifier: Apache-2.0
"""Host memory of large results, used again once nobody refers to it.

A fresh array of many megabytes costs more in page faults than a pass over it.
The pool keeps a few large buffers; one is idle when the pool holds the only
reference to it. Arrays, their views and exports of any kind all refer to the
buffer, so what is in use is never handed out again.
"""

from __future__ import annotations

import os
import sys
import threading
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._dtypes import DType
from .._views import Shape

#: Bytes from which a buffer is worth keeping.
LEAST = 1 << 20
#: Bytes that the pool refers to, in use and idle.
LIMIT = 256 << 20

_buffers: list[NDArray[np.uint8]] = []
_lock = threading.RLock()


def _renew_lock() -> None:
    """Replace the lock: a thread that held it does not live on in a forked process."""
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


def _references(buffers: list[NDArray[np.uint8]], place: int) -> int:
    return sys.getrefcount(buffers[place])


#: What `_references` says of a buffer that nobody else refers to.
_IDLE = _references([np.empty(0, np.uint8)], 0)


def empty(shape: Shape, dtype: DType) -> NDArray[Any]:
    """Return memory of unspecified contents."""
    size = prod(shape) * dtype.itemsize
    wanted = (shape, dtype)
    if size < LEAST or size > LIMIT // 2:
        return _new(shape, dtype, wanted)
    with _lock:
        buffer = _idle(size)
        if buffer is None:
            buffer = _new((size,), np.dtype(np.uint8), wanted)
        _buffers.append(buffer)
        total = sum(b.nbytes for b in _buffers)
        while total > LIMIT:  # the oldest: its users keep it, the pool does not
            total -= _buffers.pop(0).nbytes
    return buffer.view(dtype).reshape(shape)


def _new(shape: Shape, dtype: DType, wanted: tuple[Shape, DType]) -> NDArray[Any]:
    """Return new memory; once there is none left, try again without the idle buffers."""
    for last in (False, True):
        try:
            return np.empty(shape, dtype)
        except (MemoryError, ValueError):  # ValueError: more bytes than there are addresses
            if last or not trim():
                break
    size = prod(shape) * dtype.itemsize
    raise MemoryError(
        f"no memory for a tensor of shape {wanted[0]} and dtype {wanted[1]}: {size} bytes"
    )


def _idle(size: int) -> NDArray[np.uint8] | None:
    """Take an idle buffer of exactly this size out of the pool."""
    for place in range(len(_buffers)):
        if _buffers[place].nbytes == size and _references(_buffers, place) == _IDLE:
            return _buffers.pop(place)
    return None


def trim() -> int:
    """Let go of every buffer; return the bytes that were idle."""
    with _lock:
        places = range(len(_buffers))
        idle = sum(_buffers[p].nbytes for p in places if _references(_buffers, p) == _IDLE)
        _buffers.clear()
    return idle
