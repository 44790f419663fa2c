"""The page as a whole: one closed file, every text a text, nothing lost and nothing invented."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from itertools import pairwise
from typing import NamedTuple

import pytest
from report_sample_items import failed_item, item
from report_samples import row, summary

from judgekit.records.choice import Choice
from judgekit.records.outcome import Outcome
from judgekit.records.score import Evidence, Member, Score, Verdict
from judgekit.records.signature import Signature
from judgekit.records.summary import Cases, CriteriaCorrelation, LabelCount, Summary
from judgekit.report import ReportItem, ReportPart, ReportTable, render_page, render_report

EVIL = "<script>alert(1)</script>\"'&<img src=x onerror=alert(2)>{{ 7 * 7 }}</pre></style>"
VOID = {"meta", "br", "input", "line", "rect", "circle"}


class Element(NamedTuple):
    """A start tag and its attributes."""

    tag: str
    attributes: dict[str, str | None]


class Page(HTMLParser):
    """Elements, text and nesting of a page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.open[-1] if self.open else "", []).append(data)

    def all(self, tag: str) -> list[Element]:
        return [element for element in self.elements if element.tag == tag]

    @property
    def text(self) -> str:
        parts = (t for tag, t in self.texts.items() if tag not in ("script", "style"))
        return " ".join(text for found in parts for text in found)


@pytest.fixture(scope="module")
def source() -> str:
    """A page of two parts."""
    items = [item(1), failed_item(2, Outcome.TIMEOUT, "no reply within 120 s"), item(3)]
    table = ReportTable("Agreement", ("Facet", "Kappa"), (("Fluency", "0.1"), ("Claim", "")), "x")
    parts = (
        ReportPart("First", ("A text.",), summary(), tuple(items), 4000, (table,)),
        ReportPart("Second", tables=(table,)),
    )
    return render_page(parts, title="Two parts", paragraphs=("Of one page.",))


def evil_summary() -> Summary:
    """A summary with markup in every text."""
    return summary(
        signature={EVIL: Signature(fields={EVIL: EVIL})},
        cases=Cases(declared=True, n=3, note=EVIL),
        usage={EVIL: {EVIL: EVIL, "spent": {EVIL: 1}, "models_returned": {EVIL: 3}}},
        warnings=(EVIL,),
        rows=(
            row(scorer=EVIL, name=EVIL, method=EVIL, group={EVIL: EVIL}),
            row(scorer=EVIL, name=EVIL, criterion=EVIL, outcomes={EVIL: 2}),
            row(
                scorer=EVIL,
                name=EVIL,
                value=None,
                reason=EVIL,
                low=None,
                high=None,
                interval_reason=EVIL + "i",
                worst=None,
                best=None,
                bounds_reason=EVIL + "b",
                distribution=(LabelCount(value=EVIL, count=1),),
            ),
        ),
        correlations=(
            CriteriaCorrelation(
                scorer=EVIL, first=EVIL, second="b", spearman=None, reason=EVIL, n=2
            ),
        ),
    )


def evil_item() -> ReportItem:
    """An item with markup in every text."""
    verdict = Verdict(
        outcome=Outcome.SCORED,
        value=EVIL,
        reason=EVIL,
        evidence=(Evidence(quote=EVIL, source="response", verified=False),),
    )
    member = Member(
        repeat=0,
        outcome=Outcome.SCORED,
        value=1.0,
        criteria={EVIL: verdict},
        reply_digest=EVIL,
    )
    score = Score(
        id=EVIL,
        scorer=EVIL,
        outcome=Outcome.SCORED,
        value=1.0,
        reason=EVIL,
        criteria={EVIL: verdict},
        members=(member,),
        reply_digest=EVIL,
        choice=Choice(status="answered", labels=(EVIL,), rule=EVIL, span=(0, 3)),
    )
    return ReportItem(EVIL, EVIL, ((EVIL, EVIL),), (score,), ((EVIL, EVIL),))


def test_every_text_stays_a_text() -> None:
    """Markup in any field of a page adds no element: the tags are those of the template alone."""
    table = ReportTable(EVIL, (EVIL, EVIL), ((EVIL, EVIL),), EVIL)
    part = ReportPart(EVIL, (EVIL,), evil_summary(), (evil_item(),), None, (table,))
    source = render_page((part,), title=EVIL + "t", paragraphs=(EVIL,))
    page = Page(source)
    assert page.all("img") == []
    assert len(page.all("script")) == 1
    assert len(page.all("style")) == 1
    assert not [e for e in page.elements if any(name.startswith("on") for name in e.attributes)]
    assert page.open == []
    assert source.count("&lt;script&gt;alert(1)") > 40
    assert "{{ 7 * 7 }}" in page.text
    assert page.text.count("<script>alert(1)</script>") > 40


def test_what_html_cannot_hold_is_shown_as_an_escape() -> None:
    """Control characters and lone surrogates become visible escapes, and the page encodes."""
    odd = item(1, inputs=(("Response", "a\x00b\ud800c\x1bd\te\nf"),))
    source = render_report(summary(), [odd], title="odd")
    assert "a\\x00b\\ud800c\\x1bd\te\nf" in source
    source.encode("utf-8")


def test_nothing_is_asked_for_from_outside(source: str) -> None:
    """No address, no source, and every link points into the page itself."""
    assert "http:" not in source
    assert "https:" not in source
    assert "url(" not in source
    assert "@import" not in source
    page = Page(source)
    attributes = [name for e in page.elements for name in e.attributes]
    assert not {"src", "srcset", "action", "style", "xlink:href"} & set(attributes)
    anchors = {e.attributes["id"] for e in page.elements if "id" in e.attributes}
    links = [e.attributes["href"] for e in page.elements if "href" in e.attributes]
    assert len(links) > 10
    assert all(link is not None and link.startswith("#") for link in links)
    assert {str(link)[1:] for link in links} <= anchors
    assert {e.tag for e in page.elements}.isdisjoint({"link", "iframe", "object", "img", "form"})


def test_the_policy_admits_the_page_s_own_style_and_script_only(source: str) -> None:
    """The policy's hashes are SHA-256 over exactly what stands between the tags (CSP level 2)."""
    page = Page(source)
    policy = next(
        e.attributes["content"]
        for e in page.all("meta")
        if e.attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        found = re.findall(rf"<{tag}>(.*?)</{tag}>", source, re.DOTALL)
        assert len(found) == 1
        digest = base64.b64encode(hashlib.sha256(found[0].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_ids_are_unique_and_headings_descend_in_order(source: str) -> None:
    """One h1, no level is skipped on the way down, and no two elements share an id."""
    page = Page(source)
    ids = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    levels = [int(e.tag[1]) for e in page.elements if re.fullmatch(r"h[1-6]", e.tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_tables_and_pictures_speak(source: str) -> None:
    """Each table has a caption, each heading cell a scope, each picture words or no role."""
    page = Page(source)
    assert len(page.all("table")) == len(page.all("caption"))
    assert all("scope" in e.attributes for e in page.all("th"))
    for svg in page.all("svg"):
        assert svg.attributes.get("aria-label") or svg.attributes.get("aria-hidden") == "true"
    assert "Total: value 58.0, 95 % interval 52.1 to 63.9, bounds 49.7 to 64.0" in {
        e.attributes.get("aria-label") for e in page.all("svg")
    }


def test_the_same_input_gives_the_same_bytes(source: str) -> None:
    """Two renderings are equal, and no time stands in them."""
    once = render_report(summary(), [item(1)], title="x")
    assert once == render_report(summary(), [item(1)], title="x")
    assert not re.search(r"\b\d\d:\d\d\b", Page(source).text.replace("127.0.0.1:8080", ""))


def test_a_single_run_bears_the_page_s_title_once() -> None:
    """A page of one run has the title as its h1 and no part heading of the same words."""
    page = Page(render_report(summary(), [], title="My run", paragraphs=("Of mine.",)))
    assert [t.strip() for t in page.texts["h1"]] == ["My run"]
    assert "My run" not in " ".join(page.texts["h2"])
    assert "Of mine." in page.texts["p"]


def test_the_signature_is_shown_field_by_field_and_as_a_line(source: str) -> None:
    """Every field and value of each signature, and its one-line form."""
    page = Page(source)
    for signature in summary().signature.values():
        for name, value in signature.fields.items():
            assert name in page.texts["dt"]
            assert value in page.texts["dd"]
        assert str(signature) in page.texts["p"]


def test_what_a_reader_must_know_is_on_the_page(source: str) -> None:
    """Warnings, the note on cases, an unfinished or limited run and the disclaimer."""
    text = Page(source).text
    for warning in summary().warnings:
        assert warning in text
    assert "clustered by case_id" in text
    assert "Not for decisions about an individual patient" in text
    assert "Not a medical device" in text
    assert "Scores are not official unless the benchmark's owner made them" in text
    cases = Cases(declared=False, n=12, note="assumes independent rows: no case_id was given")
    partial = summary(complete=False, limit=12, n_input=1500, cases=cases)
    text = Page(render_report(partial, [], title="x")).text
    assert "The run is not complete" in text
    assert "only the first" in text
    assert "assumes independent rows" in text


def test_a_table_s_rows_fit_its_columns() -> None:
    """A row with a cell too few is refused with its number; an empty cell is not left blank."""
    with pytest.raises(ValueError, match=r"report table 'T', row 2: .* 2 cells.* got 1"):
        ReportTable("T", ("a", "b"), (("1", "2"), ("3",)))
    table = ReportTable("T", ("a", "b"), (("1", " "),))
    page = Page(render_page([ReportPart("P", tables=(table,))], title="x"))
    assert "not stated" in page.text


def test_a_page_without_parts_is_a_page() -> None:
    """No part at all: title and footer stand."""
    page = Page(render_page((), title="Nothing"))
    assert [t.strip() for t in page.texts["h1"]] == ["Nothing"]
    assert page.open == []


def test_only_texts_reach_the_page() -> None:
    """A value that nobody formatted is refused instead of printed as None or nan."""
    bad = ReportPart("P", paragraphs=(None,))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a report shows texts, got NoneType"):
        render_page([bad], title="x")
