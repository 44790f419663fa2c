"""What a judge may spend, how fast it may go, when it gives up, and what a dry run foretells."""

from __future__ import annotations

from pathlib import Path

import pytest
from judge_samples import FIFTY_EIGHT, MODEL, make_sample, marker, row_of
from judge_server import JudgeServer, grades, says, status

from judgekit.calling import BudgetLimits
from judgekit.errors import ConfigurationError, MissingExtraError, ProviderStoppedError
from judgekit.judge import Judge
from judgekit.records import Outcome
from judgekit.runs import ListSource, run_in_folder, run_in_thread

NAMES = tuple(f"s{number}" for number in range(10))
SAMPLES = tuple(make_sample(name) for name in NAMES)


def test_a_budget_of_calls_is_hard_and_leaves_a_usable_result(judge_server: JudgeServer) -> None:
    """Of ten samples under a budget of 3 calls, 3 are scored and 7 are budget_stopped."""
    judge_server.otherwise = FIFTY_EIGHT
    judge = Judge(
        "medcmr",
        MODEL,
        base_url=judge_server.base_url,
        cache=None,
        budget=BudgetLimits(calls=3),
    )
    total = row_of(judge.score(SAMPLES))
    assert (total.value, total.n_scored, total.n_total) == (58.0, 3, 10)
    assert total.outcomes == {"scored": 3, "budget_stopped": 7}
    assert len(judge_server.calls) == 3


def test_retries_and_repeats_share_the_budget(judge_server: JudgeServer) -> None:
    """A 503 uses up a call of the budget, and so does each repeat: 1 retry and 2 repeats are 3."""
    judge_server.otherwise = FIFTY_EIGHT
    judge_server.script(marker("s0"), status(503), FIFTY_EIGHT)
    judge = Judge(
        "medcmr",
        MODEL,
        base_url=judge_server.base_url,
        cache=None,
        repeats=2,
        max_connections=1,
        budget=BudgetLimits(calls=3),
    )
    run = judge.score(SAMPLES[:2])
    assert [score.outcome for score in run.scores] == [Outcome.SCORED, Outcome.BUDGET_STOPPED]
    assert len(judge_server.calls) == 3


def test_a_stopped_budget_goes_on_in_the_next_run(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """Run again with more budget, only what was stopped is asked; the result is that of one run."""
    judge_server.otherwise = FIFTY_EIGHT
    for budget in (BudgetLimits(calls=4), BudgetLimits(calls=6)):
        judge = Judge("medcmr", MODEL, base_url=judge_server.base_url, cache=None, budget=budget)
        run = run_in_thread(run_in_folder(ListSource(SAMPLES), (judge,), tmp_path / "out"))
    assert row_of(run).n_scored == 10
    assert len(judge_server.calls) == 10


def test_kept_replies_cost_no_budget(judge_server: JudgeServer, tmp_path: Path) -> None:
    """With every reply in the store, a budget of one call scores all ten."""
    cache = tmp_path / "cache"
    Judge("medcmr", MODEL, base_url=judge_server.base_url, cache=cache).score(SAMPLES)
    n_calls = len(judge_server.calls)
    run = Judge(
        "medcmr",
        MODEL,
        base_url=judge_server.base_url,
        cache=cache,
        budget=BudgetLimits(calls=1),
    ).score(SAMPLES)
    assert row_of(run).n_scored == 10
    assert len(judge_server.calls) == n_calls


def test_a_budget_of_money_needs_a_known_price(judge_server: JudgeServer) -> None:
    """A server of one's own has no list price; zero would let it spend without end."""
    judge = Judge(
        "medcmr",
        MODEL,
        base_url=judge_server.base_url,
        cache=None,
        budget=BudgetLimits(cost_usd=1.0),
    )
    with pytest.raises((ConfigurationError, MissingExtraError), match=r"price"):
        judge.score(SAMPLES[:1])


def test_equal_requests_under_way_are_sent_once(judge_server: JudgeServer, tmp_path: Path) -> None:
    """Eight samples with one and the same content cost one call where replies are kept."""
    judge_server.latency_s = 0.1
    twins = [make_sample(f"t{n}", response="The same answer for all.") for n in range(8)]
    run = Judge("medcmr", MODEL, base_url=judge_server.base_url, cache=tmp_path / "c").score(twins)
    assert row_of(run).n_scored == 8
    assert len(judge_server.calls) == 1


def test_a_cut_off_reply_is_asked_once_more_with_the_larger_limit(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """Truncated at 100, whole at 300: two calls, scored; the next run needs none."""
    judge_server.script(marker("s0"), says('{"cons', finish="length"), FIFTY_EIGHT)
    for _ in range(2):
        run = Judge(
            "medcmr",
            MODEL,
            base_url=judge_server.base_url,
            cache=tmp_path / "cache",
            max_tokens=100,
            larger_max_tokens=300,
        ).score(SAMPLES[:1])
        assert run.scores[0].value == 58.0
    assert [call.body["max_tokens"] for call in judge_server.calls] == [100, 300]
    assert "max_tokens=100, then 300" in str(run.signature["medcmr"])


def test_without_a_larger_limit_a_cut_off_reply_is_not_asked_again(
    judge_server: JudgeServer,
) -> None:
    """Truncation is an outcome, never a reason to try the same again."""
    judge_server.script(marker("s0"), says('{"cons', finish="length"), FIFTY_EIGHT)
    run = Judge("medcmr", MODEL, base_url=judge_server.base_url, cache=None).score(SAMPLES[:1])
    assert run.scores[0].outcome is Outcome.TRUNCATED
    assert len(judge_server.calls) == 1


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [(status(418), "api_error 418"), (says("no JSON here"), "unparseable")],
)
def test_a_run_stops_when_the_first_calls_all_fail_alike(
    judge_server: JudgeServer, behaviour: object, kind: str
) -> None:
    """Forty samples would fail the same way; after five the run says why and stops."""
    judge_server.otherwise = behaviour  # type: ignore[assignment]
    judge = Judge(
        "medcmr",
        MODEL,
        base_url=judge_server.base_url,
        cache=None,
        max_connections=1,
        stop_after=5,
    )
    with pytest.raises(ProviderStoppedError, match=f"first 5 calls all failed alike .{kind}"):
        judge.score([make_sample(f"f{number}") for number in range(40)])
    assert len(judge_server.calls) == 5


def test_refusals_never_stop_a_run(judge_server: JudgeServer) -> None:
    """A refusal speaks of one response, so a run of refusals goes to its end."""
    judge_server.otherwise = says(None, refusal="I will not grade this.")
    run = Judge("medcmr", MODEL, base_url=judge_server.base_url, cache=None, stop_after=3).score(
        SAMPLES
    )
    assert row_of(run).outcomes == {"refused": 10}


def test_a_wave_of_429_narrows_the_calls_at_once(judge_server: JudgeServer) -> None:
    """After a wave of eight that was told to wait, fewer than eight are open at once."""
    judge_server.latency_s = 0.05
    judge_server.otherwise = grades()
    for name in NAMES[:8]:
        judge_server.script(marker(name), status(429, retry_after="0.1"), grades())
    samples = [*SAMPLES[:8], *(make_sample(f"late{number}") for number in range(24))]
    judge = Judge("medcmr", MODEL, base_url=judge_server.base_url, cache=None, max_connections=8)
    # The first call finds the output mode alone; let it succeed before the wave.
    run = judge.score([make_sample("first"), *samples])
    assert row_of(run).n_scored == 33
    last = [call for call in judge_server.calls if "<late" in call.text][:8]
    assert max(call.n_open for call in last) <= 7


def test_a_dry_run_sends_nothing_and_foretells_the_calls(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """Ten samples, two of them empty, one reply kept: seven calls; then the run makes seven."""
    cache = tmp_path / "cache"
    samples = [*SAMPLES[:8], make_sample("e1", response=" "), make_sample("e2", response=None)]
    judge = Judge("medcmr", MODEL, base_url=judge_server.base_url, cache=cache)
    fresh = judge.dry_run(samples)
    assert (fresh.calls, fresh.replies_at_hand, fresh.samples_without_call) == (8, 0, 2)
    assert judge_server.calls == []
    assert not cache.exists()
    judge.score(SAMPLES[:1])
    kept = judge.dry_run(samples)
    assert (kept.calls, kept.replies_at_hand) == (7, 1)
    judge.score(samples)
    assert len(judge_server.calls) == 8


def test_a_dry_run_shows_the_real_prompt_and_an_unknown_price(judge_server: JudgeServer) -> None:
    """The first prompt is the one that will be sent; a price that is not known is not zero."""
    judge = Judge("medcmr", MODEL, base_url=judge_server.base_url, cache=None, max_tokens=500)
    found = judge.dry_run(SAMPLES[:2])
    judge.score(SAMPLES[:1])
    assert found.first_prompt is not None
    assert "\n".join(found.first_prompt) == judge_server.calls[0].text
    assert found.cost_usd_at_most == "unknown"
    assert found.output_tokens_at_most == 1000
    assert found.input_tokens > 2 * 500
