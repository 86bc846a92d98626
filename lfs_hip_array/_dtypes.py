# SPDX-License-Identifier: Apache-2.0
"""Dtypes, their categories, and promotion.

The dtypes are NumPy dtype objects: clients compare, hash and print them.
"""

from __future__ import annotations

import builtins
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

DType: TypeAlias = "np.dtype[Any]"
Scalar: TypeAlias = "builtins.bool | int | float | complex"

bool = np.dtype(np.bool_)  # the standard's name
int8 = np.dtype(np.int8)
int16 = np.dtype(np.int16)
int32 = np.dtype(np.int32)
int64 = np.dtype(np.int64)
uint8 = np.dtype(np.uint8)
uint16 = np.dtype(np.uint16)
uint32 = np.dtype(np.uint32)
uint64 = np.dtype(np.uint64)
float16 = np.dtype(np.float16)
float32 = np.dtype(np.float32)
float64 = np.dtype(np.float64)
complex64 = np.dtype(np.complex64)
complex128 = np.dtype(np.complex128)

#: The thirteen dtypes of the standard, by name.
STANDARD: dict[str, DType] = {
    "bool": bool,
    "int8": int8,
    "int16": int16,
    "int32": int32,
    "int64": int64,
    "uint8": uint8,
    "uint16": uint16,
    "uint32": uint32,
    "uint64": uint64,
    "float32": float32,
    "float64": float64,
    "complex64": complex64,
    "complex128": complex128,
}
#: Every dtype of the package: the standard's and float16.
ALL: dict[str, DType] = {**STANDARD, "float16": float16}
_SUPPORTED = frozenset(ALL.values())

DEFAULT_INT = int64
DEFAULT_FLOAT = float64
DEFAULT_COMPLEX = complex128

#: What a kernel calls each dtype.
CPP_NAMES: dict[DType, str] = {
    bool: "bool",
    int8: "signed char",
    int16: "short",
    int32: "int",
    int64: "long long",
    uint8: "unsigned char",
    uint16: "unsigned short",
    uint32: "unsigned int",
    uint64: "unsigned long long",
    float16: "half",
    float32: "float",
    float64: "double",
    complex64: "complex64",
    complex128: "complex128",
}

#: `isdtype` kinds as NumPy kind characters.
KINDS: dict[str, str] = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}

#: One value of each Python scalar type: with it `np.result_type` applies weak promotion.
_WEAK: dict[type, Scalar] = {builtins.bool: True, int: 1, float: 1.0, complex: 1j}
SCALAR_TYPES = (builtins.bool, int, float, complex)


def canonical(dtype: object, operation: str = "dtype") -> DType:
    """Return the supported dtype that `dtype` spells, or raise `TypeError`."""
    try:
        found = np.dtype(dtype)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        found = None
    if found is None or dtype is None or found not in _SUPPORTED:
        raise TypeError(
            f"{operation}: {dtype!r} is not a supported dtype (use one of {', '.join(ALL)})"
        )
    # Other byte orders and aliases ('longlong') compare equal to or convert to ours.
    return next(d for d in _SUPPORTED if d == found)


def is_supported(dtype: DType) -> builtins.bool:
    """Whether `dtype` is one of the package's dtypes."""
    return dtype in _SUPPORTED


@lru_cache(maxsize=4096)
def promote(*operands: Any) -> DType:
    """Promote dtypes, with Python scalar types (`int`, `float`, …) as weak operands.

    Array API rules; where the standard leaves a mix undefined, NumPy 2's
    `result_type` decides.
    """
    values = [_WEAK[x] if isinstance(x, type) else x for x in operands]
    return np.result_type(*values)


def scalar_dtype(kind: type) -> DType:
    """Return the default dtype of a Python scalar type."""
    if kind is builtins.bool:
        return bool
    return {int: DEFAULT_INT, float: DEFAULT_FLOAT, complex: DEFAULT_COMPLEX}[kind]


def real_part(dtype: DType) -> DType:
    """Return the dtype of the real component of `dtype`."""
    return _REAL.get(dtype, dtype)


def complex_of(dtype: DType) -> DType:
    """Return the complex dtype with components of the real floating `dtype`."""
    return _COMPLEX.get(dtype, dtype)


def accumulator(dtype: DType) -> DType:
    """Return the result dtype of `sum` and `prod`: small integers widen to 64 bits."""
    return _ACCUMULATORS.get(dtype, dtype)


_REAL: dict[DType, DType] = {complex64: float32, complex128: float64}
_COMPLEX: dict[DType, DType] = {float32: complex64, float64: complex128}
_ACCUMULATORS: dict[DType, DType] = {
    d: uint64 if d.kind == "u" else int64 for d in ALL.values() if d.kind in "biu"
}


def shown(value: object) -> str:
    """Return a number for a message: integers beyond all use by their length only."""
    if isinstance(value, int) and value.bit_length() > 256:
        return f"{'-' if value < 0 else ''}(a number of {value.bit_length()} bits)"
    return str(value)
