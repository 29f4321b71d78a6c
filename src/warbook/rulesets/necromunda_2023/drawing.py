"""Pictures of a position: as SVG for a page, and in characters for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.length import written
from ...core.state import Posture
from ...space import picture as space_picture
from ...space.terrain import Marker
from . import scoring
from .model import Cache, Casket, Door, Fighter, Play, Status, Trap, fighters, layout, smoke, things

STATUS = {
    Status.STANDING: "standing",
    Status.PINNED: "pinned",
    Status.SERIOUS: "seriously injured",
    Status.OUT: "out of action",
}
BADGES = {
    "blaze": ("Bz", "#d55e00"),
    "blind": ("Bd", "#5a5a5a"),
    "gunked": ("Gk", "#7a6a2a"),
    "insane": ("In", "#8e3a80"),
    "revealed": ("Rv", "#e69f00"),
    "webbed": ("Wb", "#5a5a5a"),
}
INITIALS = "RB"
READY = "#009e73"
INK, PALE = "#2b2b2b", "#6b6b6b"


# ---- what there is to say --------------------------------------------------------------------------------------------


def standing(play: Play) -> str:
    """Where the battle stands, in a line."""
    now, names = play.state.turn, play.world.names
    if now.phase == "over":
        return f"The battle is over: {now.why_over}"
    if now.phase == "setup":
        return "The gangs take the field."
    words = f"Round {now.round}, {now.phase} phase"
    if now.actor >= 0:
        words += f"; {names[now.actor]} has {now.left} action{'s' * (now.left != 1)} left"
    return words + (f"; dark beyond {written(now.dark)}." if now.dark else ".")


def side_line(play: Play, seat: int) -> str:
    """A gang, its points so far, and whether it has bottled out."""
    points = scoring.points(play)[seat]
    bottled = ", bottled out" if play.state.turn.bottled[seat] else ""
    return f"{play.world.gangs[seat]}: {points} point{'s' * (points != 1)}{bottled}"


def words_for(play: Play, f: Fighter) -> list[str]:
    """How a fighter is, in words."""
    if not f.deployed:
        return ["not yet on the table"]
    words = ["fled" if f.fled else STATUS[f.status]]
    if f.status is Status.OUT:
        return words
    wounds = play.world.kits[f.id].profile.w
    words += ["ready"] * f.ready + ["broken"] * f.broken
    words += [f"{f.wounds} of {wounds} wounds"] * (f.wounds != wounds)
    words += [f"flesh wounds {f.flesh}"] * (f.flesh > 0)
    words += [f"no ammo: {name}" for name in _dry(play, f)]
    words += f.conditions
    return words + [f"{written(f.at.z)} up"] * (f.at.z > 0)


def _dry(play: Play, f: Fighter) -> list[str]:
    weapons = play.world.kits[f.id].weapons
    return [weapons[slot].name.lower() for slot in sorted({*f.out, *f.jammed}) if slot < len(weapons)]


def numbered(play: Play) -> Iterator[tuple[int, Fighter]]:
    """Every fighter with its number in its side."""
    for side in play.world.sides:
        for number, who in enumerate(side, 1):
            yield number, play.state.records[who]


def doors(play: Play) -> dict[str, str]:
    """How each door stands, by its id on the board."""
    board = play.world.board
    return {
        board.doors[d.number].id: "vault" if d.vault and d.state == "locked" else d.state for d in things(play, Door)
    }


def markers(play: Play) -> list[Marker]:
    """The things that lie about, where they lie now."""
    board, count = play.world.board, play.world.count
    found = []
    for record in play.state.records[count + len(board.doors) : count + len(board.doors) + len(board.markers)]:
        printed = board.markers[record.id - count - len(board.doors)]
        kind = _kind(record)
        if kind:
            found.append(Marker(printed.id, kind, (record.at.x, record.at.y, record.at.z), {}))
    return found


def _kind(record: object) -> str:
    """What a thing is called now; nothing for what is gone, and for a vehicle, which is drawn as a body."""
    match record:
        case Casket(open=opened):
            return "open casket" if opened else "casket"
        case Cache(there=True):
            return "ammo-cache"
        case Trap(there=True):
            return "booby-trap"
        case _:
            return ""


# ---- for a page ------------------------------------------------------------------------------------------------------


def picture(play: Play) -> str:
    """A position as one SVG document: the board, who stands where and how, and both gangs in a list below it."""
    board = play.world.board
    labels = {f.id: str(number) for number, f in numbered(play)}
    titles = {f.id: f"{play.world.names[f.id]}: {', '.join(words_for(play, f))}" for f in fighters(play)}
    return space_picture.svg(
        layout(play).over(board),
        play.state.records,
        labels=labels,
        titles={**titles, **{n: play.world.names[n] for n in range(play.world.count, len(play.world.names))}},
        seats=play.world.gangs,
        doors=doors(play),
        markers=markers(play),
        clouds=smoke(play.world, play.state),
        zones=zones(play),
        over=_badges(play),
        heading=standing(play),
        lists=[_list(play, seat) for seat in range(len(play.world.sides))],
    )


def zones(play: Play) -> dict[str, int]:
    """The zones that the scenario uses, each with the seat that starts there, -1 for one that is only to be reached."""
    scenario = play.world.scenario
    starts = {name: seat for seat, side in enumerate(scenario.sides) for name in side.zones}
    return {**dict.fromkeys(scenario.goal, -1), **starts}


def _list(play: Play, seat: int) -> space_picture.Listing:
    """A gang, fighter by fighter."""
    gang, _, points = side_line(play, seat).rpartition(": ")
    side = [play.state.records[who] for who in play.world.sides[seat]]
    rows = [
        space_picture.Row(
            str(number),
            play.world.names[f.id],
            ", ".join(words_for(play, f)),
            gone=f.status is Status.OUT,
            dot=READY if f.ready else "",
        )
        for number, f in enumerate(side, 1)
    ]
    return space_picture.Listing(seat, gang, points, rows)


def _badges(play: Play) -> Iterator[str]:
    """Small signs around a fighter: a dot while it is ready, and letters for what ails it."""
    scale, em = space_picture.SCALE / 1000, space_picture.letter(play.world.board)
    for f in fighters(play):
        if f.at.posture == Posture.AWAY:
            continue
        x, y, radius = f.at.x * scale, (play.world.board.depth - f.at.y) * scale, f.at.radius * scale
        if f.ready:
            yield _dot(x - radius * 0.8, y - radius * 0.8)
        if f.id == play.state.turn.actor:
            ring = f'fill="none" stroke="{INK}" stroke-dasharray="4 3"'
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius + 5:.1f}" {ring}/>'
        for number, (sign, colour) in enumerate(_signs(play, f)):
            right, down = number % 3, number // 3
            yield _badge(x + radius * 0.9 + em * right, y - radius * 0.9 + em * 0.72 * down, em, sign, colour)


def _dot(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{READY}" stroke="#fff" stroke-width="1.2"/>'


def _badge(x: float, y: float, em: float, sign: str, colour: str) -> str:
    box = f'x="{x - em * 0.46:.1f}" y="{y - em * 0.33:.1f}" width="{em * 0.92:.1f}" height="{em * 0.66:.1f}"'
    return (
        f'<g><rect {box} rx="3" fill="{colour}" stroke="#fff"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{em * 0.58:.1f}" font-weight="700" fill="#fff" text-anchor="middle" '
        f'dominant-baseline="central">{sign}</text></g>'
    )


def _signs(play: Play, f: Fighter) -> Iterator[tuple[str, str]]:
    lost = play.world.kits[f.id].profile.w - f.wounds
    if f.broken:
        yield "!!", "#b3402a"
    if lost > 0:
        yield f"-{lost}", "#b3402a"
    if f.flesh:
        yield f"F{f.flesh}", "#b3402a"
    if f.out or f.jammed:
        yield "A0", "#0072b2"
    for condition in f.conditions:
        yield BADGES.get(condition, (condition[:2].title(), PALE))


# ---- for a terminal --------------------------------------------------------------------------------------------------


def sketch(play: Play, columns: int) -> str:
    """A position in characters, at most so many columns wide: the board from above, then both gangs."""
    names = {f.id: f"{INITIALS[f.owner]}{number}" for number, f in numbered(play)}
    things_there = dict.fromkeys(range(play.world.count, len(play.state.records)), "V")
    drawn = space_picture.text(
        play.world.board,
        play.state.records,
        {**things_there, **names},
        doors=doors(play),
        markers=markers(play),
        columns=columns,
    )
    lists = [_listed(play, seat, names) for seat in range(len(play.world.sides))]
    half = (columns - 2) // 2
    if half < 36:
        rows = [shorten_to(line, columns) for lines in lists for line in lines]
    else:
        tall = max(len(lines) for lines in lists)
        padded = [lines + [""] * (tall - len(lines)) for lines in lists]
        rows = [f"{shorten_to(a, half):<{half}}  {shorten_to(b, half)}".rstrip() for a, b in zip(*padded, strict=True)]
    return drawn + "\n".join([shorten_to(standing(play), columns), *rows]) + "\n"


def _listed(play: Play, seat: int, labels: dict[int, str]) -> list[str]:
    gang, _, points = side_line(play, seat).rpartition(": ")
    lines = [gang, f"    {points}"]
    for who in play.world.sides[seat]:
        f: Fighter = play.state.records[who]
        label = labels[who] if f.status is Status.STANDING else labels[who].lower()
        lines.append(f"{label:>3} {play.world.names[who]}: {', '.join(words_for(play, f))}")
    return lines


def shorten_to(line: str, columns: int) -> str:
    """A line cut to so many characters, with a mark where something is missing."""
    return line if len(line) <= columns else line[: columns - 1] + "…"
