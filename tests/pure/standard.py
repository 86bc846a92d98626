# SPDX-License-Identifier: Apache-2.0
"""What the Array API standard 2025.12 names, as data.

Written down from the published standard and grouped by calling form, so that
each form stands once. :func:`parameters` turns a form into comparable facts.
"""

import inspect
from collections.abc import Iterator

VERSION = "2025.12"

CONSTANTS = ("e", "inf", "nan", "newaxis", "pi")

DTYPES = (
    "bool",
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
    *("float32", "float64", "complex64", "complex128"),
)

REAL_FLOAT = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
FLOAT = REAL_FLOAT + COMPLEX
INTEGER = tuple(name for name in DTYPES if "int" in name)
REAL = INTEGER + REAL_FLOAT
NUMERIC = REAL + COMPLEX

# Elementwise functions by the dtypes the standard defines them for.
ELEMENTWISE_DTYPES: dict[tuple[str, ...], str] = {
    DTYPES: "equal not_equal",
    ("bool",): "logical_and logical_not logical_or logical_xor",
    INTEGER: "bitwise_left_shift bitwise_right_shift",
    ("bool", *INTEGER): "bitwise_and bitwise_invert bitwise_or bitwise_xor",
    COMPLEX: "imag",
    NUMERIC: (
        "abs add conj isfinite isinf isnan multiply negative positive pow real round sign "
        "square subtract"
    ),
    REAL: (
        "ceil clip floor floor_divide greater greater_equal less less_equal maximum minimum "
        "remainder trunc"
    ),
    FLOAT: (
        "acos acosh asin asinh atan atanh cos cosh divide exp expm1 log log1p log2 log10 "
        "reciprocal sin sinh sqrt tan tanh"
    ),
    REAL_FLOAT: "atan2 copysign hypot logaddexp nextafter signbit",
}

# chapter -> calling form -> names
CHAPTERS: dict[str, dict[str, str]] = {
    "elementwise": {
        "(x, /)": (
            "abs acos acosh asin asinh atan atanh bitwise_invert ceil conj cos cosh exp expm1 "
            "floor imag isfinite isinf isnan log log1p log2 log10 logical_not negative positive "
            "real reciprocal round sign signbit sin sinh square sqrt tan tanh trunc"
        ),
        "(x1, x2, /)": (
            "add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor "
            "copysign divide equal floor_divide greater greater_equal hypot less less_equal "
            "logaddexp logical_and logical_or logical_xor maximum minimum multiply nextafter "
            "not_equal pow remainder subtract"
        ),
        "(x, /, min=None, max=None)": "clip",
    },
    "creation": {
        "(start, /, stop=None, step=1, *, dtype=None, device=None)": "arange",
        "(obj, /, *, dtype=None, device=None, copy=None)": "asarray",
        "(shape, *, dtype=None, device=None)": "empty ones zeros",
        "(x, /, *, dtype=None, device=None)": "empty_like ones_like zeros_like",
        "(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None)": "eye",
        "(x, /, *, device=None, copy=None)": "from_dlpack",
        "(shape, fill_value, *, dtype=None, device=None)": "full",
        "(x, /, fill_value, *, dtype=None, device=None)": "full_like",
        "(start, stop, /, num, *, dtype=None, device=None, endpoint=True)": "linspace",
        "(*arrays, indexing='xy')": "meshgrid",
        "(x, /, *, k=0)": "tril triu",
    },
    "data_type": {
        "(x, dtype, /, *, copy=True, device=None)": "astype",
        "(from_, to, /)": "can_cast",
        "(type, /)": "finfo iinfo",
        "(dtype, kind)": "isdtype",
        "(*arrays_and_dtypes)": "result_type",
    },
    "indexing": {
        "(x, indices, /, *, axis=None)": "take",
        "(x, indices, /, *, axis=-1)": "take_along_axis",
    },
    "info": {"()": "__array_namespace_info__"},
    "linear_algebra": {
        "(x1, x2, /)": "matmul",
        "(x, /)": "matrix_transpose",
        "(x1, x2, /, *, axes=2)": "tensordot",
        "(x1, x2, /, *, axis=-1)": "vecdot",
    },
    "manipulation": {
        "(*arrays)": "broadcast_arrays",
        "(*shapes)": "broadcast_shapes",
        "(x, /, shape)": "broadcast_to",
        "(arrays, /, *, axis=0)": "concat stack",
        "(x, /, axis)": "expand_dims squeeze",
        "(x, /, *, axis=None)": "flip",
        "(x, source, destination, /)": "moveaxis",
        "(x, /, axes)": "permute_dims",
        "(x, repeats, /, *, axis=None)": "repeat",
        "(x, /, shape, *, copy=None)": "reshape",
        "(x, /, shift, *, axis=None)": "roll",
        "(x, repetitions, /)": "tile",
        "(x, /, *, axis=0)": "unstack",
    },
    "searching": {
        "(x, /, *, axis=None, keepdims=False)": "argmax argmin count_nonzero",
        "(x, /)": "nonzero",
        "(x1, x2, /, *, side='left', sorter=None)": "searchsorted",
        "(condition, x1, x2, /)": "where",
    },
    "set": {
        "(x1, x2, /, *, invert=False)": "isin",
        "(x, /)": "unique_all unique_counts unique_inverse unique_values",
    },
    "sorting": {"(x, /, *, axis=-1, descending=False, stable=True)": "argsort sort"},
    "statistical": {
        "(x, /, *, axis=None, dtype=None, include_initial=False)": "cumulative_prod cumulative_sum",
        "(x, /, *, axis=None, keepdims=False)": "max mean min",
        "(x, /, *, axis=None, dtype=None, keepdims=False)": "prod sum",
        "(x, /, *, axis=None, correction=0.0, keepdims=False)": "std var",
    },
    "utility": {
        "(x, /, *, axis=None, keepdims=False)": "all any",
        "(x, /, *, axis=-1, n=1, prepend=None, append=None)": "diff",
    },
}

EXTENSIONS: dict[str, dict[str, str]] = {
    "linalg": {
        "(x, /, *, upper=False)": "cholesky",
        "(x1, x2, /, *, axis=-1)": "cross vecdot",
        "(x, /)": "det eig eigh eigvals eigvalsh inv matrix_transpose slogdet svdvals",
        "(x, /, *, offset=0)": "diagonal",
        "(x1, x2, /)": "matmul outer solve",
        "(x, /, *, keepdims=False, ord='fro')": "matrix_norm",
        "(x, n, /)": "matrix_power",
        "(x, /, *, rtol=None)": "matrix_rank pinv",
        "(x, /, *, mode='reduced')": "qr",
        "(x, /, *, full_matrices=True)": "svd",
        "(x1, x2, /, *, axes=2)": "tensordot",
        "(x, /, *, offset=0, dtype=None)": "trace",
        "(x, /, *, axis=None, keepdims=False, ord=2)": "vector_norm",
    },
    "fft": {
        "(x, /, *, n=None, axis=-1, norm='backward')": "fft hfft ifft ihfft irfft rfft",
        "(x, /, *, s=None, axes=None, norm='backward')": "fftn ifftn irfftn rfftn",
        "(n, /, *, d=1.0, dtype=None, device=None)": "fftfreq rfftfreq",
        "(x, /, *, axes=None)": "fftshift ifftshift",
    },
}

INFO_METHODS: dict[str, str] = {
    "()": "capabilities default_device devices",
    "(*, device=None)": "default_dtypes",
    "(*, device=None, kind=None)": "dtypes",
}

ATTRIBUTES = ("T", "device", "dtype", "mT", "ndim", "shape", "size")

# Python operator of the array object -> the function that defines its result.
BINARY_OPERATORS: dict[str, str] = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "pow",
    "matmul": "matmul",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift",
}
COMPARISONS: dict[str, str] = {
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
    "eq": "equal",
    "ne": "not_equal",
}
UNARY_OPERATORS: dict[str, str] = {
    "abs": "abs",
    "invert": "bitwise_invert",
    "neg": "negative",
    "pos": "positive",
}
_OPERATOR_PREFIXES = ("", "r", "i")

METHODS: dict[str, str] = {
    "(self, other, /)": " ".join(
        [f"__{p}{name}__" for name in BINARY_OPERATORS for p in _OPERATOR_PREFIXES]
        + [f"__{name}__" for name in COMPARISONS]
    ),
    "(self, /)": " ".join(
        [f"__{name}__" for name in UNARY_OPERATORS]
        + [f"__{name}__" for name in ("bool", "complex", "float", "index", "int")]
        + ["__dlpack_device__"]
    ),
    "(self, /, *, api_version=None)": "__array_namespace__",
    "(self, /, *, stream=None, max_version=None, dl_device=None, copy=None)": "__dlpack__",
    "(self, key, /)": "__getitem__",
    "(self, key, value, /)": "__setitem__",
    "(self, device, /, *, stream=None)": "to_device",
}

Parameters = tuple[tuple[str, str, object], ...]


def flatten(forms: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield ``(name, form)`` for each name of a table of calling forms."""
    for form, names in forms.items():
        for name in names.split():
            yield name, form


def functions() -> dict[str, str]:
    """Every function of the standard, dotted for the extensions, with its form."""
    found: dict[str, str] = {}
    for forms in CHAPTERS.values():
        found.update(flatten(forms))
    for extension, forms in EXTENSIONS.items():
        found.update((f"{extension}.{name}", form) for name, form in flatten(forms))
    return found


def elementwise_dtypes() -> dict[str, tuple[str, ...]]:
    """The dtypes the standard defines each elementwise function for."""
    return {name: dtypes for dtypes, names in ELEMENTWISE_DTYPES.items() for name in names.split()}


def of_signature(signature: inspect.Signature) -> Parameters:
    """A signature as (name, kind, default) facts, without annotations."""
    return tuple((p.name, p.kind.name, p.default) for p in signature.parameters.values())


def parameters(form: str) -> Parameters:
    """The parameters of a calling form, as :func:`of_signature` gives them."""
    return of_signature(inspect.signature(eval(f"lambda {form[1:-1]}: None")))
