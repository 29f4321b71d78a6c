"""Actions that are aimed at nobody: how they are declared, and how they end."""

from __future__ import annotations

from collections.abc import Callable

from ....core.action import Action
from ..events.deeds import Declared, Settled
from ..events.rounds import Spent
from ..harm import aftermath
from ..records import NOBODY, Deed, Model, Play
from ..records.position import fallen_figures


def openly(play: Play, actor: Model, action: Action[Model], rule: Callable[[Play, int], None], points: int = 1) -> None:
    """Pays for an action that is aimed at nobody, declares it and carries it out: at once where nobody may interrupt
    it, else as the first stage of what follows."""
    play.happen(Spent(actor.id, points))
    play.happen(Declared(actor.id, Deed(action.id, "move", actor.id, ((actor.id, NOBODY),)), action.name))
    if play.option["interrupt-targeted-only"]:
        rule(play, actor.id)
        conclude(play)
    else:
        play.then(rule, actor.id)
        aftermath.close_action(play)


def conclude(play: Play) -> None:
    """The end of an action that is over at once: mostly there is no aftermath."""
    deed = play.state.turn.deed
    if deed is not None and deed.pledges:
        aftermath.close_action(play)
    elif (deed is not None and deed.due) or fallen_figures(play):
        play.then(aftermath.aftermath)
    else:
        play.happen(Settled())
