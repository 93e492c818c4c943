"""What the metrics of the page mean."""

from __future__ import annotations

import html

from carrack.balance.measures.course import MIDDLE
from carrack.balance.measures.fair_price import DISCOUNTS, REACH
from carrack.balance.measures.tiles import RARELY

DEFINITIONS = {
    "Win share": (
        "1 for the winner of a game, a half each for two winners, else 0. An even share is 1 "
        "divided by the number of players. [low, high] is a 95 % interval over blocks for each "
        "row alone."
    ),
    "Block": (
        "All games with one seed of chance. They share their draws, so they count as one "
        "observation in all intervals and tests. In self-play a block is one game: with the same "
        "agent at every seat all rotations of the seats would be alike. In the tables of "
        "strategies it is a game for every rotation."
    ),
    "Lead change": (
        "A turn after which nobody still leads who led after the turn before, 0 to 7 a game. A "
        "leader has the most VP if the game ended there."
    ),
    "Comeback": (
        f"The win share of all players who do not lead after turn {MIDDLE}, together. From last "
        "place: of those who have the fewest VP then."
    ),
    "Runaway": (
        f"A game in which one player leads alone after turn {MIDDLE} and after every later turn."
    ),
    "Leader wins": (
        "The win share of a player who leads after a turn; of several leaders their mean. After "
        "the first turns all players may lead, with no VP each: then it is an even share."
    ),
    "Decisions": (
        "Choices of all players in a game where there are at least two options; the 5 % and "
        "95 % quantiles over games."
    ),
    "Luck's share": (
        "A report splits each result exactly: result - start = own choices + choices of others "
        "+ luck. Luck is the value after each draw of chance less its expectation over all "
        "outcomes. The share of a part is its covariance with the result, divided by the "
        "variance of the result; the three shares sum to 1. Values are those of the linear "
        "evaluation: where it follows positions too strongly, luck's share is too high, and too "
        "low where it follows them too weakly. A share may be below 0 or above 1."
    ),
    "Offer rate": (
        "The share of games in which the tile is on show at a purchase of a player who can "
        "afford it."
    ),
    "Buy rate": "The share of these games in which an agent buys it.",
    "Effect against other": (
        "The first purchase at which a player can afford the tile is played on twice with the "
        "same draws: with the tile, and with the agent's own alternative without it. The "
        "effect is the difference in the buyer's win share, a mean over games. Most effects "
        "are below 0, since the alternative is what the agent thinks best for this player."
    ),
    "Effect against nothing": "The same against buying nothing at this purchase.",
    "Fair price": (
        "The price at which the effect against other is 0, when this buyer pays it at this "
        "fork only and everybody else pays the price. At the forks of the tile it is also bought "
        f"for {', '.join(f'${discount}' for discount in DISCOUNTS)} less; what a price between "
        "brings is taken from a straight line, and a higher price to cost what the same discount "
        "brings. It is below the price for an effect below 0, above "
        "it for one above 0, and of several such prices the one nearest to the price. "
        f"Prices further than ${REACH} from the price are out of reach: they are not "
        "estimated. The interval has all prices at which the effect may be 0 (Fieller 1954, where "
        f"the gain is linear), and those out of reach unless ${REACH} surely make up for the "
        "effect."
    ),
    "Too cheap, too dear": (
        "The effect against other differs from 0: the fair price differs from the price."
    ),
    "Dominated": (
        "Buying the tile is worse than buying nothing: the effect against nothing is below 0."
    ),
    "Never bought": f"The buy rate is below {RARELY:g}.",
    "Rate ahead of the column": (
        "The rate at which a seat of the row's strategy ends ahead of a seat of the column's "
        "in games that both play, ties counted half, averaged over the other players."
    ),
    "alpha-Rank": (
        "How much of the time evolution spends with a strategy if now and then one player "
        "tries another (Omidshafiei et al. 2019, at the limit of strong selection, from these "
        "rates). A mass near 1 means that one strategy beats all others; masses spread out "
        "mean that they beat each other in a circle. Intervals by bootstrap over blocks."
    ),
    "Restricted play": (
        "The agent plays against copies of itself that may not buy some tiles: those of an "
        "age, or those that act at the same time. The names of the times: purchase, once when "
        "the tile is bought; turn, every turn from then on; income, in the income phase of every "
        "turn from then on (some tiles of the modules of Empires); owned, as long as the tile is "
        "owned; end, at the end of the game. What a copy loses is what these tiles are worth "
        "together (Jaffe et al. 2012)."
    ),
}
"""Meaning by name."""


def define(*names: str) -> str:
    """Definitions, each a click away."""
    return "".join(
        f"<details><summary>{html.escape(name)}</summary><p>{html.escape(DEFINITIONS[name])}</p>"
        "</details>"
        for name in names
    )
