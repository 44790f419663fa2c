"""The audit's page in a real browser: closed, fit for window, phone, paper and keyboard."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from audit_samples import EVIL, audit_report

from judgekit.auditing.page import render_audit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
]
A4_WIDTH = 794 - 2 * 53
"""Pixels between the margins of 14 mm on A4, at 96 to the inch."""


class Opened(NamedTuple):
    """A page, what it asked for and what it complained of."""

    page: Page
    requests: list[str]
    complaints: list[str]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample audit: every kind of part, with markup, long words and long texts."""
    path = tmp_path_factory.mktemp("audit") / "audit.html"
    path.write_text(render_audit(audit_report()), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def opened(browser: Browser, page_file: Path) -> Iterator[Opened]:
    """The page in a fresh tab."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    requests: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(page_file.as_uri())
    yield Opened(page, requests, complaints)
    page.close()


@pytest.fixture
def page(opened: Opened) -> Page:
    """The tab alone."""
    return opened.page


def open_all(page: Page) -> None:
    """Open every folded text."""
    page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true; })")


def test_it_asks_for_nothing_and_complains_of_nothing(opened: Opened, page_file: Path) -> None:
    """The file is the only request, also when printed; the policy blocks nothing of its own."""
    open_all(opened.page)
    opened.page.pdf(format="A4")
    assert opened.requests == [page_file.as_uri()]
    assert opened.complaints == []
    assert opened.page.title() == "Audit of a judge"


def test_a_script_in_a_rationale_stays_a_text(page: Page) -> None:
    """It is read, character by character, and does not run."""
    rationale = page.locator("p.lab", has_text="Rationale of the judge").locator("+ pre")
    assert rationale.inner_text() == EVIL
    assert page.title() == "Audit of a judge"
    assert page.locator("script").count() == 1


@pytest.mark.parametrize("width", [1280, 768, 390, 320])
def test_nothing_scrolls_sideways(page: Page, width: int) -> None:
    """With everything open the page is as wide as its window; wide tables scroll in place."""
    page.set_viewport_size({"width": width, "height": 844})
    open_all(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    wide = page.get_by_role("group", name="Every coefficient by criterion").first
    assert width == 1280 or wide.evaluate("e => e.scrollWidth > e.clientWidth")


def test_dots_and_grid_fit_a_phone(page: Page) -> None:
    """Neither needs to be scrolled at 390 pixels, and no word of the axis is under 11 pixels."""
    page.set_viewport_size({"width": 390, "height": 844})
    for name in ("table.dots", "table.counts-grid"):
        region = page.locator(f".scroll:has({name})")
        assert region.evaluate("e => e.scrollWidth - e.clientWidth") == 0
    height = page.locator(".axis-row text").first.evaluate(
        "e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a"
    )
    assert height >= 11


def test_the_keyboard_reaches_every_region(page: Page) -> None:
    """Tab goes from the skip link through links and folds to each region that scrolls."""
    wanted = page.locator(".scroll, summary, a, button:visible").count()
    stops = set()
    for number in range(wanted):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            """() => { const e = document.activeElement;
            const all = [...document.querySelectorAll('.scroll, summary, a, button')];
            return [all.indexOf(e), getComputedStyle(e).outlineStyle]; }"""
        )
        if number == 0:
            assert page.evaluate("document.activeElement.textContent") == "Skip to the figures"
        assert stop[1] == "solid"
        stops.add(stop[0])
    assert stops == set(range(wanted))


def test_a_region_is_scrolled_by_its_arrow_keys(page: Page) -> None:
    """A wide table that has the focus moves with the arrow key."""
    page.set_viewport_size({"width": 390, "height": 844})
    region = page.get_by_role("group", name="Every coefficient by criterion").first
    region.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    assert region.evaluate("e => e.scrollLeft") > 0


def test_tables_and_pictures_have_names_for_a_screen_reader(page: Page) -> None:
    """Every heading cell has a scope, every table a name, every picture a name or no role."""
    assert page.locator("th:not([scope])").count() == 0
    tables = page.locator("table")
    assert tables.count() == page.locator("table > caption").count() > 5
    assert page.locator("svg[role=img]:not([aria-label])").count() == 0
    outer = page.locator("svg:not(svg svg)")
    named = page.locator("svg[role=img][aria-label], svg[aria-hidden=true]")
    assert outer.count() == named.count() > 10
    assert page.get_by_role("img", name="Clinician E: undefined: no item rated").count() == 1
    assert page.get_by_role("cell", name="3 harm missed").count() == 1


def test_the_methods_can_be_selected_with_a_button(page: Page) -> None:
    """The button selects the paragraph, copies it where it may, and says what it did."""
    page.get_by_role("button", name="Copy the paragraph").click()
    status = page.locator("#methods [role=status]")
    status.get_by_text("cop").wait_for()
    assert page.evaluate("getSelection().toString().trim()") == audit_report().methods


def test_on_paper_everything_is_open_and_fits(page: Page) -> None:
    """Printed on A4: folded texts are there, navigation is not, no table is wider than the page."""
    page.set_viewport_size({"width": A4_WIDTH, "height": 1000})
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    assert not page.locator("nav").is_visible()
    assert not page.get_by_role("button", name="Copy the paragraph").is_visible()
    widest = page.evaluate(
        "Math.max(...[...document.querySelectorAll('table, svg, pre, .stages')]"
        ".map(e => e.getBoundingClientRect().right))"
    )
    assert widest <= A4_WIDTH
    style = "e => getComputedStyle(e).breakBefore"
    assert page.locator("#statistician").evaluate(style) == "page"
    assert page.locator("#clinician").evaluate(style) == "auto"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_counts_can_be_read_on_every_shade(page: Page, scheme: str) -> None:
    """The contrast of a grid's figures with their shade is at least 4.5 (WCAG 2.1, 1.4.3)."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    ratios = page.evaluate(
        """() => { const light = (text) => {
          const [r, g, b] = text.match(/[\\d.]+/g).map(Number).map(v => v / 255)
            .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
          return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        return [...document.querySelectorAll('.counts-grid tbody td')].map(e => {
          const style = getComputedStyle(e);
          const [a, b] = [light(style.color), light(style.backgroundColor)].sort((x, y) => y - x);
          return (a + 0.05) / (b + 0.05); }); }"""
    )
    assert len(ratios) == 16
    assert min(ratios) >= 4.5


def test_it_can_be_read_without_script(browser: Browser, page_file: Path) -> None:
    """Without JavaScript everything is there, folds open by themselves, no dead button shows."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(page_file.as_uri())
    assert page.get_by_role("button").count() == 0
    page.locator("summary", has_text="10,005 characters").click()
    assert page.get_by_text("A sentence of the rationale").first.is_visible()
    context.close()
