"""Where every item went: a flow diagram from the run and the ratings to what is compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Section
from judgekit.auditing.joining.judged import TOTAL
from judgekit.auditing.panel import Panel
from judgekit.auditing.ratings.table import ADJUDICATOR
from judgekit.report.diagram import DiagramPicture, Stage
from judgekit.report.parts import ReportTable

ID = "flow"
MOST_NAMED = 20


def flow_section(data: AuditData) -> Section:
    """Return the flow of items, and of what did not join the ids."""
    return Section(
        id=ID,
        title="From the run and the ratings to what is compared",
        pictures=(_diagram(data),),
        tables=tuple(_left(data)),
        details={
            "scored": len(data.flow.scored),
            "rated": len(data.flow.rated),
            "joined": len(data.flow.joined),
            "scored_only": list(data.flow.scored_only),
            "rated_only": list(data.flow.rated_only),
            "excluded": [list(one) for one in data.flow.excluded],
            "excluded_raters": [list(one) for one in data.flow.excluded_raters],
        },
    )


def _diagram(data: AuditData) -> DiagramPicture:
    flow = data.flow
    cases = "cases are not declared" if flow.cases is None else f"{flow.cases} cases"
    raters = {rater for panel in data.panels for rater in panel.raters}
    failed = sum(_failures(panel) for panel in data.panels)
    judged = sum(len(panel) for panel in data.panels)
    return DiagramPicture(
        caption="Flow of items",
        stages=(
            Stage(
                title="Scored by the judge" if not data.is_metric else "Scored by the metric",
                lines=(f"{len(flow.scored)} items",),
                leaving=(f"{len(flow.scored_only)} that nobody rated",),
            ),
            Stage(
                title="Rated by clinicians",
                lines=(f"{len(flow.rated)} items",),
                leaving=(
                    f"{len(flow.rated_only)} that the run does not hold",
                    f"{len(flow.excluded)} excluded by the plan",
                ),
            ),
            Stage(
                title="Joined",
                lines=(f"{len(flow.joined)} items, {cases}, {len(raters)} clinicians",),
                leaving=tuple(_not_given(data)),
            ),
            Stage(
                title="Compared",
                lines=(
                    f"{len(data.panels)} criteri{'on' if len(data.panels) == 1 else 'a'}, {judged} "
                    "judgements of items under a criterion",
                    f"{judged - failed} with an answer, {failed} without one",
                ),
            ),
        ),
        note="What has no answer leaves the comparison of that criterion only, and is counted with "
        "its reason under “Who rated what”.",
    )


def _failures(panel: Panel) -> int:
    return sum(value is None for value in panel.judged)


def _not_given(data: AuditData) -> Iterator[str]:
    out = {rater for rater, _ in data.flow.excluded_raters} | {
        rating.rater for rating in data.ratings.ratings if rating.role == ADJUDICATOR
    }
    criteria = {panel.criterion for panel in data.panels} - {TOTAL}
    joined = set(data.flow.joined)
    kinds = Counter(
        one.kind
        for one in data.ratings.ratings
        if one.item in joined and one.rater not in out and one.criterion in criteria
    )
    raters = {rater for panel in data.panels for rater in panel.raters}
    n_cells = len(joined) * len(raters) * len(criteria)
    given = kinds["level"] + kinds["extra"]
    yield f"of {n_cells} ratings {n_cells - given - kinds['abstained']} were not given"
    yield f"{kinds['abstained']} abstentions"
    for rater, reason in data.flow.excluded_raters:
        yield f"clinician {rater} excluded: {reason}"


def _left(data: AuditData) -> Iterator[ReportTable]:
    flow = data.flow
    rows: list[tuple[str, str, str]] = []
    rows += _named("scored, not rated", flow.scored_only)
    rows += _named("rated, not scored", flow.rated_only)
    rows += [("excluded", item, reason) for item, reason in flow.excluded]
    if rows:
        yield ReportTable(
            caption="What did not join",
            columns=("Why", "Item", "Reason"),
            rows=tuple(rows),
            note=f"At most {MOST_NAMED} ids of a kind are named here; audit.json holds all.",
        )


def _named(why: str, ids: Sequence[str]) -> list[tuple[str, str, str]]:
    named = [(why, one, "no partner of that id") for one in ids[:MOST_NAMED]]
    if len(ids) > MOST_NAMED:
        named.append((why, f"and {len(ids) - MOST_NAMED} more", "no partner of that id"))
    return named
