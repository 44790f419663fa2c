"""`judgekit rubrics`, `--version` and `--help`."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_command import Command

import judgekit
from judgekit.library import file_schema, load_rubric, rubric_names


def test_list_names_every_rubric_with_version_and_digest(command: Command) -> None:
    """One line for each, on stdout."""
    result = command("rubrics", "list")
    assert (result.code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert len(lines) == len(rubric_names())
    for name, line in zip(rubric_names(), lines, strict=True):
        rubric = load_rubric(name)
        assert line == f"{name}@{rubric.version}  {rubric.digest[:12]}  {rubric.title}"


def test_show_prints_a_file_that_loads_as_the_same_rubric(command: Command, tmp_path: Path) -> None:
    """What is shown, saved as a file, is a rubric with the same digest: a start for one's own."""
    for name in rubric_names():
        result = command("rubrics", "show", name)
        path = tmp_path / "mine.yaml"
        path.write_text(result.stdout, encoding="utf-8")
        assert result.code == 0
        assert load_rubric(path).digest == load_rubric(name).digest
        assert load_rubric(name).digest in result.stdout.splitlines()[0]


def test_show_of_an_unknown_rubric_is_exit_2(command: Command) -> None:
    """One sentence with the nearest name."""
    result = command("rubrics", "show", "medcmrr")
    assert (result.code, result.stdout) == (2, "")
    assert "did you mean 'medcmr'?" in result.stderr


@pytest.mark.parametrize("kind", ["rubric", "prompt"])
def test_schema_prints_what_stands_beside_the_files(command: Command, kind: str) -> None:
    """The JSON Schema on stdout, for both kinds of file."""
    result = command("rubrics", "schema", *(["--prompt"] if kind == "prompt" else []))
    assert result.code == 0
    assert result.stdout == file_schema("prompt" if kind == "prompt" else "rubric")


def test_version_and_help_are_exit_0(command: Command) -> None:
    """The version alone; help that names each command."""
    assert command("--version").stdout == f"{judgekit.__version__}\n"
    shown = command("--help")
    assert shown.code == 0
    assert all(name in shown.stdout for name in ("demo", "score", "rubrics", "cache"))


@pytest.mark.parametrize("arguments", [(), ("rubrics",), ("cache",), ("scor",), ("rubrics", "x")])
def test_no_or_an_unknown_command_is_exit_2(command: Command, arguments: tuple[str, ...]) -> None:
    """A command line without a command that exists is a usage error."""
    assert command(*arguments).code == 2


def test_a_store_that_is_not_there_is_exit_2(command: Command, tmp_path: Path) -> None:
    """Looking into a store that is not there is a sentence, and makes no empty one."""
    for verb in (("stats",), ("verify",), ("purge", "--all")):
        result = command("cache", *verb, "--cache", tmp_path / "nowhere")
        assert (result.code, result.stdout) == (2, "")
        assert "there is none; name its folder with --cache" in result.stderr
    assert not (tmp_path / "nowhere").exists()
