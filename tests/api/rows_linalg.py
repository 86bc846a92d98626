# SPDX-License-Identifier: Apache-2.0
"""Rows of linear algebra and of the Fourier transforms."""

import numpy as np
import standard
from differential import Named, Rows, call

rows = Rows()
NUMERIC, FLOAT, COMPLEX = standard.NUMERIC, standard.FLOAT, standard.COMPLEX
LOOSE = 500  # epsilons: another order of the same few operations


def _batch(make):
    return make.shape(max_dims=2, max_side=3)


def regular(make, dtype, n=None):
    """Square matrices far from singular: a dominant diagonal."""
    n = make.integer(1, 4) if n is None else n
    x = make.array(dtype, (*_batch(make), n, n), "unit").values
    return x + np.eye(n, dtype=dtype) * (n + 1)


def hermitian(make, dtype):
    """Hermitian, positive definite, with distinct eigenvalues."""
    x = regular(make, dtype)
    n = x.shape[-1]
    x = (x + np.conj(np.swapaxes(x, -1, -2))) / 2
    return (x + np.diag(np.arange(n) * (n + 4))).astype(dtype)


@rows("matmul linalg.matmul", NUMERIC)
def _matmul(make, dtype):
    n, k, m = (make.integer(0, 4) for _ in range(3))
    one, two = make.shapes(2, max_dims=2)
    left, right = (*one, n, k), (*two, k, m)
    which = make.choice("matrices", "matrices", "vector left", "vector right", "vectors")
    if which in ("vector left", "vectors"):
        left = (k,)
    if which in ("vector right", "vectors"):
        right = (k,)
    return call(make.array(dtype, left, "small"), make.array(dtype, right, "small"))


@rows("matrix_transpose linalg.matrix_transpose", standard.DTYPES)
def _matrix_transpose(make, dtype):
    return call(make.array(dtype, min_dims=2))


@rows("tensordot linalg.tensordot", NUMERIC)
def _tensordot(make, dtype):
    left = make.shape(max_dims=3, max_side=3)
    count = make.integer(0, len(left))
    rest = make.shape(max_dims=2, max_side=3)
    if make.choice(True, False):
        right = left[len(left) - count :] + rest
        axes = count
    else:
        order = tuple(map(int, make.random().permutation(len(left))[:count]))
        right = tuple(left[i] for i in order) + rest
        axes = (order, tuple(range(count)))
    return call(make.array(dtype, left, "small"), make.array(dtype, right, "small"), axes=axes)


@rows("vecdot linalg.vecdot", NUMERIC)
def _vecdot(make, dtype):
    one, two = make.shapes(2, max_dims=2)
    n = make.integer(0, 4)
    axis = make.integer(-min(len(one), len(two)) - 1, -1)
    shapes = []
    for shape in (one, two):
        at = len(shape) + 1 + axis
        shapes.append((*shape[:at], n, *shape[at:]))
    a, b = (make.array(dtype, s, "small") for s in shapes)
    return call(a, b, axis=axis)


@rows("linalg.cholesky", FLOAT, LOOSE)
def _cholesky(make, dtype):
    return call(make.exact(hermitian(make, dtype)), upper=make.choice(True, False))


@rows("linalg.cross", NUMERIC)
def _cross(make, dtype):
    shape = list(make.shape(min_dims=1, max_dims=3))
    axis = make.integer(-len(shape), -1)
    shape[axis] = 3
    return call(make.array(dtype, shape, "small"), make.array(dtype, shape, "small"), axis=axis)


@rows("linalg.det linalg.inv linalg.slogdet", FLOAT, LOOSE)
def _det(make, dtype):
    return call(make.exact(regular(make, dtype)))


@rows("linalg.diagonal", standard.DTYPES)
def _diagonal(make, dtype):
    return call(make.array(dtype, min_dims=2), offset=make.integer(-4, 4))


def _adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def _settle_eigh(result, made):
    values, vectors = result
    eye = np.broadcast_to(np.eye(values.shape[-1], dtype=vectors.dtype), vectors.shape)
    rebuilt = (vectors * values[..., None, :]) @ _adjoint(vectors)
    return values, rebuilt.astype(vectors.dtype), vectors @ _adjoint(vectors) - eye + 1


@rows("linalg.eigh", FLOAT, LOOSE, settle=_settle_eigh)
def _eigh(make, dtype):
    return call(make.exact(hermitian(make, dtype)))


@rows("linalg.eigvalsh", FLOAT, LOOSE)
def _eigvalsh(make, dtype):
    return call(make.exact(hermitian(make, dtype)))


def _distinct(make, dtype):
    """Matrices with real, distinct eigenvalues 1, 4, 9, …"""
    p = regular(make, dtype).astype("complex128" if "complex" in dtype else "float64")
    values = np.arange(1, p.shape[-1] + 1) ** 2
    return ((p * values) @ np.linalg.inv(p)).astype(dtype)


def _settle_eig(result, made):
    values, vectors = result
    order = np.argsort(values.real, axis=-1)
    sorted_values = np.take_along_axis(values, order, -1)
    x = made.args[0].values.astype(vectors.dtype)
    residual = x @ vectors - vectors * values[..., None, :]
    lengths = np.linalg.norm(vectors, axis=-2)
    return sorted_values, residual + 1, lengths


rows("linalg.eig", FLOAT, 20 * LOOSE, settle=_settle_eig)(
    lambda make, dtype: call(make.exact(_distinct(make, dtype)))
)


def _settle_eigvals(result, made):
    return np.take_along_axis(result, np.argsort(result.real, axis=-1), -1)


rows("linalg.eigvals", FLOAT, 20 * LOOSE, settle=_settle_eigvals)(
    lambda make, dtype: call(make.exact(_distinct(make, dtype)))
)


@rows("linalg.matrix_norm", FLOAT, LOOSE)
def _matrix_norm(make, dtype):
    x = make.array(dtype, domain="finite", min_dims=2, min_side=1)
    order = make.choice("fro", "nuc", 1, 2, np.inf, -1, -2, -np.inf)
    if order == -2 and min(x.shape[-2:]) < 2:
        order = 1
    return call(x, keepdims=make.choice(True, False), ord=order)


@rows("linalg.matrix_power", FLOAT, LOOSE)
def _matrix_power(make, dtype):
    return call(make.exact(regular(make, dtype)), make.integer(-3, 4))


@rows("linalg.matrix_rank", FLOAT)
def _matrix_rank(make, dtype):
    n, m, r = make.integer(1, 4), make.integer(1, 4), make.integer(0, 3)
    rng = make.random()
    a, b = rng.integers(1, 5, (n, r)), rng.integers(-3, 4, (r, m))
    x = (a @ b).astype(dtype)
    return call(make.exact(x), rtol=make.choice(None, 1e-3))


@rows("linalg.outer", NUMERIC)
def _outer(make, dtype):
    a, b = (make.array(dtype, (make.integer(0, 5),), "small") for _ in range(2))
    return call(a, b)


@rows("linalg.pinv", FLOAT, 2 * LOOSE)
def _pinv(make, dtype):
    x = regular(make, dtype, n=4)
    return call(make.exact(x[..., : make.integer(1, 4), :]), rtol=make.choice(None, 1e-3))


def _settle_qr(result, made):
    q, r = result
    return q @ r, np.abs(r), _adjoint(q) @ q + 1


@rows("linalg.qr", FLOAT, LOOSE, settle=_settle_qr)
def _qr(make, dtype):
    x = regular(make, dtype, n=4)[..., : make.integer(1, 4), :]
    x = np.swapaxes(x, -1, -2) if make.choice(True, False) else x
    return call(make.exact(x), mode=make.choice("reduced", "complete"))


@rows("linalg.solve", FLOAT, LOOSE)
def _solve(make, dtype):
    a = regular(make, dtype)
    n = a.shape[-1]
    if make.choice(True, False):
        return call(make.exact(a), make.array(dtype, (n,), "finite"))
    return call(make.exact(a), make.array(dtype, (*a.shape[:-2], n, make.integer(0, 3)), "finite"))


def _settle_svd(result, made):
    u, s, vh = result
    k = s.shape[-1]
    rebuilt = (u[..., :k] * s[..., None, :].astype(u.dtype)) @ vh[..., :k, :]
    return rebuilt, s, _adjoint(u) @ u + 1, vh @ _adjoint(vh) + 1


@rows("linalg.svd", FLOAT, LOOSE, settle=_settle_svd)
def _svd(make, dtype):
    x = make.array(dtype, domain="finite", min_dims=2, min_side=1)
    return call(x, full_matrices=make.choice(True, False))


@rows("linalg.svdvals", FLOAT, LOOSE)
def _svdvals(make, dtype):
    return call(make.array(dtype, domain="finite", min_dims=2, min_side=1))


@rows("linalg.trace", NUMERIC, 8)
def _trace(make, dtype):
    x = make.array(dtype, domain="small", min_dims=2)
    wide = "complex128" if "complex" in dtype else "float64" if "float" in dtype else "int64"
    return call(x, offset=make.integer(-3, 3), dtype=make.choice(None, Named(wide)))


@rows("linalg.vector_norm", FLOAT, LOOSE)
def _vector_norm(make, dtype):
    x = make.array(dtype, domain="positive", min_dims=1, min_side=1)
    axis = make.choice(None, make.axis(len(x.shape)), make.some_axes(len(x.shape)))
    order = make.choice(2, 1, 0, np.inf, -np.inf, 3, -1, 1.5)
    return call(x, axis=axis, keepdims=make.choice(True, False), ord=order)


# --- Fourier transforms ----------------------------------------------------------------

NORMS = ("backward", "ortho", "forward")


def _fft_one(make, dtype, min_side=1):
    x = make.array(dtype, domain="finite", min_dims=1, max_dims=3, min_side=min_side)
    n = make.choice(None, make.integer(2, 7))
    return call(x, n=n, axis=make.axis(len(x.shape)), norm=make.choice(*NORMS))


rows("fft.fft fft.ifft", COMPLEX, LOOSE)(_fft_one)
rows("fft.rfft fft.ihfft", standard.REAL_FLOAT, LOOSE)(_fft_one)
rows("fft.irfft fft.hfft", COMPLEX, LOOSE)(lambda make, dtype: _fft_one(make, dtype, min_side=2))


def _fft_many(make, dtype, min_side=1):
    x = make.array(dtype, domain="finite", min_dims=1, max_dims=3, min_side=min_side)
    norm = make.choice(*NORMS)
    which = make.choice("all", "axes", "sizes")
    if which == "all":
        return call(x, norm=norm)
    axes = make.some_axes(len(x.shape))
    sizes = tuple(make.integer(2, 5) for _ in axes) if which == "sizes" else None
    return call(x, s=sizes, axes=axes, norm=norm)


rows("fft.fftn fft.ifftn", COMPLEX, LOOSE)(_fft_many)
rows("fft.rfftn", standard.REAL_FLOAT, LOOSE)(_fft_many)
rows("fft.irfftn", COMPLEX, LOOSE)(lambda make, dtype: _fft_many(make, dtype, min_side=2))


@rows("fft.fftfreq fft.rfftfreq", standard.REAL_FLOAT, 4)
def _fftfreq(make, dtype):
    spacing = make.choice(1.0, 0.5, 3)
    return call(make.integer(1, 9), d=spacing, dtype=make.choice(None, Named(dtype)))


@rows("fft.fftshift fft.ifftshift", FLOAT)
def _fftshift(make, dtype):
    x = make.array(dtype, min_dims=1)
    axes = make.choice(None, make.axis(len(x.shape)), make.some_axes(len(x.shape)))
    return call(x, axes=axes)
