"""Adapters: ``carrack.envs.aec`` (PettingZoo), ``carrack.envs.seat`` (Gymnasium) and
``carrack.envs.spiel`` (OpenSpiel). Each needs its project: ``pip install carrack[envs]``.
"""
