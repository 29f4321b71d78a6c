"""What a position is worth: what greedy plays by."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from math import prod
from typing import Any

import pytest

from tests.gangfight.scenes import battle, figure, scene
from warbook.core.answers import Pending
from warbook.core.dice import Dice
from warbook.core.oracle import Table
from warbook.core.play import Play
from warbook.core.state import Waiting
from warbook.core.step import run_step
from warbook.core.structs import replace
from warbook.players.first import First
from warbook.players.greedy import Greedy
from warbook.rulesets.gangfight.battle import complications, scoring
from warbook.rulesets.gangfight.bots import afoot, goals
from warbook.rulesets.gangfight.bots.forecast import CHANCE
from warbook.rulesets.gangfight.bots.goals import ERRAND, FAR, ORDERS
from warbook.rulesets.gangfight.bots.standing import WIN, Standing, those_left
from warbook.rulesets.gangfight.bots.value import KEPT, SCORE, health, value
from warbook.rulesets.gangfight.events.deeds import Declared
from warbook.rulesets.gangfight.records.position import supplies
from warbook.rulesets.gangfight.records.state import DEAD, STORM, WINDS, off_table

RETREAT, SLAUGHTER = 5, 3  # faces of the die of the end game
PRESS, MESSENGER, HONOUR, BEAST = complications.PRESS, complications.MESSENGER, 6, complications.BEAST


def worth(game: Any, seat: int = 0) -> float:
    return value(Play(game.state, game.ruleset, game.world, []), seat)


def of(red: Any, blue: Any, seat: Any = 0, **turn: Any) -> float:
    """What a scene is worth to a seat."""
    return worth(scene(red=red, blue=blue, **turn)[0], seat)


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    game, _, _ = scene(red=[figure(10, 10), figure(14, 10)], blue=[figure(10, 18, wounds=1)])
    assert worth(game, 0) > 0 > worth(game, 1)


def test_nobody_stays_away_because_others_would_have_it_nearer() -> None:
    blue = [figure(10 + 2 * n, 40) for n in range(4)]
    at_home, on_its_way = (worth(scene(red=[figure(10, south)], blue=blue)[0]) for south in (10, 20))
    assert on_its_way > at_home


def test_nobody_is_spared_because_the_next_enemy_is_further_off() -> None:
    red = [figure(8 + 2 * n, 10, ap=0) for n in range(12)]
    before, _, _ = scene(red=red, blue=[figure(20, 13), figure(20, 44)])
    after, _, (fallen, _) = scene(red=red, blue=[figure(20, 13), figure(20, 44)])
    gone = after.record(fallen)
    after.state.put(replace(gone, out=True, wounds=0, at=off_table(gone.at)))
    looked_ahead = Play(after.state, after.ruleset, after.world, [], start=before.state)
    assert value(looked_ahead, 0) > worth(before) + 1
    assert goals.too_far(looked_ahead, 0) == goals.too_far(before.play, 0)
    come_to = Play(after.state, after.ruleset, after.world, [], start=after.state)
    assert goals.too_far(come_to, 0) != goals.too_far(before.play, 0)  # what a layout remembers has no start


def test_how_far_it_is_from_a_face_does_not_hang_on_who_was_asked_about_before() -> None:
    ledge = "[[platform]]\nrect = [11, 0, 10, 20]\nz = 3\n"
    on_the_ledge, below_it = (11_900, 10_500, 4_000), (10_100, 10_500, 4_000)  # of one cell, over different floors

    def asked(*spots: tuple[int, int, int]) -> dict[tuple[int, int, int], float]:
        game, _, _ = scene(red=[figure(10, 30)], blue=[figure(14, 6, 3)], board=ledge)
        ways = afoot.ways_for(game.play, ((14_000, 6_000, 3_000),))
        return {spot: ways.inches(spot) for spot in spots}

    assert asked(on_the_ledge, below_it) == asked(below_it, on_the_ledge)


def test_points_are_held_where_an_enemy_is_about_to_come() -> None:
    def held(away: float) -> float:
        mine = [figure(10, 10, ap=ap, activation="done") for ap in (1, 0)]
        with_point, without = (worth(scene(red=[one], blue=[figure(10, 10 + away)])[0]) for one in mine)
        return with_point - without

    assert held(6) > held(13) > held(30) == 0


def test_a_point_still_to_be_spent_is_worth_the_way_that_it_would_carry() -> None:
    def ready(ap: int) -> float:
        return worth(scene(red=[figure(10, 10, ap=ap, activation="active")], blue=[figure(10, 40)], actor=0)[0])

    assert ready(3) - ready(2) == pytest.approx(ready(2) - ready(1))
    assert ready(2) - ready(1) == pytest.approx(KEPT + 4 * FAR)
    assert KEPT > 0


def test_the_first_blow_of_a_battleground_is_a_point_to_come() -> None:
    before, after = (
        worth(scene(red=[figure(10, 10)], blue=[figure(10, 11.5)], engagement="battleground", blow=blow)[0])
        for blow in ((), (0, 1))
    )
    assert SCORE - 2 < after - before < 3 * SCORE  # the attackers are at home, if a retreat should follow soon


def test_greedy_fights_who_stands_before_it() -> None:
    game, _, blue = scene(red=[figure(10, 10, activation="active")], blue=[figure(10, 11.5, ap=1, wounds=1)], actor=0)
    table = Table(Dice(1), {0: Greedy(1)})
    play = Play(game.state.copy(), game.play.ruleset, game.play.world, [], table, game.state)
    with suppress(Pending):  # blue is asked whether it strikes back
        run_step(play)
    (declared,) = [event for event in play.events if isinstance(event, Declared)]
    assert declared.deed.row == "melee"
    assert declared.deed.aims == ((0, blue),)


# ---- figures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["safe-conduct", "the-reeds-move", "late-for-market"])
def test_those_who_are_left_are_those_whom_the_rules_count(scenario: str) -> None:
    """Also whoever is still to come, and without civilians and those who have gone."""
    game = battle(scenario)
    gone = game.record(game.world.sides[0][1])
    game.state.put(replace(gone, out=True, wounds=0))
    coming = game.record(game.world.sides[1][1])
    game.state.put(replace(coming, state="waiting", at=off_table(coming.at)))
    left, sides = those_left(game.play), game.world.sides
    assert left.cost == [scoring.survivors(game.play, seat) for seat in (0, 1)]
    assert left.wounds == [sum(game.record(who).wounds for who in sides[seat]) for seat in (0, 1)]
    assert len(left.figures) == len(sides[0]) + len(sides[1]) + len(game.world.civilians) - 1
    assert 0 < left.cost[0] < sum(game.world.prices[who] for who in sides[0])


def test_a_figure_is_worth_less_hurt_lying_or_with_nothing_in_its_barrel() -> None:
    def mine(**changes: Any) -> float:
        return of([figure(10, 10, weapons=["musket"], **changes)], [figure(10, 30)])

    assert mine() > mine(unloaded=(0,)) > mine(down=True)
    game, who, _ = scene([figure(10, 10)], [figure(10, 30)])
    whole, hurt, dying = (health(game.model(who).kit, replace(game.record(who), wounds=wounds)) for wounds in (3, 2, 1))
    assert whole - hurt == pytest.approx(hurt - dying)
    assert whole > hurt


@pytest.mark.parametrize("stage", ["complications", "end-game"])
def test_who_is_marked_is_dear_in_the_end_game_too(stage: str) -> None:
    def lost(marks: tuple[tuple[str, int], ...]) -> float:
        turn = {"stage": stage, "complication": complications.BOUNTY, "end_game": 1, "marks": marks}
        hurt, whole = (of([figure(10, 10)], [figure(40, 40, wounds=wounds)], **turn) for wounds in (1, 3))
        return hurt - whole

    assert lost((("bounty-0", 1),)) > lost(()) + 2


def test_the_first_two_to_fight_in_an_ambush_are_dear_and_the_ambusher_twice() -> None:
    def lost(seat: int, blow: tuple[int, ...]) -> float:
        def after(wounds: int) -> float:
            puts = [figure(10, 10, wounds=wounds if seat == 0 else 3)], [figure(40, 40, wounds=wounds if seat else 3)]
            return of(*puts, seat=1, engagement="ambush", stage="complications", blow=blow)

        return abs(after(1) - after(3))

    red, blue = (lost(seat, (0, 1)) - lost(seat, ()) for seat in (0, 1))
    assert red == pytest.approx(2 * blue)
    assert blue > 0


def test_leaders_are_dear_while_honour_binds_them_and_before_the_end_game_is_known() -> None:
    def lost(leader: bool, **turn: Any) -> float:
        hurt, whole = (of([figure(9, 9)], [figure(40, 40, leader=leader, wounds=wounds)], **turn) for wounds in (1, 3))
        return hurt - whole

    plain = lost(False)
    duel, bound = (lost(True, stage="end-game", end_game=1, complication=number) for number in (DEAD, HONOUR))
    assert plain == pytest.approx(duel) and bound > duel + 2
    assert lost(True, stage="end-game", end_game=SLAUGHTER) > bound
    assert lost(True, stage="complications", complication=DEAD) > plain + 1
    assert lost(True) > lost(True, stage="complications", complication=DEAD)


def test_a_leader_who_is_gone_is_missed_until_the_end_game_says_that_it_does_not_matter() -> None:
    def missed(**turn: Any) -> float:
        here, gone = (
            of([figure(9, 9)], [figure(40, 40), figure(44, 44, leader=True, out=out)], **turn) for out in (False, True)
        )
        return gone - here

    later, never = missed(stage="complications", complication=DEAD), missed(stage="end-game", end_game=1)
    assert later == pytest.approx(never + SCORE * CHANCE * 2)


def test_a_leader_keeps_out_of_reach() -> None:
    def near(leader: bool, wounds: int) -> float:
        red = [figure(20, 20, leader=leader, wounds=wounds)]
        far, close = (
            of(red, [figure(18 + 2 * n, y) for n in range(3)], stage="end-game", end_game=SLAUGHTER) for y in (44, 23)
        )
        return close - far

    assert near(True, 3) < 0 < near(False, 3)
    assert near(True, 2) < near(True, 3) - 1


def test_nobody_is_worth_as_much_where_enemies_are_about_to_come() -> None:
    def fear(others: int) -> float:
        """What it costs who wants to come no nearer that more enemies stand about."""
        bow = figure(20, 20, ap=0, weapons=["longbow"], wounds=2)
        alone, among = (of([bow], [figure(20, 30), *(figure(14 + 4 * n, y) for n in range(others))]) for y in (46, 30))
        return alone - among

    assert 0 < fear(1) < fear(3)


def test_who_is_left_is_dear_when_the_end_is_near_and_the_battle_is_open() -> None:
    early, late, won = (Standing(ahead, 500, 450, gone).dear for ahead, gone in ((0, 0.3), (0, 0.9), (3, 0.9)))
    assert late > won > early == 0


def test_in_the_last_rounds_a_prize_is_worth_the_result_that_it_brings() -> None:
    early, late, decided = (Standing(ahead, 500, 500, gone) for ahead, gone in ((-1, 0.3), (-1, 1.0), (-9, 1.0)))
    assert early.swing(2) == 0 < late.swing(2)
    assert late.swing(2) > WIN > 10 * decided.swing(2) >= 0
    assert late.swing(-2) < late.swing(2) / 10  # it is lost as it is

    def hunted(round: int) -> float:
        """What it means that the one whom they are after has lost all wounds but one."""
        turn = {"stage": "complications", "complication": complications.BOUNTY, "marks": (("bounty-0", 1),)}
        whole, hurt = (
            of([figure(10, 10)], [figure(40, 40, wounds=wounds)], round=round, points=(0, 1), **turn)
            for wounds in (3, 1)
        )
        return hurt - whole

    assert hunted(8) > hunted(2) + 20


def test_in_the_end_points_decide_and_not_who_is_left() -> None:
    early, late = (Standing(-1, 900, 100, gone).hope() for gone in (0.25, 1.0))
    assert early > 0.2 and late < -0.9


def test_whoever_acts_would_see_somebody_to_shoot_at() -> None:
    def hope(wall: str = "", **changes: Any) -> float:
        acting = figure(10, 10, weapons=["longbow"], activation="active", **changes)
        return of([acting], [figure(10, 20)], actor=0, board=wall)

    wall = "[[wall]]\nline = [0, 15, 48, 15]\nheight = 8\nclimbable = false\n"
    blind, ready = hope(wall), hope()
    assert ready > blind + 0.3
    assert hope(ap=0) - hope(wall, ap=0) < 0.3


def test_whoever_acts_would_have_points_left_where_a_charge_may_bring_it_to_blows() -> None:
    def hope(away: float, ap: int) -> float:
        return of([figure(10, 10, ap=ap, activation="active")], [figure(10, 10 + away)], actor=0)

    near, far = (hope(away, 2) - hope(away, 1) for away in (6, 12))
    assert near > far - 4 * FAR + 0.3


def test_nobody_is_better_dead_than_in_danger() -> None:
    def hunted(**changes: Any) -> float:
        turn = {"stage": "complications", "complication": complications.BOUNTY, "marks": (("bounty-1", 0),)}
        blue = [figure(16 + 2 * n, 23) for n in range(6)]
        return of([figure(20, 20, **changes), figure(40, 4)], blue, points=(0, int("out" in changes)), **turn)

    assert hunted(wounds=1) > hunted(out=True)


def test_who_has_few_left_is_hunted_down() -> None:
    def kill(others: int) -> float:
        blue = [figure(10 + 2 * n, 40, out=n >= others) for n in range(8)]
        return of([figure(10, 10)], [*blue, figure(40, 40, out=True)]) - of([figure(10, 10)], [*blue, figure(40, 40)])

    assert kill(1) > kill(6) + 1


def test_the_wounds_of_the_beast_are_worth_something() -> None:
    def hunt(**changes: Any) -> float:
        beast = [figure(24, 24, profile="large-beast", **changes)]
        return worth(
            scene([figure(10, 10)], [figure(40, 40)], neutral=beast, stage="complications", complication=BEAST)[0]
        )

    assert hunt(wounds=1) > hunt(wounds=5) > hunt()


# ---- what is about to be counted -------------------------------------------------------------------------------------


def test_the_dead_are_sent_back_for_what_that_will_be_counted_for() -> None:
    def sent(*kills: int, **turn: Any) -> float:
        marks = tuple((f"kills-{seat}", n) for seat, n in enumerate(kills))
        return of([figure(10, 10)], [figure(40, 40)], complication=DEAD, marks=marks, **turn)

    between = {"stage": "complications"}
    assert sent(2, 0, **between) > sent(1, 0, **between) > sent(1, 1, **between) > sent(0, 1, **between)
    assert sent(2, 0, stage="end-game", end_game=1) == pytest.approx(sent(0, 0, stage="end-game", end_game=1))


def test_a_defender_in_the_zone_and_a_reserve_over_the_middle_are_points_to_come() -> None:
    turn: dict[str, Any] = {"engagement": "point-defense", "marks": (("point", 24000),)}
    outside, inside = (of([figure(5, 5)], [figure(24, y)], **turn) for y in (30.5, 29.5))
    assert SCORE - 2 < inside - outside < 3 * SCORE
    turn = {"engagement": "reinforcements", "reserves": (0,)}
    short, over = (of([figure(5, y)], [figure(40, 40)], **turn) for y in (23.9, 24.1))
    assert SCORE - 2 < over - short < 3 * SCORE


def test_a_messenger_who_has_walked_to_its_edge_is_as_good_as_away() -> None:
    marks = (("messenger-0", 0), ("messenger-went-0", 1))
    here, there = (
        of([figure(5, 0.6)], [figure(40, 40)], stage="complications", complication=MESSENGER, marks=marks[:n])
        for n in (1, 2)
    )
    assert there > here + SCORE / 2


def test_the_line_that_is_pressed_further_is_a_point_to_come() -> None:
    level, ahead = (
        of([figure(5, y)], [figure(40, 40)], stage="complications", complication=PRESS) for y in (23.9, 24.1)
    )
    assert ahead > level + SCORE / 2


def test_a_leader_who_has_fallen_decides_the_battle_that_turns_on_it() -> None:
    def fallen(end_game: int) -> float:
        blue = [figure(40, 40), figure(44, 44, leader=True, out=True)]
        return of([figure(10, 10, leader=True)], blue, stage="end-game", end_game=end_game)

    assert fallen(SLAUGHTER) > fallen(1) + WIN / 2


def test_level_points_in_the_last_round_make_survivors_count() -> None:
    def kill(round: int, points: tuple[int, int] = (0, 0)) -> float:
        game = battle("open-field")
        game.state.turn = replace(game.state.turn, round=round, points=points, engagement="")
        before, who = worth(game), game.play.world.sides[1][-1]
        game.state.put(replace(game.record(who), out=True))
        return worth(game) - before

    assert kill(4) < kill(8) - 1
    assert kill(8, (3, 0)) < kill(8)


def test_wounds_of_a_leader_are_dear_to_those_whose_battle_hangs_on_its_life() -> None:
    def hurt(points: tuple[int, int], end_game: int = SLAUGHTER) -> float:
        """What it is worth to red that the enemy's leader has lost two wounds."""
        red, turn = [figure(9, 9), figure(5, 9, leader=True)], {"stage": "end-game", "end_game": end_game, "round": 6}
        hurt, whole = (
            of(red, [figure(40, 40, leader=True, wounds=wounds), figure(44, 44)], points=points, **turn)
            for wounds in (1, 3)
        )
        return hurt - whole

    assert hurt((0, 1)) > hurt((1, 0)) + 2 > hurt((1, 0), end_game=1) + 4


# ---- the retreat -----------------------------------------------------------------------------------------------------


def dread(seat: int, home: Any, **turn: Any) -> float:
    """What a side has against attackers who are all at home, or far from it."""
    near, far = ([figure(4 + 3 * n, y, ap=0) for n in range(4)] for y in (8, 44))
    return of(near if home else far, [figure(40, 26)], seat, round=3, **turn)


def fear(seat: int, **turn: Any) -> float:
    """How much more a side minds where the attackers are than with the end game known to be another."""
    idle = {"stage": "end-game", "end_game": 1}
    shift = {home: dread(seat, home, **turn) - dread(seat, home, **idle) for home in (True, False)}
    return shift[False] - shift[True] if seat else shift[True] - shift[False]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_retreat_is_feared_the_more_the_nearer_it_is(seat: int) -> None:
    between = {"stage": "complications", "complication": DEAD}
    far, near = fear(seat, stage="engagement"), fear(seat, **between)
    assert far == pytest.approx(0, abs=1e-6)
    assert near > 1
    assert fear(seat, stage="complications", complication=WINDS) > near + 1


@pytest.mark.parametrize("seat", [0, 1])
def test_who_is_behind_does_not_wait_at_home_for_a_retreat(seat: int) -> None:
    def mind(ahead: int) -> float:
        return fear(seat, stage="complications", complication=DEAD, points=(ahead, 0) if seat == 0 else (0, ahead))

    assert mind(1) > 1
    behind = fear(seat, stage="complications", complication=DEAD, points=(0, 1) if seat == 0 else (1, 0))
    assert behind == pytest.approx(0, abs=1e-6)


def test_defenders_do_not_hurry_to_strike_while_the_attackers_are_at_home() -> None:
    def first(attackers: float) -> float:
        red = [figure(4 + 3 * n, attackers) for n in range(4)]
        before, after = (
            worth(scene(red, [figure(40, 26)], engagement="battleground", seat=1, blow=blow)[0], 1)
            for blow in ((), (4, 0))
        )
        return after - before

    assert first(8) < 0 < first(44)


def test_level_points_are_no_safety_before_a_retreat_is_judged() -> None:
    def kept(price: int) -> float:
        """What is hoped for by who would be level after it and has so much more left."""
        stands = Standing(ahead=2, mine=1000 + price, theirs=1000, gone=0.2)
        return stands.settling(-2)

    assert 0 < kept(1) < 0.1 < kept(100) < kept(400)
    assert Standing(ahead=2, mine=1001, theirs=1000, gone=0.2).won(-2) == 1


def test_who_may_choose_attacks() -> None:
    attacks, defends = (
        of([figure(10, 10, state="waiting")], [figure(10, 40)], phase="deploy", attacker=attacker)
        for attacker in (0, 1)
    )
    assert attacks > defends


def test_a_retreat_that_may_come_too_late_is_feared_less() -> None:
    def mind(round: int) -> float:
        there, away = (
            of([figure(4, y)], [figure(40, 26)], 1, round=round, stage="complications", complication=DEAD)
            for y in (8, 44)
        )
        return away - there

    assert mind(2) == pytest.approx(mind(5))  # there is time enough
    assert mind(5) > mind(6) + 1 and mind(6) > mind(8)


def test_the_first_crate_waits_while_the_attackers_are_at_home() -> None:
    def claim(attacker: int) -> float:
        game = battle("parcels-from-above", attacker=attacker)
        before, crate = worth(game), supplies(game.play)[0]
        game.state.put(replace(crate, claimed=0))
        return worth(game) - before

    assert claim(1) < 0 < claim(0)


def test_reserves_do_not_hurry_over_the_middle_while_the_attackers_are_at_home() -> None:
    def cross(attackers: float) -> float:
        red = [figure(4 + 3 * n, attackers) for n in range(4)]
        turn = {"engagement": "reinforcements", "reserves": (4,), "round": 2}
        short, over = (of(red, [figure(40, y)], 1, **turn) for y in (24.1, 23.9))
        return over - short

    assert cross(8) < 0 < cross(44)


def test_the_end_game_that_is_about_to_be_rolled_is_feared_most() -> None:
    def mind(*agenda: Waiting) -> float:
        game, *_ = scene(
            [figure(4 + 3 * n, 8) for n in range(4)], [figure(40, 26)], stage="complications", complication=DEAD
        )
        game.state.agenda = agenda
        return worth(game, 1)

    assert mind(Waiting("end_game", (0, 3))) < mind() - SCORE


def test_who_leads_does_not_bring_on_an_end_game_that_may_lose_the_battle_and_who_is_behind_does() -> None:
    def end(points: tuple[int, int]) -> float:
        """What it is worth to the defenders that the leader of the attackers falls, half of whom are at home."""

        def after(out: bool) -> float:
            red = [figure(4 + 4 * n, 8 if n < 3 else 26) for n in range(5)]
            game, *_ = scene(
                [*red, figure(40, 24, leader=True, out=out)],
                [figure(4 + 4 * n, 44) for n in range(8)],
                stage="complications",
                complication=HONOUR,
                points=points,
                round=5,
            )
            game.state.agenda = (Waiting("end_game", (1, 5)),) if out else ()
            return worth(game, 1)

        return after(True) - after(False)

    assert end((0, 1)) < 0 < end((1, 0))


def test_defenders_mind_attackers_at_home_once_they_retreat() -> None:
    on = {"stage": "end-game", "end_game": RETREAT, "marks": (("retreat-by", 3),)}
    assert fear(1, **on) > SCORE
    assert fear(1, points=(0, 3), **on) < fear(1, **on) / 2  # they will have won all the same


def test_attackers_in_retreat_go_home_with_all_the_points_they_have() -> None:
    def going(y: float, **changes: Any) -> float:
        turn = {"stage": "end-game", "end_game": RETREAT, "marks": (("retreat-by", 3),), "round": 3}
        return of([figure(10, y, activation="ready", **changes)], [figure(40, 40)], **turn)

    assert going(8, ap=0) > going(20, ap=3) > going(16, ap=0)
    assert going(8, ap=0) - going(13, ap=0) > 8
    assert going(20, ap=3) - going(26, ap=3) > 6  # so far that it might just not get there
    assert going(15, ap=3) > going(20, ap=3)


def test_attackers_who_cannot_get_home_any_more_hunt_the_last_enemies() -> None:
    def there(x: float, y: float) -> float:
        turn = {"stage": "end-game", "end_game": RETREAT, "marks": (("retreat-by", 3),), "round": 3}
        return of([figure(x, y, activation="ready")], [figure(44, 44)], **turn)

    assert there(20, 36) > there(10, 36)  # too far from home already: twenty inches at best
    assert there(10, 20) > there(10, 22) > there(10, 36) + 24  # never better to be past hope


def test_who_can_just_get_home_does_not_stop_to_shoot() -> None:
    def going(ap: int, wounds: int) -> float:
        turn = {"stage": "end-game", "end_game": RETREAT, "marks": (("retreat-by", 3),), "round": 3}
        return of([figure(10, 26, activation="ready", ap=ap)], [figure(40, 40, wounds=wounds)], **turn)

    assert going(3, 3) > going(2, 1) + 4


RETREATS: dict[str, Any] = {"stage": "end-game", "end_game": RETREAT, "marks": (("retreat-by", 3),), "round": 3}


def test_a_retreat_succeeds_as_likely_as_more_than_half_get_home() -> None:
    def likely(*ys: float, **changes: Any) -> float | None:
        red = [figure(4 + 4 * n, y, activation="ready", **changes) for n, y in enumerate(ys)]
        return goals.chance_of_return(scene(red, [figure(40, 40)], **RETREATS)[0].play, 0)

    assert likely(8, 8, 40) == 1 and likely(8, 40, 40) == 0
    assert 0 < (likely(26, 26, 26, ap=3) or 0) < (likely(8, 26, 26, ap=3) or 0) < 1  # each may just get there
    assert goals.chance_of_return(scene([figure(4, 26)], [figure(40, 40)])[0].play, 0) is None


def test_who_goes_nowhere_or_slowly_does_not_get_home() -> None:
    def likely(y: float, ap: int = 3, activation: str = "ready", **changes: Any) -> float:
        """How likely one of two returns who is not there yet; both have to."""
        red = [figure(4, 8), figure(10, y, ap=ap, activation=activation, **changes)]
        chance = goals.chance_of_return(scene(red, [figure(40, 40)], **RETREATS)[0].play, 0)
        assert chance is not None
        return chance

    assert likely(12.1) == 1
    assert likely(12.1, ap=0) == likely(12.1, activation="done") == likely(12.1, ap=1, down=True) == 0
    assert likely(21) > likely(21, down=True) > 0
    assert likely(21) > likely(21, armour=["heavy"]) > 0


def test_those_who_retreat_fear_and_hope_by_how_many_may_get_home() -> None:
    def hope(y: float) -> float:
        red = [figure(4 + 4 * n, y, activation="ready", ap=3) for n in range(4)]
        return of(red, [figure(40, 40, ap=0)], **RETREATS)

    sure, doubtful, lost = hope(14), hope(24), hope(44)
    assert sure > doubtful + 0.3 * WIN > lost + 0.6 * WIN


@pytest.mark.parametrize("chances", [[1.0, 0.5, 0.25], [0.9] * 4, [0.2, 0.7, 0.1, 0.6, 0.5], [0.0], [1.0], []])
def test_more_than_half_of_them(chances: list[float]) -> None:
    both = list(product((0, 1), repeat=len(chances)))
    of_all = sum(
        prod(p if came else 1 - p for p, came in zip(chances, each, strict=True))
        for each in both
        if 2 * sum(each) > len(each)
    )
    assert goals.more_than_half(chances) == pytest.approx(of_all)


def test_in_retreat_nobody_who_is_needed_at_home_and_may_get_there_does_anything_else_first() -> None:
    """Every one of five may get home with the last of its points, and three have to: until they have, nobody loads."""
    red = [figure(4 + 8 * n, 26, activation="ready", ap=3, unloaded=(0,), weapons=["longbow"]) for n in range(5)]
    game, _, _ = scene(red, [figure(24, 30)], **RETREATS)
    table, state, done = Table(Dice(1), {0: Greedy(1), 1: First()}), game.state, []
    while (result := game.ruleset.result(state)) is None:
        play = Play(state.copy(), game.ruleset, game.world, [], table, state)
        run_step(play)
        if (goals.chance_of_return(play, 0) or 0) < 1:
            done += [event.deed.action for event in play.events if isinstance(event, Declared)]
        state = play.state
    assert set(done) == {"move", "run"}
    assert result.winner == 0


def test_a_whole_turn_more_to_get_home_counts_too() -> None:
    def going(by: int) -> float:
        turn = {"stage": "end-game", "end_game": RETREAT, "marks": (("retreat-by", by),), "round": 3}
        return of([figure(10, 20, ap=0)], [figure(40, 40)], **turn)

    assert going(4) > going(3) + 8


def test_points_carry_nobody_far_home_in_a_storm() -> None:
    def going(y: float, complication: int) -> float:
        turn = {"stage": "end-game", "end_game": RETREAT, "marks": (("retreat-by", 3),), "round": 3}
        return of([figure(10, y, activation="ready", ap=3)], [figure(40, 40)], complication=complication, **turn)

    assert going(20, STORM) < going(20, DEAD) - 6
    assert going(8, STORM) == pytest.approx(going(8, DEAD))


# ---- where they stand ------------------------------------------------------------------------------------------------


def test_reserves_race_for_the_middle() -> None:
    def run(engagement: str) -> float:
        short, long = (of([figure(5, y)], [figure(5, 46)], engagement=engagement, reserves=(0,)) for y in (14, 10))
        return short - long

    assert run("reinforcements") > run("") + 1


def test_nobody_stands_where_the_enemy_would_strike_first_unless_it_may_get_there_itself() -> None:
    def nearer(ap: int, engagement: str) -> float:
        far, near = (of([figure(10, 10, ap=ap)], [figure(10, y)], engagement=engagement) for y in (25, 21))
        return near - far

    assert nearer(0, "battleground") < 0 < nearer(0, "")
    assert nearer(3, "battleground") == pytest.approx(nearer(3, ""))


def test_those_who_are_behind_dare_more() -> None:
    def fear(points: tuple[int, int]) -> float:
        alone, among = (
            of([figure(20, 20, ap=0, weapons=["longbow"])], [figure(20, 30), figure(14, y)], points=points, round=4)
            for y in (46, 30)
        )
        return alone - among

    assert fear((2, 0)) > fear((0, 0)) > fear((0, 2)) > 0


def test_two_who_stand_where_the_enemy_would_strike_first_are_in_more_danger_than_one() -> None:
    def near(*south: float) -> float:
        red = [figure(10 + 4 * n, y, ap=0) for n, y in enumerate(south)]
        idle, race = (of(red, [figure(12, 36)], engagement=engagement) for engagement in ("", "battleground"))
        return idle - race

    assert near(24, 24) > near(24, 8) + 1 > 2


def test_somebody_goes_for_every_crate() -> None:
    def at(*spots: tuple[int, int]) -> float:
        game = battle("parcels-from-above")
        records = game.state.records
        for who in range(game.play.world.mustered):
            x, y = spots[who] if who < len(spots) else (24, 4)
            if records[who].owner == 0:
                game.state.put(replace(records[who], at=replace(records[who].at, x=1000 * x, y=1000 * y)))
            else:
                game.state.put(replace(records[who], state="waiting", at=replace(records[who].at, posture=0)))
        return worth(game)

    assert at((12, 20), (36, 20)) > at((12, 20), (12, 10)) + 2 * ERRAND


def test_civilians_are_to_be_brought_to_the_middle() -> None:
    def ward(y: float) -> float:
        turn: dict[str, Any] = {"engagement": "escort", "attacker": 0, "seat": 1}
        return worth(
            scene([figure(5, 5)], [figure(40, 44)], civilians=[figure(44, y, profile="civilian")], **turn)[0], 1
        )

    assert ward(30) == pytest.approx(ward(40) + 10 * ERRAND)


def test_a_messenger_goes_to_its_own_edge_and_nowhere_else() -> None:
    turn = {"stage": "complications", "complication": MESSENGER}
    far, near = (of([figure(5, y)], [figure(40, 40)], marks=(("messenger-0", 0),), **turn) for y in (20, 10))
    assert near - far > 10 * ORDERS - 10 * FAR - 1e-6
    assert near > far


def test_a_line_that_is_behind_goes_forward() -> None:
    def gain(complication: int) -> float:
        turn = {"stage": "complications", "complication": complication}
        back, forth = (of([figure(5, y)], [figure(5, 20)], **turn) for y in (6, 10))
        return forth - back

    assert gain(PRESS) > gain(DEAD) + 3 * ERRAND


WALL = """
[[block]]
rect = [0, 20, 30, 4]
height = 4
"""


def test_who_clings_to_a_wall_is_no_nearer_for_it() -> None:
    foot, up = (of([figure(10, 19.4, z)], [figure(10, 26)], board=WALL) for z in (0, 3))
    assert up == pytest.approx(foot)


CLEFT = """
[[block]]
rect = [16, 20, 6, 6]
height = 3

[[block]]
rect = [23.5, 20, 6, 6]
height = 3
"""


def test_a_cleft_that_is_hardly_wider_than_a_base_is_gone_round() -> None:
    def way(x: float) -> float:
        game, who, _ = scene([figure(x, 18.9)], [figure(23, 40)], board=CLEFT)
        return goals.inches_off(game.play, 0)[who]

    assert way(22.967) > way(15) and way(22.967) > way(30.5)


# ---- which way to go -------------------------------------------------------------------------------------------------


def led(game: Any, who: int = 0) -> list[tuple[int, int]]:
    """Where the leads of a figure are least, of some spots about the table."""
    spots = [(x, y, 0) for x in range(2000, 48000, 4000) for y in range(2000, 48000, 4000)]
    return [min(spots, key=lead)[:2] for lead in goals.leads(game.play, who)]


def test_leads_go_to_the_enemy_to_crates_home_and_to_the_edge() -> None:
    puts = [figure(10, 20)], [figure(34, 42)]
    assert led(scene(*puts)[0]) == [(34000, 42000)]
    ((_, y),) = led(scene(*puts, stage="end-game", end_game=RETREAT)[0])
    assert y <= 12000
    ((_, y),) = led(scene(*puts, stage="complications", complication=MESSENGER, marks=(("messenger-0", 0),))[0])
    assert y == 2000
    assert len(led(battle("parcels-from-above"))) == 2


class Led:
    """Moves, and goes where the first candidate leads that is not to stay."""

    def choose(self, play: Any, decision: Any) -> Any:
        return "move" if decision.key == "action" else decision.candidates(2)[1]


def test_the_first_way_that_is_proposed_leads_to_the_enemy() -> None:
    game, who, _ = scene([figure(10, 10, activation="active")], [figure(10, 40)], actor=0)
    play = Play(game.state.copy(), game.play.ruleset, game.play.world, [], Table(Dice(1), {0: Led()}), game.state)
    run_step(play)
    at = play.state.records[who].at
    assert (at.x, at.y) == (10000, 14000)
