# SPDX-License-Identifier: Apache-2.0
"""The kernel headers as text. Pure: no CuPy."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

KERNELS = Path(__file__).resolve().parent.parent / "kernels"
_INCLUDE = re.compile(r'^#include "([\w./]+)"\n', re.MULTILINE)


@lru_cache(maxsize=64)
def header(name: str) -> str:
    """Return the text of a header, without comment lines: the compiler reads it each time."""
    text = (KERNELS / name).read_text(encoding="utf-8")
    kept = (line for line in text.splitlines() if not line.lstrip().startswith("//"))
    return "\n".join(line for line in kept if line.strip() and line != "#pragma once") + "\n"


def bundle(text: str) -> str:
    """Return a source with its own headers written in, each once.

    A run-time compiler then needs no include folder, and a cache keyed by the
    text notices a changed header.
    """
    seen: set[str] = set()

    def expand(body: str) -> str:
        return _INCLUDE.sub(include, body)

    def include(found: re.Match[str]) -> str:
        name = found.group(1)
        if name in seen:
            return ""
        seen.add(name)
        return expand(header(name))

    return expand(text)
