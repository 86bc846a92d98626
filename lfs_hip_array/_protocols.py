# SPDX-License-Identifier: Apache-2.0
"""How a tensor meets other libraries: DLPack, NumPy's protocols, pickle, printing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._checks import require_choice

if TYPE_CHECKING:
    from ._tensor import Tensor

_host_copies: ContextVar[bool] = ContextVar(
    "lfs_hip_array_host_copies", default=os.environ.get("LFS_HIP_HOST_COPIES", "0") == "1"
)

API_VERSION = "2025.12"
#: Versions that the namespace answers to: each is a subset of the newest.
API_VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12")


@contextmanager
def host_copies(enabled: bool = True) -> Iterator[None]:
    """Allow ``__array__`` to copy GPU tensors to the host inside a ``with`` block.

    Clients that call `numpy.asarray` on whatever they get need it. The
    environment variable ``LFS_HIP_HOST_COPIES=1`` allows it for a process.

    Parameters
    ----------
    enabled : bool
        False forbids it inside the block, where it was allowed.

    Returns
    -------
    context manager
        It gives nothing to ``as``, and raises nothing of its own.

    Notes
    -----
    Source: this package's own; the standard has no ``__array__``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> import numpy as np
    >>> with xp.host_copies():
    ...     np.asarray(xp.arange(3))
    array([0, 1, 2])
    """
    token = _host_copies.set(enabled)
    try:
        yield
    finally:
        _host_copies.reset(token)


def host_copies_allowed() -> bool:
    """Whether implicit copies between host and GPU were allowed (`host_copies`)."""
    return _host_copies.get()


class Protocols:
    """The protocols of the array object."""

    __slots__ = ()

    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any:
        """Return the namespace `lfs_hip_array`.

        Parameters
        ----------
        api_version : str, optional
            A version of the standard from "2021.12" to "2025.12"; all get the same namespace.

        Returns
        -------
        module
            This package.

        Raises
        ------
        ValueError
            For a version of the standard that is not implemented.

        Notes
        -----
        Source: Python Array API standard 2025.12.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.zeros(1, device="cpu").__array_namespace__() is xp
        True
        """
        if api_version is not None:
            require_choice("__array_namespace__", "api_version", api_version, API_VERSIONS)
        import lfs_hip_array

        return lfs_hip_array

    def to_device(self: Any, device: Any, /, *, stream: Any = None) -> Tensor:
        """Return the tensor on another device; itself where it already is there.

        Parameters
        ----------
        device : str or Device
            ``"cpu"`` or ``"gpu:0"``, ``"gpu:1"``, …
        stream : optional
            Stream to order the copy on; only None on cpu.

        Returns
        -------
        Tensor
            Of the same shape and dtype.

        Raises
        ------
        TypeError
            If `device` is neither a name nor a device.
        ValueError
            If there is no such device, or a stream is given on cpu.

        Notes
        -----
        Source: Python Array API standard 2025.12.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> x = xp.zeros(3, device="cpu")
        >>> x.to_device("cpu") is x
        True
        """
        from ._asarray import to_device

        return to_device(self, device, stream)

    # --- DLPack -------------------------------------------------------------------
    def __dlpack__(
        self: Any,
        /,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Return a DLPack capsule: versioned if `max_version` is (1, 0) or later.

        Parameters
        ----------
        stream : optional
            Stream that the consumer uses; only None on cpu.
        max_version : tuple of two int, optional
            The newest version of DLPack that the consumer knows.
        dl_device : tuple of two int, optional
            Where the memory must be; None is where it is.
        copy : bool, optional
            True always copies, False never; None only if needed.

        Returns
        -------
        capsule

        Raises
        ------
        BufferError
            If the memory cannot be exported as asked.
        ValueError
            If a stream is given on cpu.

        Notes
        -----
        Source: Python Array API standard 2025.12.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> import numpy as np
        >>> np.from_dlpack(xp.asarray([1, 2], device="cpu"))
        array([1, 2])
        """
        return self._device.to_dlpack(
            self, stream=stream, max_version=max_version, dl_device=dl_device, copy=copy
        )

    def __dlpack_device__(self: Any) -> tuple[int, int]:
        """Return ``(device type, device id)`` as DLPack numbers them."""
        found: tuple[int, int] = self._device.dlpack_device
        return found

    # --- NumPy ----------------------------------------------------------------------
    def __array__(self: Any, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return an ndarray: the same memory on cpu.

        Parameters
        ----------
        dtype : dtype, optional
            Default: that of the tensor.
        copy : bool, optional
            True always copies, False never; None only if needed.

        Returns
        -------
        numpy.ndarray

        Raises
        ------
        TypeError
            On a GPU, unless host copies were allowed (`host_copies`).
        ValueError
            If ``copy=False`` and `dtype` is another.

        Notes
        -----
        Source: NumPy's protocol of this name.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> import numpy as np
        >>> np.asarray(xp.asarray([1, 2], device="cpu"))
        array([1, 2])
        """
        if self._device.name != "cpu" and not host_copies_allowed():
            raise TypeError(
                f"__array__: the tensor is on {self._device.name}: call x.to_numpy(), or allow "
                "implicit copies with lfs_hip_array.host_copies() or LFS_HIP_HOST_COPIES=1"
            )
        if copy:
            return np.array(self._device.to_host(self._settled()), dtype=dtype, copy=True)
        if dtype is None or self.dtype == dtype:
            host: NDArray[Any] = self._device.to_host(self._export())
            return host
        if copy is False:
            raise ValueError(f"__array__: {self.dtype} to {dtype} needs a copy, and copy=False")
        return np.array(self._device.to_host(self._settled()), dtype=dtype)

    def __array_ufunc__(
        self: Any, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        """Call our function of a NumPy ufunc's meaning; `TypeError` where there is none."""
        from ._numpy_table import call_ufunc

        return call_ufunc(ufunc, method, inputs, kwargs, self._device)

    def __array_function__(
        self: Any, func: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        """Call our function of a NumPy function's meaning; `TypeError` where there is none."""
        from ._numpy_table import call_function

        return call_function(func, types, args, kwargs, self._device)

    # --- pickle and copy ------------------------------------------------------------
    def __reduce_ex__(self: Any, protocol: Any) -> tuple[Any, ...]:
        """Pickle the host values, out of band with protocol 5, and the device name."""
        host = np.ascontiguousarray(self._device.to_host(self._settled()))
        # ascontiguousarray turns 0-d into 1-d
        host = host.reshape(self.shape)
        data: Any = host if protocol < 5 else _picklable(host)
        return _restore, (data, self._device.name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with the default protocol."""
        return self.__reduce_ex__(4)

    def __copy__(self: Any) -> Tensor:
        """Return a copy."""
        copied: Tensor = self.copy()
        return copied

    def __deepcopy__(self: Any, memo: Any) -> Tensor:
        """Return a copy."""
        copied: Tensor = self.copy()
        return copied

    def __dask_tokenize__(self: Any) -> Any:
        """Return a deterministic token of the values, dtype, shape and device."""
        import hashlib

        host = np.ascontiguousarray(self._device.to_host(self._settled()))
        digest = hashlib.blake2b(host.view(np.uint8).data if host.size else b"").hexdigest()
        return ("lfs_hip_array", str(self.dtype), self.shape, self._device.name, digest)

    def __sizeof__(self: Any) -> int:
        """Return the bytes of the object and its elements."""
        return object.__sizeof__(self) + int(self.nbytes)

    # --- printing -------------------------------------------------------------------
    def __repr__(self: Any) -> str:
        """Return the values as NumPy prints them, with dtype and device."""
        host = self._device.to_host(self._settled())
        prefix = "Tensor("
        body = np.array2string(host, separator=", ", prefix=prefix)
        if 0 in host.shape:
            body = f"[], shape={host.shape}" if host.ndim > 1 else "[]"
        return f"{prefix}{body}, dtype={host.dtype}, device={self._device.name!r})"

    def __str__(self: Any) -> str:
        """Return the values as NumPy prints them."""
        return str(self._device.to_host(self._settled()))

    def __format__(self: Any, spec: str) -> str:
        """Format the one element; an empty `spec` formats any tensor."""
        if not spec:
            return str(self)
        return format(self._one("format"), spec)


def _picklable(host: Any) -> Any:
    import pickle

    return (pickle.PickleBuffer(host), host.dtype.str, host.shape)


def _restore(data: Any, device: str) -> Tensor:
    """Rebuild a pickled tensor on its device, if that is there, else on the default."""
    from ._devices import devices, get_device
    from ._tensor import wrap

    owned = isinstance(data, np.ndarray)
    if not owned:
        buffer, dtype, shape = data
        # In band, the unpickler made this bytearray for us; other buffers are someone's.
        owned = isinstance(buffer, bytearray)
        data = np.frombuffer(buffer, dtype=dtype).reshape(shape)
    where = get_device(device) if device in {d.name for d in devices()} else get_device(None)
    return wrap(where.from_host(data, copy=None if owned else True), where)
