"""Write the data set of config/stream.yaml: `python tests/support/made_clicks.py data/made/clicks`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa

FILES = 4


def table(n: int = 12_000, seed: int = 17) -> pa.Table:
    """A table of n rows: an angle, labels and numbers with missing cells, truth values, and the class."""
    import pyarrow as pa

    rng = np.random.default_rng(seed)
    clicked = (rng.random(n) < 0.3).astype(int)
    late = 18 + rng.integers(0, 6, n)
    weather = np.array(["dry", "rain", "snow"])[np.minimum(2, rng.poisson(0.4 + 0.5 * clicked))]
    device = (rng.random(n) < 0.5 + 0.2 * clicked).astype(int) + (rng.random(n) < 0.1)
    columns = {
        "hour": np.where(clicked, late, rng.integers(0, 24, n)),
        "device": np.array(["desktop", "phone", "tablet"])[device],
        "weather": weather,
        "page": np.char.add("p", (rng.zipf(1.6, n) % 40).astype(str)),
        "seen": (weather != "dry") & (rng.random(n) < 0.5),
        "seconds": np.round(rng.gamma(2 + clicked, 20), 1),
        "distance": np.round(rng.normal(clicked, 1.5, n), 3),
        "clicked": np.array(["no", "yes"])[clicked],
    }
    missing = {name: rng.random(n) < 0.02 for name in ("device", "seconds")}
    return pa.table({name: pa.array(cells, mask=missing.get(name)) for name, cells in columns.items()})


def write(folder: Path, made: pa.Table | None = None, files: int = FILES, row_group: int = 750) -> Path:
    """Write the rows to files of equal size."""
    import pyarrow.parquet as pq

    made = table() if made is None else made
    folder.mkdir(parents=True, exist_ok=True)
    size = -(-made.num_rows // files)
    for i in range(files):
        part = made.slice(i * size, size)
        pq.write_table(part, folder / f"part-{i}.parquet", row_group_size=row_group, compression="zstd")
    return folder


if __name__ == "__main__":
    write(Path(sys.argv[1]))
