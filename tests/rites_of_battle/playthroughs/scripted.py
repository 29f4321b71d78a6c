"""Scenes that are told: what a group of minions, a psyker, helpers at a machine, somebody out of turn and a nemesis do.

``python -m tests.playthroughs`` writes them anew.
"""

from __future__ import annotations

from typing import Any

from tests.playthroughs import tales
from tests.rites_of_battle.scenes import at, scene
from tests.rites_of_battle.test_tasks import PUMP
from warbook.rulesets.rites_of_battle.attacks import powers
from warbook.rulesets.rites_of_battle.view.tableau import words_for
from warbook.testing import Placed, if_asked

PUMPED = 4  # the number of the machine
NOTHING_MORE: dict[str, Any] = {"spend": if_asked("keep"), "theirs": if_asked("keep")}


class Tale(tales.Tale):
    """A scene with a squad and its adversaries."""

    def __init__(self, red: list[Placed], blue: list[Placed], board: str = "", **more: Any) -> None:
        super().__init__(scene(red, blue, board, **more)[0], len(red), len(blue))

    def standing(self, who: int) -> str:
        """The square of a fighter, and how it is."""
        fighter, name = self.scene.record(who), self.scene.world.names[who]
        column, row = self.scene.world.grid.tile_at(fighter.at.x, fighter.at.y)
        return f"{name} at column {column + 1}, row {row + 1}: {', '.join(words_for(self.scene.play, fighter))}"


def a_group_shoots_and_is_shot_at() -> Tale:
    """Five levies fire as one; a burst of auto-fire goes through them, and a critical injury takes one more."""
    tale = Tale([at(5, 5, name="Orsolt")], [at(5, 10, "levy", count=5, name="Levy Ten")])
    tale.does(
        "Levy Ten", "combat-check", **{"with": "Lasgun"}, at="Orsolt", dice={"check": [["S", "SS", "SA", "A", "F"]]},
        **NOTHING_MORE,
    )  # fmt: skip
    tale.does(
        "Orsolt", "combat-check", **{"with": "Boltgun, auto-fire"}, at="Levy Ten", also=if_asked(-1),
        dice={"check": [["SS", "T", "AA", "-", "F"]]}, spend=["critical 0 !", "auto 1"], theirs=if_asked("keep"),
    )  # fmt: skip
    return tale


def a_power_with_perils() -> Tale:
    """A psyker smites with dark pips: it takes strain for them, and the warp answers when the power is done."""
    tale = Tale([at(5, 5, "seer-warden", name="Sarn"), at(6, 5, name="Keth")], [at(5, 9, "renegade", name="Vorl")])
    tale.does(
        "Sarn", "psyker-power", power="smite", target="Vorl", dark=3, points=["harder", "harder", powers.NOTHING],
        passing=True, dice={"power": [["-", "SS", "S", "S", "F", "-", "LL", "KK", "K"]], "warp": [61]}, **NOTHING_MORE,
    )  # fmt: skip
    return tale


def a_long_task_and_two_helpers() -> Tale:
    """Three actions at the great pump; two lend a hand, each for a boost die."""
    tale = Tale(
        [at(5, 5, name="Halvard"), at(6, 5, name="Bram"), at(4, 5, name="Wend")], [at(20, 20, name="Grint")], PUMP
    )
    for _ in range(2):
        tale.does("Halvard", "skill-check", job=f"task {PUMPED}")
    tale.does("Bram", "assist", assist="the pump")
    tale.does("Wend", "assist", assist="the pump")
    tale.does(
        "Halvard",
        "skill-check",
        job=f"task {PUMPED}",
        dice={"check": [["SA", "S", "S", "A", "F", "H"]]},
        **NOTHING_MORE,
    )
    return tale


def a_maneuver_out_of_turn() -> Tale:
    """A shot leaves two threats: one of the other side drops prone at once, out of its turn."""
    tale = Tale([at(5, 5, name="Orsolt")], [at(5, 14, "renegade", name="Vorl")])
    tale.does(
        "Orsolt", "combat-check", **{"with": (0, "single", -1)}, at="Vorl",
        dice={"check": [["-", "-", "-", "HH", "-"]]}, theirs="their-maneuver 1",
        out_of_turn_maneuver="Vorl", **{"out-of-turn": "drop-prone"},
    )  # fmt: skip
    return tale


def a_nemesis_falls() -> Tale:
    """Old Maul's claw lays one low; then a shot takes him beyond his threshold, and he falls with an injury."""
    tale = Tale(
        [at(5, 5, name="Keth", wounds=4), at(5, 10, name="Orsolt")],
        [at(5, 6, "brute-warlord", name="Old Maul", wounds=28)],
    )
    tale.does(
        "Old Maul", "combat-check", **{"with": "Power claw"}, at="Keth", passing=True,
        dice={"check": [["SS", "SA", "AA", "S", "-", "T", "F", "H", "-"]], "injury": [12, 33]},
        spend=["critical 0 !", "setback"], theirs=if_asked("keep"),
    )  # fmt: skip
    tale.does(
        "Orsolt", "combat-check", **{"with": (0, "single", -1)}, at="Old Maul", passing=True,
        dice={"check": [["SS", "SS", "SA", "F", "-"]], "injury": [73]}, **NOTHING_MORE,
    )  # fmt: skip
    return tale


TALES = tales.Tales.of(
    __file__,
    (
        a_group_shoots_and_is_shot_at,
        a_power_with_perils,
        a_long_task_and_two_helpers,
        a_maneuver_out_of_turn,
        a_nemesis_falls,
    ),
)
