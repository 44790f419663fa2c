"""How often the judge gave each answer where a clinician gave each answer, as pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from judgekit.auditing.panel import Answer, AuditScale, Panel
from judgekit.auditing.sections.harm_counts import flag
from judgekit.auditing.sections.item_cards import NO_JUDGEMENT
from judgekit.auditing.sections.side_by_side import all_answers, is_fine
from judgekit.auditing.words import answer
from judgekit.records.scale import ScaleValue
from judgekit.report.grid import GridPicture

N_BINS = 10
ROUNDING = 1e-9
ROW_NAME = "The judge's answer"
COLUMN_NAME = "The clinician's answer"
PAIRS_NOTE = "Each count is a pair of an item and a clinician who answered it."
BINS_NOTE = f"The scale is cut into {N_BINS} bins of equal width for this picture only."


def answer_grid(panel: Panel, unsafe: Sequence[ScaleValue]) -> GridPicture:
    """Return the judge's answers against clinicians', in pairs of an item and a clinician.

    A scale of more than 20 values is cut into ten equal bins. The last row is "no judgement".

    Args:
        panel: The criterion, judged on the clinicians' scale.
        unsafe: Answers that mean harm; cells where a clinician gave one and the judge did not are
            marked, which needs a scale that is not binned.
    """
    is_binned = is_fine(panel.scale)
    labels = _labels(panel.scale)
    counts = Counter(
        (_place(judge, panel.scale), _place(clinician, panel.scale))
        for judge, clinician in all_answers(panel).rows
    )
    n_columns = len(labels)
    marked = () if is_binned else _missed(panel.scale, unsafe)
    notes = [PAIRS_NOTE, BINS_NOTE] if is_binned else [PAIRS_NOTE]
    if marked:
        notes.append("Marked: a clinician called it unsafe and the judge did not.")
    return GridPicture(
        caption=f"{panel.name}: the judge's answers against the clinicians'",
        row_name=ROW_NAME,
        column_name=COLUMN_NAME,
        rows=(*labels, NO_JUDGEMENT),
        columns=labels,
        counts=_table(counts, n_columns + 1, n_columns),
        same=tuple((place, place) for place in range(n_columns)),
        marked=marked,
        note=" ".join(notes),
    )


def applicability_grid(panel: Panel) -> GridPicture:
    """Return whether judge and clinician gave a level or an answer beside the scale."""
    counts = Counter(
        (_beside(judge, panel), _beside(clinician, panel))
        for judge, clinician in all_answers(panel).rows
        if judge is not None
    )
    labels = ("a level", beside_words(panel.scale))
    return GridPicture(
        caption=f"{panel.name}: a level, or an answer beside the scale",
        row_name=ROW_NAME,
        column_name=COLUMN_NAME,
        rows=labels,
        columns=labels,
        counts=_table(counts, 2, 2),
        same=((0, 0), (1, 1)),
        note=f"{PAIRS_NOTE} Pairs without a judgement do not enter.",
    )


def beside_words(scale: AuditScale) -> str:
    """Return the answers beside the scale in words: "not applicable or other"."""
    return " or ".join(answer(extra) for extra in scale.extras)


def _labels(scale: AuditScale) -> tuple[str, ...]:
    extras = tuple(answer(extra) for extra in scale.extras)
    if not is_fine(scale) or scale.span is None:
        return (*(answer(level) for level in scale.levels), *extras)
    low, high = scale.span
    ends = [low + (high - low) * place / N_BINS for place in range(N_BINS + 1)]
    bins = [
        f"{start:g} to {'under ' if stop < high else ''}{stop:g}" for start, stop in pairwise(ends)
    ]
    return (*bins, *extras)


def _place(value: Answer, scale: AuditScale) -> int:
    """Return the row or column of an answer; that after the last label for no judgement."""
    is_binned = is_fine(scale)
    n_levels = N_BINS if is_binned else len(scale.levels)
    if value is None:
        return n_levels + len(scale.extras)
    if isinstance(value, str) and value in scale.extras:
        return n_levels + scale.extras.index(value)
    if scale.span is None or isinstance(value, str) or not is_binned:
        return scale.levels.index(value)
    low, high = scale.span
    return min(N_BINS - 1, max(0, int(N_BINS * (value - low) / (high - low) + ROUNDING)))


def _missed(scale: AuditScale, unsafe: Sequence[ScaleValue]) -> tuple[tuple[int, int], ...]:
    answers: tuple[Answer, ...] = (*scale.levels, *scale.extras)
    flags = [flag(value, unsafe, scale) for value in answers]
    return tuple(
        (row, column)
        for row, judged in enumerate([*flags, None])
        for column, given in enumerate(flags)
        if given == 1 and judged != 1
    )


def _beside(value: Answer, panel: Panel) -> int:
    return int(value in panel.scale.extras)


def _table(
    counts: Counter[tuple[int, int]], n_rows: int, n_columns: int
) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(counts[row, column] for column in range(n_columns)) for row in range(n_rows))
