# SPDX-License-Identifier: Apache-2.0
"""Frequencies of transforms, and where they are: part of `fft`."""

from __future__ import annotations

from typing import Any

from . import _dtypes as dt
from ._apply import convert
from ._checks import dtype_or, require_kind, require_tensor
from ._checks import index as check_index
from ._copies import roll
from ._manipulation import concat
from ._ranges import arange
from ._tensor import Tensor
from ._views import normalize_axes


def _frequencies(operation: str, n: int, d: float, dtype: Any, device: Any, half: bool) -> Tensor:
    n = check_index(operation, "n", n)
    if n < 1:
        raise ValueError(f"{operation}: n must be at least 1, got {n}")
    if d == 0:
        raise ValueError(f"{operation}: d must not be 0")
    found = dtype_or(operation, dtype, dt.DEFAULT_FLOAT)
    require_kind(operation, found, "f")
    if half:
        steps = arange(n // 2 + 1, device=device)
    else:
        positive = arange((n - 1) // 2 + 1, device=device)
        steps = concat([positive, arange(-(n // 2), 0, device=device)])
    return convert(steps / (n * d), found)


def fftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Tensor:
    """Return the frequencies of the values of `fft`.

    Parameters
    ----------
    n : int
        Length of the transform.
    d : float
        Spacing of the samples. Default 1.
    dtype : dtype, optional
        Real floating-point; default float64.
    device : str or Device, optional
        Default: the default device.

    Returns
    -------
    Tensor
        Of shape ``(n,)``, in cycles per unit of `d`: 0 upwards, then the negative ones.

    Raises
    ------
    TypeError
        If `n` is not an integer, or `dtype` is not a real floating-point dtype.
    ValueError
        If `n` is less than 1, `d` is 0, or the device is not there.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.fftfreq(5, d=0.1, device="cpu")
    Tensor([ 0.,  2.,  4., -4., -2.], dtype=float64, device='cpu')
    """
    return _frequencies("fftfreq", n, d, dtype, device, half=False)


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Tensor:
    """Return the frequencies of the values of `rfft`.

    Parameters
    ----------
    n : int
        Length of the transform.
    d : float
        Spacing of the samples. Default 1.
    dtype : dtype, optional
        Real floating-point; default float64.
    device : str or Device, optional
        Default: the default device.

    Returns
    -------
    Tensor
        Of shape ``(n // 2 + 1,)``, in cycles per unit of `d`: 0 upwards.

    Raises
    ------
    TypeError
        If `n` is not an integer, or `dtype` is not a real floating-point dtype.
    ValueError
        If `n` is less than 1, `d` is 0, or the device is not there.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.rfftfreq(5, d=0.1, device="cpu")
    Tensor([0., 2., 4.], dtype=float64, device='cpu')
    """
    return _frequencies("rfftfreq", n, d, dtype, device, half=True)


def _shifted(operation: str, x: Tensor, axes: Any, inverse: bool) -> Tensor:
    require_tensor(operation, x)
    if axes is not None and not isinstance(axes, int):
        axes = tuple(axes)
    places = normalize_axes(axes, x.ndim, operation)
    shifts = tuple(-(x.shape[a] // 2) if inverse else x.shape[a] // 2 for a in places)
    return roll(x, shifts, axis=places)


def fftshift(x: Tensor, /, *, axes: Any = None) -> Tensor:
    """Move the zero frequency from the start to the middle of axes.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    axes : int, sequence of int or None
        Axes to shift; None (the default) is all of them.

    Returns
    -------
    Tensor
        Of the shape and dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `axes` are not integers.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axes` names an axis twice.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.fftshift(xp.fft.fftfreq(4, device="cpu"))
    Tensor([-0.5 , -0.25,  0.  ,  0.25], dtype=float64, device='cpu')
    """
    return _shifted("fftshift", x, axes, inverse=False)


def ifftshift(x: Tensor, /, *, axes: Any = None) -> Tensor:
    """Move the zero frequency from the middle to the start of axes: undo `fftshift`.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    axes : int, sequence of int or None
        Axes to shift; None (the default) is all of them.

    Returns
    -------
    Tensor
        Of the shape and dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or `axes` are not integers.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If `axes` names an axis twice.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.ifftshift(xp.asarray([-2, -1, 0, 1, 2], device="cpu"))
    Tensor([ 0,  1,  2, -2, -1], dtype=int64, device='cpu')
    """
    return _shifted("ifftshift", x, axes, inverse=True)
