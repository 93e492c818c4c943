"""carrack balance from plan to page, at a small size."""

import errno
import inspect
import io
import math
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import carrack
from balance.pages import expect_whole
from carrack import MeanInterval
from carrack import balance as package
from carrack.balance import Balance, Sizes, balance, command_line
from carrack.balance.page import page_of
from carrack.balance.page.definitions import DEFINITIONS
from carrack.balance.plan import counts_of

RULES = carrack.Ruleset("aoe3", 2)
SIZES = Sizes().scaled(0.002)


@pytest.fixture(scope="module")
def whole() -> Balance:
    return balance(RULES, compare="3", sizes=SIZES, seed=3)


def test_all_sizes_are_played_and_told(whole: Balance) -> None:
    told = whole.to_dict()
    assert told["schema"] == 4 and told["ruleset"] == "aoe3-2" and told["compared"] == [3]
    assert [(row.players, row.seat) for row in whole.seats] == [
        (2, 1),
        (2, 2),
        (3, 1),
        (3, 2),
        (3, 3),
    ]
    for row in whole.seats:
        blocks = SIZES.blocks if row.players == 2 else SIZES.compared_blocks
        assert row.blocks == blocks and row.games == blocks
    assert {course.players for course in whole.courses} == {2, 3}
    assert {row.tile for row in whole.tiles} == {tile["name"] for tile in carrack.tiles("aoe3")}
    for tile in whole.tiles:
        assert tile.games == SIZES.trial_games[tile.age - 1] >= tile.forks
    assert told["tests"]["seats"] == 5 and told["sizes"]["trial_games"] == list(SIZES.trial_games)
    assert [table.part for table in whole.strategies] == ["styles", "restricted"]
    assert "win share" in str(whole) and "monastery" in str(whole)


def test_every_estimate_is_in_its_interval(whole: Balance) -> None:
    """Unknown ones aside; also in the JSON, where prices out of reach are words."""
    known = 0
    for row in (*whole.tiles, *whole.seats, *whole.courses, *whole.luck):
        for name, value in vars(row).items():
            if isinstance(value, MeanInterval) and not math.isnan(value.mean):
                assert value.low <= value.mean <= value.high, (row, name)
                known += 1
    assert known > 150
    for tile in whole.to_dict()["tiles"]:
        for name in ("vp_vs_other", "vp_vs_nothing", "vs_other", "vs_nothing"):
            effect = tile[name]
            if tile["forks"] > 1:
                assert effect["low"] <= effect["mean"] <= effect["high"], (tile["tile"], name)
    fair = {row.tile: row.fair_price for row in whole.tiles}
    words = {math.inf: "above", -math.inf: "below"}
    for tile in whole.to_dict()["tiles"]:
        for name, amount in fair[tile["tile"]]._asdict().items():
            shown = tile["fair_price"][name]
            if math.isinf(amount):
                assert shown == words[amount]
            elif not math.isnan(amount):
                assert shown == pytest.approx(amount, rel=1e-5)
    assert any(math.isinf(amount) for price in fair.values() for amount in price)


def test_effects_are_those_of_the_trial(whole: Balance) -> None:
    frame = carrack.trial(
        RULES, ["policy"], age=1, games=SIZES.trial_games[0], seed=whole.plan.seed_of(17)
    )
    shown = frame[frame["occasion"] == "offered"].set_index("tile")
    for row in whole.tiles:
        if row.age == 1:
            expected = shown.loc[row.tile]
            assert row.forks == expected["forks"]
            assert row.vs_other.mean == pytest.approx(expected["win_share_vs_other"])
            assert row.vs_nothing.mean == pytest.approx(expected["win_share_vs_nothing"])
            assert row.vs_other.half_width == pytest.approx(
                expected["win_share_vs_other_half_width"], rel=0.3
            )


def test_a_study_continues_after_an_interrupt_with_the_same_bytes(
    whole: Balance, tmp_path: Path
) -> None:
    file, lines = tmp_path / "l.db", []

    def stop(line: str) -> None:
        lines.append(line)
        if len(lines) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt, match=r"l\.db; the same call goes on"):
        balance(RULES, compare="3", sizes=SIZES, seed=3, ledger=file, progress=stop)
    again = balance(RULES, compare="3", sizes=SIZES, seed=3, ledger=file, threads=2)
    assert again.to_json() == whole.to_json()
    # A longer study in the same ledger adds nothing to the shorter one.
    balance(RULES, compare="3", sizes=Sizes().scaled(0.004), seed=3, ledger=file, threads=2)
    again = balance(RULES, compare="3", sizes=SIZES, seed=3, ledger=file, threads=2)
    assert again.to_json() == whole.to_json()
    with pytest.raises(carrack.InputError) as error:
        balance(RULES, compare="none", sizes=SIZES, seed=4, ledger=file)
    assert "--study NEW begins another (in Python study=)" in str(error.value)
    assert "seed is 3 there, 4 here" in str(error.value)


def test_the_numbers_of_players_are_all_by_default() -> None:
    signature = inspect.signature(balance)
    assert signature.parameters["compare"].default == "all"
    every = tuple(range(2, 6))
    assert counts_of("all", RULES) == every and counts_of("2,4", RULES) == (2, 4)
    assert counts_of("none", RULES) == counts_of(None, RULES) == ()
    with pytest.raises(carrack.InputError, match="as 2-5 or 2,4; all, or none$"):
        counts_of("any", RULES)


@pytest.mark.parametrize(
    ("edition", "modules", "gone"),
    [
        ("empires", ["builder"], ["mint"]),  # the only one of its kind
        ("aoe3", [], [tile["name"] for tile in carrack.tiles("aoe3", 1)]),
    ],
)
def test_tiles_that_a_tweak_removes_are_left_out(
    edition: str, modules: list[str], gone: list[str]
) -> None:
    tweak = {"name": "fewer", "tiles": {tile: {"copies": 0} for tile in gone}}
    rules = carrack.Ruleset(edition, 3, modules, tweak=tweak)
    result = balance(rules, "random", compare="none", sizes=Sizes().scaled(0.0002))
    assert not {row.tile for row in result.tiles if row.forks} & set(gone)


def test_the_page_is_whole_and_loads_nothing(whole: Balance) -> None:
    page = page_of(whole)
    expect_whole(page)
    for name in DEFINITIONS:
        assert f"<summary>{name}</summary>".replace("'", "&#x27;") in page


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"agent": "polcy"}, "policy"),
        ({"compare": "1-9"}, "compare 1 players"),
        ({"compare": "x"}, "as 2-5 or 2,4"),
        ({"compare": "2²"}, "as 2-5 or 2,4"),
        ({"compare": "2-99999999"}, "as 2-5 or 2,4"),
        ({"compare": "5-3"}, "the range 5-3 is empty"),
        ({"compare": "5-2,3"}, "compare '5-2,3': the range 5-2 is empty"),
        ({"compare": "3,,4"}, "as 2-5 or 2,4"),
        ({"study": "a/b"}, "without '/'"),
        ({"seed": -1}, "seed is -1"),
        ({"threads": 0}, "threads is 0"),
    ],
)
def test_wrong_arguments_are_refused(given: dict[str, object], words: str) -> None:
    arguments: dict[str, object] = {"sizes": SIZES, **given}
    with pytest.raises(carrack.InputError, match=re.escape(words)):
        balance(RULES, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["blocks", "luck_games", "trial_games"])
def test_every_part_has_games(name: str) -> None:
    sizes: dict[str, Any] = {name: (4, 0, 4) if name == "trial_games" else 0}
    word = "trial_games of age II" if name == "trial_games" else name
    with pytest.raises(carrack.InputError, match=f"^{word} is 0, expected 1 or more"):
        Sizes(**sizes)


def test_sizes_are_whole_numbers() -> None:
    with pytest.raises(TypeError, match="^blocks is 2.5, expected a whole number$"):
        Sizes(blocks=2.5)  # type: ignore[arg-type]
    with pytest.raises(carrack.InputError, match="expected one number for each age"):
        Sizes(trial_games=(4, 4))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^trial_games is 5, expected a list, as "):
        Sizes(trial_games=5)  # type: ignore[arg-type]


def test_the_command_writes_page_and_json(
    whole: Balance, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "b.html"
    words = ["--players", "2", "--compare", "3", "--scale", "0.002", "--seed", "3"]
    assert package.main([*words, "--html", str(page), "--json"]) == 0
    assert capsys.readouterr().out == whole.to_json() + "\n"
    assert page.read_text(encoding="utf-8") == page_of(whole)
    assert package.main([*words, "--html", str(page)]) == 1
    assert "--force replaces it" in capsys.readouterr().err
    assert package.main([*words, "--html", str(tmp_path / "no" / "b.html")]) == 1
    assert "no such folder" in capsys.readouterr().err
    for wrong, told in (
        (["--scale", "0"], "--scale: expected more than 0, at most 1000, not 0"),
        (["--scale", "nan"], "--scale: expected more than 0, at most 1000, not nan"),
        (["--against", "none", "--compare", "3"], "--compare excludes --against"),
        (["--tile", "navy", "glory"], "--tile requires --against"),
        (["--scle", "1"], "did you mean '--scale'"),
    ):
        with pytest.raises(SystemExit) as ended:
            package.main(wrong)
        assert ended.value.code == 2 and told in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--study", "x"], ["--ignore-signature"]])
def test_options_of_a_ledger_need_one(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        package.main(["--scale", "0.002", *words])
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"carrack: {words[0]} requires --ledger\n"


class Full(io.StringIO):
    """A standard output that takes nothing."""

    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_one_output_that_cannot_be_written_leaves_the_other(
    whole: Balance,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = tmp_path / "b.html"

    def page_in_the_way(_: Balance) -> str:
        page.mkdir()
        return "page"

    words = ["--players", "2", "--html", str(page)]
    monkeypatch.setattr(command_line, "balance", lambda *_, **__: whole)
    monkeypatch.setattr(command_line, "page_of", page_in_the_way)
    assert package.main(words) == 1
    told = capsys.readouterr()
    assert told.out == f"{whole}\n" and "b.html" in told.err
    page.rmdir()
    monkeypatch.setattr(command_line, "page_of", lambda _: "page")
    monkeypatch.setattr(sys, "stdout", Full())
    assert package.main(words) == 1
    assert "No space left" in capsys.readouterr().err
    assert page.read_text() == "page"
