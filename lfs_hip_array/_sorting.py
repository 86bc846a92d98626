# SPDX-License-Identifier: Apache-2.0
"""Sorting functions: stable, along any axis, ascending or descending.

Sorts keep every NaN's payload and every zero's sign bit. -0.0 and +0.0
compare equal; NaNs come last ascending and first descending.
"""

from __future__ import annotations

import builtins

from ._checks import index as check_index
from ._checks import real_dtype, require_tensor
from ._expression import DeviceArray
from ._tensor import Tensor, wrap
from ._views import normalize_axis


def _sorted(
    operation: str, x: Tensor, axis: int, descending: builtins.bool, want: str
) -> tuple[DeviceArray | None, DeviceArray | None]:
    require_tensor(operation, x)
    real_dtype(operation, x.dtype)
    if x.ndim == 0:
        raise ValueError(f"{operation}: needs at least 1 dimension, got shape ()")
    axis = normalize_axis(axis, x.ndim, operation)
    return x.device.sort(x._settled(), axis, builtins.bool(descending), want)


def sort(
    x: Tensor,
    /,
    *,
    axis: int = -1,
    descending: builtins.bool = False,
    stable: builtins.bool = True,
) -> Tensor:
    """Return a sorted copy.

    Parameters
    ----------
    x : Tensor
        Of a real dtype or bool, of at least one dimension.
    axis : int
        The axis to sort along; default the last.
    descending : bool
        Largest first. NaNs come last ascending, first descending.
    stable : bool
        Sorts are stable either way.

    Returns
    -------
    Tensor
        Of the shape and dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor or is complex, or `axis` is not an integer.
    ValueError
        If `x` has no dimensions.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.sort(xp.asarray([3, 1, 2], device="cpu"), descending=True)
    Tensor([3, 2, 1], dtype=int64, device='cpu')
    """
    values, _ = _sorted("sort", x, axis, descending, "values")
    return wrap(values, x.device)


def argsort(
    x: Tensor,
    /,
    *,
    axis: int = -1,
    descending: builtins.bool = False,
    stable: builtins.bool = True,
) -> Tensor:
    """Return the indices that sort `x`.

    Parameters
    ----------
    x : Tensor
        Of a real dtype or bool, of at least one dimension.
    axis : int
        The axis to sort along; default the last.
    descending : bool
        Largest first. NaNs come last ascending, first descending.
    stable : bool
        Sorts are stable either way: equal elements keep their order.

    Returns
    -------
    Tensor
        int64, of the shape of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor or is complex, or `axis` is not an integer.
    ValueError
        If `x` has no dimensions.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.argsort(xp.asarray([3, 1, 2], device="cpu"))
    Tensor([1, 2, 0], dtype=int64, device='cpu')
    """
    _, indices = _sorted("argsort", x, axis, descending, "indices")
    return wrap(indices, x.device)


def sort_with_indices(
    x: Tensor,
    /,
    *,
    axis: int = -1,
    descending: builtins.bool = False,
    stable: builtins.bool = True,
) -> tuple[Tensor, Tensor]:
    """Return a sorted copy and the indices that sort `x`, from one sort.

    Parameters
    ----------
    x : Tensor
        Of a real dtype or bool, of at least one dimension.
    axis : int
        The axis to sort along; default the last.
    descending : bool
        Largest first. NaNs come last ascending, first descending.
    stable : bool
        Sorts are stable either way.

    Returns
    -------
    values : Tensor
        Of the shape and dtype of `x`: what `sort` gives.
    indices : Tensor
        int64, of the shape of `x`: what `argsort` gives.

    Raises
    ------
    TypeError
        If `x` is not a Tensor or is complex, or `axis` is not an integer.
    ValueError
        If `x` has no dimensions.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: torch's ``sort``, which returns both.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> values, indices = xp.sort_with_indices(xp.asarray([3, 1, 2], device="cpu"))
    >>> values.tolist(), indices.tolist()
    ([1, 2, 3], [1, 2, 0])
    """
    values, indices = _sorted("sort_with_indices", x, axis, descending, "both")
    return wrap(values, x.device), wrap(indices, x.device)


def topk(
    x: Tensor,
    k: int,
    /,
    *,
    axis: int = -1,
    largest: builtins.bool = True,
    sorted: builtins.bool = True,
) -> tuple[Tensor, Tensor]:
    """Return the k largest (or smallest) elements along an axis, and their indices.

    Parameters
    ----------
    x : Tensor
        Of a real dtype or bool, of at least one dimension.
    k : int
        From 0 to the length of the axis.
    axis : int
        The axis; default the last.
    largest : bool
        Largest first (NaN before all); else smallest first (NaN last).
    sorted : bool
        The result is in order either way.

    Returns
    -------
    values : Tensor
        Of the dtype of `x`, of length `k` along `axis`.
    indices : Tensor
        int64, of the same shape; equal elements in order of their index.

    Raises
    ------
    TypeError
        If `x` is not a Tensor or is complex, or `k` or `axis` is not an integer.
    ValueError
        If `k` is negative or larger than the length of the axis.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``), as it is without dimensions.

    Notes
    -----
    Source: torch's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> values, indices = xp.topk(xp.asarray([3, 1, 4, 1], device="cpu"), 2)
    >>> values.tolist(), indices.tolist()
    ([4, 3], [2, 0])
    """
    require_tensor("topk", x)
    real_dtype("topk", x.dtype)
    axis = normalize_axis(axis, x.ndim, "topk")
    k = check_index("topk", "k", k)
    if not 0 <= k <= x.shape[axis]:
        raise ValueError(
            f"topk: k={k} is out of range for axis {axis} of length {x.shape[axis]} "
            f"(use 0 to {x.shape[axis]})"
        )
    values, indices = x.device.topk(x._settled(), k, axis, builtins.bool(largest))
    return wrap(values, x.device), wrap(indices, x.device)
