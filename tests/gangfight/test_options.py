"""Options: what tables may settle otherwise.  What each does is shown in the tests of the chapter that reads it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from warbook.core.errors import WarbookError
from warbook.rulesets import gangfight
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.options import OPTIONS

ALL_AT_ONCE = ("test_options.py", "test_conformance.py")
SHOWN = [path.read_text() for path in sorted(Path(__file__).parent.glob("test_*.py")) if path.name not in ALL_AT_ONCE]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_read_by_a_rule_and_explained(option: Any) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", option.name)
    assert option.default in option.values and len(set(option.values)) == len(option.values) > 1
    assert option.summary.endswith(".") and option.source
    rules = [path.read_text() for path in Path(gangfight.__file__).parent.glob("*.py")]
    assert any(f'option["{option.name}"]' in rule for rule in rules)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_set_otherwise_in_the_tests_of_a_chapter(option: Any) -> None:
    assert any(f'"{option.name}"' in chapter for chapter in SHOWN)


def test_no_name_is_given_twice() -> None:
    names = [option.name for option in OPTIONS]
    assert len(set(names)) == len(names)


def test_what_is_no_option_or_no_value_of_one_is_refused() -> None:
    with pytest.raises(WarbookError, match="dodge-adds"):
        RULESET.having({"dodge-add": "saves"})
    with pytest.raises(WarbookError, match="saves, dice"):
        RULESET.having({"dodge-adds": "wounds"})
