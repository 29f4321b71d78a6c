"""What a deployment installs: pinned, above the floors, and audited honestly."""

from __future__ import annotations

import json
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import audit, constraints


def pins() -> dict[str, str]:
    lines = [line for line in constraints.FILE.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("==") for line in lines)


def test_the_constraints_meet_what_the_project_asks_for() -> None:
    project = tomllib.loads((constraints.HOME / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    found = pins()
    for wanted in map(Requirement, (*project["dependencies"], *extras["web"], *extras["fast"], *extras["postgres"])):
        version = found[canonicalize_name(wanted.name)]
        assert wanted.specifier.contains(version), f"{wanted} is pinned to {version}: run `make constraints`"


def test_the_constraints_pin_everything_that_those_ask_for() -> None:
    missing: set[str] = set()
    installed = constraints.pinned(missing)
    assert set(installed) <= set(pins()) | missing, "run `make constraints`"


@pytest.mark.parametrize(
    ("said", "holes", "skipped", "audited"),
    [
        ({"dependencies": [{"name": "a", "version": "1", "vulns": []}]}, 0, 0, 1),
        (
            {"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}]},
            1,
            0,
            1,
        ),
        ({"dependencies": [{"name": "a", "skip_reason": "Dependency not found on PyPI"}]}, 0, 1, 0),
        ("", 0, 1, 0),
    ],
)
def test_what_could_not_be_audited_is_not_called_well(said: object, holes: int, skipped: int, audited: int) -> None:
    found = audit.of_pip(json.dumps(said) if said else "", "ERROR: no line to the index")
    assert (len(found.holes), len(found.skipped), found.audited) == (holes, skipped, audited)
    assert ("NOT AUDITED" in str(found)) == bool(skipped)


def test_an_index_of_npm_that_cannot_be_reached_is_told() -> None:
    found = audit.of_npm(json.dumps({"message": "405 Method Not Allowed", "error": {}}), "")
    assert str(found) == "npm audit: NOT AUDITED: 405 Method Not Allowed"
    hole = {"severity": "high", "range": "<2"}
    known = {"vulnerabilities": {"vite": hole}, "metadata": {"dependencies": {"total": 90}}}
    assert "vite: high, in <2" in str(audit.of_npm(json.dumps(known), ""))
