"""Compare two runs: scores of test folds, average ranks of methods, verdicts on claims."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from naivebench import __version__
from naivebench.core.checks import InputError
from naivebench.core.files import UNREADABLE, replace_file

FOLD = ["protocol", "dataset", "method", "repeat", "fold"]
RANK = ["protocol", "metric", "method"]
CLAIM = ["paper", "claim"]
SERIES = ("scores", "ranks", "verdicts")  # of a run
TEXT = (*FOLD[:3], "metric", "paper", "claim", "verdict", "suggested")  # ids and words, always read as text
TOLERANCE = 1e-6  # largest difference of equal numbers
MANY = 20  # largest number of values of one kind to show
# Share of scores that may differ between processors with other vector instructions. Their exp, log and matrix
# products differ in the last bits; Iterative Bayes, support vector machines, logistic regression and nearest
# neighbours magnify that. Between two AMD EPYC, 1.6 % of 292,472 scores of the default run differed.
OTHER_PROCESSOR = 0.05


# series -> its differing rows, with columns a and b, NaN where a run has no value
Differences = dict[str, pd.DataFrame]


class Run(NamedTuple):
    """The compared values of a run: series indexed by `FOLD` and the metric, by `RANK`, and by `CLAIM`."""

    where: str
    version: str
    processor: str  # its vector instructions
    scores: pd.Series
    ranks: pd.Series
    verdicts: pd.Series


def read_run(path: str | Path) -> Run:
    """Read a run from its folder or a recorded one; raises InputError without readable scores."""
    folder = Path(path)
    parquet, recorded = folder / "results" / "scores.parquet", folder / "scores.csv"
    if not parquet.is_file() and not recorded.is_file():
        raise InputError(f"{path} contains no scores: name the folder of a finished run")
    about = {"version": __version__, "processor": find_vector_instructions()}
    try:
        if parquet.is_file():
            scores, tables = pd.read_parquet(parquet), folder / "results" / "tables"
        else:
            scores, tables = read_results_csv(recorded).melt(FOLD, var_name="metric"), folder
            scores = scores.dropna(subset=["value"])
        if (folder / "version.json").is_file():
            about |= json.loads((folder / "version.json").read_text(encoding="utf-8"))
        files = tables / "ranking.csv", tables / "claims.csv"
        ranking, claims = (read_results_csv(file) if file.is_file() else pd.DataFrame() for file in files)
        if "main" in ranking:  # the golden ranking has main experiments only
            ranking = ranking[ranking["main"]]
        return Run(
            str(path),
            str(about["version"]),
            str(about["processor"]),
            _index_column(scores, [*FOLD, "metric"], "value"),
            _index_column(ranking, RANK, "average_rank"),
            _index_column(_add_suggested_verdicts(claims), CLAIM, "verdict"),
        )
    except UNREADABLE as error:
        raise InputError(
            f"{path} does not contain readable tables of a run ({error}): create it again"
        ) from error


def read_results_csv(path: str | Path) -> pd.DataFrame:
    """Read a CSV file of results. Columns of `TEXT` keep their text, even ids such as 1984, nan and null."""
    missing = {name: ["", "nan"] for name in pd.read_csv(path, nrows=0) if name not in TEXT}
    return pd.read_csv(
        path, dtype=dict.fromkeys(TEXT, str), keep_default_na=False, na_values=missing, low_memory=False
    )


def _add_suggested_verdicts(claims: pd.DataFrame) -> pd.DataFrame:
    """Add the verdict that other data suggest to each claim's verdict, and drop claims about times."""
    if "suggested" not in claims:  # recorded, or a run without claims
        return claims
    claims = claims[~claims["timed"]]
    suggested = (", suggested: " + claims["suggested"]).mask(claims["suggested"] == "", "")
    return claims.assign(verdict=claims["verdict"] + suggested)


def _index_column(frame: pd.DataFrame, keys: list[str], value: str) -> pd.Series:
    """Return a column without missing values, indexed by its keys as text; a frame may have no rows."""
    if frame.empty:
        return pd.Series(dtype=object, index=pd.MultiIndex.from_arrays([[] for _ in keys], names=keys))
    return frame.astype(dict.fromkeys(keys, str)).set_index(keys)[value].dropna()


def compare_runs(a: Run, b: Run) -> Differences:
    """Find verdicts that differ, and values that differ by more than `TOLERANCE` or are in one run only."""
    changes = {}
    for name in SERIES:
        both = pd.concat({"a": getattr(a, name), "b": getattr(b, name)}, axis=1)
        apart = both["a"] != both["b"]
        if name != "verdicts":
            # a difference from a missing value is NaN, so not small
            apart &= ~(both.astype(float).diff(axis=1)["b"].abs() <= TOLERANCE)
        changes[name] = both[apart].sort_index()
    return changes


def find_vector_instructions() -> str:
    """Find the vector instructions that NumPy and its linear algebra use, such as "X86_V2 X86_V3 Haswell"."""
    from threadpoolctl import threadpool_info

    found = np.show_config(mode="dicts")["SIMD Extensions"]
    kernels = sorted({info["architecture"] for info in threadpool_info() if "architecture" in info})
    return " ".join([*found.get("baseline", []), *found.get("found", []), *kernels])


def is_processor_effect(a: Run, b: Run, found: Differences) -> bool:
    """Whether the processors explain the differences: their vector instructions differ, both runs have the
    same rows, and at most `OTHER_PROCESSOR` of the scores differ. Ranks and verdicts follow from the scores.
    """
    one_only = any(bool(rows.isna().to_numpy().any()) for rows in found.values())
    few = len(found["scores"]) <= OTHER_PROCESSOR * len(a.scores)
    return a.processor != b.processor and few and not one_only


def describe_differences(a: Run, b: Run, found: Differences) -> list[str]:
    """Describe the differences between runs, one in each line, the largest first."""
    lines = [f"{n}: {r.where}, version {r.version}, processor {r.processor}" for n, r in (("A", a), ("B", b))]
    for name, rows in found.items():
        beyond = f" by more than {TOLERANCE:g}" if name != "verdicts" else ""
        gone, new = int(rows["b"].isna().sum()), int(rows["a"].isna().sum())
        lines.append(
            f"{name}: {len(getattr(a, name))} in A, {len(getattr(b, name))} in B; "
            f"{len(rows) - gone - new} differ{beyond}, "
            f"{gone} only in A, {new} only in B"
        )
        if name == "scores" and len(rows):
            counts = rows.groupby("method").size()
            lines.append("  by method: " + ", ".join(f"{method} {n}" for method, n in counts.items()))
            gaps = (rows["a"] - rows["b"]).astype(float).abs()
            rows = rows.loc[gaps.sort_values(ascending=False, na_position="first").index]
        for key, pair in rows.head(MANY).iterrows():
            lines.append(f"  {', '.join(map(str, key))}: {pair['a']} -> {pair['b']}")
    return lines


def record_run(run: Run, folder: str | Path) -> None:
    """Write the tables that `read_run` reads to a folder, small enough to commit: one row per test fold."""
    about = {"version": run.version, "processor": run.processor}
    wide = run.scores.unstack("metric").sort_index()
    files = {
        "scores.csv": wide.to_csv(lineterminator="\n", float_format="%.10g"),
        "ranking.csv": run.ranks.sort_index().to_csv(lineterminator="\n"),
        "claims.csv": run.verdicts.sort_index().to_csv(lineterminator="\n"),
        "version.json": json.dumps(about) + "\n",
    }
    for name, content in files.items():
        with replace_file(Path(folder) / name) as temporary:
            temporary.write_text(content, encoding="utf-8")
