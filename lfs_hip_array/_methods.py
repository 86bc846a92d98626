# SPDX-License-Identifier: Apache-2.0
"""Methods that NumPy code expects of an array: each calls the function of its name.

The chapters are imported when a method is called: they import the Tensor class.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._reductions import Reductions

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


class NumpyMethods(Reductions):
    """Array methods with NumPy's names."""

    __slots__ = ()

    def reshape(
        self: Any, *shape: Any, copy: builtins.bool | None = None, order: str = "C"
    ) -> Tensor:
        """Return the tensor with another shape: see `lfs_hip_array.reshape`.

        Parameters
        ----------
        *shape : int, or one tuple or list of int
            One length may be -1: what is left.
        copy : bool, optional
            As for `lfs_hip_array.reshape`.
        order : {"C"}
            Accepted for NumPy code.

        Returns
        -------
        Tensor
            A view where possible, of the dtype of the tensor.

        Raises
        ------
        TypeError
            If a length is not an integer.
        ValueError
            If the shape does not hold as many elements, ``copy=False`` and a copy is needed,
            or `order` is not "C".

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.arange(6, device="cpu").reshape(2, -1)
        Tensor([[0, 1, 2],
                [3, 4, 5]], dtype=int64, device='cpu')
        """
        from ._manipulation import reshape

        if order != "C":
            raise ValueError(f"reshape: order must be 'C', got {order!r}")
        wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        return reshape(self, tuple(wanted), copy=copy)

    def ravel(self: Any) -> Tensor:
        """Return the elements in row-major order as one axis; raises nothing.

        Returns
        -------
        Tensor
            A view where possible.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([[1, 2], [3, 4]], device="cpu").ravel()
        Tensor([1, 2, 3, 4], dtype=int64, device='cpu')
        """
        flat: Tensor = self.reshape(-1)
        return flat

    def flatten(self: Any) -> Tensor:
        """Return a copy of the elements in row-major order as one axis; raises nothing.

        Returns
        -------
        Tensor
            Always new.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([[1, 2], [3, 4]], device="cpu").flatten()
        Tensor([1, 2, 3, 4], dtype=int64, device='cpu')
        """
        flat: Tensor = self.reshape(-1, copy=True)
        return flat

    def transpose(self: Any, *axes: Any) -> Tensor:
        """Return the tensor with its axes reversed or permuted.

        Parameters
        ----------
        *axes : int, or one tuple or list of int
            A permutation of all axes; nothing, or None, reverses them.

        Returns
        -------
        Tensor
            A view.

        Raises
        ------
        TypeError
            If `axes` are not integers.
        IndexError
            If an axis is out of range (NumPy's ``AxisError``).
        ValueError
            If `axes` does not name every axis once.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.zeros((2, 3, 4), device="cpu").transpose(1, 0, 2).shape
        (3, 2, 4)
        """
        from ._manipulation import permute_dims

        order = axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes
        if not order or order == (None,):
            order = tuple(reversed(range(self.ndim)))
        return permute_dims(self, tuple(order))

    def squeeze(self: Any, axis: Any = None) -> Tensor:
        """Return the tensor without axes of length 1.

        Parameters
        ----------
        axis : int, tuple of int or None
            The axes to remove; None (the default) removes all of length 1.

        Returns
        -------
        Tensor
            A view.

        Raises
        ------
        IndexError
            If an axis is out of range (NumPy's ``AxisError``).
        ValueError
            If an axis is not of length 1, or is named twice.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.zeros((1, 3, 1), device="cpu").squeeze().shape
        (3,)
        """
        from ._manipulation import squeeze

        if axis is None:
            axis = tuple(i for i, n in enumerate(self.shape) if n == 1)
        return squeeze(self, axis)

    def astype(self: Any, dtype: Any, *, copy: builtins.bool = True, device: Any = None) -> Tensor:
        """Return the tensor converted to another dtype: see `lfs_hip_array.astype`.

        Parameters
        ----------
        dtype : dtype
        copy : bool
        device : str or Device, optional
            As for `lfs_hip_array.astype`.

        Returns
        -------
        Tensor
            Of the same shape; the tensor itself where ``copy=False`` and nothing is to do.

        Raises
        ------
        TypeError
            If the dtype is not supported, or the tensor is complex and `dtype` is real but not
            bool.
        ValueError
            If there is no such device.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([1.7, -1.7], device="cpu").astype(xp.int32)
        Tensor([ 1, -1], dtype=int32, device='cpu')
        """
        from ._datatype import astype

        return astype(self, dtype, copy=copy, device=device)

    def copy(self: Any) -> Tensor:
        """Return a copy; raises nothing.

        Returns
        -------
        Tensor
            Of the same shape, dtype and device.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> x = xp.asarray([1, 2], device="cpu")
        >>> y = x.copy()
        >>> y[0] = 7
        >>> x
        Tensor([1, 2], dtype=int64, device='cpu')
        """
        from ._asarray import asarray

        return asarray(self, copy=True)

    def fill(self: Any, value: Any) -> None:
        """Set every element, as ``x[...] = value`` does.

        Parameters
        ----------
        value : scalar or Tensor
            Converted to the dtype of the tensor.

        Raises
        ------
        TypeError
            If `value` is no number, or complex and the tensor is not.
        ValueError
            If the tensor is read-only, `value` does not broadcast to its shape, or is NaN and
            the dtype has none.
        OverflowError
            If a Python integer does not fit into the dtype.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> x = xp.zeros(3, device="cpu")
        >>> x.fill(2)
        >>> x
        Tensor([2., 2., 2.], dtype=float64, device='cpu')
        """
        self[...] = value

    def conj(self: Any) -> Tensor:
        """Return the complex conjugate, of any dtype; raises nothing.

        Returns
        -------
        Tensor
            Of the same shape and dtype; new.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([1 + 2j], device="cpu").conj()
        Tensor([1.-2.j], dtype=complex128, device='cpu')
        """
        from ._elementwise import conj

        return conj(self)
