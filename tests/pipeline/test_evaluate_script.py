"""The evaluate script on its own: what a killed job had finished is taken over."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from naivebench.core.table import Attribute, make_table, save
from naivebench.evaluation import folds

ROOT = Path(__file__).parents[2]
STANZAS = {
    m: {"module": module, "kinds": ["nominal"]}
    for m, module in (("majority", "baselines.majority"), ("nb", "naive_bayes.nb"))
}


def run(folder, methods):
    arguments = {
        "table": "table.npz",
        "folds": "folds.npz",
        "out": "out.npz",
        "times": "times.json",
        "protocol": "honest",
        "dataset": "made",
        "methods": json.dumps({m: STANZAS[m] for m in methods}),
        "seed": "1",
        "timeout_seconds": "60",
    }
    command = [
        sys.executable,
        ROOT / "workflow/scripts/evaluate.py",
        *(f"{k}={v}" for k, v in arguments.items()),
    ]
    subprocess.run(command, cwd=folder, check=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
    return json.loads((folder / "times.json").read_text())


def test_methods_that_a_killed_job_had_finished_are_taken_over(tmp_path):
    rng = np.random.default_rng(1)
    table = make_table(
        [Attribute("a", "nominal", ("x", "y"))],
        ("no", "yes"),
        np.arange(30) % 2,
        codes=rng.integers(0, 2, (30, 1)),
    )
    save(table, tmp_path / "table.npz")
    folds.save(folds.make(table, folds=3), tmp_path / "folds.npz")
    first = run(tmp_path, ["majority"])
    marked = {"majority": [[1234.5, *row[1:]] for row in first["majority"]]}
    (tmp_path / "times.json").write_text(json.dumps(marked))
    # as the job leaves them when it is killed: Snakemake deletes the others
    for name in ("out.npz", "times.json"):
        os.rename(tmp_path / name, tmp_path / f"{name}.partial")
    both = run(tmp_path, ["majority", "nb"])
    assert both["majority"] == marked["majority"]
    assert set(both) == {"majority", "nb"}
    assert not list(tmp_path.glob("*.partial"))
