"""Scenes that were written from the rules alone, with the dice laid down beforehand and what must come of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, effects, piece, scene, weapon
from tests.rites_of_battle.test_harm import suffers
from warbook.core.structs import replace
from warbook.rulesets.rites_of_battle.events.fighters import Wounded
from warbook.rulesets.rites_of_battle.harm import wounds
from warbook.rulesets.rites_of_battle.records import Model
from warbook.testing import if_asked, leg, way

SINGLE = {"with": (0, "single", -1)}
AUTO = {"with": (0, "auto", -1)}
KEEP = if_asked("keep")
QUIET: dict[str, Any] = {"spend": KEEP, "theirs": KEEP, "passing": True}


# ---- the fighters of the book, with their own weapons ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "whom", "away", "use", "pool"),
    [
        ("line-warden", "brute", 7, {}, "3 proficiency 2 difficulty"),
        ("line-warden", "brute", 7, {"mode": "auto"}, "3 proficiency 3 difficulty"),
        ("line-warden", "brute", 6, {}, "3 proficiency 1 difficulty"),
        ("line-warden", "renegade", 12, {}, "3 proficiency 1 difficulty 1 challenge"),
        ("line-warden", "levy", 1, {}, "3 proficiency 2 difficulty"),
        ("levy", "line-warden", 1, {}, "3 ability 3 difficulty"),
        ("storm-warden", "brute-boss", 1, {}, "2 ability 3 proficiency 1 difficulty 1 challenge"),
        ("brute", "line-warden", 1, {}, "4 ability 2 difficulty"),
        ("brute-boss", "line-warden", 1, {}, "2 ability 3 proficiency 2 difficulty"),
        ("siege-warden", "brute", 24, {"mode": "auto"}, "1 ability 3 proficiency 4 difficulty"),
        ("renegade", "warden-captain", 9, {}, "3 proficiency 2 setback 2 challenge"),
        ("stalker", "line-warden", 1, {}, "2 boost 1 ability 3 proficiency 2 difficulty"),
        ("brute-warlord", "warden-captain", 1, {}, "2 ability 4 proficiency 3 setback 2 challenge"),
        ("line-warden", "brood-tyrant", 3, {}, "3 proficiency 1 setback 2 challenge"),
    ],
)
def test_the_pools_of_the_sample_fighters(who: str, whom: str, away: int, use: dict[str, Any], pool: str) -> None:
    game, red, blue = scene([at(5, 5, who)], [at(5, 5 + away, whom)])
    words = pool.split()
    assert dice_of(game, red, blue, **use) == {words[n + 1]: int(words[n]) for n in range(0, len(words), 2)}


def test_a_boltgun_hit_of_two_successes_takes_five_wounds_through_soak_eight() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    game.does(red, "combat-check", at=blue, **SINGLE, check=["S", "S", "A", "-", "-"], **QUIET)
    assert game.record(blue).wounds == 9 + 2 - (8 - 2)


def test_a_triumph_is_a_success_and_a_despair_a_failure_and_neither_cancels() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    question = game.asks(red, "combat-check", at=blue, **SINGLE, check=["T", "-", "-", "-", "D"])
    assert "1 triumph" in question.prompt and "critical 0 !" not in question.listed()
    game.does(
        red, "combat-check", at=blue, **SINGLE, check=["T", "-", "-", "-", "D"], spend=["upgrade-theirs !"],
        theirs=["damaged 0 !"],
    )  # fmt: skip
    assert game.record(blue).wounds == 0 and effects(game, blue) == {"next-upgrade": 1}
    assert game.record(red).wear(0).damage == 1


def test_a_charge_of_brutes_is_boosted_when_the_move_has_brought_them_there() -> None:
    game, red, blue = scene([at(5, 5, "brute", count=5)], [at(5, 9)])
    now = game.activation(red)
    assert "boost" not in dice_of(game, red, blue)
    now.does("move", path=way(leg(5.5, 8.5)))
    assert dice_of(game, red, blue) == {"boost": 1, "proficiency": 4, "difficulty": 2}
    blow = ["-", "SS", "S", "-", "-", "-", "-"]
    now.does("combat-check", at=blue, **SINGLE, check=blow, **QUIET)
    assert game.record(blue).wounds == 4 + 3 + 3 - 8


def test_a_frenzied_storm_warden_upgrades_and_pays() -> None:
    game, red, blue = scene([at(5, 5, "storm-warden")], [at(5, 6, "brute-boss")])
    blow = ["-", "S", "S", "S", "S", "-", "-"]
    game.does(red, "combat-check", at=blue, **SINGLE, frenzied=1, check=blow, **QUIET)
    assert game.record(red).strain == 1 and game.record(blue).wounds == 5 + 3 + 4 - (7 - 1)


def test_a_captain_parries_before_soak_and_only_while_it_can_bear_the_strain() -> None:
    for strain, taken in ((15, 6 + 6 + 2 + 2 - 5), (16, 6 + 6 + 2 + 2)):
        game, red, blue = scene([at(5, 5, "brute-warlord")], [at(5, 6, "warden-captain", strain=strain)])
        blow = ["SS", "-", *["-"] * 4, *["-"] * 5]
        game.does(red, "combat-check", at=blue, **SINGLE, check=blow, **QUIET, parry=if_asked(blue))
        assert game.record(blue).wounds == taken
        assert game.record(blue).strain == (18 if strain == 15 else 16)


def test_the_devastators_gun_has_to_be_readied_for_each_use_and_is_not_too_heavy() -> None:
    game, red, blue = scene([at(5, 5, "siege-warden")], [at(5, 14, "brute", count=5)])
    assert "combat-check" not in game.allowed(red)
    now = game.activation(red)
    now.does("manage-gear", gear="ready 0")
    assert dice_of(game, red, blue) == {"ability": 1, "proficiency": 3, "difficulty": 2}
    now.does("combat-check", at=blue, **SINGLE, check=["S", "S", "S", "-", "-", "-"], **QUIET)
    assert game.record(blue).wounds == 12 + 3 - (4 - 3)
    assert "combat-check" not in game.allowed(red)


def test_auto_fire_into_a_mob_fells_what_its_wounds_come_to() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 9, "brute", count=5)])
    faces = ["SA", "SA", "AA", "-", "-"]
    game.does(red, "combat-check", at=blue, **AUTO, check=faces, spend=[f"auto {blue}", f"auto {blue}"])
    assert [event.wounds for event in game.happened(Wounded)] == [9 + 2 - 2] * 3
    assert game.record(blue).wounds == 27 and Model(game.play, blue).alive == 5 - 3  # 26 wounds and more fell three


def test_a_hit_on_a_mob_with_a_critical_injury_takes_exactly_one_more() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 9, "brute", count=5)])
    game.does(red, "combat-check", at=blue, **SINGLE, check=["SA", "AA", "-", "-"], spend=["critical 0"], theirs=KEEP)
    assert game.record(blue).wounds == 2 * 7 + 1 and Model(game.play, blue).ranks("melee") == 2


def test_a_frag_grenade_among_levies() -> None:
    game, red, blues = scene([at(5, 5)], [at(5, 9, "levy", count=4), at(6, 9, "levy"), at(5, 11, "levy")])
    now = game.activation(red)
    now.does("incidental", incidental="draw 3")
    throw = {"with": (3, "single", -1), "check": ["SA", "A", "S", "-"]}
    now.does("combat-check", at=blues[0], **throw, spend=["blast", KEEP])
    assert game.record(blues[0]).wounds == (8 + 2 - 3) + 3 * (6 + 2 - 3)  # the hit, then each of three others
    assert game.record(blues[1]).wounds == 6 + 2 - 3
    assert game.record(blues[2]).wounds == 0


def test_plasma_overheats_for_three_threats_and_burns_through_power_armour() -> None:
    game, red, blue = scene([at(5, 5, "warden-captain")], [at(5, 9, "brute-boss")])
    shot = {"with": (1, "single", -1)}
    question = game.asks(red, "combat-check", at=blue, **shot, check=["-", "-", "-", "-", "HH"])
    assert "overheat 1" not in question.listed()
    game.does(red, "combat-check", at=blue, **shot, check=["-", "-", "-", "-", "D"], theirs=["overheat 1 !"])
    assert game.record(red).wounds == 8


# ---- harm ------------------------------------------------------------------------------------------------------------


def test_who_falls_by_strain_wakes_when_the_strain_is_healed_and_lies_there_still() -> None:
    game, reds, _ = scene([at(5, 5, strain=15), at(5, 6, "warden-captain")], [at(5, 30)])
    suffers(game, wounds.strain, reds[0], 1)
    assert game.record(reds[0]).state == "incapacitated" and not game.record(reds[0]).injuries
    suffers(game, wounds.heal, reds[0], 0, 1)
    assert game.record(reds[0]).state == "up" and game.record(reds[0]).prone


def test_a_blow_on_somebody_fallen_adds_wounds_and_an_injury_only_if_it_is_paid_for() -> None:
    game, red, blue = scene([at(5, 5, "brute-boss")], [at(5, 6, wounds=18, prone=True)])
    game.given(blue, state="incapacitated")
    blow = ["-", "S", "S", "-", "-", "-", "-", "-"]  # a boost die, for it lies there
    game.does(red, "combat-check", at=blue, **SINGLE, check=blow, **QUIET)
    assert game.record(blue).wounds == 18 + 5 + 4 + 2 - 8 and game.record(blue).injuries == ()


def test_the_margin_counts_from_the_threshold() -> None:
    for more, state in ((9, "incapacitated"), (10, "dead")):
        game, red, _ = scene([at(5, 5, "warden-captain", wounds=21)], [at(5, 30)])
        suffers(game, wounds.wound, red, more, **({"injury": [1]} if more == 9 else {}))
        assert game.record(red).state == state


def test_an_injury_adds_ten_for_each_that_is_carried_less_what_is_durable() -> None:
    game, red, blue = scene(
        [at(5, 5, "storm-warden")], [at(5, 6, injuries=("minor-nick", "stinger"))],
    )  # fmt: skip
    blow = ["SA", "SA", "S", "S", "S", "-", "-"]
    # 21, twenty for those carried, twenty for the chainsword, ten less: 51
    game.does(
        red, "combat-check", at=blue, **SINGLE, frenzied=0, check=blow, spend=["critical 0"], injury=[21], passing=True
    )
    assert game.record(blue).injuries[-1] == "fearsome-wound"


def test_whoever_is_overpowered_is_struck_again_with_the_same_dice() -> None:
    game, red, blue = scene([at(5, 5, "brute-boss")], [at(5, 6)])
    first, again = ["SA", "AA", "SA", "S", "S", "-", "-"], ["S", "S", "-", "-", "-", "-", "-"]
    game.does(
        red, "combat-check", at=blue, **SINGLE, dice={"check": [first, again], "injury": [76]},
        spend=["critical 0", KEEP], theirs=KEEP, passing=True,
    )  # fmt: skip
    assert [event.wounds for event in game.happened(Wounded)] == [5 + 4 + 4 - 8, 5 + 4 + 2 - 8]


def test_nobody_strikes_a_friend_again_whom_a_stray_shot_has_overpowered() -> None:
    game, reds, blue = scene([at(5, 5), at(4, 14)], [at(5, 14, "renegade")])
    shot = {"check": ["SA", "SA", "SA", "-", "D"], "spend": ["critical 0"], "theirs": ["keep"], "injury": [86]}
    game.does(reds[0], "combat-check", at=blue, **SINGLE, **shot)
    assert game.record(reds[1]).injuries == ("overpowered",)
    assert [event.who for event in game.happened(Wounded)] == [reds[1]]


def test_rivals_fall_when_the_threshold_is_exceeded_and_not_before() -> None:
    game, _, blue = scene([at(5, 5)], [at(5, 14, "renegade", wounds=13)])
    suffers(game, wounds.wound, blue, 5)
    assert game.record(blue).state == "up"
    suffers(game, wounds.strain, blue, 1)
    assert game.record(blue).state == "dead"


# ---- the turn --------------------------------------------------------------------------------------------------------


def test_two_aims_a_shot_and_no_action_left_to_exchange() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    now = game.activation(red)
    now.does("aim")
    now.does("incidental", incidental="drop 1")  # takes no time
    now.does("extra-maneuver")
    now.does("aim")
    assert dice_of(game, red, blue) == {"boost": 2, "proficiency": 3, "difficulty": 1, "challenge": 1}
    shot = ["AA", "-", "S", "S", "-", "-", "-"]
    now.does("combat-check", at=blue, **SINGLE, check=shot, **QUIET)
    assert game.record(red).strain == 2 and game.record(blue).wounds == 9 + 2 - 6
    assert not {"aim", "exchange-for-maneuver", "extra-maneuver", "move"} & set(now.allowed())


def test_an_aim_does_not_outlast_the_turn() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")])
    game.does(red, "aim")
    game.goes_on(action=["end-turn", "end-turn"])
    assert game.state.turn.actor == red and "boost" not in dice_of(game, red, blue)


def test_nobody_aims_with_blades_alone_or_without_an_action() -> None:
    game, red, _ = scene([at(5, 5, "leaper", count=3)], [at(5, 14)])
    assert "aim" not in game.allowed(red)


def test_a_stance_counts_until_the_end_of_the_next_turn_for_both() -> None:
    game, red, blue = scene([at(5, 5, "storm-warden")], [at(5, 6, "renegade", held=(1,))])
    game.does(red, "guarded-stance")
    game.goes_on(action=["end-turn"])
    assert dice_of(game, blue, red, 1)["setback"] == 1
    game.goes_on(action=["end-turn"])
    assert game.state.turn.actor == red and dice_of(game, red, blue)["setback"] == 1
    game.goes_on(action=["end-turn"])
    assert "setback" not in dice_of(game, blue, red, 1) and "setback" not in dice_of(game, red, blue)


def test_a_maneuver_for_symbols_comes_within_the_two() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "brute", count=2)])
    now = game.activation(red)
    now.does("combat-check", at=blue, **SINGLE, check=["AA", "AA", "-", "-", "-"], spend=["maneuver", KEEP])
    now.does("move", path=way(leg(5.5, 6.5)))
    now.does("drop-prone")
    assert "It must not have two maneuvers in this turn already." in now.why_not("extra-maneuver")
    assert game.record(red).strain == 0


def test_a_withdrawal_and_a_move_are_two_maneuvers() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 6, "brute"), at(7, 4, "brute")])
    now = game.activation(red)
    assert {cell[:2] for cell in now.asks("withdraw").options()} == {(4, 4), (5, 4), (6, 4)}
    now.does("withdraw", to=(6, 4, 0))
    now.does("extra-maneuver")
    assert now.why_not("move") == ("It must not be engaged with an enemy.",)  # with the other now


def test_the_prone_crawl_and_jump_up_for_nothing_once_a_round() -> None:
    game, red, _ = scene([at(5, 5, prone=True)], [at(20, 40)])
    now = game.activation(red)
    assert now.asks("move").legal(way(leg(5.5, 8.5))) == ("No way of at most 2 squares leads there.",)
    now.does("incidental", incidental="jump-up")
    assert now.asks("move").legal(way(leg(5.5, 8.5))) == ()
    now.does("drop-prone")
    assert "jump-up" not in now.asks("incidental").options()


def test_a_jump_goes_twelve_squares_over_rubble_and_over_enemies() -> None:
    board = '[[area]]\nkind = "difficult"\nrect = [0, 6, 20, 6]\n'
    game, red, _ = scene([at(5, 5, "storm-warden")], [at(5, 9, "brute", count=2)], board)
    game.does(red, "move", how="jump", path=way(leg(5.5, 17.5)))
    assert game.at(red)[:2] == (5.5, 17.5)


def test_diagonals_cost_one_or_one_and_two_in_turn_or_what_they_are_long() -> None:
    for diagonal, four, six in (("one", 4, 6), ("alternating", 6, 9), ("octile", 6, 8)):
        game, red, _ = scene([at(5, 5)], [at(20, 40)], options={"diagonal": diagonal})
        field = game.asks(red, "move").field
        costs = [field.cost(field.shortest((5 + far, 5 + far, 0), 9)) for far in (4, 6)]
        assert costs == [four, six]


def test_nobody_cuts_a_corner_between_two_walls_but_goes_around_one() -> None:
    one = "[[block]]\nrect = [6, 5, 1, 1]\nheight = 3\n"
    both = one + "[[block]]\nrect = [5, 6, 1, 1]\nheight = 3\n"
    for board, cost in ((one, 1), (both, None)):
        game, red, _ = scene([at(5, 5)], [at(20, 40)], board)
        field = game.asks(red, "move").field
        found = field.shortest((6, 6, 0), 2)
        assert (field.cost(found) if found else None) == cost


def test_a_shut_door_keeps_people_apart() -> None:
    wall = "[[wall]]\npoints = [[{}, 6], [{}, 6]]\nheight = 3\n"
    door = '[[door]]\nid = "d"\nline = [5, 6, 6, 6]\nheight = 3\nstate = "{}"\n'
    board = wall.format(0, 5) + door + wall.format(6, 48)
    for state, engaged in (("closed", False), ("open", True)):
        game, red, _ = scene([at(5, 5)], [at(5, 6, "brute")], board.format(state))
        assert ("withdraw" in game.allowed(red)) is engaged
        assert ("combat-check" in game.allowed(red)) is engaged


def test_a_rival_pays_with_wounds_and_never_beyond_its_threshold() -> None:
    for suffered, may in ((16, True), (17, False)):
        game, _, blue = scene([at(5, 5)], [at(5, 30, "renegade", wounds=suffered)])
        assert ("extra-maneuver" in game.allowed(blue)) is may


def test_staggered_means_no_action_and_no_exchange_but_a_maneuver() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 14)])
    affected(game, red, "staggered", f"turn-{red}-1")
    allowed = set(game.allowed(red))
    assert {"move", "extra-maneuver", "guarded-stance"} <= allowed
    assert not {"combat-check", "skill-check", "exchange-for-maneuver"} & allowed


def test_conditions_add_their_rounds() -> None:
    stun = weapon(qualities={"disorient": 2}, critical=9)
    game, red, blue = scene([armed(5, 5, stun)], [at(5, 14, "renegade")])
    for expected in (2, 4):
        game.does(red, "combat-check", at=blue, **SINGLE, check=["SA", "A", "-", "-", "-"], spend=[f"disorient {blue}"])
        assert [each.until for each in game.state.effects] == [f"turn-{blue}-{expected}"]


# ---- tasks, healing, powers ------------------------------------------------------------------------------------------


def test_three_actions_and_two_helpers_at_a_machine() -> None:
    pump = (
        '[[marker]]\nkind = "terminal"\nid = "pump"\nat = [5.5, 6.5, 0]\n'
        'params = { name = "the pump", skill = "tech-use", difficulty = 2, actions = 3 }\n'
    )
    game, reds, _ = scene([at(5, 5), at(6, 5), at(4, 5), at(6, 6)], [at(20, 40)], pump)
    worker, one, two, third = reds
    game.does(worker, "skill-check", job="task 5")
    game.does(one, "assist", assist=5)
    game.does(two, "assist", assist=5)
    assert "assist" not in game.allowed(third)
    game.does(worker, "skill-check", job="task 5")
    game.does(worker, "skill-check", job="task 5", check=["S", "-", "S", "-", "F", "-"])
    assert game.state.records[5].state == "worked"


def test_the_surgeon_of_the_book_on_somebody_badly_hurt() -> None:
    game, reds, _ = scene([at(5, 5, "surgeon-warden"), at(5, 6, wounds=9, strain=3)], [at(5, 30)])
    faces = ["-", "S", "S", "S", "A", "-", "F"]  # a boost die, Intelligence 4 with Medicae 3, two difficulty dice
    game.does(reds[0], "skill-check", job="tend 1", check=faces, spend=KEEP)
    assert game.record(reds[1]).wounds == 9 - (2 + 2) - 5 and game.record(reds[1]).strain == 2
    assert "skill-check" not in game.allowed(reds[0])  # once a patient


def test_stimpacks_heal_less_each_time() -> None:
    game, reds, _ = scene([at(5, 5, "surgeon-warden"), at(5, 6, wounds=16)], [at(5, 30)])
    for left in (11, 7, 4, 2):
        game.does(reds[0], "manage-gear", gear="stimpack 1")
        assert game.record(reds[1]).wounds == left
    assert "stimpack" not in game.record(reds[0]).gear


def test_smite_by_the_book() -> None:
    game, red, blue = scene([at(5, 5, "seer-warden")], [at(5, 9, "renegade")])
    # Willpower 4, Discipline 3: an ability and three proficiency dice, two difficulty dice, three Force dice
    faces = ["S", "S", "SS", "-", "F", "-", "LL", "K", "KK"]
    game.does(
        red, "psyker-power", power="smite", target=blue, dark=2, points=["harder", "harder"],
        dice={"power": [faces], "warp": [60]}, **QUIET,
    )  # fmt: skip
    assert game.record(blue).wounds == 4 + 3 + 2 * 3 - 8
    assert game.record(red).strain == 2 + 3  # the pips, and 60 and 20 less 30 on the chart


def test_a_power_that_lacks_points_costs_the_action_and_nothing_more() -> None:
    game, red, blue = scene([at(5, 5, "seer-warden", strain=16)], [at(5, 9, "renegade")])
    faces = ["S", "S", "SS", "-", "-", "-", "L", "K", "K"]  # no strain may be taken for dark pips
    game.does(red, "psyker-power", power="smite", target=blue, dice={"power": [faces]}, **QUIET)
    assert game.record(blue).wounds == 0 and not game.state.turn.action


def test_compelling_a_renegade_is_against_its_discipline() -> None:
    game, red, blue = scene([at(5, 5, "seer-warden")], [at(5, 11, "renegade")])
    # Discipline 2 with Willpower 3: two challenge dice and a difficulty die
    faces = ["S", "S", "-", "-", "F", "-", "-", "L", "K", "K"]
    game.does(red, "psyker-power", power="compel", target=blue, compel="pain", dark=if_asked(0),
              dice={"power": [faces]}, **QUIET)  # fmt: skip
    assert game.record(blue).wounds == 2


def test_the_force_axe_of_the_seer() -> None:
    game, red, blue = scene([at(5, 5, "seer-warden")], [at(5, 6, "renegade")])
    blow = ["S", "S", "-", "-", "-", "-", "L", "K", "K"]
    game.does(red, "combat-check", at=blue, **SINGLE, check=blow, dark=0, **QUIET)
    assert game.record(blue).wounds == (4 + 4 + 2 + 2) - (8 - 3 - 1)


def test_one_in_cover_is_hit_worse_from_the_front_alone_and_not_in_melee() -> None:
    board = piece("marker", id="wall", kind="cover", at=[5.5, 6.5, 0])
    game, red, blues = scene([at(5, 5)], [at(5, 14, "levy"), at(5, 1, "levy"), at(6, 5, "brute")], board)
    game.does(red, "take-cover")
    found = [dice_of(game, blue, red).get("setback", 0) for blue in blues]
    assert found == [1, 0, 0]


def test_cover_and_a_halo_do_not_add_up_and_a_stance_does() -> None:
    board = piece("marker", id="wall", kind="cover", at=[5.5, 6.5, 0])
    game, red, blues = scene([at(5, 5, "warden-captain", covered=True)], [at(5, 14, "levy"), at(6, 5, "brute")], board)
    affected(game, red, "guarded")
    assert dice_of(game, blues[0], red)["setback"] == 2
    assert dice_of(game, blues[1], red)["setback"] == 2 + 1


def test_the_despair_of_a_shot_into_a_fight_strikes_the_friend_whom_the_others_name() -> None:
    game, reds, blue = scene([at(5, 5), at(4, 14), at(6, 14)], [at(5, 14, "renegade")])
    assert dice_of(game, reds[0], blue) == {"proficiency": 3, "challenge": 2}
    shot = ["SS", "SS", "-", "-", "D"]
    game.does(reds[0], "combat-check", at=blue, **SINGLE, check=shot, astray=reds[2], theirs=["keep"])
    assert game.record(blue).wounds == game.record(reds[1]).wounds == 0
    assert game.record(reds[2]).wounds == 9 + 3 - 6


def test_sixteen_damage_through_the_breach_of_a_claw_ends_a_fight() -> None:
    game, red, blue = scene([at(5, 5, "brute-warlord")], [at(5, 6, wounds=3)])
    blow = ["SS", "SA", "SA", "S", "-", "-", "-", "-", "-"]
    game.does(red, "combat-check", at=blue, **SINGLE, check=blow, injury=[41], **QUIET)
    assert game.record(blue).wounds == 3 + 6 + 6 + 2 + 5
    assert game.record(blue).state == "incapacitated" and game.record(blue).injuries == ("stunned",)  # 41 less 10


def test_the_end_is_nigh_gives_a_round_to_save_somebody() -> None:
    game, reds, _ = scene([at(5, 5), at(7, 5, injuries=("the-end-is-nigh",))], [at(5, 30)])
    affected(game, reds[1], "doomed", "round-2")
    turns = ["end-turn"] * 3
    game.goes_on(action=turns)
    assert game.record(reds[1]).state == "up" and game.state.turn.round == 2
    game.goes_on(action=turns)
    assert game.record(reds[1]).state == "dead"


def test_slow_firing_rests_a_round() -> None:
    game, red, blue = scene([armed(5, 5, weapon("meltagun"))], [at(5, 9, "brood-tyrant")])
    shot = {"check": ["-"] * 6, **QUIET}
    game.does(red, "combat-check", at=blue, **SINGLE, **shot)
    for number, may in ((2, False), (3, True)):
        game.state.turn = replace(game.state.turn, round=number)
        assert ("combat-check" in game.allowed(red)) is may


def test_nobody_throws_what_reaches_too_short_nor_shoots_what_it_cannot_see() -> None:
    board = "[[wall]]\npoints = [[0, 10], [48, 10]]\nheight = 5\n"
    game, red, _ = scene([at(5, 5)], [at(5, 14)], board)
    assert "combat-check" not in game.allowed(red)
    game, red, blue = scene([at(5, 5, held=(3,))], [at(5, 12)])
    assert "combat-check" not in game.allowed(red)  # a grenade, seven squares away
    game.place(blue, 5.5, 11.5)
    assert "combat-check" in game.allowed(red)


def test_a_wild_hog_is_mastered_within_the_maneuver() -> None:
    hog = '[[marker]]\nkind = "mount"\nid = "hog"\nat = [5.5, 6.5, 0]\nparams = { name = "the hog", is = "wild-hog" }\n'
    game, red, blue = scene([at(5, 5)], [at(5, 20, "levy")], hog)
    now = game.activation(red)
    now.does("mount", mount=2, check=["S", "S", "-", "-", "F"])
    assert game.state.turn.done == 1 and game.state.turn.action
    now.does("extra-maneuver")
    now.does("move", path=way(leg(5.5, 12.5)))
    assert game.at(red)[:2] == (5.5, 12.5) and game.at(2)[:2] == (5.5, 12.5)
    now.does("combat-check", at=blue, **SINGLE, check=["-"] * 5)
