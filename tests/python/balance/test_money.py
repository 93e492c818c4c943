"""Purchases with another amount of money, and the worth of a dollar."""

import numpy as np

import carrack
from carrack.balance.measures.fair_price import GIFTS
from carrack.balance.measures.money import PER_AGE, money_forks
from carrack.balance.measures.purchases import first_purchases, play_on, with_money
from carrack.balance.measures.tiles import money_rows

RULES = carrack.Ruleset("aoe3", 3)
AGENT = "scripted"
PRICES = {tile["name"]: int(tile["cost"]) for tile in carrack.tiles("aoe3")}


def test_the_first_purchases_are_affordable_and_once_a_tile() -> None:
    found = first_purchases(RULES, carrack.agent(AGENT), PRICES, seed=3)
    assert len({purchase.tile for purchase in found}) == len(found) >= 15
    for purchase in found:
        player = purchase.state.to_dict()["players"][purchase.state.current_player]
        assert player["money"] >= PRICES[purchase.tile]


def test_only_the_money_differs() -> None:
    for purchase in first_purchases(RULES, carrack.agent(AGENT), PRICES, seed=4):
        state, player = purchase.state, purchase.state.current_player
        assert with_money(state, 0, PRICES).legal_actions() == state.legal_actions()
        richer = with_money(state, 3, PRICES)
        assert set(richer.legal_actions()) >= set(state.legal_actions())
        shown, changed = state.to_dict(), richer.to_dict()
        changed["players"][player]["money"] -= 3
        assert changed == shown


def test_equal_seeds_give_equal_games() -> None:
    agent = carrack.agent(AGENT)
    purchase = first_purchases(RULES, agent, PRICES, seed=5)[0]
    state = with_money(purchase.state, 0, PRICES)
    games = [play_on(state, f"buy {purchase.tile}", agent, seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    assert sum(games[0][0]) == 1 and len(games[0][1]) == 3


def test_forks_do_not_depend_on_the_processes() -> None:
    one, two = (money_forks(RULES, AGENT, 60, 7, threads) for threads in (1, 2))
    assert one.skipped == 0 and len(one.game) <= 3 * PER_AGE * 60
    for name in ("game", "age", "turn", "win_share", "vp"):
        assert np.array_equal(getattr(one, name), getattr(two, name))
    rows = money_rows(one)
    assert [row.age for row in rows] == [1, 2, 3]
    assert one.win_share.shape == (len(one.game), len(GIFTS))
    assert all(gain.mean > 0 for row in rows for gain in row.vp)
    assert np.abs(one.win_share).max() <= 1
