# SPDX-License-Identifier: Apache-2.0
"""Inspection: what the namespace can do."""

from __future__ import annotations

from typing import Any

from . import _dtypes as dt
from ._devices import default_device, devices, get_device
from ._dtypes import DType
from ._verbs import Device


class ArrayNamespaceInfo:
    """The inspection API of the standard."""

    def capabilities(self) -> dict[str, Any]:
        """Return ``boolean indexing``, ``data-dependent shapes`` and ``max dimensions``."""
        from ._views import MAX_DIMS

        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": MAX_DIMS,
        }

    def default_device(self) -> Device:
        """Return the device that new tensors go to."""
        return default_device()

    def default_dtypes(self, *, device: Any = None) -> dict[str, DType]:
        """Return the default dtypes, by kind.

        Parameters
        ----------
        device : str or Device, optional
            They are the same on every device.
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
        kind : str or tuple of str, optional
            As `isdtype` takes.
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
        """Return every device of this machine."""
        return tuple(devices())


def __array_namespace_info__() -> ArrayNamespaceInfo:
    """Return the inspection object of the namespace.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.__array_namespace_info__().default_dtypes()["integral"]
    dtype('int64')
    """
    return ArrayNamespaceInfo()
