"""carrack.distributed: the same games for any workers, with duplicates."""

import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import carrack

dask = pytest.importorskip("distributed")
pytest.importorskip("pandas")
from carrack import _trial, distributed  # noqa: E402

RULES = carrack.Ruleset(players=3)
AGENTS = ["scripted:balanced", "random", "uct:iterations=20"]
BLOCKS = 24


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with distributed.local_cluster(2) as cluster, dask.Client(cluster) as client:
        yield client


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same tournament, played locally."""
    path = tmp_path_factory.mktemp("local") / "local.db"
    carrack.tournament(RULES, AGENTS, blocks=BLOCKS, ledger=path)
    return path


def tables(path: Path) -> dict[str, str]:
    """All machine-independent data, row by row."""
    ledger = carrack.Ledger(path)
    return {
        table: getattr(ledger, table)().to_csv()
        for table in ("agents", "games", "seats", "turns", "purchases")
    }


def test_a_killed_worker_loses_nothing(
    client: Any, local: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.db"
    victim = min(client.run(os.getpid).values())
    merge = distributed.merge_parts
    killed_after: list[int] = []

    def merge_and_kill(path: str, parts: list[bytes], ignore_signature: bool) -> int:
        games = merge(path, parts, ignore_signature)
        if not killed_after:
            os.kill(victim, signal.SIGKILL)
            killed_after.append(games)
        return games

    monkeypatch.setattr(distributed, "merge_parts", merge_and_kill)
    result = distributed.tournament(
        RULES, AGENTS, BLOCKS, ledger=path, client=client, blocks_per_task=1
    )
    assert killed_after[0] in range(3, 3 * BLOCKS, 3)
    assert tables(path) == tables(local)
    assert result.table() == carrack.Ledger(local).tournament().table()


def test_it_plays_what_is_missing_and_no_more(client: Any, local: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    carrack.tournament(RULES, AGENTS, blocks=5, ledger=path)
    address = client.scheduler.address
    distributed.tournament(RULES, AGENTS, BLOCKS, ledger=path, address=address, blocks_per_task=7)
    assert tables(path) == tables(local)
    # Nothing is missing now, so no worker is used.
    distributed.tournament(RULES, AGENTS, BLOCKS, ledger=path, address="tcp://127.0.0.1:1")
    assert tables(path) == tables(local)


def test_it_tells_what_is_done(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    carrack.tournament(RULES, AGENTS, blocks=1, ledger=path)
    plan = (RULES, AGENTS, "fixed", "rotations", 1, (0, 3))
    lines: list[str] = []
    for _ in range(2):  # the second time, nothing is missing
        distributed.play(str(path), "main", plan, lambda: client, progress=lines.append)
        assert lines[-1].startswith("9 of 9 games, ") and lines[-1].endswith(", 0:00 to go")


def test_a_board_of_ones_own_goes_along(client: Any, tmp_path: Path) -> None:
    board = Path(__file__).parents[2] / "experiments/studies/boards/shuffled.json"
    rules = carrack.Ruleset(players=3, board=board.read_text())
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    carrack.tournament(rules, AGENTS, blocks=4, ledger=here)
    distributed.tournament(rules, AGENTS, 4, ledger=there, client=client, blocks_per_task=1)
    assert tables(there) == tables(here)
    records = carrack.Ledger(there).records()
    assert {record.ruleset for record in records} == {rules}


def test_what_comes_twice_changes_nothing(local: Path, tmp_path: Path) -> None:
    plan = (RULES, AGENTS, "fixed", "rotations", 1, (0, BLOCKS))
    path = tmp_path / "results.db"
    late, early = (
        distributed.play_part("main", plan, False, [7, 9]),
        distributed.play_part("main", plan, False, [2, 7]),
    )
    assert [distributed.merge_parts(str(path), [part]) for part in (late, early)] == [6, 3]
    before = tables(path)
    assert [distributed.merge_parts(str(path), [part]) for part in (early, late)] == [0, 0]
    assert tables(path) == before
    all_rows = carrack.Ledger(local).seats()
    ours = all_rows[all_rows["block"].isin([2, 7, 9])].reset_index(drop=True)
    assert carrack.Ledger(path).seats().equals(ours)


def test_what_is_wrong_is_said_before_anything_is_played(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    with pytest.raises(carrack.InputError, match="did you mean 'random'"):
        distributed.tournament(RULES, ["randon"] * 3, 2, ledger=path, client=client)
    with pytest.raises(carrack.InputError, match="blocks_per_task is 0"):
        distributed.tournament(RULES, AGENTS, 2, ledger=path, client=client, blocks_per_task=0)
    with pytest.raises(carrack.InputError, match="both given"):
        distributed.tournament(
            RULES, AGENTS, 2, ledger=path, client=client, address="tcp://127.0.0.1:1"
        )


def test_a_cluster_of_its_own(tmp_path: Path) -> None:
    """A script that is interrupted after some games, and run again."""
    path = tmp_path / "results.db"
    script = tmp_path / "run.py"
    script.write_text(f"""
import carrack, carrack.distributed

if __name__ == "__main__":
    try:
        carrack.distributed.tournament(
            carrack.Ruleset(players=3), ["mcts:iterations=20"] * 3, 10**4, ledger={str(path)!r}
        )
    except KeyboardInterrupt as interrupt:
        print(interrupt)
""")
    process = subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    games = 0
    deadline = time.monotonic() + 60
    while games == 0:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.05)
        if path.exists():
            try:
                games = len(carrack.Ledger(path).games())
            except carrack.InputError:
                continue
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert said.startswith(f"{len(carrack.Ledger(path).games())} of 30000 games are in {path}")


def test_a_stopped_scheduler_is_told_and_loses_nothing(
    local: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.db"
    merge = distributed.merge_parts
    with (
        distributed.local_cluster(1) as cluster,
        dask.Client(cluster.scheduler_address) as client,
    ):

        def merge_and_stop(path: str, parts: list[bytes], ignore_signature: bool) -> int:
            games = merge(path, parts, ignore_signature)
            cluster.close()
            return games

        monkeypatch.setattr(distributed, "merge_parts", merge_and_stop)
        told = r"the scheduler is lost .* of 72 games are in .*; the same call goes on"
        with pytest.raises(ConnectionError, match=told):
            distributed.tournament(
                RULES, AGENTS, BLOCKS, ledger=path, client=client, blocks_per_task=1
            )
    assert 0 < len(carrack.Ledger(path).games()) < BLOCKS * 3
    carrack.tournament(RULES, AGENTS, blocks=BLOCKS, ledger=path)
    assert tables(path) == tables(local)


@pytest.mark.parametrize("blocks_per_task", [1, 3])
def test_a_match_is_that_of_one_machine(client: Any, blocks_per_task: int) -> None:
    agents = ("scripted:balanced", "random")
    here = carrack.match(RULES, *agents, elo1=200, seed=3)
    there = distributed.match(
        RULES, *agents, elo1=200, seed=3, client=client, blocks_per_task=blocks_per_task
    )
    assert here == there and here.verdict == "H1"


def test_a_match_ends_undecided_after_its_last_block(client: Any) -> None:
    options: dict[str, Any] = {"elo1": 1, "max_blocks": 5, "seed": 9}
    here = carrack.match(RULES, "random", "random", **options)
    options |= {"client": client, "blocks_per_task": 2}
    there = distributed.match(RULES, "random", "random", **options)
    assert here == there and there.verdict == "undecided" and there.blocks == 5


def test_a_match_goes_on_in_the_file_of_one_machine(client: Any, tmp_path: Path) -> None:
    agents = ("scripted:balanced", "random")
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    whole = carrack.match(RULES, *agents, elo1=200, seed=3, keep=here)
    assert whole.blocks > 3
    carrack.match(RULES, *agents, elo1=200, seed=3, keep=there, max_blocks=2)
    options: dict[str, Any] = {"elo1": 200, "seed": 3, "keep": there, "blocks_per_task": 2}
    assert distributed.match(RULES, *agents, **options, client=client) == whole
    assert there.read_bytes() == here.read_bytes()
    # Decided: nothing is played, and no scheduler is needed.
    assert distributed.match(RULES, *agents, **options, address="tcp://nowhere:1") == whole
    with pytest.raises(carrack.InputError, match="another"):
        distributed.match(RULES, *agents, **{**options, "seed": 4}, client=client)


def test_progress_is_that_of_one_machine(client: Any, tmp_path: Path) -> None:
    lines: list[str] = []
    given: dict[str, Any] = {"client": client, "progress": lines.append}
    file, trial = tmp_path / "games.db", tmp_path / "trial.db"
    distributed.tournament(RULES, ["random"], 6, ledger=file, **given)
    distributed.trial(RULES, ["scripted"], ["navy"], games=4, ledger=trial, **given)
    distributed.match(RULES, "random", "random", elo1=1, max_blocks=4, **given)
    ends = [line for line in lines if re.match(r"(\d+) of \1 ", line)]
    counts = ["18 of 18 games", "4 of 4 games", "4 of 4 blocks"]
    for line, count, note in zip(ends, counts, ("", "", r"; LLR -?[\d.]+"), strict=True):
        assert re.fullmatch(rf"{count}, [\d.]+ per second, 0:00 to go{note}", line)
    expected = r"^progress is 3, expected a function of a text, as print, or None$"
    with pytest.raises(TypeError, match=expected):
        distributed.tournament(RULES, ["random"], 7, ledger=file, **{**given, "progress": 3})


def test_a_match_is_checked_first() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"blocks_per_task": 0}, "blocks_per_task is 0"),
        ({"max_blocks": 0}, "max_blocks is 0"),
        ({"elo0": 5, "elo1": 5}, "elo1"),
        ({"alpha": 2}, "alpha"),
    ]
    for wrong, words in cases:
        with pytest.raises(carrack.InputError, match=words):
            distributed.match(RULES, "random", "random", **wrong)
    with pytest.raises(carrack.InputError, match="mtcs"):
        distributed.match(RULES, "mtcs", "random")


def test_a_match_of_many_blocks_is_not_listed_first(client: Any) -> None:
    options: dict[str, Any] = {"elo1": 200, "seed": 3, "max_blocks": 10**18}
    result = distributed.match(RULES, "scripted:balanced", "random", client=client, **options)
    assert result.verdict == "H1"


class Random(carrack.PythonAgent):
    """Has the name of a built-in agent."""

    def choose(self, state: carrack.State, seed: int) -> int:
        return state.legal_actions()[0]


def test_arguments_of_another_type_are_named(tmp_path: Path) -> None:
    ledger = tmp_path / "l.db"
    module: Any = distributed
    calls: list[tuple[Any, str]] = [
        (lambda **o: module.tournament(RULES, AGENTS, 2, ledger=ledger, **o), "blocks_per_task"),
        (lambda **o: module.match(RULES, "random", "random", **o), "blocks_per_task"),
        (lambda **o: module.trial(RULES, ["random"], ledger=ledger, **o), "games_per_task"),
    ]
    for call, per_task in calls:
        with pytest.raises(TypeError, match=f"^{per_task} is 1.5, expected a whole number$"):
            call(**{per_task: 1.5})
        with pytest.raises(TypeError, match="^client is 'tcp://x:1', expected .*; address= takes"):
            call(client="tcp://x:1")
    with pytest.raises(TypeError, match="^ruleset is 'aoe3', expected a Ruleset"):
        module.match("aoe3", "random", "random")
    with pytest.raises(TypeError, match="^max_blocks is '4', expected a whole number$"):
        module.match(RULES, "random", "random", max_blocks="4")
    for call in (
        lambda: module.tournament(RULES, [Random()] * 3, 2, ledger=ledger),
        lambda: module.match(RULES, Random(), "scripted"),
    ):
        with pytest.raises(
            carrack.InputError, match="expected one with a spec; carrack.serve makes"
        ):
            call()
    assert not ledger.exists()


TRIAL: dict[str, Any] = {"age": 1, "games": 40, "seed": 5, "discounts": [3, 6]}


@pytest.fixture(scope="module")
def local_trial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("local") / "trial.db"
    carrack.trial(RULES, ["scripted"], **TRIAL, ledger=path)
    return path


def test_a_trial_is_that_of_one_machine(client: Any, local_trial: Path, tmp_path: Path) -> None:
    path = tmp_path / "trial.db"
    carrack.trial(RULES, ["scripted"], **{**TRIAL, "games": 7}, ledger=path)
    there = distributed.trial(
        RULES, ["scripted"], **TRIAL, ledger=path, client=client, games_per_task=3
    )
    assert there.equals(carrack.trial(RULES, ["scripted"], **TRIAL))
    assert carrack.trial_forks(path).equals(carrack.trial_forks(local_trial))
    assert carrack.trial_choices(path).equals(carrack.trial_choices(local_trial))
    # Nothing is missing now, so no worker is used.
    again = distributed.trial(
        RULES, ["scripted"], **TRIAL, ledger=path, address="tcp://127.0.0.1:1"
    )
    assert again.equals(there)


def test_a_part_of_a_trial_that_comes_twice_changes_nothing(
    local_trial: Path, tmp_path: Path
) -> None:
    plan = _trial.plan_of(
        RULES, ["scripted"], None, None, 1, 40, 5, continuations=1, turn=None, seat=None,
        occasion=None, denial=False, discounts=[3, 6],
    )  # fmt: skip
    plan = pickle.loads(pickle.dumps(plan))
    path = tmp_path / "trial.db"
    late, early = (
        distributed.play_trial_part("main", plan, games) for games in ([30, 39], [2, 30])
    )
    assert [distributed.merge_parts(str(path), [part]) for part in (late, early)] == [2, 1]
    assert [distributed.merge_parts(str(path), [part]) for part in (early, late)] == [0, 0]
    forks = carrack.trial_forks(local_trial)
    ours = forks[forks["game"].isin([2, 30, 39])].reset_index(drop=True)
    assert len(ours) > 0 and carrack.trial_forks(path).equals(ours)
    with pytest.raises(carrack.InputError, match="game 40: the trial has 40 games"):
        distributed.play_trial_part("main", plan, [40])


def test_a_trial_is_checked_first(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "trial.db"
    cases: list[tuple[dict[str, Any], str]] = [
        ({"games_per_task": 0}, "games_per_task is 0"),
        ({"tiles": ["navi"]}, "did you mean 'navy'"),
        ({"games": 0}, "at least 1 game"),
        ({"address": "tcp://127.0.0.1:1"}, "both given"),
    ]
    for wrong, words in cases:
        with pytest.raises(carrack.InputError, match=words):
            distributed.trial(RULES, ["scripted"], **wrong, ledger=path, client=client)
    assert not path.exists()


def test_an_interrupted_trial_says_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Any
) -> None:
    path = tmp_path / "trial.db"
    merge = distributed.merge_parts

    def merge_and_interrupt(path: str, parts: list[bytes], ignore_signature: bool) -> int:
        merge(path, parts, ignore_signature)
        raise KeyboardInterrupt

    monkeypatch.setattr(distributed, "merge_parts", merge_and_interrupt)
    told = r"[1-4]0 of 40 games are in .*trial.db; the same call goes on"
    with pytest.raises(KeyboardInterrupt, match=told):
        distributed.trial(
            RULES, ["scripted"], **TRIAL, ledger=path, client=client, games_per_task=10
        )
