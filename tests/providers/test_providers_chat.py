"""What goes over the wire to a server of Chat Completions, and where it goes."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from judge_samples import ask, make_sample
from judge_server import MODEL_RETURNED, JudgeServer, redirects

from judgekit.errors import MissingKeyError, ProviderStoppedError
from judgekit.judge import Judge

PNG = b"\x89PNG\r\n\x1a\n pixels"


def test_a_request_holds_what_was_asked_and_nothing_else(judge_server: JudgeServer) -> None:
    """Model, two messages, limit, temperature and the schema; no stream, no user."""
    ask(judge_server, make_sample("a"), seed=7, max_tokens=300)
    call = judge_server.calls[0]
    assert call.path == "/v1/chat/completions"
    assert set(call.body) == {
        "model",
        "messages",
        "max_tokens",
        "temperature",
        "seed",
        "response_format",
    }
    assert (call.body["seed"], call.body["max_tokens"], call.body["temperature"]) == (7, 300, 0.0)
    assert [message["role"] for message in call.body["messages"]] == ["system", "user"]


def test_an_image_is_sent_as_its_own_bytes(judge_server: JudgeServer, tmp_path: Path) -> None:
    """What the judge sees is the file, byte for byte, and the description only if asked for."""
    (tmp_path / "a.png").write_bytes(PNG)
    sample = make_sample("a", images=("a.png",))
    ask(judge_server, sample, images=tmp_path, see="image")
    ask(judge_server, sample, images=tmp_path, see="evidence")
    shown, described = (call.body["messages"][1]["content"] for call in judge_server.calls)
    url = next(part["image_url"]["url"] for part in shown if part["type"] == "image_url")
    assert url == "data:image/png;base64," + base64.b64encode(PNG).decode()
    assert "thin pleural line" not in judge_server.calls[0].text
    assert isinstance(described, str)
    assert "thin pleural line" in described


def test_the_model_that_answered_is_recorded(judge_server: JudgeServer) -> None:
    """The dated model behind a name is counted as the server gives it."""
    usage = ask(judge_server, make_sample("a"), make_sample("b")).usage["medcmr"]
    assert isinstance(usage, dict)
    assert usage["models_returned"] == {MODEL_RETURNED: 2}


def test_a_redirect_is_not_followed(judge_server: JudgeServer) -> None:
    """A sample's text goes to the address that was named and to no other."""
    with JudgeServer() as elsewhere:
        judge_server.otherwise = redirects(f"{elsewhere.base_url}/chat/completions")
        with pytest.raises(ProviderStoppedError, match="redirect"):
            ask(judge_server, make_sample("a"))
        assert elsewhere.calls == []
    assert len(judge_server.calls) == 1


def test_without_key_and_address_nothing_is_sent() -> None:
    """The variable that lacks is named, before anything is opened."""
    with pytest.raises(MissingKeyError, match="OPENAI_API_KEY") as raised:
        Judge("medcmr", "openai/m", cache=None).score([make_sample("a")])
    assert raised.value.exit_code == 2


def test_the_address_of_the_environment_is_used_and_stated(
    judge_server: JudgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The vendor's own variable names the server, and the signature says which one it was."""
    monkeypatch.setenv("OPENAI_BASE_URL", judge_server.base_url)
    run = Judge("medcmr", "openai/m", cache=None).score([make_sample("a")])
    assert run.signature["medcmr"].fields["endpoint"] == judge_server.base_url
    assert len(judge_server.calls) == 1
