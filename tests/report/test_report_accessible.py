"""Accessibility of the page: axe-core on every tab, one main heading each, legible figures, focus, print."""

import base64
import json
import math
import re
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from support import axe, devtools, lopezcruz_fixture, report_fixture

from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.core.plain import named
from naivebench.report import page, palette
from naivebench.report.figures import catalogue, style
from naivebench.report.papers.kang2006 import figures as trees
from naivebench.report.papers.kang2006.trees import Node
from naivebench.report.papers.paper import read
from naivebench.report.papers.run import gather
from naivebench.report.papers.textbook18 import figures as wet_grass

pytestmark = [
    pytest.mark.long,
    pytest.mark.browser,
    pytest.mark.skipif(
        devtools.BROWSER is None, reason="no chromium on this machine: the page was not driven in a browser"
    ),
]
WIDE, PHONE = (1440, 900), (390, 800)
LEAST = 10  # smallest height of letters in figures, in pixels
PAGES = 60
SETTLED = "new Promise((done) => setTimeout(done, 120))"
# labels of figures as shown on the screen: their height in CSS pixels and their text
LETTERS = """[...document.querySelectorAll("figure.picture svg text")].filter((t) => t.checkVisibility())
  .map((t) => {
    const m = t.getScreenCTM();
    return [Math.hypot(m.b, m.d) * parseFloat(getComputedStyle(t).fontSize), t.textContent.trim()];
  })"""
# labels that extend over the edge of their drawing by more than a pixel
CLIPPED = """[...document.querySelectorAll("figure.picture svg text")]
  .filter((t) => t.checkVisibility() && t.textContent.trim())
  .filter((t) => {
    const b = t.getBoundingClientRect(), edge = t.ownerSVGElement.getBoundingClientRect();
    return Math.min(b.left - edge.left, edge.right - b.right, b.top - edge.top, edge.bottom - b.bottom) < -1;
  }).map((t) => t.ownerSVGElement.querySelector("title").textContent + ": " + t.textContent.trim())"""
CUT = """[...document.querySelectorAll("aside a, aside label, aside legend, aside select")]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
  .map((e) => e.textContent)"""
HEADS = "[...document.querySelectorAll('h1')].filter((h) => h.checkVisibility()).map((h) => h.textContent)"
CATCH = """HTMLAnchorElement.prototype.click = function () { window.given = [this.download, this.href]; };
window.given = null;"""
BUTTONS = "[...document.querySelectorAll('figure.picture .save button')]"
# without this rule, drawings outside the screen have no size
DRAWN_ALL = ".picture { content-visibility: visible !important; }"
UNSAVED = """[...document.querySelectorAll("figure.picture")]
  .filter((f) => f.querySelectorAll(".save button").length !== 2).length"""
VIEW = (
    "(({ viewBox: { baseVal: v } }) => [v.width, v.height])(document.querySelector('#ranking .picture svg'))"
)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    root = report_fixture.write(tmp_path_factory.mktemp("accessible"), n_datasets=4, n_methods=9)
    results = load(root / "results", root / "prepared")
    summary = summarize(results)
    path = root / "index.html"
    files = page.shipped(page.build(results, summary, catalogue.draw_all(results, summary)))
    path.write_text(files["index.html"], encoding="utf-8")
    return path.as_uri()


def tree_of(depth):
    """A tree whose inner nodes have two children."""
    node = {"depth": depth, "cases": {"yes": 3456, "no": 1234}, "words": {"yes": [["acquisition", 1.0]]}}
    return node | {"children": {c: tree_of(depth - 1) for c in ("yes", "no")} if depth else {}}


@pytest.fixture(scope="module")
def drawings(tmp_path_factory):
    """Figures of the papers and of cards, in a page that contains nothing else."""
    lopezcruz = lopezcruz_fixture.write(tmp_path_factory.mktemp("lopezcruz"), repeats=1)
    svgs = [trees.drawing("tree", named(Node, tree_of(5)), "A tree of which most is hidden")]
    svgs += [catalogue.draw(f, *lopezcruz) for f in ("rotation", "goodness_of_fit", "lopezcruz2013_figure_6")]
    svgs += [
        *catalogue.on_cards(*lopezcruz).values(),
        wet_grass.wet_grass(gather(read("textbook18"), *lopezcruz)),
    ]
    figures = "".join(
        f'<figure class="picture" style="--least: {style.least_width(svg)}px">{svg}</figure>'
        for svg in svgs
        if svg
    )
    look = (page.TEMPLATES / "page.css").read_text(encoding="utf-8")
    path = tmp_path_factory.mktemp("drawings") / "index.html"
    path.write_text(
        f'<!doctype html><meta charset="utf-8"><style>{look}{DRAWN_ALL}</style>{figures}', encoding="utf-8"
    )
    return path.as_uri()


@pytest.fixture(scope="module")
def tab(tmp_path_factory, address):
    with devtools.browser(tmp_path_factory.mktemp("profile"), "--window-size=1440,900") as found:
        found.open(address)
        yield found


def size(tab, shape):
    tab.call(
        "Emulation.setDeviceMetricsOverride",
        width=shape[0],
        height=shape[1],
        deviceScaleFactor=1,
        mobile=False,
    )


def names(tab):
    return tab.js("[...document.querySelectorAll('.tabs a[id]')].map((a) => a.hash.slice(1))")


def show(tab, name, theme="light", whole=True):
    """Open a tab by its address and unfold everything in it."""
    tab.js(f"document.documentElement.dataset.theme = {theme!r}; location.hash = {name!r}; {SETTLED}")
    if whole:
        tab.js(f"document.querySelectorAll('main details').forEach((d) => {{ d.open = true; }}); {SETTLED}")


@pytest.mark.parametrize(("shape", "theme"), [(WIDE, "light"), (PHONE, "dark")], ids=["wide", "phone"])
def test_axe_finds_nothing_on_any_tab(tab, address, tmp_path_factory, shape, theme):
    source = axe.source(tmp_path_factory)
    size(tab, shape)
    found = {}
    for name in names(tab):
        tab.open("about:blank")
        tab.open(f"{address}#{name}")
        show(tab, name, theme)
        if wrong := axe.violations(tab, source):
            found[name] = wrong
    assert not found, json.dumps(found, indent=1)[:6000]


def test_every_tab_has_one_first_heading(tab, address):
    tab.open("about:blank")
    tab.open(address)
    for name in names(tab):
        show(tab, name, whole=False)
        heads = tab.js(HEADS)
        assert len(heads) == 1, (name, heads)
        assert heads[0].strip()


@pytest.mark.parametrize("shape", [WIDE, PHONE], ids=["wide", "phone"])
def test_letters_of_figures_are_large_enough_and_inside(tab, shape):
    size(tab, shape)
    read = 0
    for name in names(tab):
        show(tab, name)
        letters = tab.js(LETTERS)
        read += len(letters)
        assert [text for height, text in letters if height < LEAST - 0.05 and text] == [], name
        assert tab.js(CLIPPED) == [], name
    assert read > 200


@pytest.mark.parametrize("shape", [WIDE, PHONE], ids=["wide", "phone"])
def test_letters_of_figures_of_papers_are_large_enough_too(tab, drawings, shape):
    size(tab, shape)
    tab.open(drawings)
    letters = tab.js(LETTERS)
    assert len(letters) > 100
    assert [text for height, text in letters if height < LEAST - 0.05 and text] == []
    assert tab.js(CLIPPED) == []


def test_labels_outside_the_page_are_complete(tab, address):
    size(tab, WIDE)
    tab.open(address)
    for name in names(tab):
        show(tab, name, whole=False)  # the name of the open tab is bold
        assert tab.js(CUT) == [], name


def test_focus_follows_search_and_links(tab, address):
    size(tab, WIDE)
    tab.open("about:blank")
    tab.open(address)
    tab.key("/")
    tab.type("crx")
    tab.key("Enter")
    assert tab.js("document.activeElement.closest('details').id") == "dataset-crx"
    show(tab, "ranking", whole=False)
    tab.js("document.querySelector('#ranking a[href^=\"#method-\"]').focus()")
    wanted = tab.js("document.activeElement.hash.slice(1)")
    tab.key("Enter")
    assert tab.js("document.activeElement.closest('details').id") == wanted


def test_printing_the_open_tab_takes_few_pages(tab, address):
    """All tabs together would be hundreds of pages, so printing outputs only the open tab, folded
    as it is.
    """
    tab.open("about:blank")
    tab.open(address)
    for name in names(tab):
        show(tab, name, whole=False)
        paper = base64.b64decode(tab.call("Page.printToPDF", preferCSSPageSize=True)["data"])
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", paper)) < PAGES, name


def saved(tab, label):
    """Name and content of the file that the first figure's button saves."""
    tab.js(CATCH)
    tab.js(f"{BUTTONS}.find((b) => b.textContent === '{label}').click()")
    for _ in range(20):
        if given := tab.js("window.given"):
            return given
        tab.settle()
    raise AssertionError("nothing was saved")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_figure_can_be_saved(tab, address, theme):
    tab.open("about:blank")
    tab.open(address)
    show(tab, "ranking", theme)
    name, link = saved(tab, "SVG")
    assert name == "pareto.svg"
    text = unquote(link.partition(",")[2])
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert not re.search(r"var\(|currentColor", text)
    blue = palette.STYLES[1].light
    assert "rgb({}, {}, {})".format(*bytes.fromhex(blue[1:])) in text, "the colours of the light theme"
    name, link = saved(tab, "PNG")
    assert name == "pareto.png"
    picture = base64.b64decode(link.removeprefix("data:image/png;base64,"))
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    size_of = tuple(int.from_bytes(picture[i : i + 4], "big") for i in (16, 20))
    assert size_of == tuple(math.ceil(3 * v) for v in tab.js(VIEW))
    for name in names(tab):
        show(tab, name, theme)
        assert tab.js(UNSAVED) == 0, name
