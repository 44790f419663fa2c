"""The audit's page: one closed file, every text a text, nothing lost, figures drawn in place."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from typing import NamedTuple

import pytest
from audit_samples import (
    AGREEMENT,
    DIGEST,
    EMOJI,
    EVIL,
    LONG_WORD,
    PAGES_LONG,
    RTL,
    audit_report,
    evil_report,
)

from judgekit.auditing.figure import Section
from judgekit.auditing.page import render_audit, section_names
from judgekit.auditing.result import AuditReport

VOID = {"meta", "br", "input"}


class Element(NamedTuple):
    """A start tag, its attributes and the text up to its end."""

    tag: str
    attributes: dict[str, str | None]
    texts: list[str]

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


class Page(HTMLParser):
    """Elements and nesting of a page; each element has the text of all within it."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs), [])
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.texts.append(data)

    def all(self, tag: str) -> list[Element]:
        return [element for element in self.elements if element.tag == tag]

    def with_class(self, name: str) -> list[Element]:
        return [e for e in self.elements if name in (e.attributes.get("class") or "").split()]


@pytest.fixture(scope="module")
def source() -> str:
    """The page of the sample audit."""
    return render_audit(audit_report())


@pytest.fixture(scope="module")
def page(source: str) -> Page:
    """Its elements."""
    return Page(source)


def test_every_text_stays_a_text() -> None:
    """Markup in titles, ids, labels, rationales and comments adds no element and no handler."""
    source = render_audit(evil_report())
    page = Page(source)
    assert page.open == []
    assert page.all("img") == []
    assert len(page.all("script")) == 1
    assert len(page.all("style")) == 1
    assert not [e for e in page.elements if any(name.startswith("on") for name in e.attributes)]
    assert "<script>document" not in source
    assert source.count("&lt;script&gt;document") > 25
    assert "{{7*7}}" in page.all("title")[0].text
    assert EVIL in page.all("h1")[0].text


def test_nothing_is_asked_for_from_outside(page: Page) -> None:
    """No source, no style attribute, every link leads to an element of the page."""
    names = {name for e in page.elements for name in e.attributes}
    assert not {"src", "srcset", "action", "style", "xlink:href"} & names
    assert {e.tag for e in page.elements}.isdisjoint({"link", "iframe", "object", "img", "form"})
    anchors = {e.attributes["id"] for e in page.elements if "id" in e.attributes}
    links = [str(e.attributes["href"]) for e in page.elements if "href" in e.attributes]
    # The skip link, two readers, five sections, the methods.
    assert len(links) == 9
    assert {link[1:] for link in links} <= anchors
    assert all(link.startswith("#") for link in links)
    style = page.all("style")[0].text
    assert "url(" not in style
    assert "@import" not in style


def test_ids_are_unique_and_headings_descend_without_a_gap(page: Page) -> None:
    """One h1; no level is skipped on the way down; no two elements share an id."""
    ids = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    levels = [int(e.tag[1]) for e in page.elements if re.fullmatch(r"h[1-6]", e.tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_what_was_measured_stands_on_top(page: Page) -> None:
    """Scorer, signature, digests, standing with its reason, and the warnings, before the rest."""
    header = page.all("header")[0].text
    assert "Judge: medcmr" in header
    assert "judge=openai/some-model|rubric=medcmr@1|prompt=default@2" in header
    assert f"Digest of the ratings: {DIGEST[:12]}" in header
    assert DIGEST in header
    assert "confirmatory the plan was fixed on 2025-03-01" in header
    assert "One clinician rated a third of the items." in header
    assert "7 from ratings.csv" in header
    assert "2,000 in every case bootstrap, seed 0" in header


def test_without_plan_or_signature_the_page_says_so() -> None:
    """What is not known is named, not left out."""
    report = audit_report()
    bare = replace(report, data=replace(report.data, plan=None, signature=None, is_metric=True))
    header = Page(render_audit(bare)).all("header")[0].text
    assert "Digest of the plan: no plan" in header
    assert "Signature: unknown" in header
    assert "Metric: medcmr" in header


def test_clinician_comes_first_and_the_statistician_after_a_break(source: str) -> None:
    """Two readers, in this order, the second on a page of its own; methods close it."""
    places = [
        source.index(text)
        for text in (
            '<h2 id="clinician-title">For the clinician</h2>',
            "Harm that was missed</h3>",
            '<h2 id="statistician-title">For the statistician</h2>',
            "Agreement</h3>",
            '<h3 id="methods-title">Methods</h3>',
            "Not for decisions about an individual patient. Not a medical device.",
        )
    ]
    assert places == sorted(places)
    assert ".reader+.reader{break-before:page" in source


def test_the_methods_are_whole_and_can_be_copied(page: Page) -> None:
    """The paragraph as it was given stands in one element that a button names."""
    texts = [e for e in page.all("pre") if e.attributes.get("id") == "methods-text"]
    assert "".join(texts[0].texts).strip() == audit_report().methods
    assert [b.attributes.get("data-copies") for b in page.all("button")] == ["methods-text"]


def test_tables_and_pictures_speak(page: Page) -> None:
    """Each table has a caption, each heading cell a scope, each picture a name or no role."""
    assert len(page.all("table")) == len(page.all("caption"))
    assert all("scope" in e.attributes for e in page.all("th"))
    # The outer svg of a row has the name; the ones within it only place a shape.
    named = [e for e in page.all("svg") if e.attributes.get("class") != "at"]
    for svg in named:
        assert svg.attributes.get("aria-label") or svg.attributes.get("aria-hidden") == "true"
    for region in page.with_class("scroll"):
        assert region.attributes.get("tabindex") == "0"
        assert region.attributes.get("aria-label")


def test_cards_show_every_text_whole_with_its_white_space(page: Page) -> None:
    """Nothing is cut; leading blanks, blank lines and writing direction are kept."""
    texts = ["".join(e.texts)[1:] for e in page.all("pre")]
    for text in (PAGES_LONG, RTL, EVIL, LONG_WORD, EMOJI, "  Two leading blanks.\n\nWhich   drug?"):
        assert text in texts
    assert all(e.attributes.get("dir") == "auto" for e in page.all("pre")[:-1])
    folded = [e.text for e in page.all("summary")]
    # 145 lines of 69 characters are 10,005.
    assert "Response 10,005 characters" in folded
    assert "3 of 29 are shown." in [e.text for e in page.with_class("note")]
    assert "There is none." in [e.text for e in page.with_class("note")]


def test_the_same_input_gives_the_same_bytes(source: str) -> None:
    """Two renderings are equal."""
    assert source == render_audit(audit_report())


def test_only_texts_reach_the_page() -> None:
    """A paragraph that nobody wrote is refused instead of printed as None."""
    broken = Section("x", "X", (None,))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a report shows texts, got NoneType"):
        render_audit(replace(audit_report(), clinician=(broken,)))


def test_section_names_are_safe_and_never_twice() -> None:
    """Paths and markup become a plain name; what coincides is numbered."""
    ids = ("flow", "missed_harm", "../etc/passwd", "flow", "Flow", "<b>", "", "flow-2")
    sections = [Section(one, one) for one in ids]
    assert section_names(sections) == (
        *("flow", "missed_harm", "etc-passwd", "flow-2", "flow-3", "b", "section"),
        "flow-2-2",
    )


def test_a_key_names_one_figure() -> None:
    """A figure in two sections counts once; two that differ under one key are refused."""
    report = audit_report()
    agreement = report.statistician[1]
    again = replace(report, clinician=(*report.clinician, replace(agreement, id="again")))
    assert [one.id for one in again.figures] == [one.id for one in report.figures]
    assert len(report.figures) == 5
    other = agreement.figures[0].model_copy(
        update={"estimate": AGREEMENT.model_copy(update={"n": 9})}
    )
    with pytest.raises(ValueError, match=r"a key names one figure, .*'agreement/accuracy/exact"):
        replace(report, clinician=(Section("x", "X", figures=(other,)),))
    with pytest.raises(KeyError, match="near it: agreement/accuracy/exact_agreement"):
        report.figure("agreement/none")


def test_what_stands_out_has_a_shape_of_its_own(page: Page) -> None:
    """The marked row is drawn as a diamond, the others as circles; a legend says which is which."""
    rows = page.with_class("dots")
    assert len(rows) == 1
    marked = page.with_class("marked")
    assert [e.text.split()[0] for e in marked] == ["Judge"]
    # Three rows of the seven are circles with a value on the axis besides the judge's diamond, and
    # one more stands in the legend: A, B, D, the odd one, legend.
    assert len(page.with_class("spot")) == 5
    words = [e.text for e in page.all("li")]
    assert {"Judge", "the others", "interval", "0", "-0.1 to 0.1"} <= set(words)
    assert "no value" in [e.text for e in page.all("text")]


def test_a_grid_s_cells_say_what_they_mean(page: Page) -> None:
    """Agreement and missed harm are words and signs in the cell, not colour alone."""
    same = [e.text for e in page.with_class("same") if e.tag == "td"]
    assert same == [f"{count} same answer" for count in (18, 31, 62, 96)]
    harm = [e.text for e in page.with_class("harm") if e.tag == "td"]
    assert harm == [f"{count} \N{BLACK UP-POINTING TRIANGLE}harm missed" for count in (3, 2)]
    names = [e.text for e in page.all("th") if e.attributes.get("scope") == "colgroup"]
    assert names == ["Clinicians"]


def test_a_diagram_is_a_list_in_order(page: Page) -> None:
    """Each stage is an item of one ordered list; what leaves stands with its stage."""
    stages = page.with_class("stage")
    assert [e.text for e in stages] == [
        "Scored by the judge 400 items 64 cases",
        "Rated and scored 240 items 40 cases",
        "Analysed 228 items 40 cases 3 clinicians",
    ]
    leaving = page.with_class("leaving")
    assert len(leaving) == 2
    assert leaving[1].text == "Left out here 12 without a verdict"


def test_an_empty_audit_is_a_page() -> None:
    """No section at all: both readers, methods and footer stand."""
    report = audit_report()
    bare = AuditReport("Nothing", report.data, (), (), "", ())
    page = Page(render_audit(bare))
    assert page.open == []
    assert [e.text for e in page.all("h2")] == ["For the clinician", "For the statistician"]
    assert "(empty)" in [e.text for e in page.with_class("why")]
