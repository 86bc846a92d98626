# SPDX-License-Identifier: Apache-2.0
"""Methods that reduce a tensor: part of `_methods`."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._tensor import Tensor


class Reductions:
    """Reductions with NumPy's names, which are the standard's functions."""

    __slots__ = ()

    def sum(
        self: Any, axis: Any = None, *, dtype: Any = None, keepdims: builtins.bool = False
    ) -> Tensor:
        """Return the sum of elements: see `lfs_hip_array.sum`.

        Parameters
        ----------
        axis : int, tuple of int or None
        dtype : dtype, optional
        keepdims : bool
            As for `lfs_hip_array.sum`.

        Returns
        -------
        Tensor
            Of the dtype that `dtype` says, without the reduced axes.

        Raises
        ------
        TypeError
            If the tensor is complex and `dtype` is not.
        IndexError
            If an axis is out of range (NumPy's ``AxisError``).
        ValueError
            If `axis` names an axis twice.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([[1, 2], [3, 4]], device="cpu").sum(axis=0)
        Tensor([4, 6], dtype=int64, device='cpu')
        """
        from ._statistical import sum as sum_

        return sum_(self, axis=axis, dtype=dtype, keepdims=keepdims)

    def prod(
        self: Any, axis: Any = None, *, dtype: Any = None, keepdims: builtins.bool = False
    ) -> Tensor:
        """Return the product of elements: see `lfs_hip_array.prod`.

        Parameters
        ----------
        axis : int, tuple of int or None
        dtype : dtype, optional
        keepdims : bool
            As for `lfs_hip_array.prod`.

        Returns
        -------
        Tensor
            Of the dtype that `dtype` says, without the reduced axes.

        Raises
        ------
        TypeError
            If the tensor is complex and `dtype` is not.
        IndexError
            If an axis is out of range (NumPy's ``AxisError``).
        ValueError
            If `axis` names an axis twice.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([[1, 2], [3, 4]], device="cpu").prod(axis=0)
        Tensor([3, 8], dtype=int64, device='cpu')
        """
        from ._statistical import prod as prod_

        return prod_(self, axis=axis, dtype=dtype, keepdims=keepdims)

    def mean(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return the mean of elements: see `lfs_hip_array.mean`.

        Parameters
        ----------
        axis : int, tuple of int or None
        keepdims : bool
            As for `lfs_hip_array.mean`.

        Returns
        -------
        Tensor
            Floating point, without the reduced axes; NaN over no elements.

        Raises
        ------
        IndexError
            If an axis is out of range (NumPy's ``AxisError``).
        ValueError
            If `axis` names an axis twice.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([[1, 2], [3, 4]], device="cpu").mean(axis=0)
        Tensor([2., 3.], dtype=float64, device='cpu')
        """
        from ._statistical import mean

        return mean(self, axis=axis, keepdims=keepdims)

    def min(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return the smallest elements: see `lfs_hip_array.min`.

        Parameters
        ----------
        axis : int, tuple of int or None
        keepdims : bool
            As for `lfs_hip_array.min`.

        Returns
        -------
        Tensor
            Of the same dtype, without the reduced axes.

        Raises
        ------
        TypeError
            If the dtype is complex.
        IndexError
            If an axis is out of range (NumPy's ``AxisError``).
        ValueError
            Over no elements, or if `axis` names an axis twice.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([[1, 2], [3, 4]], device="cpu").min(axis=1)
        Tensor([1, 3], dtype=int64, device='cpu')
        """
        from ._statistical import min as min_

        return min_(self, axis=axis, keepdims=keepdims)

    def max(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return the largest elements: see `lfs_hip_array.max`.

        Parameters
        ----------
        axis : int, tuple of int or None
        keepdims : bool
            As for `lfs_hip_array.max`.

        Returns
        -------
        Tensor
            Of the same dtype, without the reduced axes.

        Raises
        ------
        TypeError
            If the dtype is complex.
        IndexError
            If an axis is out of range (NumPy's ``AxisError``).
        ValueError
            Over no elements, or if `axis` names an axis twice.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([[1, 2], [3, 4]], device="cpu").max(axis=1)
        Tensor([2, 4], dtype=int64, device='cpu')
        """
        from ._statistical import max as max_

        return max_(self, axis=axis, keepdims=keepdims)

    def any(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return whether any element is true: see `lfs_hip_array.any`.

        Parameters
        ----------
        axis : int, tuple of int or None
        keepdims : bool
            As for `lfs_hip_array.any`.

        Returns
        -------
        Tensor
            Of dtype bool, without the reduced axes; False over no elements.

        Raises
        ------
        IndexError
            If an axis is out of range (NumPy's ``AxisError``).
        ValueError
            If `axis` names an axis twice.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([[0, 0], [0, 4]], device="cpu").any(axis=1)
        Tensor([False,  True], dtype=bool, device='cpu')
        """
        from ._utility import any as any_

        return any_(self, axis=axis, keepdims=keepdims)

    def all(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return whether all elements are true: see `lfs_hip_array.all`.

        Parameters
        ----------
        axis : int, tuple of int or None
        keepdims : bool
            As for `lfs_hip_array.all`.

        Returns
        -------
        Tensor
            Of dtype bool, without the reduced axes; True over no elements.

        Raises
        ------
        IndexError
            If an axis is out of range (NumPy's ``AxisError``).
        ValueError
            If `axis` names an axis twice.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([[1, 2], [0, 4]], device="cpu").all(axis=1)
        Tensor([ True, False], dtype=bool, device='cpu')
        """
        from ._utility import all as all_

        return all_(self, axis=axis, keepdims=keepdims)

    def argmax(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return the indices of the largest elements: see `lfs_hip_array.argmax`.

        Parameters
        ----------
        axis : int or None
        keepdims : bool
            As for `lfs_hip_array.argmax`.

        Returns
        -------
        Tensor
            Of dtype int64, without `axis`.

        Raises
        ------
        TypeError
            If the dtype is complex, or `axis` is not an integer.
        IndexError
            If `axis` is out of range (NumPy's ``AxisError``).
        ValueError
            Over no elements.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([[1, 2], [4, 3]], device="cpu").argmax(axis=1)
        Tensor([1, 0], dtype=int64, device='cpu')
        """
        from ._searching import argmax

        return argmax(self, axis=axis, keepdims=keepdims)

    def argmin(self: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> Tensor:
        """Return the indices of the smallest elements: see `lfs_hip_array.argmin`.

        Parameters
        ----------
        axis : int or None
        keepdims : bool
            As for `lfs_hip_array.argmin`.

        Returns
        -------
        Tensor
            Of dtype int64, without `axis`.

        Raises
        ------
        TypeError
            If the dtype is complex, or `axis` is not an integer.
        IndexError
            If `axis` is out of range (NumPy's ``AxisError``).
        ValueError
            Over no elements.

        Notes
        -----
        Source: NumPy's method of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.asarray([[1, 2], [4, 3]], device="cpu").argmin(axis=1)
        Tensor([0, 1], dtype=int64, device='cpu')
        """
        from ._searching import argmin

        return argmin(self, axis=axis, keepdims=keepdims)
