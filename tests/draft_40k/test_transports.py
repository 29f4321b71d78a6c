"""Transports: getting out and in, shooting out, and what becomes of those who ride in one that is no more."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, covers, field, row
from warbook.core.state import Placement
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.checks import firing, transports
from warbook.rulesets.draft_40k.events.movement import WentAboard
from warbook.rulesets.draft_40k.events.vehicles import Wrecked
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.space.sight import gap
from warbook.testing import Placed, drive, model, piece

NORTH = (0, 1)
RIFLE = ((0, 0),)


def ride(
    profile: str = "pilgrim-carrier", rider: str = "keeper", count: int = 3, y: float = 40, board: str = "", **turn: Any
) -> Field:
    """A transport that looks north, a unit in it, and an enemy."""
    carrier = turn.pop("carrier", {})
    unit = turn.pop("unit", {})
    more: list[Placed] = turn.pop("more", [])
    us = [
        model(10, 10, profile, name="carrier", squad="carrier", facing=NORTH, **carrier),
        *row(count, 2, 2, rider, "us", unit=unit), *more,
    ]  # fmt: skip
    game = field(us, row(1, 10, y, "militia", "them"), board, **turn)
    (hull,) = game.squad("carrier").members
    WentAboard(game.unit("us"), hull).apply(game.state)
    return game


def ends(game: Field) -> list[Placement]:
    """Where they are."""
    return [game.state.records[id].at for id in game.squad("us").members]


@covers("disembark", "works")
@covers("disembark", "numbers")
def test_they_get_out_near_where_one_does_and_are_free() -> None:
    game = ride()
    us, (hull,) = game.unit("us"), game.squad("carrier").members
    question: Any = game.asks(us, "disembark")
    for seed in range(10):
        for at in question.placed(question.sample(Random(seed))).values():
            assert transports.gap_to_access(game.play, hull, at) <= 2 * INCH
    beside = ((8_000, 10_000, 0), (7_900, 11_100, 0), (7_900, 8_900, 0))
    assert question.legal(beside) == ()
    before = ((9_000, 13_000, 0), (10_100, 13_000, 0), (11_200, 13_000, 0))
    assert any("where one gets out" in why for why in question.legal(before)), "there is no way out in front"
    game.does(us, "disembark", disembark=beside)
    assert (game.squad("us").where, game.squad("us").mode) == ("table", "stationary")
    assert [each.spot for each in ends(game)] == list(beside)
    assert {"advance", "surge"} <= set(game.allowed(us))
    assert not game.allowed(game.unit("carrier")) or game.why_not(game.unit("carrier"), "advance") == ()


@pytest.mark.parametrize(("more", "may"), [(0, False), (1, True)])
def test_who_gets_out_ends_more_than_an_inch_from_enemies(more: int, may: bool) -> None:
    """From rim to rim it is an inch, and a thousandth more."""
    game = ride(count=1)
    spot = (7_900, 11_000, 0)
    them = game.state.records[game.squad("them").members[0]]
    game.state.put(replace(them, at=them.at.moved_to((spot[0] - 2 * INCH - more, spot[1], 0))))
    question: Any = game.asks(game.unit("us"), "disembark")
    assert (question.legal((spot,)) == ()) is may


def test_who_gets_out_of_one_that_has_moved_has_moved_and_does_not_charge() -> None:
    for profile, charges in (("pilgrim-carrier", False), ("haul-wagon", True), ("great-ark", True)):
        game = ride(profile, count=1, y=18)
        us = game.unit("us")
        game.does(game.unit("carrier"), "advance", drive=drive((1, NORTH)))
        question: Any = game.asks(us, "disembark")
        nearest = max(question.candidates(40), key=lambda answer: answer[0][1])
        game.does(us, "disembark", disembark=nearest)
        assert game.squad("us").mode == "advance"
        assert game.why_not(us, "advance") == ("It must not have moved in this phase.",)
        assert ("It must not have moved in this phase." not in game.why_not(us, "charge")) is charges
        assert firing.moved(Unit(game.play, us))


@covers("disembark", "refused")
def test_nobody_gets_out_of_one_that_went_flat_out() -> None:
    game = ride("haul-wagon")
    game.does(game.unit("carrier"), "flat-out", drive=drive((18, NORTH)))
    assert game.why_not(game.unit("us"), "disembark") == ("Its transport must not have gone flat out.",)
    assert "It must be in a transport that is on the table." in game.why_not(game.unit("carrier"), "disembark")


def test_out_of_an_open_one_they_get_on_all_sides() -> None:
    question: Any = (game := ride("haul-wagon")).asks(game.unit("us"), "disembark")
    assert question.legal(((9_000, 13_000, 0), (10_100, 13_000, 0), (11_200, 13_000, 0))) == ()


def test_where_the_ways_out_are_barred_they_get_out_in_an_emergency_and_do_nothing_else() -> None:
    sides = ([4, 3, 4.4, 13], [11.6, 3, 4.4, 13], [8.4, 3, 3.2, 4.6])
    walls = "".join(piece("area", rect=rect, height=0.1, kind="water") for rect in sides)
    game = ride(count=1, board=walls)
    us = game.unit("us")
    question: Any = game.asks(us, "disembark")
    out = ((10_000, 13_000, 0),)
    assert question.legal(out) == ()
    game.does(us, "disembark", disembark=out)
    assert "It must not have got out in an emergency in this turn." in game.why_not(us, "advance")
    assert not {"advance", "charge", "shoot"} & set(game.allowed(us))


# ---- getting in ------------------------------------------------------------------------------------------------------


def beside(y: float = 10, x: float = 4, reach: int = 3, **unit: Any) -> Field:
    """A unit beside an empty carrier, in the consolidation phase."""
    carrier = model(10, 10, "pilgrim-carrier", name="carrier", squad="carrier", facing=NORTH)
    us = row(3, x, y, "keeper", "us", unit=unit)
    return field(
        [carrier, *us], row(1, 40, 40, "militia", "them"), phase="consolidate", options={"embark-reach": reach}
    )


@covers("embark", "works")
def test_a_unit_gets_in_from_three_inches_beyond_where_one_does() -> None:
    game = beside()  # the middles at 4, 5.6, 7.2; the way in at 8.5
    game.does(game.unit("us"), "embark")
    assert (game.squad("us").where, game.squad("us").aboard) == ("aboard", 0)
    assert not any(each.posture for each in ends(game))


@pytest.mark.parametrize(("foes", "able"), [(0, True), (1, True), (6, False)])
def test_nobody_gets_in_through_enemies_but_around_them_where_that_is_short_enough(foes: int, able: bool) -> None:
    """Two inches lie between it and where it is near enough; one enemy is passed within three, a row of six is not."""
    carrier = model(10, 10, "pilgrim-carrier", name="carrier", squad="carrier", facing=NORTH)
    first = 10 - (foes - 1) / 2
    wall = [model(5.2, first + n, "militia", squad="them", name=f"them {n + 1}") for n in range(foes)]
    far = row(1, 40, 40, "militia", "far")
    game = field([carrier, *row(1, 4, 10, "keeper", "us")], [*wall, *far], phase="consolidate")
    assert ("embark" in game.allowed(game.unit("us"))) is able


@covers("embark", "numbers")
def test_how_far_they_come_to_get_in_is_an_option() -> None:
    for reach, able in ((3, False), (6, True)):
        game = beside(x=2, reach=reach)
        assert ("embark" in game.allowed(game.unit("us"))) is able


@covers("embark", "refused")
@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ({"morale": "suppressed"}, "It must not be suppressed."),
        ({"done": ["got-out"]}, "It must not have got out of a transport in this turn."),
        ({"done": ["moved"], "mode": "flat-out"}, "It must not have gone flat out in this turn."),
    ],
)
def test_who_may_not_get_in(unit: dict[str, Any], why: str) -> None:
    game = beside(**unit)
    assert game.why_not(game.unit("us"), "embark") == (why,)


def test_there_is_room_for_one_unit_and_characters() -> None:
    game = ride(count=6, more=[*row(1, 30, 30, "abbot", "abbot"), *row(3, 35, 30, "keeper", "more")])
    (hull,) = game.squad("carrier").members
    assert transports.has_room(Unit(game.play, game.unit("abbot")), hull)
    assert not transports.has_room(Unit(game.play, game.unit("more")), hull), "another unit rides"
    full = ride(count=10, more=row(1, 30, 30, "abbot", "abbot"))
    assert not transports.has_room(Unit(full.play, full.unit("abbot")), hull)
    assert transports.room_of(Unit(game.play, game.unit("carrier"))) == 0


# ---- shooting out ----------------------------------------------------------------------------------------------------


def test_as_many_shoot_out_as_there_are_fire_points() -> None:
    game = ride(y=20, phase="shoot")
    us, them = game.unit("us"), game.unit("them")
    question: Any = game.asks(us, "shoot", target=them)
    assert question.key == "fire-points"
    assert question.legal((1, 1, 1)) != ()
    chosen: Any = {"fire-points": (1, 0, 1), "weapon": RIFLE}
    game.does(us, "shoot", target=them, **chosen, passing=True, dice=[1, 1, 1, 1])
    assert game.why_not(us, "shoot") == ("It must not have shot in this turn.",)


def test_all_shoot_out_of_an_open_one() -> None:
    game = ride("haul-wagon", y=20, phase="shoot")
    game.does(game.unit("us"), "shoot", target=game.unit("them"), weapon=RIFLE, passing=True, dice=[1] * 6)


@pytest.mark.parametrize(
    "carrier",
    [{"unit": {"mode": "surge"}}, {"unit": {"done": ["smoke"]}}, {"shaken": 9}, {"stunned": 9}],
)
def test_when_nobody_shoots_out(carrier: dict[str, Any]) -> None:
    game = ride(y=20, phase="shoot", carrier=carrier)
    why = "It must be on the table, or where one shoots out of a transport."
    assert why in game.why_not(game.unit("us"), "shoot")


def test_they_have_moved_if_it_has_and_shoot_from_its_middle() -> None:
    game = ride(y=22.4, phase="shoot", carrier={"unit": {"mode": "advance"}})
    us = Unit(game.play, game.unit("us"))
    assert firing.moved(us)
    far = ride(y=22.6, phase="shoot", carrier={"unit": {"mode": "advance"}})
    assert "shoot" in game.allowed(game.unit("us")), "twelve inches from the middle to the base of the enemy"
    assert "shoot" not in far.allowed(far.unit("us"))


# ---- when it is no more ----------------------------------------------------------------------------------------------

CANNON = ["laser-cannon"]


def shot(dice: list[int], profile: str = "pilgrim-carrier", count: int = 3, **answers: Any) -> Field:
    """An enemy with a laser cannon shoots at the carrier from the front (11)."""
    us = [
        model(10, 10, profile, name="carrier", squad="carrier", facing=NORTH), *row(count, 2, 2, "keeper", "us"),
    ]  # fmt: skip
    game = field(us, row(1, 10, 25, "keeper", "them", gear=CANNON), phase="shoot", seat=1)
    (hull,) = game.squad("carrier").members
    WentAboard(game.unit("us"), hull).apply(game.state)
    them, carrier, after = game.unit("them"), game.unit("carrier"), answers.pop("after", [])
    braces: Any = {"ShotAt.after": None, **answers}
    question = game.asks(them, "shoot", target=carrier, dice=dice, **braces)
    assert question.kind == "muster"
    game.does(them, "shoot", target=carrier, dice=[*dice, *after], disembark=question.candidates(1)[0], **braces)
    return game


def test_out_of_a_wreck_they_get_at_once_and_may_be_pinned() -> None:
    for test, morale in (([4, 4], "steady"), ([4, 6], "suppressed")):
        game = shot([4, 6, 5], after=test)
        assert (game.squad("us").where, game.squad("us").morale) == ("table", morale)
        (hull,) = game.world.card(game.unit("carrier")).models
        assert all(transports.gap_to_access(game.play, hull, at) <= 2 * INCH for at in ends(game))
        assert game.machine("carrier").at.posture


def test_an_explosion_hits_who_is_near_and_who_rides_harder() -> None:
    """It reaches one inch; of three hits of S 4 two wound, one is not saved; the others stand where it was."""
    game = shot([4, 6, 6, 1, 4, 4, 1, 2, 6], casualties=(0, 0, 1), after=[1, 1])
    assert len(game.squad("us").members) == 2
    assert game.squad("us").where == "table"
    assert all(abs(at.x - 10_000) <= 1500 and abs(at.y - 10_000) <= 2250 for at in ends(game))
    assert not game.machine("carrier").at.posture


def test_those_around_take_hits_of_strength_three() -> None:
    game = field(
        [model(10, 10, "haul-wagon", name="carrier", squad="carrier", facing=NORTH)],
        [*row(2, 10, 13, "militia", "near"), *row(1, 10, 20, "militia", "far")],
    )  # fmt: skip
    play = game.play
    play.happen(Wrecked(0, game.unit("carrier"), gone=True))
    assert "burst" in repr(play.queue)
    assert gap(game.state.records[1].at, game.state.records[0].at) == 250
