"""Checks across keys and files that a schema cannot express: ids that must exist, and keys that exclude each
other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from naivebench.benchmark.configuration.documents import Document, Keys, add_place_to_errors, raise_error_at
from naivebench.core.checks import check_parameter, did_you_mean
from naivebench.data import fetch, sources
from naivebench.evaluation import folds as splits
from naivebench.evaluation import weka_folds
from naivebench.models import method_stanzas, own_methods
from naivebench.models.method_stanzas import MethodStanza

DATASET, METHOD = "data set in the catalogue", "method in the catalogue"
LISTED = {
    DATASET: "`naivebench datasets` lists all of them.",
    METHOD: "`naivebench methods` lists all of them.",
}
SHIPPED = {DATASET: ("datasets", "config/datasets"), METHOD: ("methods", "config/methods.yaml")}
# Where a file names something: path of keys -> what it is. `*` is every item of a list or value of a mapping,
# `KEYS` every key of a mapping.
IN_CONFIG = {
    "protocols.*.folds.repeats_of.KEYS": DATASET,
    "protocols.*.own_holdout.*": DATASET,
    "protocols.*.params.KEYS": METHOD,
    "protocols.*.chosen_on_test.KEYS": METHOD,
    "protocols.*.folds_as": "protocol",
    "protocols.*.hit_curves": METHOD,
    "protocols.*.metrics.*": "metric",
    "experiments.*.protocol": "protocol",
    "experiments.*.datasets.*": DATASET,
    "experiments.*.datasets.tags.*": "tag of any data set",
    "experiments.*.exclude_datasets.*": DATASET,
    "experiments.*.exclude_datasets.tags.*": "tag of any data set",
    "experiments.*.methods.*": METHOD,
    "experiments.*.methods.tags.*": "tag of any method",
    "experiments.*.exclude_methods.*": METHOD,
    "experiments.*.exclude_methods.tags.*": "tag of any method",
    "select.experiments.*": "experiment",
    "select.datasets.*": DATASET,
    "select.methods.*": METHOD,
    "metrics.*": "metric",
    "primary.protocol": "protocol",
    "primary.metric": "metric among the `metrics`",
    "primary.reference": METHOD,
}
IN_METHODS = {"*.like": METHOD, "*.discretize": "discretizer"}
IN_DATASETS = {"*.reader": "reader", "*.source.derive": DATASET}


def _suggest_catalogue(document: Document, kind: str) -> str:
    """Suggest the shipped catalogue to a configuration that reads other catalogues instead."""
    key, shipped = SHIPPED.get(kind, ("", ""))
    read = sources.wrap_in_list(document.data.get("catalogues", {}).get(key, shipped))
    return "" if shipped in read else f"; add {shipped} to `catalogues.{key}` if you need it"


def check_ids(document: Document, named: Mapping[str, str], known: Mapping[str, Collection[str]]) -> None:
    """Raise InputError for the first id in a document that is not known.

    named: path of keys -> kind of the ids there. known: kind -> ids.
    """
    for pattern, kind in named.items():
        for path, name in _find_values(document.data, pattern.split(".")):
            # empty text names nothing, and another form of the key is not text
            if isinstance(name, str) and name and name not in known[kind]:
                key = ".".join(str(part) for part in path if not isinstance(part, int))
                near = did_you_mean(name, known[kind], LISTED.get(kind, ""))
                near += _suggest_catalogue(document, kind)
                article = "an" if kind[0] in "aeiou" else "a"
                raise_error_at(document, path, f"{key} names {name!r}, which is not {article} {kind}{near}")


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
        if first in ("*", key):
            yield from _find_values(value, rest, (*path, key))


def check_circular_links(document: Document, key: str, links: Mapping[str, str], word: str) -> None:
    """Raise InputError if links of ids (id -> the next one) lead from an id back to itself.

    `key`: the key of a stanza with its link; `word`: what the message says between two ids.
    """
    for name in document.data:
        chain = [name]
        while other := links.get(chain[-1]):
            if other in chain:
                shown = f" {word} ".join([*chain, other])
                raise_error_at(
                    document, (name, key), f"{name!r} leads back to itself ({shown}): remove one link"
                )
            chain.append(other)


def check_config(document: Document, datasets: Mapping[str, Any], methods: Mapping[str, Any]) -> None:
    """Check config.yaml, whose `document` has all defaults, against the catalogues and itself."""
    from naivebench.evaluation.metrics import METRICS

    config = document.data
    known: dict[str, Collection[str]] = {
        DATASET: datasets,
        METHOD: methods,
        "tag of any data set": sorted({tag for stanza in datasets.values() for tag in stanza["tags"]}),
        "tag of any method": sorted({tag for stanza in methods.values() for tag in stanza["tags"]}),
        "protocol": config["protocols"],
        "experiment": config["experiments"],
        "metric": METRICS,
        "metric among the `metrics`": config["metrics"],
    }
    check_ids(document, IN_CONFIG, known)
    for name, protocol in config["protocols"].items():
        at = ("protocols", name)
        for method, params in protocol["params"].items():
            _check_parameters(document, (*at, "params", method), method, methods[method], params)
        for method, chosen in protocol["chosen_on_test"].items():
            module = methods[method].get("module")
            grids = method_stanzas.find_grid_parameters(module) if module else []
            for key in chosen:
                if grids is not None and key not in grids:
                    said = f"method {method!r} has no grid for {key!r}{did_you_mean(key, grids)}"
                    raise_error_at(document, (*at, "chosen_on_test", method), said)
        _check_protocol(document, name, protocol, config["protocols"])


def _check_protocol(
    document: Document, name: str, protocol: dict[str, Any], protocols: dict[str, Any]
) -> None:
    """Check that the keys of a protocol fit together, and that it shares folds only with their owner."""
    at, folds, other = ("protocols", name), protocol["folds"], protocol["folds_as"]
    repeats = max(folds["repeats"], *folds["repeats_of"].values(), 1)
    with add_place_to_errors(document, (*at, "folds")):
        weka_folds.check_weka_seeds(folds["seeds"], folds["scheme"], repeats)
    if sizes := folds["train_cases"]:
        with add_place_to_errors(document, (*at, "folds", "train_cases")):
            splits.check_training_sizes(sizes, folds["scheme"], repeats)

    sharing, reshuffled = protocols.get(other, protocol), protocol["reshuffled"]
    unchosen = [method for method in reshuffled if method not in protocol["chosen_on_test"]]
    same = all(sharing[key] == protocol[key] for key in ("folds", "own_holdout"))
    redraws = folds["scheme"] in ("stratified", "grouped") and not protocol["own_holdout"]
    rules: list[tuple[object, str, str]] = [  # what is wrong, the key to change, and how
        # training parts are drawn, and the tests on hit curves expect the same cases in every repeat
        (sizes and protocol["own_holdout"], "own_holdout", "has train_cases: set own_holdout to false"),
        (sizes and protocol["hit_curves"], "hit_curves", "has train_cases: leave hit_curves out"),
        # so no protocols share folds in a circle
        (other and sharing["folds_as"], "folds_as", f"shares the folds of {other!r}, which draws none"),
        (
            not same,
            "folds_as",
            f"shares the folds of {other!r}: give both the same `folds` and `own_holdout`",
        ),
        (unchosen, "reshuffled", f"reshuffles {unchosen}, which chosen_on_test does not contain"),
        (
            reshuffled and not redraws,
            "reshuffled",
            "has reshuffled, which needs the scheme stratified or grouped, and `own_holdout: false`",
        ),
    ]
    for wrong, key, said in rules:
        if wrong:
            raise_error_at(document, (*at, key), f"protocol {name!r} {said}")


def check_inheritance(document: Document) -> None:
    """Check that every method is `like` an existing one, and that no chain of such methods is circular."""
    from naivebench.data.discretization.apply import DISCRETIZERS

    check_ids(document, IN_METHODS, {METHOD: document.data, "discretizer": DISCRETIZERS})
    likes = {name: stanza["like"] for name, stanza in document.data.items() if "like" in stanza}
    check_circular_links(document, "like", likes, "like")


def check_methods(document: Document, methods: Mapping[str, MethodStanza]) -> None:
    """Check completed stanzas: their form, module, and parameters of the module's `fit`."""
    for name, stanza in methods.items():
        external = "method" in stanza or "predictions" in stanza
        needed = ("method", "predictions") if external else ("module", "kinds")
        wrong = [key for key in needed if key not in stanza]
        wrong += [key for key in ("module", "discretize", "params") if external and stanza.get(key)]
        if wrong:
            forms = "`module` and `kinds`, or `method: external` and `predictions`, without `params`"
            cure = f"{'add' if wrong[0] in needed else 'delete'} {wrong[0]!r}"
            raise_error_at(document, (name, wrong[0]), f"method {name!r} needs either {forms}: {cure}")
        if external:
            continue
        module = stanza["module"]
        if own_methods.find_source_file(module) is None:
            folder = own_methods.METHODS
            files = [path.relative_to(folder).with_suffix("") for path in folder.glob("*/*.py")]
            near = did_you_mean(module, sorted(".".join(path.parts) for path in files))
            file = own_methods.source_file_name(module)
            said = f"module of method {name!r} is {module!r}, but there is no file {file}{near}"
            raise_error_at(document, (name, "module"), said)
        _check_parameters(document, (name, "params"), name, stanza, stanza["params"])


def _check_parameters(
    document: Document, path: Keys, name: str, stanza: MethodStanza, params: dict[str, Any]
) -> None:
    """Check that the keys of `params`, found at `path`, are parameters of `fit` with values of their type."""
    parameters = method_stanzas.read_parameters(stanza["module"]) if "module" in stanza else {}
    if parameters is None:  # they cannot be determined
        return
    for key, value in params.items():
        if key not in parameters:
            near = did_you_mean(key, parameters)
            raise_error_at(document, (*path, key), f"{key!r} is not a parameter of method {name!r}{near}")
        if parameters[key].annotation:
            with add_place_to_errors(document, (*path, key)):
                check_parameter(value, parameters[key].annotation, key, f"method {name!r}")


def check_datasets(datasets: Document, archives: Document) -> None:
    """Check the stanzas of all data sets and archives: readers, sources, derived sets."""
    from naivebench.data.readers.read import READERS

    check_ids(datasets, IN_DATASETS, {"reader": READERS, DATASET: datasets.data})
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
    check_circular_links(datasets, "source", parents, "from")
