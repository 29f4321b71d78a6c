"""What is taken home from a battle: lasting injuries, and experience for those brought down."""

from __future__ import annotations

from ....core.dice import D3, D6, SHOWN, Pool
from ..checks import badzones
from ..events.fighters import Earned, LastingInjury
from ..events.moments import BroughtDown
from ..printed import Lasting, Role
from ..records import Model, Play

D66 = Pool(2, 6, SHOWN, "D66")
SERIOUS_REWARD, OUT_REWARD, ASSIST_REWARD = 1, 2, 1
SUCCUMBS = 2  # left lying there, a fighter comes to lasting harm on a die of at most this
NOTABLE: tuple[Role, ...] = ("leader", "champion", "specialist")


def roll_for_lasting_injuries(play: Play, fallen: BroughtDown) -> None:
    """Whoever goes out of action will be rolled for, at tables that keep count of lasting injuries; twice if it was in
    close combat on tainted ground."""
    if fallen.injuries and play.option["lasting-injuries"]:
        twice = (2,) if fallen.melee and badzones.fought_in(play, "tainted-ground") else ()
        play.then(lasting_injuries, fallen.who, fallen.injuries, fallen.by, *twice)


def lasting_injuries(play: Play, who: int, count: int, by: int, rolls: int = 1) -> None:
    """One roll of two dice, tens and units, on the table of lasting injuries for each result that took the fighter
    out; or of several `rolls` the highest."""
    for _ in range(count):
        lasting_harm(play, who, by, (), rolls)


def lasting_harm(play: Play, who: int, by: int, again: tuple[str, ...], rolls: int = 1) -> None:
    """One row of the table; rows in `again` are rolled again.  Some rows call for more rolls, and a memorable death
    for honour to whoever brought it about."""
    row = max((_row(play, who) for _ in range(rolls)), key=lambda row: row.low)
    while row.id in again:
        row = _row(play, who)
    play.happen(LastingInjury(who, row.id))
    if row.experience:
        play.happen(Earned(who, play.roll(D3, "lesson", "A lesson learned")))
    if row.rolls:
        for _ in range(play.roll(D3, "multiple", "Multiple injuries")):
            lasting_harm(play, who, by, row.not_again)
    if row.id == "memorable-death" and by >= 0:
        play.happen(Earned(by, 1))


def _row(play: Play, who: int) -> Lasting:
    tens, units = play.roll(D66, "lasting-injury", "Lasting injury")
    return play.world.edition.library.lasting_injury(10 * tens + units, crew=play.world.is_crewed(who))


def succumb(play: Play, who: int) -> None:
    """Left lying on the field when the battle is over, or carried off it: on a 1 or 2 that comes to as much as going
    out."""
    if play.roll(D6, "succumb", "Does it succumb? On 1 or 2") <= SUCCUMBS:
        lasting_injuries(play, who, 1, -1)


def reward_victor(play: Play, fallen: BroughtDown) -> None:
    """Whoever brought a fighter down will earn experience for it."""
    if fallen.by >= 0:
        amount = reward(play, fallen.by, Model(play, fallen.who)) if fallen.out else SERIOUS_REWARD
        amount += fallen.out and fallen.melee and badzones.fought_in(play, "tainted-ground")
        play.then(earn, fallen.by, fallen.who, amount)


def earn(play: Play, who: int, victim: int, amount: int) -> None:
    """Experience for an enemy brought down; nobody learns from shooting friends."""
    if not any(who in side and victim in side for side in play.world.sides):
        play.happen(Earned(who, amount))


def reward(play: Play, by: int, victim: Model) -> int:
    """What taking an enemy out earns: two, one more for a leader or champion, one less if the serious injury that
    went before in the same activation was rewarded."""
    before = any(e.name == "brought-down" and e.on == victim.id and e.amount == by for e in play.state.effects)
    return OUT_REWARD + (victim.profile.role in NOTABLE) - SERIOUS_REWARD * before
