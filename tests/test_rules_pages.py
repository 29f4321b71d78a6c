"""What the pages of the rules say: costs, conditions, options and words of actions and of reactions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.cli.toy import run
from tests.option_reads import Reader
from warbook import rulesets
from warbook.cli.rules import conditions
from warbook.core import structs
from warbook.core.action import Action
from warbook.core.errors import WarbookError
from warbook.core.play import Handle
from warbook.core.reaction import Reaction
from warbook.core.ruleset import Ruleset
from warbook.rulesets import find
from warbook.rulesets.draft_40k.attacks import chance, reactions
from warbook.rulesets.draft_40k.attacks import shooting as volleys
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.rulesets.gangfight.attacks import areas, charge_attacks, charge_runs, fighting, shooting
from warbook.rulesets.gangfight.checks import defence
from warbook.rulesets.gangfight.movement.moving import remarks_on_way
from warbook.rulesets.gangfight.records.model import Model as Figure
from warbook.rulesets.necromunda.attacks.close_combat.attacks import batter_thing
from warbook.rulesets.necromunda.harm.control import keep_control
from warbook.rulesets.necromunda.harm.falling import fall_on
from warbook.rulesets.necromunda.harm.vehicle_damage import lose_control, suffer, take_damage
from warbook.rulesets.necromunda.movement.routes import route_warnings
from warbook.rulesets.necromunda.records.model import Model as Fighter
from warbook.rulesets.rites_of_battle.records import Model as Combatant
from warbook.table import as_text

OF_NO_ENTRY = {
    "draft-40k": [
        "abandon-scope",
        "suppressed-ends",
        "leader-replaced",
        "close-start-limits",
        "reserve-rolls",
        "claims-persist",
        "claims-at-the-end",
        "contested-at-the-end",
        "seize-on",
    ],
    "gangfight": [
        "points-come",
        "defender-first-points",
        "bravery-seen",
        "bravery-after-losses",
        "point-defense-swap",
        "complications-rolled-by",
        "dead-rise-at",
        "dead-keep-rising",
        "engagement-rolled",
        "crates-must-be-carried",
        "wipe-out-points",
        "rounds",
    ],
    "necromunda-2023": [
        "ready-must-activate",
        "madness-before-fire",
        "lasting-injuries",
        "casket-wounds",
        "broken-run-after",
        "burning-injured-crawl",
        "nerve-tested-after",
    ],
    "necromunda-classic": [
        "ready-must-activate",
        "madness-before-fire",
        "casket-wounds",
        "broken-run-after",
        "burning-injured-crawl",
        "nerve-tested-after",
        "swimmers-climb-out",
        "collapses-test-initiative",
        "hulls-start-whole",
        "trailers-take-room",
        "trailers-exceed-limits",
        "cleared-smoke-hinders",
        "sound-hulls-restart",
        "blacked-out-drivers-restart",
        "no-event-comes-twice",
        "icons-daunt-forsworn",
        "hull-weapons-at-edges",
    ],
    "rites-of-battle": [
        "initiative-mode",
        "enemy-initiative",
        "groups-act-together",
        "joint-initiative",
        "signed-initiative",
        "initiative-ties",
        "newcomers",
        "turns-wait",
        "vigilance-by",
        "first-placed",
        "surprised-are-placed-first",
        "aim-lasts",
        "covered-see-less",
        "lungs-last",
        "fear-lasts",
        "fear-strains",
        "fear-staggers",
        "heroes-know-no-fear",
    ],
}
"""The options that no action and no reaction reads: those of set-up, turns, aftermath and score."""


MODELS: dict[str, type[Handle[Any]]] = {
    "draft-40k": Unit,
    "gangfight": Figure,
    "necromunda-2023": Fighter,
    "necromunda-classic": Fighter,
    "rites-of-battle": Combatant,
}
CARRIED_OUT: dict[str, tuple[Any, ...]] = {
    "interrupt-counter-charge": (
        charge_attacks.counters,
        charge_attacks.counter,
        charge_attacks.counter_attack,
        charge_attacks.reached_by,
    ),
    "interrupt-dodge": (areas.dodge,),
    "interrupt-flee": (charge_runs.flee,),
    "interrupt-fire": (shooting.fire_back,),
    "interrupt-bulwark": (defence.bulwark,),
    "interrupt-fight": (fighting.fight_back,),
    "return-fire": (reactions.return_fire, volleys.steadied),
    "charge-by-chance": (chance.charge_by_chance, chance.face_walker),
}
"""The rules by which the action carries out what a reaction has declared."""

COUNTER_STRIKE, NO_SECOND_TEST = {"counter-strike-at-fights"}, {"no-second-nerve-test-after-free-coup-de-grace"}
CASKETS_BLOWN_UP = {"casket-traps-spring", "broken-caskets-spoil"}
OF_WOUNDS = {"crit-table", "death-margin", "discouraging-strains", "toughness-faces", "rivals-fall"}
OF_GANGS = {
    "charge": NO_SECOND_TEST,
    "fight": NO_SECOND_TEST,
    "coup-de-grace": NO_SECOND_TEST,
    "shoot": CASKETS_BLOWN_UP,
    "fire-through-ductway": CASKETS_BLOWN_UP,
    "blind-fire": CASKETS_BLOWN_UP,
    "run-and-gun": CASKETS_BLOWN_UP,
    "set-charge": CASKETS_BLOWN_UP,
    "laser-cut": CASKETS_BLOWN_UP,
}
TRAPS_PASSED = {"traps-hit-who-drives-on"}
DRIVES = (
    "vehicle-move",
    "manoeuvre",
    "drift",
    "ram",
    "spin",
    "full-throttle",
    "move-and-shoot",
    "turn-over",
    "free-wheel",
    "lay-mine",
    "lay-caltrops",
    "break-for-air",
)
BY_WHAT_FOLLOWS: dict[str, dict[str, set[str]]] = {
    "draft-40k": {"charge": {"overwatch-vs-charge"}},
    "gangfight": {
        "charge": {*COUNTER_STRIKE, "late-interrupts"},
        "with-me": {*COUNTER_STRIKE, "late-interrupts"},
        "slam": {*COUNTER_STRIKE, "fall-inches"},
        "fight": COUNTER_STRIKE,
        "power-attack": COUNTER_STRIKE,
        "finesse-attack": COUNTER_STRIKE,
        "interrupt-counter-charge": COUNTER_STRIKE,
        "interrupt-fight": COUNTER_STRIKE,
        "interrupt-bulwark": {"bulwark-lasts"},
    },
    "necromunda-2023": OF_GANGS,
    "necromunda-classic": {
        **OF_GANGS,
        "fire-point": CASKETS_BLOWN_UP,
        "activate-device": {"natural-1-fails-initiative"},  # of whoever it hurls to the ground at an edge
        **dict.fromkeys(DRIVES, TRAPS_PASSED),
    },
    "rites-of-battle": {"combat-check": OF_WOUNDS, "psyker-power": OF_WOUNDS},
}
"""The options that an entry names though its own code does not read them: rules do that follow from its events, the
conditions of those who react to these, or what interrupts declare, all in one text."""

ONLY_OF_A_BAND = {"band-attacks", "band-needs-contact", "fight-from-afar"}  # which With Me! names
OF_THE_ANSWER = {"counter-from-combat", "light-cost", "dense-cost"}  # which Counter-Charge and Flee! name
ONLY_OF_BLOWS = {"wounds-rule"}  # whether size takes dice from the armour
IN_DUCTWAYS = {"blasts-through-ductways", "unwieldy-through-ductways-is-double"}
BLINDLY = {"unwieldy-blind-fire"}
IN_PAIRS = {"twin-guns-together"}
OF_ATTACKS = {
    "aim-melee",
    "defense-cap",
    "prone-strikes-badly",
    "prone-is-struck-easily",
    "cover-adds",
    "stat-block-is-whole",
    "cover-against",
    "stance-hinders-at-once",
}  # which every pool is asked about
OF_COVER = {"cover-from"}  # so is this, and whoever leaves a square
OF_BLOWS = {"shot-opens-to"}  # which every pool is asked about too, and shots and powers begin
OF_SHOTS = {"fallen-are-fought"}  # so are those of no weapon
OF_VIGILANCE = {"covered-see-less", "vigilance-by"}
OF_EYES = {"blinded-hinders-most"}  # no attack and no power is rolled with Perception
OF_WEAPONS = {"overheating-is-soaked", "superior-hits-harder", "guided-comes"}  # what symbols and hits read
OF_FORCE_WEAPONS = {"force-damage", "force-pierces"}
OF_FORCED_CHECKS = {"tokens-go-to"}  # which a check that is chosen is not
A_STEP = {"diagonal", "corner-cutting", "friends-let-pass"}  # into a square that is next to another, however that lies
OF_GUNS = {  # all kinds of shot choose weapons and places by the same code
    "shoot": IN_DUCTWAYS | BLINDLY,
    "run-and-gun": IN_DUCTWAYS | BLINDLY | IN_PAIRS,
    "blind-fire": IN_DUCTWAYS | IN_PAIRS,
    "fire-through-ductway": BLINDLY,
    "overwatch": {"blasts-through-ductways"},
    "retreat": {"moves-may-end-near"},  # it says itself where it may end
}
OF_OTHER_SHOOTERS = (
    IN_DUCTWAYS | BLINDLY | IN_PAIRS | {"contact-over-heights", "moves-may-end-near", "drinks-count-together"}
)  # who go on foot, and sober
OF_THE_STALLED = {"stalled-collide-at-3"}  # which no vehicle is that drives of its own will
OF_WHO_IS_RUN_OVER = {"contact-over-heights"}  # whether it is engaged, and not pinned
PLAIN_DRIVES = ("vehicle-move", "manoeuvre", "drift", "ram", "spin", "full-throttle", "lay-mine", "lay-caltrops")
OF_ANY_CHECK = ("opposed", "range-profile", "engaged-across", "staggered-engage", "bewitched-engage")
OF_REACTIONS = {"falling-back-bars-reactions", "fleet-bars-reactions", "stunned-react", "suppressed-react"}
OF_ALL_STATES = {*OF_REACTIONS, "fall-back-fire", "smoke-any-speed"}  # one table says what every state and mode allow
OF_ACTIONS = {"fall-back-fire", "smoke-any-speed", "suppressed-hinders"}  # so do reactions read it
HELD_BY_STATES = (
    "psychic-power", "join", "leave", "advance", "surge", "fleet", "flat-out", "charge", "disembark", "tank-shock",
    "ram", "consolidation-move", "jet-pack-move", "embark", "after-combat-move",
)  # fmt: skip
OF_FLESH = {"always-wound-on-6", "instant-death", "ws-table"}  # blows at a tank know no Toughness
NOT_ITS_OWN: dict[str, dict[str, set[str]]] = {
    "draft-40k": {
        **dict.fromkeys(HELD_BY_STATES, OF_ALL_STATES),
        "pop-smoke": OF_ALL_STATES - {"smoke-any-speed"},
        "shoot": OF_ALL_STATES - {"fall-back-fire"},
        "going-to-ground": OF_ACTIONS,
        "brace": OF_ACTIONS,
        "flying-high": OF_ACTIONS,
        "return-fire": OF_ACTIONS,
        "jink": OF_ACTIONS,
        "evade": OF_ACTIONS,
        "charge-by-chance": OF_ACTIONS,
        "death-or-glory": {*OF_ACTIONS, *OF_FLESH, "brace-ignores", "stunned-react"},
    },
    "gangfight": {
        "charge": ONLY_OF_A_BAND | OF_THE_ANSWER,
        "with-me": {"counter-from-combat"},
        "fire": ONLY_OF_BLOWS,
        "cast": ONLY_OF_BLOWS,
        "jump-climb": {"light-cost", "dense-cost", *ONLY_OF_BLOWS},  # a climb costs no inch of ground
        "on-my-mark": {"area-number", "dodge-adds", "criticals-everywhere", *ONLY_OF_BLOWS},  # it covers no area
        "interrupt-counter-charge": {"charge-attacks"},  # whom a charge has reached, its charger picks from
        "interrupt-dodge": {"late-interrupts"},  # nobody becomes the target of an area later
        "interrupt-fire": {"dodge-adds", "criticals-everywhere", *ONLY_OF_BLOWS},  # nobody dodges an answer
    },
    "necromunda-2023": OF_GUNS,
    "necromunda-classic": {
        **OF_GUNS,
        **dict.fromkeys(PLAIN_DRIVES, OF_THE_STALLED),
        "fire-point": OF_GUNS["shoot"],
        "move-and-shoot": OF_OTHER_SHOOTERS - OF_WHO_IS_RUN_OVER | OF_THE_STALLED,
        "fire-all": OF_OTHER_SHOOTERS | {"natural-1-fails-initiative"},  # no crew tests Initiative
        "prime-bomb-rat": {"casket-toughness"},
    },  # a blast breaks no casket
    "rites-of-battle": {  # all checks are made by the same code
        "mount": {
            *OF_ATTACKS,
            *OF_COVER,
            *OF_SHOTS,
            *OF_BLOWS,
            *OF_VIGILANCE,
            *OF_FORCED_CHECKS,
            "opposed",
            "range-profile",
        },
        "manage-gear": {"clotting-heals"},  # which takes no maneuver
        "interact": A_STEP,
        "dismount": A_STEP,
        "withdraw": {"diagonal"},
        "psyker-power": {
            "aim-melee",
            "prone-strikes-badly",
            "prone-is-struck-easily",
            *OF_VIGILANCE,
            *OF_EYES,
            *OF_WEAPONS,
            *OF_FORCE_WEAPONS,
            "fiends-halve-wounds",
            "riders-fall",
            "corner-cutting",
            "friends-let-pass",
        },  # a power halves nothing
        "skill-check": {
            *OF_ATTACKS,
            *OF_SHOTS,
            *OF_BLOWS,
            *OF_VIGILANCE,
            *OF_WEAPONS,
            *OF_FORCE_WEAPONS,
            "force-weapon-quickens",
            "disabled-are",
            "groups-hold",
            "staggered-engage",
            "bewitched-engage",
            "opposed",
            "corner-cutting",
            "friends-let-pass",
            "stray-shots-by",
        },
        "combat-check": {*OF_VIGILANCE, *OF_EYES, "opposed", "corner-cutting", "friends-let-pass"},
        "use-talent": {
            "instinct",
            "contact-ends-moves",
            "friends-let-pass",
        },  # no beast leaps by a power, and a leap goes over everybody
        "force-dome": {
            *OF_ATTACKS,
            *OF_COVER,
            *OF_SHOTS,
            *OF_BLOWS,
            *OF_VIGILANCE,
            *OF_EYES,
            *A_STEP,
            *OF_ANY_CHECK,
            *OF_FORCED_CHECKS,
        },
    },
}
"""The options that the code of an entry can come to, and that make no difference to it."""

ONLY_SAID = (remarks_on_way, route_warnings)  # words about a way that is considered
DAMAGE_TO_THINGS = (fall_on, batter_thing)  # of whoever falls on them, and in fights with vehicles
OF_OTHER_EDITIONS = {
    "necromunda-2023": (suffer, take_damage, lose_control, keep_control)
}  # which has no vehicle with a crew


def own_code(entry: Action[Any] | Reaction) -> tuple[Any, ...]:
    """The rules and conditions of an entry.  Interrupts of Gangfight have one text for what all of them declare."""
    if entry.id in CARRIED_OUT:
        assert isinstance(entry, Reaction)
        return (entry.able, entry.requires, *CARRIED_OUT[entry.id])
    return (entry,)


def named_in_vain(rules: Ruleset, entry: Action[Any] | Reaction) -> set[str]:
    """The options that an entry names, and that neither its code reads nor, where that is listed, what follows."""
    model, later = MODELS[rules.id], BY_WHAT_FOLLOWS[rules.id].get(entry.id, set())
    others = OF_OTHER_EDITIONS.get(rules.id, ())
    read = Reader(rules, model, beside=others).options_read(*own_code(entry))
    assert later <= Reader(rules, model, consequences=True, beside=others).options_read(entry, *own_code(entry)) - read
    return {*entry.options} - read - later


@pytest.mark.parametrize("name", MODELS)
def test_the_code_of_an_entry_reads_the_options_that_it_names(name: str) -> None:
    rules = find(name)
    assert {entry.id: vain for entry in entries(rules) if (vain := named_in_vain(rules, entry))} == {}


@pytest.mark.parametrize(
    ("name", "id", "option"),
    [
        ("gangfight", "run", "charge-attacks"),
        ("gangfight", "interrupt-dodge", "cover"),
        ("necromunda-2023", "shoot", "half-movement"),
        ("necromunda-2023", "overwatch", "charge-dice-first"),
    ],
)
def test_an_option_that_an_entry_names_by_mistake_is_found(name: str, id: str, option: str) -> None:
    rules = find(name)
    entry = entry_of(rules, id)
    assert named_in_vain(rules, structs.replace(entry, options=(*entry.options, option))) == {option}


@pytest.mark.parametrize("name", MODELS)
def test_an_entry_names_the_options_that_its_code_reads(name: str) -> None:
    rules = find(name)
    beside = (*ONLY_SAID, *DAMAGE_TO_THINGS, *OF_OTHER_EDITIONS.get(name, ()))
    reader = Reader(rules, MODELS[name], beside=beside)
    unnamed = {entry.id: reader.options_read(*own_code(entry)) - {*entry.options} for entry in entries(rules)}
    assert {id: options for id, options in unnamed.items() if options} == NOT_ITS_OWN[name]


def entries(rules: Ruleset) -> Iterator[Action[Any] | Reaction]:
    yield from rules.actions
    yield from rules.reactions.values()


@pytest.mark.parametrize("name", OF_NO_ENTRY)
def test_each_option_is_named_by_the_entries_that_read_it(name: str) -> None:
    rules = find(name)
    named = {option for entry in entries(rules) for option in entry.options}
    assert [option.name for option in rules.options if option.name not in named] == OF_NO_ENTRY[name]


@pytest.mark.parametrize("name", OF_NO_ENTRY)
def test_an_entry_whose_words_point_to_an_option_names_it(name: str) -> None:
    rules = find(name)
    pointed = [
        (entry.id, option.name)
        for entry in entries(rules)
        for option in rules.options
        if "-" in option.name and option.name in " ".join([entry.summary, entry.leaves_open, *conditions(entry)[0]])
    ]
    assert len(pointed) > 1
    assert [(id, option) for id, option in pointed if option not in entry_of(rules, id).options] == []


def entry_of(rules: Ruleset, id: str) -> Action[Any] | Reaction:
    return next(entry for entry in entries(rules) if entry.id == id)


def test_an_option_that_there_is_not_is_refused_when_the_ruleset_is_made() -> None:
    rules = find("gangfight")
    run_on = structs.replace(rules.action["run"], options=("run-keeps-point",))
    with pytest.raises(
        WarbookError, match=r"'run' names the option 'run-keeps-point'.*did you mean 'run-keeps-points'"
    ):
        rules.replacing(run_on)
    flee = structs.replace(rules.reactions["interrupt-flee"], options=("fleeing",))
    windows = {kind: structs.replace(windows, after=(flee,)) for kind, windows in rules.windows.items()}
    with pytest.raises(WarbookError, match="'interrupt-flee' names the option 'fleeing'"):
        replace(rules, windows=windows)


def test_a_condition_that_is_ours_is_one_of_the_conditions() -> None:
    rules = find("gangfight")
    stand_up = structs.replace(rules.action["stand-up"], ours=rules.action["run"].ours)
    with pytest.raises(WarbookError, match="'stand-up' lists a condition as ours"):
        rules.replacing(stand_up)


def test_run_does_not_contradict_its_default() -> None:
    (row,) = json.loads(run("rules", "gangfight", "run", "--json").stdout)["actions"]
    assert "It must not be in close combat." not in row["requires"]
    held = "It must not be in close combat where the table forbids to run from it (run-from-combat)."
    assert held in row["requires"]
    assert held in row["ours"]
    assert "It must have an action point left." not in row["ours"]
    assert {"run-from-combat", "run-keeps-points"} <= set(row["options"])
    assert "charge-attacks" not in row["options"]
    page = " ".join(run("rules", "gangfight", "run").output.split())
    assert f"{held} [ours: the page does not state it]" in page


@pytest.mark.parametrize(
    ("name", "entry", "added"),
    [
        ("gangfight", "charge", "The enemy that it charges must be outside its threat range."),
        ("gangfight", "bring-it-down", "That enemy must be in the leader's own reach."),
        ("draft-40k", "charge", "That enemy must be in sight."),
        ("necromunda-2023", "send-lift", "A beast must have an Intelligence of 7+ or better."),
    ],
)
def test_what_our_ruling_adds_to_a_condition_is_a_condition_of_its_own(name: str, entry: str, added: str) -> None:
    requires, ours = conditions(find(name).action[entry])
    assert added in requires
    assert added in ours
    assert set(ours) < set(requires)


@pytest.mark.parametrize(
    ("name", "entry", "said"),
    [
        ("necromunda-2023", "headbutt", "It must not be blind."),
        ("necromunda-2023", "hurl", "It must not be blind."),
        ("necromunda-2023", "set-charge", "It must not be blind."),
        ("draft-40k", "claim", "It must be steady."),
        ("draft-40k", "rally", "It must not have tried to rally in this turn."),
        ("draft-40k", "join", "It must be near enough to a unit that it can join."),
        ("draft-40k", "embark", "It must not have got out of a transport in this turn."),
        ("draft-40k", "consolidation-move", "A rule must grant it a move: it glides on, or is scattered."),
        ("draft-40k", "brace", "It must be able to react: not locked in combat, not stunned."),
        ("draft-40k", "charge-by-chance", "It must have passed the test of a tank shock, unless the table has it."),
        ("rites-of-battle", "dodge", "It must be able to act."),
        ("rites-of-battle", "force-dome", "It must be able to act."),
        ("rites-of-battle", "out-of-turn-maneuver", "It must be able to act."),
    ],
)
def test_a_condition_that_the_page_leaves_open_says_that_it_is_ours(name: str, entry: str, said: str) -> None:
    ruleset = find(name)
    told = ruleset.action[entry] if entry in ruleset.action else ruleset.reactions[entry]
    assert said in conditions(told)[1]


@pytest.mark.parametrize("name", rulesets.names())
def test_the_page_of_every_entry_for_programs_has_what_its_page_for_people_has(name: str) -> None:
    for entry in entries(find(name)):
        told = json.loads(run("rules", name, entry.id, "--json").stdout)
        (row,) = told["actions"] or told["reactions"]
        assert [option["name"] for option in told["options"]] == row["options"]
        page = " ".join(run("rules", name, entry.id).output.split())
        for option in told["options"]:
            assert f"{option['name']} = {as_text(option['default'])} (or " in page
            assert all(as_text(value) in page for value in option["values"])
            assert " ".join(option["summary"].split()) in page
        said = (row["cost"], row["cite"], row["summary"], row["leaves_open"], *row["requires"])
        assert [part for part in said if " ".join(part.split()) not in page] == []
        assert all(f"{condition} [ours: the page does not state it]" in page for condition in row["ours"])


@pytest.mark.parametrize("name", rulesets.names())
def test_a_condition_says_what_must_hold_and_not_what_is_against_it(name: str) -> None:
    said = {condition for entry in entries(find(name)) for condition in conditions(entry)[0]}
    assert said
    assert [condition for condition in said if ": it must" in condition or " must " not in condition] == []


@pytest.mark.parametrize("name", OF_NO_ENTRY)
def test_reactions_show_their_cost_and_conditions_as_actions_do(name: str) -> None:
    rules = find(name)
    for reaction in rules.reactions.values():
        (row,) = json.loads(run("rules", name, reaction.id, "--json").stdout)["reactions"]
        assert row["cost"] not in ("", "reaction")
        assert len(row["requires"]) > 2
        assert set(row["ours"]) <= set(row["requires"])
        page = " ".join(run("rules", name, reaction.id).output.split())
        assert f"{reaction.name} {reaction.cost}" in page
        assert all(condition in page for condition in row["requires"])


@pytest.mark.parametrize(
    ("name", "entry", "says"),
    [
        ("necromunda-2023", "charge", ("stands up", "finish that one off for free instead", "a die more")),
        ("necromunda-2023", "charge", ("versatile weapon", "within an inch of it")),
        ("necromunda-classic", "charge", ("versatile weapon", "within an inch of it")),
        ("necromunda-2023", "coup-de-grace", ("in place of the fight of a charge", "without a die")),
        ("necromunda-2023", "running-for-cover", ('more than 3" from every enemy', "partial or full cover")),
        ("necromunda-2023", "running-for-cover", ("runs to its owner", "takes heart")),
        ("necromunda-2023", "smash-open-casket", ("never less than 1",)),
        ("necromunda-2023", "reload", ("Plentiful", "jammed", "ammo cache")),
        ("necromunda-2023", "fire-through-ductway", ("whatever your skill and whatever else counts",)),
        ("gangfight", "jump-climb", ("must reach 4", "Ladders and ropes")),
        ("gangfight", "bring-it-down", ('within 6"', "of its rank or lower")),
        ("gangfight", "on-my-mark", ('within 6"', "of its rank or lower", "loaded weapons", "in range")),
        ("gangfight", "fight", ("simply moves", "Large or Huge")),
        ("gangfight", "reload", ("only in its own turn",)),
        ("gangfight", "interrupt-counter-charge", ("even if it has fallen", "a charge of its own")),
        ("gangfight", "interrupt-fight", ("even if it has fallen",)),
        ("gangfight", "interrupt-flee", ("still caught is attacked all the same",)),
    ],
)
def test_the_words_of_a_rule_are_complete(name: str, entry: str, says: tuple[str, ...]) -> None:
    summary = entry_of(find(name), entry).summary
    assert [part for part in says if part not in summary] == []
