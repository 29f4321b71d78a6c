"""Shots out of turn, as tables differ on them: at those who charge, return fire by those who ride, answers to it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.attacks.flight import push
from warbook.rulesets.draft_40k.records.state import Volley
from warbook.testing import Unscripted, Unused, model

CANNON = ["laser-cannon"]


# ---- at those who charge ---------------------------------------------------------------------------------------------


def charging(
    fires: bool | None, dice: list[int], *, option: bool = True, them: str = "militia", **script: Any
) -> Field:
    """Three militia charge two of the other side, five inches away."""
    game = field(row(3, 10, 10, "militia", "us"), row(2, 10, 15, them, "them"), options={"overwatch-vs-charge": option})
    us, target = game.unit("us"), game.unit("them")
    shots: Any = {} if fires is None else {"overwatch": fires}
    game.does(us, "charge", target=target, mode="advance", dice=dice, passing=True, **shots, **script)
    return game


def test_who_is_charged_fires_snap_shots_where_the_table_has_it() -> None:
    """Two rifles fire twice within twelve inches: one 6 hits, wounds on a 4 and is not saved."""
    way = way_home_of_two()
    game = charging(True, [5, 5, 5, 6, 4, 4], casualties=(0, 0, 1), charge=way)
    assert len(game.squad("us").members) == 2
    assert game.squad("us").locked == (game.unit("them"),)
    assert game.squad("us").strength == 3, "the loss counts"


@pytest.mark.parametrize(("away", "shots"), [(5, [1, 1]), (12, [])])
def test_at_night_they_have_to_make_out_who_charges(away: int, shots: list[int]) -> None:
    """Two ones see six inches far; a rifle fires twice."""
    red, blue = row(1, 10, 10, "coast-hound", "us"), row(1, 10, 10 + away, "militia", "them")
    plain, game = field(red, blue), field(red, blue, options={"overwatch-vs-charge": True})
    game.world = replace(game.world, scenario=replace(game.world.scenario, night="always"))
    charge: Any = {"target": game.unit("them"), "mode": "surge"}
    (way,) = plain.asks(plain.unit("us"), "charge", **charge).candidates(1)
    shot: Any = {"passing": True} if shots else {}
    game.does(game.unit("us"), "charge", overwatch=True, dice=[1, 1, *shots], charge=way, **charge, **shot)
    assert game.squad("us").has("charged")


def way_home_of_two() -> Any:
    """The first two of us go straight into contact."""
    return tuple(((10_000 + 1_600 * number, 13_995, 0, 0),) for number in range(2))


def three_home() -> Any:
    """Each of the first two straight ahead, the third beside the second."""
    game = field(row(3, 10, 10, "militia", "us"), row(2, 10, 15, "militia", "them"))
    question: Any = game.asks(game.unit("us"), "charge", target=game.unit("them"), mode="advance")
    return question.candidates(1)[0]


@pytest.mark.parametrize(("fires", "option"), [(False, True), (None, False)])
def test_it_need_not_and_does_not_by_default(fires: bool | None, option: bool) -> None:
    game = charging(fires, [], option=option, charge=three_home())
    assert len(game.squad("us").members) == 3
    assert game.squad("us").has("charged")


def test_who_throws_itself_down_under_that_fire_does_not_charge() -> None:
    game = field(
        row(3, 10, 10, "militia", "us"), row(2, 10, 15, "militia", "them"), options={"overwatch-vs-charge": True}
    )
    us = game.unit("us")
    answers: Any = {"overwatch": True, "ShotAt.after": ("going-to-ground", us)}
    game.does(us, "charge", target=game.unit("them"), mode="advance", dice=[5, 5, 5, 5], **answers)
    assert game.squad("us").morale == "suppressed"
    assert not game.squad("us").has("charged")
    assert game.squad("us").locked == ()


def test_nobody_returns_that_fire_and_markers_are_not_fired_in_haste() -> None:
    game = field(
        row(3, 10, 10, "keeper", "us"), row(2, 10, 15, "keeper", "them", gear=["flame-thrower"]),
        options={"overwatch-vs-charge": True},
    )  # fmt: skip
    us = game.unit("us")
    game.does(us, "charge", target=game.unit("them"), mode="advance", overwatch=True, charge=three_home())
    rifles = field(
        row(3, 10, 10, "keeper", "us"), row(2, 10, 15, "keeper", "them"), options={"overwatch-vs-charge": True}
    )
    question: Any = rifles.asks(
        rifles.unit("us"), "charge", target=rifles.unit("them"), mode="advance", overwatch=True, weapon=((0, 0),)
    )
    assert [each for each in question.candidates(9) if each] == [("going-to-ground", rifles.unit("us"))]


def test_each_of_two_who_are_charged_fires_before_anybody_moves() -> None:
    them = [*row(1, 10, 15, "militia", "them"), *row(1, 13, 15, "militia", "others")]
    game = field(row(3, 10, 10, "militia", "us"), them, options={"overwatch-vs-charge": True})
    us, first, second = (game.unit(name) for name in ("us", "them", "others"))
    script: Any = {"target": first, "mode": "advance", "also": second, "ShotAt.after": [None, None]}
    home: Any = game.asks(us, "charge", dice=[5, 5, 5, 5], overwatch=[True, True], **script)
    answer = home.candidates(1)[0]
    game.does(us, "charge", dice=[5, 5, 5, 5], overwatch=[True, True], charge=answer, **script)
    assert game.squad("us").has("charged")


# ---- those who ride --------------------------------------------------------------------------------------------------


def transport(**options: Any) -> Field:
    """A keeper shoots at a carrier with two fire points in which three keepers ride."""
    riders = row(3, 40, 40, "keeper", "riders", unit={"where": "aboard", "aboard": 4})
    carrier = model(10.8, 18, "pilgrim-carrier", squad="carrier", name="carrier")
    return field(row(1, 10, 10, "keeper", "us", gear=CANNON), [*riders, carrier], phase="shoot", options=options)


@pytest.mark.parametrize("may", [True, False])
def test_whether_those_who_ride_return_fire(may: bool) -> None:
    """Two of three at the two fire points: both hit on 3 and wound on 4; armour of 3+ saves one. The shot at the
    carrier misses."""
    game = transport(**{"return-fire-embarked": may})
    us, carrier = game.unit("us"), game.unit("carrier")
    if not may:
        game.does(us, "shoot", passing=True, target=carrier, dice=[1])
        return
    answer: Any = {"ShotAt.after": ("return-fire", game.unit("riders"))}
    game.does(us, "shoot", target=carrier, dice=[3, 3, 4, 4, 1, 2, 2], **answer)
    assert game.squad("us").where == "gone"


def test_riders_of_one_that_moved_or_is_shaken_do_not() -> None:
    for said in ({"mode": "surge"}, {"mode": "advance"}):
        riders = row(3, 40, 40, "militia", "riders", unit={"where": "aboard", "aboard": 4})
        carrier = model(10.8, 18, "pilgrim-carrier", squad="carrier", name="carrier", unit=said)
        game = field(
            row(1, 10, 10, "keeper", "us", gear=CANNON), [*riders, carrier], phase="shoot",
            options={"return-fire-embarked": True},
        )  # fmt: skip
        game.does(game.unit("us"), "shoot", target=game.unit("carrier"), dice=[1], passing=True)


# ---- answers to a return fire ----------------------------------------------------------------------------------------


def returned(answered: bool, us: list[Any], dice: list[int], **script: Any) -> Field:
    """Some shoot at two militia, who shoot back."""
    game = field(us, row(2, 10, 20, "militia", "them"), phase="shoot", options={"return-fire-answered": answered})
    first: Any = ("return-fire", game.unit("them"))
    second = script.pop("then", None)
    windows: Any = {"ShotAt.after": [first, (second, game.unit("us"))] if second else first}
    game.does(game.unit("us"), "shoot", target=game.unit("them"), dice=dice, **windows, **script)
    return game


def test_whom_return_fire_hits_may_go_to_ground_where_the_table_has_it() -> None:
    """One of their two shots hits and wounds; who lies down has a 6+ for cover, and armour of 5+, which a 4 is not."""
    game = returned(True, row(1, 10, 10, "militia", "us"), [3, 4, 4, 6, 1, 1, 4], then="going-to-ground")
    assert game.squad("us").morale == "suppressed"
    assert game.squad("them").morale == "steady"
    assert game.squad("us").where == "gone"


def test_a_return_fire_is_not_returned() -> None:
    with pytest.raises(Unscripted, match="is not allowed"):
        returned(True, row(2, 10, 10, "militia", "us"), [], then="return-fire")
    with pytest.raises(Unused):
        returned(False, row(2, 10, 10, "militia", "us"), [1] * 6, then="going-to-ground")


def test_a_tank_may_brace_against_a_return_fire() -> None:
    """A melt gun within half its range hits and rolls two dice more: 8 + 6 goes through; it loses no weapon."""
    tank = model(10.8, 14, "breakwater", squad="us", name="us", facing=(0, 1))
    game = field(
        [tank], row(1, 10.8, 21, "keeper", "them", gear=["heat-gun"]), phase="shoot",
        options={"return-fire-answered": True},
    )  # fmt: skip
    windows: Any = {"ShotAt.after": [("return-fire", game.unit("them")), ("brace", game.unit("us"))]}
    game.does(
        game.unit("us"), "shoot", target=game.unit("them"), dice=[1, 1, 3, 6, 6, 2], **windows,
    )  # fmt: skip
    assert game.machine("us").lost == ()
    assert game.squad("us").morale == "suppressed"


def test_leapers_who_fly_high_against_a_return_fire_are_moved_by_the_other_side() -> None:
    game = field(
        row(2, 10, 10, "beacon-leaper", "us"), row(2, 10, 20, "militia", "them"), phase="shoot",
        options={"return-fire-answered": True},
    )  # fmt: skip
    windows: Any = {"ShotAt.after": [("return-fire", game.unit("them")), ("flying-high", game.unit("us"))]}
    question: Any = game.asks(game.unit("us"), "shoot", target=game.unit("them"), dice=[5, 5, 1, 1], **windows)
    assert (question.kind, question.player, question.members) == ("march", 1, game.squad("us").members)
    assert {rules.allowance for rules in question.rules.values()} == {6 * INCH}


def test_those_who_shoot_out_of_a_transport_are_not_pushed() -> None:
    """Where the other side moves whoever shot, those who ride stay where they are."""
    riders = row(2, 40, 40, "militia", "riders", unit={"where": "aboard", "aboard": 2})
    carrier = model(10.8, 10, "pilgrim-carrier", squad="carrier", name="carrier")
    game = field(
        [*riders, carrier], row(2, 10, 20, "beacon-leaper", "them"), phase="shoot",
        options={"flying-high-moves": "attacker"},
    )  # fmt: skip
    window: Any = {"ShotAt.after": ("flying-high", game.unit("them"))}
    game.does(game.unit("riders"), "shoot", target=game.unit("them"), dice=[5] * 4, **window)
    assert game.squad("riders").where == "aboard"


@pytest.mark.parametrize(("profile", "pushed"), [("breakwater", True), ("storm-petrel", False)])
def test_a_vehicle_that_shot_is_driven_aside_and_a_flyer_is_not(profile: str, pushed: bool) -> None:
    """Where the other side moves whoever shot."""
    game = field(
        [model(20, 10, profile, squad="us", name="us", facing=(0, 1))], row(2, 20, 30, "beacon-leaper", "them"),
        phase="shoot", options={"flying-high-moves": "attacker"},
    )  # fmt: skip
    volley = Volley(game.unit("us"), game.unit("them"), lifted=True)
    if pushed:
        with pytest.raises(Unscripted, match="aside"):
            game.runs(lambda play: push(play, volley))
    else:
        game.runs(lambda play: push(play, volley))
