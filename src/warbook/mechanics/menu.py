"""The menu of actions and the tray of a card: what a model may do next, and every reason against the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ..core.action import Action, Requirement
from ..core.decision import Choose, Prompt, Reasons
from ..core.play import Handle
from ..core.tableau import Offer

H = TypeVar("H")


def action_menu(
    actor: H,
    prompt: Prompt,
    actions: Mapping[str, Action[Any]],
    *,
    others: Mapping[str, str],
    refuse: Callable[[str], Reasons],
    may: Callable[[str], bool] | None = None,
    requires: Mapping[str, Sequence[Requirement[H]]] | None = None,
    likely: Callable[[], Sequence[str]] | None = None,
    quick: tuple[str, ...] = (),
) -> Choose[str]:
    """The question which action a model takes.

    All `actions` of the game are thought of, and then the `others` (such as ending the activation; their ids with
    words for people), which are legal but do nothing.  `refuse` gives every reason against a choice.  The same question
    is answered faster by `may`, which judges what a choice alone has to fulfil, and then by the requirements of an
    action, which others share, so that each is judged only once: `requires`, where not all that it lists need to be
    judged.  `likely` and `quick` are those of a `Choose`.
    """
    judged: dict[int, bool] = {}

    def allow(choice: str) -> bool:
        if may is not None and not may(choice):
            return False
        if choice in others:
            return True
        for requirement in actions[choice].requires if requires is None else requires[choice]:
            holds = judged.get(id(requirement))
            if holds is None:
                holds = judged[id(requirement)] = requirement.holds(actor) is True
            if not holds:
                return False
        return True

    return Choose(
        "action",
        prompt,
        lambda: (*actions, *others),
        refuse=refuse,
        allow=allow,
        likely=likely,
        quick=quick,
        idle=tuple(others),
        named=lambda choice: others[choice] if choice in others else actions[choice].name,
    )


def tray(
    actor: Handle[Any],
    menu: Choose[str],
    cost: Callable[[Action[Any]], str],
    first: Reasons = (),
    actions: Sequence[Action[Any]] = (),
) -> Iterator[Offer]:
    """Every action that a model could ever take, for its card: those whose fixed requirements it meets, with what its
    menu says against each.  The reasons that are `first` hold for all of them.  Models whose menus list other actions
    than all of the game have theirs in `actions`."""
    for action in actions or actor.play.ruleset.actions:
        if all(r.holds(actor) is True for r in action.requires if r.fixed):
            against = (*first, *menu.legal(action.id))
            yield Offer(action.id, action.name, cost(action), action.summary, action.cite, against)
