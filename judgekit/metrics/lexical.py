"""The rule-based metrics as figures of a run: ROUGE, matches, token F1, numbers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence

from pydantic import JsonValue

from judgekit.metrics.match import Normalizer, exact_match, normalized_match, token_f1
from judgekit.metrics.metric import Measured, PlainMetric, metric_signature, share_target
from judgekit.metrics.number_agreement import number_agreement
from judgekit.metrics.number_reading import Decimal
from judgekit.metrics.rouge import rouge
from judgekit.metrics.tokenizers import TokenizerName, lost_letters
from judgekit.records.signature import Signature

LOST_LETTERS = "the 'rouge' tokenizer drops letters or digits of these texts"


class RougeMetric(PlainMetric):
    """ROUGE variants that share a tokenizer: F-measure against the best reference, 0 to 1."""

    def __init__(
        self, variants: Mapping[str, str], *, tokenizer: TokenizerName, use_stemmer: bool
    ) -> None:
        """Choose the figures.

        Args:
            variants: ROUGE variant by name of the figure.
            tokenizer: As in `rouge`.
            use_stemmer: As in `rouge`.
        """
        self.targets = tuple(share_target(name) for name in variants)
        self._variants = dict(variants)
        self._tokenizer = tokenizer
        self._use_stemmer = use_stemmer

    @property
    def signatures(self) -> Mapping[str, Signature]:
        """What each variant measures."""
        return {
            name: metric_signature(
                name,
                metric=variant,
                value="fmeasure",
                tokenizer=self._tokenizer,
                stemmer="porter" if self._use_stemmer else "no",
                references="best by fmeasure",
            )
            for name, variant in self._variants.items()
        }

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """Variants, tokenizer and stemmer."""
        return {
            "metrics": list(self._variants.values()),
            "tokenizer": self._tokenizer,
            "stemmer": self._use_stemmer,
        }

    @property
    def notes(self) -> Mapping[str, str]:
        """Texts that lose letters are counted."""
        return {LOST_LETTERS: f"{LOST_LETTERS}; tokenizer=unicode keeps them"}

    def measure(
        self, responses: Sequence[str], references: Sequence[Sequence[str]]
    ) -> list[tuple[Measured, ...]]:
        """Return the F-measure of each variant."""
        found = rouge(
            responses,
            references,
            variants=tuple(self._variants.values()),
            use_stemmer=self._use_stemmer,
            tokenizer=self._tokenizer,
            warn=False,
        )
        notes = [
            self._note(response, *choices)
            for response, choices in zip(responses, references, strict=True)
        ]
        columns = [
            [Measured(score.fmeasure, note) for score, note in zip(column, notes, strict=True)]
            for column in found.values()
        ]
        return list(zip(*columns, strict=True))

    def _note(self, *texts: str) -> str | None:
        return LOST_LETTERS if self._tokenizer == "rouge" and lost_letters(texts) else None


class MatchMetric(PlainMetric):
    """One figure from 0 to 1 that a function of this room gives for each pair."""

    def __init__(
        self,
        name: str,
        measure: Callable[[Sequence[str], Sequence[Sequence[str]]], list[float]],
        *,
        is_yes_or_no: bool,
        **fields: str,
    ) -> None:
        """Name the figure, what gives it, and what its signature says of it."""
        self.targets = (share_target(name, is_yes_or_no=is_yes_or_no),)
        self._measure = measure
        self._fields = fields

    @property
    def signatures(self) -> Mapping[str, Signature]:
        """What the figure measures."""
        name = self.targets[0].scorer
        return {name: metric_signature(name, **self._fields)}

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """The signature's own fields."""
        return dict(self._fields)

    def measure(
        self, responses: Sequence[str], references: Sequence[Sequence[str]]
    ) -> list[tuple[Measured, ...]]:
        """Return one value a pair."""
        return [(Measured(value),) for value in self._measure(responses, references)]


def exact_metric(name: str) -> MatchMetric:
    """Return whether a response is one of its references, character for character."""
    return MatchMetric(
        name,
        lambda responses, references: [float(x) for x in exact_match(responses, references)],
        is_yes_or_no=True,
        metric="exact",
        references="any",
    )


def normalized_metric(name: str, normalizer: Normalizer) -> MatchMetric:
    """Return whether a response has the words of one of its references, in order."""
    return MatchMetric(
        name,
        lambda responses, references: [
            float(x) for x in normalized_match(responses, references, normalizer=normalizer)
        ],
        is_yes_or_no=True,
        metric="normalized",
        normalizer=normalizer,
        references="any",
    )


def token_f1_metric(name: str, normalizer: Normalizer) -> MatchMetric:
    """Return the token F1 of a response against the best of its references."""
    return MatchMetric(
        name,
        lambda responses, references: [
            score.f1 for score in token_f1(responses, references, normalizer=normalizer)
        ],
        is_yes_or_no=False,
        metric="token_f1",
        normalizer=normalizer,
        references="best by f1",
    )


class NumberMetric(PlainMetric):
    """F1 of the numbers that agree; it does not apply where neither text holds a number."""

    takes_several_references = False

    def __init__(
        self,
        name: str,
        *,
        tolerance: Mapping[str, float],
        relative_tolerance: float,
        bare_unit: str,
        decimal: Decimal,
    ) -> None:
        """Choose what counts as agreeing; the options are those of `number_agreement`.

        Raises:
            ValueError: An option breaks a rule of `number_agreement`.
        """
        number_agreement(
            [],
            [],
            relative_tolerance=relative_tolerance,
            absolute_tolerance=tolerance,
            bare_unit=bare_unit,
            decimal=decimal,
        )
        self.targets = (share_target(name),)
        self._tolerance = dict(tolerance)
        self._relative_tolerance = relative_tolerance
        self._bare_unit = bare_unit
        self._decimal: Decimal = decimal

    @property
    def signatures(self) -> Mapping[str, Signature]:
        """What counts as agreeing."""
        name = self.targets[0].scorer
        return {
            name: metric_signature(
                name,
                metric="number_agreement",
                value="f1 of matched numbers",
                tolerance="+".join(f"{x:g}{unit}" for unit, x in self._tolerance.items()) or "0",
                relative_tolerance=f"{self._relative_tolerance:g}",
                bare_unit=self._bare_unit or "none",
                decimal=self._decimal,
            )
        }

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """The signature's fields."""
        (signature,) = self.signatures.values()
        return {
            field: value
            for field, value in signature.fields.items()
            if field not in ("scorer", "judgekit")
        }

    def measure(
        self, responses: Sequence[str], references: Sequence[Sequence[str]]
    ) -> list[tuple[Measured, ...]]:
        """Return the F1 of each pair's numbers, and in the note which ones do not agree."""
        found = number_agreement(
            responses,
            list(itertools.chain.from_iterable(references)),
            relative_tolerance=self._relative_tolerance,
            absolute_tolerance=self._tolerance,
            bare_unit=self._bare_unit,
            decimal=self._decimal,
        )
        return [
            (
                Measured(
                    one.score,
                    one.reason
                    or _disagreements(
                        [choices[0][slice(*number.span)] for number in one.missing],
                        [response[slice(*number.span)] for number in one.invented],
                    ),
                ),
            )
            for one, response, choices in zip(found, responses, references, strict=True)
        ]

    def unanswered(self, references: Sequence[str]) -> tuple[Measured, ...]:
        """Return 0, or nothing where the reference holds no number."""
        ((found,),) = self.measure([""], [references])
        return (found._replace(note=None) if found.value is not None else found,)


def _disagreements(missing: Sequence[str], invented: Sequence[str]) -> str | None:
    parts = [
        f"{what}: {', '.join(texts)}"
        for what, texts in (("missing", missing), ("invented", invented))
        if texts
    ]
    return "; ".join(parts) or None
