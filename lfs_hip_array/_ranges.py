# SPDX-License-Identifier: Apache-2.0
"""Creation functions of evenly spaced values."""

from __future__ import annotations

import builtins
from math import ceil, isfinite
from typing import Any

import numpy as np

from . import _dtypes as dt
from ._checks import dtype_or, require_kind, shape_of
from ._checks import index as check_index
from ._devices import get_device
from ._dtypes import shown
from ._tensor import Tensor, wrap


def arange(
    start: Any,
    /,
    stop: Any = None,
    step: Any = 1,
    *,
    dtype: Any = None,
    device: Any = None,
) -> Tensor:
    """Return evenly spaced values in [start, stop), as ``start + i * step``.

    Parameters
    ----------
    start : int or float
        First value; the end, if `stop` is not given (the first is then 0).
    stop : int or float, optional
        The end, which is left out.
    step : int or float
        Distance between neighbours, not 0; default 1.
    dtype : dtype, optional
        Integer or real floating point. Default: int64 if all three numbers are
        integers, else float64.
    device : str or Device, optional
        Default: the default device.

    Returns
    -------
    Tensor
        Of one axis, of length ``max(0, ceil((stop - start) / step))``.

    Raises
    ------
    TypeError
        If a number is not real, or the dtype is bool or complex.
    ValueError
        If `step` is 0, a number is not finite, there are too many values, or no such
        device.
    OverflowError
        If the first or last value does not fit an integer dtype, or a number float64.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.arange(1, 10, 3, device="cpu")
    Tensor([1, 4, 7], dtype=int64, device='cpu')
    """
    if stop is None:
        start, stop = 0, start
    start, stop, step = (_number("arange", v) for v in (start, stop, step))
    if not builtins.all(isinstance(v, int) or isfinite(v) for v in (start, stop, step)):
        raise ValueError(f"arange: needs finite numbers, got {start}, {stop} and step {step}")
    if step == 0:
        raise ValueError("arange: step must not be 0")
    whole = builtins.all(isinstance(v, int) for v in (start, stop, step))
    found = dtype_or("arange", dtype, dt.DEFAULT_INT if whole else dt.DEFAULT_FLOAT)
    require_kind("arange", found, "iuf")
    count = builtins.max(0, -((start - stop) // step) if whole else _steps(start, stop, step))
    if found.kind in "iu" and count:
        from ._apply import scalar_operand

        start, step = int(start), int(step)
        scalar_operand("arange", start, found)
        scalar_operand("arange", start + (count - 1) * step, found)
    elif count:
        start, step = _as_float("arange", start), _as_float("arange", step)
    where = get_device(device)
    (count,) = shape_of("arange", (count,))
    return wrap(where.arange(start, step, count, found), where)


def _steps(start: float, stop: float, step: float) -> int:
    """Return how many steps lead from `start` to `stop`, at least one of them a float."""
    steps = (_as_float("arange", stop) - _as_float("arange", start)) / _as_float("arange", step)
    if not isfinite(steps):
        raise ValueError(f"arange: {start} to {stop} by {step} is too many values")
    return ceil(steps)


def _as_float(operation: str, value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        raise OverflowError(f"{operation}: {shown(value)} does not fit float64") from None


def _number(operation: str, value: Any, kinds: Any = (int, float)) -> Any:
    if isinstance(value, kinds):
        return value
    if isinstance(value, (np.generic, Tensor)) and getattr(value, "ndim", 0) == 0:
        found = value.item()
        if isinstance(found, kinds):
            return found
    raise TypeError(f"{operation}: expected a Python number, got {type(value).__name__}")


def linspace(
    start: Any,
    stop: Any,
    /,
    num: int,
    *,
    dtype: Any = None,
    device: Any = None,
    endpoint: builtins.bool = True,
) -> Tensor:
    """Return `num` evenly spaced values from `start` to `stop`.

    Parameters
    ----------
    start, stop : int, float, complex or 0-d Tensor
        The ends.
    num : int
        How many values; not negative.
    dtype : dtype, optional
        Numeric; default float64, or complex128 for complex ends. For integer dtypes
        values are truncated; out of range they are unspecified.
    device : str or Device, optional
        Default: the default device.
    endpoint : bool
        Whether `stop` is the last value.

    Returns
    -------
    Tensor
        Of shape ``(num,)``.

    Raises
    ------
    TypeError
        If an end is not a number, `num` is not an integer, or the dtype is bool, or is
        real and an end complex.
    ValueError
        If `num` is negative, or there is no such device.
    OverflowError
        If an end does not fit float64.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linspace(0, 1, 5, device="cpu")
    Tensor([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float64, device='cpu')
    """
    num = check_index("linspace", "num", num)
    if num < 0:
        raise ValueError(f"linspace: num must not be negative, got {num}")
    start, stop = (_number("linspace", v, (int, float, complex)) for v in (start, stop))
    is_complex = isinstance(start, complex) or isinstance(stop, complex)
    if not is_complex:
        for end in (start, stop):
            _as_float("linspace", end)
    default = dt.DEFAULT_COMPLEX if is_complex else dt.DEFAULT_FLOAT
    found = dtype_or("linspace", dtype, default)
    require_kind("linspace", found, "c" if is_complex else "iufc")
    where = get_device(device)
    return wrap(where.linspace(start, stop, num, found, builtins.bool(endpoint)), where)
