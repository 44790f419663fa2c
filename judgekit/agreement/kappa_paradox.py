"""Whether a kappa is low for want of agreement or for want of variety, with the figures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judgekit.agreement.kappa import cohen_kappa, gwet_ac
from judgekit.agreement.ratings import (
    MISSING,
    Clusters,
    Label,
    RaterColumn,
    coded_clusters,
    coded_ratings,
    rating_pair,
)
from judgekit.agreement.raw import (
    bias_index,
    percent_agreement,
    prevalence_index,
    specific_agreement,
)
from judgekit.agreement.resampling import of_items
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate

HIGH_AGREEMENT = 0.8
LOW_KAPPA = 0.4
SKEWED_PREVALENCE = 0.8
RARE_COUNT = 10


class KappaParadox(Record):
    """Kappa with the figures that must stand beside it.

    Attributes:
        warnings: Why kappa alone misleads here; empty where nothing speaks against it.
        kappa: Cohen's kappa, unweighted.
        percent_agreement: Share of items on which both agree.
        pabak: (q PA - 1) / (q - 1): kappa had all categories been equally frequent (for two
            categories Byrt, Bishop and Carlin 1993; in general Brennan and Prediger 1981).
        ac1: Gwet's AC1, on the items that both rated.
        specific: Agreement on each category, in the order of the scale.
        prevalence_index: See `prevalence_index`; None unless the scale is binary.
        bias_index: See `bias_index`; None unless the scale is binary.
        counts: Ratings of each category by either rater, in the order of the scale.
    """

    warnings: tuple[str, ...]
    kappa: Estimate
    percent_agreement: Estimate
    pabak: float | None
    ac1: Estimate
    specific: tuple[Estimate, ...]
    prevalence_index: float | None
    bias_index: float | None
    counts: tuple[int, ...]


def kappa_paradox(
    a: RaterColumn, b: RaterColumn, *, categories: Sequence[Label], clusters: Clusters = None
) -> KappaParadox:
    """Return kappa of two raters with what explains it, and warnings where it misleads.

    Warned of: agreement of 0.8 or more with a kappa under 0.4 (Feinstein and Cicchetti 1990), a
    prevalence index beyond 0.8, and a category with fewer than 10 ratings.

    Args:
        a: Ratings of one rater, one per item; None or NaN is missing.
        b: Ratings of the other, same items, same order.
        categories: Every level of the scale.
        clusters: The case of each item, to be counted; None makes each its own case.

    Returns:
        The figures, without intervals; all of them on the items that both rated.

    Raises:
        ValueError: Lengths differ, or a rating is off the scale.

    Example:
        >>> kappa_paradox([1] * 20, [1] * 19 + [0], categories=(0, 1)).kappa.value
        0.0
    """
    table = rating_pair(a, b, what="kappa_paradox")
    codes = coded_ratings(table, categories, what="kappa_paradox")
    enters = (codes != MISSING).all(axis=1)
    both = codes[enters]
    # Chance agreement of AC1 would else count items that one of them rated.
    pairs = table[enters]
    cases = of_items(coded_clusters(clusters, len(codes), what="kappa_paradox"), enters)
    n_categories = len(categories)
    counts = np.bincount(both.ravel(), minlength=n_categories).tolist()
    kappa = cohen_kappa(a, b, categories=categories, clusters=clusters)
    raw = percent_agreement(pairs, categories=categories, clusters=cases)
    is_binary = n_categories == 2
    prevalence = prevalence_index(a, b, categories=categories).value if is_binary else None
    pabak = None
    if raw.value is not None and n_categories > 1:
        pabak = (n_categories * raw.value - 1) / (n_categories - 1)
    return KappaParadox(
        warnings=tuple(_warnings(kappa, raw, prevalence, counts, categories)),
        kappa=kappa,
        percent_agreement=raw,
        pabak=pabak,
        ac1=gwet_ac(pairs, categories=categories, clusters=cases),
        specific=tuple(
            specific_agreement(pairs, category=category, categories=categories, clusters=cases)
            for category in categories
        ),
        prevalence_index=prevalence,
        bias_index=bias_index(a, b, categories=categories).value if is_binary else None,
        counts=tuple(counts),
    )


def _warnings(
    kappa: Estimate,
    raw: Estimate,
    prevalence: float | None,
    counts: list[int],
    categories: Sequence[Label],
) -> list[str]:
    found = []
    if raw.value is not None and raw.value >= HIGH_AGREEMENT:
        if kappa.value is None:
            found.append(f"the raters agree on {raw.value:.0%} of the items and kappa is undefined")
        elif kappa.value < LOW_KAPPA:
            found.append(
                f"the raters agree on {raw.value:.0%} of the items and kappa is {kappa.value:.2f}"
            )
    if prevalence is not None and abs(prevalence) > SKEWED_PREVALENCE:
        found.append(f"one class is rare: prevalence index {prevalence:.2f}")
    for category, count in zip(categories, counts, strict=True):
        if raw.n > 0 and count < RARE_COUNT:
            found.append(f"category {category!r} was given {count} times")
    return found
