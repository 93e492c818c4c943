"""carrack.learn: the loop, its folder and its command."""

import contextlib
import fcntl
import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import carrack

pytest.importorskip("jax")
pytest.importorskip("optax")

from tiny_plan import TINY  # noqa: E402

from carrack.learn import Plan, Table, learn  # noqa: E402
from carrack.learn.command_line import main  # noqa: E402
from carrack.learn.folder import Folder, Generation, value_helps  # noqa: E402
from carrack.learn.loop import Loop, is_kept  # noqa: E402
from carrack.learn.page import write_page  # noqa: E402
from carrack.learn.plan import Guide  # noqa: E402

ROOT = Path(__file__).parents[2]


def generation(number: int) -> Generation:
    losses = {"loss": 0.9, "evaluation_loss": 1.0}
    return Generation(
        number, 8, 60, dict.fromkeys(("kl", "script_kl", "top", "script_top"), 0.5),
        {"played": losses, "searched": losses},
        {"verdict": "H1", "win_share": 0.6, "blocks": 8},
        {"agents": ["random", "random"], "win_share": 0.5, "low": 0.4, "high": 0.6}, True, 1, 1,
    )  # fmt: skip


def test_the_loop_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole = Loop(Folder(tmp_path / "whole", TINY), 1, lambda _: None).run()
    assert [g.number for g in whole] == [1, 2] and all(g.examples > 50 for g in whole)
    told: list[str] = []
    assert learn(tmp_path / "whole", TINY, progress=told.append) == whole and not told
    with pytest.raises(carrack.InputError, match="has another plan: seed is 1 there, 2 here"):
        learn(tmp_path / "whole", replace(TINY, seed=2))

    class Stop(Exception):
        pass

    def run_until(line_number: int) -> list[Generation]:
        """Stops at a line of the reports, those before having been done."""
        left = line_number

        def report(_line: str) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                raise Stop

        return Loop(Folder(tmp_path / "parts", TINY), 1, report).run()

    for line_number in range(1, 20):
        with contextlib.suppress(Stop):
            parts = run_until(line_number)
            break
    assert line_number >= 6
    assert [g.gate for g in parts] == [g.gate for g in whole]
    assert [g.figures for g in parts] == [g.figures for g in whole]
    assert [g.value for g in parts] == [g.value for g in whole]
    for number in (1, 2):
        first, second = (
            carrack.Network(tmp_path / folder / f"generation-{number}.net")
            for folder in ("whole", "parts")
        )
        assert first.inputs == second.inputs
    page = write_page(tmp_path / "whole", whole)
    text = page.read_text()
    assert text.count("<circle") == 6
    assert text.count("<h2>") == text.count("aria-label=") - 1 == 3
    assert text.count("<td>") == text.count("<th scope='col'>") * len(whole) > 0


def test_workers_play_the_same_games(tmp_path: Path) -> None:
    dask = pytest.importorskip("distributed")
    from carrack.distributed import local_cluster

    class Played(Exception):
        pass

    def games(folder: str, client: Any = None) -> list[tuple[Any, ...]]:
        """The games of the searches of a generation; the loop is stopped before it trains."""

        def report(line: str) -> None:
            if "training" in line:
                raise Played

        with pytest.raises(Played):
            Loop(Folder(tmp_path / folder, TINY), 1, report, client).run()
        ledger = carrack.Ledger(tmp_path / folder / "games.db", "generation 1: aoe3-2")
        return [(record.agents, record.actions, record.notes) for record in ledger.records()]

    with local_cluster(2) as cluster, dask.Client(cluster) as client:
        there = games("there", client)
    here = games("here")
    assert here == there and len(here) == 8 and any(notes for _, _, notes in here)


def test_equal_searches_win_half_of_a_gate_with_three_seats(tmp_path: Path) -> None:
    tables = (Table("aoe3-3", "aoe3", 3),)
    training = replace(TINY.training, width=128, layers=(64,))  # of the default network
    plan = replace(TINY, tables=tables, training=training, start="default", gate_blocks=3)
    folder = Folder(tmp_path, plan)
    guide = folder.start_guide()
    assert guide is not None
    result = Loop(folder, 1, lambda _: None)._gate(1, guide)
    assert result["blocks"] == 3 and result["win_share"] == pytest.approx(0.5)


def test_a_folder_has_one_plan(tmp_path: Path) -> None:
    Folder(tmp_path, TINY)
    Folder(tmp_path, replace(TINY, generations=5))  # more generations may follow
    with pytest.raises(carrack.InputError, match="games is 8 there, 9 here"):
        Folder(tmp_path, replace(TINY, games=9))
    other = replace(TINY, training=replace(TINY.training, seed=5))
    with pytest.raises(carrack.InputError, match=r"training\.seed is 1 there, 5 here"):
        Folder(tmp_path, other)
    with pytest.raises(carrack.InputError, match="search is  there, root=gumbel here"):
        Folder(tmp_path, replace(TINY, search="root=gumbel"))
    plan = json.loads((tmp_path / "plan.json").read_text())
    plan["training"]["dropout"] = 0.5  # of another version
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    with pytest.raises(carrack.InputError, match=r"training\.dropout is 0.5 there, None here"):
        Folder(tmp_path, TINY)
    (tmp_path / "plan.json").write_text("[" * 100_000)
    with pytest.raises(carrack.InputError, match="plan.json"):
        Folder(tmp_path, TINY)


def test_a_plan_that_lacks_a_key_is_refused(tmp_path: Path) -> None:
    Folder(tmp_path, TINY)
    plan = json.loads((tmp_path / "plan.json").read_text())
    del plan["search"]
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    with pytest.raises(carrack.InputError, match="plan.json is not the plan of a loop"):
        Folder(tmp_path, TINY)


@pytest.mark.parametrize(
    "change",
    [
        {"number": 2},
        {"games": "8"},
        {"figures": {}},
        {"value": {"played": {}, "searched": {}}},
        {"gate": []},
        {"policy": {"agents": [1], "win_share": 0.5, "low": 0.4, "high": 0.6}},
        {"is_best": 1},
        {"more": 1},
    ],
)
def test_a_wrong_result_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    folder = Folder(tmp_path, TINY)
    folder.keep(generation(1))
    assert folder.result(1) == generation(1)
    file = tmp_path / "generation-1.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    with pytest.raises(carrack.InputError, match=r"generation-1\.json is not the result of"):
        folder.results()


def test_wrong_figures_of_a_network_are_refused(tmp_path: Path) -> None:
    folder = Folder(tmp_path, TINY)
    folder.network(1).write_bytes(b"")
    (tmp_path / "generation-1.figures.json").write_text("{}")
    with pytest.raises(carrack.InputError, match="figures.json has no figures; delete it"):
        Loop(folder, 1, lambda _: None)._train(1)


def test_the_seed_of_the_command_is_that_of_games_and_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_loop: Loop) -> list[Generation]:
        raise carrack.InputError("stopped")

    monkeypatch.setattr(Loop, "run", stop)
    for words, seed in (([], 1), (["--seed", "7"], 7), (["--seed", "7", "--small"], 7)):
        folder = tmp_path / "-".join(["run", *words])
        assert main([str(folder), *words]) == 1
        plan = json.loads((folder / "plan.json").read_text())
        seeds = (plan["seed"], plan["training"]["seed"], plan["value_training"]["seed"])
        assert seeds == (seed, seed, seed)
    Folder(tmp_path / "run", Plan())  # has the same plan


def test_no_games_are_played_again(tmp_path: Path) -> None:
    def seeds(name: str, plan: Plan) -> set[int]:
        folder = Folder(tmp_path / name, plan)
        return {folder.seed_of(n, part) for n in range(1, 9) for part in (0, 500, 700, 900)}

    first = seeds("1", TINY)
    assert {1001, 1501, 1701, 1901, 2001} <= first
    start = replace(TINY, training=replace(TINY.training, width=128, layers=(64,)), start="default")
    sets = [first, seeds("start", start)]
    sets += [seeds(str(seed), replace(TINY, seed=seed)) for seed in (0, 99, 101, 501, 1001, 2001)]
    assert len(set.union(*sets)) == sum(map(len, sets)) == 8 * 32


def test_fewer_generations_than_there_are_drop_none(tmp_path: Path) -> None:
    folder = Folder(tmp_path, TINY)
    for number in (1, 2):
        folder.keep(generation(number))
    shorter = Folder(tmp_path, replace(TINY, generations=1))
    results = Loop(shorter, 1, lambda _: None).run()
    assert [result.number for result in results] == [1, 2]


def test_search_keys_are_those_of_the_searches_learned_from() -> None:
    plan = replace(TINY, search="noise=0.25")
    assert plan.searcher(Guide("a.net")).endswith(
        ",noise=0.25,prior=network,rollout=network,value=network,net=a.net"
    )
    assert all("noise" in agent for agent in plan.agents(None, []) if agent.startswith("mcts"))
    with pytest.raises(carrack.InputError, match="did you mean 'gumbel'"):
        replace(TINY, search="root=gumble")


def test_one_process_learns_in_a_folder(tmp_path: Path) -> None:
    folder = Folder(tmp_path, TINY)
    with folder.locked(), pytest.raises(carrack.InputError, match="another process"):
        Loop(folder, 1, lambda _: None).run()


def test_of_two_first_starts_one_writes_its_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(carrack.InputError, match="another process is learning in"):
            Folder(tmp_path, TINY)
        assert not (tmp_path / "plan.json").exists()
    take = Folder.locked

    def late(folder: Folder) -> contextlib.AbstractContextManager[None]:
        """Another process begins just before."""
        monkeypatch.setattr(Folder, "locked", take)
        Folder(tmp_path, replace(TINY, games=9))
        return take(folder)

    monkeypatch.setattr(Folder, "locked", late)
    with pytest.raises(carrack.InputError, match="games is 9 there, 8 here"):
        Folder(tmp_path, TINY)
    assert json.loads((tmp_path / "plan.json").read_text())["games"] == 9


def test_the_command_survives_kill(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "carrack.learn", str(tmp_path / "run"), "--table", "aoe3-2"]
    words += ["--games", "8", "--iterations", "150", "--generations", "1", "--epochs", "1"]
    words += ["--gate-blocks", "2", "--value-games", "60", "--exact-positions", "50"]
    words += ["--self-play", "1"]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 60
        while not (tmp_path / "run" / "games.db").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(1.5)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL, "it had ended before"
    done = subprocess.run([*words, "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert rows[0]["games"] == 8 and (tmp_path / "run" / "best.net").exists()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"gate_iterations": 0}, "gate_iterations is 0, expected 1 to 1000000000"),
        ({"gate_iterations": 10**10}, "gate_iterations is 10000000000, expected 1 to 1000000000"),
        ({"games": 10**24}, "games is 1000000000000000000000000, expected 1 to 1000000000"),
        ({"value_games": 1}, "value_games is 1, expected 2 to 1000000000"),
        ({"exact_positions": 10**20}, "exact_positions is 1.*, expected 0 to 1000000000"),
        ({"quick_share": 1.0}, "quick_share is 1.0, expected 0 or more and less than 1"),
        ({"value_share": 1.5}, "value_share is 1.5, expected 0 to 1"),
        ({"value_share": float("nan")}, "value_share is nan, expected 0 to 1"),
        ({"seed": -1}, "seed is -1, expected 0 to 4294967295"),
        ({"tables": TINY.tables * 2}, "table aoe3-2: given twice"),
        ({"tables": (Table("a", "aoe3", 2, share=-1),)}, "table a: share is -1"),
        ({"tables": (Table("a", "aoe3", 2, share=0),)}, "all tables have the share 0"),
    ],
)
def test_wrong_plans_are_refused_at_the_start(given: dict[str, Any], expected: str) -> None:
    with pytest.raises(carrack.InputError, match=expected):
        replace(TINY, **given)


def test_plans_have_whole_numbers(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="^games is 8.5, expected a whole number$"):
        replace(TINY, games=8.5)  # type: ignore[arg-type]
    with pytest.raises(carrack.InputError, match="threads is 0, expected 1 or more"):
        Loop(Folder(tmp_path, TINY), 0, lambda _: None)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["x", "--games", "0"], "--games: expected a whole number from 1 to"),
        (["x", "--table", "chess"], "unknown table 'chess'"),
        (["x", "--start", "missing.net"], "missing.net"),
        (["x", "--epochs", "0"], "--epochs: expected a whole number from 1 to"),
        (["x", "--search", "rot=gumbel"], "did you mean 'root'"),
        (["x", "--gmaes", "3"], "did you mean '--games'"),
    ],
)
def test_wrong_arguments(words: list[str], expected: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "carrack.learn", *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode in (1, 2) and expected in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_search_keys_that_lose_examples_are_refused_at_once() -> None:
    for key, word in (
        ("value=linear", "value=, which the plan sets"),
        ("stop=on", "other numbers of iterations"),
        ("Stop=on", "other numbers of iterations"),
        ("noise=0.25, TIME=1", "other numbers of iterations"),
        ("parallel=leaf,leaves=4", "other numbers of iterations"),
        ("estimates=constant", "estimates=constant"),  # not beside a network's value
        ("cutoff_turns=0,lambda=1", "value=network"),
    ):
        with pytest.raises(carrack.InputError, match=word):
            replace(TINY, search=key)
    with pytest.raises(carrack.InputError, match="quick_iterations is 24, expected less"):
        replace(TINY, quick_iterations=24)


def test_a_gate_that_does_not_decide_keeps_what_won_half() -> None:
    def kept(verdict: str, share: float, has_rival: bool = True) -> bool:
        return is_kept({"verdict": verdict, "win_share": share}, has_rival)

    assert kept("H1", 0.6) and not kept("H0", 0.5) and not kept("H0", 0.5, has_rival=False)
    assert kept("undecided", 0.5) and not kept("undecided", 0.49)
    assert kept("undecided", 0.2, has_rival=False)


def test_a_folder_is_one_that_specs_can_name(tmp_path: Path) -> None:
    with pytest.raises(carrack.InputError, match="cannot have commas"):
        Folder(tmp_path / "a,b", TINY)
    assert not (tmp_path / "a,b").exists()


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text("a,b\n")
    with pytest.raises(
        carrack.InputError, match=r"has no plan\.json but games\.csv, expected a new"
    ):
        learn(tmp_path, TINY)
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.csv"]


def test_a_start_is_kept_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = replace(TINY.training, width=128, layers=(64,))
    plan = replace(TINY, training=training, start="default")
    assert Folder(tmp_path / "one", plan).plan.start == carrack.Network("default").spec
    (tmp_path / "given.net").write_bytes((ROOT / "agents/learned/default.net").read_bytes())
    content = carrack.Network("default").hash
    for place, start in ((tmp_path, "given.net"), (tmp_path / "one", "../given.net")):
        monkeypatch.chdir(place)
        folder = Folder(tmp_path / "two", replace(plan, start=start))
        assert folder.plan.start == f"start.net@{content}"
        guide = folder.start_guide()
        assert guide is not None
        assert guide.value_helps == value_helps(carrack.Network().training["value"])
        assert guide.network == f"{tmp_path / 'two' / 'start.net'}@{content}"
    with pytest.raises(carrack.InputError, match=r"has the widths \[128, 64\]"):
        Folder(tmp_path / "three", replace(TINY, start="default"))
    assert not (tmp_path / "three").exists()
