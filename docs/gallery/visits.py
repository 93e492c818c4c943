"""Where a search spends its visits.

The visits of each option at a placement in turn 2, and the value of the option for the
player who decides, with two standard errors.
"""

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import carrack


def draw() -> Figure:
    game = carrack.play(carrack.Ruleset(players=3), ["scripted"], seed=5)
    state = game.state_at(42)
    report = carrack.search(state, "mcts:iterations=2000", seed=1)
    names = [state.action_to_string(int(action)) for action in report.actions][::-1]
    own = report.values[::-1, report.player]
    error = 2 * report.standard_errors[::-1, report.player]
    figure, (visits, values) = plt.subplots(1, 2, sharey=True)
    visits.barh(names, report.visits[::-1])
    visits.set_xlabel("visits")
    values.errorbar(own, names, xerr=error, fmt="o", capsize=2)
    values.set_xlabel("mean reward ± 2 standard errors")
    return figure
