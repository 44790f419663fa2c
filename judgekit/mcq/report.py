"""The report of a multiple-choice run: every figure of Med-CMR and Med-R2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judgekit.errors import ConfigurationError
from judgekit.mcq.checks import InputChecker
from judgekit.mcq.figures import Figure, McqReport, Pairing
from judgekit.mcq.items import McqItem, items_of
from judgekit.mcq.polarity import accuracy_gaps, consistency, hint_effects
from judgekit.mcq.polarity_flow import FLOW, flow, rescue, switch
from judgekit.mcq.polarity_pairs import Cases, pairing_of, pairs_of
from judgekit.mcq.polarity_tests import with_tests
from judgekit.mcq.report_accuracy import accuracies, by_position, joint_gaps, label_uses, places_of
from judgekit.mcq.report_levels import chain_figures
from judgekit.records.sample import Sample
from judgekit.records.score import Score

MOST_TRUNCATED = 0.05
BY_CASE = "clustered by case_id"
BY_PAIR = "no case_id was given: clustered by pair_id and joint prompt"
BY_ROW = "assumes independent rows: no case_id was given"


def mcq_report(
    samples: Sequence[Sample],
    *,
    scores: Sequence[Score] | None = None,
    by: Sequence[str] = (),
    levels: Sequence[str] | None = None,
) -> McqReport:
    """Return every figure of multiple-choice answers, each with its n, interval, bounds and chance.

    Accuracy is right / all: a response without an answer is wrong, and counted by kind beside it.
    Hints are compared over declared pairs only (`pair_id`, within a level); without pairs the
    polarities are an unpaired contrast, labelled so. Intervals are clustered by case.

    Args:
        samples: Samples with options and answer; others are in no figure.
        scores: Their scores under `McqScorer`, in the same order; None: they are read now.
        by: Columns to break accuracy down by.
        levels: The levels in order; None: in the order in which they appear.

    Raises:
        InputDataError: An answer is not among its options, an id has two keys, or the members of a
            pair differ in option texts, key or case.
        ConfigurationError: `levels` leaves one out.

    Example:
        >>> options = {"A": "CT", "B": "MRI"}
        >>> rows = [Sample(id=str(n), response="A", options=options, answer="A") for n in range(3)]
        >>> mcq_report(rows).one("accuracy").value
        1.0
    """
    checker = InputChecker()
    for sample in samples:
        checker.add(sample)
    items = list(items_of(samples, scores, by=by))
    return report_of_items(items, by=by, levels=levels, n_without_key=len(samples) - len(items))


def report_of_items(
    items: Sequence[McqItem],
    *,
    by: Sequence[str] = (),
    levels: Sequence[str] | None = None,
    n_without_key: int = 0,
) -> McqReport:
    """Return the report of items that were checked and read before; see `mcq_report`.

    Args:
        items: The items.
        by: Columns to break accuracy down by.
        levels: The levels in order; None: in the order in which they appear.
        n_without_key: Rows that are no items, since they have no options or no answer.
    """
    ordered = ordered_levels((i.level for i in items if i.level is not None), levels)
    cases, clustered = _cases(items)
    pairs = pairs_of(items, cases)
    pairing = pairing_of(pairs, items)
    has_polarity = any(item.polarity is not None for item in items)
    gaps, family = with_tests(list(accuracy_gaps(pairs, items, cases, ordered)), pairs, ordered)
    figures: list[Figure] = []
    if has_polarity:
        figures += [*hint_effects(pairs, ordered), *gaps]
    figures += accuracies(items, cases, places_of(items, ordered, by))
    if has_polarity:
        figures += [*flow(pairs, ordered), *rescue(pairs, ordered), *switch(pairs, ordered)]
        figures += consistency(pairs, ordered)
        figures = [_with_reason(figure, pairing) for figure in figures]
    figures += chain_figures(items, cases, ordered)
    figures += joint_gaps(items, cases, ordered)
    figures += by_position(items, cases)
    return McqReport(
        n_items=len(items),
        n_responses=sum(item.kind is not None for item in items),
        levels=ordered,
        cases=clustered,
        n_cases=len(set(cases.values())),
        pairing=pairing,
        figures=tuple(figures),
        labels=label_uses(items, cases),
        family=family if any(gap.test for gap in gaps) else "no tests: there are no polarities",
        warnings=(
            *_warnings_of_rows(n_without_key, len(items)),
            *_warnings(items, pairing, has_polarity=has_polarity),
        ),
    )


def _with_reason(figure: Figure, pairing: Pairing) -> Figure:
    """Say why a figure over pairs has no value, where it has none."""
    is_over_pairs = figure.id in _OVER_PAIRS and "unpaired" not in figure.name
    if figure.value is not None or not is_over_pairs:
        return figure
    if pairing.n_pairs == 0:
        reason = "undefined without declared pairs (pair_id)"
    elif figure.n_left_out:
        reason = f"no pairs enter it: {figure.n_left_out} are left out ({figure.left_out})"
    else:
        reason = "no pair is of this kind"
    return figure.model_copy(update={"reason": reason, "interval_reason": None})


_OVER_PAIRS = frozenset(
    (
        "hint_effect",
        "accuracy_gap",
        "rescue",
        "rescue_wrong",
        "rescue_withheld",
        "switch",
        "robust",
        "stable",
    )
) | {f"flow_{fate}" for fate in FLOW}


def ordered_levels(present: Iterable[str], asked: Sequence[str] | None) -> tuple[str, ...]:
    """Return the levels that are there, in the order asked for, or as they appear.

    Raises:
        ConfigurationError: A level that is there is not among those asked for.
    """
    levels = tuple(dict.fromkeys(present))
    if asked is None:
        return levels
    foreign = [level for level in levels if level not in asked]
    if foreign:
        raise ConfigurationError(
            f"ordering the levels: {foreign[0]!r} is not among the levels given, "
            f"{', '.join(asked)}; name every level, in order"
        )
    return tuple(level for level in asked if level in levels)


def _cases(items: Sequence[McqItem]) -> tuple[Cases, str]:
    """Number the case of each item, and say what a case is; variants of a question share one."""
    is_declared = any(item.case_id is not None for item in items)
    numbers: dict[tuple[str, str], int] = {}
    cases = {
        item.id: numbers.setdefault(_case(item, is_declared=is_declared), len(numbers))
        for item in items
    }
    if is_declared:
        return cases, BY_CASE
    return cases, BY_ROW if len(numbers) == len(cases) else BY_PAIR


def _case(item: McqItem, *, is_declared: bool) -> tuple[str, str]:
    if is_declared:
        return ("item", item.id) if item.case_id is None else ("case", item.case_id)
    if item.pair_id is not None:
        return "pair", item.pair_id
    return ("item", item.id) if item.joint_id is None else ("prompt", item.joint_id)


def _warnings(items: Sequence[McqItem], pairing: Pairing, *, has_polarity: bool) -> Iterator[str]:
    present = [item for item in items if item.kind is not None]
    n = len(present)
    yield from _warnings_of_format(present)
    if n < len(items):
        yield f"{len(items) - n} of {len(items)} questions have no response; they are in no mean"
    systems = dict.fromkeys(item.system for item in items)
    if len(systems) > 1:
        yield f"{len(systems)} systems are pooled; report one at a time, or use --by system"
    if not has_polarity:
        return
    if pairing.n_pairs == 0:
        yield (
            "no pair_id declares which variants belong together: polarities are compared unpaired, "
            "and hint effect, flow, rescue, switch, robust accuracy and stability are undefined"
        )
    elif pairing.n_unpaired:
        yield f"{pairing.n_unpaired} items with a polarity have no pair_id; pairs leave them out"
    yield from _warnings_of_hints(present, pairing)


def _warnings_of_rows(n_without_key: int, n_items: int) -> Iterator[str]:
    if n_without_key:
        yield (
            f"{n_without_key} of {n_without_key + n_items} rows have no options or no answer; "
            "they are skipped, and in no figure"
        )


def _warnings_of_format(present: Sequence[McqItem]) -> Iterator[str]:
    n = len(present)
    n_cut = sum(item.kind == "truncated" for item in present)
    n_answered = sum(item.is_answered for item in present)
    if n and n_answered == 0:
        yield (
            f"0 correct of {n}, answered 0 % (truncated {n_cut}): a format failure, not knowledge"
        )
    elif n and n_cut > MOST_TRUNCATED * n:
        yield (
            f"{n_cut} of {n} responses ({100 * n_cut / n:.1f} %) were cut off before an answer and "
            "count as wrong: raise the contestant's token limit, or switch its thinking off"
        )


def _warnings_of_hints(present: Sequence[McqItem], pairing: Pairing) -> Iterator[str]:
    if pairing.n_hint_without_option:
        yield (
            f"{pairing.n_hint_without_option} of {pairing.n_neutral_negative} negative hints name "
            "no single option; they are in no hint figure"
        )
    at_key = [
        item
        for item in present
        if item.polarity == "negative" and frozenset((item.hinted,)) == item.key_texts
    ]
    if at_key:
        yield (
            f"{len(at_key)} negative hints name the right option, such as that of "
            f"{at_key[0].id!r}; check hint_label"
        )


def by_polarity(report: McqReport) -> Mapping[tuple[str, str], Figure]:
    """Return the accuracy of each level x polarity; "" stands for all levels."""
    return {
        (figure.where.get("level", ""), figure.where["polarity"]): figure
        for figure in report.all("accuracy")
        if "polarity" in figure.where and figure.where.keys() <= {"level", "polarity"}
    }
