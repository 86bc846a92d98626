# SPDX-License-Identifier: Apache-2.0
"""Utility functions."""

from __future__ import annotations

import builtins
from typing import Any

from . import _dtypes as dt
from . import _ops as ops
from ._apply import apply2
from ._checks import index as check_index
from ._checks import require_kind, require_tensor
from ._expression import fusion_enabled, set_fusion
from ._manipulation import concat
from ._statistical import _reduce
from ._tensor import Tensor
from ._views import normalize_axis

__all__ = ["all", "any", "diff", "evaluate", "fusion_enabled", "set_fusion"]


def all(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return whether all elements are true (not zero; NaN is true).

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    axis : int, tuple of int or None
    keepdims : bool

    Returns
    -------
    Tensor
        Of dtype bool; True over no elements.
    """
    require_tensor("all", x)
    return _reduce("all", x, axis, keepdims, dt.bool)


def any(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return whether any element is true; parameters as `all`. False over no elements."""
    require_tensor("any", x)
    return _reduce("any", x, axis, keepdims, dt.bool)


def diff(
    x: Tensor,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: Tensor | None = None,
    append: Tensor | None = None,
) -> Tensor:
    """Return the n-th differences of neighbours along an axis.

    Parameters
    ----------
    x : Tensor
        Numeric (bool gives exclusive or).
    axis : int
    n : int
        How often to take differences; not negative.
    prepend, append : Tensor, optional
        Joined to `x` along `axis` first.

    Returns
    -------
    Tensor
        Shorter by `n` along `axis`.
    """
    require_tensor("diff", x)
    require_kind("diff", x.dtype, "biufc")
    n = check_index("diff", "n", n)
    if n < 0:
        raise ValueError(f"diff: n must not be negative, got {n}")
    axis = normalize_axis(axis, x.ndim, "diff")
    if n == 0:
        return x
    parts = [p for p in (prepend, x, append) if p is not None]
    if len(parts) > 1:
        x = concat(parts, axis=axis)
    lead = (slice(None),) * axis
    record = ops.NOT_EQUAL if x.dtype.kind == "b" else ops.SUBTRACT
    for _ in range(n):
        x = apply2(record, x[(*lead, slice(1, None))], x[(*lead, slice(None, -1))])
    return x


def evaluate(*tensors: Tensor) -> None:
    """Compute pending values now, instead of when they are read.

    Parameters
    ----------
    *tensors : Tensor
    """
    require_tensor("evaluate", *tensors)
    for x in tensors:
        x._settled()
