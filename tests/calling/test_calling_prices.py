"""List prices: those that are published, where they hold, and unknown everywhere else."""

from __future__ import annotations

import sys

import pytest

from judgekit.calling import Ledger, list_price
from judgekit.errors import MissingExtraError
from judgekit.records.exchange import JudgeReply, Usage

pytest.importorskip("genai_prices")
OPENAI = "https://api.openai.com/v1"


def test_a_published_price_is_found() -> None:
    """gpt-4.1-mini: 0.40 USD a million tokens in, 1.60 out (OpenAI's price list of 2025-04)."""
    price = list_price("openai", "gpt-4.1-mini", OPENAI)
    assert price is not None
    assert price.cost_usd(1000, 1000) == pytest.approx(0.0004 + 0.0016)


@pytest.mark.parametrize(
    ("provider", "model", "endpoint"),
    [
        ("openai", "gpt-4.1-mini", "http://127.0.0.1:8000/v1"),
        ("openai", "no-such-model", OPENAI),
        ("openai", "gpt-4.1-mini", "https://api.openai.com.example.org/v1"),
        ("scripted", "gpt-4.1-mini", "script:0"),
    ],
)
def test_elsewhere_a_price_is_unknown(provider: str, model: str, endpoint: str) -> None:
    """A server of one's own, an unknown model or another provider has no list price."""
    assert list_price(provider, model, endpoint) is None


def test_elsewhere_the_package_of_prices_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of one's own needs no list of prices, so the package need not be there."""
    monkeypatch.setitem(sys.modules, "genai_prices", None)
    assert list_price("openai", "m", "http://127.0.0.1:8000/v1") is None
    with pytest.raises(MissingExtraError, match="genai_prices"):
        list_price("openai", "m", OPENAI)


def test_an_unknown_price_is_never_zero_in_the_ledger() -> None:
    """One reply without a price: unknown; with a price but uncounted tokens: unknown too."""
    reply = JudgeReply(text="{}", usage=Usage(input_tokens=5, output_tokens=5))
    ledger = Ledger(None)
    ledger.add_reply(reply, n_attempts=1, is_stored=False)
    spent = ledger.summary()["spent"]
    assert isinstance(spent, dict)
    assert spent["cost_usd"] == "unknown"
    priced = Ledger(list_price("openai", "gpt-4.1-mini", OPENAI))
    priced.add_reply(JudgeReply(text="{}"), n_attempts=1, is_stored=False)
    spent = priced.summary()["spent"]
    assert isinstance(spent, dict)
    assert spent["cost_usd"] == "unknown"
    assert spent["calls_without_token_counts"] == 1


def test_the_two_ledgers_tell_spent_from_fresh() -> None:
    """One reply asked now, one at hand: half is spent, and afresh both would be."""
    reply = JudgeReply(text="{}", usage=Usage(input_tokens=1000, output_tokens=1000))
    ledger = Ledger(list_price("openai", "gpt-4.1-mini", OPENAI))
    ledger.add_reply(reply, n_attempts=2, is_stored=False)
    ledger.add_reply(reply, n_attempts=0, is_stored=True)
    summary = ledger.summary()
    spent, fresh = summary["spent"], summary["fresh"]
    assert isinstance(spent, dict)
    assert isinstance(fresh, dict)
    assert (spent["calls"], spent["attempts"], spent["cost_usd"]) == (1, 2, 0.002)
    assert (fresh["calls"], fresh["cost_usd"]) == (2, 0.004)
