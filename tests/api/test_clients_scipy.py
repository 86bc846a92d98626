# SPDX-License-Identifier: Apache-2.0
"""SciPy with SCIPY_ARRAY_API=1 on tensors: a tensor comes back, of the right values."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy
import scipy.cluster.hierarchy
import scipy.cluster.vq
import scipy.differentiate
import scipy.fft
import scipy.integrate
import scipy.linalg
import scipy.optimize.elementwise
import scipy.signal
import scipy.spatial.distance
import scipy.special
import scipy.stats
from scipy.spatial.transform import Rotation

ROOT = Path(__file__).resolve().parents[2]
RNG = np.random.default_rng(1)
A = RNG.normal(size=(6, 8))
B = RNG.normal(size=(6, 8))
C = A + 1j * B
V = RNG.normal(size=40)
W = RNG.normal(size=40)
P = np.abs(V) + 0.1
Q = RNG.normal(size=(7, 4))
R = RNG.normal(size=(7, 3))


def words(text):
    """The words of a text."""
    return text.split()


def rotated(of):
    return Rotation.from_quat(of(Q)).apply(of(R))


def multiplied(of):
    first, second = Rotation.from_rotvec(of(R)), Rotation.from_euler("xyz", of(R))
    return (first * second.inv()).as_matrix()


def optimum(of):
    x = of(np.array([0.0, 0.2]))
    found = scipy.optimize.elementwise.find_minimum(lambda z: (z - 2) ** 2, (x, x + 1, x + 6))
    return found.x


def root(of):
    x = of(np.array([1.0, 1.2]))
    return scipy.optimize.elementwise.find_root(lambda z: z**3 - z - 2, (x, x + 5)).x


def bootstrapped(of):
    def statistic(z, axis):
        return z.__array_namespace__().mean(z, axis=axis)

    rng = np.random.default_rng(1)
    return scipy.stats.bootstrap((of(V),), statistic, n_resamples=20, rng=rng).standard_error


def permuted(of):
    def statistic(z, u, axis):
        xp = z.__array_namespace__()
        return xp.mean(z, axis=axis) - xp.mean(u, axis=axis)

    rng = np.random.default_rng(1)
    return scipy.stats.permutation_test(
        (of(V), of(W)), statistic, n_resamples=20, rng=rng, vectorized=True
    ).pvalue


def filtered(of):
    sections = scipy.signal.butter(4, 0.2, output="sos")
    return scipy.signal.sosfilt(of(sections), of(V))


def kmeans(of):
    return scipy.cluster.vq.kmeans(of(A), 3, rng=np.random.default_rng(0))[0]


ROWS = {
    "hilbert": lambda of: scipy.signal.hilbert(of(V)),
    "envelope": lambda of: scipy.signal.envelope(of(V)),
    "fftconvolve": lambda of: scipy.signal.fftconvolve(of(V), of(W)),
    "oaconvolve": lambda of: scipy.signal.oaconvolve(of(V), of(W[:9])),
    "convolve": lambda of: scipy.signal.convolve(of(V), of(W), mode="same"),
    "correlate": lambda of: scipy.signal.correlate(of(V), of(W)),
    "detrend": lambda of: scipy.signal.detrend(of(V)),
    "lfilter": lambda of: scipy.signal.lfilter(of(V[:2]), of(np.array([1.0, -0.2])), of(V)),
    "resample": lambda of: scipy.signal.resample(of(V), 20),
    "sosfilt": filtered,
    "logsumexp": lambda of: scipy.special.logsumexp(of(A), axis=1),
    "softmax": lambda of: scipy.special.softmax(of(A), axis=0),
    "log_softmax": lambda of: scipy.special.log_softmax(of(A), axis=0),
    "block_diag": lambda of: scipy.linalg.block_diag(of(A), of(B[:2])),
    "trapezoid": lambda of: scipy.integrate.trapezoid(of(A), dx=0.5),
    "simpson": lambda of: scipy.integrate.simpson(of(A)),
    "cumulative_trapezoid": lambda of: scipy.integrate.cumulative_trapezoid(of(A)),
    "cumulative_simpson": lambda of: scipy.integrate.cumulative_simpson(of(A)),
    "tanhsinh": lambda of: scipy.integrate.tanhsinh(np.square, of(V[:2]), of(V[:2] + 2)).integral,
    "nsum": lambda of: scipy.integrate.nsum(lambda k: 1 / k**2, of(np.ones(2)), of(V[:2] + 60)).sum,
    "derivative": lambda of: scipy.differentiate.derivative(lambda z: z**3, of(V[:3])).df,
    "find_minimum": optimum,
    "find_root": root,
    "Rotation.as_matrix": lambda of: Rotation.from_quat(of(Q)).as_matrix(),
    "Rotation.apply": rotated,
    "Rotation.mean": lambda of: Rotation.from_quat(of(Q)).mean().as_rotvec(),
    "Rotation.magnitude": lambda of: Rotation.from_quat(of(Q)).inv().magnitude(),
    "Rotation products": multiplied,
    "vq": lambda of: scipy.cluster.vq.vq(of(A), of(B[:3])),
    "whiten": lambda of: scipy.cluster.vq.whiten(of(A)),
    "kmeans": kmeans,
    "linkage": lambda of: scipy.cluster.hierarchy.linkage(of(A)),
    "pdist": lambda of: scipy.spatial.distance.pdist(of(A)),
    "bootstrap": bootstrapped,
    "permutation_test": permuted,
    "directional_stats": lambda of: scipy.stats.directional_stats(of(Q)).mean_direction,
    "moment": lambda of: scipy.stats.moment(of(P), 3),
    "pmean": lambda of: scipy.stats.pmean(of(P), 2),
    "zmap": lambda of: scipy.stats.zmap(of(P), of(W)),
    "trim_mean": lambda of: scipy.stats.trim_mean(of(P), 0.1),
    "describe": lambda of: scipy.stats.describe(of(P))[2:],
    **{f"fft.{n}": lambda of, n=n: getattr(scipy.fft, n)(of(A))
       for n in words("fft ifft rfft fft2 ifft2 fftn ifftn fftshift ifftshift hfft ihfft")},
    **{f"fft.{n}": lambda of, n=n: getattr(scipy.fft, n)(of(C))
       for n in words("irfft irfftn irfft2")},
    **{f"special.{n}": lambda of, n=n: getattr(scipy.special, n)(of(A))
       for n in words("erf erfc expit ndtr log_ndtr entr i0 i0e i1 i1e sinc")},
    **{f"special.{n}": lambda of, n=n: getattr(scipy.special, n)(of(np.abs(A) / 5))
       for n in words("gammaln logit ndtri digamma")},
    **{f"special.{n}": lambda of, n=n: getattr(scipy.special, n)(of(np.abs(A)), of(np.abs(B)))
       for n in words("xlogy xlog1py rel_entr kl_div")},
    **{f"stats.{n}": lambda of, n=n: getattr(scipy.stats, n)(of(P))
       for n in words("zscore skew kurtosis gmean hmean sem variation entropy circmean circvar "
                      "circstd gstd tmean tvar tmin tmax tstd tsem kstat kstatvar iqr rankdata "
                      "median_abs_deviation differential_entropy expectile")},
}  # fmt: skip
#: Tests of hypotheses: statistic and p-value.
HYPOTHESES = {
    "skewtest": (P,), "kurtosistest": (P,), "normaltest": (P,), "jarque_bera": (P,),
    "power_divergence": (P,), "pearsonr": (V, W), "ttest_ind": (V, W), "ttest_rel": (V, W),
    "mannwhitneyu": (V, W), "f_oneway": (V, W), "kruskal": (V, W), "bartlett": (P, W),
    "levene": (V, W), "fligner": (V, W), "alexandergovern": (V, W), "wilcoxon": (V,),
    "ks_2samp": (V, W), "mood": (V, W), "ansari": (V, W), "brunnermunzel": (V, W),
}  # fmt: skip
#: What SciPy before 1.18 (the last one for Python 3.11 is 1.17) computes with NumPy.
SINCE_1_18 = {"simpson", "stats.expectile", "ks_2samp"}
#: Special functions that SciPy takes from ``xp.special``.
OURS = words("erf erfc expit ndtr log_ndtr gammaln logit ndtri xlogy rel_entr entr i0 i1 psi")


def needs_scipy(name):
    if name in SINCE_1_18 and tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 18):
        pytest.skip(f"SciPy {scipy.__version__} computes {name} with NumPy")


def same(xp, found, want, rtol=1e-9):
    if isinstance(want, tuple | list):
        assert len(found) == len(want)
        for f, w in zip(found, want, strict=True):
            same(xp, f, w, rtol)
        return
    assert isinstance(found, xp.Tensor), type(found)
    want = np.asarray(want)
    assert found.shape == want.shape
    assert found.dtype == want.dtype or want.dtype == np.int32  # an index of SciPy's NumPy path
    np.testing.assert_allclose(found.to_numpy(), want, rtol=rtol, atol=1e-12)


def test_scipy_dispatches():
    from scipy._lib._array_api import SCIPY_ARRAY_API

    assert SCIPY_ARRAY_API, "set before SciPy was imported: tests/conftest.py"


@pytest.mark.parametrize("name", ROWS)
def test_scipy(xp, name):
    needs_scipy(name)
    want = ROWS[name](lambda host: host)
    found = ROWS[name](xp.asarray)
    same(xp, tuple(found) if isinstance(want, tuple) else found, want)


@pytest.mark.parametrize("name", HYPOTHESES)
def test_hypotheses(xp, name):
    needs_scipy(name)
    function = getattr(scipy.stats, name)
    want, found = (function(*map(of, HYPOTHESES[name])) for of in (np.asarray, xp.asarray))
    same(xp, (found.statistic, found.pvalue), (want.statistic, want.pvalue))


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_narrow_dtypes_stay(xp, dtype):
    host = A.astype(dtype)
    found = scipy.fft.fft(xp.asarray(host))
    assert found.dtype == xp.complex64
    same(xp, found, scipy.fft.fft(host), rtol=1e-4)
    if dtype == "float32":
        assert scipy.stats.zscore(xp.asarray(host)).dtype == xp.float32
        assert scipy.special.logsumexp(xp.asarray(host)).dtype == xp.float32
        assert scipy.special.erf(xp.asarray(host)).dtype == xp.float32


def test_frequencies_and_windows_are_made_in_the_namespace(xp, device):
    for found, want in (
        (scipy.fft.fftfreq(8, 0.5, xp=xp), scipy.fft.fftfreq(8, 0.5)),
        (scipy.fft.rfftfreq(8, xp=xp), scipy.fft.rfftfreq(8)),
        (scipy.signal.windows.hann(9, xp=xp), scipy.signal.windows.hann(9)),
    ):
        same(xp, found, want)
        assert str(found.device) == device


CHILD = """
import sys
import lfs_hip_array as xp
asked = []
def spy(name, ours):
    def call(*args):
        asked.append(name)
        return ours(*args)
    return call
names = sys.argv[1:]
for name in names:
    setattr(xp.special, name, spy(name, getattr(xp.special, name)))
import scipy.special
x = xp.asarray([0.25, 0.5])
for name in names:
    found = getattr(scipy.special, name)(*[x] * (2 if name in ("xlogy", "rel_entr") else 1))
    assert isinstance(found, xp.Tensor), name
assert asked == names, set(names) - set(asked)
print(len(asked))
"""


def test_special_functions_are_ours():
    """SciPy asks ``xp.special`` for them: no round trip through the host."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", CHILD, *OURS],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "SCIPY_ARRAY_API": "1"},
        timeout=120,
    )
    assert done.stdout.strip() == str(len(OURS)), done.stderr


def test_numpy_scalars_of_scipy_keep_tensors(xp):
    """`zscore` multiplies by NumPy scalars from the left."""
    found = np.float64(2.0) * xp.asarray(V)
    same(xp, found, 2 * V)
    same(xp, scipy.stats.zscore(xp.asarray(V), ddof=1), scipy.stats.zscore(V, ddof=1))
