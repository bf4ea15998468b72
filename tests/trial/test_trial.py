"""A trial: its questions are complete, its scores equal those of the workflow, and its sentences follow from
its numbers.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from naivebench.benchmark import discretize, plan, run
from naivebench.cli import try_table
from naivebench.cli.main import parser
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, Counts, Sequences, make_table, subset
from naivebench.models import catalogue, isolate
from naivebench.trial import answer as answers
from naivebench.trial import check, details, growth, jobs, question, words
from naivebench.trial.answer import Comparison

METHODS = catalogue.methods()


def blobs(n=120, seed=0, gap=1.5, classes=("a", "b")):
    """Two columns of numbers whose means differ by class."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % len(classes)
    reals = rng.normal(size=(n, 2)) + gap * y[:, None]
    return make_table([Attribute("x", "linear"), Attribute("z", "linear")], classes, y, reals=reals)


def labelled(columns, y, classes=("a", "b")):
    attributes = [
        Attribute(name, "nominal", tuple(map(str, range(1 + max(values)))))
        for name, values in columns.items()
    ]
    codes = np.column_stack([np.array(v) for v in columns.values()])
    return make_table(attributes, classes, np.array(y), codes=codes)


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (blobs(8), "has 8 rows with a class, but at least 10 are needed"),
        (blobs(12, classes=tuple("abcdefg")), "7 different labels in 12 rows"),
        (make_table([], ("a", "b"), np.arange(20) % 2), "no column besides the class"),
    ],
)
def test_tables_that_are_too_small_are_refused(table, text):
    with pytest.raises(InputError, match=text):
        question.ask("made", table, METHODS)


def test_unknown_methods_and_metrics_are_named_with_the_nearest():
    with pytest.raises(InputError, match="'tann' is not in the catalogue; did you mean 'tan'"):
        question.ask("made", blobs(), METHODS, methods=["tann"])
    with pytest.raises(InputError, match="accuracy"):
        question.ask("made", blobs(), METHODS, metric="accurracy")


def test_small_tables_are_repeated_and_large_ones_are_not():
    repeats = {n: question.split_of(blobs(n), "stratified", None, None).repeats for n in (100, 600, 2500)}
    assert repeats == {100: 5, 600: 2, 2500: 1}
    assert question.split_of(blobs(100), "time", None, None).repeats == 1
    assert question.split_of(blobs(100), "stratified", 4, 3) == question.Split("stratified", 4, 3)


def test_methods_suit_the_columns():
    of_numbers = question.suitable(blobs(), METHODS)
    assert {"gnb", "nb", "tan", "majority", *question.RIVALS[:3]} <= set(of_numbers)
    assert "mixed_nb" not in of_numbers  # on numbers alone, mixed_nb would be gnb
    of_labels = question.suitable(labelled({"c": [0, 1] * 20}, [0, 1] * 20), METHODS)
    assert "gnb" not in of_labels
    assert "hpb" not in of_labels
    wide = labelled({"c": list(range(60)) * 2}, [0, 1] * 60)
    assert "hpb" in question.suitable(wide, METHODS)


def test_a_method_that_does_not_accept_the_columns_is_left_out_with_the_reason():
    asked = question.ask("made", blobs(), METHODS, methods=["nb", "vmfnb"])
    assert list(asked.methods) == ["majority", "nb"]
    assert asked.left_out == {"vmfnb": "does not accept columns of kind linear ('x', 'z')"}
    with pytest.raises(InputError, match=r"no method can be compared on made \(vmfnb does not accept"):
        question.ask("made", blobs(), METHODS, methods=["vmfnb"])


@pytest.mark.parametrize("methods", [["nb"], ["nb", "tan"], ["random_forest"], []])
def test_the_most_frequent_class_is_always_compared(methods):
    asked = question.ask("made", blobs(), METHODS, methods=methods)
    assert "majority" in asked.methods
    assert not methods or list(asked.methods) == ["majority", *methods]


def circle(n=90):
    """A nominal, a linear and an angular column."""
    rng = np.random.default_rng(5)
    y = np.arange(n) % 2
    attributes = [
        Attribute("c", "nominal", ("p", "q")),
        Attribute("x", "linear"),
        Attribute("a", "angular", period=360),
    ]
    reals = np.column_stack([rng.normal(size=n) + y, np.where(y == 1, np.pi, 0) + rng.normal(0, 0.5, n)])
    return make_table(attributes, ("a", "b"), y, codes=rng.integers(0, 2, (n, 1)), reals=reals)


def test_methods_that_take_angles_for_numbers_do_not_suit_a_table_with_angles():
    chosen = question.suitable(circle(), METHODS)
    assert {"vmnb", "hybrid_nb", "nb"} <= set(chosen)
    assert set(chosen).isdisjoint(question.ON_A_LINE)
    plain = circle()._replace(attributes=(*circle().attributes[:2], Attribute("a", "linear")))
    assert {"mixed_nb", "flexible_nb"} <= set(question.suitable(plain, METHODS))


@pytest.mark.parametrize(
    ("methods", "recommended", "said"),
    [(["mixed_nb", "vmnb"], "vmnb", 0), (["mixed_nb", "flexible_nb"], "mixed_nb", 1)],
)
def test_methods_that_take_angles_for_numbers_are_recommended_only_without_others(methods, recommended, said):
    asked = question.ask("made", circle(), METHODS, methods=methods)
    family = ["mixed_nb", *methods[1:]]
    above = {m: against(m, "majority", 0.3, 0)._replace(better=1.0) for m in family}

    def equal(a, b):
        return against(a, b, 0.0, 0.1)

    assert answers._recommended(asked, family, equal, above) == recommended
    found = found_of({"mixed_nb": 0.9, methods[1]: 0.9, "majority": 0.5}, recommended, {"majority": 1.0})
    text = " ".join(words.headline(asked, found._replace(plain="")).sentences)
    assert text.count("takes angles for numbers on a line") == said
    straight = question.ask("made", blobs(), METHODS, methods=["gnb"])
    found = found_of({"gnb": 0.9, "majority": 0.5}, "gnb", {"majority": 1.0})
    assert "angles" not in " ".join(words.headline(straight, found._replace(plain="")).sentences)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A trial of four methods on a table on which one method is clearly best."""
    folder = tmp_path_factory.mktemp("trial")
    asked = question.ask(
        "made", blobs(), METHODS, methods=["majority", "nb", "gnb", "logistic_regression"], folds=4, repeats=1
    )
    work = jobs.write(asked, folder)
    outcome = jobs.run(work, cores=2, seconds=300, budget=300, show=lambda _: None)
    return asked, work, outcome, answers.answer(asked, outcome.predictions, outcome.lost)


@pytest.mark.slow
def test_predictions_are_those_of_the_benchmark_bit_for_bit(finished):
    asked, _, outcome, _ = finished
    cuts = discretize.learn(asked.table, asked.folds, "fayyad_irani", "training")["cuts"]
    for method in ("nb", "gnb"):
        setting = run.Setting(
            method,
            asked.methods[method],
            asked.table,
            asked.folds,
            [[np.array(p) for p in fold] for fold in cuts] if method == "nb" else None,
            "training",
            plan.entropy(0, question.PROTOCOL, "made"),
            isolate.Limits(60),
        )
        np.testing.assert_array_equal(
            outcome.predictions[method].methods[method].log_proba, run.evaluate(setting, "").log_proba
        )


@pytest.mark.slow
def test_a_second_run_computes_nothing_and_another_seed_everything(finished):
    asked, work, _, _ = finished
    started = []
    jobs.run(work, cores=1, seconds=300, budget=300, show=lambda progress: started.append(progress.running))
    assert started == []
    other = jobs.write(asked._replace(seed=1), work.folder)
    assert jobs.stored(other) == {}
    assert set(jobs.stored(jobs.write(asked, work.folder))) == set(asked.methods)


@pytest.mark.slow
def test_the_answer_follows_from_the_folds(finished):
    asked, _, outcome, found = finished
    assert [r.method for r in found.rows][-1] == "majority"
    for row in found.rows:
        values = answers.fold_values(asked, outcome.predictions[row.method], "accuracy")
        assert row.scores["accuracy"].mean == pytest.approx(values.mean())
    best = max(found.rows, key=lambda r: r.scores["accuracy"].mean)
    assert found.best == best.method
    assert found.recommended in ("nb", "gnb")
    assert found.rival == "logistic_regression"
    headline = words.headline(asked, found)
    text = " ".join(headline.sentences)
    assert headline.title == "class: naive Bayes is good enough"
    assert f"Best of 4 methods by accuracy: `{found.best}`" in text
    assert "Always predicting the most frequent class gives 50.0 %." in text


@pytest.mark.slow
def test_details_agree_with_the_predictions(finished):
    asked, _, outcome, found = finished
    name = found.recommended
    confusion = details.confusion(asked, outcome.predictions[name])
    assert confusion.sum() == 120
    assert np.trace(confusion) / 120 == pytest.approx(found.rows[0].scores["accuracy"].mean, abs=0.05)
    surprises = details.surprises(asked, name, outcome.predictions[name], why=True)
    assert len(surprises) == min(10, int(120 - np.trace(confusion)))
    for case in surprises:
        assert case.label == asked.table.classes[asked.table.y[case.row - 1]] != case.predicted
        assert case.probability <= 0.5
        assert " = " in case.why
    plain = details.surprises(asked, name, outcome.predictions[name], why=False)
    assert plain == [case._replace(why="") for case in surprises]
    assert {w.name for w in details.weights(asked, details.final(asked, name))} == {"x", "z"}


def test_methods_without_time_are_rows_with_the_reason(tmp_path):
    asked = question.ask("made", blobs(40), METHODS, methods=["nb", "tan"], folds=2, repeats=1)
    outcome = jobs.run(jobs.write(asked, tmp_path), cores=1, seconds=0, budget=5, show=lambda _: None)
    assert outcome.lost == dict.fromkeys(("majority", "nb", "tan"), "did not start within the budget of 5 s")
    assert answers.answer(asked, outcome.predictions, outcome.lost) is None


def compared(better, equal, worse, p=0.01, difference=-0.02):
    return Comparison("nb", "tan", difference, -0.03, -0.01, better, equal, worse, p, "t")


@pytest.mark.parametrize(
    ("comparison", "text"),
    [
        (compared(0.01, 0.02, 0.97), "is almost certainly larger than 1 point, so it matters"),
        (compared(0.05, 0.15, 0.80), "is probably larger than 1 point, so it matters (probability 0.80)"),
        (compared(0, 0.999, 0), "is almost certainly at most 1 point, so it does not matter in practice"),
        (compared(0.3, 0.3, 0.4), "is more likely at most 1 point than larger (probability 0.60)"),
        (compared(0.2, 0.2, 0.6), "It is not clear whether that matters: with probability 0.60"),
        (compared(math.nan, math.nan, math.nan, 0.2), "The difference is not significant (t, p = 0.2)."),
        (compared(math.nan, math.nan, math.nan, 0.01), "The difference is significant (t, p = 0.01)."),
    ],
)
def test_words_express_how_certain_a_comparison_is(comparison, text):
    asked = question.ask("made", blobs(), METHODS, methods=["nb", "tan"])
    assert text in words._sure(asked, comparison)


def scored(method, mean, seconds=1.0):
    estimate = answers.Estimate(mean, mean - 0.01, mean + 0.01)
    return answers.Row(method, f"Title of {method}", "ok", {"accuracy": estimate}, seconds)


def against(a, b, difference, worse):
    return Comparison(a, b, difference, difference - 0.01, difference + 0.01, 0, 1 - worse, worse, 0.01, "t")


def found_of(means, recommended, worse, unclear=()):
    """Results with these mean scores, and probabilities that a method is worse than the best one; methods of
    `unclear` are not clearly better than the most frequent class.
    """
    order = sorted(means, key=lambda m: -means[m])
    best = order[0]
    rivals = [m for m in order if m in question.RIVALS]
    return answers.Answer(
        [scored(m, means[m], 10.0 if m == best else 1.0) for m in order],
        best,
        recommended,
        "nb",
        rivals[0] if rivals else "",
        {m: against(m, best, means[m] - means[best], worse.get(m, 0.0)) for m in order},
        {
            m: against(m, question.BASELINE, means[m] - means[question.BASELINE], 0.0)._replace(
                better=worse.get(question.BASELINE, 0.0) if m not in unclear else 0.6
            )
            for m in order
            if question.BASELINE in means and m != question.BASELINE
        },
        sum(m not in (question.BASELINE, *question.RIVALS) for m in order),
    )


@pytest.mark.parametrize(
    ("means", "recommended", "worse", "title", "text"),
    [
        (
            {"nb": 0.95, "tan": 0.94, "majority": 0.5},
            "nb",
            {"majority": 1.0},
            "class: naive Bayes is good enough",
            "No other method that was compared is better than plain naive Bayes on this table. Use `nb`",
        ),
        (
            {"random_forest": 0.95, "nb": 0.945, "majority": 0.5},
            "nb",
            {"nb": 0.3, "majority": 1.0},
            "class: naive Bayes is probably good enough",
            "Plain naive Bayes (`nb`) reaches 94.5 %, 0.5 points worse (95 % interval from 0.5 better to 1.5 "
            "worse).",
        ),
        (
            {"random_forest": 0.95, "tan": 0.948, "nb": 0.9, "majority": 0.5},
            "tan",
            {"nb": 0.99, "majority": 1.0},
            "class: `tan` is good enough",
            "Use `tan` (Title of tan), which is simpler than `random_forest`.",
        ),
        (
            {"tan": 0.95, "nb": 0.9, "majority": 0.5},
            "tan",
            {"nb": 0.99, "majority": 1.0},
            "class: use `tan`, a relative of naive Bayes",
            "Use `tan`: no simpler member of the naive Bayes family is as good.",
        ),
        (
            {"random_forest": 0.95, "nb": 0.9, "tan": 0.89, "majority": 0.5},
            "nb",
            {"nb": 0.99, "tan": 0.99, "majority": 1.0},
            "class: `random_forest` is better than naive Bayes and its relatives",
            "its relatives are not clearly better in practice. If only the score counts, use",
        ),
        (
            {"random_forest": 0.95, "nb": 0.9, "majority": 0.5},
            "nb",
            {"nb": 0.9, "majority": 1.0},
            "class: `random_forest` is probably better than `nb`",
            "use `nb`: no relative was compared. If only the score counts, use `random_forest`.",
        ),
        (
            {"random_forest": 0.95, "majority": 0.5},
            "random_forest",
            {"majority": 1.0},
            "class: `random_forest` has the best score, and no member of the naive Bayes family was compared",
            "Always predicting the most frequent class gives 50.0 %.",
        ),
        (
            {"nb": 0.51, "majority": 0.5, "tan": 0.45},
            "nb",
            {"majority": 0.4},
            "class: no method is clearly better than the most frequent class",
            "Below the most frequent class here: `tan`.",
        ),
    ],
)
def test_the_title_is_the_answer(means, recommended, worse, title, text):
    asked = question.ask("made", blobs(), METHODS, methods=list(means))
    found = found_of(means, recommended, worse)
    headline = words.headline(asked, found._replace(plain="nb" if "nb" in means else ""))
    assert headline.title == title
    assert text in " ".join(headline.sentences)
    faster = recommended != max(means, key=means.__getitem__)
    assert headline.times == (
        (f"`{recommended}` is about 10 times as fast as `random_forest` (CPU time).",) * faster
    )


def test_no_method_is_good_enough_without_a_clear_lead_over_the_most_frequent_class():
    asked = question.ask("made", blobs(), METHODS, methods=["nb", "random_forest"])
    means = {"random_forest": 0.56, "nb": 0.55, "majority": 0.5}
    found = found_of(means, "nb", {"nb": 0.3, "majority": 1.0}, unclear=["nb"])
    headline = words.headline(asked, found)
    assert headline.title == (
        "class: `random_forest` is better than the most frequent class, but `nb` is not clearly better"
    )
    assert "clearly better in practice" not in " ".join(headline.sentences)
    unclear = words.headline(asked, found_of(means, "nb", {"nb": 0.3, "majority": 0.6}))
    assert unclear.title == "class: no method is clearly better than the most frequent class"
    assert "Use `nb`" not in " ".join(unclear.sentences)
    unknown = words.headline(asked, found_of({"random_forest": 0.9, "nb": 0.9}, "nb", {}))
    assert "good enough" not in unknown.title
    assert "the most frequent class has no scores" in unknown.title


def test_titles_claim_no_more_than_the_comparisons():
    asked = question.ask("made", blobs(), METHODS, methods=["nb", "tan", "random_forest"])
    means = {"random_forest": 0.95, "tan": 0.948, "nb": 0.93, "majority": 0.5}

    def title(worse):
        return words.headline(asked, found_of(means, "nb", {"majority": 1.0, **worse})).title

    assert title({"nb": 0.97, "tan": 0.4}) == (
        "class: `random_forest` is better than `nb`, but not clearly better than `tan`"
    )
    assert title({"nb": 0.97, "tan": 0.97}).endswith("is better than naive Bayes and its relatives")
    assert title({"nb": 0.1, "tan": 0.9}) == "class: naive Bayes is probably good enough"
    assert title({"nb": 0.04, "tan": 0.9}) == "class: naive Bayes is good enough"
    one = found_of(means, "nb", {"majority": 1.0})
    unknown = against("nb", "random_forest", -0.02, math.nan)._replace(p=0.3)
    one = one._replace(against_best=one.against_best | {"nb": unknown})
    assert words.headline(asked, one).title == (
        "class: naive Bayes is good enough, as far as one test part can tell"
    )


def test_a_member_that_was_compared_alone_is_not_called_the_simplest():
    asked = question.ask("made", blobs(), METHODS, methods=["tan", "random_forest"])
    found = found_of({"tan": 0.95, "random_forest": 0.9, "majority": 0.5}, "tan", {"majority": 1.0})
    sentences = words.headline(asked, found._replace(plain="")).sentences
    assert "Use `tan`: no other member of the family was compared." in sentences


def test_one_test_part_tells_by_its_p_value():
    def of(difference, p):
        return Comparison("nb", "majority", difference, *[math.nan] * 5, p, "McNemar's test")

    assert [answers.tells(of(*c)) for c in ((0.1, 0.04), (0.1, 0.06), (-0.1, 0.04))] == [True, False, False]


def test_methods_with_the_score_of_the_most_frequent_class_are_not_below_it():
    asked = question.ask("made", blobs(), METHODS, methods=["nb", "tan"])
    found = found_of({"majority": 0.5, "nb": 0.5, "tan": 0.4}, "nb", {})
    (sentence,) = [s for s in words.headline(asked, found).sentences if "Below the" in s]
    assert sentence == "Below the most frequent class here: `tan`."


@pytest.mark.parametrize("why", ["did not start within the budget of 30 s", answers.UNFINISHED])
def test_the_title_states_how_many_methods_finished(why):
    asked = question.ask("made", blobs(), METHODS, methods=["nb", "tan", "gnb", "random_forest"])
    found = found_of({"nb": 0.95, "tan": 0.94, "majority": 0.5}, "nb", {"majority": 1.0})
    lost = answers.Row("gnb", "Gaussian naive Bayes", why, {}, math.nan)
    headline = words.headline(asked, found._replace(rows=[*found.rows, lost]))
    assert headline.title == "class: naive Bayes is good enough (3 of 4 methods finished)"
    worse = {"nb": 1.0, "tan": 1.0, "majority": 1.0}
    lost_to = found_of({"random_forest": 0.95, "nb": 0.9, "tan": 0.89, "majority": 0.5}, "nb", worse)
    title = words.headline(asked, lost_to._replace(rows=[*lost_to.rows, lost])).title
    assert "better than naive Bayes and the relatives that finished (4 of 5" in title


def test_methods_without_time_ask_for_a_larger_budget():
    asked = question.ask("made", blobs(), METHODS, methods=["nb", "tan"])
    found = found_of({"nb": 0.9}, "nb", {})
    lost = answers.Row("tan", "TAN", "did not start within the budget of 120 s", {}, math.nan)
    text = " ".join(words.headline(asked, found._replace(rows=[*found.rows, lost])).sentences)
    assert "Not compared: `tan` (did not start within the budget of 120 s). To compare them too" in text


def test_columns_that_matter_come_first_for_methods_without_terms():
    rng = np.random.default_rng(0)
    y = np.arange(80) % 2
    reals = np.column_stack([rng.normal(size=80) + 4 * y, rng.normal(size=80)])
    attributes = [Attribute("tells", "linear"), Attribute("noise", "linear")]
    asked = question.ask(
        "made", make_table(attributes, ("a", "b"), y, reals=reals), METHODS, methods=["eskdb"]
    )
    (first, *_) = details.weights(asked, details.final(asked, "eskdb"))
    assert first.name == "tells"


def test_texts_are_compared_by_methods_for_words():
    counts = sparse_counts([[2, 0, 1], [0, 2, 1]] * 20)
    attributes = [Attribute("text", "count", ("good", "bad", "film"))]
    table = make_table(attributes, ("no", "yes"), np.array([1, 0] * 20), counts=counts)
    chosen = question.suitable(table, METHODS)
    assert {"nb_mn", "cnb", "linear_svm_counts", "majority"} <= set(chosen)
    asked = question.ask("made", table, METHODS, methods=["nb_mn"])
    words_of = {w.name: w.speaks_for for w in details.weights(asked, details.final(asked, "nb_mn"))}
    assert words_of["good"] == "yes"
    assert words_of["bad"] == "no"


def sparse_counts(rows):
    """A bag of words from a dense array."""
    dense = np.array(rows, dtype=float)
    where = [np.flatnonzero(row) for row in dense]
    indptr = np.concatenate([[0], np.cumsum([len(w) for w in where])])
    data = np.concatenate([row[w] for row, w in zip(dense, where, strict=True)])
    return Counts(indptr.astype(np.int64), np.concatenate(where).astype(np.int32), data, dense.shape[1])


def test_identifiers_constants_and_dates_are_left_out():
    n = 60
    table = labelled(
        {"id": list(range(n)), "same": [0] * n, "day": [i % 7 for i in range(n)], "good": [0, 1] * 30},
        [0, 1] * 30,
    )
    found = check.columns(table, {"day": "dates"}, {})
    assert list(found.left_out) == ["id", "same", "day"]
    assert "identifier" in found.left_out["id"]
    assert "one value" in found.left_out["same"]
    assert "dates" in found.left_out["day"]
    assert "in all training rows" in check.columns(table, {}, {}, rows="training rows").left_out["same"]
    (warning,) = found.warnings
    assert "'good' alone tells the class of 100 % of the rows" in warning


def test_rare_classes_and_repeated_rows_are_named():
    columns = {"c": [0, 1, 2, 3] * 10, "d": [0] * 37 + [5, 6, 7]}
    table = labelled(columns, [0] * 37 + [1, 2, 2], ("a", "no", "b"))
    found = " ".join(check.rows(table))
    assert "Class 'no' has 1 case, so its scores are imprecise." in found
    assert "rows repeat another row exactly" in found


def test_repeated_rows_include_texts_and_sequences():
    counts = sparse_counts([[2, 0, 1], [2, 0, 2], [2, 0, 1]] * 5)
    bag = make_table([Attribute("t", "count", ("a", "b", "c"))], ("p", "q"), np.arange(15) % 2, counts=counts)
    assert [note.split(" in the")[0] for note in check.rows(bag)[2:]] == [
        "11 rows repeat another row exactly"
    ]
    attribute = Attribute("s", "sequence", ("A", "C"))

    def noted(tokens, y):
        letters = Sequences(np.array(tokens), np.array([0, 2, 4, 6, 7]), ("A", "C"))
        return [
            note
            for note in check.rows(make_table([attribute], ("p", "q"), y, sequences=letters))
            if "repeat" in note
        ]

    assert noted([0, 1, 1, 0, 1, 1, 0], [0, 1, 0, 1]) == []
    assert noted([0, 1, 1, 0, 0, 1, 1], [0, 1, 1, 1]) == []  # the same letters in another class
    (note,) = noted([0, 1, 1, 0, 0, 1, 1], [0, 1, 0, 1])
    assert note.startswith("1 row repeats another row exactly")


def test_texts_are_copies_only_if_their_words_are_in_the_same_order(tmp_path):
    cells, y = ["good film", "film good", "good film", "bad, bad", "bad bad", "bad film"] * 2, ["p", "q"] * 6
    frame, kinds = pd.DataFrame({"t": cells}), {"t": "count"}
    table, _, _ = question.table_of(frame, y, kinds=kinds)
    (note,) = [note for note in check.rows(table, question.text_codes(frame, table)) if "repeat" in note]
    wanted = pd.DataFrame({"t": cells, "y": y}).duplicated().sum()
    assert note.startswith(f"{wanted} rows repeat")
    pd.DataFrame({"t": cells, "y": y}).to_csv(tmp_path / "t.csv", index=False)
    arguments = parser().parse_args(["try", str(tmp_path / "t.csv"), "--target", "y", "--kind", "t=count"])
    assert note in try_table.read_table(arguments, "t").decisions


def test_copies_are_noted_only_where_they_are_in_a_training_and_a_test_part():
    x = np.r_[np.arange(30.0), np.arange(30.0)][:, None] + np.pi
    y = np.r_[np.arange(30), np.arange(30)] % 2
    attributes = [Attribute(name, "linear") for name in "uvw"]
    table = make_table(attributes, ("a", "b"), y, reals=np.hstack([x, x, x]))
    (note,) = check.rows(table)
    assert note.startswith("30 rows repeat another row exactly")
    assert "in a training and a test fold" in note
    inside = np.r_[np.arange(30), np.arange(30)]
    assert check.rows(table._replace(groups=inside)) == []
    inside[30:35] += 30  # five copies are in another group than the row that they repeat
    (note,) = check.rows(table._replace(groups=inside))
    assert note.startswith("5 rows repeat a row of another group exactly")
    assert "Copies of one case in several groups" in note
    (note,) = check.rows(table, holdout=31)  # row 30 repeats row 0 inside the training file
    assert note.startswith("29 rows of the test file repeat a row of the training file exactly")
    assert "fold" not in note
    assert check.rows(subset(table, np.arange(32)), holdout=31)[-1].startswith(
        "1 row of the test file repeats a"
    )
    assert check.rows(subset(table, np.r_[np.arange(30), 0:5]), holdout=30)[-1].startswith(
        "5 rows of the test"
    )
    assert check.rows(subset(table, np.r_[0:10, 0:10, 10:30]), holdout=20) == []


def test_copies_are_not_to_be_removed_where_chance_explains_them():
    rng = np.random.default_rng(1)
    few = rng.integers(0, 4, (40, 3)).astype(float)
    attributes = [Attribute(name, "linear") for name in "uvw"]
    table = make_table(attributes, ("a", "b"), np.arange(40) % 2, reals=few)
    (note,) = check.rows(table)
    assert "rows repeat another row exactly" in note
    assert "With so few possible values, they may be different cases." in note
    assert "remove" not in note


def test_lower_case_copies_of_sequences_and_texts_are_copies(tmp_path):
    for kind, cells in (
        ("sequence", ["ACGT", "acgt", "ACGG", "ACGC"]),
        ("count", ["A b", "a B", "b a", "c"]),
    ):
        frame, y = pd.DataFrame({"t": cells * 3}), ["p", "p", "q", "q"] * 3
        table, _, _ = question.table_of(frame, y, kinds={"t": kind})
        (note,) = [n for n in check.rows(table, question.text_codes(frame, table)) if "repeat" in n]
        assert note.startswith("9 rows repeat")
        frame.assign(y=y).to_csv(tmp_path / "t.csv", index=False)
        words = ["try", str(tmp_path / "t.csv"), "--target", "y", "--kind", f"t={kind}"]
        assert note in try_table.read_table(parser().parse_args(words), "t").decisions


def test_methods_that_are_named_although_they_take_angles_for_numbers_have_a_note():
    table = circle()
    assert question.note_angles(table, ["vmnb", "nb"]) == []
    (note,) = question.note_angles(table, ["gnb", "vmnb", "mixed_nb"])
    assert note.startswith("the methods `gnb` and `mixed_nb` take angles for numbers")
    assert question.note_angles(blobs(), ["gnb"]) == []


def test_a_small_table_is_named_as_the_user_did():
    with pytest.raises(InputError, match=r"^my/few\.csv has 9 rows with a class"):
        question.ask("try-few", subset(blobs(), np.arange(9)), METHODS, where="my/few.csv")


def test_rows_that_must_repeat_are_not_noted():
    few = labelled({"c": [0, 1] * 30, "d": [0, 0, 1] * 20}, [0, 1] * 30)
    assert "repeat" not in " ".join(check.rows(few))
    many = labelled(
        {f"c{j}": np.random.default_rng(j).integers(0, 3, 60).tolist() for j in range(8)}, [0, 1] * 30
    )
    assert "repeat" not in " ".join(check.rows(many))
    assert "2 rows repeat" in " ".join(check.rows(subset(many, np.r_[np.arange(60), 3, 3])))


def test_a_constant_column_is_described_as_it_is():
    def of(column, cells=(), **options):
        table = make_table(
            [Attribute("x", "linear")], ("a", "b"), np.arange(60) % 2, reals=np.array([column]).T
        )
        return check.columns(table, {}, {}, cells=lambda name: cells, **options).left_out.get("x")

    assert of([7.0] * 60) == "has one value in all rows"
    assert of([7.0] * 60, ["7", "7.0"]) == "has one value in all rows"
    assert of([7.0] * 59 + [7.000001]) is None
    assert of([7.0] * 40 + [np.nan] * 20) == "has one value in 40 of 60 rows and is missing in the others"
    assert of([np.nan] * 60, rows="training rows") == "has only missing cells in all training rows"
    assert of([0.1] * 60, ["0.1", "0.10000000000000000001"]).startswith(
        "has numbers that differ by less than"
    )


@pytest.mark.slow
def test_growing_training_parts_end_with_all_rows(tmp_path):
    asked = question.ask("made", blobs(gap=0.8), METHODS, methods=["gnb"], folds=3, repeats=1)
    grown = growth.ask(asked, ["gnb"])
    outcome = jobs.run(jobs.write(grown, tmp_path), cores=1, seconds=300, budget=300, show=lambda _: None)
    curve = growth.curve(grown, outcome.predictions["gnb"])
    assert curve.sizes == (12, 24, 48, 96)
    all_rows = outcome.predictions["gnb"]
    last = answers.fold_values(grown, all_rows, "accuracy")[grown.folds.repeat == 3]
    assert curve.means[-1] == pytest.approx(last.mean())
    assert curve.gain.mean == pytest.approx(curve.means[-1] - curve.means[-2])
    assert curve.gain.low < curve.gain.mean < curve.gain.high
    assert "from 48 to 96 training rows, `gnb` " in words.more_rows(asked, curve)


def test_splits_by_time_and_tiny_tables_have_no_curve():
    asked = question.ask("made", blobs(), METHODS, methods=["nb"], scheme="time")
    assert growth.ask(asked, ["nb"]) is None
    tiny = question.ask("made", blobs(30), METHODS, methods=["nb"])
    assert growth.ask(tiny, ["nb"]) is None


@pytest.mark.parametrize(
    ("gain", "half", "text"),
    [
        (0.02, 0.01, "are likely to help: from 20 to 40 training rows, `nb` gains 2.0 points"),
        (0.02, 0.03, "may help, but that is not certain: "),  # the gain of one doubling is noisy
        (0.005, 0.004, "are unlikely to help"),
        (0.005, 0.01, "may help, but"),
        (-0.02, 0.01, "are unlikely to help much: from 20 to 40 training rows, `nb` loses 2.0 points"),
        (0.02, math.nan, "gains 2.0 points."),
    ],
)
def test_more_rows_help_if_the_last_doubling_certainly_did(gain, half, text):
    asked = question.ask("made", blobs(), METHODS, methods=["nb"])
    found = answers.Estimate(gain, gain - half, gain + half)
    assert text in words.more_rows(asked, growth.Curve("nb", (10, 20, 40), (0.7, 0.8, 0.8 + gain), found))
