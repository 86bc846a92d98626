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
    """Limits of an integer dtype, as Python ints: `bits`, `max`, `min` and `dtype`."""

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
        Python floats: bits, eps, max, min, smallest_normal; and dtype.

    Raises
    ------
    TypeError
        For integer and bool dtypes.
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

    Returns
    -------
    IInfo
        Python ints: bits, max, min; and dtype.

    Raises
    ------
    TypeError
        For other dtypes.
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
    dtype : dtype
        Float to integer truncates (out of range and NaN: unspecified);
        anything to bool is ``x != 0``.
    copy : bool
        Whether to copy where `x` already has the dtype.
    device : str or Device, optional
        Default: that of `x`.

    Returns
    -------
    Tensor

    Raises
    ------
    TypeError
        For complex to real: take `real`, `imag` or `abs`.
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
    to : dtype

    Returns
    -------
    bool
    """
    source, target = _dtype_of("can_cast", from_), dt.canonical(to, "can_cast")
    return builtins.bool(np.can_cast(source, target, casting="safe"))


def isdtype(dtype: Any, kind: Any) -> builtins.bool:
    """Return whether a dtype is of a kind.

    Parameters
    ----------
    dtype : dtype
    kind : dtype, str or tuple of those
        ``bool``, ``signed integer``, ``unsigned integer``, ``integral``,
        ``real floating``, ``complex floating`` or ``numeric``. `float16`
        counts as real floating.

    Returns
    -------
    bool
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
