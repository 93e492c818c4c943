"""The page: what it shows can be read without a mouse, by everybody."""

import html
import itertools
import math
import re
from dataclasses import replace
from importlib import resources

import pytest

import carrack
from carrack import MeanInterval
from carrack.balance import Balance, Sizes, balance
from carrack.balance.measures.flags import FAMILY_WISE
from carrack.balance.page import page_of, sections
from carrack.balance.page.charts import ARROWS, Curve, Row, curves, intervals
from carrack.balance.page.definitions import DEFINITIONS
from carrack.balance.text import DOCK_NOTE, NETWORK_NOTE, dollars, interval, price_text

from .pages import column, expect_whole, tables_of

CSS = resources.files("carrack.balance.page").joinpath("page.css").read_text("utf-8")
UNKNOWN = MeanInterval(math.nan, math.nan, math.nan)


@pytest.fixture(scope="module")
def tiny() -> Balance:
    """The smallest study: some tiles have no forks, and money makes no difference."""
    return balance(
        carrack.Ruleset(players=4), "random", compare="2", sizes=Sizes().scaled(0.0001), seed=3
    )


def test_tables_are_frames(tiny: Balance) -> None:
    tables = {"seats": tiny.seats, "course": tiny.courses, "luck": tiny.luck, "tiles": tiny.tiles}
    for name, rows in tables.items():
        assert len(tiny.to_pandas(name)) == len(rows)
    seats = tiny.to_pandas("seats")
    assert seats["win_share"].tolist() == [row.win_share.mean for row in tiny.seats]
    assert seats["win_share_high"].tolist() == [row.win_share.high for row in tiny.seats]
    course = tiny.to_pandas("course")
    assert course["lead_8"].tolist() == [row.lead[7] for row in tiny.courses]
    assert course["decisions_range_low"].tolist() == [c.decisions_range[0] for c in tiny.courses]
    assert "gains_of_discount_3" in tiny.to_pandas("tiles")
    assert set(tiny.to_pandas("strategies")["part"]) == {"styles", "restricted"}
    columns = ["table", "subject", "verdict", "p", "effect", "low", "high", "direction"]
    assert list(tiny.to_pandas("flags")) == columns
    with pytest.raises(carrack.InputError, match=r"unknown table 'seat' \(known: seats, course, "):
        tiny.to_pandas("seat")


def test_what_was_not_seen_is_a_dash(tiny: Balance) -> None:
    unseen = [row for row in tiny.tiles if row.forks == 0]
    assert unseen and all(math.isnan(row.vs_other.mean) for row in unseen)
    page = page_of(tiny)
    assert tiny.to_html() == page and html.escape(page) in tiny._repr_html_()
    expect_whole(page)
    table = tables_of(page)["Prices, effects and purchases of the tiles"]
    rows = {row[0].text: [cell.text for cell in row] for row in table.rows[1:]}
    for tile in unseen:
        assert rows[tile.tile.replace("_", " ")].count("–") == 5
    for age in (1, 2, 3):  # after all others of their age
        forks = [row.forks > 0 for row in tiny.tiles if row.age == age]
        assert forks == sorted(forks, reverse=True)
    assert not re.search(r"\bnan\b", str(tiny))
    assert interval(UNKNOWN, 3) == "–" and interval(MeanInterval(0.5, *UNKNOWN[:2]), 1) == "0.5"


def test_intervals_have_a_width_also_in_a_tiny_study(tiny: Balance) -> None:
    """As the section on methods says."""
    for row in (*tiny.tiles, *tiny.seats, *tiny.courses):
        for name, value in vars(row).items():
            if isinstance(value, MeanInterval) and name != "fair_price":
                assert math.isnan(value.low) or value.low < value.high, (row, name)
    gains = [gain for row in tiny.tiles if row.forks > 1 for gain in row.gains]
    assert any(gain.mean == 0 for gain in gains) and all(gain.error > 0 for gain in gains)
    shown = tables_of(page_of(tiny))["Gain in win share and in VP from a lower price"]
    ends = re.findall(r"\[(\S+), (\S+)\] ", " ".join(column(shown, "$3 less")) + " ")
    assert ends and all(float(low) < float(high) for low, high in ends)


def test_the_leaders_of_every_turn_are_in_a_table(tiny: Balance) -> None:
    table = tables_of(page_of(tiny))["Win share of a leader after each turn"]
    assert column(table, "players") == [f"{course.players} players" for course in tiny.courses]
    for turn in range(1, 8):
        shown = column(table, f"turn {turn}")
        assert shown == [interval(course.leader_wins[turn - 1], 3) for course in tiny.courses]


def test_payoffs_have_their_intervals(tiny: Balance) -> None:
    shown = tables_of(page_of(tiny))
    for table in tiny.strategies:
        title = "Scripted styles" if table.part == "styles" else "Restricted play of the agent"
        matrix = shown[f"{title}: rate ahead of the column"].rows[1:]
        for row, payoffs in zip(matrix, table.payoffs, strict=True):
            assert [cell.text for cell in row[1:]] == [
                "" if payoff is None else interval(payoff, 2) for payoff in payoffs
            ]


def test_curves_stand_beside_each_other() -> None:
    share = MeanInterval(0.5, 0.4, 0.6)
    names = [f"{players} players" for players in range(2, 7)]
    chart = curves([Curve(name, [share] * 7, 0.5) for name in names], "turn", "Chart")
    places = [float(x) for x in re.findall(r"<line class='bar' x1='([\d.]+)'", chart)]
    assert len(places) == 35
    for one, two in itertools.combinations(places, 2):
        assert abs(one - two) >= 4
    ends = [float(y) for y in re.findall(r"class='name' x='\S+' y='([\d.]+)'", chart)]
    assert min(abs(a - b) for a, b in itertools.combinations(ends, 2)) >= 14


def test_names_of_curves_stay_in_the_chart() -> None:
    none = MeanInterval(0, 0, 0.1)
    chart = curves([Curve(f"{n} players", [none] * 7, 1 / n) for n in range(2, 7)], "turn", "Chart")
    height = float(re.findall(r"viewBox='0 0 \d+ (\d+)'", chart)[0])
    places = [float(y) for y in re.findall(r"class='name' x='\S+' y='([\d.]+)'", chart)]
    assert len(places) == 5 and max(places) < height - 20


def test_arrows_are_explained_where_they_are() -> None:
    def chart(*values: MeanInterval) -> str:
        rows = [Row("tile", value, "told") for value in values]
        return intervals(rows, "axis", "Chart", -1, 1, 0)

    inside = chart(MeanInterval(0.5, 0, 1), UNKNOWN, MeanInterval(0.5, math.nan, math.nan))
    assert "<path" not in inside and ARROWS not in inside
    assert inside.count("class='bar'") == 1 and inside.count("<circle") == 2
    beyond = chart(MeanInterval(0.5, 0, 1), MeanInterval(-math.inf, -math.inf, 0.2))
    assert beyond.count("<path") == 1 and beyond.endswith(ARROWS)
    assert beyond.count("<circle") == 1


def test_the_chart_of_luck_has_all_means(tiny: Balance) -> None:
    luck = [
        replace(tiny.luck[0], luck=MeanInterval(mean, mean - 0.3, mean + 0.2))
        for mean in (-0.45, 0.3, 1.2)
    ]
    shown = sections.luck(replace(tiny, luck=tuple(luck)))
    assert shown.count("<circle") == 3 and "<path" not in shown


def test_fair_prices_are_drawn_from_the_price(tiny: Balance) -> None:
    """A dear tile does not stretch the axis, and the line is where the price is fair."""
    prices = {"monastery": 10, "trading_post": 99, "cartography": 3}
    rows = [
        replace(row, price=prices[row.tile], fair_price=MeanInterval(*fair))
        for row in tiny.tiles
        if row.tile in prices
        for fair in [(prices[row.tile] + 2.0, prices[row.tile] - 3.0, prices[row.tile] + 4.0)]
    ]
    page = sections.tiles(replace(tiny, tiles=tuple(rows)))
    assert len(set(re.findall(r"<circle class='dot' cx='([\d.]+)'", page))) == 1
    ticks = re.findall(r"text-anchor='middle'>(-?[\d.]+)</text>", page)
    assert ticks == ["-20", "-10", "0", "10", "20"]
    (line,) = re.findall(r"class='zero' x1='([\d.]+)'", page)
    (zero,) = re.findall(r"x='([\d.]+)' y='[\d.]+' text-anchor='middle'>0<", page)
    assert line == zero
    assert "trading post $99" in page and "printed" not in page


def test_every_flag_has_its_p(tiny: Balance) -> None:
    row = replace(
        tiny.tiles[0],
        vs_other=MeanInterval(-0.2, -0.3, -0.1),
        vs_nothing=MeanInterval(-0.2, -0.3, -0.1),
        buy_rate=MeanInterval(0, 0, 0.004),
        p_price=1.0,
        p_dominated=0.012,
        p_never=0.0001,
    )
    assert row.p_price > FAMILY_WISE
    shown = tables_of(sections.tiles(replace(tiny, tiles=(row,))))
    table = shown["Prices, effects and purchases of the tiles"]
    assert column(table, "flags, adjusted p") == ["dominated 0.012 , never bought <0.001"]
    assert column(table, "p of the price, adjusted") == ["1.000"]


def test_what_networks_do_not_read_is_told(tiny: Balance) -> None:
    tweaked = carrack.Ruleset(tweak={"name": "cheap", "tiles": {"monastery": {"cost": 7}}})
    plan = replace(tiny.plan, ruleset=tweaked)
    policy = carrack.agent("policy").spec
    for result, told in (
        (replace(tiny, plan=plan, agent=policy), True),
        (replace(tiny, plan=plan), False),
        (replace(tiny, agent=policy), False),
    ):
        assert (NETWORK_NOTE in str(result)) == told
        assert (NETWORK_NOTE in page_of(result)) == told
        expect_whole(page_of(result))


def test_a_dock_of_one_size_is_told_where_players_are_compared(tiny: Balance) -> None:
    dock = carrack.Ruleset(tweak={"name": "docks", "spaces": {"dock": 6}})
    told = DOCK_NOTE.format(spaces=6)
    compared = replace(tiny, plan=replace(tiny.plan, ruleset=dock))
    assert told in str(compared) and told in page_of(compared)
    alone = replace(tiny, plan=replace(tiny.plan, ruleset=dock, compared=()))
    assert told not in str(alone) and told not in page_of(alone)


def test_every_kind_of_tile_is_defined() -> None:
    for tile in carrack.tiles():
        assert f"; {tile['kind']}, " in DEFINITIONS["Restricted play"].replace(": ", "; ")


def test_amounts_of_money() -> None:
    assert [dollars(amount) for amount in (2.04, -0.04, -2.06)] == ["$2.0", "$0.0", "-$2.1"]


def test_a_price_out_of_reach_is_in_words(tiny: Balance) -> None:
    row = replace(tiny.tiles[0], price=14, fair_price=MeanInterval(-math.inf, -math.inf, 11.74))
    assert price_text(row.fair_price, row.price) == "below -$6.0 [below -$6.0, $11.7]"
    assert price_text(UNKNOWN, row.price) == "unknown"


Colour = tuple[float, float, float]


def variables(scheme: str) -> dict[str, str]:
    """The variables of the style sheet in a colour scheme."""
    light, dark = re.findall(r":root \{(.*?)\}", CSS, re.S)
    found = dict(re.findall(r"--([\w-]+): ([^;]+);", light))
    return found | (dict(re.findall(r"--([\w-]+): ([^;]+);", dark)) if scheme == "dark" else {})


def colour(word: str) -> Colour:
    if word.startswith("#"):
        red, green, blue = (int(word[i : i + 2], 16) for i in (1, 3, 5))
    else:
        red, green, blue = (int(part) for part in word.split(","))
    return red, green, blue


def luminance(rgb: Colour) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, two: Colour) -> float:
    """As in the Web Content Accessibility Guidelines 2.1."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(scheme: str) -> None:
    known = variables(scheme)
    for ground in ("back", "panel"):
        for name in ("text", "dim", "blue", "orange", "green", "purple"):
            assert contrast(colour(known[name]), colour(known[ground])) >= 4.5, (name, ground)
    most, back = float(known["most-tint"]), colour(known["back"])
    for hue in ("blue-tint", "orange-tint"):
        for strength in (most / 2, most):
            tint = [
                strength * t + (1 - strength) * b
                for t, b in zip(colour(known[hue]), back, strict=True)
            ]
            assert contrast(colour(known["text"]), (tint[0], tint[1], tint[2])) >= 4.5, hue
    assert "opacity" not in CSS
