# SPDX-License-Identifier: Apache-2.0
"""The cpu device: every verb on NumPy memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._dtypes import DType
from .._expression import Program, settle
from .._ops import Record
from .._verbs import Device
from .._views import Shape
from . import chain, matrix, memory, pointwise, reduce, select
from . import random as random_
from .pointwise import quiet

_Array = NDArray[Any]


class CpuDevice(Device):
    """NumPy memory and NumPy functions, corrected where they depart from the standard."""

    name = "cpu"
    eager_size = pointwise.setting("LFS_HIP_EAGER_SIZE", pointwise.SMALL)
    dlpack_device = (1, 0)

    def __init__(self) -> None:
        self.functions: dict[tuple[Any, ...], Callable[..., _Array]] = {}

    # --- memory -----------------------------------------------------------------
    def empty(self, shape: Shape, dtype: DType) -> _Array:
        """Return new memory, or what nobody uses any more."""
        return memory.empty(shape, dtype)

    def from_host(self, array: _Array, *, copy: bool | None = None) -> _Array:
        """Return the array itself, or a copy if asked or misaligned."""
        if copy or not array.flags.aligned or not array.dtype.isnative:
            return np.array(array, dtype=array.dtype.newbyteorder("="), copy=True, order="C")
        return array

    def to_host(self, array: _Array) -> _Array:
        """Return the array itself."""
        return array

    def scalar(self, array: _Array) -> Any:
        """Return the one value."""
        return array.item()

    def synchronize(self) -> None:
        """Return at once: every call finishes its work."""

    def to_dlpack(self, tensor: Any, **options: Any) -> Any:
        """Export through NumPy."""
        wanted = options["dl_device"]
        if wanted is not None and tuple(wanted) != self.dlpack_device:
            raise BufferError(
                f"__dlpack__: a cpu tensor cannot be exported to device {tuple(wanted)}: "
                f"only to (1, 0), kDLCPU"
            )
        if options["stream"] is not None:
            raise ValueError("__dlpack__: stream must be None on cpu")
        array = tensor._settled() if options["copy"] else tensor._export()
        try:
            return array.__dlpack__(**options)
        except (BufferError, TypeError) as error:
            raise BufferError(f"__dlpack__: {error}") from None

    # --- views -------------------------------------------------------------------
    def index(self, array: _Array, key: tuple[Any, ...]) -> _Array:
        """Return the view of a basic index (never a scalar)."""
        return array[(*key, Ellipsis)]

    def permute(self, array: _Array, axes: tuple[int, ...]) -> _Array:
        """Return the transposed view."""
        return array.transpose(axes)

    def broadcast(self, array: _Array, shape: Shape) -> _Array:
        """Return the broadcast, read-only view."""
        return np.broadcast_to(array, shape)

    def reshape(self, array: _Array, shape: Shape) -> _Array | None:
        """Return the view of another shape, or None."""
        try:
            return np.reshape(array, shape, copy=False)
        except ValueError:
            return None

    def diagonal(self, array: _Array, offset: int) -> _Array:
        """Return the view of the diagonals (as writable as the array; NumPy's is not)."""
        view = np.diagonal(array, offset, -2, -1)
        view.flags.writeable = array.flags.writeable
        return view

    def writable(self, array: _Array) -> bool:
        """Whether the memory may be written to."""
        return array.flags.writeable

    def can_write_over(self, source: _Array, out: _Array) -> bool:
        """Whether both share nothing, or are one layout."""
        return self.is_same_layout(source, out) or not np.may_share_memory(source, out)

    def is_same_layout(self, first: _Array, second: _Array) -> bool:
        """Whether both start at one address with one shape, strides and dtype."""
        return (
            first.shape == second.shape
            and first.strides == second.strides
            and first.dtype == second.dtype
            and first.ctypes.data == second.ctypes.data
        )

    # --- pointwise, fill and copy ---------------------------------------------------
    def function(self, record: Record, keys: tuple[Any, ...]) -> Callable[..., _Array]:
        """Return what computes `record` at once for these dtypes."""
        found = self.functions.get((record, *keys))
        if found is None:
            found = pointwise.function_for(record, keys)
            self.functions[(record, *keys)] = found
        return found

    def evaluate(self, program: Program, out: _Array | None) -> list[_Array]:
        """Evaluate block by block."""
        return chain.evaluate(program, out)

    def copy(self, target: _Array, source: _Array) -> None:
        """Copy with conversion; NumPy reads first where memory overlaps."""
        quiet(np.copyto, target, source, casting="unsafe")

    def copy_batch(self, pairs: Sequence[tuple[_Array, _Array]]) -> None:
        """Copy one after another."""
        for target, source in pairs:
            quiet(np.copyto, target, source, casting="unsafe")

    def fill(self, target: _Array, value: Any) -> None:
        """Set every element."""
        target[...] = value

    def arange(self, start: Any, step: Any, count: int, dtype: DType) -> _Array:
        """Return evenly spaced values."""
        if dtype.kind in "iu":
            # Modulo 2**64, as the exact value wraps: all values fit the dtype.
            wrapped = np.arange(count, dtype=np.uint64) * np.uint64(int(step) % 2**64)
            return (wrapped + np.uint64(int(start) % 2**64)).astype(np.int64).astype(dtype)
        steps = np.arange(count, dtype=np.float64)
        return np.asarray(quiet((steps * float(step) + float(start)).astype, dtype))

    def linspace(self, start: Any, stop: Any, count: int, dtype: DType, endpoint: bool) -> _Array:
        """Return evenly spaced values."""
        return np.asarray(quiet(np.linspace, start, stop, count, endpoint, dtype=dtype))

    # --- reductions and scans ---------------------------------------------------------
    def reduce(
        self,
        kind: str,
        source: Program | _Array,
        axes: tuple[int, ...],
        keepdims: bool,
        dtype: DType,
        **options: Any,
    ) -> _Array:
        """Reduce over axes."""
        return reduce.reduce(kind, source, axes, keepdims, dtype, **options)

    def arg_reduce(
        self, kind: str, source: Program | _Array, axis: int | None, keepdims: bool
    ) -> _Array:
        """Return the index of the first extreme."""
        array = settle(source.root) if isinstance(source, Program) else source
        return reduce.arg_reduce(kind, array, axis, keepdims)

    def scan(
        self, kind: str, array: _Array, axis: int, dtype: DType, include_initial: bool
    ) -> _Array:
        """Return the cumulative sum or product."""
        return reduce.scan(kind, array, axis, dtype, include_initial)

    # --- sorting, selection, gather, scatter ---------------------------------------------
    def sort(
        self, array: _Array, axis: int, descending: bool, want: str
    ) -> tuple[_Array | None, _Array | None]:
        """Sort stably."""
        return select.sort(array, axis, descending, want)

    def topk(self, array: _Array, k: int, axis: int, largest: bool) -> tuple[_Array, _Array]:
        """Return the k first of the sorted order."""
        return select.topk(array, k, axis, largest)

    def searchsorted(
        self, array: _Array, values: _Array, side: str, sorter: _Array | None
    ) -> _Array:
        """Return insertion points."""
        return select.searchsorted(array, values, side, sorter)

    def nonzero(self, array: _Array) -> tuple[_Array, ...]:
        """Return coordinates of nonzero elements."""
        return select.nonzero(array)

    def masked_select(self, array: _Array, mask: _Array, count: int | None) -> _Array:
        """Return the selected elements."""
        return select.masked_select(array, mask, count)

    def masked_scatter(self, target: _Array, mask: _Array, source: _Array) -> None:
        """Write successive elements where the mask holds."""
        select.masked_scatter(target, mask, source)

    def take(self, array: _Array, indices: _Array, axis: int, operation: str) -> _Array:
        """Return slices along an axis."""
        return select.take(array, indices, axis, operation)

    def take_along_axis(self, array: _Array, indices: _Array, axis: int, operation: str) -> _Array:
        """Return elements by an index for each."""
        return select.take_along_axis(array, indices, axis, operation)

    def gather(self, array: _Array, key: tuple[Any, ...]) -> _Array:
        """Index with arrays."""
        return select.gather(array, key)

    def scatter(
        self, target: _Array, key: tuple[Any, ...], source: _Array, mode: str, operation: str
    ) -> None:
        """Write through an index with arrays."""
        select.scatter(target, key, source, mode, operation)

    def scatter_along_axis(
        self, target: _Array, indices: _Array, source: _Array, axis: int, mode: str
    ) -> None:
        """Write elements by an index for each."""
        select.scatter_along_axis(target, indices, source, axis, mode)

    # --- matrices, libraries, random -------------------------------------------------------
    def matmul(self, x1: _Array, x2: _Array, dtype: DType) -> _Array:
        """Multiply matrices."""
        return matrix.matmul(x1, x2, dtype)

    def linalg(self, name: str, *arrays: _Array, **options: Any) -> Any:
        """Call LAPACK."""
        return matrix.linalg(name, *arrays, **options)

    def fft(self, name: str, array: _Array, **options: Any) -> _Array:
        """Call NumPy's transforms."""
        return matrix.fft(name, array, **options)

    def cdist(self, x1: _Array, x2: _Array, p: float) -> _Array:
        """Return distances between rows."""
        return matrix.cdist(x1, x2, p)

    def random(
        self, kind: str, key: int, offset: int, shape: Shape, dtype: DType, **parameters: Any
    ) -> _Array:
        """Return random values."""
        return random_.draw(kind, key, offset, shape, dtype, **parameters)
