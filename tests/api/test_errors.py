# SPDX-License-Identifier: Apache-2.0
"""Bad input: the type of the error, and that its message names what was wrong.

Each row is a name, a call, the exception type of the standard or NumPy, and
facts that the message must hold: the operation, what it got, what would work.
"""

import numpy as np
import pytest


def f(xp, *shape, dtype="float64"):
    """A tensor of ones."""
    return xp.ones(shape, dtype=getattr(xp, dtype))


def i(xp, *values, dtype="int64"):
    """An integer tensor of the values."""
    return xp.asarray(list(values), dtype=getattr(xp, dtype))


class Ragged:
    """An object with a DLPack method that gives no capsule."""

    def __dlpack__(self, **_):
        return "not a capsule"

    def __dlpack_device__(self):
        return (1, 0)


class Elsewhere(Ragged):
    """An object on a kind of device that the package does not know."""

    def __dlpack_device__(self):
        return (15, 0)


def assign(x, key, value):
    """``x[key] = value`` as a call."""
    x[key] = value


def in_place(x, name, other):
    """An in-place operator as a call."""
    getattr(x, f"__i{name}__")(other)


DTYPES = [
    ("and float", lambda xp: xp.bitwise_and(f(xp, 2), f(xp, 2)), "bitwise_and|integer|float64"),
    ("invert float", lambda xp: ~f(xp, 2), "bitwise_invert|integer|float64"),
    ("shift bool", lambda xp: f(xp, 2, dtype="bool") << f(xp, 2, dtype="bool"), "shift|int|bool"),
    ("shift float", lambda xp: i(xp, 1) >> f(xp, 1), "bitwise_right_shift|int|float64"),
    ("or scalar", lambda xp: i(xp, 1) | 1.5, "bitwise_or|integer|float"),
    ("less complex", lambda xp: f(xp, 2, dtype="complex64") < 1, "less|floating|complex64"),
    (
        "greater complex",
        lambda xp: xp.greater(f(xp, 2), f(xp, 2, dtype="complex128")),
        "greater|floating|complex128",
    ),
    ("floor complex", lambda xp: xp.floor(f(xp, dtype="complex64")), "floor|complex64"),
    ("clip complex", lambda xp: xp.clip(f(xp, dtype="complex64"), 0, 1), "clip|complex64"),
    (
        "maximum complex",
        lambda xp: xp.maximum(f(xp, dtype="complex64"), f(xp, dtype="complex64")),
        "maximum|complex64",
    ),
    ("atan2 complex", lambda xp: xp.atan2(f(xp, dtype="complex64"), f(xp)), "atan2|complex"),
    ("floor_divide complex", lambda xp: f(xp, dtype="complex64") // 2, "floor_divide|complex64"),
    ("remainder complex", lambda xp: f(xp, dtype="complex64") % 2, "remainder|complex64"),
    ("negative bool", lambda xp: -f(xp, dtype="bool"), "negative|integer|bool"),
    (
        "subtract bool",
        lambda xp: f(xp, dtype="bool") - f(xp, dtype="bool"),
        "subtract|integer|bool",
    ),
    ("sort complex", lambda xp: xp.sort(f(xp, 3, dtype="complex64")), "sort|complex64|real"),
    ("argsort complex", lambda xp: xp.argsort(f(xp, 3, dtype="complex64")), "argsort|complex|real"),
    ("max complex", lambda xp: xp.max(f(xp, 3, dtype="complex64")), "max|complex64|real"),
    ("argmin complex", lambda xp: xp.argmin(f(xp, 3, dtype="complex64")), "argmin|complex64|real"),
    ("topk complex", lambda xp: xp.topk(f(xp, 3, dtype="complex64"), 1), "topk|complex64|real"),
    (
        "searchsorted complex",
        lambda xp: xp.searchsorted(f(xp, 3, dtype="complex64"), f(xp, 3)),
        "searchsorted|complex64|real",
    ),
    ("where condition", lambda xp: xp.where(i(xp, 1), 1.0, 2.0), "where|bool|int64"),
    ("mask dtype", lambda xp: xp.masked_select(f(xp, 2), i(xp, 0, 1)), "masked_select|bool|int64"),
    ("index dtype", lambda xp: xp.take(f(xp, 3), f(xp, 1)), "take|integer|float64"),
    (
        "astype complex to real",
        lambda xp: xp.astype(f(xp, 2, dtype="complex128"), xp.float64),
        "astype|complex128|float64",
    ),
    (
        "asarray complex to real",
        lambda xp: xp.asarray([1j], dtype=xp.float32),
        "asarray|complex|float32",
    ),
    ("full complex to real", lambda xp: xp.full(2, 1j, dtype=xp.int8), "full|complex|int8"),
    ("float of complex", lambda xp: float(f(xp, dtype="complex64")), "float|complex64"),
    ("int of complex", lambda xp: int(f(xp, dtype="complex64")), "int|complex64"),
    ("index of float", lambda xp: [1, 2][f(xp)], "index|float64|integer"),
    ("float of many", lambda xp: float(f(xp, 3)), "float|(3,)"),
    ("unknown dtype", lambda xp: xp.zeros(2, dtype="datetime64[s]"), "zeros|datetime64|float32"),
    ("no dtype", lambda xp: xp.astype(f(xp, 2), "float99"), "astype|float99|float32"),
    ("finfo of int", lambda xp: xp.finfo(xp.int32), "finfo|int32|floating"),
    ("iinfo of float", lambda xp: xp.iinfo(xp.float32), "iinfo|float32|integer"),
    ("strings", lambda xp: xp.asarray(["a", "b"]), "asarray|<U1|float64"),
    ("an object", lambda xp: xp.asarray(object()), "asarray|object"),
    ("a list operand", lambda xp: xp.add(f(xp, 2), [1, 2]), "add|Tensor|list|asarray"),
    ("no tensor operand", lambda xp: xp.sin(1.0), "sin|Tensor|float|asarray"),
    ("no tensor to sum", lambda xp: xp.sum([1, 2]), "sum|Tensor|list|asarray"),
    (
        "in-place narrowing",
        lambda xp: in_place(i(xp, 1), "add", f(xp, 1)),
        "add|float64|int64",
    ),
    ("in-place truediv", lambda xp: in_place(i(xp, 1), "truediv", 2), "divide|float64|int64"),
    (
        "assign complex",
        lambda xp: assign(f(xp, 2), 0, 1j),
        "assignment|complex|float64",
    ),
    ("arange of nothing", lambda xp: xp.arange(0, 3, None), "arange|number|NoneType"),
    ("linspace of text", lambda xp: xp.linspace("a", 1, 3), "linspace|number|str"),
    ("linspace of a vector", lambda xp: xp.linspace(0, f(xp, 2), 3), "linspace|number|Tensor"),
    ("linspace dtype", lambda xp: xp.linspace(0, 1, 3, dtype=xp.bool), "linspace|bool"),
    ("axis as text", lambda xp: xp.sum(f(xp, 2), axis="x"), "sum|axis|integer|'x'"),
    ("shape as float", lambda xp: xp.zeros((2, 1.5)), "zeros|integer|1.5"),
    ("slice bounds", lambda xp: f(xp, 3)["a":], "index|slice|integers"),
    ("rfft of complex", lambda xp: xp.fft.rfft(f(xp, 4, dtype="complex64")), "rfft|complex64"),
]

VALUES = [
    ("broadcast add", lambda xp: f(xp, 2, 3) + f(xp, 4), "add|(2, 3)|(4,)|broadcast"),
    ("broadcast equal", lambda xp: f(xp, 2) == f(xp, 3), "equal|(2,)|(3,)|broadcast"),
    (
        "broadcast where",
        lambda xp: xp.where(f(xp, 2, dtype="bool"), f(xp, 3), 0.0),
        "where|(2,)|(3,)|broadcast",
    ),
    (
        "broadcast_to",
        lambda xp: xp.broadcast_to(f(xp, 2, 3), (2, 4)),
        "broadcast_to|(2, 3)|(2, 4)",
    ),
    (
        "broadcast_shapes",
        lambda xp: xp.broadcast_shapes((2, 3), (4,)),
        "broadcast_shapes|(2, 3)|(4,)",
    ),
    ("in-place growth", lambda xp: in_place(f(xp, 3), "add", f(xp, 2, 3)), "add|(2, 3)|(3,)"),
    ("assign shape", lambda xp: assign(f(xp, 3), slice(0, 2), f(xp, 3)), "assign|(3,)|(2,)"),
    ("matmul inner", lambda xp: f(xp, 2, 3) @ f(xp, 4, 5), "matmul|(2, 3)|(4, 5)"),
    ("matmul 0-d", lambda xp: xp.matmul(f(xp), f(xp, 2)), "matmul|dimension|()"),
    ("tensordot", lambda xp: xp.tensordot(f(xp, 2, 3), f(xp, 4, 5)), "tensordot|(2, 3)|(4, 5)"),
    ("vecdot", lambda xp: xp.vecdot(f(xp, 2), f(xp, 3)), "vecdot|(2,)|(3,)"),
    ("reshape", lambda xp: xp.reshape(f(xp, 2, 3), (4,)), "reshape|(4,)|6|"),
    ("reshape -1", lambda xp: xp.reshape(f(xp, 2, 3), (4, -1)), "reshape|6|(4, -1)"),
    ("reshape two -1", lambda xp: xp.reshape(f(xp, 2, 3), (-1, -1)), "reshape|(-1, -1)|-1"),
    (
        "reshape needs a copy",
        lambda xp: xp.reshape(xp.permute_dims(f(xp, 2, 3), (1, 0)), (6,), copy=False),
        "reshape|copy",
    ),
    (
        "concat",
        lambda xp: xp.concat([f(xp, 2, 3), f(xp, 2, 4)], axis=0),
        "concat|(2, 3)|(2, 4)",
    ),
    ("concat nothing", lambda xp: xp.concat([]), "concat|at least one"),
    ("stack", lambda xp: xp.stack([f(xp, 2), f(xp, 3)]), "stack|(2,)|(3,)"),
    ("squeeze", lambda xp: xp.squeeze(f(xp, 2, 1), axis=0), "squeeze|axis 0|2"),
    (
        "permute twice",
        lambda xp: xp.permute_dims(f(xp, 2, 3), (0, 0)),
        "permute_dims|(0, 0)",
    ),
    ("sum axis twice", lambda xp: xp.sum(f(xp, 2, 3), axis=(0, -2)), "sum|(0, -2)|twice"),
    ("negative shape", lambda xp: xp.zeros((2, -1)), "zeros|(2, -1)|negative"),
    ("too many dimensions", lambda xp: xp.zeros((1,) * 40), "zeros|40|32"),
    ("max of nothing", lambda xp: xp.max(f(xp, 0)), "max|(0,)"),
    ("min of an empty axis", lambda xp: xp.min(f(xp, 2, 0), axis=1), "min|(2, 0)"),
    ("argmax of nothing", lambda xp: xp.argmax(f(xp, 0)), "argmax|(0,)"),
    ("argmin of an empty axis", lambda xp: xp.argmin(f(xp, 0, 2), axis=0), "argmin|(0, 2)"),
    ("nonzero of 0-d", lambda xp: xp.nonzero(f(xp)), "nonzero|dimension|()"),
    ("sort 0-d", lambda xp: xp.sort(f(xp)), "sort|dimension|()"),
    ("unknown device", lambda xp: xp.zeros(2, device="tpu:0"), "device|tpu:0|available|cpu"),
    ("gpu not there", lambda xp: xp.zeros(2, device="gpu:99"), "device|gpu:99|available|cpu"),
    ("to no device", lambda xp: f(xp, 2).to_device("gpu:99"), "device|gpu:99|available|cpu"),
    ("default device", lambda xp: xp.set_default_device("cuda"), "device|cuda|available|cpu"),
    ("ragged", lambda xp: xp.asarray([[1, 2], [3]]), "asarray|ragged"),
    ("list without copy", lambda xp: xp.asarray([1, 2], copy=False), "asarray|copy=False"),
    (
        "dtype without copy",
        lambda xp: xp.asarray(np.ones(2), dtype=xp.float32, copy=False),
        "asarray|float64|float32|copy",
    ),
    ("meshgrid indexing", lambda xp: xp.meshgrid(f(xp, 2), indexing="yx"), "meshgrid|xy|ij|yx"),
    (
        "searchsorted side",
        lambda xp: xp.searchsorted(f(xp, 2), f(xp, 2), side="middle"),
        "searchsorted|side|left|right|middle",
    ),
    ("searchsorted 2-d", lambda xp: xp.searchsorted(f(xp, 2, 2), f(xp, 2)), "searchsorted|(2, 2)"),
    ("isdtype kind", lambda xp: xp.isdtype(xp.int8, "whole"), "isdtype|whole|integral"),
    ("qr mode", lambda xp: xp.linalg.qr(f(xp, 2, 2), mode="full"), "qr|mode|reduced|full"),
    ("norm order", lambda xp: xp.linalg.matrix_norm(f(xp, 2, 2), ord="x"), "matrix_norm|ord|x"),
    ("fft norm", lambda xp: xp.fft.fft(f(xp, 4), norm="none"), "fft|norm|backward|none"),
    ("irfft of one", lambda xp: xp.fft.irfft(f(xp, 2, 1)), "irfft|axis 1|(2, 1)|n"),
    ("hfft of one", lambda xp: xp.fft.hfft(f(xp, 1)), "hfft|axis 0|(1,)|n"),
    ("fft n", lambda xp: xp.fft.fft(f(xp, 4), n=0), "fft|n|0"),
    ("inv not square", lambda xp: xp.linalg.inv(f(xp, 2, 3)), "inv|square|(2, 3)"),
    ("det 1-d", lambda xp: xp.linalg.det(f(xp, 3)), "det|dimension|(3,)"),
    ("cross size", lambda xp: xp.linalg.cross(f(xp, 2), f(xp, 2)), "cross|3|(2,)"),
    ("arange step", lambda xp: xp.arange(0, 3, 0), "arange|step|0"),
    ("arange to infinity", lambda xp: xp.arange(0, xp.inf), "arange|finite|inf"),
    ("arange to nan", lambda xp: xp.arange(0.0, xp.nan), "arange|finite|nan"),
    ("arange too long", lambda xp: xp.arange(0.0, 1e30), "arange|too large"),
    ("linspace num", lambda xp: xp.linspace(0, 1, -1), "linspace|num|-1"),
    ("repeat negative", lambda xp: xp.repeat(f(xp, 2), -1), "repeat|negative|-1"),
    ("repeat counts", lambda xp: xp.repeat(f(xp, 3), i(xp, 1, 2)), "repeat|(2,)|3"),
    ("roll", lambda xp: xp.roll(f(xp, 3), (1, 2), axis=0), "roll|2 shifts|1 ax"),
    ("cumulative_sum 2-d", lambda xp: xp.cumulative_sum(f(xp, 2, 2)), "cumulative_sum|axis|2"),
    ("take 2-d", lambda xp: xp.take(f(xp, 2, 2), i(xp, 0)), "take|axis|2"),
    (
        "take_along_axis",
        lambda xp: xp.take_along_axis(f(xp, 2, 3), xp.zeros((4, 1), dtype=xp.int64), axis=1),
        "take_along_axis|(4, 1)|(2, 3)",
    ),
    ("topk k", lambda xp: xp.topk(f(xp, 3), 4), "topk|4|3"),
    ("masked_select shape", lambda xp: xp.masked_select(f(xp, 2), f(xp, 3, dtype="bool")), "(2,)"),
    (
        "masked_select count",
        lambda xp: xp.masked_select(f(xp, 2), f(xp, 2, dtype="bool"), count=1),
        "masked_select|1|2",
    ),
    ("cdist width", lambda xp: xp.spatial.cdist(f(xp, 2, 3), f(xp, 2, 4)), "cdist|(2, 3)|(2, 4)"),
    ("cdist p", lambda xp: xp.spatial.cdist(f(xp, 2, 3), f(xp, 2, 3), -1), "cdist|p|-1"),
    ("bool of many", lambda xp: bool(f(xp, 2)), "(2,)|any|all"),
    ("diff n", lambda xp: xp.diff(f(xp, 3), n=-1), "diff|n|-1"),
    ("mT of 1-d", lambda xp: f(xp, 3).mT, "dimension|(3,)"),
    ("T of 3-d", lambda xp: f(xp, 2, 2, 2).T, "T|dimension|(2, 2, 2)"),
    ("slice step", lambda xp: f(xp, 3)[::0], "index|step|0"),
    ("namespace version", lambda xp: f(xp).__array_namespace__(api_version="1999.01"), "1999.01"),
    ("generator shape", lambda xp: xp.random.Generator(0).uniform((-1,)), "(-1,)|negative"),
    ("generator range", lambda xp: xp.random.Generator(0).integers(5, 5, (2,)), "integers|5"),
]

INDICES = [
    ("sum axis", lambda xp: xp.sum(f(xp, 2, 3), axis=3), "sum|axis 3|2 dimensions|-2 to 1"),
    ("max axis", lambda xp: xp.max(f(xp, 2), axis=-2), "max|axis -2|1 dimension|-1 to 0"),
    ("sort axis", lambda xp: xp.sort(f(xp, 2), axis=1), "sort|axis 1|1 dimension"),
    ("concat axis", lambda xp: xp.concat([f(xp, 2)], axis=1), "concat|axis 1|1 dimension"),
    ("stack axis", lambda xp: xp.stack([f(xp, 2)], axis=3), "stack|axis 3|2 dimensions"),
    ("expand_dims axis", lambda xp: xp.expand_dims(f(xp, 2), axis=5), "expand_dims|axis 5"),
    ("squeeze axis", lambda xp: xp.squeeze(f(xp, 1), axis=1), "squeeze|axis 1|1 dimension"),
    ("flip axis", lambda xp: xp.flip(f(xp, 2), axis=2), "flip|axis 2|1 dimension"),
    ("mean of 0-d axis", lambda xp: xp.mean(f(xp), axis=0), "mean|axis 0|0 dimensions"),
    ("fft axis", lambda xp: xp.fft.fft(f(xp, 4), axis=1), "fft|axis 1|1 dimension"),
    ("index", lambda xp: f(xp, 3)[3], "index 3|axis 0|3|-3 to 2"),
    ("negative index", lambda xp: f(xp, 3, 2)[0, -3], "index -3|axis 1|2|-2 to 1"),
    ("assign index", lambda xp: assign(f(xp, 3), 7, 1.0), "index 7|axis 0|3"),
    ("index of an empty axis", lambda xp: f(xp, 0)[0], "index 0|axis 0|empty"),
    ("too many indices", lambda xp: f(xp, 3)[0, 0], "2 indices|1 dimension|(3,)"),
    ("two ellipses", lambda xp: f(xp, 3, 3)[..., ...], "ellips"),
    ("float index", lambda xp: f(xp, 3)[1.0], "index|1.0|integers"),
    ("float tensor index", lambda xp: f(xp, 3)[f(xp, 1)], "index|integer or bool|float64"),
    ("mask shape", lambda xp: f(xp, 3)[f(xp, 2, dtype="bool")], "mask|(2,)|(3,)"),
    ("index tensors", lambda xp: f(xp, 3, 3)[i(xp, 0, 1), i(xp, 0, 1, 2)], "(2,)|(3,)|broadcast"),
    ("take", lambda xp: xp.take(f(xp, 4), i(xp, 0, 4)).to_numpy(), "take|4|axis 0"),
    ("take negative", lambda xp: xp.take(f(xp, 4), i(xp, -5)).to_numpy(), "take|-5|axis 0"),
    ("index tensor", lambda xp: f(xp, 4)[i(xp, 0, 9)].to_numpy(), "9|axis 0|4"),
    ("gather", lambda xp: xp.gather(f(xp, 2), 0, i(xp, 2)).to_numpy(), "gather|2|axis 0"),
    (
        "scatter",
        lambda xp: xp.scatter(f(xp, 2), 0, i(xp, 2), f(xp, 1)).to_numpy(),
        "scatter|2|axis 0",
    ),
    (
        "index_add",
        lambda xp: xp.index_add(f(xp, 2), 0, i(xp, -3), f(xp, 1)).to_numpy(),
        "index_add|-3|axis 0",
    ),
    (
        "index_copy",
        lambda xp: xp.index_copy(f(xp, 2), 0, i(xp, 5), f(xp, 1)).to_numpy(),
        "index_copy|5|axis 0",
    ),
    (
        "index_put",
        lambda xp: xp.index_put(f(xp, 2), (i(xp, 2),), f(xp, 1)).to_numpy(),
        "index_put|2|axis 0",
    ),
    (
        "masked_scatter short",
        lambda xp: xp.masked_scatter(f(xp, 3), f(xp, 3, dtype="bool"), f(xp, 2)),
        "masked_scatter|2|3",
    ),
    (
        "moveaxis",
        lambda xp: xp.moveaxis(f(xp, 2, 3), 0, 2),
        "moveaxis|axis 2|2 dimensions|-2 to 1",
    ),
    ("unstack axis", lambda xp: xp.unstack(f(xp, 2), axis=1), "unstack|axis 1|1 dimension"),
    ("iterate 0-d", lambda xp: f(xp)[0], "1 ind|0 dimensions|()"),
]

RANGES = [
    ("add", lambda xp: i(xp, 1, dtype="int8") + 300, "add|300|int8|-128 to 127"),
    ("add negative", lambda xp: i(xp, 1, dtype="uint8") + -1, "add|-1|uint8|0 to 255"),
    ("reflected", lambda xp: 2**40 - i(xp, 1, dtype="int32"), "subtract|1099511627776|int32"),
    ("in-place", lambda xp: in_place(i(xp, 1, dtype="int8"), "mul", 999), "multiply|999|int8"),
    ("bitwise", lambda xp: i(xp, 1, dtype="uint8") & 256, "bitwise_and|256|uint8"),
    ("where", lambda xp: xp.where(f(xp, 1, dtype="bool"), i(xp, 1, dtype="int8"), 128), "128|int8"),
    ("full", lambda xp: xp.full(2, 256, dtype=xp.uint8), "full|256|uint8|0 to 255"),
    ("full_like", lambda xp: xp.full_like(i(xp, 1, dtype="int8"), -129), "full_like|-129|int8"),
    ("asarray", lambda xp: xp.asarray([1, 300], dtype=xp.int8), "asarray|300|int8"),
    ("asarray large", lambda xp: xp.asarray(2**64), "asarray|64 bits"),
    ("assign", lambda xp: assign(i(xp, 1, dtype="int8"), 0, 1000), "assignment|1000|int8"),
    ("int of inf", lambda xp: int(xp.asarray(xp.inf)), "inf"),
]

OTHER = [
    ("dlpack device", BufferError, lambda xp: xp.from_dlpack(Elsewhere()), "from_dlpack"),
    ("dlpack no capsule", BufferError, lambda xp: xp.from_dlpack(Ragged()), "from_dlpack"),
    ("dlpack nothing", TypeError, lambda xp: xp.from_dlpack([1, 2]), "from_dlpack|list|__dlpack__"),
    (
        "dlpack to nowhere",
        BufferError,
        lambda xp: f(xp, 2).__dlpack__(dl_device=(99, 0)),
        "dlpack|99",
    ),
    ("memory", MemoryError, lambda xp: xp.zeros(2**60, dtype=xp.int8), "1152921504606846976"),
    ("singular", np.linalg.LinAlgError, lambda xp: xp.linalg.inv(xp.zeros((2, 2))), "inv|singular"),
    (
        "not positive definite",
        np.linalg.LinAlgError,
        lambda xp: xp.linalg.cholesky(-f(xp, 1, 1)),
        "cholesky|positive",
    ),
    ("a far end", OverflowError, lambda xp: xp.linspace(0, 10**400, 3), "linspace|float64"),
    ("a far start", OverflowError, lambda xp: xp.arange(10**400, 0, -0.5), "arange|float64"),
    ("many steps", ValueError, lambda xp: xp.arange(0.0, 1e308, 1e-308), "arange|too many values"),
    (
        "a far start as float",
        OverflowError,
        lambda xp: xp.arange(10**400, 10**400 + 3, dtype=xp.float64),
        "arange|float64",
    ),
    (
        "inv of float16",
        TypeError,
        lambda xp: xp.linalg.inv(xp.ones((2, 2), dtype=xp.float16)),
        "inv: float16 is not supported on|convert to float32",
    ),
    (
        "fft of float16",
        TypeError,
        lambda xp: xp.fft.fft(xp.ones(4, dtype=xp.float16)),
        "fft: float16 is not supported on|convert to float32",
    ),
    ("len of 0-d", TypeError, lambda xp: len(f(xp)), "0-d"),
    ("iterate over 0-d", TypeError, lambda xp: list(f(xp)), "0-d"),
    ("hash", TypeError, lambda xp: hash(f(xp, 2)), "Tensor"),
    ("int of nan", ValueError, lambda xp: int(xp.asarray(xp.nan)), "NaN"),
    ("a typo in a keyword", TypeError, lambda xp: xp.sum(f(xp, 2), axes=0), "axes"),
    ("positional dtype", TypeError, lambda xp: xp.zeros(2, xp.int8), "zeros|positional"),
]

ROWS = [
    *(("dtype", TypeError, *row) for row in DTYPES),
    *(("value", ValueError, *row) for row in VALUES),
    *(("index", IndexError, *row) for row in INDICES),
    *(("range", OverflowError, *row) for row in RANGES),
    *(("other", kind, name, call, facts) for name, kind, call, facts in OTHER),
]


def test_the_table_is_as_long_as_it_should_be():
    names = [(group, name) for group, _, name, _, _ in ROWS]
    assert len(names) == len(set(names)) >= 150


@pytest.mark.parametrize(
    ("kind", "call", "facts"),
    [pytest.param(kind, *row, id=f"{group}: {name}") for group, kind, name, *row in ROWS],
)
def test_error(xp, kind, call, facts):
    with pytest.raises(kind) as caught:
        call(xp)
    message = str(caught.value)
    for fact in filter(None, facts.split("|")):
        assert fact.lower() in message.lower(), f"{fact!r} is not in {message!r}"
    assert 10 < len(message) < 400
    assert "\n" not in message


def test_nothing_is_written_when_an_error_is_raised(xp):
    x = xp.arange(6.0)
    for bad in (
        lambda: assign(x, slice(0, 3), xp.ones(2)),
        lambda: in_place(x, "add", xp.ones((2, 6))),
        lambda: in_place(x, "add", xp.ones(6, dtype=xp.complex64)),
        lambda: assign(x, 9, 1.0),
        lambda: xp.copy_layouts([(x[:3], x[3:]), (x[:2], xp.ones(3))]),
    ):
        with pytest.raises((TypeError, ValueError, IndexError)):
            bad()
        assert x.to_numpy().tolist() == [0, 1, 2, 3, 4, 5]
