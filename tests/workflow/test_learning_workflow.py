"""Learning curves and the column n_train in a real run."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from support import workflow_project as project

from naivebench.benchmark import discretize
from naivebench.evaluation import folds

pytestmark = [pytest.mark.workflow, pytest.mark.long]

PEOPLE = """
  people:
    source: {file: my/people.csv}
    target: likes tea
"""
OVERLAY = """
protocols:
  honest: {folds: {folds: 3}}
  in-order: {folds: {scheme: time, folds: 3}, own_holdout: false}
  all-but-one: {folds: {scheme: leave_one_out, skip: 8}, own_holdout: false}
  learning_curves: {folds: {folds: 3, train_cases: [10, 20, 40, 80, all]}}
experiments:
  honest: {protocol: honest, datasets: [corral, people], methods: [nb, tan]}
  in-order: {protocol: in-order, datasets: [corral, people], methods: [nb, tan]}
  all-but-one: {protocol: all-but-one, datasets: [people], methods: [nb]}
  learning-curves: {datasets: [corral, people], methods: [nb, tan, kdb]}
select: {experiments: [honest, in-order, all-but-one, learning-curves]}
metrics: [accuracy]
"""
# 0 stands for all cases; of 90 people, 60 are training cases
DRAWN = {"corral": [10, 20, 40, 80, 0], "people": [10, 20, 40, 0]}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = project.copy(tmp_path_factory.mktemp("curves"))
    project.write_people(folder / "my" / "people.csv")
    project.add(folder, "datasets", PEOPLE)
    done = project.run(folder, "--configfile", project.overlay(folder, OVERLAY))
    assert done.returncode == 0, done.stdout
    return folder


@pytest.fixture(scope="module")
def scores(finished):
    return pd.read_parquet(finished / "results" / "scores.parquet")


def test_every_method_has_a_score_of_every_size_on_the_same_test_parts(finished, scores):
    part = scores[(scores["protocol"] == "learning_curves") & (scores["metric"] == "accuracy")]
    for dataset, sizes in DRAWN.items():
        drawn = folds.load(finished / "data" / "discretized" / "learning_curves" / f"{dataset}.npz")
        n = len(np.unique(drawn.test))
        for method in ("nb", "tan", "kdb"):
            own = part[(part["dataset"] == dataset) & (part["method"] == method)]
            assert len(own) == 3 * len(sizes)
            for row in own.itertuples():
                assert row.n_train == (sizes[row.repeat] or n - row.n_test)
                assert row.n_test == len(folds.test_rows(drawn, row.fold))
    with np.load(finished / "results" / "predictions" / "learning_curves" / "people.npz") as file:
        assert np.array_equal(file["row"], drawn.test)


def test_cut_points_are_learned_on_the_small_training_parts(finished):
    path = finished / "data" / "discretized" / "learning_curves" / "people.npz"
    cuts = discretize.load_cuts(path, "fayyad_irani", 12)
    assert len(cuts) == 12
    assert any(one.tolist() != other.tolist() for one, other in zip(cuts[-1], cuts[0], strict=True))


def test_n_train_of_the_other_schemes(scores):
    sizes = {
        (protocol, dataset): part.groupby("fold")[["n_test", "n_train"]].first().to_numpy().tolist()
        for (protocol, dataset), part in scores.groupby(["protocol", "dataset"])
    }
    assert sizes["honest", "people"] == [[30, 60]] * 3
    assert sizes["in-order", "people"] == [[15, 45], [15, 60], [15, 75]]
    assert sizes["all-but-one", "people"] == [[82, 81]]


def test_tests_use_the_numbers_of_training_cases_and_leave_out_learning_curves(finished):
    tables = finished / "results" / "tables"
    ratios = (
        pd.read_csv(tables / "corrected_t.csv").groupby(["protocol", "dataset"])["test_train_ratio"].first()
    )
    assert ratios["in-order", "people"] == pytest.approx(15 / 60)
    assert ratios["honest", "people"] == pytest.approx(1 / 2)
    assert len(pd.read_csv(tables / "learning_curves.csv")) == 3 * (5 + 4)
    for name in ("ranking", "pairs", "effects", "corrected_t", "dataset_scores", "cost"):
        assert "learning_curves" not in (tables / f"{name}.csv").read_text(), name
