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
        Axes to reduce; None (the default) is all of them, () none.
    keepdims : bool
        Keep the reduced axes with length 1.

    Returns
    -------
    Tensor
        Of dtype bool; True over no elements.

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
    >>> xp.all(xp.asarray([[1, 0], [1, 1]], device="cpu"), axis=1)
    Tensor([False,  True], dtype=bool, device='cpu')
    """
    require_tensor("all", x)
    return _reduce("all", x, axis, keepdims, dt.bool)


def any(x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
    """Return whether any element is true (not zero; NaN is true).

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
        Of dtype bool; False over no elements.

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
    >>> xp.any(xp.asarray([[1, 0], [0, 0]], device="cpu"), axis=1)
    Tensor([ True, False], dtype=bool, device='cpu')
    """
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
        Of any dtype (bool gives exclusive or; unsigned integers wrap).
    axis : int
        The axis; default the last.
    n : int
        How often to take differences; not negative. 0 returns `x` itself.
    prepend, append : Tensor, optional
        Joined to `x` along `axis` first (not if `n` is 0).

    Returns
    -------
    Tensor
        Of the dtype of `x` and what is joined to it; shorter by `n` along `axis`, down
        to length 0.

    Raises
    ------
    TypeError
        If `x`, `prepend` or `append` is not a Tensor, or `n` is not an integer.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).
    ValueError
        If `n` is negative, or the shapes of what is joined differ outside `axis`.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.diff(xp.asarray([1, 4, 9, 16], device="cpu"))
    Tensor([3, 5, 7], dtype=int64, device='cpu')
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
        Those to compute.

    Raises
    ------
    TypeError
        If an argument is not a Tensor.

    Notes
    -----
    Source: this package's fusion; the standard has no word for it.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.arange(3.0, device="cpu") * 2 + 1
    >>> xp.evaluate(x)
    """
    require_tensor("evaluate", *tensors)
    for x in tensors:
        x._settled()
