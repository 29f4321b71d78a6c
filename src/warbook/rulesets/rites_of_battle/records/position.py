"""The position, asked in bulk: who is on the board and on which side, what is there, and where everything stands."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.memo import Memo, Memoized
from ....space.layout import Layout
from ....space.layout import layout as lay_out
from .state import Check, Fighter, State, Thing
from .world import Play, World


def layout(play: Play) -> Layout:
    """The packed placements, with every closed door a wall."""
    derived: Layout | None = play.state.derived
    return derived if derived is not None else derive(play.world, play.state)


def derive(world: World, state: State) -> Layout:
    """Packs the placements of a position, which keeps them from then on."""
    return lay_out(state, world.board, walls=tuple(shut(world, state)))


def shut(world: World, state: State) -> Iterator[tuple[int, ...]]:
    """The doors that bar the way for now."""
    for thing in state.records_as(Thing)[world.count :]:
        if thing.kind == "door" and thing.state in ("closed", "locked"):
            yield world.board.door_edge(thing.number)


def _memo_of(play: Play) -> Memo:
    return layout(play).memo


per_position = Memoized(_memo_of)
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


def things(play: Play) -> list[Thing]:
    """Everything that is no fighter."""
    return play.state.records_as(Thing)[play.world.count :]


def thing(play: Play, id: int) -> Thing:
    """The thing of an id."""
    return play.state.record(Thing, id)


def check_under_way(play: Play) -> Check:
    """The check under way; a rule asks for it only while there is one."""
    check = play.state.turn.check
    assert check is not None
    return check
