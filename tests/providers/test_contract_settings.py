"""One contract for every provider: what stops a run, which mode is used, and where keys go."""

from __future__ import annotations

import json
import logging
import traceback
from pathlib import Path

import pytest
from judge_samples import FIFTY_EIGHT, make_sample, row_of
from judge_server import Behaviour, Call, JudgeServer, status
from other_wires import API_VERSION, DEPLOYMENT, WIRED, Wired, installed, make_judge

from judgekit.errors import ConfigurationError, MissingKeyError, ProviderStoppedError
from judgekit.judge import Judge
from judgekit.providers import ProviderSettings, open_provider
from judgekit.records import Sample

SECRET = "sk-7f3a9c-never-shown"
MODES = ("json_schema", "tool", "json_object")


@pytest.fixture(params=tuple(WIRED))
def wired(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Wired:
    """Every provider at the local server."""
    found = installed(request.param)
    for variable, value in found.variables:
        monkeypatch.setenv(variable, value)
    return found


def _two() -> list[Sample]:
    return [make_sample("a"), make_sample("b")]


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (status(401, "no such key"), "KEY_VARIABLE"),
        (status(403, "not yours"), "KEY_VARIABLE"),
        (status(404, "no such model"), "model's name"),
        (status(402, "credit balance is too low"), "limit of spending"),
    ],
    ids=["401", "403", "404", "402"],
)
def test_what_no_call_can_mend_stops_the_run(
    wired: Wired, judge_server: JudgeServer, behaviour: Behaviour, words: str
) -> None:
    """A wrong key, an unknown model and an empty account stop at the first call, with a remedy."""
    judge_server.otherwise = behaviour
    expected = words.replace("KEY_VARIABLE", wired.key_variable)
    with pytest.raises(ProviderStoppedError, match=expected):
        make_judge(judge_server, wired).score(_two())
    assert len(judge_server.calls) == 1


def test_an_exhausted_quota_is_not_asked_again(wired: Wired, judge_server: JudgeServer) -> None:
    """A 429 that no wait can mend stops the run; each vendor has its own code for it."""
    is_messages = wired.path.endswith("messages")
    code = "billing_error" if is_messages else "insufficient_quota"
    judge_server.otherwise = status(429, "You exceeded your current quota", code=code)
    with pytest.raises(ProviderStoppedError, match="limit of spending"):
        make_judge(judge_server, wired).score(_two())
    assert len(judge_server.calls) == 1


def _rejects_temperature(call: Call) -> None:
    # Words seen from OpenAI (with the parameter named apart) and from Anthropic (in words alone).
    if call.path.endswith("/messages"):
        message = "`temperature` is deprecated for this model."
        call.send(call.wire.error(message, None, None), 400)
        return
    message = "Unsupported value: 'temperature' does not support 0.0 with this model."
    call.send(call.wire.error(message, "unsupported_value", "temperature"), 400)


def test_a_rejected_sampling_parameter_is_named(wired: Wired, judge_server: JudgeServer) -> None:
    """A temperature that the model does not take fails on the first call; it is never dropped."""
    judge_server.otherwise = _rejects_temperature
    with pytest.raises(ProviderStoppedError, match="rejects the parameter 'temperature'"):
        make_judge(judge_server, wired).score(_two())
    assert len(judge_server.calls) == 1


def test_a_temperature_of_none_is_not_sent(wired: Wired, judge_server: JudgeServer) -> None:
    """What the user leaves out is not in the body."""
    make_judge(judge_server, wired, temperature=None).score(_two())
    assert all("temperature" not in call.body for call in judge_server.calls)


@pytest.mark.parametrize("mode", MODES)
def test_only_the_output_mode_falls_back(
    wired: Wired, judge_server: JudgeServer, mode: str
) -> None:
    """Schema, then tool, then JSON: one probe each, and the mode used is in the signature."""
    if mode not in wired.modes:
        pytest.skip(f"through the library in between the modes are {', '.join(wired.modes)}")
    rejected = wired.modes[: wired.modes.index(mode)]
    judge_server.rejected_modes = dict.fromkeys(rejected, 400)
    judge_server.otherwise = FIFTY_EIGHT
    run = make_judge(judge_server, wired).score(_two())
    assert row_of(run).value == 58.0, run.scores[0].reason
    tried = [call.mode for call in judge_server.calls]
    assert [*rejected, mode, mode] == tried
    assert mode == run.signature["medcmr"].fields["mode"]


def test_a_key_is_sent_and_never_shown(
    wired: Wired,
    judge_server: JudgeServer,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A key goes into its header alone: no file, log, output or message holds it."""
    monkeypatch.setenv(wired.key_variable, SECRET)
    caplog.set_level(logging.DEBUG)

    def quotes_key(call: Call) -> None:
        sent = call.headers[wired.key_header]
        call.send(call.wire.error(f"bad request, received {sent}", None, None), 413)

    judge_server.script("<a>", FIFTY_EIGHT)
    judge_server.script("<b>", quotes_key)
    judge = make_judge(
        judge_server,
        wired,
        cache=tmp_path / "cache",
        record=tmp_path / "cassette.jsonl",
        max_connections=1,
    )
    run = judge.score(_two())
    run.write(tmp_path / "out")
    assert judge_server.calls[0].headers[wired.key_header].endswith(SECRET)
    shown = [str(vars(judge)), repr(judge), repr(run), caplog.text, *capsys.readouterr()]
    shown += [score.model_dump_json() for score in run.scores]
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert all(SECRET.encode() not in path.read_bytes() for path in files)
    assert all(SECRET not in text for text in shown)


def test_a_stop_does_not_show_the_key(
    wired: Wired, judge_server: JudgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the message nor any error below it in the traceback holds the key."""
    monkeypatch.setenv(wired.key_variable, SECRET)

    def quotes_key(call: Call) -> None:
        sent = call.headers[wired.key_header]
        call.send(call.wire.error(f"no such key: {sent}", None, None), 401)

    judge_server.otherwise = quotes_key
    with pytest.raises(ProviderStoppedError) as raised:
        make_judge(judge_server, wired).score(_two())
    assert "[key]" in str(raised.value)
    assert SECRET not in "".join(traceback.format_exception(raised.value))
    assert raised.value.__cause__ is None


def test_a_missing_key_is_sent_as_none_to_a_server_of_ones_own(
    wired: Wired, judge_server: JudgeServer
) -> None:
    """Local servers ask for no key, and the SDKs insist on one."""
    make_judge(judge_server, wired).score(_two())
    assert judge_server.calls[0].headers[wired.key_header] in ("none", "Bearer none")


def test_a_missing_key_is_a_configuration_error(
    wired: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a key and without a named address nothing is sent, and the variable is named."""
    if wired.provider == "azure":
        monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "https://resource.invalid")
    with pytest.raises(MissingKeyError, match=wired.key_variable) as raised:
        Judge("medcmr", f"{wired.provider}/{wired.model}", cache=None).score(_two())
    assert raised.value.exit_code == 2


def test_a_malformed_key_or_address_is_refused(
    wired: Wired, judge_server: JudgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every provider checks what it is given before it sends anything, and shows no secret."""
    secret_url = f"http://user:{SECRET}@127.0.0.1:1"
    with pytest.raises(ConfigurationError, match="user or a password") as raised:
        make_judge(judge_server, wired, base_url=secret_url).score(_two())
    assert SECRET not in str(raised.value)
    monkeypatch.setenv(wired.key_variable, f'"{SECRET} "')
    with pytest.raises(ConfigurationError, match=wired.key_variable) as raised:
        make_judge(judge_server, wired).score(_two())
    assert SECRET not in str(raised.value)
    assert judge_server.calls == []


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("openai", "OPENAI_BASE_URL"),
        ("anthropic", "ANTHROPIC_BASE_URL"),
        ("azure", "AZURE_OPENAI_ENDPOINT"),
        ("azure-v1", "AZURE_OPENAI_ENDPOINT"),
    ],
)
def test_the_vendors_own_variable_names_the_address(
    name: str, variable: str, judge_server: JudgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address is read from the variable that the vendor's own SDK reads."""
    wired = installed(name)
    for key, value in wired.variables:
        monkeypatch.setenv(key, value)
    monkeypatch.setenv(variable, judge_server.address + wired.base_url)
    monkeypatch.setenv(wired.key_variable, SECRET)
    make_judge(judge_server, wired, base_url=None).score(_two())
    assert wired.path == judge_server.calls[0].path.partition("?")[0]


def test_azure_speaks_the_dated_api_of_a_deployment(
    judge_server: JudgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deployment is in the path, the version in the query and in the endpoint."""
    wired = installed("azure")
    monkeypatch.setenv("OPENAI_API_VERSION", API_VERSION)
    run = make_judge(judge_server, wired).score(_two())
    call = judge_server.calls[0]
    path = f"/openai/deployments/{DEPLOYMENT}/chat/completions"
    assert f"{path}?api-version={API_VERSION}" == call.path
    assert "authorization" not in call.headers
    endpoint = f"{judge_server.address}/openai/deployments/{DEPLOYMENT}?api-version={API_VERSION}"
    assert endpoint == run.signature["medcmr"].fields["endpoint"]
    # Dated versions keep nothing by default, and the older reject the parameter.
    assert "store" not in call.body
    assert call.body["max_completion_tokens"] == 4096


def test_azure_speaks_v1_without_a_version(
    judge_server: JudgeServer,
) -> None:
    """Without a version the undated API is spoken, which is told to keep nothing."""
    make_judge(judge_server, installed("azure-v1")).score(_two())
    call = judge_server.calls[0]
    assert call.path == "/openai/v1/chat/completions"
    assert call.body["store"] is False
    assert call.body["model"] == DEPLOYMENT


def test_azure_takes_a_token_of_entra_id(
    judge_server: JudgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token goes before a key, as a bearer, and is no more shown than a key."""
    monkeypatch.setenv("OPENAI_API_VERSION", API_VERSION)
    monkeypatch.setenv("AZURE_OPENAI_API_KEY", "the-key")
    monkeypatch.setenv("AZURE_OPENAI_AD_TOKEN", SECRET)
    make_judge(judge_server, installed("azure")).score(_two())
    headers = judge_server.calls[0].headers
    assert f"Bearer {SECRET}" == headers["authorization"]
    assert "api-key" not in headers


def test_azure_needs_the_address_of_a_resource() -> None:
    """There is no Azure address that could be guessed."""
    with pytest.raises(ConfigurationError, match="AZURE_OPENAI_ENDPOINT"):
        open_provider("azure", ProviderSettings("gpt", None, 1.0, 1))


@pytest.mark.parametrize("ending", ["", "/", "/openai", "/openai/v1", "/openai/v1/"])
def test_azure_takes_an_address_as_people_write_it(ending: str) -> None:
    """The resource's address and that of its API name the same endpoint."""
    provider = open_provider(
        "azure", ProviderSettings("gpt", f"https://resource.invalid{ending}", 1.0, 1)
    )
    assert provider.endpoint == "https://resource.invalid/openai/v1"


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
def test_anthropic_takes_an_address_as_people_write_it(ending: str) -> None:
    """With or without the version's path, calls arrive at /v1/messages once."""
    provider = open_provider(
        "anthropic", ProviderSettings("claude", f"https://server.invalid{ending}", 1.0, 1)
    )
    assert provider.endpoint == "https://server.invalid"


def test_anthropic_has_no_seed(judge_server: JudgeServer) -> None:
    """A seed that cannot be sent is refused by name; nothing is asked."""
    with pytest.raises(ProviderStoppedError, match="'seed'"):
        make_judge(judge_server, installed("anthropic"), seed=7).score(_two())
    assert judge_server.calls == []


def test_anthropic_is_asked_in_its_own_form(judge_server: JudgeServer) -> None:
    """`output_config.format` holds the bare schema, and no beta is asked for."""
    make_judge(judge_server, installed("anthropic")).score(_two())
    call = judge_server.calls[0]
    assert {"format"} == set(call.body["output_config"])
    assert {"type", "schema"} == set(call.body["output_config"]["format"])
    assert "anthropic-beta" not in call.headers
    assert {"model", "max_tokens", "system", "messages", "output_config", "temperature"} == set(
        call.body
    )


@pytest.mark.parametrize(("temperature", "version"), [(0.0, "2023-06-01"), (None, "2026-10-21")])
def test_anthropic_is_asked_in_a_version_that_has_what_is_sent(
    judge_server: JudgeServer, temperature: float | None, version: str
) -> None:
    """Version 2026-10-21 removed `temperature`: only a request without one is asked in it."""
    make_judge(judge_server, installed("anthropic"), temperature=temperature).score(_two())
    call = judge_server.calls[0]
    assert version == call.headers["anthropic-version"]
    assert (temperature is not None) == ("temperature" in call.body)


def test_a_strict_schema_has_a_type_beside_every_enumeration(
    judge_server: JudgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenAI's strict mode takes no node without a type; other servers get the schema as it is."""
    make_judge(judge_server, installed("azure-v1")).score(_two())
    make_judge(judge_server, installed("openai")).score(_two())
    own, other = judge_server.calls[0], judge_server.calls[-1]
    value = own.wire.schema(own.body)["properties"]["coherence"]["properties"]["value"]
    assert value == {"type": ["integer", "null"], "enum": [0, 1, 2, 3, 4, 5, None]}
    plain = other.wire.schema(other.body)["properties"]["coherence"]["properties"]["value"]
    assert plain == {"enum": [0, 1, 2, 3, 4, 5, None]}
    assert json.dumps(other.body).count('"additionalProperties": false') == 9
