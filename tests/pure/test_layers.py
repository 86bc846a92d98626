# SPDX-License-Identifier: Apache-2.0
"""Who may import whom, and other rules that a walk over the source can check."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "lfs_hip_array"
SOURCES = sorted(PACKAGE.rglob("*.py"))
MAX_LINES = 600

BASE = {"_dtypes", "_errors", "_views"}
BACKEND = BASE | {"_ops", "_expression", "_philox", "_verbs"}
# room -> rooms of the package it may import; rooms not listed are free,
# except that nobody outside `gpu` imports CuPy.
MAY_IMPORT = {
    "_dtypes": BASE,
    "_errors": BASE,
    "_views": BASE,
    "_ops": {"_dtypes"},
    "_expression": BASE | {"_ops"},
    "_verbs": BASE | {"_ops", "_expression", "_devices"},  # a device unpickles by its name
    "_philox": {"_dtypes"},
    "cpu": BACKEND | {"cpu"},
    "gpu": BACKEND | {"gpu"},
}
CUPY = {"cupy", "cupy_backends", "cupyx"}
# What a plain `import lfs_hip_array` may import besides the standard library.
ALWAYS_THERE = {"numpy", "array_api_compat"}


def module_of(path):
    """Dotted name of a source file, relative to the package (`cpu.reduce`)."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_type_checking(node):
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def imports(tree, module, is_package, *, lazy=True):
    """Absolute dotted names that a module imports; `lazy` adds those inside functions."""
    found = set()
    home = ["lfs_hip_array", *filter(None, module.split("."))]
    todo = list(tree.body)
    while todo:
        node = todo.pop()
        if is_type_checking(node):
            todo.extend(node.orelse)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = node.level - (1 if is_package else 0)
            base = home[: len(home) - up] if node.level else []
            stem = ".".join([*base, *filter(None, [node.module])])
            found.update(f"{stem}.{alias.name}" for alias in node.names)
        elif lazy or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            todo.extend(ast.iter_child_nodes(node))
    return found


def forbidden(names, room):
    """Those of the imported names that the room may not import."""
    allowed = MAY_IMPORT.get(room)
    bad = set()
    for name in names:
        first, *rest = name.split(".")
        if first == "lfs_hip_array":
            if allowed is not None and (not rest or rest[0] not in allowed):
                bad.add(name)
        elif (first in CUPY and room != "gpu") or (
            room in BASE and first != "numpy" and first not in sys.stdlib_module_names
        ):
            bad.add(name)
    return bad


def writes_globals(tree):
    """Lines that make a name through `globals()` or `vars()`."""

    def is_table(node):
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"globals", "vars"}
            and not node.args
        )

    lines = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            if is_table(node.value):
                lines.add(node.lineno)
        elif (
            isinstance(node, ast.Attribute)
            and node.attr in {"update", "setdefault", "__setitem__"}
            and is_table(node.value)
        ):
            lines.add(node.lineno)
    return lines


def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def room_of(path):
    return module_of(path).partition(".")[0]


each_source = pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))


def test_the_rooms_exist():
    rooms = {room_of(path) for path in SOURCES}
    assert {"_namespace", "_tensor", *MAY_IMPORT} - rooms <= {"gpu"}


@pytest.mark.parametrize(
    ("source", "module", "want"),
    [
        ("from ._tensor import Tensor", "_views", {"lfs_hip_array._tensor.Tensor"}),
        ("def f():\n    from . import _ops", "_dtypes", {"lfs_hip_array._ops"}),
        ("from .. import _statistical", "cpu.reduce", {"lfs_hip_array._statistical"}),
        ("from ..gpu.launch import go", "cpu.reduce", {"lfs_hip_array.gpu.launch.go"}),
        ("import cupy.cuda", "_devices", {"cupy.cuda"}),
        ("from lfs_hip_array import sum", "cpu.reduce", {"lfs_hip_array.sum"}),
        ("import lfs_hip_array", "_ops", {"lfs_hip_array"}),
        ("import scipy", "_views", {"scipy"}),
        ("import numpy as np\nfrom . import _errors", "_views", set()),
        ("from .._expression import Node\nfrom .copy import c", "cpu.reduce", set()),
        ("import cupy", "gpu.context", set()),
        ("if TYPE_CHECKING:\n    from ._tensor import Tensor", "_views", set()),
    ],
)
def test_a_forbidden_import_is_noticed(source, module, want):
    names = imports(ast.parse(source), module, is_package=False)
    assert forbidden(names, module.partition(".")[0]) == want


def test_a_write_to_globals_is_noticed():
    bad = "globals()['f'] = 1\nvars()['g'] = 2\nglobals().update(f=1)\n"
    assert writes_globals(ast.parse(bad)) == {1, 2, 3}
    assert writes_globals(ast.parse("x = globals()['f']\nvars(x)['g']\nd['k'] = 1")) == set()


@each_source
def test_imports(path):
    names = imports(parsed(path), module_of(path), path.name == "__init__.py")
    assert forbidden(names, room_of(path)) == set()


@each_source
def test_what_a_plain_import_needs(path):
    allowed = ALWAYS_THERE | (CUPY if room_of(path) == "gpu" else set())
    names = imports(parsed(path), module_of(path), path.name == "__init__.py", lazy=False)
    firsts = {name.partition(".")[0] for name in names} - {"lfs_hip_array"}
    assert firsts - sys.stdlib_module_names <= allowed


@each_source
def test_no_name_is_made_through_globals(path):
    assert writes_globals(parsed(path)) == set()


def shipped():
    folders = ("lfs_hip_array", "hipsim", "tests", "conformance", "benchmarks", "examples")
    kinds = {".py", ".hpp", ".cpp", ".cu", ".hip", ".h"}
    return [p for f in folders for p in sorted((ROOT / f).rglob("*")) if p.suffix in kinds]


@pytest.mark.parametrize("path", shipped(), ids=lambda p: str(p.relative_to(ROOT)))
def test_file_is_short_and_names_its_licence(path):
    lines = path.read_text(encoding="utf-8").splitlines() or [""]
    assert len(lines) <= MAX_LINES
    first = lines[1] if lines[0].startswith("#!") else lines[0]
    assert "SPDX-License-Identifier: Apache-2.0" in first


WITHOUT_CUPY = """
import sys
for name in ("cupy", "cupy_backends", "cupyx"):
    sys.modules[name] = None  # makes `import cupy` an ImportError
import lfs_hip_array as xp
assert [str(d) for d in xp.__array_namespace_info__().devices()] == ["cpu"]
assert float(xp.sum(xp.arange(4.0) + 1)) == 10.0
try:
    xp.zeros(3, device="gpu:0")
except Exception as error:
    print(type(error).__name__, error)
"""


def test_import_without_cupy():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", WITHOUT_CUPY],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ValueError")
    assert "gpu:0" in done.stdout
    assert "cpu" in done.stdout
