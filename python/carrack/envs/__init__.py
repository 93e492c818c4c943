"""Adapters: ``carrack.envs.aec`` (PettingZoo), ``carrack.envs.seat`` and ``carrack.envs.vector``
(Gymnasium) and ``carrack.envs.spiel`` (OpenSpiel). Each needs its library:
``pip install '.[envs]'`` in a checkout of carrack.

If Gymnasium is installed, importing this package registers ``Carrack-v0``:
``gymnasium.make("Carrack-v0")`` is a ``SeatEnv``, ``gymnasium.make_vec`` gives a ``SeatVectorEnv``.
``"carrack.envs:Carrack-v0"`` imports it first. Gymnasium has no plugin entry points since
1.0, so it cannot find the name automatically.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from gymnasium.envs.registration import register, registry

    if "Carrack-v0" not in registry:
        register(
            "Carrack-v0",
            entry_point="carrack.envs.seat:SeatEnv",
            vector_entry_point="carrack.envs.vector:SeatVectorEnv",
        )
