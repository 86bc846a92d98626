# SPDX-License-Identifier: Apache-2.0
"""The `linalg` extension: factorisations through the device's vendor library, and what uses them.

Both compute in the dtype of their operands, integers and bool as float64.
What becomes of a matrix that holds NaN is the library's.
"""

from __future__ import annotations

import builtins
from typing import Any

from . import _dtypes as dt
from ._apply import convert_if
from ._checks import index as check_index
from ._checks import require_choice, require_ndim, require_same_device, require_tensor
from ._elementwise import abs as abs_
from ._factorisations import (
    EighResult,
    EigResult,
    QRResult,
    SlogdetResult,
    SVDResult,
    call,
    checked,
    cholesky,
    eig,
    eigh,
    eigvals,
    eigvalsh,
    one,
    qr,
    svd,
    svdvals,
)
from ._factorisations import LinAlgError as LinAlgError  # public, beside __all__
from ._linear_algebra import matmul, matrix_transpose, tensordot, vecdot
from ._statistical import max as max_
from ._statistical import min as min_
from ._statistical import sum as sum_
from ._tensor import Tensor, wrap
from ._vectors import cross, diagonal, outer, trace, vector_norm

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


def solve(x1: Tensor, x2: Tensor, /) -> Tensor:
    """Solve ``x1 @ x = x2``.

    Parameters
    ----------
    x1 : Tensor
        Of shape ``(..., M, M)``.
    x2 : Tensor
        One vector of shape ``(M,)``, or matrices of shape ``(..., M, K)``; leading axes
        broadcast.

    Returns
    -------
    Tensor
        Of shape ``(..., M)`` or ``(..., M, K)`` and the promoted dtype.

    Raises
    ------
    TypeError
        If an operand is not a Tensor, or `x1` is float16 (an `UnsupportedError`).
    ValueError
        If the matrices are not square, the shapes do not fit, or the tensors are on two
        devices.
    LinAlgError
        (a ValueError, NumPy's.) If a matrix is exactly singular, or leading axes do not
        broadcast.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x1 = xp.asarray([[2.0, 0.0], [1.0, 4.0]], device="cpu")
    >>> xp.linalg.solve(x1, xp.asarray([2.0, 9.0], device="cpu"))
    Tensor([1., 2.], dtype=float64, device='cpu')
    """
    a, b = checked("solve", x1, square=True), x2
    require_tensor("solve", b)
    require_same_device("solve", a, b)
    dtype = dt.promote(a.dtype, dt.DEFAULT_FLOAT if b.dtype.kind in "biu" else b.dtype)
    if b.ndim == 0 or b.shape[0 if b.ndim == 1 else -2] != a.shape[-1]:
        raise ValueError(f"solve: shapes {x1.shape} and {x2.shape} do not fit")
    return one("solve", convert_if(a, dtype), convert_if(b, dtype))


def inv(x: Tensor, /) -> Tensor:
    """Return inverses of square matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, M)``.

    Returns
    -------
    Tensor
        Of the shape and dtype of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or the matrices are not square.
    LinAlgError
        (a ValueError, NumPy's.) If a matrix is exactly singular.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.inv(xp.asarray([[1.0, 2.0], [0.0, 4.0]], device="cpu"))
    Tensor([[ 1.  , -0.5 ],
            [ 0.  ,  0.25]], dtype=float64, device='cpu')
    """
    return one("inv", checked("inv", x, square=True))


def pinv(x: Tensor, /, *, rtol: Any = None) -> Tensor:
    """Return pseudo-inverses of matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)``.
    rtol : float or Tensor, optional
        Singular values up to ``rtol * largest`` count as 0; a Tensor has the leading
        axes of `x`. Default: ``max(M, N) * eps``.

    Returns
    -------
    Tensor
        Of shape ``(..., N, M)``.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or `rtol` is on another device.
    LinAlgError
        (a ValueError, NumPy's.) If there is no convergence, or `rtol` does not fit.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.pinv(xp.asarray([[1.0, 2.0], [2.0, 4.0]], device="cpu"))
    Tensor([[0.04, 0.08],
            [0.08, 0.16]], dtype=float64, device='cpu')
    """
    x = checked("pinv", x)
    return one("pinv", x, rtol=_tolerance("pinv", x, rtol))


def det(x: Tensor, /) -> Tensor:
    """Return determinants of square matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, M)``.

    Returns
    -------
    Tensor
        Of the leading axes and the dtype of `x`; 1 of a matrix without elements.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or the matrices are not square.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.det(xp.asarray([[1.0, 2.0], [3.0, 4.0]], device="cpu"))
    Tensor(-2., dtype=float64, device='cpu')
    """
    return one("det", checked("det", x, square=True))


def slogdet(x: Tensor, /) -> SlogdetResult:
    """Return the sign and the logarithm of the modulus of determinants.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, M)``.

    Returns
    -------
    SlogdetResult
        ``sign`` (of modulus 1, or 0) and ``logabsdet`` (real; -inf of a singular matrix),
        both of the leading axes.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or the matrices are not square.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.slogdet(1e-200 * xp.eye(2, device="cpu")).logabsdet  # det is 0
    Tensor(-921.0340372, dtype=float64, device='cpu')
    """
    sign, logabsdet = call("slogdet", checked("slogdet", x, square=True))
    return SlogdetResult(wrap(sign, x.device), wrap(logabsdet, x.device))


def matrix_rank(x: Tensor, /, *, rtol: Any = None) -> Tensor:
    """Return the rank of matrices: how many singular values exceed ``rtol * largest``.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)``.
    rtol : float or Tensor, optional
        As for `pinv`.

    Returns
    -------
    Tensor
        Of dtype int64 and the leading axes.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or `rtol` is on another device.
    LinAlgError
        (a ValueError, NumPy's.) If there is no convergence, or the matrices have no elements.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.matrix_rank(xp.asarray([[1.0, 2.0], [2.0, 4.0]], device="cpu"))
    Tensor(1, dtype=int64, device='cpu')
    """
    x = checked("matrix_rank", x)
    return convert_if(one("matrix_rank", x, rtol=_tolerance("matrix_rank", x, rtol)), dt.int64)


def _tolerance(operation: str, x: Tensor, rtol: Any) -> Any:
    if rtol.__class__ is Tensor:
        require_same_device(operation, x, rtol)
        return rtol._settled()
    return rtol


def matrix_norm(x: Tensor, /, *, keepdims: builtins.bool = False, ord: Any = "fro") -> Tensor:
    """Return norms of matrices.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, N)``.
    keepdims : bool
        Keep the last two axes with length 1.
    ord : {"fro", "nuc", 1, -1, 2, -2, inf, -inf}
        Root of the sum of squares (the default), sum of singular values, largest or
        smallest sum of a column, singular value, or sum of a row.

    Returns
    -------
    Tensor
        Of the leading axes and the real dtype.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is float16 (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, `ord` is none of these, or an extreme is
        taken of no values.
    LinAlgError
        (a ValueError, NumPy's.) If the singular values do not converge.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.matrix_norm(xp.asarray([[1.0, -2.0], [3.0, 4.0]], device="cpu"), ord=1)
    Tensor(6., dtype=float64, device='cpu')
    """
    x = checked("matrix_norm", x)
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
    """Return square matrices raised to an integer power.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., M, M)``.
    n : int
        0 gives the identity, a negative power that of the inverse.

    Returns
    -------
    Tensor
        Of the shape and dtype of `x`; float64 for integers to a negative power. Always new.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, `n` is not an integer, or a float16 `x` is to be inverted
        (an `UnsupportedError`).
    ValueError
        If `x` has fewer than two dimensions, or the matrices are not square.
    LinAlgError
        (a ValueError, NumPy's.) If `n` is negative and a matrix is exactly singular.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.linalg.matrix_power(xp.asarray([[1, 1], [1, 0]], device="cpu"), 10)
    Tensor([[89, 55],
            [55, 34]], dtype=int64, device='cpu')
    """
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
