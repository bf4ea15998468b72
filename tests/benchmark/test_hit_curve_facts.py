"""Facts about hit curves from stored predictions: recall of all parts, tests, patterns, and the script."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support import scripts, tables

from naivebench.benchmark import choice_on_test, discretize, hit_curve_facts, method_runs, predictions, score
from naivebench.benchmark.predictions import FoldResult, MethodPredictions, Part, Predictions
from naivebench.core import absence, hit_curves
from naivebench.core.table import save
from naivebench.data import customs_generator
from naivebench.evaluation import folds as folding
from naivebench.models.isolate import Limits

SOURCE = {"generator": "customs", "params": {"rows": 9000, "seed": 3, "codes": 60, "importers": 80}}


def logs(p):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(np.column_stack([1 - p, p])).astype(np.float32)


# recall of all parts


def find_recall(rates, *parts):
    """The recall from the positive cases of every part and their scores."""
    rows = np.split(np.arange(sum(len(y) for y, _ in parts)), np.cumsum([len(y) for y, _ in parts])[:-1])
    proba = [1 / (1 + np.exp(-np.array(score, dtype=float))) for _, score in parts]
    of_parts = {
        (0, f): Part(r, logs(p), np.zeros(len(r)), {})
        for f, (r, p) in enumerate(zip(rows, proba, strict=True))
    }
    hits = np.concatenate([np.array(y, bool) for y, _ in parts])
    curves = hit_curve_facts.compute_curves(hits, of_parts, 1)
    return hit_curve_facts.pool_recall(curves.values(), np.array(rates)).tolist()


def test_selection_rates_of_ties_are_the_middle_of_their_block():
    np.testing.assert_allclose(
        hit_curve_facts.find_selection_rates(np.array([0.3, 2.0, 0.3, -np.inf])), [0.5, 0.125, 0.5, 0.875]
    )
    assert len(hit_curve_facts.find_selection_rates(np.empty(0))) == 0


def test_parts_are_joined_by_selection_rate_and_not_by_score():
    """All scores of one part are above those of the other, and each part is ordered perfectly."""
    first, second = ([1, 0, 0, 0, 0], [9, 8, 7, 6, 5]), ([1, 0, 0, 0, 0], [-1, -2, -3, -4, -5])
    assert find_recall([0.1, 0.2], first, second) == pytest.approx([0.5, 1.0])


def test_parts_count_by_their_positive_cases():
    """The first part has 1 positive case, found last; the second has 3, found first."""
    falling = [4, 3, 2, 1]
    parts = ([0, 0, 0, 1], falling), ([1, 1, 1, 0], falling), ([0, 0, 0, 0], falling)
    assert find_recall([0.75], *parts) == pytest.approx([0.75])
    assert np.isnan(find_recall([0.5], parts[2])).all()


# truth


@pytest.fixture(scope="module")
def made():
    table = customs_generator.make_customs(**SOURCE["params"])
    return table, hit_curve_facts.redraw_generated_data(SOURCE, table)


def test_true_probabilities_belong_to_the_table(made):
    table, truth = made
    assert (truth.y == table.y).all()
    assert hit_curve_facts.redraw_generated_data({"file": "my.csv"}, table) is None
    assert hit_curve_facts.redraw_generated_data([{"file": "my.csv"}], table) is None
    assert hit_curve_facts.redraw_generated_data(SOURCE, table._replace(y=1 - table.y)) is None


def test_distance_from_the_truth(made):
    _, truth = made
    rows = np.arange(10)
    p = truth.probability[rows]
    same = hit_curve_facts.compare_probabilities(p, p)
    assert (same["rmse_true"], same["divergence"]) == pytest.approx((0.0, 0.0), abs=1e-12)
    q = np.full(10, 0.5)
    by_hand = np.mean(p * np.log(p / 0.5) + (1 - p) * np.log((1 - p) / 0.5))
    rmse = np.sqrt(np.mean((p - 0.5) ** 2))
    apart = hit_curve_facts.compare_probabilities(p, q)
    assert (apart["rmse_true"], apart["divergence"]) == pytest.approx((rmse, by_hand), rel=1e-5)
    assert hit_curve_facts.compare_probabilities(p, np.zeros(10))["divergence"] is None


def test_calibration_counts_cases_by_their_predicted_probability(made):
    """Two cases are predicted at 0.2 and two at 0.7; edges of bins between them are 0.32 and 0.56."""
    _, truth = made
    hits = np.zeros(len(truth.y), bool)
    hits[[0, 2, 3]] = True
    parts = {(0, 0): Part(np.arange(4), logs(np.array([0.2, 0.2, 0.7, 0.7])), np.zeros(4), {})}
    alone = hit_curve_facts.measure_calibration(hits, parts, 1, None)
    assert alone["gap"] == pytest.approx((abs(0.4 - 1) + abs(1.4 - 2)) / 4)
    assert [b["cases"] for b in alone["bins"]] == [2, 2]
    assert [b["predicted"] for b in alone["bins"]] == pytest.approx([0.2, 0.7])
    assert [b["observed"] for b in alone["bins"]] == [0.5, 1.0]
    assert "rmse_true" not in alone
    known = hit_curve_facts.measure_calibration(hits, parts, 1, truth)
    assert [b["true"] for b in known["bins"]] == pytest.approx(
        truth.probability[:4].reshape(2, 2).mean(axis=1).tolist(), rel=1e-5
    )
    rmse = np.sqrt(np.mean((truth.probability[:4] - [0.2, 0.2, 0.7, 0.7]) ** 2))
    assert known["rmse_true"] == pytest.approx(rmse, rel=1e-5)


def test_a_pattern_without_a_tested_case_is_open(made):
    _, truth = made
    away = np.setdiff1d(
        np.arange(len(truth.y)), customs_generator.find_rows_with(truth.codes, truth.patterns[0].values)
    )
    parts = {(0, 0): Part(away, logs(truth.probability[away]), np.zeros(len(away)), {})}
    facts = hit_curve_facts.score_patterns(truth, {"m": parts}, 1)
    assert [values[0] for values in facts["methods"]["m"].values()] == [None, None, None]
    assert facts["planted"][0]["true"] is None


# facts and script


def stored(folder, table, methods, *, folds=3, failed=()):
    """Write predictions of `methods` (name: P(positive) of every case).

    `failed` lists pairs of method and fold.
    """
    drawn = folding.make_folds(table, folds=folds, seed=[1])
    discretize.save(drawn, {}, folder / "discretized.npz")
    save(table, folder / "table.npz")
    found = {}
    for m in methods:
        results = []
        for f in range(folds):
            summary = {"s": 0.1 * f, "s_chosen_by": "fixed"}
            if m == "hpb":
                summary = {"b": 2.0, "b_chosen_by": "leave_one_out"}
            ok = (m, f) not in failed
            results.append(
                FoldResult("ok", "", summary, 1.0, 0.1, 2.0)
                if ok
                else FoldResult("failed", "why", {}, *[float("nan")] * 3)
            )
        found[m] = MethodPredictions(
            "mark", 1.0, logs(methods[m][drawn.test]), np.zeros(len(drawn.test), np.int32), tuple(results)
        )
    answers = Predictions(drawn.repeat, drawn.fold, drawn.offsets, drawn.test, found)
    predictions.save(answers, folder / "predictions.npz")
    return drawn


def called(folder, **changes):
    """The facts that the score job writes; `changes`: methods, reference and source."""
    options = {"methods": ["hpb", "other", "prior"], "reference": "hpb", "source": SOURCE} | changes
    settings = {
        **{"metrics": ["accuracy"], "methods": options["methods"], "permute": {"customs": None}},
        **{"hit_curves": options["reference"]},
        **{"sources": {"customs": options["source"]}, "break_even": False, "bias_variance": False},
        "on_error": "stop",
    }
    tables = {kind: folder / f"{kind}.parquet" for kind in score.COLUMNS}
    files = ("table.npz", "discretized.npz", "predictions.npz")
    pair = score.Pair("customs", *(str(folder / file) for file in files))
    scripts.load("score").main("jambeiro2007", [pair], settings, tables, folder / "out.json")
    return json.loads((folder / "out.json").read_text())["hit_curves"].get("customs")


@pytest.fixture(scope="module")
def scores(made):
    table, truth = made
    rng = np.random.default_rng(0)
    noisy = np.clip(truth.probability * np.exp(rng.normal(0, 1.0, len(truth.y))), 1e-6, 0.99)
    return {"other": noisy, "hpb": truth.probability, "prior": np.full(len(table.y), 0.03)}


@pytest.mark.workflow
def test_methods_with_the_same_predictions_are_found_bit_for_bit(tmp_path, made, scores):
    table, _ = made
    almost = scores["prior"].copy()
    almost[0] *= 1 + 1e-6
    stored(tmp_path, table, {**scores, "same": scores["prior"].copy(), "almost": almost})
    methods = ["hpb", "other", "prior", "same", "almost"]
    found = called(tmp_path, methods=methods)
    assert found["identical"] == {"prior": ["same"], "same": ["prior"]}


@pytest.mark.workflow
def test_metrics_are_those_of_the_folds(tmp_path, made, scores):
    table, _ = made
    drawn = stored(tmp_path, table, scores)
    found = called(tmp_path)
    assert list(found["curves"]) == ["hpb", "other", "prior"]
    assert found["positive"] == "misclassified"
    assert found["positive_rate"] == pytest.approx(table.y.mean())
    rates, hits = found["test_rates"], 0.0
    recalls = {m: [] for m in scores}
    for f in range(3):
        rows = folding.test_rows(drawn, f)
        for m in scores:
            curve = hit_curves.hit_curve(table.y[rows], hit_curves.score_cases(logs(scores[m][rows]), 1))
            recalls[m].append(hit_curves.recall_at(curve, rates))
            hits += curve.n_positive * hit_curves.recall_at(curve, [found["rates"][30]])[0] * (m == "other")
    assert found["curves"]["other"]["recall"][30] == pytest.approx(hits / table.y.sum(), rel=1e-5)
    np.testing.assert_allclose(found["curves"]["prior"]["recall"], found["rates"], atol=1e-5)
    for m in ("other", "prior"):
        gaps = (np.array(recalls["hpb"]) - np.array(recalls[m])).mean(axis=0)
        np.testing.assert_allclose(found["tests"][m]["recall"]["difference"], gaps, rtol=1e-4, atol=1e-9)
    assert "hpb" not in found["tests"]
    assert found["tests"]["other"]["hit_area_10"]["difference"] > 0
    assert called(tmp_path, reference="gone")["tests"] == {}
    # values that were given and not chosen are not reported
    assert found["constants"] == {"hpb": {"b": [2.0, 2.0, 2.0]}, "other": {}, "prior": {}}


@pytest.mark.workflow
def test_true_probabilities_are_reported_only_for_the_generator(tmp_path, made, scores):
    stored(tmp_path, made[0], scores)
    found = called(tmp_path)
    assert found["calibration"]["hpb"]["rmse_true"] == pytest.approx(0, abs=1e-6)
    assert found["calibration"]["prior"]["bins"][0]["predicted"] == pytest.approx(0.03, rel=1e-5)
    assert sum(b["cases"] for b in found["calibration"]["other"]["bins"]) == len(made[0].y)
    planted, of_hpb = found["patterns"]["planted"], found["patterns"]["methods"]["hpb"]
    assert len(of_hpb["found"]) == len(planted) == len(made[1].patterns) > 3
    assert all(of_hpb["found"])
    assert of_hpb["predicted"] == pytest.approx([p["true"] for p in planted], rel=1e-5)
    assert {p["order"] for p in planted} <= {2, 3, 4}
    assert not any(found["patterns"]["methods"]["prior"]["found"])
    other = called(tmp_path, source=None)
    assert "patterns" not in other
    assert "rmse_true" not in other["calibration"]["hpb"]
    assert other["curves"] == found["curves"]


@pytest.mark.workflow
def test_failed_folds_are_left_out(tmp_path, made, scores):
    stored(tmp_path, made[0], scores, failed=[("other", 1), ("prior", 0), ("prior", 1), ("prior", 2)])
    found = called(tmp_path)
    assert "other" in found["curves"]
    assert "prior" not in found["curves"]


@pytest.mark.workflow
def test_a_missing_data_set_has_no_curves(tmp_path, made, scores):
    stored(tmp_path, made[0], scores)
    absence.write_absence(
        tmp_path / "table.npz", absence.Absence("unavailable", "fetch", "no network", "connect")
    )
    assert called(tmp_path) is None


def test_training_share_of_folds_in_order_of_time():
    table = tables.discrete(np.zeros((12, 1), int), np.arange(12) % 2, (2,), 2)
    drawn = folding.make_folds(table, scheme="time", folds=2)
    assert folding.average_test_train_ratio(drawn, 12) == pytest.approx((3 + 3) / (6 + 9))


def test_shares_of_recurring_combinations_and_of_cases_with_unseen_values_by_hand():
    rng = np.random.default_rng(4)
    codes = np.column_stack([rng.integers(-1, 29, 60), rng.integers(0, 3, 60)])
    table = tables.discrete(codes, np.arange(60) % 2, (29, 3), 2)
    drawn = folding.make_folds(table, folds=3, repeats=2, seed=[1])
    again, unseen = [], []
    for f in range(6):
        train = [tuple(codes[i]) for i in folding.train_rows(drawn, f, 60)]
        for i in folding.test_rows(drawn, f):
            again.append(tuple(codes[i]) in train)
            unseen.append(any(codes[i, j] not in [row[j] for row in train] for j in range(2)))
    assert 0 < sum(again) < 120
    assert sum(unseen)
    assert hit_curve_facts.compute_seen_case_and_new_value_shares(table, drawn) == pytest.approx(
        (np.mean(again), np.mean(unseen)), rel=1e-5
    )


def test_sizes_of_learned_class_tables_are_reported_fold_by_fold():
    def parts(*summaries):
        return {(0, f): Part(np.arange(1), np.zeros((1, 2)), np.zeros(1), s) for f, s in enumerate(summaries)}

    assert hit_curve_facts.list_model_sizes(parts({"rows": 2}, {"rows": 0})) == {"rows": [2, 0]}
    graph = {"leaves": 4, "splits": {"a": 1, "b": 2}}
    assert hit_curve_facts.list_model_sizes(parts(graph, graph)) == {"splits": [3, 3]}
    assert hit_curve_facts.list_model_sizes(parts({"s": 1.0})) == {}


# constants chosen on the test folds


LEVELS, OTHERS = [0.1, 0.3, 0.9], [1, 2]


def made_method(levels=LEVELS):
    """A method module that predicts P(class 1) = `level` if the first attribute is 1, and 0.5 otherwise."""
    from types import SimpleNamespace

    def fit(train, *, rng, level=0.5, other=1):
        return level

    def predict_log_proba(level, table):
        return logs(np.where(table.codes[:, 0] == 1, level, 0.5)).astype(np.float64)

    return SimpleNamespace(
        fit=fit,
        predict_log_proba=predict_log_proba,
        summarize=lambda level: {"n_parameters": 0, "level": level},
        GRIDS={"level": levels, "other": OTHERS},
    )


@pytest.fixture
def choice(monkeypatch):
    """A setting in which class 1 goes with value 1 of the attribute, so that the largest level is best."""
    y = np.array([0, 0, 0, 1] * 10)
    table = tables.discrete(np.where(np.arange(40) % 7 == 0, 0, y)[:, None], y, (2,), 2)
    monkeypatch.setattr(method_runs.registry, "load", lambda name: made_method())
    stanza = {"module": "made", "kinds": ["nominal", "ordinal"], "params": {"other": 3}}
    folds = folding.make_folds(table, folds=4, seed=[1])
    return method_runs.Setting("made", stanza, table, folds, None, "training", (1,), Limits(20))


def test_the_best_constants_on_the_test_parts_stay(choice):
    found = choice_on_test.evaluate_best_values(choice, ["level"])
    summary = found.folds[0].summary
    assert summary["chosen_on_test"] == {"level": 0.9}
    alone = method_runs.evaluate_method(
        choice._replace(stanza={**choice.stanza, "params": {"other": 3, "level": 0.9}})
    )
    assert np.array_equal(found.log_proba, alone.log_proba)
    assert [f.summary["level"] for f in found.folds] == [0.9] * 4


def test_several_constants_are_chosen_one_after_the_other_and_ties_go_to_the_largest(choice):
    summary = choice_on_test.evaluate_best_values(choice, ["level", "other"]).folds[0].summary
    # every value of `other` gives the same order of cases
    assert summary["chosen_on_test"] == {"level": 0.9, "other": 2}


def test_a_value_that_fails_is_not_chosen(choice, monkeypatch):
    monkeypatch.setattr(method_runs.registry, "load", lambda name: made_method(levels=[0.9, 2.0]))
    found = choice_on_test.evaluate_best_values(choice, ["level"])  # 2 is not a probability
    assert found.folds[0].summary["chosen_on_test"] == {"level": 0.9}
    monkeypatch.setattr(method_runs.registry, "load", lambda name: made_method(levels=[2.0]))
    nothing = choice_on_test.evaluate_best_values(choice, ["level"])
    assert {f.status for f in nothing.folds} == {"failed"}


def test_constants_chosen_on_reshuffled_folds_are_reported_on_those_of_the_protocol(choice, monkeypatch):
    split, calls, evaluate = {"scheme": "stratified", "folds": 4}, [], method_runs.evaluate_method
    monkeypatch.setattr(method_runs, "evaluate_method", lambda s, *a: calls.append(s) or evaluate(s, *a))
    found = choice_on_test.evaluate_best_values(choice, ["level"], reshuffled=split)
    summary = found.folds[0].summary
    other = folding.make_folds(choice.table, **split, seed=[*choice.entropy, 1])
    assert not np.array_equal(np.sort(other.test[:10]), np.sort(choice.folds.test[:10]))
    assert [np.array_equal(s.folds.test, other.test) for s in calls] == [True, True, True, False]
    assert summary["chosen_on_test"] == {"level": 0.9}
    chosen = choice._replace(stanza={**choice.stanza, "params": {"other": 3, "level": 0.9}})
    assert np.array_equal(found.log_proba, evaluate(chosen).log_proba)
