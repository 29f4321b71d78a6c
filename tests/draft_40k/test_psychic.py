"""Psychic powers: who may use which, the test and its perils, and what each does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import Field, covers, field, row
from warbook.core.events import EffectBegan
from warbook.core.state import Effect
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.attacks.psychic import reach_turn, targets
from warbook.rulesets.draft_40k.checks.powers import Spell, is_under
from warbook.rulesets.draft_40k.checks.saving import Blow, saves_of
from warbook.rulesets.draft_40k.events.movement import WentAboard
from warbook.rulesets.draft_40k.printed.catalogue import powers
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import model


def psyker(known: list[str], blue: list[Any], phase: str = "prepare", profile: str = "diviner", **more: Any) -> Field:
    """A psyker of Leadership 10, beside five of its side."""
    who = model(10, 10, profile, name="psyker", gear=["shard-pistol", "ward-stone", *known], **more)
    return field([who, *row(5, 10, 7, "vigil-guard", "friends")], blue, phase=phase)


THEM = row(3, 10, 20, "keeper", "them")
ON: dict[Spell, tuple[str, str]] = {
    "kind-stars": ("prepare", "friends"), "guided-aim": ("prepare", "friends"), "ill-omen": ("prepare", "them"),
    "dome": ("prepare", "psyker"),
}  # fmt: skip


@covers("psychic-power", "works")
@pytest.mark.parametrize("power", ON)
def test_a_power_that_lasts_is_on_its_target_for_its_time(power: Spell) -> None:
    phase, name = ON[power]
    game = psyker([power], THEM, phase)
    on: Any = {} if power == "dome" or power == "ill-omen" else {"target": game.unit(name)}
    game.does(game.unit("psyker"), "psychic-power", dice=[4, 6], **on)
    assert is_under(Unit(game.play, game.unit(name)), power)
    assert "psychic-power" not in game.allowed(game.unit("psyker")), "one in a turn"
    ends = 3 if power in ("kind-stars", "dome") else 2
    game.runs(reach_turn, ends - 1)
    assert is_under(Unit(game.play, game.unit(name)), power)
    game.runs(reach_turn, ends)
    assert not is_under(Unit(game.play, game.unit(name)), power)
    assert "psychic-power" in game.allowed(game.unit("psyker"))


NO_POWER = "Somebody of it must have a power for this phase, not have used it up, and find somebody to use it on."


@covers("psychic-power", "refused")
def test_who_fails_the_test_has_used_the_power() -> None:
    game = psyker(["dome"], THEM)
    game.does(game.unit("psyker"), "psychic-power", dice=[5, 6])
    assert not is_under(Unit(game.play, game.unit("psyker")), "dome")
    assert game.why_not(game.unit("psyker"), "psychic-power") == (NO_POWER,)
    assert game.why_not(game.unit("friends"), "psychic-power") == (NO_POWER,), "it has none"


@pytest.mark.parametrize(("faces", "works"), [((1, 1), True), ((6, 6), False)])
def test_a_pair_of_1_or_6_costs_a_wound_unless_the_ward_or_a_save_made_twice_turns_it(
    faces: tuple[int, int], works: bool
) -> None:
    """The diviner has a ward of 3+ and an invulnerable save of 4+, the reader neither."""
    for dice, wounds in (([2, 4, 3], 2), ([2, 4, 4], 3), ([3], 3), ([2, 3], 2)):
        game = psyker(["dome"], THEM)
        game.does(game.unit("psyker"), "psychic-power", dice=[*faces, *dice])
        (id,) = game.squad("psyker").members
        assert game.state.records[id].wounds == wounds
        assert is_under(Unit(game.play, game.unit("psyker")), "dome") is works


def test_a_hood_near_by_breaks_a_power() -> None:
    hood = [model(10, 20, "lamp-reader", name="them", gear=["hood"])]
    for mine, theirs, works in ((3, 4, False), (3, 3, True)):
        game = psyker(["dome"], hood)
        game.does(game.unit("psyker"), "psychic-power", dice=[3, 4, mine, theirs])
        assert is_under(Unit(game.play, game.unit("psyker")), "dome") is works


def test_powers_that_shoot_are_used_when_shots_are_and_instead_of_a_weapon() -> None:
    game = psyker(["mind-bolt"], row(3, 10, 20, "keeper", "them"), "shoot")
    early = psyker(["mind-bolt"], THEM)
    assert "psychic-power" not in early.allowed(early.unit("psyker"))
    assert "shoot" in game.allowed(game.unit("psyker"))
    game.does(
        game.unit("psyker"), "psychic-power", passing=True, casualties=(1, 0, 0), dice=[4, 4, 2, 1, 1, 1, 4]
    )  # fmt: skip
    assert len(game.squad("them").members) == 2, "AP 2"
    assert "shoot" not in game.allowed(game.unit("psyker"))


def test_a_duel_of_minds_costs_the_difference_in_wounds() -> None:
    game = psyker(["duel-of-minds"], [model(10, 20, "tide-captain", name="them")], "shoot")
    game.does(game.unit("psyker"), "psychic-power", dice=[4, 4, 3, 2])
    (captain,) = game.squad("them").members
    assert game.state.records[captain].wounds == 1, "13 against 11"


def test_a_curse_makes_a_glancing_hit_on_vehicles_alone() -> None:
    game = psyker(["curse-on-engines"], [model(10, 25, "breakwater", name="them")], "shoot")
    game.does(game.unit("psyker"), "psychic-power", dice=[4, 4, 3])
    assert game.machine("them").shaken > 0
    others = psyker(["curse-on-engines"], THEM, "shoot")
    assert "psychic-power" not in others.allowed(others.unit("psyker"))


@covers("psychic-power", "numbers")
@pytest.mark.parametrize(("away", "may"), [(6, True), (6.1, False)])
def test_how_far_a_blessing_reaches(away: float, may: bool) -> None:
    who = model(10, 10, "diviner", name="psyker", gear=["guided-aim"])
    game = field([who, model(10, 11 + away, "vigil-guard", name="friend")], THEM, phase="prepare")
    unit = Unit(game.play, game.unit("psyker"))
    assert (game.unit("friend") in targets(unit, unit.members[0], powers()["guided-aim"])) is may


def test_what_the_lasting_powers_do_to_saves() -> None:
    game = psyker(["dome"], THEM)
    friends = Unit(game.play, game.unit("friends"))
    assert saves_of(friends, friends.members[1], Blow(ap=4)).numbers == ()
    dome = psyker(["dome"], THEM)
    dome.does(dome.unit("psyker"), "psychic-power", dice=[4, 4])
    unit = Unit(dome.play, dome.unit("psyker"))
    assert saves_of(unit, unit.members[0], Blow(ap=1)).numbers == (4,), "its own is the better one"
    stars = psyker(["kind-stars"], THEM)
    stars.does(stars.unit("psyker"), "psychic-power", target=stars.unit("friends"), dice=[4, 4])
    blessed = Unit(stars.play, stars.unit("friends"))
    assert saves_of(blessed, blessed.members[1], Blow(ap=5)).numbers == (4, 4)


def aboard(known: list[str], phase: str = "prepare", profile: str = "diviner") -> Field:
    """A psyker who rides, beside friends and ten inches from enemies."""
    game = field(
        [
            model(10, 10, "pilgrim-carrier", name="carrier", squad="carrier", facing=(0, 1)),
            model(2, 2, profile, name="psyker", gear=known), *row(2, 13, 10, "militia", "friends"),
        ],
        THEM, phase=phase,
    )  # fmt: skip
    WentAboard(game.unit("psyker"), 0).apply(game.state)
    return game


def test_who_rides_uses_powers_on_itself_and_on_its_transport_alone() -> None:
    game = aboard(["dome"])
    game.does(game.unit("psyker"), "psychic-power", dice=[4, 4])
    assert is_under(Unit(game.play, game.unit("psyker")), "dome")
    stars: Any = aboard(["kind-stars"]).asks(game.unit("psyker"), "psychic-power")
    assert set(stars.candidates(9)) == {game.unit("psyker"), game.unit("carrier")}
    for power, phase in (("ill-omen", "prepare"), ("mind-bolt", "shoot"), ("duel-of-minds", "shoot")):
        other = aboard([power], phase)
        assert "psychic-power" not in other.allowed(other.unit("psyker"))


def test_a_hood_reaches_a_psyker_where_its_transport_is() -> None:
    game = field(
        [
            model(10, 10, "pilgrim-carrier", name="carrier", squad="carrier", facing=(0, 1)),
            model(40, 2, "diviner", name="psyker", gear=["dome"]),
        ],
        [model(10, 30, "lamp-reader", name="them", gear=["hood"])], phase="prepare",
    )  # fmt: skip
    WentAboard(game.unit("psyker"), 0).apply(game.state)
    game.does(game.unit("psyker"), "psychic-power", dice=[4, 4, 1, 6])
    assert not is_under(Unit(game.play, game.unit("psyker")), "dome")


@pytest.mark.parametrize(("spotting", "dice"), [([1, 1], []), ([1, 2], [6, 5])])
def test_at_night_powers_that_shoot_need_a_target_that_is_made_out(spotting: list[int], dice: list[int]) -> None:
    """Nine inches away: two pips see six inches, and no test is made; three see as far, and the test fails."""
    game = psyker(["mind-bolt"], THEM, "shoot")
    game.world = replace(game.world, scenario=replace(game.world.scenario, night="always"))
    game.does(game.unit("psyker"), "psychic-power", dice=[*spotting, *dice])
    assert "psychic-power" not in game.allowed(game.unit("psyker"))
    assert len(game.squad("them").members) == 3


@pytest.mark.parametrize(("again", "saved"), [(4, True), (3, False)])
def test_a_vehicle_under_kind_stars_rolls_its_cover_save_again(again: int, saved: bool) -> None:
    """A tank in smoke (4+): 9 + 6 goes through, and the damage is a 4."""
    game = field(
        row(1, 10, 10, "keeper", "us", gear=["laser-cannon"]),
        [model(10, 25, "breakwater", name="tank", squad="tank", smoke="on")], phase="shoot",
    )  # fmt: skip
    EffectBegan(Effect("kind-stars", game.unit("tank"), "turn-9")).apply(game.state)
    dice = [3, 6, 3, again, *([] if saved else [4])]
    game.does(game.unit("us"), "shoot", target=game.unit("tank"), passing=True, dice=dice)
    assert game.machine("tank").immobilised is not saved


def test_a_power_that_fires_is_aimed_at_vehicles_too() -> None:
    """One of four bolts hits, 4 + 6 glances off 10, and a 3 less 2 shakes the crew."""
    game = psyker(["mind-bolt"], [model(10, 20, "gull-skiff", name="them", facing=(0, -1))], "shoot", "lamp-reader")
    game.does(game.unit("psyker"), "psychic-power", passing=True, dice=[4, 4, 3, 1, 1, 1, 6, 3])
    assert game.machine("them").shaken > 0
