# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the simulator's own tests.

``pure`` needs nothing, ``command`` starts processes through ``hipsim/run``, and
``device`` runs inside one: ``hipsim/run -- python -m pytest hipsim/tests/device``.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RUN = ROOT / "run"

if importlib.util.find_spec("cupy") is None:
    raise pytest.UsageError(
        "hipsim's tests need the wheel they are about: pip install cupy-rocm-7-0 numpy pytest"
    )


def in_simulator() -> bool:
    """Whether this process was started by hipsim/run."""
    return str(ROOT / "build" / "lib") in os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse device tests outside the simulator: skipping would prove nothing."""
    wrong = [i for i in items if "device" in i.path.parts[-2:] and not in_simulator()]
    if wrong:
        raise pytest.UsageError(
            "tests/device runs on simulated devices: hipsim/run -- python -m pytest …"
        )


class Finished:
    """What a simulated process left behind."""

    def __init__(self, done: subprocess.CompletedProcess[str]) -> None:
        self.status = done.returncode
        self.out = done.stdout
        self.err = done.stderr
        self.lines = done.stdout.splitlines()

    def reports(self, *words: str) -> list[str]:
        """Defects on stderr that contain all the words."""
        found = [line for line in self.err.splitlines() if line.startswith("hipsim: ")]
        return [line for line in found if all(w in line for w in words)]


@pytest.fixture
def simulate():
    """Run Python text through ``hipsim/run`` with options."""

    def run(script: str, *options: str, env: dict[str, str] | None = None) -> Finished:
        command = [
            sys.executable,
            str(RUN),
            *options,
            "--",
            sys.executable,
            "-c",
            textwrap.dedent(script),
        ]
        clean = {
            k: v
            for k, v in os.environ.items()
            if not k.startswith("HIPSIM_") or k == "HIPSIM_CACHE_DIR"
        }
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=300,
            env={**clean, **(env or {})},
            check=False,
        )
        return Finished(done)

    return run
