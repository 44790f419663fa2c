"""The judge's closeness to clinicians beside theirs to each other, for one panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from judgekit.agreement import HumanReference, MeasureName, human_reference
from judgekit.agreement.pair_measures import NUMERIC
from judgekit.auditing.figure import Figure
from judgekit.auditing.measures import WORDS, difference_estimand
from judgekit.auditing.naming import CLINICIANS, DIFFERENCE, JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Answer, Panel
from judgekit.records.scale import ScaleValue


def closeness_of(
    panel: Panel, measure: MeasureName, *, n_boot: int, seed: int
) -> HumanReference | None:
    """Return the three figures of one measure; None where the judge is not on the scale.

    Ordered scales are compared where both answered on the scale; nominal ones with their extras,
    since "not applicable" and "other" are answers.
    """
    if not panel.is_on_scale:
        return None
    if panel.scale.family == "nominal":
        return reference_of(
            panel, panel.answers, panel.judged, measure, panel.categories, n_boot, seed
        )
    return reference_of(
        panel,
        panel.levels_given,
        panel.levels_judged,
        measure,
        None if measure in NUMERIC else panel.scale.levels,
        n_boot,
        seed,
    )


def reference_of(
    panel: Panel,
    answers: Sequence[Sequence[Answer]],
    judged: Sequence[Answer],
    measure: MeasureName,
    categories: Sequence[ScaleValue] | None,
    n_boot: int,
    seed: int,
) -> HumanReference:
    """Return the three figures for any reading of a panel's answers."""
    return _remembered(
        tuple(map(tuple, answers)),
        tuple(judged),
        measure,
        None if categories is None else tuple(categories),
        panel.cases,
        n_boot,
        seed,
    )


@lru_cache(maxsize=64)
def _remembered(
    answers: tuple[tuple[Answer, ...], ...],
    judged: tuple[Answer, ...],
    measure: MeasureName,
    categories: tuple[ScaleValue, ...] | None,
    cases: tuple[str, ...] | None,
    n_boot: int,
    seed: int,
) -> HumanReference:
    return human_reference(
        answers,
        judged,
        measure=measure,
        categories=categories,
        clusters=cases,
        n_boot=n_boot,
        seed=seed,
    )


def closeness_figures(
    section: str,
    panel: Panel,
    found: HumanReference,
    *,
    statistic: str | None = None,
    among: str = "items that the judge answered",
    seed: int,
) -> Iterator[Figure]:
    """Yield the three figures of a reference.

    Args:
        section: Where they stand.
        panel: What they are of.
        found: The reference.
        statistic: Its name where it is not the measure's own.
        among: What items enter, for the estimand.
        seed: Seed of the draws.
    """
    words = WORDS[found.measure]
    subjects = (
        (
            JUDGE_CLINICIANS,
            found.judge_human,
            f"Mean over clinicians of {words.estimand} between"
            f" the judge and the clinician, over {among}",
        ),
        (
            CLINICIANS,
            found.human_human,
            f"Mean over pairs of clinicians of {words.estimand}, over {among}",
        ),
        (
            DIFFERENCE,
            found.difference,
            f"{difference_estimand(found.measure)}, over {among}",
        ),
    )
    for subject, estimate, estimand in subjects:
        yield figure(
            section,
            panel.criterion,
            statistic or found.measure,
            subject,
            estimand=estimand,
            unit=words.unit,
            estimate=estimate,
            n_raters=len(panel.raters),
            seed=None if estimate.low is None else seed,
        )
