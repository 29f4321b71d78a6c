"""Who of a unit suffers, as tables differ on it: whom its player names, or the nearest; and who takes it for others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import Field, field, row
from warbook.rulesets.draft_40k.checks.saving import Blow
from warbook.rulesets.draft_40k.harm.allocation import suffer
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import model


def shot(them: list[Any], dice: list[int], options: dict[str, Any], **answers: Any) -> Field:
    """A keeper with a rotary cannon (four shots of Strength 6 and AP 4, on 3) shoots."""
    us = row(1, 10, 10, "keeper", "us", gear=["rotary-cannon"])
    game = field(us, them, phase="shoot", options=options)
    game.does(game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=dice, **answers)
    return game


NEAREST = {"allocation": "nearest"}


def test_the_nearest_falls_first_and_saves_before_the_next() -> None:
    """Three shots wound: the nearest saves once and falls to the second, the next one to the third."""
    them = [model(10, y, "keeper", squad="them", name=f"them at {y}") for y in (24, 20, 22)]
    game = shot(them, [3, 3, 3, 1, 2, 2, 2, 3, 2, 2], NEAREST)
    assert [game.world.names[id] for id in game.squad("them").members] == ["them at 24"]


def test_its_player_names_them_by_default() -> None:
    them = [model(10, y, "keeper", squad="them", name=f"them at {y}") for y in (24, 20, 22)]
    game = shot(them, [3, 3, 3, 1, 2, 2, 2, 3, 2, 2], {}, casualties=(1, 0, 1))
    assert [game.world.names[id] for id in game.squad("them").members] == ["them at 20"]


def test_in_a_fight_the_nearest_is_who_touches_the_enemy() -> None:
    us = [model(10, 10, "keeper", squad="us", name="us", unit={"locked": [4]})]
    them = [
        model(10, 12.2, "militia", squad="them", name="behind", unit={"locked": [3]}),
        model(10, 11.005, "militia", squad="them", name="in front"),
    ]
    game = field(us, them, phase="assault", options=NEAREST)
    game.runs(lambda play: suffer(play, Unit(play, game.unit("them")), [(Blow(1, rends=True), 1)]))
    assert [game.world.names[id] for id in game.squad("them").members] == ["behind"]


# ---- looking out -----------------------------------------------------------------------------------------------------


def led(leader: str, y: float = 20) -> list[Any]:
    """A leader and two keepers."""
    first = model(10, y, leader, squad="them", name="leader", leader=True)
    return [first, *(model(10 + 1.5 * n, 20, "keeper", squad="them", name=f"keeper {n}") for n in (1, 2))]


@pytest.mark.parametrize(
    ("profile", "face", "taken"), [("elder-keeper", 3, 0), ("elder-keeper", 4, 1), ("abbot", 2, 1)]
)
def test_others_take_the_wounds_of_leaders_and_characters(profile: str, face: int, taken: int) -> None:
    """One wound goes to the leader, who has two saves at AP 4; where somebody takes it that is a keeper with one."""
    saves = [2] if taken else [2, 4] if profile == "abbot" else [2]
    game = shot(
        led(profile), [3, 1, 1, 1, 2, face, *saves], {"look-out-sir": True}, wounds=(1, 0), **{"look-out": True},
        **({"casualties": (1, 0)} if taken else {}),
    )  # fmt: skip
    assert len(game.squad("them").members) == (2 if taken or profile != "abbot" else 3)
    assert (game.squad("them").leader == 1) is bool(taken)


def test_they_need_not_and_by_default_cannot() -> None:
    for options, answers in (({"look-out-sir": True}, {"look-out": False}), ({}, {})):
        game = shot(led("elder-keeper"), [3, 1, 1, 1, 2, 2], options, wounds=(1, 0), **answers)
        assert game.squad("them").leader == -1


def test_nobody_looks_out_who_is_farther_away_than_six_inches() -> None:
    them = led("elder-keeper", 28)
    game = shot(them, [3, 1, 1, 1, 2, 2], {"look-out-sir": True}, wounds=(1, 0))
    assert game.squad("them").leader == -1


def test_the_nearest_who_is_a_character_is_looked_out_for_too() -> None:
    options = {"look-out-sir": True, "allocation": "nearest"}
    game = shot(led("elder-keeper", 19.5), [3, 1, 1, 1, 2, 4, 2], options, **{"look-out": True})
    assert game.squad("them").leader == 1
    assert len(game.squad("them").members) == 2


# ---- directed wounds -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("directs", [True, False])
def test_every_second_wound_of_a_sniper_is_directed_where_the_table_has_it(directs: bool) -> None:
    """Two rifles hit and wound on 4: one wound is for their player to allocate, one for the shooter. They pass their
    test of pinning."""
    us = row(2, 10, 10, "keeper", "us", gear=["long-rifle"])
    game = field(us, row(3, 10, 25, "militia", "them"), phase="shoot", options={"directed-wounds": directs})
    them = game.squad("them").members
    shots: Any = {"casualties": (0, 1, 0), "directed": them[0]} if directs else {"casualties": (0, 1, 1)}
    dice = [3, 3, 4, 4, 1, 1, 1, 1]
    game.does(game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=dice, **shots)
    assert game.squad("them").members == ((them[2],) if directs else (them[0],))


def test_all_wounds_of_a_character_are_directed_where_the_table_has_it() -> None:
    us = [model(10, 10, "abbot", squad="us", name="us", gear=["paired-slug-gun"])]
    game = field(us, row(3, 10, 25, "militia", "them"), phase="shoot", options={"directed-wounds": True})
    leader = game.squad("them").members[0]
    game.does(
        game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=[2, 1, 3], directed=leader
    )  # fmt: skip
    assert leader not in game.squad("them").members


def test_nobody_outside_of_the_fight_of_a_character_takes_its_wounds() -> None:
    """Whom a blow is aimed at alone suffers, or those of the same part of its unit."""
    game = field([model(10, 10, "militia", name="us")], led("abbot"), phase="assault", options={"look-out-sir": True})
    abbot = game.squad("them").members[0]
    blow: Any = [(Blow(1, rends=True), 1)]
    game.runs(lambda play: suffer(play, Unit(play, game.unit("them")), blow, among=(abbot,)), dice=[1])
    assert game.state.records[abbot].wounds == 2
