"""A figure, close up: its attributes as they are now and why, its weapons, what it has learnt, carries and suffers, and
its tray: every action that it could ever take, with what speaks against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....core.length import INCH, written
from ....core.tableau import Card, Entry, Grid, Offer, Section, Stat
from ....mechanics.menu import tray as offers
from ..actions import charms
from ..attacks import shots
from ..battle import deployment, rounds, turn
from ..checks.requirements import has_points
from ..printed import catalogue
from ..printed.catalogue import Attribute, Spell, Weapon
from ..records import NEUTRAL, Model, Play
from ..records.effects import EffectName
from .tableau import words_for

ATTRIBUTES: tuple[tuple[str, str, Attribute], ...] = (
    ("MOV", "Movement", "mov"),
    ("ATT", "Attacks", "att"),
    ("MRK", "Marksmanship", "mrk"),
    ("DEF", "Defence", "defence"),
    ("IV", "Initiative", "iv"),
    ("WP", "Willpower", "wp"),
    ("ARM", "Armour", "arm"),
    ("EN", "Endurance", "en"),
    ("DAM", "Damage", "dam"),
)
EFFECTS: dict[EffectName, str] = {
    "bulwark": "Holds a bulwark: its defence is one better",
    "luck-is-out": "Its luck charm has served in this round",
    "manabane": "No spell does anything to it",
    "swift": "Its movement is doubled",
}
OUT_OF_TURN = "It is not the turn of its side."
NOT_ACTIVE = "It is not in its activation."


def card(play: Play, who: int) -> Card:
    """Everything there is to know of a figure."""
    model, f = Model(play, who), play.state.records[who]
    kit = model.kit
    return Card(
        id=who,
        name=play.world.names[who],
        kind=", ".join((kit.profile.title, kit.size.title, *["leader"] * kit.leader)),
        side="Neutrals" if f.owner == NEUTRAL else play.world.parties[f.owner],
        words=tuple(words_for(play, f)),
        stats=tuple(stats(model)),
        grids=tuple(weapons(model)),
        sections=tuple(Section(title, entries) for title, entries in sections(model) if entries),
        tray=tuple(tray(play, model)),
    )


# ---- attributes ------------------------------------------------------------------------------------------------------


def stats(model: Model) -> Iterator[Stat]:
    """The attributes in the printed order: what they are now, and what has changed them."""
    for short, title, name in ATTRIBUTES:
        now, was = getattr(model, name), getattr(model.profile, name)
        if now == was:
            yield Stat(short, title, str(now))
        else:
            yield Stat(short, title, str(now), str(was), tuple(_sources(model, name)))


def _sources(model: Model, name: Attribute) -> Iterator[str]:
    """What adds to an attribute: armour, a charm that still works, effects in force."""
    for piece in model.kit.armour:
        if amount := getattr(piece, name, 0):
            yield f"{amount:+d} {piece.title}"
    charm = model.charm
    if charm is not None and (amount := getattr(charm, name, 0)):
        yield f"{amount:+d} {charm.title}"
    for effect in model.play.state.effects:
        if effect.on == model.id and effect.name == name:
            yield f"{effect.amount:+d} {_end_in_words(model, effect.until)}"
    if name == "mov" and model.effect("swift"):
        yield "doubled"


def _end_in_words(model: Model, until: str) -> str:
    seat = until.removeprefix("turn-")
    parties = model.play.world.parties
    return f"until the next turn of {parties[int(seat)]}" if seat in ("0", "1") else f"until the {until} ends"


# ---- weapons ---------------------------------------------------------------------------------------------------------

COLUMNS = ("Weapon", "Kind", "Range", "Damage", "What it does", "State")


def weapons(model: Model) -> Iterator[Grid]:
    """A line for each weapon, with the damage that it does in these hands."""
    rows = tuple(_row(model, slot, weapon) for slot, weapon in enumerate(model.kit.weapons))
    if rows:
        yield Grid("Weapons", COLUMNS, rows)


def _row(model: Model, slot: int, weapon: Weapon) -> tuple[str, ...]:
    reach = written(weapon.range * INCH) if weapon.range else f"+{written(weapon.reach)}" if weapon.reach else "-"
    reasons = shots.why_not_ready(model.play, model.id, slot)
    fired = shots.has_been_fired(model.play, model.id, slot)
    return (
        weapon.title,
        weapon.kind if not weapon.area else f"{weapon.kind}, {written(weapon.area)} around",
        reach,
        str(weapon.damage(model.dam)),
        weapon.summary,
        "; ".join((*(reason.removeprefix("It is ").rstrip(".") for reason in reasons), *["fired"] * fired)),
    )


# ---- what it has learnt, carries and suffers -------------------------------------------------------------------------


def sections(model: Model) -> Iterator[tuple[str, tuple[Entry, ...]]]:
    """Everything else on the card, and what is on the figure for the moment."""
    kit, f, names = model.kit, model.record, model.play.world.names
    perks, abilities, spells = catalogue.perks(), catalogue.abilities(), catalogue.spells()
    yield "In force", tuple(in_force(model))
    yield "Carries", tuple(Entry(names[thing]) for thing in f.carries)
    yield "Perks", tuple(Entry(perks[id].title, perks[id].summary) for id in sorted(kit.perks))
    yield (
        "Abilities",
        tuple(
            Entry(f"{abilities[id].title} {number}" if number else abilities[id].title, abilities[id].summary)
            for id, number in sorted(kit.abilities.items())
        ),
    )
    yield "Spells", tuple(Entry(_spell(spells[id]), spells[id].summary) for id in kit.spells)
    yield "Armour", tuple(Entry(piece.title, piece.summary) for piece in kit.armour)
    if kit.charm is not None:
        used = " (used up)" if kit.charm.id in f.spent else ""
        yield "Charm", (Entry(f"{kit.charm.title}{used}", kit.charm.summary),)


def _spell(spell: Spell) -> str:
    return f"{spell.title}: {spell.mana} mana, {spell.number}+, {written(spell.range * INCH)}, on {spell.on}"


def in_force(model: Model) -> Iterator[Entry]:
    """The effects on a figure, and its fears."""
    attributes = {name for _, _, name in ATTRIBUTES}
    for effect in model.play.state.effects:
        if effect.on == model.id and effect.name not in attributes and not effect.name.startswith("fired-"):
            name: Any = effect.name  # of another, where a house rule brings it
            told = EFFECTS.get(name, name.replace("-", " ").capitalize())
            yield Entry(told, _end_in_words(model, effect.until))
    names = model.play.world.names
    for who in model.record.cowed:
        yield Entry(f"Does not dare to act against {names[who]}", "in this activation")
    for who in model.record.braved:
        yield Entry(f"Dares to act against {names[who]}", "in this activation")


# ---- the tray --------------------------------------------------------------------------------------------------------


def tray(play: Play, model: Model) -> Iterator[Offer]:
    """Every action that a figure could ever take.  Outside its activation it is told what would be if that began
    now."""
    now, f = play.state.turn, model.record
    if now.phase != "play" or not f.here or f.owner == NEUTRAL:
        return
    first: tuple[str, ...] = ()
    if now.actor != model.id:
        first = (NOT_ACTIVE,) if f.owner == now.seat else (OUT_OF_TURN,)
        if f.owner == now.seat and f.activation == "done":
            first = ("It has been activated in this turn.",)
        elif f.owner == now.seat and not rounds.may_be_activated(play, f):
            first = (NOT_ACTIVE, has_points.reason)
        model = Model(Play(deployment.poised(play, model.id), play.ruleset, play.world, []), model.id)
    charm = f"{play.option['charm-cost']} AP"
    menu = turn.menu(model.play, model)
    yield from offers(model, menu, lambda action: charm if action is charms.USE_CHARM else action.cost, first)
