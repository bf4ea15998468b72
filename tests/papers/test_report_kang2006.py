"""The experiment page of Kang et al. 2006: tables filled by the run, verdicts, thresholds, relatives in one
fold, trees.
"""

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from support import kang_fixture
from support.drawings import drawings
from support.kang_fixture import N_TRAIN, STANZAS, WORDS

from naivebench.core.hit_curves import scores
from naivebench.evaluation import break_even
from naivebench.papers.kang2006 import proteins as kang2006_proteins
from naivebench.papers.kang2006 import run as kang2006_run
from naivebench.papers.kang2006 import section as kang2006
from naivebench.papers.kang2006 import texts as kang2006_texts
from naivebench.papers.kang2006 import trees as kang2006_trees
from naivebench.papers.kang2006.run import GROUPED, PAPER, gather, read
from naivebench.pipeline import retrieval
from naivebench.reporting import page
from naivebench.reporting.experiments import shown
from naivebench.reporting.figures import trees
from naivebench.results import tables

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return kang_fixture.write(tmp_path_factory.mktemp("kang2006"))


@pytest.fixture(scope="module")
def run(made):
    return gather(*made)


@pytest.fixture(scope="module")
def section(made):
    return kang2006.section(*made)


@pytest.fixture(scope="module")
def files(made):
    return page.build(*made, drawings(*made, "kang2006"))


def rows_of(section, name, *keys):
    table = next(t for t in section.tables if t.id == f"kang2006_{name}")
    return {tuple(tables.raw(r.get(k)) for k in keys): r for r in table.rows}


# printed figures


def test_published_file_has_the_figures_of_others_and_none_of_the_lost_tables():
    figures = read().figures
    topics = set(read().table1)
    assert len(topics) == 10
    for paper, methods in {"manning2008": {"NB", "kNN", "linear SVM"}, "jin2003": {"C4.5"}}.items():
        own = {(d.removeprefix("Reuters-21578 "), m): v for (p, d, m, _), v in figures.items() if p == paper}
        assert set(own) == {(t, m) for t in topics for m in methods}
        assert all(0.5 < v < 1 for v in own.values())
    lost = [k for k, v in figures.items() if v is None]
    assert [(p, m) for p, _, _, m in lost] == [("kang2006", "all metrics")]


def test_every_source_of_the_figures_is_described():
    published = read()
    papers = {p for p, *_ in published.figures} - {"kang2006"}
    assert papers == set(published.sources)
    for source in published.sources.values():
        assert {name for several in source["methods"].values() for name in several} <= {
            *published.methods,
            *published.further,
        }
    assert {c["kind"] for several in published.table1.values() for c in several} <= set(kang2006_run.KINDS)
    assert published.general


# verdicts


@pytest.mark.parametrize(
    ("kind", "ours", "expected"),
    [
        ("exact", 0.62, "near"),
        ("exact", 0.52, "near"),
        ("exact", 0.6201, "not near"),
        ("exact", 0.5199, "not near"),
        ("part", 0.57, "other data"),
    ],
)
def test_verdict_is_near_up_to_the_tolerance(kind, ours, expected):
    found = kang2006_texts.verdict(kind, ours, 0.57, 0.05)
    assert tables.raw(found) == expected


def test_published_figures_stand_beside_ours(run, section):
    rows = rows_of(section, "published", "row", "method_printed")
    ours = rows["earn", "NB"]
    assert ours["printed"] == 0.96
    assert ours["ours"] == kang2006_texts.break_even(run, kang2006_run.topics(run)[0], "NB-MN")
    assert ours["difference"] == ours["ours"] - 0.96
    assert tables.raw(ours["verdict"]) == "not near"
    tree = rows["corn", "C4.5"]
    # that paper has F1
    assert tree["ours"] == kang2006_run.of_class(run, "reuters-corn", "corn", "c45_300")["f1"]
    assert rows["earn", "kNN"]["verdict"] == "no counterpart"
    assert rows["earn", "linear SVM"]["verdict"] == "not run"
    assert rows["acq", "NB"]["verdict"] == "not run"
    assert {
        r["verdict"] for (name, _), r in rows.items() if name.startswith(("eukaryotic", "prokaryotic"))
    } == {"not run"}
    assert [name for name, _ in rows][:1] == ["earn"]  # the order of the paper


# texts


def test_table_1_has_counts_and_break_even_points_of_the_test_documents(section):
    rows = rows_of(section, "table1", "topic", "dataset")
    assert set(rows) == {("earn", "reuters-earn"), ("corn", "reuters-corn")}
    table = kang_fixture.texts("earn")
    row = rows["earn", "reuters-earn"]
    assert (row["train"], row["test"]) == ((table.y[:N_TRAIN] == 0).sum(), (table.y[N_TRAIN:] == 0).sum())
    folds = kang_fixture.made("reuters-earn")[1]
    for printed, method in (
        ("NB-MN", "nb_mn_300"),
        ("RNBL-MN, factor |D|", "rnbl_mn_node"),
        ("C4.5", "c45_300"),
    ):
        log_proba = kang_fixture.predictions(table, folds, [method]).methods[method].log_proba
        expected = break_even.break_even(table.y[N_TRAIN:] == 0, scores(log_proba, 0), rule="nearest")
        assert row[printed].value == pytest.approx(expected)
    assert "SVM" not in row  # not run
    best = max(c.value for c in row.values() if isinstance(c, tables.Cell) and isinstance(c.value, float))
    assert {c.value for c in row.values() if isinstance(c, tables.Cell) and c.css == "strong"} == {best}


def test_lost_digits_are_said_to_be_lost(files):
    captions = re.findall(r"<caption><span>(Table [12]:.*?)</span>", files["index.html"])
    assert [("The printed digits are lost" in caption) for caption in captions] == [True, True]


def test_fixed_threshold_is_that_of_training_documents(run, section):
    rows = rows_of(section, "thresholds", "topic", "method")
    assert {m for _, m in rows} == {"nb_mn_300", "rnbl_mn", "rnbl_mn_node", "c45_300"}
    row = rows["corn", "nb_mn_300"]
    table, folds, _ = kang_fixture.made("reuters-corn")
    inner = retrieval._inner(table, np.arange(N_TRAIN), [4])
    held_out = retrieval.inner_scores(
        inner, "nb_mn_300", {**STANZAS["nb_mn_300"], "kinds": kang_fixture.KINDS}, [4], 60.0
    )
    log_proba = kang_fixture.predictions(table, folds, ["nb_mn_300"]).methods["nb_mn_300"].log_proba
    threshold = break_even.break_even_threshold(table.y[:N_TRAIN] == 0, scores(held_out, 0))
    taken = scores(log_proba, 0) >= threshold
    positive = table.y[N_TRAIN:] == 0
    precision, recall = positive[taken].mean(), taken[positive].mean()
    assert (row["precision"], row["recall"]) == (pytest.approx(precision), pytest.approx(recall))
    assert row["optimism"] == pytest.approx(row["swept"] - (precision + recall) / 2)
    brief = rows_of(section, "thresholds_mean", "method")["nb_mn_300",]
    assert brief["optimism"] == pytest.approx((row["optimism"] + rows["earn", "nb_mn_300"]["optimism"]) / 2)
    assert brief["topics"] == 2


def test_inner_scores_are_of_cases_left_out_in_their_own_order():
    """Every row's posterior comes from a model that did not see it: with 3 folds and majority class it shows
    the other folds' frequencies.
    """
    table = kang_fixture.texts("earn")
    inner = retrieval._inner(table, np.arange(N_TRAIN), [4])
    held_out = retrieval.inner_scores(
        inner, "majority", {**STANZAS["majority"], "kinds": kang_fixture.KINDS}, [4], 60.0
    )
    part, folds = inner
    for f in range(3):
        test = folds.test[folds.offsets[f] : folds.offsets[f + 1]]
        rest = np.setdiff1d(np.arange(N_TRAIN), test)
        share = (part.y[rest] == 0).mean()
        assert np.exp(held_out[test, 0]) == pytest.approx(np.full(len(test), share), abs=0.01)


def test_a_method_that_cannot_be_fitted_again_has_no_fixed_threshold():
    table = kang_fixture.texts("earn")
    inner = retrieval._inner(table, np.arange(N_TRAIN), [4])
    assert retrieval.inner_scores(inner, "other_tool", None, [4], 60.0) is None
    assert (
        retrieval.inner_scores(
            inner, "x", {"module": "sequences.nb_protein", "params": {}, "kinds": ["sequence"]}, [4], 60.0
        )
        is None
    )
    assert (
        retrieval._inner(
            table, np.flatnonzero(table.y == 1)[:50].tolist() + np.flatnonzero(table.y == 0)[:2].tolist(), [4]
        )
        is None
    )


# proteins


def test_table_2_has_every_site_against_the_rest(run, section):
    rows = rows_of(section, "table2", "site", "measure")
    assert len(rows) == 4 * 3 + 2
    table, folds, _ = kang_fixture.made("scl2205-rh")
    found = kang_fixture.predictions(table, folds, ["c45_300"])
    y, predicted = table.y[found.row], found.methods["c45_300"].predicted
    c = list(kang_fixture.SITES).index("nuclear")
    hits = ((y == c) & (predicted == c)).sum()
    assert rows["nuclear", "Sensitivity"]["C4.5"].value == pytest.approx(hits / (y == c).sum())
    assert rows["nuclear", "“Specificity” (precision)"]["C4.5"].value == pytest.approx(
        hits / (predicted == c).sum()
    )
    assert rows["nuclear", "Accuracy"]["C4.5"].value == pytest.approx(((y == c) == (predicted == c)).mean())
    assert rows["all sites", "Accuracy"]["C4.5"].value == pytest.approx((y == predicted).mean())
    assert rows["nuclear", "Sensitivity"]["cases"] == (table.y == c).sum()


def test_precision_of_a_site_that_is_never_answered_is_not_a_number(run):
    facts = json.loads(json.dumps(run.facts[PAPER, "scl2205-rh"]))
    facts["methods"]["nb_mn_300"]["classes"]["mitochondrial"]["precision"] = None
    changed = run._replace(facts={(PAPER, "scl2205-rh"): facts})
    table = kang2006_proteins.table2(changed)
    row = next(r for r in table.rows if r["site"] == "mitochondrial" and "Specificity" in r["measure"])
    assert tables.shown(row["NB-MN"], table.columns[-1]) == "N/A"
    assert tables.exact(row["NB-MN"]) == ""


def test_grouped_folds_stand_beside_random_ones(run, section):
    rows = rows_of(section, "grouped", "method")
    assert {m for (m,) in rows} == set(STANZAS)
    for (method,), row in rows.items():
        mild, strict = (run.facts[p, "scl2205-rh"]["methods"][method]["accuracy"] for p in (PAPER, GROUPED))
        assert (row["random"], row["grouped"], row["drop"]) == (mild, strict, pytest.approx(mild - strict))


# trees


def test_sizes_are_means_and_ranges_over_the_folds(section, run):
    rows = rows_of(section, "trees", "dataset", "method")
    found = run.facts[PAPER, "scl2205-rh"]["methods"]["c45_300"]["trees"]
    row = rows["scl2205-rh", "c45_300"]
    assert row["parts"] == len(found) == 3
    assert row["leaves"].value == pytest.approx(np.mean([t["leaves"] for t in found]))
    assert rows["reuters-earn", "rnbl_mn_node"]["nodes"].value > 1
    assert ("reuters-earn", "nb_mn_300") not in rows
    assert kang2006_trees.span([3, 3]).text == "3"
    assert kang2006_trees.span([3, 8]).text == "5.5 (3 – 8)"


def test_trees_are_drawn_with_the_words_of_their_nodes(run, files):
    drawn = kang2006_trees.drawn(run)
    assert {(d.dataset, d.method) for d in drawn} == {
        ("reuters-earn", "rnbl_mn_node"),
        ("reuters-corn", "rnbl_mn_node"),
    }
    for d in drawn:
        name = trees.name_of(d)
        svg = trees.drawing(name, d.tree, f"{d.method} on {d.dataset}")
        ElementTree.fromstring(svg)
        assert svg in files["index.html"]
        cases = d.tree["cases"]
        assert all(f"{label}: {n:,}" in svg for label, n in cases.items())
        assert any(word in svg for word in WORDS)
        hidden = sum(int(n.replace(",", "")) for n in re.findall(r"… ([\d,]+) node", svg))
        assert svg.count("<rect") + hidden == kang2006_trees.nodes(d.tree)


def test_boxes_of_a_drawing_do_not_overlap(run):
    for d in kang2006_trees.drawn(run):
        boxes = trees._all(trees._placed(d.tree, 1.0, 1.0)[0])
        for i, a in enumerate(boxes):
            for b in boxes[i + 1 :]:
                assert a.x != b.x or a.y + a.height <= b.y + 1e-9 or b.y + b.height <= a.y + 1e-9


def test_labels_of_a_tree_are_escaped():
    leaf = {"depth": 1, "cases": {"<b>": 1}, "words": {}, "children": {}}
    tree = {
        "depth": 0,
        "cases": {"<b>": 2, "a&b": 1},
        "words": {"<b>": [["</svg>", 1.0]]},
        "children": {"<b>": leaf, "a&b": leaf},
    }
    svg = trees.drawing("t", tree, "x < y")
    assert ElementTree.fromstring(svg) is not None
    assert "<b>" not in svg


def test_a_tree_without_what_is_drawn_becomes_a_sentence():
    assert "was not kept" in trees.drawing("t", {"depth": 0}, "some tree")


# the section


def test_without_results_there_is_no_section(made, tmp_path):
    results, summary = made
    assert kang2006.section(results._replace(break_even={}), summary) is None
    assert kang2006.section(results, summary, tmp_path) is None  # no printed figures


def test_texts_alone_and_proteins_alone_make_a_section(made):
    results, summary = made
    for dataset, title in (("reuters-earn", "Texts: Table 1"), ("scl2205-rh", "Proteins: Table 2")):
        part = {key: found for key, found in results.break_even.items() if key == (PAPER, dataset)}
        found = kang2006.section(results._replace(break_even=part), summary)
        assert found.parts[0].title == title
        assert found.summaries


def test_page_has_the_section_and_all_its_tables(made, files, section):
    text = files["index.html"]
    assert '<section id="kang2006">' in text
    assert 'href="#kang2006"' in text
    assert [e.id for e in shown(*made)] == ["papers", "kang2006", "textbook18"]
    for table in section.tables:
        rows = list(csv.DictReader(io.StringIO(files[f"tables/{table.id}.csv"])))
        assert len(rows) == len(table.rows)
    own = text[text.index('<section id="kang2006"') :].partition("</section>")[0]
    assert "None" not in own


def test_same_results_give_the_same_bytes(made, files):
    assert page.build(*made, drawings(*made, "kang2006")) == files


def test_summaries_say_how_the_methods_stand(section):
    text = " ".join(section.summaries)
    assert "RNBL-MN is above NB-MN on 0 (level on 2)" in text  # the plain score does not split here
    # unions of two sources are what the tree can tell apart
    assert "RNBL-MN, factor |D| is above NB-MN on 2" in text
    assert re.search(
        r"others published on the same documents: nb_mn_300 on \d of 2 and c45_300 on \d of 2\.", text
    )
    assert "stays one node, naive Bayes itself, on 3 of 3 data sets" in text
