"""The data frames of a finished run, from which all tables are computed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from naivebench.benchmark import score
from naivebench.benchmark.configuration import (
    Configuration,
    list_compared_parts,
    list_parts,
    restore_configuration,
)
from naivebench.core import absence
from naivebench.core.checks import InputError
from naivebench.core.files import UNREADABLE
from naivebench.evaluation.metrics import METRICS

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
PARTS = ["error", "central_bias", "central_variance", "bias", "variance"]  # of bias and variance
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
      part), stanza and record (dicts)
    - `protocols`: protocol, title, learning (repeats are training sizes), shuffled (labels), params (method
      -> changed parameters), seeds, settings (a dict)
    - `experiments`: experiment, title, protocol, datasets, methods (lists), families (data set -> family),
      compared
    - `metrics`: metric, label, better (higher, lower or None), description, definition, compared (tested
      under every protocol)
    - `jobs`: rule, job, cpu_seconds, wall_seconds, max_rss_mb, fit_predict_seconds; `versions`: item, version
    - `settings`: the only row has primary protocol, metric and reference, sign (1 if higher is better,
      otherwise -1), alpha, rope, limits of a fit, seed, title
    - `means`, `accuracies`, `costs`: the folds of every cell in one number, see `cells.summarize_cells`

    Only what ran is listed. Methods are in the order of the catalogue, data sets by name, and the primary
    protocol is first. Raises InputError for a file that is damaged or lacks a column.
    """
    results = Path(results)
    configuration = restore_configuration(_read_json(results / "config.json"), results / "config.json")
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
    frames["experiments"] = _describe_experiments(configuration)
    frames["metrics"] = _describe_metrics(configuration, frames["scores"])
    return frames


def _call_reader(path: Path, read: Callable[[Path], Any]) -> Any:
    try:
        return read(path)
    except UNREADABLE as error:
        raise absence.make_damage_error(str(path), error) from error


def _read_json(path: Path) -> Any:
    return _call_reader(path, lambda p: json.loads(p.read_text(encoding="utf-8")))


def _read_frame(path: Path) -> pd.DataFrame:
    frame = _call_reader(path, pd.read_parquet if path.suffix == ".parquet" else read_csv)
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
    for kind, content_key in FACTS.items():
        for protocol, of_protocol in _read_json(results / f"{kind}.json").items():
            for dataset in (d for d in of_protocol if d in datasets):
                row, content = {"protocol": protocol, "dataset": dataset}, of_protocol[dataset]
                if set(content) == {"absent"}:
                    whole = {"repeat": "all", "fold": "all", "file": f"results/{kind}.json"}
                    failed.append(row | whole | content["absent"])
                elif content[content_key]:
                    rows[kind].append(row | {"facts": content})
    frames = {kind: pd.DataFrame(of, columns=["protocol", "dataset", "facts"]) for kind, of in rows.items()}

    # bias and variance are numbers, so they get a row for each method
    parts = [
        {"protocol": row["protocol"], "dataset": row["dataset"], "method": method} | numbers
        for row in rows["bias_variance"]
        for method, numbers in row["facts"]["methods"].items()
    ]
    frames["bias_variance"] = pd.DataFrame(parts, columns=[*KEYS, *PARTS])
    return frames, pd.DataFrame(failed, columns=list(score.COLUMNS["failures"]))


def _describe_settings(configuration: Configuration) -> pd.DataFrame:
    config = configuration.config
    row = config["primary"] | config["statistics"]
    row |= {"sign": METRICS[row["metric"]].sign}
    row |= {key: config[key] for key in ("timeout_seconds", "memory_mb")}
    return pd.DataFrame([row | {"seed": config["seed"], "title": config["report"]["title"]}])


def _describe_methods(configuration: Configuration, frames: Frames) -> pd.DataFrame:
    """The methods with a score or a failure, in the order of the catalogue."""
    present = _list_present("method", frames)
    rows = []
    for method in _put_in_order(present, configuration.methods):
        stanza = dict(configuration.methods.get(method, {}))
        group = stanza.get("group", "other")
        row = {"method": method, "title": stanza.get("title", method), "group": group}
        row |= {"rival": group in configuration.config["report"]["rivals"]}
        row |= {"blind": stanza.get("module") == "baselines.majority"}
        rows.append(row | {"params": stanza.get("params", {}), "stanza": stanza})
    return pd.DataFrame(rows, columns=["method", "title", "group", "rival", "blind", "params", "stanza"])


def name_kind(record: dict[str, Any]) -> str:
    """Classify a data set by its attributes: nominal, numeric, mixed, words or letters, or unknown."""
    present = {a["kind"] for a in record.get("attributes", [])}
    discrete, numeric = present & DISCRETE, present - DISCRETE - WORDS
    if present & WORDS:
        return "words or letters"
    if discrete and numeric:
        return "mixed"
    return "nominal" if discrete else "numeric" if numeric else "unknown"


def _describe_datasets(configuration: Configuration, records: dict[str, Any], frames: Frames) -> pd.DataFrame:
    """The data sets with a record, a score or a failure, by name."""
    rows = []
    for name in sorted({*records, *_list_present("dataset", frames)}):
        record, stanza = records.get(name, {}), dict[str, Any](configuration.datasets.get(name, {}))
        row = {key: record.get(key) for key in ("rows", "missing_cells", "majority_rate", "holdout")}
        row |= {key: len(record[key]) if key in record else None for key in ("attributes", "classes")}
        row |= {"kind": name_kind(record), "family": stanza.get("family") or name}
        row |= {"artificial": "yes" if "artificial" in stanza.get("tags", ()) else "no"}
        row |= {"status": record.get("status", "ok"), "stanza": stanza, "record": record}
        rows.append({"dataset": name} | row)
    counts = ["rows", "attributes", "classes", "missing_cells", "holdout"]
    return pd.DataFrame(rows).astype(dict.fromkeys(counts, "Int64"))


def _describe_protocols(configuration: Configuration, frames: Frames) -> pd.DataFrame:
    """The protocols with a score or a failure: the primary one, `honest`, then the others by name."""
    config, rows = configuration.config, []
    for name in _put_in_order(_list_present("protocol", frames), [config["primary"]["protocol"], "honest"]):
        protocol = config["protocols"].get(name)
        row: dict[str, Any] = {"protocol": name, "title": name, "learning": False, "shuffled": False}
        row |= {"params": {}, "seeds": (), "settings": {}}
        if protocol:
            row |= {"title": protocol["title"], "learning": bool(protocol["folds"]["train_cases"])}
            row |= {"shuffled": bool(protocol["permute_labels"]), "params": protocol["params"]}
            row |= {"seeds": tuple(protocol["folds"]["seeds"]), "settings": protocol}
        rows.append(row)
    columns = ["protocol", "title", "learning", "shuffled", "params", "seeds", "settings"]
    return pd.DataFrame(rows, columns=columns).astype({"learning": bool, "shuffled": bool})


def _describe_experiments(configuration: Configuration) -> pd.DataFrame:
    chosen = list_compared_parts(configuration)
    rows = [
        {"experiment": name}
        | part._asdict()
        # without its own families, an experiment is not compared
        | {"families": chosen[name].families if name in chosen else {}, "compared": name in chosen}
        for name, part in list_parts(configuration).items()
    ]
    columns = ["experiment", "title", "protocol", "datasets", "methods", "families", "compared"]
    return pd.DataFrame(rows, columns=columns)


def _describe_metrics(configuration: Configuration, scores: pd.DataFrame) -> pd.DataFrame:
    """The metrics with a score, in the order of their table, then what has no direction, such as sizes."""
    rows = []
    for name in _put_in_order(set(scores["metric"].unique()), METRICS):
        row = {"metric": name, "compared": name in configuration.config["metrics"]}
        if name in METRICS:
            about = METRICS[name]._asdict()
            row |= {key: about[key] for key in ("label", "better", "description", "definition")}
        else:
            row |= {"label": name.replace("_", " "), "better": None, "description": "", "definition": ""}
        rows.append(row)
    columns = ["metric", "label", "better", "description", "definition", "compared"]
    return pd.DataFrame(rows, columns=columns).astype({"compared": bool})


def _list_present(key: str, frames: Frames) -> set[str]:
    """Ids with a score or a failure."""
    return {*frames["scores"][key].unique(), *frames["failures"][key].unique()} - {""}


def _put_in_order(ids: set[str], wanted: Iterable[str]) -> list[str]:
    """The ids: those of `wanted` in its order, then the others sorted."""
    order = list(dict.fromkeys(wanted))
    return [*(w for w in order if w in ids), *sorted(ids.difference(order))]
