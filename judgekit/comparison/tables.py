"""A comparison as tables of finished texts: the differences, and the leaderboard."""

from __future__ import annotations

from judgekit.comparison.result import ComparedFigure, Comparison, PairDifference, SystemFigure
from judgekit.records.estimate import Estimate
from judgekit.report.numbers import decimals_for, format_fixed, interval_decimals
from judgekit.report.parts import ReportTable

_OF_SEVERAL = ", adjusted by Holm for the pairs of a figure; intervals are simultaneous over them"


def comparison_tables(comparison: Comparison) -> tuple[ReportTable, ...]:
    """Return the leaderboard where there are more than two runs, and the table of differences."""
    differences = _differences(comparison)
    if len(comparison.runs) == 2:
        return (differences,)
    return (_leaderboard(comparison), differences)


def _differences(comparison: Comparison) -> ReportTable:
    is_pair = len(comparison.runs) == 2
    heads = (
        (comparison.runs[0].name, comparison.runs[1].name)
        if is_pair
        else ("First, mean", "Second, mean")
    )
    columns = ("Figure", *heads, "Difference", "95 % interval", "p", "n", "Cases", "Bounds")
    rows = [
        _difference_row(figure, pair, is_pair=is_pair)
        for figure in comparison.figures
        for pair in figure.pairs
    ]
    return ReportTable(
        caption="Differences, paired by id",
        columns=columns,
        rows=tuple(rows),
        note=(
            f"Difference: {'the first run' if is_pair else 'first'} minus the second, over the n "
            f"samples with a value in every run; {comparison.cases}. p: sign-flip test by case"
            f"{'' if is_pair else _OF_SEVERAL}"
            ". Bounds: the difference if every missing value were at the end that lowers, or "
            "raises, it most."
        ),
    )


def _difference_row(
    figure: ComparedFigure, pair: PairDifference, *, is_pair: bool
) -> tuple[str, ...]:
    means = {system.run: system.mean for system in figure.systems}
    estimate = pair.difference
    decimals = decimals_for((estimate.value, estimate.low, estimate.high), figure.range)
    first, second = (_cell(means[name], figure) for name in (pair.first, pair.second))
    n_applicable = figure.n_shared - figure.n_not_applicable
    return (
        figure_label(figure),
        first if is_pair else f"{pair.first}: {first}",
        second if is_pair else f"{pair.second}: {second}",
        estimate.reason or format_fixed(estimate.value or 0.0, decimals),
        _interval(estimate, decimals),
        format_p(pair.p_adjusted),
        f"{figure.n_compared} / {n_applicable}",
        str(figure.clusters),
        _bounds(pair, decimals, is_whole=figure.n_compared == n_applicable),
    )


def _leaderboard(comparison: Comparison) -> ReportTable:
    rows = []
    for figure in comparison.figures:
        for system in sorted(figure.systems, key=lambda one: (one.rank is None, one.rank or 0)):
            rows.append(_leaderboard_row(figure, system))
    return ReportTable(
        caption="Leaderboard, over the samples with a value in every run",
        columns=("Figure", "Run", "Mean", "95 % interval", "Rank", "Rank interval", "Missing"),
        rows=tuple(rows),
        note=(
            "Rank interval: the ranks that the simultaneous 95 % intervals of all differences "
            "leave open; all of them hold at once."
        ),
    )


def _leaderboard_row(figure: ComparedFigure, system: SystemFigure) -> tuple[str, ...]:
    decimals = decimals_for((system.mean.value, system.mean.low, system.mean.high), figure.range)
    ranks = "none" if system.rank_low is None else f"{system.rank_low} to {system.rank_high}"
    return (
        figure_label(figure),
        system.run,
        _cell(system.mean, figure),
        _interval(system.mean, decimals),
        "none" if system.rank is None else str(system.rank),
        ranks,
        ", ".join(f"{name} {count}" for name, count in system.missing.items()) or "0",
    )


def figure_label(figure: ComparedFigure) -> str:
    """Return what a row calls the figure: scorer, criterion's name, and group."""
    name = figure.scorer if figure.name == figure.scorer else f"{figure.scorer}: {figure.name}"
    group = ", ".join(f"{column} {value}" for column, value in figure.group.items())
    return f"{name} ({group})" if group else name


def format_p(p: float | None) -> str:
    """Return a p value with two digits that count, or "< 0.001"."""
    if p is None:
        return "none"
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def _cell(mean: Estimate, figure: ComparedFigure) -> str:
    if mean.value is None:
        return mean.reason or "none"
    return format_fixed(mean.value, decimals_for((mean.value,), figure.range))


def _interval(estimate: Estimate, decimals: int) -> str:
    if estimate.low is None or estimate.high is None:
        return estimate.interval_reason or estimate.reason or "none"
    decimals = interval_decimals(estimate.low, estimate.high, decimals)
    return f"{format_fixed(estimate.low, decimals)} to {format_fixed(estimate.high, decimals)}"


def _bounds(pair: PairDifference, decimals: int, *, is_whole: bool) -> str:
    if is_whole:
        return "nothing missing"
    if pair.low_if_missing is None or pair.high_if_missing is None:
        return "the range is open"
    ends = (format_fixed(end, decimals) for end in (pair.low_if_missing, pair.high_if_missing))
    return " to ".join(ends)
