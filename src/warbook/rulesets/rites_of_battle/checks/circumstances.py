"""What is ruled on a check before its dice are thrown: boost and setback dice for circumstances, and points of destiny
where the table plays them."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.decision import Choose
from ....mechanics.narrative import Dice, Powered, pool_of
from ..events.checks import CheckAmended
from ..events.turns import DestinyChanged
from ..records import ADVERSARIES, SQUAD, Check, Play


def ruled(play: Play, check: Check) -> Check:
    """A check as it is after the rulings on it; one that is made once more, with the same dice, is as it was."""
    under_way = check is play.state.turn.check
    for amended in () if check.pool else _rulings(play, check.who):
        if under_way:
            play.happen(amended)
        check = amended.applied_to(check)
    return check


def _rulings(play: Play, who: int) -> Iterator[CheckAmended]:
    """The game master rules, where the table has one; then each side may use a point of destiny, first whoever
    rolls."""
    if play.option["gm"] == "adversary" and (most := play.option["circumstance-dice"]):
        yield from _circumstances(play, who, most)
    if play.option["destiny"]:
        owner = play.state.records[who].owner
        for seat in (owner, 1 - owner):
            yield from _destiny(play, seat, who)


RULED = {"boost": "a boost die", "setback": "a setback die", "both": "both"}


def _circumstances(play: Play, who: int, most: int) -> Iterator[CheckAmended]:
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
        yield CheckAmended(who, boosts=n * (what != "setback"), setbacks=n * (what != "boost"))


# ---- destiny ---------------------------------------------------------------------------------------------------------


def fill_destiny(play: Play) -> None:
    """A Force die for each of the squad: its light pips are the squad's points, its dark ones the adversaries'."""
    heads = sum(play.state.records[who].here for who in play.world.sides[SQUAD])
    rolled: Powered = play.roll(pool_of(Dice(force=max(1, heads))), "destiny.fill", "Destiny")
    play.happen(DestinyChanged(rolled.light, rolled.dark))


def turn_destiny(play: Play, seat: int) -> None:
    """A point of the shared pool is used, and becomes one of the other side."""
    light, dark = play.state.turn.destiny
    play.happen(DestinyChanged(light - 1, dark + 1) if seat == SQUAD else DestinyChanged(light + 1, dark - 1))


def _destiny(play: Play, seat: int, who: int) -> Iterator[CheckAmended]:
    """A side may use a point: on its own check for an upgrade, on another's against it."""
    if not play.state.turn.destiny[seat]:
        return
    own = seat == play.state.records[who].owner
    what = "upgrade the check" if own else "upgrade the difficulty"
    question = Choose(
        "destiny", f"A point of destiny, to {what} of {play.world.names[who]}?", lambda: (False, True), idle=(False,),
        named=lambda yes: what if yes else "no",
    )  # fmt: skip
    if play.ask(seat, question):
        turn_destiny(play, seat)
        yield CheckAmended(who, upgrades=int(own), harder=int(not own))
