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
from ._checks import require_kind, require_tensor
from ._creation import full, zeros
from ._elementwise import isnan
from ._elementwise import pow as pow_
from ._manipulation import concat, permute_dims, reshape
from ._ranges import linspace
from ._scatter import index_add
from ._statistical import cumulative_prod, cumulative_sum
from ._statistical import max as max_
from ._statistical import min as min_
from ._tensor import Tensor
from ._utility import all as all_


# --- counting, running -------------------------------------------------------------------
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

    Raises
    ------
    TypeError
        If `x` is not a Tensor of an integer dtype, `weights` is not a Tensor or is
        complex, or `minlength` is not an integer.
    ValueError
        If `x` has not one axis or a negative element, or `weights` another shape.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.bincount(xp.asarray([0, 2, 2], device="cpu"))
    Tensor([1, 0, 2], dtype=int64, device='cpu')
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
    """Return running sums, of the flattened tensor by default.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    axis : int, optional
        None flattens `x` first.
    dtype : dtype, optional
        Default: int64 or uint64 for integers and bool, else that of `x`.

    Returns
    -------
    Tensor
        Of the shape of `x`, or one axis.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is complex and `dtype` is not.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.cumsum(xp.asarray([1, 2, 3], device="cpu"))
    Tensor([1, 3, 6], dtype=int64, device='cpu')
    """
    flat, axis = _running(x, axis)
    return cumulative_sum(flat, axis=axis, dtype=dtype)


def cumprod(x: Tensor, /, axis: int | None = None, *, dtype: Any = None) -> Tensor:
    """Return running products, of the flattened tensor by default.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    axis : int, optional
        None flattens `x` first.
    dtype : dtype, optional
        Default: int64 or uint64 for integers and bool, else that of `x`.

    Returns
    -------
    Tensor
        Of the shape of `x`, or one axis.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is complex and `dtype` is not.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.cumprod(xp.asarray([1, 2, 3], device="cpu"))
    Tensor([1, 2, 6], dtype=int64, device='cpu')
    """
    flat, axis = _running(x, axis)
    return cumulative_prod(flat, axis=axis, dtype=dtype)


# --- shapes ---------------------------------------------------------------------------
def concatenate(arrays: Any, /, axis: int | None = 0) -> Tensor:
    """Join tensors along an existing axis: NumPy's name for `concat`.

    Parameters
    ----------
    arrays : list or tuple of Tensor
        Of one shape but for `axis`.
    axis : int or None
        None joins them flattened.

    Returns
    -------
    Tensor
        Of the promoted dtype.

    Raises
    ------
    TypeError
        If `arrays` is not a list or tuple of tensors.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).
    ValueError
        If there are none, their shapes differ outside `axis`, or they are on two devices.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.concatenate([xp.asarray([1], device="cpu"), xp.asarray([2, 3], device="cpu")])
    Tensor([1, 2, 3], dtype=int64, device='cpu')
    """
    return concat(arrays, axis=axis)


def transpose(x: Tensor, /, axes: Any = None) -> Tensor:
    """Return a view with axes reversed, or permuted as `axes` says.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    axes : tuple of int, optional
        A permutation of all axes; None (the default) reverses them.

    Returns
    -------
    Tensor
        A view, of the dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `axes` are not integers.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axes` does not name every axis once.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.transpose(xp.zeros((2, 3), device="cpu")).shape
    (3, 2)
    """
    require_tensor("transpose", x)
    return permute_dims(x, tuple(reversed(range(x.ndim))) if axes is None else tuple(axes))


def vstack(arrays: Sequence[Tensor], /) -> Tensor:
    """Join tensors along the first axis; vectors become rows.

    Parameters
    ----------
    arrays : sequence of Tensor
        Of one shape but for the first axis.

    Returns
    -------
    Tensor
        Of at least two axes and the promoted dtype.

    Raises
    ------
    ValueError
        If there are none, their shapes differ outside the first axis, or they are on two
        devices.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> a = xp.asarray([1, 2], device="cpu")
    >>> xp.vstack([a, a]).shape
    (2, 2)
    """
    require_tensor("vstack", *arrays)
    return concat([x if x.ndim > 1 else reshape(x, (1, -1)) for x in arrays], axis=0)


def hstack(arrays: Sequence[Tensor], /) -> Tensor:
    """Join tensors along the second axis, vectors along their only one.

    Parameters
    ----------
    arrays : sequence of Tensor
        Of one shape but for that axis.

    Returns
    -------
    Tensor
        Of the promoted dtype.

    Raises
    ------
    ValueError
        If there are none, their shapes differ outside that axis, or they are on two
        devices.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> a = xp.asarray([1, 2], device="cpu")
    >>> xp.hstack([a, a])
    Tensor([1, 2, 1, 2], dtype=int64, device='cpu')
    """
    require_tensor("hstack", *arrays)
    parts = [x if x.ndim else reshape(x, (1,)) for x in arrays]
    return concat(parts, axis=0 if parts and parts[0].ndim == 1 else 1)


def diag(x: Tensor, /, k: int = 0) -> Tensor:
    """Return the k-th diagonal of a matrix (a copy), or a matrix with that diagonal.

    Parameters
    ----------
    x : Tensor
        Of one or two axes.
    k : int
        0 the main diagonal, positive above, negative below.

    Returns
    -------
    Tensor
        Of one axis for a matrix, of two for a vector; the dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `k` is not an integer.
    ValueError
        If `x` has not one or two axes.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.diag(xp.asarray([1, 2], device="cpu"))
    Tensor([[1, 0],
            [0, 2]], dtype=int64, device='cpu')
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
    """Return ``base ** linspace(start, stop, num)``.

    Parameters
    ----------
    start, stop : float
        Exponents of the first and last value.
    num : int
        Number of values; not negative.
    endpoint : bool
        Whether ``base ** stop`` is the last value.
    base : float
        What is raised to the exponents. Default 10.
    dtype : dtype, optional
        Default float64.
    device : str or Device, optional
        Default: the default device.

    Returns
    -------
    Tensor
        Of shape ``(num,)``.

    Raises
    ------
    TypeError
        If `num` is not an integer, an end is not a number, or there is no such dtype.
    ValueError
        If `num` is negative, or there is no such device.
    OverflowError
        If an end does not fit float64.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.logspace(0, 2, 3, device="cpu")
    Tensor([  1.,  10., 100.], dtype=float64, device='cpu')
    """
    powers = pow_(
        full((), float(base), device=device),
        linspace(start, stop, num, endpoint=endpoint, device=device),
    )
    return powers if dtype is None else convert(powers, dt.canonical(dtype, "logspace"))


def array_equal(x1: Tensor, x2: Tensor, /, *, equal_nan: builtins.bool = False) -> builtins.bool:
    """Return whether two tensors have one shape and equal elements.

    Parameters
    ----------
    x1, x2 : Tensor
        Of any shapes and dtypes, on one device.
    equal_nan : bool
        Whether two NaNs are equal.

    Returns
    -------
    bool

    Raises
    ------
    TypeError
        If an operand is not a Tensor.
    ValueError
        If they are on two devices.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.array_equal(xp.asarray([1, 2], device="cpu"), xp.asarray([1.0, 2.0], device="cpu"))
    True
    """
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
    """Return whether `isclose` holds for all elements.

    Parameters
    ----------
    x1, x2 : Tensor or Python scalar
        One of them a Tensor; they broadcast.
    rtol, atol : float
        Relative (to `x2`) and absolute tolerance.
    equal_nan : bool
        Whether two NaNs are close.

    Returns
    -------
    bool

    Raises
    ------
    TypeError
        If an operand is neither a Tensor nor a scalar, or none is a Tensor.
    ValueError
        If the shapes do not broadcast, or the tensors are on two devices.
    OverflowError
        If a Python integer does not fit into the dtype of the other operand.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> a = xp.asarray([1.0, 2.0], device="cpu")
    >>> xp.allclose(a, a + 1e-9)
    True
    """
    from ._elementwise import isclose

    return builtins.bool(all_(isclose(x1, x2, rtol, atol, equal_nan)))
