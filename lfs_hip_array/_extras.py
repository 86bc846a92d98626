# SPDX-License-Identifier: Apache-2.0
"""Functions that NumPy code looks for and the standard lacks, on top of the others."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

from . import _dtypes as dt
from ._apply import convert
from ._asarray import asarray
from ._checks import index as check_index
from ._checks import require_choice, require_kind, require_tensor
from ._creation import full, zeros
from ._elementwise import isnan
from ._elementwise import pow as pow_
from ._manipulation import (
    concat,
    moveaxis,
    permute_dims,
    reshape,
)
from ._ranges import linspace
from ._scatter import index_add
from ._statistical import cumulative_prod, cumulative_sum
from ._statistical import max as max_
from ._statistical import min as min_
from ._tensor import Tensor
from ._utility import all as all_
from ._views import normalize_axes


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


def gradient(x: Tensor, /, *spacing: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Return central differences, one-sided at the ends.

    Parameters
    ----------
    x : Tensor
        Real or complex, longer than `edge_order` along each axis.
    *spacing : float or Tensor
        Distance of neighbours, or the coordinates along an axis: none (1), one
        distance for all axes, or one for each axis.
    axis : int, tuple of int or None
        None takes all axes.
    edge_order : {1, 2}
        Order of the differences at the ends.

    Returns
    -------
    Tensor or tuple of Tensor
        One for each axis.
    """
    require_tensor("gradient", x)
    require_kind("gradient", x.dtype, "biufc")
    require_choice("gradient", "edge_order", edge_order, (1, 2))
    if x.dtype.kind in "biu":
        x = convert(x, dt.DEFAULT_FLOAT)
    axes = normalize_axes(axis, x.ndim, "gradient")
    steps = [_steps(x, s) for s in spacing] or [1.0]
    if len(steps) == 1 and isinstance(steps[0], float):
        steps = steps * len(axes)
    if len(steps) != len(axes):
        raise ValueError(f"gradient: {len(spacing)} spacings for {len(axes)} axes")
    results = tuple(_slope(x, a, h, edge_order) for a, h in zip(axes, steps, strict=True))
    return results[0] if len(results) == 1 else results


def _steps(x: Tensor, spacing: Any) -> float | Tensor:
    """Return the one distance of neighbours, or each of them from coordinates."""
    if getattr(spacing, "ndim", 0) == 0 and not isinstance(spacing, (list, tuple)):
        return float(spacing)
    places = asarray(spacing, device=x.device)
    if places.ndim != 1:
        raise ValueError(f"gradient: coordinates must have one axis, got shape {places.shape}")
    places = convert(places, dt.real_part(x.dtype))
    steps = places[1:] - places[:-1]
    return float(steps[0]) if steps.size and builtins.bool(all_(steps == steps[0])) else steps


def _slope(x: Tensor, axis: int, step: float | Tensor, edge_order: int) -> Tensor:
    n = x.shape[axis]
    if n <= edge_order:
        raise ValueError(
            f"gradient: axis {axis} of shape {x.shape} must be at least {edge_order + 1} long"
        )
    if not isinstance(step, float) and step.shape[0] != n - 1:
        raise ValueError(f"gradient: {step.shape[0] + 1} coordinates for axis {axis} of length {n}")
    x = moveaxis(x, axis, -1)
    if isinstance(step, float):
        inner = (x[..., 2:] - x[..., :-2]) / (2 * step)
    else:
        h, k = step[:-1], step[1:]
        inner = (
            x[..., :-2] * (-k / (h * (h + k)))
            + x[..., 1:-1] * ((k - h) / (h * k))
            + x[..., 2:] * (h / (k * (h + k)))
        )
    first, last = _one_sided(x, step, edge_order)
    return moveaxis(concat([first, inner, last], axis=-1), -1, axis)


def _one_sided(x: Tensor, step: float | Tensor, edge_order: int) -> tuple[Tensor, Tensor]:
    """Return the differences at both ends."""

    def distance(i: int) -> float:
        return step if isinstance(step, float) else float(step[i])

    if edge_order == 1:
        first = (x[..., 1:2] - x[..., 0:1]) / distance(0)
        last = (x[..., -1:] - x[..., -2:-1]) / distance(-1)
        return first, last

    def parabola(a: Tensor, b: Tensor, c: Tensor, h: float, k: float) -> Tensor:
        """Return the slope at `a` of the parabola through three points `h` and `k` apart."""
        return (
            a * (-(2 * h + k) / (h * (h + k))) + b * ((h + k) / (h * k)) - c * (h / (k * (h + k)))
        )

    first = parabola(x[..., 0:1], x[..., 1:2], x[..., 2:3], distance(0), distance(1))
    last = parabola(x[..., -1:], x[..., -2:-1], x[..., -3:-2], distance(-1), distance(-2))
    return first, -last


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
