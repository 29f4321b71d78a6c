"""By mouse: the hand of the bench clicks where the board is, also where the board has just moved."""

from __future__ import annotations

from typing import Any

import pytest

from bench import by_mouse
from bench.by_mouse import DRAWN, Hand

from .by_hand import ASKED, TABLEAU, asked_by_hand
from .conftest import DESK, Sits
from .serving import Server

TRIES = 8
WIDTH, DEPTH = 10000, 1500  # where somebody may be placed: near one edge of the board
ZONE = {"rings": [[0, [[0, 0], [WIDTH, 0], [WIDTH, DEPTH], [0, DEPTH]]]]}
PLACE: dict[str, Any] = ASKED | {"kind": "place", "at": [1, 0], "radius": 500, "mover": 1, "bounds": ZONE}
PLACED: dict[str, Any] = {
    "type": "position", "re": 0, "at": [1, 0], "eyes": 0, "since": 0, "log": [], "tableau": TABLEAU, "asked": [PLACE],
}  # fmt: skip
REFUSED: dict[str, Any] = {"type": "checked", "against": ["Not there."]}
# A machine so busy that a page draws its board anew some frames after its room has changed.
LATE = """window.ResizeObserver = class extends ResizeObserver {
  constructor(told) {
    const later = (frames, news) => requestAnimationFrame(() => (frames ? later(frames - 1, news) : told(...news)));
    super((...news) => later(4, news));
  }
};"""


class Narrowing(Hand):
    """A hand whose window is less high after each click."""

    def _sees(self, step: str, *act: Any) -> Any:
        found = super()._sees(step, *act)
        if step == DRAWN:
            clicks = [wait.step for wait in self.waits].count(DRAWN)
            self.page.set_viewport_size({"width": DESK["width"], "height": DESK["height"] - 25 * clicks})
        return found


@pytest.mark.parametrize(("kind", "script"), [(Hand, LATE), (Narrowing, "")], ids=["before a click", "between clicks"])
def test_a_hand_clicks_where_the_region_is_by_then(
    kind: type[Hand], script: str, server: Server, sits: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question that is less high than the one before leaves the board more room, in which it is drawn anew a little
    later: whoever measured before that would click beside the region."""
    monkeypatch.setattr(by_mouse, "TRIES", TRIES)
    options = [{"answer": n, "label": f"{n} of them, and no more"} for n in range(60)]
    answers = {"check": [REFUSED]}
    person, said = asked_by_hand(server, sits, after=[PLACED], answers=answers, script=script, options=options)
    with pytest.raises(RuntimeError, match="nothing legal could be drawn"):
        kind(person.page).places()
    points = {tuple(message["answer"][:2]) for message in said if message["type"] == "check"}
    assert len(points) >= TRIES
    assert [(x, y) for x, y in points if not (0 <= x <= WIDTH and 0 <= y <= DEPTH)] == []
