"""Settings of the jobs of streamed data sets, by job; see `settings`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypedDict, TypeVar, cast

from naivebench.benchmark import plan, shards
from naivebench.benchmark.configuration import Configuration
from naivebench.benchmark.plan import Unit
from naivebench.core.checks import InputError
from naivebench.data import sources
from naivebench.data.stanza import DatasetStanza

Stanza = TypeVar("Stanza", bound=Mapping[str, Any])
Settings: TypeAlias = Mapping[str, Any]  # content of a job file, plain values
Streams: TypeAlias = Mapping[tuple[str, str], list[str]]  # (protocol, data set) -> methods
# keys of a data set's stanza that reading depends on
READ = ("target", "kinds", "drop", "missing", "most_values", "cuts", "expect")
COUNTED = ("module", "params", "kinds", "discretize")  # keys of a method's stanza that counting depends on


class Limits(TypedDict):
    """Time and memory limits of a job."""

    timeout_seconds: float
    memory_mb: float


def limits(configuration: Configuration) -> Limits:
    """The limits that the configuration sets for all jobs."""
    config = configuration.config
    return {"timeout_seconds": config.timeout_seconds, "memory_mb": config.memory_mb}


def divided(
    configuration: Configuration, cells: Iterable[tuple[str, str, str]]
) -> tuple[list[tuple[str, str, str]], Streams]:
    """Divide the cells (protocol, data set, method) into those of data sets in memory and those of streamed
    ones.
    """
    in_memory: list[tuple[str, str, str]] = []
    streams: dict[tuple[str, str], list[str]] = {}
    for protocol, dataset, method in cells:
        if sources.is_streamed(configuration.datasets[dataset]):
            streams.setdefault((protocol, dataset), []).append(method)
        else:
            in_memory.append((protocol, dataset, method))
    return in_memory, streams


def as_units(streams: Streams) -> list[Unit]:
    """Streams in the form of units without an evaluate job, for functions that ask which methods ran on which
    data.
    """
    return [
        Unit(*pair, "_stream", "all", tuple(methods), "light", None, 0) for pair, methods in streams.items()
    ]


def pieces(configuration: Configuration, dataset: str) -> list[list[shards.Piece]]:
    """The pieces of every shard of a streamed data set.

    A missing folder counts as one file, which the scan then reports as missing.
    """
    stanza = configuration.datasets[dataset]
    try:
        files = shards.files_of(path_of(configuration, dataset))
    except InputError:
        files = [""]
    return shards.cut(files, stanza.get("shards", 1))


def path_of(configuration: Configuration, dataset: str) -> str:
    """The file or folder of a streamed data set."""
    return sources.own_file(sources.streamed(configuration.datasets[dataset]), configuration.root)


def source_of(stanza: DatasetStanza) -> str:
    """One line that describes the source of the data."""
    return " ".join(str(value) for value in sources.sources_of(stanza)[0].values())


def every(configuration: Configuration, streams: Streams) -> dict[str, Settings]:
    """The settings of all jobs of streamed data sets."""
    jobs: dict[str, Settings] = {}
    for dataset in dict.fromkeys(dataset for _, dataset in streams):
        stanza = configuration.datasets[dataset]
        read = {key: value for key, value in stanza.items() if key in READ}
        path = {"path": path_of(configuration, dataset)}
        for i, members in enumerate(pieces(configuration, dataset)):
            jobs[f"scan/{dataset}/{i}"] = {**path, "pieces": members, "stanza": read}
        jobs[f"settle/{dataset}"] = {
            "stanza": read,
            "source": source_of(stanza),
            "on_error": configuration.config.on_error,
        }
    for (protocol, dataset), methods in streams.items():
        jobs |= _pair(configuration, protocol, dataset, methods)
    return jobs


def files(configuration: Configuration, streams: Streams) -> set[str]:
    """The files of streams that can be rebuilt individually."""
    made: set[str] = set()
    for protocol, dataset in streams:
        pair, n = f"{protocol}/{dataset}", len(pieces(configuration, dataset))
        made |= {f"data/prepared/{dataset}{suffix}" for suffix in (".json", ".npz")}
        made |= {f"data/shards/{dataset}/{i}.npz" for i in (*range(n), "layout")}
        nodes = [f"{level}/{i}" for level, m in enumerate(shards.levels(n)) for i in range(m)]
        paths = [f"{folder}/{pair}/{node}" for folder in ("data/counts", "results/sums") for node in nodes]
        both = (".npz", ".times.json")
        made |= {f"{p}{suffix}" for p in (*paths, f"results/models/{pair}") for suffix in both}
    return made


def _pair(
    configuration: Configuration, protocol: str, dataset: str, methods: list[str]
) -> dict[str, Settings]:
    config, pair = configuration.config, f"{protocol}/{dataset}"
    settings = config.protocols[protocol]
    stanzas = {m: plan.stanza_under(settings, m, configuration.methods[m]) for m in methods}
    counted = {"methods": {m: kept(s, COUNTED) for m, s in stanzas.items()}}
    folds = plan.split(settings, dataset)
    split = {
        "folds": folds["folds"],
        "repeats": folds["repeats"],
        "tested": folds.get("tested", folds["folds"]),
        "seed": list(plan.entropy(config.seed, settings.folds_as or protocol, dataset)),
    }
    limited = {**limits(configuration), "stop": config.on_error == "stop"}
    fitted = {"split": split, **counted, **limited}
    path = {"path": path_of(configuration, dataset)}
    jobs: dict[str, Settings] = {}
    for i, members in enumerate(pieces(configuration, dataset)):
        jobs[f"count/{pair}/{i}"] = {**path, "pieces": members, **fitted}
        jobs[f"evaluate_shard/{pair}/{i}"] = jobs[f"count/{pair}/{i}"]
    counts = [f"data/counts/{pair}/0/{i}.npz" for i in range(len(pieces(configuration, dataset)))]
    jobs[f"merge/{pair}"] = {**counted, **limited}
    jobs[f"estimate/{pair}"] = fitted
    metrics = dict.fromkeys([*config.metrics, *settings.metrics])
    order = [m for m in configuration.methods if m in stanzas]
    jobs[f"score_shards/{pair}"] = {"metrics": list(metrics), "order": order, "files": counts, **counted}
    return jobs


def kept(stanza: Stanza, keys: Sequence[str]) -> Stanza:
    """The given keys of a stanza, as far as it has them."""
    return cast(Stanza, {k: stanza[k] for k in keys if stanza.get(k) is not None})
