# SPDX-License-Identifier: Apache-2.0
"""Every function of the standard gives what array-api-strict gives.

One row per function says how its arguments are drawn and how close the
results must be; rows_*.py hold the rows. Each runs for every dtype that the
standard allows, on several ranks, broadcast, empty, 0-d and in layouts that
are not contiguous.
"""

import warnings
from contextlib import contextmanager

import array_api_strict as strict
import numpy as np
import pytest
import rows_arrays
import rows_creation
import rows_elementwise
import rows_linalg
import standard
from differential import Make, assert_same, evaluate
from hypothesis import given, settings
from hypothesis import strategies as st

ROWS = {
    **rows_elementwise.rows.table,
    **rows_arrays.rows.table,
    **rows_creation.rows.table,
    **rows_linalg.rows.table,
}
# What is not a call with a value to compare, and where it is tested instead.
ELSEWHERE = {
    "__array_namespace_info__": "test_standard_objects.py",
    "__array_namespace__": "test_standard_objects.py",
    "__dlpack__": "test_standard_objects.py",
    "__dlpack_device__": "test_standard_objects.py",
    "to_device": "test_standard_objects.py",
}
# Eight for each of some two thousand cases; HYPOTHESIS_PROFILE=explore looks further.
EXAMPLES = 8 if settings.get_current_profile_name() == "ci" else settings.default.max_examples
CASES = [
    pytest.param(name, dtype, id=f"{name}-{dtype}")
    for name, row in ROWS.items()
    for dtype in row.dtypes
]


def test_every_function_and_method_has_a_row():
    wanted = {*standard.functions(), *dict(standard.flatten(standard.METHODS))}
    assert {*ROWS, *ELSEWHERE} == wanted
    assert not ROWS.keys() & ELSEWHERE.keys()


@pytest.mark.parametrize("name", rows_elementwise.DTYPES_OF)
def test_elementwise_rows_have_every_dtype(name):
    assert set(ROWS[name].dtypes) == set(rows_elementwise.DTYPES_OF[name])


def reference(name, made):
    """What strict gives; NumPy's warnings of floating-point events are not the subject."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return evaluate(strict, name, made)


@contextmanager
def maybe_pending(xp, pending):
    """Leave pointwise results pending whatever their size, as those of large operands are."""
    device = xp.__array_namespace_info__().default_device()
    if not pending or not hasattr(device, "eager_size"):
        yield
        return
    before, device.eager_size = device.eager_size, -1
    try:
        yield
    finally:
        device.eager_size = before


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_same_as_strict(xp, name, dtype):
    row = ROWS[name]

    # Inside, since hypothesis chains the settings of a function's parametrised runs:
    # after some hundreds the chain is deeper than Python's stack.
    @settings(max_examples=EXAMPLES)
    @given(data=st.data())
    def check(data):
        made = row.build(Make(data.draw), dtype)
        want = reference(name, made)
        with maybe_pending(xp, data.draw(st.booleans(), label="pending")):
            got = reference(name, made) if xp is strict else evaluate(xp, name, made)
        if row.settle:
            got, want = row.settle(got, made), row.settle(want, made)
        assert_same(got, want, row.tolerance, f"{name}{made!r}")

    check()
