"""Gains of a paper's method on every data set: the numbers, the sentence and the figure."""

import math

import numpy as np
import pytest
from scipy import stats
from support import lopezcruz_fixture

from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.figures.style import Picture, styled
from naivebench.report.papers import differences
from naivebench.report.papers.differences import Gain
from naivebench.report.papers.paper import DataSet, read, value
from naivebench.report.papers.run import gather

PAPER = read("lopezcruz2013")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    root = tmp_path_factory.mktemp("lopezcruz")
    return gather(PAPER, *lopezcruz_fixture.write(root, angles=False, repeats=2))


def gain(low: float, high: float, name: str = "a") -> Gain:
    return Gain(DataSet("A", name, "exact"), None, None, Interval((low + high) / 2, low, high, 10))


def test_gains_as_printed_under_the_papers_protocol_and_honest(run):
    by_set = {g.stand.id: g for g in differences.gains(run, "vMNB", "GNB")}
    assert list(by_set)[:2] == ["termite-mounds", "protein-dihedrals"]
    for g in by_set.values():
        printed = [value(PAPER, g.stand.printed, m, "accuracy_pct") for m in ("vMNB", "GNB")]
        assert g.printed == pytest.approx((printed[0] - printed[1]) / 100)
    frame = run.results.scores
    frame = frame[(frame["metric"] == "accuracy") & (frame["dataset"] == "protein-windows")]
    for role, found in (("paper", "paper"), ("grouped", "honest")):
        own = frame[frame["protocol"] == PAPER.protocols[role]]
        one, other = (
            own[own["method"] == m].sort_values(["repeat", "fold"])["value"] for m in ("vmnb", "gnb")
        )
        d = one.to_numpy() - other.to_numpy()
        ours = getattr(by_set["protein-windows"], found)
        assert (ours.value if role == "grouped" else ours) == pytest.approx(d.mean())
    half = stats.t.ppf(0.975, len(d) - 1) * d.std(ddof=1) * math.sqrt(1 / len(d) + 1 / 9)
    honest = by_set["protein-windows"].honest
    assert (honest.low, honest.high) == pytest.approx((d.mean() - half, d.mean() + half))


def test_a_single_test_fold_is_not_counted():
    several = [gain(0.01, 0.02), gain(-0.02, -0.01, "b"), gain(-0.1, 0.1, "c"), gain(-1.0, 1.0, "d")]
    several[3] = several[3]._replace(honest=Interval(0.5, -math.inf, math.inf, 1))
    assert differences.counts(several)[:4] == (1, 1, 3, 1)


def test_the_table_has_the_gains_in_the_columns_of_their_names(run):
    found = differences.gains(run, "vMNB", "GNB")
    rows = differences.table(run, "vMNB", ["GNB"])
    for g, row in zip(found, rows, strict=True):
        assert (row["printed"], row["paper"], row["honest"]) == (g.printed, g.paper, g.honest.value)
        assert (row["low"], row["high"]) == (g.honest.low, g.honest.high)
        assert (row["method"], row["against"]) == ("vMNB", "GNB")
    assert any(g.printed != g.paper for g in found)


def test_a_metric_with_a_scale_is_a_share_on_every_side(run, monkeypatch):
    before = differences.gains(run, "vMNB", "GNB")
    monkeypatch.setitem(differences.SCALE, "accuracy", 0.01)
    for g, small in zip(before, differences.gains(run, "vMNB", "GNB"), strict=True):
        assert small.paper == pytest.approx(g.paper / 100)
        assert tuple(small.honest[:3]) == pytest.approx(tuple(v / 100 for v in g.honest[:3]))


def test_single_folds_are_counted_by_the_sign_of_their_difference():
    single = [
        gain(0, 0, str(v))._replace(honest=Interval(v, -math.inf, math.inf, 1)) for v in (0.1, 0.2, 0, -0.1)
    ]
    text = "; of 4 with a single test fold it scores higher on 2 and lower on 1"
    assert differences._on_single([gain(0.1, 0.2), *single]) == text


def test_the_sentence_and_the_message_state_how_often_the_method_wins(run):
    of = differences.counts(differences.gains(run, "vMNB", "GNB"))
    text = differences.told(run, "vMNB", "GNB", "naive Bayes")
    won = f"on {of.better} of {of.total} data sets and worse on {of.worse}"
    corrected = f"{of.better_holm} and {of.worse_holm} with Holm's correction)"
    assert text == f"significantly better than naive Bayes {won}, each tested by itself ({corrected}"
    assert differences.told(run, "vMNB", "GNB", further=True) == (
        f"better than GNB on {of.better} of {of.total} and worse on {of.worse} ({corrected}"
    )
    assert differences.told(run, "vMNB", "no method") == ""
    one = {d: {"family": "one"} for d in ("magic", "arrhythmia")}
    changed = run.results._replace(config={**run.results.config, "datasets": one})
    related = differences.told(run._replace(results=changed), "vMNB", "GNB")
    assert f" (from {of.total - 1} sources; " in related
    made = {"NB": [gain(0.01, 0.02)], "TAN": [gain(-0.02, -0.01), gain(0.1, 0.2, "b")]}
    assert differences.message("HPB", made) == (
        "HPB is significantly better than NB on 1 of 1 data set (worse on 0; with Holm's correction 0 and 0)"
        " and TAN on 1 of 2 data sets (worse on 1; with Holm's correction 0 and 0)"
    )


def test_counts_without_and_with_correction_for_the_number_of_data_sets():
    """Of three data sets with p = .01, .03 and .04, all are significant by themselves, one with Holm's
    correction.
    """
    several = [
        gain(0.01, 0.02, name)._replace(honest=Interval(0.01, 0.001, 0.02, 10, p))
        for name, p in (("a", 0.01), ("b", 0.03), ("c", 0.04))
    ]
    of = differences.counts(several)
    assert (of.better, of.better_holm, of.worse_holm) == (3, 1, 0)


def test_the_figure_has_a_row_for_each_data_set_and_a_star_on_the_papers_own(run):
    with styled():
        picture = differences.figure(run, "vMNB", ["GNB", "dNB"], "Accuracy, points")
        assert isinstance(picture, Picture)
        panels = picture.figure.axes
        labels = [label.get_text() for label in panels[0].get_yticklabels()]
    assert [panel.get_title(loc="left") for panel in panels] == ["vMNB minus GNB", "vMNB minus dNB"]
    assert [name for name in labels if name.endswith("★")] == ["magic ★"]
    assert len(labels) == len(differences.gains(run, "vMNB", "GNB"))
    xs = np.concatenate(
        [line.get_xdata() for line in panels[0].lines if line.get_label() == differences.EXPLAINED["honest"]]
    )
    honest = [100 * g.honest.value for g in differences.gains(run, "vMNB", "GNB")]
    assert xs == pytest.approx(honest)
    ends = [[x for x, _ in segment] for lines in panels[0].collections for segment in lines.get_segments()]
    found = [g.honest for g in differences.gains(run, "vMNB", "GNB") if math.isfinite(g.honest.low)]
    assert ends == [pytest.approx([100 * h.low, 100 * h.high]) for h in found]
    assert differences.figure(run, "vMNB", ["no method"], "Accuracy, points") is None
