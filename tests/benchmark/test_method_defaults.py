"""Parameters of the shipped methods beside the defaults of their `fit`: a call from Python without parameters
is the method that the catalogue names after the module.
"""

import inspect
from pathlib import Path

import pytest
import yaml

from naivebench.benchmark.configuration import references
from naivebench.models import registry

CATALOGUE = yaml.safe_load((Path(__file__).parents[2] / "config" / "methods.yaml").read_text())
# parameters whose value in the catalogue is another one on purpose
CHOSEN = {
    "kdb": {"k"},  # 2, the usual comparison
    "kdb_hc": {"k"},  # as kdb
    "eskdb": {"members", "k_max"},  # smaller than the paper's
    "rnbl_mn": {"n_words"},  # as in the paper's texts
    "sel_gnb": {"method"},  # the paper's sampling
    "sel_vmnb": {"method"},
}
NAMED_AFTER_MODULE = {
    name: stanza for name, stanza in CATALOGUE.items() if stanza.get("module", "").split(".")[-1] == name
}
VARIANTS = {
    name: stanza
    for name, stanza in CATALOGUE.items()
    if "module" in stanza and name not in NAMED_AFTER_MODULE
}


def parameters(stanza: dict) -> dict[str, tuple]:
    """(value in the catalogue, default) of every parameter that the stanza gives and `fit` names."""
    known = inspect.signature(registry.load(stanza["module"]).fit).parameters
    return {
        name: (value, tuple(known[name].default) if isinstance(value, list) else known[name].default)
        for name, value in stanza.get("params", {}).items()
        if name in known
    }


@pytest.mark.parametrize("method", NAMED_AFTER_MODULE)
def test_a_method_without_parameters_is_that_of_the_catalogue(method):
    for name, (value, default) in parameters(NAMED_AFTER_MODULE[method]).items():
        if name not in CHOSEN.get(method, ()):
            assert default == (tuple(value) if isinstance(value, list) else value), name


def test_variants_differ_in_few_parameters():
    """At most three, and five where a search is left out (`nb_resubstitution`); elsewhere defaults hold."""
    assert len(NAMED_AFTER_MODULE) > 50
    for method, stanza in VARIANTS.items():
        differing = [name for name, (value, default) in parameters(stanza).items() if value != default]
        assert len(differing) <= (5 if method == "nb_resubstitution" else 3), (method, differing)


@pytest.mark.parametrize("module", sorted({s["module"] for s in CATALOGUE.values() if "module" in s}))
def test_parameters_read_without_import_are_those_of_fit(module):
    """The fields of a group are parameters of their own, wherever the group is declared."""
    known = inspect.signature(registry.load(module).fit).parameters.values()
    expected = {p.name: str(p.annotation) for p in known if p.kind is p.KEYWORD_ONLY and p.name != "rng"}
    assert references.fit_parameters(module) in (expected, None)
