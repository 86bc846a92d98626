# SPDX-License-Identifier: Apache-2.0
"""Central differences: NumPy's `gradient`."""

from __future__ import annotations

import builtins
from typing import Any

from . import _dtypes as dt
from ._apply import convert
from ._asarray import asarray
from ._checks import require_choice, require_kind, require_tensor
from ._manipulation import concat, moveaxis
from ._tensor import Tensor
from ._utility import all as all_
from ._views import normalize_axes


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
        One for each axis; integers give float64.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If an axis is too short or named twice, the number of spacings or coordinates does
        not fit, or `edge_order` is neither 1 nor 2.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.gradient(xp.asarray([1.0, 2.0, 4.0], device="cpu"))
    Tensor([1. , 1.5, 2. ], dtype=float64, device='cpu')
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
