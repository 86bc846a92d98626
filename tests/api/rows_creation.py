# SPDX-License-Identifier: Apache-2.0
"""Rows of the chapters on creation and data types."""

import numpy as np
import standard
from differential import Named, Rows, call

rows = Rows()
ALL = standard.DTYPES


def _like(make, dtype):
    return Named(make.choice(dtype, "float32")) if make.choice(True, False) else None


@rows("arange", standard.REAL)
def _arange(make, dtype):
    kind = make.choice("stop", "range", "step")
    if "int" in dtype:
        low, high, step = make.integer(0, 9), make.integer(0, 30), make.integer(1, 4)
    else:
        low, high, step = make.choice(0.0, 1.5), make.choice(4.25, 9, 0.0), make.choice(0.5, 1.25)
    if kind == "stop":
        return call(high, dtype=Named(dtype))
    if kind == "range":
        return call(low, high, dtype=Named(dtype))
    if dtype[0] != "u" and make.choice(True, False):
        return call(high, low, -step, dtype=Named(dtype))
    return call(low, high, step, dtype=make.choice(None, Named(dtype)))


def _nested(make, dtype):
    x = make.array(dtype, domain="small", max_dims=3, min_side=1)
    return x.values.tolist()


@rows("asarray", ALL)
def _asarray(make, dtype):
    if make.choice(True, False):
        return call(make.array(dtype), copy=make.choice(None, True))
    given = make.choice(None, Named(dtype))
    return call(_nested(make, dtype), dtype=given)


def _shape(make):
    shape = make.shape()
    return make.choice(shape, shape[0]) if shape else shape


@rows("ones zeros", ALL)
def _ones(make, dtype):
    return call(_shape(make), dtype=make.choice(None, Named(dtype)))


@rows("ones_like zeros_like", ALL)
def _ones_like(make, dtype):
    return call(make.array(dtype), dtype=_like(make, dtype))


def _without_values(result, made):
    del made
    return result.shape, str(result.dtype)


@rows("empty", ALL, settle=_without_values)
def _empty(make, dtype):
    return call(_shape(make), dtype=make.choice(None, Named(dtype)))


@rows("empty_like", ALL, settle=_without_values)
def _empty_like(make, dtype):
    return call(make.array(dtype), dtype=_like(make, dtype))


@rows("eye", standard.NUMERIC)
def _eye(make, dtype):
    sizes = [make.integer(0, 5) for _ in range(make.integer(1, 2))]
    return call(*sizes, k=make.integer(-6, 6), dtype=Named(dtype))


@rows("from_dlpack", ALL)
def _from_dlpack(make, dtype):
    return call(make.array(dtype), copy=make.choice(None, True))


def _value(make, dtype):
    if dtype == "bool":
        return make.choice(True, False)
    if "int" in dtype:
        return make.integer(0, 100)
    return make.choice(1.5, -2, 1 + 2j) if "complex" in dtype else make.choice(1.5, -2.0, 3)


@rows("full", ALL)
def _full(make, dtype):
    return call(_shape(make), _value(make, dtype), dtype=make.choice(None, Named(dtype)))


@rows("full_like", ALL)
def _full_like(make, dtype):
    return call(make.array(dtype), _value(make, dtype))


@rows("linspace", standard.FLOAT, 8)
def _linspace(make, dtype):
    ends = [make.choice(-3, 0.5, 2, 10.0) for _ in range(2)]
    if "complex" in dtype:
        ends[0] = ends[0] + 1j
    return call(*ends, make.integer(0, 9), dtype=Named(dtype), endpoint=make.choice(True, False))


# --- data types ----------------------------------------------------------------------


@rows("can_cast", ALL)
def _can_cast(make, dtype):
    same_kind = [d for d in ALL if d.strip("0123456789").lstrip("u") in dtype]
    source = Named(dtype) if make.choice(True, False) else make.array(dtype)
    return call(source, Named(make.choice(*same_kind)))


def _run_finfo(xp, dtype):
    info = xp.finfo(dtype)
    numbers = (info.bits, info.eps, info.max, info.min, info.smallest_normal)
    return (*numbers, info.dtype)


@rows("finfo", standard.FLOAT)
def _finfo(make, dtype):
    return call(Named(dtype), run=_run_finfo)


@rows("iinfo", standard.INTEGER)
def _iinfo(make, dtype):
    def run(xp, dtype):
        info = xp.iinfo(dtype)
        return info.bits, info.max, info.min, info.dtype

    return call(Named(dtype), run=run)


KINDS = (
    "bool",
    "signed integer",
    "unsigned integer",
    "integral",
    "real floating",
    "complex floating",
    "numeric",
)


@rows("isdtype", ALL)
def _isdtype(make, dtype):
    kind = make.choice(*KINDS, Named(make.choice(*ALL)))
    if make.choice(True, False):
        kind = (kind, make.choice(*KINDS))
    return call(Named(dtype), kind)


@rows("result_type", ALL)
def _result_type(make, dtype):
    kind = np.dtype(dtype).kind
    same_kind = [d for d in ALL if np.dtype(d).kind == kind]
    parts = [make.choice(*same_kind) for _ in range(make.integer(0, 2))]
    arguments = [Named(d) if make.choice(True, False) else make.array(d) for d in (dtype, *parts)]
    if kind != "b" and make.choice(True, False):
        arguments.append(1)
    return call(*arguments)
