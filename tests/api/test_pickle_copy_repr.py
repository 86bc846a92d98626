# SPDX-License-Identifier: Apache-2.0
"""A tensor as a Python object: pickled, copied, printed, measured, tokenised."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import standard

ROOT = Path(__file__).resolve().parents[2]
DTYPES = [*standard.DTYPES, "float16"]
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def sample(dtype, shape=(3, 4)):
    """Values of a dtype; floating-point ones with -0.0, infinities and NaN."""
    count = int(np.prod(shape))
    values = (np.arange(count) % 5).astype(dtype)
    if values.dtype.kind in "fc" and count >= 4:
        values[:4] = [-0.0, np.inf, -np.inf, np.nan]
    return values.reshape(shape)


def bits(x):
    """The bytes of a tensor in row-major order."""
    return np.ascontiguousarray(x.to_numpy()).tobytes()


def assert_twin(x, y, device):
    """Assert another tensor of the same bits on the same device, in memory of its own."""
    assert type(y) is type(x)
    assert y is not x
    assert (y.dtype, y.shape, str(y.device)) == (x.dtype, x.shape, device)
    assert bits(y) == bits(x)
    before = bits(x)
    y[...] = 1
    assert bits(x) == before


# --- pickle ----------------------------------------------------------------------------------
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_pickle(xp, device, dtype, protocol):
    x = xp.asarray(sample(dtype))
    assert_twin(x, pickle.loads(pickle.dumps(x, protocol)), device)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (1,), (2, 1, 3)])
def test_pickle_of_any_shape(xp, device, shape, protocol):
    x = xp.asarray(sample("float64", shape))
    assert_twin(x, pickle.loads(pickle.dumps(x, protocol)), device)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_pickle_of_views_and_pending_values(xp, device, protocol):
    x = xp.asarray(sample("float64", (6, 4)))
    for y in (x.T, x[::2, ::-1], x[1:, 2], xp.broadcast_to(x[0], (3, 4))):
        assert_twin(y.copy(), pickle.loads(pickle.dumps(y, protocol)), device)
    wide = xp.asarray(np.linspace(0, 1, 50_000))
    assert len(pickle.dumps(wide[::10_000], protocol)) < 1000  # not the memory it views
    pending = wide * 2 + 1
    assert_twin(wide * 2 + 1, pickle.loads(pickle.dumps(pending, protocol)), device)


def test_out_of_band_buffers(xp, device):
    x = xp.asarray(np.arange(10_000.0))
    buffers = []
    stream = pickle.dumps(x, 5, buffer_callback=buffers.append)
    assert len(stream) < 500  # the values are not in the stream
    assert [len(b.raw()) for b in buffers] == [x.nbytes]
    if device == "cpu":  # the tensor's own memory, not a copy
        assert np.frombuffer(buffers[0].raw()).ctypes.data == x.to_numpy().ctypes.data
    assert_twin(x, pickle.loads(stream, buffers=buffers), device)
    for made in (bytes, bytearray):
        sent = [made(b.raw()) for b in buffers]
        y = pickle.loads(stream, buffers=sent)
        assert_twin(x, y, device)


def test_buffers_below_protocol_5_stay_in_the_stream(xp):
    with pytest.raises(ValueError, match="protocol"):
        pickle.dumps(xp.ones(3), 4, buffer_callback=[].append)


def test_one_tensor_twice_in_one_pickle(xp):
    x = xp.arange(3)
    a, b = pickle.loads(pickle.dumps([x, x]))
    assert a is b


CHILD = """
import pickle, sys
x = pickle.load(sys.stdin.buffer)
import lfs_hip_array as xp
assert isinstance(x, xp.Tensor)
print((x * 2).tolist(), x.dtype)
"""


def test_pickle_is_read_in_another_process(xp):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", CHILD],
        input=pickle.dumps(xp.asarray([1.5, 2.5], dtype=xp.float32)),
        capture_output=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().split("\n")[0] == "[3.0, 5.0] float32"


def test_pickle_of_a_device_that_is_not_here(xp, device):
    """A tensor of a machine with more GPUs comes back on the default device."""
    rebuild, (data, _) = xp.arange(3).__reduce_ex__(5)
    assert str(rebuild(data, "gpu:99").device) == device
    rebuild, (data, _) = xp.arange(3).__reduce__()
    assert rebuild(data, "gpu:99").tolist() == [0, 1, 2]


def test_namespace_objects_pickle(xp):
    device = xp.zeros(1).device
    assert pickle.loads(pickle.dumps(device)) is device
    assert pickle.loads(pickle.dumps(xp.float32)) == xp.float32
    for function in (xp.add, xp.sum, xp.linalg.inv, xp.fft.fft):
        assert pickle.loads(pickle.dumps(function)) is function


# --- copy --------------------------------------------------------------------------------------
COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "method": lambda x: x.copy(),
    "flatten": lambda x: x.flatten().reshape(x.shape),
}


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_copy(xp, device, dtype, how):
    for x in (
        xp.asarray(sample(dtype)),
        xp.asarray(sample(dtype)).T,
        xp.asarray(sample(dtype))[1:],
    ):
        assert_twin(x, COPIES[how](x), device)


def test_deepcopy_keeps_identity_inside_a_container(xp):
    x = xp.arange(3)
    a, b, c = copy.deepcopy([x, x, {"k": x}])
    assert a is b is c["k"]
    assert a is not x


def test_shallow_copy_of_a_container_keeps_the_tensor(xp):
    x = xp.arange(3)
    assert copy.copy([x])[0] is x


# --- print -------------------------------------------------------------------------------------
PRINTED = {
    "0-d": (np.array(2.5), "2.5", "2.5"),
    "0-d int": (np.array(-3, "int8"), "-3", "-3"),
    "0-d bool": (np.array(True), "True", "True"),
    "0-d complex": (np.array(1 - 2j), "1.-2.j", "(1-2j)"),
    "0-d float16": (np.array(0.1, "float16"), "0.1", "0.1"),
    "1-d": (np.array([1.0, 2.5, -3.0]), "[ 1. ,  2.5, -3. ]", "[ 1.   2.5 -3. ]"),
    "int": (np.array([1, 20, 300]), "[  1,  20, 300]", "[  1  20 300]"),
    "bool": (np.array([True, False]), "[ True, False]", "[ True False]"),
    "complex": (
        np.array([1 + 2j, -0.5j], "complex64"),
        "[ 1.+2.j , -0.-0.5j]",
        "[ 1.+2.j  -0.-0.5j]",
    ),
    "float16": (np.array([0.1, 65504], "float16"), "[1.00e-01, 6.55e+04]", "[1.00e-01 6.55e+04]"),
    "special": (np.array([np.nan, np.inf, -0.0]), "[nan, inf, -0.]", "[nan inf -0.]"),
    "2-d": (np.eye(2), "[[1., 0.],\n        [0., 1.]]", "[[1. 0.]\n [0. 1.]]"),
    "3-d": (
        np.arange(4).reshape(2, 1, 2),
        "[[[0, 1]],\n\n        [[2, 3]]]",
        "[[[0 1]]\n\n [[2 3]]]",
    ),
    "empty": (np.zeros(0), "[]", "[]"),
    "empty 2-d": (np.zeros((0, 3)), "[], shape=(0, 3)", "[]"),
}


@pytest.mark.parametrize("case", PRINTED)
def test_repr_and_str(xp, device, case):
    host, in_repr, in_str = PRINTED[case]
    x = xp.asarray(host)
    assert repr(x) == f"Tensor({in_repr}, dtype={host.dtype}, device='{device}')"
    assert str(x) == in_str == str(host)
    assert f"{x}" == in_str


@pytest.mark.parametrize("dtype", DTYPES)
def test_repr_shows_the_values_as_numpy_does(xp, dtype):
    host = sample(dtype, (2, 3))
    x = xp.asarray(host)
    body = np.array2string(host, separator=", ", prefix="Tensor(")
    assert repr(x).startswith(f"Tensor({body}, dtype={dtype}")
    assert str(x) == str(host)


def test_long_tensors_are_abridged(xp):
    x = xp.asarray(np.arange(5000))
    assert "..., 4997, 4998, 4999]" in repr(x)
    assert len(repr(x)) < 200
    assert str(x) == "[   0    1    2 ... 4997 4998 4999]"


def test_numpys_print_options_hold(xp):
    x = xp.asarray([1 / 3, 2.0])
    with np.printoptions(precision=3):
        assert repr(x).startswith("Tensor([0.333, 2.   ]")
        assert str(x) == "[0.333 2.   ]"
    with np.printoptions(threshold=5, edgeitems=1):
        assert repr(xp.asarray(np.arange(9))).startswith("Tensor([0, ..., 8]")


def test_printing_a_pending_value(xp):
    x = xp.asarray(np.zeros(50_000)) + 1.5
    assert repr(x).startswith("Tensor([1.5, 1.5, 1.5, ..., 1.5, 1.5, 1.5], dtype=float64")


@pytest.mark.parametrize(
    ("value", "spec", "want"),
    [(1.23456, ".2f", "1.23"), (255, "x", "ff"), (7, "03d", "007"), (1e6, "e", "1.000000e+06"),
     (1 + 2j, ".1f", "1.0+2.0j"), (True, "d", "1"), (0.5, ">8", "     0.5")],
)  # fmt: skip
def test_format(xp, value, spec, want):
    assert format(xp.asarray(value), spec) == want == format(value, spec)
    assert format(xp.asarray([value]), spec) == want  # the one element of any rank


def test_format_of_many_elements(xp):
    x = xp.arange(3)
    assert f"{x}" == "[0 1 2]"
    with pytest.raises(TypeError, match=r"format: needs one element, got shape \(3,\)"):
        format(x, ".2f")


# --- tokens and sizes ---------------------------------------------------------------------------
def test_dask_token_is_of_the_value(xp):
    from dask.base import normalize_token, tokenize

    x = xp.reshape(xp.arange(6.0), (2, 3))
    same = [x.copy(), x.T.T, xp.asarray(np.asfortranarray(x.to_numpy())), x + 0]
    other = [x + 1, x.reshape(3, 2), x.astype("float32"), -x, xp.zeros((2, 3)), xp.zeros(())]
    token = tokenize(x)
    assert all(tokenize(y) == token for y in same)
    assert len({token, *map(tokenize, other)}) == len(other) + 1
    assert normalize_token(x) == x.__dask_tokenize__()
    assert all(tokenize(xp.asarray(sample(d, s))) for d in DTYPES for s in ((), (0,), (2, 3)))


def test_dask_token_is_the_same_in_every_process(xp):
    code = (
        "import lfs_hip_array as xp; from dask.base import tokenize;"
        "print(tokenize(xp.arange(5, device='cpu')))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, cwd=ROOT, timeout=60
        ).stdout
        for _ in range(2)
    }
    assert len(runs) == 1
    assert len(runs.pop()) > 16


def test_sizes(xp):
    x = xp.zeros((100, 5), dtype=xp.float32)
    assert (x.nbytes, x.itemsize) == (2000, 4)
    assert 2000 < sys.getsizeof(x) < 2400
    assert xp.zeros((0, 3)).nbytes == 0
    assert x[:10].nbytes == 200


# --- conversions of NumPy code ------------------------------------------------------------------
def test_length_iteration_and_membership(xp):
    x = xp.asarray([[1, 2], [3, 4]])
    assert len(x) == 2
    assert [row.tolist() for row in x] == [[1, 2], [3, 4]]
    assert [type(row) for row in x] == [xp.Tensor] * 2
    assert (3 in x, 7 in x) == (True, False)
    for f in (len, iter, list):
        with pytest.raises(TypeError, match="0-d"):
            f(xp.asarray(1.0))


def test_item_and_tolist(xp):
    x = xp.asarray([[1, 2], [3, 4]])
    assert (x.item(3), x.item(1, 0), x[0, 1].item()) == (4, 3, 2)
    assert x.tolist() == [[1, 2], [3, 4]]
    with pytest.raises(TypeError, match="item: needs one element"):
        x.item()
    assert type(xp.asarray(2.5).item()) is float
    assert type(xp.asarray(True).item()) is bool


def test_flat(xp):
    x = xp.reshape(xp.arange(12.0), (3, 4))
    assert len(x.flat) == 12
    assert [float(v) for v in x.flat] == list(range(12))
    assert x.flat[::5].tolist() == [0, 5, 10]
    x.flat[::5] = -1.0
    assert x.tolist() == [[-1, 1, 2, 3], [4, -1, 6, 7], [8, 9, -1, 11]]
    turned = x.T
    turned.flat[0:3] = xp.asarray([7.0, 8.0, 9.0])  # no view has this order
    assert x[:, 0].tolist() == [7.0, 8.0, 9.0]
    with pytest.raises(ValueError, match="shape"):
        x.flat[:2] = xp.ones(3)


METHODS = {
    "reshape": lambda x: x.reshape(4, 3),
    "reshape tuple": lambda x: x.reshape((2, -1)),
    "ravel": lambda x: x.ravel(),
    "flatten": lambda x: x.flatten(),
    "transpose": lambda x: x.transpose(),
    "transpose axes": lambda x: x.transpose(1, 0),
    "transpose tuple": lambda x: x.transpose((1, 0)),
    "squeeze": lambda x: x[:1].squeeze(),
    "squeeze axis": lambda x: x[:1].squeeze(0),
    "astype": lambda x: x.astype("float32"),
    "sum": lambda x: x.sum(),
    "sum axis": lambda x: x.sum(0, keepdims=True),
    "prod": lambda x: x.prod(axis=1),
    "mean": lambda x: x.mean(1),
    "min": lambda x: x.min(axis=0),
    "max": lambda x: x.max(),
    "any": lambda x: x.any(0),
    "all": lambda x: x.all(axis=1, keepdims=True),
    "argmax": lambda x: x.argmax(1),
    "argmin": lambda x: x.argmin(),
    "conj": lambda x: x.conj(),
    "copy": lambda x: x.copy(),
}


@pytest.mark.parametrize("name", METHODS)
def test_method(xp, name):
    host = np.linspace(-1, 1, 12).reshape(3, 4)
    want, found = METHODS[name](host), METHODS[name](xp.asarray(host))
    assert isinstance(found, xp.Tensor)
    assert found.dtype == want.dtype
    np.testing.assert_allclose(found.to_numpy(), want, rtol=1e-14)


def test_fill(xp):
    x = xp.zeros((2, 3))
    x[:1].fill(4.0)
    assert x.tolist() == [[4.0] * 3, [0.0] * 3]
