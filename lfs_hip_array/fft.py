# SPDX-License-Identifier: Apache-2.0
"""The `fft` extension, through the device's vendor library.

All transforms take ``norm`` = "backward" (the inverse divides by n), "ortho"
(both divide by the root) or "forward" (the forward one divides). float32 and
complex64 transform in single precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _dtypes as dt
from ._apply import convert
from ._checks import index as check_index
from ._checks import require_choice, require_kind, require_tensor, unsupported
from ._frequencies import fftfreq, fftshift, ifftshift, rfftfreq
from ._tensor import Tensor, wrap
from ._views import normalize_axes, normalize_axis

__all__ = [
    "fft",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfftn",
    "rfft",
    "rfftfreq",
    "rfftn",
]


def _prepared(operation: str, x: Tensor, norm: str, real: bool) -> Tensor:
    require_tensor(operation, x)
    require_choice(operation, "norm", norm, ("backward", "ortho", "forward"))
    require_kind(operation, x.dtype, "biuf" if real else "biufc")
    if x.dtype.kind in "biu":
        return convert(x, dt.DEFAULT_FLOAT)
    if x.dtype == dt.float16:
        raise unsupported(operation, x)
    return x


def _one_axis(
    operation: str, x: Tensor, n: int | None, axis: int, norm: str, real: bool = False
) -> Tensor:
    x = _prepared(operation, x, norm, real)
    axis = normalize_axis(axis, x.ndim, operation)
    if n is not None:
        n = check_index(operation, "n", n)
        if n < 1:
            raise ValueError(f"{operation}: n must be at least 1, got {n}")
    elif x.shape[axis] == 0:
        raise ValueError(f"{operation}: axis {axis} of shape {x.shape} is empty (give n)")
    elif x.shape[axis] == 1 and operation in ("irfft", "hfft"):
        raise ValueError(
            f"{operation}: axis {axis} of shape {x.shape} is 1 long, for 2 * (1 - 1) = 0 values "
            "(give n)"
        )
    return wrap(x.device.fft(operation, x._settled(), n=n, axis=axis, norm=norm), x.device)


def _many_axes(
    operation: str,
    x: Tensor,
    s: Sequence[int] | None,
    axes: Sequence[int] | None,
    norm: str,
    real: bool = False,
) -> Tensor:
    x = _prepared(operation, x, norm, real)
    if axes is None:
        count = x.ndim if s is None else len(s)
        if count > x.ndim:
            raise ValueError(f"{operation}: s={tuple(s or ())} for {x.ndim} dimensions")
        axes = range(x.ndim - count, x.ndim)
    places = tuple(normalize_axis(a, x.ndim, operation) for a in axes)
    normalize_axes(places, x.ndim, operation)
    if not places:
        if operation in ("fftn", "ifftn"):  # of no axes: the values, as complex
            return convert(x, dt.complex_of(x.dtype))
        raise ValueError(f"{operation}: needs at least one axis, got shape {x.shape} and no axes")
    if s is not None and len(s) != len(places):
        raise ValueError(f"{operation}: {len(s)} lengths in s for {len(places)} axes")
    sizes = tuple(s) if s is not None else tuple(x.shape[a] for a in places)
    if operation == "irfftn" and s is None:
        sizes = (*sizes[:-1], 2 * (sizes[-1] - 1))
    if any(n < 1 for n in sizes):
        raise ValueError(f"{operation}: every transformed length must be at least 1, got {sizes}")
    return wrap(x.device.fft(operation, x._settled(), s=sizes, axes=places, norm=norm), x.device)


def fft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the discrete Fourier transform along an axis.

    Parameters
    ----------
    x : Tensor
        Of any dtype but float16; real values are taken as complex.
    n : int, optional
        Length of the transform: the axis is cut, or padded with zeros. Default its length.
    axis : int
        Axis to transform. Default the last.
    norm : {"backward", "ortho", "forward"}
        Which transforms divide: the inverse ones by n (the default), both by the root of
        n, or the forward ones by n.

    Returns
    -------
    Tensor
        complex64 for float32 and complex64, else complex128; `n` long along `axis`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`); or `n` or
        `axis` is not an integer.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).
    ValueError
        If `n` is less than 1, `norm` is none of these, or without `n` the axis is
        empty.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.fft(xp.asarray([1.0, 2.0, 3.0, 4.0], device="cpu"))
    Tensor([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j], dtype=complex128, device='cpu')
    """
    return _one_axis("fft", x, n, axis, norm)


def ifft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the inverse of `fft` along an axis.

    Parameters
    ----------
    x : Tensor
        Of any dtype but float16; real values are taken as complex.
    n : int, optional
        As for `fft`.
    axis : int
        Axis to transform. Default the last.
    norm : {"backward", "ortho", "forward"}
        Which transforms divide: the inverse ones by n (the default), both by the root of
        n, or the forward ones by n.

    Returns
    -------
    Tensor
        complex64 for float32 and complex64, else complex128; `n` long along `axis`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`); or `n` or
        `axis` is not an integer.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).
    ValueError
        If `n` is less than 1, `norm` is none of these, or without `n` the axis is
        empty.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.ifft(xp.asarray([1.0, 2.0, 3.0, 4.0], device="cpu"))
    Tensor([ 2.5+0.j , -0.5-0.5j, -0.5+0.j , -0.5+0.5j], dtype=complex128, device='cpu')
    """
    return _one_axis("ifft", x, n, axis, norm)


def rfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the transform of real input along an axis, without its negative frequencies.

    Parameters
    ----------
    x : Tensor
        Of a real dtype; integers and bool are computed as float64.
    n : int, optional
        As for `fft`.
    axis : int
        Axis to transform. Default the last.
    norm : {"backward", "ortho", "forward"}
        Which transforms divide: the inverse ones by n (the default), both by the root of
        n, or the forward ones by n.

    Returns
    -------
    Tensor
        complex64 for float32, else complex128; ``n // 2 + 1`` long along `axis`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, is complex, or is float16 (an `UnsupportedError`); or `n` or
        `axis` is not an integer.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).
    ValueError
        If `n` is less than 1, `norm` is none of these, or without `n` the axis is
        empty.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.rfft(xp.asarray([1.0, 2.0, 3.0, 4.0], device="cpu"))
    Tensor([10.+0.j, -2.+2.j, -2.+0.j], dtype=complex128, device='cpu')
    """
    return _one_axis("rfft", x, n, axis, norm, real=True)


def irfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the inverse of `rfft` along an axis, which is real.

    Parameters
    ----------
    x : Tensor
        Of any dtype but float16: the non-negative half of a Hermitian spectrum.
    n : int, optional
        Length of the result. Default ``2 * (m - 1)`` for m values; give it where it is odd.
    axis : int
        Axis to transform. Default the last.
    norm : {"backward", "ortho", "forward"}
        Which transforms divide: the inverse ones by n (the default), both by the root of
        n, or the forward ones by n.

    Returns
    -------
    Tensor
        float32 for float32 and complex64, else float64; `n` long along `axis`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`); or `n` or
        `axis` is not an integer.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).
    ValueError
        If `n` is less than 1, `norm` is none of these, or without `n` the axis is
        less than 2 long.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.irfft(xp.fft.rfft(xp.asarray([1.0, 2.0, 3.0, 4.0], device="cpu")), n=4)
    Tensor([1., 2., 3., 4.], dtype=float64, device='cpu')
    """
    return _one_axis("irfft", x, n, axis, norm)


def hfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the transform of a signal with Hermitian symmetry along an axis, which is real.

    Parameters
    ----------
    x : Tensor
        Of any dtype but float16: the non-negative half of the signal.
    n : int, optional
        Length of the result. Default ``2 * (m - 1)`` for m values; give it where it is odd.
    axis : int
        Axis to transform. Default the last.
    norm : {"backward", "ortho", "forward"}
        Which transforms divide: the inverse ones by n (the default), both by the root of
        n, or the forward ones by n.

    Returns
    -------
    Tensor
        float32 for float32 and complex64, else float64; `n` long along `axis`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`); or `n` or
        `axis` is not an integer.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).
    ValueError
        If `n` is less than 1, `norm` is none of these, or without `n` the axis is
        less than 2 long.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.hfft(xp.asarray([1.0, 2.0, 3.0], device="cpu"))
    Tensor([ 8., -2.,  0., -2.], dtype=float64, device='cpu')
    """
    return _one_axis("hfft", x, n, axis, norm)


def ihfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the inverse of `hfft` along an axis, without its negative half.

    Parameters
    ----------
    x : Tensor
        Of a real dtype; integers and bool are computed as float64.
    n : int, optional
        As for `fft`.
    axis : int
        Axis to transform. Default the last.
    norm : {"backward", "ortho", "forward"}
        Which transforms divide: the inverse ones by n (the default), both by the root of
        n, or the forward ones by n.

    Returns
    -------
    Tensor
        complex64 for float32, else complex128; ``n // 2 + 1`` long along `axis`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, is complex, or is float16 (an `UnsupportedError`); or `n` or
        `axis` is not an integer.
    IndexError
        If `axis` is out of range (NumPy's ``AxisError``).
    ValueError
        If `n` is less than 1, `norm` is none of these, or without `n` the axis is
        empty.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.real(xp.fft.ihfft(xp.asarray([8.0, -2.0, 0.0, -2.0], device="cpu")))
    Tensor([1., 2., 3.], dtype=float64, device='cpu')
    """
    return _one_axis("ihfft", x, n, axis, norm, real=True)


def fftn(x: Tensor, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Tensor:
    """Return the discrete Fourier transform over several axes.

    Parameters
    ----------
    x : Tensor
        Of any dtype but float16; real values are taken as complex.
    s : sequence of int, optional
        Length of the transform along each axis: cut, or padded with zeros.
        Default: the lengths of the axes.
    axes : sequence of int, optional
        Axes to transform. Default: the last ``len(s)``, or all.
    norm : {"backward", "ortho", "forward"}
        As for `fft`.

    Returns
    -------
    Tensor
        complex64 for float32 and complex64, else complex128; of the shape of `x`, with
        the lengths `s`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`); or `s` or
        `axes` is no sequence of integers.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If a transformed length is less than 1, `s` and `axes` differ in length, an axis
        is named twice, or `norm` is none of these.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.fftn(xp.ones((2, 2), device="cpu"))
    Tensor([[4.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]], dtype=complex128, device='cpu')
    """
    return _many_axes("fftn", x, s, axes, norm)


def ifftn(x: Tensor, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Tensor:
    """Return the inverse of `fftn` over several axes.

    Parameters
    ----------
    x : Tensor
        Of any dtype but float16; real values are taken as complex.
    s : sequence of int, optional
        As for `fftn`.
    axes : sequence of int, optional
        Axes to transform. Default: the last ``len(s)``, or all.
    norm : {"backward", "ortho", "forward"}
        As for `fft`.

    Returns
    -------
    Tensor
        As from `fftn`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`); or `s` or
        `axes` is no sequence of integers.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If a transformed length is less than 1, `s` and `axes` differ in length, an axis
        is named twice, or `norm` is none of these.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.ifftn(xp.ones((2, 2), device="cpu"))
    Tensor([[1.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]], dtype=complex128, device='cpu')
    """
    return _many_axes("ifftn", x, s, axes, norm)


def rfftn(x: Tensor, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Tensor:
    """Return the transform of real input over several axes, halved along the last of them.

    Parameters
    ----------
    x : Tensor
        Of a real dtype; integers and bool are computed as float64.
    s : sequence of int, optional
        As for `fftn`.
    axes : sequence of int, optional
        Axes to transform. Default: the last ``len(s)``, or all.
    norm : {"backward", "ortho", "forward"}
        As for `fft`.

    Returns
    -------
    Tensor
        complex64 for float32, else complex128; ``s[-1] // 2 + 1`` long along the last of
        `axes`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, is complex, or is float16 (an `UnsupportedError`); or `s` or
        `axes` is no sequence of integers.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If a transformed length is less than 1, `s` and `axes` differ in length, an axis
        is named twice, or `norm` is none of these.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.rfftn(xp.ones((2, 3), device="cpu"))
    Tensor([[6.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]], dtype=complex128, device='cpu')
    """
    return _many_axes("rfftn", x, s, axes, norm, real=True)


def irfftn(x: Tensor, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Tensor:
    """Return the inverse of `rfftn` over several axes, which is real.

    Parameters
    ----------
    x : Tensor
        Of any dtype but float16: a Hermitian spectrum, halved along the last of `axes`.
    s : sequence of int, optional
        Lengths of the result along `axes`. Default: those of `x`, but ``2 * (m - 1)`` for m
        values along the last; give them where it is odd.
    axes : sequence of int, optional
        Axes to transform. Default: the last ``len(s)``, or all.
    norm : {"backward", "ortho", "forward"}
        As for `fft`.

    Returns
    -------
    Tensor
        float32 for float32 and complex64, else float64.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`); or `s` or
        `axes` is no sequence of integers.
    IndexError
        If an axis is out of range (NumPy's ``AxisError``).
    ValueError
        If a transformed length is less than 1, `s` and `axes` differ in length, an axis
        is named twice, or `norm` is none of these.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.fft.irfftn(xp.fft.rfftn(xp.ones((2, 3), device="cpu")), s=(2, 3))
    Tensor([[1., 1., 1.],
            [1., 1., 1.]], dtype=float64, device='cpu')
    """
    return _many_axes("irfftn", x, s, axes, norm)
