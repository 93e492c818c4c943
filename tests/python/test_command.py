"""Options of the commands written in Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from carrack import InputError, Ruleset, _command, ablation, balance, export, tuning

Lines = pytest.CaptureFixture[str]
BOARDS = Path(__file__).parents[2] / "experiments/studies/boards"


def parser() -> _command.Parser:
    made = _command.Parser("carrack x", "About.", "Examples.")
    made.add_argument("file")
    made.add_argument("--agent", default="policy")
    made.add_argument("--vary", action="append", default=[])
    made.add_argument("--json", action="store_true")
    group = made.add_mutually_exclusive_group()
    group.add_argument("--scale", type=float)
    group.add_argument("--equal", choices=("time", "cost"))
    _command.add_numbers(made, [("--seed", 1, "")])
    return made


def test_an_option_has_one_value_unless_it_is_repeatable() -> None:
    made = parser()
    for _ in range(2):  # one parser, twice
        given = made.parse(
            ["f", "--agent=a", "--seed", "2", "--vary", "x", "--vary", "y", "--json", "--json"]
        )
        assert (given.file, given.agent, given.seed, given.vary) == ("f", "a", 2, ["x", "y"])
        assert given.json and given.scale is None
    assert made.parse(["f", "--agent", "policy"]).agent == "policy"  # the default, given once


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--agent", "scripted", "--agent", "policy"], "--agent is given twice, 'scripted' and"),
        (["--agent=a", "f", "--agent", "a"], "--agent is given twice, 'a' and 'a'; it takes one"),
        (["--seed", "1", "--json", "--seed=2"], "--seed is given twice, '1' and '2'; it takes one"),
        (["--scale", "2", "--scale", "0.5"], "--scale is given twice, '2' and '0.5'"),
        (["--equal", "time", "--equal", "cost"], "--equal is given twice, 'time' and 'cost'"),
    ],
)
def test_an_option_given_twice_is_refused(words: list[str], told: str, capsys: Lines) -> None:
    with pytest.raises(SystemExit) as ended:
        parser().parse(words)
    assert ended.value.code == _command.WRONG_USAGE
    out, err = capsys.readouterr()
    assert not out and err.startswith(f"carrack: {told}") and len(err.splitlines()) == 1


def test_every_command_refuses_it(capsys: Lines) -> None:
    learn = pytest.importorskip("carrack.learn.command_line")
    for main, option in (
        (ablation.main, "--seats"),
        (balance.main, "--threads"),
        (export.main, "--name"),
        (learn.main, "--games"),
        (tuning.main, "--blocks"),
    ):
        with pytest.raises(SystemExit) as ended:
            main([option, "3", option, "4"])
        assert ended.value.code == _command.WRONG_USAGE
        assert f"{option} is given twice, '3' and '4'" in capsys.readouterr().err


def test_errors_of_a_board_are_about_its_file(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text("[1, 2]")
    made = parser()
    _command.add_ruleset(made)
    with pytest.raises(InputError, match=r"board\.json: board: a board should be a JSON object"):
        _command.ruleset(made.parse(["f", "--board", str(file)]))
    with pytest.raises(InputError, match="^unknown edition 'foo'"):
        _command.ruleset(made.parse(["f", "--board", str(file), "--edition", "foo"]))
    good = BOARDS / "shuffled.json"
    words = ["f", "--edition", "empires", "--module", "builder", "--module", "world"]
    plain = Ruleset("empires", 4, ["builder", "world"])
    assert _command.ruleset(made.parse(words)) == plain
    rules = _command.ruleset(made.parse([*words, "--board", str(good)]))
    assert rules == Ruleset("empires", 4, ["builder", "world"], board=good) != plain


@pytest.mark.parametrize(
    ("word", "number"),
    [("1000", 1000), ("1e3", 1000), ("1.5E+3", 1500), ("007", 7), ("1", 1), ("1e9", 10**9)],
)
def test_whole_numbers_are_read_as_by_the_other_commands(word: str, number: int) -> None:
    read = _command.whole(1)
    assert read(word) == number and isinstance(read(word), int)


@pytest.mark.parametrize(
    "word", ["", "x", "1.5", "1e-3", "15e-1", "+5", "1_000", " 5", "0", "-1", "1e10", "٣", "1e999"]
)
def test_other_words_are_refused_with_the_range(word: str, capsys: Lines) -> None:
    made = parser()
    _command.add_numbers(made, [_command.Number("--games", 8, "", 1)])
    with pytest.raises(SystemExit) as ended:
        made.parse(["f", f"--games={word}"])
    assert ended.value.code == _command.WRONG_USAGE
    told = f"carrack: --games: expected a whole number from 1 to 1000000000, not {word!r}\n"
    assert capsys.readouterr().err == told


def test_every_command_reads_whole_numbers_and_says_their_range(capsys: Lines) -> None:
    learn = pytest.importorskip("carrack.learn.command_line")
    for main, option, within in (
        (ablation.main, "--games", "1 to 1000000000"),
        (ablation.main, "--seats", "1 to 5"),
        (balance.main, "--players", "2 to 6"),
        (balance.main, "--seed", f"0 to {2**53 - 1}"),
        (learn.main, "--games", "1 to 1000000000"),
        (learn.main, "--self-play", "0 to 1000000000"),
        (tuning.main, "--blocks", "2 to 1000000000"),
        (tuning.main, "--threads", "1 to 1024"),
    ):
        with pytest.raises(SystemExit) as ended:
            main([option, "1e3x"])
        assert ended.value.code == _command.WRONG_USAGE
        told = f"carrack: {option}: expected a whole number from {within}, not '1e3x'\n"
        assert capsys.readouterr().err == told


def test_force_needs_an_output_to_overwrite(capsys: Lines) -> None:
    needed = ["--agent", "mcts", "--vary", "c=2", "--games", "4", "--ledger", "none.db"]
    for main, words, outputs in (
        (balance.main, ["--force"], "--html"),
        (ablation.main, [*needed, "--force"], "--csv, --plot"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == _command.WRONG_USAGE
        told = f"carrack: --force: needs an output file to overwrite: {outputs}\n"
        assert capsys.readouterr().err == told


def test_the_help_of_a_tweak_says_who_does_not_read_it(capsys: Lines) -> None:
    with pytest.raises(SystemExit):
        balance.main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "changed figures; networks play as if the printed ones held" in told


PRINTING = "import sys; from carrack import _command; sys.exit(_command.run(lambda: print('x')))"
HELPING = "from carrack import _command; _command.Parser('x', 'About.', '').parse(['--help'])"


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("program", [PRINTING, HELPING])
def test_what_cannot_be_printed_is_told_in_one_line(program: str, unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open("/dev/full", "w") as full, open(writing, "w") as broken:
        for output, told in ((full, "No space left on device"), (broken, "Broken pipe")):
            ended = subprocess.run(
                [sys.executable, "-c", program], stdout=output, stderr=subprocess.PIPE, text=True,
                env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            )  # fmt: skip
            assert ended.returncode == _command.WRONG_INPUT
            assert told in ended.stderr and len(ended.stderr.splitlines()) == 1
    closed = subprocess.run(
        [sys.executable, "-c", program], stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1)
    )
    assert (closed.returncode, closed.stderr) == (0, b"")
