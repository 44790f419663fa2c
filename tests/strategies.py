"""Hypothesis strategies for every record, built by the records' own laws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from hypothesis import strategies as st

from judgekit.records import (
    Criterion,
    Estimate,
    Evidence,
    Image,
    ImagePart,
    JointPart,
    JointPrompt,
    JudgeInput,
    JudgeReply,
    JudgeRequest,
    Level,
    Member,
    NominalScale,
    NoTotal,
    OrdinalScale,
    Outcome,
    OutputMode,
    Record,
    Rubric,
    Sample,
    Score,
    Signature,
    Usage,
    Verdict,
    WeightedMeanTotal,
)
from judgekit.records.choice import Choice
from judgekit.records.dry_run import DryRun
from judgekit.records.prompt import Prompt
from judgekit.records.rubric import ResponsePolicy
from judgekit.records.summary import Cases, CriteriaCorrelation, LabelCount, Summary, SummaryRow

_Value = TypeVar("_Value")

texts = st.text(max_size=30)
words = st.text(min_size=1, max_size=20)
_printable = st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"])
printable = st.text(_printable, min_size=1, max_size=20)
"""What a person writes into a YAML file: no control characters, no exotic line ends."""
ids = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
digests = st.text("0123456789abcdef", min_size=64, max_size=64)
numbers = st.floats(allow_nan=False, allow_infinity=False)
counts = st.integers(0, 10**6)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def optional(values: st.SearchStrategy[_Value]) -> st.SearchStrategy[_Value | None]:
    """Return `values` or None."""
    return st.none() | values


@st.composite
def ordinal_scales(draw: st.DrawFn) -> OrdinalScale:
    """Return a scale of 2 to 12 values, some of them with an anchor."""
    step = draw(st.sampled_from([1, 2, 0.5, 0.25, 0.1]))
    bare = OrdinalScale(
        minimum=(low := draw(st.integers(-5, 5))),
        maximum=round(low + step * draw(st.integers(1, 11)), 12),
        step=step,
    )
    anchored = draw(st.lists(st.sampled_from(bare.values), unique=True, max_size=4))
    levels = tuple(Level(value=value, anchor=draw(printable)) for value in anchored)
    return OrdinalScale.model_validate({**bare.model_dump(), "levels": levels})


@st.composite
def nominal_scales(draw: st.DrawFn) -> NominalScale:
    """Return a scale of 2 to 5 labels, none of them the word for not applicable."""
    label = printable.filter(lambda text: text != "not_applicable")
    labels = draw(st.lists(label, unique=True, min_size=2, max_size=5))
    return NominalScale(levels=tuple(Level(value=name, anchor=draw(printable)) for name in labels))


def criteria(
    names: st.SearchStrategy[str] = ids,
    scales: st.SearchStrategy[OrdinalScale | NominalScale] | None = None,
    weights: st.SearchStrategy[float | None] | None = None,
) -> st.SearchStrategy[Criterion]:
    """Return criteria, by default of either kind of scale and without a weight."""
    return st.builds(
        Criterion,
        id=names,
        name=printable,
        question=printable,
        scale=ordinal_scales() | nominal_scales() if scales is None else scales,
        weight=st.none() if weights is None else weights,
        inputs=st.lists(st.sampled_from(JudgeInput), unique=True).map(tuple),
        not_applicable=optional(printable),
    )


@st.composite
def rubrics(draw: st.DrawFn) -> Rubric:
    """Return a rubric with or without a total, of 1 to 4 criteria."""
    names = draw(st.lists(ids, unique=True, min_size=1, max_size=4))
    kind = draw(st.sampled_from(["none", "relative", "percent"]))
    total: WeightedMeanTotal | NoTotal = NoTotal()
    parts: list[Criterion] = []
    for position, name in enumerate(names):
        if kind == "none":
            parts.append(draw(criteria(st.just(name))))
            continue
        percent = 100.0 - 10 * (len(names) - 1) if position == 0 else 10.0
        weight = percent if kind == "percent" else draw(st.floats(0.01, 1e6))
        parts.append(draw(criteria(st.just(name), ordinal_scales(), st.just(weight))))
    if kind != "none":
        low = draw(st.integers(-10, 10))
        total = WeightedMeanTotal(
            minimum=low,
            maximum=low + draw(st.floats(0.5, 100)),
            weights="percent" if kind == "percent" else "relative",
            missing=draw(st.sampled_from(["no_total", "renormalise"])),
        )
    return Rubric(
        id=draw(ids),
        version=draw(st.integers(1, 99)),
        title=draw(printable),
        description=draw(printable),
        source=draw(printable),
        prompt=draw(ids),
        calls=draw(st.sampled_from(["one", "by_input", "per_criterion"])),
        criteria=tuple(parts),
        total=total,
        responses=draw(response_policies),
    )


response_policies = st.builds(ResponsePolicy)
prompts = st.builds(
    Prompt,
    id=ids,
    version=st.integers(1, 99),
    description=printable,
    system=st.text(_printable | st.just("\n"), min_size=1),
    user=printable,
)
joint_parts = st.builds(
    JointPart, id=words, options=st.dictionaries(words, texts, max_size=2), name=optional(texts)
)
joint_prompts = st.lists(joint_parts, min_size=1, max_size=3, unique_by=lambda part: part.id).map(
    lambda parts: JointPrompt(id="p", part=parts[-1].id, parts=tuple(parts))
)
samples = st.builds(
    Sample,
    id=words,
    response=optional(texts),
    question=optional(texts),
    references=st.lists(texts, max_size=2).map(tuple),
    visual_evidence=optional(texts),
    images=st.lists(st.builds(Image, path=words), max_size=2).map(tuple),
    case_id=optional(words),
    groups=st.dictionaries(texts, texts, max_size=2),
    options=optional(st.dictionaries(words, texts, max_size=3)),
    joint=optional(joint_prompts),
    metadata=st.dictionaries(texts, json_values, max_size=2),
)
choices = st.builds(
    Choice,
    status=st.just("answered"),
    labels=st.lists(words, min_size=1, max_size=2).map(tuple),
    rule=optional(words),
    span=st.tuples(counts, counts),
) | st.builds(Choice, status=st.just("refused"), reason=st.just("refused"))
evidences = st.builds(Evidence, quote=words)


@st.composite
def verdicts(draw: st.DrawFn) -> Verdict:
    """Return a verdict, which has a value exactly when it is scored."""
    outcome = draw(st.sampled_from(Outcome))
    value = draw(numbers | st.integers(-5, 5) | words) if outcome is Outcome.SCORED else None
    return Verdict(
        outcome=outcome,
        value=value,
        reason=draw(optional(texts)),
        evidence=tuple(draw(st.lists(evidences, max_size=2))),
    )


@st.composite
def members(draw: st.DrawFn) -> Member:
    """Return one of several judgements."""
    outcome = draw(st.sampled_from(Outcome))
    return Member(
        repeat=draw(counts),
        outcome=outcome,
        value=draw(numbers) if outcome is Outcome.SCORED else None,
        criteria=draw(st.dictionaries(ids, verdicts(), max_size=2)),
        reply_digest=draw(optional(digests)),
    )


@st.composite
def scores(draw: st.DrawFn) -> Score:
    """Return a score, which has a value only when it is scored."""
    outcome = draw(st.sampled_from(Outcome))
    return Score(
        id=draw(words),
        scorer=draw(ids),
        outcome=outcome,
        value=draw(optional(numbers)) if outcome is Outcome.SCORED else None,
        reason=draw(optional(texts)),
        criteria=draw(st.dictionaries(ids, verdicts(), max_size=2)),
        members=tuple(draw(st.lists(members(), max_size=2))),
        reply_digest=draw(optional(digests)),
        choice=draw(optional(choices)),
    )


@st.composite
def estimates(draw: st.DrawFn) -> Estimate:
    """Return a figure with its interval, or with the reasons for having none."""
    value = draw(optional(numbers))
    ends = sorted(draw(st.lists(numbers, unique=True, min_size=2, max_size=2)))
    has_interval = value is not None and ends[0] < ends[1] and draw(st.booleans())
    return Estimate(
        value=value,
        reason=draw(words) if value is None else None,
        low=ends[0] if has_interval else None,
        high=ends[1] if has_interval else None,
        interval_reason=None if has_interval else draw(words),
        n=draw(counts),
        clusters=draw(optional(counts)),
    )


image_parts = st.builds(ImagePart, media_type=words, data_base64=texts, digest=digests)
requests = st.builds(
    JudgeRequest,
    output_mode=st.sampled_from(OutputMode),
    images=st.lists(image_parts, max_size=2).map(tuple),
    temperature=optional(st.floats(0, 2)),
    seed=optional(counts),
    max_tokens=counts,
)
usages = st.builds(Usage, input_tokens=optional(counts), output_tokens=optional(counts))
replies = st.builds(JudgeReply, text=texts, model=optional(texts), usage=usages)
signatures = st.builds(Signature, fields=st.dictionaries(words, texts, max_size=4))
label_counts = st.builds(LabelCount, value=numbers | st.integers() | words, count=counts)
summary_rows = st.builds(
    SummaryRow,
    group=st.dictionaries(words, texts, max_size=1),
    value=optional(numbers),
    low=optional(numbers),
    high=optional(numbers),
    coverage=optional(st.floats(0, 1)),
    range=optional(st.tuples(numbers, numbers)),
    outcomes=st.dictionaries(st.sampled_from([outcome.value for outcome in Outcome]), counts),
    distribution=st.lists(label_counts, max_size=2).map(tuple),
)
correlations = st.builds(CriteriaCorrelation, spearman=optional(st.floats(-1, 1)))
cases = st.builds(Cases)
summaries = st.builds(
    Summary,
    schema=st.just("judgekit.summary/1"),
    signature=st.dictionaries(ids, signatures, max_size=2),
    limit=optional(counts),
    usage=st.dictionaries(texts, json_values, max_size=2),
    rows=st.lists(summary_rows, max_size=1).map(tuple),
    correlations=st.lists(correlations, max_size=2).map(tuple),
    warnings=st.lists(texts, max_size=2).map(tuple),
)

costs = st.floats(0, 1e6) | st.just("unknown")
dry_runs = st.builds(
    DryRun,
    calls=counts,
    input_cost_usd=costs,
    cost_usd_at_most=costs,
    first_prompt=optional(st.tuples(texts, texts)),
)

RECORDS: Mapping[type[Record], st.SearchStrategy[Record]] = {
    Cases: cases,
    Criterion: criteria(),
    CriteriaCorrelation: correlations,
    DryRun: dry_runs,
    Estimate: estimates(),
    Evidence: evidences,
    Image: st.builds(Image, path=words),
    ImagePart: image_parts,
    JointPart: joint_parts,
    JointPrompt: joint_prompts,
    JudgeReply: replies,
    JudgeRequest: requests,
    LabelCount: label_counts,
    Level: st.builds(Level, value=numbers | st.integers() | words, anchor=words),
    Member: members(),
    NoTotal: st.builds(NoTotal),
    NominalScale: nominal_scales(),
    OrdinalScale: ordinal_scales(),
    Prompt: prompts,
    ResponsePolicy: response_policies,
    Rubric: rubrics(),
    Sample: samples,
    Score: scores(),
    Signature: signatures,
    Summary: summaries,
    SummaryRow: summary_rows,
    Usage: usages,
    Verdict: verdicts(),
    WeightedMeanTotal: st.builds(WeightedMeanTotal, minimum=st.just(0.0), maximum=st.just(100.0)),
}
"""A strategy for every record type: a test walks through all of them."""
