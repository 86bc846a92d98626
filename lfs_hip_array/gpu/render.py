# SPDX-License-Identifier: Apache-2.0
"""Expression -> C++ text: one kernel from a body and the structure of its plan.

Pure: no GPU and no CuPy are needed to render, read or test the text. Every
argument is a 64-bit word of one block; `Words` says which word is what, for
the text here and for whoever fills the block.

A kernel has a part that all cases share, ``compute`` (the chain on one
element), and a walk that loads, calls it and stores.
"""

from __future__ import annotations

from typing import NamedTuple

from .._dtypes import CPP_NAMES, DType
from .expression import Body, Source
from .layout import ANY, BLOCK, UNIT, ZERO, Plan

_SHORT = {"b": "b", "i": "i", "u": "u", "f": "f", "c": "c"}
#: Operations found in specfun.hpp, which is long: only its users include it.
SPECIAL = frozenset(
    [
        "gamma",
        "gammaln",
        "digamma",
        "logit",
        "log_ndtr",
        "ndtri",
        "entr",
        "sinc",
        "i0",
        "i1",
        "i0e",
        "i1e",
        "xlogy",
        "xlog1py",
        "rel_entr",
        "kl_div",
    ]
)
_LOOP_ROWS = BLOCK // 32
#: Axes up to which the walk is written out; longer ones would not fit scalar registers.
UNROLLED_AXES = 6


class Words(NamedTuple):
    """Where each argument stands in the block."""

    pointers: int  #: outputs, then inputs
    scalars: tuple[int, ...]
    items: int  #: elements (contig), threads' items (rows, strided), tiles (tile)
    sizes: int  #: two words for each axis but the first: see divide_by; tile: see there
    strides: int  #: operand by operand, an element stride for each axis that is read
    total: int


def scalar_words(dtype: DType) -> int:
    """Return how many words a scalar argument takes."""
    return 2 if dtype.itemsize == 16 else 1


def words(body: Body, plan: Plan) -> Words:
    """Return the block's layout."""
    operands = len(body.outputs) + len(body.inputs)
    at = operands
    scalars = []
    for dtype in body.scalars:
        scalars.append(at)
        at += scalar_words(dtype)
    items = at
    sizes = items + 1
    strides = sizes + size_words(plan)
    return Words(0, tuple(scalars), items, sizes, strides, strides + operands * axes_read(plan))


def size_words(plan: Plan) -> int:
    """Return how many words describe the lengths of the axes."""
    if plan.case == "contig":
        return 0
    return 2 * (plan.ndim - 1) if plan.case != "tile" else 4 + 2 * max(plan.ndim - 3, 0)


def axes_read(plan: Plan) -> int:
    """Return how many strides each operand has: none, the outer axes', or all."""
    return {"contig": 0, "rows": plan.ndim - 1}.get(plan.case, plan.ndim)


def type_name(dtype: DType) -> str:
    """Return the C++ name of an element type."""
    return CPP_NAMES[dtype]


def short_name(dtype: DType) -> str:
    """Return a dtype's name as kernels carry it: f32, i64, b8."""
    return f"{_SHORT[dtype.kind]}{8 * dtype.itemsize}"


def kernel_name(body: Body, plan: Plan) -> str:
    """Return a name that tells what the kernel is, such as ``add_f32_contig``."""
    first = body.code[-1]
    what = first.name if len(body.code) == 1 else f"chain{len(body.code)}_{first.name}"
    if what == "astype":
        what = f"{short_name(first.dtypes[0])}_to"
    return f"{what}_{short_name(first.result)}_{plan.case}"


def headers(body: Body) -> list[str]:
    """Return the kernel headers that a body needs."""
    names = {step.name for step in body.code}
    dtypes = {d for step in body.code for d in (*step.dtypes, step.result)} | set(body.inputs)
    found = ["layout.hpp", "elementary.hpp"]
    if any(d.kind == "c" for d in dtypes):
        found.append("complex.hpp")
    if names & SPECIAL:
        found.append("specfun.hpp")
    return found


def source(body: Body, plan: Plan) -> str:
    """Return the whole text of a kernel, with its includes."""
    includes = "".join(f'#include "{name}"\n' for name in headers(body))
    return f"{includes}\nnamespace lfs {{\n{kernel(body, plan)}}}  // namespace lfs\n"


def kernel(body: Body, plan: Plan, name: str | None = None) -> str:
    """Return the kernel alone, to stand in namespace lfs."""
    name = name or kernel_name(body, plan)
    walk = {"contig": _contig, "rows": _rows, "strided": _rows, "tile": _tile}[plan.case]
    where = words(body, plan)
    return (
        f"{compute(body, name)}"
        f'extern "C" __global__ void __launch_bounds__({BLOCK})\n'
        f"{name}(const arguments<{where.total}> a) {{\n"
        f"  using index = {'int64' if plan.wide else 'uint32'};\n"
        f"{walk(body, plan, name, where)}}}\n"
    )


# --- the chain on one element ---------------------------------------------------------
def compute(body: Body, name: str) -> str:
    """Return the function of one element."""
    parameters = [f"{type_name(d)} in{i}" for i, d in enumerate(body.inputs)]
    parameters += [f"{type_name(d)} s{i}" for i, d in enumerate(body.scalars)]
    if uses_index(body):
        parameters.append("int64 position")
    parameters += [f"{type_name(d)}& out{i}" for i, d in enumerate(body.output_dtypes)]
    lines = [f"LFS_FN void compute_{name}({', '.join(parameters)}) {{"]
    lines += [f"  {line}" for line in statements(body)]
    lines += [f"  out{i} = v{value};" for i, value in enumerate(body.outputs)]
    return "\n".join([*lines, "}\n"])


def statements(body: Body) -> list[str]:
    """Return one line for each instruction: ``const float v1 = op::add{}(v0, in1);``."""
    lines = []
    for place, step in enumerate(body.code):
        operands = [
            _operand(body, source, dtype)
            for source, dtype in zip(step.operands, step.dtypes, strict=True)
        ]
        result = type_name(step.result)
        if step.name == "astype":
            call = f"cast<{result}>({operands[0]})"
        else:
            call = f"op::{step.name}{{}}({', '.join(operands)})"
        lines.append(f"const {result} v{place} = {call};")
    return lines


def _operand(body: Body, source: Source, dtype: DType) -> str:
    kind, place = source
    text = {"input": f"in{place}", "scalar": f"s{place}", "value": f"v{place}"}.get(
        kind, "position"
    )
    return text if body.dtype_of(source) == dtype else f"cast<{type_name(dtype)}>({text})"


def uses_index(body: Body) -> bool:
    """Whether the chain reads the position of its element."""
    return any(kind == "index" for step in body.code for kind, _ in step.operands)


def _call(body: Body, name: str, inputs: list[str], outputs: list[str], position: str) -> str:
    extra = [f"static_cast<int64>({position})"] if uses_index(body) else []
    scalars = [f"s{i}" for i in range(len(body.scalars))]
    return f"compute_{name}({', '.join([*inputs, *scalars, *extra, *outputs])});"


def _arguments(body: Body, where: Words) -> list[str]:
    """Return the lines that name the arrays, o0 …, i0 …, and the scalars, s0 …."""
    lines = []
    for i, dtype in enumerate(body.scalars):
        t = type_name(dtype)
        lines.append(f"const {t} s{i} = scalar_argument<{t}>(a.word + {where.scalars[i]});")
    outputs = body.output_dtypes
    for i, dtype in enumerate((*outputs, *body.inputs)):
        t = type_name(dtype)
        if i < len(outputs):
            lines.append(f"{t}* o{i} = reinterpret_cast<{t}*>(a.word[{i}]);")
        else:
            k = i - len(outputs)
            lines.append(f"const {t}* i{k} = reinterpret_cast<const {t}*>(a.word[{i}]);")
    return lines


def _indent(lines: list[str], depth: int = 1) -> str:
    return "".join(f"{'  ' * depth}{line}\n" for line in lines)


def _each_item(plan: Plan, limit: str) -> list[str]:
    """Return the head of what a thread does: for one item, or several where counts are 64-bit.

    A grid of as many threads as there are elements would pass the 2**32 threads
    that HIP allows.
    """
    if plan.wide:
        return [
            f"for (index i = index(blockIdx.x) * {BLOCK} + threadIdx.x; i < {limit};",
            f"     i += index(gridDim.x) * {BLOCK}) {{",
        ]
    return [f"const index i = blockIdx.x * {BLOCK}u + threadIdx.x;", f"if (i < {limit}) {{"]


# --- contiguous ---------------------------------------------------------------------------
def _contig(body: Body, plan: Plan, name: str, where: Words) -> str:
    outputs = len(body.outputs)
    how = plan.inner[outputs:]
    v = plan.vector
    lines = _arguments(body, where)
    lines += [
        f"const {type_name(d)} x{i} = *i{i};" for i, d in enumerate(body.inputs) if how[i] == ZERO
    ]
    lines.append(f"const index n = static_cast<index>(a.word[{where.items}]);")
    if v == 1:
        lines += _each_item(plan, "n")
        lines += _one_element(body, name, how, "i")
        lines.append("}")
        return _indent(lines)
    lines.append(f"const index vectors = n / {v};")
    lines += _each_item(plan, "vectors")
    lines += _moved_elements(body, plan, name, how, f"i * {v}", {})
    lines.append("}")
    # The tail: fewer elements than a vector, one for each of the first threads.
    lines.append(f"const index last = vectors * {v} + threadIdx.x;")
    lines.append("if (blockIdx.x == 0 && last < n) {")
    lines += _one_element(body, name, how, "last")
    lines.append("}")
    return _indent(lines)


def _one_element(body: Body, name: str, how: str, at: str) -> list[str]:
    inputs = [f"x{i}" if how[i] == ZERO else f"i{i}[{at}]" for i in range(len(body.inputs))]
    outputs = [f"y{i}" for i in range(len(body.outputs))]
    lines = [f"  {type_name(d)} y{i};" for i, d in enumerate(body.output_dtypes)]
    lines.append("  " + _call(body, name, inputs, outputs, at))
    lines += [f"  o{i}[{at}] = y{i};" for i in range(len(outputs))]
    return lines


def _moved_elements(
    body: Body, plan: Plan, name: str, how: str, position: str, offsets: dict[str, str]
) -> list[str]:
    """Return the lines that load vectors, compute each lane and store vectors."""
    v = plan.vector
    lines = []
    for i, dtype in enumerate(body.inputs):
        if how[i] == UNIT:
            at = offsets.get(f"i{i}", position)
            lines.append(f"  const auto p{i} = load<{type_name(dtype)}, {v}>(i{i} + {at});")
    lines += [f"  packed<{type_name(d)}, {v}> y{i};" for i, d in enumerate(body.output_dtypes)]
    inputs = [f"p{i}.v[k]" if how[i] == UNIT else f"x{i}" for i in range(len(body.inputs))]
    outputs = [f"y{i}.v[k]" for i in range(len(body.outputs))]
    lines.append("  LFS_UNROLL")
    lines.append(f"  for (int k = 0; k < {v}; ++k)")
    lines.append("    " + _call(body, name, inputs, outputs, f"{position} + k"))
    for i in range(len(body.outputs)):
        lines.append(f"  store(o{i} + {offsets.get(f'o{i}', position)}, y{i});")
    return lines


# --- rows and general strides -----------------------------------------------------------------
def _names(body: Body) -> list[str]:
    """Return the operands' names as arguments stand: o0 …, i0 …."""
    return [f"o{i}" for i in range(len(body.outputs))] + [f"i{i}" for i in range(len(body.inputs))]


def _stride(plan: Plan, where: Words, operand: int, axis: int) -> str:
    return (
        f"static_cast<{_offset(plan)}>(a.word[{where.strides + operand * axes_read(plan) + axis}])"
    )


def _rows(body: Body, plan: Plan, name: str, where: Words) -> str:
    """Return a walk by rows: the item's place along each axis from the last to the first."""
    names, v = _names(body), plan.vector
    lines = _arguments(body, where)
    lines.append(f"const index n = static_cast<index>(a.word[{where.items}]);")
    lines += _each_item(plan, "n")
    lines += [f"  {_offset(plan)} at_{x} = 0;" for x in names]
    lines.append("  index rest = i;")
    lines += _place(plan, where, names)
    outputs = len(body.outputs)
    how = plan.inner[outputs:]
    if v == 1:
        inputs = [f"i{i}[at_i{i}]" for i in range(len(body.inputs))]
        lines += [f"  {type_name(d)} y{i};" for i, d in enumerate(body.output_dtypes)]
        lines.append("  " + _call(body, name, inputs, [f"y{i}" for i in range(outputs)], "i"))
        lines += [f"  o{i}[at_o{i}] = y{i};" for i in range(outputs)]
    else:
        lines += [f"  const auto x{i} = i{i}[at_i{i}];" for i, h in enumerate(how) if h == ZERO]
        lines += _moved_elements(body, plan, name, how, f"i * {v}", {x: f"at_{x}" for x in names})
    lines.append("}")
    return _indent(lines)


def _offset(plan: Plan) -> str:
    return "int64" if plan.wide else "int"


def _place(plan: Plan, where: Words, names: list[str]) -> list[str]:
    """Return the lines that turn ``rest`` into an offset for each operand."""
    lines = _last_axis(plan, where, names)
    outer = range(plan.ndim - 2, -1, -1)
    if plan.ndim > UNROLLED_AXES:
        # In a loop: written out, the strides of many axes would spill.
        lines.append('  _Pragma("unroll 1")')
        lines.append(f"  for (int axis = {plan.ndim - 2}; axis > 0; --axis) {{")
        lines.append(
            f"    const auto d = divide_by(rest, a.word + {where.sizes} + 2 * (axis - 1));"
        )
        lines.append("    rest = d.quotient;")
        for k, x in enumerate(names):
            step = f"a.word[{where.strides + k * axes_read(plan)} + axis]"
            kind = _offset(plan)
            lines.append(
                f"    at_{x} += static_cast<{kind}>(d.rest) * static_cast<{kind}>({step});"
            )
        lines.append("  }")
        outer = range(0, -1, -1)
    for axis in outer:
        place = "rest"
        if axis:
            size = where.sizes + 2 * (axis - 1)
            lines.append(f"  const auto d{axis} = divide_by(rest, a.word + {size});")
            lines.append(f"  rest = d{axis}.quotient;")
            place = f"d{axis}.rest"
        for k, x in enumerate(names):
            step = _stride(plan, where, k, axis)
            lines.append(f"  at_{x} += static_cast<{_offset(plan)}>({place}) * {step};")
    return lines


def _last_axis(plan: Plan, where: Words, names: list[str]) -> list[str]:
    """Return the lines for the last axis, whose strides the text may know: 1 or 0."""
    axis, place, lines = plan.ndim - 1, "rest", []
    if axis:
        size = where.sizes + 2 * (axis - 1)
        lines.append(f"  const auto d{axis} = divide_by(rest, a.word + {size});")
        lines.append(f"  rest = d{axis}.quotient;")
        place = f"d{axis}.rest"
    for k, x in enumerate(names):
        if plan.inner[k] == UNIT:
            lines.append(f"  at_{x} += {place}{f' * {plan.vector}' if plan.vector > 1 else ''};")
        elif plan.inner[k] == ANY:
            step = _stride(plan, where, k, axis)
            lines.append(f"  at_{x} += static_cast<{_offset(plan)}>({place}) * {step};")
    return lines


# --- tiles ------------------------------------------------------------------------------------
# The outer axes come first, then axis p (unit stride in the moved inputs), then
# axis q (unit stride in the outputs). Size words: lengths of p and q, tiles along
# p and q, then two words for each outer axis but the first.
def _tile(body: Body, plan: Plan, name: str, where: Words) -> str:
    side = plan.tile
    outputs = len(body.outputs)
    moved = [i for i in range(len(body.inputs)) if plan.inner[outputs + i] == "t"]
    size = where.sizes
    lines = _arguments(body, where)
    lines += [
        f"__shared__ uint64 tile{i}[({side} * {side + 1} * sizeof({type_name(body.inputs[i])}) + 7)"
        " / 8];"
        for i in moved
    ]
    lines += [
        f"{type_name(body.inputs[i])}* t{i} = "
        f"reinterpret_cast<{type_name(body.inputs[i])}*>(tile{i});"
        for i in moved
    ]
    lines += [
        f"const index size_p = static_cast<index>(a.word[{size}]);",
        f"const index size_q = static_cast<index>(a.word[{size + 1}]);",
        f"const index tiles_p = static_cast<index>(a.word[{size + 2}]);",
        f"const index tiles_q = static_cast<index>(a.word[{size + 3}]);",
        f"const index n = static_cast<index>(a.word[{where.items}]);",
        "const int lane = threadIdx.x & 31, row = threadIdx.x >> 5;",
        "for (index block = blockIdx.x; block < n; block += gridDim.x) {",
        "  const index first_q = block % tiles_q, more = block / tiles_q;",
        f"  const index p0 = (more % tiles_p) * {side}, q0 = first_q * {side};",
        "  index rest = more / tiles_p;",
    ]
    lines += _tile_offsets(body, plan, where)
    lines += _tile_load(body, plan, where, moved)
    lines += _tile_store(body, plan, name, where, moved)
    lines.append("  __syncthreads();")
    lines.append("}")
    return _indent(lines)


def _tile_offsets(body: Body, plan: Plan, where: Words) -> list[str]:
    """Return the lines that find where a tile's outer place starts in each operand."""
    offset = _offset(plan)
    names = _names(body)
    lines = [f"  {offset} at_{x} = 0;" for x in names]
    for axis in range(plan.ndim - 3, -1, -1):
        place = "rest"
        if axis:
            size = where.sizes + 4 + 2 * (axis - 1)
            lines.append(f"  const auto d{axis} = divide_by(rest, a.word + {size});")
            lines.append(f"  rest = d{axis}.quotient;")
            place = f"d{axis}.rest"
        for k, x in enumerate(names):
            step = _stride(plan, where, k, axis)
            lines.append(f"  at_{x} += static_cast<{offset}>({place}) * {step};")
    return lines if plan.ndim > 2 else [*lines, "  (void)rest;"]


def _tile_loops(plan: Plan) -> list[str]:
    return [
        "  LFS_UNROLL",
        f"  for (int r = row; r < {plan.tile}; r += {_LOOP_ROWS})",
        "    LFS_UNROLL",
        f"    for (int c = lane; c < {plan.tile}; c += 32)",
    ]


def _tile_load(body: Body, plan: Plan, where: Words, moved: list[int]) -> list[str]:
    """Return the lines that read the moved inputs, neighbours along p by neighbouring lanes."""
    offset = _offset(plan)
    lines = []
    for i in moved:
        step = _stride(plan, where, len(body.outputs) + i, plan.ndim - 1)
        lines += _tile_loops(plan)
        lines.append("      if (p0 + c < size_p && q0 + r < size_q)")
        lines.append(
            f"        t{i}[r * {plan.tile + 1} + c] = "
            f"i{i}[at_i{i} + {offset}(p0 + c) + {offset}(q0 + r) * {step}];"
        )
    return [*lines, "  __syncthreads();"]


def _tile_store(body: Body, plan: Plan, name: str, where: Words, moved: list[int]) -> list[str]:
    """Return the lines that compute and write, neighbours along q by neighbouring lanes."""
    offset = _offset(plan)
    outputs = len(body.outputs)

    def at(operand: int, text: str) -> str:
        p = _stride(plan, where, operand, plan.ndim - 2)
        q = _stride(plan, where, operand, plan.ndim - 1)
        return f"at_{text} + {offset}(p0 + r) * {p} + {offset}(q0 + c) * {q}"

    inputs = [
        f"t{i}[c * {plan.tile + 1} + r]" if i in moved else f"i{i}[{at(outputs + i, f'i{i}')}]"
        for i in range(len(body.inputs))
    ]
    lines = [*_tile_loops(plan), "      if (p0 + r < size_p && q0 + c < size_q) {"]
    lines += [f"        {type_name(d)} y{i};" for i, d in enumerate(body.output_dtypes)]
    position = "0"  # no creation function has inputs to transpose
    call = _call(body, name, inputs, [f"y{i}" for i in range(outputs)], position)
    lines.append(f"        {call}")
    lines += [f"        o{i}[{at(i, f'o{i}')}] = y{i};" for i in range(outputs)]
    return [*lines, "      }"]
