# SPDX-License-Identifier: Apache-2.0
"""The records, the doors, ``__all__`` and the standard's list agree."""

import inspect
from collections import Counter

import numpy as np
import pytest
import standard

import lfs_hip_array as xp
from lfs_hip_array import _elementwise
from lfs_hip_array._ops import RECORDS
from lfs_hip_array._tensor import Tensor

FUNCTIONS = standard.functions()
ELEMENTWISE = dict(standard.flatten(standard.CHAPTERS["elementwise"]))
PREDICATES = ("equal", "not_equal", "signbit")
PREDICATE_PREFIXES = ("greater", "is", "less", "logical")
GIVES_COMPONENT = {"abs", "imag", "real"}


def resolve(dotted):
    """Return the public object of a dotted name."""
    found = xp
    for part in dotted.split("."):
        found = getattr(found, part)
    return found


def mismatch(found, form, *, bound=False):
    """Say how a callable departs from a calling form, or None."""
    have = standard.of_signature(inspect.signature(found))
    want = standard.parameters(form)
    if bound:
        want = tuple(p for p in want if p[0] != "self")
    extra = have[len(want) :]
    if have[: len(want)] == want and all(kind == "KEYWORD_ONLY" for _, kind, _ in extra):
        return None
    return f"has {inspect.signature(found)}, the standard says {form}"


def test_the_list_has_the_standards_181_names():
    version = ("__array_api_version__",)
    names = [*FUNCTIONS, *standard.CONSTANTS, *version]
    assert len(names) == len(set(names)) == 181
    assert len(ELEMENTWISE) == 67
    assert set(standard.elementwise_dtypes()) == set(ELEMENTWISE)
    assert sum(len(names.split()) for names in standard.ELEMENTWISE_DTYPES.values()) == 67


def test_a_departing_signature_is_noticed():
    form = "(x, /, *, axis=None)"
    assert mismatch(lambda x, /, *, axis=None: x, form) is None
    assert mismatch(lambda x, /, *, axis=None, more=1: x, form) is None
    assert mismatch(lambda x, /, *, axis=0: x, form)
    assert mismatch(lambda x, /, axis=None: x, form)
    assert mismatch(lambda x, *, axis=None: x, form)
    assert mismatch(lambda x, /, *, axes=None: x, form)
    assert mismatch(lambda x, /, *, axis=None, **more: x, form)
    assert mismatch(lambda x, /: x, form)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if "." not in name])
def test_function_is_public(name):
    assert name in xp.__all__
    assert callable(getattr(xp, name))


@pytest.mark.parametrize("name", standard.EXTENSIONS)
def test_extension_is_public(name):
    assert name in xp.__all__
    module = getattr(xp, name)
    names = set(dict(standard.flatten(standard.EXTENSIONS[name])))
    assert names <= set(module.__all__)
    assert all(hasattr(module, n) for n in module.__all__)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signature(name):
    assert mismatch(resolve(name), FUNCTIONS[name]) is None


@pytest.mark.parametrize("name", FUNCTIONS)
def test_docstring_starts_with_a_sentence(name):
    first = (inspect.getdoc(resolve(name)) or "").partition("\n")[0]
    assert first.rstrip().endswith(".")


@pytest.mark.parametrize("name", ["matmul", "matrix_transpose", "tensordot", "vecdot"])
def test_linalg_repeats_the_main_namespace(name):
    assert getattr(xp.linalg, name) is getattr(xp, name)


def test_constants():
    assert set(standard.CONSTANTS) <= set(xp.__all__)
    assert (xp.e, xp.pi, xp.inf) == (float(np.e), float(np.pi), float("inf"))
    assert xp.nan != xp.nan
    assert xp.newaxis is None
    assert all(type(getattr(xp, name)) is float for name in ("e", "inf", "nan", "pi"))
    assert xp.__array_api_version__ == standard.VERSION


@pytest.mark.parametrize("name", [*standard.DTYPES, "float16"])
def test_dtype(name):
    assert name in xp.__all__
    assert getattr(xp, name) == np.dtype(name)
    assert isinstance(getattr(xp, name), np.dtype)


@pytest.mark.parametrize(("name", "form"), [*standard.flatten(standard.INFO_METHODS)])
def test_info_method(name, form):
    assert mismatch(getattr(xp.__array_namespace_info__(), name), form) is None


@pytest.mark.parametrize("name", standard.ATTRIBUTES)
def test_array_attribute(name):
    assert isinstance(inspect.getattr_static(Tensor, name), property) or inspect.isdatadescriptor(
        inspect.getattr_static(Tensor, name)
    )


@pytest.mark.parametrize(("name", "form"), [*standard.flatten(standard.METHODS)])
def test_array_method(name, form):
    assert name in vars(Tensor) or any(name in vars(c) for c in Tensor.__mro__[:-1])
    assert mismatch(getattr(xp.zeros(()), name), form, bound=True) is None


def test_every_public_name_exists_once():
    twice = [name for name, count in Counter(xp.__all__).items() if count > 1]
    missing = [name for name in xp.__all__ if not hasattr(xp, name)]
    assert (twice, missing) == ([], [])


def test_no_public_name_is_left_out_of_all():
    def ours(value):
        home = getattr(value, "__module__", "") or ""
        return callable(value) and home.startswith("lfs_hip_array")

    left_out = {
        name for name, value in vars(xp).items() if ours(value) and not name.startswith("_")
    } - set(xp.__all__)
    assert left_out == set()


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_record_agrees_with_door(name):
    record = RECORDS[name]
    door = getattr(_elementwise, name)
    assert record.name == name == door.__name__
    assert record.arity == len(standard.parameters(ELEMENTWISE[name]))
    assert getattr(xp, name) is door
    assert record.doc.endswith(".")


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_record_takes_the_standards_dtypes_and_gives_the_standards_result(name):
    record = RECORDS[name]
    for dtype in map(np.dtype, standard.elementwise_dtypes()[name]):
        if name in PREDICATES or name.startswith(PREDICATE_PREFIXES):
            want = np.dtype(bool)
        elif name in GIVES_COMPONENT:
            want = np.zeros((), dtype=dtype).real.dtype
        else:
            want = dtype
        plan = record.plan((dtype,) * record.arity)
        assert (plan.result, len(plan.operands)) == (want, record.arity), dtype


# A record that a door of another name reaches through a keyword.
VARIANTS = {"gelu_tanh": "gelu"}


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_has_a_public_door(name):
    public = VARIANTS.get(name, name)
    doors = [getattr(home, public) for home in (xp, xp.nn, xp.special) if public in home.__all__]
    assert doors, f"{name} has a record and no public door"
    assert all(callable(door) for door in doors)
    assert RECORDS[name].name == name
