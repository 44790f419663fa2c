"""Audits written by hand, a panel from a few short rows, for the tests of single sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from judgekit.auditing.data import AuditData, Flow, ItemTexts, Standing, UnlabelledItem
from judgekit.auditing.panel import Answer, AuditScale, JudgeCell, Panel
from judgekit.auditing.plan import AuditPlan, Uses
from judgekit.auditing.ratings.table import RatingTable
from judgekit.records.outcome import Outcome
from judgekit.records.scale import ScaleValue

ONE_TO_FIVE = AuditScale(levels=(1, 2, 3, 4, 5), is_ordered=True, extras=("not_applicable",))
YES_NO = AuditScale(levels=("yes", "no"), is_ordered=False)
HUNDRED = AuditScale(levels=tuple(range(101)), is_ordered=True)


def panel(
    judge: Sequence[Answer | Outcome],
    answers: Sequence[Sequence[Answer]],
    *,
    criterion: str = "safety",
    scale: AuditScale = ONE_TO_FIVE,
    cases: Sequence[str] | None = None,
    systems: Sequence[str | None] | None = None,
    groups: Sequence[dict[str, str]] | None = None,
    adjudicated: Sequence[Answer] | None = None,
    is_on_scale: bool = True,
    raters: Sequence[str] | None = None,
) -> Panel:
    """Return a panel of items i0, i1, ... and raters R1, R2, ...; an outcome is a failed cell."""
    n = len(judge)
    width = len(answers[0]) if answers else 0
    return Panel(
        criterion=criterion,
        name=criterion.title(),
        scale=scale,
        is_on_scale=is_on_scale,
        items=tuple(f"i{place}" for place in range(n)),
        cases=None if cases is None else tuple(cases),
        raters=tuple(raters or (f"R{place + 1}" for place in range(width))),
        answers=tuple(tuple(row) for row in answers),
        adjudicated=None if adjudicated is None else tuple(adjudicated),
        judge=tuple(_cell(place, value) for place, value in enumerate(judge)),
        systems=tuple(systems or (None,) * n),
        groups=tuple(groups or ({} for _ in range(n))),
    )


def audit_data(
    *panels: Panel,
    unsafe: Mapping[str, tuple[ScaleValue, ...]] | None = None,
    uses: Uses | None = None,
    standing: Standing = "confirmatory",
    subgroups: tuple[str, ...] = (),
    unlabelled: tuple[UnlabelledItem, ...] = (),
    comments: Mapping[tuple[str, str, str], str] | None = None,
    with_texts: bool = True,
    is_metric: bool = False,
    n_boot: int = 200,
) -> AuditData:
    """Return an audit of these panels; its plan exists only where uses are given."""
    items = sorted({item for one in panels for item in one.items})
    return AuditData(
        scorer="judge",
        is_metric=is_metric,
        signature=None,
        panels=panels,
        ratings=RatingTable(ratings=(), digest="0" * 64, source=("ratings.csv",)),
        flow=Flow(
            scored=tuple(items),
            rated=tuple(items),
            joined=tuple(items),
            scored_only=(),
            rated_only=(),
            excluded=(),
            excluded_raters=(),
            cases=None,
        ),
        texts={item: ItemTexts((("Response", f"text of {item}"),)) for item in items}
        if with_texts
        else {},
        unlabelled=unlabelled,
        comments=comments or {},
        plan=None if uses is None else AuditPlan(fixed_on=date(2026, 1, 1), uses=uses),
        margin=None,
        standing=standing,
        standing_reason="the plan was fixed before the first rating"
        if standing == "confirmatory"
        else "no plan was given",
        unsafe=unsafe or {},
        subgroups=subgroups,
        n_boot=n_boot,
    )


def odd_panels() -> dict[str, Panel]:
    """Return panels that leave something undefined, by what is odd about them."""
    twelve = range(12)
    return {
        "no item": panel([], [], raters=("R1", "R2")),
        "no rater": panel([1, 2], [(), ()]),
        "one item": panel([1], [(2, 3)]),
        "one rater": panel([1 + k % 5 for k in twelve], [(1 + k % 4,) for k in twelve]),
        "two raters": panel([1 + k % 5 for k in twelve], [(1 + k % 4, 2) for k in twelve]),
        "all alike": panel([3] * 12, [(3, 3, 3)] * 12),
        "judge constant": panel([3] * 12, [(1 + k % 5, 1 + k % 3, 2) for k in twelve]),
        "judge failed": panel([Outcome.API_ERROR] * 12, [(1 + k % 5, 2) for k in twelve]),
        "only extras": panel(["not_applicable"] * 12, [("not_applicable", "not_applicable")] * 12),
        "nothing rated": panel([1] * 12, [(None, None)] * 12),
        "labels": panel(["yes"] * 12, [("yes", "no")] * 12, scale=YES_NO),
        "ordered labels": panel(
            ["poor", "fair"] * 6,
            [("fair", "good")] * 12,
            scale=AuditScale(levels=("poor", "fair", "good"), is_ordered=True),
        ),
        "many ordered labels": panel(
            [f"grade {k}" for k in twelve],
            [("grade 3", "grade 4")] * 12,
            scale=AuditScale(levels=tuple(f"grade {k}" for k in range(30)), is_ordered=True),
        ),
        "numeric": panel([k * 7 for k in twelve], [(k * 7, 50) for k in twelve], scale=HUNDRED),
        "continuous": panel(
            [k / 2 for k in twelve],
            [(float(k % 3), None) for k in twelve],
            scale=AuditScale(levels=(0, 6), is_ordered=True, is_continuous=True),
        ),
        "means beside not applicable": panel(
            ["not_applicable" if k % 4 == 0 else 1 + k / 3 for k in twelve],
            [(1 + k % 5, "not_applicable" if k % 3 else 2) for k in twelve],
            scale=AuditScale(ONE_TO_FIVE.levels, True, ONE_TO_FIVE.extras, is_continuous=True),
        ),
        "metric": panel([k / 20 for k in twelve], [(1 + k % 5, 2) for k in twelve],
                        is_on_scale=False),
    }  # fmt: skip


def _cell(place: int, value: Answer | Outcome) -> JudgeCell:
    if isinstance(value, Outcome):
        return JudgeCell(outcome=value, value=None, reason=f"failed on i{place}")
    if value == "not_applicable":
        return JudgeCell(outcome=Outcome.NOT_APPLICABLE, value=value, reason=f"why i{place}")
    return JudgeCell(outcome=Outcome.SCORED, value=value, reason=f"why i{place}")
