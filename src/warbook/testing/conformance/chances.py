"""What must hold of odds: that they lie where playouts fall."""

from __future__ import annotations

from typing import Any

from ...core.decision import Decision
from ...core.errors import WarbookError
from ...odds import odds
from .battle import Battle

RUNS, SECONDS = 2000, 5.0  # what takes more is given up, and other odds are compared


def compare_odds(battle: Battle, decision: Decision[Any]) -> bool:
    """Compares exact odds of an action with playouts; whether there was anything to compare."""
    ruleset, rng = battle.game.ruleset, battle.chance
    if not ruleset.outcomes or ruleset.poised is None or decision.key.rpartition(".")[2] != "action":
        return False
    who, outcome = rng.choice(_who_may_act(battle, decision.player)), rng.choice(ruleset.outcomes)
    actions = [a for a in decision.candidates(40) if isinstance(a, str) and a in ruleset.action]
    if not actions:
        return False
    action = rng.choice(actions)
    said = f"odds of {outcome.id} by {action} of {ruleset.name_of(battle.game.world, who)}"
    try:
        exact = odds(
            battle.game, who, action, outcome=outcome.id, limit=RUNS, playouts=1, choices="likely", seconds=SECONDS
        )
        if not exact.exact:
            battle.report.odds_given_up += 1
            return False
        playouts = 800 if 0 < exact.numerator < exact.denominator else 40
        guess = odds(
            battle.game, who, action, outcome=outcome.id, limit=0, playouts=playouts, seed=battle.seed, choices="likely"
        )
    except WarbookError:  # this model may not take this action now
        return False
    except LookupError as fault:
        battle.demand(False, f"{said} cannot be worked out: {fault}", "`poised`, or a question without a legal answer")
        raise
    p = exact.probability
    slack = 5 * (p * (1 - p) / playouts) ** 0.5 + (5 / playouts if 0 < p < 1 else 0)
    battle.demand(
        abs(guess.probability - p) <= slack,
        f"{said} are {exact.numerator}/{exact.denominator}, and {playouts} playouts say {guess.probability:.3f}",
        "a dice rule (`play.dice`) or a stage (`play.stage`) rests on more than its values; or an outcome that is said "
        "to be `lasting` does not last",
    )
    battle.report.odds += 1
    return True


def _who_may_act(battle: Battle, seat: int) -> list[int]:
    """The records of a seat that may act: where the tableau names who acts now, those of its kind, as the models of a
    unit do not act by themselves."""
    play = battle.game.play
    own = [record for record in play.state.records if record.owner == seat]
    actor = play.ruleset.tableau(play).actor if play.ruleset.tableau is not None else -1
    kind = type(play.state.records[actor]) if actor >= 0 else None
    return [record.id for record in own if type(record) is kind] or [record.id for record in own]
