"""Tideline: everything that it is, in one list."""

from warbook.core.ruleset import Option, Outcome, Ruleset
from warbook.space import drawing

from .actions import ACTIONS, SHOOTING, STAND_AND_SHOOT
from .events import Charging, Finished, Moved, Picked, TideTurned, Wounded
from .house_rules import WET_POWDER
from .model import Sailor, Tide
from .setup import SHELF, name_of, seat_name, table
from .tableau import tableau
from .turn import active_seat, is_down, poised, result, statistics, turn, value

RULESET = Ruleset(
    id="tideline",
    title="Tideline",
    version="1",
    seats=2,
    turn=turn,
    table=table,
    result=result,
    active_seat=active_seat,
    actions=ACTIONS,
    records=(Sailor,),
    turns=(Tide,),
    events=(Picked, Moved, Charging, Wounded, Finished, TideTurned),
    windows={Charging: STAND_AND_SHOOT},
    modifiers={"shooting": SHOOTING},
    options=(Option("rounds", 6, (4, 6, 8), "How long the tide stays out.", "our choice"),),
    house_rules=(WET_POWDER,),
    notes="Crews start where the scenario puts them. When the tide is in, the crew with more hands on the beach wins.",
    name_of=name_of,
    seat_name=seat_name,
    shelf=SHELF,
    picture=drawing.pictured(tableau),
    sketch=drawing.sketched(tableau),
    tableau=tableau,
    value=value,
    statistics=statistics,
    outcomes=(Outcome("down", "is out of the fight", is_down, lasting=True),),
    poised=poised,
)
