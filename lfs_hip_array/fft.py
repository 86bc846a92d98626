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
from ._checks import dtype_or, require_choice, require_kind, require_tensor, unsupported
from ._checks import index as check_index
from ._copies import roll
from ._manipulation import concat
from ._ranges import arange
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
    if s is not None and len(s) != len(places):
        raise ValueError(f"{operation}: {len(s)} lengths in s for {len(places)} axes")
    sizes = tuple(s) if s is not None else tuple(x.shape[a] for a in places)
    if operation == "irfftn" and s is None and places:
        sizes = (*sizes[:-1], 2 * (sizes[-1] - 1))
    if any(n < 1 for n in sizes):
        raise ValueError(f"{operation}: every transformed length must be at least 1, got {sizes}")
    return wrap(x.device.fft(operation, x._settled(), s=sizes, axes=places, norm=norm), x.device)


def fft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the discrete Fourier transform along an axis.

    Parameters
    ----------
    x : Tensor
        Complex (or real, which is taken as complex).
    n : int, optional
        Length of the transform: cut or padded with zeros. Default: the axis.
    axis : int
    norm : {"backward", "ortho", "forward"}

    Returns
    -------
    Tensor
        Complex, `n` long along `axis`.
    """
    return _one_axis("fft", x, n, axis, norm)


def ifft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the inverse of `fft`; parameters as there."""
    return _one_axis("ifft", x, n, axis, norm)


def rfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the non-negative half of the transform of real input: ``n // 2 + 1`` values."""
    return _one_axis("rfft", x, n, axis, norm, real=True)


def irfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the real inverse of `rfft`; `n` defaults to ``2 * (m - 1)`` for m values."""
    return _one_axis("irfft", x, n, axis, norm)


def hfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the real transform of a signal with Hermitian symmetry."""
    return _one_axis("hfft", x, n, axis, norm)


def ihfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """Return the inverse of `hfft`: ``n // 2 + 1`` complex values of real input."""
    return _one_axis("ihfft", x, n, axis, norm, real=True)


def fftn(x: Tensor, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Tensor:
    """Return the transform over several axes.

    Parameters
    ----------
    x : Tensor
    s : sequence of int, optional
        Length of each transformed axis. Default: the axes.
    axes : sequence of int, optional
        Default: the last ``len(s)``, or all.
    norm : {"backward", "ortho", "forward"}

    Returns
    -------
    Tensor
        Complex.
    """
    return _many_axes("fftn", x, s, axes, norm)


def ifftn(x: Tensor, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Tensor:
    """Return the inverse of `fftn`; parameters as there."""
    return _many_axes("ifftn", x, s, axes, norm)


def rfftn(x: Tensor, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Tensor:
    """Return the transform of real input over several axes, halved along the last."""
    return _many_axes("rfftn", x, s, axes, norm, real=True)


def irfftn(x: Tensor, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Tensor:
    """Return the real inverse of `rfftn`; parameters as `fftn`."""
    return _many_axes("irfftn", x, s, axes, norm)


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
    """Return the frequencies of `fft` bins, in cycles per unit of the sample spacing `d`.

    Parameters
    ----------
    n : int
        Length of the transform.
    d : float
        Sample spacing.
    dtype : dtype, optional
        Real floating; default float64.
    device : str or Device, optional

    Returns
    -------
    Tensor
        Of shape ``(n,)``: 0 upwards, then the negative ones.
    """
    return _frequencies("fftfreq", n, d, dtype, device, half=False)


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Tensor:
    """Return the frequencies of `rfft` bins: ``n // 2 + 1`` of them; as `fftfreq`."""
    return _frequencies("rfftfreq", n, d, dtype, device, half=True)


def _shifted(operation: str, x: Tensor, axes: Any, inverse: bool) -> Tensor:
    require_tensor(operation, x)
    if axes is not None and not isinstance(axes, int):
        axes = tuple(axes)
    places = normalize_axes(axes, x.ndim, operation)
    shifts = tuple(-(x.shape[a] // 2) if inverse else x.shape[a] // 2 for a in places)
    return roll(x, shifts, axis=places)


def fftshift(x: Tensor, /, *, axes: Any = None) -> Tensor:
    """Move the zero frequency to the middle of axes (all by default)."""
    return _shifted("fftshift", x, axes, inverse=False)


def ifftshift(x: Tensor, /, *, axes: Any = None) -> Tensor:
    """Undo `fftshift`."""
    return _shifted("ifftshift", x, axes, inverse=True)
