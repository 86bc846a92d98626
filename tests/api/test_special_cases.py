# SPDX-License-Identifier: Apache-2.0
"""The special cases of the standard through the public functions, on every device.

The tables are those of ``tests/pure/special_values.py``; here a whole row's
numbers go into one tensor, and where chains are fused, through a chain.
"""

from functools import partial
from itertools import product

import numpy as np
import pytest
from special_values import COMPLEX, REAL, REAL2, SETS, agrees, rows

TOLERANCE = {"float16": 2e-3, "float32": 2e-6, "float64": 1e-14}
TOLERANCE |= {"complex64": 2e-6, "complex128": 1e-14}


def public(xp, name):
    """Return the public function of a record's name."""
    if name == "gelu_tanh":
        return partial(xp.nn.gelu, approximate="tanh")
    room = next(room for room in (xp, xp.nn, xp.special) if hasattr(room, name))
    return getattr(room, name)


def values(tensor):
    return tensor.to_numpy() if hasattr(tensor, "to_numpy") else np.asarray(tensor)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", [*REAL, *REAL2])
def test_real(xp, device, name, dtype):
    function = public(xp, name)
    for left, right in rows(REAL.get(name) or REAL2[name]):
        points = np.array(list(product(*(SETS[token] for token in left))), dtype).T
        operands = [xp.asarray(x.copy(), device=device) for x in points]
        pending = [xp.multiply(x, xp.asarray(1.0, dtype=x.dtype, device=device)) for x in operands]
        for chosen in (operands, pending):
            got = values(function(*chosen))
            assert str(got.dtype) == dtype
            for value, *point in zip(got, *points, strict=True):
                assert agrees(right, value, point, TOLERANCE[dtype]), (left, right, point, value)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("name", COMPLEX)
def test_complex(xp, device, name, dtype):
    function = public(xp, name)
    for left, right in rows(COMPLEX[name]):
        a, b = np.array(list(product(*(SETS[token] for token in left)))).T
        z = np.empty(a.shape, dtype)
        z.real, z.imag = a, b
        got = values(function(xp.asarray(z, device=device)))
        for value, *point in zip(got, a, b, strict=True):
            where = (left, right, point, value)
            assert agrees(right[:1], value.real, point, TOLERANCE[dtype]), where
            if len(right) > 1:
                assert agrees(right[1:], value.imag, point, TOLERANCE[dtype]), where
