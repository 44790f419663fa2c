"""The circuit breaker: the first failures, all alike, stop a run; nothing else does."""

from __future__ import annotations

import pytest

from judgekit.calling import Breaker
from judgekit.errors import ProviderStoppedError


def test_the_last_of_the_first_failures_alike_stops() -> None:
    """Two are let pass, the third stops, and says how many, of which kind, and why."""
    breaker = Breaker(3)
    breaker.failed("api_error 500", "the server broke")
    breaker.failed("api_error 500", "the server broke")
    with pytest.raises(ProviderStoppedError, match=r"first 3 calls.*api_error 500.*server broke"):
        breaker.failed("api_error 500", "the server broke")


def test_failures_of_several_kinds_do_not_stop() -> None:
    """Only failures alike say that the rest would fail too."""
    breaker = Breaker(3)
    for _ in range(5):
        breaker.failed("timeout", "t")
        breaker.failed("truncated", "t")


def test_one_success_ends_its_watch() -> None:
    """After something worked, failures are outcomes, however many."""
    breaker = Breaker(2)
    breaker.failed("timeout", "t")
    breaker.succeeded()
    for _ in range(10):
        breaker.failed("timeout", "t")


def test_none_never_stops() -> None:
    """Switched off, it only watches."""
    breaker = Breaker(None)
    for _ in range(100):
        breaker.failed("timeout", "t")


def test_a_server_that_never_answers_is_given_three_calls() -> None:
    """Each of them takes its whole time, one after another: three say enough."""
    breaker = Breaker(20)
    breaker.failed("timeout", "no reply", is_silent=True)
    breaker.failed("timeout", "no reply", is_silent=True)
    with pytest.raises(ProviderStoppedError, match="first 3 calls"):
        breaker.failed("timeout", "no reply", is_silent=True)


def test_switched_off_it_lets_silence_pass_too() -> None:
    """None means never, for a silent server as well."""
    breaker = Breaker(None)
    for _ in range(10):
        breaker.failed("timeout", "no reply", is_silent=True)
