"""Positions: small battles in an empty yard, played through the library up to the point where a test begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

from tests.necromunda.meeting import MEETING, YARD
from warbook import rulesets, table
from warbook.core.decision import Decision
from warbook.core.game import Game
from warbook.core.length import inches
from warbook.core.ruleset import Setup
from warbook.space.movement import Mode

Answers = Mapping[str, Callable[[Game, Decision[Any]], Any] | Any]


def setup(ruleset: str, scenario: str, red: str, blue: str, board: str = YARD, **options: Any) -> Setup:
    """A battle in a yard between two rosters."""
    shelf = table.shelf_of(rulesets.find(ruleset))
    rosters = {0: (red, "red.toml"), 1: (blue, "blue.toml")}
    content = shelf.content("", text=scenario, source="meeting.toml", board=(board, "yard.toml"), rosters=rosters)
    return Setup(ruleset, content, options)


def rosters_of(setup: Setup) -> tuple[str, ...]:
    """The rosters of a battle, as their files."""
    return tuple(roster["text"] for roster in setup.content["rosters"])


def played(setup: Setup, seed: int, answers: Answers, until: Callable[[Game, Decision[Any]], bool]) -> bytes | None:
    """The record of a battle up to the question that is wanted.  `answers` has one for each key that is met before it,
    or a function that finds it; None where another question comes in between."""
    rows: list[bytes] = []
    game = Game(rulesets.find(setup.ruleset), setup, seed=seed, write=rows.append)
    while (decision := game.decision) is not None:
        if until(game, decision):
            return b"".join(rows)
        if decision.key not in answers:
            return None
        answer = answers[decision.key]
        game.choose(answer(game, decision) if callable(answer) else answer)
    return None


def put(places: Mapping[str, tuple[float, float]], facing: bool = False) -> Callable[[Game, Decision[Any]], Any]:
    """Deploys everybody at a place of its own, in inches; facing the middle, where models look somewhere."""

    def spot(game: Game, decision: Decision[Any]) -> Any:
        mover: int = decision.mover_id  # type: ignore[attr-defined]
        x, y = places[game.name(mover)]
        return (inches(x), inches(y), 0, *((0, 1 if y < 12 else -1) if facing else ()))

    return spot


def named(game: Game, name: str) -> int:
    """The id of a model."""
    return next(id for id in range(len(game.state.records)) if game.name(id) == name)


# ---- Necromunda ------------------------------------------------------------------------------------------------------

GANG = """
kind = "roster"
id = "{id}"
ruleset = "necromunda-2023"
title = "{title}"
gang = "tallow-street"
"""
FIGHTER = """
[[fighters]]
id = "{id}"
name = "{name}"
profile = "{profile}"
weapons = [{weapons}]
skills = [{skills}]
"""
STAND_OFF_PLACES = {
    "Asp": (12, 3), "Bat": (2, 2), "Cat": (22, 2), "Dog": (12, 13), "Eel": (2, 22), "Fox": (22, 22),
}  # fmt: skip


def gang(id: str, *names: str, weapons: str = "", skills: str = "") -> str:
    """The roster of a gang whose first carries these weapons and has these skills."""
    rows = [FIGHTER.format(id=names[0].lower(), name=names[0], profile="chandler", weapons=weapons, skills=skills)]
    rows += [FIGHTER.format(id=n.lower(), name=n, profile="dipper", weapons="", skills="") for n in names[1:]]
    return GANG.format(id=id, title=id.capitalize()) + "".join(rows)


@cache
def stand_off() -> Setup:
    """Three against three; Dog keeps watch over Asp."""
    red = gang("red", "Asp", "Bat", "Cat", weapons='"autogun"')
    blue = gang("blue", "Dog", "Eel", "Fox", weapons='"autogun"', skills='"overwatch"')
    return setup("necromunda-2023", MEETING, red, blue)


@cache
def before_a_charge() -> bytes:
    """Asp is active and can charge Dog, who will answer with a shot; Asp lives to go on."""
    answers: Answers = {
        "deploy": put(STAND_OFF_PLACES, facing=True),
        "activate": lambda game, decision: named(game, "Asp" if decision.player == 0 else "Fox"),
        "group": -1,
        "action": lambda game, decision: "end-activation",
    }

    def charging(game: Game, decision: Decision[Any]) -> bool:
        return decision.key == "action" and decision.player == 0

    for seed in range(100):
        record = played(stand_off(), seed, answers, charging)
        if record is not None and _survives(record):
            return record
    raise AssertionError("nobody survives being shot at")


def _survives(record: bytes) -> bool:
    """Whether the charger who is shot at in this battle still has a target to choose."""
    game = table.load(record, "record", advance=True)
    game.choose("charge")
    if game.decision is None or game.decision.player != 1:
        return False
    game.choose(("overwatch", named(game, "Dog")), 1)
    return game.decision is not None and game.decision.key == "target"


@cache
def before_a_flame() -> bytes:
    """Asp is asked in which direction it sends its flame: it would reach Dog or Eel, not both."""
    red = gang("red", "Asp", "Bat", "Cat", weapons='"flamer"')
    places = STAND_OFF_PLACES | {"Asp": (12, 7), "Eel": (16, 13)}
    answers: Answers = {
        "deploy": put(places, facing=True),
        "activate": lambda game, decision: named(game, "Asp" if decision.player == 0 else "Fox"),
        "group": -1,
        "action": lambda game, decision: "end-activation" if decision.player else "shoot",
    }
    flaming = setup("necromunda-2023", MEETING, red, gang("blue", "Dog", "Eel", "Fox"))
    record = played(flaming, 0, answers, lambda game, decision: decision.key == "bearing")
    assert record is not None
    return record


# ---- Gangfight -------------------------------------------------------------------------------------------------------

PARTY = """
kind = "roster"
id = "{id}"
ruleset = "gangfight"
title = "{title}"
setting = "chronicle"
points = 1000
"""
MEMBER = """
[[members]]
id = "{id}"
name = "{name}"
profile = "{profile}"
weapons = [{weapons}]
"""
OPEN_FIELD = """
kind = "scenario"
id = "yard"
ruleset = "gangfight"
title = "A fight in the yard"
summary = "Three against three."
setting = "chronicle"
board = "yard"
engagement = "battleground"
attacker = "blue"
points = 1000
[red]
roster = "red"
[blue]
roster = "blue"
"""
OPEN_FIELD_PLACES = {
    "Odo": (12, 7), "Sib": (9, 7), "Brun": (15, 7), "Wiebke": (9, 13), "Till": (12, 13), "Jorun": (15, 13),
}  # fmt: skip


def open_field(**options: Any) -> Setup:
    """Captain Odo leads two against three who hold all their points."""

    def party(id: str, first: str, *others: str, archer: str = "") -> str:
        profiles = {first: "human-hero"} | dict.fromkeys(others, "human-regular")
        rows = [
            MEMBER.format(id=n.lower(), name=n, profile=p, weapons='"longbow"' * (n == archer))
            for n, p in profiles.items()
        ]
        return PARTY.format(id=id, title=id.capitalize()) + "".join(rows)

    red, blue = party("red", "Odo", "Sib", "Brun"), party("blue", "Wiebke", "Till", "Jorun", archer="Jorun")
    return setup("gangfight", OPEN_FIELD, red, blue, **options)


def before_a_band_charges(**options: Any) -> bytes:
    """Odo is active and has two beside him; each of the blue holds points."""
    answers: Answers = {
        "side": "south",
        "deploy": put(OPEN_FIELD_PLACES),
        "activate": lambda game, decision: named(game, "Odo") if decision.player == 0 else -1,
    }

    def leading(game: Game, decision: Decision[Any]) -> bool:
        return decision.key == "action" and decision.player == 0

    record = played(open_field(**options), 1, answers, leading)
    assert record is not None
    return record


@cache
def after_a_point() -> bytes:
    """The record of a battle in which a side has scored, up to the first question after that."""
    rows: list[bytes] = []
    chosen, rng = table.setup("open-field"), Random(3)
    game = Game(rulesets.find(chosen.ruleset), chosen, seed=3, write=rows.append)
    while (decision := game.decision) is not None:
        if any(side.points for side in game.ruleset.tableau(game.play).sides):  # type: ignore[misc]
            return b"".join(rows)
        game.choose(decision.sample(rng), decision.player)
    raise LookupError("nobody scored")


# ---- Necromunda, on wheels -------------------------------------------------------------------------------------------

LONG_YARD = """
kind = "board"
id = "yard"
title = "A long yard"
size = [36, 30]
[[deployment]]
name = "south"
rect = [0, 0, 36, 12]
[[deployment]]
name = "north"
rect = [0, 12, 36, 18]
"""
VEHICLE = """
[[vehicles]]
id = "{id}"
name = "{name}"
profile = "{profile}"
crew = "carter"
weapons = ["{weapon}"]
upgrades = [{upgrades}]
"""
ON_WHEELS = {
    "Van": (18, 6), "Bat": (18, 4), "Cat": (16.6, 6), "Asp": (2, 2),
    "Kart": (19, 17), "Dog": (18, 14), "Eel": (34, 28), "Fox": (2, 28),
}  # fmt: skip
ONTO_THE_VAN = (inches(17.3), inches(6), inches(1.5), int(Mode.CLIMB))


@cache
def before_a_drive() -> bytes:
    """Van is asked where it drives: Bat is in its cage and Cat on top of it, Dog and behind it Kart are in its way."""
    van = VEHICLE.format(
        id="van", name="Van", profile="wick-runner", weapon="heavy-flamer", upgrades='"transport-cage"'
    )
    kart = VEHICLE.format(id="kart", name="Kart", profile="dust-hare", weapon="heavy-stubber", upgrades="")
    red, blue = gang("red", "Asp", "Bat", "Cat") + van, gang("blue", "Dog", "Eel", "Fox") + kart
    red, blue = (each.replace("necromunda-2023", "necromunda-classic") for each in (red, blue))
    turns = {"Bat": "embark", "Cat": "move", "Van": "vehicle-move"}

    def deed(game: Game, decision: Decision[Any]) -> str:
        wanted = turns.get(game.name(game.state.turn.actor), "")
        return wanted if wanted and not game.state.turn.done else "end-activation"

    def next_to_act(game: Game, decision: Decision[Any]) -> int:
        able: Any = decision.options()  # type: ignore[attr-defined]
        return next(who for name in ("Bat", "Cat", "Van", "Eel", "Fox") if (who := named(game, name)) in able)

    answers: Answers = {
        "deploy": put(ON_WHEELS, facing=True),
        "activate": next_to_act,
        "group": -1,
        "action": deed,
        "path": (ONTO_THE_VAN, (0, 1)),
    }
    meeting = MEETING.replace("necromunda-2023", "necromunda-classic")
    wheels = setup("necromunda-classic", meeting, red, blue, board=LONG_YARD)
    record = played(wheels, 1, answers, lambda game, decision: decision.key == "drive")
    assert record is not None
    return record
