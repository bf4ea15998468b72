"""The recipe of docs/large-data.md that splits one CSV file into row groups, which become shards."""

import itertools
import re
import runpy
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from pyarrow import csv
from support import made_clicks

from naivebench.benchmark import shards
from naivebench.benchmark.streaming import counting, scan, settle, shard_rows
from naivebench.data.readers import columnar

PAGE = Path(__file__).parents[2] / "docs" / "large-data.md"
STANZA = {"target": "clicked", "kinds": {"hour": {"kind": "angular", "period": 24}}}
QUOTED = '"on two\nlines, quoted"'


def read(path, n_shards):
    """Layout and table of all shards, and the number of shards that have rows."""
    pieces = shards.cut(shards.files_of(path), n_shards)
    *_, found = scan.scan(path, list(itertools.chain(*pieces)), STANZA, "clicks")
    settled, _ = settle.settle(found, STANZA, "clicks")
    split = shard_rows.Split(2, 1, 2, [7])
    tables = [
        [table for _, table in shard_rows.shard_blocks(shard_rows.Shard(path, part, settled, split))]
        for part in pieces
    ]
    return settled, counting._stacked(list(itertools.chain(*tables))), sum(map(bool, tables))


def test_the_recipe_keeps_the_rows_and_lets_shards_share_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    csv.write_csv(made_clicks.table(3000), "clicks.csv")
    text = Path("clicks.csv").read_text().replace('"p3"', QUOTED)
    assert QUOTED in text
    Path("clicks.csv").write_text(text)
    (recipe,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    Path("recipe.py").write_text(recipe)
    monkeypatch.setattr(columnar, "CSV_BYTES", 20_000)
    runpy.run_path("recipe.py")
    assert pq.ParquetFile("clicks.parquet").num_row_groups > 4
    of_text, expected, busy = read(tmp_path / "clicks.csv", 4)
    assert busy == 1
    divided, found, busy = read(tmp_path / "clicks.parquet", 4)
    assert busy == 4
    assert divided.attributes == of_text.attributes
    assert any(QUOTED.strip('"') in attribute.values for attribute in divided.attributes)
    for mine, other in ((found.codes, expected.codes), (found.reals, expected.reals), (found.y, expected.y)):
        assert np.array_equal(mine, other, equal_nan=mine.dtype.kind == "f")
