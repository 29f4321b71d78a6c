"""What is in a casket with treasure."""

from __future__ import annotations

from ....core.dice import D6
from ..events.moments import TreasureFound
from ..events.things import Found
from ..harm import injury
from ..records import Model, Play
from ..records.effects import begin_effect


def take_treasure(play: Play, found: TreasureFound) -> None:
    """Whoever opens it keeps what it finds for after the battle, unless a needle rolls an Injury die for it."""
    if found.opener < 0:
        return
    row = next(row for row in play.world.edition.library.treasures if row.low <= found.roll <= row.high)
    opener = Model(play, found.opener)
    if row.prize:
        play.note(opener.id, f"finds {row.prize}")
        begin_effect(play, "prize", opener.id, "battle", row.low)
    if opener.has("always-another-secret"):
        play.happen(Found(opener.id, 10 * play.roll(D6, "secret", "Another secret")))
    if row.injures:
        injury.roll_injury(play, opener)
