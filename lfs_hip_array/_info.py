# SPDX-License-Identifier: Apache-2.0
"""Inspection: what the namespace can do."""

from __future__ import annotations

from typing import Any

from . import _dtypes as dt
from ._devices import default_device, devices, get_device
from ._dtypes import DType
from ._verbs import Device


class ArrayNamespaceInfo:
    """The inspection API of the standard.

    Notes
    -----
    Source: Python Array API standard 2025.12.
    """

    def capabilities(self) -> dict[str, Any]:
        """Return what the namespace can do.

        Returns
        -------
        dict
            ``boolean indexing`` and ``data-dependent shapes`` (both True), and ``max
            dimensions`` (int). Raises nothing.

        Notes
        -----
        Source: Python Array API standard 2025.12.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.__array_namespace_info__().capabilities()["max dimensions"]
        32
        """
        from ._views import MAX_DIMS

        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": MAX_DIMS,
        }

    def default_device(self) -> Device:
        """Return the device that new tensors go to.

        Returns
        -------
        Device
            That of `default_device`.

        Raises
        ------
        ValueError
            At the first call, if ``LFS_HIP_DEVICE`` names a device that is not there.

        Notes
        -----
        Source: Python Array API standard 2025.12.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.__array_namespace_info__().default_device() == xp.default_device()
        True
        """
        return default_device()

    def default_dtypes(self, *, device: Any = None) -> dict[str, DType]:
        """Return the default dtypes, by kind.

        Parameters
        ----------
        device : str or Device, optional
            They are the same on every device.

        Returns
        -------
        dict of dtype
            For ``real floating``, ``complex floating``, ``integral`` and ``indexing``.

        Raises
        ------
        ValueError
            If there is no such device.
        TypeError
            If `device` is neither a name nor a device.

        Notes
        -----
        Source: Python Array API standard 2025.12.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.__array_namespace_info__().default_dtypes()["real floating"]
        dtype('float64')
        """
        get_device(device)
        return {
            "real floating": dt.DEFAULT_FLOAT,
            "complex floating": dt.DEFAULT_COMPLEX,
            "integral": dt.DEFAULT_INT,
            "indexing": dt.int64,
        }

    def dtypes(
        self, *, device: Any = None, kind: str | tuple[str, ...] | None = None
    ) -> dict[str, DType]:
        """Return the standard's dtypes by name (`float16` is an extra, not among them).

        Parameters
        ----------
        device : str or Device, optional
            They are the same on every device.
        kind : str or tuple of str, optional
            Kinds as `isdtype` names them; default all.

        Returns
        -------
        dict of dtype
            By name.

        Raises
        ------
        ValueError
            If there is no such device, or a kind has no such name.
        TypeError
            If `device` is neither a name nor a device.

        Notes
        -----
        Source: Python Array API standard 2025.12.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> list(xp.__array_namespace_info__().dtypes(kind="complex floating"))
        ['complex64', 'complex128']
        """
        get_device(device)
        if kind is None:
            return dict(dt.STANDARD)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        for k in kinds:
            if k not in dt.KINDS:
                raise ValueError(f"dtypes: {k!r} is not a kind (use one of {', '.join(dt.KINDS)})")
        chars = "".join(dt.KINDS[k] for k in kinds)
        return {name: d for name, d in dt.STANDARD.items() if d.kind in chars}

    def devices(self) -> tuple[Device, ...]:
        """Return every device of this machine.

        Returns
        -------
        tuple of Device
            cpu first. Raises nothing.

        Notes
        -----
        Source: Python Array API standard 2025.12.

        Examples
        --------
        >>> import lfs_hip_array as xp
        >>> xp.__array_namespace_info__().devices()[0]
        device('cpu')
        """
        return tuple(devices())


def __array_namespace_info__() -> ArrayNamespaceInfo:
    """Return the inspection object of the namespace.

    Returns
    -------
    ArrayNamespaceInfo
        With `capabilities`, `default_device`, `default_dtypes`, `dtypes`, `devices`.
        Raises nothing.

    Notes
    -----
    Source: Python Array API standard 2025.12.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.__array_namespace_info__().default_dtypes()["integral"]
    dtype('int64')
    """
    return ArrayNamespaceInfo()
