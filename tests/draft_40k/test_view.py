"""What a table shows of a model: its card, its lines, and what a roll came to."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import Field, field, row
from warbook.core.errors import WarbookError
from warbook.core.events import Rolled
from warbook.core.tableau import Card
from warbook.rulesets.draft_40k.events.casualties import Removed
from warbook.rulesets.draft_40k.events.characters import Joined
from warbook.rulesets.draft_40k.view.card import NOT_NOW, card
from warbook.rulesets.draft_40k.view.sightings import OUT_OF_REACH, aims
from warbook.rulesets.draft_40k.view.tableau import tableau
from warbook.rulesets.draft_40k.view.verdicts import verdict
from warbook.testing import model


def first(game: Field, unit: str) -> int:
    """The first model of a unit."""
    return game.squad(unit).members[0]


def stat(shown: Card, short: str) -> tuple[str, str, tuple[str, ...]]:
    """A characteristic as it is, as it was printed, and why."""
    (found,) = (each for each in shown.stats if each.short == short)
    return found.value, found.printed, found.why


def bulls(**bull: Any) -> Field:
    return field(row(1, 10, 10, "mere-bull", "bull", **bull), row(2, 10, 30, "militia", "watch"), phase="shoot")


def test_a_card_has_the_wounds_that_are_left_and_how_many_are_lost() -> None:
    game = bulls(wounds=1)
    full = str(game.world.kits[first(game, "bull")].profile.w)
    assert stat(card(game.play, first(game, "bull")), "W") == ("1", full, (f"{int(full) - 1} lost",))
    assert stat(card(game.play, first(game, "watch")), "Sv") == ("5+", "", ())


def test_what_is_no_model_has_neither_card_nor_lines() -> None:
    game = bulls()
    for ask in (card, aims):
        with pytest.raises(WarbookError, match="There is no model"):
            ask(game.play, game.squad("bull").id)


def test_the_tray_says_what_speaks_against_an_action_now() -> None:
    game = bulls()
    offers = {offer.id: offer.against for offer in card(game.play, first(game, "watch")).tray}
    assert "flat-out" not in offers  # which men on foot never do
    assert NOT_NOW in offers["shoot"]
    assert any("phase" in reason for reason in offers["advance"])


def test_a_vehicle_shows_its_armour_its_sides_and_where_its_weapons_bear() -> None:
    tank = [model(10, 25, "breakwater", name="tank", squad="tank", lost=[0], hull=2)]
    game = field(row(1, 10, 10, "militia", "watch"), tank, phase="shoot")
    shown = card(game.play, first(game, "tank"))
    assert [stat(shown, side)[0] for side in "FSR"] == ["13", "11", "10"]
    assert stat(shown, "HP")[0] == "2"
    assert [arc.title for arc in shown.arcs if arc.kind == "side"] == ["front 13", "left 11", "rear 10", "right 11"]
    guns = next(grid for grid in shown.grids if grid.title == "Shooting")
    assert [row[-1] for row in guns.rows] == ["destroyed", *[""] * (len(guns.rows) - 1)]
    assert len([arc for arc in shown.arcs if arc.kind == "weapon"]) == len(game.world.kits[shown.id].guns) - 1


def test_a_carrier_and_who_rides_in_it_name_each_other() -> None:
    carrier = model(10, 10, "pilgrim-carrier", name="carrier", squad="carrier")
    riders = row(2, 40, 2, "keeper", "us", unit={"where": "aboard", "aboard": 0})
    shown = tableau(field([carrier, *riders], row(1, 40, 40, "militia", "them")).play)
    assert "carries us" in shown.bodies[0].words
    assert [unit.words for unit in shown.units if unit.name == "us"] == [("aboard carrier",)]


def test_a_unit_counts_the_characters_who_have_joined_it_among_its_models() -> None:
    us = [*row(3, 10, 10, "keeper", "us"), model(10, 12, "abbot", name="abbot", squad="abbot")]
    game = field(us, row(2, 10, 40, "militia", "them"))
    Joined(game.unit("abbot"), game.unit("us")).apply(game.state)

    def counted() -> list[tuple[int, int]]:
        return [(each.counters[0].have, each.counters[0].of) for each in tableau(game.play).units if each.name == "us"]

    assert counted() == [(4, 4)]
    Removed(game.unit("us"), (0,)).apply(game.state)
    assert counted() == [(3, 4)]


def test_a_line_to_each_unit_says_what_it_needs_and_why_not() -> None:
    game = field(
        row(1, 10, 10, "militia", "watch", gear=["laser-rifle"]),
        [*row(2, 10, 30, "keeper", "near"), *row(2, 10, 45, "keeper", "far")], phase="shoot",
    )  # fmt: skip
    found = [line for line in aims(game.play, first(game, "watch")) if line.weapon == "Laser rifle"]
    near, far = (next(line for line in found if line.target in game.squad(unit).members) for unit in ("near", "far"))
    assert (near.needs, near.because, near.against) == ("4+", ("Ballistic Skill 3",), ())
    assert near.distance == 19_000
    assert far.against == ("It must be in range of a weapon that may be fired.",)
    assert OUT_OF_REACH not in near.against


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (Rolled("hit", "", 1), "1 hit"),
        (Rolled("hit", "", 0), "no hits"),
        (Rolled("hit", "", (1, 2)), "1 hit, 2 get hot"),
        (Rolled("wound", "", (2, 1)), "3 wounds, 1 of them with a 6"),
        (Rolled("wound", "", 1), "1 wound"),
        (Rolled("save", "", 0), "stops none"),
        (Rolled("leadership", "", 8, why="Leadership (losses), 8 or less"), "passed"),
        (Rolled("leadership", "", 9, why="Leadership (losses), 8 or less"), "failed"),
        (Rolled("leadership", "", 2, why="Leadership (losses), 1 or less"), "passed"),
        (Rolled("penetrate", "", 4, why="To penetrate 13: 9 and a die"), "13 in all"),
        (Rolled("damage", "", 4), ""),
    ],
)
def test_what_a_roll_came_to(roll: Rolled, words: str) -> None:
    assert verdict(roll) == words
