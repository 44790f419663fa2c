"""Samples for the judge's tests, and the one way in which they are asked."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict, Unpack

from judge_server import Behaviour, JudgeServer, grades

from judgekit.judge import Judge
from judgekit.prompting import See
from judgekit.records import Sample
from judgekit.records.summary import SummaryRow
from judgekit.runs import Run


class Settings(TypedDict, total=False):
    """Settings of a judge that tests change."""

    base_url: str
    cache: Path | None
    images: Path
    max_connections: int
    max_tokens: int
    prompt: Path
    record: Path
    repeats: int
    see: See
    seed: int
    temperature: float | None
    timeout_s: float


MODEL = "openai/local-judge"
CRITERIA = ("consistency", "coherence", "visual_accuracy", "correctness")
# 100 x (10 x 5/5 + 10 x 4/5 + 40 x 3/5 + 40 x 2/5) / 100 = 10 + 8 + 24 + 16 = 58
FIFTY_EIGHT: Behaviour = grades(consistency=5, coherence=4, visual_accuracy=3, correctness=2)
FULL_MARKS: Behaviour = grades()


def make_sample(name: str, **fields: object) -> Sample:
    """Return a sample with everything that medcmr needs; its id is a marker in its response."""
    given: dict[str, object] = {
        "response": f"The answer of <{name}> is a small pneumothorax.",
        "question": "What does the radiograph show?",
        "references": ("A small left apical pneumothorax.",),
        "visual_evidence": "A thin pleural line at the left apex.",
    }
    return Sample.model_validate({"id": name, **given, **fields})


def marker(name: str) -> str:
    """Return what only the prompt of the sample `name` holds."""
    return f"<{name}>"


def make_judge(server: JudgeServer, **settings: Unpack[Settings]) -> Judge:
    """Return a judge that asks `server`, without a reply store unless told otherwise."""
    given: Settings = {"base_url": server.base_url, "cache": None, "timeout_s": 20.0}
    given.update(settings)
    return Judge("medcmr", MODEL, **given)


def ask(server: JudgeServer, *samples: Sample, **settings: Unpack[Settings]) -> Run:
    """Return the run of `samples` against `server`."""
    return make_judge(server, **settings).score(samples)


def row_of(run: Run, criterion: str | None = None, **group: str) -> SummaryRow:
    """Return one row of the summary."""
    return next(
        row for row in run.summary.rows if row.criterion == criterion and row.group == group
    )
