"""A judge scores from anywhere: a script, a running loop, threads, and several at once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from judge_samples import make_judge, make_sample
from judge_server import JudgeServer

from judgekit.judge import Judge
from judgekit.runs import Run


def _values(run: Run) -> list[float | None]:
    return [score.value for score in run.scores]


async def test_score_works_inside_a_running_loop(judge_server: JudgeServer) -> None:
    """As in a notebook's cell: no loop is patched, and the call returns a run."""
    assert asyncio.get_running_loop().is_running()
    run = make_judge(judge_server).score([make_sample("a")])
    assert run.scores[0].outcome.value == "scored"


async def test_ascore_is_awaited_in_the_running_loop(judge_server: JudgeServer) -> None:
    """The awaitable twin gives the same scores, and leaves the loop free meanwhile."""
    samples = [make_sample(f"a{number}") for number in range(6)]
    judge_server.latency_s = 0.05
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0.005)

    ticking = asyncio.create_task(tick())
    run = await make_judge(judge_server, max_connections=2).ascore(samples)
    ticking.cancel()
    assert ticks > 5
    assert _values(run) == _values(make_judge(judge_server).score(samples))


async def test_one_judge_scores_several_inputs_at_once(judge_server: JudgeServer) -> None:
    """Runs that overlap in one loop keep their connections and counts apart."""
    judge = make_judge(judge_server)
    judge_server.latency_s = 0.02
    inputs = [[make_sample(f"{name}{number}") for number in range(4)] for name in "abc"]
    runs = await asyncio.gather(*(judge.ascore(samples) for samples in inputs))
    for run, samples in zip(runs, inputs, strict=True):
        assert [score.id for score in run.scores] == [sample.id for sample in samples]
        assert {score.outcome.value for score in run.scores} == {"scored"}
        assert _calls(run) == 4


def _calls(run: Run) -> object:
    usage = run.usage["medcmr"]
    assert isinstance(usage, dict)
    spent = usage["spent"]
    assert isinstance(spent, dict)
    return spent["calls"]


def test_one_judge_scores_in_several_threads_at_once(judge_server: JudgeServer) -> None:
    """Threads that share a judge each get their own run, equal to one made alone."""
    judge = make_judge(judge_server)
    judge_server.latency_s = 0.02
    inputs = [[make_sample(f"{name}{number}") for number in range(4)] for name in "abcd"]
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(judge.score, inputs, timeout=30))
    judge_server.latency_s = 0.0
    assert [_values(run) for run in runs] == [_values(judge.score(samples)) for samples in inputs]


def test_judges_in_several_threads_share_one_store(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """Judges of their own on one folder lose nothing and end with one reply for each request."""
    samples = [make_sample(f"a{number}") for number in range(5)]

    def score(_: int) -> list[float | None]:
        judge: Judge = make_judge(judge_server, cache=tmp_path)
        return _values(judge.score(samples))

    with ThreadPoolExecutor(3) as pool:
        values = list(pool.map(score, range(3), timeout=60))
    assert values[0] == values[1] == values[2]
    n_before = len(judge_server.calls)
    assert score(0) == values[0]
    assert len(judge_server.calls) == n_before


def test_an_error_of_the_run_reaches_the_thread_that_asked(judge_server: JudgeServer) -> None:
    """`score` raises what the engine raised, from inside a loop as outside."""
    judge = make_judge(judge_server)
    twice = [make_sample("a"), make_sample("a")]

    async def inside() -> str:
        try:
            judge.score(twice)
        except ValueError as error:
            return str(error)
        return "nothing"

    assert "'a' stands twice" in asyncio.run(inside())
