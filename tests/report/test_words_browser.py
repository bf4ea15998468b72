"""Words, columns and origins in a real browser: explained on hover and focus, chosen, and kept in the
address.
"""

import pytest
from support import devtools, words_fixture

from naivebench.benchmark.results.summaries import summarize
from naivebench.report import glossary, page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        devtools.BROWSER is None, reason="no chromium on this machine: the page was not driven in a browser"
    ),
]

HEADS = """[...document.querySelectorAll('#table-ranking thead th')].filter((th) => th.checkVisibility())
  .map((th) => th.dataset.key)"""
TIP = "(() => { const tip = document.querySelector('#tip'); return tip.hidden ? '' : tip.textContent; })()"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    root = tmp_path_factory.mktemp("words-browser")
    results = words_fixture.loaded(root)
    files = page.shipped(page.build(results, summarize(results), page.pictures(None)))
    path = root / "index.html"
    path.write_text(files["index.html"], encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with devtools.browser(tmp_path_factory.mktemp("profile"), "--window-size=1440,900") as found:
        yield found


@pytest.fixture
def tab(browser, address):
    browser.open("about:blank")
    browser.events.clear()
    browser.open(address)
    yield browser
    assert browser.complaints() == []


def test_a_term_is_explained_on_focus_and_closed_by_escape(tab):
    tab.js("document.querySelector('#table-ranking th[data-key=wins] button').focus()")
    assert glossary.BY_LABEL["W/T/L"].meaning in tab.js(TIP)
    described = "document.activeElement.getAttribute('aria-describedby')"
    assert tab.js(described) == "tip"
    tab.key("Escape")
    assert tab.js(TIP) == ""
    assert tab.js(described) is None


def test_columns_are_chosen_and_the_address_keeps_them(tab, address):
    before = tab.js(HEADS)
    tab.click("#table-ranking .more")
    tab.js("document.querySelector('#table-ranking .columns').open = true")
    tab.settle()
    tab.js(
        "[...document.querySelectorAll('#table-ranking .columns label')]"
        ".find((l) => l.textContent.trim() === 'Group').querySelector('input').click()"
    )
    assert tab.js(HEADS) == [key for key in before if key != "group"]
    assert "hide.ranking=group" in tab.js("location.hash")
    kept = tab.js("location.hash")
    tab.open("about:blank")
    tab.open(address + kept)
    assert tab.js(HEADS) == [key for key in before if key != "group"]


def test_the_first_columns_of_the_heat_map_are_those_of_the_best_methods(tab, address):
    tab.open("about:blank")
    tab.open(address + "#scores")
    tab.settle()
    order = "[...document.querySelectorAll('#table-scores thead th[data-m]')].map((th) => th.dataset.m)"
    ranked = "[...document.querySelectorAll('#table-ranking tbody tr')].map((tr) => tr.dataset.m)"
    shown, best = tab.js(order), tab.js(ranked)
    assert shown[: len(best)] == best
    first = "getComputedStyle(document.querySelector('#table-scores tbody th')).position"
    assert tab.js(first) == "sticky"


def test_a_click_on_a_score_shows_its_files(tab, address):
    tab.open("about:blank")
    tab.open(address + "#scores")
    tab.settle()
    tab.js(
        "(() => { const row = document.querySelector('#table-scores tr[data-d=glass]');"
        " const i = [...document.querySelectorAll('#table-scores thead th')]"
        ".findIndex((th) => th.dataset.m === 'nb'); row.cells[i].click(); })()"
    )
    tab.settle()
    text = tab.js("document.querySelector('dialog').textContent")
    assert "results/scores/honest.parquet" in text
    assert "results/predictions/honest/glass.npz" in text
    assert "log_proba/nb" in text
    tab.js("document.querySelector('dialog button').click()")
    tab.settle()
    assert tab.js("document.querySelector('dialog')") is None


def test_scores_open_with_the_keyboard_and_have_a_description(tab, address):
    tab.open("about:blank")
    tab.open(address + "#scores")
    assert tab.js("document.querySelectorAll('#table-scores td[tabindex]').length") == 1
    tab.js("document.querySelector('#table-scores td[tabindex]').focus()")
    first = tab.js("document.activeElement.getAttribute('aria-label')")
    tab.key("ArrowRight")
    tab.key("ArrowDown")
    cell = "document.activeElement"
    heads = "document.querySelector('#table-scores thead tr').cells"
    method = tab.js(f"{heads}[{cell}.cellIndex].dataset.m")
    dataset = tab.js(f"{cell}.parentElement.dataset.d")
    label = tab.js(f"{cell}.getAttribute('aria-label')")
    assert label == f"{method} on {dataset}: {tab.js(f'{cell}.textContent')}, open its origin" != first
    assert tab.js(f"{cell}.getAttribute('aria-haspopup')") == "dialog"
    assert tab.js("document.querySelectorAll('#table-scores td[tabindex]').length") == 1
    tab.key("Enter")
    assert "results/scores/honest.parquet" in tab.js("document.querySelector('dialog').textContent")
    assert "test folds: " in tab.js("document.querySelector('dialog').textContent")
    tab.key("Escape")
    assert tab.js("document.querySelector('dialog')") is None
    assert tab.js(f"{cell}.getAttribute('aria-label')") == label, "the focus is where it was"
