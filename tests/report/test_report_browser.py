"""The page in a real headless browser: tabs, sorting, filters, search, the address, keyboard and print.

It also works without scripts, logs no errors and sends no requests.
"""

import itertools
import json
from dataclasses import replace

import pytest
from support import devtools, report_fixture

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.report import gains, packing, page
from naivebench.report.figures import catalogue

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        devtools.BROWSER is None, reason="no chromium on this machine: the page was not driven in a browser"
    ),
]

COLUMN = """((table, key) => {
  const box = document.querySelector(`[data-table="${table}"]`);
  const i = [...box.querySelectorAll("thead th")].findIndex((th) => th.dataset.key === key);
  const shown = [...box.querySelectorAll("tbody tr")].filter((r) => !r.hidden);
  return shown.map((r) => r.cells[i].textContent.trim());
})"""
MENU = "[...document.querySelectorAll('#menu-ranking button')]"
FEW = 8
TABLES = """[...document.querySelectorAll("section.on .table")].filter((t) => t.checkVisibility()
  && t.querySelector("table.data")).map((t) => [t.querySelector("table.data").all.length,
  t.querySelector(".tools").checkVisibility(), t.querySelectorAll(".more").length])"""
SHOWN = "[...document.querySelectorAll('main > section')].filter((s) => s.checkVisibility()).map((s) => s.id)"


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    root = report_fixture.write(tmp_path_factory.mktemp("browser"), n_datasets=7, n_methods=9)
    return load(root / "results", root / "prepared")


@pytest.fixture(scope="module")
def address(results, tmp_path_factory):
    root = tmp_path_factory.mktemp("page")
    with pytest.MonkeyPatch.context() as patched:  # with these settings, tables of this size count as long
        patched.setattr(packing, "ROWS", 50)
        patched.setattr(packing, "PIECE", 4)
        patched.setattr(packing, "FEW", FEW)
        summary = summarize(results)
        drawn = {"pareto": catalogue.draw("pareto", results, summary)}
        files = page.shipped(page.build(results, summary, page.pictures(None) | drawn))
    path = root / "index.html"
    path.write_text(files["index.html"], encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with devtools.browser(tmp_path_factory.mktemp("profile"), "--window-size=1300,900") as found:
        yield found


@pytest.fixture
def tab(browser, address):
    """The page, freshly opened.

    Afterwards the test fails if the browser logged an error or sent a request.
    """
    browser.open("about:blank")
    browser.events.clear()
    browser.open(address)
    yield browser
    assert browser.complaints() == []
    assert [r for r in browser.requests() if not r.startswith((address, "data:", "about:", "blob:"))] == []


def column(tab, table, key):
    return tab.js(f"{COLUMN}('{table}', '{key}')")


def go(tab, name):
    """Open a page with clicks on its menu entry and, if the entry has several pages, on its link."""
    first = next(e.pages[0].id for e in page.ENTRIES if name in [p.id for p in e.pages])
    if tab.js(f"!document.querySelector('#tab-{name}').checkVisibility()"):
        tab.click(f".tabs > li > a[href='#{first}']")
    tab.click(f"#tab-{name}")


def numbers(tab, table, key):
    return [float(v) for v in column(tab, table, key) if v != formats.DASH]


def choose(tab, name, value):
    tab.js(
        f"(() => {{ const s = document.querySelector('#{name}'); s.value = '{value}'; "
        f"s.dispatchEvent(new Event('change')); }})()"
    )


def test_one_section_is_shown_at_a_time_and_the_address_names_it(tab):
    assert tab.js(SHOWN) == ["ranking"]
    assert tab.js("document.querySelector('#top').checkVisibility()")
    go(tab, "statistics")
    assert tab.js(SHOWN) == ["statistics"]
    assert not tab.js("document.querySelector('#top').checkVisibility()")
    assert tab.js("location.hash") == "#statistics"
    assert tab.js("[...document.querySelectorAll('.tabs [aria-current=page]')].map((a) => a.id)") == [
        "tab-statistics"
    ]
    assert tab.js("scrollY") == 0
    tab.js("history.back()")
    tab.settle()
    assert tab.js(SHOWN) == ["ranking"]


def test_the_navigation_has_nine_entries_and_shows_the_pages_of_the_open_one(tab):
    titles = "[...document.querySelectorAll('.tabs > li > a')].map((a) => a.firstChild.textContent)"
    pages = (
        "[...document.querySelectorAll('.tabs ul a')].filter((a) => a.checkVisibility())"
        ".map((a) => a.textContent)"
    )
    assert tab.js(titles) == [e.title for e in page.ENTRIES]
    assert len(page.ENTRIES) == 9
    for entry in page.ENTRIES:
        tab.click(f".tabs > li > a[href='#{entry.pages[0].id}']")
        assert tab.js(SHOWN) == [entry.pages[0].id]
        shown = tab.js(pages)
        assert shown[: len(entry.pages)] == [p.title for p in entry.pages] or not shown
        assert bool(shown) == (len(entry.pages) > 1 or entry.id == "papers")


# addresses of earlier versions of the page
PAGES = [
    *("ranking", "leaderboard", "versus", "claims", "scores", "protocols", "papers", "robles2003"),
    *("datasets", "methods", "statistics", "calibration", "learning", "cost", "problems", "glossary"),
    "provenance",
]
OLD = {name: name for name in PAGES} | {
    "top": "ranking",
    "table-jobs": "cost",
    "table-pairs": "statistics",
    "method-nb": "methods",
    "dataset-crx": "datasets",
}


@pytest.mark.parametrize("anchor", OLD)
def test_an_old_address_leads_to_its_page(tab, address, anchor):
    tab.open("about:blank")
    tab.open(f"{address}#{anchor}")
    tab.js("packed.ready")
    tab.settle()
    assert tab.js(SHOWN) == [OLD[anchor]]


def test_a_click_on_a_heading_sorts_down_up_and_back(tab):
    before = column(tab, "ranking", "method")
    heading = "[data-table=ranking] th[data-key=mean] button"
    tab.click(heading)
    down = numbers(tab, "ranking", "mean")
    assert down == sorted(down, reverse=True)
    assert "sort.ranking=mean" in tab.js("location.hash")
    tab.click(heading)
    assert numbers(tab, "ranking", "mean") == down[::-1]
    assert (
        tab.js("document.querySelector('[data-table=ranking] th[data-key=mean]').getAttribute('aria-sort')")
        == "ascending"
    )
    assert "ascending" in tab.js("document.querySelector('#live').textContent")
    tab.click(heading)
    assert column(tab, "ranking", "method") == before


def test_enter_on_a_heading_sorts_too(tab):
    tab.js("document.querySelector('[data-table=ranking] th[data-key=average_rank] button').focus()")
    tab.key("Enter")
    ranks = numbers(tab, "ranking", "average_rank")
    assert ranks == sorted(ranks, reverse=True)


def test_the_filter_of_a_table_keeps_rows_with_the_word_and_counts_them(tab):
    total = len(column(tab, "ranking", "method"))
    tab.js("document.querySelector('[data-table=ranking] .tools input').focus()")
    tab.type("baseline")
    assert set(column(tab, "ranking", "group")) == {"baseline"}
    assert "filter.ranking=baseline" in tab.js("location.hash")
    assert tab.js("document.querySelector('[data-table=ranking] .count').textContent") == f"1 of {total} rows"
    tab.key("Escape")
    assert len(column(tab, "ranking", "method")) == total


def test_metric_protocol_and_group_determine_what_is_shown(tab):
    choose(tab, "metric", "log_loss_clipped")
    go(tab, "scores")
    assert tab.js("document.querySelector('[data-table=scores] caption').textContent").startswith(
        "Log loss, clipped"
    )
    choose(tab, "protocol", "paper/robles2003")
    caption = "document.querySelector('[data-table=scores] caption').textContent"
    assert "paper/robles2003" in tab.js(caption)
    assert "points" not in tab.js(caption)
    choose(tab, "metric", "")
    assert " points from nb." in tab.js(caption)
    go(tab, "cost")
    assert set(column(tab, "cost", "protocol")) == {"paper/robles2003"}
    tab.click("aside [data-opens=choices]")
    tab.click("[name=group][value='Bayesian network']")
    assert "Bayesian network" not in column(tab, "cost", "group")
    go(tab, "statistics")
    hidden = {"tan", "kdb", "aode"}
    assert not hidden & {v.lstrip("■●◆▲▼") for v in (*column(tab, "pairs", "a"), *column(tab, "pairs", "b"))}
    go(tab, "scores")
    heads = tab.js(
        "[...document.querySelectorAll('[data-table=scores] thead th[data-m]')].filter((t) => "
        "t.checkVisibility()).map((t) => t.dataset.m)"
    )
    assert heads
    assert not hidden & set(heads)
    tab.click("#reset")
    assert set(column(tab, "cost", "protocol")) == {"paper/robles2003"}, (
        "a table of another tab waits until it is shown"
    )
    go(tab, "cost")
    assert set(column(tab, "cost", "protocol")) == {"honest", "paper/robles2003"}


def test_a_tab_that_does_not_follow_the_choice_has_a_note(tab):
    told = "document.querySelector('#whole').checkVisibility()"
    go(tab, "statistics")
    assert not tab.js(told)
    choose(tab, "kind", "mixed")
    tab.click("aside [data-opens=choices]")
    assert tab.js(told)
    for name in ("ranking", "leaderboard"):
        go(tab, name)
        assert not tab.js(told)
    go(tab, "cost")
    assert tab.js(told)
    tab.click("#reset")
    assert not tab.js(told)


def test_a_long_table_draws_its_first_rows_and_sorts_filters_and_saves_all(tab):
    go(tab, "protocols")
    first = column(tab, "protocols", "dataset")
    count = tab.js("document.querySelector('[data-table=protocols] .count').textContent")
    assert len(first) == 50
    rows = int(count.split()[0])
    assert rows > 50 + 4, "two pieces wait as text"
    assert count == f"{rows} rows, the first 50 here"
    tab.click("[data-table=protocols] th[data-key=dataset] button")
    tab.click("[data-table=protocols] th[data-key=dataset] button")
    last = column(tab, "protocols", "dataset")
    assert len(last) == 50
    assert last[0] == max(first + last, key=str.lower)
    tab.click("[data-table=protocols] th[data-key=dataset] button")
    assert column(tab, "protocols", "dataset") == first
    tab.js("document.querySelector('[data-table=protocols] .tools input').focus()")
    tab.type(last[0])
    assert set(column(tab, "protocols", "dataset")) == {last[0]}
    tab.key("Escape")
    assert not tab.js("document.querySelector('[data-table=protocols] .all').hidden")
    tab.click("[data-table=protocols] .all")
    assert len(column(tab, "protocols", "dataset")) == rows
    tab.open("about:blank")


def test_a_table_draws_a_screen_of_rows_first_and_all_before_it_is_printed(tab):
    rows = "document.querySelector('[data-table=protocols] tbody').rows.length"
    head = "document.querySelector('[data-table=protocols] th[data-key=dataset] button')"
    go(tab, "protocols")
    assert tab.js(f"(() => {{ {head}.click(); {head}.click(); return {rows}; }})()") == packing.FIRST < 50
    assert tab.js(f"(() => {{ dispatchEvent(new Event('beforeprint')); return {rows}; }})()") == 50
    assert tab.js(f"(() => {{ {head}.click(); return {rows}; }})()") == packing.FIRST
    tab.settle()
    assert tab.js(rows) == 50


def test_an_address_that_sorts_a_long_table_sees_all_its_rows(tab, address):
    tab.open("about:blank")
    tab.open(address + "#at=protocols&sort.protocols=dataset%3Ad")
    shown = column(tab, "protocols", "dataset")
    tab.click("[data-table=protocols] .all")
    assert shown == sorted(column(tab, "protocols", "dataset"), reverse=True)[:50]


def test_an_address_restores_tab_metric_group_kind_sort_and_filter(tab, address):
    tab.open("about:blank")
    tab.open(address + "#at=scores&metric=auc&group=baseline&kind=mixed&sort.scores=nb%3Aa&filter.scores=c")
    assert tab.js(SHOWN) == ["scores"]
    assert tab.js("document.querySelector('#metric').value") == "auc"
    assert not tab.js("document.querySelector('[name=group][value=baseline]').checked")
    assert tab.js("document.querySelector('[data-table=scores] caption').textContent").startswith("AUC")
    sets, scores = column(tab, "scores", "dataset"), numbers(tab, "scores", "nb")
    assert sets
    assert all("c" in s for s in sets)
    assert tab.js(f"{sets}.every((d) => from_python.given.kinds[d] === 'mixed')".replace("'", '"'))
    assert scores == sorted(scores)


def test_an_address_opens_a_card_and_a_table(tab, address):
    tab.open(address + "#dataset-crx")
    assert tab.js(SHOWN) == ["datasets"]
    assert tab.js("document.querySelector('#dataset-crx').open")
    assert 0 <= tab.js("document.querySelector('#dataset-crx').getBoundingClientRect().top") < 500
    tab.open(address + "#table-jobs")
    assert tab.js(SHOWN) == ["cost"]
    assert tab.js("document.querySelector('#table-jobs').checkVisibility()")


def test_arrow_keys_move_between_pages_and_wrap(tab):
    tab.js("document.querySelector('#tab-ranking').focus()")
    order = tab.js("[...document.querySelectorAll('.tabs a[id]')].map((a) => a.hash.slice(1))")
    tab.key("ArrowRight")
    assert tab.js(SHOWN) == [order[1]]
    assert tab.js("document.activeElement.id") == f"tab-{order[1]}"
    tab.key("ArrowUp")
    tab.key("ArrowLeft")
    assert tab.js(SHOWN) == [order[-1]]
    tab.key("Home")
    assert tab.js(SHOWN) == [order[0]]
    tab.key("End")
    assert tab.js(SHOWN) == [order[-1]]


def test_slash_searches_enter_goes_to_the_first_hit_and_escape_clears(tab):
    tab.key("/")
    assert tab.js("document.activeElement.id") == "q"
    tab.type("nb")
    hits = tab.js("[...document.querySelectorAll('#hits a')].map((a) => a.getAttribute('href'))")
    assert hits[0] == "#method-nb"
    assert "nb" in {v.lstrip("■") for v in column(tab, "ranking", "method")}
    assert "cart" not in {v.lstrip("▲") for v in column(tab, "ranking", "method")}
    tab.key("Escape")
    assert tab.js("document.querySelector('#q').value") == ""
    assert not tab.js("document.querySelector('#hits').checkVisibility()")
    tab.key("Escape")
    assert tab.js("document.activeElement.id") != "q"
    tab.key("/")
    tab.type("crx")
    tab.key("Enter")
    assert tab.js(SHOWN) == ["datasets"]
    assert tab.js("document.querySelector('#dataset-crx').open")
    assert tab.js("location.hash") == "#dataset-crx"


def test_headings_stay_visible_inside_a_long_table(tab):
    go(tab, "statistics")
    tab.js("document.querySelector('[data-table=pairs] .scroll').scrollTop = 400")
    tab.settle()
    inside = "document.querySelector('[data-table=pairs] {}').getBoundingClientRect().top"
    assert tab.js("document.querySelector('[data-table=pairs] .scroll').scrollTop") > 0
    assert abs(tab.js(inside.format("thead th")) - tab.js(inside.format(".scroll"))) < 2


def test_print_shows_the_open_tab_and_no_controls(tab):
    tab.call("Emulation.setEmulatedMedia", media="print")
    controls = "[...document.querySelectorAll('aside, .bar, .save')].filter((e) => e.checkVisibility())"
    assert tab.js(SHOWN) == ["ranking"]
    assert tab.js("document.querySelector('#top').checkVisibility()")
    tab.js("location.hash = 'cost'")
    tab.settle()
    assert tab.js(SHOWN) == ["cost"]
    assert tab.js(f"{controls}.length") == 0
    tab.call("Emulation.setEmulatedMedia", media="")


def test_dark_mode_follows_the_system_and_the_button(tab):
    ground = "getComputedStyle(document.body).backgroundColor"
    tab.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    dark = tab.js(ground)
    assert sum(int(v) for v in dark[4:-1].split(",")) < 120
    tab.click("#theme")
    assert tab.js(ground) != dark
    tab.js("localStorage.clear()")
    tab.call("Emulation.setEmulatedMedia", features=[])


def test_narrow_screen_does_not_scroll_sideways(tab, address):
    tab.call("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=False)
    for name in ("ranking", "scores", "datasets", "statistics", "cost", "problems", "provenance"):
        tab.open(f"{address}#{name}")
        assert tab.js("document.documentElement.scrollWidth") <= 390, name
    tab.call("Emulation.clearDeviceMetricsOverride")


def test_the_differences_fit_a_screen_of_500_pixels_and_a_row_opens_a_card(tab, address):
    tab.call("Emulation.setDeviceMetricsOverride", width=500, height=800, deviceScaleFactor=1, mobile=False)
    for choice in ("", "#kind=mixed"):
        tab.open("about:blank")
        tab.open(address + choice)
        chosen = "document.querySelector('#top h1').textContent.includes('selection')"
        drawn = f"{chosen} === {str(bool(choice)).lower()}"
        tab.js(
            "new Promise((done) => { const wait = (n) => "
            f"({drawn} && document.readyState === 'complete') || n > 200 ? done() "
            ": setTimeout(wait, 50, n + 1); wait(0); })"
        )
        assert tab.js(drawn)
        assert tab.js("document.documentElement.scrollWidth") <= 500, choice
        cut = (
            "[...document.querySelectorAll('#gains .value')].filter((e) => e.scrollWidth > e.clientWidth + 1)"
        )
        assert tab.js(f"{cut}.length") == 0
        assert tab.js("document.querySelectorAll('#gains li').length") > 4
    tab.call("Emulation.clearDeviceMetricsOverride")
    tab.click("#gains a[href='#method-tan'] .track")
    assert tab.js("document.querySelector('#method-tan').open")


DRAWN = """[...document.querySelectorAll('#gains li')].map((li) => [
  li.querySelector("a").hash.slice(8), li.querySelector(".value").textContent,
  ...[...li.querySelectorAll(".track i")].map((i) => i.getAttribute("style"))]).sort()"""


def test_the_page_draws_the_differences_as_the_report_does(tab, results):
    """A script draws the differences of a selection, and Python those of the run."""
    entry = next(c for c in results.comparisons if c.primary)
    methods, sets = ("%7C".join(names) for names in (entry.average_ranks, entry.datasets))
    tab.js(f"location.hash = 'methods={methods}&sets={sets}'")
    selected = "document.querySelector('#top h1').textContent.includes('selection')"
    tab.js(
        "new Promise((done) => { const wait = (n) => "
        f"{selected} || n > 200 ? done() : setTimeout(wait, 50, n + 1); wait(0); }})"
    )
    # only data sets on which every method has all folds
    kept = tab.js(
        "data.matrix(selection.chosen(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))))"
        ".datasets"
    )
    assert len(kept) > 2
    same = results._replace(comparisons=(replace(entry, datasets=tuple(kept)),))
    drawing = gains.drawing(same, summarize(same))
    expected = sorted(
        [
            r.method,
            f"{r.value} {r.ends}".strip(),
            *([f"left:{r.low:g}%;width:{r.high - r.low:.2f}%"] if r.ends else []),
            f"left:{r.at:g}%",
        ]
        for r in drawing.rows
    )
    assert tab.js(DRAWN) == expected


def test_the_comparison_is_changed_in_a_panel(tab):
    panel = "document.querySelector('#choices').checkVisibility()"
    assert not tab.js(panel)
    buttons = "[...document.querySelectorAll('[data-opens=choices]')]"
    assert tab.js(f"{buttons}.filter((b) => b.checkVisibility()).length") == 1
    tab.click("aside [data-opens=choices]")
    assert tab.js(panel)
    assert tab.js("document.activeElement.id") == "choices-close"
    tab.click("[name=group][value=baseline]")
    assert "group=baseline" in tab.js("location.hash")
    assert "(1)" in tab.js("document.querySelector('aside .active').textContent")
    tab.key("Escape")
    assert not tab.js(panel)
    assert tab.js("document.activeElement.dataset.opens") == "choices"
    go(tab, "cost")
    tab.click("aside [data-opens=choices]")
    assert tab.js("document.querySelector('#comparison').options.length") > 0
    tab.click("#reset")
    assert "group" not in tab.js("location.hash")


def test_without_scripts_the_page_has_the_ranking_and_links_to_the_files(tab, address):
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    tab.load(address + "?plain")
    tab.call("Emulation.setScriptExecutionDisabled", value=False)
    assert tab.js("document.querySelector('#ranking noscript').checkVisibility()")
    assert "tables/" in tab.js("document.querySelector('#ranking noscript').textContent")
    assert tab.js("[...document.querySelectorAll('.js-only')].filter((e) => e.checkVisibility()).length") == 0
    assert tab.js("document.querySelector('[data-table=ranking] tbody').rows.length") > 0
    assert tab.js("document.querySelectorAll('#gains .sw').length") > 3


def saved(tab) -> str:
    """The rows that a click saved; it takes a moment until the browser has them."""
    return tab.js(
        "new Promise((done) => { const wait = (n) => window.saved || n > 200 ? done(window.saved) "
        ": setTimeout(wait, 50, n + 1); wait(0); })"
    )


def saved_as(tab, label) -> str:
    """The file that the menu of the ranking saves."""
    tab.js(
        "window.saved = ''; window.urlOf ??= URL.createObjectURL;"
        " URL.createObjectURL = (blob) => { if (!/csv|json/.test(blob.type)) return urlOf(blob);"
        " blob.text().then((t) => { window.saved = t; }); return 'data:,'; };"
        " HTMLAnchorElement.prototype.click = function () {}; 0"
    )
    tab.js(f"{MENU}.find((b) => b.textContent === '{label}').click()")
    return saved(tab)


def test_saved_rows_are_the_rows_shown_as_csv_and_as_json(tab):
    tab.js("document.querySelector('[data-table=ranking] .tools input').focus()")
    tab.type("bayesian")
    head, *cells = [line.split(",") for line in saved_as(tab, "Rows shown as CSV").strip().split("\n")]
    assert head[:3] == ["method", "group", "average_rank"]
    assert [line[1] for line in cells] == column(tab, "ranking", "group") != []
    rows = json.loads(saved_as(tab, "Rows shown as JSON"))
    assert [list(row) for row in rows] == [head] * len(cells)
    at = head.index("average_rank")
    assert [row["average_rank"] for row in rows] == [float(line[at]) for line in cells]
    assert all(isinstance(row["method"], str) and isinstance(row["wins"], int) for row in rows)


def test_saved_rows_have_plain_ids_and_wins_ties_and_losses_apart(tab):
    glyphs = set(tab.js("[...document.querySelectorAll('#table-ranking .sw')].map((s) => s.textContent)"))
    text = saved_as(tab, "Rows shown as CSV")
    head, *lines = [line.split(",") for line in text.strip().split("\n")]
    at = head.index("wins")
    assert head[at : at + 3] == ["wins", "ties", "losses"]
    shown = column(tab, "ranking", "wins")
    expected = [text.split("/") if "/" in text else ["", "", ""] for text in shown]
    assert [line[at : at + 3] for line in lines] == expected
    assert any(map(any, expected))
    ids = tab.js("[...document.querySelectorAll('#table-ranking tbody a')].map((a) => a.textContent)")
    assert glyphs
    assert [line[0] for line in lines] == [name for name in ids if name in {line[0] for line in lines}]
    assert not any(glyph in line[0] for line in lines for glyph in glyphs)


def test_only_long_tables_have_a_filter_and_every_table_has_one_menu(tab):
    seen = set()
    for name in ("ranking", "statistics", "protocols", "cost"):
        tab.js(f"location.hash = '{name}'")
        tab.settle()
        for rows, tools, buttons in tab.js(TABLES):
            assert (buttons, tools) == (1, rows > FEW), name
            seen.add(tools)
    assert seen == {True, False}


def test_the_menu_opens_by_the_keyboard_and_closes_with_escape(tab):
    is_open = "document.querySelector('#menu-ranking').matches(':popover-open')"
    tab.js("document.querySelector('#table-ranking .more').focus()")
    tab.key("Enter")
    assert tab.js(is_open)
    tab.key("Tab")
    assert tab.js("document.activeElement.textContent") == "Whole table: ranking.csv"
    tab.key("Escape")
    assert not tab.js(is_open)


def test_a_table_is_cited_with_its_checksum_and_the_text_can_be_copied(tab):
    tab.click("#table-ranking .more")
    tab.js(f"{MENU}.find((b) => b.textContent === 'Cite').click()")
    entry = tab.js("document.querySelector('dialog pre').textContent")
    sum_ = tab.js("document.querySelector('#menu-ranking a').dataset.sha256")
    assert entry.startswith("@misc{naivebench-ranking,")
    assert f"Table ranking.csv, SHA-256 {sum_}" in entry
    copied = "document.addEventListener('copy', () => { window.copied = String(getSelection()); }); 0"
    tab.js(f"navigator.clipboard.writeText = () => Promise.reject(); {copied}")
    tab.click("dialog button")
    assert tab.js("document.querySelector('#live').textContent") == "Copied"
    assert tab.js("window.copied") == entry
    tab.key("Escape")
    assert tab.js("document.querySelector('dialog')") is None


@pytest.mark.parametrize(
    ("words", "kind", "at"),
    [
        ("calibration", "page", "calibration"),
        ("cite", "answer", "citing"),
        ("python", "answer", "methods"),
        ("missing values", "answer", "table-suits"),
        ("wilcox", "term", "term-wilcoxon"),
        ("nb mixed", "method", "method-mixed_nb"),
        ("rank traj", "figure", "figure-rank_trajectories"),
        ("pairs methods", "part", "statistics-pairs-of-methods"),
    ],
)
def test_search_finds_words_and_names_the_kind_of_each_hit(tab, words, kind, at):
    tab.key("/")
    tab.type(words)
    found = tab.js(
        "[...document.querySelectorAll('#hits li')].map((l) => [l.querySelector('small').textContent, "
        "l.querySelector('a').hash.slice(1)])"
    )
    assert [kind, at] in found
    tab.js(f"document.querySelector('#hits a[href=\"#{at}\"]').click()")
    tab.settle()
    assert tab.js(f"document.getElementById('{at}').checkVisibility()")


def test_search_hits_are_drawn_above_the_page(tab):
    tab.key("/")
    tab.type("na")
    above = tab.js(
        "[...document.querySelectorAll('#hits a')].map((a) => { const box = a.getBoundingClientRect(); "
        "return a.contains(document.elementFromPoint(box.right - 4, box.top + box.height / 2)); })"
    )
    assert len(above) > 5
    assert all(above)


def test_search_tolerates_typos_and_reports_if_nothing_matches(tab):
    tab.key("/")
    tab.type("calibartion")
    lines = tab.js("[...document.querySelectorAll('#hits li')].map((l) => l.textContent)")
    assert lines[0] == "Nothing matches “calibartion” exactly. Similar:"
    assert lines[1] == "Calibration page"
    tab.key("Escape")
    tab.type("xyzzy")
    assert "Nothing matches “xyzzy”. Try" in tab.js("document.querySelector('#hits').textContent")
    assert tab.js("document.querySelector('#live').textContent") == "Nothing matches xyzzy"
    assert tab.js("document.querySelector('#hits a').hash") == "#glossary"


def test_a_link_to_the_ranking_opens_there_on_a_narrow_screen(tab, address):
    top = "document.querySelector('#ranked').getBoundingClientRect().top"
    for width in (390, 1000):
        tab.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False
        )
        tab.open("about:blank")
        tab.open(address + "#ranking")
        tab.js("new Promise((done) => setTimeout(done, 900))")
        assert 0 <= tab.js(top) < 200, width
        go(tab, "ranking")
        tab.js("new Promise((done) => setTimeout(done, 300))")
        assert tab.js("scrollY") == 0, width
        tab.js("location.hash = '#cost'")
        tab.settle()
        tab.js("location.hash = '#ranking'")
        tab.js("new Promise((done) => setTimeout(done, 900))")
        assert 0 <= tab.js(top) < 200, (width, "the browser's own way to the anchor came later")
    tab.call("Emulation.clearDeviceMetricsOverride")


@pytest.mark.parametrize("kind", ["points", "rank", "score"])
@pytest.mark.parametrize("width", [0.0004, 0.002, 0.013, 0.05, 0.4, 3])
def test_ticks_of_a_drawing_have_enough_digits(tab, kind, width):
    made = (
        f"drawings.intervals('i', 'i', [{{name: 'a', value: -{width} / 3, low: -{width}, high: {width}}}],"
        f" new Map(), '{kind}', '', 0)"
    )
    texts = tab.js(
        f"[...new DOMParser().parseFromString({made}, 'text/html')"
        ".querySelectorAll('text[text-anchor=middle][y=\\'15.0\\']')].map((t) => t.textContent)"
    )
    numbers = [float(text.replace("\N{MINUS SIGN}", "-")) for text in texts]
    assert len(numbers) >= 3
    assert len(set(texts)) == len(texts)
    steps = [b - a for a, b in itertools.pairwise(numbers)]
    assert max(steps) == pytest.approx(min(steps), rel=1e-6)
    assert max(numbers) <= width * (100 if kind == "points" else 1) * (1 + 1e-6)
    assert max(numbers) >= width * (100 if kind == "points" else 1) / 2


def test_chips_filter_the_claims_and_a_claim_opens_its_numbers(tab, address):
    """Chips of the same kind are alternatives, and different kinds narrow the selection; without a chip, all
    claims are shown.
    """
    shown = (
        "[...document.querySelectorAll('#claims .claim')].filter((r) => r.checkVisibility())"
        ".map((r) => [r.parentElement.dataset.paper, r.dataset.holds, r.dataset.reproduced])"
    )
    tab.open(address + "#claims")
    every = tab.js(shown)
    tab.click('.chips [value="supported"]')
    assert sorted(tab.js(shown)) == sorted(c for c in every if c[1] == "supported")
    tab.click('.chips [value="not tested here"]')
    assert len(tab.js(shown)) == len([c for c in every if c[1] in ("supported", "not tested here")])
    tab.click('.chips [value="kang2006"]')
    kang = [c for c in every if c[0] == "kang2006" and c[1] in ("supported", "not tested here")]
    assert tab.js(shown) == kang
    assert (
        tab.js("document.querySelector('.chips output').textContent") == f"{len(kang)} of {len(every)} claims"
    )
    assert tab.js("document.querySelector('.chips [value=kang2006]').getAttribute('aria-pressed')") == "true"
    kept = tab.js("location.href")
    tab.open("about:blank")
    tab.open(kept)
    assert tab.js(shown) == kang
    tab.click('.chips [value="kang2006"]')
    assert len(tab.js(shown)) > len(kang)
    tab.js("history.back()")
    tab.settle()
    assert tab.js(shown) == kang
    for value in ("supported", "not tested here", "kang2006"):
        tab.click(f'.chips [value="{value}"]')
    assert tab.js(shown) == every
    tab.click("#claim-lopezcruz2013-surfaces + .behind summary")
    rows = "document.querySelector('#claim-lopezcruz2013-surfaces + .behind .evidence tbody')"
    assert tab.js(f"{rows}.checkVisibility() && {rows}.rows.length") == 1
    assert tab.js(f"{rows}.textContent").count("supported") == 1
    tab.open("about:blank")
    tab.open(address + "#claim-lopezcruz2013-surfaces")
    assert tab.js(SHOWN) == ["claims"]
    assert (
        0
        <= tab.js("document.querySelector('#claim-lopezcruz2013-surfaces').getBoundingClientRect().top")
        < 700
    )
