"""The menu of actions and the tray of a card, for a game of three actions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from warbook.core.action import Action, requirement
from warbook.core.tableau import Offer
from warbook.mechanics.menu import action_menu, tray
from warbook.mechanics.result import leading


@requirement("It must have wings.", fixed=True)
def winged(model: Any) -> bool:
    return bool(model.winged)


@requirement("It must be rested.")
def rested(model: Any) -> bool:
    return bool(model.rested)


def nothing(play: Any, model: Any) -> None:
    """Nobody gets so far."""


WALK: Action[Any] = Action("walk", "Walk", "1", "It walks.", "p. 1", (), nothing)
RUN: Action[Any] = Action("run", "Run", "2", "It runs.", "p. 2", (rested,), nothing)
FLY: Action[Any] = Action("fly", "Fly", "3", "It flies.", "p. 3", (winged, rested), nothing)


def model(**facts: bool) -> Any:
    play = SimpleNamespace(ruleset=SimpleNamespace(actions=(WALK, RUN, FLY)))
    return SimpleNamespace(play=play, **facts)


def menu(actor: Any) -> Any:
    actions = {action.id: action for action in actor.play.ruleset.actions}
    return action_menu(
        actor,
        "What does it do?",
        actions,
        others={"stop": "stop"},
        refuse=lambda choice: () if choice == "stop" else actions[choice].why_not(actor),
    )


def test_a_menu_offers_what_is_allowed_and_says_why_not_of_the_rest() -> None:
    question = menu(model(winged=True, rested=False))
    assert question.options() == ["walk", "stop"]
    assert question.refused() == {"run": ("It must be rested.",), "fly": ("It must be rested.",)}
    assert (question.label("run"), question.label("stop")) == ("Run", "stop")


def test_a_tray_has_what_the_menu_has_and_leaves_out_what_could_never_be() -> None:
    tired = model(winged=False, rested=False)
    assert list(tray(tired, menu(tired), lambda action: f"{action.cost} points", ("Not now.",))) == [
        Offer("walk", "Walk", "1 points", "It walks.", "p. 1", ("Not now.",)),
        Offer("run", "Run", "2 points", "It runs.", "p. 2", ("Not now.", "It must be rested.")),
    ]
    bird = model(winged=True, rested=True)
    assert [(offer.id, offer.against) for offer in tray(bird, menu(bird), lambda action: action.cost)] == [
        ("walk", ()), ("run", ()), ("fly", ())
    ]  # fmt: skip


def test_who_leads_has_more_by_the_first_measure_that_is_not_level() -> None:
    assert leading((3, 2), (0, 9)) == 0
    assert leading((2, 2), (0, 9)) == 1
    assert leading((2, 2), (4, 4)) == -1
