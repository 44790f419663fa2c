"""Rubrics, prompts and example data load the same from a checkout, a wheel and an editable install.

Offline: the dependencies are those of the environment that runs the tests, lent by a path file
that does not bring the environment's own judgekit along.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

import judgekit
from judgekit.library import load_prompt, load_rubric, prompt_names, rubric_names

pytestmark = pytest.mark.slow

ROOT = Path(judgekit.__file__).resolve().parents[1]
SHIPPED = ("pyproject.toml", "README.md", "LICENSE", "judgekit", "rubrics", "prompts")
LOOK = """
import json, judgekit
from judgekit.library import *
from judgekit.library import data_folder
print(json.dumps({
    "package": judgekit.__file__,
    "rubrics": {name: load_rubric(name).digest for name in rubric_names()},
    "prompts": {name: load_prompt(name).digest for name in prompt_names()},
    "schemas": sorted(p.name for kind in ("rubrics", "prompts")
                      for p in data_folder(kind).glob("*.json")),
    "examples": sorted(str(p.relative_to(data_folder("examples")))
                       for p in data_folder("examples").rglob("*") if p.is_file()),
}))
"""


def run(*command: object, cwd: Path, **environment: str) -> str:
    """Run a program and return its stdout; what it says on stderr is shown when it fails."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**own, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree, as a checkout has it."""
    if not (ROOT / "pyproject.toml").is_file():
        pytest.skip("these tests run from a checkout")
    folder = tmp_path_factory.mktemp("source") / "judgekit"
    folder.mkdir()
    for name in SHIPPED:
        place = ROOT / name
        copy = shutil.copytree if place.is_dir() else shutil.copy2
        copy(place, folder / name)
    shutil.copytree(ROOT / "examples" / "data", folder / "examples" / "data")
    return folder


@pytest.fixture(scope="module")
def built(source: Path) -> Path:
    """The folder with the wheel and the source distribution."""
    run(sys.executable, "-m", "hatchling", "build", "-d", source / "dist", cwd=source)
    return source / "dist"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """The interpreter of an empty environment that borrows the dependencies."""
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv", cwd=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    site = Path(run(python, "-c", "import site; print(site.getsitepackages()[0])", cwd=tmp_path))
    lent = sysconfig.get_paths()["purelib"]
    (Path(str(site).strip()) / "lent.pth").write_text(f"{lent}\n", encoding="utf-8")
    return python


def install(python: Path, *what: object) -> None:
    """Install into an environment, offline and without dependencies."""
    uv = Path(sys.executable).with_name("uv")
    flags = ("--offline", "--no-deps", "--no-build-isolation", "--python", python)
    run(uv, "pip", "install", *flags, *what, cwd=python.parent)


def look(python: Path, **environment: str) -> dict[str, Any]:
    """Return what judgekit finds when it is used outside the checkout."""
    found: dict[str, Any] = json.loads(run(python, "-c", LOOK, cwd=python.parent, **environment))
    return found


def expected() -> dict[str, Any]:
    """Return what must be found, whatever the kind of install."""
    examples = ROOT / "examples" / "data"
    return {
        "rubrics": {name: load_rubric(name).digest for name in rubric_names()},
        "prompts": {name: load_prompt(name).digest for name in prompt_names()},
        "schemas": ["prompt.schema.json", "rubric.schema.json"],
        "examples": sorted(
            str(path.relative_to(examples)) for path in examples.rglob("*") if path.is_file()
        ),
    }


def check(found: dict[str, Any], package: Path) -> None:
    """Check that everything is found, by the judgekit that stands in `package`."""
    assert Path(found.pop("package")).is_relative_to(package.resolve())
    assert found == expected()


def test_a_wheel_installed_alone_finds_everything(bare: Path, built: Path) -> None:
    """Outside the checkout, the data comes out of the wheel."""
    (wheel,) = built.glob("*.whl")
    install(bare, wheel)
    check(look(bare), bare.parents[1])
    shown = run(bare.with_name("judgekit"), "rubrics", "list", cwd=bare.parent)
    assert len(shown.splitlines()) == len(rubric_names())


def test_an_editable_install_finds_everything(bare: Path, source: Path) -> None:
    """The data is the checkout's own, so that an edit shows at once."""
    install(bare, "--editable", source)
    check(look(bare), source)
    text = (source / "rubrics" / "medcmr.yaml").read_text(encoding="utf-8")
    edited = source / "rubrics" / "mine.yaml"
    edited.write_text(text.replace("id: medcmr", "id: mine"), encoding="utf-8")
    try:
        assert "mine" in look(bare)["rubrics"]
    finally:
        edited.unlink()


def test_a_checkout_finds_everything(bare: Path, source: Path) -> None:
    """Without any install, with the checkout on the path."""
    check(look(bare, PYTHONPATH=str(source)), source)


def test_a_source_distribution_builds_the_same_wheel(built: Path, tmp_path: Path) -> None:
    """It holds rubrics, prompts and examples; the wheel built from it has the same files."""
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (unpacked,) = (path for path in tmp_path.iterdir() if path.is_dir())
    run(
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "-t",
        "wheel",
        "-d",
        tmp_path / "d",
        cwd=unpacked,
    )
    (first,), (second,) = built.glob("*.whl"), (tmp_path / "d").glob("*.whl")
    with zipfile.ZipFile(first) as one, zipfile.ZipFile(second) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())


def test_the_wheel_holds_what_it_should_and_no_more(built: Path) -> None:
    """The package with its data and py.typed; no tests, no build leftovers, no files of a run."""
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"judgekit", f"judgekit_clinical-{judgekit.__version__}.dist-info"}
    assert "judgekit/py.typed" in names
    assert "judgekit/_data/rubrics/medcmr.yaml" in names
    assert "judgekit/_data/prompts/judge.yaml" in names
    assert not [name for name in names if name.endswith((".pyc", ".db")) or "/tests/" in name]
