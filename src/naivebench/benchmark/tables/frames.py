"""The data frames of a finished run, from which all tables are computed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from naivebench.benchmark import score
from naivebench.benchmark.configuration import compared, parts, stored
from naivebench.benchmark.configuration.shapes import Configuration
from naivebench.core import absence
from naivebench.core.checks import InputError
from naivebench.core.files import UNREADABLE
from naivebench.evaluation.metrics import METRICS, can_win

Frames = dict[str, pd.DataFrame]
PARQUET = ("scores", "timings")  # tables with many rows; the others are CSV
KEYS = list(score.CELL)
FILES = {  # file in the folder of results -> its columns
    **{f"{kind}.{'parquet' if kind in PARQUET else 'csv'}": list(of) for kind, of in score.COLUMNS.items()},
    "dependence.csv": ["dataset", "nats"],
    "jobs.csv": ["rule", "job", "cpu_seconds", "wall_seconds", "max_rss_mb", "fit_predict_seconds"],
    "versions.csv": ["item", "version"],
}
TEXT = (
    *("protocol", "dataset", "method", "metric", "structure", "right"),
    *("stage", "status", "reason", "remedy", "file", "rule", "job", "paper", "claim", "verdict", "suggested"),
)  # columns of ids and sentences, always read as text
FACTS = {"hit_curves": "curves", "break_even": "methods", "bias_variance": "methods", "angles": "attributes"}
DISCRETE, WORDS = {"nominal", "ordinal"}, {"count", "sequence"}


def read_csv(source: Any) -> pd.DataFrame:
    """Read a CSV file of results from a path or buffer.

    Columns of `TEXT` keep the text that was written, also ids such as 1984, nan and null; in the other
    columns, only an empty cell or `nan` is missing.
    """
    names = list(pd.read_csv(source, nrows=0).columns)
    if hasattr(source, "seek"):
        source.seek(0)
    missing = {name: ["", "nan"] for name in names if name not in TEXT}
    return pd.read_csv(
        source, dtype=dict.fromkeys(TEXT, str), keep_default_na=False, na_values=missing, low_memory=False
    )


def read_frames(results: str | Path, records: Iterable[str | Path] | None = None) -> Frames:
    """Read the folder of results, and the record of every data set, by default all of data/prepared.

    The frames, one row each for:

    - `scores`: a metric on a test part (protocol, dataset, method, repeat, fold, n_test, n_train, metric,
      value)
    - `timings`, `calibration`, `structures`, `traces`, `answers`, `confusions`: see `FILES`
    - `failures`: a score that is missing; `all` or an empty text stand for every method, protocol or fold
    - `hit_curves`, `break_even`, `angles`: protocol, dataset, facts (a dict)
    - `bias_variance`: protocol, dataset, method, and the parts of the error
    - `dependence`: dataset, nats (mean dependence between two attributes given the class)
    - `methods`: method, title, group, rival (outside the family), blind (the same answer for every case),
      params and stanza (dicts)
    - `datasets`: dataset, status, its size, kind, family, artificial, holdout (cases of its own training
      part), place (in the catalogue), stanza and record (dicts)
    - `attributes`: dataset, attribute, kind, values (number of different values), in the order of the columns
    - `protocols`: protocol, title, learning (repeats are training sizes), shuffled (labels), params (method
      -> changed parameters), seeds, settings (a dict)
    - `experiments`: experiment, title, protocol, datasets, methods (lists), families (data set -> family),
      compared
    - `metrics`: metric, label, better (higher, lower or None), description, compared (tested under
      every protocol), constant_wins (the same answer for every case can be best), headline, points
    - `jobs`: rule, job, cpu_seconds, wall_seconds, max_rss_mb, fit_predict_seconds; `versions`: item, version
    - `settings`: the only row has primary protocol, metric and reference, alpha, rope, seed, title
    - `means`, `accuracies`, `costs`: the folds of every cell in one number, see `cells.summarize_cells`

    Only what ran is listed. Methods are in the order of the catalogue, data sets by name, and the primary
    protocol is first. Raises InputError for a file that is damaged or lacks a column.
    """
    results = Path(results)
    configuration = stored(_read_json(results / "config.json"))
    frames = {name.partition(".")[0]: _read_frame(results / name) for name in FILES}
    if records is None:
        records = sorted((results.parent / "data" / "prepared").glob("*.json"))
    stored_records = {Path(path).stem: _read_json(Path(path)) for path in records}

    facts, failed = _read_facts(results, set(stored_records))
    failures = pd.concat([frames["failures"], failed], ignore_index=True).fillna("")
    frames |= facts | {"failures": failures, "settings": _describe_settings(configuration)}
    frames["methods"] = _describe_methods(configuration, frames)
    frames["datasets"] = _describe_datasets(configuration, stored_records, frames)
    frames["protocols"] = _describe_protocols(configuration, frames)
    frames["attributes"] = _list_attributes(stored_records)
    frames["experiments"] = _describe_experiments(configuration)
    frames["metrics"] = _describe_metrics(configuration, frames["scores"])
    return frames


def _guard(path: Path, read: Callable[[Path], Any]) -> Any:
    try:
        return read(path)
    except UNREADABLE as error:
        raise absence.damaged(str(path), error) from error


def _read_json(path: Path) -> Any:
    return _guard(path, lambda p: json.loads(p.read_text(encoding="utf-8")))


def _read_frame(path: Path) -> pd.DataFrame:
    frame = _guard(path, pd.read_parquet if path.suffix == ".parquet" else read_csv)
    for column in FILES[path.name]:
        if column not in frame.columns:
            raise InputError(
                f"{path} lacks the column {column!r}: delete the file and run the workflow again"
            )
    return frame


def _read_facts(results: Path, datasets: set[str]) -> tuple[Frames, pd.DataFrame]:
    """The facts about single data sets, and a row of failures for those that could not be computed."""
    rows: dict[str, list[dict[str, Any]]] = {kind: [] for kind in FACTS}
    failed = []
    listed = (
        (kind, protocol, dataset, content)
        for kind in FACTS
        for protocol, of_protocol in _read_json(results / f"{kind}.json").items()
        for dataset, content in of_protocol.items()
        if dataset in datasets
    )
    for kind, protocol, dataset, content in listed:
        if set(content) == {"absent"}:
            where = {"protocol": protocol, "dataset": dataset, "repeat": "all", "fold": "all"}
            failed.append(where | content["absent"] | {"file": f"results/{kind}.json"})
        elif content[FACTS[kind]]:
            rows[kind].append({"protocol": protocol, "dataset": dataset, "facts": content})
    frames = {kind: pd.DataFrame(of, columns=["protocol", "dataset", "facts"]) for kind, of in rows.items()}
    parts = ["error", "central_bias", "central_variance", "bias", "variance"]
    frames["bias_variance"] = pd.DataFrame(
        [
            {"protocol": row["protocol"], "dataset": row["dataset"], "method": method} | of
            for row in rows["bias_variance"]
            for method, of in row["facts"]["methods"].items()
        ],
        columns=[*KEYS, *parts],
    )
    return frames, pd.DataFrame(failed, columns=list(score.COLUMNS["failures"]))


def _describe_settings(configuration: Configuration) -> pd.DataFrame:
    config = configuration.config
    row = config.primary._asdict() | {"alpha": config.statistics.alpha, "rope": config.statistics.rope}
    return pd.DataFrame([row | {"seed": config.seed, "title": config.report.title}])


def _describe_methods(configuration: Configuration, frames: Frames) -> pd.DataFrame:
    """The methods with a score or a failure, in the order of the catalogue."""
    present = {m for name in ("scores", "failures") for m in frames[name]["method"].unique() if m}
    rivals = configuration.config.report.rivals
    stanzas = {
        m: dict(configuration.methods.get(m, {})) for m in _put_in_order(present, configuration.methods)
    }
    return pd.DataFrame(
        {
            "method": list(stanzas),
            "title": [s.get("title", m) for m, s in stanzas.items()],
            "group": [s.get("group", "other") for s in stanzas.values()],
            "rival": [s.get("group", "other") in rivals for s in stanzas.values()],
            "blind": [s.get("module") == "baselines.majority" for s in stanzas.values()],
            "params": [s.get("params", {}) for s in stanzas.values()],
            "stanza": list(stanzas.values()),
        }
    )


def name_kind(record: dict[str, Any]) -> str:
    """Classify a data set by its attributes: discrete, numeric, mixed, words or letters, or unknown."""
    present = {a["kind"] for a in record.get("attributes", [])}
    discrete, numeric = present & DISCRETE, present - DISCRETE - WORDS
    if present & WORDS:
        return "words or letters"
    if discrete and numeric:
        return "mixed"
    return "discrete" if discrete else "numeric" if numeric else "unknown"


def _describe_datasets(configuration: Configuration, records: dict[str, Any], frames: Frames) -> pd.DataFrame:
    """The data sets with a record, a score or a failure, by name."""
    names = {*records, *frames["scores"]["dataset"].unique(), *frames["failures"]["dataset"].unique()}
    place = {d: i for i, d in enumerate(configuration.datasets)}
    rows = []
    for name in sorted(filter(None, names)):
        record, stanza = records.get(name, {}), configuration.datasets.get(name, {})
        rows.append(
            {
                "dataset": name,
                "rows": record.get("rows"),
                "attributes": len(record["attributes"]) if "attributes" in record else None,
                "classes": len(record["classes"]) if "classes" in record else None,
                "missing_cells": record.get("missing_cells"),
                "majority_rate": record.get("majority_rate"),
                "kind": name_kind(record),
                "family": stanza.get("family") or name,
                "artificial": "yes" if "artificial" in stanza.get("tags", ()) else "no",
                "status": record.get("status", "ok"),
                "holdout": record.get("holdout"),
                "place": place.get(name, len(place)),
                "stanza": dict(stanza),
                "record": record,
            }
        )
    frame = pd.DataFrame(rows)
    counts = ["rows", "attributes", "classes", "missing_cells", "holdout"]
    return frame.astype(dict.fromkeys(counts, "Int64"))


def _list_attributes(records: dict[str, Any]) -> pd.DataFrame:
    listed = [
        {"dataset": dataset, "attribute": a["name"], "kind": a["kind"], "values": a["values"]}
        for dataset, record in records.items()
        for a in record.get("attributes", ())
    ]
    return pd.DataFrame(listed, columns=["dataset", "attribute", "kind", "values"])


def _describe_protocols(configuration: Configuration, frames: Frames) -> pd.DataFrame:
    """The protocols with a score or a failure: the primary one, `honest`, then the others by name."""
    present = {p for name in ("scores", "failures") for p in frames[name]["protocol"].unique() if p}
    rows = []
    for name in _put_in_order(present, [configuration.config.primary.protocol, "honest"]):
        protocol = configuration.config.protocols.get(name)
        rows.append(
            {
                "protocol": name,
                "title": protocol.title if protocol else name,
                "learning": bool(protocol and protocol.folds.train_cases),
                "shuffled": bool(protocol and protocol.permute_labels),
                "params": protocol.params if protocol else {},
                "seeds": tuple(protocol.folds.seeds or ()) if protocol else (),
                "settings": protocol._asdict() | {"folds": protocol.folds._asdict()} if protocol else {},
            }
        )
    columns = ["protocol", "title", "learning", "shuffled", "params", "seeds", "settings"]
    return pd.DataFrame(rows, columns=columns).astype({"learning": bool, "shuffled": bool})


def _describe_experiments(configuration: Configuration) -> pd.DataFrame:
    whole, chosen = parts(configuration), compared(configuration)
    return pd.DataFrame(
        {
            "experiment": list(whole),
            "title": [e.title for e in whole.values()],
            "protocol": [e.protocol for e in whole.values()],
            "datasets": [e.datasets for e in whole.values()],
            "methods": [e.methods for e in whole.values()],
            "families": [chosen[name].families if name in chosen else {} for name in whole],
            "compared": [name in chosen for name in whole],
        }
    )


def _describe_metrics(configuration: Configuration, scores: pd.DataFrame) -> pd.DataFrame:
    """The metrics with a score, in the order of their table, then what has no direction, such as sizes."""
    rows = []
    for name in _put_in_order(scores["metric"].unique(), METRICS):
        metric = METRICS.get(name)
        rows.append(
            {
                "metric": name,
                "label": metric.label if metric else name.replace("_", " "),
                "better": metric.better if metric else None,
                "description": metric.description if metric else "",
                "compared": name in configuration.config.metrics,
                "constant_wins": bool(metric and can_win(metric)),
                "headline": bool(metric and metric.headline),
                "points": bool(metric and metric.points),
            }
        )
    columns = ["metric", "label", "better", "description", "compared", "constant_wins", "headline", "points"]
    flags = dict.fromkeys(["compared", "constant_wins", "headline", "points"], bool)
    return pd.DataFrame(rows, columns=columns).astype(flags)


def _put_in_order(values: Iterable[str], wanted: Iterable[str]) -> Sequence[str]:
    """The ids in `values`: those of `wanted` in its order, then the others sorted."""
    ids, order = set(values), list(dict.fromkeys(wanted))
    return [*(w for w in order if w in ids), *sorted(ids.difference(order))]
