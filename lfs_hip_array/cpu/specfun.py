# SPDX-License-Identifier: Apache-2.0
"""Special functions on NumPy, vectorised.

float32 and float16 are computed in float64 and rounded once; float64 comes
within the bounds that ``tests/pure/test_specfun.py`` states and measures.
Functions are called like ufuncs, ``f(*operands, out=None)``, work on blocks
whose temporaries stay in cache, and read an operand before they write an
`out` in the same memory.
"""

from __future__ import annotations

from .errorfun import erf, erfc, log_ndtr, ndtr, ndtri

__all__ = ["erf", "erfc", "log_ndtr", "ndtr", "ndtri"]
