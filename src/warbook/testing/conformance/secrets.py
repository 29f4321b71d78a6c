"""What must hold of views: that they are stable, and that they tell nobody a secret."""

from __future__ import annotations

from typing import Any

from ...core.decision import Decision
from .battle import Battle
from .comparing import seen_by_seat


def check_views(battle: Battle) -> None:
    """Views are stable, and what is drawn for what a seat does not know fits what it sees."""
    game = battle.game
    if not game.ruleset.secrets:
        return
    for seat in battle.seats():
        seen = game.view(seat)
        again = game.ruleset.masked(seen.state, seat)
        battle.demand(
            again == seen.state,
            f"seat {seat} sees something else when it looks twice",
            "`seen_by` of a record or the turn does not give the same of what it has given",
        )
        for event in seen.events:
            battle.demand(
                event.seen_by(seat) == event, f"{type(event).__name__} hides more when seat {seat} looks twice"
            )
        if game.ruleset.determinize is not None and seat >= 0:
            drawn = game.ruleset.determinize(game.state.copy(), seat, battle.chance)
            same = game.ruleset.masked(drawn, seat) == game.ruleset.masked(game.state, seat)
            battle.demand(same, f"determinize changes what seat {seat} knows")
    if not game.is_over:
        told = battle.load(game.save()).save(export=True)
        battle.demand(f'"seed":{battle.seed}'.encode() not in told, "an export of a running battle holds its seed")


def check_secret(battle: Battle, decision: Decision[Any]) -> None:
    """What the others see does not depend on a secret answer, until an event reveals it."""
    game = battle.game
    if not (decision.secret and game.ruleset.secrets):
        return
    shown: list[dict[int, Any]] = []
    for answer in decision.candidates(2):
        branch = battle.load(game.save())
        events = len(branch.events())
        branch.choose(answer, decision.player)
        if any(event.reveals for event in branch.events()[events:]):
            return
        shown.append({seat: seen_by_seat(branch, seat) for seat in battle.seats() if seat != decision.player})
    for seat in shown[0]:
        leaks = any(other[seat] != shown[0][seat] for other in shown[1:])
        battle.demand(
            not leaks,
            f"what seat {seat} sees tells it the secret answer to {decision.key}",
            "an event or a record lacks `seen_by`; or the event that shows the answer lacks `reveals = True`",
        )
