"""What leads to what: the rules that follow from each event, in the order in which they run."""

from __future__ import annotations

from ...core.ruleset import Follows
from .events.fighters import Healed, Injured, Strained, Wounded
from .events.turns import Spent
from .harm import injuries, wounds

FOLLOWS: Follows = {
    # An aim is lost before anybody falls.
    Wounded: (wounds.lose_aim, wounds.judge_wounds),
    Strained: (wounds.judge_strain,),
    Healed: (wounds.judge_recovery,),
    Injured: (injuries.take_effect,),
    Spent: (wounds.pay_in_pain,),
}
