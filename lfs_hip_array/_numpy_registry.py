# SPDX-License-Identifier: Apache-2.0
"""Which function of ours answers for which of NumPy's."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

import lfs_hip_array as xp

from . import _numpy_creation as c
from . import _numpy_functions as f
from . import _order_statistics as order_statistics
from ._numpy_table import Entry
from ._tensor import Tensor

#: NumPy functions that make new tensors: they take the device of ``like=``.
_CREATION: list[Any] = [np.array, np.asarray, np.asanyarray, np.ascontiguousarray]
_CREATION += [np.zeros, np.ones, np.empty, np.full, np.arange, np.eye, np.identity, np.tri]
CREATION = frozenset(_CREATION)


def _reductions() -> dict[Any, Entry]:
    table = {}
    for n in [
        "sum",
        "prod",
        "nansum",
        "nanprod",
        "max",
        "min",
        "any",
        "all",
        "argmax",
        "argmin",
        "nanmax",
        "nanmin",
    ]:
        table[getattr(np, n)] = Entry(getattr(xp, n), "a")
    for n in "nanargmax nanargmin count_nonzero median nanmedian".split():  # noqa: SIM905
        table[getattr(np, n)] = Entry(getattr(xp, n), "a")
    table[np.amax], table[np.amin] = table[np.max], table[np.min]
    for n in "quantile percentile".split():  # noqa: SIM905
        table[getattr(np, n)] = Entry(getattr(xp, n), "a q")
        table[getattr(np, f"nan{n}")] = Entry(getattr(order_statistics, f"nan{n}"), "a q")
    for n in "cumulative_sum cumulative_prod".split():  # noqa: SIM905
        table[getattr(np, n)] = Entry(getattr(xp, n), "x")
    table |= {
        np.mean: Entry(f.mean(xp.mean)),
        np.nanmean: Entry(f.mean(xp.nanmean)),
        np.var: Entry(f.spread(xp.var)),
        np.std: Entry(f.spread(xp.std)),
        np.nanvar: Entry(f.spread(f.nanvar)),
        np.nanstd: Entry(f.spread(lambda x, **k: xp.sqrt(f.nanvar(x, **k)))),
        np.ptp: Entry(f.ptp),
        np.average: Entry(f.average),
        np.cumsum: Entry(xp.cumsum, "a"),
        np.cumprod: Entry(xp.cumprod, "a"),
        np.nancumsum: Entry(f.nan_running(xp.cumsum, 0)),
        np.nancumprod: Entry(f.nan_running(xp.cumprod, 1)),
        np.cov: Entry(f.cov),
        np.corrcoef: Entry(f.corrcoef),
    }
    return table


def _selection() -> dict[Any, Entry]:
    table = {
        np.sort: Entry(f.ordered(xp.sort)),
        np.argsort: Entry(f.ordered(xp.argsort)),
        np.partition: Entry(f.ordered(xp.sort)),
        np.argpartition: Entry(f.ordered(xp.argsort)),
        np.searchsorted: Entry(xp.searchsorted, "a v"),
        np.digitize: Entry(f.digitize),
        np.histogram: Entry(f.histogram),
        np.interp: Entry(f.interp, "x xp fp"),
        np.bincount: Entry(xp.bincount, "x"),
        np.unique: Entry(f.unique),
        np.isin: Entry(f.isin),
        np.union1d: Entry(f.union1d),
        np.intersect1d: Entry(f.intersect1d),
        np.setdiff1d: Entry(f.setdiff1d),
        np.take: Entry(f.take),
        np.take_along_axis: Entry(f.take_along),
        np.where: Entry(f.where),
        np.nonzero: Entry(xp.nonzero, "a"),
        np.flatnonzero: Entry(lambda a: xp.nonzero(xp.reshape(a, (-1,)))[0]),
        np.argwhere: Entry(f.argwhere),
        np.extract: Entry(lambda condition, arr: arr.reshape(-1)[condition.reshape(-1) != 0]),
        np.unravel_index: Entry(f.unravel_index),
        np.ravel_multi_index: Entry(f.ravel_multi_index),
        np.copyto: Entry(f.copyto),
        np.fill_diagonal: Entry(f.fill_diagonal),
    }  # fmt: skip
    for n in "unique_all unique_counts unique_inverse unique_values".split():  # noqa: SIM905
        table[getattr(np, n)] = Entry(getattr(xp, n), "x")
    return table


def _shapes() -> dict[Any, Entry]:
    table = {
        np.reshape: Entry(f.reshape),
        np.ravel: Entry(f.ravel),
        np.transpose: Entry(xp.transpose, "a"),
        np.matrix_transpose: Entry(xp.matrix_transpose, "x"),
        np.swapaxes: Entry(f.swapaxes),
        np.moveaxis: Entry(xp.moveaxis, "a source destination"),
        np.rollaxis: Entry(f.rollaxis),
        np.expand_dims: Entry(xp.expand_dims, "a"),
        np.squeeze: Entry(f.squeeze),
        np.flip: Entry(xp.flip, "m"),
        np.fliplr: Entry(lambda m: xp.flip(m, axis=1)),
        np.flipud: Entry(lambda m: xp.flip(m, axis=0)),
        np.rot90: Entry(f.rot90),
        np.roll: Entry(xp.roll, "a shift"),
        np.broadcast_to: Entry(xp.broadcast_to, "array"),
        np.broadcast_arrays: Entry(xp.broadcast_arrays),
        np.concatenate: Entry(f.concatenate),
        np.stack: Entry(f.stack),
        np.vstack: Entry(lambda tup, dtype=None: f.typed(xp.vstack(f.all_tensors(tup)), dtype)),
        np.hstack: Entry(lambda tup, dtype=None: f.typed(xp.hstack(f.all_tensors(tup)), dtype)),
        np.dstack: Entry(f.dstack),
        np.column_stack: Entry(f.column_stack),
        np.append: Entry(f.append),
        np.block: Entry(f.block),
        np.split: Entry(f.split),
        np.array_split: Entry(f.array_split),
        np.hsplit: Entry(f.hsplit),
        np.vsplit: Entry(f.split),
        np.dsplit: Entry(lambda ary, indices_or_sections: f.split(ary, indices_or_sections, 2)),
        np.unstack: Entry(xp.unstack, "x"),
        np.tile: Entry(f.tile),
        np.repeat: Entry(xp.repeat, "a repeats"),
        np.tril: Entry(xp.tril, "m"),
        np.triu: Entry(xp.triu, "m"),
        np.diag: Entry(xp.diag, "v"),
        np.diagonal: Entry(f.diagonal),
        np.trace: Entry(f.trace),
        np.pad: Entry(xp.pad, "array pad_width"),
        np.diff: Entry(f.diff),
        np.gradient: Entry(xp.gradient, "f"),
        np.meshgrid: Entry(f.meshgrid),
        np.shape: Entry(lambda a: a.shape),
        np.ndim: Entry(lambda a: a.ndim),
        np.size: Entry(lambda a, axis=None: a.size if axis is None else a.shape[axis]),
        np.copy: Entry(lambda a, order="K": xp.asarray(a, copy=True)),
    }
    for n in (1, 2, 3):
        table[getattr(np, f"atleast_{n}d")] = Entry(_at_least_of(n))
    return table


def _at_least_of(n: int) -> Callable[..., Any]:
    return lambda *arys: f.at_least(*arys, ndim=n)


def _products() -> dict[Any, Entry]:
    table = {
        np.tensordot: Entry(xp.tensordot, "a b"),
        np.einsum: Entry(f.einsum),
        np.dot: Entry(f.dot),
        np.inner: Entry(f.inner),
        np.outer: Entry(f.outer),
        np.vdot: Entry(f.vdot),
        np.kron: Entry(f.kron),
        np.cross: Entry(lambda a, b, axis=-1: xp.linalg.cross(a, b, axis=axis)),
        np.linalg.norm: Entry(f.norm),
        np.linalg.svd: Entry(f.svd),
        np.linalg.multi_dot: Entry(f.multi_dot),
        np.linalg.pinv: Entry(f.pinv),
        np.linalg.eigh: Entry(f.symmetric(xp.linalg.eigh)),
        np.linalg.eigvalsh: Entry(f.symmetric(xp.linalg.eigvalsh)),
        np.linalg.matrix_power: Entry(xp.linalg.matrix_power, "a n"),
        np.linalg.matrix_rank: Entry(xp.linalg.matrix_rank, "A"),
        np.linalg.tensordot: Entry(xp.tensordot, "x1 x2"),
    }
    for n in "qr inv det cholesky slogdet eig eigvals".split():  # noqa: SIM905
        table[getattr(np.linalg, n)] = Entry(getattr(xp.linalg, n), "a")
    table[np.linalg.solve] = Entry(xp.linalg.solve, "a b")
    for n in "svdvals matrix_norm vector_norm matrix_transpose diagonal trace".split():  # noqa: SIM905
        table[getattr(np.linalg, n)] = Entry(getattr(xp.linalg, n), "x")
    for n in "cross outer matmul vecdot".split():  # noqa: SIM905
        table[getattr(np.linalg, n)] = Entry(getattr(xp.linalg, n), "x1 x2")
    for n in "fft ifft rfft irfft hfft ihfft fftn ifftn rfftn irfftn".split():  # noqa: SIM905
        table[getattr(np.fft, n)] = Entry(getattr(xp.fft, n), "a")
    for n in "fft ifft rfft irfft".split():  # noqa: SIM905
        table[getattr(np.fft, f"{n}2")] = Entry(_two_axes(getattr(xp.fft, f"{n}n")))
    for n in "fftshift ifftshift".split():  # noqa: SIM905
        table[getattr(np.fft, n)] = Entry(getattr(xp.fft, n), "x")
    return table


def _two_axes(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def call(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str = "backward") -> Tensor:
        return function(a, s=s, axes=axes, norm=norm)

    return call


def _pointwise() -> dict[Any, Entry]:
    table = {
        np.clip: Entry(f.clip),
        np.round: Entry(f.round),
        np.around: Entry(f.round),
        np.nan_to_num: Entry(xp.nan_to_num, "x"),
        np.real: Entry(lambda val: xp.real(val)),
        np.imag: Entry(lambda val: xp.imag(val)),
        np.angle: Entry(f.angle),
        np.iscomplex: Entry(lambda x: xp.imag(x) != 0),
        np.isreal: Entry(lambda x: xp.imag(x) == 0),
        np.iscomplexobj: Entry(lambda x: x.dtype.kind == "c"),
        np.isrealobj: Entry(lambda x: x.dtype.kind != "c"),
        np.isposinf: Entry(f.signed_infinity(1.0)),
        np.isneginf: Entry(f.signed_infinity(-1.0)),
        np.sinc: Entry(xp.special.sinc, "x"),
        np.i0: Entry(xp.special.i0, "x"),
        np.isclose: Entry(xp.isclose, "a b"),
        np.allclose: Entry(xp.allclose, "a b"),
        np.array_equal: Entry(xp.array_equal, "a1 a2"),
        np.result_type: Entry(f.result_type),
        np.can_cast: Entry(f.can_cast),
        np.may_share_memory: Entry(f.share_memory(np.may_share_memory), lifts=False),
        np.shares_memory: Entry(f.share_memory(np.shares_memory), lifts=False),
    }
    if hasattr(np, "fix"):
        table[np.fix] = Entry(xp.trunc, "x")
    for n in "zeros ones empty full".split():  # noqa: SIM905
        table[getattr(np, f"{n}_like")] = Entry(c.like(n))
    for n in "zeros ones empty".split():  # noqa: SIM905
        table[getattr(np, n)] = Entry(c.creation(n))
    table |= {
        np.full: Entry(c.full),
        np.linspace: Entry(c.linspace),
        np.array: Entry(c.array),
        np.asarray: Entry(c.asarray),
        np.asanyarray: Entry(c.asarray),
        np.ascontiguousarray: Entry(c.asarray),
        np.arange: Entry(c.arange),
        np.eye: Entry(c.eye),
        np.identity: Entry(c.identity),
        np.tri: Entry(c.tri),
    }
    return table


@lru_cache(maxsize=1)
def table() -> dict[Any, Entry]:
    """Return NumPy function -> what answers for it."""
    return _reductions() | _selection() | _shapes() | _products() | _pointwise()
