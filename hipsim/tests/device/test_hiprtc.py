# SPDX-License-Identifier: Apache-2.0
"""Compilation: options, name expressions, logs, variables of a module."""

import cupy
import numpy as np
import pytest

import hipsim


def test_name_expressions_instantiate_templates():
    m = cupy.RawModule(
        code="""
        namespace n {
        template <class T, int k> __global__ void add(T* x) { x[threadIdx.x] += k; }
        }""",
        name_expressions=["n::add<int, 3>", "n::add<double, -1>"],
    )
    i, d = cupy.zeros(4, np.int32), cupy.zeros(4)
    m.get_function("n::add<int, 3>")((1,), (4,), (i,))
    m.get_function("n::add<double, -1>")((1,), (4,), (d,))
    assert i.get().tolist() == [3] * 4
    assert d.get().tolist() == [-1] * 4


def test_macros_and_include_folders(tmp_path):
    (tmp_path / "value.h").write_text("#define VALUE 40\n")
    k = cupy.RawKernel(
        '#include "value.h"\nextern "C" __global__ void f(int* o) { *o = VALUE + MORE; }',
        "f",
        options=("-DMORE=2", f"-I{tmp_path}"),
    )
    out = cupy.zeros(1, np.int32)
    k((1,), (1,), (out,))
    assert out[0] == 42


def test_a_changed_header_is_compiled_again(tmp_path):
    header = tmp_path / "number.h"
    source = '#include "number.h"\nextern "C" __global__ void f(int* o) { *o = NUMBER; }'
    out = cupy.zeros(1, np.int32)
    for number in (7, 8):
        header.write_text(f"#define NUMBER {number}\n// {'x' * number}\n")
        m = cupy.RawModule(code=source + f"\n// {number}", options=(f"-I{tmp_path}",))
        m.get_function("f")((1,), (1,), (out,))
        assert out[0] == number


def test_kernels_made_by_a_macro_are_found():
    k = cupy.RawKernel(
        '#define MAKE(name) extern "C" __global__ void name(int* o) { *o = 5; }\nMAKE(made)', "made"
    )
    out = cupy.zeros(1, np.int32)
    k((1,), (1,), (out,))
    assert out[0] == 5


def test_compile_error_has_a_log_with_the_line():
    with pytest.raises(cupy.cuda.compiler.CompileException, match="not_declared"):
        cupy.RawKernel('extern "C" __global__ void f() { not_declared(); }', "f").compile()


def test_unknown_option_is_refused():
    program = cupy.RawModule(code="// nothing", options=("--frobnicate",))
    with pytest.raises(cupy.cuda.compiler.CompileException, match="--frobnicate"):
        program.compile()


def test_kernel_named_like_a_template():
    k = cupy.RawKernel(
        """
        template <class T> __device__ T same(T x) { return x + 1; }
        extern "C" __global__ void same(int* o, int x) { *o = same(x); }""",
        "same",
    )
    out = cupy.zeros(1, np.int32)
    k((1,), (1,), (out, 6))
    assert out[0] == 7


REFUSING = """
    template <class T> __device__ int width() {
      if constexpr (sizeof(T) == 4) return 4;
      else static_assert(false, "only " "four bytes");
    }
    extern "C" __global__ void f(int* o) { *o = width<TYPE>(); }"""


def test_refusal_in_a_branch_that_is_not_taken():
    out = cupy.zeros(1, np.int32)
    cupy.RawModule(code=REFUSING, options=("-DTYPE=float",)).get_function("f")((1,), (1,), (out,))
    assert out[0] == 4


def test_refusal_in_the_branch_that_is():
    program = cupy.RawModule(code=REFUSING, options=("-DTYPE=double",))
    with pytest.raises(cupy.cuda.compiler.CompileException, match="only four bytes"):
        program.compile()


def test_missing_kernel_name():
    m = cupy.RawModule(code='extern "C" __global__ void f() {}')
    with pytest.raises(cupy.cuda.driver.CUDADriverError, match="hipErrorNotFound"):
        m.get_function("g")


def test_constant_and_device_variables():
    m = cupy.RawModule(
        code="""
        extern "C" { __constant__ float c[4]; __device__ int counter; }
        extern "C" __global__ void f(float* o) {
          o[threadIdx.x] = c[threadIdx.x];
          atomicAdd(&counter, 1);
        }"""
    )
    c = cupy.ndarray(4, np.float32, m.get_global("c"))
    c.set(np.array([1, 2, 3, 4], np.float32))
    out = cupy.zeros(4, np.float32)
    m.get_function("f")((3,), (4,), (out,))
    assert out.get().tolist() == [1, 2, 3, 4]
    assert cupy.ndarray(1, np.int32, m.get_global("counter")).get()[0] == 12


def test_argument_kinds():
    k = cupy.RawKernel(
        r"""
        struct Pair { double a; char b; };
        extern "C" __global__ void f(bool flag, short s, Pair p, const unsigned char* x,
                                     double* o) {
          *o = flag + s + p.a + p.b + *x;
        }""",
        "f",
    )
    pair = np.zeros((), np.dtype([("a", "f8"), ("b", "i1")], align=True))
    pair["a"], pair["b"] = 0.5, 7
    out = cupy.zeros(1)
    k((1,), (1,), (True, np.int16(-3), pair, cupy.full(1, 200, np.uint8), out))
    assert out[0] == 1 - 3 + 0.5 + 7 + 200


def test_second_program_of_the_same_text_compiles_nothing():
    source = 'extern "C" __global__ void again(int* o) { *o = 1; }'
    # With every new option CuPy compiles a probe of its own first.
    cupy.RawModule(code='extern "C" __global__ void f() {}', options=("-DOTHER",)).get_function("f")
    cupy.RawModule(code=source).get_function("again")
    before = hipsim.counters()["compilations"]
    cupy.RawModule(code=source, options=("-DOTHER",)).get_function("again")
    assert hipsim.counters()["compilations"] == before  # equal after preprocessing
