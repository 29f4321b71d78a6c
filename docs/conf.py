"""Sphinx: builds the documentation, `make docs`.  Pages stay plain Markdown that reads well without it.

The source is the whole repository, so that links between the README, docs and examples are the same everywhere.
"""

from __future__ import annotations

from sphinx.application import Sphinx

from warbook import __version__

project = "Warbook"
author = "the authors of Warbook"
copyright = author
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
include_patterns = ["*.md", "docs/**.md", "docs/reference/*.rst", "examples/*/README.md"]
exclude_patterns = [".*", "build", "src", "tests", "bench", "**/node_modules"]
root_doc = "docs/README"

myst_heading_anchors = 3
myst_links_external_new_tab = False
suppress_warnings = ["misc.highlighting_failure"]  # outputs, and lines that leave something out

default_role = "py:obj"  # `Name` in a docstring is a link where there is something of that name
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Warbook {release}"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
html_extra_path = ["site"]  # index.html, which leads to the root document


MENU = {
    "": ["README", "*"],
    "To play": ["docs/tour", "docs/hosting"],
    "To program": ["docs/tutorial", "docs/api", "docs/protocol", "docs/records", "examples/*/README"],
    "For your table": ["docs/boards", "docs/rosters", "docs/scenarios", "docs/parties", "docs/forces", "docs/armies"],
    "To write rules": ["docs/rulesets", "docs/testing", "docs/architecture", "docs/decisions/README"],
}
LISTED = {
    "docs/api": {"": ["docs/reference/warbook", "docs/reference/*"]},
    "docs/decisions/README": {"": ["docs/decisions/*"]},
}


def add_menu(app: Sphinx, page: str, source: list[str]) -> None:
    """What leads to which page in the menu is said here, so that the pages themselves stay plain Markdown."""
    for caption, pages in (MENU if page == root_doc else LISTED.get(page, {})).items():
        entries = "\n".join(f"/{entry}" for entry in pages)
        named = f":caption: {caption}\n" if caption else ""
        source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n{named}\n{entries}\n```\n"


def drop_alias(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Fields of named tuples have docstrings that say nothing."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", add_menu)
    app.connect("autodoc-process-docstring", drop_alias)
