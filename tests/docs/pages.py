"""Pages of the documentation as the tests read them: their fenced blocks, run in order.

    python -m tests.docs.pages          write the outputs anew that the pages show

What a block says after its language tells what it is:

    python                      it runs; all blocks of a page share their names
    python file=NAME.py         it is saved as that file, and can be imported from then on
    python excerpt=PATH         its lines stand in that file of the repository, in this order; dots leave out
    toml excerpt=PATH           the same

Any other block of TOML is saved under its id: `id = "corner-shop"` as corner-shop.toml.  The block of plain text
directly behind one that runs is what that prints.  Pages may import the example, ``import tideline``: it is installed.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from markdown_it import MarkdownIt

from tests.example import installed_example

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / top for top in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "examples").rglob("*.md")),
]
RUNNING = [page for page in PAGES if page.name != "CONTRIBUTING.md" and "```python" in page.read_text("utf-8")]


class Block(NamedTuple):
    """A fenced block: its language, what it says behind that, its text, and the lines of the page that hold its text
    (counted from 0)."""

    language: str
    about: str
    text: str
    first: int
    end: int

    @property
    def path(self) -> str:
        """The file that it is, or that it is taken from."""
        return self.about.partition("=")[2]


class Example(NamedTuple):
    """A block of Python, and the block behind it that shows what it prints."""

    block: Block
    output: Block | None

    @property
    def kind(self) -> str:
        """``runs``, ``file`` or ``excerpt``."""
        return self.block.about.partition("=")[0] or "runs"

    @property
    def path(self) -> str:
        """The file that it is."""
        return self.block.path


def blocks(text: str) -> list[Block | None]:
    """The fenced blocks of a page; None stands for whatever else is between two of them."""
    found: list[Block | None] = []
    for token in MarkdownIt().parse(text):
        if token.type == "fence" and token.map is not None:
            language, _, about = token.info.strip().partition(" ")
            found.append(Block(language, about.strip(), token.content, token.map[0] + 1, token.map[1] - 1))
        elif found and found[-1] is not None:
            found.append(None)
    return found


def examples(text: str) -> list[Example]:
    """The blocks of Python of a page, each with what it prints."""
    found = [*blocks(text), None]
    return [
        Example(block, after if after is not None and after.language in ("", "text") else None)
        for block, after in pairwise(found)
        if block is not None and block.language == "python"
    ]


def files(text: str) -> list[str]:
    """The files that a page shows: its blocks of TOML that are no excerpts."""
    return [block.text for block in blocks(text) if block is not None and block.language == "toml" and not block.about]


def excerpts(text: str) -> list[Block]:
    """The blocks that show a part of a file of the repository."""
    return [block for block in blocks(text) if block is not None and block.about.startswith("excerpt=")]


def missing(excerpt: str, source: str) -> str:
    """The first line of an excerpt that its source does not have at its place; "" if it has all of them."""
    lines = iter([line.strip() for line in source.splitlines()])
    for line in excerpt.splitlines():
        if line.strip().strip("(.,)#") and line.strip() not in lines:
            return line
    return ""


@contextlib.contextmanager
def importing_from(*folders: Path | str) -> Iterator[None]:
    """Modules of these folders can be imported, and are forgotten afterwards."""
    known, paths = set(sys.modules), [str(folder) for folder in folders]
    sys.path[:0] = paths
    try:
        yield
    finally:
        for path in paths:
            sys.path.remove(path)
        for name in set(sys.modules) - known:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(tuple(paths)):
                del sys.modules[name]


def played(page: Path, folder: Path) -> Iterator[tuple[Example, str]]:
    """Runs the examples of a page in a folder of their own; yields each with what it prints."""
    names: dict[str, Any] = vars(ModuleType("page"))
    text = page.read_text("utf-8")
    for shown in files(text):
        (folder / f"{tomllib.loads(shown)['id']}.toml").write_text(shown, "utf-8")
    with importing_from(*installed_example(folder / "site-packages"), folder), contextlib.chdir(folder):
        for example in examples(text):
            if example.kind == "excerpt":
                continue
            if example.kind == "file":
                Path(example.path).write_text(example.block.text, "utf-8")
                continue
            # Errors are told with the lines of the page.
            code = "\n" * example.block.first + example.block.text
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(code, str(page), "exec"), names)
            yield example, printed.getvalue()


def rewrite(page: Path, folder: Path) -> None:
    """Write into a page what its examples print now."""
    lines = page.read_text("utf-8").splitlines(keepends=True)
    told = [(example.output, printed) for example, printed in played(page, folder)]
    for output, printed in reversed(told):
        if output is not None:
            lines[output.first : output.end] = [printed]
    page.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    for running in RUNNING:
        with TemporaryDirectory() as scratch:
            rewrite(running, Path(scratch))
