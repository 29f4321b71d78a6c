"""A ruleset with a fault such as anybody may have installed: reading its files never ends, or takes all memory.

`RULESET` is what its entry point names.  `LOOPING` and `HOARDING` are the files that it fails over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from warbook.core.ruleset import Row, Ruleset, ScenarioRow
from warbook.core.state import State

LOOPING = 'kind = "board"\nruleset = "endless"\nid = "loop"\n'
HOARDING = 'kind = "roster"\nruleset = "endless"\nid = "hoard"\n'


def _table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[Any, State[Any, Any]]:
    while True:
        content = dict(content)


@dataclass(frozen=True)
class Reader:
    """Reads boards without end, and rosters with all the memory that there is."""

    def scenarios(self) -> list[ScenarioRow]:
        return []

    def listed(self, kind: str) -> list[Row]:
        return []

    def text(self, kind: str, id: str) -> tuple[str, str]:
        return LOOPING, "loop"

    def content(
        self,
        scenario: str,
        *,
        text: str | None = None,
        source: str = "",
        board: tuple[str, str] | None = None,
        rosters: Mapping[int, tuple[str, str]] | None = None,
    ) -> dict[str, Any]:
        return {"board": board}

    def check(self, kind: str, text: str, source: str) -> str:
        hoard: list[bytes] = []
        while text in (LOOPING, HOARDING):
            if kind == "roster":
                hoard.append(b"x" * 10_000_000)
        return "a file of another game"


RULESET = Ruleset(
    "endless",
    "A reader without end",
    "1",
    2,
    turn=lambda play: None,
    table=_table,
    result=lambda state: None,
    active_seat=lambda state: 0,
    actions=(),
    records=(),
    turns=(),
    events=(),
    shelf=Reader(),
)
