"""Loot caskets: breaking them open, picking their locks, carrying them, and what is inside."""

from __future__ import annotations

from collections.abc import Callable

from ....core.action import requirement
from ....core.decision import Choose
from ....core.dice import D6
from ....space.sight import within
from ..checks import pieces, reach, trap_reach
from ..checks.characteristics import passes_intelligence
from ..checks.requirements import caskets_on_board, goods_on_board, standing_active
from ..events.attacks import Does
from ..events.moments import CasketBroken, CasketLooted, TrapTriggered, TreasureFound
from ..events.things import CasketCarried, CasketOpened, Found, ThingPlaced
from ..printed.library import action
from ..records import Cache, Casket, Model, Piece, Play
from ..records.position import fighters, near_by, things, whichever_way
from ..records.things import CONTAINER, TREASURE
from . import doors, handling

CANISTER = "plasma-canister"


def caskets_near(model: Model) -> list[int]:
    """The closed loot caskets within an inch."""
    play = model.play
    if not play.world.caskets:
        return []
    records = play.state.records
    return [who for who in _caskets_at_hand(play, model.id) if isinstance(it := records[who], Casket) and not it.open]


@whichever_way
def _caskets_at_hand(play: Play, who: int) -> tuple[int, ...]:
    model = Model(play, who)
    near = (c for c in things(play, Casket) if within(model.at, c.at, reach.REACH))
    return tuple(c.id for c in near if reach.at_hand(model, c.at.spot) or _touches(model, c))


def _touches(model: Model, casket: Casket) -> bool:
    return near_by(model.play, model.at, casket.at, reach.REACH)


@requirement(
    "It must be within an inch of a closed loot casket.",
    condition="It must be within an inch of a closed loot casket; a beast must have a Strength of 4 or more.",
)
def casket_to_smash(model: Model) -> bool | str:
    return bool(caskets_near(model)) and (reach.strong_enough(model) or reach.TOO_WEAK)


@requirement(
    "It must be within an inch of a closed loot casket.",
    condition="It must be within an inch of a closed loot casket; a beast must have an Intelligence of 5+ or better.",
)
def casket_to_unlock(model: Model) -> bool | str:
    return bool(caskets_near(model)) and (reach.clever_enough(model, 5) or reach.TOO_SIMPLE)


def smash_open_casket(play: Play, model: Model) -> None:
    """A die and Strength: on 6 or more the casket bursts open, and what was in it has suffered."""
    who = handling.pick_one(play, model, "casket", "Which casket?", caskets_near(model))
    play.happen(Does(model.id, "smashes", who))
    if play.roll(D6, "smash", "Smashing the casket, 6 with Strength") + model.strength >= 6:
        open_casket(play, who, model, -1)
    else:
        play.note(model.id, "the casket holds")


SMASH_OPEN_CASKET = action("smash-open-casket", (caskets_on_board, standing_active, casket_to_smash), smash_open_casket)


def bypass_casket_lock(play: Play, model: Model) -> None:
    """An Intelligence test opens the casket as it should be opened."""
    who = handling.pick_one(play, model, "casket", "Which casket?", caskets_near(model))
    play.happen(Does(model.id, "works at the lock of", who))
    if passes_intelligence(model, "lock", doors.lock_bonus(model)):
        open_casket(play, who, model, 0)


BYPASS_CASKET_LOCK = action(
    "bypass-casket-lock", (caskets_on_board, standing_active, casket_to_unlock), bypass_casket_lock
)


def spill_broken_casket(play: Play, broken: CasketBroken) -> None:
    """A casket that damage breaks open spills what is inside, for whoever stands beside it, and at most tables spoils
    it.  Crews stay inside."""
    at, by = play.state.records[broken.casket].at, broken.by
    near = 0 <= by < play.world.count and near_by(play, play.state.records[by].at, at, reach.REACH)
    modifier = -1 if play.option["broken-caskets-spoil"] else 0
    open_casket(play, broken.casket, Model(play, by) if near else None, modifier)


def open_casket(play: Play, who: int, opener: Model | None, modifier: int) -> None:
    """What is inside: a trap, some credits, or ammunition for everybody.  Some openers know where to look for more."""
    play.happen(CasketOpened(who))
    if opener is not None:
        play.reach(CasketLooted(who, opener.id))
    roll = max(1, play.roll(D6, "contents", "What is inside") + modifier)
    if play.state.records[who].profile == TREASURE:
        play.reach(TreasureFound(who, opener.id if opener is not None else -1, roll))
        return
    inside = next(row for row in play.world.edition.library.loot if row.low <= roll <= row.high)
    if opener is not None:
        if inside.credits:
            play.happen(Found(opener.id, play.roll(D6, "credits", "Credits")))
        if opener.has("always-another-secret"):
            play.happen(Found(opener.id, 10 * play.roll(D6, "secret", "Another secret")))
    if inside.becomes:
        play.happen(ThingPlaced(who, inside.becomes))
    if inside.becomes == "frag-trap" and play.option["casket-traps-spring"]:
        at = play.state.records[who].at
        if any(f.at.posture and near_by(play, f.at, at, trap_reach.TRAP_REACH) for f in fighters(play)):
            play.reach(TrapTriggered(who))


def carry_casket(play: Play, model: Model) -> None:
    """Make a Move and take the casket along: at the end it lies in contact with its carrier, or where that was last."""
    carry_along(play, model, handling.pick_one(play, model, "casket", "Which casket?", caskets_near(model)))


def carry(play: Play, model: Model) -> None:
    """The same with a casket, an ammo cache or a plasma canister."""
    carry_along(play, model, handling.pick_one(play, model, "casket", "What does it carry?", portable_near(model)))


def carry_along(play: Play, model: Model, who: int) -> None:
    """Make a Move, at whose end a thing lies in contact with its carrier, or where that was last."""
    move: Callable[..., None] = play.ruleset.action["move"].rule
    thing = play.state.records[who]
    what = "ammo cache" if isinstance(thing, Cache) else "canister" if isinstance(thing, Piece) else "casket"
    move(play, model, f"Where does it carry the {what}?")
    at = model.at
    spots = handling.places_beside(play, model, thing) if model.on_table else []
    question = Choose("casket.side", f"Where does it set the {what} down?", lambda: spots, named=handling.spot_in_words)
    spot = play.pick(model.owner, question) if spots else at.spot
    play.happen(CasketCarried(who, *spot))


@requirement(
    "It must be within an inch of a closed loot casket or an ammo cache.",
    condition="It must be within an inch of a closed loot casket or an ammo cache; a beast must have a Strength of 4 "
    "or more.",
)
def something_to_carry(model: Model) -> bool | str:
    return bool(portable_near(model)) and (reach.strong_enough(model) or reach.TOO_WEAK)


def portable_near(model: Model) -> list[int]:
    """The closed loot caskets, the ammo caches and the plasma canisters within an inch."""
    play = model.play
    caches = [c.id for c in things(play, Cache) if c.there and near_by(play, model.at, c.at, reach.REACH)]
    canisters = pieces.pieces(play, CANISTER) if CANISTER in play.world.kinds else []
    caches += [c.id for c in canisters if near_by(play, model.at, c.at, reach.REACH)]
    return [*(who for who in caskets_near(model) if play.state.records[who].profile != CONTAINER), *caches]


CARRY_CASKET = action("carry-casket", (caskets_on_board, standing_active, casket_to_smash), carry_casket)
CARRY = action("carry", (goods_on_board, standing_active, something_to_carry), carry)
