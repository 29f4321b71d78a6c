"""``warbook compile``: the hot loops of the geometry, once."""

from __future__ import annotations

from importlib.util import find_spec

import click

from ..core.errors import WarbookError
from .output import json_option, print_json, say

EPILOG = """\b
Everything also works without this command, but battles take about three times as long.  `warbook serve`
compiles by itself, in the background; `warbook simulate` compiles first if there are many battles to
play.  The compiled code is kept beside Warbook or, if that folder is not writable, in the user's cache
folder; NUMBA_CACHE_DIR names another folder.

\b
Examples:
  warbook compile
  NUMBA_CACHE_DIR=/var/cache/warbook warbook compile
"""


@click.command("compile", epilog=EPILOG)
@json_option
def command(as_json: bool) -> None:
    """Compile the geometry for this machine, which takes a minute or less, once."""
    from .. import compiling

    if find_spec("numba") is None:
        raise WarbookError("compiling needs numba, which is not installed (pip install numba numpy)")
    lacked = compiling.lacking()
    if lacked and (trouble := compiling.finish_visibly().trouble):
        raise WarbookError(f"the geometry cannot be compiled: {trouble}")
    if as_json:
        print_json({"compiled": compiling.all_compiled(), "new": lacked})
    elif compiling.all_compiled():
        say("The geometry is compiled for this machine." if lacked else "The geometry was compiled before.")
    else:
        raise WarbookError(
            "there is no folder in which what is compiled could be kept (or WARBOOK_PLAIN=1 is set); NUMBA_CACHE_DIR "
            "names one"
        )
