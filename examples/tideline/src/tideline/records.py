"""What there is: sailors, whose turn it is, and the model through which rules ask about a sailor."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from warbook.core import play, state
from warbook.core.state import Posture
from warbook.space.board import Board
from warbook.space.layout import Layout, layout
from warbook.space.sight import contact

from .printed import Kind, Options


class Sailor(state.Body, frozen=True, kw_only=True):
    """What can change about one sailor; `done` means that it has acted in this round."""

    wounds: int
    done: bool = False


class Tide(state.Turn, frozen=True):
    """The round, the side that picks next, the sailor that acts (-1: nobody yet), and how many rounds there are."""

    round: int = 1
    seat: int = 0
    actor: int = -1
    rounds: int = 6


class World(Struct, frozen=True):
    """What never changes in a battle: the beach, the kinds of sailor, everybody's name, and what the crews are called
    by seat."""

    board: Board
    kinds: dict[str, Kind]
    names: tuple[str, ...]
    crews: tuple[str, ...]


State: TypeAlias = state.State[Sailor, Tide]
Play: TypeAlias = play.Play[State, World, Options]


class Model(play.Model[Sailor]):
    """A sailor, asked in the words of the rules."""

    play: Play

    @property
    def kind(self) -> Kind:
        return self.play.world.kinds[self.record.profile]

    @property
    def up(self) -> bool:
        """Whether it is still in the fight."""
        return self.record.at.posture == Posture.UP

    @property
    def foes(self) -> list[Model]:
        """Everybody of the other side who is still in the fight."""
        others = (Model(self.play, r.id) for r in self.play.state.records if r.owner != self.owner)
        return [foe for foe in others if foe.up]

    @property
    def engaged(self) -> list[Model]:
        """The foes in base contact."""
        return [foe for foe in self.foes if contact(self.record.at, foe.record.at)]


def beach(play: Play) -> tuple[Board, Layout]:
    """The ground, and who stands where on it."""
    return play.world.board, layout(play.state, play.world.board)


def still_fighting(state: State, seat: int) -> int:
    """How many of a side are still in the fight."""
    return sum(sailor.owner == seat and sailor.at.posture == Posture.UP for sailor in state.records)


def name_of(world: World, who: int) -> str:
    return world.names[who]


def seat_name(world: World, seat: int) -> str:
    return world.crews[seat]
