"""Checks across keys and files that a schema cannot express: names that must exist, keys that exclude each
other.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from typing import Any

from naivebench.benchmark.configuration.documents import Content, Document, Key, Keys, locate
from naivebench.benchmark.configuration.shapes import Config, Protocol, Splitting, Tagged
from naivebench.core.checks import InputError, did_you_mean, parameter
from naivebench.core.removed import advice
from naivebench.data import openml, sources
from naivebench.data.stanza import Archive, DatasetStanza
from naivebench.evaluation import folds as splits
from naivebench.evaluation import weka_folds
from naivebench.models import own, stanzas
from naivebench.models.stanzas import MethodStanza

# steps that leave out or order rows
EXTERNAL_FORBIDS = ("module", "discretize", "params")
LISTED = {
    f"{what} in the catalogue": f"`naivebench {command}` lists all of them."
    for what, command in (("data set", "datasets"), ("method", "methods"))
}


def fail(document: Document, path: Iterable[Key], message: str) -> None:
    """Raise InputError with the place of a key."""
    raise InputError(f"{locate(document, path)}: {message}")


def known(document: Document, path: Keys, value: str, names: Iterable[str], what: str) -> None:
    """Raise InputError unless `value`, the value at `path`, is one of `names`; `what` describes what is
    expected.
    """
    names = list(names)
    if value not in names:
        keys = [p for p in path if not isinstance(p, int)]
        near = advice(what.split()[0], value) or did_you_mean(value, names, LISTED.get(what, ""))
        article = "an" if what[0] in "aeiou" else "a"
        fail(document, path, f"{'.'.join(keys)} names {value!r}, which is not {article} {what}{near}")


def check_config(
    document: Document,
    config: Config,
    datasets: dict[str, DatasetStanza],
    methods: dict[str, MethodStanza],
) -> None:
    """Check the names in config.yaml: experiments, protocols, data sets, methods, metrics.

    `document`: the places of the keys, for messages.
    """
    from naivebench.benchmark.statistics import STATISTICS
    from naivebench.evaluation.metrics import METRICS

    for name, experiment in config.experiments.items():
        at = ("experiments", name)
        known(document, (*at, "protocol"), experiment.protocol, config.protocols, "protocol")
        of_datasets = {"datasets": experiment.datasets, "exclude_datasets": experiment.exclude_datasets}
        of_methods = {"methods": experiment.methods, "exclude_methods": experiment.exclude_methods}
        for key, value in of_datasets.items():
            _chosen(document, (*at, key), value, datasets, "data set")
        for key, value in of_methods.items():
            _chosen(document, (*at, key), value, methods, "method")
    for name, protocol in config.protocols.items():
        holdout = protocol.own_holdout
        _names(
            document,
            ("protocols", name, "own_holdout"),
            holdout if isinstance(holdout, list) else [],
            datasets,
            "data set in the catalogue",
        )
        for dataset in protocol.folds.repeats_of:
            at_dataset = ("protocols", name, "folds", "repeats_of", dataset)
            known(document, at_dataset, dataset, datasets, "data set in the catalogue")
        for method, params in protocol.params.items():
            place = ("protocols", name, "params", method)
            known(document, place, method, methods, "method in the catalogue")
            _parameters(document, place, method, methods[method], params)
        _seeds(document, name, protocol.folds)
        _learning_curves(document, name, protocol)
        _hit_curves(document, name, protocol, config.protocols, methods)
    select, primary = config.select, config.primary
    _names(document, ("select", "experiments"), select.experiments, config.experiments, "experiment")
    _names(document, ("select", "datasets"), select.datasets, datasets, "data set in the catalogue")
    _names(document, ("select", "methods"), select.methods, methods, "method in the catalogue")
    _names(document, ("metrics",), config.metrics, METRICS, "metric")
    _names(document, ("statistics", "ids"), config.statistics.ids, STATISTICS, "statistic")
    known(document, ("primary", "protocol"), primary.protocol, config.protocols, "protocol")
    known(document, ("primary", "metric"), primary.metric, config.metrics, "metric among the `metrics`")
    known(document, ("primary", "reference"), primary.reference, methods, "method in the catalogue")


def _seeds(document: Document, name: str, folds: Splitting) -> None:
    """Check that only the scheme `weka` has seeds of repeats, and that it has no `repeats` besides."""
    try:
        weka_folds.check(folds.seeds or (), folds.scheme, _most_repeats(folds))
    except InputError as error:
        fail(document, ("protocols", name, "folds"), str(error))


def _most_repeats(folds: Splitting) -> int:
    return max(folds.repeats, *folds.repeats_of.values(), 1)


def _learning_curves(document: Document, name: str, protocol: Protocol) -> None:
    """Check the sizes of training parts: they are ascending, the scheme draws training parts, and no data set
    brings its own.
    """
    sizes = protocol.folds.train_cases
    if not sizes:
        return
    at, folds = ("protocols", name, "folds", "train_cases"), protocol.folds
    try:
        splits.check_sizes(sizes, folds.scheme, _most_repeats(folds))
    except InputError as error:
        fail(document, at, str(error))
    tests = "the tests on hit curves expect the same number of cases in every repeat"
    for key, given, cure in (
        ("own_holdout", protocol.own_holdout, "set it to false, because training parts are drawn"),
        ("hit_curves", protocol.hit_curves, f"leave it out, because {tests}"),
    ):
        if given:
            fail(document, (*at[:2], key), f"protocol {name!r} has train_cases and {key}: {cure}")


def _hit_curves(
    document: Document,
    name: str,
    protocol: Protocol,
    protocols: dict[str, Protocol],
    methods: dict[str, MethodStanza],
) -> None:
    """Check the keys of a protocol for rare classes: its reference, metrics, shared folds, and the constants
    chosen on the test parts.
    """
    from naivebench.evaluation.metrics import METRICS

    at = ("protocols", name)
    if protocol.hit_curves:
        known(document, (*at, "hit_curves"), protocol.hit_curves, methods, "method in the catalogue")
    _names(document, (*at, "metrics"), protocol.metrics, METRICS, "metric")
    other = protocol.folds_as
    if other:
        known(document, (*at, "folds_as"), other, protocols, "protocol")
        shared = protocols[other]
        if shared.folds_as or other == name:
            cure = "name the one that draws the folds"
            fail(
                document,
                (*at, "folds_as"),
                f"protocol {name!r} shares the folds of {other!r}, which draws none: {cure}",
            )
        if (shared.folds, shared.own_holdout) != (protocol.folds, protocol.own_holdout):
            fail(
                document,
                (*at, "folds_as"),
                f"protocol {name!r} shares the folds of {other!r}: give both the same `folds` and "
                "`own_holdout`",
            )
    for method, chosen in protocol.chosen_on_test.items():
        place = (*at, "chosen_on_test", method)
        known(document, place, method, methods, "method in the catalogue")
        for i, name_of_parameter in enumerate(chosen):
            _has_grid(document, (*place, i), method, methods[method], name_of_parameter)
    reshuffled = protocol.reshuffled
    _names(document, (*at, "reshuffled"), reshuffled, protocol.chosen_on_test, "key of chosen_on_test")
    drawn = protocol.folds.scheme in ("stratified", "grouped") and not protocol.own_holdout
    if reshuffled and not drawn:
        cure = "needs the scheme stratified or grouped, and `own_holdout: false`"
        fail(document, (*at, "reshuffled"), f"protocol {name!r} has reshuffled, which {cure}")


def _names(document: Document, path: Keys, value: str | list[str], names: Iterable[str], what: str) -> None:
    for i, name in enumerate([] if value == "all" else value):
        known(document, (*path, i), name, names, what)


def _chosen(
    document: Document, path: Keys, value: str | list[str] | Tagged, stanzas: Mapping[str, Any], what: str
) -> None:
    if not isinstance(value, dict):
        _names(document, path, value, stanzas, f"{what} in the catalogue")
        return
    tags = sorted({tag for stanza in stanzas.values() for tag in stanza["tags"]})
    _names(document, (*path, "tags"), value["tags"], tags, f"tag of any {what}")


def check_likes(document: Document, given: Content) -> None:
    """Check that a stanza is `like` one of those `given` in all files, and that no chain of them is
    circular.
    """
    for name, stanza in document.data.items():
        chain = [name]
        while "like" in stanza:
            other, at = stanza["like"], (name, "like")
            if len(chain) == 1:
                known(document, at, other, given, "method in the catalogue")
            if other in chain:
                fail(
                    document,
                    at,
                    f"`like` of method {name!r} leads back to itself ({' like '.join([*chain, other])}): "
                    "remove one link",
                )
            chain.append(other)
            stanza = given.get(other, {})


def check_methods(document: Document) -> None:
    """Check the stanzas of methods.yaml, completed from other stanzas: module or predictions, kinds,
    parameters of the module's `fit`.
    """
    for name, stanza in document.data.items():
        if stanza.get("method") == "external" or "predictions" in stanza:
            _external(document, name, stanza)
        else:
            _internal(document, name, stanza)


def _external(document: Document, name: str, stanza: MethodStanza) -> None:
    if stanza.get("method") != "external":
        fail(
            document,
            (name, "predictions"),
            f"method {name!r} has `predictions` of another tool: add `method: external`",
        )
    if "predictions" not in stanza:
        fail(
            document,
            (name,),
            f"method {name!r} is external, but has no `predictions`: add the name of the file with its "
            "predictions",
        )
    forbidden = next((key for key in EXTERNAL_FORBIDS if stanza.get(key)), None)
    if forbidden:
        fail(
            document,
            (name, forbidden),
            f"method {name!r} is external, so it cannot have {forbidden!r}: delete the key",
        )
    try:
        fields = {
            field for _, field, _, _ in string.Formatter().parse(stanza["predictions"]) if field is not None
        }
    except ValueError:
        fields = {"{"}
    if fields != {"protocol", "dataset"}:
        wanted = "a file name with {protocol} and {dataset} in it and no other braces"
        fail(
            document,
            (name, "predictions"),
            f"predictions of method {name!r} is {stanza['predictions']!r}, expected {wanted}",
        )


def _internal(document: Document, name: str, stanza: MethodStanza) -> None:
    if "module" not in stanza:
        fail(
            document, (name,), f"method {name!r} has neither `module` nor `method: external`: add one of them"
        )
    if "kinds" not in stanza:
        fail(
            document, (name,), f"method {name!r} has no `kinds`: list the kinds of attributes that it accepts"
        )
    module = stanza["module"]
    if own.source(module) is None:
        there = sorted(
            path.relative_to(own.METHODS).with_suffix("").as_posix().replace("/", ".")
            for path in own.METHODS.glob("*/*.py")
        )
        fail(
            document,
            (name, "module"),
            f"module of method {name!r} is {module!r}, but there is no file "
            f"{own.shown(module)}{did_you_mean(module, there)}",
        )
    if "discretize" in stanza:
        from naivebench.data.discretization.apply import DISCRETIZERS

        known(document, (name, "discretize"), str(stanza["discretize"]), DISCRETIZERS, "discretizer")
    _parameters(document, (name, "params"), name, stanza, stanza.get("params", {}))


def _parameters(
    document: Document, path: Keys, name: str, stanza: MethodStanza, params: dict[str, Any]
) -> None:
    """Check that every key of `params`, found at `path`, is a parameter of the method's `fit` and has a value
    of its type.
    """
    parameters = stanzas.parameters(stanza["module"]) if "module" in stanza else {}
    for key, value in params.items():
        if parameters is not None and key not in parameters:
            near = advice("parameter", key) or did_you_mean(key, parameters)
            fail(document, (*path, key), f"{key!r} is not a parameter of method {name!r}{near}")
        if parameters and parameters[key].annotation:
            try:
                parameter(value, parameters[key].annotation, key, f"method {name!r}")
            except InputError as error:
                fail(document, (*path, key), str(error))


def _has_grid(document: Document, path: Keys, method: str, stanza: MethodStanza, parameter: str) -> None:
    """Check that the method chooses the parameter from a grid by itself."""
    grids = stanzas.find_grids(stanza["module"]) if "module" in stanza else []
    if grids is None or parameter in grids:
        return
    fail(
        document,
        path,
        f"method {method!r} has no grid for {parameter!r}{did_you_mean(parameter, grids)}",
    )


def check_datasets(
    document: Document, datasets: dict[str, DatasetStanza], archives: dict[str, Archive]
) -> None:
    """Check the stanzas of one collection against the merged catalogue: sources, kinds with a period, derived
    sets.
    """
    from naivebench.data.readers.read import READERS

    for name, entry in (document.data.get("archives") or {}).items():
        if not {"pip", "url", "mirror"} & set(entry):
            fail(document, ("archives", name), f"archive {name!r} has no origin: give pip, url or mirror")
        _hashed(document, ("archives", name), entry, f"archive {name!r}")
    for name, stanza in (document.data.get("datasets") or {}).items():
        _source(document, name, stanza, archives)
        at = ("datasets", name)
        if "reader" in stanza:
            known(document, (*at, "reader"), stanza["reader"], READERS, "reader")
        for column, kind in stanza["kinds"].items() if isinstance(stanza.get("kinds"), dict) else ():
            if kind == "angular" or (
                isinstance(kind, dict) and kind.get("kind") == "angular" and "period" not in kind
            ):
                cure = f"write {column}: {{kind: angular, period: 360}}"
                fail(
                    document,
                    (*at, "kinds", column),
                    f"column {column!r} of data set {name!r} is angular, but has no period: {cure}",
                )
        _derived(document, name, stanza, datasets)


def _source(document: Document, name: str, stanza: DatasetStanza, archives: dict[str, Archive]) -> None:
    at = ("datasets", name, "source")
    try:
        needs = sources.inputs_of(stanza, archives, where=f"data set {name!r}")
    except InputError as error:
        fail(document, at, str(error))
    for source in needs.alternatives:
        if "archive" not in source:
            _hashed(document, at, source, f"source of data set {name!r}")


def _hashed(document: Document, path: Keys, entry: Archive, what: str) -> None:
    if ("pip" in entry or "url" in entry or openml.is_openml(entry)) and "sha256" not in entry:
        fail(document, path, f"{what} has no sha256: add it, because every download must be pinned")


def _derived(
    document: Document, name: str, stanza: DatasetStanza, datasets: dict[str, DatasetStanza]
) -> None:
    """Check that the parent exists and that no chain of parents is circular."""
    chain = [name]
    while isinstance(stanza["source"], dict) and "derive" in stanza["source"]:
        parent = stanza["source"]["derive"]
        if len(chain) == 1:
            known(
                document,
                ("datasets", name, "source", "derive"),
                parent,
                datasets,
                "data set in the catalogue",
            )
        elif parent not in datasets:
            return
        if parent in chain:
            fail(
                document,
                ("datasets", name, "source"),
                f"data set {name!r} is derived from itself ({' from '.join([*chain, parent])}): remove "
                "one link",
            )
        chain.append(parent)
        stanza = datasets[parent]
