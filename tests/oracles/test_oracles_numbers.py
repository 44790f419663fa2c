from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import pytest
from oracle_tables import Comparison, Numbers, graded_tables, measured_pairs, said
from scipy import stats

from judgekit.agreement import bland_altman, icc, icc_components, within_correlation
from judgekit.agreement.differences import LIMIT_Z
from judgekit.agreement.icc import FORMS, IccForm

pingouin = pytest.importorskip("pingouin", reason="pingouin is not installed")
pandas = pytest.importorskip("pandas", reason="pandas is not installed")
pyplot = pytest.importorskip("matplotlib.pyplot", reason="matplotlib is not installed")
mixed = pytest.importorskip("statsmodels.formula.api", reason="statsmodels is not installed")
graphics = pytest.importorskip(
    "statsmodels.graphics.agreement", reason="statsmodels is not installed"
)

pytestmark = pytest.mark.slow

Made = Callable[..., Comparison]

# The same six in pingouin's names: A for absolute agreement, C for consistency.
NAMES = dict(
    zip(
        FORMS, ["ICC(1,1)", "ICC(A,1)", "ICC(C,1)", "ICC(1,k)", "ICC(A,k)", "ICC(C,k)"], strict=True
    )
)


def _long(ratings: Numbers) -> pandas.DataFrame:
    items, raters = np.indices(ratings.shape)
    columns = {"item": items.ravel(), "rater": raters.ravel(), "rating": ratings.ravel()}
    return pandas.DataFrame(columns)


def _crossed() -> Iterator[Numbers]:
    """Yield tables without gaps: grades and measures, every rater on every item."""
    for table in graded_tables(seed=12, n_tables=120, with_gaps=False):
        yield table.ratings
    rng = np.random.default_rng(13)
    for _ in range(120):
        n_items, n_raters = int(rng.integers(3, 31)), int(rng.integers(2, 6))
        items = rng.normal(50, rng.choice([0.1, 5.0]), (n_items, 1))
        raters = rng.normal(0, rng.choice([0.1, 3.0]), (1, n_raters))
        yield items + raters + rng.normal(0, 2, (n_items, n_raters))


class Crossed(NamedTuple):
    """A table without gaps and what pingouin says of it: value, low and high of each form."""

    ratings: Numbers
    said: dict[IccForm, tuple[float, float, float]]


@pytest.fixture(scope="module")
def crossed() -> list[Crossed]:
    """Ask pingouin once about every table, without the rounding of intervals to two decimals."""
    found = []
    with (
        pytest.MonkeyPatch.context() as patch,
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        patch.setitem(pingouin.options, "round.column.CI95", None)
        warnings.simplefilter("ignore")
        for ratings in _crossed():
            frame = pingouin.intraclass_corr(_long(ratings), "item", "rater", "rating")
            rows = frame.set_index("Type")
            figures = {
                form: (float(rows["ICC"][name]), *map(float, rows["CI95"][name]))
                for form, name in NAMES.items()
            }
            found.append(Crossed(ratings, figures))
    return found


@pytest.mark.parametrize("form", FORMS)
def test_icc_is_that_of_pingouin(form: IccForm, crossed: list[Crossed], comparison: Made) -> None:
    """Each form equals pingouin's; without variation between items there is no value."""
    compared = comparison(f"icc {form}, pingouin")
    for table in crossed:
        value, _, _ = table.said[form]
        # pingouin divides by what may be below 0 for this form: above 1 is no correlation.
        is_above_one = form == "2,k" and value > 1 + 1e-9
        compared.add(icc(table.ratings, form=form), None if is_above_one else value)
    compared.made(equal=200, undefined=5)


@pytest.mark.parametrize("form", FORMS)
def test_f_intervals_are_those_of_pingouin(
    form: IccForm, crossed: list[Crossed], comparison: Made
) -> None:
    """Both ends of the F interval equal pingouin's; no interval where its ends do not enclose."""
    compared = comparison(f"icc {form} F interval, pingouin")
    for table in crossed:
        own = icc(table.ratings, form=form, interval="f")
        value, low, high = table.said[form]
        if own.low is not None and own.high is not None:
            compared.add_number(own.low, low)
            compared.add_number(own.high, high)
        else:
            assert own.reason or own.interval_reason
            assert not low < high or value > 1
            compared.n_undefined += 1
    compared.made(equal=400, undefined=5)


def test_icc_with_gaps_is_refused_as_by_pingouin() -> None:
    """A missing rating stops pingouin; here it leaves no value, and the reason names the number."""
    n_refused = 0
    for table in graded_tables(seed=14, n_tables=60):
        n_gaps = int(np.isnan(table.ratings).any(axis=1).sum())
        if not n_gaps:
            continue
        with pytest.raises(ValueError, match="missing values are present"):
            pingouin.intraclass_corr(_long(table.ratings), "item", "rater", "rating")
        own = icc(table.ratings, form="2,1")
        assert own.value is None
        assert f"{n_gaps} of {len(table.ratings)} items miss a rating" in str(own.reason)
        n_refused += 1
    assert n_refused >= 20


def test_components_without_gaps_are_those_of_pingouin(
    crossed: list[Crossed], comparison: Made
) -> None:
    """Without gaps the share of the items' variance is ICC(2,1), which is pingouin's ICC(A,1)."""
    compared = comparison("icc_components without gaps, pingouin")
    for table in crossed:
        compared.add(icc_components(table.ratings), table.said["2,1"][0])
    compared.made(equal=200, undefined=5)


def test_components_are_near_restricted_likelihood(comparison: Made) -> None:
    """Without gaps, and with variances above 0, moments and REML are the same estimate.

    statsmodels finds REML by a search that stops early, hence the wider tolerance.
    """
    compared = comparison("icc_components without gaps, statsmodels REML", tolerance=1e-3)
    rng = np.random.default_rng(15)
    for _ in range(20):
        n_items, n_raters = int(rng.integers(15, 31)), int(rng.integers(4, 7))
        items, raters = rng.normal(0, 2, (n_items, 1)), rng.normal(0, 1, (1, n_raters))
        ratings = items + raters + rng.normal(0, 1, (n_items, n_raters))
        components = {"item": "0 + C(item)", "rater": "0 + C(rater)"}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fit = mixed.mixedlm(
                "rating ~ 1",
                _long(ratings).assign(all=1),
                groups="all",
                re_formula="0",
                vc_formula=components,
            ).fit(reml=True)
        between_items, between_raters = fit.vcomp
        assert min(fit.vcomp) > 0.01
        share = between_items / (between_items + between_raters + fit.scale)
        compared.add(icc_components(ratings), float(share))
    compared.made(equal=20)


def test_correlation_within_groups_is_that_of_repeated_measures(comparison: Made) -> None:
    """Pearson's within groups equals pingouin's repeated-measures correlation."""
    compared = comparison("within_correlation pearson, pingouin")
    rng = np.random.default_rng(16)
    for _ in range(60):
        n_groups = int(rng.integers(3, 9))
        groups = np.sort(np.concatenate([np.arange(n_groups)] * int(rng.integers(3, 8))))
        level = rng.normal(0, 3, n_groups)[groups]
        a = level + rng.normal(size=groups.size)
        b = rng.choice([-1.0, 1.0]) * level + 0.5 * a + rng.normal(size=groups.size)
        a[rng.random(groups.size) < 0.1] = np.nan
        frame = pandas.DataFrame({"a": a, "b": b, "group": groups})
        own = within_correlation(a, b, [str(group) for group in groups], kind="pearson")
        other = said(
            lambda frame=frame: pingouin.rm_corr(frame, "a", "b", "group").at["rm_corr", "r"]
        )
        compared.add(own, other)
    compared.made(equal=60)


def _drawn_at(draw: Callable[[object], object], colour: str | None) -> list[float]:
    """Return the heights of the horizontal lines that a package draws, lowest first."""
    pyplot.switch_backend("agg")
    figure, axes = pyplot.subplots()
    try:
        draw(axes)
        lines = [line for line in axes.get_lines() if colour in {None, line.get_color()}]
        return sorted(float(line.get_ydata()[0]) for line in lines)
    finally:
        pyplot.close(figure)


def test_limits_of_agreement_are_those_that_are_drawn(comparison: Made) -> None:
    """Bias and limits stand where pingouin and statsmodels draw them.

    statsmodels' standard deviation is over n, so that its limits are nearer by the root of
    (n - 1) / n.
    """
    in_pingouin = comparison("bland_altman bias and limits, pingouin")
    in_statsmodels = comparison("bland_altman bias and limits, statsmodels")
    for a, b in measured_pairs(seed=17, n_tables=40):
        both = ~np.isnan(a) & ~np.isnan(b)
        x, y = a[both], b[both]
        if x.size < 2:
            continue
        own = bland_altman(a, b)
        if np.ptp(x - y) == 0:
            continue  # there is nothing to draw
        drawn = _drawn_at(
            lambda axes, x=x, y=y: pingouin.plot_blandaltman(
                x, y, agreement=LIMIT_Z, confidence=None, annotate=False, ax=axes
            ),
            "k",
        )
        for figure, height in zip((own.lower, own.bias, own.upper), drawn, strict=True):
            in_pingouin.add(figure, height)
        low, mean, high = _drawn_at(
            lambda axes, x=x, y=y: graphics.mean_diff_plot(x, y, sd_limit=LIMIT_Z, ax=axes), None
        )
        wider = np.sqrt(x.size / (x.size - 1))
        in_statsmodels.add(own.bias, mean)
        in_statsmodels.add(own.lower, mean - wider * (mean - low))
        in_statsmodels.add(own.upper, mean + wider * (high - mean))
    in_pingouin.made(equal=75)
    in_statsmodels.made(equal=75)


def test_bland_altman_is_numpy_and_scipy(comparison: Made) -> None:
    """Bias, deviation over n - 1, limits, and the slope of the difference on the mean."""
    compared = comparison("bland_altman all figures, numpy and scipy")
    for a, b in measured_pairs(seed=18):
        both = ~np.isnan(a) & ~np.isnan(b)
        difference, level = (a - b)[both], ((a + b) / 2)[both]
        own = bland_altman(a, b)
        bias = said(lambda d=difference: d.mean() if d.size else np.nan)
        spread = said(lambda d=difference: d.std(ddof=1) if d.size > 1 else np.nan)
        compared.add(own.bias, bias)
        compared.add(own.sd, spread)
        if bias is not None and spread is not None:
            compared.add(own.lower, bias - LIMIT_Z * spread)
            compared.add(own.upper, bias + LIMIT_Z * spread)
        compared.add(
            own.proportional_bias,
            said(lambda d=difference, m=level: stats.linregress(m, d).slope),
        )
    compared.made(equal=1600, undefined=30)
