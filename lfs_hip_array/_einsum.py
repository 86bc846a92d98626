# SPDX-License-Identifier: Apache-2.0
"""Einstein summation, in the order that opt_einsum finds."""

from __future__ import annotations

from typing import Any

from . import _dtypes as dt
from ._apply import convert_if
from ._checks import require_tensor
from ._elementwise import multiply
from ._linear_algebra import matmul, tensordot
from ._manipulation import moveaxis, permute_dims, reshape
from ._tensor import Tensor


def einsum(subscripts: str, /, *operands: Tensor, optimize: Any = "auto") -> Tensor:
    """Return the Einstein summation, contracted pairwise in the order that opt_einsum finds.

    Parameters
    ----------
    subscripts : str
        For example ``"ij,jk->ik"``; without ``->``, the letters that stand once, in order.
    *operands : Tensor
        One for each term of `subscripts`, on one device.
    optimize : str or bool
        opt_einsum's strategy. Default "auto".

    Returns
    -------
    Tensor
        Of the axes that the output names and the promoted dtype; bool is combined by
        "and" and "or".

    Raises
    ------
    ImportError
        If opt_einsum is not installed.
    TypeError
        If `subscripts` is not a string, or an operand is not a Tensor.
    ValueError
        If subscripts and shapes do not fit, or the tensors are on two devices.

    Notes
    -----
    Source: NumPy's function of this name.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> a = xp.asarray([[1.0, 2.0], [3.0, 4.0]], device="cpu")
    >>> xp.einsum("ij->j", a)
    Tensor([4., 6.], dtype=float64, device='cpu')
    """
    require_tensor("einsum", *operands)
    if not isinstance(subscripts, str):
        raise TypeError(f"einsum: subscripts must be a string, got {type(subscripts).__name__}")
    try:
        import opt_einsum
    except ImportError:
        raise ImportError("einsum: needs opt_einsum (pip install opt_einsum)") from None
    try:
        _, steps = opt_einsum.contract_path(subscripts, *operands, optimize=optimize or "auto")
    except ValueError as error:
        raise ValueError(f"einsum: {error}") from None
    pool = list(operands)
    for places, _, equation, *_ in steps.contraction_list:
        parts = [pool.pop(i) for i in places]
        pool.append(_contract(equation, parts))
    if all(x.dtype == dt.bool for x in operands):  # counts of true products, as NumPy's or
        return convert_if(pool[0], dt.bool)
    return pool[0]


def _contract(equation: str, parts: list[Tensor]) -> Tensor:
    """Contract one or two operands of a step, by multiply and sum or a matrix product."""
    inputs, output = equation.split("->")
    labels = inputs.split(",")
    tensors = [_diagonals(x, label) for x, label in zip(parts, labels, strict=True)]
    names = [name for _, name in tensors]
    values = [_drop(x, name, names, i, output) for i, (x, name) in enumerate(tensors)]
    if len(values) == 1:
        x, name = values[0]
    else:
        x, name = _product(values[0], values[1], output)
        for more in values[2:]:
            x, name = _product((x, name), more, output)
    return permute_dims(x, tuple(name.index(c) for c in output))


def _diagonals(x: Tensor, label: str) -> tuple[Tensor, str]:
    """Take diagonals where a letter stands twice in one operand."""
    from .linalg import diagonal

    for c in dict.fromkeys(label):
        while label.count(c) > 1:
            i = label.index(c)
            j = label.index(c, i + 1)
            x = diagonal(moveaxis(x, (i, j), (-2, -1)))
            label = label[:i] + label[i + 1 : j] + label[j + 1 :] + c
    return x, label


def _drop(x: Tensor, name: str, names: list[str], index: int, output: str) -> tuple[Tensor, str]:
    """Sum over letters that no other operand nor the output has."""
    from ._statistical import sum as sum_

    elsewhere = output + "".join(n for i, n in enumerate(names) if i != index)
    lone = tuple(i for i, c in enumerate(name) if c not in elsewhere)
    if lone:
        x = sum_(x, axis=lone, dtype=x.dtype if x.dtype.kind != "b" else None)
        name = "".join(c for i, c in enumerate(name) if i not in lone)
    return x, name


def _product(
    left: tuple[Tensor, str], right: tuple[Tensor, str], output: str
) -> tuple[Tensor, str]:
    (a, na), (b, nb) = left, right
    shared = [c for c in na if c in nb]
    batch = [c for c in shared if c in output]
    inner = [c for c in shared if c not in output]
    rows = [c for c in na if c not in nb]
    columns = [c for c in nb if c not in na]
    if not batch:
        axes = ([na.index(c) for c in inner], [nb.index(c) for c in inner])
        return tensordot(a, b, axes=axes), "".join(rows + columns)
    m = permute_dims(a, tuple(na.index(c) for c in batch + rows + inner))
    n = permute_dims(b, tuple(nb.index(c) for c in batch + inner + columns))
    k = len(batch)
    if not inner:
        m = reshape(m, (*m.shape, *(1,) * len(columns)))
        n = reshape(n, (*n.shape[:k], *(1,) * len(rows), *n.shape[k:]))
        return multiply(m, n), "".join(batch + rows + columns)
    shape = (*m.shape[: k + len(rows)], *n.shape[k + len(inner) :])
    lead = m.shape[:k]
    flat = matmul(
        reshape(m, (*lead, _size(m.shape[k : k + len(rows)]), _size(m.shape[k + len(rows) :]))),
        reshape(n, (*lead, _size(n.shape[k : k + len(inner)]), _size(n.shape[k + len(inner) :]))),
    )
    return reshape(flat, shape), "".join(batch + rows + columns)


def _size(lengths: tuple[int, ...]) -> int:
    size = 1
    for n in lengths:
        size *= n
    return size
