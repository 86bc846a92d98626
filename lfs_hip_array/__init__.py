# SPDX-License-Identifier: Apache-2.0
"""A GPU array library for AMD GPUs with the Python Array API 2025.12 as its face.

Examples
--------
>>> import lfs_hip_array as xp
>>> x = xp.linspace(0, 1, 5, device="cpu")
>>> xp.sum(x * x)
Tensor(1.875, dtype=float64, device='cpu')
"""

from ._tensor import Tensor as Tensor

# The array class comes first: it and the path its operators take need each other.
# isort: split
from ._namespace import *  # noqa: F403
from ._namespace import __all__ as __all__
from ._namespace import __array_api_version__ as __array_api_version__
from ._namespace import __array_namespace_info__ as __array_namespace_info__
from ._namespace import __version__ as __version__
