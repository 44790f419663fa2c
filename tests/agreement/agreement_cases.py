"""The published and computed reference cases, by id, and tables of counts as ratings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_FILE = Path(__file__).parents[1] / "data" / "agreement-cases.json"
CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in json.loads(_FILE.read_text(encoding="utf-8"))["cases"]
}


def pair_of_counts(counts: list[list[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the ratings of rater A (rows) and B (columns) behind a table, categories 0 to q-1."""
    table = np.array(counts)
    rows, columns = np.indices(table.shape)
    return np.repeat(rows, table.ravel()), np.repeat(columns, table.ravel())


def ratings_of_counts(counts: list[list[int]]) -> NDArray[np.int64]:
    """Return items x raters behind a table of items x categories with equal row sums."""
    return np.array([np.repeat(np.arange(len(row)), row) for row in counts])
