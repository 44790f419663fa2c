"""What a disagreement between two categories costs."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from judgekit.statistics.intervals import FloatArray

WeightName: TypeAlias = Literal["linear", "quadratic"]
Weights: TypeAlias = WeightName | list[list[float]] | NDArray[Any] | None


def disagreement_weights(weights: Weights, n_categories: int, *, what: str) -> FloatArray:
    """Return the cost of each pair of categories: 0 on the diagonal, never negative; (q, q).

    Args:
        weights: None: every disagreement costs 1. "linear": |i - j| / (q - 1) and "quadratic":
            its square, where i and j are places on the scale (steps, not the values of the
            labels). A matrix whose diagonal is 0 holds costs (Cohen 1968); one whose diagonal is
            1 holds agreement, and its cost is 1 minus it.
        n_categories: Number of levels on the scale, q.
        what: What is being computed, for the message of an error.

    Raises:
        ValueError: An unknown name, or a matrix of another shape or diagonal, or one that says
            that two categories agree better than equal ones.
    """
    steps = np.abs(np.subtract.outer(np.arange(n_categories), np.arange(n_categories)))
    if weights is None:
        return (steps > 0).astype(np.float64)
    if isinstance(weights, str):
        power = {"linear": 1, "quadratic": 2}.get(weights)
        if power is None:
            raise ValueError(
                f"{what}: weights must be None, 'linear', 'quadratic' or a matrix, got {weights!r}"
            )
        return (steps / max(n_categories - 1, 1)) ** power
    return _costs_of_matrix(np.asarray(weights, dtype=np.float64), n_categories, what=what)


def agreement_weights(weights: Weights, n_categories: int, *, what: str) -> FloatArray:
    """Return how much each pair of categories agrees: symmetric, 1 on the diagonal, 0 to 1.

    Costs (see `disagreement_weights`) are divided by the largest one and taken from 1; a matrix
    that states agreement is used as it is.

    Raises:
        ValueError: As `disagreement_weights`, or the matrix is not symmetric, or leaves 0 to 1.
    """
    costs = disagreement_weights(weights, n_categories, what=what)
    if not np.array_equal(costs, costs.T):
        raise ValueError(f"{what}: weights must be symmetric, since raters are interchangeable")
    states_agreement = _is_agreement(weights)
    largest = 1.0 if states_agreement else float(costs.max())
    if largest == 0.0:
        return np.ones_like(costs)
    agreement = 1.0 - costs / largest
    if (agreement < 0).any():
        raise ValueError(f"{what}: agreement weights must lie within 0 to 1, got {weights!r}")
    return agreement


def _is_agreement(weights: Weights) -> bool:
    """Whether `weights` is a matrix that states agreement itself, whose scale is then kept."""
    if weights is None or isinstance(weights, str):
        return False
    return bool(np.all(np.diag(np.asarray(weights, dtype=np.float64)) == 1.0))


def _costs_of_matrix(matrix: FloatArray, n_categories: int, *, what: str) -> FloatArray:
    if matrix.shape != (n_categories, n_categories):
        raise ValueError(
            f"{what}: a weight matrix must be {n_categories} x {n_categories}, one row and column "
            f"per category, got shape {matrix.shape!r}"
        )
    diagonal = np.diag(matrix)
    if np.all(diagonal == 1.0):
        costs = 1.0 - matrix
    elif np.all(diagonal == 0.0):
        costs = matrix
    else:
        raise ValueError(
            f"{what}: the diagonal of a weight matrix must be all 0 (costs) or all 1 (agreement), "
            f"got {diagonal.tolist()!r}"
        )
    if not np.isfinite(costs).all() or (costs < 0).any():
        raise ValueError(
            f"{what}: weights must be finite and no pair of categories may agree better than "
            f"equal ones, got {matrix.tolist()!r}"
        )
    return costs
