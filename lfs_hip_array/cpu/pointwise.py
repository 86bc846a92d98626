# SPDX-License-Identifier: Apache-2.0
"""The NumPy function of every record, called quietly; and the threads that share work."""

from __future__ import annotations

import contextvars
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._dtypes import DType
from .._ops import Plan, Record, scalar_maker
from . import specfun, ufuncs

#: Elements up to which NumPy's calls cost less than planning a chain.
SMALL = 1 << 15
#: Elements of one block. A few of them fit the second-level cache; smaller blocks
#: make threads wait for the interpreter lock more than they save in cache misses.
BLOCK = 1 << 17

_context = contextvars.copy_context()
_context.run(np.seterr, all="ignore")
_run = _context.run


def quiet(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a NumPy function without floating-point warnings.

    NumPy keeps its error state in a context variable: running in a context
    where it is set costs a tenth of entering `numpy.errstate`. A context can be
    entered once at a time; whoever finds it in use takes the slower way.
    """
    try:
        return _run(function, *args, **kwargs)
    except RuntimeError:
        with np.errstate(all="ignore"):
            return function(*args, **kwargs)


def thread_count() -> int:
    """Return the number of threads for large operations (``LFS_HIP_THREADS``)."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, setting("LFS_HIP_THREADS", cores or 1))


def setting(name: str, default: int) -> int:
    """Return the integer of an environment variable, or raise `ValueError` naming it."""
    text = os.environ.get(name, "").strip()
    try:
        return int(text) if text else default
    except ValueError:
        raise ValueError(f"environment variable {name}={text!r} must be an integer") from None


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(thread_count(), thread_name_prefix="lfs_hip_array")


def _forget_pool() -> None:
    _pool.cache_clear()


if hasattr(os, "register_at_fork"):  # the threads do not survive a fork
    os.register_at_fork(after_in_child=_forget_pool)


def run_parallel(work: Callable[[Iterator[Any]], None], items: Sequence[Any]) -> None:
    """Let threads take `items` one by one; `work` is called with the shared iterator."""
    threads = min(thread_count(), len(items))
    shared = iter(items)
    if threads <= 1:
        quiet_work(work, shared)
        return
    futures = [_pool().submit(quiet_work, work, shared) for _ in range(threads - 1)]
    try:
        quiet_work(work, shared)
    finally:
        for future in futures:
            future.result()


def quiet_work(work: Callable[[Iterator[Any]], None], shared: Iterator[Any]) -> None:
    """Run a worker without floating-point warnings."""
    with np.errstate(all="ignore"):
        work(shared)


# --- functions -----------------------------------------------------------------------
def twin(record: Record, plan: Plan) -> Callable[..., NDArray[Any]]:
    """Return the NumPy function of a record: a corrected one where there is one.

    It takes operands of the plan's dtypes and an optional `out`.
    """
    if record.name == "astype":
        target = plan.result
        return lambda x, out=None: _convert(x, target, out)
    rooms: tuple[dict[str, Any], ...] = (_own, ufuncs.__dict__, specfun.__dict__)
    for room in rooms:
        if record.name in room:
            found: Callable[..., NDArray[Any]] = room[record.name]
            return found
    plain: Callable[..., NDArray[Any]] = getattr(np, record.numpy)
    return plain


def _convert(x: NDArray[Any], dtype: DType, out: NDArray[Any] | None) -> NDArray[Any]:
    if out is None:
        return x.astype(dtype)
    np.copyto(out, x, casting="unsafe")
    return out


def _where(
    condition: NDArray[Any], x1: Any, x2: Any, out: NDArray[Any] | None = None
) -> NDArray[Any]:
    if out is None:
        return np.asarray(np.where(condition, x1, x2))
    if np.may_share_memory(out, x1) or np.may_share_memory(out, condition):
        out[...] = np.where(condition, x1, x2)
        return out
    if out is not x2:
        np.copyto(out, x2)
    np.copyto(out, x1, where=condition)
    return out


#: Functions of this module that stand for a record.
_own: dict[str, Callable[..., NDArray[Any]]] = {"where": _where}


def function_for(record: Record, keys: tuple[Any, ...]) -> Callable[..., NDArray[Any]]:
    """Return what computes a record at once for operands of these dtypes or scalar types."""
    plan = record.plan(keys)
    fn = twin(record, plan)
    casts = [_cast(record.name, k, d) for k, d in zip(keys, plan.operands, strict=True)]
    probe = quiet(fn, *(np.ones((), d) for d in plan.operands))
    if probe.dtype != plan.result:
        fn = _with_result(fn, plan.result)
    if not any(casts) and len(keys) == 1:
        return _direct1(fn)
    if len(keys) == 2 and casts[0] is None:
        return _direct2(fn) if casts[1] is None else _right_cast(fn, casts[1])

    def general(*operands: Any) -> NDArray[Any]:
        ready = [x if c is None else c(x) for x, c in zip(operands, casts, strict=True)]
        return np.asarray(quiet(fn, *ready))

    return general


def _cast(operation: str, key: Any, dtype: DType) -> Callable[[Any], Any] | None:
    """Return what makes an operand of the planned dtype, or None if it is one."""
    if isinstance(key, type):
        return scalar_maker(operation, dtype)
    return None if key == dtype else lambda x: x.astype(dtype)


def _with_result(fn: Callable[..., Any], dtype: DType) -> Callable[..., Any]:
    return lambda *operands: np.asarray(fn(*operands)).astype(dtype)


# The three forms of nearly all calls, without loops and argument tuples.
def _direct1(fn: Callable[..., Any]) -> Callable[..., NDArray[Any]]:
    def direct1(x: NDArray[Any]) -> NDArray[Any]:
        try:
            value = _run(fn, x)
        except RuntimeError:
            value = quiet(fn, x)
        return value if value.__class__ is np.ndarray else np.asarray(value)

    return direct1


def _direct2(fn: Callable[..., Any]) -> Callable[..., NDArray[Any]]:
    def direct2(x1: NDArray[Any], x2: NDArray[Any]) -> NDArray[Any]:
        try:
            value = _run(fn, x1, x2)
        except RuntimeError:
            value = quiet(fn, x1, x2)
        return value if value.__class__ is np.ndarray else np.asarray(value)

    return direct2


def _right_cast(fn: Callable[..., Any], cast: Callable[[Any], Any]) -> Callable[..., NDArray[Any]]:
    def direct(x1: NDArray[Any], x2: Any) -> NDArray[Any]:
        try:
            value = _run(fn, x1, cast(x2))
        except RuntimeError:
            value = quiet(fn, x1, cast(x2))
        return value if value.__class__ is np.ndarray else np.asarray(value)

    return direct
