import itertools
import time
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from naivebench.benchmark import choice_on_test, job_settings, method_runs, predictions, score
from naivebench.core.table import HIDDEN, MISSING, UNSEEN, Attribute, make_table, n_cases, n_classes, subset
from naivebench.evaluation import folds as folding
from naivebench.models import explain, fitted, registry
from naivebench.models.isolate import Limits

LIMITS = Limits(20)
STANZA = {"module": "made", "kinds": ["nominal", "linear"], "params": {}}


@pytest.fixture
def table():
    rng = np.random.default_rng(1)
    y = np.arange(40) % 2
    codes = np.column_stack([rng.integers(0, 3, 40), np.where(np.arange(40) == 7, 3, y)])
    attributes = [
        Attribute("a", "nominal", ("x", "y", "z")),
        Attribute("b", "nominal", ("0", "1", "2", "rare")),
    ]
    return make_table(attributes, ("no", "yes"), y, codes=codes)


def setting(table, **changes):
    folds = folding.make_folds(table, scheme="stratified", folds=4, repeats=2, seed=[5])
    words = tuple(job_settings.make_seed_words(1, "honest", "d"))
    made = method_runs.Setting("made", STANZA, table, folds, None, "training", words, LIMITS)
    return made._replace(**changes)


def uniform(model, table):
    return np.full((n_cases(table), n_classes(table)), -np.log(n_classes(table)))


def method(**functions):
    """A method module that predicts the uniform distribution, with the given functions replaced."""
    parts = {
        "fit": lambda train, *, rng: rng.integers(1 << 30),
        "predict_log_proba": uniform,
        "summarize": lambda model: {"n_parameters": 0},
    }
    return SimpleNamespace(**{**parts, **functions})


def install(monkeypatch, module):
    monkeypatch.setattr(registry, "load", lambda name: module)


def statuses(result):
    return [f.status for f in result.folds]


def test_all_folds_are_predicted(table, monkeypatch):
    install(monkeypatch, method())
    result = method_runs.evaluate_method(setting(table))
    assert statuses(result) == ["ok"] * 8
    assert result.log_proba.shape == (80, 2)
    assert result.predicted.tolist() == [0] * 80  # equal class counts are a tie, which the lower index wins


def test_value_lists_come_from_the_training_part(table, monkeypatch):
    def fit(train, *, rng):
        return {a.name: a.values for a in train.attributes} | {"rows": n_cases(train)}

    def summarize(model):
        return {"values": list(model["b"])}

    install(monkeypatch, method(fit=fit, summarize=summarize))
    s = setting(table)
    result = method_runs.evaluate_method(s)
    for f, fold in enumerate(result.folds):
        seen = set(table.codes[folding.train_rows(s.folds, f, 40), 1].tolist())
        assert fold.summary["values"] == [v for i, v in enumerate(("0", "1", "2", "rare")) if i in seen]
    answers = method_runs.evaluate_method(setting(table, cuts_see="all"))
    assert all(f.summary["values"] == ["0", "1", "2", "rare"] for f in answers.folds)


@pytest.mark.parametrize(("tells", "code"), [(False, MISSING), (True, UNSEEN)])
def test_a_value_that_only_the_test_part_has_is_missing_or_distinguished(table, monkeypatch, tells, code):
    def predict(model, test):
        first = np.where(test.codes[:, 1] == code, 0.9, 0.5)
        return np.log(np.column_stack([first, 1 - first]))

    install(monkeypatch, method(predict_log_proba=predict, TELLS_UNSEEN=tells))
    result = method_runs.evaluate_method(setting(table))
    assert statuses(result) == ["ok"] * 8
    assert np.count_nonzero(result.log_proba[:, 0] > np.log(0.8)) == 2  # case 7, once in each repeat


def test_random_numbers_depend_on_repeat_and_fold_and_not_on_order(table, monkeypatch):
    install(monkeypatch, method(summarize=lambda model: {"draw": int(model)}))
    s = setting(table)
    draws = [f.summary["draw"] for f in method_runs.evaluate_method(s).folds]
    assert len(set(draws)) == 8
    last = s.folds._replace(
        repeat=s.folds.repeat[7:],
        fold=s.folds.fold[7:],
        offsets=s.folds.offsets[7:] - s.folds.offsets[7],
        test=s.folds.test[s.folds.offsets[7] :],
    )
    assert method_runs.evaluate_method(s._replace(folds=last)).folds[0].summary["draw"] == draws[7]


def test_failures_are_visible_rows(table, monkeypatch, capfd):
    calls = []

    def fit(train, *, rng):
        calls.append(1)
        if len(calls) == 2:
            raise RuntimeError("no convergence")
        if len(calls) == 3:
            time.sleep(30)

    install(monkeypatch, method(fit=fit))
    result = method_runs.evaluate_method(setting(table, limits=Limits(0.5)))
    assert statuses(result)[:3] == ["ok", "failed", "timeout"]
    assert result.folds[1].reason == "RuntimeError: no convergence"
    part = setting(table).folds.offsets
    assert np.isnan(result.log_proba[part[1] : part[3]]).all()
    assert (result.predicted[part[1] : part[3]] == -1).all()


def test_a_method_without_its_package_is_unavailable_until_it_is_installed(table, monkeypatch):
    install(monkeypatch, method())
    lacking = setting(table, stanza=STANZA | {"package": "no_such_package"})
    result = method_runs.evaluate_method(lacking)
    assert set(statuses(result)) == {"unavailable"}
    assert result.folds[0].reason == "package no_such_package is not installed"
    new_setting = setting(table, stanza=STANZA | {"package": "numpy"})
    assert not method_runs.reuse_folds(new_setting._replace(fingerprint="other"), result)


def test_earlier_results_of_the_same_fingerprint_are_kept(table, monkeypatch):
    install(monkeypatch, method(fit=lambda train, *, rng: 1 / 0))
    s = setting(table)
    first = method_runs.evaluate_method(s)
    install(monkeypatch, method())
    kept = method_runs.reuse_folds(s, first)
    assert statuses(method_runs.join_folds(s, kept)) == ["failed"] * 8
    assert not method_runs.reuse_folds(s, first, keep_failed=False)
    assert not method_runs.reuse_folds(s._replace(fingerprint="other"), first)
    good = method_runs.evaluate_method(s)
    again = method_runs.join_folds(s, method_runs.reuse_folds(s, good, keep_failed=False))
    assert again.folds == good.folds
    assert np.array_equal(again.log_proba, good.log_proba)


def test_timeout_rows_are_tried_again_with_another_timeout(table, monkeypatch):
    install(monkeypatch, method(fit=lambda train, *, rng: time.sleep(5)))
    s = setting(table, limits=Limits(0.05))
    first = method_runs.evaluate_method(s)
    assert statuses(first) == ["timeout"] * 8
    assert len(method_runs.reuse_folds(s, first)) == 8
    assert not method_runs.reuse_folds(s._replace(limits=Limits(20.0)), first)


def test_skipped_cases_are_neither_tested_nor_learned_from(table, monkeypatch):
    from naivebench.methods.naive_bayes import nb

    install(monkeypatch, nb)
    skipping = method_runs.evaluate_method(
        setting(table, folds=folding.make_folds(table, scheme="leave_one_out", skip=3), cuts_see="all")
    )
    rest = subset(table, np.arange(3, 40))
    without = method_runs.evaluate_method(
        setting(rest, folds=folding.make_folds(rest, scheme="leave_one_out"), cuts_see="all")
    )
    assert np.array_equal(skipping.log_proba, without.log_proba)
    install(
        monkeypatch,
        SimpleNamespace(fit=nb.fit, predict_log_proba=nb.predict_log_proba, summarize=nb.summarize),
    )
    refits = method_runs.evaluate_method(
        setting(table, folds=folding.make_folds(table, scheme="leave_one_out", skip=3), cuts_see="all")
    )
    assert np.allclose(skipping.log_proba, refits.log_proba, atol=1e-6)


@pytest.mark.parametrize(("cuts_see", "p", "learned"), [("all", 0.9, 40), ("training", 0.2, 39)])
def test_own_leave_one_out_of_a_method_needs_cut_points_of_all_cases(
    table, monkeypatch, cuts_see, p, learned
):
    """Otherwise the method is fitted once for each case, because its cut points differ."""

    def predict(p):
        return lambda model, cases: np.log(np.tile([p, 1 - p], (n_cases(cases), 1)))

    module = method(
        fit=lambda train, *, rng: n_cases(train),
        predict_log_proba=predict(0.2),
        leave_one_out=predict(0.9),
        summarize=lambda model: {"learned": model},
    )
    install(monkeypatch, module)
    folds = folding.make_folds(table, scheme="leave_one_out")
    result = method_runs.evaluate_method(setting(table, folds=folds, cuts_see=cuts_see))
    assert np.exp(result.log_proba[:, 0]) == pytest.approx(np.full(40, p))
    assert [fold.summary["learned"] for fold in result.folds] == [learned]


def stored(s):
    done = {"made": method_runs.evaluate_method(s)}
    return predictions.Predictions(s.folds.repeat, s.folds.fold, s.folds.offsets, s.folds.test, done)


def test_predictions_file_round_trip_and_rows_of_scores(table, monkeypatch, tmp_path):
    install(monkeypatch, method())
    s = setting(table)
    made = stored(s)
    predictions.save(made, tmp_path / "p.npz")
    loaded = predictions.load(tmp_path / "p.npz")
    assert loaded.methods["made"].folds == made.methods["made"].folds
    rows = score.make_table_rows(loaded, table.y, s.folds, ["accuracy"], ["other", "made"])
    assert rows["scores"][0] == ("made", 0, 0, 10, 30, "accuracy", 0.5)
    assert rows["scores"][1][5:] == ("n_parameters", 0.0)
    assert [r[3:] for r in rows["calibration"]] == [(40, 80)]
    assert len(rows["timings"]) == 8
    assert not any(rows[kind] for kind in ("failures", "structures", "answers", "confusions"))


def test_folds_that_failed_for_the_same_reason_share_a_row(table, monkeypatch):
    install(monkeypatch, method(fit=lambda train, *, rng: 1 / 0))
    s = setting(table)
    made = stored(s)
    (row,) = score.make_table_rows(made, table.y, s.folds, ["accuracy"], ["made"])["failures"]
    assert row[:4] == ("made", "fit", "failed", "ZeroDivisionError: division by zero")
    assert row[4] == score.REMEDIES["failed"]
    p = made.methods["made"]
    other = p._replace(folds=(p.folds[0]._replace(reason="another"), *p.folds[1:]))
    rows = score.make_table_rows(made._replace(methods={"made": other}), table.y, s.folds, [], ["made"])
    assert [row[3] for row in rows["failures"]] == ["another", "ZeroDivisionError: division by zero"]


def test_structures_become_rows(table, monkeypatch):
    install(monkeypatch, method(summarize=lambda model: {"structure": "{a x b}"}))
    s = setting(table)
    rows = score.make_table_rows(stored(s), table.y, s.folds, [], ["made"])
    assert rows["structures"][0] == ("made", 0, 0, "{a x b}")


def test_answers_are_stored_if_a_data_set_has_a_single_test_part(table, monkeypatch):
    install(monkeypatch, method())
    drawn = folding.make_folds(table, scheme="holdout", holdout=len(table.y) // 2)
    made = stored(setting(table, folds=drawn))
    ((name, repeat, cases, right),) = score.make_table_rows(made, table.y, drawn, [], ["made"])["answers"]
    assert (name, repeat, cases) == ("made", 0, len(drawn.test))
    labelled = made.methods["made"].predicted == table.y[drawn.test]
    assert score.unpack_correctness(right, cases).tolist() == labelled.tolist()


@pytest.mark.parametrize("n_folds", [2, 4])
def test_predictions_in_the_folds_of_weka_are_counted_over_all_folds(table, monkeypatch, n_folds):
    """A method may have run on the first folds only; those of a failed fit are left out."""
    install(monkeypatch, method())
    drawn = folding.make_folds(table, scheme="weka", folds=2, seeds=[1, 2])
    made = stored(setting(table, folds=drawn))
    answers = made.methods["made"]
    n = drawn.offsets[n_folds]
    p = answers._replace(
        log_proba=answers.log_proba[:n], predicted=answers.predicted[:n], folds=answers.folds[:n_folds]
    )
    made = made._replace(methods={"made": p})
    rows = score.make_table_rows(made, table.y, drawn, ["accuracy"], ["made"])["confusions"]
    repeat = np.repeat(made.repeat, np.diff(made.offsets))[:n]
    expected = Counter(zip(repeat, table.y[made.row[:n]], p.predicted, strict=True))
    assert {tuple(row[1:4]): row[4] for row in rows} == expected
    assert rows == sorted(rows)
    lost = p._replace(folds=tuple(f._replace(status="failed") for f in p.folds))
    less = score.make_table_rows(made._replace(methods={"made": lost}), table.y, drawn, [], ["made"])
    assert less["confusions"] == less["calibration"] == []


PEEKS = {  # ways to use the labels of the test fold, and the result of each
    "index": (lambda m, t: np.log(np.eye(2)[t.y] * 0.98 + 0.01), "IndexError"),
    "counts": (lambda m, t: np.log(np.bincount(t.y)), "ValueError"),
    "comparison": (lambda m, t: np.where(t.y[:, None] == [0, 1], 0.0, -np.inf), "are not distributions"),
    "groups": (lambda m, t: np.log(np.eye(2)[t.groups % 2]), "TypeError"),
}


@pytest.mark.parametrize("peek", PEEKS)
@pytest.mark.parametrize("cuts_see", ["training", "all"])
@pytest.mark.parametrize("scheme", ["stratified", "leave_one_out"])
def test_labels_and_groups_of_the_test_part_are_hidden(table, monkeypatch, capfd, peek, scheme, cuts_see):
    install(monkeypatch, method(predict_log_proba=PEEKS[peek][0]))
    grouped = table._replace(groups=table.y)
    folds = folding.make_folds(
        table, scheme=scheme, seed=[5], **({"folds": 4} if scheme == "stratified" else {})
    )
    result = method_runs.evaluate_method(setting(grouped, folds=folds, cuts_see=cuts_see))
    assert set(statuses(result)) == {"failed"}
    assert all(PEEKS[peek][1] in fold.reason for fold in result.folds)


def test_labels_are_hidden_if_constants_are_chosen_on_test_parts(table, monkeypatch, capfd):
    def fit(train, *, rng, s=1.0):
        return s

    install(monkeypatch, method(fit=fit, predict_log_proba=PEEKS["index"][0], GRIDS={"s": (1.0, 2.0)}))
    result = choice_on_test.evaluate_best_values(setting(table), ["s"])
    assert set(statuses(result)) == {"failed"}
    assert all("IndexError" in fold.reason for fold in result.folds)


def test_test_parts_without_positive_cases_do_not_count_if_constants_are_chosen_on_them(monkeypatch):
    """With 2 positive cases in 5 folds, 3 folds have no hit curve; the score is the mean over the other 2.

    In a fold of 8 cases, the curve rises by 1/8 per case and positive, so its area up to 10 % is that of a
    triangle of width 0.1 and height 0.8 if the positive case comes first, and 0 if it comes last.
    """
    y = np.arange(40) < 2
    table = make_table([Attribute("a", "nominal", ("x", "y"))], ("no", "yes"), y, codes=y[:, None])

    def fit(train, *, rng, s=1.0):
        return s

    def predict(model, test):
        p = 0.5 + 0.25 * model * np.where(test.codes[:, 0] == 1, 1, -1)
        return np.log(np.column_stack([1 - p, p]))

    install(monkeypatch, method(fit=fit, predict_log_proba=predict, GRIDS={"s": (-1.0, 1.0)}))
    folds = folding.make_folds(table, scheme="stratified", folds=5, seed=[5])
    parts = [folds.test[a:b] for a, b in itertools.pairwise(folds.offsets)]
    assert sorted(int(y[part].sum()) for part in parts) == [0, 0, 0, 1, 1]
    result = choice_on_test.evaluate_best_values(setting(table, folds=folds), ["s"])
    area = choice_on_test.average_hit_area(setting(table, folds=folds), result)
    assert area == pytest.approx(0.1 * 0.8 / 2)
    assert result.folds[0].summary["chosen_on_test"] == {"s": 1.0}


def test_labels_are_hidden_from_fitted_methods_and_explanations(table, monkeypatch):
    """These are the functions that the commands and estimators call."""
    seen = []

    def predict(model, test):
        seen.append(test)
        return uniform(model, test)

    def explain_it(model, test):
        seen.append(test)
        return None

    install(monkeypatch, method(predict_log_proba=predict, contributions=explain_it))
    grouped = table._replace(groups=table.y)
    found = fitted.fit(grouped, "made", STANZA, rng=np.random.default_rng(1), params={})
    fitted.predict_log_proba(found, grouped)
    explain.explain(found, grouped)
    assert len(seen) >= 3
    for test in seen:
        assert (test.y == HIDDEN).all()
        assert test.groups is None
    assert np.array_equal(seen[0].codes, grouped.codes)
