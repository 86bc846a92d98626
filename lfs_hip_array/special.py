# SPDX-License-Identifier: Apache-2.0
"""Special functions, with SciPy's names: SciPy calls ``xp.special`` where it exists."""

from __future__ import annotations

from ._elementwise import (
    digamma,
    entr,
    erf,
    erfc,
    gamma,
    gammaln,
    i0,
    i0e,
    i1,
    i1e,
    kl_div,
    log_ndtr,
    logit,
    ndtr,
    ndtri,
    rel_entr,
    sinc,
    xlog1py,
    xlogy,
)
from ._elementwise import sigmoid as expit
from ._statistical import logsumexp

#: SciPy's name for `digamma`.
psi = digamma

__all__ = [
    "digamma",
    "entr",
    "erf",
    "erfc",
    "expit",
    "gamma",
    "gammaln",
    "i0",
    "i0e",
    "i1",
    "i1e",
    "kl_div",
    "log_ndtr",
    "logit",
    "logsumexp",
    "ndtr",
    "ndtri",
    "psi",
    "rel_entr",
    "sinc",
    "xlog1py",
    "xlogy",
]
