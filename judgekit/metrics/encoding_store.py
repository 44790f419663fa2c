"""Encoded texts kept for the next system: by model and text, in memory or in a folder."""

from __future__ import annotations

import contextlib
import io
from collections import OrderedDict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from judgekit.errors import ConfigurationError
from judgekit.files import make_folder, write_atomically
from judgekit.records.base import digest_text

MAX_BYTES = 1 << 30

Array = NDArray[np.float32]


class EncodingStore:
    """Arrays of float32 by key; the oldest leave memory when it is full, a folder keeps them all.

    A key is the digest of what encodes (model, layer, limits) and the digest of the text, so that
    no text stands in it, and another model never finds another's arrays.
    """

    def __init__(self, folder: Path | str | None = None, *, max_bytes: int = MAX_BYTES) -> None:
        """Open a store.

        Args:
            folder: Where arrays are kept on disk, owner-only; None: in memory alone. Token vectors
                are large: 100 tokens of a model of width 1024 are 0.4 MB.
            max_bytes: How much memory to use.

        Raises:
            OutputError: The folder cannot be made.
        """
        self._folder = None if folder is None else Path(folder)
        self._max_bytes = max_bytes
        self._arrays: OrderedDict[str, Array] = OrderedDict()
        self._n_bytes = 0
        if self._folder is not None:
            make_folder(self._folder)

    @staticmethod
    def key(encoder: str, text: str) -> str:
        """Return the key of a text under what encodes it."""
        return digest_text(f"{encoder}\n{digest_text(text)}")

    def get(self, key: str) -> Array | None:
        """Return what is kept under a key; None: nothing.

        Raises:
            ConfigurationError: The file of it is damaged.
        """
        found = self._arrays.get(key)
        if found is not None:
            self._arrays.move_to_end(key)
            return found
        if self._folder is None:
            return None
        path = self._path(self._folder, key)
        try:
            with path.open("rb") as file:
                found = np.asarray(np.load(file, allow_pickle=False), dtype=np.float32)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise ConfigurationError(
                f"reading the encoded text {path}: the file is damaged ({error}); delete it"
            ) from error
        self._remember(key, found)
        return found

    def put(self, key: str, array: Array) -> None:
        """Keep an array.

        Raises:
            OutputError: The folder cannot be written.
        """
        self._remember(key, array)
        if self._folder is not None:
            path = self._path(self._folder, key)
            make_folder(path.parent)
            content = io.BytesIO()
            np.save(content, array, allow_pickle=False)
            write_atomically(path, [content.getvalue()])

    def _remember(self, key: str, array: Array) -> None:
        with contextlib.suppress(KeyError):
            self._n_bytes -= self._arrays.pop(key).nbytes
        self._arrays[key] = array
        self._n_bytes += array.nbytes
        while self._n_bytes > self._max_bytes and len(self._arrays) > 1:
            self._n_bytes -= self._arrays.popitem(last=False)[1].nbytes

    @staticmethod
    def _path(folder: Path, key: str) -> Path:
        return folder / key[:2] / f"{key}.npy"
