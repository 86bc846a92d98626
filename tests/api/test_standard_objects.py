# SPDX-License-Identifier: Apache-2.0
"""What the standard's objects promise: inspection, namespace, DLPack, devices."""

import operator

import numpy as np
import pytest
import standard

KINDS = {
    "bool": ("bool",),
    "signed integer": tuple(d for d in standard.INTEGER if d[0] == "i"),
    "unsigned integer": tuple(d for d in standard.INTEGER if d[0] == "u"),
    "integral": standard.INTEGER,
    "real floating": standard.REAL_FLOAT,
    "complex floating": standard.COMPLEX,
    "numeric": standard.NUMERIC,
}


def names(dtypes):
    """The names of a mapping of dtypes, which must map to their dtype."""
    for name, dtype in dtypes.items():
        assert dtype == np.dtype(name)
    return set(dtypes)


def test_default_device_and_dtypes(xp, device):
    info = xp.__array_namespace_info__()
    assert str(info.default_device()) == device
    assert xp.zeros(1).device == info.default_device()
    assert info.default_device() in info.devices()
    assert info.default_dtypes(device=device) == info.default_dtypes()
    assert info.default_dtypes() == {
        "real floating": xp.float64,
        "complex floating": xp.complex128,
        "integral": xp.int64,
        "indexing": xp.int64,
    }
    assert xp.zeros(1).dtype == info.default_dtypes()["real floating"]
    assert xp.arange(3).dtype == info.default_dtypes()["integral"]
    assert xp.argmax(xp.zeros(3)).dtype == info.default_dtypes()["indexing"]
    assert xp.asarray(1j).dtype == info.default_dtypes()["complex floating"]


def test_capabilities(xp):
    capabilities = xp.__array_namespace_info__().capabilities()
    assert capabilities["boolean indexing"] is True
    assert capabilities["data-dependent shapes"] is True
    most = capabilities["max dimensions"]
    assert most is None or xp.zeros((1,) * most).ndim == most


@pytest.mark.parametrize("kind", KINDS)
def test_dtypes_of_a_kind(xp, device, kind):
    info = xp.__array_namespace_info__()
    assert set(KINDS[kind]) <= names(info.dtypes(kind=kind)) <= {*KINDS[kind], "float16"}
    assert info.dtypes(kind=kind, device=device) == info.dtypes(kind=kind)
    for name in KINDS[kind]:
        assert xp.isdtype(getattr(xp, name), kind)


def test_dtypes_of_several_kinds(xp):
    info = xp.__array_namespace_info__()
    assert set(standard.DTYPES) <= names(info.dtypes())
    both = info.dtypes(kind=("bool", "unsigned integer"))
    assert names(both) == {*KINDS["bool"], *KINDS["unsigned integer"]}
    assert info.dtypes(kind=()) == {}
    with pytest.raises(ValueError, match="nothing of the kind"):
        info.dtypes(kind="nothing of the kind")


@pytest.mark.parametrize("version", [None, standard.VERSION, "2024.12", "2023.12", "2022.12"])
def test_namespace_of_a_tensor(xp, version):
    assert xp.ones(2).__array_namespace__(api_version=version) is xp


def test_namespace_and_dtypes_are_hashable(xp):
    assert {xp: 1, xp.float32: 2}[xp.float32] == 2
    assert {xp.zeros(1).device: "here"}[xp.zeros(3).device] == "here"


def test_attributes(xp, device):
    x = xp.zeros((2, 3, 4), dtype=xp.float32)
    assert (x.shape, x.ndim, x.size, x.dtype) == ((2, 3, 4), 3, 24, xp.float32)
    assert type(x.shape) is tuple
    assert all(type(n) is int for n in (*x.shape, x.ndim, x.size))
    assert str(x.device) == device
    assert x.mT.shape == (2, 4, 3)
    assert xp.zeros((2, 3)).T.shape == (3, 2)
    assert (xp.zeros(()).shape, xp.zeros(()).size) == ((), 1)
    assert xp.zeros((3, 0)).size == 0


def test_machine_limits_are_python_numbers(xp):
    for name in standard.REAL_FLOAT:
        limits = xp.finfo(getattr(xp, name))
        assert type(limits.bits) is int
        for field in ("eps", "max", "min", "smallest_normal"):
            assert type(getattr(limits, field)) is float
            assert getattr(limits, field) == float(getattr(np.finfo(name), field))
    for name in standard.INTEGER:
        limits = xp.iinfo(getattr(xp, name))
        assert (type(limits.min), type(limits.max)) == (int, int)
    assert xp.finfo(xp.complex64).dtype == xp.float32


@pytest.mark.parametrize("dtype", [*standard.DTYPES, "float16"])
def test_scalars_become_python_scalars(xp, dtype):
    x = xp.ones((), dtype=getattr(xp, dtype))
    assert type(bool(x)) is bool
    assert type(complex(x)) is complex
    if "complex" not in dtype:
        assert (type(int(x)), type(float(x))) == (int, float)
    if "int" in dtype:
        assert type(operator.index(x)) is int
        assert [10, 20][x] == 20
    assert x.item() == 1
    assert x.tolist() == 1


# --- DLPack ------------------------------------------------------------------------------


def test_dlpack_device(xp, device):
    kind, number = xp.zeros(3).__dlpack_device__()
    if device == "cpu":
        assert (int(kind), number) == (1, 0)
    else:
        assert int(kind) in (2, 10)  # kDLCUDA, kDLROCM
        assert f"gpu:{number}" == device


@pytest.mark.parametrize("version", [None, (0, 8), (1, 0), (1, 1)])
def test_capsule_is_versioned_if_the_consumer_can_read_it(xp, version):
    capsule = xp.arange(3.0).__dlpack__(max_version=version)
    versioned = version is not None and version[0] >= 1
    assert f'"{"dltensor_versioned" if versioned else "dltensor"}"' in repr(capsule)


def test_dlpack_shares_or_copies_as_asked(xp):
    x = xp.arange(6.0)
    shared, copied = xp.from_dlpack(x, copy=False), xp.from_dlpack(x, copy=True)
    x[0] = 7.0
    assert shared.to_numpy()[0] == 7.0
    assert copied.to_numpy()[0] == 0.0


def test_dlpack_from_numpy_shares_on_cpu():
    import lfs_hip_array as xp

    host = np.arange(6.0)
    x = xp.from_dlpack(host, device="cpu")
    host[0] = 7.0
    assert x.to_numpy()[0] == 7.0
    y = xp.from_dlpack(host, device="cpu", copy=True)
    host[1] = 8.0
    assert y.to_numpy()[1] == 1.0


def test_dlpack_to_numpy_shares_on_cpu():
    import lfs_hip_array as xp

    x = xp.arange(6.0, device="cpu")
    view = np.from_dlpack(x)
    x[0] = 7.0
    assert view[0] == 7.0
    held = np.from_dlpack(xp.arange(1000.0, device="cpu") + 1)  # outlives its tensor
    assert held.sum() == 500500.0


def test_read_only_memory_stays_unwritten():
    import lfs_hip_array as xp

    host = np.arange(4.0)
    host.flags.writeable = False
    x = xp.from_dlpack(host, device="cpu")
    with pytest.raises(ValueError, match="read-only"):
        x[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        x += 1.0
    assert host.tolist() == [0, 1, 2, 3]
    assert (x + 1.0).to_numpy().tolist() == [1, 2, 3, 4]


def test_pending_values_are_computed_before_they_are_handed_out(xp):
    x = (xp.arange(5.0) + 1) * 2
    assert xp.from_dlpack(x).to_numpy().tolist() == [2, 4, 6, 8, 10]


# --- devices -----------------------------------------------------------------------------


def test_to_device(xp, device):
    x = xp.arange(5.0) * 2
    for target in xp.__array_namespace_info__().devices():
        y = x.to_device(target)
        assert y.device == target
        assert y.to_device(device).to_numpy().tolist() == [0, 2, 4, 6, 8]
    assert x.to_device("cpu").device == "cpu"


@pytest.mark.parametrize(
    "make",
    [
        lambda xp, d: xp.zeros(2, device=d),
        lambda xp, d: xp.arange(2, device=d),
        lambda xp, d: xp.asarray([1, 2], device=d),
        lambda xp, d: xp.asarray(xp.ones(2), device=d),
        lambda xp, d: xp.empty((2, 2), device=d),
        lambda xp, d: xp.full(2, 1.0, device=d),
        lambda xp, d: xp.eye(2, device=d),
        lambda xp, d: xp.linspace(0, 1, 2, device=d),
        lambda xp, d: xp.ones_like(xp.zeros(2), device=d),
        lambda xp, d: xp.astype(xp.zeros(2), xp.int8, device=d),
        lambda xp, d: xp.fft.fftfreq(4, device=d),
        lambda xp, d: xp.from_dlpack(xp.zeros(2), device=d),
    ],
    ids="zeros arange asarray again empty full eye linspace like astype fftfreq dlpack".split(),  # noqa: SIM905
)
def test_creation_on_every_device(xp, make):
    for device in xp.__array_namespace_info__().devices():
        for given in (device, str(device)):
            assert make(xp, given).device == device
