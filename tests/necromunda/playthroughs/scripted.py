"""Scenes of the classic rules that are told: every die and every answer in a script, as people read them in the log.

``python -m tests.playthroughs`` writes them anew.
"""

from __future__ import annotations

from typing import Any

from tests.necromunda.actions.test_engines import RAMP
from tests.necromunda.badzones import badzone
from tests.necromunda.scenes import COLD, add_vehicle, fighter, leg, scene, set_phase, spot, wall, way
from tests.playthroughs import tales
from warbook.core.length import written
from warbook.core.structs import replace
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.records import Driver
from warbook.testing import drive

NORTH, EAST, SOUTH = (0, 1), (1, 0), (0, -1)
LORRY = "tarpaulin"


def named(name: str, x: float, y: float, z: float = 0, **card: Any) -> Any:
    """A fighter with a name, at a place in inches."""
    put = fighter(x, y, z, **card)
    return replace(put, name=name, kit=replace(put.kit, name=name))


class Tale(tales.Tale):
    """A scene with fighters, and with the vehicles that are put into it."""

    def __init__(self, game: Any, red: int, blue: int) -> None:
        super().__init__(game, red, blue)

    def vehicle(self, name: str, seat: int, x: float, y: float, **more: Any) -> None:
        """One vehicle more, with a name."""
        who = add_vehicle(self.scene, seat, x, y, **{"profile": LORRY, **more})
        world = self.scene.world
        kits = (*world.vehicle_kits[:-1], replace(world.vehicle_kits[-1], name=name))
        self.scene.world = replace(world, vehicle_kits=kits, names={**world.names, who: name})
        self.ids[name] = who
        self.sides = tuple((title, (*side, *[who] * (seat == n))) for n, (title, side) in enumerate(self.sides))
        self.lines[:] = [*self.parties()]

    def goes_on(self, *, dice: Any = (), **answers: Any) -> None:
        """The battle goes on with these dice and answers."""
        self.scene.goes_on(dice=dice, **{key: self.known(answer) for key, answer in answers.items()})
        self.lines += ["", *self.scene.log(), "", *self.parties()]

    def phase(self, name: str, round: int, **answers: Any) -> None:
        """A phase of a round begins."""
        set_phase(self.scene, name, actor=-1, round=round)
        self.goes_on(**answers)

    def standing(self, who: int) -> str:
        """Where a model stands, and how."""
        world, record, at = self.scene.world, self.scene.record(who), self.scene.record(who).at
        here = f"{world.names[who]} at ({written(at.x)}, {written(at.y)})"
        if world.is_crewed(who):
            driver = Driver(self.scene.play, who)
            fate = "a wreck" if record.wrecked else "stalled" if record.stalled else "mobile"
            return f"{here}, {fate}, {driver.record.hull_points} hull point{'s' * (record.hull_points != 1)} left"
        left = f"{record.wounds} wound{'s' * (record.wounds != 1)} left"
        return f"{here}, {', '.join((record.status.value, *record.conditions))}, {left}"


# ---- badzones --------------------------------------------------------------------------------------------------------


def something_else_in_every_round() -> Tale:
    """A badzone in which something else befalls two fighters in each round, until the dome comes down."""
    game, *_ = badzone(
        [named("Hedda", 10, 10, weapons=["autogun"])],
        named("Korbin", 10, 30),
        environment="dome-jungle",
        board=wall(0, 20, 48, 20, 6),
    )
    tale = Tale(game, 1, 1)
    tale.phase("priority", 0, dice=[*(5, 2), *(1, 1)])
    tale.phase("end", 1, dice=[3, 1, 4, 5, *(5, 2), *(2, 3)])
    tale.goes_on(activate="Hedda", action="end-activation", dice=[1, 5])
    tale.phase("end", 2, dice=[2, 4, *(5, 2), *(5, 1)])
    tale.goes_on(activate="Hedda", dice=[1, 2], lost=spot(3, 12)[:3])
    tale.phase("end", 3, dice=[4, *(5, 2), *(6, 5), 1, 2], watch=True)
    tale.phase("end", 4, dice=[5, *(5, 2), *(6, 6), 6])
    return tale


def a_rat_and_a_trap() -> Tale:
    """A trap is laid, a rat is sent off that goes astray, and somebody walks past what is left."""
    game, *_ = scene(
        red=[
            named("Hedda", 10, 10, weapons=["frag-grenades"], wargear=("bomb-delivery-rats",)),
            named("Wanda", 20, 10, wargear=("frag-trap",)),
        ],
        blue=[named("Korbin", 20, 15.5, wounds=2)],
        ruleset=RULESET,
    )
    tale = Tale(game, 2, 1)
    tale.does("Wanda", "set-trap", place=spot(20, 11.5)[:3], path=way(leg(20, 6)), dice=[4])
    tale.does("Hedda", "prime-bomb-rat", place=spot(10, 10.892)[:3], dice=[6, *(1, 2), 360])
    tale.does("Korbin", "move", path=way(leg(20, 14.2), leg(22, 15)), dice=[4, 5, 4])
    return tale


def a_rat_finds_its_way() -> Tale:
    """A rat is led towards somebody, runs on after the next roll for priority, and goes off."""
    game, *_ = scene(
        red=[named("Hedda", 10, 10, weapons=["frag-grenades"], wargear=("bomb-delivery-rats",))],
        blue=[named("Korbin", 10, 18, wounds=2)],
        ruleset=RULESET,
    )
    tale = Tale(game, 1, 1)
    tale.does("Hedda", "prime-bomb-rat", place=spot(10, 10.892)[:3], run=spot(10, 14)[:3], dice=[6, *(5, 4)])
    tale.phase("priority", 1, run=spot(10, 17)[:3], dice=[*(5, 2), *(4, 4), 4, 5, 4])
    return tale


# ---- house rules -----------------------------------------------------------------------------------------------------


def slow_reloading() -> Tale:
    """The house rule by which Reload is a Double action."""
    game, *_ = scene(
        red=[named("Hedda", 10, 10, weapons=["boltgun"], out=(0,))],
        blue=[named("Korbin", 30, 30)],
        house_rules=["reload-is-double"],
        ruleset=RULESET,
    )
    tale = Tale(game, 1, 1)
    tale.does("Hedda", "reload", dice=[6])
    tale.lines += ["", f"Actions that Hedda has left: {game.state.turn.left}."]
    return tale


def head_first() -> Tale:
    """The house rule by which a charge may end with a headbutt."""
    game, *_ = scene(
        red=[named("Hedda", 10, 10, skills=["headbutt"])],
        blue=[named("Korbin", 10, 15, wounds=2)],
        house_rules=["headbutt-in-charge"],
        ruleset=RULESET,
    )
    tale = Tale(game, 1, 1)
    tale.does("Hedda", "charge", at="Korbin", ends="headbutt", dice=[3, *(2, 5), 4, 3])
    return tale


def thrown_off_the_run() -> Tale:
    """The house rule by which a charge may end with a throw."""
    game, *_ = scene(
        red=[named("Hedda", 10, 10, skills=["hurl"])],
        blue=[named("Korbin", 10, 15, wounds=2)],
        house_rules=["hurl-in-charge"],
        ruleset=RULESET,
    )
    tale = Tale(game, 1, 1)
    tale.does("Hedda", "charge", at="Korbin", ends="hurl", direction=(0, 1), dice=[3, 1, 2, 4])
    return tale


def downhill() -> Tale:
    """The house rule by which a vehicle without its engine rolls the way that leads down."""
    game, *_ = scene(
        red=[named("Hedda", 2, 2)],
        blue=[named("Korbin", 46, 46)],
        board=RAMP,
        house_rules=["rolls-downhill"],
        ruleset=RULESET,
    )
    tale = Tale(game, 1, 1)
    tale.vehicle("Mule", 0, 20, 10, facing=SOUTH, stalled=True)
    mule = game.record(tale.ids["Mule"])
    game.state.put(replace(mule, at=replace(mule.at, z=1_000)))
    tale.does("Mule", "free-wheel", drive=drive((3.9, SOUTH)), dice=[4])
    return tale


def out_of_the_window() -> Tale:
    """The house rule by which the crew of a vehicle fires any pistol that it carries."""
    game = road(blue=named("Korbin", 20, 19, wounds=2), house_rules=["pistols-from-vehicles"])
    tale = Tale(game, 1, 1)
    tale.vehicle("Mule", 0, 20, 10, sidearms=["hand-flamer"])
    tale.does("Mule", "move-and-shoot", when="last", drive=drive((3.5, NORTH)), bearing=(0, 1000), dice=[3, 4, 4, 5])
    return tale


# ---- vehicles --------------------------------------------------------------------------------------------------------


def road(red: Any = None, blue: Any = None, **more: Any) -> Any:
    return scene(red=[red or named("Hedda", 2, 2)], blue=[blue or named("Korbin", 46, 46)], ruleset=RULESET, **more)[0]


def a_ram_pushes_a_chain_of_three() -> Tale:
    """A lorry rams a second one into a third, and somebody stands at the end of it."""
    tale = Tale(road(blue=named("Korbin", 20, 26.5, stats={"i": 4})), 1, 1)
    tale.vehicle("Mule", 0, 20, 10)
    tale.vehicle("Ox", 1, 20, 16)
    tale.vehicle("Ass", 1, 20, 22)
    tale.does("Mule", "ram", drive=drive((9, NORTH)), dice=[2, 6, 1, 3, 1, 1])
    return tale


def a_vehicle_rolls_over() -> Tale:
    """At full throttle round a bend: control is lost, and it rolls over and on."""
    tale = Tale(road(), 1, 1)
    tale.vehicle("Mule", 0, 20, 10)
    tale.does("Mule", "full-throttle", drive=drive((5, NORTH), (5, EAST)), dice=[*(1, 2), 6, 2, 360, 3, *COLD])
    return tale


def a_rider_is_thrown_clear() -> Tale:
    """A shot wrecks a vehicle under a rider, who lands badly."""
    game = road(red=named("Hedda", 20, 10, 2.25), blue=named("Korbin", 20, 18, weapons=["meltagun"], facing=SOUTH))
    tale = Tale(game, 1, 1)
    tale.vehicle("Mule", 0, 20, 10, hull_points=1)
    tale.does(
        "Korbin", "shoot", target="Mule", pick="body: penetrating", rider=spot(23, 10),
        dice=[6, 3, 6, 1, [4, 1, 1, 1], 2, 1, *(5, 5), 3, *COLD],
    )  # fmt: skip
    return tale


TALES = tales.Tales.of(
    __file__,
    (
        something_else_in_every_round,
        a_rat_and_a_trap,
        a_rat_finds_its_way,
        slow_reloading,
        head_first,
        thrown_off_the_run,
        downhill,
        out_of_the_window,
        a_ram_pushes_a_chain_of_three,
        a_vehicle_rolls_over,
        a_rider_is_thrown_clear,
    ),
)
