"""Other engines: random games of chess, driven from Python, in the same run and on the same core.

A game of chess and a battle are different things; what can be compared is how many decisions a second a program in
Python gets out of each engine when it lists the legal answers and takes one at random.
"""

from __future__ import annotations

from random import Random
from time import perf_counter

from .figures import Figure, Skipped


def openspiel_chess(seconds: float) -> list[Figure | Skipped]:
    """Random games of OpenSpiel's chess (C++ behind Python calls)."""
    try:
        import pyspiel
    except ImportError:
        return [Skipped("OpenSpiel chess", "open_spiel is not installed (pip install open_spiel)")]
    game, rng = pyspiel.load_game("chess"), Random(1)
    moves = games = 0
    began = perf_counter()
    while perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            moves += 1
        games += 1
    spent = perf_counter() - began
    return [
        Figure("OpenSpiel chess, decisions", moves / spent, "/s"),
        Figure("OpenSpiel chess, games", games / spent, "/s"),
    ]


def pettingzoo_chess(seconds: float) -> list[Figure | Skipped]:
    """Random games of PettingZoo's chess, through its environment interface."""
    try:
        from pettingzoo.classic import chess_v6
    except ImportError as missing:
        return [Skipped("PettingZoo chess", f"{missing.name} is not installed (pip install pettingzoo chess pygame)")]
    environment, rng = chess_v6.env(), Random(1)
    moves = games = 0
    began = perf_counter()
    while perf_counter() - began < seconds:
        environment.reset(seed=games)
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            environment.step(int(legal[int(rng.random() * len(legal))]))
            moves += 1
        games += 1
    spent = perf_counter() - began
    return [
        Figure("PettingZoo chess, decisions", moves / spent, "/s"),
        Figure("PettingZoo chess, games", games / spent, "/s"),
    ]
