# SPDX-License-Identifier: Apache-2.0
"""Matrix products, distances, factorisations and transforms on NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import array_api_compat.numpy.fft
import array_api_compat.numpy.linalg
import numpy as np
from numpy.typing import NDArray

from .._dtypes import DType, float16, float32
from .pointwise import quiet, run_parallel

_Array = NDArray[Any]
#: Elements of one block of differences.
_BLOCK = 1 << 17


def matmul(x1: _Array, x2: _Array, dtype: DType) -> _Array:
    """Multiply matrices: float16 carried in float32, bool as logical or of ands."""
    if dtype.kind == "b":
        return np.asarray(np.matmul(x1.astype(np.int64), x2.astype(np.int64)) != 0)
    if dtype == float16:
        product = quiet(np.matmul, x1.astype(float32), x2.astype(float32))
        return np.asarray(quiet(np.asarray(product).astype, dtype))
    return np.asarray(quiet(np.matmul, x1, x2))


def linalg(name: str, *arrays: _Array, **options: Any) -> Any:
    """Call LAPACK through NumPy."""
    return quiet(getattr(array_api_compat.numpy.linalg, name), *arrays, **options)


def fft(name: str, x: _Array, **options: Any) -> _Array:
    """Call NumPy's transforms."""
    return np.asarray(quiet(getattr(array_api_compat.numpy.fft, name), x, **options))


def cdist(x1: _Array, x2: _Array, p: float) -> _Array:
    """Return Minkowski distances by differences, in blocks of rows and columns."""
    lead = np.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    m, n, d = x1.shape[-2], x2.shape[-2], x1.shape[-1]
    a = np.broadcast_to(x1, (*lead, m, d)).reshape(-1, m, d)
    b = np.broadcast_to(x2, (*lead, n, d)).reshape(-1, n, d)
    result = np.zeros((a.shape[0], m, n), x1.dtype)
    if result.size and d:
        columns = min(n, max(1, _BLOCK // d))
        rows = max(1, _BLOCK // (columns * d))
        blocks = list(product(range(a.shape[0]), range(0, m, rows), range(0, n, columns)))

        def run(items: Iterator[tuple[int, int, int]]) -> None:
            for i, j, k in items:
                off = np.abs(a[i, j : j + rows, None, :] - b[i, None, k : k + columns, :])
                result[i, j : j + rows, k : k + columns] = _norm(off, p)

        run_parallel(run, blocks)
    return result.reshape(*lead, m, n)


def _norm(off: _Array, p: float) -> _Array:
    """Return the p-norm of non-negative values over the last axis."""
    work = float32 if off.dtype == float16 else off.dtype
    off = off.astype(work, copy=False)
    if p == 0:
        return np.asarray(np.count_nonzero(off, axis=-1))
    if p == 1:
        return np.asarray(np.sum(off, axis=-1, dtype=work))
    if p == np.inf:
        return np.asarray(np.max(off, axis=-1))
    if p == 2:
        return np.asarray(np.sqrt(np.sum(off * off, axis=-1, dtype=work)))
    # Scaled by the largest difference: powers neither overflow nor vanish.
    top = np.max(off, axis=-1)
    scale = np.where((top > 0) & np.isfinite(top), top, 1).astype(work)
    total = np.sum((off / scale[..., None]) ** work.type(p), axis=-1, dtype=work)
    return np.asarray(total ** work.type(1 / p) * scale)
