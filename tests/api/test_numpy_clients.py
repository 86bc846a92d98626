# SPDX-License-Identifier: Apache-2.0
"""NumPy functions as clients call them on a tensor."""

import numpy as np
import pytest


@pytest.mark.parametrize("dtype", ["bool", "int8", "float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("name", ["iscomplexobj", "isrealobj"])
def test_complex_or_real(xp, name, dtype):
    x = xp.zeros(2, dtype=getattr(xp, dtype))
    ask = getattr(np, name)
    found = ask(x)
    assert type(found) is bool
    assert found == ask(np.zeros(2, dtype))


def test_result_type(xp):
    x = xp.zeros(2, dtype=xp.float32)
    assert np.result_type(x, np.float64) == np.float64
    assert np.result_type(x, 1.0) == np.float32


@pytest.mark.parametrize("values", [7, (1, 2), [(1, 2)], ((1, 2), (3, 4)), ((5,), (6,))])
def test_pad_constants(xp, values):
    x = np.arange(6.0).reshape(2, 3)
    want = np.pad(x, ((1, 2), (2, 1)), constant_values=values)
    for found in (
        xp.pad(xp.asarray(x), ((1, 2), (2, 1)), constant_values=values),
        np.pad(xp.asarray(x), ((1, 2), (2, 1)), mode="constant", constant_values=values),
    ):
        assert isinstance(found, xp.Tensor)
        np.testing.assert_array_equal(found.to_numpy(), want)


def test_pad_constants_that_do_not_fit(xp):
    with pytest.raises(ValueError, match=r"pad: 3 .*constant_values for 2 dimensions"):
        xp.pad(xp.zeros((2, 2)), 1, constant_values=((1, 2), (3, 4), (5, 6)))


@pytest.mark.parametrize("size", [4, 2**16])
def test_in_place_with_an_ndarray_writes_to_the_memory(xp, size):
    x = xp.zeros(size)
    half, same = x[: size // 2], x
    with xp.host_copies():
        x += np.ones(size)
        x *= np.full(size, 3.0)
    assert x is same
    assert half.tolist() == [3.0] * (size // 2)
    matrix = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    row = matrix[0, :]
    with xp.host_copies():
        matrix @= np.asarray([[0.0, 1.0], [1.0, 0.0]])
    assert row.tolist() == [2.0, 1.0]
    with pytest.raises(ValueError, match=r"in-place add.*\(2, 2\)"), xp.host_copies():
        matrix += np.ones((3, 2, 2))
