"""Editions over the same chapters: in the same position, on the same dice, each plays by its own values and list.

The other editions here are the classic one and a made-up one.  `DIFFERENCES` has a scene for every value of `Edition`,
so that a chapter that reads a constant instead of the value is noticed, and so is a value that nobody tests.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.necromunda.scenes import (
    COLD,
    FLESH,
    KNIFE,
    OUT,
    SAFE,
    SERIOUS,
    TOUCH,
    add_vehicle,
    ductway,
    fighter,
    gate,
    leg,
    marker,
    piece,
    run_rule,
    scene,
    wall,
    way,
)
from warbook.core.dice import TWO_D6, Pool
from warbook.core.events import Rolled
from warbook.core.game import Game
from warbook.core.length import INCH
from warbook.core.ruleset import HouseRule, Ruleset, Setup
from warbook.core.structs import replace
from warbook.core.verify import verify_record
from warbook.players import by_seat
from warbook.rulesets.necromunda.attacks import hits, vehicle_victims
from warbook.rulesets.necromunda.attacks.close_combat import blows, brawling, fighting, grips, reaction_attacks
from warbook.rulesets.necromunda.attacks.shooting import blast_attacks, bystanders, flames, strays, target_choice
from warbook.rulesets.necromunda.battle import before_acting, ending
from warbook.rulesets.necromunda.checks import aiming, characteristics, darkness, ductway_ends, guns, targets
from warbook.rulesets.necromunda.checks.sides import side_towards
from warbook.rulesets.necromunda.consequences import FOLLOWS
from warbook.rulesets.necromunda.edition_2023 import EDITION, LIBRARY, RULESET, SHELF
from warbook.rulesets.necromunda.edition_classic import RULESET as CLASSIC
from warbook.rulesets.necromunda.events.attacks import Struck
from warbook.rulesets.necromunda.events.fighters import LastingInjury
from warbook.rulesets.necromunda.events.rounds import Bottled
from warbook.rulesets.necromunda.family import ruleset_of
from warbook.rulesets.necromunda.harm import injury, recovery
from warbook.rulesets.necromunda.harm.strikes import Hit, Strike
from warbook.rulesets.necromunda.printed.arms import ShootingAction, Trait
from warbook.rulesets.necromunda.printed.citations import printed_in
from warbook.rulesets.necromunda.printed.edition import Edition
from warbook.rulesets.necromunda.printed.roster import roster_parser
from warbook.rulesets.necromunda.printed.scenario import scenario_parser
from warbook.rulesets.necromunda.printed.shelf import shelf_of
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.vehicles import Driver
from warbook.rulesets.necromunda.records.world import Play
from warbook.space.movement import Mode
from warbook.testing import drive

FAR = fighter(40, 40)


def ends_action_by_a_trap(rules: Ruleset) -> list[str]:
    """What is rolled when somebody aims beside a trap."""
    here = fighter(10, 10, weapons=["autogun"])
    game, red, _ = scene(red=[here], blue=[FAR], board=marker("booby-trap", 10, 12), ruleset=rules)
    game.does(red, "aim", dice=[2] * rules.edition.traps_at_end_of_action)
    return [event.key for event in game.happened(Rolled)]


class Difference(NamedTuple):
    """Another value, what comes of a scene under the 2023 rules, and what under the other."""

    other: Any
    shown: Callable[[Ruleset], Any]
    in_2023: Any
    elsewhere: Any


def duel(rules: Ruleset, red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None) -> Any:
    """Two fighters in contact, face to face."""
    armed = {"weapons": ("fighting-knife",)}
    mine, theirs = {**armed, **(red or {})}, {**armed, **(blue or {})}
    return scene(red=[fighter(10, 10, **mine)], blue=[fighter(10, 10 + TOUCH, **theirs)], ruleset=rules)


def rolls(game: Any, key: str) -> list[Any]:
    """The faces of every roll of that key in what has just happened."""
    return [event.faces for event in game.happened(Rolled) if event.key.startswith(key)]


def passed_with_the_lowest_roll(rules: Ruleset) -> list[bool]:
    """A Cool test with two dice, an Initiative test with one; all that is added helps."""
    rules = rules.having({"natural-1-fails-initiative": False})
    game, red, _ = scene(red=[fighter(10, 10)], blue=[FAR], ruleset=rules)
    found: list[bool] = []
    run_rule(game, lambda play: found.append(characteristics.passes_cool(Model(play, red), "fear", 10)), dice=(1, 1))
    run_rule(game, lambda play: found.append(characteristics.passes_initiative(Model(play, red), "", 10)), dice=(1,))
    return found


def recovered(*dice: int, helped: bool = False) -> Callable[[Ruleset], Any]:
    def shown(rules: Ruleset) -> int:
        side = [fighter(10, 10, status=Status.SERIOUS, wounds=0), fighter(11.5 if helped else 30, 10)]
        game, (red, friend), _ = scene(red=side, blue=[FAR], ruleset=rules)
        run_rule(game, recovery.recover, red, dice=dice, **({"helper": friend, "keep": 0} if helped else {}))
        return int(game.record(red).flesh)

    return shown


def bottles_with_one_in_reserve(rules: Ruleset) -> bool:
    """Three have started, of whom one is down, and a fourth is still to come."""
    side = [fighter(10 + 4 * n, 10, status=Status.SERIOUS if n == 0 else Status.STANDING) for n in range(3)]
    late = fighter(30, 30, status=Status.OUT, deployed=False)
    game, *_ = scene(red=[*side, late], blue=[FAR], ruleset=rules)
    red = replace(game.world.scenario.red, crew=3)
    game.world = replace(game.world, scenario=replace(game.world.scenario, red=red))
    run_rule(game, ending.bottle_check, 0, dice=(3,), bottle=False)
    return bool(game.happened(Bottled))


def injured_twice(rules: Ruleset) -> int:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[FAR], ruleset=rules)
    blow, dice = Strike(9, damage=2), (6, SERIOUS, SERIOUS)
    run_rule(game, lambda play: injury.strike(play, Model(play, red), blow, 1, -1), dice=dice)
    return int(game.record(red).flesh)


def rolled_again(rules: Ruleset) -> int:
    """How many dice a medic has rolled again that would take its patient out."""
    side = [fighter(10, 10, status=Status.SERIOUS, wounds=0), fighter(11.5, 10, skills=("medicae",))]
    game, (red, friend), _ = scene(red=side, blue=[FAR], ruleset=rules)
    after = (6, 6, *COLD)  # a nerve test, and no lasting injury
    again = (SERIOUS, SERIOUS) if rules.edition.medics_roll_again else after
    run_rule(game, recovery.recover, red, dice=(OUT, OUT, *again), helper=friend)
    return len(rolls(game, "recovery.again"))


def caught_in_a_web(rules: Ruleset) -> tuple[str, ...]:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[FAR], ruleset=rules)
    run_rule(game, recovery.web_aftermath, red, dice=(6,) if rules.edition.webs_capture else ())
    injuries: tuple[str, ...] = game.record(red).injuries
    return injuries


def shaken_by(rules: Ruleset) -> list[int]:
    """How many test their nerve when a prospect goes out of action beside a ganger, and when a juve does."""
    found = []
    for role, profile in (("prospect", "sparkthrower"), ("juve", "wisp")):
        side = [fighter(10, 10, profile=profile), fighter(12, 10)]
        game, (young, _), _ = scene(red=side, blue=[FAR], ruleset=rules)
        dice = () if role in rules.edition.lesser_roles else (6, 6)
        run_rule(game, lambda play, who=young: injury.take_out(play, Model(play, who), -1, injuries=0), dice=dice)
        found.append(len(rolls(game, "nerve")))
    return found


def crushed(strength: int, face: int, *saved: int, **worn: Any) -> Callable[[Ruleset], int]:
    """How many wounds a graviton hit costs a fighter, whose die shows that face."""

    def shown(rules: Ruleset) -> int:
        put = fighter(10, 10, wounds=3, stats={"s": strength}, **worn)
        game, who, _ = scene(red=[put], blue=[FAR], ruleset=rules)
        hit = Hit(LIBRARY.weapons["grav-gun"].profiles[0], way="blast", origin=(10000, 16000, 0))
        dice = saved if rules.edition.fields_stop_graviton else ()
        run_rule(game, lambda play: hits.resolve_hits(play, Model(play, who), hit), dice=(face, *dice))
        return 3 - int(game.record(who).wounds)

    return shown


def severed(rules: Ruleset) -> bool:
    """Whether a greatsword that wounds one without any wounds left takes it out, on a die that shows a flesh wound."""
    red, blue = {"weapons": ("greatsword",)}, {"wounds": 0}
    game, who, whom = duel(rules, red, blue)
    out = rules.edition.severs_at_once
    answers: dict[str, Any] = {"path": ((0, 1),)} if out else {"react": None}
    game.does(who, "fight", dice=[6, 6, FLESH, *COLD * out], **answers)
    return game.record(whom).status is Status.OUT


def burning(rules: Ruleset, **changes: Any) -> Any:
    """A fighter on fire, and an enemy four inches to the east of it and somewhat to the north."""
    fire = fighter(24, 24, conditions=("blaze",), **changes)
    return scene(red=[fire], blue=[fighter(28, 25.6)], ruleset=rules)


def burning_seen(rules: Ruleset) -> bool:
    game, red, _ = burning(rules)
    return darkness.given_away(game.play, red)


def burning_strikes(rules: Ruleset) -> bool:
    game, red, _ = burning(rules)
    return reaction_attacks._may_strike(game.play, game.record(red))


def burning_runs_past(rules: Ruleset) -> bool:
    game, red, _ = burning(rules)
    run_rule(game, lambda play: before_acting.run_about(play, Model(play, red)), dice=(6, 6, 360), drop=False)
    return bool(game.record(red).at.x > 30 * INCH)


def injured_burns_on(rules: Ruleset) -> bool:
    game, red, _ = burning(rules, status=Status.SERIOUS)
    run_rule(game, lambda play: before_acting.put_out(play, Model(play, red)), dice=(4,))
    return "blaze" in game.record(red).conditions


def how_dark(rules: Ruleset) -> tuple[int, int]:
    game, *_ = scene(red=[fighter(10, 10)], blue=[FAR], ruleset=rules)
    fixed = len(game.world.edition.sight_in_dark) == 1
    run_rule(game, darkness.fall_of_night, dice=() if fixed else (4,))
    return game.state.turn.dark, len(rolls(game, "darkness"))


def sees_in_dark(rules: Ruleset) -> list[int]:
    """How many inches a fighter sees where it is dark beyond 6", with goggles and without."""
    side = [fighter(10, 10, wargear=("photo-goggles",)), fighter(14, 10)]
    game, side_ids, _ = scene(red=side, blue=[FAR], ruleset=rules, dark=6 * INCH)
    return [darkness.sight_in_the_dark(game.model(who)) // INCH for who in side_ids]


def aimed_at_in_the_dark(rules: Ruleset) -> list[bool]:
    """Whether a blast and a plain shot may be aimed at a fighter twice as far off as one sees."""
    found = []
    for weapon in ("grav-gun", "lasgun"):
        side = [fighter(10, 10, weapons=(weapon,))]
        game, who, whom = scene(red=side, blue=[fighter(10, 17)], ruleset=rules, dark=3 * INCH)
        shooter = game.model(who)
        found.append(whom in targets.targets(shooter, guns.gun(shooter, shooter.kit.arms[0])))
    return found


def irradiated(*dice: int) -> Callable[[Ruleset], bool]:
    """Whether a hit with Rad-phage gives its victim away in the dark: wound roll, then the die of the trait."""

    def shown(rules: Ruleset) -> bool:
        game, who, _ = scene(red=[fighter(10, 10)], blue=[FAR], ruleset=rules, dark=3 * INCH)
        hit = Hit(LIBRARY.weapons["rad-grenades"].profiles[0], way="blast", origin=(10000, 16000, 0))
        run_rule(game, lambda play: hits.resolve_hits(play, Model(play, who), hit), dice=dice)
        return darkness.given_away(game.play, who)

    return shown


def glowing(rules: Ruleset) -> list[bool]:
    """Whether a refractor field gives its wearer away in the dark, one that has burnt out, and a holo field."""
    side = [
        fighter(10, 10, armour=("refractor-field",)),
        fighter(14, 10, armour=("refractor-field",), used=("refractor-field",)),
        fighter(18, 10, armour=("holo-field",)),
    ]
    game, wearers, _ = scene(red=side, blue=[FAR], ruleset=rules, dark=3 * INCH)
    return [darkness.given_away(game.play, who) for who in wearers]


def shot(rules: Ruleset, target: int | None = None, action: ShootingAction = "shoot", *, aims: bool = False) -> Any:
    game, red, blue = scene(red=[fighter(10, 10, weapons=("lasgun",))], blue=[fighter(10, 16)], ruleset=rules)
    if aims:
        game.does(red, "aim")
    model = game.model(red)
    gun = guns.gun(model, model.kit.arms[0])
    whom = blue if target is None else target
    return aiming.hit_number(aiming.Shot(model, whom, gun, "short", action=action)).because


def hits_a_vehicle_astray(rules: Ruleset) -> int:
    parked = marker("vehicle", 10.5, 13)
    red, blue = [fighter(10, 10, weapons=("lasgun",))], [fighter(10, 18)]
    game, shooter, target = scene(red=red, blue=blue, board=parked, ruleset=rules)
    model = game.model(shooter)
    gun = guns.gun(model, model.kit.arms[0])
    return len(bystanders.models_near_the_line(game.play, model.id, gun.mount, gun.slot, gun.long, target))


def flames_answer(rules: Ruleset) -> bool:
    """Whether a watcher answers with a flamer who moves before it."""
    watcher = fighter(10, 14, weapons=("flamer",), skills=("overwatch",))
    game, red, blue = scene(red=[fighter(10, 10)], blue=[watcher], ruleset=rules)
    if rules.edition.flames_on_overwatch:
        game.does(red, "move", overwatch=blue, bearing=(0, -1000), dice=[SAFE, 1, 1])
    else:
        game.does(red, "move", path=way(leg(10, 9)))  # nobody is asked
    return not game.record(blue).ready


def closest_behind(rules: Ruleset) -> bool:
    red, blue = [fighter(10, 10, weapons=("lasgun",))], [fighter(10, 7), fighter(10, 17)]
    game, shooter, (behind, _) = scene(red=red, blue=blue, ruleset=rules)
    model = game.model(shooter)
    return behind in target_choice.rivals(model, guns.gun(model, model.kit.arms[0]), "shoot")


def cool_for_a_blast_at_a_place(rules: Ruleset) -> int:
    red, blue = [fighter(10, 10, weapons=("smoke-grenades",))], [fighter(11, 14), fighter(8, 17)]
    game, who, _ = scene(red=red, blue=blue, ruleset=rules)
    tests = (6, 6) if rules.edition.templates_by_priority else ()
    game.does(who, "shoot", target=aiming.POINT, point=(8000, 16500, 0), dice=[*tests, 6, 4])
    return len(rolls(game, "priority"))


def fights_over_a_barricade(rules: Ruleset) -> bool:
    low = piece("obstacle", rect=[8, 10.492, 4, 0.6], height=1)
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(10, 11.584)], board=low, ruleset=rules)
    return bool(game.model(red).engaged)


def reaches_in_reaction(rules: Ruleset) -> int:
    red, blue = [fighter(10, 10, weapons=("polearm",))], [fighter(10, 12.5)]
    game, who, _ = scene(red=red, blue=blue, ruleset=rules)
    return len(grips.opponents(game.play, who))


def charged_while_pinned(rules: Ruleset) -> list[bool]:
    """Whether the one that is charged looks away when the fight is over, and whether one that faces its charger from
    the start strikes back as if it had not had to turn."""
    red, blue = [fighter(10, 10)], [fighter(10, 13, status=Status.PINNED, facing=(0, 1), stats={"t": 6})]
    game, who, whom = scene(red=red, blue=blue, ruleset=rules)
    game.does(who, "charge", target=whom, dice=[1, 1, 1], react=None)
    looks_away = game.record(whom).at.fy > 0
    blue = [fighter(10, 13, status=Status.PINNED, facing=(0, -1))]
    game, who, whom = scene(red=red, blue=blue, ruleset=rules)
    game.does(who, "charge", target=whom, dice=[1, 1, 1, 1], react=whom)
    (back,) = [event for event in game.happened(Struck) if event.who == whom]
    return [looks_away, "turned to face" not in dict(back.because)]


def frightened_goes_on(rules: Ruleset) -> list[bool]:
    """Whether one that has not the will to charge is still the one who acts, and whether it has moved."""
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 15, skills=("fearsome",))], ruleset=rules)
    game.does(red, "charge", target=blue, dice=[3, 3])
    return [game.state.turn.actor == red, game.record(red).at.y != 10 * INCH]


def ends_of_charge(rules: Ruleset) -> bool:
    red = [fighter(10, 10, weapons=("fighting-knife",), skills=("hurl",))]
    game, who, whom = scene(red=red, blue=[fighter(10, 15, weapons=("fighting-knife",))], ruleset=rules)
    if rules.edition.hurl_ends_charge:
        game.does(who, "charge", target=whom, dice=[1, 1, 2], ends="Hurl", direction=(0, 1))
    else:
        game.does(who, "charge", target=whom, dice=[1, 1, 1], react=None)  # there is no choice: it fights
    return game.record(whom).status is Status.PINNED


def butts_over_a_barricade(rules: Ruleset) -> bool:
    low = piece("obstacle", rect=[8, 10.492, 4, 0.4], height=1)
    red = [fighter(10, 10, skills=("headbutt",))]
    game, who, _ = scene(red=red, blue=[fighter(10, 11.384)], board=low, ruleset=rules)
    return "headbutt" in game.allowed(who)


def thrown_at_nothing(rules: Ruleset) -> int:
    game, red, blue = duel(rules, {"skills": ("hurl",)})
    dice = () if rules.chosen["hurl-hits-on-contact-only"] else (1,)
    run_rule(
        game, lambda play: brawling.throw_enemy(play, Model(play, red), Model(play, blue), (0, 1), INCH), dice=dice
    )
    return len(rolls(game, "wound"))


def finished_beside_the_dead(rules: Ruleset) -> bool:
    """Whether one who lies there can be finished off after a fight in which another went out of action."""
    red, blue = [fighter(10, 10)], [fighter(10, 10 + TOUCH, status=Status.SERIOUS), fighter(12, 10, status=Status.OUT)]
    game, who, fought = scene(red=red, blue=blue, ruleset=rules)
    answers = {"after": fought[0]} if rules.edition.finish_beside_the_dead else {"path": ((0, 1),)}
    dice = COLD if rules.edition.finish_beside_the_dead else ()
    run_rule(game, lambda play: fighting.after_fight(play, Model(play, who), tuple(fought)), dice=dice, **answers)
    return game.record(fought[0]).status is Status.OUT


def dice_of_an_order(rules: Ruleset) -> int:
    side = [fighter(10, 10, skills=("overseer",)), fighter(12, 10)]
    game, (red, friend), _ = scene(red=side, blue=[FAR], ruleset=rules)
    game.does(red, "order", target=friend, dice=[6, 6] if rules.edition.orders_tested else [])
    assert game.state.turn.actor == friend
    return len(rolls(game, "order"))


def beyond_a_ductway(rules: Ruleset) -> list[int]:
    """How many could be shot at through a ductway that ends beside a truck, and how many a flame would cover there."""
    there = wall(0, 14, 48, 14, 5) + ductway(14, 0.5) + marker("vehicle", 10.5, 16)
    game, red, _ = scene(red=[fighter(10, 12.5, weapons=("flamer",))], blue=[FAR], board=there, ruleset=rules)
    shooter = game.model(red)
    (end,) = ductway_ends.ductway_exits(shooter)
    gun = guns.gun(shooter, shooter.kit.arms[0])
    shots = ductway_ends.targets_beyond(shooter, end)
    wounds = (6,) if rules.edition.ductways_reach_vehicles else ()
    run_rule(game, lambda play: flames.flame_through(play, Model(play, red), gun, end), dice=(SAFE, *wounds))
    return [len(shots), len(rolls(game, "wound"))]


def jaw(rules: Ruleset) -> int:
    game, red, blue = duel(rules, {"weapons": ("axe",)}, {"skills": ("iron-jaw",)})
    play, attacker = game.play, game.model(red)
    aim = blows.Aim(attacker.kit.arms[0], blue, 1)
    weapon = blows.weapon_held(attacker, aim.arm)
    return blows.blow(blows.Bout(attacker, Model(play, blue), weapon), aim, False, False, False).tougher


def struck_when_it_cannot_get_away(rules: Ruleset) -> int:
    game, red, blue = duel(rules, {"stats": {"w": 2}})
    react = rules.edition.strike_at_failed_retreat
    game.does(red, "retreat", dice=[3, 4, 4, 4] if react else [3], **({"react": blue} if react else {}))
    return 2 - int(game.record(red).wounds)


def retreat_dice(broken: bool) -> Callable[[Ruleset], Any]:
    def shown(rules: Ruleset) -> int:
        game, red, _ = duel(rules, {"broken": broken})
        edition = game.world.edition
        pool: Pool = edition.broken_retreat_dice if broken else edition.retreat_dice
        run_rule(game, lambda play: rules.action["retreat"].rule(play, Model(play, red)),
            dice=(6, *[2] * pool.count), react=None, path=((0, 1),))  # fmt: skip
        return len(rolls(game, "retreat.distance")[0])

    return shown


def vault_opens(rules: Ruleset) -> bool:
    vault = gate("vault", terminals=[[8.5, 10, 0]])
    game, red, _ = scene(red=[fighter(8.5, 9)], blue=[FAR], board=vault, ruleset=rules)
    game.does(red, "access-terminal", dice=[4, 5])
    return any(getattr(record, "state", "") == "open" for record in game.state.records)


def fires_a_pistol_out_of_a_vehicle(rules: Ruleset) -> bool:
    """Whether a crew may fire a pistol that is no sidearm: by the value of these rules, among classic vehicles."""
    value = rules.edition.crews_fire_pistols
    game, *_ = scene(
        red=[FAR],
        blue=[FAR],
        ruleset=dataclasses.replace(CLASSIC, edition=replace(CLASSIC.edition, crews_fire_pistols=value)),
    )
    who = add_vehicle(game, 0, 20, 10, profile="tarpaulin", sidearms=["hand-flamer"])
    return bool(guns.held_by(Driver(game.play, who)))


DIFFERENCES: dict[str, Difference] = {
    "lowest_roll_fails": Difference(True, passed_with_the_lowest_roll, [True, True], [False, False]),
    "serious_recovery_wounds": Difference(False, recovered(SERIOUS), 1, 0),
    "help_spares_wound": Difference(False, recovered(FLESH, OUT, helped=True), 0, 1),
    "medics_roll_again": Difference(True, rolled_again, 0, 2),
    "webs_capture": Difference(False, caught_in_a_web, ("captured",), ("out-cold",)),
    "severs_at_once": Difference(True, severed, False, True),
    "graviton_six_crushes": Difference(False, crushed(6, 6), 2, 0),
    "fields_stop_graviton": Difference(False, crushed(3, 4, 5, 2, armour=("refractor-field",)), 0, 2),
    "lesser_roles": Difference(frozenset({"juve"}), shaken_by, [0, 0], [1, 0]),
    "fire_reveals": Difference(False, burning_seen, True, False),
    "burning_strike_back": Difference(True, burning_strikes, False, True),
    "burning_keep_clear": Difference(INCH // 2, burning_runs_past, False, True),
    "injured_smother_fire": Difference(False, injured_burns_on, False, True),
    "sight_in_dark": Difference((3 * INCH,), how_dark, (12 * INCH, 1), (3 * INCH, 0)),
    "aided_sight_in_dark": Difference(12 * INCH, sees_in_dark, [15, 6], [12, 6]),
    "dark_stops_blasts": Difference(False, aimed_at_in_the_dark, [False, False], [True, False]),
    "rads_reveal": Difference(True, irradiated(1, 4), False, True),
    "fields_reveal": Difference(
        frozenset({"refractor-field", "holo-field"}), glowing, [False, False, False], [True, False, True]
    ),
    "aim_helps": Difference(
        frozenset({"blind-fire"}),
        lambda rules: ("aim", 1) in shot(rules, aims=True),
        True,
        False,
    ),
    "at_point": Difference(0, lambda rules: dict(shot(rules, aiming.POINT)).get("aiming at a point", 0), -2, 0),
    "strays_hit_vehicles": Difference(False, hits_a_vehicle_astray, 1, 0),
    "flames_on_overwatch": Difference(False, flames_answer, True, False),
    "crews_fire_pistols": Difference(True, fires_a_pistol_out_of_a_vehicle, False, True),
    "closest_all_round": Difference(True, closest_behind, False, True),
    "templates_by_priority": Difference(True, cool_for_a_blast_at_a_place, 0, 1),
    "barricade_gap": Difference(INCH // 2, fights_over_a_barricade, True, False),
    "versatile_reactions": Difference(True, reaches_in_reaction, 0, 1),
    "raised_has_turned": Difference(False, charged_while_pinned, [False, False], [True, True]),
    "fearsome_ends_activation": Difference(False, frightened_goes_on, [False, False], [True, False]),
    "hurl_ends_charge": Difference(False, ends_of_charge, True, False),
    "butts_over_barricades": Difference(True, butts_over_a_barricade, False, True),
    "finish_beside_the_dead": Difference(True, finished_beside_the_dead, False, True),
    "orders_tested": Difference(False, dice_of_an_order, 1, 0),
    "ductways_reach_vehicles": Difference(False, beyond_a_ductway, [1, 1], [0, 0]),
    "iron_jaw_stops_blades": Difference(False, jaw, 2, 0),
    "strike_at_failed_retreat": Difference(False, struck_when_it_cannot_get_away, 1, 0),
    "retreat_dice": Difference(TWO_D6, retreat_dice(False), 1, 2),
    "broken_retreat_dice": Difference(TWO_D6, retreat_dice(True), 1, 2),
    "traps_at_end_of_action": Difference(True, ends_action_by_a_trap, [], ["trap"]),
    "reinforcements_hold": Difference(False, bottles_with_one_in_reserve, False, True),
}


# ---- what is no value: tables, costs, lists, and what vehicles do ----------------------------------------------------


def helped_by_aim(rules: Ruleset) -> set[str]:
    return {action for action in rules.edition.aim_helps if action in rules.action}


def empty_on_three(rules: Ruleset) -> list[bool]:
    """Whether a bottle of each drink is empty after a swig that rolls a 3."""
    found = []
    for drink in ("rinse", "black-eel"):
        game, red, _ = scene(red=[fighter(10, 10, wargear=(drink,))], blue=[FAR], ruleset=rules)
        game.does(red, "take-a-swig", dice=[3])
        found.append(bool(game.why_not(red, "take-a-swig")))
    return found


def strikes_blind_drunk(rules: Ruleset) -> str:
    game, red, _ = duel(rules, {"rinse": 3})
    game.does(red, "fight", dice=[1], react=None)
    return str(game.happened(Rolled)[0].why)


def left_after_a_headbutt(rules: Ruleset) -> tuple[int, bool]:
    """How many actions are left, and whether it may be done again."""
    game, red, _ = duel(rules, {"skills": ("headbutt",)})
    game.does(red, "headbutt", dice=[3, 3, 1])
    return game.left(red), "headbutt" in game.acting.allowed()


def what_came_of(*rolls: int) -> Callable[[Ruleset], Any]:
    return lambda rules: tuple(rules.edition.library.lasting_injury(roll).id for roll in rolls)


def lists(*actions: str) -> Callable[[Ruleset], Any]:
    return lambda rules: all(action in rules.action for action in actions)


def fought_over_a_barricade(rules: Ruleset) -> tuple[str, bool]:
    """The number to hit over a barricade not half an inch wide, and whether those an inch apart are engaged."""
    low = piece("obstacle", rect=[8, 10.492, 4, 0.4], height=1)
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(10, 11.384)], board=low, ruleset=rules)
    game.does(red, "fight", dice=[1], react=None)
    return str(game.happened(Rolled)[0].why), fights_over_a_barricade(rules)


def at_pieces_of_one_measure(rules: Ruleset) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Where a Move ends that leads onto something that is broad and low, and where a blast comes to rest that drifts
    against something high and narrow: the two that one book calls structures, and the other does not."""
    dais = piece("block", rect=[8, 12, 6, 6], height=1)
    chimney = piece("block", rect=[19.4, 14, 1.2, 1.2], height=3)
    game, red, _ = scene(red=[fighter(10, 10)], blue=[FAR], board=dais + chimney, ruleset=rules)
    found: list[Any] = []
    falls = (20_000, 11_000, 0)
    run_rule(game, lambda play: found.append(blast_attacks.drift(play, Model(play, red), falls)), dice=(6, 6, 90))
    game.does(red, "move", path=way(leg(10, 11), leg(10, 12.5, 1, Mode.CLIMB)))
    return game.at(red), found[0]


def driven_by(action: str, *dice: int, foe: tuple[float, float] = (46, 46), **how: Any) -> Callable[[Ruleset], Any]:
    """Where a lorry at (20, 10) has got to, and how an enemy fares; nothing where nobody drives."""

    def shown(rules: Ruleset) -> Any:
        if action not in rules.action:
            return None
        game, _, blue = scene(red=[FAR], blue=[fighter(*foe)], ruleset=rules)
        lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin", stalled=action == "free-wheel")
        game.does(lorry, action, dice=dice, **how)
        return game.at(lorry)[1], game.record(blue).status

    return shown


def gravity_on_a_vehicle(rules: Ruleset) -> Any:
    """Whether a lorry that is crushed has a save; nothing where nobody drives."""
    if not rules.edition.vehicle_actions:
        return None
    game, *_ = scene(red=[FAR], blue=[FAR], ruleset=rules)
    lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin")
    hit = Hit(LIBRARY.weapons["grav-gun"].profiles[0], by=1, origin=(20_000, 20_000, 0))
    side = side_towards(Driver(game.play, lorry), 20_000, 20_000)
    run_rule(game, lambda play: vehicle_victims.resolve_hits(play, Driver(play, lorry), hit, side, 1), dice=(6, 6))
    return len(rolls(game, "save"))


NORTH, SOUTH = (0, 1), (0, -1)
BADZONES = ("scavenge", "cover", "climb-claw", "trigger-claw", "hook-cargo", "jury-rig", "disarm")
OTHERWISE: dict[str, tuple[Callable[[Ruleset], Any], Any, Any]] = {
    "aim": (helped_by_aim, {"shoot"}, {"shoot", "fire-all", "move-and-shoot"}),
    "bottles": (empty_on_three, [True, False], [True, True]),
    "blind drunk": (strikes_blind_drunk, "To hit, 5+", "To hit, 4+"),
    "spin": (driven_by("spin", 6, 6, drive=drive((3.5, NORTH), (0, SOUTH))), None, (13.5, Status.STANDING)),
    "headbutt": (left_after_a_headbutt, (2, False), (1, False)),
    "free wheel": (driven_by("free-wheel", 6, 2, drive=drive((-6, NORTH))), None, (4, Status.STANDING)),
    "barricade": (fought_over_a_barricade, ("To hit, 4+", True), ("To hit, 5+", False)),
    "structures": (
        at_pieces_of_one_measure,
        ((10, 12.5, 1), (20_000, 13_999, 0)),
        ((10, 12.5, 1), (20_000, 13_999, 0)),
    ),
    "lasting injuries": (what_came_of(31, 54), ("convalescence", "multiple-injuries"), ("grievous-injury", "hobbled")),
    "further injuries": (injured_twice, 1, 0),
    "hurl": (thrown_at_nothing, 0, 1),
    "vaults": (vault_opens, False, True),
    "medics": (lists("treat-wounds"), True, False),
    "run over": (driven_by("vehicle-move", 1, 1, drive=drive((7, NORTH)), foe=(20, 15)), None, (17, Status.PINNED)),
    "gravity": (gravity_on_a_vehicle, None, 1),
    "reloading for a vehicle": (lists("reload-vehicle-weapon"), True, False),
    "badzones": (lists("set-trap", "prime-bomb-rat", *BADZONES), False, True),
}
"""What differs besides: a scene, what comes of it under the rules of 2023, and what under the classic ones."""

ROWS: dict[int, tuple[str, ...]] = {
    1: ("strike_at_failed_retreat",),
    2: ("retreat_dice", "broken_retreat_dice"),
    3: ("serious_recovery_wounds", "help_spares_wound"),
    4: ("further injuries",),
    5: ("at_point",),
    6: ("aim_helps", "aim"),
    7: ("bottles",),
    8: ("blind drunk",),
    9: ("spin",),
    10: ("headbutt",),
    11: ("hurl",),
    12: ("free wheel",),
    13: ("strays_hit_vehicles",),
    14: ("versatile_reactions",),
    15: ("barricade_gap", "barricade"),
    16: ("lowest_roll_fails",),
    17: ("structures",),
    18: ("lasting injuries",),
    19: ("webs_capture",),
    20: ("raised_has_turned",),
    21: ("fire_reveals", "burning_strike_back", "burning_keep_clear", "injured_smother_fire"),
    22: ("sight_in_dark", "aided_sight_in_dark", "dark_stops_blasts", "rads_reveal", "fields_reveal"),
    23: ("iron_jaw_stops_blades",),
    24: ("medics_roll_again", "medics"),
    25: ("run over",),
    26: ("gravity",),
    27: ("reinforcements_hold",),
    28: ("reloading for a vehicle",),
    29: ("badzones",),
    30: ("headbutt",),
}
"""The thirty differences of the decision page, and the scenes that show them.  Nobody sees number 17 at play: a board
says what each of its pieces is, whatever it measures, so both editions do the same there."""


ALIKE = {
    "fire_reveals",
    "aim_helps",
    "crews_fire_pistols",
    "closest_all_round",
    "templates_by_priority",
    "retreat_dice",
}
"""The values that the classic rules and those of 2023 have in common: house rules change some of them."""


def test_there_is_a_scene_for_every_value_of_an_edition() -> None:
    assert set(DIFFERENCES) == set(Edition.__struct_fields__) - {"library", "shelf", "vehicle_actions"}


@pytest.mark.parametrize("value", DIFFERENCES)
def test_an_edition_plays_by_its_own_value(value: str) -> None:
    other, shown, in_2023, elsewhere = DIFFERENCES[value]
    assert shown(RULESET) == in_2023
    assert shown(dataclasses.replace(RULESET, edition=replace(EDITION, **{value: other}))) == elsewhere


@pytest.mark.parametrize("value", DIFFERENCES)
def test_the_classic_edition_plays_by_its_own_value(value: str) -> None:
    """The same position and dice as under the rules of 2023, by all values of the classic rules at once."""
    _, shown, in_2023, elsewhere = DIFFERENCES[value]
    assert shown(CLASSIC) == (in_2023 if value in ALIKE else elsewhere)


@pytest.mark.parametrize("what", OTHERWISE)
def test_both_editions_play_the_same_scene_each_by_its_own_book(what: str) -> None:
    shown, in_2023, in_classic = OTHERWISE[what]
    assert (shown(RULESET), shown(CLASSIC)) == (in_2023, in_classic)


def test_each_of_the_thirty_differences_has_a_scene() -> None:
    assert {*ROWS} == set(range(1, 31))
    assert {scene for scenes in ROWS.values() for scene in scenes} <= {*DIFFERENCES, *OTHERWISE}
    assert OTHERWISE.keys() - {"vaults"} <= {scene for scenes in ROWS.values() for scene in scenes}


def test_shred_is_printed_in_the_classic_rules_alone_and_doubles_the_ap_of_shots_and_blows() -> None:
    """No weapon that is printed has it, so it is lent to two; the armour saves on 4+."""
    assert "shred" in CLASSIC.edition.library.traits and "shred" not in LIBRARY.traits
    for rules in (RULESET, CLASSIC):
        red, blue = {"weapons": KNIFE}, {"armour": ("light-carapace",)}
        game, who, whom = duel(rules, red, blue)
        shot = replace(LIBRARY.weapons["lasgun"].profiles[0], ap=-1).with_traits(Trait("shred"))
        strike = hits.strike_of_hit(game.play, hit := Hit(shot, origin=(10000, 16000, 0)), melts=False)
        mark = injury.mark_of(game.model(whom), strike, hit.incoming)
        assert [save.number for save in (*mark.saves, *mark.shredded)] == [5, 6]
        attacker, held = game.model(who), LIBRARY.weapons["fighting-knife"].profiles[0]
        weapon = replace(held, ap=-1).with_traits(Trait("shred"))
        bout = blows.Bout(attacker, Model(game.play, whom), weapon)
        blow = blows.blow(bout, blows.Aim(attacker.kit.arms[0], whom, 1), False, False, False)
        assert [save.number for save in (*blow.saves, *blow.shredded)] == [5, 6]


def test_rad_phage_that_hurts_nobody_gives_nobody_away() -> None:
    assert not irradiated(1, 3)(CLASSIC)


# ---- what both editions have in the same words -----------------------------------------------------------------------


@pytest.mark.parametrize("rules", [RULESET, CLASSIC], ids=lambda rules: rules.id)
def test_a_power_weapon_gives_its_bearer_away_in_the_dark(rules: Ruleset) -> None:
    for weapon, seen in (("power-sword", True), ("fighting-knife", False)):
        red, blue = [fighter(10, 10, weapons=(weapon,))], [fighter(10, 10 + TOUCH, status=Status.STANDING)]
        game, who, _ = scene(red=red, blue=blue, ruleset=rules, dark=3 * INCH)
        game.does(who, "fight", dice=[1], react=None)
        assert darkness.given_away(game.play, who) is seen


@pytest.mark.parametrize("rules", [RULESET, CLASSIC], ids=lambda rules: rules.id)
def test_a_rider_tests_to_keep_its_seat_and_to_stand_up(rules: Ruleset) -> None:
    hit = LIBRARY.weapons["lasgun"].profiles[0]
    for dice, status in (((6,), Status.STANDING), ((1, 1), Status.PINNED)):  # the second die: S3 against Toughness 4
        game, who, _ = scene(red=[fighter(10, 10, profile="dray-rider")], blue=[FAR], ruleset=rules)
        run_rule(game, lambda play, who=who: hits.knock_down(play, Model(play, who), hit), dice=dice)
        assert game.record(who).status is status
    for dice, answers, status in (((1,), {}, Status.PINNED), ((6,), {"facing": (0, 1)}, Status.STANDING)):
        fallen = fighter(10, 10, profile="dray-rider", status=Status.PINNED)
        game, who, _ = scene(red=[fallen], blue=[FAR], ruleset=rules)
        game.does(who, "stand-up", dice=dice, **answers)
        assert (game.record(who).status, game.state.turn.left) == (status, 1)


# ---- another list ----------------------------------------------------------------------------------------------------


def web_aftermath(play: Play, who: int) -> None:
    """Taken out by a web it is always out cold; records know the step by the name that both rules have."""
    play.happen(LastingInjury(who, "out-cold"))


TOY = "necromunda-toy"
OTHER = ruleset_of(
    id=TOY,
    title="Another edition",
    version="1",
    edition=replace(
        EDITION,
        shelf=shelf_of(LIBRARY, scenario_parser(TOY), roster_parser(TOY, LIBRARY)),
        **{value: difference.other for value, difference in DIFFERENCES.items()},
    ),
    actions=(
        *(action for action in RULESET.actions if action.id not in ("headbutt", "reload-vehicle-weapon")),
        *printed_in("another book", replace(brawling.HEADBUTT, cost="basic")),
    ),
    steps=tuple(web_aftermath if step is recovery.web_aftermath else step for step in RULESET.steps),
    windows={},
    follows={kind: rules for kind, rules in FOLLOWS.items() if kind is not strays.ShotMissed},
    modifiers=RULESET.modifiers,
    options=RULESET.options,
    house_rules=(),
    notes="",
)


def battle(rules: Ruleset, seed: int) -> Game:
    """A battle of the stand-off between two that play at random."""
    texts = json.loads(json.dumps(SHELF.content("hive-stand-off")).replace(RULESET.id, rules.id))
    return Game(rules, Setup(rules.id, texts), seed=seed, players=by_seat(("uniform", "uniform"), seed))


def test_two_editions_play_a_battle_each_by_its_own_book() -> None:
    ours, others = battle(RULESET, 5), battle(OTHER, 5)
    for game, rules in ((ours, RULESET), (others, OTHER)):
        assert rules.result(game.state) is not None
        assert verify_record(game.save(), lambda _, rules=rules: rules).true  # type: ignore[misc]
    assert ours.state != others.state


def test_an_edition_has_its_own_costs_steps_and_consequences() -> None:
    assert (RULESET.action["headbutt"].cost, OTHER.action["headbutt"].cost) == ("free", "basic")
    assert OTHER.action["headbutt"].cite == "another book, skills"
    for rules, dice, fate in ((RULESET, (6,), "captured"), (OTHER, (), "out-cold")):
        game, red, _ = scene(red=[fighter(10, 10)], blue=[FAR], ruleset=rules)
        run_rule(game, rules.step["web_aftermath"], red, dice=dice)
        assert game.record(red).injuries == (fate,)


def test_a_house_rule_may_change_a_value_of_the_edition() -> None:
    safe = HouseRule(
        "safe-vehicles",
        "Safe vehicles",
        "No shot goes astray into a vehicle.",
        "ours",
        lambda rules: dataclasses.replace(rules, edition=replace(rules.edition, strays_hit_vehicles=False)),
    )
    with_it = dataclasses.replace(RULESET, house_rules=(safe,)).having(house_rules=["safe-vehicles"])
    assert hits_a_vehicle_astray(with_it) != hits_a_vehicle_astray(RULESET)
    world, _ = with_it.table(with_it, SHELF.content("hive-stand-off"))
    assert not world.edition.strays_hit_vehicles
