"""Rush: the duel with one action that goes on in parts, for the tests of odds and players.

Whoever is rushed may brace itself when it is declared.  Then the runner rolls how far it gets; who has braced itself
and sees it come may sidestep, which may fail; the blow falls; and whoever braced itself strikes back.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from tests.odds.duel import COIN, DUEL, Declared, Fighter, Hurt, Moved, Shaken, Spent, blow, foes, hurt, nerve, strike
from warbook.core.action import Action
from warbook.core.decision import Choose, Confirm
from warbook.core.dice import D3, Endless
from warbook.core.length import INCH
from warbook.core.play import Model, Play
from warbook.core.reaction import Reaction, Windows


def flurry(play: Play[Any, Any, Any], hit: int, save: int, cut: int) -> int:
    """Dice rule: two dice to hit against two to save, both without end; at most three wounds are left."""
    hits: int = play.roll(Endless(2, hit, most=cut, cuts=True), "hit")
    if not hits:
        return 0
    saves: int = play.roll(Endless(2, save, most=hits), "save")
    return min(3, hits - saves)


def rush(play: Play[Any, Any, Any], me: Model[Fighter]) -> None:
    whom = play.ask(me.owner, Choose("rush.target", "Whom?", foes, play, me.id, 48 * INCH))
    play.happen(Declared(me.id, "rush", whom))
    play.then(run, me.id, whom)
    play.then(sidestep, whom)
    play.then(clash, me.id, whom)
    play.then(strike_back, whom, me.id)


def run(play: Play[Any, Any, Any], who: int, whom: int) -> None:
    """Up to three inches short of the target, or nearer."""
    goal = play.state.records[whom].at.x
    toward = 1 if goal > play.state.records[who].at.x else -1
    play.happen(Moved(who, goal - toward * (4 - play.roll(D3, "run")) * INCH))


def sidestep(play: Play[Any, Any, Any], who: int) -> None:
    """Who has braced itself may turn a good run into a bad one, or stumble."""
    me = play.state.records[who]
    if not me.ready and play.ask(me.owner, Confirm("rush.sidestep", "Sidestep?")):
        if play.roll(COIN, "sidestep") == 1:
            play.happen(Shaken(who))
        else:
            play.happen(Moved(who, me.at.x + 10 * INCH))


def clash(play: Play[Any, Any, Any], who: int, whom: int) -> None:
    """A blow: the harder the nearer, and at one that stumbles hardest of all."""
    target = play.state.records[whom]
    gap = abs(target.at.x - play.state.records[who].at.x) // INCH
    if gap <= 3:
        hurt(play, whom, play.dice(strike, 3 if target.shaken else 3 + gap, 5))


def strike_back(play: Play[Any, Any, Any], who: int, whom: int) -> None:
    """Whoever braced itself strikes back, fallen or not."""
    if not play.state.records[who].ready:
        hurt(play, whom, play.dice(blow, 2, 2))


def rushed(play: Play[Any, Any, Any], event: Declared) -> list[int]:
    return [event.whom] if play.state.records[event.whom].ready else []


def brace(play: Play[Any, Any, Any], who: int, event: Declared) -> None:
    play.happen(Spent(who))


PARTS = (run, sidestep, clash, strike_back)
RUSH = dataclasses.replace(
    DUEL,
    id="rush",
    actions=(Action("rush", "Rush", "1", "It rushes.", "", (), rush),),
    parts=PARTS,
    steps=(nerve,),
    windows={Declared: Windows(after=(Reaction("brace", "Brace", "Waits for it.", "", rushed, brace),))},
)


def fray(cut: int) -> Any:
    """The same game with dice without end in the clash, cut at so many successes."""

    def clash(play: Play[Any, Any, Any], who: int, whom: int) -> None:
        wounds = play.dice(flurry, 4, 4, cut)
        if wounds:
            play.happen(Hurt(whom, wounds))

    return dataclasses.replace(RUSH, id="fray", parts=(run, sidestep, clash, strike_back))
