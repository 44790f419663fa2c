"""The key of a reply: whatever can change it changes the key, and nothing else does."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
import yaml
from judge_samples import Settings, ask, make_sample
from judge_server import JudgeServer

from judgekit.judge import Judge
from judgekit.library import load_prompt, load_rubric
from judgekit.records.exchange import ImagePart, JudgeRequest, OutputMode

REQUEST = JudgeRequest(
    provider="openai",
    endpoint="http://localhost/v1",
    model="m",
    system="s",
    user="u",
    images=(ImagePart(media_type="image/png", data_base64="aGk=", digest="0" * 64),),
    reply_schema='{"type":"object"}',
    output_mode=OutputMode.JSON_SCHEMA,
    temperature=0.0,
    seed=None,
    max_tokens=100,
)
OTHER: dict[str, object] = {
    "provider": "anthropic",
    "endpoint": "http://127.0.0.1/v1",
    "model": "M",
    "system": "s ",
    "user": "U",
    "images": (),
    "reply_schema": '{"type":"array"}',
    "output_mode": OutputMode.TOOL,
    "temperature": 0.1,
    "seed": 0,
    "max_tokens": 101,
    "repeat": 1,
}
PNG = b"\x89PNG\r\n\x1a\n"


def test_every_field_of_a_request_is_tried() -> None:
    """A field that is added later must be added here too."""
    assert set(JudgeRequest.model_fields) == set(OTHER)


@pytest.mark.parametrize("field", OTHER)
def test_each_field_changes_the_key(field: str) -> None:
    """No field of a request is left out of its digest."""
    assert REQUEST.model_copy(update={field: OTHER[field]}).digest != REQUEST.digest


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"temperature": None}, {"temperature": 0.0}),
        ({"seed": None}, {"seed": 0}),
        ({"system": "ab", "user": "c"}, {"system": "a", "user": "bc"}),
    ],
    ids=["no temperature", "no seed", "where a text ends"],
)
def test_what_looks_alike_is_told_apart(
    first: dict[str, object], second: dict[str, object]
) -> None:
    """Absent is not zero, and texts do not run into each other."""
    a, b = REQUEST.model_copy(update=first), REQUEST.model_copy(update=second)
    assert a.digest != b.digest


def test_an_image_counts_by_its_bytes_and_its_order() -> None:
    """Another image, another order or another type is another request."""
    one = ImagePart(media_type="image/png", data_base64="", digest="1" * 64)
    two = ImagePart(media_type="image/png", data_base64="", digest="2" * 64)
    jpeg = one.model_copy(update={"media_type": "image/jpeg"})
    shown = [(one, two), (two, one), (one,), (jpeg,)]
    digests = {REQUEST.model_copy(update={"images": images}).digest for images in shown}
    assert len(digests) == len(shown)


def test_a_whole_number_and_its_decimal_are_one_temperature() -> None:
    """0 and 0.0 are the same setting however they were written."""
    written = [REQUEST.model_copy(update={"temperature": value}).digest for value in (0, 0.0)]
    assert written[0] == written[1]


def _is_asked_again(server: JudgeServer, folder: Path, **changed: object) -> bool:
    """Ask once, then once more with something changed; return whether a call was made."""
    sample = make_sample("a", **{name: v for name, v in changed.items() if name in _OF_SAMPLE})
    others = {name: value for name, value in changed.items() if name not in _OF_SAMPLE}
    settings = cast("Settings", {"cache": folder, **others})
    ask(server, make_sample("a"), cache=folder)
    n_before = len(server.calls)
    ask(server, sample, **settings)
    return len(server.calls) > n_before


_OF_SAMPLE = ("response", "question", "references", "visual_evidence", "case_id", "groups")


@pytest.mark.parametrize(
    "changed",
    [
        {"temperature": 0.5},
        {"temperature": None},
        {"seed": 1},
        {"max_tokens": 100},
        {"response": "Another answer."},
        {"question": "Another question?"},
        {"references": ("Another reference.",)},
        {"references": ("A small left apical pneumothorax.", "A second one.")},
        {"visual_evidence": "Another description."},
        {"repeats": 2},
    ],
    ids=str,
)
def test_what_can_change_a_reply_is_asked_again(
    judge_server: JudgeServer, tmp_path: Path, changed: dict[str, object]
) -> None:
    """No reply answers for another text or another setting."""
    assert _is_asked_again(judge_server, tmp_path, **changed)


@pytest.mark.parametrize(
    "changed",
    [
        {"timeout_s": 5.0},
        {"max_connections": 1},
        {"images": Path("/")},
        {"case_id": "patient 7"},
        {"groups": {"task": "x"}},
    ],
    ids=str,
)
def test_what_cannot_change_a_reply_is_not_asked_again(
    judge_server: JudgeServer, tmp_path: Path, changed: dict[str, object]
) -> None:
    """Time, connections, folders and columns that no judge sees are no part of the key."""
    assert not _is_asked_again(judge_server, tmp_path, **changed)


def test_the_api_key_is_no_part_of_the_key(
    judge_server: JudgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new key does not make replies that were paid for worthless."""
    ask(judge_server, make_sample("a"), cache=tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-another")
    ask(judge_server, make_sample("a"), cache=tmp_path)
    assert len(judge_server.calls) == 1


def test_a_store_that_moved_answers_still(judge_server: JudgeServer, tmp_path: Path) -> None:
    """The folder's own path is no part of the key."""
    ask(judge_server, make_sample("a"), cache=tmp_path / "a")
    (tmp_path / "a").rename(tmp_path / "b")
    ask(judge_server, make_sample("a"), cache=tmp_path / "b")
    assert len(judge_server.calls) == 1


def test_another_server_is_asked(tmp_path: Path) -> None:
    """A reply from one endpoint does not answer for another."""
    for _ in range(2):
        with JudgeServer() as server:
            ask(server, make_sample("a"), cache=tmp_path)
            assert len(server.calls) == 1


def test_another_model_is_asked(judge_server: JudgeServer, tmp_path: Path) -> None:
    """A reply of one model does not answer for another."""
    for model in ("openai/one", "openai/two"):
        judge = Judge("medcmr", model, base_url=judge_server.base_url, cache=tmp_path)
        judge.score([make_sample("a")])
    assert [call.body["model"] for call in judge_server.calls] == ["one", "two"]


def test_words_of_rubric_and_prompt_are_part_of_the_key(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """A changed anchor or instruction is another question, whatever version it claims."""
    rubric = load_rubric("medcmr").model_dump(mode="json")
    rubric["criteria"][0]["scale"]["levels"][0]["anchor"] += " Or so."
    (tmp_path / "rubric.yaml").write_text(yaml.safe_dump(rubric), encoding="utf-8")
    prompt = load_prompt("judge").model_dump(mode="json")
    prompt["system"] += "\nBe brief."
    (tmp_path / "prompt.yaml").write_text(yaml.safe_dump(prompt), encoding="utf-8")
    cache, url = tmp_path / "cache", judge_server.base_url
    ask(judge_server, make_sample("a"), cache=cache)
    Judge(tmp_path / "rubric.yaml", "openai/local-judge", base_url=url, cache=cache).score(
        [make_sample("a")]
    )
    ask(judge_server, make_sample("a"), cache=cache, prompt=tmp_path / "prompt.yaml")
    assert len(judge_server.calls) == 3


def test_an_image_is_known_by_its_bytes_not_by_its_path(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """The same pixels under another name are the same request; other pixels are another."""
    contents = {"a.png": PNG + b"one", "b.png": PNG + b"one", "c.png": PNG + b"two"}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    settings: Settings = {"cache": tmp_path / "cache", "see": "image", "images": tmp_path}
    for name, n_calls in (("a.png", 1), ("b.png", 1), ("c.png", 2)):
        ask(judge_server, make_sample("a", images=(name,)), **settings)
        assert len(judge_server.calls) == n_calls


def test_equal_requests_in_one_run_are_scored_alike(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """Two rows with the same words get the same reply, now and from the store."""
    twins = [make_sample(name, response="The same words.") for name in ("a", "b", "c")]
    first = ask(judge_server, *twins, cache=tmp_path)
    again = ask(judge_server, *twins, cache=tmp_path)
    assert len(judge_server.calls) == 1
    assert len({score.reply_digest for score in (*first.scores, *again.scores)}) == 1
