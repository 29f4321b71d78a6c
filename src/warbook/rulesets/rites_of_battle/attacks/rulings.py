"""What the player of whoever makes a check decides before a throw: talents that go with an attack, and strain."""

from __future__ import annotations

from ....core.decision import Choose
from ....core.structs import replace
from ..harm import wounds
from ..records import Check, Model, Play
from ..records.position import check_under_way


def with_talents(play: Play, actor: Model, check: Check) -> Check:
    """An attack with the talents that its player has it use; one with two weapons is one in melee if either is."""
    melee = any(actor.weapon(slot).melee for slot in check.slots)
    ranks = actor.talent("frenzied-attack") if melee else 0
    if points := choose_points(play, actor, "frenzied", "How much strain for a frenzied attack?", ranks):
        wounds.strain(play, actor.id, points)
        check = replace(check, ability_upgrades=check.ability_upgrades + points)
    if melee and actor.talent("crippling-blow") and not check.about:
        question = Choose(
            "crippling", "A crippling blow, for a difficulty die more?", lambda: (False, True),
            named=lambda yes: "a crippling blow" if yes else "a plain blow",
        )  # fmt: skip
        if actor.ask(question):
            check = replace(check, difficulty=check.difficulty + 1, about="crippling")
    return check


def choose_points(play: Play, actor: Model, key: str, prompt: str, most: int) -> int:
    """How much strain of its own will a fighter takes for something."""
    able = [n for n in range(most + 1) if n == 0 or actor.may_strain(n)]
    if len(able) == 1:
        return 0
    question = Choose(key, prompt, lambda: able, idle=(0,), named=lambda n: f"{n} strain" if n else "none")
    points: int = actor.ask(question)
    return points


def check_begun(play: Play, otherwise: str) -> Check | None:
    """The check under way, with what was ruled on it; None, and a remark, where its maker cannot act any more."""
    who = check_under_way(play).who
    if not play.state.records[who].able:
        play.note(who, otherwise)
        return None
    return check_under_way(play)
