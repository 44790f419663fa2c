"""The page in a real browser: it asks for nothing, filters, and fits the window."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from report_sample_items import failed_item, item
from report_samples import summary

from judgekit.records.outcome import Outcome
from judgekit.report import render_report

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


class Opened(NamedTuple):
    """A page, what it asked for and what it complained of."""

    page: Page
    requests: list[str]
    complaints: list[str]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 40 items, one of them failed and one with markup in its response."""
    items = [item(number) for number in range(40)]
    items[7] = failed_item(7, Outcome.TIMEOUT, "no reply within 120 s")
    items[9] = item(
        9, inputs=(("Response", "<script>document.title = 'taken'</script>" + "x" * 999),)
    )
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(render_report(summary(), items, title="A run"), encoding="utf-8")
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


def test_it_asks_for_nothing_and_complains_of_nothing(opened: Opened, page_file: Path) -> None:
    """The file is the only request; the policy blocks nothing of its own; markup stays text."""
    opened.page.get_by_role("button", name="Open all").click()
    assert opened.requests == [page_file.as_uri()]
    assert opened.complaints == []
    assert opened.page.title() == "A run"


def test_the_policy_stops_what_would_get_in(opened: Opened) -> None:
    """An inline handler or an image that found its way into the page does nothing."""
    opened.page.evaluate(
        """() => { const box = document.createElement("div");
        box.innerHTML = "<img src='//nowhere.invalid/x.png' onerror='document.title=1'>";
        document.body.append(box); }"""
    )
    opened.page.wait_for_timeout(200)
    assert opened.page.title() == "A run"
    assert len(opened.complaints) == 2
    assert all("Content Security Policy" in complaint for complaint in opened.complaints)


def test_items_are_filtered_by_outcome_and_text(page: Page) -> None:
    """Each filter alone, both together, and none; the count is announced."""
    shown = page.locator("details.item:visible")
    assert shown.count() == 40
    page.get_by_label("Outcome", exact=True).select_option("timeout")
    assert shown.count() == 1
    assert "open-7" in shown.first.inner_text()
    assert page.get_by_role("status").inner_text() == "1 of the 40 items on this page"
    page.get_by_label("Text", exact=True).fill("OPEN-3")
    assert shown.count() == 0
    page.get_by_label("Outcome", exact=True).select_option("")
    # open-3 and open-30 to open-39
    assert shown.count() == 11
    page.get_by_label("Text", exact=True).fill("")
    assert shown.count() == 40


def test_the_keyboard_reaches_and_opens_an_item(page: Page) -> None:
    """Enter on a focused headline opens the item; the first stop skips to the figures."""
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the figures"
    page.locator("details.item > summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("details.item").first.get_attribute("open") is not None


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_scrolls_sideways(page: Page, width: int) -> None:
    """With every item open the page is as wide as its window."""
    page.set_viewport_size({"width": width, "height": 844})
    page.get_by_role("button", name="Open all").click()
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_bounds_are_as_heavy_as_the_mean_where_much_is_missing(page: Page) -> None:
    """Under 95 % coverage the bounds have the mean's weight and size; above, they do not."""
    weight = "e => getComputedStyle(e).fontWeight + ' ' + getComputedStyle(e).fontSize"
    low = page.locator("tr.low").first
    mean = low.locator(".mean").evaluate(weight)
    assert low.locator(".limits").evaluate(weight) == mean
    whole = page.locator(".figures tr:not(.low):not(.block):has(.limits)").first
    assert whole.locator(".limits").evaluate(weight) != mean


def test_items_are_open_on_paper(page: Page) -> None:
    """Printing opens every item and closes it afterwards."""
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.item[open]").count() == 0


def test_it_can_be_read_without_script(browser: Browser, page_file: Path) -> None:
    """Without JavaScript all items are there and open by themselves; no dead control shows."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(page_file.as_uri())
    assert page.locator("details.item:visible").count() == 40
    assert page.get_by_role("button").count() == 0
    page.locator("details.item > summary").first.click()
    assert page.get_by_text("no reply within 120 s").first.is_visible()
    context.close()
