"""Estimators without pyarrow, which is an extra of the wheel.

Every method gives the same bytes, and a file that needs pyarrow is refused in a sentence.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src"
TESTS = SOURCE.parent / "tests"
EXTRAS = ("pyarrow",)
START = """
import importlib.abc, json, sys

class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in sys.argv[1].split(","):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Refuse())
"""

METHODS = {"NB": {}, "GaussianNB": {}, "WANBIA": {"max_iter": 3}, "TAN": {}, "C45": {}, "HPB": {}}
FITS = """
import hashlib
import numpy as np
import pandas as pd
from naivebench import estimators
rng = np.random.default_rng(4)
y = rng.integers(0, 9, 90)  # NumPy adds up more than eight numbers in another order
data = pd.DataFrame({
    "a": np.array(list("uvwx"))[(y + rng.integers(0, 3, 90)) % 4],
    "b": np.array(list("stu"))[(y * rng.integers(0, 2, 90)) % 3],
    "c": rng.normal(y, 2).round(2),
    "d": rng.integers(0, 5, 90) * 1.5 + y % 2,
})
data.loc[rng.random(90) < 0.1, "a"] = None
data.loc[rng.random(90) < 0.1, "c"] = np.nan
found = {}
for name, params in json.loads(sys.argv[2]).items():
    numbers = name == "GaussianNB"
    X = data[["c", "d"]] if numbers else data
    model = getattr(estimators, name)(**params).fit(X[:70], y[:70])
    found[name] = hashlib.sha256(model.predict_log_proba(X).tobytes()).hexdigest()
print(json.dumps([found, "pyarrow" in sys.modules]))
"""


def run(code, blocked, *arguments, folder=None, check=True):
    environment = {**os.environ, "PYTHONPATH": f"{SOURCE}{os.pathsep}{TESTS}"}
    command = [sys.executable, "-c", START + code, ",".join(blocked), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder)
    assert not check or done.returncode == 0, done.stderr
    return done


@pytest.mark.slow
def test_predictions_have_the_same_bytes(capsys):
    core, loaded = json.loads(run(FITS, EXTRAS, json.dumps(METHODS)).stdout)
    here = SimpleNamespace(argv=["", "", json.dumps(METHODS)], modules=sys.modules)
    exec(FITS, {"json": json, "sys": here})  # in this process, which has them
    assert core == json.loads(capsys.readouterr().out)[0]
    assert not loaded


NEEDED = """
import pathlib
from naivebench.core.checks import InputError
from naivebench.data.readers import read

print(read.read_table(pathlib.Path("a.csv")).columns["x"].text)
try:
    read.read_table(pathlib.Path("a.parquet"))
except InputError as error:
    print(error)
"""


def test_only_typed_files_need_pyarrow(tmp_path):
    pq.write_table(pa.table({"x": [1, 2]}), tmp_path / "a.parquet")
    (tmp_path / "a.csv").write_text("x,y\n1,a\n2,b\n")
    cells, refused = run(NEEDED, EXTRAS, folder=tmp_path).stdout.splitlines()
    assert cells == "['1', '2']"
    assert refused == (
        "a.parquet needs a package that is not installed: run pip install 'naivebench[files]', or save the "
        "table as CSV"
    )
