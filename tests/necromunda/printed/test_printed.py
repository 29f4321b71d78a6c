"""Printed data against the numbers it was taken from, and rosters against what makes a gang legal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from warbook.core.errors import BadData
from warbook.rulesets.necromunda import printed
from warbook.rulesets.necromunda.edition_2023 import LIBRARY, SHELF, parse_roster
from warbook.rulesets.necromunda.printed import Trait, WeaponProfile
from warbook.rulesets.necromunda.printed.roster import Roster


def only(weapon: str) -> WeaponProfile:
    (profile,) = LIBRARY.weapons[weapon].profiles
    return profile


# ---- weapons ---------------------------------------------------------------------------------------------------------


def test_a_boltgun() -> None:
    bolt = only("boltgun")
    assert (bolt.short, bolt.long, bolt.accuracy_short, bolt.accuracy_long) == (12000, 24000, 1, 0)
    assert (bolt.strength, bolt.ap, bolt.damage, bolt.ammo) == (4, -1, 2, 6)
    assert bolt.traits == (Trait("rapid-fire", 1),)


def test_the_lawkeepers_boltgun_differs_in_nothing_but_its_ammo() -> None:
    watch, bolt = only("watch-boltgun"), only("boltgun")
    assert (watch.ammo, bolt.ammo) == (4, 6)
    assert (watch.long, watch.strength, watch.traits) == (bolt.long, bolt.strength, bolt.traits)


def test_a_plasma_gun_has_two_settings() -> None:
    low, high = LIBRARY.weapons["plasma-gun"].profiles
    assert (low.accuracy_short, low.strength, low.ap, low.damage, low.ammo) == (2, 5, -1, 2, 5)
    assert (high.accuracy_short, high.strength, high.ap, high.damage, high.ammo) == (1, 7, -2, 3, 5)
    assert low.has("rapid-fire")
    assert not low.has("unstable")
    assert high.has("unstable")
    assert not high.has("rapid-fire")


def test_a_thunder_hammer() -> None:
    hammer = only("thunder-hammer")
    assert hammer.range == "melee"
    assert (hammer.strength, hammer.strength_user, hammer.ap, hammer.damage, hammer.ammo) == (1, True, -1, 3, 0)
    assert hammer.hits_at(4) == 5
    assert {trait.name for trait in hammer.traits} == {"melee", "power", "shock"}


@pytest.mark.parametrize(
    ("weapon", "ranges", "accuracy", "strength", "ap", "damage", "ammo"),
    [
        ("lasgun", (18000, 24000), (1, 0), 3, 0, 1, 2),
        ("heavy-stubber", (20000, 40000), (0, -1), 4, -1, 1, 4),
        ("long-las", (18000, 36000), (0, 1), 4, 0, 1, 2),
        ("lascannon", (24000, 48000), (0, 1), 10, -3, 3, 4),
        ("meltagun", (6000, 12000), (1, 0), 8, -4, 3, 4),
        ("harpoon-launcher", (6000, 18000), (2, 0), 5, -3, 1, 5),
        ("needle-pistol", (4000, 9000), (2, 0), None, -1, None, 6),
        ("web-gun", (0, 0), (0, 0), 5, 0, None, 5),
        ("mortar", (24000, 48000), (-1, 0), 4, 0, 1, 4),
        ("storm-bolter", (12000, 24000), (1, 0), 4, -1, 2, 6),
    ],
)
def test_a_line_of_the_armoury(
    weapon: str,
    ranges: tuple[int, int],
    accuracy: tuple[int, int],
    strength: int | None,
    ap: int,
    damage: int | None,
    ammo: int,
) -> None:
    line = only(weapon)
    assert (line.short, line.long) == ranges
    assert (line.accuracy_short, line.accuracy_long) == accuracy
    assert (line.strength, line.ap, line.damage, line.ammo) == (strength, ap, damage, ammo)


def test_the_seismic_cannon_trades_strength_for_dice() -> None:
    short, long = LIBRARY.weapons["seismic-cannon"].profiles
    assert [(wave.strength, wave.ap, wave.damage, wave.value("rapid-fire")) for wave in (short, long)] == [
        (6, -1, 2, 1),
        (3, 0, 1, 2),
    ]
    assert (short.accuracy_long, long.accuracy_short) == (-1, -1)


def test_a_grenade_flies_three_inches_for_each_point_of_strength() -> None:
    assert only("frag-grenades").reach(4) == (0, 12000)
    assert only("blasting-charges").reach(3) == (0, 6000)


def test_throwing_knives_have_a_short_range_too() -> None:
    assert only("throwing-knives").reach(3) == (6000, 12000)
    assert only("boltgun").reach(3) == (12000, 24000)


def test_blasts_are_lengths_and_dice_are_counts() -> None:
    assert only("mortar").value("blast") == 5000
    assert only("heavy-bolter").value("rapid-fire") == 2
    assert only("mortar").value("rapid-fire") == 0


def test_reach_and_contact_have_an_accuracy_each() -> None:
    polearm, greatsword = only("polearm"), only("greatsword")
    assert (polearm.long, polearm.accuracy_short, polearm.accuracy_long) == (2000, -1, 0)
    assert (greatsword.long, greatsword.accuracy_short, greatsword.accuracy_long) == (1000, 0, 1)


def test_bare_hands_are_as_strong_as_their_owner() -> None:
    assert only("unarmed").hits_at(3) == 3
    assert only("digi-laser").hits_at(5) == 1
    assert only("stiletto-knife").hits_at(3) is None


def test_unwieldy_weapons_take_two_places_and_a_ring_takes_none() -> None:
    weapons = LIBRARY.weapons
    assert {id: weapons[id].slots for id in ("lasgun", "heavy-bolter", "power-fist", "digi-laser")} == {
        "lasgun": 1,
        "heavy-bolter": 2,
        "power-fist": 2,
        "digi-laser": 0,
    }


def test_a_skill_lends_a_weapon_a_trait_without_changing_the_weapon() -> None:
    knife = only("fighting-knife")
    lent = knife.with_traits(Trait("parry"))
    assert lent.has("parry")
    assert lent.has("backstab")
    assert not knife.has("parry")


def test_every_template_and_grenade_says_so() -> None:
    for weapon in LIBRARY.weapons.values():
        for profile in weapon.profiles:
            assert profile.has("template") == (profile.range == "template"), profile.id
            assert profile.has("melee") == (profile.range == "melee"), profile.id
            assert profile.has("grenade") == (weapon.kind == "grenade"), profile.id


def test_profile_ids_are_unique_across_the_armoury() -> None:
    ids = [profile.id for weapon in LIBRARY.weapons.values() for profile in weapon.profiles]
    assert len(ids) == len(set(ids))


def test_traits_that_this_edition_has_not_are_not_there() -> None:
    old = {"fixed", "haemophagic", "power-pack", "reclaimed", "shred", "vortex"}
    assert not old & set(LIBRARY.traits)


def test_an_unknown_trait_on_a_weapon_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadData, match=r"\[pop-gun\]: found 'knockbak' \(did you mean 'knockback'\?\)"):
        printed.parse_trait("knockbak", "weapons.toml", "[pop-gun]", LIBRARY.traits)


@pytest.mark.parametrize("text", ["blast", "silent 2", "rapid-fire one", "Blast (3)"])
def test_a_trait_has_a_number_exactly_where_it_counts_something(text: str) -> None:
    with pytest.raises(BadData):
        printed.parse_trait(text, "weapons.toml", "[pop-gun]", LIBRARY.traits)


# ---- fighters, armour, tables ----------------------------------------------------------------------------------------


def test_a_line_of_characteristics() -> None:
    hound = LIBRARY.fighters["tallow-hound"]
    assert (hound.move, hound.ws, hound.bs, hound.s, hound.t, hound.w) == (5000, 3, 0, 3, 3, 1)
    assert (hound.i, hound.a, hound.ld, hound.cl, hound.wil, hound.intelligence) == (4, 1, 7, 6, 8, 8)


def test_bases_go_by_role_and_mount() -> None:
    for fighter in LIBRARY.fighters.values():
        wide = 1575 if fighter.role == "brute" or fighter.mounted else 0
        usual = 1260 if fighter.role in ("leader", "champion", "specialist") else 984
        assert fighter.base == (wide or usual), fighter.id


def test_every_gang_has_one_leader_who_takes_two_along() -> None:
    for gang in LIBRARY.gangs:
        leaders = [each for each in LIBRARY.fighters.values() if each.gang == gang and each.role == "leader"]
        assert [leader.group for leader in leaders] == [2], gang
        assert leaders[0].example == 12000


def test_characteristics_keep_within_the_limits_of_the_profile() -> None:
    for fighter in LIBRARY.fighters.values():
        assert 1000 <= fighter.move <= 8000, fighter.id
        assert all(1 <= each <= 6 for each in (fighter.s, fighter.t, fighter.w)), fighter.id
        assert all(2 <= each <= 6 for each in (fighter.ws, fighter.i, fighter.bs or 6)), fighter.id
        mind = (fighter.ld, fighter.cl, fighter.wil, fighter.intelligence)
        assert all(3 <= each <= 10 for each in mind), fighter.id


@pytest.mark.parametrize(
    ("armour", "from_front", "blast", "save"),
    [
        ("flak", False, False, 6),
        ("flak", True, True, 5),
        ("layered-flak", False, True, 4),
        ("furnace-plates", True, False, 5),
        ("furnace-plates", False, False, 6),
        ("heavy-carapace", True, False, 3),
        ("heavy-carapace", False, True, 4),
        ("plate-mail", False, True, 5),
        ("assault-shield", True, False, 0),
    ],
)
def test_a_save_depends_on_the_side_and_the_kind_of_hit(armour: str, from_front: bool, blast: bool, save: int) -> None:
    assert LIBRARY.armour[armour].best_save(from_front, blast) == save


def test_every_d66_is_one_lasting_injury() -> None:
    for roll in (10 * tens + units for tens in range(1, 7) for units in range(1, 7)):
        assert len([row for row in LIBRARY.lasting_injuries.values() if row.low <= roll <= row.high]) == 1, roll
    assert LIBRARY.lasting_injury(26).id == "out-cold"
    assert LIBRARY.lasting_injury(44).changes.bs == -1
    assert LIBRARY.lasting_injury(56).id == "captured"
    assert LIBRARY.lasting_injury(65).id == "critical-injury"


@pytest.mark.parametrize(
    ("height", "hit"),
    [(2, None), (3, (3, 0, 1)), (5, (3, 0, 1)), (6, (5, -1, 1)), (8, (7, -2, 2)), (10, (9, -3, 3)), (40, (9, -3, 3))],
)
def test_a_fall_hits_as_hard_as_it_is_high(height: int, hit: tuple[int, int, int] | None) -> None:
    band = LIBRARY.fall(height)
    assert (band and (band.strength, band.ap, band.damage)) == hit


def test_every_die_finds_one_content_in_a_casket() -> None:
    assert [next(row.id for row in LIBRARY.loot if row.low <= die <= row.high) for die in range(1, 7)] == [
        "trapped",
        "credits",
        "credits",
        "ammunition",
        "ammunition",
        "ammunition",
    ]


def test_a_drink_does_what_its_highest_row_says() -> None:
    rinse = LIBRARY.drinks["rinse"]
    third, fifth = rinse.at(3), rinse.at(5)
    assert rinse.at(0) is None
    assert third is fifth
    assert third is not None
    assert (third.ranged, third.melee, third.cool, third.staggers) == (-3, -1, 3, True)
    assert [drink.empties for drink in LIBRARY.drinks.values()] == [3, 2]


def test_what_falls_out_of_a_casket_is_a_trap_that_exists() -> None:
    frag = LIBRARY.traps["frag-trap"].profile
    assert (frag.strength, frag.damage, frag.value("blast"), frag.has("knockback")) == (3, 1, 5000, True)
    assert {row.becomes for row in LIBRARY.loot} <= {"", "ammo-cache", *LIBRARY.traps}


def test_injuries_lend_only_skills_that_exist() -> None:
    assert {row.skill for row in LIBRARY.lasting_injuries.values()} <= {"", *LIBRARY.skills}


def test_everything_told_to_players_is_short_and_cited() -> None:
    texts = [
        *((each.id, each.summary, each.cite) for each in LIBRARY.traits.values()),
        *((each.id, each.summary, each.cite) for each in LIBRARY.skills.values()),
        *((each.id, each.summary, each.cite) for each in LIBRARY.armour.values()),
        *((each.id, each.summary, each.cite) for each in LIBRARY.wargear.values()),
        *((each.id, each.summary, each.cite) for each in LIBRARY.lasting_injuries.values()),
    ]
    for id, summary, cite in texts:
        assert 1 <= len(re.findall(r"[.!?](?: |$)", summary)) <= 3, id
        assert cite.startswith("core 2023"), id


# ---- rosters ---------------------------------------------------------------------------------------------------------

GANG = """
kind = "roster"
id = "test-gang"
ruleset = "necromunda-2023"
title = "Three and a hound"
gang = "tallow-street"

[[fighters]]
id = "ada"
name = "Ada"
profile = "chandler"
weapons = ["boltgun", "sword"]
armour = ["mesh"]

[[fighters]]
id = "bo"
name = "Bo"
profile = "dipper"
weapons = ["lasgun", "heavy-club"]
accessories = { lasgun = ["mono-sight"] }
wargear = ["drop-rig"]
skills = ["catfall"]

[[fighters]]
id = "cy"
name = "Cy"
profile = "dray-rider"
weapons = ["autogun", "axe"]

[[fighters]]
id = "rex"
name = "Rex"
profile = "tallow-hound"
owner = "ada"
"""


def test_the_gang_that_the_bad_ones_are_made_of_is_good() -> None:
    roster = parse_roster(GANG, "gang.toml")
    assert [fighter.id for fighter in roster.fighters] == ["ada", "bo", "cy", "rex"]
    assert roster.fighters[1].accessories == {"lasgun": ("mono-sight",)}


@pytest.mark.parametrize(
    ("was", "becomes", "where", "says"),
    [
        ('kind = "roster"', "", "kind", "kind = 'roster'"),
        ('kind = "roster"', 'kind = "board"', "kind", "'board'; wanted 'roster'"),
        ("title =", "titel =", "titel", "did you mean 'title'?"),
        ('"necromunda-2023"', '"necromunda-classic"', "ruleset", "wanted 'necromunda-2023'"),
        ('"tallow-street"', '"tallow-streat"', "gang", "did you mean 'tallow-street'?"),
        ('"test-gang"', '"Test Gang"', "id", "small letters and digits"),
        ('profile = "dipper"', 'profile = "diper"', "fighters[bo].profile", "did you mean 'dipper'?"),
        ('profile = "dipper"', 'profile = "turnkey"', "fighters[bo].profile", "belongs to 'toll-watch'"),
        ('profile = "dipper"', 'profile = "chandler"', "fighters", "2 leaders (ada, bo)"),
        ('profile = "chandler"', 'profile = "dipper"', "fighters", "no leader"),
        ('id = "bo"', 'id = "ada"', "fighters[ada].id", "2 fighters of that id"),
        ('"boltgun"', '"bolgun"', "fighters[ada].weapons", "did you mean 'boltgun'?"),
        ('"sword"]', '"sword", "axe", "maul"]', "fighters[ada].weapons", "weapons for 4 places"),
        ('"sword"]', '"heavy-bolter"', "", "wanted well-formed TOML"),
        ('"sword"]', '"heavy-bolter", "axe"]', "fighters[ada].weapons", "heavy-bolter 2"),
        ('"sword"]', '"unarmed"]', "fighters[ada].weapons", "a weapon that can be carried"),
        ('"axe"]', '"axe", "maul"]', "fighters[cy].weapons", "at most 2 for a mounted fighter"),
        ('["autogun", "axe"]', '["sword", "axe"]', "fighters[cy].weapons", "one close combat weapon"),
        ('["autogun", "axe"]', '["heavy-stubber"]', "fighters[cy].weapons", "nothing unwieldy"),
        ('["mesh"]', '["mehs"]', "fighters[ada].armour", "did you mean 'mesh'?"),
        ('["mesh"]', '["mesh", "flak"]', "fighters[ada].armour", "one piece of the kind 'armour'"),
        ('["drop-rig"]', '["droprig"]', "fighters[bo].wargear", "did you mean 'drop-rig'?"),
        ('["drop-rig"]', '["gunshroud"]', "fighters[bo].wargear", "under the weapon that it is on"),
        ('["catfall"]', '["catfal"]', "fighters[bo].skills", "did you mean 'catfall'?"),
        ('{ lasgun = ["mono-sight"] }', '{ longlas = ["mono-sight"] }', "fighters[bo].accessories.longlas", "carried"),
        ('["mono-sight"]', '["suspensors"]', "fighters[bo].accessories.lasgun", "an accessory that fits it: "),
        ('["mono-sight"]', '["mono-site"]', "fighters[bo].accessories.lasgun", "did you mean 'mono-sight'?"),
        ('owner = "ada"', "", "fighters[rex].owner", "found no owner"),
        ('owner = "ada"', 'owner = "adda"', "fighters[rex].owner", "did you mean 'ada'?"),
        ('owner = "ada"', 'owner = "ada"\nwargear = ["drop-rig"]', "fighters[rex].wargear", "beasts carry no gear"),
        ('profile = "dipper"', 'profile = "dipper"\nowner = "ada"', "fighters[bo].owner", "only beasts have one"),
        ('["catfall"]', '"catfall"', "fighters[bo].skills", 'wanted a list, as in ["catfall"]'),
        ('name = "Cy"', "", "fighters[cy].name", "wanted name = text in quotes"),
    ],
)
def test_a_bad_roster_gives_one_clear_message(was: str, becomes: str, where: str, says: str) -> None:
    assert GANG.count(was) >= 1
    with pytest.raises(BadData) as caught:
        parse_roster(GANG.replace(was, becomes, 1), "gang.toml")
    assert str(caught.value).startswith("gang.toml: ")
    assert says in str(caught.value)
    if where:
        assert caught.value.where == where


def test_a_gang_of_two_is_too_small_and_one_of_twenty_one_too_large() -> None:
    head, leader, *_ = GANG.split("[[fighters]]")
    small = head + "[[fighters]]" + leader
    with pytest.raises(BadData, match="found 1 of them; wanted 3 to 20"):
        parse_roster(small, "gang.toml")
    many = "".join(f'[[fighters]]\nid = "d{n}"\nname = "D"\nprofile = "dipper"\n' for n in range(20))
    with pytest.raises(BadData, match="found 21 of them"):
        parse_roster(small + many, "gang.toml")


def test_everything_wrong_with_a_gang_can_be_told_at_once() -> None:
    rex = parse_roster(GANG, "gang.toml").fighters[-1]
    gang = Roster("roster", "few", "necromunda-2023", "Few", "carillon", (rex,))
    assert {each.where for each in parse_roster.objections(gang, "few")} == {
        "fighters",
        "fighters[rex].profile",
        "fighters[rex].owner",
    }


def ready_gangs() -> dict[str, Roster]:
    """The gangs that come with the ruleset, by the ids under which they lie on the shelf."""
    return {id: parse_roster(*SHELF.text("roster", id)) for id in SHELF.ids("roster")}


def test_every_ready_gang_is_legal_and_lies_where_its_id_says() -> None:
    assert len(ready_gangs()) >= 8
    for id, roster in ready_gangs().items():
        assert roster.id == id
        assert 8 <= len(roster.fighters) <= 12


def test_the_ready_gangs_between_them_show_every_skill_and_every_action_that_gear_brings() -> None:
    members = [member for roster in ready_gangs().values() for member in roster.fighters]
    skills = {skill for member in members for skill in (*member.skills, *LIBRARY.fighters[member.profile].skills)}
    assert skills == set(LIBRARY.skills)
    carried = {item for member in members for item in member.wargear}
    brought = {action for item in carried for action in LIBRARY.wargear[item].actions}
    assert brought == {action for item in LIBRARY.wargear.values() for action in item.actions}


def test_the_gangs_of_the_stand_off_are_ten_a_side() -> None:
    rosters = ready_gangs()
    assert [len(rosters[id].fighters) for id in ("stand-off-red", "stand-off-blue")] == [10, 10]


def test_the_example_of_the_page_on_rosters_is_legal() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rosters.md").read_text(encoding="utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    assert len(parse_roster(example, "docs/rosters.md").fighters) == 4
