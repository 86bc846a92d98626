# SPDX-License-Identifier: Apache-2.0
"""The text transformations, without a compiler."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "compiler"))

import options
import rewrite

GLOBAL = rewrite.KERNEL_MARK
SHARED = rewrite.SHARED_MARK


def test_finds_plain_c_kernel():
    (k,) = rewrite.kernel_definitions(f'extern "C" {GLOBAL} void f(float* x, int n) {{ }}')
    assert (k.name, k.parameters, k.symbol, k.max_threads) == ("::f", "float* x, int n", "f", None)


def test_finds_kernel_in_namespace_and_linkage_block():
    text = f"namespace a {{ namespace b {{ {GLOBAL} void f() {{ if (1) {{ }} }} }} }}\n"
    text += f'extern "C" {{ {GLOBAL} void g() {{ }} }}'
    first, second = rewrite.kernel_definitions(text)
    assert (first.name, first.symbol) == ("::a::b::f", None)
    assert (second.name, second.symbol) == ("::g", "g")


def test_leaves_templates_and_declarations_out():
    text = f"template <class T> {GLOBAL} void t(T* x) {{ }}\n{GLOBAL} void declared(int);"
    assert rewrite.kernel_definitions(text) == []


def test_lists_explicit_instantiation():
    text = f"template {GLOBAL} void t<float>(float* x);"
    (k,) = rewrite.kernel_definitions(text)
    assert k.name == "::t<float>"


def test_reads_launch_bounds():
    text = f'extern "C" {GLOBAL} __attribute__((hipsim_launch_bounds(256, 2))) void f() {{ }}'
    assert rewrite.kernel_definitions(text)[0].max_threads == "256"


def test_overloads_are_told_apart_by_their_parameters():
    text = f"{GLOBAL} void f(int a) {{ }}\n{GLOBAL} void f(float a) {{ }}"
    table = rewrite.module_table(text, [])
    assert "void (*)(int a)" in table
    assert "void (*)(float a)" in table


@pytest.mark.parametrize(
    ("declaration", "kind", "name"),
    [
        ("float s[256]", "float [256]", "s"),
        ("volatile int flag", "volatile int", "flag"),
        ("typename B::Storage temp", "typename B::Storage", "temp"),
        ("T tile[N][M + 1]", "T [N][M + 1]", "tile"),
        ("__attribute__((aligned(16))) char raw[64]", "char [64]", "raw"),
    ],
)
def test_shared_variable_becomes_a_reference(declaration, kind, name):
    out = rewrite.rewrite_shared(f"void f() {{ {SHARED} {declaration}; }}")
    compact = " ".join(out.split())
    assert f"auto& {name} = ::hipsim::shared_variable<{kind}" in compact
    assert SHARED not in out


def test_dynamic_shared_variable_is_a_pointer():
    out = rewrite.rewrite_shared(f"void f() {{ extern {SHARED} double d[]; }}")
    assert "static double * const d = reinterpret_cast<double *>(::hipsim::dynamic_shared)" in out


def test_several_declarators_each_get_their_own_storage():
    out = rewrite.rewrite_shared(f"void f() {{ {SHARED} int a, b[4]; }}")
    assert out.count("shared_variable<") == 2
    assert "hipsim_shared_0_0" in out
    assert "hipsim_shared_0_1" in out


def test_launch_syntax_becomes_a_call():
    out = rewrite.rewrite_launches('f("<<<"); ns::k<float, 2><<<g, b, 0, s>>>(x, n);')
    assert out == 'f("<<<"); ::hipsim::bind(&ns::k<float, 2>, g, b, 0, s)(x, n);'


def test_unknown_option_is_told():
    parsed = options.parse(["-DX=1", "--frobnicate", "--offload-arch=gfx1100:xnack-"])
    assert parsed.unknown == ["--frobnicate"]
    assert parsed.arch == "gfx1100"
    assert parsed.preprocessor == ["-DX=1"]
