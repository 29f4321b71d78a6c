"""Instinct: those who have it attack whoever is nearest or flee, as long as nobody of their brood leads them."""

from __future__ import annotations

from ....core.decision import Reasons
from ....mechanics import grid
from ....space.grid import cells
from ....space.grid.cells import Cell
from ..records import Model, allies, enemies
from . import economy, squares

SYNAPSE = 12  # squares
ATTACKED, FLED = "attacked", "fled"
NEAREST = "Without a synapse near it, it attacks only whoever is nearest."
NO_FLIGHT = "Without a synapse near it, it does not flee from whom it attacks."
NO_ATTACK = "Without a synapse near it, it attacks nobody while it flees."


def is_wild(actor: Model) -> bool:
    """Whether a fighter acts on instinct: none of its brood with a synapse is near."""
    if not actor.talent("instinctive"):
        return False
    play = actor.play
    brood = (who for who in allies(actor) if Model(play, who).talent("synapse") and play.state.records[who].able)
    return not any(squares.apart(play, actor.id, who) <= SYNAPSE for who in brood)


def against_attack(actor: Model, whom: int) -> Reasons:
    """Why a fighter who acts on instinct does not attack somebody."""
    if not is_wild(actor):
        return ()
    if flees(actor):
        return (NO_ATTACK,)
    near = min((squares.apart(actor.play, actor.id, who) for who in enemies(actor)), default=0)
    return () if squares.apart(actor.play, actor.id, whom) == near else (NEAREST,)


def against_going(actor: Model, cell: Cell) -> Reasons:
    """Why a fighter who acts on instinct does not go to a square: it flees from whoever is nearest, or it attacks."""
    if not is_wild(actor) or not economy.in_own_turn(actor.play, actor.id):
        return ()
    option, further = actor.play.option["instinct"], away(actor, cell) - away(actor)
    if further > 0 and (option == "attack" or ATTACKED in actor.record.round_used):
        return (NO_FLIGHT,)
    return (NO_ATTACK,) if further < 0 and flees(actor) else ()


def away(actor: Model, cell: Cell | None = None) -> int:
    """How many squares it is from a square, or from where a fighter stands, to the nearest of its enemies."""
    play, here = actor.play, cell or grid.cell_of(actor.play, actor.id)
    theirs = (their for who in enemies(actor) for their in squares.taken_by(play, who))
    rules = squares.plain_rules(play)
    return min((cells.distance(play.world.grid, here, their, rules.diagonals) for their in theirs if here), default=0)


def flees(actor: Model) -> bool:
    """Whether it flees in this turn, if it acts on instinct."""
    return actor.play.option["instinct"] == "flee" or FLED in actor.record.round_used
