# SPDX-License-Identifier: Apache-2.0
"""Linear algebra functions of the main namespace."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from . import _dtypes as dt
from ._apply import convert, convert_if
from ._checks import broadcast_error, require_kind, require_same_device, require_tensor
from ._checks import index as check_index
from ._elementwise import conj, multiply
from ._manipulation import broadcast_arrays, moveaxis, permute_dims, reshape
from ._statistical import sum as sum_
from ._tensor import Tensor, wrap
from ._views import broadcast_shapes, normalize_axis


def _pair(operation: str, x1: Any, x2: Any) -> tuple[Tensor, Tensor, dt.DType]:
    require_tensor(operation, x1, x2)
    require_same_device(operation, x1, x2)
    dtype = dt.promote(x1.dtype, x2.dtype)
    return convert_if(x1, dtype), convert_if(x2, dtype), dtype


def matmul(x1: Tensor, x2: Tensor, /) -> Tensor:
    """Return the matrix product.

    Parameters
    ----------
    x1, x2 : Tensor
        Of at least one dimension: matrices in the last two, the others
        broadcast. One axis is a row vector on the left, a column on the right,
        and is dropped from the result.

    Returns
    -------
    Tensor
        Of the promoted dtype. float16 is carried in float32, integers are
        exact and wrap; bool is "and" and "or".

    Raises
    ------
    TypeError
        If an operand is not a Tensor.
    ValueError
        For 0-d operands, shapes that do not fit, and tensors on two devices.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([[1, 2], [3, 4]], device="cpu")
    >>> xp.matmul(x, xp.asarray([1, 1], device="cpu"))
    Tensor([3, 7], dtype=int64, device='cpu')
    """
    a, b, dtype = _pair("matmul", x1, x2)
    if a.ndim == 0 or b.ndim == 0:
        raise ValueError(
            f"matmul: needs at least 1 dimension, got shapes {a.shape} and {b.shape} (use *)"
        )
    inner = b.shape[0] if b.ndim == 1 else b.shape[-2]
    if a.shape[-1] != inner or broadcast_shapes(a.shape[:-2], b.shape[:-2]) is None:
        raise ValueError(
            f"matmul: shapes {a.shape} and {b.shape} do not fit: the last axis of x1 must be "
            "as long as the last but one of x2, and leading axes must broadcast"
        )
    return wrap(a.device.matmul(a._settled(), b._settled(), dtype), a.device)


def matrix_transpose(x: Tensor, /) -> Tensor:
    """Return the transpose of the last two axes (a view).

    Parameters
    ----------
    x : Tensor
        Of shape ``(…, M, N)`` and any dtype.

    Returns
    -------
    Tensor
        A view of shape ``(…, N, M)``.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.
    ValueError
        If `x` has fewer than two dimensions.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.matrix_transpose(xp.asarray([[1, 2], [3, 4]], device="cpu"))
    Tensor([[1, 3],
            [2, 4]], dtype=int64, device='cpu')
    """
    require_tensor("matrix_transpose", x)
    if x.ndim < 2:
        raise ValueError(f"matrix_transpose: needs at least 2 dimensions, got shape {x.shape}")
    return x.mT


def vecdot(x1: Tensor, x2: Tensor, /, *, axis: int = -1) -> Tensor:
    """Return dot products of vectors along an axis: ``sum(conj(x1) * x2)``.

    Parameters
    ----------
    x1, x2 : Tensor
        Of numeric dtypes; the axes other than `axis` broadcast.
    axis : int
        Counted in both operands; of equal length there. Default the last.

    Returns
    -------
    Tensor
        Of the broadcast shape without `axis`, and the promoted dtype.

    Raises
    ------
    TypeError
        If an operand is not a Tensor, or both are bool.
    IndexError
        If `axis` is out of range of either operand (NumPy's ``AxisError``).
    ValueError
        If the lengths along `axis` differ, the others do not broadcast, or the tensors
        are on two devices.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.vecdot(xp.asarray([1, 2, 3], device="cpu"), xp.asarray([4, 5, 6], device="cpu"))
    Tensor(32, dtype=int64, device='cpu')
    """
    a, b, dtype = _pair("vecdot", x1, x2)
    require_kind("vecdot", dtype, "iufc")
    i = normalize_axis(axis, min(a.ndim, b.ndim), "vecdot")
    from_end = axis if axis < 0 else None
    ia = a.ndim + from_end if from_end is not None else i
    ib = b.ndim + from_end if from_end is not None else i
    if a.shape[ia] != b.shape[ib]:
        raise ValueError(
            f"vecdot: shapes {a.shape} and {b.shape} differ in length along axis {axis}"
        )
    a, b = moveaxis(a, ia, -1), moveaxis(b, ib, -1)
    if broadcast_shapes(a.shape, b.shape) is None:
        raise broadcast_error("vecdot", (x1.shape, x2.shape))
    left = conj(a) if dtype.kind == "c" else a
    if dtype == dt.float16:
        # Products of float16 overflow where their float32 sum would not.
        left, b = convert(left, dt.float32), convert(b, dt.float32)
    return convert_if(sum_(multiply(left, b), axis=-1, dtype=left.dtype), dtype)


def tensordot(x1: Tensor, x2: Tensor, /, *, axes: Any = 2) -> Tensor:
    """Return the tensor contraction over axes.

    Parameters
    ----------
    x1, x2 : Tensor
        Of any dtypes.
    axes : int or pair of sequences of int
        The number of axes (the last of `x1` with the first of `x2`), or the
        axes of each, pairwise of equal length. Default 2.

    Returns
    -------
    Tensor
        Of the promoted dtype: the free axes of `x1`, then those of `x2`.

    Raises
    ------
    TypeError
        If an operand is not a Tensor, or `axes` are not integers.
    IndexError
        If a named axis is out of range (NumPy's ``AxisError``).
    ValueError
        If the axes are not of equal length or number, are named twice, or are more than
        there are, or the tensors are on two devices.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.ones((2, 3), device="cpu")
    >>> xp.tensordot(x, x, axes=((1,), (1,)))
    Tensor([[3., 3.],
            [3., 3.]], dtype=float64, device='cpu')
    """
    a, b, _ = _pair("tensordot", x1, x2)
    left, right = _contracted(a, b, axes)
    shape_a, shape_b = a.shape, b.shape
    if [shape_a[i] for i in left] != [shape_b[i] for i in right]:
        raise ValueError(
            f"tensordot: shapes {shape_a} and {shape_b} differ along axes {left} and {right}"
        )
    free_a = [i for i in range(a.ndim) if i not in left]
    free_b = [i for i in range(b.ndim) if i not in right]
    inner = prod(shape_a[i] for i in left)
    rows = tuple(shape_a[i] for i in free_a)
    columns = tuple(shape_b[i] for i in free_b)
    m = reshape(permute_dims(a, (*free_a, *left)), (prod(rows), inner))
    n = reshape(permute_dims(b, (*right, *free_b)), (inner, prod(columns)))
    return reshape(matmul(m, n), rows + columns)


def _contracted(a: Tensor, b: Tensor, axes: Any) -> tuple[list[int], list[int]]:
    if isinstance(axes, (tuple, list)):
        if len(axes) != 2:
            raise ValueError(f"tensordot: axes must be an int or two sequences, got {axes!r}")
        first, second = (x if isinstance(x, Sequence) else (x,) for x in axes)
        if len(first) != len(second):
            raise ValueError(f"tensordot: {len(first)} axes of x1 and {len(second)} of x2")
        return (
            [normalize_axis(i, a.ndim, "tensordot") for i in first],
            [normalize_axis(i, b.ndim, "tensordot") for i in second],
        )
    n = check_index("tensordot", "axes", axes)
    if not 0 <= n <= min(a.ndim, b.ndim):
        raise ValueError(f"tensordot: axes={n} for shapes {a.shape} and {b.shape}")
    return list(range(a.ndim - n, a.ndim)), list(range(n))


def outer_product(x1: Tensor, x2: Tensor) -> Tensor:
    """Return the products of all pairs of two vectors."""
    a, b, dtype = _pair("outer", x1, x2)
    require_kind("outer", dtype, "iufc")
    if a.ndim != 1 or b.ndim != 1:
        raise ValueError(f"outer: needs two vectors, got shapes {a.shape} and {b.shape}")
    left, right = broadcast_arrays(a[:, None], b[None, :])
    return multiply(left, right)
