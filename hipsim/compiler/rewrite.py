# SPDX-License-Identifier: Apache-2.0
"""Source transformations on preprocessed HIP text.

Some things of HIP have no C++ spelling that the host compiler would take:
``__global__`` functions must be listed so that they can be found by name,
``__shared__`` variables live in the block's memory, ``<<<>>>`` launches, and an
idiom of newer compilers. They are recognised in the text after preprocessing,
where macros are expanded and the markers that ``device.hpp`` leaves are there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

KERNEL_MARK = "__attribute__((hipsim_kernel))"
SHARED_MARK = "__attribute__((hipsim_shared))"
_BOUNDS = re.compile(r"__attribute__\(\(hipsim_launch_bounds\(")
_SCOPE = re.compile(
    r'(?P<linkage>extern\s*"C(?:\+\+)?"\s*\{)'
    r"|(?P<space>\bnamespace(?:\s+(?P<name>[\w:]+))?\s*(?:__attribute__\s*\(\(.*?\)\)\s*)?\{)"
    r'|(?P<text>"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\')'
    r"|(?P<open>\{)|(?P<close>\})"
)


@dataclass(frozen=True)
class KernelDefinition:
    """A kernel that the source defines, as far as its table entry needs it."""

    name: str  # qualified, with template arguments for an explicit instantiation
    parameters: str
    symbol: str | None  # plain name for C linkage and static functions
    max_threads: str | None  # an expression


def _without_line_marks(text: str) -> str:
    return re.sub(r"(?m)^#.*$", "", text)


def _match(text: str, at: int, opening: str = "(", closing: str = ")") -> int:
    """Index after the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] == opening:
            depth += 1
        elif text[i] == closing:
            depth -= 1
            if depth == 0:
                return i + 1
    raise ValueError(f"unbalanced {opening!r} at offset {at}")


def _statement_start(text: str, at: int) -> int:
    return max(text.rfind(c, 0, at) for c in ";{}") + 1


def _scopes(text: str, positions: list[int]) -> dict[int, tuple[str, bool, int]]:
    """For each position: the namespace, whether linkage is C, the depth of other braces."""
    found = {}
    pending = sorted(positions)
    stack: list[tuple[str, str]] = []

    def settle(until: int) -> None:
        while pending and pending[0] < until:
            names = "::".join(name for kind, name in stack if kind == "space" and name)
            c_linkage = any(kind == "linkage" for kind, _ in stack)
            depth = sum(kind == "open" for kind, _ in stack)
            found[pending.pop(0)] = (names, c_linkage, depth)

    for token in _SCOPE.finditer(text):
        settle(token.start())
        if not pending:
            break
        kind = token.lastgroup if token.lastgroup != "name" else "space"
        if token["close"]:
            if stack:
                stack.pop()
        elif token["space"]:
            stack.append(("space", token["name"] or ""))
        elif kind == "linkage":
            stack.append(("linkage" if '"C"' in token[0] else "open", ""))
        elif kind == "open":
            stack.append(("open", ""))
    settle(len(text) + 1)
    return found


def _occurrences(text: str, mark: str) -> list[int]:
    found, at = [], text.find(mark)
    while at >= 0:
        found.append(at)
        at = text.find(mark, at + 1)
    return found


def kernel_definitions(text: str) -> list[KernelDefinition]:
    """All kernels that `text` defines, templates left out."""
    marks = _occurrences(text, KERNEL_MARK)
    scopes = _scopes(text, marks)
    found = []
    for mark in marks:
        prefix = _without_line_marks(text[_statement_start(text, mark) : mark])
        template = re.search(r"\btemplate\b\s*(<?)", prefix)
        if template and template[1]:
            continue
        space, c_linkage, _ = scopes[mark]
        parsed = _parse_declarator(text, mark + len(KERNEL_MARK))
        if parsed is None:
            continue
        name, parameters, end, bounds, head = parsed
        follows = text[end : end + 200].lstrip()
        if not follows.startswith("{") and not template:
            continue
        plain = 'extern "C"' in " ".join(prefix.split()) or c_linkage
        plain |= bool(re.search(r"\bstatic\b", prefix + head))
        qualified = f"::{space}::{name}" if space else f"::{name}"
        found.append(KernelDefinition(qualified, parameters, name if plain else None, bounds))
    return found


def _parse_declarator(text: str, at: int) -> tuple[str, str, int, str | None, str] | None:
    """Name, parameters, end, launch bounds and leading words of a function."""
    bounds, start = None, at
    while at < len(text):
        attribute = re.compile(r"\s*__attribute__\s*\(").match(text, at)
        if attribute:
            end = _match(text, attribute.end() - 1)
            limit = _BOUNDS.search(text, at, end)
            if limit:
                arguments = text[limit.end() : _match(text, limit.end() - 1) - 1]
                bounds = _split_commas(arguments)[0].strip()
            at = end
            continue
        word = re.compile(r"\s*([A-Za-z_]\w*)\s*").match(text, at)
        if not word:
            return None
        at = word.end()
        arguments = ""
        if text.startswith("<", at):
            end = _match(text, at, "<", ">")
            arguments, at = text[at:end], end
        rest = re.compile(r"\s*\(").match(text, at)
        if rest:
            end = _match(text, rest.end() - 1)
            parameters = _without_line_marks(text[rest.end() : end - 1])
            return word[1] + arguments, parameters, end, bounds, text[start : word.start()]
        if text.startswith(("*", "&", "::"), at):
            at += 1
    return None


def _split_commas(text: str) -> list[str]:
    parts, depth, last = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and depth == 0:
            parts.append(text[last:i])
            last = i + 1
    return [*parts, text[last:]]


_TABLE = """
namespace hipsim {{
static const Entry module_entries[] = {{{entries}Entry{{}}}};
}}
{linkage} const hipsim::Module hipsim_module = {{
    hipsim::abi_revision, hipsim::module_wave_size, hipsim::module_arch, &hipsim::current,
    hipsim::module_entries, sizeof(hipsim::module_entries) / sizeof(hipsim::Entry) - 1}};
"""
_LOADABLE = 'extern "C" __attribute__((visibility("default")))'
_ACCESSOR = "static const hipsim::Module* hipsim_source_module() { return &hipsim_module; }\n"


def linked_table() -> str:
    """C++ text to append to a source that is linked into a library.

    Its launches carry their kernels themselves, so nothing is listed.
    """
    return _TABLE.format(entries="", linkage="static") + _ACCESSOR


def module_table(text: str, name_expressions: list[str]) -> str:
    """C++ text to append to a source that becomes a loadable module: its kernels."""
    kernels = kernel_definitions(text)
    counts: dict[str, int] = {}
    for k in kernels:
        counts[k.name] = counts.get(k.name, 0) + 1
    entries = []
    for k in kernels:
        address = f"&{k.name}"
        # Where a name may be overloaded, the parameters tell which is meant: CuPy
        # names a kernel after a template it calls. In a namespace their types
        # might not be visible from here, so only if need be.
        if (k.name.rfind("::") == 0 or counts[k.name] > 1) and "=" not in k.parameters:
            address = f"static_cast<void (*)({k.parameters})>({address})"
        alias = f'"{k.symbol}"' if k.symbol else "nullptr"
        limit = f", (unsigned)({k.max_threads})" if k.max_threads else ""
        entries.append(f"hipsim::entry({alias}, {address}{limit}), ")
    for expression in name_expressions:
        quoted = expression.replace("\\", "\\\\").replace('"', '\\"')
        address = expression if expression.lstrip().startswith("&") else f"&{expression}"
        entries.append(f'hipsim::entry("{quoted}", {address}), ')
    return _TABLE.format(entries="".join(entries), linkage=_LOADABLE)


def rewrite_shared(text: str) -> str:
    """Give every ``__shared__`` variable its place in the block's memory."""
    marks = _occurrences(text, SHARED_MARK)
    scopes = _scopes(text, marks)
    done, last = [], 0
    for number, mark in enumerate(marks):
        if mark < last:  # a second mark in one declaration
            continue
        start = _statement_start(text, mark)
        end = text.index(";", mark)
        declaration = text[start:end]
        while declaration.count("{") > declaration.count("}"):
            end = text.index(";", end + 1)
            declaration = text[start:end]
        in_function = scopes[mark][2] > 0
        lines = "".join(re.findall(r"(?m)^#.*\n", declaration))
        done += [text[last:start], "\n" if lines else "", lines]
        done.append(_shared_declaration(declaration, number, in_function))
        last = end
    return "".join([*done, text[last:]])


def _shared_declaration(declaration: str, number: int, in_function: bool) -> str:
    words = _without_line_marks(declaration).replace(SHARED_MARK, " ")
    words = _drop_attributes(words)
    dynamic = re.search(r"\bextern\b", words)
    words = " ".join(re.sub(r"\b(extern|static)\b", " ", words).split())
    if dynamic:
        array = re.fullmatch(r"(.*?)\b(\w+)\s*\[\s*\]", words)
        if not array:
            raise ValueError(f"cannot read the declaration 'extern __shared__ {words}'")
        pointer = f"{array[1].strip()} *"
        place = f"reinterpret_cast<{pointer}>(::hipsim::dynamic_shared)"
        return f" static {pointer} const {array[2]} = {place}"
    if "{" in words or "=" in words or not in_function:
        # A type defined in place, or a variable outside any function: storage of
        # the module serves, since one block runs at a time.
        return f" static {words}"
    results, base = [], ""
    for i, part in enumerate(_split_commas(words)):
        declarator = re.fullmatch(r"(.*?)(\w+)\s*((?:\[.*\])?)", part.strip(), re.S)
        if not declarator:
            raise ValueError(f"cannot read the declaration '__shared__ {words}'")
        kind, name, extent = declarator.groups()
        if i == 0:
            base = kind.rstrip("*& ")
        else:
            kind = f"{base} {kind}"
        key = f"struct hipsim_shared_{number}_{i}"
        results.append(
            f' auto& {name} = ::hipsim::shared_variable<{kind} {extent}, {key}>("{name}")'
        )
    return ";".join(results)


def _drop_attributes(text: str) -> str:
    while found := re.search(r"\b(?:__attribute__|alignas)\s*\(", text):
        text = text[: found.start()] + " " + text[_match(text, found.end() - 1) :]
    return text


_REFUSAL = re.compile(r"\bstatic_assert\s*\(\s*false\s*(?=[,)])")


def rewrite_refusals(text: str) -> str:
    """``static_assert(false)`` in a branch of a template that is not taken.

    The device compiler accepts it, and so does g++ from version 13. Inside a
    generic lambda the condition depends on a parameter for g++ 12 too.
    """
    found = list(_REFUSAL.finditer(text))
    scopes = _scopes(text, [f.start() for f in found])
    done, last = [], 0
    for f in found:
        if scopes[f.start()][2] == 0:
            continue
        end = _match(text, text.index("(", f.start()))
        done.append(text[last : f.start()])
        check = f"static_assert(sizeof(hipsim_never) == 0{text[f.end() : end]}"
        done.append(f"[](auto hipsim_never) {{ {check}; }}(0)")
        last = end
    return "".join([*done, text[last:]])


_LAUNCH = re.compile(r'"(?:\\.|[^"\\\n])*"|<<<')


def rewrite_launches(text: str) -> str:
    """``kernel<<<grid, block, bytes, stream>>>(arguments)`` as a call."""
    done, last = [], 0
    for token in _LAUNCH.finditer(text):
        if token[0] != "<<<" or token.start() < last:
            continue
        close = text.index(">>>", token.end())
        config = text[token.end() : close]
        kernel = re.search(r"[\w:]+\s*(<.*>)?\s*$", text[last : token.start()], re.S)
        if not kernel:
            raise ValueError("no kernel before <<<")
        start = last + kernel.start()
        if kernel[1]:  # template arguments: walk back to the bracket that opens them
            at = token.start() - 1
            while text[at] != ">":
                at -= 1
            depth = 0
            while True:
                depth += (text[at] == ">") - (text[at] == "<")
                if depth == 0:
                    break
                at -= 1
            name = re.search(r"[\w:]+\s*$", text[last:at])
            if not name:
                raise ValueError("no kernel before <<<")
            start = last + name.start()
        done.append(text[last:start])
        done.append(f"::hipsim::bind(&{text[start : token.start()].strip()}, {config})")
        last = close + 3
    return "".join([*done, text[last:]])
