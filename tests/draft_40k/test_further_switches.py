"""Points on which tables differ, each at its values: blows and wounds, who is suppressed, morale, ways."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row
from tests.draft_40k.test_bundles import with_marker
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.actions import moving_on
from warbook.rulesets.draft_40k.attacks.reactions import shots_back
from warbook.rulesets.draft_40k.battle.missions import counts
from warbook.rulesets.draft_40k.checks import leadership, permissions, striking, wounding
from warbook.rulesets.draft_40k.checks.saving import cover_against
from warbook.rulesets.draft_40k.harm import morale
from warbook.rulesets.draft_40k.movement.consolidating import move_question
from warbook.rulesets.draft_40k.movement.falling_back import ways_back
from warbook.rulesets.draft_40k.records.position import markers
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import Placed, model

FAR = row(3, 10, 40, "militia", "others")
BROKEN = {"morale": "falling-back"}
SUPPRESSED = {"morale": "suppressed"}


def unit_of(game: Field, name: str) -> Unit:
    """A unit of a scene."""
    return Unit(game.play, game.unit(name))


def of(us: list[Placed], options: dict[str, Any]) -> Unit:
    """A unit far from all others, at a table with these options."""
    return unit_of(field(us, FAR, options=options), "us")


# ---- blows and wounds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "mine", "theirs"), [("5e", 4, 3), ("leak", 5, 2)])
def test_what_blows_need_by_either_table(table: str, mine: int, theirs: int) -> None:
    """Weapon Skill 4 against 8, and the other way about."""
    game = field(
        row(1, 10, 10, "keeper", "us"), [model(10, 12, "mere-queen", name="them")], options={"ws-table": table}
    )
    us, them = unit_of(game, "us"), unit_of(game, "them")
    assert striking.number_to_hit(us, us.members[0], them)[0] == mine
    assert striking.number_to_hit(them, them.members[0], us)[0] == theirs


@pytest.mark.parametrize(("always", "need"), [(False, 7), (True, 6)])
def test_whether_a_6_wounds_whatever_the_toughness(always: bool, need: int) -> None:
    """Strength 3 against Toughness 8."""
    game = field(
        row(1, 10, 10, "militia", "us"), [model(10, 12, "glass-giant", name="them")],
        options={"always-wound-on-6": always},
    )  # fmt: skip
    us, them = unit_of(game, "us"), unit_of(game, "them")
    assert striking.attacks_of(us, us.members, them).wound.number == need
    assert wounding.shot_wounds(them, us.kit(us.members[0]).guns[0].modes[0]).number == need


@pytest.mark.parametrize(("way", "level"), [("5e", 3), ("graded", 2)])
def test_what_a_strength_far_above_the_toughness_does(way: str, level: int) -> None:
    """Strength 9 against Toughness 4."""
    gunner = row(1, 10, 10, "keeper", "us", gear=["laser-cannon"])
    game = field(gunner, row(1, 10, 40, "keeper", "them"), options={"instant-death": way})
    (mode,) = unit_of(game, "us").kit(0).guns[0].modes
    assert wounding.level_of_death(unit_of(game, "them"), mode) == level


@pytest.mark.parametrize(("first", "step"), [(True, 10), (False, 4)])
def test_when_those_strike_who_charge_whom_others_fight(first: bool, step: int) -> None:
    charged = {"done": ["charged", "late"]}
    us = of(row(1, 10, 10, "keeper", "us", unit=charged), {"charge-locked-i10": first})
    assert striking.initiative_of(us, us.members[0]) == step


# ---- the suppressed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("whom", "foot", "hull"), [("foot", 6, 0), ("both", 6, 6), ("neither", 0, 0)])
def test_whom_being_suppressed_covers(whom: str, foot: int, hull: int) -> None:
    protects = {"suppressed-protects": whom}
    assert cover_against(of(row(2, 10, 10, "militia", "us", unit=SUPPRESSED), protects), 0) == foot
    tank = [model(10, 10, "breakwater", name="us", squad="us", unit=SUPPRESSED)]
    assert cover_against(of(tank, protects), 0) == hull


@pytest.mark.parametrize(("by", "open_ground", "woods"), [(1, 6, 3), (2, 5, 2)])
def test_how_much_being_suppressed_covers(by: int, open_ground: int, woods: int) -> None:
    us = of(row(2, 10, 10, "militia", "us", unit=SUPPRESSED), {"suppressed-cover": by})
    assert (cover_against(us, 0), cover_against(us, 4), cover_against(us, 2)) == (open_ground, woods, 2)


@pytest.mark.parametrize("hinders", [True, False])
def test_whether_being_suppressed_hinders(hinders: bool) -> None:
    us = row(2, 10, 10, "militia", "us", unit=SUPPRESSED)
    game = field(us, FAR, options={"suppressed-hinders": hinders})
    assert ("advance" in game.allowed(game.unit("us"))) is not hinders
    assert permissions.verdict(unit_of(game, "us"), "shoot")[0] == ("s" if hinders else "y")


@pytest.mark.parametrize(
    ("option", "profile", "words", "usual"),
    [
        ("suppressed-react", "militia", {"unit": SUPPRESSED}, True),
        ("fleet-bars-reactions", "coast-hound", {"unit": {"mode": "fleet"}}, True),
        ("falling-back-bars-reactions", "militia", {"unit": BROKEN}, True),
        ("stunned-react", "breakwater", {"stunned": 9}, False),
    ],
)
def test_who_may_react(option: str, profile: str, words: dict[str, Any], usual: bool) -> None:
    """Each by default, and at a table that has it the other way."""
    by_default = option == "suppressed-react"
    for value in (True, False):
        us = of([model(10, 10, profile, name="us", squad="us", **words)], {option: value})
        assert permissions.may(us, "react") is (usual if value is by_default else not usual)


@pytest.mark.parametrize("may", [True, False])
def test_whether_flames_return_fire(may: bool) -> None:
    game = field(
        row(1, 10, 10, "keeper", "us", gear=["flame-thrower"]), row(1, 10, 14, "militia", "them"),
        options={"return-fire-templates": may},
    )  # fmt: skip
    fired = [burst.weapon for burst in shots_back(unit_of(game, "us"), game.unit("them"))]
    assert fired == (["flame-thrower"] if may else [])


# ---- morale ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("by", "value"), [("leader", 7), ("highest", 8)])
def test_whose_leadership_counts(by: str, value: int) -> None:
    us = [*row(2, 10, 10, "militia", "us"), model(14, 10, "militia-sergeant", squad="us", name="us 3")]
    game = field(us, FAR, options={"leadership": by})
    squad = game.squad("us")
    game.state.put(replace(squad, leader=squad.members[0]))
    assert leadership.leadership(unit_of(game, "us"))[0] == value


@pytest.mark.parametrize("needs", [True, False])
def test_whether_who_falls_back_needs_a_leader_to_rally(needs: bool) -> None:
    us = row(4, 10, 10, "militia", "us", unit={**BROKEN, "leader": -1})
    game = field(us, FAR, phase="prepare", options={"rally-needs-leader": needs})
    assert ("rally" in game.allowed(game.unit("us"))) is not needs


@pytest.mark.parametrize("tries", [1, 2])
def test_how_often_a_unit_tries_to_rally_in_a_turn(tries: int) -> None:
    """Once in each of the two phases at most."""
    game = field(row(4, 10, 10, "militia", "us", unit=BROKEN), FAR, phase="prepare", options={"rally-tries": tries})
    us, why = game.unit("us"), "It must not have tried to rally in this turn."
    game.does(us, "rally", dice=[6, 6])
    assert why in game.why_not(us, "rally"), "not in the same phase again"
    game.turns_to(phase="consolidate")
    assert ("rally" in game.allowed(us)) is (tries == 2)
    if tries == 2:
        game.does(us, "rally", dice=[6, 6])
        assert why in game.why_not(us, "rally")


@pytest.mark.parametrize("pinned", [True, False])
def test_whether_monsters_are_pinned(pinned: bool) -> None:
    game = field([model(10, 10, "mere-queen", name="us", squad="us")], FAR, options={"monsters-pinned": pinned})
    queen, fearful = game.unit("us"), replace(game.world.kits[0], card=replace(game.world.kits[0].card, rules={}))
    game.world = replace(game.world, kits=(fearful, *game.world.kits[1:]))
    game.runs(lambda play: morale.pin(play, Unit(play, queen)), dice=[6, 6] if pinned else [])
    assert game.squad("us").morale == ("suppressed" if pinned else "steady")


@pytest.mark.parametrize(("spared", "left"), [(True, 2), (False, 1)])
def test_whether_eternal_warriors_are_left_behind(spared: bool, left: int) -> None:
    us = [model(10 + 2 * n, 10, "bosun", squad="us", name=f"us {n + 1}", wounds=1) for n in range(2)]
    game = field(us, FAR, phase="consolidate", options={"eternal-are-not-abandoned": spared})
    kits = [replace(kit, card=replace(kit.card, rules={"eternal-warrior": 3})) for kit in game.world.kits]
    game.world = replace(game.world, kits=tuple(kits))
    game.does(game.unit("us"), "abandon", stays=game.squad("us").members[0])
    assert len(game.squad("us").members) == left


# ---- ways ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sideways", [True, False])
def test_whether_those_who_fall_back_run_sideways(sideways: bool) -> None:
    """A wall bars the way to the edge, and ends two inches to the side."""
    wall = "[[wall]]\npoints = [[7, 18], [12, 18]]\nheight = 5\n"
    us = row(1, 10, 18.6, "militia", "us", unit=BROKEN)
    game = field(us, FAR, board=wall, options={"fall-back-sideways": sideways})
    ends, _, trapped = ways_back(game.play, unit_of(game, "us"), "south", 8 * INCH, ())
    assert trapped is not sideways
    assert any(at.y < 18 * INCH for at in ends.values()) is sideways


@pytest.mark.parametrize("clear", [True, False])
def test_whether_consolidation_moves_keep_an_inch_from_enemies(clear: bool) -> None:
    game = field(
        row(1, 10, 10, "militia", "us"), row(1, 10, 15, "militia", "them"), options={"consolidation-keeps-clear": clear}
    )
    question = move_question(game.play, unit_of(game, "us"), 6 * INCH)
    assert (question.legal((((10_000, 13_500, 0, 0),),)) == ()) is not clear
    assert question.legal((((10_000, 14_000, 0, 0),),)) != (), "and never in contact"


@pytest.mark.parametrize(("grants", "inches"), [(True, 3), (False, 0)])
def test_whether_the_scattered_close_up(grants: bool, inches: int) -> None:
    us = [*row(1, 10, 10, "militia", "us"), model(16, 10, "militia", squad="us", name="us 2")]
    game = field(us, FAR, phase="consolidate", options={"coherency-move": grants})
    assert moving_on.distance_of(unit_of(game, "us")) == inches * INCH
    assert ("consolidation-move" in game.allowed(game.unit("us"))) is grants


# ---- markers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("contests", [True, False])
def test_whether_an_enemy_who_is_near_at_the_end_takes_a_marker_away(contests: bool) -> None:
    game = with_marker({}, foe=15, options={"contested-at-the-end": contests})
    (marker,) = markers(game.play)
    game.state.put(replace(marker, claimed=0))
    (marker,) = markers(game.play)
    assert counts(game.play, marker) is not contests
