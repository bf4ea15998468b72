"""Checks across keys and files that a schema cannot express: names that must exist, keys that exclude each
other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from naivebench.benchmark.configuration.documents import Content, Document, Keys, errors_at, fail
from naivebench.benchmark.configuration.schemas import check_names
from naivebench.benchmark.configuration.shapes import Config, Protocol
from naivebench.core.checks import did_you_mean, parameter
from naivebench.data import fetch, sources
from naivebench.data.stanza import Archive, DatasetStanza
from naivebench.evaluation import folds as splits
from naivebench.evaluation import weka_folds
from naivebench.models import own, stanzas
from naivebench.models.stanzas import MethodStanza


def check_chain(document: Document, path: Keys, name: str, links: Mapping[str, str], word: str) -> None:
    """Raise InputError if the links of ids (id -> the next one) lead from an id back to one before.

    `path`: that of the link of `name`; `word`: what the message says between two ids.
    """
    chain = [name]
    while other := links.get(chain[-1]):
        if other in chain:
            shown = f" {word} ".join([*chain, other])
            fail(document, path, f"{name!r} leads back to itself ({shown}): remove one link")
        chain.append(other)


def check_config(
    document: Document, config: Config, datasets: dict[str, DatasetStanza], methods: dict[str, MethodStanza]
) -> None:
    """Check config.yaml, whose `document` has all defaults, against the catalogues and itself."""
    from naivebench.evaluation.metrics import METRICS

    check_names(
        document,
        "config",
        {
            "protocol": config.protocols,
            "experiment": config.experiments,
            "data set in the catalogue": datasets,
            "method in the catalogue": methods,
            "tag of any data set": sorted({tag for stanza in datasets.values() for tag in stanza["tags"]}),
            "tag of any method": sorted({tag for stanza in methods.values() for tag in stanza["tags"]}),
            "metric": METRICS,
            "metric among the `metrics`": config.metrics,
        },
    )
    for name, protocol in config.protocols.items():
        for method, params in protocol.params.items():
            place = ("protocols", name, "params", method)
            _check_parameters(document, place, method, methods[method], params)
        _check_folds(document, name, protocol)
        _check_shared_folds(document, name, protocol, config.protocols)
        _check_choice(document, name, protocol, methods)


def _check_folds(document: Document, name: str, protocol: Protocol) -> None:
    """Check that the seeds and sizes of training parts suit the scheme."""
    at, folds = ("protocols", name), protocol.folds
    repeats = max(folds.repeats, *folds.repeats_of.values(), 1)
    with errors_at(document, (*at, "folds")):
        weka_folds.check_seeds(folds.seeds or (), folds.scheme, repeats)
    if not folds.train_cases:
        return
    with errors_at(document, (*at, "folds", "train_cases")):
        splits.check_sizes(folds.train_cases, folds.scheme, repeats)
    tests = "the tests on hit curves expect the same number of cases in every repeat"
    for key, cure in (
        ("own_holdout", "set it to false, because training parts are drawn"),
        ("hit_curves", f"leave it out, because {tests}"),
    ):
        if getattr(protocol, key):
            fail(document, (*at, key), f"protocol {name!r} has train_cases and {key}: {cure}")


def _check_shared_folds(
    document: Document, name: str, protocol: Protocol, protocols: dict[str, Protocol]
) -> None:
    """Check that a protocol shares the folds of one that draws the same folds itself."""
    other, at = protocol.folds_as, ("protocols", name, "folds_as")
    if not other:
        return
    said = f"protocol {name!r} shares the folds of {other!r}"
    if protocols[other].folds_as:
        fail(document, at, f"{said}, which draws none: name the one that draws the folds")
    if (protocols[other].folds, protocols[other].own_holdout) != (protocol.folds, protocol.own_holdout):
        fail(document, at, f"{said}: give both the same `folds` and `own_holdout`")


def _check_choice(
    document: Document, name: str, protocol: Protocol, methods: dict[str, MethodStanza]
) -> None:
    """Check the constants chosen on the test parts: their methods have grids for them."""
    at = ("protocols", name)
    for method, chosen in protocol.chosen_on_test.items():
        grids = stanzas.find_grids(methods[method]["module"]) if "module" in methods[method] else []
        for i, key in enumerate(chosen):
            if grids is not None and key not in grids:
                place = (*at, "chosen_on_test", method, i)
                fail(document, place, f"method {method!r} has no grid for {key!r}{did_you_mean(key, grids)}")
    for i, method in enumerate(protocol.reshuffled):
        if method not in protocol.chosen_on_test:
            said = f"protocols.{name}.reshuffled names {method!r}, which is not a key of chosen_on_test"
            fail(document, (*at, "reshuffled", i), said + did_you_mean(method, protocol.chosen_on_test))
    drawn = protocol.folds.scheme in ("stratified", "grouped") and not protocol.own_holdout
    if protocol.reshuffled and not drawn:
        cure = "needs the scheme stratified or grouped, and `own_holdout: false`"
        fail(document, (*at, "reshuffled"), f"protocol {name!r} has reshuffled, which {cure}")


def check_likes(document: Document, given: Content) -> None:
    """Check that a stanza is `like` one of those `given` in all files, and that no chain of them is
    circular.
    """
    from naivebench.data.discretization.apply import DISCRETIZERS

    check_names(document, "methods", {"method in the catalogue": given, "discretizer": DISCRETIZERS})
    likes = {name: stanza["like"] for name, stanza in given.items() if "like" in stanza}
    for name in document.data:
        check_chain(document, (name, "like"), name, likes, "like")


def check_method(document: Document, name: str, stanza: MethodStanza) -> None:
    """Check a stanza, completed from other stanzas: module or predictions, kinds, parameters of the module's
    `fit`.
    """
    external = "method" in stanza or "predictions" in stanza
    for key in ("method", "predictions") if external else ("module", "kinds"):
        if key not in stanza:
            what = "a method with `predictions` of another tool" if external else "a method"
            fail(document, (name,), f"method {name!r} has no `{key}`, which {what} needs: add it")
    if external:
        for key in ("module", "discretize", "params"):
            if stanza.get(key):
                said = f"method {name!r} is external, so it cannot have {key!r}"
                fail(document, (name, key), f"{said}: delete the key")
        return
    module = stanza["module"]
    if own.source(module) is None:
        there = sorted(
            path.relative_to(own.METHODS).with_suffix("").as_posix().replace("/", ".")
            for path in own.METHODS.glob("*/*.py")
        )
        said = f"module of method {name!r} is {module!r}, but there is no file {own.name_source(module)}"
        fail(document, (name, "module"), said + did_you_mean(module, there))
    _check_parameters(document, (name, "params"), name, stanza, stanza.get("params", {}))


def _check_parameters(
    document: Document, path: Keys, name: str, stanza: MethodStanza, params: dict[str, Any]
) -> None:
    """Check that every key of `params`, found at `path`, is a parameter of the method's `fit` and has a value
    of its type.
    """
    parameters = stanzas.parameters(stanza["module"]) if "module" in stanza else {}
    if parameters is None:  # they cannot be determined
        return
    for key, value in params.items():
        if key not in parameters:
            near = did_you_mean(key, parameters)
            fail(document, (*path, key), f"{key!r} is not a parameter of method {name!r}{near}")
        if parameters[key].annotation:
            with errors_at(document, (*path, key)):
                parameter(value, parameters[key].annotation, key, f"method {name!r}")


def check_datasets(
    document: Document, datasets: dict[str, DatasetStanza], archives: dict[str, Archive]
) -> None:
    """Check the stanzas of one collection against the merged catalogue: readers, sources, derived sets."""
    from naivebench.data.readers.read import READERS

    check_names(document, "datasets", {"reader": READERS, "data set in the catalogue": datasets})
    for name, entry in document.data["archives"].items():
        with errors_at(document, ("archives", name)):
            fetch.check_candidate(entry, pinned=True)

    parents = {}
    for name, stanza in datasets.items():
        source = stanza.get("source")
        if isinstance(source, dict) and "derive" in source:
            parents[name] = source["derive"]
    for name, stanza in document.data["datasets"].items():
        with errors_at(document, ("datasets", name, "source")):
            for one in sources.inputs_of(stanza, archives, where=f"data set {name!r}").alternatives:
                if sources.form_of(one) in sources.FETCHED and "archive" not in one:
                    fetch.check_candidate(one, pinned=True)
        check_chain(document, ("datasets", name, "source"), name, parents, "from")
