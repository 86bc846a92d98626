# SPDX-License-Identifier: Apache-2.0
"""Creation functions for matrices and grids."""

from __future__ import annotations

import builtins
from typing import Any

from ._asarray import asarray
from ._checks import index as check_index
from ._checks import require_choice, require_ndim, require_tensor
from ._creation import zeros
from ._dtypes import Scalar
from ._elementwise import greater_equal, where
from ._manipulation import broadcast_arrays, permute_dims, reshape
from ._ranges import arange
from ._tensor import Tensor


def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: Any = None,
    device: Any = None,
) -> Tensor:
    """Return a matrix with ones on the k-th diagonal and zeros elsewhere.

    Parameters
    ----------
    n_rows : int
        Number of rows.
    n_cols : int, optional
        Number of columns; default `n_rows`.
    k : int
        The diagonal: 0 the main one, positive above, negative below.
    dtype : dtype, optional
        Default float64.
    device : str or Device, optional
        Default: the default device.

    Returns
    -------
    Tensor
        Of shape ``(n_rows, n_cols)``.

    Raises
    ------
    TypeError
        If a length or `k` is not an integer, or the dtype is not supported.
    ValueError
        If a length is negative, or there is no such device.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.eye(2, 3, k=1, device="cpu")
    Tensor([[0., 1., 0.],
            [0., 0., 1.]], dtype=float64, device='cpu')
    """
    n_cols = n_rows if n_cols is None else n_cols
    x = zeros((n_rows, n_cols), dtype=dtype, device=device)
    k = check_index("eye", "k", k)
    if -n_rows < k < n_cols:
        x.device.fill(x.device.diagonal(x._settled(), k), 1)
    return x


def _triangle(operation: str, x: Tensor, k: int, lower: builtins.bool) -> Tensor:
    require_tensor(operation, x)
    require_ndim(operation, x, 2)
    k = check_index(operation, "k", k)
    k = builtins.max(-x.shape[-2], builtins.min(k, x.shape[-1]))  # beyond it, the same
    rows = arange(x.shape[-2], device=x.device)[:, None]
    columns = arange(x.shape[-1], device=x.device)[None, :]
    keep = greater_equal(rows + k, columns) if lower else greater_equal(columns, rows + k)
    zero: Scalar = False if x.dtype.kind == "b" else 0
    return where(keep, x, zero)


def tril(x: Tensor, /, *, k: int = 0) -> Tensor:
    """Return the lower triangles of matrices: zeros above the k-th diagonal.

    Parameters
    ----------
    x : Tensor
        Of shape ``(…, M, N)`` and any dtype.
    k : int
        The diagonal above which elements are 0: 0 the main one, positive above it.

    Returns
    -------
    Tensor
        Of the shape and dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `k` is not an integer.
    ValueError
        If `x` has fewer than two dimensions.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.tril(xp.ones((2, 3), dtype=xp.int8, device="cpu"))
    Tensor([[1, 0, 0],
            [1, 1, 0]], dtype=int8, device='cpu')
    """
    return _triangle("tril", x, k, True)


def triu(x: Tensor, /, *, k: int = 0) -> Tensor:
    """Return the upper triangles of matrices: zeros below the k-th diagonal.

    Parameters
    ----------
    x : Tensor
        Of shape ``(…, M, N)`` and any dtype.
    k : int
        The diagonal below which elements are 0: 0 the main one, positive above it.

    Returns
    -------
    Tensor
        Of the shape and dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `k` is not an integer.
    ValueError
        If `x` has fewer than two dimensions.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.triu(xp.ones((2, 3), dtype=xp.int8, device="cpu"))
    Tensor([[1, 1, 1],
            [0, 1, 1]], dtype=int8, device='cpu')
    """
    return _triangle("triu", x, k, False)


def meshgrid(*arrays: Tensor, indexing: str = "xy") -> tuple[Tensor, ...]:
    """Return coordinate matrices of 1-d coordinate vectors.

    Parameters
    ----------
    *arrays : Tensor
        Of one axis (or none), on one device; each keeps its dtype.
    indexing : {"xy", "ij"}
        Cartesian (the first two axes swapped) or matrix order.

    Returns
    -------
    tuple of Tensor
        A copy for each vector, all of shape ``(len(x2), len(x1), len(x3), …)`` for
        "xy", ``(len(x1), len(x2), …)`` for "ij".

    Raises
    ------
    TypeError
        If an argument is not a Tensor.
    ValueError
        If one has more than one axis, or `indexing` is neither "xy" nor "ij".

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x, y = xp.arange(2, device="cpu"), xp.arange(3, device="cpu")
    >>> rows, columns = xp.meshgrid(x, y, indexing="ij")
    >>> rows + 10 * columns
    Tensor([[ 0, 10, 20],
            [ 1, 11, 21]], dtype=int64, device='cpu')
    """
    require_tensor("meshgrid", *arrays)
    require_choice("meshgrid", "indexing", indexing, ("xy", "ij"))
    for x in arrays:
        if x.ndim > 1:
            raise ValueError(f"meshgrid: needs tensors of at most one axis, got shape {x.shape}")
    n = len(arrays)
    spread = [
        reshape(x, tuple(-1 if j == i else 1 for j in range(n))) for i, x in enumerate(arrays)
    ]
    if indexing == "xy" and n > 1:
        spread = [_swap_first(x) for x in spread]
    return tuple(asarray(x, copy=True) for x in broadcast_arrays(*spread))


def _swap_first(x: Tensor) -> Tensor:
    return permute_dims(x, (1, 0, *range(2, x.ndim)))
