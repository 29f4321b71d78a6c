"""Options: every ruling of the rules sheet is an option, or stands in the notes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from warbook.rulesets.draft_40k.printed.catalogue import DATA
from warbook.rulesets.draft_40k.printed.options import OPTIONS

NAMES = {option.name for option in OPTIONS}
NOTES = " ".join(DATA.text("notes.md").split())


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_explained(option: Any) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", option.name)
    assert option.default in option.values and len(set(option.values)) == len(option.values) > 1
    assert option.summary.endswith(".") and option.source


def test_every_option_has_a_test_that_sets_it() -> None:
    tests = [path for path in Path(__file__).parents[1].rglob("test_*.py") if path != Path(__file__)]
    written = "".join(path.read_text() for path in tests)
    assert [name for name in sorted(NAMES) if f'"{name}": ' not in written and f'("{name}", ' not in written] == []


#: The switches at the head of the sheet, and what they are unless a table says otherwise.
SWITCHES: dict[str, Any] = {
    "phase-order": "rumour",
    "movement-rates": "rumour",
    "ws-table": "5e",
    "always-wound-on-6": False,
    "instant-death": "5e",
    "fall-back-distance": "dice",
    "evasion-values": False,
    "hull-points": False,
    "smoke-any-speed": False,
    "reactions-per-trigger": "one",
    "evade-margin": "exactly",
    "charge-locked-i10": True,
    "fall-back-fire": "source",
    "chance-charge-needs-pass": True,
    "abandon-scope": "own",
    # what a second reading added
    "fleet-bars-reactions": False,
    "falling-back-bars-reactions": False,
    "walkers-answer-tank-shock": True,
    "fall-back-sideways": True,
    "consolidation-keeps-clear": False,
}


def test_the_switches_are_as_the_sheet_has_them() -> None:
    defaults = {option.name: option.default for option in OPTIONS}
    assert {name: defaults.get(name, "no such option") for name in SWITCHES} == SWITCHES


#: What became of each default of the sheet: options, or words of the notes.
DEFAULTS: dict[int, tuple[str, ...]] = {
    1: ("reactions-per-trigger",),
    2: ("Round bases", "A turret is in the middle"),
    3: ("two-saves",),
    4: ("level-three-slays",),
    5: ("eternal-are-not-abandoned",),
    6: ("leadership", "leader-replaced"),
    7: ("coherency-move",),
    8: ("abandon-scope",),
    9: ("own-unit-passes",),
    10: ("unlisted-move",),
    11: ("vehicles-fire-by",),
    12: ("failed-charge-moves", "A charge** names its targets"),
    13: ("forced-surge",),
    14: ("up to three inches",),
    15: ("stunned-react", "fleet-bars-reactions", "falling-back-bars-reactions"),
    16: ("suppressed-protects", "suppressed-hinders", "suppressed-ends", "suppressed-cover"),
    17: ("flat-out-goes-to-ground",),
    18: ("flying-high-push",),
    19: ("immobile-evade",),
    20: ("evade-margin",),
    21: ("overwatch",),
    22: ("return-fire-templates",),
    23: ("chance-charge-needs-pass", "chance-charge-bonus", "chance-charge-reach", "destroys the trapped"),
    24: ("trapped-when",),
    25: ("monsters-pinned",),
    26: ("fearless-grades",),
    27: ("Flame templates",),
    28: ("bears all round",),
    29: ("embark-reach",),
    30: ("join-reach",),
    31: ("Sight** is true",),
    32: ("evasion-values",),
    33: ("reserves-act",),
    34: ("claims-persist", "contested-at-the-end"),
    35: ("Move through cover** lifts",),
    36: ("Rams** know no AP",),
    37: ("What the states allow",),
}
#: The same for its ambiguities.
AMBIGUITIES: dict[int, tuple[str, ...]] = {
    1: ("suppressed-ends",),
    2: ("suppressed-protects",),
    3: ("suppressed-hinders",),
    4: ("suppressed-react",),
    5: ("overwatch",),
    6: ("return-fire-embarked",),
    7: ("return-fire-steadies",),
    8: ("reactions-per-trigger",),
    9: ("return-fire-answered",),
    10: ("return-fire-first",),
    11: ("return-fire-shots",),
    12: ("flying-high-moves",),
    13: ("flying-high-lasts", "flying-high-push", "flying-high-each-time"),
    14: ("a rammed vehicle takes no check",),
    15: ("evade-margin",),
    16: ("fast-skimmer-tanks-evade",),
    17: ("does not undo a fall back",),
    18: ("brace-ignores",),
    19: ("two-saves",),
    20: ("neither tank nor walker",),
    21: ("artillery-charges-by-chance",),
    22: ("chance-charge-bonus", "chance-charge-reach"),
    23: ("trapped-when", "fall-back-sideways"),
    24: ("takes the place of what is left of the fall back",),
    25: ("the kind of a move decides",),
    26: ("Charging and getting out",),
    27: ("are consolidation moves wherever they stand",),
    28: ("nobody does both and rides in one turn",),
    29: ("embark-reach", "join-reach"),
    30: ("consolidation-lets-charge",),
    31: ("evasion-values",),
    32: ("rally-tries",),
    33: ("claims-persist", "claims-at-the-end", "contested-at-the-end"),
    34: ("reserves-act",),
    35: ("abandon-scope", "level-three-slays", "eternal-are-not-abandoned"),
    36: ("whatever the others carried",),
    37: ("Powers** that attack",),
    38: ("fearless-grades",),
    39: ("The whole unit reacts",),
    40: ("smoke-any-speed",),
    41: ("phase-order",),
    42: ("chance-charge-needs-pass",),
    43: ("is none, though it is made outside the movement phase",),
}


@pytest.mark.parametrize(("rulings", "last"), [(DEFAULTS, 37), (AMBIGUITIES, 43)])
def test_each_ruling_is_an_option_or_stands_in_the_notes(rulings: dict[int, tuple[str, ...]], last: int) -> None:
    assert list(rulings) == list(range(1, last + 1))
    lost = [(n, why) for n, settled in rulings.items() for why in settled if why not in NAMES and why not in NOTES]
    assert lost == []
