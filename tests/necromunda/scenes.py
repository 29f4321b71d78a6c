"""Scenes for the tests of this ruleset: fighters put down where a sentence needs them, on a bare board or one of
their own.

game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 18, facing=(0, -1))])
game.does(red, "charge", target=blue, dice=[1, ...])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import pytest

from warbook import testing
from warbook.core.check import Target
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.core.ruleset import Ruleset
from warbook.core.state import Posture
from warbook.core.structs import replace
from warbook.rulesets.necromunda.battle.setup import cards_of, hitch_of, new_vehicle, vehicle_kit
from warbook.rulesets.necromunda.checks import aiming, guns
from warbook.rulesets.necromunda.edition_2023 import LIBRARY, RULESET
from warbook.rulesets.necromunda.printed.roster_vehicles import RosterVehicle
from warbook.rulesets.necromunda.printed.scenario import Scoring
from warbook.rulesets.necromunda.printed.vehicles import Locomotion
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.world import Kit, Play
from warbook.testing import Placed, Scene, Script, Unscripted, model
from warbook.testing import leg as leg
from warbook.testing import piece as piece

EMPTY_TABLE = """
kind = "board"
id = "bare"
title = "A bare table"
size = [48, 48]
"""

TOUCH = 0.984  # two bases of 25 mm, centre to centre
SAFE = 3  # a Firepower die without the Ammo symbol, one hole
FLESH, SERIOUS, OUT = 1, 3, 6  # faces of an injury die
COLD = (1, 5)  # a lasting injury that lasts no longer than the battle
TOO_LITTLE_COOL = [3, 3]  # for a Cool test of 7+
KNIFE = ("fighting-knife",)


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    """Marks a test of a ruling: the entry of the catalogue that it shows, and whether it shows that it works, that it
    is refused or its numbers."""
    return pytest.mark.covers(RULESET.id, entry, aspect)


# ---- what stands on a board ------------------------------------------------------------------------------------------


def wall(x1: float, y1: float, x2: float, y2: float, height: float = 3) -> str:
    """A wall from here to there."""
    return piece("wall", line=[x1, y1, x2, y2], height=height)


def low_wall(x1: float, y: float, x2: float) -> str:
    """An obstacle an inch high and half as wide, from west to east."""
    return piece("obstacle", line=[x1, y, x2, y], width=0.5, height=1)


def roof(z: float, x: float = 10, **facts: Any) -> str:
    """A flat roof of six inches by six at a height, its south-western corner at (x, 10)."""
    return piece("platform", rect=[x, 10, 6, 6], z=z, thickness=0.25, **facts)


def gate(state: str = "closed", **facts: Any) -> str:
    """A door, two inches wide, around (10, 10), with a wall to the west of it."""
    door = piece("door", id="gate", line=[9, 10, 11, 10], height=3, state=state, **facts)
    return wall(4, 10, 9, 10) + door


def ductway(y: float, reach: float, beyond: float | None = None) -> str:
    """A ductway northwards through whatever stands at (10, y): its ends lie that far from it, on both sides."""
    return piece("ductway", id="duct", ends=[[10, y - reach, 0], [10, y + (beyond or reach), 0]])


def pitfall() -> str:
    """A pit of four inches by four."""
    return piece("area", rect=[12, 8, 4, 4], kind="pitfall")


def marker(kind: str, x: float, y: float, id: str = "", **params: Any) -> str:
    """A casket, a cache, a trap or a vehicle on the ground, under the name that these scenes give such a thing."""
    known = {"ammo-cache": "crates", "booby-trap": "snare", "vehicle": "hauler"}
    more = {"params": params} if params else {}
    return piece("marker", id=id or known.get(kind, kind), kind=kind, at=[x, y, 0], **more)


# ---- who stands on it ------------------------------------------------------------------------------------------------


def fighter(
    x: float,
    y: float,
    z: float = 0,
    *,
    profile: str = "dipper",
    facing: tuple[int, int] | None = None,
    weapons: Sequence[str] = (),
    armour: Sequence[str] = (),
    wargear: Iterable[str] = (),
    skills: Iterable[str] = (),
    accessories: Mapping[str, Sequence[str]] | None = None,
    beast_of: int = -1,
    stats: Mapping[str, Any] | None = None,
    **changes: Any,
) -> Placed:
    """A fighter at a place in inches.  `stats` replace characteristics of the profile; `changes` fields of its record
    (status, wounds, flesh, broken, conditions ...)."""
    card = replace(LIBRARY.fighters[profile], skills=(), wargear=(), **(stats or {}))
    kit = Kit(
        name=f"{card.name} at {x:g}, {y:g}",
        profile=card,
        weapons=tuple(LIBRARY.weapons[w] for w in weapons),
        accessories=tuple(frozenset((accessories or {}).get(w, ())) for w in weapons),
        armour=tuple(LIBRARY.armour[a] for a in armour),
        wargear=frozenset(wargear),
        gear=cards_of(LIBRARY, wargear),
        skills=frozenset(skills),
        owner=beast_of,
    )
    return model(x, y, z=z, facing=facing, name=kit.name, kit=kit, **changes)


def saves_on(*numbers: int) -> tuple[Target, ...]:
    """Armour saves that need these numbers, one after another."""
    return tuple(Target(number, number, "armour") for number in numbers)


def numbers_of(saves: tuple[Target, ...]) -> tuple[int, ...]:
    """What each of several armour saves needs."""
    return tuple(save.number for save in saves)


def way(*legs: tuple[int, int, int, int], face: tuple[int, int] = (0, 1)) -> tuple[Any, ...]:
    """The answer to a question of a route: its legs, and the facing it ends with."""
    return testing.way(*legs, face=face)


def spot(x: float, y: float, z: float = 0, face: tuple[int, int] = (0, 1)) -> tuple[int, ...]:
    """The answer to a question of a place, in inches."""
    return testing.spot(x, y, z, face)


def scene(
    red: Sequence[Placed],
    blue: Sequence[Placed] = (),
    *,
    board: str = "",
    options: Mapping[str, Any] | None = None,
    house_rules: Sequence[str] = (),
    dark: int = 0,
    scoring: tuple[Scoring, ...] = ("casualties",),
    round: int = 1,
    ruleset: Ruleset = RULESET,
) -> Any:
    """A scene in the action phase, red to act.  Gives the scene and the ids of the fighters: one id, or a list of ids
    where a side has several.  `board` is TOML that is added to a bare 48" x 48" table; `ruleset` is that of another
    edition."""
    played, *ids = NecromundaScene.of(
        ruleset,
        red,
        blue,
        board=EMPTY_TABLE + board,
        options=options,
        house_rules=house_rules,
        round=round,
        dark=dark,
    )
    played.world = replace(played.world, scenario=replace(played.world.scenario, scoring=scoring))
    return played, *(ids if blue else [*ids, []])


def armed(game: Any, who: int, *weapons: Any) -> None:
    """Puts other weapons into a fighter's hands, such as nobody sells."""
    kits = list(game.world.kits)
    kits[who] = replace(kits[who], weapons=weapons)
    game.world = replace(game.world, kits=tuple(kits))


class NecromundaScene(Scene):
    """A scene whose questions are put in the words of this game."""

    def model(self, who: int) -> Model:
        """A handle on a fighter in the present position."""
        play: Play = self.play
        return Model(play, who)

    def gap(self, a: int, b: int) -> int:
        """The distance between two bases in thousandths, rounded up."""
        from warbook.space.sight import gap

        return gap(self.record(a).at, self.record(b).at)


def add_vehicle(
    game: Any,
    seat: int,
    x: float,
    y: float,
    *,
    profile: str,
    crew: str = "carter",
    facing: tuple[int, int] = (0, 1),
    weapons: Sequence[str] = (),
    sidearms: Sequence[str] = (),
    locomotion: Locomotion | Literal[""] = "",
    upgrades: Sequence[str] = (),
    skills: Sequence[str] = (),
    trailers: int = 0,
    **changes: Any,
) -> int:
    """Puts a crewed vehicle on the ground of a scene that has no things; gives its number.  `changes` are fields of its
    record."""
    world, state = game.world, game.state
    who = len(state.records)
    assert who == world.first_thing, "vehicles are numbered before things: this scene has some"
    built = (tuple(weapons), tuple(sidearms), tuple(upgrades), tuple(skills))
    row = RosterVehicle(f"vehicle-{who}", f"Vehicle {who}", profile, crew, locomotion, *built, trailers)
    kit = vehicle_kit(world.edition.library, row, hitch_of(game.ruleset))
    kits = (*world.vehicle_kits, kit)
    game.world = replace(world, vehicle_kits=kits, names={**world.names, who: kit.name})
    new = new_vehicle(who, seat, kit)
    at = replace(new.at.moved_to((round(x * INCH), round(y * INCH), 0)), fx=facing[0], fy=facing[1])
    state.records.append(replace(new, at=replace(at, posture=int(Posture.UP)), deployed=True, **changes))
    state.derived = None
    return who


# ---- what happens in a scene, and what has happened ------------------------------------------------------------------


def set_phase(game: Any, name: str, **changes: Any) -> None:
    """Arranges a phase."""
    game.state.turn = replace(game.state.turn, phase=name, **changes)


def next_round(game: Any, *, round: int = 1, **answers: Any) -> None:
    """The roll for priority, and what follows from it."""
    set_phase(game, "priority", actor=-1, round=round)
    game.goes_on(**answers)


def end_round(game: Any, round: int = 1, **answers: Any) -> None:
    """The end phase of a round, and the beginning of the next."""
    set_phase(game, "end", actor=-1, round=round)
    game.goes_on(**answers)


def run_rule(game: Any, rule: Any, *values: Any, dice: tuple[int, ...] = (), **answers: Any) -> None:
    """Runs a rule in the position of a scene, with everything that it puts on the agenda."""
    script = Script(dice, answers)
    play: Any = Play(game.state.copy(), game.ruleset, game.world, [], script)
    rule(play, *values)
    waiting = [w for w, _ in play.queue]
    game.state, game.events = play.state, list(play.events)
    while waiting:
        first = waiting.pop(0)
        play = Play(game.state.copy(), game.ruleset, game.world, [], script)
        game.ruleset.step[first.rule](play, *first.args)
        waiting[:0] = [w for w, _ in play.queue]
        game.state = play.state
        game.events += play.events
    script.finish()


def next_question(game: Any, **answers: Any) -> Any:
    """The next question of the battle after these answers."""

    def go_on() -> None:
        game.goes_on(**answers)
        game.goes_on()

    with pytest.raises(Unscripted) as fault:
        go_on()
    return fault.value.decision


def first_candidate(question: Any) -> Any:
    """Some legal answer."""
    return question.candidates(1)[0]


def rolled_keys(game: Any) -> list[str]:
    """What was rolled in the last sentence."""
    return [event.key for event in game.happened(Rolled)]


def duel(red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, **around: Any) -> Any:
    """Two fighters in contact, face to face."""
    mine = {"weapons": KNIFE, **(red or {})}
    theirs = {"weapons": KNIFE, "x": 10, "y": 10 + TOUCH, **(blue or {})}
    return scene(red=[fighter(10, 10, **mine)], blue=[fighter(**theirs)], **around)


def to_hit(game: Any, who: int) -> list[list[int] | None]:
    """The faces of every hit roll of the last sentence."""
    return [event.faces for event in game.happened(Rolled) if event.key == "fight.hit"]


def fighters_apart(
    gap: float, red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, **around: Any
) -> Any:
    """Two fighters with knives, face to face, so many inches from base to base."""
    mine = {"weapons": KNIFE, **(red or {})}
    theirs = {"weapons": KNIFE, **(blue or {})}
    return scene(red=[fighter(10, 10, **mine)], blue=[fighter(10, 10 + TOUCH + gap, **theirs)], **around)


# ---- to hit ----------------------------------------------------------------------------------------------------------


def number_to_hit(game: NecromundaScene, red: int, blue: int, arm: tuple[int, ...] = (0, 0), **situation: Any) -> int:
    """The number that a fighter needs to hit another."""
    return target_of(game, red, blue, arm, **situation).number


def target_of(game: NecromundaScene, red: int, blue: int, arm: tuple[int, ...] = (0, 0), **situation: Any) -> Target:
    """The same with the reasons for it."""
    shooter = game.model(red)
    shot = aiming.take_aim(shooter, guns.gun(shooter, arm), blue, situation.pop("action", "shoot"), **situation)
    return aiming.hit_number(shot)
