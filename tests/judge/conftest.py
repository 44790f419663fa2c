"""Retries of the judge's tests wait for hundredths of a second; their number is the real one."""

from __future__ import annotations

import importlib
from functools import partial

import pytest

from judgekit.calling import AttemptLimits


@pytest.fixture(scope="session", autouse=True)
def _loaded_sdk() -> None:
    """The SDK takes seconds to load on a busy machine: not within any test's deadline."""
    importlib.import_module("openai")
    importlib.import_module("aiohttp")


@pytest.fixture(autouse=True)
def _quick_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = partial(AttemptLimits, first_backoff_s=0.01, max_backoff_s=0.02)
    monkeypatch.setattr("judgekit.judge.judge.AttemptLimits", quick)
