# SPDX-License-Identifier: Apache-2.0
"""Set functions, on top of sort, scan and select.

Values are compared as the standard asks: every NaN is unique, and -0.0
equals +0.0 (the first to occur stands for both).
"""

from __future__ import annotations

import builtins
from typing import Any, NamedTuple

from . import _dtypes as dt
from ._apply import convert, convert_if
from ._asarray import asarray
from ._checks import require_same_device, require_tensor
from ._creation import empty, ones, tensor_beside
from ._elementwise import equal, logical_and, logical_not, minimum, not_equal
from ._indexing import take
from ._manipulation import concat, reshape
from ._ranges import arange
from ._searching import clamped, masked_select, mixes_signs, searchsorted
from ._sorting import argsort
from ._statistical import cumulative_sum
from ._tensor import Tensor


class UniqueAllResult(NamedTuple):
    """Result of `unique_all`."""

    values: Tensor
    indices: Tensor
    inverse_indices: Tensor
    counts: Tensor


class UniqueCountsResult(NamedTuple):
    """Result of `unique_counts`."""

    values: Tensor
    counts: Tensor


class UniqueInverseResult(NamedTuple):
    """Result of `unique_inverse`."""

    values: Tensor
    inverse_indices: Tensor


def _order(flat: Tensor) -> Tensor:
    """Return a stable order that brings equal values together."""
    if flat.dtype.kind != "c":
        return argsort(flat)
    # By imaginary, then stably by real part: equal values become neighbours.
    from ._elementwise import imag, real

    by_imag = argsort(imag(flat))
    return take(by_imag, argsort(take(real(flat), by_imag)))


def _groups(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return the flat tensor, the order that sorts it, and where groups of equals start."""
    require_tensor("unique", x)
    flat = reshape(x, (-1,))
    order = _order(flat)
    values = take(flat, order)
    changed = not_equal(values[1:], values[:-1])
    start = concat([ones((builtins.min(flat.size, 1),), dtype=dt.bool, device=x.device), changed])
    return flat, order, start


def _first_indices(order: Tensor, start: Tensor) -> Tensor:
    """Return where each group's first occurrence is (the sort is stable)."""
    return masked_select(order, start)


def _counts(start: Tensor) -> Tensor:
    places = masked_select(arange(start.size, device=start.device), start)
    ends = concat([places[1:], asarray([start.size], device=start.device)])
    return (ends - places)[: places.size]


def unique_all(x: Tensor, /) -> UniqueAllResult:
    """Return the unique elements, with where they occur first, and how often.

    Parameters
    ----------
    x : Tensor
        Of any dtype; flattened.

    Returns
    -------
    UniqueAllResult
        ``values`` of the dtype of `x`, sorted (complex by real, then imaginary part);
        ``indices`` of first occurrences in the flattened tensor; ``inverse_indices`` of
        the shape of `x` that rebuild it from the values; ``counts``. All but the values
        are int64.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.

    Notes
    -----
    Source: Python Array API standard 2025.12. Every NaN is unique; -0.0 equals +0.0.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> found = xp.unique_all(xp.asarray([2, 1, 2], device="cpu"))
    >>> [part.tolist() for part in found]
    [[1, 2], [1, 0], [1, 0, 1], [1, 2]]
    """
    flat, order, start = _groups(x)
    first = _first_indices(order, start)
    return UniqueAllResult(take(flat, first), first, _inverse(x, order, start), _counts(start))


def _inverse(x: Tensor, order: Tensor, start: Tensor) -> Tensor:
    group = cumulative_sum(convert(start, dt.int64)) - 1
    inverse = empty(order.shape, dtype=dt.int64, device=x.device)
    inverse[order] = group
    return reshape(inverse, x.shape)


def unique_counts(x: Tensor, /) -> UniqueCountsResult:
    """Return the unique elements and how often each occurs.

    Parameters
    ----------
    x : Tensor
        Of any dtype; flattened.

    Returns
    -------
    UniqueCountsResult
        ``values`` of the dtype of `x`, sorted (complex by real, then imaginary part);
        ``counts`` int64. Both of one axis.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.

    Notes
    -----
    Source: Python Array API standard 2025.12. Every NaN is unique; -0.0 equals +0.0.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> values, counts = xp.unique_counts(xp.asarray([2, 1, 2], device="cpu"))
    >>> values.tolist(), counts.tolist()
    ([1, 2], [1, 2])
    """
    flat, order, start = _groups(x)
    return UniqueCountsResult(take(flat, _first_indices(order, start)), _counts(start))


def unique_inverse(x: Tensor, /) -> UniqueInverseResult:
    """Return the unique elements and the indices that rebuild `x`.

    Parameters
    ----------
    x : Tensor
        Of any dtype; flattened.

    Returns
    -------
    UniqueInverseResult
        ``values`` of the dtype of `x`, of one axis, sorted (complex by real, then
        imaginary part); ``inverse_indices`` int64, of the shape of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.

    Notes
    -----
    Source: Python Array API standard 2025.12. Every NaN is unique; -0.0 equals +0.0.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> values, inverse = xp.unique_inverse(xp.asarray([2, 1, 2], device="cpu"))
    >>> values.tolist(), inverse.tolist()
    ([1, 2], [1, 0, 1])
    """
    flat, order, start = _groups(x)
    return UniqueInverseResult(take(flat, _first_indices(order, start)), _inverse(x, order, start))


def unique_values(x: Tensor, /) -> Tensor:
    """Return the unique elements, sorted.

    Parameters
    ----------
    x : Tensor
        Of any dtype; flattened.

    Returns
    -------
    Tensor
        Of one axis and the dtype of `x`; complex by real, then imaginary part.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.

    Notes
    -----
    Source: Python Array API standard 2025.12. Every NaN is unique; -0.0 equals +0.0.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.unique_values(xp.asarray([[2, 1], [2, 3]], device="cpu"))
    Tensor([1, 2, 3], dtype=int64, device='cpu')
    """
    flat, order, start = _groups(x)
    return take(flat, _first_indices(order, start))


def isin(x1: Any, x2: Any, /, *, invert: builtins.bool = False) -> Tensor:
    """Return which elements of `x1` occur in `x2`.

    Parameters
    ----------
    x1, x2 : Tensor or Python scalar
        One of them a Tensor; compared in the promoted dtype (uint64 with a signed
        dtype by value). NaN is in nothing.
    invert : bool
        Return which do not occur.

    Returns
    -------
    Tensor
        bool, of the shape of `x1`.

    Raises
    ------
    TypeError
        If neither is a Tensor, or one is neither Tensor nor Python scalar.
    ValueError
        If the tensors are on two devices.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.isin(xp.asarray([1, 2, 3], device="cpu"), xp.asarray([2, 5], device="cpu"))
    Tensor([False,  True, False], dtype=bool, device='cpu')
    """
    if x2.__class__ is not Tensor:
        require_tensor("isin", x1)
    x1, x2 = tensor_beside("isin", x1, x2), tensor_beside("isin", x2, x1)
    require_same_device("isin", x1, x2)
    if mixes_signs(x1.dtype, x2.dtype):
        values, there = clamped(x1, x2.dtype)
        found = logical_and(isin(values, convert_if(x2, values.dtype)), there)
        return logical_not(found) if invert else found
    common = dt.promote(x1.dtype, x2.dtype)
    wanted, pool = convert_if(x1, common), reshape(convert_if(x2, common), (-1,))
    if pool.size == 0:
        found = equal(wanted, wanted) if invert else not_equal(wanted, wanted)
        shape: Any = x1.shape
        return _constant(shape, builtins.bool(invert), found)
    if common.kind == "c":
        found = _any_equal(wanted, pool)
    else:
        ordered = take(pool, argsort(pool))
        place = minimum(searchsorted(ordered, wanted), pool.size - 1)
        hit = reshape(take(ordered, reshape(place, (-1,))), wanted.shape)
        found = equal(hit, wanted)
    return logical_not(found) if invert else found


def _constant(shape: tuple[int, ...], value: builtins.bool, like: Tensor) -> Tensor:
    from ._creation import full

    return full(shape, value, dtype=dt.bool, device=like.device)


def _any_equal(wanted: Tensor, pool: Tensor) -> Tensor:
    """Complex numbers have no order: look each up among the unique values."""
    joined = concat([pool, reshape(wanted, (-1,))])
    values, inverse = unique_inverse(joined)
    present = _constant(values.shape, False, wanted)
    present[inverse[: pool.size]] = True
    # NaN is in nothing, although a NaN may share its group.
    hit = take(present, inverse[pool.size :])
    return reshape(logical_and(hit, equal(joined[pool.size :], joined[pool.size :])), wanted.shape)
