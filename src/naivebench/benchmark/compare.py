"""Every number of the pages in the folder `results/`: the scores of all protocols in one table of each kind,
ranks, tests and intervals, and facts about data sets.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from naivebench.benchmark import angles
from naivebench.benchmark.configuration import compared, stored
from naivebench.benchmark.configuration.shapes import Resolved
from naivebench.benchmark.dependence import dependence
from naivebench.benchmark.score import COLUMNS, FIX
from naivebench.benchmark.statistics import STATISTICS, Benchmark
from naivebench.core import absence
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError
from naivebench.core.files import UNREADABLE, replace
from naivebench.core.one_line import reason
from naivebench.core.plain import plain
from naivebench.core.table import load

PARQUET = ("scores", "timings")  # tables with many rows; the others are CSV


class Scored(NamedTuple):
    """The files of the rule score for one protocol."""

    protocol: str
    tables: dict[str, str]  # kind -> Parquet file
    facts: str  # JSON file


def collect(scored: Sequence[Scored], folder: Path) -> pd.DataFrame:
    """Write one table of each kind and one file for each fact; return the scores."""
    frames = {}
    for kind in COLUMNS:
        parts = [_read(of.tables[kind], pd.read_parquet) for of in scored]
        frames[kind] = pd.concat([p for p in parts if len(p)] or parts[:1], ignore_index=True)
        with replace(folder / f"{kind}.{'parquet' if kind in PARQUET else 'csv'}") as temporary:
            if kind in PARQUET:
                frames[kind].to_parquet(temporary, index=False)
            else:
                frames[kind].to_csv(temporary, index=False)
    for of in scored:
        facts = _read(of.facts, lambda path: json.loads(Path(path).read_text(encoding="utf-8")))
        for kind, of_kind in facts.items():
            for dataset, content in of_kind.items():
                _write(folder / kind / of.protocol / f"{dataset}.json", _json(content))
    return frames["scores"]


def _read(path: str, read: Callable[[str], Any]) -> Any:
    try:
        return read(path)
    except UNREADABLE as error:
        raise absence.damaged(path, error) from error


class Task(NamedTuple):
    """A computation of its own, and the file of its result."""

    path: Path
    compute: Callable[..., Any]
    arguments: tuple[Any, ...]


def tasks(
    content: Resolved,
    benchmark: Benchmark,
    tables: Mapping[str, str],
    angular: Mapping[str, Sequence[int]],
    folder: Path,
) -> list[Task]:
    """The statistics, the facts about angles, and the dependence between attributes.

    `tables`: data set -> its prepared table; `angular`: data sets with angles -> seed words.
    """
    statistics = content["config"]["statistics"]["ids"]
    found = [
        Task(folder / "statistics" / f"{s}.json", STATISTICS[s].compute, (benchmark,)) for s in statistics
    ]
    found += [
        Task(folder / "angles" / f"{d}.json", _angles, (d, tables[d], seed)) for d, seed in angular.items()
    ]
    path = folder / "statistics" / "dependence.json"
    return [*found, Task(path, _dependences, (tables,))]


def _benchmark(content: Resolved, scores: pd.DataFrame, methods: Sequence[str]) -> Benchmark:
    configuration = stored(content)
    config = configuration.config
    return Benchmark(
        scores,
        compared(configuration),
        config.metrics,
        list(methods),
        config.primary,
        config.statistics.alpha,
        config.statistics.rope,
    )


def _angles(dataset: str, table: str, seed: Sequence[int]) -> dict[str, Any]:
    if absence.read(table):
        return {"dataset": dataset, "attributes": [], "rotation": []}
    return plain(angles.summarize_angles(load(table), seed=seed)._replace(dataset=dataset))


def _dependences(tables: Mapping[str, str]) -> dict[str, Any]:
    """Data set -> result of `dependence`, without data sets that are not available."""
    found = {d: dependence(load(path)) for d, path in tables.items() if not absence.read(path)}
    return {d: of for d, of in found.items() if of}


def run(todo: Sequence[Task], threads: int, on_error: str) -> None:
    """Compute and write all tasks in parallel; an error becomes an absence, which the report shows.

    Processes are forks, so that they share the scores instead of receiving them.
    """
    global _todo
    _todo = todo
    with ProcessPoolExecutor(threads, multiprocessing.get_context("fork")) as pool:
        results: list[Future[Any]] = [pool.submit(_compute, i) for i in range(len(todo))]
        for task, result in zip(todo, results, strict=True):
            try:
                text = result.result()
            except InputError:
                raise
            except Exception as error:
                if on_error == "stop":
                    raise InputError(
                        f"compare, {task.path.stem}: {reason(error)} (on_error: stop)"
                    ) from error
                gone = Absence("failed", "compare", reason(error), FIX)
                text = _json({"absent": gone._asdict()})
            _write(task.path, text)


_todo: Sequence[Task] = ()


def _compute(i: int) -> str:
    return _json(_todo[i].compute(*_todo[i].arguments))


def compare(
    out: str,
    content: Resolved,
    scored: Sequence[Scored],
    tables: Mapping[str, str],
    angular: Mapping[str, Sequence[int]],
    methods: Sequence[str],
    threads: int,
) -> None:
    """Write all files.

    `out`: the folder; `content`: the resolved configuration; `methods`: those that run.
    """
    folder = Path(out)
    _write(folder / "config.json", _json(content))
    scores = collect(scored, folder)
    benchmark = _benchmark(content, scores, methods)
    run(tasks(content, benchmark, tables, angular, folder), threads, content["config"]["on_error"])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n"


def _write(path: Path, text: str) -> None:
    with replace(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
