# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions on top of ours, with NumPy's names of parameters.

A function here takes what NumPy's function of its name takes, as far as the
values depend on it; whatever else is given is refused by `_numpy_table`.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

import lfs_hip_array as xp

from . import _dtypes as dt
from ._tensor import Tensor
from ._views import normalize_axes, normalize_axis

_NONE: Any = None


# --- reductions -----------------------------------------------------------------------
def typed(x: Tensor, dtype: Any) -> Tensor:
    return x if dtype is None else xp.astype(x, dtype, copy=False)


def mean(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def call(a: Tensor, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Tensor:
        return function(typed(a, dtype), axis=axis, keepdims=keepdims)

    return call


def spread(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def call(
        a: Tensor,
        axis: Any = None,
        dtype: Any = None,
        ddof: float = 0,
        keepdims: bool = False,
        correction: Any = None,
    ) -> Tensor:
        found = ddof if correction is None else correction
        return function(typed(a, dtype), axis=axis, correction=found, keepdims=keepdims)

    return call


def nanvar(x: Tensor, /, *, axis: Any = None, correction: float = 0, keepdims: Any = False) -> Any:
    """Return the variance of elements that are not NaN; NaN where too few are."""
    if x.dtype.kind not in "fc":
        return xp.var(x, axis=axis, correction=correction, keepdims=keepdims)
    there = ~xp.isnan(x)
    count = xp.count_nonzero(there, axis=axis, keepdims=True)
    off = xp.where(there, x - xp.nanmean(x, axis=axis, keepdims=True), 0)
    total = xp.sum(xp.square(xp.abs(off)), axis=axis, keepdims=True)
    left = xp.astype(count, total.dtype) - float(correction)
    result = xp.where(left > 0, total / left, float("nan"))
    return result if keepdims else _without(result, normalize_axes(axis, x.ndim, "nanvar"))


def _without(x: Tensor, axes: tuple[int, ...]) -> Tensor:
    return xp.squeeze(x, axes) if axes else x


def ptp(a: Tensor, axis: Any = None, keepdims: bool = False) -> Tensor:
    return xp.max(a, axis=axis, keepdims=keepdims) - xp.min(a, axis=axis, keepdims=keepdims)


def average(
    a: Tensor, axis: Any = None, weights: Any = None, returned: bool = False, keepdims: Any = False
) -> Any:
    if weights is None:
        result = xp.mean(a, axis=axis, keepdims=keepdims)
        total = xp.full_like(result, a.size / builtins.max(result.size, 1))
        return (result, total) if returned else result
    if weights.shape != a.shape:
        given = axis if isinstance(axis, tuple) else (axis,)
        axes = tuple(normalize_axis(i, a.ndim, "average") for i in given if i is not None)
        if axis is None or weights.shape != tuple(a.shape[i] for i in axes):
            raise ValueError(
                f"average: weights of shape {weights.shape} do not match axis {axis} of {a.shape}"
            )
        order = sorted(range(len(axes)), key=axes.__getitem__)
        weights = xp.permute_dims(weights, tuple(order))
        weights = xp.reshape(weights, tuple(n if i in axes else 1 for i, n in enumerate(a.shape)))
    kind = xp.result_type(a.dtype, weights.dtype)
    kind = kind if kind.kind in "fc" else dt.float64
    weights = xp.broadcast_to(xp.astype(weights, kind), a.shape)
    total = xp.sum(weights, axis=axis, keepdims=keepdims)
    if bool(xp.any(total == 0)):
        raise ZeroDivisionError("average: weights sum to zero")
    result = xp.sum(a * weights, axis=axis, keepdims=keepdims) / total
    return (result, total) if returned else result


def nan_running(function: Callable[..., Tensor], neutral: int) -> Callable[..., Tensor]:
    def call(a: Tensor, axis: Any = None, dtype: Any = None) -> Tensor:
        filled = xp.where(xp.isnan(a), neutral, a) if a.dtype.kind in "fc" else a
        return function(filled, axis, dtype=dtype)

    return call


# --- sorting, searching, sets -----------------------------------------------------------
def ordered(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def call(a: Tensor, kth: Any = None, axis: Any = -1) -> Tensor:
        return function(xp.reshape(a, (-1,)), axis=0) if axis is None else function(a, axis=axis)

    return call


def unique(
    ar: Tensor,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: Any = None,
    equal_nan: bool = True,
) -> Any:
    if axis is not None and ar.ndim != 1:
        raise TypeError("numpy.unique: axis is not supported for Tensor")
    values, index, inverse, counts = xp.unique_all(ar)
    if equal_nan and ar.dtype.kind in "fc" and values.size:
        values, index, inverse, counts = _one_nan(values, index, inverse, counts)
    wanted = ((return_index, index), (return_inverse, inverse), (return_counts, counts))
    more = tuple(part for want, part in wanted if want)
    return (values, *more) if more else values


def _one_nan(values: Tensor, index: Tensor, inverse: Tensor, counts: Tensor) -> Any:
    """Make one group of all NaNs: they are the last, each alone."""
    last = int(xp.count_nonzero(~xp.isnan(values)))
    if last + 1 >= values.size:
        return values, index, inverse, counts
    kept = slice(0, last + 1)
    total = xp.sum(counts[last:], keepdims=True)
    index = xp.concat([index[:last], xp.min(index[last:], keepdims=True)])
    return values[kept], index, xp.clip(inverse, 0, last), xp.concat([counts[:last], total])


def isin(element: Tensor, test_elements: Any, invert: bool = False) -> Tensor:
    return xp.isin(element, test_elements, invert=invert)


def union1d(ar1: Tensor, ar2: Tensor) -> Any:
    """Return the values in either."""
    return unique(append(ar1, ar2))


def intersect1d(ar1: Tensor, ar2: Tensor) -> Any:
    """Return the values in both."""
    return unique(xp.reshape(ar1, (-1,))[xp.isin(xp.reshape(ar1, (-1,)), ar2)])


def setdiff1d(ar1: Tensor, ar2: Tensor) -> Any:
    """Return the values in the first only."""
    return unique(xp.reshape(ar1, (-1,))[xp.isin(xp.reshape(ar1, (-1,)), ar2, invert=True)])


def digitize(x: Tensor, bins: Tensor, right: bool = False) -> Tensor:
    side = "left" if right else "right"
    if bins.size > 1 and bool(bins[0] > bins[-1]):
        return bins.size - xp.searchsorted(xp.flip(bins), x, side=side)
    return xp.searchsorted(bins, x, side=side)


def interp(x: Any, xp_: Tensor, fp: Tensor, left: Any = None, right: Any = None) -> Tensor:
    """Interpolate linearly between points in increasing order."""
    device = next(a.device for a in (x, xp_, fp) if isinstance(a, Tensor))
    kind = dt.complex128 if fp.dtype.kind == "c" else dt.float64
    places = xp.astype(xp.asarray(x, device=device), dt.float64)
    knots, values = xp.astype(xp_, dt.float64), xp.astype(fp, kind)
    at = xp.clip(xp.searchsorted(knots, places, side="right") - 1, 0, knots.size - 1)
    after = xp.minimum(at + 1, knots.size - 1)
    low, high = take(knots, at), take(knots, after)
    weight = xp.where(high == low, 0.0, (places - low) / (high - low))
    found = take(values, at) + weight * (take(values, after) - take(values, at))
    found = xp.where(places < knots[0], values[0] if left is None else left, found)
    found = xp.where(places > knots[-1], values[-1] if right is None else right, found)
    return xp.where(xp.isnan(places), float("nan"), found)


def histogram(
    a: Tensor, bins: Any = 10, range: Any = None, density: bool = False, weights: Any = None
) -> tuple[Tensor, Tensor]:
    flat = xp.reshape(a, (-1,))
    kind = flat.dtype if flat.dtype.kind == "f" else dt.float64
    if isinstance(bins, (int, np.integer)):
        low, high = (float(xp.min(flat)), float(xp.max(flat))) if range is None else range
        low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
        edges = xp.linspace(low, high, int(bins) + 1, dtype=kind, device=a.device)
    else:
        edges = xp.asarray(bins, device=a.device)
    inside = (flat >= edges[0]) & (flat <= edges[-1])
    place = xp.searchsorted(edges, flat[inside], side="right")
    place = xp.minimum(place, edges.size - 1) - 1
    heights = None if weights is None else xp.reshape(weights, (-1,))[inside]
    counts = xp.bincount(place, weights=heights, minlength=edges.size - 1)
    if density:
        counts = counts / (edges[1:] - edges[:-1]) / xp.sum(counts)
    return counts, edges


def take(a: Tensor, indices: Any, axis: Any = None) -> Tensor:
    x = xp.reshape(a, (-1,)) if axis is None else a
    axis = normalize_axis(0 if axis is None else axis, x.ndim, "take")
    places = xp.asarray(indices, device=a.device)
    found = xp.take(x, xp.reshape(places, (-1,)), axis=axis)
    return xp.reshape(found, (*x.shape[:axis], *places.shape, *x.shape[axis + 1 :]))


def take_along(arr: Tensor, indices: Tensor, axis: Any = -1) -> Tensor:
    if axis is None:
        arr, axis = xp.reshape(arr, (-1,)), 0
    return xp.take_along_axis(arr, indices, axis=axis)


def where(condition: Tensor, x: Any = _NONE, y: Any = _NONE) -> Any:
    if x is None and y is None:
        return xp.nonzero(condition)
    kept = condition if condition.dtype == dt.bool else condition != 0
    return xp.where(kept, x, y)


def argwhere(a: Tensor) -> Tensor:
    return xp.stack(xp.nonzero(a), axis=-1)


def unravel_index(indices: Tensor, shape: Any) -> tuple[Tensor, ...]:
    lengths = tuple(int(n) for n in (shape if isinstance(shape, (tuple, list)) else (shape,)))
    if indices.size and not bool(xp.all((indices >= 0) & (indices < prod(lengths)))):
        raise ValueError(f"unravel_index: an index is out of range for shape {lengths}")
    parts: list[Tensor] = []
    for n in reversed(lengths):
        parts.append(indices % n)
        indices = indices // n
    return tuple(reversed(parts))


def ravel_multi_index(multi_index: Any, dims: Any) -> Tensor:
    lengths = (dims,) if isinstance(dims, int) else tuple(dims)
    flat: Any = 0
    for places, n in zip(multi_index, lengths, strict=True):
        if not bool(xp.all((places >= 0) & (places < n))):
            raise ValueError(f"ravel_multi_index: an index is out of range for shape {lengths}")
        flat = flat * n + places
    result: Tensor = flat
    return result


def copyto(dst: Tensor, src: Any, where: Any = True) -> None:
    dst[...] = src if where is True else xp.where(where, src, dst)


def fill_diagonal(a: Tensor, val: Any) -> None:
    xp.linalg.diagonal(a)[...] = val


# --- shapes -------------------------------------------------------------------------------
def reshape(a: Tensor, shape: Any, order: str = "C", copy: Any = None) -> Tensor:
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    if order not in ("F", "A", "C"):
        raise ValueError(f"reshape: order must be 'C', 'F' or 'A', got {order!r}")
    if order != "F":
        return xp.reshape(a, shape, copy=copy)
    turned = xp.reshape(xp.transpose(a), tuple(reversed(shape)), copy=copy)
    return xp.transpose(turned)


def ravel(a: Tensor, order: str = "C") -> Tensor:
    return xp.reshape(xp.transpose(a) if order == "F" else a, (-1,))


def swapaxes(a: Tensor, axis1: int, axis2: int) -> Tensor:
    order = list(range(a.ndim))
    i, j = (normalize_axis(k, a.ndim, "swapaxes") for k in (axis1, axis2))
    order[i], order[j] = order[j], order[i]
    return xp.permute_dims(a, tuple(order))


def rollaxis(a: Tensor, axis: int, start: int = 0) -> Tensor:
    axis = normalize_axis(axis, a.ndim, "rollaxis")
    start = start + a.ndim if start < 0 else start
    return xp.moveaxis(a, axis, start - 1 if axis < start else start)


def rot90(m: Tensor, k: int = 1, axes: Any = (0, 1)) -> Tensor:
    i, j = (normalize_axis(a, m.ndim, "rot90") for a in axes)
    turns = k % 4
    if turns == 2:
        return xp.flip(m, axis=(i, j))
    if turns == 1:
        return swapaxes(xp.flip(m, axis=j), i, j)
    return xp.flip(swapaxes(m, i, j), axis=j) if turns else m


def at_least(*arys: Any, ndim: int) -> Any:
    found = tuple(_deepen(xp.asarray(x), ndim) for x in arys)
    return found[0] if len(found) == 1 else found


def _deepen(x: Tensor, ndim: int) -> Tensor:
    """Add axes where NumPy's atleast_nd adds them."""
    if x.ndim >= ndim:
        return x
    if ndim == 3 and x.ndim == 2:
        return x[..., None]
    if ndim == 3 and x.ndim == 1:
        return x[None, :, None]
    return xp.reshape(x, (1,) * (ndim - x.ndim) + x.shape)


def squeeze(a: Tensor, axis: Any = None) -> Tensor:
    return a.squeeze(axis)


def concatenate(
    arrays: Any, axis: Any = 0, dtype: Any = None, casting: str = "same_kind"
) -> Tensor:
    return typed(xp.concat(all_tensors(arrays), axis=axis), dtype)


def all_tensors(arrays: Any) -> list[Tensor]:
    """Bring scalars and lists among arrays to tensors beside the first tensor."""
    device = next(x.device for x in arrays if isinstance(x, Tensor))
    return [x if isinstance(x, Tensor) else xp.asarray(x, device=device) for x in arrays]


def stack(arrays: Any, axis: int = 0, dtype: Any = None) -> Tensor:
    return typed(xp.stack(all_tensors(arrays), axis=axis), dtype)


def dstack(tup: Any) -> Tensor:
    return xp.concat([_deepen(x, 3) for x in all_tensors(tup)], axis=2)


def column_stack(tup: Any) -> Tensor:
    columns = [x if x.ndim > 1 else xp.reshape(x, (-1, 1)) for x in all_tensors(tup)]
    return xp.concat(columns, axis=1)


def append(arr: Tensor, values: Any, axis: Any = None) -> Tensor:
    return xp.concat(all_tensors([arr, values]), axis=axis)


def split(ary: Tensor, indices_or_sections: Any, axis: int = 0) -> list[Tensor]:
    n = ary.shape[normalize_axis(axis, ary.ndim, "split")]
    sections = indices_or_sections
    if not isinstance(sections, (list, tuple, np.ndarray)) and n % int(sections):
        raise ValueError(f"split: axis {axis} of length {n} has no {sections} equal parts")
    return array_split(ary, sections, axis)


def array_split(ary: Tensor, indices_or_sections: Any, axis: int = 0) -> list[Tensor]:
    axis = normalize_axis(axis, ary.ndim, "array_split")
    n = ary.shape[axis]
    if isinstance(indices_or_sections, (list, tuple, np.ndarray)):
        cuts = [0, *(int(i) for i in indices_or_sections), n]
    else:
        count = int(indices_or_sections)
        if count <= 0:
            raise ValueError("array_split: the number of parts must be positive")
        each, extra = divmod(n, count)
        cuts = [i * each + builtins.min(i, extra) for i in range(count + 1)]
    lead = (slice(None),) * axis
    return [ary[(*lead, slice(a, b))] for a, b in pairwise(cuts)]


def hsplit(ary: Tensor, indices_or_sections: Any) -> list[Tensor]:
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def block(arrays: Any) -> Tensor:
    depth = _depth(arrays)
    return _joined_block(arrays, depth, _block_ndim(arrays, depth))


def _depth(arrays: Any) -> int:
    return 1 + _depth(arrays[0]) if isinstance(arrays, list) else 0


def _block_ndim(arrays: Any, least: int) -> Any:
    if isinstance(arrays, list):
        return builtins.max(_block_ndim(x, least) for x in arrays)
    return builtins.max(least, arrays.ndim)


def _joined_block(arrays: Any, depth: int, ndim: int) -> Tensor:
    if not isinstance(arrays, list):
        return xp.reshape(arrays, (1,) * (ndim - arrays.ndim) + arrays.shape)
    return xp.concat([_joined_block(x, depth - 1, ndim) for x in arrays], axis=-depth)


def tile(A: Tensor, reps: Any) -> Tensor:
    counts = np.atleast_1d(np.asarray(reps)).tolist()
    return xp.tile(A, tuple(counts))


def trace(a: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None) -> Tensor:
    return xp.sum(diagonal(a, offset, axis1, axis2), axis=-1, dtype=dtype)


def diagonal(a: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    return xp.linalg.diagonal(xp.moveaxis(a, (axis1, axis2), (-2, -1)), offset=offset)


def diff(a: Tensor, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Tensor:
    axis = normalize_axis(axis, a.ndim, "diff")

    def edge(value: Any) -> Any:
        if value is None:
            return None
        found = xp.asarray(value, device=a.device)
        shape = tuple(1 if i == axis else m for i, m in enumerate(a.shape))
        return found if found.ndim else xp.broadcast_to(found, shape)

    return xp.diff(a, n=n, axis=axis, prepend=edge(prepend), append=edge(append))


def meshgrid(*xi: Tensor, indexing: str = "xy") -> tuple[Tensor, ...]:
    return xp.meshgrid(*xi, indexing=indexing)


# --- products -------------------------------------------------------------------------------
def dot(a: Any, b: Any) -> Any:
    if not (getattr(a, "ndim", 0) and getattr(b, "ndim", 0)):
        return a * b
    return xp.tensordot(a, b, axes=((-1,), (-2 if b.ndim > 1 else -1,)))


def inner(a: Any, b: Any) -> Any:
    if not (getattr(a, "ndim", 0) and getattr(b, "ndim", 0)):
        return a * b
    return xp.tensordot(a, b, axes=((-1,), (-1,)))


def outer(a: Tensor, b: Tensor) -> Tensor:
    return xp.reshape(a, (-1, 1)) * xp.reshape(b, (1, -1))


def vdot(a: Tensor, b: Tensor) -> Tensor:
    return xp.vecdot(xp.reshape(a, (-1,)), xp.reshape(b, (-1,)))


def kron(a: Tensor, b: Tensor) -> Tensor:
    n = builtins.max(a.ndim, b.ndim)
    a = xp.reshape(a, (1,) * (n - a.ndim) + a.shape)
    b = xp.reshape(b, (1,) * (n - b.ndim) + b.shape)
    wide = xp.reshape(a, tuple(k for m in a.shape for k in (m, 1)))
    deep = xp.reshape(b, tuple(k for m in b.shape for k in (1, m)))
    return xp.reshape(wide * deep, tuple(i * j for i, j in zip(a.shape, b.shape, strict=True)))


def einsum(
    subscripts: Any,
    *operands: Any,
    dtype: Any = None,
    casting: str = "safe",
    optimize: Any = "auto",
) -> Tensor:
    return xp.einsum(subscripts, *(typed(x, dtype) for x in operands), optimize=optimize)


def cov(
    m: Tensor, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: Any = None
) -> Tensor:
    x = _deepen(m, 2)
    x = x if rowvar or m.ndim < 2 else x.mT
    if y is not None:
        more = _deepen(y, 2)
        x = xp.concat([x, more if rowvar or y.ndim < 2 else more.mT], axis=0)
    x = x if x.dtype.kind in "fc" else xp.astype(x, dt.float64)
    ddof = (0 if bias else 1) if ddof is None else ddof
    off = x - xp.mean(x, axis=1, keepdims=True)
    return squeeze(off @ xp.conj(off.mT) / (x.shape[1] - ddof))


def corrcoef(x: Tensor, y: Any = None, rowvar: bool = True) -> Tensor:
    c = cov(x, y, rowvar)
    if c.ndim == 0:
        return c / c
    s = xp.sqrt(xp.real(xp.linalg.diagonal(c)))
    c = c / s[:, None] / s[None, :]
    return xp.clip(c, -1, 1) if c.dtype.kind == "f" else c


# --- linear algebra ---------------------------------------------------------------------------
def svd(a: Tensor, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    return xp.linalg.svd(a, full_matrices=full_matrices) if compute_uv else xp.linalg.svdvals(a)


def norm(x: Tensor, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Tensor:
    if axis is None and ord is None:
        return xp.linalg.vector_norm(x, keepdims=keepdims)
    axes = normalize_axes(axis, x.ndim, "norm")
    if len(axes) == 1:
        return xp.linalg.vector_norm(x, axis=axes, ord=2 if ord is None else ord, keepdims=keepdims)
    if len(axes) != 2:
        raise ValueError(f"norm: axis must name one or two axes, got {axis}")
    moved = xp.moveaxis(x, axes, (-2, -1))
    found = xp.linalg.matrix_norm(moved, ord="fro" if ord is None else ord)
    return xp.expand_dims(found, axes) if keepdims else found


def multi_dot(arrays: Any) -> Tensor:
    result: Tensor = arrays[0]
    for x in arrays[1:]:
        result = result @ x
    return result


def pinv(a: Tensor, rcond: Any = None, rtol: Any = None) -> Tensor:
    return xp.linalg.pinv(a, rtol=rcond if rtol is None else rtol)


def symmetric(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(a: Tensor, UPLO: str = "L") -> Any:
        x = a if UPLO.upper() == "L" else xp.conj(a.mT)
        return function(x)

    return call


# --- element by element -----------------------------------------------------------------------
def clip(a: Tensor, a_min: Any = None, a_max: Any = None, min: Any = None, max: Any = None) -> Any:
    return xp.clip(a, a_min if min is None else min, a_max if max is None else max)


def round(a: Tensor, decimals: int = 0) -> Tensor:
    if decimals == 0 or (a.dtype.kind in "biu" and decimals > 0):
        return xp.round(a)
    unit: int = 10 ** builtins.abs(int(decimals))
    if a.dtype.kind in "iu":  # exactly, halves to even
        low = a // unit
        rest = a - low * unit
        up = (rest * 2 > unit) | ((rest * 2 == unit) & (low % 2 == 1))
        return (low + xp.astype(up, a.dtype)) * unit
    return xp.round(a * unit) / unit if decimals > 0 else xp.round(a / unit) * unit


def angle(z: Tensor, deg: bool = False) -> Tensor:
    found = xp.atan2(xp.imag(z), xp.real(z))
    return found * (180 / xp.pi) if deg else found


def signed_infinity(sign: float) -> Callable[..., Tensor]:
    def call(x: Tensor) -> Tensor:
        return xp.isinf(x) & (x * sign > 0)

    return call


def result_type(*arrays_and_dtypes: Any) -> Any:
    return xp.result_type(
        *(
            x if isinstance(x, (Tensor, *dt.SCALAR_TYPES)) else np.dtype(x)
            for x in arrays_and_dtypes
        )
    )


def can_cast(from_: Any, to: Any, casting: Any = "safe") -> bool:
    return bool(np.can_cast(from_.dtype if isinstance(from_, Tensor) else from_, to, casting))


def share_memory(function: Callable[..., bool]) -> Callable[..., bool]:
    """Answer from the addresses; two tensors off the host may share where neither is looked at."""

    def call(a: Any, b: Any, max_work: Any = None) -> bool:
        tensors = [x for x in (a, b) if isinstance(x, Tensor) and x.device.name != "cpu"]
        if tensors:
            return len(tensors) == 2 and a.device is b.device
        a, b = (x.to_numpy() if isinstance(x, Tensor) else x for x in (a, b))
        return function(a, b)

    return call
