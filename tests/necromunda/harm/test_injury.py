"""What hits do: the wound table, damage, injury dice, what they lead to; and the odds of all that against icepool."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from tests.necromunda.scenes import COLD, KNIFE, TOUCH, fighter, fighters_apart, run_rule, saves_on, scene
from warbook.core.dice import dice
from warbook.odds.dice_rules import enumerate_outcomes
from warbook.rulesets.necromunda.checks import directions
from warbook.rulesets.necromunda.checks.aiming import HitRoll, volley
from warbook.rulesets.necromunda.checks.firepower import FIREPOWER
from warbook.rulesets.necromunda.events.fighters import Earned, LastingInjury, SeriouslyInjured, TakenOut, Wounded
from warbook.rulesets.necromunda.harm import injury, nerve
from warbook.rulesets.necromunda.harm.dice import INJURY, as_it_is, boiled_down, harm, wound_number
from warbook.rulesets.necromunda.harm.saves import OTHERWISE, Field, Incoming
from warbook.rulesets.necromunda.harm.strikes import Harm, Mark, Strike
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model


def suffers(game: Any, who: int, done: Harm, *, by: int = -1, dice: tuple[int, ...] = (), **answers: Any) -> None:
    """Lets a fighter suffer some harm."""

    def rule(play: Any) -> None:
        injury.suffer(play, Model(play, who), done, by)

    run_rule(game, rule, dice=dice, **answers)


# ---- the wound table -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "toughness", "number"),
    [
        (4, 3, 3),
        (3, 4, 5),
        (3, 6, 6),
        (8, 4, 2),
        (5, 10, 6),
        (4, 4, 4),
        (6, 3, 2),
        (2, 4, 6),
        (2, 1, 2),
        (1, 1, 4),
        (1, 2, 6),
    ],
)
def test_the_wound_table(strength: int, toughness: int, number: int) -> None:
    assert wound_number(strength, toughness) == number


# ---- an independent computation --------------------------------------------------------------------------------------

State = tuple[int, int, int, int]  # wounds left, flesh wounds, serious injuries, results that took it out


def chance(needed: int) -> Any:
    """A die that is true where it shows that number or more."""
    return icepool.d(6).map(lambda face: face >= needed)


def injuries(state: State, count: int, grit: bool, toughness: int) -> Any:
    """What injury dice make of a fighter."""
    die = icepool.Die({0: 2, 1: 3, 2: 1})
    if grit and count == 1:
        frail = toughness - state[1] <= 1 and not state[2]
        rank = {1: 0, 0: 1, 2: 2} if frail else {0: 0, 1: 1, 2: 2}
        pool = icepool.map(lambda a, b: min(a, b, key=rank.__getitem__), die, die)
        results = pool.map(lambda r: (r == 0, r == 1, r == 2))
    else:
        count -= grit
        results = icepool.Die([(0, 0, 0)])
        for _ in range(count):
            results = icepool.map(lambda so, r: (so[0] + (r == 0), so[1] + (r == 1), so[2] + (r == 2)), results, die)
    return results.map(lambda r: (state[0], state[1] + r[0], state[2] + r[1], state[3] + r[2]))


def one_hit(state: State, blow: Strike, mark: Mark) -> Any:
    """A hit on a fighter in that state, by the book and not by the code under test."""
    wounds, flesh, serious, out = state
    toughness = mark.toughness - flesh - max(0, serious - (not mark.serious))
    if out or toughness <= 0:
        return icepool.Die([state])
    strength = blow.strength or 0
    if strength >= 2 * toughness:
        needed = 2
    elif strength > toughness:
        needed = 3
    elif strength == toughness:
        needed = 4
    elif 2 * strength > toughness:
        needed = 5
    else:
        needed = 6
    save = mark.saves[0].number if mark.saves else 7

    def wounded(face: int) -> Any:
        if face < needed:
            return icepool.Die([state])
        damage = (blow.damage or 0) + (face == 6 and "rending" in blow.traits)
        unsaved = Fraction(5, 6) if mark.dodge else Fraction(1)
        if save <= 6:
            unsaved *= Fraction(max(2, save) - 1, 6)
        lost = min(wounds, damage)
        count = damage - lost + (1 if lost and lost == wounds else 0)
        after = (wounds - lost, flesh, serious, out)
        hurt = injuries(after, count, mark.grit, mark.toughness) if count else icepool.Die([after])
        if count and lost and blow.traits & {"melta", "sever"}:
            hurt = icepool.Die([(after[0], flesh, serious, out + max(1, count - mark.grit))])
        keep = icepool.Die({False: unsaved.denominator - unsaved.numerator, True: unsaved.numerator})
        return keep.map(lambda through: hurt if through else icepool.Die([state]))

    return icepool.d(6).map(wounded)


def by_icepool(blow: Strike, mark: Mark, hits: int) -> dict[Harm, Fraction]:
    """The distribution of an attack's harm."""
    state = icepool.Die([(mark.wounds, 0, 0, 0)])
    for _ in range(hits):
        state = state.map(lambda *s: one_hit(s if len(s) > 1 else s[0], blow, mark))
    found: dict[Harm, Fraction] = {}
    for (wounds, flesh, serious, out), ways in state.items():
        done = boiled_down(Harm(mark.wounds - wounds, flesh, serious, out), mark)
        found[done] = found.get(done, Fraction(0)) + Fraction(ways, state.denominator())
    return found


def cases() -> Iterator[tuple[Strike, Mark, int]]:
    for strength, toughness, wounds, damage, save in product((2, 4, 8), (2, 3, 4), (0, 1, 3), (1, 2, 3), (7, 4)):
        saves = (save,) if save < 7 else ()
        yield Strike(strength, 0, damage), Mark(toughness, wounds, saves_on(*saves)), 1
    for hits, wounds, save in product((2, 3), (1, 2), (7, 5, 2)):
        saves = (save,) if save < 7 else ()
        yield Strike(4, 0, 1), Mark(3, wounds, saves_on(*saves)), hits
        yield Strike(5, 0, 2), Mark(2, wounds, saves_on(*saves), serious=True), hits
    specials: tuple[dict[str, Any], ...]
    specials = ({"grit": True}, {"dodge": True}, {"grit": True, "dodge": True}, {"serious": True})
    for special in specials:
        for wounds, damage, hits in product((0, 1, 2), (1, 2, 3), (1, 2)):
            yield Strike(4, 0, damage), Mark(3, wounds, saves_on(5), **special), hits
    for trait in ("melta", "sever", "rending"):
        for wounds, damage, hits in product((0, 1, 2), (1, 2), (1, 2)):
            yield Strike(6, 0, damage, frozenset({trait})), Mark(4, wounds, saves_on(6)), hits


def test_the_odds_of_harm_agree_with_icepool() -> None:
    for blow, mark, hits in cases():
        total, ways = enumerate_outcomes(harm, (blow, mark, hits))
        assert {done: Fraction(n, total) for done, n in ways} == by_icepool(blow, mark, hits), (blow, mark, hits)


def odds(blow: Strike, mark: Mark, hits: int = 1) -> dict[Harm, Fraction]:
    """The distribution of an attack's harm by the rules."""
    total, ways = enumerate_outcomes(harm, (blow, mark, hits))
    return {done: Fraction(n, total) for done, n in ways}


def test_gas_and_toxin_beat_toughness_and_a_six_always_does() -> None:
    for trait, save, through in (("gas", (4,), 1), ("toxin", (4,), Fraction(1, 2)), ("toxin", (), 1)):
        for toughness in range(2, 9):
            overcome = Fraction(max(1, 7 - toughness), 6)
            found = odds(Strike(None, 0, None, frozenset({trait})), Mark(toughness, 3, saves_on(*save)))
            assert 1 - found.get(Harm(), Fraction(0)) == overcome * through
            assert found[Harm(out=1)] == overcome * through / 6
            assert all(done.wounds == 0 for done in found)


def test_pulverise_turns_one_flesh_wound_into_a_serious_injury() -> None:
    found = odds(Strike(6, 0, 1, frozenset({"pulverise"})), Mark(3, 1))
    assert found[Harm(1, flesh=1)] == Fraction(5, 6) * Fraction(1, 3) * Fraction(2, 6)  # a die of 1 or 2 leaves it
    assert found[Harm(1, serious=1)] == Fraction(5, 6) * (Fraction(1, 2) + Fraction(1, 3) * Fraction(4, 6))


def test_a_seismic_six_to_wound_allows_no_save() -> None:
    plain, seismic = (
        odds(Strike(4, 0, 1), Mark(4, 2, saves_on(2))),
        odds(Strike(4, 0, 1, frozenset({"seismic"})), Mark(4, 2, saves_on(2))),
    )
    assert plain[Harm(1)] == Fraction(3, 6) * Fraction(1, 6)
    assert seismic[Harm(1)] == Fraction(2, 6) * Fraction(1, 6) + Fraction(1, 6)


def test_a_six_to_wound_with_shred_saves_against_twice_the_ap() -> None:
    shred = Strike(4, -1, 1, frozenset({"shred"}))
    found = odds(shred, Mark(4, 2, saves_on(6), shredded=()))
    assert found[Harm(1)] == Fraction(2, 6) * Fraction(5, 6) + Fraction(1, 6)
    twice = odds(shred, Mark(4, 2, saves_on(4), shredded=saves_on(5)), 2)
    one = Fraction(2, 6) * Fraction(3, 6) + Fraction(1, 6) * Fraction(4, 6)
    assert twice[Harm()] == (1 - one) ** 2


def test_a_sure_wound_rolls_none_and_a_lost_save_neither() -> None:
    assert odds(Strike(1, 0, 1, sure_wound=True, no_save=True), Mark(6, 2, saves_on(2), field=Field("f", 2))) == {
        Harm(1): 1
    }


def test_a_booster_takes_one_die_off_the_first_injury_roll_alone() -> None:
    once = odds(Strike(9, 0, 1, sure_wound=True), Mark(3, 1, booster=True))
    assert once[Harm(out=1, boosted=True)] == Fraction(1, 36)  # the better of two
    twice = odds(Strike(9, 0, 2, sure_wound=True), Mark(3, 0, booster=True))
    assert twice[Harm(out=1, boosted=True)] == Fraction(1, 6)  # one of two
    again = odds(Strike(9, 0, 1, sure_wound=True), Mark(3, 0, booster=True), 2)
    assert again[Harm(out=1, boosted=True)] == Fraction(1, 36) + Fraction(35, 36) * Fraction(1, 6)
    both = odds(Strike(9, 0, 1, sure_wound=True), Mark(3, 0, booster=True, grit=True))
    assert both[Harm(out=1, boosted=True)] == Fraction(1, 216)  # the best of three


def test_grit_keeps_what_does_not_take_it_out() -> None:
    frail = odds(Strike(9, 0, 1, sure_wound=True), Mark(1, 0, grit=True))
    assert frail[Harm(serious=1)] == 1 - Fraction(1, 4)  # a flesh wound would be one too many


# ---- the other dice --------------------------------------------------------------------------------------------------


def test_the_faces_of_the_injury_die() -> None:
    assert dict(INJURY.outcomes()) == {0: Fraction(2, 6), 1: Fraction(3, 6), 2: Fraction(1, 6)}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_firepower_dice_show_as_many_holes_as_icepool_says(count: int) -> None:
    one = icepool.d(6).map({1: (1, 1), 2: (1, 0), 3: (1, 0), 4: (2, 0), 5: (2, 0), 6: (3, 0)})
    total = one
    for _ in range(count - 1):
        total = icepool.map(lambda so, more: (so[0] + more[0], so[1] + more[1]), total, one)
    expected: dict[tuple[int, int], Fraction] = {}
    for shown, ways in total.items():
        holes, symbols = shown
        expected[holes, symbols] = expected.get((holes, symbols), Fraction(0)) + Fraction(ways, total.denominator())
    assert {tuple(value): p for value, p in FIREPOWER[count].outcomes()} == expected


@pytest.mark.parametrize(("number", "holes", "ammo"), [(4, 1, 6), (2, 2, 4), (6, 3, 3), (3, 2, 2)])
def test_a_volley_hits_and_runs_dry_as_often_as_icepool_says(number: int, holes: int, ammo: int) -> None:
    aim = HitRoll(number, 4, dice=holes, rapid=True, ammo=ammo, sixes=False, astray=False)
    total, ways = enumerate_outcomes(volley, (aim,))
    found: dict[tuple[int, int], Fraction] = {}
    for shot, n in ways:
        key = (shot.hits, shot.failed)
        found[key] = found.get(key, Fraction(0)) + Fraction(n, total)
    die = icepool.d(6).map({1: (1, 1), 2: (1, 0), 3: (1, 0), 4: (2, 0), 5: (2, 0), 6: (3, 0)})
    fired = die
    for _ in range(holes - 1):
        fired = icepool.map(lambda so, more: (so[0] + more[0], so[1] + more[1]), fired, die)
    hit = icepool.d(6).map(lambda face: face != 1 and face >= number)
    dry = icepool.d(6).map(lambda face: int(face < ammo))

    def told(lands: bool, shown: tuple[int, int]) -> Any:
        failures = shown[1] @ dry if shown[1] else icepool.Die([0])
        return failures.map(lambda failed: (shown[0] if lands else 0, min(2, failed)))

    expected: dict[tuple[int, int], Fraction] = {}
    both = icepool.map(told, hit, fired)
    for value, count in both.items():
        expected[value] = expected.get(value, Fraction(0)) + Fraction(count, both.denominator())
    assert found == expected


def test_a_scatter_points_anywhere_with_the_same_chance() -> None:
    outcomes = directions.DEGREES.outcomes()
    assert [degree for degree, _ in outcomes] == list(range(1, 361))
    assert {p for _, p in outcomes} == {Fraction(1, 360)}


def test_two_dice_add_up_as_icepool_says() -> None:
    two = 2 @ icepool.d(6)
    assert dict(dice(2).outcomes()) == {total: Fraction(ways, 36) for total, ways in two.items()}


# ---- what it leads to ------------------------------------------------------------------------------------------------


def test_flesh_wounds_come_before_serious_injuries_and_these_before_going_out() -> None:
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25)])
    suffers(game, blue, Harm(1, flesh=1, serious=1))
    assert game.record(blue).flesh == 1 and game.record(blue).status is Status.SERIOUS
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, flesh=2)])
    suffers(game, blue, Harm(1, flesh=1, serious=1), dice=COLD)  # toughness 3: one too many
    assert game.record(blue).status is Status.OUT and not game.happened(SeriouslyInjured)


def test_a_second_serious_injury_is_a_flesh_wound() -> None:
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25)])
    suffers(game, blue, Harm(1, serious=2))
    assert game.record(blue).flesh == 1 and game.record(blue).status is Status.SERIOUS
    suffers(game, blue, Harm(serious=1))
    assert game.record(blue).flesh == 2 and game.record(blue).status is Status.SERIOUS


def test_one_hit_after_another_finds_the_fighter_as_the_hits_before_have_left_it() -> None:
    now = as_it_is(Mark(3, 2), Harm(2, flesh=1, serious=1))
    assert (now.toughness, now.wounds, now.serious) == (2, 0, True)
    again = as_it_is(now, Harm(0, flesh=0, serious=1))
    assert (again.toughness, again.serious) == (1, True)
    assert not as_it_is(Mark(3, 1), Harm(1, flesh=1)).serious


def test_each_result_that_takes_a_fighter_out_rolls_for_a_lasting_injury() -> None:
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25)])
    suffers(game, blue, Harm(1, out=2), dice=(*COLD, 3, 1))
    assert game.record(blue).injuries == ("out-cold", "convalescence")


def test_multiple_injuries_roll_on_and_some_results_again() -> None:
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25)])
    suffers(
        game, blue, Harm(1, out=1), dice=(5, 4, 2, 1, 5, 4, 4, 5, 5, 4, 5)
    )  # two more; out cold and others do not count
    assert game.record(blue).injuries == ("multiple-injuries", "eye-injury", "hand-injury")


def test_a_lesson_is_worth_up_to_three_and_a_memorable_death_one_to_the_killer() -> None:
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25)])
    suffers(game, blue, Harm(1, out=1), by=red, dice=(1, 1, 3))
    assert game.record(blue).experience == 3 and game.record(red).experience == 2
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25)])
    suffers(game, blue, Harm(1, out=1), by=red, dice=(6, 6))
    assert game.record(red).experience == 3


def test_a_table_may_leave_lasting_injuries_out() -> None:
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25)], options={"lasting-injuries": False})
    suffers(game, blue, Harm(1, out=1))
    assert game.record(blue).status is Status.OUT and not game.happened(LastingInjury)


def test_a_fighter_that_has_no_wounds_left_rolls_a_die_for_every_point() -> None:
    assert odds(Strike(9, 0, 2, sure_wound=True), Mark(3, 0))[Harm(out=2)] == Fraction(1, 36)


def test_a_beast_goes_with_its_owner() -> None:
    game, red, (blue, beast) = scene(
        red=[fighter(10, 5)], blue=[fighter(10, 25), fighter(10, 40, profile="tallow-hound", beast_of=1)]
    )
    suffers(game, blue, Harm(1, out=1), dice=COLD)
    assert game.record(beast).status is Status.OUT
    assert [e.who for e in game.happened(TakenOut)] == [blue, beast]


def test_dodge_avoids_shots_and_blows_but_no_fall() -> None:
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, skills=["dodge"])])
    victim = game.model(blue)
    assert (
        injury.mark_of(victim, Strike(3), Incoming("shot")).dodge
        and injury.mark_of(victim, Strike(3), Incoming("melee")).dodge
    )
    assert not injury.mark_of(victim, Strike(3), OTHERWISE).dodge


def test_a_booster_is_spent_in_the_battle() -> None:
    game, red, blue = scene(red=[fighter(10, 5, weapons=["lasgun"])], blue=[fighter(10, 15, wargear=["bio-booster"])])
    game.does(red, "shoot", at=blue, dice=[4, 3, 4, 1, 6])  # hit, firepower, wound, two injury dice
    assert game.record(blue).flesh == 1 and "bio-booster" in game.record(blue).used
    assert not injury.mark_of(game.model(blue), Strike(3)).booster


def test_each_result_that_takes_a_fighter_out_leaves_a_lasting_injury() -> None:
    game, red, blue = fighters_apart(0, {"weapons": ("maul",)})
    game.does(red, "fight", dice=[4, 4, 6, 6, *COLD, *COLD], weapons=((0, 0),), path=((0, 1),))
    assert len(game.happened(LastingInjury)) == 2


# ---- experience ------------------------------------------------------------------------------------------------------


def earned(game: Any) -> list[tuple[int, int]]:
    return [(e.who, e.amount) for e in game.happened(Earned)]


def test_an_enemy_brought_down_is_worth_one_and_one_taken_out_two() -> None:
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25)])
    suffers(game, blue, Harm(1, serious=1), by=red)
    assert earned(game) == [(red, 1)]
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25)])
    suffers(game, blue, Harm(1, out=1), by=red, dice=COLD)
    assert earned(game) == [(red, 2)]


def test_a_leader_or_champion_taken_out_is_worth_one_more() -> None:
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, profile="dipper", stats={"role": "champion"})])
    suffers(game, blue, Harm(1, out=1), by=red, dice=COLD)
    assert earned(game) == [(red, 3)]


def test_an_enemy_counts_once_in_an_activation() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 11.4, status=Status.SERIOUS)])
    game.state = game.poised(red)
    run_rule(game, lambda play: injury.injure(play, Model(play, blue), red))
    assert game.record(red).experience == 1
    run_rule(game, lambda play: injury.take_out(play, Model(play, blue), red), dice=COLD)
    assert game.record(red).experience == 2


def test_friends_are_worth_nothing() -> None:
    game, (red, other), blue = scene(red=[fighter(10, 5), fighter(10, 10)], blue=[fighter(10, 25)])
    suffers(game, other, Harm(1, out=1), by=red, dice=COLD)
    assert earned(game) == []


def test_what_an_attack_did_is_told_in_order() -> None:
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25)])
    suffers(game, blue, Harm(1, flesh=1, serious=1), by=red)
    assert [type(e).__name__ for e in game.events if type(e) in (Wounded, SeriouslyInjured)] == [
        "Wounded",
        "SeriouslyInjured",
    ]


def test_the_dead_shake_their_friends_after_the_attack() -> None:
    game, red, (blue, friend) = scene(red=[fighter(10, 5)], blue=[fighter(10, 25), fighter(12, 25)])
    suffers(game, blue, Harm(1, serious=1), by=red, dice=(6, 6))
    assert game.record(friend).broken is False and nerve.friends_for_courage(game.play, game.model(friend)) == 0


@pytest.mark.parametrize(
    ("profile", "faces", "answers", "earned"),
    [
        ("dipper", (3,), {"after": None, "path": ((0, 1),)}, 1),
        ("dipper", (3, *COLD), {"after": 1}, 2),
        ("wickmaster", (6, *COLD), {"path": ((0, 1),)}, 3),
    ],
)
def test_experience_is_earned_once_for_an_enemy(profile: str, faces: Any, answers: Any, earned: int) -> None:
    reach = 1.122 if profile == "wickmaster" else TOUCH
    game, red, _ = scene(
        red=[fighter(10, 10, weapons=KNIFE)], blue=[fighter(10, 10 + reach, profile=profile, stats={"w": 1})]
    )
    game.does(red, "fight", dice=[4, 4, *faces], **answers)
    assert game.record(red).experience == earned
