"""Every test is offline, and none of them sees this user's home, keys or proxies."""

from __future__ import annotations

import importlib
import ipaddress
import os
import socket
from collections.abc import Iterator
from functools import partial

import pytest
from judge_server import JudgeServer

from judgekit.calling import AttemptLimits

_LOCAL_NAMES = ("", "localhost")
_PRIVATE = ("OPENAI_", "ANTHROPIC_", "AZURE_OPENAI_")


class OutsideWorldError(RuntimeError):
    """A test tried to reach something that is not this machine."""


def _refuse_outside(host: object, what: str) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name is None or name in _LOCAL_NAMES:
        return
    try:
        is_local = ipaddress.ip_address(str(name).partition("%")[0]).is_loopback
    except ValueError:
        is_local = False
    if not is_local:
        raise OutsideWorldError(f"{what} {name!r}: tests reach this machine only")


@pytest.fixture(scope="session", autouse=True)
def _only_this_machine() -> Iterator[None]:
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex
    getaddrinfo = socket.getaddrinfo

    def check(sock: socket.socket, address: object) -> None:
        if sock.family != socket.AF_UNIX:
            host = address[0] if isinstance(address, tuple) else address
            _refuse_outside(host, "connecting to")

    def guarded_connect(self: socket.socket, address: object) -> None:
        check(self, address)
        connect(self, address)  # type: ignore[arg-type]

    def guarded_connect_ex(self: socket.socket, address: object) -> int:
        check(self, address)
        return connect_ex(self, address)  # type: ignore[arg-type]

    def guarded_getaddrinfo(host: object, *args: object, **options: object) -> object:
        _refuse_outside(host, "looking up")
        return getaddrinfo(host, *args, **options)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded_connect)
        patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
        patch.setattr(socket, "getaddrinfo", guarded_getaddrinfo)
        yield


@pytest.fixture(scope="session", autouse=True)
def _private_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_CACHE_HOME", str(home / ".cache"))
        for name in list(os.environ):
            if name.startswith(_PRIVATE) or name.lower().endswith("_proxy"):
                patch.delenv(name)
        yield


@pytest.fixture(scope="session")
def _loaded_sdk() -> None:
    """The SDK takes seconds to load on a busy machine: not within any test's deadline."""
    importlib.import_module("openai")
    importlib.import_module("aiohttp")


@pytest.fixture
def quick_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries of a judge wait for hundredths of a second; their number is the real one."""
    quick = partial(AttemptLimits, first_backoff_s=0.01, max_backoff_s=0.02)
    monkeypatch.setattr("judgekit.judge.judge.AttemptLimits", quick)


@pytest.fixture
def judge_server(_loaded_sdk: None) -> Iterator[JudgeServer]:
    """A model server on 127.0.0.1 that behaves as each test tells it to."""
    with JudgeServer() as server:
        yield server
