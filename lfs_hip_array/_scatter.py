# SPDX-License-Identifier: Apache-2.0
"""The scatter family: functions that write at indices, in place."""

from __future__ import annotations

import builtins
from typing import Any

from ._checks import require_kind, require_tensor
from ._expression import DeviceArray
from ._indexing import _array_of, _check_gathered, _indices, _normalized, _value, setitem
from ._tensor import Tensor
from ._views import broadcast_shapes, normalize_axis


def spread(operation: str, x: Tensor, source: Any, shape: tuple[int, ...]) -> DeviceArray:
    """Return a scattered value in the dtype of `x`, broadcast to `shape`."""
    value = _array_of(x, _value(x, source))
    if broadcast_shapes(tuple(value.shape), shape) != shape:
        raise ValueError(
            f"{operation}: source of shape {tuple(value.shape)} does not broadcast to {shape}"
        )
    return x.device.broadcast(value, shape)


def scatter(x: Tensor, axis: int, index: Any, source: Any, /) -> Tensor:
    """Write elements along an axis by an index for each, in place.

    Parameters
    ----------
    x : Tensor
        Written to.
    axis : int
        The axis that the indices count along.
    index : Tensor
        Integers of the rank of `x`, no longer than `x` outside `axis`; negative ones
        count from the end. Of duplicates, the last in row-major order wins.
    source : Tensor or Python scalar
        Broadcasts to the shape of `index`; converted to the dtype of `x`.

    Returns
    -------
    Tensor
        `x`.

    Raises
    ------
    IndexError
        For an index out of range: at the call on cpu, at the next sync point
        (as `DeferredIndexError`) on a GPU. Also if `axis` is out of range.
    TypeError
        If `x` is not a Tensor, `index` holds no integers, or `source` is complex where
        `x` is real.
    OverflowError
        For a Python integer that does not fit the dtype of `x`.
    ValueError
        If the shapes do not fit, the tensors are on two devices, or `x` is read-only.

    Notes
    -----
    Source: torch's ``scatter_``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.zeros(4, device="cpu")
    >>> xp.scatter(x, 0, xp.asarray([3, 1], device="cpu"), xp.asarray([5.0, 6.0], device="cpu"))
    Tensor([0., 6., 0., 5.], dtype=float64, device='cpu')
    """
    array = _indices("scatter", x, index)
    axis = normalize_axis(axis, x.ndim, "scatter")
    shape = tuple(array.shape)
    if len(shape) != x.ndim or builtins.any(
        n > m for i, (n, m) in enumerate(zip(shape, x.shape, strict=True)) if i != axis
    ):
        raise ValueError(
            f"scatter: index of shape {shape} does not fit shape {x.shape} outside axis {axis}"
        )
    value = spread("scatter", x, source, shape)
    x.device.scatter_along_axis(x._writable("scatter"), array, value, axis, "set")
    return x


def _index_write(
    operation: str, x: Tensor, axis: int, index: Any, source: Any, mode: str
) -> Tensor:
    array = _indices(operation, x, index)
    if array.ndim != 1:
        raise ValueError(f"{operation}: index must have one axis, got shape {array.shape}")
    axis = normalize_axis(axis, x.ndim, operation)
    shape = (*x.shape[:axis], array.shape[0], *x.shape[axis + 1 :])
    value = spread(operation, x, source, shape)
    key = (*((slice(None),) * axis), array, *((slice(None),) * (x.ndim - axis - 1)))
    x.device.scatter(x._writable(operation), key, value, mode, operation)
    return x


def index_copy(x: Tensor, axis: int, index: Any, source: Any, /) -> Tensor:
    """Write slices along an axis at indices, in place.

    Parameters
    ----------
    x : Tensor
        Written to.
    axis : int
        The axis that the indices count along.
    index : Tensor
        Integers, of one axis; negative ones count from the end. The last of duplicates
        wins.
    source : Tensor or Python scalar
        Broadcasts to the shape of `x` with ``len(index)`` along `axis`; converted to the
        dtype of `x`.

    Returns
    -------
    Tensor
        `x`.

    Raises
    ------
    IndexError
        For an index out of range: at the call on cpu, at the next sync point
        (as `DeferredIndexError`) on a GPU. Also if `axis` is out of range.
    TypeError
        If `x` is not a Tensor, `index` holds no integers, or `source` is complex where
        `x` is real.
    OverflowError
        For a Python integer that does not fit the dtype of `x`.
    ValueError
        If `index` has not one axis, the shapes do not fit, the tensors are on two
        devices, or `x` is read-only.

    Notes
    -----
    Source: torch's ``index_copy_``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.zeros((2, 2), device="cpu")
    >>> xp.index_copy(x, 0, xp.asarray([1], device="cpu"), xp.asarray([[5.0, 6.0]], device="cpu"))
    Tensor([[0., 0.],
            [5., 6.]], dtype=float64, device='cpu')
    """
    return _index_write("index_copy", x, axis, index, source, "set")


def index_fill(x: Tensor, axis: int, index: Any, value: Any, /) -> Tensor:
    """Set the slices along an axis at indices to a value, in place.

    Parameters
    ----------
    x : Tensor
        Written to.
    axis : int
        The axis that the indices count along.
    index : Tensor
        Integers, of one axis; negative ones count from the end.
    value : Python scalar or 0-d Tensor
        Converted to the dtype of `x`.

    Returns
    -------
    Tensor
        `x`.

    Raises
    ------
    IndexError
        For an index out of range: at the call on cpu, at the next sync point
        (as `DeferredIndexError`) on a GPU. Also if `axis` is out of range.
    TypeError
        If `x` is not a Tensor, `index` holds no integers, or `value` is complex where
        `x` is real.
    OverflowError
        For a Python integer that does not fit the dtype of `x`.
    ValueError
        If `index` has not one axis, the tensors are on two devices, or `x` is read-only.

    Notes
    -----
    Source: torch's ``index_fill_``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.index_fill(xp.zeros(4, device="cpu"), 0, xp.asarray([0, -1], device="cpu"), 7)
    Tensor([7., 0., 0., 7.], dtype=float64, device='cpu')
    """
    return _index_write("index_fill", x, axis, index, value, "set")


def index_add(
    x: Tensor,
    axis: int,
    index: Any,
    source: Any,
    /,
    *,
    alpha: Any = 1,
    deterministic: builtins.bool = False,
) -> Tensor:
    """Add ``alpha * source`` to slices along an axis at indices, in place.

    Parameters
    ----------
    x : Tensor
        Written to, of a numeric dtype.
    axis : int
        The axis that the indices count along.
    index : Tensor
        Integers, of one axis; negative ones count from the end. Duplicates are all added.
    source : Tensor or Python scalar
        Broadcasts to the shape of `x` with ``len(index)`` along `axis`; converted to the
        dtype of `x`, after the product with `alpha`.
    alpha : Python scalar
        Factor of `source`.
    deterministic : bool
        Give the same bits every run (always so on cpu).

    Returns
    -------
    Tensor
        `x`.

    Raises
    ------
    IndexError
        For an index out of range: at the call on cpu, at the next sync point
        (as `DeferredIndexError`) on a GPU. Also if `axis` is out of range.
    TypeError
        If `x` is not a Tensor or is bool, `index` holds no integers, or what is added is
        complex where `x` is real.
    OverflowError
        For a Python integer that does not fit the dtype of `x`.
    ValueError
        If `index` has not one axis, the shapes do not fit, the tensors are on two
        devices, or `x` is read-only.

    Notes
    -----
    Source: torch's ``index_add_``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.index_add(xp.zeros(3, device="cpu"), 0, xp.asarray([1, 1], device="cpu"), 0.5)
    Tensor([0., 1., 0.], dtype=float64, device='cpu')
    """
    require_tensor("index_add", x)
    require_kind("index_add", x.dtype, "iufc")
    if alpha != 1:
        source = source * alpha
    return _index_write("index_add", x, axis, index, source, "add")


def index_put(
    x: Tensor, indices: Any, values: Any, /, *, accumulate: builtins.bool = False
) -> Tensor:
    """Write ``x[indices] = values`` (or add, with `accumulate`), in place.

    Parameters
    ----------
    x : Tensor
        Written to; of a numeric dtype with `accumulate`.
    indices : tuple of Tensor
        Integer or bool tensors for the leading axes, broadcast together. Of duplicates,
        the last in row-major order wins.
    values : Tensor or Python scalar
        Broadcasts to what is selected; converted to the dtype of `x`.
    accumulate : bool
        Add to the elements, all duplicates included.

    Returns
    -------
    Tensor
        `x`.

    Raises
    ------
    IndexError
        For an index out of range: at the call on cpu, at the next sync point
        (as `DeferredIndexError`) on a GPU. Also for more indices than axes, indices that
        do not broadcast, masks of another shape, and indices of other dtypes.
    TypeError
        If `x` is not a Tensor (or is bool, with `accumulate`), `indices` is not a tuple or
        list, or `values` are complex where `x` is real.
    OverflowError
        For a Python integer that does not fit the dtype of `x`.
    ValueError
        If `values` do not broadcast, the tensors are on two devices, or `x` is read-only.

    Notes
    -----
    Source: torch's ``index_put_``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x, places = xp.zeros(3, device="cpu"), xp.asarray([0, 0, 2], device="cpu")
    >>> xp.index_put(x, (places,), 1.0, accumulate=True)
    Tensor([2., 0., 1.], dtype=float64, device='cpu')
    """
    require_tensor("index_put", x)
    if not isinstance(indices, (tuple, list)):
        raise TypeError("index_put: indices must be a tuple of tensors")
    if not accumulate:
        setitem(x, tuple(indices), values, "index_put")
        return x
    require_kind("index_put", x.dtype, "iufc")
    parts, arrays = _normalized(x, tuple(indices))
    if not arrays:
        raise TypeError("index_put: indices must be a tuple of tensors")
    source = _array_of(x, _value(x, values))
    _check_gathered(x, parts, tuple(source.shape))
    x.device.scatter(x._writable("index_put"), parts, source, "add", "index_put")
    return x
