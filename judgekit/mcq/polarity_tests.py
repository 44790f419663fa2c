"""The family of tests: two contrasts of accuracy at each level, adjusted for their number."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats

from judgekit.mcq.figures import Figure
from judgekit.mcq.polarity import CONTRASTS, twins_of
from judgekit.mcq.polarity_pairs import Pair
from judgekit.mcq.rates import FloatArray, IntArray, codes_of
from judgekit.records.estimate import INTERVAL_LEVEL
from judgekit.statistics import adjusted_p_values, sign_flip_test


class Tested(NamedTuple):
    """A p value and how it was found; None with the reason."""

    p: float | None
    how: str


def paired_test(a: FloatArray, b: FloatArray, codes: IntArray) -> Tested:
    """Return the two-sided test that two claims about the same items are equally often true.

    Where every case gives one pair: McNemar's exact test, the binomial test of the discordant
    pairs (McNemar 1947). Otherwise the sign-flip test by case, in which all pairs of a case are
    flipped together: McNemar's takes pairs of one case for independent ones and finds too much.

    Args:
        a: 0 or 1 per pair.
        b: 0 or 1 per pair, same order.
        codes: The case of each pair.
    """
    if not len(a):
        return Tested(None, "no pairs")
    if len(np.unique(codes)) == len(codes):
        return mcnemar_exact(a, b)
    found = sign_flip_test(a, b, codes)
    return Tested(found.p, found.method or found.reason or "")


def mcnemar_exact(a: FloatArray, b: FloatArray) -> Tested:
    """Return McNemar's exact test; it holds only for independent pairs."""
    more, less = int((a > b).sum()), int((a < b).sum())
    p = 1.0 if more + less == 0 else float(stats.binomtest(more, more + less).pvalue)
    return Tested(p, f"exact McNemar test, {more} to {less} discordant pairs, one pair a case")


def with_tests(
    gaps: Sequence[Figure], pairs: Sequence[Pair], levels: Sequence[str]
) -> tuple[list[Figure], str]:
    """Return the accuracy gaps with p values where they are in the family, and what that is.

    The family is two contrasts x the levels (over all, where there are no levels): eight tests for
    the four levels of Med-R2. A test that cannot be made still counts in the family.
    """
    places = [{"level": level} for level in levels] if len(levels) > 1 else [{}]
    wanted = [{**place, "contrast": f"{a} - {b}"} for place in places for a, b in CONTRASTS]
    found = [_test(where, gaps, pairs) for where in wanted]
    adjusted = adjusted_p_values([tested.p for tested in found])
    results = [(where, tested, p) for where, tested, p in zip(wanted, found, adjusted, strict=True)]
    words = (
        f"{len(wanted)} tests: {len(CONTRASTS)} contrasts of accuracy x "
        f"{len(places) if levels else 1} level(s), p adjusted by Holm"
    )
    return [_with_p(gap, results) for gap in gaps], words


def _with_p(
    gap: Figure, results: Sequence[tuple[Mapping[str, str], Tested, float | None]]
) -> Figure:
    for where, tested, adjusted in results:
        if gap.where == where:
            update = {"p": tested.p, "p_adjusted": adjusted, "test": tested.how}
            return gap.model_copy(update=update)
    return gap


def _test(where: Mapping[str, str], gaps: Sequence[Figure], pairs: Sequence[Pair]) -> Tested:
    gap = next((gap for gap in gaps if gap.where == where), None)
    if gap is None:
        return Tested(None, "no items of both polarities")
    if "unpaired" in gap.name:
        return _unpaired_test(gap)
    high, low = where["contrast"].split(" - ")
    chosen = [pair for pair in pairs if "level" not in where or pair.level == where["level"]]
    twins = twins_of(chosen, lambda pair: (getattr(pair, high), getattr(pair, low)))
    return paired_test(
        np.array([x.is_right for x, _, _ in twins], dtype=np.float64),
        np.array([y.is_right for _, y, _ in twins], dtype=np.float64),
        codes_of([case for _, _, case in twins]),
    )


def _unpaired_test(gap: Figure) -> Tested:
    """Return the t test of a difference with its cluster-robust standard error."""
    if gap.value is None or gap.low is None or gap.high is None or gap.clusters is None:
        return Tested(None, gap.interval_reason or gap.reason or "")
    degrees = gap.clusters - 1
    quantile = float(stats.t.ppf(0.5 + INTERVAL_LEVEL / 2, degrees))
    # An end that was cut at the range says nothing of the standard error; the other one does.
    error = max(gap.high - gap.value, gap.value - gap.low) / quantile
    p = float(2 * stats.t.sf(math.fabs(gap.value) / error, degrees))
    return Tested(p, f"t({degrees}) test of the unpaired difference, clustered by case")
