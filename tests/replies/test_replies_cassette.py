"""Cassettes: a run's numbers can be derived from one again, without a key and without a call."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from judge_samples import ask, make_sample
from judge_server import JudgeServer, changes_reply, says

from judgekit.errors import ConfigurationError, InputDataError, ReplayMissError
from judgekit.judge import Judge

SAMPLES = tuple(make_sample(f"s{number}", case_id=f"c{number % 2}") for number in range(6))


@pytest.fixture
def cassette(judge_server: JudgeServer, tmp_path: Path) -> Path:
    """A cassette of six samples, one of them unparseable and one refused; the server is gone."""
    judge_server.script("<s1>", says("no verdict"))
    judge_server.script("<s2>", says(None, refusal="No."))
    path = tmp_path / "cassette.jsonl"
    ask(judge_server, *SAMPLES, record=path).write(tmp_path / "recorded")
    judge_server.close()
    return path


def test_a_replay_gives_the_same_scores(cassette: Path, tmp_path: Path) -> None:
    """Byte for byte, failures included, and under the same signature."""
    run = Judge("medcmr", replay=cassette, cache=None).score(SAMPLES)
    run.write(tmp_path / "replayed")
    recorded, replayed = (
        (tmp_path / name / "scores.jsonl").read_bytes() for name in ("recorded", "replayed")
    )
    assert recorded == replayed
    summaries = [
        json.loads((tmp_path / name / "summary.json").read_bytes())
        for name in ("recorded", "replayed")
    ]
    assert summaries[0]["signature"] == summaries[1]["signature"]
    assert summaries[0]["rows"] == summaries[1]["rows"]


def test_a_cassette_is_one_object_a_line_and_its_owners_only(cassette: Path) -> None:
    """The head names the judge; each entry holds request, reply and the key of the request."""
    head, *entries = (json.loads(line) for line in cassette.read_bytes().splitlines())
    assert head["judgekit_cassette"] == 1
    assert (head["provider"], head["model"]) == ("openai", "local-judge")
    assert len(entries) == len(SAMPLES)
    assert all({"digest", "request", "reply"} == set(entry) for entry in entries)
    assert cassette.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("changed", "settings", "words"),
    [
        ({"response": "Something else."}, {}, r"system .*user \(from character \d+ on\)"),
        ({}, {"temperature": 0.7}, "temperature"),
        ({}, {"max_tokens": 7}, "max_tokens"),
        ({}, {"seed": 3}, "seed"),
    ],
)
def test_a_miss_names_what_differs(
    cassette: Path, changed: dict[str, object], settings: dict[str, float], words: str
) -> None:
    """A request that was not recorded is never answered by one that looks like it."""
    judge = Judge("medcmr", replay=cassette, cache=None, **settings)  # type: ignore[arg-type]
    with pytest.raises(ReplayMissError, match=f"id 's0'.*differs in {words}") as raised:
        judge.score([make_sample("s0", **changed)])
    assert raised.value.exit_code == 4


def test_another_judge_is_refused(cassette: Path) -> None:
    """A cassette answers for the judge that it was recorded from, and says for which."""
    with pytest.raises(ConfigurationError, match="openai/local-judge"):
        Judge("medcmr", "openai/other", replay=cassette)


def test_recording_again_adds_nothing(judge_server: JudgeServer, tmp_path: Path) -> None:
    """What is on the cassette stays as it is; only new requests are added."""
    path = tmp_path / "cassette.jsonl"
    ask(judge_server, *SAMPLES[:3], record=path)
    first = path.read_bytes()
    ask(judge_server, *SAMPLES[:3], record=path)
    assert path.read_bytes() == first
    ask(judge_server, *SAMPLES[:4], record=path)
    assert path.read_bytes().startswith(first)
    assert len(path.read_bytes().splitlines()) == 1 + 4


def test_replies_from_the_store_are_recorded_too(judge_server: JudgeServer, tmp_path: Path) -> None:
    """A cassette can be made from what was paid for before."""
    ask(judge_server, *SAMPLES, cache=tmp_path / "cache")
    ask(judge_server, *SAMPLES, cache=tmp_path / "cache", record=tmp_path / "cassette.jsonl")
    assert len(judge_server.calls) == len(SAMPLES)
    assert len((tmp_path / "cassette.jsonl").read_bytes().splitlines()) == 1 + len(SAMPLES)


def test_recording_over_another_judges_cassette_is_refused(
    cassette: Path, judge_server: JudgeServer
) -> None:
    """Replies of two judges never stand on one cassette."""
    before = cassette.read_bytes()
    with JudgeServer() as other, pytest.raises(ConfigurationError, match="name another file"):
        ask(other, SAMPLES[0], record=cassette)
    assert cassette.read_bytes() == before


def test_every_character_of_a_reply_survives(judge_server: JudgeServer, tmp_path: Path) -> None:
    """Line separators of Unicode inside a reply are text, not the end of a line."""
    odd = "a\u2028b\u2029c\x85d\x0be\x0c\u00b5g \U0001f9e0"
    judge_server.otherwise = changes_reply(
        lambda good: json.dumps(
            {**good, "coherence": {**good["coherence"], "reason": odd}}, ensure_ascii=False
        )
    )
    path = tmp_path / "cassette.jsonl"
    run = ask(judge_server, SAMPLES[0], record=path)
    replayed = Judge("medcmr", replay=path, cache=None).score(SAMPLES[:1])
    assert run.scores == replayed.scores
    assert replayed.scores[0].criteria["coherence"].reason == odd


HEAD = '{"judgekit_cassette":1,"provider":"openai","model":"m","endpoint":"http://x/v1"}\n'


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"\xff\xfe\x00", "cassette"),
        (b"not json\n", "line 1"),
        (b'{"some": "file"}\n', "line 1"),
        (b'{"provider":"openai","model":"m","endpoint":"e"}\n', "line 1"),
        (HEAD.replace("1", "2", 1).encode(), "line 1"),
        ((HEAD + '{"digest": "x", "request": {}, "rep').encode(), "line 2"),
        ((HEAD + "\n").encode(), "line 2"),
        ((HEAD + '{"digest": "x"}\n').encode(), "line 2"),
    ],
    ids=["empty", "bytes", "text", "foreign", "no head", "version", "torn", "blank", "no reply"],
)
def test_what_is_no_whole_cassette_is_one_sentence(
    tmp_path: Path, content: bytes, words: str
) -> None:
    """File, line and remedy, before anything is scored."""
    path = tmp_path / "cassette.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputDataError, match=f"reading the cassette .*{words}"):
        Judge("medcmr", replay=path)


def test_a_cassette_without_replies_is_a_miss(tmp_path: Path) -> None:
    """A head alone answers nothing, and says so."""
    path = tmp_path / "cassette.jsonl"
    path.write_text(HEAD, encoding="utf-8")
    with pytest.raises(ReplayMissError, match="the cassette is empty"):
        Judge("medcmr", replay=path, cache=None).score(SAMPLES[:1])


def test_an_entry_that_was_changed_by_hand_is_refused(cassette: Path) -> None:
    """A request that does not have the key it stands under was tampered with."""
    lines = cassette.read_text(encoding="utf-8").split("\n")
    entry = json.loads(lines[1])
    entry["request"]["user"] += " "
    lines[1] = json.dumps(entry, ensure_ascii=False)
    cassette.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InputDataError, match="line 2"):
        Judge("medcmr", replay=cassette)
