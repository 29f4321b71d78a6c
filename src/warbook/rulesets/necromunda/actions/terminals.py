"""Terminals of all kinds: of doors, of lifts, of pieces of terrain, and ancient ones."""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose
from ....core.dice import D6, TWO_D6
from ....core.events import EffectsEnded
from ..attacks import fumes
from ..checks import pieces, reach
from ..checks.characteristics import intelligence_and_double, passes_intelligence
from ..checks.requirements import standing_active, there_must_be
from ..events.attacks import Does
from ..events.fighters import Earned
from ..events.rounds import Acted
from ..events.things import Found
from ..printed.library import action
from ..records import Lift, Model, Piece, Play
from ..records.effects import begin_effect
from ..records.position import things, whichever_way
from . import doors, handling

ANCIENT, LIFTS = "ancient", "lifts"
BOTH = 2  # actions
ON, OFF = "on", "off"
SWITCHES = {ON: "switch it on", OFF: "switch it off"}


# ---- which terminals -------------------------------------------------------------------------------------------------


def terminals_near(model: Model, left: int = BOTH) -> list[int]:
    """The doors whose terminals are within an inch, then the other terminals there that are of use; `left` is how many
    actions an ancient one takes now, at tables where it takes both."""
    play = model.play
    costly = bool(play.option["ancient-terminal-double"]) and play.state.turn.left < left
    others = [who for who in _terminals_at_hand(play, model.id) if not pieces.is_off(play, who)]
    return [
        *doors.terminals_near(model),
        *(who for who in others if not (costly and play.state.record(Piece, who).controls == ANCIENT)),
    ]


@whichever_way
def _terminals_at_hand(play: Play, who: int) -> tuple[int, ...]:
    model = Model(play, who)
    return tuple(each.id for each in pieces.pieces(play, "terminal") if reach.at_hand(model, each.at.spot))


terminals_on_board = there_must_be(
    "a door or a terminal", lambda board: len(board.doors) + sum(m.kind == "terminal" for m in board.markers)
)


@requirement(
    "It must be within an inch of a terminal.",
    condition="It must be within an inch of a terminal; a beast must have an Intelligence of 5+ or better.",
)
def terminal_to_access(model: Model) -> bool | str:
    return bool(terminals_near(model)) and (reach.clever_enough(model, 5) or reach.TOO_SIMPLE)


# ---- accessing them --------------------------------------------------------------------------------------------------


def access_terminal(play: Play, model: Model) -> None:
    """An Intelligence test at -2; passed, a door is unlocked and swings, a lift or a piece of terrain is switched on or
    off, or an ancient terminal gives up what it knows."""
    among = terminals_near(model, BOTH - 1)
    who = handling.pick_one(play, model, "door", "Which door's terminal?", among)
    terminal = play.state.records[who]
    if not isinstance(terminal, Piece):
        doors.access(play, model, who)
        return
    play.happen(Does(model.id, "works at", who))
    if terminal.controls == ANCIENT:
        search_archive(play, model, who)
    elif passes_intelligence(model, "terminal", doors.TERMINAL):
        if terminal.controls == LIFTS:
            switch_lift(play, model)
        else:
            switch_piece(play, model, piece_controlled(play, terminal))


def piece_controlled(play: Play, terminal: Piece) -> int:
    """The piece of terrain that a terminal controls."""
    board = play.world.board
    first = play.world.first_thing + len(board.doors)
    return next(who for who, marker in enumerate(board.markers, first) if marker.id == terminal.controls)


def switch_lift(play: Play, model: Model) -> None:
    """One lift on the table goes no more until the end phase of the next round, or goes again."""
    lifts = [lift.id for lift in things(play, Lift)]
    who = handling.pick_one(play, model, "lift", "Which lift?", lifts)
    if pieces.is_off(play, who):
        switch_on(play, who, effect=False)
    else:
        switch_off(play, who)


def switch_piece(play: Play, model: Model, who: int) -> None:
    """The special effect of a piece begins, until the end phase, or is stopped until the end phase of the next round.
    What a claw does it does all the time, unless it is switched off."""
    kind = play.world.edition.library.pieces[play.state.record(Piece, who).profile]
    off, running = pieces.is_off(play, who), pieces.is_running(play, who)
    ways = [*[ON] * (off or (kind.random and not running)), *[OFF] * (not off)]
    question = Choose("switch", "On or off?", lambda: ways, named=SWITCHES.__getitem__)
    if play.pick(model.owner, question) == ON:
        switch_on(play, who, effect=kind.random)
    else:
        switch_off(play, who)


def switch_on(play: Play, who: int, *, effect: bool) -> None:
    """What was switched off is so no more; a special effect begins."""
    forget_switches(play, who)
    play.note(who, "is switched on")
    if effect:
        begin_effect(play, "running", who, "end-phase")
    fumes.vent(play)


def switch_off(play: Play, who: int) -> None:
    """It does nothing more until the end phase of the next round."""
    forget_switches(play, who)
    play.note(who, "is switched off")
    begin_effect(play, "switched-off", who, "next-end-phase")
    fumes.vent(play)


def forget_switches(play: Play, who: int) -> None:
    """Nothing that somebody, or chance, has switched counts any longer."""
    play.happen(EffectsEnded("end-phase", who))
    play.happen(EffectsEnded("next-end-phase", who))


def search_archive(play: Play, model: Model, who: int) -> None:
    """The Intelligence test at an ancient terminal; passed, a die says what it yields, and a double is worth credits
    besides."""
    if play.option["ancient-terminal-double"]:
        play.happen(Acted(model.id, "access-terminal", 1))
    passed, double = intelligence_and_double(model, "terminal", doors.TERMINAL)
    if not passed:
        return
    if double:
        play.happen(Found(model.id, 10 * play.roll(TWO_D6, "terminal.double", "A double: credits, times 10")))
    match (play.roll(D6, "terminal.yield", "What it yields") + 1) // 2:
        case 1:
            gained = play.roll(D6, "terminal.reputation", "Reputation for its gang")
            play.note(model.id, f"gains {gained} Reputation for its gang")
            begin_effect(play, "reputation", model.id, "battle", gained)
        case 2:
            play.happen(Found(model.id, 10 * play.roll(D6, "terminal.credits", "Credits, times 10")))
        case _:
            play.happen(Earned(model.id, play.roll(D6, "terminal.experience", "Experience")))
    if play.option["ancient-terminals-work-once"]:
        begin_effect(play, "switched-off", who, "battle")


ACCESS_TERMINAL = action("access-terminal", (terminals_on_board, standing_active, terminal_to_access), access_terminal)
