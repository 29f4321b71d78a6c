"""Magic: mana that is drawn and hoarded, and the spells that it pays for.

A spell costs its mana whatever becomes of it.  Within the threat range of an enemy it draws a free strike, and any
wound breaks it.
"""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose, Reasons
from ....core.length import INCH
from ....space.movement import Point
from ....space.placing import Spot
from ..checks import defence, dice, lines, luck, reach
from ..checks.requirements import has_points, standing
from ..events.attacks import Burst
from ..events.deeds import Declared
from ..events.figures import ManaDrawn, ManaSpent, Wounded
from ..events.rounds import Gained, Spent
from ..harm import aftermath, healing, wounding
from ..movement import declaring, going
from ..printed import catalogue
from ..printed.catalogue import Spell, action
from ..records import NOBODY, Deed, Model, Play, Row
from ..records.distances import gap
from ..records.effects import EffectName, begin_effect
from ..records.model import namer
from ..records.position import foes, friends
from . import areas

DRAWING = 4  # the number that mana is drawn with
MANABANE: EffectName = "manabane"
RESISTANCE = "talisman-of-magic-resistance"


# ---- mana ------------------------------------------------------------------------------------------------------------


@requirement("It must be a mage.", fixed=True)
def mage(model: Model) -> bool:
    return model.has("mage")


def draw_mana(play: Play, actor: Model) -> None:
    """A point is paid to draw mana."""
    declaring.openly(play, actor, DRAW_MANA, gather)


def gather(play: Play, who: int) -> None:
    """Dice of Willpower: each success is a mana, kept until it is spent.  Wild winds blow here as they do on spells."""
    winds = play.state.turn.windy
    test = dice.trial(play, Model(play, who).wp + winds, DRAWING)
    drawn, ones = play.dice(drawing, test, who, winds, luck.rerolls(play, who, "mana"))
    if drawn:
        play.happen(ManaDrawn(who, drawn))
    if ones:
        wounding.wound(play, who, 1, who)


def drawing(play: Play, test: dice.Throw, who: int, ones: bool, again: tuple[int, ...]) -> tuple[int, int]:
    """Dice of Willpower to draw mana, as a rule that only rolls: the successes, and the natural 1s where they
    matter."""
    return roll_willpower(play, test, "mana", "Mana", ones, again, who)


# ---- casting ---------------------------------------------------------------------------------------------------------


def known_spells(model: Model) -> list[str]:
    """The spells that a figure knows."""
    return list(model.kit.spells)


def spell_refused(model: Model, id: str) -> Reasons:
    """Why a figure may not cast a spell."""
    spell = catalogue.spells()[id]
    if model.record.mana < spell.mana:
        return (f"It has {model.record.mana} mana of the {spell.mana} that it takes.",)
    if spell.on != "spot" and not any(not target_refused(model, spell, whom) for whom in targets(model, spell)):
        return (f"No {spell.on} that it could do anything to is near enough.",)
    return ()


def targets(model: Model, spell: Spell) -> list[int]:
    """All whom a spell could be cast on, near or far."""
    those = foes(model.play, model.owner) if spell.on == "enemy" else friends(model.play, model.id)
    return [f.id for f in those]


def target_refused(model: Model, spell: Spell, whom: int) -> Reasons:
    """Why a spell may not be cast on a figure."""
    play, at = model.play, model.play.state.records[whom].at
    if Model(play, whom).effect(MANABANE):
        return ("No spell does anything to it now.",)
    if gap(model.at, at) > spell.range * INCH:
        return (f'It is further away than {spell.range}".',)
    if spell.on == "enemy" and not lines.sees(play, model.id, whom):
        return ("It is out of sight.",)
    if spell.id == "mend" and not play.state.records[whom].hurt:
        return ("It has lost no wounds.",)
    if spell.lasting and any(Model(play, whom).effect(effect) for effect in spell.lasting):
        return ("The spell is on it already.",)
    return ()


@requirement("It must know a spell that it can pay for and that has a target.")
def spell_to_cast(model: Model) -> bool:
    return any(not spell_refused(model, id) for id in known_spells(model))


def cast(play: Play, actor: Model) -> None:
    """Choose a spell and its target or point, pay points and mana, and let the other side declare; then the spell is
    spoken."""
    spell = catalogue.spells()[choose_spell(play, actor)]
    whom, spot = NOBODY, None
    if spell.on == "spot":
        spot = choose_spot(play, actor, spell)
    else:
        whom = choose_target(play, actor, spell)
    play.happen(Spent(actor.id))
    play.happen(ManaSpent(actor.id, spell.mana))
    covered = areas.covered_around(play, spot, spell.area) if spot is not None else ()
    row: Row = "cast-area" if spell.area else "cast" if spell.on == "enemy" else "move"
    deed = Deed(CAST.id, row, actor.id, ((actor.id, whom),), spot=spot, covered=covered)
    play.happen(Declared(actor.id, deed, spell.title))
    play.then(speak, actor.id, spell.id)
    aftermath.close_action(play)


def choose_spell(play: Play, actor: Model) -> str:
    """Which spell to cast."""
    spells = catalogue.spells()
    return play.pick(
        actor.owner,
        Choose(
            "cast.spell",
            f"What does {actor.kit.name} cast?",
            known_spells,
            actor,
            refuse=lambda id: spell_refused(actor, id),
            named=lambda id: spells[id].title,
        ),
    )


def choose_target(play: Play, actor: Model, spell: Spell) -> int:
    """On whom to cast it."""
    whom: int = play.ask(
        actor.owner,
        Choose(
            "cast.target",
            f"On whom is {spell.title} cast?",
            lambda: targets(actor, spell),
            refuse=lambda whom: target_refused(actor, spell, whom),
            named=namer(play),
        ),
    )
    return whom


def choose_spot(play: Play, actor: Model, spell: Spell) -> Point:
    """The middle of what a spell covers."""
    question = Spot(
        "cast.spot",
        f"Where does {spell.title} come down?",
        play.world.board,
        lambda point: spot_refused(actor, spell, point),
        areas.points_worth_aiming_at(actor),
    )
    return play.ask(actor.owner, question.previewed(areas.preview_of_area(actor, spell.area)))


def spot_refused(actor: Model, spell: Spell, point: Point) -> Reasons:
    """Why a spell may not come down at a point."""
    if areas.distance_to(actor.at, point) > spell.range * INCH:
        return (f'It is further away than {spell.range}".',)
    if not areas.in_view(actor.play, actor.at, point):
        return ("It is out of sight.",)
    return ()


def speak(play: Play, who: int, id: str) -> None:
    """Enemies in whose threat range it is cast strike first, and any wound breaks it.  Then dice of Willpower."""
    before = len(play.events)
    if not going.free_strikes(play, who, reach.threatening(play, who)):
        return
    if any(isinstance(event, Wounded) and event.who == who for event in play.events[before:]):
        play.note(who, "the wound breaks the spell")
        return
    spell = catalogue.spells()[id]
    power = chant(play, Model(play, who), spell)
    if power == 0:
        play.note(who, "the spell comes to nothing")
    elif spell.on == "spot":
        burst(play, who, spell, power)
    else:
        deed = play.state.turn.deed
        assert deed is not None
        take_effect(play, who, deed.target_of(who), spell, power)


def chant(play: Play, caster: Model, spell: Spell) -> int:
    """The successes of a spell.  Wild winds add a die to it, and natural 1s then wound the caster once."""
    winds = play.state.turn.windy
    test = dice.trial(play, caster.wp + winds, spell.number)
    power, ones = play.dice(spoken, test, luck.attack_rerolls(play, caster.id), winds)
    if ones:
        wounding.wound(play, caster.id, 1, caster.id)
    return power


def spoken(play: Play, test: dice.Throw, again: tuple[int, ...], ones: bool) -> tuple[int, int]:
    """Dice of Willpower, as a rule that only rolls: the successes, and the natural 1s where they matter."""
    return roll_willpower(play, test, "spell", "The spell", ones, again)


def roll_willpower(
    play: Play, test: dice.Throw, key: str, why: str, ones: bool, again: tuple[int, ...] = (), who: int = NOBODY
) -> tuple[int, int]:
    """Dice of Willpower: the successes, and the natural 1s where they matter."""
    if not ones or not test.dice:
        return dice.successes(play, test, key, why, who, most=dice.CUT, again=again), 0
    both: tuple[int, int] = play.roll(dice.endless(test, dice.CUT, again, True), key, why, who)
    return both


# ---- what spells do --------------------------------------------------------------------------------------------------


def take_effect(play: Play, who: int, whom: int, spell: Spell, power: int) -> None:
    """The effect of a spell on one figure."""
    target = Model(play, whom)
    if not target.record.here or target.fallen:
        play.note(who, "there is nobody left to cast it on")
        return
    for name, amount in spell.lasting.items():
        begin_effect(play, name, whom, who, amount)
    match spell.id:
        case "mend":
            healing.heal(play, whom, power)
        case "haste":
            play.happen(Gained(whom, min(power, spell.most), spell.title))
        case "bolt":
            sear(play, who, target, spell, power)


def sear(play: Play, who: int, target: Model, spell: Spell, power: int) -> None:
    """Every success that is not resisted is a hit."""
    hits = power - resistance(target)
    if hits <= 0:
        play.note(target.id, "it resists the spell")
        return
    save, most = defence.to_save(play, target, spell.dam), max(1, target.record.wounds)
    again = luck.armour_rerolls(play, target.id)
    wounding.wound(play, target.id, play.dice(dice.saved, save, hits, most, target.id, again), who)


def burst(play: Play, who: int, spell: Spell, power: int) -> None:
    """Every success is a hit on everybody who is covered and does not resist; a Dodge that was declared helps."""
    deed = play.state.turn.deed
    assert deed is not None
    assert deed.spot is not None
    spot = deed.spot
    play.happen(Burst(who, *spot, power))
    for whom in areas.covered_around(play, spot, spell.area):
        target = Model(play, whom)
        if target.effect(MANABANE) or power <= resistance(target):
            play.note(whom, "it resists the spell")
        else:
            play.then(areas.engulf, whom, who, power - resistance(target), spell.dam)


def resistance(target: Model) -> int:
    """How many successes of a hostile spell are lost on a figure."""
    return int(target.wears(RESISTANCE))


DRAW_MANA = action("draw-mana", (mage, standing, has_points), draw_mana, ours=(standing,))

CAST = action("cast", (mage, standing, has_points, spell_to_cast), cast, ours=(standing,))
