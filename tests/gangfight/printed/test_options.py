"""Options: what tables may settle otherwise.  What each does is shown in the tests of the chapter that reads it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from warbook.core.errors import WarbookError
from warbook.rulesets import gangfight
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.printed.options import OPTIONS

ALL_AT_ONCE = ("test_options.py", "test_conformance.py")
TESTS = sorted(Path(__file__).parents[1].rglob("test_*.py"))
SHOWN = [path.read_text() for path in TESTS if path.name not in ALL_AT_ONCE]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_read_by_a_rule_and_explained(option: Any) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", option.name)
    assert option.default in option.values and len(set(option.values)) == len(option.values) > 1
    assert option.summary.endswith(".") and option.source
    rules = [path.read_text() for path in Path(gangfight.__file__).parent.rglob("*.py")]
    assert any(f'option["{option.name}"]' in rule for rule in rules)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_set_otherwise_in_the_tests_of_a_chapter(option: Any) -> None:
    assert any(f'"{option.name}"' in chapter for chapter in SHOWN)


#: What became of each ruling of the rules sheet: the options that settle it otherwise, or the words of the notes that
#: say why no table would.
RULINGS: dict[int, tuple[str, ...]] = {
    1: ("fight-requires-contact",),
    2: ("charge-attacks",),
    3: ("charge-needs-contact", "charge-may-stop"),
    4: ("A charge that ends near another enemy has failed",),
    5: ("Standard and special actions differ in name alone",),
    6: ("band-cost",),
    7: ("band-ends-joiners",),
    8: ("band-counts-leader",),
    9: ("band-may-mix",),
    10: ("band-strikes-twice", "band-needs-contact"),
    11: ("Who has finished its activation joins no band",),
    12: ("failed-charger-strikes",),
    13: ("A counter-charger whom the charger has reached",),
    14: ("An interrupt costs a point, and nobody has two",),
    15: ("A Dodge is declared before the attack is rolled",),
    16: ("fire-measured-when-declared",),
    17: ("The dice of a charge are rolled before a flight",),
    18: ("dodge-adds",),
    19: ("each who is covered pays and rolls for itself",),
    20: ("bulwark-lasts",),
    21: ("A Fight! against a band that strikes as one", "names the one that it counter-charges or fights"),
    22: ("Two who fell each other are both taken off",),
    23: ("run-keeps-points",),
    24: ("run-from-combat", "a Run touches no difficult ground"),
    25: ("A Move is up to the movement",),
    26: ("A weapon says itself whether it must be loaded",),
    27: ("Reload and Fire!, one action on the page, are two",),
    28: ("one that need not be always is",),
    29: ("two names for some things",),
    30: ("Only the Large and the Huge slam and trample",),
    31: ("drop-dice",),
    32: ("wounds-rule",),
    33: ("large-threat",),
    34: ("range-bands",),
    35: ("points-come",),
    36: ("interrupt-targeted-only",),
    37: ("bravery-seen",),
    38: ("climb-number",),
    39: ("complications-rolled-by", "engagement-rolled"),
    40: ("point-defense-swap",),
    41: ("charge-retargets",),
    42: ("Who lies or has no point left declares nothing",),
    43: ("flee-from-combat",),
    44: ("Who is charged by several has one interrupt among them", "counter-from-combat"),
    45: ("charge-any-attack",),
}


def test_each_of_the_45_rulings_is_an_option_or_stands_in_the_notes() -> None:
    names, notes = {option.name for option in OPTIONS}, " ".join(RULESET.notes.split())
    assert list(RULINGS) == list(range(1, 46))
    lost = [(n, why) for n, settled in RULINGS.items() for why in settled if why not in names and why not in notes]
    assert lost == []


def test_no_name_is_given_twice() -> None:
    names = [option.name for option in OPTIONS]
    assert len(set(names)) == len(names)


def test_what_is_no_option_or_no_value_of_one_is_refused() -> None:
    with pytest.raises(WarbookError, match="dodge-adds"):
        RULESET.having({"dodge-add": "saves"})
    with pytest.raises(WarbookError, match="saves, dice"):
        RULESET.having({"dodge-adds": "wounds"})
