"""The exception tree: as drawn, with an exit code for each branch."""

from __future__ import annotations

import inspect
import re

from judgekit import errors
from judgekit.errors import (
    ConfigurationError,
    InputDataError,
    JudgekitError,
    OutputError,
    ProviderStoppedError,
    RubricError,
)


def kinds() -> dict[str, type[JudgekitError]]:
    """Return every exception of the module by name."""
    found = inspect.getmembers(errors, inspect.isclass)
    return {name: kind for name, kind in found if issubclass(kind, JudgekitError)}


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    """Each class stands in the drawing once, under its base, with its branch's exit code."""
    drawn: dict[str, str] = {}
    bases: list[str] = []
    for line in str(errors.__doc__).splitlines():
        found = re.match(r"([│├└─ ]*)(\w+Error)\b(?:.*exit (\d))?", line)
        if found is None:
            continue
        depth = len(found[1]) // 4
        bases = [*bases[:depth], found[2]]
        drawn[found[2]] = bases[-2] if depth else "Exception"
        if found[3]:
            assert kinds()[found[2]].exit_code == int(found[3])
    assert drawn == {name: kind.__bases__[0].__name__ for name, kind in kinds().items()}


def test_exit_codes_are_those_of_the_contract() -> None:
    """2 usage or configuration, 3 input data, 4 stopped at the provider, for every subclass."""
    branches = {ConfigurationError: 2, InputDataError: 3, ProviderStoppedError: 4}
    for kind in kinds().values():
        for branch, code in branches.items():
            if issubclass(kind, branch):
                assert kind.exit_code == code


def test_errors_are_also_what_python_calls_them() -> None:
    """Who catches ValueError or OSError catches ours."""
    assert issubclass(InputDataError, ValueError)
    assert issubclass(RubricError, ValueError)
    assert issubclass(OutputError, OSError)
