"""One contract for every provider: a private authority, a proxy, and servers that are not there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from judge_samples import FIFTY_EIGHT, make_sample, row_of
from judge_server import JudgeServer, redirects
from local_network import HOST, Authority, Proxy, TlsJudgeServer, make_authority
from other_wires import WIRED, Wired, installed, make_judge

from judgekit.errors import ProviderStoppedError


@pytest.fixture(params=tuple(WIRED))
def wired(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Wired:
    """Every provider at the local server."""
    found = installed(request.param)
    for variable, value in found.variables:
        monkeypatch.setenv(variable, value)
    return found


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """A private authority, as a hospital has one."""
    if shutil.which("openssl") is None:
        pytest.skip("the openssl command, which makes the certificates, is not installed")
    return make_authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def tls_server(authority: Authority) -> Iterator[TlsJudgeServer]:
    """The model server behind a certificate of the private authority."""
    with TlsJudgeServer(authority) as server:
        server.otherwise = FIFTY_EIGHT
        yield server


def test_a_private_authority_is_trusted_when_named(
    wired: Wired,
    tls_server: TlsJudgeServer,
    authority: Authority,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SSL_CERT_FILE names the authority, as for every other program."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.ca))
    run = make_judge(tls_server, wired).score([make_sample("a")])
    assert row_of(run).value == 58.0, run.scores[0].reason


def test_an_unknown_authority_stops_the_run(
    wired: Wired, tls_server: TlsJudgeServer, tmp_path: Path
) -> None:
    """Nothing is sent to a server that cannot prove itself, and the remedy is named."""
    with pytest.raises(ProviderStoppedError, match=r"not trusted.*SSL_CERT_FILE"):
        make_judge(tls_server, wired).score([make_sample("a"), make_sample("b")])
    assert tls_server.calls == []


def test_a_proxy_of_the_environment_is_used(
    wired: Wired, judge_server: JudgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HTTP_PROXY carries the calls, and the proxy alone looks the host up."""
    judge_server.otherwise = FIFTY_EIGHT
    with Proxy(judge_server) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        base_url = f"http://{HOST}{wired.base_url}"
        run = make_judge(judge_server, wired, base_url=base_url).score([make_sample("a")])
    assert row_of(run).value == 58.0, run.scores[0].reason
    assert len(proxy.asked) == 1
    assert proxy.asked[0].startswith(f"POST http://{HOST}{wired.path}")


def test_a_tunnel_through_a_proxy_is_used(
    wired: Wired,
    tls_server: TlsJudgeServer,
    authority: Authority,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """HTTPS_PROXY carries a tunnel, inside which the private authority is checked."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.ca))
    with Proxy(tls_server) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        base_url = f"https://{HOST}{wired.base_url}"
        run = make_judge(tls_server, wired, base_url=base_url).score([make_sample("a")])
    assert row_of(run).value == 58.0, run.scores[0].reason
    assert [f"CONNECT {HOST}:443"] == proxy.asked


def test_a_server_that_is_not_there_stops_the_run(wired: Wired, judge_server: JudgeServer) -> None:
    """Nobody listening is said with the address, and is no list of failed samples."""
    judge_server.close()
    with pytest.raises(ProviderStoppedError, match=f"{judge_server.address}.*cannot be reached"):
        make_judge(judge_server, wired).score([make_sample("a"), make_sample("b")])


def test_a_redirect_is_not_followed(wired: Wired, judge_server: JudgeServer) -> None:
    """What a sample says goes to the address that was named, and to no other."""
    if wired.follows_redirects:
        pytest.skip("litellm follows redirects, as its provider says")
    with JudgeServer() as elsewhere:
        judge_server.otherwise = redirects(elsewhere.address + wired.path)
        with pytest.raises(ProviderStoppedError, match="redirect is not followed"):
            make_judge(judge_server, wired).score([make_sample("a")])
        assert elsewhere.calls == []
