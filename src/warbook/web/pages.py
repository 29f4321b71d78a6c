"""Pages: the files of the client."""

from __future__ import annotations

from os.path import isfile
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

BUILT = Path(__file__).parent / "built"
NO_CLIENT = """The pages of the table have not been built here.
They are built with npm, which comes with Node (20.19, 22.12, or 24 and later):

  in a clone, with make       make client
  in a clone, without make    pip install hatchling, then python build_client.py
  installed from a wheel      npm was missing where the wheel was made; make it again where there is npm: pip wheel .

The server itself runs: programs can join with `warbook bot`, see docs/protocol.md.
"""


async def page(request: Request) -> Response:
    """A file of the client; any other path gives the page itself."""
    if not (BUILT / "index.html").is_file():
        return PlainTextResponse(NO_CLIENT, 503 if request.url.path == "/" else 404)
    wanted = request.path_params["path"]
    file = _built_file(wanted)
    if file is not None:
        forever = "public, max-age=31536000, immutable" if wanted.startswith("assets/") else "no-cache"
        return FileResponse(file, headers={"Cache-Control": forever})
    if wanted and wanted != "index.html":
        return PlainTextResponse("There is nothing here.", 404)
    return FileResponse(BUILT / "index.html", headers={"Cache-Control": "no-cache"})


def _built_file(wanted: str) -> Path | None:
    """The file of the client of this name, if there is one."""
    if not wanted or "\0" in wanted:
        return None
    pages = BUILT.resolve()
    file = (pages / wanted).resolve()
    return file if file.is_relative_to(pages) and isfile(file) else None
