"""No module over 400 lines and no function over 60, unless a line beside it says why: `# long: ...` below the
docstring of a module, or on the line above a function.  A module of the browser's client has `// long: ...` in its
first lines."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "warbook"
MODULE, FUNCTION = 400, 60
REASON = "# long: "
MODULES = [str(path.relative_to(SOURCE)) for path in sorted(SOURCE.rglob("*.py")) if "node_modules" not in path.parts]

CLIENT = SOURCE / "web" / "client" / "src"
EXEMPT = (".gen.ts", ".test.ts")  # made from the protocol, and tests, which may be as long as they need
PAGES = [
    str(path.relative_to(CLIENT))
    for path in sorted(CLIENT.rglob("*"))
    if path.suffix in (".ts", ".svelte") and not path.name.endswith(EXEMPT)
]


def too_long(text: str) -> Iterator[str]:
    """What is over its bound in a module and has no reason beside it."""
    lines = text.splitlines()
    tree = ast.parse(text)
    first = tree.body[1].lineno if len(tree.body) > 1 else len(lines)
    if len(lines) > MODULE and not any(line.startswith(REASON) for line in lines[:first]):
        yield f"the module has {len(lines)} lines"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            begins = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION and not lines[begins - 2].strip().startswith(REASON):
                yield f"{node.name}, line {node.lineno}, has {length} lines"


def too_long_for_the_client(text: str) -> Iterator[str]:
    """The same of a module in TypeScript or Svelte, whose reason stands among its first ten lines."""
    lines = text.splitlines()
    if len(lines) > MODULE and not any(line.startswith("// long: ") for line in lines[:10]):
        yield f"the module has {len(lines)} lines"


@pytest.mark.parametrize("path", MODULES)
def test_modules_and_functions_are_short_or_say_why_not(path: str) -> None:
    assert list(too_long((SOURCE / path).read_text())) == []


@pytest.mark.parametrize("path", PAGES)
def test_modules_of_the_client_are_short_or_say_why_not(path: str) -> None:
    assert list(too_long_for_the_client((CLIENT / path).read_text())) == []


LONG_FUNCTION = "def f():\n" + "    pass\n" * FUNCTION


def test_the_bounds_are_held() -> None:
    assert list(too_long("x = 1\n" * MODULE)) == []
    assert list(too_long("x = 1\n" * (MODULE + 1))) == [f"the module has {MODULE + 1} lines"]
    assert list(too_long('"""Doc."""\n\n# long: a table\n' + "x = 1\n" * MODULE)) == []
    assert list(too_long(LONG_FUNCTION)) == [f"f, line 1, has {FUNCTION + 1} lines"]
    assert list(too_long("x = 1\n# long: a switch over all kinds\n@cache\n" + LONG_FUNCTION)) == []
    assert list(too_long_for_the_client("x;\n" * (MODULE + 1))) == [f"the module has {MODULE + 1} lines"]
    assert list(too_long_for_the_client("// Words.\n//\n// long: a table\n" + "x;\n" * MODULE)) == []
