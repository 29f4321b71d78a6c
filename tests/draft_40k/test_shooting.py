"""Shooting of units on foot: shots by class of weapon and by how one has moved, wounds, saves, casualties."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import covers, field, row
from warbook.rulesets.draft_40k.attacks import shooting
from warbook.rulesets.draft_40k.checks import firing
from warbook.rulesets.draft_40k.checks.saving import Blow, saves_of
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import model

RIFLE, PISTOL = ((0, 0),), ((1, 0),)


def shots(distance: float, gear: str, **unit: Any) -> int:
    """How many shots a model has with its only weapon at somebody at that distance, base to base."""
    game = field(
        row(1, 10, 10, "militia", "watch", gear=[gear], unit=unit), row(1, 10, 11 + distance, "militia", "others"),
        phase="shoot",
    )  # fmt: skip
    watch, others = Unit(game.play, game.unit("watch")), game.unit("others")
    weapon = watch.kit(watch.members[0]).guns[0]
    return firing.shots_of(watch, watch.members[0], weapon, weapon.modes[0], others)


MOVED = {"mode": "advance", "done": ["moved"]}


@covers("shoot", "numbers")
@pytest.mark.parametrize(
    ("gear", "distance", "still", "moved"),
    [
        ("laser-rifle", 12, 2, 2),  # rapid fire: twice within 12"
        ("laser-rifle", 12.1, 1, 0),
        ("laser-rifle", 24, 1, 0),
        ("laser-rifle", 24.1, 0, 0),
        ("slug-pistol", 12, 1, 1),
        ("chain-gun", 20, 3, 0),  # heavy: not after a move
    ],
)
def test_how_many_shots_a_weapon_has(gear: str, distance: float, still: int, moved: int) -> None:
    gear = gear if gear != "chain-gun" else "heavy-slug-gun"
    assert shots(distance, gear) == still
    assert shots(distance, gear, **MOVED) == moved


@covers("shoot", "works")
def test_a_volley_hits_wounds_is_saved_and_takes_casualties() -> None:
    """Ten keepers (BS 4, S 4) at ten militia (T 3, 5+, which AP 5 pierces) in the open."""
    game = field(row(10, 10, 10, "keeper", "keepers"), row(10, 10, 20, "militia", "watch"), phase="shoot")
    game.does(
        game.unit("keepers"), "shoot", passing=True, target=game.unit("watch"), weapon=RIFLE,
        casualties=(1,) * 5 + (0,) * 5,
        dice=[*[6] * 8, *[2] * 12, *[3] * 5, *[2] * 3],
    )  # fmt: skip
    assert len(game.squad("watch").members) == 5
    assert game.squad("watch").shot_at == 1
    assert game.squad("keepers").has("shot")
    assert game.state.turn.volley is None


def test_saves_are_rolled_where_armour_is_not_pierced() -> None:
    """T1: AP 5 does not pierce 4+."""
    game = field(row(10, 10, 10, "keeper", "keepers"), row(6, 10, 20, "survey-guard", "guard"), phase="shoot")
    game.does(
        game.unit("keepers"), "shoot", passing=True, target=game.unit("guard"), weapon=RIFLE,
        casualties=(1, 0, 0, 0, 0, 0),
        dice=[*[6] * 6, *[1] * 14, 4, 4, 3, 2, 5, 6, 4, 4, 4, 4, 3],
    )  # fmt: skip
    assert len(game.squad("guard").members) == 5


def test_whoever_has_nobody_left_is_destroyed() -> None:
    game = field(row(10, 10, 10, "keeper", "keepers"), row(1, 10, 20, "militia", "watch"), phase="shoot")
    watch = game.unit("watch")
    game.does(game.unit("keepers"), "shoot", passing=True, target=watch, weapon=RIFLE, dice=[6] * 32)
    assert game.squad("watch").where == "gone"
    assert game.squad("watch").members == ()


@covers("shoot", "refused")
def test_nobody_shoots_out_of_range_or_twice() -> None:
    game = field(row(5, 10, 10, "keeper", "keepers"), row(5, 10, 40, "militia", "watch"), phase="shoot")
    assert game.why_not(game.unit("keepers"), "shoot") == ("It must have a target in sight and in range.",)
    near = field(
        row(5, 10, 10, "keeper", "keepers", unit={"done": ["shot"]}), row(5, 10, 20, "militia", "watch"), phase="shoot"
    )
    assert near.why_not(near.unit("keepers"), "shoot") == ("It must not have shot in this turn.",)


def test_who_fights_is_no_target() -> None:
    fighting = row(5, 10, 20, "militia", "watch", unit={"locked": [99]})
    game = field(row(5, 10, 10, "keeper", "keepers"), fighting, phase="shoot")
    keepers = Unit(game.play, game.unit("keepers"))
    assert shooting.against_target(keepers, game.unit("watch")) == ("It must not be locked in combat.",)
    assert not game.allowed(keepers.id)


def test_wounds_go_to_the_wounded_first_and_to_the_whole_where_they_kill_outright() -> None:
    """Models with two wounds: three wounds take one model and wound another; the leader is a group of its own."""
    game = field(row(10, 10, 10, "keeper", "keepers"), row(3, 10, 20, "bosun", "bosuns"), phase="shoot")
    game.does(
        game.unit("keepers"), "shoot", passing=True, target=game.unit("bosuns"), weapon=RIFLE,
        dice=[*[6] * 3, *[1] * 15, 6, 6, 6],
    )  # fmt: skip
    left = [game.state.records[id].wounds for id in game.world.card(game.unit("bosuns")).models]
    assert sorted(left) == [0, 1, 2]


def test_who_has_which_saves() -> None:
    game = field(
        [model(10, 10, "tide-captain", name="captain"), *row(2, 20, 10, "keeper", "keepers")],
        row(5, 10, 30, "militia", "watch"),
    )
    keepers, captain = Unit(game.play, game.unit("keepers")), Unit(game.play, game.unit("captain"))
    (keeper, *_), (leader,) = keepers.members, captain.members
    assert saves_of(keepers, keeper, Blow(ap=4)).numbers == (3,)
    assert saves_of(keepers, keeper, Blow(ap=3)).numbers == ()
    assert saves_of(keepers, keeper, Blow(ap=3, cover=4)).numbers == (4,)
    assert saves_of(keepers, keeper, Blow(ap=0, rends=True, cover=5)).numbers == (5,)
    assert saves_of(captain, leader, Blow(ap=0, cover=4)).numbers == (4, 6), "a character rolls two kinds"


def gunner(gear: str, dice: list[int]) -> Unit:
    """A keeper (BS 4) who has fired its only weapon at militia (T 3, 5+) in the open, none of whom is hit."""
    game = field(row(1, 10, 10, "keeper", "keeper", gear=[gear]), row(5, 10, 30, "militia", "others"), phase="shoot")
    game.does(game.unit("keeper"), "shoot", passing=True, target=game.unit("others"), dice=dice)
    return Unit(game.play, game.unit("keeper"))


def test_a_d3_of_shots_is_rolled_when_they_are_fired() -> None:
    """The first die is the D3: two shots, which miss."""
    assert gunner("hail-gun", [2, 1, 1]).record.has("shot")


def test_what_serves_once_has_served() -> None:
    keeper = gunner("far-missile", [1])
    (id,) = keeper.members
    others = next(unit for unit in keeper.play.world.units if unit != keeper.id)
    assert firing.spent(keeper, id, 0)
    assert firing.choices(keeper, id, others) == []
