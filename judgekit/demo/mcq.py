"""The multiple-choice part: example answers under three polarities, and joint ones."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.demo.page import DemoPart
from judgekit.library import data_folder
from judgekit.mcq.checks import CheckedSource
from judgekit.mcq.figures import McqReport
from judgekit.mcq.items import McqItem
from judgekit.mcq.report import report_of_items
from judgekit.mcq.report_run import items_of_run, report_part
from judgekit.mcq.report_tables import terminal_tables
from judgekit.mcq.scorer import McqScorer
from judgekit.report import ReportPart
from judgekit.runs import Run
from judgekit.runs.mcq_files import McqFileSource

COLUMNS = ("modality",)
LEVELS = ("quality", "anatomy", "lesion", "report")


def mcq_part() -> DemoPart:
    """Return the part; its responses were written by hand, and no model made them."""
    folder = data_folder("examples") / "mcq_examples"
    return DemoPart(
        name="mcq_examples",
        title="Worked examples: multiple choice under three hints",
        paragraphs=(
            "24 questions on 12 invented cases, each with a helpful, a neutral and a misleading "
            "hint, and 8 joint prompts that ask four levels at once. Questions and responses were "
            "written for judgekit: none comes from a benchmark, and no model made them.",
            "Read the hint effect first: how much more often the option that the hint names is "
            "chosen. Then the flow: of the answers right under the neutral hint, how many stay, "
            "follow the hint, go elsewhere, or are withheld. A response without an answer counts "
            "as wrong, is counted by its kind, and the bounds show what it could have done.",
        ),
        source=CheckedSource(McqFileSource(folder / "questions.jsonl")),
        scorers=(McqScorer(),),
        tables=lambda run, _: terminal_tables(_report(items_of_run(run, by=COLUMNS))),
        view=_view,
    )


def _report(items: Sequence[McqItem]) -> McqReport:
    return report_of_items(items, by=COLUMNS, levels=LEVELS)


def _view(part: DemoPart, run: Run) -> ReportPart:
    items = items_of_run(run, by=COLUMNS)
    report = _report(items)
    return report_part(run, report, items, title=part.title, by=COLUMNS, paragraphs=part.paragraphs)
