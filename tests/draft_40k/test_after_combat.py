"""The end of a fight: who tests, who follows, who moves on, and what that leaves for the rest of the turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import Field, field, row, with_rules
from warbook.core.structs import replace
from warbook.testing import model

TOUCHING = 11.005


def arena(red: list[Any], blue: list[Any], *pairs: tuple[str, str], **turn: Any) -> Field:
    """An assault phase in which units fight each other."""
    game = field(red, blue, phase="assault", **turn)
    for pair in pairs:
        for name, other in (pair, pair[::-1]):
            squad = game.squad(name)
            game.state.put(replace(squad, locked=tuple(sorted({*squad.locked, game.unit(other)}))))
    return game


def won(profile: str, blue: list[Any] | None = None, phase: str = "assault", **words: Any) -> Field:
    """One of a profile that has won."""
    unit = {"done": ["won"], **words.pop("unit", {})}
    return field(
        [model(10, 10, profile, name="us", squad="us", unit=unit, **words)],
        blue or row(1, 40, 45, "militia", "far"), phase=phase,
    )  # fmt: skip


def test_a_unit_of_the_losing_side_tests_though_nobody_is_left_for_it_to_fight() -> None:
    """Two wounds against one: the keeper whose own enemy is dead tests as well, 8 less 1 against 8, and runs."""
    red = [*row(1, 10, 10, "keeper", "first"), *row(3, 11.6, 10, "militia", "second")]
    blue = [*row(1, 10, TOUCHING, "militia", "lost"), *row(3, 11.6, TOUCHING, "vigil-guard", "winners")]
    game = arena(red, blue, ("first", "lost"), ("second", "winners"), ("second", "lost"))
    dice = [3, 3, 1, 4, 4, 1, 1, 3, 3, 1, 1, 4, 4, 1, 1, 1, 1]
    stay: Any = {"pile-in": lambda question: question.stay}
    game.does(game.unit("first"), "assault", dice=dice, casualties=(0, 1, 1), **stay)
    assert game.squad("first").morale == "falling-back"
    assert game.squad("second").locked == (game.unit("winners"),)
    assert not game.squad("first").has("won")


@pytest.mark.parametrize("harm", [{"stunned": 9}, {"immobilised": True}, {}])
def test_a_walker_that_is_stunned_or_cannot_move_sweeps_nobody_away(harm: dict[str, Any]) -> None:
    """One of three militia falls, they fail at 6, and run 3 + 3; without harm it has an attack more, and 4 + 3 catches
    3 + 3."""
    tomb = model(10, 10, "walking-tomb", name="tomb", squad="tomb", facing=(0, 1), **harm)
    game = arena([tomb], row(3, 8.4, 11.705, "militia", "them"), ("tomb", "them"))
    blows = [3, 2] if harm else [3, 1, 2]
    game.does(game.unit("tomb"), "assault", dice=[*blows, 1, 1, 4, 4, 3, 3], casualties=(1, 0, 0))
    assert (game.squad("them").morale == "falling-back") is bool(harm)
    assert (game.squad("them").where == "gone") is not bool(harm)


@pytest.mark.parametrize(
    ("profile", "words", "may"),
    [
        ("militia", {}, True),
        ("militia", {"unit": {"morale": "suppressed"}}, False),
        ("coast-hound", {"unit": {"mode": "surge", "done": ["won", "charged", "moved"]}}, True),
        ("coast-hound", {"unit": {"mode": "fleet", "done": ["won", "charged", "moved"]}}, False),
        ("walking-tomb", {}, True), ("walking-tomb", {"stunned": 9}, False),
        ("walking-tomb", {"immobilised": True}, False), ("walking-tomb", {"shaken": 9}, True),
    ],
)  # fmt: skip
def test_who_moves_on_of_those_who_have_won(profile: str, words: dict[str, Any], may: bool) -> None:
    """It is a move of their own will, which the suppressed, those who ran with Fleet and the crippled do not make."""
    game = won(profile, **words)
    assert ("after-combat-move" in game.allowed(game.unit("us"))) is may


def test_who_has_moved_on_after_combat_still_jets_on_or_gets_in_when_the_turn_ends() -> None:
    for profile, action in (("battle-frame", "jet-pack-move"), ("keeper", "embark")):
        game = field(
            [
                model(10, 10, profile, name="us", squad="us", unit={"done": ["won"]}),
                model(13.5, 10, "pilgrim-carrier", name="carrier", squad="carrier", facing=(0, 1)),
            ],
            row(1, 40, 45, "militia", "far"), phase="assault",
        )  # fmt: skip
        game.does(game.unit("us"), "after-combat-move", dice=[1], consolidate=((),))
        assert "after-combat-move" not in game.allowed(game.unit("us"))
        game.turns_to(phase="consolidate")
        assert action in game.allowed(game.unit("us"))


def test_a_heavy_weapon_is_fired_after_a_move_after_combat() -> None:
    game = won("keeper", row(1, 10, 30, "militia", "them"), gear=["laser-cannon"])
    game.does(game.unit("us"), "after-combat-move", dice=[6], consolidate=(((10_000, 15_000, 0, 0),),))
    game.turns_to(phase="shoot")
    assert "shoot" in game.allowed(game.unit("us"))


@pytest.mark.parametrize("suppressed", [False, True])
def test_the_suppressed_do_not_break_off(suppressed: bool) -> None:
    game = arena(row(1, 20, 20, "militia", "us"), row(1, 20, 21.005, "militia", "them"), ("us", "them"))
    with_rules(game, "us", hit_and_run=1)
    for name in ("us", "them"):
        game.state.put(replace(game.squad(name), done=("fought",)))
    if suppressed:
        game.state.put(replace(game.squad("us"), morale="suppressed"))
    game.goes_on()
    assert (game.state.turn.phase == "assault") is not suppressed, "whoever is asked has to answer"


def test_who_breaks_in_a_fight_runs_straight_through_those_whom_it_fought() -> None:
    """Seven inches south, where the enemy stands; it was led around an inch from them."""
    game = arena(row(2, 10, TOUCHING, "militia", "us"), row(2, 10, 10, "keeper", "them"), ("us", "them"))
    game.does(game.unit("us"), "assault", dice=[3, 1, 3, 1, 1, 6, 6, 6, 1, 3, 4], casualties=(1, 0))
    (left,) = game.squad("us").members
    assert game.state.records[left].at.spot[:2] == (11_600, 4_005)
    assert game.squad("them").has("won")
    assert game.squad("us").locked == game.squad("them").locked == ()
