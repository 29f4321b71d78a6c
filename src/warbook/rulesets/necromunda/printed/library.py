"""Everything that an edition has in print, read from a folder of its own when first wanted."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from ....core.option import Option
from ....mechanics.tables import DataFolder
from .arms import TraitText, Weapon, WeaponRow
from .kit import Armour, Drink, Skill, Wargear
from .options import Options
from .profiles import Gang, Profile, ProfileRow
from .tables import Fall, Lasting, Loot, Trap, TrapRow

DATA = Path(__file__).parents[1] / "data"
"""The folder of the family, in which each edition has its own."""

Cost: TypeAlias = Literal["free", "simple", "basic", "double"]
FAMILY = DataFolder(DATA)
action = FAMILY.actions("actions.toml", get_args(Cost))
"""Gives an action of the family with its words; an edition says in which book it is printed."""


class Library:
    """The printed tables of an edition.  `path` is the folder with their files; all of them are by id, as written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._data = DataFolder(path)

    # ---- words and choices -------------------------------------------------------------------------------------------

    @property
    def notes(self) -> str:
        """What is ours, where the book leaves the matter to the campaign or says nothing."""
        return self._data.text("notes.md")

    @property
    def options(self) -> tuple[Option, ...]:
        """The points on which tables may differ."""
        return self._data.options("options.toml", Options)

    # ---- gangs and their gear ----------------------------------------------------------------------------------------

    @cached_property
    def gangs(self) -> dict[str, Gang]:
        """All factions."""
        return self._data.rows("gangs.toml", Gang)

    @cached_property
    def fighters(self) -> dict[str, Profile]:
        """All profiles of fighters, brutes and beasts."""
        name = "fighters.toml"
        rows = self._data.rows(name, ProfileRow)
        return {id: row.profile(name, self.gangs, self.skills, self.wargear) for id, row in rows.items()}

    @cached_property
    def weapons(self) -> dict[str, Weapon]:
        """All weapons."""
        name = "weapons.toml"
        return {id: row.weapon(name, self.traits) for id, row in self._data.rows(name, WeaponRow).items()}

    @cached_property
    def traits(self) -> dict[str, TraitText]:
        """All weapon traits."""
        return self._data.rows("traits.toml", TraitText)

    @cached_property
    def skills(self) -> dict[str, Skill]:
        """All skills of fighters."""
        return self._data.rows("skills.toml", Skill)

    @cached_property
    def armour(self) -> dict[str, Armour]:
        """All armour, fields and shields."""
        return self._data.rows("armour.toml", Armour)

    @cached_property
    def wargear(self) -> dict[str, Wargear]:
        """All gear, accessories, chems, drinks and mounts."""
        return self._data.rows("wargear.toml", Wargear)

    @cached_property
    def drinks(self) -> dict[str, Drink]:
        """The bottles, by the id of the wargear."""
        return self._data.rows("booze.toml", Drink)

    # ---- tables that dice are rolled on ------------------------------------------------------------------------------

    @cached_property
    def lasting_injuries(self) -> dict[str, Lasting]:
        """The table of lasting injuries, lowest first."""
        return self._data.rows("lasting_injuries.toml", Lasting)

    def lasting_injury(self, roll: int) -> Lasting:
        """The lasting injury of a D66 (11 to 66)."""
        return next(row for row in self.lasting_injuries.values() if row.low <= roll <= row.high)

    @cached_property
    def falls(self) -> tuple[Fall, ...]:
        """The falling table, lowest first."""
        return tuple(self._data.rows("falling.toml", Fall).values())

    def fall(self, inches_fallen: int) -> Fall | None:
        """The band of a fall of that many whole inches (round up first); None where it does no harm."""
        return next((row for row in reversed(self.falls) if row.low <= inches_fallen and row.strength), None)

    @cached_property
    def loot(self) -> tuple[Loot, ...]:
        """What loot caskets hold, lowest first."""
        return tuple(self._data.rows("loot.toml", Loot).values())

    @cached_property
    def traps(self) -> dict[str, Trap]:
        """The booby traps."""
        name = "traps.toml"
        return {id: row.trap(name, self.traits) for id, row in self._data.rows(name, TrapRow).items()}
