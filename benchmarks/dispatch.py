# SPDX-License-Identifier: Apache-2.0
"""The cost of a call on cpu over NumPy's own, and the speed of fused chains.

Ours and NumPy's run in turn in one process; each number is a median.

    python benchmarks/dispatch.py [--json FILE]
"""

import argparse
import json
import platform
import subprocess
import time
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

import lfs_hip_array as xp
from lfs_hip_array.cpu import memory
from lfs_hip_array.cpu.pointwise import thread_count

ROUNDS = 15
CALLS = 4000
LARGE = 2**24


def per_call(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float]:
    """Return the median microseconds of one call of each, measured in turn."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for function, found in zip((ours, theirs), times, strict=True):
            start = time.perf_counter()
            for _ in range(CALLS):
                function()
            found.append((time.perf_counter() - start) / CALLS * 1e6)
    return float(np.median(times[0])), float(np.median(times[1]))


def milliseconds(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float]:
    """Return the median milliseconds of each, measured in turn after a warm-up."""
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(ROUNDS + 1):
        for function, found in zip((ours, theirs), times, strict=True):
            start = time.perf_counter()
            function()
            if turn:
                found.append((time.perf_counter() - start) * 1e3)
    return float(np.median(times[0])), float(np.median(times[1]))


def calls() -> list[dict[str, object]]:
    """Measure small calls: what a call costs, whatever it computes."""
    a, b = np.random.default_rng(1).random((2, 1000))
    x, y = (xp.asarray(v, device="cpu", copy=True) for v in (a, b))
    cases: list[tuple[str, float | None, Callable[[], object], Callable[[], object]]] = [
        ("add", 1.5, lambda: x + y, lambda: a + b),
        ("add a scalar", None, lambda: x + 2.0, lambda: a + 2.0),
        ("basic slice", 1.0, lambda: x[10:500], lambda: a[10:500]),
        ("sum", 2.0, lambda: xp.sum(x), lambda: np.sum(a)),
        ("mean", None, lambda: xp.mean(x), lambda: np.mean(a)),
        ("sqrt", None, lambda: xp.sqrt(x), lambda: np.sqrt(a)),
        ("where", None, lambda: xp.where(x > y, x, y), lambda: np.where(a > b, a, b)),
        ("one element", None, lambda: x[5], lambda: a[5]),
    ]
    rows: list[dict[str, object]] = []
    for name, bound, ours, theirs in cases:
        mine, numpy = per_call(ours, theirs)
        rows.append({"case": name, "unit": "us", "ours": mine, "numpy": numpy, "bound": bound})
    return rows


def chains() -> list[dict[str, object]]:
    """Measure chains on 2**24 float32."""
    rng = np.random.default_rng(2)
    a, b, c = (rng.random(LARGE, dtype=np.float32) for _ in range(3))
    x, y, z = (xp.asarray(v, device="cpu", copy=True) for v in (a, b, c))

    def ours() -> object:
        result = xp.tanh(x * y + z) * 0.5 + xp.exp(-(x * x))
        xp.evaluate(result)
        return result

    def theirs() -> object:
        return np.tanh(a * b + c) * np.float32(0.5) + np.exp(-(a * a))

    rows: list[dict[str, object]] = []
    for name, bound, mine, numpy in (
        ("tanh(a*b+c)*0.5+exp(-(a*a))", 2.5, ours, theirs),
        (
            "mean((a-b)**2)",
            2.0,
            lambda: float(xp.mean((x - y) ** 2)),
            lambda: float(np.mean((a - b) ** 2)),
        ),
    ):
        fast, slow = milliseconds(mine, numpy)
        rows.append({"case": name, "unit": "ms", "ours": fast, "numpy": slow, "bound": bound})
    memory.trim()  # so that the output is new memory, and seen
    tracemalloc.start()
    kept = ours()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del kept
    extra = (peak - 4 * LARGE) / 2**20
    rows.append({"case": "chain: MB over its output", "unit": "MB", "ours": extra, "bound": 64.0})
    return rows


def commit() -> str:
    """Return the commit that was measured."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", help="also write the rows here")
    arguments = parser.parse_args()
    small, large = calls(), chains()
    print(f"{'1,000 float64':<30}{'ours us':>9}{'NumPy us':>10}{'over':>8}{'at most':>9}")
    for row in small:
        over = row["ours"] - row["numpy"]  # type: ignore[operator]
        bound = f"{row['bound']:+.1f}" if row["bound"] else ""
        print(f"{row['case']:<30}{row['ours']:9.2f}{row['numpy']:10.2f}{over:+8.2f}{bound:>9}")
    print(f"\n{'2**24 float32':<30}{'ours ms':>9}{'NumPy ms':>10}{'faster':>8}{'least':>9}")
    for row in large:
        if row["unit"] == "ms":
            ratio = row["numpy"] / row["ours"]  # type: ignore[operator]
            print(
                f"{row['case']:<30}{row['ours']:9.1f}{row['numpy']:10.1f}"
                f"{ratio:7.2f}x{row['bound']:8.1f}x"
            )
        else:
            print(f"{row['case']:<30}{row['ours']:9.1f}{'':>18}{row['bound']:8.0f}")
    if arguments.json:
        facts = {
            "device": "cpu",
            "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
            "machine": platform.processor() or platform.machine(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "version": xp.__version__,
            "commit": commit(),
            "threads": thread_count(),
        }
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({**facts, "rows": small + large}, file, indent=2)


if __name__ == "__main__":
    main()
