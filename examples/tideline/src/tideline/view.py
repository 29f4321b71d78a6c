"""The beach as a table shows it: everything that a player should see of a position, and nothing that decides."""

from __future__ import annotations

from warbook.core.tableau import Badge, Body, Side, Tableau

from .records import Play, Sailor, seat_name, still_fighting


def tableau(play: Play) -> Tableau:
    """A position of the battle."""
    now = play.state.turn
    return Tableau(
        heading=f"Round {now.round}: {seat_name(play.world, now.seat)} are next.",
        sides=tuple(Side(seat, seat_name(play.world, seat), still_fighting(play.state, seat)) for seat in (0, 1)),
        bodies=tuple(body(play, number, sailor) for number, sailor in enumerate(play.state.records, 1)),
        actor=now.actor,
        round=now.round,
    )


def body(play: Play, number: int, sailor: Sailor) -> Body:
    """A sailor: how many wounds it has left, and whether it has still to act."""
    kind = play.world.kinds[sailor.profile]
    lost = kind.wounds - sailor.wounds
    return Body(
        id=sailor.id,
        owner=sailor.owner,
        label=str(number),
        name=play.world.names[sailor.id],
        kind=kind.name,
        at=sailor.at,
        words=("standing" if sailor.wounds else "down", f"{sailor.wounds} of {kind.wounds} wounds left"),
        badges=(Badge(f"-{lost}", "wounds lost", "ill"),) if lost else (),
        stands="here" if sailor.wounds else "gone",
        ready=sailor.wounds > 0 and not sailor.done,
        looks=False,
    )
