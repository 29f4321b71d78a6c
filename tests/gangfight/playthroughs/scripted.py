"""Scenes that are told: an action or two with every die and every answer in a script, as people read them in the log.

``python -m tests.playthroughs`` writes them anew.
"""

from __future__ import annotations

from typing import Any

from tests.gangfight.scenes import Put, figure, scene, spot
from tests.playthroughs import tales
from warbook.core.length import written
from warbook.core.structs import replace
from warbook.rulesets.gangfight.records.state import NOBODY, Figure

LEDGE = """
[[platform]]
rect = [6, 6, 9, 8]
z = 4
"""


def named(name: str, x: float, y: float, z: float = 0, **card: Any) -> Put:
    """A figure with a name, at a place in inches."""
    put = figure(x, y, z, **card)
    return replace(put, name=name, kit=replace(put.kit, name=name))


class Tale(tales.Tale):
    """A scene with parties of figures."""

    def __init__(self, red: list[Put], blue: list[Put], **scenery: Any) -> None:
        super().__init__(scene(red, blue, **scenery)[0], len(red), len(blue))

    def standing(self, who: int) -> str:
        """Where a figure stands, and how."""
        figure: Figure = self.scene.record(who)
        if figure.out:
            return f"{self.scene.world.names[who]}, incapacitated"
        at, up = figure.at, f", {written(figure.at.z)} up" if figure.at.z else ""
        left = f"{figure.wounds} wound{'s' * (figure.wounds != 1)} left"
        lies = ", knocked over" * figure.down
        return (
            f"{self.scene.world.names[who]} at ({written(at.x)}, {written(at.y)}){up}{lies}, {left}, "
            f"{figure.ap} AP, {figure.activation}"
        )


# ---- the scenes ------------------------------------------------------------------------------------------------------


def a_charge_and_three_interrupts() -> Tale:
    """Where anybody may answer a charge: the charged flees, a friend runs to meet the charger, another shoots."""
    tale = Tale(
        [named("Hanno", 10, 10)],
        [named("Wiebke", 10, 18, ap=1), named("Till", 14, 16, ap=2), named("Jorun", 6, 16, ap=1, weapons=["longbow"])],
        options={"interrupt-targeted-only": False, "bystanders-answer-charges": True},
    )
    tale.does(
        "Hanno", "charge", at="Wiebke", answer="Till",
        Declared=[("interrupt-flee", "Wiebke"), ("interrupt-counter-charge", "Till"), ("interrupt-fire", "Jorun")],
        dice=[2, 5, 2, 3, *(1, 3, 6, 2, 4), *(4, 6, 5, 1), *(2, 5, 1), *(3, 5, 4, 1), *(1, 2, 5)],
    )  # fmt: skip
    return tale


def three_charge_three_who_interrupt() -> Tale:
    """With Me!: each of the charged, and nobody else, interrupts in its own way."""
    tale = Tale(
        [
            named("Captain Odo", 14, 5, profile="human-hero", leader=True),
            named("Sib", 10, 5),
            named("Brun", 18, 5, profile="human-veteran"),
        ],
        [named("Wiebke", 10, 11, ap=1), named("Till", 14, 14, ap=1), named("Jorun", 18, 10, ap=1, weapons=["longbow"])],
    )
    tale.does(
        "Captain Odo", "with-me", way="charge", join=["Sib", "Brun"], target=["Till", "Wiebke", "Jorun"],
        interrupt_counter_charge="Wiebke", interrupt_flee="Till", interrupt_fire="Jorun",
        next=["Brun"], answer=["Wiebke"],
        dice=[
            *(1, 4, 1, 1), *(2, 1, 1, 1), *(2, 2, 1, 1),  # the captain falls short of one who flees
            *(4, 5, 1, 4, 1, 1), *(4, 1, 1, 5, 1, 2),
            *(4, 6, 1, 3, 1, 1, 1), *(4, 1, 2, 5, 6, 3, 1, 2),
        ],
    )  # fmt: skip
    return tale


def five_bring_one_down() -> Tale:
    """Bring it Down!: one attack with the weight of five; the ogre strikes back, fallen as it is."""
    tale = Tale(
        [
            named("Captain Odo", 10, 8.4, profile="human-hero", leader=True),
            named("Sib", 8.4, 9.2), named("Brun", 11.6, 9.2), named("Hanno", 8.4, 10.8), named("Lutz", 11.6, 10.8),
        ],
        [named("Grumm", 10, 10, profile="ogre-regular", weapons=["great-weapon"], ap=1, wounds=4)],
    )  # fmt: skip
    tale.does(
        "Captain Odo", "bring-it-down", target="Grumm", join=["Sib", "Brun", "Hanno", "Lutz"],
        interrupt_fight="Grumm",
        dice=[*(1, 4, 2, 2), *(3, 3, 5, 1, 2, 4, 1, 3, 2), 1, *(5, 3, 2), *(6, 1, 3, 2)],
    )  # fmt: skip
    return tale


def a_slam_off_a_ledge() -> Tale:
    """One ogre slams another over the edge."""
    ogre = {"profile": "ogre-regular"}
    tale = Tale([named("Grumm", 12, 10, 4, **ogre)], [named("Hrask", 14, 10, 4, **ogre, ap=1)], board=LEDGE)
    tale.does(
        "Grumm", "slam", at="Hrask", interrupt_bulwark="Hrask",
        dice=[*(5, 1, 2), *(4, 4, 2), *(6, 3, 1, 2), *(4, 1, 2)],
    )  # fmt: skip
    return tale


def a_trample() -> Tale:
    """An ogre goes straight over three: one is hurt and goes down, one is grazed, one leaps aside; a fourth strikes."""
    tale = Tale(
        [named("Grumm", 10, 10, profile="ogre-regular")],
        [named("Wiebke", 10, 11.7), named("Till", 11.1, 12.4), named("Jorun", 9.2, 12.9), named("Pelle", 8.2, 9.4)],
    )
    tale.does(
        "Grumm", "trample", spot=spot(10, 15),
        dice=[*(3, 5, 1), 2, 1, 3, *(1, 2, 3), *(5, 1, 2), *(4, 3, 1), *(1, 1, 4), *(4, 5, 2)],
    )  # fmt: skip
    return tale


def a_grenade_and_two_who_dodge() -> Tale:
    """A grenade between three: one dodges well, one in vain, one holds no point."""
    tale = Tale(
        [named("Hanno", 10, 8, weapons=["grenade"])],
        [named("Wiebke", 9, 12, ap=1), named("Till", 11, 12, ap=2), named("Jorun", 10, 14)],
    )
    tale.does(
        "Hanno", "fire", target=NOBODY, spot=spot(10, 12.5), interrupt_dodge=["Wiebke", "Till"],
        dice=[*(4, 5, 1, 2), *(2, 3, 1), *(1, 1, 1), *(5, 1, 2), *(2, 6, 4, 3)],
    )  # fmt: skip
    return tale


TALES = tales.Tales.of(
    __file__,
    (
        a_charge_and_three_interrupts,
        three_charge_three_who_interrupt,
        five_bring_one_down,
        a_slam_off_a_ledge,
        a_trample,
        a_grenade_and_two_who_dodge,
    ),
)
