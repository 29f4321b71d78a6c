"""Points on which tables differ, each at its values: of claims, morale, saves, reactions and shots."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row
from tests.draft_40k.test_bundles import with_marker
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.attacks.flight import end_phase, flies
from warbook.rulesets.draft_40k.attacks.reactions import shots_back
from warbook.rulesets.draft_40k.battle import deployment, turn
from warbook.rulesets.draft_40k.battle.missions import end, points
from warbook.rulesets.draft_40k.checks import leadership, sight
from warbook.rulesets.draft_40k.checks.saving import Blow, cover_against, saves_of
from warbook.rulesets.draft_40k.harm import casualties
from warbook.rulesets.draft_40k.movement.charging import modes_of
from warbook.rulesets.draft_40k.movement.falling_back import distance_of, ways_back
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import Placed, model

FAR = row(3, 10, 40, "militia", "others")
RIFLE = ((0, 0),)


def unit_of(game: Field, name: str) -> Unit:
    """A unit of a scene."""
    return Unit(game.play, game.unit(name))


# ---- claims ----------------------------------------------------------------------------------------------------------


def claimed(by: int, watch: dict[str, Any], **options: Any) -> Field:
    """A marker beside the watch, claimed by a side, at the end."""
    game = with_marker(watch, options=options)
    game.state.records[-1] = replace(game.state.records[-1], claimed=by)
    game.world = replace(game.world, scenario=replace(game.world.scenario, mission="seize-ground"))
    return game


@pytest.mark.parametrize(
    ("persist", "morale", "held"), [(True, "suppressed", 1), (False, "suppressed", 0), (False, "steady", 1)]
)
def test_whether_claims_persist(persist: bool, morale: str, held: int) -> None:
    assert points(claimed(0, {"morale": morale}, **{"claims-persist": persist}).play)[0] == held


@pytest.mark.parametrize("once_more", [True, False])
def test_whether_all_claim_once_more_at_the_end(once_more: bool) -> None:
    game = claimed(-1, {}, **{"claims-at-the-end": once_more})
    game.runs(lambda play: end(play, "it is over"))
    assert game.state.turn.points == (int(once_more), 0)


# ---- wounds and saves ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scope", "left"), [("own", 2), ("all", 1)])
def test_whose_wounded_are_abandoned(scope: str, left: int) -> None:
    theirs = [model(10 + 2 * n, 40, "bosun", squad="theirs", name=f"theirs {n + 1}", wounds=1) for n in range(2)]
    game = field(row(2, 10, 10, "militia", "us"), theirs, phase="consolidate", options={"abandon-scope": scope})
    stays = {"stays": game.squad("theirs").members[0]} if scope == "all" else {}
    game.runs(turn.end_phase, **stays)
    assert len(game.squad("theirs").members) == left


@pytest.mark.parametrize(("slays", "left"), [(True, 0), (False, 1)])
def test_instant_death_of_the_third_level_slays_or_costs_three_wounds_more(slays: bool, left: int) -> None:
    game = field([model(10, 10, "mere-queen", name="us")], FAR, options={"level-three-slays": slays})
    game.state.put(replace(game.state.records[0], wounds=5))
    game.runs(lambda play: casualties.spend(play, Unit(play, game.unit("us")), (0,), [3]))
    assert game.state.records[0].wounds == left


@pytest.mark.parametrize(("level", "lost"), [(1, 1), (2, 3)])
def test_eternal_warriors_ignore_levels_up_to_their_own(level: int, lost: int) -> None:
    game = field([model(10, 10, "fry", name="us")], FAR)
    game.runs(lambda play: casualties.spend(play, Unit(play, game.unit("us")), (0,), [level]))
    assert game.state.records[0].wounds == 3 - lost


@pytest.mark.parametrize(("kinds", "numbers"), [("different", (3, 4)), ("any", (3, 3))])
def test_which_two_saves(kinds: str, numbers: tuple[int, ...]) -> None:
    game = field([model(10, 10, "abbot", name="us")], FAR, options={"two-saves": kinds})
    us = unit_of(game, "us")
    assert saves_of(us, us.members[0], Blow(ap=5)).numbers == numbers


@pytest.mark.parametrize(("judged", "cover"), [("majority", 0), ("leader", 4)])
def test_by_whom_cover_is_judged(judged: str, cover: int) -> None:
    woods = '[[area]]\nrect = [9, 19, 2, 2]\nheight = 4\nkind = "woods"\n'
    game = field(
        row(1, 10, 10, "militia", "us"), row(5, 10, 20, "militia", "them"), board=woods, phase="shoot",
        options={"cover-judged": judged},
    )  # fmt: skip
    assert sight.cover(game.play, game.unit("us"), game.unit("them"), game.squad("us").members) == cover


def test_fast_bikes_and_what_trails_smoke_have_cover() -> None:
    game = field(
        [model(10, 10, "road-keeper", name="us", unit={"mode": "flat-out"})],
        [model(10, 40, "smoke-rider", name="them")],
    )
    assert cover_against(unit_of(game, "us"), 0) == 3
    assert cover_against(unit_of(game, "them"), 0) == 4
    assert cover_against(unit_of(game, "them"), 3) == 3


# ---- morale ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["consolidation", "preparation"])
def test_when_being_suppressed_ends(when: str) -> None:
    unit = {"morale": "suppressed", "since": 1}
    game = field(
        row(2, 10, 10, "militia", "us", unit=unit),
        FAR,
        phase="consolidate",
        number=2,
        seat=1,
        options={"suppressed-ends": when},
    )
    game.runs(turn.begin_turn, 0)
    assert game.squad("us").morale == ("steady" if when == "preparation" else "suppressed")
    game.turns_to(phase="consolidate")
    game.runs(turn.go_on)
    assert game.squad("us").morale == "steady"


@pytest.mark.parametrize(("grades", "level"), [(True, 2), (False, 3)])
def test_whether_the_levels_of_fearless_differ(grades: bool, level: int) -> None:
    game = field(row(1, 10, 10, "militia", "us"), FAR, options={"fearless-grades": grades})
    kit = game.world.kits[0]
    fearless = replace(kit, card=replace(kit.card, rules={"fearless": 2}))
    game.world = replace(game.world, kits=(fearless, *game.world.kits[1:]))
    assert leadership.fearlessness(unit_of(game, "us")) == level


@pytest.mark.parametrize(("way", "dice", "inches"), [("dice", [3, 4], 7), ("move", [4], 10)])
def test_how_far_those_run_who_fall_back(way: str, dice: list[int], inches: int) -> None:
    game = field(row(2, 10, 20, "militia", "us"), FAR, options={"fall-back-distance": way})
    ran: list[int] = []
    game.runs(lambda play: ran.append(distance_of(play, Unit(play, game.unit("us")))), dice=dice)
    assert ran == [inches * INCH]


@pytest.mark.parametrize(("when", "trapped"), [("any", True), ("all", False)])
def test_who_is_trapped(when: str, trapped: bool) -> None:
    """One of two is walled in."""
    wall = "[[wall]]\npoints = [[8, 22], [8, 18], [12, 18], [12, 22]]\nheight = 5\n"
    game = field(row(2, 10, 20, "militia", "us", unit={}), FAR, board=wall, options={"trapped-when": when})
    second = game.state.records[1]
    game.state.put(replace(second, at=replace(second.at, x=14 * INCH)))
    us = unit_of(game, "us")
    assert ways_back(game.play, us, "south", 6 * INCH, ())[2] is trapped


# ---- reactions -------------------------------------------------------------------------------------------------------


def under_fire(them: list[Placed], **options: Any) -> Field:
    """A keeper shoots at them."""
    return field(row(1, 10, 10, "keeper", "us", gear=["laser-cannon"]), them, phase="shoot", options=options)


def answers(game: Field, reaction: str, **script: Any) -> None:
    """They answer it."""
    them = game.unit("them")
    window: Any = {"ShotAt.after": (reaction, them)}
    game.does(game.unit("us"), "shoot", target=them, **window, **script)


@pytest.mark.parametrize("may", [True, False])
def test_whether_bikes_that_went_flat_out_go_to_ground(may: bool) -> None:
    them = [model(10, 20, "road-keeper", name="them", unit={"mode": "flat-out"})]
    game = under_fire(them, **{"flat-out-goes-to-ground": may})
    if may:
        answers(game, "going-to-ground", dice=[1])
        assert game.squad("them").morale == "suppressed"
    else:
        game.does(game.unit("us"), "shoot", target=game.unit("them"), dice=[1])


@pytest.mark.parametrize(("ignores", "lost"), [("attack", 1), ("hit", 0), ("phase", 1)])
def test_how_much_brace_ignores(ignores: str, lost: int) -> None:
    gunners = row(2, 10, 10, "keeper", "us", gear=["laser-cannon"])
    tank = [model(10.8, 25, "breakwater", name="them")]
    game = field(gunners, tank, phase="shoot", options={"brace-ignores": ignores})
    answers(game, "brace", dice=[4, 6, 3, 4, 6, 3])
    assert len(game.machine("them").lost) == lost
    assert game.squad("them").has("braced") is (ignores == "phase")


CANNON: Any = {"gear": ["laser-cannon"]}
LEAPERS = row(3, 10, 20, "beacon-leaper", "them")


@pytest.mark.parametrize(("moves", "name"), [("unit", "them"), ("attacker", "us")])
def test_whom_the_other_side_moves(moves: str, name: str) -> None:
    game = under_fire(LEAPERS, **{"flying-high-moves": moves})
    window: Any = {"ShotAt.after": ("flying-high", game.unit("them"))}
    question: Any = game.asks(game.unit("us"), "shoot", target=game.unit("them"), dice=[1], **window)
    assert (question.members, question.player) == (game.squad(name).members, 0)


@pytest.mark.parametrize(("push", "dice"), [("after", [1]), ("before", [])])
def test_when_they_are_moved(push: str, dice: list[int]) -> None:
    game = under_fire(LEAPERS, **{"flying-high-push": push})
    window: Any = {"ShotAt.after": ("flying-high", game.unit("them"))}
    question: Any = game.asks(game.unit("us"), "shoot", target=game.unit("them"), dice=dice, **window)
    assert question.kind == "march"


@pytest.mark.parametrize(
    ("lasts", "now", "later"), [("attack", False, False), ("phase", True, False), ("turn", True, True)]
)
def test_how_long_they_count_as_flyers(lasts: str, now: bool, later: bool) -> None:
    game = under_fire(LEAPERS, **{"flying-high-lasts": lasts})
    answers(game, "flying-high", dice=[1], consolidate=((), (), ()))
    assert flies(unit_of(game, "them")) is now
    game.runs(end_phase)
    assert flies(unit_of(game, "them")) is later


@pytest.mark.parametrize("each", [True, False])
def test_how_often_they_are_moved_in_a_phase(each: bool) -> None:
    game = field(
        [*row(1, 10, 10, "keeper", "us", **CANNON), *row(1, 13, 10, "keeper", "more", **CANNON)], LEAPERS,
        phase="shoot", options={"flying-high-each-time": each},
    )  # fmt: skip
    answers(game, "flying-high", dice=[1], consolidate=((), (), ()))
    window: Any = {"ShotAt.after": ("flying-high", game.unit("them"))}
    again: Any = {"consolidate": ((), (), ())} if each else {}
    game.does(game.unit("more"), "shoot", target=game.unit("them"), dice=[1], **window, **again)


@pytest.mark.parametrize(("first", "may"), [("phase", True), ("turn", False)])
def test_what_return_fire_answers_first(first: str, may: bool) -> None:
    them = row(2, 10, 20, "militia", "them", unit={"done": ["under-fire"]})
    game = under_fire(them, **{"return-fire-first": first})
    window: Any = {"ShotAt.after": ("return-fire", game.unit("them"))}
    if may:
        game.does(game.unit("us"), "shoot", target=game.unit("them"), dice=[1, 1, 1], **window)
    else:
        game.does(game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=[1])
    assert game.squad("them").has("under-fire")


@pytest.mark.parametrize(("shots", "fired"), [("model", 2), ("weapon", 4), ("unit", 1)])
def test_what_fires_a_single_shot_in_return(shots: str, fired: int) -> None:
    them = row(2, 10, 20, "militia", "them", gear=["laser-rifle", "paired-slug-gun"])
    game = under_fire(them, **{"return-fire-shots": shots})
    assert sum(burst.dice for burst in shots_back(unit_of(game, "them"), game.unit("us"))) == fired


@pytest.mark.parametrize(("steadies", "counted"), [("attacker", 3), ("both", 2)])
def test_whom_return_fire_steadies(steadies: str, counted: int) -> None:
    """One of three falls; where both are steady that loss does not count."""
    game = under_fire(row(3, 10, 20, "militia", "them"), **{"return-fire-steadies": steadies})
    answers(game, "return-fire", dice=[1, 1, 1, 3, 2], casualties=(1, 0, 0))
    assert game.squad("them").strength == counted


# ---- shots -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "face", "hits"), [(False, 3, True), (True, 3, False), (True, 4, True)])
def test_evasion_makes_the_fast_harder_to_hit(counts: bool, face: int, hits: bool) -> None:
    them = row(1, 10, 20, "militia", "them", unit={"mode": "surge"})
    game = under_fire(them, **{"evasion-values": counts})
    game.does(game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=[face, *([2] if hits else [])])
    assert (game.squad("them").where == "gone") is hits


@pytest.mark.parametrize(("counts", "hits"), [(False, False), (True, True)])
def test_what_is_massive_is_easier_to_hit_where_evasion_counts(counts: bool, hits: bool) -> None:
    """A keeper hits on 3, a monster where that counts on 2; the cannon wounds it on 2 and kills no monster at once."""
    game = under_fire([model(10, 20, "mere-bull", name="them")], **{"evasion-values": counts})
    dice = [2, 2] if hits else [2]
    game.does(game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=dice)
    assert game.state.records[1].wounds == 4 - hits


@pytest.mark.parametrize("limits", [True, False])
def test_who_begins_close_to_an_enemy_neither_fires_nor_charges_as_far(limits: bool) -> None:
    red = [*row(2, 10, 10, "militia", "us"), model(16, 10, "coast-hound", name="hound")]
    game = field(
        red, row(2, 10, 30, "militia", "them"), phase="deploy", first=0, options={"close-start-limits": limits}
    )
    game.runs(deployment.note_close_starts)
    game.turns_to(phase="shoot", number=1)
    assert ("shoot" in game.allowed(game.unit("us"))) is not limits
    assert modes_of(unit_of(game, "hound")) == ["advance", "surge", *([] if limits else ["fleet"])]
    game.runs(turn.begin_turn, 1)
    game.turns_to(phase="shoot", seat=0)
    assert "shoot" in game.allowed(game.unit("us"))


# ---- close combat ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stunned", "hits"), [(-1, False), (9, True)])
def test_grenades_hit_a_walker_on_a_6_unless_it_cannot_move(stunned: int, hits: bool) -> None:
    """Against Weapon Skill 4 a 4 would do."""
    walker = model(11.7, 10, "walking-tomb", name="them", stunned=stunned)
    game = field([model(10, 10, "keeper", name="us")], [walker], phase="assault")
    us, them = game.unit("us"), game.unit("them")
    for one, other in ((us, them), (them, us)):
        game.state.put(replace(game.state.records[one], locked=(other,)))
    blows = [1] * (1 if hits else 2)
    game.does(us, "assault", blow="breach-grenades", dice=[*blows, 5, *([6, 3] if hits else [])])
    assert (game.machine("them").shaken >= 0) is hits


@pytest.mark.parametrize(("cover", "morale", "save"), [(0, "steady", 0), (4, "steady", 3), (0, "suppressed", 5)])
def test_stealth_betters_a_cover_save_and_gives_none_in_the_open(cover: int, morale: str, save: int) -> None:
    """Whoever keeps down has one of 6+ there, which it betters too."""
    game = field(row(2, 10, 10, "fry", "us", unit={"morale": morale}), row(1, 10, 40, "militia", "far"))
    assert cover_against(Unit(game.play, game.unit("us")), cover) == save
