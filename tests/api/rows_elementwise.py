# SPDX-License-Identifier: Apache-2.0
"""Rows of the elementwise functions and of the operators of the array object."""

import operator

import array_api_strict as strict
import numpy as np
import standard
from differential import Named, Operand, Rows, call

rows = Rows()
DTYPES_OF = standard.elementwise_dtypes()

# Functions whose results are not exact: tolerance in epsilons.
INEXACT = (
    "acos acosh asin asinh atan atan2 atanh cos cosh exp expm1 hypot log log1p log2 log10 "
    "logaddexp sin sinh tan tanh"
)
# The quotient, power, magnitude or root of complex numbers takes several roundings.
INEXACT_COMPLEX = {"abs", "divide", "multiply", "pow", "reciprocal", "sign", "sqrt", "square"}

# Domains of the operands, where not every value will do. NumPy, and strict with it,
# departs from the standard for floor_divide and remainder with an infinite or zero
# operand (-1.0 // inf is -1, inf // 2 is NaN; the standard says -0 and inf); integer
# division by zero and integers to negative powers are left open by the standard.
# test_special_values.py has those.
DOMAINS = {
    "floor_divide": ("finite", "nonzero"),
    "remainder": ("finite", "nonzero"),
    "pow": ("finite", "exponent"),
    "bitwise_left_shift": ("any", "shift"),
    "bitwise_right_shift": ("any", "shift"),
    "sinh": ("finite",),
    "cosh": ("finite",),
    "exp": ("finite",),
    "expm1": ("finite",),
}


def partners(dtype, dtypes):
    """Dtypes of a list that the standard promotes with `dtype`."""
    found = []
    for other in dtypes:
        try:
            strict.result_type(getattr(strict, dtype), getattr(strict, other))
        except TypeError:
            continue
        found.append(other)
    return found


def scalar(make, dtype, domain):
    """A Python scalar that may be combined with an array of the dtype."""
    if dtype == "bool":
        return make.choice(True, False)
    if "int" in dtype:
        low = 1 if domain in ("nonzero", "positive") or dtype[0] == "u" else -3
        return make.integer(0 if domain in ("exponent", "shift") else low, 3)
    value = make.choice(-1.5, -1, 0.5, 1, 2.0, 3)
    if "complex" in dtype and domain not in ("exponent", "nonzero"):
        return make.choice(value, 1 - 2j)
    return value


def unary(name):
    domain = DOMAINS.get(name, ("any",))[0]

    def build(make, dtype):
        return call(make.array(dtype, domain=domain))

    return build


def binary(name):
    dtypes = DTYPES_OF[name]
    first, second = DOMAINS.get(name, ("any", "any"))

    def build(make, dtype):
        other = make.choice(dtype, *partners(dtype, dtypes))
        one, two = make.shapes(2)
        which = make.choice("arrays", "arrays", "right", "left")
        if which == "right":
            return call(make.array(dtype, one, first), scalar(make, dtype, second))
        if which == "left":
            return call(scalar(make, dtype, first), make.array(dtype, one, second))
        return call(make.array(dtype, one, first), make.array(other, two, second))

    return build


for _name, _form in standard.flatten(standard.CHAPTERS["elementwise"]):
    _build = {"(x, /)": unary, "(x1, x2, /)": binary}.get(_form)
    if _build:
        _loose = 16 if _name in INEXACT.split() or _name in INEXACT_COMPLEX else 0
        rows(_name, DTYPES_OF[_name], _loose)(_build(_name))


@rows("clip", standard.REAL)
def _clip(make, dtype):
    x, low, high = make.shapes(3)
    bounds = {}
    for name, shape, domain in (("min", low, "small"), ("max", high, "positive")):
        kind = make.choice("none", "scalar", "array")
        if kind == "scalar":
            value = 1 if name == "min" else 5
            bounds[name] = value if "int" in dtype else value + 0.5
        elif kind == "array":
            low = make.array(dtype, shape, domain)
            # strict refuses min > max; the standard leaves it open
            base = np.minimum(low.base, 1) if name == "min" else np.maximum(low.base, 6)
            bounds[name] = Operand(base.astype(dtype), low.layout)
    return call(make.array(dtype, x), **bounds)


# --- operators -------------------------------------------------------------------


def _method(name):
    return f"__{name}__"


def _operator(name):
    name = {"and": "and_", "or": "or_"}.get(name, name)
    return getattr(operator, name)


def unary_operator(name):
    def build(make, dtype):
        return call(make.array(dtype), run=lambda xp, x: _operator(name)(x))

    return build


def binary_operator(name, function):
    build_function = binary(function)

    def build(make, dtype):
        made = build_function(make, dtype)
        return call(*made.args, run=lambda xp, a, b: _operator(name)(a, b))

    return build


def reflected_operator(name, function):
    first, second = DOMAINS.get(function, ("any", "any"))

    def build(make, dtype):
        x = make.array(dtype, domain=second)
        return call(scalar(make, dtype, first), x, run=lambda xp, a, b: _operator(name)(a, b))

    return build


def reflected_method(name, function):
    """Two arrays never reach `__radd__`, so it is called by name: also with arrays."""
    plain = reflected_operator(name, function)
    first, second = DOMAINS.get(function, ("any", "any"))

    def build(make, dtype):
        if make.choice(True, False):
            return plain(make, dtype)
        one, two = make.shapes(2)
        a, b = make.array(dtype, one, first), make.array(dtype, two, second)
        return call(a, b, run=lambda xp, a, b: getattr(b, f"__r{name}__")(a))

    return build


def inplace_operator(name, function):
    first, second = DOMAINS.get(function, ("any", "any"))

    def run(xp, x, other):
        if name == "pow" and not hasattr(other, "dtype"):
            other = xp.asarray(other, dtype=x.dtype)
        whole = x
        x = getattr(operator, f"i{name}")(x, other)
        assert x is whole, "an in-place operator returns its left side"
        return x

    def build(make, dtype):
        shape = make.shape(max_dims=3)
        x = make.array(dtype, shape, first)
        if x.layout == "broadcast":  # read-only in NumPy, refused or copied elsewhere
            x = Operand(x.values)
        if make.choice(True, False):
            return call(x, scalar(make, dtype, second), run=run)
        narrower = shape[make.integer(0, len(shape)) :]
        return call(x, make.array(dtype, narrower, second), run=run)

    return build


for _name, _function in standard.UNARY_OPERATORS.items():
    rows(_method(_name), DTYPES_OF[_function], 16 if _name == "abs" else 0)(unary_operator(_name))

for _name, _function in standard.COMPARISONS.items():
    rows(_method(_name), DTYPES_OF[_function])(binary_operator(_name, _function))

for _name, _function in standard.BINARY_OPERATORS.items():
    if _name == "matmul":
        continue
    _loose = 16 if _function in INEXACT_COMPLEX else 0
    _dtypes = DTYPES_OF[_function]
    rows(_method(_name), _dtypes, _loose)(binary_operator(_name, _function))
    rows(_method(f"r{_name}"), _dtypes, _loose)(reflected_method(_name, _function))
    rows(_method(f"i{_name}"), _dtypes, _loose)(inplace_operator(_name, _function))


def _matrices(make, dtype):
    n, k, m = (make.integer(0, 4) for _ in range(3))
    return make.array(dtype, (n, k), "small"), make.array(dtype, (k, m), "small")


@rows("__matmul__", standard.NUMERIC)
def _matmul(make, dtype):
    return call(*_matrices(make, dtype), run=lambda xp, a, b: a @ b)


@rows("__rmatmul__", standard.NUMERIC)
def _rmatmul(make, dtype):
    return call(*_matrices(make, dtype), run=lambda xp, a, b: b.__rmatmul__(a))


@rows("__imatmul__", standard.NUMERIC)
def _imatmul(make, dtype):
    n, k = make.integer(0, 4), make.integer(0, 4)
    a = Operand(make.array(dtype, (n, k), "small").values)

    def run(xp, a, b):
        a @= b
        return a

    return call(a, make.array(dtype, (k, k), "small"), run=run)


def _conversion(name, kind):
    def build(make, dtype):
        return call(make.array(dtype, (), "finite"), run=lambda xp, x: kind(x))

    rows(_method(name), _CONVERTIBLE[name])(build)


_CONVERTIBLE = {
    "bool": standard.DTYPES,
    "int": ("bool", *standard.REAL),
    "float": ("bool", *standard.REAL),
    "complex": standard.DTYPES,
    "index": standard.INTEGER,
}
for _name, _kind in zip(_CONVERTIBLE, (bool, int, float, complex, operator.index), strict=True):
    _conversion(_name, _kind)


@rows("astype", standard.DTYPES)
def _astype(make, dtype):
    targets = [d for d in standard.DTYPES if "complex" in d or "complex" not in dtype]
    target = make.choice(*targets)
    narrow = "uint" in target and "uint" not in dtype  # a negative float is undefined there
    return call(make.array(dtype, domain="positive" if narrow else "small"), Named(target))
