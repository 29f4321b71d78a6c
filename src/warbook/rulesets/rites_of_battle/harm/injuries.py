"""Critical injuries: the roll, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable

from ....core.dice import Pool
from ....core.events import Noted
from ..checks.charts import injury_pool
from ..events.fighters import CharacteristicLost, Died, Injured, Strained, WeaponsDropped, Wounded
from ..printed.catalogue import Characteristic, injuries
from ..records import NOBODY, Model, Play
from ..records.effects import begin, end_of_round
from . import conditions

TEN = 10
D10 = Pool(1, 10)
_BY_D10: tuple[Characteristic, ...] = (
    "strength", "strength", "toughness", "agility", "agility", "agility", "intelligence", "perception", "fellowship",
    "willpower",
)  # fmt: skip


def inflict(play: Play, who: int, times: int = 1, bonus: int = 0, by: int = NOBODY) -> None:
    """A critical injury; `times` counts how often it was paid for.  A group of minions loses a member instead."""
    model = Model(play, who)
    if not model.record.here:
        return
    if model.kit.minions:
        _fell_member(play, model, by)
        return
    more = TEN * (len(model.record.injuries) + times - 1 - model.talent("durable")) + bonus
    row = _rolled(play, who, more)
    if row == "bleeding-out" and model.injured("bleeding-out"):
        row = _rolled(play, who, more)
    play.happen(Injured(who, row, more, by))


def _rolled(play: Play, who: int, more: int) -> str:
    rows = list(injuries())
    number: int = play.roll(
        injury_pool(more), "injury", "Critical injury", who, came=lambda n: injuries()[rows[n]].title
    )
    return rows[number]


def _fell_member(play: Play, model: Model, by: int) -> None:
    """A critical injury takes exactly one member of a group."""
    each = model.kit.profile.wounds
    lost = model.kit.count - model.alive
    play.happen(Wounded(model.id, max(1, (lost + 1) * each + 1 - model.record.wounds), by))


# ---- what they do ----------------------------------------------------------------------------------------------------


def take_effect(play: Play, event: Injured) -> None:
    """What an injury does at once; what it does as long as it is there is asked of its bearer."""
    if rule := AT_ONCE.get(event.injury):
        rule(play, event.who)


def _strained(points: int) -> Callable[[Play, int], None]:
    def rule(play: Play, who: int) -> None:
        play.happen(Strained(who, points, as_wounds=not Model(play, who).kit.has_strain))

    return rule


def _drop(play: Play, who: int) -> None:
    if play.state.records[who].held:
        play.happen(WeaponsDropped(who, play.state.records[who].held))


def _bowl_over(play: Play, who: int) -> None:
    conditions.knock_down(play, who)
    _strained(1)(play, who)


def _lose_characteristic(play: Play, who: int) -> None:
    number: int = play.roll(D10, "injury.characteristic", "Which characteristic", who, came=lambda n: _BY_D10[n - 1])
    play.happen(CharacteristicLost(who, _BY_D10[number - 1]))


def _cripple(play: Play, who: int) -> None:
    play.happen(Noted(who, "its weapon arm is crippled"))
    conditions.for_the_battle(play, who, "crippled-by")


def _doom(play: Play, who: int) -> None:
    begin(play, "doomed", who, end_of_round(play.state, 1))


AT_ONCE: dict[str, Callable[[Play, int], None]] = {
    "minor-nick": _strained(1),
    "slowed-down": lambda play, who: begin(play, "slowed", who, end_of_round(play.state, 1)),
    "sudden-jolt": _drop,
    "distracted": lambda play, who: conditions.suffer(play, who, "no-free-maneuver"),
    "off-balance": lambda play, who: conditions.give_token(play, who, "next-setback"),
    "discouraging-wound": _strained(2),
    "stunned": lambda play, who: conditions.suffer(play, who, "staggered"),
    "stinger": lambda play, who: conditions.give_token(play, who, "next-difficulty"),
    "bowled-over": _bowl_over,
    "crippled": _cripple,
    "horrific-injury": _lose_characteristic,
    "gruesome-injury": _lose_characteristic,
    "the-end-is-nigh": _doom,
    "dead": lambda play, who: (play.happen(Died(who)), None)[1],
}


def at_the_brink(play: Play, who: int) -> None:
    """Whoever is at the brink pays strain for each action that it takes."""
    if Model(play, who).injured("at-the-brink"):
        _strained(2 if play.option["crit-table"] == "genesys" else 1)(play, who)


def bleed(play: Play, who: int) -> None:
    """At the start of the turn of somebody who bleeds."""
    if Model(play, who).injured("bleeding-out") and play.state.records[who].here:
        play.happen(Wounded(who, 1))
        _strained(1)(play, who)


def end_the_doomed(play: Play) -> None:
    """At the end of a round those whose end was nigh die, unless they have been healed."""
    ending = end_of_round(play.state)
    for effect in play.state.effects:
        if effect.name == "doomed" and effect.until == ending and Model(play, effect.on).injured("the-end-is-nigh"):
            play.happen(Died(effect.on))
