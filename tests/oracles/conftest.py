"""Comparisons with other packages are kept and printed, each with its largest difference."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from oracle_tables import TOLERANCE, Comparison

_MADE = pytest.StashKey[list[Comparison]]()


@pytest.fixture
def comparison(request: pytest.FixtureRequest) -> Callable[..., Comparison]:
    """Return a maker of comparisons that are printed when the tests have run."""
    made = request.config.stash.setdefault(_MADE, [])

    def make(name: str, tolerance: float = TOLERANCE) -> Comparison:
        made.append(Comparison(name, tolerance))
        return made[-1]

    return make


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print what was compared: figure, numbers, undefined ones, largest difference."""
    made = config.stash.get(_MADE, [])
    if not made:
        return
    width = max(len(one.name) for one in made)
    terminalreporter.section("compared with other packages")
    terminalreporter.line(f"{'figure':<{width}}  numbers  undefined  largest difference")
    for one in made:
        terminalreporter.line(
            f"{one.name:<{width}}  {one.n_equal:>7}  {one.n_undefined:>9}  {one.largest:.1e}"
        )
