# SPDX-License-Identifier: Apache-2.0
"""Large results on cpu use idle memory again, and never memory that is in use."""

import gc

import numpy as np
import pytest

from lfs_hip_array.cpu import memory

SHAPE = (600, 700)


@pytest.fixture(autouse=True)
def _clean():
    gc.collect()
    memory.trim()
    yield
    memory.trim()


def address(array):
    return array.__array_interface__["data"][0]


def test_an_idle_buffer_is_used_again():
    """The same size comes back at the same place once it is dropped."""
    first = memory.empty(SHAPE, np.dtype(np.float64))
    place = address(first)
    second = memory.empty(SHAPE, np.dtype(np.float64))
    assert address(second) != place
    del first
    third = memory.empty(SHAPE, np.dtype(np.int64))
    assert address(third) == place


@pytest.mark.parametrize(
    "hold",
    [
        lambda a: a,
        lambda a: a[1:, ::-2],
        lambda a: a.T,
        lambda a: a.view(np.int64)[:3],
        lambda a: memoryview(a),
        lambda a: a.__dlpack__(),
        lambda a: np.from_dlpack(a),
        lambda a: np.broadcast_to(a[:1], (5, 700)),
        lambda a: np.lib.stride_tricks.as_strided(a, (3,), (8,)),
        lambda a: iter(a),
    ],
    ids=[
        "itself",
        "slice",
        "transpose",
        "dtype",
        "buffer",
        "dlpack",
        "imported",
        "broadcast",
        "strided",
        "iterator",
    ],
)
def test_memory_in_use_is_not_handed_out(hold):
    """Whatever refers to the memory keeps it."""
    array = memory.empty(SHAPE, np.dtype(np.float64))
    place = address(array)
    held = hold(array)
    del array
    assert address(memory.empty(SHAPE, np.dtype(np.float64))) != place
    del held
    gc.collect()
    assert address(memory.empty(SHAPE, np.dtype(np.float64))) == place


def test_tensors_and_views_keep_their_values(xp):
    """Results that live on are not overwritten by later ones."""
    x = xp.asarray(np.arange(420_000.0).reshape(SHAPE), copy=True)
    kept = [x + i for i in range(4)]
    views = [y[::2, 1] for y in kept]
    del kept
    for i in range(20):
        xp.evaluate(x * i)
    for i, view in enumerate(views):
        assert np.array_equal(view.to_numpy(), np.arange(420_000.0).reshape(SHAPE)[::2, 1] + i)


def test_the_pool_is_bounded_and_trims():
    """The pool forgets the oldest buffers beyond its limit."""
    held = [memory.empty((1 << 22,), np.dtype(np.float64)) for _ in range(12)]
    assert sum(b.nbytes for b in memory._buffers) <= memory.LIMIT
    del held
    idle = memory.trim()
    assert 0 < idle <= memory.LIMIT
    assert memory._buffers == []


def test_small_and_huge_arrays_are_not_kept():
    """They are NumPy's alone."""
    small = memory.empty((10,), np.dtype(np.float32))
    assert small.shape == (10,)
    assert memory._buffers == []
    huge = memory.empty((memory.LIMIT,), np.dtype(np.uint8))
    assert huge.nbytes == memory.LIMIT
    assert memory._buffers == []


def test_idle_buffers_are_let_go_when_memory_runs_out(monkeypatch):
    """An allocation that fails is tried again without them; then the error tells the bytes."""
    memory.empty(SHAPE, np.dtype(np.float64))
    assert memory._buffers
    tried = []

    def refuse(shape, dtype):
        tried.append(len(memory._buffers))
        raise MemoryError

    monkeypatch.setattr(memory.np, "empty", refuse)
    with pytest.raises(MemoryError, match=r"shape \(1000000,\) and dtype float64: 8000000 bytes"):
        memory.empty((1_000_000,), np.dtype(np.float64))
    assert tried == [1, 0]
