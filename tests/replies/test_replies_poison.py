"""A poisoned store: nothing that was planted runs, and what is damaged is asked again."""

from __future__ import annotations

import json
import os
import pickle
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from judge_samples import ask, make_sample
from judge_server import JudgeServer

from judgekit.replies import DiskStore

MODE_RAW, MODE_TEXT, MODE_PICKLE = 1, 3, 4
Plant = Callable[[sqlite3.Connection, Path, Path], None]


class _Bomb:
    """Creates a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self._path),)


def _set(database: sqlite3.Connection, **columns: object) -> None:
    for name, value in columns.items():
        database.execute(f"UPDATE Cache SET {name} = ? WHERE key NOT LIKE 'mode:%'", (value,))


def _value(database: sqlite3.Connection) -> str:
    query = "SELECT value FROM Cache WHERE key NOT LIKE 'mode:%'"
    return str(database.execute(query).fetchone()[0])


def _pickled_value(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    _set(database, mode=MODE_PICKLE, value=pickle.dumps(_Bomb(bomb)))


def _pickle_as_text(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    _set(database, mode=MODE_RAW, value=pickle.dumps(_Bomb(bomb)))


def _pickle_in_a_file(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    (folder / "planted.val").write_bytes(pickle.dumps(_Bomb(bomb)))
    _set(database, mode=MODE_PICKLE, filename="planted.val", value=None)


def _pickle_elsewhere(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    (folder.parent / "elsewhere.val").write_bytes(pickle.dumps(_Bomb(bomb)))
    _set(database, mode=MODE_PICKLE, filename="../elsewhere.val", value=None)


def _text_elsewhere(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    (folder.parent / "elsewhere.val").write_text(_value(database), encoding="utf-8")
    _set(database, mode=MODE_TEXT, filename="../elsewhere.val", value=None)


def _mode_pickle_only(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    _set(database, mode=MODE_PICKLE)


def _half_written(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    _set(database, value=_value(database)[:-40])


def _changed_reply(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    _set(database, value=_value(database).replace('\\"value\\": ', '\\"value\\":  '))


def _wrong_check(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    _set(database, value=json.dumps({**json.loads(_value(database)), "check": "0" * 64}))


def _no_check(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    content = json.loads(_value(database))
    del content["check"]
    _set(database, value=json.dumps(content))


def _deep(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    _set(database, value='{"a":' * 100_000)


def _not_utf8(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    database.execute("UPDATE Cache SET value = CAST(X'7BFF7D' AS TEXT) WHERE key NOT LIKE 'mode:%'")


def _nothing(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    _set(database, value=None)


def _a_number(database: sqlite3.Connection, bomb: Path, folder: Path) -> None:
    _set(database, value=5)


PLANTS: tuple[Plant, ...] = (
    _pickled_value,
    _pickle_as_text,
    _pickle_in_a_file,
    _pickle_elsewhere,
    _text_elsewhere,
    _mode_pickle_only,
    _half_written,
    _changed_reply,
    _wrong_check,
    _no_check,
    _deep,
    _not_utf8,
    _nothing,
    _a_number,
)


class _Watch:
    """Notes, through an audit hook, every name that anything is unpickled to."""

    def __init__(self) -> None:
        self.is_on = False
        self.found: list[str] = []
        sys.addaudithook(self._note)

    def _note(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.is_on and event == "pickle.find_class":
            self.found.append(repr(arguments))

    @contextmanager
    def on(self) -> Iterator[None]:
        self.is_on = True
        try:
            yield
        finally:
            self.is_on = False


@pytest.fixture(scope="module")
def watch() -> _Watch:
    """One hook for the module: a hook cannot be taken away."""
    return _Watch()


def _plant(folder: Path, bomb: Path, plant: Plant) -> None:
    with closing(sqlite3.connect(folder / "cache.db")) as database, database:
        plant(database, bomb, folder)


def test_the_watch_sees_an_unpickled_bomb(watch: _Watch, tmp_path: Path) -> None:
    """The test's own instruments work: a bomb that is unpickled is noted and goes off."""
    watch.found.clear()
    with watch.on():
        pickle.loads(pickle.dumps(_Bomb(tmp_path / "bomb")))
    assert (tmp_path / "bomb").exists()
    assert "mkdir" in watch.found[0]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_row_is_damage_and_is_asked_again(
    judge_server: JudgeServer, tmp_path: Path, watch: _Watch, plant: Plant
) -> None:
    """Whatever a row holds: it never runs, it counts as damaged, and its reply is asked again."""
    folder, bomb = tmp_path / "cache", tmp_path / "bomb"
    clean = ask(judge_server, make_sample("a"), cache=folder)
    _plant(folder, bomb, plant)
    watch.found.clear()
    with watch.on():
        store = DiskStore(folder)
        stats, damaged = store.stats(), store.damaged()
        store.close()
        again = ask(judge_server, make_sample("a"), cache=folder)
        third = ask(judge_server, make_sample("a"), cache=folder)
    assert (stats.n_replies, stats.n_damaged, len(damaged)) == (0, 1, 1)
    assert watch.found == []
    assert not bomb.exists()
    assert len(judge_server.calls) == 2
    assert again.scores == clean.scores == third.scores


def test_a_reply_under_another_key_is_damage(judge_server: JudgeServer, tmp_path: Path) -> None:
    """A sound reply that was moved to another request does not answer it."""
    ask(judge_server, make_sample("a"), make_sample("b"), cache=tmp_path)
    with closing(sqlite3.connect(tmp_path / "cache.db")) as database, database:
        query = "SELECT key, value FROM Cache WHERE key NOT LIKE 'mode:%'"
        (a, _), (_, value) = database.execute(query).fetchall()
        database.execute("UPDATE Cache SET value = ? WHERE key = ?", (value, a))
    store = DiskStore(tmp_path)
    assert store.stats().n_damaged == 1
    store.close()
    ask(judge_server, make_sample("a"), make_sample("b"), cache=tmp_path)
    assert len(judge_server.calls) == 3


def test_planted_keys_are_damage_that_a_purge_removes(
    judge_server: JudgeServer, tmp_path: Path, watch: _Watch
) -> None:
    """Keys that are pickles, or no text, never run; every purge takes them away."""
    folder, bomb = tmp_path / "cache", tmp_path / "bomb"
    ask(judge_server, make_sample("a"), cache=folder)
    pickled = pickle.dumps(_Bomb(bomb))

    def plant(database: sqlite3.Connection, _bomb: Path, _folder: Path) -> None:
        insert = (
            "INSERT INTO Cache(key, raw, store_time, access_time, access_count, size, mode, value)"
            " VALUES (?, ?, 0, 0, 0, 0, ?, ?)"
        )
        database.execute(insert, (pickled, 0, MODE_RAW, "x"))
        database.execute(insert, (pickled, 1, MODE_RAW, "x"))
        database.execute(insert, (7, 1, MODE_RAW, "x"))
        database.execute(insert, ("mode:planted", 0, MODE_PICKLE, pickled))

    _plant(folder, bomb, plant)
    watch.found.clear()
    with watch.on():
        store = DiskStore(folder)
        assert (store.stats().n_replies, store.stats().n_damaged) == (1, 4)
        assert len(store.damaged()) == 4
        assert store.purge(sample_ids=["nobody"]) == 4
        assert (store.stats().n_replies, store.stats().n_damaged) == (1, 0)
        store.close()
    assert watch.found == []
    assert not bomb.exists()


@pytest.mark.parametrize("planted", ["nonsense", "", None, 5, b"\x80\x04."], ids=repr)
def test_a_planted_mode_is_no_mode(
    judge_server: JudgeServer, tmp_path: Path, planted: object
) -> None:
    """A remembered mode that is none is found out anew."""
    ask(judge_server, make_sample("a"), cache=tmp_path)
    with closing(sqlite3.connect(tmp_path / "cache.db")) as database, database:
        database.execute("UPDATE Cache SET value = ? WHERE key LIKE 'mode:%'", (planted,))
    run = ask(judge_server, make_sample("b"), cache=tmp_path)
    assert run.scores[0].outcome.value == "scored"
