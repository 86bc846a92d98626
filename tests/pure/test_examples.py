# SPDX-License-Identifier: Apache-2.0
"""The examples: each computes the same with NumPy and with tensors."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

for name in ("matplotlib", "PIL", "scipy", "sklearn", "tqdm"):
    pytest.importorskip(name)


@pytest.fixture
def example(monkeypatch):
    """Import an example by name."""
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module


def test_quantise(example):
    quantise = example("quantise")
    rng = np.random.default_rng(1)
    colours = np.array([[250, 20, 30], [10, 240, 60], [5, 10, 200]], np.uint8)
    want = np.repeat(np.arange(3), 100).reshape(15, 20)
    noise = rng.integers(-4, 5, (15, 20, 3))
    photograph = np.clip(colours[want].astype(int) + noise, 0, 255).astype(np.uint8)
    draws = rng.random(3)
    palette, labels, picture = quantise.quantise(np, photograph, draws, 5)
    lfs = example("lfs_hip_array")
    ours = quantise.quantise(lfs, lfs.asarray(photograph), lfs.asarray(draws), 5)
    assert all(isinstance(x, lfs.Tensor) for x in ours)
    np.testing.assert_allclose(ours[0].to_numpy(), palette, rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(ours[1].to_numpy(), labels)
    np.testing.assert_array_equal(ours[2].to_numpy(), picture)
    # Three colours are in the picture, and k-means finds them.
    assert np.max(np.abs(picture.astype(int) - colours[want])) <= 3


def test_quantise_converts_colours_there_and_back(example):
    quantise = example("quantise")
    rgb = np.random.default_rng(2).random((50, 3))
    back = quantise.oklab_to_rgb(np, quantise.rgb_to_oklab(np, rgb))
    np.testing.assert_allclose(back, rgb, atol=1e-7)
    white = quantise.rgb_to_oklab(np, np.ones((1, 3)))
    np.testing.assert_allclose(white, [[1, 0, 0]], atol=1e-6)


@pytest.mark.parametrize("edge", [None, 0.1])
def test_heat(example, edge):
    heat, lfs = example("heat"), example("lfs_hip_array")
    image = np.random.default_rng(3).random((40, 30, 3))
    want = heat.diffuse(np, image, edge, 3)
    found = heat.diffuse(lfs, lfs.asarray(image), edge, 3)
    assert isinstance(found, lfs.Tensor)
    np.testing.assert_allclose(found.to_numpy(), want, rtol=1e-12)
    np.testing.assert_allclose(want.sum(), image.sum())  # no heat is lost
    assert want.std() < image.std()


@pytest.mark.parametrize("script", ["scikit", "scipy_functions"])
def test_scripts_of_clients(script, tmp_path):
    """These set SCIPY_ARRAY_API before SciPy is imported: in a process of their own."""
    code = (
        f"import sys; sys.path.insert(0, {str(EXAMPLES)!r})\n"
        "import common, pathlib\n"
        f"common.OUTPUT = pathlib.Path({str(tmp_path)!r})\n"
        f"import {script}; {script}.main()"
    )
    environment = {**os.environ, "SCIPY_ARRAY_API": "1", "MPLBACKEND": "Agg"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "Tensor" in done.stdout
