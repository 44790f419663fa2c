"""Encoders: texts to one vector each; by sentence-transformers, or by hashing for tests."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from judgekit.errors import ConfigurationError
from judgekit.extras import require
from judgekit.metrics.encoding_store import Array
from judgekit.metrics.model_files import find_model

EXTRA = "embed"
FEATURE = "embedding similarity"


class Encoded(NamedTuple):
    """Vectors of texts.

    Attributes:
        vectors: texts x width, of any length.
        is_cut: For each text, whether it was longer than the encoder reads.
    """

    vectors: Array
    is_cut: tuple[bool, ...]


class Encoder(Protocol):
    """Gives each text a vector; equal texts have equal vectors."""

    @property
    def fields(self) -> Mapping[str, str]:
        """Return what a signature says of it: the model, which one exactly, packages."""
        ...

    def encode(self, texts: Sequence[str]) -> Encoded:
        """Return the vectors of texts that are not blank."""
        ...


class HashingEncoder:
    """Counts of character trigrams, folded into a fixed width: deterministic, for tests."""

    def __init__(self, width: int = 256) -> None:
        self._width = width

    @property
    def fields(self) -> Mapping[str, str]:
        """Its width."""
        return {"encoder": "hashed trigrams", "width": str(self._width)}

    def encode(self, texts: Sequence[str]) -> Encoded:
        """Return the counts of each text's trigrams."""
        vectors = np.zeros((len(texts), self._width), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            padded = f"  {text.lower()}  "
            for start in range(len(padded) - 2):
                code = padded[start : start + 3].encode("utf-8", "surrogatepass")
                row[zlib.crc32(code) % self._width] += 1
        return Encoded(vectors, (False,) * len(texts))


class SentenceEncoder:
    """A sentence-transformers model; its weights are read when first needed."""

    def __init__(self, model: str | Path, *, device: str | None = None) -> None:
        """Find the model.

        Args:
            model: A folder, or a name on the hub.
            device: As torch names it; None: as sentence-transformers chooses.

        Raises:
            MissingExtraError: sentence-transformers is not installed.
            ConfigurationError: There is no such model.
        """
        self._package = require("sentence_transformers", extra=EXTRA, feature=FEATURE)
        self._files = find_model(model, extra=EXTRA, feature=FEATURE)
        self._device = device

    @property
    def fields(self) -> Mapping[str, str]:
        """The model, which one exactly, how much it reads, and the packages."""
        packages = ("sentence-transformers", "transformers", "torch")
        return {
            "encoder": self._files.name,
            "model_version": self._files.version,
            "max_tokens": str(self._loaded.max_seq_length),
            **{name: version(name) for name in packages},
        }

    def encode(self, texts: Sequence[str]) -> Encoded:
        """Return the model's vectors; sentence-transformers sorts the texts by length."""
        vectors = self._loaded.encode(
            list(texts), convert_to_numpy=True, show_progress_bar=False, batch_size=32
        )
        return Encoded(np.asarray(vectors, dtype=np.float32), tuple(map(self._is_cut, texts)))

    def _is_cut(self, text: str) -> bool:
        limit = self._loaded.max_seq_length
        if limit is None or len(text) < limit:
            return False
        tokens = self._loaded.tokenizer.encode(text, truncation=False, verbose=False)
        return len(tokens) > int(limit)

    @cached_property
    def _loaded(self) -> Any:  # noqa: ANN401 - an optional package's own class
        try:
            return self._package.SentenceTransformer(self._files.location, device=self._device)
        except (OSError, ValueError) as error:
            raise ConfigurationError(
                f"loading the model {self._files.location!r} for {FEATURE}: it cannot be read; "
                "fetch it where there is a network and name its folder"
            ) from error
