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
    n_items: int | None = None,
    seed: int | None = None,
    group: Mapping[str, str] | None = None,
    p: float | None = None,
) -> Figure:
    """Return a figure with its key; arguments are the fields of `Figure`, and `n_items`.

    Args:
        section: Where it is discussed.
        criterion: Id of the criterion; None: over all.
        statistic: Its standard name.
        subject: Between whom.
        estimand: What it estimates, in a sentence.
        unit: Unit of the value.
        estimate: The figure; its n counts pairs where `n_items` is given.
        n_raters: How many clinicians enter.
        n_items: For an estimate over pairs, the items in them; None: it is over items.
        seed: Seed of the draws.
        group: A column and its value; None: all items.
        p: A p value.
    """
    n_pairs = None
    if n_items is not None:
        n_pairs, estimate = estimate.n, estimate.model_copy(update={"n": n_items})
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
        n_pairs=n_pairs,
        seed=seed,
        estimate=estimate,
        p=p,
    )
