"""A fighter, close up: its characteristics with their reasons, its skills, weapons, talents and injuries, and
its tray: every action, with what speaks against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....core.tableau import Card, Entry, Grid, Section, Stat
from ....mechanics.menu import tray
from ....mechanics.narrative import pool_of, positive
from ..battle import deployment, turn
from ..printed import catalogue
from ..printed.catalogue import CHARACTERISTICS, Worded
from ..records import Model, Play
from .tableau import words_for

NOT_ITS_TURN = "It is not its turn."


def card(play: Play, who: int) -> Card:
    """Everything there is to know of a fighter."""
    model = Model(play, who)
    kit = model.kit
    group = f", a group of {kit.count}" if kit.count > 1 else ""
    own = play.state.turn.actor == who
    there = play if own else type(play)(deployment.poised(play, who), play.ruleset, play.world, [])
    actor = Model(there, who)
    return Card(
        id=who,
        name=play.world.names[who],
        kind=f"{kit.profile.title}, {kit.profile.tier}{group}",
        side=play.world.forces[model.owner],
        words=tuple(words_for(play, model.record)),
        stats=tuple(stats(model)),
        grids=(weapons(model), skills(model)),
        sections=tuple(section for section in sections(model) if section.entries),
        tray=tuple(tray(actor, turn.menu(there, actor), lambda action: action.cost, () if own else (NOT_ITS_TURN,))),
    )


def stats(model: Model) -> Iterator[Stat]:
    """Characteristics and what follows from them."""
    for name, printed in zip(CHARACTERISTICS, model.kit.profile.line, strict=True):
        now = model.characteristic(name)
        changed = (str(printed), ("critical injuries",)) if now != printed else ("", ())
        yield Stat(name[:3].capitalize(), name.capitalize(), str(now), *changed)
    yield Stat("Soak", "Soak", str(model.soak))
    yield Stat("WT", "Wound threshold", str(model.wound_threshold))
    if model.kit.has_strain:
        yield Stat("ST", "Strain threshold", str(model.strain_threshold))
    melee, ranged = model.kit.profile.defence
    yield Stat("Def", "Defence, melee and ranged", f"{melee}/{ranged}")


def weapons(model: Model) -> Grid:
    """A line for each weapon."""
    rows = tuple(_row(model, slot) for slot in range(len(model.kit.weapons)))
    return Grid("Weapons", ("Weapon", "Skill", "Damage", "Critical", "Range", "Qualities", "State"), rows)


def _row(model: Model, slot: int) -> tuple[str, ...]:
    weapon = model.weapon(slot)
    strength = model.characteristic("strength") if weapon.melee else 0
    rows = catalogue.qualities()
    qualities = ", ".join(f"{rows[name].title} {n}" for name, n in weapon.qualities.items())
    wear = model.record.wear(slot)
    state = ["in hand"] * (slot in model.record.held) + ["empty"] * wear.empty
    state += [f"damaged ({wear.damage})"] * bool(wear.damage)
    title = catalogue.skills()[weapon.skill].title
    critical = str(weapon.critical)
    return weapon.title, title, str(weapon.damage + strength), critical, weapon.range, qualities, ", ".join(state)


def skills(model: Model) -> Grid:
    """A line for each skill that it has ranks in, with its dice."""
    rows = []
    for name in model.kit.profile.skills:
        row = catalogue.skills()[name]
        dice = positive(model.characteristic(row.characteristic), model.ranks(name))
        rows.append((row.title, str(model.ranks(name)), str(pool_of(dice))))
    return Grid("Skills", ("Skill", "Ranks", "Dice"), tuple(rows))


def sections(model: Model) -> Iterator[Section]:
    """What it has learnt, carries and suffers."""
    talents, powers, gear, injuries = (
        catalogue.talents(), catalogue.powers(), catalogue.gear(), catalogue.injuries(),
    )  # fmt: skip
    learnt = [(talents[t], f" {n}" if talents[t].ranked else "") for t, n in model.kit.profile.talents.items()]
    yield Section("Talents", tuple(Entry(row.title + ranks, row.summary) for row, ranks in learnt))
    yield _section("Powers", (powers[id] for id in model.kit.profile.powers))
    yield _section("Gear", (gear[id] for id in model.record.gear))
    yield _section("Injuries", (injuries[id] for id in model.record.injuries))


def _section(title: str, rows: Iterable[Worded]) -> Section:
    return Section(title, tuple(Entry(row.title, row.summary) for row in rows))
