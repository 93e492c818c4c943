"""match, verify, perft, fit, rate, and ``python -m carrack``: the commands from Python."""

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import CARRACK

import carrack

RULES = carrack.Ruleset(players=3)


def command(*words: str) -> str:
    return subprocess.run([CARRACK, *words], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "games.jsonl"
    words = "tournament --players 3 --agent scripted --agent scripted:trader --agent random"
    command(*words.split(), "--games", "120", "--record", str(file))
    return file


def test_match_is_that_of_the_command(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    ended = carrack.match(RULES, "scripted", "random", elo1=60, threads=2, record=record)
    words = "match --players 3 --agent scripted --agent random --elo1 60 --json"
    shown = json.loads(command(*words.split()))
    assert ended.verdict == shown["verdict"] == "H1"
    assert (ended.blocks, ended.games) == (shown["blocks"], shown["games"])
    assert ended.llr == pytest.approx(shown["llr"])
    assert ended.win_share == pytest.approx(shown["win_share"])
    assert repr(ended).startswith("<carrack.Match aoe3-3: H1, scripted against random, ")
    assert carrack.verify(record).games == ended.games
    assert str(ended).startswith("H1: A scripted against B random")
    with pytest.raises(carrack.InputError, match="exists"):
        carrack.match(RULES, "scripted", "random", record=record)


def test_figures_of_a_match_are_those_of_the_command() -> None:
    ended = carrack.match(RULES, "scripted:settler", "scripted:trader", elo1=150)
    words = "match --players 3 --agent scripted:settler --agent scripted:trader --elo1 150 --json"
    shown = json.loads(command(*words.split()))
    assert 0 < ended.win_share < 1 and ended.blocks == shown["blocks"]
    assert ended.llr_bounds == pytest.approx(shown["llr_bounds"])
    for name in ("elo", "elo_low", "elo_high", "win_share_low", "win_share_high"):
        assert getattr(ended, name) == pytest.approx(shown[name])


def test_match_takes_agents_of_ones_own() -> None:
    class First(carrack.PythonAgent):
        def choose(self, state: carrack.State, seed: int) -> int:
            return state.legal_actions()[0]

    ended = carrack.match(RULES, carrack.agent("scripted"), First(), elo1=100)
    assert ended.verdict == "H1" and ended.agents == ("scripted:balanced", "First")
    assert ended.forfeits == (0, 0)
    few = carrack.match(RULES, First(), First(), max_blocks=2)
    assert (few.verdict, few.games) == ("undecided", 4)
    with pytest.raises(carrack.InputError, match="one thread"):
        carrack.match(RULES, "random", First(), threads=2)
    with pytest.raises(carrack.InputError, match="elo"):
        carrack.match(RULES, "random", "random", elo0=5, elo1=1)


def test_verify_counts_what_is_right(games: Path, tmp_path: Path) -> None:
    counted = carrack.verify(games)
    assert counted.games == 120
    assert command("verify", str(games)) == f"120 games, {counted.events} events: ok\n"
    with pytest.raises(FileNotFoundError):
        carrack.verify(tmp_path / "none")
    wrong = tmp_path / "wrong"
    wrong.write_text(games.read_text().replace("place colonist", "place soldier", 1))
    with pytest.raises(carrack.InputError, match="wrong:"):
        carrack.verify(wrong)


def test_perft_counts_and_divides() -> None:
    four = carrack.Ruleset(players=4)
    assert [carrack.perft(four, depth) for depth in range(4)] == [1, 12, 139, 1558]
    divided = carrack.perft(four, 3, divide=True)
    assert sum(divided.values()) == 1558 and list(divided) == sorted(divided)
    shown = json.loads(command(*"perft --players 4 --depth 3 --divide --json".split()))
    assert shown["divide"] == divided
    state = four.new_state(seed=5)
    by_seed = json.loads(command(*"perft --players 4 --depth 2 --seed 5 --json".split()))
    assert carrack.perft(state, 2) == by_seed["depths"][1]["leaves"]
    assert state == four.new_state(seed=5)
    with pytest.raises(carrack.InputError, match="chance is to move"):
        carrack.perft(four.new_state(), 1)
    with pytest.raises(carrack.InputError, match="depth is 13, expected 0 to 12"):
        carrack.perft(four, 13)
    nothing: Any = "aoe3"
    with pytest.raises(TypeError, match="start is 'aoe3', expected a Ruleset or a State"):
        carrack.perft(nothing, 1)


def test_fit_is_that_of_the_command(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json"
    frame = carrack.fit(40, seed=3, threads=2, output=ours)
    command("fit", "--games", "40", "--seed", "3", "--output", str(theirs))
    assert ours.read_text() == theirs.read_text()
    assert set(frame["edition"]) == {"aoe3", "empires"} and set(frame["turn"]) == set(range(1, 9))
    assert frame["positions"].sum() > 1000
    with pytest.raises(carrack.InputError, match="exists"):
        carrack.fit(40, output=ours)
    with pytest.raises(carrack.InputError, match="noise is 2"):
        carrack.fit(40, noise=2)
    with pytest.raises(carrack.InputError, match="games is 0"):
        carrack.fit(0)


def test_fit_on_games_of_an_external_agent() -> None:
    pytest.importorskip("pandas")
    example = Path(__file__).parents[2] / "experiments" / "examples" / "external_agent.py"
    agent = f"process:{sys.executable} {example}"
    one, two = (carrack.fit(12, seed=3, threads=n, agent=agent) for n in (1, 2))
    assert one.equals(two)
    assert one.attrs == {"forfeits": 0, "first_forfeit": None}


def test_fit_says_what_it_left_out() -> None:
    pytest.importorskip("pandas")
    bad = Path(__file__).parents[1] / "agents" / "external" / "bad_agent.py"
    frame = carrack.fit(12, noise=0.97, agent=f"process:python3 {bad} crashes")
    assert 0 < frame.attrs["forfeits"] < 14
    assert "python3 has ended with status 3" in frame.attrs["first_forfeit"]


def test_rate_is_that_of_the_command(games: Path) -> None:
    pytest.importorskip("pandas")
    frame = carrack.rate(games, by_seat=True, luck=True, alpha_rank=True, bootstrap=200)
    words = "--by-seat --luck --alpha-rank --bootstrap 200 --json"
    shown = json.loads(command("rate", str(games), *words.split()))
    assert frame["agent"].tolist() == [row["agent"] for row in shown["entrants"]]
    assert frame["spec"].tolist() == [row["name_in_file"] for row in shown["entrants"]]
    for row, theirs in zip(frame.to_dict("records"), shown["entrants"], strict=True):
        assert row["elo"] == pytest.approx(theirs["elo"])
        for key in ("win_share_low", "win_share_high", "elo_low", "win_share_less_luck",
                    "variance_ratio", "alpha_rank", "alpha_rank_high", "mean_vp"):  # fmt: skip
            expected = math.nan if theirs[key] is None else theirs[key]
            assert row[key] == pytest.approx(expected, nan_ok=True)
        for seat in range(3):
            own = theirs["by_seat"][seat]["win_share"]
            assert row[f"win_share_p{seat + 1}"] == pytest.approx(own)
    assert [row["seat"] for row in frame.attrs["seats"]] == [1, 2, 3]
    assert frame.attrs["seats"][0]["elo"] == pytest.approx(shown["seats"][0]["elo"])
    anchored = carrack.rate([games], anchor="scripted")
    assert anchored.set_index("agent")["elo"]["scripted:balanced"] == 0
    by_agent = carrack.rate([games], anchor=carrack.agent("scripted"))
    assert by_agent["elo"].tolist() == anchored["elo"].tolist()
    with pytest.raises(carrack.InputError, match="bootstrap is 5, expected 0, or 200"):
        carrack.rate(games, bootstrap=5)
    with pytest.raises(carrack.InputError, match="did you mean 'random'"):
        carrack.rate(games, anchor="randm")


def test_a_ledger_has_the_same_ratings(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    file = tmp_path / "results.db"
    agents = ["uct:iterations=2", "scripted", "random"]
    carrack.tournament(RULES, agents, 30, ledger=file)
    ledger = carrack.Ledger(file)
    more = {"by_seat": True, "luck": True, "alpha_rank": True, "bootstrap": 200}
    frame = ledger.rate("uct:iterations=2", **more)  # type: ignore[arg-type]
    whole = ledger.rate(carrack.agent("uct:iterations=2").spec, **more)  # type: ignore[arg-type]
    assert frame.equals(whole)
    for column in ("win_share_p3", "win_share_less_luck", "alpha_rank", "mean_vp_high"):
        assert frame[column].notna().all(), column


def test_python_m_carrack_is_the_command_line(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "carrack", *words]
        return subprocess.run(line, capture_output=True, text=True, cwd=tmp_path)

    words = "perft --players 4 --depth 2 --divide".split()
    assert run(*words).stdout == command(*words)
    assert run("--version").stdout.startswith(carrack.ENGINE)
    wrong = run("tournamnet", "--help")
    assert wrong.returncode == 2 and wrong.stdout == ""
    assert "did you mean 'tournament'?" in wrong.stderr
    assert run("verify", "none").returncode == 1
    played = run("play", "--players", "2", "--agent", "random", "--record", "g.jsonl")
    assert played.returncode == 0 and carrack.verify(tmp_path / "g.jsonl").games == 100
    assert "carrack tune" in run("tune", "--help").stdout
