"""The section with the judge's bias in points."""

from __future__ import annotations

import pytest
from audit_panels import HUNDRED, YES_NO, audit_data, odd_panels, panel

from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.sections.calibration import calibration_section
from judgekit.auditing.sections.failing import failing_section
from judgekit.auditing.sections.failure_bounds import failure_bounds
from judgekit.auditing.sections.points import points_section
from judgekit.records.outcome import Outcome
from judgekit.report.dots import DotPicture

BIAS = "mean_difference/judge_minus_clinicians"
DISTANCE = "mean_absolute_error_from_mean/judge_with_clinicians"


def _figure(section: Section, key: str) -> Figure:
    return next(one for one in section.figures if one.id == f"points/safety/{key}")


def _dots(section: Section) -> DotPicture:
    picture = section.pictures[0]
    assert isinstance(picture, DotPicture)
    return picture


def test_bias_and_distance_are_from_the_clinicians_mean() -> None:
    """Judge 5 2 3 against means 4 3 3: differences 1 -1 0, bias 0, distance 2/3.

    i3 has no judgement and i4 only "not applicable": both are counted out loud.
    """
    one = panel(
        [5, 2, 3, Outcome.TIMEOUT, 2],
        [(3, 5), (3, 3), (None, 3), (4, 4), ("not_applicable", None)],
    )
    section = points_section(audit_data(one))
    bias, distance = _figure(section, BIAS).estimate, _figure(section, DISTANCE).estimate
    assert (bias.value, bias.n) == (0.0, 3)
    assert distance.value == pytest.approx(2 / 3)
    assert section.tables[0].rows[0][-2:] == ("1 of 5", "1 of 5")
    assert "neither higher nor lower" in section.paragraphs[0]


def test_the_interval_is_that_of_a_mean() -> None:
    """Differences 0 and 1 by turns, 12 items: 0.5 ± 2.200985 x 0.522233 / sqrt(12) = 0.331811."""
    one = panel([3, 4] * 6, [(3,), (3,)] * 6)
    found = _figure(points_section(audit_data(one)), BIAS).estimate
    assert (found.low, found.high) == pytest.approx((0.5 - 0.331811, 0.5 + 0.331811), abs=1e-6)


def test_a_sentence_says_which_way() -> None:
    """One point lower is said in words, with the figure."""
    section = points_section(audit_data(panel([2, 3], [(3,), (4,)])))
    assert (
        "the judge is on average 1.00 points lower than the clinicians' mean"
        in (section.paragraphs[0])
    )


def test_equal_scales_share_an_axis_in_points() -> None:
    """Both criteria on 1 to 5: the dots are points."""
    section = points_section(
        audit_data(panel([5], [(3,)]), panel([2], [(3,)], criterion="clarity"))
    )
    assert [row.value for row in _dots(section).rows] == [2.0, -1.0]
    assert "in points" in _dots(section).axis
    assert _dots(section).span == (-2.0, 2.0)


def test_different_scales_share_an_axis_of_their_range() -> None:
    """2 points of 1 to 5 are half of its range; 10 points of 0 to 100 are a tenth."""
    section = points_section(
        audit_data(panel([5], [(3,)]), panel([60], [(50,)], criterion="total", scale=HUNDRED))
    )
    assert [row.value for row in _dots(section).rows] == [0.5, 0.1]
    assert "shares of each scale's range" in _dots(section).axis
    assert _dots(section).rows[1].text.startswith("10.00")


def test_a_scale_of_points_has_limits_of_agreement() -> None:
    """Differences 0 and 2 by turns, 12 items: SD = sqrt(12/11) = 1.044466, 1 ± 1.959964 SD."""
    one = panel([50, 52] * 6, [(50,), (50,)] * 6, scale=HUNDRED)
    section = points_section(audit_data(one))
    lower = _figure(section, "limit_lower/judge_minus_clinicians").estimate
    upper = _figure(section, "limit_upper/judge_minus_clinicians").estimate
    assert lower.value == pytest.approx(1 - 1.959964 * 1.0444659, abs=1e-5)
    assert upper.value == pytest.approx(1 + 1.959964 * 1.0444659, abs=1e-5)


def test_limits_of_shared_cases_take_spread_apart() -> None:
    """Two cases of two items, differences 0 2 and 4 6.

    Case means 1 and 5; within: MSW = (1 + 1 + 1 + 1) / 2 = 2; between: MSB = 2 (4 + 4) / 1 = 16,
    m0 = (16 - 8) / (1 x 4) = 2, variance (16 - 2) / 2 = 7; SD = 3; limits 3 ± 1.959964 x 3.
    """
    one = panel(
        [50, 52, 54, 56], [(50,)] * 4, scale=HUNDRED, cases=("a", "a", "b", "b")
    )  # fmt: skip
    section = points_section(audit_data(one))
    upper = _figure(section, "limit_upper/judge_minus_clinicians")
    assert upper.estimate.value == pytest.approx(3 + 3 * 1.959964, abs=1e-5)
    assert "2007" in upper.estimand


def test_a_graded_scale_has_no_limits() -> None:
    """Limits assume differences on a continuous scale; grades have bias and distance only."""
    section = points_section(audit_data(panel([1, 2], [(1,), (3,)])))
    assert [one.statistic for one in section.figures] == [
        "mean_difference",
        "mean_absolute_error_from_mean",
    ]


def test_labels_and_metrics_have_no_points() -> None:
    """Each is named in a sentence, and nothing is a figure."""
    section = points_section(
        audit_data(
            panel(["yes"], [("no",)], scale=YES_NO, criterion="safe"),
            panel([0.2], [(3,)], is_on_scale=False, criterion="overlap"),
        )
    )
    assert (section.figures, section.pictures, section.tables) == ((), (), ())
    assert "Labels have no points: Safe." in section.paragraphs
    assert "Overlap" in section.paragraphs[-1]


@pytest.mark.parametrize("name", odd_panels())
def test_odd_panels_give_reasons(name: str) -> None:
    """Nothing raises, every missing value and interval has a reason, no key occurs twice."""
    section = points_section(audit_data(odd_panels()[name]))
    keys = [one.id for one in section.figures]
    assert len(keys) == len(set(keys))
    assert section.paragraphs
    for one in section.figures:
        assert one.estimate.value is not None or one.estimate.reason
        assert one.estimate.low is not None or one.estimate.interval_reason or one.estimate.reason
    for picture in section.pictures:
        assert isinstance(picture, DotPicture)
        assert picture.span[0] < picture.span[1]


def test_a_distance_has_one_interval_wherever_it_stands() -> None:
    """One clinician: the distance from the mean, over pairs, and before calibration is one mean.

    On 1 to 5 it lies between 0 and 4; eleven of twelve distances are 0 and the interval says more
    than the plain one, whose lower end is cut at 0.
    """
    cases = [f"c{k}" for k in range(12)]
    data = audit_data(panel([3] * 12, [(3,)] * 11 + [(5,)], cases=cases))
    distance = _figure(points_section(data), DISTANCE).estimate
    assert distance.value == pytest.approx(2 / 12)
    assert distance.low is not None
    assert distance.low > 0
    sections = (failing_section(data), calibration_section(data))
    names = {"mean_absolute_error_over_pairs", "mae_before"}
    others = [f.estimate for s in sections for f in s.figures if f.statistic in names]
    others.append(failure_bounds(data.panels[0])[1].worst)
    # All items and the one group of clinicians' unanimity, before calibration, and the bounds.
    assert len(others) == 4
    for one in others:
        assert (one.low, one.high) == pytest.approx((distance.low, distance.high))
