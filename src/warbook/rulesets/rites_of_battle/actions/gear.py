"""What is in a fighter's hands and pockets: drawing, stowing, loading, preparing, stimpacks; and what takes no time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ....core.action import requirement, some
from ....core.decision import Choose
from ....core.structs import replace
from ..attacks.weapons import used_up
from ..checks import economy, squares
from ..checks.requirements import able, has_maneuver
from ..events.fighters import GearChanged, HandsChanged, StanceTaken, Used, WeaponChanged
from ..events.turns import Spent
from ..harm import conditions, wounds
from ..printed.catalogue import action
from ..records import Model, Play, Wear, allies
from ..records.world import HANDS

STIMPACK = 5  # wounds that the first heals
VERBS = {
    "draw": "draw", "stow": "stow", "load": "reload", "ready": "prepare", "pick": "pick up", "take": "take up",
    "drop": "drop", "jump-up": "jump up", "quick-clotting": "stop the bleeding",
}  # fmt: skip

# ---- hands -----------------------------------------------------------------------------------------------------------


def with_drawn(actor: Model, slot: int) -> tuple[int, ...]:
    """What is in its hands once it has drawn a weapon: what there is no hand for any more is stowed."""
    held = [other for other in actor.record.held if other != slot]
    while held and actor.hands_for(slot) + sum(actor.hands_for(other) for other in held) > actor.hands:
        held.pop(0)
    return (*held, slot)


def drawable(actor: Model) -> list[int]:
    """The weapons that it carries and does not hold."""
    slots = range(len(actor.kit.weapons))
    gone = {*actor.record.held, *(slot for slot, _, _ in actor.record.dropped)}
    return [n for n in slots if actor.weapon(n).hands and n not in gone and not used_up(actor, n)]


def lying_near(actor: Model) -> list[int]:
    """Its weapons that lie in its square or next to it."""
    play, board = actor.play, actor.play.world.grid
    lying = ((slot, board.tile_at(x, y)) for slot, x, y in actor.record.dropped)
    return [slot for slot, tile in lying if tile and squares.is_at_hand(play, actor.id, (*tile, actor.at.z))]


def use_up(play: Play, who: int, gear: str) -> None:
    """Something that a fighter carries is used up."""
    left = list(play.state.records[who].gear)
    left.remove(gear)
    play.happen(GearChanged(who, tuple(left)))


# ---- what it may do --------------------------------------------------------------------------------------------------


def errands(actor: Model) -> Iterator[str]:
    """All that a maneuver with its gear could be, each as a word and a number."""
    fighter = actor.record
    yield from (f"draw {slot}" for slot in drawable(actor))
    yield from (f"stow {slot}" for slot in fighter.held)
    yield from (f"pick {slot}" for slot in lying_near(actor))
    for slot in actor.slots:
        weapon = actor.weapon(slot)
        wear, limit = fighter.wear(slot), weapon.has("limited-ammo")
        used = bool(limit) and weapon.hands == HANDS and wear.fired >= limit
        if "reload" in fighter.gear if wear.empty else used:
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
    near = [who for who in allies(actor) if squares.in_contact(play, actor.id, who)]
    return [who for who in (actor.id, *near) if play.state.records[who].wounds]


def trifles(actor: Model) -> Iterator[str]:
    """All that takes it no time, in the same way."""
    fighter = actor.record
    yield from (f"drop {slot}" for slot in fighter.held)
    if actor.talent("quick-draw") and "quick-draw" not in fighter.round_used:
        yield from (f"draw {slot}" for slot in drawable(actor))
        yield from (f"stow {slot}" for slot in fighter.held)
    if actor.talent("jump-up") and fighter.prone and "jump-up" not in fighter.round_used:
        yield "jump-up"
    clots = actor.talent("quick-clotting") and actor.play.option["clotting-heals"]
    if clots and fighter.wounds and "quick-clotting" not in fighter.used:
        yield "quick-clotting"


def in_words(actor: Model, errand: str) -> str:
    """What it may do as people read it."""
    what, _, number = errand.partition(" ")
    if what == "stimpack":
        return f"a stimpack for {actor.play.world.names[int(number)]}"
    return f"{VERBS[what]} the {actor.weapon(int(number)).title.lower()}" if number else VERBS[what]


# ---- doing it --------------------------------------------------------------------------------------------------------


def manage_gear(play: Play, actor: Model) -> None:
    """One item: drawn, stowed, loaded, prepared or used."""
    errand = _choose(actor, "gear", f"What does {actor.name} do with its gear?", errands)
    economy.make_maneuver(play, actor)
    carry_out(play, actor, errand)


def incidental(play: Play, actor: Model) -> None:
    """Something that takes no time."""
    errand = _choose(actor, "incidental", f"What does {actor.name} do?", trifles)
    play.happen(Spent(actor.id, "incidental"))
    economy.make_incidental(play, actor)
    if errand.startswith(("draw", "stow")):
        play.happen(Used(actor.id, "quick-draw", a_round=True))
    carry_out(play, actor, errand)


def _choose(actor: Model, key: str, prompt: str, among: Callable[[Model], Iterator[str]]) -> str:
    question = Choose(key, prompt, lambda: list(among(actor)), named=partial(in_words, actor))
    chosen: str = actor.ask(question)
    return chosen


def carry_out(play: Play, actor: Model, errand: str) -> None:
    """What it has chosen to do with its gear, or with itself."""
    what, _, number = errand.partition(" ")
    match what:
        case "stimpack":
            stim(play, actor, int(number))
        case "jump-up":
            play.happen(Used(actor.id, what, a_round=True))
            play.happen(StanceTaken(actor.id, "standing"))
        case "quick-clotting":
            play.happen(Used(actor.id, what))
            wounds.heal(play, actor.id, wounds=play.option["clotting-heals"])
        case "drop":
            conditions.drop_weapons(play, actor.id, (int(number),))
        case _:
            handle(play, actor, what, int(number))


def handle(play: Play, actor: Model, what: str, number: int) -> None:
    """A weapon is drawn, stowed, loaded, prepared, picked or taken up."""
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


has_errand = some("It must have something to draw, stow, load, prepare or use.", errands)
has_trifle = some("It must have something to do that takes no time.", trifles)


@requirement(
    "It must not have had as many incidentals as the table allows.",
    condition="It must not have had as many incidentals as the table allows (incidental-cap).",
)
def within_cap(actor: Model) -> bool:
    most = actor.play.option["incidental-cap"]
    return not most or actor.play.state.turn.incidentals < most


MANAGE_GEAR = action("manage-gear", (able, has_maneuver, has_errand), manage_gear, ours=(able, has_errand))
INCIDENTAL = action("incidental", (able, has_trifle, within_cap), incidental, ours=(able, has_trifle))
