"""What random battles have brought to light: each once broke something."""

from __future__ import annotations

from random import Random

import pytest

from tests.necromunda.scenes import fighter, scene, wall
from warbook.core.length import INCH, inches
from warbook.core.state import Placement, Posture
from warbook.rulesets.necromunda.attacks import hits
from warbook.rulesets.necromunda.attacks.shooting.flames import Bearing
from warbook.rulesets.necromunda.events.attacks import BlastFell
from warbook.rulesets.necromunda.movement import gait
from warbook.rulesets.necromunda.records.position import layout
from warbook.rulesets.necromunda.records.things import Cloud
from warbook.space.movement import Walked, check, reach
from warbook.space.placing import Place
from warbook.space.shapes import UNIT

LEDGE = """
[[platform]]
rect = [14.3, 20.3, 0.4, 0.4]
z = 3
"""


def test_whoever_stands_in_smoke_may_aim_a_blast_at_its_own_feet() -> None:
    game, red, _ = scene(red=[fighter(10, 10, weapons=["smoke-grenades"])], blue=[fighter(10, 16)])
    at = Placement(inches(10), inches(10), 0, radius=0, height=0, posture=Posture.AWAY)
    game.state.records.append(Cloud(id=2, owner=-1, profile="smoke", at=at, kind="smoke", size=3 * INCH))
    game.state.derived = None
    game.does(red, "shoot", dice=[6, 6])
    assert [(e.x, e.y) for e in game.happened(BlastFell)] == [(inches(10), inches(10))]


def test_a_grapnel_finds_the_only_place_where_it_can_land() -> None:
    game, red, _ = scene(red=[fighter(14, 14, wargear=["grapnel-launcher"])], blue=[fighter(40, 40)], board=LEDGE)
    assert "grapnel" in game.allowed(red)
    landing = game.asks(red, "grapnel")
    assert isinstance(landing, Place)
    assert landing.candidates(4) and not landing.legal(landing.sample(Random(1)))


def test_a_flame_may_go_the_way_that_a_fight_has_turned_its_bearer() -> None:
    at = Placement(inches(10), inches(10), 0, UNIT, 0, 500, 400, Posture.DOWN)
    bearing = Bearing("bearing", "In which direction?", at, True, [])
    assert bearing.sample(Random(1)) == (UNIT, 0)


ROOFS = "".join(f"[[platform]]\nrect = [{x}, 10, 3, 3]\nz = 3\n" for x in (10, 15, 20))


@pytest.mark.parametrize("beside", [(14, 13.8, 0), (40, 40, 0)])
def test_the_cost_of_a_mighty_leap_is_its_own(beside: tuple[float, float, float]) -> None:
    game, red, _ = scene(red=[fighter(11.5, 11.5, 3, skills=["mighty-leap"])], blue=[fighter(*beside)], board=ROOFS)
    now, rules = layout(game.play), gait.gait(game.model(red), 12 * INCH)
    found = reach(game.world.board, now, red, rules)
    assert min(found.cost) >= -1
    beyond = [v for v in found.nodes() if found.point(v)[0] > inches(20) and found.point(v)[2]]
    assert beyond
    for v in beyond:
        walked = check(game.world.board, now, red, found.route(v), rules)
        assert isinstance(walked, Walked)
        assert len(walked.leaps) == 2
        assert found.cost[v] == walked.cost


def test_who_is_hauled_pushes_each_of_those_ahead_once_and_not_a_hair_at_a_time() -> None:
    game, red, (first, second) = scene(
        red=[fighter(10, 10)],
        blue=[fighter(11.343, 9.154), fighter(12.435, 9.286)],
        board=wall(12.6, 0, 12.6, 40),
    )
    play = game.play
    hits.haul(play, game.model(red), (6728, -1929), 3 * INCH, ())
    moves = [event.who for event in play.events]
    assert moves[0] == red and set(moves) == {red, first, second} and len(moves) <= 6
    assert play.state.records[second].at.x < inches(12.6)
