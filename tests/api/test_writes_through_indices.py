# SPDX-License-Identifier: Apache-2.0
"""Writes through index tensors: which duplicate wins, wide indices, and masks that do not fit."""

import numpy as np
import pytest

LAYOUTS = ("plain", "transposed", "flipped")


def laid_out(xp, values, layout):
    """A tensor of the values whose memory lies in another order."""
    x = xp.asarray(np.asarray(values))
    if layout == "transposed":
        return xp.asarray(xp.permute_dims(x, (1, 0)), copy=True).mT
    return xp.flip(xp.asarray(xp.flip(x), copy=True)) if layout == "flipped" else x


PLACES = [[0, 1, 1], [1, 0, 2], [2, 2, 0]]
VALUES = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]
each_layout = pytest.mark.parametrize(
    ("of_index", "of_source"), [(a, b) for a in LAYOUTS for b in LAYOUTS]
)


@each_layout
def test_the_last_duplicate_in_row_major_order_wins(xp, of_index, of_source):
    index, source = laid_out(xp, PLACES, of_index), laid_out(xp, VALUES, of_source)
    want = [9.0, 4.0, 8.0]
    x = xp.zeros(3)
    x[index] = source
    assert x.tolist() == want
    assert xp.index_put(xp.zeros(3), (index,), source).tolist() == want
    x = xp.zeros((3, 3))
    x[index, index] = source
    assert xp.linalg.diagonal(x).tolist() == want


@each_layout
def test_the_last_duplicate_along_an_axis_wins(xp, of_index, of_source):
    index, source = laid_out(xp, PLACES, of_index), laid_out(xp, VALUES, of_source)
    want = [[1.0, 5.0, 9.0], [4.0, 2.0, 3.0], [7.0, 8.0, 6.0]]
    assert xp.scatter(xp.zeros((3, 3)), 0, index, source).tolist() == want
    index = laid_out(xp, [[0, 0, 0]] * 3, of_index)
    assert xp.scatter(xp.zeros((1, 3)), 0, index, source).tolist() == [[7.0, 8.0, 9.0]]
    assert xp.scatter(xp.zeros((3, 1)), 1, index, source).tolist() == [[3.0], [6.0], [9.0]]


def test_a_mask_of_another_count_names_the_operation(xp):
    mask = xp.asarray([True, True, False])
    for write in (
        lambda x: x.__setitem__(mask, xp.ones(3)),
        lambda x: xp.index_put(x, (mask,), xp.ones(3), accumulate=True),
    ):
        x = xp.zeros(3)
        with pytest.raises(ValueError, match=r"^(assignment|index_put): .*"):
            write(x)
        assert x.tolist() == [0.0, 0.0, 0.0]
    with pytest.raises(IndexError, match=r"^indexing: .*\(2,\) \(3,\)"):
        xp.zeros((3, 3))[mask, xp.asarray([0, 1, 2])]


@pytest.mark.parametrize("value", [3, 2**63, 2**64 - 1])
def test_an_unsigned_index_does_not_wrap_to_a_negative_one(xp, value):
    x, index = xp.arange(3), xp.asarray([0, value], dtype=xp.uint64)
    for use in (
        lambda: x[index].to_numpy(),
        lambda: xp.take(x, index).to_numpy(),
        lambda: xp.index_add(x, 0, index, xp.asarray([1, 1])).to_numpy(),
    ):
        with pytest.raises(IndexError, match="out of range for axis 0 of length 3"):
            use()


@pytest.mark.parametrize(
    ("dtype", "want"),
    [("int8", -4), ("int64", -4), ("float16", -2.25), ("complex64", -2.25)],
)
def test_added_values_are_converted_first(xp, dtype, want):
    """As a conversion does it, once for each value: not again after each sum."""
    start = xp.asarray([-5], dtype=getattr(xp, dtype))
    index, values = xp.asarray([0, 0, 0]), xp.asarray([0.5, 1.75, 0.5])
    for found in (
        xp.index_put(xp.asarray(start, copy=True), (index,), values, accumulate=True),
        xp.index_add(xp.asarray(start, copy=True), 0, index, values),
    ):
        assert found.dtype == start.dtype
        assert found.tolist() == [want]
