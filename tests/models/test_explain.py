"""Explanations add up to the log-odds of the prediction, for every method, and are in the user's terms."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pandas as pd
import pytest
from support import sequence_tables, tables

from naivebench.core.table import Attribute, Table, make_table, n_cases, subset
from naivebench.methods.bn_classifiers import kdb
from naivebench.models import catalogue, explain, fitted

STANZAS = {
    name: stanza
    for name, stanza in catalogue.read_methods().items()
    if "package" not in stanza and "like" not in stanza
}
SMALL = {"population": 12, "max_generations": 2, "restarts": 2, "max_iter": 5}


def fit(method: str, train: Table, **params) -> fitted.Fitted:
    stanza = STANZAS[method]
    known = {**stanza["params"], **params}
    return fitted.fit(train, method, stanza, rng=np.random.default_rng(0), params=known)


def explain_cases(method: str, train: Table, test: Table | None = None, **params) -> pd.DataFrame:
    return explain.explain(fit(method, train, **params), train if test is None else test)


def test_terms_are_conditional_on_the_stated_parents():
    """Terms are log P(x_j | c, parents) by counting with Laplace's smoothing."""
    table = tables.made(0, 150, (3, 3, 5, 6), 3, 0.15)
    explained = kdb.contributions(kdb.fit(table, k=2, smoothing="laplace"), table)
    for i, j in itertools.product(range(30), range(4)):
        x = table.codes[i, j]
        above = explained.parents[j][: explained.depth[i, j]]
        assert all(table.codes[i, p] >= 0 for p in above)
        if x < 0:
            assert not explained.terms[i, j].any()
            continue
        same = np.all(table.codes[:, above] == table.codes[i, above], axis=1) & (table.codes[:, j] >= 0)
        r = len(table.attributes[j].values)
        for c in range(3):
            of_class = same & (table.y == c)
            p = (np.sum(of_class & (table.codes[:, j] == x)) + 1) / (of_class.sum() + r)
            assert explained.terms[i, j, c] == pytest.approx(np.log(p), abs=1e-12)


# settings beyond the catalogue, under which terms may be infinite or have no prior
OTHERS = [("nb", {"alpha": 0}), ("kdb", {"k": 3}), ("nb_mn", {"alpha": 0})]
OTHERS += [("nb_mn", {"composition": "fraction", "n_words": 5})]
OTHERS += [("cnb", {"normalize_weights": True, "tf_idf": True})]


@pytest.mark.slow
@pytest.mark.parametrize(("method", "params"), [*((m, {}) for m in STANZAS), *OTHERS])
def test_contributions_add_up_to_the_log_odds_of_the_prediction(method, params):
    train = sequence_tables.of_kinds(STANZAS[method]["kinds"])
    small = {name: value for name, value in SMALL.items() if name in STANZAS[method]["params"]}
    model = fit(method, train, **small, **params)
    test = subset(train, np.arange(12))
    if len(train.attributes) > 1:  # the first case has no value
        test = test._replace(codes=test.codes.copy(), reals=test.reals.copy())
        test.codes[0], test.reals[0] = -1, np.nan
    frame, log_proba = explain.explain(model, test), fitted.predict_log_proba(model, test)
    assert list(frame.columns) == list(explain.COLUMNS)
    assert frame["case"].unique().tolist() == list(range(1, 13))
    if len(train.attributes) > 1:
        first = frame[frame["case"] == 1]
        assert explain.is_remark(first).all() or not first["log_odds"][~explain.is_remark(first)].any()
    for i, rows in frame.groupby("case"):
        head, row = rows.iloc[0], log_proba[i - 1]
        first, second = (train.classes.index(head[name]) for name in ("predicted", "against"))
        assert row[first] == row.max()
        assert row[second] == np.delete(row, first).max()
        assert head["probability"] == pytest.approx(np.exp(row[first]), abs=1e-12)
        if np.isfinite(row[second]):
            # log-odds of HPB without calibration are billions
            odds = row[first] - row[second]
            assert rows["log_odds"].sum() == pytest.approx(odds, rel=1e-12, abs=1e-8)
        sizes = rows["log_odds"][~explain.is_remark(rows)].abs().tolist()
        assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("method", ["nb", "c45", "nb_bernoulli"])
def test_beyond_top_the_contributions_are_added_up(method):
    train = sequence_tables.of_kinds(STANZAS[method]["kinds"])
    model = fit(method, train)
    all_terms, short = explain.explain(model, train), explain.explain(model, train, top=1)
    assert (short[~explain.is_remark(short)].groupby("case").size() == 1).all()
    sums = [frame.groupby("case")["log_odds"].sum() for frame in (all_terms, short)]
    np.testing.assert_allclose(*sums, atol=1e-12)
    remarks = short[explain.is_remark(short)].groupby("case")["attribute"].agg(list)
    assert all("(others)" not in names[1:] for names in remarks)


def test_values_are_those_of_the_file():
    """Values are labels, numbers, and angles in the unit of their period, with the interval that is used."""
    train = tables.mixed(200, missing=0)
    frame = explain_cases("nb", train)
    for row in frame[frame["attribute"] == "colour"].itertuples():
        assert row.value == ("v0", "v1")[train.codes[row.case - 1, 0]]


def test_angles_are_those_of_the_file():
    """As `check` shows them: from 0 up to the period, whatever the side of the circle."""
    angles = np.array([0.0, 224.3, 318.7, 359.9, 44.25, 180.0])
    radians = (np.radians(angles) + np.pi) % (2 * np.pi) - np.pi
    wind = Attribute("wind", "angular", period=360.0)
    train = make_table([wind], ("a", "b"), np.array([0, 1, 0, 1, 0, 1]), reals=radians[:, None])
    frame = explain_cases("vmnb", train)
    shown = frame[frame["attribute"] == "wind"].sort_values("case")["value"]
    assert shown.tolist() == angles.tolist()


def test_parents_are_named_with_their_values_unless_missing():
    train = tables.mixed(200, missing=0.3)
    model = fit("kdb", train)
    structure, frame = fitted.summarize_model(model)["structure"], explain.explain(model, train)
    given = frame[~explain.is_remark(frame)]
    for row in given.itertuples():
        names = re.findall(r"(?:^|, )(\w+) = ", row.given)
        assert names == structure[row.attribute][: len(names)]
    assert set(given["given"].str.count(" = ")) == {0, 1, 2}


def test_a_value_that_rules_a_class_out_and_a_case_that_is_impossible():
    # class c0 never has v1 and class c1 never has v0 in x0; x1 = v1 is impossible in c1
    train = tables.discrete([[0, 0], [0, 1], [1, 0], [1, 0]], [0, 0, 1, 1])
    codes = np.array([[0, 0], [1, 1]])
    frame = explain_cases("nb", train, subset(train, [0, 1])._replace(codes=codes), alpha=0)
    certain, impossible = (rows for _, rows in frame.groupby("case"))
    assert certain["log_odds"].tolist()[0] == np.inf
    assert certain["attribute"].tolist()[0] == "x0"
    assert impossible["attribute"].tolist() == ["(prior)"]
    assert impossible["probability"].tolist() == [pytest.approx(0.5)]


def test_words_with_their_counts():
    table = sequence_tables.documents([[3, 0, 1], [0, 2, 0], [1, 0, 0], [0, 1, 1]], [0, 1, 0, 1])
    frame = explain_cases("nb_mn", table)
    first = frame[frame["case"] == 1].set_index("attribute")
    assert first["value"].to_dict() == {"w0": 3, "w2": 1, "(prior)": None}
    # (count + 1) / (total + 3): the words occur 4, 0, 1 times in class 0, and 0, 3, 1 times in class 1
    assert first["log_odds"]["w0"] == pytest.approx(3 * (np.log(5 / 8) - np.log(1 / 7)))


def test_a_method_without_terms_adds_its_values_in_both_orders():
    """The contribution of a value is the mean change of the log-odds, first and last to be known."""
    train = tables.discrete(np.random.default_rng(0).integers(0, 3, (80, 2)), np.arange(80) % 2)
    model, one = fit("hpb", train), subset(train, [0])
    frame = explain.explain(model, one).set_index("attribute")
    first = train.classes.index(frame["predicted"].iloc[0])

    def find_odds(*known):
        codes = np.where([j in known for j in range(2)], one.codes, -1)
        log_proba = fitted.predict_log_proba(model, one._replace(codes=codes))[0]
        return log_proba[first] - log_proba[1 - first]

    expected = (find_odds(0) - find_odds() + find_odds(0, 1) - find_odds(1)) / 2
    assert frame["log_odds"]["x0"] == pytest.approx(expected, abs=1e-12)
    assert frame["log_odds"]["(prior)"] == pytest.approx(find_odds(), abs=1e-12)


def test_a_single_class_has_no_opponent():
    frame = explain_cases("nb", tables.discrete([[0], [1]], [0, 0]))
    assert frame["against"].isna().all()
    assert (frame["log_odds"] == 0).all()


def test_equal_posteriors_are_decided_as_everywhere():
    log_proba = np.log([[0.25, 0.5, 0.25], [0.25, 0.25, 0.5]])
    first = np.array([1, 2])
    assert explain.find_runner_up(log_proba, first, np.array([1, 5, 3])).tolist() == [2, 1]
    assert explain.find_runner_up(log_proba, first, np.array([3, 2, 3])).tolist() == [0, 0]


@pytest.mark.parametrize("method", ["nb", "tan", "c45"])
def test_text_has_a_paragraph_for_each_case(method, monkeypatch):
    monkeypatch.setattr(explain, "LISTED", 2)
    train = tables.mixed(60, missing=0.15)
    frame = explain_cases(method, train)
    paragraphs = explain.format_explanations(frame).rstrip("\n").split("\n\n")
    assert len(paragraphs) == n_cases(train)
    for paragraph, (case, rows) in zip(paragraphs, frame.groupby("case"), strict=True):
        title, *lines = paragraph.split("\n")
        assert title.startswith(f"case {case}: {rows['predicted'].iloc[0]}, probability ")
        numbers = [float(line.split()[0]) for line in lines[1:]]
        assert sum(numbers[:-1]) == pytest.approx(numbers[-1], abs=4e-3)
        assert len(numbers) <= 5  # two values, the others, the prior, and the sum
