"""Settings that rules pass to their scripts as `params`: plain values from the configuration.

Snakemake runs a job again when one of them changes. They are therefore exactly the values that change a
result: titles, priorities and threads are left out, and a hash of the imported code is added.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from naivebench.benchmark import provenance
from naivebench.benchmark.configuration import Configuration, list_method_runs
from naivebench.core import files
from naivebench.data import Candidates, DatasetStanza
from naivebench.models import own_methods

# keys of a data set's stanza that its preparation ignores
DESCRIBED = ("title", "family", "openml", "tags", "reference", "licence")
# keys of a method's stanza that its predictions, or the reason why there are none, depend on
PREDICTED = (
    *("module", "params", "kinds", "discretize", "package", "not_installed"),
    *("predictions", "chosen_on_test", "reshuffled"),
)
AFTER_CUTS = "after_cuts"  # a value of `permute_labels`
CHOSEN = "naivebench.benchmark.choice_on_test"  # fit imports it, but needs it only for some methods
LIBRARIES = ("numpy", "scipy", "scikit-learn", "numba")  # their versions may change predictions
WEIGHT = {"light": 1, "normal": 6, "heavy": 301}  # of a method's cost, to start long jobs first

Protocol = dict[str, Any]  # a protocol of config.yaml with all its keys
Pairs = dict[tuple[str, str], list[str]]


def group_methods_by_pair(configuration: Configuration) -> Pairs:
    """List the methods that run on each (protocol, data set), in catalogue order."""
    pairs: Pairs = {}
    for protocol, dataset, method in list_method_runs(configuration):
        pairs.setdefault((protocol, dataset), []).append(method)
    order = list(configuration.methods).index
    return {pair: sorted(methods, key=order) for pair, methods in pairs.items()}


def hash_files(paths: Iterable[str | Path]) -> list[str | None]:
    """Hash each file, and all files of each folder, by SHA-256; None for a file that does not exist."""
    listed: list[Path] = []
    for path in map(Path, paths):
        listed += sorted(f for f in path.rglob("*") if f.is_file()) if path.is_dir() else [path]
    return [files.hash_file(file) if file.is_file() else None for file in listed]


def locate_archive(archive: Candidates, mirror: str) -> dict[str, Any]:
    """List where an archive is looked up: its entry in the catalogue, and the mirror."""
    mirrored = any("mirror" in candidate for candidate in archive["candidates"])
    return {"archive": archive, "mirror": mirror if mirrored else ""}


def select_stanza_keys(configuration: Configuration, dataset: str) -> dict[str, Any]:
    """Select the keys of a data set's stanza on which its preparation depends, in alphabetical order."""
    return {k: v for k, v in sorted(configuration.datasets[dataset].items()) if k not in DESCRIBED}


def make_seed_words(seed: int, stream: str, dataset: str) -> list[int]:
    """Return the seed words of a data set in a stream of random numbers, such as a protocol. They do not
    depend on the order of jobs. Method, repeat and fold are added for every fit.
    """
    return [seed, zlib.crc32(stream.encode()), zlib.crc32(dataset.encode())]


def make_fold_seed_words(configuration: Configuration, protocol: str, dataset: str) -> list[int]:
    """Return the seed words of the folds; a protocol may share them with another one."""
    config = configuration.config
    return make_seed_words(config["seed"], config["protocols"][protocol]["folds_as"] or protocol, dataset)


def make_label_seed_words(configuration: Configuration, protocol: str, dataset: str) -> list[int] | None:
    """Return the seed words of a control's shuffled labels, None for other protocols."""
    shuffled = configuration.config["protocols"][protocol]["permute_labels"]
    return make_fold_seed_words(configuration, protocol, dataset) if shuffled else None


def make_discretize_settings(
    configuration: Configuration, protocol: str, dataset: str, methods: Iterable[str]
) -> dict[str, Any]:
    """Describe how the protocol splits the data set, and from what the discretizers of the methods learn."""
    settings = configuration.config["protocols"][protocol]
    permute = make_label_seed_words(configuration, protocol, dataset)
    used = {configuration.methods[method].get("discretize") for method in methods}
    return {
        "folds": {
            "split": make_fold_arguments(settings, dataset),
            "own_holdout": keeps_holdout(settings, dataset),
            "seed": make_fold_seed_words(configuration, protocol, dataset),
        },
        "permute": permute,
        "permute_cuts": None if settings["permute_labels"] == AFTER_CUTS else permute,
        "discretizers": sorted(used - {None}),
        "cuts": settings["cuts"],
    }


def make_fit_settings(
    configuration: Configuration, protocol: str, dataset: str, methods: Iterable[str]
) -> dict[str, Any]:
    """Return the fields of a `fit.Job` that come from the configuration."""
    config = configuration.config
    return {
        "methods": {m: make_method_settings(configuration, protocol, dataset, m) for m in methods},
        "cuts_see": config["protocols"][protocol]["cuts"],
        "permute": make_label_seed_words(configuration, protocol, dataset),
        "entropy": make_seed_words(config["seed"], protocol, dataset),
        "memory_mb": config["memory_mb"],
        "versions": provenance.find_versions(LIBRARIES),
    }


def make_method_settings(
    configuration: Configuration, protocol: str, dataset: str, method: str
) -> dict[str, Any]:
    """List the inputs of a method's predictions besides the data: stanza, code, number of folds, limit."""
    settings, described = configuration.config["protocols"][protocol], configuration.datasets[dataset]
    catalogued = configuration.methods[method]
    stanza = apply_protocol(settings, method, catalogued)
    if "predictions" in stanza:
        stanza["predictions"] = stanza["predictions"].format(protocol=protocol, dataset=dataset)
    if "package" in stanza:
        stanza["installed"] = provenance.find_version(stanza["package"])
    drawn = count_folds(settings, dataset, described, True)
    run = count_folds(settings, dataset, described, catalogued.get("stochastic", False))
    return {
        "stanza": stanza,
        "code": hash_fitting_code(stanza),
        "n_folds": None if run == drawn else run,  # None: all, of which a small data set may have fewer
        "seconds": max(configuration.config["timeout_seconds"], catalogued.get("timeout_seconds", 0)),
    }


def apply_protocol(protocol: Protocol, method: str, stanza: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a method's stanza on which its predictions depend, completed by the protocol.

    The protocol adds parameters, the names of the parameters to choose on the test folds (`chosen_on_test`),
    and how other folds for that choice are drawn (`reshuffled`).
    """
    under = dict(stanza)
    if params := protocol["params"].get(method):
        under["params"] = {**stanza.get("params", {}), **params}
    if chosen := protocol["chosen_on_test"].get(method):
        under["chosen_on_test"] = chosen
    if method in protocol["reshuffled"]:
        under["reshuffled"] = make_fold_arguments(protocol, "")
    return {key: under[key] for key in PREDICTED if under.get(key) is not None}


def hash_fitting_code(stanza: dict[str, Any]) -> str:
    """Hash the code that makes the predictions of a method."""
    modules = [own_methods.full_module_name(stanza["module"])] if "module" in stanza else []
    without = () if "chosen_on_test" in stanza else (CHOSEN,)
    return provenance.hash_code("naivebench.benchmark.fit", *modules, without=without)


def keeps_holdout(protocol: Protocol, dataset: str) -> bool:
    """Whether the protocol uses the data set's own hold-out: always, never, or for data sets in a list."""
    kept = protocol["own_holdout"]
    return dataset in kept if isinstance(kept, list) else kept


def count_repeats(protocol: Protocol, dataset: str) -> int:
    """Count how often the protocol draws the folds of a data set."""
    folds = protocol["folds"]
    return len(folds["seeds"]) or folds["repeats_of"].get(dataset, folds["repeats"])


def make_fold_arguments(protocol: Protocol, dataset: str) -> dict[str, Any]:
    """Return the arguments of `evaluation.folds.make_folds` that a protocol gives for a data set."""
    drawn = {key: value for key, value in protocol["folds"].items() if key != "repeats_of" and value != []}
    # with seeds, there is one repeat for each, and `repeats` is not used
    return drawn if "seeds" in drawn else drawn | {"repeats": count_repeats(protocol, dataset)}


def count_folds(protocol: Protocol, dataset: str, stanza: DatasetStanza, stochastic: bool = False) -> int:
    """Count the folds that a method runs on the data set under the protocol; small data may have fewer."""
    drawn = len(protocol["folds"]["train_cases"]) or count_repeats(protocol, dataset)
    own_parts = keeps_holdout(protocol, dataset) and stanza.get("holdout")
    if own_parts or protocol["folds"]["scheme"] in ("leave_one_out", "holdout"):
        # the parts are the same in every repeat: only methods that draw random numbers are repeated
        return drawn if stochastic else 1
    return protocol["folds"]["folds"] * drawn


def estimate_effort(configuration: Configuration, protocol: str, dataset: str, methods: Iterable[str]) -> int:
    """Estimate the relative duration of a fit; if the number of rows is unknown, assume a large one."""
    settings, described = configuration.config["protocols"][protocol], configuration.datasets[dataset]
    weights = sum(WEIGHT[configuration.methods[m].get("cost", "light")] for m in methods)
    rows = described.get("expect", {}).get("rows", 100_000)
    return weights * rows * count_folds(settings, dataset, described)


def make_score_settings(configuration: Configuration, protocol: str, pairs: Pairs) -> dict[str, Any]:
    """Return metrics and further facts of a protocol, and the keys of stanzas that they need."""
    config, settings = configuration.config, configuration.config["protocols"][protocol]
    datasets = [d for p, d in pairs if p == protocol]
    used = {method for (p, _), methods in pairs.items() if p == protocol for method in methods}
    return {
        "metrics": list(dict.fromkeys([*config["metrics"], *settings["metrics"]])),
        "methods": [m for m in configuration.methods if m in used],
        "permute": {d: make_label_seed_words(configuration, protocol, d) for d in datasets},
        "on_error": config["on_error"],
        "hit_curves": settings["hit_curves"],
        "sources": {d: configuration.datasets[d]["source"] for d in datasets if settings["hit_curves"]},
        "break_even": "break_even" in settings["metrics"],
        "bias_variance": settings["bias_variance"],
    }
