"""Players: who chooses when no person does.

A player is made from a seed and has one method, ``choose(play, decision)``; see `warbook.core.oracle.Player`.  People
publish their own as a class in a module of theirs, and name it ``module:Class``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib import import_module
from typing import cast

from ..core.errors import WarbookError, nearest
from ..core.oracle import Player
from ..core.traces import describe_fault

HUMAN = "human"  # what stands in the place of a player's name where a person decides

BOTS = {
    "uniform": "warbook.players.uniform:Uniform",
    "first": "warbook.players.first:First",
    "greedy": "warbook.players.greedy:Greedy",
}


def by_name(name: str, *, seed: int = 0) -> Player:
    """A bot by its name, or anybody's by ``module:Class``, with a seed of its own.

    ``module:Class`` imports that module: such a name is taken from whoever runs this program, never from a file.
    Raises `WarbookError` where the name is no player's, or what it names is not one.
    """
    if ":" not in name and name not in BOTS:
        known = ", ".join(BOTS)
        raise WarbookError(f"no player {name!r}{nearest(name, BOTS)}; wanted one of {known}, or module:Class")
    module, _, kind = BOTS.get(name, name).partition(":")
    try:
        with redirect_stdout(sys.stderr):  # what a module prints must not stand in the answer of a command
            made = getattr(import_module(module), kind)(seed)
    except Exception as fault:  # a module of somebody else's may do anything when it is imported
        raise WarbookError(
            f"player {name}: wanted a class that is made from a seed; {describe_fault(fault)}"
        ) from fault
    if not callable(getattr(made, "choose", None)):
        raise WarbookError(f"player {name}: {type(made).__name__} has no method choose(play, decision)")
    return cast(Player, made)


def by_seat(names: Sequence[str], seed: int) -> dict[int, Player]:
    """The players of those seats that no person has: each seat's own seed follows from that of the battle.

    Raises `WarbookError` for a name that is no player's.
    """
    return {seat: by_name(name, seed=seed * len(names) + seat) for seat, name in enumerate(names) if name != HUMAN}
