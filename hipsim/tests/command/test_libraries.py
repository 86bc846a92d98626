# SPDX-License-Identifier: Apache-2.0
"""The libraries against the wheel: every name and version it links to exists."""

import importlib.util
import re
import subprocess
from pathlib import Path

import pytest

LIB = Path(__file__).resolve().parents[2] / "build" / "lib"


def wheel_objects():
    found = []
    for package in ("cupy", "cupy_backends"):
        spec = importlib.util.find_spec(package)
        found += Path(spec.origin or spec.submodule_search_locations[0]).parent.rglob("*.so")
    if spec.origin is None:
        found += Path(spec.submodule_search_locations[0]).rglob("*.so")
    return sorted(set(found))


def needed():
    """Library, symbol and version for all that the wheel takes from ROCm."""
    symbols = set()
    pattern = re.compile(r"\s[UwW]\s+((?:hip|__hip|roc|nccl)\w*)(?:@(\S+))?")
    for path in wheel_objects():
        out = subprocess.run(
            ["nm", "-D", "--undefined-only", str(path)], capture_output=True, text=True, check=True
        ).stdout
        symbols |= set(pattern.findall(out))
    return symbols


@pytest.fixture(scope="module")
def provided():
    names = {}
    for path in LIB.glob("*.so.*"):
        out = subprocess.run(
            ["nm", "-D", "--defined-only", str(path)], capture_output=True, text=True, check=True
        ).stdout
        for name, version in re.findall(r"\s[TWD]\s+(\w+)(?:@@?(\S+))?", out):
            names.setdefault(name, set()).add(version)
    return names


def test_the_wheel_links_to_many_functions():
    assert len(needed()) > 400  # or the pattern above has come to match nothing


def test_every_symbol_is_there_with_its_version(provided):
    missing = [(n, v) for n, v in sorted(needed()) if v not in provided.get(n, set())]
    assert missing == []


def test_library_names(provided):
    wanted = set()
    for path in wheel_objects():
        out = subprocess.run(
            ["readelf", "-d", str(path)], capture_output=True, text=True, check=True
        ).stdout
        wanted |= set(re.findall(r"\[(lib(?:amd|hip|roc|rccl)[^\]]*)\]", out))
    assert wanted
    assert wanted <= {p.name for p in LIB.iterdir()}
