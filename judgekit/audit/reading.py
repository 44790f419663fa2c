"""Files of ratings to one checked table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from judgekit.audit.layout import RatingsLayout
from judgekit.audit.panel import AuditScale
from judgekit.audit.ratings import RatingTable


def read_ratings(
    paths: Sequence[Path],
    *,
    layout: RatingsLayout | None = None,
    scales: Mapping[str, AuditScale] | None = None,
) -> tuple[RatingTable, dict[str, AuditScale]]:
    """Return the ratings of all files as one table, and the scale of each criterion rated.

    Args:
        paths: CSV, TSV, JSONL and xlsx files, read by one layout.
        layout: How they are read; None: the long form with standard names.
        scales: The rubric's scale of each criterion; None: the layout declares them.

    Returns:
        The table, and the scales with the extras that were declared or met.

    Raises:
        InputDataError: A file breaks a rule.
        ConfigurationError: The layout does not go with the scales.
        MissingExtraError: A workbook is read without the extra `excel`.
    """
    raise NotImplementedError
