"""How a battle shows itself: cards, trays, aims, previews, and options that name somebody."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from tests.gangfight.anybody import any_setup
from tests.gangfight.scenes import figure, leg, scene
from tests.presenting import shown_well, tray_is_the_menu
from warbook.core.events import Rolled, derivations
from warbook.core.length import INCH
from warbook.core.state import Effect
from warbook.core.structs import replace
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.attacks import areas
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.deeds import Declared, Reached
from warbook.rulesets.gangfight.records.distances import gap
from warbook.rulesets.gangfight.records.state import Deed, Pledge, Row
from warbook.rulesets.gangfight.view import sightings
from warbook.rulesets.gangfight.view.card import card
from warbook.rulesets.gangfight.view.tableau import tableau
from warbook.testing import Unscripted


@pytest.mark.parametrize("seed", range(4))
def test_random_battles_are_shown_well(seed: int) -> None:
    assert shown_well(RULESET, any_setup, seed, 220) > 50


# ---- the card --------------------------------------------------------------------------------------------------------


def stat(shown: Any, short: str) -> Any:
    return next(each for each in shown.stats if each.short == short)


def test_a_card_shows_what_has_changed_an_attribute_and_why() -> None:
    game, red, _ = scene(red=[figure(5, 5, armour=["heavy"], charm="ring-of-defense")], blue=[figure(5, 30)])
    game.state.effects = (Effect("defence", red, "turn-0", 1),)
    shown = card(game.play, red)
    defence = stat(shown, "DEF")
    assert (defence.value, defence.printed) == (str(game.model(red).defence), "4")
    assert "+1 Ring of Defense" in defence.why and "+1 until the next turn of Red" in defence.why
    assert stat(shown, "ARM").why[0].endswith("Heavy armour")
    assert stat(shown, "MRK").printed == ""


def test_a_weapon_that_is_not_loaded_says_so() -> None:
    game, red, _ = scene(red=[figure(5, 5, weapons=["longbow"], unloaded=(0,))], blue=[figure(5, 30)])
    (grid,) = card(game.play, red).grids
    assert dict(zip(grid.columns, grid.rows[0], strict=True))["State"] == "not loaded"


def test_the_tray_has_the_reasons_of_the_menu_and_what_it_lacks_for_is_left_out() -> None:
    game, red, blue = scene(red=[figure(5, 5, weapons=["longbow"])], blue=[figure(5, 30, down=True)])
    tray_is_the_menu(game, red, RULESET)
    tray_is_the_menu(game, blue, RULESET)
    game.state = game.poised(red)
    offers = {offer.id for offer in card(game.play, red).tray}
    assert "fire" in offers and "cast" not in offers and "use-charm" not in offers


def test_who_has_no_points_in_the_turn_of_its_side_is_told_so() -> None:
    game, red, _ = scene(red=[figure(5, 5, ap=0), figure(9, 5)], blue=[figure(5, 30, ap=0)])
    bodies = {body.id: body for body in tableau(game.play).bodies}
    assert [bodies[who].ready for who in red] == [False, True]
    shaken, sound = ({offer.id: offer.against for offer in card(game.play, who).tray} for who in red)
    assert sound["move"] == ("It is not in its activation.",)
    assert shaken["move"] == ("It is not in its activation.", "It must have an action point left.")


def test_the_tray_out_of_turn_says_so() -> None:
    game, red, blue = scene(red=[figure(5, 5), figure(9, 5, activation="done")], blue=[figure(5, 30)])
    game.state = game.poised(red[0])
    assert all(offer.against[0] == "It is not the turn of its side." for offer in card(game.play, blue).tray)
    late = card(game.play, red[1]).tray
    assert all(offer.against[0] == "It has been activated in this turn." for offer in late)


# ---- whom it could shoot at or fight ---------------------------------------------------------------------------------


def test_an_aim_tells_dice_number_cover_and_reasons() -> None:
    game, red, blue = scene(red=[figure(5, 5, weapons=["longbow"])], blue=[figure(5, 15), figure(40, 45)])
    near, far = (next(a for a in sightings.aims(game.play, red) if a.target == who) for who in blue)
    assert (near.band, near.needs, near.cover) == ("within its range", "4 dice, 4+", "in the open")
    assert near.because[0] == "dice: marksmanship 3, +1 the distance" and not near.against
    assert far.against == ("It is so far away that no die is left.",)


def test_an_aim_is_drawn_from_where_most_of_the_target_is_seen() -> None:
    fence, lintel = ("[[wall]]\nline = [0, 6, 10, 6]\n" + more for more in ("height = 1.3\n", "z = 1.1\nheight = 3\n"))
    for board, eye in (("", 1500), (fence, 1500), (lintel, 1000)):
        game, red, blue = scene(red=[figure(5, 5, weapons=["longbow"])], blue=[figure(5, 15)], board=board)
        aim = next(a for a in sightings.aims(game.play, red) if a.weapon == "Longbow")
        assert (aim.eye, aim.hidden) == ((5000, 5000, eye), 0)


def test_reasons_against_an_aim_are_those_of_the_rules() -> None:
    wall = "[[wall]]\npoints = [[2, 10], [8, 10]]\nheight = 4\n"
    game, red, blue = scene(
        red=[figure(5, 5, weapons=["longbow"], unloaded=(0,))], blue=[figure(5, 15), figure(5, 6.5)], board=wall
    )
    aims = [a for a in sightings.aims(game.play, red) if a.weapon == "Longbow"]
    behind = next(a for a in aims if a.target == blue[0])
    assert behind.against == ("It must not be in close combat.", "It is not loaded.", "It is out of sight.")
    assert behind.cover == "out of sight"


@pytest.mark.parametrize(("defence", "told", "dice"), [
    (6, "4 dice, 6+", "dice: marksmanship 3, +1 the distance"),
    (8, "2 dice, 6+", "dice: marksmanship 3, +1 the distance, -2 to bring 8+ down to 6+"),
    (12, "1 die, 6+",
     "dice: marksmanship 3, +1 the distance, -3 to bring 12+ down to 6+, only a 6 counts, and earns no die"),
    (1, "4 dice, 2+", "dice: marksmanship 3, +1 the distance"),
])  # fmt: skip
def test_an_aim_tells_the_dice_that_are_really_rolled(defence: int, told: str, dice: str) -> None:
    game, red, blue = scene(red=[figure(5, 5, weapons=["longbow"])], blue=[figure(5, 15, stats={"defence": defence})])
    (aim,) = sightings.aims(game.play, red)
    assert (aim.needs, aim.because[0]) == (told, dice)
    assert aim.because[1] == f"to hit: defence {defence}+"
    with suppress(Unscripted):
        game.does(red, "fire", target=blue, dice=[1] * int(told[0]))
    (rolled,) = game.happened(Rolled)
    assert len(rolled.faces) == int(told[0])


def test_a_table_on_which_no_dice_are_dropped_is_told_so() -> None:
    game, red, _ = scene(
        red=[figure(5, 5, weapons=["longbow"])],
        blue=[figure(5, 15, stats={"defence": 8})],
        options={"drop-dice": False},
    )
    (aim,) = sightings.aims(game.play, red)
    assert aim.needs == "4 dice, 6+"
    assert aim.because[0].endswith("+1 the distance, only a 6 counts, and earns no die")


@pytest.mark.parametrize("more", [1, 2])
def test_cover_is_hard_only_behind_something_hard(more: int) -> None:
    scrub = '[[area]]\nkind = "light"\nrect = [8, 18, 4, 4]\n'
    wall = '[[area]]\nkind = "hard"\nrect = [8, 17, 4, 2]\n'
    wall += "[[obstacle]]\npolygon = [[8, 17], [12, 17], [12, 18], [8, 18]]\nheight = 1.3\n"
    for board, told in ((scrub, "cover"), (wall, "hard cover")):
        game, red, _ = scene(
            red=[figure(10, 10, weapons=["longbow"])], blue=[figure(10, 20)], board=board, options={"cover": more}
        )
        (aim,) = sightings.aims(game.play, red)
        assert aim.cover == told


def test_what_is_fired_once_in_an_activation_has_been_until_that_is_over() -> None:
    game, red, blue = scene(red=[figure(10, 10, weapons=["rifle"])], blue=[figure(10, 20)])
    game.does(red, "fire", target=blue, dice=[1, 1, 1, 1], passing=True)
    (aim,) = sightings.aims(game.play, red)
    assert aim.against == ("It has been fired in this activation.",)
    game.state.turn = replace(game.state.turn, actor=-1, seat=1)  # in the turn of the others it may answer with it
    assert sightings.aims(game.play, red)[0].against == ()
    assert card(game.play, red).grids[0].rows[0][-1] == ""
    fire = next(offer for offer in card(game.play, red).tray if offer.id == "fire")
    assert fire.against == ("It is not the turn of its side.",)


@pytest.mark.parametrize(("away", "told"), [
    (15.9, "within its range"), (16.5, "just beyond its range"), (22.5, "1 die fewer"), (28.5, "2 dice fewer"),
])  # fmt: skip
def test_the_band_of_a_shot_is_told_in_dice(away: float, told: str) -> None:
    game, red, _ = scene(red=[figure(5, 2, weapons=["longbow"])], blue=[figure(5, 3.102 + away)])
    assert sightings.aims(game.play, red)[0].band == told


def test_what_each_hit_of_a_large_figure_does_is_told() -> None:
    for rule, told in (("web", ("each hit: 2 wounds",)), ("errata", ())):
        game, red, _ = scene(red=[figure(5, 5, **OGRE)], blue=[figure(5, 7)], options={"wounds-rule": rule})
        (aim,) = sightings.aims(game.play, red)
        assert aim.because[3:] == told


@pytest.mark.parametrize(("away", "told"), [
    (0.4, "in reach"), (0.9, "in reach"), (1.5, "only near it, for it cannot close in so far"),
])  # fmt: skip
def test_where_a_fight_takes_contact_who_cannot_close_in_is_told_so(away: float, told: str) -> None:
    game, red, blue = scene(
        red=[figure(5, 5)], blue=[figure(5, 6.102 + away)], options={"fight-requires-contact": True}
    )
    (aim,) = sightings.aims(game.play, red)
    assert aim.band == told
    game.does(red, "fight", target=blue, dice=[1, 1, 1] * (told == "in reach"), passing=True)
    assert bool(game.happened(Attacked)) is (told == "in reach")


def test_a_fight_is_told_with_its_dice() -> None:
    game, red, blue = scene(red=[figure(5, 5)], blue=[figure(5, 6.2), figure(5, 40)])
    (fight,) = (a for a in sightings.aims(game.play, red) if a.weapon == "Fight!")
    assert (fight.target, fight.band, fight.needs) == (blue[0], "in reach", "3 dice, 4+")


# ---- before an answer is given ---------------------------------------------------------------------------------------


def test_an_area_is_shown_with_whom_it_covers() -> None:
    game, red, blue = scene(
        red=[figure(5, 5, weapons=["grenade"])], blue=[figure(5, 11), figure(6, 11.5), figure(40, 40)]
    )
    question = game.asks(red, "fire", target=-1)
    point = (5 * INCH, 11 * INCH, 0)
    radius = game.model(red).kit.weapons[0].area
    assert question.outline(point).circles == ((*point, radius),)
    assert question.touched(point) == areas.covered_around(game.play, point, radius) and blue[0] in question.touched(
        point
    )


def test_a_way_out_of_a_threat_range_tells_who_strikes() -> None:
    game, red, blue = scene(red=[figure(5, 5)], blue=[figure(5, 6.2)])
    question = game.asks(red, "move")
    strike, seen = question.notes((leg(5, 2),))
    assert strike == f"draws a free strike from {game.world.names[blue]}"
    assert seen == "in the open to 1 of 1 enemy"
    assert question.notes(()) == (seen,)


def test_a_place_tells_how_well_it_is_seen() -> None:
    wall = "[[wall]]\npoints = [[2, 10], [5, 10]]\nheight = 4\n"
    game, red, _ = scene(red=[figure(8, 5)], blue=[figure(5, 30), figure(5, 40), figure(40, 5)], board=wall)
    question = game.asks(red, "move")
    assert question.notes((leg(8, 6),)) == ("in the open to 3 of 3 enemies",)
    assert question.notes((leg(4.9, 5),)) == ("in the open to 1, in cover from 2 of 3 enemies",)


def test_a_thing_to_use_names_its_record() -> None:
    crate = '[[marker]]\nid = "box"\nkind = "chest"\nat = [5, 6.2, 0]\n'
    game, red, _ = scene(red=[figure(5, 5)], blue=[figure(5, 40)], board=crate)
    question = game.asks(red, "interact")
    assert {question.whom(option) for option in question.options()} == {2}


# ---- where numbers come from -----------------------------------------------------------------------------------------


def test_a_roll_in_the_log_tells_where_its_number_comes_from() -> None:
    game, red, blue = scene(red=[figure(5, 5, weapons=["longbow"])], blue=[figure(5, 15)])
    game.does(red, "fire", target=blue, dice=[4, 1, 1, 1, 1, 1, 1], passing=True)
    told = {e.key: why for e, why in zip(game.events, derivations(game.events), strict=True) if isinstance(e, Rolled)}
    assert told["hit"] == ("dice: 4 (marksmanship 3, +1 the distance)", "number: 4+ (defence 4+)")
    assert told["armour"] == ("number: 5 (longbow 5)",)


# ---- the tableau -----------------------------------------------------------------------------------------------------


def test_threat_ranges_are_rings_and_the_knocked_over_have_none() -> None:
    game, red, blue = scene(red=[figure(5, 5, weapons=["spear"])], blue=[figure(5, 30, down=True)])
    shown = {body.id: body for body in tableau(game.play).bodies}
    threat = game.model(red).threat
    assert [(ring.reach, ring.title) for ring in shown[red].rings] == [
        (threat, "threat range"), (threat + INCH, "as far as its weapon strikes")
    ]  # fmt: skip
    assert not shown[blue].rings


def test_points_to_spend_and_points_held_are_counted_apart() -> None:
    game, red, blue = scene(red=[figure(5, 5, ap=2)], blue=[figure(5, 30, ap=1, activation="done")])
    shown = {body.id: body for body in tableau(game.play).bodies}
    assert [(c.have, c.of, c.use) for c in shown[red].counters] == [(2, 3, "spend")]
    assert [(c.have, c.use) for c in shown[blue].counters] == [(1, "held")]


def test_points_beyond_the_initiative_are_not_more_than_there_can_be() -> None:
    game, red, _ = scene(red=[figure(5, 5, charm="charm-of-haste")], blue=[figure(5, 30)])
    game.does(red, "use-charm", passing=True)
    (points,) = next(body.counters for body in tableau(game.play).bodies if body.id == red)
    assert (points.have, points.of) == (5, 5)


def declared(game: Any, deed: Deed) -> dict[str, tuple[int, ...]]:
    """Declares an action, and gives the groups that are shown while it may be interrupted."""
    game.state = game.poised(deed.leader)
    game.state.turn = replace(game.state.turn, deed=deed)
    play = game.play
    play.events.append(Declared(deed.leader, deed, deed.action))
    return {group.title: group.members for group in tableau(play).groups}


def test_the_action_under_way_is_told_in_groups() -> None:
    game, red, blue = scene(
        red=[figure(5, 5), figure(7, 5)],
        blue=[figure(x, 15, ap=1, activation="done") for x in (5, 9, 13)],
    )
    held = {group.title: group.members for group in tableau(game.play).groups}
    assert held == {"may still interrupt": tuple(blue)}
    deed = Deed("with-me", "charge", red[0], ((red[0], blue[0]), (red[1], blue[1])))
    pledge = Pledge(blue[0], "fire", red[0])
    groups = declared(game, replace(deed, pledges=(pledge,)))
    assert groups == {
        "the band": tuple(red),
        "declared: Fire!": (blue[0],),
        "at whom it is aimed": (blue[0], blue[1]),
        "may still interrupt": (blue[1],),
    }


@pytest.mark.parametrize(("row", "options", "those"), [
    ("shot", {}, (0,)), ("move", {}, ()), ("shot", {"interrupt-targeted-only": False}, (0, 1)),
])  # fmt: skip
def test_who_may_still_interrupt_an_action_is_whom_the_rules_would_ask(
    row: Row, options: dict[str, Any], those: tuple[int, ...]
) -> None:
    game, red, blue = scene(
        red=[figure(5, 5, weapons=["longbow"])],
        blue=[figure(x, 15, ap=1, activation="done", weapons=["longbow"]) for x in (5, 9)],
        options=options,
    )
    groups = declared(game, Deed("fire", row, red, ((red, blue[0]),), slot=0))
    assert groups.get("may still interrupt", ()) == tuple(blue[n] for n in those)


def test_nobody_may_interrupt_any_more_once_an_action_is_resolved() -> None:
    game, red, blue = scene(red=[figure(5, 5, weapons=["longbow"])], blue=[figure(5, 15, ap=1)])
    deed = Deed("fire", "shot", red, ((red, blue),), slot=0)
    assert "may still interrupt" in declared(game, deed)
    assert "may still interrupt" not in {group.title for group in tableau(game.play).groups}


def test_a_trample_can_be_shown_while_it_is_answered() -> None:
    game, red, blue = scene(
        red=[figure(10, 10, **OGRE)], blue=[figure(10, 13, ap=1, weapons=["revolver"], activation="done")]
    )
    deed = Deed("trample", "trample", red, ((red, -1),), spot=(10 * INCH, 16 * INCH, 0), covered=(blue,))
    assert declared(game, deed)["may still interrupt"] == (blue,)
    assert not tableau(game.play).patches


def test_a_charge_tells_how_far_it_is_and_what_the_dice_must_show() -> None:
    game, red, blue = scene(red=[figure(5, 5)], blue=[figure(2, 5), figure(5, 12), figure(6.8, 8)])
    question = game.asks(red, "charge")
    near, far = (question.notes(who) for who in blue[:2])
    strike = f"draws a free strike from {game.world.names[blue[2]]}"
    assert "it gets there whatever the dice show" in near[0] and strike in far
    assert far[0] == '5.9" to go over flat ground: it takes 1 of 4 dice on 2+'


def test_a_charge_that_only_further_dice_could_carry_home_is_told_so() -> None:
    for earns, told in ((True, "it takes 6 of 4 dice on 2+, so 6s that earn more"), (False, "it cannot get there")):
        game, red, blue = scene(red=[figure(5, 5)], blue=[figure(5, 17)], options={"criticals-everywhere": earns})
        assert game.asks(red, "charge").notes(blue)[0].endswith(told)


OGRE: dict[str, Any] = {"profile": "ogre-regular"}
CONTACT: dict[str, Any] = {"charge-needs-contact": True}


@pytest.mark.parametrize(
    ("charger", "options", "wanted"),
    [({}, {}, 2), ({}, CONTACT, 3), ({"weapons": ["spear"]}, {}, 1), (OGRE, {}, 0), (OGRE, CONTACT, 2)],
)
def test_a_charge_is_told_to_take_as_many_dice_as_bring_its_target_into_reach(
    charger: dict[str, Any], options: dict[str, Any], wanted: int
) -> None:
    for successes in {max(0, wanted - 1), wanted}:
        game, red, blue = scene(red=[figure(5, 5, **charger)], blue=[figure(5, 13)], options=options)
        told, dice = game.asks(red, "charge").notes(blue)[0], game.model(red).mov
        assert told.endswith(f"it takes {wanted} of {dice} dice on 2+" if wanted else "whatever the dice show")
        with suppress(Unscripted):  # the attack of one that gets there
            game.does(red, "charge", at=blue, dice=[2] * successes + [1] * (dice - successes))
        (reached,) = game.happened(Reached)
        assert (blue in reached.whom) is (successes == wanted)


def test_a_target_tells_the_dice_and_the_fear_to_master() -> None:
    game, red, blue = scene(
        red=[figure(5, 5, weapons=["longbow"]), figure(20, 5, abilities={"fearless": 0})],
        blue=[figure(5, 15), figure(20, 6.4, abilities={"fear": 3})],
    )
    assert game.asks(red[0], "fire").notes(blue[0]) == (
        "dice: 4 (marksmanship 3, +1 the distance)", "to hit: 4+ (defence 4+)", "armour: 5 (longbow 5)"
    )  # fmt: skip
    assert not any("fear" in note for note in game.asks(red[1], "power-attack").notes(blue[1]))
    assert "a power attack" in game.asks(red[1], "power-attack").notes(blue[1])[0]
    charge = game.asks(red[0], "charge").notes(blue[1])
    assert charge[0] == "must master its fear first: 3 dice on 3+"


def test_a_slam_tells_its_dice_and_the_fear_to_master() -> None:
    game, red, blue = scene(red=[figure(5, 5, **OGRE, weapons=["great-weapon"])], blue=[figure(5, 8, **OGRE)])
    assert game.asks(red, "slam").notes(blue) == (
        "must master its fear first: 3 dice on 3+",
        "dice: 3 (attacks 3)",
        "to hit: 3+ (defence 3+)",
        "armour: 6 (damage 6)",
    )


def test_an_area_is_shown_around_whom_it_is_aimed_at() -> None:
    game, red, blue = scene(
        red=[figure(5, 5, weapons=["grenade"])], blue=[figure(5, 11), figure(6, 11.5), figure(40, 40)]
    )
    question = game.asks(red, "fire")
    assert question.outline(blue[0]).circles[0][:3] == (5 * INCH, 11 * INCH, 0)
    assert question.touched(blue[0]) == (blue[0], blue[1])
    assert question.notes(blue[0])[1].startswith("to hit: ")
    assert (question.outline(-1), question.touched(-1), question.notes(-1)) == (None, (), ())


# ---- distances -------------------------------------------------------------------------------------------------------


def test_a_table_is_told_how_distances_between_levels_are_measured() -> None:
    game, red, blue = scene(red=[figure(5, 5)], blue=[figure(9, 5)])
    low, high = game.state.records[red].at, replace(game.state.records[blue].at, z=4 * INCH)
    level = replace(high, z=low.height)
    assert gap(low, level) == gap(low, replace(high, z=0)) < gap(low, high)
    assert RULESET.between_bodies
