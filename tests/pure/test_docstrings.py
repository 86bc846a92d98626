# SPDX-License-Identifier: Apache-2.0
"""Every public callable says what it takes, gives and raises, and shows an example."""

import inspect

import pytest

import lfs_hip_array as xp
from lfs_hip_array.random import Generator

EXTENSIONS = ("fft", "linalg", "nn", "spatial", "special")
NOTHING = (None, "None", inspect.Signature.empty)


def public_functions():
    """Yield (dotted name, function) of everything public that is called."""
    for name in xp.__all__:
        found = getattr(xp, name)
        if callable(found) and not inspect.isclass(found) and not inspect.ismodule(found):
            yield name, found
    for extension in EXTENSIONS:
        module = getattr(xp, extension)
        for name in module.__all__:
            found = getattr(module, name)
            if callable(found) and not inspect.isclass(found):
                yield f"{extension}.{name}", found
    for kind in (Generator, type(xp.__array_namespace_info__())):
        for name, found in inspect.getmembers(kind, callable):
            if not name.startswith("_"):
                yield f"{kind.__name__}.{name}", found


FUNCTIONS = dict(public_functions())


def sections(text):
    """Return {title: body} of a numpydoc docstring; "" is what comes before the first."""
    found, title = {"": []}, ""
    lines = text.splitlines()
    for line, under in zip(lines, [*lines[1:], ""], strict=True):
        if line and set(under) == {"-"} and len(under) == len(line):
            title = line
            found[title] = []
        elif not (line and set(line) == {"-"}):
            found[title].append(line)
    return {title: "\n".join(body).strip() for title, body in found.items()}


def named(body):
    """Return the names that a Parameters section describes."""
    heads = [line for line in body.splitlines() if line and not line.startswith(" ")]
    return {part.strip().lstrip("*") for head in heads for part in head.split(" : ")[0].split(",")}


def faults(function):
    """Say what a function's docstring lacks."""
    text = inspect.getdoc(function) or ""
    have = sections(text)
    signature = inspect.signature(function)
    taken = {p.name for p in signature.parameters.values() if p.name not in ("self", "cls")}
    found = []
    if not text.partition("\n")[0].endswith("."):
        found.append("its first line is no sentence")
    if missing := taken - named(have.get("Parameters", "")):
        found.append(f"Parameters lacks {', '.join(sorted(missing))}")
    if extra := named(have.get("Parameters", "")) - taken:
        found.append(f"Parameters has {', '.join(sorted(extra))}, which it does not take")
    if signature.return_annotation not in NOTHING and "Returns" not in have:
        found.append("no Returns")
    if "Raises" not in have and "raises nothing" not in " ".join(text.split()).lower():
        found.append("no Raises, and no sentence that it raises nothing")
    if ">>>" not in have.get("Examples", ""):
        found.append("no example")
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_docstring_is_complete(name):
    assert faults(FUNCTIONS[name]) == []


def test_the_walk_finds_functions():
    assert len(FUNCTIONS) > 270
    assert {"sum", "linalg.qr", "fft.fft", "nn.relu", "Generator.normal"} <= FUNCTIONS.keys()


def test_what_lacks_is_noticed():
    def bare(x: int, *more: int) -> int:
        """Return something"""

    def whole(x: int, *more: int) -> int:
        """Return something.

        Parameters
        ----------
        x, *more : int
            Numbers.

        Returns
        -------
        int
            One. Raises nothing.

        Examples
        --------
        >>> whole(1)
        """

    assert len(faults(bare)) == 5
    assert faults(whole) == []
