"""What the rules pass to their scripts as `params`: plain values from the configuration.

Snakemake runs a job again when one of them changes. They are therefore exactly what changes a result: titles,
priorities and threads are left out, and a hash of the imported code is added.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from naivebench.benchmark import plan, provenance
from naivebench.benchmark.configuration import Configuration, cells
from naivebench.core import files
from naivebench.data import openml
from naivebench.data.stanza import Candidates, DatasetStanza
from naivebench.models import own

# keys of a data set's stanza that its preparation ignores
DESCRIBED = ("title", "family", "openml", "tags", "reference", "licence")
# keys of a method's stanza that its predictions depend on
PREDICTED = (
    *("module", "params", "kinds", "discretize", "package"),
    *("predictions", "chosen_on_test", "reshuffled"),
)
AFTER_CUTS = "after_cuts"  # a value of `permute_labels`
# what fit imports, but needs only for some methods
CHOSEN, EXTERNAL = "naivebench.benchmark.chosen_on_test", "naivebench.benchmark.external"

LIBRARIES = ("numpy", "scipy", "scikit-learn", "numba")  # their versions may change predictions

Pairs = dict[tuple[str, str], list[str]]


def methods_by_pair(configuration: Configuration) -> Pairs:
    """(protocol, data set) -> methods that run on it, in catalogue order."""
    pairs: Pairs = {}
    for protocol, dataset, method in cells(configuration):
        pairs.setdefault((protocol, dataset), []).append(method)
    order = list(configuration.methods).index
    return {pair: sorted(methods, key=order) for pair, methods in pairs.items()}


def content_hash(paths: Iterable[str | Path]) -> list[str | None]:
    """SHA-256 of each file, and of all files of a folder, so that the content decides, whatever the time
    stamps say; None for a file that does not exist.
    """
    every: list[Path] = []
    for path in map(Path, paths):
        every += sorted(f for f in path.rglob("*") if f.is_file()) if path.is_dir() else [path]
    return [files.sha256(file) if file.is_file() else None for file in every]


def hash_below(*folders: Path) -> list[str | None]:
    """Hashes of everything in folders but Python code: templates, styles, YAML, printed numbers."""
    ignored = (".py", ".pyc", ".json")
    paths = sorted(path for folder in folders for path in folder.rglob("*.*") if path.is_file())
    return content_hash(path for path in paths if path.suffix not in ignored)


def fetched(archive: Candidates, mirror: str) -> dict[str, Any]:
    """The places where an archive is looked up: its entry in the catalogue, and the mirror and the service of
    OpenML if they may have it.
    """
    from_openml = any(map(openml.is_openml, archive["candidates"]))
    mirrored = from_openml or any("mirror" in candidate for candidate in archive["candidates"])
    service = openml.service() if from_openml else ""
    return {"archive": archive, "mirror": mirror if mirrored else "", "service": service}


def limits(configuration: Configuration) -> dict[str, float]:
    config = configuration.config
    return {"seconds": config.timeout_seconds, "memory_mb": config.memory_mb}


def prepared_stanza(configuration: Configuration, dataset: str) -> dict[str, Any]:
    """The keys of a data set's stanza that its preparation depends on."""
    return {k: v for k, v in configuration.datasets[dataset].items() if k not in DESCRIBED}


def entropy(configuration: Configuration, stream: str, dataset: str) -> list[int]:
    """Seed words of a stream of random numbers, such as a protocol."""
    return list(plan.entropy(configuration.config.seed, stream, dataset))


def folds_entropy(configuration: Configuration, protocol: str, dataset: str) -> list[int]:
    """Seed words of the folds; a protocol may share them with another one."""
    return entropy(configuration, configuration.config.protocols[protocol].folds_as or protocol, dataset)


def folds(configuration: Configuration, protocol: str, dataset: str) -> dict[str, Any]:
    """How the protocol splits the data set."""
    settings = configuration.config.protocols[protocol]
    return {
        "split": plan.split(settings, dataset),
        "own_holdout": plan.keeps_holdout(settings, dataset),
        "seed": folds_entropy(configuration, protocol, dataset),
    }


def permute(
    configuration: Configuration, protocol: str, dataset: str, for_cuts: bool = False
) -> list[int] | None:
    """Seed words of the shuffled labels of a control protocol; None for other protocols.

    `for_cuts`: the labels from which cut points are learned, which may be the true ones.
    """
    shuffled = configuration.config.protocols[protocol].permute_labels
    if not shuffled or (for_cuts and shuffled == AFTER_CUTS):
        return None
    return folds_entropy(configuration, protocol, dataset)


def discretizers(configuration: Configuration, methods: Iterable[str]) -> list[str]:
    """The discretizers that the methods use."""
    used = (configuration.methods[method].get("discretize") for method in methods)
    return sorted({discretizer for discretizer in used if discretizer is not None})


def fitted(
    configuration: Configuration, protocol: str, dataset: str, methods: Iterable[str]
) -> dict[str, Any]:
    """Method -> what its predictions depend on beside the data: stanza, code, number of folds, limit."""
    asked, described = configuration.config.protocols[protocol], configuration.datasets[dataset]
    drawn = plan.n_folds(asked, dataset, described, stochastic=True)
    settings = {}
    for method in methods:
        catalogued = configuration.methods[method]
        stanza: dict[str, Any] = {**plan.stanza_under(asked, method, catalogued)}
        stanza = {key: stanza[key] for key in PREDICTED if stanza.get(key) is not None}
        if "predictions" in stanza:
            stanza["predictions"] = stanza["predictions"].format(protocol=protocol, dataset=dataset)
        if "package" in stanza:
            stanza["installed"] = provenance.installed(stanza["package"])
        run = plan.n_folds(asked, dataset, described, catalogued.get("stochastic", False))
        settings[method] = {
            "stanza": stanza,
            "code": fitting_code(stanza),
            "n_folds": None if run == drawn else run,  # None: all, of which a small data set may have fewer
            "seconds": plan.timeout(catalogued, configuration.config.timeout_seconds),
        }
    return settings


@functools.cache
def _hash(modules: tuple[str, ...], without: tuple[str, ...]) -> str:
    return provenance.code_hash(*modules, without=without)


def fitting_code(stanza: dict[str, Any]) -> str:
    """Hash of the code that makes the predictions of a method."""
    modules = ["naivebench.benchmark.fit", *([own.dotted(stanza["module"])] if "module" in stanza else [])]
    unused = [EXTERNAL] if "module" in stanza else []
    unused += [] if "chosen_on_test" in stanza else [CHOSEN]
    return _hash(tuple(modules), tuple(unused))


def effort(configuration: Configuration, protocol: str, dataset: str, methods: Iterable[str]) -> int:
    """Rough duration of a fit relative to others; if the number of rows is unknown, that of a large data
    set.
    """
    asked, described = configuration.config.protocols[protocol], configuration.datasets[dataset]
    weights = sum(1 + 5 * plan.WEIGHT[configuration.methods[m].get("cost", "light")] for m in methods)
    rows = described.get("expect", {}).get("rows", 100_000)
    return weights * rows * plan.n_folds(asked, dataset, described)


def angular(configuration: Configuration, datasets: Iterable[str]) -> dict[str, list[int]]:
    """Data set with angles -> seed words of the tests on its angles."""
    chosen = [d for d in datasets if _has_angles(configuration.datasets[d])]
    return {d: entropy(configuration, "angles", d) for d in chosen}


def _has_angles(stanza: DatasetStanza) -> bool:
    """Whether the stanza declares an angular column or has the tag `angular`."""
    kinds = stanza.get("kinds", {})
    columns = [kinds] if isinstance(kinds, str) else kinds.values()
    named = [k if isinstance(k, str) else k.get("kind") for k in columns]
    return "angular" in named or "angular" in stanza.get("tags", [])


def scored(configuration: Configuration, protocol: str, pairs: Pairs) -> dict[str, Any]:
    """Metrics and further facts of a protocol, and what they need from the stanzas of its data sets."""
    config, asked = configuration.config, configuration.config.protocols[protocol]
    datasets = [d for p, d in pairs if p == protocol]
    used = {method for (p, _), methods in pairs.items() if p == protocol for method in methods}
    return {
        "metrics": list(dict.fromkeys([*config.metrics, *asked.metrics])),
        "methods": [m for m in configuration.methods if m in used],
        "permute": {d: permute(configuration, protocol, d) for d in datasets},
        "on_error": config.on_error,
        "hit_curves": asked.hit_curves,
        "seeds": {d: entropy(configuration, protocol, d) for d in datasets if asked.hit_curves},
        "sources": {d: configuration.datasets[d]["source"] for d in datasets if asked.hit_curves},
        "break_even": "break_even" in asked.metrics,
        "bias_variance": bool(asked.bias_variance),
    }
