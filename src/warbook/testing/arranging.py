"""How a scene is arranged: models, pieces of a board, places and ways, all in inches."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, overload

from msgspec import Struct

from ..core.errors import WarbookError, nearest
from ..core.length import inches
from ..core.ruleset import Ruleset
from ..core.state import State, Turn
from ..core.structs import replace
from ..mechanics.cast import Cast, Role
from ..space.movement import Mode

BARE = """
kind = "board"
id = "bare"
title = "A bare table"
size = [48, 48]
"""
ZONES = """
[[deployment]]
name = "south"
rect = [0, 0, 48, 12]

[[deployment]]
name = "north"
rect = [0, 36, 48, 12]
"""


class Placed(Struct, frozen=True):
    """A model of a scene, as `model` describes it."""

    x: float
    y: float
    z: float
    facing: tuple[float, float] | None
    name: str
    words: Mapping[str, Any]
    kit: Any = None


def model(
    x: float,
    y: float,
    profile: str = "",
    *,
    z: float = 0,
    facing: tuple[float, float] | None = None,
    name: str = "",
    kit: Any = None,
    **words: Any,
) -> Placed:
    """A model of a scene: the middle of its base in inches, the id of its profile, and what else is to be said of it.

    `words` are keys of a row of the ruleset's rosters (``weapons=["longbow"]``) or fields of the model's record
    (``wounds=1``).  Without `facing` it faces the other side.  `kit` is for a ruleset's own tests: what it would make
    of the words.
    """
    said = {"profile": profile, **words} if profile else words
    return Placed(x, y, z, facing, name or f"{profile or 'model'} at {x:g}, {y:g}", said, kit)


def arranged(
    ruleset: Ruleset, sides: Mapping[int, Sequence[Placed]], board: str, turn: Mapping[str, Any]
) -> tuple[Any, State[Any, Any], list[list[int]]]:
    """The world, the position, and the ids of the models of each side in their order.  Raises `WarbookError`."""
    if ruleset.scene is None:
        raise WarbookError(
            f"{ruleset.id} does not say how a scene is laid out; wanted Ruleset.scene, or Scene(ruleset, world, state)"
        )
    roles: list[Role] = []
    ids: list[list[int]] = []
    for owner, models in sides.items():
        ids.append([*range(len(roles), len(roles) + len(models))])
        roles += [_role(number, owner, each) for number, each in zip(ids[-1], models, strict=True)]
    world, state = ruleset.scene(ruleset, Cast(whole_board(board), roles))
    for fault in (fault for role in roles for fault in role.unknown_words()):
        raise fault
    now: Turn = state.turn
    for field in turn:
        if field not in now.__struct_fields__:
            fields = ", ".join(now.__struct_fields__)
            near = nearest(field, now.__struct_fields__)
            raise WarbookError(f"the turn of {ruleset.id} has no field {field!r}{near}; it has {fields}")
    state.turn = replace(now, **turn)
    return world, state, ids


def _role(number: int, owner: int, placed: Placed) -> Role:
    spot = (inches(placed.x), inches(placed.y), inches(placed.z))
    facing = (inches(placed.facing[0]), inches(placed.facing[1])) if placed.facing is not None else None
    return Role(number, owner, placed.name, spot, facing, placed.words, placed.kit)


# ---- boards ----------------------------------------------------------------------------------------------------------


def whole_board(pieces: str) -> str:
    """The text of a board: pieces on a bare table with a zone in the south and one in the north, unless the text names
    its own zones, or is that of a whole board."""
    if re.search(r"^\s*kind\s*=", pieces.partition("[[")[0], re.MULTILINE):
        return pieces
    return BARE + pieces + ("" if "[[deployment]]" in pieces else ZONES)


def piece(table: str, /, **facts: Any) -> str:
    """TOML of a piece of a board in a line, to be put together with others: ``piece("wall", line=[4, 9, 9, 9],
    height=3)``."""
    return f"[[{table}]]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in facts.items())


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


# ---- answers to questions of the board -------------------------------------------------------------------------------


def leg(x: float, y: float, z: float = 0, mode: Mode = Mode.WALK) -> tuple[int, int, int, int]:
    """A leg of a way, in inches: where it ends, and how one gets there."""
    return (inches(x), inches(y), inches(z), int(mode))


def way(*legs: tuple[int, int, int, int], face: tuple[int, int] | None = None) -> tuple[Any, ...]:
    """The answer to a question of a way: its legs, then the facing it ends with where the question asks for one."""
    return (*legs, *(() if face is None else (face,)))


def drive(*legs: tuple[float, tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    """The answer to a question of a drive: for each leg how far in inches, backwards below 0, and the direction to face
    before it."""
    return tuple((inches(distance), *face) for distance, face in legs)


@overload
def spot(x: float, y: float, z: float = 0, face: None = None) -> tuple[int, int, int]: ...
@overload
def spot(x: float, y: float, z: float, face: tuple[int, int]) -> tuple[int, int, int, int, int]: ...
@overload
def spot(x: float, y: float, z: float = 0, *, face: tuple[int, int]) -> tuple[int, int, int, int, int]: ...
def spot(x: float, y: float, z: float = 0, face: tuple[int, int] | None = None) -> tuple[int, ...]:
    """The answer to a question of a place, in inches, with a facing where the question asks for one."""
    return (inches(x), inches(y), inches(z), *(face or ()))
