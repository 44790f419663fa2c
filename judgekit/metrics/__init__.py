"""Metrics that need no judge: texts in, one value per text out."""

from __future__ import annotations

from judgekit.metrics.rouge import DEFAULT_VARIANTS, LostLettersWarning, RougeScore, rouge
from judgekit.metrics.tokenize_unicode import cut_unicode
from judgekit.metrics.tokenizers import TokenizerName, cut_rouge, lost_letters

__all__ = [
    "DEFAULT_VARIANTS",
    "LostLettersWarning",
    "RougeScore",
    "TokenizerName",
    "cut_rouge",
    "cut_unicode",
    "lost_letters",
    "rouge",
]
