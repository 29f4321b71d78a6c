"""Scenes that are told: all six reactions, tanks that drive at the enemy, a trapped unit, a wreck, mishaps, Abandon.

``python -m tests.playthroughs`` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.draft_40k.scenes import INCH, Field, field, row, with_row
from tests.playthroughs import tales
from warbook.core.length import written
from warbook.rulesets.draft_40k.attacks.breaching import strike_back
from warbook.rulesets.draft_40k.events.movement import WentAboard
from warbook.rulesets.draft_40k.movement.stepping_back import back_question
from warbook.rulesets.draft_40k.records.state import Figure, Machine
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import Placed, drive, model

NORTH, SOUTH = (0, 1), (0, -1)
CANNON = ["laser-cannon"]


class Tale(tales.Tale):
    """A scene with units of two sides, of each of which it is told how it is."""

    scene: Field

    def __init__(self, red: list[Placed], blue: list[Placed], board: str = "", **turn: Any) -> None:
        super().__init__(field(red, blue, board, **turn), len(red), len(blue))

    def parties(self) -> Iterator[str]:
        for title, seat in (("Red", 0), ("Blue", 1)):
            units = [id for id in self.scene.world.units if self.scene.state.records[id].owner == seat]
            yield f"{title}: {'; '.join(map(self.standing, units))}."

    def standing(self, who: int) -> str:
        """Where the first model of a unit is, how many it has, and how it is."""
        squad, name = Unit(self.scene.play, who).record, self.scene.world.names[who]
        if not squad.members:
            return f"{name} is gone"
        if squad.where != "table":
            return f"{name}, {len(squad.members)} strong, {squad.where}"
        first = self.scene.state.records[squad.members[0]]
        words = [squad.morale.replace("-", " ")]
        if isinstance(first, Machine):
            words = [f"{len(first.lost)} weapons lost"] * bool(first.lost) + ["immobilised"] * first.immobilised
        elif isinstance(first, Figure) and (wounds := [self.wounds_left(id) for id in squad.members]) != [1] * len(
            wounds
        ):
            words.append(f"wounds {', '.join(map(str, wounds))}")
        words += ["locked"] * bool(squad.locked)
        place = f"({written(first.at.x)}, {written(first.at.y)})"
        return f"{name} at {place}, {', '.join([f'{len(squad.members)} strong', *words])}"

    def wounds_left(self, id: int) -> int:
        return Unit(self.scene.play, self.scene.state.records[id].unit).wounds_left(id)

    def turns_to(self, **turn: Any) -> None:
        """The battle stands elsewhere."""
        self.scene.turns_to(**turn)

    def strikes_back(self, who: str, dice: list[int]) -> None:
        """Those who have charged a vehicle by chance strike at it with grenades."""
        unit = self.ids[who]
        back = back_question(self.scene.play, Unit(self.scene.play, unit), self.scene.squad("Tank").members).proposal()
        self.scene.runs(lambda play: strike_back(play, unit), dice=dice, blow="breach-grenades", **{"step-back": back})
        self.lines += ["", *self.scene.log(), "", *self.parties()]

    def proposed(self, who: str, action: str, **script: Any) -> Any:
        """What is proposed for the first question that the script does not answer."""
        given = {key: self.known(answer) for key, answer in script.items()}
        question: Any = self.scene.asks(self.ids[who], action, **given)
        return question.candidates(1)[0]


def three_ways_to_bear_fire() -> Tale:
    """Militia go to ground, a tank braces, leapers fly high; each is suppressed by it, and the leapers are pushed."""
    red = [
        model(10 + 8 * n, 10, "keeper", squad=f"Gunner {n + 1}", name=f"gunner {n + 1}", gear=CANNON) for n in range(3)
    ]
    blue = [
        *row(3, 10, 30, "militia", "Watch"), model(18, 30, "breakwater", squad="Tank", name="the tank", facing=SOUTH),
        *row(3, 26, 30, "beacon-leaper", "Leapers"),
    ]  # fmt: skip
    tale = Tale(red, blue, phase="shoot")
    react = "ShotAt.after"
    tale.does("Gunner 1", "shoot", target="Watch", dice=[3, 2, 6], **{react: ("going-to-ground", "Watch")})
    tale.does("Gunner 2", "shoot", target="Tank", dice=[3, 6, 3], **{react: ("brace", "Tank")})
    lift: Any = {"target": "Leapers", react: ("flying-high", "Leapers")}
    pushed = tuple(((26_000 + 1_600 * n, 36_000, 0, 5),) for n in range(3))
    tale.does("Gunner 3", "shoot", dice=[5], consolidate=pushed, **lift)
    return tale


def return_fire() -> Tale:
    """Four riflemen shoot at four who have not moved; these shoot back once each, and both sides lose one at once."""
    tale = Tale(row(4, 10, 10, "militia", "Attackers"), row(4, 10, 20, "militia", "Watch"), phase="shoot")
    tale.does(
        "Attackers", "shoot", target="Watch", dice=[4, 1, 1, 1, 4, 4, 1, 1, 1, 1, 1, 1, 1, 4, 1, 1],
        casualties=[(0, 0, 0, 1), (0, 0, 0, 1)], **{"ShotAt.after": ("return-fire", "Watch")},
    )  # fmt: skip
    return tale


def a_tank_shock_and_riders_who_evade() -> Tale:
    """A tank drives at bikes, which pass their test with nothing to spare; on a 3 they are six inches off its way."""
    tale = Tale([model(10, 10, "breakwater", squad="Tank", name="the tank", facing=NORTH)],
                row(3, 8.4, 14, "road-keeper", "Riders"))  # fmt: skip
    drives: Any = {
        "mode": "advance", "straight": drive((6, NORTH)), "dice": [4, 4, 3], "TankShocked.after": ("evade", "Riders")
    }  # fmt: skip
    aside = tuple(((14_400 + 1_600 * n, 14_000, 0, 0),) for n in range(3))
    tale.does("Tank", "tank-shock", consolidate=aside, **drives)
    return tale


def a_tank_shock_and_a_charge_by_chance() -> Tale:
    """Keepers stand their ground, make way where the tank stops, and charge it; in its assault phase they strike: each
    with a grenade, of which one goes through its rear."""
    tale = Tale([model(10, 10, "breakwater", squad="Tank", name="the tank", facing=NORTH)],
                row(3, 8.4, 14, "keeper", "Keepers"))  # fmt: skip
    drives: Any = {
        "mode": "advance", "straight": drive((6, NORTH)), "dice": [4, 3],
        "TankShocked.after": ("charge-by-chance", "Keepers"),
    }  # fmt: skip
    home = tale.proposed("Tank", "tank-shock", **drives)
    tale.does("Tank", "tank-shock", **drives, **{"chance-charge": home})
    tale.turns_to(phase="assault", actor=-1)
    tale.strikes_back("Keepers", dice=[4, 4, 4, 6, 1, 1, 1])
    return tale


def trapped(*, charges: bool) -> Tale:
    """Militia who fall back run into enemies on three sides."""
    ring = [*row(6, 6, 17, "militia", "Line"), *row(1, 6, 20, "militia", "Left"), *row(1, 14, 20, "militia", "Right")]
    tale = Tale(row(1, 10, 20, "militia", "Watch", unit={"morale": "falling-back"}), ring)
    if not charges:
        tale.does("Watch", "fall-back", dice=[4, 4], passing=True)
        return tale
    script: Any = {"dice": [4, 4], "Trapped.after": ("charge-by-chance", "Watch")}
    script["chance-charge"] = tale.proposed("Watch", "fall-back", **script)
    script["pile-in"] = tale.proposed("Watch", "fall-back", **script)
    tale.does("Watch", "fall-back", **script)
    return tale


def trapped_and_lost() -> Tale:
    """Militia who fall back are shut in on three sides, and do nothing: they are destroyed."""
    return trapped(charges=False)


def trapped_and_out_by_a_charge() -> Tale:
    """Militia who fall back are shut in on three sides, and charge the nearest: both are locked, and close up."""
    return trapped(charges=True)


def carrier(dice: list[int], after: list[int], **answers: Any) -> Tale:
    """A cannon shoots at a carrier in which three keepers ride."""
    tale = Tale(
        [*row(3, 2, 2, "keeper", "Riders"), model(10, 10, "pilgrim-carrier", squad="Carrier", name="the carrier")],
        row(1, 10, 25, "keeper", "Gunner", gear=CANNON), phase="shoot", seat=1,
    )  # fmt: skip
    WentAboard(tale.ids["Riders"], 3).apply(tale.scene.state)
    tale.lines = [*tale.parties()]
    script: Any = {"target": "Carrier", "ShotAt.after": None, "dice": dice, **answers}
    script["disembark"] = tale.proposed("Gunner", "shoot", **script)
    script["dice"] = [*dice, *after]
    tale.does("Gunner", "shoot", **script)
    return tale


def a_wreck_and_its_riders() -> Tale:
    """A carrier is wrecked: those who ride in it get out at once, and are pinned by a test that they fail."""
    return carrier([4, 6, 5], [5, 6])


def an_explosion_and_its_riders() -> Tale:
    """A carrier explodes: of three who ride in it one dies, the others stand where it was; it leaves a crater."""
    return carrier([4, 6, 6, 1, 4, 4, 1, 2, 6], [1, 1], casualties=(0, 0, 1))


def mishaps() -> Tale:
    """Three units come down where they cannot: one is lost, one is put down by the enemy, one has to wait."""
    said: Any = {"where": "reserve", "done": ["called"]}
    red = [each for n in range(3) for each in row(3, 2, 2, "beacon-leaper", f"Flight {n + 1}", unit=said)]
    tale = Tale(red, row(5, 24, 40, "militia", "Watch"), phase="prepare", round=2)
    for n in range(3):
        with_row(tale.scene, f"Flight {n + 1}", arrival="deep-strike")
    near: Any = {"drop": (24 * INCH, 39 * INCH, 0)}
    tale.does("Flight 1", "place-reserves", dice=[1, 2], **near)
    astray = tale.proposed("Flight 2", "place-reserves", dice=[2, 4], **near)
    tale.does("Flight 2", "place-reserves", dice=[2, 4], astray=astray, **near)
    tale.does("Flight 3", "place-reserves", dice=[1, 6], **near)
    return tale


def abandon() -> Tale:
    """Of five bosuns three are wounded; one of these goes on, the others are left behind."""
    left = [2, 1, 1, 2, 1]
    mob = [model(10 + 2 * n, 10, "bosun", squad="Mob", name=f"mob {n + 1}", wounds=w) for n, w in enumerate(left)]
    tale = Tale(mob, row(3, 10, 40, "militia", "Others"), phase="consolidate")
    tale.does("Mob", "abandon", stays="mob 2")
    return tale


TALES = tales.Tales.of(
    __file__,
    (
        three_ways_to_bear_fire, return_fire, a_tank_shock_and_riders_who_evade, a_tank_shock_and_a_charge_by_chance,
        trapped_and_lost, trapped_and_out_by_a_charge, a_wreck_and_its_riders, an_explosion_and_its_riders, mishaps,
        abandon,
    ),
)  # fmt: skip
