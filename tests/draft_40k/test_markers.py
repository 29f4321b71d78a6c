"""Blasts, barrages and flames; what is never fired as a snap shot; what gets hot."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row
from warbook.core.events import EffectBegan
from warbook.core.state import Effect
from warbook.rulesets.draft_40k.attacks.volleys import burning
from warbook.rulesets.draft_40k.checks import firing
from warbook.rulesets.draft_40k.checks.powers import moment
from warbook.rulesets.draft_40k.printed.catalogue import weapons
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import model

WALL = "[[wall]]\npoints = [[0, 20], [48, 20]]\nheight = 5\n"


def gunner(gear: str, blue: list[Any], y: float = 10, board: str = "", **unit: Any) -> Field:
    """Somebody of BS 4 with a weapon."""
    return field(
        row(1, 20, y, "keeper", "gunner", gear=[gear], unit=unit), blue, board=board, phase="shoot",
    )  # fmt: skip


PASSED: Any = {"ShotAt.after": None}


def fires(game: Field, at: str = "them", **script: Any) -> None:
    """The gunner shoots at a unit, which does not react."""
    game.does(game.unit("gunner"), "shoot", passing=True, target=game.unit(at), **script)


def can_shoot(game: Field) -> bool:
    """Whether the gunner may."""
    return "shoot" in game.allowed(game.unit("gunner"))


def test_a_blast_that_hits_touches_every_base_under_it() -> None:
    """Three inches wide over the second of four, who stand 1.6 inches apart: three of them."""
    game = gunner("plasma-cannon", row(4, 20, 30, "militia", "them"))
    them = game.squad("them").members
    fires(
        game, marker=them[1],
        casualties=(1, 1, 1, 0), dice=[2, 1, 2, 2, 2],
    )  # fmt: skip
    assert len(game.squad("them").members) == 1


def test_a_blast_scatters_by_2d6_less_the_ballistic_skill() -> None:
    """Eight inches less four, north of a single model: nobody is there.  With seven it still touches the base."""
    game = gunner("plasma-cannon", row(1, 20, 30, "militia", "them"))
    (aim,) = game.squad("them").members
    fires(game, dice=[2, 3, 4, 4, 90])
    assert aim in game.squad("them").members
    near = gunner("plasma-cannon", row(1, 20, 30, "militia", "them"))
    fires(near, dice=[2, 3, 2, 3, 90, 2])
    assert near.squad("them").where == "gone"


def test_a_blast_strikes_others_than_its_target_too_its_own_side_as_well() -> None:
    game = field(
        [*row(1, 20, 10, "keeper", "gunner", gear=["plasma-cannon"]), model(15, 27, "militia", name="friend")],
        [model(20, 30, "militia", name="them"), model(21.4, 30, "militia", name="others")], phase="shoot",
    )  # fmt: skip
    fires(game, dice=[2, 1, 2, 2])
    assert {game.squad(name).where for name in ("them", "others")} == {"gone"}
    astray = field(
        [*row(1, 20, 10, "keeper", "gunner", gear=["plasma-cannon"]), model(16, 30, "militia", name="friend")],
        [model(20, 30, "militia", name="them")], phase="shoot",
    )  # fmt: skip
    fires(astray, dice=[2, 3, 4, 4, 180, 2])
    assert (astray.squad("friend").where, astray.squad("them").where) == ("gone", "table")


def test_a_marker_is_not_put_over_its_own_side() -> None:
    game = field(
        [*row(1, 20, 10, "keeper", "gunner", gear=["plasma-cannon"]), model(18.4, 29, "militia", name="friend")],
        row(3, 20, 30, "militia", "them"), phase="shoot",
    )  # fmt: skip
    over = game.squad("them").members
    question: Any = game.asks(game.unit("gunner"), "shoot", target=game.unit("them"), dice=[2], **PASSED)
    assert question.key == "marker"
    assert question.legal(over[0]) == ("It would touch its own side.",)


def test_what_gets_hot_burns_its_bearer_on_a_1_instead_of_firing_a_marker() -> None:
    game = gunner("plasma-cannon", row(2, 20, 30, "militia", "them"))
    fires(game, dice=[1, 2])
    assert game.squad("gunner").where == "gone"
    assert len(game.squad("them").members) == 2


def test_shots_of_what_gets_hot_burn_for_each_1_after_they_have_wounded() -> None:
    """Two shots: a hit that wounds, and a 1 that its armour does not stop."""
    game = gunner("plasma-gun", row(2, 20, 20, "militia", "them"))
    fires(game, casualties=(1, 0), dice=[1, 6, 2, 2])
    assert len(game.squad("them").members) == 1
    assert game.squad("gunner").where == "gone"


def test_what_gets_hot_burns_its_bearer_at_a_vehicle_too() -> None:
    """Both shots of a gun: one hits and bounces off, the other is a 1 that its armour does not stop."""
    game = gunner("plasma-gun", [model(20, 20, "gull-skiff", squad="them")])
    fires(game, dice=[6, 1, 1, 2])
    assert game.squad("gunner").where == "gone"
    assert game.machine("them").alive


def test_a_vehicle_is_not_burned_by_what_it_fires() -> None:
    game = field([model(20, 10, "salvage-walker", squad="walker")], row(1, 20, 30, "militia", "men"), phase="shoot")
    mode = weapons()["plasma-gun"].modes[0]
    assert not burning(Unit(game.play, game.unit("walker")), mode)
    assert burning(Unit(game.play, game.unit("men")), mode)


def test_a_1_that_is_rolled_again_burns_nobody_unless_it_is_a_1_again() -> None:
    """A guided unit rolls its misses again."""
    for again, burned in ((2, False), (1, True)):
        game = gunner("plasma-gun", row(2, 20, 20, "militia", "them"))
        EffectBegan(Effect("guided-aim", game.unit("gunner"), moment(9))).apply(game.state)
        fires(game, casualties=(1, 0), dice=[6, 1, again, 2, *[2] * burned])
        assert (game.squad("gunner").where == "gone") is burned


def test_a_barrage_needs_no_sight_but_scatters_by_all_of_its_dice() -> None:
    blind = gunner("laser-cannon", row(1, 20, 30, "militia", "them"), board=WALL)
    assert not can_shoot(blind)
    game = gunner("mortar", row(1, 20, 30, "militia", "them"), board=WALL)
    fires(game, dice=[3, 1, 2, 90])
    assert game.squad("them").where == "table", "three inches, though its Ballistic Skill is four"


def test_a_flame_hits_all_it_covers_without_a_die_and_no_cover_helps() -> None:
    woods = '[[area]]\nrect = [15, 14, 12, 6]\nheight = 4\nkind = "woods"\n'
    game = gunner("flame-thrower", row(3, 18.4, 16.8, "militia", "them"), board=woods)
    them = game.squad("them").members
    fires(
        game, marker=them[1], dice=[3, 3, 3]
    )  # fmt: skip
    assert game.squad("them").where == "gone"


def test_a_flame_counts_twice_on_what_is_easy_to_burn() -> None:
    game = gunner("flame-thrower", row(1, 20, 16, "fry", "them"))
    fires(game, dice=[3])
    (fry,) = game.squad("them").members
    assert game.state.records[fry].wounds == 1, "two of three wounds"


@pytest.mark.parametrize(
    ("gear", "may"), [("plasma-cannon", False), ("flame-thrower", False), ("heat-gun", True), ("tank-cannon", False)]
)
def test_neither_markers_nor_ordnance_are_fired_as_snap_shots(gear: str, may: bool) -> None:
    assert can_shoot(gunner(gear, row(2, 20, 16, "militia", "them"), morale="suppressed", since=0)) is may
    assert can_shoot(gunner(gear, row(2, 20, 16, "militia", "them")))


def test_markers_do_not_touch_who_flies_high() -> None:
    game = gunner("plasma-cannon", row(3, 20, 30, "beacon-leaper", "them"))
    them = game.unit("them")
    flies: Any = {"ShotAt.after": ("flying-high", them)}
    question: Any = game.asks(game.unit("gunner"), "shoot", target=them, **flies)
    assert question.kind == "march", "they are pushed away at once"


def test_a_blast_at_a_vehicle_has_half_its_strength_beside_the_hull() -> None:
    """A battle cannon of S 8: over the hull 2D6, the better, against the front; beside it S 4 against the side."""
    game = gunner("tank-cannon", [model(20, 30, "breakwater", name="tank", facing=(0, -1))])
    fires(game, "tank", dice=[1, 4, 6, 1])
    assert game.machine("tank").shaken > 0, "14 against 13"
    beside = gunner("tank-cannon", [model(20, 30, "breakwater", name="tank", facing=(0, -1))])
    fires(beside, "tank", dice=[3, 4, 4, 180, 6, 6])
    assert beside.machine("tank").shaken < 0, "10 against 11"


@pytest.mark.parametrize("snaps", [True, False])
def test_heavy_weapons_that_moved_fire_snap_shots_where_the_table_has_it(snaps: bool) -> None:
    moved = {"mode": "advance", "done": ["moved"]}
    game = field(
        row(1, 20, 10, "keeper", "gunner", gear=["laser-cannon"], unit=moved), row(2, 20, 30, "militia", "them"),
        phase="shoot", options={"heavy-moved-snaps": snaps},
    )  # fmt: skip
    assert can_shoot(game) is snaps
    if snaps:
        fires(game, dice=[5])
        assert len(game.squad("them").members) == 2, "a 5 misses"
    unit = Unit(game.play, game.unit("gunner"))
    weapon = unit.kit(unit.members[0]).guns[0]
    assert firing.shots_of(unit, unit.members[0], weapon, weapon.modes[0], game.unit("them")) == int(snaps)


def test_the_reach_of_a_flame_is_its_length() -> None:
    assert can_shoot(gunner("flame-thrower", row(1, 20, 18.9, "militia", "them")))
    assert not can_shoot(gunner("flame-thrower", row(1, 20, 19.1, "militia", "them")))
    assert INCH == 1000


# ---- several markers of a barrage ------------------------------------------------------------------------------------


def tubes(blue: list[Any], dice: list[int], **answers: Any) -> Field:
    """Three with mortars shoot at somebody twenty inches away."""
    game = field(row(3, 18.4, 10, "keeper", "tubes", gear=["mortar"]), blue, phase="shoot")
    game.does(game.unit("tubes"), "shoot", passing=True, target=game.unit("them"), dice=dice, **answers)
    return game


def test_further_markers_of_a_barrage_touch_the_first_in_the_direction_of_the_die() -> None:
    """The first hits who is aimed at; the second falls three inches east of it, on another; the third, which shows a
    hit, where its player likes: due south, on a third.  All three of Strength 4 wound on 3 and kill with AP 6."""
    them = [model(20, 30, "militia", squad="them", name="aim"), model(22.9, 30, "militia", squad="them", name="east"),
            model(20, 27.1, "militia", squad="them", name="south")]  # fmt: skip
    aim = 3
    game = tubes(them, [1, 3, 360, 1, 3, 3, 3, 1, 1, 1], marker=aim, beside=-90)
    assert game.squad("them").where == "gone"


def test_a_barrage_of_one_marker_and_other_blasts_scatter_each_for_itself() -> None:
    game = field(
        row(2, 18.4, 10, "keeper", "us", gear=["plasma-cannon"]), row(1, 20, 30, "militia", "them"), phase="shoot"
    )
    scatters = [2, 3, 4, 4, 90]
    game.does(game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=[*scatters, *scatters])
    assert game.squad("them").where == "table"
