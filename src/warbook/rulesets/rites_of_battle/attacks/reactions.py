"""What whoever is attacked may do out of its turn: Dodge, Parry, Reflect and Force Dome."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ....core.action import Requirement, requirement
from ....core.decision import Choose
from ....core.reaction import Reaction, Respondent
from ....space.grid.ways import Members
from ..checks import pools, requirements, squares
from ..checks.pools import Attempt
from ..events.checks import AttackDeclared, CheckAmended, HitLanded, HitLessened
from ..harm import wounds
from ..printed import catalogue
from ..printed.catalogue import Talent
from ..records import Check, Model, Play
from ..records.position import check_under_way, fighters, per_position
from . import force

PARRY_COST = 3
DOME = "force-dome"
PARRIED = 2  # by how much a parry lessens a hit, and a point more for each rank


def _attacked(play: Play, event: AttackDeclared) -> Iterator[int]:
    """Whom an attack is aimed at."""
    return iter(event.check.others if event.check.at_mount else (event.whom, *event.check.others))


def _hit(play: Play, event: HitLanded) -> Iterator[int]:
    """Who has been hit, and not what somebody rides."""
    if event.whom < play.world.count:
        yield event.whom


def asked_of(condition: Requirement[Model]) -> Requirement[Respondent]:
    """A condition on a fighter as one on whoever may react."""
    return Requirement(
        lambda asked: condition.holds(Model(asked.play, asked.who)), condition.reason, condition=condition.condition
    )


able = asked_of(requirements.able)


def _has(talent: Talent) -> Requirement[Respondent]:
    return asked_of(Requirement(lambda model: model.talent(talent) > 0, f"It must know how to {talent}."))


def may_answer(model: Model, points: int) -> bool:
    """Whether it may take so much strain for a reaction: as of its own will, or, where the table plays it, beyond its
    threshold."""
    if model.play.option["reaction-strain-is-voluntary"]:
        return model.may_strain(points)
    return not model.kit.minions and not model.injured("winded")


def _may_strain(points: int) -> Requirement[Respondent]:
    return asked_of(Requirement(lambda model: may_answer(model, points), f"It must be able to take {points} strain."))


def _melee(asked: Respondent) -> bool:
    check = check_under_way(asked.play)
    return Model(asked.play, check.who).weapon(asked.event.hit.slot).melee


in_melee: Requirement[Respondent] = requirement("The hit must come from melee.")(_melee)
from_afar: Requirement[Respondent] = requirement("The hit must come from afar.")(lambda asked: not _melee(asked))


def dodge(play: Play, who: int, event: AttackDeclared) -> None:
    """Strain for upgrades of the difficulty."""
    model = Model(play, who)
    able = [n for n in range(1, model.talent("dodge") + 1) if may_answer(model, n)]
    points = model.pick(
        Choose("dodge.strain", "How much strain for the dodge?", lambda: able, named="{} strain".format)
    )
    wounds.strain(play, who, points)
    play.happen(CheckAmended(event.who, harder=points))


def turn_aside(talent: Talent, how: str) -> Callable[[Play, int, HitLanded], None]:
    """The rule of Parry and Reflect: three strain, and the hit is lessened before soak."""

    def rule(play: Play, who: int, event: HitLanded) -> None:
        wounds.strain(play, who, PARRY_COST)
        play.happen(HitLessened(who, PARRIED + Model(play, who).talent(talent), how))

    return rule


def _reaction(id: Talent, asked: Any, rule: Any, strain: int, *requires: Any) -> Reaction:
    row = catalogue.talents()[id]
    return Reaction(
        id, row.title, row.summary, "talents", asked, rule, cost="1 strain or more" if id == "dodge" else "3 strain",
        requires=(_has(id), able, *requires, _may_strain(strain)), ours=(able,), options=STRAINED,
    )  # fmt: skip


def force_dome(play: Play, who: int, event: HitLanded) -> None:
    """A dome over whoever is hit, and what comes of the dark pips that were used for it."""
    force.answer(play, who, play.stage(close_dome, who))


def close_dome(play: Play, who: int) -> int:
    """Discipline with Force dice: with two points and a success the hit is lessened by Willpower and the net
    successes.  How many dark pips were used."""
    model, power, forced = Model(play, who), catalogue.powers()[DOME], force.by_dice(play)
    if not forced:
        wounds.strain(play, who, force.GENESYS_STRAIN)
    check = Check("dome", who, force=model.kit.profile.psy if forced else 0)
    attempt = Attempt(play, model, "discipline", power.difficulty if forced else power.genesys, check)
    rolled = pools.throw(attempt, "dome", "Force Dome")
    drawn = force.points_of(play, model, rolled) if forced else force.Drawn(power.cost, rolled.despair)
    if rolled.success > 0 and drawn.points >= power.cost:
        less = rolled.success + (model.characteristic("willpower") if forced else 0)
        play.happen(HitLessened(check_under_way(play).hits[-1].whom, less, "is under a dome of force"))
    else:
        play.note(who, "the dome does not close")
    return drawn.dark


def whose_domes_cover(play: Play, whom: int) -> tuple[int, ...]:
    """Those whose dome would cover a fighter, if they know the power: itself, and the friends next to it."""
    return _whose_domes_cover(play, whom, squares.formation(play))


@per_position
def _whose_domes_cover(play: Play, whom: int, formation: Members) -> tuple[int, ...]:
    owner = play.state.records[whom].owner
    mine = (f.id for f in fighters(play) if f.owner == owner)
    return tuple(who for who in mine if who == whom or squares.adjacent(play, who, whom))


def knows_dome(model: Model) -> bool:
    """Whether it knows Force Dome."""
    return DOME in model.kit.profile.powers


def who_may_dome(play: Play, whom: int) -> tuple[int, ...]:
    """Those of them who know it."""
    return _who_may_dome(play, whom, squares.formation(play))


@per_position
def _who_may_dome(play: Play, whom: int, formation: Members) -> tuple[int, ...]:
    return tuple(who for who in _whose_domes_cover(play, whom, formation) if knows_dome(Model(play, who)))


def _under_dome(play: Play, event: HitLanded) -> tuple[int, ...]:
    return whose_domes_cover(play, event.whom)


_knows_dome = Requirement(knows_dome, "It must know Force Dome.")


@requirement(
    "It must be able to take two strain.",
    condition="It must be able to take two strain, where there are no Force dice (psy).",
)
def _may_pay(asked: Respondent) -> bool:
    return force.by_dice(asked.play) or Model(asked.play, asked.who).may_strain(force.GENESYS_STRAIN)


STRAINED = ("voluntary-strain-over-threshold", "reaction-strain-is-voluntary", "thresholds-retroactive")
DODGE = _reaction("dodge", _attacked, dodge, 1)
PARRY = _reaction("parry", _hit, turn_aside("parry", "parries"), PARRY_COST, in_melee)
REFLECT = _reaction("reflect", _hit, turn_aside("reflect", "reflects"), PARRY_COST, from_afar)
_DOME = catalogue.powers()[DOME]
FORCE_DOME = Reaction(
    DOME, _DOME.title, _DOME.summary, "powers", _under_dome, force_dome, cost="strain for dark pips",
    requires=(asked_of(_knows_dome), able, _may_pay),
    ours=(able, _may_pay),
    options=(
        "psy", "dark-pips", "chart-by-pips", "chart-by-discipline", "chart-after-check", "backlash-strains-psyker",
        "blast-group", "blast-stops-at-walls",
        "voluntary-strain-over-threshold",
        "thresholds-retroactive", "groups-stand-on", "gm", "circumstance-dice", "destiny",
    ),
)  # fmt: skip
