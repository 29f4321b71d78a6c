"""Parties of anybody with anything: rosters drawn at random, so that battles meet all perks, charms and spells."""

from __future__ import annotations

from random import Random
from typing import Any

from warbook.core.ruleset import Setup
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.printed import catalogue
from warbook.rulesets.gangfight.printed.catalogue import Setting, fits
from warbook.rulesets.gangfight.printed.roster import Member, Roster, parse_roster
from warbook.rulesets.gangfight.printed.scenario import parse_scenario
from warbook.rulesets.gangfight.printed.shelf import SHELF

MOST = 8  # figures of a party
POINTS = 2000  # nobody counts here


def any_setup(rng: Random) -> Setup:
    """A shipped scenario between two parties drawn at random, under options and house rules drawn at random; now and
    then the die says what is fought over."""
    id = rng.choice([row.id for row in SHELF.scenarios()])
    text, source = SHELF.text("scenario", id)
    scenario = parse_scenario(text, source)
    text = text.replace(f"points = {scenario.points}\n", "")
    if rng.random() < 0.3:
        text = text.replace(f'"{scenario.engagement}"', '"roll"')
    rosters = {seat: (written(any_party(rng, scenario.setting)), f"party {seat}") for seat in (0, 1)}
    options = {option.name: rng.choice(option.values) for option in RULESET.options if rng.random() < 0.3}
    house_rules = tuple(rule.id for rule in RULESET.house_rules if rng.random() < 0.3)
    return Setup(RULESET.id, SHELF.content("", text=text, source=source, rosters=rosters), options, house_rules)


def any_party(rng: Random, setting: Setting) -> Roster:
    """A legal party, a Hero first."""
    hired = [p for p in catalogue.profiles().values() if p.hired and fits(p.setting, setting)]
    heroes = [p for p in hired if p.rank == "hero"]
    chosen = [rng.choice(heroes), *(rng.choice(hired) for _ in range(rng.randint(3, MOST - 1)))]
    members = [any_member(rng, f"f{number}", profile.id, setting) for number, profile in enumerate(chosen)]
    return Roster("roster", "anybody", RULESET.id, "Anybody", setting, POINTS, tuple(members))


def any_member(rng: Random, id: str, profile: str, setting: Setting) -> Member:
    """A figure with whatever it may have: drawn again until nothing speaks against it."""
    card, weapons = (
        catalogue.profiles()[profile],
        [w.id for w in catalogue.weapons().values() if fits(w.setting, setting)],
    )
    while True:
        perks = some(rng, list(catalogue.perks()), 3)
        member = Member(
            id,
            id.upper(),
            profile,
            weapons=some(rng, weapons, 2),
            armour=rng.choice(["light", "light", "medium", "heavy"]),
            shield=rng.random() < 0.3,
            charm=rng.choice(["", *catalogue.charms()]),
            perks=perks,
            spells=some(rng, list(catalogue.spells()), 4) if "mage" in perks else (),
            upgrades=some(rng, list(card.upgrades), 2) if card.upgrades else (),
        )
        alone = Roster("roster", "one", RULESET.id, "One", setting, POINTS, (member,))
        if not any(f"members[{id}]" in str(objection) for objection in parse_roster.objections(alone, "one")):
            return member


def some(rng: Random, things: list[str], most: int) -> tuple[str, ...]:
    """A few of these, each once."""
    return tuple(dict.fromkeys(rng.choices(things, k=rng.randint(0, most))))


def written(roster: Roster) -> str:
    """A roster as its file."""
    head = ("kind", "id", "ruleset", "title", "setting", "points")
    keys = ("id", "name", "profile", "weapons", "armour", "shield", "charm", "perks", "spells", "upgrades")
    rows = [f"{key} = {quoted(getattr(roster, key))}" for key in head]
    for member in roster.members:
        rows += ["[[members]]", *(f"{key} = {quoted(getattr(member, key))}" for key in keys)]
    return "\n".join(rows)


def quoted(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool | int):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    return f"[{', '.join(map(quoted, value))}]"
