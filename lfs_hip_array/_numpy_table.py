# SPDX-License-Identifier: Apache-2.0
"""NumPy's ufuncs and functions called on a tensor, and which of ours answers.

`numpy.add(tensor, 1)` and `numpy.sum(tensor)` compute on the tensor's device;
what has no counterpart is a `TypeError`, never a silent copy to the host.
ndarrays next to tensors are taken on cpu, where they share memory, and on a
GPU only where host copies were allowed (`host_copies`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache, lru_cache
from math import log
from typing import Any

import numpy as np

from . import _dtypes as dt
from . import _ops as ops
from ._dtypes import SCALAR_TYPES
from ._tensor import Tensor

#: NumPy ufunc -> our function of the same meaning, where the record has another name or none.
_UFUNC_NAMES = {record.numpy: name for name, record in ops.RECORDS.items()} | {
    "matmul": "matmul",
    "vecdot": "vecdot",
    "degrees": "rad2deg",
    "radians": "deg2rad",
    "conjugate": "conj",
    "rint": "round",
}
_REDUCTIONS = {
    "add": "sum",
    "multiply": "prod",
    "maximum": "max",
    "minimum": "min",
    "logical_and": "all",
    "logical_or": "any",
}
_SCANS = {"add": "cumulative_sum", "multiply": "cumulative_prod"}
#: Keywords that ask for a layout or a check, not for another value.
_HINTS = frozenset({"casting", "order", "subok"})


def _namespace() -> Any:
    import lfs_hip_array

    return lfs_hip_array


def _missing(name: str) -> TypeError:
    return TypeError(
        f"numpy.{name} has no counterpart for Tensor: call x.to_numpy() to compute with NumPy"
    )


def lift(x: Any, device: Any) -> Any:
    """Return ndarrays as tensors on `device` (None: as they are), also inside sequences."""
    if device is None:
        return x
    if type(x) is np.ndarray:
        from ._asarray import asarray
        from ._protocols import host_copies_allowed

        if device.name != "cpu" and not host_copies_allowed():
            raise TypeError(
                f"an ndarray next to a Tensor on {device.name}: bring it there with "
                f"asarray(x, device={device.name!r}), or allow copies with host_copies()"
            )
        return asarray(x, device=device)
    if type(x) in (list, tuple) and _holds_array(x):
        return type(x)(lift(part, device) for part in x)
    return x


def _holds_array(x: Any) -> bool:
    if type(x) in (list, tuple):
        return any(_holds_array(part) for part in x)
    return isinstance(x, (Tensor, np.ndarray))


# --- ufuncs ------------------------------------------------------------------------------
def call_ufunc(
    ufunc: np.ufunc, method: str, inputs: Any, kwargs: dict[str, Any], device: Any
) -> Any:
    """Answer ``__array_ufunc__``."""
    if not all(_is_operand(x) for x in inputs):
        return NotImplemented
    out = kwargs.pop("out", None)
    mask = kwargs.pop("where", True)
    operands = [lift(x, device) for x in inputs]
    name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
    options = {k: v for k, v in kwargs.items() if k not in _HINTS}
    if method == "__call__":
        result = _call(ufunc, operands, options)
    elif method == "outer":
        result = _outer(ufunc, options, *operands)
    elif method == "reduce" and ufunc.__name__ in _REDUCTIONS:
        result = _reduce(_REDUCTIONS[ufunc.__name__], name, operands[0], options)
    elif method == "accumulate" and ufunc.__name__ in _SCANS:
        axis, dtype = options.pop("axis", 0), options.pop("dtype", None)
        _refuse(name, options)
        result = getattr(_namespace(), _SCANS[ufunc.__name__])(operands[0], axis=axis, dtype=dtype)
    else:
        raise _missing(name)
    if mask is not True:
        if out is None or method != "__call__":
            raise TypeError(f"numpy.{name}: where needs out, and is for calls only")
        mask = lift(mask, device)
        targets = out if isinstance(result, tuple) else (out[0],)
        results = result if isinstance(result, tuple) else (result,)
        chosen = tuple(
            _namespace().where(mask, r, t) for r, t in zip(results, targets, strict=True)
        )
        result = chosen if isinstance(result, tuple) else chosen[0]
    return store(name, out, result)


def _is_operand(x: Any) -> bool:
    return isinstance(x, (Tensor, *SCALAR_TYPES, np.generic)) or type(x) is np.ndarray


def _call(ufunc: np.ufunc, operands: list[Any], options: dict[str, Any]) -> Any:
    name = ufunc.__name__
    dtype = options.pop("dtype", None)
    _refuse(name, options)
    function = _ufuncs().get(name)
    if function is None:
        raise _missing(name)
    if dtype is not None:
        operands = [_as_dtype(name, x, dt.canonical(dtype, f"numpy.{name}")) for x in operands]
    return function(*operands)


def _as_dtype(name: str, x: Any, dtype: Any) -> Any:
    """Convert an operand as NumPy's dtype= does, if the kinds allow it."""
    xp = _namespace()
    if x.__class__ is not Tensor:
        return xp.asarray(x, dtype=dtype)
    if not np.can_cast(x.dtype, dtype, "same_kind"):
        raise TypeError(f"numpy.{name}: {x.dtype} does not convert to dtype={dtype} safely")
    return xp.astype(x, dtype, copy=False)


def _outer(ufunc: np.ufunc, options: dict[str, Any], a: Any, b: Any) -> Any:
    """Apply to every pair of elements."""
    xp = _namespace()
    trailing = getattr(b, "ndim", 0)
    if a.__class__ is Tensor and trailing:
        a = xp.reshape(a, (*a.shape, *(1,) * trailing))
    return _call(ufunc, [a, b], options)


def _reduce(ours: str, name: str, x: Any, options: dict[str, Any]) -> Any:
    axis = options.pop("axis", 0)
    keepdims = options.pop("keepdims", False)
    dtype = options.pop("dtype", None)
    initial = options.pop("initial", np._NoValue)
    _refuse(name, options)
    if initial is not np._NoValue and initial is not None:
        raise TypeError(f"numpy.{name}: arguments ['initial'] are not supported for Tensor")
    more = {}
    if dtype is not None:
        if ours in ("sum", "prod"):
            more["dtype"] = dtype
        else:
            x = _as_dtype(name, x, dt.canonical(dtype, f"numpy.{name}"))
    return getattr(_namespace(), ours)(x, axis=axis, keepdims=keepdims, **more)


def _refuse(name: str, more: dict[str, Any]) -> None:
    if more:
        raise TypeError(f"numpy.{name}: arguments {sorted(more)} are not supported for Tensor")


def store(name: str, out: Any, result: Any) -> Any:
    """Write a result (or several) into what ``out=`` gave, as NumPy's casting allows."""
    if out is None:
        return result
    if isinstance(result, tuple):
        return tuple(store(name, o, r) for o, r in zip(out, result, strict=True))
    target = out[0] if isinstance(out, tuple) else out
    if target is None:
        return result
    if not isinstance(target, Tensor):
        raise TypeError(
            f"numpy.{name}: out is a {type(target).__name__}: a Tensor's result is written to a "
            "Tensor only (call to_numpy() on the result)"
        )
    if not np.can_cast(result.dtype, target.dtype, "same_kind"):
        raise TypeError(f"numpy.{name}: a {result.dtype} result does not fit into {target.dtype}")
    target[...] = result
    return target


@lru_cache(maxsize=1)
def _ufuncs() -> dict[str, Callable[..., Any]]:
    """Return NumPy's ufunc name -> ours."""
    xp = _namespace()
    table: dict[str, Callable[..., Any]] = {}
    for name, ours in _UFUNC_NAMES.items():
        found = getattr(xp, ours, None) or getattr(xp.special, ours, None)
        if found is not None:
            table[name] = found

    def truth(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*operands: Any) -> Any:
            """Compute on whether operands are nonzero, as NumPy does."""
            return function(*(x != 0 if _numeric(x) else x for x in operands))

        return call

    def double(x: Any) -> Any:
        if x.__class__ is not Tensor:
            return x
        kind = dt.complex128 if x.dtype.kind == "c" else dt.float64
        return xp.astype(x, kind, copy=False)

    def fabs(x: Any) -> Any:
        return xp.abs(x if x.dtype.kind == "f" else xp.astype(x, dt.float64))

    def ignoring_nan(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(a: Any, b: Any) -> Any:
            best = function(a, b)
            if best.dtype.kind != "f":
                return best
            a, b = _tensors(a, b, best.dtype)
            return xp.where(xp.isnan(a), b, xp.where(xp.isnan(b), a, best))

        return call

    def heaviside(x: Any, middle: Any) -> Any:
        x, middle = _tensors(x, middle, xp.copysign(x, middle).dtype)
        step = xp.where(x == 0, middle, xp.astype(x > 0, x.dtype))
        return xp.where(xp.isnan(x), x, step)

    def logaddexp2(a: Any, b: Any) -> Any:
        kind = xp.copysign(a, b).dtype
        a, b = _tensors(a, b, np.promote_types(kind, dt.float32))
        return xp.astype(xp.logaddexp(a * log(2), b * log(2)) / log(2), kind, copy=False)

    def modf(x: Any) -> Any:
        whole = xp.trunc(x if x.dtype.kind == "f" else xp.astype(x, dt.float64))
        rest = xp.where(xp.isinf(whole), 0.0, whole * 0 + x - whole)
        return xp.copysign(rest, x), whole

    def matvec(a: Any, b: Any) -> Any:
        return xp.matmul(a, b[..., None])[..., 0]

    def vecmat(a: Any, b: Any) -> Any:
        return xp.matmul(xp.conj(a)[..., None, :], b)[..., 0, :]

    for name in ("logical_and", "logical_or", "logical_xor", "logical_not"):
        table[name] = truth(table[name])
    table |= {
        "divmod": lambda a, b: (xp.floor_divide(a, b), xp.remainder(a, b)),
        "float_power": lambda a, b: xp.pow(double(a), double(b)),
        "fabs": fabs,
        "fmax": ignoring_nan(xp.maximum),
        "fmin": ignoring_nan(xp.minimum),
        "heaviside": heaviside,
        "modf": modf,
        "logaddexp2": logaddexp2,
        "matvec": matvec,
        "vecmat": vecmat,
    }
    return table


def _numeric(x: Any) -> bool:
    return x.dtype.kind != "b" if hasattr(x, "dtype") else not isinstance(x, bool)


def _tensors(a: Any, b: Any, dtype: Any) -> tuple[Tensor, Tensor]:
    xp = _namespace()
    device = next(x.device for x in (a, b) if x.__class__ is Tensor)
    first, second = (
        xp.astype(x, dtype, copy=False)
        if x.__class__ is Tensor
        else xp.asarray(x, dtype=dtype, device=device)
        for x in (a, b)
    )
    return first, second


# --- functions ---------------------------------------------------------------------------
#: Parameters of NumPy's functions that are never arrays to bring to the device.
_PLAIN = frozenset(
    {
        *("axis", "axes", "axis1", "axis2", "shape", "dtype", "device", "shift", "source"),
        *("destination", "reps", "pad_width", "decimals", "indices_or_sections", "offset"),
        *("start_or_stop", "start", "n", "s", "k", "N", "M", "ord", "out"),
    }
)
#: Parameters that change speed or layout, never values: taken and left.
_IGNORED = frozenset({"subok", "overwrite_input", "kind", "stable", "assume_unique"})


class Entry:
    """How one of our functions answers for one of NumPy's.

    Parameters
    ----------
    function : callable
    lead : str
        NumPy's names of the parameters that `function` takes by position; all
        others go by NumPy's own name.
    lifts : bool
        Whether ndarrays among the arguments become tensors.
    """

    __slots__ = ("accepted", "function", "lead", "lifts")

    def __init__(self, function: Callable[..., Any], lead: str = "", *, lifts: bool = True) -> None:
        self.function = function
        self.lifts = lifts
        self.lead = tuple(lead.split())
        found = inspect.signature(function).parameters.values()
        self.accepted = {
            p.name for p in found if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)
        }
        if any(p.kind is p.VAR_KEYWORD for p in found):
            self.accepted.add("**")

    def call(self, name: str, given: dict[str, Any], several: tuple[Any, ...]) -> Any:
        """Call with NumPy's arguments; `several` are those of a ``*args``."""
        leading = [given.pop(key, None) for key in self.lead]
        refused = {} if "**" in self.accepted else {
            k: v for k, v in given.items() if k not in self.accepted
        }  # fmt: skip
        _refuse(name, refused)
        return self.function(*leading, *several, **given)


def call_function(func: Callable[..., Any], types: Any, args: Any, kwargs: Any, device: Any) -> Any:
    """Answer ``__array_function__``."""
    if not all(issubclass(t, Tensor) or t is np.ndarray for t in types):
        return NotImplemented
    from ._numpy_registry import CREATION, table

    name = getattr(func, "__name__", str(func))
    entry = table().get(func)
    if entry is None:
        raise _missing(name)
    given, several = _arguments(func, args, kwargs, device if entry.lifts else None)
    out = given.pop("out", None)
    if func in CREATION:
        given.setdefault("device", device)
    return store(name, out, entry.call(name, given, several))


def _arguments(
    func: Callable[..., Any], args: Any, kwargs: Any, device: Any
) -> tuple[dict[str, Any], tuple[Any, ...]]:
    """Return NumPy's arguments by name, without those at their default."""
    signature = _signature(func)
    bound = signature.bind(*args, **kwargs)
    given: dict[str, Any] = {}
    several: tuple[Any, ...] = ()
    for key, value in bound.arguments.items():
        parameter = signature.parameters[key]
        if parameter.kind is parameter.VAR_POSITIONAL:
            several = tuple(lift(x, device) for x in value)
        elif parameter.kind is parameter.VAR_KEYWORD:
            given |= value
        elif not _is_default(key, value, parameter.default):
            given[key] = value if key in _PLAIN else lift(value, device)
    return given, several


def _is_default(key: str, value: Any, default: Any) -> bool:
    if value is np._NoValue or value is default or key in _IGNORED:
        return True
    if key == "where" and value is True:
        return True
    plain = (bool, int, float, str)
    return isinstance(value, plain) and isinstance(default, plain) and value == default


#: Parameters of NumPy's C functions, which tell them from NumPy 2.4 on only.
_C_FUNCTIONS: dict[str, Callable[..., None]] = {
    "arange": lambda start_or_stop, /, stop=None, step=1, dtype=None, *, device=None: None,
    "array": lambda object, dtype=None, *, copy=True, order="K", subok=False, ndmin=0: None,
    "asanyarray": lambda a, dtype=None, order=None, *, device=None, copy=None: None,
    "asarray": lambda a, dtype=None, order=None, *, device=None, copy=None: None,
    "ascontiguousarray": lambda a, dtype=None: None,
    "bincount": lambda x, /, weights=None, minlength=0: None,
    "can_cast": lambda from_, to, casting="safe": None,
    "concatenate": lambda arrays, /, axis=0, out=None, *, dtype=None, casting="same_kind": None,
    "copyto": lambda dst, src, casting="same_kind", where=True: None,
    "dot": lambda a, b, out=None: None,
    "empty": lambda shape, dtype=None, order="C", *, device=None: None,
    "empty_like": lambda prototype, dtype=None, order="K", subok=True, shape=None, *, device=None: (
        None
    ),
    "inner": lambda a, b, /: None,
    "may_share_memory": lambda a, b, /, max_work=None: None,
    "ravel_multi_index": lambda multi_index, dims, mode="raise", order="C": None,
    "result_type": lambda *arrays_and_dtypes: None,
    "shares_memory": lambda a, b, /, max_work=None: None,
    "unravel_index": lambda indices, shape, order="C": None,
    "vdot": lambda a, b, /: None,
    "where": lambda condition, x=None, y=None, /: None,
    "zeros": lambda shape, dtype=None, order="C", *, device=None: None,
}  # fmt: skip


@cache
def _signature(func: Callable[..., Any]) -> inspect.Signature:
    try:
        return inspect.signature(func)
    except ValueError:
        return inspect.signature(_C_FUNCTIONS[func.__name__])
