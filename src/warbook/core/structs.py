"""Structs with other values.

msgspec's own `replace` takes any name and any value, as far as mypy knows.  This one is the same function: mypy takes
it for that of dataclasses, and so knows the fields of the struct, which declares them like a dataclass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:
    from msgspec.structs import replace as replace
