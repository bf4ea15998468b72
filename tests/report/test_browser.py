"""Pages in a real browser: no complaint, no axe finding, sorting, filtering, theme, and narrow screens."""

import pytest
from support import axe, devtools
from support.report_tables import make_tables

from naivebench.report.build import build_site
from naivebench.report.figures import draw_figures
from naivebench.report.tables import read_pages

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(devtools.BROWSER is None, reason="no chromium on this machine: no page was opened"),
]
WIDTHS, THEMES = (1400, 420), ("light", "dark")
RANKING = "document.querySelector('#ranking table')"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    make_tables(folder / "tables")
    draw_figures(folder / "tables", folder / "figures")
    build_site(folder / "tables", folder / "figures", folder / "out")
    return folder / "out"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with devtools.browser(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


@pytest.fixture
def tab(browser):
    browser.events.clear()
    browser.resize(1400)
    return browser


def open_page(tab, site, name, theme="light"):
    """Open a page with the theme that the system prefers, and forget the stored one."""
    tab.open((site / name).as_uri())
    tab.js("localStorage.removeItem('theme')")
    tab.resize(tab.js("innerWidth"), theme=theme)
    tab.open("about:blank")
    tab.open((site / name).as_uri())


def read_column(tab, index):
    """Texts of a column of the ranking."""
    return tab.js(
        f"[...{RANKING}.tBodies[0].rows].filter((r) => !r.hidden).map((r) => r.cells[{index}].innerText)"
    )


@pytest.mark.parametrize("name", [*read_pages()])
def test_no_page_complains_or_asks_the_network(tab, site, name):
    open_page(tab, site, name)
    assert tab.complaints() == []
    assert all(address.startswith(("file:", "data:", "about:")) for address in tab.requests())


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", [*read_pages()])
def test_no_page_scrolls_sideways(tab, site, name, width):
    tab.resize(width)
    open_page(tab, site, name)
    tab.js("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    assert tab.js("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "name", ["index.html", "methods.html", "claims.html", "papers/robles2003.html", "about.html"]
)
def test_axe_finds_nothing(tab, site, name, width, theme, tmp_path_factory):
    tab.resize(width)
    open_page(tab, site, name, theme)
    tab.js("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    assert axe.violations(tab, axe.source(tmp_path_factory)) == []


def test_a_header_sorts_its_column_both_ways_and_says_so(tab, site):
    open_page(tab, site, "index.html")
    header = "#ranking thead th:nth-child(5)"
    tab.click(f"{header} button")
    up = [float(text) for text in read_column(tab, 4)]
    assert up == sorted(up)
    assert tab.js(f"document.querySelector('{header}').getAttribute('aria-sort')") == "ascending"
    tab.click(f"{header} button")
    assert [float(text) for text in read_column(tab, 4)] == up[::-1]


def test_drawn_intervals_sort_by_their_estimates(tab, site):
    open_page(tab, site, "index.html")
    tab.click("#ranking thead th:nth-child(2) button")
    gains = [float(text.split()[0].replace("−", "-")) for text in read_column(tab, 2)]
    assert gains == sorted(gains)


def test_a_long_table_is_filtered_by_all_words(tab, site):
    open_page(tab, site, "papers/lopezcruz2013.html")
    tab.open((site / "methods.html").as_uri())
    tab.js("document.querySelector('input.cards').focus()")
    tab.type("aode AVERAGED")
    shown = tab.js("[...document.querySelectorAll('.card')].filter((c) => !c.hidden).map((c) => c.id)")
    assert shown == ["aode"]


def test_the_theme_follows_the_system_until_the_reader_chooses(tab, site):
    open_page(tab, site, "index.html", "dark")
    dark = tab.js("getComputedStyle(document.body).backgroundColor")
    tab.click(".theme")
    light = tab.js("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    tab.open((site / "about.html").as_uri())
    assert tab.js("getComputedStyle(document.body).backgroundColor") == light


def test_an_address_opens_the_card_that_it_names(tab, site):
    open_page(tab, site, "methods.html")
    tab.open((site / "methods.html").as_uri() + "#aode")
    assert tab.js("document.getElementById('aode').open")


def test_pages_are_complete_without_the_script(tab, site):
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    tab.load((site / "index.html").as_uri())
    tab.call("Emulation.setScriptExecutionDisabled", value=False)
    assert tab.js(f"{RANKING}.tBodies[0].rows.length") == 5
    assert tab.js("document.querySelectorAll('button').length") == 0
