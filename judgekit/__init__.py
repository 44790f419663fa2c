"""Scores for open and multiple-choice answers whose numbers can be trusted.

Importing judgekit loads the standard library only; each public name is loaded when it is first
used.
"""

import importlib
from typing import TYPE_CHECKING

from judgekit.version import __version__ as __version__

if TYPE_CHECKING:
    from judgekit import agreement
    from judgekit.auditing import audit
    from judgekit.comparison import compare
    from judgekit.errors import JudgekitError
    from judgekit.judge import Judge
    from judgekit.library import load_prompt, load_rubric
    from judgekit.mcq import extract_choice, extract_joint, mcq_report
    from judgekit.metrics.bertscore import bertscore
    from judgekit.metrics.rouge import rouge
    from judgekit.records import Outcome, Rubric, Sample, Score, Signature
    from judgekit.runs import Run

_HOMES = {
    "Judge": "judgekit.judge",
    "JudgekitError": "judgekit.errors",
    "Outcome": "judgekit.records",
    "Rubric": "judgekit.records",
    "Run": "judgekit.runs",
    "Sample": "judgekit.records",
    "Score": "judgekit.records",
    "Signature": "judgekit.records",
    "agreement": "",
    "audit": "judgekit.auditing",
    "bertscore": "judgekit.metrics",
    "compare": "judgekit.comparison",
    "extract_choice": "judgekit.mcq",
    "extract_joint": "judgekit.mcq",
    "load_prompt": "judgekit.library",
    "load_rubric": "judgekit.library",
    "mcq_report": "judgekit.mcq",
    "rouge": "judgekit.metrics",
}

__all__ = [
    "Judge",
    "JudgekitError",
    "Outcome",
    "Rubric",
    "Run",
    "Sample",
    "Score",
    "Signature",
    "agreement",
    "audit",
    "bertscore",
    "compare",
    "extract_choice",
    "extract_joint",
    "load_prompt",
    "load_rubric",
    "mcq_report",
    "rouge",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'judgekit' has no attribute {name!r}")
    home = _HOMES[name]
    value: object = (
        getattr(importlib.import_module(home), name)
        if home
        else importlib.import_module(f"judgekit.{name}")
    )
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
