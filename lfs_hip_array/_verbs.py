# SPDX-License-Identifier: Apache-2.0
"""The verbs that a device implements: all that the chapters ask of it.

Every verb takes and returns device arrays (`ndarray` on cpu) and checked,
promoted arguments: a verb validates nothing that a chapter has validated.
Device arrays have ``shape``, ``strides`` (bytes), ``dtype``, ``ndim``,
``size``, ``itemsize`` and ``nbytes``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from numpy.typing import NDArray

from ._dtypes import DType
from ._expression import DeviceArray, Program
from ._ops import Record
from ._views import Shape


class Device(ABC):
    """One device: its name and its verbs.

    Devices compare and hash as their names, so ``x.device == "cpu"`` works.
    """

    name: str
    #: Largest operand that is computed at once rather than left pending.
    eager_size: int
    #: ``(DLDeviceType, device id)``
    dlpack_device: tuple[int, int]
    #: Functions for operands that are computed at once, by (record, dtype, ...).
    functions: dict[tuple[Any, ...], Callable[..., DeviceArray]]

    def __repr__(self) -> str:
        return f"device({self.name!r})"

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Device):
            return self.name == other.name
        return self.name == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        from ._devices import get_device

        return get_device, (self.name,)

    # --- memory ------------------------------------------------------------------
    @abstractmethod
    def empty(self, shape: Shape, dtype: DType) -> DeviceArray:
        """Return new memory of unspecified contents."""

    @abstractmethod
    def from_host(self, array: NDArray[Any], *, copy: bool | None = None) -> DeviceArray:
        """Return host memory on this device; `copy=None` shares it where possible."""

    @abstractmethod
    def to_host(self, array: DeviceArray) -> NDArray[Any]:
        """Return the values in host memory (on cpu: the array itself)."""

    @abstractmethod
    def scalar(self, array: DeviceArray) -> Any:
        """Return the one value of `array` as a Python scalar."""

    @abstractmethod
    def synchronize(self) -> None:
        """Wait until all submitted work is done and raise what it found."""

    @abstractmethod
    def to_dlpack(self, tensor: Any, **options: Any) -> Any:
        """Return a DLPack capsule of a tensor; options as ``__dlpack__`` takes them."""

    # --- views -------------------------------------------------------------------
    @abstractmethod
    def index(self, array: DeviceArray, key: tuple[Any, ...]) -> DeviceArray:
        """Return the view of a basic index: integers, slices, None; Ellipsis last or absent."""

    @abstractmethod
    def permute(self, array: DeviceArray, axes: tuple[int, ...]) -> DeviceArray:
        """Return the view with its axes in another order."""

    @abstractmethod
    def broadcast(self, array: DeviceArray, shape: Shape) -> DeviceArray:
        """Return the view with stride 0 along broadcast axes."""

    @abstractmethod
    def reshape(self, array: DeviceArray, shape: Shape) -> DeviceArray | None:
        """Return the view of another shape, or None where only a copy can."""

    @abstractmethod
    def diagonal(self, array: DeviceArray, offset: int) -> DeviceArray:
        """Return the view of the diagonals of the last two axes, as a last axis."""

    @abstractmethod
    def writable(self, array: DeviceArray) -> bool:
        """Whether the memory may be written to."""

    def is_same_layout(self, first: DeviceArray, second: DeviceArray) -> bool:
        """Whether both are known to show the same elements of the same memory."""
        return first is second

    @abstractmethod
    def can_write_over(self, source: DeviceArray, out: DeviceArray) -> bool:
        """Whether `out` shares no memory with `source`, or is exactly the same layout."""

    # --- pointwise, fill and copy --------------------------------------------------
    @abstractmethod
    def function(self, record: Record, keys: tuple[Any, ...]) -> Callable[..., DeviceArray]:
        """Return (and keep in `functions`) what computes `record` at once for these dtypes."""

    @abstractmethod
    def evaluate(self, program: Program, out: DeviceArray | None) -> list[DeviceArray]:
        """Evaluate a program and return its outputs, the first one into `out` if given."""

    @abstractmethod
    def copy(self, target: DeviceArray, source: DeviceArray) -> None:
        """Copy with conversion and broadcast; an overlap behaves as if read first."""

    @abstractmethod
    def copy_batch(self, pairs: Sequence[tuple[DeviceArray, DeviceArray]]) -> None:
        """Copy many (target, source) layouts in one submission; no pair overlaps."""

    @abstractmethod
    def fill(self, target: DeviceArray, value: Any) -> None:
        """Set every element to a scalar."""

    @abstractmethod
    def arange(self, start: Any, step: Any, count: int, dtype: DType) -> DeviceArray:
        """Return ``start + i * step``, computed without accumulating error."""

    @abstractmethod
    def linspace(
        self, start: Any, stop: Any, count: int, dtype: DType, endpoint: bool
    ) -> DeviceArray:
        """Return evenly spaced values that hit both ends exactly."""

    # --- reductions and scans --------------------------------------------------------
    @abstractmethod
    def reduce(
        self,
        kind: str,
        source: Program | DeviceArray,
        axes: tuple[int, ...],
        keepdims: bool,
        dtype: DType,
        **options: Any,
    ) -> DeviceArray:
        """Reduce over `axes` into `dtype`.

        `kind` is one of sum, prod, max, min, mean, var, all, any,
        count_nonzero, logsumexp, nansum, nanprod, nanmax, nanmin.
        """

    @abstractmethod
    def arg_reduce(
        self, kind: str, source: Program | DeviceArray, axis: int | None, keepdims: bool
    ) -> DeviceArray:
        """Return the int64 index of the first extreme (first NaN if any)."""

    @abstractmethod
    def scan(
        self, kind: str, array: DeviceArray, axis: int, dtype: DType, include_initial: bool
    ) -> DeviceArray:
        """Return the cumulative sum or prod along `axis`."""

    # --- sorting and selection -------------------------------------------------------
    @abstractmethod
    def sort(
        self, array: DeviceArray, axis: int, descending: bool, want: str
    ) -> tuple[DeviceArray | None, DeviceArray | None]:
        """Sort stably; `want` is values, indices or both. Returns (values, indices)."""

    @abstractmethod
    def topk(
        self, array: DeviceArray, k: int, axis: int, largest: bool
    ) -> tuple[DeviceArray, DeviceArray]:
        """Return the k first values of the sorted order, and their indices."""

    @abstractmethod
    def searchsorted(
        self, array: DeviceArray, values: DeviceArray, side: str, sorter: DeviceArray | None
    ) -> DeviceArray:
        """Return int64 insertion points of `values` into the sorted `array`."""

    @abstractmethod
    def nonzero(self, array: DeviceArray) -> tuple[DeviceArray, ...]:
        """Return the int64 coordinates of nonzero elements, in row-major order."""

    @abstractmethod
    def masked_select(
        self, array: DeviceArray, mask: DeviceArray, count: int | None
    ) -> DeviceArray:
        """Return the elements where `mask` (same shape) holds, in row-major order."""

    @abstractmethod
    def masked_scatter(self, target: DeviceArray, mask: DeviceArray, source: DeviceArray) -> None:
        """Write successive elements of the 1-d `source` where `mask` holds."""

    # --- gather and scatter ------------------------------------------------------------
    @abstractmethod
    def take(
        self, array: DeviceArray, indices: DeviceArray, axis: int, operation: str
    ) -> DeviceArray:
        """Return slices along `axis`; `indices` of any rank replace that axis.

        Errors name the `operation`, here and in the verbs below.
        """

    @abstractmethod
    def take_along_axis(
        self, array: DeviceArray, indices: DeviceArray, axis: int, operation: str
    ) -> DeviceArray:
        """Return elements by an index for each; the other axes match or broadcast."""

    @abstractmethod
    def gather(self, array: DeviceArray, key: tuple[Any, ...]) -> DeviceArray:
        """Index with integer and bool arrays mixed with basic keys, as NumPy places axes."""

    @abstractmethod
    def scatter(
        self,
        target: DeviceArray,
        key: tuple[Any, ...],
        source: DeviceArray,
        mode: str,
        operation: str,
    ) -> None:
        """Write to ``target[key]``: mode set (the last of duplicates wins) or add."""

    @abstractmethod
    def scatter_along_axis(
        self, target: DeviceArray, indices: DeviceArray, source: DeviceArray, axis: int, mode: str
    ) -> None:
        """Write elements by an index for each along `axis`: mode set or add."""

    # --- matrices, libraries, random ---------------------------------------------------
    @abstractmethod
    def matmul(self, x1: DeviceArray, x2: DeviceArray, dtype: DType) -> DeviceArray:
        """Multiply matrices of the same dtype, batched with broadcast."""

    @abstractmethod
    def linalg(self, name: str, *arrays: DeviceArray, **options: Any) -> Any:
        """Call a factorisation of the vendor library."""

    @abstractmethod
    def fft(self, name: str, array: DeviceArray, **options: Any) -> DeviceArray:
        """Call a transform of the vendor library."""

    @abstractmethod
    def cdist(self, x1: DeviceArray, x2: DeviceArray, p: float) -> DeviceArray:
        """Return Minkowski distances between rows, by differences."""

    @abstractmethod
    def random(
        self, kind: str, key: int, offset: int, shape: Shape, dtype: DType, **parameters: Any
    ) -> DeviceArray:
        """Return random values of a counter-based stream."""
