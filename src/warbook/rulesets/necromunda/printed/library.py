"""Everything that an edition has in print, read from a folder of its own when first wanted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from os.path import isfile
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import asdict

from ....core.action import Action
from ....core.option import Option
from ....core.profile import known, read_table
from ....core.structs import replace
from ....mechanics.tables import DataFolder
from .arms import TraitText, Weapon, WeaponRow
from .citations import printed_in
from .kit import Armour, Drink, Skill, Wargear
from .options import Options
from .profiles import Gang, Profile, ProfileRow
from .tables import BadzoneEvent, Environment, Fall, Lasting, Loot, PieceOfTerrain, Trap, TrapRow
from .vehicles import Crew, Upgrade, VehicleProfile, must_have_gangs

S = TypeVar("S", bound=Struct)

DATA = Path(__file__).parents[1] / "data"
"""The folder of the family, in which each edition has its own."""
SHARED = DATA / "shared"
"""Tables and boards of every edition that has no file, or no row, of its own in their place."""

Cost: TypeAlias = Literal["free", "simple", "basic", "double"]
FAMILY = DataFolder(DATA)
action = FAMILY.actions("actions.toml", get_args(Cost))
"""Gives an action of the family with its words; an edition says in which book it is printed."""
vehicle_action = FAMILY.actions("vehicle_actions.toml", get_args(Cost))
"""The same for the actions of vehicles."""


class OtherWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What an edition says otherwise of an action than the family does, of its cost for instance."""

    name: str | None = None
    cost: Cost | None = None
    summary: str | None = None
    leaves_open: str | None = None
    options: tuple[str, ...] | None = None
    more_options: tuple[str, ...] | None = None
    """Those that this edition has besides."""


class Library:
    """The printed tables of an edition.  `path` is the folder with the files in which it differs from what the editions
    share; all tables are by id, as written.  What they cite is cited from `book`; `choices` are its options."""

    def __init__(self, path: Path, book: str, choices: type = Options) -> None:
        self.path = path
        self.book = book
        self.choices = choices
        self._data = DataFolder(path, SHARED)

    def _rows(self, name: str, kind: type[S]) -> dict[str, S]:
        rows = self._data.rows(name, kind)
        if "cite" not in kind.__struct_fields__:
            return rows
        return {id: self._cited(row) for id, row in rows.items()}

    def _has(self, name: str) -> bool:
        """Whether this edition has a file of its own of that name."""
        return isfile(self.path / name)

    def _cited(self, row: S) -> S:
        printed: Any = row  # with a field `cite`
        cited: S = replace(printed, cite=f"{self.book}, {printed.cite}")
        return cited

    # ---- words and choices -------------------------------------------------------------------------------------------

    @property
    def notes(self) -> str:
        """What is ours, where the book leaves the matter to the campaign or says nothing."""
        return "\n".join(self._data.texts("notes.md"))

    def worded(self, *actions: Action[Any]) -> tuple[Action[Any], ...]:
        """These actions at the costs and in the words of this edition (its `actions.toml`, if it has one), cited from
        its book.  Raises `BadData` for words about an action that is not among them."""
        name = "actions.toml"
        other = read_table(self._data.text(name), name, OtherWords) if self._has(name) else {}
        ids = {action.id for action in actions}
        for id in other:
            known(id, ids, name, f"[{id}]", "an action of this edition")
        said = {id: {k: v for k, v in asdict(row).items() if v is not None} for id, row in other.items()}
        return printed_in(self.book, *(_worded(each, **said.get(each.id, {})) for each in actions))

    @property
    def options(self) -> tuple[Option, ...]:
        """The points on which tables may differ."""
        return self._data.options("options.toml", self.choices)

    # ---- gangs and their gear ----------------------------------------------------------------------------------------

    @cached_property
    def gangs(self) -> dict[str, Gang]:
        """All factions."""
        return self._rows("gangs.toml", Gang)

    @cached_property
    def fighters(self) -> dict[str, Profile]:
        """All profiles of fighters, brutes and beasts."""
        name = "fighters.toml"
        rows = self._rows(name, ProfileRow)
        return {id: row.profile(name, self.gangs, self.skills, self.wargear) for id, row in rows.items()}

    @cached_property
    def weapons(self) -> dict[str, Weapon]:
        """All weapons."""
        name = "weapons.toml"
        return {id: row.weapon(name, self.traits) for id, row in self._rows(name, WeaponRow).items()}

    @cached_property
    def traits(self) -> dict[str, TraitText]:
        """All weapon traits."""
        return self._rows("traits.toml", TraitText)

    @cached_property
    def skills(self) -> dict[str, Skill]:
        """All skills of fighters."""
        return self._rows("skills.toml", Skill)

    @cached_property
    def armour(self) -> dict[str, Armour]:
        """All armour, fields and shields."""
        return self._rows("armour.toml", Armour)

    @cached_property
    def wargear(self) -> dict[str, Wargear]:
        """All gear, accessories, chems, drinks and mounts."""
        return self._rows("wargear.toml", Wargear)

    @cached_property
    def drinks(self) -> dict[str, Drink]:
        """The bottles, by the id of the wargear."""
        return self._rows("booze.toml", Drink)

    @cached_property
    def vehicles(self) -> dict[str, VehicleProfile]:
        """All vehicles; none in an edition without that chapter."""
        name = "vehicles.toml"
        rows = self._rows(name, VehicleProfile) if self._has(name) else {}
        must_have_gangs(rows, self.gangs, name)
        return rows

    @cached_property
    def crews(self) -> dict[str, Crew]:
        """All crews of vehicles; none in an edition without them."""
        name = "crews.toml"
        rows = self._rows(name, Crew) if self._has(name) else {}
        must_have_gangs(rows, self.gangs, name)
        return rows

    @cached_property
    def upgrades(self) -> dict[str, Upgrade]:
        """What can be built into vehicles; nothing in an edition without them."""
        name = "upgrades.toml"
        return self._rows(name, Upgrade) if self._has(name) else {}

    @cached_property
    def pieces(self) -> dict[str, PieceOfTerrain]:
        """All pieces of terrain with rules of their own; none in an edition without that chapter."""
        name = "pieces.toml"
        return self._rows(name, PieceOfTerrain) if self._has(name) else {}

    @cached_property
    def environments(self) -> dict[str, Environment]:
        """What badzones are like; none in an edition without that chapter."""
        name = "environments.toml"
        return self._rows(name, Environment) if self._has(name) else {}

    @cached_property
    def badzone_events(self) -> dict[str, BadzoneEvent]:
        """What befalls badzones; nothing in an edition without that chapter."""
        name = "badzone_events.toml"
        return self._rows(name, BadzoneEvent) if self._has(name) else {}

    # ---- tables that dice are rolled on ------------------------------------------------------------------------------

    @cached_property
    def lasting_injuries(self) -> dict[str, Lasting]:
        """The table of lasting injuries, lowest first."""
        return self._rows("lasting_injuries.toml", Lasting)

    @cached_property
    def crew_injuries(self) -> dict[str, Lasting]:
        """The same table for the crews of vehicles."""
        return self._rows("crew_injuries.toml", Lasting)

    def lasting_injury(self, roll: int, *, crew: bool = False) -> Lasting:
        """The lasting injury of a D66 (11 to 66), of a fighter or of a crew."""
        return _rolled(self.crew_injuries if crew else self.lasting_injuries, roll)

    @cached_property
    def lasting_damages(self) -> dict[str, Lasting]:
        """The table of lasting damage to vehicles, lowest first."""
        return self._rows("lasting_damage.toml", Lasting)

    def lasting_damage(self, roll: int) -> Lasting:
        """The lasting damage of a D6."""
        return _rolled(self.lasting_damages, roll)

    @cached_property
    def falls(self) -> tuple[Fall, ...]:
        """The falling table, lowest first."""
        return tuple(self._rows("falling.toml", Fall).values())

    def fall(self, inches_fallen: int) -> Fall | None:
        """The band of a fall of that many whole inches (round up first); None where it does no harm."""
        return next((row for row in reversed(self.falls) if row.low <= inches_fallen and row.strength), None)

    @cached_property
    def loot(self) -> tuple[Loot, ...]:
        """What loot caskets hold, lowest first."""
        return tuple(self._rows("loot.toml", Loot).values())

    @cached_property
    def treasures(self) -> tuple[Loot, ...]:
        """What caskets with treasure hold; nothing in an edition without them."""
        name = "treasures.toml"
        return tuple(self._rows(name, Loot).values()) if self._has(name) else ()

    @cached_property
    def traps(self) -> dict[str, Trap]:
        """The booby traps."""
        name = "traps.toml"
        return {id: row.trap(name, self.traits) for id, row in self._rows(name, TrapRow).items()}


def _rolled(table: Mapping[str, Lasting], roll: int) -> Lasting:
    return next(row for row in table.values() if row.low <= roll <= row.high)


def _worded(action: Action[Any], *, more_options: tuple[str, ...] = (), **words: Any) -> Action[Any]:
    other = replace(action, **words)
    return replace(other, options=(*other.options, *more_options)) if more_options else other
