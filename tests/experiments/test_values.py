"""V against X: weights stay, outputs change; names against bowls; multiplications counted one by one."""

from __future__ import annotations

import numpy as np
import pytest

from attention.experiments.values import BOWLS, DISH_NAMES, FEATURES, WAYS, cost, look_up, with_identity
from tests.experiments.traces import trace


def test_with_the_identity_the_values_are_X_and_the_weights_stay() -> None:
    before = trace()
    after = with_identity(before)
    assert np.array_equal(after.V, before.X)
    assert np.array_equal(after.weights, before.weights)
    assert after.output == pytest.approx(before.weights @ before.X)
    assert after.output.shape == (7, 32) != before.output.shape


def test_every_dish_has_a_name_and_a_bowl_of_all_features() -> None:
    assert list(DISH_NAMES) == list(BOWLS)
    assert {len(vector) for vector in (*DISH_NAMES.values(), *BOWLS.values())} == {len(FEATURES)}
    assert [sum(bowl) for bowl in BOWLS.values()] == pytest.approx([1] * 4)


def test_only_two_vectors_find_the_dish_and_tell_what_is_in_it() -> None:
    fish, dish = FEATURES.index("鱼"), list(DISH_NAMES).index("鱼香肉丝")
    found = {way: look_up("鱼香肉丝", way) for way in WAYS}
    assert found["name"].weights[dish] > 0.9 < found["name"].output[fish]
    assert found["bowl"].weights[dish] < 0.5
    assert found["both"].weights[dish] > 0.9
    assert found["both"].output[fish] < 0.05


def test_ants_are_found_by_name_only() -> None:
    dish = list(DISH_NAMES).index("蚂蚁上树")
    assert look_up("蚂蚁上树", "bowl").weights == pytest.approx([0.25] * 4)
    assert look_up("蚂蚁上树", "both").weights[dish] > 0.9
    assert look_up("蚂蚁上树", "both").output[FEATURES.index("蚂蚁")] == 0


@pytest.mark.parametrize("way", WAYS)
def test_a_look_up_is_attention(way: str) -> None:
    found = look_up("麻婆豆腐", way)
    exps = np.exp(found.scores)
    assert found.weights == pytest.approx(exps / exps.sum())
    assert found.output == pytest.approx(found.weights @ found.values)


def counted(rows: int, inner: int, columns: int) -> int:
    """Multiplications of a product of matrices, by doing them."""
    return sum(1 for _ in range(rows) for _ in range(columns) for _ in range(inner))


def test_the_cost_is_that_of_the_products() -> None:
    n, d_model, d_v, heads = 3, 6, 2, 2
    found = cost(n, d_v, d_model=d_model, heads=heads)
    assert found.project == heads * counted(n, d_model, d_v)
    assert found.mix == heads * counted(n, n, d_v)
    assert found.join == counted(n, heads * d_v, d_model)
    assert found.total == found.project + found.mix + found.join


@pytest.mark.parametrize("n", [1, 7, 256])
def test_narrow_values_cost_least_and_V_is_X_in_between(n: int) -> None:
    narrow, wide, plain = cost(n, 64), cost(n, 512), cost(n, 512, learned=False)
    assert plain.project == 0
    assert wide.total == 8 * narrow.total
    assert narrow.total < plain.total < wide.total


def test_with_one_head_and_no_W_O_the_plain_way_is_cheaper_up_to_73_words() -> None:
    """What the answer to the question of the page says."""

    def one_head(n: int) -> tuple[int, int]:
        narrow, plain = cost(n, 64, heads=1), cost(n, 512, heads=1, learned=False)
        assert narrow.project + narrow.mix == 32768 * n + 64 * n * n
        return narrow.project + narrow.mix, plain.project + plain.mix

    assert one_head(73)[0] > one_head(73)[1]
    assert one_head(74)[0] < one_head(74)[1]
