"""Independent characters and leaders: who joins and leaves, who leads, who goes on alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, covers, field, row
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.battle.missions import points
from warbook.rulesets.draft_40k.checks.leadership import leadership
from warbook.rulesets.draft_40k.checks.sight import views
from warbook.rulesets.draft_40k.events.casualties import Destroyed, Removed
from warbook.rulesets.draft_40k.events.characters import CharacterLeft
from warbook.rulesets.draft_40k.harm.characters import name_leaders
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import model

FAR = row(3, 10, 40, "militia", "others")


def beside(away: float = 4, phase: str = "prepare", unit: Any = None, **more: Any) -> Field:
    """An abbot so far from the base of the nearest of four keepers, an elder among them."""
    keepers = row(4, 10, 10, "keeper", "keepers", unit=unit or {})
    keepers[0] = model(10, 10, "elder-keeper", squad="keepers", name="elder", leader=True, unit=unit or {})
    return field([*keepers, model(9 - away, 10, "abbot", name="abbot")], FAR, phase=phase, **more)


def joined(**more: Any) -> Field:
    """The abbot has joined them in an earlier turn."""
    game = beside(1, **more)
    game.does(game.unit("abbot"), "join", join=((),))
    for name in ("abbot", "keepers"):
        game.state.put(replace(game.squad(name), done=()))
    return game


@covers("join", "works")
@covers("leave", "refused")
def test_a_character_joins_a_unit_near_by_and_leads_it() -> None:
    game = beside(4)
    abbot, keepers = game.unit("abbot"), game.unit("keepers")
    question: Any = game.asks(abbot, "join")
    assert {rules.allowance for rules in question.rules.values()} == {3 * INCH}
    game.does(abbot, "join", join=question.candidates(1)[0])
    squad, own = game.squad("keepers"), game.squad("abbot")
    assert len(squad.members) == 5
    assert squad.leader == squad.members[0] == game.world.card(abbot).models[0]
    assert leadership(Unit(game.play, keepers))[0] == 10
    assert (own.members, own.where, own.joined) == ((), "gone", keepers)
    assert points(game.play) == (0, 0), "who has joined is not destroyed"
    assert game.why_not(keepers, "leave") == ("A character must have joined it, and not in this turn.",)


@covers("join", "numbers")
@pytest.mark.parametrize(("reach", "away", "may"), [(3, 5, True), (3, 5.1, False), (6, 8, True), (6, 8.1, False)])
def test_how_far_away_the_unit_may_be(reach: int, away: float, may: bool) -> None:
    game = beside(away, options={"join-reach": reach})
    assert ("join" in game.allowed(game.unit("abbot"))) is may


@covers("join", "refused")
@pytest.mark.parametrize("unit", [{"morale": "suppressed"}, {"morale": "falling-back"}, {"locked": [99]}])
def test_nobody_joins_the_shaken_or_those_who_fight(unit: dict[str, Any]) -> None:
    game = beside(1, unit=unit)
    assert "It must be near enough to a unit that it can join." in game.why_not(game.unit("abbot"), "join")


def test_nobody_joins_vehicles_or_whoever_is_always_alone_and_nobody_else_joins() -> None:
    red = [model(10, 10, "abbot", name="abbot"), model(12, 10, "lamp-reader", name="reader")]
    game = field([*red, model(16, 10, "breakwater", name="tank")], FAR, phase="prepare")
    assert "join" not in game.allowed(game.unit("abbot"))
    ordinary = beside(1)
    assert ordinary.why_not(ordinary.unit("keepers"), "join")[0] == "It must be an independent character."


def test_who_joins_or_leaves_where_it_stands_looks_out_with_its_new_unit_from_then_on() -> None:
    """Nobody has moved, so what is remembered of the places would still hold."""
    game = beside(1)
    abbot, keepers, foes = game.unit("abbot"), game.unit("keepers"), game.unit("others")
    assert len(views(game.play, keepers, foes)) == 4
    game.does(abbot, "join", join=((),))
    assert sorted(views(game.play, keepers, foes)) == sorted(game.squad("keepers").members)
    (left,) = game.world.card(abbot).models
    game.play.happen(CharacterLeft(abbot, keepers, (left,), game.squad("keepers").members[1]))
    assert [*views(game.play, abbot, foes)] == [left]
    assert left not in views(game.play, keepers, foes)


@covers("leave", "works")
def test_it_leaves_by_more_than_two_inches_and_the_elder_leads_again() -> None:
    game = joined()
    keepers, abbot = game.unit("keepers"), game.unit("abbot")
    question: Any = game.asks(keepers, "leave")
    assert any('more than 2" from all of it' in reason for reason in question.legal(question.stay))
    game.does(keepers, "leave", leave=question.candidates(1)[0])
    squad = game.squad("keepers")
    assert (len(squad.members), squad.leader) == (4, squad.members[0])
    assert Unit(game.play, keepers).kit(squad.leader).name == "elder"
    assert (game.squad("abbot").where, game.squad("abbot").joined) == ("table", -1)
    assert "join" not in game.allowed(abbot), "one of both in a turn"


@covers("leave", "numbers")
def test_how_far_it_goes_to_leave_and_how_far_away_it_ends() -> None:
    """From 8 inches east at most three on; the nearest keeper stands two inches beside it, base to base from 7 on."""
    game = joined()
    question: Any = game.asks(game.unit("keepers"), "leave")
    assert {rules.allowance for rules in question.rules.values()} == {3 * INCH}
    abbot = game.world.card(game.unit("abbot")).models[0]
    assert (game.state.records[abbot].at.x, game.state.records[game.squad("keepers").members[1]].at.x) == (
        8_000,
        10_000,
    )
    assert question.legal((((7_000, 10_000, 0, 0),),)) == ('Abbot: It must end more than 2" from all of it.',)
    assert question.legal((((6_999, 10_000, 0, 0),),)) == ()
    assert question.legal((((5_000, 10_000, 0, 0),),)) == ()
    assert question.legal((((4_990, 10_000, 0, 0),),)) != ()


def test_a_character_goes_on_alone_when_all_others_have_fallen_and_the_unit_is_destroyed() -> None:
    game = joined()
    keepers = game.squad("keepers")
    game.runs(lambda play: play.happen(Removed(keepers.id, keepers.members[1:])))
    assert game.squad("keepers").where == "gone"
    assert len(game.squad("abbot").members) == 1
    assert points(game.play) == (0, 1)


def test_a_character_who_falls_is_lost_and_the_elder_leads() -> None:
    game = joined()
    keepers = game.squad("keepers")
    game.runs(lambda play: play.happen(Removed(keepers.id, keepers.members[:1])))
    assert (game.squad("abbot").where, game.squad("abbot").joined) == ("gone", -1)
    assert game.squad("keepers").leader == game.squad("keepers").members[0]
    assert points(game.play) == (0, 1)


def test_whoever_has_joined_a_unit_is_lost_with_it() -> None:
    game = joined()
    game.runs(lambda play: play.happen(Destroyed(game.unit("keepers"))))
    assert points(game.play) == (0, 2)


@pytest.mark.parametrize("replaced", [True, False])
def test_a_new_leader_is_named_where_the_table_has_it(replaced: bool) -> None:
    game = field(row(3, 10, 10, "militia", "watch"), FAR, phase="prepare", options={"leader-replaced": replaced})
    watch = game.squad("watch")
    game.runs(lambda play: play.happen(Removed(watch.id, watch.members[:1])))
    assert game.squad("watch").leader == -1
    game.runs(name_leaders, 0)
    assert game.squad("watch").leader == (watch.members[1] if replaced else -1)


def test_who_finds_no_room_to_leave_has_tried_for_this_turn() -> None:
    """It could be asked again for ever."""
    game = joined(options={"join-reach": 3})
    abbot, keepers = game.world.card(game.unit("abbot")).models[0], game.unit("keepers")
    middle = game.state.records[game.squad("keepers").members[2]].at
    at = game.state.records[abbot].at
    pen = [(middle.x - 700, middle.y + 1000), (middle.x + 700, middle.y + 1000)]
    game.state.put(replace(game.state.records[abbot], at=replace(at, x=(pen[0][0] + pen[1][0]) // 2, y=pen[0][1] + 20)))
    for number, id in enumerate(game.squad("others").members):
        other = game.state.records[id]
        spot = [(-1040, 0), (1040, 0), (0, 1040)][number]
        here = game.state.records[abbot].at
        game.state.put(replace(other, at=replace(other.at, x=here.x + spot[0], y=here.y + spot[1])))
    game.state.derived = None
    game.does(keepers, "leave")
    assert "leave" not in game.allowed(keepers)


def test_a_character_joins_those_who_ran_as_fast_as_they_could() -> None:
    """It is its own move, and not theirs."""
    game = field(
        [
            *row(2, 10, 10, "skitterer", "host", unit={"mode": "fleet", "done": ["moved"]}),
            model(10, 13, "abbot", name="abbot", squad="abbot"),
        ],
        row(1, 10, 40, "militia", "far"), phase="consolidate",
    )  # fmt: skip
    game.does(game.unit("abbot"), "join", join=(((10_000, 11_500, 0, 0),),))
    assert len(game.squad("host").members) == 3
