# SPDX-License-Identifier: Apache-2.0
"""The command: its options, and defects that only show between processes or modes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_exit_status_is_the_commands(simulate):
    assert simulate("raise SystemExit(7)").status == 7


def test_command_that_does_not_exist():
    done = subprocess.run(
        [sys.executable, str(ROOT / "run"), "--", "no-such-command"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 127


@pytest.mark.parametrize(
    ("arch", "wave", "capability"), [("gfx942", 64, "94"), ("gfx1100", 32, "110")]
)
def test_architecture(simulate, arch, wave, capability):
    done = simulate(
        """
        import cupy
        p = cupy.cuda.runtime.getDeviceProperties(0)
        print(p["gcnArchName"].decode(), p["warpSize"], cupy.cuda.Device().compute_capability)
        """,
        "--arch",
        arch,
    )
    assert done.out.split() == [arch, str(wave), capability], done.err


def test_wrong_setting_ends_the_process(simulate):
    done = simulate("import cupy; cupy.zeros(1)", "--arch", "sm_90")
    assert done.status == 2
    assert "HIPSIM_ARCH=sm_90: expected an AMD target" in done.err


def test_report_shows_what_is_left(simulate):
    done = simulate(
        """
        import cupy
        keep = cupy.cuda.runtime.malloc(100)
        try: cupy.cuda.Stream(non_blocking=True).begin_capture()
        except Exception: pass
        """,
        "--report",
    )
    assert "live.device 1\n" in done.err
    assert "live.device_bytes 100\n" in done.err
    assert "hipStreamBeginCapture 1" in done.err


def test_memory_of_a_device_is_limited(simulate):
    done = simulate(
        """
        import cupy
        print(cupy.cuda.runtime.memGetInfo()[1])
        a = cupy.empty(40 << 20, "u1")
        try: b = cupy.empty(40 << 20, "u1")
        except cupy.cuda.memory.OutOfMemoryError as e: print("refused")
        del a
        cupy.get_default_memory_pool().free_all_blocks()
        b = cupy.empty(40 << 20, "u1")
        print("again")
        """,
        "--memory",
        "64M",
    )
    assert done.lines == [str(64 << 20), "refused", "again"], done.err


def test_several_devices(simulate):
    done = simulate(
        """
        import cupy
        print(cupy.cuda.runtime.getDeviceCount())
        with cupy.cuda.Device(1): x = cupy.arange(3)
        y = cupy.empty(3, x.dtype)
        cupy.cuda.runtime.memcpyPeer(y.data.ptr, 0, x.data.ptr, 1, 24)
        print(x.device.id, y.device.id, y.get().tolist())
        """,
        "--devices",
        "2",
    )
    assert done.lines == ["2", "1 0 [0, 1, 2]"], done.err


def test_no_device_at_all(simulate):
    done = simulate(
        """
        import cupy
        try: cupy.zeros(1)
        except cupy.cuda.runtime.CUDARuntimeError as e: print(str(e).split(":")[0])
        print(cupy.cuda.is_available())
        """,
        env={"HIPSIM_DEVICES": "0"},
    )
    assert done.lines == ["hipErrorNoDevice", "False"], done.err


READ_TOO_EARLY = """
    import cupy, numpy as np
    s = cupy.cuda.Stream(non_blocking=True)
    memory = cupy.cuda.alloc_pinned_memory(32)
    h = np.frombuffer(memory, np.int64, 4)
    h[:] = -1
    x = cupy.arange(4)
    cupy.cuda.Device().synchronize()
    with s:
        cupy.cuda.runtime.memcpyAsync(memory.ptr, x.data.ptr, 32, 2, s.ptr)
    {wait}
    print(h.tolist())
    s.synchronize()
    """


def test_copy_read_before_its_stream_was_synchronised(simulate):
    done = simulate(READ_TOO_EARLY.format(wait=""), "--late")
    assert done.lines == ["[-1, -1, -1, -1]"], done.err


def test_copy_read_after_it(simulate):
    done = simulate(READ_TOO_EARLY.format(wait="s.synchronize()"), "--late")
    assert done.lines == ["[0, 1, 2, 3]"], done.err


def test_polling_an_event_ends_in_late_mode(simulate):
    done = simulate(
        """
        import cupy
        e = cupy.cuda.Event()
        x = cupy.zeros(3)
        e.record()
        print(e.done)
        while not e.done: pass
        print("done")
        """,
        "--late",
    )
    assert done.lines == ["False", "done"], done.err


FREED_TOO_EARLY = """
    import cupy
    k = cupy.RawKernel('extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 1; }', "fill")
    k.compile()
    other = cupy.cuda.Stream(non_blocking=True)
    x = cupy.empty(4, "i4")
    cupy.cuda.Device().synchronize()
    with other: k((1,), (4,), (x,))
    """


def test_buffer_freed_while_another_streams_work_uses_it(simulate):
    done = simulate(
        FREED_TOO_EARLY
        + """
    del x                        # belongs to the null stream again
    cupy.cuda.get_current_stream().synchronize()
    try: other.synchronize()
    except cupy.cuda.runtime.CUDARuntimeError as e: print(str(e).split(":")[0])
    """,
        "--late",
        "--exact",
    )
    assert done.lines == ["hipErrorIllegalAddress"], done.err
    assert done.reports("kernel fill, block (0,0,0), thread (0,0,0)", "inside freed 16 bytes")


def test_buffer_freed_after_that_work(simulate):
    done = simulate(
        FREED_TOO_EARLY
        + """
    other.synchronize()
    del x
    cupy.cuda.get_current_stream().synchronize()
    print("fine")
    """,
        "--late",
        "--exact",
    )
    assert done.lines == ["fine"], done.err
    assert done.reports() == []


def test_strict_free_does_not_wait_for_queued_work(simulate):
    script = (
        FREED_TOO_EARLY.replace(
            'x = cupy.empty(4, "i4")',
            """
    import numpy as np
    p = cupy.cuda.runtime.malloc(16)
    x = np.intp(p)""",
        )
        + """
    cupy.cuda.runtime.free(p)
    other.synchronize()
    print("done")
    """
    )
    assert simulate(script, "--late").lines == ["done"]  # hipFree waited
    done = simulate(script, "--late", "--strict-free")
    assert done.lines == []
    assert done.reports("inside freed 16 bytes")


def test_host_code_that_touches_device_memory(simulate):
    done = simulate("""
        import ctypes, cupy
        x = cupy.zeros(4)
        cupy.cuda.Device().synchronize()
        ctypes.cast(x.data.ptr, ctypes.POINTER(ctypes.c_double))[0]
        """)
    assert done.status == 128 + signal.SIGSEGV
    assert done.reports("host code touched", "inside", "of device memory")


ORDER = """
    import cupy, numpy as np
    k = cupy.RawKernel(r'''
    extern "C" __global__ void order(int* ticket, int* out) {
      out[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(ticket, 1);
    }''', "order")
    out = cupy.zeros(64, "i4")
    k((8,), (8,), (cupy.zeros(1, "i4"), out))
    print(*out.get())
    """


def test_order_of_threads_and_blocks_follows_the_seed(simulate):
    plain = simulate(ORDER).out
    one, again, two = (simulate(ORDER, "--shuffle", s).out for s in ("1", "1", "2"))
    assert plain.split() == [str(i) for i in range(64)]
    assert one == again
    assert len({plain, one, two}) == 3
    assert sorted(map(int, one.split())) == list(range(64))


def test_missing_barrier_changes_the_result_with_the_order(simulate):
    script = """
        import cupy
        k = cupy.RawKernel(r'''
        extern "C" __global__ void shift(int* out) {
          __shared__ int s[8];
          if (threadIdx.x == 0) for (int i = 0; i < 8; ++i) s[i] = 5;
          out[threadIdx.x] = s[threadIdx.x];
        }''', "shift")
        out = cupy.zeros(8, "i4")
        k((1,), (8,), (out,))
        print(*out.get())
        """
    assert simulate(script, "--no-race").out.split() == ["5"] * 8
    assert simulate(script, "--no-race", "--shuffle", "3").out.split() != ["5"] * 8
    checked = simulate(script)
    assert checked.status == 1
    assert checked.reports("race: read of byte", "thread (0,0,0) wrote")


def test_failures_from_the_environment(simulate):
    done = simulate(
        """
        import cupy
        for i in range(3):
            try: cupy.cuda.runtime.malloc(8); print("ok")
            except cupy.cuda.runtime.CUDARuntimeError as e: print(str(e).split(":")[0])
        """,
        "--fail",
        "allocation@2=2",
    )
    assert done.lines == ["ok", "hipErrorOutOfMemory", "ok"], done.err


def test_second_process_compiles_nothing(simulate, tmp_path):
    script = """
        import cupy, hipsim
        m = cupy.RawModule(code='extern "C" __global__ void f(int* x) { *x = 2; }',
                           name_expressions=())
        m.get_function("f")
        print(hipsim.counters()["compilations"])
        """
    env = {"HIPSIM_CACHE_DIR": str(tmp_path)}
    assert simulate(script, env=env).lines == ["2"]  # CuPy's probe, and the kernel
    assert simulate(script, env={**env, "CUPY_CACHE_DIR": str(tmp_path / "other")}).lines == ["0"]


@pytest.mark.parametrize(
    "loop",
    [
        "for (;;) *x = *(volatile int*)x + 1;",
        "while (clock64()) { }",
        "while (*(volatile int*)x == 0) __threadfence();",
    ],
)
def test_kernel_that_does_not_end(simulate, loop):
    done = simulate(
        f"""
        import cupy
        k = cupy.RawKernel('extern "C" __global__ void endless(int* x) {{ {loop} }}', "endless")
        x = cupy.zeros(1, "i4")
        k((1,), (2,), (x,))
        try: cupy.cuda.Device().synchronize()
        except cupy.cuda.runtime.CUDARuntimeError as e: print(str(e).split(":")[0])
        x[:] = 3
        print(int(x[0]))
        """,
        env={"HIPSIM_TIMEOUT": "1"},
    )
    assert done.lines == ["hipErrorLaunchTimeOut", "3"], done.err
    assert done.reports("kernel endless, block (0,0,0)", "stopped after 1 s")


def test_environment_below_is_the_programs_own(simulate):
    done = simulate(
        "import os; print(os.environ['PATH'])", env={"PATH": os.environ["PATH"] + ":/last"}
    )
    assert done.lines[0].endswith(":/last")
