"""Pictures of a position: as SVG for a page, and in characters for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.length import written
from ...core.state import Posture
from ...space import picture as space_picture
from ...space.terrain import Marker
from . import complications, endgame, engagements, scoring
from .model import Play, figures, layout, things
from .records import NEUTRAL, Figure

INITIALS = "RBN"
READY, DONE = "#009e73", "#9a9a9a"
INK, ILL, CALM = "#2b2b2b", "#b3402a", "#5a5a5a"
AP = "#0072b2"


# ---- what there is to say --------------------------------------------------------------------------------------------


def standing(play: Play) -> str:
    """Where the battle stands, in a line."""
    now, names = play.state.turn, play.world.names
    if now.phase == "over":
        return f"The battle is over: {now.why_over}."
    if now.phase in ("roles", "deploy"):
        return "The parties take the field."
    whose = "the neutrals" if now.seat == NEUTRAL else play.world.parties[now.seat]
    words = f"Round {now.round}, the turn of {whose}"
    if now.actor >= 0:
        words += f"; {names[now.actor]} has {play.state.records[now.actor].ap} AP left"
    return f"{words}. {stage(play)}".rstrip()


def stage(play: Play) -> str:
    """How far the scenario is along."""
    now = play.state.turn
    words = [engagements.TITLES[now.engagement]] if now.engagement else []
    if now.complication:
        words.append(complications.TITLES[now.complication])
    if now.end_game:
        words.append(endgame.TITLES[now.end_game])
    return f"{', then '.join(words)}." if words else ""


def side_line(play: Play, seat: int) -> str:
    """A party and its points so far."""
    if seat == NEUTRAL:
        return "Neutrals: nobody's"
    points = scoring.points(play)[seat]
    role = ""
    if play.state.turn.attacker >= 0:
        role = ", attacking" if seat == play.state.turn.attacker else ", defending"
    return f"{play.world.parties[seat]}: {points} point{'s' * (points != 1)}{role}"


def words_for(play: Play, f: Figure) -> list[str]:
    """How a figure is, in words."""
    if f.state == "waiting":
        return ["not on the table yet"]
    if f.out:
        return ["incapacitated"]
    if f.state == "gone":
        return ["left the table"]
    kit = play.world.kits[f.id]
    words = ["knocked over" if f.down else "clinging to a face" if f.face else "standing"]
    words += [f"{f.ap} AP {'held' if f.activation == 'done' else 'to spend'}"] * (f.ap > 0)
    words += [f.activation] * (f.activation != "done" or f.owner == play.state.turn.seat)
    full = kit.profile.en + (kit.charm.en if kit.charm else 0)
    words += [f"{max(0, f.wounds)} of {full} wounds"] * (f.wounds != full)
    words += [f"to be loaded: {kit.weapons[slot].title.lower()}" for slot in f.unloaded]
    words += [f"{f.mana} mana"] * (f.mana > 0)
    words += [f"shaken, {f.shaken} AP next turn"] * (f.shaken >= 0)
    words += [f"carries {play.world.names[thing]}" for thing in f.carries]
    words += part(play, f)
    return words + [f"{written(f.at.z)} up"] * (f.at.z > 0)


def part(play: Play, f: Figure) -> list[str]:
    """What a figure has to do with the action under way: its place in a band, the interrupt that it has declared."""
    deed = play.state.turn.deed
    if deed is None:
        return []
    banded = len(deed.band) > 1 and f.id in deed.band
    words = ["leads the band" if f.id == deed.leader else "in the band"] * banded
    pledge = deed.pledged(f.id)
    return words + ([f"has declared {pledge.kind}"] if pledge is not None else [])


def numbered(play: Play) -> Iterator[tuple[int, Figure]]:
    """Every figure with its number in its side."""
    for seat in (0, 1, NEUTRAL):
        yield from enumerate(side(play, seat), 1)


def side(play: Play, seat: int) -> list[Figure]:
    """The figures of a side; of the neutrals those that have come."""
    return [f for f in figures(play) if f.owner == seat and not (seat == NEUTRAL and f.state == "waiting")]


def doors(play: Play) -> dict[str, str]:
    """How each door stands, by its id on the board."""
    board = play.world.board
    return {board.doors[thing.number].id: thing.state for thing in things(play) if thing.kind == "door"}


def markers(play: Play) -> list[Marker]:
    """The things that lie about, where they lie now."""
    return [
        Marker(play.world.names[t.id], t.kind, (t.at.x, t.at.y, t.at.z), {})
        for t in things(play)
        if t.kind != "door" and t.state not in ("taken", "gone")
    ]


# ---- for a page ------------------------------------------------------------------------------------------------------


def picture(play: Play) -> str:
    """A position as one SVG document: the board, who stands where and how, and the parties in a list below it."""
    board = play.world.board
    shown = figures(play)
    return space_picture.svg(
        layout(play).over(board),
        [f for f in shown if f.owner >= 0],
        labels={f.id: str(number) for number, f in numbered(play)},
        titles={f.id: f"{play.world.names[f.id]}: {', '.join(words_for(play, f))}" for f in shown},
        seats=(*play.world.parties, "Neutrals"),
        doors=doors(play),
        markers=markers(play),
        zones=zones(play),
        over=_badges(play),
        signs=_explained(play),
        heading=standing(play),
        lists=[_list(play, seat) for seat in (0, 1, NEUTRAL) if seat != NEUTRAL or side(play, seat)],
    )


def zones(play: Play) -> dict[str, int]:
    """The zones of the parties, each with its seat, once they are settled; -1 for nobody's."""
    scenario, now = play.world.scenario, play.state.turn
    if now.sides:
        return {name: seat for seat, name in enumerate(now.sides)}
    return dict.fromkeys(scenario.zones, -1) if scenario is not None else {}


def _list(play: Play, seat: int) -> space_picture.Listing:
    """A party, figure by figure."""
    party, _, points = side_line(play, seat).rpartition(": ")
    rows = [
        space_picture.Row(
            str(number),
            play.world.names[f.id],
            ", ".join(words_for(play, f)),
            gone=f.out or f.state == "gone",
            dot=READY if f.activation == "ready" and f.here else "",
        )
        for number, f in enumerate(side(play, seat), 1)
    ]
    return space_picture.Listing(seat, party, points, rows)


def _badges(play: Play) -> Iterator[str]:
    """Small signs around a figure: a dot while it is ready, its points, and signs for what ails it."""
    scale, em = space_picture.SCALE / 1000, space_picture.letter(play.world.board)
    for f in figures(play):
        if f.at.posture == Posture.AWAY:
            continue
        x, y, radius = f.at.x * scale, (play.world.board.depth - f.at.y) * scale, f.at.radius * scale
        if f.activation == "ready":
            yield _dot(x - radius * 0.8, y - radius * 0.8)
        if f.id == play.state.turn.actor:
            ring = f'fill="none" stroke="{INK}" stroke-dasharray="4 3"'
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius + 5:.1f}" {ring}/>'
        for number, (sign, colour) in enumerate(_signs(play, f)):
            right, down = number % 3, number // 3
            yield _badge(x + radius + em * 0.7 * right, y - radius * 1.2 + em * 0.6 * down, em, sign, colour)


def _dot(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{READY}" stroke="#fff" stroke-width="1.2"/>'


def _badge(x: float, y: float, em: float, sign: str, colour: str) -> str:
    half = em * (0.16 + 0.15 * len(sign))
    box = f'x="{x - half:.1f}" y="{y - em * 0.28:.1f}" width="{2 * half:.1f}" height="{em * 0.56:.1f}"'
    return (
        f'<g><rect {box} rx="3" fill="{colour}" stroke="#fff"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{em * 0.5:.1f}" font-weight="700" fill="#fff" text-anchor="middle" '
        f'dominant-baseline="central">{sign}</text></g>'
    )


def _explained(play: Play) -> dict[str, str]:
    """The signs that are to be seen, for the legend."""
    seen = {
        (sign[:1], colour) for f in figures(play) if f.at.posture != Posture.AWAY for sign, colour in _signs(play, f)
    }
    colours = {colour for _, colour in seen}
    samples = {
        "action points to spend": ("2", READY, READY in colours),
        "action points held": ("2", AP, AP in colours),
        "wounds lost": ("-1", ILL, ("-", ILL) in seen),
        "knocked over": ("KO", ILL, ("K", ILL) in seen),
        "to be loaded": ("L", CALM, ("L", CALM) in seen),
        "carries something": ("C", CALM, ("C", CALM) in seen),
    }
    return {words: _badge(11, 7, 24, sign, colour) for words, (sign, colour, shown) in samples.items() if shown}


def _signs(play: Play, f: Figure) -> Iterator[tuple[str, str]]:
    kit = play.world.kits[f.id]
    if f.ap:
        yield str(f.ap), AP if f.activation == "done" else READY
    lost = kit.profile.en + (kit.charm.en if kit.charm else 0) - f.wounds
    if lost > 0:
        yield f"-{lost}", ILL
    if f.down:
        yield "KO", ILL
    if f.unloaded:
        yield "L", CALM
    if f.carries:
        yield "C", CALM


# ---- for a terminal --------------------------------------------------------------------------------------------------


def sketch(play: Play, columns: int) -> str:
    """A position in characters, at most so many columns wide: the board from above, then the parties."""
    labels = {f.id: f"{INITIALS[f.owner]}{number}" for number, f in numbered(play)}
    drawn = space_picture.text(
        play.world.board,
        [f for f in figures(play) if f.owner >= 0],
        labels,
        doors=doors(play),
        markers=markers(play),
        columns=columns,
    )
    lists = [_listed(play, seat, labels) for seat in (0, 1)]
    half = (columns - 2) // 2
    if half < 36:
        rows = [shorten_to(line, columns) for lines in lists for line in lines]
    else:
        tall = max(len(lines) for lines in lists)
        padded = [lines + [""] * (tall - len(lines)) for lines in lists]
        rows = [f"{shorten_to(a, half):<{half}}  {shorten_to(b, half)}".rstrip() for a, b in zip(*padded, strict=True)]
    if side(play, NEUTRAL):
        rows += [shorten_to(line, columns) for line in _listed(play, NEUTRAL, labels)]
    return drawn + "\n".join([shorten_to(standing(play), columns), *rows]) + "\n"


def _listed(play: Play, seat: int, labels: dict[int, str]) -> list[str]:
    party, _, points = side_line(play, seat).rpartition(": ")
    lines = [party, f"    {points}"]
    for f in side(play, seat):
        label = labels[f.id] if f.standing else labels[f.id].lower()
        words = words_for(play, f)
        told = words[1:] if f.standing and len(words) > 1 else words  # a capital says that it stands
        lines.append(f"{label:>3} {play.world.names[f.id]}: {', '.join(told)}")
    return lines


def shorten_to(line: str, columns: int) -> str:
    """A line cut to so many characters, with a mark where something is missing."""
    return line if len(line) <= columns else line[: columns - 1] + "…"
