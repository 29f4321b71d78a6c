"""What leads to what: the rules that follow from each event, in the order in which they run."""

from __future__ import annotations

from ...core.ruleset import Follows
from .attacks import breaching, overwatch
from .events.assault import ChargeDeclared
from .events.casualties import Destroyed, Removed
from .events.morale import MoraleChanged
from .events.turns import PhaseBegan
from .events.vehicles import Wrecked
from .harm import casualties, characters
from .movement import falling_back, wrecks

FOLLOWS: Follows = {
    ChargeDeclared: (overwatch.meet_with_fire,),
    Removed: (characters.close_ranks, casualties.destroy_if_empty),
    Destroyed: (characters.fall_with,),
    Wrecked: (casualties.destroy_if_empty, wrecks.shed),
    MoraleChanged: (falling_back.flee,),
    PhaseBegan: (breaching.strike_by_chance,),
}
