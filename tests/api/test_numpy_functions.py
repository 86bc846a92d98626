# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions called on tensors: each row runs on ndarrays and on tensors alike."""

import inspect

import numpy as np
import pytest

RNG = np.random.default_rng(7)
A = RNG.normal(size=(3, 4))
B = RNG.normal(size=(3, 4))
V = RNG.normal(size=6)
W = RNG.normal(size=6)
N = np.where(A > 0.7, np.nan, A)
I = RNG.integers(0, 5, size=(3, 4))
C = A + 1j * B
T = A > 0
S = RNG.normal(size=(3, 3))
P = S @ S.T + 3 * np.eye(3)
D = np.array([3, 1, 3, 2, 1, 3])
E = np.array([np.inf, -np.inf, np.nan, 1.0])
U = np.array([1.0, np.nan, 2.0, 1.0, np.nan])
CUBE = RNG.normal(size=(2, 3, 4))


def words(text):
    """The words of a text."""
    return text.split()


def transforms():
    """Rows of ``numpy.fft``."""

    def call(name, *more):
        return lambda of: getattr(np.fft, name)(of(CUBE), *more)

    rows = {f"fft.{n}": [call(n)] for n in words("fftshift ifftshift fftn ifftn rfftn irfftn")}
    rows |= {
        f"fft.{n}": [call(n), call(n, 6, 1, "ortho")]
        for n in words("fft ifft rfft irfft hfft ihfft")
    }
    for n in words("fft2 ifft2 rfft2 irfft2"):
        rows[f"fft.{n}"] = [call(n), call(n, (4, 4), (0, 1), "forward")]
    return rows


# A row: what is called, given `of`, which is the identity or makes tensors.
ROWS = {
    # reductions
    "sum": [lambda of: np.sum(of(A)), lambda of: np.sum(of(A), 0),
            lambda of: np.sum(of(A), 1, "f4"),
            lambda of: np.sum(of(I), axis=(0, 1), keepdims=True),
            lambda of: np.sum(of(T), axis=-1)],
    "prod": [lambda of: np.prod(of(A), 1), lambda of: np.prod(of(I), dtype="float32")],
    "mean": [lambda of: np.mean(of(A)), lambda of: np.mean(of(A), 0, "float32"),
             lambda of: np.mean(of(I), keepdims=True)],
    "std": [lambda of: np.std(of(A)), lambda of: np.std(of(A), 0, ddof=1),
            lambda of: np.std(of(A), axis=1, correction=1, keepdims=True)],
    "var": [lambda of: np.var(of(A), 1), lambda of: np.var(of(C)),
            lambda of: np.var(of(I), ddof=2)],
    "max": [lambda of: np.max(of(A)), lambda of: np.amax(of(A), 0), lambda of: np.max(of(I), 1)],
    "min": [lambda of: np.min(of(A)), lambda of: np.amin(of(A), 1, keepdims=True)],
    "ptp": [lambda of: np.ptp(of(A)), lambda of: np.ptp(of(A), 1, keepdims=True)],
    "any": [lambda of: np.any(of(T), 0), lambda of: np.any(of(A), axis=1, keepdims=True)],
    "all": [lambda of: np.all(of(T)), lambda of: np.all(of(A), 1)],
    "argmax": [lambda of: np.argmax(of(A)), lambda of: np.argmax(of(A), 0),
               lambda of: np.argmax(of(A), axis=1, keepdims=True)],
    "argmin": [lambda of: np.argmin(of(A), 1)],
    "count_nonzero": [lambda of: np.count_nonzero(of(I), axis=0),
                      lambda of: np.asarray(np.count_nonzero(of(T), axis=1, keepdims=True))],
    "median": [lambda of: np.median(of(A)), lambda of: np.median(of(A), 1, overwrite_input=True),
               lambda of: np.median(of(I), axis=0, keepdims=True)],
    "average": [lambda of: np.average(of(A), 0), lambda of: np.average(of(A), weights=of(B**2)),
                lambda of: np.average(of(A), 1, of(np.arange(1.0, 5))),
                lambda of: np.average(of(CUBE), (2, 0), of(np.arange(1.0, 9).reshape(4, 2))),
                lambda of: np.average(of(A), 0, of(B**2), True),
                lambda of: np.average(of(I), 1, returned=True, keepdims=True)],
    "nansum": [lambda of: np.nansum(of(N), 0), lambda of: np.nansum(of(I))],
    "nanprod": [lambda of: np.nanprod(of(N), 1)],
    "nanmean": [lambda of: np.nanmean(of(N), 0), lambda of: np.nanmean(of(N), dtype="float32")],
    "nanmax": [lambda of: np.nanmax(of(N), 1)],
    "nanmin": [lambda of: np.nanmin(of(N), 1, keepdims=True)],
    "nanvar": [lambda of: np.nanvar(of(N), 1, ddof=1), lambda of: np.nanvar(of(I)),
               lambda of: np.nanvar(of(N), axis=0, keepdims=True)],
    "nanstd": [lambda of: np.nanstd(of(N)), lambda of: np.nanstd(of(N), 1, correction=1)],
    "nanargmax": [lambda of: np.nanargmax(of(N), 0)],
    "nanargmin": [lambda of: np.nanargmin(of(N), axis=1, keepdims=True)],
    "nanmedian": [lambda of: np.nanmedian(of(N), 1)],
    "quantile": [lambda of: np.quantile(of(A), 0.3), lambda of: np.quantile(of(A), [0.1, 0.9], 1),
                 lambda of: np.quantile(of(A), of(np.array([0.5])), axis=0, method="hazen")],
    "percentile": [lambda of: np.percentile(of(A), 30, 0, keepdims=True)],
    "nanquantile": [lambda of: np.nanquantile(of(N), [0.2, 1], axis=1)],
    "nanpercentile": [lambda of: np.nanpercentile(of(N), [25, 75], 1)],
    "cumsum": [lambda of: np.cumsum(of(A)), lambda of: np.cumsum(of(A), 1, "float32")],
    "cumprod": [lambda of: np.cumprod(of(A), axis=0)],
    "nancumsum": [lambda of: np.nancumsum(of(N)), lambda of: np.nancumsum(of(I), 1)],
    "nancumprod": [lambda of: np.nancumprod(of(N), 1)],
    "cumulative_sum": [lambda of: np.cumulative_sum(of(A), axis=1, include_initial=True)],
    "cumulative_prod": [lambda of: np.cumulative_prod(of(V))],
    "cov": [lambda of: np.cov(of(A)), lambda of: np.cov(of(V), of(W)), lambda of: np.cov(of(C)),
            lambda of: np.cov(of(A), rowvar=False, bias=True), lambda of: np.cov(of(V))],
    "corrcoef": [lambda of: np.corrcoef(of(A)), lambda of: np.corrcoef(of(V), of(W))],
    # sorting, searching, sets
    "sort": [lambda of: np.sort(of(A)), lambda of: np.sort(of(A), None),
             lambda of: np.sort(of(A), 0)],
    "argsort": [lambda of: np.argsort(of(A), 0), lambda of: np.argsort(of(A), axis=None)],
    "partition": [lambda of: np.partition(of(A), 2)[..., 2]],
    "argpartition": [lambda of: np.argpartition(of(V), 2)[2:3]],
    "searchsorted": [lambda of: np.searchsorted(of(np.sort(V)), of(W)),
                     lambda of: np.searchsorted(of(V), of(W), "right", sorter=of(np.argsort(V)))],
    "digitize": [lambda of: np.digitize(of(A), of(np.array([-1.0, 0, 1]))),
                 lambda of: np.digitize(of(I), of(np.array([1, 3])), right=True),
                 lambda of: np.digitize(of(A), of(np.array([1.0, 0, -1])))],
    "histogram": [lambda of: np.histogram(of(A)), lambda of: np.histogram(of(A), 4, (-1, 1)),
                  lambda of: np.histogram(of(V), of(np.array([-1.0, 0, 0.5])), density=True),
                  lambda of: np.histogram(of(V), 3, weights=of(W)),
                  lambda of: np.histogram(of(np.ones(3)), 3)],
    "bincount": [lambda of: np.bincount(of(D)), lambda of: np.bincount(of(D), of(V), 6)],
    "unique": [lambda of: np.unique(of(D)), lambda of: np.unique(of(I), True, True, True),
               lambda of: np.unique(of(U), return_index=True, return_inverse=True,
                                    return_counts=True),
               lambda of: np.unique(of(U), equal_nan=False), lambda of: np.unique(of(D), axis=0)],
    "unique_values": [lambda of: np.sort(np.unique_values(of(D)))],
    "unique_counts": [lambda of: np.sort(np.unique_counts(of(D)).counts)],
    "unique_inverse": [lambda of: np.unique_inverse(of(I)).inverse_indices],
    "unique_all": [lambda of: tuple(np.unique_all(of(I)))],
    "isin": [lambda of: np.isin(of(I), of(D)), lambda of: np.isin(of(I), of(D), True, invert=True)],
    "union1d": [lambda of: np.union1d(of(D), of(I))],
    "intersect1d": [lambda of: np.intersect1d(of(D), of(I))],
    "setdiff1d": [lambda of: np.setdiff1d(of(I), of(D))],
    "take": [lambda of: np.take(of(A), of(np.array([2, 0])), 0),
             lambda of: np.take(of(A), [[1, -1]]),
             lambda of: np.take(of(A), 1, axis=1), lambda of: np.take(of(A), of(I % 3), axis=0)],
    "take_along_axis": [lambda of: np.take_along_axis(of(A), of(np.argsort(A)), -1),
                        lambda of: np.take_along_axis(of(A), of(np.array([3, 1])), None)],
    "where": [lambda of: np.where(of(T), of(A), 0), lambda of: np.where(of(I), of(A), of(B)),
              lambda of: np.where(of(T))],
    "nonzero": [lambda of: np.nonzero(of(I))],
    "flatnonzero": [lambda of: np.flatnonzero(of(I))],
    "argwhere": [lambda of: np.argwhere(of(I))],
    "extract": [lambda of: np.extract(of(T), of(A))],
    "unravel_index": [lambda of: np.unravel_index(of(D), (2, 3)),
                      lambda of: np.unravel_index(of(D), 4)],
    "ravel_multi_index": [lambda of: np.ravel_multi_index((of(D), of(D - 1)), (4, 5))],
    # shapes
    "reshape": [lambda of: np.reshape(of(A), (2, 6)), lambda of: np.reshape(of(A), -1),
                lambda of: np.reshape(of(A), (6, 2), "F"), lambda of: np.reshape(of(A), [4, 3])],
    "ravel": [lambda of: np.ravel(of(A)), lambda of: np.ravel(of(A), "F")],
    "transpose": [lambda of: np.transpose(of(CUBE)), lambda of: np.transpose(of(CUBE), (1, 0, 2))],
    "permute_dims": [lambda of: np.permute_dims(of(CUBE), (1, 0, 2))],
    "matrix_transpose": [lambda of: np.matrix_transpose(of(CUBE))],
    "swapaxes": [lambda of: np.swapaxes(of(CUBE), 0, -1)],
    "moveaxis": [lambda of: np.moveaxis(of(CUBE), 0, -1),
                 lambda of: np.moveaxis(of(CUBE), [0, 1], [1, 2])],
    "rollaxis": [lambda of: np.rollaxis(of(CUBE), 2), lambda of: np.rollaxis(of(CUBE), 0, 3),
                 lambda of: np.rollaxis(of(CUBE), -1, 1), lambda of: np.rollaxis(of(CUBE), 0, -1)],
    "expand_dims": [lambda of: np.expand_dims(of(A), (0, -1))],
    "squeeze": [lambda of: np.squeeze(of(A[:1])), lambda of: np.squeeze(of(A[:1]), 0)],
    "flip": [lambda of: np.flip(of(A)), lambda of: np.flip(of(A), 1)],
    "fliplr": [lambda of: np.fliplr(of(A))],
    "flipud": [lambda of: np.flipud(of(A))],
    "rot90": [lambda of: np.rot90(of(A)), lambda of: np.rot90(of(CUBE), 2, (1, 2)),
              lambda of: np.rot90(of(A), 3), lambda of: np.rot90(of(A), 4)],
    "roll": [lambda of: np.roll(of(A), 2), lambda of: np.roll(of(A), (1, -1), axis=(0, 1))],
    "broadcast_to": [lambda of: np.broadcast_to(of(A), (2, 3, 4))],
    "broadcast_arrays": [lambda of: np.broadcast_arrays(of(A), of(A[:1]))],
    "atleast_1d": [lambda of: np.atleast_1d(of(np.array(2.0))),
                   lambda of: np.atleast_1d(of(A), of(V))],
    "atleast_2d": [lambda of: np.atleast_2d(of(V)), lambda of: np.atleast_2d(of(np.array(2.0)))],
    "atleast_3d": [lambda of: np.atleast_3d(of(V)), lambda of: np.atleast_3d(of(A))],
    "concatenate": [lambda of: np.concatenate([of(A), of(B)]),
                    lambda of: np.concatenate((of(A), A), 1),
                    lambda of: np.concatenate([of(A), of(B)], axis=None, dtype="float32"),
                    lambda of: np.concat([of(V), [1.0, 2.0]])],
    "stack": [lambda of: np.stack([of(A), of(B)]), lambda of: np.stack([of(A), of(B)], -1)],
    "vstack": [lambda of: np.vstack([of(V), of(W)]),
               lambda of: np.vstack([of(V), of(W)], dtype="f4")],
    "hstack": [lambda of: np.hstack([of(V), of(W)]), lambda of: np.hstack((of(A), of(B)))],
    "dstack": [lambda of: np.dstack([of(A), of(B)])],
    "column_stack": [lambda of: np.column_stack([of(V), of(W)]),
                     lambda of: np.column_stack([of(A), of(A)])],
    "append": [lambda of: np.append(of(A), of(B), 0), lambda of: np.append(of(V), 3.0)],
    "block": [lambda of: np.block([[of(A), of(B)], [of(B), of(A)]]),
              lambda of: np.block([of(V), of(W)])],
    "split": [lambda of: np.split(of(V), 3), lambda of: np.split(of(A), [1, 3], 1)],
    "array_split": [lambda of: np.array_split(of(V), 4),
                    lambda of: np.array_split(of(A), [2], axis=1)],
    "hsplit": [lambda of: np.hsplit(of(A), 2), lambda of: np.hsplit(of(V), [2])],
    "vsplit": [lambda of: np.vsplit(of(A), 3)],
    "dsplit": [lambda of: np.dsplit(of(CUBE), 2)],
    "unstack": [lambda of: np.unstack(of(A), axis=1)],
    "tile": [lambda of: np.tile(of(A), 2), lambda of: np.tile(of(V), (2, 1))],
    "repeat": [lambda of: np.repeat(of(A), 2), lambda of: np.repeat(of(A), [1, 0, 2], 0)],
    "tril": [lambda of: np.tril(of(A), -1)],
    "triu": [lambda of: np.triu(of(A), k=1)],
    "diag": [lambda of: np.diag(of(V)), lambda of: np.diag(of(A), 1)],
    "diagonal": [lambda of: np.diagonal(of(A), 1), lambda of: np.diagonal(of(CUBE), 0, 2, 0)],
    "trace": [lambda of: np.trace(of(A)), lambda of: np.trace(of(CUBE), 1, 1, 2, "float32")],
    "pad": [lambda of: np.pad(of(A), 1), lambda of: np.pad(of(A), ((1, 0), (2, 1)), "edge")],
    "diff": [lambda of: np.diff(of(A)), lambda of: np.diff(of(A), 2, 0),
             lambda of: np.diff(of(V), prepend=1.0),
             lambda of: np.diff(of(A), axis=0, append=of(A[:1]))],
    "gradient": [lambda of: np.gradient(of(A)), lambda of: np.gradient(of(V), 0.5, edge_order=2)],
    "meshgrid": [lambda of: np.meshgrid(of(V), of(W), indexing="ij")],
    "copy": [lambda of: np.copy(of(A)), lambda of: np.copy(of(A), "F")],
    # products
    "dot": [lambda of: np.dot(of(A), of(B.T)), lambda of: np.dot(of(V), of(W)),
            lambda of: np.dot(of(A), 2.0),
            lambda of: np.dot(of(CUBE), of(B.T)), lambda of: np.dot(of(CUBE), of(V[:4]))],
    "inner": [lambda of: np.inner(of(A), of(B)), lambda of: np.inner(of(V), of(W)),
              lambda of: np.inner(2.0, of(A))],
    "outer": [lambda of: np.outer(of(A), of(V))],
    "vdot": [lambda of: np.vdot(of(C), of(A))],
    "kron": [lambda of: np.kron(of(A), of(S)), lambda of: np.kron(of(V), of(S))],
    "cross": [lambda of: np.cross(of(S), of(P)), lambda of: np.cross(of(S), of(P), axis=0)],
    "tensordot": [lambda of: np.tensordot(of(A), of(B), ((0, 1), (0, 1))),
                  lambda of: np.tensordot(of(V), of(W), 0)],
    "einsum": [lambda of: np.einsum("ij,kj->ik", of(A), of(B)),
               lambda of: np.einsum("ij->j", of(I.astype("i2")), dtype="f4", optimize=True)],
    "linalg.norm": [lambda of: np.linalg.norm(of(A)), lambda of: np.linalg.norm(of(A), axis=1),
                    lambda of: np.linalg.norm(of(A), 1), lambda of: np.linalg.norm(of(V), 3),
                    lambda of: np.linalg.norm(of(A), "nuc"),
                    lambda of: np.linalg.norm(of(V), np.inf),
                    lambda of: np.linalg.norm(of(CUBE), axis=(0, 2), keepdims=True),
                    lambda of: np.linalg.norm(of(A), 2, (0, 1))],
    "linalg.svd": [lambda of: np.linalg.svd(of(A), compute_uv=False),
                   lambda of: np.abs(np.linalg.svd(of(A), False)[0])],
    "linalg.svdvals": [lambda of: np.linalg.svdvals(of(A))],
    "linalg.qr": [lambda of: np.abs(np.linalg.qr(of(A)).R),
                  lambda of: np.abs(np.linalg.qr(of(A.T), "complete")[0])],
    "linalg.multi_dot": [lambda of: np.linalg.multi_dot([of(A), of(B.T), of(S)])],
    "linalg.pinv": [lambda of: np.linalg.pinv(of(A)), lambda of: np.linalg.pinv(of(A), 0.5)],
    "linalg.inv": [lambda of: np.linalg.inv(of(P))],
    "linalg.det": [lambda of: np.linalg.det(of(P))],
    "linalg.slogdet": [lambda of: tuple(np.linalg.slogdet(of(P)))],
    "linalg.cholesky": [lambda of: np.linalg.cholesky(of(P)),
                        lambda of: np.linalg.cholesky(of(P), upper=True)],
    "linalg.eigh": [lambda of: np.linalg.eigh(of(P))[0],
                    lambda of: np.linalg.eigh(of(np.triu(P)), "U")[0]],
    "linalg.eigvalsh": [lambda of: np.linalg.eigvalsh(of(P))],
    "linalg.eig": [lambda of: np.sort(np.real(np.linalg.eig(of(P))[0]))],
    "linalg.eigvals": [lambda of: np.sort(np.real(np.linalg.eigvals(of(P))))],
    "linalg.solve": [lambda of: np.linalg.solve(of(P), of(V[:3]))],
    "linalg.matrix_power": [lambda of: np.linalg.matrix_power(of(P), 3)],
    "linalg.matrix_rank": [lambda of: np.linalg.matrix_rank(of(P)),
                           lambda of: np.linalg.matrix_rank(of(P), rtol=0.5)],
    "linalg.matrix_norm": [lambda of: np.linalg.matrix_norm(of(A), ord=1)],
    "linalg.vector_norm": [lambda of: np.linalg.vector_norm(of(A), axis=0, ord=1)],
    "linalg.matrix_transpose": [lambda of: np.linalg.matrix_transpose(of(A))],
    "linalg.diagonal": [lambda of: np.linalg.diagonal(of(A), offset=1)],
    "linalg.trace": [lambda of: np.linalg.trace(of(P), offset=1, dtype="float32")],
    "linalg.cross": [lambda of: np.linalg.cross(of(S), of(P), axis=0)],
    "linalg.outer": [lambda of: np.linalg.outer(of(V), of(W))],
    "linalg.matmul": [lambda of: np.linalg.matmul(of(A), of(B.T))],
    "linalg.vecdot": [lambda of: np.linalg.vecdot(of(C), of(A), axis=0)],
    "linalg.tensordot": [lambda of: np.linalg.tensordot(of(A), of(B.T), axes=1)],
    **transforms(),
    "linspace": [
        lambda of: np.linspace(of(np.array(0.5)), 2, 5),
        lambda of: np.linspace(of(V), of(W), 3, axis=-1),
        lambda of: np.linspace(0, of(np.array(7)), 4, False, dtype="int64"),
        lambda of: np.linspace(of(C), 1j, 1), lambda of: np.linspace(of(V.astype("f4")), 1.0, 4),
    ],
    "interp": [
        lambda of: np.interp(of(A), of(np.arange(4.0)), of(V[:4])),
        lambda of: np.interp(of(A), of(np.array([-1.0, 0, 0, 1])), of(C[0]), left=-9.0, right=9.0),
        lambda of: np.interp(0.5, of(np.arange(4.0)), of(I[0])),
        lambda of: np.interp(of(E), of(np.array([0.0, 2.0])), of(np.array([1.0, 3.0]))),
        lambda of: np.interp(of(A), of(np.zeros(1)), of(np.ones(1))),
    ],
    # element by element
    "clip": [lambda of: np.clip(of(A), -0.5, 0.5), lambda of: np.clip(of(A), of(B), None),
             lambda of: np.clip(of(A), min=0), lambda of: np.clip(of(I), 1, 3)],
    "round": [lambda of: np.round(of(A)), lambda of: np.round(of(A), 2),
              lambda of: np.around(of(A * 100), -1),
              lambda of: np.round(of(I * 5), -1), lambda of: np.round(of(I), 2),
              lambda of: np.round(of(-I * 25), -2)],
    "nan_to_num": [lambda of: np.nan_to_num(of(E)),
                   lambda of: np.nan_to_num(of(E), nan=1.0, posinf=2.0)],
    "real": [lambda of: np.real(of(C)), lambda of: np.real(of(A))],
    "imag": [lambda of: np.imag(of(C)), lambda of: np.imag(of(A))],
    "angle": [lambda of: np.angle(of(C)), lambda of: np.angle(of(A), deg=True)],
    "iscomplex": [lambda of: np.iscomplex(of(C)), lambda of: np.iscomplex(of(A))],
    "isreal": [lambda of: np.isreal(of(C))],
    "isposinf": [lambda of: np.isposinf(of(E))],
    "isneginf": [lambda of: np.isneginf(of(E))],
    "sinc": [lambda of: np.sinc(of(A))],
    "i0": [lambda of: np.i0(of(A))],
    "isclose": [lambda of: np.isclose(of(A), of(A + 1e-9)),
                lambda of: np.isclose(of(E), of(E), equal_nan=True)],
    "zeros_like": [lambda of: np.zeros_like(of(A)),
                   lambda of: np.zeros_like(of(A), "int8", shape=(2,))],
    "ones_like": [lambda of: np.ones_like(of(A), order="F", subok=False)],
    "full_like": [lambda of: np.full_like(of(A), 3),
                  lambda of: np.full_like(of(A), 2, "int64", "C", True, (1, 2))],
    "empty_like": [lambda of: 0 * np.empty_like(of(I), dtype="int16", shape=3)],
}  # fmt: skip
if hasattr(np, "fix"):
    ROWS["fix"] = [lambda of: np.fix(of(A))]
#: Functions that give no array: tested by hand below.
PLAIN = (
    *words("shape ndim size iscomplexobj isrealobj allclose array_equal result_type can_cast"),
    *words("copyto fill_diagonal may_share_memory shares_memory"),
)
CREATION = (
    "array asarray asanyarray ascontiguousarray zeros ones empty full arange eye identity tri"
)


def resolve(dotted):
    """NumPy's function of a dotted name."""
    found = np
    for part in dotted.split("."):
        found = getattr(found, part)
    return found


def dispatching():
    """Every function of NumPy that asks ``__array_function__``, by name."""
    kind = type(np.sum)
    for prefix, module in (("", np), ("linalg.", np.linalg), ("fft.", np.fft)):
        for name, value in vars(module).items():
            if type(value) is kind:
                yield prefix + name, value


def same(xp, found, want):
    if isinstance(want, (tuple, list)):
        assert isinstance(found, (tuple, list))
        assert len(found) == len(want)
        for f, w in zip(found, want, strict=True):
            same(xp, f, w)
        return
    assert isinstance(found, xp.Tensor), type(found)
    want = np.asarray(want)
    assert (found.dtype, found.shape) == (want.dtype, want.shape)
    rtol = 1e-5 if want.dtype in (np.float32, np.complex64) else 1e-11
    np.testing.assert_allclose(found.to_numpy(), want, rtol=rtol, atol=1e-13)


@pytest.mark.filterwarnings("ignore:numpy.fix is deprecated")  # as long as NumPy has it
@pytest.mark.parametrize(
    ("name", "case"),
    [pytest.param(n, c, id=f"{n}-{i}") for n, cases in ROWS.items() for i, c in enumerate(cases)],
)
def test_row(xp, name, case):
    calls = []

    def of(host):
        calls.append(host)
        return xp.asarray(host)

    want = case(lambda host: host)
    found = case(of)
    assert calls
    if name == "count_nonzero":
        found = xp.asarray(found)
    same(xp, found, want)


def test_every_function_of_the_table_has_a_row():
    from lfs_hip_array._numpy_registry import table

    covered = {resolve(name) for name in (*ROWS, *PLAIN, *words(CREATION))}
    covered |= {np.amax, np.amin, np.around}
    assert covered == set(table())


def test_every_parameter_of_an_adaptor_is_numpys():
    """What an adaptor takes by name must be what NumPy's function calls it."""
    from lfs_hip_array._numpy_registry import table
    from lfs_hip_array._numpy_table import _signature

    for func, entry in table().items():
        theirs = _signature(func).parameters
        if any(p.kind is p.VAR_KEYWORD for p in theirs.values()):
            continue
        assert set(entry.lead) <= set(theirs), func
        named = list(inspect.signature(entry.function).parameters.values())[len(entry.lead) :]
        needed = {
            p.name
            for p in named
            if p.default is p.empty and p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
        }
        assert needed <= set(theirs), func


def test_stated_parameters_are_numpys():
    """Where NumPy tells the parameters of its C functions, ours must be those."""
    from lfs_hip_array._numpy_table import _C_FUNCTIONS

    for name, stated in _C_FUNCTIONS.items():
        try:
            theirs = inspect.signature(resolve(name)).parameters
        except ValueError:
            continue  # NumPy before 2.4
        ours = inspect.signature(stated).parameters
        assert list(ours) == [p for p in theirs if p not in ("like", "ndmax")], name
    wanted = {f.__name__ for f in map(resolve, (*ROWS, *PLAIN, *words(CREATION))) if is_c(f)}
    assert wanted <= set(_C_FUNCTIONS)


def is_c(func):
    """Whether a function has no Python code to tell its parameters from."""
    return not inspect.isfunction(inspect.unwrap(func))


def test_nothing_else_of_numpy_computes_on_a_tensor(xp):
    from lfs_hip_array._numpy_registry import table

    x = xp.asarray(A)
    left = [(name, f) for name, f in dispatching() if f not in table()]
    assert len(left) > 50
    for name, f in left:
        with pytest.raises(TypeError, match=rf"numpy\.{name.split('.')[-1]} has no counterpart"):
            x.__array_function__(f, (xp.Tensor,), (x,), {})


@pytest.mark.parametrize(
    "call",
    [
        lambda x: np.polyfit(x[0], x[1], 1),
        lambda x: np.apply_along_axis(sum, 0, x),
        lambda x: np.save("nowhere", x),
        lambda x: np.lexsort((x[0], x[1])),
        lambda x: np.linalg.lstsq(x, x),
        lambda x: np.array2string(x),
    ],
)
def test_function_without_counterpart(xp, call):
    with pytest.raises(TypeError, match=r"has no counterpart for Tensor: call x\.to_numpy\(\)"):
        call(xp.asarray(A))


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda x: np.sum(x, where=x > 0), "where"),
        (lambda x: np.sum(x, initial=3.0), "initial"),
        (lambda x: np.quantile(x, 0.5, weights=x, method="inverted_cdf"), "weights"),
        (lambda x: np.linalg.matrix_rank(x, hermitian=True), "hermitian"),
        (lambda x: np.meshgrid(x[0], x[1], sparse=True), "sparse"),
        (lambda x: np.sort(x, order="field"), "order"),
        (lambda x: np.take(x, [1], mode="wrap"), "mode"),
    ],
)
def test_argument_without_counterpart(xp, call, argument):
    with pytest.raises(TypeError, match=rf"arguments \['{argument}'\] are not supported"):
        call(xp.asarray(A))


def test_arguments_that_numpy_itself_refuses(xp):
    with pytest.raises(TypeError, match="unexpected keyword argument 'axes'"):
        np.sum(xp.asarray(A), axes=1)


def test_default_arguments_are_no_arguments(xp):
    x = xp.asarray(A)
    same(xp, np.sum(x, None, None, None, False, np._NoValue, True), A.sum())
    same(xp, np.mean(x, where=np._NoValue), A.mean())
    same(xp, np.sort(x, kind="stable"), np.sort(A))
    same(xp, np.concatenate([x, x], casting="unsafe"), np.concatenate([A, A]))


def test_out(xp):
    x, out = xp.asarray(A.copy()), xp.zeros(4)
    assert np.sum(x, axis=0, out=out) is out
    same(xp, out, A.sum(0))
    longer = xp.zeros(8)
    assert np.concatenate([x[0], x[1]], out=longer) is longer
    same(xp, longer, np.concatenate(A[:2]))
    assert np.clip(x, 0, 1, x) is x
    same(xp, x, np.clip(A, 0, 1))
    with pytest.raises(TypeError, match="does not fit into int64"):
        np.sum(xp.asarray(A), axis=0, out=xp.zeros(4, dtype=xp.int64))
    with pytest.raises(TypeError, match="out is a ndarray"):
        np.sum(xp.asarray(A), axis=0, out=np.zeros(4))


def test_functions_that_give_no_array(xp):
    x, c = xp.asarray(A), xp.asarray(C)
    assert (np.shape(x), np.ndim(x), np.size(x), np.size(x, 1)) == ((3, 4), 2, 12, 4)
    assert (np.iscomplexobj(x), np.iscomplexobj(c)) == (False, True)
    assert (np.isrealobj(x), np.isrealobj(c)) == (True, False)
    assert np.allclose(x, A if x.device == "cpu" else x) is True
    assert np.allclose(x, x + 1, atol=0.5) is False
    assert np.array_equal(x, x) is True
    assert np.array_equal(xp.asarray(E), xp.asarray(E)) is False
    assert np.array_equal(xp.asarray(E), xp.asarray(E), equal_nan=True) is True
    assert np.result_type(x, np.int8) == np.float64
    assert np.result_type(xp.ones(2, dtype=xp.float32), 1.0) == np.float32
    assert np.can_cast(x, "float64") is True
    assert np.can_cast(x, "int64") is False
    assert np.can_cast(x, "float32", "same_kind") is True


def test_shared_memory(xp, device):
    host = np.arange(4.0)
    x = xp.asarray(host)
    for ask in (np.may_share_memory, np.shares_memory):
        assert ask(x, x[:2]) is True
        assert ask(x, host) is (device == "cpu")
        assert ask(host, xp.asarray(host)) is (device == "cpu")
        assert ask(x, np.zeros(2, dtype=object)) is False
        if device == "cpu":
            assert ask(x, x.copy()) is False


def test_functions_that_write(xp):
    x = xp.asarray(A.copy())
    np.copyto(x, 2.0, where=xp.asarray(T))
    same(xp, x, np.where(T, 2.0, A))
    np.copyto(x, xp.asarray(B))
    same(xp, x, B)
    np.fill_diagonal(x, 0.0)
    want = B.copy()
    np.fill_diagonal(want, 0.0)
    same(xp, x, want)


def test_like(xp, device):
    x = xp.zeros(2)
    made = {
        "array": (np.array([1, 2], like=x), np.array([1, 2])),
        "array ndmin": (
            np.array([1.0], ndmin=3, dtype="f4", like=x),
            np.array([1.0], "f4", ndmin=3),
        ),
        "asarray": (np.asarray([[1.0]], dtype="float32", like=x), np.asarray([[1.0]], "float32")),
        "asarray dtype": (np.asarray([1], "int8", like=x), np.asarray([1], "int8")),
        "asanyarray": (np.asanyarray(A, like=x), A),
        "ascontiguousarray": (np.ascontiguousarray(A.T, like=x), A.T),
        "zeros": (np.zeros((2, 3), "int8", like=x), np.zeros((2, 3), "int8")),
        "ones": (np.ones(3, like=x), np.ones(3)),
        "full": (np.full((2,), 7, like=x), np.full((2,), 7)),
        "full order": (np.full((2,), 7, "f4", "F", like=x), np.full((2,), 7, "f4")),
        "arange": (np.arange(3, like=x), np.arange(3)),
        "arange step": (np.arange(1, 7, 2, dtype="float32", like=x), np.arange(1, 7, 2, "float32")),
        "eye": (np.eye(3, 4, 1, like=x), np.eye(3, 4, 1)),
        "identity": (np.identity(2, like=x), np.identity(2)),
        "tri": (np.tri(3, 2, -1, like=x), np.tri(3, 2, -1)),
        "empty": (np.empty((2, 0), like=x), np.empty((2, 0))),
    }
    for found, want in made.values():
        same(xp, found, want)
        assert str(found.device) == device
    host = np.arange(3.0)
    copied, shared = np.array(host, like=x), np.asarray(host, like=x)
    host[0] = 5.0
    assert float(copied[0]) == 0.0
    assert float(shared[0]) == (5.0 if device == "cpu" else 0.0)


def test_ndarrays_beside_tensors(xp, device):
    x = xp.asarray(A)
    if device != "cpu":
        with pytest.raises(TypeError, match="ndarray next to a Tensor"):
            np.concatenate([x, A])
        return
    same(xp, np.concatenate([x, B]), np.concatenate([A, B]))
    same(xp, np.where(T, x, B), np.where(T, A, B))
    same(xp, np.take(x, np.array([1, 0]), 1), A[:, [1, 0]])
    same(xp, np.block([[x, B]]), np.block([[A, B]]))
    same(xp, np.linalg.solve(P, xp.asarray(V[:3])), np.linalg.solve(P, V[:3]))
    with pytest.raises(TypeError):  # a mask would be lost in silence
        np.concatenate([x, np.ma.masked_array(A, T)])


class Foreign:
    """Another library's array with its own functions."""

    def __array_function__(self, func, types, args, kwargs):
        return f"foreign {func.__name__}"


def test_other_libraries_get_their_turn(xp):
    assert np.concatenate([xp.asarray(V), Foreign()]) == "foreign concatenate"
    assert xp.asarray(V).__array_function__(np.sum, (Foreign,), (), {}) is NotImplemented
