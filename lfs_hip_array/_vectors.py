# SPDX-License-Identifier: Apache-2.0
"""Diagonals, products of vectors and their norms: what `linalg` has besides factorisations."""

from __future__ import annotations

import builtins
from typing import Any

from . import _dtypes as dt
from ._apply import convert
from ._checks import (
    broadcast_error,
    dtype_or,
    require_kind,
    require_ndim,
    require_same_device,
    require_tensor,
)
from ._checks import index as check_index
from ._elementwise import abs as abs_
from ._elementwise import not_equal, sqrt, square, subtract
from ._elementwise import pow as pow_
from ._linear_algebra import outer_product
from ._manipulation import broadcast_arrays, moveaxis, stack
from ._statistical import max as max_
from ._statistical import min as min_
from ._statistical import sum as sum_
from ._tensor import Tensor
from ._views import broadcast_shapes, normalize_axes, normalize_axis


def diagonal(x: Tensor, /, *, offset: int = 0) -> Tensor:
    """Return the diagonals of the last two axes, as a last axis (a view).

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)`` and any dtype.
    offset : int
        0 (the default) the main diagonal, positive above, negative below.

    Returns
    -------
    Tensor
        A view of the leading axes and one as long as the diagonal: 0 beyond the matrix.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `offset` is not an integer.
    ValueError
        If `x` has fewer than two dimensions.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.diagonal(xp.asarray([[1, 2, 3], [4, 5, 6]], device="cpu"), offset=1)
    Tensor([2, 6], dtype=int64, device='cpu')
    """
    require_tensor("diagonal", x)
    require_ndim("diagonal", x, 2)
    offset = check_index("diagonal", "offset", offset)
    return x._view(x.device.diagonal(x._settled(), offset))


def trace(x: Tensor, /, *, offset: int = 0, dtype: Any = None) -> Tensor:
    """Return the sums along the diagonals of the last two axes.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)`` and any dtype.
    offset : int
        As for `diagonal`.
    dtype : dtype, optional
        As for `sum`: default int64 or uint64 for integers and bool, else that of `x`.

    Returns
    -------
    Tensor
        Of the leading axes.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, `offset` is not an integer, or `x` is complex and `dtype`
        is not.
    ValueError
        If `x` has fewer than two dimensions.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.trace(xp.asarray([[1.0, 2.0], [3.0, 4.0]], device="cpu"))
    Tensor(5., dtype=float64, device='cpu')
    """
    require_tensor("trace", x)
    if dtype is not None:
        dtype = dtype_or("trace", dtype, x.dtype)
    return sum_(diagonal(x, offset=offset), axis=-1, dtype=dtype)


def outer(x1: Tensor, x2: Tensor, /) -> Tensor:
    """Return the products of all pairs of elements of two vectors.

    Parameters
    ----------
    x1, x2 : Tensor
        Of shapes ``(N,)`` and ``(M,)`` and numeric dtypes.

    Returns
    -------
    Tensor
        Of shape ``(N, M)`` and the promoted dtype.

    Raises
    ------
    TypeError
        If an operand is not a Tensor, or both are bool.
    ValueError
        If an operand is no vector, or the tensors are on two devices.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.outer(xp.asarray([1, 2], device="cpu"), xp.asarray([3, 4, 5], device="cpu"))
    Tensor([[ 3,  4,  5],
            [ 6,  8, 10]], dtype=int64, device='cpu')
    """
    return outer_product(x1, x2)


def cross(x1: Tensor, x2: Tensor, /, *, axis: int = -1) -> Tensor:
    """Return cross products of 3-element vectors along an axis.

    Parameters
    ----------
    x1, x2 : Tensor
        Of numeric dtypes; they broadcast, and are 3 long along `axis`.
    axis : int
        Counted in the broadcast shape. Default the last.

    Returns
    -------
    Tensor
        Of the broadcast shape and the promoted dtype.

    Raises
    ------
    TypeError
        If an operand is not a Tensor or is bool, or `axis` is not an integer.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).
    ValueError
        If an operand is not 3 long along `axis`, the shapes do not broadcast, or the
        tensors are on two devices.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([1, 0, 0], device="cpu")
    >>> xp.linalg.cross(x, xp.asarray([0, 1, 0], device="cpu"))
    Tensor([0, 0, 1], dtype=int64, device='cpu')
    """
    require_tensor("cross", x1, x2)
    require_same_device("cross", x1, x2)
    require_kind("cross", x1.dtype, "iufc")
    require_kind("cross", x2.dtype, "iufc")
    if broadcast_shapes(x1.shape, x2.shape) is None:
        raise broadcast_error("cross", (x1.shape, x2.shape))
    n = max(x1.ndim, x2.ndim)
    place = normalize_axis(axis, n, "cross") - n
    for x in (x1, x2):
        if x.ndim < -place or x.shape[place] != 3:
            raise ValueError(
                f"cross: shapes {x1.shape} and {x2.shape} must both be 3 long along axis {axis}"
            )
    a, b = broadcast_arrays(x1, x2)
    a, b = moveaxis(a, place, -1), moveaxis(b, place, -1)

    def minor(i: int, j: int) -> Tensor:
        return subtract(a[..., i] * b[..., j], a[..., j] * b[..., i])

    return stack([minor(1, 2), minor(2, 0), minor(0, 1)], axis=place)


def vector_norm(
    x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False, ord: Any = 2
) -> Tensor:
    """Return norms of vectors.

    Parameters
    ----------
    x : Tensor
        Of any dtype; integers and bool are computed as float64.
    axis : int, tuple of int or None
        None (the default) takes all elements as one vector.
    keepdims : bool
        Keep the reduced axes with length 1.
    ord : int or float
        2 (the default), 1, 0 (counts nonzero), inf, -inf, or any p:
        ``sum(|x|**p)**(1/p)``.

    Returns
    -------
    Tensor
        Of the dtype of `x`, or of its components where it is complex. 2-norms of float16
        are carried in float32; the powers of other dtypes may overflow.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `ord` is not a number.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axis` names an axis twice, or `ord` is -inf and there are no elements.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.vector_norm(xp.asarray([[3.0, 4.0], [6.0, 8.0]], device="cpu"), axis=1)
    Tensor([ 5., 10.], dtype=float64, device='cpu')
    """
    require_tensor("vector_norm", x)
    if x.dtype.kind in "biu":
        x = convert(x, dt.DEFAULT_FLOAT)
    if not isinstance(ord, (int, float)):
        raise TypeError(f"vector_norm: ord must be a number, got {ord!r}")
    dtype = dt.real_part(x.dtype)
    size = abs_(x)
    axes = normalize_axes(axis, x.ndim, "vector_norm")
    if ord == 0:
        return sum_(not_equal(x, 0), axis=axes, keepdims=keepdims, dtype=dtype)
    if ord == 1:
        return sum_(size, axis=axes, keepdims=keepdims)
    if ord == 2:
        return _euclidean(size, axes, keepdims)
    if ord in (float("inf"), -float("inf")):
        if ord > 0 and builtins.any(x.shape[i] == 0 for i in axes):
            return sum_(size, axis=axes, keepdims=keepdims)
        return (max_ if ord > 0 else min_)(size, axis=axes, keepdims=keepdims)
    return pow_(sum_(pow_(size, float(ord)), axis=axes, keepdims=keepdims), 1 / float(ord))


def _euclidean(size: Tensor, axes: tuple[int, ...], keepdims: builtins.bool) -> Tensor:
    """Sum squares; float16 in float32, where its squares fit."""
    if size.dtype == dt.float16:
        wide = convert(size, dt.float32)
        return convert(sqrt(sum_(square(wide), axis=axes, keepdims=keepdims)), dt.float16)
    return sqrt(sum_(square(size), axis=axes, keepdims=keepdims))
