"""The end phase of pieces of terrain: what was switched on or off, what begins by chance, ordnance that ticks."""

from __future__ import annotations

from ....core.dice import D6
from ....core.events import EffectBegan, EffectsEnded
from ....core.length import INCH
from ....core.structs import replace
from ..attacks import fumes
from ..checks import badzones, pieces
from ..checks.characteristics import passes_initiative
from ..events.moments import RoundEnding
from ..events.things import ContainerShut, Found, ThingGone, TokensChanged
from ..harm import injury
from ..records import Casket, Model, Piece, Play
from ..records.effects import begin_effect
from ..records.position import fighters, near_by, things
from ..records.things import CONTAINER
from .scoring import stands_firm
from .zones import marker_ids

BEGINS, BEGINS_IN_MANUFACTORY = 6, 4
RELIC_REACH = 1 * INCH


def settle_later(play: Play, ending: RoundEnding) -> None:
    """Where anything has been switched, or may begin by chance, that is settled in a step of its own."""
    if any(e.until in ("end-phase", "next-end-phase") for e in play.state.effects) or left_to_chance(play):
        play.then(settle)


def left_to_chance(play: Play) -> list[int]:
    """The pieces whose special effect may begin by chance."""
    kinds = {id for id, row in play.world.edition.library.pieces.items() if row.random}
    if play.option["generators-always-run"]:
        kinds.discard("generator")
    able = (p.id for p in things(play, Piece) if p.there and not p.tokens and p.profile in kinds)
    return [who for who in able if not pieces.is_off(play, who)]


def settle(play: Play) -> None:
    """What was to last until this end phase is over; then a die for each piece whose effect may begin by chance."""
    play.happen(EffectsEnded("end-phase"))
    later = [effect for effect in play.state.effects if effect.until == "next-end-phase"]
    play.happen(EffectsEnded("next-end-phase"))
    for effect in later:
        play.happen(EffectBegan(replace(effect, until="end-phase")))
    manufactory = badzones.fought_in(play, "ancient-manufactory")
    needed = BEGINS_IN_MANUFACTORY if manufactory else BEGINS
    for who in left_to_chance(play):
        if play.roll(D6, "terrain", f"Does {play.world.names[who]} begin? {needed}+") >= needed:
            play.note(who, "begins")
            begin_effect(play, "running", who, "end-phase")
    fumes.vent(play)


# ---- containers and relics -------------------------------------------------------------------------------------------


def shut_containers(play: Play, ending: RoundEnding) -> None:
    """Whatever has been looted, or has become of it, a container may be looted again in the next round."""
    for who in marker_ids(play.world, CONTAINER) if CONTAINER in play.world.kinds else ():
        now = play.state.records[who]
        if not isinstance(now, Casket) or now.open:
            play.happen(ContainerShut(who, play.option["casket-wounds"]))


def sell_relics(play: Play) -> None:
    """When the battle is over a machine relic brings D6 times 10 credits to the side that alone has somebody on their
    feet and unbroken within an inch of it."""
    for relic in pieces.pieces(play, "relic") if "relic" in play.world.kinds else ():
        near = [f for f in fighters(play) if stands_firm(f) and near_by(play, f.at, relic.at, RELIC_REACH)]
        if len({f.owner for f in near}) == 1:
            play.happen(Found(near[0].id, 10 * play.roll(D6, "relic", "What the relic brings, times 10")))


# ---- ordnance --------------------------------------------------------------------------------------------------------

TICKS_FROM = 3  # the first round in which it may go off
BLAST_REACH = 6 * INCH


def tick_later(play: Play, ending: RoundEnding) -> None:
    """Each piece of ordnance ticks in a step of its own."""
    for piece in pieces.pieces(play, "ordnance"):
        play.then(tick, piece.id)


def tick(play: Play, who: int) -> None:
    """A token more; from the third round on it goes off if a die shows less than there are tokens."""
    tokens = play.state.record(Piece, who).tokens + 1
    play.happen(TokensChanged(who, tokens))
    if play.state.turn.round >= TICKS_FROM and play.roll(D6, "ordnance", f"It goes off below {tokens}") < tokens:
        explode(play, who)


def explode(play: Play, who: int) -> None:
    """An injury die for every fighter within 6", whatever it wears; then everybody else on their feet tests Initiative
    or is pinned."""
    at = play.state.records[who].at
    play.happen(ThingGone(who))
    for fighter in [f.id for f in fighters(play) if f.at.posture and near_by(play, f.at, at, BLAST_REACH)]:
        injury.roll_injury(play, Model(play, fighter))
    for fighter in range(play.world.count):
        model = Model(play, fighter)
        if model.on_table and model.active and not passes_initiative(model, "shockwave"):
            injury.pin(play, model)
