"""One answered question as the report's figures see it: what was chosen, what was right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from judgekit.mcq.keys import key_of, named_option, option_texts
from judgekit.mcq.scorer import KINDS, UNKNOWN, Kind, McqScorer, kind_of
from judgekit.records.choice import Choice
from judgekit.records.sample import Polarity, Sample
from judgekit.records.score import Score

__all__ = ["KINDS", "UNKNOWN", "Kind", "McqItem", "item_of", "items_of"]


@dataclass(frozen=True, slots=True)
class McqItem:
    """One sample with its choice, reduced to what figures are made of.

    Texts are option texts in the form that is compared, so that options may be reordered.

    Attributes:
        id: The sample's id.
        system: The contestant; None: not stated.
        case_id: The case; None: not declared.
        pair_id: The same question on the same image; None: not declared.
        level: Level of the workflow; None: not stated.
        polarity: Polarity of the hint; None: not stated.
        paradigm: "joint" or "independent"; None: not stated.
        joint_id: The joint prompt it was part of; None: it stood alone.
        position: Its place in the joint prompt, from 1; None: it stood alone.
        groups: Columns to group by, and their values.
        n_options: k.
        is_single: Whether exactly one option is to be chosen.
        key: Labels that are right.
        key_texts: Their texts.
        kind: How it was answered or not; None: no response is at hand.
        chosen: Labels chosen; empty unless answered.
        chosen_texts: Their texts.
        has_hint: Whether a hint names something (whether one option or not).
        hinted: Text of the one option that the hint names; None: it names none, or several.
        is_right: Whether the choice is exactly the key; no answer is not right.
        is_answered: Whether an answer was found.
        is_unknown: Whether an answer may be there that was not found.
        chance: What a random choice gets right: 1/k, or 1/(2^k - 1) over sets of options.
    """

    id: str
    system: str | None
    case_id: str | None
    pair_id: str | None
    level: str | None
    polarity: Polarity | None
    paradigm: Literal["independent", "joint"] | None
    joint_id: str | None
    position: int | None
    groups: Mapping[str, str]
    n_options: int
    is_single: bool
    key: frozenset[str]
    key_texts: frozenset[str]
    kind: Kind | None
    chosen: tuple[str, ...]
    chosen_texts: frozenset[str]
    has_hint: bool
    hinted: str | None
    is_right: bool
    is_answered: bool
    is_unknown: bool
    chance: float

    def chose(self, text: str | None) -> bool:
        """Return whether the one option with this text was chosen, and no other."""
        return text is not None and self.chosen_texts == frozenset((text,))


def item_of(sample: Sample, choice: Choice | None, groups: Mapping[str, str]) -> McqItem:
    """Return the item of a sample that has options and a key.

    Args:
        sample: The sample.
        choice: What was read from its response; None where it has none.
        groups: Columns to group by, and their values.

    Raises:
        InputDataError: The answer is not among the options.
    """
    options = sample.options or {}
    texts = option_texts(options)
    key = key_of(sample)
    hint = None if sample.hint_label is None else named_option(sample.hint_label, options)
    chosen = () if choice is None else choice.labels
    joint = sample.joint
    ids = [] if joint is None else [part.id for part in joint.parts]
    kind = None if choice is None else kind_of(choice)
    key_texts = frozenset(texts[label] for label in key)
    chosen_texts = frozenset(texts[label] for label in chosen)
    k = len(options)
    return McqItem(
        id=sample.id,
        system=sample.system,
        case_id=sample.case_id,
        pair_id=sample.pair_id,
        level=sample.level,
        polarity=sample.polarity,
        paradigm=sample.paradigm,
        joint_id=None if joint is None else joint.id,
        position=None if joint is None else ids.index(joint.part) + 1,
        groups=groups,
        n_options=k,
        is_single=not sample.multi_select,
        key=key,
        key_texts=key_texts,
        kind=kind,
        chosen=chosen,
        chosen_texts=chosen_texts,
        has_hint=sample.hint_label is not None,
        hinted=None if hint is None else texts[hint],
        is_right=kind == "answered" and chosen_texts == key_texts,
        is_answered=kind == "answered",
        is_unknown=kind in UNKNOWN,
        chance=1 / (2**k - 1) if sample.multi_select else 1 / k,
    )


def items_of(
    samples: Iterable[Sample], scores: Iterable[Score] | None = None, *, by: Sequence[str] = ()
) -> Iterator[McqItem]:
    """Yield the item of each sample that has options and a key; the others have no figure.

    Args:
        samples: The samples, in input order.
        scores: Their scores under the scorer "mcq", in the same order; None: they are read now.
        by: Columns to group by.
    """
    from judgekit.runs.survey import group_value

    scorer = McqScorer()
    ready = None if scores is None else iter(scores)
    for sample in samples:
        score = scorer.score(sample) if ready is None else next(ready)
        if score.id != sample.id:
            raise ValueError(
                f"reading scores of samples: the score of {score.id!r} stands where that of "
                f"{sample.id!r} should; pass the scores in the order of the samples"
            )
        if sample.options is None or sample.answer is None:
            continue
        groups = {name: group_value(sample, name) for name in by}
        yield item_of(sample, score.choice, groups)
