# SPDX-License-Identifier: Apache-2.0
"""Every functor at every dtype, run on the GPU against the cpu device."""

import instances
import numpy as np
import pytest
from functor_values import agree, operands_of, outside_promise, reference

from lfs_hip_array.gpu.expression import Bound

BODIES = list(instances.bodies())
NAMES = sorted({name for name, _ in BODIES} - {"isclose", "nan_to_num"})


def on_gpu(gpu, body, operands):
    from lfs_hip_array.gpu import pointwise

    arrays = [gpu.from_host(x) for x in operands]
    out = pointwise.evaluate(gpu.context, Bound(body, arrays, []), operands[0].shape, None)
    return gpu.to_host(out[0])


@pytest.mark.parametrize("name", NAMES)
def test_functor(gpu, name):
    rng = np.random.default_rng(3)
    for label, body in BODIES:
        if label != name:
            continue
        operands = operands_of(body, rng)
        want = reference(name, body, operands)
        got = on_gpu(gpu, body, operands)
        bad = ~agree(name, got, want) & ~outside_promise(name, body, operands)
        first = np.flatnonzero(bad)[:8]
        assert not first.size, [
            (body.inputs, *(x[i] for x in operands), got[i], want[i]) for i in first
        ]
