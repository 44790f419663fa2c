"""Audits from small tables, for the tests of the statistician's sections."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from judgekit.auditing.data import AuditData, Flow, ItemTexts, UnlabelledItem
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.panel import Answer, AuditScale, JudgeCell, Panel
from judgekit.auditing.plan import AuditPlan
from judgekit.auditing.ratings.table import RatingTable
from judgekit.records.outcome import Outcome
from judgekit.records.scale import ScaleValue

GRADES = AuditScale(levels=(0, 1, 2, 3, 4), is_ordered=True, extras=("not_applicable",))
BINARY = AuditScale(levels=(0, 1), is_ordered=True)
COLOURS = AuditScale(levels=("red", "green", "blue"), is_ordered=False)
WORDS = AuditScale(levels=("poor", "fair", "good"), is_ordered=True)
POINTS = AuditScale(levels=(0, 100), is_ordered=True, is_continuous=True)


def table_panel(
    judge: Sequence[Answer],
    answers: Sequence[Sequence[Answer]],
    *,
    scale: AuditScale = GRADES,
    criterion: str = "accuracy",
    cases: Sequence[str] | None = None,
    systems: Sequence[str | None] | None = None,
    repeats: Sequence[tuple[Answer, ...]] | None = None,
    n_raters: int | None = None,
    is_on_scale: bool = True,
) -> Panel:
    """Return a panel of items a0, a1, ... and raters A, B, ...; a judge's None has failed."""
    n = len(judge)
    width = n_raters if n_raters is not None else len(answers[0]) if answers else 0
    told = repeats or [()] * n
    return Panel(
        criterion=criterion,
        name=criterion.capitalize(),
        scale=scale,
        is_on_scale=is_on_scale,
        items=tuple(f"a{place}" for place in range(n)),
        cases=None if cases is None else tuple(cases),
        raters=tuple("ABCDEFGHIJKLM"[:width]),
        answers=tuple(tuple(row) for row in answers),
        adjudicated=None,
        judge=tuple(judge_cell(value, told[place]) for place, value in enumerate(judge)),
        systems=tuple(systems or (None,) * n),
        groups=({},) * n,
    )


def judge_cell(value: Answer, repeats: tuple[Answer, ...] = ()) -> JudgeCell:
    """Return what a judge said; None is a failed call."""
    if value is None:
        return JudgeCell(Outcome.API_ERROR, None, "the call failed", repeats)
    outcome = Outcome.NOT_APPLICABLE if value == "not_applicable" else Outcome.SCORED
    return JudgeCell(outcome, value, "because", repeats)


def table_data(
    *panels: Panel,
    unlabelled: Sequence[UnlabelledItem] = (),
    texts: Mapping[str, str] | None = None,
    unsafe: Mapping[str, tuple[ScaleValue, ...]] | None = None,
    plan: AuditPlan | None = None,
    is_metric: bool = False,
    n_boot: int = 100,
) -> AuditData:
    """Return an audit of panels; `texts` holds the response of each item."""
    return AuditData(
        scorer="judge",
        is_metric=is_metric,
        signature=None,
        panels=panels,
        ratings=RatingTable(ratings=(), digest="0" * 64, source=("table.csv",)),
        flow=Flow((), (), (), (), (), (), (), None),
        texts={key: ItemTexts((("Response", text),)) for key, text in (texts or {}).items()},
        unlabelled=tuple(unlabelled),
        comments={},
        plan=plan,
        margin=None,
        standing="exploratory",
        standing_reason="no plan was given",
        unsafe=unsafe or {},
        subgroups=(),
        n_boot=n_boot,
    )


def more_items(
    values: Sequence[Answer],
    *,
    criterion: str = "accuracy",
    cases: Sequence[str] | None = None,
    systems: Sequence[str | None] | None = None,
) -> tuple[UnlabelledItem, ...]:
    """Return items u0, u1, ... that nobody rated; None is one that the judge failed on."""
    n = len(values)
    return tuple(
        UnlabelledItem(
            item=f"u{place}",
            case=None if cases is None else cases[place],
            system=None if systems is None else systems[place],
            values={} if value is None else {criterion: value},
        )
        for place, value in zip(range(n), values, strict=True)
    )


def found(section: Section, key: str) -> Figure:
    """Return the figure of a key; the error names all keys there are."""
    by_key = {one.id: one for one in section.figures}
    assert key in by_key, "\n".join(by_key)
    return by_key[key]


def awkward() -> dict[str, AuditData]:
    """Return audits in which much is undefined, by what is awkward about them."""
    ten = range(10)
    two = [[k % 5, (k + 1) % 5] for k in ten]
    shared = [f"case {k // 2}" for k in ten]
    judge = [k % 4 for k in ten]
    panels = {
        "no panel at all": (),
        "no item": (table_panel([], [], n_raters=2),),
        "no rater": (table_panel([1, 2], [[], []]),),
        "one item": (table_panel([1], [[2, 3]]),),
        "one rater": (table_panel(judge, [[k % 5] for k in ten]),),
        "two raters": (table_panel(judge, two),),
        "shared cases": (table_panel(judge, two, cases=shared),),
        "all alike": (table_panel([2] * 10, [[2, 2, 2]] * 10),),
        "judge constant": (table_panel([2] * 10, [[k % 5, k % 3, 1] for k in ten]),),
        "judge failed": (table_panel([None] * 10, two),),
        "nothing rated": (table_panel(judge, [[None, None]] * 10),),
        "only extras": (table_panel(["not_applicable"] * 10, [["not_applicable"] * 2] * 10),),
        "one class": (table_panel([1] * 10, [[1, 1]] * 10, scale=BINARY),),
        "colours": (table_panel(["red"] * 10, [["red", "blue"]] * 10, scale=COLOURS),),
        "words": (table_panel(["poor", "good"] * 5, [["fair", "good"]] * 10, scale=WORDS),),
        "points": (table_panel([7.5 * k for k in ten], [[9.0 * k, 1] for k in ten], scale=POINTS),),
        "metric": (table_panel([k / 9 for k in ten], two, is_on_scale=False),),
        "raters without shared items": (
            table_panel(judge, [[k % 5, None] if k < 5 else [None, k % 5] for k in ten]),
        ),
        "one system": (table_panel(judge, two, systems=["s"] * 10),),
        "systems": (table_panel(judge, two, cases=shared, systems=["s", "t"] * 5),),
        "some systems unknown": (table_panel(judge, two, systems=["s", None] * 5),),
    }  # fmt: skip
    return {name: table_data(*some) for name, some in panels.items()}


def check_soundness(make: Callable[[AuditData], Section]) -> None:
    """Assert for every awkward audit that a section holds: never raises, nothing is bare."""
    for name, data in awkward().items():
        section = make(data)
        keys = [one.id for one in section.figures]
        assert len(set(keys)) == len(keys), (name, keys)
        assert section.paragraphs, name
        for one in section.figures:
            assert one.estimand.endswith("."), (name, one.id)
            assert one.unit, (name, one.id)
            assert one.section == section.id, (name, one.id)
            estimate = one.estimate
            if estimate.value is None:
                assert estimate.reason, (name, one.id)
            elif estimate.low is None:
                assert estimate.interval_reason, (name, one.id)
