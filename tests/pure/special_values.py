# SPDX-License-Identifier: Apache-2.0
"""The special cases of the Array API standard 2025.12, as tables, and what reads them.

A row reads ``operands -> result``. Operands name sets of numbers: ``+0``,
``-0``, ``0`` (either zero), ``P`` (positive finite), ``M`` (negative finite),
``N`` (nonzero finite), ``F`` (finite), ``+i``, ``-i``, ``i`` (infinities),
``n`` (NaN), ``*`` (anything), or a range. Results: ``n``, a zero with its
sign, ``0`` (a zero of either sign), an infinity, ``+`` and ``-`` (that sign),
an operand, or a number. A complex row has two columns on each side;
``ic is`` is inf * cis(b), ``0c 0s`` is +0 * cis(b).
"""

import math

import numpy as np

inf, nan, pi = math.inf, math.nan, math.pi

_POSITIVE = [0.25, 0.5, 1.0, 1.25, 2.75, 40.0]
SETS = {
    "+0": [0.0],
    "-0": [-0.0],
    "0": [0.0, -0.0],
    "1": [1.0],
    "-1": [-1.0],
    "P": _POSITIVE,
    "M": [-x for x in _POSITIVE],
    "+i": [inf],
    "-i": [-inf],
    "i": [inf, -inf],
    "n": [nan],
    "-n": [-nan],
    ">1": [1.0009765625, 1.5, 100.0],
    "<-1": [-1.0009765625, -1.5, -100.0],
    "<1": [0.25, 0.5, 0.75],
    "-<1": [-0.25, -0.5, -0.125],
    "odd": [1.0, 3.0, 7.0],
    "-odd": [-1.0, -3.0],
    "even": [2.0, 0.5, 4.0, 2.5],  # that is: not an odd integer
    "-even": [-2.0, -0.5, -4.0],
    "half": [0.5, 2.5],
    "-half": [-0.5, -1.5],
}
SETS["N"] = SETS["P"] + SETS["M"]
SETS["F"] = SETS["0"] + SETS["N"]
SETS["*"] = SETS["F"] + SETS["i"] + SETS["n"]

NUMBERS = {"pi": pi, "pi/2": pi / 2, "pi/4": pi / 4, "3pi/4": 3 * pi / 4, "1": 1.0}
NUMBERS |= {"-" + name: -value for name, value in NUMBERS.items()}

REAL = {
    "abs": "n > n; 0 > +0; i > +i; M > +",
    "acos": "n > n; >1 > n; <-1 > n; 1 > +0",
    "acosh": "n > n; <1 > n; M > n; 1 > +0; +i > +i",
    "asin": "n > n; >1 > n; <-1 > n; +0 > +0; -0 > -0",
    "asinh": "n > n; +0 > +0; -0 > -0; +i > +i; -i > -i",
    "atan": "n > n; +0 > +0; -0 > -0; +i > pi/2; -i > -pi/2",
    "atanh": "n > n; <-1 > n; >1 > n; -1 > -i; 1 > +i; +0 > +0; -0 > -0",
    "ceil": "n > n; +i > +i; -i > -i; +0 > +0; -0 > -0; -<1 > -0",
    "cos": "n > n; 0 > 1; i > n",
    "cosh": "n > n; 0 > 1; i > +i",
    "exp": "n > n; 0 > 1; +i > +i; -i > +0",
    "expm1": "n > n; +0 > +0; -0 > -0; +i > +i; -i > -1",
    "floor": "n > n; +i > +i; -i > -i; +0 > +0; -0 > -0",
    "log": "n > n; M > n; 0 > -i; 1 > +0; +i > +i",
    "log1p": "n > n; <-1 > n; -1 > -i; -0 > -0; +0 > +0; +i > +i",
    "log2": "n > n; M > n; 0 > -i; 1 > +0; +i > +i",
    "log10": "n > n; M > n; 0 > -i; 1 > +0; +i > +i",
    "reciprocal": "n > n; +0 > +i; -0 > -i; +i > +0; -i > -0",
    "round": "n > n; +i > +i; -i > -i; +0 > +0; -0 > -0; -<1 > -0",
    "sign": "n > n; P > 1; M > -1; 0 > 0; +i > 1; -i > -1",
    "sin": "n > n; +0 > +0; -0 > -0; i > n",
    "sinh": "n > n; +0 > +0; -0 > -0; +i > +i; -i > -i",
    "sqrt": "n > n; M > n; +0 > +0; -0 > -0; +i > +i",
    "square": "n > n; 0 > +0; i > +i",
    "tan": "n > n; +0 > +0; -0 > -0; i > n",
    "tanh": "n > n; +0 > +0; -0 > -0; +i > 1; -i > -1",
    "trunc": "n > n; +i > +i; -i > -i; +0 > +0; -0 > -0; -<1 > -0; <1 > +0",
    # Beyond the standard.
    "relu": "n > n; 0 > +0; M > +0; -i > +0; +i > +i; P > x1",
    "sigmoid": "n > n; +i > 1; -i > +0",
    "silu": "n > n; +0 > +0; -0 > -0; +i > +i; -i > -0",
    "gelu": "n > n; +0 > +0; -0 > -0; +i > +i; -i > -0",
    "gelu_tanh": "n > n; +0 > +0; -0 > -0; +i > +i; -i > -0",
    "rsqrt": "n > n; +0 > +i; -0 > -i; +i > +0; M > n",
    "cbrt": "n > n; +0 > +0; -0 > -0; +i > +i; -i > -i",
    "exp2": "n > n; 0 > 1; +i > +i; -i > +0",
    "frac": "n > n; +0 > +0; -0 > -0; 1 > +0; -1 > -0; i > n; -<1 > x1",
    "erf": "n > n; +0 > +0; -0 > -0; +i > 1; -i > -1",
}

_SUM = """
    n * > n; * n > n; +i -i > n; -i +i > n; +i +i > +i; -i -i > -i
    +i F > +i; -i F > -i; F +i > +i; F -i > -i
    -0 -0 > -0; -0 +0 > +0; +0 -0 > +0; +0 +0 > +0; 0 N > x2; N 0 > x1
"""
_QUOTIENT = """
    n * > n; * n > n; i i > n; 0 0 > n
    +0 P > +0; -0 P > -0; +0 M > -0; -0 M > +0
    P +0 > +i; P -0 > -i; M +0 > -i; M -0 > +i
    +i P > +i; +i M > -i; -i P > -i; -i M > +i
    P +i > +0; P -i > -0; M +i > -0; M -i > +0
    P P > +; M M > +; P M > -; M P > -
"""
REAL2 = {
    "add": _SUM,
    "divide": _QUOTIENT,
    "floor_divide": _QUOTIENT + "N N > python //",
    "remainder": """
        n * > n; * n > n; i i > n; 0 0 > n
        +0 P > +0; -0 P > +0; +0 M > -0; -0 M > -0; N 0 > n; i N > n
        P +i > x1; P -i > x2; M +i > x2; M -i > x1; N N > python %
    """,
    "fmod": "n * > n; * n > n; i * > n; * 0 > n; F i > x1; +0 N > +0; -0 N > -0",
    "multiply": """
        n * > n; * n > n; i 0 > n; 0 i > n; P P > +; M M > +; P M > -; M P > -
        +i P > +i; +i M > -i; -i P > -i; -i M > +i; P -i > -i; M -i > +i; i i > inf
        -0 P > -0; -0 M > +0; +0 M > -0; +0 P > +0
    """,
    "atan2": """
        n * > n; * n > n; P 0 > pi/2; M 0 > -pi/2
        +0 P > +0; +0 +0 > +0; +0 -0 > pi; +0 M > pi
        -0 P > -0; -0 +0 > -0; -0 -0 > -pi; -0 M > -pi
        P +i > +0; P -i > pi; M +i > -0; M -i > -pi; +i F > pi/2; -i F > -pi/2
        +i +i > pi/4; +i -i > 3pi/4; -i +i > -pi/4; -i -i > -3pi/4
    """,
    "copysign": """
        * P > abs x1; * +0 > abs x1; * +i > abs x1; * n > abs x1
        * M > -abs x1; * -0 > -abs x1; * -i > -abs x1; * -n > -abs x1
    """,
    "hypot": "i * > +i; * i > +i; 0 F > abs x2; F 0 > abs x1; F n > n; n F > n; n n > n",
    "logaddexp": """
        n * > n; * n > n; +i F > +i; +i i > +i; F +i > +i; i +i > +i; -i -i > -i
        -i N > x2; N -i > x1
    """,
    "maximum": """
        n * > n; * n > n; +0 -0 > +0; -0 +0 > +0; -0 -0 > -0; +0 +0 > +0
        M 0 > x2; 0 M > x1; P F > +; F P > +; +i F > +i; -i F > x2
    """,
    "minimum": """
        n * > n; * n > n; +0 -0 > -0; -0 +0 > -0; -0 -0 > -0; +0 +0 > +0
        P 0 > x2; 0 P > x1; -i F > -i; +i F > x2
    """,
    "nextafter": "n * > n; * n > n; -0 +0 > +0; +0 -0 > -0; +i +i > +i",
    "pow": """
        M n > n; >1 n > n; 0 n > n; F 0 > 1; i 0 > 1; n 0 > 1; n N > n; n i > n
        >1 +i > +i; >1 -i > +0; <-1 +i > +i; <-1 -i > +0; 1 i > 1; -1 i > 1; 1 F > 1
        <1 +i > +0; <1 -i > +i; -<1 +i > +0; -<1 -i > +i; +i P > +i; +i M > +0
        -i odd > -i; -i even > +i; -i -odd > -0; -i -even > +0; +0 P > +0; +0 M > +i
        -0 odd > -0; -0 even > +0; -0 -odd > -i; -0 -even > +i; M half > n; M -half > n
    """,
}

COMPLEX = {
    "abs": "i * > +i; * i > +i; 0 0 > +0; n F > n; F n > n; n n > n",
    "exp": """
        0 +0 > 1 +0; F +i > n n; F n > n n; +i +0 > +i +0; -i F > 0c 0s; +i N > ic is
        -i +i > 0 0; +i +i > i n; -i n > 0 0; +i n > i n; n +0 > n +0; n N > n n
        n +i > n n; n n > n n
    """,
    "expm1": """
        0 +0 > +0 +0; F +i > n n; F n > n n; +i +0 > +i +0; -i F > -1 0s; +i N > ic is
        -i +i > -1 0; +i +i > i n; -i n > -1 0; +i n > i n; n +0 > n +0; n N > n n
        n +i > n n; n n > n n
    """,
    "acos": """
        0 +0 > pi/2 -0; 0 n > pi/2 n; F +i > pi/2 -i; N n > n n; -i P > pi -i
        +i P > +0 -i; -i +i > 3pi/4 -i; +i +i > pi/4 -i; i n > n i; n F > n n
        n +i > n -i; n n > n n
    """,
    "acosh": """
        0 +0 > +0 pi/2; F +i > +i pi/2; N n > n n; 0 n > n ~pi/2; -i P > +i pi
        +i P > +i +0; -i +i > +i 3pi/4; +i +i > +i pi/4; i n > +i n; n F > n n
        n +i > +i n; n n > n n
    """,
    "asinh": """
        +0 +0 > +0 +0; P +i > +i pi/2; F n > n n; +i P > +i +0; +i +i > +i pi/4
        n +0 > n +0; n N > n n; n +i > i n; n n > n n
    """,
    "atanh": """
        +0 +0 > +0 +0; +0 n > +0 n; 1 +0 > +i +0; P +i > +0 pi/2; N n > n n
        +i P > +0 pi/2; +i +i > +0 pi/2; +i n > +0 n; n F > n n; n +i > 0 pi/2; n n > n n
    """,
    "cosh": """
        +0 +0 > 1 +0; +0 +i > n 0; +0 n > n 0; N +i > n n; N n > n n; +i +0 > +i +0
        +i N > ic is; +i +i > i n; +i n > +i n; n 0 > n 0; n N > n n; n n > n n
    """,
    "sinh": """
        +0 +0 > +0 +0; +0 +i > 0 n; +0 n > 0 n; P +i > n n; P n > n n; +i +0 > +i +0
        +i P > ic is; +i +i > i n; +i n > i n; n +0 > n +0; n N > n n; n n > n n
    """,
    "tanh": """
        +0 +0 > +0 +0; N +i > n n; +0 +i > +0 n; N n > n n; +0 n > +0 n; +i P > 1 +0
        +i +i > 1 0; +i n > 1 0; n +0 > n +0; n N > n n; n n > n n
    """,
    "log": """
        -0 +0 > -i pi; +0 +0 > -i +0; F +i > +i pi/2; F n > n n; -i P > +i pi
        +i P > +i +0; -i +i > +i 3pi/4; +i +i > +i pi/4; i n > +i n; n F > n n
        n +i > +i n; n n > n n
    """,
    "log1p": """
        -1 +0 > -i +0; F +i > +i pi/2; F n > n n; -i P > +i pi; +i P > +i +0
        -i +i > +i 3pi/4; +i +i > +i pi/4; i n > +i n; n F > n n; n +i > +i n; n n > n n
    """,
    "sqrt": """
        0 +0 > +0 +0; * +i > +i +i; F n > n n; -i P > +0 +i; +i P > +i +0; -i n > n i
        +i n > +i n; n F > n n; n n > n n
    """,
    "sign": "0 0 > 0 0; n * > n n; * n > n n",
    "square": "n n > n n; 0 0 > 0 0",
    "reciprocal": "n n > n n; 1 +0 > 1 0",
    "round": """
        +0 +0 > +0 +0; -0 +0 > -0 +0; +i F > +i any; -i F > -i any; n F > n any
        F +i > any +i; F n > any n; -<1 <1 > any any
    """,
}
#: What else the standard asks of complex functions: symmetries, tested on every row.
CONJUGATE = {"exp", "expm1", "acos", "acosh", "asinh", "atanh", "cosh", "sinh", "tanh"}
CONJUGATE |= {"log", "log1p", "sqrt"}
ODD = {"asinh", "atanh", "sinh", "tanh"}
EVEN = {"cosh", "abs"}
#: f(x) = rotate(g(x * 1j)): times -1j, or as it is.
ROTATED = {"asin": "asinh", "atan": "atanh", "sin": "sinh", "tan": "tanh", "cos": "cosh"}


def rows(table):
    """Yield (operand tokens, result tokens) of a table."""
    for row in table.replace("\n", ";").split(";"):
        if row.strip():
            left, right = row.rsplit(" > ", 1)
            yield left.split(), right.split()


def _same(a, b):
    return bool(np.isnan(a) and np.isnan(b)) or bool(a == b and np.signbit(a) == np.signbit(b))


def _python(operation, x1, x2):
    x1, x2 = float(x1), float(x2)
    return x1 // x2 if operation == "//" else x1 % x2


def agrees(tokens, got, operands, tolerance):
    """Whether one real result is what the tokens say, given the operands (as converted)."""
    token = tokens[-1]
    if token == "any":
        return True
    if token == "n":
        return bool(np.isnan(got))
    if token in ("+0", "-0"):
        return bool(got == 0 and np.signbit(got) == (token == "-0"))
    if token == "0":
        return bool(got == 0)
    if token in ("i", "inf"):
        return bool(np.isinf(got))
    if token in ("+i", "-i"):
        return bool(got == float(token[0] + "inf"))
    if token in ("+", "-"):
        return bool(not np.isnan(got) and np.signbit(got) == (token == "-"))
    if token in ("x1", "x2"):
        want = operands[int(token[1]) - 1]
        if tokens[0] in ("abs", "-abs"):
            negative = tokens[0] == "-abs"
            return bool(np.signbit(got) == negative) and _same(np.abs(got), np.abs(want))
        return _same(got, want)
    if tokens[0] == "python":
        return _same(got, got.dtype.type(_python(tokens[1], *operands)))
    if token.startswith("~"):
        return abs(abs(got) - NUMBERS[token[1:]]) <= tolerance
    if token[0] in "0i" and token[1:] in ("c", "s"):
        part = math.cos(operands[1]) if token[1] == "c" else math.sin(operands[1])
        return _same(got, got.dtype.type(math.copysign(0.0 if token[0] == "0" else inf, part)))
    return abs(got - NUMBERS[token]) <= tolerance * abs(NUMBERS[token])
