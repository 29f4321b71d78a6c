"""Kinds that several threads meet for the first time at once."""

from __future__ import annotations

import subprocess
import sys

TOGETHER = """
import sys, threading
from msgspec import defstruct
from warbook.core.profile import read_row
sys.setswitchinterval(1e-6)
for number in range(60):
    inner = [defstruct(f"Inner{n}", [(f"a{k}", int, 0) for k in range(12)]) for n in range(12)]
    outer = defstruct("Outer", [(f"of{n}", kind | None, None) for n, kind in enumerate(inner)])
    start = threading.Barrier(4)
    def read():
        start.wait()
        for _ in range(20):
            read_row({f"of{n}": {"a1": 5} for n in range(12)}, "a file", outer)
    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
"""


def test_threads_that_meet_a_kind_at_once_both_read_it() -> None:
    """Without `meet` the process dies of it: msgspec shows what it has found out about a kind before it is complete."""
    ended = subprocess.run([sys.executable, "-c", TOGETHER], capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr
