# SPDX-License-Identifier: Apache-2.0
"""Fills the reference pages, and fits links.

A line ``@chapter _sorting`` becomes the public names of that chapter, and
``@rest`` those of every chapter that no page names. Links to files of the
repository outside docs/ become their names.
"""

import ast
import importlib
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMESPACE = ROOT / "lfs_hip_array" / "_namespace.py"
EXTENSIONS = ("fft", "linalg", "nn", "random", "spatial", "special")
LINK = re.compile(r"\[([^]]+)\]\((\.\./[^)#]+)(?:#[^)]*)?\)")
BY_HAND = {"_dtypes", "_info", "_tensor"}
PAGES = ROOT / "docs" / "api"
LINE = re.compile(r"^@(?:chapter (\w+)|rest)$", re.MULTILINE)


def public_names():
    """Return {module: its names that the package exports}; extensions by their ``__all__``."""
    found = {}
    for node in ast.parse(NAMESPACE.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        names = [alias.name for alias in node.names]
        if node.module in EXTENSIONS:
            continue  # listed there
        if node.module:
            found[node.module] = [name for name in names if not name.startswith("_")]
            continue
        for name in names:
            module = importlib.import_module(f"lfs_hip_array.{name}")
            found[name] = [f"{name}.{member}" for member in module.__all__]
    return found


def rest():
    """Return the chapters that no page names."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES.glob("*.md"))
    return public_names().keys() - {match[1] for match in LINE.finditer(text)} - BY_HAND


def outside(markdown, folder):
    """Replace links from a page in `folder` to files that the site does not have."""

    def name(match):
        target = (folder / match[2]).resolve()
        if not target.exists() or target.is_relative_to(ROOT / "docs"):
            return match[0]
        return f"{match[1]} (`{target.relative_to(ROOT)}`)"

    return LINK.sub(name, markdown)


def on_page_markdown(markdown, page=None, **_):
    """Replace the lines that name a chapter, and links that leave the site."""

    def entries(match):
        chapters = [match[1]] if match[1] else rest()
        names = sorted((name for c in chapters for name in public_names()[c]), key=str.lower)
        return "\n\n".join(f"::: lfs_hip_array.{name}" for name in names)

    if page is not None:
        markdown = outside(markdown, (ROOT / "docs" / page.file.src_uri).parent)
    return LINE.sub(entries, markdown)


def on_config(config):
    """Show the page of the simulator where it is there."""
    if (ROOT / "docs" / "hipsim.md").exists():
        evidence = next(group["Evidence"] for group in config.nav if "Evidence" in group)
        evidence.append({"The HIP simulator": "hipsim.md"})
    return config
