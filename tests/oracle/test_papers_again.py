"""Test what the audit recomputes of the papers, on synthetic scores."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

sys.path.insert(0, str(Path(__file__).parent))

import papers_again
import sections_again
from support import lopezcruz_fixture, semi_naive_fixture

from naivebench.benchmark.results.tables import raw
from naivebench.evaluation.statistics.intervals import paired_shares
from naivebench.report.papers import against, differences, paper
from naivebench.report.papers.robles2003 import gains
from naivebench.report.papers.run import gather


def test_the_median_on_shuffled_labels_is_that_of_data_sets_that_keep_their_attributes():
    """The same case as in tests/report/test_report_robles2003.py."""
    kinds = {"iris": "linear", "glass": "linear", "vote": "nominal", "pima": "linear"}
    plain = {"iris": 0.5, "glass": 0.5, "vote": 0.7, "pima": 0.5}
    after = {"iris": 0.56, "glass": 0.6, "vote": 0.99}

    def folds(role, metric="accuracy"):
        index = pd.MultiIndex.from_tuples([(0, 0)], names=["repeat", "fold"])
        found = {"permuted": plain, "permuted_after_cuts": after}.get(role, {})
        return {(d, "ienb"): pd.DataFrame({"value": [v], "n_test": [100]}, index) for d, v in found.items()}

    of = SimpleNamespace(
        roles={"permuted": "p", "permuted_after_cuts": "c"},
        folds=folds,
        meta=lambda d: {"attributes": [{"kind": kinds[d]}]},
        about=pd.DataFrame({"majority_rate": 0.5, "rows": 100}, index=list(kinds)),
    )
    rows = [{"dataset": d, "method": "ienb", "role": role} for d in kinds for role in ("paper", "printed")]
    (text,) = papers_again.where_attributes_remain(of, rows)
    assert text == f"{against.REMAIN}, it is +10.00 points (3 rows, 3 above 0, at most +20.00)"
    of.roles = {"permuted": "p"}
    assert papers_again.where_attributes_remain(of, rows) == []


def test_the_gains_of_the_searches_are_recomputed(tmp_path):
    results, summary = semi_naive_fixture.write(tmp_path, semi_naive_fixture.rows())
    cells, about = pd.DataFrame(columns=papers_again.CELL), pd.DataFrame(columns=["dataset"])
    of = papers_again.Paper("robles2003", papers_again.ROOT, cells, about)
    scores = results.scores.set_index(["repeat", "fold"]).sort_index()
    of.scores.update(dict(list(scores.groupby(["protocol", "metric"], observed=True))))
    again = pd.DataFrame(sections_again.searches(of)).set_index(["dataset", "method"]).sort_index()
    shown = gains.gains(gather(paper.read("robles2003"), results, summary))
    made = pd.DataFrame(shown).set_index(["dataset", "method"]).sort_index()
    pd.testing.assert_frame_equal(again[list(gains.MEASURES)], made[list(gains.MEASURES)], atol=1e-12)


def test_the_differences_of_a_figure_are_recomputed(tmp_path):
    results, summary = lopezcruz_fixture.write(tmp_path, repeats=2, angles=False)
    cells, about = pd.DataFrame(columns=papers_again.CELL), pd.DataFrame(columns=["dataset"])
    of = papers_again.Paper("lopezcruz2013", papers_again.ROOT, cells, about)
    scores = results.scores.set_index(["repeat", "fold"]).sort_index()
    of.scores.update(dict(list(scores.groupby(["protocol", "metric"], observed=True))))
    of.kept.update(results.prepared)
    again = pd.DataFrame(sections_again.gains(of, lambda *_: None)).set_index(["dataset", "against"])
    run = gather(paper.read("lopezcruz2013"), results, summary)
    rows = [{k: raw(v) for k, v in row.items()} for row in differences.table(run, "vMNB", ["GNB"])]
    made = pd.DataFrame(rows).set_index(["dataset", "against"])
    columns = ["printed", "paper", "honest", "low", "high"]
    pd.testing.assert_frame_equal(again[columns], made[columns], atol=1e-12)


def test_the_interval_of_paired_shares():
    ours, again = paired_shares(30, 12, 400), sections_again.of_shares(30, 12, 400)
    assert [again[k] for k in ("mean", "low", "high")] == pytest.approx([ours.value, ours.low, ours.high])


def test_the_share_of_angles_uses_the_names_or_numbers_that_a_method_reports():
    kinds = {"a": "angular", "b": "angular", "c": "linear", "d": "linear"}
    of = SimpleNamespace(meta=lambda _: {"attributes": [{"name": n, "kind": k} for n, k in kinds.items()]})
    named = [{"structure": "{a} {c}", "angular_used": 1}, {"structure": "{a}", "angular_used": 1}]
    counted = [{"angular_used": 1, "attributes_used": 3}, {"angular_used": 1, "attributes_used": 2}]
    assert sections_again.angular(of, "d", named) == pytest.approx(0.75)
    assert sections_again.angular(of, "d", counted) == pytest.approx(0.4)
    assert sections_again.angular(of, "d", [{"attributes_used": 4}]) == pytest.approx(0.5)
    assert pd.isna(sections_again.angular(of, "d", [{"attributes_used": 3}]))
