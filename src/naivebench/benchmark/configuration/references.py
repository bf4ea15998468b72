"""Checks across keys and files that a schema cannot express, such as ids that must exist."""

from __future__ import annotations

import graphlib
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from naivebench.benchmark.configuration.documents import Document, Keys, add_place_to_errors, raise_error_at
from naivebench.core.checks import check_known_words, check_parameter
from naivebench.data import fetch, sources
from naivebench.evaluation import folds as splits
from naivebench.evaluation import weka_folds
from naivebench.models import method_stanzas, own_methods
from naivebench.models.method_stanzas import MethodStanza

DATASET, METHOD = "a data set in the catalogue", "a method in the catalogue"
# Where a file names something: path of keys -> what it is. `*` is every item of a list or value of a mapping,
# `KEYS` every key of a mapping, and `|` stands between keys.
IN_CONFIG = {
    "protocols.*.folds.repeats_of.KEYS": DATASET,
    "protocols.*.own_holdout.*": DATASET,
    "protocols.*.params|chosen_on_test.KEYS": METHOD,
    "protocols.*.folds_as": "a protocol",
    "protocols.*.hit_curves": METHOD,
    "protocols.*.metrics.*": "a metric",
    "experiments.*.protocol": "a protocol",
    "experiments.*.datasets|exclude_datasets.*": DATASET,
    "experiments.*.datasets|exclude_datasets.tags.*": "a tag of any data set",
    "experiments.*.methods|exclude_methods.*": METHOD,
    "experiments.*.methods|exclude_methods.tags.*": "a tag of any method",
    "select.experiments.*": "an experiment",
    "select.datasets.*": DATASET,
    "select.methods.*": METHOD,
    "metrics.*": "a metric",
    "primary.protocol": "a protocol",
    "primary.metric": "a metric among the `metrics`",
    "primary.reference": METHOD,
}
IN_METHODS = {"*.like": METHOD, "*.discretize": "a discretizer"}
IN_DATASETS = {"*.reader": "a reader", "*.source.derive": DATASET}


def check_ids(document: Document, named: Mapping[str, str], known: Mapping[str, Collection[str]]) -> None:
    """Raise InputError for the first id in a document that is not known.

    named: path of keys -> kind of the ids there. known: kind -> ids.
    """
    for pattern, kind in named.items():
        for path, name in _find_values(document.data, pattern.split(".")):
            # empty text names nothing, and another form of the key is not text
            if isinstance(name, str) and name:
                key = ".".join(str(part) for part in path if not isinstance(part, int))
                with add_place_to_errors(document, path):
                    check_known_words([name], known[kind], kind, key)


def _find_values(data: Any, pattern: list[str], path: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    """Yield path and value of every key that a pattern of keys matches."""
    if not pattern:
        yield path, data
        return
    first, *rest = pattern
    if first == "KEYS":
        yield from (((*path, key), key) for key in data)
        return
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        if first == "*" or key in first.split("|"):
            yield from _find_values(value, rest, (*path, key))


def check_circular_links(document: Document, key: str, links: Mapping[str, str]) -> None:
    """Raise InputError if links of ids (id -> the next one, at `key`) lead from an id back to itself."""
    try:
        graphlib.TopologicalSorter({name: [other] for name, other in links.items()}).prepare()
    except graphlib.CycleError as error:
        chain = error.args[1]
        message = f"{chain[0]!r} leads back to itself ({' -> '.join(chain)}): remove one link"
        raise_error_at(document, (chain[0], key), message)


def check_config(document: Document, datasets: Mapping[str, Any], methods: Mapping[str, Any]) -> None:
    """Check config.yaml, whose `document` has all defaults, against the catalogues and itself."""
    from naivebench.evaluation.metrics import METRICS

    config = document.data
    known: dict[str, Collection[str]] = {
        DATASET: datasets,
        METHOD: methods,
        "a tag of any data set": {tag for stanza in datasets.values() for tag in stanza["tags"]},
        "a tag of any method": {tag for stanza in methods.values() for tag in stanza["tags"]},
        "a protocol": config["protocols"],
        "an experiment": config["experiments"],
        "a metric": METRICS,
        "a metric among the `metrics`": config["metrics"],
    }
    check_ids(document, IN_CONFIG, known)
    for name, protocol in config["protocols"].items():
        path, on_test = ("protocols", name), protocol["chosen_on_test"]
        for method, params in protocol["params"].items():
            _check_parameters(document, (*path, "params", method), method, methods[method], params)
        for method, chosen in on_test.items():
            where = f"chosen_on_test of {method!r}"
            with add_place_to_errors(document, (*path, "chosen_on_test", method)):
                module = methods[method].get("module")
                grids = method_stanzas.find_grid_parameters(module) if module else []
                if grids is not None:  # otherwise they cannot be determined
                    check_known_words(chosen, grids, "a parameter with a grid", where)
        with add_place_to_errors(document, (*path, "reshuffled")):
            check_known_words(protocol["reshuffled"], on_test, "in chosen_on_test", "reshuffled")
        _check_protocol(document, name, protocol, config["protocols"])


def _check_protocol(
    document: Document, name: str, protocol: dict[str, Any], protocols: dict[str, Any]
) -> None:
    """Check that the keys of a protocol fit together, and that it shares folds only with a protocol that
    draws them.
    """
    path, folds, other = ("protocols", name), protocol["folds"], protocol["folds_as"]
    repeats, sizes = max(folds["repeats"], *folds["repeats_of"].values(), 1), folds["train_cases"]
    with add_place_to_errors(document, (*path, "folds")):
        weka_folds.check_weka_seeds(folds["seeds"], folds["scheme"], repeats)
        if sizes:
            splits.check_training_sizes(sizes, folds["scheme"], repeats)

    # training parts are drawn, and the tests on hit curves expect the same cases in every repeat
    if sizes and (protocol["own_holdout"] or protocol["hit_curves"]):
        message = f"protocol {name!r} has train_cases: set own_holdout to false, and leave hit_curves out"
        raise_error_at(document, (*path, "folds", "train_cases"), message)
    owner = protocols.get(other, protocol)
    # the owner draws its own folds, so no protocols share folds in a circle
    if other and (owner["folds_as"] or any(owner[key] != protocol[key] for key in ("folds", "own_holdout"))):
        cure = "name one that draws its own folds and has the same `folds` and `own_holdout`"
        raise_error_at(
            document, (*path, "folds_as"), f"protocol {name!r} shares the folds of {other!r}: {cure}"
        )
    # other schemes would draw the reported folds again
    drawn = folds["scheme"] in ("stratified", "grouped") and not protocol["own_holdout"]
    if protocol["reshuffled"] and not drawn:
        rule = "needs the scheme stratified or grouped, and `own_holdout: false`"
        raise_error_at(document, (*path, "reshuffled"), f"reshuffled of protocol {name!r} {rule}")


def check_inheritance(document: Document) -> None:
    """Check that every method is `like` an existing one, and that no chain of such methods is circular."""
    from naivebench.data.discretization.cut_points import DISCRETIZERS

    check_ids(document, IN_METHODS, {METHOD: document.data, "a discretizer": DISCRETIZERS})
    likes = {name: stanza["like"] for name, stanza in document.data.items() if "like" in stanza}
    check_circular_links(document, "like", likes)


def check_methods(document: Document, methods: Mapping[str, MethodStanza]) -> None:
    """Check completed stanzas: their form, module, and parameters of the module's `fit`."""
    for name, stanza in methods.items():
        module = stanza.get("module")
        needed, unfit = ({"predictions"}, {"discretize"}) if module is None else ({"kinds"}, {"predictions"})
        if not needed <= stanza.keys() or unfit & stanza.keys():
            rule = "needs either `module` and `kinds`, or only the `predictions` of another tool"
            raise_error_at(document, (name,), f"method {name!r} {rule}")
        if module and own_methods.find_source_file(module) is None:
            message = f"module of method {name!r} is {module!r}, but there is no file "
            raise_error_at(document, (name, "module"), message + own_methods.source_file_name(module))
        _check_parameters(document, (name, "params"), name, stanza, stanza["params"])


def _check_parameters(
    document: Document, path: Keys, name: str, stanza: MethodStanza, params: dict[str, Any]
) -> None:
    """Check that the keys of `params`, found at `path`, are parameters of `fit` with values of their type."""
    parameters = method_stanzas.read_parameters(stanza["module"]) if "module" in stanza else {}
    if parameters is None:  # they cannot be determined
        return
    for key, value in params.items():
        with add_place_to_errors(document, (*path, key)):
            check_known_words([key], parameters, "a parameter", f"method {name!r}")
            if parameters[key].annotation:
                check_parameter(value, parameters[key].annotation, key, f"method {name!r}")


def check_datasets(datasets: Document, archives: Document) -> None:
    """Check the stanzas of all data sets and archives: readers, sources, derived sets."""
    from naivebench.data.readers.read import READERS

    check_ids(datasets, IN_DATASETS, {"a reader": READERS, DATASET: datasets.data})
    for name, entry in archives.data.items():
        with add_place_to_errors(archives, (name,)):
            fetch.check_candidate(entry, pinned=True)
    parents = {}
    for name, stanza in datasets.data.items():
        with add_place_to_errors(datasets, (name, "source")):
            needs = sources.find_inputs(stanza, archives.data, where=f"data set {name!r}")
            for source in needs.alternatives:
                if sources.find_source_form(source) in sources.FETCHED and "archive" not in source:
                    fetch.check_candidate(source, pinned=True)
        if needs.derive:
            parents[name] = needs.derive
    check_circular_links(datasets, "source", parents)
