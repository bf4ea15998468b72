"""Classifiers as Bayesian networks: inference in the written file gives the posteriors of the classifier."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from support import tables
from support.sentences import refusal

from naivebench.core.table import Attribute, Table, make_table, subset
from naivebench.methods.inference import bif, elimination
from naivebench.methods.inference.network import Network
from naivebench.models import fitted, networks

METHODS = {
    "nb": ("naive_bayes.nb", {}),
    "nb, other smoothing": ("naive_bayes.nb", {"smoothing": "laplace_m", "prior_alpha": 0}),
    "tan": ("bn_classifiers.tan", {}),
    "tan, laplace": ("bn_classifiers.tan", {"smoothing": "laplace", "alpha": 0.5}),
    "kdb": ("bn_classifiers.kdb", {"k": 2}),
    "kdb, 3 parents": ("bn_classifiers.kdb", {"k": 3}),
}
SIZES = (3, 2, 4)
ODD = ("a b", "{", "1,5", "it's", "//", "table", "", "é")


def fit(name: str, table: Table, **more) -> fitted.Fitted:
    module, params = METHODS[name]
    stanza = {"module": module, "kinds": [a.kind for a in table.attributes], **more}
    return fitted.fit(table, name, stanza, rng=np.random.default_rng(0), params=params)


def made(sizes=SIZES, n=60, odd=()) -> Table:
    """A table of dependent attributes and two classes."""
    rng = np.random.default_rng(3)
    y = rng.integers(0, 3, n)
    codes = np.column_stack(
        [(y + rng.integers(0, 2, n) + i * rng.integers(0, 2, n)) % r for i, r in enumerate(sizes)]
    )
    labels = [tuple(odd[i] if i < len(odd) else f"v{i}" for i in range(r)) for r in sizes]
    attributes = [Attribute(f"x {j}", "nominal", values) for j, values in enumerate(labels)]
    return make_table(attributes, ("no", "yes", "property"), y, codes)


def all_cases(sizes) -> np.ndarray:
    return np.array(list(itertools.product(*(range(r) for r in sizes))))


def class_posteriors(network: Network, labels: list[dict[str, str]]) -> np.ndarray:
    """P(class | labels of the observed attributes), (n, K)."""
    engine = elimination.prepare(network)
    return np.array([elimination.posterior(engine, network.names[0], evidence) for evidence in labels])


def in_words(attributes, codes) -> list[dict[str, str]]:
    """The observed values of cases as {name: label}."""
    return [{a.name: a.values[c] for a, c in zip(attributes, row, strict=True) if c >= 0} for row in codes]


def predicted(found: fitted.Fitted, attributes, codes) -> np.ndarray:
    return np.exp(
        fitted.predict_log_proba(found, make_table(attributes, found.classes, np.zeros(len(codes)), codes))
    )


def written(found: fitted.Fitted) -> Network:
    return bif.parse(bif.text_of(networks.of(found, "the class")))


@pytest.mark.parametrize("name", METHODS)
def test_the_file_has_the_posteriors_of_the_method_for_all_cases(name):
    found, codes = fit(name, made(SIZES, odd=ODD)), all_cases(SIZES)
    network = written(found)
    assert network.names[0] == "the class"
    assert network.states == (found.classes, *(a.values for a in found.attributes))
    np.testing.assert_allclose(
        class_posteriors(network, in_words(found.attributes, codes)),
        predicted(found, found.attributes, codes),
        rtol=0,
        atol=1e-9,
    )


@pytest.mark.parametrize("name", ["nb", "tan", "kdb"])
def test_numbers_are_intervals(name):
    table = tables.of_kinds(tables.mixed(80, 2, seed=1, missing=0), ["linear", "angular", "nominal"])
    found = fit(name, table, discretize="equal_frequency")
    network = written(found)
    seen = fitted.seen_by_method(found, subset(table, np.arange(12)))
    evidence = in_words(seen.attributes, seen.codes)
    np.testing.assert_allclose(
        class_posteriors(network, evidence),
        np.exp(fitted.predict_log_proba(found, subset(table, np.arange(12)))),
        rtol=0,
        atol=1e-9,
    )
    assert any(label.startswith("<= ") for labels in network.states for label in labels)


@pytest.mark.parametrize(("name", "params"), [("nb", {"alpha": 0}), ("tan", {}), ("kdb", {"k": 2})])
def test_values_that_are_skipped_are_left_out(name, params):
    """Some declared values never occur, and one attribute is always missing."""
    table = made()
    attributes = [a._replace(values=(*a.values, "never"), declared=True) for a in table.attributes]
    attributes.append(Attribute("nothing", "nominal", ("p", "q"), declared=True))
    codes = np.column_stack([table.codes, np.full(len(table.y), -1)])
    wide = make_table(attributes, table.classes, table.y, codes)
    stanza = {"module": METHODS[name][0], "kinds": ["nominal"]}
    found = fitted.fit(wide, name, stanza, rng=np.random.default_rng(0), params=params)
    network = networks.of(found)
    assert network.notes == (
        "values that never occurred are left out of x 0, x 1, x 2",
        "left out, because they do not affect the class: nothing",
    )
    assert [len(labels) for labels in network.states] == [3, *SIZES]
    cases = np.column_stack([all_cases(SIZES), np.zeros(np.prod(SIZES), np.int64)])
    np.testing.assert_allclose(
        class_posteriors(network, in_words(attributes[:-1], cases[:, :-1])),
        predicted(found, attributes, cases),
        rtol=0,
        atol=1e-9,
    )


def test_models_that_are_not_networks_are_refused():
    table = made()
    no_sum = {"smoothing": "mlc_nomatch"}
    found = fitted.fit(
        table,
        "nb",
        {"module": "naive_bayes.nb", "kinds": ["nominal"]},
        rng=np.random.default_rng(0),
        params=no_sum,
    )
    assert "'x 0' do not sum to one with this smoothing" in refusal(networks.of, found)
    stanza = {"module": "bn_classifiers.aode", "kinds": ["nominal"]}
    aode = fitted.fit(table, "aode", stanza, rng=np.random.default_rng(0), params={})
    assert "method aode is not a Bayesian network of tables" in refusal(networks.of, aode)
    assert "declares variable 'x 1' twice" in refusal(networks.of, fit("tan", table), "x 1")
    many = make_table(
        [Attribute(n, "nominal", tuple(map(str, range(2000)))) for n in "ab"],
        ("x", "y"),
        np.arange(2000) % 2,
        np.column_stack([np.arange(2000)] * 2),
    )
    assert "has more than 5,000,000 probabilities" in refusal(networks.of, fit("tan", many))


@pytest.mark.parametrize("label", ['a "quoted" word', "two\nlines", "end\n", "one\u2028two"])
def test_a_label_that_bif_cannot_write_is_refused(label):
    assert "which is not allowed in a BIF file" in refusal(
        bif.text_of, networks.of(fit("nb", made(odd=(label,))))
    )


def test_plain_words_only_change_names():
    network = networks.of(fit("tan", made(odd=("<= 1.5", "(1.5, 2]", "-2", "2"))), "die Klasse")
    plain = bif.in_plain_words(network)
    assert plain.names == ("die_Klasse", "x_0", "x_1", "x_2")
    assert plain.states[0] == ("no", "yes", "v_property")
    assert plain.states[3] == ("le_1_5", "v_1_5_2", "minus_2", "v_2")
    assert plain[2:] == network[2:]
    again = bif.parse(bif.text_of(plain))
    assert '"' not in bif.text_of(plain)
    assert (again.names, again.states, again.parents) == (plain.names, plain.states, plain.parents)
    assert all(np.array_equal(a, b) for a, b in zip(again.tables, network.tables, strict=True))
    same = network._replace(names=("", "{", "_2", "v 2"))
    assert bif.in_plain_words(same).names == ("v", "v_2", "v_2_2", "v_2_3")


def test_words_of_the_format_and_odd_words_are_quoted():
    text = bif.text_of(networks.of(fit("nb", made(odd=("plain_word-1", "1", "default")))))
    assert 'type discrete [ 3 ] { plain_word-1, "1", "default" };' in text
    assert 'type discrete [ 3 ] { no, yes, "property" };' in text
