"""Figures of a simulation from rows made by hand, in which the players exchange their sides."""

from __future__ import annotations

from warbook.sim.battle import Row
from warbook.sim.measures import effects, ending_otherwise, measures


def row(game: int, red_seat: int, **said: int | str | tuple[int, int]) -> Row:
    """A battle that red wins by 5 points to 1 and for 2 casualties to 3; two battles have one seed."""
    known = {
        "game": game,
        "seed": game // 2,
        "red_seat": red_seat,
        "winner": "red",
        "points": (5, 1),
        "why": "",
        "decisions": 10,
        "steps": 20,
        "digest": "one",
        "rounds": 4,
        "casualties": (2, 3),
    }
    return Row(**{**known, **said})  # type: ignore[arg-type]


PAIRS = [row(game, game % 2) for game in range(20)]


def test_points_and_casualties_of_a_side_are_those_of_whoever_had_it() -> None:
    first, second = PAIRS[:2]
    of_red_first = {m.id: m.estimate.value for m in measures([first], players_differ=True)}
    of_red_second = {m.id: m.estimate.value for m in measures([second], players_differ=True)}
    assert (of_red_first["first_side_points"], of_red_first["second_side_points"]) == (5, 1)
    assert (of_red_second["first_side_points"], of_red_second["second_side_points"]) == (1, 5)
    assert (of_red_first["first_side_casualties"], of_red_second["first_side_casualties"]) == (2, 3)
    assert (of_red_first["first_side_score"], of_red_second["first_side_score"]) == (1, 0)
    assert of_red_first["red_score"] == of_red_second["red_score"] == 1


def test_battles_that_end_otherwise_are_counted_by_their_seeds() -> None:
    """Whole pairs that end otherwise tell less than as many battles of as many seeds."""
    changed = [row(game, game % 2, digest="other" if game // 2 < 5 else "one") for game in range(20)]
    alone = [row(2 * game, 0, digest=other.digest) for game, other in enumerate(changed)]
    pairs, single = ending_otherwise(PAIRS, changed), ending_otherwise([row(2 * n, 0) for n in range(20)], alone)
    assert pairs.value == single.value == 0.5
    assert pairs.high - pairs.low > 1.2 * (single.high - single.low)


def test_an_effect_is_the_changed_rules_less_the_plain_ones() -> None:
    longer = [row(game, game % 2, rounds=4 + game // 2 % 2) for game in range(20)]
    rounds = next(e for e in effects(PAIRS, longer, players_differ=True) if e.id == "rounds")
    assert (rounds.plain.value, rounds.changed.value, rounds.difference.value) == (4, 4.5, 0.5)
    assert 0 < rounds.difference.low < 0.5 < rounds.difference.high < 1
