# SPDX-License-Identifier: Apache-2.0
"""Compile every kernel for every AMD target, without a GPU; fail on any spill.

    python tests/amd_compile/run.py [--all] [--jobs 2] [--targets gfx942 …] [--nvcc]

Layout cases are compiled for every target that the compiler knows, functors at
every dtype for one target of each wave size (`--all`: for every target).
Results are cached under ``.cache/amd_compile``, keyed by text and compiler.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).resolve().parent)]

import instances  # noqa: E402
import toolchain  # noqa: E402
from occupancy import waves  # noqa: E402

from lfs_hip_array.gpu import render  # noqa: E402
from lfs_hip_array.gpu.sources import bundle  # noqa: E402

CACHE = ROOT / ".cache" / "amd_compile"
REPRESENTATIVE = ("gfx942", "gfx1100")
UNIT = 48  # kernels of one translation unit
FIELDS = {
    "vgpr": ".vgpr_count",
    "sgpr": ".sgpr_count",
    "vgpr_spill": ".vgpr_spill_count",
    "sgpr_spill": ".sgpr_spill_count",
    "lds": ".group_segment_fixed_size",
    "scratch": ".private_segment_fixed_size",
}


def unit(kernels):
    """Return one translation unit of (name, body, plan)."""
    includes = dict.fromkeys(h for _, body, _ in kernels for h in render.headers(body))
    text = "".join(f'#include "{name}"\n' for name in includes)
    text += "namespace lfs {\n"
    text += "".join(render.kernel(body, plan, name) for name, body, plan in kernels)
    return bundle(text + "}\n")


def functor_units():
    """Return the units of every functor at every dtype, contiguous."""
    kernels = []
    for name, body in instances.bodies():
        kinds = "_".join(render.short_name(d) for d in (*body.inputs, *body.output_dtypes))
        kernels.append((f"{name}_{kinds}", body, instances.contiguous(body)))
    return [unit(kernels[i : i + UNIT]) for i in range(0, len(kernels), UNIT)]


def layout_units():
    """Return the unit of every layout case."""
    kernels = [
        (re.sub(r"\W+", "_", f"layout_{label}"), body, plan)
        for label, body, plan in instances.layout_cases()
    ]
    return [unit(kernels)]


def kernels_of(notes):
    """Read the kernels' resources from the notes of a code object."""
    found = []
    for block in re.split(r"\n  - \.a", notes)[1:]:
        name = re.search(r"\.name: +(\w+)", block)
        entry = {"name": name.group(1)}
        for short, key in FIELDS.items():
            value = re.search(rf"\{key}: +(\d+)", block)
            entry[short] = int(value.group(1)) if value else 0
        found.append(entry)
    return found


def compile_amd(tools, target, text):
    """Compile one unit for one target and return its kernels' resources."""
    options = " ".join(tools.command(target, Path("s"), Path("o")))
    key = hashlib.sha256(f"{tools.version}\0{options}\0{text}".encode()).hexdigest()[:32]
    kept = CACHE / f"{key}.json"
    if kept.exists():
        return json.loads(kept.read_text())
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder) / "unit.hip", Path(folder) / "unit.co"
        source.write_text(text)
        done = subprocess.run(
            tools.command(target, source, output), capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{target}: does not compile\n{done.stderr[-6000:]}")
        notes = subprocess.run(
            [tools.readelf, "--notes", str(output)], capture_output=True, text=True, check=True
        ).stdout
    result = kernels_of(notes)
    CACHE.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(result))
    return result


def compile_cuda(text, arch="sm_90"):
    """Compile one unit with nvcc; return what ptxas says of spills."""
    key = hashlib.sha256(f"nvcc {arch}\0{text}".encode()).hexdigest()[:32]
    kept = CACHE / f"{key}.txt"
    if kept.exists():
        return kept.read_text()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "unit.cu"
        source.write_text(text)
        done = subprocess.run(
            ["nvcc", "-std=c++17", f"-arch={arch}", "-fmad=false", "-Xptxas", "-v", "-cubin",
             str(source), "-o", str(Path(folder) / "unit.cubin")],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"nvcc {arch}: does not compile\n{done.stderr[-6000:]}")
    CACHE.mkdir(parents=True, exist_ok=True)
    kept.write_text(done.stderr)
    return done.stderr


def table(results):
    """Print the worst of every target, and return the kernels that spill."""
    print(f"{'target':8} {'wave':>4} {'kernels':>7} {'VGPR':>5} {'SGPR':>5} {'LDS':>6} "
          f"{'scratch':>7} {'waves':>5} {'spills':>6}   most registers")  # fmt: skip
    spilled = []
    for target, group in groupby(sorted(results, key=lambda r: r[0]), key=lambda r: r[0]):
        kernels = [k for _, ks in group for k in ks]
        top = max(kernels, key=lambda k: k["vgpr"])
        bad = [k for k in kernels if k["vgpr_spill"] or k["sgpr_spill"]]
        spilled += [(target, k) for k in bad]
        held = min(waves(target, k["vgpr"], k["lds"]) for k in kernels)
        print(
            f"{target:8} {toolchain.wave_size(target):4} {len(kernels):7} {top['vgpr']:5} "
            f"{max(k['sgpr'] for k in kernels):5} {max(k['lds'] for k in kernels):6} "
            f"{max(k['scratch'] for k in kernels):7} "
            f"{held:5} {len(bad):6}   {top['name']}"
        )
    return spilled


def run_cuda(texts, jobs):
    """Compile with nvcc and print kernels and spills.

    Spills are told but do not fail: ptxas keeps a few bytes aside in kernels
    that use far fewer registers than they may.
    """
    with ThreadPoolExecutor(jobs) as pool:
        logs = list(pool.map(compile_cuda, texts))
    log = "\n".join(logs)
    kernels = len(re.findall(r"Compiling entry function", log))
    stores = [int(n) for n in re.findall(r"(\d+) bytes spill stores", log)]
    registers = [int(n) for n in re.findall(r"Used (\d+) registers", log)]
    print(f"nvcc sm_90: {kernels} kernels, at most {max(registers)} registers, "
          f"{sum(n > 0 for n in stores)} spill")  # fmt: skip


def main():
    """Compile, print the table, and fail on a spill."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="functors too for every target")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--targets", nargs="*", help="only these")
    parser.add_argument("--nvcc", action="store_true", help="also with nvcc, where it is")
    options = parser.parse_args()
    start = time.monotonic()
    try:
        tools = toolchain.find()
    except toolchain.ToolchainMissing as missing:
        raise SystemExit(str(missing)) from None
    known = tools.targets()
    targets = [t for t in known if not options.targets or t in options.targets]
    functors, layouts = functor_units(), layout_units()
    jobs = [(t, text) for t in targets for text in layouts]
    jobs += [(t, text) for t in targets if options.all or t in REPRESENTATIVE for text in functors]
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda job: (job[0], compile_amd(tools, *job)), jobs))
    print(
        f"{tools.version}; not known to it: {' '.join(set(toolchain.TARGETS) - set(known)) or '-'}"
    )
    spilled = table(results)
    for target, k in spilled:
        print(f"SPILL {target} {k['name']}: {k['vgpr_spill']} VGPR, {k['sgpr_spill']} SGPR")
    failed = bool(spilled)
    if options.nvcc and shutil.which("nvcc"):
        run_cuda([*layouts, *functors], options.jobs)
    print(f"{time.monotonic() - start:.0f} s")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
