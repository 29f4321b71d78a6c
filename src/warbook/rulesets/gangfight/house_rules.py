"""House rules: changes to the rules that some tables play by.  Each is a patch, off unless a table wants it."""

from __future__ import annotations

from ...core.check import Modifier
from ...core.ruleset import Ruleset
from ...core.structs import replace
from .attacks.fighting import Blow
from .attacks.shots import Shot
from .checks.requirements import not_engaged
from .movement import declaring, moving
from .printed.catalogue import DATA
from .records import LARGE, Model, Play
from .records.distances import engaged_with

HIGH = 3000  # how much higher a shooter stands, in thousandths


# ---- close combat ----------------------------------------------------------------------------------------------------


def _ganging_up(blow: Blow) -> int:
    """A die for every friend who is at the target's throat too, two at most."""
    owner = blow.who.owner
    others = [who for who in engaged_with(blow.play, blow.whom.id) if who != blow.who.id]
    return min(2, sum(1 for who in others if blow.play.state.records[who].owner == owner))


def _too_large_to_miss(shot: Shot) -> int:
    return int(shot.whom.size.order >= LARGE)


def _from_above(shot: Shot) -> int:
    return int(shot.who.at.z - shot.whom.at.z >= HIGH)


# ---- standing up -----------------------------------------------------------------------------------------------------


def get_up(play: Play, actor: Model) -> None:
    """Back on its feet, for nothing; it is declared only where somebody may interrupt it."""
    if play.option["interrupt-targeted-only"]:
        moving.rise(play, actor.id)
    else:
        declaring.openly(play, actor, moving.STAND_UP, moving.rise, points=0)


def kip_up(rules: Ruleset) -> Ruleset:
    """Heroes and everybody else stand up without paying, in their own activation."""
    free = replace(moving.STAND_UP, cost="free", requires=(moving.knocked_over,), rule=get_up)
    return rules.replacing(free)


# ---- running ---------------------------------------------------------------------------------------------------------


def no_run_from_combat(rules: Ruleset) -> Ruleset:
    """Nobody runs who is in close combat."""
    return rules.replacing(replace(moving.RUN, requires=(*moving.RUN.requires, not_engaged)))


HOUSE_RULES = DATA.house_rules(
    "house_rules.toml",
    {
        "ganging-up": lambda rules: rules.with_modifier(
            "melee dice", Modifier("ganging up", _ganging_up, "house rule")
        ),
        "from-above": lambda rules: rules.with_modifier(
            "shooting dice", Modifier("from above", _from_above, "house rule")
        ),
        "too-large-to-miss": lambda rules: rules.with_modifier(
            "shooting", Modifier("a large target", _too_large_to_miss, "house rule")
        ),
        "kip-up": kip_up,
        "no-run-from-combat": no_run_from_combat,
    },
)
