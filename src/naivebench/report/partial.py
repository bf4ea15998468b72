"""Report of an unfinished run: the finished jobs are scored, compared and shown on a separate page.

Files of the run are only read. Tables and statistics are made in a temporary folder by the functions that the
workflow calls, so the report does not wait for Snakemake's lock.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark import configuration, permuted, plan, predictions, read_predictions, score
from naivebench.benchmark.configuration import Configuration
from naivebench.benchmark.jobs import settings, stream_settings
from naivebench.benchmark.results.context import FACTS, load, rerun_command
from naivebench.benchmark.results.folder import elsewhere
from naivebench.benchmark.results.frames import read_csv
from naivebench.benchmark.results.summaries import summarize
from naivebench.benchmark.statistics import STATISTICS, Benchmark
from naivebench.core import absence
from naivebench.core.checks import InputError
from naivebench.core.files import UNREADABLE, replace
from naivebench.evaluation import folds as splits
from naivebench.report import page
from naivebench.report.going_on import Progress

PAGE = Path("reports", "partial.html")
QUICK = ("ranks", "corrected_t", "effects")  # statistics that take seconds
PARQUET = ("scores", "timings")


class Planned(NamedTuple):
    """The plan of a run: its configuration and units."""

    configuration: Configuration
    pairs: dict[tuple[str, str], list[plan.Unit]]  # (protocol, data set) -> its units
    units: tuple[plan.Unit, ...]  # all units, including those of streams


class Pair(NamedTuple):
    """Progress of one protocol on one data set of the plan."""

    dataset: str
    methods: frozenset[str]
    jobs: int  # number of `evaluate` jobs, or 1 if it is streamed
    done: int  # number of these that are finished
    scored: frozenset[str]  # methods with scores


def write(folder: Path, *, now: datetime.datetime | None = None) -> tuple[Path, Progress]:
    """Write `PAGE` below the folder of a run from the finished jobs; return its path and the progress of the
    run.

    Raises InputError if the run has no score yet, or its configuration cannot be read.
    """
    planned = _planned(folder)
    with tempfile.TemporaryDirectory(prefix="naivebench-") as temporary:
        results, prepared = Path(temporary, "results"), Path(temporary, "prepared")
        _copy(folder / "data" / "prepared", prepared, "*.json")
        _copy(folder / "results", results, "config.json")
        for facts in FACTS:
            if facts != "statistics":
                _copy(folder / "results" / facts, results / facts, "**/*.json")
        pairs = _score_all(folder, planned, results)
        if not any(pair.scored for pair in pairs):
            raise InputError(
                f"the run in {folder.resolve()} has no score yet: wait until more fits have finished"
            )
        _compare(planned, results)
        found = load(results, prepared, rerun_command(folder / "results"))
        progress = _progress(pairs, planned.configuration, folder, now or datetime.datetime.now())
        files = page.shipped(page.build(found, summarize(found), {}, partial=progress))
    with replace(folder / PAGE) as file:
        file.write_text(files["index.html"], encoding="utf-8")
    return folder / PAGE, progress


def _planned(folder: Path) -> Planned:
    """The plan of the run in a folder. Raises InputError if its configuration cannot be read."""
    path = folder / "results" / "config.json"
    try:
        whole = configuration.stored(json.loads(path.read_text(encoding="utf-8")))
    except UNREADABLE as error:
        raise absence.damaged(path, error) from error
    config = whole.config
    in_memory, streams = stream_settings.divided(whole, configuration.cells(whole))
    units = plan.units(in_memory, config.protocols, whole.datasets, whole.methods, config.grain)
    every = (*units, *stream_settings.as_units(streams))
    return Planned(whole, settings.by_pair(every), every)


def _copy(source: Path, target: Path, pattern: str) -> None:
    """Copy the files of a folder that match a pattern; files that a job is just removing are left out."""
    for path in source.glob(pattern):
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            shutil.copy(path, place)
    target.mkdir(parents=True, exist_ok=True)


def _score_all(folder: Path, planned: Planned, results: Path) -> list[Pair]:
    """Write the tables of all scores below `results`; return the progress of every protocol and data set."""
    pairs: list[Pair] = []
    rows: score.Rows = {kind: [] for kind in score.COLUMNS}
    metric = planned.configuration.config.primary.metric
    for (protocol, dataset), units in planned.pairs.items():
        methods = frozenset(m for unit in units for m in unit.methods)
        if units[0].unit == "_stream":  # as made by `stream_settings.as_units`
            found = _stored(folder, protocol, dataset, metric)
            jobs, done = 1, int(bool(found["scores"]))
        else:
            jobs = len(units)
            found, done = _scored(folder, planned, units, metric)
        for kind, more in found.items():
            rows[kind] += [(protocol, dataset, *row) for row in more]
        pairs.append(Pair(dataset, methods, jobs, done, frozenset(row[0] for row in found["scores"])))
    for kind, every in rows.items():
        table = pd.DataFrame(every, columns=list(score.COLUMNS[kind]))
        if kind in PARQUET:
            table.to_parquet(results / f"{kind}.parquet", index=False)
        else:
            table.to_csv(results / f"{kind}.csv", index=False)
    return pairs


def _scored(
    folder: Path, planned: Planned, units: Sequence[plan.Unit], metric: str
) -> tuple[score.Rows, int]:
    """Rows of the finished jobs of a protocol and data set, and the number of these jobs."""
    protocol, dataset = units[0].protocol, units[0].dataset
    job = settings.score(planned.configuration, planned.units, units)
    table = folder / "data" / "prepared" / f"{dataset}.npz"
    folds = folder / "data" / "folds" / protocol / f"{dataset}.npz"
    loaded, lost, done = [], [], 0
    try:
        if gone := absence.read(table) or absence.read(folds):
            return score.absent_tables(gone, f"{job['files'][0]}.npz"), len(units)
        y, all_folds = permuted.load_for(table, job["permute"]).y, splits.load(folds)
    except (FileNotFoundError, InputError):  # not yet made, or just being written
        return {kind: [] for kind in score.COLUMNS}, 0
    for unit, file in zip(units, job["files"], strict=True):
        try:
            path, times = folder / f"{file}.npz", folder / f"{file}.times.json"
            if gone := absence.read(path):
                lost += score.absent_tables(gone, f"{file}.npz")["failures"]
            else:
                found = read_predictions.load(path, times)
                if not _is_of(unit, found, all_folds):
                    continue
                loaded.append((f"{file}.npz", found))
            done += 1
        except (FileNotFoundError, InputError):
            continue
    rows = score.tables(loaded, y, all_folds, [metric], job["methods"])
    return rows | {"failures": lost + rows["failures"]}, done


def _is_of(unit: plan.Unit, found: predictions.Predictions, folds: splits.Folds) -> bool:
    """Whether predictions have the methods and folds of their unit.

    Those of a run with other settings remain until their job has ended.
    """
    of_unit = splits.part(folds, *unit.folds) if unit.folds else folds
    arrays = ((found.repeat, of_unit.repeat), (found.fold, of_unit.fold), (found.row, of_unit.test))
    return found.methods.keys() == set(unit.methods) and all(np.array_equal(a, b) for a, b in arrays)


def _stored(folder: Path, protocol: str, dataset: str, metric: str) -> score.Rows:
    """Rows from the tables of a streamed data set; none if the tables do not exist yet."""
    rows: score.Rows = {kind: [] for kind in score.COLUMNS}
    for kind, columns in score.COLUMNS.items():
        with contextlib.suppress(FileNotFoundError):
            table = read_csv(folder / "results" / kind / protocol / f"{dataset}.csv")
            table = table[table["metric"] == metric] if kind == "scores" else table
            rows[kind] = list(table[list(columns[2:])].itertuples(index=False, name=None))
    return rows


def _compare(planned: Planned, results: Path) -> None:
    """Write the statistics of `QUICK` that the configuration asks for, on the primary metric."""
    config = planned.configuration.config
    compared = Benchmark(
        pd.read_parquet(results / "scores.parquet"),
        configuration.compared(planned.configuration),
        [config.primary.metric],
        settings.methods_of(planned.configuration, planned.units),
        config.primary,
        config.statistics.alpha,
        config.statistics.rope,
    )
    (results / "statistics").mkdir()
    for name in planned.configuration.config.statistics.ids:
        if name in QUICK:
            text = json.dumps(STATISTICS[name].compute(compared), allow_nan=False)
            (results / "statistics" / f"{name}.json").write_text(text)


def _progress(pairs: Sequence[Pair], whole: Configuration, folder: Path, now: datetime.datetime) -> Progress:
    """Sum up the progress of the run over its protocols and data sets."""
    by_dataset: dict[str, list[Pair]] = {}
    for pair in pairs:
        by_dataset.setdefault(pair.dataset, []).append(pair)
    complete = [d for d, of in by_dataset.items() if all(pair.done == pair.jobs for pair in of)]
    begun = [d for d, of in by_dataset.items() if d not in complete and any(pair.scored for pair in of)]
    methods = {m for pair in pairs for m in pair.methods} - {m for pair in pairs for m in pair.scored}
    return Progress(
        now.strftime("%Y-%m-%d %H:%M"),
        sum(pair.jobs for pair in pairs),
        sum(pair.done for pair in pairs),
        len(by_dataset),
        len(complete),
        tuple(begun),
        tuple(d for d in by_dataset if d not in complete and d not in begun),
        tuple(m for m in whole.methods if m in methods),
        whole.config.primary.metric,
        f"make report{elsewhere(folder)}",
    )
