"""The changes of the search in the ablation tables of tables.py."""

# Screened at 100 iterations.
CHANGES = [
    "prior=none,selection=ucb1,c=0.2,widening=1",
    "selection=ucb1,c=0.2",
    "prior=evaluation",
    "widening=1",
    "rollout=random",
    "adapt=0",
    "learners=1",
    "diversity=0",
    "lambda=1",
    "cutoff_turns=1",
    "cutoff_turns=3",
    "rave=100",
    "opponents=paranoid",
]
MORE_CHANGES = [  # for two players only
    "selection=tuned,c=0.2",
    "temperature=2",
    "win=0",
    "win=1",
    "diversity=1",
    "lambda=0.25",
    "cutoff_turns=0",
    "rollout=mast,epsilon=0.2",
    "epsilon=0.1",
    "implicit=0.3",
    "history=0.5",
    "opponents=self",
    "opponents=separate",
    "chance=closed",
    "reuse=on",
    "root=halving",
    "final=secure",
]
# At the budget of the defaults.
MAIN_CHANGES = [
    "prior=none,selection=ucb1,c=0.2,widening=1",
    "temperature=2",
    "widening=1",
    "c=0.2",
    "win=0",
    "rollout=random",
    "lambda=1",
    "cutoff_turns=1",
]
