# SPDX-License-Identifier: Apache-2.0
"""Defects that a search for them found: each test covers the kind, not the one input."""

import math

import numpy as np
import pytest


def host(x):
    """The values as nested lists."""
    return x.to_numpy().tolist()


# --- writes that read what they overwrite -----------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 5])
def test_copy_layouts_reads_every_source_before_any_target_is_written(xp, count):
    tensors = [xp.full((4,), i) for i in range(count)]
    xp.copy_layouts([(t, tensors[(i + 1) % count]) for i, t in enumerate(tensors)])
    assert [host(t) for t in tensors] == [[(i + 1) % count] * 4 for i in range(count)]


def test_copy_layouts_through_views_reads_first_too(xp):
    x = xp.arange(8)
    xp.copy_layouts([(x[:4], x[4:]), (x[4:], x[:4]), (x[:2], x[:2])])
    assert host(x) == [0, 1, 6, 7, 0, 1, 2, 3]
