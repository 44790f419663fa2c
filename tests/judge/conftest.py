"""Retries of the judge's tests wait for hundredths of a second; their number is the real one."""

from __future__ import annotations

from functools import partial

import pytest

from judgekit.calling import AttemptLimits


@pytest.fixture(autouse=True)
def _quick_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = partial(AttemptLimits, first_backoff_s=0.01, max_backoff_s=0.02)
    monkeypatch.setattr("judgekit.judge.judge.AttemptLimits", quick)
