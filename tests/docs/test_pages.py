"""The examples of the documentation run, print what they show, and fit what is shipped; links lead somewhere."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import warbook
from tests.cli.toy import run
from tests.docs.pages import PAGES, ROOT, RUNNING, examples, excerpts, files, missing, played
from warbook import table, testing
from warbook.core.play import Oracle
from warbook.testing import fuzz, rulings


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", RUNNING, ids=name)
def test_the_examples_of_a_page_run_and_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    for example, printed in played(page, tmp_path):
        if example.output is not None:
            assert printed == example.output.text, f"{page.name}: python -m tests.docs.pages writes this anew"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_an_excerpt_stands_in_the_file_that_it_is_taken_from(page: Path) -> None:
    text = page.read_text("utf-8")
    for excerpt in excerpts(text):
        assert missing(excerpt.text, (ROOT / excerpt.path).read_text("utf-8")) == ""
    assert all(example.kind in ("runs", "file", "excerpt") for example in examples(text))


def test_an_excerpt_of_toml_is_no_file_of_the_page() -> None:
    page = '```toml excerpt=pyproject.toml\n[project]\n```\n```toml\nid = "a"\n```\n'
    assert files(page) == ['id = "a"\n']
    assert [(excerpt.path, excerpt.text) for excerpt in excerpts(page)] == [("pyproject.toml", "[project]\n")]


def test_an_excerpt_that_is_not_there_is_found_out() -> None:
    assert missing("a\n...\nc", "a\nb\nc") == ""
    assert missing("c\na", "a\nb\nc") == "a"
    assert missing("d", "a\nb\nc") == "d"


def test_an_output_belongs_to_the_block_directly_before_it() -> None:
    near, far = examples("```python\n1\n```\n```\nshown\n```\nWords.\n\n```python\n2\n```\nWords.\n\n```\nelse\n```\n")
    assert near.output is not None
    assert near.output.text == "shown\n"
    assert far.output is None


@pytest.mark.parametrize("scenario", ["hive-stand-off", "open-field"])
def test_the_board_that_is_shown_takes_the_place_of_a_shipped_one(scenario: str, tmp_path: Path) -> None:
    file = tmp_path / "corner-shop.toml"
    file.write_text(files((ROOT / "docs/boards.md").read_text("utf-8"))[0], "utf-8")
    assert table.battle(scenario, red="uniform", blue="uniform", seed=1, board=file).is_over


def test_the_scenario_that_is_shown_is_played_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "bridge-robbery.toml"
    file.write_text(files((ROOT / "docs/scenarios.md").read_text("utf-8"))[0], "utf-8")
    assert table.battle(str(file), red="uniform", blue="uniform", seed=1).is_over


TOP = ("src", "tests", "docs", "examples", "bench", "attack", "mutants", "scripts")
NAMED = re.compile(rf"`((?:{'|'.join(TOP)})/[\w./-]*)`")


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=name)
def test_a_path_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    assert [path for path in NAMED.findall(text) if not (ROOT / path).exists()] == []


def test_a_path_that_is_nowhere_is_found_out() -> None:
    assert NAMED.findall("`src/warbook/nowhere/`, `docs/nothing.md` and `src`") == [
        "src/warbook/nowhere/",
        "docs/nothing.md",
    ]


def test_the_page_of_the_api_has_every_name_of_warbook() -> None:
    page = (ROOT / "docs/api.md").read_text("utf-8")
    assert [name for name in warbook.__all__ if f"`{name}`" not in page] == []


def names_of_testing() -> set[str]:
    """Everything public that `warbook.testing` gives to authors: its names, what their objects have (a script besides
    what every oracle has), the words of its functions and the fields of its errors and reports."""
    scene, red = testing.Scene.of("necromunda-2023", [testing.model(4, 12, "dipper")])
    objects = (
        scene,
        scene.activation(red),
        testing.Script(),
        testing.model(1, 1),
        testing.Report(),
        testing.Nonconforming(""),
        testing.Unscripted(""),
        fuzz.Failure(0, "", ROOT, ROOT),
    )
    names = {*testing.__all__, "fuzz", *rulings.ASPECTS}
    given = [getattr(testing, name) for name in testing.__all__]
    functions = [testing.Scene, testing.Script, fuzz.fuzz, *(each for each in given if not inspect.isclass(each))]
    for thing in objects:
        members = set(dir(thing)) - set(dir(Oracle)) - set(dir(AssertionError))
        names |= members
        functions += [each for name in members if callable(each := getattr(thing, name)) and not name.startswith("_")]
    words = [word for function in functions for word in inspect.signature(function).parameters.values()]
    names |= {word.name for word in words if word.kind in (word.POSITIONAL_OR_KEYWORD, word.KEYWORD_ONLY)}
    return {name for name in names if not name.startswith("_")}


def test_the_page_about_testing_has_every_public_name_of_it_in_code() -> None:
    page = (ROOT / "docs/testing.md").read_text("utf-8")
    words = set(re.findall(r"\w+", "\n".join(re.findall(r"```.*?```|`[^`]*`", page, re.DOTALL))))
    assert sorted(names_of_testing() - words) == []
    options = [option for each in fuzz.main.params for option in each.opts if option.startswith("--")]
    assert [option for option in options if option not in page] == []


def api_modules() -> set[str]:
    """The modules that the page of the API names; one without a package is of that of the name before it."""
    named, package = set[str](), ""
    parts = (ROOT / "docs/api.md").read_text("utf-8").partition("| part | modules |")[2]
    for module in re.findall(r"`([\w.]+)`", parts):
        package = module.rpartition(".")[0] if "." in module else package
        named.add(module if "." in module else f"{package}.{module}")
    return named


def test_the_reference_has_every_module_that_the_page_of_the_api_names_and_no_other() -> None:
    pages = [page.read_text("utf-8") for page in (ROOT / "docs/reference").glob("*.rst") if page.name != "warbook.rst"]
    shown, named = set(re.findall(r"automodule:: (\S+)", "".join(pages))), api_modules()
    assert [module for module in named if not any(f"{each}.".startswith(f"{module}.") for each in shown)] == []
    assert [each for each in shown if not any(f"{each}.".startswith(f"{module}.") for module in named)] == []


def test_the_page_of_the_api_names_what_the_examples_of_a_ruleset_import() -> None:
    code = [
        *(ROOT / "src/warbook/cli/templates/ruleset").rglob("*.py.txt"),
        *(ROOT / "examples/tideline").rglob("*.py"),
    ]
    imports = re.compile(r"^from (warbook\.(?:core|mechanics)\.\w+) import", re.MULTILINE)
    used = {module for file in code for module in imports.findall(file.read_text("utf-8"))}
    assert "warbook.core.ruleset" in used
    assert used - api_modules() == set()


# Commands that wait for somebody (a browser, a person at the terminal, a program), or that need numba.
WAITING = ("serve", "compile", "play hive-stand-off", "play open-field --option rounds=4", "bot hive-stand-off")
QUICKLY = {"greedy": "uniform", "100": "2"}


def test_the_commands_of_the_readme_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they stand there, in a folder with a roster of one's own; only shorter."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (roster,) = files((ROOT / "docs/rosters.md").read_text("utf-8"))
    Path("my-gang.toml").write_text(roster, "utf-8")
    shown = re.findall(r"^    warbook (.+?)(?:  .*)?$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert {line for line in shown if line.partition(" -- ")[0] in WAITING} >= {"serve", "play hive-stand-off"}
    for line in shown:
        if line.partition(" -- ")[0] in WAITING:
            continue
        words = [QUICKLY.get(word, word) for word in line.split()]
        if words[0] == "simulate":
            words += ["--games", "2", "--jobs", "1"]
        asked = run(*words)
        assert asked.exit_code == 0, f"warbook {line}\n{asked.output}"


LINKS = [
    (page, link)
    for page in PAGES
    for link in sorted(
        set(re.findall(r"\]\((?!https?:|#)([^)#]+)", re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.S)))
    )
]


@pytest.mark.parametrize(("page", "link"), LINKS, ids=[f"{name(page)}: {link}" for page, link in LINKS])
def test_a_link_leads_somewhere(page: Path, link: str) -> None:
    assert (page.parent / link).exists()


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent == ROOT / "docs"], ids=name)
def test_the_index_and_the_menu_have_every_page(page: Path) -> None:
    index = (ROOT / "docs/README.md").read_text("utf-8")
    menu = (ROOT / "docs/conf.py").read_text("utf-8")
    assert page.name == "README.md" or (f"]({page.name}" in index and f'"docs/{page.stem}"' in menu)
