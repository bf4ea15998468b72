"""What a method says of itself: its structure and the meanings of its parameters."""

from __future__ import annotations

import numpy as np
import pytest
from support import tables

from naivebench.core.checks import InputError
from naivebench.models import catalogue, fitted, parameters, structure

TRAIN = tables.of_kinds(tables.mixed(120), ("nominal", "ordinal"))


def fit(method: str, **params) -> fitted.Fitted:
    stanza = {**catalogue.methods()[method], "discretize": None}
    return fitted.fit(TRAIN, method, stanza, rng=np.random.default_rng(0), params=stanza["params"] | params)


@pytest.mark.parametrize("method", ["nb", "tan", "kdb", "skdb", "bnc_hc"])
def test_parents_are_those_of_the_summary_and_above_their_children(method):
    model = fit(method)
    parents, places = structure.find_parents(model), structure.place_nodes(structure.find_parents(model))
    said = fitted.summary(model).get("structure", {a.name: [] for a in TRAIN.attributes})
    for name, above in parents.items():
        assert [p for p in above if p != "(class)"] == [p for p in said.get(name, []) if p != "(class)"]
        assert all(places[p][1] > places[name][1] for p in above)
        if method != "bnc_hc" and name != "(class)":
            assert above[0] == "(class)"
    assert len(set(places.values())) == len(parents)


def test_the_figure_has_a_box_for_every_node_and_an_arrow_for_every_arc():
    model = fit("kdb", k=2)
    parents = structure.find_parents(model)
    axes = structure.plot(model).axes[0]
    assert {text.get_text() for text in axes.texts if text.get_text()} == set(parents)
    arrows = [text for text in axes.texts if getattr(text, "arrow_patch", None) is not None]
    assert len(arrows) == sum(map(len, parents.values()))


def test_methods_without_a_network_are_refused():
    with pytest.raises(InputError, match="majority has no network of attributes"):
        structure.plot(fit("majority"))


@pytest.mark.parametrize("method", catalogue.methods())
def test_every_parameter_of_the_catalogue_has_a_meaning(method):
    stanza = catalogue.methods()[method]
    for parameter in parameters.describe_parameters(stanza["module"], stanza["params"]):
        assert parameter.meaning, parameter.name


def test_changes_of_a_stanza_are_distinguished_from_defaults():
    stanza = catalogue.methods()["kdb"]
    changed = [p for p in parameters.describe_parameters(stanza["module"], stanza["params"]) if p.changed]
    assert [(p.name, p.value, p.default) for p in changed] == [("k", 2, 1)]


def test_the_docstring_of_fit_explains_parameters_that_are_not_in_the_table(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def fit(train, *, rng=None, sharpness: float = 2.0, alpha: float = 1.0):\n"
        '    """Count. sharpness > 1: how steep the curve is. Raises InputError."""\n'
    )
    found = parameters.describe_parameters(str(file), {"sharpness": 3})
    assert [(p.name, p.value, p.default) for p in found] == [("sharpness", 3, 2.0), ("alpha", 1.0, 1.0)]
    assert found[0].meaning == "Sharpness > 1: how steep the curve is."
    assert found[1].meaning == "Pseudo-count of every value."
