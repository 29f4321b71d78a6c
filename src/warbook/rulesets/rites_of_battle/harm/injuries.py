"""Critical injuries: the roll, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable

from ....core.decision import Choose
from ....core.dice import Pool
from ....mechanics.charts import chart_pool
from ....mechanics.lasting import end_of_round
from ..checks.circumstances import turn_destiny
from ..events.checks import CheckAmended
from ..events.fighters import Became, CharacteristicLost, Injured, Strained, Wounded
from ..printed.catalogue import Characteristic, injuries
from ..records import ADVERSARIES, NOBODY, Model, Play
from ..records.effects import Condition, begin
from . import conditions

TEN = 10
MOST_STRAIN = 2  # that any of them does at once
D10 = Pool(1, 10)
FIRST_FACES: dict[int, tuple[Characteristic, ...]] = {
    1: ("strength", "strength", "toughness"),
    2: ("strength", "toughness", "toughness"),
}
"""The first faces of the roll for a lost characteristic, by how many of them are Toughness."""
FURTHER_FACES: tuple[Characteristic, ...] = (
    "agility", "agility", "agility", "intelligence", "perception", "fellowship", "willpower",
)  # fmt: skip


def inflict(play: Play, who: int, times: int = 1, bonus: int = 0, by: int = NOBODY, *, bleeding: bool = False) -> None:
    """A critical injury; `times` counts how often it was paid for.  A group of minions loses a member instead.  Whoever
    gets one from `bleeding` does not begin to bleed once more: that is rolled again."""
    model = Model(play, who)
    if not model.record.here:
        return
    if model.kit.minions:
        _fell_member(play, model, by)
        return
    more = TEN * (len(model.record.injuries) + times - 1 - model.talent("durable")) + bonus
    row = _rolled(play, who, more)
    if bleeding and row == "bleeding-out":
        row = _rolled(play, who, more)
    play.happen(Injured(who, row, more, by))


def _rolled(play: Play, who: int, more: int) -> str:
    rows = list(injuries().values())
    pool = chart_pool("injury", injuries(), more)
    number: int = play.roll(pool, "injury", "Critical injury", who, came=lambda n: rows[n].title)
    return rows[number].id


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
    conditions.drop_weapons(play, who, play.state.records[who].held)


def _bowl_over(play: Play, who: int) -> None:
    conditions.knock_down(play, who)
    _strained(1)(play, who)


def characteristics(toughness_faces: int) -> tuple[Characteristic, ...]:
    """The characteristics by the faces of the roll, of which so many are Toughness."""
    return FIRST_FACES[toughness_faces] + FURTHER_FACES


def _weaken(injury: str) -> Callable[[Play, int], None]:
    def rule(play: Play, who: int) -> None:
        lost = characteristics(play.option["toughness-faces"])
        number: int = play.roll(D10, "injury.characteristic", "Which characteristic", who, came=lambda n: lost[n - 1])
        play.happen(CharacteristicLost(who, lost[number - 1], injury))

    return rule


def _hurt_limb(arm: Condition, leg: Condition) -> Callable[[Play, int], None]:
    """A limb, which the game master chooses: an arm where the table has none."""

    def rule(play: Play, who: int) -> None:
        limb = arm
        if play.option["gm"] == "adversary":
            question = Choose(
                "injury.limb", f"Which limb of {play.world.names[who]}?", lambda: (arm, leg),
                named={arm: "an arm", leg: "a leg"}.__getitem__,
            )  # fmt: skip
            limb = play.ask(ADVERSARIES, question)
        conditions.for_the_battle(play, who, limb)
        if limb == "lost-arm" and len(held := play.state.records[who].held) > 1:
            conditions.drop_weapons(play, who, held[1:])

    return rule


def _discourage(play: Play, who: int) -> None:
    """A point of destiny goes over to the other side; without destiny it is strain."""
    seat = play.state.records[who].owner
    if not play.option["destiny"]:
        _strained(play.option["discouraging-strains"])(play, who)
    elif play.state.turn.destiny[seat]:
        turn_destiny(play, seat)


def _overpower(play: Play, who: int) -> None:
    """Whoever has hit it attacks it at once again, unless it was a friend whom a shot has gone astray to."""
    check, records = play.state.turn.check, play.state.records
    kinds = ("attack", "power") if play.option["overpowering-powers"] else ("attack",)
    if check is None or check.kind not in kinds or records[check.who].owner == records[who].owner:
        return
    if any(hit.whom == who for hit in check.hits):
        play.happen(CheckAmended(check.who, again=who))


def _lame(play: Play, who: int) -> None:
    """By the other table the lame are held where they are until they are healed."""
    if play.option["crit-table"] == "genesys":
        conditions.for_the_battle(play, who, "temporarily-lame-held")


AT_ONCE: dict[str, Callable[[Play, int], None]] = {
    "minor-nick": _strained(1),
    "slowed-down": lambda play, who: begin(play, "slowed", who, end_of_round(play.state, 1)),
    "sudden-jolt": _drop,
    "distracted": lambda play, who: conditions.suffer(play, who, "no-free-maneuver"),
    "off-balance": lambda play, who: conditions.give_token(play, who, "next-setback", lapses=False),
    "discouraging-wound": _discourage,
    "stunned": lambda play, who: conditions.suffer(play, who, "staggered"),
    "stinger": lambda play, who: conditions.give_token(play, who, "next-difficulty", lapses=False),
    "bowled-over": _bowl_over,
    "crippled": _hurt_limb("crippled-arm", "crippled-leg"),
    "maimed": _hurt_limb("lost-arm", "lost-leg"),
    "temporarily-lame": _lame,
    "horrific-injury": _weaken("horrific-injury"),
    "overpowered": _overpower,
    "gruesome-injury": _weaken("gruesome-injury"),
    "the-end-is-nigh": lambda play, who: begin(play, "doomed", who, end_of_round(play.state, 1)),
    "dead": lambda play, who: (play.happen(Became(who, "dead")), None)[1],
}


def at_the_brink(play: Play, who: int) -> None:
    """Whoever is at the brink pays strain for each action that it takes."""
    if Model(play, who).injured("at-the-brink"):
        _strained(2 if play.option["crit-table"] == "genesys" else 1)(play, who)


def bleed(play: Play, who: int) -> None:
    """At the start of the turn of somebody who bleeds."""
    for _ in range(play.state.records[who].injuries.count("bleeding-out")):
        if play.state.records[who].here:
            play.happen(Wounded(who, 1))
            _strained(1)(play, who)


def acts_last(play: Play, who: int) -> bool:
    """Whether somebody has been slowed down in the round before this one."""
    ending = end_of_round(play.state)
    return any(e.on == who and e.name == "slowed" and e.until == ending for e in play.state.effects)


def end_the_doomed(play: Play) -> None:
    """At the end of a round those whose end was nigh die, unless they have been healed."""
    ending = end_of_round(play.state)
    for effect in play.state.effects:
        if effect.name == "doomed" and effect.until == ending and Model(play, effect.on).injured("the-end-is-nigh"):
            play.happen(Became(effect.on, "dead"))
