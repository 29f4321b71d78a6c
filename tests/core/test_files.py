"""Files that somebody named: what is wrong with them is told."""

from pathlib import Path

import pytest

from warbook.core.errors import BadData
from warbook.core.files import read_text


def test_a_file_that_is_not_there_is_told_with_the_nearest_beside_it(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text("")
    with pytest.raises(BadData, match=r"no such file.*'good\.toml'"):
        read_text(tmp_path / "god.toml")
    with pytest.raises(BadData, match="found a directory"):
        read_text(tmp_path)


def test_a_file_that_holds_no_text_is_told_by_its_first_wrong_byte(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"kind\xff\xfe")
    with pytest.raises(BadData, match="byte 5: found 0xff"):
        read_text(tmp_path / "picture")
