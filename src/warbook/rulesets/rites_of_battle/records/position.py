"""The position, asked in bulk: who is on the board and on which side, what is there, and where everything stands."""

from __future__ import annotations

from ....core.memo import Memoized
from ....mechanics.position import layout as layout
from ....mechanics.position import memo_of, shut_doors
from ....space.layout import Layout
from ....space.layout import layout as lay_out
from .state import Check, Fighter, State, Thing, under_way
from .world import Play, World


def derive(world: World, state: State) -> Layout:
    """Packs the placements of a position, which keeps them from then on, with every closed door a wall."""
    doors = (thing for thing in state.records_as(Thing)[world.count :] if thing.kind == "door")
    return lay_out(state, world.board, walls=shut_doors(world.board, doors))


per_position: Memoized[Play] = Memoized(memo_of)
"""Decorates a function of a play and plain values that asks about nothing but where everybody is."""


def fighters(play: Play) -> list[Fighter]:
    """The records of all fighters."""
    return play.state.records[: play.world.count]


def here(play: Play) -> list[Fighter]:
    """Those on the board, alive."""
    return [f for f in fighters(play) if f.here]


def foes(play: Play, seat: int) -> list[Fighter]:
    """The fighters of other seats on the board, alive."""
    return [f for f in fighters(play) if f.here and f.owner != seat]


def friends(play: Play, who: int) -> list[Fighter]:
    """The others of a fighter's side on the board, alive."""
    owner = play.state.records[who].owner
    return [f for f in fighters(play) if f.here and f.owner == owner and f.id != who]


def able_of(play: Play, seat: int) -> list[int]:
    """Those of a side on the board who can act."""
    return [f.id for f in fighters(play) if f.owner == seat and f.able]


def things(play: Play) -> list[Thing]:
    """Everything that is no fighter."""
    return play.state.records_as(Thing)[play.world.count :]


def thing(play: Play, id: int) -> Thing:
    """The thing of an id."""
    return play.state.record(Thing, id)


def check_under_way(play: Play) -> Check:
    """The check under way; a rule asks for it only while there is one."""
    return under_way(play.state)
