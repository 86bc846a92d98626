# SPDX-License-Identifier: Apache-2.0
"""The pointwise records: each operation is declared here once.

A record says which dtypes an operation takes and gives, and what it is called
elsewhere: its NumPy twin on the cpu device (a corrected function of the
record's name wins over NumPy's own) and its C++ functor on the gpu device
(same name). The doors, the evaluators and the tests read the record.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np

from . import _dtypes as dt
from ._dtypes import DType, Scalar, shown

#: One operand as a record sees it: a dtype, or the type of a Python scalar.
Key: TypeAlias = "DType | type"

KIND_NAMES = {
    "b": "bool",
    "i": "signed integer",
    "u": "unsigned integer",
    "f": "floating-point",
    "c": "complex",
}


class Plan(NamedTuple):
    """The dtypes of one use of a record: what operands are converted to, and the result."""

    operands: tuple[DType, ...]
    result: DType


@dataclass(eq=False, slots=True)
class Record:
    """One pointwise operation.

    Attributes
    ----------
    name : str
        Public name, C++ functor name, and name in messages.
    arity : int
        Number of operands.
    kinds : str
        NumPy kind characters of the dtypes taken (after promotion).
    result : str
        ``"same"`` (the promoted dtype), ``"bool"``, or ``"real"`` (component dtype).
    doc : str
        One line: what is computed.
    numpy : str
        NumPy's name where it differs.
    to_float : bool
        Integers and bool are computed in the default floating-point dtype.
    note : str
        Extra documentation: special values, limits, source.
    """

    name: str
    arity: int
    kinds: str
    result: str
    doc: str
    numpy: str = ""
    to_float: builtins.bool = False
    note: str = ""
    resolver: Callable[[Record, tuple[Key, ...]], Plan] | None = None
    plans: dict[tuple[Key, ...], Plan] = field(default_factory=dict)

    def plan(self, keys: tuple[Key, ...]) -> Plan:
        """Return the dtypes for these operands, or raise `TypeError` naming them."""
        found = self.plans.get(keys)
        if found is None:
            found = self.plans[keys] = (self.resolver or _resolve)(self, keys)
        return found

    def refuse(self, keys: tuple[Key, ...]) -> TypeError:
        """Return the error for operands of the wrong dtypes."""
        need = " or ".join(KIND_NAMES[k] for k in self.kinds)
        if self.to_float:
            need = need.removeprefix("bool or signed integer or unsigned integer or ")
        got = " and ".join(_key_name(k) for k in keys)
        return TypeError(f"{self.name}: needs {need} dtypes, got {got}")


def _key_name(key: Key) -> str:
    return f"Python {key.__name__}" if isinstance(key, type) else str(key)


def _common(record: Record, keys: tuple[Key, ...]) -> DType:
    try:
        common = dt.promote(*keys)
    except TypeError:  # NumPy's DTypePromotionError
        raise record.refuse(keys) from None
    if isinstance(common, type) or not dt.is_supported(common):
        raise record.refuse(keys)
    return common


def _resolve(record: Record, keys: tuple[Key, ...]) -> Plan:
    common = _common(record, keys)
    if record.to_float and common.kind in "biu":
        common = dt.DEFAULT_FLOAT
    if common.kind not in record.kinds:
        raise record.refuse(keys)
    if record.result == "bool":
        result = dt.bool
    elif record.result == "real":
        result = dt.real_part(common)
    else:
        result = common
    return Plan((common,) * len(keys), result)


def _resolve_comparison(record: Record, keys: tuple[Key, ...]) -> Plan:
    # int64 with uint64 would promote to float64 and lose digits: compare by value.
    if set(keys) == {dt.int64, dt.uint64}:
        return Plan(tuple(k for k in keys if not isinstance(k, type)), dt.bool)
    # Any other signed with uint64 is by value too, once the signed one is int64.
    if dt.uint64 in keys and any(not isinstance(k, type) and k.kind == "i" for k in keys):
        return Plan(
            tuple(k if k == dt.uint64 else dt.int64 for k in keys if not isinstance(k, type)),
            dt.bool,
        )
    return _resolve(record, keys)


def _resolve_where(record: Record, keys: tuple[Key, ...]) -> Plan:
    if keys[0] not in (dt.bool, builtins.bool):
        raise TypeError(f"where: the condition must be bool, got {_key_name(keys[0])}")
    if all(isinstance(k, type) for k in keys[1:]):
        kinds = [k for k in keys[1:] if isinstance(k, type)]
        common = dt.promote(*(dt.scalar_dtype(k) for k in kinds))
    else:
        common = _common(record, keys[1:])
    return Plan((dt.bool, common, common), common)


def _resolve_clip(record: Record, keys: tuple[Key, ...]) -> Plan:
    plan = _resolve(record, keys)
    if isinstance(keys[0], type):
        raise TypeError("clip: x must be a Tensor")
    return plan


def _resolve_parameters(record: Record, keys: tuple[Key, ...]) -> Plan:
    """Operands first, then float64 parameters that take no part in promotion."""
    count = {"isclose": 2, "nan_to_num": 1}[record.name]
    plan = _resolve(record, keys[:count])
    extra = (dt.float64,) * (len(keys) - count)
    return Plan(plan.operands + extra, plan.result)


def scalar_maker(operation: str, dtype: DType) -> Callable[[Scalar], np.generic]:
    """Return what makes a NumPy scalar of `dtype` from a Python scalar.

    It raises `OverflowError`, naming the operation, for integers and infinities
    out of range, and `ValueError` for NaN where the dtype has none.
    """
    make = dtype.type
    inexact = dtype.kind in "fc"

    def scalar(value: Scalar) -> np.generic:
        try:
            if inexact:  # a float32 may overflow to infinity, silently
                with np.errstate(over="ignore"):
                    return make(value)  # type: ignore[no-any-return]
            return make(value)  # type: ignore[no-any-return]
        except (OverflowError, ValueError) as error:
            limits = "" if inexact else f" ({np.iinfo(dtype).min} to {np.iinfo(dtype).max})"
            kind = "integer" if isinstance(value, int) else "number"
            raise type(error)(
                f"{operation}: Python {kind} {shown(value)} is out of range for {dtype}{limits}"
            ) from None

    if dtype == dt.float64:  # no overflow to silence

        def scalar64(value: Scalar) -> np.generic:
            return np.float64(value) if value.__class__ is float else scalar(value)

        return scalar64
    return scalar


RECORDS: dict[str, Record] = {}


def _record(
    name: str,
    arity: int,
    kinds: str,
    doc: str,
    *,
    result: str = "same",
    numpy: str = "",
    to_float: builtins.bool = False,
    note: str = "",
    resolver: Callable[[Record, tuple[Key, ...]], Plan] | None = None,
) -> Record:
    record = Record(name, arity, kinds, result, doc, numpy or name, to_float, note, resolver)
    RECORDS[name] = record
    return record


def _float1(name: str, doc: str, *, complex: builtins.bool = True, numpy: str = "") -> Record:
    """One operand, computed in floating point; integers become float64."""
    kinds = "biufc" if complex else "biuf"
    return _record(name, 1, kinds, doc, to_float=True, numpy=numpy)


def _float2(name: str, doc: str, *, complex: builtins.bool = False, numpy: str = "") -> Record:
    kinds = "biufc" if complex else "biuf"
    return _record(name, 2, kinds, doc, to_float=True, numpy=numpy)


def _predicate(name: str, doc: str, kinds: str = "biufc") -> Record:
    return _record(name, 1, kinds, doc, result="bool")


def _compare(name: str, doc: str, kinds: str = "biuf") -> Record:
    return _record(name, 2, kinds, doc, result="bool", resolver=_resolve_comparison)


# --- arithmetic -----------------------------------------------------------------
ADD = _record("add", 2, "biufc", "Sum x1 + x2; integers wrap, bool is logical or.")
SUBTRACT = _record("subtract", 2, "iufc", "Difference x1 - x2; integers wrap.")
MULTIPLY = _record("multiply", 2, "biufc", "Product x1 * x2; integers wrap, bool is logical and.")
DIVIDE = _float2("divide", "Quotient x1 / x2; integers divide as float64.", complex=True)
FLOOR_DIVIDE = _record(
    "floor_divide",
    2,
    "iuf",
    "Floor of the quotient x1 / x2.",
    note="Integer division by zero gives 0; the smallest integer // -1 wraps.",
)
REMAINDER = _record(
    "remainder",
    2,
    "iuf",
    "Remainder of floor division, with the sign of x2, as Python's %.",
    note="Integer remainder by zero gives 0.",
)
FMOD = _record(
    "fmod",
    2,
    "iuf",
    "Remainder of truncated division, with the sign of x1, as C's fmod.",
    note="Integer remainder by zero gives 0.",
)
POW = _record(
    "pow",
    2,
    "iufc",
    "x1 raised to the power x2; integers are exact and wrap.",
    numpy="power",
    note="An integer to a negative power is truncated: 1 and -1 stay what they are, else 0.",
)
NEGATIVE = _record("negative", 1, "iufc", "-x; integers wrap.")
POSITIVE = _record("positive", 1, "biufc", "+x, a copy.")
ABS = _record("abs", 1, "biufc", "Absolute value.", result="real", numpy="absolute")
SIGN = _record("sign", 1, "iufc", "Sign: -1, 0 or 1; x / |x| for complex; NaN for NaN.")
SQUARE = _record("square", 1, "biufc", "x * x.")
RECIPROCAL = _float1("reciprocal", "1 / x.")
MAXIMUM = _record("maximum", 2, "biuf", "The larger value; NaN wins, and -0.0 < +0.0.")
MINIMUM = _record("minimum", 2, "biuf", "The smaller value; NaN wins, and -0.0 < +0.0.")
CLIP = _record("clip", 3, "biuf", "x limited to [min, max]; NaN wins.", resolver=_resolve_clip)
LERP = _record("lerp", 3, "biuf", "x1 + weight * (x2 - x1).", to_float=True)
HYPOT = _float2("hypot", "sqrt(x1**2 + x2**2) without undue overflow.")
COPYSIGN = _float2("copysign", "The magnitude of x1 with the sign of x2.")
NEXTAFTER = _float2("nextafter", "The next representable value after x1 towards x2.")

# --- exponents and logarithms ------------------------------------------------------
EXP = _float1("exp", "e**x.")
EXP2 = _float1("exp2", "2**x.", complex=False)
EXPM1 = _float1("expm1", "exp(x) - 1, accurate near 0.")
LOG = _float1("log", "Natural logarithm.")
LOG1P = _float1("log1p", "log(1 + x), accurate near 0.")
LOG2 = _float1("log2", "Logarithm to base 2.")
LOG10 = _float1("log10", "Logarithm to base 10.")
LOGADDEXP = _float2("logaddexp", "log(exp(x1) + exp(x2)).")
SQRT = _float1("sqrt", "Square root, principal branch.")
RSQRT = _float1("rsqrt", "1 / sqrt(x).", complex=False)
CBRT = _float1("cbrt", "Cube root.", complex=False)

# --- trigonometry ---------------------------------------------------------------
SIN = _float1("sin", "Sine of x in radians.")
COS = _float1("cos", "Cosine of x in radians.")
TAN = _float1("tan", "Tangent of x in radians.")
ASIN = _float1("asin", "Inverse sine, in radians.", numpy="arcsin")
ACOS = _float1("acos", "Inverse cosine, in radians.", numpy="arccos")
ATAN = _float1("atan", "Inverse tangent, in radians.", numpy="arctan")
ATAN2 = _float2("atan2", "Angle of the point (x2, x1), in radians.", numpy="arctan2")
SINH = _float1("sinh", "Hyperbolic sine.")
COSH = _float1("cosh", "Hyperbolic cosine.")
TANH = _float1("tanh", "Hyperbolic tangent.")
ASINH = _float1("asinh", "Inverse hyperbolic sine.", numpy="arcsinh")
ACOSH = _float1("acosh", "Inverse hyperbolic cosine.", numpy="arccosh")
ATANH = _float1("atanh", "Inverse hyperbolic tangent.", numpy="arctanh")
DEG2RAD = _float1("deg2rad", "Degrees to radians.", complex=False)
RAD2DEG = _float1("rad2deg", "Radians to degrees.", complex=False)

# --- rounding --------------------------------------------------------------------
CEIL = _record("ceil", 1, "biuf", "The smallest integer not below x.")
FLOOR = _record("floor", 1, "biuf", "The largest integer not above x.")
TRUNC = _record("trunc", 1, "biuf", "x without its fraction.")
ROUND = _record("round", 1, "biufc", "The nearest integer, halves to even.")
FRAC = _record("frac", 1, "f", "The fraction x - trunc(x), with the sign of x.")

# --- complex ---------------------------------------------------------------------
CONJ = _record("conj", 1, "biufc", "Complex conjugate; real values as they are.")
REAL = _record("real", 1, "biufc", "Real component.", result="real")
IMAG = _record("imag", 1, "biufc", "Imaginary component; 0 for real values.", result="real")

# --- comparison and logic --------------------------------------------------------
EQUAL = _compare("equal", "x1 == x2.", "biufc")
NOT_EQUAL = _compare("not_equal", "x1 != x2.", "biufc")
LESS = _compare("less", "x1 < x2.")
LESS_EQUAL = _compare("less_equal", "x1 <= x2.")
GREATER = _compare("greater", "x1 > x2.")
GREATER_EQUAL = _compare("greater_equal", "x1 >= x2.")
LOGICAL_AND = _record("logical_and", 2, "b", "x1 and x2.")
LOGICAL_OR = _record("logical_or", 2, "b", "x1 or x2.")
LOGICAL_XOR = _record("logical_xor", 2, "b", "Either x1 or x2, not both.")
LOGICAL_NOT = _record("logical_not", 1, "b", "not x.")
ISFINITE = _predicate("isfinite", "Neither infinite nor NaN.")
ISINF = _predicate("isinf", "Positive or negative infinity.")
ISNAN = _predicate("isnan", "Not a number.")
SIGNBIT = _predicate("signbit", "The sign bit is set (also of -0.0 and NaN).", "f")
ISCLOSE = _record(
    "isclose",
    5,
    "biufc",
    "|x1 - x2| <= atol + rtol * |x2|.",
    result="bool",
    resolver=_resolve_parameters,
)

# --- bits --------------------------------------------------------------------------
BITWISE_AND = _record("bitwise_and", 2, "biu", "x1 & x2.")
BITWISE_OR = _record("bitwise_or", 2, "biu", "x1 | x2.")
BITWISE_XOR = _record("bitwise_xor", 2, "biu", "x1 ^ x2.")
BITWISE_INVERT = _record("bitwise_invert", 1, "biu", "~x.", numpy="invert")
BITWISE_LEFT_SHIFT = _record(
    "bitwise_left_shift", 2, "iu", "x1 << x2; shifts of the width or more give 0.",
    numpy="left_shift",
)  # fmt: skip
BITWISE_RIGHT_SHIFT = _record(
    "bitwise_right_shift", 2, "iu", "x1 >> x2, arithmetic: floor division by 2**x2.",
    numpy="right_shift",
)  # fmt: skip

# --- selection ---------------------------------------------------------------------
WHERE = _record(
    "where", 3, "biufc", "x1 where the condition holds, else x2.", resolver=_resolve_where
)
NAN_TO_NUM = _record(
    "nan_to_num",
    4,
    "biufc",
    "NaN and infinities replaced by numbers.",
    resolver=_resolve_parameters,
)

# --- neural networks -----------------------------------------------------------------
SIGMOID = _float1("sigmoid", "1 / (1 + exp(-x)).", complex=False)
RELU = _record("relu", 1, "iuf", "max(x, 0): +0.0 for -0.0, NaN for NaN.")
GELU = _float1("gelu", "x * Phi(x), with the normal distribution's Phi.", complex=False)
GELU_TANH = _float1("gelu_tanh", "The tanh approximation of gelu.", complex=False)
SILU = _float1("silu", "x * sigmoid(x).", complex=False)

# --- special functions -----------------------------------------------------------------
ERF = _float1("erf", "Error function.", complex=False)
ERFC = _float1("erfc", "Complementary error function 1 - erf(x).", complex=False)
GAMMA = _float1("gamma", "Gamma function.", complex=False)
GAMMALN = _float1("gammaln", "Logarithm of |gamma(x)|.", complex=False)
DIGAMMA = _float1("digamma", "Derivative of gammaln.", complex=False)
LOGIT = _float1("logit", "log(x / (1 - x)).", complex=False)
XLOGY = _float2("xlogy", "x1 * log(x2), 0 where x1 is 0.")
XLOG1PY = _float2("xlog1py", "x1 * log1p(x2), 0 where x1 is 0.")
NDTR = _float1("ndtr", "Normal distribution function.", complex=False)
LOG_NDTR = _float1("log_ndtr", "Logarithm of the normal distribution function.", complex=False)
NDTRI = _float1("ndtri", "Inverse of the normal distribution function.", complex=False)
ENTR = _float1("entr", "-x * log(x), 0 at 0, -inf below.", complex=False)
REL_ENTR = _float2("rel_entr", "x1 * log(x1 / x2), 0 where x1 is 0.")
KL_DIV = _float2("kl_div", "x1 * log(x1 / x2) - x1 + x2.")
I0 = _float1("i0", "Modified Bessel function of order 0.", complex=False)
I0E = _float1("i0e", "Exponentially scaled i0.", complex=False)
I1 = _float1("i1", "Modified Bessel function of order 1.", complex=False)
I1E = _float1("i1e", "Exponentially scaled i1.", complex=False)
SINC = _float1("sinc", "sin(pi x) / (pi x), 1 at 0.", complex=False)


def cast(source: DType, target: DType) -> Record:
    """Return the record that converts `source` to `target` (one per pair, so plans are kept)."""
    key = (source, target)
    found = _CASTS.get(key)
    if found is None:
        found = Record("astype", 1, source.kind, "same", f"Convert {source} to {target}.")
        found.plans[(source,)] = Plan((source,), target)
        _CASTS[key] = found
    return found


_CASTS: dict[tuple[DType, DType], Record] = {}
