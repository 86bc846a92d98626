# SPDX-License-Identifier: Apache-2.0
"""NumPy's creation functions on top of ours: ``numpy.zeros_like(x)``, ``like=x``."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import numpy as np

import lfs_hip_array as xp

from ._tensor import Tensor


def like(name: str) -> Callable[..., Tensor]:
    def call(
        a: Any = None,
        fill_value: Any = None,
        dtype: Any = None,
        order: Any = "K",
        shape: Any = None,
        device: Any = None,
        prototype: Any = None,
    ) -> Tensor:
        model: Tensor = prototype if a is None else a
        if isinstance(fill_value, Tensor) and fill_value.ndim == 0:
            fill_value = fill_value.item()
        more = (fill_value,) if name == "full" else ()
        wanted = model.shape if shape is None else shape
        kind = model.dtype if dtype is None else dtype
        made: Tensor = getattr(xp, name)(wanted, *more, dtype=kind, device=device or model.device)
        return made

    return call


def creation(name: str) -> Callable[..., Tensor]:
    function = getattr(xp, name)

    def call(shape: Any, dtype: Any = None, order: Any = "C", device: Any = None) -> Tensor:
        made: Tensor = function(shape, dtype=dtype, device=device)
        return made

    return call


def full(
    shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", device: Any = None
) -> Tensor:
    return xp.full(shape, fill_value, dtype=dtype, device=device)


def asarray(
    a: Any = None,
    dtype: Any = None,
    order: Any = "K",
    device: Any = None,
    copy: Any = None,
    ndmin: int = 0,
    object: Any = None,
) -> Tensor:
    x = xp.asarray(object if a is None else a, dtype=dtype, device=device, copy=copy)
    return xp.reshape(x, (1,) * builtins.max(0, ndmin - x.ndim) + x.shape)


def array(
    object: Any, dtype: Any = None, copy: Any = True, order: Any = "K", ndmin: int = 0,
    device: Any = None,
) -> Tensor:  # fmt: skip
    shared = copy if isinstance(object, (Tensor, np.ndarray)) else None
    return asarray(object, dtype, order, device, shared, ndmin)


def arange(
    start_or_stop: Any, stop: Any = None, step: Any = 1, dtype: Any = None, device: Any = None
) -> Tensor:
    return xp.arange(start_or_stop, stop, step, dtype=dtype, device=device)


def eye(
    N: int, M: Any = None, k: int = 0, dtype: Any = float, order: Any = "C", device: Any = None
) -> Tensor:
    return xp.eye(N, N if M is None else M, k=k, dtype=dtype, device=device)


def identity(n: int, dtype: Any = None, device: Any = None) -> Tensor:
    return xp.eye(n, dtype=dtype, device=device)


def tri(N: int, M: Any = None, k: int = 0, dtype: Any = float, device: Any = None) -> Tensor:
    return xp.tril(xp.ones((N, N if M is None else M), dtype=dtype, device=device), k=k)


def linspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    dtype: Any = None,
    axis: int = 0,
) -> Tensor:
    """Return evenly spaced values between tensors, along a new axis."""
    device = next(x.device for x in (start, stop) if isinstance(x, Tensor))
    kind = xp.result_type(start, stop, 1.0)
    start, stop = (xp.asarray(x, device=device) for x in (start, stop))
    start, stop = xp.broadcast_arrays(*(xp.astype(x, kind, copy=False) for x in (start, stop)))
    parts = builtins.max(num - 1 if endpoint else num, 1)
    steps = xp.reshape(xp.arange(num, dtype=xp.float64, device=device), (-1, *(1,) * start.ndim))
    values = start + xp.astype(steps / parts, kind) * (stop - start)
    if endpoint and num > 1:
        values[-1, ...] = stop
    if dtype is not None and np.dtype(dtype).kind in "iu":
        values = xp.floor(values)
    values = values if dtype is None else xp.astype(values, dtype)
    return xp.moveaxis(values, 0, axis)
