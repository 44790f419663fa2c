"""Runs beside each other: differences paired by id and clustered by case, and ranks."""

from judgekit.comparison.compare import compare
from judgekit.comparison.result import (
    ComparedFigure,
    ComparedRun,
    Comparison,
    PairDifference,
    SystemFigure,
)

__all__ = [
    "ComparedFigure",
    "ComparedRun",
    "Comparison",
    "PairDifference",
    "SystemFigure",
    "compare",
]
