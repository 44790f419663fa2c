from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import pytest
from oracle_tables import Comparison, Numbers, said
from scipy import stats

from judgekit.agreement import ppi_mean

ppi = pytest.importorskip("ppi_py", reason="ppi-python is not installed")

pytestmark = pytest.mark.slow

Made = Callable[..., Comparison]


class Sample(NamedTuple):
    """Labels (NaN where there is none) and a judge's scores, not binary."""

    labels: Numbers
    judge: Numbers

    def split(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return labels, their scores, and the scores of the rest, as ppi-python takes them."""
        labelled, judged = ~np.isnan(self.labels), ~np.isnan(self.judge)
        both, rest = labelled & judged, ~labelled & judged
        return self.labels[both], self.judge[both], self.judge[rest]


def _samples(seed: int) -> Iterator[Sample]:
    rng = np.random.default_rng(seed)
    for _ in range(200):
        n = int(rng.integers(60, 400))
        truth = rng.integers(0, 6, n).astype(np.float64)
        noise = rng.normal(0, rng.choice([0.5, 3.0]), n)
        judge = rng.choice([-0.5, 0.5, 1.0]) * truth + noise + 0.7
        judge[rng.random(n) < 0.05] = np.nan
        labels = truth.copy()
        labels[rng.random(n) > rng.choice([0.4, 0.7])] = np.nan
        yield Sample(labels, judge)


@pytest.mark.parametrize("weight", [0.0, 0.3, 1.0, None])
def test_corrected_mean_is_that_of_ppi_python(weight: float | None, comparison: Made) -> None:
    """The corrected mean equals ppi-python's at the same weight, and at the weight both tune."""
    name = "tuned" if weight is None else f"weight {weight}"
    compared = comparison(f"ppi_mean {name}, ppi-python")
    for sample in _samples(seed=28):
        own = ppi_mean(sample.labels, sample.judge, weight=weight)
        other = said(
            lambda sample=sample: np.squeeze(
                ppi.ppi_mean_pointestimate(*sample.split(), lam=weight)
            )
        )
        compared.add(own.corrected, other)
    compared.made(equal=200)


@pytest.mark.parametrize("weight", [0.0, 0.3, 1.0, None])
def test_its_interval_is_wider_by_a_stated_factor(weight: float | None, comparison: Made) -> None:
    """The half width is ppi-python's times t / z and the root of n / (n - 1).

    ppi-python takes variances over n and the normal quantile; here it is n - 1 and t(n - 1), n
    being the labelled items. ppi-python's default level is 90 %, so that 95 % has to be asked for.
    """
    name = "tuned" if weight is None else f"weight {weight}"
    compared = comparison(f"ppi_mean interval {name}, ppi-python")
    for sample in _samples(seed=29):
        own = ppi_mean(sample.labels, sample.judge, weight=weight).corrected
        y, f, more = sample.split()
        low, high = (
            float(np.squeeze(end)) for end in ppi.ppi_mean_ci(y, f, more, 0.05, lam=weight)
        )
        n = y.size
        wider = np.sqrt(n / (n - 1)) * stats.t.ppf(0.975, n - 1) / stats.norm.ppf(0.975)
        middle, half = (low + high) / 2, (high - low) / 2
        assert own.low is not None
        assert own.high is not None
        compared.add_number(own.low, middle - wider * half)
        compared.add_number(own.high, middle + wider * half)
    compared.made(equal=400)


def test_without_labels_or_the_rest_neither_has_a_mean(comparison: Made) -> None:
    """ppi-python gives NaN without labelled or without other items; here is no value either."""
    compared = comparison("ppi_mean of one part only, ppi-python")
    for sample in _samples(seed=30):
        labelled = ~np.isnan(sample.labels)
        unlabelled = Sample(np.full_like(sample.labels, np.nan), sample.judge)
        complete = Sample(sample.labels[labelled], sample.judge[labelled])
        for part in (unlabelled, complete):
            own = ppi_mean(part.labels, part.judge, weight=1.0).corrected
            other = said(
                lambda part=part: np.squeeze(ppi.ppi_mean_pointestimate(*part.split(), lam=1.0))
            )
            compared.add(own, other)
    compared.made(equal=0, undefined=400)


def test_a_constant_judge_leaves_the_mean_of_the_labels(comparison: Made) -> None:
    """With a judge of one score the mean is the labels', as ppi-python's, where it has one.

    ppi-python then divides 0 by 0, or by a rounding error. Nothing is undefined: any weight gives
    the mean of the labels, and it has to be given.
    """
    compared = comparison("ppi_mean of a constant judge, ppi-python")
    n_without = 0
    for sample in _samples(seed=31):
        score = float(sample.labels.size % 5)
        constant = Sample(sample.labels, np.full_like(sample.judge, score))
        own = ppi_mean(constant.labels, constant.judge)
        assert own.weight == 0.0
        compared.add(own.corrected, float(np.nanmean(constant.labels)))
        other = said(lambda c=constant: np.squeeze(ppi.ppi_mean_pointestimate(*c.split())))
        if other is None or np.isnan(other):
            n_without += 1
        else:
            compared.add(own.corrected, other)
    compared.made(equal=300)
    assert n_without >= 20
