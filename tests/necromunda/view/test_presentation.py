"""How a battle shows itself: cards, trays, aims, previews, and options that name somebody."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tests.necromunda.anybody import any_setup
from tests.necromunda.scenes import fighter, leg, low_wall, marker, roof, scene, wall, way
from tests.presenting import shown_well, tray_is_the_menu
from warbook.core.events import Rolled, derivations
from warbook.core.game import Game
from warbook.core.length import INCH
from warbook.core.naming import Names
from warbook.core.ruleset import Setup
from warbook.core.state import Effect
from warbook.core.structs import replace
from warbook.rulesets.necromunda.checks import aiming, guns, targets
from warbook.rulesets.necromunda.edition_2023 import RULESET, SHELF
from warbook.rulesets.necromunda.harm import saves
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.view import sightings
from warbook.rulesets.necromunda.view.card import card
from warbook.rulesets.necromunda.view.tableau import tableau
from warbook.space import templates
from warbook.space.movement import Mode
from warbook.testing import Unscripted

UNNAMED = ("fight.face",)  # which way to turn: at one, or between two


@pytest.mark.parametrize("seed", range(4))
def test_random_battles_are_shown_well(seed: int) -> None:
    assert shown_well(RULESET, any_setup, seed, 160, UNNAMED) > 50


# ---- whom an option names --------------------------------------------------------------------------------------------


def test_a_target_names_its_fighter_and_a_point_and_a_weapon_nobody() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun", "frag-grenades"])], blue=[fighter(10, 16), fighter(30, 40)]
    )
    weapons = game.asks(red, "shoot")
    assert [weapons.whom(arm) for arm in weapons.options()] == [-1, -1]
    grenade = next(arm for arm in weapons.options() if "grenade" in weapons.label(arm).lower())
    at_whom = game.asks(red, "shoot", weapon=grenade)
    assert {option: at_whom.whom(option) for option in at_whom.options()} == {
        blue[0]: blue[0],
        blue[1]: blue[1],
        -1: -1,
    }


def test_reactions_and_activations_name_their_fighter() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 16)])
    assert isinstance(game.asks(red, "charge").named, Names)
    assert game.asks(red, "charge").whom(blue) == blue


# ---- the card --------------------------------------------------------------------------------------------------------


def stat(shown: Any, short: str) -> Any:
    return next(each for each in shown.stats if each.short == short)


def test_a_card_shows_what_has_changed_a_characteristic_and_why() -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, flesh=2, conditions=("gunked",), stats={"t": 4, "move": 5 * INCH})], blue=[fighter(10, 16)]
    )
    shown = card(game.play, red)
    tough = stat(shown, "T")
    assert (tough.value, tough.printed, tough.why) == ("2", "4", ("-2 flesh wounds",))
    move = stat(shown, "M")
    assert (move.value, move.printed, move.why) == ('4"', '5"', ('-1" gunked',))
    assert stat(shown, "WS").printed == ""
    assert [entry.name for section in shown.sections if section.title == "Conditions" for entry in section.entries] == [
        "Gunked"
    ]


def test_a_chem_is_among_the_reasons_until_it_wears_off() -> None:
    game, red, _ = scene(red=[fighter(10, 10, wargear=["stimm-slug"], stats={"s": 3})], blue=[fighter(10, 16)])
    game.does(red, "use-chem")
    strength = stat(card(game.play, red), "S")
    assert (strength.value, strength.printed, strength.why) == ("5", "3", ("+2 until the round ends",))


def test_a_weapon_shows_its_ranges_in_these_hands_and_that_it_is_empty() -> None:
    game, red, _ = scene(red=[fighter(10, 10, weapons=["lasgun", "fighting-knife"], out=(0,))], blue=[fighter(10, 16)])
    (grid,) = card(game.play, red).grids
    gun, knife = (dict(zip(grid.columns, row, strict=True)) for row in grid.rows)
    assert (gun["Short"], gun["Long"], gun["State"]) == ('18"', '24"', "out of ammo")
    assert knife["Short"] == "melee" and knife["State"] == ""


def test_the_tray_has_the_reasons_of_the_menu() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 16, status=Status.PINNED)])
    tray_is_the_menu(game, red, RULESET)
    tray_is_the_menu(game, blue, RULESET)


def test_the_tray_of_one_who_is_not_active_says_so_and_what_it_could_do() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 16), fighter(30, 30, ready=False)])
    game.state = game.poised(red)
    offers = {offer.id: offer.against for offer in card(game.play, blue[0]).tray}
    assert offers["move"] == ("It is not in its activation.",)
    assert offers["fight"][0] == "It is not in its activation." and len(offers["fight"]) == 2
    late = {offer.id: offer.against for offer in card(game.play, blue[1]).tray}
    assert late["move"] == ("It is not in its activation.", "It is not ready.")
    assert "scan" not in offers  # it has no viewer


def test_the_tray_knows_what_an_activation_begins_with() -> None:
    """Who is blind sees again when it is activated, and who burns does nothing else."""
    game, red, _ = scene(
        red=[
            fighter(10, 10, weapons=["lasgun"], conditions=("blind",)),
            fighter(14, 10, weapons=["lasgun"], conditions=("blaze",)),
        ],
        blue=[fighter(10, 20)],
    )
    blind, burning = ({offer.id: offer.against for offer in card(game.play, who).tray} for who in red)
    assert blind["shoot"] == ("It is not in its activation.",)
    assert burning["shoot"][0] == "It is on fire: it does nothing but burn when it is activated."


# ---- whom it could aim at --------------------------------------------------------------------------------------------


def lines(game: Any, who: int) -> dict[int, Any]:
    return {aim.target: aim for aim in sightings.aims(game.play, who)}


def test_an_aim_tells_band_cover_number_and_reasons() -> None:
    half = wall(9, 15, 9.9, 15)
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"], stats={"bs": 4})], blue=[fighter(10, 20)], board=half
    )
    aim = lines(game, red)[blue]
    shot = aiming.take_aim(Model(game.play, red), guns.gun(Model(game.play, red), (0, 0)), blue, "shoot")
    assert (aim.hidden, aim.parts, aim.cover) == (shot.hidden, 25, "partial cover")
    assert (aim.band, aim.needs) == ("short range", "4+")
    assert aim.because == ("Ballistic Skill 4+", "-1 cover", "+1 accuracy")
    assert not aim.against and aim.distance == game.gap(red, blue)


def test_reasons_against_an_aim() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["stub-gun"])],
        blue=[fighter(10, 40), fighter(10, 2), fighter(20, 20), fighter(6, 20, status=Status.PINNED), fighter(12, 18)],
        board=wall(15, 18, 21, 18) + wall(18, 15, 18, 21) + wall(6.8, 18, 8, 18),
    )
    found = {who: lines(game, red)[who].against for who in blue}
    assert found[blue[0]] == ("It is out of range.",)
    assert "It is outside the vision arc." in found[blue[1]]
    assert found[blue[2]][0] == "It is out of sight."
    assert found[blue[3]] == ("It lies low, partly hidden.",)
    assert found[blue[4]] == ()


@pytest.mark.parametrize(("changes", "told"), [
    ({"status": Status.SERIOUS}, "It must be standing and not engaged."),
    ({"broken": True}, "It is broken: it does nothing but run for cover."),
    ({"status": Status.PINNED, "broken": True}, "It is broken: it does nothing but run for cover."),
    ({"conditions": ("blind",)}, "It is blind until its next activation."),
])  # fmt: skip
def test_who_may_not_shoot_at_all_is_told_so(changes: dict[str, Any], told: str) -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], **changes)], blue=[fighter(10, 20)])
    assert lines(game, red)[blue].against == (told,)


def test_what_is_unwieldy_is_not_aimed_with_the_last_action() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["heavy-stubber"])], blue=[fighter(10, 20)])
    assert lines(game, red)[blue].against == ()
    game.state = game.poised(red)
    assert lines(game, red)[blue].against == ()
    game.state.turn = replace(game.state.turn, left=1)
    assert lines(game, red)[blue].against == ("It is unwieldy: shooting it takes two actions.",)


def test_the_engaged_may_shoot_at_nobody() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 10.984)])
    shots = [aim for aim in sightings.aims(game.play, red) if aim.weapon == "Lasgun"]
    assert [(aim.target, aim.against) for aim in shots] == [(blue, ("It must be standing and not engaged.",))]


def test_the_broken_strike_only_back() -> None:
    game, red, _ = scene(red=[fighter(10, 10, weapons=["fighting-knife"], broken=True)], blue=[fighter(10, 10.984)])
    (strike,) = (aim for aim in sightings.aims(game.play, red) if aim.band == "close combat")
    assert strike.against == ("It is broken: it does nothing but run for cover.",)


def test_a_flame_finds_those_whom_nobody_could_aim_at() -> None:
    """A flame asks for nobody in sight: whoever it can be laid over is hit, lying low behind a low wall or not."""
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["flamer"])],
        blue=[fighter(10, 15, status=Status.PINNED), fighter(10, 40)],
        board=low_wall(8, 14, 12),
    )
    assert blue[0] in game.asks(red, "shoot").touched((0, 1))
    assert lines(game, red)[blue[0]].against == ()
    assert lines(game, red)[blue[1]].against == ("No flame can be laid over it.",)


def test_no_number_is_told_that_a_natural_1_would_reach() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"], stats={"bs": 2}), fighter(20, 10, stats={"ws": 2})],
        blue=[fighter(10, 20), fighter(20, 10.984)],
    )
    game.state.effects = (Effect("aim", red[0], "activation", 1),)
    assert lines(game, red[0])[blue[0]].needs == "2+"
    assert all(aim.needs == "2+" for aim in sightings.aims(game.play, red[1]))


def test_an_accessory_is_in_the_accuracy_of_the_card() -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, weapons=["lasgun"], accessories={"lasgun": ["las-projector"]})], blue=[fighter(10, 20)]
    )
    (grid,) = card(game.play, red).grids
    assert dict(zip(grid.columns, grid.rows[0], strict=True))["Acc S"] == "+2"


def test_an_empty_gun_and_the_dark_are_reasons_too() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], out=(0,))], blue=[fighter(10, 20)], dark=3 * INCH)
    assert lines(game, red)[blue].against == ("It is out of ammo.", "The dark hides it.")


def test_who_passes_over_a_closer_target_is_told_so() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 14), fighter(12, 20)])
    near, far = (lines(game, red)[who] for who in blue)
    assert near.priority == "needs no test"
    assert far.priority.startswith("takes a Cool test: ") and game.world.names[blue[0]] in far.priority


def test_a_table_that_does_not_measure_beforehand_is_told_no_distance() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20)], options={"premeasure": False}
    )
    aim = lines(game, red)[blue]
    assert (aim.distance, aim.band, aim.needs, aim.because, aim.priority) == (-1, "", "", (), "")
    assert aim.cover == "in the open"


def test_the_engaged_are_told_what_they_strike_with() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"], stats={"ws": 4})], blue=[fighter(10, 10.984)]
    )
    strikes = [aim for aim in sightings.aims(game.play, red) if aim.band == "close combat"]
    assert strikes and all(aim.target == blue and aim.because[0] == "Weapon Skill 4+" for aim in strikes)


@pytest.mark.parametrize("scenario", ["hive-stand-off", "fight-in-the-dark"])
def test_nothing_speaks_against_an_aim_exactly_where_the_rules_let_it_be_aimed(scenario: str) -> None:
    rng, seen = Random(7), 0
    game = Game(RULESET, Setup(RULESET.id, SHELF.content(scenario)), seed=7)
    for number in range(200):
        if game.decision is None:
            break
        game.choose(game.decision.sample(rng))
        if number % 20:
            continue
        for f in game.play.state.records[: game.world.count]:
            model = Model(game.play, f.id)
            if not model.active or model.broken or model.suffers("blind"):
                continue
            for arm in guns.guns(model):
                gun, name = guns.gun(model, arm), guns.weapon_name(model, arm)
                if gun.profile.range == "template" or gun.unwieldy or guns.why_empty(model, arm):
                    continue
                may = {
                    who
                    for who in targets.targets(model, gun)
                    if targets.range_band(gun, targets.muzzle(model, gun), game.play.state.records[who].at) != "beyond"
                }
                aims = [
                    aim for aim in sightings.aims(game.play, f.id) if aim.weapon == name and aim.band != "close combat"
                ]
                assert {aim.target for aim in aims if not aim.against} == may
                seen += len(may)
    assert seen > 0


# ---- before an answer is given ---------------------------------------------------------------------------------------


def test_a_blast_marker_is_shown_with_whom_it_touches() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["frag-grenades"])], blue=[fighter(10, 15), fighter(11, 15.5), fighter(30, 40)]
    )
    question = game.asks(red, "shoot", target=-1)
    point = (10 * INCH, 15 * INCH, 0)
    shape = question.outline(point)
    assert shape.circles == ((*point, 1500),) and not shape.rings
    assert set(question.touched(point)) == {blue[0], blue[1]}
    assert question.notes(point) == ()
    far = (10 * INCH, 40 * INCH, 0)
    assert question.outline(far).circles[0][1] < 30 * INCH and question.notes(far)


def test_a_flame_is_shown_with_whom_it_touches() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["flamer"])], blue=[fighter(10, 15), fighter(16, 10)])
    question = game.asks(red, "shoot")
    shape = question.outline((0, 1))
    ring, centre = templates.teardrop(10 * INCH, 10 * INCH, game.record(red).at.radius, (0, 1))
    assert shape.rings == ((0, ring),) and shape.circles[0][:2] == centre
    assert question.touched((0, 1)) == (blue[0],)


def test_a_route_tells_the_tests_that_it_asks_for() -> None:
    ledges = roof(3, 10) + roof(3, 18)
    game, red, _ = scene(
        red=[fighter(14, 13, 3, stats={"move": 12 * INCH, "i": 4})], blue=[fighter(40, 40)], board=ledges
    )
    question = game.asks(red, "move")
    leap = way(leg(15.5, 13, 3), leg(18.5, 13, 3, mode=Mode.LEAP))
    assert question.notes(leap)[0] == 'a leap over 2": Initiative test, 4+ (initiative 4+)'
    down = way(leg(13, 10.4, 3), leg(13, 9.4, 0, mode=Mode.JUMP))
    note = question.notes(down)[0]
    assert note.startswith('a jump down of 3": Initiative test, 5+ (initiative 4+, -1 ')
    assert question.notes(way(leg(14, 14, 3))) == ("in cover from 1 of 1 enemy",)


def test_a_route_by_a_trap_tells_that_it_goes_off() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(40, 40)], board=marker("booby-trap", 10, 15))
    assert "goes off" in game.asks(red, "move").notes(way(leg(10, 14)))[0]


def test_a_place_tells_how_well_it_is_seen() -> None:
    game, red, _ = scene(
        red=[fighter(10, 10), fighter(20, 4)],
        blue=[fighter(10, 30), fighter(40, 10), fighter(45, 45, status=Status.PINNED)],
        board=wall(8, 20, 10, 20) + wall(20, 8, 20, 12),
    )
    question = game.asks(red[0], "move")
    assert question.notes(way(leg(10, 11))) == ("in cover from 1, out of sight of 1 of 2 enemies",)
    assert question.notes(way(leg(12, 14))) == ("in the open to 2 of 2 enemies",)


# ---- where numbers come from -----------------------------------------------------------------------------------------


def test_a_roll_in_the_log_tells_where_its_number_comes_from() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], stats={"bs": 4})], blue=[fighter(10, 20)])
    game.does(red, "shoot", target=blue, dice=[6, 2, 2])
    told = {e.key: why for e, why in zip(game.events, derivations(game.events), strict=True) if isinstance(e, Rolled)}
    assert told["hit"] == ("Ballistic Skill 4+", "+1 accuracy")
    assert told["wound"] == ("Strength 3", "Toughness 3")


@pytest.mark.parametrize(("armour", "weapon", "told"), [
    (["mesh"], "boltgun", ("Mesh armour 5+", "-1 AP")),
    (["flak"], "lasgun", ("Flak armour 6+",)),
    (["mesh", "assault-shield"], "lasgun", ("Mesh armour 5+", "+1 Assault shield")),
])  # fmt: skip
def test_a_save_tells_where_its_number_comes_from(armour: list[str], weapon: str, told: tuple[str, ...]) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=[weapon], stats={"bs": 4})], blue=[fighter(10, 20, armour=armour)]
    )
    game.does(red, "shoot", target=blue, dice=[6, 2, 6, 6])
    (saved,) = (e for e in game.events if isinstance(e, Rolled) and e.key == "save")
    assert saved.because == told


def test_a_field_save_and_a_blow_at_a_thing_tell_it_too() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["boltgun"], stats={"bs": 4})],
        blue=[fighter(10, 20, armour=["refractor-field"])],
        board=marker("vehicle", 14, 14),
    )
    game.does(red, "shoot", target=blue, dice=[6, 2, 6, 6, 6])
    (saved,) = (e for e in game.events if isinstance(e, Rolled) and e.key == "save")
    assert saved.because == ("Refractor field 5+", "AP -1 does not count")
    game.does(red, "shoot", target=2, dice=[6, 2, 6], passing=True)
    (struck,) = (e for e in game.events if isinstance(e, Rolled) and e.key == "wound")
    assert struck.because == ("Strength 4", "Toughness 5")


def test_a_save_in_close_combat_and_one_against_a_blast_tell_it_too() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"])], blue=[fighter(10, 10.984, armour=["mesh"])]
    )
    with suppress(Unscripted):
        game.does(red, "fight", dice=[6, 6, 6], react=None)
    (saved,) = (e for e in game.events if isinstance(e, Rolled) and e.key == "save")
    assert saved.because == ("Mesh armour 5+", "-1 AP")
    model = Model(game.play, blue)
    (behind,) = saves.armour_saves(model, -1, saves.Incoming("blast", hidden=25))
    assert behind.reasons == ("Mesh armour 5+", "-1 AP", "+2 cover")
    bare = Model(game.play, red)
    assert [each.reasons for each in saves.armour_saves(bare, 0, saves.Incoming("blast", hidden=25))] == [
        ("no armour 7+", "+2 cover")
    ]


def test_a_test_of_a_characteristic_tells_where_its_number_comes_from() -> None:
    game, red, _ = scene(red=[fighter(10, 10, conditions=("gunked",), stats={"i": 3})], blue=[fighter(10, 10.984)])
    game.does(red, "retreat", dice=[1], passing=True, **{"leave.react": None})
    (roll,) = [e for e in game.events if isinstance(e, Rolled) and e.who == red]
    assert roll.because == ("initiative 3+", "-1 gunked")


# ---- the tableau -----------------------------------------------------------------------------------------------------


def test_the_actor_counts_its_actions_and_the_engaged_are_marked() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 10.984)])
    game.state = game.poised(red)
    shown = {body.id: body for body in tableau(game.play).bodies}
    assert [(c.title, c.have, c.of) for c in shown[red].counters] == [("actions left", 2, 2)]
    assert not shown[blue].counters
    assert all("engaged" in body.words and "En" in [b.sign for b in body.badges] for body in shown.values())


def test_doors_lifts_and_vehicles_are_things_with_their_state_in_words() -> None:
    game, *_ = scene(red=[fighter(5, 5)], blue=[fighter(5, 30)], board=marker("vehicle", 20, 20, wounds=2))
    (car,) = tableau(game.play).things
    assert (car.kind, car.radius, car.words) == ("vehicle", 1250, ("2 hull points",))


@pytest.mark.parametrize(("away", "told"), [
    (4, "its charge gets there"),
    (6.9, "its charge gets there with a 2 or more on the D3"),
    (12, "its charge does not get there"),
])  # fmt: skip
def test_a_charge_tells_what_its_die_must_show(away: float, told: str) -> None:
    game, red, blue = scene(red=[fighter(10, 10, stats={"move": 5 * INCH})], blue=[fighter(10, 10.984 + away)])
    note = game.asks(red, "charge").notes(blue)[0]
    assert note.endswith(told) and (told in note)
    assert (f'{away:g}"' in note) is (away < 9)


def test_a_charge_at_a_table_that_does_not_measure_beforehand_tells_nothing() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 15)], options={"premeasure": False})
    assert game.asks(red, "charge").notes(blue) == ()


def test_a_target_tells_its_number_and_what_it_takes_to_pass_over_others() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"], stats={"bs": 4})], blue=[fighter(10, 14), fighter(12, 20)]
    )
    near, far = (game.asks(red, "shoot").notes(who) for who in blue)
    assert near == ("hits on 3+ (Ballistic Skill 4+, +1 accuracy)", "needs no test")
    assert far[1].startswith("takes a Cool test: ")


def test_a_blast_is_shown_where_it_is_aimed_at_somebody() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["frag-grenades"])], blue=[fighter(10, 15), fighter(11, 15.5), fighter(30, 40)]
    )
    question = game.asks(red, "shoot")
    assert question.outline(blue[0]).circles == ((10 * INCH, 15 * INCH, 0, 1500),)
    assert question.touched(blue[0]) == (blue[0], blue[1])
    assert (question.outline(-1), question.touched(-1), question.notes(-1)) == (None, (), ())
