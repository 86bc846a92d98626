# SPDX-License-Identifier: Apache-2.0
"""Pending expressions are invisible: results, dtypes, errors and writes as one by one."""

import os
import subprocess
import sys
import threading
import time
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lfs_hip_array import _expression

RNG = np.random.default_rng(20251201)
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def lazy(xp, monkeypatch):
    """The namespace with every pointwise result left pending, whatever its size."""
    device = xp.__array_namespace_info__().default_device()
    monkeypatch.setattr(device, "eager_size", -1)
    before = xp.set_fusion(True)
    yield xp
    xp.set_fusion(before)


def pending(x):
    return x._array is None and x._node.array is None


def bits(x):
    host = np.ascontiguousarray(x.to_numpy())
    return host.dtype, host.shape, host.tobytes()


def chains(xp, a, b, c):
    """Chains of many kinds on three tensors of one shape, as functions."""
    return {
        "arithmetic": lambda: xp.tanh(a * b + c) * 0.5 + xp.exp(-(a * a)),
        "shared": lambda: (a + b) * (a + b) - (a + b),
        "compare": lambda: xp.where((a > b) & (c < 0.5), a, b + c),
        "convert": lambda: xp.astype(a * 100, xp.int32) // 7 + xp.astype(b * 9, xp.int8),
        "mixed": lambda: xp.astype(a, xp.float32) * 2 + xp.astype(b, xp.float64) ** 2,
        "complex": lambda: xp.abs(xp.astype(a, xp.complex128) * 1j + b),
        "special": lambda: xp.clip(xp.erf(a) - xp.sigmoid(b), -0.25, xp.asarray(0.25)),
        "integers": lambda: (xp.astype(a * 1e4, xp.int64) << 3) ^ xp.astype(b * 1e3, xp.int64),
        "unary": lambda: xp.sqrt(xp.abs(xp.sin(a) - xp.floor(b * 3))) / (1 + xp.square(c)),
    }


NAMES = sorted(chains(np, *np.zeros((3, 1))))


def operands(xp, layout):
    """Three tensors of several blocks in a layout."""
    size = (270, 1000)
    a, b, c = (xp.asarray(RNG.standard_normal(size), copy=True) for _ in range(3))
    if layout == "transposed":
        a, b, c = a.T, b.T, c.T
    elif layout == "mixed orders":
        a, b = xp.asarray(a.T, copy=True).T, b[:, ::-1]
    elif layout == "broadcast":
        b, c = b[:, :1], c[:1, :]
    elif layout == "steps":
        a, b, c = a[::2, ::3], b[1::2, ::3], c[::-2, ::-3]
    return a, b, c


@pytest.mark.parametrize("layout", ["plain", "transposed", "mixed orders", "broadcast", "steps"])
@pytest.mark.parametrize("name", NAMES)
def test_same_bits_with_and_without_fusion(lazy, name, layout):
    """Block by block or one by one, the bits are the same."""
    xp = lazy
    chain = chains(xp, *operands(xp, layout))[name]
    fused = chain()
    assert pending(fused)
    xp.set_fusion(False)
    single = chain()
    assert not pending(single)
    assert bits(fused) == bits(single)


@pytest.mark.parametrize("layout", ["plain", "transposed", "broadcast", "steps"])
@pytest.mark.parametrize("axis", [None, 0, 1])
@pytest.mark.parametrize("kind", ["sum", "mean", "max", "prod", "any", "var", "count_nonzero"])
def test_reductions_same_bits_with_and_without_fusion(lazy, kind, axis, layout):
    """A reduction that takes the chain before it gives the bits of reducing its result."""
    xp = lazy
    a, b, _ = operands(xp, layout)
    reduce = getattr(xp, kind)
    fused = reduce((a - b) ** 2, axis=axis)
    xp.set_fusion(False)
    assert bits(fused) == bits(reduce((a - b) ** 2, axis=axis))


def test_values_against_numpy(lazy):
    """A chain has NumPy's values (the same operations on the same numbers)."""
    xp = lazy
    a, b, c = RNG.standard_normal((3, 300, 300))
    x, y, z = (xp.asarray(v, copy=True) for v in (a, b, c))
    result = (x * y - z) / (x * x + 1) + xp.where(y > 0, z, -z)
    expected = (a * b - c) / (a * a + 1) + np.where(b > 0, c, -c)
    assert np.array_equal(result.to_numpy(), expected)


# --- writes ---------------------------------------------------------------------------
WRITES = {
    "setitem": lambda xp, x: x.__setitem__((slice(None), 0), 7.0),
    "mask": lambda xp, x: x.__setitem__(x > 0, 7.0),
    "integers": lambda xp, x: x.__setitem__(xp.asarray([0, 1]), 7.0),
    "through a view": lambda xp, x: x[1:].__setitem__(Ellipsis, 7.0),
    "through the transpose": lambda xp, x: x.T.__setitem__(0, 7.0),
    "in place": lambda xp, x: x.__iadd__(5.0),
    "in place on a view": lambda xp, x: x[:2].__imul__(0.0),
    "fill": lambda xp, x: x.fill(3.0),
    "index_add": lambda xp, x: xp.index_add(x, 0, xp.asarray([0, 0]), 1.0),
    "masked_fill": lambda xp, x: xp.masked_fill(x, x > 0, 2.0),
    "masked_scatter": lambda xp, x: xp.masked_scatter(x, x > 0, xp.zeros(x.size)),
    "scatter": lambda xp, x: xp.scatter(x, 0, xp.zeros((1, 4), dtype=xp.int64), 9.0),
    "copy_layouts": lambda xp, x: xp.copy_layouts([(x, xp.zeros((4, 4)))]),
    "NumPy's view": lambda xp, x: np.asarray(x).__setitem__(Ellipsis, 7.0),
    "DLPack": lambda xp, x: np.from_dlpack(x).__setitem__(Ellipsis, 7.0),
}


@pytest.mark.parametrize("write", sorted(WRITES))
@pytest.mark.parametrize("reader", ["itself", "view", "part of a chain"])
def test_a_write_never_changes_an_earlier_result(lazy, write, reader, device):
    """What was computed from a tensor keeps the value that the tensor had."""
    if device != "cpu" and write in ("NumPy's view", "DLPack"):
        pytest.skip("a GPU's memory is not NumPy's")
    xp = lazy
    x = xp.asarray(np.arange(16.0).reshape(4, 4) - 6, copy=True)
    before = np.arange(16.0).reshape(4, 4) - 6
    source = {"itself": x, "view": x[::-1, 1:], "part of a chain": x}[reader]
    expected = before[::-1, 1:] if reader == "view" else before
    result = source * 2 + 1
    expected = expected * 2 + 1
    if reader == "part of a chain":
        result = xp.abs(result) - 3
        expected = np.abs(expected) - 3
    WRITES[write](xp, x)
    assert np.array_equal(result.to_numpy(), expected)


def test_memory_of_others_is_read_at_once(lazy, device):
    """A NumPy array that shares its memory may change at any time."""
    if device != "cpu":
        pytest.skip("a GPU copies NumPy's memory")
    xp = lazy
    host = np.arange(5.0)
    x = xp.asarray(host)
    result = x + 1
    view = x[1:] * 2
    host[:] = 100
    assert np.array_equal(result.to_numpy(), [1, 2, 3, 4, 5])
    assert np.array_equal(view.to_numpy(), [2, 4, 6, 8])


def test_a_view_of_a_pending_tensor_shares_its_memory(lazy):
    """A view settles the value, so that both show one memory."""
    xp = lazy
    x = xp.zeros(6) + 1
    view = x[::2]
    view[...] = 5
    assert x.tolist() == [5, 1, 5, 1, 5, 1]


def test_in_place_on_a_pending_tensor(lazy):
    """Others that used the value keep it."""
    xp = lazy
    x = xp.ones(5) * 2
    kept = x + 1
    other = x
    x += 10
    assert x is other
    assert x.tolist() == [12.0] * 5
    assert kept.tolist() == [3.0] * 5


def test_in_place_with_an_overlap_reads_first(lazy):
    """``x[1:] += x[:-1]`` adds the values of before."""
    xp = lazy
    x = xp.arange(1000.0)
    x[1:] += x[:-1]
    expected = np.arange(1000.0)
    expected[1:] += np.arange(999.0)
    assert np.array_equal(x.to_numpy(), expected)
    y = xp.arange(1000.0)
    view = y[1:]
    view += y[:-1] * 2
    expected = np.arange(1000.0)
    expected[1:] += np.arange(999.0) * 2
    assert np.array_equal(y.to_numpy(), expected)


@pytest.mark.parametrize("size", [5, 100_000])
def test_in_place_rounds_to_the_dtype_of_the_left(xp, size):
    """``float32 += float64`` keeps float32 and the memory; more than that is refused."""
    x = xp.zeros(size, dtype=xp.float32)
    view = x[1:]
    x += xp.full((size,), 0.1, dtype=xp.float64)
    assert x.dtype == xp.float32
    assert np.array_equal(view.to_numpy(), np.full(size - 1, np.float32(0.1)))
    with pytest.raises(TypeError, match="in-place add: the result dtype complex128 does not fit"):
        x += xp.ones(size, dtype=xp.complex128)
    with pytest.raises(TypeError, match="in-place divide: the result dtype float64 does not fit"):
        xp.asarray([1, 2]).__itruediv__(2)


@pytest.mark.parametrize("size", [5, 1000, 100_000])
def test_in_place_on_parts(xp, size):
    """``x[key] op= y`` writes the part and nothing else, whatever overlaps and whoever looks."""
    expected = np.arange(float(size))
    x = xp.asarray(expected, copy=True)
    whole, before = x[:], x + 0
    for target in (x, expected):
        target[1:] += target[:-1]
        target[::2] *= 2
        target[-1:] -= 1.5
        target[1:3] = target[1:3]
        target[2:] = target[:-2]
    assert np.array_equal(x.to_numpy(), expected)
    assert np.array_equal(whole.to_numpy(), expected)
    assert np.array_equal(before.to_numpy(), np.arange(float(size)))


# --- building ---------------------------------------------------------------------------
def test_dtype_and_shape_are_known_before_the_value(lazy):
    """Nothing is computed to tell what a result will be."""
    xp = lazy
    x = xp.astype(xp.ones((3, 1), dtype=xp.int8), xp.float32) + xp.ones((1, 4), dtype=xp.float64)
    assert (x.shape, x.dtype, x.ndim, x.size, x.nbytes) == ((3, 4), xp.float64, 2, 12, 96)
    assert pending(x)


def test_errors_are_raised_when_built(lazy):
    """A bad call fails where it stands, with the operation's name."""
    xp = lazy
    x = xp.ones(3) + 1
    with pytest.raises(ValueError, match=r"add: shapes \(3,\) and \(4,\)"):
        x + xp.ones(4)
    with pytest.raises(TypeError, match="bitwise_and"):
        x & x
    with pytest.raises(OverflowError, match="add"):
        xp.ones(3, dtype=xp.int8) + 300
    assert pending(x)


@pytest.mark.parametrize("length", [10, 47, 48, 49, 97, 1000])
def test_long_chains(lazy, length):
    """Longer chains than one evaluation takes."""
    xp = lazy
    x = xp.asarray(np.arange(10.0), copy=True)
    y = x
    for _ in range(length):
        y = y + x
    assert np.array_equal(y.to_numpy(), np.arange(10.0) * (length + 1))


def test_doubling_does_not_explode(lazy):
    """A value used twice by each next one is computed once, 200 levels deep."""
    xp = lazy
    x = xp.ones(4)
    for _ in range(200):
        x = (x + x) * 0.5
    assert x.tolist() == [1.0] * 4


def test_many_inputs(lazy):
    """More inputs than one evaluation reads."""
    xp = lazy
    parts = [xp.asarray(np.full(7, float(i)), copy=True) for i in range(60)]
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    assert total.tolist() == [float(sum(range(60)))] * 7


def test_a_value_reduced_twice_is_stored(lazy):
    """The first reduction takes the chain; a second one stores the value."""
    xp = lazy
    x = xp.asarray(RNG.standard_normal(200_000), copy=True)
    y = x * 2 + 1
    xp.sum(y)
    assert pending(y)
    xp.max(y)
    assert y._node is None or y._node.array is not None


def test_evaluate_and_settings(lazy):
    """`evaluate` settles; `set_fusion` tells the earlier setting."""
    xp = lazy
    x, y = xp.ones(3) + 1, xp.ones(3) * 2
    assert pending(x)
    assert pending(y)
    xp.evaluate(x, y)
    assert not pending(x)
    assert not pending(y)
    assert xp.set_fusion(False) is True
    assert not pending(xp.ones(3) + 1)
    assert xp.fusion_enabled() is False
    assert xp.set_fusion(True) is False


def test_small_operands_are_computed_at_once(xp, device):
    """On cpu a pending value costs more than NumPy's call on a few elements."""
    if device != "cpu":
        pytest.skip("the size below which a value is computed at once is cpu's")
    if xp.__array_namespace_info__().default_device().eager_size < 3:
        pytest.skip("LFS_HIP_EAGER_SIZE asks for pending values")
    assert not pending(xp.ones(3) + 1)


def test_peak_memory_of_a_chain(lazy, device):
    """A chain takes its output and a few blocks, not an array for each step."""
    if device != "cpu":
        pytest.skip("tracemalloc sees NumPy's memory")
    xp = lazy
    a, b, c = (xp.ones(2**23, dtype=xp.float32) for _ in range(3))
    tracemalloc.start()
    result = xp.tanh(a * b + c) * 0.5 + xp.exp(-(a * a))
    xp.evaluate(result)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < result.nbytes + 16 * 2**20


def test_no_memory_is_kept_by_dropped_results(lazy):
    """Pending results that nobody reads go, with what they hold."""
    import gc
    import weakref

    xp = lazy
    x = xp.ones(10)
    for _ in range(1000):
        x + 1
    assert len(x._storage.readers) < 100
    y = x * 3
    node = weakref.ref(y._node)
    del y
    gc.collect()
    assert node() is None


def test_threads_share_pending_values(lazy):
    """Many threads read, extend and settle the same pending values."""
    xp = lazy
    x = xp.asarray(RNG.standard_normal(150_000), copy=True)
    for _ in range(5):
        y = x * 2 + 1
        expected = (np.asarray(y.to_numpy()) + np.arange(8)[:, None]).sum(axis=1)
        y = x * 2 + 1
        found = [0.0] * 8
        errors = []

        def work(i, y=y, found=found, errors=errors):
            try:
                found[i] = float(xp.sum(y + i))
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert errors == []
        assert np.allclose(found, expected, rtol=1e-12, atol=1e-6)


@pytest.mark.parametrize("read", ["views", "itself", "pending"])
def test_a_write_sees_the_readers_of_every_thread(lazy, monkeypatch, read):
    """Threads that use a tensor for the first time at once note their readers in one place."""
    xp = lazy
    begin = _expression.Storage.__init__

    def slowly(self, **options):
        time.sleep(0.01)
        begin(self, **options)

    monkeypatch.setattr(_expression.Storage, "__init__", slowly)
    before = np.arange(1000.0)
    x = xp.asarray(before, copy=True)
    if read == "pending":
        x = x * 1.0
    found = [None] * 4
    start = threading.Barrier(len(found))

    def work(i):
        start.wait()
        if read == "pending" and i == 0:
            xp.evaluate(x)
        found[i] = (x[:] if read == "views" else x) + i

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(found))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    x[...] = 0.0
    for i, y in enumerate(found):
        assert np.array_equal(y.to_numpy(), before + i)


FORK = """
import os, threading, time
import lfs_hip_array as xp
from lfs_hip_array import _expression
from lfs_hip_array.cpu import memory
held = threading.Event()
def hold():
    with _expression._lock, _expression._notes, memory._lock:
        held.set()
        time.sleep(60)
threading.Thread(target=hold, daemon=True).start()
held.wait()
child = os.fork()
if not child:
    x = xp.ones(2**18, device="cpu")
    y = x + 1
    x[...] = 0.0
    os._exit(0 if float(xp.sum(y)) == 2.0**19 else 1)
deadline = time.monotonic() + 20
while time.monotonic() < deadline:
    done, status = os.waitpid(child, os.WNOHANG)
    if done:
        os._exit(os.waitstatus_to_exitcode(status))
    time.sleep(0.05)
os.kill(child, 9)
os._exit(2)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_computes_while_its_parent_does():
    """Locks that another thread held at the fork are not held in the child."""
    command = [sys.executable, "-W", "ignore", "-c", FORK]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stderr or "the child hangs"


# --- random programs ----------------------------------------------------------------------
STEPS = st.one_of(
    st.tuples(st.just("binary"), st.integers(0, 5), st.integers(0, 5), st.sampled_from("+-*")),
    st.tuples(st.just("scalar"), st.integers(0, 5), st.integers(-3, 3), st.sampled_from("+-*")),
    st.tuples(st.just("view"), st.integers(0, 5), st.integers(0, 3), st.just("")),
    st.tuples(st.just("write"), st.integers(0, 5), st.integers(0, 5), st.just("")),
    st.tuples(st.just("write scalar"), st.integers(0, 5), st.integers(-3, 3), st.just("")),
    st.tuples(st.just("in place"), st.integers(0, 5), st.integers(0, 5), st.sampled_from("+-*")),
    st.tuples(st.just("read"), st.integers(0, 5), st.just(0), st.just("")),
    st.tuples(st.just("sum"), st.integers(0, 5), st.just(0), st.just("")),
)
VIEWS = (np.s_[::-1], np.s_[:, ::-1], np.s_[1:-1, 1:-1], np.s_[::2])


def run_program(make, steps, values):
    """Run a program of writes, views and arithmetic on anything array-like."""
    names = [make(v) for v in values]
    names += [n + n for n in names]
    seen = []
    for kind, i, j, op in steps:
        x = names[i]
        if kind in ("binary", "in place"):
            y = names[j]
            if y.shape != x.shape:
                continue
            if kind == "in place" and op == "+":
                x += y
            elif kind == "in place" and op == "-":
                x -= y
            elif kind == "in place":
                x *= y
            else:
                names[(i + j) % 6] = {"+": x + y, "-": x - y, "*": x * y}[op]
        elif kind == "scalar":
            names[(i + 1) % 6] = {"+": x + j, "-": j - x, "*": x * j}[op]
        elif kind == "view":
            names[(i + 2) % 6] = x[VIEWS[j]]
        elif kind == "write":
            if names[j].shape == x.shape:
                x[...] = names[j]
        elif kind == "write scalar":
            x[1:] = j
        elif kind == "read":
            seen.append(np.array(x.tolist()))
        else:
            seen.append(np.array(int(x.sum())))
    return seen + [np.array(n.tolist()) for n in names]


@settings(max_examples=300)
@given(steps=st.lists(STEPS, max_size=25), data=st.data())
def test_random_programs_match_numpy(xp, steps, data):
    """Any program of arithmetic, views and writes gives what NumPy gives."""
    values = [
        np.array(data.draw(st.lists(st.integers(-5, 5), min_size=16, max_size=16))).reshape(4, 4)
        for _ in range(3)
    ]
    device = xp.__array_namespace_info__().default_device()
    before, fusion = device.eager_size, xp.set_fusion(True)
    device.eager_size = -1
    try:
        found = run_program(lambda v: xp.asarray(v, copy=True), steps, values)
    finally:
        device.eager_size = before
        xp.set_fusion(fusion)
    expected = run_program(lambda v: v.copy(), steps, values)
    assert len(found) == len(expected)
    for f, e in zip(found, expected, strict=True):
        assert f.shape == e.shape
        assert np.array_equal(f, e)
