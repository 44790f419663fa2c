"""What must be known of a judge's side before its figures are compared with clinicians'."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.auditing.joining.judged import PARTIAL_TOTAL
from judgekit.auditing.panel import Panel


def judge_warnings(panels: Sequence[Panel]) -> list[str]:
    """Return in sentences where the judge is not like a single clinician who answered all.

    Args:
        panels: The joined criteria, the total among them.
    """
    found = []
    for panel in panels:
        n = sum(
            cell.value is None and (cell.reason or "").startswith(PARTIAL_TOTAL)
            for cell in panel.judge
        )
        if n:
            found.append(
                f"{panel.name}: {n} of {len(panel)} totals of the judge are renormalised over the "
                "criteria that it scored; a clinician's total needs every criterion, so that they "
                "are not alike and enter no figure"
            )
    n_repeats = max((len(cell.repeats) for panel in panels for cell in panel.judge), default=0)
    if n_repeats > 1:
        found.append(
            f"each answer of the judge stands on {n_repeats} judgements (their mean, for labels "
            "the one given most) and is compared with single clinicians: a mean of "
            f"{n_repeats} is less noisy than one judgement, so that part of its closeness may come "
            "of the repeats"
        )
    return found
