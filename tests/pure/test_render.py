# SPDX-License-Identifier: Apache-2.0
"""Kernel text and launch plans, without a GPU."""

import sys
from pathlib import Path

import numpy as np
import pytest

from lfs_hip_array import _dtypes as dt
from lfs_hip_array._expression import Node, Program
from lfs_hip_array._ops import RECORDS
from lfs_hip_array.gpu import render
from lfs_hip_array.gpu.array import contiguous_array
from lfs_hip_array.gpu.expression import canonical
from lfs_hip_array.gpu.layout import MAX_WORDS, Operand, plan
from lfs_hip_array.gpu.sources import KERNELS, bundle

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "amd_compile"))
import instances

CASES = {label: (body, made) for label, body, made in instances.layout_cases()}


def node(name, *operands):
    record = RECORDS[name]
    made = record.plan(tuple(x.dtype for x in operands))
    shape = next(x.shape for x in operands if x.shape)
    return Node(record, made, operands, shape, None)


def array(n, dtype=dt.float32):
    return contiguous_array(None, 256, (n,), dtype)


def chain(n, scalar):
    x, y = array(n), array(n)
    return canonical(Program(node("add", node("multiply", x, y), np.float32(scalar))))


def test_structure_is_canonical():
    assert chain(10, 2.0).body == chain(99, -7.0).body
    x = array(5)
    assert canonical(Program(node("multiply", x, x))).body.inputs == (dt.float32,)


def test_scalars_are_arguments():
    bound = chain(1000, 123.5)
    text = render.source(bound.body, instances.contiguous(bound.body))
    assert "123" not in text
    assert "scalar_argument<float>" in text


def test_every_record_has_a_functor():
    text = "".join(path.read_text() for path in KERNELS.glob("*.hpp"))
    for name in RECORDS:
        listed = f"struct {name} {{" in text or any(
            f"{macro}({name}" in text
            for macro in (
                "LFS_FUNCTION", "LFS_REAL_FUNCTION", "LFS_REAL_FUNCTION2", "LFS_ROUNDING",
                "LFS_PREDICATE", "LFS_SPECIAL", "LFS_SPECIAL2",
            )
        )  # fmt: skip
        assert listed, name


@pytest.mark.parametrize(
    ("label", "case", "vector"),
    [
        ("u8 contig", "contig", 16),
        ("f16 contig", "contig", 8),
        ("f32 contig", "contig", 4),
        ("f64 contig", "contig", 2),
        ("f32 contig unaligned", "contig", 1),
        ("f32 row added", "rows", 4),
        ("f32 column added", "rows", 4),
        ("f32 odd rows", "rows", 1),
        ("f32 step 2", "strided", 1),
        ("f32 transposed", "tile", 1),
        ("f32 to f16", "contig", 8),
    ],
)
def test_layout_cases(label, case, vector):
    _, made = CASES[label]
    assert (made.case, made.vector) == (case, vector)


@pytest.mark.parametrize("label", CASES)
def test_text_is_self_contained_and_small(label):
    body, made = CASES[label]
    text = render.source(body, made)
    assert render.kernel_name(body, made) in text
    assert len(text.splitlines()) < 200
    assert '#include "' not in bundle(text)
    assert render.words(body, made).total <= MAX_WORDS


def test_wide_counts():
    size = [Operand(256, (1,), 1)] * 2
    assert not plan(((1 << 31) - 1,), size, 1).wide
    assert plan((1 << 31,), size, 1).wide


def test_offsets_decide_too():
    far = [Operand(256, (4,), 4), Operand(256, (1 << 32,), 4)]
    assert plan((16,), far, 1).wide


def test_a_single_element_is_contiguous():
    made = plan((), [Operand(260, (), 4)] * 3, 1)
    assert (made.case, made.shape) == ("contig", (1,))
