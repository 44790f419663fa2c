"""Where kappa misleads: a rare class, and the figures that show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue

from judgekit.agreement import (
    bias_index,
    cohen_kappa,
    gwet_ac,
    kappa_paradox,
    percent_agreement,
    prevalence_index,
    specific_agreement,
)
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import figure
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.sections.harm_counts import BINARY, judge_flags, rater_flags
from judgekit.auditing.sections.panel_numbers import NO_ITEM, undefined
from judgekit.auditing.sections.rare_classes import Given, rare_classes
from judgekit.auditing.words import answer, cell, number
from judgekit.records.estimate import Estimate
from judgekit.records.scale import ScaleValue
from judgekit.report.parts import ReportTable

SECTION = "paradox"
_RARE = "class "
MOST_CLASSES = 5
READING = (
    "Kappa compares agreement with what chance would give, and chance gives much where one class "
    "is rare: two raters who agree on nearly every answer can then have a kappa near 0. A warning "
    "stands here for each pair where kappa must not be read alone, with the figures to read "
    "beside it: agreement on each class, AC1, and PABAK, which is kappa if all classes were as "
    "frequent."
)
NO_PANEL = "No criterion is in both the run and the ratings, so there is no kappa."
NO_WARNING = "No pair gave cause for a warning."
OFF_SCALE = "the judge's values are not on the clinicians' scale"
NO_CLASSES = (
    f"no unsafe answers are declared and the scale has more than {MOST_CLASSES} levels, so that "
    "there are no classes to count"
)
NO_RATER = "no clinician rated"
NOT_BINARY = "needs two classes"
NO_INDEX_INTERVAL = "an index that explains kappa, given without an interval"


class _Classes(NamedTuple):
    """What counts as a class, and everyone's answers by it; `reason` where nothing does."""

    labels: tuple[ScaleValue, ...]
    words: tuple[str, ...]
    judge: Sequence[Answer]
    raters: Sequence[Sequence[Answer]]
    reason: str | None = None


class Pair(NamedTuple):
    """The judge and one clinician.

    Attributes:
        panel: The criterion.
        rater: The clinician.
        classes: The classes in words, lowest first.
        warnings: Why kappa alone misleads; empty where nothing speaks against it.
        counts: Ratings of each class by either.
        figures: Statistic, estimand, unit and estimate of each figure.
    """

    panel: Panel
    rater: str
    classes: tuple[str, ...]
    warnings: tuple[str, ...]
    counts: tuple[int, ...]
    figures: tuple[tuple[str, str, str, Estimate], ...]


def paradox_section(data: AuditData) -> Section:
    """Return kappa with what explains it, for the judge and each clinician, and warnings.

    Classes are unsafe and the rest where unsafe answers are declared, else the levels of scales
    with up to five.
    """
    pairs = [pair for panel in data.panels for pair in _pairs(data, panel)]
    said = [
        f"{pair.panel.name}, judge with {pair.rater}: {one}."
        for pair in pairs
        for one in pair.warnings
        if not one.startswith(_RARE)
    ]
    said += rare_classes(
        Given(pair.panel.name, pair.rater, pair.classes, pair.counts) for pair in pairs
    )
    quiet = (NO_WARNING,) if any(pair.classes for pair in pairs) and not said else ()
    return Section(
        id=SECTION,
        title="Where kappa misleads",
        paragraphs=(READING, *quiet) if pairs else (NO_PANEL,),
        figures=tuple(one for pair in pairs for one in _figures(data, pair)),
        tables=(_table(pairs),) if pairs else (),
        warnings=tuple(said),
        details={"pairs": [_record(pair) for pair in pairs]},
    )


def _classes(data: AuditData, panel: Panel) -> _Classes:
    unsafe = data.unsafe.get(panel.criterion)
    if not panel.is_on_scale:
        return _Classes((), (), (), (), OFF_SCALE)
    if unsafe:
        return _Classes(
            BINARY, ("the rest", "unsafe"), judge_flags(panel, unsafe), rater_flags(panel, unsafe)
        )
    is_nominal = panel.scale.family == "nominal"
    # On a nominal scale an extra is a class like any other.
    labels = panel.categories if is_nominal else panel.scale.levels
    if panel.scale.family == "numeric" or len(labels) > MOST_CLASSES:
        return _Classes((), (), (), (), NO_CLASSES)
    words = tuple(answer(label) for label in labels)
    if is_nominal:
        return _Classes(labels, words, panel.judged, panel.answers)
    return _Classes(labels, words, panel.levels_judged, panel.levels_given)


def _pairs(data: AuditData, panel: Panel) -> list[Pair]:
    classes = _classes(data, panel)
    reason = classes.reason
    if reason is None and not (len(panel) and panel.raters):
        reason = NO_ITEM if panel.raters else NO_RATER
    if reason is not None:
        none = undefined(reason)
        rows = tuple((name, estimand, unit, none) for name, estimand, unit in _ALWAYS)
        return [Pair(panel, "each clinician", (), (), (), rows)]
    return [
        _pair(data, panel, classes, rater, [row[place] for row in classes.raters])
        for place, rater in enumerate(panel.raters)
    ]


_ALWAYS = (
    ("kappa", "Cohen's kappa (unweighted) of the judge and the clinician", "kappa"),
    ("percent_agreement", "Share of answers that judge and clinician class alike", "share"),
    (
        "pabak",
        "Kappa if all classes were as frequent: (p - 1/q) / (1 - 1/q), p being the share of "
        "answers that judge and clinician class alike and q the number of classes",
        "kappa",
    ),
    ("gwet_ac1", "Gwet's AC1 of the judge and the clinician, on answers that both classed", "AC"),
)
_INDICES = (
    (
        "prevalence_index",
        "Share of answers that both put into the second class minus the share that both put into "
        "the first",
    ),
    (
        "bias_index",
        "Share of answers that the judge alone puts into the second class minus the share that "
        "the clinician alone does",
    ),
)


def _pair(
    data: AuditData, panel: Panel, classes: _Classes, rater: str, given: Sequence[Answer]
) -> Pair:
    labels, judge = classes.labels, classes.judge
    # All on the answers that both classed, as kappa is: AC1 would count for chance what one did.
    table = [pair if None not in pair else (None, None) for pair in zip(judge, given, strict=True)]
    cases, n_boot, seed = panel.cases, data.n_boot, data.seed
    raw = percent_agreement(table, categories=labels, clusters=cases, n_boot=n_boot, seed=seed)
    kappa = cohen_kappa(judge, given, categories=labels, clusters=cases, n_boot=n_boot, seed=seed)
    ac1 = gwet_ac(table, categories=labels, clusters=cases, n_boot=n_boot, seed=seed)
    always = (kappa, raw, _pabak(raw, len(labels)), ac1)
    rows = [(*words, estimate) for words, estimate in zip(_ALWAYS, always, strict=True)]
    for label, words in zip(labels, classes.words, strict=True):
        on_class = specific_agreement(
            table, category=label, categories=labels, clusters=cases, n_boot=n_boot, seed=seed
        )
        estimand = f"How often the one of judge and clinician answers {words} where the other does"
        rows.append((f"specific_agreement_{words.replace(' ', '_')}", estimand, "share", on_class))
    rows += _indices(judge, given, labels, cases)
    found = kappa_paradox(judge, given, categories=labels)
    warnings = tuple(_in_words(one, classes) for one in found.warnings)
    return Pair(panel, rater, classes.words, warnings, found.counts, tuple(rows))


def _indices(
    judge: Sequence[Answer],
    given: Sequence[Answer],
    labels: Sequence[ScaleValue],
    cases: Sequence[str] | None,
) -> list[tuple[str, str, str, Estimate]]:
    made = []
    for (name, estimand), index in zip(_INDICES, (prevalence_index, bias_index), strict=True):
        found = undefined(NOT_BINARY)
        if len(labels) == len(BINARY):
            found = index(judge, given, categories=labels, clusters=cases)
        if found.value is not None:
            found = found.model_copy(update={"interval_reason": NO_INDEX_INTERVAL})
        made.append((name, estimand, "index", found))
    return made


def _pabak(raw: Estimate, n_classes: int) -> Estimate:
    """Return (q PA - 1) / (q - 1) with its interval turned over from that of the agreement."""
    if raw.value is None:
        return raw
    if n_classes < len(BINARY):
        return Estimate(
            value=None, reason="the scale has one class", n=raw.n, clusters=raw.clusters
        )

    def of(share: float | None) -> float | None:
        return None if share is None else (n_classes * share - 1) / (n_classes - 1)

    return raw.model_copy(update={"value": of(raw.value), "low": of(raw.low), "high": of(raw.high)})


def _in_words(warning: str, classes: _Classes) -> str:
    """Return a warning with classes named as on the page."""
    for label, words in zip(classes.labels, classes.words, strict=True):
        warning = warning.replace(f"category {label!r} ", f"{_RARE}{words!r} ")
    return warning


def _figures(data: AuditData, pair: Pair) -> list[Figure]:
    return [
        figure(
            SECTION,
            pair.panel.criterion,
            statistic,
            f"judge with {pair.rater}",
            estimand=f"{estimand}.",
            unit=unit,
            estimate=estimate,
            n_raters=1 if pair.classes else len(pair.panel.raters),
            seed=data.seed if "bootstrap" in (estimate.method or "") else None,
        )
        for statistic, estimand, unit, estimate in pair.figures
    ]


def _table(pairs: Sequence[Pair]) -> ReportTable:
    columns = (
        "Criterion",
        "Judge with",
        "Kappa",
        "Agreement",
        "PABAK",
        "AC1",
        "Agreement on each class",
        "Prevalence index",
        "Bias index",
        "Ratings of each class",
    )
    return ReportTable(
        caption="Kappa and what explains it",
        columns=columns,
        rows=tuple(_cells(pair) for pair in pairs),
        note="Prevalence index: 0 where both classes are as frequent. Bias index: above 0 where "
        "the judge uses the second class more often. Ratings of each class are of both raters.",
    )


def _cells(pair: Pair) -> tuple[str, ...]:
    by_name = {name: (unit, estimate) for name, _, unit, estimate in pair.figures}
    heads = [cell(by_name[name][1], unit=by_name[name][0]) for name, _, _ in _ALWAYS]
    on_class = [
        f"{name.removeprefix('specific_agreement_').replace('_', ' ')}: "
        f"{cell(estimate, unit='share', with_n=False)}"
        for name, (_, estimate) in by_name.items()
        if name.startswith("specific_agreement_")
    ]
    indices = [
        _index_words(by_name[name][1]) if name in by_name else "none" for name, _ in _INDICES
    ]
    counts = [f"{words}: {n}" for words, n in zip(pair.classes, pair.counts, strict=True)]
    return (
        pair.panel.name,
        pair.rater,
        *heads,
        "; ".join(on_class) or "none",
        *indices,
        "; ".join(counts) or "none",
    )


def _index_words(index: Estimate) -> str:
    return f"undefined: {index.reason}" if index.value is None else number(index.value, "index")


def _record(pair: Pair) -> dict[str, JsonValue]:
    return {
        "criterion": pair.panel.criterion,
        "rater": pair.rater,
        "warnings": list(pair.warnings),
        "counts": dict(zip(pair.classes, pair.counts, strict=True)),
    }
