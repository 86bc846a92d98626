# SPDX-License-Identifier: Apache-2.0
"""Distances."""

from __future__ import annotations

from . import _dtypes as dt
from ._apply import convert_if
from ._checks import require_kind, require_ndim, require_same_device, require_tensor
from ._tensor import Tensor, wrap
from ._views import broadcast_shapes

__all__ = ["cdist"]


def cdist(x1: Tensor, x2: Tensor, /, p: float = 2.0) -> Tensor:
    """Return Minkowski distances between all pairs of rows, computed by differences.

    Parameters
    ----------
    x1 : Tensor
        Of shape ``(..., M, D)``, real; integers and bool are computed as float64.
    x2 : Tensor
        Of shape ``(..., N, D)``; leading axes broadcast.
    p : float
        0 (differing coordinates), 1 (Manhattan), 2 (Euclidean), inf
        (Chebyshev) or any p > 0. Default 2.

    Returns
    -------
    Tensor
        Of shape ``(..., M, N)`` and the promoted floating-point dtype; exactly 0 for
        identical rows.

    Raises
    ------
    TypeError
        If an operand is not a Tensor, or is complex.
    ValueError
        If an operand has fewer than two dimensions, the shapes do not fit, `p` is negative
        or NaN, or the tensors are on two devices.

    Notes
    -----
    Source: torch's function of this name; SciPy's ``scipy.spatial.distance.cdist``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> a = xp.asarray([[0.0, 0.0], [3.0, 4.0]], device="cpu")
    >>> xp.spatial.cdist(a, a)
    Tensor([[0., 5.],
            [5., 0.]], dtype=float64, device='cpu')
    """
    require_tensor("cdist", x1, x2)
    require_same_device("cdist", x1, x2)
    for x in (x1, x2):
        require_ndim("cdist", x, 2)
        require_kind("cdist", x.dtype, "biuf")
    if x1.shape[-1] != x2.shape[-1] or broadcast_shapes(x1.shape[:-2], x2.shape[:-2]) is None:
        raise ValueError(
            f"cdist: shapes {x1.shape} and {x2.shape} do not fit: rows must be equally long and "
            "leading axes must broadcast"
        )
    if not p >= 0:
        raise ValueError(f"cdist: p must not be negative or NaN, got {p}")
    dtype = dt.promote(x1.dtype, x2.dtype)
    if dtype.kind != "f":
        dtype = dt.DEFAULT_FLOAT
    a, b = convert_if(x1, dtype), convert_if(x2, dtype)
    return wrap(a.device.cdist(a._settled(), b._settled(), float(p)), a.device)
