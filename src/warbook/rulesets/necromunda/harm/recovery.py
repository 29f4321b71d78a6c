"""Recovery in the end phase: who helps, the injury dice, and what is kept."""

from __future__ import annotations

from ....core.decision import Choose
from ....core.dice import D6
from ....core.length import INCH
from ..checks import badzones, pieces
from ..checks.characteristics import passes_intelligence
from ..events.fighters import ConditionEnded, Earned, FleshWounded, LastingInjury, Pinned
from ..events.gear import Used
from ..events.moments import Overgrown, Recovering
from ..records import Model, Play, Status
from ..records.position import engaged_with, fighters, friends, namer, near_by
from . import injury
from .dice import FLESH_WOUND, INJURY, OUT_OF_ACTION
from .taken_home import ASSIST_REWARD

HELP_REACH = 1 * INCH
STATION_REACH = 3 * INCH


def recovery(play: Play, seat: int) -> None:
    """Each seriously injured fighter of a side rolls to recover, one after the other."""
    for f in fighters(play):
        if f.owner == seat and f.status is Status.SERIOUS:
            play.then(recover, f.id)
    play.reach(Recovering(seat))


def recover(play: Play, who: int) -> None:
    """A seriously injured fighter rolls an injury die, one more for a friend who helps, and picks one; by a medicae
    station it tests its Intelligence instead, for a flesh wound or to go out.

    A flesh wound: it takes one and is pinned.  A serious injury: it lies there still, and in some editions takes a
    flesh wound.  Out of action: it goes out.  In some editions a fighter that was helped takes no flesh wound whatever
    the die.  A web holds as an injury does, but only getting free of it costs a flesh wound, and nobody is lastingly
    harmed by it.
    """
    model = Model(play, who)
    if not model.serious:
        return
    webbed = model.suffers("webbed")
    helper = -1
    if pieces.beside(play, model.at, "medicae-station", STATION_REACH):
        kept = FLESH_WOUND if passes_intelligence(model, "station") else OUT_OF_ACTION
    else:
        extra = roll_unstoppable(play, model)
        helper = choose_helper(play, model)
        medic = helper >= 0 and play.world.edition.medics_roll_again and "medicae" in play.world.kits[helper].skills
        kept = keep_one(play, model, recovery_dice(play, model, helper, webbed) + extra, medic=medic)
    if kept != FLESH_WOUND and badzones.befallen_by(play, "creeping-leaf"):
        play.reach(Overgrown(who))
        return
    if kept == OUT_OF_ACTION:
        injury.take_out(play, model, -1, injuries=0 if webbed else 1)
        if webbed and play.option["lasting-injuries"]:
            play.then(web_aftermath, who)
        return
    if helper >= 0 and kept == FLESH_WOUND:
        play.happen(Earned(helper, ASSIST_REWARD))
    edition = play.world.edition
    spared = helper >= 0 and edition.help_spares_wound
    wounded = kept == FLESH_WOUND or (edition.serious_recovery_wounds and not webbed)
    if wounded and not spared and injury.take_flesh_wounds(play, model, 1, -1):
        return
    if kept == FLESH_WOUND:
        if webbed:
            play.happen(ConditionEnded(who, "webbed"))
        play.happen(Pinned(who))


def roll_unstoppable(play: Play, model: Model) -> int:
    """Unstoppable: on 4+ it sheds a flesh wound, or rolls one die more where it has none."""
    if not model.has("unstoppable") or play.roll(D6, "unstoppable", "Unstoppable, 4+", model.id) < 4:
        return 0
    if model.record.flesh:
        play.happen(FleshWounded(model.id, -1))
        return 0
    return 1


def recovery_dice(play: Play, model: Model, helper: int, webbed: bool) -> int:
    """How many dice it may choose from: one, and what a friend's hands and gear add."""
    count = 1
    if webbed:
        count += max((piece.free_self for piece in model.kit.gear), default=0)
    if helper >= 0:
        held = play.world.kits[helper].gear
        count += 1 + max((g.assist for g in held), default=0)
        if webbed:
            count += max((g.free_friend for g in held), default=0)
    return count


def keep_one(play: Play, model: Model, count: int, *, medic: bool = False) -> int:
    """So many injury dice, of which its player keeps one; a medic has those rolled again that would take it out."""
    why = "Recovery, serious on 3+, out of action on 6"
    rolled = [play.roll(INJURY, "recovery", why, model.id) for _ in range(count)]
    if medic:
        again = "Once more, by the medic's hands"
        rolled = [play.roll(INJURY, "recovery.again", again, model.id) if r == OUT_OF_ACTION else r for r in rolled]
    results = sorted(set(rolled))
    kept: int = play.pick(model.owner, Choose("recovery.keep", "Which result?", lambda: results, named=_result))
    return kept


def web_aftermath(play: Play, who: int) -> None:
    """Taken out by a web: out cold on 1-4, captured on 5-6; in some editions out cold without a die."""
    face: int = play.roll(D6, "web", "Out cold, or captured?") if play.world.edition.webs_capture else 1
    play.happen(LastingInjury(who, "out-cold" if face <= 4 else "captured"))


def _result(result: int) -> str:
    return ("flesh wound", "serious injury", "out of action")[result]


def choose_helper(play: Play, model: Model) -> int:
    """The friend who helps: standing, not engaged, within an inch, and helping nobody else in this phase; -1 for
    none."""
    able = helpers(play, model)
    if not able:
        return -1
    prompt = f"Who helps {model.kit.name}?"
    who: int = play.ask(model.owner, Choose("recovery.helper", prompt, lambda: [*able, -1], named=namer(play)))
    if who >= 0:
        play.happen(Used(who, "round:help"))
    return who


def helpers(play: Play, model: Model) -> list[int]:
    """Those who could help a fighter to recover."""
    return [
        f.id
        for f in friends(play, model.id)
        if f.status is Status.STANDING
        and "round:help" not in f.used
        and play.world.kits[f.id].profile.role != "beast"
        and near_by(play, f.at, model.at, HELP_REACH)
        and not engaged_with(play, f.id)
    ]
