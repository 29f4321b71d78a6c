"""An attack that is aimed at a part of its target, or at something in its hands: whoever has aimed may give up the
boost dice of that for it, where the table plays it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....core.decision import Choose, Reasons
from ....core.naming import Preview
from ....core.structs import replace
from ..harm import conditions
from ..printed.catalogue import Weapon
from ..records import Check, Model, Play
from ..records.state import AT_PART, ITEM
from . import hits

LIMBS = {"arm": "an arm", "leg": "a leg"}
WHOLE = ""  # at its target, and at nothing in particular
MODES = ("single", "stun")


def aim_at(play: Play, actor: Model, check: Check, notes: Callable[[Check], Sequence[str]]) -> Check:
    """An attack, at what part of its target its player likes; `notes` tell what an attack comes to."""
    if not may_choose(play, check):
        return check
    whom = Model(play, check.target)
    question = Choose(
        "attack.part", f"At what of {whom.name} does {actor.name} aim?", parts_of, whom,
        refuse=lambda part: part_refused(whom, part), idle=(WHOLE,),
        named=lambda part: part_in_words(whom, part) if part else f"{whom.name}, and no part of it",
    )  # fmt: skip
    part: str = actor.ask(question.previewed(Preview(notes=lambda part: notes(at_part(check, part)))))
    return at_part(check, part)


def may_choose(play: Play, check: Check) -> bool:
    """Whether an attack may be aimed at a part: one that an aim goes with, once, at one fighter."""
    if not play.option["aim-at-parts"] or check.mode not in MODES or check.at_mount:
        return False
    return bool(aims_with(play, check.who, [Model(play, check.who).weapon(check.slot)])) and not _is_group(play, check)


def _is_group(play: Play, check: Check) -> bool:
    return Model(play, check.target).alive > 1


def aims_with(play: Play, who: int, weapons: Sequence[Weapon]) -> int:
    """How many aims go with an attack that a fighter makes now."""
    now = play.state.turn
    if not now.aims or now.actor != who:
        return 0
    return now.aims if play.option["aim-melee"] or any(not weapon.melee for weapon in weapons) else 0


def parts_of(whom: Model) -> tuple[str, ...]:
    """What of a fighter can be aimed at: itself, its limbs, and what it holds, but not what it was born with."""
    return (WHOLE, *LIMBS, *(f"{ITEM}{slot}" for slot in whom.record.held if whom.weapon(slot).hands))


def part_refused(whom: Model, part: str) -> Reasons:
    """Why a part cannot be aimed at."""
    return ("It is prone already.",) if part == "leg" and whom.record.prone else ()


def part_in_words(whom: Model, part: str) -> str:
    """A part as people read it."""
    return LIMBS.get(part) or f"its {whom.weapon(_slot_of(part)).title.lower()}"


def _slot_of(part: str) -> int:
    return int(part.removeprefix(ITEM))


def at_part(check: Check, part: str) -> Check:
    """An attack at a part."""
    return replace(check, about=f"{AT_PART}{part}") if part else check


# ---- what comes of it ------------------------------------------------------------------------------------------------


def strike_item(play: Play, check: Check) -> None:
    """A hit at something in its target's hands wounds nobody: that lies on the ground, unless a parry stops all."""
    first = check.hits[0]
    slot, (added, _) = _slot_of(check.part), hits.added_and_stopped(play, check, first.whom, first.slot)
    if hits.past(first, added, 0) and slot in play.state.records[first.whom].held:
        conditions.drop_weapons(play, first.whom, (slot,))


def strike_limb(play: Play, check: Check) -> None:
    """A hit on a limb that wounds: a leg gives way, and an arm hinders its bearer's next check."""
    first = check.hits[0]
    if first.whom != check.target or not hits.past_soak(play, check, first) or not play.state.records[first.whom].able:
        return
    if check.part == "leg":
        conditions.knock_down(play, first.whom)
    elif check.part == "arm":
        conditions.give_token(play, first.whom, "next-setback")
