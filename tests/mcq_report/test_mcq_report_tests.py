"""p values: exact McNemar for one pair a case, by case otherwise; Holm over the family; size."""

from __future__ import annotations

import math

import numpy as np
import pytest
from mcq_rows import pair, row

from judgekit.mcq import mcq_report
from judgekit.mcq.polarity_tests import mcnemar_exact, paired_test
from judgekit.mcq.rates import linearised_difference
from judgekit.statistics import paired_difference

N_CASES, N_QUESTIONS = 40, 12
FLOAT = np.float64


def test_mcnemar_by_hand() -> None:
    """Discordant 1 to 5: 2 (1 + 6) / 2^6 = 14/64. None discordant: 1."""
    a = np.array([1.0] * 6 + [0.0] * 2)
    b = np.array([1.0] + [0.0] * 5 + [1.0, 0.0])
    assert mcnemar_exact(a, b).p == pytest.approx(14 / 64)
    assert mcnemar_exact(a, a).p == 1.0


def test_the_test_is_exact_mcnemar_only_where_every_case_gives_one_pair() -> None:
    """The same pairs, once in cases of their own, once two to a case."""
    rows = [sample for n in range(12) for sample in pair(f"p{n}", "A", "A" if n < 4 else "B")]
    alone = mcq_report(rows).one("accuracy_gap", contrast="neutral - negative")
    assert (alone.test or "").startswith("exact McNemar test, 8 to 0 discordant pairs")
    assert alone.p == pytest.approx(2 / 2**8)
    shared = [s.model_copy(update={"case_id": f"c{int(str(s.pair_id)[1:]) // 2}"}) for s in rows]
    clustered = mcq_report(shared).one("accuracy_gap", contrast="neutral - negative")
    # Cases c2 to c5 hold two such pairs each: 4 sums of one sign, p = 2 / 2^4.
    assert (clustered.test or "").startswith("two-sided sign-flip test by case")
    assert clustered.p == pytest.approx(2 / 2**4)


def test_the_family_is_two_contrasts_at_four_levels() -> None:
    """Eight tests, adjusted by Holm; the gaps over all levels have no p."""
    rows = [
        sample
        for n in range(10)
        for level in ("quality", "anatomy", "lesion", "report")
        for sample in pair(
            f"p{n}-{level}", "A", "B" if level == "lesion" else "A", "A", level=level
        )
    ]
    report = mcq_report(rows)
    assert report.family.startswith("8 tests")
    tested = [figure for figure in report.figures if figure.test is not None]
    assert len(tested) == 8
    assert all(figure.id == "accuracy_gap" and "level" in figure.where for figure in tested)
    lesion = report.one("accuracy_gap", level="lesion", contrast="neutral - negative")
    assert lesion.p == pytest.approx(2 / 2**10)
    assert lesion.p_adjusted == pytest.approx(8 * 2 / 2**10)


def test_an_unpaired_contrast_has_a_clustered_t_test() -> None:
    """Its p belongs to its interval: the interval leaves 0 out exactly when p is under 5 %."""
    rng = np.random.default_rng(3)
    for shift in (0.0, 0.15, 0.4):
        rows = [
            row(
                f"{polarity}{n}",
                "A" if rng.random() < 0.5 + (shift if polarity == "neutral" else 0) else "B",
                case_id=f"c{n % 20}",
                polarity=polarity,
            )
            for polarity in ("neutral", "negative")
            for n in range(60)
        ]
        gap = mcq_report(rows).one("accuracy_gap", contrast="neutral - negative")
        assert gap.low is not None
        assert gap.high is not None
        assert gap.p is not None
        assert (gap.low > 0 or gap.high < 0) == (gap.p < 0.05)


def test_an_unpaired_difference_by_hand() -> None:
    """Each unit its own case: SE^2 = n / (n - 1) x (v_a / n_a + v_b / n_b), v with divisor n."""
    first, second = np.array([1.0] * 6 + [0.0] * 4), np.array([1.0] * 3 + [0.0] * 12)
    found = linearised_difference(first, second, np.arange(25))
    error = math.sqrt(25 / 24 * (0.24 / 10 + 0.16 / 15))
    assert found.value == pytest.approx(0.4)
    assert found.high is not None
    # t(24) at 97.5 % is 2.0639 in any table.
    assert found.high - 0.4 == pytest.approx(2.0639 * error, rel=1e-4)


def _null_draws(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return n draws of 40 cases x 12 questions, right or not under two polarities.

    No difference on average: each case has an ease of its own, and leans to one polarity or the
    other as often as not, so that the pairs of a case depend on one another.
    """
    ease = rng.normal(0.3, 1.0, (n, N_CASES, 1))
    lean = rng.normal(0.0, 1.0, (n, N_CASES, 1))
    shape = (n, N_CASES, N_QUESTIONS)
    a = rng.random(shape) < 1 / (1 + np.exp(-(ease + lean / 2)))
    b = rng.random(shape) < 1 / (1 + np.exp(-(ease - lean / 2)))
    return a.reshape(n, -1).astype(FLOAT), b.reshape(n, -1).astype(FLOAT)


@pytest.mark.slow
def test_the_clustered_test_keeps_its_level(capsys: pytest.CaptureFixture[str]) -> None:
    """40 cases x 12 questions without a difference: by case 4 to 6 % are under 5 %.

    McNemar's test on the same draws is the contrast: it takes pairs of one case for independent.
    """
    n_draws = 6000
    rng = np.random.default_rng(20260512)
    codes = np.repeat(np.arange(N_CASES), N_QUESTIONS)
    a, b = _null_draws(rng, n_draws)
    by_case = np.array([paired_test(x, y, codes).p for x, y in zip(a, b, strict=True)], dtype=FLOAT)
    plain = np.array([mcnemar_exact(x, y).p for x, y in zip(a, b, strict=True)], dtype=FLOAT)
    rates = {"by case": (by_case < 0.05).mean(), "plain McNemar": (plain < 0.05).mean()}
    with capsys.disabled():
        for name, rate in rates.items():
            error = math.sqrt(rate * (1 - rate) / n_draws)
            print(f"\n{name}: {100 * rate:.2f} % false positives, MC error {100 * error:.2f}")  # noqa: T201 - asked for
    assert 0.04 <= rates["by case"] <= 0.06
    assert rates["plain McNemar"] > 0.08


@pytest.mark.slow
def test_clustered_intervals_cover_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    """Of 95 % intervals of paired and unpaired differences, 93.5 to 96.5 % hold the true 0."""
    n_draws = 6000
    rng = np.random.default_rng(7)
    codes = np.repeat(np.arange(N_CASES), N_QUESTIONS)
    a, b = _null_draws(rng, n_draws)
    half = rng.permutation(N_CASES * N_QUESTIONS) < N_CASES * N_QUESTIONS // 2
    held = {"paired": 0, "unpaired": 0}
    for x, y in zip(a, b, strict=True):
        paired = paired_difference(x, y, codes)
        unpaired = linearised_difference(x[half], y[~half], np.r_[codes[half], codes[~half]])
        for name, found in (("paired", paired), ("unpaired", unpaired)):
            assert found.low is not None
            assert found.high is not None
            held[name] += found.low <= 0 <= found.high
    with capsys.disabled():
        for name, count in held.items():
            rate = count / n_draws
            error = math.sqrt(rate * (1 - rate) / n_draws)
            print(f"\n{name}: {100 * rate:.2f} % held, MC error {100 * error:.2f}")  # noqa: T201 - asked for
    assert all(0.935 <= count / n_draws <= 0.965 for count in held.values())
