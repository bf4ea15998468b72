"""The worked examples of the textbook chapter on the page: derivations, network, and rows of its models."""

import csv
import io
import re
import xml.etree.ElementTree as ElementTree

import pytest
from support import kang_fixture, report_fixture
from support.drawings import drawings

from naivebench.benchmark.results import tables
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.report import page
from naivebench.report.papers.judged import judged
from naivebench.report.papers.paper import read
from naivebench.report.papers.run import gather
from naivebench.report.papers.textbook18 import figures as figure
from naivebench.report.papers.textbook18 import section
from naivebench.report.papers.textbook18.derivations import derivations, terms
from naivebench.report.papers.textbook18.worked import wet_grass, worked_examples

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """The results without data sets of sequences."""
    root = tmp_path_factory.mktemp("plain")
    report_fixture.write(root, n_datasets=3, n_methods=3)
    results = load(root / "results", root / "prepared")
    return results, summarize(results)


@pytest.fixture(scope="module")
def with_proteins(tmp_path_factory):
    return kang_fixture.write(tmp_path_factory.mktemp("proteins"), datasets=("scl2205-rh",), grouped=False)


def section_of(made):
    return judged(*made).sections["textbook18"][2]


def words_of(formula: str) -> str:
    """The text of a formula, with fractions written as (numerator)/(denominator)."""

    def text(element) -> str:
        if element.tag == "mfrac":
            above, below = element
            return f"({text(above)})/({text(below)})"
        return (element.text or "") + "".join(text(child) for child in element)

    return text(ElementTree.fromstring(formula)).replace(" ", "")


def test_the_section_exists_without_any_sequences(plain):
    shown = section_of(plain)
    assert [p.title for p in shown.parts] == [*(e.title for e in worked_examples()), "All numbers"]
    files = page.build(*plain, drawings(*plain, "textbook18"))
    assert '<section id="textbook18">' in files["index.html"]
    assert "The chapter&#39;s models on sequences" not in files["index.html"]


def test_numbers_of_the_chapter_are_on_the_page(plain):
    """4/98, 1/98 and 0.8 are printed, and 9/13 is computed by hand.

    For the wet grass, see tests/worked_values.md.
    """
    text = page.build(*plain, drawings(*plain, "textbook18"))["index.html"]
    own = text[text.index('<section id="textbook18"') :].partition("</section>")[0]
    for number in ("4/98", "1/98", "4/5 = 0.8", "9/13", "0.3382", "0.1604", "0.7353", "0.9328"):
        assert number in own


def test_derivations_of_the_texts_are_fractions_of_counts():
    found = derivations()
    steps = [words_of(f) for f in found["Text classification by relative frequencies"]]
    assert steps[0] == "P(CS,Algorithms,Tree)=(1)/(2)·(2)/(7)·(2)/(7)=(4)/(98)"
    assert steps[1] == "P(Bio,Algorithms,Tree)=(1)/(2)·(1)/(7)·(1)/(7)=(1)/(98)"
    assert steps[2] == "P(CS|Algorithms,Tree)=((4)/(98))/((4)/(98)+(1)/(98))=(4)/(5)=0.8"
    smoothed = [words_of(f) for f in found["Text classification with Laplace's correction"]]
    assert smoothed[0].endswith("(1)/(2)·(3)/(16)·(3)/(16)=(9)/(512)")
    assert smoothed[2].endswith("=(9)/(13)=0.6923")


def test_derivations_of_the_wet_grass_write_out_the_sum():
    """By hand, P(S, T) = .2 x .1 x 1 + .8 x .1 x .9 = .092 and P(T) = .2 + .8 x .1 x .9 = .272."""
    found = {title: [words_of(f) for f in several] for title, several in derivations().items()}
    assert found["Wet grass: the model"] == ["P(R,S,M,A)=P(R)P(S)P(M|R)P(A|R,S)"]
    rain, sprinkler = found["Wet grass: the posterior"]
    assert sprinkler == "P(S|A)=(P(S,A))/(P(A))=(0.2·0.1·1+0.8·0.1·0.9)/(0.272)=(0.092)/(0.272)=0.3382"
    assert rain.endswith("=(0.2)/(0.272)=0.7353")
    rain, sprinkler = found["Wet grass: explaining away"]
    assert rain.endswith("=(0.2)/(0.2144)=0.9328")
    assert sprinkler.endswith("=(0.0344)/(0.2144)=0.1604")


def test_terms_sum_to_the_probability_of_the_evidence():
    network = wet_grass()
    assert sum(value for _, value in terms(network, {"Anisa": 1})) == pytest.approx(0.272)
    assert sum(value for _, value in terms(network, {"Anisa": 1, "Malala": 1})) == pytest.approx(0.2144)
    assert sum(value for _, value in terms(network, {"Rain": 1})) == pytest.approx(0.2)


def test_network_is_drawn_with_every_probability(plain):
    svg = figure.wet_grass(gather(read("textbook18"), *plain))
    ElementTree.fromstring(svg)
    for number in ("0.2000", "0.1000", "0.7353", "0.3382", "0.9328", "0.1604"):
        assert f">{number}<" in svg
    assert svg.count(">seen<") == 3  # Anisa's grass is observed in two tables, and Malala's in one
    assert svg in page.build(*plain, drawings(*plain, "textbook18"))["index.html"]


def test_every_printed_number_of_the_text_example_is_reproduced(plain):
    """These are 4/98, 2/7 and the other numbers of data/published/textbook18.csv, each under its
    name there.
    """
    run = gather(read("textbook18"), *plain)
    assert section.reproduced(run) == "17 of 17 printed numbers of the text example are reproduced exactly."
    wrong = {k: f._replace(value=0.3) if k[2] == "P(CS)" else f for k, f in run.paper.figures.items()}
    changed = run._replace(paper=run.paper._replace(figures=wrong))
    assert section.reproduced(changed).startswith("16 of 17")


def test_the_message_is_that_of_the_network(plain):
    assert "falls from 0.3382 to 0.1604" in section.explaining_away(gather(read("textbook18"), *plain))


def test_all_numbers_are_in_a_table_with_all_digits(plain):
    files = page.build(*plain, drawings(*plain, "textbook18"))
    rows = list(csv.DictReader(io.StringIO(files["tables/textbook18_values.csv"])))
    known = {(e.title, name): value for e in worked_examples() for name, value in e.values.items()}
    assert {(r["example"], r["quantity"]): float(r["value"]) for r in rows} == known


def test_signs_of_multiplication_are_shown(plain):
    shown = section_of(plain)
    texts = [
        tables.shown(r[c.key], c)
        for t in shown.tables
        if re.fullmatch(r"textbook18_\d.", t.id)
        for c in t.columns
        for r in t.rows
    ]
    assert any("×" in t for t in texts)
    assert not any(" x " in t for t in texts)


def test_the_junction_tree_gives_the_results_of_single_eliminations():
    """The value P(R | A) = .2 / .272 and the others are computed by hand from the joint distribution."""
    example = next(e for e in worked_examples() if e.title.endswith("one pass"))
    cliques, posterior, joint = example.tables
    assert {row[0] for row in cliques.rows} == {"Rain, Malala", "Rain, Sprinkler, Anisa"}
    assert dict(posterior.rows) == pytest.approx(
        {"Rain": 0.2 / 0.272, "Sprinkler": 0.092 / 0.272, "Malala": (0.2 + 0.072 * 0.2) / 0.272}
    )
    assert [p for _, p in joint.rows] == pytest.approx([0.02 / 0.272, 0.18 / 0.272, 0.072 / 0.272, 0])
    assert "Rain yes, Sprinkler no, Malala yes: probability 0.6618" in example.sentences[1]


def test_models_of_the_chapter_are_shown_for_their_data(with_proteins):
    table = next(t for t in section_of(with_proteins).tables if t.id == "textbook18_models")
    rows = {tables.raw(r["method"]): r for r in table.rows}
    assert set(rows) == {"majority", "nb_protein"}
    scores = with_proteins[0].scores.query("method == 'nb_protein' and metric == 'accuracy'")["value"]
    assert rows["nb_protein"]["accuracy"] == pytest.approx(scores.mean())
