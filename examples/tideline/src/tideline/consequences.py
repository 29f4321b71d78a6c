"""What leads to what: the rules that follow from an event, in the order in which they run."""

from __future__ import annotations

from collections.abc import Mapping

from warbook.core.events import Event, Moment
from warbook.core.reaction import Consequence

from .events import Wounded
from .harm import fall

FOLLOWS: Mapping[type[Event] | type[Moment], tuple[Consequence, ...]] = {
    Wounded: (fall,),
}
