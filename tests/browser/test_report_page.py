"""Reports in a real browser: they open offline, say nothing in the console, fit the window, and show every hand."""

import pytest

WIDTHS = (1280, 390)
KINDS = ("limit", "no-limit", "two structures", "three players of limit", "hidden cards")
OUTSIDE = """() => {
  const width = document.documentElement.clientWidth;
  const clips = (node) => node && (getComputedStyle(node).overflowX !== "visible" || clips(node.parentElement));
  return [...document.body.querySelectorAll("*")].filter((node) => {
    const box = node.getBoundingClientRect();
    const isHidden = node.closest(".skip, #js-plotly-tester");
    return box.width && (box.right > width + 1 || box.left < -1) && !isHidden && !clips(node.parentElement);
  }).map((node) => node.tagName + " " + node.className + " " + node.textContent.slice(0, 40));
}"""
COVERED = """() => {
  const found = [];
  for (const cell of document.querySelectorAll("td, tbody th, thead th")) {
    if (cell.scrollWidth > cell.clientWidth + 1 && !cell.closest(".opened")) found.push(cell.textContent.slice(0, 60));
  }
  return found;
}"""


@pytest.fixture(scope="module", params=KINDS)
def page(browser, reports, request):
    """Return an opened report; whatever it asks for or says is an error."""
    context = browser.new_context(viewport={"width": WIDTHS[0], "height": 900}, offline=True)
    context.set_default_timeout(120_000)  # milliseconds; a busy machine takes long to start a page
    opened = context.new_page()
    said, asked = [], []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("request", lambda asking: asked.append(asking.url))
    opened.goto(reports[request.param].as_uri())
    yield opened
    context.close()
    assert not said
    assert len(asked) == 1, f"only the page itself, not {asked[1:]}"


@pytest.fixture(params=WIDTHS)
def sized(page, request):
    """Return the same in a window of this width."""
    page.set_viewport_size({"width": request.param, "height": 900})
    return page


def _scroll_through(page):
    """Scroll down slowly enough that every plot near the window is drawn."""
    height = page.evaluate("document.documentElement.scrollHeight")
    for top in range(0, height, 700):
        page.evaluate(f"scrollTo(0, {top})")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_function(
        "[...document.querySelectorAll('.plot')].every((plot) => plot.classList.contains('js-plotly-plot'))"
    )


def test_it_fits_its_window_and_draws_its_plots(sized):
    page = sized
    _scroll_through(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert not page.evaluate(OUTSIDE)
    assert not page.evaluate(COVERED)
    plots = page.locator(".plot")
    for number in range(plots.count()):
        assert plots.nth(number).locator(".scatterlayer .trace").count() >= 1


def test_every_link_leads_to_its_place_and_every_hand_opens(sized):
    page = sized
    links = page.evaluate("[...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'))")
    assert links
    for link in links:
        assert link.startswith("#")
        assert page.locator(link).count() == 1, f"nothing at {link}"
    for link in page.locator("nav a").all():
        link.click()
        target = page.locator(link.get_attribute("href"))
        assert target.evaluate("(node) => Math.abs(node.getBoundingClientRect().top) < innerHeight")
    for button in page.locator("button.opens").all():
        row = page.locator(f"#{button.get_attribute('aria-controls')}")
        assert not row.is_visible()
        button.click()
        assert row.locator(".hand").first.is_visible()
    for summary in page.locator("summary").all():
        summary.click()
        hand = summary.locator("xpath=..").locator(".hand")
        assert hand.is_visible()
        assert hand.locator(".moves li").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert not page.evaluate(OUTSIDE), "with every hand open"
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = false; })")
    page.evaluate("document.querySelectorAll('button.opens').forEach((each) => each.click())")


def test_dark_and_print(browser, reports):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="dark")
    context.set_default_timeout(120_000)
    opened = context.new_page()
    opened.goto(reports["no-limit"].as_uri())
    dark = opened.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, dark.removeprefix("rgb(").removesuffix(")").split(","))) < 150
    printed = opened.pdf()
    assert printed.startswith(b"%PDF")
    opened.emulate_media(media="print", color_scheme="light")
    assert not opened.locator("nav").is_visible()
    context.close()
