"""The comparison: which runs, ids, figures and groups, and what stands in the way of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from judgekit.comparison.figures import compared_figure
from judgekit.comparison.loading import Key, LoadedRun, load_run
from judgekit.comparison.result import ComparedFigure, ComparedRun, Comparison
from judgekit.errors import ConfigurationError, InputDataError
from judgekit.runs.run import Run
from judgekit.runs.summary import INDEPENDENT_ROWS
from judgekit.runs.survey import NOT_GIVEN
from judgekit.statistics.intervals import IntArray

LEVELS_OF_CHOICE = ("level", "polarity")
"""Columns by which multiple choice is read: crossed, where every sample has both."""

PARADIGM = "paradigm"


def compare(
    *runs: Run | Path | str,
    names: Sequence[str] | None = None,
    scorer: str | None = None,
    criterion: str | None = None,
    by: Sequence[str] | None = None,
    allow: Sequence[str] = (),
    seed: int = 0,
) -> Comparison:
    """Return how runs differ on the samples that all of them have, paired by id.

    A difference is that of two runs' values of the same sample, averaged over the samples that have
    a value in every run, with its cluster-robust interval and a sign-flip test, both by case. With
    more than two runs the intervals of all pairs hold at once, and each run has the interval of its
    rank. What a run lacks is counted by outcome, and the difference is bounded for it.

    Args:
        runs: Two runs or more: `Run`s, or folders that `judgekit score` wrote.
        names: What to call them; by default the folders' names, or the runs' systems.
        scorer: Only this scorer's figures; None: all that every run has.
        criterion: Only this criterion; None: all of them.
        by: Columns whose values, crossed, make groups, each compared by itself after the whole.
            None: level and polarity where every sample has both, and paradigm where there is more
            than one; else none.
        allow: Fields of the signatures that may differ.
        seed: Seed of drawn sign patterns and of the simultaneous intervals.

    Raises:
        ConfigurationError: Fewer than two runs, no figure that all have, or signatures that differ
            in a field that is not allowed: says which.
        InputDataError: A folder holds no run, no id is shared, or an id has another case, or
            group, in another run.
    """
    if len(runs) < 2:
        raise ConfigurationError(
            f"comparing runs: it takes two or more, got {len(runs)}; name another"
        )
    if names is not None and len(names) != len(runs):
        raise ConfigurationError(
            f"comparing runs: names must be one for each run, got {len(names)} for {len(runs)}"
        )
    if names is not None and len(set(names)) < len(names):
        raise ConfigurationError(f"comparing runs: names must differ, got {', '.join(names)}")
    given: Sequence[str | None] = names or [None] * len(runs)
    loaded = _apart([load_run(run, name) for run, name in zip(runs, given, strict=True)], runs)
    keys = _keys(loaded, scorer, criterion)
    scorers = list(dict.fromkeys(key[0] for key in keys))
    allowed = {name: _allowed(loaded, name, allow) for name in scorers}
    ids = [name for name in loaded[0].case_ids if all(name in run.case_ids for run in loaded)]
    if not ids:
        raise InputDataError(
            "comparing runs: no id is in every run; runs are paired by id, so give the same "
            f"question the same id ({_example(loaded[0])} and {_example(loaded[1])})"
        )
    codes = _cases(loaded, ids)
    groups = list(_groups(loaded, ids, by))
    figures = tuple(
        compared_figure(
            loaded,
            key,
            [ids[place] for place in places],
            None if codes is None else codes[places],
            group,
            seed=seed,
        )
        for key in keys
        for group, places in groups
    )
    return Comparison(
        runs=tuple(_described(run, len(ids)) for run in loaded),
        n_shared=len(ids),
        cases=INDEPENDENT_ROWS if codes is None else "clustered by case_id",
        signature={name: loaded[0].signature[name] for name in scorers},
        allowed={name: fields for name, fields in allowed.items() if fields},
        figures=figures,
        notes=tuple(_notes(loaded, figures, keys)),
    )


def _apart(loaded: list[LoadedRun], runs: Sequence[Run | Path | str]) -> list[LoadedRun]:
    """Give runs of the same name names that differ: their paths, or their places."""
    counts = Counter(run.name for run in loaded)
    renamed = []
    for place, (run, given) in enumerate(zip(loaded, runs, strict=True), start=1):
        name = run.name
        if counts[name] > 1:
            name = f"{name} {place}" if isinstance(given, Run) else str(given)
        renamed.append(LoadedRun(**{**vars(run), "name": name}))
    if len({run.name for run in renamed}) < len(renamed):
        raise ConfigurationError(
            f"comparing runs: names must differ, got {', '.join(run.name for run in renamed)}"
        )
    return renamed


def _keys(loaded: Sequence[LoadedRun], scorer: str | None, criterion: str | None) -> list[Key]:
    shared = [key for key in loaded[0].figures if all(key in run.figures for run in loaded)]
    keys = [
        key
        for key in shared
        if (scorer is None or key[0] == scorer) and (criterion is None or key[1] == criterion)
    ]
    if not keys:
        wanted = " ".join(
            filter(
                None, [scorer and f"scorer {scorer!r}", criterion and f"criterion {criterion!r}"]
            )
        )
        have = "; ".join(
            f"{run.name} has {', '.join(_said(key) for key in run.figures) or 'none'}"
            for run in loaded
        )
        raise ConfigurationError(
            f"comparing runs: no figure{' of ' + wanted if wanted else ''} is in every run: {have}"
        )
    return keys


def _said(key: Key) -> str:
    return key[0] if key[1] is None else f"{key[0]}/{key[1]}"


def _allowed(loaded: Sequence[LoadedRun], scorer: str, allow: Sequence[str]) -> tuple[str, ...]:
    """Return the fields in which the signatures of a scorer differ, all of them allowed."""
    found: list[str] = []
    for run in loaded[1:]:
        differing = loaded[0].signature[scorer].differences(run.signature[scorer])
        refused = [field for field in differing if field not in allow]
        if refused:
            words = "; ".join(
                f"{field} ({differing[field][0]!r} in {loaded[0].name}, "
                f"{differing[field][1]!r} in {run.name})"
                for field in refused
            )
            raise ConfigurationError(
                f"comparing {loaded[0].name} with {run.name} by {scorer}: their signatures differ "
                f"in {words}; score both alike, choose another --scorer, or allow the field if it "
                "cannot change the number"
            )
        found.extend(differing)
    return tuple(dict.fromkeys(found))


def _cases(loaded: Sequence[LoadedRun], ids: Sequence[str]) -> IntArray | None:
    numbers: dict[str, int] = {}
    codes = []
    for name in ids:
        declared = {run.case_ids[name] for run in loaded} - {None}
        if len(declared) > 1:
            first, second = sorted(str(case) for case in declared)[:2]
            raise InputDataError(
                f"comparing runs: id {name!r} belongs to case {first!r} in one run and to "
                f"{second!r} in another; is it the same question?"
            )
        case = declared.pop() if declared else None
        if case is not None:
            codes.append(numbers.setdefault(case, len(numbers)))
    return np.array(codes, dtype=np.int64) if len(codes) == len(ids) else None


def _groups(
    loaded: Sequence[LoadedRun], ids: Sequence[str], by: Sequence[str] | None
) -> Iterator[tuple[Mapping[str, str], IntArray]]:
    """Yield all samples, then those of each combination of the columns' values that occurs."""
    yield {}, np.arange(len(ids), dtype=np.int64)
    first = loaded[0].groups
    by = _columns_of_choice([first[name] for name in ids]) if by is None else by
    for column in by:
        if all(column not in first[name] for name in ids):
            raise ConfigurationError(
                f"comparing runs by {column!r}: no shared sample has that column in its groups"
            )
    members: dict[tuple[str, ...], list[int]] = {}
    for place, name in enumerate(ids):
        values = tuple(_value(loaded, name, column) for column in by)
        members.setdefault(values, []).append(place)
    if by:
        for values, places in sorted(members.items()):
            yield dict(zip(by, values, strict=True)), np.array(places, dtype=np.int64)


def _columns_of_choice(samples: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    if not all(column in sample for sample in samples for column in LEVELS_OF_CHOICE):
        return ()
    has_several = len({sample.get(PARADIGM) for sample in samples}) > 1
    return (*LEVELS_OF_CHOICE, PARADIGM) if has_several else LEVELS_OF_CHOICE


def _value(loaded: Sequence[LoadedRun], name: str, column: str) -> str:
    found = {run.groups[name].get(column, NOT_GIVEN) for run in loaded}
    if len(found) > 1:
        raise InputDataError(
            f"comparing runs by {column!r}: id {name!r} is of group "
            f"{' and '.join(map(repr, sorted(found)))} in different runs; group by columns of "
            "the question, not of the contestant"
        )
    return found.pop()


def _described(run: LoadedRun, n_shared: int) -> ComparedRun:
    n = len(run.case_ids)
    return ComparedRun(name=run.name, n=n, n_not_shared=n - n_shared, complete=run.complete)


def _example(run: LoadedRun) -> str:
    return f"{next(iter(run.case_ids), 'nothing')!r} in {run.name}"


def _notes(
    loaded: Sequence[LoadedRun], figures: Sequence[ComparedFigure], keys: Sequence[Key]
) -> Iterator[str]:
    for run in loaded:
        if not run.complete:
            yield f"{run.name} is not complete: what it did not reach is missing"
    left_out = [
        _said(key)
        for key in dict.fromkeys(key for run in loaded for key in run.figures)
        if any(key not in run.figures for run in loaded)
    ]
    if left_out:
        yield f"not in every run, and not compared: {', '.join(left_out)}"
    if len(figures) > 1:
        yield (
            f"{len(figures)} figures are compared ({len(keys)} over all samples); p values are not "
            "adjusted for their number"
        )
    for figure in figures:
        n_applicable = figure.n_shared - figure.n_not_applicable
        if not figure.group and figure.n_compared < 0.95 * n_applicable:
            yield (
                f"{_said((figure.scorer, figure.criterion))}: only {figure.n_compared} of "
                f"{n_applicable} shared samples have a value in every run; read the bounds before "
                "the difference"
            )
