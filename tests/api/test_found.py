# SPDX-License-Identifier: Apache-2.0
"""Defects that a search for them found: each test covers the kind, not the one input."""

import math

import numpy as np
import pytest


def host(x):
    """The values as nested lists."""
    return x.to_numpy().tolist()


# --- writes that read what they overwrite -----------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 5])
def test_copy_layouts_reads_every_source_before_any_target_is_written(xp, count):
    tensors = [xp.full((4,), i) for i in range(count)]
    xp.copy_layouts([(t, tensors[(i + 1) % count]) for i, t in enumerate(tensors)])
    assert [host(t) for t in tensors] == [[(i + 1) % count] * 4 for i in range(count)]


def test_copy_layouts_through_views_reads_first_too(xp):
    x = xp.arange(8)
    xp.copy_layouts([(x[:4], x[4:]), (x[4:], x[:4]), (x[:2], x[:2])])
    assert host(x) == [0, 1, 6, 7, 0, 1, 2, 3]


# --- shapes at their limits -----------------------------------------------------------------


@pytest.mark.parametrize("ndim", [1, 16, 17, 31, 32])
def test_tile_and_repeat_work_up_to_32_dimensions(xp, ndim):
    x = xp.reshape(xp.arange(2), (1,) * (ndim - 1) + (2,))
    assert host(xp.reshape(xp.tile(x, (1,) * (ndim - 1) + (2,)), (-1,))) == [0, 1, 0, 1]
    assert (
        xp.tile(x, (2,) + (1,) * (ndim - 1)).shape
        == np.tile(x.to_numpy(), (2,) + (1,) * (ndim - 1)).shape
    )
    for axis in (0, -1):
        want = np.repeat(x.to_numpy(), 3, axis=axis)
        got = xp.repeat(x, 3, axis=axis)
        assert got.shape == want.shape
        assert host(got) == want.tolist()


@pytest.mark.parametrize(
    "shape", [(1,) * 33, (1,) * 65, (0, 2**62, 2**62), (2**40, 0, 2**40), (2**32, 2**31)], ids=str
)
def test_shapes_beyond_the_limits_are_refused(xp, shape):
    x = xp.ones(0 if 0 in shape else 1)
    for name, make in {
        "zeros": lambda: xp.zeros(shape),
        "empty": lambda: xp.empty(shape),
        "broadcast_to": lambda: xp.broadcast_to(xp.ones(()), shape),
        "tile": lambda: xp.tile(xp.ones((1,)), shape),
    }.items():
        with pytest.raises(ValueError, match=rf"{name}: .*(dimensions|too large)"):
            make()
    if 0 in shape or set(shape) == {1}:
        with pytest.raises(ValueError, match=r"reshape: .*(dimensions|too large)"):
            xp.reshape(x, shape)


def test_more_bytes_than_addresses_are_a_memory_error(xp):
    for shape in [(2**60,), (2**31, 2**31), (0, 2**61), (2**61, 0)]:
        for make in (xp.empty, xp.zeros, xp.ones):
            with pytest.raises(MemoryError):
                make(shape)
    with pytest.raises(ValueError, match=r"reshape: .* is too large"):
        xp.reshape(xp.zeros((0,)), (0, 2**61))


# --- numbers that no dtype holds ----------------------------------------------------------------


@pytest.mark.parametrize("value", [10**400, 10**5000, -(10**5000)], ids=["400", "5000", "-5000"])
@pytest.mark.parametrize("dtype", ["int8", "uint64", "float64", "complex128"])
def test_huge_integers_are_an_overflow_that_names_the_operation(xp, value, dtype):
    x = xp.zeros((2,), dtype=getattr(xp, dtype))
    for name, make in {
        "add": lambda: x + value,
        "equal": lambda: x == value,
        "full": lambda: xp.full((2,), value, dtype=x.dtype),
        "assignment": lambda: x.__setitem__(0, value),
    }.items():
        with pytest.raises(OverflowError, match=f"{name}: Python integer .* bits"):
            make()


def test_huge_integers_as_indices_axes_and_lengths(xp):
    x = xp.ones((3,))
    with pytest.raises(IndexError, match=r"indexing: index .* bits.* is out of range"):
        x[10**5000]
    with pytest.raises(IndexError, match=r"sum: axis .* bits.* is out of range"):
        xp.sum(x, axis=10**5000)
    with pytest.raises(ValueError, match=r"zeros: shape .* bits.* is too large"):
        xp.zeros((10**5000,))


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "uint64"])
def test_floats_that_integers_do_not_hold(xp, dtype):
    x = xp.zeros((2,), dtype=getattr(xp, dtype))
    for value in (math.inf, -math.inf):
        with pytest.raises(OverflowError, match=r"assignment: Python number -?inf"):
            x[0] = value
    with pytest.raises(ValueError, match="assignment: Python number nan"):
        x[0] = math.nan
    assert host(x) == [0, 0]


@pytest.mark.parametrize("name", ["tril", "triu"])
@pytest.mark.parametrize("shape", [(3, 3), (2, 5), (0, 3), (2, 3, 1)])
def test_triangles_of_diagonals_far_away(xp, name, shape):
    x = np.ones(shape)
    near = range(-6, 7)
    far = [s * k for k in (2**31, 2**63 - 1, 2**63, 10**50) for s in (1, -1)]
    for k in (*near, *far):
        want = getattr(np, name)(x, max(-10, min(k, 10)))
        assert host(getattr(xp, name)(xp.asarray(x), k=k)) == want.tolist()


# --- statistics -----------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "int32"])
@pytest.mark.parametrize("correction", [4, 4.0, 4.5, 5, 100])
def test_variance_without_freedom_is_nan(xp, dtype, correction):
    values = [[1, 2, 3, 5], [7, 7, 7, 7], [0, 0, 0, 1]]
    x = xp.asarray(values, dtype=getattr(xp, dtype))
    for function in (xp.var, xp.std):
        rows = function(x, axis=1, correction=correction)
        assert rows.shape == (3,)
        assert bool(xp.all(xp.isnan(rows)))
        kept = function(x[0, :], correction=correction, keepdims=True)
        assert kept.shape == (1,)
        assert bool(xp.all(xp.isnan(kept)))
        assert bool(xp.all(xp.isfinite(function(x, axis=1, correction=3))))


# --- results that are new ----------------------------------------------------------------------


def test_results_are_not_the_operand_where_nothing_is_to_do(xp):
    x = xp.asarray([[4, 1], [1, 3]])
    for name, function in {
        "matrix_power": lambda m: xp.linalg.matrix_power(m, 1),
        **{
            f"pad {mode}": lambda m, mode=mode: xp.pad(m, 0, mode)
            for mode in ("constant", "edge", "linear_ramp", "maximum", "mean", "reflect", "wrap")
        },
        "roll": lambda m: xp.roll(m, 0),
        "tile": lambda m: xp.tile(m, (1, 1)),
        "repeat": lambda m: xp.repeat(m, 1, axis=0),
        "concat": lambda m: xp.concat([m]),
        "sum": lambda m: xp.sum(m, axis=()),
        "max": lambda m: xp.max(m, axis=()),
        "clip": lambda m: xp.clip(m),
        "take": lambda m: xp.take(m, xp.asarray([0, 1]), axis=0),
        "astype": lambda m: xp.astype(m, m.dtype),
    }.items():
        result = function(x)
        assert host(result) == [[4, 1], [1, 3]], name
        result[...] = 0
        assert host(x) == [[4, 1], [1, 3]], name


@pytest.mark.parametrize("shape", [(2, 2), (3, 2, 2), (0, 2, 2), (2, 0, 0)])
@pytest.mark.parametrize("dtype", ["bool", "int64", "float32", "complex128"])
def test_matrix_power_0_is_the_identity_of_every_matrix(xp, shape, dtype):
    result = xp.linalg.matrix_power(xp.ones(shape, dtype=getattr(xp, dtype)), 0)
    assert result.dtype == getattr(xp, dtype)
    assert result.to_numpy().tolist() == np.broadcast_to(np.eye(shape[-1]), shape).tolist()
    result[...] = 0
    assert not bool(xp.any(result))


# --- NumPy's spellings ---------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32", "bool"])
def test_logaddexp2_has_numpys_dtype_and_values(xp, dtype):
    a, b = np.asarray([0, 1, 1, 0]).astype(dtype), np.asarray([0, 0, 1, 1]).astype(dtype)
    got = np.logaddexp2(xp.asarray(a), xp.asarray(b))
    want = np.logaddexp2(a, b)
    assert got.dtype == (want.dtype if a.dtype.kind == "f" else np.float64)
    np.testing.assert_allclose(
        got.to_numpy(), want.astype(got.dtype), rtol=4 * float(np.finfo(want.dtype).eps)
    )
    beside = np.logaddexp2(xp.asarray(a), 1.0)
    assert beside.dtype == got.dtype


def test_item_takes_a_tuple_as_its_indices(xp):
    x = xp.reshape(xp.arange(6), (2, 3))
    assert x.item((1, 2)) == x.item(1, 2) == x.item(5) == x.item(-1) == 5
    assert xp.asarray(7).item(()) == 7
    with pytest.raises(IndexError):
        x.item((2, 0))


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize(
    "values", [[2**63, -1], [-(2**63), 2**63], [[2**64 - 1], [-5]], [1, 2**63]]
)
def test_integers_of_any_size_become_floats_where_asked(xp, values, dtype):
    got = xp.asarray(values, dtype=getattr(xp, dtype))
    assert got.dtype == getattr(xp, dtype)
    assert host(got) == np.asarray(values, dtype=object).astype(dtype).tolist()


@pytest.mark.parametrize("dtype", [None, "int64", "uint64"])
def test_integers_that_no_integer_dtype_holds_are_refused(xp, dtype):
    with pytest.raises(OverflowError, match="asarray"):
        xp.asarray([2**63, -1], dtype=dtype and getattr(xp, dtype))


@pytest.mark.parametrize("value", [7, np.float32(7), [7.0], [[7.0]]])
def test_masked_fill_takes_one_value_of_any_rank(xp, value):
    x = xp.reshape(xp.arange(6.0), (2, 3))
    given = xp.asarray(value) if isinstance(value, list) else value
    if isinstance(value, list) and isinstance(value[0], list):
        with pytest.raises(ValueError, match="masked_fill: value must be a scalar"):
            xp.masked_fill(x, x > 2, given)
    else:
        xp.masked_fill(x, x > 2, given)
        assert x.tolist() == [[0, 1, 2], [7, 7, 7]]


@pytest.mark.parametrize("subscripts", ["i->", "i->i", "i,i->", "i,j->ij", "i,i->i"])
def test_einsum_of_bool_is_bool(xp, subscripts):
    host = np.asarray([True, True, False])
    count = subscripts.count(",") + 1
    found = xp.einsum(subscripts, *[xp.asarray(host)] * count)
    expected = np.einsum(subscripts, *[host] * count)
    assert found.dtype == xp.bool
    assert np.array_equal(found.to_numpy(), expected)


def test_transforms_over_no_axes(xp):
    x = xp.asarray(3.0)
    for function in (xp.fft.fftn, xp.fft.ifftn):
        assert function(x).dtype == xp.complex128
        assert complex(function(x)) == 3.0
        assert function(xp.ones(2, dtype=xp.float32), axes=()).dtype == xp.complex64
    for function in (xp.fft.rfftn, xp.fft.irfftn):
        with pytest.raises(ValueError, match="fftn: needs at least one axis"):
            function(x)


def test_stacks_of_what_is_no_tensor_name_the_function(xp):
    for name in ("vstack", "hstack"):
        with pytest.raises(TypeError, match=f"{name}: expected a Tensor, got list"):
            getattr(xp, name)([[1, 2], [3, 4]])
