"""Interrupts: what held points buy in the other side's turn, and the order in which an action is resolved.

All interrupts are declared, and paid for, before any die is rolled and any model moves: the window of the declaration
takes *pledges*, which do nothing yet.  The action then goes on in stages, each a step of its own, and every pledge is
made good in its place:

1. the dice of a charge;  2. flights;  3. the moves of those who act;  4. counter-charges against those who fell short;
5. the attacks of those who act;  6. the attacks that were pledged;  7. the aftermath.

Who falls is taken off in the aftermath, so that Counter-Charge and Fight! still strike; Fire! does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ....core.decision import Choose
from ....core.events import Event
from ....core.reaction import Reaction, Windows
from ..attacks import charging, shooting, shots
from ..checks.requirements import burdened
from ..events.deeds import Aimed, Declared, Pledged
from ..printed import catalogue
from ..records import NEUTRAL, Figure, Interrupt, Play, Pledge, Row
from ..records.distances import engaged_with, nearest
from ..records.effects import begin_effect
from ..records.model import namer
from ..records.position import foes, under_way

#: Which interrupts each kind of action lets in.
ROWS: dict[Row, tuple[Interrupt, ...]] = {
    "charge": ("counter-charge", "flee", "fire", "bulwark", "fight"),
    "melee": ("fire", "bulwark", "fight"),
    "trample": ("fire", "fight"),
    "shot": ("fire", "bulwark"),
    "area": ("dodge", "fire"),
    "cast": ("fire",),
    "cast-area": ("dodge", "fire"),
    "move": ("fire",),
}

Announced = Declared | Aimed
EACH_ALONE: tuple[Row, ...] = ("charge", "move")
"""Actions of a band in which each member acts for itself; in all others the leader does it for them."""


# ---- who may declare what --------------------------------------------------------------------------------------------


def may_interrupt(play: Play, event: Announced) -> Iterator[Figure]:
    """The enemies who may declare an interrupt now: they stand, have a point to spend, and have declared none in
    this action.  Only those who are targeted may, or all, as the table plays it; after a late change of target, only
    the new target."""
    deed = under_way(play)
    owner = play.state.records[deed.leader].owner
    for who in figures_asked(play, event, owner):
        f = play.state.records[who]
        if f.owner not in (owner, NEUTRAL) and f.ap > 0 and f.standing and deed.pledged(who) is None:
            yield f


def figures_asked(play: Play, event: Announced, owner: int) -> tuple[int, ...]:
    """The figures whom an announcement asks whether they interrupt."""
    if isinstance(event, Aimed):
        return (event.whom,) if event.late and play.option["late-interrupts"] else ()
    if play.option["interrupt-targeted-only"]:
        return event.deed.targets
    return tuple(f.id for f in foes(play, owner))


def lets_in(play: Play, event: Announced, kind: Interrupt) -> bool:
    """Whether an action of this kind can be interrupted in this way."""
    row = event.row if isinstance(event, Aimed) else event.deed.row
    if row == "move" and play.option["interrupt-targeted-only"]:
        return False
    return kind in ROWS[row]


Condition = Callable[[Play, Announced, Figure], bool]
Caution = Callable[[Play, int, Announced], Sequence[str]]


def able_to(kind: Interrupt, *conditions: Condition) -> Callable[[Play, Announced], Iterator[int]]:
    """Gives a function that lists who may declare this kind of interrupt: those who may interrupt at all and meet
    every condition."""

    def those(play: Play, event: Announced) -> Iterator[int]:
        if lets_in(play, event, kind):
            for f in may_interrupt(play, event):
                if all(holds(play, event, f) for holds in conditions):
                    yield f.id

    return those


def _free(play: Play, event: Announced, figure: Figure) -> bool:
    """Not in close combat."""
    return not engaged_with(play, figure.id)


def _engaged(play: Play, event: Announced, figure: Figure) -> bool:
    """Already in close combat, with anybody."""
    return bool(engaged_with(play, figure.id))


def _charged(play: Play, event: Announced, figure: Figure) -> bool:
    """Charged itself, unless the table lets bystanders answer a charge."""
    return figure.id in under_way(play).targets or bool(play.option["bystanders-answer-charges"])


def _unburdened(play: Play, event: Announced, figure: Figure) -> bool:
    """Nothing that it carries keeps it from charging."""
    return not burdened(play, figure)


def _covered(play: Play, event: Announced, figure: Figure) -> bool:
    return isinstance(event, Declared) and figure.id in event.deed.covered


def _free_to_go(play: Play, event: Announced, figure: Figure) -> bool:
    """Able to get away: not in close combat, unless the table allows to flee from it."""
    return bool(play.option["flee-from-combat"]) or not engaged_with(play, figure.id)


def _can_shoot(play: Play, event: Announced, figure: Figure) -> bool:
    return any(shots.can_interrupt(play, figure.id, target) for target in opponents(play, figure.id, event))


def too_far(play: Play, who: int, event: Announced) -> list[str]:
    """A caution if a counter-charge could reach none of those who charge somebody else, from where they stand now."""
    return charging.caution_of_counter(play, who)


def risks_of_fire(play: Play, who: int, event: Announced) -> tuple[str, ...]:
    """The friends whom a Fire! may hit, if it may hit friends whichever target it is aimed at."""
    against = [each for each in opponents(play, who, event) if shots.can_interrupt(play, who, each)]
    said = [shots.risks(play, who, each) for each in against]
    return said[0] if said and all(said) else ()


# ---- declaring -------------------------------------------------------------------------------------------------------


def opponents(play: Play, who: int, event: Announced) -> list[int]:
    """Those of the action under way whom a figure may answer: whoever acts against it, or everybody who acts if
    nobody does."""
    deed = under_way(play)
    if isinstance(event, Aimed):
        return [event.who]
    if deed.row not in EACH_ALONE:
        return [deed.leader]
    return [each for each, target in deed.aims if target == who] or list(deed.band)


def declaration_of(kind: Interrupt, title: str) -> Callable[[Play, int, Announced], None]:
    """Gives the rule of a reaction: the figure pays a point and says whom it answers.  Nothing else happens yet."""

    def pledge(play: Play, who: int, event: Announced) -> None:
        against = opponents(play, who, event)
        if kind == "fire":
            against = [each for each in against if shots.can_interrupt(play, who, each)]
        elif kind in ("counter-charge", "flee"):
            against = [each for each in against if each in under_way(play).chargers]
        if kind in ("flee", "bulwark"):  # a bulwark holds against all of them
            against = [nearest(play, who, against)]
        owner = play.state.records[who].owner
        prompt = partial(_whom, play, who, kind)
        whom = play.pick(owner, Choose(f"{kind}.against", prompt, lambda: against, named=namer(play)))
        facts: dict[str, Any] = shooting.measure_pledge(play, who, whom) if kind == "fire" else {}
        play.happen(Pledged(who, title, Pledge(who, kind, whom, **facts)))
        if kind == "bulwark" and play.option["bulwark-lasts"] == "turn":
            begin_effect(play, "bulwark", who, who)

    pledge.__name__ = kind.replace("-", "_")
    return pledge


def _whom(play: Play, who: int, kind: Interrupt) -> str:
    """The question whom it answers, in words."""
    name = play.world.names[who]
    return f"At whom does {name} fire?" if kind == "fire" else f"Whom does {name} {kind}?"


# ---- the six ---------------------------------------------------------------------------------------------------------


def interrupt(kind: Interrupt, *conditions: Condition, cautions: Caution | None = None) -> Reaction:
    """An interrupt with its words: whoever meets the conditions may pledge it."""
    said = catalogue.interrupts()[kind]
    return Reaction(
        f"interrupt-{kind}",
        said.name,
        said.summary,
        said.cite,
        able_to(kind, *conditions),
        declaration_of(kind, said.name),
        declares=True,
        leaves_open=said.leaves_open,
        cautions=cautions,
        cost=said.cost,
        requires=said.requires,
        ours=said.ours,
        options=said.options,
    )


REACTIONS: tuple[Reaction, ...] = (
    interrupt("counter-charge", _charged, _free, _unburdened, cautions=too_far),
    interrupt("dodge", _covered),
    interrupt("flee", _charged, _free_to_go),
    interrupt("fire", _free, _can_shoot, cautions=risks_of_fire),
    interrupt("bulwark"),
    interrupt("fight", _engaged),
)

WINDOWS: dict[type[Event], Windows] = {Declared: Windows(after=REACTIONS), Aimed: Windows(after=REACTIONS)}
