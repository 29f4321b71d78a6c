"""What makes an army legal: entries, sizes, leaders, what was bought, who rides and who joins, and the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....core.errors import BadData, nearest
from ....core.profile import Parser, repeated_ids, unknown, unknown_ids
from . import units
from .catalogue import Rule
from .roster import (
    RULESET,
    Roster,
    Unit,
    bought,
    choice_of,
    entry_of,
    has_leader,
    open_to,
    price,
    room_of,
    size_of,
    soldiers_of,
    total,
    vehicles_of,
)
from .units import Choice, Entry

MOST = 40
"""Units of an army."""


def _objections(roster: Roster, source: str) -> Iterator[BadData]:
    """Everything that makes an army illegal, in the order in which it is written; what it costs at the end."""
    if mistake := unknown(roster.army, units.armies(), source, "army", "an army"):
        yield mistake
    if not 1 <= len(roster.units) <= MOST:
        yield BadData(source, "units", f"{len(roster.units)} of them", f"1 to {MOST}")
    yield from repeated_ids((unit.id for unit in roster.units), source, "units")
    sound = True
    for unit in roster.units:
        mistakes = list(_unit_objections(roster, unit, source, f"units[{unit.id}]"))
        sound = sound and not mistakes
        yield from mistakes
    if sound:
        for unit in roster.units:
            yield from _ride_objections(roster, unit, source, f"units[{unit.id}]")
            yield from _arrival_objections(roster, unit, source, f"units[{unit.id}]")
        yield from _cost_objections(roster, source)


def _unit_objections(roster: Roster, unit: Unit, source: str, where: str) -> Iterator[BadData]:
    """What is wrong with a unit by itself."""
    if mistake := next(unknown_ids(unit, {"entry": (units.entries(), "an entry")}, source, where), None):
        yield mistake
        return
    entry, size = entry_of(unit), size_of(unit)
    if entry.army != roster.army:
        army = units.armies()[entry.army].title
        yield BadData(source, f"{where}.entry", f"{entry.id!r} of {army}", f"an entry of {roster.army!r}")
    if not entry.least <= size <= entry.most:
        wanted = f"{entry.least} to {entry.most}" if entry.least < entry.most else f"{entry.least}"
        yield BadData(source, f"{where}.size", f"{size} of {entry.id!r}", wanted)
    if unit.leader is not None and not entry.leader:
        yield BadData(source, f"{where}.leader", "a leader", f"no such key: {entry.id!r} has none to buy")
    spare = size - has_leader(unit)
    taken = sum(each.count for each in unit.gear)
    if taken > spare:
        yield BadData(source, f"{where}.gear", f"gear for {taken} models", f"gear for {spare} at most, without leader")
    else:
        yield from _gear_objections(unit, entry, source, where)


def _gear_objections(unit: Unit, entry: Entry, source: str, where: str) -> Iterator[BadData]:
    """What is wrong with what the models of a unit bought, each for itself and all together."""
    models, told = bought(unit), False
    for leads, gear in dict.fromkeys(models):
        key = f"{where}.leader" if leads else f"{where}.gear"
        for mistake in _model_objections(entry, leads, gear, source, key):
            told = True
            yield mistake
    if told:
        return
    for choice in entry.choices:
        takers = sum(any(choice_of(entry, leads, id) is choice for id in gear) for leads, gear in models)
        most = choice.most or (len(models) // choice.per if choice.per else len(models))
        if takers > most:
            each = f"one in {choice.per} of {len(models)}, so {most}" if choice.per else f"{most}"
            yield BadData(source, f"{where}.gear", f"{takers} models with {_either(choice)}", f"at most {each}")


def _model_objections(entry: Entry, leads: bool, gear: tuple[str, ...], source: str, where: str) -> Iterator[BadData]:
    """What is wrong with what one model bought."""
    offered = {id for choice in open_to(entry, leads) for id in choice.gear}
    for id in gear:
        if id not in offered:
            wanted = f"what a {'leader' if leads else 'model'} of {entry.id!r} may buy: {', '.join(sorted(offered))}"
            yield BadData(source, where, repr(id) + nearest(id, offered), wanted if offered else "nothing")
            return
    taken = [choice_of(entry, leads, id) for id in gear]
    for choice in open_to(entry, leads):
        picked = [id for id, by in zip(gear, taken, strict=True) if by is choice]
        twice = [id for id, count in Counter(picked).items() if count > 1]
        if not choice.least <= len(picked) <= choice.picks:
            wanted = f"{choice.least} to {choice.picks}" if choice.least < choice.picks else f"{choice.least}"
            found = ", ".join(picked) or f"none of {_either(choice)}"
            yield BadData(source, where, found, f"{wanted} of {_either(choice)} for each model")
        elif twice and not choice.twice:
            yield BadData(source, where, f"{twice[0]!r} twice", "different things")
        elif picked and (barred := [id for id in gear if id in choice.bars]):
            yield BadData(source, where, f"{barred[0]!r} beside {picked[0]!r}", "one of them")
    replaced = Counter(id for choice in entry.choices for id in choice.instead if choice in taken)
    for id, count in replaced.items():
        if count > 1:
            yield BadData(source, where, f"{count} things in place of {id!r}", "one of them")


def _ride_objections(roster: Roster, unit: Unit, source: str, where: str) -> Iterator[BadData]:
    """Whom it joins, and what it rides in: one unit and its characters, as far as there is room."""
    others = {other.id: other for other in roster.units if other.id != unit.id}
    keys = {"rides": (others, "another unit of this army"), "joins": (others, "another unit of this army")}
    if mistake := next(unknown_ids(unit, keys, source, where), None):
        yield mistake
        return
    if unit.joins:
        if not _all_have(unit, "independent"):
            yield BadData(source, f"{where}.joins", unit.entry, "an independent character")
        if vehicles_of(others[unit.joins]) or size_of(others[unit.joins]) == 1:
            yield BadData(source, f"{where}.joins", repr(unit.joins), "a unit of several models on foot")
        if unit.rides != others[unit.joins].rides:
            yield BadData(source, f"{where}.rides", repr(unit.rides), f"what {unit.joins!r} rides in")
    if unit.rides:
        yield from _room_objections(roster, unit, others[unit.rides], source, where)


def _room_objections(roster: Roster, unit: Unit, carrier: Unit, source: str, where: str) -> Iterator[BadData]:
    if len(vehicles_of(carrier)) != 1 or not (capacity := vehicles_of(carrier)[0].capacity):
        yield BadData(source, f"{where}.rides", repr(carrier.id), "a single vehicle that carries others")
        return
    riders = [other for other in roster.units if other.rides == carrier.id]
    if room_of(unit) is None:
        yield BadData(source, f"{where}.rides", unit.entry, "models that a vehicle carries")
    elif (room := sum(room_of(rider) or 0 for rider in riders)) > capacity:
        yield BadData(source, f"{where}.rides", f"room for {room} in {carrier.id!r}", f"{capacity} at most")
    if sum(not rider.joins and not _all_have(rider, "independent") for rider in riders) > 1:
        yield BadData(source, f"{where}.rides", f"a second unit in {carrier.id!r}", "one unit and its characters")


def _arrival_objections(roster: Roster, unit: Unit, source: str, where: str) -> Iterator[BadData]:
    """Who may arrive in which way."""
    needs: dict[str, tuple[Rule, ...]] = {
        "deep-strike": ("deep-strike",), "outflank": ("scouts", "infiltrate"), "infiltrate": ("infiltrate",),
    }  # fmt: skip
    rules = needs.get(unit.arrival, ())
    if rules and not any(_all_have(unit, rule) for rule in rules):
        yield BadData(source, f"{where}.arrival", repr(unit.arrival), f"a unit with {' or '.join(rules)} for it")
    if unit.arrival != "table" and (unit.rides or unit.joins):
        yield BadData(source, f"{where}.arrival", repr(unit.arrival), "no such key: it comes with whom it is with")
    if any(vehicle.is_a("flyer") for vehicle in vehicles_of(unit)) and unit.arrival != "reserve":
        yield BadData(source, f"{where}.arrival", repr(unit.arrival), "'reserve', as for every flyer")


def _cost_objections(roster: Roster, source: str) -> Iterator[BadData]:
    if (cost := total(roster)) > roster.points:
        dearest = max(roster.units, key=price)
        found = f"an army for {cost} points (the most for {dearest.id}, {price(dearest)})"
        yield BadData(source, "points", found, f"one for at most {roster.points}")


def _all_have(unit: Unit, rule: Rule) -> bool:
    """Whether every model of a unit has a rule."""
    soldiers, vehicles = soldiers_of(unit), vehicles_of(unit)
    return all(rule in rules for rules in (*(s.profile.rules for s in soldiers), *(v.rules for v in vehicles)))


def _either(choice: Choice) -> str:
    return " or ".join(choice.gear)


parse_roster = Parser(Roster, RULESET, _objections)
"""A roster from its text.  Raises `BadData` for the first thing that is wrong."""
