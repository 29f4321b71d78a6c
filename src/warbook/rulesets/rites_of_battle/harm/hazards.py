"""Hazards: fire, thin air, falls, and fear."""

from __future__ import annotations

from ....core.decision import Choose
from ....mechanics import grid
from ....mechanics.narrative import Roll
from ..checks import pools, squares
from ..checks.pools import Attempt
from ..events.fighters import Used
from ..printed.catalogue import Skill
from ..records import ADVERSARIES, Check, Model, Play
from ..records.effects import BATTLE, begin
from ..records.position import foes
from . import conditions, wounds

BREATHLESS = 3
FEET_PER_STRAIN = 2
BROKEN_FALL = 15
ROLLING = 2  # the difficulty of a fall that is broken
BREAKING: tuple[Skill, ...] = ("athletics", "coordination")


def burn(play: Play, who: int) -> None:
    """A fire on a fighter does its damage, and so does dangerous ground under it; soak counts each time."""
    model, scenario = Model(play, who), play.world.scenario
    wounds.wound(play, who, model.amount("burning") - model.soak)
    if scenario.hazard and grid.stands_on(play, who, "dangerous"):
        wounds.wound(play, who, scenario.hazard - model.soak)


def hold_breath(play: Play) -> None:
    """Without air those who are not sealed hold their breath as many rounds as they have Toughness, from when they have
    come; then it is strain."""
    if not play.world.scenario.airless:
        return
    for who in range(play.world.count):
        model = Model(play, who)
        if not model.record.here or model.kit.armour.sealed:
            continue
        rounds = model.characteristic("toughness") * (play.option["lungs-last"] if model.talent("three-lungs") else 1)
        if model.record.turns > rounds:  # each round that it has been here for has had a turn of it
            wounds.strain(play, who, BREATHLESS)
            begin(play, "breathless", who, BATTLE, BREATHLESS)


def fall(play: Play, who: int, height: int) -> None:
    """A fall from a height in feet: strain, less where Athletics or Coordination breaks it, and half on soft ground."""
    model = Model(play, who)
    tries = [Attempt(play, model, skill, ROLLING, Check("fall", who)) for skill in BREAKING]
    best = max(tries, key=_promise)
    feet = max(0, height - BROKEN_FALL * (pools.throw(best, "fall", "The fall").success > 0))
    per_strain = FEET_PER_STRAIN * (1 + grid.stands_on(play, who, "soft"))
    ceiling = play.option["round-falls"] == "ceiling"
    points = -(-feet // per_strain) if ceiling else feet // per_strain
    (wounds.strain if play.option["falls-are"] == "strain" else wounds.wound)(play, who, points)


def _promise(attempt: Attempt) -> tuple[int, int]:
    dice = pools.reckon(attempt).dice
    return dice.proficiency + dice.ability, dice.proficiency


# ---- fear ------------------------------------------------------------------------------------------------------------


def face_fears(play: Play, who: int) -> None:
    """Whoever sees something frightening for the first time is put to the test."""
    model = Model(play, who)
    if model.talent("fearless") and (not model.kit.hero or play.option["heroes-know-no-fear"]):
        return
    for foe in foes(play, model.owner):
        terror = Model(play, foe.id).talent("frightening")
        if terror and f"fear {foe.id}" not in model.record.used and squares.sees(play, who, foe.id):
            play.happen(Used(who, f"fear {foe.id}"))
            test_fear(play, model, terror, Model(play, foe.id).talent("dreaded"))


def test_fear(play: Play, model: Model, difficulty: int, upgrades: int) -> None:
    """Discipline: who fails is shaken, for the battle or to the end of its next turn; threats are strain, a despair
    staggers for a round: for the turn that begins, or a further one of whoever is staggered already."""
    check = Check("fear", model.id, upgrades=upgrades)
    rolled: Roll = pools.throw(Attempt(play, model, "discipline", difficulty, check), "fear", "Fear")
    if rolled.success <= 0 and play.option["fear-lasts"] == "battle":
        conditions.for_the_battle(play, model.id, "shaken")
    elif rolled.success <= 0:
        conditions.suffer(play, model.id, "shaken")
    if play.option["fear-strains"]:
        wounds.strain(play, model.id, max(0, -rolled.advantage))
    if rolled.despair and _staggers(play, model):
        conditions.suffer(play, model.id, "staggered", int(model.has("staggered")))


def _staggers(play: Play, model: Model) -> bool:
    """Whether a despair on a test of fear staggers; the game master is asked where the table leaves it to one."""
    how = play.option["fear-staggers"]
    if how != "gm" or play.option["gm"] != "adversary":
        return how != "never"
    question = Choose(
        "gm.fear", f"Does fear stagger {model.name} for a round?", lambda: (False, True), idle=(False,),
        named=lambda yes: "staggered" if yes else "no",
    )  # fmt: skip
    found: bool = play.ask(ADVERSARIES, question)
    return found
