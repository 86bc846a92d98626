# SPDX-License-Identifier: Apache-2.0
"""The gpu device's array: a buffer and a layout on it."""

from __future__ import annotations

from math import prod
from typing import Any

from .._dtypes import DType
from .._views import Shape, contiguous_strides, is_contiguous, span


class GpuArray:
    """Memory on a GPU seen as an n-dimensional array.

    Attributes
    ----------
    buffer
        What owns the memory; alive as long as any view of it.
    pointer : int
        Address of the first element.
    shape, strides, dtype, size
        Strides in bytes.
    readonly : bool
        May not be written to (broadcast views, imported memory).
    """

    __slots__ = ("buffer", "dtype", "pointer", "readonly", "shape", "size", "strides")

    def __init__(
        self,
        buffer: Any,
        pointer: int,
        shape: Shape,
        strides: Shape,
        dtype: DType,
        size: int,
        readonly: bool = False,
    ) -> None:
        self.buffer = buffer
        self.pointer = pointer
        self.shape = shape
        self.strides = strides
        self.dtype = dtype
        self.size = size
        self.readonly = readonly

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self.shape)

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.size * self.dtype.itemsize

    def contiguous(self) -> bool:
        """Whether the elements lie in row-major order without gaps."""
        return is_contiguous(self.shape, self.strides, self.dtype.itemsize)

    def view(
        self, offset: int, shape: Shape, strides: Shape, *, readonly: bool = False
    ) -> GpuArray:
        """Return another layout on the same memory, `offset` bytes further on."""
        return GpuArray(
            self.buffer,
            self.pointer + offset,
            shape,
            strides,
            self.dtype,
            prod(shape),
            self.readonly or readonly,
        )

    def range(self) -> tuple[int, int]:
        """Return the addresses [low, high) that the elements touch."""
        low, high = span(self.shape, self.strides, self.dtype.itemsize)
        return self.pointer + low, self.pointer + high


def contiguous_array(buffer: Any, pointer: int, shape: Shape, dtype: DType) -> GpuArray:
    """Return row-major memory as an array."""
    strides = contiguous_strides(shape, dtype.itemsize)
    return GpuArray(buffer, pointer, shape, strides, dtype, prod(shape))


def same_layout(x: GpuArray, y: GpuArray) -> bool:
    """Whether two arrays are the same elements in the same places."""
    return (
        x.pointer == y.pointer
        and x.shape == y.shape
        and x.strides == y.strides
        and x.dtype == y.dtype
    )


def overlap(x: GpuArray, y: GpuArray) -> bool:
    """Whether the memory ranges of two arrays meet."""
    low, high = x.range()
    other_low, other_high = y.range()
    return low < other_high and other_low < high
