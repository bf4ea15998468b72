"""Compare two runs: scores of test parts, average ranks of methods, verdicts on claims."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from naivebench import __version__
from naivebench.benchmark.results.frames import read_csv
from naivebench.core.checks import InputError
from naivebench.core.files import replace

if TYPE_CHECKING:
    import pandas as pd

FOLD = ["protocol", "dataset", "method", "repeat", "fold"]
RANK = ["protocol", "metric", "method"]
CLAIM = ["paper", "claim"]
PLACES = {  # places in a run; a recorded run has only the file names
    "version.json": "version.json",
    "ranking.csv": "reports/tables/ranking.csv",
    "claims.csv": "reports/tables/claims.csv",
}
MANY = 20  # largest number of lines of one kind to show
# Share of scores that may differ between processors with other vector instructions. Their exp, log and matrix
# products differ in the last bits; Iterative Bayes, support vector machines, logistic regression and nearest
# neighbours magnify that. Between two AMD EPYC, 1.6 % of 292,472 scores of the default run differed.
OTHER_PROCESSOR = 0.05


class Run(NamedTuple):
    """Data of a run that are compared: series indexed by `FOLD` and the metric, by `RANK`, and by `CLAIM`."""

    where: str
    version: str
    processor: str  # its vector instructions
    scores: pd.Series
    ranks: pd.Series
    verdicts: pd.Series


class Differences(NamedTuple):
    """Differing rows of each of the three series, with the columns a and b; NaN where a run has no value."""

    scores: pd.DataFrame
    ranks: pd.DataFrame
    verdicts: pd.DataFrame


def read(path: str | Path) -> Run:
    """Read a run from its folder, or from a folder that `record` wrote.

    Raises InputError if there are no scores.
    """
    import pandas as pd
    import pyarrow as pa

    def content(name: str) -> bytes | None:
        file = Path(path, name)
        return file.read_bytes() if file.is_file() else None

    try:
        parquet = content("results/scores.parquet")
        if parquet is not None:
            scores = pd.read_parquet(io.BytesIO(parquet))
        else:
            wide = content("scores.csv")
            if wide is None:
                raise InputError(f"{path} contains no scores: name the folder of a finished run")
            scores = _csv(wide).melt(FOLD, var_name="metric").dropna(subset=["value"])
        tables = {name: content(place) or content(name) for name, place in PLACES.items()}
        about = {"version": __version__, "processor": find_instructions()}
        about |= json.loads(tables["version.json"] or b"{}")
        return Run(
            str(path),
            str(about["version"]),
            str(about["processor"]),
            _series(scores, [*FOLD, "metric"], "value"),
            _series(_csv(tables["ranking.csv"]), RANK, "average_rank"),
            _series(_with_suggested(_csv(tables["claims.csv"])), CLAIM, "verdict"),
        )
    except InputError:
        raise
    except (pa.ArrowException, KeyError, ValueError, AttributeError) as error:
        raise InputError(
            f"{path} does not contain readable tables of a run ({error}): create it again"
        ) from error


def _csv(data: bytes | None) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame() if data is None else read_csv(data)


def _with_suggested(claims: pd.DataFrame) -> pd.DataFrame:
    """Claims whose verdict includes what data other than the paper's suggest."""
    if "suggested" not in claims:
        return claims
    several = zip(claims["verdict"], claims["suggested"], strict=True)
    return claims.assign(verdict=[f"{v}, suggested: {s}" if isinstance(s, str) else v for v, s in several])


def _series(frame: pd.DataFrame, keys: list[str], value: str) -> pd.Series:
    """A column of the frame, indexed by its keys as text; empty if there are no rows."""
    import pandas as pd

    if not len(frame):
        return pd.Series(dtype=object, index=pd.MultiIndex.from_arrays([[] for _ in keys], names=keys))
    return frame.astype(dict.fromkeys(keys, str)).set_index(keys)[value]


def compare(a: Run, b: Run, tolerance: float = 1e-6) -> Differences:
    """Find values that differ by more than `tolerance` or are in one run only, and verdicts that are not the
    same.
    """
    return Differences(
        _differing(a.scores, b.scores, tolerance),
        _differing(a.ranks, b.ranks, tolerance),
        _differing(a.verdicts, b.verdicts, None),
    )


def _differing(a: pd.Series, b: pd.Series, tolerance: float | None) -> pd.DataFrame:
    import pandas as pd

    both = pd.concat({"a": a, "b": b}, axis=1)
    one_only = both["a"].isna() != both["b"].isna()
    if tolerance is None:
        apart = both["a"] != both["b"]
    else:
        numbers = both.astype(float)
        apart = (numbers["a"] - numbers["b"]).abs() > tolerance
    return both[one_only | (apart & both.notna().all(axis=1))].sort_index()


def find_instructions() -> str:
    """What NumPy and its linear algebra use of this processor, such as "X86_V2 X86_V3 Haswell"."""
    import numpy as np
    from threadpoolctl import threadpool_info

    found = np.show_config(mode="dicts")["SIMD Extensions"]
    kernels = sorted({info["architecture"] for info in threadpool_info() if "architecture" in info})
    return " ".join([*found.get("baseline", []), *found.get("found", []), *kernels])


def is_rounding(a: Run, b: Run, found: Differences) -> bool:
    """Whether the processors explain the differences: their vector instructions are not the same, both runs
    have the same rows, and at most `OTHER_PROCESSOR` of the scores differ. Ranks and verdicts follow from
    these.
    """
    one_only = any(bool(rows.isna().to_numpy().any()) for rows in found)
    few = len(found.scores) <= OTHER_PROCESSOR * len(a.scores)
    return a.processor != b.processor and few and not one_only


def text(a: Run, b: Run, found: Differences, tolerance: float = 1e-6) -> list[str]:
    """Report for a reader, as lines: the runs compared and their differences, scores by protocol, method and
    metric.
    """
    lines = [f"{n}: {r.where}, version {r.version}, processor {r.processor}" for n, r in (("A", a), ("B", b))]
    for name, x, y, rows in zip(Differences._fields, a[3:], b[3:], found, strict=True):
        beyond = f" by more than {tolerance:g}" if name != "verdicts" else ""
        gone, new = int(rows["b"].isna().sum()), int(rows["a"].isna().sum())
        lines.append(
            f"{name}: {len(x)} in A, {len(y)} in B; {len(rows) - gone - new} differ{beyond}, "
            f"{gone} only in A, {new} only in B"
        )
        details = _by_cell(rows) if name == "scores" else [_line(k, r.a, r.b) for k, r in _rows(rows)]
        lines += [f"  {line}" for line in details[:MANY]]
        if len(details) > MANY:
            lines.append(f"  ... and {len(details) - MANY} more")
    return lines


def _rows(rows: pd.DataFrame) -> Iterator[tuple[Any, Any]]:
    return zip(rows.index, rows.itertuples(index=False), strict=True)


def _by_cell(rows: pd.DataFrame) -> list[str]:
    """One line for every protocol, method and metric: the number of differing scores, and the largest
    difference.
    """
    lines = []
    for key, part in rows.groupby(level=["protocol", "method", "metric"], sort=True):
        apart = (part["a"].astype(float) - part["b"].astype(float)).abs().fillna(float("inf"))
        worst = part.iloc[int(apart.to_numpy().argmax())]
        _, dataset, _, repeat, fold, _ = worst.name
        at = f"{dataset}, repeat {repeat}, fold {fold}"
        lines.append(f"{_line(key, worst['a'], worst['b'])} ({at}; {len(part)} scores)")
    return lines


def _line(key: tuple[object, ...], a: object, b: object) -> str:
    return f"{', '.join(map(str, key))}: {_shown(a)} -> {_shown(b)}"


def _shown(value: object) -> str:
    if value is None or value != value:
        return "not there"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def record(run: Run, folder: str | Path) -> None:
    """Write the part of a run that `read` reads to a folder, small enough to be committed: one row per test
    part.
    """
    wide = run.scores.unstack("metric").sort_index()
    files = {
        "scores.csv": wide.to_csv(lineterminator="\n", float_format="%.10g"),
        "ranking.csv": run.ranks.sort_index().to_csv(lineterminator="\n"),
        "claims.csv": run.verdicts.sort_index().to_csv(lineterminator="\n"),
        "version.json": json.dumps({"version": run.version, "processor": run.processor}) + "\n",
    }
    for name, content in files.items():
        with replace(Path(folder) / name) as temporary:
            temporary.write_text(content, encoding="utf-8")
