"""What fighters do in badzones: searching an old cache, working abandoned hardware, disarming ordnance."""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose, Confirm
from ....core.dice import D6
from ....core.length import INCH
from ....space.movement import Fall, Rules, Walked, trace
from ....space.paths import Path
from ....space.placing import Place
from ..checks import badzones, pieces
from ..checks.characteristics import passes_cool, passes_intelligence, passes_willpower
from ..checks.requirements import standing_active, there_must_be_a
from ..events.attacks import Does
from ..events.badzones import CasketDugUp
from ..events.things import PieceMoved, TokensChanged
from ..harm import displacement, falling
from ..printed.library import action
from ..records import Model, Piece, Play
from ..records.fighters import PRONE_HEIGHT
from ..records.position import Heights, board_now, friends, in_contact, layout, namer, near_by, per_position, things
from . import claws, handling

HELPERS_REACH = 6 * INCH
FINDS, FINDS_IN_MANUFACTORY = 6, 4


@requirement("The battle must be fought in a badzone with events.", fixed=True)
def with_events(model: Model) -> bool:
    return model.play.world.badzone >= 0


# ---- scavenging ------------------------------------------------------------------------------------------------------


@requirement("The event in force must be the Old Cache.")
def at_old_cache(model: Model) -> bool:
    return badzones.befallen_by(model.play, "old-cache")


def finds_left(play: Play) -> list[Piece]:
    """What nobody has found yet."""
    return [piece for piece in things(play, Piece) if piece.profile == "find"]


@per_position
def _beside(play: Play, who: int, find: int) -> list[tuple[int, int, int]]:
    return handling.places_beside(play, Model(play, who), play.state.records[find])


@requirement("There must be something left to find, and room for it beside the fighter.")
def something_to_find(model: Model) -> bool:
    left = finds_left(model.play)
    return bool(left) and bool(_beside(model.play, model.id, left[0].id))


def scavenge(play: Play, model: Model) -> None:
    """A die, one more for each other friend within 6": 6 turns up a loot casket, 4 in an ancient manufactory."""
    manufactory = badzones.fought_in(play, "ancient-manufactory")
    needed = FINDS_IN_MANUFACTORY if manufactory else FINDS
    helpers = sum(near_by(play, friend.at, model.at, HELPERS_REACH) for friend in friends(play, model.id))
    play.happen(Does(model.id, "searches", play.world.badzone))
    if play.roll(D6, "scavenge", f"Scavenging, {needed} with friends nearby") + helpers >= needed:
        find = finds_left(play)[0].id
        spots = _beside(play, model.id, find)
        question = Choose("casket.side", "Where does the casket lie?", lambda: spots, named=handling.spot_in_words)
        play.happen(CasketDugUp(find, *play.pick(model.owner, question)))
    elif badzones.fought_in(play, "tainted-ground"):
        passes_willpower(model, "scavenge")  # whoever fails such a test there is insane


SCAVENGE = action(
    "scavenge", (with_events, standing_active, at_old_cache, something_to_find), scavenge, ours=(something_to_find,)
)


# ---- abandoned hardware ----------------------------------------------------------------------------------------------

RIG = Rules(
    10 * INCH, keep_clear=0, may_pass_friends=False, may_climb=False, may_leap=False, may_take_ladders=False
)  # fmt: skip
DRIVE, DROP, LIFT = "drive", "drop", "lift"
USES = {DRIVE: "drive it", DROP: "drop its claw on an enemy", LIFT: "lift something with its claw"}

hardware_on_board = there_must_be_a("abandoned hardware", "hardware")


@per_position
def _hardware_touched(play: Play, who: int, heights: Heights) -> tuple[int, ...]:
    at = Model(play, who).at
    return tuple(it.id for it in pieces.pieces(play, "hardware") if in_contact(play, at, it.at, heights))


def hardware_at_hand(model: Model) -> list[int]:
    """The abandoned hardware that a fighter touches."""
    return list(_hardware_touched(model.play, model.id, model.play.option["contact-over-heights"]))


@requirement("It must be in base contact with abandoned hardware.")
def touches_hardware(model: Model) -> bool:
    return bool(hardware_at_hand(model))


def jury_rig(play: Play, model: Model) -> None:
    """An Intelligence test; passed, the hardware drives up to 10" as its player likes, or its claw is put to use."""
    who = handling.pick_one(play, model, "hardware", "Which machine?", hardware_at_hand(model))
    play.happen(Does(model.id, "works at", who))
    if not passes_intelligence(model, "rig"):
        return
    claw = (who,) if play.state.record(Piece, who).claw else ()
    uses = [DRIVE, *[DROP] * bool(claws.below_claws(model, claw)), *[LIFT] * bool(claws.cargo(model, claw))]
    match play.pick(model.owner, Choose("rig", "What does it do?", lambda: uses, named=USES.__getitem__)):
        case "drive":
            drive(play, model, who)
        case "drop":
            claws.drop_claw(play, model, claw)
        case _:
            claws.lift(play, model, claw)


def drive(play: Play, model: Model, who: int) -> None:
    """The hardware goes where the fighter likes, but into nobody, up no ladder and over no gap; over a ledge it falls.
    Whoever rides along gets off beside it, and falls with it."""
    board = board_now(play)
    route = Path("rig.path", "Where does it go?", board, layout(play), who, RIG, facing=False, name=namer(play))
    legs = play.ask(model.owner, route)
    rides = bool(legs) and play.ask(model.owner, Confirm("rig.ride", f"Does {model.kit.name} ride along?"))
    walked = trace(board, layout(play), who, tuple(legs), RIG)
    if not isinstance(walked, Walked):
        raise AssertionError(f"an illegal route: {walked}")
    play.happen(PieceMoved(who, *walked.end))
    if rides:
        beside = Place(
            "", "", board, layout(play), model.id,
            facing=False, keep_clear=displacement.KEEP_CLEAR, walls_between=PRONE_HEIGHT,
        )  # fmt: skip
        spots = handling.places_round(play, play.state.records[who].at, beside, model.at)
        question = Choose("rig.off", "Where does it get off?", lambda: spots, named=handling.spot_in_words)
        drop = max((jump.height for jump in walked.jumps), default=0)
        if spots and drop:
            falling.come_down(play, model, Fall(*play.pick(model.owner, question), drop))
        elif spots:
            displacement.arrive(play, model, play.pick(model.owner, question))


JURY_RIG = action("jury-rig", (hardware_on_board, standing_active, touches_hardware), jury_rig)


# ---- ordnance --------------------------------------------------------------------------------------------------------

DISARM_REACH = 3 * INCH
WITS = {"intelligence": "its wits", "cool": "its nerve"}

ordnance_on_board = there_must_be_a("unexploded ordnance", "ordnance")


@per_position
def _ordnance_near(play: Play, who: int) -> tuple[int, ...]:
    at = Model(play, who).at
    return tuple(it.id for it in pieces.pieces(play, "ordnance") if near_by(play, at, it.at, DISARM_REACH))


def armed_near(model: Model) -> list[int]:
    """The ordnance within 3" that has a token on it."""
    play = model.play
    return [who for who in _ordnance_near(play, model.id) if play.state.record(Piece, who).tokens]


@requirement('It must be within 3" of unexploded ordnance with a token on it.')
def something_to_disarm(model: Model) -> bool:
    return bool(armed_near(model))


def disarm(play: Play, model: Model) -> None:
    """An Intelligence test or a Cool test, as its player likes, takes a token off."""
    who = handling.pick_one(play, model, "ordnance", "Which ordnance?", armed_near(model))
    play.happen(Does(model.id, "tries to disarm", who))
    question = Choose("disarm.by", "By its wits or by its nerve?", lambda: list(WITS), named=WITS.__getitem__)
    test = passes_cool if play.ask(model.owner, question) == "cool" else passes_intelligence
    if test(model, "disarm"):
        play.happen(TokensChanged(who, play.state.record(Piece, who).tokens - 1))


DISARM = action(
    "disarm", (ordnance_on_board, standing_active, something_to_disarm), disarm, ours=(something_to_disarm,)
)
