"""The packed page: it has the content that was built, it is small, and its index leads to everything."""

import base64
import gzip
import json
import re

import pytest
from support import report_fixture
from support.page_reader import Page, whole

from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.report import packing, page
from naivebench.report.figures.catalogue import draw_all

pytestmark = [pytest.mark.slow, pytest.mark.long]
LARGEST, MOST_NODES = 4_000_000, 50_000


def offered(text):
    """The entries that the search of a packed page offers."""
    packed = re.search(r'id="packed-places">([^<]*)<', text)[1]
    return json.loads(gzip.decompress(base64.b85decode(packed.replace(",", "<"))))


def built(folder, n_datasets, n_methods):
    root = report_fixture.write(folder, n_datasets=n_datasets, n_methods=n_methods)
    results = load(root / "results", root / "prepared")
    summary = summarize(results)
    return page.build(results, summary, draw_all(results, summary))


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return built(tmp_path_factory.mktemp("packed"), 9, 9)


def test_the_unpacked_page_equals_the_built_one(plain):
    shipped = page.shipped(plain)
    assert whole(shipped["index.html"]) == plain["index.html"]
    assert {k: v for k, v in shipped.items() if k != "index.html"} == {
        k: v for k, v in plain.items() if k != "index.html"
    }


def test_the_same_page_gives_the_same_bytes(plain):
    assert page.shipped(plain) == page.shipped(plain)


def test_at_first_the_page_only_has_the_first_section(plain):
    text = page.shipped(plain)["index.html"]
    sections = re.findall(r'<section id="([^"]+)"[^>]*>(.)', text, re.DOTALL)
    assert [name for name, after in sections if after != "<"] == ["ranking"]
    assert {name for name, _ in sections} >= {p.id for e in page.ENTRIES for p in e.pages}
    assert "<noscript>" in text


def test_the_index_leads_to_every_card_table_and_link(plain):
    text, full = page.shipped(plain)["index.html"], Page(plain["index.html"])
    index = json.loads(re.search(r'<script type="application/json" id="index">(.*?)</script>', text)[1])
    places = {p["id"]: p for p in offered(text)}
    cards = {a["id"] for tag, a in full.tags if tag == "details" and a.get("class") == "card"}
    assert cards <= set(places)
    assert {"table-ranking", "table-scores", "table-pairs", "table-leaderboard"} <= set(places)
    assert places["dataset-crx"]["kind"] == "data set"
    assert places["method-nb"]["name"] == "nb"
    sections = {i: name for name, ids in index["anchors"].items() for i in ids}
    inside = {i: card for card, ids in index["cards"].items() for i in ids}
    targets = {
        a["href"][1:]
        for tag, a in full.tags
        if tag in ("a", "use") and a.get("href", "").startswith("#") and "=" not in a["href"]
    }
    assert targets - set(Page(text).ids) - set(sections) - set(inside) == set()
    assert all(sections[card] for card in inside.values())


def test_only_text_between_the_marks_is_folded():
    section = '<section id="a">\n<p>1</p>\n<!--fold--><b id="x">in</b><!--/fold-->\n</section>'
    first = '<section id="ranking">\n<p>0</p>\n</section>'
    page_ = f'<main>\n{first}\n{section}\n</main>\n<a href="#x"></a>\n'
    found = packing.packed(page_)
    assert first in found
    assert "<p>1</p>" not in found
    assert whole(found) == page_


def test_the_texts_of_a_section_follow_its_html():
    rows = "".join(f"<tr><td>{i}</td>\n</tr>\n" for i in range(packing.FIRST + 2))
    table = f"<table>\n<tbody>\n{rows}</tbody>\n</table>\n"
    folded = '<!--fold--><b id="x">in</b><!--/fold-->'
    view = '<script type="text/plain" data-metric="auc">a view</script>'
    html, *texts = packing.apart(
        packing.shortened(
            packing.FOLD.sub(lambda fold: packing.FOLDED + fold[1] + "</script>", table + folded + view)
        )
    ).split(packing.APART)
    assert html.count("<tr>") == packing.FIRST
    assert html.count("></script>") == 3
    assert texts[0].count("<tr>") == 2
    assert texts[1:] == ['<b id="x">in</b>', "a view"]


def test_a_wide_table_draws_fewer_rows_at_once():
    def rows(cells, n=50):
        return ["<tr>" + '<td class="x">1</td>' * cells + "</tr>"] * n

    assert packing.drawn_first(rows(2)) == packing.FIRST
    assert packing.drawn_first(rows(packing.CELLS // 15)) == 15
    assert packing.drawn_first(rows(packing.CELLS)) == packing.LEAST
    assert packing.drawn_first([]) >= packing.LEAST


@pytest.mark.long
def test_45_methods_that_all_ran_on_83_data_sets_fit_into_five_megabytes_with_every_figure(tmp_path):
    files = built(tmp_path, 83, 45)
    text, unpacked = page.shipped(files)["index.html"], files["index.html"]
    assert len(text.encode()) < LARGEST
    without = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert len(re.findall(r"<[a-z]", without)) < MOST_NODES
    assert "could not be drawn" not in unpacked
    for name in ("rank_trajectories", "probabilities", "pareto"):
        assert f'id="{name}-desc"' in unpacked


def test_titles_with_markup_can_be_searched():
    title = "&lt;!--&lt;script&gt; a"
    card = (
        f'<details class="card" id="card-d" data-d="d">\n<summary><span>{title}</span></summary>'
        "<!--fold--><p>inside</p><!--/fold--></details>\n"
    )
    page = f'<main>\n<section id="datasets">\n{card}</section>\n</main>\n'
    shipped = packing.packed(page)
    (card,) = (place for place in offered(shipped) if place["kind"] == "data set")
    assert card["more"] == "<!--<script> a"
