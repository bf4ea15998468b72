"""The site is a function of the tables: cells equal the CSV files, links resolve, partial runs have pages."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pandas as pd
import pytest
from support.report_tables import list_sections, make_tables, write_tables
from support.site_reader import SitePage

from naivebench.benchmark.tables.columns import COLUMNS
from naivebench.core.checks import format_count
from naivebench.report.build import build_site
from naivebench.report.figures import draw_figures
from naivebench.report.tables import (
    NUMERIC,
    choose_rows,
    find_column,
    list_needed_columns,
    read_column_declarations,
    read_pages,
    read_tables,
)

PAGE_LIMIT, SITE_LIMIT = 1_500_000, 10_000_000  # bytes
SHARES = {"percent", "percents", "points", "share"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with the site of made tables, drawn and built in an empty folder by another process."""
    folder = tmp_path_factory.mktemp("site")
    tables = folder / "given"
    make_tables(tables)
    empty = folder / "empty"
    empty.mkdir()
    code = (
        "import sys; from pathlib import Path; from naivebench.report.build import build_site;"
        "from naivebench.report.figures import draw_figures; given, out = map(Path, sys.argv[1:]);"
        "draw_figures(given, out / 'figures'); build_site(given, out / 'figures', out)"
    )
    command = [sys.executable, "-c", code, tables, folder / "out"]
    done = subprocess.run(
        command, cwd=empty, capture_output=True, text=True, env=dict(os.environ), check=False
    )
    assert done.returncode == 0, done.stderr
    assert not list(empty.iterdir())
    return folder / "out"


@pytest.fixture(scope="module")
def pages(site):
    return {str(path.relative_to(site)): SitePage(path) for path in sorted(site.rglob("*.html"))}


def read_shown(text):
    """The number that a cell shows first, and half a unit of its last digit."""
    number = re.match(r"[<+−-]?\s*[\d,]*\.?\d+", text)[0].replace("−", "-").replace(",", "").lstrip("<+ ")
    return float(number), 0.5 * 10.0 ** -len(number.partition(".")[2])


def test_every_page_and_section_of_complete_tables_is_there(pages):
    assert {*pages} == {*read_pages()}
    for name, page in read_pages().items():
        missing = {*page.get("sections", {})} - {*pages[name].sections}
        assert not missing, (name, missing)


def test_every_table_equals_its_csv_file_cell_for_cell(site, pages):
    frames, columns, cells = read_tables(site / "tables"), read_column_declarations(), 0
    for name, page in read_pages().items():
        left = [*pages[name].tables]
        for id_, section in page.get("sections", {}).items():
            if "table" not in section or "spread" in section:
                continue
            shown = next(t for t in left if matches(t, section, columns))
            left.remove(shown)
            frame = choose_rows(section, frames)
            assert len(shown.rows) == len(frame), (name, id_)
            for column_name, texts in zip(section["columns"], zip(*shown.rows, strict=True), strict=True):
                column = find_column(columns, column_name)
                if column.format == "interval":
                    continue
                source = column.of[0] if column.format == "with_interval" else column.source or column.name
                for value, text in zip(frame[source], texts, strict=True):
                    check_cell(value, text, column.format)
                    cells += 1
    assert cells > 1000


def matches(table, section, columns):
    """Whether a table of a page has the CSV file and the headers of a section."""
    labels = [find_column(columns, name).label for name in section["columns"]]
    return table.csv == section["table"] and table.headers == labels


def check_cell(value, text, format):
    """The text of a cell shows the value, to half a unit of its last digit."""
    if format in NUMERIC and not isinstance(value, str):
        number, half = read_shown(text)
        scale = 100 if format in SHARES | {"with_interval", "in_unit"} else 1
        if text.startswith("<"):
            assert value < number
        elif format == "seconds":
            assert number == pytest.approx(value, rel=0.006)
        else:
            assert number == pytest.approx(scale * value, abs=half + 1e-9)
    elif format == "paper":
        assert text
    else:
        assert {"True": "yes", "False": "no"}.get(str(value), str(value)) in text


def test_values_spread_over_columns_are_in_the_row_and_column_of_their_names(site, pages):
    frame = pd.read_csv(site / "tables/matrix.csv")
    table = next(
        t for t in pages["datasets.html"].tables if t.csv == "matrix" and "matrix" not in t.headers[0]
    )
    for row in table.rows:
        for method, text in zip(table.headers[1:], row[1:], strict=True):
            value = frame[(frame.dataset == row[0]) & (frame.method == method)].score.iloc[0]
            check_cell(value, text, "percent")


def test_links_images_and_anchors_resolve_and_nothing_is_on_the_network(site, pages):
    for name, page in pages.items():
        assert not page.open_tags
        assert len(page.ids) == len({*page.ids}), name
        for link in page.links:
            if link.startswith("data:,"):
                continue
            assert not re.match(r"\w+:|//", link), (name, link)
            path, _, anchor = link.partition("#")
            target = (site / name).parent / unquote(path) if path else site / name
            assert target.is_file(), (name, link)
            if anchor and target.suffix == ".html":
                linked = pages[str(target.resolve().relative_to(site.resolve()))]
                assert unquote(anchor) in linked.ids, (name, link)


def test_every_figure_is_drawn_with_text_as_text_and_the_same_bytes_again(site, tmp_path):
    """The figures of the site are those that another process drew."""
    names = {section["figure"] for _, section in list_sections() if "figure" in section}
    assert {*draw_figures(site.parent / "given", tmp_path)} == names
    for name in names:
        svg = (tmp_path / f"{name}.svg").read_text()
        assert "<text" in svg, name
        assert svg == (site / "figures" / f"{name}.svg").read_text(), name


def test_every_figure_has_a_sentence_for_those_who_do_not_see_it(pages):
    images = [image for page in pages.values() for image in page.images]
    assert images
    assert all(len(image["alt"]) > 40 and image["alt"].endswith(".") for image in images)


def test_what_a_reader_must_find_is_two_clicks_from_the_first_page(pages):
    """Question -> page and id that answers it, and what its text has."""
    answers = {
        "which naive Bayes": ("index.html", "ranking"),
        "for data like mine": ("index.html", "choice"),
        "cost": ("index.html", "cost"),
        "how sure": ("statistics.html", "effects"),
        "how do I use it": ("methods.html", "aode"),
        "printed number": ("papers/robles2003.html", "table3"),
        "claim": ("claims.html", "claims"),
        "protocol": ("about.html", "protocols"),
        "left out": ("datasets.html", "exclusions"),
        "cite": ("about.html", "cite"),
        "versions": ("about.html", "versions"),
    }
    near = {link.partition("#")[0] for link in pages["index.html"].links} | {"index.html"}
    for question, (page, id_) in answers.items():
        assert page in near, question
        assert id_ in pages[page].ids, question


def test_pages_and_site_are_small(site):
    sizes = {path: path.stat().st_size for path in site.rglob("*") if path.is_file()}
    assert all(size < PAGE_LIMIT for path, size in sizes.items() if path.suffix == ".html")
    assert sum(sizes.values()) < SITE_LIMIT


@pytest.mark.parametrize(
    "kept", [(), ("run",), ("ranking", "methods"), ("datasets", "failures"), ("claims", "papers")]
)
def test_a_run_with_few_tables_has_pages_without_empty_sections(kept, tmp_path):
    frames = make_tables(tmp_path / "all")
    write_tables({name: frames[name] for name in kept}, tmp_path / "some")
    draw_figures(tmp_path / "some", tmp_path / "figures")
    build_site(tmp_path / "some", tmp_path / "figures", tmp_path / "out")
    check_sections(tmp_path / "out")
    assert "index.html" in names(tmp_path / "out")
    assert {*os.listdir(tmp_path / "out/figures")} == {*os.listdir(tmp_path / "figures")}


def test_tables_without_rows_and_rows_that_no_section_asks_for_give_no_section(tmp_path):
    frames = make_tables(tmp_path / "all")
    empty = {name: frame.head(0) for name, frame in frames.items() if name not in ("ranking", "methods")}
    empty["ranking"] = frames["ranking"].assign(primary=False, on_front=False)
    write_tables(empty, tmp_path / "some")
    assert "cost" not in draw_figures(tmp_path / "some", tmp_path / "figures")
    build_site(tmp_path / "some", tmp_path / "figures", tmp_path / "out")
    check_sections(tmp_path / "out")
    assert "papers/robles2003.html" not in names(tmp_path / "out")


def test_questions_lead_to_what_a_run_has(tmp_path):
    frames = make_tables(tmp_path / "tables")
    (tmp_path / "tables/versions.csv").unlink()
    build_site(tmp_path / "tables", tmp_path / "figures", tmp_path / "out")
    links = SitePage(tmp_path / "out/index.html").links
    assert "about.html#versions" not in links
    listed = (tmp_path / "out/index.html").read_text(encoding="utf-8").partition('class="questions"')[2]
    questions = re.findall("<li>(.*?)</li>", listed.partition("</ul>")[0])
    assert len(questions) == len({*questions}) > 9
    assert {"about.html", "about.html#cite", "about.html#protocols", "methods.html#aode"} <= {*links}
    assert {"statistics.html", "datasets.html#unavailable", "papers/lopezcruz2013.html"} <= {*links}
    without = frames["methods"].query("method != 'aode'")
    write_tables({"methods": without}, tmp_path / "tables")
    build_site(tmp_path / "tables", tmp_path / "figures", tmp_path / "out")
    assert "methods.html#aode" not in SitePage(tmp_path / "out/index.html").links


def test_the_first_sentence_names_no_gain_where_naive_bayes_is_best(tmp_path):
    tables = make_tables(tmp_path / "tables")
    answer = tables["answer"].query("role != 'one-dependence'").assign(datasets=3)
    answer.loc[answer.role.isin(["best of the family", "reference"]), "method"] = "nb"
    answer.loc[answer.method == "nb", ["gain", "gain_low", "gain_high"]] = float("nan")
    write_tables({"answer": answer, "methods": tables["methods"]}, tmp_path / "some")
    build_site(tmp_path / "some", tmp_path / "figures", tmp_path / "out")
    text = (tmp_path / "out/index.html").read_text(encoding="utf-8")
    lead = re.sub(r"<[^>]*>", "", text.partition('<p class="answer">')[2].partition("</p>")[0])
    assert lead.startswith(
        "No method of the naive Bayes family ranks above nb (nb) on 3 data sets.\nThe best rival"
    )
    assert "–" not in lead
    assert "A cheap choice" not in text


def test_one_thing_is_singular():
    assert [format_count(n, "loss") for n in (0, 1, 2e3)] == ["0 losses", "1 loss", "2,000 losses"]
    assert format_count(1, "data set") == "1 data set"


def names(out: Path):
    return {str(path.relative_to(out)) for path in out.rglob("*.html")}


def check_sections(out: Path):
    """Every section has a table with rows or a figure, and every page of the navigation exists."""
    for path in out.rglob("*.html"):
        page = SitePage(path)
        assert not page.open_tags
        assert all(table.rows for table in page.tables), path
        targets = [link for link in page.links if link.partition("#")[0].endswith(".html")]
        assert all((path.parent / link.partition("#")[0]).is_file() for link in targets), path


def test_a_column_that_a_run_of_a_part_lacks_is_left_out(tmp_path):
    frames = make_tables(tmp_path / "tables")
    write_tables({"discretizers": frames["discretizers"].drop(columns="score_nb")}, tmp_path / "tables")
    build_site(tmp_path / "tables", tmp_path / "figures", tmp_path / "out")
    shown = next(t for t in SitePage(tmp_path / "out/statistics.html").tables if t.csv == "discretizers")
    columns = read_column_declarations()
    section = read_pages()["statistics.html"]["sections"]["discretizers"]
    labels = [columns[name].label for name in section["columns"] if name != "score_nb"]
    assert shown.headers == labels


def test_every_column_of_a_page_is_computed():
    """Tables of the papers: see tests/papers/test_expected.py."""
    declared = read_column_declarations()
    for page in read_pages().values():
        for id_, section in page.get("sections", {}).items():
            if section.get("table") not in COLUMNS or "spread" in section:
                continue
            computed = {*COLUMNS[section["table"]].split(), "group"}
            shown = list_needed_columns(find_column(declared, name) for name in section["columns"])
            if section["table"] != "discretizers":  # has columns for each method
                assert {*shown} <= computed, id_


def test_the_site_can_be_built_again_where_it_is_and_pages_of_an_earlier_run_do_not_stay(tmp_path):
    frames = make_tables(tmp_path / "out/tables")
    build_site(tmp_path / "out/tables", tmp_path / "out/figures", tmp_path / "out")
    first = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    build_site(tmp_path / "out/tables", tmp_path / "out/figures", tmp_path / "out")
    assert first == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    write_tables({name: frame.head(0) for name, frame in frames.items()}, tmp_path / "out/tables")
    build_site(tmp_path / "out/tables", tmp_path / "out/figures", tmp_path / "out")
    assert names(tmp_path / "out") == {name for name, page in read_pages().items() if page.get("always")}
    assert not [*(tmp_path / "out/papers").iterdir()]


def test_sections_name_tables_and_columns_that_are_declared():
    columns = read_column_declarations()
    for page, section in list_sections():
        assert "figure" in section or "table" in section, (page, section)
        assert {"title"} <= {*section}
        for name in section.get("columns", ()):
            assert find_column(columns, name)
        if "figure" in section:
            assert section["alt"]
            assert section["data"]
