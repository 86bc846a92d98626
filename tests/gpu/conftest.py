# SPDX-License-Identifier: Apache-2.0
"""The GPU of these tests: CuPy's first, CUDA or ROCm, real or simulated."""

import sys
import warnings
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "amd_compile"))


@pytest.fixture(scope="session")
def gpu():
    """A device made directly, whether the package lists it or not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cupy = pytest.importorskip("cupy")
        try:
            count = cupy.cuda.runtime.getDeviceCount()
        except cupy.cuda.runtime.CUDARuntimeError:
            count = 0
    if not count:
        pytest.skip("no GPU")
    from lfs_hip_array.gpu.device import GpuDevice

    return GpuDevice(0)
