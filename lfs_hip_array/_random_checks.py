# SPDX-License-Identifier: Apache-2.0
"""What random draws accept: arguments checked, and the wording when they are not right."""

from __future__ import annotations

import numbers
import secrets
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _checks, _dtypes
from ._dtypes import DType
from ._expression import DeviceArray
from ._philox import ALGORITHM, BLOCK_LIMIT, KEY_BITS
from ._tensor import Tensor, wrap

if TYPE_CHECKING:
    from ._verbs import Device

SEED_BITS = 128
STATE_VERSION = 1
#: Weights of `choice` are counted in units of 2**-62.
_WEIGHT_SCALE = 2.0**62


def seed_of(seed: Any) -> int:
    if seed is None:
        return secrets.randbits(SEED_BITS)
    found = _checks.index("Generator", "seed", seed)
    if not 0 <= found < 1 << SEED_BITS:
        raise ValueError(f"Generator: seed must be from 0 to 2**{SEED_BITS} - 1, got {found}")
    return found


def number(operation: str, name: str, value: Any) -> float:
    """Return a real, finite Python float, or raise."""
    if not isinstance(value, numbers.Real):
        raise TypeError(
            f"{operation}: {name} must be a real number, got {type(value).__name__} "
            "(draw with the default and scale the result for one value per element)"
        )
    found = float(value)
    if not isfinite(found):
        raise ValueError(f"{operation}: {name} must be finite, got {found}")
    return found


def float_dtype(operation: str, dtype: Any) -> DType:
    found = _checks.dtype_or(operation, dtype, _dtypes.DEFAULT_FLOAT)
    if found not in (_dtypes.float32, _dtypes.float64):
        raise TypeError(f"{operation}: dtype must be float32 or float64, got {found}")
    return found


def integer_bounds(low: Any, high: Any, dtype: DType, endpoint: bool) -> tuple[int, int]:
    """Return low and the excluded high, checked against the dtype."""
    if high is None:
        low, high = 0, low
    first = _checks.index("integers", "low", low)
    end = _checks.index("integers", "high", high) + bool(endpoint)
    interval = f"[{first}, {end - 1}]" if endpoint else f"[{first}, {end})"
    if first >= end:
        raise ValueError(f"integers: {interval} holds no integer: low must be below high")
    limits = np.iinfo(dtype)
    if first < limits.min or end - 1 > limits.max:
        raise OverflowError(
            f"integers: {interval} does not fit {dtype}, which holds {limits.min} to {limits.max}"
        )
    return first, end


def require_enough(needed: int, count: int, replace: bool) -> None:
    """Raise `ValueError` where `choice` cannot pick so many out of `count`."""
    if needed and not count:
        raise ValueError(f"choice: cannot pick {needed} out of nothing")
    if not replace and needed > count:
        raise ValueError(
            f"choice: cannot pick {needed} out of {count} without replacement "
            "(replace=True allows repeats)"
        )


def weights(p: Any, count: int, place: Device) -> DeviceArray:
    """Return probabilities as int64 in units of 2**-62, checked: sums are then exact."""
    if not isinstance(p, Tensor):
        p = wrap(place.from_host(np.array(p, np.float64)), place)
    elif p.device is not place:
        raise _checks.device_mismatch("choice", place.name, p.device.name)
    _checks.require_kind("choice (p)", p.dtype, "f")
    if p.shape != (count,):
        raise ValueError(f"choice: p must have shape ({count},), one for each, got {p.shape}")
    chances = place.empty(p.shape, _dtypes.float64)
    place.copy(chances, p._settled())
    if count:
        total = float(place.scalar(place.reduce("sum", chances, (0,), False, _dtypes.float64)))
        least = float(place.scalar(place.reduce("min", chances, (0,), False, _dtypes.float64)))
        if not (least >= 0 and abs(total - 1) <= float(np.finfo(p.dtype).eps) ** 0.5):
            raise ValueError(
                "choice: p must be probabilities, none negative, with sum 1; got a least "
                f"one of {least} and a sum of {total} (divide by the sum)"
            )
    units = place.empty(p.shape, _dtypes.int64)
    place.copy(units, (wrap(chances, place) * _WEIGHT_SCALE)._settled())
    return units


def read_state(state: Any) -> tuple[int, int]:
    """Return (key, offset) of a state, or raise."""
    if not isinstance(state, dict):
        raise TypeError(f"Generator: state must be a dict, got {type(state).__name__}")
    if state.get("algorithm") != ALGORITHM or state.get("version") != STATE_VERSION:
        raise ValueError(
            f"Generator: state must have algorithm {ALGORITHM!r}, version {STATE_VERSION}; "
            f"got {state.get('algorithm')!r}, {state.get('version')!r}"
        )
    key, offset = state.get("key"), state.get("offset")
    try:
        number = int(key, 16) if isinstance(key, str) else -1
    except ValueError:
        number = -1
    if not 0 <= number < 1 << KEY_BITS:
        raise ValueError(f"Generator: state's key must be {KEY_BITS // 4} hex digits, got {key!r}")
    if isinstance(offset, bool) or not isinstance(offset, int) or not 0 <= offset <= BLOCK_LIMIT:
        raise ValueError(f"Generator: state's offset must be from 0 to 2**64, got {offset!r}")
    return number, offset
