"""The mean of all items from those that were labelled, each with a known probability."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from judgekit.agreement.ratings import Clusters, coded_clusters
from judgekit.agreement.weighted import ItemWeights, effective_number, item_weights
from judgekit.errors import InputDataError
from judgekit.records.estimate import MIN_CLUSTERS, TOO_FEW_CASES
from judgekit.statistics.intervals import FloatArray, IntArray, case_codes

_ROUNDING = 1e-12


class Labelling(NamedTuple):
    """How items came to be labelled.

    Attributes:
        is_labelled: Which items are; shape (n,).
        weights: 1 / probability of having been labelled, of each item.
        strata: Each item's stratum, 0 to H - 1; one stratum where probabilities were given.
    """

    is_labelled: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
    weights: FloatArray
    strata: IntArray

    def mean_of(self, values: FloatArray) -> tuple[float, FloatArray]:
        """Return the mean over all items of what is known on labelled ones, and its influence.

        sum over strata of W_h m_h: W_h is the stratum's share of all items, m_h the weighted mean
        of its labelled items (Hajek 1971). An item adds (m_h - m) / N for being in its stratum,
        and a labelled one W_h a (y - m_h) / sum of a, times sqrt(n_h / (n_h - 1)) where strata are
        sampled apart, since m_h is estimated from n_h items.

        Args:
            values: One number per item; those of items without a label play no part.

        Returns:
            The mean and what each item adds to it; shape (n,). NaN where a stratum has no label.
        """
        n, n_strata = self.strata.size, int(self.strata.max()) + 1
        place, heavy = self.strata[self.is_labelled], self.weights[self.is_labelled]
        known = values[self.is_labelled]
        counts = np.bincount(place, minlength=n_strata)
        if (counts == 0).any():
            return float("nan"), np.full(n, np.nan)
        sums = np.bincount(place, weights=heavy, minlength=n_strata)
        means = np.bincount(place, weights=heavy * known, minlength=n_strata) / sums
        shares = np.bincount(self.strata, minlength=n_strata) / n
        mean = float(shares @ means)
        influence = (means[self.strata] - mean) / n
        few = np.sqrt(counts / np.maximum(counts - 1, 1)) if n_strata > 1 else np.ones(1)
        influence[self.is_labelled] += (shares / sums * few)[place] * heavy * (known - means[place])
        return mean, influence

    def heaviest_share(self, cases: IntArray) -> float:
        """Return the largest share of the mean that rests on the labels of one case."""
        n_strata = int(self.strata.max()) + 1
        place, heavy = self.strata[self.is_labelled], self.weights[self.is_labelled]
        sums = np.bincount(place, weights=heavy, minlength=n_strata)
        shares = np.bincount(self.strata, minlength=n_strata) / self.strata.size
        return float(
            np.bincount(cases[self.is_labelled], weights=(shares / sums)[place] * heavy).max()
        )

    def refusal(self, cases: IntArray) -> str | None:
        """Return why the labels carry no interval, beyond what holds for equal probabilities."""
        by_stratum = [
            np.unique(cases[self.is_labelled & (self.strata == stratum)]).size
            for stratum in range(int(self.strata.max()) + 1)
        ]
        if min(by_stratum) < 2:
            return "a stratum has labels of one case only, so that its spread is not known"
        by_case = np.bincount(cases, weights=np.where(self.is_labelled, self.weights, 0.0))
        carrying = effective_number(by_case.astype(np.float64) ** 2)
        if carrying < MIN_CLUSTERS:
            return f"{TOO_FEW_CASES}: the heaviest weigh so much that {carrying:.1f} cases carry it"
        return None


def labelling_of(
    numbers: FloatArray, *, probabilities: ItemWeights, strata: Clusters, what: str
) -> Labelling | None:
    """Return how the items that have a score came to be labelled; None where all were alike.

    Args:
        numbers: Label and score of each item, NaN where there is none; shape (n, 2).
        probabilities: The probability of each item to be labelled, above 0, at most 1.
        strata: The stratum of each item instead.
        what: What is being computed, for the message of an error.

    Raises:
        ValueError: Both are given, or a length differs.
        InputDataError: A probability is not above 0 and at most 1, or an item that was certain to
            be labelled has no label.
    """
    if probabilities is not None and strata is not None:
        raise ValueError(f"{what}: give probabilities or strata, not both")
    n_items = len(numbers)
    is_labelled, is_judged = (~np.isnan(numbers[:, side]) for side in (0, 1))
    if strata is not None:
        given = coded_clusters(strata, n_items, what=f"{what}, strata")
        entering = None if given is None else given[is_judged]
        codes, n_strata = case_codes(int(is_judged.sum()), entering, what=what)
        sizes = np.bincount(codes, minlength=n_strata)
        counts = np.bincount(codes[is_labelled[is_judged]], minlength=n_strata)
        weights = (sizes / np.maximum(counts, 1))[codes]
        return Labelling(is_labelled[is_judged], weights, codes)
    chances = item_weights(probabilities, n_items, what=f"{what}, probabilities")
    if chances is None:
        return None
    off = (chances > 1) | ((chances == 1) & ~is_labelled)
    if off.any():
        item = int(np.flatnonzero(off)[0])
        chance = float(chances[item])
        rule = (
            "a probability must be at most 1"
            if chance > 1
            else "it was certain to be labelled and has no label; give the probability that "
            "includes who failed to label it, or leave it out and say so"
        )
        raise InputDataError(f"{what}: item {item}, probability {chance!r}: {rule}")
    n_judged = int(is_judged.sum())
    return Labelling(
        is_labelled[is_judged], 1.0 / chances[is_judged], np.zeros(n_judged, dtype=np.int64)
    )


def best_weight(of_labels: FloatArray, of_scores: FloatArray, cases: IntArray) -> float:
    """Return the w, 0 to 1, for which the cases' sums of A + w B have the least squares.

    Args:
        of_labels: A: what each item adds by its label.
        of_scores: B: what each item adds by its score, at w = 1.
        cases: The case of each item, 0 to G - 1.
    """
    a, b = (np.bincount(cases, weights=part) for part in (of_labels, of_scores))
    spread = float(b @ b)
    if spread <= _ROUNDING**2 * max(float(a @ a), 1.0):
        return 0.0
    return min(1.0, max(0.0, -float(a @ b) / spread))
