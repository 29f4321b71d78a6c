"""The position, asked in bulk: who is on the table and on which side, what lies there, and where everything stands."""

from __future__ import annotations

from ....core.memo import Memoized
from ....mechanics.position import lasting_memo_of, memo_of, shut_doors
from ....mechanics.position import layout as layout
from ....space.layout import Layout
from ....space.layout import layout as lay_out
from .state import Deed, Figure, State, Thing
from .world import Play, World


def derive(world: World, state: State) -> Layout:
    """Packs the placements of a position, which keeps them from then on, with every closed door a wall."""
    doors = (thing for thing in state.records_as(Thing)[world.count :] if thing.kind == "door")
    return lay_out(state, world.board, walls=shut_doors(world.board, doors))


per_position: Memoized[Play] = Memoized(memo_of)
"""Decorates a function of a play and plain values that asks about nothing but where everybody is."""
lasting: Memoized[Play] = Memoized(lasting_memo_of)
"""The same for what holds wherever they are, as long as nobody's posture and owner change."""


def under_way(play: Play) -> Deed:
    """The action under way; a rule asks for it only while there is one."""
    deed = play.state.turn.deed
    assert deed is not None
    return deed


def in_play(play: Play, who: int) -> bool:
    """On the table and not fallen."""
    figure = play.state.records[who]
    return bool(figure.here and figure.wounds > 0)


def figures(play: Play) -> list[Figure]:
    """The records of all figures, on the table or not; of the neutrals those that have come so far."""
    return play.state.records[: play.world.mustered + play.state.turn.neutrals]


def here(play: Play) -> list[Figure]:
    """Those on the table."""
    return list(map(play.state.records.__getitem__, _here(play)))


def fallen_figures(play: Play) -> list[int]:
    """Those on the table who have no wounds left."""
    return [f.id for f in here(play) if f.wounds <= 0]


@lasting
def _here(play: Play) -> tuple[int, ...]:
    return tuple(f.id for f in figures(play) if f.here)


def foes(play: Play, seat: int) -> list[Figure]:
    """The figures of other seats (the neutrals too) that are on the table and have not fallen."""
    those = map(play.state.records.__getitem__, _here_against(play, seat))
    return [f for f in those if f.wounds > 0]


@lasting
def _here_against(play: Play, seat: int) -> tuple[int, ...]:
    return tuple(f.id for f in here(play) if f.owner != seat)


def friends(play: Play, who: int) -> list[Figure]:
    """The other figures of its own side that are on the table and have not fallen."""
    owner = play.state.records[who].owner
    those = map(play.state.records.__getitem__, _here_for(play, owner))
    return [f for f in those if f.id != who and f.wounds > 0]


@lasting
def _here_for(play: Play, owner: int) -> tuple[int, ...]:
    return tuple(f.id for f in here(play) if f.owner == owner)


def things(play: Play) -> list[Thing]:
    """Everything that is not a figure."""
    return play.state.records_as(Thing)[play.world.count :]


def supplies(play: Play) -> list[Thing]:
    """The crates of a Supply Drop."""
    return [thing for thing in things(play) if thing.profile == "supply"]
