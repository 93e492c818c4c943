"""A position as a picture.

The renderer draws any position as one SVG. In a notebook, a state displays itself.
"""

import carrack


def draw() -> str:
    game = carrack.play(carrack.Ruleset(players=4), ["scripted"], seed=2)
    return game.to_svg(len(game.actions) // 2)
