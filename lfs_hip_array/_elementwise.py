# SPDX-License-Identifier: Apache-2.0
"""Element-by-element functions: one door for each pointwise record."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

from . import _dtypes as dt
from . import _ops as ops
from ._apply import apply, apply1, apply2
from ._checks import require_tensor
from ._ops import KIND_NAMES, Record
from ._tensor import Tensor

_STANDARD = "Python Array API standard 2025.12, section Element-wise Functions."


def _document(record: Record, parameters: str) -> str:
    kinds = ", ".join(KIND_NAMES[k] for k in record.kinds)
    result = {"same": "the promoted dtype", "bool": "bool", "real": "the component dtype"}
    note = f"\n    {record.note}\n" if record.note else ""
    note += "\n    Integers are computed as float64.\n" if record.to_float else ""
    return f"""{record.doc}
{note}
    Parameters
    ----------
    {parameters}
        Of dtype {kinds}.

    Returns
    -------
    Tensor
        Of the broadcast shape and {result[record.result]}.

    Raises
    ------
    TypeError
        For other dtypes; the message names them.
    ValueError
        For shapes that do not broadcast, or tensors on two devices.

    Notes
    -----
    Source: {_STANDARD if record.name in _IN_STANDARD else "NumPy and SciPy usage."}
    """


def _unary(record: Record) -> Callable[[Tensor], Tensor]:
    def door(x: Tensor, /) -> Tensor:
        return apply1(record, x)

    door.__name__ = door.__qualname__ = record.name
    door.__doc__ = _document(record, "x : Tensor")
    return door


def _binary(record: Record) -> Callable[[Any, Any], Tensor]:
    def door(x1: Any, x2: Any, /) -> Tensor:
        return apply2(record, x1, x2)

    door.__name__ = door.__qualname__ = record.name
    door.__doc__ = _document(record, "x1, x2 : Tensor or Python scalar (one of them a Tensor)")
    return door


#: Pointwise records beyond the standard's: all from here on in `_ops`, and a few more.
_EXTRA = frozenset(
    {"astype", "cbrt", "deg2rad", "exp2", "fmod", "frac", "isclose", "lerp", "rad2deg", "rsqrt"}
) | frozenset(list(ops.RECORDS)[list(ops.RECORDS).index("nan_to_num") :])
_IN_STANDARD = frozenset(ops.RECORDS) - _EXTRA

abs = _unary(ops.ABS)
acos = _unary(ops.ACOS)
acosh = _unary(ops.ACOSH)
add = _binary(ops.ADD)
asin = _unary(ops.ASIN)
asinh = _unary(ops.ASINH)
atan = _unary(ops.ATAN)
atan2 = _binary(ops.ATAN2)
atanh = _unary(ops.ATANH)
bitwise_and = _binary(ops.BITWISE_AND)
bitwise_left_shift = _binary(ops.BITWISE_LEFT_SHIFT)
bitwise_invert = _unary(ops.BITWISE_INVERT)
bitwise_or = _binary(ops.BITWISE_OR)
bitwise_right_shift = _binary(ops.BITWISE_RIGHT_SHIFT)
bitwise_xor = _binary(ops.BITWISE_XOR)
ceil = _unary(ops.CEIL)
conj = _unary(ops.CONJ)
copysign = _binary(ops.COPYSIGN)
cos = _unary(ops.COS)
cosh = _unary(ops.COSH)
divide = _binary(ops.DIVIDE)
equal = _binary(ops.EQUAL)
exp = _unary(ops.EXP)
expm1 = _unary(ops.EXPM1)
floor = _unary(ops.FLOOR)
floor_divide = _binary(ops.FLOOR_DIVIDE)
greater = _binary(ops.GREATER)
greater_equal = _binary(ops.GREATER_EQUAL)
hypot = _binary(ops.HYPOT)
imag = _unary(ops.IMAG)
isfinite = _unary(ops.ISFINITE)
isinf = _unary(ops.ISINF)
isnan = _unary(ops.ISNAN)
less = _binary(ops.LESS)
less_equal = _binary(ops.LESS_EQUAL)
log = _unary(ops.LOG)
log1p = _unary(ops.LOG1P)
log2 = _unary(ops.LOG2)
log10 = _unary(ops.LOG10)
logaddexp = _binary(ops.LOGADDEXP)
logical_and = _binary(ops.LOGICAL_AND)
logical_not = _unary(ops.LOGICAL_NOT)
logical_or = _binary(ops.LOGICAL_OR)
logical_xor = _binary(ops.LOGICAL_XOR)
maximum = _binary(ops.MAXIMUM)
minimum = _binary(ops.MINIMUM)
multiply = _binary(ops.MULTIPLY)
negative = _unary(ops.NEGATIVE)
nextafter = _binary(ops.NEXTAFTER)
not_equal = _binary(ops.NOT_EQUAL)
positive = _unary(ops.POSITIVE)
pow = _binary(ops.POW)
real = _unary(ops.REAL)
reciprocal = _unary(ops.RECIPROCAL)
remainder = _binary(ops.REMAINDER)
round = _unary(ops.ROUND)
sign = _unary(ops.SIGN)
signbit = _unary(ops.SIGNBIT)
sin = _unary(ops.SIN)
sinh = _unary(ops.SINH)
sqrt = _unary(ops.SQRT)
square = _unary(ops.SQUARE)
subtract = _binary(ops.SUBTRACT)
tan = _unary(ops.TAN)
tanh = _unary(ops.TANH)
trunc = _unary(ops.TRUNC)

# what the standard lacks
cbrt = _unary(ops.CBRT)
deg2rad = _unary(ops.DEG2RAD)
digamma = _unary(ops.DIGAMMA)
entr = _unary(ops.ENTR)
erf = _unary(ops.ERF)
erfc = _unary(ops.ERFC)
exp2 = _unary(ops.EXP2)
fmod = _binary(ops.FMOD)
frac = _unary(ops.FRAC)
gamma = _unary(ops.GAMMA)
gammaln = _unary(ops.GAMMALN)
gelu_tanh = _unary(ops.GELU_TANH)
i0 = _unary(ops.I0)
i0e = _unary(ops.I0E)
i1 = _unary(ops.I1)
i1e = _unary(ops.I1E)
kl_div = _binary(ops.KL_DIV)
log_ndtr = _unary(ops.LOG_NDTR)
logit = _unary(ops.LOGIT)
ndtr = _unary(ops.NDTR)
ndtri = _unary(ops.NDTRI)
rad2deg = _unary(ops.RAD2DEG)
rel_entr = _binary(ops.REL_ENTR)
relu = _unary(ops.RELU)
rsqrt = _unary(ops.RSQRT)
sigmoid = _unary(ops.SIGMOID)
silu = _unary(ops.SILU)
sinc = _unary(ops.SINC)
xlog1py = _binary(ops.XLOG1PY)
xlogy = _binary(ops.XLOGY)


def clip(x: Tensor, /, min: Any = None, max: Any = None) -> Tensor:
    """Limit every element of `x` to [min, max]; NaN wins.

    Parameters
    ----------
    x : Tensor
        Of a real dtype.
    min, max : Tensor or Python scalar or None
        Bounds that broadcast with `x`; None leaves that side open. Where
        `min` exceeds `max`, the result is `max`.

    Returns
    -------
    Tensor
        Of the broadcast shape; the promoted dtype.

    Notes
    -----
    Source: Python Array API standard 2025.12.
    """
    require_tensor("clip", x)
    if x.dtype.kind == "c":
        raise ops.CLIP.refuse((x.dtype,))
    if x.dtype.kind in "iu":
        # An infinite bound leaves its side open; as a float it would change the dtype.
        min = None if _is(min, float("-inf")) else min
        max = None if _is(max, float("inf")) else max
    if min is None and max is None:
        return apply1(ops.POSITIVE, x)
    if max is None:
        return apply2(ops.MAXIMUM, x, min)
    if min is None:
        return apply2(ops.MINIMUM, x, max)
    return apply(ops.CLIP, x, min, max)


def _is(bound: Any, value: float) -> builtins.bool:
    return isinstance(bound, float) and bound == value


def where(condition: Tensor, x1: Any, x2: Any, /) -> Tensor:
    """Return `x1` where `condition` holds and `x2` elsewhere.

    Parameters
    ----------
    condition : Tensor
        Of dtype bool.
    x1, x2 : Tensor or Python scalar
        Values; scalars are not materialised.

    Returns
    -------
    Tensor
        Of the broadcast shape and the promoted dtype of `x1` and `x2`.

    Notes
    -----
    Source: Python Array API standard 2025.12.
    """
    return apply(ops.WHERE, condition, x1, x2)


def lerp(x1: Any, x2: Any, weight: Any, /) -> Tensor:
    """Return ``x1 + weight * (x2 - x1)``.

    Parameters
    ----------
    x1, x2, weight : Tensor or Python scalar
        Of real dtypes; one of them a Tensor.

    Returns
    -------
    Tensor
        Of the broadcast shape and a floating-point dtype.
    """
    return apply(ops.LERP, x1, x2, weight)


def gelu(x: Tensor, /, *, approximate: str = "none") -> Tensor:
    """Return ``x * Phi(x)``, the Gaussian error linear unit.

    Parameters
    ----------
    x : Tensor
        Of a real dtype.
    approximate : {"none", "tanh"}
        The exact form with erf, or the tanh approximation.

    Returns
    -------
    Tensor
        Of the shape of `x` and a floating-point dtype.
    """
    from ._checks import require_choice

    require_choice("gelu", "approximate", approximate, ("none", "tanh"))
    return apply1(ops.GELU if approximate == "none" else ops.GELU_TANH, x)


def isclose(
    x1: Any,
    x2: Any,
    /,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: builtins.bool = False,
) -> Tensor:
    """Return whether ``|x1 - x2| <= atol + rtol * |x2|``, element by element.

    Parameters
    ----------
    x1, x2 : Tensor or Python scalar
        Of any dtype; one of them a Tensor. Equal infinities are close.
    rtol, atol : float
        Relative (to `x2`) and absolute tolerance.
    equal_nan : bool
        Whether two NaNs are close.

    Returns
    -------
    Tensor
        Of dtype bool and the broadcast shape.
    """
    return apply(ops.ISCLOSE, x1, x2, float(rtol), float(atol), float(equal_nan))


def nan_to_num(
    x: Tensor,
    /,
    *,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
    copy: builtins.bool = True,
) -> Tensor:
    """Return `x` with NaN and infinities replaced by numbers.

    Parameters
    ----------
    x : Tensor
        Of any dtype; only floating-point values change.
    nan : float
        What replaces NaN.
    posinf, neginf : float or None
        What replaces the infinities; None means the largest finite values.
    copy : bool
        Accepted for NumPy code; the result is always new.

    Returns
    -------
    Tensor
        Of the shape and dtype of `x`.
    """
    require_tensor("nan_to_num", x)
    dtype = x.dtype
    if dtype.kind not in "fc":
        return apply1(ops.POSITIVE, x)
    import numpy as np

    largest = float(np.finfo(dt.real_part(dtype)).max)
    high = largest if posinf is None else float(posinf)
    low = -largest if neginf is None else float(neginf)
    return apply(ops.NAN_TO_NUM, x, float(nan), high, low)
