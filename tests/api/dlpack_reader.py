# SPDX-License-Identifier: Apache-2.0
"""A DLPack consumer in ctypes: reads a capsule's every field, as C code would.

Fields and their order are those of dlpack.h of DLPack 1.0.
"""

import ctypes
from dataclasses import dataclass

import numpy as np

CODES = {0: "int", 1: "uint", 2: "float", 5: "complex", 6: "bool"}
READ_ONLY, COPIED = 1, 2

_api = ctypes.pythonapi
_api.PyCapsule_GetName.restype = ctypes.c_char_p
_api.PyCapsule_GetName.argtypes = [ctypes.py_object]
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]


class _DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _DLTensor), ("context", ctypes.c_void_p), ("deleter", _DELETER)]


class _ManagedVersioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", _DELETER),
        ("flags", ctypes.c_uint64),
        ("tensor", _DLTensor),
    ]


@dataclass
class Read:
    """What a capsule says, and a copy of its values (of memory on the host)."""

    versioned: bool
    version: tuple
    flags: int
    device: tuple
    dtype: str
    shape: tuple
    strides: tuple
    address: int
    values: object


def consume(capsule):
    """Read a capsule, mark it used and call its deleter, as a consumer must."""
    name = _api.PyCapsule_GetName(capsule)
    assert name in (b"dltensor", b"dltensor_versioned")
    versioned = name == b"dltensor_versioned"
    pointer = _api.PyCapsule_GetPointer(capsule, name)
    kind = _ManagedVersioned if versioned else _Managed
    managed = ctypes.cast(pointer, ctypes.POINTER(kind)).contents
    tensor = managed.tensor
    assert tensor.lanes == 1
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    strides = (
        tuple(tensor.strides[i] for i in range(tensor.ndim)) if tensor.strides else _packed(shape)
    )
    dtype = CODES[tensor.code] + ("" if tensor.code == 6 else str(tensor.bits))
    address = (tensor.data or 0) + tensor.byte_offset
    values = _values(address, dtype, shape, strides) if tensor.device_type == 1 else None
    found = Read(
        versioned,
        (managed.major, managed.minor) if versioned else None,
        managed.flags if versioned else 0,
        (tensor.device_type, tensor.device_id),
        dtype,
        shape,
        strides,
        address,
        values,
    )
    _api.PyCapsule_SetName(capsule, _USED[versioned])
    if managed.deleter:
        managed.deleter(pointer)
    return found


_USED = {False: b"used_dltensor", True: b"used_dltensor_versioned"}  # kept: no copy is made


def _packed(shape):
    strides, step = [], 1
    for n in reversed(shape):
        strides.append(step)
        step *= n
    return tuple(reversed(strides))


def _values(address, dtype, shape, strides):
    """Copy the elements one by one from where the strides say they are."""
    found = np.empty(shape, dtype)
    size = found.itemsize
    for place in np.ndindex(shape):
        offset = sum(i * s for i, s in zip(place, strides, strict=True)) * size
        found[place] = np.frombuffer(ctypes.string_at(address + offset, size), dtype)[0]
    return found
