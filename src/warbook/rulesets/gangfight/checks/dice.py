"""Tests: a pool of dice, each of which must reach a number.

Every die that reaches it is a success; a natural 1 never is.  A natural 6 earns a further die, and that one too.  A
number above 6 is brought down by leaving dice out of the pool, one for each point.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from ....core.dice import Endless
from ....core.play import Play
from ..records import STORM

LEAST, MOST = 2, 6
#: Successes beyond this are read as so many: nothing on a table of four feet asks for more.
ENOUGH = 48
#: Where two pools without end meet, both are cut here at the latest, and before where so little lies beyond.
CUT, BEYOND = 40, Fraction(1, 10**15)


class Throw(NamedTuple):
    """What is really rolled: so many dice, the number each must reach, and whether natural 6s earn further dice."""

    dice: int
    number: int
    earns: bool = True


def throw_of(pool: int, number: int, *, may_drop: bool = True, earns: bool = True) -> Throw:
    """The test of a pool against a number.

    A number above 6 drops dice until it is 6.  Where that would take them all, one die is left, of which only a
    natural 6 counts and earns nothing; who may not drop dice rolls them all on those terms.
    """
    pool, number = max(0, pool), max(LEAST, number)
    if number <= MOST:
        return Throw(pool, number, earns)
    if may_drop and number - MOST < pool:
        return Throw(pool - (number - MOST), MOST, earns)
    return Throw(min(pool, 1) if may_drop else pool, MOST, False)


def trial(play: Play[Any, Any, Any], pool: int, number: int) -> Throw:
    """The test of an attribute, as this table plays it: any test but those to hit and of armour."""
    option = play.option
    return throw_of(
        pool - blown_away(play, pool), number, may_drop=option["drop-dice"], earns=option["criticals-everywhere"]
    )


def blown_away(play: Play[Any, Any, Any], pool: int) -> int:
    """What a storm takes from a pool: a die, never the last one."""
    return int(play.state.turn.complication == STORM and pool > 1)


@lru_cache(maxsize=1 << 12)
def endless(
    test: Throw, most: int = ENOUGH, again: tuple[int, ...] = (), ones: bool = False, least: int = 0
) -> Endless:
    """The dice of a test, read from `least` up to `most` successes; `again` are faces that are rolled once more."""
    count, number, earns = test
    cuts = most == CUT
    if cuts:
        most = where_to_cut(test, again)
    return Endless(count, number, most=most, least=least, again=again, earns=earns, ones=ones, cuts=cuts)


@lru_cache(maxsize=1 << 10)
def where_to_cut(test: Throw, again: tuple[int, ...] = ()) -> int:
    """The successes at which dice may be cut."""
    outcomes, beyond = endless(test, CUT + 1, again).outcomes(), Fraction(0)
    for reached, chance in reversed(outcomes):
        beyond += chance
        if beyond > BEYOND:
            return min(CUT, int(reached) + 1)
    raise AssertionError("chances add up to 1")


def successes(
    play: Play[Any, Any, Any],
    test: Throw,
    key: str,
    why: str,
    who: int = -1,
    *,
    most: int = ENOUGH,
    again: tuple[int, ...] = (),
    least: int = 0,
    because: tuple[str, ...] = (),
) -> int:
    """Roll a test and count, from `least` up to `most`."""
    if test.dice == 0:
        return least
    reached: int = play.roll(endless(test, most, again, least=least), key, why, who, because)
    return reached


# ---- wounds ----------------------------------------------------------------------------------------------------------


def wounds(
    play: Play[Any, Any, Any],
    hit: Throw,
    save: Throw,
    each: int,
    most: int,
    again: tuple[int, ...] = (),
    armour_again: tuple[int, ...] = (),
) -> tuple[bool, int]:
    """An attack, as a rule that only rolls: dice to hit, `each` wounds a hit, armour dice that cancel one each.

    Answers whether anything hit, and the wounds that are left, up to `most`; `again` and `armour_again` are faces that
    either rolls once more.
    """
    hits = successes(play, hit, "hit", "To hit", most=CUT, again=again)
    if not hits:
        return False, 0
    return True, _wounds_left(play, save, hits * each, most, armour_again)


def saved(
    play: Play[Any, Any, Any], save: Throw, taken: int, most: int, whose: int = -1, again: tuple[int, ...] = ()
) -> int:
    """Armour against so many wounds, as a rule that only rolls: the wounds that are left, up to `most`."""
    return _wounds_left(play, save, taken, most, again, whose) if taken > 0 else 0


def _wounds_left(
    play: Play[Any, Any, Any], save: Throw, taken: int, most: int, again: tuple[int, ...], whose: int = -1
) -> int:
    """What armour leaves of so many wounds, up to `most`: successes that leave more, or nothing, are all alike."""
    least, enough = max(0, taken - most), min(CUT, taken)
    return min(most, taken - successes(play, save, "armour", "Armour", whose, most=enough, again=again, least=least))


def contest(play: Play[Any, Any, Any], mine: Throw, theirs: Throw, who: tuple[int, int] = (-1, -1)) -> bool:
    """Whether the first of two opposed tests has more successes, as a rule that only rolls; a tie is rolled again.

    Of two without dice the first does not win.
    """
    if not (mine.dice or theirs.dice):
        return False
    first = successes(play, mine, "opposed", "Opposed test", who[0], most=CUT)
    second = successes(play, theirs, "opposed", "Opposed test", who[1], most=CUT)
    return first > second if first != second else play.dice(contest, mine, theirs, who)
