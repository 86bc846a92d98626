# SPDX-License-Identifier: Apache-2.0
"""Rows of the chapters on manipulation, indexing, searching, sets, sorting and reductions."""

import numpy as np
import standard
from differential import Named, Operand, Rows, call

rows = Rows()
ALL = standard.DTYPES
NUMERIC, REAL, FLOAT = standard.NUMERIC, standard.REAL, standard.FLOAT


# --- manipulation ------------------------------------------------------------------


@rows("broadcast_arrays", ALL)
def _broadcast_arrays(make, dtype):
    shapes = make.shapes(make.integer(1, 3))
    return call(*(make.array(make.choice(dtype, "int8"), s) for s in shapes))


@rows("broadcast_shapes", ["int64"])
def _broadcast_shapes(make, dtype):
    return call(*make.shapes(make.integer(1, 3)))


@rows("broadcast_to", ALL)
def _broadcast_to(make, dtype):
    one, two = make.shapes(2)
    return call(make.array(dtype, one), np.broadcast_shapes(one, two))


@rows("concat", ALL)
def _concat(make, dtype):
    shape = make.shape(min_dims=1, max_dims=3)
    if make.choice(True, False, False):
        return call([make.array(dtype, make.shape(max_dims=2)) for _ in range(2)], axis=None)
    axis = make.axis(len(shape))
    parts = []
    for _ in range(make.integer(1, 3)):
        part = list(shape)
        part[axis] = make.integer(0, 3)
        parts.append(make.array(dtype, part))
    return call(parts, axis=axis)


@rows("stack", ALL)
def _stack(make, dtype):
    shape = make.shape(max_dims=3)
    arrays = [make.array(dtype, shape) for _ in range(make.integer(1, 3))]
    return call(arrays, axis=make.axis(len(shape) + 1))


@rows("expand_dims", ALL)
def _expand_dims(make, dtype):
    x = make.array(dtype, max_dims=3)
    return call(x, axis=make.axis(len(x.shape) + 1))


@rows("squeeze", ALL)
def _squeeze(make, dtype):
    shape = list(make.shape(min_dims=1))
    axes = make.some_axes(len(shape))
    for axis in axes:
        shape[axis] = 1
    return call(make.array(dtype, shape), axis=axes[0] if len(axes) == 1 else axes)


@rows("flip", ALL)
def _flip(make, dtype):
    x = make.array(dtype)
    axes = make.axes(len(x.shape))
    return call(x, axis=None if axes == () else axes)


@rows("moveaxis", ALL)
def _moveaxis(make, dtype):
    x = make.array(dtype, min_dims=1)
    ndim = len(x.shape)
    if make.choice(True, False):
        return call(x, make.axis(ndim), make.axis(ndim))
    source = make.some_axes(ndim)
    order = make.random().permutation(ndim)[: len(source)]
    return call(x, source, tuple(map(int, order)))


@rows("permute_dims", ALL)
def _permute_dims(make, dtype):
    x = make.array(dtype)
    return call(x, axes=tuple(map(int, make.random().permutation(len(x.shape)))))


@rows("repeat", ALL)
def _repeat(make, dtype):
    x = make.array(dtype, min_dims=1, max_dims=3)
    axis = make.choice(None, make.axis(len(x.shape)))
    length = int(np.prod(x.shape)) if axis is None else x.shape[axis]
    if make.choice(True, False):
        return call(x, make.integer(0, 3), axis=axis)
    counts = make.random().integers(0, 3, length)
    return call(x, make.exact(counts), axis=axis)


@rows("reshape", ALL)
def _reshape(make, dtype):
    x = make.array(dtype)
    size = int(np.prod(x.shape))
    shapes = [(size,), (1, size), (size, 1, 1), x.shape[::-1]]
    if size:
        shapes += [(-1,), (1, -1)]
    if size == 1:
        shapes.append(())
    return call(x, make.choice(*shapes), copy=make.choice(None, True))


@rows("roll", ALL)
def _roll(make, dtype):
    x = make.array(dtype)
    ndim = len(x.shape)
    if not ndim or make.choice(True, False):
        return call(x, make.integer(-9, 9), axis=None)
    axes = make.some_axes(ndim)
    if len(axes) == 1 and make.choice(True, False):
        return call(x, make.integer(-9, 9), axis=axes[0])
    return call(x, tuple(make.integer(-9, 9) for _ in axes), axis=axes)


@rows("tile", ALL)
def _tile(make, dtype):
    x = make.array(dtype, max_dims=3)
    return call(x, tuple(make.integer(0, 2) for _ in range(make.integer(0, 4))))


@rows("unstack", ALL)
def _unstack(make, dtype):
    x = make.array(dtype, min_dims=1)
    return call(x, axis=make.axis(len(x.shape)))


@rows("tril triu", ALL)
def _tril(make, dtype):
    return call(make.array(dtype, min_dims=2), k=make.integer(-4, 4))


@rows("meshgrid", ALL)
def _meshgrid(make, dtype):
    arrays = [make.array(dtype, (make.integer(0, 3),)) for _ in range(make.integer(1, 3))]
    return call(*arrays, indexing=make.choice("xy", "ij"))


# --- indexing ------------------------------------------------------------------------


def _indices(make, shape, length, low=None):
    low = -length if low is None else low
    return Operand(make.random().integers(low, length, shape).astype(make.choice("int64", "int32")))


@rows("take", ALL)
def _take(make, dtype):
    x = make.array(dtype, min_dims=1, max_dims=3, min_side=1)
    axis = 0 if len(x.shape) == 1 else make.axis(len(x.shape))
    indices = _indices(make, (make.integer(0, 5),), x.shape[axis])
    if len(x.shape) == 1 and make.choice(True, False):
        return call(x, indices)
    return call(x, indices, axis=axis)


@rows("take_along_axis", ALL)
def _take_along_axis(make, dtype):
    x = make.array(dtype, min_dims=1, max_dims=3, min_side=1)
    axis = make.axis(len(x.shape))
    shape = list(x.shape)
    shape[axis] = make.integer(0, 5)
    return call(x, _indices(make, shape, x.shape[axis]), axis=axis)


def _slice(make, length):
    step = make.choice(None, 1, 2, -1, -2)
    bounds = [make.choice(None, make.integer(-length, length)) for _ in range(2)]
    # The standard leaves bounds outside the axis open; -length - 1 is reached by -1 steps.
    return slice(*bounds, step)


def basic_key(make, shape):
    """A key of integers, slices, one ellipsis and None."""
    key = [
        make.integer(-n, n - 1) if n and make.choice(True, False, False) else _slice(make, n)
        for n in shape
    ]
    if make.choice(True, False):
        at = make.integer(0, len(key))
        key[at : at + make.integer(0, 2)] = [...]
    if make.choice(True, False):
        key.insert(make.integer(0, len(key)), None)
    return tuple(key)


def _key(make, shape):
    kinds = ["basic", "basic"] + (["mask", "integers"] if shape and 0 not in shape else [])
    kind = make.choice(*kinds)
    if kind == "mask":
        return make.exact(make.random().random(shape) < 0.5)
    if kind == "integers":
        lead = [make.integer(-n, n - 1) for n in shape]
        at = make.integer(0, len(shape) - 1)
        lead[at] = _indices(make, (make.integer(1, 3),), shape[at])
        return tuple(lead)
    return basic_key(make, shape)


@rows("__getitem__", ALL)
def _getitem(make, dtype):
    x = make.array(dtype)
    return call(x, _key(make, x.shape), run=lambda xp, x, key: x[key])


@rows("__setitem__", ALL)
def _setitem(make, dtype):
    x = make.array(dtype)
    if x.layout == "broadcast":
        x = Operand(x.values)
    key = tuple(k for k in basic_key(make, x.shape) if k is not None)  # strict refuses None
    if x.shape and make.choice(True, False, False):
        key = make.exact(make.random().random(x.shape) < 0.5)
        value = make.array(dtype, ())
    else:
        target = x.values[key].shape
        value = make.array(dtype, target[make.integer(0, len(target)) :])

    def run(xp, x, key, value):
        x[key] = value
        return x

    return call(x, key, value, run=run)


# --- searching, sets, sorting ----------------------------------------------------------


@rows("argmax argmin", REAL)
def _argmax(make, dtype):
    x = make.array(dtype, min_side=1)
    axis = make.choice(None, make.axis(len(x.shape))) if x.shape else None
    return call(x, axis=axis, keepdims=make.choice(True, False))


@rows("count_nonzero", ALL)
def _count_nonzero(make, dtype):
    x = make.array(dtype, domain="small")
    return call(x, axis=make.axes(len(x.shape)), keepdims=make.choice(True, False))


@rows("nonzero", ALL)
def _nonzero(make, dtype):
    return call(make.array(dtype, domain="small", min_dims=1))


@rows("searchsorted", REAL)
def _searchsorted(make, dtype):
    raw = make.array(dtype, (make.integer(1, 8),), "finite").values
    needles = make.array(dtype, make.shape(min_dims=1, max_dims=2), "finite")
    side = make.choice("left", "right")
    if make.choice(True, False):
        return call(make.exact(raw), needles, side=side, sorter=make.exact(np.argsort(raw)))
    return call(make.exact(np.sort(raw)), needles, side=side)


@rows("where", ALL)
def _where(make, dtype):
    one, two, three = make.shapes(3)
    condition = make.array("bool", one)
    number = True if dtype == "bool" else 2
    which = make.choice("arrays", "left", "right")
    if which == "left":
        return call(condition, number, make.array(dtype, three))
    if which == "right":
        return call(condition, make.array(dtype, two), number)
    return call(condition, make.array(dtype, two), make.array(dtype, three))


@rows("isin", standard.INTEGER)
def _isin(make, dtype):
    x1 = make.array(dtype, domain="small", max_dims=2)
    x2 = make.array(dtype, domain="small", max_dims=2)
    invert = make.choice(True, False)

    def run(xp, x1, x2):
        if xp.__name__ == "array_api_strict":  # 2.6.1 does not pass `invert` on
            return xp.isin(x1, x2) ^ xp.asarray(invert)
        return xp.isin(x1, x2, invert=invert)

    return call(x1, x2, run=run)


def _by_value(result, made):
    """The standard leaves the order of unique values open: sort the parts by value."""
    del made
    values, *rest = result if isinstance(result, tuple) else (result,)
    order = np.argsort(values, kind="stable")
    fields = [values[order]]
    for part in rest:
        if part.shape == values.shape and part.size and part.dtype.kind == "i":
            fields.append(part)
    return tuple(fields)


def _unique(make, dtype):
    return call(make.array(dtype, domain="small", max_dims=2))


rows("unique_values", ALL, settle=_by_value)(_unique)


def _settle_counts(result, made):
    values, counts = result
    order = np.argsort(values, kind="stable")
    return values[order], counts[order]


rows("unique_counts", ALL, settle=_settle_counts)(_unique)


def _settle_inverse(result, made):
    values, inverse = result
    return np.sort(values), values[inverse], inverse - inverse  # the inverse rebuilds x


rows("unique_inverse", ALL, settle=_settle_inverse)(_unique)


def _settle_all(result, made):
    values, indices, inverse, counts = result
    order = np.argsort(values, kind="stable")
    return values[order], indices[order], values[inverse], counts[order]


rows("unique_all", ALL, settle=_settle_all)(_unique)


@rows("sort argsort", REAL)
def _sort(make, dtype):
    # NaN is left open by the standard; strict's descending order puts it last.
    x = make.array(dtype, domain="small" if make.choice(True, False) else "finite", min_dims=1)
    return call(x, axis=make.axis(len(x.shape)), descending=make.choice(True, False))


# --- statistics and utility ------------------------------------------------------------


def _reduction(domain="any", min_side=0):
    def build(make, dtype):
        x = make.array(dtype, domain=domain, min_side=min_side)
        return call(x, axis=make.axes(len(x.shape)), keepdims=make.choice(True, False))

    return build


rows("max min", REAL)(_reduction(min_side=1))
rows("all any", ALL)(_reduction("small"))
rows("mean", FLOAT, 16)(_reduction("finite", min_side=1))


@rows("sum prod", NUMERIC, 64)
def _sum(make, dtype):
    x = make.array(dtype, domain="small", max_dims=3)
    options = {}
    if make.choice(True, False, False):
        wide = "complex128" if "complex" in dtype else "float64" if "float" in dtype else "int64"
        options["dtype"] = Named(wide)
    return call(x, axis=make.axes(len(x.shape)), keepdims=make.choice(True, False), **options)


@rows("std var", standard.REAL_FLOAT, 64)
def _var(make, dtype):
    x = make.array(dtype, domain="finite", min_dims=1, min_side=2)
    axis = make.choice(None, make.axis(len(x.shape)), make.some_axes(len(x.shape)))
    correction = make.choice(0, 1, 0.5)
    return call(x, axis=axis, correction=correction, keepdims=make.choice(True, False))


@rows("cumulative_sum cumulative_prod", NUMERIC, 64)
def _cumulative(make, dtype):
    x = make.array(dtype, domain="small", min_dims=1, max_dims=3)
    axis = make.axis(len(x.shape))
    if len(x.shape) == 1:
        axis = make.choice(None, axis)
    return call(x, axis=axis, include_initial=make.choice(True, False))


@rows("diff", NUMERIC)
def _diff(make, dtype):
    x = make.array(dtype, domain="small", min_dims=1, max_dims=3, min_side=1)
    axis = make.axis(len(x.shape))
    ends = {}
    for end in ("prepend", "append"):
        if make.choice(True, False):
            shape = list(x.shape)
            shape[axis] = make.integer(1, 2)
            ends[end] = make.array(dtype, shape, "small")
    longest = x.shape[axis] + sum(e.shape[axis] for e in ends.values())
    return call(x, axis=axis, n=make.integer(0, min(longest, 3)), **ends)
