# SPDX-License-Identifier: Apache-2.0
"""Devices by name: `cpu`, and `gpu:0`, `gpu:1`, … where CuPy sees GPUs."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Any

from ._verbs import Device
from .cpu import CpuDevice

_CPU = CpuDevice()
_default: Device | None = None


@lru_cache(maxsize=1)
def _gpus() -> tuple[Device, ...]:
    """Return the GPU devices that this machine has."""
    return ()


def devices() -> list[Device]:
    """Return every device of this machine, cpu first."""
    return [_CPU, *_gpus()]


def get_device(device: Any = None) -> Device:
    """Return a device by name; None is the default device.

    Raises
    ------
    ValueError
        If there is no such device; the message lists those there are.
    TypeError
        If `device` is neither a name nor a device.
    """
    if device is None:
        return default_device()
    if isinstance(device, Device):
        return device
    if not isinstance(device, str):
        raise TypeError(f"device: expected a name such as 'cpu' or 'gpu:0', got {device!r}")
    name = "gpu:0" if device == "gpu" else device
    for found in devices():
        if found.name == name:
            return found
    listed = ", ".join(d.name for d in devices())
    hint = ""
    if name.startswith("gpu") and not _gpus():
        hint = "; a GPU needs CuPy: install lfs_hip_array[rocm], [cuda12] or [cuda13]"
    raise ValueError(f"device {device!r} is not there: available devices: {listed}{hint}")


def default_device() -> Device:
    """Return the device that new tensors go to.

    The first GPU if there is one, else cpu; ``LFS_HIP_DEVICE`` and
    `set_default_device` override it.

    Returns
    -------
    Device
        Its ``name`` is "cpu", "gpu:0", "gpu:1", ….

    Raises
    ------
    ValueError
        At the first call, if ``LFS_HIP_DEVICE`` names a device that is not there.

    Notes
    -----
    The standard has it as ``__array_namespace_info__().default_device()``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.default_device() in xp.__array_namespace_info__().devices()
    True
    """
    global _default
    if _default is None:
        wanted = os.environ.get("LFS_HIP_DEVICE")
        if wanted:
            _default = get_device(wanted)
        else:
            gpus = _gpus()
            _default = gpus[0] if gpus else _CPU
    return _default


def set_default_device(device: Any) -> Device:
    """Set the device that new tensors go to; return the earlier one.

    Parameters
    ----------
    device : str, Device or None
        None goes back to the rule of `default_device`.

    Returns
    -------
    Device
        The default device until now.

    Raises
    ------
    ValueError
        If there is no such device; the message lists those there are.
    TypeError
        If `device` is neither a name nor a device.

    Notes
    -----
    Source: torch's usage. It holds for the whole process.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> before = xp.set_default_device("cpu")
    >>> xp.zeros(2).device
    device('cpu')
    >>> after = xp.set_default_device(before)
    """
    global _default
    before = default_device()
    _default = None if device is None else get_device(device)
    return before


def synchronize(device: Any = None) -> None:
    """Wait for all submitted work of a device, and raise errors that it found.

    Parameters
    ----------
    device : str or Device, optional
        Default: the default device. cpu has nothing to wait for.

    Raises
    ------
    DeferredError
        If a kernel found an error (`DeferredIndexError` for an index out of range).
    ValueError
        If there is no such device.
    TypeError
        If `device` is neither a name nor a device.

    Notes
    -----
    Source: torch's ``torch.cuda.synchronize``.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> xp.synchronize("cpu")
    """
    get_device(device).synchronize()
