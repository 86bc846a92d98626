# SPDX-License-Identifier: Apache-2.0
"""The random stream on NumPy memory, against published vectors and plain Python."""

import math
import threading

import numpy as np
import philox_reference as ref
import pytest

from lfs_hip_array import _philox
from lfs_hip_array.cpu import philox as words
from lfs_hip_array.cpu import random as draws

KEYS = [0, ref.M32, _philox.key_of_seed(7), _philox.key_of_seed(2**128 - 1)]
OFFSETS = [0, 5, 2**32 - 3, 2**63 + 12345]

# Random123 (D. E. Shaw Research), tests/kat_vectors, "philox4x32 10": counter, key, result.
KNOWN_ANSWERS = [
    (
        "00000000 00000000 00000000 00000000 00000000 00000000",
        "6627e8d5 e169c58d bc57ac4c 9b00dbd8",
    ),
    (
        "ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff",
        "408f276d 41c83b0e a20bc7c6 6d5451fd",
    ),
    (
        "243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0",
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
]


def key_words(key):
    return ref.split_words(key, 3)


def joined(numbers):
    return sum(number << (32 * i) for i, number in enumerate(numbers))


def draw(kind, key, offset, shape, dtype, **params):
    return draws.draw(kind, key, offset, shape, np.dtype(dtype), **params)


@pytest.mark.parametrize(("given", "expected"), KNOWN_ANSWERS)
def test_published_known_answers(given, expected):
    given = [int(word, 16) for word in given.split()]
    expected = [int(word, 16) for word in expected.split()]
    counter, key = joined(given[:4]), joined(given[4:])
    assert words.philox4x32(counter, 1, key)[0].tolist() == expected
    assert list(_philox.block(counter, key)) == expected
    assert ref.philox(given[:4], given[4:]) == expected


@pytest.mark.parametrize("start", [0, 2**32 - 2, 2**64 - 2, 2**96 - 2, 2**128 - 2, 3**80])
def test_blocks_count_over_all_128_bits(start):
    key = 0x0123456789ABCDEF
    expected = [
        ref.philox(ref.split_words((start + i) % 2**128, 4), ref.split_words(key, 2))
        for i in range(5)
    ]
    found = words.philox4x32(start, 5, key)
    assert found.dtype == np.uint32
    assert found.tolist() == expected


def test_no_blocks():
    assert words.philox4x32(1, 0, 2).shape == (0, 4)


def test_keys_of_seeds_and_splits():
    for seed in (0, 1, 2**64, 2**128 - 1):
        key = _philox.key_of_seed(seed)
        assert key == joined(ref.seed_key(seed))
        for index in (0, 3, 2**40):
            child = joined(ref.child_key(key_words(key), index))
            assert _philox.key_of_split(key, index) == child


SCALAR = [
    ("uniform", "float32", {}, lambda k, o, i: ref.uniform32(k, o, i)),
    (
        "uniform",
        "float32",
        {"low": -0.3, "high": 1e3},
        lambda k, o, i: ref.uniform32(k, o, i, -0.3, 1e3),
    ),
    ("uniform", "float64", {}, lambda k, o, i: ref.uniform64(k, o, i)),
    (
        "uniform",
        "float64",
        {"low": -5.0, "high": -4.9},
        lambda k, o, i: ref.uniform64(k, o, i, -5.0, -4.9),
    ),
    ("normal", "float32", {}, lambda k, o, i: ref.normal(k, o, i, 32)),
    (
        "normal",
        "float32",
        {"mean": 0.1, "std": 3.3},
        lambda k, o, i: ref.normal(k, o, i, 32, 0.1, 3.3),
    ),
    ("normal", "float64", {}, lambda k, o, i: ref.normal(k, o, i, 64)),
    (
        "normal",
        "float64",
        {"mean": -7.5, "std": 0.01},
        lambda k, o, i: ref.normal(k, o, i, 64, -7.5, 0.01),
    ),
    ("exponential", "float64", {}, ref.exponential),
    ("bernoulli", "bool", {"p": 0.3}, lambda k, o, i: ref.bernoulli(k, o, i, 0.3)),
    ("bits64", "uint64", {}, lambda k, o, i: ref.pair(k, o + i // 2, i % 2)),
    *(
        (
            "integers",
            dtype,
            {"low": low, "high": high},
            lambda k, o, i, low=low, high=high: ref.integer(k, o, i, low, high),
        )
        for dtype, low, high in [
            ("int32", 0, 6),
            ("int32", -(2**31), 2**31),
            ("int64", -(2**31), 2**31),
            ("int64", 5, 5 + 3 * 2**30),
            ("int64", -1, 2**32),
            ("int64", -(2**62), 2**62 + 2**61),
            ("int64", -(2**63), 2**63),
            ("int64", -(2**63) + 1, 2**63),
            ("int64", 0, 2**63),
        ]
    ),
]


@pytest.mark.parametrize(("kind", "dtype", "params", "scalar"), SCALAR)
def test_every_element_is_the_documented_function(kind, dtype, params, scalar):
    for key, offset in zip(KEYS, OFFSETS, strict=True):
        n = 203
        found = draw(kind, key, offset, (n,), dtype, **params)
        assert found.dtype == dtype
        expected = [scalar(key_words(key), offset, i) for i in range(n)]
        assert found.tolist() == expected  # to the bit: no value here is NaN or zero of two signs


@pytest.mark.parametrize("n", [0, 1, 2, 3, 300])
def test_permutation_is_the_stable_order_of_the_bits(n):
    for key, offset in zip(KEYS, OFFSETS, strict=True):
        found = draw("permutation", key, offset, (n,), "int64")
        assert found.tolist() == ref.permutation(key_words(key), offset, n)


def test_permutation_keeps_the_order_of_equal_keys(monkeypatch):
    def few(key, offset, out):
        out[:] = np.arange(out.size, dtype=np.uint64) % 3

    monkeypatch.setattr(draws, "bits64", few)
    found = draw("permutation", 1, 0, (3000,), "int64")
    assert np.array_equal(found, np.argsort(np.arange(3000) % 3, kind="stable"))


def test_bernoulli_settles_equal_words_by_the_next_32_bits():
    key = _philox.key_of_seed(3)
    first = ref.word(key_words(key), 0, 2)
    second = ref.word(key_words(key), 0, 2, 1)
    # A p of 53 bits cannot name every 64-bit threshold: take those next to the pair of words.
    around = (first << 32 | second) / 2.0**64
    below, above = math.nextafter(around, 0), math.nextafter(around, 1)
    for p in (below, above):
        found = draw("bernoulli", key, 0, (4,), "bool", p=p).tolist()
        assert found == [ref.bernoulli(key_words(key), 0, i, p) for i in range(4)]
    assert not draw("bernoulli", key, 0, (3,), "bool", p=below)[2]
    assert draw("bernoulli", key, 0, (3,), "bool", p=above)[2]


@pytest.mark.parametrize(("kind", "dtype", "params", "scalar"), SCALAR)
def test_a_draw_does_not_depend_on_how_it_is_cut(kind, dtype, params, scalar, monkeypatch):
    monkeypatch.setattr(draws, "_THREADED", 64)
    key, offset = KEYS[2], 2**32 - 37
    size = 5001
    whole = draw(kind, key, offset, (size,), dtype, **params)
    each = _philox.per_block(kind, np.dtype(dtype), **params)
    for chunk, threads in ((3, "1"), (16, "2"), (1 << 15, "3")):
        monkeypatch.setattr(draws, "CHUNK", chunk)
        monkeypatch.setenv("LFS_HIP_THREADS", threads)
        assert np.array_equal(draw(kind, key, offset, (size,), dtype, **params), whole)
    assert np.array_equal(draw(kind, key, offset, (3, 1667), dtype, **params).ravel(), whole)
    # A draw goes on where a shorter one of whole blocks ended; its start is the shorter one.
    head = 100 * each
    rest = draw(kind, key, offset + 100, (size - head,), dtype, **params)
    assert np.array_equal(rest, whole[head:])
    for short in range(2 * each + 1):
        assert np.array_equal(draw(kind, key, offset, (short,), dtype, **params), whole[:short])


def test_draws_from_threads_do_not_disturb_each_other():
    results = {}

    def work(i):
        results[i] = draw("normal", KEYS[2], 1000 * i, (3999,), "float32")

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for i in range(4):
        assert np.array_equal(results[i], draw("normal", KEYS[2], 1000 * i, (3999,), "float32"))


def test_blocks_of_a_draw():
    float32, float64 = np.dtype("float32"), np.dtype("float64")
    count = _philox.blocks
    assert [count("uniform", n, float32) for n in (0, 1, 4, 5)] == [0, 1, 1, 2]
    assert [count("normal", n, float64) for n in (0, 1, 2, 3)] == [0, 1, 1, 2]
    assert count("bernoulli", 9, np.dtype(bool), p=0.5) == 3
    assert count("integers", 9, np.dtype("int64"), low=0, high=2**32) == 3
    assert count("integers", 9, np.dtype("int64"), low=0, high=2**32 + 1) == 5
    assert count("integers", 9, np.dtype("int32"), low=0, high=2) == 3


# --- how good the normal transform is ------------------------------------------------------


def exact_normals(radius_words, angle_words, bits):
    """Box-Muller of whole words in long double, with NumPy's own functions."""
    real = np.longdouble
    one = radius_words.dtype.type(1)
    upper = radius_words >> np.asarray(bits - 1, radius_words.dtype) == 1
    u = (radius_words.astype(real) + real(0.5)) * real(2) ** -bits
    rest = ((~radius_words).astype(real) + real(0.5)) * real(2) ** -bits
    radius = np.sqrt(-2 * np.where(upper, np.log1p(-np.minimum(rest, real(0.5))), np.log(u)))
    shift = [np.asarray(bits - i, radius_words.dtype) for i in (1, 2, 3)]
    signs = [1 - 2 * (angle_words >> s & one).astype(real) for s in shift[:2]]
    y = (angle_words & ((one << shift[2]) - one)).astype(real) + real(0.5)
    y *= real(2) ** (1 - bits) * 4 * np.arctan(real(1))
    swap = (angle_words >> shift[2] & one) == 1
    first = np.where(swap, np.sin(y), np.cos(y)) * signs[0]
    second = np.where(swap, np.cos(y), np.sin(y)) * signs[1]
    return radius * first, radius * second


@pytest.mark.skipif(
    np.finfo(np.longdouble).nmant < 63, reason="needs a long double wider than double"
)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_normals_are_box_muller_to_a_few_ulp(dtype):
    n = 1 << 17
    key = _philox.key_of_seed(11)
    found = draw("normal", key, 0, (n,), dtype)
    raw = words.philox4x32(
        _philox.counter_of(key, 0), 4 * n // (4 if dtype == "float32" else 2) // 4, key & ref.M64
    )
    if dtype == "float32":
        radius, angle, bits = raw[:, 0::2].ravel(), raw[:, 1::2].ravel(), 32
    else:
        wide = raw.astype(np.uint64)
        joined_ = wide[:, 0::2] << np.uint64(32) | wide[:, 1::2]
        radius, angle, bits = joined_[:, 0].copy(), joined_[:, 1].copy(), 64
    for lane, exact in enumerate(exact_normals(radius, angle, bits)):
        values = found[lane::2]
        ulps = np.abs(values.astype(np.longdouble) - exact) / np.spacing(np.abs(values))
        assert float(ulps.max()) < 6
        assert float(ulps.mean()) < 0.7


@pytest.mark.parametrize(("size", "bits"), [(4, 32), (8, 64)])
def test_the_radius_at_its_ends(size, bits):
    form = draws._FORMATS[size]
    ends = np.array([0, 1, 2 ** (bits - 1) - 1, 2 ** (bits - 1), 2**bits - 1], form.uint)
    found = draws._minus_two_log(ends[None].copy(), form, words.Scratch())[0]
    expected = [
        2 * (bits + 1) * math.log(2),
        2 * (bits * math.log(2) - math.log(1.5)),
        2 * math.log(2),
        2 * math.log(2),
        2.0**-bits,
    ]
    np.testing.assert_allclose(found, expected, rtol=4 * np.finfo(form.float).eps)
    assert found.tolist() == [ref.minus_two_log(int(w), bits) for w in ends]


@pytest.mark.parametrize(("size", "bits"), [(4, 32), (8, 64)])
def test_points_of_the_circle_never_touch_an_axis(size, bits):
    form = draws._FORMATS[size]
    low, top = (1 << (bits - 3)) - 1, range(8)
    corners = np.array([t << (bits - 3) | a for t in top for a in (0, low)], form.uint)
    first, second = draws._circle(corners[None].copy(), form, words.Scratch())
    assert list(zip(first[0].tolist(), second[0].tolist(), strict=True)) == [
        ref.circle(int(w), bits) for w in corners
    ]
    assert np.all(first != 0)
    assert np.all(second != 0)
    np.testing.assert_allclose(first**2 + second**2, 1, rtol=4 * np.finfo(form.float).eps)
    assert (
        len({(a > 0, b > 0, abs(a) > abs(b)) for a, b in zip(first[0], second[0], strict=True)})
        == 8
    )
