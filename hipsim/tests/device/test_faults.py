# SPDX-License-Identifier: Apache-2.0
"""Failures on demand, and the counters that tests balance."""

import cupy
import numpy as np
import pytest

import hipsim

Error = cupy.cuda.runtime.CUDARuntimeError


def test_nth_allocation_fails_and_only_that():
    pointers = []
    with hipsim.failing("allocation@2"):
        pointers.append(cupy.cuda.runtime.malloc(8))
        with pytest.raises(Error, match="hipErrorOutOfMemory"):
            cupy.cuda.runtime.malloc(8)
        pointers.append(cupy.cuda.runtime.malloc(8))
    for p in pointers:
        cupy.cuda.runtime.free(p)


def test_every_nth_with_a_chosen_status():
    outcome = []
    with hipsim.failing("event%3=719"):
        for _ in range(6):
            try:
                cupy.cuda.Event(block=False, disable_timing=True)
                outcome.append("made")
            except Error as error:
                outcome.append(str(error).split(":")[0])
    assert outcome == ["made", "made", "hipErrorLaunchFailure"] * 2


def test_failed_free_keeps_the_memory():
    before = hipsim.counters()["live.device"]
    p = cupy.cuda.runtime.malloc(64)
    with hipsim.failing("free@1"), pytest.raises(Error):
        cupy.cuda.runtime.free(p)
    assert hipsim.counters()["live.device"] == before + 1
    cupy.cuda.runtime.free(p)
    assert hipsim.counters()["live.device"] == before


@pytest.mark.parametrize(
    ("site", "call"),
    [
        ("launch", lambda: cupy.arange(3) + 1),
        ("copy", lambda: cupy.asarray(np.zeros(3))),
        ("synchronize", lambda: cupy.cuda.Device().synchronize()),
        (
            "stream",
            lambda: cupy.cuda.runtime.streamDestroy(cupy.cuda.runtime.streamCreateWithFlags(1)),
        ),
        ("host_allocation", lambda: cupy.cuda.runtime.hostAlloc(8, 0)),
        (
            "module",
            lambda: cupy.RawModule(code='extern "C" __global__ void never() {}').get_function(
                "never"
            ),
        ),
    ],
)
def test_every_site_can_fail(site, call):
    call()
    cupy.get_default_memory_pool().free_all_blocks()
    if site == "module":  # the first call was memoized by CuPy
        cupy.clear_memo()
    with hipsim.failing(f"{site}@1"), pytest.raises((Error, cupy.cuda.driver.CUDADriverError)):
        call()
    cupy.cuda.Device().synchronize()
    hipsim.take_reports()


def test_specification_is_checked():
    for wrong in ("nothing@1", "launch", "launch@0", "launch@x", "launch@1=0"):
        with pytest.raises(ValueError, match="not a failure specification"):
            hipsim.set_failures(wrong)


def test_counters_balance():
    before = hipsim.counters()
    s, e = cupy.cuda.Stream(non_blocking=True), cupy.cuda.Event()
    p = cupy.cuda.runtime.malloc(1000)
    h = cupy.cuda.runtime.hostAlloc(100, 0)
    during = hipsim.counters()
    live = ("live.streams", "live.events", "live.device", "live.pinned")
    assert [during[k] - before[k] for k in live] == [1, 1, 1, 1]
    assert during["live.device_bytes"] - before["live.device_bytes"] == 1000
    cupy.cuda.runtime.free(p)
    cupy.cuda.runtime.freeHost(h)
    del s, e
    after = hipsim.counters()
    assert [after[k] - before[k] for k in live] == [0, 0, 0, 0]


def test_unsupported_calls_are_counted():
    # cupy.sort is thrust, which the wheel carries as AMD machine code only.
    with pytest.raises(Exception, match=r"not supported|hipErrorNotSupported"):
        cupy.sort(cupy.array([3, 1, 2]))
    assert any("machine code" in name for name in hipsim.unsupported_calls())
