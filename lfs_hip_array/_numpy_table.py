# SPDX-License-Identifier: Apache-2.0
"""NumPy's ufuncs and functions, and which of ours does the same.

`numpy.add(tensor, 1)` and `numpy.sum(tensor)` then compute on the tensor's
device; a NumPy function that is not in the table is a `TypeError`, never a
silent copy to the host.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from . import _ops as ops
from ._tensor import Tensor

#: NumPy ufunc names whose functions have another name here.
_UFUNC_NAMES = {record.numpy: name for name, record in ops.RECORDS.items()} | {
    "divmod": "divmod",
    "matmul": "matmul",
    "vecdot": "vecdot",
    "degrees": "rad2deg",
    "radians": "deg2rad",
    "conjugate": "conj",
    "fabs": "abs",
    "float_power": "pow",
}

_REDUCTIONS = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min"}
_REDUCTIONS |= {"logical_and": "all", "logical_or": "any"}
_SCANS = {"add": "cumulative_sum", "multiply": "cumulative_prod"}


def _namespace() -> Any:
    import lfs_hip_array

    return lfs_hip_array


def call_ufunc(ufunc: np.ufunc, method: str, inputs: Any, kwargs: dict[str, Any]) -> Any:
    """Answer ``__array_ufunc__``."""
    name = ufunc.__name__
    out = kwargs.pop("out", None)
    if kwargs.get("where", True) is True:
        kwargs.pop("where", None)
    xp = _namespace()
    operands = [_operand(x) for x in inputs]
    if any(x is NotImplemented for x in operands):
        return NotImplemented
    table = {"__call__": _UFUNC_NAMES, "reduce": _REDUCTIONS, "accumulate": _SCANS}.get(method, {})
    ours = table.get(name)
    function = _find(xp, ours)
    if function is None:
        raise TypeError(
            f"numpy.{name}{'' if method == '__call__' else '.' + method} has no counterpart for "
            "Tensor: call x.to_numpy() to compute with NumPy"
        )
    if method == "reduce":
        kwargs = {k: v for k, v in kwargs.items() if k in ("axis", "keepdims", "dtype") and v}
        if not any(k in kwargs for k in ("axis",)):
            kwargs["axis"] = 0 if "axis" not in kwargs else None
    elif method == "accumulate":
        kwargs = {"axis": kwargs.get("axis", 0)}
    elif kwargs:
        raise TypeError(f"numpy.{name}: arguments {sorted(kwargs)} are not supported for Tensor")
    result = function(*operands, **kwargs)
    return _store(out, result)


def _find(xp: Any, name: str | None) -> Callable[..., Any] | None:
    if name is None:
        return None
    if name == "divmod":
        return divmod
    found = getattr(xp, name, None)
    return found if found is not None else getattr(xp.special, name, None)


def _operand(x: Any) -> Any:
    known = (Tensor, bool, int, float, complex, np.generic)
    return x if isinstance(x, known) else NotImplemented


def _store(out: Any, result: Any) -> Any:
    if out is None:
        return result
    target = out[0] if isinstance(out, tuple) else out
    if not isinstance(target, Tensor):
        raise TypeError(
            "a NumPy ufunc cannot write a Tensor result into an ndarray: use to_numpy()"
        )
    target[...] = result
    return target


# --- functions ---------------------------------------------------------------------------
def call_function(func: Callable[..., Any], types: Any, args: Any, kwargs: Any) -> Any:
    """Answer ``__array_function__``."""
    if not all(issubclass(t, (Tensor, np.ndarray)) for t in types):
        return NotImplemented
    ours = _functions().get(func)
    if ours is None:
        raise TypeError(
            f"numpy.{getattr(func, '__name__', func)} has no counterpart for Tensor: "
            "call x.to_numpy() to compute with NumPy"
        )
    return ours(*args, **{k: v for k, v in kwargs.items() if v is not np._NoValue})


@lru_cache(maxsize=1)
def _functions() -> dict[Callable[..., Any], Callable[..., Any]]:
    """Return NumPy function -> ours, with NumPy's parameters."""
    xp = _namespace()

    def reduction(name: str) -> Callable[..., Any]:
        function = getattr(xp, name)

        def call(
            a: Any, axis: Any = None, dtype: Any = None, out: Any = None, *,
            keepdims: bool = False, **more: Any,
        ) -> Any:  # fmt: skip
            _refuse(name, more)
            options = {"axis": axis, "keepdims": keepdims}
            if dtype is not None:
                options["dtype"] = dtype
            return _store(out, function(a, **options))

        return call

    def extreme(name: str) -> Callable[..., Any]:
        function = getattr(xp, name)

        def call(
            a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, **more: Any
        ) -> Any:
            _refuse(name, more)
            return _store(out, function(a, axis=axis, keepdims=keepdims))

        return call

    def spread(name: str) -> Callable[..., Any]:
        function = getattr(xp, name)

        def call(
            a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0,
            keepdims: bool = False, *, correction: Any = None, **more: Any,
        ) -> Any:  # fmt: skip
            _refuse(name, more)
            x = a if dtype is None else xp.astype(a, dtype)
            found = ddof if correction is None else correction
            return _store(out, function(x, axis=axis, correction=found, keepdims=keepdims))

        return call

    def like(name: str) -> Callable[..., Any]:
        function = getattr(xp, name)

        def call(a: Any, *args: Any, dtype: Any = None, **more: Any) -> Any:
            shape = more.pop("shape", None)
            device = more.pop("device", None)
            for key in ("order", "subok"):
                more.pop(key, None)
            if shape is not None:
                maker = getattr(xp, name.removesuffix("_like"))
                kind = a.dtype if dtype is None else dtype
                return maker(shape, *args, dtype=kind, device=device or a.device, **more)
            return function(a, *args, dtype=dtype, device=device, **more)

        return call

    def creation(name: str) -> Callable[..., Any]:
        function = getattr(xp, name)

        def call(*args: Any, **more: Any) -> Any:
            more = {k: v for k, v in more.items() if k not in ("like", "order", "subok", "ndmin")}
            if len(args) == 2 and "dtype" not in more:  # NumPy's second positional
                args, more = args[:1], {**more, "dtype": args[1]}
            return function(*args, **more)

        return call

    def sort_like(name: str) -> Callable[..., Any]:
        function = getattr(xp, name)

        def call(a: Any, axis: Any = -1, kind: Any = None, order: Any = None, **more: Any) -> Any:
            _refuse(name, {k: v for k, v in more.items() if k != "stable"})
            return (
                function(xp.reshape(a, (-1,)), axis=0) if axis is None else function(a, axis=axis)
            )

        return call

    def take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: str = "raise") -> Any:
        x = xp.reshape(a, (-1,)) if axis is None else a
        return _store(out, xp.take(x, indices, axis=axis or 0))

    def partition(a: Any, kth: Any, axis: Any = -1, **more: Any) -> Any:
        return sort_like("sort")(a, axis)

    def quantile(name: str) -> Callable[..., Any]:
        function = getattr(xp, name)

        def call(
            a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False,
            method: str = "linear", keepdims: bool = False, **more: Any,
        ) -> Any:  # fmt: skip
            _refuse(name, {k: v for k, v in more.items() if v is not None})
            return _store(out, function(a, q, axis=axis, method=method, keepdims=keepdims))

        return call

    def where(condition: Any, *choices: Any) -> Any:
        return xp.where(condition, *choices) if choices else xp.nonzero(condition)

    def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
        return xp.diff(a, n=n, axis=axis, prepend=prepend, append=append)

    table: dict[Callable[..., Any], Callable[..., Any]] = {
        np.take: take,
        np.partition: partition,
        np.where: where,
        np.diff: diff,
        np.clip: lambda a, a_min=None, a_max=None, out=None, **k: _store(
            out, xp.clip(a, k.get("min", a_min), k.get("max", a_max))
        ),
        np.sort: sort_like("sort"),
        np.argsort: sort_like("argsort"),
        np.percentile: quantile("percentile"),
        np.quantile: quantile("quantile"),
        np.concatenate: lambda arrays, axis=0, **k: xp.concat(list(arrays), axis=axis),
        np.stack: lambda arrays, axis=0, **k: xp.stack(list(arrays), axis=axis),
        np.vstack: lambda arrays, **k: xp.vstack(list(arrays)),
        np.hstack: lambda arrays, **k: xp.hstack(list(arrays)),
        np.transpose: xp.transpose,
        np.reshape: lambda a, shape=None, order="C", **k: xp.reshape(a, k.get("newshape", shape)),
        np.ravel: lambda a, order="C": xp.reshape(a, (-1,)),
        np.broadcast_to: lambda a, shape, subok=False: xp.broadcast_to(a, shape),
        np.tensordot: lambda a, b, axes=2: xp.tensordot(a, b, axes=axes),
        np.einsum: lambda subscripts, *xs, **k: xp.einsum(subscripts, *xs),
        np.dot: lambda a, b: a @ b if a.ndim and b.ndim else a * b,
        np.shape: lambda a: a.shape,
        np.ndim: lambda a: a.ndim,
        np.iscomplexobj: lambda x: x.dtype.kind == "c",
        np.isrealobj: lambda x: x.dtype.kind != "c",
        np.result_type: lambda *xs: np.result_type(
            *(x.dtype if x.__class__ is Tensor else x for x in xs)
        ),
        np.size: lambda a, axis=None: a.size if axis is None else a.shape[axis],
        np.copy: lambda a, **k: xp.asarray(a, copy=True),
        np.array_equal: lambda a, b, equal_nan=False: xp.array_equal(a, b, equal_nan=equal_nan),
        np.allclose: lambda a, b, **k: xp.allclose(a, b, **k),
        np.isclose: lambda a, b, **k: xp.isclose(a, b, **k),
        np.linalg.qr: lambda a, mode="reduced": xp.linalg.qr(a, mode=mode),
        np.linalg.svd: lambda a, full_matrices=True, compute_uv=True, **k: (
            xp.linalg.svd(a, full_matrices=full_matrices) if compute_uv else xp.linalg.svdvals(a)
        ),
        np.cumsum: lambda a, axis=None, dtype=None, **k: xp.cumsum(a, axis, dtype=dtype),
        np.cumprod: lambda a, axis=None, dtype=None, **k: xp.cumprod(a, axis, dtype=dtype),
    }
    names = "sum prod mean nansum nanprod nanmean"
    table.update({getattr(np, n): reduction(n) for n in names.split()})
    names = "max min any all argmax argmin nanmax nanmin nanargmax nanargmin count_nonzero"
    table.update({getattr(np, n): extreme(n) for n in names.split()})
    table.update({getattr(np, n): extreme(n) for n in ("median", "nanmedian")})
    table.update({np.var: spread("var"), np.std: spread("std")})
    names = "zeros_like ones_like full_like empty_like"
    table.update({getattr(np, n): like(n) for n in names.split()})
    names = "asarray zeros ones empty"
    table.update({getattr(np, n): creation(n) for n in names.split()})
    table.update({np.array: creation("asarray"), np.asanyarray: creation("asarray")})
    plain = (
        "expand_dims squeeze flip roll moveaxis tile repeat broadcast_arrays nonzero tril triu "
        "searchsorted real imag nan_to_num diag pad gradient bincount isin"
    )
    table.update({getattr(np, n): getattr(xp, n) for n in plain.split()})
    linalg = "inv det solve cholesky eigh eigvalsh pinv matrix_rank slogdet eig eigvals"
    table.update({getattr(np.linalg, n): getattr(xp.linalg, n) for n in linalg.split()})
    return table


def _refuse(name: str, more: dict[str, Any]) -> None:
    """Raise for NumPy arguments that have no counterpart and are not at their default."""
    left = {k: v for k, v in more.items() if not (k == "where" and v is True)}
    if left:
        raise TypeError(f"numpy.{name}: arguments {sorted(left)} are not supported for Tensor")
