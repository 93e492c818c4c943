"""The compiled part of carrack; import carrack instead.

The docstrings of this file are those of the module: the build copies them.
"""

from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

ENGINE: str
MAX_PLAYERS: int
NUM_ACTIONS: int
OBSERVATION_SIZE: int

class InputError(ValueError): ...
class IllegalActionError(InputError): ...
class ResourceError(OSError): ...

class Ruleset:
    """What is played: an edition, a number of players, modules and variants. A small value: equal
    rulesets are equal and hash alike. ``board`` is the text of a board file, as ``--board`` takes
    it: JSON with regions, goods and borders of your own.

    Raises InputError, naming the word, for anything unknown, named twice or not allowed together,
    and for a board that is wrong or lacks what the rest needs.
    """

    def __init__(
        self,
        edition: str = "aoe3",
        players: SupportsIndex = 4,
        modules: Sequence[str] = [],
        variants: Sequence[str] = [],
        board: str | None = None,
    ) -> None: ...
    @property
    def edition(self) -> str:
        """``"aoe3"`` (2007) or ``"empires"`` (2015)."""
    @property
    def players(self) -> int:
        """2 to 6."""
    @property
    def modules(self) -> list[str]:
        """The modules played with; all there are: ``carrack.modules()``."""
    @property
    def variants(self) -> list[str]:
        """The variants played with; all there are: ``carrack.variants()``."""
    @property
    def board(self) -> str | None:
        """The board as JSON on one line; None for the printed one."""
    @property
    def regions(self) -> list[str]:
        """The regions of the board, in catalogue order."""
    @property
    def observation_names(self) -> list[str]:
        """[OBSERVATION_SIZE] what each number of an observation is, e.g. ``self.money``,
        ``next1.goods.sugar``, ``on_show.factory``. ``self`` is the observer, ``next1`` the seat to
        its left, and so on round the table.
        """
    def new_state(self, seed: SupportsIndex | None = None) -> State:
        """The start of a game; see State."""
    def action_to_string(self, action: SupportsIndex) -> str:
        """The notation of an action id, e.g. ``place soldier dock``."""
    def parse_action(self, text: str) -> int:
        """The id of an action's notation, legal or not. Raises InputError naming the wrong word."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class State:
    """A position. It stands at a player's decision, at a draw of chance, or at the end; what has
    only one option is done by itself.

    With ``seed``, chance draws by itself from the seed's streams, and the position never stands at
    a draw: the games of one seed stay comparable after their decisions part. Without, draws are
    actions like any other (``is_chance``, ``chance_outcomes``).

    Positions are equal when everything in them is, wherever their chance comes from. They can be
    copied and pickled, and are not hashable, as they change; use ``hash()``.
    """

    def __init__(self, ruleset: Ruleset, seed: SupportsIndex | None = None) -> None: ...
    @property
    def ruleset(self) -> Ruleset:
        """What is played."""
    @property
    def seed(self) -> int | None:
        """The seed that chance draws from; None where draws are actions."""
    @property
    def num_players(self) -> int:
        """2 to 6."""
    @property
    def turn(self) -> int:
        """1 to 8; 1 from the setup on."""
    @property
    def phase(self) -> str:
        """The part of the turn: ``placement``, ``dock``, ``warfare`` …"""
    @property
    def current_player(self) -> int:
        """The seat that decides, from 0; -1 for chance, -4 at the end."""
    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    @property
    def is_chance(self) -> bool:
        """Whether chance is to move."""
    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending; at least two, or none at the end."""
    def legal_mask(self) -> NDArray[np.bool_]:
        """[NUM_ACTIONS] True for the legal actions: a new array."""
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(action id, probability) of every outcome. Raises InputError if chance is not to move."""
    def apply(self, action: SupportsIndex | str) -> None:
        """Does a legal action, by id or notation, and everything forced that follows.

        Raises IllegalActionError, with the legal ones, and leaves the position as it was.
        """
    def returns(self) -> list[float]:
        """[players] shares of the win: 1 for the first, divided among equals; 0 before the end."""
    def scores(self) -> list[int]:
        """[players] VP; before the end, what they would be if the game ended here."""
    def ranks(self) -> list[int]:
        """[players] 1 is best; shared ranks read 1, 1, 3. Before the end, as ``scores``."""
    def breakdown(self) -> list[dict[str, int]]:
        """[players] where the VP come from: colonies, discoveries, tiles, economy, bought."""
    def observation(self, player: SupportsIndex | None = None) -> NDArray[np.float32]:
        """[OBSERVATION_SIZE] the position as numbers, seen by ``player`` (by default, who decides):
        counts and $ as they are, sets as 0 and 1, named by ``Ruleset.observation_names``. What only
        others know (``scouting``) is not in it. A new array.
        """
    def resampled(self, player: SupportsIndex, seed: SupportsIndex) -> State:
        """A copy without a seed in which everything that ``player`` does not know has been drawn
        anew, uniformly over what it cannot tell apart. Without ``scouting`` that is nothing.
        """
    def clone(self) -> State:
        """A copy, which goes on drawing the same chance."""
    def hash(self) -> int:
        """A 64-bit hash of the whole position, the same on every machine. A board of your own
        counts as the number that this process has given it.
        """
    def action_to_string(self, action: SupportsIndex) -> str:
        """The notation of an action id."""
    def parse_action(self, text: str) -> int:
        """The id of a legal action's notation. Raises IllegalActionError."""
    def to_dict(self, player: SupportsIndex | None = None) -> dict[str, Any]:
        """The position in the words of the rules, as traces of records carry it. With ``player``,
        as this seat knows it: what others alone have seen (``scouting``, Denmark) is "?" in their
        ``knows``.
        """
    @staticmethod
    def from_dict(
        ruleset: Ruleset,
        state: dict[str, Any],
        legal: Sequence[str] | None = None,
        seed: SupportsIndex = 0,
    ) -> State:
        """The position of a :meth:`to_dict`, of a trace, or of a question to an external agent
        (``message["state"]``). The result has no seed and plays on as the position that was
        written. Its :meth:`hash` may differ; where VP can be bought, :meth:`breakdown` counts all
        of them as those of colonies. What is hidden ("?") is drawn anew with ``seed``, every
        possibility alike.

        A trace does not say which decision is open. ``legal``, its legal actions in notation
        (``message["legal"]``), tells decisions apart that are otherwise alike.

        Raises InputError for what is no such state or no position of the rules, with the member
        that is wrong; for one where chance is to move; and where a trace leaves open what the game
        needs to go on. That is which part of a decision in several parts is open (Spoils,
        Overpopulation, Around the Cape, Papal Edict, Plague, Rewrite History, Smuggler), which
        battle of a war or whose, and who opened the sale of a place; on turn 8, what Age of Reason
        has counted, what Wealth was worth before VP were bought, and the last income once a tile
        may have changed goods after it.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> State: ...
    def __getstate__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, arg0: tuple[Any, ...], /) -> None: ...
    def to_svg(self, before: State | None = None, player: SupportsIndex | None = None) -> str:
        """The board as an SVG picture that needs nothing else. What differs from the position
        ``before`` is framed. With ``player``, as this seat may see it (``scouting``); without, all.
        """
    def _repr_html_(self) -> str: ...

class Agent:
    """Something that chooses actions, made from a spec such as ``mcts:iterations=500``. Agents of
    one spec are equal and hash alike.

    Raises InputError for an unknown name, key or value, with the nearest known one.
    """

    def __init__(self, spec: str) -> None: ...
    @property
    def spec(self) -> str:
        """The spec, with every key at its value."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def choose(self, state: State, seed: SupportsIndex = 0) -> int:
        """The action chosen in a position in which a player is to decide; what that player does not
        know is drawn anew first. The GIL is released; Ctrl-C ends it. Threads may share an agent,
        and wait for each other.
        """

class BatchGame:
    """``n`` games of one ruleset side by side, a step of all at a time, on ``threads`` threads.

    Every game waits for a player's decision: chance draws by itself, and a game that ends is
    followed at once by a new one. The arrays are read-only views of the games' own memory, row i
    for game i: each step changes what they show; copy what you keep. The games depend on ``seed``
    alone, not on the threads. ``observations=False`` leaves those out, which saves much time.

    ``positions``: where games begin, in turn, instead of at the start; a player must be to decide.
    ``opponents``: specs of agents, one for each seat but one, from p1 on, or one for all of them.
    Every game then waits for the decisions of that seat alone: ``seat``, from 0, or, with None, one
    drawn for each game. The opponents' games are those of ``carrack.play`` with the same seed and
    the same number: row i plays games i, i + n, i + 2 n, … Each game has its own opponents.

    Raises InputError for no games or no threads, positions of other rulesets or without a decision,
    wrong opponents or a wrong seat.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        n: SupportsIndex,
        seed: SupportsIndex = 1,
        threads: SupportsIndex = 1,
        observations: bool = True,
        positions: Sequence[State] = ...,
        opponents: Sequence[str] = ...,
        seat: SupportsIndex | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def ruleset(self) -> Ruleset:
        """What is played."""
    @property
    def observations(self) -> NDArray[np.float32] | None:
        """[n, OBSERVATION_SIZE] the positions, each seen by who is to decide; None if left out."""
    @property
    def final_observations(self) -> NDArray[np.float32] | None:
        """[n, OBSERVATION_SIZE] the end of the last finished game, seen by its seat; 0 before the
        first. None if observations are left out, and without opponents.
        """
    @property
    def masks(self) -> NDArray[np.bool_]:
        """[n, NUM_ACTIONS] True for the legal actions."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """[n, players] the win shares of the game that the last step ended, else 0."""
    @property
    def scores(self) -> NDArray[np.int32]:
        """[n, players] VP of the last finished game; 0 before the first."""
    @property
    def ranks(self) -> NDArray[np.int32]:
        """[n, players] ranks in the last finished game, from 1, ties share one; 0 before it."""
    @property
    def current_player(self) -> NDArray[np.int32]:
        """[n] the seat that decides, from 0."""
    @property
    def done(self) -> NDArray[np.bool_]:
        """[n] whether the last step ended a game; then the views already show the next one."""
    @property
    def finished(self) -> NDArray[np.int64]:
        """[n] games finished so far."""
    def step(self, actions: ArrayLike) -> None:
        """Does ``actions[i]`` in game i; integers [n]. The GIL is released.

        Raises InputError for another shape or dtype, IllegalActionError naming the first illegal
        one; then nothing has been done. Ctrl-C ends the opponents' choices, and RuntimeError says
        which opponent failed; after both the batch refuses to go on.
        """
    def step_random(self, steps: SupportsIndex = 1) -> int:
        """Does ``steps`` uniformly random actions in every game, each followed by all views. The
        GIL is released; Ctrl-C ends it. Returns ``steps``.
        """
    def state(self, game: SupportsIndex) -> State:
        """A copy of the position of one game, without a seed."""

def rulesets() -> list[Ruleset]:
    """Every ruleset there is: each edition, number of players, allowed modules and variants."""

def editions() -> list[str]:
    """The editions by name."""

def modules() -> list[str]:
    """The modules by name."""

def variants() -> list[str]:
    """The variants by name."""

def tile_rows(edition: str | None, age: str) -> list[dict[str, Any]]:
    """``carrack.tiles``, with the age as the command line takes it."""

def agent_help() -> dict[str, str]:
    """A line about each kind of agent."""

def search_parameters() -> list[dict[str, Any]]:
    """Every parameter of a tree search: ``key``, ``group``, its range (``least``, ``most``,
    ``whole``) or its ``words``, the defaults of ``mcts`` and ``uct`` as text, ``help``, ``paper``.
    """

def spec_to_json(spec: str) -> str:
    """A spec as JSON: numbers as numbers, all other values as words. Raises InputError."""

def short_spec(spec: str) -> str:
    """A whole spec without the keys that are at their defaults; any other text as it is."""

def short_names(names: Sequence[str]) -> list[str]:
    """``short_spec`` of each; those that would then read alike stay as they are."""

def spec_from_json(json: str) -> str:
    """The spec of JSON as text. Raises InputError."""

def search_report(
    state: State,
    spec: object,
    seed: SupportsIndex,
    evaluate: object,
    batch: SupportsIndex,
    priors: bool,
) -> dict[str, Any]:
    """The parts of a SearchReport; see ``carrack.search``."""

def play_game(
    ruleset: Ruleset,
    agents: list[Any],
    seed: SupportsIndex,
    game: SupportsIndex,
    search_values: bool,
) -> str:
    """The record of one game; see ``carrack.play``."""

_Plan = tuple[Ruleset, list[str], str, str, int, tuple[int, int]]
"""Ruleset, specs of the agents, kind, seatings, seed, and the blocks: the first and the one behind
the last.
"""
FORFEIT_KINDS: tuple[str, ...]
"""How an agent can fail in the middle of a game: ``crashed``, ``timed_out``, …"""

_Arrays = tuple[
    NDArray[np.int64],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int8],
    dict[int, str],
]
"""Of finished games: block [games]; entrants, VP, ranks and forfeits by seat [games, players], a
forfeit being an index of ``FORFEIT_KINDS`` or -1; the first reason of each entrant that forfeited.
"""

def play_blocks(plan: _Plan, agents: list[Any], threads: SupportsIndex) -> _Arrays:
    """The games of a plan, played in memory; see ``carrack.tournament``. ``agents`` are those of
    the plan; they may be Python's.
    """

def play_ledger(
    path: str,
    name: str,
    plan: _Plan,
    threads: SupportsIndex,
    ignore_signature: bool,
    only: Sequence[int] | None = None,
) -> int:
    """Plays what the ledger lacks of a plan, or of its blocks ``only``; how many games that was."""

def enter_ledger(path: str, name: str, plan: _Plan, ignore_signature: bool) -> list[int]:
    """Begins or prolongs a tournament without playing; its blocks that lack games."""

def ledger_tournaments(path: str) -> list[dict[str, Any]]:
    """The tournaments of a ledger; see ``carrack.Ledger``."""

def ledger_tournament(path: str, name: str) -> dict[str, Any]:
    """One of them; with an empty name, the only one."""

def ledger_games(path: str, name: str) -> _Arrays:
    """The finished games of a tournament."""

def ledger_tables() -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    """The tables of an export: name, meaning, and of each column its name, type (of SQL) and
    meaning.
    """

def ledger_query(table: str, version: SupportsIndex) -> str:
    """The query for a table of an export, whose parameter is the tournament's number, in a ledger
    whose schema has this version.
    """

def ledger_uri(path: str) -> str:
    """The address by which SQLite reads a ledger, also one in a folder that cannot be written."""

def ledger_records(path: str, name: str) -> list[str]:
    """The records of a tournament as text, in the order of its games."""

def ledger_merge(path: str, other: str) -> int:
    """Takes over the games of another ledger; how many were new."""

def entrant_figures(
    block: ArrayLike, entrants: ArrayLike, scores: ArrayLike, ranks: ArrayLike, count: SupportsIndex
) -> list[dict[str, Any]]:
    """Of ``count`` entrants of finished games, by [games] and [games, players]: how many games,
    win share, mean rank and mean VP with their intervals; see ``carrack.Tournament.table``.
    """

def rate_files(
    files: Sequence[str],
    name: str,
    anchor: str,
    prior_sd: float,
    seat_effects: bool,
    bootstrap: SupportsIndex,
    alpha_rank: bool,
    luck: bool,
) -> dict[str, Any]:
    """Ratings and means of the agents, best first; see ``carrack.rate``."""

def play_match(
    ruleset: Ruleset,
    agents: list[Any],
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    max_blocks: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    record: str,
    force: bool,
) -> dict[str, Any]:
    """The parts of a Match; see ``carrack.match``. No record where it is empty."""

def verify_file(path: str | bytes) -> tuple[int, int]:
    """Games and events of a record file; see ``carrack.verify``."""

def count_perft(start: Ruleset | State, depth: SupportsIndex) -> int:
    """Decision sequences; see ``carrack.perft``."""

def divide_perft(start: Ruleset | State, depth: SupportsIndex) -> dict[str, int]:
    """Decision sequences behind each first decision; see ``carrack.perft``."""

def fit_weights(
    games: SupportsIndex,
    seed: SupportsIndex,
    noise: float,
    threads: SupportsIndex,
    agent: str,
    output: str,
    force: bool,
) -> list[dict[str, Any]]:
    """A row a kind of position and turn; see ``carrack.fit``. No output where it is empty."""

def command_line(arguments: Sequence[str]) -> int:
    """Runs the command of the words (the first is the program's) and returns the status of the
    process. Signals are handled as by the program from then on.
    """

def trial_rows(
    ruleset: Ruleset,
    agents: Sequence[str],
    tiles: Sequence[str] | None,
    on: Sequence[str] | None,
    age: str,
    games: SupportsIndex,
    seed: SupportsIndex,
    continuations: SupportsIndex,
    turn: SupportsIndex | None,
    seat: str | None,
    threads: SupportsIndex,
    ledger: str | None,
    name: str,
    ignore_signature: bool,
) -> list[dict[str, Any]]:
    """A row a tile or box, and occasion; see ``carrack.trial``."""

def distinct_names(specs: Sequence[str]) -> list[str]:
    """The names of entrants: ``random``, ``random #2``."""

def mean_interval(
    sums: Sequence[float],
    counts: Sequence[float],
    bounds: tuple[float, float] | None,
    step: float,
    together: SupportsIndex,
) -> tuple[float, float, float]:
    """See ``carrack.mean_interval``; ``sums`` are of ``counts`` observations each. Mean, low,
    high.
    """

def mean_p_value(
    sums: Sequence[float],
    counts: Sequence[float],
    bounds: tuple[float, float] | None,
    step: float,
    expected: float,
) -> float:
    """The two-sided p-value of the mean being ``expected``: below 0.05 exactly where the interval
    of ``mean_interval`` does not hold it. NaN below two blocks.
    """

def holm(p_values: Sequence[float]) -> list[float]:
    """See ``carrack.holm``."""

def conditional_logit(
    x: Sequence[ArrayLike], share: Sequence[ArrayLike], cluster: Sequence[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], float, int] | None:
    """Coefficients, covariances, log-likelihood, clusters; see ``carrack.conditional_logit``."""

_Note = tuple[int, Sequence[tuple[int, int, Sequence[float]]], Sequence[float]]
"""Iterations, of each option its action, visits and values, and the expected win shares; see
``carrack.SearchNote``.
"""

_Forfeit = tuple[int, str, int, str]
"""Seat, kind, decision and reason; see ``carrack.Forfeit``."""

_Game = tuple[Ruleset, list[str], int, int, str, list[int], list[_Note | None], list[_Forfeit]]
"""Ruleset, agents, seed, game, engine, actions, notes (one an event or none at all) and forfeits;
see ``carrack.Record``.
"""

def parse_records(text: str, file: str) -> list[_Game]:
    """The games of a record's text; ``file`` is what errors call it."""

def read_record_file(path: str | bytes) -> list[_Game]:
    """The games of a record file, which is read a line at a time."""

def format_record(
    ruleset: Ruleset,
    agents: Sequence[str],
    seed: SupportsIndex,
    game: SupportsIndex,
    engine: str,
    actions: Sequence[int],
    notes: Sequence[_Note | None],
    forfeits: Sequence[_Forfeit],
    trace: bool,
) -> str:
    """The text of a record, every action checked."""

def ranks_after_forfeits(
    ranks: Sequence[int], players: SupportsIndex, forfeits: Sequence[_Forfeit]
) -> list[int]:
    """Ranks by seat with those who forfeited last."""

def record_page(text: str) -> str:
    """The viewer's page of the only game of a record's text."""
