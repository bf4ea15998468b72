"""Settings passed to each job in addition to its input files: plain values from the configuration, by job.

A job is named by its rule and wildcards: `evaluate/honest/iris/_bundle/all`. Its settings are exactly those
that change its results, so a change of titles, priorities or threads does not run a job again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypedDict, TypeVar, cast

from naivebench.benchmark import plan, provenance
from naivebench.benchmark.configuration import Configuration, compared
from naivebench.benchmark.configuration.shapes import Drawn
from naivebench.benchmark.jobs import evaluate as evaluation
from naivebench.benchmark.plan import StanzaUnder, Unit
from naivebench.core.plain import plain
from naivebench.data import openml, sources
from naivebench.data.stanza import Archive, Candidates, DatasetStanza, Source
from naivebench.models import own

Stanza = TypeVar("Stanza", bound=Mapping[str, Any])
Settings: TypeAlias = Mapping[str, Any]  # content of a job file, plain values
# keys of a data set's stanza that its preparation ignores
DESCRIBED = ("title", "family", "openml", "tags", "reference", "licence")
# keys of a method's stanza that its fits depend on
FITTED = ("module", "params", "kinds", "discretize", "package")
PREDICTED = (*FITTED, "predictions", "chosen_on_test", "reshuffled")
# rules whose failure becomes a row of the report, see arguments.call; other rules handle `on_error`
# themselves
GUARDED = (
    *("folds", "score", "hit_curves", "break_even", "bias_variance"),
    *("angles", "dependence", "compare"),
)
AFTER_CUTS = "after_cuts"  # a value of `permute_labels`
PREDICTIONS = "results/predictions/{protocol}/{dataset}/{unit}/{part}"
CUTS = "data/discretized/{protocol}/{dataset}/{discretizer}.json"


class Limits(TypedDict):
    """Time and memory limits of a job."""

    timeout_seconds: float
    memory_mb: float


class Fetch(TypedDict):
    """The settings of `fetch`."""

    archive: Candidates
    mirror: str


class Prepare(Limits):
    """The settings of `prepare`."""

    stanza: Mapping[str, Any]  # some keys of a DatasetStanza
    file: str
    on_error: str


class Permuted(TypedDict):
    """Seed words of the shuffled labels of a control protocol; None for other protocols."""

    permute: list[int] | None


class Folds(Permuted):
    """The settings of `folds`."""

    split: Drawn
    own_holdout: bool
    seed: list[int]


class Discretize(Permuted, Limits):
    """The settings of `discretize`."""

    cuts: str
    on_error: str


class Evaluate(Permuted, Limits):
    """The settings of `evaluate`."""

    methods: dict[str, StanzaUnder]
    part: list[int] | None
    cuts: dict[str, str]
    cuts_see: str
    seed: int
    code: dict[str, str]
    on_error: str


class OfPair(Permuted):
    """The settings of `of_pair`."""

    files: list[str]
    methods: list[str]


class Score(OfPair):
    """The settings of `score`."""

    metrics: list[str]


class HitCurves(OfPair):
    """The settings of `hit_curves`."""

    reference: str
    source: Source | list[Source]
    seed: list[int]


class Compare(TypedDict):
    """The settings of `compare`."""

    experiments: dict[str, dict[str, Any]]  # see Part
    metrics: list[str]
    methods: list[str]
    primary: dict[str, str]
    alpha: float
    rope: float


def every(configuration: Configuration, units: Sequence[Unit], mirror: str = "") -> dict[str, Settings]:
    """The settings of all jobs that the configuration and its units need.

    `mirror`: a folder, or an empty text.
    """
    jobs: dict[str, Settings] = {f"fetch/{a}": s for a, s in fetch(configuration, mirror).items()}
    jobs |= {f"prepare/{d}": prepare(configuration, d) for d in configuration.datasets}
    for (protocol, dataset), members in by_pair(units).items():
        pair = f"{protocol}/{dataset}"
        jobs[f"folds/{pair}"] = folds(configuration, protocol, dataset)
        for unit in members:
            settings = jobs[f"evaluate/{pair}/{unit.unit}/{unit.part}"] = evaluate(configuration, unit)
            for discretizer in settings["cuts"]:
                jobs[f"discretize/{pair}/{discretizer}"] = discretize(configuration, protocol, dataset)
        jobs[f"score/{pair}"] = score(configuration, units, members)
        if configuration.config.protocols[protocol].hit_curves:
            jobs[f"hit_curves/{pair}"] = hit_curves(configuration, units, members)
        if has_break_even(configuration, protocol):
            jobs[f"break_even/{pair}"] = of_pair(configuration, members)
        if configuration.config.protocols[protocol].bias_variance:
            jobs[f"bias_variance/{pair}"] = of_pair(configuration, members)
    for dataset in with_angles(configuration, units):
        jobs[f"angles/{dataset}"] = {"seed": _entropy(configuration, "angles", dataset)}
    datasets: dict[str, list[str]] = {}
    for protocol, dataset in by_pair(units):
        datasets.setdefault(protocol, []).append(dataset)
    jobs |= {"collect": {"datasets": datasets}, "compare": compare(configuration, units)}
    jobs["dependence"] = {"datasets": list(dict.fromkeys(u.dataset for u in units))}
    if configuration.config.on_error == "stop":
        for name in jobs:
            if name.partition("/")[0] in GUARDED:
                jobs[name] = {**jobs[name], "on_error": "stop"}
    return jobs


def limits(configuration: Configuration) -> Limits:
    """The limits that the configuration sets for all jobs."""
    config = configuration.config
    return {"timeout_seconds": config.timeout_seconds, "memory_mb": config.memory_mb}


def kept(stanza: Stanza, keys: Sequence[str]) -> Stanza:
    """The given keys of a stanza, as far as it has them."""
    return cast(Stanza, {k: stanza[k] for k in keys if stanza.get(k) is not None})


def modules(configuration: Configuration, units: Iterable[Unit]) -> list[str]:
    """The modules and packages of the methods of these units, without those of the user's own files."""
    stanzas = [configuration.methods[method] for unit in units for method in unit.methods]
    ours = [own.dotted(s["module"]) for s in stanzas if "module" in s and not own.is_own(s["module"])]
    return sorted({*ours, *(s["package"] for s in stanzas if "package" in s)})


def by_pair(units: Iterable[Unit]) -> dict[tuple[str, str], list[Unit]]:
    """(protocol, data set) -> its units, in their order."""
    pairs: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        pairs.setdefault((unit.protocol, unit.dataset), []).append(unit)
    return pairs


def methods_of(configuration: Configuration, units: Iterable[Unit]) -> list[str]:
    """The methods of the units, in catalogue order."""
    used = {method for unit in units for method in unit.methods}
    return [method for method in configuration.methods if method in used]


def archives(configuration: Configuration, datasets: Iterable[str]) -> list[str]:
    """The archives that data sets, or the data sets that they are derived from, need; without duplicates."""
    found: list[str | None] = []
    for dataset in datasets:
        needs = sources.inputs_of(configuration.datasets[dataset], configuration.archives)
        found += archives(configuration, [needs.derive]) if needs.derive else [needs.archive]
    return [a for a in dict.fromkeys(found) if a]


def fetch(configuration: Configuration, mirror: str) -> dict[str, Fetch]:
    """Archive -> the places where it is looked up.

    The settings contain the mirror only for archives that a mirror may contain.
    """
    archives = sources.archives_of(configuration.datasets, configuration.archives)
    mirrored = {a: any(_mirrored(c) for c in entry["candidates"]) for a, entry in archives.items()}
    return {a: {"archive": entry, "mirror": mirror if mirrored[a] else ""} for a, entry in archives.items()}


def _mirrored(candidate: Archive) -> bool:
    return "mirror" in candidate or openml.is_openml(candidate)


def prepare(configuration: Configuration, dataset: str) -> Prepare:
    """The keys of a data set's stanza that its preparation depends on, and the path of the user's file, if
    any.
    """
    stanza = configuration.datasets[dataset]
    file = sources.inputs_of(stanza, configuration.archives).file
    return {
        "stanza": {k: v for k, v in stanza.items() if k not in DESCRIBED},
        "file": sources.own_file(file, configuration.root) if file else "",
        "on_error": configuration.config.on_error,
        **limits(configuration),
    }


def folds(configuration: Configuration, protocol: str, dataset: str) -> Folds:
    """How the protocol splits the data set."""
    settings = configuration.config.protocols[protocol]
    return {
        "split": plan.split(settings, dataset),
        "own_holdout": plan.keeps_holdout(settings, dataset),
        "seed": _folds_entropy(configuration, protocol, dataset),
        "permute": permute(configuration, protocol, dataset),
    }


def discretize(configuration: Configuration, protocol: str, dataset: str) -> Discretize:
    """Settings that decide which data cut points are learned from."""
    settings = configuration.config.protocols[protocol]
    return {
        "cuts": settings.cuts,
        "permute": None
        if settings.permute_labels == AFTER_CUTS
        else permute(configuration, protocol, dataset),
        "on_error": configuration.config.on_error,
        **limits(configuration),
    }


def evaluate(configuration: Configuration, unit: Unit) -> Evaluate:
    """Stanzas of the methods of a unit, its folds (None: all), and the file of cut points for each
    discretizer.
    """
    config = configuration.config
    protocol = config.protocols[unit.protocol]
    methods = {
        m: kept(plan.stanza_under(protocol, m, configuration.methods[m]), PREDICTED) for m in unit.methods
    }
    for stanza in methods.values():
        if "predictions" in stanza:
            path = stanza["predictions"]
            stanza["predictions"] = path.format(protocol=unit.protocol, dataset=unit.dataset)
        if "package" in stanza:
            stanza["installed"] = provenance.installed(stanza["package"])
    discretizers = dict.fromkeys(d for s in methods.values() if (d := s.get("discretize")) is not None)
    return {
        "methods": methods,
        "part": list(unit.folds) if unit.folds else None,
        "cuts": {
            d: CUTS.format(protocol=unit.protocol, dataset=unit.dataset, discretizer=d) for d in discretizers
        },
        "cuts_see": protocol.cuts,
        "permute": permute(configuration, unit.protocol, unit.dataset),
        "seed": config.seed,
        **limits(configuration),
        "timeout_seconds": _timeout(configuration, unit),
        "code": {m: evaluation.code_of(stanza) for m, stanza in methods.items()},
        "on_error": config.on_error,
    }


def score(configuration: Configuration, units: Sequence[Unit], members: Sequence[Unit]) -> Score:
    """The metrics of all protocols and of this one, and the order of the methods."""
    config, first = configuration.config, members[0]
    metrics = [*config.metrics, *config.protocols[first.protocol].metrics]
    return {
        "files": predictions(members),
        "metrics": list(dict.fromkeys(metrics)),
        "methods": methods_of(configuration, units),
        "permute": permute(configuration, first.protocol, first.dataset),
    }


def hit_curves(configuration: Configuration, units: Sequence[Unit], members: Sequence[Unit]) -> HitCurves:
    """The reference of the tests, and the source whose generator knows the true probabilities."""
    protocol, dataset = members[0][:2]
    return {
        "files": predictions(members),
        "methods": methods_of(configuration, units),
        "reference": configuration.config.protocols[protocol].hit_curves,
        "source": configuration.datasets[dataset]["source"],
        "seed": _entropy(configuration, protocol, dataset),
        "permute": permute(configuration, protocol, dataset),
    }


def of_pair(configuration: Configuration, members: Sequence[Unit]) -> OfPair:
    """Prediction files and order of the methods on one protocol and data set, for break-even points and for
    bias and variance.
    """
    return {
        "files": predictions(members),
        "methods": methods_of(configuration, members),
        "permute": permute(configuration, *members[0][:2]),
    }


def has_break_even(configuration: Configuration, protocol: str) -> bool:
    """Whether a protocol asks for break-even points."""
    return "break_even" in configuration.config.protocols[protocol].metrics


def with_angles(configuration: Configuration, units: Iterable[Unit]) -> list[str]:
    """Data sets of the units whose stanza declares an angular column or has the tag `angular`."""
    return [d for d in dict.fromkeys(u.dataset for u in units) if _has_angles(configuration.datasets[d])]


def _has_angles(stanza: DatasetStanza) -> bool:
    kinds = stanza.get("kinds", {})
    columns = [kinds] if isinstance(kinds, str) else kinds.values()
    named = [k if isinstance(k, str) else k.get("kind") for k in columns]
    return "angular" in named or "angular" in stanza.get("tags", [])


def compare(configuration: Configuration, units: Iterable[Unit]) -> Compare:
    """Settings of the statistics of the whole benchmark: experiments, metrics, methods and levels."""
    config = configuration.config
    return {
        "experiments": plain(compared(configuration), brief=True),
        "metrics": config.metrics,
        "methods": methods_of(configuration, units),
        "primary": plain(config.primary),
        "alpha": config.statistics.alpha,
        "rope": config.statistics.rope,
    }


def permute(configuration: Configuration, protocol: str, dataset: str) -> list[int] | None:
    """Seed words of the shuffled labels of a control protocol; None for other protocols."""
    shuffled = configuration.config.protocols[protocol].permute_labels
    return _folds_entropy(configuration, protocol, dataset) if shuffled else None


def predictions(units: Iterable[Unit]) -> list[str]:
    """Prediction files of units, without their suffixes .npz and .times.json."""
    return [
        PREDICTIONS.format(protocol=u.protocol, dataset=u.dataset, unit=u.unit, part=u.part) for u in units
    ]


def _folds_entropy(configuration: Configuration, protocol: str, dataset: str) -> list[int]:
    """Seed words of the folds; a protocol may share them with another one."""
    shared = configuration.config.protocols[protocol].folds_as
    return _entropy(configuration, shared or protocol, dataset)


def _entropy(configuration: Configuration, stream: str, dataset: str) -> list[int]:
    return list(plan.entropy(configuration.config.seed, stream, dataset))


def _timeout(configuration: Configuration, unit: Unit) -> float:
    """Time limit of one fit of a unit, in seconds.

    A method that has its own limit and can run is alone in its unit.
    """
    usual = configuration.config.timeout_seconds
    if len(unit.methods) > 1:
        return usual
    return plan.timeout(configuration.methods[unit.methods[0]], usual)
