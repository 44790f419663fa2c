"""A key goes to the server and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from judge_samples import ask, make_judge, make_sample, marker
from judge_server import JudgeServer, echoes_key

from judgekit.errors import ConfigurationError, ProviderStoppedError
from judgekit.providers import ProviderSettings, open_provider

pytestmark = pytest.mark.usefixtures("quick_backoff")

KEY = "sk-test-5f1d3c0ffee"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def test_the_key_is_sent(judge_server: JudgeServer) -> None:
    """The key of the environment authorises the call."""
    ask(judge_server, make_sample("a"))
    assert judge_server.calls[0].headers["authorization"] == f"Bearer {KEY}"


def test_a_key_that_is_not_set_is_sent_as_none(
    judge_server: JudgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server of one's own is asked without a key."""
    monkeypatch.delenv("OPENAI_API_KEY")
    ask(judge_server, make_sample("a"))
    assert judge_server.calls[0].headers["authorization"] == "Bearer none"


@pytest.mark.parametrize("number", [400, 429, 500])
def test_no_file_of_a_run_holds_the_key(
    judge_server: JudgeServer, tmp_path: Path, number: int
) -> None:
    """Run, journal, page, store and cassette are free of it, even if the server quotes it."""
    judge_server.script(marker("b"), echoes_key(number))
    run = ask(
        judge_server,
        make_sample("a"),
        make_sample("b"),
        cache=tmp_path / "cache",
        record=tmp_path / "cassette.jsonl",
        max_connections=1,
    )
    run.write(tmp_path / "out")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"run.json", "journal.jsonl", "report.html", "cassette.jsonl", "cache.db"} <= {
        path.name for path in files
    }
    assert run.scores[1].outcome.value == "api_error"
    for path in files:
        assert KEY.encode() not in path.read_bytes(), path.name


def test_no_message_holds_the_key(judge_server: JudgeServer) -> None:
    """The sentence that a wrong key ends in names the variable, not its value."""
    judge_server.otherwise = echoes_key(401)
    with pytest.raises(ProviderStoppedError, match="OPENAI_API_KEY") as raised:
        ask(judge_server, make_sample("a"))
    assert KEY not in str(raised.value)
    assert KEY not in repr(raised.value)


def test_no_repr_holds_the_key(judge_server: JudgeServer) -> None:
    """Judge and provider can be printed."""
    judge = make_judge(judge_server)
    settings = ProviderSettings(
        model="m", base_url=judge_server.base_url, timeout_s=1, max_connections=1
    )
    provider = open_provider("openai", settings)
    for shown in (judge, settings, provider):
        assert KEY not in repr(shown)
        assert KEY not in str(shown)


def test_credentials_in_the_address_are_refused_and_not_shown(judge_server: JudgeServer) -> None:
    """A base URL is written into files, so it may hold no password."""
    url = judge_server.base_url.replace("//", "//someone:hush@")
    with pytest.raises(ConfigurationError, match="user or a password") as raised:
        ask(judge_server, make_sample("a"), base_url=url)
    assert "hush" not in str(raised.value)


@pytest.mark.parametrize(
    "url", ["localhost:8000/v1", "ftp://localhost/v1", "http://", "http://localhost:x/v1", "v1"]
)
def test_an_address_that_is_none_is_refused(judge_server: JudgeServer, url: str) -> None:
    """A base URL without scheme or host is one sentence before anything is asked."""
    with pytest.raises(ConfigurationError, match="http or https address"):
        ask(judge_server, make_sample("a"), base_url=url)


@pytest.mark.parametrize("key", ["sk-å", "sk-a\nb", "sk a"])
def test_a_key_that_no_header_can_hold_is_named(
    judge_server: JudgeServer, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """A damaged key is one sentence with the variable's name, and is not shown."""
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY") as raised:
        ask(judge_server, make_sample("a"))
    assert key not in str(raised.value)
    assert judge_server.calls == []


def test_white_space_around_a_key_is_dropped(
    judge_server: JudgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key read from a file with its last newline works."""
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n")
    ask(judge_server, make_sample("a"))
    assert judge_server.calls[0].headers["authorization"] == f"Bearer {KEY}"
