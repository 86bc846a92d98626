# SPDX-License-Identifier: Apache-2.0
"""Searching functions, and selection by masks."""

from __future__ import annotations

import builtins
from typing import Any

from . import _dtypes as dt
from ._apply import convert, convert_if
from ._checks import (
    broadcast_error,
    real_dtype,
    require_choice,
    require_kind,
    require_same_device,
    require_tensor,
)
from ._creation import tensor_beside
from ._elementwise import greater_equal, less_equal, maximum, minimum, where
from ._expression import DeviceArray
from ._indexing import _value
from ._scatter import spread
from ._statistical import _reduce
from ._tensor import Tensor, wrap
from ._views import broadcast_shapes, normalize_axis

__all__ = [
    "argmax",
    "argmin",
    "count_nonzero",
    "masked_fill",
    "masked_scatter",
    "masked_select",
    "nonzero",
    "searchsorted",
    "where",
]


def _arg_extreme(kind: str, x: Tensor, axis: int | None, keepdims: builtins.bool) -> Tensor:
    require_tensor(kind, x)
    real_dtype(kind, x.dtype)
    if axis is not None:
        axis = normalize_axis(axis, x.ndim, kind)
    if (x.size if axis is None else x.shape[axis]) == 0:
        raise ValueError(f"{kind}: no elements along axis {axis} of shape {x.shape}")
    return wrap(x.device.arg_reduce(kind, x._source(), axis, builtins.bool(keepdims)), x.device)


def argmax(x: Tensor, /, *, axis: int | None = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the index of the first largest element; of the first NaN if there is one.

    Parameters
    ----------
    x : Tensor
        Of a real dtype or bool.
    axis : int or None
        None (the default) takes the flattened tensor.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        Of dtype int64, without `axis`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor or is complex, or `axis` is not an integer.
    ValueError
        Over no elements.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.argmax(xp.asarray([[1, 5, 5], [7, 2, 0]], device="cpu"), axis=1)
    Tensor([1, 0], dtype=int64, device='cpu')
    """
    return _arg_extreme("argmax", x, axis, keepdims)


def argmin(x: Tensor, /, *, axis: int | None = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the index of the first smallest element; of the first NaN if there is one.

    Parameters
    ----------
    x : Tensor
        Of a real dtype or bool.
    axis : int or None
        None (the default) takes the flattened tensor.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        Of dtype int64, without `axis`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor or is complex, or `axis` is not an integer.
    ValueError
        Over no elements.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.argmin(xp.asarray([[1, 5, 5], [7, 2, 0]], device="cpu"), axis=1)
    Tensor([0, 2], dtype=int64, device='cpu')
    """
    return _arg_extreme("argmin", x, axis, keepdims)


def count_nonzero(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Count elements that are not zero (NaN counts).

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    axis : int, tuple of int or None
        Axes to reduce; None (the default) is all of them, () none.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        Of dtype int64.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axis` names an axis twice.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.count_nonzero(xp.asarray([[1, 0], [2, 3]], device="cpu"), axis=0)
    Tensor([2, 1], dtype=int64, device='cpu')
    """
    require_tensor("count_nonzero", x)
    return _reduce("count_nonzero", x, axis, keepdims, dt.int64)


def nonzero(x: Tensor, /) -> tuple[Tensor, ...]:
    """Return the coordinates of elements that are not zero, in row-major order.

    Parameters
    ----------
    x : Tensor
        Of any dtype and at least one dimension.

    Returns
    -------
    tuple of Tensor
        One int64 tensor of one axis for each dimension of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.
    ValueError
        If `x` has no dimensions.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> rows, columns = xp.nonzero(xp.asarray([[0, 1], [2, 0]], device="cpu"))
    >>> rows.tolist(), columns.tolist()
    ([0, 1], [1, 0])
    """
    require_tensor("nonzero", x)
    if x.ndim == 0:
        raise ValueError("nonzero: needs at least 1 dimension, got shape ()")
    return tuple(wrap(i, x.device) for i in x.device.nonzero(x._settled()))


def searchsorted(
    x1: Tensor,
    x2: Any,
    /,
    *,
    side: str = "left",
    sorter: Tensor | None = None,
) -> Tensor:
    """Return where elements would be inserted to keep a tensor sorted.

    Parameters
    ----------
    x1 : Tensor
        Of one axis and a real dtype or bool, ascending (as `sorter` orders it).
    x2 : Tensor or Python scalar
        Values of a real dtype, of any shape.
    side : {"left", "right"}
        Before or after equal elements.
    sorter : Tensor, optional
        Integer indices that sort `x1`, of its shape. They are not checked against
        the length.

    Returns
    -------
    Tensor
        int64, of the shape of `x2`. NaN goes to the end.

    Raises
    ------
    TypeError
        If `x1` is not a Tensor, `x2` neither Tensor nor scalar, one of them is complex,
        or `sorter` has no integer dtype.
    ValueError
        If `x1` has not one axis, `sorter` not its shape, `side` is another word, or
        the tensors are on two devices.

    Notes
    -----
    Source: Python Array API standard 2025.12. uint64 and signed integers compare by value.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.searchsorted(xp.asarray([1, 2, 2, 4], device="cpu"), 2, side="right")
    Tensor(3, dtype=int64, device='cpu')
    """
    require_tensor("searchsorted", x1)
    require_choice("searchsorted", "side", side, ("left", "right"))
    x2 = tensor_beside("searchsorted", x2, x1)
    require_same_device("searchsorted", x1, x2)
    if x1.ndim != 1:
        raise ValueError(f"searchsorted: x1 must have one axis, got shape {x1.shape}")
    real_dtype("searchsorted", x1.dtype)
    real_dtype("searchsorted", x2.dtype)
    order: DeviceArray | None = None
    if sorter is not None:
        require_tensor("searchsorted", sorter)
        require_kind("searchsorted", sorter.dtype, "iu")
        if sorter.shape != x1.shape:
            raise ValueError(
                f"searchsorted: sorter of shape {sorter.shape} does not match x1 of {x1.shape}"
            )
        order = convert_if(sorter, dt.int64)._settled()
    if not mixes_signs(x1.dtype, x2.dtype):
        common = dt.promote(x1.dtype, x2.dtype)
        return _insertion(convert_if(x1, common), convert_if(x2, common), side, order)
    values, there = clamped(x2, x1.dtype)
    found = _insertion(convert_if(x1, values.dtype), values, side, order)
    return where(there, found, 0 if x1.dtype == dt.uint64 else x1.size)


def _insertion(x1: Tensor, x2: Tensor, side: str, order: DeviceArray | None) -> Tensor:
    found = x1.device.searchsorted(x1._settled(), x2._settled(), side, order)
    return wrap(found, x1.device)


def mixes_signs(first: dt.DType, second: dt.DType) -> builtins.bool:
    """Whether one is uint64 and the other signed: they promote to float64, which loses digits."""
    return dt.uint64 in (first, second) and "i" in (first.kind, second.kind)


def clamped(x: Tensor, dtype: dt.DType) -> tuple[Tensor, Tensor]:
    """Return integers within the range of a 64-bit dtype of the other sign, and which were.

    `dtype` is uint64, or a signed dtype that stands for int64.
    """
    if dtype == dt.uint64:
        return convert(maximum(x, 0), dt.uint64), greater_equal(x, 0)
    largest = 2**63 - 1
    return convert(minimum(x, largest), dt.int64), less_equal(x, largest)


# --- selection by masks ------------------------------------------------------------------
def _mask(operation: str, x: Tensor, mask: Any) -> Tensor:
    require_tensor(operation, x, mask)
    require_same_device(operation, x, mask)
    require_kind(operation, mask.dtype, "b")
    if broadcast_shapes(mask.shape, x.shape) != x.shape:
        raise broadcast_error(operation, (x.shape, mask.shape))
    return wrap(x.device.broadcast(mask._settled(), x.shape), x.device)


def masked_select(x: Tensor, mask: Tensor, /, *, count: int | None = None) -> Tensor:
    """Return the elements where `mask` holds, in row-major order.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    mask : Tensor
        Of dtype bool; broadcasts to the shape of `x`.
    count : int, optional
        The number of true elements, if known: a GPU then need not report it.

    Returns
    -------
    Tensor
        Of one axis and the dtype of `x`.

    Raises
    ------
    TypeError
        If `x` or `mask` is not a Tensor, or `mask` is not bool.
    ValueError
        If `mask` does not broadcast to `x`, is on another device, or `count` is not the
        number of true elements (on cpu).

    Notes
    -----
    Source: torch's function of this name; ``x[mask]`` is the standard's way.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([1.0, -2.0, 3.0], device="cpu")
    >>> xp.masked_select(x, x > 0)
    Tensor([1., 3.], dtype=float64, device='cpu')
    """
    holds = _mask("masked_select", x, mask)
    return wrap(x.device.masked_select(x._settled(), holds._settled(), count), x.device)


def masked_fill(x: Tensor, mask: Tensor, value: Any, /) -> Tensor:
    """Set the elements where `mask` holds to a scalar, in place.

    Parameters
    ----------
    x : Tensor
        Written to.
    mask : Tensor
        Of dtype bool; broadcasts to the shape of `x`.
    value : Python scalar or 0-d Tensor
        Converted to the dtype of `x`, as `astype` does.

    Returns
    -------
    Tensor
        `x`.

    Raises
    ------
    TypeError
        If `x` or `mask` is not a Tensor, `mask` is not bool, or `value` is complex
        where `x` is real.
    OverflowError
        For a Python integer that does not fit the dtype of `x`.
    ValueError
        If `mask` does not broadcast to `x`, `value` is not a scalar, the tensors are on
        two devices, or `x` is read-only.

    Notes
    -----
    Source: torch's ``masked_fill_``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([1.0, -2.0, 3.0], device="cpu")
    >>> xp.masked_fill(x, x < 0, 0.0)
    Tensor([1., 0., 3.], dtype=float64, device='cpu')
    """
    holds = _mask("masked_fill", x, mask)
    scalar = _value(x, value)
    if scalar.shape not in ((), (1,)):
        raise ValueError(f"masked_fill: value must be a scalar, got shape {tuple(scalar.shape)}")
    filler = spread("masked_fill", x, value, (1,))
    x.device.scatter(x._writable("masked_fill"), (holds._settled(),), filler, "set", "masked_fill")
    return x


def masked_scatter(x: Tensor, mask: Tensor, source: Tensor, /) -> Tensor:
    """Write successive elements of `source` where `mask` holds, in place.

    Parameters
    ----------
    x : Tensor
        Written to.
    mask : Tensor
        Of dtype bool; broadcasts to the shape of `x`.
    source : Tensor
        Taken in row-major order, converted to the dtype of `x`. It may have more
        elements than are needed.

    Returns
    -------
    Tensor
        `x`.

    Raises
    ------
    IndexError
        If `source` has fewer elements than `mask` selects: at the call on
        cpu, at the next sync point on a GPU.
    TypeError
        If an argument is not a Tensor, `mask` is not bool, or `source` is complex where
        `x` is real.
    ValueError
        If `mask` does not broadcast to `x`, the tensors are on two devices, or `x` is
        read-only.

    Notes
    -----
    Source: torch's ``masked_scatter_``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([1, 0, 0, 4], device="cpu")
    >>> xp.masked_scatter(x, x == 0, xp.asarray([2, 3], device="cpu"))
    Tensor([1, 2, 3, 4], dtype=int64, device='cpu')
    """
    from ._manipulation import reshape

    holds = _mask("masked_scatter", x, mask)
    require_tensor("masked_scatter", source)
    require_same_device("masked_scatter", x, source)
    flat = reshape(convert(source, x.dtype), (-1,))._settled()
    x.device.masked_scatter(x._writable("masked_scatter"), holds._settled(), flat)
    return x
