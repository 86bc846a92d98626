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
from ._examples import EXAMPLES
from ._ops import KIND_NAMES, Record
from ._tensor import Tensor

_STANDARD = "Python Array API standard 2025.12, section Element-wise Functions."
_NUMPY = "NumPy's function of this name."
_SCIPY = "SciPy's ``scipy.special`` function of this name."
_TORCH = "torch's function of this name."

#: Where a rule comes from that is neither the standard's nor SciPy's.
_SOURCES = {
    **dict.fromkeys(("cbrt", "deg2rad", "exp2", "fmod", "rad2deg", "sinc"), _NUMPY),
    **dict.fromkeys(("frac", "relu", "rsqrt", "sigmoid", "silu"), _TORCH),
    "gelu_tanh": 'torch\'s ``gelu`` with ``approximate="tanh"``.',
    "sigmoid": "torch's function of this name, SciPy's ``expit``.",
}

_UNARY = """x : Tensor
        Of {kinds}."""
_BINARY = """x1, x2 : Tensor or Python scalar
        One of them a Tensor; they broadcast. Of {kinds}."""

_UNARY_ERRORS = """TypeError
        If `x` is not a Tensor{others}."""
_BINARY_ERRORS = """TypeError
        If an operand is neither a Tensor nor a scalar, or none is a Tensor{others}.
    ValueError
        If the shapes do not broadcast, or the tensors are on two devices.
    OverflowError
        If a Python integer does not fit into the promoted dtype."""


def _listed(names: list[str]) -> str:
    """Return names as "a, b or c"."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def _document(record: Record) -> str:
    """Write the docstring of a door from its record and its example."""
    unary = record.arity == 1
    every = record.kinds == "biufc"
    kinds = "any dtype" if every else f"dtype {_listed([KIND_NAMES[k] for k in record.kinds])}"
    others = "" if every else ", or for other dtypes (the message names them)"
    note = f"\n    {record.note}\n" if record.note else ""
    shape = "the shape of `x`" if unary else "the broadcast shape"
    common = "its dtype" if unary else "the promoted dtype"
    result = "dtype bool" if record.result == "bool" else common
    if record.result == "real":
        result += "; of complex values, the dtype of a component"
    elif record.to_float:
        result += "; float64 for integers and bool"
    source = _STANDARD if record.name in _IN_STANDARD else _SOURCES.get(record.name, _SCIPY)
    code, printed = EXAMPLES[record.name]
    lines = [f">>> {line}" for line in ("import lfs_hip_array as xp", *code.split("\n"))]
    example = "\n    ".join((*lines, *printed.split("\n")))
    return f"""{record.doc}
{note}
    Parameters
    ----------
    {(_UNARY if unary else _BINARY).format(kinds=kinds)}

    Returns
    -------
    Tensor
        Of {shape} and {result}.

    Raises
    ------
    {(_UNARY_ERRORS if unary else _BINARY_ERRORS).format(others=others)}

    Notes
    -----
    Source: {source}

    Examples
    --------
    {example}
    """


def _unary(record: Record) -> Callable[[Tensor], Tensor]:
    def door(x: Tensor, /) -> Tensor:
        return apply1(record, x)

    door.__name__ = door.__qualname__ = record.name
    door.__doc__ = _document(record)
    return door


def _binary(record: Record) -> Callable[[Any, Any], Tensor]:
    def door(x1: Any, x2: Any, /) -> Tensor:
        return apply2(record, x1, x2)

    door.__name__ = door.__qualname__ = record.name
    door.__doc__ = _document(record)
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
        Of a real dtype or bool.
    min, max : Tensor or Python scalar or None
        Bounds that broadcast with `x`; None (the default) leaves that side open, an
        infinite bound too. Where `min` exceeds `max`, the result is `max`.

    Returns
    -------
    Tensor
        Of the broadcast shape and the promoted dtype: float64 for an integer `x` with a
        float bound. Always new.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, a bound is neither a Tensor nor a scalar, or a dtype is
        complex.
    ValueError
        If the shapes do not broadcast, or the tensors are on two devices.
    OverflowError
        If a bound is a Python integer that does not fit into the dtype of `x`.

    Notes
    -----
    Source: Python Array API standard 2025.12; NumPy decides where the bounds cross.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.clip(xp.asarray([-5, 0, 5, 9], device="cpu"), -1, 6)
    Tensor([-1,  0,  5,  6], dtype=int64, device='cpu')
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
        Of dtype bool. A Python bool does where `x1` or `x2` is a Tensor.
    x1, x2 : Tensor or Python scalar
        Of any dtypes; they broadcast with `condition`. Scalars are not materialised.

    Returns
    -------
    Tensor
        Of the broadcast shape and the promoted dtype of `x1` and `x2`; two scalars have
        the default dtype of their kinds.

    Raises
    ------
    TypeError
        If `condition` is not bool, an operand is neither a Tensor nor a scalar, or none
        is a Tensor.
    ValueError
        If the shapes do not broadcast, or the tensors are on two devices.
    OverflowError
        If a Python integer does not fit into the dtype of the other value.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([1.0, -2.0, 3.0], device="cpu")
    >>> xp.where(x > 0, x, 0)
    Tensor([1., 0., 3.], dtype=float64, device='cpu')
    """
    return apply(ops.WHERE, condition, x1, x2)


def lerp(x1: Any, x2: Any, weight: Any, /) -> Tensor:
    """Return ``x1 + weight * (x2 - x1)``.

    Parameters
    ----------
    x1, x2, weight : Tensor or Python scalar
        Of real dtypes or bool, one of them a Tensor; they broadcast. A `weight` outside
        [0, 1] extrapolates.

    Returns
    -------
    Tensor
        Of the broadcast shape and the promoted dtype; float64 for integers and bool.

    Raises
    ------
    TypeError
        If an operand is neither a Tensor nor a scalar, none is a Tensor, or one is
        complex.
    ValueError
        If the shapes do not broadcast, or the tensors are on two devices.

    Notes
    -----
    Source: torch's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.lerp(xp.asarray([0.0, 10.0], device="cpu"), 20.0, 0.25)
    Tensor([ 5. , 12.5], dtype=float64, device='cpu')
    """
    return apply(ops.LERP, x1, x2, weight)


def gelu(x: Tensor, /, *, approximate: str = "none") -> Tensor:
    """Return ``x * Phi(x)``, the Gaussian error linear unit.

    Parameters
    ----------
    x : Tensor
        Of a real dtype or bool; integers and bool are computed as float64.
    approximate : {"none", "tanh"}
        The exact form with erf (the default), or the tanh approximation.

    Returns
    -------
    Tensor
        Of the shape of `x` and its dtype; float64 for integers and bool.

    Raises
    ------
    TypeError
        If `x` is not a Tensor, or is complex.
    ValueError
        If `approximate` is none of these.

    Notes
    -----
    Source: torch's function of this name. Phi is the normal distribution function.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.nn.gelu(xp.asarray([-1.0, 0.0, 1.0], device="cpu"))
    Tensor([-0.15865525,  0.        ,  0.84134475], dtype=float64, device='cpu')
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
        Whether two NaNs are close. Default False.

    Returns
    -------
    Tensor
        Of dtype bool and the broadcast shape.

    Raises
    ------
    TypeError
        If an operand is neither a Tensor nor a scalar, or none is a Tensor.
    ValueError
        If the shapes do not broadcast, or the tensors are on two devices.
    OverflowError
        If a Python integer does not fit into the dtype of the other operand.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.isclose(xp.asarray([1.0, 1.0], device="cpu"), xp.asarray([1.000001, 1.1], device="cpu"))
    Tensor([ True, False], dtype=bool, device='cpu')
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
        What replaces NaN. Default 0.
    posinf, neginf : float or None
        What replaces the infinities; None (the default) means the largest and the
        smallest finite value of the dtype.
    copy : bool
        Accepted for NumPy code; the result is always new.

    Returns
    -------
    Tensor
        Of the shape and dtype of `x`. The components of complex values are replaced
        one by one.

    Raises
    ------
    TypeError
        If `x` is not a Tensor.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([1.0, float("nan"), float("inf")], device="cpu")
    >>> xp.nan_to_num(x, nan=-1.0, posinf=100.0)
    Tensor([  1.,  -1., 100.], dtype=float64, device='cpu')
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
