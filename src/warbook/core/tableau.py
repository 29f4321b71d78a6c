"""Tableau: a position as a table shows it, in terms that any game can fill.

A ruleset says it once (`Ruleset.tableau`, `card`, `aims`); pictures, the terminal and the table in the browser draw it.
Nothing here is a rule: what may be done is the decision's to say, what it costs the action's.  Lengths are thousandths
of an inch.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .grid import BoardGrid
from .state import Placement

Tone = Literal["calm", "good", "ready", "held", "ill", "mark"]
Point = tuple[int, int, int]


class Badge(Struct, frozen=True, omit_defaults=True):
    """A small sign at a body: one to three characters that mean the same without colour, and what they mean."""

    sign: str
    title: str
    tone: Tone = "calm"


class Counter(Struct, frozen=True, omit_defaults=True):
    """What a game's economy counts for a body or a side: actions left, action points to spend, points held.  `of` is
    the most it can be, 0 where there is no such number."""

    title: str
    have: int
    of: int = 0
    use: Literal["spend", "held"] = "spend"


class Ring(Struct, frozen=True, omit_defaults=True):
    """A distance around a body, measured from the edge of its base; where cells are counted, `corners` are those of all
    cells within it.  One with corners and no `reach` is the place of another for whom the body stands: of its group."""

    reach: int
    title: str
    corners: tuple[tuple[int, int], ...] = ()


class Body(Struct, frozen=True, omit_defaults=True):
    """A model.  `label` is its short sign on the board.  `words` describe its state, its posture first.  `stands` says
    whether it is on the table, still to come, or gone; `looks` whether its facing has a meaning; `unit` is the id of
    the unit that it belongs to, -1 for none; `on` that of the body that it stands on and goes along with, -1 for none.
    A hull is drawn by the shape in `at`."""

    id: int
    owner: int
    label: str
    name: str
    kind: str
    at: Placement
    words: tuple[str, ...] = ()
    badges: tuple[Badge, ...] = ()
    counters: tuple[Counter, ...] = ()
    rings: tuple[Ring, ...] = ()
    stands: Literal["here", "waiting", "gone"] = "here"
    ready: bool = False
    looks: bool = True
    unit: int = -1
    on: int = -1


class Unit(Struct, frozen=True, omit_defaults=True):
    """Models that act as one: the table draws and reads them as a unit.  `id` is that of its record, `leader` the
    member who leads it (-1: none); `words`, `badges` and `counters` are about the unit, not about its members."""

    id: int
    owner: int
    name: str
    kind: str
    members: tuple[int, ...]
    leader: int = -1
    words: tuple[str, ...] = ()
    badges: tuple[Badge, ...] = ()
    counters: tuple[Counter, ...] = ()
    ready: bool = False


class Thing(Struct, frozen=True, omit_defaults=True):
    """Something else that lies or stands about and may change: a casket, a crate, a trap, a vehicle.  `id` is that of
    its record, -1 for a mark that has none; `radius` is 0 where it is a point.  Doors and lifts (kinds ``door`` and
    ``lift``) are here for their names and states; the board shows where they are."""

    id: int
    kind: str
    name: str
    at: Point
    radius: int = 0
    words: tuple[str, ...] = ()


class Side(Struct, frozen=True, omit_defaults=True):
    """A side, its points so far, and other words about it."""

    seat: int
    name: str
    points: int = 0
    words: tuple[str, ...] = ()


class Group(Struct, frozen=True, omit_defaults=True):
    """Models that do something together: a band, a group activation, the pledged interrupts.  The board joins them by
    lines where they are `linked`; an order in which models act is not."""

    title: str
    members: tuple[int, ...]
    linked: bool = True


class Patch(Struct, frozen=True, omit_defaults=True):
    """Ground or air that is special for the moment: a disc, or a ring of corners."""

    title: str
    kind: str
    centre: Point = (0, 0, 0)
    radius: int = 0
    corners: tuple[tuple[int, int], ...] = ()


class Tableau(Struct, frozen=True, omit_defaults=True):
    """A position.  `heading` says in a line where the battle stands; `actor` is the model or the unit that acts, -1 for
    nobody; `doors` are the states of the board's doors by id, `zones` the deployment zones to show with the seat of
    each (-1: nobody's). `grid` is laid over the board where the game is played on cells; `gone` are the numbers of
    those of the board's pieces that have vanished (see `Board.breakable`)."""

    heading: str
    sides: tuple[Side, ...]
    bodies: tuple[Body, ...]
    things: tuple[Thing, ...] = ()
    actor: int = -1
    round: int = 0
    doors: dict[str, str] = {}
    zones: dict[str, int] = {}
    patches: tuple[Patch, ...] = ()
    groups: tuple[Group, ...] = ()
    units: tuple[Unit, ...] = ()
    grid: BoardGrid | None = None
    gone: tuple[int, ...] = ()

    def acts(self, body: Body) -> bool:
        """Whether a model acts now, by itself or with its unit."""
        return self.actor >= 0 and self.actor in (body.id, body.unit)


# ---- a model, close up -----------------------------------------------------------------------------------------------


class Stat(Struct, frozen=True, omit_defaults=True):
    """A characteristic as it counts now; `printed` and `why` tell what it was and what changed it."""

    short: str
    title: str
    value: str
    printed: str = ""
    why: tuple[str, ...] = ()


class Grid(Struct, frozen=True, omit_defaults=True):
    """A table of words: the weapons of a model."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Entry(Struct, frozen=True, omit_defaults=True):
    """A skill, a trait, a piece of gear, an effect: its name and what it does."""

    name: str
    summary: str = ""


class Section(Struct, frozen=True, omit_defaults=True):
    """Entries under a title."""

    title: str
    entries: tuple[Entry, ...]


class Arc(Struct, frozen=True, omit_defaults=True):
    """A part of the plane about a body: one of its sides, or where a weapon of it bears.  It begins at its middle and
    lies between two vectors, from `right` counter-clockwise to `left`, as they are while the body looks east; it is all
    round where they are equal.  Of a hull those of a `side` lead to its corners."""

    title: str
    right: tuple[int, int]
    left: tuple[int, int]
    kind: Literal["side", "weapon"] = "weapon"


class Offer(Struct, frozen=True, omit_defaults=True):
    """An action in a model's tray: what it costs now, and every reason against it."""

    id: str
    name: str
    cost: str
    summary: str = ""
    cite: str = ""
    against: tuple[str, ...] = ()


class Card(Struct, frozen=True, omit_defaults=True):
    """Everything about a model."""

    id: int
    name: str
    kind: str
    side: str
    words: tuple[str, ...] = ()
    stats: tuple[Stat, ...] = ()
    grids: tuple[Grid, ...] = ()
    sections: tuple[Section, ...] = ()
    tray: tuple[Offer, ...] = ()
    arcs: tuple[Arc, ...] = ()


class Aim(Struct, frozen=True, omit_defaults=True):
    """A line from a model to another that it might attack.

    `eye` and `mark` are the ends of the line of sight, `distance` what is measured; `hidden` of `parts` parts are out
    of sight, and the game calls that `cover`; `needs` is the number to reach, for `because`; `against` are the reasons
    why it may not be aimed at, `priority` what the game says of choosing it.
    """

    target: int
    weapon: str
    eye: Point
    mark: Point
    distance: int
    band: str = ""
    hidden: int = 0
    parts: int = 0
    cover: str = ""
    needs: str = ""
    because: tuple[str, ...] = ()
    priority: str = ""
    against: tuple[str, ...] = ()
