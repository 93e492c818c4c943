"""What a study tells of its progress: a line at the end of each part, and lines within parts."""

from __future__ import annotations

from collections.abc import Callable

from carrack._arguments import shown
from carrack._progress import seldom


class Parts:
    """The parts of a study, which are played one after the other."""

    def __init__(self, progress: Callable[[str], object] | None, number: int) -> None:
        """``number`` is that of all parts. Raises TypeError unless ``progress`` is a function."""
        if progress is not None and not callable(progress):
            raise TypeError(
                f"progress is {shown(progress)}, expected a function of a text, as print, or None"
            )
        self._progress, self._number = progress, number
        self._ended = 0

    def tell(self, line: str) -> None:
        """Tell a line about the whole study."""
        if self._progress is not None:
            self._progress(line)

    def within(self, name: str) -> Callable[[str], object] | None:
        """Begin the next part. Returns the ``progress`` of its games, None if nobody listens."""
        if self._progress is None:
            return None
        return seldom(lambda line: self._tell_of_part(name, line))

    def end(self, name: str, line: str) -> None:
        """Tell that the part is complete."""
        self._tell_of_part(name, line)
        self._ended += 1

    def _tell_of_part(self, name: str, line: str) -> None:
        self.tell(f"part {self._ended + 1} of {self._number}, {name}: {line}")
