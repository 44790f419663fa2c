"""One table of phrases per language; a language is added here and in no rule."""

from judgekit.mcq.lexicon import Lexicon
from judgekit.mcq.lexicons import ar, de, el, en, es, fr, ind, it, ja, ko, minor, nl, pt, ru, zh

__all__ = ["ENGLISH", "LEXICONS"]

ENGLISH = en.LEXICON
LEXICONS: tuple[Lexicon, ...] = (
    en.LEXICON,
    zh.LEXICON,
    ja.LEXICON,
    ko.LEXICON,
    ar.LEXICON,
    ru.LEXICON,
    el.LEXICON,
    fr.LEXICON,
    de.LEXICON,
    es.LEXICON,
    pt.LEXICON,
    it.LEXICON,
    nl.LEXICON,
    ind.LEXICON,
    *minor.LEXICONS,
)
