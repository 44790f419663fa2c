"""How often each answer was given, by clinicians and by the judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Panel
from judgekit.auditing.words import answer
from judgekit.report.parts import ReportTable


def prevalence_table(data: AuditData) -> ReportTable:
    """Return how often each answer was given by clinicians and by the judge."""
    rows = []
    for panel in data.panels:
        clinicians = Counter(value for row in panel.answers for value in row if value is not None)
        judge = Counter(value for value in panel.judged if value is not None)
        if panel.scale.family == "numeric" or not panel.is_on_scale:
            rows.append((panel.name, *_spread(panel)))
            continue
        for level in panel.categories:
            rows.append(
                (
                    f"{panel.name}: {answer(level)}",
                    _share(clinicians[level], clinicians.total()),
                    _share(judge[level], judge.total()),
                )
            )
    return ReportTable(
        caption="How often each answer was given",
        columns=("Criterion and answer", "By clinicians", "By the judge"),
        rows=tuple(rows),
        note="Counts of ratings, not of items. Answers that nobody gave keep their place.",
    )


def _share(count: int, total: int) -> str:
    return f"{count} of {total}" + (f" ({100 * count / total:.1f} %)" if total else "")


def _spread(panel: Panel) -> tuple[str, str]:
    clinicians = [v for row in panel.levels_given for v in row if isinstance(v, int | float)]
    judge = [v for v in panel.levels_judged if isinstance(v, int | float)]
    return _middle(clinicians), _middle(judge)


def _middle(values: Sequence[float]) -> str:
    if not values:
        return "no value"
    ordered = sorted(values)
    mean = sum(ordered) / len(ordered)
    return f"{len(ordered)} values, mean {mean:.2f}, from {ordered[0]:g} to {ordered[-1]:g}"
