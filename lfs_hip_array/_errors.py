# SPDX-License-Identifier: Apache-2.0
"""Exception types that are the package's own.

Everything else raises what NumPy or the standard would: `TypeError`,
`ValueError`, `IndexError`, `OverflowError`, `BufferError`, `MemoryError`.
"""


class UnsupportedError(TypeError, NotImplementedError):
    """An operation or dtype that a device cannot do.

    The message names the operation, the dtype and the device, and says what
    would work. Nothing falls back to another device silently.
    """


class DeferredError(RuntimeError):
    """An error found by a kernel, raised at the next sync point of its context."""


class DeferredIndexError(DeferredError, IndexError):
    """An index out of range found by a kernel, raised at the next sync point."""
