"""The example bots and the notebook do what their pages say."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

import warbook
from tests.cli.toy import run
from tests.docs.pages import ROOT, importing_from

BOTS = ROOT / "examples/bot-python"
NOTEBOOK = ROOT / "examples/notebook/battle.ipynb"


def test_the_bot_as_a_class_wins_more_than_it_loses_against_chance() -> None:
    with importing_from(BOTS):
        totals = warbook.simulate("street-ambush", red="marksman:Marksman", blue="uniform", games=20, seed=1, jobs=1)
    assert totals.red_wins > totals.blue_wins


def test_the_bot_as_a_class_plays_any_ruleset() -> None:
    with importing_from(BOTS):
        assert warbook.battle(
            "open-field", red="marksman:Marksman", blue="uniform", seed=1, options={"rounds": 4}
        ).is_over


def test_the_bot_as_a_program_plays_a_battle_to_its_end(tmp_path: Path) -> None:
    record = str(tmp_path / "battle.wbr")
    bot = [sys.executable, str(BOTS / "bot.py")]
    ended = run("bot", "street-ambush", "--against", "uniform", "--seed", "4", "--record", record, "--json", "--", *bot)
    assert ended.exit_code == 0, ended.output
    assert "refused" not in ended.stderr
    battle = warbook.open_record(record)
    assert battle.is_over
    assert warbook.verify(battle).true


def cells() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    return found


def test_the_notebook_is_kept_without_outputs() -> None:
    assert [cell["outputs"] for cell in cells() if cell["cell_type"] == "code" and cell["outputs"]] == []


def shown(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell; the value of its last line, if that is an expression, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body.pop()
    if not isinstance(last, ast.Expr):
        tree.body.append(last)
    exec(compile(tree, NOTEBOOK.name, "exec"), names)
    return (
        eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names) if isinstance(last, ast.Expr) else None
    )


def test_the_cells_of_the_notebook_run_and_show_pictures() -> None:
    names: dict[str, Any] = {}
    values = [shown("".join(cell["source"]), names) for cell in cells() if cell["cell_type"] == "code"]
    pictures = [value._repr_svg_() for value in values if isinstance(value, warbook.Game)]
    assert len(pictures) == 3
    assert all(picture is not None and picture.startswith("<svg") for picture in pictures)
