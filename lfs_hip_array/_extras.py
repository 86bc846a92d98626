# SPDX-License-Identifier: Apache-2.0
"""Functions that NumPy code looks for and the standard lacks, on top of the others."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

from . import _dtypes as dt
from ._apply import convert
from ._checks import index as check_index
from ._checks import require_choice, require_kind, require_tensor
from ._creation import arange, asarray, full, linspace, zeros
from ._elementwise import ceil, clip, floor, isnan, lerp, logical_not, maximum, multiply, where
from ._elementwise import pow as pow_
from ._indexing import index_add, take_along_axis
from ._linear_algebra import matmul, tensordot
from ._manipulation import (
    concat,
    expand_dims,
    moveaxis,
    permute_dims,
    reshape,
)
from ._searching import argmax, argmin, count_nonzero
from ._sorting import sort
from ._statistical import cumulative_prod, cumulative_sum
from ._statistical import max as max_
from ._statistical import min as min_
from ._tensor import Tensor
from ._utility import all as all_
from ._utility import any as any_
from ._views import normalize_axes


# --- order statistics --------------------------------------------------------------
def _rows(operation: str, x: Tensor, axis: Any) -> tuple[Tensor, tuple[int, ...]]:
    """Return the reduced axes merged into a last one, in floating point."""
    require_tensor(operation, x)
    require_kind(operation, x.dtype, "biuf")
    if x.dtype.kind in "biu":
        x = convert(x, dt.DEFAULT_FLOAT)
    axes = normalize_axes(axis, x.ndim, operation)
    kept = [i for i in range(x.ndim) if i not in axes]
    moved = permute_dims(x, (*kept, *axes))
    size = 1
    for i in axes:
        size *= x.shape[i]
    return reshape(moved, (*(x.shape[i] for i in kept), size)), axes


def _with_dims(x: Tensor, axes: tuple[int, ...], keepdims: builtins.bool) -> Tensor:
    return expand_dims(x, axes) if keepdims and axes else x


def quantile(
    x: Tensor,
    q: Any,
    /,
    *,
    axis: Any = None,
    method: str = "linear",
    keepdims: builtins.bool = False,
) -> Tensor:
    """Return quantiles.

    Parameters
    ----------
    x : Tensor
        Of a real dtype; integers are computed as float64.
    q : float, sequence or Tensor
        Probabilities in [0, 1]; their axes come first in the result.
    axis : int, tuple of int or None
    method : {"linear", "lower", "higher", "nearest", "midpoint"}
        Between two elements, as in NumPy.
    keepdims : bool

    Returns
    -------
    Tensor
        NaN where a NaN is among the elements.

    Raises
    ------
    ValueError
        For q outside [0, 1], and over no elements.
    """
    require_choice("quantile", "method", method, _METHODS)
    rows, axes = _rows("quantile", x, axis)
    n = rows.shape[-1]
    if n == 0:
        raise ValueError(f"quantile: no elements along axis {axis} of shape {x.shape}")
    levels = asarray(q, dtype=dt.float64, device=x.device)
    if not builtins.bool(all_((levels >= 0) & (levels <= 1))):
        raise ValueError("quantile: q must be within 0 and 1")
    ordered = sort(rows)
    flat = reshape(levels, (-1,))
    place = flat * (n - 1)
    low, high = floor(place), ceil(place)
    a = ordered[..., convert(low, dt.int64)]
    b = ordered[..., convert(high, dt.int64)]
    weight = convert(_weight(method, place, low), x.dtype if x.dtype.kind == "f" else dt.float64)
    found = where(weight == 0, a, where(weight == 1, b, lerp(a, b, weight)))
    found = where(any_(isnan(rows), axis=-1, keepdims=True), float("nan"), found)
    found = reshape(moveaxis(found, -1, 0), (*levels.shape, *found.shape[:-1]))
    if not keepdims:
        return found
    lead = levels.ndim
    return expand_dims(found, tuple(lead + a for a in axes)) if axes else found


_METHODS = ("linear", "lower", "higher", "nearest", "midpoint")


def _weight(method: str, place: Tensor, low: Tensor) -> Tensor:
    fraction = place - low
    if method == "lower":
        return fraction * 0
    if method == "higher":
        return convert(fraction > 0, dt.float64)
    if method == "midpoint":
        return convert(fraction > 0, dt.float64) * 0.5
    if method == "nearest":  # halves to the even index
        up = (fraction > 0.5) | ((fraction == 0.5) & (low % 2 == 1))
        return convert(up, dt.float64)
    return fraction


def percentile(
    x: Tensor,
    q: Any,
    /,
    *,
    axis: Any = None,
    method: str = "linear",
    keepdims: builtins.bool = False,
) -> Tensor:
    """Return percentiles: `quantile` with q in [0, 100]."""
    require_tensor("percentile", x)
    levels = asarray(q, dtype=dt.float64, device=x.device) / 100
    return quantile(x, levels, axis=axis, method=method, keepdims=keepdims)


def median(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the median: the mean of the two middle elements; NaN where there is one.

    Parameters
    ----------
    x : Tensor
        Of a real dtype; integers are computed as float64.
    axis : int, tuple of int or None
    keepdims : bool

    Returns
    -------
    Tensor
    """
    rows, axes = _rows("median", x, axis)
    n = rows.shape[-1]
    if n == 0:
        shape = rows.shape[:-1]
        return _with_dims(
            full(shape, float("nan"), dtype=rows.dtype, device=x.device), axes, keepdims
        )
    ordered = sort(rows)
    middle = _halfway(ordered[..., (n - 1) // 2], ordered[..., n // 2])
    middle = where(isnan(ordered[..., -1]), float("nan"), middle)
    return _with_dims(middle, axes, keepdims)


def _halfway(a: Tensor, b: Tensor) -> Tensor:
    """Return the mean of two values; infinities of one sign stay what they are."""
    return where(a == b, a, a * 0.5 + b * 0.5)


def nanmedian(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the median of elements that are not NaN; NaN where all are."""
    rows, axes = _rows("nanmedian", x, axis)
    if rows.shape[-1] == 0:
        return median(x, axis=axis, keepdims=keepdims)
    ordered = sort(rows)
    count = count_nonzero(logical_not(isnan(rows)), axis=-1, keepdims=True)
    low = take_along_axis(ordered, maximum(count - 1, 0) // 2, axis=-1)
    high = take_along_axis(ordered, clip(count // 2, 0, rows.shape[-1] - 1), axis=-1)
    middle = where(count == 0, float("nan"), _halfway(low, high))[..., 0]
    return _with_dims(middle, axes, keepdims)


def _nan_arg(operation: str, x: Tensor, axis: int | None, keepdims: builtins.bool) -> Tensor:
    require_tensor(operation, x)
    require_kind(operation, x.dtype, "biuf")
    function = argmax if operation == "nanargmax" else argmin
    if x.dtype.kind != "f":
        return function(x, axis=axis, keepdims=keepdims)
    missing = isnan(x)
    if builtins.bool(any_(all_(missing, axis=axis))):
        raise ValueError(f"{operation}: all elements along axis {axis} are NaN")
    limit = float("-inf") if operation == "nanargmax" else float("inf")
    best = (max_ if operation == "nanargmax" else min_)(
        where(missing, limit, x), axis=axis, keepdims=True
    )
    return argmax(x == best, axis=axis, keepdims=keepdims)


def nanargmax(x: Tensor, /, *, axis: int | None = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the index of the first largest element that is not NaN; ValueError if all are."""
    return _nan_arg("nanargmax", x, axis, keepdims)


def nanargmin(x: Tensor, /, *, axis: int | None = None, keepdims: builtins.bool = False) -> Tensor:
    """Return the index of the first smallest element that is not NaN; ValueError if all are."""
    return _nan_arg("nanargmin", x, axis, keepdims)


# --- counting, running, differences -----------------------------------------------------
def bincount(x: Tensor, /, *, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """Count occurrences of each non-negative integer (or sum its weights).

    Parameters
    ----------
    x : Tensor
        Of one axis and an integer dtype; not negative.
    weights : Tensor, optional
        Of the shape of `x`.
    minlength : int
        Least length of the result.

    Returns
    -------
    Tensor
        int64 counts, or float64 sums, of length ``max(x) + 1`` or `minlength`.
    """
    require_tensor("bincount", x)
    require_kind("bincount", x.dtype, "iu")
    if x.ndim != 1:
        raise ValueError(f"bincount: needs one axis, got shape {x.shape}")
    minlength = check_index("bincount", "minlength", minlength)
    if x.size and int(min_(x)) < 0:
        raise ValueError("bincount: elements must not be negative")
    length = builtins.max(minlength, int(max_(x)) + 1 if x.size else 0)
    if weights is None:
        counts = zeros((length,), dtype=dt.int64, device=x.device)
        return index_add(counts, 0, x, 1) if x.size else counts
    require_tensor("bincount", weights)
    if weights.shape != x.shape:
        raise ValueError(f"bincount: weights of shape {weights.shape} do not match {x.shape}")
    sums = zeros((length,), dtype=dt.float64, device=x.device)
    return index_add(sums, 0, x, convert(weights, dt.float64)) if x.size else sums


def _running(x: Tensor, axis: int | None) -> tuple[Tensor, int]:
    require_tensor("cumsum", x)
    return (reshape(x, (-1,)), 0) if axis is None else (x, axis)


def cumsum(x: Tensor, /, axis: int | None = None, *, dtype: Any = None) -> Tensor:
    """Return running sums, of the flattened tensor by default: NumPy's `cumulative_sum`."""
    flat, axis = _running(x, axis)
    return cumulative_sum(flat, axis=axis, dtype=dtype)


def cumprod(x: Tensor, /, axis: int | None = None, *, dtype: Any = None) -> Tensor:
    """Return running products, of the flattened tensor by default: NumPy's `cumulative_prod`."""
    flat, axis = _running(x, axis)
    return cumulative_prod(flat, axis=axis, dtype=dtype)


def gradient(x: Tensor, /, *spacing: Any, axis: Any = None) -> Any:
    """Return central differences, one-sided at the ends.

    Parameters
    ----------
    x : Tensor
        Real or complex, at least 2 long along each axis.
    *spacing : float
        Distance of neighbours: none (1), one for all, or one for each axis.
    axis : int, tuple of int or None
        None takes all axes.

    Returns
    -------
    Tensor or tuple of Tensor
        One for each axis.
    """
    require_tensor("gradient", x)
    require_kind("gradient", x.dtype, "biufc")
    if x.dtype.kind in "biu":
        x = convert(x, dt.DEFAULT_FLOAT)
    axes = normalize_axes(axis, x.ndim, "gradient")
    steps = [float(s) for s in spacing] or [1.0]
    if len(steps) == 1:
        steps = steps * len(axes)
    if len(steps) != len(axes):
        raise ValueError(f"gradient: {len(spacing)} spacings for {len(axes)} axes")
    results = tuple(_slope(x, a, h) for a, h in zip(axes, steps, strict=True))
    return results[0] if len(results) == 1 else results


def _slope(x: Tensor, axis: int, step: float) -> Tensor:
    if x.shape[axis] < 2:
        raise ValueError(f"gradient: axis {axis} of shape {x.shape} must be at least 2 long")
    x = moveaxis(x, axis, -1)
    first = (x[..., 1:2] - x[..., 0:1]) / step
    inner = (x[..., 2:] - x[..., :-2]) / (2 * step)
    last = (x[..., -1:] - x[..., -2:-1]) / step
    return moveaxis(concat([first, inner, last], axis=-1), -1, axis)


# --- shapes ---------------------------------------------------------------------------
def concatenate(arrays: Any, /, axis: int | None = 0) -> Tensor:
    """Join tensors: NumPy's name for `concat`."""
    return concat(arrays, axis=axis)


def transpose(x: Tensor, /, axes: Any = None) -> Tensor:
    """Return a view with axes reversed, or permuted as `axes` says."""
    require_tensor("transpose", x)
    return permute_dims(x, tuple(reversed(range(x.ndim))) if axes is None else tuple(axes))


def vstack(arrays: Sequence[Tensor], /) -> Tensor:
    """Join tensors along the first axis; vectors become rows."""
    return concat([x if x.ndim > 1 else reshape(x, (1, -1)) for x in arrays], axis=0)


def hstack(arrays: Sequence[Tensor], /) -> Tensor:
    """Join tensors along the second axis, vectors along their only one."""
    parts = [x if x.ndim else reshape(x, (1,)) for x in arrays]
    return concat(parts, axis=0 if parts and parts[0].ndim == 1 else 1)


def diag(x: Tensor, /, k: int = 0) -> Tensor:
    """Return the k-th diagonal of a matrix (a copy), or a matrix with that diagonal.

    Parameters
    ----------
    x : Tensor
        Of one or two axes.
    k : int

    Returns
    -------
    Tensor
    """
    from .linalg import diagonal

    require_tensor("diag", x)
    if x.ndim == 2:
        return asarray(diagonal(x, offset=k), copy=True)
    if x.ndim != 1:
        raise ValueError(f"diag: needs one or two axes, got shape {x.shape}")
    n = x.shape[0] + builtins.abs(k)
    result = zeros((n, n), dtype=x.dtype, device=x.device)
    diagonal(result, offset=k)[...] = x
    return result


def pad(
    x: Tensor, pad_width: Any, /, mode: str = "constant", *, constant_values: Any = 0
) -> Tensor:
    """Surround a tensor with a constant, or with its own edge or mirrored values.

    Parameters
    ----------
    x : Tensor
    pad_width : int, (before, after), or one such pair for each axis
    mode : {"constant", "edge", "reflect", "symmetric", "wrap"}
    constant_values : Python scalar, (before, after), or one such pair for each axis
        For mode "constant"; the last axis decides the corners.

    Returns
    -------
    Tensor
    """
    require_tensor("pad", x)
    require_choice("pad", "mode", mode, ("constant", "edge", "reflect", "symmetric", "wrap"))
    widths = _pad_widths(pad_width, x.ndim)
    if mode != "constant":
        for axis, (before, after) in enumerate(widths):
            if before or after:
                x = _pad_axis(x, axis, before, after, mode)
        return x
    shape = tuple(n + b + a for n, (b, a) in zip(x.shape, widths, strict=True))
    constants = _pad_pairs("constant_values", constant_values, x.ndim)
    result = full(shape, constants[0][0] if constants else 0, dtype=x.dtype, device=x.device)
    result[tuple(slice(b, b + n) for n, (b, _) in zip(x.shape, widths, strict=True))] = x
    if builtins.any(c != constants[0][0] for pair in constants for c in pair):
        for axis, (before, after) in enumerate(widths):
            key = (slice(None),) * axis
            result[(*key, slice(0, before))] = constants[axis][0]
            result[(*key, slice(shape[axis] - after, None))] = constants[axis][1]
    return result


def _pad_pairs(name: str, value: Any, ndim: int) -> list[tuple[Any, Any]]:
    """Return a (before, after) pair for each axis, from a scalar, one pair, or all of them."""
    if not isinstance(value, (tuple, list)):
        return [(value, value)] * ndim
    if len(value) == 2 and not builtins.any(isinstance(v, (tuple, list)) for v in value):
        return [(value[0], value[1])] * ndim
    pairs = [(v[0], v[-1]) if isinstance(v, (tuple, list)) else (v, v) for v in value]
    if len(pairs) == 1:
        pairs = pairs * ndim
    if len(pairs) != ndim:
        raise ValueError(f"pad: {len(pairs)} pairs in {name} for {ndim} dimensions")
    return pairs


def _pad_widths(width: Any, ndim: int) -> list[tuple[int, int]]:
    pairs = _pad_pairs("pad_width", width, ndim)
    if builtins.any(w < 0 for pair in pairs for w in pair):
        raise ValueError(f"pad: pad_width must not be negative, got {width}")
    return pairs


def _pad_axis(x: Tensor, axis: int, before: int, after: int, mode: str) -> Tensor:
    """Look every place of the padded axis up in the axis."""
    from ._indexing import take

    n = x.shape[axis]
    if n == 0:
        raise ValueError(f"pad: axis {axis} is empty: mode {mode!r} has nothing to repeat")
    places = arange(-before, n + after, device=x.device)
    if mode == "edge":
        places = clip(places, 0, n - 1)
    elif mode == "wrap":
        places = places % n
    else:
        period = builtins.max(2 * n - 2, 1) if mode == "reflect" else 2 * n
        places = places % period
        places = where(places >= n, (period if mode == "reflect" else period - 1) - places, places)
    return take(x, places, axis=axis)


def logspace(
    start: float,
    stop: float,
    /,
    num: int = 50,
    *,
    endpoint: builtins.bool = True,
    base: float = 10.0,
    dtype: Any = None,
    device: Any = None,
) -> Tensor:
    """Return ``base ** linspace(start, stop, num)``."""
    powers = pow_(
        full((), float(base), device=device),
        linspace(start, stop, num, endpoint=endpoint, device=device),
    )
    return powers if dtype is None else convert(powers, dt.canonical(dtype, "logspace"))


def array_equal(x1: Tensor, x2: Tensor, /, *, equal_nan: builtins.bool = False) -> builtins.bool:
    """Return whether two tensors have one shape and equal elements."""
    require_tensor("array_equal", x1, x2)
    if x1.shape != x2.shape:
        return False
    same = x1 == x2
    if equal_nan and x1.dtype.kind in "fc" and x2.dtype.kind in "fc":
        same = same | (isnan(x1) & isnan(x2))
    return builtins.bool(all_(same))


def allclose(
    x1: Any,
    x2: Any,
    /,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: builtins.bool = False,
) -> builtins.bool:
    """Return whether `isclose` holds for all elements."""
    from ._elementwise import isclose

    return builtins.bool(all_(isclose(x1, x2, rtol, atol, equal_nan)))


# --- einsum -----------------------------------------------------------------------------
def einsum(subscripts: str, /, *operands: Tensor, optimize: Any = "auto") -> Tensor:
    """Return the Einstein summation, contracted pairwise in the order that opt_einsum finds.

    Parameters
    ----------
    subscripts : str
        For example ``"ij,jk->ik"``.
    *operands : Tensor
    optimize : str or bool
        opt_einsum's strategy.

    Returns
    -------
    Tensor

    Raises
    ------
    ImportError
        If opt_einsum is not installed.
    """
    require_tensor("einsum", *operands)
    if not isinstance(subscripts, str):
        raise TypeError(f"einsum: subscripts must be a string, got {type(subscripts).__name__}")
    try:
        import opt_einsum
    except ImportError:
        raise ImportError("einsum: needs opt_einsum (pip install opt_einsum)") from None
    try:
        _, steps = opt_einsum.contract_path(subscripts, *operands, optimize=optimize or "auto")
    except ValueError as error:
        raise ValueError(f"einsum: {error}") from None
    pool = list(operands)
    for places, _, equation, *_ in steps.contraction_list:
        parts = [pool.pop(i) for i in places]
        pool.append(_contract(equation, parts))
    return pool[0]


def _contract(equation: str, parts: list[Tensor]) -> Tensor:
    """Contract one or two operands of a step, by multiply and sum or a matrix product."""
    inputs, output = equation.split("->")
    labels = inputs.split(",")
    tensors = [_diagonals(x, label) for x, label in zip(parts, labels, strict=True)]
    names = [name for _, name in tensors]
    values = [_drop(x, name, names, i, output) for i, (x, name) in enumerate(tensors)]
    if len(values) == 1:
        x, name = values[0]
    else:
        x, name = _product(values[0], values[1], output)
        for more in values[2:]:
            x, name = _product((x, name), more, output)
    return permute_dims(x, tuple(name.index(c) for c in output))


def _diagonals(x: Tensor, label: str) -> tuple[Tensor, str]:
    """Take diagonals where a letter stands twice in one operand."""
    from .linalg import diagonal

    for c in dict.fromkeys(label):
        while label.count(c) > 1:
            i = label.index(c)
            j = label.index(c, i + 1)
            x = diagonal(moveaxis(x, (i, j), (-2, -1)))
            label = label[:i] + label[i + 1 : j] + label[j + 1 :] + c
    return x, label


def _drop(x: Tensor, name: str, names: list[str], index: int, output: str) -> tuple[Tensor, str]:
    """Sum over letters that no other operand nor the output has."""
    from ._statistical import sum as sum_

    elsewhere = output + "".join(n for i, n in enumerate(names) if i != index)
    lone = tuple(i for i, c in enumerate(name) if c not in elsewhere)
    if lone:
        x = sum_(x, axis=lone, dtype=x.dtype if x.dtype.kind != "b" else None)
        name = "".join(c for i, c in enumerate(name) if i not in lone)
    return x, name


def _product(
    left: tuple[Tensor, str], right: tuple[Tensor, str], output: str
) -> tuple[Tensor, str]:
    (a, na), (b, nb) = left, right
    shared = [c for c in na if c in nb]
    batch = [c for c in shared if c in output]
    inner = [c for c in shared if c not in output]
    rows = [c for c in na if c not in nb]
    columns = [c for c in nb if c not in na]
    if not batch:
        axes = ([na.index(c) for c in inner], [nb.index(c) for c in inner])
        return tensordot(a, b, axes=axes), "".join(rows + columns)
    m = permute_dims(a, tuple(na.index(c) for c in batch + rows + inner))
    n = permute_dims(b, tuple(nb.index(c) for c in batch + inner + columns))
    k = len(batch)
    if not inner:
        m = reshape(m, (*m.shape, *(1,) * len(columns)))
        n = reshape(n, (*n.shape[:k], *(1,) * len(rows), *n.shape[k:]))
        return multiply(m, n), "".join(batch + rows + columns)
    shape = (*m.shape[: k + len(rows)], *n.shape[k + len(inner) :])
    lead = m.shape[:k]
    flat = matmul(
        reshape(m, (*lead, _size(m.shape[k : k + len(rows)]), _size(m.shape[k + len(rows) :]))),
        reshape(n, (*lead, _size(n.shape[k : k + len(inner)]), _size(n.shape[k + len(inner) :]))),
    )
    return reshape(flat, shape), "".join(batch + rows + columns)


def _size(lengths: tuple[int, ...]) -> int:
    size = 1
    for n in lengths:
        size *= n
    return size
