"""Balance of tweaked rulesets, and two rulesets compared with common random numbers."""

import html
import json
import math
from pathlib import Path

import numpy as np
import pytest

import carrack
from balance.pages import expect_whole
from carrack import balance as package
from carrack._core import uses_network
from carrack._text import counted
from carrack.balance import Sizes, balance, compare
from carrack.balance.against import differences
from carrack.balance.comparison import Difference
from carrack.balance.measures.fair_price import DISCOUNTS
from carrack.balance.page import page_of
from carrack.balance.plan import COMPARED_TILES
from carrack.balance.text import NETWORK_NOTE, price_text

PRINTED = carrack.Ruleset(players=4)
CHEAP = {"name": "cheap-allies", "tiles": {"indian_allies": {"cost": 11}}}
TWEAKED = carrack.Ruleset(players=4, tweak=CHEAP)


def test_a_tile_three_dollars_cheaper_is_found() -> None:
    result = compare(TWEAKED, PRINTED, "scripted", sizes=Sizes(blocks=240))
    (row,) = (row for row in result.flags if row.measure == "games with indian_allies bought")
    assert row.difference.low > 0 and row.ours > row.theirs and row.p < 0.01
    assert result.games == 240 and "indian_allies bought" in str(result)
    back = compare(PRINTED, TWEAKED, "scripted", sizes=Sizes(blocks=240))
    (other,) = (row for row in back.flags if row.measure == "games with indian_allies bought")
    assert other.difference.mean == pytest.approx(-row.difference.mean)


def test_a_ruleset_is_exactly_equal_to_itself() -> None:
    for rules in (PRINTED, TWEAKED):
        result = compare(rules, rules, "scripted", sizes=Sizes(blocks=5), allow_equal=True)
        assert not result.flags
        for row in result.rows:
            assert tuple(row.difference) == (0, 0, 0) and row.ours == row.theirs
            assert math.isnan(row.p)


def test_differences_are_tested_together() -> None:
    draw = np.random.default_rng(1)
    noise = [draw.normal(size=40) for _ in range(20)]
    ours = {f"measure {i}": blocks for i, blocks in enumerate(noise)}
    theirs = {name: blocks + draw.normal(size=40) for name, blocks in ours.items()}
    shifted = theirs | {"measure 3": ours["measure 3"] - 2}
    rows = {row.measure: row for row in differences(ours, shifted)}
    assert [name for name, row in rows.items() if row.is_flagged] == ["measure 3"]
    assert rows["measure 3"].difference.mean == pytest.approx(2)


def test_measures_that_are_equal_everywhere_are_no_tests() -> None:
    """They would make the others look less sure."""
    draw = np.random.default_rng(1)
    ours, theirs = draw.normal(size=(2, 40))
    (alone,) = differences({"decisions": ours}, {"decisions": theirs})
    same = {f"measure {i}": ours for i in range(20)}
    rows = differences({"decisions": ours} | same, {"decisions": theirs} | same)
    assert 0 < alone.p < 1 and rows[0].p == alone.p
    assert all(math.isnan(row.p) and not row.is_flagged for row in rows[1:])


def test_tiles_that_nobody_buys_have_rows() -> None:
    result = compare(TWEAKED, PRINTED, "random", sizes=Sizes(blocks=1))
    tiles = [row.tile for row in result.rows if row.tile]
    assert len(tiles) == 33
    never = [row for row in result.rows if row.tile and row.ours == row.theirs == 0]
    assert never and all(math.isnan(row.p) for row in never)
    assert "not tested" in str(result)


def test_intervals_of_shares_stay_in_their_range() -> None:
    ours, theirs = np.array([1.0, 1.0, 0.0]), np.zeros(3)
    names = [
        "win share of p1",
        "games with navy bought",
        "comebacks after turn 4",
        "lead changes",
        "VP of the winner",
    ]
    rows = differences(dict.fromkeys(names, ours), dict.fromkeys(names, theirs))
    highs = {row.measure: row.difference.high for row in rows}
    assert [highs[name] for name in names[:3]] == [1, 1, 1] and highs["lead changes"] < 7
    assert highs["VP of the winner"] > 2
    seven = differences({"lead changes": 7 * ours}, {"lead changes": theirs})
    assert seven[0].difference.high == 7


def test_equal_blocks_prove_nothing_for_two_rulesets() -> None:
    names = ["win share of p1", "games with navy bought", "lead changes", "decisions"]
    few, many = (dict.fromkeys(names, np.ones(blocks)) for blocks in (8, 3000))
    for row in differences(few, few):
        assert row.difference.low < -0.05 and row.difference.high > 0.05, row
        assert row.difference.mean == 0 and math.isnan(row.p)
    for row in differences(many, many):
        assert -0.01 < row.difference.low < 0 < row.difference.high < 0.01, row
    for row in differences(few, few, same_rules=True):
        assert tuple(row.difference) == (0, 0, 0) and math.isnan(row.p)
    result = compare(TWEAKED, PRINTED, "scripted", sizes=Sizes(blocks=4))
    equal = [row for row in result.rows if row.ours == row.theirs]
    assert equal and all(row.difference.low < row.difference.high for row in result.rows)
    assert "An interval is never empty, even if all blocks gave" in page_of(result)
    assert result.to_html() == page_of(result) and "<iframe" in result._repr_html_()
    frame = result.to_pandas()
    assert frame["measure"].tolist() == [row.measure for row in result.rows]
    assert frame["difference_low"].tolist() == [row.difference.low for row in result.rows]


def test_an_interrupt_tells_what_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "l.db"

    def stop(_: str) -> None:
        raise KeyboardInterrupt

    sizes = Sizes(blocks=4)
    with pytest.raises(KeyboardInterrupt, match=r"l\.db; the same call goes on"):
        compare(TWEAKED, PRINTED, "scripted", sizes=sizes, ledger=file, progress=stop)
    with pytest.raises(KeyboardInterrupt, match="complete; its games are lost, a ledger would"):
        compare(TWEAKED, PRINTED, "scripted", sizes=sizes, progress=stop)


def test_the_same_ledger_gives_the_same_bytes(tmp_path: Path) -> None:
    file = tmp_path / "l.db"
    one = compare(TWEAKED, PRINTED, "scripted", sizes=Sizes(blocks=4), ledger=file)
    two = compare(TWEAKED, PRINTED, "scripted", sizes=Sizes(blocks=4), ledger=file, threads=2)
    assert one.to_json() == two.to_json() and json.loads(one.to_json()) == one.to_dict()
    with pytest.raises(carrack.InputError, match="was begun with other settings.*: ruleset"):
        compare(PRINTED, TWEAKED, "scripted", sizes=Sizes(blocks=4), ledger=file)


def test_the_page_shows_every_measure_and_marks_those_that_differ() -> None:
    result = compare(TWEAKED, PRINTED, "scripted", sizes=Sizes(blocks=240))
    page = page_of(result)
    expect_whole(page)
    assert page.count("<span class='flag'>differs</span>") == len(result.flags) > 0
    assert f"<b>{counted(len(result.flags), 'difference')}</b>" in page
    for row in result.rows:
        shown = row.tile.replace("_", " ") if row.tile else row.seat or row.measure
        assert f"<th scope='row'>{shown}</th>" in page
        drawn = f"<title>{row.measure}: {row.ours:.3f} and {row.theirs:.3f}"
        assert (drawn in page) == bool(row.tile or row.seat)
    assert html.escape('{"tiles": {"indian_allies": {"cost": 11}}}') in page
    assert "aoe3-4: the printed figures." in page
    assert "&lt;0.001</td>" in page and "<0.001" in str(result) and " 0.000\n" not in str(result)
    equal = compare(PRINTED, PRINTED, "scripted", sizes=Sizes(blocks=4), allow_equal=True)
    same = page_of(equal)
    expect_whole(same)
    assert "<div class='flags none'><b>0 differences</b>" in same
    assert "Both rulesets are the same" in same


def test_what_networks_do_not_read_is_told() -> None:
    few = Sizes(blocks=4)
    for one, other, agent, told in (
        (TWEAKED, PRINTED, "policy", True),
        (PRINTED, TWEAKED, "restricted:ban=navy,of=policy", True),
        (PRINTED, PRINTED, "policy", False),
        (TWEAKED, PRINTED, "scripted", False),
    ):
        shown = str(compare(one, other, agent, sizes=few, allow_equal=True))
        assert (NETWORK_NOTE in shown) == told
    for agent, asks in (("mcts", True), ("uct", False), ("process:./play --of :net=x", False)):
        full = agent if agent.startswith("process") else carrack.agent(agent).spec
        assert uses_network(full) == asks


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(carrack.InputError, match="aoe3-3 has 3 players, expected 4"):
        compare(PRINTED, carrack.Ruleset(players=3), "scripted")
    with pytest.raises(carrack.InputError, match="threads is 0"):
        compare(PRINTED, TWEAKED, "scripted", threads=0)
    with pytest.raises(carrack.InputError, match=r"both rulesets are aoe3-4, .*allow_equal=True$"):
        compare(PRINTED, carrack.Ruleset("aoe3", 4), "scripted")


def test_the_study_of_a_tweaked_ruleset_has_its_prices() -> None:
    tweak = {"name": "x", "tiles": {"monastery": {"cost": 7}, "navy": {"copies": 0}}}
    rules = carrack.Ruleset("aoe3", 2, tweak=tweak)
    result = balance(rules, "scripted", compare="3", sizes=Sizes().scaled(0.002))
    prices = {row.tile: row.price for row in result.tiles}
    assert prices["monastery"] == 7 and prices["settlers"] == 10 and "navy" not in prices
    assert {row.players for row in result.seats} == {2, 3}
    assert result.to_dict()["tweak"] == tweak and "aoe3-2~x" in str(result)


def test_the_command_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cheap.json"
    file.write_text(json.dumps(CHEAP))
    words = ["--agent", "scripted", "--scale", "0.002", "--tweak", str(file), "--against"]
    assert package.main([*words, "none", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tweak"] == CHEAP and told["other_tweak"] is None and told["blocks"] == 24
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**CHEAP, "start": {"money": 11}}))
    assert package.main([*words, str(other)]) == 1
    assert "both rulesets are called aoe3-4~cheap-allies, but" in capsys.readouterr().err
    other.write_text(json.dumps({**CHEAP, "name": "other"}))
    assert package.main([*words, str(other)]) == 0
    assert "aoe3-4~cheap-allies against aoe3-4~other" in capsys.readouterr().out
    page = tmp_path / "cheap.html"
    assert package.main([*words, "none", "--html", str(page)]) == 0
    capsys.readouterr()
    expect_whole(page.read_text(encoding="utf-8"))
    assert package.main([*words, "none", "--html", str(page)]) == 1
    assert "cheap.html" in capsys.readouterr().err
    for wrong, message in (
        ([str(tmp_path / "none.json")], "none.json"),
        ([str(file)], f"--against {file}: both rulesets are aoe3-4~cheap-allies"),
    ):
        assert package.main([*words, *wrong]) == 1
        assert message in capsys.readouterr().err
    assert package.main(["--agent", "scripted", "--against", "none"]) == 1
    told = capsys.readouterr()
    assert not told.out and len(told.err.splitlines()) == 1
    assert "--against none: both rulesets are aoe3-4, so nothing can differ" in told.err
    file.write_text('{"name": "x", "tile": {}}')
    assert package.main([*words, "none"]) == 1
    assert "cheap.json: tweak: unknown key 'tile'" in capsys.readouterr().err


def effect_in(result: carrack.balance.Comparison) -> Difference:
    """The row of the effect of the only tile."""
    (row,) = (row for row in result.rows if row.effect_of)
    return row


def test_effects_of_tiles_are_compared_with_the_same_seeds() -> None:
    sizes = Sizes(blocks=4, trial_games=(4, 800, 4))
    result = compare(TWEAKED, PRINTED, "scripted", sizes=sizes, tiles=["indian_allies"])
    row = effect_in(result)
    assert row.measure == "effect of indian_allies" and row.effect_of == "indian_allies"
    assert result.trial_games == 800 and "in 800 games each" in str(result)
    (prices,) = result.prices
    apart = []
    for rules, effect, price, fair, forks in (
        (TWEAKED, row.ours, prices.price, prices.fair_price, prices.forks),
        (PRINTED, row.theirs, prices.other_price, prices.other_fair_price, prices.other_forks),
    ):
        seed = result.plan.seed_of(COMPARED_TILES)
        frame = carrack.trial(
            rules, ["scripted"], ["indian_allies"], games=800, occasion="offered", seed=seed,
            discounts=DISCOUNTS,
        )  # fmt: skip
        gains = [frame[f"win_share_of_discount_{d}"].iloc[0] for d in DISCOUNTS]
        assert abs(effect) < max(gains) and forks == frame["forks"].iloc[0]
        gap = np.interp(abs(effect), [0, *gains], [0, *DISCOUNTS])
        assert (
            fair.mean == pytest.approx(price + np.sign(effect) * gap)
            and fair.low < fair.mean < fair.high
        )
        assert effect == pytest.approx(frame["win_share_vs_other"].iloc[0])
        apart.append(frame["win_share_vs_other_half_width"].iloc[0])
    assert row.difference.mean == pytest.approx(row.ours - row.theirs)
    assert 0 < row.difference.half_width < 1.02 * np.hypot(*apart)
    assert (prices.price, prices.other_price) == (11, 14)
    page, shown_price = page_of(result), price_text(prices.fair_price, 11)
    assert "<h2>Effects of tiles</h2>" in page and f"<td>{shown_price}</td>" in page
    assert shown_price in str(result)
    frame = result.to_pandas("prices")
    assert frame["fair_price_low"].tolist() == [prices.fair_price.low]
    assert frame["other_fair_price"].tolist() == [prices.other_fair_price.mean]
    with pytest.raises(
        carrack.InputError, match=r"unknown table 'price' \(known: differences, prices"
    ):
        result.to_pandas("price")
    shown = json.loads(result.to_json())
    assert shown["prices"][0]["other_fair_price"]["mean"] == pytest.approx(
        prices.other_fair_price.mean, rel=1e-5
    )
    assert shown["trial_games"] == 800
    assert row.measure in [other["measure"] for other in shown["differences"]]


def test_an_effect_of_few_forks_has_a_wide_interval() -> None:
    equal = np.zeros(1000)
    name = "effect of navy"
    (wide,) = differences({name: equal}, {name: equal}, steps={name: 1000 / 4})
    (narrow,) = differences({name: equal}, {name: equal}, steps={name: 1.0})
    assert wide.difference.half_width > 100 * narrow.difference.half_width > 0
    assert wide.difference.half_width > 1.96 / 4


def test_effects_are_exactly_equal_for_equal_rules_and_unknown_without_forks() -> None:
    sizes = Sizes(blocks=4, trial_games=(30, 4, 1))
    same = compare(PRINTED, PRINTED, "scripted", sizes=sizes, tiles=["monastery"], allow_equal=True)
    assert tuple(effect_in(same).difference) == (0, 0, 0)
    few = Sizes(blocks=4, trial_games=(1, 1, 1))
    result = compare(TWEAKED, PRINTED, "random", sizes=few, tiles=["wealth"])
    unknown = effect_in(result)
    assert np.isnan(result.prices[0].fair_price).all() and "unknown" in str(result)
    assert json.loads(result.to_json())["prices"][0]["fair_price"]["mean"] is None
    assert np.isnan(unknown.difference.mean) and np.isnan(unknown.p) and not unknown.is_flagged
    with pytest.raises(carrack.InputError, match="nayv cannot be bought in aoe3-4~cheap"):
        compare(TWEAKED, PRINTED, "scripted", tiles=["nayv"])
