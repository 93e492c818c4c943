"""Every command and Python block that the pages of the documentation show."""

from __future__ import annotations

from pathlib import Path

import examples
import pytest

PAGES = examples.pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(examples.DOCS)))
def test_the_examples_of_a_page_run_and_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    session = examples.Session(tmp_path)
    for step in examples.steps_of(page.read_text()):
        printed = session.run(step)
        if step.output is not None:
            assert examples.same(step.output, printed), f"{step.code}\nprints\n{printed}"


def test_there_are_many() -> None:
    kinds = [step.kind for page in PAGES for step in examples.steps_of(page.read_text())]
    print(f"{kinds.count('console')} commands, {kinds.count('python')} Python blocks")
    assert kinds.count("console") > 30
    assert kinds.count("python") > 12


def test_a_command_is_told_from_its_output() -> None:
    text = "```console\n$ echo a \\\n    b\na b\n$ true\n```\n"
    first, second = examples.steps_of(text)
    assert (first.code, first.output) == ("echo a \\\n    b\n", "a b\n")
    assert (second.code, second.output) == ("true\n", None)


def test_a_small_command_replaces_the_one_shown() -> None:
    text = "<!-- small: echo small -->\n```console\n$ echo large\nlarge\n```\n"
    assert examples.steps_of(text) == [examples.Step("console", "echo small", None)]


def test_a_failing_command_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no such"):
        examples.Session(tmp_path).run(examples.Step("console", "echo no such; false", None))


def test_rates_and_progress_may_differ_and_nothing_else() -> None:
    assert examples.same("24 games, 7.29 games/s", "24 games, 1,000 games/s \n")
    assert examples.same("a\nb", "a\n8 of 24 games, 0.75 per second, 0:21 to go\nb\n")
    assert not examples.same("24 games, 7.29 games/s", "25 games, 7.29 games/s")
