"""Everything that is shipped, and everything that the documentation shows, passes `check`; and it can refuse."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from warbook import rulesets, table
from warbook.core.errors import WarbookError
from warbook.core.profile import read_document
from warbook.core.ruleset import FileKind, Ruleset
from warbook.web import api

DOCS = Path(__file__).parents[1] / "docs"


def files_of(rules: Ruleset, kind: FileKind) -> list[tuple[str, str, str]]:
    """The files of a kind that a ruleset ships: the id of the ruleset, and text and name of each."""
    shelf = table.shelf_of(rules)
    listed = shelf.scenarios() if kind == "scenario" else shelf.listed(kind)
    return [(rules.id, *shelf.text(kind, row.id)) for row in listed]


SHIPPED = [file for name in rulesets.names() for kind in table.KINDS for file in files_of(rulesets.find(name), kind)]
SHOWN = [
    (page.name, text)
    for page in sorted(DOCS.rglob("*.md"))
    for text in re.findall(r"^```toml\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
]


def named(row: Any) -> str:
    return str(row[1])[:40] if row in SHOWN else str(row[2])


@pytest.mark.parametrize(("ruleset", "text", "source"), SHIPPED, ids=map(named, SHIPPED))
def test_what_is_shipped_passes_at_the_command_line_and_on_the_server(ruleset: str, text: str, source: str) -> None:
    kind, says = table.check(text, source)
    assert says
    assert table.check(text, source, ruleset=ruleset)[0] == kind
    for asked in ("", ruleset):
        verdict = api.judged(api.Brought(text, source, ruleset=asked))
        assert verdict.ok, verdict.says
        assert verdict.kind == kind


def test_every_kind_of_file_is_shipped_and_shown() -> None:
    """So that the tests beside this one cannot pass by looking at nothing."""
    for name in rulesets.names():
        assert {table.kind_of(text, source) for ruleset, text, source in SHIPPED if ruleset == name} == set(table.KINDS)
    assert {table.kind_of(text, page) for page, text in SHOWN} == set(table.KINDS)


@pytest.mark.parametrize(("page", "text"), SHOWN, ids=[page for page, _ in SHOWN])
def test_what_the_documentation_shows_passes(page: str, text: str, tmp_path: Path) -> None:
    for name in re.findall(r'"([\w-]+\.toml)"', text):  # a file of the reader's own, beside the scenario
        (tmp_path / name).write_text(of_kind("roster" if "roster" in text else "board", text))
    assert table.check(text, str(tmp_path / page))[1]


def of_kind(kind: str, beside: str) -> str:
    """A shipped file of the ruleset that a scenario names."""
    ruleset = table.ruleset_of(read_document(beside, "a scenario"), "a scenario").id
    return next(text for name, text, source in SHIPPED if name == ruleset and table.kind_of(text, source) == kind)


@pytest.mark.parametrize(("ruleset", "text", "source"), SHIPPED, ids=map(named, SHIPPED))
def test_a_misspelt_key_in_what_is_shipped_is_refused(ruleset: str, text: str, source: str) -> None:
    spoilt = text.replace("\ntitle = ", "\ntittle = ", 1)
    with pytest.raises(WarbookError, match="tittle"):
        table.check(spoilt, source)
    assert not api.judged(api.Brought(spoilt, source)).ok


def test_a_board_says_for_which_rulesets_it_is() -> None:
    plain = 'kind = "board"\nid = "yard"\ntitle = "The yard"\nsize = [24, 24]\n'
    casket = '[[marker]]\nid = "box"\nkind = "casket"\nat = [12, 12, 0]\n'
    assert table.check(plain, "yard.toml")[1].endswith(
        "; for draft-40k, gangfight, necromunda-2023, necromunda-classic and rites-of-battle"
    )
    assert table.check(plain + casket, "yard.toml")[1].endswith("; for necromunda-2023 and necromunda-classic")
    with pytest.raises(WarbookError, match="casket"):
        table.check(plain + casket, "yard.toml", ruleset="gangfight")


def test_a_board_that_no_ruleset_can_be_played_on_is_refused_with_what_each_says() -> None:
    board = 'kind = "board"\nid = "yard"\ntitle = "The yard"\nsize = [24, 24]\n'
    with pytest.raises(WarbookError, match=r"for gangfight: .*'caskte'.*; for necromunda-2023: .*'caskte'"):
        table.check(board + '[[marker]]\nid = "box"\nkind = "caskte"\nat = [1, 1, 0]\n', "yard.toml")
    with pytest.raises(WarbookError, match=r"^yard\.toml: size: found"):  # said once, where all say the same
        table.check(board.replace("[24, 24]", "24"), "yard.toml")
