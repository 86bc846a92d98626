# SPDX-License-Identifier: Apache-2.0
"""Streams, events, memory queries, callbacks."""

import time

import cupy
import numpy as np
import pytest

import hipsim

SLOW = cupy.RawKernel(
    r"""
extern "C" __global__ void slow(int* x, int add) {
  long long begin = wall_clock64();
  while (wall_clock64() - begin < 30000000) { }   // 30 ms
  *x += add;
}""",
    "slow",
)


def test_launch_returns_before_the_kernel_ends():
    x = cupy.zeros(1, np.int32)
    SLOW((1,), (1,), (x, 1))  # compiled and warm
    cupy.cuda.Device().synchronize()
    begin = time.perf_counter()
    for _ in range(4):
        SLOW((1,), (1,), (x, 1))
    queued = time.perf_counter() - begin
    assert hipsim.pending() > 0
    cupy.cuda.Device().synchronize()
    assert time.perf_counter() - begin >= 0.12
    assert queued < 0.1
    assert x[0] == 5
    assert hipsim.pending() == 0


def test_event_times_the_work_between():
    x = cupy.zeros(1, np.int32)
    start, stop = cupy.cuda.Event(), cupy.cuda.Event()
    start.record()
    SLOW((1,), (1,), (x, 1))
    stop.record()
    assert not stop.done
    stop.synchronize()
    assert stop.done
    assert 30 <= cupy.cuda.get_elapsed_time(start, stop) < 2000


def test_stream_waits_for_an_event_of_another():
    a, b = cupy.cuda.Stream(non_blocking=True), cupy.cuda.Stream(non_blocking=True)
    x, y = cupy.zeros(1, np.int32), cupy.zeros(1, np.int32)
    cupy.cuda.Device().synchronize()
    with a:
        SLOW((1,), (1,), (x, 7))
        done = a.record()
    with b:
        b.wait_event(done)
        y += x
    b.synchronize()
    assert y.get()[0] == 7


def test_null_stream_waits_for_blocking_streams():
    s = cupy.cuda.Stream()
    x = cupy.zeros(1, np.int32)
    cupy.cuda.Device().synchronize()
    with s:
        SLOW((1,), (1,), (x, 7))
    assert (x + 1).get()[0] == 8  # the null stream is the current one again


def test_host_function_runs_in_order():
    s = cupy.cuda.Stream(non_blocking=True)
    seen = []
    with s:
        x = cupy.zeros(1, np.int32)
        SLOW((1,), (1,), (x, 1))
        s.launch_host_func(lambda value: seen.append(value), 11)
        assert seen == []
    s.synchronize()
    assert seen == [11]


def test_source_of_a_pageable_copy_may_change_at_once():
    s = cupy.cuda.Stream(non_blocking=True)
    x, busy = cupy.empty(4, np.int32), cupy.zeros(1, np.int32)
    h = np.array([1, 2, 3, 4], np.int32)
    cupy.cuda.Device().synchronize()
    with s:
        SLOW((1,), (1,), (busy, 1))
        cupy.cuda.runtime.memcpyAsync(x.data.ptr, h.ctypes.data, 16, 1, s.ptr)
    h[:] = 0
    s.synchronize()
    assert x.get().tolist() == [1, 2, 3, 4]


def test_source_of_a_pinned_copy_must_not():
    s = cupy.cuda.Stream(non_blocking=True)
    x, busy = cupy.empty(4, np.int32), cupy.zeros(1, np.int32)
    memory = cupy.cuda.alloc_pinned_memory(16)
    h = np.frombuffer(memory, np.int32, 4)
    h[:] = [1, 2, 3, 4]
    cupy.cuda.Device().synchronize()
    with s:
        SLOW((1,), (1,), (busy, 1))
        cupy.cuda.runtime.memcpyAsync(x.data.ptr, memory.ptr, 16, 1, s.ptr)
    h[:] = 0  # too early
    s.synchronize()
    assert x.get().tolist() == [0, 0, 0, 0]


def test_memory_information_follows_allocations():
    free, total = cupy.cuda.runtime.memGetInfo()
    p = cupy.cuda.runtime.malloc(1 << 20)
    assert cupy.cuda.runtime.memGetInfo() == (free - (1 << 20), total)
    cupy.cuda.runtime.free(p)
    assert cupy.cuda.runtime.memGetInfo() == (free, total)


def test_fresh_memory_is_not_zero():
    p = cupy.cuda.runtime.malloc(16)
    h = np.zeros(4, np.uint32)
    cupy.cuda.runtime.memcpy(h.ctypes.data, p, 16, 2)
    cupy.cuda.runtime.free(p)
    assert h.tolist() == [0xCBCBCBCB] * 4


def test_stream_capture_is_refused():
    s = cupy.cuda.Stream(non_blocking=True)
    with s, pytest.raises(cupy.cuda.runtime.CUDARuntimeError, match="hipErrorNotSupported"):
        s.begin_capture()
    assert "hipStreamBeginCapture" in hipsim.unsupported_calls()
