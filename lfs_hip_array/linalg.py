# SPDX-License-Identifier: Apache-2.0
"""The `linalg` extension: factorisations through the device's vendor library."""

from __future__ import annotations

import builtins
from typing import Any, NamedTuple

import numpy as np

from . import _dtypes as dt
from ._apply import convert, convert_if
from ._checks import (
    broadcast_error,
    dtype_or,
    require_choice,
    require_kind,
    require_ndim,
    require_same_device,
    require_tensor,
    unsupported,
)
from ._checks import index as check_index
from ._elementwise import abs as abs_
from ._elementwise import not_equal, sqrt, square, subtract
from ._elementwise import pow as pow_
from ._linear_algebra import matmul, matrix_transpose, outer_product, tensordot, vecdot
from ._manipulation import broadcast_arrays, moveaxis, stack
from ._statistical import max as max_
from ._statistical import min as min_
from ._statistical import sum as sum_
from ._tensor import Tensor, wrap
from ._views import broadcast_shapes, normalize_axes, normalize_axis

__all__ = [
    "EigResult",
    "EighResult",
    "QRResult",
    "SVDResult",
    "SlogdetResult",
    "cholesky",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "inv",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]


class EighResult(NamedTuple):
    """Result of `eigh`."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class EigResult(NamedTuple):
    """Result of `eig`."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class QRResult(NamedTuple):
    """Result of `qr`."""

    Q: Tensor
    R: Tensor


class SlogdetResult(NamedTuple):
    """Result of `slogdet`."""

    sign: Tensor
    logabsdet: Tensor


class SVDResult(NamedTuple):
    """Result of `svd`."""

    U: Tensor
    S: Tensor
    Vh: Tensor


class LinAlgError(np.linalg.LinAlgError):
    """A matrix that a factorisation cannot take: singular, not positive definite, …"""


def _matrices(operation: str, x: Tensor, *, square: builtins.bool = False) -> Tensor:
    require_tensor(operation, x)
    require_ndim(operation, x, 2)
    require_kind(operation, x.dtype, "biufc")
    if square and x.shape[-1] != x.shape[-2]:
        raise ValueError(f"{operation}: needs square matrices, got shape {x.shape}")
    if x.dtype.kind in "biu":
        return convert(x, dt.DEFAULT_FLOAT)
    if x.dtype == dt.float16:
        raise unsupported(operation, x)
    return x


def _call(operation: str, x: Tensor, *others: Tensor, **options: Any) -> Any:
    arrays = [t._settled() for t in (x, *others)]
    try:
        return x.device.linalg(operation, *arrays, **options)
    except ValueError as error:  # NumPy's LinAlgError is one
        shapes = " and ".join(str(tuple(a.shape)) for a in arrays)
        raise LinAlgError(f"{operation}: {error} (shapes {shapes})") from None


def _one(operation: str, x: Tensor, *others: Tensor, **options: Any) -> Tensor:
    return wrap(_call(operation, x, *others, **options), x.device)


def cholesky(x: Tensor, /, *, upper: builtins.bool = False) -> Tensor:
    """Return the Cholesky factor of positive-definite matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, M)``, symmetric or Hermitian; one triangle is read.
    upper : bool
        Return U with ``U^H U``, instead of L with ``L L^H``.

    Returns
    -------
    Tensor

    Raises
    ------
    LinAlgError
        (a ValueError) for a matrix that is not positive definite.
    """
    return _one("cholesky", _matrices("cholesky", x, square=True), upper=builtins.bool(upper))


def det(x: Tensor, /) -> Tensor:
    """Return determinants of matrices of shape ``(..., M, M)``."""
    return _one("det", _matrices("det", x, square=True))


def eigh(x: Tensor, /) -> EighResult:
    """Return eigenvalues (ascending, real) and eigenvectors of Hermitian matrices."""
    values, vectors = _call("eigh", _matrices("eigh", x, square=True))
    return EighResult(wrap(values, x.device), wrap(vectors, x.device))


def eigvalsh(x: Tensor, /) -> Tensor:
    """Return the eigenvalues (ascending, real) of Hermitian matrices."""
    return _one("eigvalsh", _matrices("eigvalsh", x, square=True))


def eig(x: Tensor, /) -> EigResult:
    """Return eigenvalues and eigenvectors of general matrices, always complex."""
    x = _matrices("eig", x, square=True)
    values, vectors = _call("eig", x)
    target = dt.complex_of(x.dtype)
    return EigResult(
        convert_if(wrap(values, x.device), target), convert_if(wrap(vectors, x.device), target)
    )


def eigvals(x: Tensor, /) -> Tensor:
    """Return the eigenvalues of general matrices, always complex."""
    x = _matrices("eigvals", x, square=True)
    return convert_if(_one("eigvals", x), dt.complex_of(x.dtype))


def inv(x: Tensor, /) -> Tensor:
    """Return inverses of matrices of shape ``(..., M, M)``; LinAlgError for singular ones."""
    return _one("inv", _matrices("inv", x, square=True))


def pinv(x: Tensor, /, *, rtol: Any = None) -> Tensor:
    """Return pseudo-inverses of matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)``.
    rtol : float or Tensor, optional
        Singular values below ``rtol * largest`` count as 0.
        Default: ``max(M, N) * eps``.

    Returns
    -------
    Tensor
        Of shape ``(..., N, M)``.
    """
    x = _matrices("pinv", x)
    return _one("pinv", x, rtol=_tolerance("pinv", x, rtol))


def _tolerance(operation: str, x: Tensor, rtol: Any) -> Any:
    if rtol.__class__ is Tensor:
        require_same_device(operation, x, rtol)
        return rtol._settled()
    return rtol


def matrix_rank(x: Tensor, /, *, rtol: Any = None) -> Tensor:
    """Return the rank of matrices: singular values above ``rtol * largest``; as `pinv`."""
    x = _matrices("matrix_rank", x)
    return convert_if(_one("matrix_rank", x, rtol=_tolerance("matrix_rank", x, rtol)), dt.int64)


def qr(x: Tensor, /, *, mode: str = "reduced") -> QRResult:
    """Return the QR factorisation of matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)``.
    mode : {"reduced", "complete"}
        ``K = min(M, N)`` columns of Q, or all M.

    Returns
    -------
    QRResult
        ``Q`` and ``R``.
    """
    require_choice("qr", "mode", mode, ("reduced", "complete"))
    q, r = _call("qr", _matrices("qr", x), mode=mode)
    return QRResult(wrap(q, x.device), wrap(r, x.device))


def slogdet(x: Tensor, /) -> SlogdetResult:
    """Return the sign and the logarithm of the modulus of determinants."""
    sign, logabsdet = _call("slogdet", _matrices("slogdet", x, square=True))
    return SlogdetResult(wrap(sign, x.device), wrap(logabsdet, x.device))


def solve(x1: Tensor, x2: Tensor, /) -> Tensor:
    """Solve ``x1 @ x = x2``.

    Parameters
    ----------
    x1 : Tensor
        Of shape ``(..., M, M)``.
    x2 : Tensor
        One vector of shape ``(M,)``, or matrices of shape ``(..., M, K)``.

    Returns
    -------
    Tensor

    Raises
    ------
    LinAlgError
        For a singular matrix.
    """
    a, b = _matrices("solve", x1, square=True), x2
    require_tensor("solve", b)
    require_same_device("solve", a, b)
    dtype = dt.promote(a.dtype, dt.DEFAULT_FLOAT if b.dtype.kind in "biu" else b.dtype)
    if b.ndim == 0 or b.shape[0 if b.ndim == 1 else -2] != a.shape[-1]:
        raise ValueError(f"solve: shapes {x1.shape} and {x2.shape} do not fit")
    return _one("solve", convert_if(a, dtype), convert_if(b, dtype))


def svd(x: Tensor, /, *, full_matrices: builtins.bool = True) -> SVDResult:
    """Return the singular value decomposition.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)``.
    full_matrices : bool
        All columns of U and rows of Vh, or ``min(M, N)`` of them.

    Returns
    -------
    SVDResult
        ``U``, ``S`` (real, descending) and ``Vh``.
    """
    u, s, vh = _call("svd", _matrices("svd", x), full_matrices=builtins.bool(full_matrices))
    return SVDResult(wrap(u, x.device), wrap(s, x.device), wrap(vh, x.device))


def svdvals(x: Tensor, /) -> Tensor:
    """Return the singular values, descending."""
    return _one("svdvals", _matrices("svdvals", x))


def matrix_norm(x: Tensor, /, *, keepdims: builtins.bool = False, ord: Any = "fro") -> Tensor:
    """Return norms of matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)``.
    keepdims : bool
    ord : {"fro", "nuc", 1, -1, 2, -2, inf, -inf}

    Returns
    -------
    Tensor
        Of the real dtype.
    """
    x = _matrices("matrix_norm", x)
    inf = float("inf")
    require_choice("matrix_norm", "ord", ord, ("fro", "nuc", 1, -1, 2, -2, inf, -inf))
    if ord == "fro":
        return vector_norm(x, axis=(-2, -1), keepdims=keepdims)
    if ord in ("nuc", 2, -2):
        values = svdvals(x)
        if ord == "nuc":
            result = sum_(values, axis=-1)
        else:
            result = max_(values, axis=-1) if ord == 2 else min_(values, axis=-1)
        return result[..., None, None] if keepdims else result
    totals = sum_(abs_(x), axis=-2 if ord in (1, -1) else -1, keepdims=True)
    result = (max_ if ord in (1, inf) else min_)(totals, axis=(-2, -1), keepdims=True)
    return result if keepdims else result[..., 0, 0]


def matrix_power(x: Tensor, n: int, /) -> Tensor:
    """Return square matrices raised to an integer power (negative: of the inverse)."""
    require_tensor("matrix_power", x)
    require_ndim("matrix_power", x, 2)
    n = check_index("matrix_power", "n", n)
    if x.shape[-1] != x.shape[-2]:
        raise ValueError(f"matrix_power: needs square matrices, got shape {x.shape}")
    if n < 0:
        x, n = inv(x), -n
    if n == 0:
        from ._grids import eye
        from ._manipulation import broadcast_to

        return broadcast_to(eye(x.shape[-1], dtype=x.dtype, device=x.device), x.shape).copy()
    if n == 1:
        return x.copy()  # not the tensor itself: the result may be written to
    result: Tensor | None = None
    while n:
        if n & 1:
            result = x if result is None else matmul(result, x)
        n >>= 1
        if n:
            x = matmul(x, x)
    assert result is not None
    return result


def diagonal(x: Tensor, /, *, offset: int = 0) -> Tensor:
    """Return the diagonals of the last two axes, as a last axis (a view).

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)``.
    offset : int
        0 the main diagonal, positive above, negative below.

    Returns
    -------
    Tensor
    """
    require_tensor("diagonal", x)
    require_ndim("diagonal", x, 2)
    offset = check_index("diagonal", "offset", offset)
    return x._view(x.device.diagonal(x._settled(), offset))


def trace(x: Tensor, /, *, offset: int = 0, dtype: Any = None) -> Tensor:
    """Return the sums along diagonals; `dtype` as for `sum`."""
    require_tensor("trace", x)
    if dtype is not None:
        dtype = dtype_or("trace", dtype, x.dtype)
    return sum_(diagonal(x, offset=offset), axis=-1, dtype=dtype)


def outer(x1: Tensor, x2: Tensor, /) -> Tensor:
    """Return the products of all pairs of two vectors, of shape ``(N, M)``."""
    return outer_product(x1, x2)


def cross(x1: Tensor, x2: Tensor, /, *, axis: int = -1) -> Tensor:
    """Return cross products of 3-element vectors along an axis.

    Parameters
    ----------
    x1, x2 : Tensor
        Of numeric dtypes; they broadcast, and are 3 long along `axis`.
    axis : int

    Returns
    -------
    Tensor
    """
    require_tensor("cross", x1, x2)
    require_same_device("cross", x1, x2)
    require_kind("cross", x1.dtype, "iufc")
    require_kind("cross", x2.dtype, "iufc")
    if broadcast_shapes(x1.shape, x2.shape) is None:
        raise broadcast_error("cross", (x1.shape, x2.shape))
    n = max(x1.ndim, x2.ndim)
    place = normalize_axis(axis, n, "cross") - n
    for x in (x1, x2):
        if x.ndim < -place or x.shape[place] != 3:
            raise ValueError(
                f"cross: shapes {x1.shape} and {x2.shape} must both be 3 long along axis {axis}"
            )
    a, b = broadcast_arrays(x1, x2)
    a, b = moveaxis(a, place, -1), moveaxis(b, place, -1)

    def minor(i: int, j: int) -> Tensor:
        return subtract(a[..., i] * b[..., j], a[..., j] * b[..., i])

    return stack([minor(1, 2), minor(2, 0), minor(0, 1)], axis=place)


def vector_norm(
    x: Tensor, /, *, axis: Any = None, keepdims: builtins.bool = False, ord: Any = 2
) -> Tensor:
    """Return norms of vectors.

    Parameters
    ----------
    x : Tensor
        Floating point; integers are computed as float64.
    axis : int, tuple of int or None
        None takes all elements as one vector.
    keepdims : bool
    ord : int or float
        2, 1, 0 (counts nonzero), inf, -inf, or any p: ``sum(|x|**p)**(1/p)``.

    Returns
    -------
    Tensor
        Of the real dtype.
    """
    require_tensor("vector_norm", x)
    if x.dtype.kind in "biu":
        x = convert(x, dt.DEFAULT_FLOAT)
    if not isinstance(ord, (int, float)):
        raise TypeError(f"vector_norm: ord must be a number, got {ord!r}")
    dtype = dt.real_part(x.dtype)
    size = abs_(x)
    axes = normalize_axes(axis, x.ndim, "vector_norm")
    if ord == 0:
        return sum_(not_equal(x, 0), axis=axes, keepdims=keepdims, dtype=dtype)
    if ord == 1:
        return sum_(size, axis=axes, keepdims=keepdims)
    if ord == 2:
        return _euclidean(size, axes, keepdims)
    if ord in (float("inf"), -float("inf")):
        if ord > 0 and builtins.any(x.shape[i] == 0 for i in axes):
            return sum_(size, axis=axes, keepdims=keepdims)
        return (max_ if ord > 0 else min_)(size, axis=axes, keepdims=keepdims)
    return pow_(sum_(pow_(size, float(ord)), axis=axes, keepdims=keepdims), 1 / float(ord))


def _euclidean(size: Tensor, axes: tuple[int, ...], keepdims: builtins.bool) -> Tensor:
    """Sum squares; float16 in float32, where its squares fit."""
    if size.dtype == dt.float16:
        wide = convert(size, dt.float32)
        return convert(sqrt(sum_(square(wide), axis=axes, keepdims=keepdims)), dt.float16)
    return sqrt(sum_(square(size), axis=axes, keepdims=keepdims))
