"""Service hatches: crawling into one and coming out of another a round later, and hiding in one."""

from __future__ import annotations

from ....core.decision import Choose, Confirm
from ....core.events import EffectsEnded
from ....core.length import INCH
from ....space.placing import Place
from ..actions import hatches
from ..checks import pieces, reach
from ..checks.characteristics import passes_intelligence
from ..events.cages import CrawledIn, HidInHatch
from ..events.moments import ActionDone, RoundEnding
from ..events.rounds import Deployed
from ..harm import injury
from ..harm.displacement import KEEP_CLEAR
from ..movement import turning
from ..records import Model, Piece, Play
from ..records.effects import begin_effect
from ..records.fighters import PRONE_HEIGHT
from ..records.position import board_now, layout, namer

AT_HAND = 1 * INCH
MOVES = ("move", "carry")
ENDS_BESIDE = (*MOVES, "take-cover", "crawl")


def get_into_hatch(play: Play, done: ActionDone) -> None:
    """Whoever ends a Move beside a service hatch may crawl into it, if there is another to come out of; whoever ends
    any move there may hide in it."""
    last = play.state.turn.done[-1:]
    if not play.world.hatches or not last or last[0] not in ENDS_BESIDE:
        return
    model = Model(play, done.who)
    if not (model.active or model.pinned) or model.broken or not hatches.hatch_at_hand.holds(model):
        return
    crawls = play.world.crawlways and model.active and last[0] in MOVES
    if crawls and play.ask(model.owner, Confirm("crawlway", "Does it crawl into the hatch?")):
        begin_effect(play, "crawling", model.id, "surfaced", play.state.turn.round)
        play.happen(CrawledIn(model.id))
        injury.leave_activation(play, model)
    elif play.ask(model.owner, Confirm("hatch.hide", "Does it hide in the hatch?")):
        play.happen(HidInHatch(model.id))
        begin_effect(play, "tucked-away", model.id, "emerged")
        injury.leave_activation(play, model)


def emerge_later(play: Play, ending: RoundEnding) -> None:
    """Whoever hides in a hatch may come out of it in any end phase: each in a step of its own."""
    for effect in play.state.effects:
        if effect.name == "tucked-away":
            play.then(emerge, effect.on)


def emerge(play: Play, who: int) -> None:
    """Its player says whether it does, and which way it faces."""
    model = Model(play, who)
    if play.ask(model.owner, Confirm("hatch.emerge", f"Does {model.kit.name} come out of the hatch?")):
        turning.stand(play, model)


def surface_later(play: Play, ending: RoundEnding) -> None:
    """Whoever crawled in a round ago, or before, may come out: each in a step of its own."""
    for effect in play.state.effects:
        if effect.name == "crawling" and effect.amount < play.state.turn.round:
            play.then(surface, effect.on)


def surface(play: Play, who: int) -> None:
    """An Intelligence test: passed, its player puts it down beside another hatch; failed, the other side does, or
    leaves it where it is for another round."""
    model = Model(play, who)
    passed = passes_intelligence(model, "crawlway")
    seat = model.owner if passed else 1 - model.owner
    ways = ways_out(model)
    if not ways or (not passed and play.ask(seat, Confirm("crawlway.lost", "Leave it in there for another round?"))):
        return
    question = Choose("hatch", "Out of which hatch?", lambda: list(ways), named=namer(play))
    hatch = play.ask(seat, question) if len(ways) > 1 else next(iter(ways))
    spot = play.ask(seat, ways[hatch])
    play.happen(EffectsEnded("surfaced", who))
    play.happen(Deployed(who, *spot))


def ways_out(model: Model) -> dict[int, Place]:
    """The other hatches that it may come out of, and where it may be put down there."""
    play = model.play
    others = [it for it in pieces.pieces(play, "hatch") if not reach.at_hand(model, it.at.spot)]
    places = {it.id: beside_hatch(model, it) for it in others}
    return {who: place for who, place in places.items() if place.has_room()}


def beside_hatch(model: Model, hatch: Piece) -> Place:
    """Where it comes out of a hatch: within an inch of it, and an inch from enemies."""
    play = model.play
    return Place(
        "surface", f"Where does {model.kit.name} come out?", board_now(play), layout(play), model.id,
        near=hatch.at.spot, within=AT_HAND, keep_clear=KEEP_CLEAR, walls_between=PRONE_HEIGHT, name=namer(play),
    )  # fmt: skip
