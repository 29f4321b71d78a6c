"""Gangs and their fighters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ....core.length import inches
from ....core.profile import Inches, Millimetres, known
from .kit import Skill, Wargear

Role: TypeAlias = Literal["leader", "champion", "specialist", "ganger", "prospect", "juve", "brute", "beast", "dweller"]


class Gang(Struct, frozen=True, gc=False):
    """A faction whose fighters may stand on one roster."""

    id: str
    name: str
    summary: str


class Profile(Struct, frozen=True, kw_only=True):
    """A fighter's characteristics.

    `move` and `base` (a diameter) are thousandths of an inch; `s t w a` are plain numbers; `ws bs i ld cl wil
    intelligence` are target numbers, 0 where there is none.  `group` is how many others it may take along in a group
    activation; `example` how far its steadiness reaches when its gang flees, 0 for nobody's.
    """

    id: str
    name: str
    gang: str
    role: Role
    move: int
    ws: int
    bs: int
    s: int
    t: int
    w: int
    i: int
    a: int
    ld: int
    cl: int
    wil: int
    intelligence: int
    group: int
    base: int
    example: int = 0
    mounted: bool = False
    cost: int = 0
    skills: tuple[str, ...] = ()
    wargear: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)


class ProfileRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A fighter as the file has it: characteristics in one line, in the printed order."""

    id: str
    name: str
    gang: str
    role: Role
    base: Millimetres
    line: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(min_length=12, max_length=12)]
    group: Annotated[int, Meta(ge=0)] = 0
    example: Inches = 0
    mounted: bool = False
    cost: int = 0
    skills: tuple[str, ...] = ()
    wargear: tuple[str, ...] = ()

    def profile(
        self, source: str, gangs: Mapping[str, Gang], skills: Mapping[str, Skill], wargear: Mapping[str, Wargear]
    ) -> Profile:
        """The fighter; `source` is what messages call the file.  Raises `BadData` for an id that is none of these."""
        where = f"[{self.id}]"
        known(self.gang, gangs, source, f"{where}.gang", "a gang")
        for skill in self.skills:
            known(skill, skills, source, f"{where}.skills", "a skill")
        for item in self.wargear:
            known(item, wargear, source, f"{where}.wargear", "a piece of wargear")
        move, ws, bs, s, t, w, i, a, ld, cl, wil, intelligence = self.line
        return Profile(
            id=self.id, name=self.name, gang=self.gang, role=self.role, cost=self.cost, base=self.base,
            group=self.group, example=self.example, mounted=self.mounted, skills=self.skills, wargear=self.wargear,
            move=inches(move), ws=ws, bs=bs, s=s, t=t, w=w, i=i, a=a, ld=ld, cl=cl, wil=wil, intelligence=intelligence,
        )  # fmt: skip
