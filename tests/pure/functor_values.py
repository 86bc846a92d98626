# SPDX-License-Identifier: Apache-2.0
"""Values for functors, what the cpu device makes of them, and when two results agree."""

from itertools import product

import numpy as np

from lfs_hip_array._ops import RECORDS, cast
from lfs_hip_array.cpu.pointwise import quiet, twin

INTEGERS = [0, 1, 2, 3, 7, 31, 63, 64, 100]
FLOATS = [0.0, 0.25, 0.5, 1.0, 1.25, 2.0, 2.75, 3.0, 8.5, 40.0, 1e4, np.inf, np.nan, 6e-5, 5e-8]


def values_of(dtype, rng):
    """Return special and random values of a dtype."""
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        edges = [info.min, info.min + 1, info.max, info.max - 1, info.max // 2]
        small = [n for n in INTEGERS if n <= info.max]
        signed = [-n for n in small] if dtype.kind == "i" else []
        random = rng.integers(info.min, info.max, 20, dtype=dtype, endpoint=True)
        return np.concatenate([np.array(small + signed + edges, dtype), random])
    if dtype.kind == "f":
        with np.errstate(over="ignore"):
            signed = np.array(FLOATS + [-x for x in FLOATS], dtype)
            random = (rng.standard_normal(20) * 10.0 ** rng.integers(-3, 3, 20)).astype(dtype)
        return np.concatenate([signed, random])
    parts = [0.0, -0.0, 0.5, -1.0, 1.0, 2.5, -3.0, np.inf, -np.inf, np.nan]
    z = np.array([complex(0, 0)] * 100, dtype)
    z.real, z.imag = np.array(list(product(parts, parts))).T
    random = rng.standard_normal(40) + 1j * rng.standard_normal(40)
    return np.concatenate([z, random.astype(dtype), (30 * random).astype(dtype)])


def operands_of(body, rng):
    """Return equal-length operands: all pairs of values, the first operands slowest."""
    if len(body.inputs) == 1:
        return [values_of(body.inputs[0], rng)]
    sets = [values_of(d, rng) for d in body.inputs]
    if len(sets) > 2:
        n = 4000
        return [x[rng.integers(0, len(x), n)] for x in sets]
    a, b = np.meshgrid(*sets, indexing="ij")
    return [np.ascontiguousarray(x.reshape(-1)) for x in (a, b)]


def reference(name, body, operands):
    """Return what the cpu device computes."""
    record = cast(body.inputs[0], body.output_dtypes[0]) if name == "astype" else RECORDS[name]
    function = twin(record, record.plan(body.inputs))
    if name in ("isclose", "nan_to_num"):  # scalar parameters
        return None
    if name == "pow" and body.inputs[0].kind == "c":  # the C library's cpowf has few digits
        operands = [x.astype(np.complex128) for x in operands]
    return quiet(np.asarray(quiet(function, *operands)).astype, body.output_dtypes[0])


# Units in the last place of the result's dtype, where both sides call a library;
# everything else agrees bit for bit.
LOOSE = {"pow": 8, "gammaln": 16, "gamma": 16, "digamma": 32, "kl_div": 64, "log_ndtr": 16}
EXACT = frozenset(
    [
        "add",
        "subtract",
        "multiply",
        "negative",
        "positive",
        "sign",
        "square",
        "maximum",
        "minimum",
        "clip",
        "relu",
        "ceil",
        "floor",
        "trunc",
        "round",
        "frac",
        "copysign",
        "nextafter",
        "conj",
        "real",
        "imag",
        "equal",
        "not_equal",
        "less",
        "less_equal",
        "greater",
        "greater_equal",
        "logical_and",
        "logical_or",
        "logical_xor",
        "logical_not",
        "isfinite",
        "isinf",
        "isnan",
        "signbit",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "bitwise_invert",
        "bitwise_left_shift",
        "bitwise_right_shift",
        "where",
        "astype",
        "floor_divide",
        "remainder",
        "fmod",
        "divide",
        "reciprocal",
        "sqrt",
    ]
)


def agree(name, got, want):
    """Return the lanes that agree: same bits (any NaN), or within a few units."""
    if got.dtype.kind == "c":
        size = np.abs(want).astype(np.float64) * (500 if name == "pow" else 1)
        lanes = np.ones(got.shape, bool)
        for x, y in ((got.real, want.real), (got.imag, want.imag)):
            # The sign of a zero beside NaN is left open.
            open_sign = np.isnan(want) & (x == 0) & (y == 0)
            lanes &= component(name, x, y, size) | open_sign
        return lanes
    if got.dtype.kind != "f":
        return got == want
    if name in EXACT:
        same = (got == want) & (np.signbit(got) == np.signbit(want))
        return same | (np.isnan(got) & np.isnan(want))
    return component(name, got, want, np.abs(want))


def component(name, x, y, size):
    with np.errstate(all="ignore"):
        ulp = np.finfo(x.dtype).eps
        bound = LOOSE.get(name, 8) * ulp * np.where(np.isfinite(size), size, np.abs(y))
        bound = np.maximum(bound, 4 * np.finfo(x.dtype).smallest_subnormal)
        close = (np.abs(x - y) <= bound) | (x == y) | ((x != x) & (y != y))
        zero = (x == 0) & (y == 0)
        return close & (~zero | (np.signbit(x) == np.signbit(y)))


def outside_promise(name, body, operands):
    """Return lanes whose value is not promised: floats out of an integer's range.

    And complex powers of or to something infinite, where C libraries differ.
    """
    source, target = body.inputs[0], body.output_dtypes[0]
    if name == "pow" and source.kind == "c":
        return ~(np.isfinite(operands[0]) & np.isfinite(operands[1]))
    if name != "astype" or source.kind != "f" or target.kind not in "iu":
        return np.zeros(len(operands[0]), bool)
    info = np.iinfo(target)
    x = operands[0].astype(np.float64)
    return ~((x > float(info.min) - 1) & (x < float(info.max) + (target.itemsize < 8)))
