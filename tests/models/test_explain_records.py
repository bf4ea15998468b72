"""Explanations in the user's terms: records add up, use the user's names, and are readable."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from support import sequence_tables, tables

from naivebench.benchmark import configuration
from naivebench.core.checks import InputError
from naivebench.core.table import Table, subset
from naivebench.models import explain, explanation_text, fitted
from naivebench.models.fitted import Fitted

STANZAS = configuration.methods_of(Path(__file__).resolve().parents[2])


def fit(method: str, train: Table, **params) -> Fitted:
    stanza = STANZAS[method]
    return fitted.fit(train, method, stanza, rng=np.random.default_rng(0), params=stanza["params"] | params)


def told(method: str, train: Table, test: Table | None = None, top=None, **params) -> list[dict]:
    records = explain.explain(fit(method, train, **params), train if test is None else test, top=top)
    return json.loads(json.dumps(records, allow_nan=False))


@pytest.mark.parametrize("method", ["nb", "vmnb", "tan", "rbc", "nbtree"])
@pytest.mark.parametrize("top", [None, 2])
def test_prior_contributions_and_others_are_the_log_odds(method, top):
    train = tables.mixed(90, missing=0.15)
    records = told(method, train, top=top)
    log_proba = fitted.predict_log_proba(fit(method, train), train)
    for record, row in zip(records, log_proba, strict=True):
        first, second = np.argsort(-row)[:2]
        assert (record["predicted"], record["against"]) == (train.classes[first], train.classes[second])
        assert record["log_odds"] == pytest.approx(row[first] - row[second], abs=1e-9)
        assert record["probability"] == pytest.approx(np.exp(row[first]), abs=1e-12)
        parts = [record["prior"], *record["contributions"], record.get("others", {"log_odds": 0})]
        assert math.fsum(part["log_odds"] for part in parts) == pytest.approx(record["log_odds"], abs=1e-9)
        sizes = [abs(item["log_odds"]) for item in record["contributions"]]
        assert sizes == sorted(sizes, reverse=True)
        if top is None:
            names = [item["attribute"] for item in record["contributions"]] + record["without_say"]
            assert sorted(names) == sorted(a.name for a in train.attributes)


def test_values_are_those_of_the_file():
    """Values are labels, numbers, angles in the unit of their period, and the interval that the
    method uses.
    """
    train = tables.mixed(200, missing=0)
    model = fit("nb", train)
    of_aspect = {}
    for i, record in enumerate(explain.explain(model, train)):
        items = {item["attribute"]: item for item in record["contributions"]}
        assert items["colour"]["value"] == ("v0", "v1")[train.codes[i, 0]]
        assert items["aspect"]["value"] == pytest.approx(np.degrees(train.reals[i, 1]), abs=1e-9)
        if "hour" in items:
            assert items["hour"]["value"] == pytest.approx(train.reals[i, 3] * 12 / np.pi, abs=1e-9)
        of_aspect[items["aspect"]["interval"]] = items["aspect"]["value"]
    for interval, value in of_aspect.items():
        low, high = ends(interval)
        assert low < value <= high
    assert len(of_aspect) > 1


def ends(interval: str) -> tuple[float, float]:
    numbers = [float(x) for x in re.findall(r"-?[\d.]+", interval)]
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    return (-math.inf, numbers[0]) if interval.startswith("<=") else (numbers[0], math.inf)


def test_parents_are_named_with_the_value_that_the_method_uses():
    train = tables.mixed(200, missing=0)
    model = fit("tan", train)
    structure = fitted.summary(model)["structure"]
    for record in explain.explain(model, train)[:20]:
        for item in record["contributions"]:
            assert list(item.get("given", {})) == structure[item["attribute"]]
    # discretized numbers are shown as intervals
    given = [item["given"] for item in record["contributions"] if "aspect" in item.get("given", {})]
    assert given
    assert all(isinstance(g["aspect"], str) for g in given)


def test_parents_that_are_missing_are_not_given():
    train = tables.mixed(200, missing=0.3)
    given = [item.get("given", {}) for r in told("kdb", train) for item in r["contributions"]]
    assert {len(g) for g in given} == {0, 1, 2}
    assert not [g for g in given if None in g.values()]


def test_a_value_that_rules_classes_out():
    # class c0 never has v1 and class c1 never has v0 in x0; x1 = v1 is impossible in c1
    train = tables.discrete([[0, 0], [0, 1], [1, 0], [1, 0]], [0, 0, 1, 1])
    certain, impossible = told("nb", train, subset(train, [0, 3]), alpha=0)
    assert certain["predicted"] == "c0"
    assert certain["log_odds"] is None
    assert certain["contributions"][0] == {
        "attribute": "x0",
        "value": "v0",
        "log_odds": None,
        "rules_out": ["c1"],
    }
    assert not certain["impossible"]
    codes = np.array([[1, 1]])
    (impossible,) = told("nb", train, subset(train, [0])._replace(codes=codes), alpha=0)
    assert impossible["impossible"]
    assert impossible["probability"] == pytest.approx(0.5)
    text = explanation_text.as_text([impossible])
    assert "rules out c0" in text
    assert "the prior decides" in text


def test_super_parents_share_the_posterior():
    train = tables.mixed(90, missing=0.15)
    blank = train._replace(codes=np.full_like(train.codes, -1), reals=np.full_like(train.reals, np.nan))
    for record in told("aode", train):
        members = record["super_parents"]
        assert math.fsum(m["weight"] for m in members) == pytest.approx(1)
        mixed = math.fsum(m["weight"] * m["probability"] for m in members)
        assert mixed == pytest.approx(record["probability"], abs=1e-12)
    for record in told("aode", train, top=3):
        assert len(record["super_parents"]) <= 3
        kept = [m["weight"] for m in record["super_parents"]]
        assert sum(kept) + record.get("others", {"weight": 0})["weight"] == pytest.approx(1)
    alone = told("aode", train, blank)[0]
    assert alone["note"] == "no super-parent: naive Bayes"
    assert alone["contributions"] == []


def test_the_first_pattern_is_the_prediction_and_patterns_occur():
    train = tables.mixed(90, missing=0.15)
    for record in told("hpb", train):
        first, *others = record["patterns"]
        assert first["probability"] == pytest.approx(record["probability"], abs=1e-12)
        assert [len(p["values"]) for p in others] == sorted((p["level"] for p in others), reverse=True)
        for p in others:
            assert set(p["values"].items()) <= set(first["values"].items())
            n = sum(p["counts"].values())
            assert n > 0
            own = p["counts"].get(record["predicted"], 0)
            smoothed = (own + p["smoothing"] * p["prior"]) / (n + p["smoothing"])
            assert p["probability"] == pytest.approx(smoothed, abs=1e-12)
        assert others[-1]["counts"] == {
            c: n for c, n in zip(train.classes, np.bincount(train.y), strict=True)
        }


def test_rules_hold_in_the_units_of_the_file():
    train = tables.mixed(300, missing=0.1)
    n_rules = 0
    for i, record in enumerate(told("c45", train)):
        cells = {a.name: explain._value(view_of(train, i), j, 0) for j, a in enumerate(train.attributes)}
        for leaf in record["leaves"]:
            for step in leaf["path"]:
                cell = cells[step["attribute"]]
                assert step["observed"] == (cell is not None)
                if cell is not None and step["attribute"] in ("length", "aspect", "weight", "hour"):
                    assert (
                        (cell <= step["value"] + 1e-9)
                        if step["relation"] == "<="
                        else cell > step["value"] - 1e-9
                    )
                    n_rules += 1
                elif cell is not None and step["attribute"] == "grade":
                    assert (cell <= step["value"]) == (step["relation"] == "<=")
                elif cell is not None and step["relation"] == "=":
                    assert cell == step["value"]
        assert record["predicted"] == max(train.classes, key=lambda c: smoothed(record, c))
    assert n_rules > 100


def smoothed(record: dict, label: str) -> float:
    return math.fsum(
        leaf["weight"] * leaf["counts"].get(label, 0) / leaf["cases"] for leaf in record["leaves"]
    )


def view_of(table: Table, i: int) -> explain.View:
    one = subset(table, [i])
    return explain.View(table.attributes, explain.columns(one), (), table.attributes, ())


def test_words_with_their_counts():
    table = sequence_tables.documents([[3, 0, 1], [0, 2, 0], [1, 0, 0], [0, 1, 1]], [0, 1, 0, 1])
    record = told("nb_mn", table)[0]
    items = {item["word"]: item for item in record["contributions"]}
    assert {word: item["count"] for word, item in items.items()} == {"w0": 3, "w2": 1}
    # (count + 1) / (total + 3): the words occur 4, 0, 1 times in class 0, and 0, 3, 1 times in class 1
    assert items["w0"]["log_odds"] == pytest.approx(3 * (np.log(5 / 8) - np.log(1 / 7)))
    assert explanation_text.as_text([record]).splitlines()[2].endswith("w0 x 3")


def test_a_single_class_has_no_opponent():
    (record, *_) = told("nb", tables.discrete([[0], [1]], [0, 0]))
    assert (record["against"], record["log_odds"], record["probability"]) == (None, 0, 1)


def test_equal_posteriors_are_decided_as_everywhere():
    log_proba = np.log([[0.25, 0.5, 0.25], [0.25, 0.25, 0.5]])
    first = np.array([1, 2])
    assert explain.runner_up(log_proba, first, np.array([1, 5, 3])).tolist() == [2, 1]
    assert explain.runner_up(log_proba, first, np.array([3, 2, 3])).tolist() == [0, 0]


def test_a_class_chosen_by_costs_is_compared_with_the_most_probable_one():
    train = tables.mixed(90)
    model = fit("nb", train)
    usual = explain.explain(model, train)
    second = np.array([train.classes.index(record["against"]) for record in usual])
    for record, other in zip(explain.explain(model, train, predicted=second), usual, strict=True):
        assert (record["predicted"], record["against"]) == (other["against"], other["predicted"])
        assert record["log_odds"] == pytest.approx(-other["log_odds"], abs=1e-12)


def test_a_method_without_explanations_names_methods_that_have_them():
    train = tables.mixed(60)
    with pytest.raises(
        InputError, match=r"method majority cannot explain predictions: .* nb, nb_bernoulli, "
    ):
        told("majority", train)


def test_intervals_are_read_as_such():
    cells = {"a": "red", "b": "(1, 2.5]", "c": "> 3", "d": "(not in the training file)", "e": 7.0}
    text = explanation_text._cells(cells)
    assert text == "a = red, b in (1, 2.5], c > 3, d = (not in the training file), e = 7"


@pytest.mark.parametrize("method", ["nb", "tan", "aode", "hpb", "c45", "nbtree"])
def test_text_and_html_have_the_same_content(method):
    train = tables.mixed(60, missing=0.15)
    train = train._replace(classes=("a<b", "b&c", "c"))
    records = told(method, train)
    text, html = explanation_text.as_text(records, top=3), explanation_text.as_html(records, top=3)
    paragraphs = text.rstrip("\n").split("\n\n")
    assert len(paragraphs) == 60 == html.count("<table>") == html.count("</table>")
    assert "a<b" not in html
    for paragraph, record in zip(paragraphs, records, strict=True):
        title, *lines = paragraph.split("\n")
        assert title.startswith(f"case {record['case']}: {record['predicted']}, ")
        numbers = [line for line in lines[1:] if re.match(r" +[-+]?\d+\.\d", line)]
        assert 1 <= len(numbers) <= 6
