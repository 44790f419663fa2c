"""What an audit is made of: the joined panels, the plan, and what became of every row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.plan import AuditPlan
from judgekit.auditing.ratings.table import RatingTable
from judgekit.records.scale import ScaleValue
from judgekit.records.signature import Signature

Standing = Literal["confirmatory", "exploratory"]
N_BOOT = 2000
SEED = 0


@dataclass(frozen=True)
class Flow:
    """What became of items on the way into the audit, as ids.

    Attributes:
        scored: Items of the judge's run.
        rated: Items of the ratings.
        joined: Items in both, after exclusions.
        scored_only: Items that nobody rated.
        rated_only: Items that the run does not hold.
        excluded: Item and reason, as the plan declares.
        excluded_raters: Rater and reason.
        cases: Number of cases among the joined items; None: none are declared.
    """

    scored: tuple[str, ...]
    rated: tuple[str, ...]
    joined: tuple[str, ...]
    scored_only: tuple[str, ...]
    rated_only: tuple[str, ...]
    excluded: tuple[tuple[str, str], ...]
    excluded_raters: tuple[tuple[str, str], ...]
    cases: int | None


@dataclass(frozen=True)
class ItemTexts:
    """What may be shown of one item: label and text of each input, in the order shown."""

    inputs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class UnlabelledItem:
    """An item of the judge's run that nobody rated under some criterion.

    It is unlabelled under each criterion whose panel does not hold it, and may be rated under
    others. An item that a panel holds without any answer is unlabelled there too.

    Attributes:
        item: Its id.
        case: Its case; None: none are declared.
        system: The system that wrote it; None: unknown.
        values: The judge's answer under each of the clinicians' criteria and under "total", labels
            and answers beside the scale included; absent where it has none.
    """

    item: str
    case: str | None
    system: str | None
    values: Mapping[str, Answer]


@dataclass(frozen=True)
class AuditData:
    """Everything the sections of an audit are computed from.

    Attributes:
        scorer: Name of the judge or metric.
        is_metric: Whether it is a metric: no criteria of its own, and not on the clinicians' scale.
        signature: What it measured; None: unknown.
        panels: One for each criterion; "total" last where the rubric has one and clinicians rated
            all of its criteria.
        ratings: The clinicians' table.
        flow: What became of every item.
        texts: What may be shown of each item; empty where texts are kept out.
        unlabelled: Items of the run that nobody rated under some criterion: what a corrected mean
            is predicted from.
        comments: Comments of raters by criterion, item and rater.
        plan: The plan; None: none.
        margin: The margin in force; None: no verdict.
        standing: Whether verdicts and p are confirmatory.
        standing_reason: Why, in a sentence.
        unsafe: For each criterion, the answers that mean harm.
        subgroups: Columns by which figures are split.
        probabilities: The chance with which each item of the run was drawn for rating; None: the
            same for all.
        second: Panels of a second judge's run, joined with the same ratings; empty: none.
        n_boot: Draws of every case bootstrap.
        seed: Seed of every draw.
    """

    scorer: str
    is_metric: bool
    signature: Signature | None
    panels: tuple[Panel, ...]
    ratings: RatingTable
    flow: Flow
    texts: Mapping[str, ItemTexts]
    unlabelled: tuple[UnlabelledItem, ...]
    comments: Mapping[tuple[str, str, str], str]
    plan: AuditPlan | None
    margin: float | None
    standing: Standing
    standing_reason: str
    unsafe: Mapping[str, tuple[ScaleValue, ...]]
    subgroups: tuple[str, ...]
    probabilities: Mapping[str, float] | None = None
    second: tuple[Panel, ...] = ()
    n_boot: int = N_BOOT
    seed: int = SEED

    def weights_of(self, items: Sequence[str]) -> list[float] | None:
        """Return 1 over the chance with which each item was drawn for rating; None: all alike."""
        chances = self.probabilities
        return None if chances is None else [1 / chances[item] for item in items]
