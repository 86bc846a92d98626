# SPDX-License-Identifier: Apache-2.0
"""Random numbers: `Generator`, a counter-based stream that is the same on every device.

The standard has no random numbers; names and defaults follow NumPy's
`Generator`. How every value is made of the stream is written down in
docs/random.md.
"""

from __future__ import annotations

import threading
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _checks, _dtypes, _philox
from ._devices import get_device
from ._dtypes import DType
from ._expression import DeviceArray
from ._philox import ALGORITHM, BLOCK_LIMIT, KEY_BITS
from ._random_checks import (
    STATE_VERSION,
    float_dtype,
    integer_bounds,
    number,
    read_state,
    require_enough,
    seed_of,
    weights,
)
from ._tensor import Tensor, wrap
from ._views import normalize_axis

if TYPE_CHECKING:
    from ._verbs import Device

__all__ = ["Generator"]


class Generator:
    """A stream of random numbers: a key, and how many blocks of it are used up.

    The same seed and the same calls give the same uniform values, integers,
    booleans, permutations and choices on every device, bit for bit. A draw
    of n elements moves the stream on by a number of blocks that depends on n,
    the kind of draw and the dtype only. Generators may be shared by threads:
    every draw takes its own blocks.

    Parameters
    ----------
    seed : int, optional
        0 to 2**128 - 1. None takes 128 bits of the system's entropy.
    device : str or Device, optional
        Where draws are made unless they say otherwise; None is the default
        device at the time of the draw.

    Raises
    ------
    TypeError
        If `seed` is not an integer.
    ValueError
        If `seed` is out of range, or there is no such device.

    Notes
    -----
    Philox 4x32-10: Salmon, Moraes, Dror and Shaw, "Parallel random numbers:
    as easy as 1, 2, 3", SC 2011. It is not meant for secrets.
    Source of the methods' names and defaults: NumPy's ``Generator``.

    Examples
    --------
    >>> from lfs_hip_array.random import Generator
    >>> rng = Generator(7, device="cpu")
    >>> x = rng.normal((2, 3), dtype="float32")
    >>> x.shape, x.dtype
    ((2, 3), dtype('float32'))
    >>> later = Generator.from_state(rng.state)
    >>> bool(rng.uniform(device="cpu") == later.uniform(device="cpu"))
    True
    """

    __slots__ = ("__weakref__", "_device", "_key", "_lock", "_offset")

    def __init__(self, seed: int | None = None, *, device: Any = None) -> None:
        self._begin(_philox.key_of_seed(seed_of(seed)), 0, device)

    def _begin(self, key: int, offset: int, device: Any) -> None:
        self._device: Device | None = None if device is None else get_device(device)
        self._key = key
        self._offset = offset
        self._lock = threading.Lock()

    @classmethod
    def _make(cls, key: int, offset: int, device: Any) -> Generator:
        made = cls.__new__(cls)
        made._begin(key, offset, device)
        return made

    # --- state -----------------------------------------------------------------------------
    @property
    def device(self) -> Device:
        """Where draws are made unless they say otherwise."""
        return get_device(self._device)

    @property
    def state(self) -> dict[str, Any]:
        """The stream's place, as a dict of strings and integers that JSON can hold.

        Setting it moves this generator there. Raises `ValueError` or
        `TypeError`, and changes nothing, for what is not such a state.

        Examples
        --------
        >>> from lfs_hip_array.random import Generator
        >>> rng = Generator(0, device="cpu")
        >>> before = rng.state
        >>> a = rng.integers(100, shape=5)
        >>> rng.state = before
        >>> b = rng.integers(100, shape=5)
        >>> a.tolist() == b.tolist()
        True
        """
        with self._lock:
            key, offset = self._key, self._offset
        return {
            "algorithm": ALGORITHM,
            "version": STATE_VERSION,
            "key": f"{key:0{KEY_BITS // 4}x}",
            "offset": offset,
        }

    @state.setter
    def state(self, state: dict[str, Any]) -> None:
        key, offset = read_state(state)
        with self._lock:
            self._key, self._offset = key, offset

    @classmethod
    def from_state(cls, state: dict[str, Any], *, device: Any = None) -> Generator:
        """Return a generator that goes on from `state`.

        Parameters
        ----------
        state : dict
            What `Generator.state` gives.
        device : str or Device, optional
            Where draws are made; default: the default device.

        Returns
        -------
        Generator
            With the key and place of `state`.

        Raises
        ------
        ValueError, TypeError
            If `state` is not what `Generator.state` gives, or there is no such device.

        Examples
        --------
        >>> from lfs_hip_array.random import Generator
        >>> Generator.from_state(Generator(0).state).state == Generator(0).state
        True
        """
        return cls._make(*read_state(state), device)

    def copy(self) -> Generator:
        """Return a generator at the same place: both give the same numbers from here on.

        Returns
        -------
        Generator
            With a place of its own. Raises nothing.

        Examples
        --------
        >>> from lfs_hip_array.random import Generator
        >>> Generator(3).copy().state == Generator(3).state
        True
        """
        with self._lock:
            return self._make(self._key, self._offset, self._device)

    def split(self, n: int) -> list[Generator]:
        """Return `n` generators with keys of their own, independent of this one and each other.

        Their keys are words of this stream (docs/random.md), so equal
        generators split into equal ones, and splitting again gives others.

        Parameters
        ----------
        n : int
            How many; not negative.

        Returns
        -------
        list of Generator
            On this generator's device.

        Raises
        ------
        TypeError, ValueError
            If `n` is not an integer, or negative.

        Examples
        --------
        >>> from lfs_hip_array.random import Generator
        >>> a, b = Generator(1, device="cpu").split(2)
        >>> bool(a.uniform() == b.uniform())
        False
        """
        count = _checks.index("split", "n", n)
        if count < 0:
            raise ValueError(f"split: n must not be negative, got {count}")
        key, offset = self._reserve(count)
        return [
            self._make(_philox.key_of_split(key, offset + i), 0, self._device) for i in range(count)
        ]

    def __copy__(self) -> Generator:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Generator:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        name = None if self._device is None else self._device.name
        return _rebuild, (type(self), self.state, name)

    def __repr__(self) -> str:
        device = "" if self._device is None else f", device={self._device.name!r}"
        return f"Generator(key=0x{self._key:0{KEY_BITS // 4}x}, offset={self._offset}{device})"

    # --- drawing ---------------------------------------------------------------------------
    def _reserve(self, count: int) -> tuple[int, int]:
        """Take `count` blocks for the caller alone; return (key, number of the first)."""
        with self._lock:
            offset = self._offset
            if offset + count > BLOCK_LIMIT:
                raise OverflowError(
                    f"Generator: {count} more blocks would pass the stream's end at 2**64 "
                    "(split it and go on with the parts)"
                )
            self._offset = offset + count
            return self._key, offset

    def _draw(
        self, device: Device, kind: str, shape: tuple[int, ...], dtype: DType, **params: Any
    ) -> DeviceArray:
        key, offset = self._reserve(_philox.blocks(kind, prod(shape), dtype, **params))
        return device.random(kind, key, offset, shape, dtype, **params)

    def _place(self, device: Any) -> Device:
        return get_device(self._device if device is None else device)

    def uniform(
        self,
        shape: int | tuple[int, ...] = (),
        *,
        low: float = 0.0,
        high: float = 1.0,
        dtype: Any = None,
        device: Any = None,
    ) -> Tensor:
        """Return values uniform in [low, high).

        Parameters
        ----------
        shape : int or tuple of int
            Shape of the result; () gives a 0-d tensor.
        low, high : float
            Bounds, rounded to the dtype; `low` can come up, `high` never does.
        dtype : dtype, optional
            float32 (24 random bits) or float64 (53 random bits, the default).
        device : str or Device, optional
            Default: the generator's.

        Returns
        -------
        Tensor
            Of `dtype` and shape `shape`.

        Raises
        ------
        TypeError
            For another dtype, or bounds that are not real numbers.
        ValueError
            Unless low < high, finite, and their difference is finite, in the dtype.

        Examples
        --------
        >>> from lfs_hip_array.random import Generator
        >>> x = Generator(0, device="cpu").uniform(1000, low=-1.0, high=1.0)
        >>> bool((x >= -1).all()) and bool((x < 1).all())
        True
        """
        found = float_dtype("uniform", dtype)
        first, end = number("uniform", "low", low), number("uniform", "high", high)
        bottom, span, _ = _philox.uniform_bounds(first, end, found)
        if not span > 0:
            raise ValueError(f"uniform: low must be below high in {found}, got {first} and {end}")
        if not (np.isfinite(span) and np.isfinite(bottom)):
            raise ValueError(f"uniform: high - low must be finite in {found}, got {first}, {end}")
        size = _checks.shape_of("uniform", shape)
        place = self._place(device)
        return wrap(self._draw(place, "uniform", size, found, low=first, high=end), place)

    def normal(
        self,
        shape: int | tuple[int, ...] = (),
        *,
        mean: float = 0.0,
        std: float = 1.0,
        dtype: Any = None,
        device: Any = None,
    ) -> Tensor:
        """Return normally distributed values (Box-Muller on fixed pairs).

        Parameters
        ----------
        shape : int or tuple of int
            Shape of the result; () gives a 0-d tensor. Odd sizes cost nothing extra.
        mean, std : float
            Mean and standard deviation, rounded to the dtype; `std` may be 0.
        dtype : dtype, optional
            float32 (magnitudes up to 6.8) or float64 (up to 9.5, the default).
        device : str or Device, optional
            Default: the generator's.

        Returns
        -------
        Tensor
            Of `dtype` and shape `shape`.

        Raises
        ------
        TypeError
            For another dtype, or parameters that are not real numbers.
        ValueError
            If `std` is negative, or a parameter is not finite in the dtype.

        Examples
        --------
        >>> from lfs_hip_array.random import Generator
        >>> x = Generator(0, device="cpu").normal(9999, mean=5.0)
        >>> round(float(x.mean()), 1)
        5.0
        """
        found = float_dtype("normal", dtype)
        centre, scale = number("normal", "mean", mean), number("normal", "std", std)
        if scale < 0:
            raise ValueError(f"normal: std must not be negative, got {scale}")
        for name, value in (("mean", centre), ("std", scale)):
            if abs(value) > float(np.finfo(found).max):
                raise ValueError(f"normal: {name} must be finite in {found}, got {value}")
        size = _checks.shape_of("normal", shape)
        place = self._place(device)
        return wrap(self._draw(place, "normal", size, found, mean=centre, std=scale), place)

    def bernoulli(
        self, shape: int | tuple[int, ...] = (), *, p: float = 0.5, device: Any = None
    ) -> Tensor:
        """Return booleans that are True with probability `p`, to 64 bits.

        Parameters
        ----------
        shape : int or tuple of int
            Shape of the result; () gives a 0-d tensor.
        p : float
            The probability, from 0 to 1.
        device : str or Device, optional
            Default: the generator's.

        Returns
        -------
        Tensor
            Of dtype bool and shape `shape`.

        Raises
        ------
        TypeError
            If `p` is not a real number.
        ValueError
            Unless 0 <= p <= 1.

        Examples
        --------
        >>> from lfs_hip_array.random import Generator
        >>> Generator(0, device="cpu").bernoulli(4, p=1.0).tolist()
        [True, True, True, True]
        """
        chance = number("bernoulli", "p", p)
        if not 0 <= chance <= 1:
            raise ValueError(f"bernoulli: p must be from 0 to 1, got {chance}")
        size = _checks.shape_of("bernoulli", shape)
        place = self._place(device)
        return wrap(self._draw(place, "bernoulli", size, _dtypes.bool, p=chance), place)

    def integers(
        self,
        low: int,
        high: int | None = None,
        shape: int | tuple[int, ...] = (),
        *,
        dtype: Any = None,
        endpoint: bool = False,
        device: Any = None,
    ) -> Tensor:
        """Return integers of [low, high), every one equally likely.

        Parameters
        ----------
        low, high : int
            Bounds; with one of them only, [0, low).
        shape : int or tuple of int
            Shape of the result; () gives a 0-d tensor.
        dtype : dtype, optional
            int32 or int64 (the default). The values do not depend on it.
        endpoint : bool
            Whether `high` itself may come up.
        device : str or Device, optional
            Default: the generator's.

        Returns
        -------
        Tensor
            Of `dtype` and shape `shape`.

        Raises
        ------
        TypeError
            For another dtype, or bounds that are not integers.
        ValueError
            If the interval holds no integer.
        OverflowError
            If a value of the interval does not fit the dtype.

        Examples
        --------
        >>> from lfs_hip_array.random import Generator
        >>> dice = Generator(0, device="cpu").integers(1, 6, (2, 500), endpoint=True)
        >>> int(dice.min()), int(dice.max())
        (1, 6)
        """
        found = _checks.dtype_or("integers", dtype, _dtypes.int64)
        if found not in (_dtypes.int32, _dtypes.int64):
            raise TypeError(f"integers: dtype must be int32 or int64, got {found}")
        first, end = integer_bounds(low, high, found, endpoint)
        size = _checks.shape_of("integers", shape)
        place = self._place(device)
        return wrap(self._draw(place, "integers", size, found, low=first, high=end), place)

    # --- orders and choices ----------------------------------------------------------------
    def _order(self, place: Device, count: int) -> DeviceArray:
        return self._draw(place, "permutation", (count,), _dtypes.int64)

    def permutation(self, x: Tensor | int, *, axis: int = 0) -> Tensor:
        """Return `x` in random order along `axis`, or a random order of 0 … x - 1.

        Parameters
        ----------
        x : Tensor or int
            Tensor with at least one dimension (drawn on its device), or a length.
        axis : int
            The axis along which whole slices change place.

        Returns
        -------
        Tensor
            As `x`; int64 of shape (x,) for a length.

        Raises
        ------
        TypeError, ValueError, IndexError
            If `x` is neither, a negative length or 0-d, or has no such axis.

        Examples
        --------
        >>> from lfs_hip_array.random import Generator
        >>> sorted(Generator(0, device="cpu").permutation(5).tolist())
        [0, 1, 2, 3, 4]
        """
        array, place, count, axis = self._population("permutation", x, axis)
        order = self._order(place, count)
        return wrap(
            order if array is None else place.take(array, order, axis, "permutation"), place
        )

    def choice(
        self,
        x: Tensor | int,
        shape: int | tuple[int, ...] = (),
        *,
        replace: bool = True,
        p: Any = None,
        axis: int = 0,
    ) -> Tensor:
        """Return slices of `x` along `axis` (or of 0 … x - 1) picked at random.

        Parameters
        ----------
        x : Tensor or int
            What to pick from; a tensor is picked from on its device.
        shape : int or tuple of int
            Takes the place of `axis` in the result's shape.
        replace : bool
            Whether a slice may be picked more than once.
        p : Tensor or array_like, optional
            Probability of each slice, shape (n,), with sum 1; default: all
            equal. They count in units of 2**-62. Without replacement the next
            pick is among what is left, in proportion to `p`.
        axis : int
            The axis to pick along.

        Returns
        -------
        Tensor
            x.shape[:axis] + shape + x.shape[axis + 1:]; int64 of `shape` for a length.

        Raises
        ------
        ValueError
            If there is nothing to pick from, too little without replacement,
            or `p` is not such a list of probabilities.
        TypeError, IndexError
            If `x` or `shape` is no such thing, or `x` has no such axis.

        Notes
        -----
        With `p` on a GPU this waits for the device: its sum is checked. Without
        replacement it costs a sort of n keys (Efraimidis and Spirakis, "Weighted
        random sampling with a reservoir", 2006).

        Examples
        --------
        >>> from lfs_hip_array.random import Generator
        >>> Generator(0, device="cpu").choice(3, 4, p=[0.0, 1.0, 0.0]).tolist()
        [1, 1, 1, 1]
        """
        size = _checks.shape_of("choice", shape)
        array, place, count, axis = self._population("choice", x, axis)
        require_enough(prod(size), count, replace)
        chances = None if p is None else weights(p, count, place)
        if replace:
            picked = self._with_repeats(place, count, size, chances)
        else:
            picked = self._without_repeats(place, count, size, chances)
        return wrap(picked if array is None else place.take(array, picked, axis, "choice"), place)

    def _population(
        self, operation: str, x: Any, axis: Any
    ) -> tuple[DeviceArray | None, Device, int, int]:
        """Return (array or None for a length, device, number of slices, axis)."""
        if isinstance(x, Tensor):
            if x.ndim == 0:
                raise ValueError(f"{operation}: x is 0-d: needs at least one dimension")
            axis = normalize_axis(axis, x.ndim, operation)
            return x._settled(), x.device, x.shape[axis], axis
        count = _checks.index(operation, "x (unless it is a Tensor)", x)
        if count < 0:
            raise ValueError(f"{operation}: a length must not be negative, got {count}")
        return None, self._place(None), count, normalize_axis(axis, 1, operation)

    def _with_repeats(
        self, place: Device, count: int, size: tuple[int, ...], weights: DeviceArray | None
    ) -> DeviceArray:
        if weights is None:
            return self._draw(place, "integers", size, _dtypes.int64, low=0, high=max(count, 1))
        upper = place.scan("sum", weights, 0, _dtypes.int64, False)
        total = int(place.scalar(place.reduce("max", upper, (0,), False, _dtypes.int64)))
        drawn = self._draw(place, "integers", size, _dtypes.int64, low=0, high=total)
        return place.searchsorted(upper, drawn, "right", None)

    def _without_repeats(
        self, place: Device, count: int, size: tuple[int, ...], weights: DeviceArray | None
    ) -> DeviceArray:
        needed = prod(size)
        if weights is None:
            order = self._order(place, count)
        else:
            nonzero = place.reduce("count_nonzero", weights, (0,), False, _dtypes.int64)
            if needed > (possible := int(place.scalar(nonzero))):
                raise ValueError(
                    f"choice: cannot pick {needed} without replacement where only "
                    f"{possible} probabilities are not zero"
                )
            waits = self._draw(place, "exponential", (count,), _dtypes.float64)
            rates = place.empty((count,), _dtypes.float64)
            place.copy(rates, weights)
            keys = (wrap(waits, place) / wrap(rates, place))._settled()
            _, order = place.sort(keys, 0, False, "indices")
        picked = place.empty(size, _dtypes.int64)
        chosen = place.index(order, (slice(0, needed),))
        place.copy(picked, place.reshape(chosen, size))
        return picked


def _rebuild(cls: type[Generator], state: dict[str, Any], device: str | None) -> Generator:
    return cls.from_state(state, device=device)
