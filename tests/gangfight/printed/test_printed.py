"""Printed data against the numbers it was taken from."""

from __future__ import annotations

import re

import pytest

from warbook.core.errors import BadData
from warbook.rulesets.gangfight.printed import catalogue

# ---- sizes, ranks, profiles ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "threat", "height", "base", "wounds", "price"),
    [
        ("small", 500, 1000, 1000, 1, 1),
        ("medium", 1000, 1500, 1100, 1, 1),
        ("large", 2000, 2000, 2000, 2, 2),
        ("huge", 3000, 3000, 4000, 4, 4),
    ],
)
def test_a_larger_figure_reaches_further_hits_harder_and_pays_more(
    size: str, threat: int, height: int, base: int, wounds: int, price: int
) -> None:
    row = catalogue.sizes()[size]
    assert (row.threat, row.height, row.base, row.wounds_per_hit, row.price) == (threat, height, base, wounds, price)


def test_sizes_and_ranks_are_in_order() -> None:
    assert [size.order for size in catalogue.sizes().values()] == [0, 1, 2, 3]
    assert [(rank.id, rank.perks) for rank in catalogue.ranks().values()] == [
        ("regular", 1),
        ("veteran", 2),
        ("hero", 3),
    ]


@pytest.mark.parametrize(
    ("profile", "line", "points", "size"),
    [
        ("human-regular", (4, 3, 3, 4, 3, 3, 3, 3, 4), 29, "medium"),
        ("human-veteran", (4, 3, 3, 4, 3, 4, 3, 4, 4), 36, "medium"),
        ("human-hero", (4, 4, 4, 5, 4, 4, 4, 5, 5), 54, "medium"),
        ("ogre-regular", (5, 3, 2, 3, 3, 3, 3, 5, 6), 70, "large"),
        ("ogre-veteran", (5, 3, 2, 3, 3, 4, 3, 6, 6), 77, "large"),
        ("ogre-hero", (5, 4, 3, 4, 4, 4, 4, 7, 7), 95, "large"),
        ("small-beast", (6, 3, 2, 4, 3, 1, 3, 3, 4), 41, "medium"),
        ("large-beast", (7, 5, 2, 4, 3, 1, 5, 6, 6), 95, "large"),
        ("elf-regular", (5, 3, 4, 4, 3, 3, 2, 3, 4), 33, "medium"),
        ("dwarf-regular", (3, 3, 3, 4, 3, 4, 4, 4, 4), 36, "medium"),
        ("orc-regular", (4, 4, 2, 4, 3, 2, 3, 4, 5), 36, "medium"),
        ("goblin-regular", (4, 2, 3, 4, 3, 2, 2, 2, 3), 18, "small"),
        ("giant", (6, 4, 2, 3, 3, 3, 5, 12, 8), 180, "huge"),
        ("civilian", (4, 2, 2, 3, 3, 2, 2, 3, 3), 0, "medium"),
        ("barrow-walker", (3, 2, 2, 3, 2, 1, 3, 3, 4), 22, "medium"),
        ("fevered", (3, 2, 2, 3, 2, 1, 3, 3, 4), 0, "medium"),
    ],
)
def test_a_profile(profile: str, line: tuple[int, ...], points: int, size: str) -> None:
    p = catalogue.profiles()[profile]
    assert (p.mov, p.att, p.mrk, p.defence, p.iv, p.wp, p.arm, p.en, p.dam) == line
    assert (p.points, p.size) == (points, size)


def test_the_table_above_has_every_profile() -> None:
    assert len(catalogue.profiles()) == 16


@pytest.mark.parametrize(
    ("profile", "abilities"),
    [
        ("human-hero", {}),
        ("ogre-veteran", {"fear": 3, "throwing-weight": 0}),
        ("small-beast", {"tooth-and-claw": 0, "bestial-traits": 3}),
        ("giant", {"fear": 4}),
        ("orc-regular", {"blood-thirsty": 0}),
        ("barrow-walker", {"fear": 3, "fearless": 0, "walking-plague": 0}),
        ("fevered", {"walking-plague": 0}),
    ],
)
def test_the_abilities_of_a_profile(profile: str, abilities: dict[str, int]) -> None:
    assert catalogue.profiles()[profile].abilities == abilities


def test_every_ability_belongs_to_somebody() -> None:
    held = {id for profile in catalogue.profiles().values() for id in (*profile.abilities, *profile.upgrades)}
    drilled = {ability.id for ability in catalogue.abilities().values() if ability.veterans}
    assert held | drilled == set(catalogue.abilities())
    assert drilled == {"hardened"}


def test_upgrades_are_abilities_that_exist_and_have_no_number() -> None:
    for profile in catalogue.profiles().values():
        assert not any(catalogue.abilities()[id].number for id in profile.upgrades), profile.id


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("feer 3", "did you mean 'fear'?"),
        ("fear", 'wanted "fear" and a number'),
        ("fearless 2", 'wanted "fearless" alone'),
        ("Fear (3)", 'as in "fear 3"'),
    ],
)
def test_an_ability_that_is_written_badly_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadData, match=re.escape(says)):
        catalogue.parse_ability(text, "profiles.toml", "[ogre].abilities")


def test_an_ability_is_read_with_its_number() -> None:
    assert catalogue.parse_ability("fear 4", "here", "there") == ("fear", 4)
    assert catalogue.parse_ability("fearless", "here", "there") == ("fearless", 0)


# ---- equipment -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "points", "range", "damage", "archaic", "hands"),
    [
        ("thrown-blade", 5, 6, 4, False, 1),
        ("shortbow", 10, 12, 4, True, 2),
        ("longbow", 15, 16, 5, True, 2),
        ("crossbow", 15, 14, 6, True, 2),
        ("black-powder-pistol", 10, 8, 6, True, 1),
        ("musket", 20, 18, 6, True, 2),
        ("sidearm", 0, 8, 4, False, 1),
        ("revolver", 10, 8, 4, False, 1),
        ("rifle", 20, 16, 5, False, 2),
        ("assault-rifle", 25, 14, 4, False, 2),
        ("shotgun", 15, 6, 5, False, 2),
        ("grenade", 10, 6, 5, False, 1),
        ("launcher", 30, 14, 6, True, 2),
    ],
)
def test_a_weapon_that_shoots(weapon: str, points: int, range: int, damage: int, archaic: bool, hands: int) -> None:
    w = catalogue.weapons()[weapon]
    assert (w.points, w.range, w.damage(4), w.archaic, w.hands) == (points, range, damage, archaic, hands)
    assert w.kind != "melee"


def test_what_is_special_about_single_weapons() -> None:
    weapons = catalogue.weapons()
    assert [id for id, weapon in weapons.items() if weapon.once_per_activation] == ["rifle"]
    assert {id: weapon.close_dice for id, weapon in weapons.items() if weapon.close_dice} == {"shotgun": 1}
    assert {id: weapon.area for id, weapon in weapons.items() if weapon.area} == {"grenade": 2000, "launcher": 3000}
    assert [id for id, weapon in weapons.items() if weapon.consumed] == ["grenade"]


@pytest.mark.parametrize(
    ("weapon", "points", "att", "damage", "reach", "hands"),
    [
        ("hand-weapon", 0, 0, 4, 0, 1),
        ("second-hand-weapon", 5, 1, 4, 0, 1),
        ("great-weapon", 10, 0, 5, 0, 2),
        ("spear", 10, 0, 4, 1000, 1),
    ],
)
def test_a_weapon_of_close_combat(weapon: str, points: int, att: int, damage: int, reach: int, hands: int) -> None:
    w = catalogue.weapons()[weapon]
    assert (w.kind, w.points, w.att, w.damage(4), w.reach, w.hands) == ("melee", points, att, damage, reach, hands)


def test_old_weapons_that_shoot_must_be_loaded_and_modern_ones_need_not_save_the_launcher() -> None:
    shooting = [weapon for weapon in catalogue.weapons().values() if weapon.kind in ("ranged", "area")]
    assert {weapon.id for weapon in shooting if weapon.setting == "modern" and weapon.archaic} == {"launcher"}
    assert all(weapon.archaic for weapon in shooting if weapon.setting == "chronicle")


@pytest.mark.parametrize(
    ("armour", "points", "arm", "defence", "mov"),
    [("light", 0, 0, 0, 0), ("medium", 15, 1, 0, -1), ("heavy", 25, 2, -1, -1), ("shield", 10, 0, 1, 0)],
)
def test_armour(armour: str, points: int, arm: int, defence: int, mov: int) -> None:
    a = catalogue.armour()[armour]
    assert (a.points, a.arm, a.defence, a.mov) == (points, arm, defence, mov)


@pytest.mark.parametrize(
    ("charm", "points", "when", "once", "does"),
    [
        ("ring-of-defense", 35, "passive", False, {"defence": 1}),
        ("talisman-of-armour-penetration", 35, "passive", False, {"dam": 1}),
        ("charm-of-haste", 35, "action", True, {"ap": 3}),
        ("luck-charm", 25, "trigger", False, {}),
        ("talisman-of-preservation", 25, "passive", False, {"arm": 1}),
        ("talisman-of-endurance", 25, "passive", False, {"en": 1}),
        ("charm-of-survival", 25, "trigger", True, {"number": 3}),
        ("hunters-charm", 25, "passive", False, {"mov": 1}),
        ("pendant-of-bravery", 25, "passive", False, {}),
        ("talisman-of-magic-resistance", 15, "passive", False, {}),
        ("manabane-trinket", 15, "action", True, {"lasting": {"manabane": 1}}),
        ("ring-of-free-movement", 15, "passive", False, {}),
        ("elven-boots", 15, "passive", False, {}),
        ("fearbringer", 15, "passive", False, {"fear": 3}),
        ("potion-of-healing", 10, "action", True, {"number": 4}),
        ("potion-of-strength", 10, "action", True, {"lasting": {"dam": 3}}),
        ("potion-of-speed", 10, "action", True, {"lasting": {"swift": 1}}),
        ("potion-of-bravery", 10, "trigger", True, {}),
        ("charm-of-aegis", 10, "trigger", True, {}),
        ("talisman-of-protection", 10, "action", True, {"lasting": {"arm": 1}}),
        ("life-rune", 10, "action", True, {}),
        ("dragon-oil", 10, "passive", False, {}),
    ],
)
def test_a_charm(charm: str, points: int, when: str, once: bool, does: dict[str, object]) -> None:
    c = catalogue.charms()[charm]
    numbers = ("mov", "defence", "arm", "en", "dam", "ap", "number", "fear", "lasting")
    assert (c.points, c.when, c.once) == (points, when, once)
    assert {name: getattr(c, name) for name in numbers if getattr(c, name)} == does


def test_the_table_above_has_every_charm() -> None:
    assert len(catalogue.charms()) == 22


# ---- perks and spells ------------------------------------------------------------------------------------------------


def test_every_perk_costs_five_points() -> None:
    assert {perk.points for perk in catalogue.perks().values()} == {5}
    assert set(catalogue.perks()) == {
        *("agile-riposte", "artful-dodger", "athletics", "bull-true", "counter-strike", "dash", "sidestep", "mage"),
    }


@pytest.mark.parametrize(
    ("spell", "mana", "number", "range", "on", "dam", "area", "most"),
    [
        ("bolt", 2, 4, 18, "enemy", 5, 0, 0),
        ("blast", 4, 4, 14, "spot", 4, 2000, 0),
        ("mend", 2, 4, 6, "friend", 0, 0, 0),
        ("ward", 2, 4, 6, "friend", 0, 0, 0),
        ("haste", 3, 5, 6, "friend", 0, 0, 2),
    ],
)
def test_a_spell(
    spell: str, mana: int, number: int, range: int, on: str, dam: int, area: int, most: int
) -> None:  # fmt: skip
    s = catalogue.spells()[spell]
    assert (s.mana, s.number, s.range, s.on, s.dam, s.area, s.most) == (mana, number, range, on, dam, area, most)
    assert s.points == 10


def test_everything_told_to_players_is_short_and_cited() -> None:
    texts = [
        *((each.id, each.summary, each.cite) for each in catalogue.weapons().values()),
        *((each.id, each.summary, each.cite) for each in catalogue.armour().values()),
        *((each.id, each.summary, each.cite) for each in catalogue.charms().values()),
        *((each.id, each.summary, each.cite) for each in catalogue.perks().values()),
        *((each.id, each.summary, each.cite) for each in catalogue.abilities().values()),
        *((each.id, each.summary, each.cite) for each in catalogue.spells().values()),
    ]
    for id, summary, cite in texts:
        assert 1 <= len(re.findall(r"[.!?](?: |$)", summary)) <= 3, id
        assert cite.startswith(("core rules", "errata", "our ruling")), id
