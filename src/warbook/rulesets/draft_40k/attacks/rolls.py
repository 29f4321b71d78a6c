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
    hits: int = play.roll(reaching(dice, need.number), "hit", f"{what}, to hit, {need.number}+", because=need.because)
    if hits < dice and need.again < NEVER:
        again = reaching(dice - hits, need.again)
        hits += play.roll(again, "hit-again", f"Again, {need.again}+", because=need.because)
    return hits


def hot_wounds(play: Play, dice: int, hit: Needed, wound: Needed, what: str) -> tuple[int, int]:
    """Dice rule: so many shots of what gets hot; how many wound, and how many 1s hurt whoever fires."""
    hits, ones = play.roll(with_ones(dice, hit.number), "hit", f"{what}, to hit, {hit.number}+", because=hit.because)
    wounds, _ = wounds_of(play, hits, AT_ONCE, wound, False, what) if hits else (0, 0)
    return wounds, ones


def hits_on_guns(play: Play, dice: int, hit: Needed, wound: Needed, rends: bool, what: str) -> tuple[int, int, int]:
    """Dice rule: so many shots at artillery; how many hit a gun, then the wounds of its crew as in `wounds_of`."""
    hits = hits_of(play, dice, hit, what)
    on_crew: int = play.roll(reaching(hits, ON_CREW), "guns", f"At the crew, {ON_CREW}+") if hits else 0
    return hits - on_crew, *wounds_of(play, on_crew, AT_ONCE, wound, rends, what)


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
