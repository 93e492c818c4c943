"""Common parts of commands written in Python: options, error lines, exit statuses."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TextIO

from carrack import _core, _output
from carrack._arguments import shown
from carrack._core import (
    MAX_PLAYERS,
    AgentFailureError,
    InputError,
    Ruleset,
    modules,
    variants,
)
from carrack._text import COMMAND_GOES_ON, GOES_ON

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

WRONG_INPUT = 1
WRONG_USAGE = 2
INTERRUPTED = 130

MOST = 10**9
"""The most games, blocks and the like."""
MOST_THREADS = 1024


class _Once(argparse.Action):
    """Store the value of an option; an error if it has one already."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        assert isinstance(parser, Parser)
        name = option_string or self.dest
        if name in parser.given:
            one, two = (
                f"'{value:g}'" if isinstance(value, float) else f"'{value}'"
                for value in (parser.given[name], values)
            )
            parser.error(f"{name} is given twice, {one} and {two}; it takes one value")
        parser.given[name] = values
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """Report errors in one line with the nearest option. An option takes one value, unless its
    action is another one, such as ``append``.
    """

    def __init__(self, prog: str, description: str, epilog: str) -> None:
        super().__init__(
            prog=prog, description=description, epilog=epilog, allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )  # fmt: skip
        self.given: dict[str, object] = {}
        """The values by option of the words that are being parsed."""
        for action in (None, "store"):
            self.register("action", action, _Once)

    def parse(self, words: Sequence[str] | None) -> argparse.Namespace:
        known = [name for action in self._actions for name in action.option_strings]
        for word in sys.argv[1:] if words is None else words:
            name = word.partition("=")[0]
            if name.startswith("--") and name not in known:
                near = difflib.get_close_matches(name, known, 1)
                hint = f"; did you mean '{near[0]}'?" if near else ""
                self.error(f"unknown option '{name}'{hint}")
        self.given.clear()
        return self.parse_args(words)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help. If it cannot be written, end as ``run`` does."""

        def work() -> None:
            with _output.named("the standard output"):
                print(self.format_help(), end="", file=file)

        if status := run(work):
            self.exit(status)

    def error(self, message: str) -> NoReturn:
        told = message.removeprefix("argument ") if message.startswith("argument --") else message
        self.exit(WRONG_USAGE, f"carrack: {told}\n")


def add_ruleset(parser: argparse.ArgumentParser) -> None:
    """Add the ruleset options."""
    parser.add_argument("--edition", default="aoe3", help="%(default)s or empires")
    for option, words in (("--module", modules()), ("--variant", variants())):
        known = f"{', '.join(words)}; repeatable"
        parser.add_argument(option, action="append", default=[], help=known)
    parser.add_argument("--board", metavar="FILE", help="JSON file with a custom board")
    parser.add_argument(
        "--tweak",
        metavar="FILE",
        help="JSON file with changed figures; networks play as if the printed ones held",
    )
    add_numbers(parser, [Number("--players", 4, "number of players", 2, MAX_PLAYERS)])


class Number(NamedTuple):
    """An option that takes a whole number."""

    name: str
    default: int | None
    meaning: str
    least: int | None = None
    most: int = MOST


def add_numbers(
    parser: argparse.ArgumentParser, numbers: Sequence[tuple[str, int | None, str] | Number]
) -> None:
    """Add options that take whole numbers. Without ``least``, the command checks the range."""
    for each in numbers:
        name, default, meaning, least, most = Number(*each)
        told = meaning if default is None else f"{meaning} (%(default)s)"
        parser.add_argument(name, type=whole(least, most), metavar="N", default=default, help=told)


_WHOLE = re.compile(r"-?[0-9]+((\.[0-9]+)?[eE]\+?[0-9]{1,2})?")


def whole(least: int | None = None, most: int = MOST) -> Callable[[str], int]:
    """The ``type`` of an option that takes a whole number, also as ``1e3`` (core/base/numbers.hpp);
    without ``least``, in any range.
    """

    def read(word: str) -> int:
        if _WHOLE.fullmatch(word) and len(word) <= 40:
            number = Fraction(word)
            if number.denominator == 1 and (least is None or least <= number <= most):
                return int(number)
        within = "" if least is None else f" from {least} to {most}"
        raise argparse.ArgumentTypeError(f"expected a whole number{within}, not {shown(word)}")

    return read


def check_force(parser: Parser, given: argparse.Namespace, outputs: Sequence[str]) -> None:
    """Refuse ``--force`` unless one of the options ``outputs`` names a file."""
    if given.force and not any(getattr(given, name.removeprefix("--")) for name in outputs):
        parser.error(f"--force: needs an output file to overwrite: {', '.join(outputs)}")


def ruleset(given: argparse.Namespace) -> Ruleset:
    """The ruleset given by the options of ``add_ruleset``."""
    chosen = (given.edition, given.players, given.module, given.variant)
    rules = Ruleset(*chosen)  # so that these errors do not name the board file
    if given.board is not None:
        with named_file(given.board):
            rules = Ruleset(*chosen, Path(given.board))
    return tweaked(rules, given.tweak)


def tweaked(rules: Ruleset, file: str | None) -> Ruleset:
    """The rules with the figures of a file, or with the printed ones. Prints a note if the file
    changes nothing.
    """
    chosen = (rules.edition, rules.players, rules.modules, rules.variants, rules.board)
    if file is None:
        return Ruleset(*chosen)
    with named_file(file):
        changed = Ruleset(*chosen, Path(file))
    if changed.tweak is None:
        print(
            f"carrack: {file} changes nothing: all figures that it names are the printed ones of "
            f"{changed}",
            file=sys.stderr,
        )
    return changed


@contextlib.contextmanager
def named_file(file: str) -> Iterator[None]:
    """Name a file in the errors of what is read from it."""
    try:
        yield
    except (InputError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: {error}") from None


_NUMBERS = (signal.SIGTERM, signal.SIGHUP)


class _Interrupted(BaseException):
    """A signal other than Ctrl-C, with the same cleanup."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _interrupt(number: int, _frame: object) -> NoReturn:
    raise _Interrupted(number)


@contextlib.contextmanager
def _signals_interrupt() -> Iterator[None]:
    """Make SIGTERM and SIGHUP raise _Interrupted, on the main thread only."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _interrupt) for number in _NUMBERS}
    _core.interrupt_on(_NUMBERS)
    try:
        yield
    finally:
        _core.interrupt_on(())
        for number, handler in before.items():
            signal.signal(number, handler)


def run(work: Callable[[], None]) -> int:
    """Run the work; print errors as one line and return the exit status. What it prints is
    written when this returns.
    """
    try:
        with _signals_interrupt(), warnings.catch_warnings():
            warnings.showwarning = _show_warning
            work()
            with _output.named("the standard output"):
                print(end="", flush=True)
    except _Interrupted as interrupt:
        print(f"interrupted by {signal.Signals(interrupt.number).name}", file=sys.stderr)
        return 128 + interrupt.number
    except (InputError, OSError, ImportError, AgentFailureError) as error:
        line = _told(error)
        _drop_unwritten()
    except KeyboardInterrupt as interrupt:
        told = str(interrupt).replace(GOES_ON, COMMAND_GOES_ON)
        print(f"interrupted: {told}" if told else "interrupted", file=sys.stderr)
        return INTERRUPTED
    else:
        return 0
    print(f"carrack: {line}", file=sys.stderr)
    return WRONG_INPUT


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Show a warning in one line, without the place in the source."""
    print(f"carrack: {message}", file=sys.stderr)


def _drop_unwritten() -> None:
    """Drop what cannot be written to the standard output. Python would try again at its end, and
    end with the status 120.
    """
    try:
        print(end="", flush=True)
    except OSError:
        with contextlib.suppress(OSError):  # it need not be a file
            descriptor = sys.stdout.fileno()
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, descriptor)
            os.close(nowhere)


def _told(error: Exception) -> str:
    """The text of an error; for an error of the system, without its number."""
    line = str(error)
    if isinstance(error, OSError) and error.strerror is not None:
        file = error.filename
        if isinstance(file, bytes):
            file = os.fsdecode(file)
        line = error.strerror if file is None else f"{file}: {error.strerror}"
    return "".join(c if c.isprintable() else "?" for c in line)


def expect_free(
    outputs: Sequence[str | None], given: argparse.Namespace, more_inputs: Sequence[str | None] = ()
) -> None:
    """Check before a run that its outputs can be written. ``given`` has the ruleset options,
    ``--ledger`` and ``--force``. Raises OSError, InputError.
    """
    _output.expect_free(
        [file for file in outputs if file is not None],
        given.force,
        ledger=given.ledger,
        inputs=[f for f in (given.board, given.tweak, *more_inputs) if f is not None],
    )


def write(file: str, text: str, force: bool) -> None:
    """Write an output; with ``force``, over an existing file. Raises OSError."""
    try:
        _output.write(file, text, force)
    except OSError as error:
        if error.errno is None:  # it has a text of its own
            raise
        raise OSError(f"cannot write {file}: {error.strerror}") from None
