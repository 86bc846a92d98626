# SPDX-License-Identifier: Apache-2.0
"""What the examples share: timing, comparison, a table, and where pictures go."""

import time
from pathlib import Path

import numpy as np

import lfs_hip_array as lfs

OUTPUT = Path(__file__).resolve().parent / "output"


def output(name):
    """Return the path of an output file; its folder exists."""
    OUTPUT.mkdir(exist_ok=True)
    return OUTPUT / name


def to_host(x):
    """Return an array of any namespace as an ndarray."""
    return x.to_numpy() if isinstance(x, lfs.Tensor) else np.asarray(x)


def timed(function, *args, repeat=1, **kwargs):
    """Return a function's result and the seconds it took, the fastest call of `repeat`.

    The time includes all work on the device.
    """
    fastest = float("inf")
    for _ in range(repeat):
        lfs.synchronize()
        start = time.perf_counter()
        result = function(*args, **kwargs)
        lfs.synchronize()
        fastest = min(fastest, time.perf_counter() - start)
    return result, fastest


def largest_difference(x, y):
    """Return max |x - y| of two arrays of any namespaces (0 for empty ones)."""
    x, y = to_host(x), to_host(y)
    if x.shape != y.shape:
        raise AssertionError(f"shapes differ: {x.shape} and {y.shape}")
    kind = np.complex128 if "c" in (x.dtype.kind, y.dtype.kind) else np.float64
    return float(np.max(np.abs(x.astype(kind) - y.astype(kind)), initial=0.0))


def brief(x):
    """Return an array in a few characters: a number, or its shape and Euclidean norm."""
    x = to_host(x)
    if x.ndim == 0:
        return f"{x.item():.6g}"
    return f"{x.shape!s} norm {np.linalg.norm(x.astype(complex).ravel()):.6g}"


def agree(name, difference, limit):
    """Raise unless a difference from NumPy's result is within its limit."""
    if not difference <= limit:
        raise AssertionError(f"{name}: differs from NumPy by {difference:.3g}, over {limit:.3g}")


def table(rows, header):
    """Print rows of strings under a header, in aligned columns."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    for row in [header, ["-" * width for width in widths], *rows]:
        print(
            "  " + "  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip()
        )


def heading(title):
    """Print a title and the device that the tensors are on."""
    print(f"\n{title}\n{'=' * len(title)}")
    print(f"lfs_hip_array {lfs.__version__} on {lfs.default_device()}, NumPy {np.__version__}\n")
