"""A plan of ``carrack.learn`` that takes seconds; for tests that have found the packages of it."""

from carrack.learn import Plan, Table
from carrack.learn.policy_gradient import SelfPlaySettings
from carrack.learn.training import Settings
from carrack.learn.value_training import ValueSettings

TINY = Plan(
    generations=2,
    games=8,
    iterations=24,
    quick_iterations=4,
    quick_share=0.5,
    tables=(Table("aoe3-2", "aoe3", 2),),
    gate_iterations=4,
    gate_blocks=2,
    training=Settings(width=32, layers=(16,), epochs=1, batch=64, least_count=5, test_share=0.2),
    self_play=SelfPlaySettings(rounds=1, games=2, epochs=1, batch=64),
    value_games=60,
    value_training=ValueSettings(width=16, layers=(16,), epochs=1, batch=64, least_count=5),
)
