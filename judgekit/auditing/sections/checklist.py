"""The reporting checklist: what the audit reports, and what stays open for people to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Section
from judgekit.auditing.plan import StudyDesign
from judgekit.report.parts import ReportTable

ID = "checklist"
OPEN = "open"


class Point(NamedTuple):
    """One point of a guideline.

    Attributes:
        guideline: Which one.
        asks: What it asks for, in our words.
        answer: What is reported here; None: nothing is, and the point is open.
    """

    guideline: str
    asks: str
    answer: Callable[[AuditData], str | None]


def checklist_section(data: AuditData) -> Section:
    """Return every point with what is reported, or that it is open."""
    points = [(point, point.answer(data)) for point in _points()]
    n_open = sum(given is None for _, given in points)
    return Section(
        id=ID,
        title="Reporting checklist",
        paragraphs=(
            f"{len(points) - n_open} of {len(points)} points are reported here, {n_open} are open. "
            "An open point is one that only the people who made the study can answer: under "
            "design in the plan, or in their paper.",
            "Points of GRRAS (Kottner et al. 2011) bear its item numbers. Of TRIPOD-LLM (Gallifant "
            "et al. 2025) and CLAIM (2024 update) the topics that bear on a judge are listed, in "
            "our words; neither is complete here.",
        ),
        tables=tuple(_tables(points)),
        details={
            "points": [
                {"guideline": one.guideline, "asks": one.asks, "reported": given}
                for one, given in points
            ]
        },
    )


def _tables(points: list[tuple[Point, str | None]]) -> Iterator[ReportTable]:
    for guideline in dict.fromkeys(one.guideline.split(" ")[0] for one, _ in points):
        yield ReportTable(
            caption=guideline.removesuffix(":"),
            columns=("Point", "Asks for", "Status", "Reported"),
            rows=tuple(
                (
                    one.guideline,
                    one.asks,
                    OPEN if given is None else "reported",
                    "to be stated" if given is None else given,
                )
                for one, given in points
                if one.guideline.split(" ")[0] == guideline
            ),
        )


def _design(field: str) -> Callable[[AuditData], str | None]:
    """Return what the plan's design says under one of its fields."""
    if field not in StudyDesign.model_fields:
        raise ValueError(f"checklist: the plan's design has no field {field!r}")
    return lambda data: None if data.plan is None else getattr(data.plan.design, field)


def _signature(*names: str) -> Callable[[AuditData], str | None]:
    def answer(data: AuditData) -> str | None:
        fields = {} if data.signature is None else data.signature.fields
        found = [f"{name} {fields[name]}" for name in names if name in fields]
        return "; ".join(found) or None

    return answer


def _fixed(text: str) -> Callable[[AuditData], str | None]:
    return lambda _: text


def _sizes(data: AuditData) -> str:
    raters = {rater for panel in data.panels for rater in panel.raters}
    cases = "cases not declared" if data.flow.cases is None else f"{data.flow.cases} cases"
    repeats = max((len(cell.repeats) for panel in data.panels for cell in panel.judge), default=0)
    return (
        f"{len(raters)} clinicians, {len(data.flow.joined)} answers, {cases}; "
        f"{max(repeats, 1)} judgement{'s' if repeats > 1 else ''} of each answer by the judge"
    )


def _frozen(data: AuditData) -> str | None:
    if data.plan is None:
        return None
    stated = data.plan.design.prompt_frozen
    ids = f"{len(data.plan.tuning_ids)} tuning ids are declared and refused"
    return f"{stated} ({ids})" if stated is not None else None


def _subgroups(data: AuditData) -> str | None:
    return f"by {', '.join(data.subgroups)}, under “Where it fails”" if data.subgroups else None


def _planned(data: AuditData) -> str | None:
    return data.standing_reason if data.standing == "confirmatory" else None


def _missing(data: AuditData) -> str:
    failed = sum(value is None for panel in data.panels for value in panel.judged)
    total = sum(len(panel) for panel in data.panels)
    return f"{failed} of {total} judgements have no answer; by kind under “Who rated what”"


def _points() -> tuple[Point, ...]:
    grras, tripod, claim = "GRRAS", "TRIPOD-LLM", "CLAIM"
    rows: tuple[tuple[str, str, Callable[[AuditData], str | None]], ...] = (
        (f"{grras} 1", "Agreement is named in title or abstract", _title),
        (f"{grras} 2", "The measuring device", _signature("rubric", "metric", "judge")),
        (f"{grras} 3", "The population of the rated answers", _design("item_sampling")),
        (f"{grras} 4", "The population of raters", _design("rater_population")),
        (f"{grras} 5", "What is known already, and why this study", _design("intended_use")),
        (f"{grras} 6", "How the numbers were chosen", _design("sample_size")),
        (f"{grras} 7", "How answers and raters were sampled", _design("item_sampling")),
        (f"{grras} 8", "How the rating was done, and blinding", _design("blinding")),
        (f"{grras} 9", "Whether ratings were independent", _design("independence")),
        (f"{grras} 10", "The statistical analysis", _fixed("the methods paragraph")),
        (f"{grras} 11", "The actual numbers", _sizes),
        (f"{grras} 12", "Training and experience of raters", _design("rater_training")),
        (
            f"{grras} 13",
            "Estimates with their uncertainty",
            _fixed("every figure has an interval, or the reason for none"),
        ),
        (f"{grras} 14", "What the results mean in practice", _uses),
        (f"{grras} 15", "Detailed results", _fixed("audit.json, figures.csv and the tables")),
        (
            f"{tripod}: model",
            "Model, version and how it is reached",
            _signature("judge", "endpoint", "returned model", "metric"),
        ),
        (
            f"{tripod}: settings",
            "Prompt and sampling settings",
            _signature("prompt", "mode", "temperature", "seed", "max_tokens", "repeats"),
        ),
        (f"{tripod}: tuning", "On what the prompt was tuned, and when it was fixed", _frozen),
        (f"{tripod}: use", "Intended use, and who is affected", _design("intended_use")),
        (
            f"{tripod}: annotation",
            "Guidelines and training of annotators",
            _design("rater_training"),
        ),
        (f"{tripod}: missing", "Refusals, failures, missing answers", _missing),
        (f"{tripod}: fairness", "Results by subgroup", _subgroups),
        (f"{tripod}: vendor", "Vendor of judge and of system", _design("judge_and_system_vendor")),
        (f"{tripod}: ethics", "Ethics approval or why none", _design("ethics")),
        (f"{tripod}: funding", "Funding and interests", _design("funding")),
        (f"{claim}: goal", "Study goal and plan fixed beforehand", _planned),
        (
            f"{claim}: reference",
            "Where the reference standard comes from",
            _design("rater_population"),
        ),
        (
            f"{claim}: variability",
            "How far annotators agree with each other",
            _between,
        ),
        (f"{claim}: flow", "A diagram of what was included", _fixed("the flow of items")),
        (
            f"{claim}: failures",
            "Analysis of incorrect results",
            _fixed("“Where judge and clinicians are farthest apart”"),
        ),
        (f"{claim}: data", "Availability of data and code", _design("data_availability")),
    )
    return tuple(Point(*row) for row in rows)


def _title(data: AuditData) -> str | None:
    return None if data.plan is None else data.plan.title


def _uses(data: AuditData) -> str | None:
    declared = data.plan is not None and any(
        use is not None
        for use in (
            data.plan.uses.ranking,
            data.plan.uses.mean_scores,
            data.plan.uses.single_answers,
        )
    )
    return "under “What this audit supports”" if declared else None


def _between(data: AuditData) -> str | None:
    several = any(len(panel.raters) > 1 for panel in data.panels)
    return "beside the judge's agreement, on the same answers" if several else None
