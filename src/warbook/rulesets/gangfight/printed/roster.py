"""Parties: a roster as a file has it, what each member costs, and what makes a party legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ....core.errors import BadData
from ....core.files import read_text
from ....core.profile import Id, Parser, repeated_ids, unknown_ids
from ....core.structs import replace
from . import catalogue
from .catalogue import Armour, Charm, Profile, Setting, Weapon, fits

RULESET = "gangfight"
MOST = 30
LIGHT = "light"
SHIELD = "shield"
SECOND = "second-hand-weapon"
MAGE = "mage"

Limit: TypeAlias = Annotated[int, Meta(ge=1)]


class Member(Struct, frozen=True, forbid_unknown_fields=True):
    """One of a party and what was bought for it, all by id.  `upgrades` are abilities that its profile may buy."""

    id: Id
    name: str
    profile: str
    weapons: tuple[str, ...] = ()
    armour: str = LIGHT
    shield: bool = False
    charm: str = ""
    perks: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = ()
    leader: bool = False


class Roster(Struct, frozen=True, forbid_unknown_fields=True):
    """A party ready for battle; `points` is the most that it may cost."""

    kind: Literal["roster"]
    id: Id
    ruleset: str
    title: str
    setting: Setting
    points: Limit
    members: tuple[Member, ...]


# ---- reading ---------------------------------------------------------------------------------------------------------


def load_roster(path: Path | str) -> Roster:
    """The roster in a file.  `BadData` tells what is wrong with the file or the party."""
    return parse_roster(read_text(Path(path)), str(path))


# ---- what a member brings --------------------------------------------------------------------------------------------


def profile_of(member: Member) -> Profile:
    """Its profile, of the size that it counts as."""
    profile = catalogue.profiles()[member.profile]
    return replace(profile, size="small") if "diminutive" in member.upgrades else profile


def abilities_of(member: Member, setting: Setting) -> dict[str, int]:
    """Its abilities and their numbers: its profile's, those bought, and what its rank brings in the setting."""
    profile = catalogue.profiles()[member.profile]
    drilled = [
        ability.id
        for ability in catalogue.abilities().values()
        if ability.veterans and profile.rank == "veteran" and fits(ability.setting, setting)
    ]
    return {**profile.abilities, **dict.fromkeys((*member.upgrades, *drilled), 0)}


def weapons_of(member: Member, setting: Setting) -> tuple[Weapon, ...]:
    """Its weapons, those bought first and then what everybody has: a hand weapon, or in the modern setting a sidearm,
    unless it took something for close combat.  None for those who fight with tooth and claw."""
    bought = tuple(catalogue.weapons()[id] for id in member.weapons)
    if "tooth-and-claw" in catalogue.profiles()[member.profile].abilities:
        return bought
    own = catalogue.weapons()["hand-weapon" if setting == "chronicle" else "sidearm"]
    spare = any(weapon.kind == "melee" and weapon.id != SECOND for weapon in bought)
    return bought if spare or own in bought else (*bought, own)


def armour_of(member: Member) -> tuple[Armour, ...]:
    """What it wears, its shield last."""
    return tuple(catalogue.armour()[id] for id in (member.armour, *([SHIELD] if member.shield else ())))


def charm_of(member: Member) -> Charm | None:
    """Its charm, if it has one."""
    return catalogue.charms()[member.charm] if member.charm else None


def leader_of(roster: Roster) -> str:
    """The id of the party leader: the Hero that is named, else the first of the most expensive."""
    heroes = [member for member in roster.members if _rank(member) == "hero"]
    return max(heroes, key=lambda member: (member.leader, price(member))).id


# ---- what it costs ---------------------------------------------------------------------------------------------------


def price(member: Member) -> int:
    """What a member costs: its profile and upgrades, its equipment by its size, its perks and its spells."""
    profile = profile_of(member)
    trained = sum(profile.upgrades.get(id, 0) for id in member.upgrades)
    learnt = 0 if "bestial-traits" in profile.abilities else sum(catalogue.perks()[id].points for id in member.perks)
    spells = sum(catalogue.spells()[id].points for id in member.spells)
    return profile.points + trained + equipment(member) * catalogue.sizes()[profile.size].price + learnt + spells


def equipment(member: Member) -> int:
    """What its equipment would cost somebody of Medium size."""
    charm = charm_of(member)
    weapons = sum(catalogue.weapons()[id].points for id in member.weapons)
    return weapons + sum(piece.points for piece in armour_of(member)) + (charm.points if charm else 0)


def total(roster: Roster) -> int:
    """What a party costs."""
    return sum(price(member) for member in roster.members)


# ---- what makes a party legal ----------------------------------------------------------------------------------------


def _objections(roster: Roster, source: str) -> Iterator[BadData]:
    """Everything that makes a party illegal, in the order in which it is written; what it costs at the end."""
    if not 1 <= len(roster.members) <= MOST:
        yield BadData(source, "members", f"{len(roster.members)} of them", f"1 to {MOST}")
    yield from repeated_ids((member.id for member in roster.members), source, "members")
    priced = True
    for member in roster.members:
        where = f"members[{member.id}]"
        strangers = list(unknown_things(member, source, where))
        priced = priced and not strangers
        yield from strangers or _member_objections(member, roster.setting, source, where)
    if priced:
        yield from _leader_objections(roster, source)
        yield from _cost_objections(roster, source)


def unknown_things(member: Member, source: str, where: str) -> Iterator[BadData]:
    """What is wrong with ids that there are not."""
    keys: dict[str, tuple[Collection[str], str]] = {
        "profile": (catalogue.profiles(), "a profile"),
        "weapons": (catalogue.weapons(), "a weapon"),
        "armour": (catalogue.armour(), "armour"),
        "charm": (catalogue.charms(), "a charm"),
        "perks": (catalogue.perks(), "a perk"),
        "spells": (catalogue.spells(), "a spell"),
        "upgrades": (catalogue.abilities(), "an ability"),
    }
    return unknown_ids(member, keys, source, where)


def _member_objections(member: Member, setting: Setting, source: str, where: str) -> Iterator[BadData]:
    profile = catalogue.profiles()[member.profile]
    if not profile.hired:
        yield BadData(source, f"{where}.profile", repr(profile.id), "a profile for hire: a scenario brings this one")
    yield from _out_of_setting(member, setting, source, where)
    yield from _twice(member, source, where)
    if "tooth-and-claw" in profile.abilities:
        yield from _claw_objections(member, source, where)
    elif setting == "chronicle":
        yield from _chronicle_slots(member, source, where)
    else:
        yield from _modern_slots(member, source, where)
    yield from _armour_objections(member, source, where)
    yield from _perk_objections(member, profile, source, where)
    yield from _spell_objections(member, profile, source, where)
    yield from _upgrade_objections(member, profile, source, where)


def _out_of_setting(member: Member, setting: Setting, source: str, where: str) -> Iterator[BadData]:
    """Nothing is of another setting than the party."""
    for key, things in (
        ("profile", [catalogue.profiles()[member.profile]]),
        ("weapons", [catalogue.weapons()[id] for id in member.weapons]),
        ("shield", [catalogue.armour()[SHIELD]] if member.shield else []),
        ("charm", [catalogue.charms()[member.charm]] if member.charm else []),
        ("perks", [catalogue.perks()[id] for id in member.perks]),
        ("upgrades", [catalogue.abilities()[id] for id in member.upgrades]),
    ):
        for thing in things:
            if not fits(thing.setting, setting):
                found = f"{thing.id!r}, which belongs to the {thing.setting} setting"
                yield BadData(source, f"{where}.{key}", found, f"something of the {setting} setting")


def _twice(member: Member, source: str, where: str) -> Iterator[BadData]:
    """Nothing is had twice, except what is used up."""
    weapons = [id for id in member.weapons if not catalogue.weapons()[id].consumed]
    for key, ids in (
        ("weapons", weapons),
        ("perks", member.perks),
        ("spells", member.spells),
        ("upgrades", member.upgrades),
    ):
        for id, count in Counter(ids).items():
            if count > 1:
                yield BadData(source, f"{where}.{key}", f"{id!r} {count} times", "each at most once")


def _claw_objections(member: Member, source: str, where: str) -> Iterator[BadData]:
    """Tooth and Claw: no equipment."""
    armour = member.armour if member.armour != LIGHT else ""
    shield = SHIELD if member.shield else ""
    for key, found in (
        ("weapons", _listed(member.weapons)), ("armour", armour), ("shield", shield), ("charm", member.charm)
    ):  # fmt: skip
        if found:
            yield BadData(source, f"{where}.{key}", found, "nothing: those with Tooth and Claw carry no equipment")


def _chronicle_slots(member: Member, source: str, where: str) -> Iterator[BadData]:
    """A weapon, and with it a second one or a shield, unless the first takes both hands.  The hand weapon that
    everybody has takes no room."""
    carried = [weapon for weapon in map(catalogue.weapons().__getitem__, member.weapons) if not weapon.free]
    both = [weapon.id for weapon in carried if weapon.hands == 2]
    listed = _listed(weapon.id for weapon in carried)
    if both and len(carried) > 1:
        yield BadData(source, f"{where}.weapons", listed, f"no other weapon beside {both[0]}, which takes both hands")
    elif len(carried) > 2:
        yield BadData(source, f"{where}.weapons", listed, "at most two weapons")
    if member.shield and both:
        yield BadData(source, f"{where}.shield", "true", f"no shield beside {both[0]}, which takes both hands")
    elif member.shield and (len(carried) > 1 or SECOND in member.weapons):
        yield BadData(source, f"{where}.shield", "true", f"a second weapon or a shield; it has {listed}")


def _modern_slots(member: Member, source: str, where: str) -> Iterator[BadData]:
    """One weapon that shoots, one secondary, and any grenades.  The sidearm that everybody has takes no room."""
    carried = [catalogue.weapons()[id] for id in member.weapons]
    carried = [weapon for weapon in carried if not weapon.consumed and weapon.id != "sidearm"]
    blades = [weapon for weapon in carried if weapon.kind == "melee"]
    long = [weapon for weapon in carried if weapon.kind != "melee" and weapon.hands == 2]
    if len(carried) > 2 or len(blades) > 1 or len(long) > 1:
        wanted = "one weapon that shoots and one secondary (for close combat, or one-handed), besides grenades"
        yield BadData(source, f"{where}.weapons", _listed(weapon.id for weapon in carried), wanted)
    if blades and "sidearm" in member.weapons:
        yield BadData(source, f"{where}.weapons", "sidearm", f"none: {blades[0].id} takes its place")


def _armour_objections(member: Member, source: str, where: str) -> Iterator[BadData]:
    """What is worn is no shield, and a mage wears light armour alone."""
    worn = catalogue.armour()[member.armour]
    if worn.kind != "body":
        yield BadData(
            source, f"{where}.armour", repr(worn.id), f"armour for the body; {worn.id} = true is a key of its own"
        )
    elif MAGE in member.perks and worn.weight > catalogue.armour()[LIGHT].weight:
        yield BadData(source, f"{where}.armour", repr(worn.id), "nothing heavier than light armour on a mage")
    if MAGE in member.perks and member.shield:
        yield BadData(source, f"{where}.shield", "true", "no shield: this is a mage")


def _perk_objections(member: Member, profile: Profile, source: str, where: str) -> Iterator[BadData]:
    """As many perks as the rank allows; for beasts, as many traits."""
    rank, traits = catalogue.ranks()[profile.rank], profile.abilities.get("bestial-traits")
    most, whose = (rank.perks, f"a {rank.title}") if traits is None else (traits, "its Bestial Traits")
    if len(member.perks) > most:
        found = f"{len(member.perks)} of them ({_listed(member.perks)})"
        yield BadData(source, f"{where}.perks", found, f"at most {most} for {whose}")
    for id in member.perks if traits is not None else ():
        if not catalogue.perks()[id].bestial:
            choice = _listed(perk.id for perk in catalogue.perks().values() if perk.bestial)
            yield BadData(source, f"{where}.perks", repr(id), f"a trait that a beast can have: {choice}")


def _spell_objections(member: Member, profile: Profile, source: str, where: str) -> Iterator[BadData]:
    """Only mages know spells, and no more than they have Willpower."""
    if member.spells and MAGE not in member.perks:
        yield BadData(source, f"{where}.spells", _listed(member.spells), f"none without the perk {MAGE!r}")
    elif len(member.spells) > profile.wp:
        found = f"{len(member.spells)} of them ({_listed(member.spells)})"
        yield BadData(source, f"{where}.spells", found, f"at most {profile.wp}, for that is its WP")


def _upgrade_objections(member: Member, profile: Profile, source: str, where: str) -> Iterator[BadData]:
    for id in member.upgrades:
        if id not in profile.upgrades:
            choice = _listed(profile.upgrades) or "none"
            yield BadData(source, f"{where}.upgrades", repr(id), f"an upgrade of {profile.id}: {choice}")


def _leader_objections(roster: Roster, source: str) -> Iterator[BadData]:
    """At least one Hero; one at most is named as leader, and is a Hero."""
    named = [member for member in roster.members if member.leader]
    if not any(_rank(member) == "hero" for member in roster.members):
        yield BadData(source, "members", "no Hero", "at least one Hero, to lead the party")
    if len(named) > 1:
        found = f"{len(named)} leaders ({_listed(member.id for member in named)})"
        yield BadData(source, "members", found, "one leader at most; without one the most expensive Hero leads")
    for member in named:
        if _rank(member) != "hero":
            found = f"true for a {catalogue.ranks()[_rank(member)].title}"
            yield BadData(source, f"members[{member.id}].leader", found, "a Hero as party leader")


def _cost_objections(roster: Roster, source: str) -> Iterator[BadData]:
    cost = total(roster)
    if cost > roster.points:
        dearest = max(roster.members, key=price)
        found = f"a party for {cost} points (the most for {dearest.id}, {price(dearest)})"
        yield BadData(source, "points", found, f"one for at most {roster.points}")


def _rank(member: Member) -> str:
    return catalogue.profiles()[member.profile].rank


def _listed(ids: Iterable[str]) -> str:
    return ", ".join(ids)


parse_roster = Parser(Roster, RULESET, _objections)
"""A roster from its text.  Raises `BadData` for the first thing that is wrong."""
