# SPDX-License-Identifier: Apache-2.0
"""Fixtures of every test: the device, the namespace, and fixed seeds."""

import importlib
import os
import random
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import Phase, settings

# SciPy reads it once, when it is imported: whichever test comes first.
os.environ.setdefault("SCIPY_ARRAY_API", "1")

sys.path.insert(0, str(Path(__file__).parent / "pure"))  # for `import standard`

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    max_examples=20,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
)
settings.register_profile("explore", deadline=None, max_examples=50, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser):
    """Add the option that turns the public tests onto another namespace."""
    parser.addoption(
        "--namespace",
        default="lfs_hip_array",
        help="module that the `xp` fixture gives (another one: to test the tests)",
    )


def _devices(namespace):
    if not hasattr(namespace, "set_default_device"):
        return [None]  # a foreign namespace: its default device only
    return [str(device) for device in namespace.__array_namespace_info__().devices()]


def pytest_generate_tests(metafunc):
    """Run each test that asks for `device` (or `xp`) once per device of this machine."""
    if "device" in metafunc.fixturenames:
        namespace = importlib.import_module(metafunc.config.getoption("--namespace"))
        devices = _devices(namespace)
        metafunc.parametrize("device", devices, ids=map(str, devices), scope="session")


@pytest.fixture(scope="session")
def xp(device, request):
    """The namespace under test, with `device` as its default device."""
    namespace = importlib.import_module(request.config.getoption("--namespace"))
    if device is None:
        yield namespace
        return
    before = namespace.__array_namespace_info__().default_device()
    namespace.set_default_device(device)
    yield namespace
    namespace.set_default_device(before)


@pytest.fixture(autouse=True, scope="module")
def _seeded():
    random.seed(20251201)
    np.random.seed(20251201)  # noqa: NPY002 - clients of NumPy's global state
