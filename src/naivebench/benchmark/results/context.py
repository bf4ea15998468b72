"""Read the finished results of a run into plain structures; nothing is computed here."""

from __future__ import annotations

import csv
import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from naivebench.benchmark.results.comparisons import (
    Bayesian,
    Comparison,
    Effects,
    FoldTest,
    StatisticRows,
    bayesian_of,
    comparison_of,
    effects_of,
    fold_tests_of,
    statistic_of,
)
from naivebench.benchmark.results.frames import read_csv
from naivebench.core import absence
from naivebench.core.checks import InputError

if TYPE_CHECKING:
    import pandas as pd

    from naivebench.benchmark import retrieval
    from naivebench.benchmark.configuration.shapes import Resolved
    from naivebench.data.profile import Record

    Prepared = Record | dict[str, Any]  # {} for a data set that is not available

KEYS = ["protocol", "dataset", "method"]
COLUMNS = {
    "scores": [*KEYS, "repeat", "fold", "n_test", "n_train", "metric", "value"],
    "timings": [*KEYS, "repeat", "fold", "fit_seconds", "predict_seconds", "peak_memory_mb"],
    "calibration": [*KEYS, "bin", "confidence_sum", "correct", "cases"],
    "structures": [*KEYS, "repeat", "fold", "structure"],
    "traces": [*KEYS, "repeat", "fold", "generation", "evaluations", "best", "mean"],
    "answers": [*KEYS, "repeat", "cases", "right"],
    "confusions": [*KEYS, "repeat", "class", "decided", "cases"],
    "jobs": ["rule", "job", "cpu_seconds", "wall_seconds", "max_rss_mb", "fit_predict_seconds"],
}


class Metric(NamedTuple):
    """A measure of quality.

    `better`: higher, lower or None (a size); `constant_wins`: whether the same answer for every case can have
    its best value.
    """

    id: str
    label: str
    better: str | None
    description: str = ""
    constant_wins: bool = False


class Failure(NamedTuple):
    """A row of results/failures.csv; an empty protocol or method means all of them."""

    method: str = ""
    protocol: str = ""
    dataset: str = ""
    repeat: str = ""
    fold: str = ""
    stage: str = ""
    status: str = ""
    reason: str = ""
    remedy: str = ""
    file: str = ""  # for jobs without rows of scores: the file that records the failure


class Results(NamedTuple):
    """Everything the report shows.

    Data frames have the columns of `COLUMNS`; the rest is as in the files of the same name.
    """

    # without protocols for learning curves, like the other frames, because means over sizes are meaningless
    scores: pd.DataFrame
    # scores under protocols for learning curves: `repeat` is the index of the size, `n_train` the size
    learning: pd.DataFrame
    timings: pd.DataFrame
    calibration: pd.DataFrame
    jobs: pd.DataFrame
    structures: pd.DataFrame  # groups of attributes that semi-naive methods found, as text
    traces: pd.DataFrame  # fitness by generation, for methods that search
    answers: pd.DataFrame  # cases of a data set's only test part that each method labels correctly
    confusions: pd.DataFrame  # cases of a class decided as a class, over all folds of a repeat (scheme weka)
    failures: tuple[Failure, ...]
    comparisons: tuple[Comparison, ...]  # those of the main experiment of every protocol
    by_experiment: tuple[Comparison, ...]  # those of all experiments
    corrected_t: tuple[FoldTest, ...]
    bayes: Bayesian
    effects: tuple[Effects, ...]  # those of all experiments
    # data set -> mean dependence between its attributes given the class, in nats
    dependence: dict[str, float]
    # id -> rows, for configured statistics that were computed
    statistics: dict[str, tuple[StatisticRows, ...]]
    environment: dict[str, Any]  # `provenance.environment`, with the usage of the run
    config: Resolved
    prepared: dict[str, Prepared]  # data set -> record of its preparation
    # data set -> sectors, fits and rotation of its angles, as in results/angles/*.json
    angles: dict[str, dict[str, Any]]
    # (protocol, data set) -> curves, tests, constants and calibration, as in results/hit_curves
    hit_curves: dict[tuple[str, str], dict[str, Any]]
    # (protocol, data set) -> scores per class and sizes of trees, as in results/break_even
    break_even: dict[tuple[str, str], retrieval.Facts]
    # (protocol, data set) -> parts of the error by method, as in results/bias_variance
    bias_variance: dict[tuple[str, str], dict[str, Any]]
    protocols: tuple[str, ...]  # the primary protocol first
    datasets: tuple[str, ...]
    methods: tuple[str, ...]  # in the order of the configuration
    metrics: dict[str, Metric]
    primary: tuple[str, str]  # protocol, metric
    reference: str | None  # the method that the others are compared with


FACTS = (
    "statistics",
    "angles",
    "hit_curves",
    "break_even",
    "bias_variance",
)  # all are folders of JSON files


def _json(path: Path, default: Any) -> Any:
    """Content of a file; the default if the file does not exist or records a failure."""
    content = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else default
    return default if content and set(content) == {"absent"} else content


def failed_facts(results: Path) -> Iterator[Failure]:
    """The failures of jobs that write no rows of scores."""
    for path in (p for kind in FACTS for p in sorted((results / kind).rglob("*.json"))):
        gone = absence.read_json(path)
        if gone:
            kind, *protocol, name = path.relative_to(results).with_suffix("").parts
            file = f"results/{path.relative_to(results).as_posix()}"
            row = Failure(repeat="all", fold="all", file=file)._replace(**gone._asdict())
            if kind == "statistics":
                yield row._replace(stage=gone.stage if gone.stage == name else f"{gone.stage} {name}")
            else:
                yield row._replace(protocol="/".join(protocol), dataset=name)


def _statistics(folder: Path, config: Resolved) -> dict[str, tuple[StatisticRows, ...]]:
    """Id -> content, for every statistic that the configuration names and that was computed."""
    ids = config.get("config", {}).get("statistics", {}).get("ids", [])
    contents = {s: _json(folder / f"{s}.json", None) for s in ids}
    return {s: statistic_of(content) for s, content in contents.items() if content is not None}


def _by_dataset(folder: Path, datasets: Container[str]) -> dict[str, dict[str, Any]]:
    """Data set -> content of its file in the folder; files of data sets that no longer exist are left out."""
    contents = {p.stem: _json(p, None) for p in sorted(folder.glob("*.json")) if p.stem in datasets}
    return {d: content for d, content in contents.items() if content is not None}


def _by_pair(folder: Path, scored: dict[str, set[str]], part: str) -> dict[tuple[str, str], Any]:
    """(protocol, data set) -> content of its file.

    Files with an empty `part` and files without scores of their protocol and data set are left out.
    """
    contents = filter(None, (_json(p, None) for p in sorted(folder.rglob("*.json"))))
    return {
        (f["protocol"], f["dataset"]): f
        for f in contents
        if f[part] and f["protocol"] in scored["protocol"] and f["dataset"] in scored["dataset"]
    }


def _failures(path: Path) -> tuple[Failure, ...]:
    if not path.is_file():
        return ()
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return tuple(Failure(**{k: row.get(k) or "" for k in Failure._fields}) for row in rows)


def _frame(path: Path, name: str) -> pd.DataFrame:
    """The data frame in `path` with categorical keys; an empty one if there is no file."""
    import pandas as pd

    if not path.is_file():
        return pd.DataFrame({c: pd.Series(dtype="object") for c in COLUMNS[name]})
    frame = pd.read_parquet(path) if path.suffix == ".parquet" else read_csv(path)
    missing = [c for c in COLUMNS[name] if c not in frame.columns]
    if missing:
        raise InputError(
            f"{path} lacks the column {missing[0]!r}: delete the file and run the workflow again"
        )
    for column in {*KEYS, "metric"} & set(frame.columns):
        frame[column] = frame[column].astype(str).astype("category")
    return frame


def _learning_curves(config: Resolved) -> set[str]:
    """Ids of the protocols whose repeats are sizes of the training part."""
    protocols = config.get("config", {}).get("protocols", {})
    return {
        name
        for name, p in protocols.items()
        if isinstance(p.get("folds"), dict) and p["folds"].get("train_cases")
    }


def _under(frame: pd.DataFrame, protocols: set[str], inside: bool) -> pd.DataFrame:
    """The rows under the protocols if `inside`, otherwise the rows under other protocols."""
    if "protocol" not in frame or not protocols:
        return frame[:0] if inside else frame
    part = frame[frame["protocol"].isin(protocols) == inside].copy()
    for column in part.select_dtypes("category"):
        part[column] = part[column].cat.remove_unused_categories()
    return part


def _in_order(values: Iterable[object], wanted: Iterable[str]) -> tuple[str, ...]:
    """The ids in `values`: those of `wanted` in its order, then the others sorted."""
    ids, order = {str(v) for v in values if v}, list(dict.fromkeys(wanted))
    return (*(w for w in order if w in ids), *sorted(ids.difference(order)))


def _metrics(comparisons: Iterable[Comparison], measured: Iterable[object]) -> dict[str, Metric]:
    """Label and direction of every metric: from the metric table, from the comparisons where it has none."""
    from naivebench.evaluation import metrics as catalogue

    known = {c.metric: Metric(c.metric, c.label, c.better) for c in comparisons}
    known |= {
        m.id: Metric(m.id, m.label, m.better, m.description, catalogue.can_win(m))
        for m in catalogue.METRICS.values()
    }
    order = _in_order(measured, catalogue.METRICS)
    return {m: known.get(m, Metric(m, m.replace("_", " "), None)) for m in order}


def _primary(
    comparisons: Iterable[Comparison], protocols: Sequence[str], metrics: Iterable[str]
) -> tuple[str, str]:
    for entry in comparisons:
        if entry.primary:
            return entry.protocol, entry.metric
    metric = next((m for m in ("accuracy", *metrics) if m in metrics), "accuracy")
    return next((p for p in ("honest", *protocols) if p in protocols), "honest"), metric


def load(results: str | Path, prepared: str | Path, of_run: Container[str] | None = None) -> Results:
    """Read the folder of results and the folder of data set descriptions (`data/prepared/*.json`).

    `of_run`: the data sets of the run; None: all in the folder, which may have others of earlier runs.
    If a file does not exist (a run without a jobs table or calibration), its part stays empty. Raises
    InputError if a table lacks a column.
    """
    results = Path(results)
    config = _json(results / "config.json", {})
    frames = {n: _frame(results / f"{n}.parquet", n) for n in ("scores", "timings")}
    files = ("calibration", "jobs", "structures", "traces", "answers", "confusions")
    frames |= {n: _frame(results / f"{n}.csv", n) for n in files}
    failures = _failures(results / "failures.csv")
    statistics = results / "statistics"
    by_experiment = tuple(map(comparison_of, _json(statistics / "ranks.json", {}).get("comparisons", [])))
    comparisons = tuple(c for c in by_experiment if c.main)
    corrected = _json(statistics / "corrected_t.json", {})
    datasets = {
        p.stem: json.loads(p.read_text(encoding="utf-8"))
        for p in sorted(Path(prepared).glob("*.json"))
        if of_run is None or p.stem in of_run
    }
    failures += tuple(f for f in failed_facts(results) if not f.dataset or f.dataset in datasets)
    known = {k: {*frames["scores"][k].unique(), *(getattr(f, k) for f in failures)} for k in KEYS}
    curves = _learning_curves(config)
    known["protocol"] -= curves
    whole = frames["scores"]
    frames = {n: _under(f, curves, False) for n, f in frames.items()}
    metrics = _metrics(comparisons, whole["metric"].unique())
    primary = _primary(comparisons, sorted(known["protocol"]), metrics)
    metrics = metrics or _metrics(comparisons, [primary[1]])  # nothing has been scored
    methods = _in_order(known["method"], config.get("methods", {}))
    return Results(
        **frames,
        learning=_under(whole, curves, True),
        failures=failures,
        comparisons=comparisons,
        by_experiment=by_experiment,
        corrected_t=fold_tests_of(corrected),
        bayes=bayesian_of(_json(statistics / "bayes.json", {})),
        effects=tuple(map(effects_of, _json(statistics / "effects.json", {}).get("comparisons", []))),
        dependence={d: of["nats"] for d, of in _json(statistics / "dependence.json", {}).items()},
        statistics=_statistics(statistics, config),
        environment=_json(results / "environment.json", {}),
        config=config,
        prepared=datasets,
        angles=_by_dataset(results / "angles", datasets),
        hit_curves=_by_pair(results / "hit_curves", known, "curves"),
        break_even=_by_pair(results / "break_even", known, "methods"),
        bias_variance=_by_pair(results / "bias_variance", known, "methods"),
        protocols=_in_order(known["protocol"], [primary[0], "honest"]),
        datasets=_in_order({*known["dataset"], *datasets}, ()),
        methods=methods,
        metrics=metrics,
        primary=primary,
        reference=corrected.get("reference") or ("nb" if "nb" in methods else None),
    )


def protocols_of(results: Results) -> dict[str, dict[str, Any]]:
    """The protocols of the run's configuration; {} if the results do not contain the whole configuration."""
    return results.config.get("config", {}).get("protocols", {})


def stanza(results: Results, section: Literal["methods", "datasets"], name: str) -> dict[str, Any]:
    """The configuration of a method (section methods) or a data set (section datasets); {} if it has none."""
    stanzas: Mapping[str, Any] = results.config.get(section, {})
    return stanzas.get(name) or {}


def families(results: Results) -> dict[str, str]:
    """Data set -> its source family, for data sets whose family the catalogue names."""
    stanzas = results.config.get("datasets", {})
    return {d: s["family"] for d, s in stanzas.items() if s.get("family")}


def in_catalogue_order(results: Results, datasets: Iterable[str]) -> list[str]:
    """Data sets as the catalogue lists them; those without a stanza last, by name."""
    place = {d: i for i, d in enumerate(results.config.get("datasets", {}))}
    return sorted(datasets, key=lambda d: (place.get(d, len(place)), d))


def artificial(results: Results, dataset: str) -> bool:
    """Whether the cases of a data set are artificial: drawn, simulated or enumerated instead of observed."""
    return "artificial" in stanza(results, "datasets", dataset).get("tags", ())


def group(results: Results, method: str) -> str:
    """The group of a method, `other` if the configuration names none."""
    return stanza(results, "methods", method).get("group", "other")


def rivals(results: Results) -> list[str]:
    """The methods outside the naive Bayes family: those of the groups in `report.rivals`."""
    groups = results.config.get("config", {}).get("report", {}).get("rivals", ())
    return [m for m in results.methods if group(results, m) in groups]


def blind(results: Results, method: str) -> bool:
    """Whether a method gives the same answer for every case; such a baseline is not counted as a rival."""
    return stanza(results, "methods", method).get("module") == "baselines.majority"


def shuffled(results: Results) -> set[str]:
    """Protocols on shuffled labels, under which nothing can be learned."""
    return {name for name, p in protocols_of(results).items() if p.get("permute_labels")}


def comparison(results: Results, protocol: str, metric: str) -> Comparison | None:
    """The rank statistics of one protocol and metric, or None."""
    return next((c for c in results.comparisons if (c.protocol, c.metric) == (protocol, metric)), None)


def levels(results: Results) -> tuple[float, float | None]:
    """Level of significance, and half the region of practical equivalence (in the unit of the primary
    metric).
    """
    entry = comparison(results, *results.primary)
    return (entry.best.alpha, entry.best.rope) if entry else (0.05, 0.01)
