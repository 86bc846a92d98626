# SPDX-License-Identifier: Apache-2.0
"""Factorisations of matrices through the device's vendor library: part of `linalg`."""

from __future__ import annotations

import builtins
from typing import Any, NamedTuple

import numpy as np

from . import _dtypes as dt
from ._apply import convert, convert_if
from ._checks import require_choice, require_kind, require_ndim, require_tensor, unsupported
from ._tensor import Tensor, wrap


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

    __module__ = "lfs_hip_array.linalg"  # where it is public


def checked(operation: str, x: Tensor, *, square: builtins.bool = False) -> Tensor:
    """Return matrices in a dtype that the libraries take, or raise what is wrong with them."""
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


def call(operation: str, x: Tensor, *others: Tensor, **options: Any) -> Any:
    """Call a factorisation of the device; what it refuses is a `LinAlgError`."""
    arrays = [t._settled() for t in (x, *others)]
    try:
        return x.device.linalg(operation, *arrays, **options)
    except ValueError as error:  # NumPy's LinAlgError is one
        shapes = " and ".join(str(tuple(a.shape)) for a in arrays)
        raise LinAlgError(f"{operation}: {error} (shapes {shapes})") from None


def one(operation: str, x: Tensor, *others: Tensor, **options: Any) -> Tensor:
    """Call a factorisation that gives one result."""
    return wrap(call(operation, x, *others, **options), x.device)


def cholesky(x: Tensor, /, *, upper: builtins.bool = False) -> Tensor:
    """Return the Cholesky factor of positive-definite matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, M)``, symmetric or Hermitian; one triangle is read.
    upper : bool
        Return U with ``U^H U``, instead of L with ``L L^H`` (the default).

    Returns
    -------
    Tensor
        Of the shape of `x`: triangular, with zeros in the other triangle.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or the matrices are not square.
    LinAlgError
        (a ValueError, NumPy's.) If a matrix is not positive definite.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.cholesky(xp.asarray([[4.0, 2.0], [2.0, 5.0]], device="cpu"))
    Tensor([[2., 0.],
            [1., 2.]], dtype=float64, device='cpu')
    """
    return one("cholesky", checked("cholesky", x, square=True), upper=builtins.bool(upper))


def eigh(x: Tensor, /) -> EighResult:
    """Return eigenvalues and eigenvectors of symmetric or Hermitian matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, M)``, symmetric or Hermitian; one triangle is read.

    Returns
    -------
    EighResult
        ``eigenvalues`` of shape ``(..., M)``: real, ascending; ``eigenvectors`` of shape
        ``(..., M, M)``: the columns, orthonormal, each unique up to a factor of modulus 1.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or the matrices are not square.
    LinAlgError
        (a ValueError, NumPy's.) If the library finds no eigenvalues.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.eigh(xp.asarray([[2.0, 1.0], [1.0, 2.0]], device="cpu")).eigenvalues
    Tensor([1., 3.], dtype=float64, device='cpu')
    """
    values, vectors = call("eigh", checked("eigh", x, square=True))
    return EighResult(wrap(values, x.device), wrap(vectors, x.device))


def eigvalsh(x: Tensor, /) -> Tensor:
    """Return the eigenvalues of symmetric or Hermitian matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, M)``, symmetric or Hermitian; one triangle is read.

    Returns
    -------
    Tensor
        Of shape ``(..., M)``: real, ascending.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or the matrices are not square.
    LinAlgError
        (a ValueError, NumPy's.) If the library finds no eigenvalues.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.eigvalsh(xp.asarray([[2.0, 1.0], [1.0, 2.0]], device="cpu"))
    Tensor([1., 3.], dtype=float64, device='cpu')
    """
    return one("eigvalsh", checked("eigvalsh", x, square=True))


def eig(x: Tensor, /) -> EigResult:
    """Return eigenvalues and eigenvectors of general square matrices, always complex.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, M)``.

    Returns
    -------
    EigResult
        ``eigenvalues`` of shape ``(..., M)``, in no order; ``eigenvectors`` of shape
        ``(..., M, M)``: the columns, of length 1. complex64 for float32, else complex128.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or the matrices are not square.
    LinAlgError
        (a ValueError, NumPy's.) If a matrix holds NaN or infinities, or there is no convergence.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> values, vectors = xp.linalg.eig(xp.asarray([[1.0, 1.0], [0.0, 2.0]], device="cpu"))
    >>> values
    Tensor([1.+0.j, 2.+0.j], dtype=complex128, device='cpu')
    """
    x = checked("eig", x, square=True)
    values, vectors = call("eig", x)
    target = dt.complex_of(x.dtype)
    return EigResult(
        convert_if(wrap(values, x.device), target), convert_if(wrap(vectors, x.device), target)
    )


def eigvals(x: Tensor, /) -> Tensor:
    """Return the eigenvalues of general square matrices, always complex.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, M)``.

    Returns
    -------
    Tensor
        Of shape ``(..., M)``, in no order; complex64 for float32, else complex128.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or the matrices are not square.
    LinAlgError
        (a ValueError, NumPy's.) If a matrix holds NaN or infinities, or there is no convergence.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.eigvals(xp.asarray([[1.0, 1.0], [0.0, 2.0]], device="cpu"))
    Tensor([1.+0.j, 2.+0.j], dtype=complex128, device='cpu')
    """
    x = checked("eigvals", x, square=True)
    return convert_if(one("eigvals", x), dt.complex_of(x.dtype))


def qr(x: Tensor, /, *, mode: str = "reduced") -> QRResult:
    """Return the QR factorisation of matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)``.
    mode : {"reduced", "complete"}
        ``K = min(M, N)`` columns of Q (the default), or all ``K = M``.

    Returns
    -------
    QRResult
        ``Q`` of shape ``(..., M, K)``, its columns orthonormal, and ``R`` of shape
        ``(..., K, N)``, upper triangular; unique up to signs.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or `mode` is none of these.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> q, r = xp.linalg.qr(xp.asarray([[3.0, 1.0], [4.0, 2.0]], device="cpu"))
    >>> xp.abs(r[0, 0])
    Tensor(5., dtype=float64, device='cpu')
    """
    require_choice("qr", "mode", mode, ("reduced", "complete"))
    q, r = call("qr", checked("qr", x), mode=mode)
    return QRResult(wrap(q, x.device), wrap(r, x.device))


def svd(x: Tensor, /, *, full_matrices: builtins.bool = True) -> SVDResult:
    """Return the singular value decomposition.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)``.
    full_matrices : bool
        All columns of U and rows of Vh (the default), or ``K = min(M, N)`` of them.

    Returns
    -------
    SVDResult
        ``U`` of shape ``(..., M, M)`` or ``(..., M, K)``, ``S`` of shape ``(..., K)``
        (real, descending), and ``Vh`` of shape ``(..., N, N)`` or ``(..., K, N)``.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions.
    LinAlgError
        (a ValueError, NumPy's.) If there is no convergence.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([[0.0, 2.0], [3.0, 0.0], [0.0, 0.0]], device="cpu")
    >>> u, s, vh = xp.linalg.svd(x, full_matrices=False)
    >>> xp.allclose(u * s @ vh, x)
    True
    """
    u, s, vh = call("svd", checked("svd", x), full_matrices=builtins.bool(full_matrices))
    return SVDResult(wrap(u, x.device), wrap(s, x.device), wrap(vh, x.device))


def svdvals(x: Tensor, /) -> Tensor:
    """Return the singular values of matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)``.

    Returns
    -------
    Tensor
        Of shape ``(..., min(M, N))``: real, descending.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions.
    LinAlgError
        (a ValueError, NumPy's.) If there is no convergence.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.svdvals(xp.asarray([[0.0, 2.0], [3.0, 0.0]], device="cpu"))
    Tensor([3., 2.], dtype=float64, device='cpu')
    """
    return one("svdvals", checked("svdvals", x))
