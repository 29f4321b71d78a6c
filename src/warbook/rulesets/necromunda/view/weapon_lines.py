"""A weapon on a card: the line of each of its profiles, and what its traits do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ....core.length import written
from ....core.tableau import Entry
from ..printed import Trait, TraitText, Weapon, WeaponProfile

COLUMNS = ("Short", "Long", "Acc S", "Acc L", "S", "AP", "D", "Ammo", "Traits")


def title_of(weapon: Weapon, profile: WeaponProfile) -> str:
    """The name of a weapon, with that of the profile where it has several."""
    return weapon.name if len(weapon.profiles) == 1 else f"{weapon.name}, {profile.name.lower()}"


def line(
    profile: WeaponProfile, known: Mapping[str, TraitText], *, short: int, long: int, accuracy: int, hits: int | None
) -> tuple[str, ...]:
    """The columns of a profile, with the ranges (thousandths of an inch), the accuracy at short range and the Strength
    that it has where it is."""
    return (
        written(short) if profile.range == "ranged" else profile.range,
        written(long) if long else "-",
        signed(accuracy),
        signed(profile.accuracy_long),
        "-" if hits is None else str(hits),
        signed(profile.ap),
        "-" if profile.damage is None else str(profile.damage),
        test_words(profile.ammo),
        ", ".join(trait_words(trait, known) for trait in profile.traits if trait.name != profile.range),
    )


def trait_words(trait: Trait, known: Mapping[str, TraitText]) -> str:
    """A trait of a weapon with its value."""
    text = known.get(trait.name)
    name = text.name if text is not None else trait.name.capitalize()
    if not trait.value:
        return name
    return f"{name} ({written(trait.value) if text is not None and text.value == 'length' else trait.value})"


def traits_of(weapons: Iterable[Weapon], known: Mapping[str, TraitText]) -> tuple[Entry, ...]:
    """What each trait of some weapons does."""
    names = {trait.name for weapon in weapons for profile in weapon.profiles for trait in profile.traits}
    return tuple(Entry(known[name].name, known[name].summary) for name in sorted(names) if name in known)


def signed(number: int) -> str:
    """A number with its sign; a dash for nothing."""
    return f"{number:+d}" if number else "-"


def test_words(number: int) -> str:
    """The number that a test needs; a dash where there is none."""
    return f"{number}+" if number else "-"
