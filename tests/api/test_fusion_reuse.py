# SPDX-License-Identifier: Apache-2.0
"""How often a chain is evaluated when names keep its intermediates alive."""

import numpy as np
import pytest


@pytest.fixture
def evaluations(xp, monkeypatch):
    """Every pointwise result stays pending; a list gets (operations, outputs) of each program."""
    device = xp.__array_namespace_info__().default_device()
    monkeypatch.setattr(device, "eager_size", -1)
    seen = []
    evaluate = type(device).evaluate

    def counted(self, program, out):
        seen.append((len(program.order), len(program.outputs)))
        return evaluate(self, program, out)

    monkeypatch.setattr(type(device), "evaluate", counted)
    before = xp.set_fusion(True)
    yield seen
    xp.set_fusion(before)


def flow(xp, x):
    return (x[2:] - x[1:-1]) + (x[:-2] - x[1:-1])


def test_a_write_evaluates_a_living_chain_once(xp, evaluations):
    """`y` is alive when its inputs are written to: one more evaluation, not one for each part."""
    x = xp.asarray(np.arange(10.0) ** 2, copy=True)
    y = flow(xp, x)
    x[1:-1] = x[1:-1] + 0.5 * y
    assert evaluations == [(5, 1), (3, 1)]
    np.testing.assert_array_equal(y.to_numpy(), np.full(8, 2.0))
    np.testing.assert_array_equal(x.to_numpy()[1:-1], np.arange(1.0, 9) ** 2 + 1)
    assert len(evaluations) == 2


def test_a_write_evaluates_nothing_for_a_chain_that_is_gone(xp, evaluations):
    x = xp.asarray(np.arange(10.0) ** 2, copy=True)
    x[1:-1] = x[1:-1] + 0.5 * flow(xp, x)
    assert evaluations == [(5, 1)]


def test_every_living_part_of_a_chain_keeps_its_value(xp, evaluations):
    x = xp.ones(5)
    y = x + 1
    z = y * 2
    w = y * 3
    x[...] = 7
    assert [float(v[0]) for v in (y, z, w)] == [2, 4, 6]
    assert sum(operations for operations, _ in evaluations) <= 5


def test_a_living_part_is_stored_when_it_is_needed_again(xp, evaluations):
    x = xp.ones(5)
    y = xp.exp(x + 1)
    xp.evaluate(y * 2)
    xp.evaluate(y * 3)
    xp.evaluate(y * 4)
    assert evaluations == [(3, 1), (3, 2), (1, 1)]


def test_a_part_that_only_its_user_can_reach_is_not_stored(xp, evaluations):
    x = xp.ones(5)
    y = xp.exp(x + 1)
    xp.evaluate(y * 2)
    xp.evaluate(y)
    assert evaluations == [(3, 1), (2, 1)]


def test_a_part_of_two_living_chains_is_stored_with_the_second(xp, evaluations):
    x = xp.ones(5)
    part = xp.exp(x)
    y, z, w = part + 1, part + 2, part + 3
    del part
    xp.evaluate(y)
    xp.evaluate(z)
    xp.evaluate(w)
    assert evaluations == [(2, 1), (2, 2), (1, 1)]
    np.testing.assert_allclose(w.to_numpy(), np.e + 3)


def test_an_in_place_operator_keeps_its_new_value_alive(xp, evaluations):
    x = xp.ones(5)
    x += 1
    xp.evaluate(x * 2)
    xp.evaluate(x * 3)
    xp.evaluate(x * 4)
    assert evaluations == [(2, 1), (2, 2), (1, 1)]
