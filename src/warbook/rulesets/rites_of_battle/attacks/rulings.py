"""What the two sides decide before a throw: talents that go with an attack, boost and setback dice for circumstances,
and points of destiny where the table plays them."""

from __future__ import annotations

from ....core.decision import Choose
from ....core.structs import replace
from ....mechanics.narrative import Dice, Powered, pool_of
from ..events.checks import CheckAmended
from ..events.turns import DestinyChanged
from ..harm import injuries, wounds
from ..records import ADVERSARIES, SQUAD, Check, Model, Play
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
    if not check_under_way(play).pool:
        circumstances(play, who)
    return check_under_way(play)


def circumstances(play: Play, who: int) -> None:
    """The game master rules on boost and setback dice, where the table has one; then each side may use a point of
    destiny, first whoever rolls."""
    if play.option["gm"] == "adversary" and (most := play.option["circumstance-dice"]):
        _rule(play, who, most)
    if play.option["destiny"]:
        owner = play.state.records[who].owner
        for seat in (owner, 1 - owner):
            _turn_destiny(play, seat, who)


RULED = {"boost": "a boost die", "setback": "a setback die", "both": "both"}


def _rule(play: Play, who: int, most: int) -> None:
    """So many dice at most of either kind, or of both."""
    several = {f"{what} {n}": f"{words}, {n} times" for n in range(2, most + 1) for what, words in RULED.items()}
    words = {"neither": "neither", **RULED, **several}
    question = Choose(
        "gm.circumstances", f"Do circumstances help or hinder {play.world.names[who]}?", lambda: tuple(words),
        idle=("neither",), named=words.__getitem__,
    )  # fmt: skip
    what, _, number = play.ask(ADVERSARIES, question).partition(" ")
    if what != "neither":
        n = int(number or 1)
        play.happen(CheckAmended(who, boosts=n * (what != "setback"), setbacks=n * (what != "boost")))


# ---- destiny ---------------------------------------------------------------------------------------------------------


def fill_destiny(play: Play) -> None:
    """A Force die for each of the squad: its light pips are the squad's points, its dark ones the adversaries'."""
    heads = sum(play.state.records[who].here for who in play.world.sides[SQUAD])
    rolled: Powered = play.roll(pool_of(Dice(force=max(1, heads))), "destiny.fill", "Destiny")
    play.happen(DestinyChanged(rolled.light, rolled.dark))


def _turn_destiny(play: Play, seat: int, who: int) -> None:
    """A side may use a point, which then is the other's: on its own check for an upgrade, on another's against it."""
    if not play.state.turn.destiny[seat]:
        return
    own = seat == play.state.records[who].owner
    what = "upgrade the check" if own else "upgrade the difficulty"
    question = Choose(
        "destiny", f"A point of destiny, to {what} of {play.world.names[who]}?", lambda: (False, True), idle=(False,),
        named=lambda yes: what if yes else "no",
    )  # fmt: skip
    if play.ask(seat, question):
        injuries.turn_destiny(play, seat)
        play.happen(CheckAmended(who, upgrades=int(own), harder=int(not own)))
