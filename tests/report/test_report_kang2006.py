"""The experiment page of Kang et al. 2006: tables, thresholds, related methods in one fold, and trees.

It also has the worked example of the paper's two figures.
"""

import csv
import io
import json
import math
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from naivebench.benchmark.results import tables
from naivebench.benchmark.results.summaries import wilson
from support import kang_fixture
from support.drawings import drawings
from support.kang_fixture import GROUPED, N_TRAIN, PAPER, STANZAS, WORDS
from support.sequence_tables import dense

from naivebench.benchmark.retrieval import ClassScores
from naivebench.core.hit_curves import hit_curve, scores
from naivebench.core.plain import named
from naivebench.evaluation import break_even
from naivebench.report import page
from naivebench.report.papers import retrieval as class_tables
from naivebench.report.papers import summary
from naivebench.report.papers.judged import judged
from naivebench.report.papers.kang2006 import figures as drawing_of_trees
from naivebench.report.papers.kang2006 import proteins, trees, worked
from naivebench.report.papers.paper import read, value
from naivebench.report.papers.rows import rows as paper_rows
from naivebench.report.papers.run import gather
from naivebench.report.papers.verdicts import CONTRADICTED, REPRODUCED, UNDECIDED, UNTESTED

pytestmark = [pytest.mark.slow, pytest.mark.long]

TOPICS = ("earn", "acq", "money-fx", "grain", "crude", "trade", "interest", "ship", "wheat", "corn")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return kang_fixture.write(tmp_path_factory.mktemp("kang2006"))


@pytest.fixture(scope="module")
def run(made):
    return gather(read("kang2006"), *made)


@pytest.fixture(scope="module")
def section(made):
    return judged(*made).sections["kang2006"][2]


@pytest.fixture(scope="module")
def files(made):
    return page.build(*made, drawings(*made, "kang2006"))


def rows_of(section, name, *keys):
    table = next(t for t in section.tables if t.id == f"kang2006_{name}")
    return {tuple(tables.raw(r.get(k)) for k in keys): r for r in table.rows}


def predicted(dataset, method):
    table, folds, _ = kang_fixture.made(dataset)
    found = kang_fixture.predictions(table, folds, [method])
    return table.y[found.row], found.methods[method]


# printed numbers


def test_published_file_has_the_numbers_of_others_and_none_of_the_illegible_tables():
    paper = read("kang2006")
    for topic in TOPICS:
        for method, metric in (
            ("NB", "break_even_or_F1"),
            ("linear SVM", "break_even_or_F1"),
            ("C4.5", "F1"),
        ):
            assert 0.5 < value(paper, f"Reuters-21578 {topic}", method, metric) < 1
    assert [key[2] for key, f in paper.figures.items() if f.value is None] == ["all metrics"] * 4


def test_every_topic_and_site_of_the_paper_has_a_data_set():
    paper = read("kang2006")
    assert [name.split()[-1] for name in paper.more["topics"]] == list(TOPICS)
    assert {*paper.more["topics"], *paper.more["sites"], *paper.more["all_classes"]} == set(paper.data_sets)
    exact = {d.id for sets in paper.data_sets.values() for d in sets if d.kind == "exact"}
    assert exact == {f"reuters-{t}" for t in TOPICS}


def test_published_numbers_are_next_to_ours_with_the_interval_of_their_cases(section):
    rows = rows_of(section, "published", "row", "method_printed")
    assert set(rows) == {(t, m) for t in ("earn", "corn") for m in ("NB", "C4.5")}
    y, p = predicted("reuters-corn", "c45_300")
    hits, taken, positive = (int(v.sum()) for v in ((y == 0) & (p.predicted == 0), p.predicted == 0, y == 0))
    row = rows["corn", "C4.5"]  # the published number is an F1
    f1 = 2 * hits / (taken + positive)
    assert row["ours"] == pytest.approx(f1)
    assert row["difference"] == pytest.approx(f1 - 0.8740)
    low, high = wilson(hits, (taken + positive) / 2)
    inside = low - 0.874 >= -0.05 and high - 0.874 <= 0.05
    outside = high - 0.874 < -0.05 or low - 0.874 > 0.05
    assert row["verdict"].value == (REPRODUCED if inside else CONTRADICTED if outside else UNDECIDED)


def test_the_number_of_cases_in_the_denominator_of_f1():
    """If 8 of 10 positive cases are among 16 selected ones, F1 = 8 / 13: the 8 false and 2 missed cases count
    half.
    """
    told = ClassScores(10, 0.8, 0.5, None, None, None, 0.9)
    assert class_tables.effective(told, "f1") == pytest.approx(8 + (8 + 2) / 2)
    assert class_tables.effective(told, "break_even") == 10


def test_data_other_than_the_papers_have_no_verdict(made):
    """The scores are the same, but the data set represents a part of the documents."""
    results, summary = made
    renamed = {
        (p, "reuters-r8-earn" if d == "reuters-earn" else d): f for (p, d), f in results.break_even.items()
    }
    frame = results.scores.assign(
        dataset=results.scores["dataset"].astype(str).replace("reuters-earn", "reuters-r8-earn")
    )
    run = gather(read("kang2006"), results._replace(break_even=renamed, scores=frame), summary)
    verdicts = {
        r["row"]: r["verdict"].value for r in class_tables.by_others(run) if r["method_printed"] == "NB"
    }
    assert verdicts["earn"] == UNTESTED
    assert verdicts["corn"] != UNTESTED


# texts


def test_table_1_has_counts_and_break_even_points_of_the_test_documents(section):
    rows = rows_of(section, "table1", "topic", "dataset")
    assert set(rows) == {("earn", "reuters-earn"), ("corn", "reuters-corn")}
    table = kang_fixture.texts("earn")
    row = rows["earn", "reuters-earn"]
    assert (row["train"], row["test"]) == ((table.y[:N_TRAIN] == 0).sum(), (table.y[N_TRAIN:] == 0).sum())
    for printed, method in (
        ("NB-MN", "nb_mn_300"),
        ("RNBL-MN, factor |D|", "rnbl_mn_node"),
        ("C4.5", "c45_300"),
    ):
        y, p = predicted("reuters-earn", method)
        expected = break_even.nearest_break_even(hit_curve(y == 0, scores(p.log_proba, 0)))
        assert row[printed].value == pytest.approx(expected)
    assert "SVM" not in row  # SVM was not run
    best = max(c.value for c in row.values() if isinstance(c, tables.Cell) and isinstance(c.value, float))
    assert {c.value for c in row.values() if isinstance(c, tables.Cell) and c.css == "strong"} == {best}


def test_illegible_digits_are_marked_as_illegible(files):
    captions = re.findall(r"<caption><span>(Table [12]:.*?)</span>", files["index.html"])
    assert [("The printed digits are illegible" in caption) for caption in captions] == [True, True]


def test_a_swept_threshold_is_compared_with_the_prediction_in_one_metric(section):
    rows = rows_of(section, "thresholds", "topic", "method")
    assert {m for _, m in rows} == {"nb_mn_300", "rnbl_mn", "rnbl_mn_node", "c45_300"}
    y, p = predicted("reuters-corn", "nb_mn_300")
    row, positive = rows["corn", "nb_mn_300"], y == 0
    hits = (positive & (p.predicted == 0)).sum()
    decided = 2 * hits / ((p.predicted == 0).sum() + positive.sum())
    top = np.argsort(-scores(p.log_proba, 0), kind="stable")[: positive.sum()]
    swept = positive[top].mean()  # with as many selected as there are positive cases, precision = recall = F1
    assert (row["f1"], row["f1_swept"]) == (pytest.approx(decided), pytest.approx(swept))
    assert row["optimism"] == pytest.approx(swept - decided)
    brief = rows_of(section, "thresholds_mean", "method")["nb_mn_300",]
    assert brief["optimism"] == pytest.approx((row["optimism"] + rows["earn", "nb_mn_300"]["optimism"]) / 2)
    assert brief["topics"] == 2


def test_unavailable_topics_are_listed(made):
    results, summary = made
    absent = {d: {"status": "unavailable"} for d in ("reuters-acq", "reuters-wheat")}
    run = gather(read("kang2006"), results._replace(prepared=results.prepared | absent), summary)
    assert class_tables.unavailable(run) == "This run does not have reuters-acq and reuters-wheat."
    told = results.break_even | {(PAPER, "reuters-r8-acq"): results.break_even[PAPER, "reuters-earn"]}
    run = run._replace(results=run.results._replace(break_even=told))
    assert "In place of 1 of them it uses reuters-r8-acq, which can only suggest" in class_tables.unavailable(
        run
    )


def test_rows_compare_break_even_points_with_f_and_sites_with_grouped_folds(run):
    rows = {(r.stand.id, r.method): r for r in paper_rows(run)}
    assert {d for d, _ in rows} == {
        *("reuters-earn", "reuters-corn", "scl2205-rh-nuclear", "scl2205-rh-mitochondrial")
    }
    y, p = predicted("reuters-corn", "nb_mn_300")
    row = rows["reuters-corn", "nb_mn_300"]
    assert (row.metric, row.honest_metric, row.protocol, row.honest_protocol) == (
        *("break_even", "f1"),
        *(PAPER, PAPER),
    )
    assert not row.fair  # the same protocol with another threshold
    assert row.ours.value == pytest.approx(break_even.break_even(hit_curve(y == 0, scores(p.log_proba, 0))))
    assert row.optimism == pytest.approx(row.ours.value - row.honest.value)
    site = rows["scl2205-rh-nuclear", "c45_300"]
    assert (site.metric, site.honest_protocol, site.agreement.verdict) == ("accuracy", GROUPED, UNTESTED)
    y, p = predicted("scl2205-rh-nuclear", "c45_300")
    assert site.ours.correct == (y == p.predicted).sum()


# proteins


def test_table_2_has_every_site_against_the_rest(section):
    rows = rows_of(section, "table2", "site", "measure")
    assert len(rows) == 2 * 3
    y, p = predicted("scl2205-rh-nuclear", "c45_300")
    hits = ((y == 0) & (p.predicted == 0)).sum()
    assert rows["nuclear", "Sensitivity"]["C4.5"].value == pytest.approx(hits / (y == 0).sum())
    assert rows["nuclear", "“Specificity” (precision)"]["C4.5"].value == pytest.approx(
        hits / (p.predicted == 0).sum()
    )
    assert rows["nuclear", "Accuracy"]["C4.5"].value == pytest.approx((y == p.predicted).mean())
    assert rows["nuclear", "Sensitivity"]["cases"] == (y == 0).sum()


def test_one_prediction_for_all_proteins_is_the_larger_class(run):
    text = proteins.largest(run)
    for dataset in ("scl2205-rh-nuclear", "scl2205-rh-mitochondrial"):
        share = (predicted(dataset, "c45_300")[0] == 0).mean()
        assert share != 0.5
        assert f"{100 * max(share, 1 - share):.2f} % ({dataset})" in text


def test_precision_of_a_site_that_is_never_predicted_is_not_a_number(run):
    told = json.loads(json.dumps(run.results.break_even[PAPER, "scl2205-rh-mitochondrial"]))
    told["methods"]["nb_mn_300"]["classes"]["mitochondrial"]["precision"] = None
    changed = run.results.break_even | {(PAPER, "scl2205-rh-mitochondrial"): told}
    changed = run._replace(results=run.results._replace(break_even=changed))
    rows = proteins.sites(changed, ["NB-MN", "C4.5"])
    row = next(r for r in rows if r["site"] == "mitochondrial" and "Specificity" in r["measure"])
    assert tables.shown(row["NB-MN"], tables.Column("NB-MN", "", "percent")) == "N/A"
    assert tables.exact(row["NB-MN"]) == ""


def test_grouped_folds_are_next_to_random_ones(run, section):
    rows = rows_of(section, "grouped", "site", "method")
    assert {m for _, m in rows} == set(STANZAS)
    for (site, method), row in rows.items():
        told = (run.results.break_even[p, f"scl2205-rh-{site}"]["methods"][method] for p in (PAPER, GROUPED))
        mild, strict = (t["accuracy"] for t in told)
        assert (row["random"], row["grouped"], row["drop"]) == (mild, strict, pytest.approx(mild - strict))


def test_one_classifier_for_all_classes_has_a_separate_row(section):
    rows = rows_of(section, "all_classes", "dataset", "method")
    assert {d for d, _ in rows} == {"scl2205-rh"}
    y, p = predicted("scl2205-rh", "c45_300")
    assert rows["scl2205-rh", "c45_300"]["accuracy"] == pytest.approx((y == p.predicted).mean())


# trees


def test_sizes_are_means_and_ranges_over_the_folds(section, run):
    rows = rows_of(section, "trees", "dataset", "method")
    found = run.results.break_even[PAPER, "scl2205-rh-nuclear"]["methods"]["c45_300"]["trees"]
    row = rows["scl2205-rh-nuclear", "c45_300"]
    assert row["parts"] == len(found) == 3
    assert row["leaves"].value == pytest.approx(np.mean([t["leaves"] for t in found]))
    assert rows["reuters-earn", "rnbl_mn_node"]["nodes"].value > 1
    assert ("reuters-earn", "nb_mn_300") not in rows
    assert trees.span([3, 3]).text == "3"
    assert trees.span([3, 8]).text == "5.5 (3 – 8)"


def test_the_sentence_on_growth_counts_trees_of_more_than_one_node(run):
    sentence = trees.growth(run)
    counts = {
        m: [
            np.mean([t["nodes"] for t in told["methods"][m]["trees"]])
            for (p, _), told in run.results.break_even.items()
            if p == PAPER
        ]
        for m in ("rnbl_mn", "rnbl_mn_node")
    }
    for reading, nodes in zip(trees.READINGS, counts.values(), strict=True):
        split = sum(n > 1 for n in nodes)
        mean = f"{np.mean(nodes):.2f} nodes on average"
        assert f"{reading} splits on {split} of {len(nodes)} data sets ({mean})" in sentence


def test_trees_are_drawn_with_the_words_of_their_nodes(run, files):
    drawn = trees.drawn(run)
    assert drawn
    assert len(drawn) <= trees.DRAWN
    for d in drawn:
        name = drawing_of_trees.name_of(d)
        svg = drawing_of_trees.drawing(name, d.tree, f"{d.method} on {d.dataset}")
        ElementTree.fromstring(svg)
        assert svg in files["index.html"]
        assert all(f"{label}: {n:,}" in svg for label, n in d.tree.cases.items())
        hidden = sum(int(n.replace(",", "")) for n in re.findall(r"… ([\d,]+) node", svg))
        assert svg.count("<rect") + hidden == trees.nodes(d.tree)
    texts_drawn = [d for d in drawn if d.dataset.startswith("reuters")]
    assert any(word in drawing_of_trees.drawing("t", d.tree, "t") for d in texts_drawn for word in WORDS)


def test_boxes_of_a_drawing_do_not_overlap(run):
    for d in trees.drawn(run):
        boxes = drawing_of_trees._all(drawing_of_trees._placed(d.tree, 1.0, 1.0)[0])
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
    svg = drawing_of_trees.drawing("t", named(trees.Node, tree), "x < y")
    assert ElementTree.fromstring(svg) is not None
    assert "<b>" not in svg


def test_a_tree_without_anything_to_draw_becomes_a_sentence():
    assert "was not kept" in drawing_of_trees.drawing("t", named(trees.Node, {"depth": 0}), "some tree")


# figures 1 and 2


def log_posterior(x, c):
    """The log P(class | document), (n, 2), of naive Bayes with Laplace's correction on these documents."""
    p = np.array([x[c == k].sum(axis=0) + 1 for k in (0, 1)])
    with np.errstate(divide="ignore"):
        joint = np.log(np.bincount(c, minlength=2) / len(c)) + x @ np.log(p / p.sum(axis=1, keepdims=True)).T
    return joint - np.logaddexp.reduce(joint, axis=1)[:, None]


def test_the_worked_tree_is_that_of_the_definition():
    """Documents are assigned to nodes by hand, and the score of every stage is computed from counts."""
    table = worked.table()
    matrix, y = dense(table.counts), table.y

    def cll(rows):
        return log_posterior(matrix[rows], y[rows])[np.arange(len(rows)), y[rows]].sum()

    def sent(rows):
        decided = log_posterior(matrix[rows], y[rows]).argmax(axis=1)
        return [rows[decided == c] for c in (0, 1)]

    root = np.arange(30)
    plus, minus = sent(root)
    leaves = ([root], [plus, minus], [*sent(plus), minus])
    price = math.log(30) / 2 * (2 + 2 * 3)
    for row, parts, n in zip(worked.scores(None), leaves, (1, 3, 5), strict=True):
        total = sum(cll(rows) for rows in parts)
        assert row["leaves"] == pytest.approx(total, abs=1e-9)
        assert (row["nodes"], row["price"]) == (n, pytest.approx(n * price))
        assert row["cmdl"] == pytest.approx(total - n * price, abs=1e-9)
    gains = {r["node"]: r.get("gain") for r in worked.nodes(None)}
    totals = [r["cmdl"] for r in worked.scores(None)]
    assert gains["h"] == pytest.approx(totals[1] - totals[0])
    assert gains["h+"] == pytest.approx(totals[2] - totals[1])
    assert gains["h−"] < 0  # this split is rejected
    assert {r["node"]: r["decision"] for r in worked.nodes(None)} == {
        "h": "split",
        "h+": "split",
        **dict.fromkeys(("h−", "h++", "h+−"), "leaf"),
    }


def test_a_split_of_the_worked_tree_is_penalized_for_two_nodes():
    """The penalty is (log 30 / 2) (2 + 2 * 3) for each split; the gain is that of the leaves together over
    the node.
    """
    rows = {r["node"]: r for r in worked.nodes(None)}
    split = [name for name, r in rows.items() if r["decision"] == "split"]
    assert split
    for name in split:
        row = rows[name]
        assert row["price"] == pytest.approx(2 * math.log(30) / 2 * (2 + 2 * 3))
        children = rows[f"{name}+"]["cll"] + rows[f"{name}−"]["cll"]
        assert row["rise"] == pytest.approx(children - row["cll"])
        assert row["gain"] == pytest.approx(row["rise"] - row["price"])
        assert row["gain"] > 0


def test_the_equation_of_figure_2_is_on_the_page_with_its_numbers(files):
    text = files["index.html"]
    assert "CMDL(h | D) = CLL(h−) + CLL(h++) + CLL(h+−) − (log 30 / 2) (2 + 2 × 3) 5" in text
    assert f"{worked.scores(None)[-1]['cmdl']:.3f}".replace("-", "−") in text


# the section


def test_the_summary_counts_the_papers_tasks_only(run):
    """The paper has 17 tasks: 10 topics and 7 sites. Classifiers of all classes at once are not in it."""
    text = summary.obtained(run)
    assert "of the paper's 17 tasks (10 topics and 7 sites)" in text
    names = {p for key in ("topics", "sites") for p in run.paper.more[key]}
    scored = set(run.results.scores["dataset"].astype(str))
    lost = [p for p in names if not any(d.id in scored for d in run.paper.data_sets[p])]
    assert 3 < len(lost) < 17
    assert text.endswith(f" and lacks {len(lost)} others.")
    assert "Reinhardt" not in text


def test_without_results_only_the_worked_example_is_shown(made):
    results, summary = made
    empty = results._replace(break_even={}, scores=results.scores[:0], protocols=())
    section = judged(empty, summary).sections["kang2006"][2]
    assert [p.title.partition(":")[0] for p in section.parts] == ["Figures 1 and 2"]


def test_texts_or_proteins_are_enough_for_a_section(made):
    results, summary = made
    for dataset, title in (("reuters-earn", "Texts: Table 1"), ("scl2205-rh-nuclear", "Proteins: Table 2")):
        part = {key: found for key, found in results.break_even.items() if key == (PAPER, dataset)}
        found = judged(results._replace(break_even=part), summary).sections["kang2006"][2]
        assert found.parts[0].title == title
        assert found.summary


def test_page_has_the_section_and_all_its_tables(files, section):
    text = files["index.html"]
    assert '<section id="kang2006">' in text
    assert 'href="#kang2006"' in text
    for table in section.tables:
        rows = list(csv.DictReader(io.StringIO(files[f"tables/{table.id}.csv"])))
        assert len(rows) == len(table.rows)
    own = text[text.index('<section id="kang2006"') :].partition("</section>")[0]
    assert "None" not in own


def test_facts_are_those_of_the_named_class(run):
    stand = next(s for s in class_tables.chosen(run, "sites") if s.id == "scl2205-rh-nuclear")
    assert class_tables.label(stand) == "nuclear"
    told = run.results.break_even[PAPER, stand.id]["methods"]["c45_300"]["classes"]["nuclear"]
    assert class_tables.of_class(run, "paper", stand, "C4.5") == ClassScores(**told)
    assert class_tables.of_class(run, "paper", stand, "SVM") is None
