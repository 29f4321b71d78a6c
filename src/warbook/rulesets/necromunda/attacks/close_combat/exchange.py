"""An exchange of blows: the dice, parries and sidesteps, and what a hit does besides harm.

From the hit roll to the injury dice there is often nothing to decide; then all blows of one fighter at another are
one dice rule."""

from __future__ import annotations

from functools import lru_cache, partial

from msgspec import Struct

from .....core.decision import Choose, Confirm
from .....core.dice import D6, Pool, Reading
from .....core.length import INCH
from .....core.naming import Preview
from .....core.structs import replace
from .....space.pushing import push
from ...checks import firepower
from ...checks.characteristics import passes_initiative
from ...events.gear import Used
from ...harm import displacement, injury, shoving
from ...harm.dice import as_it_is, boiled_down, harm, later_saves
from ...harm.saves import Incoming
from ...harm.strikes import UNHARMED, Harm, Hit, Mark, Strike
from ...printed import WeaponProfile
from ...records import Model, Play
from ...records.effects import begin_effect
from ...records.position import board_now, layout, touch
from .. import hits
from . import blows, parrying
from .blows import BARE, Arm, Blow, Flurry, Swing

# ---- the dice --------------------------------------------------------------------------------------------------------


class Fired(Struct, frozen=True):
    """How a weapon fared that was fired: ammo symbols still to be tested, tests that failed, and whether it blew up."""

    symbols: int = 0
    failed: int = 0
    blown: bool = False


class Upshot(Struct, frozen=True):
    """What the attacks of one fighter on another came to: the harm, the marks of all hits, how many dice missed (where
    somebody counts them), and how each weapon fared that was fired."""

    harm: Harm = UNHARMED
    marks: tuple[str, ...] = ()
    missed: int = 0
    fired: tuple[Fired, ...] = ()


Landed = tuple[tuple[int, ...], ...]  # for each flurry, how many hits there are of each of its kinds


@lru_cache(maxsize=1024)
def _hit_pool(count: int, pattern: tuple[int, ...], kinds: int) -> Pool:
    """So many dice, counted by the kind of hit that `pattern` gives each face."""

    def add(so_far: tuple[int, ...], face: int) -> tuple[int, ...]:
        kind = pattern[face - 1]
        return so_far if kind < 0 else (*so_far[:kind], so_far[kind] + 1, *so_far[kind + 1 :])

    return Pool(count, 6, Reading("hits", (0,) * kinds, add), f"{count}D6" if count > 1 else "D6")


def roll_to_hit(play: Play, flurry: Flurry, count: int) -> tuple[int, ...]:
    """Roll so many dice of a flurry: the number of hits of each kind."""
    pool = _hit_pool(count, flurry.pattern, len(flurry.kinds))
    why, came = f"To hit, {flurry.number}+", None
    if any(blow.words for blow in flurry.kinds):
        came = partial(_hitting, flurry.kinds, count)
    counted: tuple[int, ...] = play.roll(pool, "fight.hit", why, because=flurry.reasons, came=came)
    return counted


def _hitting(kinds: tuple[Blow, ...], of: int, counts: tuple[int, ...]) -> str:
    """What so many dice came to where some hits do more than others; nothing where no such hit is among them."""
    hits = sum(counts)
    more = [(count, words) for blow, count in zip(kinds, counts, strict=True) if count for words in blow.words]
    if not more:
        return ""
    if of == 1:
        return ", ".join(("a hit", *(words for _, words in more)))
    return ", ".join((f"{hits} hit{'s' if hits > 1 else ''}", *(f"{count} with {words}" for count, words in more)))


def roll_all(play: Play, flurries: tuple[Flurry, ...], dice: tuple[int, ...]) -> Landed:
    """Dice rule: so many dice of each flurry, and the hits."""
    return tuple(roll_to_hit(play, f, n) if n else (0,) * len(f.kinds) for f, n in zip(flurries, dice, strict=True))


def upshot_of(
    play: Play, flurries: tuple[Flurry, ...], landed: Landed, dice: tuple[int, ...], mark: Mark, counting: bool
) -> Upshot:
    """Dice rule: the hits there are and so many dice of each flurry that are still to be rolled; then, weapon by
    weapon, firepower, wounds, saves, damage, injuries."""
    landed = _landed_together(landed, roll_all(play, flurries, dice)) if any(dice) else landed
    done, found, missed = UNHARMED, set[str](), 0
    fired: list[Fired] = []
    for flurry, counts in zip(flurries, landed, strict=True):
        missed += flurry.dice - sum(counts)
        times = 1
        if flurry.firepower:
            times, spent = fire(play, flurry)
            fired.append(spent)
        for blow, count in zip(flurry.kinds, counts, strict=True):
            if count:
                found.update(blow.marks)
                done += harm(play, blow.strike, _as_it_is_now(mark, done, blow), count * times)
    return Upshot(boiled_down(done, mark), tuple(sorted(found)), missed if counting else 0, tuple(fired))


def _landed_together(some: Landed, more: Landed) -> Landed:
    return tuple(tuple(a + b for a, b in zip(x, y, strict=True)) for x, y in zip(some, more, strict=True))


def fire(play: Play, flurry: Flurry) -> tuple[int, Fired]:
    """Dice rule: the Firepower dice of a sidearm: how often each hit counts, and what the ammo symbols mean as far as
    there is nothing to decide about it."""
    holes, symbols = play.roll(firepower.FIREPOWER[flurry.firepower], "fight.firepower", "Firepower")
    times = holes if flurry.rapid else 1
    if not symbols:
        return times, Fired()
    blown = flurry.unstable and play.roll(D6, "fight.unstable", "Unstable, 4+") <= firepower.BURNT_OUT
    if not flurry.ammo:
        return times, Fired(symbols, 0, blown)
    return times, Fired(0, firepower.ammo_tests(play, flurry.ammo, symbols, flurry.twice).failed, blown)


def _as_it_is_now(mark: Mark, done: Harm, blow: Blow) -> Mark:
    """The victim after what it has suffered so far, before a blow."""
    now = as_it_is(mark, done)
    return replace(
        now,
        toughness=max(1, now.toughness) + blow.tougher,
        saves=later_saves(blow.saves, done.saves),
        shredded=later_saves(blow.shredded, done.saves),
    )


# ---- parrying and stepping aside -------------------------------------------------------------------------------------


def exchange(play: Play, attacker: Model, victim: Model, flurries: list[Swing]) -> Upshot:
    """Hit rolls, parries and sidesteps, then the hits.  Where nobody has a say in between, all of it is one roll."""
    here = (attacker.at.x, attacker.at.y)
    mark = replace(play.stage(injury.mark_with_save, victim, Strike(None), Incoming("melee", here)), saves=())
    weapons = tuple(flurry for _, flurry in flurries)
    names = [blows.weapon_held(attacker, aim.arm).name for aim, _ in flurries]
    counting = victim.has("counter-attack")
    parries = parry_count(victim) if any(weapon.parried for weapon in weapons) else 0
    nimble = victim.has("step-aside") and _sidestep(attacker) not in victim.record.used
    crafted = [n for n, (aim, _) in enumerate(flurries) if master_crafted(attacker, aim.arm)]
    dice = tuple(weapon.dice for weapon in weapons)
    nothing: Landed = tuple((0,) * len(weapon.kinds) for weapon in weapons)
    landed, left = nothing, dice
    if parries or nimble or crafted:
        landed = play.dice(roll_all, weapons, dice)
        # A die is rolled again once at most: what was does not count among the hits that may be parried.
        again = [int(n in crafted and tries_again(play, attacker, flurries[n], landed[n])) for n in range(len(weapons))]
        swung = play.dice(roll_all, weapons, tuple(again)) if any(again) else nothing
        landed, parried = parry(play, attacker, victim, weapons, names, landed, parries)
        landed, left = _landed_together(landed, swung), tuple(parried)
        if nimble:
            landed = _landed_together(landed, play.dice(roll_all, weapons, left))
            landed = step_aside(play, attacker, victim, weapons, names, landed)
            left = (0,) * len(weapons)
    upshot: Upshot = play.dice(upshot_of, weapons, landed, left, mark, counting)
    return upshot


def parry(
    play: Play,
    attacker: Model,
    victim: Model,
    flurries: tuple[Flurry, ...],
    names: list[str],
    landed: Landed,
    parries: int,
) -> tuple[Landed, list[int]]:
    """The victim picks hits that must be rolled again: what is left of the hits, and how many dice of each flurry
    that makes."""
    parried = [0] * len(flurries)
    for _ in range(parries):
        open_to = [(n, kind) for n, kind in hits_of(landed) if flurries[n].parried]
        hit = choose_hit(play, attacker, victim, "fight.parry", "Parry which hit?", flurries, names, open_to)
        if hit is None:
            break
        landed = _landed_without(landed, hit)
        parried[hit[0]] += 1
    return landed, parried


def step_aside(
    play: Play, attacker: Model, victim: Model, flurries: tuple[Flurry, ...], names: list[str], landed: Landed
) -> Landed:
    """Once a round against each enemy, an Initiative test to avoid a hit."""
    question = "Step aside from which hit?"
    hit = choose_hit(play, attacker, victim, "fight.step-aside", question, flurries, names, hits_of(landed))
    if hit is None:
        return landed
    play.happen(Used(victim.id, _sidestep(attacker)))
    return _landed_without(landed, hit) if passes_initiative(victim, "step-aside") else landed


def _landed_without(landed: Landed, hit: tuple[int, int]) -> Landed:
    return tuple(
        tuple(count - ((n, kind) == hit) for kind, count in enumerate(counts)) for n, counts in enumerate(landed)
    )


def hits_of(landed: Landed) -> list[tuple[int, int]]:
    """The hits that differ, the best first: as the number of a flurry and of one of its blows."""
    return [(n, kind) for n, counts in enumerate(landed) for kind in reversed(range(len(counts))) if counts[kind]]


def choose_hit(
    play: Play,
    attacker: Model,
    victim: Model,
    key: str,
    prompt: str,
    flurries: tuple[Flurry, ...],
    names: list[str],
    among: list[tuple[int, int]],
) -> tuple[int, int] | None:
    """One of the hits, or none of them."""
    if not among:
        return None

    def label(hit: tuple[int, int] | None) -> str:
        if hit is None:
            return "none"
        n, kind = hit
        faces = [str(face) for face, which in enumerate(flurries[n].pattern, 1) if which == kind]
        return f"{names[n]} on {' or '.join(faces)}" if len(flurries[n].kinds) > 1 else names[n]

    question = Choose(key, prompt, lambda: [*among, None], named=label)
    return play.ask(victim.owner, question.previewed(Preview(actor=attacker.id)))


def _sidestep(attacker: Model) -> str:
    return f"round:step-aside:{attacker.id}"


def parry_count(victim: Model) -> int:
    """How many hits it may parry: one with a weapon that parries, two with two of them, one more by skill."""
    return min(2, len(parrying.blades_with(victim, "parry"))) + victim.has("parry")


def master_crafted(model: Model, arm: Arm) -> bool:
    """Whether a weapon is finer than others, and has not yet shown it in this battle."""
    return arm != BARE and model.weapon(arm).has("master-crafted") and _masterwork(arm) not in model.record.used


def _masterwork(arm: Arm) -> str:
    return f"master-crafted:{arm[0]}"


def tries_again(play: Play, attacker: Model, with_what: Swing, counts: tuple[int, ...]) -> bool:
    """Whether an attack that missed with a master-crafted weapon is rolled again: once a battle, if its player
    likes."""
    aim, flurry = with_what
    prompt = f"Roll a miss of the {blows.weapon_held(attacker, aim.arm).name} again?"
    if sum(counts) == flurry.dice or not play.ask(attacker.owner, Confirm("fight.again", prompt)):
        return False
    play.happen(Used(attacker.id, _masterwork(aim.arm)))
    return True


# ---- what comes of the hits ------------------------------------------------------------------------------------------


def endure(play: Play, attacker: Model, victim: Model, upshot: Upshot, used: list[WeaponProfile]) -> None:
    """Knocked back first, then harmed, then whatever else the weapons do."""
    if "knockback" in upshot.marks:
        knock_back(play, attacker, victim)
    injury.suffer(play, victim, upshot.harm, attacker.id, melee=True)
    if not victim.on_table:
        return
    if "disarm" in upshot.marks:
        begin_effect(play, "disarmed", victim.id, "round")
    for weapon in used:
        if weapon.id in upshot.marks:
            hits.linger(play, victim, Hit(weapon, attacker.id, "melee"))


def knock_back(play: Play, attacker: Model, victim: Model) -> None:
    """Knockback; an attacker in contact may follow, unless across a barricade."""
    touching = touch(play, attacker.at, victim.at)
    ahead = (victim.at.x - attacker.at.x, victim.at.y - attacker.at.y)
    pushed = shoving.knock_back(play, victim, attacker.at)
    if not pushed.moved:
        return
    near = touching and attacker.standing and victim.on_table and victim.at.z == attacker.at.z
    if near and play.ask(attacker.owner, Confirm("fight.follow", "Follow the enemy that was knocked back?")):
        went = push(board_now(play), layout(play), attacker.id, ahead, INCH)
        displacement.go_straight(play, attacker, went.spot, went.moved)
    else:
        displacement.displace(play, victim, ())
