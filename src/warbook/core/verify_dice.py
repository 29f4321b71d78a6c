"""Verifying dice: whether the faces of a record are those that its seed gives, roll by roll."""

from __future__ import annotations

from .answers import Shown
from .dice import Dice, Pool
from .errors import WarbookError
from .game import Game
from .record import DiceLine, ShareLine
from .source import Source, commitment_of, must_be_share
from .structs import replace
from .verdict import Differs, Stretch

MOST_ROLLS = 2**53  # how high the rolls of a battle are counted: what is more was made up
MOST_SKIPPED = 20_000  # numbers of rolls that are looked through for faces, where a record may have left rolls out


class DiceJudge:
    """Compares the rolls of a record with what follows from its seed.  `changes` says how often the record goes on with
    other dice: what comes before may leave out rolls that were taken back."""

    def __init__(self, game: Game, changes: int) -> None:
        self.game, self.changes = game, changes
        self.old = game.header.format < 2
        self.rolls = 0
        self.blind = ""  # why the rules cannot be asked
        self.undiced: list[str] = []  # why faces could not be compared
        self.skipped = 0  # numbers that no roll of the record has
        self.limit = 0  # the count of rolls that the line has
        self.kept: list[Shown] = []  # faces that had been seen under older rules
        self.counted = self.since = 0
        self.stretches: list[Stretch] = []
        self._take_source(Source("given", None), 0)

    def _take_source(self, source: Source, begins: int) -> None:
        """From here on rolls come from this source, numbered from `begins`."""
        self.source, self.since, self.counted = source, begins, begins
        self.stretches.append(Stretch(len(self.game.steps), 0, source.how, source.commitment))
        self.shares: dict[int, str] = {}
        self.dice: Dice | None = None
        self.secret = "" if source.seed is not None else "there is no seed"
        if source.how == "given":
            self.secret = "the faces were given by a script, not rolled"
        elif source.how == "shared" and source.seed is not None and commitment_of(source.seed) != source.commitment:
            raise Differs(f"the server's share has the commitment {commitment_of(source.seed)}, not the one it told")
        elif source.how != "shared" and source.commitment:
            raise Differs(f"dice that were {source.how} have no commitment")

    def compare_faces(self, pool: Pool, key: str, faces: list[int]) -> None:
        """Take a new roll.  Raises `Differs` if its faces are not those of its number."""
        for shown in self.kept:
            if shown.key == key and pool.fits(shown.faces or []):
                self.kept.remove(shown)
                if shown.faces != faces:
                    raise Differs(f"{key}: {shown.faces} had been seen for this roll, the record has {faces}")
                return
        self.rolls += 1
        self.stretches[-1] = replace(self.stretches[-1], rolls=self.stretches[-1].rolls + 1)
        if self.secret:
            self.undiced.append(self.secret)
        elif (wanted := self._faces(pool, self.counted)) != faces and not self._later(pool, faces):
            raise Differs(f"roll {self.counted} ({key}, {pool}): the seed gives {wanted}, the record has {faces}")
        self.counted += 1

    def _faces(self, pool: Pool, number: int) -> list[int]:
        """The faces of a roll."""
        if self.dice is None:
            seed = self.source.rolled_from(self.shares)
            assert seed is not None
            self.dice = Dice(seed)
        self.dice.rolled = number
        return self.dice.roll(pool)

    @property
    def _whole(self) -> bool:
        """Whether the record must contain every roll that was made: a beginning taken from another battle lacks the
        rolls that were undone there, and so did exports in format 1."""
        return not self.old and not self.changes

    def _later(self, pool: Pool, faces: list[int]) -> bool:
        """Whether a later number, which the line still counts, has these faces."""
        if self._whole:
            return False
        for number in range(self.counted + 1, min(self.limit, self.counted + MOST_SKIPPED - self.skipped)):
            if self._faces(pool, number) == faces:
                self.skipped += number - self.counted
                self.counted = number
                return True
        return False

    def _count(self, dice: int) -> None:
        """Compare the count of rolls that a line has."""
        if self.old and 0 <= dice < self.counted:
            return  # a step that was done again has the count that it had
        if not self.counted <= dice <= MOST_ROLLS:
            raise Differs(f"{dice} rolls are counted after {self.counted}")
        if dice > self.counted:
            if self.secret or self.blind:
                self.undiced += [self.secret] if self.secret else []
            elif self._whole:
                raise Differs(f"{dice} rolls are counted, and {self.counted} were made")
            else:
                self.skipped += dice - self.counted
            self.counted = dice

    def _other_dice(self, line: DiceLine) -> None:
        self.changes -= 1
        if not self.counted <= line.dice <= MOST_ROLLS:
            raise Differs(f"{line.dice} rolls are counted after {self.counted}")
        self._take_source(line.source, line.dice)

    def _share(self, line: ShareLine) -> None:
        if self.source.how != "shared" or self.counted > self.since:
            raise Differs("a share of the dice comes after their first roll, or there is nothing to share")
        if line.seat in self.shares or not 0 <= line.seat < self.game.ruleset.seats:
            raise Differs(f"seat {line.seat} gives a second share, or there is no such seat")
        try:
            must_be_share(line.share)
        except WarbookError as fault:
            raise Differs(str(fault)) from fault
        self.shares[line.seat] = line.share
