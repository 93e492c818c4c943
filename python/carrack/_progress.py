"""Lines about how far a long job is, made in Python as ``progress=`` of the engine makes them."""

from __future__ import annotations

import time
from collections.abc import Callable

from carrack._arguments import shown

Tell = Callable[[str], object]
Progress = Tell | None

SECONDS = 10.0
"""The least time between two lines of a command, that of programs whose errors go to a file."""


def checked_progress(progress: Progress) -> Progress:
    """The argument ``progress``. Raises TypeError unless it is a function or None."""
    if progress is not None and not callable(progress):
        raise TypeError(
            f"progress is {shown(progress)}, expected a function of a text, as print, or None"
        )
    return progress


def seldom(tell: Tell) -> Tell:
    """A function that passes on at most one line every SECONDS, and drops the others."""
    told = time.monotonic()

    def pass_on(line: str) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= SECONDS:
            told = now
            tell(line)

    return pass_on


class Meter:
    """Tells what is done of a job, at most once a second and at the end."""

    def __init__(self, tell: Progress, what: str, total: int, before: int = 0) -> None:
        """``what`` is a plural noun, as ``games``. ``before`` of the total were done earlier; they
        do not count for the rate. Raises TypeError unless ``tell`` is a function or None.
        """
        self._tell, self._what = checked_progress(tell), what
        self._total, self._before = total, before
        self._began = self._told = time.monotonic()

    def update(self, done: int, note: str = "") -> None:
        """Tell a line if one is due. ``done`` includes ``before``; ``note`` ends the line."""
        now = time.monotonic()
        if self._tell is not None and (now - self._told >= 1 or done >= self._total):
            self._told = now
            self._tell(f"{self.line(done)}; {note}" if note else self.line(done))

    def line(self, done: int) -> str:
        """``36 of 100 games, 2.00 per second, 0:32 to go``."""
        text = f"{done} of {self._total} {self._what}"
        if done <= self._before:
            return text
        rate = (done - self._before) / max(time.monotonic() - self._began, 1e-9)
        left = max(self._total - done, 0) / rate
        return f"{text}, {rate:.{2 if rate < 10 else 0}f} per second, {_clock_time(left)} to go"


class Parts:
    """The parts of a study, which are played one after the other: a line at the end of each, and
    lines within them.
    """

    def __init__(self, progress: Progress, number: int | None = None) -> None:
        """``number`` is the number of all parts; None if it is not known: then lines do not count
        the parts. Raises TypeError unless ``progress`` is a function or None.
        """
        self._progress, self._number = checked_progress(progress), number
        self._ended = 0

    def tell(self, line: str) -> None:
        """Tell a line about the whole study."""
        if self._progress is not None:
            self._progress(line)

    def within(self, name: str) -> Progress:
        """Begin the next part. Returns the ``progress`` of its games, None if nobody listens."""
        if self._progress is None:
            return None
        return seldom(lambda line: self._tell_of_part(name, line))

    def end(self, name: str, line: str) -> None:
        """Tell that the part is complete."""
        self._tell_of_part(name, line)
        self._ended += 1

    def _tell_of_part(self, name: str, line: str) -> None:
        part = "" if self._number is None else f"part {self._ended + 1} of {self._number}, "
        self.tell(f"{part}{name}: {line}")


def _clock_time(seconds: float) -> str:
    """``3:05``; ``2:03:05`` for an hour or more."""
    minutes, second = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{second:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{second:02}"
