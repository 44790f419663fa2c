"""Live judging against the bare openai SDK and peers: 50 ms latency, 64 connections.

Aims: at least 0.9 times the calls per second of a loop that calls the SDK and does nothing else, at
1.3 times its CPU per call at the most. Peers that are not installed are left out.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from judgekit.judge import Judge
from judgekit.judge.engine import build_request, calls_for
from judgekit.records import Sample
from judgekit.records.exchange import JudgeRequest
from judgekit.runs import FileSource, run_in_folder, run_in_thread

N_CALLS = 1500
N_CONNECTIONS = 64
LATENCY_S = 0.05


class Measured(NamedTuple):
    """One contestant."""

    calls_per_s: float
    cpu_ms: float


def write_input(path: Path, n: int) -> None:
    """Write `n` answers of some hundred words."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(n):
            row = {
                "id": number,
                "case_id": f"case {number // 3}",
                "response": f"Answer {number}: the finding is a nodule. " + "It is solid. " * 25,
                "question": "What does the image show, and what follows from it?",
                "reference": "A solid nodule of 9 mm in the right upper lobe.",
                "visual_evidence": "A nodule with spiculated margins. " * 5,
                "modality": ("CT", "MRI", "X-ray")[number % 3],
            }
            file.write(json.dumps(row) + "\n")


Prepare = Callable[[str, Path], Callable[[], object]]
"""Readies what is not measured, and returns what is."""


def main() -> None:
    """Print calls per second and CPU per call of each contestant, and the ratios."""
    command = [sys.executable, "-m", "bench._server", str(LATENCY_S)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            port = int((server.stdout or sys.stdin).readline())
            _compare(f"http://127.0.0.1:{port}/v1")
        finally:
            server.kill()


def _compare(base_url: str) -> None:
    bare: Measured | None = None
    print(f"{'':16}{'calls/s':>9}{'ratio':>7}{'CPU ms/call':>13}{'ratio':>7}")
    for name, package, contestant in (
        ("bare openai SDK", "openai", _bare_sdk),
        ("judgekit", "judgekit", _judgekit),
        ("instructor", "instructor", _instructor),
        ("litellm", "litellm", _litellm),
        ("inspect_ai", "inspect_ai", _inspect_ai),
    ):
        if importlib.util.find_spec(package) is None:
            print(f"{name:16}{'not installed':>16}")
            continue
        runs = [_measured(contestant, base_url) for _ in range(2)]
        best = Measured(max(r.calls_per_s for r in runs), min(r.cpu_ms for r in runs))
        bare = bare or best
        print(
            f"{name:16}{best.calls_per_s:9.0f}{best.calls_per_s / bare.calls_per_s:7.2f}"
            f"{best.cpu_ms:13.2f}{best.cpu_ms / bare.cpu_ms:7.2f}"
        )


def _measured(prepare: Prepare, base_url: str) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        write_input(Path(folder) / "in.jsonl", N_CALLS)
        call_all = prepare(base_url, Path(folder))
        before, started = _cpu_s(), time.perf_counter()
        call_all()
        seconds, cpu = time.perf_counter() - started, _cpu_s() - before
    return Measured(N_CALLS / seconds, 1000 * cpu / N_CALLS)


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _judgekit(base_url: str, folder: Path) -> Callable[[], object]:
    judge = Judge(
        "medcmr",
        "openai/bench",
        base_url=base_url,
        cache=folder / "cache",
        max_connections=N_CONNECTIONS,
    )
    source = FileSource(folder / "in.jsonl")

    def call_all() -> None:
        run = run_in_thread(run_in_folder(source, (judge,), folder / "out"))
        assert run.summary.rows[0].n_scored == N_CALLS

    return call_all


def _bodies(folder: Path) -> list[dict[str, object]]:
    """Return the same messages and schema that judgekit sends, made before the clock starts."""
    judge = Judge("medcmr", "openai/bench", base_url="http://127.0.0.1:1/v1", cache=None)
    requests: list[JudgeRequest] = []

    async def render() -> None:
        await judge.open({})
        for place in FileSource(folder / "in.jsonl"):
            requests.append(_request(judge, place.sample))
        await judge.aclose()

    asyncio.run(render())
    return [
        {
            "model": "bench",
            "messages": [
                {"role": "system", "content": request.system},
                {"role": "user", "content": request.user},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "v", "strict": True, "schema": request.schema_object},
            },
            "temperature": 0.0,
            "max_tokens": 4096,
        }
        for request in requests
    ]


def _request(judge: Judge, sample: Sample) -> JudgeRequest:
    (call,) = calls_for(judge._question, sample)
    return build_request(judge._question, judge._opened, judge._images, sample, call)


def _bare_sdk(base_url: str, folder: Path) -> Callable[[], object]:
    from openai import AsyncOpenAI

    bodies = _bodies(folder)

    async def loop() -> None:
        async with AsyncOpenAI(api_key="none", base_url=base_url, max_retries=0) as client:
            pending = iter(bodies)

            async def work() -> None:
                for body in pending:
                    reply = await client.chat.completions.create(**body)
                    assert reply.choices[0].message.content

            await asyncio.gather(*(work() for _ in range(N_CONNECTIONS)))

    return lambda: asyncio.run(loop())


def _litellm(base_url: str, folder: Path) -> Callable[[], object]:
    import os

    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    import litellm

    bodies = _bodies(folder)

    async def loop() -> None:
        pending = iter(bodies)

        async def work() -> None:
            for body in pending:
                await litellm.acompletion(
                    **{**body, "model": "openai/bench"}, api_base=base_url, api_key="none"
                )

        await asyncio.gather(*(work() for _ in range(N_CONNECTIONS)))

    return lambda: asyncio.run(loop())


def _instructor(base_url: str, folder: Path) -> Callable[[], object]:
    import instructor
    from openai import AsyncOpenAI
    from pydantic import BaseModel

    class Verdict(BaseModel):
        value: int
        reason: str

    class Verdicts(BaseModel):
        consistency: Verdict
        coherence: Verdict
        visual_accuracy: Verdict
        correctness: Verdict

    bodies = _bodies(folder)

    async def loop() -> None:
        openai = AsyncOpenAI(api_key="none", base_url=base_url, max_retries=0)
        client = instructor.from_openai(openai, mode=instructor.Mode.JSON)
        pending = iter(bodies)

        async def work() -> None:
            for body in pending:
                await client.chat.completions.create(
                    model="bench",
                    messages=body["messages"],
                    response_model=Verdicts,
                    max_retries=0,
                )

        await asyncio.gather(*(work() for _ in range(N_CONNECTIONS)))
        await openai.close()

    return lambda: asyncio.run(loop())


def _inspect_ai(base_url: str, folder: Path) -> Callable[[], object]:
    """Ready inspect_ai's model-graded scorer over given answers; its grade is not parsed."""
    import os

    import inspect_ai
    from inspect_ai.dataset import MemoryDataset
    from inspect_ai.dataset import Sample as Item
    from inspect_ai.model import GenerateConfig, ModelOutput, get_model
    from inspect_ai.scorer import model_graded_qa
    from inspect_ai.solver import solver

    os.environ["OPENAI_API_KEY"] = "none"
    grader = get_model(
        "openai/bench",
        base_url=base_url,
        responses_api=False,
        config=GenerateConfig(max_connections=N_CONNECTIONS),
    )

    @solver
    def given() -> object:
        async def solve(state: object, _: object) -> object:
            state.output = ModelOutput.from_content("given", state.metadata["response"])
            return state

        return solve

    items = [
        Item(
            input=place.sample.question or "",
            target=place.sample.references[0],
            metadata={"response": place.sample.response},
        )
        for place in FileSource(folder / "in.jsonl")
    ]
    task = inspect_ai.Task(
        dataset=MemoryDataset(items), solver=given(), scorer=model_graded_qa(model=grader)
    )
    return lambda: inspect_ai.eval(
        task,
        model="mockllm/model",
        log_dir=str(folder / "logs"),
        display="none",
        max_samples=N_CONNECTIONS,
    )


if __name__ == "__main__":
    main()
