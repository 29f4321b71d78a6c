"""A fighter, close up: its characteristics as they are now and why, its weapons, what it knows, wears and suffers, and
its tray: every action that it could ever take, with what speaks against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

from ....core.action import Action
from ....core.length import INCH, written
from ....core.state import Effect
from ....core.tableau import Card, Entry, Grid, Offer, Section, Stat
from ....mechanics.menu import tray as offers
from ..battle import before_acting, menu, poised
from ..checks import guns
from ..printed import Profile
from ..printed.library import Cost
from ..printed.vehicles import Crew
from ..records import Actor, Condition, Fighter, Model, Play
from ..records.effects import EffectName, Raised
from .tableau import CONDITIONS, words_for
from .weapon_lines import COLUMNS, line, test_words, title_of, traits_of

CONDITION_SUMMARIES: dict[Condition, str] = {
    "blaze": "When it is activated it burns: a hit, a run in a random direction, and no other actions.",
    "blind": "It is no longer ready, cannot fight or shoot, and sees again when it is next activated.",
    "gunked": "An inch slower and 1 worse at Initiative tests until the round ends; it catches fire more easily.",
    "insane": "A die when it is activated says whether it breaks, acts for the other side, or keeps its head.",
    "revealed": "The dark does not hide it in this round.",
    "webbed": "It counts as seriously injured, and recovers like that; a flesh wound then frees it.",
}
EFFECTS: dict[EffectName, str] = {
    "aim": "aims: a better shot with its next Shoot in this activation",
    "brought-down": "was brought down in this activation",
    "dazzled": "is not readied in the next round",
    "disarmed": "fights back with bare hands until the round ends",
    "down-a-pit": "lies at the bottom of a pit",
    "electrified": "has charged weapons (Shock)",
    "engulfed": "is held by a jelly: out of action in the end phase unless a friend can help",
    "on-watch": 'keeps mutants off everybody within 6"',
    "stung": "was stung by gorse: a Strength test in each end phase, or it is one weaker",
    "sunk": "lies in the sea, a vat or a compactor, and spends its next activation on getting out",
    "trap-met": "will set off that trap no more in this activation",
    "lucid": "acts as it likes, and may come to its senses afterwards",
    "possessed": "acts for the other side in this activation",
    "stimm": "has taken a stimm-slug, which may cost it an injury when the round ends",
}
ENDS = {"moved": "until it moves", "freed": "until it is free", "put-out": "until it is put out"}
COSTS: dict[Cost, str] = {
    "free": "free",
    "simple": "1 action, simple",
    "basic": "1 action, basic",
    "double": "2 actions",
}
NOT_ACTIVE = "It is not in its activation."
BURNS = "It is on fire: it does nothing but burn when it is activated."


def card(play: Play, who: int) -> Card:
    """Everything there is to know of a fighter."""
    model, f = Model(play, who), play.state.record(Fighter, who)
    kit = model.kit
    return Card(
        id=who,
        name=play.world.names[who],
        kind=f"{kit.profile.name}, {kit.profile.role}",
        side=play.world.gangs[f.owner],
        words=tuple(words_for(play, f)),
        stats=tuple(stats(model)),
        grids=tuple(weapons(model)),
        sections=tuple(Section(title, entries) for title, entries in sections(model) if entries),
        tray=tuple(tray(play, model)),
    )


# ---- characteristics -------------------------------------------------------------------------------------------------


def stats(model: Model) -> Iterator[Stat]:
    """The characteristics in the printed order: what they are now, and what has changed them."""
    printed, f = model.profile, model.record
    yield stat_now("M", "Movement", model.move, printed.move, written, (*_gunked(f), *_effects(model, "move", written)))
    yield Stat("WS", "Weapon Skill", test_words(printed.ws))
    yield Stat("BS", "Ballistic Skill", test_words(printed.bs))
    yield stat_now("S", "Strength", model.strength, printed.s, str, _effects(model, "strength", str))
    flesh = (f"-{f.flesh} flesh wounds",) if f.flesh else ()
    yield stat_now("T", "Toughness", model.toughness, printed.t, str, (*flesh, *_effects(model, "toughness", str)))
    lost = printed.w - f.wounds
    yield stat_now("W", "Wounds", f.wounds, printed.w, str, (f"{lost} lost",) if lost > 0 else ())
    worn = tuple(f"{-a.initiative:+d} {a.name}" for a in model.armour if a.initiative)
    yield stat_now(
        "I", "Initiative", model.initiative, printed.i, test_words, (*worn, *_effects(model, "initiative", str))
    )
    yield Stat("A", "Attacks", str(printed.a))
    yield from mental_stats(printed)


def mental_stats(printed: Profile | Crew) -> Iterator[Stat]:
    """The last four, which nothing changes, of a fighter or of the crew of a vehicle."""
    for short, title, number in (
        ("Ld", "Leadership", printed.ld),
        ("Cl", "Cool", printed.cl),
        ("Wil", "Willpower", printed.wil),
        ("Int", "Intelligence", printed.intelligence),
    ):
        yield Stat(short, title, test_words(number))


def stat_now(short: str, title: str, now: int, was: int, told: Callable[[int], str], why: tuple[str, ...] = ()) -> Stat:
    """A characteristic as it is, and if that is not as printed, what it was and why."""
    return Stat(short, title, told(now)) if now == was else Stat(short, title, told(now), told(was), why)


def _gunked(f: Fighter) -> tuple[str, ...]:
    return (f"-{written(INCH)} gunked",) if f.suffers("gunked") else ()


def _effects(model: Model, name: Raised, told: Callable[[int], str]) -> tuple[str, ...]:
    """What effects in force add to a characteristic."""
    found = (e for e in model.play.state.effects if e.on == model.id and e.name == name and e.amount)
    return tuple(f"{'+' if e.amount > 0 else '-'}{told(abs(e.amount))} {_end_in_words(e)}" for e in found)


def _end_in_words(effect: Effect) -> str:
    return ENDS.get(effect.until, f"until the {effect.until} ends")


# ---- weapons ---------------------------------------------------------------------------------------------------------


def weapons(model: Model) -> Iterator[Grid]:
    """A line for each profile of each weapon, with the ranges and the Strength that it has in these hands."""
    rows = tuple(_row(model, arm) for arm in model.kit.arms)
    if rows:
        yield Grid("Weapons", ("Weapon", *COLUMNS, "State"), rows)


def _row(model: Model, arm: tuple[int, int]) -> tuple[str, ...]:
    weapon, gun = model.kit.weapons[arm[0]], guns.gun(model, arm)
    profile = gun.profile
    printed = line(
        profile,
        model.play.world.edition.library.traits,
        short=gun.short,
        long=gun.long,
        accuracy=gun.accuracy_short,
        hits=profile.hits_at(model.strength),
    )
    state = (*(_small(reason) for reason in guns.why_empty(model, arm)), *(a.name.lower() for a in gun.accessories))
    return (title_of(weapon, profile), *printed, "; ".join(state))


def _small(reason: str) -> str:
    return reason.removeprefix("It is ").rstrip(".")


# ---- what it knows, wears and suffers --------------------------------------------------------------------------------


def sections(model: Model) -> Iterator[tuple[str, tuple[Entry, ...]]]:
    """Everything else on the card, and what is on the fighter for the moment."""
    kit, f = model.kit, model.record
    library = model.play.world.edition.library
    skills = library.skills
    yield (
        "Conditions",
        tuple(Entry(CONDITIONS[name][1].capitalize(), CONDITION_SUMMARIES[name]) for name in f.conditions),
    )
    yield "In force", tuple(in_force(model))
    yield "Skills", tuple(Entry(skills[s].name, skills[s].summary) for s in sorted(kit.skills) if s in skills)
    yield "Armour", tuple(Entry(_worn(f, a.id, a.name), a.summary) for a in kit.armour)
    yield "Wargear", tuple(Entry(_worn(f, piece.id, piece.name), piece.summary) for piece in kit.gear)
    fitted = sorted({a for accessories in kit.accessories for a in accessories})
    yield "Accessories", tuple(Entry(library.wargear[a].name, library.wargear[a].summary) for a in fitted)
    yield "Traits of its weapons", traits_of(kit.weapons, library.traits)
    lasting = library.lasting_injuries
    yield "Lasting injuries", tuple(Entry(lasting[i].name, lasting[i].summary) for i in f.injuries if i in lasting)


def in_force(model: Model) -> Iterator[Entry]:
    """The effects on a fighter, and what it has drunk."""
    for effect in model.play.state.effects:
        if effect.on == model.id and effect.name not in get_args(Raised):
            name: Any = effect.name
            yield Entry(EFFECTS.get(name, effect.name.replace("-", " ")).capitalize(), _end_in_words(effect))
    f = model.record
    for drink, swigs in (("rinse", f.rinse), ("black-eel", f.black_eel)):
        if swigs:
            bottle = model.play.world.edition.library.drinks[drink]
            yield Entry(f"{bottle.name}: {swigs} swigs", bottle.summary)


def _worn(f: Fighter, id: str, name: str) -> str:
    return f"{name} (used)" if id in f.used else name


# ---- the tray --------------------------------------------------------------------------------------------------------


def tray(play: Play, model: Model) -> Iterator[Offer]:
    """Every action that a fighter could ever take.  Outside its activation it is told what would be if that began
    now."""
    if play.state.turn.phase != "action" or (not model.on_table and model.embarked < 0):
        return
    first = idle_reasons(model)
    if first:
        first = (*[BURNS] * model.suffers("blaze"), *first)
        model = Model(Play(poised.about_to_act(play, model.id), play.ruleset, play.world, []), model.id)
        before_acting.come_round(model.play, model)
    yield from offers_to(model, first)


def idle_reasons(actor: Actor) -> tuple[str, ...]:
    """Why whoever is not in its activation does nothing now."""
    if actor.play.state.turn.actor == actor.id:
        return ()
    return NOT_ACTIVE, *["It is not ready."] * (not actor.record.ready)


def offers_to(actor: Actor, first: tuple[str, ...]) -> Iterator[Offer]:
    """What the menu of a model offers; the reasons that are `first` hold for all of it."""

    def cost(action: Action[Any]) -> str:
        return COSTS[menu.kind(actor, action.id)]

    return offers(actor, menu.menu(actor.play, actor), cost, first, menu.actions_of(actor.play, actor.id))
