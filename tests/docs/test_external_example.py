"""The worked example of docs/external.md, with a substitute for the tool."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support import tables

from naivebench.benchmark import discretized, external
from naivebench.core.table import save
from naivebench.evaluation import folds as splits

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "external.md"
STAND_IN = """
from sklearn.naive_bayes import GaussianNB
import numpy as np

class TabPFNClassifier(GaussianNB):
    def __init__(self, random_state=0):
        super().__init__()
        self.random_state = random_state

    def fit(self, x, y):
        return super().fit(np.nan_to_num(x), y)

    def predict_proba(self, x):
        return super().predict_proba(np.nan_to_num(x))
"""


def test_the_example_makes_predictions_of_every_fold(tmp_path):
    (script,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    (tmp_path / "tabpfn_predictions.py").write_text(script)
    (tmp_path / "tabpfn.py").write_text(STAND_IN)
    for folder in ("data/prepared", "data/discretized/honest"):
        (tmp_path / folder).mkdir(parents=True)
    made = {}
    for seed, dataset in enumerate(("iris", "wine")):
        table = tables.mixed(60, 3, seed)
        folds = splits.make(table, scheme="stratified", folds=4, repeats=1, seed=[seed])
        save(table, tmp_path / f"data/prepared/{dataset}.npz")
        discretized.save(folds, {}, tmp_path / f"data/discretized/honest/{dataset}.npz")
        made[dataset] = table, folds
    subprocess.run([sys.executable, "tabpfn_predictions.py"], cwd=tmp_path, check=True)
    for dataset, (table, folds) in made.items():
        found = external.read(tmp_path / f"external/tabpfn/honest/{dataset}.csv", table, folds, "mark")
        assert [f.status for f in found.folds] == ["ok"] * 4
        assert (found.predicted == table.y[folds.test]).mean() > np.bincount(table.y).max() / 60
