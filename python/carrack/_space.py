"""The search space of tuning: keys of an agent with their ranges, and the resulting specs."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from carrack import _core
from carrack._arguments import as_text, texts
from carrack._core import Agent, InputError
from carrack._optional import optional_packages

if TYPE_CHECKING:
    from optuna.distributions import BaseDistribution

Value = int | float | str
MOST_COMBINATIONS = 4096
"""Maximum number of choices tried to find one compatible with a key."""
FORM = "expected KEY, KEY=LOW..HIGH, KEY=LOW..HIGH:log or KEY=WORD,WORD"


@dataclass(frozen=True)
class Parameter:
    """A tuned key: a range, or a list of words or numbers."""

    key: str
    choices: tuple[Value, ...] = ()
    """Empty for a range."""
    low: float = 0
    high: float = 0
    whole: bool = False
    log: bool = False
    """Whether values are drawn on a log scale."""

    def distribution(self) -> BaseDistribution:
        """The parameter as an Optuna distribution."""
        with optional_packages():
            from optuna import distributions

        if self.choices:
            return distributions.CategoricalDistribution(self.choices)
        if self.whole:
            return distributions.IntDistribution(int(self.low), int(self.high), log=self.log)
        return distributions.FloatDistribution(self.low, self.high, log=self.log)

    def samples(self) -> tuple[Value, ...]:
        """Sample values: all choices, or the ends of the range and a value in between."""
        if self.choices:
            return self.choices
        middle = (self.low + self.high) / 2
        return tuple(self.typed(int(v) if self.whole else v) for v in (self.low, middle, self.high))

    def readable(self, value: Value) -> Value:
        """The value rounded to three digits within the range, for readable specs."""
        if self.choices or self.whole or isinstance(value, str):
            return value
        return min(max(float(f"{value:.3g}"), self.low), self.high)

    def holds(self, value: object) -> bool:
        """Whether the value is in the range or among the choices."""
        if self.choices:
            return value in self.choices
        if not isinstance(value, int | float) or (self.whole and value != int(value)):
            return False
        return self.low <= value <= self.high

    def typed(self, value: Value) -> Value:
        """A value of a spec, converted for Optuna."""
        if self.choices:
            return self.choices[self.choices.index(value)]
        return int(value) if self.whole else float(value)


@dataclass(frozen=True)
class Space:
    """A base agent and the varied keys."""

    base: dict[str, Any]
    """The spec as JSON."""
    parameters: tuple[Parameter, ...]
    own: dict[str, Value]
    """The values of the base; an empty text for a missing key."""
    start: dict[str, Value] | None
    """The values of the base as values of the space; None if they are outside the ranges."""

    @classmethod
    def parse(cls, base: str, vary: Sequence[str] | Mapping[str, str]) -> Space:
        """Parse the ``--vary`` options, see ``varied``. Raises InputError for unknown keys and
        values, with the nearest known one, and for a key that never has an effect.
        """
        spec = json.loads(_core.spec_to_json(base))
        full = json.loads(_core.spec_to_json(Agent(base).spec))
        asked = varied(vary, "['c=0.1..4:log']")
        if not asked:
            raise InputError(f"nothing to vary; {FORM}")
        parameters = tuple(_parameter(spec, text) for text in asked)
        keys = [parameter.key for parameter in parameters]
        for key in keys:
            if keys.count(key) > 1:
                raise InputError(f"vary {key}: given twice")
        for parameter in parameters:
            _expect_effect(spec, parameter, parameters)
        start = None
        if all(parameter.holds(full.get(parameter.key)) for parameter in parameters):
            start = {p.key: p.typed(full[p.key]) for p in parameters}
        return cls(spec, parameters, {key: full.get(key, "") for key in keys}, start)

    def spec(self, values: dict[str, Value]) -> str:
        """The spec of the base with these values."""
        return spec_with(self.base, values)

    def values(self, spec: str) -> dict[str, Value] | None:
        """The values that give this spec; None if it is not in the space."""
        given = json.loads(_core.spec_to_json(spec))
        values = {}
        for parameter in self.parameters:
            value = given.get(parameter.key)
            if not parameter.holds(value):
                return None
            values[parameter.key] = parameter.typed(value)
        return values if self.spec(values) == spec else None


def varied(vary: Sequence[str] | Mapping[str, str], example: str) -> list[str]:
    """The varied keys as texts KEY or KEY=VALUES; a mapping gives its keys with their values.
    Raises TypeError for anything else.
    """
    if not isinstance(vary, Mapping):
        return texts("vary", vary, example)
    return [
        f"{as_text('a key of vary', key)}={as_text(f'vary[{key!r}]', values)}"
        for key, values in vary.items()
    ]


def _expect_effect(base: dict[str, Any], tuned: Parameter, all_of: Sequence[Parameter]) -> None:
    """Raises InputError if, for all choices of the other keys, the agent accepts at most one value
    of the key, the one that switches it off.
    """
    words = [[{}, *({p.key: word} for word in p.choices)] for p in all_of if p != tuned]
    reason = ""
    for others in itertools.islice(itertools.product(*words), MOST_COMBINATIONS):
        values: dict[str, Value] = {}
        for other in others:
            values |= other
        taken = 0
        for value in tuned.samples():
            try:
                Agent(spec_with(base, values | {tuned.key: value}))
            except InputError as error:
                reason = reason or str(error)
            else:
                taken += 1
        if taken > 1:
            return
    raise InputError(f"vary {tuned.key}: {reason}")


def spec_with(base: dict[str, Any], values: dict[str, Value]) -> str:
    return _core.spec_from_json(json.dumps(base | values))


def _parameter(base: dict[str, Any], text: str) -> Parameter:
    key, _, given = text.partition("=")
    given, log = given.removesuffix(":log"), given.endswith(":log")
    has_table = base["agent"] in ("mcts", "uct")
    rows = _core.search_parameters() if has_table else []
    row = next((row for row in rows if row["key"] == key), None)
    if row is None and (not given or has_table):
        Agent(spec_with(base, {key: given or 1}))  # raises InputError if it is wrong
        raise InputError(f"vary {text}: the range of this key is unknown; {FORM}")
    if ".." in given:
        parameter = _range(key, given, text, log, row)
    elif log:
        raise InputError(f"vary {text}: :log is for ranges; {FORM}")
    elif given:
        parameter = Parameter(key, choices=tuple(value_of(word) for word in given.split(",")))
        if len(set(parameter.choices)) != len(parameter.choices) or len(parameter.choices) < 2:
            raise InputError(f"vary {text}: expected at least two different values; {FORM}")
    elif row is not None and "words" in row:
        return Parameter(key, choices=tuple(row["words"]))
    else:
        assert row is not None
        return Parameter(key, low=row["least"], high=row["most"], whole=row["whole"])
    for value in parameter.choices or (parameter.low, parameter.high):
        if not _is_known(row, value):
            whole = not isinstance(value, str) and value == int(value)
            Agent(spec_with(base, {key: int(value) if whole else value}))  # says what is wrong
            if row is not None:
                raise InputError(f"vary {text}: {value} is not a value of {key}")
    return parameter


def _range(key: str, given: str, text: str, log: bool, row: dict[str, Any] | None) -> Parameter:
    if row is not None and "words" in row:
        raise InputError(f"vary {text}: expected some of {', '.join(row['words'])}")
    low, high = (value_of(end) for end in given.split("..", 1))
    if isinstance(low, str) or isinstance(high, str):
        raise InputError(f"vary {text}: the ends of a range are numbers; {FORM}")
    if low >= high or (log and low <= 0):
        raise InputError(f"vary {text}: expected an ascending range{' above 0' if log else ''}")
    whole = isinstance(low, int) and isinstance(high, int) if row is None else bool(row["whole"])
    if whole and not (low == int(low) and high == int(high)):
        raise InputError(f"vary {text}: {key} is a whole number")
    return Parameter(key, low=low, high=high, whole=whole, log=log)


def value_of(word: str) -> Value:
    """A JSON number if the text is a finite one, else the text."""
    try:
        value = json.loads(word)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return value if is_number and math.isfinite(value) else word
    except (ValueError, OverflowError, RecursionError):
        return word


def _is_known(row: dict[str, Any] | None, value: Value) -> bool:
    if row is None:
        return False  # ask the agent
    if "words" in row:
        return value in row["words"]
    if isinstance(value, str) or (row["whole"] and value != int(value)):
        return False
    return bool(row["least"] <= value <= row["most"])
