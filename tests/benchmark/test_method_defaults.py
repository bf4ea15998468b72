"""Parameters of the shipped methods, compared with the defaults of their `fit`, and their meanings.

A call from Python without parameters is the method that the catalogue names after the module, and no stanza
repeats a default.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from unittest import mock

import pytest
import yaml

from naivebench.benchmark import configuration
from naivebench.models import catalogue, method_stanzas, parameters, registry

ROOT = Path(__file__).parents[2]
GIVEN = yaml.safe_load((ROOT / "config" / "methods.yaml").read_text(encoding="utf-8"))
CATALOGUE = catalogue.read_methods()
# parameters whose value in the catalogue deliberately differs from the default
CHOSEN = {
    "gnb": {"gap_floor"},  # methods that are built from gnb have 0
    "mixed_nb": {"gap_floor"},
    "column_nb": {"gap_floor"},
    "kdb": {"k"},  # 2 is the usual value in comparisons
    "kdb_hc": {"k"},  # the same as kdb
    "eskdb": {"members", "k_max"},  # smaller than in the paper
    "rnbl_mn": {"n_words"},  # as for the paper's texts
}
NAMED_AFTER_MODULE = {m: s for m, s in CATALOGUE.items() if s["module"].split(".")[-1] == m}


def signature_of(module) -> dict[str, inspect.Parameter]:
    """The parameters of `fit`, and of `estimate`, to which `fit` passes others on."""
    own = dict(inspect.signature(module.fit).parameters)
    passed_on = inspect.signature(module.estimate).parameters if own.pop("params", None) else {}
    return {**own, **passed_on}


def compare_parameters(stanza: dict) -> dict[str, tuple]:
    """The (value in the catalogue, default) of every parameter that the stanza gives and `fit` names."""
    known = signature_of(registry.load(stanza["module"]))
    return {
        name: (value, tuple(known[name].default) if isinstance(value, list) else known[name].default)
        for name, value in stanza.get("params", {}).items()
        if name in known
    }


@pytest.mark.parametrize("method", NAMED_AFTER_MODULE)
def test_a_method_without_parameters_is_that_of_the_catalogue(method):
    for name, (value, default) in compare_parameters(NAMED_AFTER_MODULE[method]).items():
        if name not in CHOSEN.get(method, ()):
            assert default == (tuple(value) if isinstance(value, list) else value), name


def test_setup_compiles_every_module_and_repeats_no_long_search(monkeypatch):
    loaded = []
    monkeypatch.setattr(registry, "load", lambda name: loaded.append(name) or mock.Mock())
    catalogue.compile_loops()
    taken = {s["module"] for s in CATALOGUE.values() if "nominal" in s["kinds"]}
    assert {*loaded} == {name for name in taken if not name.startswith("baselines.")}
    assert loaded.count("semi_naive.ienb") == 2 < loaded.count("bn_classifiers.tan")


@pytest.mark.parametrize("module", sorted({s["module"] for s in CATALOGUE.values()}))
def test_parameters_read_without_import_are_those_of_fit(module):
    """The fields of a group are separate parameters, wherever the group is declared."""
    known = signature_of(registry.load(module)).values()
    named = [p for p in known if p.kind is p.KEYWORD_ONLY and p.name not in method_stanzas.OF_CASES]
    expected = {p.name: str(p.annotation) for p in named}
    params = method_stanzas.read_parameters(module)
    assert params is None or {name: parameter.annotation for name, parameter in params.items()} == expected


@pytest.mark.parametrize("method", GIVEN)
def test_no_stanza_repeats_a_value_that_it_has_anyway(method):
    """A stanza repeats neither the values that `like` copies, nor a default of `fit` or of the schema."""
    given = GIVEN[method]
    without = {**{k: v for k, v in given.items() if k in ("like", "module", "title")}, "params": {}}
    anyway = method_stanzas.add_defaults(catalogue.resolve_inheritance({**GIVEN, method: without})[method])
    anyway = {"cost": "light", "stochastic": False, "tags": [], "departs": {}, "group": "other", **anyway}
    repeated = [k for k, v in given.items() if k not in without and anyway.get(k) == v]
    assert not repeated + [k for k, v in given.get("params", {}).items() if anyway["params"].get(k, ...) == v]


def test_defaults_of_fit_are_filled_in_as_python_values():
    for method, stanza in configuration.read_configured_methods(ROOT).items():
        known = signature_of(registry.load(stanza["module"]))
        defaults = method_stanzas.list_defaults(stanza["module"])
        assert list(stanza["params"])[: len(defaults)] == list(defaults), method
        for name, value in defaults.items():
            assert (type(value), value) == (type(known[name].default), known[name].default), (method, name)
            assert stanza["params"][name] == CATALOGUE[method]["params"].get(name, value), (method, name)
        assert "rng" not in stanza["params"]


def test_a_stanza_takes_keys_that_it_does_not_set_from_another():
    nb = {"title": "NB", "module": "naive_bayes.nb", "estimator": "NB", "kinds": ["nominal"], "tags": ["a"]}
    nb |= {"params": {"alpha": 2, "smoothing": "m_estimate"}, "timeout_seconds": 9}
    found = catalogue.resolve_inheritance(
        {
            "c": {"like": "b", "title": "C", "tags": []},
            "b": {"like": "nb", "title": "B", "params": {"alpha": 3}},
            "tan": {"like": "nb", "title": "TAN", "module": "bn_classifiers.tan"},
            "nb": nb,
        }
    )
    assert list(found) == ["c", "b", "tan", "nb"]
    assert found["nb"] == nb
    assert found["b"] == {**nb, "title": "B", "params": {"alpha": 3, "smoothing": "m_estimate"}}
    assert found["c"] == {**found["b"], "title": "C", "tags": []}
    tan = {"title": "TAN", "module": "bn_classifiers.tan", "kinds": ["nominal"], "tags": ["a"], "params": {}}
    assert found["tan"] == tan


@pytest.mark.parametrize("method", catalogue.read_methods())
def test_every_parameter_of_the_catalogue_has_a_meaning(method):
    stanza = catalogue.read_methods()[method]
    for parameter in parameters.describe_parameters(stanza["module"], stanza["params"]):
        assert parameter.meaning, parameter.name


def test_the_docstring_of_fit_explains_parameters_that_are_not_in_the_table(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def fit(train, *, rng=None, sharpness: float = 2.0, alpha: float = 1.0, slope=0):\n"
        '    """Count. sharpness > 1: how steep the curve is; slope: its slope. Raises InputError."""\n'
    )
    found = parameters.describe_parameters(str(file), {"sharpness": 3, "depth": 4})
    assert {p.name: p.value for p in found} == {"sharpness": 3, "alpha": 1.0, "slope": 0, "depth": 4}
    assert found[0].meaning == "Sharpness > 1: how steep the curve is."
    assert found[1].meaning == "Pseudo-count of every value."
    assert found[2].meaning == "Its slope."
