# SPDX-License-Identifier: Apache-2.0
"""What is compiled ahead in tests: every functor at every dtype, every layout case.

Pure Python: bodies and plans as the gpu device would make them.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from lfs_hip_array import _dtypes as dt
from lfs_hip_array._ops import RECORDS
from lfs_hip_array.gpu import render
from lfs_hip_array.gpu.expression import Body, Instruction
from lfs_hip_array.gpu.layout import Operand, Plan, plan

ALL = tuple(dt.ALL.values())
PARAMETERS = {"isclose": (2, 3), "nan_to_num": (1, 3)}  # operands of x's dtype, float64 ones


def operand_dtypes(name):
    """Yield the dtypes that a record's operands are used with."""
    record = RECORDS[name]
    for dtype in ALL:
        if name == "where":
            keys = (dt.bool, dtype, dtype)
        elif name in PARAMETERS:
            own, extra = PARAMETERS[name]
            keys = (dtype,) * own + (dt.float64,) * extra
        else:
            keys = (dtype,) * record.arity
        try:
            made = record.plan(keys)
        except TypeError:
            continue
        if made.operands == keys:  # else it is computed in another dtype, listed there
            yield made.operands, made.result
    if name in {"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"}:
        for keys in ((dt.int64, dt.uint64), (dt.uint64, dt.int64)):
            made = record.plan(keys)
            yield made.operands, made.result
    if name == "nan_to_num":
        for dtype in ALL:
            yield (dtype, dt.float64), dtype


def single(name, operands, result):
    """Return the body of one operation on arrays."""
    sources = tuple(("input", i) for i in range(len(operands)))
    return Body((Instruction(name, sources, operands, result),), operands, (), (0,))


def bodies():
    """Yield (record name, body) for every functor and dtype, and every conversion."""
    for name in RECORDS:
        for operands, result in operand_dtypes(name):
            yield name, single(name, operands, result)
    for source, target in product(ALL, ALL):
        if source.kind != "c" or target.kind in "cb":
            yield "astype", single("astype", (source,), target)


def contiguous(body: Body, *, aligned: bool = True, size: int = 1 << 20) -> Plan:
    """Return the plan of contiguous operands."""
    address = 256 if aligned else 256 + body.output_dtypes[0].itemsize
    operands = [
        Operand(address, (d.itemsize,), d.itemsize) for d in (*body.output_dtypes, *body.inputs)
    ]
    return plan((size,), operands, len(body.outputs))


def _strided(shape, strides, itemsizes, outputs=1):
    operands = [
        Operand(256, tuple(s * size for s in st), size)
        for st, size in zip(strides, itemsizes, strict=True)
    ]
    return plan(shape, operands, outputs)


def layout_cases():
    """Yield (label, body, plan): each walk, at several widths, ranks and index sizes."""
    for dtype in (dt.uint8, dt.float16, dt.float32, dt.float64, dt.complex128):
        name = "bitwise_xor" if dtype.kind == "u" else "add"
        body, size = single(name, (dtype, dtype), dtype), dtype.itemsize
        three = [size] * 3
        n = 1 << 10
        tag = render.short_name(dtype)
        yield f"{tag} contig", body, contiguous(body)
        yield f"{tag} contig unaligned", body, contiguous(body, aligned=False)
        yield f"{tag} contig 64-bit", body, contiguous(body, size=3 << 30)
        yield f"{tag} row added", body, _strided((n, n), [(n, 1), (n, 1), (0, 1)], three)
        yield f"{tag} column added", body, _strided((n, n), [(n, 1), (n, 1), (1, 0)], three)
        yield f"{tag} odd rows", body, _strided((n, 33), [(33, 1), (40, 1), (0, 1)], three)
        yield f"{tag} step 2", body, _strided((n, n), [(n, 1), (4 * n, 2), (n, 1)], three)
        yield f"{tag} transposed", body, _strided((n, n), [(n, 1), (1, n), (n, 1)], three)
        wide = _strided((1 << 16, 1 << 16), [(1 << 16, 1), (1, 1 << 16), (1 << 16, 1)], three)
        yield f"{tag} transposed 64-bit", body, wide
        shape = (5, 6, 7, 8)
        batch = [(2688, 448, 64, 1)[:4], (3000, 7, 42, 1)[:4], (336, 56, 8, 1)]
        yield f"{tag} 4 axes", body, _strided(shape, batch, three)
    deep = single("negative", (dt.float32,), dt.float32)
    shape = (2,) * 32
    out = tuple(3 ** (19 - i % 20) for i in range(32))
    yield "32 axes", deep, _strided(shape, [out, tuple(range(2, 66, 2))], [4, 4])
    yield from mixed_cases()


def mixed_cases():
    """Yield cases of operands that differ in size, several outputs, scalars, positions."""
    narrow = single("astype", (dt.float32,), dt.float16)
    yield "f32 to f16", narrow, contiguous(narrow)
    widen = single("astype", (dt.bool,), dt.complex128)
    yield "bool to c128", widen, contiguous(widen)
    choose = single("where", (dt.bool, dt.float64, dt.float64), dt.float64)
    yield "where f64", choose, contiguous(choose)
    f4 = np.dtype(np.float32)
    chain = Body(
        (
            Instruction("multiply", (("input", 0), ("input", 1)), (f4, f4), f4),
            Instruction("add", (("value", 0), ("scalar", 0)), (f4, f4), f4),
            Instruction("tanh", (("value", 1),), (f4,), f4),
            Instruction("greater", (("value", 2), ("scalar", 1)), (f4, f4), dt.bool),
        ),
        (f4, f4), (f4, f4), (2, 3),
    )  # fmt: skip
    yield "chain, two outputs", chain, contiguous(chain)
    ramp = Body(
        (
            Instruction("astype", (("index", 0),), (dt.int64,), dt.float64),
            Instruction("multiply", (("value", 0), ("scalar", 0)), (dt.float64,) * 2, dt.float64),
        ),
        (), (dt.float64,), (1,),
    )  # fmt: skip
    yield "ramp", ramp, contiguous(ramp)
