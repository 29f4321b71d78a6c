"""What rulesets count in a finished battle is what a table shows of it."""

from __future__ import annotations

import pytest

from warbook import rulesets, table
from warbook.core.game import Game
from warbook.core.ruleset import Ruleset
from warbook.players import by_seat

OUT = {"necromunda-2023": "out of action", "gangfight": "incapacitated"}


@pytest.mark.parametrize(("scenario", "seeds"), [("hive-stand-off", range(4)), ("open-field", range(2))])
def test_statistics_count_those_who_are_out_and_not_those_who_left(scenario: str, seeds: range) -> None:
    setup = table.setup(scenario)
    fallen = 0
    for seed in seeds:
        game = Game(rulesets.find(setup.ruleset), setup, seed=seed, players=by_seat(("uniform", "uniform"), seed))
        ruleset: Ruleset = game.ruleset
        assert ruleset.statistics is not None
        assert ruleset.tableau is not None
        found, shown = ruleset.statistics(game.world, game.state), ruleset.tableau(game.play)
        out = [[b.id for b in shown.bodies if b.owner == seat and OUT[setup.ruleset] in b.words] for seat in (0, 1)]
        assert found.casualties == tuple(map(len, out))
        assert found.rounds == shown.round > 0
        fallen += sum(found.casualties)
    assert fallen


def test_gangfight_tells_who_attacks() -> None:
    setup = table.setup("open-field", options={"rounds": 4})
    game = Game(rulesets.find("gangfight"), setup, seed=1, players=by_seat(("first", "first"), 1))
    assert game.ruleset.statistics is not None
    assert game.ruleset.statistics(game.world, game.state).attacker == game.state.turn.attacker in (0, 1)
