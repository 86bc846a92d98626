#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Build the simulator's libraries into hipsim/build/lib.

Needs g++ and Python only. Compiles what changed, two files at a time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
BUILD = ROOT / "build"
LIB = BUILD / "lib"
FLAGS = [
    "-std=c++17",
    "-O2",
    "-g1",
    "-fPIC",
    "-Wall",
    "-Wextra",
    "-Wno-unused-parameter",
    f"-I{ROOT / 'include'}",
    f"-I{ROOT / 'runtime'}",
]


def compiler() -> str:
    """The C++ compiler: ``HIPSIM_CXX`` or g++."""
    return os.environ.get("HIPSIM_CXX") or "g++"


def run(command: list[str]) -> None:
    """Run a step, or end the build with what it said."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.stderr:
        sys.stderr.write(done.stderr)
    if done.returncode:
        raise SystemExit(f"hipsim: failed: {' '.join(map(str, command))}")


def stale(target: Path, sources: list[Path]) -> bool:
    """Whether `target` is missing or older than a source."""
    if not target.exists():
        return True
    built = target.stat().st_mtime_ns
    return any(s.stat().st_mtime_ns > built for s in sources)


def headers() -> list[Path]:
    """Headers that the libraries include; a change of one rebuilds all."""
    include = ROOT / "include"
    shared = [
        include / "hipsim" / "abi.h",
        *(include / "hip").glob("hip*_api.h"),
        include / "hip" / "hip_vector_types.h",
        include / "hip" / "hiprtc.h",
    ]
    return [
        *shared,
        *(ROOT / "runtime").glob("*.hpp"),
        *(ROOT / "blas").glob("*.hpp"),
        Path(__file__),
    ]


def compile_object(source: Path) -> Path:
    """Compile one source if it changed."""
    target = BUILD / "obj" / f"{source.parent.name}-{source.stem}.o"
    if stale(target, [source, *headers()]):
        target.parent.mkdir(parents=True, exist_ok=True)
        run([compiler(), *FLAGS, "-c", str(source), "-o", str(target)])
    return target


def link(soname: str, objects: list[Path], *extra: str) -> Path:
    """Link a shared library and its development name."""
    target = LIB / soname
    if stale(target, [*objects, *[Path(e) for e in extra if Path(e).is_file()]]):
        LIB.mkdir(parents=True, exist_ok=True)
        run(
            [
                compiler(),
                "-shared",
                *map(str, objects),
                "-o",
                str(target),
                f"-Wl,-soname,{soname}",
                *extra,
                "-pthread",
                "-ldl",
            ]
        )
    plain = LIB / (soname.split(".so")[0] + ".so")
    if not plain.is_symlink():
        plain.symlink_to(soname)
    return target


def stub_assembly(names: list[str], status: int) -> str:
    """Functions that note their name and return `status`."""
    lines = [".text"]
    for i, name in enumerate(names):
        lines += [
            f".globl {name}",
            f".type {name}, @function",
            f"{name}:",
            "  subq $8, %rsp",
            f"  leaq .Lname{i}(%rip), %rdi",
            "  call hipsim_unsupported@PLT",
            f"  movl ${status}, %eax",
            "  addq $8, %rsp",
            "  ret",
            f".size {name}, .-{name}",
        ]
    lines.append(".section .rodata")
    lines += [f'.Lname{i}: .asciz "{name}"' for i, name in enumerate(names)]
    return "\n".join([*lines, '.section .note.GNU-stack,"",@progbits', ""])


def implemented(objects: list[Path]) -> set[str]:
    """Global functions that the objects define."""
    found = set()
    for o in objects:
        out = subprocess.run(
            ["nm", "-g", "--defined-only", str(o)], capture_output=True, text=True, check=True
        ).stdout
        found |= {line.split()[-1] for line in out.splitlines()}
    return found


def stub_library(description: Path, runtime: Path, objects: list[Path]) -> None:
    """A library of functions that are not supported, plus those in `objects` that are."""
    soname, status, names, versions = "", 0, [], {}
    for line in description.read_text().splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0] == "soname":
            soname = words[1]
        elif words[0] == "status":
            status = int(words[1])
        else:
            name, _, version = words[0].partition("@")
            names.append(name)
            versions.setdefault(version, []).append(name)
    done = implemented(objects)
    source = BUILD / "obj" / f"stub-{description.stem}.s"
    source.parent.mkdir(parents=True, exist_ok=True)
    text = stub_assembly([n for n in names if n not in done], status)
    if not source.exists() or source.read_text() != text:
        source.write_text(text)
    stub = source.with_suffix(".o")
    if stale(stub, [source]):
        run([compiler(), "-c", str(source), "-o", str(stub)])
    extra = [str(runtime)]
    versions.pop("", None)
    if versions:
        script = source.with_suffix(".map")
        script.write_text(
            "".join(f"{v} {{ global: {'; '.join(n)}; }};\n" for v, n in versions.items())
        )
        extra.append(f"-Wl,--version-script={script}")
    link(soname, [stub, *objects], *extra)


def build(jobs: int) -> None:
    """Bring every library up to date."""
    groups = {name: sorted((ROOT / name).glob("*.cpp")) for name in ("runtime", "rtc", "blas")}
    with ThreadPoolExecutor(jobs) as pool:
        objects = {name: list(pool.map(compile_object, files)) for name, files in groups.items()}
    script = ROOT / "runtime" / "amdhip64.map"
    runtime = link("libamdhip64.so.7", objects["runtime"], f"-Wl,--version-script={script}")
    link("libhiprtc.so.7", objects["rtc"], str(runtime))
    for description in sorted((ROOT / "stubs").glob("*.txt")):
        own = objects["blas"] if description.stem == "hipblas" else []
        stub_library(description, runtime, own)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    build(parser.parse_args().jobs)
