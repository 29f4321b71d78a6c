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

from ....core.action import Requirement, requirement
from ....core.decision import Choose
from ....core.events import Event
from ....core.reaction import Reaction, Respondent, Windows
from ..attacks import charging, shooting, shots
from ..checks.requirements import burdened
from ..events.deeds import Aimed, Declared, Pledged
from ..printed import catalogue
from ..records import NEUTRAL, Interrupt, Play, Pledge, Row
from ..records.distances import engaged_with, nearest
from ..records.effects import begin_effect
from ..records.model import namer
from ..records.position import foes, under_way

Announced = Declared | Aimed
Caution = Callable[[Play, int, Announced], Sequence[str]]
EACH_ALONE: tuple[Row, ...] = ("charge", "move")
"""Actions of a band in which each member acts for itself; in all others the leader does it for them."""


# ---- who may declare what --------------------------------------------------------------------------------------------


def figures_asked(play: Play, event: Announced) -> Iterator[int]:
    """The enemies of the side that acts whom an announcement asks whether they interrupt: those who are targeted, or
    all, as the table plays it; after a late change of target, only the new target, if the table lets it interrupt."""
    deed, records = under_way(play), play.state.records
    owner = records[deed.leader].owner
    if isinstance(event, Aimed):
        asked: Sequence[int] = (event.whom,) if event.late and play.option["late-interrupts"] else ()
    elif play.option["interrupt-targeted-only"]:
        asked = deed.targets
    else:
        asked = [f.id for f in foes(play, owner)]
    return (who for who in asked if records[who].owner not in (owner, NEUTRAL))


def action_is(*rows: Row, text: str, condition: str = "") -> Requirement[Respondent]:
    """The requirement that the action is of one of these kinds.  Where only the targeted may interrupt, nobody does at
    a Move and the like."""

    @requirement(text, condition=condition)
    def fits(asked: Respondent) -> bool:
        row: Row = asked.event.row if isinstance(asked.event, Aimed) else asked.event.deed.row
        return row in rows and not (row == "move" and asked.play.option["interrupt-targeted-only"])

    return fits


@requirement(
    "The action must be aimed at it.",
    condition="The action must be aimed at it, unless the table lets anybody answer (interrupt-targeted-only).",
)
def aimed_at(asked: Respondent) -> bool:
    return not asked.play.option["interrupt-targeted-only"] or asked.who in under_way(asked.play).targets


@requirement(
    "It must be charged itself.",
    condition="It must be charged itself, unless the table lets bystanders answer a charge "
    "(bystanders-answer-charges).",
)
def charged(asked: Respondent) -> bool:
    return asked.who in under_way(asked.play).targets or bool(asked.play.option["bystanders-answer-charges"])


@requirement("It must be standing.")
def on_its_feet(asked: Respondent) -> bool:
    return bool(asked.play.state.records[asked.who].standing)


@requirement("It must have a point that it held in its own turn.")
def has_held_a_point(asked: Respondent) -> bool:
    return bool(asked.play.state.records[asked.who].ap > 0)


@requirement("It must have declared no interrupt in this action.")
def has_not_interrupted(asked: Respondent) -> bool:
    return under_way(asked.play).pledged(asked.who) is None


@requirement("It must not be in close combat.")
def not_in_combat(asked: Respondent) -> bool:
    return not engaged_with(asked.play, asked.who)


@requirement("It must be in close combat already, with anybody.")
def in_combat(asked: Respondent) -> bool:
    return bool(engaged_with(asked.play, asked.who))


@requirement("It must carry nothing heavy.")
def unburdened(asked: Respondent) -> bool:
    return not burdened(asked.play, asked.play.state.records[asked.who])


@requirement("It must be covered when the area is announced.")
def covered(asked: Respondent) -> bool:
    return isinstance(asked.event, Declared) and asked.who in asked.event.deed.covered


@requirement(
    "It must not be in close combat.",
    condition="It must not be in close combat where the table forbids to flee from it (flee-from-combat).",
)
def free_to_flee(asked: Respondent) -> bool:
    return bool(asked.play.option["flee-from-combat"]) or not engaged_with(asked.play, asked.who)


@requirement(
    "It must have a loaded weapon, and see the one who acts near enough for it.",
    condition="It must have a loaded weapon, and see the one who acts near enough for it (interrupt-fire-reaches).",
)
def can_shoot(asked: Respondent) -> bool:
    play, who = asked.play, asked.who
    return any(shots.can_interrupt(play, who, target) for target in opponents(play, who, asked.event))


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

CHARGING = "An enemy must charge, alone or on an order."
AN_AREA = "The action must be an area of effect, of a shot or a spell."
ANYTHING = "The action must be a charge, an attack, a trample, a shot, an area of effect or a spell."
A_MOVE_TOO = ANYTHING[:-1] + "; a Move and the like only where anybody may answer (interrupt-targeted-only)."
AN_ATTACK = "The action must be a charge, an attack in close combat or a shot."
CLOSE_COMBAT = "The action must be a charge, an attack in close combat or a trample."

PRINTED = (aimed_at, has_held_a_point)
OURS = (on_its_feet, has_not_interrupted)


def interrupt(
    kind: Interrupt,
    action: Requirement[Respondent],
    *printed: Requirement[Respondent],
    ours: tuple[Requirement[Respondent], ...] = (),
    cautions: Caution | None = None,
) -> Reaction:
    """An interrupt with its words: whoever meets the requirements, those that are `printed` and those that are ours,
    may pledge it against an action of this kind."""
    said = catalogue.interrupts()[kind]
    return Reaction(
        f"interrupt-{kind}",
        said.name,
        said.summary,
        said.cite,
        figures_asked,
        declaration_of(kind, said.name),
        declares=True,
        leaves_open=said.leaves_open,
        cautions=cautions,
        cost=said.cost,
        requires=(action, *PRINTED, *OURS, *printed, *ours),
        ours=(*OURS, *ours),
        options=said.options,
    )


REACTIONS: tuple[Reaction, ...] = (
    interrupt(
        "counter-charge", action_is("charge", text=CHARGING), charged, ours=(not_in_combat, unburdened),
        cautions=too_far,
    ),
    interrupt("dodge", action_is("area", "cast-area", text=AN_AREA), covered),
    interrupt("flee", action_is("charge", text=CHARGING), ours=(charged, free_to_flee)),
    interrupt(
        "fire",
        action_is(
            "charge", "melee", "trample", "shot", "area", "cast", "cast-area", "move", text=ANYTHING,
            condition=A_MOVE_TOO,
        ),
        not_in_combat, can_shoot, cautions=risks_of_fire,
    ),
    interrupt("bulwark", action_is("charge", "melee", "shot", text=AN_ATTACK)),
    interrupt("fight", action_is("charge", "melee", "trample", text=CLOSE_COMBAT), in_combat),
)  # fmt: skip

WINDOWS: dict[type[Event], Windows] = {Declared: Windows(after=REACTIONS), Aimed: Windows(after=REACTIONS)}
