"""The reply store: what is kept, what is not, how it is guarded, and how it forgets."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import judge_server as server_module
import pytest
from judge_samples import FULL_MARKS, ask, make_sample, marker
from judge_server import Behaviour, JudgeServer, says, status

from judgekit.errors import OutputError
from judgekit.providers.port import SampleTag
from judgekit.records.exchange import JudgeReply
from judgekit.replies import DiskStore

TAG = SampleTag("a", None, 0, 0)


def test_a_second_run_costs_nothing_and_is_the_same(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """From the store: no call at all, and scores.jsonl the same byte for byte."""
    samples = [make_sample(f"s{number}", case_id=f"c{number % 3}") for number in range(20)]
    written = []
    for name in ("one", "two"):
        ask(judge_server, *samples, cache=tmp_path / "cache").write(tmp_path / name)
        written.append((tmp_path / name / "scores.jsonl").read_bytes())
        assert len(judge_server.calls) == 20
    assert written[0] == written[1]
    assert len(written[0].splitlines()) == 20


@pytest.mark.parametrize(
    ("behaviour", "is_kept"),
    [
        (FULL_MARKS, True),
        (says("no JSON at all"), True),
        (says(""), True),
        (says("{", finish="length"), False),
        (says(None, finish="content_filter"), False),
        (says(None, refusal="No."), False),
        (status(400), False),
        (status(400, code="content_filter"), False),
        (server_module.hangs, False),
    ],
    ids=["good", "unparseable", "empty", "cut off", "filter", "refusal", "400", "400f", "hang"],
)
def test_complete_replies_are_kept_and_nothing_else(
    judge_server: JudgeServer, tmp_path: Path, behaviour: Behaviour, is_kept: bool
) -> None:
    """What arrived whole was paid for and stays; what did not arrive is asked again."""
    judge_server.script(marker("a"), behaviour)
    samples = [make_sample("first"), make_sample("a")]
    for _ in range(2):
        ask(judge_server, *samples, cache=tmp_path, timeout_s=0.7, max_connections=1)
    assert len(judge_server.calls_with(marker("a"))) == (1 if is_kept else 2)


def test_an_incomplete_reply_is_refused(tmp_path: Path) -> None:
    """The store itself keeps to the rule."""
    store = DiskStore(tmp_path)
    with pytest.raises(ValueError, match="not kept"):
        store.put("k", JudgeReply(text="", finish="length"), TAG)
    store.close()


def test_the_first_reply_to_a_request_stays(tmp_path: Path) -> None:
    """What was scored once is never changed by a later reply, and the caller is told."""
    store = DiskStore(tmp_path)
    assert store.put("k", JudgeReply(text="one"), TAG).text == "one"
    assert store.put("k", JudgeReply(text="two"), TAG).text == "one"
    kept = store.get("k", TAG)
    assert kept is not None
    assert kept.text == "one"
    store.close()


def test_files_are_their_owners_only(judge_server: JudgeServer, tmp_path: Path) -> None:
    """Replies quote patients: folders 0700, files 0600, those made on the way included."""
    folder = tmp_path / "new" / "cache"
    ask(judge_server, make_sample("a"), cache=folder)
    for path in (folder.parent, folder):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    files = [path for path in folder.iterdir() if path.is_file()]
    assert files
    for path in files:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name


def test_nothing_but_the_database_is_written(judge_server: JudgeServer, tmp_path: Path) -> None:
    """However long a reply, it is inside the database: no file beside it."""
    judge_server.otherwise = says("x" * 200_000)
    ask(judge_server, make_sample("a"), cache=tmp_path)
    assert all(path.name.startswith("cache.db") for path in tmp_path.rglob("*"))
    ask(judge_server, make_sample("a"), cache=tmp_path)
    assert len(judge_server.calls) == 1


def test_nothing_is_ever_culled(tmp_path: Path) -> None:
    """The database is told to keep everything, without a limit of size or a policy."""
    store = DiskStore(tmp_path)
    for number in range(50):
        store.put(f"k{number}", JudgeReply(text="x" * 50_000), TAG)
    assert store.stats().n_replies == 50
    store.close()
    with sqlite3.connect(tmp_path / "cache.db") as database:
        settings = dict(database.execute("SELECT key, value FROM Settings"))
    database.close()
    assert settings["eviction_policy"] == "none"
    assert settings["cull_limit"] == 0
    assert settings["size_limit"] >= 2**60


def _database_text(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("cache.db*"))


@pytest.mark.parametrize("by", ["sample", "case"])
def test_purging_forgets_one_patient(judge_server: JudgeServer, tmp_path: Path, by: str) -> None:
    """What a sample or case was told is gone from the disk; the others stay."""
    judge_server.script(marker("a"), says("a secret of patient one"))
    samples = [make_sample("a", case_id="one"), make_sample("b", case_id="two")]
    ask(judge_server, *samples, cache=tmp_path)
    assert b"a secret of patient one" in _database_text(tmp_path)
    store = DiskStore(tmp_path)
    n = store.purge(sample_ids=["a"]) if by == "sample" else store.purge(case_ids=["one"])
    store.close()
    assert n == 1
    assert b"a secret of patient one" not in _database_text(tmp_path)
    ask(judge_server, *samples, cache=tmp_path)
    assert len(judge_server.calls) == 3


def test_purging_finds_everyone_whom_a_reply_served(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """A reply that served a second sample or case from the store is found by that one too."""
    ask(judge_server, make_sample("a", case_id="one", response="Same."), cache=tmp_path)
    ask(judge_server, make_sample("b", case_id="two", response="Same."), cache=tmp_path)
    assert len(judge_server.calls) == 1
    store = DiskStore(tmp_path)
    assert store.purge(case_ids=["nobody"]) == 0
    assert store.purge(case_ids=["two"]) == 1
    assert store.stats().n_replies == 0
    store.close()


def test_purging_everything_leaves_an_empty_store(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """`everything` deletes every reply and says how many."""
    ask(judge_server, make_sample("a"), make_sample("b"), cache=tmp_path)
    store = DiskStore(tmp_path)
    assert store.purge(everything=True) == 2
    assert store.stats().n_replies == 0
    store.close()


def test_a_file_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    """A damaged store is named, with what to do, and is not overwritten."""
    (tmp_path / "cache.db").write_bytes(b"this is no database at all" * 100)
    with pytest.raises(OutputError, match=r"opening the reply store .*--cache"):
        DiskStore(tmp_path)
    assert (tmp_path / "cache.db").read_bytes().startswith(b"this is no database")


def test_a_file_in_place_of_the_folder_is_one_sentence(tmp_path: Path) -> None:
    """A path that is a file cannot be a store."""
    (tmp_path / "taken").write_text("x", encoding="utf-8")
    with pytest.raises(OutputError, match="taken"):
        DiskStore(tmp_path / "taken")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 kB; skipped where one may not be mounted."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small file system can be mounted by root only")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_is_one_sentence(judge_server: JudgeServer, small_disk: Path) -> None:
    """A store that cannot grow stops the run instead of losing replies that were paid for."""
    samples = [make_sample(f"s{number}") for number in range(200)]
    with pytest.raises(OutputError, match="writing the reply store"):
        ask(judge_server, *samples, cache=small_disk / "cache", max_connections=1)
    assert 0 < len(judge_server.calls) < 200
