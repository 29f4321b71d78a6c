"""What leads to what: the rules that follow from each event, in the order in which they run."""

from __future__ import annotations

from ...core.ruleset import Follows
from .events.fighters import CharacteristicLost, Healed, Injured, InjuryHealed, Strained, Walked, Wounded
from .events.turns import Deployed, Spent
from .harm import injuries, wounds
from .movement import forming

FOLLOWS: Follows = {
    Walked: (forming.form_up,),
    Deployed: (forming.form_up,),
    # An aim is lost before anybody falls.
    Wounded: (wounds.lose_aim, wounds.judge_wounds),
    Strained: (wounds.judge_strain,),
    Healed: (wounds.judge_recovery,),
    Injured: (injuries.take_effect,),
    CharacteristicLost: (wounds.judge_weakness,),
    InjuryHealed: (wounds.judge_recovery,),
    Spent: (wounds.pay_in_pain,),
}
