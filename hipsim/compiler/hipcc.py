# SPDX-License-Identifier: Apache-2.0
"""A stand-in for hipcc: host and device code of one source, for the simulator."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import options as hip_options
import rewrite
from compile import CompileError, compile_kernel
from toolchain import CHECKS, FLAGS, INCLUDE, LIBRARIES, arch_macros, compiler, run

# Host code may throw and use run-time types.
_HOST_FLAGS = tuple(f for f in FLAGS if f not in ("-fno-exceptions", "-fno-rtti"))
_SOURCES = (".cpp", ".hip", ".cc", ".cxx", ".cu")
_VERSION = "HIP version: 7.0.0-hipsim\nAMD clang version 20.0.0 (hipsim: {})"


def _search_list() -> str:
    return (
        '#include "..." search starts here:\n#include <...> search starts here:\n'
        f" {INCLUDE}\nEnd of search list.\n"
    )


class Command:
    """A command line of hipcc, split by what each part is for."""

    def __init__(self, arguments: list[str]) -> None:
        self.sources: list[str] = []
        self.objects: list[str] = []
        self.link: list[str] = []
        self.output = ""
        self.steps: set[str] = set()
        rest = []
        items = iter(arguments)
        for item in items:
            if item == "-o":
                self.output = next(items, "")
            elif item == "-x":
                next(items, None)  # everything is HIP
            elif item in ("-c", "-E", "-v", "-shared", "--genco", "--preprocess", "--version"):
                self.steps.add(item)
            elif item.startswith(("-l", "-L", "-Wl,", "-static-lib", "-rdynamic")):
                self.link.append(item)
            elif item.startswith("-"):
                rest.append(item)
                if item in ("-I", "-D", "-U", "-include", "-isystem", "-mllvm", "-Xclang"):
                    rest.append(next(items, ""))
            elif item.endswith(_SOURCES) or item == "/dev/null":
                self.sources.append(item)
            else:
                self.objects.append(item)
        self.options = hip_options.parse(rest)
        self.raw = rest


def _compile(source: str, command: Command, output: str, folder: Path) -> None:
    chosen = command.options
    base = [
        compiler(),
        chosen.standard,
        *_HOST_FLAGS,
        *CHECKS,
        *chosen.flags,
        *arch_macros(chosen.arch, hiprtc=False),
    ]
    step = run(
        [
            *base,
            "-E",
            "-include",
            "hip/hip_runtime.h",
            *chosen.preprocessor,
            f"-I{INCLUDE}",
            "-x",
            "c++",
            source,
        ]
    )
    if step.returncode:
        raise CompileError(step.stderr)
    text = rewrite.rewrite_refusals(rewrite.rewrite_shared(step.stdout))
    text = rewrite.rewrite_launches(text) + rewrite.linked_table()
    prepared = folder / "source.ii"
    prepared.write_text(text)
    step = run([*base, "-fpreprocessed", "-c", str(prepared), "-o", output])
    sys.stderr.write(step.stderr)
    if step.returncode:
        raise CompileError("")


def _preprocess(command: Command) -> None:
    chosen = command.options
    for source in command.sources:
        step = run(
            [
                compiler(),
                chosen.standard,
                *arch_macros(chosen.arch, hiprtc=False),
                "-E",
                *chosen.preprocessor,
                f"-I{INCLUDE}",
                "-x",
                "c++",
                source,
            ]
        )
        sys.stdout.write(step.stdout)
        if step.returncode:
            raise CompileError(step.stderr)


def _code_object(command: Command) -> None:
    source = Path(command.sources[0])
    arguments = [*command.raw, f"-I{source.parent.resolve()}"]
    result = compile_kernel(source.read_text(), arguments, [], str(source))
    sys.stderr.write(result.log)
    Path(command.output or source.with_suffix(".hsaco").name).write_bytes(result.code)


def _build(command: Command) -> None:
    with tempfile.TemporaryDirectory(prefix="hipsim-hipcc-") as work:
        objects = list(command.objects)
        for i, source in enumerate(command.sources):
            folder = Path(work) / str(i)
            folder.mkdir()
            if "-c" in command.steps:
                _compile(source, command, command.output or Path(source).stem + ".o", folder)
            else:
                objects.append(str(folder / "source.o"))
                _compile(source, command, objects[-1], folder)
        if "-c" in command.steps:
            return
        shared = ["-shared"] if "-shared" in command.steps else []
        step = run(
            [
                compiler(),
                *shared,
                *objects,
                "-o",
                command.output or "a.out",
                *command.link,
                f"-L{LIBRARIES}",
                "-l:libamdhip64.so.7",
                f"-Wl,-rpath,{LIBRARIES}",
            ]
        )
        if step.returncode:
            raise CompileError(step.stderr)


def main(arguments: list[str]) -> int:
    """Exit status, as hipcc's."""
    command = Command(arguments)
    if "--version" in command.steps:
        print(_VERSION.format(compiler()))
        return 0
    if command.options.unknown:
        for item in command.options.unknown:
            print(f"hipcc: error: unknown argument: '{item}'", file=sys.stderr)
        return 1
    if not command.sources and not command.objects:
        print("hipcc: error: no input files", file=sys.stderr)
        return 1
    try:
        if "-v" in command.steps and command.sources == ["/dev/null"]:
            sys.stderr.write(_search_list())
        elif command.steps & {"-E", "--preprocess"}:
            _preprocess(command)
        elif "--genco" in command.steps:
            _code_object(command)
        else:
            _build(command)
    except CompileError as error:
        sys.stderr.write(str(error))
        return 1
    return 0
