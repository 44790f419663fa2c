"""Rules between rows of a multiple-choice input: one key for an id, true twins in a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from judgekit.errors import InputDataError
from judgekit.mcq.keys import check_options, key_of, option_texts
from judgekit.records.sample import Sample
from judgekit.runs.source import Located, Source

MOST_NEUTRAL = 2
"""Two neutral members of a pair are two runs of one question: they show the answer noise."""


class _Twin(NamedTuple):
    """The first member of a pair: what the others must share with it."""

    id: str
    case_id: str | None
    texts: frozenset[str]
    key: frozenset[str]


class InputChecker:
    """Takes samples one after another and refuses the first that breaks a rule."""

    def __init__(self) -> None:
        self._keys: dict[str, frozenset[str]] = {}
        self._twins: dict[tuple[str | None, str | None, str], _Twin] = {}
        self._members: Counter[tuple[str | None, ...]] = Counter()

    def add(self, sample: Sample) -> None:
        """Check one sample against those before it; one without options or key is passed over.

        Raises:
            InputDataError: Its options or its key break a rule; its id has another key elsewhere;
                its pair holds other option texts, another key or another case, or has a member of
                its polarity already.
        """
        if sample.options is None or sample.answer is None:
            return
        check_options(sample)
        labels = key_of(sample)
        texts = option_texts(sample.options)
        key = frozenset(texts[label] for label in labels)
        self._check_key(sample, key)
        if sample.pair_id is not None:
            self._check_pair(
                sample, _Twin(sample.id, sample.case_id, frozenset(texts.values()), key)
            )

    def _check_key(self, sample: Sample, key: frozenset[str]) -> None:
        if self._keys.setdefault(sample.id, key) != key:
            raise InputDataError(
                f"id {sample.id!r} stands twice, with two different keys; "
                "an id is one question with one key"
            )

    def _check_pair(self, sample: Sample, own: _Twin) -> None:
        where = f"pair {sample.pair_id!r}" + (f", level {sample.level!r}" if sample.level else "")
        twin = self._twins.setdefault((sample.system, sample.level, str(sample.pair_id)), own)
        both = f"{where}: {twin.id!r} and {own.id!r}"
        if twin.texts != own.texts:
            n_differ = len(own.texts - twin.texts) or len(twin.texts - own.texts)
            raise InputDataError(
                f"{both} have different option texts ({n_differ} of {len(own.texts)} differ); a "
                "pair is the same question with the same options, whose order may differ"
            )
        if twin.key != own.key:
            raise InputDataError(f"{both} have different keys; a pair is the same question")
        if twin.case_id != own.case_id:
            raise InputDataError(
                f"{both} are of different cases ({twin.case_id!r} and {own.case_id!r}); a pair is "
                "the same question on the same image: give its members one case_id"
            )
        self._check_member(sample, where)

    def _check_member(self, sample: Sample, where: str) -> None:
        member = (sample.system, sample.level, sample.pair_id, sample.paradigm, sample.polarity)
        self._members[member] += 1
        most = MOST_NEUTRAL if sample.polarity == "neutral" else 1
        if sample.polarity is not None and self._members[member] > most:
            n, noun = ("one", "member") if most == 1 else ("two", "members")
            raise InputDataError(
                f"{where}: {sample.id!r} is one {sample.polarity} member too many; a pair has at "
                f"most {n} {noun} of that polarity for each system and paradigm"
            )


class CheckedSource:
    """A source whose rows are checked against one another when they are first read through."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._is_checked = False

    @property
    def name(self) -> str:
        """What messages call it."""
        return self._source.name

    def __iter__(self) -> Iterator[Located]:
        if self._is_checked:
            yield from self._source
            return
        checker = InputChecker()
        for place, sample in self._source:
            try:
                checker.add(sample)
            except InputDataError as error:
                raise InputDataError(f"reading {self.name}, {place}: {error}") from error
            yield Located(place, sample)
        self._is_checked = True
