# SPDX-License-Identifier: Apache-2.0
"""`random.Generator` on every device: bits, shapes, choices, state, errors."""

import copy
import hashlib
import json
import math
import pickle
import threading

import numpy as np
import philox_reference as ref
import pytest

from lfs_hip_array.random import Generator


@pytest.fixture
def rng(device):
    return Generator(20251201, device=device)


def asarray(values, device, dtype=None):
    """A tensor of these values on the device under test."""
    from lfs_hip_array._devices import get_device
    from lfs_hip_array._tensor import wrap

    place = get_device(device)
    return wrap(place.from_host(np.array(values, dtype)), place)


def host(x):
    return np.array(x.to_numpy())


# --- bits ------------------------------------------------------------------------------------

# SHA-256 of the little-endian bytes of the first 509 elements after seed 42, as
# philox_reference.py gives them.
COUNT = 509
RECORDED = {
    "uniform float32": "5a31bce60ac79be46514fdab483e462dc307e985712f62c27bf34c2f3ad00af4",
    "uniform float64": "7c013203d7f479dd5506ffed65baa2d4ead46f06bef055186f729065f957a26b",
    "uniform float32 [-2, 5)": "4a9a0c1daefd529907847acfa72a58b29624890f8109521f8b3a0b88517eeb50",
    "normal float32": "a52a3b9ffb81b78699b041467d8e4d7939088eb03b1a915196653f584ec1b5af",
    "normal float64": "d03fd4d91efb671de5c14a144553c71eeaeed999c9bbe6631d33fb29ec29c5d5",
    "bernoulli 0.3": "983918eebdba766a93b6d457bb158b3c8a252d65c2ef4775a86f317eee639da8",
    "int32 [0, 6)": "300ad1b77ec613e93b7ac0bcfb7cf3fdf6b948945f1812a7b2d089b30b3fd5ba",
    "int64 [0, 3 * 2**30)": "ebe5ca9b8cb3f601a6e4f6c7608a1111e4daa1b412cbf35ac38617bd50f754aa",
    "int64 [-2**63, 2**63)": "0fb159dfcd91f6b92ae330c61a5f3247fe563dd1db30abda82701a6e89c9e2d4",
    "int64 [0, 3 * 2**60)": "511c03699724c89d8c3665801701a21fb1c489d3bb0f58a3f5f892bfe36fb72d",
    "permutation": "160cb234aefc57a03f028ef2a7b093ae5793e1a79c4fa7623fb6c260147f42b4",
}
DRAWS = {
    "uniform float32": (lambda g, n: g.uniform(n, dtype="float32"), ref.uniform32, "<f4"),
    "uniform float64": (lambda g, n: g.uniform(n), ref.uniform64, "<f8"),
    "uniform float32 [-2, 5)": (
        lambda g, n: g.uniform(n, low=-2, high=5, dtype="float32"),
        lambda k, o, i: ref.uniform32(k, o, i, -2.0, 5.0),
        "<f4",
    ),
    "normal float32": (
        lambda g, n: g.normal(n, dtype="float32"),
        lambda k, o, i: ref.normal(k, o, i, 32),
        "<f4",
    ),
    "normal float64": (lambda g, n: g.normal(n), lambda k, o, i: ref.normal(k, o, i, 64), "<f8"),
    "bernoulli 0.3": (
        lambda g, n: g.bernoulli(n, p=0.3),
        lambda k, o, i: ref.bernoulli(k, o, i, 0.3),
        "?",
    ),
    "int32 [0, 6)": (
        lambda g, n: g.integers(6, shape=n, dtype="int32"),
        lambda k, o, i: ref.integer(k, o, i, 0, 6),
        "<i4",
    ),
    "int64 [0, 3 * 2**30)": (
        lambda g, n: g.integers(3 * 2**30, shape=n),
        lambda k, o, i: ref.integer(k, o, i, 0, 3 * 2**30),
        "<i8",
    ),
    "int64 [-2**63, 2**63)": (
        lambda g, n: g.integers(-(2**63), 2**63, n),
        lambda k, o, i: ref.integer(k, o, i, -(2**63), 2**63),
        "<i8",
    ),
    "int64 [0, 3 * 2**60)": (
        lambda g, n: g.integers(3 * 2**60, shape=n),
        lambda k, o, i: ref.integer(k, o, i, 0, 3 * 2**60),
        "<i8",
    ),
    "permutation": (
        lambda g, n: g.permutation(n),
        lambda k, o, i: ref.permutation(k, o, COUNT)[i],
        "<i8",
    ),
}


def digest(values, dtype):
    return hashlib.sha256(np.ascontiguousarray(values, dtype).tobytes()).hexdigest()


@pytest.mark.parametrize("name", DRAWS)
def test_bits_are_those_recorded(name, device):
    draw, _, dtype = DRAWS[name]
    assert digest(host(draw(Generator(42, device=device), COUNT)), dtype) == RECORDED[name]


@pytest.mark.parametrize("name", DRAWS)
def test_recorded_bits_are_those_of_plain_python(name):
    _, scalar, dtype = DRAWS[name]
    key = ref.seed_key(42)
    if name == "permutation":
        values = ref.permutation(key, 0, COUNT)
    else:
        values = [scalar(key, 0, i) for i in range(COUNT)]
    assert digest(values, dtype) == RECORDED[name]


@pytest.mark.parametrize("name", [name for name in DRAWS if name != "permutation"])
def test_an_element_does_not_depend_on_the_shape(name, device):
    draw, _, _ = DRAWS[name]
    state = Generator(5, device=device).state
    flat = host(draw(Generator.from_state(state, device=device), 10))
    for shape in ((10,), (2, 5), (5, 1, 2), (1, 10)):
        again = draw(Generator.from_state(state, device=device), shape)
        assert again.shape == shape
        assert np.array_equal(host(again).ravel(), flat)
    for n in range(10):
        part = draw(Generator.from_state(state, device=device), n)
        assert part.shape == (n,)
        assert np.array_equal(host(part), flat[:n])


def test_draws_of_whole_blocks_join(device):
    one, many = Generator(1, device=device), Generator(1, device=device)
    parts = [host(many.uniform(n, dtype="float32")) for n in (4, 8, 100)]
    assert np.array_equal(host(one.uniform(112, dtype="float32")), np.concatenate(parts))
    assert one.state == many.state
    parts = [host(many.normal(n)) for n in (2, 6, 10)]
    assert np.array_equal(host(one.normal(18)), np.concatenate(parts))


def test_integers_do_not_depend_on_the_dtype(device):
    narrow = Generator(3, device=device).integers(-5, 1000, 99, dtype="int32")
    wide = Generator(3, device=device).integers(-5, 1000, 99)
    assert str(narrow.dtype) == "int32"
    assert str(wide.dtype) == "int64"
    assert np.array_equal(host(narrow), host(wide))


# --- shapes and dtypes -----------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(), (0,), (1,), (3, 3), (2, 0, 4), (1, 1), (7,), (1023,)])
def test_shapes_and_dtypes(rng, shape):
    assert rng.uniform(shape).shape == shape
    assert str(rng.uniform(shape).dtype) == "float64"
    assert str(rng.normal(shape, dtype="float32").dtype) == "float32"
    assert rng.normal(shape).shape == shape
    assert str(rng.bernoulli(shape).dtype) == "bool"
    assert rng.bernoulli(shape).shape == shape
    assert rng.integers(10, shape=shape).shape == shape
    assert rng.choice(5, shape).shape == shape


def test_a_length_is_a_shape_of_one_axis(rng):
    assert rng.uniform(5).shape == (5,)
    assert rng.normal().shape == ()
    assert rng.integers(3).shape == ()
    assert 0 <= int(rng.integers(3)) < 3


def test_tensors_are_on_the_generators_device(device):
    assert str(Generator(0, device=device).uniform(3).device) == str(
        Generator(0, device=device).device
    )
    assert Generator(0).uniform(3, device="cpu").device == "cpu"


def chi_square_excess(counts, expected):
    """Standard deviations by which chi-square is off its mean (dof large)."""
    counts, expected = np.asarray(counts, float), np.asarray(expected, float)
    dof = counts.size - 1
    return (((counts - expected) ** 2 / expected).sum() - dof) / math.sqrt(2 * dof)


# --- permutation and choice ------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, 1, 2, 7, 1000])
def test_permutation_of_a_length(rng, n):
    order = host(rng.permutation(n))
    assert order.dtype == np.int64
    assert sorted(order.tolist()) == list(range(n))


def test_permutations_are_equally_likely(rng):
    counts = {}
    for _ in range(1200):
        order = tuple(host(rng.permutation(4)).tolist())
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert abs(chi_square_excess(list(counts.values()), [50] * 24)) < 5


def test_permutation_of_a_tensor_moves_whole_slices(rng, device):
    data = np.arange(24).reshape(2, 4, 3)
    for axis in (0, 1, 2, -1):
        mixed = host(rng.permutation(asarray(data, device), axis=axis))
        assert mixed.shape == data.shape
        slices = np.moveaxis(mixed, axis, 0).reshape(data.shape[axis], -1).tolist()
        assert sorted(slices) == np.moveaxis(data, axis, 0).reshape(data.shape[axis], -1).tolist()
    order = host(Generator(8, device=device).permutation(6))
    mixed = host(Generator(8, device=device).permutation(asarray(range(6), device)))
    assert np.array_equal(order, mixed)


def test_choice_with_repeats(rng, device):
    assert set(host(rng.choice(3, 200)).tolist()) == {0, 1, 2}
    values = asarray([[1.5, 2.5], [3.5, 4.5], [5.5, 6.5]], device)
    picked = host(rng.choice(values, (5, 2)))
    assert picked.shape == (5, 2, 2)
    assert np.array_equal(picked[..., 1] - picked[..., 0], np.ones((5, 2)))
    assert rng.choice(values, (), axis=1).shape == (3,)
    assert rng.choice(values, (4, 1), axis=-1).shape == (3, 4, 1)
    assert rng.choice(0, 0).shape == (0,)


def test_choice_without_repeats(rng, device):
    for shape in ((), (1,), (4,), (2, 3), (7,), (0,)):
        picked = host(rng.choice(7, shape, replace=False))
        assert picked.shape == shape
        assert np.unique(picked).size == picked.size
    values = asarray([10, 20, 30, 40], device)
    assert sorted(host(rng.choice(values, 4, replace=False)).tolist()) == [10, 20, 30, 40]


@pytest.mark.parametrize("dtype", ["float32", "float64", None])
def test_choice_with_probabilities(rng, device, dtype):
    p = [0.5, 0.0, 0.25, 0.125, 0.125]
    given = p if dtype is None else asarray(p, device, dtype)
    n = 100_000
    counts = np.bincount(host(rng.choice(5, n, p=given)), minlength=5)
    assert counts[1] == 0
    kept = [0, 2, 3, 4]
    assert chi_square_excess(counts[kept], n * np.array(p)[kept]) < 5
    assert host(rng.choice(5, (2, 3), p=given)).shape == (2, 3)


def test_choice_without_repeats_with_probabilities(rng, device):
    p = [0.5, 0.25, 0.0, 0.25]
    for _ in range(50):
        assert sorted(host(rng.choice(4, 3, replace=False, p=p)).tolist()) == [0, 1, 3]
    firsts = np.array([int(rng.choice(4, (1,), replace=False, p=p)[0]) for _ in range(2000)])
    counts = np.bincount(firsts, minlength=4)
    assert counts[2] == 0
    for found, chance in zip(counts, p, strict=True):
        assert abs(found - 2000 * chance) <= 5 * math.sqrt(2000 * chance * (1 - chance))
    # Second picks are in proportion to p among what is left: after 0, 1 and 3 alike.
    picks = [tuple(host(rng.choice(4, 2, replace=False, p=p)).tolist()) for _ in range(2000)]
    after = [b for a, b in picks if a == 0]
    assert abs(after.count(1) - len(after) / 2) < 5 * math.sqrt(len(after) / 4)


def test_tiny_probabilities_are_never_confused_with_none(rng):
    p = np.zeros(50)
    p[7] = 1.0
    assert host(rng.choice(50, 20, p=p)).tolist() == [7] * 20
    assert host(rng.choice(50, 1, p=p, replace=False)).tolist() == [7]


# --- seeds, state, splitting -----------------------------------------------------------------


def test_seeds(device):
    draws = {
        seed: tuple(host(Generator(seed, device=device).integers(2**63, shape=2)).tolist())
        for seed in (0, 1, 2, 2**32, 2**64, 2**127, 2**128 - 1)
    }
    assert len(set(draws.values())) == len(draws)
    assert Generator().state != Generator().state
    assert Generator(np.int64(5)).state == Generator(5).state


def test_state_is_plain_json_and_goes_back(device):
    rng = Generator(9, device=device)
    rng.normal(7)
    kept = json.loads(json.dumps(rng.state))
    first = host(rng.uniform(100))
    again = Generator.from_state(kept, device=device)
    assert np.array_equal(host(again.uniform(100)), first)
    assert again.state == rng.state
    rng.state = kept
    assert np.array_equal(host(rng.uniform(100)), first)


@pytest.mark.parametrize(
    "duplicate",
    [
        Generator.copy,
        copy.copy,
        copy.deepcopy,
        *(lambda g, p=p: pickle.loads(pickle.dumps(g, p)) for p in range(2, 6)),
    ],
)
def test_copies_go_on_alike_and_apart(duplicate, device):
    rng = Generator(9, device=device)
    rng.uniform(3)
    other = duplicate(rng)
    assert other.device == rng.device
    assert other.state == rng.state
    assert np.array_equal(host(other.normal(9)), host(rng.normal(9)))
    rng.uniform(100)
    assert other.state != rng.state


def test_every_draw_moves_on_by_its_blocks(device):
    rng = Generator(2, device=device)

    def moved(draw):
        before = rng.state["offset"]
        draw()
        return rng.state["offset"] - before

    assert moved(lambda: rng.uniform(9, dtype="float32")) == 3
    assert moved(lambda: rng.uniform(9)) == 5
    assert moved(lambda: rng.normal((3, 3), dtype="float32")) == 3
    assert moved(lambda: rng.normal((3, 3))) == 5
    assert moved(lambda: rng.bernoulli(9)) == 3
    assert moved(lambda: rng.integers(6, shape=9)) == 3
    assert moved(lambda: rng.integers(2**40, shape=9)) == 5
    assert moved(lambda: rng.permutation(9)) == 5
    assert moved(lambda: rng.choice(9, 9)) == 3
    assert moved(lambda: rng.choice(9, 3, replace=False)) == 5
    assert moved(lambda: rng.uniform(0)) == 0
    assert moved(lambda: rng.split(4)) == 4


def test_split_generators_are_independent(device):
    rng = Generator(6, device=device)
    children = rng.split(8) + rng.split(4)
    assert len({g.state["key"] for g in [rng, *children]}) == 13
    draws = np.stack([host(g.normal(20_000)) for g in [rng, *children]])
    correlation = np.corrcoef(draws) - np.eye(13)
    assert np.abs(correlation).max() < 5 / math.sqrt(20_000)
    again = Generator(6, device=device)
    assert [g.state for g in again.split(8) + again.split(4)] != [g.state for g in children]
    assert [g.state for g in Generator(6).split(8)] == [
        g.state for g in Generator(6, device=device).split(8)
    ]
    assert rng.split(0) == []
    assert children[0].device == rng.device


def test_neighbouring_seeds_are_independent(device):
    draws = np.stack([host(Generator(s, device=device).uniform(20_000)) for s in range(8)])
    correlation = np.corrcoef(draws) - np.eye(8)
    assert np.abs(correlation).max() < 5 / math.sqrt(20_000)


def test_threads_share_a_generator_without_repeats(device):
    rng, seen, lock = Generator(4, device=device), [], threading.Lock()

    def work():
        for _ in range(50):
            values = host(rng.integers(2**63, shape=6)).tolist()
            with lock:
                seen.extend(values)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(seen)) == 1200
    assert rng.state["offset"] == 600
    one = Generator(4, device=device)
    expected = [v for _ in range(200) for v in host(one.integers(2**63, shape=6)).tolist()]
    assert set(seen) == set(expected)


def test_repr_names_the_place(device):
    rng = Generator(0, device=device)
    rng.uniform(2)
    text = repr(rng)
    assert text.startswith("Generator(key=0x")
    assert "offset=1" in text


def test_the_stream_ends_with_an_error(device):
    rng = Generator(0, device=device)
    state = rng.state
    rng.state = state | {"offset": 2**64 - 1}
    before = rng.state
    with pytest.raises(OverflowError, match="stream's end"):
        rng.uniform(100)
    assert rng.state == before
    assert rng.uniform(2).shape == (2,)


# --- errors ----------------------------------------------------------------------------------

ERRORS = [
    (lambda g: g.uniform(3, low=1.0, high=1.0), ValueError, "uniform: low must be below high"),
    (lambda g: g.uniform(3, low=2.0, high=1.0), ValueError, "uniform: low must be below high"),
    (
        lambda g: g.uniform(3, low=1.0, high=1 + 1e-12, dtype="float32"),
        ValueError,
        "below high in float32",
    ),
    (lambda g: g.uniform(3, low=-1e308, high=1e308), ValueError, "high - low must be finite"),
    (
        lambda g: g.uniform(3, high=1e39, dtype="float32"),
        ValueError,
        "high - low must be finite in float32",
    ),
    (lambda g: g.uniform(3, high=math.inf), ValueError, "uniform: high must be finite"),
    (lambda g: g.uniform(3, low=math.nan), ValueError, "uniform: low must be finite"),
    (lambda g: g.uniform(3, low="a"), TypeError, "uniform: low must be a real number"),
    (lambda g: g.uniform(3, low=1j), TypeError, "uniform: low must be a real number"),
    (lambda g: g.uniform(3, high=[1.0]), TypeError, "scale the result"),
    (lambda g: g.uniform(3, dtype="int64"), TypeError, "float32 or float64, got int64"),
    (lambda g: g.uniform(3, dtype="float16"), TypeError, "float32 or float64, got float16"),
    (lambda g: g.uniform(3, dtype="nope"), TypeError, "not a supported dtype"),
    (lambda g: g.uniform(-1), ValueError, "uniform: shape"),
    (lambda g: g.uniform((2, -1)), ValueError, "uniform: shape"),
    (lambda g: g.uniform(2.5), TypeError, "uniform: .*integer"),
    (lambda g: g.uniform(3, device="nowhere"), ValueError, "nowhere"),
    (lambda g: g.normal(3, std=-1.0), ValueError, "normal: std must not be negative"),
    (lambda g: g.normal(3, std=math.inf), ValueError, "normal: std must be finite"),
    (lambda g: g.normal(3, mean=1e300, dtype="float32"), ValueError, "finite in float32"),
    (lambda g: g.normal(3, mean=None), TypeError, "normal: mean must be a real number"),
    (lambda g: g.normal(3, dtype="complex64"), TypeError, "got complex64"),
    (lambda g: g.bernoulli(3, p=-0.1), ValueError, "bernoulli: p must be from 0 to 1"),
    (lambda g: g.bernoulli(3, p=1.5), ValueError, "bernoulli: p must be from 0 to 1"),
    (lambda g: g.bernoulli(3, p=math.nan), ValueError, "bernoulli: p must be finite"),
    (lambda g: g.integers(0), ValueError, r"integers: \[0, 0\) holds no integer"),
    (lambda g: g.integers(5, 5), ValueError, "holds no integer"),
    (lambda g: g.integers(5, 4, endpoint=True), ValueError, r"\[5, 4\] holds no integer"),
    (lambda g: g.integers(2.0), TypeError, "integers: high must be an integer"),
    (lambda g: g.integers(0, 2**31 + 1, dtype="int32"), OverflowError, "does not fit int32"),
    (lambda g: g.integers(-(2**63) - 1, 0), OverflowError, "does not fit int64"),
    (lambda g: g.integers(2**63 + 1), OverflowError, "does not fit int64"),
    (lambda g: g.integers(5, dtype="uint8"), TypeError, "int32 or int64, got uint8"),
    (lambda g: g.integers(5, dtype="float64"), TypeError, "int32 or int64, got float64"),
    (lambda g: g.permutation(-1), ValueError, "permutation: a length must not be negative"),
    (lambda g: g.permutation(2.5), TypeError, "permutation: x .*Tensor"),
    (lambda g: g.permutation([1, 2]), TypeError, "permutation: x .*Tensor"),
    (lambda g: g.permutation(4, axis=1), IndexError, "permutation: axis 1 is out of range"),
    (lambda g: g.permutation(g.uniform()), ValueError, "permutation: x is 0-d"),
    (lambda g: g.choice(0, 1), ValueError, "choice: cannot pick 1 out of nothing"),
    (lambda g: g.choice(3, 4, replace=False), ValueError, "pick 4 out of 3 without replacement"),
    (lambda g: g.choice(3, 1, p=[0.5, 0.5]), ValueError, r"p must have shape \(3,\)"),
    (lambda g: g.choice(2, 1, p=[0.5, 0.6]), ValueError, "sum 1; got .* sum of 1.1"),
    (lambda g: g.choice(2, 1, p=[-0.5, 1.5]), ValueError, "none negative"),
    (lambda g: g.choice(2, 1, p=[math.nan, 0.5]), ValueError, "must be probabilities"),
    (lambda g: g.choice(2, 2, replace=False, p=[0.0, 1.0]), ValueError, "only 1 probabilities"),
    (lambda g: g.choice(2, 1, p=g.integers(2, shape=2)), TypeError, r"choice \(p\)"),
    (lambda g: g.split(-1), ValueError, "split: n must not be negative"),
    (lambda g: g.split(1.5), TypeError, "split: n must be an integer"),
    (lambda g: Generator(-1), ValueError, "seed must be from 0"),
    (lambda g: Generator(2**128), ValueError, "seed must be from 0"),
    (lambda g: Generator(1.0), TypeError, "seed must be an integer"),
    (lambda g: Generator("abc"), TypeError, "seed must be an integer"),
    (lambda g: Generator(1, device="nowhere"), ValueError, "nowhere"),
    (lambda g: Generator.from_state([]), TypeError, "state must be a dict"),
    (lambda g: Generator.from_state({}), ValueError, "must have algorithm"),
    (lambda g: Generator.from_state(g.state | {"version": 99}), ValueError, "version"),
    (lambda g: Generator.from_state(g.state | {"key": "xyz"}), ValueError, "hex digits"),
    (lambda g: Generator.from_state(g.state | {"key": 5}), ValueError, "hex digits"),
    (lambda g: Generator.from_state(g.state | {"key": "f" * 25}), ValueError, "hex digits"),
    (lambda g: Generator.from_state(g.state | {"offset": -1}), ValueError, "offset must be"),
    (lambda g: Generator.from_state(g.state | {"offset": 1.5}), ValueError, "offset must be"),
]


@pytest.mark.parametrize(("act", "kind", "message"), ERRORS)
def test_errors_say_what_is_wrong(act, kind, message, rng):
    before = rng.state
    with pytest.raises(kind, match=message):
        act(rng)
    moved = rng.state["offset"] - before["offset"]
    assert moved <= 1  # by the arguments that drew, never by the call that failed
