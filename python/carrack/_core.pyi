"""The compiled module of carrack; import carrack instead.

The build copies the docstrings of this file into the module.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

ENGINE: str
MAX_PLAYERS: int
NUM_ACTIONS: int
OBSERVATION_SIZE: int
LONGEST_MESSAGE: int  # of the protocol of external programs, in bytes

class InputError(ValueError): ...
class AgentFailureError(RuntimeError): ...
class IllegalActionError(InputError): ...
class ResourceError(OSError): ...

class Ruleset:
    """An edition, a number of players, modules, variants, a board and a tweak. A hashable value
    type. ``board`` has custom regions, goods and borders, ``tweak`` other figures of the rules.
    Each is a dict, the ``Path`` of a file as for ``--board`` and ``--tweak``, or the JSON of such a
    file: the ruleset of a message to an external agent is ``Ruleset(**message["ruleset"])``.

    Raises InputError, naming the word, for unknown, duplicate or incompatible words, and for a
    board or a tweak that is invalid or incompatible.
    """

    def __init__(
        self,
        edition: str = "aoe3",
        players: SupportsIndex = 4,
        modules: Sequence[str] = [],
        variants: Sequence[str] = [],
        board: Mapping[str, Any] | str | os.PathLike[str] | None = None,
        tweak: Mapping[str, Any] | str | os.PathLike[str] | None = None,
    ) -> None: ...
    @property
    def edition(self) -> str:
        """The edition: ``"aoe3"`` (2007) or ``"empires"`` (2015)."""
    @property
    def players(self) -> int:
        """The number of players, 2 to 6."""
    @property
    def modules(self) -> list[str]:
        """The modules of this ruleset; ``carrack.modules()`` lists all."""
    @property
    def variants(self) -> list[str]:
        """The variants of this ruleset; ``carrack.variants()`` lists all."""
    @property
    def board(self) -> str | None:
        """The board as JSON on one line; None for the printed board."""
    @property
    def tweak(self) -> dict[str, Any] | None:
        """The figures that differ from the printed ones; None if none does."""
    @property
    def figures(self) -> dict[str, Any]:
        """All figures of the rules, in the format of a tweak."""
    @property
    def regions(self) -> list[str]:
        """The regions of the board, in catalogue order."""
    @property
    def observation_names(self) -> list[str]:
        """[OBSERVATION_SIZE] the names of the observation features, e.g. ``self.money``,
        ``next1.goods.sugar``, ``on_show.factory``. ``self`` is the observer, ``next1`` the seat to
        its left, and so on.
        """
    def new_state(self, seed: SupportsIndex | None = None) -> State:
        """The start of a game; see State."""
    def action_to_string(self, action: SupportsIndex) -> str:
        """The notation of an action id, e.g. ``place soldier dock``."""
    def parse_action(self, text: str) -> int:
        """The id of an action in notation, legal or not. Raises InputError naming the wrong
        word.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class State:
    """A position: at a player's decision, at a chance draw, or at the end. Forced actions are
    applied automatically.

    With ``seed``, chance draws automatically from the streams of the seed, and the position is
    never at a draw; games with one seed use common random numbers even after different decisions.
    Without a seed, draws are actions like any other (``is_chance``, ``chance_outcomes``).

    Equality compares positions, not seeds. Positions can be copied and pickled. They are mutable
    and therefore not hashable; use ``hash()``.
    """

    def __init__(self, ruleset: Ruleset, seed: SupportsIndex | None = None) -> None: ...
    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the game."""
    @property
    def seed(self) -> int | None:
        """The seed of chance; None if draws are actions."""
    @property
    def num_players(self) -> int:
        """The number of players, 2 to 6."""
    @property
    def turn(self) -> int:
        """The turn, 1 to 8; 1 during setup."""
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
        """Apply a legal action, by id or notation, and all forced actions that follow.

        Raises IllegalActionError, listing the legal actions, and leaves the position unchanged.
        """
    def returns(self) -> list[float]:
        """[players] win shares: 1 for the winner, split on ties; 0 before the end."""
    def scores(self) -> list[int]:
        """[players] VP; before the end, VP if the game ended here."""
    def ranks(self) -> list[int]:
        """[players] 1 is best; shared ranks are 1, 1, 3. Before the end, as for ``scores``."""
    def breakdown(self) -> list[dict[str, int]]:
        """[players] VP by source: colonies, discoveries, tiles, economy, bought."""
    def observation(self, player: SupportsIndex | None = None) -> NDArray[np.float32]:
        """[OBSERVATION_SIZE] features of the position for ``player`` (default: the current player):
        raw counts and $, sets as 0 and 1, named by ``Ruleset.observation_names``. Private
        information of others (``scouting``, Denmark) is not included. A new array.
        """
    def expected_vp(self) -> list[float]:
        """[players] the final VP of each seat that the linear evaluation expects. At a decision of
        a game with private information (``scouting``, Denmark), from the view of the current
        player.
        """
    def script_values(self) -> NDArray[np.float32]:
        """[NUM_ACTIONS] the value of each legal action to the agent ``scripted:balanced``, in VP
        compared with not acting; NaN for all other actions. A new array. Raises InputError if no
        player is to decide.
        """
    def resampled(self, player: SupportsIndex, seed: SupportsIndex) -> State:
        """A copy without a seed in which everything that ``player`` does not know has been
        resampled uniformly over its information set. Nothing is hidden without ``scouting``, and
        without Denmark, which the modules ``national`` and ``world`` together bring.
        """
    def clone(self) -> State:
        """A copy with the same future chance draws: what is drawn for it will be drawn for the
        original too. An agent that plans ahead without knowing the future plays on
        :meth:`resampled` instead.
        """
    def hash(self) -> int:
        """A 64-bit hash of the whole position, the same on every machine and in every process,
        also on a board of your own.
        """
    def action_to_string(self, action: SupportsIndex) -> str:
        """The notation of an action id."""
    def parse_action(self, text: str) -> int:
        """The id of a legal action in notation. Raises IllegalActionError."""
    def to_dict(self, player: SupportsIndex | None = None) -> dict[str, Any]:
        """The position as in traces of records, with one more member, ``emptied``: how many spaces
        at the front of the box that resolves are empty already. With ``player``, the position as
        this seat knows it: what only others have seen (``scouting``, Denmark) is "?" in their
        ``knows``.
        """
    @staticmethod
    def from_dict(
        ruleset: Ruleset,
        state: dict[str, Any],
        legal: Sequence[str] | None = None,
        seed: SupportsIndex = 0,
        *,
        likely: bool = False,
        attacker: SupportsIndex | None = None,
    ) -> State:
        """The position of a :meth:`to_dict`, of a trace, or of a request to an external agent
        (``message["state"]``). The result has no seed and plays on like the original position.
        Without ``emptied``, in traces and protocols before version 3, its workers stand in the
        first spaces of the box that resolves, and :meth:`observation` may differ.
        Its :meth:`hash` may differ; with bought VP, :meth:`breakdown` counts them under
        colonies. Hidden values ("?") are resampled uniformly with ``seed``.

        A trace does not state which decision is open. ``legal``, its legal actions in notation
        (``message["legal"]``), distinguishes otherwise identical decisions.

        ``likely`` is for agents, which have to answer. ``legal`` then may be a part of the legal
        actions, and the position offers no others until an action is applied. If the trace is
        ambiguous, the result is one of the positions that look like it, the same for the same
        arguments. While a defender picks casualties, a trace does not say who attacks: the result
        is a battle declared by seat ``attacker`` (from 0), if such a battle fits the trace. The VP
        of turn 8 that a trace omits are computed from the present position.

        Raises InputError, naming the member, for an invalid state; if chance is to move; and,
        without ``likely``, if the trace is ambiguous. Ambiguous are: which part of a multi-part
        decision is open (Spoils, Overpopulation, Around the Cape, Papal Edict, Plague, Rewrite
        History, Smuggler), which battle of a war or whose, and who opened the sale of a place; on
        turn 8, the count of Age of Reason, the value of Wealth before VP were bought, and the last
        income once a tile may have changed goods after it.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> State: ...
    def __getstate__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, arg0: tuple[Any, ...], /) -> None: ...
    def to_text(self, player: SupportsIndex | None = None) -> str:
        """Turn, phase, who decides and the board as text, as ``str`` gives it. With ``player``,
        also what this seat alone knows (``scouting``, Denmark).
        """
    def to_svg(self, before: State | None = None, player: SupportsIndex | None = None) -> str:
        """The board as a self-contained SVG. Differences from the position ``before`` are framed.
        With ``player``, as seen by this seat (``scouting``, Denmark); without, everything is
        visible.
        """
    def _repr_html_(self) -> str: ...

class Agent:
    """An agent created from a spec such as ``mcts:iterations=500``. Agents with the same spec are
    equal and have the same hash.

    Raises InputError for an unknown name, key or value, with the nearest known one.
    """

    def __init__(self, spec: str) -> None: ...
    @property
    def spec(self) -> str:
        """The full spec with all keys."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def begin(self, ruleset: Ruleset, seat: SupportsIndex, seed: SupportsIndex = 0) -> None:
        """Begin a game with the agent at ``seat``, from 0. Its choices there belong to this game:
        the clock of ``game_time=`` and the tree of ``reuse=on`` are kept between them, and an
        external program plays one game. Raises InputError for a seat out of range.
        """
    def choose(self, state: State, seed: SupportsIndex | None = None) -> int:
        """The action chosen at a player's decision; what that player does not know is resampled
        first. Unless a game of this ruleset and seat has begun, the choice is a game of its own: it
        depends only on ``state`` and ``seed``. Without a seed, the position gives one, so that
        draws at different positions are independent. Releases the GIL; Ctrl-C stops it. Threads may
        share an agent; calls are serialized.
        """

class AgentServer:
    """Answers the messages of one process of carrack (agents/PROTOCOL.md) for one seat of one game
    after another. ``name`` is the one in the greeting. ``begin(ruleset, seat, seed)`` is called
    when a game begins, ``choose(state, seed)`` for each decision; it returns the notation of an
    option. Any other text is sent too, and forfeits the game. The seeds of choices depend only on
    that of the game.
    """

    def __init__(
        self,
        name: str,
        begin: Callable[[Ruleset, int, int], None],
        choose: Callable[[State, int], str],
    ) -> None: ...
    def answer(self, line: str | bytes) -> str | None:
        """The answer to a line; None if none is expected, also for unknown types. Raises
        InputError for a line that is not a message, and for a move outside a game.
        """

class BatchGame:
    """``n`` games of one ruleset, stepped together on ``threads`` threads.

    Every game waits for a player's decision: chance draws automatically, and a finished game is
    replaced at once by a new one. The arrays are read-only views of internal memory, row i for
    game i; each step overwrites them, so copy what you keep. The games depend only on ``seed``, not
    on the threads. ``observations=False`` skips observations, which saves much time.

    ``positions``: starting positions, used in turn, each at a player's decision.
    ``opponents``: specs or Agents, one for each other seat from p1, or one for all of them.
    Every game then waits only for decisions of the remaining seat: ``seat``, from 0, or with None
    drawn for each game. The games are those of ``carrack.play`` with the same seed and
    number: row i plays games i, i + n, i + 2 n, … Each game has its own opponents.

    A batch without opponents can be copied and pickled; the copy goes on as the batch would.

    Raises InputError for no games or threads, positions of other rulesets or without a decision,
    and invalid opponents or seat.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        n: SupportsIndex,
        seed: SupportsIndex = 1,
        threads: SupportsIndex = 1,
        observations: bool = True,
        positions: Sequence[State] = ...,
        opponents: Sequence[str | Agent] = ...,
        seat: SupportsIndex | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the games."""
    @property
    def observations(self) -> NDArray[np.float32] | None:
        """[n, OBSERVATION_SIZE] observations of the current players; None if disabled."""
    @property
    def final_observations(self) -> NDArray[np.float32] | None:
        """[n, OBSERVATION_SIZE] the final position of the last finished game for its seat; 0 before
        the first. None without observations or opponents.
        """
    @property
    def masks(self) -> NDArray[np.bool_]:
        """[n, NUM_ACTIONS] True for the legal actions."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """[n, players] win shares if the last step ended a game, else 0."""
    @property
    def scores(self) -> NDArray[np.int32]:
        """[n, players] VP of the last finished game; 0 before the first."""
    @property
    def ranks(self) -> NDArray[np.int32]:
        """[n, players] ranks in the last finished game, from 1, shared on ties; 0 before the
        first.
        """
    @property
    def current_player(self) -> NDArray[np.int32]:
        """[n] the seat that decides, from 0."""
    @property
    def done(self) -> NDArray[np.bool_]:
        """[n] whether the last step ended a game; the views then show the next one."""
    @property
    def finished(self) -> NDArray[np.int64]:
        """[n] games finished so far."""
    def step(self, actions: ArrayLike, where: ArrayLike | None = None) -> None:
        """Apply ``actions[i]`` (integers [n]) in game i. With ``where`` (bools [n]), only in the
        games where it is true; the others stay as they are, and their actions do not matter.
        Releases the GIL.

        Raises InputError for a wrong shape or dtype, and IllegalActionError for the first illegal
        action; no game is changed then. Ctrl-C stops the opponents, and RuntimeError names an
        opponent that failed; the batch is unusable after either.
        """
    def restart(self, where: ArrayLike) -> None:
        """Leave the games where ``where`` (bools [n]) is true, and begin the next games of their
        rows. Games that are left do not count in ``finished``. Releases the GIL.

        Raises TypeError and InputError for a wrong dtype and shape, otherwise as ``step`` does.
        """
    def step_random(self, steps: SupportsIndex = 1) -> int:
        """Apply ``steps`` uniformly random actions in every game and update the views after each.
        Releases the GIL; Ctrl-C stops it. Returns ``steps``.
        """
    def clone(self) -> BatchGame:
        """A batch that goes on as this one would, with arrays of its own. Raises InputError for a
        batch with opponents.
        """
    def __copy__(self) -> BatchGame: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> BatchGame: ...
    def __getstate__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, arg0: tuple[Any, ...], /) -> None: ...
    def state(self, game: SupportsIndex) -> State:
        """A copy of the position of one game, from 0, without a seed. Raises IndexError for a game
        that is not there.
        """

def rulesets() -> list[Ruleset]:
    """All rulesets: every edition, number of players, allowed modules and variants."""

def editions() -> list[str]:
    """The editions by name."""

def modules() -> list[str]:
    """The modules by name."""

def variants() -> list[str]:
    """The variants by name."""

def tile_rows(edition: str | None, age: str) -> list[dict[str, Any]]:
    """``carrack.tiles``, with the age as on the command line."""

def agent_help() -> dict[str, str]:
    """A line of help for each kind of agent."""

def search_parameters() -> list[dict[str, Any]]:
    """All search parameters: ``key``, ``group``, the range (``least``, ``most``, ``whole``) or the
    ``words``, the defaults of ``mcts`` and ``uct`` as text, ``help``, ``paper``, and ``measured``:
    the section of ``agents/STRENGTH.md`` or ``agents/STRENGTH_ARCHIVE.md`` that measures its effect
    on strength, empty if none does.
    """

def spec_to_json(spec: str) -> str:
    """A spec as JSON: numbers as numbers, all other values as words. Raises InputError."""

def short_spec(spec: str) -> str:
    """A full spec without the keys at their defaults; other text is returned unchanged."""

def uses_network(spec: str) -> bool:
    """Whether an agent uses a network. False for programs, of which nothing is known."""

def short_names(names: Sequence[str]) -> list[str]:
    """``short_spec`` of each; names that would become equal are not shortened."""

def spec_from_json(json: str) -> str:
    """A JSON spec as text. Raises InputError."""

class Network:
    """A network: ``default``, the network of the library, or a file that ``carrack learn`` has
    written, ``PATH`` or ``PATH@HASH``. Networks with the same numbers are equal and have the same
    hash.

    Raises InputError for a file that cannot be read or holds no network, and for a hash that is
    malformed or differs from the file's; it is also a FileNotFoundError if there is no file.
    """

    def __init__(self, file: str | os.PathLike[str] = "default") -> None: ...
    @property
    def name(self) -> str:
        """The name of the network."""
    @property
    def hash(self) -> str:
        """The hash of all numbers of the network."""
    @property
    def spec(self) -> str:
        """Path and hash, for ``net=`` in specs."""
    @property
    def training(self) -> Any:
        """What the network was trained on."""
    @property
    def inputs(self) -> list[str]:
        """The names of the inputs of the policy."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def evaluate(
        self, positions: State | Sequence[State] | BatchGame
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Evaluate positions at players' decisions, as the players who decide see them; one State
        counts as a list of one. Returns the logits [n, NUM_ACTIONS], whose softmax is the policy,
        -inf for actions that are not legal; and the expected win shares [n, MAX_PLAYERS] by seat, 0
        for seats that are not played. Releases the GIL.
        """
    def values(
        self, positions: State | Sequence[State] | BatchGame
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Evaluate positions of games that are not over, also at draws of chance. Returns the
        expected win shares and the expected final VP [n, MAX_PLAYERS] by seat, 0 for seats that are
        not played. Releases the GIL. Raises InputError for a position in which the game is over.

        The default network has learned from the first positions of turns. Before the order of play
        is drawn its values are not symmetric, though all seats are alike there.
        """

class SavedTree:
    """The tree of a search; carrack.SearchTree wraps it."""

    @staticmethod
    def read(file: str) -> SavedTree:
        """Read the tree in a file. Raises InputError."""
    @staticmethod
    def parse(text: str, name: str) -> SavedTree:
        """The tree in the text of a file; ``name`` is its name in errors. Raises InputError."""
    @property
    def agent(self) -> str:
        """The spec of the agent that searched."""
    @property
    def player(self) -> int:
        """The seat that decides at the root."""
    @property
    def players(self) -> int:
        """The number of players."""
    @property
    def position(self) -> int:
        """The hash of the root's position."""
    @property
    def seed(self) -> int:
        """The seed of the search."""
    def events(self) -> list[str]:
        """[nodes] the event that leads to each node, in notation."""
    def actors(self) -> list[str]:
        """[nodes] the actor of each event."""
    def parents(self) -> NDArray[np.int64]:
        """[nodes] the index of each node's parent."""
    def depths(self) -> NDArray[np.int64]:
        """[nodes] depths, 0 for the root."""
    def visits(self) -> NDArray[np.int64]:
        """[nodes] visits."""
    def priors(self) -> NDArray[np.float64]:
        """[nodes] priors, 0 if the search uses none."""
    def values(self) -> NDArray[np.float64]:
        """[nodes, players] mean rewards."""
    def find(self, path: Sequence[str]) -> int:
        """The node at the end of a path."""
    def path(self, node: SupportsIndex) -> list[str]:
        """The events from the root to a node."""
    def compare(
        self, other: SavedTree
    ) -> tuple[int, int, list[tuple[tuple[str, ...], int | None, int | None, float, float, bool]]]:
        """The depth and the visits down to which the trees are compared, and the rows: path, visits
        and shares in both, whether choices differ; largest differences first.
        """
    def text(self) -> str:
        """The text of a file with the tree."""

def search_report(
    state: State,
    spec: object,
    seed: SupportsIndex,
    evaluate: object,
    batch: SupportsIndex,
    priors: bool,
    tree_depth: SupportsIndex,
    tree_visits: SupportsIndex,
) -> dict[str, Any]:
    """The parts of a SearchReport; see ``carrack.search``."""

def search_reports(
    states: list[State],
    spec: object,
    seed: SupportsIndex,
    threads: SupportsIndex,
    evaluate: object,
    batch: SupportsIndex,
    priors: bool,
    progress: object,
) -> list[dict[str, Any]]:
    """The parts of the SearchReports of many positions, without trees; see
    ``carrack.search_many``.
    """

def solve_position(state: State, agent: str, max_positions: SupportsIndex) -> dict[str, Any]:
    """The parts of a Solution; see ``carrack.solve``."""

def play_game(
    ruleset: Ruleset,
    agents: list[Any],
    seed: SupportsIndex,
    game: SupportsIndex,
    search_values: bool,
    record: str,
    force: bool,
) -> str:
    """The record of one game; see ``carrack.play``. An empty ``record`` means no file."""

_Plan = tuple[Ruleset, list[str], str, str, int, tuple[int, int]]
"""Ruleset, specs of the agents, kind, seatings, seed, and the range of blocks: first and one past
the last.
"""
FORFEIT_KINDS: tuple[str, ...]
"""The kinds of failure of an agent: ``crashed``, ``timed_out``, …"""

_Arrays = tuple[
    NDArray[np.int64],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int8],
    dict[int, str],
]
"""Finished games: block [games]; entrants, VP, ranks and forfeits by seat [games, players], where a
forfeit is an index of ``FORFEIT_KINDS`` or -1; the first reason of each entrant that forfeited.
"""

def play_blocks(
    plan: _Plan,
    agents: list[Any],
    threads: SupportsIndex,
    record: str = "",
    force: bool = False,
    search_values: bool = False,
    progress: Callable[[str], object] | None = None,
) -> _Arrays:
    """Play the games of a plan in memory; see ``carrack.tournament``. ``agents`` are the agents of
    the plan and may be Python objects. An empty ``record`` means no file.
    """

def play_ledger(
    path: str,
    name: str,
    plan: _Plan,
    threads: SupportsIndex,
    ignore_signature: bool,
    only: Sequence[int] | None = None,
    search_values: bool = False,
    progress: Callable[[str], object] | None = None,
) -> tuple[int, _Arrays]:
    """Play the missing games of a plan, or of its blocks ``only``. Returns their number, and all
    finished games of the tournament. With ``search_values``, the records have the search reports.
    """

def enter_ledger(path: str, name: str, plan: _Plan, ignore_signature: bool) -> list[int]:
    """Create or extend a tournament without playing. Returns the unfinished blocks."""

def ledger_tournaments(path: str) -> list[dict[str, Any]]:
    """The tournaments of a ledger; see ``carrack.Ledger``."""

def ledger_tournament(path: str, name: str) -> dict[str, Any]:
    """A tournament of a ledger; an empty name means the only tournament. ``agents`` has the names
    of its agents, ``specs`` their full specs.
    """

def ledger_games(path: str, name: str) -> _Arrays:
    """The finished games of a tournament."""

def ledger_tables() -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    """The tables of an export: name, meaning, and name, SQL type and meaning of each column."""

def ledger_query(table: str) -> str:
    """The query for a table of an export; its parameter is the number of the tournament."""

class LedgerRows:
    """The rows of an SQL query on a ledger, as tuples. Text that is not UTF-8 gets replacement
    characters. The file is not checked, see ``ledger_tournaments``; it is opened read-only, also in
    read-only folders, and closed with the object. Releases the GIL. Raises InputError for a file
    that cannot be read, and for a wrong query.
    """

    def __init__(self, path: str, query: str, parameters: Sequence[int | str]) -> None:
        """``parameters`` are the values for each ``?`` of the query."""

    def __iter__(self) -> LedgerRows:
        """Itself."""

    def __next__(self) -> tuple[Any, ...]:
        """The next row."""

def ledger_merge_log(path: str) -> None:
    """Merge the log of a ledger into its file, unless another process uses it, or it is read-only.
    Releases the GIL.
    """

def is_database(path: str | bytes) -> bool:
    """Whether a path leads to an SQLite file, as ledgers are. Safe for a ledger that this process
    plays into: if the file was opened and closed in another way, the ledger would lose its locks.
    """

def ledger_records(
    path: str,
    name: str,
    blocks: tuple[int, int] | None = None,
    permutations: int | None = None,
) -> list[str]:
    """The records of a tournament as text, in the order of its games: of all, or of the first
    ``permutations`` of a range of ``blocks`` (first and one past the last).
    """

def ledger_merge(path: str, others: Sequence[str], ignore_signature: bool, keep_ours: bool) -> int:
    """Merge the games of other ledgers. Returns the number of new games. With ``ignore_signature``
    the rules of the ledgers may have other signatures; with ``keep_ours`` common games may differ,
    and those of ``path`` stay.
    """

def entrant_figures(
    block: ArrayLike, entrants: ArrayLike, scores: ArrayLike, ranks: ArrayLike, count: SupportsIndex
) -> list[dict[str, Any]]:
    """Number of games, win share, mean rank and mean VP with intervals for each of ``count``
    entrants, from arrays [games] and [games, players]; see ``carrack.Tournament.table``.
    """

def pair_figures(
    block: ArrayLike, entrants: ArrayLike, scores: ArrayLike, ranks: ArrayLike, count: SupportsIndex
) -> list[tuple[int, int, int, int, tuple[float, float, float], tuple[float, float, float], float]]:
    """Every ordered pair of entrants that met, from arrays as for ``entrant_figures``: both
    numbers, games, blocks, the share of ranks ahead and the difference in VP, each with both ends
    of its interval, and the adjusted p-value of being ahead in half of the cases.
    """

def alpha_rank_masses(
    block: ArrayLike, entrants: ArrayLike, scores: ArrayLike, ranks: ArrayLike, count: SupportsIndex
) -> list[tuple[float, float, float]]:
    """The mass by alpha-Rank of each of ``count`` entrants and both ends of its bootstrap interval
    over blocks, from arrays as for ``entrant_figures``. The games of a block follow each other.
    """

def rate_files(
    files: Sequence[str],
    names: Sequence[str],
    anchor: str,
    prior_sd: float,
    seat_effects: bool,
    bootstrap: SupportsIndex,
    alpha_rank: bool,
    luck: bool,
) -> str:
    """Ratings and means of the agents as JSON, best first; see ``carrack.rate``."""

def rate_games(
    ruleset: Ruleset,
    names: Sequence[str],
    block: ArrayLike,
    entrants: ArrayLike,
    scores: ArrayLike,
    ranks: ArrayLike,
    forfeits: ArrayLike,
    anchor: str,
    prior_sd: float,
    seat_effects: bool,
    bootstrap: SupportsIndex,
    alpha_rank: bool,
) -> str:
    """The same for games in memory, from arrays as for ``entrant_figures``. ``forfeits`` is
    negative for agents that did not forfeit.
    """

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
    keep: str,
    force: bool,
    progress: Callable[[str], object] | None,
) -> dict[str, Any]:
    """The parts of a Match; see ``carrack.match``. Empty ``record`` and ``keep`` mean no file."""

def play_match_part(
    ruleset: Ruleset,
    agents: Sequence[str],
    seed: SupportsIndex,
    first: SupportsIndex,
    count: SupportsIndex,
) -> list[tuple[float, list[int], list[str]]]:
    """Some blocks of a match: A's share, and the forfeits of both agents with their reasons."""

class KeptMatch:
    """The blocks of a match in a file; see ``carrack.match``."""

    def __init__(
        self, path: str, ruleset: Ruleset, agents: Sequence[str], seed: SupportsIndex
    ) -> None:
        """Opens the file, or creates it. Raises InputError for a file of another match, and for one
        that another process uses.
        """

    @property
    def blocks(self) -> list[tuple[float, list[int], list[str]]]:
        """The blocks that the file had when it was opened."""

    def keep(self, block: tuple[float, Sequence[int], Sequence[str]]) -> None:
        """Append the next block. Raises InputError if the file cannot be written."""

class MatchResult:
    """The result of the blocks of a match so far."""

    def __init__(
        self, ruleset: Ruleset, elo0: float, elo1: float, alpha: float, beta: float
    ) -> None:
        """No blocks yet. Raises InputError for options of the test that are out of range."""

    def add(self, blocks: Sequence[tuple[float, Sequence[int], Sequence[str]]]) -> int:
        """Count the next blocks, in their order and up to the verdict; return how many count."""

    @property
    def is_decided(self) -> bool:
        """Whether there is a verdict."""

    @property
    def llr(self) -> float:
        """The log-likelihood ratio."""

    def to_dict(self) -> dict[str, Any]:
        """The fields of a Match."""

def verify_file(path: str | bytes) -> tuple[int, int]:
    """Games and events of a record file; see ``carrack.verify``."""

def count_perft(start: Ruleset | State, depth: SupportsIndex) -> int:
    """The number of decision sequences; see ``carrack.perft``."""

def divide_perft(start: Ruleset | State, depth: SupportsIndex) -> dict[str, int]:
    """The number of decision sequences for each first decision; see ``carrack.perft``."""

def interrupt_on(signals: Sequence[int]) -> None:
    """From now on these signals end long calls as Ctrl-C does, if Python has a handler for them,
    which then runs. Ctrl-C always ends long calls. Raises InputError for numbers that are not
    signals.
    """

def fit_weights(
    games: SupportsIndex,
    seed: SupportsIndex,
    noise: float,
    threads: SupportsIndex,
    agent: str,
    output: str,
    force: bool,
    progress: Callable[[str], object] | None,
) -> dict[str, Any]:
    """``rows``, one per kind of position and turn; ``forfeits``, the number of games left out, and
    the reason of the first; see ``carrack.fit``. An empty ``output`` means no file.
    """

def command_line(arguments: Sequence[str | bytes]) -> int:
    """Run a command line (the first word is the program) and return the exit status. Installs the
    signal handling of the program.
    """

class TrialPlan:
    """The plan of a trial; see ``carrack.trial``. Can be pickled."""

    def __init__(
        self,
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
        occasion: str | None,
        denial: bool,
        discounts: Sequence[SupportsIndex],
    ) -> None: ...
    def __getstate__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, state: tuple[Any, ...], /) -> None: ...

def trial_rows(
    plan: TrialPlan,
    threads: SupportsIndex,
    ledger: str | None,
    name: str,
    ignore_signature: bool,
    progress: Callable[[str], object] | None,
) -> list[dict[str, Any]]:
    """One row per tile or box and occasion; see ``carrack.trial``."""

def missing_trial_games(
    ledger: str, name: str, plan: TrialPlan, ignore_signature: bool
) -> list[int]:
    """Create or extend a trial without playing. Returns the numbers of the missing games."""

def ledger_trials(path: str) -> list[dict[str, Any]]:
    """The trials of a ledger; see ``carrack.Ledger.trials``."""

def trial_record_rows(
    ledger: str, name: str, game: SupportsIndex, allow_programs: bool
) -> list[dict[str, Any]]:
    """The rows of ``carrack.trial_records``, with records as text."""

def play_trial_games(
    ledger: str, name: str, plan: TrialPlan, games: Sequence[SupportsIndex]
) -> None:
    """Play some games of a trial into a ledger; games in the ledger are not played again."""

def games_per_block(seatings: str, players: int) -> int:
    """The number of games of a block: that of the seatings."""

def distinct_names(specs: Sequence[str]) -> list[str]:
    """The names of entrants: ``random``, ``random #2``."""

def mean_interval(
    sums: Sequence[float],
    counts: Sequence[float],
    bounds: tuple[float, float] | None,
    step: float,
    together: SupportsIndex,
) -> tuple[float, float, float]:
    """Mean, low and high; see ``carrack.mean_interval``. ``sums`` are over ``counts`` observations
    each.
    """

def mean_p_value(
    sums: Sequence[float],
    counts: Sequence[float],
    bounds: tuple[float, float] | None,
    step: float,
    expected: float,
) -> float:
    """The two-sided p-value of the mean being ``expected``: below 0.05 exactly if the interval
    of ``mean_interval`` excludes it. NaN for fewer than two blocks.
    """

def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values; see ``carrack.holm``."""

def conditional_logit(
    x: Sequence[ArrayLike], share: Sequence[ArrayLike], cluster: Sequence[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], float, int] | None:
    """Coefficients, covariances, log-likelihood, clusters; see ``carrack.conditional_logit``."""

_Note = tuple[
    int, Sequence[tuple[int, int, Sequence[float]]], Sequence[float], Sequence[tuple[int, float]]
]
"""Iterations; action, visits and values of each option; expected win shares; action and
probability of the policy target. See ``carrack.SearchNote``.
"""

_Forfeit = tuple[int, str, int, str]
"""Seat, kind, decision and reason; see ``carrack.Forfeit``."""

_Game = tuple[Ruleset, list[str], int, int, str, list[int], list[_Note | None], list[_Forfeit]]
"""Ruleset, agents, seed, game, engine, actions, notes (one per event, or none) and forfeits;
see ``carrack.Record``.
"""

def parse_records(text: str, file: str) -> list[_Game]:
    """The games of a record as text; ``file`` is its name in errors."""

class RecordFile:
    """A record file whose games are read one after the other. Raises InputError if it cannot be
    read.
    """

    def __init__(self, path: str | bytes) -> None: ...
    def next_game(self) -> _Game | None:
        """The next game, every line of which is checked; None at the end of the file."""
    def skip_game(self) -> bool:
        """Read and check the next game. False at the end of the file."""

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
    """The text of a record; every action is checked."""

def ranks_after_forfeits(
    ranks: Sequence[int], players: SupportsIndex, forfeits: Sequence[_Forfeit]
) -> list[int]:
    """Ranks by seat with forfeits last."""

def record_page(text: str) -> str:
    """The viewer page of the only game in the text of a record."""

class MadeReport:
    """A game with its report; carrack.GameReport wraps it."""

    def json(self) -> str:
        """The output of ``carrack report --json``."""
    def text(self) -> str:
        """The output of ``carrack report``."""
    def html(self) -> str:
        """The page of ``carrack report --html``."""

def make_report(
    text: str,
    agent: str | None,
    seed: SupportsIndex,
    threads: SupportsIndex,
    value: str,
    progress: Callable[[str], object] | None,
) -> MadeReport:
    """The report of the only game in the text of a record; see ``carrack.Record.report``."""

def report_agents(
    records: list[tuple[str, str | None]],
    agent: str | None,
    seed: SupportsIndex,
    threads: SupportsIndex,
    value: str,
    progress: Callable[[str], object] | None,
) -> str:
    """The summary of all games as JSON; see ``carrack.report_agents``. ``records`` has names, each
    with the text of records; a name without text is that of a file.
    """

def learning_examples(
    path: str, tournaments: list[str], least_iterations: int, exact_positions: int
) -> dict[str, NDArray[Any]]:
    """The searched decisions of tournaments of a ledger, as arrays by name. Decisions of the last
    turn are solved if ``exact_positions`` positions suffice. Raises InputError.
    """

class StopFlag:
    """Raised by one thread to end the work of others."""

    def __init__(self) -> None: ...
    def set(self) -> None:
        """Raise the flag."""

def play_self_play_games(
    ruleset: Ruleset,
    agents: list[str],
    seed: int,
    first: int,
    games: int,
    stop: StopFlag | None = None,
) -> dict[str, NDArray[Any]]:
    """Play games ``first`` to ``first + games - 1`` of a seed between the agents, one per seat.
    Returns the arrays of ``carrack.learn.SelfPlayExamples`` by name. A game with a forfeit has no
    examples. Once ``stop`` is raised, returns the examples of the games that are complete. Raises
    InputError for unknown agents.
    """

def play_value_games(
    ruleset: Ruleset,
    agents: list[str],
    seed: int,
    first: int,
    games: int,
    share: float,
    stop: StopFlag | None = None,
) -> dict[str, NDArray[Any]]:
    """Play games ``first`` to ``first + games - 1`` of a seed and return positions with the results
    of the games, as arrays by name: the first position of every turn from the second, and each
    other position with probability ``share``. Seats count from the player who decides; at a draw of
    chance, from the first player of the turn order. ``stop`` as for ``play_self_play_games``.
    Raises InputError for unknown agents.
    """

def recorded_value_examples(
    path: str, tournaments: list[str], share: float, exact_positions: int
) -> dict[str, NDArray[Any]]:
    """The same positions of recorded games of a ledger. Positions of the last turn have the win
    shares of backward induction if ``exact_positions`` positions suffice. Raises InputError.
    """

def network_inputs() -> tuple[list[str], list[int]]:
    """The name of every input of a network, and the index of its number in an observation."""

def action_verbs() -> NDArray[np.uint8]:
    """[actions that players choose] the number of the verb of each action."""

_Trunk = tuple[
    list[str],
    NDArray[np.int16],
    NDArray[np.int16],
    list[tuple[NDArray[np.int8], NDArray[np.int32]]],
]
"""Inputs, rows, bias of the first layer; weights and bias of each dense layer."""

def network_bytes(
    name: str, training: str, policy: _Trunk, value: _Trunk, heads: dict[str, NDArray[Any]]
) -> bytes:
    """The bytes of the file of a network. Raises InputError if the sizes do not match."""

def network_arrays(network: Network) -> tuple[_Trunk, _Trunk, dict[str, NDArray[Any]]]:
    """The trunks of the policy and the value, and the heads, as arguments of network_bytes()."""
