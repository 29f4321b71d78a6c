"""Conditions: staggered, immobilized, disoriented, burning, prone; how long they last, and what they do meanwhile."""

from __future__ import annotations

from ....core.check import Modifier
from ....core.structs import replace
from ..checks.pools import Attempt
from ..events.fighters import EffectsLost, HandsChanged, StanceTaken, WeaponChanged
from ..printed.catalogue import skills
from ..records import Model, Play
from ..records.effects import BATTLE, Condition, Token, begin, end_of_turn

TURNS = "turn-"


def suffer(play: Play, who: int, name: Condition, rounds: int = 1, amount: int = 1) -> None:
    """A condition for so many rounds: to the end of that turn of its bearer.  What it has already lasts as much
    longer."""
    until = end_of_turn(play.state, who, rounds_left(play, who, name) + rounds)
    free(play, who, name)
    begin(play, name, who, until, amount)


def rounds_left(play: Play, who: int, name: Condition) -> int:
    """How many of its turns a fighter still has a condition for."""
    turns, most = play.state.records[who].turns, 0
    prefix = f"{TURNS}{who}-"
    for effect in play.state.effects:
        if effect.on == who and effect.name == name and effect.until.startswith(prefix):
            most = max(most, int(effect.until.removeprefix(prefix)) - turns)
    return most


def take_guard(play: Play, who: int) -> None:
    """A guarded stance to the end of its next turn, or to its start, whether or not it is in one."""
    free(play, who, "guarded")
    if play.option["stance-lasts"] == "end-of-turn":
        suffer(play, who, "guarded")
    else:
        begin(play, "guarded", who, f"start-{who}")


def for_the_battle(play: Play, who: int, name: Condition, amount: int = 1) -> None:
    """A condition that lasts to the end of the battle."""
    free(play, who, name)
    begin(play, name, who, BATTLE, amount)


def give_token(play: Play, who: int, name: Token, amount: int = 1, *, lapses: bool = True) -> None:
    """Something that the next check of a fighter uses up; unused it lapses with the end of its next turn, unless it
    comes of an injury."""
    begin(play, name, who, end_of_turn(play.state, who) if lapses else BATTLE, amount)


def knock_down(play: Play, who: int) -> None:
    """A fighter is prone, if it is not yet."""
    fighter = play.state.records[who]
    if fighter.able and not fighter.prone:
        play.happen(StanceTaken(who, "prone"))


def free(play: Play, who: int, name: Condition) -> None:
    """A condition ends at once."""
    if Model(play, who).has(name):
        play.happen(EffectsLost(who, (name,)))


def drop_weapons(play: Play, who: int, slots: tuple[int, ...]) -> None:
    """Weapons in a fighter's hands lie on the ground where it stands."""
    fighter = play.state.records[who]
    held = tuple(slot for slot in fighter.held if slot not in slots)
    lying = ((slot, fighter.at.x, fighter.at.y) for slot in slots)
    if slots:
        play.happen(HandsChanged(who, held, tuple(sorted((*fighter.dropped, *lying))), "drops what it holds"))


def damage_weapon(play: Play, who: int, slot: int, steps: int) -> None:
    """A weapon is damaged by so many steps."""
    wear = play.state.records[who].wear(slot)
    play.happen(WeaponChanged(who, replace(wear, damage=wear.damage + steps), "'s weapon is damaged"))


# ---- what they do to a check -----------------------------------------------------------------------------------------

MIND = ("intelligence", "perception")
HEART = ("fellowship", "willpower")
BODY = ("strength", "toughness", "agility")
PERCEPTIVE = ("perception",)


def _injured_for(injury: str, characteristics: tuple[str, ...]) -> Modifier:
    """A critical injury that makes checks of some characteristics harder by a die."""

    def amount(attempt: Attempt) -> int:
        return int(attempt.who.injured(injury) and attempt.who.linked(attempt.skill) in characteristics)

    return Modifier(injury.replace("-", " "), amount, "critical injuries")


def _blinded(attempt: Attempt) -> int:
    if not attempt.who.injured("blinded"):
        return 0
    sharp = attempt.skill == "vigilance" or attempt.who.linked(attempt.skill) in PERCEPTIVE
    return 3 if sharp else 2


def _crippled(attempt: Attempt) -> int:
    limb = skills()[attempt.skill].limb
    return int(bool(limb) and attempt.who.has("crippled-arm" if limb == "arm" else "crippled-leg"))


def _hesitant(attempt: Attempt) -> int:
    return int(attempt.attacks and (attempt.who.has("guarded") or attempt.who.has("hesitant")))


SETBACKS: tuple[Modifier, ...] = (
    Modifier("disoriented", lambda a: int(a.who.has("disoriented") or a.who.injured("slightly-dazed")), "conditions"),
    Modifier("from before", lambda a: a.who.amount("next-setback"), "spending"),
    Modifier("guarded stance", _hesitant, "maneuvers, Guarded Stance"),
    Modifier("afraid", lambda a: int(a.who.has("shaken")), "fear"),
    Modifier("a limb lost", lambda a: int(a.who.has("lost-arm") or a.who.has("lost-leg")), "critical injuries"),
)
BOOSTS: tuple[Modifier, ...] = (
    Modifier("from before", lambda a: a.who.amount("next-boost"), "spending"),
    Modifier("ruled", lambda a: a.check.boosts, "testing"),
)
DIFFICULTY: tuple[Modifier, ...] = (
    Modifier("from before", lambda a: a.who.amount("next-difficulty"), "critical injuries, Stinger"),
    _injured_for("head-ringer", MIND),
    _injured_for("fearsome-wound", HEART),
    _injured_for("agonizing-wound", BODY),
    Modifier("compromised", lambda a: int(a.who.injured("compromised")), "critical injuries"),
    Modifier("a crippled limb", _crippled, "critical injuries"),
)
UPGRADES: tuple[Modifier, ...] = (
    Modifier("from before", lambda a: a.who.amount("next-ability-upgrade"), "spending"),
    Modifier("paid for", lambda a: a.check.ability_upgrades, "talents"),
)
HARDER: tuple[Modifier, ...] = (
    Modifier("from before", lambda a: a.who.amount("next-upgrade"), "spending"),
    Modifier("blinded", _blinded, "critical injuries"),
)
SUCCESSES: tuple[Modifier, ...] = (Modifier("inspired", lambda a: a.who.amount("augmented"), "powers"),)


# ---- burning ---------------------------------------------------------------------------------------------------------


def burn(play: Play, who: int, damage: int, rounds: int) -> None:
    """A fighter burns for so many of its turns; a further fire makes it longer, and as hot as the hotter of the two."""
    suffer(play, who, "burning", rounds, max(damage, Model(play, who).amount("burning")))
