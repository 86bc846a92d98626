# SPDX-License-Identifier: Apache-2.0
"""The shape and stride algebra, against NumPy's own views."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lfs_hip_array import _views as views

SHAPES = st.lists(st.integers(0, 5), max_size=4).map(tuple)


@st.composite
def arrays(draw):
    """An array with any strides: sliced, flipped, permuted."""
    shape = draw(st.lists(st.integers(1, 6), min_size=0, max_size=4))
    base = np.arange(int(np.prod(shape)) or 1, dtype=np.int32)[: int(np.prod(shape))]
    x = base.reshape(shape)
    for axis in range(x.ndim):
        step = draw(st.sampled_from([1, 1, 2, -1, -2]))
        x = x[(slice(None),) * axis + (slice(None, None, step),)]
    return x.transpose(draw(st.permutations(range(x.ndim))))


def read(array, shape, strides, offset=0):
    """The elements that a layout shows, from the array's first element."""
    start = array.__array_interface__["data"][0] + offset
    return np.array(
        [
            np.ctypeslib.as_array((np.ctypeslib.ctypes.c_int32 * 1).from_address(start + at))[0]
            for at in (int(np.dot(index, strides)) if shape else 0 for index in np.ndindex(*shape))
        ],
        dtype=np.int32,
    ).reshape(shape)


@given(st.lists(SHAPES, min_size=1, max_size=3))
def test_broadcast_shapes(shapes):
    try:
        expected = np.broadcast_shapes(*shapes)
    except ValueError:
        expected = None
    assert views.broadcast_shapes(*shapes) == expected


@given(arrays(), st.data())
def test_broadcast_strides(x, data):
    shape = tuple(n if n > 1 else data.draw(st.integers(1, 3)) for n in x.shape)
    shape = tuple(data.draw(st.lists(st.integers(1, 3), max_size=2))) + shape
    expected = np.broadcast_to(x, shape)
    strides = views.broadcast_strides(x.shape, x.strides, shape)
    assert np.array_equal(read(x, shape, strides), expected)


@given(SHAPES)
def test_contiguous_strides(shape):
    strides = views.contiguous_strides(shape, 4)
    assert views.is_contiguous(shape, strides, 4)
    if 0 not in shape:
        assert strides == np.empty(shape, np.int32).strides


@given(arrays())
def test_is_contiguous(x):
    assert views.is_contiguous(x.shape, x.strides, 4) == x.flags.c_contiguous


@given(arrays(), st.data())
def test_reshape_strides(x, data):
    size = x.size
    new, left = [], size
    while left > 1:
        n = data.draw(st.sampled_from([d for d in range(1, left + 1) if left % d == 0]))
        new.append(n)
        left //= n
        if len(new) > 6:
            new.append(left)
            break
    new = tuple(data.draw(st.permutations(new)))
    strides = views.reshape_strides(x.shape, x.strides, new, 4)
    try:
        expected = np.reshape(x, new, copy=False)
    except ValueError:
        expected = None
    assert (strides is None) == (expected is None)
    if strides is not None:
        assert np.array_equal(read(x, new, strides), expected)


def test_reshape_of_nothing():
    assert views.reshape_strides((0, 3), (12, 4), (5, 0), 4) is not None


@given(arrays(), st.data())
def test_slice_axis(x, data):
    if x.ndim == 0:
        return
    bound = st.one_of(st.none(), st.integers(-8, 8))
    key = slice(
        data.draw(bound), data.draw(bound), data.draw(st.sampled_from([None, 1, 2, -1, -3]))
    )
    offset, length, stride = views.slice_axis(x.shape[0], x.strides[0], key, "test")
    expected = x[key]
    assert length == expected.shape[0]
    shape = (length, *x.shape[1:])
    if length:
        assert np.array_equal(read(x, shape, (stride, *x.strides[1:]), offset), expected)


@given(arrays(), arrays())
def test_collapse_keeps_the_order_of_elements(x, y):
    shape = views.broadcast_shapes(x.shape, y.shape)
    if shape is None:
        return
    strides = [views.broadcast_strides(a.shape, a.strides, shape) for a in (x, y)]
    merged, steps = views.collapse(shape, strides)
    assert 1 not in merged
    for a, s in zip((x, y), steps, strict=True):
        assert np.array_equal(read(a, merged, s).reshape(-1), np.broadcast_to(a, shape).reshape(-1))


def test_collapse_merges_a_contiguous_array():
    assert views.collapse((2, 3, 4), [(48, 16, 4)]) == ((24,), [(4,)])


@given(arrays())
def test_span_bounds_every_element(x):
    low, high = views.span(x.shape, x.strides, 4)
    if x.size == 0:
        assert (low, high) == (0, 0)
        return
    reach = [int(np.dot(i, x.strides)) if x.ndim else 0 for i in np.ndindex(*x.shape)]
    assert (low, high) == (min(reach), max(reach) + 4)


@given(arrays())
def test_memory_order_sorts_the_strides(x):
    order = views.memory_order(x.shape, x.strides)
    steps = [abs(x.strides[i]) for i in order if x.shape[i] > 1]
    assert steps == sorted(steps, reverse=True)
    assert sorted(order) == list(range(x.ndim))


@pytest.mark.parametrize(
    ("shape", "size", "expected"),
    [((2, -1), 6, (2, 3)), ((-1,), 0, (0,)), ((), 1, ()), ((0, 4), 0, (0, 4))],
)
def test_resolve_shape(shape, size, expected):
    assert views.resolve_shape(shape, size) == expected


@pytest.mark.parametrize(
    ("shape", "size"), [((-1, -1), 4), ((3, -1), 4), ((5,), 4), ((-2,), 4), ((0, -1), 0)]
)
def test_resolve_shape_refuses(shape, size):
    with pytest.raises(ValueError, match="reshape"):
        views.resolve_shape(shape, size)


@pytest.mark.parametrize("axis", [-3, 2, 5])
def test_axis_out_of_range(axis):
    with pytest.raises(IndexError, match=r"sum: axis .* is out of range for 2 dimensions"):
        views.normalize_axes(axis, 2, "sum")


def test_axis_twice_or_no_integer():
    with pytest.raises(ValueError, match="names an axis twice"):
        views.normalize_axes((0, -2), 2, "sum")
    with pytest.raises(TypeError, match="axis must be an integer"):
        views.normalize_axes(1.5, 2, "sum")
    assert views.normalize_axes(None, 3, "sum") == (0, 1, 2)
    assert views.normalize_axes((-1, 0), 3, "sum") == (0, 2)
