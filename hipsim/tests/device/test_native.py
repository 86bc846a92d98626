# SPDX-License-Identifier: Apache-2.0
"""A native module built by the hipcc stand-in, calling hipcub."""

import ctypes
import itertools
import os
import subprocess
from pathlib import Path

import cupy
import numpy as np
import pytest

import hipsim

SOURCE = Path(__file__).with_name("native.hip")


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    target = tmp_path_factory.mktemp("native") / "libnative.so"
    subprocess.run(
        [
            "hipcc",
            "-O3",
            "-std=c++17",
            f"--offload-arch={hipsim.arch()}",
            "-shared",
            "-fPIC",
            str(SOURCE),
            "-o",
            str(target),
        ],
        check=True,
    )
    return ctypes.CDLL(os.fspath(target))


def convert(argument):
    if isinstance(argument, cupy.ndarray):
        return ctypes.c_void_p(argument.data.ptr)
    return ctypes.c_longlong(argument)


def call(function, *arguments, stream=0):
    """Both calls of the temporary-storage protocol; the status of the second."""
    size = ctypes.c_size_t(0)
    arguments = [*map(convert, arguments), ctypes.c_void_p(stream)]
    assert function(None, ctypes.byref(size), *arguments) == 0
    assert size.value > 0
    temporary = cupy.empty(size.value, np.uint8)
    return function(ctypes.c_void_p(temporary.data.ptr), ctypes.byref(size), *arguments)


@pytest.mark.parametrize("descending", [0, 1])
def test_radix_sort_is_stable(module, descending):
    keys = np.random.default_rng(1).integers(0, 50, 3000).astype(np.uint32)
    values = cupy.arange(3000)
    sorted_keys, moved = cupy.empty(3000, np.uint32), cupy.empty(3000, np.int64)
    d = cupy.asarray(keys)
    assert call(module.sort_pairs, d, sorted_keys, values, moved, 3000, descending) == 0
    order = np.argsort(-keys.astype(np.int64) if descending else keys, kind="stable")
    np.testing.assert_array_equal(moved.get(), order)
    np.testing.assert_array_equal(sorted_keys.get(), keys[order])


def test_radix_sort_of_floating_point_keys(module):
    keys = np.array([3.5, -0.0, -np.inf, 0.0, 1e-310, -2.0, np.inf, -1e300])
    out = cupy.empty(8)
    assert call(module.sort_doubles, cupy.asarray(keys), out, 8) == 0
    np.testing.assert_array_equal(out.get(), np.sort(keys))


def test_segmented_sort(module):
    keys = np.random.default_rng(2).integers(0, 9, 500).astype(np.uint32)
    bounds = [0, 100, 100, 333, 500]
    out, moved = cupy.empty(500, np.uint32), cupy.empty(500, np.int64)
    assert (
        call(
            module.sort_segments,
            cupy.asarray(keys),
            out,
            cupy.arange(500),
            moved,
            500,
            4,
            cupy.asarray(np.array(bounds, np.int32)),
        )
        == 0
    )
    expected = np.concatenate(
        [a + np.argsort(keys[a:b], kind="stable") for a, b in itertools.pairwise(bounds)]
    )
    np.testing.assert_array_equal(moved.get(), expected)
    np.testing.assert_array_equal(out.get(), keys[expected])


def test_select(module):
    x = np.random.default_rng(3).standard_normal(777).astype(np.float32)
    flags = cupy.asarray(x) > 0
    out, count = cupy.zeros(777, np.float32), cupy.zeros(1, np.int64)
    assert call(module.select_flagged, cupy.asarray(x), flags, out, count, 777) == 0
    n = int(count[0])
    np.testing.assert_array_equal(out[:n].get(), x[x > 0])
    where = cupy.zeros(777, np.int64)
    assert call(module.select_indices, flags, where, count, 777) == 0
    np.testing.assert_array_equal(where[:n].get(), np.nonzero(x > 0)[0])


@pytest.mark.parametrize("exclusive", [0, 1])
def test_scan_in_place(module, exclusive):
    x = np.arange(1, 1001)
    d = cupy.asarray(x)
    assert call(module.running_sum, d, d, 1000, exclusive) == 0
    np.testing.assert_array_equal(d.get(), np.cumsum(x) - (x if exclusive else 0))


def test_reduce(module):
    x = cupy.asarray(np.array([3, -5, 12, 7]))
    out = cupy.zeros(1, np.int64)
    assert call(module.largest, x, out, 4) == 0
    assert out[0] == 12


def test_launch_of_a_linked_kernel_template(module):
    x = cupy.arange(1000, dtype=np.float32)
    status = module.scale_f32(convert(x), ctypes.c_float(3), ctypes.c_int(1000), None)
    assert status == 0
    np.testing.assert_array_equal(x.get(), 3 * np.arange(1000, dtype=np.float32))


def test_linked_kernel_is_checked_like_any_other(module):
    p = cupy.cuda.runtime.malloc(40)
    module.scale_f32(ctypes.c_void_p(p), ctypes.c_float(1), ctypes.c_int(11), None)
    with pytest.raises(cupy.cuda.runtime.CUDARuntimeError, match="hipErrorIllegalAddress"):
        cupy.cuda.Device().synchronize()
    (report,) = hipsim.take_reports()
    assert "thread (10,0,0)" in report
    assert "0 bytes past the end of 40 bytes" in report
    cupy.cuda.runtime.free(p)


def test_output_that_is_too_short_is_reported(module):
    x = cupy.arange(100)
    p = cupy.cuda.runtime.malloc(99 * 8)
    short = cupy.ndarray(
        100, np.int64, cupy.cuda.MemoryPointer(cupy.cuda.UnownedMemory(p, 99 * 8, None), 0)
    )
    assert call(module.running_sum, x, short, 100, 0) == 0  # queued; found when it runs
    with pytest.raises(cupy.cuda.runtime.CUDARuntimeError, match="hipErrorIllegalAddress"):
        cupy.cuda.Device().synchronize()
    (report,) = hipsim.take_reports()
    assert "DeviceScan::InclusiveScan writes 800 bytes of output" in report
    assert "bad from byte 792" in report
    cupy.cuda.runtime.free(p)
