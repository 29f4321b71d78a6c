"""What is in a fighter's hands and pockets: drawing, stowing, loading, preparing, stimpacks; and what takes no time."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.action import requirement
from ....core.decision import Choose
from ....core.structs import replace
from ..attacks.weapons import used_up
from ..checks import economy, squares
from ..checks.requirements import able, has_maneuver
from ..events.fighters import GearChanged, HandsChanged, StanceTaken, Used, WeaponChanged
from ..events.turns import IncidentalMade
from ..harm import conditions, wounds
from ..printed.catalogue import action
from ..records import SQUARE, Model, Play, Wear, allies

HANDS = 2
STIMPACK = 5  # wounds that the first heals
CLOTTED = 2
VERBS = {"draw": "draw", "stow": "stow", "load": "reload", "ready": "prepare", "pick": "pick up", "take": "take up"}

# ---- hands -----------------------------------------------------------------------------------------------------------


def with_drawn(actor: Model, slot: int) -> tuple[int, ...]:
    """What is in its hands once it has drawn a weapon: what there is no hand for any more is stowed."""
    held = [other for other in actor.record.held if other != slot]
    while held and actor.hands_for(slot) + sum(actor.hands_for(other) for other in held) > HANDS:
        held.pop(0)
    return (*held, slot)


def drawable(actor: Model) -> list[int]:
    """The weapons that it carries and does not hold."""
    slots = range(len(actor.kit.weapons))
    gone = {*actor.record.held, *(slot for slot, _, _ in actor.record.dropped)}
    return [n for n in slots if actor.weapon(n).hands and n not in gone and not used_up(actor, n)]


def lying_near(actor: Model) -> list[int]:
    """Its weapons that lie in its square or next to it."""
    x, y = actor.at.x, actor.at.y
    return [slot for slot, ax, ay in actor.record.dropped if max(abs(ax - x), abs(ay - y)) < 2 * SQUARE]


def use_up(play: Play, who: int, gear: str) -> None:
    """Something that a fighter carries is used up."""
    left = list(play.state.records[who].gear)
    left.remove(gear)
    play.happen(GearChanged(who, tuple(left)))


# ---- Manage Gear -----------------------------------------------------------------------------------------------------


def errands(actor: Model) -> list[str]:
    """All that a maneuver with its gear could be, each as a word and a number."""
    return list(_errands(actor))


def _errands(actor: Model) -> Iterator[str]:
    fighter = actor.record
    yield from (f"draw {slot}" for slot in drawable(actor))
    yield from (f"stow {slot}" for slot in fighter.held)
    yield from (f"pick {slot}" for slot in lying_near(actor))
    for slot in actor.slots:
        weapon = actor.weapon(slot)
        wear, limit = fighter.wear(slot), weapon.has("limited-ammo")
        if (limit and weapon.hands == HANDS and wear.fired >= limit) or (wear.empty and "reload" in fighter.gear):
            yield f"load {slot}"
        if wear.ready < weapon.has("prepare") and actor.in_hand(slot):
            yield f"ready {slot}"
    if not any(weapon.melee for weapon in actor.kit.weapons) and squares.covers(actor.play, actor.id):
        yield from (f"take {slot}" for slot in actor.improvised_slots if slot not in fighter.held)
    if "stimpack" in fighter.gear:
        yield from (f"stimpack {who}" for who in patients(actor))


def patients(actor: Model) -> list[int]:
    """Itself and the allies next to it who have wounds."""
    play = actor.play
    near = [who for who in allies(actor) if squares.touches(play, actor.id, who)]
    return [who for who in (actor.id, *near) if play.state.records[who].wounds]


def in_words(actor: Model, errand: str) -> str:
    """An errand as people read it."""
    what, number = errand.split()
    if what == "stimpack":
        return f"a stimpack for {actor.play.world.names[int(number)]}"
    return f"{VERBS[what]} the {actor.weapon(int(number)).title.lower()}"


def manage_gear(play: Play, actor: Model) -> None:
    """One item: drawn, stowed, loaded, prepared or used."""
    question = Choose(
        "gear",
        f"What does {actor.name} do with its gear?",
        errands,
        actor,
        named=lambda errand: in_words(actor, errand),
    )
    what, number = actor.ask(question).split()
    economy.make_maneuver(play, actor)
    carry_out(play, actor, what, int(number))


def carry_out(play: Play, actor: Model, what: str, number: int) -> None:
    """An errand with its gear."""
    if what == "stimpack":
        stim(play, actor, number)
        return
    fighter, title, wear = actor.record, actor.weapon(number).title.lower(), actor.record.wear(number)
    match what:
        case "draw" | "pick" | "take":
            lying = tuple(each for each in fighter.dropped if each[0] != number)
            does = {"draw": f"draws its {title}", "pick": f"picks its {title} up", "take": f"takes up {title}"}[what]
            if wear.damage and what == "take":
                play.happen(WeaponChanged(actor.id, Wear(number)))  # another one
            play.happen(HandsChanged(actor.id, with_drawn(actor, number), lying, does))
        case "stow":
            left = tuple(slot for slot in fighter.held if slot != number)
            play.happen(HandsChanged(actor.id, left, fighter.dropped, f"stows its {title}"))
        case "load":
            if wear.empty:
                use_up(play, actor.id, "reload")
            play.happen(WeaponChanged(actor.id, replace(wear, fired=0, empty=False), f" reloads its {title}"))
        case _:
            play.happen(WeaponChanged(actor.id, replace(wear, ready=wear.ready + 1), f" prepares its {title}"))


def stim(play: Play, actor: Model, whom: int) -> None:
    """A stimpack: five wounds, and one less for each that the patient has had in this battle."""
    use_up(play, actor.id, "stimpack")
    heals = max(0, STIMPACK - play.state.records[whom].used.count("stimpack"))
    play.happen(Used(whom, "stimpack"))
    wounds.heal(play, whom, wounds=heals)


# ---- incidentals -----------------------------------------------------------------------------------------------------


def trifles(actor: Model) -> list[str]:
    """All that takes it no time."""
    return list(_trifles(actor))


def _trifles(actor: Model) -> Iterator[str]:
    fighter = actor.record
    yield from (f"drop {slot}" for slot in fighter.held)
    if actor.talent("quick-draw") and "quick-draw" not in fighter.round_used:
        yield from (f"draw {slot}" for slot in drawable(actor))
        yield from (f"stow {slot}" for slot in fighter.held)
    if actor.talent("jump-up") and fighter.prone and "jump-up" not in fighter.round_used:
        yield "jump-up"
    if actor.talent("quick-clotting") and fighter.wounds and "quick-clotting" not in fighter.used:
        yield "quick-clotting"


def trifle_in_words(actor: Model, trifle: str) -> str:
    """An incidental as people read it."""
    what, _, slot = trifle.partition(" ")
    if slot:
        return f"{what} the {actor.weapon(int(slot)).title.lower()}"
    return {"jump-up": "jump up", "quick-clotting": "stop the bleeding: heal two wounds"}[what]


def incidental(play: Play, actor: Model) -> None:
    """Something that takes no time."""
    question = Choose(
        "incidental", f"What does {actor.name} do?", trifles, actor, named=lambda each: trifle_in_words(actor, each)
    )
    what, _, slot = actor.ask(question).partition(" ")
    play.happen(IncidentalMade(actor.id, what))
    match what:
        case "drop":
            conditions.drop_weapons(play, actor.id, (int(slot),))
        case "draw" | "stow":
            play.happen(Used(actor.id, "quick-draw", a_round=True))
            carry_out(play, actor, what, int(slot))
        case "jump-up":
            play.happen(Used(actor.id, "jump-up", a_round=True))
            play.happen(StanceTaken(actor.id, "standing"))
        case _:
            play.happen(Used(actor.id, "quick-clotting"))
            wounds.heal(play, actor.id, wounds=CLOTTED)


@requirement("It must have something to draw, stow, load, prepare or use.")
def has_errand(actor: Model) -> bool:
    return next(_errands(actor), None) is not None


@requirement("It must have something to do that takes no time.")
def has_trifle(actor: Model) -> bool:
    return next(_trifles(actor), None) is not None


@requirement("It must not have had as many incidentals as the table allows (incidental-cap).")
def within_cap(actor: Model) -> bool:
    most = actor.play.option["incidental-cap"]
    return not most or actor.play.state.turn.incidentals < most


MANAGE_GEAR = action("manage-gear", (able, has_maneuver, has_errand), manage_gear, ours=(able, has_errand))
INCIDENTAL = action("incidental", (able, has_trifle, within_cap), incidental, ours=(able, has_trifle))
