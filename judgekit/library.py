"""Rubrics, prompts, example data and other YAML files, as validated values with their digests."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, TypeVar

import yaml
from pydantic import ValidationError

from judgekit.errors import ConfigurationError, PromptError, RubricError
from judgekit.records.base import Record
from judgekit.records.prompt import Prompt
from judgekit.records.rubric import Rubric

_PACKAGE = Path(__file__).resolve().parent
_SUFFIXES = (".yaml", ".yml")
_Loaded = TypeVar("_Loaded", bound=Record)


class _UniqueKeyLoader(yaml.SafeLoader):
    """YAML's safe loader, which also refuses a key that stands twice in one mapping."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.MarkedYAMLError(
                    problem=f"the key {key!r} stands twice", problem_mark=node.start_mark
                )
        return super().construct_mapping(node, deep)


def data_folder(kind: str) -> Path:
    """Return the folder of `kind` ("rubrics", "prompts" or "examples").

    A wheel carries the folders inside the package; in a checkout, an editable install included,
    they stand beside it.

    Raises:
        ConfigurationError: The installation is damaged: the folder is in neither place.
    """
    checkout = _PACKAGE.parent
    places = [_PACKAGE / "_data" / kind]
    if (checkout / "pyproject.toml").is_file():
        places.append(checkout / ("examples/data" if kind == "examples" else kind))
    for place in places:
        if place.is_dir():
            return place
    raise ConfigurationError(
        f"loading {kind}: this installation of judgekit has no {kind} folder at {places[0]}; "
        "install it again"
    )


def rubric_names() -> list[str]:
    """Return the names of the rubrics that judgekit brings, sorted."""
    return _names("rubrics")


def prompt_names() -> list[str]:
    """Return the names of the prompts that judgekit brings, sorted."""
    return _names("prompts")


def load_rubric(name_or_path: str | Path) -> Rubric:
    """Load a rubric by its name, or from a YAML file.

    Args:
        name_or_path: A name from `judgekit rubrics list`, or the path of a file ending in .yaml.

    Returns:
        The rubric, with every law of its type checked.

    Raises:
        RubricError: No such rubric, not YAML, or a law is broken; the message names which.

    Example:
        >>> [criterion.weight for criterion in load_rubric("medcmr").criteria]
        [10.0, 10.0, 40.0, 40.0]
    """
    return _load(name_or_path, "rubric", Rubric, RubricError)


def load_prompt(name_or_path: str | Path) -> Prompt:
    """Load a prompt template by its name, or from a YAML file.

    Raises:
        PromptError: No such prompt, not YAML, or a field is missing or unknown.
    """
    return _load(name_or_path, "prompt", Prompt, PromptError)


def _names(kind: str) -> list[str]:
    return sorted(path.stem for path in data_folder(kind).glob("*.yaml"))


def _load(
    name_or_path: str | Path,
    kind: str,
    record: type[_Loaded],
    error: type[RubricError] | type[PromptError],
) -> _Loaded:
    path = _find(name_or_path, kind, error)
    what = f"{kind} {path.stem!r}" if path.parent == data_folder(f"{kind}s") else f"{kind} {path}"
    return _read(path, what, record, error)


def load_file(path: Path, kind: str, record: type[_Loaded]) -> _Loaded:
    """Load a YAML file as a record, by the same rules as rubrics.

    Args:
        path: The file.
        kind: What messages call it, such as "audit plan".
        record: The type whose laws it must keep.

    Raises:
        ConfigurationError: No such file, not YAML, a key that stands twice, or a broken law.
    """
    return _read(path, f"{kind} {path}", record, ConfigurationError)


def _read(path: Path, what: str, record: type[_Loaded], error: type[ConfigurationError]) -> _Loaded:
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), _UniqueKeyLoader)  # noqa: S506 - a SafeLoader
    except (OSError, UnicodeDecodeError) as cause:
        raise error(f"loading {what}: the file cannot be read as UTF-8 text ({cause})") from cause
    except RecursionError as cause:
        raise error(f"loading {what}: it is nested too deeply") from cause
    except yaml.YAMLError as cause:
        raise error(f"loading {what}: not valid YAML: {_one_line(str(cause))}") from cause
    if not isinstance(content, dict):
        raise error(f"loading {what}: it must be a mapping of fields, got {type(content).__name__}")
    try:
        return record.model_validate(content)
    except ValidationError as cause:
        raise error(f"{what}: {'; '.join(_sentences(cause))}") from cause


def file_schema(kind: Literal["rubric", "prompt"]) -> str:
    """Return the JSON Schema of a rubric or prompt file, as it stands beside those files.

    Editors that speak the YAML language server's protocol check and complete a file whose first
    line names it.
    """
    record: type[Record] = Rubric if kind == "rubric" else Prompt
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **record.model_json_schema(),
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _find(
    name_or_path: str | Path, kind: str, error: type[RubricError] | type[PromptError]
) -> Path:
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or text.endswith(_SUFFIXES) or "/" in text:
        path = Path(name_or_path)
        if path.is_file():
            return path
        raise error(f"loading {kind} {text!r}: there is no such file")
    names = _names(f"{kind}s")
    if text in names:
        return data_folder(f"{kind}s") / f"{text}.yaml"
    near = difflib.get_close_matches(text, names, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names)}"
    raise error(
        f"loading {kind} {text!r}: there is no {kind} of that name; {hint} "
        "(a file of your own is given by its path, ending in .yaml)"
    )


def _sentences(error: ValidationError) -> Iterator[str]:
    """Say each broken law with its place in the file, without pydantic's vocabulary."""
    details: list[Any] = error.errors(include_url=False, include_input=False)
    for detail in details:
        place = ".".join(str(part) for part in detail["loc"])
        message = str(detail["msg"]).removeprefix("Value error, ")
        if detail["type"] == "extra_forbidden":
            message = "there is no such field"
        yield f"{place}: {message}" if place else message


def _one_line(text: str) -> str:
    return " ".join(text.split())
