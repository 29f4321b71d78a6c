"""A `Model` is the handle by which rules ask about a figure, and through which they put questions to its player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ....core import play as core_play
from ....core.decision import Choose, Decision, Reasons
from ....core.effect import has_effect, total_effect
from ....core.length import INCH
from ....core.naming import UNSEEN, Names, Preview
from ..printed.catalogue import Attribute, Charm, Profile, Size
from .distances import engaged_with, threat_range
from .effects import EffectName
from .position import foes
from .state import NEUTRAL, Figure
from .world import Kit, Play

A = TypeVar("A")


# ---- what never changes ----------------------------------------------------------------------------------------------


class Model(core_play.Model[Figure]):
    """A figure, in the words of the rules."""

    __slots__ = ()

    play: Play

    @property
    def kit(self) -> Kit:
        return self.play.world.kits[self.id]

    @property
    def profile(self) -> Profile:
        return self.kit.profile

    @property
    def size(self) -> Size:
        return self.kit.size

    @property
    def standing(self) -> bool:
        return self.play.state.records[self.id].standing

    @property
    def fallen(self) -> bool:
        """With no wounds left: it is taken off at the end of the action."""
        return self.record.wounds <= 0

    def has(self, perk: str) -> bool:
        """Whether it has a perk."""
        return perk in self.kit.perks

    def able(self, ability: str) -> bool:
        """Whether it has an ability."""
        return ability in self.kit.abilities

    @property
    def charm(self) -> Charm | None:
        """Its charm, unless it is used up."""
        charm = self.kit.charm
        return None if charm is None or charm.id in self.record.spent else charm

    def wears(self, charm: str) -> bool:
        """Whether it wears a charm that is not used up."""
        return self.kit.wears(charm) and charm not in self.record.spent

    def effect(self, name: EffectName) -> bool:
        """Whether an effect is on it."""
        return has_effect(self.play.state, self.id, name)

    # ---- attributes, as they are now ---------------------------------------------------------------------------------

    @property
    def mov(self) -> int:
        """Movement: whole inches, and dice."""
        return max(0, self.kit.mov + self._effect_bonus("mov")) * (2 if self.effect("swift") else 1)

    @property
    def move(self) -> int:
        """Movement in thousandths."""
        return self.mov * INCH

    @property
    def att(self) -> int:
        """Dice in close combat."""
        return self.profile.att + self._effect_bonus("att")

    @property
    def mrk(self) -> int:
        """Dice in shooting."""
        return self.profile.mrk + self._effect_bonus("mrk")

    @property
    def defence(self) -> int:
        """The number that those who attack it must reach."""
        kit = self.kit
        more = sum(a.defence for a in kit.armour) + (kit.charm.defence if kit.charm else 0)
        return kit.profile.defence + more + self._effect_bonus("defence")

    @property
    def iv(self) -> int:
        """Initiative: its action points, and dice."""
        return self.profile.iv + self._effect_bonus("iv")

    @property
    def wp(self) -> int:
        """Willpower, in dice."""
        return self.profile.wp + self._effect_bonus("wp")

    @property
    def arm(self) -> int:
        """Dice that cancel wounds."""
        kit, charm = self.kit, self.charm
        return (
            kit.profile.arm + sum(a.arm for a in kit.armour) + (charm.arm if charm else 0) + self._effect_bonus("arm")
        )

    @property
    def en(self) -> int:
        """Wounds that it can take, unhurt."""
        return self.kit.en

    @property
    def dam(self) -> int:
        """The number that armour must reach against its blows."""
        return self.profile.dam + (self.kit.charm.dam if self.kit.charm else 0) + self._effect_bonus("dam")

    @property
    def points(self) -> int:
        """The action points that it gets for a turn: its Initiative, or what its last test of Bravery left it."""
        shaken: int = self.record.shaken
        return self.iv if shaken < 0 else min(self.iv, shaken)

    def _effect_bonus(self, attribute: Attribute) -> int:
        return total_effect(self.play.state, self.id, attribute) if self.play.state.effects else 0

    # ---- where it stands ---------------------------------------------------------------------------------------------

    @property
    def threat(self) -> int:
        """How near an enemy must be to be threatened, in thousandths; nothing unless it stands."""
        return threat_range(self.play, self.kit) if self.standing else 0

    @property
    def engaged(self) -> bool:
        """In close combat."""
        return bool(engaged_with(self.play, self.id))


# ---- close combat ----------------------------------------------------------------------------------------------------


def namer(play: Play, words: Mapping[Any, str] | None = None) -> Names:
    """How ids are read out to people; a negative one stands for nobody.  `words` are for options that are no ids."""
    return Names(play.world.names, words)


def enemies(actor: Model) -> list[int]:
    """All enemies of a figure that are on the table and have not fallen."""
    return [f.id for f in foes(actor.play, actor.owner)]


def choose_enemy(
    play: Play,
    actor: Model,
    key: str,
    prompt: str,
    refused: Callable[[int], Reasons],
    preview: Preview = UNSEEN,
) -> int:
    """An enemy whom a figure acts against; `refused` says why it may not."""
    question = Choose(key, prompt, enemies, actor, refuse=refused, named=namer(play))
    whom: int = play.ask(actor.owner, question.previewed(preview))
    return whom


def decide(play: Play, seat: int, question: Decision[A]) -> A:
    """Puts a question to a side; the neutrals, whom nobody can ask, do what comes first."""
    return question.candidates(1)[0] if seat == NEUTRAL else play.ask(seat, question)
