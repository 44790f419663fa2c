"""The item browser: failures first, at most 500, and every absence with its reason."""

from __future__ import annotations

from report_sample_items import failed_item, item
from report_samples import summary

from judgekit.records.outcome import Outcome
from judgekit.records.score import Member, Score, Verdict
from judgekit.report import ReportPart, render_report
from judgekit.report.figures import Shown
from judgekit.report.items import Quote, view_browser
from judgekit.report.parts import ReportItem


def part(
    items: list[ReportItem], n_items_total: int | None = None, **changes: object
) -> ReportPart:
    """Return a part with these items."""
    return ReportPart(
        "P", summary=summary(**changes), items=tuple(items), n_items_total=n_items_total
    )


def test_failures_come_first_and_keep_their_order() -> None:
    """A failed criterion is a failure too; within both halves the order is the input's."""
    half = Score(
        id="open-4",
        scorer="medcmr",
        outcome=Outcome.SCORED,
        value=50.0,
        criteria={"accuracy": Verdict(outcome=Outcome.CANNOT_ASSESS, reason="no image")},
    )
    items = [
        item(1),
        failed_item(2, Outcome.TIMEOUT, "late"),
        item(3),
        item(4, scores=(half,)),
        failed_item(5, Outcome.REFUSED, "no"),
    ]
    browser = view_browser(part(items))
    assert [view.id for view in browser.items] == ["open-2", "open-4", "open-5", "open-1", "open-3"]


def test_an_item_that_no_scorer_reached_is_a_failure() -> None:
    """No score at all is a missing value: it comes first and says so."""
    browser = view_browser(part([item(1), item(2, scores=())]))
    assert [view.id for view in browser.items] == ["open-2", "open-1"]
    assert browser.items[0].is_failure
    assert [c.text for c in browser.items[0].chips] == ["no scorer has reached it"]


def test_what_does_not_apply_is_no_failure() -> None:
    """Not applicable leaves the denominator: such an item stays in its place."""
    score = Score(
        id="open-1",
        scorer="medcmr",
        outcome=Outcome.SCORED,
        value=50.0,
        criteria={"accuracy": Verdict(outcome=Outcome.NOT_APPLICABLE, reason="names none")},
    )
    browser = view_browser(part([item(0), item(1, scores=(score,))]))
    assert [view.id for view in browser.items] == ["open-0", "open-1"]
    assert not browser.items[1].is_failure


def test_500_of_501_items_and_the_page_says_so() -> None:
    """501 items give 500 and the sentence; the failure at the very end is among them."""
    items = [item(number) for number in range(500)]
    items.append(failed_item(500, Outcome.API_ERROR, "the server said 500"))
    source = render_report(summary(n_input=501), items, title="x")
    assert source.count('<details class="item') == 500
    assert "500 of 501 items, those with a missing value first." in source
    assert "This page shows at most 500." in source
    assert source.index(">open-500<") < source.index(">open-0<")
    assert ">open-499<" not in source


def test_the_sentence_counts_what_there_is_not_what_was_handed_over() -> None:
    """The caller's total wins, then the rows of the summary, the first `limit` of them."""
    assert view_browser(part([item(1)], 4000)).sentence.startswith("1 of 4,000 items")
    assert view_browser(part([item(1)])).sentence.startswith("1 of 42 items")
    assert view_browser(part([item(1)], limit=7)).sentence.startswith("1 of 7 items")
    assert view_browser(part([item(1)], 1)).sentence.startswith("All 1 items")
    assert view_browser(part([])).sentence == "None of the 42 items is shown on this page."
    alone = ReportPart("P", items=(item(1), item(2)))
    assert view_browser(alone).sentence.startswith("All 2 items")


def test_filters_name_the_outcomes_that_occur() -> None:
    """Missing values first, then each outcome in order, with the number of items that have it."""
    items = [item(1), item(2), failed_item(3, Outcome.TIMEOUT, "late")]
    assert view_browser(part(items)).filters == (
        ("failed", "a value is missing", "1"),
        ("scored", "scored", "2"),
        ("timeout", "timeout", "1"),
    )
    assert view_browser(part([item(1)])).filters == (("scored", "scored", "1"),)


def test_an_item_shows_value_reason_and_evidence_of_each_criterion() -> None:
    """Names from the summary, quotes with whether they were found where the judge said."""
    (view,) = view_browser(part([item(1)])).items
    verdicts = view.scores[0].verdicts
    assert [v.name for v in verdicts] == [
        "Accuracy",
        "Completeness of findings",
        "Effect direction",
    ]
    assert verdicts[0].value == Shown("3")
    assert verdicts[0].evidence == (
        Quote("small left apical pneumothorax", "response", True),
        Quote("drain in the left chest", "reference", False),
    )
    assert verdicts[2].value == Shown("no_effect")
    assert verdicts[2].reason == Shown(None, "no reason was given")
    assert [(c.name, c.text) for c in view.chips] == [
        ("medcmr", "58"),
        ("Accuracy", "3"),
        ("Completeness of findings", "2"),
        ("Effect direction", "no_effect"),
        ("rougeL", "0.2554"),
    ]
    source = render_report(summary(), [item(1)], title="x")
    assert "verified in response" in source
    assert "NOT FOUND in reference" in source


def test_a_missing_value_shows_its_outcome_and_reason() -> None:
    """No number stands for it: an outcome in words, and the reason beside it."""
    failed = failed_item(2, Outcome.CONTENT_FILTERED, "the provider filtered it")
    (view,) = view_browser(part([failed])).items
    assert view.scores[0].value == Shown(None, "content filtered")
    assert view.scores[0].reason == "the provider filtered it"
    assert [(c.name, c.text, c.is_failure) for c in view.chips] == [
        ("medcmr", "content filtered", True)
    ]
    assert "no case_id" in render_report(summary(), [failed], title="x")


def test_a_score_without_a_total_says_so() -> None:
    """A rubric without a total is scored by criterion; it is not a score of nothing."""
    score = Score(
        id="open-1",
        scorer="facets",
        outcome=Outcome.SCORED,
        criteria={"fluency": Verdict(outcome=Outcome.SCORED, value=2)},
    )
    (view,) = view_browser(part([item(1, scores=(score,))])).items
    assert view.scores[0].value == Shown(None, "scored by criterion, without a total")
    assert view.chips[0].text == "scored"
    assert not view.is_failure


def test_repeats_are_shown_one_by_one() -> None:
    """Each judgement of an item with its number from 1, its value and its criteria."""
    fine = Member(
        repeat=0,
        outcome=Outcome.SCORED,
        value=60.0,
        criteria={"accuracy": Verdict(outcome=Outcome.SCORED, value=3)},
        reply_digest="aa",
    )
    late = Member(
        repeat=1,
        outcome=Outcome.TIMEOUT,
        value=None,
        criteria={"accuracy": Verdict(outcome=Outcome.TIMEOUT)},
        reply_digest=None,
    )
    score = Score(
        id="open-1",
        scorer="medcmr",
        outcome=Outcome.TIMEOUT,
        reason="a repeat failed",
        members=(fine, late),
    )
    (view,) = view_browser(part([item(1, scores=(score,))])).items
    assert [(r.number, r.value) for r in view.scores[0].repeats] == [
        ("1", Shown("60")),
        ("2", Shown(None, "timeout")),
    ]
    assert view.scores[0].repeats[0].criteria == (("Accuracy", Shown("3")),)


def test_an_empty_text_says_that_it_is_empty() -> None:
    """A blank response is shown as empty, not as nothing."""
    source = render_report(summary(), [item(1, inputs=(("Response", "  "),))], title="x")
    assert "(empty)" in source


def test_500_long_items_cost_little_beside_their_text() -> None:
    """Markup of 500 items with four inputs and three criteria stays under 3 MB."""
    items = [item(number) for number in range(500)]
    source = render_report(summary(n_input=500), items, title="x")
    n_texts = sum(len(t) for i in items for _, t in (*i.inputs, *i.replies))
    assert len(source.encode()) - n_texts < 3_000_000
