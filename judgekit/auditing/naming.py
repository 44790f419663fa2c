"""Figures made the same way everywhere: their keys, and what they have in common."""

from __future__ import annotations

from collections.abc import Mapping

from judgekit.auditing.figure import Figure
from judgekit.records.estimate import Estimate

JUDGE_CLINICIANS = "judge with clinicians"
CLINICIANS = "clinicians with each other"
DIFFERENCE = "judge minus clinicians"


def figure(
    section: str,
    criterion: str | None,
    statistic: str,
    subject: str,
    *,
    estimand: str,
    unit: str,
    estimate: Estimate,
    n_raters: int | None = None,
    seed: int | None = None,
    group: Mapping[str, str] | None = None,
    p: float | None = None,
) -> Figure:
    """Return a figure with its key; arguments are the fields of `Figure`."""
    named = dict(group or {})
    parts = [section, criterion or "all", statistic, subject.replace(" ", "_")]
    parts += [f"{column}={value}" for column, value in named.items()]
    return Figure(
        id="/".join(parts),
        section=section,
        criterion=criterion,
        statistic=statistic,
        subject=subject,
        estimand=estimand,
        unit=unit,
        group=named,
        n_raters=n_raters,
        seed=seed,
        estimate=estimate,
        p=p,
    )
