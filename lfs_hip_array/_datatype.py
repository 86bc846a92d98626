# SPDX-License-Identifier: Apache-2.0
"""Data type functions."""

from __future__ import annotations

import builtins
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _dtypes as dt
from ._apply import convert
from ._checks import require_tensor
from ._dtypes import SCALAR_TYPES, DType
from ._tensor import Tensor


@dataclass(frozen=True)
class FInfo:
    """Limits of a floating-point dtype, as Python numbers.

    Attributes
    ----------
    bits : int
        Bits of one real component.
    eps : float
        Difference between 1 and the next larger value.
    max, min : float
        Largest and smallest finite values.
    smallest_normal : float
        Smallest positive value with full precision.
    dtype : dtype
        The real component dtype.
    """

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: DType

    @property
    def tiny(self) -> float:
        """NumPy's name for `smallest_normal`."""
        return self.smallest_normal

    @property
    def resolution(self) -> float:
        """Approximate decimal resolution, as NumPy has it."""
        return float(np.finfo(self.dtype).resolution)


@dataclass(frozen=True)
class IInfo:
    """Limits of an integer dtype, as Python ints.

    Attributes
    ----------
    bits : int
        Bits of one element.
    max, min : int
        Largest and smallest values.
    dtype : dtype
        The dtype.
    """

    bits: int
    max: int
    min: int
    dtype: DType


def _dtype_of(operation: str, x: Any) -> DType:
    return x.dtype if x.__class__ is Tensor else dt.canonical(x, operation)


def finfo(type: Any, /) -> FInfo:
    """Return the limits of a floating-point dtype.

    Parameters
    ----------
    type : dtype or Tensor
        Real or complex floating point.

    Returns
    -------
    FInfo
        Python numbers ``bits``, ``eps``, ``max``, ``min``, ``smallest_normal`` of the
        real component, and its ``dtype``.

    Raises
    ------
    TypeError
        For integer and bool dtypes, and for what is no dtype.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.finfo(xp.float32).bits, xp.finfo(xp.complex128).eps
    (32, 2.220446049250313e-16)
    """
    dtype = _dtype_of("finfo", type)
    if dtype.kind not in "fc":
        raise TypeError(f"finfo: needs a floating-point dtype, got {dtype} (use iinfo)")
    real = dt.real_part(dtype)
    info = np.finfo(real)
    return FInfo(
        int(info.bits),
        float(info.eps),
        float(info.max),
        float(info.min),
        float(info.smallest_normal),
        real,
    )


def iinfo(type: Any, /) -> IInfo:
    """Return the limits of an integer dtype.

    Parameters
    ----------
    type : dtype or Tensor
        Signed or unsigned integer.

    Returns
    -------
    IInfo
        Python ints ``bits``, ``max``, ``min``; and ``dtype``.

    Raises
    ------
    TypeError
        For other dtypes (bool among them), and for what is no dtype.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.iinfo(xp.int8)
    IInfo(bits=8, max=127, min=-128, dtype=dtype('int8'))
    """
    dtype = _dtype_of("iinfo", type)
    if dtype.kind not in "iu":
        raise TypeError(f"iinfo: needs an integer dtype, got {dtype} (use finfo)")
    info = np.iinfo(dtype)
    return IInfo(int(info.bits), int(info.max), int(info.min), dtype)


def astype(x: Tensor, dtype: Any, /, *, copy: builtins.bool = True, device: Any = None) -> Tensor:
    """Convert to another dtype, as C does.

    Parameters
    ----------
    x : Tensor
        Of any dtype.
    dtype : dtype
        Float to integer truncates (out of range and NaN: unspecified); integer to a
        smaller integer wraps; anything to bool is ``x != 0``.
    copy : bool
        Whether to copy where `x` already has the dtype; False then returns `x` itself.
    device : str or Device, optional
        Default: that of `x`.

    Returns
    -------
    Tensor
        Of the shape of `x`.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, the dtype is not supported, or for complex to a real
        dtype other than bool: take `real`, `imag` or `abs`.
    ValueError
        If there is no such device.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.astype(xp.asarray([1.7, -1.7], device="cpu"), xp.int32)
    Tensor([ 1, -1], dtype=int32, device='cpu')
    """
    require_tensor("astype", x)
    wanted = dt.canonical(dtype, "astype")
    if device is not None:
        from ._asarray import to_device

        moved = to_device(x, device)
        copy, x = copy and moved is x, moved
    if wanted == x.dtype and not copy:
        return x
    return convert(x, wanted)


def can_cast(from_: Any, to: Any, /) -> builtins.bool:
    """Return whether a dtype (or a tensor's) converts to another by the promotion rules.

    Parameters
    ----------
    from_ : dtype or Tensor
        What is converted.
    to : dtype
        What it would become.

    Returns
    -------
    bool
        As NumPy's "safe" casting has it: int64 to float64 counts, int64 to float32
        does not.

    Raises
    ------
    TypeError
        For what is no supported dtype (a Python scalar is none).

    Notes
    -----
    Source: Python Array API standard 2025.12; NumPy decides between kinds.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.can_cast(xp.int8, xp.int16), xp.can_cast(xp.float64, xp.float32)
    (True, False)
    """
    source, target = _dtype_of("can_cast", from_), dt.canonical(to, "can_cast")
    return builtins.bool(np.can_cast(source, target, casting="safe"))


def isdtype(dtype: Any, kind: Any) -> builtins.bool:
    """Return whether a dtype is of a kind.

    Parameters
    ----------
    dtype : dtype
        The dtype in question.
    kind : dtype, str or tuple of those
        ``bool``, ``signed integer``, ``unsigned integer``, ``integral``,
        ``real floating``, ``complex floating`` or ``numeric``. `float16`
        counts as real floating. Of a tuple, one must hold.

    Returns
    -------
    bool
        Whether it is.

    Raises
    ------
    TypeError
        If `dtype` or `kind` is no supported dtype.
    ValueError
        If `kind` is a string that names no kind (a dtype's name is none).

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.isdtype(xp.int8, "integral"), xp.isdtype(xp.int8, ("bool", xp.float32))
    (True, False)
    """
    found = dt.canonical(dtype, "isdtype")
    if isinstance(kind, tuple):
        return builtins.any(isdtype(found, k) for k in kind)
    if isinstance(kind, str):
        if kind not in dt.KINDS:
            raise ValueError(
                f"isdtype: {kind!r} is not a kind (use a dtype or one of {', '.join(dt.KINDS)})"
            )
        return found.kind in dt.KINDS[kind]
    return found == dt.canonical(kind, "isdtype")


def result_type(*arrays_and_dtypes: Any) -> DType:
    """Return the dtype that an operation on the operands would have.

    Parameters
    ----------
    *arrays_and_dtypes : Tensor, dtype or Python scalar
        Python scalars are weak: only their kind counts. At least one Tensor or dtype.

    Returns
    -------
    dtype
        The promoted dtype.

    Raises
    ------
    TypeError
        For what is none of these, and dtypes that are not supported.
    ValueError
        If there is no Tensor or dtype among the operands.

    Notes
    -----
    Source: Python Array API standard 2025.12; where it leaves a mix of kinds open,
    NumPy 2's ``result_type``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.result_type(xp.int8, xp.uint8), xp.result_type(xp.float32, 1.5)
    (dtype('int16'), dtype('float32'))
    """
    keys: list[Any] = []
    for x in arrays_and_dtypes:
        if x.__class__ is Tensor:
            keys.append(x.dtype)
        elif isinstance(x, SCALAR_TYPES) and not isinstance(x, np.generic):
            keys.append(next(t for t in SCALAR_TYPES if isinstance(x, t)))
        elif isinstance(x, (np.generic, np.ndarray)):
            keys.append(dt.canonical(x.dtype, "result_type"))
        else:
            keys.append(dt.canonical(x, "result_type"))
    if not keys or builtins.all(isinstance(k, type) for k in keys):
        raise ValueError("result_type: needs at least one Tensor or dtype next to Python scalars")
    return dt.promote(*keys)
