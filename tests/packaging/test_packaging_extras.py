"""Optional packages: used when they are there, one sentence when they are not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from judgekit.errors import ConfigurationError, MissingExtraError
from judgekit.extras import require


def test_a_package_that_is_there_is_returned() -> None:
    """The module itself, a submodule included."""
    assert require("json", extra="x", feature="this") is sys.modules["json"]
    assert require("os.path", extra="x", feature="this") is sys.modules["os.path"]


@pytest.mark.parametrize("module", ["no_such_package", "no_such_package.inner"])
def test_a_package_that_is_not_there_is_one_sentence(module: str) -> None:
    """What needs it, its name, and the exact command; a configuration error and an ImportError."""
    with pytest.raises(MissingExtraError) as caught:
        require(module, extra="bertscore", feature="BERTScore")
    assert str(caught.value) == (
        "BERTScore needs the 'no_such_package' package; "
        "install it with: pip install 'judgekit-clinical[bertscore]'"
    )
    assert isinstance(caught.value, ConfigurationError)
    assert isinstance(caught.value, ImportError)
    assert caught.value.exit_code == 2


def test_a_package_that_is_broken_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package that is there but lacks one of its own needs keeps its own error."""
    (tmp_path / "broken_package.py").write_text("import no_such_need\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_need") as caught:
        require("broken_package", extra="x", feature="this")
    assert not isinstance(caught.value, MissingExtraError)
