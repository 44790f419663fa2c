"""Sampling a rare class oftener, and what it weighs when it is weighted back."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pydantic import Field

from judgekit.records.base import Record

_STEPS = 60


class Stratum(Record):
    """A part of the items from which a sample is drawn at a rate of its own.

    It must be known before labelling: what the judge said, a keyword, the source; never the label.

    Attributes:
        name: What the part is, for example "the judge says unsafe".
        n_items: Items in it.
        unsafe_share: Share of them expected to be unsafe, 0 to 1.
        relative_rate: How many times as often an item is drawn as one of a stratum with 1.
    """

    name: str
    n_items: int = Field(gt=0)
    unsafe_share: float = Field(ge=0, le=1)
    relative_rate: float = Field(default=1.0, gt=0)


class SampledStratum(Record):
    """How many items to draw from a stratum, and what each then stands for.

    Attributes:
        name: The stratum.
        n_items: Items in it.
        n_sampled: Items to draw, at random.
        probability: n_sampled / n_items; what `ppi_mean` takes as `probabilities`.
        weight: 1 / probability; what `sensitivity` and `weighted_proportion` take as `weights`.
        expected_unsafe: Unsafe items expected among those drawn.
    """

    name: str
    n_items: int
    n_sampled: int
    probability: float
    weight: float
    expected_unsafe: float


class EnrichedSample(Record):
    """A sample from strata at different rates.

    Attributes:
        strata: What to draw from each.
        n_sampled: Items to draw in all.
        expected_unsafe: Unsafe items expected among them.
        effective_unsafe: How many unsafe items of one weight they are worth for sensitivity,
            (sum w)^2 / sum w^2 over them (Kish 1965).
        prevalence: Unsafe share of all items, by the strata's expected shares.
        prevalence_se: Standard error of the weighted prevalence, the root of
            sum W_h^2 p_h (1 - p_h) / n_h, W_h being a stratum's share of the items.
        prevalence_effective_n: Items of a simple random sample with that standard error; None
            where it is 0. The interval of `weighted_proportion` knows no strata and is wider.
    """

    strata: tuple[SampledStratum, ...]
    n_sampled: int
    expected_unsafe: float
    effective_unsafe: float
    prevalence: float
    prevalence_se: float
    prevalence_effective_n: float | None


def enriched_sample(strata: Sequence[Stratum], *, effective_unsafe: float) -> EnrichedSample:
    """Return the smallest sample at these relative rates that is worth so many unsafe items.

    A stratum of n items with relative rate r gets c r n of them, rounded up, all n at most; c is
    the same for all and as small as can be. Weighting back costs: the rarer class counts with
    unequal weights, so that it is worth fewer items than are drawn.

    Args:
        strata: The parts of the items; together all of them.
        effective_unsafe: Unsafe items of one weight that the sample must be worth, above 0.

    Returns:
        The sample; where even all items are too few it is all of them, and its `effective_unsafe`
        is under what was asked for.

    Raises:
        ValueError: No strata, two of one name, none with unsafe items, or `effective_unsafe` is
            not above 0.

    Example:
        >>> parts = [
        ...     Stratum(name="flagged", n_items=1000, unsafe_share=0.2, relative_rate=5),
        ...     Stratum(name="rest", n_items=9000, unsafe_share=0.0),
        ... ]
        >>> [part.n_sampled for part in enriched_sample(parts, effective_unsafe=50).strata]
        [250, 449]
    """
    names = [stratum.name for stratum in strata]
    if not names or len(set(names)) < len(names):
        raise ValueError(f"enriched_sample: strata must have different names, got {names!r}")
    if not any(stratum.unsafe_share > 0 for stratum in strata):
        raise ValueError("enriched_sample: in some stratum unsafe_share must be above 0")
    if not effective_unsafe > 0:
        raise ValueError(f"enriched_sample: effective_unsafe must be > 0, got {effective_unsafe!r}")
    low, high = 0.0, 1.0 / min(stratum.relative_rate for stratum in strata)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _drawn(strata, middle).effective_unsafe >= effective_unsafe:
            high = middle
        else:
            low = middle
    return _drawn(strata, high)


def _drawn(strata: Sequence[Stratum], rate: float) -> EnrichedSample:
    parts = []
    for stratum in strata:
        # Rounding of the rate must not add an item.
        wanted = math.ceil(rate * stratum.relative_rate * stratum.n_items * (1 - 1e-12))
        n_sampled = min(stratum.n_items, max(wanted, 1))
        parts.append(
            SampledStratum(
                name=stratum.name,
                n_items=stratum.n_items,
                n_sampled=n_sampled,
                probability=n_sampled / stratum.n_items,
                weight=stratum.n_items / n_sampled,
                expected_unsafe=n_sampled * stratum.unsafe_share,
            )
        )
    total = sum(part.n_items for part in parts)
    weights = sum(part.expected_unsafe * part.weight for part in parts)
    squares = sum(part.expected_unsafe * part.weight**2 for part in parts)
    prevalence = weights / total
    variance = sum(
        (part.n_items / total) ** 2
        * stratum.unsafe_share
        * (1 - stratum.unsafe_share)
        / part.n_sampled
        for part, stratum in zip(parts, strata, strict=True)
    )
    return EnrichedSample(
        strata=tuple(parts),
        n_sampled=sum(part.n_sampled for part in parts),
        expected_unsafe=sum(part.expected_unsafe for part in parts),
        effective_unsafe=weights**2 / squares,
        prevalence=prevalence,
        prevalence_se=math.sqrt(variance),
        prevalence_effective_n=prevalence * (1 - prevalence) / variance if variance > 0 else None,
    )
