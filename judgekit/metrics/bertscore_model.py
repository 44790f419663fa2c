"""The model behind BERTScore: texts to token vectors, in batches of similar length."""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from judgekit.errors import ConfigurationError
from judgekit.extras import require
from judgekit.metrics.encoding_store import Array, EncodingStore
from judgekit.metrics.model_files import ModelFiles, find_model
from judgekit.records.base import digest_text

EXTRA = "bertscore"
FEATURE = "BERTScore"
TOKENS_AT_A_TIME = {"cpu": 1024}
"""Small batches waste least on padding, and a CPU gains nothing from large ones."""

TOKENS_AT_A_TIME_ELSEWHERE = 16384
DEFAULT_MAX_TOKENS = 512

_UNBOUNDED = 1_000_000
_PADDED_POSITIONS = frozenset({"roberta", "xlm-roberta", "camembert", "xlm-roberta-xl", "mpnet"})


class Tokens(NamedTuple):
    """A text as the model reads it: token ids with the special ones, and whether it was cut."""

    ids: tuple[int, ...]
    is_cut: bool


class BertScoreModel:
    """A model at one layer, as bert-score loads it; the weights are read when first needed.

    Attributes:
        layer: The layer whose vectors are compared.
        store: Vectors of references, kept for the next system.
    """

    def __init__(
        self,
        model: str | Path,
        *,
        layer: int | None = None,
        store: EncodingStore | None = None,
        device: str | None = None,
        tokens_at_a_time: int | None = None,
    ) -> None:
        """Find the model.

        Args:
            model: A folder, or a name on the hub.
            layer: The layer, 1 to the model's number of layers; None: the one that bert-score's
                authors tuned for this name.
            store: Where vectors of references are kept; None: in memory.
            device: As torch names it; None: cuda where there is one, else cpu.
            tokens_at_a_time: Tokens of a batch, padding included; None: by the device.

        Raises:
            MissingExtraError: bert-score is not installed.
            ConfigurationError: There is no such model or layer, or no layer is known for it.
        """
        self._utils = require("bert_score.utils", extra=EXTRA, feature=FEATURE)
        self._torch = require("torch", extra=EXTRA, feature=FEATURE)
        self._files = find_model(model, extra=EXTRA, feature=FEATURE)
        self.layer = _layer(self._files, layer, self._utils.model2layers)
        self.store = EncodingStore() if store is None else store
        self._device = device or ("cuda" if self._torch.cuda.is_available() else "cpu")
        self._tokens_at_a_time = tokens_at_a_time or TOKENS_AT_A_TIME.get(
            self._device, TOKENS_AT_A_TIME_ELSEWHERE
        )

    @property
    def fields(self) -> Mapping[str, str]:
        """What a signature says of the model and of the packages that run it."""
        return {
            "model": self._files.name,
            "model_version": self._files.version,
            "layer": str(self.layer),
            "max_tokens": str(self.max_tokens),
            **{name: version(name) for name in ("bert-score", "transformers", "torch")},
        }

    @cached_property
    def max_tokens(self) -> int:
        """How many tokens of a text are read, special ones included; the rest is cut.

        The tokenizer's limit, or the model's number of positions where the tokenizer has none
        (DeBERTa-v3's is 1e30), or 512 where neither has any.
        """
        limits = [int(self._tokenizer.model_max_length), _positions(self._files.config)]
        bounded = [limit for limit in limits if 0 < limit < _UNBOUNDED]
        return min(bounded, default=DEFAULT_MAX_TOKENS)

    def tokenize(self, texts: Iterable[str]) -> list[Tokens]:
        """Return each text's tokens, cut at `max_tokens`; of a blank text none."""
        limit = self.max_tokens
        self._tokenizer.model_max_length = limit
        return [
            self._tokens(text, limit) if text.strip() else Tokens((), is_cut=False)
            for text in texts
        ]

    def vectors(
        self, texts: Sequence[str], tokens: Sequence[Tokens], *, keep: bool
    ) -> dict[str, Array]:
        """Return the token vectors of each different text, of unit length, tokens x width.

        Args:
            texts: The texts.
            tokens: Their tokens.
            keep: Whether to look into the store first, and keep there what was encoded.
        """
        found: dict[str, Array] = {}
        wanted: dict[str, Tokens] = {}
        for text, its in zip(texts, tokens, strict=True):
            if not its.ids or text in found or text in wanted:
                continue
            kept = self.store.get(self._key(text)) if keep else None
            if kept is None:
                wanted[text] = its
            else:
                found[text] = kept
        for text, array in self._encoded(wanted):
            found[text] = array
            if keep:
                self.store.put(self._key(text), array)
        return found

    def weights(self, tokens: Tokens, idf: Mapping[int, float] | None, default: float) -> Array:
        """Return what each token weighs: its idf, or 1 and 0 for the two special ones."""
        if idf is None:
            special = (self._tokenizer.sep_token_id, self._tokenizer.cls_token_id)
            listed = [float(one not in special) for one in tokens.ids]
        else:
            listed = [idf.get(one, default) for one in tokens.ids]
        return np.array(listed, dtype=np.float32)

    def match(
        self, references: Sequence[tuple[Array, Array]], predictions: Sequence[tuple[Array, Array]]
    ) -> NDArray[np.float64]:
        """Return raw precision, recall and F1 of each pair, as bert-score matches it."""
        sides = [*self._padded(references), *self._padded(predictions)]
        with self._torch.no_grad():
            found = self._utils.greedy_cos_idf(*sides)
        stacked = self._torch.stack(found, dim=-1).cpu().numpy()
        return np.asarray(stacked, dtype=np.float64)

    def _padded(self, side: Sequence[tuple[Array, Array]]) -> tuple[Any, Any, Any]:
        torch = self._torch
        lengths = torch.tensor([len(weights) for _, weights in side])
        pad = torch.nn.utils.rnn.pad_sequence
        # bert-score pads vectors with 2.0 and masks them; the value plays no part.
        vectors = pad(
            [torch.from_numpy(array) for array, _ in side], batch_first=True, padding_value=2.0
        )
        weights = pad([torch.from_numpy(array) for _, array in side], batch_first=True)
        mask = torch.arange(int(lengths.max()))[None, :] < lengths[:, None]
        return vectors.to(self._device), mask.to(self._device), weights.to(self._device)

    def _encoded(self, wanted: Mapping[str, Tokens]) -> Iterator[tuple[str, Array]]:
        for batch in batches(
            [(text, tokens) for text, tokens in wanted.items()],
            [len(tokens.ids) for tokens in wanted.values()],
            self._tokens_at_a_time,
        ):
            padded, lengths, mask = self._utils.padding(
                [tokens.ids for _, tokens in batch], self._tokenizer.pad_token_id
            )
            out = self._utils.bert_encode(
                self._model, padded.to(self._device), mask.to(self._device)
            )
            out = out / out.norm(dim=-1, keepdim=True)
            for (text, _), vectors, length in zip(
                batch, out.cpu().numpy(), lengths.tolist(), strict=True
            ):
                yield text, np.array(vectors[:length], dtype=np.float32)

    def _tokens(self, text: str, limit: int) -> Tokens:
        ids = tuple(self._utils.sent_encode(self._tokenizer, text))
        is_cut = len(ids) >= limit and self._n_uncut(text) > limit
        return Tokens(ids, is_cut)

    def _n_uncut(self, text: str) -> int:
        return len(self._tokenizer.encode(text.strip(), truncation=False, verbose=False))

    def _key(self, text: str) -> str:
        return EncodingStore.key(self._identity, text)

    @cached_property
    def _identity(self) -> str:
        return digest_text("\n".join(f"{name}={value}" for name, value in self.fields.items()))

    @cached_property
    def _tokenizer(self) -> Any:  # noqa: ANN401 - transformers' own class
        return self._utils.get_tokenizer(self._files.location)

    @cached_property
    def _model(self) -> Any:  # noqa: ANN401 - torch's own class
        try:
            model = self._utils.get_model(self._files.location, self.layer)
        except (OSError, ValueError) as error:
            raise ConfigurationError(
                f"loading the model {self._files.location!r} for {FEATURE}: its weights cannot be "
                "read; fetch it where there is a network and name its folder"
            ) from error
        return model.to(self._device)


def batches(items: Sequence[Any], sizes: Sequence[int], budget: int) -> Iterator[list[Any]]:
    """Yield the items, longest first, as many at a time as fit a budget when padded alike."""
    order = sorted(range(len(items)), key=lambda place: -sizes[place])
    start = 0
    while start < len(order):
        n = max(1, budget // max(1, sizes[order[start]]))
        yield [items[place] for place in order[start : start + n]]
        start += n


def inverse_document_frequencies(references: Sequence[Tokens]) -> tuple[dict[int, float], float]:
    """Return log((N + 1) / (n + 1)) of each token, and log(N + 1) for one that is in none.

    N is the number of references, n of those that hold the token (Zhang et al. 2020, section 3, as
    bert-score smooths it).
    """
    n_references = len(references)
    counts = Counter(one for tokens in references for one in set(tokens.ids))
    idf = {one: math.log((n_references + 1) / (n + 1)) for one, n in counts.items()}
    return idf, math.log(n_references + 1)


def read_baseline(path: Path, layer: int) -> NDArray[np.float64]:
    """Return the baseline of precision, recall and F1 at a layer, from bert-score's table.

    Raises:
        ConfigurationError: There is no such file, layer or column.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if int(row["LAYER"]) == layer:
                    return np.array([float(row[name]) for name in ("P", "R", "F")])
    except (OSError, KeyError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else f"{type(error).__name__} {error}"
        raise ConfigurationError(
            f"rescaling BERTScore by {str(path)!r}: the file must be a CSV with LAYER, P, R, F, "
            f"as bert-score has it ({why}); leave baseline out for raw scores"
        ) from error
    raise ConfigurationError(
        f"rescaling BERTScore by {str(path)!r}: it has no layer {layer}; choose another layer"
    )


def _layer(files: ModelFiles, layer: int | None, tuned: Mapping[str, int]) -> int:
    n_layers = getattr(files.config, "num_hidden_layers", None)
    chosen = tuned.get(files.name) if layer is None else layer
    if chosen is None:
        raise ConfigurationError(
            f"BERTScore with {files.name!r}: no layer is known for this model; say which, "
            f"layer=1 to layer={n_layers}"
        )
    if chosen < 1 or (n_layers is not None and chosen > n_layers):
        raise ConfigurationError(
            f"BERTScore with {files.name!r}: layer must be 1 to {n_layers}, got {chosen}"
        )
    return chosen


def _positions(config: Any) -> int:  # noqa: ANN401 - transformers' own class
    positions = int(getattr(config, "max_position_embeddings", 0) or 0)
    if getattr(config, "model_type", "") in _PADDED_POSITIONS:
        positions -= int(getattr(config, "pad_token_id", 0) or 0) + 1
    return positions
