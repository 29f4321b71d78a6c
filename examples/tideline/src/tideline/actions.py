"""What a sailor may do: move, charge, shoot, fight, hold; and the one reaction, to shoot at whoever charges."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from warbook.core.action import Action, requirement
from warbook.core.check import Modifier, Target, target
from warbook.core.decision import Choose, Names, Reasons
from warbook.core.dice import D6
from warbook.core.length import INCH, written
from warbook.core.reaction import Reaction, Windows
from warbook.space.decisions import Path
from warbook.space.movement import Mode, Rules, Walked, body, check, contact_point
from warbook.space.sight import gap, hidden

from .events import Charging, Moved, Wounded
from .model import Hand, Play, beach

Refusal: TypeAlias = Callable[[Hand, Hand], Reasons]

CHARGE_AT_MOST = 6 * INCH  # what a D6 may add to a sailor's move
COVER = 9  # of the 25 parts of a body: hidden that much, it is in cover


@requirement("It must have no foe in contact.")
def free(hand: Hand) -> bool:
    return not hand.engaged


@requirement("It must have a foe in contact.")
def engaged(hand: Hand) -> bool:
    return bool(hand.engaged)


@requirement("It must have a foe in reach of a charge.")
def can_charge(hand: Hand) -> bool:
    return any(not out_of_charge(hand, foe) for foe in hand.foes)


@requirement("It must have a foe in range and in sight.")
def can_shoot(hand: Hand) -> bool:
    return any(not out_of_shot(hand, foe) for foe in hand.foes)


# ---- moving ----------------------------------------------------------------------------------------------------------


def move(play: Play, hand: Hand) -> None:
    """Go anywhere within the move, and not within an inch of a foe."""
    board, layout = beach(play)
    rules = Rules(allowance=hand.kind.move)
    path = play.ask(hand.owner, Path("move.path", "Where to?", board, layout, hand.id, rules, facing=False))
    for x, y, z, _ in path:
        play.happen(Moved(hand.id, x, y, z))


def charge(play: Play, hand: Hand) -> None:
    """Declare, take a shot if the foe likes, then roll a D6 and run straight at it: in contact they fight at once."""
    foe = pick_foe(play, hand, "charge.target", "Charge whom?", out_of_charge)
    play.happen(Charging(hand.id, foe.id))
    if not hand.up:
        return
    board, layout = beach(play)
    reach = hand.kind.move + play.roll(D6, "charge.reach", "The charge") * INCH
    goal = contact_point(body(layout, hand.id), body(layout, foe.id))
    straight = ((*goal, int(Mode.WALK)),)
    if isinstance(check(board, layout, hand.id, straight, Rules(allowance=reach, contact_with=(foe.id,))), Walked):
        play.happen(Moved(hand.id, *goal))
        brawl(play, hand, foe)
    else:
        play.note(hand.id, "it does not get there")


def out_of_charge(hand: Hand, foe: Hand) -> Reasons:
    """Why this foe cannot be charged; nothing where it can."""
    return too_far(hand, foe, hand.kind.move + CHARGE_AT_MOST)


def too_far(hand: Hand, foe: Hand, reach: int) -> Reasons:
    """That a foe must be within reach, where it is not."""
    away = gap(hand.record.at, foe.record.at)
    return (f"It must be within {written(reach)}: it is {written(away)} away.",) if away > reach else ()


# ---- shooting --------------------------------------------------------------------------------------------------------


class Shot(Struct, frozen=True):
    """What matters about a shot: how far, and how many of 25 parts of the target are hidden."""

    away: int
    range: int
    hidden: int


SHOOTING = (
    Modifier("in cover", lambda shot: -1 if shot.hidden >= COVER else 0),
    Modifier("close by", lambda shot: 1 if shot.away <= 4 * INCH else 0),
)


def shoot(play: Play, hand: Hand) -> None:
    """One shot at a foe in sight and in range."""
    fire(play, hand, pick_foe(play, hand, "shoot.target", "Shoot at whom?", out_of_shot))


def fire(play: Play, hand: Hand, foe: Hand) -> None:
    if play.dice(hits, aimed(hand, foe).number):
        play.happen(Wounded(foe.id, hand.id))


def hits(play: Play, number: int) -> bool:
    """To hit, and on a hit to hurt: a dice rule, one chance for the odds."""
    to_hit: int = play.roll(D6, "shoot.hit", "To hit")
    return to_hit >= max(number, 2) and play.roll(D6, "shoot.hurt", "To hurt") >= 3


def aimed(hand: Hand, foe: Hand) -> Target:
    """The number to hit with, and why."""
    board, layout = beach(hand.play)
    away = gap(hand.record.at, foe.record.at)
    shot = Shot(away, hand.kind.range, hidden(layout, board, hand.id, foe.id))
    return target("aim", hand.kind.aim, hand.play.ruleset.modifiers["shooting"], shot)


def out_of_shot(hand: Hand, foe: Hand) -> Reasons:
    """Why this foe cannot be shot at; nothing where it can."""
    board, layout = beach(hand.play)
    far = too_far(hand, foe, hand.kind.range)
    return (*far, "It must be in sight.") if hidden(layout, board, hand.id, foe.id) == 25 else far


# ---- fighting --------------------------------------------------------------------------------------------------------


def fight(play: Play, hand: Hand) -> None:
    """Strike a foe in contact."""
    brawl(play, hand, pick_foe(play, hand, "fight.target", "Fight whom?", out_of_reach))


def brawl(play: Play, hand: Hand, foe: Hand) -> None:
    """Both roll and add their brawn; whoever has more wounds the other."""
    lead = play.dice(struggle, hand.kind.brawn, foe.kind.brawn)
    if lead:
        winner, loser = (hand, foe) if lead > 0 else (foe, hand)
        play.happen(Wounded(loser.id, winner.id))


def struggle(play: Play, mine: int, theirs: int) -> int:
    """1, 0 or -1: who has the upper hand."""
    lead: int = mine + play.roll(D6, "fight.mine", "Brawn") - theirs - play.roll(D6, "fight.theirs", "Brawn")
    return (lead > 0) - (lead < 0)


def out_of_reach(hand: Hand, foe: Hand) -> Reasons:
    return () if foe in hand.engaged else ("It must be in contact.",)


def hold(play: Play, hand: Hand) -> None:
    """Wait and see."""


# ---- choosing --------------------------------------------------------------------------------------------------------


def pick_foe(play: Play, hand: Hand, key: str, prompt: str, refused: Refusal) -> Hand:
    """Which foe?  Each that is refused has its reason."""
    question = Choose(
        key,
        prompt,
        lambda: [foe.id for foe in hand.foes],
        refuse=lambda who: refused(hand, Hand(play, who)),
        named=Names(play.world.names),
    )
    return Hand(play, play.ask(hand.owner, question))


def stand_and_shoot(play: Play, who: int, event: Charging) -> None:
    fire(play, Hand(play, who), Hand(play, event.who))


def may_shoot_back(play: Play, event: Charging) -> list[int]:
    target, charger = Hand(play, event.whom), Hand(play, event.who)
    return [] if target.engaged or out_of_shot(target, charger) else [target.id]


STAND_AND_SHOOT = Windows(
    after=(
        Reaction(
            "stand-and-shoot",
            "Stand and shoot",
            "Whoever is charged may take one shot before the charge comes in.",
            "Tideline, charging",
            may_shoot_back,
            stand_and_shoot,
        ),
    )
)

ACTIONS = (
    Action("move", "Move", "all", "Go up to the move of the sailor.", "Tideline, moving", (free,), move),
    Action("charge", "Charge", "all", "Run at a foe and fight it.", "Tideline, charging", (free, can_charge), charge),
    Action("shoot", "Shoot", "all", "Shoot at a foe in sight.", "Tideline, shooting", (free, can_shoot), shoot),
    Action("fight", "Fight", "all", "Strike a foe in contact.", "Tideline, fighting", (engaged,), fight),
    Action("hold", "Hold", "all", "Do nothing.", "Tideline, the round", (), hold),
)
