"""The configuration that `naivebench try` writes gives the same scores, bit for bit, in a workflow."""

from __future__ import annotations

import csv

import numpy as np
import pandas as pd
import pytest
from support import workflow_project as project

from naivebench.cli.main import main

pytestmark = [pytest.mark.long, pytest.mark.workflow]
OPTIONS = ["--methods", "majority,nb,tan,random_forest", "--folds", "3", "--budget", "900"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return project.copy(tmp_path_factory.mktemp("as_workflow") / "project")


def table(path, n=150, seed=0, **written):
    """Write numbers with decimal commas, words, and a few missing cells and classes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    data = pd.DataFrame(
        {
            "größe": (rng.normal(size=n) + y).round(3),
            "day": rng.permutation(n),
            "word": np.where(rng.random(n) < 0.2 + 0.3 * y, "a b", 'c "d"'),
            "price": (rng.random(n) + y).round(2),
            "kind": np.array(["x", "y", "z"])[y],
        }
    )
    data.loc[::11, "word"] = None
    data.loc[::17, "kind"] = None
    data.to_csv(path, index=False, **written)
    return str(path)


@pytest.mark.parametrize("way", ["folds", "test", "bins and time"])
def test_the_workflow_gives_the_same_scores(folder, tmp_path, monkeypatch, way):
    monkeypatch.chdir(tmp_path)
    form = {"sep": ";", "decimal": ",", "encoding": "latin-1"}
    first, later = table("Mein Tisch.csv", **form), table("later.csv", seed=1, **form)
    options = ["--target", "kind", "--drop", "price", "--decimal", ",", "--encoding", "latin-1"]
    if way == "test":
        options += ["--test", later]
    elif way == "folds":
        options += ["--repeats", "2"]
    else:
        options[1] = "price"
        options[3] = "kind"
        options += ["--bins", "3", "--time", "day"]
    assert main(["try", first, "--out", "out", *options, *OPTIONS]) == 0
    done = project.run(
        folder, "--directory", str(tmp_path), "--configfile", str(tmp_path / "out/config.yaml")
    )
    assert done.returncode == 0, done.stdout[-4000:]
    made = pd.read_parquet("results/scores.parquet")
    made = made[made["protocol"].astype(str) == "try"]
    keys = ["method", "repeat", "fold", "metric"]
    workflow = {tuple(map(str, row[:4])): row[4] for row in made[[*keys, "value"]].itertuples(index=False)}
    with open("out/scores.csv") as file:
        tried = {tuple(row[key] for key in keys): float(row["value"]) for row in csv.DictReader(file)}
    assert len(tried) > 20
    assert {key: workflow[key] for key in tried} == tried
    assert "try-mein-tisch" in (tmp_path / "reports" / "index.html").read_text()
