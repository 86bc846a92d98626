# SPDX-License-Identifier: Apache-2.0
"""The array object."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from . import _ops as ops
from ._dtypes import DType
from ._expression import DeviceArray, Node, Program, Storage, settle, source, storage_of
from ._methods import Flat, NumpyMethods
from ._protocols import Protocols
from ._views import Shape

if TYPE_CHECKING:
    from ._verbs import Device


class Tensor(Protocols, NumpyMethods):
    """An n-dimensional array on a device.

    Made by the creation functions (`asarray`, `zeros`, `arange`, …), never by
    calling the class. All attributes, methods and operators of the array
    object of the Python Array API 2025.12, and the methods that NumPy code
    expects (`sum`, `reshape`, `astype`, `item`, …).

    Basic indexing, `permute_dims`, `broadcast_to`, `expand_dims`, `squeeze`,
    `flip` and, where strides allow, `reshape` give views: they share memory.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([1.0, 2.0, 3.0], device="cpu")
    >>> x * x + 1
    Tensor([ 2.,  5., 10.], dtype=float64, device='cpu')
    """

    __slots__ = ("__weakref__", "_array", "_device", "_node", "_storage")

    _array: DeviceArray | None
    _node: Node | None
    _storage: Storage | None
    _device: Device

    #: Binary operators of NumPy arrays and scalars leave mixed expressions to us.
    __array_priority__ = 1000.0

    def __init__(self) -> None:
        raise TypeError("Tensor: use asarray, zeros, arange or another creation function")

    # --- attributes -------------------------------------------------------------
    @property
    def dtype(self) -> DType:
        """Data type: a NumPy dtype."""
        return self._header().dtype  # type: ignore[no-any-return]

    @property
    def device(self) -> Device:
        """The device that holds the elements."""
        return self._device

    @property
    def shape(self) -> Shape:
        """Lengths of the axes."""
        return self._header().shape  # type: ignore[no-any-return]

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return prod(self.shape)

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.size * self.dtype.itemsize

    @property
    def strides(self) -> Shape:
        """Bytes between neighbours along each axis."""
        return tuple(self._settled().strides)

    @property
    def T(self) -> Tensor:
        """Transpose of a matrix (a view). `ValueError` for other ranks: see `mT`."""
        if self.ndim != 2:
            raise ValueError(
                f"T: needs 2 dimensions, got shape {self.shape} (use .mT or permute_dims)"
            )
        return self._view(self._device.permute(self._settled(), (1, 0)))

    @property
    def mT(self) -> Tensor:
        """Transpose of the last two axes (a view)."""
        n = self.ndim
        if n < 2:
            raise ValueError(f"mT: needs at least 2 dimensions, got shape {self.shape}")
        axes = (*range(n - 2), n - 1, n - 2)
        return self._view(self._device.permute(self._settled(), axes))

    @property
    def real(self) -> Tensor:
        """Real component."""
        return apply1(ops.REAL, self)

    @property
    def imag(self) -> Tensor:
        """Imaginary component."""
        return apply1(ops.IMAG, self)

    @property
    def flat(self) -> Flat:
        """The elements as one axis, to iterate over, read and write."""
        return Flat(self)

    # --- inside -----------------------------------------------------------------
    def _header(self) -> Any:
        """Return what knows shape and dtype: the device array, or the pending node."""
        a = self._array
        if a is None:
            a = self._node
            if a is None:  # another thread has just settled the value
                a = self._array
        return a

    def _settled(self) -> DeviceArray:
        """Return the device array, evaluating what is pending."""
        a = self._array
        if a is None:
            node = self._node
            if node is None:  # another thread has just settled the value
                return self._array
            a = settle(node)
            self._storage = storage_of(node, "storage")
            self._array = a
            self._node = None
        return a

    def _source(self) -> Program | DeviceArray:
        """Return what a reduction may read: the program of a pending value, or a device array."""
        node = self._node
        return self._settled() if node is None else source(node)

    def _view(self, array: DeviceArray) -> Tensor:
        """Return a tensor that shares this one's memory."""
        storage = self._storage
        if storage is None:
            storage = storage_of(self, "_storage")
        storage.aliased = True
        view = _new(Tensor)
        view._array = array
        view._node = None
        view._storage = storage
        view._device = self._device
        return view

    def _writable(self, operation: str) -> DeviceArray:
        """Return the device array for writing, once nothing pending reads it."""
        array = self._settled()
        if not self._device.writable(array):
            raise ValueError(f"{operation}: the destination is read-only (copy it first)")
        if self._storage is not None:
            self._storage.settle_readers()
        return array

    def _export(self) -> DeviceArray:
        """Return the device array to code that may keep and write to it."""
        array = self._settled()
        storage = storage_of(self, "_storage")
        storage.settle_readers()
        storage.shared = storage.aliased = True
        return array

    # --- arithmetic -------------------------------------------------------------
    def __add__(self, other: Any, /) -> Tensor:
        """Return ``self + other``: see `add`."""
        return operate(ops.ADD, self, other)

    def __sub__(self, other: Any, /) -> Tensor:
        """Return ``self - other``: see `subtract`."""
        return operate(ops.SUBTRACT, self, other)

    def __mul__(self, other: Any, /) -> Tensor:
        """Return ``self * other``: see `multiply`."""
        return operate(ops.MULTIPLY, self, other)

    def __truediv__(self, other: Any, /) -> Tensor:
        """Return ``self / other``: see `divide`."""
        return operate(ops.DIVIDE, self, other)

    def __floordiv__(self, other: Any, /) -> Tensor:
        """Return ``self // other``: see `floor_divide`."""
        return operate(ops.FLOOR_DIVIDE, self, other)

    def __mod__(self, other: Any, /) -> Tensor:
        """Return ``self % other``: see `remainder`."""
        return operate(ops.REMAINDER, self, other)

    def __divmod__(self, other: Any, /) -> tuple[Tensor, Tensor]:
        """Return ``self // other`` and ``self % other``."""
        quotient = operate(ops.FLOOR_DIVIDE, self, other)
        if quotient is NotImplemented:
            return NotImplemented
        return quotient, operate(ops.REMAINDER, self, other)

    def __pow__(self, other: Any, /) -> Tensor:
        """Return ``self ** other``: see `pow`."""
        if other.__class__ is int and other == 2 and self.dtype.kind != "b":
            return apply1(ops.SQUARE, self)  # the same value, without a call of pow
        return operate(ops.POW, self, other)

    def __matmul__(self, other: Any, /) -> Tensor:
        """Return ``self @ other``: see `matmul`."""
        if other.__class__ is not Tensor:
            return NotImplemented
        from ._linear_algebra import matmul

        return matmul(self, other)

    def __and__(self, other: Any, /) -> Tensor:
        """Return ``self & other``: see `bitwise_and`."""
        return operate(ops.BITWISE_AND, self, other)

    def __or__(self, other: Any, /) -> Tensor:
        """Return ``self | other``: see `bitwise_or`."""
        return operate(ops.BITWISE_OR, self, other)

    def __xor__(self, other: Any, /) -> Tensor:
        """Return ``self ^ other``: see `bitwise_xor`."""
        return operate(ops.BITWISE_XOR, self, other)

    def __lshift__(self, other: Any, /) -> Tensor:
        """Return ``self << other``: see `bitwise_left_shift`."""
        return operate(ops.BITWISE_LEFT_SHIFT, self, other)

    def __rshift__(self, other: Any, /) -> Tensor:
        """Return ``self >> other``: see `bitwise_right_shift`."""
        return operate(ops.BITWISE_RIGHT_SHIFT, self, other)

    # --- reflected ----------------------------------------------------------------
    def __radd__(self, other: Any, /) -> Tensor:
        """Return ``other + self``."""
        return operate(ops.ADD, other, self)

    def __rsub__(self, other: Any, /) -> Tensor:
        """Return ``other - self``."""
        return operate(ops.SUBTRACT, other, self)

    def __rmul__(self, other: Any, /) -> Tensor:
        """Return ``other * self``."""
        return operate(ops.MULTIPLY, other, self)

    def __rtruediv__(self, other: Any, /) -> Tensor:
        """Return ``other / self``."""
        return operate(ops.DIVIDE, other, self)

    def __rfloordiv__(self, other: Any, /) -> Tensor:
        """Return ``other // self``."""
        return operate(ops.FLOOR_DIVIDE, other, self)

    def __rmod__(self, other: Any, /) -> Tensor:
        """Return ``other % self``."""
        return operate(ops.REMAINDER, other, self)

    def __rdivmod__(self, other: Any, /) -> tuple[Tensor, Tensor]:
        """Return ``other // self`` and ``other % self``."""
        quotient = operate(ops.FLOOR_DIVIDE, other, self)
        if quotient is NotImplemented:
            return NotImplemented  # type: ignore[no-any-return]
        return quotient, operate(ops.REMAINDER, other, self)

    def __rpow__(self, other: Any, /) -> Tensor:
        """Return ``other ** self``."""
        return operate(ops.POW, other, self)

    def __rmatmul__(self, other: Any, /) -> Tensor:
        """Return ``other @ self``: matrices multiply tensors only."""
        return other @ self if other.__class__ is Tensor else NotImplemented

    def __rand__(self, other: Any, /) -> Tensor:
        """Return ``other & self``."""
        return operate(ops.BITWISE_AND, other, self)

    def __ror__(self, other: Any, /) -> Tensor:
        """Return ``other | self``."""
        return operate(ops.BITWISE_OR, other, self)

    def __rxor__(self, other: Any, /) -> Tensor:
        """Return ``other ^ self``."""
        return operate(ops.BITWISE_XOR, other, self)

    def __rlshift__(self, other: Any, /) -> Tensor:
        """Return ``other << self``."""
        return operate(ops.BITWISE_LEFT_SHIFT, other, self)

    def __rrshift__(self, other: Any, /) -> Tensor:
        """Return ``other >> self``."""
        return operate(ops.BITWISE_RIGHT_SHIFT, other, self)

    # --- in place -------------------------------------------------------------------
    def __iadd__(self, other: Any, /) -> Tensor:
        """Add in place."""
        return operate_in_place(ops.ADD, self, other)

    def __isub__(self, other: Any, /) -> Tensor:
        """Subtract in place."""
        return operate_in_place(ops.SUBTRACT, self, other)

    def __imul__(self, other: Any, /) -> Tensor:
        """Multiply in place."""
        return operate_in_place(ops.MULTIPLY, self, other)

    def __itruediv__(self, other: Any, /) -> Tensor:
        """Divide in place."""
        return operate_in_place(ops.DIVIDE, self, other)

    def __ifloordiv__(self, other: Any, /) -> Tensor:
        """Floor-divide in place."""
        return operate_in_place(ops.FLOOR_DIVIDE, self, other)

    def __imod__(self, other: Any, /) -> Tensor:
        """Take the remainder in place."""
        return operate_in_place(ops.REMAINDER, self, other)

    def __ipow__(self, other: Any, /) -> Tensor:
        """Raise to a power in place."""
        return operate_in_place(ops.POW, self, other)

    def __imatmul__(self, other: Any, /) -> Tensor:
        """Multiply matrices in place; the product must keep shape and dtype."""
        other = beside(self, other)
        if other.__class__ is not Tensor:
            return NotImplemented
        product = self @ other
        if product.shape != self.shape or product.dtype != self.dtype:
            raise ValueError(
                f"in-place matmul: a product of shape {product.shape} and dtype {product.dtype} "
                f"does not fit into shape {self.shape} and dtype {self.dtype}"
            )
        self[...] = product
        return self

    def __iand__(self, other: Any, /) -> Tensor:
        """Bitwise and in place."""
        return operate_in_place(ops.BITWISE_AND, self, other)

    def __ior__(self, other: Any, /) -> Tensor:
        """Bitwise or in place."""
        return operate_in_place(ops.BITWISE_OR, self, other)

    def __ixor__(self, other: Any, /) -> Tensor:
        """Bitwise exclusive or in place."""
        return operate_in_place(ops.BITWISE_XOR, self, other)

    def __ilshift__(self, other: Any, /) -> Tensor:
        """Shift left in place."""
        return operate_in_place(ops.BITWISE_LEFT_SHIFT, self, other)

    def __irshift__(self, other: Any, /) -> Tensor:
        """Shift right in place."""
        return operate_in_place(ops.BITWISE_RIGHT_SHIFT, self, other)

    # --- unary and comparison -----------------------------------------------------------
    def __neg__(self) -> Tensor:
        """Return ``-self``."""
        return apply1(ops.NEGATIVE, self)

    def __pos__(self) -> Tensor:
        """Return a copy."""
        return apply1(ops.POSITIVE, self)

    def __abs__(self) -> Tensor:
        """Return the absolute value."""
        return apply1(ops.ABS, self)

    def __invert__(self) -> Tensor:
        """Return ``~self``."""
        return apply1(ops.BITWISE_INVERT, self)

    def __eq__(self, other: object, /) -> Tensor:  # type: ignore[override]
        """Compare element by element."""
        return operate(ops.EQUAL, self, other)

    def __ne__(self, other: object, /) -> Tensor:  # type: ignore[override]
        """Compare element by element."""
        return operate(ops.NOT_EQUAL, self, other)

    def __lt__(self, other: Any, /) -> Tensor:
        """Compare element by element."""
        return operate(ops.LESS, self, other)

    def __le__(self, other: Any, /) -> Tensor:
        """Compare element by element."""
        return operate(ops.LESS_EQUAL, self, other)

    def __gt__(self, other: Any, /) -> Tensor:
        """Compare element by element."""
        return operate(ops.GREATER, self, other)

    def __ge__(self, other: Any, /) -> Tensor:
        """Compare element by element."""
        return operate(ops.GREATER_EQUAL, self, other)

    __hash__ = None  # type: ignore[assignment]

    # --- conversion to Python -------------------------------------------------------------
    def __bool__(self) -> builtins.bool:
        """Return the truth of the one element."""
        return builtins.bool(self._one("bool"))

    def __int__(self) -> int:
        """Return the one element as an int."""
        return int(self._one("int"))

    def __float__(self) -> float:
        """Return the one element as a float."""
        return float(self._one("float"))

    def __complex__(self) -> complex:
        """Return the one element as a complex."""
        return complex(self._one("complex"))

    def __index__(self) -> int:
        """Return the one integer element, for use as an index."""
        if self.dtype.kind not in "iu" or self.ndim != 0:
            raise TypeError(
                f"index: needs a 0-d integer tensor, got shape {self.shape} and dtype {self.dtype}"
            )
        return int(self._one("index"))

    def _one(self, operation: str) -> Any:
        if self.size != 1 or self.ndim:
            if self.size == 1:  # NumPy code takes the one element of any rank
                return self.reshape(())._one(operation)
            if operation == "bool":  # NumPy's type for an ambiguous truth value
                raise ValueError(f"bool: shape {self.shape} has no one truth: use any(x) or all(x)")
            raise TypeError(
                f"{operation}: needs one element, got shape {self.shape} (index or reduce it first)"
            )
        if operation in ("int", "float") and self.dtype.kind == "c":
            raise TypeError(f"{operation}: {self.dtype} does not convert (take real(x) or abs(x))")
        return self._device.scalar(self._settled())

    def item(self, *index: Any) -> Any:
        """Return one element as a Python scalar: the only one, or that at `index`."""
        if len(index) == 1 and isinstance(index[0], tuple):
            index = index[0]
        if not index:
            return self._one("item")
        chosen = self.reshape(-1)[index[0]] if len(index) == 1 else self[index]
        return chosen._one("item")

    def tolist(self) -> Any:
        """Return the elements as nested lists of Python scalars."""
        return self._device.to_host(self._settled()).tolist()

    def to_numpy(self) -> NDArray[Any]:
        """Return the elements as an ndarray: the same memory on cpu, a copy from a GPU."""
        return self._device.to_host(self._export())

    def __len__(self) -> int:
        """Return the length of the first axis."""
        shape = self.shape
        if not shape:
            raise TypeError("len: a 0-d tensor has no length")
        return shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        """Iterate over the first axis."""
        if not self.shape:
            raise TypeError("iteration over a 0-d tensor")
        return (self[i] for i in range(self.shape[0]))

    def __contains__(self, value: Any) -> builtins.bool:
        """Whether any element equals `value`."""
        from ._utility import any as any_

        equal = self == value
        return builtins.bool(any_(equal) if equal.__class__ is Tensor else equal)

    # --- indexing -------------------------------------------------------------------------
    def __getitem__(self, key: Any, /) -> Tensor:
        """Return a view (basic keys) or a new tensor (integer and boolean arrays)."""
        a = self._array
        if a is not None and a.ndim:
            kind = key.__class__
            quick: Any = None
            if kind is slice or (kind is int and -a.shape[0] <= key < a.shape[0]):
                quick = (key,)
            elif kind is tuple and _is_quick(key, a.shape):
                quick = key
            if quick is not None:
                try:
                    return self._view(self._device.index(a, quick))
                except (TypeError, ValueError):  # bad bounds: said better below
                    pass
        from ._indexing import getitem

        return getitem(self, key)

    def __setitem__(self, key: Any, value: Any, /) -> None:
        """Write a scalar or tensor, converted and broadcast, to the selected elements."""
        from ._indexing import setitem

        setitem(self, key, value)


def _is_quick(key: tuple[Any, ...], shape: Shape) -> builtins.bool:
    """Whether a key is of slices and integers in range, no more than there are axes."""
    if len(key) > len(shape):
        return False
    for part, n in zip(key, shape, strict=False):
        kind = part.__class__
        if kind is not slice and not (kind is int and 0 <= part < n):
            return False
    return True


_new = object.__new__


def wrap(array: DeviceArray, device: Device) -> Tensor:
    """Return a tensor of new memory."""
    x = _new(Tensor)
    x._array = array
    x._node = None
    x._storage = None
    x._device = device
    return x


# The class and the path its operators take need each other; the class comes first.
from ._apply import apply1, beside, operate, operate_in_place  # noqa: E402
