"""The data frames of a finished run, from which all tables are computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from naivebench.benchmark.configuration import Configuration, select_experiments
from naivebench.benchmark.tables.cells import Frames, summarize_cells
from naivebench.evaluation.metrics import METRICS

RIVALS = {"baseline", "reference"}  # groups of methods that are no members of the family
DISCRETE, WORDS = {"nominal", "ordinal"}, {"count", "sequence"}


def complete_frames(
    frames: Frames, configuration: Configuration, records: Mapping[str, dict[str, Any]]
) -> Frames:
    """Add what the configuration and the records of the data sets (by id) say about a run, and the means and
    costs of every cell (`cells.summarize_cells`).

    `frames`: results of `collected_frames`: the tables of `score.COLUMNS`, facts (protocol, dataset and a
    dict), jobs and versions; an empty method in `failures` stands for every method.

    The added frames:

    - `methods`: method, title, group, rival (outside the family), blind (the same answer for every case),
      params and stanza (dicts)
    - `datasets`: dataset, status, its size, kind, family, artificial, holdout (cases of its own training
      part), stanza and record (dicts)
    - `protocols`: protocol, title, learning (repeats are training sizes), shuffled (labels), params (method
      -> changed parameters), seeds, settings (a dict)
    - `experiments`: experiment, title, protocol, datasets, methods (lists), compared
    - `metrics`: metric, label, better (higher or lower), description, definition, compared (tested under
      every protocol)
    - `settings`: the only row has primary protocol, metric and reference, sign (1 if higher is better,
      otherwise -1), alpha, rope, limits of a fit, seed, title

    Methods and protocols are listed if they have a score or a failure. Methods are in the order of the
    catalogue, data sets by name, and the primary protocol is first.
    """
    described = {
        "settings": _describe_settings(configuration),
        "methods": _describe_methods(configuration, frames),
        "datasets": _describe_datasets(configuration, records),
        "protocols": _describe_protocols(configuration, frames),
        "experiments": _describe_experiments(configuration),
        "metrics": _describe_metrics(configuration, frames["scores"]),
    }
    return frames | described | summarize_cells(frames | described)


def _describe_settings(configuration: Configuration) -> pd.DataFrame:
    config = configuration.config
    row = config["primary"] | config["statistics"]
    row |= {"sign": METRICS[row["metric"]].sign}
    row |= {key: config[key] for key in ("timeout_seconds", "memory_mb")}
    return pd.DataFrame([row | {"seed": config["seed"], "title": config["report"]["title"]}])


def _describe_methods(configuration: Configuration, frames: Frames) -> pd.DataFrame:
    rows = []
    for method in _list_ids_in_results("method", frames, configuration.methods):
        stanza = dict(configuration.methods[method])
        group, blind = stanza.get("group", "other"), stanza.get("module") == "baselines.majority"
        params = stanza.get("params", {})
        rows.append((method, stanza["title"], group, group in RIVALS, blind, params, stanza))
    return pd.DataFrame(rows, columns=["method", "title", "group", "rival", "blind", "params", "stanza"])


def classify_data_set(record: dict[str, Any]) -> str:
    """Classify a data set by its attributes: nominal, numeric, mixed, words or letters, or unknown."""
    present = {a["kind"] for a in record.get("attributes", [])}
    discrete, numeric = present & DISCRETE, present - DISCRETE - WORDS
    if present & WORDS:
        return "words or letters"
    if discrete and numeric:
        return "mixed"
    return "nominal" if discrete else "numeric" if numeric else "unknown"


def _describe_datasets(configuration: Configuration, records: Mapping[str, dict[str, Any]]) -> pd.DataFrame:
    """Describe the data sets of the run by name, including those that are not available."""
    rows = []
    for name, record in sorted(records.items()):
        stanza = dict[str, Any](configuration.datasets[name])
        row = {key: record.get(key) for key in ("rows", "missing_cells", "majority_rate", "holdout")}
        row |= {key: len(record[key]) if key in record else None for key in ("attributes", "classes")}
        row |= {"kind": classify_data_set(record), "family": stanza.get("family") or name}
        row |= {"artificial": "yes" if "artificial" in stanza.get("tags", ()) else "no"}
        row |= {"status": record["status"], "stanza": stanza, "record": record}
        rows.append({"dataset": name} | row)
    counts = ["rows", "attributes", "classes", "missing_cells", "holdout"]
    return pd.DataFrame(rows).astype(dict.fromkeys(counts, "Int64"))


def _describe_protocols(configuration: Configuration, frames: Frames) -> pd.DataFrame:
    """Describe the protocols: the primary one, `honest`, then the others by name."""
    protocols, rows = configuration.config["protocols"], []
    first = [configuration.config["primary"]["protocol"], "honest"]
    for name in _list_ids_in_results("protocol", frames, [*first, *sorted(protocols)]):
        p = protocols[name]
        learning, shuffled = bool(p["folds"]["train_cases"]), bool(p["permute_labels"])
        rows.append((name, p["title"], learning, shuffled, p["params"], tuple(p["folds"]["seeds"]), p))
    columns = ["protocol", "title", "learning", "shuffled", "params", "seeds", "settings"]
    return pd.DataFrame(rows, columns=columns).astype({"learning": bool, "shuffled": bool})


def _describe_experiments(configuration: Configuration) -> pd.DataFrame:
    """Describe the experiments; those for learning curves are not compared, as their repeats are sizes."""
    protocols = configuration.config["protocols"]
    rows = [
        {"experiment": name}
        | part._asdict()
        | {"compared": not protocols[part.protocol]["folds"]["train_cases"]}
        for name, part in select_experiments(configuration).items()
    ]
    return pd.DataFrame(rows, columns=["experiment", "title", "protocol", "datasets", "methods", "compared"])


def _describe_metrics(configuration: Configuration, scores: pd.DataFrame) -> pd.DataFrame:
    """Describe the metrics with a score, in the order of their table."""
    about, present = ["label", "better", "description", "definition"], set(scores["metric"].unique())
    rows = [
        {"metric": name, "compared": name in configuration.config["metrics"]}
        | {key: getattr(metric, key) for key in about}
        for name, metric in METRICS.items()
        if name in present
    ]
    return pd.DataFrame(rows, columns=["metric", *about, "compared"]).astype({"compared": bool})


def _list_ids_in_results(key: str, frames: Frames, order: Iterable[str]) -> list[str]:
    """List the ids with a score or a failure, in their order."""
    present = {*frames["scores"][key].unique(), *frames["failures"][key].unique()}
    return [name for name in dict.fromkeys(order) if name in present]
