"""Test the statements that the audit counts again, on synthetic runs."""

import csv
import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml

sys.path.insert(0, str(Path(__file__).parent))

import statements_again

CONTENT = {
    "config": {
        "primary": {"protocol": "honest"},
        "select": {"experiments": "all", "methods": "all", "datasets": "all"},
        "experiments": {
            "main": {"protocol": "honest", "exclude_methods": {"tags": ["library-defaults"]}},
            "plain": {"protocol": "honest", "methods": {"tags": ["library-defaults"]}},
        },
    },
    "methods": {"svm": {}, "nb": {}, "svm_library": {"tags": ["library-defaults"]}},
    "datasets": {"zoo": {}},
}


@pytest.mark.parametrize(("method", "differs"), [("svm", True), ("svm_library", False), ("other", False)])
def test_a_rival_that_stops_short_of_convergence_fails_the_audit(tmp_path, method, differs):
    notes = ["scikit-learn: the solver stopped at its iteration limit before convergence"]
    folds = {m: {"status": "ok", "summary": {"notes": notes if m == method else []}} for m in ("svm", method)}
    lost = {"status": "failed", "summary": {}}
    meta = {m: {"folds": [fold, lost]} for m, fold in folds.items()}
    file = tmp_path / "results/predictions/honest/zoo.npz"
    file.parent.mkdir(parents=True)
    np.savez(file, meta=json.dumps(meta))
    found = statements_again.converged(tmp_path, CONTENT)
    assert found.differing == (["svm on zoo: 1 fits stopped at its iteration limit"] if differs else [])
    assert found.same == (0 if differs else 1)


def printed():
    """Printed counts of mande2023 as scores of one fold of 1,000 cases per seed."""
    with open(statements_again.ROOT / "data/published/mande2023.csv", newline="", encoding="utf-8") as file:
        counts = [r for r in csv.DictReader(file) if r["metric"].startswith("correct_seed_")]
    folder = statements_again.ROOT / "src/naivebench/report/papers/mande2023"
    paper = yaml.safe_load((folder / "paper.yaml").read_text(encoding="utf-8"))
    rows = [
        {
            "protocol": "weka/mande2023",
            "dataset": paper["data_sets"][r["dataset"]][0]["id"],
            "method": paper["methods"][r["method"]][0],
            "repeat": [2, 3, 5].index(int(r["metric"][-1])),
            "metric": "accuracy",
            "value": float(r["value"]) / 100_000,
            "n_test": 100_000,
        }
        for r in counts
    ]
    return pd.DataFrame(rows)


def test_the_sentence_on_counts_of_weka_is_counted_again():
    content = {"config": {"protocols": {"weka/mande2023": {"folds": {"seeds": [2, 3, 5]}}}}}
    scores = printed()
    another = scores.dataset == "weka-echocardiogram"
    scores.loc[another, "value"] += 1 / 100_000
    found = statements_again.weka_counts(scores, content)
    assert (found.same, found.differing) == (4, [])

    off = scores.copy()
    off.loc[(off.dataset == "weka-zoo") & (off.method == "weka_a2de") & (off.repeat == 1), "value"] += 1e-5
    (difference,) = statements_again.weka_counts(off, content).differing
    assert difference.endswith("weka_a2de meets 158 of 162, stated 159 of 162")

    part = statements_again.weka_counts(scores[~another], content)
    assert (part.same, part.not_recomputed, part.differing) == (0, {"counts": 4}, [])
