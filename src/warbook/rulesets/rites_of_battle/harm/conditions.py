"""Conditions: staggered, immobilized, disoriented, burning, prone; how long they last, and what they do meanwhile."""

from __future__ import annotations

from ....core.effect import has_effect
from ....core.events import EffectBegan
from ....core.state import Effect
from ....core.structs import replace
from ....mechanics.lasting import end_of_turn, start_of_turn
from ..events.fighters import HandsChanged, StanceTaken, WeaponChanged
from ..records import Model, Play
from ..records.effects import BATTLE, LASTING, Condition, Token, begin

suffer, free = LASTING.suffer, LASTING.free


def take_guard(play: Play, who: int) -> None:
    """A guarded stance to the end of its next turn, or to its start; one that it is in already lasts as long, and adds
    to it where the table plays it."""
    points = 1 + (Model(play, who).amount("guarded") if play.option["stances-add"] else 0)
    free(play, who, "guarded")
    play.note(who, "it is on its guard")
    until = end_of_turn(play.state, who) if play.option["stance-lasts"] == "end-of-turn" else start_of_turn(who)
    begin(play, "guarded", who, until, points)


def hindered_by_guard(model: Model) -> int:
    """The setback dice of a guarded stance on the attacks of its bearer; where the table plays it, none in the turn in
    which it was taken."""
    points, state = model.amount("guarded"), model.play.state
    if points and not model.play.option["stance-hinders-at-once"]:
        taken_now = (end_of_turn(state, model.id), start_of_turn(model.id))
        on_guard = (effect for effect in state.effects if effect.on == model.id and effect.name == "guarded")
        points = sum(effect.amount for effect in on_guard if effect.until not in taken_now)
    return points + model.amount("hesitant")


def for_the_battle(play: Play, who: int, name: Condition) -> None:
    """A condition that lasts to the end of the battle."""
    free(play, who, name)
    begin(play, name, who, BATTLE)


def give_token(play: Play, who: int, name: Token, amount: int = 1, *, lapses: bool = True) -> None:
    """Something that the next check of a fighter uses up; unused it lapses with the end of its next turn, where the
    table plays it, unless it comes of an injury."""
    lapses = lapses and play.option["tokens-last"] == "turn"
    begin(play, name, who, end_of_turn(play.state, who) if lapses else BATTLE, amount)


# ---- who has shot in a fight -----------------------------------------------------------------------------------------


def open_to_blows(play: Play, who: int, foes: list[int]) -> None:
    """Who shoots in a fight is open to a blow: to the first, or to one of each of those whom it fights."""
    until = end_of_turn(play.state, who) if play.option["shot-opens-for"] == "turn" else BATTLE
    each = play.option["shot-opens-to"] == "each"
    for foe in foes if each else foes[:1]:
        close_to_blow(play, who, foe)
        begin(play, "shot-while-engaged", who, until, foe if each else 1)


def is_open_to(play: Play, who: int, foe: int) -> bool:
    """Whether somebody has shot in a fight, so that a blow of this enemy is easier."""
    if not has_effect(play.state, who, "shot-while-engaged"):
        return False
    return play.option["shot-opens-to"] == "first" or any(opening.amount == foe for opening in _openings(play, who))


def close_to_blow(play: Play, who: int, foe: int) -> None:
    """A blow of this enemy is no longer easier; those of others are, where each has its own."""
    if not is_open_to(play, who, foe):
        return
    openings = _openings(play, who) if play.option["shot-opens-to"] == "each" else []
    free(play, who, "shot-while-engaged")
    for opening in openings:
        if opening.amount != foe:
            play.happen(EffectBegan(opening))


def _openings(play: Play, who: int) -> list[Effect]:
    """What somebody is open to; where each enemy has a blow of its own, the amounts are their numbers."""
    return [effect for effect in play.state.effects if effect.on == who and effect.name == "shot-while-engaged"]


# ---- lying down, and what is held ------------------------------------------------------------------------------------


def knock_down(play: Play, who: int) -> None:
    """A fighter is prone, if it is not yet."""
    fighter = play.state.records[who]
    if fighter.able and not fighter.prone:
        play.happen(StanceTaken(who, "prone"))


def drop_weapons(play: Play, who: int, slots: tuple[int, ...]) -> None:
    """Weapons in a fighter's hands lie on the ground where it stands."""
    fighter = play.state.records[who]
    held = tuple(slot for slot in fighter.held if slot not in slots)
    lying = ((slot, fighter.at.x, fighter.at.y) for slot in slots)
    if slots:
        play.happen(HandsChanged(who, held, tuple(sorted((*fighter.dropped, *lying))), "drops what it holds"))


def damage_weapon(play: Play, who: int, slot: int, step: int = 0) -> None:
    """A weapon is damaged by a step, or as far as one."""
    wear = play.state.records[who].wear(slot)
    damaged = replace(wear, damage=max(step, wear.damage) if step else wear.damage + 1)
    play.happen(WeaponChanged(who, damaged, "'s weapon is damaged"))


# ---- burning ---------------------------------------------------------------------------------------------------------


def burn(play: Play, who: int, damage: int, rounds: int) -> None:
    """A fighter burns for so many of its turns; a further fire makes it longer, and as hot as the hotter of the two."""
    suffer(play, who, "burning", rounds, max(damage, Model(play, who).amount("burning")))
