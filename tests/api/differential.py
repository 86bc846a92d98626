# SPDX-License-Identifier: Apache-2.0
"""Means to run one call in two namespaces on equal operands and compare the results.

An :class:`Operand` is a NumPy array and a way to view it, so that both
namespaces get the same values in the same memory layout (contiguous, flipped,
stepped, offset, transposed or broadcast).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

LAYOUTS = ("plain", "flip", "step", "offset", "transpose", "broadcast")


@dataclass(frozen=True)
class Operand:
    """An array argument: a base array in memory, and the view of it that is passed."""

    base: np.ndarray
    layout: str = "plain"

    def view(self, xp, x):
        """Return the view of `x` in its namespace."""
        if self.layout == "flip":
            return xp.flip(x, axis=0)
        if self.layout == "step":
            return x[..., ::2]
        if self.layout == "offset":
            return x[1:, ...]
        if self.layout == "transpose":
            return xp.permute_dims(x, tuple(reversed(range(x.ndim))))
        if self.layout == "broadcast":
            return xp.broadcast_to(x, (3, *x.shape[1:]))
        return x

    def put(self, xp):
        """Return the argument as an array of the namespace (its own memory)."""
        return self.view(xp, xp.asarray(self.base, copy=True))

    @property
    def values(self):
        """The argument's values as a NumPy array."""
        return np.array(self.view(np, self.base))

    @property
    def shape(self):
        """The argument's shape."""
        return self.values.shape

    def __repr__(self):
        return f"<{self.layout} {self.base.dtype} {self.values.tolist()}>"


@dataclass(frozen=True)
class Named:
    """An argument that each namespace has under the same name, as a dtype."""

    name: str

    def put(self, xp):
        """Return the namespace's object."""
        return getattr(xp, self.name)


@dataclass(frozen=True)
class Call:
    """Arguments of one call; `run` replaces the plain call where a row needs more."""

    args: tuple
    kwargs: dict[str, Any]
    run: Callable | None = None

    def __repr__(self):
        words = [*map(repr, self.args), *(f"{k}={v!r}" for k, v in self.kwargs.items())]
        return f"({', '.join(words)})"


def call(*args, run=None, **kwargs):
    """Return a :class:`Call`."""
    return Call(args, kwargs, run)


@dataclass(frozen=True)
class Row:
    """How one function is compared.

    `build(make, dtype)` gives a :class:`Call`; `tolerance` is in units of the
    machine epsilon (0: bit for bit, but -0.0 equals 0.0); `settle(result,
    call)` turns a result that is not unique into one that is.
    """

    build: Callable
    dtypes: tuple[str, ...]
    tolerance: float = 0
    settle: Callable | None = None


@dataclass
class Rows:
    """A table of rows, filled by decorators."""

    table: dict[str, Row] = field(default_factory=dict)

    def __call__(self, names, dtypes, tolerance=0, settle=None):
        """Decorate the `build` of one or several functions (words of `names`)."""

        def add(build):
            for name in names.split():
                assert name not in self.table, f"two rows for {name}"
                self.table[name] = Row(build, tuple(dtypes), tolerance, settle)
            return build

        return add


def put(xp, value):
    """Return an argument in a namespace; sequences are entered."""
    if isinstance(value, Operand | Named):
        return value.put(xp)
    if isinstance(value, list | tuple):
        return type(value)(put(xp, v) for v in value)
    return value


def find(xp, dotted):
    """Return the function of a dotted name."""
    for part in dotted.split("."):
        xp = getattr(xp, part)
    return xp


def evaluate(xp, name, made):
    """Do the call in a namespace and return the result as NumPy arrays or plain values."""
    args = [put(xp, a) for a in made.args]
    kwargs = {k: put(xp, v) for k, v in made.kwargs.items()}
    if made.run:
        return to_plain(made.run(xp, *args, **kwargs))
    return to_plain(find(xp, name)(*args, **kwargs))


def to_plain(value):
    """Return a result without its namespace: arrays as NumPy arrays, dtypes by name."""
    if isinstance(value, list | tuple):
        return tuple(map(to_plain, value))
    if isinstance(value, dict):
        return {k: to_plain(v) for k, v in value.items()}
    if hasattr(value, "to_numpy"):
        return np.asarray(value.to_numpy())
    if hasattr(value, "__array_namespace__"):
        return np.asarray(value)
    if "dtype" in type(value).__name__.lower():
        return str(value).rpartition(".")[2]
    return value


def values_of(rng, dtype, shape, domain):
    """Return random values of a dtype from a domain."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind == "c":
        component = {"c8": "float32", "c16": "float64"}[f"c{dtype.itemsize}"]
        domain = "finite" if domain == "any" else domain
        re, im = (values_of(rng, component, shape, domain) for _ in "ri")
        return (re + 1j * im).astype(dtype)
    if dtype.kind in "iu":
        return _integers(rng, dtype, shape, domain)
    return _floats(rng, dtype, shape, domain)


def _integers(rng, dtype, shape, domain):
    info = np.iinfo(dtype)
    if domain == "shift":
        return rng.integers(0, info.bits, shape).astype(dtype)
    low = {"positive": 1, "exponent": 0, "nonzero": 1}.get(domain, max(-5, int(info.min)))
    high = 2 if domain == "exponent" else 9
    small = rng.integers(low, high + 1, shape).astype(dtype)
    if domain == "nonzero" and dtype.kind == "i":
        small = small * rng.choice(np.asarray([-1, 1], dtype), shape)
    if domain not in ("any", "nonzero"):
        return small
    edges = np.asarray([info.min or 1, info.max, info.max - 1, info.max // 2], dtype)
    return np.where(rng.random(shape) < 0.3, rng.choice(edges, shape), small)


def _floats(rng, dtype, shape, domain):
    whole = rng.integers(-5, 6, shape)
    if domain in ("small", "exponent"):
        return whole.astype(dtype)
    x = np.where(rng.random(shape) < 0.4, whole / 2, rng.uniform(-9, 9, shape))
    if domain == "unit":
        x = rng.uniform(-1, 1, shape)
    elif domain == "positive":
        x = np.abs(x) + 0.25
    elif domain == "nonzero":
        x = np.where(np.abs(x) < 0.25, 1.5, x)
    elif domain == "any":
        info = np.finfo(dtype)
        edges = [0.0, -0.0, np.inf, -np.inf, np.nan, info.max, info.min, info.smallest_normal]
        x = np.where(rng.random(shape) < 0.3, rng.choice(np.asarray(edges, float), shape), x)
    return x.astype(dtype)


class Make:
    """Draws the arguments of a call."""

    def __init__(self, draw):
        self.draw = draw

    def choice(self, *options):
        """Return one of the options."""
        return self.draw(st.sampled_from(options))

    def integer(self, low, high):
        """Return an integer of [low, high]."""
        return self.draw(st.integers(low, high))

    def shape(self, min_dims=0, max_dims=4, min_side=0, max_side=4):
        """Return a shape."""
        return self.draw(
            hnp.array_shapes(
                min_dims=min_dims, max_dims=max_dims, min_side=min_side, max_side=max_side
            )
        )

    def shapes(self, count, min_side=0, max_dims=3):
        """Return shapes that broadcast together."""
        drawn = hnp.mutually_broadcastable_shapes(
            num_shapes=count, min_side=min_side, max_side=4, max_dims=max_dims
        )
        return self.draw(drawn).input_shapes

    def random(self):
        """Return a NumPy generator."""
        return np.random.default_rng(self.draw(st.integers(0, 2**32 - 1)))

    def array(self, dtype, shape=None, domain="any", **limits):
        """Return an operand of a dtype, with values of a domain, in some layout."""
        shape = self.shape(**limits) if shape is None else tuple(shape)
        layouts = [name for name in LAYOUTS if name == "plain" or shape]
        if not shape or shape[0] != 3:
            layouts.remove("broadcast") if "broadcast" in layouts else None
        layout = self.choice(*layouts)
        base = {
            "step": (*shape[:-1], 2 * shape[-1] if shape else 0),
            "offset": (shape[0] + 1 if shape else 0, *shape[1:]),
            "transpose": shape[::-1],
            "broadcast": (1, *shape[1:]),
        }.get(layout, shape)
        return Operand(values_of(self.random(), dtype, base, domain), layout)

    def exact(self, values):
        """Return an operand with the given values, in some layout that keeps them."""
        values = np.asarray(values)
        layout = self.choice("plain", "flip", "step", "transpose") if values.ndim else "plain"
        if layout == "flip":
            return Operand(np.flip(values, 0).copy(), layout)
        if layout == "step":
            return Operand(np.repeat(values, 2, axis=-1), layout)
        if layout == "transpose":
            return Operand(values.T.copy(), layout)
        return Operand(values.copy(), layout)

    def axis(self, ndim):
        """Return an axis, counted from either end."""
        return self.integer(-ndim, ndim - 1)

    def axes(self, ndim):
        """Return None, an axis, or a tuple of distinct axes."""
        options = [None, ()]
        if ndim:
            options += [self.axis(ndim), self.some_axes(ndim)]
        return self.choice(*options)

    def some_axes(self, ndim):
        """Return a tuple of one or more distinct axes, some counted from the end."""
        axes = self.draw(st.lists(st.integers(0, ndim - 1), min_size=1, unique=True))
        return tuple(a - ndim if self.choice(True, False) else a for a in axes)


def assert_same(got, want, tolerance, where):
    """Compare two results of :func:`evaluate`: type, dtype, shape and values."""
    if isinstance(want, tuple):
        assert isinstance(got, tuple), where
        assert len(got) == len(want), where
        for g, w in zip(got, want, strict=True):
            assert_same(g, w, tolerance, where)
    elif isinstance(want, dict):
        assert got.keys() == want.keys(), where
        for key in want:
            assert_same(got[key], want[key], tolerance, f"{where} {key}")
    elif isinstance(want, np.ndarray):
        assert isinstance(got, np.ndarray), where
        assert (got.dtype, got.shape) == (want.dtype, want.shape), where
        assert_close(got, want, tolerance, where)
    else:
        assert type(got) is type(want), where
        assert got == want or (got != got and want != want), where


def assert_close(got, want, tolerance, where):
    """Compare values; the tolerance is in epsilons of the largest finite value or the value."""
    if not tolerance or want.dtype.kind not in "fc":
        np.testing.assert_array_equal(got, want, err_msg=where)
        return
    eps = float(np.finfo(want.dtype).eps)
    with np.errstate(all="ignore"):
        sizes = np.abs(want[np.isfinite(want)])
    scale = min(float(sizes.max(initial=0)), 1.0)
    np.testing.assert_allclose(
        got, want, rtol=tolerance * eps, atol=tolerance * eps * scale, err_msg=where
    )
