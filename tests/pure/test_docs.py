# SPDX-License-Identifier: Apache-2.0
"""Every ```python and ```pycon block of the README and docs/ runs, top to bottom.

The blocks of a page share one namespace. A ```pycon block shows results: it is
checked as a doctest.
"""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^( *)```(python|pycon)[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)

RUNNER = """
import doctest, sys
names = {"__name__": "page"}
for kind, line, text in BLOCKS:
    if kind == "python":
        exec(compile("\\n" * line + text, PAGE, "exec"), names)
        continue
    test = doctest.DocTestParser().get_doctest(text, names, PAGE, PAGE, line)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(test, clear_globs=False)
    names = test.globs
    if runner.failures:
        sys.exit(1)
"""


def blocks(page):
    """Return (kind, line, text) of each block of a page."""
    source = page.read_text(encoding="utf-8")
    return [
        (found[2], source.count("\n", 0, found.start(3)), re.sub(f"(?m)^{found[1]}", "", found[3]))
        for found in BLOCK.finditer(source)
    ]


def test_blocks_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("a\n```python\nx = 1\n```\n\n- b\n\n  ```pycon\n  >>> x\n  1\n  ```\n")
    assert blocks(page) == [("python", 2, "x = 1\n"), ("pycon", 8, ">>> x\n1\n")]


def test_a_wrong_result_is_noticed(tmp_path):
    for text in (">>> 1 + 1\n3\n", ">>> [][0]\n"):
        code = f"PAGE = 'page'\nBLOCKS = {[('pycon', 0, text)]!r}\n{RUNNER}"
        assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode


def test_limits_of_fusion_are_as_the_page_says():
    from lfs_hip_array import _expression
    from lfs_hip_array.cpu import pointwise

    page = " ".join((ROOT / "docs" / "fusion.md").read_text(encoding="utf-8").split())
    limits = f"{_expression.MAX_OPERATIONS} operations and {_expression.MAX_INPUTS} inputs"
    assert f"at most {limits}" in page
    assert f"Operands of up to {pointwise.SMALL:,} elements" in page
    assert f"A block ({pointwise.BLOCK:,} elements)" in page


def test_every_public_name_is_on_one_reference_page():
    import lfs_hip_array

    hook = runpy.run_path(str(ROOT / "docs" / "hooks" / "reference.py"))
    text = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "docs" / "api").glob("*.md"))
    shown = re.findall(r"^::: lfs_hip_array\.(\S+)", hook["on_page_markdown"](text), re.MULTILINE)
    assert len(shown) == len(set(shown))
    shown = {name.partition(".")[0] for name in shown}
    missing = set(lfs_hip_array.__all__) - shown
    constants = {n for n in missing if f"`{n}`" in text or n.startswith("__")}
    missing -= {n for n in missing if n in lfs_hip_array.linalg.__all__}
    assert missing <= constants


def test_the_readme_has_an_example():
    assert blocks(ROOT / "README.md")


@pytest.mark.parametrize(
    "page", [p for p in PAGES if blocks(p)], ids=lambda p: str(p.relative_to(ROOT))
)
def test_page(page, tmp_path):
    code = f"PAGE = {str(page)!r}\nBLOCKS = {blocks(page)!r}\n{RUNNER}"
    environment = {**os.environ, "LFS_HIP_DEVICE": "cpu", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-W", "error::SyntaxWarning", "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
