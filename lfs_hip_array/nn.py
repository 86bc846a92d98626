# SPDX-License-Identifier: Apache-2.0
"""Functions of neural networks."""

from __future__ import annotations

from collections.abc import Callable

from ._checks import require_choice, require_same_device, require_tensor
from ._elementwise import gelu, relu, sigmoid, silu
from ._linear_algebra import matmul
from ._tensor import Tensor

__all__ = ["gelu", "linear", "relu", "sigmoid", "silu"]

_ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": relu,
    "gelu": gelu,
    "silu": silu,
    "sigmoid": sigmoid,
}


def linear(
    x: Tensor,
    weight: Tensor,
    /,
    bias: Tensor | None = None,
    *,
    activation: str | None = None,
) -> Tensor:
    """Return ``activation(x @ weight.mT + bias)``.

    Parameters
    ----------
    x : Tensor
        Of shape ``(..., in_features)`` and any dtype.
    weight : Tensor
        Of shape ``(out_features, in_features)``.
    bias : Tensor, optional
        Of shape ``(out_features,)``.
    activation : {"relu", "gelu", "silu", "sigmoid"}, optional
        The function of this module. Default: none.

    Returns
    -------
    Tensor
        Of shape ``(..., out_features)`` and the promoted dtype, or that of `activation`.

    Raises
    ------
    TypeError
        If an operand is not a Tensor, or has a dtype that `activation` does not take.
    ValueError
        If the shapes do not fit, the tensors are on two devices, or `activation` is none
        of these.

    Notes
    -----
    Source: torch's function of this name; `activation` is this package's.

    Examples
    --------
    >>> import lfs_hip_array as xp
    >>> x = xp.asarray([[1.0, -2.0]], device="cpu")
    >>> xp.nn.linear(x, xp.eye(2, device="cpu"), activation="relu")
    Tensor([[1., 0.]], dtype=float64, device='cpu')
    """
    require_tensor("linear", x, weight)
    require_same_device("linear", x, weight)
    if weight.ndim != 2 or x.ndim == 0 or x.shape[-1] != weight.shape[1]:
        raise ValueError(
            f"linear: x of shape {x.shape} does not fit weight of shape {weight.shape} "
            "(out_features, in_features)"
        )
    if activation is not None:
        require_choice("linear", "activation", activation, tuple(_ACTIVATIONS))
    if bias is not None:
        require_tensor("linear", bias)
        require_same_device("linear", x, bias)
        if bias.shape != (weight.shape[0],):
            raise ValueError(
                f"linear: bias of shape {bias.shape} does not fit {weight.shape[0]} out_features"
            )
    result = matmul(x, weight.mT)
    if bias is not None:
        result = result + bias
    return result if activation is None else _ACTIVATIONS[activation](result)
