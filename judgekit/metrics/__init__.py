"""Metrics that need no judge: texts in, one value per text out."""

from __future__ import annotations

from judgekit.metrics.match import (
    Normalizer,
    TokenF1,
    exact_match,
    normalized_match,
    token_f1,
)
from judgekit.metrics.rouge import DEFAULT_VARIANTS, LostLettersWarning, RougeScore, rouge
from judgekit.metrics.tokenize_unicode import cut_unicode
from judgekit.metrics.tokenizers import TokenizerName, cut_rouge, lost_letters

__all__ = [
    "DEFAULT_VARIANTS",
    "LostLettersWarning",
    "Normalizer",
    "RougeScore",
    "TokenF1",
    "TokenizerName",
    "cut_rouge",
    "cut_unicode",
    "exact_match",
    "lost_letters",
    "normalized_match",
    "rouge",
    "token_f1",
]
