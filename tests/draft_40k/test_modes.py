"""The four modes of the movement phase, and what each allows afterwards."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from tests.draft_40k.scenes import INCH, covers, field, row
from warbook.rulesets.draft_40k.battle.turn import ready
from warbook.rulesets.draft_40k.checks import permissions
from warbook.rulesets.draft_40k.records.state import Mode
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.space.sight import gap
from warbook.space.units import Coherency, moved_stand, stand_of
from warbook.testing import model


@covers("advance", "works")
@covers("advance", "numbers")
@covers("surge", "works")
@covers("surge", "numbers")
@pytest.mark.parametrize(("mode", "far"), [("advance", 6), ("surge", 12)])
def test_infantry_goes_once_or_twice_its_move(mode: str, far: int) -> None:
    game = field(row(5, 10, 10, "militia", "watch"), row(5, 10, 40, "militia", "others"))
    watch = game.unit("watch")
    question: Any = game.asks(watch, mode)
    assert question.rules[question.leader].allowance == far * INCH
    answer = question.following(question.leader, ((10 * INCH, (10 + far) * INCH, 0, 0),))
    game.does(watch, mode, march=answer)
    assert game.squad("watch").mode == mode
    assert [game.state.records[id].at.y for id in game.squad("watch").members] == [(10 + far) * INCH] * 5


@covers("advance", "refused")
@covers("surge", "refused")
@covers("fleet", "refused")
@covers("flat-out", "refused")
def test_a_unit_moves_once_and_not_in_another_phase() -> None:
    game = field(row(5, 10, 10, "militia", "watch"), row(5, 10, 40, "militia", "others"))
    watch = game.unit("watch")
    assert game.allowed(watch) == ["advance", "surge"]
    assert game.why_not(watch, "fleet") == ("It must be able to run as fast as it can (Fleet).",)
    assert game.why_not(watch, "flat-out") == ("It must be made of bikes or fast vehicles.",)
    question: Any = game.asks(watch, "advance")
    game.does(watch, "advance", march=question.candidates(3)[1])
    assert game.why_not(watch, "surge") == ("It must not have moved in this phase.",)
    other = field(row(5, 10, 10, "militia", "watch"), row(5, 10, 40, "militia", "others"), phase="consolidate")
    assert other.why_not(other.unit("watch"), "advance") == ("It must be the movement phase.",)


@covers("fleet", "works")
@covers("fleet", "numbers")
def test_who_is_fleet_goes_three_times_its_move() -> None:
    game = field(row(3, 10, 10, "coast-hound", "hounds"), row(1, 10, 44, "militia", "others"))
    hounds = game.unit("hounds")
    question: Any = game.asks(hounds, "fleet")
    assert {rules.allowance for rules in question.rules.values()} == {24 * INCH}
    game.does(hounds, "fleet", march=question.following(question.leader, ((10 * INCH, 34 * INCH, 0, 0),)))
    assert game.squad("hounds").mode == "fleet"
    assert [game.state.records[id].at.y for id in game.squad("hounds").members] == [34 * INCH] * 3


def test_who_stays_has_not_moved() -> None:
    game = field(row(5, 10, 10, "militia", "watch"), row(5, 10, 40, "militia", "others"))
    watch = game.unit("watch")
    question: Any = game.asks(watch, "surge")
    game.does(watch, "surge", march=question.stay)
    assert game.squad("watch").mode == "stationary"
    assert not game.squad("watch").has("moved")


def test_every_march_that_is_drawn_keeps_the_unit_together_and_an_inch_from_enemies() -> None:
    game = field(row(8, 10, 10, "militia", "watch"), row(8, 10, 18, "militia", "others"))
    question: Any = game.asks(game.unit("watch"), "surge")
    for seed in range(40):
        answer = question.sample(Random(seed))
        placed = question.placed(answer)
        assert question.is_legal(answer)
        foes = [game.state.records[id].at for id in game.squad("others").members]
        assert all(gap(placed[id], foe) >= INCH for id in question.members for foe in foes)
        stands = [moved_stand(stand_of(question.layout, id), at.spot) for id, at in placed.items()]
        assert len(Coherency(2 * INCH).groups(stands)) == 1


# ---- what is permitted -----------------------------------------------------------------------------------------------


def test_the_tables_of_permissions_are_those_of_the_sheet() -> None:
    """Sections 5.3 and 6.3, with what section 21 says of reactions after Fleet."""
    assert {mode: "".join(row.values()) for mode, row in permissions.MODES.items()} == {
        "stationary": "yyyyyy",
        "advance": "yyyyyy",
        "surge": "yyynyn",
        "fleet": "ynnnyn",
        "flat-out": "nnnnyn",
    }
    assert list(permissions.MODES) == list(get_args(Mode))
    assert {state: "".join(row.values()) for state, row in permissions.STATES.items()} == {
        "aboard": "nnnynyynn",
        "suppressed-foot": "nnnnfnsyn",
        "suppressed-hull": "ynnyfnsyy",
        "falling-back": "ffnnfnyyn",
        "locked": "nnnnfynnn",
        "shaken": "yyyyynnyy",
        "stunned": "nnnyfnnny",
        "immobilised": "nnnyfyyyy",
        "dropped": "nnnyyyyyn",
        "bailed": "nnnnfnnyn",
    }


@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ({"morale": "suppressed"}, "It must not be suppressed."),
        ({"morale": "falling-back"}, "It must not be falling back."),
        ({"done": ["dropped"]}, "It must not have come from above in this turn."),
    ],
)
def test_states_forbid_to_move_and_say_so(unit: dict[str, object], why: str) -> None:
    game = field(row(5, 10, 10, "militia", "watch", unit=unit), row(5, 10, 40, "militia", "others"))
    watch = Unit(game.play, game.unit("watch"))
    assert permissions.verdict(watch, "faster")[1] == why
    assert not permissions.may(watch, "faster")


def test_a_suppressed_tank_may_advance_and_no_more() -> None:
    game = field(
        [model(10, 10, "harbour-tank", squad="tank", name="tank", unit={"morale": "suppressed"})],
        row(5, 10, 40, "militia", "others"),
    )
    tank = Unit(game.play, game.unit("tank"))
    assert permissions.may(tank, "advance")
    assert not permissions.may(tank, "faster")
    assert permissions.verdict(tank, "shoot") == ("s", "It must not be suppressed.")


def test_a_surge_bars_shooting_in_the_same_turn_alone() -> None:
    moved = {"mode": "surge", "done": ["moved"]}
    game = field(row(5, 10, 10, "militia", "watch", unit=moved), row(5, 10, 20, "militia", "others"), phase="shoot")
    assert game.why_not(game.unit("watch"), "shoot") == ("It must not have surged in this turn.",)
    later = field(
        row(5, 10, 10, "militia", "watch", unit={"mode": "surge"}), row(5, 10, 20, "militia", "others"), phase="shoot"
    )
    assert later.allowed(later.unit("watch")) == ["shoot"]


def test_who_has_stayed_is_not_asked_again() -> None:
    """Players who never end a phase of their own accord would ask it for ever."""
    game = field(row(1, 10, 10, "militia", "us"), row(1, 10, 40, "militia", "them"))
    us = game.unit("us")
    game.does(us, "advance", march=((),))
    assert us in game.play.state.turn.through
    assert us not in ready(game.play)


# ---- past its own unit -----------------------------------------------------------------------------------------------


def gone(*ends: tuple[float, float]) -> Any:
    """Each model straight to its end."""
    return tuple(((int(x * INCH), int(y * INCH), 0, 0),) for x, y in ends)


@pytest.mark.parametrize("passes", [True, False])
def test_whether_models_of_a_unit_go_through_one_another(passes: bool) -> None:
    """Three in a column: they close up behind the first in any case, and change places only where they may pass."""
    column = [model(10, 10 - 1.5 * n, "militia", squad="us", name=f"us {n}") for n in range(3)]
    game = field(column, row(1, 40, 40, "militia", "them"), options={"own-unit-passes": passes})
    question: Any = game.asks(game.unit("us"), "advance")
    assert question.is_legal(gone((10, 12), (10, 10.5), (10, 9))), "the first goes first"
    assert question.is_legal(gone((10, 9.6), (10, 11.2), (10, 8))) is passes, "the first two change places"
    assert question.is_legal(gone((11.2, 10), (10, 12), (10, 10.5))), "the first makes way for the second"
    ahead = gone((10, 10), (10, 11.5), (11.5, 10))
    assert question.is_legal(ahead) is passes, "the second goes through the first, who stays"
    assert question.candidates(3)


@pytest.mark.parametrize("passes", [True, False])
def test_those_who_consolidate_go_by_the_same_rule(passes: bool) -> None:
    column = [model(10, 10 - 1.5 * n, "battle-frame", squad="us", name=f"us {n}") for n in range(2)]
    game = field(column, row(1, 40, 40, "militia", "them"), phase="consolidate", options={"own-unit-passes": passes})
    question: Any = game.asks(game.unit("us"), "jet-pack-move")
    assert question.is_legal(gone((10, 10), (10, 11.7))) is passes
