"""What stands around the figures: signatures, usage, distributions, outcomes and correlations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from judgekit.records.base import canonical_json
from judgekit.records.outcome import Outcome
from judgekit.records.signature import Signature
from judgekit.records.summary import CriteriaCorrelation, LabelCount, Summary, SummaryRow
from judgekit.report.figures import UNSTATED, Shown, figure_name, view_row
from judgekit.report.numbers import decimals_for, format_count, format_fixed, format_value
from judgekit.report.outcomes import label_of

BAR_WIDTH = 100


class SignatureCard(NamedTuple):
    """What a scorer measured, and how much of it there is."""

    scorer: str
    coverage: tuple[tuple[str, str, Shown, bool], ...]
    fields: tuple[tuple[str, str], ...]
    line: str


class Bar(NamedTuple):
    """One value and how often it was given; or an outcome without a value."""

    label: str
    n: str
    width: str
    is_value: bool


class Distribution(NamedTuple):
    """How often each value of a figure was given."""

    caption: str
    bars: tuple[Bar, ...]


class OutcomeTable(NamedTuple):
    """Outcomes that occur, and their counts for each figure."""

    outcomes: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class CorrelationTable(NamedTuple):
    """A lower triangle: criterion by criterion, each cell with its n."""

    scorer: str
    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[Shown, str] | None, ...]], ...]


class UsageTable(NamedTuple):
    """What a scorer used now and what its replies would use afresh, then all else it reports."""

    scorer: str
    rows: tuple[tuple[str, Shown, Shown], ...]
    others: tuple[tuple[str, str], ...]


def view_signatures(summary: Summary) -> tuple[SignatureCard, ...]:
    """Return one card for each scorer, every field on it."""
    return tuple(
        _card(name, signature, [r for r in summary.rows if r.scorer == name and not r.group])
        for name, signature in summary.signature.items()
    )


def view_distributions(summary: Summary) -> tuple[Distribution, ...]:
    """Return the distribution of each figure that has one, over all samples."""
    return tuple(_distribution(row) for row in summary.rows if row.distribution and not row.group)


def view_outcomes(summary: Summary) -> OutcomeTable:
    """Return the outcome counts of each figure over all samples."""
    rows = [row for row in summary.rows if not row.group]
    present = [o.value for o in Outcome if any(row.outcomes.get(o.value) for row in rows)]
    return OutcomeTable(
        outcomes=tuple(present),
        rows=tuple(
            (figure_name(row), tuple(format_count(row.outcomes.get(o, 0)) for o in present))
            for row in rows
        ),
    )


def view_correlations(summary: Summary) -> tuple[CorrelationTable, ...]:
    """Return a triangle of correlations for each scorer that has criteria."""
    names = {(row.scorer, row.criterion): row.name for row in summary.rows}
    scorers = dict.fromkeys(pair.scorer for pair in summary.correlations)
    return tuple(_triangle(scorer, summary, names) for scorer in scorers)


def view_usage(summary: Summary) -> tuple[UsageTable, ...]:
    """Return the usage of each scorer that reports any."""
    return tuple(
        _usage(scorer, usage)
        for scorer, usage in summary.usage.items()
        if isinstance(usage, dict) and usage
    )


def scorers_without_usage(summary: Summary) -> tuple[str, ...]:
    """Return the scorers that made no calls."""
    return tuple(scorer for scorer, usage in summary.usage.items() if not usage)


def _card(name: str, signature: Signature, rows: list[SummaryRow]) -> SignatureCard:
    totals = [row for row in rows if row.criterion is None] or rows
    views = [view_row(row, row.name) for row in totals]
    return SignatureCard(
        scorer=name,
        coverage=tuple(
            ("" if len(views) == 1 else view.label, view.scored, view.coverage, view.is_low)
            for view in views
        ),
        fields=tuple(signature.fields.items()),
        line=str(signature),
    )


def _distribution(row: SummaryRow) -> Distribution:
    missing = [
        LabelCount(value=label_of(outcome), count=count)
        for outcome, count in row.outcomes.items()
        if outcome != Outcome.SCORED and count
    ]
    top = max((c.count for c in (*row.distribution, *missing)), default=0) or 1
    return Distribution(
        caption=figure_name(row),
        bars=tuple(
            Bar(
                label=format_value(count.value),
                n=format_count(count.count),
                width=f"{BAR_WIDTH * count.count / top:.1f}",
                is_value=is_value,
            )
            for counts, is_value in ((row.distribution, True), (missing, False))
            for count in counts
        ),
    )


def _triangle(
    scorer: str, summary: Summary, names: Mapping[tuple[str, str | None], str]
) -> CorrelationTable:
    pairs = {(c.first, c.second): c for c in summary.correlations if c.scorer == scorer}
    criteria = list(dict.fromkeys(name for pair in pairs for name in pair))
    cells = {frozenset(pair): _cell(correlation) for pair, correlation in pairs.items()}
    return CorrelationTable(
        scorer=scorer,
        names=tuple(names.get((scorer, criterion), criterion) for criterion in criteria[:-1]),
        rows=tuple(
            (
                names.get((scorer, criterion), criterion),
                tuple(
                    cells.get(frozenset((criterion, other))) if place < number else None
                    for place, other in enumerate(criteria[:-1])
                ),
            )
            for number, criterion in enumerate(criteria)
            if number
        ),
    )


def _cell(correlation: CriteriaCorrelation) -> tuple[Shown, str]:
    shown = (
        Shown(None, correlation.reason or UNSTATED)
        if correlation.spearman is None
        else Shown(
            format_fixed(correlation.spearman, decimals_for([correlation.spearman], (-1.0, 1.0)))
        )
    )
    return shown, format_count(correlation.n)


def _usage(scorer: str, usage: Mapping[str, JsonValue]) -> UsageTable:
    spent, fresh = _ledger(usage.get("spent")), _ledger(usage.get("fresh"))
    return UsageTable(
        scorer=scorer,
        rows=tuple(
            (_words(key), _amount(key, spent), _amount(key, fresh))
            for key in dict.fromkeys((*spent, *fresh))
        ),
        others=tuple(
            (_words(key), _text(value))
            for key, value in usage.items()
            if key not in ("spent", "fresh")
        ),
    )


def _ledger(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _amount(key: str, ledger: Mapping[str, JsonValue]) -> Shown:
    """Return an amount; tokens that no provider counted are not zero tokens."""
    if key not in ledger:
        return Shown(None, "cannot be foreseen")
    if ledger[key] is None:
        return Shown(None, "not counted")
    text = _text(ledger[key])
    if key not in ("input_tokens", "output_tokens") or not ledger.get("calls_without_token_counts"):
        return Shown(text)
    if not ledger[key]:
        return Shown(None, "the provider does not count tokens")
    return Shown(f"at least {text}")


def _words(key: str) -> str:
    return key.replace("_", " ")


def _text(value: JsonValue) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_text(part)}" for name, part in value.items()) or "none"
    if value is None or isinstance(value, bool | list):
        return canonical_json(value)
    return format_count(value) if isinstance(value, int) else format_value(value)
