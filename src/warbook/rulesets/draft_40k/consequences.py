"""What leads to what: the rules that follow from each event, in the order in which they run."""

from __future__ import annotations

from ...core.ruleset import Follows
from .events.casualties import Removed
from .harm import casualties

FOLLOWS: Follows = {
    Removed: (casualties.destroy_if_empty,),
}
