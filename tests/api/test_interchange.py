# SPDX-License-Identifier: Apache-2.0
"""Memory to and from other libraries: DLPack, the buffer protocol, ``__array__``, `asarray`."""

import array
import gc
import subprocess
import sys
from pathlib import Path

import dlpack_reader
import numpy as np
import pytest
import standard
from dlpack_reader import COPIED, READ_ONLY, consume

ROOT = Path(__file__).resolve().parents[2]
DTYPES = [*standard.DTYPES, "float16"]
CPU = (1, 0)


#: NumPy before 2.2 makes all that it imports read-only.
NUMPY_WRITES = np.from_dlpack(np.zeros(1)).flags.writeable


@pytest.fixture
def on_cpu(device):
    """The test is about memory that is shared with the host."""
    if device != "cpu":
        pytest.skip("host memory is shared on the cpu device only")


def sample(dtype, shape=(3, 4)):
    """Distinct values of a dtype, with both of bool's."""
    count = int(np.prod(shape))
    values = np.arange(count) % 2 if dtype == "bool" else np.arange(count)
    return values.reshape(shape).astype(dtype)


def views(x):
    """Layouts of a 3 by 4 array that are not contiguous, by name."""
    return {
        "contiguous": x,
        "transposed": x.T,
        "stepped": x[::2, ::3],
        "offset": x[1:, 2:],
        "column": x[:, 1],
        "scalar": x[1, 2],
        "empty": x[:0],
        "new axis": x[:, None, ::2],
    }


# --- export ----------------------------------------------------------------------------------
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("version", [None, (1, 0)])
def test_capsule_has_the_dtype_shape_and_values(xp, dtype, version):
    host = sample(dtype)
    read = consume(xp.asarray(host).__dlpack__(max_version=version, dl_device=CPU))
    assert (read.dtype, read.shape, read.device) == (dtype, (3, 4), CPU)
    assert read.versioned is (version is not None)
    np.testing.assert_array_equal(read.values, host)


@pytest.mark.parametrize("layout", views(np.zeros((3, 4))))
@pytest.mark.parametrize("dtype", ["bool", "int16", "float64", "complex64"])
def test_capsule_of_a_view(xp, dtype, layout):
    host = sample(dtype)
    view = views(xp.asarray(host))[layout]
    read = consume(view.__dlpack__(dl_device=CPU))
    np.testing.assert_array_equal(read.values, views(host)[layout])


def test_pending_values_are_computed_for_a_capsule(xp):
    x = xp.asarray(np.linspace(0, 1, 100_000))
    want = np.linspace(0, 1, 100_000)[:5] * 2 + 1
    read = consume((x * 2 + 1)[:5].__dlpack__(dl_device=CPU))
    np.testing.assert_allclose(read.values, want, rtol=1e-15)


def test_capsule_shares_unless_a_copy_is_asked(xp, on_cpu):
    x = xp.arange(6.0)
    address = x.to_numpy().ctypes.data
    for copy in (None, False):
        read = consume(x.__dlpack__(max_version=(1, 0), copy=copy))
        assert (read.address, read.flags & COPIED) == (address, 0)
    read = consume(x.__dlpack__(max_version=(1, 0), copy=True))
    assert read.address != address
    assert read.flags & COPIED


def test_writes_after_the_export_are_seen(xp, on_cpu):
    x = xp.arange(6.0)
    shared, copied = np.from_dlpack(x), np.from_dlpack(x, copy=True)
    x[2] = 40.0
    x += 1
    np.testing.assert_array_equal(shared, [1, 2, 41, 4, 5, 6])
    np.testing.assert_array_equal(copied, np.arange(6.0))
    if NUMPY_WRITES:  # and the other way round
        shared[0] = -1
        assert float(x[0]) == -1.0


@pytest.mark.parametrize("consumer", ["from_dlpack", "asarray"])
def test_pending_reader_is_settled_before_a_consumer_may_write(xp, on_cpu, consumer):
    if consumer == "from_dlpack" and not NUMPY_WRITES:
        pytest.skip("NumPy before 2.2 does not write to what it imports")
    take = getattr(np, consumer)
    x = xp.zeros(200_000)
    later = x + 1
    take(x)[...] = 7.0
    assert float(xp.max(later)) == 1.0
    after = x + 1
    take(x)[...] = 9.0
    assert float(xp.min(after)) == 8.0


def test_memory_lives_as_long_as_its_consumer(xp, on_cpu):
    x = xp.arange(100_000.0) * 3
    shared = np.from_dlpack(x)
    del x
    gc.collect()
    np.testing.assert_array_equal(shared, np.arange(100_000.0) * 3)


def test_unused_capsule_is_freed(xp):
    for version in (None, (1, 0)):
        capsule = xp.arange(3.0).__dlpack__(max_version=version)
        del capsule
    gc.collect()
    assert float(xp.sum(xp.arange(3.0))) == 3.0


def test_read_only_memory_is_exported_as_such(xp, on_cpu):
    x = xp.broadcast_to(xp.arange(3.0), (2, 3))
    read = consume(x.__dlpack__(max_version=(1, 0)))
    assert read.flags & READ_ONLY
    assert not np.from_dlpack(x).flags.writeable
    with pytest.raises(BufferError, match="readonly"):
        x.__dlpack__()  # a legacy capsule cannot say it
    copy = consume(x.__dlpack__(max_version=(1, 0), copy=True))
    assert not copy.flags & READ_ONLY
    np.testing.assert_array_equal(copy.values, [[0, 1, 2]] * 2)


@pytest.mark.parametrize("elsewhere", [(2, 0), (10, 0), (1, 1), (13, 0)])
def test_export_to_another_device_is_refused(xp, on_cpu, elsewhere):
    with pytest.raises(BufferError, match=rf"cpu tensor .*\({elsewhere[0]}, {elsewhere[1]}\)"):
        xp.ones(2).__dlpack__(dl_device=elsewhere)


@pytest.mark.parametrize("stream", [0, 1, 2])
def test_stream_has_no_meaning_on_cpu(xp, on_cpu, stream):
    with pytest.raises(ValueError, match="stream must be None on cpu"):
        xp.ones(2).__dlpack__(stream=stream)
    assert consume(xp.ones(2).__dlpack__(stream=None)).shape == (2,)


def test_export_to_the_host_from_any_device(xp):
    """A copy where the memory is not on the host: what `move_to` of scikit-learn asks for."""
    host = np.from_dlpack(xp.arange(4.0), device="cpu")
    np.testing.assert_array_equal(host, np.arange(4.0))


# --- consumers ---------------------------------------------------------------------------------
def torch_like(x):
    """Ask the device first, then for a versioned capsule; fall back to a legacy one."""
    kind, number = x.__dlpack_device__()
    assert (kind, number) == CPU
    try:
        return consume(x.__dlpack__(max_version=(1, 0)))
    except TypeError:
        return consume(x.__dlpack__())


def jax_like(x):
    """Ask for a legacy capsule: no max_version, an explicit stream."""
    assert hasattr(x, "__dlpack_device__")
    return consume(x.__dlpack__(stream=None))


def numpy_like(x):
    """Never ask for the device."""
    return consume(x.__dlpack__(dl_device=None, copy=None, max_version=(1, 0)))


def cupy_like(x):
    """Ask for the device, and to copy to the host if need be."""
    x.__dlpack_device__()
    return consume(x.__dlpack__(dl_device=CPU, copy=True, max_version=(1, 1)))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("consumer", [torch_like, jax_like, numpy_like, cupy_like])
def test_consumer(xp, on_cpu, consumer, dtype):
    host = sample(dtype)
    read = consumer(xp.asarray(host))
    assert read.versioned is (consumer is not jax_like)
    assert read.dtype == dtype
    np.testing.assert_array_equal(read.values, host)


@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy_takes_a_tensor(xp, on_cpu, dtype):
    host = sample(dtype)
    found = np.from_dlpack(xp.asarray(host)[:, ::2])
    assert found.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(found, host[:, ::2])


# --- producers ---------------------------------------------------------------------------------
class Producer:
    """A producer with the parameters that it was made with, over an ndarray."""

    def __init__(self, host, *, legacy=False, device=CPU, array=True):
        self.host, self.legacy, self.device = host, legacy, device
        self.asked = []
        if array:
            self.__class__ = type("ArrayProducer", (Producer,), {"__array__": Producer.to_array})

    def to_array(self, dtype=None, copy=None):
        """Answer ``__array__``."""
        return np.array(self.host, dtype=dtype, copy=copy)

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **options):
        self.asked.append(options)
        if self.legacy and set(options) - {"stream"}:
            raise TypeError(f"unexpected keyword arguments {sorted(options)}")
        return self.host.__dlpack__(**options)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("legacy", [False, True])
def test_producer(xp, dtype, legacy):
    host = sample(dtype)
    for producer in (Producer(host, legacy=legacy), Producer(host[::2, 1:], legacy=legacy)):
        x = xp.from_dlpack(producer)
        assert isinstance(x, xp.Tensor)
        assert x.dtype == np.dtype(dtype)
        np.testing.assert_array_equal(x.to_numpy(), producer.host)


@pytest.mark.parametrize("legacy", [False, True])
def test_memory_of_a_producer_is_shared_or_copied(xp, on_cpu, legacy):
    host = np.arange(4.0)
    shared, kept = (xp.from_dlpack(Producer(host, legacy=legacy), copy=c) for c in (False, None))
    copied = xp.from_dlpack(Producer(host, legacy=legacy), copy=True)
    pending = xp.from_dlpack(Producer(host, legacy=legacy)) + 0
    host[0] = 9.0
    assert [float(x[0]) for x in (shared, kept, copied, pending)] == [9.0, 9.0, 0.0, 0.0]
    if legacy or not NUMPY_WRITES:  # a legacy capsule cannot say that its memory may be written to
        with pytest.raises(ValueError, match="read-only"):
            shared[1] = 8.0
    else:
        shared[1] = 8.0
        assert host[1] == 8.0
    copied[1] = 7.0
    assert float(copied[1]) == 7.0


def test_read_only_memory_of_a_producer(xp, on_cpu):
    host = np.arange(4.0)
    host.flags.writeable = False
    x = xp.from_dlpack(host)
    for write in (lambda: x.__setitem__(0, 1.0), lambda: x.__iadd__(1), lambda: x.fill(0)):
        with pytest.raises(ValueError, match="read-only"):
            write()
    np.testing.assert_array_equal(host, np.arange(4.0))
    y = xp.from_dlpack(host, copy=True)
    y[0] = 5.0
    assert float(y[0]) == 5.0


def test_from_dlpack_on_a_device_by_name(xp, device):
    x = xp.from_dlpack(np.arange(3.0), device=device)
    assert str(x.device) == device
    with pytest.raises(ValueError, match="gpu:99"):
        xp.from_dlpack(np.arange(3.0), device="gpu:99")


@pytest.mark.parametrize(
    ("kind", "name"), [((7, 0), "Vulkan"), ((8, 0), "Metal"), ((15, 0), "Hexagon")]
)
def test_memory_that_cannot_be_reached(xp, kind, name):
    with pytest.raises(BufferError, match=str(kind[0])):
        xp.from_dlpack(Producer(np.zeros(2), device=kind, array=False))


@pytest.mark.parametrize("dtype", ["longdouble", "datetime64[s]", "U3", "O"])
def test_dtype_that_has_no_counterpart(xp, dtype):
    with pytest.raises((BufferError, TypeError), match=r"dtype|DLPack|supported"):
        xp.from_dlpack(np.zeros(2).astype(dtype))


def test_an_object_without_dlpack(xp):
    with pytest.raises(TypeError, match="list has no __dlpack__"):
        xp.from_dlpack([1, 2])


def test_a_tensor_itself(xp):
    x = xp.arange(3)
    same = xp.from_dlpack(x)
    x[0] = 7
    assert int(same[0]) == 7


def test_what_stays_within_the_package_or_is_a_copy_leaves_chains_pending(xp):
    x = xp.zeros(200_000)
    kept = xp.from_dlpack(x)
    with xp.host_copies():
        copied = np.asarray(x, dtype=np.float32)
    later = x + 1
    assert (later._array is None) is xp.fusion_enabled()
    x[0] = 5.0
    assert (float(kept[0]), float(copied[0]), float(later[0])) == (5.0, 0.0, 1.0)


# D01, D03 of the known cases
CHILD = """
import numpy as np
import lfs_hip_array as xp
for make in (lambda: xp.from_dlpack(np.arange(8.)[::-1]),
             lambda: xp.from_dlpack(np.arange(120).reshape(10, 12)[::2, ::-2]),
             lambda: xp.from_dlpack(xp.reshape(xp.arange(120), (10, 12))[::2, ::-2])):
    print(xp.sum(make()).item(), make()[..., 0].tolist())
for x in (xp.arange(8.)[::-1], xp.reshape(xp.arange(120), (10, 12))[::2, ::-2]):
    np.testing.assert_array_equal(np.from_dlpack(x, device="cpu"), x.to_numpy())
print("done")
"""


def test_negative_strides_do_not_abort(device):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", CHILD],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    first = np.arange(120).reshape(10, 12)[::2, ::-2]
    line = f"{first.sum()} {first[:, 0].tolist()}"
    assert done.stdout.splitlines() == ["28.0 7.0", line, line, "done"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_goes_there_and_back(xp, on_cpu, dtype):
    host = sample(dtype)
    assert xp.from_dlpack(host).dtype == np.dtype(dtype)
    back = np.from_dlpack(xp.from_dlpack(host))
    assert back.dtype == host.dtype
    np.testing.assert_array_equal(back, host)
    assert xp.from_dlpack(xp.asarray(host)).dtype == host.dtype


# --- __array__ -----------------------------------------------------------------------------------
def test_array_shares_on_cpu(xp, on_cpu):
    x = xp.arange(4.0)
    host = np.asarray(x)
    host[0] = 5.0
    assert float(x[0]) == 5.0
    x[1] = 6.0
    assert host[1] == 6.0
    assert np.asarray(x, copy=False).ctypes.data == host.ctypes.data
    copied = np.array(x)
    copied[0] = -1.0
    assert float(x[0]) == 5.0


def test_array_with_another_dtype(xp, on_cpu):
    x = xp.arange(4)
    assert np.asarray(x, dtype="float32").dtype == np.float32
    assert np.asarray(x, dtype="int64").ctypes.data == np.asarray(x).ctypes.data
    with pytest.raises(ValueError, match="copy"):
        np.asarray(x, dtype="float32", copy=False)
    assert np.array(x, dtype=complex).tolist() == [0, 1, 2, 3]


def test_array_of_a_gpu_tensor_needs_leave(xp, device):
    x = xp.arange(3)
    if device == "cpu":
        assert np.asarray(x).tolist() == [0, 1, 2]
    else:
        with pytest.raises(TypeError, match="to_numpy"):
            np.asarray(x)
    with xp.host_copies():
        assert np.asarray(x).tolist() == [0, 1, 2]


class Elsewhere:
    """A stand-in for the device of a tensor that is not in host memory."""

    name = "gpu:0"


def test_refusal_off_the_host_names_the_ways_out(xp, on_cpu, monkeypatch):
    """The rule of other devices, shown by a cpu tensor whose device says another name."""
    x = xp.arange(3)
    stand_in = object.__new__(type("Stand", (type(x),), {"__slots__": ()}))
    stand_in._device = Elsewhere()
    with pytest.raises(TypeError, match=r"gpu:0: call x\.to_numpy\(\).*host_copies"):
        stand_in.__array__()
    from lfs_hip_array._numpy_table import lift

    with pytest.raises(TypeError, match=r"ndarray next to a Tensor on gpu:0"):
        lift([np.ones(2)], Elsewhere())
    assert lift([1, (2.0, None)], Elsewhere()) == [1, (2.0, None)]


def test_host_copies_is_undone(xp):
    from lfs_hip_array._protocols import host_copies_allowed

    before = host_copies_allowed()
    with xp.host_copies():
        assert host_copies_allowed()
        with xp.host_copies(False):
            assert not host_copies_allowed()
        assert host_copies_allowed()
    assert host_copies_allowed() is before


def test_host_copies_by_the_environment():
    code = "from lfs_hip_array._protocols import host_copies_allowed as f; print(f())"
    for value, want in (("1", "True"), ("0", "False")):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={"LFS_HIP_HOST_COPIES": value, "PATH": ""},
            timeout=60,
        )
        assert done.stdout.strip() == want, done.stderr


def test_to_numpy(xp, device):
    x = xp.reshape(xp.arange(6.0), (2, 3))
    host = x.to_numpy()
    assert type(host) is np.ndarray
    np.testing.assert_array_equal(host, np.arange(6.0).reshape(2, 3))
    assert (host.ctypes.data == x.to_numpy().ctypes.data) is (device == "cpu")
    assert not hasattr(x, "values")  # pandas and xarray take it for something else


# --- asarray from anything ---------------------------------------------------------------------
class OnlyArray:
    """An object with ``__array__`` alone."""

    def __array__(self, dtype=None, copy=None):
        return np.array([1.5, 2.5], dtype=dtype)


class OnlyInterface:
    """An object with ``__array_interface__`` alone."""

    def __init__(self):
        self.kept = np.array([1, 2, 3], dtype=np.int16)
        self.__array_interface__ = self.kept.__array_interface__


class Sequence:
    """A sequence that is neither list nor tuple."""

    def __len__(self):
        return 3

    def __getitem__(self, i):
        return (10, 20, 30)[i]


SOURCES = {
    "bool": (True, "bool", True),
    "int": (3, "int64", 3),
    "float": (2.5, "float64", 2.5),
    "complex": (1j, "complex128", 1j),
    "NumPy scalar": (np.float32(1.5), "float32", 1.5),
    "0-d": (np.array(4, dtype="int8"), "int8", 4),
    "list": ([[1, 2], [3, 4]], "int64", [[1, 2], [3, 4]]),
    "mixed list": ([1, 2.5], "float64", [1, 2.5]),
    "tuple": ((True, False), "bool", [True, False]),
    "range": (range(3), "int64", [0, 1, 2]),
    "empty list": ([], "float64", []),
    "bytes-like": (bytearray(b"\x01\x02"), "uint8", [1, 2]),
    "memoryview": (memoryview(b"\x05\x06"), "uint8", [5, 6]),
    "array.array": (array.array("h", [1, -2]), "int16", [1, -2]),
    "__array__": (OnlyArray(), "float64", [1.5, 2.5]),
    "__array_interface__": (OnlyInterface(), "int16", [1, 2, 3]),
    "sequence": (Sequence(), "int64", [10, 20, 30]),
    "big endian": (np.array([1, 2], dtype=">i4"), "int32", [1, 2]),
    "Fortran order": (np.asfortranarray([[1.0, 2], [3, 4]]), "float64", [[1, 2], [3, 4]]),
    "subclass": (np.array([1.0, 2.0]).view(np.recarray), "float64", [1, 2]),
    "list of arrays": ([np.arange(2), np.arange(2) + 5], "int64", [[0, 1], [5, 6]]),
    "list of NumPy scalars": ([np.float32(1), np.float32(2)], "float32", [1, 2]),
    "DLPack": (Producer(np.arange(3.0)), "float64", [0, 1, 2]),
    "legacy DLPack": (Producer(np.arange(3.0), legacy=True, array=False), "float64", [0, 1, 2]),
    "DLPack elsewhere, __array__": (Producer(np.arange(3), device=(8, 0)), "int64", [0, 1, 2]),
}


@pytest.mark.parametrize("source", SOURCES)
def test_asarray_from(xp, source):
    obj, dtype, want = SOURCES[source]
    x = xp.asarray(obj)
    assert isinstance(x, xp.Tensor)
    assert x.dtype == np.dtype(dtype)
    assert x.tolist() == want
    assert xp.asarray(obj, dtype=xp.complex64).tolist() == np.array(want, "complex64").tolist()


def test_asarray_from_tensors_in_lists(xp):
    x = xp.asarray([xp.asarray([1, 2]), [3, xp.asarray(4)]])
    assert (x.dtype, x.tolist()) == (xp.int64, [[1, 2], [3, 4]])


@pytest.mark.parametrize(
    "obj",
    ["text", b"bytes", None, {"a": 1}, {1, 2}, object(), np.array(["a"]), np.zeros(2, "M8[s]")],
    ids=lambda x: type(x).__name__,
)
def test_asarray_refuses(xp, obj):
    with pytest.raises(TypeError, match="asarray"):
        xp.asarray(obj)


@pytest.mark.parametrize("copy", [None, True, False])
@pytest.mark.parametrize("source", ["ndarray", "DLPack", "buffer", "tensor"])
def test_copy_argument_of_asarray(xp, on_cpu, source, copy):
    host = np.arange(4.0)
    made = {
        "ndarray": lambda: host,
        "DLPack": lambda: Producer(host),
        "buffer": lambda: memoryview(host),
        "tensor": lambda: xp.asarray(host),
    }[source]()
    x = xp.asarray(made, copy=copy)
    host[0] = 5.0
    assert float(x[0]) == (0.0 if copy else 5.0)


def test_copy_false_refuses_what_needs_a_copy(xp, on_cpu):
    for obj, options in (
        ([1, 2], {}),
        (np.arange(3), {"dtype": xp.float32}),
        (np.arange(3, dtype=">i4"), {}),
        (np.frombuffer(b"\0" * 9, "u1")[1:].view("<f8"), {}),  # misaligned
        (xp.arange(3), {"dtype": xp.int8}),
    ):
        with pytest.raises(ValueError, match="copy=False"):
            xp.asarray(obj, copy=False, **options)


def test_misaligned_and_big_endian_memory_is_copied(xp):
    host = np.zeros(33, "u1")[1:].view("<f8")
    host[...] = [1, 2, 3, 4]
    x = xp.asarray(host)
    assert x.tolist() == [1, 2, 3, 4]
    assert x.to_numpy().flags.aligned
    assert xp.asarray(np.array([1, 2], ">f8")).to_numpy().dtype.isnative


def test_read_only_ndarray_stays_so(xp, on_cpu):
    host = np.arange(3.0)
    host.flags.writeable = False
    x = xp.asarray(host)
    with pytest.raises(ValueError, match="read-only"):
        x[0] = 1.0
    assert (x + 1).tolist() == [1, 2, 3]


def test_bytes_are_read_only_through_the_buffer_protocol(xp, on_cpu):
    x = xp.asarray(memoryview(b"\x01\x02"))
    with pytest.raises(ValueError, match="read-only"):
        x[0] = 3
    assert x.tolist() == [1, 2]


def test_reader_itself_notices_a_used_capsule():
    capsule = np.arange(3.0).__dlpack__()
    consume(capsule)
    with pytest.raises(AssertionError):
        dlpack_reader.consume(capsule)
