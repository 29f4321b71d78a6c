"""Gangs of anybody with anything: rosters drawn at random, so that battles meet all skills, traits and gear."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Any

from warbook.core.ruleset import Ruleset, Setup
from warbook.rulesets.necromunda import edition_2023
from warbook.rulesets.necromunda.printed.library import Library
from warbook.rulesets.necromunda.printed.roster import Member, Roster

MOST = 8  # fighters of a gang, besides the leader's beasts


def any_setup(rng: Random, scenarios: Sequence[str] = (), book: ModuleType = edition_2023) -> Setup:
    """A shipped scenario between two gangs drawn at random, under options and house rules drawn at random; `book` is
    the module of the edition."""
    rules: Ruleset = book.RULESET
    scenario = rng.choice(scenarios or [row.id for row in book.SHELF.scenarios()])
    rosters = {seat: (written(any_gang(rng, book)), f"gang {seat}") for seat in (0, 1)}
    options = {option.name: rng.choice(option.values) for option in rules.options if rng.random() < 0.3}
    house_rules = tuple(rule.id for rule in rules.house_rules if rng.random() < 0.3)
    return Setup(rules.id, book.SHELF.content(scenario, rosters=rosters), options, house_rules)


def any_gang(rng: Random, book: ModuleType = edition_2023) -> Roster:
    """A legal gang."""
    library: Library = book.LIBRARY
    gang = rng.choice(list(library.gangs))
    own = [profile for profile in library.fighters.values() if profile.gang == gang]
    leader = next(profile for profile in own if profile.role == "leader")
    others = [profile for profile in own if profile.role not in ("leader", "beast")]
    beasts = [profile for profile in own if profile.role == "beast"]
    chosen = [leader, *(rng.choice(others) for _ in range(rng.randint(3, MOST - 1)))]
    members = [any_member(rng, f"f{number}", profile.id, book) for number, profile in enumerate(chosen)]
    if beasts and rng.random() < 0.7:
        members.append(Member("f-beast", "Beast", rng.choice(beasts).id, owner="f0"))
    return Roster("roster", "anybody", book.ID, f"Gang of {gang}", gang, tuple(members))


def any_member(rng: Random, id: str, profile: str, book: ModuleType = edition_2023) -> Member:
    """A fighter with whatever it may carry: drawn again until nothing speaks against it."""
    library: Library = book.LIBRARY
    gear = library.wargear
    carried = [weapon.id for weapon in library.weapons.values() if weapon.carried]
    worn = [item.id for item in gear.values() if item.kind != "accessory"]
    while True:
        weapons = tuple(dict.fromkeys(rng.choices(carried, k=rng.randint(1, 3))))
        fitted = {id: [a.id for a in gear.values() if a.fits(library.weapons[id])] for id in weapons}
        member = Member(
            id,
            id.upper(),
            profile,
            weapons,
            armour=tuple(dict.fromkeys(rng.choices(list(library.armour), k=rng.randint(0, 2)))),
            wargear=tuple(dict.fromkeys(rng.choices(worn, k=rng.randint(0, 2)))),
            skills=tuple(dict.fromkeys(rng.choices(list(library.skills), k=rng.randint(0, 5)))),
            accessories={id: (rng.choice(those),) for id, those in fitted.items() if those and rng.random() < 0.3},
        )
        alone = Roster("roster", "one", book.ID, "One", library.fighters[profile].gang, (member,))
        if not any(f"fighters[{id}]" in str(objection) for objection in book.parse_roster.objections(alone, "one")):
            return member


def written(roster: Roster) -> str:
    """A roster as its file."""
    head = [f"{key} = {quoted(getattr(roster, key))}" for key in ("kind", "id", "ruleset", "title", "gang")]
    rows: list[str] = []
    for member in roster.fighters:
        rows += ["[[fighters]]", *(f"{key} = {quoted(getattr(member, key))}" for key in ("id", "name", "profile"))]
        rows += [f"{key} = {quoted(getattr(member, key))}" for key in ("weapons", "armour", "wargear", "skills")]
        fitted = ", ".join(f"{weapon} = {quoted(items)}" for weapon, items in member.accessories.items())
        rows += [f"accessories = {{ {fitted} }}"] + ([f"owner = {quoted(member.owner)}"] if member.owner else [])
    return "\n".join([*head, *rows])


def quoted(value: Any) -> str:
    """A text, or several, as TOML."""
    if isinstance(value, str):
        return f'"{value}"'
    return f"[{', '.join(map(quoted, value))}]"
