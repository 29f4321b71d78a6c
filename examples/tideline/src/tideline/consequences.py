"""What leads to what: the rules that follow from an event, in the order in which they run."""

from __future__ import annotations

from warbook.core.ruleset import Follows

from .events import Wounded
from .harm import fall

FOLLOWS: Follows = {
    Wounded: (fall,),
}
