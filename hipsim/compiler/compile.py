# SPDX-License-Identifier: Apache-2.0
"""One HIP source to one shared object, with a cache on disk.

The cache has two levels. The first asks whether this very text with these
options was compiled before and whether the headers it used are unchanged; it
starts no process. The second is keyed by the preprocessed text, so that a
touched but equal header compiles nothing.
"""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import options as hip_options
import rewrite
from toolchain import (
    CHECKS,
    FLAGS,
    INCLUDE,
    LIBRARIES,
    arch_macros,
    cache_folder,
    compiler,
    digest,
    identity,
    precompiled_header,
    quick_identity,
    run,
    write_atomically,
)


class CompileError(Exception):
    """The compiler's log."""


@dataclass(frozen=True)
class Result:
    """A loadable object and what the compiler said about the source."""

    code: bytes
    log: str
    compiled: bool  # false if the cache had it


def _stamp(path: str) -> list[int] | None:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return [found.st_mtime_ns, found.st_size]


def compile_kernel(
    source: str, arguments: list[str], names: list[str], file_name: str, folder: Path | None = None
) -> Result:
    """Compile the text of a hiprtc program; `folder` holds headers given with it."""
    chosen = hip_options.parse(arguments)
    if chosen.unknown:
        raise CompileError("".join(f"error: unknown argument: '{o}'\n" for o in chosen.unknown))
    headers = sorted((p.name, p.read_bytes()) for p in folder.iterdir()) if folder else []
    key = digest(quick_identity(), source, chosen, names, headers)
    first = cache_folder() / "source" / f"{key}.json"
    if found := _look_up(first):
        return found
    search = [*chosen.preprocessor, *([f"-I{folder}"] if folder else []), f"-I{INCLUDE}"]
    with tempfile.TemporaryDirectory(prefix="hipsim-") as work:
        result, used, object_key = _compile(source, chosen, search, names, file_name, Path(work))
    used = [u for u in used if folder is None or not u.startswith(str(folder))]
    record = {"object": object_key, "log": result.log, "files": {u: _stamp(u) for u in used}}
    write_atomically(first, json.dumps(record).encode())
    return result


def _object_path(key: str) -> Path:
    return cache_folder() / "object" / f"{key}.so"


def _look_up(path: Path) -> Result | None:
    try:
        record = json.loads(path.read_text())
        if any(_stamp(name) != stamp for name, stamp in record["files"].items()):
            return None
        return Result(_object_path(record["object"]).read_bytes(), record["log"], compiled=False)
    except (OSError, ValueError, KeyError):
        return None


def _compile(
    source: str,
    chosen: hip_options.Options,
    search: list[str],
    names: list[str],
    file_name: str,
    work: Path,
) -> tuple[Result, list[str], str]:
    header = precompiled_header(chosen.arch, chosen.standard, chosen.flags, hiprtc=True)
    base = [
        compiler(),
        chosen.standard,
        *FLAGS,
        *CHECKS,
        *chosen.flags,
        *arch_macros(chosen.arch, hiprtc=True),
    ]
    input_file = work / "kernel.hip"
    # Diagnostics name the program as its author did.
    shown = file_name.replace("\\", "\\\\").replace('"', '\\"')
    input_file.write_text(f'#line 1 "{shown}"\n{source}\n')
    step = run(
        [
            *base,
            "-E",
            "-fpch-preprocess",
            "-include",
            str(header),
            *search,
            "-x",
            "c++",
            str(input_file),
        ]
    )
    if step.returncode:
        raise CompileError(step.stderr)
    text = step.stdout
    used = sorted({u for u in re.findall(r'(?m)^# \d+ "(/[^"]+)"', text) if Path(u).is_file()})
    # CuPy names each program after a new temporary folder; that says nothing.
    plain = text.replace(str(input_file), "").replace(shown, "")
    key = digest(identity(), chosen.arch, chosen.standard, chosen.flags, names, plain)
    target = _object_path(key)
    if target.exists():
        return Result(target.read_bytes(), step.stderr, compiled=False), used, key
    try:
        body = rewrite.rewrite_refusals(rewrite.rewrite_shared(text))
        body += rewrite.module_table(text, names)
    except ValueError as error:
        raise CompileError(f"error: {error}\n") from error
    prepared = work / "kernel.ii"
    prepared.write_text(body)
    built, linked = work / "kernel.o", work / "kernel.so"
    step2 = run([*base, "-fpreprocessed", "-c", str(prepared), "-o", str(built)])
    log = step.stderr + step2.stderr
    if step2.returncode:
        raise CompileError(log)
    link = run(
        [
            compiler(),
            "-shared",
            "-Wl,--build-id=none",
            str(built),
            "-o",
            str(linked),
            f"-L{LIBRARIES}",
            "-l:libamdhip64.so.7",
        ]
    )
    if link.returncode:
        raise CompileError(log + link.stderr)
    code = linked.read_bytes()
    write_atomically(target, code)
    return Result(code, log, compiled=True), used, key
