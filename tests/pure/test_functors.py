# SPDX-License-Identifier: Apache-2.0
"""The C++ functors, compiled for the host, against the cpu device.

The same text that kernels are made of: this proves the functors' logic where
there is no GPU. What the vendors' math libraries compute is tested on a GPU.
"""

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from functor_values import agree, operands_of, outside_promise, reference, values_of

from lfs_hip_array._ops import RECORDS
from lfs_hip_array.cpu.pointwise import quiet, twin
from lfs_hip_array.gpu import render
from lfs_hip_array.gpu.sources import KERNELS

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "amd_compile"))
import instances

COMPILER = shutil.which("g++") or shutil.which("clang++")
pytestmark = pytest.mark.skipif(COMPILER is None, reason="needs a C++ compiler")

BODIES = list(instances.bodies())
NAMES = sorted({name for name, _ in BODIES})


def symbol(name, body):
    kinds = [render.short_name(d) for d in (*body.inputs, *body.output_dtypes)]
    return "_".join([name, *kinds])


def host_function(name, body):
    """Return a C function that applies a functor to arrays."""
    inputs = [f"const {render.type_name(d)}* a{i}" for i, d in enumerate(body.inputs)]
    output = f"{render.type_name(body.output_dtypes[0])}* out"
    values = ", ".join(f"a{i}[k]" for i in range(len(inputs)))
    label = symbol(name, body)
    return (
        f"{render.compute(body, label)}"
        f'extern "C" void {label}(long long n, {", ".join([*inputs, output])}) {{\n'
        f"  for (long long k = 0; k < n; ++k) compute_{label}({values}, out[k]);\n}}\n"
    )


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("functors")
    text = "".join(host_function(name, body) for name, body in BODIES)
    source = folder / "functors.cpp"
    source.write_text(f'#include "ops.hpp"\nnamespace lfs {{\n{text}}}\n')
    built = folder / "functors.so"
    command = [COMPILER, "-std=c++17", "-O1", "-ffp-contract=off", "-shared", "-fPIC"]
    subprocess.run(
        [*command, "-Wall", "-Wextra", f"-I{KERNELS}", str(source), "-o", str(built)], check=True
    )
    return ctypes.CDLL(str(built))


def call(library, name, body, operands):
    out = np.empty(len(operands[0]), body.output_dtypes[0])
    pointers = [ctypes.c_void_p(x.ctypes.data) for x in (*operands, out)]
    getattr(library, symbol(name, body))(ctypes.c_longlong(len(out)), *pointers)
    return out


@pytest.mark.parametrize("name", NAMES)
def test_functor(library, name):
    rng = np.random.default_rng(3)
    for label, body in BODIES:
        if label != name:
            continue
        operands = operands_of(body, rng)
        want = reference(name, body, operands)
        if want is None:
            continue
        got = call(library, name, body, operands)
        bad = ~agree(name, got, want) & ~outside_promise(name, body, operands)
        first = np.flatnonzero(bad)[:8]
        assert not first.size, [
            (body.inputs, *(x[i] for x in operands), got[i], want[i]) for i in first
        ]


@pytest.mark.parametrize("name", ["isclose", "nan_to_num"])
def test_functor_with_parameters(library, name):
    rng = np.random.default_rng(5)
    parameters = {"isclose": (0.125, 0.5, 1.0), "nan_to_num": (7.0, 100.0, -50.0)}[name]
    for label, body in BODIES:
        if label != name or (name == "nan_to_num" and len(body.inputs) < 4):
            continue
        own = len(body.inputs) - 3
        sets = [values_of(d, rng) for d in body.inputs[:own]]
        grid = np.meshgrid(*sets, indexing="ij")
        operands = [np.ascontiguousarray(x.reshape(-1)) for x in grid]
        record = RECORDS[name]
        function = twin(record, record.plan(body.inputs))
        want = np.asarray(quiet(function, *operands, *parameters))
        extra = [np.full(len(operands[0]), p) for p in parameters]
        got = call(library, name, body, [*operands, *extra])
        np.testing.assert_array_equal(got, want)
