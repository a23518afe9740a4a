"""The report as its readers meet it: in a browser, headless, from a file, without a network."""

import shutil

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="needs the group `browser`")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

TINY = {
    "ciphers": """
defaults: [smoke, _self_]
""",
    "skeletons": """
defaults: [smoke, _self_]
vertices: 6
plain_vertices: 4
""",
    "sylver": """
defaults: [smoke, _self_]
orders: [smallest, oracle, start_at_four, random, paying_oracle]
rules: [none]
""",
}

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
]


@pytest.fixture(scope="module")
def report(new_project):
    """A small study of three experiments, reproduced."""
    project = new_project()
    for name, text in TINY.items():
        project.write(f"config/{name}/tiny.yaml", text)
    project.snakemake("--config", "study=tiny")
    return project.folder / "results" / "tiny" / "report.html"


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def visit(browser, report):
    """Opens the report; at the end nothing was asked of a network, and nothing failed."""
    opened = []

    def open_page(width=1440, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        page = context.new_page()
        page.asked, page.failed = [], []
        page.on("request", lambda request: page.asked.append(request.url))
        page.on("console", lambda said: said.type == "error" and page.failed.append(said.text))
        page.on("pageerror", lambda error: page.failed.append(str(error)))
        page.goto(report.as_uri())
        opened.append((context, page))
        return page

    yield open_page
    for context, page in opened:
        assert page.asked == [report.as_uri()]
        assert page.failed == []
        context.close()


def shown(page):
    return page.locator(".claims tbody tr:visible").count()


def test_nothing_is_asked_of_a_network_and_nothing_fails(visit):
    page = visit()
    assert page.title() == "pastimes: study tiny"


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_nothing_overflows(visit, width):
    page = visit(width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_verdict_chosen_leaves_its_claims(visit):
    page = visit()
    every = shown(page)
    button = page.locator("button[data-word=open]")
    button.click()
    number = int(button.inner_text().partition("(")[2].rstrip(")"))
    assert 0 < number == shown(page) < every
    page.locator('button[data-word=""]').click()
    assert shown(page) == every


def test_an_essay_chosen_leaves_its_claims(visit):
    page = visit()
    page.select_option("#essay", "Start at four")
    assert shown(page) == page.locator("tr[data-essay='Start at four']").count() > 0


def test_a_word_searched_leaves_claims_that_hold_it(visit):
    page = visit()
    page.fill("#search", "rotation")
    texts = page.locator(".claims tbody tr:visible").all_inner_texts()
    assert texts
    assert all("rotation" in text.lower() for text in texts)
    page.fill("#search", "no such words anywhere")
    assert shown(page) == 0
    assert page.locator("#shown").inner_text().startswith("0 of")


def test_a_column_sorts_both_ways(visit):
    page = visit()
    button = page.get_by_role("button", name="Verdict")
    button.click()
    up = page.locator("td.verdict").all_inner_texts()
    button.click()
    down = page.locator("td.verdict").all_inner_texts()
    assert up == sorted(up) != down == sorted(down, reverse=True)


def test_errors_sort_by_their_size_with_gaps_last(visit):
    page = visit()
    page.get_by_role("button", name="Error").click()
    cells = page.locator("td[data-label=error]")
    values = [cell.get_attribute("data-number") for cell in cells.all()]
    numbers = [float(value) for value in values if value is not None]
    assert values[len(numbers) :] == [None] * (len(values) - len(numbers))
    assert len(numbers) > 1
    assert numbers == sorted(numbers)


def test_the_keyboard_reaches_every_control(visit):
    page = visit()
    wanted = page.locator("a, button, select, input, summary, [tabindex='0']")
    visible = [item for item in wanted.all() if item.is_visible()]
    reached = set()
    for _ in range(len(visible) + 5):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)")
        )
    indices = {
        item.evaluate("node => [...document.querySelectorAll('*')].indexOf(node)")
        for item in visible
    }
    assert indices <= reached


def test_a_button_works_by_keyboard(visit):
    page = visit()
    page.locator("button[data-word=open]").focus()
    page.keyboard.press("Enter")
    assert page.locator("button[data-word=open]").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_reports_no_violation(visit, scheme):
    axe = pytest.importorskip("axe_core_python.sync_playwright", reason="needs `browser`")
    page = visit(color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    found = axe.Axe().run(page)["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in found] == []


def test_a_mark_shows_its_values_when_pointed_at_or_tapped(visit):
    page = visit()
    mark = page.locator("figure svg .tip").first
    mark.scroll_into_view_if_needed()
    mark.dispatch_event("click")
    told = page.locator("#tip").inner_text()
    assert told
    assert told == mark.locator("title").text_content()


def test_print_shows_every_figure_and_hides_controls(visit):
    page = visit()
    page.emulate_media(media="print")
    figures = page.locator("figure svg")
    assert figures.count() > 5
    assert all(figure.is_visible() for figure in figures.all())
    assert not page.locator("#filters").is_visible()


def test_without_scripts_the_claims_are_a_plain_table(visit):
    page = visit(java_script_enabled=False)
    assert shown(page) == page.locator("tr[data-verdict]").count() > 50
    assert not page.locator("#filters").is_visible()


def test_a_table_downloads_in_full(visit):
    page = visit()
    link = page.locator("a[download]").first
    with page.expect_download() as begun:
        link.click()
    assert b"," in begun.value.path().read_bytes()
    page.asked = page.asked[:1]
