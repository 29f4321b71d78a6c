"""Tideline: everything that it is, in one list."""

from warbook.core.ruleset import Ruleset
from warbook.space import drawing

from .actions import ACTIONS
from .attacks import SHOOTING, STAND_AND_SHOOT
from .battle import active_seat, poised, result, scene, statistics, table, turn
from .bots import OUTCOMES, value
from .consequences import FOLLOWS
from .events import EVENTS, Charging
from .house_rules import WET_POWDER
from .printed import OPTIONS, SHELF
from .records import Sailor, Tide, name_of, seat_name
from .view import tableau

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
    events=EVENTS,
    follows=FOLLOWS,
    windows={Charging: STAND_AND_SHOOT},
    modifiers={"shooting": SHOOTING},
    options=OPTIONS,
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
    outcomes=OUTCOMES,
    poised=poised,
    scene=scene,
)
