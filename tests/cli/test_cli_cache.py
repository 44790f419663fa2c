"""`judgekit cache`: what it prints, and that looking changes nothing."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from judge_samples import ask, make_sample
from judge_server import JudgeServer


def cache(folder: Path, verb: str, *options: str) -> tuple[int, str, str]:
    """Return exit code, stdout and stderr of `judgekit cache VERB`."""
    command = [sys.executable, "-c", "from judgekit.cli.main import main; main()"]
    arguments = ["cache", verb, "--cache", str(folder), *options]
    ended = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout, ended.stderr


@pytest.fixture
def store(judge_server: JudgeServer, tmp_path: Path) -> Path:
    """A store of three replies."""
    folder = tmp_path / "cache"
    ask(judge_server, *(make_sample(name) for name in "abc"), cache=folder)
    return folder


def files_of(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return time of change and bytes of each file."""
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()}


def test_looking_changes_nothing(store: Path) -> None:
    """Stats and verify leave the folder as it was, to the byte and the time."""
    before = files_of(store)
    assert cache(store, "stats")[0] == 0
    assert cache(store, "verify")[0] == 0
    assert files_of(store) == before


def test_as_json(store: Path) -> None:
    """Three sound replies; one of them spoilt is damaged, and its key is named."""
    size = sum(path.stat().st_size for path in store.iterdir())
    code, output, _ = cache(store, "stats", "--json")
    expected = {"folder": str(store), "n_replies": 3, "n_damaged": 0, "n_bytes": size}
    assert (code, json.loads(output)) == (0, expected)
    with closing(sqlite3.connect(store / "cache.db")) as database, database:
        select = "SELECT key FROM Cache WHERE key NOT LIKE 'mode:%' LIMIT 1"
        (key,) = database.execute(select).fetchone()
        database.execute("UPDATE Cache SET value = '{}' WHERE key = ?", (key,))
    code, output, _ = cache(store, "verify", "--json")
    assert (code, json.loads(output)) == (1, {"folder": str(store), "damaged": [key]})
    code, output, _ = cache(store, "stats", "--json")
    assert (json.loads(output)["n_replies"], json.loads(output)["n_damaged"]) == (2, 1)


def test_while_a_run_has_it_open(store: Path) -> None:
    """Replies that another process has written and not yet settled in the file count too."""
    with closing(sqlite3.connect(store / "cache.db")) as database:
        database.execute("UPDATE Cache SET value = '{}' WHERE key NOT LIKE 'mode:%'")
        database.commit()
        assert (store / "cache.db-wal").exists()
        code, output, _ = cache(store, "stats", "--json")
        assert code == 0
        assert json.loads(output)["n_damaged"] == 3


@pytest.mark.parametrize("verb", ["stats", "verify"])
@pytest.mark.parametrize("content", [b"no database at all " * 99, b""], ids=["foreign", "empty"])
def test_what_is_no_store_is_one_sentence(tmp_path: Path, verb: str, content: bytes) -> None:
    """The folder is named, nothing is overwritten, and no traceback is shown."""
    (tmp_path / "cache.db").write_bytes(content)
    code, _, said = cache(tmp_path, verb)
    assert code not in (0, 1)
    assert "opening the reply store" in said
    assert "Traceback" not in said
    assert (tmp_path / "cache.db").read_bytes() == content


def test_a_damaged_file_is_one_sentence(store: Path) -> None:
    """The middle of the file is overwritten: said in one sentence, with what to do."""
    path = store / "cache.db"
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    code, _, said = cache(store, "verify")
    assert code not in (0, 1)
    assert "reply store" in said
    assert "Traceback" not in said
