"""Which model a name means: a folder on this machine, or a model on the hub, and its digest."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

from judgekit.errors import ConfigurationError
from judgekit.extras import require

_FILES = ("*.json", "*.txt", "*.model", "*.safetensors", "*.bin")
_CHUNK = 1 << 20


class ModelFiles(NamedTuple):
    """A model that is there.

    Attributes:
        name: What a signature calls it: its name on the hub, or its folder's name.
        location: What loads it.
        version: The hub's commit, or the digest of the folder's files.
        config: Its configuration, as transformers reads it.
    """

    name: str
    location: str
    version: str
    config: Any


def find_model(model: str | Path, *, extra: str, feature: str) -> ModelFiles:
    """Return where a model is and which one exactly; its weights are not loaded.

    Args:
        model: A folder, or a name on the hub that is on this machine or can be fetched.
        extra: The extra of this distribution that brings transformers.
        feature: What needs the model, for messages.

    Raises:
        MissingExtraError: transformers is not installed.
        ConfigurationError: There is no such folder, or the hub has no such model or is out of
            reach.
    """
    transformers = require("transformers", extra=extra, feature=feature)
    folder = Path(model).expanduser()
    if folder.is_dir():
        return _from_folder(folder, transformers, feature)
    text = str(model)
    if isinstance(model, Path) or text.startswith((".", "/", "~")) or text.count("/") > 1:
        raise ConfigurationError(
            f"loading a model for {feature}: there is no folder {text!r}; name the folder that "
            "holds its config.json, or a model on the hub"
        )
    try:
        config = transformers.AutoConfig.from_pretrained(text)
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"loading a model for {feature}: {text!r} is no folder here, and the hub has no such "
            "model or cannot be reached; fetch it where there is a network and name its folder"
        ) from error
    return ModelFiles(text, text, getattr(config, "_commit_hash", None) or "unknown", config)


def _from_folder(folder: Path, transformers: Any, feature: str) -> ModelFiles:  # noqa: ANN401 - an optional module
    try:
        config = transformers.AutoConfig.from_pretrained(str(folder))
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"loading a model for {feature}: the folder {str(folder)!r} holds no model that "
            "transformers can read; name the folder that holds its config.json"
        ) from error
    name = folder.resolve().name
    return ModelFiles(name, str(folder), f"sha256 {_digest(folder)[:12]}", config)


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted({path for pattern in _FILES for path in folder.glob(pattern)}):
        digest.update(f"{path.name}\n{path.stat().st_size}\n".encode())
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    return digest.hexdigest()
