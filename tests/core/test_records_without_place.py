"""Records without a place: units, whose models are bodies."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from mypy import api

from warbook.core import play
from warbook.core.record import encode
from warbook.core.state import Body, Placement, Record, State, Turn, out_of_bounds
from warbook.core.structs import replace
from warbook.space.board import Board
from warbook.space.layout import POSTURE, layout

ROOT = Path(__file__).parents[2]


class Trooper(Body, frozen=True, kw_only=True):
    unit: int
    wounds: int = 1


class Squad(Record, frozen=True, kw_only=True):
    members: tuple[int, ...]
    morale: str = "steady"


def position() -> State[Record, Turn]:
    troopers = [Trooper(id=id, owner=0, profile="trooper", at=Placement(1000 * id, 0), unit=2) for id in range(2)]
    return State([*troopers, Squad(id=2, owner=0, profile="troopers", members=(0, 1))], Turn())


def test_a_body_is_written_as_every_record_was() -> None:
    assert encode(position().records[1]) == (
        b'{"type":"Trooper","id":1,"owner":0,"profile":"trooper","at":{"x":1000,"y":0,"z":0,"fx":0,"fy":1,'
        b'"radius":500,"height":1250,"posture":3},"unit":2,"wounds":1}'
    )


def test_a_unit_is_written_without_a_place_and_read_again() -> None:
    state = position()
    text = encode(state.records)
    assert b'"type":"Squad","id":2,"owner":0,"profile":"troopers","members":[0,1]' in text
    assert msgspec.json.decode(text, type=list[Trooper | Squad]) == state.records


def test_a_unit_changes_and_is_nowhere_on_the_board() -> None:
    state, board = position(), Board(id="field", title="A field", width=12_000, depth=12_000)
    now = layout(state, board)
    assert now.row(2)[POSTURE] == 0
    squad = state.record(Squad, 2)
    state.put(replace(squad, morale="broken"))
    assert state.record(Squad, 2).morale == "broken"
    assert state.derived is now  # no placement has changed
    trooper = state.record(Trooper, 0)
    state.put(replace(trooper, at=trooper.at.moved_to((5000, 0, 0))))
    assert state.derived.row(0)[0] == 5000
    now = state.derived
    state.put(replace(state.record(Trooper, 0), wounds=0))
    assert state.derived is now


@pytest.mark.parametrize(("owner", "right"), [(0, True), (99, False)])
def test_the_owner_of_a_unit_is_checked(owner: int, right: bool) -> None:
    before = position()
    after = before.copy()
    after.put(Squad(id=2, owner=owner, profile="troopers", members=()))
    assert (out_of_bounds(after, before) == "") is right


def test_a_handle_of_a_unit_has_its_record_and_owner() -> None:
    class Unit(play.Handle[Squad]):
        __slots__ = ()

    rules: Any = SimpleNamespace(chosen={})  # all that a play asks of them before it runs
    unit = Unit(play.Play(position(), rules, None, []), 2)
    assert unit.record.members == (0, 1) and unit.owner == 0
    assert not hasattr(unit, "at")


MISTAKES = """
from warbook.core import play
from tests.core.test_records_without_place import Squad, Trooper

trooper: Trooper
squad: Squad
trooper.at
squad.members
squad.at

class Unit(play.Handle[Squad]): ...
class Models(play.Model[Squad]): ...

unit: Unit
unit.record.members
unit.at
"""


def test_mypy_knows_what_has_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    file = tmp_path / "places.py"
    file.write_text(MISTAKES)
    said, trouble, _ = api.run(["--no-error-summary", str(file)])
    found = [line for line in said.splitlines() if ": error: " in line]
    assert not trouble and len(found) == 3, said
    assert '"Squad" has no attribute "at"' in found[0]
    assert 'Type argument "Squad" of "Model" must be a subtype of "Body"' in found[1]
    assert '"Unit" has no attribute "at"' in found[2]
