# SPDX-License-Identifier: Apache-2.0
"""Tensors from what is there already: Python values, arrays of other libraries, devices."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from . import _dtypes as dt
from ._apply import convert
from ._devices import get_device
from ._dtypes import SCALAR_TYPES, DType
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
        Of the shape of `obj`.

    Raises
    ------
    TypeError
        For objects that are neither numbers nor an array (None, str, dict), dtypes
        that are not supported, and complex values where the dtype is real.
    ValueError
        For ragged sequences, devices that are not there, and ``copy=False`` where a
        copy is needed.
    OverflowError
        For a Python integer that does not fit the dtype.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.asarray([[1, 2], [3, 4]], dtype=xp.float32, device="cpu")
    Tensor([[1., 2.],
            [3., 4.]], dtype=float32, device='cpu')
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
        exact = dtype is None or dtype.kind not in "fc"
        if exact and host.dtype == dt.float64 and _beyond_int64(host) and _all_integers(obj):
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
        Of the shape and dtype of `x`. Read-only if the producer's memory is, or if the
        producer cannot say (DLPack before 1.0).

    Raises
    ------
    TypeError
        If `x` has no ``__dlpack__``.
    BufferError
        If the data cannot be taken: an unsupported dtype or device.
    ValueError
        If there is no such device, or ``copy=False`` where a copy is needed.

    Notes
    -----
    Source: Python Array API standard 2025.12; DLPack 1.x.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> import numpy as np
    >>> xp.from_dlpack(np.arange(3), device="cpu")
    Tensor([0, 1, 2], dtype=int64, device='cpu')
    """
    if not hasattr(x, "__dlpack__"):
        raise TypeError(f"from_dlpack: {type(x).__name__} has no __dlpack__")
    if x.__class__ is Tensor:
        where = x.device if device is None else get_device(device)
        if copy or where is not x.device:
            return asarray(x, device=where, copy=copy)
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
