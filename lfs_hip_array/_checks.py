# SPDX-License-Identifier: Apache-2.0
"""Validation, and the wording of user errors.

A message names the operation, what was given and what would work.
"""

from __future__ import annotations

import operator
from math import prod
from typing import Any

from . import _dtypes as dt
from ._dtypes import DType, shown
from ._errors import UnsupportedError
from ._ops import KIND_NAMES
from ._views import MAX_DIMS, MAX_SIZE, Shape


def broadcast_error(operation: str, shapes: tuple[Shape, ...]) -> ValueError:
    """Return the error for shapes that do not broadcast."""
    listed = " and ".join(map(str, shapes))
    return ValueError(
        f"{operation}: shapes {listed} do not broadcast (axes must be equal or 1, from the last on)"
    )


def device_mismatch(operation: str, first: str, second: str) -> ValueError:
    """Return the error for operands on two devices."""
    return ValueError(
        f"{operation}: operands are on {first} and {second}: "
        f"move one with x.to_device({first!r}) first"
    )


def operand_error(operation: str, x: Any) -> TypeError:
    """Return the error for an operand that is not a Tensor or scalar."""
    return TypeError(
        f"{operation}: expected a Tensor or a Python scalar next to one, got "
        f"{type(x).__name__} (wrap it with asarray)"
    )


def unsupported(operation: str, x: Any) -> UnsupportedError:
    """Return the error for a dtype that the vendor library of a device lacks."""
    return UnsupportedError(
        f"{operation}: {x.dtype} is not supported on {x.device}: convert to float32 first"
    )


def require_tensor(operation: str, *xs: Any) -> None:
    """Raise `TypeError` unless every operand is a Tensor."""
    for x in xs:
        if not hasattr(x, "_node"):
            raise TypeError(
                f"{operation}: expected a Tensor, got {type(x).__name__} (wrap it with asarray)"
            )


def require_same_device(operation: str, *xs: Any) -> None:
    """Raise `ValueError` unless all tensors are on one device."""
    for x in xs[1:]:
        if x.device is not xs[0].device:
            raise device_mismatch(operation, xs[0].device.name, x.device.name)


def require_kind(operation: str, dtype: DType, kinds: str) -> None:
    """Raise `TypeError` unless the dtype's kind is one of `kinds` (NumPy characters)."""
    if dtype.kind not in kinds:
        need = " or ".join(KIND_NAMES[k] for k in kinds)
        raise TypeError(f"{operation}: needs {need} dtypes, got {dtype}")


def require_choice(operation: str, name: str, value: Any, choices: tuple[Any, ...]) -> None:
    """Raise `ValueError` unless `value` is one of `choices`."""
    if value not in choices:
        listed = ", ".join(map(repr, choices))
        raise ValueError(f"{operation}: {name} must be one of {listed}, got {value!r}")


def require_ndim(operation: str, x: Any, least: int) -> None:
    """Raise `ValueError` unless `x` has at least `least` dimensions."""
    if x.ndim < least:
        raise ValueError(f"{operation}: needs at least {least} dimensions, got shape {x.shape}")


def index(operation: str, name: str, value: Any) -> int:
    """Return `value` as an int, or raise `TypeError`."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{operation}: {name} must be an integer, got {value!r}") from None


def shape_of(operation: str, shape: Any) -> Shape:
    """Return a shape given as an int or a sequence of ints, checked."""
    if isinstance(shape, (tuple, list)):
        found = tuple(index(operation, "every length in shape", n) for n in shape)
    else:
        found = (index(operation, "shape", shape),)
    if any(n < 0 for n in found):
        raise ValueError(f"{operation}: shape {found} has a negative length")
    if len(found) > MAX_DIMS:
        raise ValueError(f"{operation}: {len(found)} dimensions, at most {MAX_DIMS} are supported")
    if prod(n or 1 for n in found) > MAX_SIZE:  # axes of length 0 do not make others small
        listed = ", ".join(map(shown, found))
        raise ValueError(f"{operation}: shape ({listed}) is too large: at most 2**63 - 1 elements")
    return found


def real_dtype(operation: str, dtype: DType) -> None:
    """Raise `TypeError` for complex dtypes, which have no order."""
    if dtype.kind == "c":
        raise TypeError(f"{operation}: {dtype} has no order: needs a real dtype")


def dtype_or(operation: str, dtype: Any, default: DType) -> DType:
    """Return the given dtype, or the default for None."""
    return default if dtype is None else dt.canonical(dtype, operation)
