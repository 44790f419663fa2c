"""The audit as one call: scores and ratings in, a report out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from judgekit.auditing.data import N_BOOT, SEED, AuditData
from judgekit.auditing.joining.join import Joined, join
from judgekit.auditing.joining.judged import Judged, judged_of
from judgekit.auditing.joining.total_panel import total_panel
from judgekit.auditing.panel import AuditScale, Panel
from judgekit.auditing.plan import AuditPlan
from judgekit.auditing.plan_terms import (
    chances_of_rating,
    check_primary,
    idle_terms,
    subgroup_columns,
    unsafe_answers,
)
from judgekit.auditing.ratings.layout import RatingsLayout, load_layout
from judgekit.auditing.ratings.reading import read_ratings
from judgekit.auditing.ratings.table import RatingTable
from judgekit.auditing.report_of import report_of
from judgekit.auditing.result import AuditReport
from judgekit.auditing.standing import ground_of, load_plan, refuse_tuning_ids
from judgekit.auditing.texts import texts_of
from judgekit.errors import ConfigurationError
from judgekit.library import load_rubric
from judgekit.records.rubric import Rubric
from judgekit.runs.run import Run
from judgekit.runs.source import Source
from judgekit.runs.stored import StoredRun, stored_run

FEWEST_DRAWS = 100
RatingFiles = Path | str | Sequence[Path | str]


def audit(
    scores: Run | Path | str,
    ratings: RatingFiles,
    *,
    scorer: str | None = None,
    rubric: Rubric | Path | str | None = None,
    layout: RatingsLayout | Path | str | None = None,
    plan: AuditPlan | Path | str | None = None,
    margin: float | None = None,
    pairs: Mapping[str, str] | None = None,
    samples: Source | Path | str | None = None,
    by: Sequence[str] = (),
    is_same_scale: bool = False,
    earlier: Run | Path | str | None = None,
    second_judge: Run | Path | str | None = None,
    n_boot: int = N_BOOT,
    seed: int = SEED,
) -> AuditReport:
    """Audit how a judge, or a metric, agrees with clinicians.

    Args:
        scores: A run, or the folder that `judgekit score` wrote.
        ratings: File or files of the clinicians' ratings.
        scorer: Which scorer of the run; None: the only one with a rubric, or the only one.
        rubric: The rubric that was judged and rated on; None: the one that the run names, if it
            comes with judgekit. For a metric it declares the clinicians' scales.
        layout: How the ratings' files are read; None: the long form with standard names.
        plan: What was fixed before the ratings; None: everything is exploratory.
        margin: How much further from a clinician than another clinician the judge may be, in the
            unit of the primary statistic; None: the plan's, if any. Without one, no verdict.
        pairs: The scorer's own criterion ("total" for its value) for one of the clinicians', where
            the names differ.
        samples: The run's input, for texts on the page; None: of a run in memory its own input,
            else no texts.
        by: Columns by which figures are split; the plan's subgroups come first.
        is_same_scale: Whether a metric's values lie on the clinicians' scale.
        earlier: Another run of the same judge on the same items, for drift.
        second_judge: Run of a judge of another family on the same items, by the same rubric, for
            whether the judge favours its own; the plan declares the families.
        n_boot: Draws of every case bootstrap, at least 100; 0: no intervals of draws.
        seed: Seed of every draw.

    Returns:
        The report; `.write(folder)` writes audit.json, audit.html and the tables.

    Raises:
        InputDataError: A file breaks a rule; nothing joins; the scores are of another version of
            the rubric; items were used to tune the prompt.
        ConfigurationError: What was asked for contradicts itself or names what is not there.
    """
    if margin is not None and not (margin > 0 and math.isfinite(margin)):
        raise ConfigurationError(f"auditing: a margin must be a number > 0, got {margin!r}")
    _check_draws(n_boot, seed)
    stored = stored_run(scores)
    known = rubric if rubric is None or isinstance(rubric, Rubric) else load_rubric(rubric)
    judged = judged_of(stored, scorer, known)
    fixed = plan if plan is None or isinstance(plan, AuditPlan) else load_plan(plan)
    table, scales = _ratings(ratings, layout, judged)

    def joined_with(side: Judged) -> tuple[Joined, tuple[Panel, ...]]:
        found = join(side, table, scales, plan=fixed, pairs=pairs, is_same_scale=is_same_scale)
        total = total_panel(side, found.panels)
        return found, found.panels if total is None else (*found.panels, total)

    def panels_of(run: Run | Path | str | None, name: str | None) -> tuple[Panel, ...] | None:
        return None if run is None else joined_with(judged_of(stored_run(run), name, known))[1]

    joined, panels = joined_with(judged)
    refuse_tuning_ids(fixed, _cases_of(panels))
    check_primary(fixed, panels)
    ground = ground_of(fixed, table, margin)
    data = AuditData(
        scorer=judged.scorer,
        is_metric=judged.is_metric,
        signature=judged.signature,
        panels=panels,
        ratings=table,
        flow=joined.flow,
        texts=texts_of(scores, samples, joined.flow.joined),
        unlabelled=joined.unlabelled,
        comments=joined.comments,
        plan=fixed,
        margin=margin if fixed is None or fixed.margin is None else fixed.margin,
        standing=ground.standing,
        standing_reason=ground.reason,
        unsafe=unsafe_answers(fixed, panels),
        subgroups=subgroup_columns(fixed, by, panels),
        probabilities=chances_of_rating(fixed, judged),
        second=panels_of(second_judge, None) or (),
        n_boot=n_boot,
        seed=seed,
    )
    return report_of(
        data,
        warnings=(
            *_warnings(stored, joined, table, fixed),
            *idle_terms(fixed, data.margin, panels, judged, table),
        ),
        earlier=panels_of(earlier, judged.scorer),
    )


def _check_draws(n_boot: int, seed: int) -> None:
    if n_boot != 0 and n_boot < FEWEST_DRAWS:
        raise ConfigurationError(
            f"auditing: n_boot must be at least {FEWEST_DRAWS}, or 0 for no intervals of draws, "
            f"got {n_boot!r}"
        )
    if seed < 0:
        raise ConfigurationError(f"auditing: a seed must be a whole number >= 0, got {seed!r}")


def _ratings(
    ratings: RatingFiles,
    layout: RatingsLayout | Path | str | None,
    judged: Judged,
) -> tuple[RatingTable, dict[str, AuditScale]]:
    paths = [ratings] if isinstance(ratings, str | Path) else list(ratings)
    read = layout if layout is None or isinstance(layout, RatingsLayout) else load_layout(layout)
    return read_ratings([Path(path) for path in paths], layout=read, scales=judged.scales)


def _cases_of(panels: Sequence[Panel]) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for panel in panels:
        cases = panel.cases or (None,) * len(panel)
        found.update(zip(panel.items, cases, strict=True))
    return found


def _warnings(
    stored: StoredRun, joined: Joined, table: RatingTable, plan: AuditPlan | None
) -> tuple[str, ...]:
    found = [*table.warnings, *joined.warnings]
    if plan is not None and plan.sampling is not None:
        found.append(
            "answers were drawn for rating with unequal chances: corrected scores and missed harm "
            "are weighted back to the run, every other figure describes the rated answers"
        )
    if not stored.complete:
        found.append(f"{stored.source} is not complete: it stopped before its last row")
    return tuple(found)
