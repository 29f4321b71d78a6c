"""With the values of one edition the entries that both have do the same in both: a thousand positions made up so that
each of them is open in some, the same answers and the same dice."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Literal, NamedTuple

import pytest

from tests.necromunda.scenes import TOUCH, ductway, fighter, marker, piece, roof, scene, wall
from warbook.core import structs
from warbook.core.answers import Shown
from warbook.core.decision import Decision
from warbook.core.dice import TWO_D6, Pool
from warbook.core.events import Event
from warbook.core.play import Oracle, Play
from warbook.core.ruleset import Ruleset
from warbook.core.step import run_step
from warbook.rulesets.necromunda.edition_2023 import LIBRARY
from warbook.rulesets.necromunda.edition_2023 import RULESET as CORE
from warbook.rulesets.necromunda.edition_classic import RULESET as CLASSIC
from warbook.rulesets.necromunda.records.world import State

POSITIONS = 500  # under the values of each edition
STEPS = 6  # from the one in which an action is taken: what it leads to, and what the next one does
ENDINGS = 5  # of so many positions one goes on to the end of the round
SHARED = sorted({action.id for action in CORE.actions} & {action.id for action in CLASSIC.actions})


def with_values_of(rules: Ruleset, other: Ruleset) -> Ruleset:
    """The entries that both editions have, as `rules` lists them, with the values, tables, costs and modifiers of the
    `other`: what is left is what the lists make of the same chapters."""
    shared = [structs.replace(a, cost=other.action[a.id].cost) for a in rules.actions if a.id in SHARED]
    listed = {"shelf": rules.edition.shelf, "vehicle_actions": rules.edition.vehicle_actions}  # with their options
    edition = structs.replace(other.edition, **listed)
    defaults = {option.name: option.default for option in other.options}
    options = tuple(structs.replace(o, default=defaults.get(o.name, o.default)) for o in CLASSIC.options)
    amended = dataclasses.replace(
        rules, actions=tuple(shared), edition=edition, modifiers=other.modifiers, options=options, chosen={}
    )
    return dataclasses.replace(amended, patched=(other.id,))  # what is remembered of a battle goes by this


# ---- positions -------------------------------------------------------------------------------------------------------

Foe = Literal["apart", "in contact", "fallen"]


class Site(NamedTuple):
    """Where somebody stands who is to take an action, and what it takes: in which state it is, what it knows and
    carries, how near an enemy is."""

    x: float = 24
    y: float = 40
    z: float = 0
    status: str = "standing"
    broken: bool = False
    weapons: tuple[str, ...] = ()
    wargear: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    foe: Foe = "apart"


DOOR, TERMINAL, CASKET, EDGE, DUCT = (30, 9), (30.6, 29), (5, 29), (10.8, 13), (25, 19.2)
SITES = {
    "move": Site(),
    "charge": Site(),
    "take-cover": Site(),
    "shoot": Site(),
    "aim": Site(),
    "crawl-through-ductway": Site(*DUCT),
    "fire-through-ductway": Site(*DUCT, weapons=("autogun",)),
    "reload": Site(weapons=("autogun",)),
    "coup-de-grace": Site(foe="fallen"),
    "operate-door": Site(*DOOR),
    "access-terminal": Site(*TERMINAL),
    "force-door": Site(*TERMINAL),
    "smash-open-casket": Site(*CASKET),
    "bypass-casket-lock": Site(*CASKET),
    "send-lift": Site(37, 37),
    "fight": Site(foe="in contact"),
    "retreat": Site(foe="in contact"),
    "headbutt": Site(foe="in contact", skills=("headbutt",)),
    "hurl": Site(foe="in contact", skills=("hurl",)),
    "stand-up": Site(status="pinned"),
    "crawl": Site(status="pinned"),
    "blind-fire": Site(status="pinned", weapons=("autogun",)),
    "running-for-cover": Site(broken=True),
    "set-charge": Site(*CASKET, weapons=("krak-grenades",)),
    "run-and-gun": Site(skills=("hip-shooting",), weapons=("autogun",)),
    "order": Site(skills=("overseer",)),
    "descend": Site(*EDGE, 6, wargear=("drop-rig",)),
    "grapnel": Site(*EDGE, 6, wargear=("grapnel-launcher",)),
    "laser-cut": Site(*CASKET, wargear=("cutting-beam",)),
    "scan": Site(wargear=("viewer",)),
    "take-a-swig": Site(wargear=("rinse",)),
    "use-chem": Site(wargear=("stimm-slug",)),
}
BOARD = "".join(
    (
        roof(6),
        wall(24, 10, 29, 10) + wall(31, 10, 36, 10) + piece("door", id="gate", line=[29, 10, 31, 10], height=3),
        wall(24, 30, 29, 30) + wall(31, 30, 36, 30),
        piece(
            "door", id="vault", line=[29, 30, 31, 30], height=3, state="locked",
            terminals=[[31.4, 29.8, 0], [31.4, 30.2, 0]],
        ),
        wall(20, 20, 30, 20) + ductway(20, 0.4).replace("[10, 19.6", "[25, 19.6").replace("[10, 20.4", "[25, 20.4"),
        marker("casket", 5, 30),
        marker("ammo-cache", 40, 30),
        marker("booby-trap", 22, 42),
        piece("obstacle", rect=[22, 38.5, 4, 0.4], height=1),
        piece("lift", id="hoist", rect=[36, 36, 2, 2], z=[0, 3]),
        piece("platform", rect=[38, 36, 4, 2], z=3),
    )
)  # fmt: skip
ELSEWHERE = [(2.5 + 6 * i, 4 + 11 * j) for i in range(8) for j in range(4)]
CARRIED = [weapon.id for weapon in LIBRARY.weapons.values() if weapon.carried]
WORN = [item.id for item in LIBRARY.wargear.values() if item.kind != "accessory"]
PROFILES = ("dipper", "chandler", "wickmaster", "dray-rider")
STATES = ("standing", "standing", "standing", "pinned", "seriously-injured")


def anybody(rng: Random, x: float, y: float, site: Site, **facts: Any) -> Any:
    """A fighter who has what the site asks for, and anything besides."""
    weapons = dict.fromkeys((*site.weapons, *rng.sample(CARRIED, rng.randint(1, 2))))
    more = {
        "weapons": tuple(weapons),
        "armour": tuple(rng.sample(list(LIBRARY.armour), rng.randint(0, 2))),
        "wargear": tuple(dict.fromkeys((*site.wargear, *rng.sample(WORN, rng.randint(0, 2))))),
        "skills": tuple(dict.fromkeys((*site.skills, *rng.sample(list(LIBRARY.skills), rng.randint(0, 4))))),
        "wounds": rng.randint(1, 2),
        "flesh": rng.randint(0, 1),
        "conditions": rng.choice([(), (), (), ("blaze",), ("gunked",)]),
        "facing": rng.choice([(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1)]),
    }
    return fighter(x, y, site.z, **{**more, **facts})


def made_up(rng: Random, wanted: str) -> dict[str, Any]:
    """A position in which somebody may well take an action, and others are about."""
    site = SITES[wanted]
    empty = {"out": (0,)} if wanted == "reload" else {}
    state = {"status": site.status, "broken": site.broken, **empty}
    if wanted == "crawl" and rng.random() < 0.5:
        state["status"] = "seriously-injured"
    if site.foe == "in contact":
        state["facing"] = (0, 1)
    near = {"in contact": TOUCH, "fallen": TOUCH + 0.5, "apart": rng.uniform(2.5, 7)}[site.foe]
    foe = {"in contact": "standing", "fallen": "seriously-injured", "apart": rng.choice(STATES)}[site.foe]
    if site.foe == "fallen":
        state["facing"] = (0, 1)
    spots = [(x, y) for x, y in rng.sample(ELSEWHERE, 10) if abs(x - site.x) > 2 or abs(y - site.y) > 9]
    bare = Site()
    red = [anybody(rng, site.x, site.y, site, **state), anybody(rng, site.x - 2.4, site.y, bare._replace(z=site.z))]
    blue = [anybody(rng, site.x, site.y + near, bare, status=foe)] if site.z == 0 else []
    for side in (red, blue):
        for _ in range(2):
            side.append(anybody(rng, *spots.pop(), bare, status=rng.choice(STATES), broken=rng.random() < 0.2))
    options = {option.name: rng.choice(option.values) for option in CORE.options if rng.random() < 0.3}
    dark = 6000 if wanted == "scan" or rng.random() < 0.2 else 0
    return {"red": red, "blue": blue, "board": BOARD, "options": options, "dark": dark}


# ---- playing them ----------------------------------------------------------------------------------------------------


class AtRandom(Oracle):
    """Answers and dice drawn at random, but for the first action: that is the one that is `wanted`, if it is open."""

    __slots__ = ("rng", "taken", "wanted")

    def __init__(self, seed: int, wanted: str) -> None:
        self.rng, self.wanted, self.taken = Random(seed), wanted, ""

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        faces = pool.thrown(self.rng.random)
        return Shown(key, faces, pool.read(faces))

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        if decision.key == "action" and not self.taken:
            open_to = not decision.legal(self.wanted)
            self.taken = self.wanted if open_to else decision.sample(self.rng)
            return self.taken
        return decision.sample(self.rng)


def played(rules: Ruleset, position: dict[str, Any], seed: int, wanted: str) -> tuple[list[Event], str]:
    """What happens when the first of red takes an action, and in some steps after that; and which action it was."""
    game = scene(ruleset=rules, **position)[0]
    oracle, state, happened = AtRandom(seed, wanted), game.poised(0), []
    for _ in range(STEPS):
        play = Play(state.copy(), game.ruleset, game.world, [], oracle)
        run_step(play)
        state = play.state
        happened += play.events
        if game.ruleset.result(state) is not None:
            return happened, oracle.taken
    if seed % ENDINGS == 0:
        happened += ended(game, state, oracle)
    return happened, oracle.taken


def ended(game: Any, state: State, oracle: AtRandom) -> list[Event]:
    """What happens at the end of the round."""
    state, happened = state.copy(), list[Event]()
    state.agenda, state.turn = (), structs.replace(state.turn, phase="end", actor=-1, left=0, group=())
    while state.turn.phase == "end":
        play = Play(state.copy(), game.ruleset, game.world, [], oracle)
        run_step(play)
        state = play.state
        happened += play.events
    return happened


def positions(rules: Ruleset, count: int) -> Iterator[tuple[dict[str, Any], int, str]]:
    """So many positions made up for one shared entry after another, each with a seed."""
    for number in range(count):
        wanted = SHARED[number % len(SHARED)]
        yield made_up(Random(f"{rules.id} {number}"), wanted), number, wanted


@pytest.mark.parametrize("rules", [CORE, CLASSIC], ids=["2023", "classic"])
def test_with_the_values_of_one_edition_every_shared_entry_of_both_does_the_same(rules: Ruleset) -> None:
    ours, theirs = (with_values_of(lists, rules) for lists in (CORE, CLASSIC))
    taken: Counter[str] = Counter()
    for position, seed, wanted in positions(rules, POSITIONS):
        happened, action = played(ours, position, seed, wanted)
        assert played(theirs, position, seed, wanted) == (happened, action), (wanted, seed)
        taken[action] += 1
    assert {entry: taken[entry] for entry in SHARED if taken[entry] < 3} == {}


@pytest.mark.parametrize("value", ["at_point", "traps_at_end_of_action", "serious_recovery_wounds", "retreat_dice"])
def test_a_single_value_of_the_other_edition_makes_a_difference(value: str) -> None:
    ours, theirs = (with_values_of(lists, CORE) for lists in (CORE, CLASSIC))
    other = {"retreat_dice": TWO_D6}.get(value, getattr(CLASSIC.edition, value))
    edition = structs.replace(theirs.edition, **{value: other})
    broken = dataclasses.replace(theirs, edition=edition, patched=(value,))
    made = positions(CORE, POSITIONS)
    assert any(played(broken, *each) != played(ours, *each) for each in made)
