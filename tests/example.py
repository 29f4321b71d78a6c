"""The example as an installed package: its source, and the entry points of its pyproject."""

from __future__ import annotations

import tomllib
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples" / "tideline"


def installed_example(site: Path) -> list[str]:
    """The folders that make the example an installed package when they stand on the path; `site`, a new folder, gets
    what pip would write."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    info = site / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    info.joinpath("METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    groups = project["entry-points"].items()
    points = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in listed.items()) for group, listed in groups]
    info.joinpath("entry_points.txt").write_text("\n".join(points))
    return [str(EXAMPLE / "src"), str(site)]
