"""Forces: a roster as a file has it, and what makes one legal.  No page prints points: a scenario fixes its forces."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ....core.errors import BadData
from ....core.profile import Id, Parser, repeated_ids, unknown_ids
from . import catalogue
from .catalogue import Profile

RULESET = "rites-of-battle"
MOST = 24
LARGEST_GROUP = 6


class Member(Struct, frozen=True, forbid_unknown_fields=True):
    """One of a force, or a group of minions that acts as one (`count`).  `weapons` are carried instead of those of the
    profile, `mount` is what it rides at first, `player` the name of the person whose it is where several share a
    force."""

    id: Id
    name: str
    profile: str
    count: Annotated[int, Meta(ge=1, le=LARGEST_GROUP)] = 1
    weapons: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    mount: str = ""
    player: str = ""


class Roster(Struct, frozen=True, forbid_unknown_fields=True):
    """A force ready for battle."""

    kind: Literal["roster"]
    id: Id
    ruleset: str
    title: str
    members: tuple[Member, ...]


def profile_of(member: Member) -> Profile:
    """Its profile."""
    return catalogue.profiles()[member.profile]


def _objections(roster: Roster, source: str) -> Iterator[BadData]:
    if not 1 <= len(roster.members) <= MOST:
        yield BadData(source, "members", f"{len(roster.members)} of them", f"1 to {MOST}")
    yield from repeated_ids((member.id for member in roster.members), source, "members")
    for member in roster.members:
        yield from objections_to(member, source, f"members[{member.id}]")


def _ids() -> dict[str, tuple[Collection[str], str]]:
    return {
        "profile": (catalogue.profiles(), "a profile"), "weapons": (catalogue.weapons(), "a weapon"),
        "gear": (catalogue.gear(), "gear"), "mount": (catalogue.mounts(), "a mount"),
    }  # fmt: skip


def objections_to(member: Member, source: str, where: str) -> Iterator[BadData]:
    """What is wrong with a member."""
    strangers = list(unknown_ids(member, _ids(), source, where))
    yield from strangers
    if strangers:
        return
    if member.count > 1 and profile_of(member).tier != "minion":
        yield BadData(source, f"{where}.count", f"{member.count} of {member.profile!r}", "1: only minions form groups")


parse_roster = Parser(Roster, RULESET, _objections)
"""A roster from its text.  Raises `BadData` for the first thing that is wrong."""


def force_in_words(roster: Roster) -> str:
    """How many take part, and how many of them in groups."""
    heads = sum(member.count for member in roster.members)
    groups = sum(member.count > 1 for member in roster.members)
    return f"{heads} combatants" + (f", {groups} group{'s' * (groups > 1)} among them" if groups else "")
