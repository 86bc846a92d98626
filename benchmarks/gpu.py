# SPDX-License-Identifier: Apache-2.0
"""Times on a GPU beside its peers, in one process and in turns: event-timed medians.

    python benchmarks/gpu.py [--rows NAME …] [--out FOLDER]

Milliseconds of the device for large arrays, microseconds of the host for
calls on small ones. Peers that are not installed are left out.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import time
import warnings
from datetime import date
from pathlib import Path

import cupy
import numpy as np

import lfs_hip_array as xp
from lfs_hip_array.gpu.device import GpuDevice

try:
    import torch
except ImportError:
    torch = None

N = 1 << 26
SIDE = 8192


def chain(m):
    """Return the nine-operation chain in a namespace."""

    def nine(a, b, c):  # cupy.fuse takes the name for its kernel
        return m.tanh(a * b + c) * 0.5 + m.exp(-(a * a))

    return nine


def ours(device, function):
    """Return what evaluates a function of tensors."""

    def call(*xs):
        return function(*xs)._settled()

    return call


def rows(device):
    """Yield (case, unit, host inputs, {peer: function of its arrays})."""
    rng = np.random.default_rng(1)
    a, b, c = (rng.standard_normal(N, dtype=np.float32) for _ in range(3))
    m = a.reshape(SIDE, SIDE)

    def transposed(x):
        target = device.empty((SIDE, SIDE), x.dtype)
        device.copy(target, x.T._settled())
        return target

    def row(case, unit, inputs, function, cp, to, fuse=None, compiled=False):
        peers = {"ours": function, "cupy": cp}
        if fuse:
            peers["cupy_fuse"] = cupy.fuse(fuse)
        if torch:
            peers["torch"] = to
            if compiled:
                peers["torch_compile"] = torch.compile(to)
        return case, unit, inputs, peers

    settled = lambda f: ours(device, f)  # noqa: E731
    yield row("add", "ms", [a, b], settled(xp.add), cupy.add, lambda x, y: x + y)
    yield row("chain of nine", "ms", [a, b, c], settled(chain(xp)), chain(cupy),
              chain(torch) if torch else None, chain(cupy), True)  # fmt: skip
    yield row("where", "ms", [a > 0, a, b], settled(xp.where), cupy.where,
              lambda k, x, y: torch.where(k, x, y))  # fmt: skip
    yield row("float32 to float16", "ms", [a], settled(lambda x: x.astype(np.float16)),
              lambda x: x.astype(np.float16), lambda x: x.half())  # fmt: skip
    yield row("transpose copy", "ms", [m], transposed, lambda x: x.T.copy(),
              lambda x: x.T.contiguous())  # fmt: skip
    yield row("row add", "ms", [m, m[0].copy()], settled(xp.add), cupy.add, lambda x, y: x + y)
    small = [a[:1000], b[:1000], c[:1000]]
    yield row("host: add 1000", "us", small[:2], settled(xp.add), cupy.add, lambda x, y: x + y)
    yield row("host: chain of nine", "us", small, settled(chain(xp)), chain(cupy),
              chain(torch) if torch else None, chain(cupy), True)  # fmt: skip


def on(peer, device, array):
    """Return a host array as the peer's."""
    if peer == "ours":
        return xp.asarray(array, device=device)
    if peer.startswith("cupy"):
        return cupy.asarray(array)
    return torch.from_numpy(array.copy()).cuda()


def device_time(function, arrays, repeat=15, calls=10):
    """Return the median time of a call in milliseconds.

    Several calls between two events: the device then never waits for the host.
    """
    times = []
    for _ in range(repeat):
        start, stop = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        for _ in range(calls):
            function(*arrays)
        stop.record()
        stop.synchronize()
        times.append(cupy.cuda.get_elapsed_time(start, stop) / calls)
    return statistics.median(times)


def host_time(function, arrays, repeat=7, calls=300):
    """Return the median time to submit a call, in microseconds."""
    times = []
    for _ in range(repeat):
        cupy.cuda.Device().synchronize()
        begin = time.perf_counter()
        for _ in range(calls):
            function(*arrays)
        times.append((time.perf_counter() - begin) / calls * 1e6)
    return statistics.median(times)


def main():
    """Measure, print a table and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", nargs="*")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    device = GpuDevice(0)
    results = []
    for case, unit, inputs, peers in rows(device):
        if options.rows and not any(r in case for r in options.rows):
            continue
        found = {"case": case, "unit": unit}
        for peer, function in peers.items():
            arrays = [on(peer, device, x) for x in inputs]
            for _ in range(3):
                function(*arrays)
            found[peer] = round((device_time if unit == "ms" else host_time)(function, arrays), 4)
            del arrays
        results.append(found)
        print(found, flush=True)
    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    record = {
        "device": name,
        "date": date.today().isoformat(),
        "commit": commit.stdout.strip(),
        "versions": {"cupy": cupy.__version__, **({"torch": torch.__version__} if torch else {})},
        "rows": results,
    }
    options.out.mkdir(parents=True, exist_ok=True)
    file = options.out / f"{name.lower().replace(' ', '-')}.json"
    file.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
