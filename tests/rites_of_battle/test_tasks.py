"""Tasks and those who help with them, locks, doors, crates, the wounded, gear and mounts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, covers, scene, somewhere, weapon
from tests.rites_of_battle.test_harm import suffers
from warbook.core.events import Rolled
from warbook.rulesets.rites_of_battle.actions import gear, tasks
from warbook.rulesets.rites_of_battle.events.fighters import Healed, ThingUsed
from warbook.rulesets.rites_of_battle.harm import conditions, wounds
from warbook.rulesets.rites_of_battle.printed.scenario import Task
from warbook.rulesets.rites_of_battle.records import Model
from warbook.rulesets.rites_of_battle.view import tableau
from warbook.testing import leg, way

PUMP = (
    '[[marker]]\nkind = "terminal"\nid = "pump"\nat = [5.5, 6.5, 0]\n'
    'params = { name = "the pump", skill = "tech-use", difficulty = 2, actions = 3 }\n'
)
DOOR = (
    '[[wall]]\npoints = [[2, 8], [5, 8]]\nheight = 3\n[[door]]\nid = "gate"\nline = [5, 8, 6, 8]\nheight = 3\n'
    'state = "{state}"\n[[wall]]\npoints = [[6, 8], [9, 8]]\nheight = 3\n'
)
HOG = '[[marker]]\nkind = "mount"\nid = "hog"\nat = [5.5, 6.5, 0]\nparams = { name = "the hog", is = "wild-hog" }\n'


@covers("skill-check", "works")
def test_a_task_takes_its_actions_and_the_check_comes_with_the_last() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], PUMP)
    for _ in range(2):
        game.does(red, "skill-check", job=lambda question: "task 2")
        assert game.rolled("check") == []
    game.does(red, "skill-check", job=lambda question: "task 2", check=["SS", "S", "F", "-"], spend=None or [])
    assert game.happened(ThingUsed)[-1] == ThingUsed(red, 2, "has worked", "worked")
    assert game.state.records[2].state == "worked"


@covers("skill-check", "numbers")
@pytest.mark.parametrize("together", [True, False])
def test_of_several_at_a_task_the_highest_characteristic_and_the_most_ranks_count(together: bool) -> None:
    clever = armed(5, 5, of={"line": (4, 4, 3, 4, 3, 3, 2), "skills": {}})
    learned = armed(6, 6, of={"line": (4, 4, 3, 2, 3, 3, 2), "skills": {"tech-use": 3}})
    game, (one, other), _ = scene([clever, learned], [at(20, 40)], PUMP, options={"tasks-together": together})
    game.does(one, "skill-check", job="task 3")
    game.does(other, "skill-check", job="task 3")
    dice = ["-"] * ((4 if together else 3) + 2)
    game.does(other, "skill-check", job="task 3", check=dice)
    names = [name for name, *_ in game.happened(Rolled)[-1].signs]
    assert (names.count("proficiency"), names.count("ability")) == ((3, 1) if together else (2, 1))


def test_a_scenario_may_rate_a_check_as_a_maneuver() -> None:
    easy = PUMP.replace("actions = 3", 'actions = 1, worth = "maneuver"')
    game, red, _ = scene([at(5, 5)], [at(20, 40)], easy)
    acting = game.activation(red)
    acting.does("skill-check", job="task 2", check=["-"] * 4)
    assert game.state.turn.action and game.state.turn.done == 1
    assert acting.why_not("skill-check")  # the action is left, but no maneuver


def test_what_takes_nothing_is_done_once_a_round() -> None:
    free = PUMP.replace("actions = 3", 'actions = 1, worth = "incidental"')
    game, red, _ = scene([at(5, 5)], [at(20, 40)], free)
    acting = game.activation(red)
    acting.does("skill-check", job="task 2", check=["-"] * 4)
    assert game.state.turn.action and game.state.turn.done == 0
    assert acting.why_not("skill-check") == ("There must be something here that a check can be made for.",)


def test_a_game_master_says_how_long_a_task_is_and_what_a_check_is_worth() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], PUMP.replace(", actions = 3", ""), options={"gm": "adversary"})
    acting = game.activation(red)
    acting.does("skill-check", job="task 2", worth="maneuver", actions=2)
    assert game.state.turn.action
    assert game.state.records[2].long == 2 and game.state.records[2].workers == (red,)
    acting.does("skill-check", job="task 2", worth="action", circumstances="neither", check=["SS", "S", "F", "-"])
    assert game.state.records[2].state == "worked" and not game.state.turn.action


@covers("skill-check", "refused")
def test_there_is_no_check_where_there_is_nothing_to_do() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)])
    assert game.why_not(red, "skill-check") == ("There must be something here that a check can be made for.",)


def test_a_check_for_nothing_is_had_once_in_a_round_and_again_as_an_action() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], options={"gm": "adversary"})
    affected(game, red, "ensnared", "turn-0-9", 0)
    acting = game.activation(red)
    faces = ["-", "-", "-", "-", "-", "-", "-"]
    acting.does("skill-check", job="free ensnared", worth="incidental", circumstances="neither", check=faces)
    assert acting.asks("skill-check", job="free ensnared").options() == ["action"]


@covers("assist", "works")
@covers("assist", "numbers")
def test_a_helper_beside_a_task_under_way_adds_a_boost_die() -> None:
    game, (red, friend, _), _ = scene([at(5, 5), at(6, 5), at(4, 5)], [at(20, 40)], PUMP)
    assert "assist" not in game.allowed(friend)  # nothing is under way
    game.does(red, "skill-check", job=lambda question: "task 4")
    game.does(friend, "assist", assist=4)
    game.given(friend, round_used=())
    game.does(friend, "assist", assist=4)
    game.does(red, "skill-check", job=lambda question: "task 4")
    game.does(red, "skill-check", job=lambda question: "task 4", check=["-", "-", "-", "-", "-", "-"])
    assert len(game.rolled("check")[0]) == 2 + 2 + 2  # two boost dice, Intelligence 2, difficulty 2


@covers("assist", "refused")
def test_nobody_assists_twice_in_a_turn_nor_a_task_of_one_action() -> None:
    game, (red, friend), _ = scene([at(5, 5), at(6, 5)], [at(20, 40)], PUMP)
    game.does(red, "skill-check", job=lambda question: "task 3")
    acting = game.activation(friend)
    acting.does("assist", assist=3)
    acting.does("extra-maneuver")
    assert acting.why_not("assist") == ("It must not have assisted in this turn.",)


@covers("interact", "works")
def test_only_the_squad_works_the_machine_of_its_mission() -> None:
    task = Task(marker="pump", actions=3)
    for mission, jobs in ((None, ["task 2"]), (task, [])):
        game, red, blue = scene([at(5, 5)], [at(6, 6)], PUMP)
        somewhere(game, task=mission)
        assert [job.code for job in tasks.jobs(Model(game.play, red))] == ["task 2"]
        assert [job.code for job in tasks.jobs(Model(game.play, blue))] == jobs


def test_only_those_are_helped_who_are_at_the_task() -> None:
    game, (red, friend, third), (near, foe) = scene([at(5, 5), at(6, 5), at(7, 5)], [at(6, 6), at(7, 6)], PUMP)
    game.does(red, "skill-check", job="task 5")
    assert "assist" in game.allowed(friend)
    assert "assist" not in game.allowed(third)  # beside a friend who stands at the machine and has not worked at it
    assert "assist" not in game.allowed(foe)


def test_a_door_is_opened_with_a_maneuver() -> None:
    game, red, _ = scene([at(5, 7)], [at(20, 40)], DOOR.format(state="closed"))
    game.does(red, "interact", interact=2)
    assert game.state.records[2].state == "open"


def test_a_door_is_at_hand_on_both_of_its_sides_and_no_square_off() -> None:
    for row, reaches in ((6, False), (7, True), (8, True), (9, False)):
        for column in (4, 5, 6):
            game, red, _ = scene([at(column, row)], [at(20, 40)], DOOR.format(state="closed"))
            assert ("interact" in game.allowed(red)) is reaches


@covers("interact", "numbers")
def test_a_crate_gives_what_is_in_it_once_for_a_maneuver() -> None:
    crate = '[[marker]]\nkind = "crate"\nid = "box"\nat = [5.5, 6.5, 0]\nparams = { gear = "reload" }\n'
    game, red, _ = scene([at(5, 5)], [at(20, 40)], crate)
    game.does(red, "interact", interact=2)
    assert game.record(red).gear == ("reload",) and game.state.turn.done == 1
    assert "interact" not in game.allowed(red)


def test_something_large_is_pushed_a_square_and_covers_whoever_is_next_to_it_there() -> None:
    barrel = '[[marker]]\nkind = "cover"\nid = "barrel"\nat = [5.5, 6.5, 0]\n'
    game, (red, friend), _ = scene([at(5, 5), at(8, 7)], [at(6, 6)], barrel)
    assert "take-cover" not in game.allowed(friend)
    question = game.asks(red, "interact", interact=3)
    assert (6, 7, 0) in question.options() and (6, 6, 0) not in question.options()
    game.does(red, "interact", interact=3, to=(6, 7, 0))
    assert game.state.records[3].at.spot == (6500, 7500, 0)
    game.place(friend, 7.5, 7.5)
    assert "take-cover" in game.allowed(friend)


def test_whoever_was_behind_what_is_pushed_away_is_in_cover_no_more() -> None:
    barrel = '[[marker]]\nkind = "cover"\nid = "barrel"\nat = [5.5, 6.5, 0]\n'
    reds = [at(5, 5, covered=True), at(4, 7, covered=True), at(6, 7, covered=True)]
    game, who, _ = scene(reds, [at(20, 40)], barrel)
    game.does(who[0], "interact", interact=4, to=(5, 7, 0))
    assert [game.record(each).covered for each in who] == [False, True, True]


def test_what_somebody_larger_pushes_is_in_one_square_too() -> None:
    barrel = '[[marker]]\nkind = "cover"\nid = "barrel"\nat = [5.5, 6.5, 0]\n'
    game, red, _ = scene([at(6, 6, "brood-tyrant")], [at(20, 40)], barrel)
    game.does(red, "interact", interact=2, to=lambda question: question.options()[0])
    x, y, _ = game.state.records[2].at.spot
    assert (x % 1000, y % 1000) == (500, 500)


@covers("interact", "refused")
def test_a_locked_door_takes_an_action_and_security() -> None:
    game, red, _ = scene([at(5, 7)], [at(20, 40)], DOOR.format(state="locked"))
    assert game.why_not(red, "interact") == ("There must be a door, a crate or something large next to it.",)
    game.does(red, "skill-check", job=lambda question: "lock 2", check=["S", "S", "SS", "F", "-"])
    assert game.state.records[2].state == "open"


def test_medicae_heals_net_successes_of_wounds_once_a_battle() -> None:
    game, (mender, other), _ = scene([at(5, 5, "surgeon-warden"), at(6, 5, wounds=6)], [at(20, 40)])
    game.does(mender, "skill-check", job=lambda question: f"tend {other}", check=["-", "SS", "-", "-", "-", "F"])
    # a success is left, two more by its rank as a surgeon, and the kit puts a stimpack in
    assert game.happened(Healed) == [Healed(other, 3), Healed(other, 3)]
    assert game.record(other).wounds == 0
    assert "tended" in game.record(other).used


def test_each_injury_may_be_treated_once_another_of_its_kind_too() -> None:
    hurt = at(5, 6, injuries=("stinger", "stinger"))
    game, (mender, other), _ = scene([at(5, 5, "surgeon-warden"), hurt], [at(20, 40)])
    treat = f"treat-stinger {other}"
    for faces, left in ((["S", "S"], 1), (["-", "-"], 1)):
        game.does(mender, "skill-check", job=treat, check=["-", *faces, "-", "-", "-"])
        assert len(game.record(other).injuries) == left
        assert (treat in {job.code for job in tasks.jobs(Model(game.play, mender))}) is (faces[0] == "S")


CRATE = '[[marker]]\nkind = "crate"\nid = "box"\nat = [5.5, 6.5, 0]\nparams = { gear = "reload" }\n'
BARREL = '[[marker]]\nkind = "cover"\nid = "barrel"\nat = [5.5, 6.5, 0]\n'


@pytest.mark.parametrize(
    ("thing", "action"),
    [(PUMP, "skill-check"), (CRATE, "interact"), (BARREL, "interact"), (HOG.replace("wild", "war"), "mount")],
)
def test_nobody_reaches_through_a_wall(thing: str, action: str) -> None:
    wall = "[[wall]]\npoints = [[0, 6], [{}, 6]]\nheight = 3\n"
    for long, reaches in ((4, True), (12, False)):
        game, red, _ = scene([at(5, 5)], [at(20, 40)], wall.format(long) + thing)
        assert (action in game.allowed(red)) is reaches


def test_a_machine_that_is_set_into_a_block_can_be_worked() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], "[[block]]\nrect = [4, 6, 3, 2]\nheight = 3\n" + PUMP)
    assert "skill-check" in game.allowed(red)


def test_what_is_dropped_is_not_picked_up_through_a_wall() -> None:
    wall = "[[wall]]\npoints = [[0, 6], [12, 6]]\nheight = 3\n"
    for row, reaches in ((4500, True), (6500, False)):
        game, red, _ = scene([at(5, 5, held=(), dropped=((0, 5500, row),))], [at(20, 40)], wall)
        assert ("pick 0" in game.asks(red, "manage-gear").options()) is reaches


@covers("manage-gear", "works")
def test_one_item_a_maneuver() -> None:
    game, red, _ = scene([at(5, 5, held=())], [at(20, 40)])
    game.does(red, "manage-gear", gear="draw 0")
    assert game.record(red).held == (0,)
    game.does(red, "manage-gear", gear="draw 2")
    assert game.record(red).held == (0, 2)  # a boltgun takes one hand in power armour
    game.does(red, "manage-gear", gear="stow 0")
    assert game.record(red).held == (2,)


@covers("manage-gear", "numbers")
def test_who_has_nothing_to_strike_with_takes_up_what_lies_about() -> None:
    low = "[[obstacle]]\nrect = [4, 6, 3, 1]\nheight = 1\n"
    game, red, blue = scene([armed(5, 5, weapon("bolt-pistol"))], [at(6, 5, "levy")], low)
    game.does(red, "manage-gear", gear="take 5")
    medium = Model(game.play, red).weapon(5)
    assert (medium.damage, medium.critical, medium.has("cumbersome")) == (2, 5, 2)
    swing = {"with": (5, "single", -1), "check": ["-"] * 5 + ["H"]}
    game.does(red, "combat-check", at=blue, **swing, theirs="damaged 5")
    assert game.record(red).wear(5).damage == 4  # an improvised weapon breaks for two threats, one of which is its own
    game.does(red, "manage-gear", gear="stow 5")
    game.does(red, "manage-gear", gear="take 5")
    assert game.record(red).wear(5).damage == 0
    for profile, board in (("line-warden", ""), ("leaper", low)):  # nothing lies about, or it has claws
        game, red, _ = scene([at(5, 5, profile, held=())], [at(9, 5, "levy")], board)
        assert not any(each.startswith("take") for each in gear.errands(Model(game.play, red)))


def test_what_a_despair_has_emptied_takes_a_spare_load_though_it_is_loaded_after_each_shot() -> None:
    launcher = weapon("missile-launcher-krak", qualities={"limited-ammo": 1})
    for spare, loads in (((), False), (("reload",), True)):
        game, red, blue = scene([armed(5, 5, launcher, of={"gear": spare})], [at(5, 14, "renegade")])
        shot = {"with": (0, "single", -1), "check": ["-"] * 4 + ["D"]}
        game.does(red, "combat-check", at=blue, **shot, theirs=["empty 0 !"])
        assert ("load 0" in gear.errands(Model(game.play, red))) is loads


@covers("manage-gear", "refused")
def test_there_must_be_something_to_manage() -> None:
    game, red, _ = scene([at(5, 5, "leaper")], [at(20, 40)])
    assert game.why_not(red, "manage-gear") == ("It must have something to draw, stow, load, prepare or use.",)


@covers("incidental", "works")
def test_quick_hands_draw_for_nothing_once_a_round() -> None:
    game, red, _ = scene([at(5, 5, held=())], [at(20, 40)])
    acting = game.activation(red)
    acting.does("incidental", incidental="draw 0")
    assert game.record(red).held == (0,)
    question = acting.asks("incidental")
    assert not any(each.startswith("draw") for each in question.options())


@covers("incidental", "numbers")
def test_the_bleeding_stops_for_two_wounds_once_a_battle() -> None:
    game, red, _ = scene([at(5, 5, wounds=5)], [at(20, 40)])
    acting = game.activation(red)
    acting.does("incidental", incidental="quick-clotting")
    assert game.record(red).wounds == 3 and game.state.turn.action and game.state.turn.done == 0
    game.given(red, round_used=())
    assert "quick-clotting" not in acting.asks("incidental").options()


@covers("incidental", "refused")
def test_a_table_may_limit_incidentals() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], options={"incidental-cap": 1})
    acting = game.activation(red)
    acting.does("incidental", incidental="drop 0")
    assert acting.why_not("incidental") == ("It must not have had as many incidentals as the table allows.",)


@covers("mount", "works")
@covers("dismount", "works")
def test_an_untrained_beast_is_mastered_with_survival() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], HOG)
    game.does(red, "mount", mount=2, check=["S", "S", "SS", "-", "F"])
    assert game.record(red).rides == 2
    assert game.at(red)[:2] == (5.5, 6.5)
    game.does(red, "dismount", to=(6, 6, 0))
    assert game.record(red).rides == -1


def test_a_mount_whose_rider_has_fallen_is_free_once_nobody_lies_there() -> None:
    game, reds, _ = scene([at(5, 5), at(6, 5)], [at(20, 40)], HOG)
    game.does(reds[0], "mount", mount=3, check=["S", "S", "SS", "-", "F"])
    assert "mount" not in game.allowed(reds[1])
    suffers(game, wounds.strain, reds[0], 16)
    assert game.record(reds[0]).rides == -1
    assert "mount" not in game.allowed(reds[1])  # it lies there
    game.place(reds[0], 9.5, 9.5)
    assert "mount" in game.allowed(reds[1])


def test_a_mount_is_shown_once_its_rider_is_there() -> None:
    game, red, _ = scene([at(5, 5, mount="raider-bike")], [at(20, 40)])
    assert [thing.id for thing in tableau.tableau(game.play).things] == [2]
    game.given(red, state="waiting")
    assert tableau.tableau(game.play).things == ()


@pytest.mark.parametrize(("words", "far"), [({}, 8), ({"mount": "raider-bike"}, 9)])
def test_a_mount_is_no_swifter_over_rough_ground_for_its_rider(words: dict[str, str], far: int) -> None:
    rough = '[[area]]\nkind = "difficult"\nrect = [0, 0, 40, 40]\n'
    game, red, _ = scene([at(5, 5, "stalker", **words)], [at(40, 40)], rough)
    question = game.asks(red, "move")
    assert question.legal(way(leg(5.5, 5.5 + far))) == () and question.legal(way(leg(5.5, 6.5 + far)))


def test_whoever_rides_does_not_jump_and_is_knocked_out_of_the_saddle() -> None:
    game, red, _ = scene([at(5, 5, "storm-warden", mount="raider-bike")], [at(20, 40)])
    game.does(red, "move", path=way(leg(5.5, 15.5)))  # it is not asked whether it jumps
    suffers(game, conditions.knock_down, red)
    assert game.record(red).prone and game.record(red).rides == -1


def test_nobody_mounts_where_somebody_large_stands_nor_is_mounted_who_is_large() -> None:
    game, red, large = scene([at(4, 5)], [at(5, 6, "brood-tyrant")], HOG)
    assert "mount" not in game.allowed(red)
    game.place(large, 7.0, 7.0)
    assert "mount" not in game.allowed(large)
    assert "mount" in game.allowed(red)


def test_whoever_mans_a_gun_shoots_with_it_and_stays_where_it_is() -> None:
    gun = (
        '[[marker]]\nkind = "gun"\nid = "gun"\nat = [5.5, 6.5, 0]\n'
        'params = { name = "the gun", weapon = "heavy-bolter" }\n'
    )
    game, red, blue = scene([at(5, 5, "levy")], [at(5, 16, "brute", count=5)], gun)
    game.does(red, "mount", mount=2)
    now = game.activation(red)
    assert "move" not in now.allowed()
    slot = Model(game.play, red).mind_slot + 1
    now.does("manage-gear", gear=f"ready {slot}")
    faces = ["S", "SS", "-", "-", "-", "-"]  # Agility alone; its weight rests on the station
    now.does("combat-check", at=blue, **{"with": (slot, "auto", -1)}, check=faces)
    assert game.record(blue).wounds == 12 + 3 - (4 - 3)


def test_a_member_with_a_mount_is_on_it_from_the_start_and_it_comes_along() -> None:
    game, red, _ = scene([at(5, 5, mount="raider-bike")], [at(20, 40)])
    assert game.record(red).rides == 2
    game.does(red, "move", path=way(leg(5.5, 21.5)))
    assert game.at(2)[:2] == game.at(red)[:2] == (5.5, 21.5)


def ridden(**more: Any) -> tuple[Any, int, int, int]:
    """A shot at short range at a boss on a bike; what it rides is the last of the records."""
    game, red, blue = scene([at(5, 5)], [at(5, 9, "brute-boss", mount="raider-bike")], **more)
    return game, red, blue, game.record(blue).rides


def test_what_an_enemy_rides_can_be_struck_and_its_rider_is_none_the_worse() -> None:
    game, red, blue, bike = ridden()
    question = game.asks(red, "combat-check", **{"with": (0, "single", -1)})
    assert {*question.options()} == {blue, bike}
    # three proficiency dice and a difficulty die: neither the boss's defence nor its experience counts
    game.does(red, "combat-check", **{"with": (0, "single", -1)}, at=bike, check=["S", "S", "SA", "-"], passing=True)
    assert game.record(bike).wounds == 9 + 3 - (5 - 2) and game.record(blue).wounds == 0
    assert game.record(blue).rides == bike
    assert "does 9 wounds to the raider bike" in "\n".join(game.log())


@pytest.mark.parametrize(("faces", "prone"), [(["-"] * 4, True), (["S", "-", "-", "-"], False)])
def test_whoever_rides_a_mount_that_falls_is_prone_unless_coordination_helps(faces: list[str], prone: bool) -> None:
    game, red, blue, bike = ridden()
    game.given(bike, wounds=6)
    game.does(
        red, "combat-check", **{"with": (0, "single", -1)}, at=bike, check=["S", "S", "SA", "-"],
        dice={"mount.fall": faces}, passing=True,
    )  # fmt: skip
    fallen = game.record(bike)
    assert (fallen.state, fallen.rider, game.record(blue).rides) == ("taken", -1, -1)
    assert game.record(blue).prone is prone and "mount" not in game.allowed(blue)


def test_whoever_is_thrown_off_its_gun_carries_its_attack_through() -> None:
    gun = '[[marker]]\nkind = "gun"\nid = "g"\nat = [5.5, 6.5, 0]\nparams = { weapon = "boltgun" }\n'
    game, red, blue = scene([at(5, 5)], [at(5, 9, "renegade")], gun)
    game.does(red, "mount", mount=2)
    slot = Model(game.play, red).gun_slot
    faces = ["SS", "SS", "S", "D"]
    game.does(red, "combat-check", **{"with": (slot, "single", -1)}, at=blue, check=faces, theirs="prone !")
    assert game.record(red).prone and game.record(red).rides == -1
    assert game.record(blue).wounds == 9 + 4 - (8 - 2)
    assert slot not in Model(game.play, red).slots


def test_whoever_rides_a_beast_strikes_with_its_tusks_by_its_own_action() -> None:
    game, red, blue = scene([at(5, 5, mount="war-hog")], [at(5, 6, "levy")])
    tusks = {"with": (Model(game.play, red).gun_slot, "single", -1)}
    assert game.asks(red, "combat-check").label(tusks["with"]) == "Tusks"
    game.does(red, "combat-check", **tusks, at=blue, check=["S", "S", *["-"] * 4], passing=True)
    assert game.record(blue).wounds == 2 + 4 + 2 - 3 and not game.state.turn.action
    game, red, blue = scene([at(5, 5, mount="raider-bike")], [at(5, 6, "levy")])
    assert not Model(game.play, red).manned


def test_a_gun_station_is_no_target_nor_is_a_mount_where_the_table_has_it_so() -> None:
    for reading, offered in ((True, 2), (False, 1)):
        game, red, blue, _ = ridden(options={"mounts-are-struck": reading})
        assert len(game.asks(red, "combat-check", **{"with": (0, "single", -1)}).options()) == offered
    gun = '[[marker]]\nkind = "gun"\nid = "g"\nat = [5.5, 10.5, 0]\nparams = { weapon = "heavy-bolter" }\n'
    game, red, blue = scene([at(5, 5)], [at(5, 9, "brute-boss")], gun)
    game.does(blue, "mount", mount=2)
    assert game.asks(red, "combat-check", **{"with": (0, "single", -1)}).options() == [blue]


def test_further_hits_on_a_mount_are_offered_by_its_own_name() -> None:
    for mode, quality in (("auto", "auto-fire"), ("single", "linked")):
        arm = weapon("boltgun", qualities={quality: 1})
        game, red, _ = scene([armed(5, 5, arm)], [at(5, 9, "brute-boss", mount="raider-bike", name="Gorr")])
        faces = ["SA", "A", *["-"] * (3 if mode == "auto" else 2)]
        question = game.asks(red, "combat-check", **{"with": (0, mode, -1)}, at=2, check=faces)
        assert "2 advantages: one more hit on the raider bike of Gorr" in map(question.label, question.options())


def test_nobody_parries_for_its_mount_nor_is_injured_by_what_strikes_it() -> None:
    game, red, _ = scene([armed(5, 5, weapon("chainsword"))], [at(5, 6, "warden-captain", mount="war-hog")])
    hog = 2
    faces = ["SA", "SA", "A", "-", "-", "-"]
    question = game.asks(red, "combat-check", **{"with": (0, "single", -1)}, at=hog, check=faces)
    assert question.key == "spend" and not any(code.startswith(("critical", "disable")) for code in question.options())


@covers("dismount", "numbers")
def test_a_rider_gets_off_into_any_free_square_beside_for_a_maneuver() -> None:
    game, (red, _), _ = scene([at(5, 5), at(6, 6)], [at(20, 40)], HOG.replace("wild", "war"))
    game.does(red, "mount", mount=3)
    beside = {cell[:2] for cell in game.asks(red, "dismount").options()}
    assert beside == {(x, y) for x in (4, 5, 6) for y in (5, 6, 7)} - {(5, 6), (6, 6)}
    game.does(red, "dismount", to=(5, 5, 0))
    assert game.at(red)[:2] == (5.5, 5.5) and game.state.turn.done == 1


def test_a_rider_gets_off_neither_through_a_wall_nor_onto_a_ledge() -> None:
    board = "[[wall]]\npoints = [[0, 5], [12, 5]]\nheight = 3\n[[block]]\nrect = [6, 5, 1, 2]\nheight = 2\n"
    game, red, _ = scene([at(5, 5, mount="war-hog")], [at(20, 40)], board)
    beside = {cell[:2] for cell in game.asks(red, "dismount").options()}
    assert beside == {(4, 5), (4, 6), (5, 6)}


@pytest.mark.parametrize(("row", "may"), [(4, False), (5, True)])
def test_nobody_mounts_out_of_a_fight_nor_gets_off_out_of_one(row: int, may: bool) -> None:
    game, red, _ = scene([at(5, 5)], [at(6, row, "brute")], HOG.replace("wild", "war"))
    assert ("mount" in game.allowed(red)) is may
    game, red, _ = scene([at(5, 5, mount="war-hog")], [at(6, row, "brute")])
    beside = {cell[:2] for cell in game.asks(red, "dismount").options()}
    assert beside == ({(5, 4), (5, 6), (6, 4), (6, 6)} if may else {(5, 4), (6, 5)})


@covers("mount", "refused")
@covers("dismount", "refused")
def test_there_must_be_something_to_mount() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)])
    assert game.why_not(red, "mount") == ("There must be a mount or a gun next to it that nobody is on.",)
    assert "It must be on a mount." in game.why_not(red, "dismount")


@covers("mount", "numbers")
def test_a_beast_that_is_not_mastered_costs_the_maneuver() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], HOG)
    game.does(red, "mount", mount=2, check=["-", "-", "-", "HH", "HH"])
    assert game.record(red).rides == -1
    assert game.record(red).prone  # four threats
    assert game.state.turn.done == 1


COVER = '[[marker]]\nid = "wreck"\nkind = "cover"\nat = [5.5, 6.5, 0]\n'
LOW = "[[obstacle]]\nrect = [5, 6, 1, 1]\nheight = 0.5\n"


@pytest.mark.parametrize("cover", [COVER, LOW])
def test_nobody_takes_cover_behind_what_is_beyond_a_wall(cover: str) -> None:
    wall = "[[wall]]\npoints = [[0, 6], [{}, 6]]\nheight = 3\n"
    for long, covered in ((5, True), (12, False)):
        game, red, _ = scene([at(5, 5)], [at(20, 40)], wall.format(long) + cover)
        assert ("take-cover" in game.allowed(red)) is covered
