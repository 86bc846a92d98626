# SPDX-License-Identifier: Apache-2.0
"""Options of a HIP compiler, sorted into what the host compiler is given."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from toolchain import default_arch

# No effect on the result here: code generation of a GPU, diagnostics, tuning.
_IGNORED = re.compile(
    r"-O[0-3s]?|-g\w*|-fgpu-rdc|-fno-gpu-rdc|-mcode-object-version=.*|-fgpu-default-stream=.*"
    r"|-f(?:cuda|gpu)-flush-denormals-to-zero|-fno-(?:cuda|gpu)-flush-denormals-to-zero"
    r"|-f(?:no-)?unroll-loops|-f(?:no-)?slp-vectorize|-mno-.*|-mwavefrontsize64|-m\d\d"
    r"|--offload-compress|-fno-offload-lto|-nogpulib|-nogpuinc|--rocm-path=.*|--hip-.*"
    r"|-munsafe-fp-atomics|-ffp-contract=.*|-W.*|-w|--use_fast_math|-use_fast_math"
    r"|-ftz=.*|-prec-.*|--std-.*|-dc|-lineinfo|--generate-line-info|-fPIC|-pthread"
)
_IGNORED_WITH_VALUE = {"-mllvm", "-Xclang", "-Xoffload-linker", "-Xarch_device"}
_STANDARD = re.compile(r"--?std=(?:c|gnu)\+\+(\w+)")
_ARCH = re.compile(r"(?:--gpu-architecture|--offload-arch|-arch|--amdgpu-target)=(.*)")
_NEW_STANDARDS = {"20": "-std=c++20", "2a": "-std=c++20", "23": "-std=c++23", "2b": "-std=c++23"}


@dataclass
class Options:
    """What a command line asked for."""

    arch: str = field(default_factory=default_arch)
    standard: str = "-std=c++17"  # older standards are subsets as far as kernels go
    preprocessor: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def parse(arguments: list[str]) -> Options:
    """Sort the options of hiprtcCompileProgram, or of hipcc."""
    options = Options()
    items = iter(arguments)
    for item in items:
        if item in ("-I", "-D", "-U", "-include", "-isystem"):
            options.preprocessor += [item, next(items, "")]
        elif item.startswith(("--include-path=", "--define-macro=")):
            kind, value = item.split("=", 1)
            options.preprocessor.append(("-I" if kind.startswith("--inc") else "-D") + value)
        elif item.startswith(("-I", "-D", "-U", "-isystem")):
            options.preprocessor.append(item)
        elif found := _STANDARD.fullmatch(item):
            options.standard = _NEW_STANDARDS.get(found[1], "-std=c++17")
        elif found := _ARCH.fullmatch(item):
            options.arch = found[1].split(":")[0]  # features such as :xnack- do not matter
        elif item == "-ffast-math":
            options.flags.append(item)
        elif item in _IGNORED_WITH_VALUE:
            next(items, None)
        elif not _IGNORED.fullmatch(item):
            options.unknown.append(item)
    return options
