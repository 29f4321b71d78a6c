"""Dice to hit and to wound, of shots and of blows: so many of a kind at once."""

from __future__ import annotations

from ..checks.hitting import Needed
from ..checks.pools import reaching, with_ones, with_sixes
from ..printed.tables import AUTOMATIC, NEVER
from ..records.world import Play

ON_CREW = 5
"""What a hit on artillery needs to be one on its crew."""
AT_ONCE = Needed(AUTOMATIC)
"""What needs no die to hit."""


def hits_of(play: Play, dice: int, need: Needed, what: str) -> int:
    """How many of so many hit, misses rolled again where they are."""
    if need.number <= AUTOMATIC:
        return dice
    if need.only_ones:
        good, ones = play.roll(with_ones(dice, need.number), "hit", to_hit(what, need), because=need.because)
        more: int = play.roll(reaching(ones, need.again), "hit-again", f"The 1s, {need.again}+") if ones else 0
        return int(good) + more
    hits: int = play.roll(reaching(dice, need.number), "hit", to_hit(what, need), because=need.because)
    if hits < dice and need.again < NEVER:
        again = reaching(dice - hits, need.again)
        hits += play.roll(again, "hit-again", f"Again, {need.again}+", because=need.because)
    return hits


def to_hit(what: str, need: Needed) -> str:
    """What dice to hit are for, in words."""
    return f"{what}, to hit, {need.number}+"


def hits_and_burns(play: Play, dice: int, need: Needed, what: str, hot: bool) -> tuple[int, int]:
    """The same; and how many dice show a 1 in the end, where that burns whoever fires."""
    if not hot:
        return hits_of(play, dice, need, what), 0
    hits, ones = play.roll(with_ones(dice, need.number), "hit", to_hit(what, need), because=need.because)
    if hits < dice and need.again < NEVER:
        again = with_ones(dice - hits, need.again)
        more, ones = play.roll(again, "hit-again", f"Again, {need.again}+", because=need.because)
        hits += more
    return hits, ones


def wounds_of(play: Play, dice: int, hit: Needed, wound: Needed, rends: bool, what: str) -> tuple[int, int]:
    """Dice rule: so many shots or blows; how many wound, and how many of them by a 6 that no armour stops."""
    hits = hits_of(play, dice, hit, what)
    if not hits or wound.number >= NEVER:
        return 0, 0
    why = f"To wound, {wound.number}+"
    if rends:
        plain, sixes = play.roll(with_sixes(hits, wound.number), "wound", why, because=wound.because)
        if (missed := hits - plain - sixes) and wound.again < NEVER:
            more, most = play.roll(with_sixes(missed, wound.again), "wound-again", f"Again, {wound.again}+")
            plain, sixes = plain + more, sixes + most
        return plain + sixes, sixes
    found: int = play.roll(reaching(hits, wound.number), "wound", why, because=wound.because)
    if found < hits and wound.again < NEVER:
        found += play.roll(reaching(hits - found, wound.again), "wound-again", f"Again, {wound.again}+")
    return found, 0


def shots_at(
    play: Play, dice: int, hit: Needed, wound: Needed, rends: bool, what: str, hot: bool, guns: bool
) -> tuple[int, int, int, int]:
    """Dice rule: so many shots at those on foot; how many hit a gun of artillery if there are `guns`, the wounds of the
    others as in `wounds_of`, and how many 1s burn whoever fires what is `hot`."""
    hits, ones = hits_and_burns(play, dice, hit, what, hot)
    others: int = play.roll(reaching(hits, ON_CREW), "guns", f"At the crew, {ON_CREW}+") if hits and guns else hits
    return hits - others, *wounds_of(play, others, AT_ONCE, wound, rends, what), ones
