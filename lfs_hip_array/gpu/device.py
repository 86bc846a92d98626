# SPDX-License-Identifier: Apache-2.0
"""The gpu device: what of the verbs it has, and a clear error for the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import cupy
import numpy as np
from cupy.cuda import memory
from cupy_backends.cuda.api import runtime
from numpy.typing import NDArray

from .._dtypes import DType
from .._errors import UnsupportedError
from .._expression import Node, Program, settle
from .._ops import Record, scalar_maker
from .._verbs import Device
from .._views import Shape, broadcast_shapes
from . import creation, pointwise, views
from .array import GpuArray, overlap, same_layout
from .context import Context
from .expression import constant
from .fast import Memo

_KDL_CUDA, _KDL_ROCM = 2, 10


class GpuDevice(Device):
    """One GPU that CuPy sees, ROCm or CUDA.

    Parameters
    ----------
    index : int
        CuPy's number of the GPU.
    """

    #: Every operation may become part of a chain: one launch costs more than a node.
    eager_size = -1

    def __init__(self, index: int) -> None:
        self.name = f"gpu:{index}"
        self.context = Context(index)
        self._memo = Memo(self.context)
        self.dlpack_device = (_KDL_ROCM if runtime.is_hip else _KDL_CUDA, index)
        self.functions: dict[tuple[Any, ...], Callable[..., GpuArray]] = {}

    # --- memory -----------------------------------------------------------------
    def empty(self, shape: Shape, dtype: DType) -> GpuArray:
        """Return new memory of unspecified contents."""
        return pointwise.empty(self.context, tuple(shape), dtype)

    def from_host(self, array: NDArray[Any], *, copy: bool | None = None) -> GpuArray:
        """Copy host memory to this device; `copy=False` is refused."""
        if copy is False:
            raise ValueError(f"copy=False: host memory cannot be shared with {self.name}")
        host = np.ascontiguousarray(array, array.dtype.newbyteorder("="))
        result = self.empty(array.shape, host.dtype)
        if host.size:
            self.context.activate()
            stream = self.context.stream
            runtime.memcpyAsync(
                result.pointer, host.ctypes.data, host.nbytes, runtime.memcpyHostToDevice,
                stream.ptr,
            )  # fmt: skip
            # The source may be pageable and short-lived: it is free to go when this returns.
            stream.synchronize()
        return result

    def to_host(self, array: GpuArray) -> NDArray[Any]:
        """Return a copy in host memory; waits for the device."""
        if not array.contiguous():
            packed = self.empty(array.shape, array.dtype)
            pointwise.copy(self.context, packed, array)
            array = packed
        host = np.empty(array.shape, array.dtype)
        if host.size:
            self.context.activate()
            runtime.memcpyAsync(
                host.ctypes.data, array.pointer, host.nbytes, runtime.memcpyDeviceToHost,
                self.context.stream.ptr,
            )  # fmt: skip
        self.context.synchronize()
        return host

    def scalar(self, array: GpuArray) -> Any:
        """Return the one value; waits for the device."""
        return self.to_host(array).item()

    def synchronize(self) -> None:
        """Wait until all submitted work is done."""
        self.context.synchronize()

    def cupy_array(self, array: GpuArray) -> Any:
        """Return the same memory as a CuPy array."""
        pointer = array.buffer
        if isinstance(pointer, memory.MemoryPointer):
            pointer = pointer + (array.pointer - int(pointer.ptr))
        else:
            held = memory.UnownedMemory(
                array.pointer, array.nbytes, array.buffer, self.context.index
            )
            pointer = memory.MemoryPointer(held, 0)
        return cupy.ndarray(array.shape, array.dtype, pointer, array.strides)

    def from_cupy(self, array: Any) -> GpuArray:
        """Return a CuPy array's memory as an array of this device."""
        return GpuArray(
            array.data, int(array.data.ptr), array.shape, array.strides, array.dtype, array.size
        )

    def to_dlpack(self, tensor: Any, **options: Any) -> Any:
        """Export through CuPy, in order with the consumer's stream."""
        wanted = options.get("dl_device")
        if wanted is not None and tuple(wanted) not in (self.dlpack_device, (1, 0)):
            raise BufferError(
                f"__dlpack__: a {self.name} tensor cannot be exported to device {tuple(wanted)}: "
                f"only to {self.dlpack_device} or, as a copy, to (1, 0)"
            )
        array = tensor._settled() if options.get("copy") else tensor._export()
        if wanted is not None and tuple(wanted) == (1, 0):
            if options.get("copy") is False:
                raise BufferError("__dlpack__: device memory reaches the host only as a copy")
            return self.to_host(array).__dlpack__(max_version=options.get("max_version"))
        self.context.activate()
        with self.context.stream:
            return self.cupy_array(array).__dlpack__(**options)

    # --- views -------------------------------------------------------------------
    def index(self, array: GpuArray, key: tuple[Any, ...]) -> GpuArray:
        """Return the view of a basic index."""
        return views.index(array, key)

    def permute(self, array: GpuArray, axes: tuple[int, ...]) -> GpuArray:
        """Return the view with its axes in another order."""
        return views.permute(array, axes)

    def broadcast(self, array: GpuArray, shape: Shape) -> GpuArray:
        """Return the broadcast, read-only view."""
        return views.broadcast(array, shape)

    def reshape(self, array: GpuArray, shape: Shape) -> GpuArray | None:
        """Return the view of another shape, or None."""
        return views.reshape(array, shape)

    def diagonal(self, array: GpuArray, offset: int) -> GpuArray:
        """Return the view of the diagonals."""
        return views.diagonal(array, offset)

    def writable(self, array: GpuArray) -> bool:
        """Whether the memory may be written to."""
        return not array.readonly

    def can_write_over(self, source: GpuArray, out: GpuArray) -> bool:
        """Whether both share nothing, or are one layout."""
        return not overlap(source, out) or same_layout(source, out)

    # --- pointwise, fill and copy ---------------------------------------------------
    def function(self, record: Record, keys: tuple[Any, ...]) -> Callable[..., GpuArray]:
        """Return what computes `record` at once for these dtypes."""
        found = self.functions.get((record, *keys))
        if found is None:
            found = self.functions[(record, *keys)] = self._at_once(record, keys)
        return found

    def _at_once(self, record: Record, keys: tuple[Any, ...]) -> Callable[..., GpuArray]:
        plan = record.plan(keys)
        makers = [
            scalar_maker(record.name, dtype) if isinstance(key, type) else None
            for key, dtype in zip(keys, plan.operands, strict=True)
        ]

        def compute(*operands: Any) -> GpuArray:
            shape = broadcast_shapes(*(x.shape for x in operands if isinstance(x, GpuArray)))
            if shape is None:
                raise ValueError(f"{record.name}: shapes do not broadcast")
            ready = [x if m is None else m(x) for x, m in zip(operands, makers, strict=True)]
            result: GpuArray = settle(Node(record, plan, ready, shape, self))
            return result

        return compute

    def evaluate(self, program: Program, out: GpuArray | None) -> list[GpuArray]:
        """Evaluate a program in one kernel."""
        return self._memo.evaluate(program, out)

    def copy(self, target: GpuArray, source: GpuArray) -> None:
        """Copy with conversion and broadcast; an overlap behaves as if read first."""
        pointwise.copy(self.context, target, source)

    def copy_batch(self, pairs: Sequence[tuple[GpuArray, GpuArray]]) -> None:
        """Copy one after another, in the stream's order."""
        for target, source in pairs:
            pointwise.copy(self.context, target, source)

    def fill(self, target: GpuArray, value: Any) -> None:
        """Set every element."""
        if target.size:
            body = constant(target.dtype)
            order = pointwise.axis_order(target.shape, [target.strides])
            pointwise.run(self.context, body, target.shape, [target], [], [], order, [value])

    def arange(self, start: Any, step: Any, count: int, dtype: DType) -> GpuArray:
        """Return evenly spaced values."""
        bound = creation.arange(start, step, dtype)
        return pointwise.evaluate(self.context, bound, (count,), None)[0]

    def linspace(self, start: Any, stop: Any, count: int, dtype: DType, endpoint: bool) -> GpuArray:
        """Return evenly spaced values."""
        bound = creation.linspace(start, stop, count, dtype, endpoint)
        return pointwise.evaluate(self.context, bound, (count,), None)[0]

    # --- verbs to come -------------------------------------------------------------------
    def _refuse(self, operation: str, dtype: DType | None) -> NoReturn:
        named = "" if dtype is None else f" of {dtype}"
        raise UnsupportedError(
            f"{operation}{named} is not available on {self.name} yet: "
            f'move the operands with x.to_device("cpu")'
        )

    def reduce(
        self,
        kind: str,
        source: Program | GpuArray,
        axes: tuple[int, ...],
        keepdims: bool,
        dtype: DType,
        **options: Any,
    ) -> GpuArray:
        """Refuse."""
        self._refuse(kind, source.dtype)

    def arg_reduce(
        self, kind: str, source: Program | GpuArray, axis: int | None, keepdims: bool
    ) -> GpuArray:
        """Refuse."""
        self._refuse(kind, source.dtype)

    def scan(
        self, kind: str, array: GpuArray, axis: int, dtype: DType, include_initial: bool
    ) -> GpuArray:
        """Refuse."""
        self._refuse(f"cumulative {kind}", array.dtype)

    def sort(
        self, array: GpuArray, axis: int, descending: bool, want: str
    ) -> tuple[GpuArray | None, GpuArray | None]:
        """Refuse."""
        self._refuse("argsort" if want == "indices" else "sort", array.dtype)

    def topk(self, array: GpuArray, k: int, axis: int, largest: bool) -> tuple[GpuArray, GpuArray]:
        """Refuse."""
        self._refuse("topk", array.dtype)

    def searchsorted(
        self, array: GpuArray, values: GpuArray, side: str, sorter: GpuArray | None
    ) -> GpuArray:
        """Refuse."""
        self._refuse("searchsorted", array.dtype)

    def nonzero(self, array: GpuArray) -> tuple[GpuArray, ...]:
        """Refuse."""
        self._refuse("nonzero", array.dtype)

    def masked_select(self, array: GpuArray, mask: GpuArray, count: int | None) -> GpuArray:
        """Refuse."""
        self._refuse("masked_select", array.dtype)

    def masked_scatter(self, target: GpuArray, mask: GpuArray, source: GpuArray) -> None:
        """Refuse."""
        self._refuse("masked_scatter", target.dtype)

    def take(self, array: GpuArray, indices: GpuArray, axis: int, operation: str) -> GpuArray:
        """Refuse."""
        self._refuse(operation, array.dtype)

    def take_along_axis(
        self, array: GpuArray, indices: GpuArray, axis: int, operation: str
    ) -> GpuArray:
        """Refuse."""
        self._refuse(operation, array.dtype)

    def gather(self, array: GpuArray, key: tuple[Any, ...]) -> GpuArray:
        """Refuse."""
        self._refuse("indexing with arrays", array.dtype)

    def scatter(
        self, target: GpuArray, key: tuple[Any, ...], source: GpuArray, mode: str, operation: str
    ) -> None:
        """Refuse."""
        self._refuse(operation, target.dtype)

    def scatter_along_axis(
        self, target: GpuArray, indices: GpuArray, source: GpuArray, axis: int, mode: str
    ) -> None:
        """Refuse."""
        self._refuse(f"scatter ({mode}) along an axis", target.dtype)

    def matmul(self, x1: GpuArray, x2: GpuArray, dtype: DType) -> GpuArray:
        """Refuse."""
        self._refuse("matmul", dtype)

    def linalg(self, name: str, *arrays: GpuArray, **options: Any) -> Any:
        """Refuse."""
        self._refuse(f"linalg.{name}", arrays[0].dtype)

    def fft(self, name: str, array: GpuArray, **options: Any) -> GpuArray:
        """Refuse."""
        self._refuse(f"fft.{name}", array.dtype)

    def cdist(self, x1: GpuArray, x2: GpuArray, p: float) -> GpuArray:
        """Refuse."""
        self._refuse("cdist", x1.dtype)

    def random(
        self, kind: str, key: int, offset: int, shape: Shape, dtype: DType, **parameters: Any
    ) -> GpuArray:
        """Refuse."""
        self._refuse(f"random.{kind}", dtype)
