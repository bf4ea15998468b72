"""The folder results/figures contains every figure of the page, in colours that every program can read."""

import re
from xml.etree import ElementTree

import pytest
from support import lopezcruz_fixture, report_fixture, scripts
from support.drawings import drawings

from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.report import page
from naivebench.report.figures import catalogue, style

pytestmark = [pytest.mark.slow, pytest.mark.long]

SHOWN = re.compile(r'<figure class="picture".*?<title id="([^"]+)"', re.S)


def test_colours_as_numbers_and_back():
    svg = (
        f'<svg fill="currentColor"><g stroke="var(--g1, {style.LOOKS[1].light})" fill="var(--ground, #fff)"/>'
        '<path stroke="var(--faint, #9a9b9c)"/></svg>'
    )
    assert style.themed(style.plain(svg)) == svg
    assert not re.search(r"var\(|currentColor|#fff\b", style.plain(svg))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    root = report_fixture.write(tmp_path_factory.mktemp("figure_files"), n_datasets=5, n_methods=5)
    results = root / "results"
    records = [f"prepared/{path.name}" for path in (root / "prepared").glob("*.json")]
    given = {"config": "results/config.json", "records": records}
    job = scripts.job(given, {"figures": "results/figures"}, {})
    status, log = scripts.run("figures", root, job)
    assert status == 0, log
    loaded = load(results, root / "prepared")
    return (
        results / "figures",
        loaded,
        page.build(loaded, summarize(loaded), page.pictures(results / "figures")),
    )


def test_every_figure_of_the_page_has_a_file(run):
    folder, _, files = run
    shown = SHOWN.findall(files["index.html"])
    titles = {
        i for f in folder.glob("*.svg") for i in re.findall(r'<title id="([^"]+)"', f.read_text("utf-8"))
    }
    assert len(shown) > 6
    # cards draw the figures of gains themselves
    assert {i for i in shown if not i.startswith("gains-")} <= titles


def test_files_do_not_need_the_page(run):
    for path in run[0].glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        ElementTree.fromstring(text)
        assert not re.search(r"var\(|currentColor", text), path.name


def test_the_page_shows_them_in_the_colours_of_its_theme(run):
    folder, loaded, _ = run
    drawn = catalogue.draw_all(loaded, summarize(loaded))
    assert page.pictures(folder) == drawn | catalogue.on_cards(loaded, summarize(loaded))


def test_every_figure_has_a_message_and_a_file_with_its_numbers(run):
    text, files = run[2]["index.html"], run[2]
    named = re.findall(r'data-numbers="([^"]+)"', text)
    assert len(named) > 5
    assert {f"tables/{name}" for name in named} <= files.keys()
    assert all(f'Numbers: <a class="csv" href="tables/{name}"' in text for name in named)
    assert text.count('<p class="message">') >= len(named) - text.count("<b>All panels</b>")


def test_figures_on_cards_are_files_too(tmp_path):
    """Roses, which are drawn from the facts of one data set."""
    results, summary = lopezcruz_fixture.write(tmp_path, repeats=1)
    drawn = catalogue.on_cards(results, summary)
    assert {name.partition("-")[0] for name in drawn} == {"roses"}
    assert {catalogue.section(name) for name in drawn} == {"cards"}
    cards = page.build(results, summary, drawings(results, summary, "cards"))["index.html"]
    titles = {t for t in SHOWN.findall(cards) if t.startswith("roses-")}
    assert titles
    assert titles <= {i for svg in drawn.values() for i in re.findall(r'<title id="([^"]+)"', svg)}
