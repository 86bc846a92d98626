# SPDX-License-Identifier: Apache-2.0
"""SciPy functions that keep our tensors, each beside the same call with NumPy arrays.

With ``SCIPY_ARRAY_API=1`` SciPy computes in the namespace of its input.

    python examples/scipy_functions.py
"""

import os

os.environ["SCIPY_ARRAY_API"] = "1"  # read by SciPy's import

import scipy
from common import agree, brief, heading, largest_difference, table, timed
from scipy import differentiate, integrate, linalg, signal, special, stats
from scipy import fft as sfft
from scipy.cluster import hierarchy, vq
from scipy.optimize import elementwise
from scipy.spatial.transform import Rotation
from tqdm import tqdm

import lfs_hip_array as lfs

LIMIT = 1e-9
SEED = 11
REPEAT = 7  # calls of each function, of which the fastest counts


def inputs():
    """Return the arrays that the functions take, as tensors: a signal, points, a matrix."""
    rng = lfs.random.Generator(SEED)
    time = lfs.linspace(0, 8, 4096)
    return {
        "signal": lfs.sin(40 * time) * lfs.exp(-0.3 * time) + rng.normal(4096, std=0.05),
        "noise": rng.normal(4096),
        "points": rng.normal((500, 3)),
        "centres": rng.normal((8, 3), std=1.5),
        "positive": rng.uniform((64, 64)) + 0.1,
        "kernel": lfs.exp(-0.5 * lfs.linspace(-3, 3, 65) ** 2),
        "angles": rng.uniform(100, low=-3.0, high=3.0),
    }


# Each call: a name, and a function of the inputs (dict) that runs on any namespace.
CALLS = [
    ("fft.fft", lambda a: sfft.fft(a["signal"])),
    ("fft.rfftn", lambda a: sfft.rfftn(a["positive"])),
    ("fft.fftshift", lambda a: sfft.fftshift(sfft.fft(a["signal"]))),
    ("signal.hilbert", lambda a: signal.hilbert(a["signal"])),
    ("signal.fftconvolve", lambda a: signal.fftconvolve(a["signal"], a["kernel"], mode="same")),
    ("signal.detrend", lambda a: signal.detrend(a["signal"])),
    ("signal.windows.hann", lambda a: signal.windows.hann(256, xp=namespace(a["signal"]))),
    ("special.logsumexp", lambda a: special.logsumexp(a["positive"], axis=1)),
    ("special.softmax", lambda a: special.softmax(a["positive"], axis=1)),
    ("special.expit", lambda a: special.expit(a["noise"])),
    ("special.gammaln", lambda a: special.gammaln(a["positive"])),
    ("special.ndtr", lambda a: special.ndtr(a["noise"])),
    ("stats.zscore", lambda a: stats.zscore(a["signal"])),
    ("stats.skew", lambda a: stats.skew(a["signal"])),
    ("stats.kurtosis", lambda a: stats.kurtosis(a["noise"])),
    ("stats.entropy", lambda a: stats.entropy(a["positive"])),
    ("stats.gmean", lambda a: stats.gmean(a["positive"], axis=0)),
    ("stats.ttest_1samp", lambda a: stats.ttest_1samp(a["noise"], 0.0).pvalue),
    ("stats.pearsonr", lambda a: stats.pearsonr(a["signal"], a["noise"]).statistic),
    ("integrate.trapezoid", lambda a: integrate.trapezoid(a["signal"], dx=8 / 4095)),
    ("integrate.cumulative_trapezoid", lambda a: integrate.cumulative_trapezoid(a["signal"])),
    ("integrate.cumulative_simpson", lambda a: integrate.cumulative_simpson(a["signal"], dx=0.002)),
    ("linalg.block_diag", lambda a: linalg.block_diag(a["centres"], a["positive"])),
    ("spatial Rotation.from_rotvec, apply", lambda a: rotate(a["angles"], a["points"])),
    ("cluster.vq.vq", lambda a: vq.vq(a["points"], a["centres"])[1]),
    ("cluster.vq.whiten", lambda a: vq.whiten(a["points"])),
    ("cluster.hierarchy.linkage", lambda a: hierarchy.linkage(a["centres"], "ward")),
    ("optimize.elementwise.find_root", lambda a: kepler(a["angles"])),
    ("differentiate.derivative", lambda a: derivative(a["angles"])),
]


def namespace(x):
    """Return the namespace of an array."""
    return x.__array_namespace__()


def rotate(angles, points):
    """Rotate the first points by as many rotation vectors of these lengths."""
    xp = namespace(angles)
    vectors = xp.stack([angles, angles / 2, xp.ones_like(angles)], axis=-1)
    return Rotation.from_rotvec(vectors).apply(points[: angles.shape[0], :])


def kepler(mean_anomaly):
    """Solve Kepler's equation E - 0.4 sin(E) = M for every M."""
    xp = namespace(mean_anomaly)

    def equation(e, m):
        return e - 0.4 * xp.sin(e) - m

    bracket = (mean_anomaly - 1.0, mean_anomaly + 1.0)
    return elementwise.find_root(equation, bracket, args=(mean_anomaly,)).x


def derivative(x):
    """Differentiate sin(x) exp(-x / 5) numerically."""
    xp = namespace(x)
    return differentiate.derivative(lambda t: xp.sin(t) * xp.exp(-t / 5), x).df


def compare(name, call, tensors, arrays):
    """Return a row: what both give, the difference, and the times of the fastest calls."""
    expected, numpy_time = timed(call, arrays, repeat=REPEAT)
    result, our_time = timed(call, tensors, repeat=REPEAT)
    if not isinstance(result, lfs.Tensor):
        raise AssertionError(f"{name}: returned {type(result).__name__}, not Tensor")
    difference = largest_difference(result, expected)
    agree(name, difference, LIMIT)
    return [
        name, brief(result), brief(expected), f"{difference:.1e}",
        f"{1e3 * our_time:.2f} ms", f"{1e3 * numpy_time:.2f} ms",
    ]  # fmt: skip


def main():
    """Call every function with tensors and with ndarrays, and print the comparison."""
    heading(f"SciPy {scipy.__version__} with SCIPY_ARRAY_API=1")
    tensors = inputs()
    arrays = {name: x.to_numpy() for name, x in tensors.items()}
    bar = tqdm(CALLS, leave=False, delay=1)
    rows = [compare(name, call, tensors, arrays) for name, call in bar]
    table(rows, ["function", "ours", "NumPy", "max |diff|", "ours", "NumPy"])
    print(f"\n  all {len(rows)} results are lfs_hip_array.Tensor")


if __name__ == "__main__":
    main()
