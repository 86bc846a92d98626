# SPDX-License-Identifier: Apache-2.0
"""Time draws on the cpu device beside NumPy's Generator, over Philox and over PCG64.

Usage: python benchmarks/random_cpu.py [log2 of the size, default 24] [runs, default 5]

Prints the median of the runs in milliseconds, all in one process and in turn.
NumPy's Philox is 4x64-10 in compiled code on one thread; ours is NumPy array
operations, on every core for large draws (LFS_HIP_THREADS).
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from lfs_hip_array.random import Generator

Draw = Callable[[Any, int], Any]

CASES: list[tuple[str, Draw, Draw]] = [
    (
        "uniform float32",
        lambda g, n: g.uniform(n, dtype="float32"),
        lambda g, n: g.random(n, np.float32),
    ),
    ("uniform float64", lambda g, n: g.uniform(n), lambda g, n: g.random(n)),
    (
        "normal float32",
        lambda g, n: g.normal(n, dtype="float32"),
        lambda g, n: g.standard_normal(n, np.float32),
    ),
    ("normal float64", lambda g, n: g.normal(n), lambda g, n: g.standard_normal(n)),
    (
        "bernoulli 0.3",
        lambda g, n: g.bernoulli(n, p=0.3),
        lambda g, n: g.random(n, np.float32) < np.float32(0.3),
    ),
    (
        "integers int32 [0, 1000)",
        lambda g, n: g.integers(1000, shape=n, dtype="int32"),
        lambda g, n: g.integers(1000, size=n, dtype=np.int32),
    ),
    (
        "integers int64 [0, 3 * 2**30)",
        lambda g, n: g.integers(3 << 30, shape=n),
        lambda g, n: g.integers(3 << 30, size=n),
    ),
    (
        "integers int64 [0, 3 * 2**60)",
        lambda g, n: g.integers(3 << 60, shape=n),
        lambda g, n: g.integers(3 << 60, size=n),
    ),
    (
        "permutation (size / 16)",
        lambda g, n: g.permutation(n // 16),
        lambda g, n: g.permutation(n // 16),
    ),
]


def milliseconds(draw: Draw, source: Any, n: int) -> float:
    """Time one draw."""
    start = time.perf_counter()
    draw(source, n)
    return (time.perf_counter() - start) * 1e3


def main() -> None:
    """Print the table."""
    n = 1 << (int(sys.argv[1]) if len(sys.argv) > 1 else 24)
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    ours = Generator(1, device="cpu")
    philox, pcg = np.random.Generator(np.random.Philox(1)), np.random.Generator(np.random.PCG64(1))
    print(f"{n} elements, median of {runs}, ms; NumPy {np.__version__}")
    print("| draw | lfs_hip_array cpu | NumPy Philox | NumPy PCG64 |")
    print("|---|---|---|---|")
    for name, draw, other in CASES:
        times: list[list[float]] = [[], [], []]
        for _ in range(runs + 1):  # the first one warms up
            times[0].append(milliseconds(draw, ours, n))
            times[1].append(milliseconds(other, philox, n))
            times[2].append(milliseconds(other, pcg, n))
        cells = " | ".join(f"{statistics.median(t[1:]):.1f}" for t in times)
        print(f"| {name} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
