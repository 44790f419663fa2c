"""Classes that were given too seldom for kappa to be steady, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from judgekit.agreement.kappa_paradox import RARE_COUNT


class Given(NamedTuple):
    """How often judge and one clinician gave each class, both together.

    Attributes:
        panel: Name of the criterion.
        rater: The clinician.
        classes: The classes in words.
        counts: How often each was given; empty where nothing could be counted.
    """

    panel: str
    rater: str
    classes: tuple[str, ...]
    counts: tuple[int, ...]


def rare_classes(pairs: Iterable[Given]) -> list[str]:
    """Return one warning that names every class given fewer than 10 times; none without one."""
    by_panel: dict[str, list[str]] = {}
    for pair in pairs:
        if not sum(pair.counts):
            continue
        rare = [
            f"{words!r} {count}"
            for words, count in zip(pair.classes, pair.counts, strict=True)
            if count < RARE_COUNT
        ]
        if rare:
            by_panel.setdefault(pair.panel, []).append(f"with {pair.rater} {', '.join(rare)}")
    if not by_panel:
        return []
    named = "; ".join(f"{name}: {', '.join(found)}" for name, found in by_panel.items())
    return [
        f"Kappa hangs on single answers where judge and clinician gave a class fewer than "
        f"{RARE_COUNT} times in all: {named}."
    ]
