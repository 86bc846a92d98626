# SPDX-License-Identifier: Apache-2.0
"""Methods that NumPy code expects of an array: each calls the function of its name.

The chapters are imported when a method is called: they import the Tensor class.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._tensor import Tensor


class Flat:
    """The elements in row-major order, as one axis: what ``x.flat`` gives.

    Reading gives tensors, and writing through it writes to the tensor.
    """

    __slots__ = ("_x",)

    def __init__(self, x: Tensor) -> None:
        self._x = x

    def __len__(self) -> int:
        """Return the number of elements."""
        return self._x.size

    def __iter__(self) -> Iterator[Tensor]:
        """Iterate over the elements as 0-d tensors."""
        return iter(self._x.reshape(-1))

    def __getitem__(self, key: Any) -> Tensor:
        """Return elements by an index into the one axis."""
        return self._x.reshape(-1)[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        """Write elements by an index into the one axis."""
        x = self._x
        try:
            x.reshape(-1, copy=False)[key] = value
        except ValueError:  # no view: the layout has no such axis (or the value does not fit)
            flat = x.reshape(-1, copy=True)
            flat[key] = value
            x[...] = flat.reshape(x.shape)


class NumpyMethods:
    """Array methods with NumPy's names."""

    __slots__ = ()

    def reshape(
        self: Any, *shape: Any, copy: builtins.bool | None = None, order: str = "C"
    ) -> Tensor:
        """Return the tensor with another shape: see `reshape`."""
        from ._manipulation import reshape

        if order != "C":
            raise ValueError(f"reshape: order must be 'C', got {order!r}")
        wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        return reshape(self, tuple(wanted), copy=copy)

    def ravel(self: Any) -> Tensor:
        """Return the tensor as one axis, a view where possible."""
        flat: Tensor = self.reshape(-1)
        return flat

    def flatten(self: Any) -> Tensor:
        """Return a copy as one axis."""
        flat: Tensor = self.reshape(-1, copy=True)
        return flat

    def transpose(self: Any, *axes: Any) -> Tensor:
        """Return the tensor with its axes reversed or permuted (a view)."""
        from ._manipulation import permute_dims

        order = axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes
        if not order or order == (None,):
            order = tuple(reversed(range(self.ndim)))
        return permute_dims(self, tuple(order))

    def squeeze(self: Any, axis: Any = None) -> Tensor:
        """Return the tensor without axes of length 1 (a view)."""
        from ._manipulation import squeeze

        if axis is None:
            axis = tuple(i for i, n in enumerate(self.shape) if n == 1)
        return squeeze(self, axis)

    def astype(self: Any, dtype: Any, *, copy: builtins.bool = True, device: Any = None) -> Tensor:
        """Return the tensor converted to another dtype: see `astype`."""
        from ._datatype import astype

        return astype(self, dtype, copy=copy, device=device)

    def copy(self: Any) -> Tensor:
        """Return a copy."""
        from ._asarray import asarray

        return asarray(self, copy=True)

    def fill(self: Any, value: Any) -> None:
        """Set every element to a scalar."""
        self[...] = value

    def sum(
        self: Any, axis: Any = None, *, dtype: Any = None, keepdims: builtins.bool = False
    ) -> Tensor:
        """Return the sum: see `sum`."""
        from ._statistical import sum as sum_

        return sum_(self, axis=axis, dtype=dtype, keepdims=keepdims)

    def prod(
        self: Any, axis: Any = None, *, dtype: Any = None, keepdims: builtins.bool = False
    ) -> Tensor:
        """Return the product: see `prod`."""
        from ._statistical import prod as prod_

        return prod_(self, axis=axis, dtype=dtype, keepdims=keepdims)

    def mean(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return the mean: see `mean`."""
        from ._statistical import mean

        return mean(self, axis=axis, keepdims=keepdims)

    def min(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return the smallest value: see `min`."""
        from ._statistical import min as min_

        return min_(self, axis=axis, keepdims=keepdims)

    def max(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return the largest value: see `max`."""
        from ._statistical import max as max_

        return max_(self, axis=axis, keepdims=keepdims)

    def any(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return whether any element is true: see `any`."""
        from ._utility import any as any_

        return any_(self, axis=axis, keepdims=keepdims)

    def all(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return whether all elements are true: see `all`."""
        from ._utility import all as all_

        return all_(self, axis=axis, keepdims=keepdims)

    def argmax(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return the index of the largest value: see `argmax`."""
        from ._searching import argmax

        return argmax(self, axis=axis, keepdims=keepdims)

    def argmin(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return the index of the smallest value: see `argmin`."""
        from ._searching import argmin

        return argmin(self, axis=axis, keepdims=keepdims)

    def conj(self: Any) -> Tensor:
        """Return the complex conjugate."""
        from ._elementwise import conj

        return conj(self)
