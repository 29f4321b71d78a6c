"""What members and parties cost, what makes a party legal, and the files that come with the ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest

from warbook.core.errors import BadData
from warbook.core.structs import replace
from warbook.rulesets.gangfight.printed import catalogue, roster
from warbook.rulesets.gangfight.printed.roster import Member, Roster, load_roster, parse_roster, price, total
from warbook.rulesets.gangfight.printed.scenario import ENGAGEMENTS, check_board, check_scenario, parse_scenario
from warbook.space.boardfile import load_board, read_board

# ---- prices ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("member", "points"),
    [
        (Member("a", "A", "human-regular"), 29),
        (Member("a", "A", "human-regular", ("longbow",)), 29 + 15),
        (Member("a", "A", "human-regular", armour="medium", shield=True), 29 + 15 + 10),
        (Member("a", "A", "human-regular", ("hand-weapon", "second-hand-weapon"), armour="heavy"), 29 + 5 + 25),
        (Member("a", "A", "human-veteran", ("great-weapon",), perks=("dash", "sidestep")), 36 + 10 + 5 + 5),
        (Member("a", "A", "human-hero", charm="ring-of-defense", perks=("bull-true",)), 54 + 35 + 5),
        (Member("a", "A", "human-hero", perks=("mage",), spells=("bolt", "mend")), 54 + 5 + 10 + 10),
        (Member("a", "A", "ogre-regular", ("great-weapon",)), 70 + 2 * 10),
        (Member("a", "A", "ogre-veteran", armour="heavy", shield=True, perks=("dash",)), 77 + 2 * (25 + 10) + 5),
        (Member("a", "A", "ogre-hero", charm="luck-charm"), 95 + 2 * 25),
        (Member("a", "A", "giant", ("great-weapon",), armour="medium"), 180 + 4 * (10 + 15)),
        (Member("a", "A", "elf-regular", ("shortbow",), upgrades=("battle-dancer",)), 33 + 10 + 5),
        (Member("a", "A", "goblin-regular", ("thrown-blade",), shield=True), 18 + 5 + 10),
        (Member("a", "A", "small-beast", perks=("dash", "athletics", "sidestep"), upgrades=("diminutive",)), 41),
        (Member("a", "A", "human-regular", ("rifle", "grenade", "grenade"), upgrades=("camouflage",)), 29 + 40 + 5),
    ],
)
def test_a_member_costs_its_profile_its_equipment_by_its_size_its_perks_and_its_spells(
    member: Member, points: int
) -> None:
    assert price(member) == points


def test_a_party_costs_what_its_members_cost_together() -> None:
    members = (Member("a", "A", "human-hero"), Member("b", "B", "ogre-regular", ("great-weapon",)))
    assert total(Roster("roster", "two", "gangfight", "Two", "chronicle", 200, members)) == 54 + 90


# ---- what a member brings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "weapons", "carried"),
    [
        ("chronicle", (), ["hand-weapon"]),
        ("chronicle", ("longbow",), ["longbow", "hand-weapon"]),
        ("chronicle", ("great-weapon",), ["great-weapon"]),
        ("chronicle", ("second-hand-weapon",), ["second-hand-weapon", "hand-weapon"]),
        ("modern", (), ["sidearm"]),
        ("modern", ("rifle", "grenade"), ["rifle", "grenade", "sidearm"]),
        ("modern", ("rifle", "hand-weapon"), ["rifle", "hand-weapon"]),
    ],
)
def test_everybody_has_what_its_setting_gives_unless_it_took_something_else(
    setting: catalogue.Setting, weapons: tuple[str, ...], carried: list[str]
) -> None:
    member = Member("a", "A", "human-regular", weapons)
    assert [weapon.id for weapon in roster.weapons_of(member, setting)] == carried


def test_beasts_carry_nothing() -> None:
    assert roster.weapons_of(Member("a", "A", "small-beast"), "chronicle") == ()


def test_a_shield_is_worn_over_the_armour() -> None:
    member = Member("a", "A", "human-regular", armour="medium", shield=True)
    assert [piece.id for piece in roster.armour_of(member)] == ["medium", "shield"]


def test_a_diminutive_beast_counts_as_small() -> None:
    beast = Member("a", "A", "small-beast")
    assert roster.profile_of(beast).size == "medium"
    assert roster.profile_of(replace(beast, upgrades=("diminutive",))).size == "small"


def test_every_veteran_of_the_modern_setting_is_hardened_and_nobody_else() -> None:
    veteran, hero = Member("a", "A", "human-veteran"), Member("b", "B", "human-hero")
    assert roster.abilities_of(veteran, "modern") == {"hardened": 0}
    assert roster.abilities_of(veteran, "chronicle") == {}
    assert roster.abilities_of(hero, "modern") == {}


def test_upgrades_are_abilities_besides_those_of_the_profile() -> None:
    beast = Member("a", "A", "small-beast", upgrades=("consummate-hunter",))
    assert roster.abilities_of(beast, "chronicle") == {"tooth-and-claw": 0, "bestial-traits": 3, "consummate-hunter": 0}


def test_the_hero_that_is_named_leads_and_without_one_the_first_of_the_most_expensive() -> None:
    cheap, dear = Member("a", "A", "human-hero"), Member("b", "B", "human-hero", ("spear",))
    also = Member("c", "C", "human-hero", ("spear",))
    ogre = Member("d", "D", "ogre-veteran", ("great-weapon",))
    party = Roster("roster", "four", "gangfight", "Four", "chronicle", 500, (cheap, dear, also, ogre))
    assert roster.leader_of(party) == "b"
    named = replace(party, members=(replace(cheap, leader=True), dear, also, ogre))
    assert roster.leader_of(named) == "a"


# ---- bad parties -----------------------------------------------------------------------------------------------------

PARTY = """
kind = "roster"
id = "test-party"
ruleset = "gangfight"
title = "Four and a hound"
setting = "chronicle"
points = 400

[[members]]
id = "ada"
name = "Ada"
profile = "human-hero"
weapons = ["spear"]
shield = true
charm = "luck-charm"
perks = ["counter-strike", "sidestep"]
leader = true

[[members]]
id = "bo"
name = "Bo"
profile = "human-veteran"
perks = ["mage"]
spells = ["bolt", "mend"]

[[members]]
id = "cy"
name = "Cy"
profile = "human-regular"
weapons = ["longbow"]
armour = "medium"
perks = ["bull-true"]

[[members]]
id = "di"
name = "Di"
profile = "elf-regular"
upgrades = ["battle-dancer"]

[[members]]
id = "rex"
name = "Rex"
profile = "small-beast"
perks = ["dash", "athletics"]
"""


def test_the_party_that_the_bad_ones_are_made_of_is_good() -> None:
    party = parse_roster(PARTY, "party.toml")
    assert [price(member) for member in party.members] == [
        54 + 10 + 10 + 25 + 10,
        36 + 5 + 20,
        29 + 15 + 15 + 5,
        38,
        41,
    ]
    assert total(party) == 313


BAD = [
    # the file
    ('kind = "roster"', "", "kind", "kind = 'roster'"),
    ('kind = "roster"', 'kind = "board"', "kind", "'board'; wanted 'roster'"),
    ("title =", "titel =", "titel", "did you mean 'title'?"),
    ('"gangfight"', '"gangfite"', "ruleset", "wanted 'gangfight'"),
    ('"chronicle"', '"chronicles"', "setting", "did you mean 'chronicle'?"),
    ("points = 400", "points = 0", "points", ">= 1"),
    ('"test-party"', '"Test Party"', "id", "small letters and digits"),
    ('id = "bo"', 'id = "ada"', "members[ada].id", "2 members of that id"),
    ('name = "Cy"', "", "members[cy].name", "wanted name = text in quotes"),
    ('["longbow"]', '"longbow"', "members[cy].weapons", 'wanted a list, as in ["longbow"]'),
    # ids
    ('"human-regular"', '"human-regula"', "members[cy].profile", "did you mean 'human-regular'?"),
    ('"longbow"', '"longbo"', "members[cy].weapons", "did you mean 'longbow'?"),
    ('"medium"', '"meduim"', "members[cy].armour", "did you mean 'medium'?"),
    ('"luck-charm"', '"luk-charm"', "members[ada].charm", "did you mean 'luck-charm'?"),
    ('"bull-true"', '"bulltrue"', "members[cy].perks", "did you mean 'bull-true'?"),
    ('"mend"', '"mnd"', "members[bo].spells", "did you mean 'mend'?"),
    ('"battle-dancer"', '"battle-dance"', "members[di].upgrades", "did you mean 'battle-dancer'?"),
    # profile and setting
    ('"human-regular"', '"civilian"', "members[cy].profile", "a scenario brings this one"),
    ('"chronicle"', '"modern"', "members[ada].weapons", "'spear', which belongs to the chronicle setting"),
    ('"longbow"', '"rifle"', "members[cy].weapons", "something of the chronicle setting"),
    ('["battle-dancer"]', '["hive-mind"]', "members[di].upgrades", "which belongs to the modern setting"),
    # slots
    ('["spear"]', '["spear", "thrown-blade", "second-hand-weapon"]', "members[ada].weapons", "at most two weapons"),
    ('["spear"]', '["spear", "second-hand-weapon"]', "members[ada].shield", "a second weapon or a shield"),
    ('["spear"]', '["second-hand-weapon"]', "members[ada].shield", "it has second-hand-weapon"),
    ('["spear"]', '["great-weapon"]', "members[ada].shield", "no shield beside great-weapon, which takes both hands"),
    ('["longbow"]', '["longbow", "thrown-blade"]', "members[cy].weapons", "no other weapon beside longbow"),
    ('["longbow"]', '["thrown-blade", "thrown-blade"]', "members[cy].weapons", "'thrown-blade' 2 times"),
    ('"medium"', '"shield"', "members[cy].armour", "armour for the body"),
    # Tooth and Claw
    ('["dash", "athletics"]', '[]\nweapons = ["spear"]', "members[rex].weapons", "Tooth and Claw carry no equipment"),
    ('["dash", "athletics"]', '[]\narmour = "heavy"', "members[rex].armour", "Tooth and Claw carry no equipment"),
    ('["dash", "athletics"]', "[]\nshield = true", "members[rex].shield", "Tooth and Claw carry no equipment"),
    ('["dash", "athletics"]', '[]\ncharm = "luck-charm"', "members[rex].charm", "Tooth and Claw carry no equipment"),
    # perks, spells, upgrades
    ('["bull-true"]', '["bull-true", "dash"]', "members[cy].perks", "at most 1 for a Regular"),
    ('["mage"]', '["mage", "dash", "sidestep"]', "members[bo].perks", "at most 2 for a Veteran"),
    ('["counter-strike", "sidestep"]', '["dash", "dash"]', "members[ada].perks", "'dash' 2 times"),
    ('["dash", "athletics"]', '["dash", "bull-true"]', "members[rex].perks", "a trait that a beast can have: artful"),
    (
        '["dash", "athletics"]', '["dash", "athletics", "sidestep", "artful-dodger"]', "members[rex].perks",
        "at most 3 for its Bestial Traits",
    ),
    ('["mage"]', '["dash"]', "members[bo].spells", "none without the perk 'mage'"),
    ('"bolt", "mend"', '"bolt", "mend", "ward", "haste", "blast"', "members[bo].spells", "at most 4"),
    ('"bolt", "mend"', '"bolt", "bolt"', "members[bo].spells", "'bolt' 2 times"),
    ('["mage"]', '["mage"]\narmour = "medium"', "members[bo].armour", "nothing heavier than light armour on a mage"),
    ('["mage"]', '["mage"]\nshield = true', "members[bo].shield", "no shield: this is a mage"),
    ('["battle-dancer"]', '["diminutive"]', "members[di].upgrades", "an upgrade of elf-regular: battle-dancer"),
    # the party
    ('"human-hero"', '"human-veteran"', "members", "at least one Hero, to lead the party"),
    ('name = "Cy"', 'name = "Cy"\nleader = true', "members", "2 leaders (ada, cy)"),
    ("points = 400", "points = 312", "points", "a party for 313 points (the most for ada, 109)"),
]  # fmt: skip


@pytest.mark.parametrize(("was", "becomes", "where", "says"), BAD)
def test_a_bad_party_gives_one_clear_message(was: str, becomes: str, where: str, says: str) -> None:
    assert PARTY.count(was) >= 1
    with pytest.raises(BadData) as caught:
        parse_roster(PARTY.replace(was, becomes, 1), "party.toml")
    assert str(caught.value).startswith("party.toml: ")
    assert says in str(caught.value)
    assert caught.value.where == where


def test_a_party_leader_is_a_hero() -> None:
    with pytest.raises(BadData, match="found true for a Regular; wanted a Hero as party leader"):
        parse_roster(PARTY.replace("leader = true\n", "").replace('"Cy"', '"Cy"\nleader = true'), "party.toml")


def test_nobody_need_be_named_as_leader() -> None:
    assert roster.leader_of(parse_roster(PARTY.replace("leader = true\n", ""), "party.toml")) == "ada"


def test_a_party_has_at_least_one_member_and_at_most_thirty() -> None:
    head, *_ = PARTY.split("[[members]]")
    with pytest.raises(BadData, match="wanted members = a list"):
        parse_roster(head, "party.toml")
    with pytest.raises(BadData, match="found 0 of them; wanted 1 to 30"):
        parse_roster(head + "members = []", "party.toml")
    many = "".join(f'[[members]]\nid = "g{n}"\nname = "G"\nprofile = "goblin-regular"\n' for n in range(31))
    with pytest.raises(BadData, match="found 31 of them"):
        parse_roster(head + many, "party.toml")


MODERN = """
kind = "roster"
id = "modern-party"
ruleset = "gangfight"
title = "Two"
setting = "modern"
points = 300

[[members]]
id = "eve"
name = "Eve"
profile = "human-hero"
weapons = ["rifle", "revolver", "grenade", "grenade"]
charm = "potion-of-speed"

[[members]]
id = "flo"
name = "Flo"
profile = "human-regular"
weapons = ["shotgun", "hand-weapon"]
upgrades = ["biotechnology"]
"""


def test_a_modern_party_carries_any_number_of_grenades() -> None:
    assert total(parse_roster(MODERN, "modern.toml")) == 54 + 20 + 10 + 20 + 10 + 29 + 15 + 5


@pytest.mark.parametrize(
    ("was", "becomes", "where", "says"),
    [
        (
            '"rifle", "revolver"',
            '"rifle", "shotgun"',
            "members[eve].weapons",
            "found rifle, shotgun; wanted one weapon",
        ),
        ('"rifle", "revolver"', '"rifle", "revolver", "thrown-blade"', "members[eve].weapons", "and one secondary"),
        ('"shotgun", "hand-weapon"', '"great-weapon", "hand-weapon"', "members[flo].weapons", "and one secondary"),
        ('"shotgun", "hand-weapon"', '"sidearm", "hand-weapon"', "members[flo].weapons", "hand-weapon takes its place"),
        ('"potion-of-speed"', '"luck-charm"', "members[eve].charm", "which belongs to the chronicle setting"),
        ('["biotechnology"]', '["biotechnology"]\nshield = true', "members[flo].shield", "chronicle setting"),
        ('["biotechnology"]', '["biotechnology"]\nperks = ["mage"]', "members[flo].perks", "chronicle setting"),
        ('"human-regular"', '"elf-regular"', "members[flo].profile", "something of the modern setting"),
    ],
)
def test_a_bad_modern_party_gives_one_clear_message(was: str, becomes: str, where: str, says: str) -> None:
    assert MODERN.count(was) == 1
    with pytest.raises(BadData) as caught:
        parse_roster(MODERN.replace(was, becomes), "modern.toml")
    assert says in str(caught.value)
    assert caught.value.where == where


def test_everything_wrong_with_a_party_can_be_told_at_once() -> None:
    rex = Member("rex", "Rex", "small-beast", ("spear",), perks=("bull-true",), leader=True)
    party = Roster("roster", "one", "gangfight", "One", "chronicle", 40, (rex,))
    assert [each.where for each in parse_roster.objections(party, "one")] == [
        "members[rex].weapons",
        "members[rex].perks",
        "members",
        "members[rex].leader",
        "points",
    ]


# ---- what comes with the ruleset -------------------------------------------------------------------------------------


def test_every_ready_party_is_legal_lies_where_its_id_says_and_is_worth_its_points() -> None:
    paths = sorted((catalogue.DATA.path / "rosters").glob("*.toml"))
    assert len(paths) == 4
    for path in paths:
        party = load_roster(path)
        assert party.id == path.stem
        assert party.points - 5 <= total(party) <= party.points


def ready_rosters() -> dict[str, Roster]:
    """The parties that come with the ruleset, by id."""
    return {path.stem: load_roster(path) for path in sorted((catalogue.DATA.path / "rosters").glob("*.toml"))}


def test_the_ready_parties_come_in_pairs_of_equal_points() -> None:
    ready = ready_rosters()
    for board, setting, points in (("ford", "chronicle", 1000), ("market", "modern", 500)):
        for side in ("red", "blue"):
            party = ready[f"{board}-{side}"]
            assert (party.setting, party.points) == (setting, points)


def test_the_ready_parties_between_them_show_every_weapon_perk_spell_and_upgrade() -> None:
    members = [(member, party.setting) for party in ready_rosters().values() for member in party.members]
    carried = {weapon.id for member, setting in members for weapon in roster.weapons_of(member, setting)}
    assert carried == set(catalogue.weapons())
    assert {perk for member, _ in members for perk in member.perks} == set(catalogue.perks())
    assert {spell for member, _ in members for spell in member.spells} == set(catalogue.spells())


def test_there_is_a_scenario_for_every_engagement_and_its_board_and_parties_fit_it() -> None:
    paths = sorted((catalogue.DATA.path / "scenarios").glob("*.toml"))
    engagements = []
    for path in paths:
        scenario = parse_scenario(path.read_text(encoding="utf-8"), path.name)
        board = load_board(str(catalogue.DATA.path / "boards" / f"{scenario.board}.toml"))
        rosters = [(ready_rosters()[side.roster], side.roster) for side in scenario.sides]
        assert scenario.id == path.stem
        check_scenario(scenario, path.name, board, scenario.board, rosters)
        engagements.append(scenario.engagement)
    assert sorted(engagements) == sorted(ENGAGEMENTS)


@pytest.mark.parametrize("name", ["ford", "market"])
def test_a_board_has_three_grades_of_ground_low_and_high_obstacles_ladders_a_locked_door_and_chests(name: str) -> None:
    board = load_board(str(catalogue.DATA.path / "boards" / f"{name}.toml"))
    check_board(board, name)
    assert (board.width, board.depth) == (48_000, 48_000)
    assert {area.kind for area in board.areas} == {"light", "dense"}
    half = catalogue.sizes()["medium"].height // 2
    assert {obstacle.height < half for obstacle in board.obstacles} == {True, False}
    assert {"locked"} <= {door.state for door in board.doors}
    assert board.links
    assert "chest" in {marker.kind for marker in board.markers}
    assert {zone.name for zone in board.zones} == {"south", "north"}


SCENARIO = """
kind = "scenario"
id = "test-scenario"
ruleset = "gangfight"
title = "A test"
summary = "Nothing at stake."
setting = "chronicle"
board = "ford"
engagement = "battleground"
points = 1000
zones = ["south", "north"]
crates = [[12, 24]]

[red]
roster = "ford-red"

[blue]
roster = "ford-blue"
"""


@pytest.mark.parametrize(
    ("was", "becomes", "where", "says"),
    [
        ('"gangfight"', '"gangfite"', "ruleset", "wanted 'gangfight'"),
        ('"battleground"', '"battlground"', "engagement", "did you mean 'battleground'?"),
        ('"south", "north"', '"south", "south"', "zones", "two zones"),
        ('"south", "north"', '"south", "noth"', "zones", "did you mean 'north'?"),
        ("crates = [[12, 24]]", "crates = [[12, 49]]", "crates[1]", "a spot off the table"),
        ("crates = [[12, 24]]", 'dead = "fevered"', "dead", "a profile of the chronicle setting"),
        ("crates = [[12, 24]]", 'beast = "large-beest"', "beast", "did you mean 'large-beast'?"),
        ("crates = [[12, 24]]", "rounds = 0", "rounds", ">= 1"),
        ('"chronicle"', '"modern"', "setting", "'modern', for test-scenario is of it"),
        ("points = 1000", "points = 998", "points", "which test-scenario allows"),
    ],
)
def test_a_bad_scenario_gives_one_clear_message(was: str, becomes: str, where: str, says: str) -> None:
    assert SCENARIO.count(was) == 1
    board = load_board(str(catalogue.DATA.path / "boards" / "ford.toml"))
    rosters = [(ready_rosters()[id], id) for id in ("ford-red", "ford-blue")]
    with pytest.raises(BadData) as caught:
        check_scenario(
            parse_scenario(SCENARIO.replace(was, becomes), "scenario.toml"), "scenario.toml", board, "ford", rosters
        )
    assert says in str(caught.value)
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("marker", "where", "says"),
    [
        ('kind = "cheste"\nat = [1, 1, 0]', "marker[1].kind", "did you mean 'chest'?"),
        ('kind = "chest"\nat = [1, 1, 0]\nparams = { lok = 3 }', "marker[1].params", "did you mean 'lock'?"),
        ('kind = "chest"\nat = [1, 1, 0]\nparams = { lock = "3" }', "marker[1].params.lock", "a whole number"),
        ('kind = "crate"\nat = [1, 1, 0]\nparams = { heavy = 1 }', "marker[1].params.heavy", "true or false"),
    ],
)
def test_a_marker_that_the_game_does_not_know_is_refused(marker: str, where: str, says: str) -> None:
    text = f'kind = "board"\nid = "b"\ntitle = "B"\nsize = [9, 9]\n[[marker]]\nid = "m"\n{marker}'
    with pytest.raises(BadData) as caught:
        check_board(read_board(text, "b.toml"), "b.toml")
    assert says in str(caught.value)
    assert caught.value.where == where


def test_the_example_of_the_page_on_parties_is_legal() -> None:
    page = (Path(__file__).parents[3] / "docs" / "parties.md").read_text(encoding="utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    party = parse_roster(example, "docs/parties.md")
    assert price(party.members[3]) == 90
    assert total(party) <= party.points
