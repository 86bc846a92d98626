# SPDX-License-Identifier: Apache-2.0
"""Environment variables: what they set, and what is said of values they cannot have."""

import os
import subprocess
import sys

import pytest

LARGE = "x = xp.ones(400_000); xp.evaluate(x * 2)"


def python(code, **environment):
    """Run code in a fresh interpreter; return the finished process."""
    return subprocess.run(
        [sys.executable, "-c", f"import lfs_hip_array as xp\n{code}"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", ["LFS_HIP_THREADS", "LFS_HIP_EAGER_SIZE"])
def test_a_number_that_is_none_is_named(name):
    done = python(LARGE, **{name: "many"})
    assert done.returncode == 1
    assert f"ValueError: environment variable {name}='many' must be an integer" in done.stderr


def test_a_device_that_is_not_there_is_named():
    done = python("xp.ones(3)", LFS_HIP_DEVICE="gpu:9")
    assert done.returncode == 1
    assert "device 'gpu:9' is not there: available devices: cpu" in done.stderr


@pytest.mark.parametrize("threads", ["1", "3", "0"])
def test_threads(threads):
    code = f"{LARGE}\nprint(xp.sum(x * 2))"
    assert python(code, LFS_HIP_THREADS=threads).stdout == "800000.0\n"


@pytest.mark.parametrize(("fusion", "pending"), [("0", "False"), ("off", "False"), ("1", "True")])
def test_fusion(fusion, pending):
    code = "print(xp.fusion_enabled(), (xp.ones(100_000) + 1)._array is None)"
    assert python(code, LFS_HIP_FUSION=fusion).stdout.split() == [pending, pending]


def test_eager_size():
    code = "print((xp.ones(3) + 1)._array is None)"
    assert python(code, LFS_HIP_EAGER_SIZE="-1", LFS_HIP_FUSION="1").stdout == "True\n"
