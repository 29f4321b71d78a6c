"""What the README shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click import Context

from tests.cli.toy import DUEL
from warbook.cli import COMMANDS, command

README = Path(__file__).parents[2] / "README.md"
ROOT = README.parent


def test_the_battle_in_python_runs_and_every_step_of_it_verifies(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert len(program.strip().splitlines()) <= 13
    exec(compile(program.replace("hive-stand-off", DUEL), "README.md", "exec"), {})
    said = capsys.readouterr().out
    assert "Result(winner=" in said
    assert "as the rules give them" in said


def test_the_commands_it_shows_exist_and_take_the_options_that_it_shows() -> None:
    shown = re.findall(r"^    warbook (.+?)(?:  .*)?$", README.read_text("utf-8"), re.MULTILINE)
    assert len(shown) >= len(COMMANDS) - 1
    for line in shown:
        name, *words = line.partition(" -- ")[0].split()
        sub = command.get_command(Context(command), name)
        assert sub is not None, line
        known = {flag for parameter in sub.params for flag in parameter.opts}
        if name != "new":
            assert {word for word in words if word.startswith("-")} <= known, line


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(((?!http)[^)]+)\)", README.read_text("utf-8")))))
def test_its_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
