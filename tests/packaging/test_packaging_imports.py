"""What importing judgekit loads, and what it costs."""

from __future__ import annotations

import ast
import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import judgekit

BUDGET_MS = 30
N_RUNS = 7


def python(code: str, *flags: str) -> str:
    """Return what a fresh interpreter prints for `code`."""
    done = subprocess.run(
        [sys.executable, *flags, "-c", code],
        capture_output=True,
        check=True,
        encoding="utf-8",
        timeout=60,
    )
    return done.stdout


def loaded(code: str) -> set[str]:
    """Return the top-level modules that `code` loads in a fresh interpreter, beyond a bare one."""
    listing = (
        "import sys; before = {n.partition('.')[0] for n in sys.modules}\n"
        f"{code}\n"
        "import json; after = {n.partition('.')[0] for n in sys.modules}\n"
        "print('\\n' + json.dumps(sorted(after - before)))"
    )
    names: list[str] = json.loads(python(listing).splitlines()[-1])
    return set(names)


def test_importing_judgekit_loads_the_standard_library_only() -> None:
    """No third-party module, and none of judgekit's own rooms but itself."""
    foreign = {name for name in loaded("import judgekit") if name not in sys.stdlib_module_names}
    assert foreign == {"judgekit"}


def test_help_loads_no_heavy_package() -> None:
    """`judgekit --help` loads neither numpy nor pydantic nor a provider's package."""
    code = (
        "import sys; sys.argv = ['judgekit', '--help']\n"
        "from judgekit.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass"
    )
    names = loaded(code)
    assert "typer" in names
    heavy = {"numpy", "scipy", "pydantic", "yaml", "jinja2", "diskcache", "tenacity", "asyncio"}
    providers = {"openai", "httpx", "httpx2", "aiohttp", "anthropic", "litellm", "instructor"}
    assert names.isdisjoint(heavy | providers)


@pytest.mark.slow
def test_importing_judgekit_costs_next_to_nothing() -> None:
    """Within 30 ms of CPU of a bare interpreter: the least of several runs each, in turn."""
    measure = "import time; {}; print(time.process_time())"
    bare, ours = [], []
    for _ in range(N_RUNS):
        bare.append(float(python(measure.format("pass"))))
        ours.append(float(python(measure.format("import judgekit"))))
    assert (min(ours) - min(bare)) * 1000 <= BUDGET_MS


def test_every_exported_name_resolves() -> None:
    """`__all__` is sorted, complete for `dir`, and each of its names can be had."""
    assert sorted(judgekit.__all__) == judgekit.__all__
    assert dir(judgekit) == sorted([*judgekit.__all__, "__version__"])
    for name in judgekit.__all__:
        assert getattr(judgekit, name) is not None


def test_what_type_checkers_see_is_what_there_is() -> None:
    """The names imported for type checkers are exactly the exported ones."""
    tree = ast.parse(Path(judgekit.__file__).read_text(encoding="utf-8"))
    blocks = [node for node in tree.body if isinstance(node, ast.If)]
    names = {
        alias.asname or alias.name
        for block in blocks
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert names == set(judgekit.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """The lazy module behaves like any other."""
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        judgekit.no_such_name  # noqa: B018 - the access is the test


@pytest.mark.parametrize(
    "room",
    ["agreement", "judge", "metrics", "prompting", "providers", "records", "replies", "runs"],
)
def test_every_room_exports_what_it_says(room: str) -> None:
    """A room's `__all__` is free of repeats, and each of its names resolves."""
    module = importlib.import_module(f"judgekit.{room}")
    assert len(set(module.__all__)) == len(module.__all__)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


def test_no_module_names_this_machine() -> None:
    """No source file names an absolute path of a home or a work folder."""
    root = Path(judgekit.__file__).parent
    for path in root.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "/home/" not in text, path.name
        assert "/root/" not in text, path.name
