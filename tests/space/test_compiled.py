"""Which form the kernels have in a process: compiled only where all of them were compiled before."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from warbook import compiling
from warbook.space import _compiled, _kernels

numba = pytest.importorskip("numba")
SOURCES = Path(_kernels.__file__).parents[1]


def run(code: str, **environment: str) -> str:
    """What a process of its own prints, which must not stumble."""
    given = {key: value for key, value in os.environ.items() if key not in ("WARBOOK_PLAIN", "NUMBA_CACHE_DIR")}
    path = {"PYTHONPATH": os.pathsep.join(("src", "."))}
    ended = subprocess.run(
        [sys.executable, "-c", code], env={**given, **path, **environment}, capture_output=True, text=True, check=True
    )
    return ended.stdout.strip()


FORM = "from warbook.space import _kernels; print(_kernels.COMPILED, type(_kernels.table([(1, 2)], 2)).__name__)"


def test_a_process_runs_plain_where_nothing_was_compiled(tmp_path: Path) -> None:
    assert run(FORM, NUMBA_CACHE_DIR=str(tmp_path)) == "False tuple"
    assert list(tmp_path.iterdir()) == [], "to look leaves nothing behind"


def test_a_process_takes_what_was_compiled_from_a_folder_where_it_may_not_write(tmp_path: Path) -> None:
    folder = _kernels.FORM.folder
    if folder is None:
        pytest.skip("this process runs plain")
    place = tmp_path / "compiled"
    place.mkdir()
    (place / folder.name).symlink_to(folder, target_is_directory=True)
    place.chmod(0o500)
    assert run(FORM, NUMBA_CACHE_DIR=str(place)) == "True ndarray"


def test_a_folder_that_is_not_complete_is_not_taken(tmp_path: Path) -> None:
    name = _compiled._name()
    assert name is not None
    (tmp_path / name).mkdir()
    assert run(FORM, NUMBA_CACHE_DIR=str(tmp_path)) == "False tuple"
    (tmp_path / name / "complete-for-another-processor").touch()
    assert run(FORM, NUMBA_CACHE_DIR=str(tmp_path)) == "False tuple"
    other = run("from warbook.space import _compiled; print(_compiled._mark())", NUMBA_CPU_NAME="generic")
    assert other != _compiled._mark()


# Not by `all_compiled`: another process may have compiled them since this one began without.
@pytest.mark.skipif(_kernels.FORM.folder is None, reason="this process has nothing compiled")
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_folder_from_which_a_file_was_deleted_is_compiled_again(tmp_path: Path, ending: str) -> None:
    assert _kernels.FORM.folder is not None
    folder = shutil.copytree(_kernels.FORM.folder, tmp_path / _kernels.FORM.folder.name)
    environment = {"NUMBA_CACHE_DIR": str(tmp_path)}
    assert run(FORM, **environment) == "True ndarray"
    deleted = next(folder.glob(f"_kernels.near_polygon-*.{ending}"))
    deleted.unlink()
    assert run(FORM, **environment) == "False tuple"
    compile_them = (
        "from warbook import compiling; print(compiling.lacking(), compiling.finish(lambda _: None).complete)"
    )
    assert run(compile_them, **environment) == "True True"
    assert deleted.exists()
    assert run(FORM, **environment) == "True ndarray"


CONTAINERFILE = Path(__file__).parents[2] / "docs" / "hosting" / "Containerfile"


def test_what_the_image_of_the_table_compiles_is_taken_by_a_server_with_its_environment_and_by_no_other(
    tmp_path: Path,
) -> None:
    steps = CONTAINERFILE.read_text("utf-8").splitlines()
    last = steps[max(n for n, step in enumerate(steps) if step.startswith("FROM ")) :]  # what the image is run from
    settings = [step.removeprefix("ENV ").split() for step in last if step.startswith("ENV ")]
    image = dict(setting.split("=", 1) for step in settings for setting in step)
    assert image == {"NUMBA_CPU_NAME": "generic"}
    assert last.index("ENV NUMBA_CPU_NAME=generic") < last.index("RUN warbook compile") < last.index("USER warbook")

    place = {"NUMBA_CACHE_DIR": str(tmp_path)}
    kept = "from warbook.space import _compiled; folder = _compiled.writable(_compiled._name())"
    run(f"{kept}; (folder / '_kernels.one.nbi').touch(); _compiled.mark_complete(folder)", **image, **place)
    state = "from warbook.space import _compiled; print(_compiled.form().compiled)"
    assert run(state, **image, **place) == "True"
    assert run(state, **place, NUMBA_CPU_NAME="another") == "False"


def test_other_sources_other_constants_and_another_numba_have_folders_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {_compiled._name()}
    changed = tmp_path / "_kernels.py"
    changed.write_bytes(_compiled.SOURCE.read_bytes() + b"\n")
    for target, value in ((f"{_compiled.__name__}.SOURCE", changed), (f"{_compiled.__name__}.terrain.LOW", 1 << 20)):
        with monkeypatch.context() as patch:
            patch.setattr(target, value)
            names.add(_compiled._name())
    with monkeypatch.context() as patch:
        patch.setattr(_compiled, "version", lambda _: "0.0")
        names.add(_compiled._name())
    assert len(names) == 4


def test_who_may_not_write_beside_the_source_keeps_it_in_the_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("WARBOOK_PLAIN", raising=False)
    nowhere = tmp_path / "file"
    nowhere.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(_compiled, "places", lambda: iter((nowhere / "beside", *list(places())[1:])))
    found = _compiled.writable("kernels")
    if sys.platform == "linux":
        assert found == tmp_path / "cache" / "warbook" / "kernels"


places = _compiled.places


def test_who_may_write_nowhere_plays_all_the_same(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.touch()
    assert run(FORM, NUMBA_CACHE_DIR=str(nowhere)) == "False tuple"
    assert run("from warbook import compiling; print(compiling.lacking())", NUMBA_CACHE_DIR=str(nowhere)) == "False"


@pytest.mark.parametrize("variable", ["WARBOOK_PLAIN", "NUMBA_DISABLE_JIT"])
def test_who_wants_nothing_compiled_gets_the_kernels_as_they_stand(variable: str) -> None:
    assert run(FORM, **{variable: "1", "WARBOOK_COMPILE": "1"}) == "False tuple"


def test_a_server_that_may_write_its_database_alone_keeps_what_is_compiled_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WARBOOK_PLAIN", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")  # so that it is put back afterwards
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    nowhere = tmp_path / "file"
    nowhere.touch()
    with monkeypatch.context() as patch:
        patch.setattr(_compiled, "places", lambda: iter((nowhere / "beside", nowhere / "cache")))
        compiling.keep_beside(tmp_path / "table.sqlite")
    assert os.environ["NUMBA_CACHE_DIR"] == str(tmp_path / "compiled")
    assert compiling.lacking(), "there is a place for it now"


def test_every_kernel_that_python_calls_is_compiled_beforehand() -> None:
    listed = {entry.__name__ for entry in _kernels.ENTRIES}
    called = set[str]()
    for file in SOURCES.rglob("*.py"):
        text = file.read_text()
        called |= {name for _, name in re.findall(r"\b(_?kernels|direct)\.(?:direct\.)?([a-z_]+)\(", text)}
        for names in re.findall(r"from \.+(?:space)?\._kernels import ([^\n(]+)", text):
            called |= {name.strip() for name in names.split(",")}
    kernels = {name for name in called if hasattr(getattr(_kernels, name, None), "__code__")} | {
        name for name in called if hasattr(getattr(_kernels, name, None), "py_func")
    }
    helpers = {"table", "column", "block", "scratch", "unfilled", "numbers", "unfilled_numbers", "grown", "plain"}
    helpers |= {"compile_entry", "signature"}
    assert len(kernels - helpers) > 20
    assert kernels - helpers <= listed


PLAYED = """
import warbook
from warbook.space import _kernels
assert _kernels.COMPILED
for scenario in ("hive-stand-off", "late-for-market", "open-field"):
    warbook.battle(scenario, red="uniform", blue="uniform", seed=4)
print(sorted(entry.__name__ for entry in _kernels.ENTRIES if entry.stats.cache_misses))
"""


@pytest.mark.skipif(not compiling.all_compiled(), reason="nothing is compiled")
def test_nothing_is_compiled_in_a_battle() -> None:
    assert run(PLAYED, **{k: os.environ[k] for k in ("NUMBA_CACHE_DIR",) if k in os.environ}) == "[]"
