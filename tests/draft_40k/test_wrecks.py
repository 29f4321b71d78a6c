"""Wrecks and craters are ground; nobody goes through other units, but under flyers, and out of a fight through its
enemies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.checks import sight, terrain
from warbook.rulesets.draft_40k.events.vehicles import Wrecked
from warbook.rulesets.draft_40k.movement.falling_back import ways_back
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.rulesets.draft_40k.view.tableau import tableau
from warbook.space.rules import Mode
from warbook.testing import Placed, model

FAR = row(1, 40, 44, "militia", "far")


def remains(us: list[Placed], *, gone: bool, them: list[Placed] = FAR, **more: Any) -> Field:
    """Some, and what is left of a carrier 4.5" long and 3" wide around (20, 20)."""
    game = field([*us, model(20, 20, "pilgrim-carrier", squad="hull", name="hull")], them, **more)
    hull = game.world.card(game.unit("hull")).models[0]
    game.runs(lambda play: play.happen(Wrecked(hull, game.unit("hull"), gone, gone)))
    return game


def straight(*ends: tuple[float, float], how: Mode = Mode.WALK) -> Any:
    """Each model straight to its end."""
    return tuple(((int(x * INCH), int(y * INCH), 0, how),) for x, y in ends)


@pytest.mark.parametrize("gone", [False, True])
def test_those_on_foot_go_into_a_wreck_or_a_crater_and_through_by_a_test(gone: bool) -> None:
    game = remains([model(20, 16, "militia", squad="us", name="us")], gone=gone)
    us = game.unit("us")
    into: Any = game.asks(us, "advance")
    assert into.is_legal(straight((20, 20)))
    game.does(us, "surge", march=straight((20, 26)), dice=[2])  # forced, by a test of dangerous ground


def test_bikes_test_in_it_and_nobody_surges_who_stands_in_it_unless_it_forces_its_way() -> None:
    game = remains([model(20, 16, "road-keeper", squad="us", name="us")], gone=True)
    game.does(game.unit("us"), "advance", march=straight((20, 20)), dice=[1])
    assert game.squad("us").where == "gone"
    stands = remains(
        [model(20, 20, "militia", squad="us", name="us")], gone=True, options={"forced-surge": False}
    )  # fmt: skip
    assert terrain.starts_in_difficult(stands.play, stands.unit("us"))
    assert "It must not stand in ground that holds it to an advance." in stands.why_not(stands.unit("us"), "surge")


def test_vehicles_drive_through_a_wreck_by_a_test() -> None:
    game = remains([model(20, 12, "gull-skiff", squad="skiff", name="skiff"),
                    model(26, 20, "pilgrim-carrier", squad="us", name="us", facing=(-1, 0))], gone=False)  # fmt: skip
    us = game.unit("us")
    game.does(us, "advance", drive=((6 * INCH, -1000, 0),), dice=[2])
    assert game.state.records[1].at.x == 20 * INCH
    stuck = remains([model(26, 20, "pilgrim-carrier", squad="us", name="us", facing=(-1, 0))], gone=False)
    stuck.does(stuck.unit("us"), "advance", drive=((6 * INCH, -1000, 0),), dice=[1])
    assert stuck.machine("us").immobilised


@pytest.mark.parametrize(("y", "cover"), [(20, 4), (24, 4), (30, 0)])
def test_who_stands_in_a_wreck_or_behind_it_has_cover(y: float, cover: int) -> None:
    """From ten inches on the other side; who stands in it sees out of it, and is seen."""
    game = remains(
        row(1, 20, 10, "militia", "us"), gone=False, them=[model(20 if y < 30 else 30, y, "militia", name="t")]
    )
    us, them = game.unit("us"), game.unit("t")
    assert sight.cover(game.play, us, them, game.squad("us").members) == cover
    assert sight.sees(game.play, us, them) is (y != 24), "whom all of the wreck hides is not seen"


def test_a_crater_hides_nobody_and_covers_who_is_in_it() -> None:
    for y, cover in ((20, 4), (24, 0)):
        game = remains(row(1, 20, 10, "militia", "us"), gone=True, them=[model(20, y, "militia", name="t")])
        assert sight.cover(game.play, game.unit("us"), game.unit("t"), game.squad("us").members) == cover
        assert [patch.kind for patch in tableau(game.play).patches] == ["crater"]


# ---- others in the way -----------------------------------------------------------------------------------------------


def test_nobody_goes_through_another_unit_but_over_it() -> None:
    line = [model(5 + n, 12, "militia", squad="line", name=f"line {n}") for n in range(11)]
    for profile, how, may in (("militia", Mode.WALK, False), ("beacon-leaper", Mode.FLY, True)):
        game = field([model(10, 10, profile, squad="us", name="us"), *line], FAR)
        question: Any = game.asks(game.unit("us"), "advance")
        assert question.is_legal(straight((10, 14), how=how)) is may


def test_models_go_under_a_flyer_and_it_hides_nobody() -> None:
    flyer = model(20, 13, "storm-petrel", squad="flyer", name="flyer")
    game = field([model(20, 10, "militia", squad="us", name="us")], [flyer, *row(1, 20, 20, "militia", "them")])
    question: Any = game.asks(game.unit("us"), "advance")
    assert question.is_legal(straight((20, 13)))
    assert question.is_legal(straight((20, 16)))
    assert sight.cover(game.play, game.unit("us"), game.unit("them"), (0,)) == 0


def test_who_leaves_a_fight_runs_through_those_whom_it_fought() -> None:
    """Enemies touch it on three sides, its own edge is behind them."""
    ring = [(8.95, 10), (11.05, 10), (9.3, 9.2), (10.7, 9.2), (10, 8.95)]
    them = [model(x, y, "militia", squad="them", name=f"them {n}") for n, (x, y) in enumerate(ring)]
    game = field([model(10, 10, "militia", squad="us", name="us")], them)
    us, foe = game.unit("us"), game.unit("them")
    for one, other in (("us", foe), ("them", us)):
        game.state.put(replace(game.squad(one), locked=(other,)))
    ends, gone, stuck = ways_back(game.play, Unit(game.play, us), "south", 6 * INCH, (foe,))
    assert (ends[0].spot, gone, stuck) == ((10 * INCH, 4 * INCH, 0), [], False)
    _, _, short = ways_back(game.play, Unit(game.play, us), "south", 2 * INCH, (foe,))
    assert short, "it would end in contact with them"
    _, _, shut = ways_back(game.play, Unit(game.play, us), "south", 6 * INCH, ())
    assert shut, "around others it does not get"
