"""Magic: drawing mana, casting, and the five spells."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import covers, figure, scene, spot
from warbook.rulesets.gangfight.events.attacks import Attacked, Burst
from warbook.rulesets.gangfight.events.deeds import Declared
from warbook.rulesets.gangfight.events.figures import Fell, Healed, ManaDrawn, Wounded
from warbook.rulesets.gangfight.events.rounds import Gained


def mage(x: float, y: float, *spells: str, mana: int = 9, **more: Any) -> Any:
    """A mage with mana and some spells."""
    return figure(x, y, perks=["mage"], spells=spells, mana=mana, **more)


def casting(spell: str, *blue: Any, friend: Any = None, board: str = "", **more: Any) -> Any:
    """A scene of a mage at 20, 20, perhaps with a friend, and its enemies."""
    red = [mage(20, 20, spell, **more), *([friend] if friend is not None else [])]
    return scene(red=red, blue=list(blue) or [figure(44, 44)], board=board)


# ---- mana ------------------------------------------------------------------------------------------------------------


@covers("draw-mana", "works")
@covers("draw-mana", "numbers")
@pytest.mark.parametrize(("dice", "mana"), [([1, 2, 3], 0), ([4, 3, 5], 2), ([6, 4, 1, 4], 3)])
def test_each_success_is_a_mana_and_mana_is_hoarded(dice: list[int], mana: int) -> None:
    game, red, _ = casting("bolt", mana=2)
    game.does(red, "draw-mana", dice=dice)
    assert game.record(red).mana == 2 + mana
    assert bool(game.happened(ManaDrawn)) == bool(mana)
    assert game.record(red).ap == 2


@covers("draw-mana", "refused")
@covers("cast", "refused")
def test_only_a_mage_that_stands_draws_mana_or_casts() -> None:
    game, red, _ = scene(red=[figure(20, 20)], blue=[figure(20, 30)])
    assert game.why_not(red, "draw-mana") == ("It must be a mage.",)
    assert "It must be a mage." in game.why_not(red, "cast")
    game, red, _ = casting("bolt", figure(20, 30), down=True)
    assert game.why_not(red, "draw-mana") == ("It is knocked over: it must stand up first.",)
    assert "It is knocked over: it must stand up first." in game.why_not(red, "cast")


def test_a_spell_must_be_paid_for_and_have_a_target() -> None:
    none = ("It must know a spell that it can pay for and that has a target.",)
    poor, red, _ = casting("bolt", figure(20, 30), mana=1)
    assert poor.why_not(red, "cast") == none
    far, red, _ = casting("bolt", figure(20, 45))
    assert far.why_not(red, "cast") == none
    game, red, _ = scene(red=[mage(20, 20, "bolt", "mend", mana=2)], blue=[figure(20, 30)])
    assert game.asks(red, "cast").key == "cast.target", "there is nobody to mend"


# ---- casting ---------------------------------------------------------------------------------------------------------


@covers("cast", "works")
def test_every_success_of_a_bolt_is_a_hit_of_damage_five() -> None:
    game, red, blue = casting("bolt", figure(20, 30))
    game.does(red, "cast", target=blue, dice=[4, 5, 3, 5, 4, 4])
    assert [(e.who, e.wounds) for e in game.happened(Wounded)] == [(blue, 1)]
    assert (game.record(red).mana, game.record(red).ap) == (7, 2)


@covers("cast", "numbers")
@pytest.mark.parametrize(("away", "legal"), [(18, True), (18.1, False)])
def test_a_bolt_reaches_eighteen_inches(away: float, legal: bool) -> None:
    game, red, _ = casting("bolt", figure(20, 21.1 + away))
    assert ("cast" in game.allowed(red)) == legal


def test_a_bolt_needs_a_line_of_sight() -> None:
    wall = "[[wall]]\npoints = [[10, 25], [30, 25]]\nheight = 6\n"
    game, red, _ = scene(red=[mage(20, 20, "bolt")], blue=[figure(20, 30)], board=wall)
    assert game.why_not(red, "cast") == ("It must know a spell that it can pay for and that has a target.",)


def test_a_spell_without_a_success_costs_its_mana_all_the_same() -> None:
    game, red, blue = casting("bolt", figure(20, 30))
    game.does(red, "cast", target=blue, dice=[1, 2, 3])
    assert game.record(red).mana == 7 and not game.happened(Wounded)


def test_a_free_strike_that_wounds_breaks_the_spell() -> None:
    game, red, blue = casting("bolt", figure(20, 21.5))
    game.does(red, "cast", target=blue, dice=[4, 1, 1, 1, 1, 1])
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(blue, red)]
    assert game.record(red).mana == 7 and not [e for e in game.happened(Wounded) if e.who == blue]


def test_a_free_strike_that_does_not_wound_does_not() -> None:
    game, red, blue = casting("bolt", figure(20, 21.5))
    game.does(red, "cast", target=blue, dice=[4, 1, 1, 4, 1, 1, 4, 1, 1, 1, 1, 1])
    assert [(e.who, e.wounds) for e in game.happened(Wounded)] == [(blue, 1)]


def test_who_is_felled_by_it_casts_nothing() -> None:
    game, (red, _), blue = casting("bolt", figure(20, 21.5), friend=figure(40, 40), wounds=1, stats={"arm": 0})
    game.does(red, "cast", target=blue, dice=[4, 1, 1])
    assert [e.who for e in game.happened(Fell)] == [red]


def test_who_is_cast_at_may_shoot_back() -> None:
    game, red, blue = casting("bolt", figure(20, 30, weapons=["shortbow"], ap=1))
    dice = [1, 1, 1, 4, 1, 1, 1, 1, 1, 1]
    game.does(red, "cast", target=blue, **{"Declared.after": ("interrupt-fire", blue)}, dice=dice)
    assert [e.who for e in game.happened(Attacked)] == [blue]


# ---- Blast -----------------------------------------------------------------------------------------------------------


def test_a_blast_hits_everybody_within_two_inches_friend_or_foe() -> None:
    game, (red, friend), (near, far) = casting("blast", figure(20, 30), figure(20, 36), friend=figure(20, 32.5))
    game.does(red, "cast", spot=spot(20, 31), dice=[4, 4, 1, 1, 1, 4, 1, 1, 1])
    assert [(e.who, e.hits) for e in game.happened(Burst)] == [(red, 2)]
    assert [(e.who, e.wounds) for e in game.happened(Wounded)] == [(friend, 1), (near, 2)]
    assert game.record(far).wounds == 3 and game.record(red).mana == 5


def test_a_blast_can_be_dodged() -> None:
    game, red, blue = casting("blast", figure(20, 30, ap=1))
    game.does(
        red,
        "cast",
        spot=spot(20, 31),
        **{"Declared.after": ("interrupt-dodge", blue)},
        dice=[4, 4, 4, 3, 3, 1, 1, 1, 1],
    )
    assert [(e.who, e.wounds) for e in game.happened(Wounded)] == [(blue, 1)]


def test_a_blast_that_fails_does_nothing() -> None:
    game, red, _ = casting("blast", figure(20, 30))
    game.does(red, "cast", spot=spot(20, 31), dice=[3, 3, 1])
    assert not game.happened(Burst)


def test_a_blast_reaches_fourteen_inches_and_no_further() -> None:
    game, red, _ = casting("blast", figure(20, 30))
    asked = game.asks(red, "cast")
    assert not asked.legal(spot(20, 34.5))
    assert asked.legal(spot(20, 34.6)) == ('It is further away than 14".',)


def test_a_blast_comes_down_in_sight_were_it_in_a_thicket_at_the_casters_own_feet() -> None:
    game, red, _ = casting("blast", board="""
[[wall]]
points = [[10, 25], [30, 25]]
height = 6

[[area]]
rect = [18, 18, 4, 4]
kind = "dense"
""")  # fmt: skip
    asked = game.asks(red, "cast")
    assert asked.legal(spot(20, 30)) == ("It is out of sight.",)
    assert asked.legal(spot(20, 20)) == asked.legal(spot(20, 24)) == ()


# ---- Mend, Ward, Haste -----------------------------------------------------------------------------------------------


def test_mend_gives_back_a_wound_for_each_success_but_no_more_than_was_lost() -> None:
    game, (red, friend), _ = casting("mend", friend=figure(20, 25, wounds=1, hurt=True))
    game.does(red, "cast", target=friend, dice=[4, 4, 5])
    assert [(e.who, e.wounds) for e in game.happened(Healed)] == [(friend, 2)]
    assert game.why_not(red, "cast") == ("It must know a spell that it can pay for and that has a target.",)


def test_ward_makes_a_friend_harder_to_hit_until_the_casters_next_turn() -> None:
    game, (red, friend), _ = casting("ward", friend=figure(20, 25, activation="done"))
    game.does(red, "cast", target=friend, dice=[4, 1, 1])
    assert game.model(friend).defence == 5
    assert game.why_not(red, "cast") == ("It must know a spell that it can pay for and that has a target.",)
    game.does(red, "end-activation")
    game.goes_on()
    assert game.state.turn.seat == 1 and game.model(friend).defence == 5
    game.goes_on(activate=-1)
    assert game.model(friend).defence == 4


@pytest.mark.parametrize(("dice", "points"), [([5, 4, 1], 1), ([5, 5, 5], 2)])
def test_haste_gives_a_point_for_each_success_two_at_most(dice: list[int], points: int) -> None:
    game, (red, friend), _ = casting("haste", friend=figure(20, 25))
    game.does(red, "cast", target=friend, dice=dice)
    assert [(e.who, e.points) for e in game.happened(Gained)] == [(friend, points)]
    assert game.record(friend).ap == 3 + points and game.record(red).mana == 6


def test_friendly_spells_reach_six_inches_and_nobody_interrupts_them() -> None:
    game, red, _ = casting("haste", friend=figure(20, 27.3))
    assert game.why_not(red[0], "cast") == ("It must know a spell that it can pay for and that has a target.",)
    game, (red, friend), _ = casting("haste", figure(20, 30, weapons=["shortbow"], ap=1), friend=figure(22, 20))
    game.does(red, "cast", target=friend, dice=[1, 1, 1])
    assert game.happened(Declared)


@pytest.mark.parametrize("action", ["draw-mana", "cast"])
def test_where_anybody_may_interrupt_magic_that_is_aimed_at_nobody_is_interrupted_too(action: str) -> None:
    game, (red, friend), blue = scene(
        red=[mage(20, 20, "mend"), figure(20, 25, wounds=1, hurt=True)],
        blue=[figure(20, 32, weapons=["shortbow"], ap=1)],
        options={"interrupt-targeted-only": False},
    )
    answers: Any = {"target": friend} if action == "cast" else {}
    game.does(red, action, **answers, **{"Declared.after": ("interrupt-fire", blue)}, dice=[1] * 7)
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(blue, red)]


# ---- against magic ---------------------------------------------------------------------------------------------------


def test_a_talisman_of_magic_resistance_takes_a_success() -> None:
    game, red, blue = casting("bolt", figure(20, 30, charm="talisman-of-magic-resistance"))
    game.does(red, "cast", target=blue, dice=[4, 4, 1, 1, 1, 1])
    assert [e.wounds for e in game.happened(Wounded)] == [1]
    game.does(red, "cast", target=blue, dice=[4, 1, 1])
    assert not game.happened(Wounded)


def test_it_takes_one_of_a_blast_too() -> None:
    game, red, (one, other) = casting("blast", figure(20, 30, charm="talisman-of-magic-resistance"), figure(20, 32))
    game.does(red, "cast", spot=spot(20, 31), dice=[4, 1, 1, 1, 1, 1])
    assert [e.who for e in game.happened(Wounded)] == [other]


def test_no_spell_does_anything_to_who_has_used_a_manabane_trinket() -> None:
    game, red, blue = scene(red=[mage(20, 20, "bolt", "blast")], blue=[figure(20, 30, charm="manabane-trinket", ap=3)])
    game.does(blue, "use-charm")
    game.does(red, "cast", spot=spot(20, 31), passing=True, dice=[4, 4, 4])
    assert not game.happened(Wounded)
    assert game.asks(red, "cast").key == "cast.spot", "a bolt has no target"


# ---- the winds -------------------------------------------------------------------------------------------------------


def test_in_wild_winds_a_mage_has_a_die_more_and_ones_wound_it() -> None:
    game, red, blue = scene(red=[mage(20, 20, "bolt")], blue=[figure(20, 30)], complication=5)
    game.does(red, "cast", target=blue, dice=[1, 1, 4, 4, 1, 1, 1])
    assert [(e.who, e.wounds) for e in game.happened(Wounded)] == [(red, 1), (blue, 2)]
