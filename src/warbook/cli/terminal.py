"""Terminal: the table as one person, or two at one keyboard, see it.

The position is drawn, the question is put with the actions that led to it, and a line is read: an answer, or
one of the words of `WORDS`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ..core.decision import Choose
from ..core.errors import Illegal, WarbookError
from ..core.text import visible
from ..space.grid.paths import GridPath
from . import answers
from .draw import sketch_position
from .output import console, short_names
from .seats import bots_move, take_back

if TYPE_CHECKING:
    from ..core.decision import Decision, DecisionKind
    from ..core.game import Game
    from ..core.oracle import Player

MOST_LISTED = 40
CANDIDATES = 9
MOST_REFUSED = 30
REMEMBERED = 12  # events that are printed when a battle is resumed
ON_THE_BOARD_HELP: dict[DecisionKind, str] = {
    "path": "coordinates in inches: 12 7.5, leg by leg 10 4, c 10 4 @3, with > 14 20 for the point to look at",
    "place": "coordinates in inches: 12 7.5, or 12 7.5 @3 > 14 20 for a height and the point to look at",
    "drive": "coordinates in inches: 12 7.5, or leg by leg: left 45, ahead 6, back 2; > 14 20 to turn to a point",
    "march": "coordinates in inches, where its first member goes: 12 7.5; the rest follow",
    "muster": "coordinates in inches, where its first member stands: 12 7.5; the rest stand about it",
    "face": "a direction: north, or 1 0 for east",
}
ON_A_GRID_HELP = "a point of the cell where it ends: 12.5 7.5; or cell by cell: 9.5 4.5, 10.5 4.5"
COLOURS = ("red", "blue", "green", "magenta")

#: What can be typed instead of an answer.
WORDS = {
    "why": "why the other options are not offered; `why ANSWER`: the reasons against that answer",
    "odds": "the probability of each outcome, for every option that has outcomes",
    "board": "draw the position again",
    "log": "what has happened; `log 20`: the last 20 lines",
    "any": "choose an answer at random; `any 10`: for this and your next nine questions",
    "undo": "take back your last choice (if the other side must agree, it is asked)",
    "redo": "repeat the choice that was taken back",
    "save": "`save FILE`: save a copy of the record; the battle itself is always saved",
    "help": "this list",
    "quit": "leave; the battle can be resumed from this position",
}


class Left(Exception):
    """The person leaves the table."""


def converse(game: Game, players: Mapping[int, Player], path: Path) -> None:
    """Play until the battle is over or the person leaves."""
    seat = Terminal(game, players, path)
    try:
        while seat.bots_move():
            seat.ask(next(d for d in game.decisions if d.player not in players))
    except (Left, EOFError, KeyboardInterrupt):
        seat.out.print()
    seat.tell()


class Terminal:
    """One conversation.  `said` counts the events printed so far, `drawn` is the position drawn last."""

    def __init__(self, game: Game, players: Mapping[int, Player], path: Path) -> None:
        self.game, self.players, self.path = game, players, path
        self.out = console()
        self.names = short_names(game)
        self.by_chance, self.rng = 0, Random()
        people = [seat for seat in range(game.ruleset.seats) if seat not in players]
        self.eyes = people[0] if len(people) == 1 else -1
        self.said, self.drawn = max(0, len(game.events()) - REMEMBERED), ""
        self.offered: tuple[list[Any], list[str]] = ([], [])
        if sys.stdin.isatty():
            with suppress(ImportError):  # Windows has none, and a history of its own
                import readline

                readline.set_auto_history(True)
        self.out.print(Text("Type the number of an option, or help.", style="dim"))

    def bots_move(self) -> bool:
        """Let the bots answer their questions.  Returns whether a person must decide now."""
        thinking = next((d.player for d in self.game.decisions if d.player in self.players), None)
        if thinking is None or not self.out.is_terminal:
            return bots_move(self.game, self.players)
        with self.out.status(Text(f"{self.names[thinking]} is thinking.")):
            return bots_move(self.game, self.players)

    # ---- asking ------------------------------------------------------------------------------------------------------

    def ask(self, decision: Decision[Any]) -> None:
        """Ask the question until it is answered, or until another question is open."""
        self.tell()
        if self.by_chance:
            self.by_chance -= 1
            self.game.choose(decision.sample(self.rng), decision.player)
            return
        self.draw()
        self.put(decision)
        before = (len(self.game.steps), len(self.game.answers))
        while self.game.decisions and (len(self.game.steps), len(self.game.answers)) == before:
            line = input(visible(f"{self.names[decision.player]}> ")).strip()
            try:
                self.take(decision, line)
            except Illegal as fault:
                self.refuse(fault.reasons)
            except WarbookError as fault:
                self.refuse((str(fault),))

    def take(self, decision: Decision[Any], line: str) -> None:
        """One line that was typed."""
        word, _, rest = line.partition(" ")
        if not word:
            return
        if word.lower() in WORDS:
            getattr(self, f"do_{word.lower()}")(decision, rest.strip())
        else:
            self.game.choose(self.meant(decision, line), decision.player)

    def put(self, decision: Decision[Any]) -> None:
        """The question, what led to it and its options."""
        people = " and ".join(self.game.ruleset.people(self.game.world, decision))
        asked = f"{people}, {self.names[decision.player]}" if people else self.names[decision.player]
        side = Text(f"{asked}: ", style=f"bold {COLOURS[decision.player % len(COLOURS)]}")
        self.out.print()
        self.out.print(Text.assemble(side, (decision.prompt, "bold"), self.led_here()))
        if decision.kind == "order":
            items: Any = decision
            self.list([items.named(i) if items.named else str(i) for i in items.items])
            self.out.print(Text("  all of them, in your order: 2 1 3", style="dim"))
            self.offered = ([], [])
            return
        on_board = decision.kind in answers.ON_THE_BOARD
        shown, places = (decision.candidates(CANDIDATES), 0) if on_board else _listed(decision)
        labels = [decision.label(answer) for answer in shown]
        self.offered = (shown, labels)
        self.list([_cautioned(label, decision.cautions(answer)) for answer, label in zip(shown, labels, strict=True)])
        if on_board:
            how = ON_A_GRID_HELP if isinstance(decision, GridPath) else ON_THE_BOARD_HELP[decision.kind]
            self.out.print(Text(f"  or {how}", style="dim"))
        elif places:
            how = f"type the coordinates of a place, such as 12 7.5, or its name ({places} places)"
            self.out.print(Text(f"  and more: {how}", style="dim"))
        elif decision.kind in answers.LISTS and len(shown) == MOST_LISTED:
            self.out.print(Text("  and perhaps more: type the name of an option", style="dim"))
        elif decision.kind == "allocate":
            self.out.print(Text("  or a number for each, in order: 2 0 1", style="dim"))

    def led_here(self) -> Text:
        actions = " > ".join(self.game.actions_running)
        return Text(f"   ({actions})", style="dim") if actions else Text()

    def list(self, labels: list[str]) -> None:
        for number, words in enumerate(labels, start=1):
            self.out.print(Text(f"{number:>3}  {words}"))

    def refuse(self, reasons: tuple[str, ...]) -> None:
        for reason in reasons:
            self.out.print(Text(f"  {reason}", style="yellow"))

    # ---- telling -----------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Print the events since the last call."""
        events = self.game.events()
        fresh = events[self.said :] if self.said <= len(events) else []
        self.said = len(events)
        for event in fresh:
            seen = event.seen_by(self.eyes)
            if seen is not None and (sentence := self.game.ruleset.sentence(seen, self.game.name)):
                self.out.print(Text(f"  {sentence}", style="dim"))

    def draw(self, *, again: bool = False) -> None:
        """Draw the position, unless it has not changed."""
        now = sketch_position(self.game, None, self.out.width, seat=self.eyes)
        if now and (again or now != self.drawn):
            self.out.print()
            self.out.print(Text(now), end="")
        self.drawn = now

    # ---- the words ---------------------------------------------------------------------------------------------------

    def do_help(self, decision: Decision[Any], rest: str) -> None:
        for word, says in WORDS.items():
            self.out.print(Text.assemble((f"  {word:<6}", "bold"), says))
        self.put(decision)

    def do_why(self, decision: Decision[Any], rest: str) -> None:
        refused = decision.refused() if isinstance(decision, Choose) else {}
        if rest:
            answer = self.meant(decision, rest)
            self.refuse(decision.legal(answer) or ("This answer is legal.",))
            return
        if not refused:
            on_board = decision.kind in answers.ON_THE_BOARD
            self.refuse((f"Name the answer you mean: {'why 12 7.5' if on_board else 'why NAME'}.",))
        for number, (answer, reasons) in enumerate(refused.items()):
            if number == MOST_REFUSED:
                self.refuse((f"... and {len(refused) - MOST_REFUSED} more",))
                break
            self.out.print(Text.assemble(("  not ", "dim"), decision.label(answer), ": ", " ".join(reasons)))

    def meant(self, decision: Decision[Any], text: str) -> Any:
        """The answer that somebody names: one that is offered, one that is refused, or a model by its name.  Raises
        `Unreadable`."""
        shown, labels = self.offered
        try:
            return answers.read_answer(decision, text, shown, labels)
        except answers.Unreadable:
            listed = decision.kind not in answers.ON_THE_BOARD and not text.isdigit()
            found = self.not_offered(decision, text.lower()) if listed else ()
            if len(found) != 1:
                raise
            return found[0]

    def not_offered(self, decision: Decision[Any], said: str) -> Sequence[Any]:
        """The refused options that are called like that or written like that; else the models of such a name."""
        refused = [] if not isinstance(decision, Choose) else [*decision.refused()]
        named = [a for a in refused if decision.label(a).lower().startswith(said) or str(a).lower() == said]
        records = self.game.play.state.records
        return named or [r.id for r in records if self.game.name(r.id).lower().startswith(said)]

    def do_odds(self, decision: Decision[Any], rest: str) -> None:
        from ..odds import why_withheld
        from .odds import actor, of_options

        reason = why_withheld(self.game)
        if reason:
            self.refuse((reason,))
            return
        found = list(of_options(self.game, decision, *self.offered))
        likely = [(words, odds) for words, odds in found if not odds.impossible]
        who = actor(self.game)
        if likely and who:
            self.out.print(Text(f"  Possible outcomes of {who}'s action, by {likely[0][1].horizon}:", style="dim"))
        for words, odds in likely:
            said = str(odds)
            self.out.print(Text(f"  {said}" if said.startswith(f"{words}: ") else f"  {words}: {said}"))
        if not found:
            self.refuse(("No option here has odds of its own.",))
        elif not likely:
            self.refuse(("None of these options can lead directly to an outcome that has odds.",))

    def do_board(self, decision: Decision[Any], rest: str) -> None:
        self.draw(again=True)

    def do_log(self, decision: Decision[Any], rest: str) -> None:
        if rest and not rest.isdigit():
            raise answers.Unreadable(f"log: found {rest!r}; wanted a number of lines")
        log = self.game.log(self.eyes)
        for sentence in log[-int(rest) :] if rest and int(rest) else log:
            self.out.print(Text(f"  {sentence}", style="dim"))

    def do_any(self, decision: Decision[Any], rest: str) -> None:
        if rest and not (rest.isdigit() and int(rest)):
            raise answers.Unreadable(f"any: found {rest!r}; wanted a number of questions")
        self.by_chance = int(rest or 1) - 1
        self.game.choose(decision.sample(self.rng), decision.player)

    def do_undo(self, decision: Decision[Any], rest: str) -> None:
        if take_back(self.game, decision.player, self.players, self.agrees):
            self.refuse(("Taken back.",))
        else:
            self.refuse(("Not taken back: the other side did not agree.",))

    def do_redo(self, decision: Decision[Any], rest: str) -> None:
        self.game.redo()

    def do_save(self, decision: Decision[Any], rest: str) -> None:
        from .files import write_whole

        if not rest:
            self.out.print(Text(f"  Every choice is saved at once: {self.path}"))
            return
        write_whole(Path(rest), self.game.save())
        self.out.print(Text(f"  Saved: {rest}"))

    def do_quit(self, decision: Decision[Any], rest: str) -> None:
        raise Left

    def agrees(self, seat: int) -> bool:
        return input(visible(f"{self.names[seat]}, do you agree to take this back? (yes/no) ")).strip().lower() in (
            "y",
            "yes",
        )


def _listed(decision: Decision[Any]) -> tuple[list[Any], int]:
    """The options that are shown of a list; and, where most of many stand for places, how many: a list of squares says
    little, so that of these only some are shown, after all others."""
    shown = decision.candidates(MOST_LISTED)
    if len(shown) < MOST_LISTED or sum(decision.spot(option) is not None for option in shown) <= CANDIDATES:
        return shown, 0
    every = decision.candidates(answers.MOST)
    places = [option for option in every if decision.spot(option) is not None]
    others = [option for option in every if decision.spot(option) is None]
    return others[: MOST_LISTED - CANDIDATES] + places[:CANDIDATES], len(places)


def _cautioned(label: str, cautions: tuple[str, ...]) -> str:
    """An option with the warnings about choosing it."""
    return f"{label} ({'; '.join(cautions)})" if cautions else label
