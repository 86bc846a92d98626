# SPDX-License-Identifier: Apache-2.0
"""Creation functions."""

from __future__ import annotations

import builtins
from math import ceil
from typing import Any

import numpy as np

from . import _dtypes as dt
from ._apply import convert
from ._checks import (
    dtype_or,
    operand_error,
    require_choice,
    require_kind,
    require_ndim,
    require_tensor,
    shape_of,
)
from ._checks import index as check_index
from ._devices import get_device
from ._dtypes import SCALAR_TYPES, DType, Scalar
from ._expression import Storage
from ._tensor import Tensor, wrap
from ._verbs import Device


def asarray(
    obj: Any,
    /,
    *,
    dtype: Any = None,
    device: Any = None,
    copy: builtins.bool | None = None,
) -> Tensor:
    """Make a tensor from numbers, nested sequences, tensors or arrays of other libraries.

    Parameters
    ----------
    obj : object
        A Python scalar, a nested sequence of them (or of tensors), a Tensor,
        or anything that speaks DLPack, the buffer protocol or ``__array__``.
    dtype : dtype, optional
        Default: the dtype of `obj`; bool, int64, float64 or complex128 for Python scalars.
    device : str or Device, optional
        Default: the device of a Tensor, else the default device.
    copy : bool, optional
        True always copies, False never (a ValueError if it must), None only if needed.
        On cpu, memory of other libraries is shared where possible.

    Returns
    -------
    Tensor

    Raises
    ------
    TypeError, ValueError
        For ragged sequences, unsupported dtypes and objects.
    OverflowError
        For a Python integer that does not fit the dtype.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.asarray([[1, 2], [3, 4]], dtype=xp.float32, device="cpu")
    Tensor([[1., 2.],
            [3., 4.]], dtype=float32, device='cpu')

    Notes
    -----
    Source: Python Array API standard 2025.12.
    """
    wanted = None if dtype is None else dt.canonical(dtype, "asarray")
    if obj.__class__ is Tensor:
        return _from_tensor(obj, wanted, device, copy)
    where = get_device(device)
    if isinstance(obj, (*SCALAR_TYPES, list, tuple, range)):
        return _from_sequence(obj, wanted, where, copy)
    if not isinstance(obj, (np.ndarray, np.generic)) and hasattr(obj, "__dlpack__"):
        # Another library's array: what cannot be shared (a GPU's) is left to its own export.
        return _from_foreign(obj, wanted, where, copy)
    if not isinstance(obj, np.ndarray):
        obj = _as_ndarray(obj)
    return from_ndarray(obj, wanted, where, copy)


def _from_tensor(x: Tensor, dtype: DType | None, device: Any, copy: builtins.bool | None) -> Tensor:
    where = x.device if device is None else get_device(device)
    if copy is False and (where is not x.device or (dtype is not None and dtype != x.dtype)):
        raise ValueError(
            f"asarray: {x.dtype} on {x.device} to {dtype or x.dtype} on {where} needs a copy, "
            "and copy=False"
        )
    if where is not x.device:
        x = to_device(x, where)
        copy = None
    if dtype is not None and dtype != x.dtype:
        return convert(x, dtype)
    if not copy:
        return x
    result = x.device.empty(x.shape, x.dtype)
    x.device.copy(result, x._settled())
    return wrap(result, x.device)


def _from_sequence(
    obj: Any, dtype: DType | None, device: Device, copy: builtins.bool | None
) -> Tensor:
    if copy is False:
        raise ValueError("asarray: Python objects have no memory to share, and copy=False")
    if not isinstance(obj, SCALAR_TYPES):
        obj = _plain(obj)
    host = _host_array(obj, dtype)
    return wrap(device.from_host(host, copy=True), device)


def _plain(obj: Any) -> Any:
    """Return nested sequences with tensors replaced by their host values."""
    if isinstance(obj, (list, tuple)):
        return [_plain(x) for x in obj]
    if obj.__class__ is Tensor:
        return obj.device.to_host(obj._settled())
    return obj


def _host_array(obj: Any, dtype: DType | None) -> Any:
    try:
        host = np.array(obj)
        host = host.astype(host.dtype.newbyteorder("="), copy=False)
        if host.dtype == dt.float64 and _beyond_int64(host) and _all_integers(obj):
            # NumPy makes floats of [1, 2**63], which fits uint64, and of [-1, 2**63].
            host = np.array(obj, dtype=dt.uint64)
        if dtype is not None and host.dtype != dtype:
            if host.dtype.kind == "c" and dtype.kind not in "cb":
                raise TypeError(f"asarray: complex values do not convert to {dtype}")
            if host.dtype.kind in "iuO" and dtype.kind in "iu":
                return np.array(obj, dtype=dtype)  # checks the range of every integer
            with np.errstate(all="ignore"):
                return host.astype(dtype) if dt.is_supported(host.dtype) else np.array(obj, dtype)
    except ValueError as error:
        raise ValueError(f"asarray: ragged or unusable sequence: {error}") from None
    except OverflowError as error:
        raise OverflowError(f"asarray: {error} (give a dtype that holds it)") from None
    if not dt.is_supported(host.dtype):
        raise _unsupported(host.dtype, obj)
    return host


def _unsupported(dtype: Any, obj: Any) -> Exception:
    if dtype.kind == "O" and _holds_big_integer(obj):
        return OverflowError("asarray: a Python integer does not fit into 64 bits")
    return TypeError(
        f"asarray: {type(obj).__name__} of NumPy dtype {dtype} is not supported "
        f"(use one of {', '.join(dt.ALL)})"
    )


def _beyond_int64(host: Any) -> builtins.bool:
    return builtins.bool((np.abs(host) >= 2.0**63).any())


def _all_integers(obj: Any) -> builtins.bool:
    if isinstance(obj, (list, tuple)):
        return builtins.all(_all_integers(x) for x in obj)
    return isinstance(obj, (int, np.integer))


def _holds_big_integer(obj: Any) -> builtins.bool:
    if isinstance(obj, (list, tuple)):
        return builtins.any(_holds_big_integer(x) for x in obj)
    return isinstance(obj, int) and not -(2**63) <= obj < 2**64


def _as_ndarray(obj: Any) -> Any:
    """Return the ndarray of an object with the buffer protocol or ``__array__``."""
    if isinstance(obj, (str, bytes, dict, set)) or obj is None:
        raise TypeError(f"asarray: {type(obj).__name__} is neither numbers nor an array")
    if hasattr(obj, "__array__") or hasattr(obj, "__array_interface__"):
        return np.asarray(obj)
    try:
        return np.asarray(memoryview(obj))
    except TypeError:
        pass
    found = np.asarray(obj)
    if found.dtype == object:
        raise TypeError(
            f"asarray: {type(obj).__name__} is neither numbers nor an array (it has no DLPack, "
            "buffer protocol or __array__)"
        )
    return found


def _from_foreign(
    obj: Any, dtype: DType | None, device: Device, copy: builtins.bool | None
) -> Tensor:
    try:
        x = from_dlpack(obj, device=device, copy=copy)
    except (BufferError, RuntimeError, TypeError):
        if not hasattr(obj, "__array__"):
            raise
        return from_ndarray(np.asarray(obj), dtype, device, copy)
    return x if dtype is None or dtype == x.dtype else convert(x, dtype)


def from_ndarray(
    array: Any, dtype: DType | None, device: Device, copy: builtins.bool | None
) -> Tensor:
    """Return a tensor of an ndarray; on cpu it shares memory unless told to copy."""
    if not array.dtype.isnative:  # the other byte order
        if copy is False:
            raise ValueError(
                f"asarray: {array.dtype.str} to native bytes needs a copy, and copy=False"
            )
        array, copy = array.astype(array.dtype.newbyteorder("=")), None
    if not dt.is_supported(array.dtype):
        raise _unsupported(array.dtype, array)
    if dtype is not None and dtype != array.dtype:
        if copy is False:
            raise ValueError(f"asarray: {array.dtype} to {dtype} needs a copy, and copy=False")
        if array.dtype.kind == "c" and dtype.kind not in "cb":
            raise TypeError(f"asarray: complex values do not convert to {dtype}")
        with np.errstate(all="ignore"):
            return wrap(device.from_host(array.astype(dtype), copy=None), device)
    if type(array) is not np.ndarray:  # subclasses (matrix, masked) have other semantics
        array = array.view(np.ndarray)
    held = device.from_host(array, copy=copy)
    if copy is False and (held is not array):
        raise ValueError(f"asarray: host memory to {device} needs a copy, and copy=False")
    x = wrap(held, device)
    if held is array:
        x._storage = Storage(shared=True)
    return x


def from_dlpack(x: Any, /, *, device: Any = None, copy: builtins.bool | None = None) -> Tensor:
    """Make a tensor from an object that speaks DLPack, sharing memory where possible.

    Parameters
    ----------
    x : object
        With ``__dlpack__`` and ``__dlpack_device__``.
    device : str or Device, optional
        Default: the device that the memory is on.
    copy : bool, optional
        True always copies, False never (a ValueError if it must), None only if needed.

    Returns
    -------
    Tensor
        Read-only if the producer's memory is, or if the producer cannot say
        (DLPack before 1.0).

    Raises
    ------
    BufferError
        If the data cannot be taken: an unsupported dtype or device.

    Notes
    -----
    Source: Python Array API standard 2025.12; DLPack 1.x.
    """
    if not hasattr(x, "__dlpack__"):
        raise TypeError(f"from_dlpack: {type(x).__name__} has no __dlpack__")
    if x.__class__ is Tensor:
        where = x.device if device is None else get_device(device)
        if copy or where is not x.device:
            return asarray(x, device=where, copy=copy)
        x._export()
        return x._view(x._settled())
    kind = int(x.__dlpack_device__()[0]) if hasattr(x, "__dlpack_device__") else 1
    if kind != 1:
        raise BufferError(
            f"from_dlpack: memory of DLPack device type {kind} is not reachable here: "
            "available devices: cpu"
        )
    try:
        array = np.from_dlpack(x)
    except (RuntimeError, TypeError, ValueError) as error:
        raise BufferError(f"from_dlpack: {error}") from None
    if not dt.is_supported(array.dtype):
        raise BufferError(f"from_dlpack: dtype {array.dtype} is not supported")
    where = get_device("cpu" if device is None else device)
    return from_ndarray(array, None, where, copy)


def to_device(x: Tensor, device: Any, stream: Any = None) -> Tensor:
    """Return `x` on a device: itself where it is there already."""
    where = get_device(device)
    if stream is not None and where.name == "cpu":
        raise ValueError("to_device: stream must be None on cpu")
    if where is x.device:
        return x
    host = x.device.to_host(x._settled())
    return wrap(where.from_host(host, copy=True), where)


def empty(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of unspecified values.

    Parameters
    ----------
    shape : int or tuple of int
    dtype : dtype, optional
        Default float64.
    device : str or Device, optional

    Returns
    -------
    Tensor
    """
    where = get_device(device)
    return wrap(
        where.empty(shape_of("empty", shape), dtype_or("empty", dtype, dt.DEFAULT_FLOAT)), where
    )


def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor with every element `fill_value`.

    Parameters
    ----------
    shape : int or tuple of int
    fill_value : Python scalar or 0-d Tensor
    dtype : dtype, optional
        Default: the default dtype of the scalar's kind, or the tensor's dtype.
    device : str or Device, optional

    Returns
    -------
    Tensor

    Raises
    ------
    OverflowError
        For a Python integer that does not fit the dtype.
    """
    return _full("full", shape_of("full", shape), fill_value, dtype, get_device(device))


def _full(operation: str, shape: Any, value: Any, dtype: Any, device: Device) -> Tensor:
    from ._apply import scalar_operand

    if value.__class__ is Tensor or isinstance(value, (np.ndarray, np.generic)):
        source = asarray(value, device=device)
        found = dtype_or(operation, dtype, source.dtype)
        result = device.empty(shape, found)
        device.copy(result, device.broadcast(convert(source, found)._settled(), shape))
        return wrap(result, device)
    if not isinstance(value, SCALAR_TYPES):
        raise TypeError(f"{operation}: fill_value must be a scalar, got {type(value).__name__}")
    found = dtype_or(operation, dtype, dt.scalar_dtype(type(value)))
    _check_scalar_kind(operation, value, found)
    result = device.empty(shape, found)
    device.fill(result, scalar_operand(operation, value, found))
    return wrap(result, device)


def _check_scalar_kind(operation: str, value: Scalar, dtype: DType) -> None:
    if isinstance(value, complex) and dtype.kind not in "cb":
        raise TypeError(f"{operation}: complex {value} does not convert to {dtype}")
    if isinstance(value, float) and dtype.kind in "iu" and not value.is_integer():
        raise TypeError(f"{operation}: {value} is not an integer, and dtype is {dtype}")


def zeros(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of zeros (default dtype float64)."""
    found = dtype_or("zeros", dtype, dt.DEFAULT_FLOAT)
    return _full("zeros", shape_of("zeros", shape), 0, found, get_device(device))


def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of ones (default dtype float64)."""
    found = dtype_or("ones", dtype, dt.DEFAULT_FLOAT)
    return _full("ones", shape_of("ones", shape), 1, found, get_device(device))


def empty_like(x: Tensor, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of unspecified values with the shape, dtype and device of `x`."""
    require_tensor("empty_like", x)
    return empty(x.shape, dtype=dtype_or("empty_like", dtype, x.dtype), device=_like(x, device))


def zeros_like(x: Tensor, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of zeros with the shape, dtype and device of `x`."""
    require_tensor("zeros_like", x)
    return zeros(x.shape, dtype=dtype_or("zeros_like", dtype, x.dtype), device=_like(x, device))


def ones_like(x: Tensor, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of ones with the shape, dtype and device of `x`."""
    require_tensor("ones_like", x)
    return ones(x.shape, dtype=dtype_or("ones_like", dtype, x.dtype), device=_like(x, device))


def full_like(x: Tensor, /, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return a tensor of `fill_value` with the shape, dtype and device of `x`."""
    require_tensor("full_like", x)
    found = dtype_or("full_like", dtype, x.dtype)
    return _full("full_like", x.shape, fill_value, found, get_device(_like(x, device)))


def tensor_beside(operation: str, value: Any, x: Any) -> Tensor:
    """Return an operand that may be a scalar as a tensor of the dtype it has next to `x`."""
    if value.__class__ is Tensor:
        return value
    if isinstance(value, np.generic):
        return asarray(value, device=x.device)
    if not isinstance(value, SCALAR_TYPES):
        raise operand_error(operation, value)
    kind = next(t for t in SCALAR_TYPES if isinstance(value, t))
    return full((), value, dtype=dt.promote(x.dtype, kind), device=x.device)


def _like(x: Tensor, device: Any) -> Any:
    return x.device if device is None else device


def arange(
    start: Any,
    /,
    stop: Any = None,
    step: Any = 1,
    *,
    dtype: Any = None,
    device: Any = None,
) -> Tensor:
    """Return evenly spaced values in [start, stop), as ``start + i * step``.

    Parameters
    ----------
    start : int or float
        First value; the end, if `stop` is not given.
    stop : int or float, optional
    step : int or float
        Not 0.
    dtype : dtype, optional
        Default: int64 for integers, else float64.
    device : str or Device, optional

    Returns
    -------
    Tensor
        Of one axis, of length ``ceil((stop - start) / step)``.
    """
    start, stop, step = (_number("arange", v) for v in (start, stop, step))
    if stop is None:
        start, stop = 0, start
    if step == 0:
        raise ValueError("arange: step must not be 0")
    whole = builtins.all(isinstance(v, int) for v in (start, stop, step))
    found = dtype_or("arange", dtype, dt.DEFAULT_INT if whole else dt.DEFAULT_FLOAT)
    require_kind("arange", found, "iuf")
    count = builtins.max(0, -((start - stop) // step) if whole else ceil((stop - start) / step))
    if found.kind in "iu" and count:
        from ._apply import scalar_operand

        start, step = int(start), int(step)
        scalar_operand("arange", start, found)
        scalar_operand("arange", start + (count - 1) * step, found)
    where = get_device(device)
    return wrap(where.arange(start, step, count, found), where)


def _number(operation: str, value: Any) -> Any:
    if value is None or isinstance(value, (int, float)):
        return value
    if isinstance(value, (np.generic, Tensor)) and getattr(value, "ndim", 0) == 0:
        return value.item()
    raise TypeError(f"{operation}: expected a Python number, got {type(value).__name__}")


def linspace(
    start: Any,
    stop: Any,
    /,
    num: int,
    *,
    dtype: Any = None,
    device: Any = None,
    endpoint: builtins.bool = True,
) -> Tensor:
    """Return `num` evenly spaced values from `start` to `stop`.

    Parameters
    ----------
    start, stop : int, float or complex
    num : int
        Not negative.
    dtype : dtype, optional
        Floating point; default float64, or complex128 for complex ends.
    device : str or Device, optional
    endpoint : bool
        Whether `stop` is the last value.

    Returns
    -------
    Tensor
        Of shape ``(num,)``.
    """
    num = check_index("linspace", "num", num)
    if num < 0:
        raise ValueError(f"linspace: num must not be negative, got {num}")
    is_complex = isinstance(start, complex) or isinstance(stop, complex)
    default = dt.DEFAULT_COMPLEX if is_complex else dt.DEFAULT_FLOAT
    found = dtype_or("linspace", dtype, default)
    if is_complex:
        require_kind("linspace", found, "c")
    where = get_device(device)
    return wrap(where.linspace(start, stop, num, found, builtins.bool(endpoint)), where)


def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: Any = None,
    device: Any = None,
) -> Tensor:
    """Return a matrix with ones on the k-th diagonal and zeros elsewhere.

    Parameters
    ----------
    n_rows, n_cols : int
        Shape; square if `n_cols` is not given.
    k : int
        0 the main diagonal, positive above, negative below.
    dtype : dtype, optional
        Default float64.
    device : str or Device, optional

    Returns
    -------
    Tensor
        Of shape ``(n_rows, n_cols)``.
    """
    n_cols = n_rows if n_cols is None else n_cols
    x = zeros((n_rows, n_cols), dtype=dtype, device=device)
    k = check_index("eye", "k", k)
    if -n_rows < k < n_cols:
        x.device.fill(x.device.diagonal(x._settled(), k), 1)
    return x


def _triangle(operation: str, x: Tensor, k: int, lower: builtins.bool) -> Tensor:
    from ._elementwise import greater_equal, where

    require_tensor(operation, x)
    require_ndim(operation, x, 2)
    k = check_index(operation, "k", k)
    rows = arange(x.shape[-2], device=x.device)[:, None]
    columns = arange(x.shape[-1], device=x.device)[None, :]
    keep = greater_equal(rows + k, columns) if lower else greater_equal(columns, rows + k)
    zero: Scalar = False if x.dtype.kind == "b" else 0
    return where(keep, x, zero)


def tril(x: Tensor, /, *, k: int = 0) -> Tensor:
    """Return the lower triangles of matrices: zeros above the k-th diagonal."""
    return _triangle("tril", x, k, True)


def triu(x: Tensor, /, *, k: int = 0) -> Tensor:
    """Return the upper triangles of matrices: zeros below the k-th diagonal."""
    return _triangle("triu", x, k, False)


def meshgrid(*arrays: Tensor, indexing: str = "xy") -> tuple[Tensor, ...]:
    """Return coordinate matrices of 1-d coordinate vectors.

    Parameters
    ----------
    *arrays : Tensor
        Of one axis (or none) and one dtype.
    indexing : {"xy", "ij"}
        Cartesian (the first two axes swapped) or matrix order.

    Returns
    -------
    tuple of Tensor
        Copies of shape ``(len(x2), len(x1), …)`` or ``(len(x1), len(x2), …)``.
    """
    from ._manipulation import broadcast_arrays, reshape

    require_tensor("meshgrid", *arrays)
    require_choice("meshgrid", "indexing", indexing, ("xy", "ij"))
    for x in arrays:
        if x.ndim > 1:
            raise ValueError(f"meshgrid: needs tensors of at most one axis, got shape {x.shape}")
    n = len(arrays)
    spread = [
        reshape(x, tuple(-1 if j == i else 1 for j in range(n))) for i, x in enumerate(arrays)
    ]
    if indexing == "xy" and n > 1:
        spread = [_swap_first(x) for x in spread]
    return tuple(asarray(x, copy=True) for x in broadcast_arrays(*spread))


def _swap_first(x: Tensor) -> Tensor:
    from ._manipulation import permute_dims

    return permute_dims(x, (1, 0, *range(2, x.ndim)))
