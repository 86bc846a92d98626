# SPDX-License-Identifier: Apache-2.0
"""A GPU array library for AMD GPUs with the Python Array API 2025.12 as its face.

Examples
--------
>>> import lfs_hip_array as xp
>>> x = xp.linspace(0, 1, 5, device="cpu")
>>> xp.sum(x * x)
Tensor(1.875, dtype=float64, device='cpu')
"""

from ._namespace import *  # noqa: F403
from ._namespace import __all__, __array_api_version__, __array_namespace_info__, __version__
from ._tensor import Tensor  # first: the array class and its operators need each other
