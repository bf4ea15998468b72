"""Figures of structures: they show the arcs of the summary, parents above children, and no two nodes in one
place.
"""

from __future__ import annotations

import builtins

import numpy as np
import pytest
from support import tables

from naivebench.core.checks import InputError
from naivebench.models import catalogue, fitted, structure

STANZAS = catalogue.methods()
TRAIN = tables.of_kinds(tables.mixed(120), ("nominal", "ordinal"))


def fit(method: str, **params) -> fitted.Fitted:
    stanza = {**STANZAS[method], "discretize": None}
    return fitted.fit(TRAIN, method, stanza, rng=np.random.default_rng(0), params=stanza["params"] | params)


@pytest.mark.parametrize("method", ["nb", "tan", "kdb", "skdb", "bnc_hc"])
def test_the_arcs_are_those_of_the_summary(method):
    model = fit(method)
    found = structure.of(model)
    said = fitted.summary(model).get("structure", {a.name: [] for a in TRAIN.attributes})
    for i, name in enumerate(found.names):
        above = [found.names[p] for p in found.parents[i] if found.names[p] != structure.CLASS]
        assert above == said.get(name, [])
    if method != "bnc_hc":
        assert all(found.root in parents for parents in found.parents[1:])
        assert found.names[found.root] == "(class)"


@pytest.mark.parametrize(("method", "params"), [("nb", {}), ("tan", {}), ("kdb", {"k": 3})])
def test_parents_are_above_their_children_and_places_differ(method, params):
    found = structure.of(fit(method, **params))
    places = structure.layout(found)
    assert len(np.unique(places, axis=0)) == len(places)
    for i, parents in enumerate(found.parents):
        assert all(places[p, 1] > places[i, 1] for p in parents)
        assert -places[i, 1] == max((1 - places[p, 1] for p in parents), default=0)


def test_levels_are_centred_and_their_nodes_side_by_side():
    places = structure.layout(structure.of(fit("nb")))
    assert places[0].tolist() == [0, 0]
    assert sorted(places[1:, 0]) == (np.arange(len(places) - 1) - (len(places) - 2) / 2).tolist()
    assert set(places[1:, 1]) == {-1}
    chain = structure.Structure(("a", "b", "c"), ((), (0,), (1,)), -1)
    assert structure.layout(chain)[:, 0].tolist() == [0, 0, 0]


def test_levels_that_arcs_pass_are_next_to_each_other():
    found = structure.Structure(("a", "b", "c"), ((), (0,), (0, 1)), -1)
    assert structure.layout(found)[:, 0].tolist() == [
        structure.STAGGER,
        -structure.STAGGER,
        structure.STAGGER,
    ]


def test_nodes_are_below_their_parents():
    found = structure.Structure(("a", "b", "c", "d"), ((), (), (1,), (0,)), -1)
    places = structure.layout(found)
    assert places[0, 0] < places[1, 0]
    assert places[3, 0] < places[2, 0]  # d is below a and c is below b, although c comes first


def test_a_cycle_is_found():
    with pytest.raises(ValueError, match="cycle"):
        structure.levels(structure.Structure(("a", "b"), ((1,), (0,)), -1))


def test_the_figure_has_a_box_for_every_node_and_an_arrow_for_every_arc():
    model = fit("kdb", k=2)
    found = structure.of(model)
    axes = structure.plot(model).axes[0]
    texts = [text for text in axes.texts if text.get_text()]
    assert [text.get_text() for text in texts] == list(found.names)
    arrows = [text for text in axes.texts if getattr(text, "arrow_patch", None) is not None]
    assert len(arrows) == sum(map(len, found.parents))
    low, high = axes.get_xlim()
    bottom, top = axes.get_ylim()
    for text in texts:
        x, y = text.get_position()
        assert low + 0.5 <= x <= high - 0.5
        assert bottom + 0.4 <= y <= top - 0.4
    colours = {arrow.arrow_patch.get_edgecolor()[:3] for arrow in arrows}
    assert len(colours) == 2  # one colour for arcs of the class, and one for those between attributes


def test_methods_without_a_network_are_refused():
    with pytest.raises(InputError, match="majority has no network of attributes"):
        structure.plot(fit("majority"))


def test_without_matplotlib_the_message_names_the_remedy(monkeypatch):
    imported = builtins.__import__

    def refuse(name, *args, **kwargs):
        if name.partition(".")[0] == "matplotlib":
            raise ImportError(name)
        return imported(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(InputError, match="the plot of the structure needs matplotlib"):
        structure.plot(fit("tan"))
